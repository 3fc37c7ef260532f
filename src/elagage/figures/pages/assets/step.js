// A figure that is stepped through. `root` holds its elements: the document of a page of its own, or a shadow root inside another page, which
// then leaves the address, the title and the keys outside alone. `data` is what figures/pages/step_page.py writes into the page.
export function start(root, data) {
  const page = root === document;
  const find = (id) => root.getElementById(id);
  const steps = data.steps, last = steps.length;
  const LANGUAGES = ["en", "fr"], WORDS = { en: 0, fr: 1 }, LINE = 2, CHANGES = 3, ROW = 4;
  const MANY = 2000, AROUND = 150;
  let lang = data.lang, at = 0, timer = 0, hashTimer = 0, zoom = 1;

  // The shapes, and what they are now. A change is undone by what was there before it: that is worked out once, here.
  const pictures = [...find("p-figure").querySelectorAll(":scope > svg")];
  const shapes = new Map();
  for (const picture of pictures) {
    picture.querySelector(":scope > title")?.remove(); // the label says the same, in both languages
    for (const shape of picture.querySelectorAll("[id]")) shapes.set(shape.id, shape);
  }
  let sheet = 0;
  const now = new Map();
  const original = (id, what) => {
    const shape = shapes.get(id);
    if (!shape) return "";
    return what === "class" ? shape.getAttribute("class") || "" : textOf(shape).textContent;
  };
  // Words inside the figure, by what they are in either language.
  const spoken = new Map();
  for (const both of data.words) for (const word of both) spoken.set(word, both);
  const said = (value) => { const both = spoken.get(value); return both ? both[WORDS[lang]] : value; };
  const textOf = (shape) => (shape.tagName === "text" ? shape : shape.querySelector("text") || shape);
  const before = steps.map((step) => step[CHANGES].map(([id, what, value]) => {
    const key = what + " " + id;
    const old = now.has(key) ? now.get(key) : original(id, what);
    now.set(key, value);
    return old;
  }));
  now.clear();

  function go(goal, quietly) {
    goal = Math.max(0, Math.min(last, Math.round(goal) || 0));
    const near = Math.abs(goal - at) === 1;
    const touched = new Map();
    while (at < goal) {
      for (const [id, what, value] of steps[at][CHANGES]) touched.set(what + " " + id, [id, what, value]);
      at += 1;
    }
    while (at > goal) {
      at -= 1;
      const changes = steps[at][CHANGES];
      for (let number = changes.length - 1; number >= 0; number -= 1) {
        const [id, what] = changes[number];
        touched.set(what + " " + id, [id, what, before[at][number]]);
      }
    }
    for (const [id, what, value] of touched.values()) {
      const shape = shapes.get(id);
      if (!shape) continue;
      if (what === "text") {
        const text = textOf(shape);
        if (text.firstElementChild && text.firstElementChild.tagName === "title") {
          for (const node of [...text.childNodes]) if (node !== text.firstElementChild) node.remove();
          text.append(said(value));
        } else text.textContent = said(value);
      } else if (value) shape.setAttribute("class", value);
      else shape.removeAttribute("class");
    }
    turn();
    tell();
    follow(near);
    if (at === last) pause();
    if (!quietly) {
      clearTimeout(hashTimer);
      hashTimer = setTimeout(remember, 200);
    }
  }

  // The figure that this step is about, where there are several.
  function turn() {
    let wanted = 0;
    while (wanted + 1 < pictures.length && data.sheets[wanted + 1] < at) wanted += 1;
    if (wanted === sheet) return;
    pictures[sheet].setAttribute("hidden", "");
    pictures[wanted].removeAttribute("hidden");
    sheet = wanted;
    find("p-figure").scrollTo(0, 0);
    if (find("p-sheet")) find("p-sheet").value = wanted;
    fit();
  }

  // Where the figure is larger than its frame, what the step is about comes into view.
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  function follow(near) {
    const card = find("p-figure");
    if (!data.least || card.scrollWidth <= card.clientWidth + 1 && card.scrollHeight <= card.clientHeight + 1) return;
    const shape = pictures[sheet].querySelector(".s-current");
    if (!shape) {
      if (!at) card.scrollTo((card.scrollWidth - card.clientWidth) / 2, 0);
      return;
    }
    const frame = card.getBoundingClientRect(), place = shape.getBoundingClientRect();
    const aside = (start, size, from, room) => {
      const edge = Math.min(90, room / 4), middle = start + size / 2 - from;
      return middle - size / 2 < edge || middle + size / 2 > room - edge ? middle - room / 2 : 0;
    };
    const left = aside(place.left, place.width, frame.left, card.clientWidth);
    const top = aside(place.top, place.height, frame.top, card.clientHeight);
    if (left || top) card.scrollBy({ left, top, behavior: near && !timer && !still.matches ? "smooth" : "instant" });
  }

  function remember() {
    if (timer || !page) return;
    try {
      history.replaceState(null, "", "#step=" + at);
    } catch {
      // A browser that forbids it: the page works without.
    }
  }

  const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const ui = (name) => data.ui[name][lang];

  function tell() {
    const step = at ? steps[at - 1] : null;
    find("p-say").textContent = step ? step[WORDS[lang]] : ui("before");
    find("p-count").textContent = fill(ui("count"), { n: at, all: last });
    const slide = find("p-slide");
    slide.value = at;
    slide.setAttribute("aria-valuetext", fill(ui("count"), { n: at, all: last }));
    find("p-first").disabled = find("p-back").disabled = at === 0;
    find("p-next").disabled = find("p-last").disabled = at === last;
    const line = step ? step[LINE] : 0;
    root.querySelectorAll(".code li").forEach((item, number) => {
      const lit = number + 1 === line;
      item.classList.toggle("lit", lit);
      if (lit) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    showRow();
  }

  // Playing

  function play() {
    if (at === last) go(0, true);
    find("p-say").setAttribute("aria-live", "off");
    timer = setInterval(() => go(at + 1, true), Number(find("p-speed").value));
    face();
  }

  function pause() {
    if (!timer) return;
    clearInterval(timer);
    timer = 0;
    find("p-say").setAttribute("aria-live", "polite");
    face();
    remember();
  }

  function face() {
    const button = find("p-play");
    button.setAttribute("aria-label", ui(timer ? "pause" : "play"));
    button.title = ui(timer ? "pause" : "play");
    button.querySelector("path").setAttribute("d", timer ? "M5 3h5v18H5zM14 3h5v18h-5z" : "M6 3l15 9-15 9z");
  }

  // The table of steps

  let from = 0, to = 0;
  function build() {
    const few = last <= MANY;
    from = few ? 1 : Math.max(1, at - AROUND);
    to = few ? last : Math.min(last, Math.max(at, 1) + AROUND);
    const columns = data.columns[lang] || [];
    const table = document.createElement("table");
    const head = table.createTHead().insertRow();
    const whole = last > 0 && !Array.isArray(steps[0][ROW]); // its rows say what happens
    for (const name of [ui("number"), ...(whole ? [] : [ui("words")]), ...columns]) {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = name;
      head.append(cell);
    }
    const body = table.createTBody();
    for (let number = from; number <= to; number += 1) {
      const step = steps[number - 1], row = body.insertRow();
      row.dataset.step = number;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = number;
      button.setAttribute("aria-label", fill(ui("goto"), { n: number }));
      row.insertCell().append(button);
      const cells = whole ? step[ROW][lang] : [step[WORDS[lang]], ...step[ROW]];
      const wide = whole ? 1 : 0;
      for (let place = 0; place < columns.length + (whole ? 0 : 1); place += 1) {
        const cell = row.insertCell();
        if (place === wide) cell.className = "words";
        cell.textContent = cells[place] ?? "";
      }
    }
    find("p-rows").replaceChildren(table);
    find("p-window").textContent = few ? "" : fill(ui("window"), { from, to, all: last });
    find("p-window").hidden = few;
  }

  function showRow() {
    if (!find("p-details").open || !last) return;
    if (!from || at && (at < from || at > to)) build();
    const rows = find("p-rows");
    rows.querySelector("tr[aria-current]")?.removeAttribute("aria-current");
    const row = rows.querySelector(`tr[data-step="${at}"]`);
    if (!row) return;
    row.setAttribute("aria-current", "step");
    const top = row.offsetTop - rows.querySelector("thead").offsetHeight;
    if (top < rows.scrollTop) rows.scrollTop = top;
    else if (row.offsetTop + row.offsetHeight > rows.scrollTop + rows.clientHeight) {
      rows.scrollTop = row.offsetTop + row.offsetHeight - rows.clientHeight;
    }
  }

  // The language

  function speak(wish) {
    lang = LANGUAGES.includes(wish) ? wish : "en";
    if (page) {
      document.documentElement.lang = lang;
      document.title = find("p-title").textContent = data.title[lang];
    }
    for (const picture of pictures) {
      picture.setAttribute("aria-label", data.title[lang]);
      if (data.words.length) for (const text of picture.querySelectorAll("text")) {
        const words = text.lastChild;
        if (words && words.nodeType === Node.TEXT_NODE && spoken.has(words.data)) words.data = said(words.data);
      }
    }
    for (const item of root.querySelectorAll("[data-t]")) item.textContent = ui(item.dataset.t);
    for (const item of root.querySelectorAll("[data-label]")) {
      item.setAttribute("aria-label", ui(item.dataset.label));
      if (item.tagName === "BUTTON") item.title = ui(item.dataset.label);
    }
    for (const item of root.querySelectorAll("[data-lang]")) item.setAttribute("aria-pressed", item.dataset.lang === lang);
    for (const item of root.querySelectorAll("[data-en]")) item.textContent = item.dataset[lang];
    if (from) build();
    face();
    tell();
  }

  // The size of the figure: all of it is seen, unless one comes nearer.

  let least = 1;
  function fit() {
    const card = find("p-figure"), style = getComputedStyle(card), picture = pictures[sheet], box = picture.viewBox.baseVal;
    const wide = box && box.width ? box.width : 600, high = box && box.height ? box.height : 400;
    const room = card.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const tall = Math.max(260, innerHeight * (innerWidth < 800 ? 0.5 : page ? 0.62 : 0.52));
    const whole = Math.min(room / wide, Math.max(tall / high, Math.min(0.5, room / wide)), 2);
    const shown = Math.max(whole, data.least);
    least = whole / shown;
    zoom = Math.max(least, zoom);
    picture.style.width = Math.max(1, Math.floor(wide * shown * zoom)) + "px";
    picture.style.height = "auto";
    find("p-out").disabled = find("p-fit").disabled = zoom <= least;
  }
  function nearer(factor) {
    const card = find("p-figure");
    const x = (card.scrollLeft + card.clientWidth / 2) / card.scrollWidth;
    const y = (card.scrollTop + card.clientHeight / 2) / card.scrollHeight;
    zoom = factor ? Math.max(least, Math.min(12, zoom * factor)) : least;
    fit();
    card.scrollLeft = x * card.scrollWidth - card.clientWidth / 2;
    card.scrollTop = y * card.scrollHeight - card.clientHeight / 2;
  }

  const byHand = (goal) => { pause(); go(goal); };
  find("p-first").onclick = () => byHand(0);
  find("p-back").onclick = () => byHand(at - 1);
  find("p-next").onclick = () => byHand(at + 1);
  find("p-last").onclick = () => byHand(last);
  find("p-play").onclick = () => (timer ? pause() : play());
  find("p-slide").oninput = (event) => byHand(Number(event.target.value));
  find("p-speed").onchange = () => { if (timer) { pause(); play(); } };
  find("p-in").onclick = () => nearer(1.4);
  find("p-out").onclick = () => nearer(1 / 1.4);
  find("p-fit").onclick = () => nearer(0);
  if (find("p-sheet")) find("p-sheet").onchange = (event) => byHand(data.sheets[event.target.value] + 1);
  find("p-details").ontoggle = () => { if (find("p-details").open) { if (!from) build(); showRow(); } };
  find("p-rows").onclick = (event) => {
    const row = event.target.closest("tr[data-step]");
    if (row) byHand(Number(row.dataset.step));
  };
  for (const item of root.querySelectorAll("[data-lang]")) item.onclick = () => speak(item.dataset.lang);
  for (const item of root.querySelectorAll("[data-deep]")) item.style.setProperty("--deep", item.dataset.deep);
  const ended = new AbortController(), until = { signal: ended.signal };
  addEventListener("resize", fit, until);
  (page ? window : root).addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.target;
    const scrolls = [find("p-figure"), find("p-rows")].includes(target)
      && (target.scrollWidth > target.clientWidth + 1 || (/Home|End/.test(event.key) && target.scrollHeight > target.clientHeight + 1));
    if (scrolls || /^(SELECT|TEXTAREA|INPUT)$/.test(target.tagName) && event.key !== " ") return;
    if (event.key === " " && /^(BUTTON|SUMMARY|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    const goal = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (goal !== undefined) byHand(goal);
    else if (event.key === " ") find("p-play").click();
    else return;
    event.preventDefault();
  }, until);
  const asked = () => {
    const found = page && /^#step=(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) : null;
  };
  addEventListener("hashchange", () => { const goal = asked(); if (goal !== null && goal !== at) { pause(); go(goal, true); } }, until);

  find("p-slide").max = last;
  speak(lang);
  fit();
  go(asked() ?? 0, true);
  return { speak, fit, pause, go: byHand, at: () => at, last, end: () => { pause(); ended.abort(); } };
}
