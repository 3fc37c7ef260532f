// A whole game looked through: its turning points, and finding the better moves oneself.
import { el } from "./dom.js";

const SECONDS = 0.4; // for each position
const BAD = 0.5; // of the bar: a grave mistake
const GOOD = 0.05;

export class Review {
  constructor(app, analysis) {
    this.app = app;
    this.analysis = analysis;
    this.forget();
  }

  forget() {
    this.request?.stop();
    this.request = null;
    this.done = 0;
    this.path = [];
    this.turning = null; // [{before, after, played, best, loss}], in the order of the game
    if (this.learning) this.leave();
    this.learning = null;
  }

  turnOf(node) {
    return this.turning?.find((turn) => turn.after === node);
  }

  mark(node) {
    const turn = this.turnOf(node);
    if (!turn) return null;
    return { sign: turn.loss >= BAD ? "??" : "?", kind: "mistake", title: this.sentence(turn) };
  }

  /** A turning point in words; the better move is not told before it was looked for. */
  sentence(turn) {
    return this.app.w(turn.told ? "turnedAt" : "turnedHidden", { ...turn, ply: turn.after.ply });
  }

  /** Go to a turning point, and be told. */
  visit(turn) {
    turn.told = true;
    if (turn.after === this.app.book.at) this.app.refresh();
    else this.app.visit(turn.after);
  }

  start() {
    const { app } = this;
    if (app.together.quiet) return app.toast(app.w("noHelp"));
    this.forget();
    const { last } = app.book.at;
    this.path = last.path;
    this.request = app.socket.ask("review", { ...app.book.line(last), seconds: SECONDS }, (message) => this.hear(message));
    this.analysis.draw();
  }

  hear(message) {
    const { app } = this;
    if (message.event === "error") {
      app.toast(message.error);
      this.forget();
    } else if (message.event === "ply") {
      const node = this.path[message.ply];
      this.done = message.ply + 1;
      if (node) Object.assign(node, { value: message.value, score: message.score });
    } else if (message.event === "result") {
      this.request = null;
      this.turning = message.turning
        .map((turn) => ({ ...turn, before: this.path[turn.ply], after: this.path[turn.ply + 1] }))
        .filter((turn) => turn.after)
        .sort((a, b) => a.ply - b.ply);
      app.refresh();
    }
    this.analysis.redraw();
  }

  // Learning: the best move is hidden until it is found or told -----------------------------------------------------------

  /** The mistakes to learn from: those of the person who played against an engine, else all. */
  get mistakes() {
    const { players } = this.app.settings;
    const alone = players.indexOf("human") === players.lastIndexOf("human") ? players.indexOf("human") : -1;
    const own = (this.turning ?? []).filter((turn) => alone < 0 || turn.before.position?.player === alone);
    return own.length ? own : (this.turning ?? []);
  }

  async learn(index) {
    const { app } = this;
    const turn = this.mistakes[index];
    if (!turn) return this.leave();
    this.learning = { index, turn, said: ["searching"], over: false, scores: null }; // said: a key of the words, and its values
    const { learning } = this;
    app.intercept = (name) => this.tried(name);
    app.table.live = false;
    this.analysis.halt();
    if (app.book.at === turn.before) app.refresh();
    else await app.show(turn.before);
    app.panel("analysis");
    learning.said = ["learnAsk", { player: app.playerName(turn.before.position.player), played: turn.played }];
    this.tell();
    app.socket
      .result("analyse", { ...app.book.line(turn.before), seconds: 2 })
      .then((found) => found.key === turn.before.position.key && (learning.scores = found.moves))
      .catch(() => null); // then only the move of the review counts as right
  }

  /** Is another move as good as the best? */
  asGood(name) {
    const { scores, turn } = this.learning;
    const sign = turn.before.position.player === 0 ? 1 : -1;
    const value = (move) => sign * (scores?.find((score) => score.name === move)?.value ?? NaN);
    return value(name) >= value(turn.best) - GOOD && name !== turn.played;
  }

  tried(name) {
    const { app, learning } = this;
    if (learning.over) return;
    const { turn } = learning;
    if (name === turn.best) learning.said = ["learnRight", { move: name }];
    else if (this.asGood(name)) learning.said = ["learnAlso", { move: name }];
    else learning.said = ["learnWrong", { move: name }];
    if (name === turn.best || this.asGood(name)) this.tellBest();
    this.tell();
  }

  tellBest() {
    this.learning.over = this.learning.turn.told = true;
    this.app.board.hint(this.learning.turn.best);
  }

  tell() {
    this.app.say(this.app.w(...this.learning.said));
    this.app.board.paint();
    this.analysis.draw();
  }

  leave() {
    const { app } = this;
    const ended = this.learning?.over && this.learning.index + 1 >= this.mistakes.length;
    this.learning = null;
    app.intercept = null;
    app.board.hint(null);
    app.refresh();
    if (ended) app.say(app.w("learnDone"));
  }

  // What the panel shows of it --------------------------------------------------------------------------------------------

  parts() {
    const { app, learning } = this;
    const { w } = app;
    if (learning) {
      const { index, turn } = learning;
      const buttons = [
        learning.over
          ? el("button", { type: "button", class: "first", onclick: () => this.learn(index + 1) }, w("goOn"))
          : el("button", { type: "button", onclick: () => { this.learning.said = ["learnTell", { best: turn.best }]; this.tellBest(); this.tell(); } }, w("showIt")),
        el("button", { type: "button", onclick: () => this.leave() }, w("leave")),
      ];
      return [el("section", { class: "learn" }, el("h2", {}, `${w("learn")} (${index + 1}/${this.mistakes.length})`), el("p", {}, w(...learning.said)), el("div", { class: "row" }, ...buttons))];
    }
    if (this.request) {
      const all = this.path.length;
      return [
        el(
          "section",
          { class: "row" },
          el("label", { class: "grow" }, w("reviewing", { done: this.done, all }), el("progress", { max: all, value: this.done })),
          el("button", { type: "button", class: "small", onclick: () => { this.forget(); this.analysis.draw(); } }, w("stop")),
        ),
      ];
    }
    const start = el("button", { type: "button", id: "review", disabled: !app.book.at.last.ply, onclick: () => this.start() }, w("review"));
    if (!this.turning) return [el("div", { class: "row" }, start)];
    const list = this.turning.map((turn) =>
      el("li", {}, el("button", { type: "button", class: "option mistake", onclick: () => this.visit(turn) }, el("b", {}, turn.loss >= BAD ? "??" : "?"), el("span", {}, this.sentence(turn)))),
    );
    return [
      el(
        "section",
        {},
        el("h2", {}, w("turning")),
        this.turning.length ? el("ul", { class: "turning" }, ...list) : el("p", { class: "quiet" }, w("noTurning")),
        el("div", { class: "row" }, this.turning.length ? el("button", { type: "button", class: "first", id: "learn", onclick: () => this.learn(0) }, w("learn")) : null, start),
      ),
    ];
  }
}
