// The board: the server's picture, and over it a grid of cells for the mouse, the keyboard and screen readers.
import { el, moving } from "./dom.js";
import { glide } from "./motion.js";

const SMALLEST = 12; // a cell's least size, in the picture's own units
const FAR = 6; // pixels: a press that moves farther is a drag

const WALKING = ["ArrowLeft", "ArrowRight", "Home", "End"]; // keys that go through the game where the board does not take them

const UPRIGHT = ["columns", "piles", "text", "node"]; // boards that have an above and a below

const same = (a, b) => a && b && a[0] === b[0] && a[1] === b[1];
const key = ([row, column]) => `${row}-${column}`;

/** The cell on which a move is shown. */
export const spot = (move) => move.to ?? (move.cells.length === 1 ? move.cells[0] : (move.click?.[0] ?? move.cells[0] ?? null));

/** The moves that a click on a cell may mean: those that ask for this very cell, else those that touch it. */
export function meant(moves, cell) {
  const free = moves.filter((move) => !move.from);
  const first = free.filter((move) => move.click?.some((other) => same(other, cell)));
  return first.length ? first : free.filter((move) => move.cells.some((other) => same(other, cell)));
}

export class Board {
  /** `play(name)` is called for a move, `aimed(name)` before it may be, `words(key, …)` gives texts, `say(text)` announces, `sides` names who has what. */
  constructor(host, { play, aimed, words, say, sides }) {
    Object.assign(this, { host, play, aimed, words, say, sides });
    this.cells = new Map();
    this.position = null;
    this.enabled = true;
    this.chosen = null; // the square a move starts from
    this.active = null; // the cell that Tab reaches
    this.scores = null;
    this.turned = false; // is the board seen from the other side?
    this.picture = el("div", { class: "picture", "aria-hidden": "true" });
    this.grid = el("div", { class: "cells", role: "grid" });
    this.stage = el("div", { class: "stage" }, this.picture, this.grid);
    this.others = el("div", { class: "others" });
    host.replaceChildren(this.stage, this.others);
    this.grid.addEventListener("keydown", (event) => {
      if (this.byHand && WALKING.includes(event.key)) return; // to whoever plays with the mouse the arrows are those of the game
      this.grid.classList.remove("byhand"); // the keyboard's place is shown once the keyboard is used
      this.key(event);
    });
    this.grid.addEventListener("pointerdown", (event) => this.press(event));
    this.grid.addEventListener("pointerover", (event) => this.aim(this.cellOf(event.target)));
    this.grid.addEventListener("pointerleave", () => this.aim(null));
    this.grid.addEventListener("focusin", (event) => this.focused(event));
    this.grid.addEventListener("focusout", () => this.aim(null));
  }

  /** Show a position; `by` is the move that led to it, if one was made just now. */
  show(position, by = null) {
    const before = this.position;
    const had = document.activeElement && this.grid.contains(document.activeElement);
    this.position = position;
    this.chosen = null;
    this.closeChooser();
    const parsed = new DOMParser().parseFromString(position.board.svg, "image/svg+xml").documentElement;
    const drawing = document.importNode(parsed, true);
    drawing.removeAttribute("role");
    drawing.querySelectorAll("title").forEach((title) => title.remove());
    this.picture.replaceChildren(drawing);
    this.flipped = this.turned && this.canFlip;
    this.stage.classList.toggle("flipped", this.flipped);
    const { width, height } = drawing.viewBox.baseVal;
    const small = Math.max(4, Math.min(9, (9 * width) / 240)); // the names of a small board, drawn large, need not be large
    for (const named of drawing.querySelectorAll("[font-size='9']")) named.setAttribute("font-size", String(small));
    this.stage.style.setProperty("--ratio", String(width / height));
    this.stage.style.setProperty("--wide", String(width));
    this.build(drawing, width, height);
    if (had) this.cells.get(this.active)?.focus({ preventScroll: true });
    if (by && before && moving() && !this.flipped) glide(drawing, before, position, before.moves.find((move) => move.name === by), position.board.kind);
    this.paint();
  }

  get canFlip() {
    return Boolean(this.position) && !UPRIGHT.includes(this.position.board.kind);
  }

  /** See it from the other side, or from this one again. */
  turn(turned) {
    this.turned = turned;
    if (this.position) this.show(this.position);
  }

  build(drawing, width, height) {
    const { board } = this.position;
    this.cells.clear();
    const rows = new Map();
    const known = new Set(board.cells.map((cell) => key([cell.row, cell.column])));
    const bare = this.position.moves.flatMap((move) => move.cells.map((cell) => ({ row: cell[0], column: cell[1], name: move.name, text: "" })));
    const all = [...board.cells, ...bare.filter((cell) => !known.has(key([cell.row, cell.column])))];
    const areas = all.map((cell) => [cell, drawing.querySelector(`[id="q${cell.row}-${cell.column}"]`)?.getBBox()]).filter(([, box]) => box);
    const least = spacing(areas.map(([, box]) => box));
    for (const [cell, box] of areas) {
      const wide = Math.max(box.width, Math.min(least.x, 40), SMALLEST);
      const tall = Math.max(box.height, Math.min(least.y, 40), Math.min(SMALLEST, least.y));
      const square = el("div", { role: "gridcell", class: "cell", tabindex: "-1", "aria-label": this.label(cell, false) });
      square.cell = cell;
      const place = { left: (box.x + box.width / 2 - wide / 2) / width, top: (box.y + box.height / 2 - tall / 2) / height, width: wide / width, height: tall / height };
      if (this.flipped) Object.assign(place, { left: 1 - place.left - place.width, top: 1 - place.top - place.height });
      for (const [side, part] of Object.entries(place)) square.style[side] = `${100 * part}%`;
      if (box.width < 10 || box.height < 10) square.classList.add("thin");
      this.cells.set(key([cell.row, cell.column]), square);
      if (!rows.has(cell.row)) rows.set(cell.row, el("div", { role: "row" }));
      rows.get(cell.row).append(square);
    }
    this.grid.replaceChildren(...[...rows.entries()].sort((a, b) => a[0] - b[0]).map(([, row]) => row));
    this.grid.hidden = !this.cells.size;
    this.grid.dataset.kind = board.kind;
    this.grid.setAttribute("aria-label", this.words("board"));
    if (!this.cells.has(this.active)) this.active = this.cells.keys().next().value;
    this.cells.get(this.active)?.setAttribute("tabindex", "0");
  }

  /** A cell for those who hear it: where it is, what is there, and whether it can be played. */
  label(cell, can) {
    const content = this.content(cell) + (can ? `, ${this.words("playable")}` : "");
    return this.words("cell", { place: this.place(cell), content });
  }

  place(cell) {
    const { kind, rows } = this.position.board;
    if (kind === "columns" && !/\d$/.test(cell.name.slice(1))) return this.words("cellPlace", { column: cell.name || cell.column + 1, row: rows - cell.row });
    return cell.name || `${cell.row + 1}, ${cell.column + 1}`;
  }

  content(cell) {
    const empty = !cell.text || cell.text === "." || cell.text === " ";
    if (this.position.board.kind === "boxes") {
      const [down, across] = [cell.row % 2, cell.column % 2];
      if (down !== across) return `${this.words("edge")}, ${this.words(empty ? "empty" : "drawn")}`;
      if (!down) return this.words("dot");
      return `${this.words("box")}, ${cell.owner === null ? this.words("empty") : this.sides.name(cell.owner)}`;
    }
    const side = this.sides.marks().indexOf(cell.text);
    return empty ? this.words("empty") : side < 0 ? cell.text : this.sides.name(side);
  }

  // What a cell can do ----------------------------------------------------------------------------------------------

  /** Was the board last used with the mouse, or touched? */
  get byHand() {
    return this.grid.classList.contains("byhand");
  }

  get moves() {
    return this.enabled && this.position && !this.position.over ? this.position.moves : [];
  }

  cellOf(target) {
    const square = target.closest?.(".cell");
    return square ? [square.cell.row, square.cell.column] : null;
  }

  from(cell) {
    return this.moves.filter((move) => same(move.from, cell));
  }

  /** A click, or Enter. */
  pick(cell) {
    this.closeChooser();
    if (this.chosen) {
      const found = this.from(this.chosen).filter((move) => same(move.to, cell));
      if (found.length) return this.decide(found, cell);
      const again = same(this.chosen, cell);
      this.chosen = null;
      if (again) return this.paint();
    }
    const free = meant(this.moves, cell);
    if (free.length) return this.decide(free, cell);
    if (this.from(cell).length) {
      this.chosen = cell;
      const square = this.cells.get(key(cell)).cell;
      this.say(this.words("chosen", { square: square.name || square.text }));
    }
    this.paint();
  }

  decide(found, cell) {
    if (found.length === 1) return this.play(found[0].name);
    this.openChooser(found, cell);
  }

  /** Several moves are meant by one cell: a small menu beside it. */
  openChooser(found, cell) {
    const square = this.cells.get(key(cell));
    const menu = el("div", { class: "chooser", role: "group", "aria-label": this.words("which") });
    for (const move of found) menu.append(el("button", { type: "button", onclick: () => this.play(move.name) }, this.sides.move(move.name, move.told)));
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.closeChooser();
      square.focus();
    });
    menu.style.left = square.style.left;
    menu.style.top = `calc(${square.style.top} + ${square.style.height})`;
    this.chooser = menu;
    this.stage.append(menu);
    const over = menu.getBoundingClientRect().right - this.stage.getBoundingClientRect().right;
    if (over > 0) menu.style.transform = `translateX(${-over}px)`;
    menu.firstChild.focus();
  }

  closeChooser() {
    this.chooser?.remove();
    this.chooser = null;
  }

  // Mouse and touch --------------------------------------------------------------------------------------------------

  press(event) {
    const cell = this.cellOf(event.target);
    if (!cell || event.button) return;
    event.preventDefault();
    this.grid.classList.add("byhand");
    this.activate(cell);
    this.aim(cell);
    const starts = this.from(cell).length > 0;
    const drag = { x: event.clientX, y: event.clientY, shapes: null };
    const move = (now) => {
      const [dx, dy] = [now.clientX - drag.x, now.clientY - drag.y];
      if (!drag.shapes && starts && Math.hypot(dx, dy) > FAR) {
        this.chosen = cell;
        this.paint();
        drag.shapes = piecesIn(this.picture.firstElementChild, this.cells.get(key(cell)));
      }
      const scale = ((this.flipped ? -1 : 1) * this.picture.firstElementChild.viewBox.baseVal.width) / this.picture.clientWidth;
      for (const shape of drag.shapes ?? []) shape.setAttribute("transform", `translate(${dx * scale} ${dy * scale})`);
    };
    const end = (now) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      for (const shape of drag.shapes ?? []) shape.removeAttribute("transform");
      if (now.type === "pointercancel") return;
      const under = this.cellOf(document.elementFromPoint(now.clientX, now.clientY) ?? this.host);
      if (!drag.shapes) return under && same(under, cell) && this.pick(cell);
      if (under && !same(under, cell)) this.pick(under);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** Show what a click here would play. */
  aim(cell) {
    const names = new Set();
    if (cell && this.chosen) this.from(this.chosen).filter((move) => same(move.to, cell)).forEach((move) => this.aimed(move.name));
    if (cell && !this.chosen) {
      const free = meant(this.moves, cell);
      if (free.length === 1) this.aimed(free[0].name);
      for (const move of free.length === 1 ? free[0].cells : free.length || this.from(cell).length ? [cell] : []) names.add(key(move));
    }
    for (const [name, square] of this.cells) square.classList.toggle("aim", names.has(name));
  }

  // Keyboard: one tab stop, the arrows walk --------------------------------------------------------------------------

  activate(cell, focus = true) {
    this.cells.get(this.active)?.setAttribute("tabindex", "-1");
    this.active = key(cell);
    const square = this.cells.get(this.active);
    square.setAttribute("tabindex", "0");
    if (focus) square.focus({ preventScroll: true });
  }

  focused(event) {
    const cell = this.cellOf(event.target);
    if (cell && event.target.matches(":focus-visible")) this.aim(cell);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = this.cells.get(this.active);
    if (!here) return;
    const cell = [here.cell.row, here.cell.column];
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) this.walk(here, way);
    else if (event.key === "Enter" || event.key === " ") this.pick(cell);
    else if (event.key === "Escape") {
      this.chosen = null;
      this.paint();
    } else if (event.key === "Home" || event.key === "End") {
      const row = [...here.parentElement.children];
      const end = (event.key === "Home" ? row[0] : row.at(-1)).cell;
      this.activate([end.row, end.column]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest cell on that side, as one sees the board. */
  walk(here, [x, y]) {
    const middle = (square) => {
      const box = square.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [left, top] = middle(here);
    let best = null;
    for (const square of this.cells.values()) {
      const [dx, dy] = [middle(square)[0] - left, middle(square)[1] - top];
      const along = x * dx + y * dy;
      const across = Math.abs(x * dy) + Math.abs(y * dx);
      if (along < 2 || across > 2 * along) continue;
      const far = along + 3 * across;
      if (!best || far < best.far) best = { far, cell: [square.cell.row, square.cell.column] };
    }
    if (best) this.activate(best.cell);
  }

  // Marks ------------------------------------------------------------------------------------------------------------

  /** Scores to show on the squares: a list of {name, text, kind, best}, or null. */
  score(scores) {
    this.scores = scores;
    this.paint();
  }

  hint(name) {
    this.hinted = name;
    this.paint();
  }

  paint() {
    if (!this.position) return;
    const targets = new Set(this.chosen ? this.from(this.chosen).map((move) => key(move.to)) : []);
    const hinted = new Set(this.position.moves.find((move) => move.name === this.hinted)?.cells.map(key));
    const can = new Set(this.moves.flatMap((move) => (move.from ? [move.from] : move.click?.length ? move.click : move.cells)).map(key));
    for (const [name, square] of this.cells) {
      square.classList.toggle("chosen", Boolean(this.chosen) && name === key(this.chosen));
      square.classList.toggle("target", targets.has(name));
      square.classList.toggle("hinted", hinted.has(name));
      square.classList.toggle("can", can.has(name) || targets.has(name));
      square.setAttribute("aria-label", this.label(square.cell, this.chosen ? targets.has(name) : can.has(name)));
      square.setAttribute("aria-selected", String(Boolean(this.chosen) && name === key(this.chosen)));
      square.replaceChildren();
    }
    this.badges();
    this.rest();
  }

  badges() {
    if (!this.scores || !this.position) return;
    const byName = new Map(this.position.moves.map((move) => [move.name, move]));
    const done = new Set();
    for (const score of this.scores) {
      const move = byName.get(score.name); // the list is sorted, so the best of several on one square is the one shown
      if (!move) continue;
      let cell = spot(move);
      if (move.from) {
        if (this.chosen && !same(this.chosen, move.from)) continue;
        if (!this.chosen) cell = move.from;
      }
      const square = cell && this.cells.get(key(cell));
      if (!square || done.has(square)) continue;
      done.add(square);
      square.append(el("span", { class: `badge ${score.kind}${score.best ? " best" : ""}${move.from && !this.chosen ? " low" : ""}`, "aria-hidden": "true" }, score.short));
    }
  }

  /** Moves that no square shows, such as a pass, are buttons below the board. */
  rest() {
    const hidden = this.moves.filter((move) => !move.from && !(move.click ?? move.cells).some((cell) => this.cells.has(key(cell))));
    if (this.others.contains(document.activeElement)) this.pressed = document.activeElement.dataset.move;
    this.others.replaceChildren(
      ...hidden.map((move) => {
        const score = this.scores?.find((other) => other.name === move.name);
        const badge = score && el("span", { class: `badge ${score.kind}${score.best ? " best" : ""}` }, score.short);
        const button = el("button", { type: "button", class: move.name === this.hinted ? "hinted" : "", "data-move": move.name, onclick: () => this.play(move.name) }, this.sides.move(move.name, move.told), badge);
        button.addEventListener("pointerenter", () => this.aimed(move.name));
        return button;
      }),
    );
    this.focusButton();
  }

  /** Who chose a move by its button has the buttons of the next turn at hand. */
  focusButton() {
    const buttons = [...this.others.children];
    if (this.pressed === undefined || !buttons.length) return;
    if (document.activeElement === document.body) (buttons.find((button) => button.dataset.move === this.pressed) ?? buttons[0]).focus({ preventScroll: true });
    this.pressed = undefined;
  }
}

/** The shapes that stand in a cell but are not the cell. */
export function piecesIn(drawing, square) {
  const area = square.getBoundingClientRect();
  const inside = (shape) => {
    const box = shape.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return x > area.left && x < area.right && y > area.top && y < area.bottom && box.width <= 1.1 * area.width;
  };
  return [...drawing.querySelectorAll("rect, circle, path, polygon, text, ellipse, line")].filter((shape) => !shape.id && inside(shape));
}

/** The least distances between the middles of cells that lie in one row, and in one column, of the picture. */
function spacing(boxes) {
  const least = { x: Infinity, y: Infinity };
  const middles = boxes.map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
  for (const [x, y] of middles) {
    for (const [left, top] of middles) {
      if (Math.abs(y - top) < 1 && left - x > 1) least.x = Math.min(least.x, left - x);
      if (Math.abs(x - left) < 1 && top - y > 1) least.y = Math.min(least.y, top - y);
    }
  }
  return { x: Number.isFinite(least.x) ? least.x : 0, y: Number.isFinite(least.y) ? least.y : 0 };
}
