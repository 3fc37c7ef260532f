// The page: which game is open, what is shown, and in which language. The server keeps no game: the address holds it.
import { Analysis } from "./analysis.js";
import { Board } from "./board.js";
import { api, Refusal, Socket } from "./connection.js";
import { $, el, kept, later } from "./dom.js";
import { Ending } from "./playing/ending.js";
import { chooseGame, gameEvents } from "./games.js";
import { Library } from "./library.js";
import { moveList, Notebook } from "./notebook.js";
import { Visitor } from "./person.js";
import { Recent } from "./playing/recent.js";
import { Sides } from "./playing/sides.js";
import { Table } from "./table.js";
import { Together } from "./together/together.js";
import { fillTexts, languageNow, setLanguage, t, w } from "./words.js";

const VIEWS = ["inside", "editor", "paths", "graphs", "exercises"];
const listeners = new Set();
let tickets = 0; // only the newest request to show a position is obeyed
let written = ""; // the address that this page wrote itself

const app = {
  lang: languageNow,
  t,
  w,
  api,
  socket: null,
  visitor: null, // who sits here
  book: null,
  info: null,
  game: null, // what the server says of the open game
  settings: { players: ["human", 3], clock: "", analysis: false, theme: "", lang: "" },
  tab: "play",
  intercept: null, // takes a move instead of the notebook, while one learns
  line: () => app.book.line(),
  onLine(callback) {
    listeners.add(callback);
    return () => listeners.delete(callback);
  },
  go,
  say,
  toast,
  move,
  show,
  open,
  positionOf,
  newGame: (game) => open(new Notebook(game), { live: true }),
  keep,
  refresh,
  address,
  playerName: (side) => app.sides.name(side),
};
app.sides = new Sides(app);

// Texts that come and go ---------------------------------------------------------------------------------------------

/** Say it below the board, where screen readers hear it. */
function say(text) {
  const status = $("#status");
  if (status.textContent !== text) status.textContent = text;
}

const fade = later(6000, () => {
  if (!$("#toast").dataset.stays) $("#toast").hidden = true;
});

/** A quiet note at the foot of the page: a text, a {en, fr} pair or an error. It goes by itself unless it `stays` until the next. */
function toast(what, stays = false) {
  const note = $("#toast");
  note.hidden = !what;
  if (what instanceof Error && !(what instanceof Refusal)) console.error(what);
  note.textContent = t(what instanceof Refusal ? what.pair : what instanceof Error ? what.message : what);
  note.dataset.stays = stays ? "yes" : "";
  fade();
}

// Positions ----------------------------------------------------------------------------------------------------------

/** What the server says of a node; asked once, and again after a lost connection as long as it is wanted. */
async function positionOf(node, book = app.book, wanted = () => false) {
  const ask = () => node.parent?.ahead?.get(node.move) ?? api("/api/position", { ...book.line(node), lang: languageNow() });
  node.position ??= await reach(ask, wanted);
  node.tell(node.position);
  return node.position;
}

/** A move may be made soon: ask for its position now, so that it is seen at once. */
function foresee(name) {
  const { at } = app.book;
  if (at.children.some((child) => child.move === name)) return;
  at.ahead ??= new Map();
  if (at.ahead.has(name)) return;
  const line = app.book.line(at);
  const asked = api("/api/position", { ...line, moves: [...line.moves, name], lang: languageNow() });
  asked.catch(() => at.ahead.delete(name));
  at.ahead.set(name, asked);
}

/** Show a node; `by` is the move that was just made. Gives whether it is shown. */
async function show(node, { by = null } = {}) {
  const ticket = ++tickets;
  const { book } = app;
  const before = book.at;
  book.go(node);
  try {
    await positionOf(node, book, () => ticket === tickets && book === app.book);
  } catch (error) {
    if (book === app.book && ticket === tickets) {
      if (before.position && before !== node) book.go(before);
      if (by && !node.children.length) book.remove(node);
      toast(error);
      if (app.board.position) refresh();
    }
    return false;
  }
  if (ticket !== tickets || book !== app.book) return false;
  if (by && !$("#toast").dataset.stays) toast("");
  app.board.hinted = null;
  app.board.scores = null;
  app.board.show(node.position, by);
  address();
  refresh();
  for (const callback of listeners) callback(node.position);
  return true;
}

/** Play a move from where one stands; a line that is there already is not made twice. */
async function move(name, { engine = false } = {}) {
  if (!engine && app.intercept) return app.intercept(name);
  const { at } = app.book;
  if (!at.position) return false; // the move before is still on its way
  if (!engine && app.together.takes(name)) return true;
  if (at.end) at.end = "";
  if (!engine) app.table.stepClock(at.position.player);
  app.table.live = true;
  return show(at.child(name), { by: name });
}

/** Everything that depends on the node one stands on, or on the language. */
function refresh() {
  app.table.update();
  app.analysis.update();
  movesPanel();
  const { at } = app.book;
  $("#first").disabled = $("#previous").disabled = !at.parent;
  $("#next").disabled = $("#last").disabled = !at.children.length;
}

/** Write the game into the address, so that a reload or a link gives it back. */
function address() {
  written = app.recent.write(app.book.address + (app.tab === "play" ? "" : `&view=${app.tab}`));
}

/** Open a notebook; `id` is that of a game that was kept, `here`: the address says it already. "Back" comes back to the one before. */
async function open(book, { live = false, id, here = false } = {}) {
  const asked = location.hash;
  let game;
  try {
    game = await api("/api/game", { game: book.game });
  } catch (error) {
    toast(error);
    return false;
  }
  if (here && location.hash !== asked) return false; // the history went on meanwhile
  app.recent.keep();
  app.together.opened(book);
  const before = [app.book, app.game, app.recent.id];
  if (book.players) app.settings.players = book.players;
  else book.players = app.settings.players;
  app.book = book;
  app.game = game;
  app.recent.begin({ id, here });
  written = location.hash;
  app.analysis.forget();
  app.table.begin(live);
  const shown = (await show(book.at)) || (book.at !== book.root && (await show(book.root)));
  if (!shown && before[0] && app.book === book) [app.book, app.game, app.recent.id] = before; // the position was refused: nothing is changed
  chooseGame(app);
  $("#title").textContent = `Élagage: ${t(app.game.title)}`;
  document.title = `${t(app.game.title)} – Élagage`;
  app.sides.show();
  refresh();
  const { last } = app.book.at;
  if (shown && last !== app.book.at && last.mover === null) positionOf(last).then(movesPanel, () => null); // who moved, for the list of moves
  return shown;
}

// Going through the game ---------------------------------------------------------------------------------------------

/** Go to a node at the reader's wish: whoever was to play waits. */
function visit(node) {
  if (!node || node === app.book.at) return;
  if (app.intercept) app.analysis.review.leave();
  app.table.live = false;
  return show(node);
}
app.visit = visit;

function navigationEvents() {
  const ways = { first: (book) => book.root, previous: (book) => book.at.parent, next: (book) => book.at.next, last: (book) => book.at.last };
  for (const [id, way] of Object.entries(ways)) $(`#${id}`).addEventListener("click", () => visit(way(app.book)));
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && app.tab === "play" && !document.querySelector("dialog[open]")) app.table.hurry();
    const taken = `input, select, textarea, [role=tablist], [role=slider]${app.board.byHand ? "" : ", [role=grid]"}`;
    if (event.target.closest(taken) || event.ctrlKey || event.metaKey || event.altKey || app.tab !== "play") return;
    const id = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
    if (!id) return;
    event.preventDefault();
    visit(ways[id](app.book));
  });
  addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text") ?? "";
    if (app.tab !== "play" || event.target.closest?.("input,textarea") || !text.trim()) return;
    event.preventDefault();
    app.library.take(text);
  });
  addEventListener("hashchange", () => location.hash !== written && fromAddress());
}

const viewOf = (hash) => VIEWS.find((view) => hash.includes(`&view=${view}`)) ?? "play";

async function fromAddress() {
  const view = viewOf(location.hash);
  if (await app.together.fromAddress(location.hash)) return go(view);
  const book = Notebook.fromAddress(location.hash);
  if (book) await open(book, { here: true });
  go(view);
}

function movesPanel() {
  const { book } = app;
  const panel = $("#panel-moves");
  if (panel.hidden) return; // drawn when it is opened
  const main = book.at.path.every((node) => !node.parent || node.parent.children[0] === node);
  const list = moveList(book, { go: visit, marks: app.analysis.mark, label: w("moveList"), start: w("start"), sides: app.sides });
  const branch = el(
    "div",
    { class: "row" },
    el("button", { type: "button", class: "small", disabled: main, onclick: () => (book.promote(book.at), address(), refresh()) }, w("promote")),
    el("button", { type: "button", class: "small", disabled: !book.at.parent, onclick: () => { const { parent } = book.at; book.remove(book.at); visit(parent) ?? show(parent); } }, w("remove")),
  );
  const focused = panel.contains(document.activeElement) && document.activeElement.matches(".move");
  const opening = book.at.position?.opening;
  const name = opening ? el("p", { class: "quiet", id: "opening" }, w("opening", { name: t(opening) })) : "";
  panel.replaceChildren(name, list, branch, app.table.clockChoice(), el("p", { class: "quiet" }, w("branchHint")));
  const here = $("[aria-current]", list);
  if (focused) here?.focus({ preventScroll: true });
  if (here) list.scrollTop = Math.max(0, here.offsetTop - list.clientHeight / 2);
}

// Sections and panels ------------------------------------------------------------------------------------------------

let mounted = null; // the view that is open, {tab, update, unmount}

async function go(tab) {
  if (tab !== "play" && !VIEWS.includes(tab)) return;
  app.tab = tab;
  for (const button of document.querySelectorAll("[data-tab]")) {
    if (button.dataset.tab === tab) button.setAttribute("aria-current", "page");
    else button.removeAttribute("aria-current");
  }
  $("#play").hidden = tab !== "play";
  $("#view").hidden = tab === "play";
  if (app.book) address();
  if (mounted?.tab === tab) return;
  mounted?.unmount?.();
  mounted = null;
  if (tab === "play") return $("#view").replaceChildren();
  const container = el("div", { class: `view-${tab}` });
  $("#view").replaceChildren(container);
  try {
    const { mount } = await import(`./views/${tab}.js`);
    if (app.tab === tab && container.isConnected) mounted = { tab, ...(await mount(container, app)) };
  } catch (error) {
    console.error(error);
    container.replaceChildren(el("p", { class: "quiet" }, w("cannotLoad")));
  }
}

function tabEvents() {
  for (const button of document.querySelectorAll("[data-tab]")) button.addEventListener("click", () => go(button.dataset.tab));
  listeners.add((position) => mounted?.update?.(position));
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const choose = (tab, focus) => {
    for (const other of tabs) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
      $(`#${other.getAttribute("aria-controls")}`).hidden = other !== tab;
    }
    if (focus) tab.focus();
    kept.set("panel", tab.id);
    if (tab.id === "tab-library") app.library.update();
    if (tab.id === "tab-analysis") app.analysis.draw();
    if (tab.id === "tab-moves" && app.book?.at.position) movesPanel();
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) choose(tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length], true);
    });
  }
  app.panel = (name) => choose($(`#tab-${name}`));
  choose(tabs.find((tab) => tab.id === kept.get("panel")) ?? tabs[0]);
}

// Language, colours, settings ----------------------------------------------------------------------------------------

const send = later(400, () => api("/api/settings", app.settings).catch(() => null)); // the browser keeps them too

function keep(changes = {}) {
  Object.assign(app.settings, changes);
  kept.set("settings", app.settings);
  if (app.visitor.known) send();
}

function speak(lang) {
  setLanguage(lang);
  for (const button of document.querySelectorAll("[data-lang]")) button.setAttribute("aria-pressed", String(button.dataset.lang === languageNow()));
  fillTexts();
  if (!app.book?.at.position) return;
  chooseGame(app);
  document.title = `${t(app.game.title)} – Élagage`;
  $("#title").textContent = `Élagage: ${t(app.game.title)}`;
  app.table.strips();
  app.sides.show();
  app.board.show(app.book.at.position);
  app.library.update();
  refresh();
  if (app.intercept) app.analysis.review.tell();
}

function paint(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function settingEvents() {
  for (const button of document.querySelectorAll("[data-lang]")) {
    button.addEventListener("click", () => {
      keep({ lang: button.dataset.lang });
      speak(button.dataset.lang);
    });
  }
  $("#theme").addEventListener("click", () => {
    const dark = app.settings.theme ? app.settings.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    keep({ theme: dark ? "light" : "dark" });
    paint(app.settings.theme);
  });
}

async function begin() {
  Object.assign(app.settings, kept.get("settings") ?? {});
  paint(app.settings.theme);
  speak(app.settings.lang || (navigator.language.startsWith("fr") ? "fr" : "en"));
  app.visitor = new Visitor(app);
  app.socket = new Socket();
  app.board = new Board($("#board"), { play: move, aimed: foresee, words: w, say, sides: app.sides });
  app.table = new Table(app);
  app.ending = new Ending(app);
  app.analysis = new Analysis(app);
  app.library = new Library(app);
  app.recent = new Recent(app);
  app.together = new Together(app);
  tabEvents();
  gameEvents(app);
  navigationEvents();
  settingEvents();
  const [info, settings] = await Promise.all([reach(() => api("/api/info")), api("/api/settings").catch(() => ({})), app.visitor.meet().catch(toast)]);
  app.info = info;
  if (!$("#panel-library").hidden) app.library.update(); // drawn before it was known who sits here
  if (!kept.get("settings")) Object.assign(app.settings, settings?.settings ?? settings ?? {});
  paint(app.settings.theme);
  speak(app.settings.lang || info.language || "en");
  app.table.strips();
  let lost = false;
  app.socket.onState((state) => {
    if (state === "lost" || lost) toast(w(state === "lost" ? "lost" : "back"), state === "lost");
    lost = state === "lost";
  });
  const view = viewOf(location.hash);
  app.tab = view;
  app.together.begin();
  const joined = await app.together.fromAddress(location.hash);
  const book = Notebook.fromAddress(location.hash);
  const resumed = book && app.table.wasLive(book);
  const shown = joined || (book && (await open(book, { live: resumed, here: true }))) || (await open(new Notebook(info.start || "tictactoe"), { live: true, here: true }));
  if (!shown) await app.newGame("tictactoe");
  go(view);
  document.documentElement.dataset.ready = "yes";
  if (!app.visitor.known) app.visitor.ask();
}

/** Ask until the server answers, or nobody wants to know any more. */
async function reach(ask, wanted = () => true) {
  for (let wait = 300; ; wait = Math.min(2 * wait, 5000)) {
    try {
      return await ask();
    } catch (error) {
      if (error.status || !wanted()) throw error;
      toast(error);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

begin();
