"""The pages of an exercise: what is asked and the blank tree, then the solution with its table of steps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from elagage.exercises.answers import cut_edges
from elagage.exercises.solution_text import describe_task
from elagage.exercises.solved_exercise import Exercise
from elagage.figures.scene.shapes import INK, Line, Scene, Style, Text
from elagage.figures.scene.text_metrics import text_width
from elagage.figures.sheets.exercise_trees import (
    FAINT,
    GREY,
    LEAST,
    blank_figures,
    blank_tree,
    draw_solved_figures,
    solution_tree,
    tree_scene,
)
from elagage.figures.trees.step_table import whole_table
from elagage.i18n import Message, _
from elagage.result import format_number

__all__ = ["MARGIN", "counts_text", "heading", "page_size", "sentences", "sheet_pages", "wrap_text"]

SHORT, LONG = 595.0, 842.0
"""The sides of a page, A4."""
MARGIN = 42.0
ROW = 12.6
"""The height of the table's rows."""
SIZES = (8.5, 12.0), (7.5, 8.0), (6.8, 7.0)
"""The sizes of its letters, each with the space between columns."""
RULE = "#C8CDD3"


# The words


def heading(exercise: Exercise) -> Message:
    """``Exercise 7``."""
    return Message("Exercise") if exercise.seed is None else Message("Exercise {seed}", seed=exercise.seed)


def sentences(exercise: Exercise) -> list[Message]:
    """What is asked, without the tree."""
    asked = describe_task(exercise)
    if exercise.wanted.algorithm == "negamax":
        asked.append(Message("The leaves hold scores for Max."))
    return asked


def counts_text(exercise: Exercise) -> str:
    """The cuts of the solution, or nothing."""
    if exercise.wanted.algorithm != "alphabeta":
        return ""
    return _("Cuts: {alpha} α, {beta} β, {deep} of them deep; edges: {edges}").format(
        alpha=exercise.alpha_cuts,
        beta=exercise.beta_cuts,
        deep=exercise.deep_cuts,
        edges=" ".join("-".join(edge) for edge in cut_edges(exercise)) or "-",
    )


def command(exercise: Exercise) -> str:
    """The command that makes the exercise again, or nothing."""
    if exercise.seed is None:
        return ""
    options = " ".join(exercise.wanted.options().values())
    return f"elagage exercise --algorithm {exercise.wanted.algorithm} {options} --seed {exercise.seed}"


def wrap_text(text: str, size: float, width: float, bold: bool = False) -> Iterator[str]:
    """The text in lines no wider than that."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size, bold=bold) > width:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


# The pages


class Sheet:
    """Pages that are filled from the top."""

    def __init__(self, width: float, height: float, title: str) -> None:
        self.width, self.height, self.title = width, height, title
        self.inside = width - 2 * MARGIN
        self.pages: list[Scene] = []
        self.turn()

    def turn(self) -> None:
        """A new page."""
        self.pages.append(Scene(self.width, self.height, self.title))
        self.y = MARGIN

    def keep(self, height: float) -> None:
        """Room for this much, on a new page if need be."""
        if self.y + height > self.height - MARGIN and self.y > MARGIN:
            self.turn()

    def say(self, text: str, size: float = 10.5, bold: bool = False, colour: str = INK) -> None:
        for line in wrap_text(text, size, self.inside, bold):
            self.keep(size * 1.45)
            self.y += size * 1.45
            style = Style(fill=colour, stroke="")
            self.pages[-1].add(Text(MARGIN, self.y, line, size, "start", bold=bold, style=style))

    def rule(self, left: float, right: float, y: float, width: float = 0.7, colour: str = INK) -> None:
        self.pages[-1].add(Line(((left, y), (right, y)), style=Style(stroke=colour, width=width)))

    def trees(self, scenes: Sequence[Scene], scale: float, prefix: str) -> None:
        """Figures in rows, as many beside each other as there is room for."""
        row: list[Scene] = []
        for scene in scenes:
            if row and scale * sum(one.width for one in (*row, scene)) > self.inside:
                self.place(row, scale, prefix)
                row = []
            row.append(scene)
        self.place(row, scale, prefix)

    def place(self, row: Sequence[Scene], scale: float, prefix: str) -> None:
        height = scale * max(scene.height for scene in row)
        self.keep(height)
        x = (self.width - scale * sum(scene.width for scene in row)) / 2
        for scene in row:
            self.pages[-1].place(scene, x, self.y, scale, prefix)
            x += scale * scene.width
        self.y += height + 6

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """A table, its head again on each page; in several columns if they fit, with smaller letters if need be."""
        gap = 16.0
        for size, space in (*SIZES, SIZES[0]):
            widths = [
                max(text_width(row[column], size, bold=not number) for number, row in enumerate(rows)) + space
                for column in range(len(rows[0]))
            ]
            wide = sum(widths)
            columns = max(1, int((self.inside + gap) / (wide + gap))) if math.isfinite(self.height) else 1
            if columns > 1:
                break
        left = MARGIN
        waiting = list(rows[1:])
        long = (-(-len(waiting) // columns) + 1) * ROW
        if self.y + long > self.height - MARGIN and long <= self.height - 2 * MARGIN:
            self.turn()  # rather all of it on a page of its own
        while waiting:
            self.keep(4 * ROW)
            free = self.height - MARGIN - self.y
            most = max(3, int(free / ROW) - 1) if math.isfinite(free) else len(waiting)
            each = min(most, -(-len(waiting) // columns))
            top = self.y
            for column in range(columns):
                taken, waiting = waiting[:each], waiting[each:]
                if taken:
                    self.rows(left + column * (wide + gap), top, widths, [rows[0], *taken], size)
            self.y = top + (each + 1) * ROW + 6

    def rows(
        self, left: float, top: float, widths: Sequence[float], rows: Sequence[Sequence[str]], size: float
    ) -> None:
        y = top
        for number, row in enumerate(rows):
            y += ROW
            x = left
            for cell, width in zip(row, widths, strict=True):
                if cell:
                    self.pages[-1].add(Text(x + 4, y - 3.6, cell, size, "start", bold=not number))
                x += width
            self.rule(left, x, y, 0.4 if number else 0.8, RULE if number else INK)

    def number_pages(self) -> None:
        """Which page of how many, at the foot of each."""
        if len(self.pages) > 1:
            for number, page in enumerate(self.pages, 1):
                text = f"{self.title} · {number} / {len(self.pages)}"
                page.add(Text(self.width - MARGIN, self.height - 24, text, 8, "end", style=FAINT))


def page_size(exercise: Exercise, solution: bool) -> tuple[float, float]:
    """Upright if the trees can be read on such a page, else lying."""
    wide = tree_scene(blank_tree(exercise), True).width
    if solution:
        wide = max(wide, tree_scene(solution_tree(exercise), False).width)
    return (SHORT, LONG) if wide * LEAST <= SHORT - 2 * MARGIN else (LONG, SHORT)


def sheet_pages(exercise: Exercise, solution: bool, endless: bool = False) -> list[Scene]:
    """The pages; ``endless``: one page for the statement and one for the solution, as large as need be."""
    width, height = page_size(exercise, solution)
    if endless:
        wide = max(tree_scene(blank_tree(exercise), True).width, tree_scene(solution_tree(exercise), False).width)
        width, height = max(SHORT, wide + 2 * MARGIN), math.inf
    sheet = Sheet(width, height, heading(exercise).text())
    write_statement(sheet, exercise)
    if solution:
        end = sheet.y
        sheet.turn()
        sheet.pages[-2].height = min(sheet.pages[-2].height, end + MARGIN)
        write_solution(sheet, exercise)
    sheet.pages[-1].height = min(height, sheet.y + MARGIN) if endless else height
    if not endless:
        for page in sheet.pages:
            page.height = height
        sheet.number_pages()
    return sheet.pages


def write_statement(sheet: Sheet, exercise: Exercise) -> None:
    """What is asked, a line for a name, and the blank tree."""
    sheet.say(sheet.title, 17, bold=True)
    name = _("Name:")
    end = sheet.width - MARGIN
    sheet.rule(end - 150, end, sheet.y + 1)
    sheet.pages[-1].add(Text(end - 156, sheet.y, name, 10.5, "end"))
    sheet.y += 12
    for sentence in sentences(exercise):
        sheet.say(sentence.text())
    windowed = exercise.wanted.algorithm == "alphabeta"
    sheet.y += 3
    sheet.say(
        _("Write the window in the brackets, the value in the node, and strike out the edges that are cut.")
        if windowed
        else _("Write the value in the node."),
        9,
        colour="#555555",
    )
    sheet.y += 14
    sheet.trees(*blank_figures(exercise, sheet.inside), "")
    if windowed and sheet.y + 34 <= sheet.height - MARGIN:
        text = _("Edges that are cut:")
        sheet.y += 26
        sheet.pages[-1].add(Text(MARGIN, sheet.y, text, 10.5, "start"))
        sheet.rule(MARGIN + text_width(text, 10.5) + 6, end, sheet.y + 1)


def write_solution(sheet: Sheet, exercise: Exercise) -> None:
    """The solved tree and the table of steps."""
    title = _("Solution")
    sheet.say(f"{sheet.title} · {title}", 17, bold=True)
    sheet.y += 12
    sheet.trees(*draw_solved_figures(exercise, sheet.inside), "answer-")
    sheet.y += 4
    root = _("Value of the root for Max: {value}").format(value=format_number(exercise.value))
    sheet.say(root, bold=True)
    if counts := counts_text(exercise):
        sheet.say(counts)
    sheet.y += 8
    sheet.table([tuple(map(str, row)) for row in whole_table(exercise.trace)])
    if made := command(exercise):
        sheet.y += 4
        sheet.say(made, 7.5, colour=GREY)
