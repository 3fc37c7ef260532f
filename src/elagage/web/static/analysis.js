// The analysis of the position that is shown: never of another one, for what has another key is not heard.
import { curve } from "./curve.js";
import { $, el, later } from "./dom.js";
import { Review } from "./review.js";

const SECONDS = 30;
const GOOD = 0.04; // of the bar: a move that loses less is as good as the best
const FAIR = 0.2;

export class Analysis {
  constructor(app) {
    this.app = app;
    this.search = null;
    this.about = null; // the node that is searched
    this.note = "";
    this.review = new Review(app, this);
    this.mark = (node) => this.review.mark(node);
    this.redraw = later(40, () => this.draw());
    this.ask = later(30, () => this.start());
    $("#analyse").addEventListener("click", () => this.toggle());
  }

  get on() {
    return this.app.settings.analysis && !this.app.together.quiet;
  }

  toggle() {
    if (this.app.together.quiet) return this.app.toast(this.app.w("noHelp"));
    this.app.keep({ analysis: !this.on });
    if (this.on) this.app.panel("analysis");
    this.update();
  }

  /** Another game is opened. */
  forget() {
    this.halt();
    this.review.forget();
  }

  halt() {
    this.search?.stop();
    this.search = this.about = null;
    this.note = "";
  }

  /** The position, the language or the switch has changed. */
  update() {
    const { app } = this;
    const node = app.book?.at;
    if (!node?.position) return;
    $("#analyse").setAttribute("aria-pressed", String(this.on));
    if (this.about !== node || !this.on) this.halt();
    if (node.position.over && node.value === null) {
      node.value = Math.sign(node.position.score ?? 0);
      node.score = node.position.result;
    }
    if (this.on && !node.position.over && !node.analysis?.done && !this.search && !this.review.learning) this.ask();
    this.draw();
  }

  start() {
    const { app } = this;
    const node = app.book.at;
    if (!this.on || this.search || !node.position || node.position.over || node.analysis?.done || this.review.learning) return;
    this.about = node;
    this.search = app.socket.ask("analyse", { ...app.book.line(node), seconds: SECONDS }, (message) => this.hear(node, message));
  }

  hear(node, message) {
    if (message.event === "error") {
      this.search = null;
      this.app.toast(message.error);
      return;
    }
    if (message.event === "stopped" || message.key !== node.position.key) return;
    if (message.event === "compiling") this.note = this.app.w("compiling");
    else {
      this.note = "";
      const done = message.event === "result";
      if (done) this.search = null;
      this.take(node, message, done);
    }
    if (node === this.app.book.at) this.redraw();
  }

  /** What is told of a position is shown, unless more is known: an estimate never takes the place of a proof. */
  take(node, message, done) {
    const known = node.analysis;
    if (known?.exact && !message.exact) {
      node.analysis = { ...known, done };
      return;
    }
    node.analysis = { ...message, moves: message.moves?.length ? message.moves : (known?.moves ?? []), done };
    node.value = message.value;
    node.score = message.score;
  }

  // Showing --------------------------------------------------------------------------------------------------------------

  /** The scores of the moves, best first for whoever is to move (the server's order), with what a small badge says. */
  scores(node) {
    const { app } = this;
    const sign = node.position.player === 0 ? 1 : -1;
    const moves = node.analysis?.moves ?? [];
    return moves.map((move) => {
      const loss = sign * (moves[0].value - move.value);
      const best = move.score.en === moves[0].score.en && (move.exact || !moves[0].exact);
      return { ...move, short: short(app, move, sign), best, kind: loss <= GOOD ? "good" : loss <= FAIR ? "fair" : "poor" };
    });
  }

  draw() {
    const { app } = this;
    const node = app.book?.at;
    if (!node?.position) return;
    const panel = $("#panel-analysis");
    const shown = this.on && !this.review.learning;
    const scores = shown ? this.scores(node) : null;
    app.board.score(app.together.badges ?? (shown && !app.table.thinking ? scores : null));
    this.bar(node, shown);
    if (panel.hidden) return; // drawn when it is opened
    const focus = this.focusIn(panel);
    panel.replaceChildren(
      ...(this.review.learning ? [] : [this.head(node), ...(shown && !node.position.over ? [this.variation(node), this.table(scores)].filter(Boolean) : [])]),
      ...this.review.parts(),
      this.course(),
    );
    this.focusBack(panel, focus);
  }

  /** Drawing anew must not lose the keyboard's place. */
  focusIn(panel) {
    if (!panel.contains(document.activeElement)) return -1;
    return [...panel.querySelectorAll("button, [tabindex]")].indexOf(document.activeElement);
  }

  focusBack(panel, index) {
    if (index < 0) return;
    const all = [...panel.querySelectorAll("button, [tabindex]")];
    (all[Math.min(index, all.length - 1)] ?? panel).focus({ preventScroll: true });
  }

  head(node) {
    const { app } = this;
    const { w } = app;
    const found = node.analysis;
    const toggle = el("button", { type: "button", class: this.on ? "small" : "first", onclick: () => this.toggle() }, w(this.on ? "stopAnalysis" : "startAnalysis"));
    if (!this.on) return el("div", { class: "head" }, el("p", { class: "quiet" }, w("analysisOff")), toggle);
    if (node.position.over) return el("div", { class: "head row" }, el("p", { class: "grow" }, el("strong", {}, app.t(node.position.result))), toggle);
    const facts = [];
    if (found) {
      facts.push(this.certain(found));
      if (found.nodes) facts.push(w("nodes", { nodes: new Intl.NumberFormat(app.lang(), { notation: "compact", maximumFractionDigits: 1 }).format(found.nodes) }));
    } else facts.push(this.note || w("searching"));
    return el(
      "div",
      { class: "head row" },
      el("p", { class: "grow" }, el("strong", { class: "score" }, found ? app.t(found.score) : "…"), el("span", { class: "quiet" }, ` ${facts.join(" · ")}`)),
      toggle,
    );
  }

  certain(found) {
    const { w } = this.app;
    return found.exact || found.outcome !== null && found.outcome !== undefined ? w("exact") : w("depth", { depth: found.depth ?? 0 });
  }

  /** The best line; a click goes there, as a variation of the notebook. */
  variation(node) {
    const { app } = this;
    const line = node.analysis?.line ?? [];
    if (!line.length) return null;
    const buttons = line.slice(0, 24).map((name, index) =>
      el("button", { type: "button", class: "move", onclick: () => this.follow(node, line.slice(0, index + 1)) }, el("span", { class: "number" }, `${node.ply + index + 1}.`), ` ${app.sides.move(name)}`),
    );
    return el("section", {}, el("h2", {}, app.w("bestLine")), el("div", { class: "line pv" }, ...buttons));
  }

  follow(node, names) {
    let last = node;
    for (const name of names) last = last.child(name);
    this.app.visit(last);
  }

  table(scores) {
    const { app } = this;
    const { w } = app;
    if (!scores.length) return null;
    const rows = scores.map((score) =>
      el(
        "button",
        { type: "button", class: `option ${score.kind}${score.best ? " best" : ""}`, onclick: () => app.move(score.name) },
        el("b", {}, score.best ? "★ " : "", app.sides.move(score.name)),
        el("span", { class: "grow" }, app.t(score.score)),
        el("span", { class: "quiet" }, score.exact ? w("exact") : w("depth", { depth: score.depth ?? 0 })),
      ),
    );
    return el("section", {}, el("h2", {}, w("allMoves", { player: app.playerName(0) })), el("div", { class: "options" }, ...rows));
  }

  bar(node, shown) {
    const bar = $("#bar");
    bar.hidden = !shown;
    $("#play").classList.toggle("weighed", shown);
    if (!shown) return;
    const known = node.value !== null;
    bar.style.setProperty("--value", String(known ? node.value : 0));
    bar.classList.toggle("unknown", !known);
    bar.setAttribute("aria-valuenow", String(Math.round(100 * (node.value ?? 0))));
    bar.setAttribute("aria-valuetext", known ? this.app.t(node.score) : this.app.w("searching"));
    $("span", bar).textContent = known && node.analysis ? short(this.app, node.analysis, 1) : "";
  }

  course() {
    const { app } = this;
    const nodes = app.book.current;
    const drawn = curve(nodes, app.book.at, {
      width: ($("#panel-analysis").clientWidth || 420) - 34,
      go: app.visit,
      label: app.w("graph"),
      text: (node) => app.w("atPly", { ply: node.ply, score: node.score ? app.t(node.score) : app.w("unknown") }),
      marks: (node) => Boolean(this.review.turnOf(node)),
    });
    return el("section", {}, el("h2", {}, app.w("graph")), drawn, el("p", { class: "quiet" }, app.w("graphHint", { player: app.playerName(0) })));
  }
}

/** A score in a few letters: W5 wins in 5 plies for whoever looks (`sign` 1 for Max), L+8 loses by 8, = is a draw, else the number. */
export function short(app, { outcome, plies, score }, sign) {
  if (outcome === 0) return "=";
  const text = app.t(score);
  const number = /[+\-−]?\d+([.,]\d+)?/.exec(text)?.[0];
  if (!outcome) return number ?? text.slice(0, 5);
  const far = plies ?? (number ? `+${number}` : "");
  return app.w(sign * outcome > 0 ? "winShort" : "lossShort") + far;
}
