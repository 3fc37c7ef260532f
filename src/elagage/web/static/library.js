// Keeping and sharing: the link, pasted notations, one's saved games, and the shelf of the host.
import { $, el } from "./dom.js";
import { Notebook } from "./notebook.js";

export class Library {
  constructor(app) {
    this.app = app;
    this.games = null;
    this.shelf = []; // what the host shares with others
    this.people = []; // whom the host can forget
    app.onLine(() => this.showNotation());
  }

  async update() {
    this.draw();
    const { api, visitor } = this.app;
    const none = Promise.resolve([]);
    try {
      [this.games, this.shelf, this.people] = await Promise.all([api("/api/saved"), visitor.host ? none : api("/api/shelf"), visitor.host && visitor.others ? api("/api/people") : none]);
      this.list();
    } catch (error) {
      this.app.toast(error);
    }
  }

  draw() {
    const { w } = this.app;
    const pasted = $("#pasted")?.value ?? "";
    const named = $("#save-name")?.value ?? "";
    const head = (key) => el("h2", {}, w(key));
    const share = el(
      "section",
      {},
      head("share"),
      el(
        "div",
        { class: "row" },
        el("button", { type: "button", id: "copy", onclick: () => this.copy(location.href) }, w("copyLink")),
        el("button", { type: "button", id: "copy-moves", onclick: () => this.copy(this.movesAsText()) }, w("copyMoves")),
        el("button", { type: "button", id: "picture", onclick: () => this.takePicture() }, w("picture")),
      ),
      el("p", { class: "quiet" }, w("shareHint")),
      el("label", { class: "field wide" }, w("notation"), el("input", { id: "notation", readonly: true, class: "code" })),
    );
    const paste = el(
      "form",
      { onsubmit: (event) => this.read(event) },
      head("paste"),
      el("textarea", { id: "pasted", rows: 2, spellcheck: "false", "aria-label": w("paste"), placeholder: w("pasteHint") }),
      el("div", { class: "row" }, el("button", { type: "submit" }, w("read"))),
    );
    const { visitor } = this.app;
    const saved = el(
      "section",
      {},
      head("saved"),
      visitor.host ? null : this.whoIsIt(),
      el(
        "form",
        { class: "row", onsubmit: (event) => this.save(event) },
        el("input", { id: "save-name", class: "grow", maxlength: 100, "aria-label": w("saveName"), placeholder: w("saveName") }),
        el("button", { type: "submit" }, w("save")),
      ),
      el("ul", { class: "saved", id: "saved" }),
      visitor.known ? el("a", { class: "link", href: "/api/export", download: "elagage.json", onclick: (event) => this.export(event) }, w("export")) : null,
    );
    const below = [];
    if (!visitor.host) below.push(el("section", {}, head("shelf"), el("ul", { class: "saved", id: "shelf" })));
    else if (visitor.others) below.push(el("section", {}, head("people"), el("ul", { class: "saved", id: "people" })));
    $("#panel-library").replaceChildren(this.app.recent.list(), share, paste, saved, ...below);
    $("#pasted").value = pasted;
    $("#save-name").value = named;
    this.showNotation();
    this.list();
  }

  showNotation() {
    const box = $("#notation");
    if (box && this.app.book?.at.position) box.value = this.app.book.at.position.notation;
  }

  /** What one is called, and the way to another name. */
  whoIsIt() {
    const { w, visitor } = this.app;
    const ask = () => visitor.ask();
    return el(
      "div",
      { class: "row", id: "who-is-it" },
      el("span", { class: "grow" }, visitor.known ? w("whoYou", { name: visitor.name }) : w("whoNobody")),
      el("button", { type: "button", class: "small", onclick: ask }, w(visitor.known ? "whoChange" : "whoGive")),
    );
  }

  list() {
    const { w, visitor } = this.app;
    if (!$("#saved") || !this.games) return;
    const name = (game, where) =>
      el("button", { type: "button", class: "plain grow", onclick: () => this.open(game, where) }, el("b", {}, game.name), el("span", { class: "quiet" }, ` ${game.game}${game.damaged ? ` – ${w("damaged")}` : ""}`));
    const small = (key, label, called, path, method = "DELETE") =>
      el("button", { type: "button", class: "small", "data-path": path, "aria-label": w(label, { name: called }), onclick: () => this.change(path, method, called) }, w(key));
    const row = (first, ...actions) => el("li", {}, first, el("span", { class: "actions" }, ...actions));
    const fill = (id, entries, none) => $(id)?.replaceChildren(...(entries.length ? entries : [el("li", { class: "quiet" }, w(none))]));
    const shelf = ({ id, name, shared }) => (shared ? small("shelfOff", "shelfOffNamed", name, `shelf/${id}`) : small("shelfOn", "shelfOnNamed", name, `shelf/${id}`, "PUT"));
    const shares = visitor.host && visitor.others;
    fill("#saved", this.games.map((game) => row(name(game, "saved"), shares && !game.damaged ? shelf(game) : null, small("delete", "deleteNamed", game.name, `saved/${game.id}`))), "noneSaved");
    fill("#shelf", this.shelf.map((game) => row(name(game, "shelf"))), "noneShared");
    const person = (one) => el("span", { class: "grow" }, el("b", {}, one.name), el("span", { class: "quiet" }, ` ${w("gamesOf", { number: one.games })}`));
    fill("#people", this.people.map((one) => row(person(one), small("forget", "forgetNamed", one.name, `people/${one.id}`))), "nobodyCame");
  }

  /** The line one stands on, as it can be pasted anywhere: "1. f5 d6 2. c3". */
  movesAsText() {
    const moves = this.app.book.current.slice(1).map(({ move }) => move);
    return moves.map((move, index) => (index % 2 ? move : `${index / 2 + 1}. ${move}`)).join(" ");
  }

  takePicture() {
    const { book } = this.app;
    keepFile(new Blob([book.at.position.board.svg], { type: "image/svg+xml" }), `${book.game.replace(/\W+/g, "-")}.svg`);
  }

  async export(event) {
    event.preventDefault();
    try {
      const everything = await this.app.api("/api/export");
      keepFile(new Blob([JSON.stringify(everything, null, 1)], { type: "application/json" }), "elagage.json");
    } catch (error) {
      this.app.toast(error);
    }
  }

  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.app.toast(this.app.w("copied"));
    } catch {
      this.app.toast(text); // no clipboard here: at least it can be seen and selected
    }
  }

  async read(event) {
    event.preventDefault();
    if (await this.take($("#pasted").value)) $("#pasted").value = "";
  }

  /** Open what somebody wrote down elsewhere; gives whether that could be done. */
  async take(text) {
    const { app } = this;
    try {
      const { line } = await app.api("/api/read", { game: app.book.game, text });
      const book = new Notebook(line.game, line.position);
      let node = book.root;
      for (const move of line.moves) node = node.child(move);
      book.go(node);
      return await app.open(book);
    } catch (error) {
      app.toast(error);
      return false;
    }
  }

  async save(event) {
    event.preventDefault();
    const { app } = this;
    if (!app.visitor.known && !(await app.visitor.ask())) return;
    const name = $("#save-name").value.trim() || `${app.t(app.game.title)}, ${new Date().toLocaleDateString(app.lang())}`;
    try {
      await app.api("/api/saved", { name, game: app.book.game, record: app.book.record });
      app.toast(app.w("savedIt"));
      $("#save-name").value = "";
      this.update();
    } catch (error) {
      app.toast(error);
    }
  }

  async open(game, where) {
    try {
      const { record } = await this.app.api(`/api/${where}/${encodeURIComponent(game.id)}`);
      await this.app.open(Notebook.fromRecord(record));
    } catch (error) {
      this.app.toast(error);
    }
  }

  /** Do something to what is listed; whoever uses the keys stays where they were. */
  async change(path, method, name) {
    if (path.startsWith("people/") && !confirm(this.app.w("forgetSure", { name }))) return;
    try {
      await this.app.api(`/api/${path}`, undefined, method);
      await this.update();
      ($(`[data-path="${path}"]`) ?? $("#save-name")).focus({ preventScroll: true });
    } catch (error) {
      this.app.toast(error);
    }
  }
}

/** Let the reader keep a file. */
function keepFile(file, name) {
  const link = el("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
