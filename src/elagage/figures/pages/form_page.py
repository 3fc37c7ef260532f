"""Exercises of any kind as a page that asks, marks and explains: one exercise, a sheet, or a sheet for each student.

The page is one file that needs nothing else, in both languages. What it knows of the answers is written so that it is
not read by accident. It reads and marks answers as ``elagage.exercises.marking`` does.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from html import escape
from typing import Any

from elagage.exercises.papers import Paper
from elagage.exercises.posed import Posed
from elagage.exercises.question_json import asked_exercise, know_json
from elagage.figures.pages.step_page import asset, embed_json, top_html
from elagage.figures.scene.shapes import Scene
from elagage.figures.scene.svg import scene_svg
from elagage.figures.sheets.exercise_pages import head_exercise, list_reasons
from elagage.figures.sheets.material_figures import blank_material, solved_material
from elagage.figures.trees.tree_scene import stack_scenes
from elagage.i18n import LANGUAGES, Message, translate_both, use_language

__all__ = ["form_page", "material_svg"]

WIDE = 760.0
"""The width of a figure on a page."""
WORDS: dict[str, Message] = {
    "language": Message("Language"),
    "student": Message("Your name"),
    "choose": Message("choose"),
    "answers": Message("Answers"),
    "check": Message("Check"),
    "show": Message("Show the solution"),
    "hide": Message("Back to my answers"),
    "again": Message("Start again"),
    "sure": Message("Erase all your answers?"),
    "controls": Message("Check your answers"),
    "begin": Message("Answer, then check. Write - for nothing, ∞ or inf for infinite."),
    "mark": Message("{mark} out of {all}"),
    "done": Message("All is right."),
    "unread": Message("{prompt}: {text} can't be read."),
    "right": Message("right"),
    "wrong": Message("wrong"),
    "missing": Message("missing"),
    "figure": Message("Figure of the exercise"),
    "solution": Message("Solution"),
    "attempts": Message("Attempts: {n}"),
}
"""The page's own words."""


def form_page(
    papers: Sequence[Paper],
    title: Message | str,
    *,
    lang: str,
    conventions: Sequence[str] = (),
    out_of: float = 20,
) -> str:
    """The page as HTML; with several papers the student chooses a name first."""
    data = form_data(papers, title, lang=lang, out_of=out_of)
    lang, ui, titles = data["lang"], data["ui"], data["title"]
    label = f'data-label="language" aria-label="{escape(ui["language"][lang])}"'
    top = top_html(titles[lang], lang, asset("form.css"), "f-title", label)
    notes = "".join(f"<p>{escape(line)}</p>" for line in conventions)
    return f"""{top}<div class="notes">{notes}</div>
<p id="f-who" hidden></p>
<div id="f-exercises"></div>
<section class="dock" data-label="controls" aria-label="{escape(ui["controls"][lang])}">
<div class="panel">
<p class="say" id="f-say" role="status" aria-live="polite"></p>
<div class="drive">
<button type="button" class="main" id="f-check"></button>
<button type="button" id="f-show"></button>
<button type="button" id="f-again"></button>
<span class="count" id="f-count"></span>
</div>
</div>
</section>
</main>
<script type="application/json" id="f-data">{embed_json(data)}</script>
<script type="module">
{asset("form.js")}start(document, JSON.parse(document.getElementById("f-data").textContent));
</script>
</body>
</html>
"""


def form_data(papers: Sequence[Paper], title: Message | str, *, lang: str, out_of: float = 20) -> dict[str, Any]:
    """What the program of the page works with: questions, words, and what it keeps to mark by."""
    lang = lang if lang in LANGUAGES else "en"
    with use_language(lang):
        asked = [ask_paper(paper) for paper in papers]
        known = [[know_exercise(posed) for posed in paper.exercises] for paper in papers]
    hidden = b64encode(json.dumps(known, ensure_ascii=False, separators=(",", ":")).encode()).decode()
    return {
        "lang": lang,
        "ui": {name: translate_both(message) for name, message in WORDS.items()},
        "title": translate_both(title),
        "papers": asked,
        "outOf": out_of,
        "kept": hidden,
        "key": "elagage-form-" + sha256(hidden.encode()).hexdigest()[:16],
    }


def ask_paper(paper: Paper) -> dict[str, Any]:
    """What a student is asked."""
    exercises = []
    for number, posed in enumerate(paper.exercises, 1):
        head = head_exercise(paper, number) if paper.numbered else posed.kind.title
        exercises.append({
            **asked_exercise(posed), "head": translate_both(head), "svg": material_svg(posed, f"x{number}-"),
            "points": paper.weights[number - 1],
        })  # fmt: skip
    return {"student": paper.student, "exercises": exercises}


def know_exercise(posed: Posed) -> dict[str, Any]:
    """What the page knows of an exercise."""
    return {
        "questions": [know_json(question) for question in posed.questions],
        "solution": [translate_both(sentence) for sentence in (*posed.solution, *list_reasons(posed))],
        "svg": material_svg(posed, "s-", solved=True),
    }


def material_svg(posed: Posed, prefix: str = "", *, solved: bool = False) -> str:
    """The figure of an exercise, blank or solved; nothing where there is none."""
    scenes, scale = (solved_material if solved else blank_material)(posed.material, WIDE)
    if not scenes:
        return ""
    placed = []
    for scene in scenes:
        sized = Scene(scene.width * scale, scene.height * scale, scene.title, description=scene.description)
        sized.place(scene, 0.0, 0.0, scale, prefix)
        placed.append(sized)
    svg = scene_svg(stack_scenes(placed))
    return svg[svg.index("<svg") :].rstrip()
