"""An exercise as a page that asks and checks: the blank tree is filled in, the first error is explained in words.

The page is one file that needs nothing else, in both languages. What it knows of the solution is written so that it is
not read by accident. All its sentences are those of ``elagage.exercises.mistakes.check``, and it goes through the
answers in the same order.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Any

from elagage.exercises.answers import NodeAnswer, model, name_of
from elagage.exercises.mistakes import list_mistakes
from elagage.exercises.posed import as_posed
from elagage.exercises.solved_exercise import Exercise
from elagage.figures.pages.step_page import asset, embed_json, format_both_languages, top_html, translate_row
from elagage.figures.scene.shapes import Line, Scene
from elagage.figures.scene.svg import scene_svg
from elagage.figures.sheets.exercise_trees import TYPED, blank_tree, tree_scene
from elagage.figures.trees.node_shapes import cut_marks
from elagage.figures.trees.step_table import whole_table
from elagage.i18n import LANGUAGES, Message, translate_both
from elagage.result import format_number
from elagage.trace import EXACT, LOWER

__all__ = ["quiz_data", "quiz_page", "quiz_solution"]

WORDS: dict[str, Message] = {
    "language": Message("Language"),
    "figure": Message("The tree of the exercise"),
    "in": Message("Zoom in"),
    "out": Message("Zoom out"),
    "fit": Message("Fit"),
    "answers": Message("Answers"),
    "node": Message("Node"),
    "value": Message("Value"),
    "cuts": Message("Edges that are cut"),
    "check": Message("Check"),
    "show": Message("Show the solution"),
    "hide": Message("Back to my answers"),
    "again": Message("Start again"),
    "steps": Message("Table of steps"),
    "controls": Message("Check your answers"),
    "close": Message("Close"),
    "next": Message("Next node"),
    "back": Message("Previous node"),
    "begin": Message("Fill in the tree or the table, then check."),
    "field": Message("Node {label}, {part}"),
    "sign": Message("Node {label}, exact value or bound"),
    "edge": Message("Node {label}: the edge to {branch} is cut"),
    "empty": Message("Node {label}: {part} is still empty."),
    "number": Message("Node {label}: {text} is not a number; write 5, -2.5, inf or -inf."),
    "so far": Message("{n} of {all} answers are right up to there."),
    "done": Message("All is right."),
    "attempts": Message("Attempts: {n}"),
    "shown": Message("This is the solution."),
    "right": Message("right"),
    "wrong": Message("wrong"),
    "missing": Message("missing"),
    "sure": Message("Erase all your answers?"),
    "leaf": Message("leaf"),
    "hint windowed": Message(
        "Choose a node to write its window and its value; choose an edge to cut it. Say with ≥ or ≤ that a value is "
        "only a bound. "
        "Nodes that are never visited stay empty."
    ),
    "hint": Message("Choose a node to write its value."),
}
"""The page's own words."""


def quiz_data(exercise: Exercise) -> dict[str, Any]:
    """What the page asks: its nodes and their branches, with the numbers of their shapes."""
    nodes = blank_tree(exercise)[1]
    names = {exercise.labels[node.state.node]: node.name for node in nodes}
    windowed = exercise.wanted.algorithm == "alphabeta"
    below: dict[str, list[list[str]]] = {}
    answers = model(exercise)
    for answer in answers.values():
        if answer.parent is not None:
            below.setdefault(answer.parent, []).append([answer.label, names[answer.label]])
    kept = f"{exercise.text}|{exercise.wanted}"
    return {
        "key": "elagage-quiz-" + sha256(kept.encode()).hexdigest()[:16],
        "title": translate_both(as_posed(exercise).heading),
        "windowed": windowed,
        "nodes": [
            {
                "label": answer.label,
                "name": names[answer.label],
                "player": name_of(answer.player),
                "bounded": windowed and answer.parent is not None,
                "branches": below[answer.label],
            }
            for answer in answers.values()
            if not answer.leaf
        ],
    }


def quiz_solution(exercise: Exercise) -> dict[str, Any]:
    """What the page knows: the checks in the order of the algorithm, each with its sentences, and the table of steps.

    A check is 'alpha', 'beta', 'value' or 'bound' (with what is right), 'never' (that part stays empty), 'cut' or
    'kept' (with the branch).
    """
    answers = model(exercise)
    found: list[dict[str, Any]] = []
    for mistake in list_mistakes(exercise):
        here = answers[mistake.label]
        known = {"node": here.label, **translate_both(mistake.message)}
        if mistake.part == "cut":
            edge = mistake.expected or mistake.got
            kind = "cut" if mistake.expected else "kept"
            found.append({"kind": kind, "branch": edge[len(here.label) + 1 :], **known})
        elif not mistake.expected:
            found.append({"kind": "never", "part": mistake.part, **known})
        else:
            found.append({"kind": mistake.part, "right": mistake.expected, **known})
            if mistake.part == "value" and exercise.wanted.algorithm == "alphabeta" and here.parent is not None:
                found.append(bound_check(here, exercise.wanted.strict, exercise.wanted.soft))
    return {"checks": found, "steps": translate_rows(exercise)}


def bound_check(here: NodeAnswer, strict: bool, soft: bool) -> dict[str, Any]:
    """Is a value exact, or a bound? Where nothing was skipped a fail-soft answer is both."""
    assert here.value is not None
    value, alpha, beta = (format_number(number) for number in (here.value, here.alpha, here.beta))
    sign = "=" if here.bound == EXACT else "≥" if here.bound == LOWER else "≤"

    both = here.bound != EXACT and here.whole and soft
    known = {"label": here.label, "value": value, "relation": {"≥": ">", "≤": "<"}.get(sign, "") if strict else sign}
    if both:
        text = Message(
            "Node {label}: write {sign} {value} or = {value}, since nothing is skipped below it.", sign=sign, **known
        )
    elif here.bound == EXACT:
        text = Message(
            "Node {label}: write = {value}, since the window [{alpha} ; {beta}] holds that value.",
            alpha=alpha,
            beta=beta,
            **known,
        )
    elif here.bound == LOWER:
        text = Message(
            "Node {label}: write ≥ {value}, which is only a lower bound, since {value} {relation} β = {beta}.",
            beta=beta,
            **known,
        )
    else:
        text = Message(
            "Node {label}: write ≤ {value}, which is only an upper bound, since {value} {relation} α = {alpha}.",
            alpha=alpha,
            **known,
        )
    also = {"also": "="} if both else {}
    return {"kind": "bound", "node": here.label, "right": sign, **also, **translate_both(text)}


def translate_rows(exercise: Exercise) -> dict[str, list[list[str]]]:
    """The table of steps in both languages, its head first."""
    rows = [translate_row(*row) for row in whole_table(exercise.trace)]
    return {language: [list(row[language]) for row in rows] for language in LANGUAGES}


def quiz_scene(exercise: Exercise) -> Scene:
    """The blank tree, and on each edge the mark of a cut, which the page hides at first."""
    scene = tree_scene(blank_tree(exercise, TYPED), True)
    if exercise.wanted.algorithm == "alphabeta":
        marks = []
        for shape in scene.shapes:
            if isinstance(shape, Line) and shape.id.startswith("e"):
                marks += list(cut_marks(shape.id[1:], "", [(shape.points[0], shape.points[1])]))[:1]
        scene.add(*marks)
    return scene


def quiz_page(exercise: Exercise, *, lang: str) -> str:
    """The page as HTML."""
    lang = lang if lang in LANGUAGES else "en"
    ui = {name: translate_both(message) for name, message in WORDS.items()}
    hidden = b64encode(json.dumps(quiz_solution(exercise), ensure_ascii=False).encode()).decode()
    data = quiz_data(exercise)
    title = data["title"]
    svg = scene_svg(quiz_scene(exercise))
    items = "".join(
        f"<li {format_both_languages(both)}>{escape(both[lang])}</li>"
        for both in map(translate_both, as_posed(exercise).statement)
    )
    hint = "hint windowed" if data["windowed"] else "hint"

    def label(name: str) -> str:
        return f'data-label="{name}" aria-label="{escape(ui[name][lang])}"'

    def format_name(name: str) -> str:
        return f'data-t="{name}">{escape(ui[name][lang])}'

    top = top_html(title[lang], lang, asset("quiz.css"), "q-title", label("language"))
    return f"""{top}<ul class="asked">{items}</ul>
<div class="figure">
<div class="card" id="q-figure" tabindex="0" role="region" {label("figure")}>
{svg[svg.index("<svg") :].rstrip()}
</div>
<div class="zoom">
<span class="signs">▲ Max &nbsp; ▼ Min &nbsp; □ <span {format_name("leaf")}</span></span>
<button type="button" id="q-out" {label("out")}>−</button>
<button type="button" id="q-fit" {format_name("fit")}</button>
<button type="button" id="q-in" {label("in")}>+</button>
</div>
</div>
<p class="tip" {format_name(hint)}</p>
<section class="panel answers">
<h2 {format_name("answers")}</h2>
<div id="q-table"></div>
<button type="button" id="q-again" {format_name("again")}</button>
</section>
<section class="panel" id="q-steps" hidden>
<h2 {format_name("steps")}</h2>
<div class="rows" tabindex="0" role="region" {label("steps")}></div>
</section>
<section class="dock" {label("controls")}>
<div class="panel">
<p class="say" id="q-say" role="status" aria-live="polite"></p>
<div class="editor" id="q-editor" role="group" hidden></div>
<div class="drive">
<button type="button" class="main" id="q-check" {format_name("check")}</button>
<button type="button" id="q-show" {format_name("show")}</button>
<span class="count" id="q-count"></span>
</div>
</div>
</section>
</main>
<script type="application/json" id="q-data">{embed_json({"lang": lang, "ui": ui, **data, "kept": hidden})}</script>
<script type="module">
{asset("quiz.js")}start(JSON.parse(document.getElementById("q-data").textContent));
</script>
</body>
</html>
"""
