// The choice of a game, of its variant and size; and the box in which a move is typed.
import { $, el } from "./dom.js";

/** Show which game is open, and what else there is. */
export function chooseGame(app) {
  const [name] = app.book.game.split(":");
  $("#game").replaceChildren(...app.info.games.map((game) => el("option", { value: game.id }, app.t(game.title))));
  $("#game").value = name;
  const game = app.info.games.find((other) => other.id === name);
  const examples = (game?.parameters ?? []).map((example) => (example.startsWith(`${name}:`) ? example : `${name}:${example}`));
  const all = [...new Set([...(name === "tree" ? [] : [name]), ...examples, app.book.game])];
  const variant = $("#variant");
  variant.replaceChildren(
    ...all.map((spec) => el("option", { value: spec }, spec === name ? app.w("standard") : spec.slice(name.length + 1))),
    ...(name === "file" ? [] : [el("option", { value: "?" }, app.w("otherVariant"))]),
  );
  variant.value = app.book.game;
  variant.closest("label").hidden = name === "file";
  $("#custom-box").hidden = true;
}

function chosenGame() {
  const variant = $("#variant").value;
  if (variant !== "?") return variant;
  const custom = $("#custom").value.trim();
  return custom ? `${$("#game").value}:${custom}` : $("#game").value;
}

export function gameEvents(app) {
  $("#game").addEventListener("change", (event) => {
    const { id, parameters = [] } = app.info.games.find((game) => game.id === event.target.value);
    app.newGame(id === "tree" && parameters.length ? (parameters[0].startsWith("tree:") ? parameters[0] : `tree:${parameters[0]}`) : id);
  });
  $("#variant").addEventListener("change", (event) => {
    const other = event.target.value === "?";
    $("#custom-box").hidden = !other;
    if (other) $("#custom").focus();
    else app.newGame(event.target.value);
  });
  $("#setup").addEventListener("submit", (event) => {
    event.preventDefault();
    app.newGame(chosenGame());
  });
  $("#typed").addEventListener("submit", async (event) => {
    event.preventDefault();
    const box = $("#typed-move");
    const text = box.value.trim();
    const { moves } = await app.positionOf(app.book.at);
    const found = moves.find(({ name }) => name === text) ?? moves.find(({ name }) => name.toLowerCase() === text.toLowerCase());
    if (!text || !app.board.enabled) return;
    if (!found) return app.toast(app.w("noMove", { move: text, moves: moves.slice(0, 12).map(({ name }) => name).join(" ") + (moves.length > 12 ? " …" : "") }));
    box.value = "";
    await app.move(found.name);
  });
}
