// The editor of literal trees: drawn by hand or typed, both in step, run by any algorithm and taken home as a figure.
import { STALE, button, choice, newest, problem, rested, speaker, stepper } from "./stepper.js";
import { ALGORITHMS, EXAMPLES, WORDS } from "./views_words.js";

const LETTERS = /^[VGWDPLN]$/, NUMBER = /^[+\-−]?(\d+(\.\d*)?|\.\d+|inf|∞)$/i, NAME = /^[^\s(),=]+$/;
const isName = (word) => NAME.test(word) && !LETTERS.test(word) && !NUMBER.test(word);
const isValue = (word) => NUMBER.test(word) || LETTERS.test(word);
const WIDE = 46, HIGH = 78, SIZE = 17, EDGE = 26;

// A node is {name, children} or {name, value}; a value that is the name of a node met before stands for it again.
export function parseTree(text) {
  const tokens = text.match(/[()]|[^\s(),=]+\s*=|[^\s(),=]+|=/g) ?? [], stack = [], names = new Set();
  let root = null, name = null;
  for (const token of tokens) {
    if (token === ")") {
      if (!stack.length || name !== null) return { wrong: "closing" };
      if (!stack.pop().children.length) return { wrong: "empty" };
      continue;
    }
    if (token.endsWith("=")) {
      name = token.slice(0, -1).trim();
      if (names.has(name) || !isName(name)) return { wrong: "badName", values: { name } };
      names.add(name);
      continue;
    }
    if (token !== "(" && !(isValue(token) || (names.has(token) && name === null))) return { wrong: "badLeaf", values: { token } };
    const node = token === "(" ? { name: name ?? "", children: [] } : { name: name ?? "", value: token };
    name = null;
    if (stack.length) stack.at(-1).children.push(node);
    else if (root) return { wrong: "oneTree" };
    else root = node;
    if (token === "(") stack.push(node);
  }
  if (stack.length) return { wrong: "opening" };
  return root && name === null ? { root } : { wrong: "oneTree" };
}

export function treeText(node) {
  const name = node.name ? `${node.name}=` : "";
  return name + (node.children ? `(${node.children.map(treeText).join(" ")})` : node.value);
}

// The places of all nodes, leaves side by side: a list in reading order, with parent, depth and number among its brothers.
function places(root) {
  const list = [];
  let x = 0, deepest = 0;
  const visit = (node, parent, depth, number) => {
    const place = { node, parent, depth, number, y: EDGE + depth * HIGH, x: 0, branches: [] };
    list.push(place);
    deepest = Math.max(deepest, depth);
    if (node.children) {
      place.branches = node.children.map((child, index) => visit(child, place, depth + 1, index));
      place.x = (place.branches[0].x + place.branches.at(-1).x) / 2;
    } else { place.x = EDGE + WIDE / 2 + x * WIDE; x += 1; }
    return place;
  };
  visit(root, null, 0, 0);
  return { list, width: Math.max(240, x * WIDE + 2 * EDGE), height: EDGE * 2 + deepest * HIGH + 34 };
}

export function mount(container, app) {
  const ui = speaker(app, container), { h, t } = ui, fresh = newest();
  const wanted = new URLSearchParams(location.search).get("tree");
  let { root } = parseTree(wanted ?? ""), past = [], future = [], algorithm = "alphabeta", chosen = null, drawn = null;
  root ??= parseTree(EXAMPLES[0].text).root;
  chosen = root;

  const svg = h("svg:svg", { class: "v-tree", role: "tree", tabindex: "0", label: "treeLabel", on: { keydown: keys } });
  const area = h("textarea", { class: "v-text", rows: "2", spellcheck: "false", autocapitalize: "off", id: "v-tree-text", on: { input: typed } });
  const wrong = h("p", { class: "v-wrong", role: "alert", id: "v-tree-wrong" });
  const valueBox = h("input", { class: "v-input", autocomplete: "off", on: { keydown: entered, change: enter } });
  const nameBox = h("input", { class: "v-input", autocomplete: "off", on: { keydown: entered, change: rename } });
  const told = h("p", { class: "v-told", role: "status" });
  const undo = button(ui, "undo", () => back(past, future)), redo = button(ui, "redo", () => back(future, past));
  const remove = button(ui, "delete", () => erase());
  const valueField = h("label", { class: "v-field v-short" }, h("span", { t: "value" }), valueBox);
  const example = choice(ui, "example", [["", WORDS.choose], ...EXAMPLES.map((each, number) => [`${number}`, each.title])], "", (number) => {
    if (number !== "") replace(parseTree(EXAMPLES[number].text).root);
    example.select.value = "";
  });
  const runner = choice(ui, "algorithm", ALGORITHMS, algorithm, (name) => { algorithm = name; run(); });
  const say = h("p", { class: "v-wrong", role: "alert" });
  const result = h("div", { class: "v-result" });
  const exports = ["svg", "pdf", "tex"].map((format) => h("button", {
    type: "button", class: "v-button", "data-format": format, t: `take_${format}`, on: { click: () => take(format) },
  }));

  container.replaceChildren(h("div", { class: "v-view" },
    h("h2", { t: "editorTitle" }), h("p", { class: "v-lead", t: "editorLead" }),
    h("section", { class: "v-panel", label: "editorTitle" },
      h("div", { class: "v-bar" }, example.box, button(ui, "addChild", () => add()), valueField,
        h("label", { class: "v-field v-short" }, h("span", { t: "name" }), nameBox), remove,
        h("span", { class: "v-gap" }), undo, redo),
      h("div", { class: "v-canvas" }, svg),
      told, h("p", { class: "v-keys", t: "editorKeys" }),
      h("label", { class: "v-field v-wide", for: "v-tree-text" }, h("span", { t: "treeText" })), area, wrong),
    h("section", { class: "v-section", label: "treeSteps" },
      h("div", { class: "v-bar" }, runner.box, h("span", { class: "v-gap" }), h("span", { class: "v-group", role: "group", label: "takeHome" }, ...exports)),
      say, result)));
  const steps = stepper(result, ui, { keep: false });
  const runSoon = rested(run, 350);
  ui.onLanguage(draw);

  // Changes: each is a new tree, so that the old one can come back.

  function replace(next, now = next) {
    past.push([root, chosen]);
    future = [];
    [root, chosen] = [next, now];
    area.value = treeText(root);
    flag(null);
    draw();
    runSoon();
  }
  function changed(place, node) {
    while (place.parent) {
      const { parent, number } = place, children = [...parent.node.children];
      children[number] = node;
      [node, place] = [{ ...parent.node, children }, parent];
    }
    return node;
  }
  function back(from, to) {
    if (!from.length) return;
    to.push([root, chosen]);
    [root, chosen] = from.pop();
    area.value = treeText(root);
    flag(null);
    draw();
    runSoon();
  }
  const at = () => drawn.list.find((place) => place.node === chosen) ?? drawn.list[0];
  function add() {
    const place = at(), leaf = { name: "", value: place.node.children ? "0" : place.node.value };
    if (!place.node.children && !isValue(leaf.value)) leaf.value = "0";
    replace(changed(place, { name: place.node.name, children: [...(place.node.children ?? []), leaf] }), leaf);
    svg.focus();
  }
  function erase() {
    const place = at();
    if (!place.parent) return;
    const children = place.parent.node.children.filter((_, number) => number !== place.number);
    const next = children[Math.min(place.number, children.length - 1)];
    const parent = children.length ? { ...place.parent.node, children } : { name: place.parent.node.name, value: "0" };
    replace(changed(place.parent, parent), next ?? parent);
    svg.focus();
  }
  function enter() {
    const place = at(), word = valueBox.value.trim().replace(",", ".");
    if (place.node.children || word === place.node.value) return;
    const known = drawn.list.some((other) => other.node.name === word);
    if (!isValue(word) && !known) return flag({ wrong: "badLeaf", values: { token: word } });
    const node = { ...place.node, value: word };
    replace(changed(place, node), node);
  }
  function rename() {
    const place = at(), word = nameBox.value.trim();
    if (word === place.node.name) return;
    const node = { ...place.node, name: word }, next = changed(place, node), found = parseTree(treeText(next));
    if (found.wrong) return flag(word && isName(word) && found.wrong === "badLeaf" ? found : { wrong: "badName", values: { name: word } });
    replace(next, node);
  }
  function entered(event) {
    if (event.key === "Escape") draw();
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    (event.target === nameBox ? rename : enter)();
    if (!wrong.textContent || event.key === "Escape") svg.focus();
  }
  function typed() {
    const found = parseTree(area.value);
    flag(found.wrong ? found : null);
    if (found.wrong) return;
    past.push([root, chosen]);
    future = [];
    root = chosen = found.root;
    draw();
    runSoon();
  }
  function flag(found) {
    if (found) ui.mark(wrong, { text: WORDS[found.wrong], values: found.values });
    else { ui.mark(wrong, { text: { en: "", fr: "" } }); }
    area.setAttribute("aria-invalid", String(Boolean(found)));
    area.setAttribute("aria-describedby", "v-tree-wrong");
  }

  // The drawing

  function draw() {
    drawn = places(root);
    const here = at(), { list, width, height } = drawn;
    chosen = here.node;
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("width", width);
    svg.setAttribute("height", height);
    for (const { x, y, parent } of list) {
      if (parent) svg.append(h("svg:path", { class: "v-edge", d: `M${parent.x} ${parent.y + SIZE}L${x} ${y - SIZE}` }));
    }
    list.forEach((place, index) => svg.append(shape(place, index, place === here)));
    svg.append(handle(here));
    svg.setAttribute("aria-activedescendant", `v-node-${list.indexOf(here)}`);
    valueField.hidden = Boolean(here.node.children);
    valueBox.value = here.node.value ?? "";
    nameBox.value = here.node.name;
    remove.disabled = !here.parent;
    undo.disabled = !past.length;
    redo.disabled = !future.length;
    const paper = svg.parentElement, scale = svg.clientWidth / width || 1;
    if (Math.abs(here.x * scale - paper.scrollLeft - paper.clientWidth / 2) > paper.clientWidth / 2 - 40) paper.scrollLeft = here.x * scale - paper.clientWidth / 2;
    told.textContent = t("chosenNode", { node: spoken(here) });
  }
  function spoken({ node, depth }) {
    const name = node.name ? ` ${node.name}` : "";
    if (!node.children) return t(isValue(node.value) ? "leafIs" : "sharedIs", { name, value: node.value });
    return t(depth % 2 ? "minIs" : "maxIs", { name, count: node.children.length });
  }
  function shape(place, index, here) {
    const { node, x, y, depth, number, parent } = place;
    const outline = node.children
      ? depth % 2 ? `M${x} ${y + SIZE}l${-SIZE - 3} ${-2 * SIZE}h${2 * SIZE + 6}z` : `M${x} ${y - SIZE}l${SIZE + 3} ${2 * SIZE}h${-2 * SIZE - 6}z`
      : `M${x - 19} ${y - 15}h38v30h-38z`;
    const group = h("svg:g", {
      id: `v-node-${index}`, class: `v-node${here ? " v-here" : ""}`, role: "treeitem", "aria-level": `${depth + 1}`, "aria-selected": String(here),
      "aria-posinset": `${number + 1}`, "aria-setsize": `${parent ? parent.node.children.length : 1}`, "aria-expanded": node.children ? "true" : null,
      "aria-label": spoken(place), on: { click: () => { chosen = node; draw(); svg.focus(); }, dblclick: () => edit() },
    }, h("svg:path", { d: outline, class: isValue(node.value ?? "0") ? "v-outline" : "v-outline v-shared" }));
    if (!node.children) group.append(h("svg:text", { x, y: y + 5, class: "v-value" }, node.value.replace("-", "−")));
    if (node.name) group.append(h("svg:text", { x: x + (node.children ? 16 : 22), y: y - 10, class: "v-name" }, node.name));
    return group;
  }
  function handle({ x, y }) {
    const low = y + SIZE + 13;
    return h("svg:g", { class: "v-plus", "aria-hidden": "true", on: { click: add } },
      h("svg:circle", { cx: x, cy: low, r: 11 }), h("svg:path", { d: `M${x - 5} ${low}h10M${x} ${low - 5}v10` }));
  }
  function edit() {
    const box = chosen.children ? nameBox : valueBox;
    box.focus();
    box.select();
  }
  function keys(event) {
    const here = at(), { parent, number } = here;
    const goal = {
      ArrowUp: parent, ArrowDown: here.branches[0], ArrowLeft: parent?.branches[number - 1] ?? beside(here, -1),
      ArrowRight: parent?.branches[number + 1] ?? beside(here, 1), Home: drawn.list[0], End: drawn.list.at(-1),
    };
    if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey)) (event.shiftKey ? redo : undo).click();
    else if (event.key.toLowerCase() === "y" && event.ctrlKey) redo.click();
    else if (event.ctrlKey || event.altKey || event.metaKey) return;
    else if (event.key in goal) { if (goal[event.key]) { chosen = goal[event.key].node; draw(); } }
    else if (event.key === "Insert" || event.key === "+") add();
    else if (event.key === "Delete" || event.key === "Backspace") erase();
    else if (event.key === "Enter" || event.key === "F2") edit();
    else if (event.key.toLowerCase() === "n") { nameBox.focus(); nameBox.select(); }
    else if (/^[\d-]$/.test(event.key) && !chosen.children) { valueBox.value = event.key; valueBox.focus(); }
    else return;
    event.preventDefault();
  }
  function beside(here, way) {
    const level = drawn.list.filter((place) => place.depth === here.depth).sort((one, other) => one.x - other.x);
    return level[level.indexOf(here) + way];
  }

  // The search, and what is taken home

  async function run() {
    try {
      const view = await fresh(app.api("/api/literal", { text: treeText(root), algorithm, format: "page" }));
      say.textContent = "";
      await steps.show(view);
    } catch (error) { if (error !== STALE) ui.mark(say, { text: problem(error) }); }
  }
  async function take(format) {
    try {
      const answer = await app.api("/api/literal", { text: treeText(root), algorithm, format });
      const blob = answer instanceof Blob ? answer : new Blob([typeof answer === "string" ? answer : JSON.stringify(answer)]);
      const link = h("a", { href: URL.createObjectURL(blob), download: `elagage-${algorithm}.${format}` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      ui.mark(say, { text: { en: "", fr: "" } });
    } catch (error) { ui.mark(say, { text: problem(error) }); }
  }
  area.value = treeText(root);
  draw();
  run();
  return { update() {}, unmount() { steps.end(); ui.end(); container.replaceChildren(); } };
}
