"""The cells and the columns of a file of answers, as people write them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from elagage.exercises.answers import Edge, NodeAnswer
from elagage.games.tree import read_number
from elagage.result import Number

__all__ = ["BETWEEN", "CUTS", "NONE", "cell_number", "read_cuts", "student_columns"]

STUDENT = ("student", "name", "nom", "élève", "eleve", "étudiant", "etudiant")
GIVEN = ("prénom", "prenom", "first name", "firstname", "given name")
TIMES = re.compile(r"\b(timestamp|horodat\w*|date|heure|time)\b")
CUTS = ("cuts", "cut", "coupures", "coupure")
NONE = ("", "-", "–", "—", "−", "x", "/", "none", "?", "aucune", "aucun", "rien", "néant", "neant", "∅")
BETWEEN = ("et", "and")


def student_columns(names: Sequence[str]) -> list[str]:
    """Which of these columns say who the student is, in order: one, or a name and a first name."""
    texts = {name: " ".join(name.casefold().split()) for name in names}
    likely = [name for name in names if not TIMES.search(texts[name])]
    given = [name for name in likely if texts[name] in GIVEN]
    family = [name for name in likely if name not in given]
    whole = re.compile(rf"\b({'|'.join(STUDENT)})\b")
    for fits in (
        [name for name in family if texts[name] in STUDENT],
        [name for name in family if whole.search(texts[name])],
        [name for name in family if any(word in texts[name] for word in STUDENT)],
        given,
        likely,
    ):
        if fits:
            full = fits[0] in given or not re.fullmatch(r"nom|name|nom de famille|last name", texts[fits[0]])
            return [name for name in names if name == fits[0] or (name in given[:1] and not full)]
    return list(names[:1])


def cell_number(text: str) -> Number | None:
    """A number as people write it: ``3,5``, ``≥ 4``, ``= 2``, ``+oo``."""
    bare = re.sub(r"^(>=|<=|[=≥≤<>])\s*", "", text).replace(" ", "").replace("\u202f", "").replace("\xa0", "")
    bare = re.sub("[−–—]", "-", bare)
    bare = re.sub(r"(?i)^([+-]?)(oo|inf|infini|infty|infinity)$", r"\1inf", bare)
    return read_number(bare.replace(",", ".")) if re.fullmatch(r"[+-]?(\d+([.,]\d*)?|[.,]\d+|inf|∞)", bare) else None


def read_cuts(text: str, answers: Mapping[str, NodeAnswer]) -> tuple[set[Edge], list[str]]:
    """The edges that a cell names, and the words in it that name none."""
    known = {label.casefold(): answer for label, answer in answers.items()}
    edges: set[Edge] = set()
    unknown: list[str] = []
    joined = re.sub(r" ?(-+>?|>|–|—|−|→) ?", "-", " ".join(text.casefold().split()))

    def pair(found: re.Match[str]) -> str:
        node, branch = found[1], found[2]
        target = known.get(branch)
        edge = target is not None and node in known and target.parent == known[node].label
        return f" {node}-{branch} " if edge or place_of(f"{node}.{branch}", known) else found[0]

    joined = re.sub(r"[(\[{] ?([\w.]+)(?: ?[,;] ?| )([\w.]+) ?[)\]}]", pair, joined)
    for piece in re.split(r"[\s,;|/(){}\[\]'\"]+", joined):
        word = piece.strip(".").lstrip("-")
        if word in (*NONE, *BETWEEN) and word not in known:
            continue
        node, dash, branch = word.partition("-")
        target = known.get(branch) or known.get(f"{node}.{branch}")
        if not dash and node in known and known[node].skipped:
            edges |= {(known[node].label, skipped) for skipped in known[node].skipped}
        elif not dash and node in known and (parent := known[node].parent) is not None:
            edges.add((parent, known[node].label))
        elif not dash and (place := place_of(node, known)) is not None:
            edges.add(place)
        elif dash and node in known and target is not None and target.parent == known[node].label:
            edges.add((known[node].label, target.label))
        elif dash and node in known and (place := place_of(f"{node}.{branch}", known)) is not None:
            edges.add(place)
        else:
            unknown.append(word)
    return edges, unknown


def place_of(word: str, known: Mapping[str, NodeAnswer]) -> Edge | None:
    """The edge that ``b.2`` means: from b to its second branch, whatever that is called."""
    node, _dot, place = word.rpartition(".")
    if node not in known or not place.isdecimal() or len(place) > 9:
        return None
    branches = [answer.label for answer in known.values() if answer.parent == known[node].label]
    return (known[node].label, branches[int(place) - 1]) if 1 <= int(place) <= len(branches) else None
