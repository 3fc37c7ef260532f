// How one speaks of the open game: its sides by their names and colours, its moves, and its rules.
import { $, el } from "../dom.js";
import { smallBoard } from "./recent.js";

export class Sides {
  constructor(app) {
    this.app = app;
  }

  /** One of the two: {name, colour, plural}. */
  of(side) {
    return this.app.game?.sides?.[side] ?? { name: ["Max", "Min"][side], colour: "", plural: false };
  }

  name(side) {
    return this.app.t(this.of(side).name);
  }

  /** What stands for them on a board of text. */
  marks() {
    return this.app.game?.players ?? [];
  }

  /** A sentence about a side; where its name is a plural, the message is that of the key with "Many". */
  say(key, side, values = {}) {
    return this.app.w(this.of(side).plural ? `${key}Many` : key, { player: this.name(side), ...values });
  }

  /** A move as people say it: `told` is what the server says of it, where that is not its name. */
  move(name, told = null) {
    return told ? this.app.t(told) : name === "--" ? this.app.w("pass") : name;
  }

  /** A disc in the colour of a side; what it means is always written beside it. */
  swatch(side) {
    const disc = el("span", { class: `swatch side-${side}`, "aria-hidden": "true" });
    if (this.of(side).colour) disc.style.setProperty("--side", this.of(side).colour);
    return disc;
  }

  /** "Black 12, White 20", or nothing where nothing is counted. */
  tally(position) {
    if (!position.tally) return "";
    return [0, 1].map((side) => `${this.name(side)} ${position.tally[side]}`).join(", ");
  }

  /** The colours of the bar, and the rules of the game with a small picture of its board. */
  show() {
    const bar = $("#bar");
    for (const [side, name] of [[0, "--max"], [1, "--min"]]) {
      if (this.of(side).colour) bar.style.setProperty(name, this.of(side).colour);
      else bar.style.removeProperty(name);
    }
    const { rules, picture } = this.app.game;
    const told = this.app.t(rules);
    $("#rules").hidden = !told;
    $("#rules-told").replaceChildren(smallBoard(picture), el("p", {}, told));
  }
}
