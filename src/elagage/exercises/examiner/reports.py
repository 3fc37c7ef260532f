"""A verdict in words."""

from __future__ import annotations

from typing import Any

from elagage.exercises.examiner.program_trial import Examination, Failed
from elagage.exercises.examiner.references import right_value
from elagage.exercises.examiner.verdicts import Verdict
from elagage.i18n import _, ngettext

__all__ = ["confinement_note", "exception_text", "report_search", "report_unusable", "shared_notes", "strange_text"]


def report_search(exam: Examination) -> Verdict:
    """What is to be said of a search."""
    return praise(exam) if exam.failed is None else blame(exam, exam.failed)


def report_unusable(exam: Examination) -> Verdict:
    """The file can't be run, or has no function for us."""
    found = exam.found
    problem = str(found.get("problem"))
    words = {"text": found.get("text"), "line": found.get("line"), "path": exam.path, "name": exam.options.function}
    words["problem"] = exception_text(found)
    texts: dict[str, str] = {
        "missing": _(
            "{path} has no function that can be checked: call it minimax, negamax, alphabeta, attracteur, "
            "positions_gagnantes, dijkstra, astar or heuristique."
        ),
        "signature": _(
            "The parameter '{text}' of your function is unknown: use noeud, profondeur, alpha, beta, "
            "joueur_max, couleur, or node, depth, color."
        ),
        "graph_signature": _(
            "The parameter '{text}' of your function is unknown: use graph, owners, player, target, start, goal, h."
        ),
        "syntax": _("{path} is not valid Python: {text} on line {line}."),
        "import": _("{path} fails when it is run, on line {line}: {problem}."),
        "import_timeout": _(
            "{path} does not end when it is run: put what follows the functions under if __name__ == '__main__'."
        ),
        "crash": _("{path} ends Python when it is run: look for an exit, or too much memory."),
        "strange": strange_text(),
    }
    if found.get("line") is None:
        texts["syntax"] = _("{path} is not valid Python: {text}.")
        texts["import"] = _("{path} fails when it is run: {problem}.")
    if problem == "missing" and exam.options.function:
        texts["missing"] = _("{path} has no function {name}: write it, or ask for another one.")
    if problem not in texts:
        problem = "strange"
    return Verdict(problem, texts[problem].format(**words), notes=shared_notes(exam))


def strange_text() -> str:
    """Of a program that writes where only answers go; ``{path}`` is to be filled in."""
    return _("{path} writes into the examiner's own channel: a program only returns its answers.")


def shared_notes(exam: Examination) -> tuple[str, ...]:
    """Notes that any program may get."""
    notes = []
    if exam.untried:
        text = ngettext(
            "The {seconds} s for one program were over: {n} case was not tried.",
            "The {seconds} s for one program were over: {n} cases were not tried.",
            exam.untried,
        )
        notes.append(text.format(seconds=f"{exam.options.seconds:g}", n=exam.untried))
    if exam.spoken:
        notes.append(_("The function prints its answer; it was read there, but a function returns what it finds."))
    elif exam.printed:
        notes.append(_("The function prints while it runs; that is not needed."))
    note = confinement_note(exam.had)
    return (*notes, note) if note else tuple(notes)


def confinement_note(had: tuple[str, ...] | None) -> str:
    """What could not be had of a confinement, in one sentence; nothing if all of it could."""
    if had is None:
        return ""
    texts = {
        "network": _("it could reach the network"),
        "files": _("it could write to files"),
        "hidden": _("it could read this package"),
        "children": _("processes that it starts might outlive it"),
    }
    missing = [text for word, text in texts.items() if word not in had]
    if not missing:
        return ""
    text = _("The program could not be confined fully on this system: {missing}. Read it first if you don't trust it.")
    return text.format(missing=", ".join(missing))


def search_notes(exam: Examination) -> tuple[str, ...]:
    """What was not checked, first."""
    notes = []
    if exam.reading.place is None:
        notes.append(_("The function returns no value: only its move was checked."))
    elif exam.reading.move_place is None:
        notes.append(_("The function returns no move that could be read: only its value was checked."))
    if not exam.found["shares"]:
        notes.append(_("It takes nested lists, so it was tried on trees only, not on shared graphs."))
    if exam.found["remembers"] and exam.found["shares"] and exam.found["kind"] != "alphabeta":
        notes.append(
            _(
                "On the shared graphs searched to the leaves it worked {visits} positions out and found {hits} in its "
                "memory."
            ).format(visits=exam.visits, hits=exam.hits)
        )
    return (*notes, *shared_notes(exam))


def counts_of(exam: Examination) -> tuple[int, int]:
    trees = sum(world.tree is not None for world in exam.worlds)
    return trees, len(exam.worlds) - trees


def tried_text(exam: Examination) -> str:
    """On how many worlds it was tried."""
    trees, graphs = counts_of(exam)
    if exam.untried:
        text = ngettext("the first tree", "the first {n} trees", trees).format(n=trees)
    else:
        text = ngettext("{n} tree", "all {n} trees", trees).format(n=trees)
    if not graphs:
        return text
    shared = ngettext("{n} shared graph", "{n} shared graphs", graphs).format(n=graphs)
    return _("{trees} and {graphs}").format(trees=text, graphs=shared)


def praise(exam: Examination) -> Verdict:
    """All worlds were answered as they should be."""
    found = exam.found
    if found["kind"] == "alphabeta" and exam.followed:
        text = _("{name} is right on {tried}, and visits no node that alpha-beta skips.")
    elif found["kind"] == "alphabeta":
        text = _("{name} is right on {tried}; which nodes it visits could not be followed.")
    else:
        text = _("{name} is right on {tried}.")
    trees, graphs = counts_of(exam)
    return Verdict(
        "right", text.format(name=found["name"], tried=tried_text(exam)), found["name"], found["kind"], found["style"],
        trees, graphs, visits=exam.visits or None, hits=exam.hits or None, notes=search_notes(exam),
    )  # fmt: skip


def blame(exam: Examination, failed: Failed) -> Verdict:
    """A world was answered wrongly."""
    world, found = failed.world, exam.found
    labels = world.labels()
    nodes = tuple(labels[number] for number in failed.nodes) if failed.problem != "move" else ()
    expected = right_value(world)
    words = {
        "name": found["name"], "tree": world.text(), "expected": expected, "got": failed.got, "depth": world.depth,
        "nodes": ", ".join(nodes), "seconds": f"{exam.options.limit:g}", "text": failed.detail.get("text"),
        "line": failed.detail.get("line"), "problem": exception_text(failed.detail), "guesses": world.guesses(),
        "path": exam.path,
    }  # fmt: skip
    if failed.problem == "move":
        words |= move_words(failed)
    if words["guesses"]:
        words["tree"] = _("{tree} searched to depth {depth}, where the heuristic gives {guesses}").format(**words)
    trees, graphs = counts_of(exam)
    return Verdict(
        failed.problem, blame_text(failed, bool(words.get("worth"))).format(**words), found["name"], found["kind"],
        found["style"], trees, graphs, world.text(), world.depth, expected,
        failed.got or str(failed.detail.get("text") or ""), nodes,
        exam.misconception.name if exam.misconception else "",
        exam.misconception.sentence.text() if exam.misconception else "",
        notes=search_notes(exam), drawn=world.drawing(),
    )  # fmt: skip


def move_words(failed: Failed) -> dict[str, Any]:
    """What is to be said of a move that is not best."""
    world, place = failed.world, failed.nodes[0]
    if not 0 <= place < len(world.below[0]):
        return {}
    from elagage.exercises.examiner.worlds import World

    child = world.below[0][place]
    rows = [list(row) for row in world.below]
    below = World(tuple(map(tuple, [rows[child], *rows[1:]])), (world.values[child], *world.values[1:]),
                  (world.players[child], *world.players[1:]), world.depth - 1)  # fmt: skip
    worth = right_value(below) if world.depth > 1 and rows[child] else world.values[child]
    return {"move": place + 1, "worth": str(worth)}


def blame_text(failed: Failed, known: bool) -> str:
    """The sentence for a kind of problem."""
    match failed.problem:
        case "value":
            return _("On {tree}, {name} gives {got} and the value is {expected}.")
        case "move" if known:
            return _(
                "On {tree}, {name} gives the right value {expected} but plays move {move}, which is worth {worth}."
            )
        case "move":
            return _("On {tree}, {name} gives the right value {expected} but a move that the root does not have.")
        case "memory":
            return _(
                "On {tree}, {name} gives the right value but works {nodes} out {got} times: what was found is not kept."
            )
        case "visits":
            return _("On {tree}, {name} gives the right value but visits {nodes}, which alpha-beta skips.")
        case "early":
            return _("On {tree}, {name} gives the right value but skips {nodes}, which is not cut when α = β.")
        case "type":
            return _("On {tree}, {name} gives {text}, which is no number: return the value.")
        case "exception" if failed.detail.get("line") is None:
            return _("On {tree}, {name} fails: {problem}.")
        case "exception":
            return _("On {tree}, {name} fails on line {line}: {problem}.")
        case "recursion":
            return _("On {tree}, {name} calls itself without end: stop at the leaves.")
        case "timeout":
            return _("On {tree}, {name} does not end within {seconds} s: look for a loop without end.")
        case "illegal":
            return _("On {tree}, {name} plays or takes back a move that is not possible there: undo each move played.")
        case "left":
            return _("On {tree}, {name} does not take all its moves back: undo each move played.")
        case "crash":
            return _("On {tree}, {name} ends Python itself: look for an exit, or too much memory.")
    return strange_text()


def exception_text(detail: dict[str, Any]) -> str:
    """An exception and its words, if it has any."""
    return ": ".join(str(detail[key]) for key in ("kind", "text") if detail.get(key))
