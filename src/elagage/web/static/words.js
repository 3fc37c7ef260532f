// What the page says: messages of the catalogue by name; {name} is filled in.
import { fill, message } from "./messages.js";

export const words = {
  skip: message("Go to the board"),
  sections: message("Sections"),
  tabPlay: message("Play"),
  tabInside: message("Look inside"),
  tabEditor: message("Trees"),
  tabPaths: message("Paths"),
  tabGraphs: message("Graphs"),
  language: message("Language"),
  theme: message("Light or dark"),
  game: message("Game"),
  variant: message("Variant and size"),
  standard: message("Standard"),
  otherVariant: message("Other…"),
  custom: message("Parameters"),
  newGame: message("New game"),
  evaluation: message("Evaluation"),
  navigation: message("Go through the game"),
  first: message("Start of the game"),
  previous: message("Previous move"),
  next: message("Next move"),
  last: message("End of the line"),
  hint: message("Hint"),
  analyse: message("Analyse"),
  resign: message("Resign"),
  typeMove: message("Type a move"),
  playIt: message("Play"),
  panels: message("Panels"),
  tabMoves: message("Moves"),
  tabAnalysis: message("Analysis"),
  tabLibrary: message("Games"),
  board: message("Board"),
  empty: message("empty"),
  chosen: message("{square} chosen. Where to?"),
  which: message("Which move?"),
  person: message("Person"),
  level: message("Level {number}, {name}"),
  whoPlays: message("Who plays {player}?"),
  clock: message("Clock"),
  noClock: message("no clock"),
  minutes: message("{minutes} min"),
  minutesMore: message("{minutes} min + {more} s a move"),
  timeLeft: message("Time left for {player}"),
  toMove: message("{player} to move."),
  yourTurn: message("Your turn: {player}."),
  thinking: message("{player} is thinking…"),
  plays: message("{player} plays {move}."),
  ended: message("The game is over."),
  resigned: message("{player} resigns: {other} wins."),
  flagged: message("{player} has run out of time: {other} wins."),
  let: message("Let it play"),
  pause: message("Pause"),
  hintIs: message("Hint: {move} ({score})."),
  noMove: message("“{move}” is not a move here. Moves: {moves}"),
  moveList: message("Moves and variations"),
  start: message("start"),
  promote: message("Make it the main line"),
  remove: message("Delete from here"),
  branchHint: message("Go back and play another move: both lines are kept."),
  analysisOff: message("Scores of every move, the best line and the course of the game."),
  startAnalysis: message("Start the analysis"),
  stopAnalysis: message("Stop the analysis"),
  searching: message("Searching…"),
  compiling: message("Compiling the rules, once…"),
  exact: message("exact"),
  depth: message("depth {depth}"),
  nodes: message("{nodes} nodes"),
  bestLine: message("Best line"),
  allMoves: message("Moves, best first (scores for {player})"),
  graph: message("Course of the game"),
  graphHint: message("Up is good for {player}. Click, or use the arrow keys, to jump."),
  atPly: message("Move {ply}: {score}"),
  unknown: message("not known yet"),
  review: message("Review the whole game"),
  reviewing: message("Reviewing: {done} of {all}"),
  stop: message("Stop"),
  turning: message("Turning points"),
  noTurning: message("No turning point: no move gave anything away."),
  turnedAt: message("{ply}. {played} — better: {best}"),
  turnedHidden: message("{ply}. {played}"),
  learn: message("Learn from your mistakes"),
  learnAsk: message("{player} played {played} here. Find a better move on the board."),
  learnRight: message("Yes: {move}."),
  learnAlso: message("{move} is just as good."),
  learnWrong: message("{move} is not the best. Try again."),
  learnTell: message("The best move was {best}."),
  showIt: message("Show it"),
  goOn: message("Go on"),
  leave: message("Leave"),
  learnDone: message("That was the last one."),
  share: message("Share"),
  copyLink: message("Copy the link"),
  copied: message("Copied."),
  shareHint: message("The link holds the whole game with its variations."),
  notation: message("Position"),
  paste: message("Paste a game or a position"),
  pasteHint: message("Any notation this game knows."),
  read: message("Read"),
  saved: message("Saved games"),
  saveName: message("Name of the game"),
  save: message("Save"),
  savedIt: message("Saved."),
  delete: message("Delete"),
  deleteNamed: message("Delete “{name}”"),
  noneSaved: message("No game is saved yet."),
  damaged: message("damaged"),
  export: message("Export everything"),
  shelf: message("Shared by the host"),
  shelfOn: message("Put on the shelf"),
  shelfOnNamed: message("Put “{name}” on the shelf"),
  shelfOff: message("Take off the shelf"),
  shelfOffNamed: message("Take “{name}” off the shelf"),
  noneShared: message("The host shares no game yet."),
  people: message("People"),
  nobodyCame: message("Nobody has given a name yet."),
  gamesOf: message("games: {number}"),
  forget: message("Forget"),
  forgetNamed: message("Forget {name} and all their games"),
  forgetSure: message("Forget {name} and all their games? Nothing brings them back."),
  whoTitle: message("What are you called?"),
  whoAbout: message("Your games and settings are kept under this name, and nobody else sees them but the host."),
  whoName: message("Your name"),
  whoLater: message("Not now"),
  whoKeep: message("Leave it"),
  whoYou: message("You are {name}."),
  whoNobody: message("Without a name nothing is kept."),
  whoChange: message("Change the name"),
  whoGive: message("Give a name"),
  lost: message("The connection is lost. Trying again…"),
  back: message("Connected again."),
  cannotLoad: message("This view could not be loaded."),
  winShort: message("W"),
  lossShort: message("L"),
};

let language = "en";

export const languageNow = () => language;

export function setLanguage(lang) {
  language = lang === "fr" ? "fr" : "en";
  document.documentElement.lang = language;
}

/** The text of a key, filled in. */
export function w(key, values = {}) {
  return fill(words[key]?.[language] ?? key, values);
}

/** The text of a {en, fr} pair, or a plain text. */
export const t = (pair) => (pair && typeof pair === "object" ? (pair[language] ?? pair.en ?? "") : String(pair ?? ""));

/** Fill the texts of what is written in the HTML. */
export function fillTexts(root = document) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = w(element.dataset.t);
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", w(element.dataset.tLabel));
    if (element.matches("button")) element.title = w(element.dataset.tLabel);
  }
  for (const element of root.querySelectorAll("[data-t-hint]")) element.placeholder = w(element.dataset.tHint);
}
