// "Play with someone": a table is made, and its link is there to be sent.
import { $, el } from "../dom.js";
import { CLOCKS } from "../table.js";

export class Invitation {
  constructor(app, together) {
    Object.assign(this, { app, together });
    $("#with-others").addEventListener("click", () => this.open());
  }

  begin() {
    $("#with-others").hidden = false;
  }

  /** Ask which side and which clock; and show the games with others that go on. */
  async open() {
    const { app } = this;
    const { w, visitor } = app;
    if ($("#invite")) return;
    if (visitor.others && !visitor.known && !(await visitor.ask())) return;
    const box = el("dialog", { id: "invite", class: "who", "aria-labelledby": "invite-title" });
    const close = () => box.close();
    const title = el("h2", { id: "invite-title" }, w("withSomeone"));
    const leave = el("button", { type: "button", onclick: close }, w("cancel"));
    const form = el("form", { onsubmit: (event) => this.make(event, box) }, title);
    if (visitor.others) form.append(...this.choices(), el("div", { class: "row" }, el("button", { type: "submit", class: "first", id: "make-table" }, w("makeTable")), leave));
    else form.append(el("p", {}, w("withNobody")), el("pre", { class: "code" }, "elagage serve --class"), el("div", { class: "row" }, leave));
    const tables = el("section", { id: "tables" });
    box.append(form, tables);
    box.addEventListener("close", () => box.remove());
    document.body.append(box);
    box.showModal();
    if (visitor.others) this.list(tables, close);
  }

  choices() {
    const { app } = this;
    const { w } = app;
    const side = el("select", { id: "invite-side" }, el("option", { value: "" }, w("byLot")), ...[0, 1].map((one) => el("option", { value: one }, app.sides.name(one))));
    const clock = el("select", { id: "invite-clock" }, ...CLOCKS.map((each) => el("option", { value: each }, app.table.clockName(each))));
    clock.value = CLOCKS.includes(app.settings.clock) ? app.settings.clock : "";
    const begun = app.book.at.ply > 0 && !app.book.at.position?.over;
    const here = el("label", { class: "field" }, el("input", { type: "checkbox", id: "invite-here" }), w("fromHere"));
    return [
      el("p", { class: "quiet" }, w("withAbout")),
      el("p", {}, el("b", {}, app.t(app.game.title))),
      el("label", { class: "field" }, w("yourSide"), side),
      el("label", { class: "field" }, w("clock"), clock),
      begun ? here : "",
    ];
  }

  async make(event, box) {
    event.preventDefault();
    const { app } = this;
    const side = $("#invite-side").value;
    const [seconds, more] = $("#invite-clock").value.split("+").map(Number);
    const moves = $("#invite-here")?.checked ? app.book.at.moves : [];
    try {
      const { table } = await app.api("/api/tables", {
        game: app.book.game, position: app.book.position, moves, side: side === "" ? null : Number(side), seconds: seconds || null, more: more || 0,
      });
      box.close();
      await this.together.table.join(table, false);
      $("#invite-link")?.select();
    } catch (error) {
      app.toast(error);
    }
  }

  /** One's own tables, each a button that leads there. */
  async list(into, close) {
    const { app } = this;
    const { w } = app;
    const { tables } = await app.api("/api/tables").catch(() => ({ tables: [] }));
    if (!tables.length) return;
    const rows = tables.map(({ table, game, moves, other, ended, turn }) => {
      const told = [other ? w("tableWith", { name: nameOf(app, other) }) : w("tableAlone"), w("movesMade", { number: moves }), ended ? w("tableEnded") : turn ? w("tableTurn") : ""];
      const go = () => {
        close();
        this.together.table.join(table, false);
      };
      return el("li", {}, el("button", { type: "button", class: "plain grow", onclick: go }, el("b", {}, game), el("span", { class: "quiet" }, ` ${told.filter(Boolean).join(", ")}`)));
    });
    into.append(el("h2", {}, w("yourTables")), el("ul", { class: "saved" }, ...rows));
  }
}

/** What somebody is called. */
export const nameOf = (app, person) => person.name || app.w("theHost");

/** The address of a table for others: the one of the server with its token, and the table's name. */
export async function linkTo(app, table) {
  const { invitation } = await app.api("/api/tables");
  return `${invitation ?? location.origin + "/"}#table=${table}`;
}
