// What the views share: elements whose words follow the language, and the figure that is stepped through. The stepping itself is figures/pages/assets/step.js,
// the very file that the figure pages hold; here it gets its elements, in a shadow root, so that the page's style and ids stay apart.
import { start } from "../page/step.js";
import { stepWords } from "../french.js";
import { fill } from "../messages.js";
import { WORDS } from "./views_words.js";

const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  first: "M4 4h3v16H4zM20 4v16L8 12z", back: "M17 3v18L4 12z", play: "M6 3l15 9-15 9z", next: "M7 3v18l13-9z", last: "M17 4h3v16h-3zM4 4v16l12-8z",
};

export const pairOf = (text) => (text && typeof text === "object" ? text : { en: String(text ?? ""), fr: String(text ?? "") });

// Elements with words: `t` and `label` are names in views_words.js, `pair` and `labels` hold both languages.
export function speaker(app, root) {
  const words = new WeakMap(), listeners = new Set();
  const lang = () => (app.lang?.() === "fr" ? "fr" : "en");
  const say = (pair, values) => { const text = pairOf(pair)[lang()] ?? ""; return values ? fill(text, values) : text; };
  const t = (name, values) => say(WORDS[name] ?? name, values);
  function tell(element) {
    const { text, label, hint, values } = words.get(element) ?? {};
    if (text !== undefined) element.textContent = say(text, values);
    if (label !== undefined) {
      element.setAttribute("aria-label", say(label, values));
      if (element.tagName === "BUTTON") element.title = say(label, values);
    }
    if (hint !== undefined) element.placeholder = say(hint);
  }
  function mark(element, said) {
    words.set(element, { ...words.get(element), ...said });
    element.setAttribute("data-said", "");
    tell(element);
    return element;
  }
  function h(tag, given = {}, ...children) {
    const element = tag.startsWith("svg:") ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
    const { t: name, pair, label, labels, hint, values, on, ...rest } = given;
    for (const [key, value] of Object.entries(rest)) {
      if (value === false || value === null || value === undefined) continue;
      if (key in element && typeof value !== "string" && !tag.startsWith("svg:")) element[key] = value;
      else element.setAttribute(key, value === true ? "" : value);
    }
    for (const [event, call] of Object.entries(on ?? {})) element.addEventListener(event, call);
    element.append(...children.filter((child) => child !== null && child !== undefined));
    const said = {};
    if (name) said.text = WORDS[name] ?? name;
    if (pair) said.text = pair;
    if (label) said.label = WORDS[label] ?? label;
    if (labels) said.label = labels;
    if (hint) said.hint = WORDS[hint] ?? hint;
    if (values) said.values = values;
    return Object.keys(said).length ? mark(element, said) : element;
  }
  const refresh = () => {
    for (const element of root.querySelectorAll("[data-said]")) tell(element);
    for (const call of listeners) call(lang());
  };
  const watch = new MutationObserver(refresh);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ["lang"] });
  return { h, t, say, mark, lang, refresh, onLanguage: (call) => listeners.add(call), end: () => watch.disconnect() };
}

// What went wrong, as one sentence in both languages.
export function problem(error) {
  const told = error?.error ?? error?.pair ?? error?.text ?? error?.words;
  if (told?.en) return told;
  return error?.en ? error : WORDS.failed;
}

// Choices and buttons of a bar.
export function choice(ui, name, options, value, change) {
  const select = ui.h("select", { on: { change: () => change(select.value) } }, ...options.map(([key, text]) =>
    ui.h("option", { value: key, pair: pairOf(text) })));
  select.value = value;
  return { select, box: ui.h("label", { class: "v-field" }, ui.h("span", { t: name }), select) };
}
export const button = (ui, name, click, kind = "") => ui.h("button", { type: "button", t: name, class: `v-button ${kind}`, on: { click } });

// A table: names of columns in views_words.js, rows of cells, the first of which is the row's name. Columns in `extra` are left out on a phone.
export function tableOf(ui, heads, rows, extra = []) {
  const kind = (number) => (extra.includes(heads[number]) ? "v-extra" : null);
  return ui.h("table", { class: "v-table" },
    ui.h("thead", {}, ui.h("tr", {}, ...heads.map((name, number) => ui.h("th", { scope: "col", class: kind(number), t: name })))),
    ui.h("tbody", {}, ...rows.map(([name, ...cells]) => ui.h("tr", {}, ui.h("th", { scope: "row" }, name),
      ...cells.map((cell, number) => ui.h("td", { class: kind(number + 1) }, ...[cell].flat()))))));
}
// A number, and a bar that says the same to the eye.
export function barred(ui, value, most, said) {
  const width = `${Math.max(1, (64 * (value ?? 0)) / Math.max(1, most))}`;
  return [ui.h("svg:svg", { class: "v-bar-svg", width: "64", height: "10", viewBox: "0 0 64 10", "aria-hidden": "true" },
    ui.h("svg:rect", { width, height: "10", rx: "2" })), said];
}
export const link = (ui, pair, click) => ui.h("button", { type: "button", class: "v-link", pair, on: { click } });

// A function that is called when there was a rest, and the newest of several answers.
export function rested(call, wait = 250) {
  let timer = 0;
  return (...given) => { clearTimeout(timer); timer = setTimeout(() => call(...given), wait); };
}
export function newest() {
  let number = 0;
  return async (promise) => { const mine = ++number; const answer = await promise; if (mine !== number) throw STALE; return answer; };
}
export const STALE = new Error("an answer that came too late");

export function svgOf(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.tagName !== "svg") throw new Error("no figure");
  return document.importNode(root, true);
}

const sheets = new Map();
// A style of the pages that stand alone, for a shadow root.
export function sheetOf(name) {
  if (!sheets.has(name)) {
    sheets.set(name, fetch(new URL(`../page/${name}`, import.meta.url)).then((answer) => answer.text()).then((text) => {
      const made = new CSSStyleSheet();
      made.replaceSync(text);
      return made;
    }));
  }
  return sheets.get(name);
}

const step = (given) => (Array.isArray(given) ? given : [
  given.words?.en ?? given.en ?? "", given.words?.fr ?? given.fr ?? "", given.line ?? 0, given.changes ?? [], (given.row ?? []).map(String)]);

// A stepper inside `container`: `show(view)` shows what the server answered, and `at` says which step is wanted first.
export function stepper(container, ui, { keep = false, prepare = null } = {}) {
  const host = ui.h("div", { class: "v-stepper" });
  const root = host.attachShadow({ mode: "open" });
  container.append(host);
  const own = new CSSStyleSheet();
  own.replaceSync(EXTRA);
  const classes = new CSSStyleSheet();
  let running = null, seen = null;
  const spoken = (pair) => ({ "data-en": pairOf(pair).en, "data-fr": pairOf(pair).fr });
  const { h } = ui;
  const labelled = (name, given = {}) => ({ ...given, "data-label": name });

  function codeOf(code) {
    if (!code) return null;
    const lines = code.lines.en.map((english, number) => {
      const french = code.lines.fr[number], deep = String(english.length - english.trimStart().length);
      return h("li", {}, h("span", { class: "number" }, String(number + 1)),
        h("span", { class: "words", "data-deep": deep, ...spoken({ en: english.trimStart(), fr: french.trimStart().replace(/ (?=[:;])/g, "\u00a0") }) }));
    });
    return h("section", { class: "panel" }, h("h2", spoken(code.title)), h("ol", { class: "code" }, ...lines));
  }
  function legendOf(legend) {
    if (!legend?.length) return null;
    const wide = legend.some((entry) => (entry.sign ?? "").length > 3) ? 46 : 26;
    const rows = legend.map((entry) => h("li", {}, h("svg:svg", { width: `${wide}`, height: "20", viewBox: `0 0 ${wide} 20`, "aria-hidden": "true" },
      entry.bare ? null : h("svg:rect", {
        x: `${wide / 2 - 10}`, y: "3", width: "20", height: "14", rx: "2", fill: "#ffffff", stroke: "#8a94a2", class: entry.mark || null,
      }),
      h("svg:text", { x: `${wide / 2}`, y: "14", "font-size": "11", "text-anchor": "middle", fill: "#1c222b" }, entry.sign ?? "")),
    h("span", spoken(entry.words))));
    return h("section", { class: "panel" }, h("h2", { "data-t": "legend" }), h("ul", { class: "legend" }, ...rows));
  }
  function factsOf(facts) {
    if (!facts?.length) return null;
    return h("dl", { class: "facts" }, ...facts.map(([name, value]) => h("div", {}, h("dt", spoken(name)), h("dd", spoken(value)))));
  }
  function picture(name) {
    return h("button", labelled(name, { type: "button", id: `p-${name}`, class: name === "play" ? "play" : null, "data-label": name === "play" ? null : name }),
      h("svg:svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("svg:path", { d: ICONS[name] })));
  }
  function chooser(sheets) {
    if (!Array.isArray(sheets) || sheets.length < 2 || !Array.isArray(sheets[0])) return null;
    return h("select", labelled("sheet", { id: "p-sheet" }), ...sheets.map(([, name], number) => h("option", { value: `${number}`, ...spoken(name) })));
  }

  async function show(view, goal = null) {
    const common = await sheetOf("step.css");
    const before = running ? { at: running.at(), last: running.last } : null;
    running?.end();
    root.adoptedStyleSheets = [common, classes, own];
    classes.replaceSync(view.classes_css ?? "");
    seen = view;
    const figures = [view.svg].flat().map((figure) => (typeof figure === "string" ? svgOf(figure) : figure));
    figures.forEach((figure, number) => number && figure.setAttribute("hidden", ""));
    const below = view.legend_below, signs = legendOf(view.legend), code = codeOf(view.code), side = [code, below ? null : signs].filter(Boolean);
    const steps = view.steps.map(step);
    const whole = h("div", { class: "whole" }, factsOf(view.facts),
      h("div", { class: side.length ? "work" : "work alone" },
        h("div", { class: "figure" },
          h("div", labelled("figure", { class: "card", id: "p-figure", tabindex: "0", role: "region" }), ...figures),
          h("div", { class: "zoom" }, chooser(view.sheets), h("button", labelled("out", { type: "button", id: "p-out" }), "−"),
            h("button", { type: "button", id: "p-fit", "data-t": "fit" }), h("button", labelled("in", { type: "button", id: "p-in" }), "+"))),
        side.length ? h("div", { class: "side" }, ...side) : null,
        below && signs ? h("div", { class: "below" }, signs) : null),
      h("section", labelled("controls", { class: "dock" }), h("div", { class: "panel" },
        h("p", { class: "say", id: "p-say", role: "status", "aria-live": "polite" }),
        h("div", { class: "drive" }, h("div", { class: "buttons" }, ...Object.keys(ICONS).map(picture)),
          h("input", labelled("slide", { class: "slide", id: "p-slide", type: "range", min: "0", max: `${steps.length}`, value: "0", step: "1" })),
          h("span", { class: "count", id: "p-count" }),
          h("label", { class: "speed" }, h("span", { "data-t": "speed" }),
            h("input", {
              id: "p-speed", type: "range", min: "40", max: "1640", step: "40", value: `${pace}`,
              on: { input: (event) => { pace = event.target.value; } },
            }))))),
      h("details", { id: "p-details", open: opened, on: { toggle: (event) => { opened = event.target.open; } } }, h("summary", { "data-t": "table" }),
        h("p", { class: "window", id: "p-window", hidden: true }),
        h("div", labelled("table", { class: "rows", id: "p-rows", tabindex: "0", role: "region" }))));
    root.replaceChildren(whole);
    prepare?.(root);
    const data = {
      lang: ui.lang(), title: pairOf(view.title), ui: { ...stepWords, ...view.ui }, least: view.least ?? 0, words: view.words ?? [], steps,
      sheets: (view.sheets ?? [0]).map((entry) => (Array.isArray(entry) ? entry[0] : entry)), columns: view.columns ?? { en: [], fr: [] },
    };
    running = start(root, data);
    const wanted = goal ?? (keep && before ? (before.at === before.last ? Infinity : before.at) : 0);
    if (wanted) running.go(Math.min(wanted, steps.length));
    if (opened) root.getElementById("p-details").dispatchEvent(new Event("toggle"));
    return running;
  }
  let pace = 640, opened = false;
  ui.onLanguage((lang) => running?.speak(lang));
  let width = 0;
  const watch = new ResizeObserver(([entry]) => {
    if (Math.abs(entry.contentRect.width - width) > 1) { width = entry.contentRect.width; running?.fit(); }
  });
  watch.observe(host);
  return {
    show, root, host, view: () => seen, running: () => running,
    clear: () => { running?.end(); running = seen = null; root.replaceChildren(); },
    end: () => { watch.disconnect(); running?.end(); },
  };
}

// What differs from a page of its own: no room is lost at the sides, and the speed is a slider.
const EXTRA = `
.whole { display: block; }
.facts { margin-bottom: 10px; }
.speed input { width: 90px; direction: rtl; accent-color: var(--accent); height: 28px; }
details { margin-bottom: 4px; }
.work { grid-template-columns: minmax(0, 1fr) minmax(260px, 340px); }
.work.alone { grid-template-columns: minmax(0, 1fr); }
@media (max-width: 799px) { .work { grid-template-columns: minmax(0, 1fr); } }
`;
