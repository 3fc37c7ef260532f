"""Exercises for Moodle: its XML, with one question of the type cloze for each exercise, and GIFT, which has no such
type and gets a question for each thing that is asked.

In XML the figure lies inside the question, as a file. Cloze marks answers of the kinds NUMERICAL, MULTICHOICE and
SHORTANSWER; a list of names may be written with spaces, commas or nothing between them.
"""

from __future__ import annotations

import math
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape

from elagage.exercises.papers import Paper
from elagage.exercises.posed import Posed
from elagage.exercises.questions import ChoiceAnswer, NumberAnswer, Question, QueueAnswer, SequenceAnswer, SetAnswer
from elagage.figures.pages.form_page import material_svg
from elagage.figures.sheets.exercise_pages import head_exercise, list_reasons, show_prompt
from elagage.figures.sheets.exercise_text import material_lines
from elagage.i18n import _
from elagage.result import format_number

__all__ = ["moodle_gift", "moodle_xml"]


def moodle_xml(papers: Sequence[Paper], title: str) -> str:
    """The questions of all papers; each exercise has a category, so that a quiz can draw one of them for everybody."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', "<quiz>"]
    for number in range(len(papers[0].exercises)):
        category = re.sub(r"\s*/+\s*", " ", f"{title} · {head_exercise(papers[0], number + 1)}")
        lines.append(f'<question type="category"><category><text>$course$/top/{escape(category)}</text></category>')
        lines.append('<info format="html"><text></text></info></question>')
        for paper in papers:
            lines += cloze_lines(paper, number)
    return "\n".join([*lines, "</quiz>"]) + "\n"


def cloze_lines(paper: Paper, number: int) -> Iterator[str]:
    """One exercise as a cloze question."""
    posed = paper.exercises[number]
    name = " · ".join(filter(None, (head_exercise(paper, number + 1).text(), paper.student or f"{posed.seed}")))
    image = b64encode(material_svg(posed).encode()).decode()
    told = "".join(f"<p>{escape(sentence.text())}</p>" for sentence in posed.statement)
    picture = f'<p><img src="@@PLUGINFILE@@/figure.svg" alt="{escape(describe(posed))}" role="img"></p>'
    fields = "".join(
        f"<li>{escape(guard(show_prompt(question)))} {cloze_field(question)}</li>" for question in posed.questions
    )
    reasons = [*posed.solution, *list_reasons(posed)]
    feedback = "".join(f"<p>{escape(sentence.text())}</p>" for sentence in reasons)
    yield '<question type="cloze">'
    yield f"<name><text>{escape(name)}</text></name>"
    yield f'<questiontext format="html"><text><![CDATA[{told}{picture}<ul>{fields}</ul>]]></text>'
    yield f'<file name="figure.svg" path="/" encoding="base64">{image}</file></questiontext>'
    yield f'<generalfeedback format="html"><text><![CDATA[{feedback}]]></text></generalfeedback>'
    yield "<penalty>0.3333333</penalty><hidden>0</hidden><idnumber></idnumber>"
    yield "</question>"


def describe(posed: Posed) -> str:
    """The figure in words, for those who don't see it."""
    return "; ".join(material_lines(posed.material))


def guard(text: str) -> str:
    """A text beside the fields of a cloze question, in which braces would begin one."""
    return text.replace("{", "(").replace("}", ")")


def cloze_text(text: str) -> str:
    """A text inside a field: the signs that mean something there are escaped."""
    return re.sub(r"([\\}~#/\"])", r"\\\1", text)


def cloze_field(question: Question) -> str:
    """The field of a question, with a feedback that says why."""
    answer, why = question.answer, cloze_text(question.why.text())
    if isinstance(answer, NumberAnswer) and answer.value is not None and math.isfinite(answer.value):
        return f"{{1:NUMERICAL:={format_number(answer.value)}:0~%0%*#{why}}}"
    if isinstance(answer, ChoiceAnswer):
        options = [f"{'=' if key in answer.right else ''}{cloze_text(str(shown))}" for key, shown in answer.options]
        return f"{{1:MULTICHOICE:{'~'.join(options)}}}"
    right = "~".join(f"={cloze_text(text)}" for text in list_forms(question))
    return f"{{1:SHORTANSWER:{right}~%0%*#{why}}}"


def list_forms(question: Question) -> list[str]:
    """What may be written for an answer that is neither a number nor a choice."""
    answer = question.answer
    if isinstance(answer, NumberAnswer):
        if answer.value is None:
            return ["-"]
        sign = "-" if answer.value < 0 else ""
        return [f"{sign}∞", f"{sign}inf", *([f"+{form}" for form in ("∞", "inf")] if not sign else [])]
    if isinstance(answer, QueueAnswer):
        entries = [(name, format_number(number)) for name, number in answer.right]
        texts = [[f"{name}{between}{number}" for name, number in entries] for between in (":", "", "=")]
        return [joined.join(text) or "-" for text in texts for joined in (" ", ", ")][: 6 if entries else 1]
    assert isinstance(answer, SequenceAnswer | SetAnswer)
    if isinstance(answer, SequenceAnswer):
        orders = [list(order) for order in (answer.right, *answer.also)]
    else:
        orders = [[name for name in answer.names if name in answer.right]]
    forms = [joined.join(order) or "-" for order in orders for joined in (" ", ", ", ",")]
    if all(len(name) == 1 for order in orders for name in order):
        forms += ["".join(order) for order in orders if order]
    return list(dict.fromkeys(forms))


# GIFT


def moodle_gift(papers: Sequence[Paper], title: str) -> str:
    """The questions of all papers in GIFT; a part whose answers are choices becomes one question to match."""
    lines = []
    for number in range(len(papers[0].exercises)):
        category = re.sub(r"\s*/+\s*", " ", f"{title} · {head_exercise(papers[0], number + 1)}")
        lines += [f"$CATEGORY: $course$/top/{category}", ""]
        for paper in papers:
            posed = paper.exercises[number]
            who = paper.student or str(posed.seed)
            shown = "\n".join([*(sentence.text() for sentence in posed.statement), *material_lines(posed.material)])
            told = gift_text(shown).replace("\n", "<br>")
            choices = [question for question in posed.questions if isinstance(question.answer, ChoiceAnswer)]
            matched = choices if len(choices) >= 3 else []
            for question in posed.questions:
                if question not in matched:
                    name = gift_text(f"{number + 1}.{question.name} · {who}")
                    prompt = gift_text(show_prompt(question))
                    lines += [f"::{name}::[html]{told}<br>{prompt} {gift_answer(question)}", ""]
            if matched:
                name = gift_text(f"{number + 1} · {who}")
                pairs = "\n".join(f"={gift_text(q.prompt.text())} -> {gift_text(q.answer.text())}" for q in matched)
                lines += [f"::{name}::[html]{told}<br>{gift_text(_('Match the answers.'))} {{\n{pairs}\n}}", ""]
    return "\n".join(lines)


def gift_text(text: str) -> str:
    """A text in which the signs of GIFT are escaped."""
    return re.sub(r"([~=#{}:\\])", r"\\\1", text)


def gift_answer(question: Question) -> str:
    """The answer of a question: a number, a choice, or one of some texts."""
    answer, why = question.answer, gift_text(question.why.text())
    if isinstance(answer, NumberAnswer) and answer.value is not None and math.isfinite(answer.value):
        return f"{{#{format_number(answer.value)}:0####{why}}}"
    if isinstance(answer, ChoiceAnswer):
        options = [f"{'=' if key in answer.right else '~'}{gift_text(str(shown))}" for key, shown in answer.options]
        if len(answer.right) > 1:
            options = [f"={gift_text(key)}" for key in answer.right]
        return f"{{{' '.join(options)} ####{why}}}"
    return f"{{{' '.join('=' + gift_text(form) for form in list_forms(question))} ####{why}}}"
