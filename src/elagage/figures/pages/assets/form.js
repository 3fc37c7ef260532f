// Exercises that are answered, marked and explained. `data` is what figures/pages/form_page.py writes into the page;
// answers are read and marked as elagage.exercises.questions and elagage.exercises.marking do it.
const NONE = ["", "-", "–", "—", "−", "x", "/", "none", "?", "aucune", "aucun", "rien", "néant", "neant", "∅"];
const DASHES = ["∞", "-", "–", "—", "−", "x", "/", "aucun", "none"], BETWEEN = ["et", "and"];

// A number as people write it; null if it is none.
function readNumber(text) {
  const bare = text.replace(/^(>=|<=|[=≥≤<>])\s*/, "").replace(/[\s\u202f\xa0]/g, "").replace(/[−–—]/g, "-").replace(",", ".").toLowerCase();
  const infinite = /^([+-]?)(inf|infini|infinity|infty|∞|oo)$/.exec(bare);
  if (infinite) return infinite[1] === "-" ? -Infinity : Infinity;
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(bare) ? Number(bare) : null;
}
const asNumber = (value) => (value === "inf" ? Infinity : value === "-inf" ? -Infinity : value);

function splitNames(text, names) {
  const known = new Map(names.map((name) => [name.toLowerCase(), name])), found = [], unread = [];
  for (const word of text.split(/[\s,;|(){}[\]'"→>]+|-+>/).filter(Boolean)) {
    const bare = word.toLowerCase().replace(/^[.\-–]+|[.\-–]+$/g, ""), letters = [...bare.replace(/[-–−]/g, "")];
    if (known.has(bare)) found.push(known.get(bare));
    else if (bare && letters.every((letter) => known.has(letter))) found.push(...letters.map((letter) => known.get(letter)));
    else if (![...NONE, ...BETWEEN].includes(word.toLowerCase())) unread.push(word);
  }
  return [found, unread];
}

// What was written: {value (null if nothing), unread}.
function readAnswer(kind, known, text) {
  const bare = text.trim().toLowerCase(), empty = NONE.includes(bare);
  if (kind === "number") {
    if (known.dashes && DASHES.includes(bare)) return { value: Infinity, unread: [] };
    if (empty) return { value: null, unread: [] };
    const value = readNumber(text.trim());
    return { value, unread: value === null ? [text.trim()] : [] };
  }
  if (kind === "choice") return { value: text || null, unread: [] };
  if (kind === "queue") {
    if (empty) return { value: bare ? [] : null, unread: [] };
    const names = new Map(known.names.map((name) => [name.toLowerCase(), name])), found = new Map();
    let rest = text.split(/\s+/).join(" ");
    for (const [all, name, number] of [...rest.matchAll(/([^\W\d_]\w*?)\s*[:=(,/ ]?\s*(-?\d+(?:[.,]\d+)?)\s*\)?/gu)]) {
      if (!names.has(name.toLowerCase())) continue;
      found.set(`${names.get(name.toLowerCase())}:${readNumber(number)}`, true);
      rest = rest.replace(all, " ");
    }
    const unread = rest.split(/[\s,;()[\]{}|]+/).filter((word) => word && !BETWEEN.includes(word.toLowerCase()));
    return { value: found.size ? [...found.keys()] : null, unread };
  }
  if (kind === "set" && Object.keys(known.aliases).length) {
    const found = new Set(), unread = [];
    for (const word of text.toLowerCase().replace(/\s*(-+>?|>|–|—|−|→)\s*/g, "-").split(/[\s,;|/(){}[\]'"]+/)) {
      const plain = word.replace(/^[.-]+|\.+$/g, "");
      if (NONE.includes(plain) || BETWEEN.includes(plain)) continue;
      if (plain in known.aliases) known.aliases[plain].forEach((name) => found.add(name)); else unread.push(plain);
    }
    return { value: [...found], unread };
  }
  const [found, unread] = splitNames(text, known.names);
  if (kind === "sequence") return { value: found.length || empty ? found : null, unread };
  return { value: found.length || (empty && bare) ? [...new Set(found)] : null, unread };
}

// What is wrong with it: a list of [order, sentence].
function findFaults(kind, known, value) {
  const plain = [[known.order, known.why]];
  if (kind === "number") return value === asNumber(known.right) ? [] : plain;
  if (kind === "choice") return known.right.includes(value) ? [] : plain;
  if (kind === "queue") {
    const right = known.right.map(([name, number]) => `${name}:${number}`);
    return value && value.length === right.length && right.every((entry) => value.includes(entry)) ? [] : plain;
  }
  if (kind === "sequence") {
    const given = value || [], right = known.right[0];
    if (known.right.some((other) => other.length === given.length && other.every((name, place) => name === given[place]))) return [];
    let same = 0;
    while (same < Math.min(given.length, right.length) && given[same] === right[same]) same += 1;
    return Array(Math.max(1, right.length - same)).fill([known.order, known.reasons[same] || known.why]);
  }
  const one = (name) => known.faults[name] || plain[0], right = new Set(known.right);
  if (value === null) return known.right.length ? known.right.map(one) : plain;
  const given = new Set(value);
  return [...known.right.filter((name) => !given.has(name)), ...value.filter((name) => !right.has(name))].map(one);
}

// The mark of one exercise: its share from 0 to 1, and what is wrong.
function markExercise(asked, known, answers) {
  const right = {}, count = {}, faults = [], unread = [], wrong = new Set();
  asked.questions.forEach((question, number) => {
    const facts = known.questions[number], text = answers[question.name] || "";
    const reading = readAnswer(question.kind, facts, text), found = findFaults(question.kind, facts, reading.value);
    const extra = reading.value === null ? 0 : reading.unread.length;
    reading.unread.forEach((word) => unread.push([question, word]));
    if (found.length || extra) wrong.add(question.name);
    found.forEach(([order, why]) => faults.push({ order, why, name: question.name }));
    count[question.part] = (count[question.part] || 0) + facts.count;
    right[question.part] = (right[question.part] || 0) + facts.count - found.length - extra;
  });
  let weight = 0, points = 0;
  for (const [part, each] of Object.entries(asked.weights)) {
    if (!(part in count)) continue;
    weight += each;
    points += each * (count[part] ? Math.max(0, right[part]) / count[part] : Number(right[part] >= 0));
  }
  faults.sort((one, other) => one.order - other.order);
  return { share: weight ? points / weight : 0, faults, unread, wrong };
}

// `root` holds the elements: the document of a page of its own, or a shadow root inside another page, which says when its language changes.
export function start(root, data) {
  const page = root === document, find = (id) => root.getElementById(id), say = find("f-say");
  const known = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(data.kept), (letter) => letter.charCodeAt(0))));
  let lang = data.lang, place = data.papers.length === 1 ? 0 : -1, own = {}, attempts = 0, marked = null, shown = false;
  const ui = (name, words = {}) => data.ui[name][lang].replace(/\{(\w+)\}/g, (all, key) => (key in words ? words[key] : all));
  const kept = () => `${data.key}-${place}`;

  function make(tag, properties = {}, ...inside) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in element && name !== "role") element[name] = value; else element.setAttribute(name, value);
    }
    element.append(...inside);
    return element;
  }
  function keep() {
    try { localStorage.setItem(kept(), JSON.stringify({ own, attempts })); } catch { /* private windows keep nothing */ }
  }
  function recall() {
    own = {};
    attempts = 0;
    try {
      const old = JSON.parse(localStorage.getItem(kept()) || "null");
      if (old && typeof old.own === "object" && old.own) { own = old.own; attempts = Number(old.attempts) || 0; }
    } catch { own = {}; }
  }
  const answersOf = (number) => own[number] || {};
  function write(number, name, text) {
    own[number] = { ...answersOf(number), [name]: text };
    if (marked) { marked = null; draw(); find(`f-${number}-${name}`)?.focus(); }
    keep();
  }

  function field(number, question) {
    const id = `f-${number}-${question.name}`, value = answersOf(number)[question.name] || "";
    const long = !["number", "choice"].includes(question.kind);
    let input;
    if (question.kind === "choice") {
      input = make("select", { id }, make("option", { value: "" }, "…"), ...question.options.map(([key, text]) => make("option", { value: key }, text[lang])));
    } else input = make("input", { id, type: "text", autocomplete: "off", spellcheck: false, autocapitalize: "off" });
    input.value = value;
    input.addEventListener(question.kind === "choice" ? "change" : "input", () => write(number, question.name, input.value));
    const sign = make("span", { className: "sign" });
    if (marked) {
      const bad = marked[number].wrong.has(question.name);
      sign.classList.add(bad ? "wrong" : "right");
      sign.textContent = bad ? "✗" : "✓";
      sign.setAttribute("aria-label", ui(bad ? "wrong" : "right"));
      sign.setAttribute("role", "img");
      if (bad) input.setAttribute("aria-invalid", "true");
    }
    return make("label", { className: long ? "field long" : "field" }, make("span", { className: "name" }, question.prompt[lang]), input, sign);
  }
  function inline(svg, label) {
    const card = make("div", { className: "card", tabIndex: 0, role: "region", "aria-label": label });
    card.innerHTML = svg; // our own figure, from this file
    return card;
  }
  function task(asked, number) {
    const facts = known[place][number], fields = make("fieldset", { className: "fields" }, ...asked.questions.map((question) => field(number, question)));
    const first = marked && marked[number].faults[0];
    const box = make("section", { className: "panel task" }, make("h2", {}, asked.head[lang]),
      make("ul", {}, ...asked.statement.map((sentence) => make("li", {}, sentence[lang]))), inline(asked.svg, ui("figure")));
    if (first) fields.prepend(make("p", { className: "why" }, first.why[lang]));
    box.append(fields);
    if (shown) {
      const solved = make("div", { className: "solved" }, make("h2", {}, ui("solution")));
      if (facts.svg) solved.append(inline(facts.svg, ui("solution")));
      solved.append(...facts.solution.map((sentence) => make("p", {}, sentence[lang])));
      solved.append(...asked.questions.map((question, each) => make("p", {}, `${question.prompt[lang]} `, make("strong", {}, facts.questions[each].text))));
      box.append(solved);
    }
    return box;
  }
  function draw() {
    if (page) {
      document.documentElement.lang = lang;
      document.title = find("f-title").textContent = data.title[lang];
    }
    for (const item of root.querySelectorAll("[data-lang]")) item.setAttribute("aria-pressed", String(item.dataset.lang === lang));
    for (const item of root.querySelectorAll("[data-label]")) item.setAttribute("aria-label", ui(item.dataset.label));
    const who = find("f-who");
    who.hidden = data.papers.length === 1;
    if (!who.hidden) {
      const select = make("select", { id: "f-student" }, make("option", { value: "-1" }, ui("choose")), ...data.papers.map((paper, number) => make("option", { value: String(number) }, paper.student)));
      select.value = String(place);
      select.onchange = () => { place = Number(select.value); marked = null; shown = false; if (place >= 0) recall(); draw(); };
      who.replaceChildren(make("label", {}, ui("student"), " ", select));
    }
    find("f-exercises").replaceChildren(...(place < 0 ? [] : data.papers[place].exercises.map(task)));
    find("f-check").textContent = ui("check");
    find("f-show").textContent = ui(shown ? "hide" : "show");
    find("f-again").textContent = ui("again");
    for (const name of ["f-check", "f-show", "f-again"]) find(name).disabled = place < 0;
    find("f-count").textContent = attempts ? ui("attempts", { n: attempts }) : "";
    tell();
  }
  function total() {
    const exercises = data.papers[place].exercises, all = exercises.reduce((sum, each) => sum + each.points, 0);
    return marked.reduce((sum, each, number) => sum + exercises[number].points * each.share, 0) / all * data.outOf;
  }
  function tell() {
    say.className = "say";
    if (!marked) { say.textContent = ui("begin"); return; }
    const mark = Math.round(total() * 100) / 100, words = [ui("mark", { mark: mark.toLocaleString(lang), all: data.outOf })];
    const strange = marked.flatMap((each) => each.unread)[0];
    if (strange) words.push(ui("unread", { prompt: strange[0].prompt[lang], text: strange[1] }));
    const good = marked.every((each) => !each.wrong.size);
    if (good) words.push(ui("done"));
    say.classList.add(good ? "right" : "wrong");
    say.textContent = words.join(". ");
    say.dataset.mark = String(mark);
  }
  find("f-check").onclick = () => {
    attempts += 1;
    marked = data.papers[place].exercises.map((asked, number) => markExercise(asked, known[place][number], answersOf(number)));
    keep();
    draw();
  };
  find("f-show").onclick = () => { shown = !shown; draw(); };
  find("f-again").onclick = () => {
    if (!window.confirm(ui("sure"))) return;
    own = {};
    marked = null;
    shown = false;
    keep();
    draw();
  };
  const speak = (name) => { lang = name; draw(); };
  for (const item of root.querySelectorAll("[data-lang]")) item.onclick = () => speak(item.dataset.lang);
  if (place === 0) recall();
  draw();
  return { speak };
}
