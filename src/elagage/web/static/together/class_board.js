// The class's board. The teacher's own board is the class's while it is open: whatever it shows, everybody's page shows. A question is answered by a move on one's own board.
import { $, el, later } from "../dom.js";
import { Notebook } from "../notebook.js";
import { linkTo } from "./invitation.js";

export class ClassBoard {
  constructor(app) {
    this.app = app;
    this.state = null; // what the server says of it
    this.following = false;
    this.stayed = false; // whoever leaves is not brought back before the board is opened anew
    this.revealing = false;
    this.link = "";
    this.box = $("#class-bar");
    this.list = $("#class-list");
    this.button = $("#class-board");
    this.button.addEventListener("click", () => this.start());
    this.send = later(50, () => this.show());
    app.onLine(() => this.steers && this.send());
  }

  get teacher() {
    return Boolean(this.state?.teacher);
  }

  get steers() {
    return this.teacher && this.state.open;
  }

  get on() {
    return this.following && Boolean(this.state?.open);
  }

  get question() {
    return this.state?.question ?? null;
  }

  /** Hear of the board from now on, where there is one. */
  begin() {
    if (!this.app.info.class) return;
    let told = Promise.resolve();
    this.app.socket.ask("watch", { table: "class" }, (message) => {
      told = told.then(() => this.hear(message)).catch(this.app.toast);
    });
    linkTo(this.app, "class").then((link) => (this.link = link), () => null);
  }

  async hear(message) {
    const { app } = this;
    if (message.event === "error") return app.toast(message.error);
    const before = this.state;
    this.state = message;
    if (message.open && !before?.open) this.stayed = false;
    if (!message.open && this.following) {
      this.left();
      app.toast(app.w("classClosed"));
    }
    const busy = app.together.table.on && app.together.table.playing;
    if (app.book && message.open && !message.teacher && !this.stayed && !this.following && !busy) await this.follow(false);
    else if (this.following) await this.see();
    if (app.book?.at.position) app.refresh();
  }

  // Following ------------------------------------------------------------------------------------------------------------

  /** Come by an address; gives whether there is a board to follow. */
  async come(here) {
    if (!this.app.info.class || this.app.visitor.host) return false;
    for (let wait = 0; !this.state && wait < 40; wait += 1) await new Promise((done) => setTimeout(done, 50));
    if (!this.state?.open) return false;
    await this.follow(here);
    return true;
  }

  /** Show what the teacher shows, from now on. */
  async follow(here) {
    if (this.app.tab !== "play") this.app.go("play");
    this.stayed = false;
    this.following = true;
    await this.open(here);
  }

  async open(here) {
    const { app, state } = this;
    this.before ??= app.settings.players;
    const book = new Notebook(state.game, state.position);
    book.table = "class";
    book.players = ["human", "human"];
    book.go(this.node(book));
    await app.open(book, { here, id: "class" });
  }

  node(book = this.app.book) {
    let node = book.root;
    for (const move of this.state.moves) node = node.child(move);
    return node;
  }

  /** The teacher has shown something else. */
  async see() {
    const { app, state } = this;
    if (app.book.game !== state.game || app.book.position !== state.position) return this.open(false);
    const node = this.node();
    if (node === app.book.at || (this.shown === state.key && this.number === this.question?.number && this.seen === this.question?.revealed)) return;
    [this.shown, this.number, this.seen] = [state.key, this.question?.number, this.question?.revealed];
    await app.show(node, { by: node.parent === app.book.at ? node.move : null });
  }

  /** Something else is opened, or the board was closed: what is on it stays, as one's own. */
  left() {
    if (!this.following) return;
    this.following = false;
    this.stayed = true;
    const { app } = this;
    if (this.before) app.settings.players = this.before;
    this.before = null;
    if (app.book?.table === "class") {
      app.book.table = null;
      app.book.players = app.settings.players;
    }
    app.board.hinted = null;
    app.table.strips();
  }

  // Answering ------------------------------------------------------------------------------------------------------------

  get here() {
    return this.app.book.at === this.node();
  }

  get pendingQuestion() {
    return this.question && !this.question.revealed ? this.question : null;
  }

  may() {
    return Boolean(this.pendingQuestion) && this.here;
  }

  get quiet() {
    return Boolean(this.pendingQuestion);
  }

  take(name) {
    if (this.may()) this.answer(name);
    return true;
  }

  async answer(move) {
    const { app } = this;
    const { number } = this.question;
    if (!app.visitor.known && !(await app.visitor.ask())) return;
    this.act("answer", { number, move });
  }

  async act(act, more = {}) {
    try {
      await this.app.socket.result("act", { table: "class", act, ...more });
      return true;
    } catch (error) {
      this.app.toast(error);
      return false;
    }
  }

  // Steering -------------------------------------------------------------------------------------------------------------

  start() {
    if (this.steers) return this.act("close");
    this.app.panel("moves");
    return this.show();
  }

  show() {
    return this.act("show", this.app.book.line());
  }

  async reveal() {
    this.revealing = true;
    this.draw();
    await this.act("reveal");
    this.revealing = false;
    this.draw();
  }

  // What is seen ---------------------------------------------------------------------------------------------------------

  seat() {
    return el("span");
  }

  move(name) {
    return this.app.sides.move(name, this.app.book.at.position?.moves.find((move) => move.name === name)?.told);
  }

  get sentence() {
    const { app, question } = this;
    if (!question || !this.here) return "";
    if (!question.revealed) return question.yours ? app.w("answered", { move: this.move(question.yours) }) : app.w("askedYou", { player: app.sides.name(question.player) });
    const score = app.t(question.score);
    const best = question.best.map((name) => this.move(name)).join(", ");
    if (question.best.includes(question.yours)) return app.w("answerRight", { move: this.move(question.yours), score });
    return app.w(question.yours ? "answerWrong" : "answerNone", { move: question.yours ? this.move(question.yours) : "", best, score });
  }

  /** How many chose each move, on the squares. */
  get badges() {
    const { question } = this;
    if (!question?.answers || !this.shows) return null;
    const best = question.best ?? [];
    return question.answers.map(({ move, count }) => ({ name: move, short: String(count), kind: best.length ? (best.includes(move) ? "good" : "poor") : "fair", best: best.includes(move) }));
  }

  /** Is the position of the question on the board? */
  get shows() {
    return this.app.book.at.position?.key === this.question?.key;
  }

  draw() {
    const { app, state, question } = this;
    this.button.hidden = !(this.app.info?.class && this.teacher);
    this.button.setAttribute("aria-pressed", String(this.steers));
    const known = Boolean(state?.open) && (this.teacher || this.following || !app.together.table.on);
    this.box.hidden = !known;
    this.list.hidden = !(this.steers || (this.on && question?.revealed));
    if (!known || !app.book?.at.position) return;
    if (this.on && this.shows) app.board.hinted = question.revealed ? question.best[0] : question.yours;
    if (this.steers && this.shows && question.revealed) [app.board.hinted] = question.best;
    const focused = document.activeElement?.id;
    this.box.replaceChildren(...(this.teacher ? this.teacherBar() : this.studentBar()));
    if (!this.list.hidden) this.list.replaceChildren(...[this.answers(), this.teacher ? this.people() : null].filter(Boolean));
    if (focused && !document.activeElement?.id && $(`#${focused}`)) $(`#${focused}`).focus({ preventScroll: true });
  }

  makeButton(id, key, action, first = false, disabled = false) {
    return el("button", { type: "button", id, class: first ? "first small" : "small", disabled, onclick: action }, this.app.w(key));
  }

  teacherBar() {
    const { app, state, question } = this;
    const { w } = app;
    const head = question ? w(question.revealed ? "asked" : "askedCount", { given: question.given, here: state.here }) : w("classOpen");
    const over = app.book.at.position.over;
    const buttons = !question
      ? [this.makeButton("class-ask", "askBest", () => this.act("ask"), true, over), this.makeButton("class-close", "classClose", () => this.act("close"))]
      : question.revealed
        ? [this.makeButton("class-drop", "goOnShowing", () => this.act("drop"), true)]
        : [this.makeButton("class-reveal", "showAnswer", () => this.reveal(), true, this.revealing), this.makeButton("class-drop", "askNoMore", () => this.act("drop"))];
    const told = this.revealing ? w("searchingAnswer") : head;
    const rows = [el("div", { class: "row" }, el("b", { class: "grow", role: "status" }, told), el("span", { class: "quiet" }, w("classHere", { number: state.here })), ...buttons)];
    if (question?.revealed) rows.push(el("p", {}, w("answerNone", { best: question.best.map((name) => this.move(name)).join(", "), score: app.t(question.score) })));
    return rows;
  }

  studentBar() {
    const { app } = this;
    const { w } = app;
    if (!this.following) return [el("div", { class: "row" }, el("span", { class: "grow" }, w("classAway")), this.makeButton("class-join", "classJoin", () => this.follow(false), true))];
    const back = !this.here ? this.makeButton("class-back", "backToGame", () => app.show(this.node()), true) : "";
    const leave = () => {
      this.left();
      app.address();
      app.refresh();
      $("#class-join")?.focus();
    };
    return [el("div", { class: "row" }, el("span", { class: "grow" }, this.question ? el("b", {}, w("asked")) : w("classFollow")), back, this.makeButton("class-leave", "classLeave", leave))];
  }

  /** Each move with how many chose it, who did (for the teacher), and what it is worth once that is shown. */
  answers() {
    const { app, question } = this;
    const { w } = app;
    if (!question?.answers) return null;
    const best = question.best ?? [];
    const rest = (question.moves ?? []).filter(({ name }) => best.includes(name) && !question.answers.some(({ move }) => move === name)).map(({ name }) => ({ move: name, count: 0 }));
    const all = [...question.answers, ...rest];
    const most = Math.max(1, ...all.map(({ count }) => count));
    const rows = all.map(({ move, count, names }) => {
      const worth = question.moves?.find(({ name }) => name === move);
      const bar = el("span", { class: "tally-bar", "aria-hidden": "true" }, el("i"));
      bar.firstChild.style.width = `${(100 * count) / most}%`;
      return el(
        "li",
        { class: best.includes(move) ? "best" : "" },
        el("b", {}, best.includes(move) ? "★ " : "", this.move(move), best.includes(move) ? el("span", { class: "unseen" }, ` ${w("bestOne")}`) : ""),
        bar,
        el("span", { class: "number" }, String(count)),
        el("span", { class: "about" }, [worth ? app.t(worth.score) : "", (names ?? []).join(", ")].filter(Boolean).join(" – ")),
      );
    });
    return el("section", {}, el("h2", {}, w("answers")), rows.length ? el("ol", { class: "answers" }, ...rows) : el("p", { class: "quiet" }, w("noAnswers")));
  }

  people() {
    const { app, state } = this;
    const { w } = app;
    const sorted = [...state.people].sort((one, other) => one.name.localeCompare(other.name, app.lang()));
    const rows = sorted.map(({ name, here, answered, right, given }) => {
      const told = [here ? "" : w("away"), answered && !this.question?.revealed ? w("hasAnswered") : "", given ? w("rightOf", { right, given }) : ""];
      return el("li", { class: answered ? "done" : "" }, el("span", { class: "grow" }, answered ? "✓ " : "", name), el("span", { class: "quiet" }, told.filter(Boolean).join(", ")));
    });
    const field = el("input", { class: "code grow", readonly: true, value: this.link, "aria-label": w("classLink"), onfocus: () => field.select() });
    const copy = el("button", { type: "button", class: "small", id: "class-copy", onclick: () => app.library.copy(this.link) }, w("copyIt"));
    return el(
      "section",
      { id: "class-people" },
      el("h2", {}, w("students")),
      rows.length ? el("ul", { class: "saved" }, ...rows) : el("p", { class: "quiet" }, w("noStudents")),
      el("div", { class: "row" }, field, copy),
    );
  }
}
