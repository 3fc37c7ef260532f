"""What explains a heuristic must add up to it."""

from __future__ import annotations

import math
from typing import Any

from elagage.check.examination import Examination
from elagage.errors import RulesError
from elagage.game import Term, heuristic_names
from elagage.i18n import Message

__all__ = ["check_terms"]


def check_terms(exam: Examination, state: Any) -> None:
    """What explains a heuristic must add up to it, and what the cells of a term give to the term."""
    prefix = "explain_"
    parts = {name.removeprefix(prefix) for name in dir(exam.game) if name.startswith(prefix)}
    for part in sorted(parts.difference(heuristic_names(exam.game))):
        raise RulesError(
            "{rule} explains heuristic_{part}, which this game does not have.", prefix + part, state, part=part
        )
    for end in ("", *(f"_{part}" for part in sorted(parts))):
        rule = "explain" + end
        terms = exam.ask(rule, lambda rule=rule: list(getattr(exam.game, rule)(state)), state)
        for term in terms:
            exam.ask(rule, lambda rule=rule, term=term: check_term(exam, rule, term, state), state)
        value, total = getattr(exam.game, "heuristic" + end)(state), sum(term.value for term in terms)
        if terms and not math.isclose(total, value, abs_tol=1e-9):
            raise RulesError(
                "{rule}({state}) gives {terms}: together {total}, while {heuristic} is {value};"
                " tell all of it, or nothing.",
                rule,
                state,
                terms=", ".join(f"{term.name} {term.value}" for term in terms),
                total=total,
                heuristic="heuristic" + end,
                value=value,
            )


def check_term(exam: Examination, rule: str, term: Any, state: Any) -> None:
    """A term has a name and a number; its cells are on the board, and their numbers add up to it."""
    if not isinstance(term, Term) or not isinstance(term.name, str | Message) or not str(term.name).strip():
        raise RulesError(
            "{rule}({state}) gives {term}: it must give Term(name, value, cells).", rule, state, term=repr(term)
        )
    numbers = [term.value, *term.cells.values()]
    if any(isinstance(number, bool) or not isinstance(number, int | float) for number in numbers):
        raise RulesError("{rule}({state}) gives {term}: what a term gives is a number.", rule, state, term=repr(term))
    sizes = [len(row) for row in exam.game.grid(state)]
    for row, column in term.cells:
        if not (0 <= row < len(sizes) and 0 <= column < sizes[row]):
            raise RulesError(
                "{rule}({state}): the term {name} counts the cell {cell}, which grid(state) does not have.",
                rule,
                state,
                name=repr(term.name),
                cell=(row, column),
            )
    if term.cells and not math.isclose(sum(term.cells.values()), term.value, abs_tol=1e-9):
        raise RulesError(
            "{rule}({state}): the cells of the term {name} give {total} together, while it is {value}.",
            rule,
            state,
            name=repr(term.name),
            total=sum(term.cells.values()),
            value=term.value,
        )
