// Every game is kept by itself as it is played: the browser's "back" leads to the one before, and a list shows them with small boards.
import { el, kept, later } from "../dom.js";
import { Notebook } from "../notebook.js";

const MOST = 24;

export class Recent {
  constructor(app) {
    this.app = app;
    this.id = null; // of the game that is open: its entry in the history and in the list
    this.note = later(300, () => this.keep());
    addEventListener("pagehide", () => this.keep());
  }

  get games() {
    return kept.get("recent") ?? [];
  }

  /** Another game is opened, new or that of an id: in an entry of the history of its own, unless the history is at it. */
  begin({ id, here }) {
    const known = here ? (history.state?.id ?? id) : id;
    this.id = known ?? `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    if (!here) history.pushState({ id: this.id }, "", this.app.book.address);
  }

  /** Write the game into the address, so that a reload or a link gives it back; gives what was written. */
  write(address) {
    if (history.state && history.state.id !== this.id) return address; // the history is at another game, which is being opened
    history.replaceState({ id: this.id }, "", address);
    this.note();
    return address;
  }

  keep() {
    const { book, game } = this.app;
    const position = book?.at.position;
    if (!position || !book.root.children.length) return;
    const entry = { id: this.id, address: book.address, title: game.title, moves: book.at.last.ply, when: Date.now(), svg: position.board.svg };
    kept.set("recent", [entry, ...this.games.filter(({ id }) => id !== this.id)].slice(0, MOST));
  }

  async open(entry) {
    if (await this.app.together.fromAddress(entry.address, false)) return;
    const book = Notebook.fromAddress(entry.address);
    return book && this.app.open(book, { id: entry.id });
  }

  /** The list, newest first. */
  list() {
    const { app } = this;
    const { w } = app;
    const rows = this.games.map((entry) => {
      const when = new Date(entry.when).toLocaleString(app.lang(), { day: "numeric", month: "short", hour: "numeric", minute: "numeric" });
      const told = el("span", { class: "grow" }, el("b", {}, app.t(entry.title)), el("span", { class: "quiet" }, `${w("movesMade", { number: entry.moves })}, ${when}`));
      return el("li", {}, el("button", { type: "button", class: "recent", "data-recent": entry.id, onclick: () => this.open(entry) }, smallBoard(entry.svg), told));
    });
    const clear = el("button", { type: "button", class: "small", onclick: () => (kept.set("recent", []), app.library.draw()) }, w("clearRecent"));
    return el(
      "section",
      { id: "recent" },
      el("h2", {}, w("recent")),
      rows.length ? el("ul", { class: "saved" }, ...rows) : el("p", { class: "quiet" }, w("noneRecent")),
      rows.length ? el("div", { class: "row" }, clear) : null,
    );
  }
}

/** A picture of a board beside a text that says what it is. */
export function smallBoard(svg) {
  const drawing = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  drawing.setAttribute("aria-hidden", "true");
  drawing.querySelectorAll("[id]").forEach((shape) => shape.removeAttribute("id"));
  drawing.querySelectorAll("title").forEach((title) => title.remove());
  return el("span", { class: "small-board" }, drawing);
}
