"""A page that is stepped through: one figure, the algorithm beside it, and what happens in words.

The page is one file that needs nothing else: both languages, the steps and the program that shows them are inside, and
nothing is loaded. Each step says what changes in the figure, so that it can be gone through forwards, backwards and by
jumps.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from elagage.figures.scene.shapes import Scene
from elagage.figures.scene.svg import scene_svg
from elagage.i18n import LANGUAGES, Message, translate_both

__all__ = ["Code", "Legend", "Step", "page_data", "step_page", "top_html", "translate_row"]

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'"
)
UI: dict[str, dict[str, str]] = {
    name: translate_both(message)
    for name, message in {
        "language": Message("Language"),
        "figure": Message("Figure"),
        "before": Message("Before the first step."),
        "first": Message("First step"),
        "back": Message("Previous step"),
        "play": Message("Play", context="animation"),
        "pause": Message("Pause"),
        "next": Message("Next step"),
        "last": Message("Last step"),
        "slide": Message("Step"),
        "count": Message("step {n} / {all}"),
        "speed": Message("Speed"),
        "slow": Message("slow"),
        "normal": Message("normal"),
        "fast": Message("fast"),
        "in": Message("Zoom in"),
        "out": Message("Zoom out"),
        "fit": Message("Fit"),
        "sheet": Message("Round"),
        "controls": Message("Steps"),
        "legend": Message("Legend"),
        "table": Message("Table of steps"),
        "number": Message("No."),
        "words": Message("What happens"),
        "goto": Message("Go to step {n}"),
        "window": Message("Steps {from} to {to} of {all}"),
        "keys": Message("Keys: ← → one step, Home and End first and last, space plays and pauses."),
    }.items()
}
"""The words of the page's program, by language."""
ICONS = {
    "first": "M4 4h3v16H4zM20 4v16L8 12z",
    "back": "M17 3v18L4 12z",
    "play": "M6 3l15 9-15 9z",
    "next": "M7 3v18l13-9z",
    "last": "M17 4h3v16h-3zM4 4v16l12-8z",
}


@dataclass(frozen=True)
class Step:
    """A step: what happens in words, by language; the line of the pseudo-code, from 1 (0 for none); what changes;
    a row of the table.

    A change is the id of a shape, ``class`` or ``text``, and the new value: the class that a style sheet paints it by,
    or the words of a text.
    """

    words: Mapping[str, str]
    line: int = 0
    changes: tuple[tuple[str, str, str], ...] = ()
    row: tuple[str, ...] = ()
    cells: Mapping[str, tuple[str, ...]] | None = None
    """The row by language, if it says itself what happens; the sentence is then not in the table."""


@dataclass(frozen=True)
class Code:
    """Pseudo-code, by language: a title, and as many lines in each."""

    title: Mapping[str, str]
    lines: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Legend:
    """What a class of shapes means, by language; ``sign`` is written on the small shape that is shown."""

    mark: str
    words: Mapping[str, str]
    sign: str = ""
    bare: bool = False
    """Is the sign shown alone, without a shape?"""


def translate_row(*cells: Message | str) -> dict[str, tuple[str, ...]]:
    """Messages and texts in each language, as the columns of a table or the lines of pseudo-code."""
    return {language: tuple(translate_both(cell)[language] for cell in cells) for language in LANGUAGES}


def top_html(title: str, lang: str, css: str, ident: str, label: str) -> str:
    """The beginning of a page that stands alone: policy, looks, title and the choice of language,
    up to its main part.
    """
    return f"""<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{asset("step.css")}{css}
</style>
</head>
<body>
<header>
<div class="wrap">
<h1 id="{ident}">{escape(title)}</h1>
<div class="languages" role="group" {label}>
<button type="button" data-lang="fr" lang="fr" aria-label="FR, français" aria-pressed="false">FR</button>
<button type="button" data-lang="en" lang="en" aria-label="EN, English" aria-pressed="false">EN</button>
</div>
</div>
</header>
<main class="wrap">
"""


def step_page(
    scene: Scene | Sequence[Scene],
    steps: Sequence[Step],
    *,
    title: Mapping[str, str],
    code: Code | None = None,
    columns: Mapping[str, tuple[str, ...]] | None = None,
    lang: str = "en",
    classes_css: str = "",
    facts: Sequence[tuple[Mapping[str, str], Mapping[str, str]]] = (),
    legend: Sequence[Legend] = (),
    sheets: Sequence[tuple[int, Mapping[str, str]]] = (),
    least: float = 0.0,
    legend_below: bool = False,
    figure_words: Iterable[tuple[str, str]] = (),
) -> str:
    """The page as HTML.

    ``columns`` are the heads of the table after number and words (after the number alone, if rows say what happens),
    ``facts`` pairs of a name and a value, by language.

    With several scenes, ``sheets`` holds for each the number of its first step, from 0, and its name. ``least`` is the
    smallest scale at which the figure is legible: a larger figure is not all seen at first, and the shape with the
    class ``s-current`` is kept in view. The legend stands beside the figure, or with ``legend_below`` under it, which
    suits a wide one. ``figure_words`` are texts of the figure that change with the language, each in English and
    French.
    """
    lang = lang if lang in LANGUAGES else "en"
    svg = sheets_svg([scene] if isinstance(scene, Scene) else scene)
    data = {
        "lang": lang,
        "title": dict(title),
        "ui": UI,
        "sheets": [first for first, _name in sheets] or [0],
        "least": least,
        "words": [list(both) for both in figure_words],
        "columns": {name: list((columns or {}).get(name, ())) for name in LANGUAGES},
        "steps": [
            [step.words["en"], step.words["fr"], step.line, [list(change) for change in step.changes], row_json(step)]
            for step in steps
        ],
    }
    signs = legend_html(legend, lang)
    side = code_html(code, lang) + ("" if legend_below else signs)
    top = top_html(title[lang], lang, classes_css.strip(), "p-title", format_label("language", lang))
    page = Page(f"""{top}{facts_html(facts, lang)}<div class="work{"" if side else " alone"}">
<div class="figure">
<div class="card" id="p-figure" tabindex="0" role="region" {format_label("figure", lang)}>
{svg}
</div>
<div class="zoom">
{chooser_html(sheets, lang)}<button type="button" id="p-out" {format_label("out", lang)}>−</button>
<button type="button" id="p-fit" data-t="fit">{UI["fit"][lang]}</button>
<button type="button" id="p-in" {format_label("in", lang)}>+</button>
</div>
</div>
{f'<div class="side">{side}</div>' if side else ""}
{f'<div class="below">{signs}</div>' if signs and legend_below else ""}
</div>
<section class="dock" {format_label("controls", lang)}>
<div class="panel">
<p class="say" id="p-say" role="status" aria-live="polite"></p>
<div class="drive">
<div class="buttons">{"".join(button_html(name, lang) for name in ICONS)}</div>
<input class="slide" id="p-slide" type="range" min="0" max="{len(steps)}" value="0" step="1"
 {format_label("slide", lang)}>
<span class="count" id="p-count"></span>
<label class="speed"><span data-t="speed">{UI["speed"][lang]}</span>
<select id="p-speed">
<option value="1600" data-t="slow">{UI["slow"][lang]}</option>
<option value="700" data-t="normal" selected>{UI["normal"][lang]}</option>
<option value="120" data-t="fast">{UI["fast"][lang]}</option>
</select></label>
</div>
</div>
</section>
<p class="keys" data-t="keys">{UI["keys"][lang]}</p>
<details id="p-details">
<summary data-t="table">{UI["table"][lang]}</summary>
<p class="window" id="p-window" hidden></p>
<div class="rows" id="p-rows" tabindex="0" role="region" {format_label("table", lang)}></div>
</details>
</main>
<script type="application/json" id="p-data">{embed_json(data)}</script>
<script type="module">
{asset("step.js")}start(document, JSON.parse(document.getElementById("p-data").textContent));
</script>
</body>
</html>
""")
    page.data = {
        "title": dict(title),
        "svg": svg,
        "data": data,
        "code": code and {"title": dict(code.title), "lines": {name: list(code.lines[name]) for name in LANGUAGES}},
        "classes_css": classes_css.strip(),
        "facts": [[dict(name), dict(value)] for name, value in facts],
        "legend": [
            {"mark": entry.mark, "words": dict(entry.words), "sign": entry.sign, "bare": entry.bare} for entry in legend
        ],
        "legend_below": legend_below,
        "sheets": [[first, dict(name)] for first, name in sheets],
    }
    return page


def row_json(step: Step) -> list[str] | dict[str, list[str]]:
    """A step's row; by language if it says itself what happens."""
    return list(step.row) if step.cells is None else {name: list(cells) for name, cells in step.cells.items()}


class Page(str):
    """A page as HTML, which also holds what it was made of, for a page that has its own frame."""

    data: dict[str, Any]


def page_data(page: str) -> dict[str, Any]:
    """What a page of ``step_page`` shows: its figure and title, its code and legend,
    and under ``data`` what its program is given.

    >>> page_data(step_page(Scene(9, 9), [], title={"en": "T", "fr": "T"}))["title"]
    {'en': 'T', 'fr': 'T'}
    """
    if not isinstance(page, Page):
        raise ValueError("not a page of step_page")
    return page.data


def sheets_svg(scenes: Sequence[Scene]) -> str:
    """The figures, the first of which is shown."""
    figures = []
    for number, scene in enumerate(scenes):
        svg = scene_svg(scene)
        figures.append(("<svg hidden" if number else "<svg") + svg[svg.index("<svg") + 4 :].rstrip())
    return "\n".join(figures)


def chooser_html(sheets: Sequence[tuple[int, Mapping[str, str]]], lang: str) -> str:
    if len(sheets) < 2:
        return ""
    options = "".join(
        f'<option value="{number}" {format_both_languages(name)}>{escape(name[lang])}</option>'
        for number, (_first, name) in enumerate(sheets)
    )
    return f'<select id="p-sheet" {format_label("sheet", lang)}>{options}</select>\n'


def embed_json(data: object) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


@cache
def asset(name: str) -> str:
    """A file of the folder ``page`` beside this one."""
    return files("elagage.figures.pages").joinpath("assets", name).read_text(encoding="utf-8")


def format_label(name: str, lang: str) -> str:
    """The label of a control, for those who don't see it."""
    return f'data-label="{name}" aria-label="{escape(UI[name][lang])}"'


def format_both_languages(words: Mapping[str, str]) -> str:
    return " ".join(f'data-{name}="{escape(words[name])}"' for name in LANGUAGES)


def button_html(name: str, lang: str) -> str:
    kind = ' class="play"' if name == "play" else ""
    label = f'aria-label="{escape(UI[name][lang])}"' if name == "play" else format_label(name, lang)
    path = f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{ICONS[name]}"/></svg>'
    return f'<button type="button" id="p-{name}"{kind} {label}>{path}</button>'


def facts_html(facts: Sequence[tuple[Mapping[str, str], Mapping[str, str]]], lang: str) -> str:
    if not facts:
        return ""
    rows = (
        f"<div><dt {format_both_languages(name)}>{escape(name[lang])}</dt><dd "
        f"{format_both_languages(value)}>{escape(value[lang])}</dd></div>"
        for name, value in facts
    )
    return '<dl class="facts">' + "".join(rows) + "</dl>\n"


def code_html(code: Code | None, lang: str) -> str:
    if code is None:
        return ""
    if len(code.lines["en"]) != len(code.lines["fr"]):
        raise ValueError("pseudo-code has as many lines in each language")
    lines = ""
    for number, both in enumerate(zip(code.lines["en"], code.lines["fr"], strict=True), 1):
        words = {name: line.lstrip() for name, line in zip(LANGUAGES, both, strict=True)}
        deep = len(both[0]) - len(words["en"])
        lines += (
            f'<li><span class="number">{number}</span><span class="words" data-deep="{deep}" '
            f"{format_both_languages(words)}>"
            f"{escape(words[lang])}</span></li>"
        )
    heading = f"<h2 {format_both_languages(code.title)}>{escape(code.title[lang])}</h2>"
    return f'<section class="panel">{heading}<ol class="code">{lines}</ol></section>'


def legend_html(legend: Sequence[Legend], lang: str) -> str:
    """What the classes mean, each with a small square painted like it."""
    if not legend:
        return ""
    wide = 46 if any(len(entry.sign) > 3 for entry in legend) else 26
    rows = "".join(
        f'<li><svg width="{wide}" height="20" viewBox="0 0 {wide} 20" aria-hidden="true">'
        + legend_shape(entry, wide)
        + f'<text x="{wide // 2}" y="14" font-size="11" text-anchor="middle" '
        f'fill="#1c222b">{escape(entry.sign)}</text></svg>'
        f"<span {format_both_languages(entry.words)}>{escape(entry.words[lang])}</span></li>"
        for entry in legend
    )
    heading = f'<h2 data-t="legend">{UI["legend"][lang]}</h2>'
    return f'<section class="panel">{heading}<ul class="legend">{rows}</ul></section>'


def legend_shape(entry: Legend, wide: int) -> str:
    """The small shape of a legend, if it has one."""
    if entry.bare:
        return ""
    mark = f' class="{escape(entry.mark)}"'
    return f'<rect x="{wide // 2 - 10}" y="3" width="20" height="14" rx="2" fill="#ffffff" stroke="#8a94a2"{mark}/>'
