"""A traced search as a page that is stepped through, and as slides, one a step."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from elagage.errors import LimitsError
from elagage.figures.pages.step_page import Code, Legend, Step, step_page
from elagage.figures.scene.shapes import Scene, Shape, Style, Text
from elagage.figures.scene.text_metrics import text_width
from elagage.figures.trees.node_labels import Speaker
from elagage.figures.trees.step_table import sections
from elagage.figures.trees.trace_text import Reading, describe_round
from elagage.figures.trees.tree_pseudocode import Conventions, conventions, tree_listing
from elagage.figures.trees.tree_scene import tree_scenes
from elagage.figures.trees.tree_steps import translate_for_page, tree_columns, tree_steps
from elagage.games.tree import Tree
from elagage.i18n import Message, current_language, name_players, set_language, translate_both
from elagage.result import MAX, format_number
from elagage.trace import EXACT, LOWER, UPPER, Cut, Enter, Event, Leaf, Leave, Playout, Recall, Round, Trace

__all__ = ["slides", "tree_page"]

MOST = 20_000
"""Steps of a page."""
MOST_SLIDES = 400
LEGIBLE = 1.05
"""The scale below which a page does not shrink a tree by itself."""
NAMED = re.compile(r"[nvwekcgostulmha][0-9][-0-9a-z]*")
"""The names that steps use."""


@dataclass(frozen=True)
class Look:
    """What a state changes in a shape's style; None leaves it as it is."""

    fill: str | None = None
    stroke: str | None = None
    width: float | None = None
    dash: tuple[float, ...] | None = None
    opacity: float | None = None
    hidden: bool = False

    def css(self) -> str:
        if self.hidden:
            return "display: none"
        parts = {"fill": self.fill, "stroke": self.stroke, "stroke-width": self.width, "opacity": self.opacity}
        said = [f"{name}: {value}" for name, value in parts.items() if value is not None]
        if self.dash is not None:
            said.append("stroke-dasharray: " + (" ".join(map(str, self.dash)) or "none"))
        return "; ".join(said)

    def style(self, style: Style) -> Style:
        return Style(
            style.fill if self.fill is None else self.fill,
            style.stroke if self.stroke is None else self.stroke,
            style.width if self.width is None else self.width,
            style.dash if self.dash is None else self.dash,
            style.opacity if self.opacity is None else self.opacity,
        )


HIDDEN = Look(hidden=True)
WAY = "#7a5c00"
LOOKS: dict[tuple[str, str], Look] = {
    ("n", ""): Look("#ffffff", "#b3bbc6", 1.0, ()),
    ("n", "s-open"): Look("#fff3c9", WAY, 1.8, ()),
    ("n", "s-current"): Look("#ffc878", "#16191d", 2.8, ()),
    ("n", "s-done"): Look(width=1.2),
    ("n", "s-cut"): Look(width=1.6, dash=(4, 2)),
    ("n", "s-memory"): Look(width=1.2),
    ("n", "s-pv"): Look("#cdeedd", "#0a6b45", 2.8, ()),
    ("e", ""): Look(stroke="#ccd2da", width=0.9, dash=()),
    ("e", "s-open"): Look(stroke=WAY, width=2.2, dash=()),
    ("e", "s-done"): Look(stroke="#5a5a5a", width=0.9, dash=()),
    ("e", "s-seen"): Look(stroke="#5a5a5a", dash=()),
    ("e", "s-pv"): Look(stroke="#0a6b45", width=3.0, dash=()),
    ("v", ""): HIDDEN,
    ("v", "s-now"): Look("#5c4700"),
    ("w", ""): HIDDEN,
    ("g", ""): HIDDEN,
    ("o", ""): HIDDEN,
    ("o", "s-shown"): Look("#ffffff", width=1.0),
    ("k", ""): HIDDEN,
    ("c", ""): HIDDEN,
    ("s", ""): Look(stroke="#b3bbc6", width=1.0),
    ("t", ""): Look(stroke="#ccd2da", width=0.9, dash=()),
    ("s", "s-skipped"): Look(opacity=0.6),
    ("t", "s-skipped"): Look(opacity=0.7),
    ("u", ""): HIDDEN,
    ("u", "s-skipped"): Look("#767676"),
    ("l", "s-skipped"): Look("#767676"),
    ("l", ""): Look("#222222"),
}
"""By the first letter of a shape's name and its state; '' is the state before the first step."""
LEGEND: dict[str, tuple[str, Message]] = {
    "▲": ("", Message("Max to move")),
    "▼": ("", Message("Min to move")),
    "□": ("", Message("leaf")),
    "[α ; β]": ("", Message("window: what is left to decide")),
    "here": ("s-current", Message("the current node")),
    "open": ("s-open", Message("on the way to it")),
    "cut": ("s-cut", Message("cut: its other moves are skipped (//)")),
    "≥ ≤": ("", Message("a bound, not the value")),
    "↺": ("", Message("answered from memory")),
    "q": ("", Message("a leaf that is prolonged; pat: what to stop there is worth")),
    "✓ ✗": ("", Message("the win can be forced, or not")),
    "?": ("", Message("the depth is used up: nothing is proven")),
    "×": ("", Message("how many games went there")),
    "pv": ("s-pv", Message("the principal variation")),
}


def classes_css() -> str:
    rules = []
    for (letter, state), look in LOOKS.items():
        mark = f".{state}" if state else ":not([class])"
        kind = ":not(text)" if look.stroke else ""
        also = f", .legend .{state}" if letter == "n" and state else ""
        rules.append(f'.card [id^="{letter}"]{kind}{mark}{also} {{ {look.css()}; }}')
    return "\n".join(rules)


def paint_shape(shape: Shape, state: str) -> Shape | None:
    """A shape in a state; None if it is hidden."""
    look = LOOKS.get((shape.id[:1], state))
    if look is None or (look.stroke and isinstance(shape, Text)):
        return shape
    return None if look.hidden else replace(shape, style=look.style(shape.style))


@dataclass(frozen=True)
class Told:
    """A search as figures and steps; ``firsts`` holds the first step of each figure, from 0, and its name."""

    scenes: list[Scene]
    steps: list[Step]
    firsts: list[tuple[int, Mapping[str, str]]]
    chosen: Conventions

    def texts(self) -> list[str]:
        shapes = [shape.text for scene in self.scenes for shape in scene.shapes if isinstance(shape, Text)]
        return shapes + [value for step in self.steps for _name, what, value in step.changes if what == "text"]


def tell_rounds(
    trace: Trace, lang: str, boards: bool, limit: int, leaves: bool, chosen: Conventions | None, most: int
) -> Told:
    """Figures and steps of all rounds; LimitsError if the steps are more than ``most``."""
    count = sum(not isinstance(event, Leaf | Recall) for event in trace.events)
    if count > most:
        raise LimitsError(
            "The search has {count} steps, more than the {most} that can be shown: take a smaller depth.",
            count=count,
            most=most,
        )
    before = current_language()
    set_language(lang)
    try:
        scenes = [keep_step_names(scene, leaves) for scene in tree_scenes(trace, limit=limit, boards=boards)]
        chosen = chosen or conventions(trace)
        steps: list[Step] = []
        firsts: list[tuple[int, Mapping[str, str]]] = []
        for number, part in enumerate(sections(trace)):
            if any(isinstance(event, Enter | Playout) for event in part):
                heading = part[0]
                name = (
                    translate_for_page(describe_round(heading, Reading.of(trace, heading)))
                    if isinstance(heading, Round)
                    else translate_both("")
                )
                firsts.append((len(steps), name))
            names = {shape.id for shape in scenes[len(firsts) - 1].shapes if shape.id} if firsts else set()
            for step in tree_steps(trace, number, chosen=chosen, names=sorted(names)):
                kept = tuple(change for change in step.changes if change[0] in names)
                steps.append(replace(step, changes=kept))
    finally:
        set_language(before)
    return Told(scenes or [Scene(320, 60)], steps, firsts or [(0, translate_both(""))], chosen)


def keep_step_names(scene: Scene, leaves: bool) -> Scene:
    """A scene with only the names that steps use; with ``leaves``, the values of leaves have none,
    and are always seen.
    """
    shapes: list[Shape] = []
    boxes = {shape.id[1:] for shape in scene.shapes if type(shape).__name__ == "Rect" and shape.id[:1] in ("n", "s")}
    for shape in scene.shapes:
        keep = NAMED.fullmatch(shape.id) is not None
        if leaves and shape.id[:1] in ("v", "u") and shape.id[1:] in boxes:
            keep = False
        shapes.append(shape if keep or not shape.id else replace(shape, id=""))
    return Scene(scene.width, scene.height, scene.title, shapes)


def tree_page(
    trace: Trace,
    *,
    lang: str = "en",
    title: str | None = None,
    boards: bool = False,
    limit: int = 1500,
    leaves: bool = False,
    chosen: Conventions | None = None,
) -> str:
    """A search as one page that is stepped through, all its rounds in it. LimitsError if there is too much of it.

    With ``leaves`` the leaves of a literal tree are seen from the beginning. ``chosen`` are alpha-beta's conventions;
    the trace tells most of them.
    """
    both = [
        tell_rounds(trace, name, boards, limit, leaves and isinstance(trace.game, Tree), chosen, MOST)
        for name in ("en", "fr")
    ]
    found = replace(both[lang == "fr"], scenes=translate_scenes(both[1].scenes, both[lang == "fr"].scenes))
    words = {pair: None for pair in zip(*(each.texts() for each in both), strict=True) if pair[0] != pair[1]}
    listing = tree_listing(trace, found.chosen)
    about = game_name(trace)
    titles = {name: title or f"{algorithm}{about}" for name, algorithm in listing.code.title.items()}
    return step_page(
        found.scenes, found.steps, title=titles, code=name_code(listing.code), columns=tree_columns(trace), lang=lang,
        classes_css=classes_css(), facts=list(facts(trace)), legend=list(legend(trace, found)), sheets=found.firsts,
        least=LEGIBLE,
        legend_below=True, figure_words=words,
    )  # fmt: skip


def name_code(code: Code) -> Code:
    """Pseudo-code, which is written once, with the players' names of this page."""
    return Code(code.title, {name: tuple(map(name_players, lines)) for name, lines in code.lines.items()})


def translate_scenes(places: Sequence[Scene], said: Sequence[Scene]) -> list[Scene]:
    """Scenes laid out as in one language, French, whose words are the longer ones, with the words of another."""
    made = []
    for place, words in zip(places, said, strict=True):
        shapes = [
            replace(shape, text=other.text, hint=other.hint)
            if isinstance(shape, Text) and isinstance(other, Text)
            else replace(shape, hint=other.hint)
            for shape, other in zip(place.shapes, words.shapes, strict=True)
        ]
        made.append(Scene(place.width, place.height, words.title, shapes))
    return made


def game_name(trace: Trace) -> str:
    spec = str(getattr(trace.game, "spec", "") or "")
    if isinstance(trace.game, Tree):
        spec = trace.game.text(trace.root)
    return f" – {spec}" if 0 < len(spec) <= 44 else ""


def facts(trace: Trace) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    counts: dict[type[Event] | str, int] = {}
    roots: set[int] = set()
    answer: Message | None = None
    speaker = Speaker(trace, [], False)
    for event in trace.events:
        kind = event.kind if isinstance(event, Cut) else type(event)
        counts[kind] = counts.get(kind, 0) + 1
        if isinstance(event, Round):
            speaker = Speaker(trace, [event], False)
        elif isinstance(event, Enter) and event.parent is None:
            roots = {event.node}
            sign = event.sign
        elif isinstance(event, Leave) and event.node in roots:
            swapped = {LOWER: UPPER, UPPER: LOWER}.get(event.bound, EXACT) if sign < 0 else event.bound
            met = trace.algorithm == "mtdf"  # the last test's bound and an earlier one's are the same
            answer = speaker.answer(sign * event.value, EXACT if met else swapped)
    if answer is not None and speaker.winner is None:
        yield translate_both(Message("Value for Max")), translate_both(answer)
    elif answer is not None:
        who = Message("Max") if speaker.winner == MAX else Message("Min")
        depth = speaker.heading.depth if speaker.heading else None
        asked = Message("{player} can force a win", player=who)
        if depth is not None:
            asked = Message(
                "{player} can force a win within {count} ply",
                "{player} can force a win within {count} plies",
                count=depth,
                player=who,
            )
        yield translate_both(asked), translate_both(answer)
    for kind, name in (
        (Enter, Message("Nodes")), (Leaf, Message("Leaves")), ("alpha", Message("Alpha cuts")),
        ("beta", Message("Beta cuts")), (Recall, Message("From memory")), (Playout, Message("Games")),
    ):  # fmt: skip
        if counts.get(kind):
            yield translate_both(name), translate_both(format_number(counts[kind]))


def legend(trace: Trace, found: Told) -> Iterator[Legend]:
    shapes = [shape for scene in found.scenes for shape in scene.shapes]
    texts = "".join(shape.text for shape in shapes if isinstance(shape, Text) and shape.id)
    letters = {shape.id[:1] for shape in shapes}
    playing = any(isinstance(event, Playout) for event in trace.events)
    seen = {
        "▲": any(isinstance(event, Enter) and event.player == MAX for event in trace.events) or playing,
        "▼": any(isinstance(event, Enter) and event.player != MAX for event in trace.events) or playing,
        "□": any(isinstance(event, Leaf) for event in trace.events),
        "[α ; β]": "w" in letters and not playing, "here": True, "open": True, "cut": "k" in letters,
        "≥ ≤": "≥" in texts or "≤" in texts, "↺": "↺" in texts,
        "q": trace.algorithm == "quiescence" and "g" in letters, "✓ ✗": "✓" in texts or "✗" in texts, "×": playing,
        "pv": True,
        "?": trace.algorithm == "and_or" and any(isinstance(event, Leaf) and not event.ended for event in trace.events),
    }  # fmt: skip
    for sign, (mark, words) in LEGEND.items():
        if seen[sign]:
            yield Legend(mark, translate_both(words), "" if mark else sign, bare=not mark)


def slides(
    trace: Trace,
    *,
    lang: str = "en",
    boards: bool = False,
    limit: int = 1500,
    leaves: bool = False,
    chosen: Conventions | None = None,
) -> list[Scene]:
    """A search as scenes of one size: the figure before the first step, then after each,
    and what happens in words below it.
    """
    found = tell_rounds(trace, lang, boards, limit, leaves and isinstance(trace.game, Tree), chosen, MOST_SLIDES)
    width = max(460.0, *(scene.width for scene in found.scenes))
    height = max(scene.height for scene in found.scenes)
    states: dict[str, str] = {}
    texts: dict[str, str] = {}
    made = []
    for number in range(len(found.steps) + 1):
        step = found.steps[number - 1] if number else None
        for name, what, value in step.changes if step else ():
            (texts if what == "text" else states)[name] = value
        sheet = max((index for index, (first, _name) in enumerate(found.firsts) if first < max(number, 1)), default=0)
        figure = found.scenes[sheet]
        now = (
            replace(shape, text=texts[shape.id]) if isinstance(shape, Text) and shape.id in texts else shape
            for shape in figure.shapes
        )
        seen = (paint_shape(shape, states.get(shape.id, "")) if shape.id else shape for shape in now)
        shapes = [shape for shape in seen if shape is not None]
        slide = Scene(width, height + 64, step.words[lang] if step else figure.title)
        slide.place(Scene(figure.width, figure.height, "", shapes), (width - figure.width) / 2, 0)
        for line, words in enumerate(wrap_words(step.words[lang] if step else "", width - 32, 11)[:3]):
            slide.add(Text(16, height + 16 + 15 * line, words, 11, "start", bold=True))
        count = f"{number} / {len(found.steps)}"
        slide.add(Text(width - 16, height + 56, count, 9, "end", style=Style(fill="#56606e", stroke="")))
        made.append(slide)
    return made


def wrap_words(words: str, width: float, size: float) -> list[str]:
    """A sentence in lines that are not too wide."""
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, bold=True) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
