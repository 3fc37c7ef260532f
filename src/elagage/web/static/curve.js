// The course of the game: a line over the moves, up for Max. It is a slider, so that the arrow keys walk it.
import { el, svg } from "./dom.js";

const TALL = 96;
const EDGE = 8;

/** Draw the line through `nodes`, `width` pixels wide; `go` is called with the node that is chosen, `marks` tells which are turning points. */
export function curve(nodes, at, { go, label, text, marks, width }) {
  const WIDE = Math.max(200, width);
  const last = Math.max(1, nodes.length - 1);
  const x = (index) => EDGE + (index / last) * (WIDE - 2 * EDGE);
  const y = (value) => TALL / 2 - value * (TALL / 2 - EDGE);
  const known = nodes.map((node, index) => [index, node]).filter(([, node]) => node.value !== null);
  const points = known.map(([index, node]) => `${x(index).toFixed(1)},${y(node.value).toFixed(1)}`);
  const here = nodes.indexOf(at);
  const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, "aria-hidden": "true", preserveAspectRatio: "none" });
  picture.append(svg("line", { class: "zero", x1: 0, x2: WIDE, y1: TALL / 2, y2: TALL / 2 }));
  if (points.length > 1) {
    const [first, end] = [x(known[0][0]), x(known.at(-1)[0])];
    picture.append(svg("polygon", { class: "area", points: `${first},${TALL / 2} ${points.join(" ")} ${end},${TALL / 2}` }));
    picture.append(svg("polyline", { class: "course", points: points.join(" ") }));
  }
  picture.append(svg("line", { class: "here", x1: x(here), x2: x(here), y1: 2, y2: TALL - 2 }));
  for (const [index, node] of known) {
    const turn = marks(node);
    if (turn || node === at || known.length < 40) {
      picture.append(svg("circle", { class: turn ? "turn" : node === at ? "now" : "dot", cx: x(index), cy: y(node.value), r: turn || node === at ? 4.5 : 2.4 }));
    }
  }
  const slider = el(
    "div",
    { class: "curve", role: "slider", tabindex: "0", "aria-label": label, "aria-valuemin": 0, "aria-valuemax": nodes.length - 1, "aria-valuenow": here, "aria-valuetext": text(at) },
    picture,
  );
  const jump = (index) => go(nodes[Math.min(nodes.length - 1, Math.max(0, index))]);
  slider.addEventListener("pointerdown", (event) => {
    const box = slider.getBoundingClientRect();
    jump(Math.round((((event.clientX - box.left) / box.width) * WIDE - EDGE) / (WIDE - 2 * EDGE) * last));
  });
  slider.addEventListener("keydown", (event) => {
    const step = { ArrowRight: here + 1, ArrowUp: here + 1, ArrowLeft: here - 1, ArrowDown: here - 1, Home: 0, End: nodes.length - 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    jump(step);
  });
  return slider;
}
