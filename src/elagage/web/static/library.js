// Keeping and sharing: the link, pasted notations, games saved on this machine.
import { $, el } from "./dom.js";
import { Notebook } from "./notebook.js";

export class Library {
  constructor(app) {
    this.app = app;
    this.games = null;
    app.onLine(() => this.showNotation());
  }

  async update() {
    this.draw();
    try {
      const answer = await this.app.api("/api/saved");
      this.games = answer.games ?? answer.saved ?? answer;
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
      el("div", { class: "row" }, el("button", { type: "button", id: "copy", onclick: () => this.copy(location.href) }, w("copyLink"))),
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
    const saved = el(
      "section",
      {},
      head("saved"),
      el(
        "form",
        { class: "row", onsubmit: (event) => this.save(event) },
        el("input", { id: "save-name", class: "grow", maxlength: 100, "aria-label": w("saveName"), placeholder: w("saveName") }),
        el("button", { type: "submit" }, w("save")),
      ),
      el("ul", { class: "saved", id: "saved" }),
      el("a", { class: "link", href: "/api/export", download: "elagage.json" }, w("export")),
    );
    $("#panel-library").replaceChildren(share, paste, saved);
    $("#pasted").value = pasted;
    $("#save-name").value = named;
    this.showNotation();
    this.list();
  }

  showNotation() {
    const box = $("#notation");
    if (box && this.app.book?.at.position) box.value = this.app.book.at.position.notation;
  }

  list() {
    const { w } = this.app;
    const list = $("#saved");
    if (!list || !this.games) return;
    list.replaceChildren(
      ...this.games.map((game) =>
        el(
          "li",
          {},
          el("button", { type: "button", class: "plain grow", onclick: () => this.open(game) }, el("b", {}, game.name), el("span", { class: "quiet" }, ` ${game.game}`)),
          el("button", { type: "button", class: "small", "aria-label": w("deleteNamed", { name: game.name }), onclick: () => this.remove(game) }, w("delete")),
        ),
      ),
    );
    if (!this.games.length) list.append(el("li", { class: "quiet" }, w("noneSaved")));
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
    const { app } = this;
    try {
      const { line } = await app.api("/api/read", { game: app.book.game, text: $("#pasted").value });
      const book = new Notebook(line.game, line.position);
      let node = book.root;
      for (const move of line.moves) node = node.child(move);
      book.go(node);
      if (await app.open(book)) $("#pasted").value = "";
    } catch (error) {
      app.toast(error);
    }
  }

  async save(event) {
    event.preventDefault();
    const { app } = this;
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

  async open(game) {
    try {
      const record = game.record ?? (await this.app.api(`/api/saved/${encodeURIComponent(game.id)}`)).record;
      await this.app.open(Notebook.fromRecord(record));
    } catch (error) {
      this.app.toast(error);
    }
  }

  async remove(game) {
    try {
      await this.app.api(`/api/saved/${encodeURIComponent(game.id)}`, undefined, "DELETE");
      this.update();
    } catch (error) {
      this.app.toast(error);
    }
  }
}
