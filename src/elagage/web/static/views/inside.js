// Inside a search: the tree of the current position step by step, the algorithms compared on it, and what the heuristic sees.
import { STALE, barred, choice, link, newest, problem, speaker, stepper, tableOf } from "./stepper.js";
import { ALGORITHMS } from "./views_words.js";

const DEPTHS = [1, 2, 3, 4, 5, 6].map((depth) => [`${depth}`, `${depth}`]);

export function mount(container, app) {
  const ui = speaker(app, container), { h, t } = ui, freshTree = newest(), freshTable = newest(), freshParts = newest();
  let algorithm = "alphabeta", depth = 2, asked = "";
  const what = choice(ui, "algorithm", ALGORITHMS, algorithm, (name) => { algorithm = name; draw(); });
  const how = choice(ui, "depth", DEPTHS, `${depth}`, (number) => { depth = Number(number); draw(); compare(); });
  const busy = h("p", { class: "v-told", role: "status" }), wrong = h("p", { class: "v-wrong", role: "alert" });
  const figure = h("div", { class: "v-result" }), table = h("div", { class: "v-scroll", tabindex: "0", role: "region", label: "compareTitle" });
  const parts = h("div", { class: "v-parts" });
  container.replaceChildren(h("div", { class: "v-view" },
    h("h2", { t: "insideTitle" }), h("p", { class: "v-lead", t: "insideLead" }),
    h("div", { class: "v-bar" }, what.box, how.box, busy), wrong, figure,
    h("div", { class: "v-two" },
      h("section", { class: "v-panel" }, h("h3", { t: "compareTitle" }), h("p", { class: "v-lead", t: "compareLead" }), table),
      h("section", { class: "v-panel" }, h("h3", { t: "explainTitle" }), h("p", { class: "v-lead", t: "explainLead" }), parts))));
  const steps = stepper(figure, ui);
  let rows = null, explanation = null, place = null;
  ui.onLanguage(() => { showRows(); showParts(); });

  async function draw() {
    busy.textContent = t("searching");
    try {
      const view = await freshTree(app.api("/api/tree", { ...app.line(), algorithm, depth, options: {} }));
      ui.mark(wrong, { text: "" });
      await steps.show(view);
      busy.textContent = "";
    } catch (error) {
      if (error === STALE) return;
      busy.textContent = "";
      steps.clear();
      ui.mark(wrong, { text: problem(error) });
    }
  }
  async function compare() {
    rows = null;
    try {
      rows = (await freshTable(app.api("/api/compare", { ...app.line(), depth }))).rows;
      showRows();
    } catch (error) { if (error !== STALE) table.replaceChildren(h("p", { class: "v-wrong", pair: problem(error) })); }
  }
  async function explain() {
    explanation = null;
    try {
      const line = app.line();
      [explanation, { board: place }] = await freshParts(Promise.all([app.api("/api/explain", line), app.api("/api/position", line).catch(() => ({}))]));
      showParts();
    } catch (error) { if (error !== STALE) parts.replaceChildren(h("p", { class: "v-wrong", pair: problem(error) })); }
  }

  // The table; the bar beside a number of nodes says the same to the eye.

  function showRows() {
    if (!rows) return;
    const most = Math.max(1, ...rows.map((row) => row.nodes ?? 0));
    const number = (value) => (value === null || value === undefined ? "–" : value.toLocaleString(ui.lang()));
    const heads = ["algorithm", "value", "nodes", "leaves", "cuts", "hits", "seconds"].filter((name) => name !== "hits" || rows.some((row) => row.hits));
    const cells = (row) => ({
      value: ui.say(row.score), nodes: number(row.nodes), leaves: number(row.leaves), cuts: number(row.cuts), hits: number(row.hits),
      seconds: row.seconds === null || row.seconds === undefined ? "–" : `${(row.seconds * 1000).toLocaleString(ui.lang(), { maximumFractionDigits: 1 })} ms`,
    });
    const body = rows.map((row) => {
      const said = cells(row), known = ALGORITHMS.find(([name]) => name === row.algorithm);
      const name = known ? link(ui, known[1], () => { what.select.value = algorithm = row.algorithm; draw(); }) : ui.say(row.algorithm);
      return [name, ...heads.slice(1).map((head) => (head === "nodes" ? barred(ui, row.nodes, most, said.nodes) : said[head]))];
    });
    table.replaceChildren(tableOf(ui, heads, body));
  }

  // The heuristic: a part with squares is drawn as a board of numbers.

  function showParts() {
    if (!explanation) return;
    const list = explanation.parts ?? [];
    if (!list.length) { parts.replaceChildren(h("p", { t: "noHeuristic" })); return; }
    const shown = list.filter((part) => part.value || list.length < 8);
    const whole = shown.map((part) => h("p", { class: "v-part-name" }, h("span", {}, ui.say(part.name)), h("strong", {}, signed(part.value))));
    const squares = list.flatMap((part) => part.squares ?? []);
    if (squares.length) whole.unshift(board(squares));
    if (explanation.total !== undefined) {
      whole.push(h("p", { class: "v-part-name v-total" }, h("span", { t: "total" }), h("strong", {}, signed(explanation.total))));
    }
    parts.replaceChildren(...whole);
  }
  function signed(value) {
    if (typeof value !== "number") return ui.say(value);
    return (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value).toLocaleString(ui.lang(), { maximumFractionDigits: 2 });
  }
  // All parts on one board: what each square adds.
  function board(parts) {
    const sums = new Map();
    for (const { row, column, value } of parts) sums.set(`${row} ${column}`, { row, column, value: (sums.get(`${row} ${column}`)?.value ?? 0) + value });
    const squares = [...sums.values()];
    const rows = Math.max(place?.rows ?? 0, ...squares.map((square) => square.row + 1));
    const columns = Math.max(place?.columns ?? 0, ...squares.map((square) => square.column + 1));
    const told = squares.filter((square) => square.value).map((square) => `${square.row + 1}, ${square.column + 1} : ${signed(square.value)}`);
    const most = Math.max(1e-9, ...squares.map((square) => Math.abs(square.value)));
    const side = 34, svg = h("svg:svg", {
      class: "v-squares", viewBox: `-1 -1 ${columns * side + 2} ${rows * side + 2}`, role: "img", width: `${Math.min(340, columns * 60)}`,
      "aria-label": `${t("explainTitle")} : ${told.join(" ; ")}`,
    });
    for (let row = 0; row < rows; row += 1) for (let column = 0; column < columns; column += 1) {
      svg.append(h("svg:rect", { x: column * side, y: row * side, width: side, height: side, class: "v-square" }));
    }
    for (const { row, column, value } of squares) {
      if (!value) continue;
      const kind = value > 0 ? "v-for" : "v-against", opacity = `${0.2 + (0.6 * Math.abs(value)) / most}`;
      svg.append(h("svg:rect", { x: column * side + 1, y: row * side + 1, width: side - 2, height: side - 2, rx: 3, class: kind, opacity }),
        h("svg:text", { x: (column + 0.5) * side, y: (row + 0.5) * side + 4, class: "v-square-text" }, signed(value)));
    }
    return svg;
  }

  function all(force = false) {
    const line = JSON.stringify(app.line());
    if (line === asked && !force) return;
    asked = line;
    draw();
    compare();
    explain();
  }
  const stop = app.onLine?.(() => { if (container.isConnected && !container.hidden && container.getClientRects().length) all(); });
  all(true);
  return { update: () => all(), unmount() { if (typeof stop === "function") stop(); steps.end(); ui.end(); container.replaceChildren(); } };
}
