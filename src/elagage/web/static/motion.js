// How a move is seen to happen: a disc drops, a man slides, whatever is new fades in. Only decoration: the board is right at once.

const QUICK = 180;

/** Shapes without an id whose middle lies in the square of a cell. */
function shapesAt(drawing, row, column) {
  const square = drawing.querySelector(`[id="q${row}-${column}"]`);
  if (!square) return [];
  const area = square.getBBox();
  return [...drawing.querySelectorAll("rect, circle, path, polygon, text")].filter((shape) => {
    if (shape.id) return false;
    const box = shape.getBBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return Math.abs(x - area.x - area.width / 2) < 12 && Math.abs(y - area.y - area.height / 2) < 12 && box.width < 60;
  });
}

const middle = (drawing, [row, column]) => {
  const box = drawing.querySelector(`[id="q${row}-${column}"]`)?.getBBox();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
};

/** Move the pieces of the cells that differ between two positions. */
export function glide(drawing, before, after, move, kind) {
  if (kind === "text" || kind === "node" || before.board.rows !== after.board.rows || before.board.columns !== after.board.columns) return;
  const old = new Map(before.board.cells.map((cell) => [`${cell.row}-${cell.column}`, cell.text]));
  const changed = after.board.cells.filter((cell) => old.get(`${cell.row}-${cell.column}`) !== cell.text);
  if (changed.length > 40) return; // another game, or a whole board: nothing to follow
  const from = move?.from && middle(drawing, move.from);
  for (const cell of changed) {
    const shapes = shapesAt(drawing, cell.row, cell.column);
    const here = middle(drawing, [cell.row, cell.column]);
    const arrives = from && move.to && move.to[0] === cell.row && move.to[1] === cell.column;
    for (const shape of shapes) {
      if (arrives) run(shape, [{ transform: `translate(${from[0] - here[0]}px, ${from[1] - here[1]}px)` }, { transform: "none" }], QUICK);
      else if (kind === "columns") {
        const frames = [{ transform: `translateY(${-here[1]}px)` }, { transform: "none", offset: 0.72 }, { transform: "translateY(-5px)", offset: 0.86 }, { transform: "none" }];
        run(shape, frames, 140 + 60 * cell.row, "ease-in");
      } else run(shape, [{ opacity: 0.15 }, { opacity: 1 }], QUICK);
    }
  }
}

const run = (shape, frames, duration, easing = "ease-out") => shape.animate(frames, { duration, easing });
