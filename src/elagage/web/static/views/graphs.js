// Games on graphs: drawn or pasted, and the attractor of a target that grows rank by rank.
import { STALE, button, choice, newest, problem, rested, speaker, stepper } from "./stepper.js";
import { fillBoth } from "../messages.js";
import { ATTRACTOR, GRAPHS, GRAPH_COLUMNS, GRAPH_LEGEND, PLAYERS, WORDS } from "./views_words.js";

const WIDTH = 620, HEIGHT = 360, RADIUS = 20;
const RESULTS = { "+1": "+1", 1: "+1", max: "+1", "-1": "−1", "−1": "−1", min: "−1", 0: "0", draw: "0" };
const NAME = /^[^\s,:#]+$/;

// Our text format, for the drawing: a list of {name, who: max, min or end, to, result}; null where it is not ours, and the server then judges it.
export function parseGraph(text) {
  const list = [], known = new Map();
  const vertex = (name) => {
    if (!known.has(name)) { known.set(name, { name, who: "end", to: [], result: "0", given: false }); list.push(known.get(name)); }
    return known.get(name);
  };
  for (const written of text.split(/\r?\n/)) {
    const line = written.replace(/#.*/, "").trim();
    if (!line) continue;
    const parts = /^([^\s,:]+)(?:\s+(max|min))?\s*:(.*)$/i.exec(line);
    if (!parts || parts[3].includes(":")) return null;
    const here = vertex(parts[1]), words = parts[3].replaceAll(",", " ").split(/\s+/).filter(Boolean);
    if (here.given) return null;
    here.given = true;
    if (parts[2]) { here.who = parts[2].toLowerCase(); here.to = words; } else {
      if (words.length !== 1 || !(words[0].toLowerCase() in RESULTS)) return null;
      here.result = RESULTS[words[0].toLowerCase()];
    }
  }
  for (const { to } of [...list]) to.forEach(vertex);
  return list.length ? list : null;
}
const graphLine = ({ name, who, to, result }) => (who === "end" ? `${name}: ${result.replace("−", "-")}` : `${name} ${who}: ${to.join(" ")}`);
const graphText = (list) => list.map(graphLine).join("\n");

export function mount(container, app) {
  const ui = speaker(app, container), { h, t } = ui, fresh = newest(), places = new Map();
  let list = parseGraph(GRAPHS[0].text), target = new Set(GRAPHS[0].target), player = "max", chosen = list[0].name, joining = false, drag = null;
  const svg = h("svg:svg", { class: "v-graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "listbox", tabindex: "0", label: "graphLabel",
    on: { keydown: keys, pointerdown: down, pointermove: move, pointerup: up, pointercancel: up } });
  const area = h("textarea", { class: "v-text", rows: "9", spellcheck: "false", autocapitalize: "off", id: "v-graph-text", on: { input: typed } });
  const aim = h("input", { class: "v-input", spellcheck: "false", autocomplete: "off", on: { change: aimed } });
  const wrong = h("p", { class: "v-wrong", role: "alert" }), told = h("p", { class: "v-told", role: "status" }), figure = h("div", { class: "v-result" });
  const example = choice(ui, "example", [["", WORDS.choose], ...GRAPHS.map((each, number) => [`${number}`, each.title])], "", (number) => {
    if (number !== "") load(GRAPHS[number]);
    example.select.value = "";
  });
  const who = choice(ui, "player", PLAYERS, player, (name) => { player = name; run(); });
  const join = h("button", { type: "button", class: "v-tool", "aria-pressed": "false", t: "arc", on: { click: () => joins(!joining) } });
  const mark = h("button", { type: "button", class: "v-tool", "aria-pressed": "false", t: "inTarget", on: { click: () => toggle(chosen) } });
  container.replaceChildren(h("div", { class: "v-view" }, h("h2", { t: "graphsTitle" }), h("p", { class: "v-lead", t: "graphsLead" }),
    h("section", { class: "v-panel", label: "graphsTitle" },
      h("div", { class: "v-bar" }, example.box, h("span", { class: "v-group", role: "group", label: "addVertex" },
        ...["max", "min", "end"].map((kind) => button(ui, `add_${kind}`, () => add(kind)))), join, mark, button(ui, "delete", erase)),
      h("div", { class: "v-graph-work" },
        h("div", {}, h("div", { class: "v-canvas" }, svg), told, h("p", { class: "v-keys", t: "graphKeys" })),
        h("div", { class: "v-column" }, h("label", { class: "v-field v-wide", for: "v-graph-text" }, h("span", { t: "graphText" })), area)),
      wrong),
    h("div", { class: "v-bar" }, who.box, h("label", { class: "v-field" }, h("span", { t: "target" }), aim)), figure));
  const steps = stepper(figure, ui), runSoon = rested(run, 350);
  ui.onLanguage(draw);

  function load({ text, target: aims }) {
    area.value = text;
    list = parseGraph(text);
    target = new Set(aims);
    chosen = list[0].name;
    places.clear();
    joins(false);
    draw();
    run();
  }
  const find = (name) => list.find((vertex) => vertex.name === name);
  function changed() {
    area.value = graphText(list);
    draw();
    runSoon();
  }
  function typed() {
    const found = parseGraph(area.value);
    if (found) {
      list = found;
      target = new Set([...target].filter((name) => find(name)));
      if (!find(chosen)) chosen = list[0].name;
    }
    svg.toggleAttribute("data-stale", !found);
    draw();
    runSoon();
  }
  function aimed() {
    target = new Set(aim.value.replaceAll(",", " ").split(/\s+/).filter((name) => NAME.test(name)));
    draw();
    run();
  }
  function add(kind) {
    let number = 0;
    const name = () => (number < 26 ? String.fromCharCode(97 + number) : `v${number - 25}`);
    while (find(name())) number += 1;
    list.push({ name: name(), who: kind, to: [], result: "0" });
    chosen = name();
    changed();
    svg.focus();
  }
  function erase() {
    if (list.length < 2) return;
    list = list.filter((vertex) => vertex.name !== chosen);
    for (const vertex of list) vertex.to = vertex.to.filter((name) => name !== chosen);
    target.delete(chosen);
    places.delete(chosen);
    chosen = list[0].name;
    changed();
  }
  function toggle(name) {
    if (!target.delete(name)) target.add(name);
    draw();
    runSoon();
  }
  function joins(on) {
    joining = on;
    join.setAttribute("aria-pressed", String(on));
    svg.classList.toggle("v-joining", on);
    if (on) ui.mark(told, { text: WORDS.arcTo, values: { from: chosen } });
  }
  function connect(name) {
    const from = find(chosen);
    if (from.who === "end") from.who = "max";
    from.to = from.to.includes(name) ? from.to.filter((other) => other !== name) : [...from.to, name];
    joins(false);
    changed();
  }

  // The drawing: vertices on an oval, until they are moved

  function settle() {
    for (const name of [...places.keys()]) if (!find(name)) places.delete(name);
    list.forEach(({ name }, number) => {
      const angle = (2 * Math.PI * number) / list.length - Math.PI;
      if (!places.get(name)?.moved) places.set(name, { x: WIDTH / 2 + (WIDTH / 2 - 60) * Math.cos(angle), y: HEIGHT / 2 + (HEIGHT / 2 - 46) * Math.sin(angle) });
    });
  }
  function draw() {
    settle();
    svg.replaceChildren();
    for (const { name, to } of list) for (const goal of to) svg.append(arc(name, goal));
    list.forEach((vertex, number) => svg.append(shape(vertex, number)));
    svg.setAttribute("aria-activedescendant", `v-vertex-${list.findIndex((vertex) => vertex.name === chosen)}`);
    mark.setAttribute("aria-pressed", String(target.has(chosen)));
    aim.value = [...target].join(" ");
    if (!joining) told.textContent = find(chosen) ? t("chosenNode", { node: spoken(find(chosen)) }) : "";
  }
  function spoken({ name, who: kind, to, result }) {
    const told = t(kind === "end" ? "endIs" : "vertexIs", { name, who: kind === "min" ? "Min" : "Max", to: to.join(", ") || "–", result });
    return target.has(name) ? `${told}, ${t("isTarget")}` : told;
  }
  function arc(from, to) {
    const one = places.get(from), other = places.get(to);
    if (from === to) {
      const { x, y } = one;
      const loop = `M${x - 9} ${y - 18}C${x - 30} ${y - 62} ${x + 30} ${y - 62} ${x + 10} ${y - 22}`;
      return h("svg:g", { class: "v-arc" }, h("svg:path", { d: loop }), head(x + 10, y - 20, -0.35, 1));
    }
    const length = Math.hypot(other.x - one.x, other.y - one.y) || 1, dx = (other.x - one.x) / length, dy = (other.y - one.y) / length;
    const bend = find(to)?.to.includes(from) ? 22 : 0, midX = (one.x + other.x) / 2 - dy * bend, midY = (one.y + other.y) / 2 + dx * bend;
    const away = Math.hypot(other.x - midX, other.y - midY) || 1, ex = (other.x - midX) / away, ey = (other.y - midY) / away;
    const tipX = other.x - ex * (RADIUS + 3), tipY = other.y - ey * (RADIUS + 3);
    return h("svg:g", { class: "v-arc" }, h("svg:path", { d: `M${one.x} ${one.y}Q${midX} ${midY} ${tipX - ex * 6} ${tipY - ey * 6}` }), head(tipX, tipY, ex, ey));
  }
  function head(x, y, dx, dy) {
    const length = Math.hypot(dx, dy), ux = dx / length, uy = dy / length, backX = x - ux * 10, backY = y - uy * 10;
    return h("svg:polygon", { points: `${x},${y} ${backX - uy * 4.5},${backY + ux * 4.5} ${backX + uy * 4.5},${backY - ux * 4.5}` });
  }
  function outline({ x, y }, kind, size, className) {
    if (kind === "max") return h("svg:circle", { cx: x, cy: y, r: size, class: className });
    if (kind === "min") return h("svg:rect", { x: x - size + 1, y: y - size + 1, width: 2 * size - 2, height: 2 * size - 2, class: className });
    const flat = size * 0.55, high = size * 0.88, corners = [[-size - 3, 0], [-flat, -high], [flat, -high], [size + 3, 0], [flat, high], [-flat, high]];
    return h("svg:polygon", { class: className, points: corners.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ") });
  }
  function shape(vertex, number, here = vertex.name === chosen) {
    const { name, who: kind, result } = vertex, place = places.get(name);
    const short = name.length > 5 ? `${name.slice(0, 4)}…` : name;
    return h("svg:g", {
      id: `v-vertex-${number}`, class: `v-node${here ? " v-here" : ""}`, role: "option", "data-name": name,
      "aria-selected": String(here), "aria-label": spoken(vertex),
    },
      outline(place, kind, RADIUS, "v-outline"), target.has(name) ? outline(place, kind, RADIUS - 4, "v-aim") : null,
      h("svg:text", { x: place.x, y: place.y + (kind === "end" ? 1 : 5), class: "v-value" }, short),
      kind === "end" ? h("svg:text", { x: place.x, y: place.y + 13, class: "v-small" }, result) : null);
  }
  function point(event) {
    const frame = svg.getBoundingClientRect(), scale = Math.max(WIDTH / frame.width, HEIGHT / frame.height);
    return {
      x: WIDTH / 2 + (event.clientX - frame.left - frame.width / 2) * scale,
      y: HEIGHT / 2 + (event.clientY - frame.top - frame.height / 2) * scale,
    };
  }
  function down(event) {
    const name = event.target.closest("[data-name]")?.dataset.name;
    if (!name || event.button) return;
    event.preventDefault();
    svg.focus({ preventScroll: true });
    if (joining) return connect(name);
    chosen = name;
    drag = { name, start: point(event) };
    svg.setPointerCapture(event.pointerId);
    draw();
  }
  function move(event) {
    if (!drag) return;
    const { x, y } = point(event);
    if (!drag.moved && Math.hypot(x - drag.start.x, y - drag.start.y) < 5) return;
    drag.moved = true;
    places.set(drag.name, { x: Math.max(26, Math.min(WIDTH - 26, x)), y: Math.max(26, Math.min(HEIGHT - 26, y)), moved: true });
    draw();
  }
  function up() { drag = null; }
  function keys(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const here = list.findIndex((vertex) => vertex.name === chosen), key = event.key.toLowerCase();
    const by = { arrowleft: -1, arrowup: -1, arrowright: 1, arrowdown: 1 }[key];
    if (by && !joining) { chosen = list[(here + by + list.length) % list.length].name; draw(); }
    else if (by) goalOfArc(by);
    else if (key === "enter" && joining) connect(aimOfArc ?? chosen);
    else if (key === "enter") { aimOfArc = null; joins(true); }
    else if (key === "escape" && joining) { joins(false); draw(); }
    else if (key === "t") toggle(chosen);
    else if (key === "delete" || key === "backspace") erase();
    else if (key === "insert" || key === "+") add("max");
    else return;
    event.preventDefault();
  }
  let aimOfArc = null;
  function goalOfArc(by) {
    const names = list.map((vertex) => vertex.name), at = names.indexOf(aimOfArc ?? chosen);
    aimOfArc = names[(at + by + names.length) % names.length];
    ui.mark(told, { text: WORDS.arcBetween, values: { from: chosen, to: aimOfArc } });
    for (const item of svg.querySelectorAll("[data-name]")) item.classList.toggle("v-next", item.dataset.name === aimOfArc);
  }

  // The figure of the attractor: the drawing itself, with ids; a graph in another format is shown as the server lays it out.

  function view({ page, ranks }) {
    if (page) return page;
    const ids = new Map(), arcs = new Map();
    const picture = h("svg:svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    for (const { name, to } of list) for (const goal of to) {
      const id = `e${arcs.size}`, line = arc(name, goal);
      line.id = id;
      arcs.set(`${name} ${goal}`, id);
      picture.append(line);
    }
    for (const vertex of list) {
      const id = `n${ids.size}`, group = shape(vertex, 0, false), { x, y } = places.get(vertex.name);
      for (const name of ["role", "aria-label", "aria-selected", "class"]) group.removeAttribute(name);
      group.id = id;
      ids.set(vertex.name, id);
      picture.append(group, h("svg:text", { id: `r${id.slice(1)}`, class: "v-rank", x: x + RADIUS + 4, y: y - RADIUS + 6 }));
    }
    const [who, other] = player === "max" ? ["Max", "Min"] : ["Min", "Max"];
    const mine = player === "max" ? 0 : 1, found = ranks.filter((each) => each.rank !== null), most = Math.max(0, ...found.map((each) => each.rank));
    const steps = [], within = [];
    for (let rank = 0; rank <= most; rank += 1) {
      const joined = found.filter((each) => each.rank === rank), changes = [];
      for (const vertex of within.splice(0)) changes.push([vertex, "class", "s-in"]);
      for (const { vertex, move: step } of joined) {
        changes.push([ids.get(vertex), "class", "s-current"], [`r${ids.get(vertex).slice(1)}`, "text", `${rank}`]);
        within.push(ids.get(vertex));
        if (arcs.has(`${vertex} ${step}`)) changes.push([arcs.get(`${vertex} ${step}`), "class", "v-arc s-move"]);
      }
      const names = (player) => joined.filter((each) => (each.player === mine) === player).map((each) => each.vertex).join(", ");
      const all = joined.map((each) => each.vertex).join(", ");
      const parts = rank ? [[names(true), "joinsMine", who], [names(false), "joinsOther", other]] : [[all, "joinsTarget", ""]];
      const [what, more] = parts.filter(([list]) => list).map(([list, name, player]) => fillBoth(WORDS[name], { list, player }));
      const words = fillBoth(more ? WORDS.rankIsBoth : WORDS.rankIs, { rank, what, more });
      steps.push([words.en, words.fr, rank ? (names(true) ? 4 : 5) : 1, changes, [`${rank}`, joined.map((each) => each.vertex).join(" ")]]);
    }
    const left = ranks.filter((each) => each.rank === null), out = left.map((each) => each.vertex).join(", ");
    const rest = fillBoth(out ? WORDS.restOut : WORDS.restNone, { out, player: other });
    steps.push([rest.en, rest.fr, 6,
      [...within.map((vertex) => [vertex, "class", "s-in"]), ...left.map((each) => [ids.get(each.vertex), "class", "s-out"])], ["", out]]);
    return { title: WORDS.attractor, svg: picture, steps, code: ATTRACTOR, columns: GRAPH_COLUMNS, legend: GRAPH_LEGEND, classes_css: CSS,
      facts: [[WORDS.attracted, `${found.length} / ${ranks.length}`], [WORDS.highest, `${most}`]] };
  }
  async function run() {
    try {
      const answer = await fresh(app.api("/api/graph", { text: area.value, target: [...target].join(","), player, page: !parseGraph(area.value) }));
      ui.mark(wrong, { text: { en: "", fr: "" } });
      await steps.show(view(answer));
    } catch (error) {
      if (error === STALE) return;
      steps.clear();
      ui.mark(wrong, { text: problem(error) });
    }
  }
  load(GRAPHS[0]);
  return { update() {}, unmount() { steps.end(); ui.end(); container.replaceChildren(); } };
}
const CSS = `
.card svg { font-family: "DejaVu Sans", Arial, sans-serif; }
.v-arc path { fill: none; stroke: #767e8a; stroke-width: 1.4; }
.v-arc polygon { fill: #767e8a; }
.v-arc.s-move path { stroke: #0a5ea8; stroke-width: 3.6; }
.v-arc.s-move polygon { fill: #0a5ea8; }
.v-outline { fill: #ffffff; stroke: #5a6472; stroke-width: 1.6; }
.v-aim { fill: none; stroke: #1c222b; stroke-width: 1.2; }
.s-in .v-outline, .legend .s-in { fill: #cfe4f4; stroke: #2f6f9c; stroke-width: 2.2; }
.s-current .v-outline, .legend .s-current { fill: #ffd59b; stroke: #16191d; stroke-width: 3; }
.s-out .v-outline, .legend .s-out { fill: #ffffff; stroke: #767676; stroke-dasharray: 3 3; }
.v-value { font-size: 14px; font-weight: 600; text-anchor: middle; fill: #1c222b; }
.v-small { font-size: 10px; text-anchor: middle; fill: #1c222b; }
.v-rank { font-size: 12px; font-weight: 700; fill: #0a4a85; paint-order: stroke; stroke: #ffffff; stroke-width: 3px; }
`;
