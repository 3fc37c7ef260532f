// Shortest paths on a grid that one draws: walls and weights by mouse, finger or keys, explored step by step, the algorithms side by side.
import { STALE, barred, button, choice, link, newest, problem, rested, speaker, stepper, tableOf } from "./stepper.js";
import { fillBoth } from "../messages.js";
import { PATHS, PATH_LEGEND, STATE_COLUMN, WORDS } from "./views_words.js";

const SIDE = 30, TOOLS = ["wall", "weight", "erase", "start", "goal"], LETTER = { start: "S", goal: "G" };
const FIRST = [
  "...............", "..###..........", "....#....###...", ".S..#......#...", "....#..5...#.G.",
  "....#.555..#...", "..###..5.......", ".....#.........", "...............",
];
const middle = (number) => 2 + (number + 0.5) * SIDE;
const TINY = 5, WIDEST = 40, HIGHEST = 30;

export function mount(container, app) {
  const ui = speaker(app, container), { h, t } = ui, fresh = newest(), freshTable = newest();
  let rows = shared() ?? FIRST.map((row) => [...row]), ways = 4, algorithm = "astar", tool = "wall", weight = "5";
  let cursor = [1, 1], painting = null, past = [];
  const wish = new URLSearchParams(location.search);
  if (wish.get("ways") === "8") ways = 8;
  if (PATHS.some(([name]) => name === wish.get("by"))) algorithm = wish.get("by");
  const wrong = h("p", { class: "v-wrong", role: "alert" }), told = h("p", { class: "v-told", role: "status" });
  const runner = choice(ui, "algorithm", PATHS, algorithm, (name) => { algorithm = name; run(Infinity); });
  const direction = choice(ui, "ways", [["4", "4"], ["8", "8"]], `${ways}`, (number) => { ways = Number(number); changed(); });
  const tools = TOOLS.map((name) => h("button", {
    type: "button", class: "v-tool", "data-tool": name, "aria-pressed": "false", t: name, on: { click: () => pick(name) },
  }));
  const amount = choice(ui, "weightOf", [2, 3, 4, 5, 6, 7, 8, 9].map((number) => [`${number}`, `${number}`]), weight, (number) => { weight = number; pick("weight"); });
  const undo = button(ui, "undo", () => { if (past.length) { rows = past.pop(); changed(false); } });
  const table = h("div", { class: "v-scroll", tabindex: "0", role: "region", label: "pathCompare" }), figure = h("div", { class: "v-result" });
  const size = h("span", { class: "v-group", role: "group", label: "size" },
    h("button", { type: "button", class: "v-button", label: "smaller", on: { click: () => resize(-2) } }, "−"),
    h("button", { type: "button", class: "v-button", label: "larger", on: { click: () => resize(2) } }, "+"));
  container.replaceChildren(h("div", { class: "v-view" }, h("h2", { t: "pathsTitle" }), h("p", { class: "v-lead", t: "pathsLead" }),
    h("div", { class: "v-bar" }, runner.box, direction.box, h("span", { class: "v-group", role: "group", label: "tools" }, ...tools), amount.box,
      h("span", { class: "v-gap" }), undo, button(ui, "clear", clear), button(ui, "maze", maze), size, button(ui, "share", share)), told, wrong, figure,
    h("p", { class: "v-keys", t: "pathKeys" }),
    h("section", { class: "v-panel" }, h("h3", { t: "pathCompare" }), h("p", { class: "v-lead", t: "pathCompareLead" }), table)));
  const steps = stepper(figure, ui, { keep: true, prepare });
  const compareSoon = rested(compare, 400);
  let counted = null;
  ui.onLanguage(() => { showTable(); if (steps.view()) run(); });

  function pick(name) {
    tool = name;
    for (const item of tools) item.setAttribute("aria-pressed", String(item.dataset.tool === name));
  }
  const place = (letter) => { const y = rows.findIndex((row) => row.includes(letter)); return y < 0 ? null : [rows[y].indexOf(letter), y]; };
  const texts = () => rows.map((row) => row.join(""));

  // Changes

  function changed(keepPast = true) {
    if (keepPast && past.length > 200) past.shift();
    undo.disabled = !past.length;
    ui.mark(told, { text: { en: "", fr: "" } });
    run();
    compareSoon();
  }
  const snapshot = () => past.push(rows.map((row) => [...row]));
  function apply(x, y, what) {
    const old = rows[y]?.[x];
    if (old === undefined || (old === "S" || old === "G") && !LETTER[what]) return false;
    const next = LETTER[what] ?? { wall: "#", weight, erase: "." }[what];
    if (old === next) return false;
    if (LETTER[what]) {
      if (old === "S" || old === "G") return false;
      const [fromX, fromY] = place(next);
      rows[fromY][fromX] = ".";
    }
    rows[y][x] = next;
    return true;
  }
  function clear() {
    snapshot();
    rows = rows.map((row) => row.map((cell) => (cell === "S" || cell === "G" ? cell : ".")));
    changed();
  }
  function resize(by) {
    const width = Math.max(TINY, Math.min(WIDEST, rows[0].length + by)), height = Math.max(TINY, Math.min(HIGHEST, rows.length + by));
    snapshot();
    const next = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => rows[y]?.[x] ?? "."));
    for (const [letter, x, y] of [["S", 0, 0], ["G", width - 1, height - 1]]) if (!next.some((row) => row.includes(letter))) next[y][x] = letter;
    rows = next;
    cursor = [Math.min(cursor[0], width - 1), Math.min(cursor[1], height - 1)];
    changed();
  }
  // A maze: walks that turn back where they are stuck, and some walls taken away, so that there is a choice of ways.
  function maze() {
    snapshot();
    const width = rows[0].length | 1, height = rows.length | 1, grid = Array.from({ length: height }, () => Array(width).fill("#"));
    const any = (count) => Math.floor(Math.random() * count), stack = [[1, 1]];
    grid[1][1] = ".";
    while (stack.length) {
      const [x, y] = stack.at(-1);
      const within = (x, y) => x > 0 && y > 0 && x < width - 1 && y < height - 1;
      const free = [[2, 0], [-2, 0], [0, 2], [0, -2]].filter(([dx, dy]) => within(x + dx, y + dy) && grid[y + dy][x + dx] === "#");
      if (!free.length) { stack.pop(); continue; }
      const [dx, dy] = free[any(free.length)];
      grid[y + dy / 2][x + dx / 2] = grid[y + dy][x + dx] = ".";
      stack.push([x + dx, y + dy]);
    }
    for (let count = Math.round((width * height) / 30); count > 0; count -= 1) grid[1 + any(height - 2)][1 + any(width - 2)] = ".";
    grid[1][1] = "S";
    grid[height - 2][width - 2] = "G";
    rows = grid;
    cursor = [1, 1];
    changed();
  }

  // The figure: one shape a cell, named as in the figure pages, so that the steps find them.

  function picture() {
    const width = rows[0].length, height = rows.length;
    const svg = h("svg:svg", {
      viewBox: `0 0 ${width * SIDE + 4} ${height * SIDE + 4}`, role: "grid", tabindex: "0", class: "grid",
      "aria-rowcount": `${height}`, "aria-colcount": `${width}`,
    });
    const labels = [];
    rows.forEach((row, y) => {
      const line = h("svg:g", { role: "row" });
      row.forEach((cell, x) => {
        const id = `c${x}-${y}`, wall = cell === "#";
        line.append(h("svg:rect", {
          id, role: "gridcell", "aria-label": named(x, y), x: 3 + x * SIDE, y: 3 + y * SIDE, width: SIDE - 2, height: SIDE - 2, rx: 3,
          fill: wall ? "#3d4551" : "#ffffff", stroke: wall ? "#3d4551" : "#d5dae1",
        }));
        if (/[2-9]/.test(cell)) labels.push(h("svg:text", { x: 8 + x * SIDE, y: 13 + y * SIDE, "font-size": "9", fill: "#57606a" }, cell));
        if (wall || cell === "S" || cell === "G") return;
        labels.push(h("svg:text", { id: `t${id}`, x: middle(x), y: middle(y) + 4, "font-size": "10", "text-anchor": "middle", fill: "#222222" }));
      });
      svg.append(line);
    });
    return { svg, labels };
  }
  const named = (x, y) => t("cellIs", { x: x + 1, y: y + 1, what: what(rows[y][x]) });
  const what = (cell) => (cell === "#" ? t("wall") : cell === "S" ? t("start") : cell === "G" ? t("goal") : cell === "." ? t("free") : t("costs", { cell }));
  function figureOf(path) {
    const { svg, labels } = picture();
    const quiet = { "aria-hidden": "true", "pointer-events": "none", "font-family": "DejaVu Sans, Arial, sans-serif" };
    const points = (path ?? []).map(([y, x]) => `${middle(x)},${middle(y)}`).join(" ");
    const round = { "stroke-width": "6", "stroke-linejoin": "round", "stroke-linecap": "round" };
    svg.append(h("svg:g", quiet, h("svg:polyline", { id: "path", points, fill: "none", stroke: "#eb9a63", ...round }), ...labels));
    for (const [letter, fill, said] of [["S", "#1a7f37", t("startLetter")], ["G", "#b54708", t("goalLetter")]]) {
      const [x, y] = place(letter).map(middle), white = { "font-size": "14", "font-weight": "bold", "text-anchor": "middle", fill: "#ffffff" };
      svg.append(h("svg:g", quiet, h("svg:circle", { cx: x, cy: y, r: 11, fill }), h("svg:text", { x, y: y + 5, ...white }, said)));
    }
    svg.append(h("svg:rect", { class: "cursor", width: SIDE, height: SIDE, rx: 4, fill: "none", "aria-hidden": "true", "pointer-events": "none" }));
    return svg;
  }
  function prepare(root) {
    const svg = root.querySelector("svg.grid");
    svg.addEventListener("pointerdown", down);
    svg.addEventListener("pointermove", move);
    svg.addEventListener("pointerup", up);
    svg.addEventListener("pointercancel", up);
    svg.addEventListener("keydown", keys);
    point(svg);
  }
  const cellAt = (svg, event) => {
    const frame = svg.getBoundingClientRect(), scale = (rows[0].length * SIDE + 4) / frame.width;
    return [Math.floor(((event.clientX - frame.left) * scale - 2) / SIDE), Math.floor(((event.clientY - frame.top) * scale - 2) / SIDE)];
  };
  function down(event) {
    if (event.button) return;
    const svg = event.currentTarget, [x, y] = cellAt(svg, event), cell = rows[y]?.[x];
    if (cell === undefined) return;
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    snapshot();
    const what = cell === "S" ? "start" : cell === "G" ? "goal" : (tool === "wall" && cell === "#") || (tool === "weight" && cell === weight) ? "erase" : tool;
    painting = { what, from: [x, y], did: false };
    cursor = [x, y];
    svg.focus({ preventScroll: true });
    point(svg);
    paint(svg, x, y);
  }
  function paint(svg, x, y) {
    if (!apply(x, y, painting.what)) return;
    painting.did = true;
    const shape = svg.querySelector(`#c${x}-${y}`);
    shape.removeAttribute("class");
    shape.setAttribute("fill", { wall: "#3d4551", weight: "#efe7d2", erase: "#ffffff", start: "#a9d9b5", goal: "#f3c3a0" }[painting.what]);
    if (LETTER[painting.what]) { svg.querySelector(`#c${painting.from[0]}-${painting.from[1]}`).setAttribute("fill", "#ffffff"); painting.from = [x, y]; }
  }
  // A quick hand skips cells: those between are painted too.
  function move(event) {
    if (!painting) return;
    const svg = event.currentTarget, [x, y] = cellAt(svg, event), [fromX, fromY] = cursor;
    const count = Math.max(Math.abs(x - fromX), Math.abs(y - fromY));
    for (let number = 1; number <= count; number += 1) paint(svg, Math.round(fromX + ((x - fromX) * number) / count), Math.round(fromY + ((y - fromY) * number) / count));
    if (count && rows[y]?.[x] !== undefined) { cursor = [x, y]; point(svg); }
  }
  function up() {
    if (!painting) return;
    if (painting.did) changed(); else past.pop();
    painting = null;
  }
  function point(svg) {
    const [x, y] = cursor, mark = svg.querySelector(".cursor");
    mark.setAttribute("x", 2 + x * SIDE);
    mark.setAttribute("y", 2 + y * SIDE);
    svg.setAttribute("aria-activedescendant", `c${x}-${y}`);
  }
  function keys(event) {
    if (event.ctrlKey && event.key === "z") { undo.click(); event.preventDefault(); return; }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const svg = event.currentTarget, by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const key = event.key.toLowerCase();
    if (by) {
      cursor = [Math.max(0, Math.min(rows[0].length - 1, cursor[0] + by[0])), Math.max(0, Math.min(rows.length - 1, cursor[1] + by[1]))];
      point(svg);
    } else {
      const here = rows[cursor[1]][cursor[0]];
      let wish = { s: "start", g: "goal", "#": "wall", delete: "erase", backspace: "erase", ".": "erase" }[key];
      if (key === " " || key === "enter") wish = tool === "wall" && here === "#" ? "erase" : tool;
      if (/^[2-9]$/.test(key)) { weight = amount.select.value = key; wish = "weight"; }
      if (!wish) return;
      snapshot();
      if (apply(...cursor, wish)) changed(); else past.pop();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // The search

  // Without a path the server gives no steps: they are what it looked at, and that it ended in vain.
  function inVain({ expanded, words }) {
    const ids = expanded.map(([y, x]) => `c${x}-${y}`), name = ([y, x]) => `(${x},${y})`;
    const taken = expanded.map((cell) => fillBoth(WORDS.takeOut, { name: name(cell) }));
    const steps = ids.map((id, number) => [taken[number].en, taken[number].fr, 0,
      [...(number ? [[ids[number - 1], "class", "s-closed"]] : []), [id, "class", "s-current"]], [name(expanded[number])]]);
    return { steps: [...steps, [words.en, words.fr, 0, ids.length ? [[ids.at(-1), "class", "s-closed"]] : [], []]], columns: STATE_COLUMN };
  }
  async function run(goal = null) {
    const typing = steps.root.activeElement?.matches("svg.grid");
    try {
      const answer = await fresh(app.api("/api/path", { rows: texts(), ways, algorithm }));
      ui.mark(wrong, { text: answer.path ? { en: "", fr: "" } : answer.words });
      if (painting) return;
      const view = answer.path ? answer : inVain(answer);
      await steps.show({ title: WORDS.grid, legend: PATH_LEGEND, ...view, classes_css: (view.classes_css ?? "") + CSS, svg: figureOf(answer.path) }, goal);
      if (typing) steps.root.querySelector("svg.grid").focus({ preventScroll: true });
    } catch (error) {
      if (error === STALE) return;
      ui.mark(wrong, { text: problem(error) });
      if (!steps.view() || !painting) await steps.show({ title: WORDS.grid, classes_css: CSS, steps: [], svg: figureOf([]) });
      if (typing) steps.root.querySelector("svg.grid").focus({ preventScroll: true });
    }
  }
  async function compare() {
    try {
      counted = await freshTable(Promise.all(PATHS.map(async ([name, title]) => {
        const started = texts();
        try { return { ...(await app.api("/api/path", { rows: started, ways, algorithm: name })), name, title }; } catch { return { name, title, path: [] }; }
      })));
      showTable();
    } catch (error) { if (error !== STALE) throw error; }
  }
  function showTable() {
    if (!counted) return;
    const number = (value) => (typeof value === "number" ? value.toLocaleString(ui.lang(), { maximumFractionDigits: 2 }) : "–");
    const expanded = (row) => row.counts?.expanded ?? row.expanded?.length;
    const least = Math.min(...counted.filter((row) => row.path?.length).map((row) => row.cost)), most = Math.max(1, ...counted.map((row) => expanded(row) ?? 0));
    const body = counted.map((row) => {
      const found = row.path?.length, best = found && row.cost <= least + 1e-9;
      return [
        link(ui, row.title, () => { runner.select.value = algorithm = row.name; run(Infinity); }),
        barred(ui, expanded(row), most, number(expanded(row))), number(row.counts?.generated), found ? number(found - 1) : "–",
        [best ? h("span", { class: "v-best", t: "least" }) : "", found ? number(row.cost) : "–"],
      ];
    });
    table.replaceChildren(tableOf(ui, ["algorithm", "expanded", "generated", "pathSteps", "cost"], body, ["generated"]));
  }

  // The address

  function shared() {
    const text = new URLSearchParams(location.search).get("grid");
    const grid = text?.split("/").map((row) => [...row.replaceAll("x", "#")]);
    const whole = text?.replaceAll("/", "");
    if (!grid || grid.some((row) => row.length !== grid[0].length) || !/^[.#xSG1-9]+$/.test(whole)) return null;
    return whole.length <= 2500 && ["S", "G"].every((letter) => whole.split(letter).length === 2) ? grid : null;
  }
  async function share() {
    history.replaceState(history.state, "", `?grid=${texts().join("/").replaceAll("#", "x")}&ways=${ways}&by=${algorithm}${location.hash}`);
    try { await navigator.clipboard.writeText(location.href); } catch { /* the address holds it all the same */ }
    ui.mark(told, { text: WORDS.sharedNow });
  }
  pick("wall");
  undo.disabled = true;
  run(Infinity);
  compare();
  return { update() {}, unmount() { steps.end(); ui.end(); container.replaceChildren(); } };
}
const CSS = `
.s-open { fill: #fff3c9; stroke: #8a6d00; stroke-width: 1.4; stroke-dasharray: 3 2; }
.s-closed { fill: #cfe4f4; stroke: #2f6f9c; }
.s-current { fill: #ffd59b; stroke: #16191d; stroke-width: 3; }
.s-path { fill: #f8d3b8; stroke: #b54708; stroke-width: 2.4; }
.card #path:not(.s-shown) { display: none; }
.card svg.grid { touch-action: none; cursor: crosshair; outline-offset: 1px; user-select: none; }
.cursor { stroke: none; }
svg.grid:focus-visible .cursor { stroke: #0a5ea8; stroke-width: 3.5; }
`;
