// A notebook of variations: a tree of moves from one position. Nothing is ever lost by going back.
import { el } from "./dom.js";

const LONGEST_ADDRESS = 6000;

class Node {
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    this.children = [];
    this.ply = parent ? parent.ply + 1 : 0;
    this.position = null; // what the server said of it
    this.mover = null; // who made the move, once known
    this.told = null; // how the move is told, where that is not its name
    this.end = ""; // "r0": player 0 resigned here; "t1": player 1 ran out of time
    this.value = null; // for Max, between -1 and 1, once known
    this.score = null;
  }

  /** From the root to here. */
  get path() {
    return this.parent ? [...this.parent.path, this] : [this];
  }

  get moves() {
    return this.path.slice(1).map((node) => node.move);
  }

  /** What the server says of the line to here: who made its moves, and how they are told. */
  tell(position) {
    this.path.slice(1).forEach((node, index) => {
      node.mover = position.movers?.[index] ?? null;
      node.told = position.told?.[index + 1] ?? null;
    });
  }

  /** The node after a move, which is made if need be. */
  child(move) {
    let found = this.children.find((node) => node.move === move);
    if (!found) this.children.push((found = new Node(this, move)));
    return found;
  }

  /** The end of the line that goes on from here by first choices. */
  get last() {
    let node = this;
    while (node.children.length) node = node.next;
    return node;
  }

  /** The child that was seen last, else the first. */
  get next() {
    return this.children.includes(this.seen) ? this.seen : this.children[0];
  }
}

export class Notebook {
  constructor(game, position = null) {
    this.game = game;
    this.position = position;
    this.table = null; // the name of the table at which it is played with others
    this.players = null; // who plays: "human" or a level, for each side; nobody said it yet
    this.root = new Node(null, "");
    this.at = this.root;
  }

  line(node = this.at) {
    return { game: this.game, position: this.position, moves: node.moves };
  }

  /** Go to a node, and remember the way for "next". */
  go(node) {
    this.at = node;
    for (const step of node.path) if (step.parent) step.parent.seen = step;
    return node;
  }

  /** The nodes of the whole line on which one stands: the way here, and on to its end. */
  get current() {
    return this.at.last.path;
  }

  /** A line becomes the first choice everywhere. */
  promote(node) {
    for (const step of node.path) {
      if (!step.parent) continue;
      const { children } = step.parent;
      children.splice(children.indexOf(step), 1);
      children.unshift(step);
    }
  }

  /** Take a branch out; only ever at the reader's express wish. */
  remove(node) {
    if (!node.parent) return;
    if (this.at.path.includes(node)) this.go(node.parent);
    node.parent.children = node.parent.children.filter((other) => other !== node);
  }

  // Text: names joined by ".", a variation in brackets before the move it is an alternative's main line --------------

  get text() {
    const order = [this.root];
    const write = (node) => {
      if (!node.children.length) return "";
      const [first, ...others] = node.children;
      const named = (child) => {
        order.push(child);
        return quoted(child.move) + (child.end ? `!${child.end}` : "");
      };
      const parts = [named(first)];
      for (const other of others) parts.push(`(${[named(other), write(other)].filter(Boolean).join(".")})`);
      parts.push(write(first));
      return parts.filter(Boolean).join(".");
    };
    const text = write(this.root);
    return { text, at: order.indexOf(this.at) };
  }

  /** The address that reproduces this notebook; only the line one stands on if all of it would be too long. */
  get address() {
    let { text, at } = this.text;
    if (text.length > LONGEST_ADDRESS) {
      text = this.current.slice(1).map((node) => quoted(node.move)).join(".");
      at = this.at.ply;
    }
    const parts = [`game=${encodeURIComponent(this.game)}`];
    if (this.position) parts.push(`position=${encodeURIComponent(this.position)}`);
    if (text) parts.push(`moves=${text}`, `at=${at}`);
    if (this.players) parts.push(`players=${this.players.join()}`);
    if (this.table) parts.unshift(`table=${this.table}`);
    return `#${parts.join("&")}`;
  }

  static fromAddress(hash) {
    const parts = Object.fromEntries(
      hash.replace(/^#/, "").split("&").filter(Boolean).map((part) => [part.split("=")[0], part.slice(part.indexOf("=") + 1)]),
    );
    if (!parts.game) return null;
    try {
      const position = parts.position ? decodeURIComponent(parts.position) : null;
      const book = Notebook.fromText(decodeURIComponent(parts.game), position, parts.moves ?? "", Number(parts.at ?? -1));
      if (/^(human|\d+),(human|\d+)$/.test(parts.players)) book.players = parts.players.split(",").map((player) => (player === "human" ? player : Number(player)));
      return book;
    } catch {
      return null; // a damaged address
    }
  }

  static fromText(game, position, text, at = -1) {
    const book = new Notebook(game, position);
    const order = [book.root];
    const stack = [];
    let node = book.root;
    for (const [token] of text.matchAll(/[()]|[^.()]+/g)) {
      if (token === "(") {
        stack.push(node);
        node = node.parent ?? node;
      } else if (token === ")") {
        node = stack.pop() ?? node;
      } else {
        const [name, end = ""] = token.split("!");
        node = node.child(decodeURIComponent(name));
        node.end = end;
        order.push(node);
      }
    }
    book.go(order[at] ?? order[0].last);
    return book;
  }

  get record() {
    return { game: this.game, position: this.position, ...this.text };
  }

  static fromRecord({ game, position, text, at }) {
    return Notebook.fromText(game, position, text, at);
  }
}

const quoted = (name) => encodeURIComponent(name).replace(/[.!()]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);

/**
 * The list of moves, variations indented. `marks` gives a mark beside a move ("?", "??"), `go` is called with the node that is clicked.
 */
export function moveList(book, { go, marks = () => null, label, start, sides }) {
  const list = el("div", { class: "moves", role: "group", "aria-label": label });
  const button = (node) => {
    const mark = marks(node);
    return el(
      "button",
      { type: "button", class: `move${mark ? ` ${mark.kind}` : ""}`, "aria-current": node === book.at ? "true" : null, onclick: () => go(node), title: mark?.title },
      el("span", { class: "number" }, node.ply ? `${node.ply}.` : "•"),
      ` ${node.ply ? sides.move(node.move, node.told) : start}`,
      mark ? el("b", { class: "mark" }, mark.sign) : null,
    );
  };
  const write = (node, into) => {
    let here = node;
    while (here.children.length) {
      const [first, ...others] = here.children;
      into.append(button(first));
      for (const other of others) {
        const box = el("div", { class: "variation" }, button(other));
        write(other, box);
        into.append(box);
      }
      here = first;
    }
  };
  const main = el("div", { class: "line" }, button(book.root));
  list.append(main);
  if (book.root.children.length) list.append(columns(book, { button, write, sides }));
  return list;
}

/** The main line in two columns, one a side; where a side moves twice, the other's place stays empty and the move is marked. */
function columns(book, { button, write, sides }) {
  const grid = el("div", { class: "columns" });
  const main = [];
  for (let node = book.root.children[0]; node; [node] = node.children) main.push(node);
  const first = main[0].mover ?? 0;
  for (const side of [first, 1 - first]) grid.append(el("div", { class: "column" }, sides.swatch(side), ` ${sides.name(side)}`));
  let before = null;
  let row = 1;
  for (const node of main) {
    const mover = node.mover ?? (before === null ? first : 1 - before);
    if (mover === first || before === null || before === mover) row += 1;
    const place = button(node);
    place.style.gridArea = `${row} / ${mover === first ? 1 : 2}`;
    if (before === mover) {
      const again = sides.app.w("again", { player: sides.name(mover) });
      place.append(el("span", { class: "again", title: again }, el("span", { "aria-hidden": "true" }, "↻"), el("span", { class: "unseen" }, again)));
    }
    grid.append(place);
    before = mover;
    for (const other of node.parent.children.slice(1)) {
      const box = el("div", { class: "variation" }, button(other));
      write(other, box);
      row += 1;
      box.style.gridArea = `${row} / 1 / auto / span 2`;
      grid.append(box);
      if (mover === first) row += 1; // the answer to the main line begins a row of its own
    }
  }
  return grid;
}
