"""The rules ``features`` and ``phase`` of a game that has none of its own, written out as plain Python.

What is written depends on the layout alone, which is data: places in a state, numbers, short texts. The same rules run
interpreted and compiled.
"""

from __future__ import annotations

import hashlib
import linecache
from typing import Any

from elagage.evaluation.layout import GET, GRID, MOST_MOBILE, PHASES, Cell, Layout, Path

__all__ = ["make_rules", "write_rules"]


def write_rules(layout: Layout) -> str:
    """The two rules as text."""
    cells = layout.board.cells
    used = sorted({cell for pattern in layout.patterns for place in pattern.places for cell in place})
    lines = ["def features(self, state):"]
    lines += setting_up(cells, used)
    lines += [f"    side = {layout.half} * self.player(state)"]
    lines += [f"    c{number} = {digit_text(cells[number])}" for number in used]
    lines += ["    yield side"]
    for pattern in layout.patterns:
        for place in pattern.places:
            terms, factor = [f"side + {1 + pattern.offset}"], 1
            for cell in place:
                terms.append(f"c{cell}" if factor == 1 else f"{factor} * c{cell}")
                factor *= cells[cell].radix
            lines.append(f"    yield {' + '.join(terms)}")
    offset = 1 + sum(pattern.size for pattern in layout.patterns)
    for counter in layout.board.counters:
        value = f"{path_text(counter.path)} - {counter.low}"
        lines.append(f"    yield side + {offset} + min(max({value}, 0), {counter.count - 1})")
        offset += counter.count
    if layout.mobility:
        lines += ["    count = 0", "    for _move in self.moves(state):", "        count += 1"]
        lines.append(f"    yield side + {offset} + min(count, {MOST_MOBILE})")
    lines += ["", "", "def phase(self, state):"]
    if not layout.filled:
        lines.append("    return 0")
    else:
        lines += setting_up(cells, range(len(cells)))
        lines.append("    filled = 0")
        lines += [f"    filled += 1 if {digit_text(cell)} != 0 else 0" for cell in cells]
        lines.append(f"    return min(filled * {PHASES} // {layout.filled}, {PHASES - 1})")
    return "\n".join(lines) + "\n"


def setting_up(cells: tuple[Cell, ...], used: Any) -> list[str]:
    """The lines that read what several cells are read from."""
    shown = any(cells[number].atoms[0].path[:1] == (GRID,) for number in used)
    return ["    board = self.grid(state)"] if shown else []


def digit_text(cell: Cell) -> str:
    """The digit of a cell as an expression."""
    if cell.values:
        value = path_text(cell.atoms[0].path)
        chain = " ".join(f"{digit} if {value} == {held!r} else" for digit, held in enumerate(cell.values) if digit)
        return f"({chain} 0)"
    terms = []
    for factor, atom in zip(cell.factors, cell.atoms, strict=True):
        bit = f"({path_text(atom.path)} >> {atom.bit} & 1)"
        terms.append(bit if factor == 1 else f"{factor} * {bit}")
    return f"({' + '.join(terms)})"


def path_text(path: Path) -> str:
    """The way to a place of the state, or of the grid, as an expression."""
    root, steps = ("board", path[1:]) if path[:1] == (GRID,) else ("state", path)
    for step in steps:
        if isinstance(step, tuple):
            root = f"{root}.get({step[1]!r})" if step[0] == GET else f"(1 if {step[1]!r} in {root} else 0)"
        else:
            root += f"[{step}]" if isinstance(step, int) else f".{step}"
    return root


def make_rules(layout: Layout) -> dict[str, Any]:
    """The two rules as functions."""
    text = write_rules(layout)
    file = f"<features {hashlib.sha256(text.encode()).hexdigest()[:16]}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    rules: dict[str, Any] = {"__name__": __name__}
    exec(compile(text, file, "exec"), rules)
    return {"features": rules["features"], "phase": rules["phase"]}
