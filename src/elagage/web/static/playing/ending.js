// The end of a game: a card with the result, and what one may want to do next. It is there as long as one stands on the end.
import { $, el } from "../dom.js";
import { Notebook } from "../notebook.js";

export class Ending {
  constructor(app) {
    this.app = app;
    this.card = $("#ending");
    const button = (id, key, action, first = false) => el("button", { type: "button", id, class: first ? "first" : "", "data-t": key, onclick: action });
    this.title = el("h2", { id: "ending-title" });
    this.detail = el("p", { class: "quiet" });
    this.card.replaceChildren(
      el("div", { class: "grow" }, this.title, this.detail),
      el(
        "div",
        { class: "row" },
        button("rematch", "rematch", () => this.rematch(), true),
        button("review-it", "reviewIt", () => this.review()),
        button("save-it", "saveIt", () => this.save()),
      ),
    );
  }

  /** What is said of an ended game; empty while it goes on. */
  sentence(node = this.app.book.at) {
    const { app } = this;
    const { position } = node;
    if (position.over) return position.result ? `${app.t(position.result)}.`.replace(/^./u, (letter) => letter.toUpperCase()) : app.w("ended");
    if (!node.end) return "";
    if (node.end === "d") return app.w("drawAgreed");
    const side = Number(node.end[1]);
    return `${app.sides.say(node.end[0] === "r" ? "resigned" : "flagged", side)} ${app.sides.say("wins", 1 - side)}`;
  }

  /** Show the card if the game has ended where one stands. */
  update() {
    const { app } = this;
    const { position } = app.book.at;
    const said = app.intercept ? "" : this.sentence();
    const focused = this.card.contains(document.activeElement);
    this.card.hidden = !said;
    $(".news").classList.toggle("told", Boolean(said));
    if (focused && !said) $("#board").focus();
    if (!said) return;
    this.title.textContent = said;
    this.detail.textContent = app.sides.tally(position);
    for (const button of this.card.querySelectorAll("[data-t]")) button.textContent = app.w(button.dataset.t);
  }

  /** The same game from its beginning, with the sides exchanged. */
  rematch() {
    const { app } = this;
    if (app.together.rematch()) return;
    app.keep({ players: [...app.settings.players].reverse() });
    $("#board").focus();
    return app.open(new Notebook(app.book.game, app.book.position), { live: true });
  }

  review() {
    this.app.panel("analysis");
    this.app.analysis.review.start();
    $("#tab-analysis").focus();
  }

  save() {
    this.app.panel("library");
    $("#save-name")?.focus();
  }
}
