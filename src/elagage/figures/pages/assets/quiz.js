// A tree that is filled in and checked. `data` is what figures/pages/quiz_page.py writes into the page.
function start(data) {
  const find = (id) => document.getElementById(id);
  const figure = find("q-figure"), svg = figure.querySelector("svg"), say = find("q-say"), editor = find("q-editor");
  const known = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(data.kept), (letter) => letter.charCodeAt(0))));
  const nodes = new Map(data.nodes.map((node) => [node.label, node]));
  const parts = data.windowed ? ["alpha", "beta", "value"] : ["value"];
  const LETTERS = { alpha: "α", beta: "β" }, MARKS = { right: "✓", wrong: "✗", missing: "…" };
  const BLANK = svg.querySelector("[id^=w]")?.textContent || "";
  let lang = data.lang, own = {}, attempts = 0, shown = null, chosen = "", zoom = 0;
  let marks = new Map(), told = null; // what the last check found, and what it said

  const ui = (name, words = {}) => data.ui[name][lang].replace(/\{(\w+)\}/g, (all, key) => (key in words ? words[key] : all));
  const now = () => shown || own;
  const read = (key) => now()[key] || "";
  const partName = (part) => LETTERS[part] || ui("value").toLowerCase();

  // A number as people write it; NaN if it is none.
  function number(text) {
    const plain = text.trim().replace(/[−–]/g, "-").replace(/\s+/g, "").replace(",", ".").toLowerCase();
    const infinite = /^([+-]?)(inf|infini|infinity|infty|∞|oo)$/.exec(plain);
    if (infinite) return infinite[1] === "-" ? -Infinity : Infinity;
    return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
  }

  // Keys of answers: "alpha d", "beta d", "value d", "bound d", "edge d e".
  function write(key, value, from) {
    if (shown) return;
    if (value) own[key] = value; else delete own[key];
    forget(key);
    if (key.startsWith("bound ")) forget(key.replace("bound", "value"));
    refresh(from);
    keep();
  }

  function forget(key) {
    marks.delete(key);
    if (told && told.kind !== "right" && told.key !== key) return;
    told = null;
    tell();
  }

  function keep() {
    try { localStorage.setItem(data.key, JSON.stringify({ own, attempts })); } catch { /* private windows keep nothing */ }
  }

  function recall() {
    try {
      const old = JSON.parse(localStorage.getItem(data.key) || "null");
      if (old && typeof old.own === "object" && old.own) {
        own = Object.fromEntries(Object.entries(old.own).filter((entry) => typeof entry[1] === "string"));
        attempts = Number(old.attempts) || 0;
      }
    } catch { own = {}; }
  }

  // The fields, in the table and in the editor alike.
  function make(tag, properties = {}, ...inside) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in element && name !== "role") element[name] = value; else element.setAttribute(name, value);
    }
    element.append(...inside);
    return element;
  }

  function field(node, part) {
    const key = part + " " + node.label;
    const box = make("span", { className: "field" });
    if (part === "value" && node.bounded) {
      const sign = make("select", { className: "cell", "aria-label": ui("sign", { label: node.label }) });
      for (const text of ["=", "≥", "≤"]) sign.append(make("option", { value: text, textContent: text }));
      sign.dataset.key = "bound " + node.label;
      sign.onchange = () => write(sign.dataset.key, sign.value === "=" ? "" : sign.value, sign);
      box.append(sign);
    }
    const input = make("input", {
      className: "cell", type: "text", autocomplete: "off", spellcheck: false, "aria-label": ui("field", { label: node.label, part: partName(part) }),
    });
    input.dataset.key = key;
    input.oninput = () => write(key, input.value, input);
    box.append(input, make("span", { className: "mark", "data-mark": key }));
    return box;
  }

  function edge(node, branch) {
    const key = "edge " + node.label + " " + branch;
    const box = make("input", { type: "checkbox", "aria-label": ui("edge", { label: node.label, branch }) });
    box.dataset.key = key;
    box.onchange = () => write(key, box.checked ? "cut" : "", box);
    const text = make("span", { className: "text", textContent: node.label + "-" + branch });
    return make("label", { className: "edge" }, box, text, make("span", { className: "mark", "data-mark": key }));
  }

  function buildTable() {
    const names = [ui("node"), ...(data.windowed ? ["α", "β"] : []), ui("value"), ...(data.windowed ? [ui("cuts")] : [])];
    const head = make("tr", { role: "row" }, ...names.map((text) => make("th", { scope: "col", role: "columnheader", textContent: text })));
    const body = make("tbody", { role: "rowgroup" });
    for (const node of data.nodes) {
      const title = make("th", { scope: "row", role: "rowheader" }, node.label, make("span", { className: "who", textContent: node.player }));
      const row = make("tr", { role: "row", "data-node": node.label }, title);
      for (const part of parts) row.append(make("td", { role: "cell", "data-name": LETTERS[part] || ui("value") }, field(node, part)));
      if (data.windowed) {
        row.append(make("td", { role: "cell", className: "wide", "data-name": ui("cuts") }, ...node.branches.map(([branch]) => edge(node, branch))));
      }
      body.append(row);
    }
    const table = make("table", { role: "table", "aria-label": ui("answers") }, make("thead", { role: "rowgroup" }, head), body);
    find("q-table").replaceChildren(table);
  }

  function buildEditor() {
    const node = nodes.get(chosen);
    editor.hidden = !node;
    if (!node) return editor.replaceChildren();
    editor.setAttribute("aria-label", ui("node") + " " + node.label);
    const title = make("span", { className: "title" }, ui("node") + " " + node.label, make("span", { className: "who", textContent: node.player }));
    const items = parts.map((part) => {
      const box = field(node, part);
      box.prepend(make("span", { className: "name", textContent: LETTERS[part] || ui("value") }));
      if (LETTERS[part]) {
        const text = part === "alpha" ? "-∞" : "+∞";
        const quick = make("button", { type: "button", className: "quick", textContent: text, "aria-label": ui("field", { label: node.label, part: LETTERS[part] }) + ": " + text });
        quick.onclick = () => write(part + " " + node.label, text);
        box.append(quick);
      }
      return box;
    });
    if (data.windowed) items.push(make("span", { className: "cuts" }, ...node.branches.map(([branch]) => edge(node, branch))));
    const button = (name, text, action) => {
      const made = make("button", { type: "button", textContent: text, "aria-label": ui(name) });
      made.onclick = action;
      return made;
    };
    const step = (by) => () => {
      const place = (data.nodes.indexOf(node) + by + data.nodes.length) % data.nodes.length;
      choose(data.nodes[place].label, true);
    };
    editor.replaceChildren(title, ...items, make("span", { className: "turn" },
      button("back", "←", step(-1)), button("next", "→", step(1)), button("close", "×", () => { choose(""); figure.focus(); })));
  }

  function choose(label, focus) {
    chosen = label;
    buildEditor();
    refresh();
    if (focus) editor.querySelector("input:not([type=checkbox])")?.focus({ preventScroll: true });
  }

  // What is seen follows the answers.
  function refresh(from) {
    for (const item of document.querySelectorAll("[data-key]")) {
      const value = read(item.dataset.key);
      if (item.type === "checkbox") {
        item.checked = value === "cut";
        item.closest(".edge").classList.toggle("on", item.checked);
        item.disabled = Boolean(shown);
      } else {
        if (item !== from) item.value = item.tagName === "SELECT" ? value || "=" : value;
        if (item.tagName === "SELECT") item.disabled = Boolean(shown); else item.readOnly = Boolean(shown);
      }
      if (marks.get(item.dataset.key) === "wrong") item.setAttribute("aria-invalid", "true"); else item.removeAttribute("aria-invalid");
    }
    for (const item of document.querySelectorAll("[data-mark]")) {
      const bound = item.dataset.mark.replace("value ", "bound ");
      const mark = marks.get(bound) === "wrong" ? "wrong" : marks.get(item.dataset.mark);
      item.className = "mark" + (mark ? " " + mark : "");
      item.replaceChildren(...(mark ? [make("span", { "aria-hidden": "true", textContent: MARKS[mark] }), make("span", { className: "hide", textContent: ui(mark) })] : []));
    }
    for (const row of document.querySelectorAll("tr[data-node]")) row.classList.toggle("chosen", row.dataset.node === chosen);
    draw();
  }

  function draw() {
    for (const old of svg.querySelectorAll(".sign")) old.remove();
    for (const node of data.nodes) {
      const value = read("value " + node.label).trim(), sign = node.bounded ? read("bound " + node.label) : "";
      const text = svg.querySelector("#v" + node.name);
      text.textContent = value ? (sign ? sign + " " : "") + value : "";
      text.classList.add("written");
      const outline = svg.querySelector("#n" + node.name);
      outline.classList.toggle("chosen", node.label === chosen);
      outline.classList.toggle("pale", Boolean(shown) && !value);
      if (data.windowed) {
        const window = svg.querySelector("#w" + node.name), low = read("alpha " + node.label).trim(), high = read("beta " + node.label).trim();
        window.textContent = low || high ? `[${low || "\u2007\u2007"} ; ${high || "\u2007\u2007"}]` : shown ? "" : BLANK;
        window.classList.toggle("written", Boolean(low || high));
      }
      const keys = [...parts, "bound"].map((part) => marks.get(part + " " + node.label));
      const box = outline.getBBox();
      if (keys.includes("wrong")) drawSign("wrong", box.x - 3, box.y + box.height / 2 + 5);
      else if (marks.get("value " + node.label) === "right") drawSign("right", box.x - 1, box.y + box.height / 2 + 4);
      for (const [branch, name] of node.branches) {
        const key = "edge " + node.label + " " + branch, cut = read(key) === "cut";
        const line = svg.querySelector("#e" + name), mark = svg.querySelector("#k" + name);
        line.classList.toggle("cut", cut);
        mark?.classList.toggle("on", cut);
        if (marks.get(key) === "wrong") {
          const place = line.getBBox();
          drawSign("wrong", place.x + place.width / 2, place.y + place.height / 2 + 5);
        }
      }
    }
  }

  function drawSign(kind, x, y) {
    const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
    text.setAttribute("class", "sign " + kind);
    text.setAttribute("x", x);
    text.setAttribute("y", y);
    text.textContent = MARKS[kind];
    svg.append(text);
  }

  function prepareFigure() {
    svg.querySelector(":scope > title")?.remove();
    const hit = (shape, action) => {
      const copy = shape.cloneNode(false);
      for (const name of ["id", "style", "stroke", "fill"]) copy.removeAttribute(name);
      copy.setAttribute("class", "hit");
      copy.onclick = action;
      svg.append(copy);
    };
    if (data.windowed) {
      for (const node of data.nodes) for (const [branch, name] of node.branches) {
        const key = "edge " + node.label + " " + branch;
        hit(svg.querySelector("#e" + name), () => write(key, read(key) ? "" : "cut"));
      }
    }
    for (const node of data.nodes) hit(svg.querySelector("#n" + node.name), () => choose(node.label, true));
  }

  // Checking goes through the answers as the algorithm does, and stops at the first that is not right.
  function wrongness(one) {
    const key = one.kind + " " + one.node;
    if (one.kind === "cut" || one.kind === "kept") {
      const edgeKey = "edge " + one.node + " " + one.branch;
      return { key: edgeKey, state: (read(edgeKey) === "cut") === (one.kind === "cut") ? "right" : "wrong", quiet: one.kind === "kept" };
    }
    if (one.kind === "bound") return { key, state: [one.right, one.also].includes(read(key) || "=") ? "right" : "wrong" };
    if (one.kind === "never") {
      const empty = one.part + " " + one.node;
      return { key: empty, state: read(empty).trim() ? "wrong" : "right", quiet: true };
    }
    const text = read(key);
    if (!text.trim()) return { key, state: "missing" };
    const value = number(text);
    if (Number.isNaN(value)) return { key, state: "unread", text };
    return { key, state: value === number(one.right) ? "right" : "wrong" };
  }

  function check() {
    if (shown) return;
    attempts += 1;
    marks = new Map();
    told = null;
    const asked = known.checks.filter((one) => one.kind !== "never" && one.kind !== "kept").length;
    let right = 0;
    for (const one of known.checks) {
      const found = wrongness(one);
      if (found.state === "right") {
        if (!found.quiet) { right += 1; marks.set(found.key, "right"); }
        continue;
      }
      marks.set(found.key, found.state === "missing" ? "missing" : "wrong");
      told = { kind: found.state === "missing" ? "missing" : "wrong", key: found.key, one, found, right, asked };
      break;
    }
    told = told || { kind: "right" };
    refresh();
    tell();
    keep();
    if (told.key) bring(told.key);
  }

  // The place that the sentence is about, in sight.
  function bring(key) {
    const item = [...document.querySelectorAll("#q-table [data-key]")].find((one) => one.dataset.key === key);
    const label = key.split(" ")[1], outline = svg.querySelector("#n" + nodes.get(label).name);
    const inside = outline.getBoundingClientRect(), card = figure.getBoundingClientRect();
    figure.scrollBy(inside.left + inside.width / 2 - card.left - card.width / 2, inside.top - card.top - card.height / 3);
    if (chosen && chosen !== label) choose(label);
    if (document.activeElement === document.body) item?.focus({ preventScroll: true });
  }

  function tell() {
    find("q-count").textContent = ui("attempts", { n: attempts });
    say.className = "say";
    if (shown) { say.textContent = ui("shown"); return; }
    if (!told) { say.textContent = ui("begin"); return; }
    if (told.kind !== "missing") say.classList.add(told.kind);
    if (told.kind === "right") { say.textContent = ui("done"); return; }
    const { one, found, right, asked } = told;
    const label = one.node;
    say.textContent = found.state === "missing" ? ui("empty", { label, part: partName(one.kind) })
      : found.state === "unread" ? ui("number", { label, text: found.text }) : one[lang];
    say.append(" ", make("span", { className: "more", textContent: ui("so far", { n: right, all: asked }) }));
  }

  function solution() {
    const answers = {};
    for (const one of known.checks) {
      if (one.kind === "cut") answers["edge " + one.node + " " + one.branch] = "cut";
      else if (one.kind === "bound") { if (one.right !== "=") answers["bound " + one.node] = one.right; }
      else if (one.right !== undefined) answers[one.kind + " " + one.node] = one.right;
    }
    return answers;
  }

  function show() {
    shown = shown ? null : solution();
    marks = new Map();
    told = null;
    find("q-steps").hidden = !shown;
    find("q-check").disabled = find("q-again").disabled = Boolean(shown);
    label(find("q-show"), shown ? "hide" : "show");
    buildSteps();
    refresh();
    tell();
  }

  function buildSteps() {
    const box = find("q-steps").querySelector(".rows");
    if (!shown) return box.replaceChildren();
    const [head, ...rows] = known.steps[lang];
    const cells = (row, tag) => make("tr", {}, ...row.map((text) => make(tag, tag === "th" ? { scope: "col", textContent: text } : { textContent: text })));
    box.replaceChildren(make("table", {}, make("thead", {}, cells(head, "th")), make("tbody", {}, ...rows.map((row) => cells(row, "td")))));
  }

  function again() {
    if (Object.keys(own).length && !confirm(ui("sure"))) return;
    own = {};
    attempts = 0;
    marks = new Map();
    told = null;
    choose("");
    tell();
    keep();
  }

  // The size of the figure: all of it, unless it could not be read then.
  function size(scale) {
    const width = Number(svg.getAttribute("viewBox").split(" ")[2]), room = figure.clientWidth - 26;
    zoom = scale || Math.min(1.7, Math.max(room / width, 1.05));
    svg.style.width = width * zoom + "px";
  }

  function label(item, name) {
    item.dataset.t = name;
    item.textContent = ui(name);
  }

  function speak(wish) {
    lang = wish === "fr" ? "fr" : "en";
    document.documentElement.lang = lang;
    document.title = find("q-title").textContent = data.title[lang];
    svg.setAttribute("aria-label", ui("figure"));
    for (const item of document.querySelectorAll("[data-t]")) item.textContent = ui(item.dataset.t);
    for (const item of document.querySelectorAll("[data-label]")) item.setAttribute("aria-label", ui(item.dataset.label));
    for (const item of document.querySelectorAll("[data-en]")) item.textContent = item.dataset[lang];
    for (const item of document.querySelectorAll("[data-lang]")) item.setAttribute("aria-pressed", item.dataset.lang === lang);
    buildTable();
    buildEditor();
    buildSteps();
    refresh();
    tell();
  }

  for (const item of document.querySelectorAll("[data-lang]")) item.onclick = () => speak(item.dataset.lang);
  find("q-check").onclick = check;
  find("q-show").onclick = show;
  find("q-again").onclick = again;
  find("q-in").onclick = () => size(Math.min(4, zoom * 1.25));
  find("q-out").onclick = () => size(Math.max(0.3, zoom / 1.25));
  find("q-fit").onclick = () => size(Math.min(1.7, (figure.clientWidth - 26) / Number(svg.getAttribute("viewBox").split(" ")[2])));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("input.cell")) check();
    if (event.key === "Escape" && chosen) { choose(""); figure.focus(); }
  });
  recall();
  prepareFigure();
  size();
  speak(lang);
}
