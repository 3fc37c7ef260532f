// Around the board: who plays, the clocks, the engine's moves, hints, and what is said of the game.
import { $, el } from "./dom.js";

export const CLOCKS = ["", "60+0", "180+2", "300+0", "600+5", "1800+0"];
const PACE = 450; // milliseconds between two moves of engines, so that they can be followed
const TICK = 200;
const LONG = 600; // milliseconds of thinking, after which one may end it

export class Table {
  constructor(app) {
    this.app = app;
    this.live = false; // may an engine play by itself? Not while the reader looks around
    this.thinking = null;
    this.time = null; // seconds left, for each side
    this.front = null; // the node that the game has come to, wherever the reader looks meanwhile
    $("#hint").addEventListener("click", () => this.hint());
    $("#resign").addEventListener("click", () => this.resign());
    $("#flip").addEventListener("click", () => this.flip());
    $("#now").addEventListener("click", () => this.hurry());
    $("#continue").addEventListener("click", () => {
      this.live = !this.live;
      this.update();
    });
    setInterval(() => this.tick(), TICK);
  }

  /** A game begins, or is opened. */
  begin(live) {
    this.halt();
    this.live = live;
    this.front = null;
    const kept = sessionStorage.getItem("clock");
    const again = kept && !this.started ? JSON.parse(kept) : null; // a reload takes nobody's time back
    this.started = true;
    this.time = again?.game === this.app.book.game ? again.time : this.fullTime();
    this.strips();
  }

  /** Was the game of this address being played when the page was left? */
  wasLive(book) {
    return sessionStorage.getItem("live") === book.address;
  }

  /** The board from the other side, and whoever sits there below. */
  flip() {
    const { board } = this.app;
    board.turn(!board.turned);
    this.update();
  }

  /** The sides above and below the board, as it is seen. */
  seat() {
    const { board } = this.app;
    $("#flip").hidden = !board.canFlip;
    $("#flip").setAttribute("aria-pressed", String(board.turned));
    const [above, below] = board.flipped ? [0, 1] : [1, 0];
    const arena = $(".arena");
    if (arena.previousElementSibling.dataset.side !== String(above)) {
      arena.before($(`.strip[data-side="${above}"]`));
      arena.after($(`.strip[data-side="${below}"]`));
    }
  }

  fullTime() {
    const seconds = parseInt(this.app.settings.clock, 10);
    return seconds ? [seconds, seconds] : null;
  }

  // Who plays ----------------------------------------------------------------------------------------------------------

  player(side) {
    return this.app.settings.players[side];
  }

  strips() {
    const { app } = this;
    if (!app.info) return;
    this.takeTime();
    for (const strip of document.querySelectorAll(".strip")) {
      const side = Number(strip.dataset.side);
      const name = app.playerName(side);
      const select = el("select", { "aria-label": app.w("whoPlays", { player: name }), id: `player-${side}` });
      select.append(el("option", { value: "human" }, app.w("person")));
      for (const level of app.info.levels) {
        select.append(el("option", { value: level.number }, app.w("level", { number: level.number, name: app.t(level.name) })));
      }
      select.value = this.player(side);
      select.addEventListener("change", () => {
        const players = [...app.settings.players];
        players[side] = select.value === "human" ? "human" : Number(select.value);
        app.keep({ players });
        app.book.players = players;
        app.address();
        this.live = true;
        this.update();
      });
      const seat = app.together?.seat(side) ?? select;
      const clock = el("span", { class: "clock", role: "timer", "aria-label": app.w("timeLeft", { player: name }), hidden: !this.time });
      const tally = el("span", { class: "tally", hidden: true });
      strip.replaceChildren(app.sides.swatch(side), el("b", {}, name), tally, seat, el("span", { class: "busy", "aria-hidden": "true" }, el("i"), el("i"), el("i")), clock);
    }
    this.showTime();
  }

  // What is to be said, and who is to move -----------------------------------------------------------------------------

  update() {
    const { app } = this;
    const { at } = app.book;
    const { position } = at;
    if (!position) return;
    sessionStorage.setItem("live", this.live ? app.book.address : "");
    if (this.live) this.front = at;
    app.together.draw();
    this.think();
    const ended = position.over || at.end;
    const engine = !ended && this.player(position.player) !== "human";
    const engines = this.player(0) !== "human" && this.player(1) !== "human";
    app.board.enabled = !ended && (!this.thinking || Boolean(app.intercept)) && app.together.may(at);
    app.board.paint();
    this.seat();
    for (const strip of document.querySelectorAll(".strip")) {
      const here = !ended && Number(strip.dataset.side) === position.player;
      strip.classList.toggle("on", here);
      strip.classList.toggle("thinks", here && Boolean(this.thinking));
      const tally = $(".tally", strip);
      if (tally) {
        tally.hidden = !position.tally;
        tally.textContent = position.tally ? String(position.tally[Number(strip.dataset.side)]) : "";
      }
    }
    const button = $("#continue");
    button.hidden = !engine || (this.live && !engines) || Boolean(app.intercept);
    button.textContent = app.w(this.live ? "pause" : "let");
    this.offerToHurry();
    $("#resign").disabled = Boolean(ended || app.intercept || app.together.watches);
    $("#hint").disabled = Boolean(ended || this.thinking || app.intercept || app.together.quiet);
    app.ending.update();
    if (!app.intercept) app.say(this.sentence());
  }

  sentence() {
    const { app } = this;
    const { at } = app.book;
    const { position } = at;
    const parts = [];
    if (app.board.hinted && this.hinted?.node === at) return this.hintSentence();
    if (at.parent && !at.parent.position) this.ask(at.parent);
    if (at.parent?.position) {
      const mover = at.parent.position.player;
      parts.push(at.told ? `${app.sides.name(mover)}: ${app.t(at.told)}.` : app.sides.say("plays", mover, { move: at.move }));
    }
    const ended = app.ending.sentence(at);
    if (ended) parts.push(ended, app.sides.tally(position));
    else if (app.together.sentence) parts.push(app.together.sentence);
    else if (this.thinking) parts.push(app.sides.say("thinking", position.player));
    else {
      const alone = this.player(position.player) === "human" && this.player(1 - position.player) !== "human";
      parts.push(app.w(alone ? "yourTurn" : "toMove", { player: app.sides.name(position.player) }));
    }
    return parts.filter(Boolean).join(" ");
  }

  /** Who made the last move is known once the position before it is. */
  ask(node) {
    this.app.positionOf(node).then(
      () => node === this.app.book.at.parent && this.update(),
      () => null,
    );
  }

  // The engine ---------------------------------------------------------------------------------------------------------

  halt() {
    this.thinking?.stop();
    this.thinking = null;
    this.about = null;
  }

  /** Let the engine move if it is its turn; one search at a time, and only for the position that is shown. */
  think() {
    const { app } = this;
    const node = app.book.at;
    const { position } = node;
    const level = this.player(position.player);
    const wanted = this.live && !position.over && !node.end && level !== "human" && !app.intercept;
    if (wanted && this.thinking && this.about === node && this.level === level) return;
    this.halt();
    if (!wanted) return;
    const asked = app.socket.result("play", { ...app.book.line(node), level }, (message) => this.compiles(node, message));
    const since = performance.now();
    [this.thinking, this.about, this.level, this.since] = [asked, node, level, since];
    setTimeout(() => this.offerToHurry(), LONG);
    asked.then(
      (message) => {
        const engines = this.player(1 - position.player) !== "human";
        setTimeout(() => this.answer(asked, node, message), Math.max(0, (engines ? PACE : 0) - (performance.now() - since)));
      },
      (error) => {
        if (this.thinking !== asked) return;
        this.halt();
        this.live = false;
        app.toast(error);
        this.update();
      },
    );
  }

  /** A level that thinks for long may be asked to move now. */
  offerToHurry() {
    const button = $("#now");
    const offered = Boolean(this.thinking) && performance.now() - this.since >= LONG - 1;
    if (!offered && document.activeElement === button) $("#board").focus();
    button.hidden = !offered;
  }

  /** End its thinking: it plays the best that it has found. */
  hurry() {
    this.thinking?.now();
  }

  compiles(node, message) {
    if (message.event === "compiling" && node === this.app.book.at) this.app.say(this.app.w("compiling"));
  }

  answer(asked, node, message) {
    if (this.thinking !== asked || node !== this.app.book.at || message.key !== node.position.key) return;
    this.thinking = null;
    this.stepClock(node.position.player);
    this.app.move(message.move, { engine: true });
  }

  /** The best move, marked on the board. */
  async hint() {
    const { app } = this;
    const node = app.book.at;
    app.say(app.w("searching"));
    try {
      const found = await app.socket.result("analyse", { ...app.book.line(node), seconds: 2, why: true }, (message) => this.compiles(node, message));
      if (node !== app.book.at || found.key !== node.position.key || !found.line.length) return;
      app.board.hint(found.line[0]);
      this.hinted = { node, move: found.line[0], score: found.score, why: found.why ?? [] };
      app.say(this.sentence());
    } catch (error) {
      app.toast(error);
    }
  }

  /** What is good, and why. */
  hintSentence() {
    const { app, hinted } = this;
    const told = app.w("hintIs", { move: app.sides.move(hinted.move), score: app.t(hinted.score) });
    return [told, ...hinted.why.map((reason) => app.t(reason))].join(" ");
  }

  resign() {
    if (this.app.together.resign()) return;
    const { at } = this.app.book;
    const { player } = at.position;
    const side = this.player(player) === "human" || this.player(1 - player) !== "human" ? player : 1 - player;
    this.finish(`r${side}`);
  }

  finish(end, node = this.app.book.at) {
    node.end = end;
    this.live = false;
    this.front = null;
    this.app.address();
    this.app.refresh();
  }

  // Clocks -------------------------------------------------------------------------------------------------------------

  clockChoice() {
    const { app } = this;
    const select = el("select", { id: "clock" });
    for (const clock of CLOCKS) select.append(el("option", { value: clock }, this.clockName(clock)));
    select.value = app.settings.clock;
    select.addEventListener("change", () => {
      app.keep({ clock: select.value });
      this.time = this.fullTime();
      this.strips();
      this.update();
    });
    return el("label", { class: "field" }, app.w("clock"), select);
  }

  clockName(clock) {
    const [seconds, more] = clock.split("+").map(Number);
    return clock ? this.app.w(more ? "minutesMore" : "minutes", { minutes: seconds / 60, more }) : this.app.w("noClock");
  }

  stepClock(side) {
    const more = Number(this.app.settings.clock.split("+")[1] ?? 0);
    if (this.time && more) this.time[side] += more;
  }

  /** Time runs while a game is played, from its first move on; for a person also while they look at earlier moves. */
  tick() {
    const { front } = this;
    if (this.app.together.time) return this.showTime();
    if (!this.time || !front?.position || !front.parent || front.position.over || front.end || this.app.intercept) return;
    const side = front.position.player;
    if (!this.live && this.player(side) !== "human") return;
    this.time[side] = Math.max(0, this.time[side] - TICK / 1000);
    sessionStorage.setItem("clock", JSON.stringify({ game: this.app.book.game, time: this.time }));
    this.showTime();
    if (!this.time[side]) this.finish(`t${side}`, front);
  }

  /** With others, the clock is the server's. */
  takeTime() {
    const time = this.app.together?.time;
    if (time) this.time = time.length ? time : null;
  }

  showTime() {
    this.takeTime();
    for (const strip of document.querySelectorAll(".strip")) {
      const clock = $(".clock", strip);
      if (!clock || !this.time) continue;
      const left = this.time[Number(strip.dataset.side)];
      const text = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("late", left < 20);
    }
  }
}
