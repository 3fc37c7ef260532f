"""The trees of an exercise, blank and solved.

The blank tree is that of the exercise's walk, which visits every node, without what the walk found. A tree that is
too wide for a page is drawn in parts: the top, then what is below each node of a row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from elagage.errors import LimitsError
from elagage.exercises.solved_exercise import Exercise
from elagage.figures.scene.shapes import Scene, Shape, Style, Text
from elagage.figures.trees.drawn_nodes import Node, Note
from elagage.figures.trees.tree_scene import Drawing, trace_nodes
from elagage.i18n import _
from elagage.result import Number, format_number
from elagage.trace import Trace

__all__ = [
    "FAINT",
    "GREY",
    "LEAST",
    "TYPED",
    "Tree",
    "blank_figures",
    "blank_tree",
    "draw_solved_figures",
    "parts",
    "solution_tree",
    "tree_scene",
]

LEAST, LARGEST = 0.75, 1.3
"""The scales of a tree: its letters have 8 points, and 6 are needed to read them."""
SMALLER = 0.9
"""The largest scale of a tree in parts."""
SPACE = "\u2007"
"""As wide as a digit."""
WRITTEN, TYPED = 4, 2
"""The digits that a number has room for, by hand and by keys."""
EVERY = 1_000_000
GREY = "#767676"
FAINT = Style(fill=GREY, stroke="")

Tree = tuple[Trace, list[Node]]
Letters = Mapping[Number, str]
NONE: Letters = {}


def blank_tree(exercise: Exercise, room: int = WRITTEN, letters: Letters = NONE) -> Tree:
    """All nodes with their names and shapes; the leaves alone have values.

    Texts to be filled in are there: ``v12`` empty, ``w12`` ``[ ; ]``.
    """
    blank = SPACE * room
    nodes = name_leaves(exercise, trace_nodes(exercise.walk, EVERY, windows=False)[0][1], letters)
    windowed = exercise.wanted.algorithm == "alphabeta"
    longest = max((node.value for node in nodes if node.kind == "leaf"), key=len, default="")
    for node in nodes:
        node.best, node.hint = False, ""
        if node.kind != "leaf":
            node.value = f"≥ {longest}" if windowed else f"-{longest}"  # its room; the text goes later
            node.notes = [Note("w", f"[{blank};{blank}]")] if windowed else []
    return exercise.walk, nodes


def solution_tree(exercise: Exercise, letters: Letters = NONE) -> Tree:
    """The tree as the algorithm leaves it: values or bounds, windows and cuts."""
    return exercise.trace, name_leaves(exercise, trace_nodes(exercise.trace, EVERY)[0][1], letters)


def name_leaves(exercise: Exercise, nodes: list[Node], letters: Letters) -> list[Node]:
    """The nodes with the names of leaves below them, and letters for the numbers that stand for something."""
    shown = {format_number(value): letter for value, letter in letters.items()}
    for node in nodes:
        node.value = shown.get(node.value, node.value)
        if node.kind == "leaf":
            node.label, node.hint = "", ""
            node.notes.append(Note("m", exercise.labels[node.state.node]))
    return nodes


def tree_scene(tree: Tree, blank: bool) -> Scene:
    """The figure of a tree or of a part of one; a blank one loses the values that kept room."""
    scene = Drawing(*tree, "", False, True).scene
    leaves = {f"m{node.name}" for node in tree[1] if node.kind == "leaf"}
    inner = {f"v{node.name}" for node in tree[1] if node.kind != "leaf"}
    if blank:
        scene.title = _("The tree of the exercise")
    scene.shapes = [paint_shape(shape, leaves, inner if blank else set(), blank) for shape in scene.shapes]
    return scene


def paint_shape(shape: Shape, leaves: set[str], inner: set[str], blank: bool) -> Shape:
    """A shape of the tree: names of leaves are faint, and so is what is to be filled in."""
    if isinstance(shape, Text):
        if shape.id in inner:
            return replace(shape, text="")
        if shape.id in leaves or (blank and shape.id.startswith("w")):
            return replace(shape, style=FAINT)
    return shape


def parts(nodes: list[Node], fits: Callable[[list[Node]], bool]) -> list[list[Node]]:
    """The tree in parts that fit: all of it, or its top down to a row and what is below each node there;
    LimitsError if none do.
    """
    if fits(nodes):
        return [nodes]
    order = reading_order(nodes)
    for row in range(1, max(node.row for node in nodes)):
        top = select_nodes(nodes, [number for number, node in enumerate(nodes) if node.row <= row])
        found = [top]
        if fits(top):
            for number in order:
                if nodes[number].row == row and nodes[number].children:
                    found.append(select_nodes(nodes, family(nodes, number)))
                    if not fits(found[-1]):
                        break
            else:
                return found
    raise LimitsError(
        "This tree is too wide to be read on a page: ask for fewer branches, or write a file that ends with .html."
    )


def reading_order(nodes: Sequence[Node]) -> list[int]:
    """The nodes as the tree is read, from the left."""
    found, waiting = [], [0]
    while waiting:
        found.append(waiting.pop())
        waiting += reversed(nodes[found[-1]].children)
    return found


def family(nodes: Sequence[Node], root: int) -> list[int]:
    """A node and all below it, in the order of the list."""
    inside = {root}
    for number, node in enumerate(nodes):
        if node.parent in inside:
            inside.add(number)
    return sorted(inside)


def select_nodes(nodes: Sequence[Node], numbers: list[int]) -> list[Node]:
    """Some nodes as a tree of their own, the first its root."""
    places = {number: place for place, number in enumerate(numbers)}
    first = nodes[numbers[0]].row
    return [
        replace(
            nodes[number],
            parent=places.get(nodes[number].parent, -1),
            row=nodes[number].row - first,
            children=[places[child] for child in nodes[number].children if child in places],
        )
        for number in numbers
    ]


def blank_figures(exercise: Exercise, inside: float, letters: Letters = NONE) -> tuple[list[Scene], float]:
    """The figures of the blank tree and their scale: in one piece if it can be,
    with less room for the windows if need be.
    """
    for room in (WRITTEN, WRITTEN - 1, TYPED):
        scene = tree_scene(blank_tree(exercise, room, letters), True)
        if scene.width * LEAST <= inside:
            return [scene], min(LARGEST, inside / scene.width)
    return figures(blank_tree(exercise, letters=letters), True, inside)


def draw_solved_figures(exercise: Exercise, inside: float, letters: Letters = NONE) -> tuple[list[Scene], float]:
    """The figures of the solved tree and their scale."""
    return figures(solution_tree(exercise, letters), False, inside)


def figures(tree: Tree, blank: bool, inside: float) -> tuple[list[Scene], float]:
    """The figures of a tree, and their scale on a page that has so much room from side to side."""
    trace, nodes = tree
    pieces = parts(nodes, lambda part: tree_scene((trace, part), blank).width * LEAST <= inside)
    scenes = [tree_scene((trace, part), blank) for part in pieces]
    return scenes, min(LARGEST if len(scenes) == 1 else SMALLER, inside / max(scene.width for scene in scenes))
