// Who sits before the page: the host at the server's own machine, or somebody who says a name, once.
import { api } from "./connection.js";
import { $, el } from "./dom.js";

const MOST = 40; // characters

export class Visitor {
  constructor(app) {
    this.app = app;
    this.host = true;
    this.name = null;
    this.others = false; // can other machines come?
  }

  /** Is there somebody for whom things are kept? */
  get known() {
    return this.host || this.name !== null;
  }

  take({ host, name, others }) {
    Object.assign(this, { host, name, others });
  }

  /** Ask the server who it is. */
  async meet() {
    this.take(await api("/api/me"));
  }

  /** Ask for a name, the first or another one; gives whether one was given. */
  ask() {
    if (this.host || $("#who")) return Promise.resolve(this.known);
    const { w } = this.app;
    const field = el("input", {
      id: "who-name", name: "name", required: true, maxlength: MOST, autocomplete: "nickname", spellcheck: "false", autofocus: true,
      value: this.name ?? "", "aria-describedby": "who-about who-wrong",
    });
    const wrong = el("p", { id: "who-wrong", class: "wrong", role: "alert" });
    const box = el(
      "dialog",
      { id: "who", class: "who", "aria-labelledby": "who-title" },
      el(
        "form",
        {},
        el("h2", { id: "who-title" }, w("whoTitle")),
        el("p", { id: "who-about", class: "quiet" }, w("whoAbout")),
        el("label", { class: "field wide" }, w("whoName"), field),
        wrong,
        el(
          "div",
          { class: "row" },
          el("button", { type: "submit", class: "first" }, w("goOn")),
          el("button", { type: "button", onclick: () => box.close() }, w(this.known ? "whoKeep" : "whoLater")),
        ),
      ),
    );
    return new Promise((resolve) => {
      let given = false;
      box.addEventListener("submit", async (event) => {
        event.preventDefault();
        wrong.textContent = "";
        try {
          await this.give(field.value);
          given = true;
          box.close();
        } catch (error) {
          wrong.textContent = this.app.t(error.pair ?? error.message);
          field.focus();
        }
      });
      box.addEventListener("close", () => {
        box.remove();
        resolve(given);
      });
      document.body.append(box);
      box.showModal();
      field.select();
    });
  }

  /** Give the server a name; it may add a number to it. */
  async give(name) {
    const { app } = this;
    const first = !this.known;
    const answer = await api("/api/me", { name });
    this.take(answer);
    if (first) {
      app.socket.renew(); // the one that is open knows nobody
      app.keep();
    }
    app.toast(answer.told ?? app.w("whoYou", { name: answer.name }), Boolean(answer.told));
    app.library.update();
  }
}
