// A table at which two people play, each before a page of their own, and others watch. What counts is what the server says of it; one's own move is shown at once,
// and taken back if it is refused.
import { $, el } from "../dom.js";
import { Notebook } from "../notebook.js";
import { linkTo, nameOf } from "./invitation.js";

export class SharedTable {
  constructor(app) {
    this.app = app;
    this.forget();
    this.box = $("#together");
  }

  forget() {
    Object.assign(this, { id: null, state: null, watch: null, link: "", pending: null, since: 0, asked: false, shown: null });
  }

  get on() {
    return this.state !== null;
  }

  // Coming and going -----------------------------------------------------------------------------------------------------

  /** Come to a table; gives whether there is one. `here`: the address says it already. */
  join(id, here) {
    this.leave();
    this.id = id;
    return new Promise((resolve) => {
      let told = Promise.resolve(); // one thing after another, in the order in which it is told
      this.watch = this.app.socket.ask("watch", { table: id }, (message) => {
        told = told.then(() => (this.id === id ? this.hear(message, here, resolve) : resolve(false))).catch(this.app.toast);
      });
    });
  }

  async hear(message, here, resolve) {
    const { app } = this;
    if (message.event !== "table") {
      if (message.event === "error") app.toast(message.error);
      else if (message.event === "gone") app.toast(app.w("tableGone"));
      this.leave();
      resolve(false);
      return;
    }
    const before = this.state;
    this.state = message;
    this.since = performance.now();
    if (!before) app.players = app.settings.players;
    if (before?.round !== message.round) {
      await this.open(here && !before);
      resolve(true);
      if (before) app.toast(app.w("nextRound", { player: app.sides.name(message.you ?? 0) }));
      this.offerSeat();
    } else await this.follow(before);
  }

  /** Whoever comes to a table with a free place takes it, once they have a name. */
  async offerSeat() {
    const { app } = this;
    if (this.asked || !this.state || this.state.you !== null || !this.state.seats.includes(null)) return;
    this.asked = true;
    if (app.visitor.known || (await app.visitor.ask())) this.act("sit");
  }

  async open(here) {
    const { app, state } = this;
    const book = new Notebook(state.game, state.position);
    book.table = this.id;
    book.players = ["human", "human"];
    this.pending = null;
    this.shown = null;
    book.go(this.line(book));
    app.board.turned = state.you === 1;
    await app.open(book, { live: true, here, id: `${this.id}-${state.round}` });
    if (state.you === null || state.seats.includes(null)) this.link = await linkTo(app, this.id).catch(() => "");
    app.refresh();
  }

  /** The node to which the game has come, in a notebook. */
  line(book = this.app.book) {
    let node = book.root;
    for (const move of this.state.moves) node = node.child(move);
    node.end = this.state.over ? "" : this.state.end;
    return node;
  }

  get front() {
    return this.line();
  }

  /** Something has changed: whoever looks at the game as it stands goes on with it. */
  async follow(before) {
    const { app, state } = this;
    const { front } = this;
    if (state.seats.some((seat, side) => JSON.stringify(seat) !== JSON.stringify(before.seats[side]))) {
      const came = state.you === null ? null : state.seats[1 - state.you];
      if (came && !before.seats[1 - state.you]) app.toast(app.w("hasCome", { name: nameOf(app, came) }));
      if (before.you !== state.you) app.board.turned = state.you === 1;
    }
    app.table.strips();
    if (this.pending && state.moves.length >= this.pending.ply) this.pending = null;
    if (state.moves.length !== before.moves.length && !this.pending && app.book.at !== front) await app.show(front, { by: app.book.at === front.parent ? front.move : null });
    else app.refresh();
  }

  /** Leave: the game stays on the board, as one's own. */
  leave() {
    const { app } = this;
    this.watch?.stop();
    const was = this.on;
    this.forget();
    if (!was) return;
    app.settings.players = app.players ?? app.settings.players;
    if (app.book) {
      app.book.table = null;
      app.book.players = app.settings.players;
    }
    this.box.hidden = true;
    app.table.time = null;
    app.table.strips();
  }

  // What one does --------------------------------------------------------------------------------------------------------

  async act(act, more = {}) {
    try {
      await this.app.socket.result("act", { table: this.id, act, ...more });
      return true;
    } catch (error) {
      this.app.toast(error);
      return false;
    }
  }

  get ended() {
    return this.state.over || Boolean(this.state.end);
  }

  get playing() {
    return this.state.you !== null && !this.ended;
  }

  get quiet() {
    return this.playing && !this.state.seats.includes(null);
  }

  may(node) {
    if (this.ended) return true;
    return this.playing && !this.state.seats.includes(null) && this.state.player === this.state.you && !this.pending && node === this.front;
  }

  /** A move on the board: seen at once, and sent; an ended game is one's own to try things in. */
  take(name) {
    if (this.ended) return false;
    const { app } = this;
    const before = app.book.at;
    if (!this.may(before)) return true;
    const node = before.child(name);
    this.pending = node;
    const told = app.show(node, { by: name });
    if (app.socket.state !== "open") app.toast(app.w("notSent"), true);
    this.act("move", { ply: before.ply, move: name }).then(async (made) => {
      if (made || this.pending !== node) return;
      await told;
      this.pending = null;
      app.book.remove(node);
      await app.show(this.front);
    });
    return true;
  }

  resign() {
    if (!this.playing) return false;
    if (confirm(this.app.w("resignSure"))) this.act("resign");
    return true;
  }

  rematch() {
    if (this.state.you === null) return false;
    this.act("rematch");
    return true;
  }

  // What is seen ---------------------------------------------------------------------------------------------------------

  /** Seconds left, by the server's clock. */
  get time() {
    const { clock } = this.state;
    if (!clock) return null;
    const gone = (performance.now() - this.since) / 1000;
    return clock.left.map((left, side) => (side === clock.running ? Math.max(0, left - gone) : left));
  }

  seat(side) {
    const { app, state } = this;
    const seat = state.seats[side];
    if (!seat) return el("span", { class: "quiet seat" }, app.w("freePlace"));
    const name = seat.host && state.you === side ? app.w("youAlone") : state.you === side ? app.w("you", { name: nameOf(app, seat) }) : nameOf(app, seat);
    return el("span", { class: `seat${seat.here ? "" : " away"}` }, name, seat.here ? "" : el("span", { class: "quiet" }, ` – ${app.w("away")}`));
  }

  get sentence() {
    const { app, state } = this;
    if (this.ended || app.book.at !== this.front) return "";
    if (state.seats.includes(null)) return app.w("waitingOther");
    if (state.you === state.player) return app.w("yourTurn", { player: app.sides.name(state.player) });
    return app.w("waitingTurn", { name: nameOf(app, state.seats[state.player]), player: app.sides.name(state.player) });
  }

  draw() {
    if (!this.on) return;
    const { app, state, box } = this;
    const { w } = app;
    const focused = box.contains(document.activeElement) ? document.activeElement.id : "";
    const button = (id, key, action, first = false) => el("button", { type: "button", id, class: first ? "first small" : "small", onclick: action }, w(key));
    const rows = [];
    const [mine, other] = [state.you, state.you === null ? null : state.seats[1 - state.you]];
    const leave = button("leave-table", "leaveTable", () => this.goAway());
    if (mine !== null && !other) rows.push(...this.invite(button));
    else {
      const told = mine === null ? this.whoPlays() : w("youPlay", { player: app.sides.name(mine), name: nameOf(app, other) });
      const watching = state.watching ? el("span", { class: "quiet", id: "watching" }, w("watchers", { number: state.watching })) : "";
      rows.push(el("div", { class: "row" }, el("span", { class: "grow" }, told), watching, this.quiet && state.offer === null ? button("offer-draw", "offerDraw", () => this.act("draw")) : "", leave));
    }
    if (mine === null && state.seats.includes(null)) rows.push(el("div", { class: "row" }, el("span", { class: "grow" }, w("watchFree")), button("sit", "sitDown", () => ((this.asked = false), this.offerSeat()), true)));
    rows.push(...this.wishes(button, other));
    if (!this.ended && app.book.at !== this.front && app.book.at !== this.pending) rows.push(el("div", { class: "row" }, button("to-front", "backToGame", () => app.show(this.front), true)));
    box.replaceChildren(...rows);
    box.hidden = false;
    if (focused) ($(`#${focused}`) ?? $("#board")).focus({ preventScroll: true });
  }

  whoPlays() {
    const [first, second] = this.state.seats.map((seat) => (seat ? nameOf(this.app, seat) : this.app.w("freePlace")));
    return this.app.w("youWatch", { first, second });
  }

  /** Nobody has come yet: the link, to be sent. */
  invite(button) {
    const { app } = this;
    const { w } = app;
    const field = el("input", { id: "invite-link", class: "code grow", readonly: true, value: this.link, "aria-label": w("inviteLink"), onfocus: () => field.select() });
    return [
      el("p", {}, el("b", {}, w("waitingFor"))),
      el("div", { class: "row" }, field, button("copy-link", "copyIt", () => app.library.copy(this.link), true), button("call-off", "takeAway", () => this.callOff())),
    ];
  }

  /** What one of the two wishes of the other. */
  wishes(button, other) {
    const { app, state } = this;
    const { w } = app;
    if (state.you === null || !other) return [];
    const name = nameOf(app, other);
    const told = (key, ...buttons) => [el("div", { class: "row wish", role: "status" }, el("b", { class: "grow" }, w(key, { name })), ...buttons)];
    const decline = button("decline", "decline", () => this.act("decline"));
    if (state.offer === state.you) return told("drawOffered");
    if (state.offer !== null) return told("drawAsked", button("accept", "accept", () => this.act("draw"), true), decline);
    if (state.rematch === state.you) return told("rematchAsked");
    if (state.rematch !== null) return told("rematchWanted", button("accept", "accept", () => this.act("rematch"), true), decline);
    return [];
  }

  async callOff() {
    const { id } = this;
    this.goAway();
    await this.app.api(`/api/tables/${id}`, undefined, "DELETE").catch(this.app.toast);
  }

  goAway() {
    this.leave();
    this.app.address();
    this.app.refresh();
    $("#board").focus();
  }
}
