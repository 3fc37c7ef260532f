"""Every kind of exercise: the same for a seed, right answers marked right, wrong ones told with their reason."""

from __future__ import annotations

import json
import math

import pytest

from elagage.errors import FileError, LimitsError
from elagage.exercises.class_marks import grade
from elagage.exercises.kinds import KINDS, find_kind
from elagage.exercises.marking import mark_answers
from elagage.exercises.posed import exercise_file, read_posed
from elagage.exercises.questions import (
    ChoiceAnswer,
    NumberAnswer,
    QueueAnswer,
    SequenceAnswer,
    SetAnswer,
    split_names,
)
from elagage.figures.pages.form_page import form_page
from elagage.figures.sheets.exercise_files import write_exercise
from elagage.figures.sheets.exercise_text import exercise_lines
from elagage.paths.check_heuristic import check_heuristic
from elagage.solvers.graph.attractors import check_strategy

SEEDS = range(1, 9)


def make(name, seed=7, **options):
    return find_kind(name).make(options, seed)


def right_answers(posed):
    return {question.name: question.answer.text() for question in posed.questions}


@pytest.fixture(params=list(KINDS))
def kind(request):
    return find_kind(request.param)


def test_right_answers_get_everything_and_no_answers_next_to_nothing(kind):
    for seed in SEEDS:
        posed = kind.make({}, seed)
        answers = right_answers(posed)
        assert len(answers) == len(posed.questions)
        marked = mark_answers(posed, answers)
        assert (marked.share, marked.faults, marked.unread) == (1.0, [], [])
        assert set(marked.parts) <= set(posed.weights)
        assert mark_answers(posed, {}).share < 0.35


def test_a_wrong_answer_costs_and_is_explained(kind):
    posed = kind.make({}, 7)
    for question in posed.questions:
        for wrong in ("99", "zz"):
            marked = mark_answers(posed, right_answers(posed) | {question.name: wrong})
            if isinstance(question.answer, NumberAnswer) and question.answer.value is None and wrong == "zz":
                continue
            assert marked.wrong == {question.name}
            assert marked.share < 1


def test_a_seed_gives_the_same_exercise_and_another_one_another(kind):
    assert exercise_file(kind.make({}, 7)) == exercise_file(kind.make({}, 7))
    assert len({json.dumps(kind.make({}, seed).given) for seed in SEEDS}) > len(SEEDS) / 2


def test_a_file_is_read_back(kind, tmp_path):
    posed = kind.make({}, 7)
    path = tmp_path / "td.json"
    path.write_bytes(exercise_file(posed))
    again = read_posed(path)
    assert right_answers(again) == right_answers(posed)
    assert again.command == posed.command
    broken = json.loads(path.read_text(encoding="utf-8"))
    for field, value in (("kind", "chess"), ("given", {}), ("options", {"x": 1})):
        path.write_text(json.dumps({**broken, field: value}))
        with pytest.raises(FileError, match="holds no exercise"):
            read_posed(path)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_is_written_in_every_way(kind, language, tmp_path):
    posed = kind.make({}, 7)
    for ending in (".pdf", ".svg", ".tex", ".html"):
        path = tmp_path / f"td{ending}"
        write_exercise(path, posed, lang=language)
        assert path.stat().st_size > 3000
    tex = (tmp_path / "td.tex").read_text(encoding="utf-8")
    assert tex.count(r"\begin{") == tex.count(r"\end{")
    assert ("french" if language == "fr" else "english") in tex
    write_exercise(tmp_path / "part.tex", posed, lang=language, fragment=True, solution=False)
    assert "documentclass" not in (tmp_path / "part.tex").read_text(encoding="utf-8")


def test_the_text_has_the_solution_last(kind):
    posed = kind.make({}, 7)
    asked, whole = exercise_lines(posed, solution=False), exercise_lines(posed)
    assert whole[: len(asked)] == asked
    assert "Solution" in whole
    assert "Solution" not in asked


# What the kinds promise


def test_attractors_have_the_rank_and_their_strategy_wins():
    for seed in SEEDS:
        posed = make("attractor", seed, rank=4, player="min")
        ranks = [q.answer.value for q in posed.questions if q.part == "ranks"]
        assert max(rank for rank in ranks if rank < math.inf) >= 4
        given, material = posed.given, posed.material
        assert check_strategy(given["graph"], given["owner"], given["target"], material.moves, 1) is None


def test_every_nearer_move_is_a_right_one():
    for seed in range(1, 40):
        for question in make("attractor", seed).questions:
            if question.part == "moves" and len(question.answer.right) > 1:
                assert all(not question.check(move) for move in question.answer.right)
                return
    raise AssertionError


def test_heuristics_are_as_asked():
    for seed in SEEDS:
        for wish in ("admissible", "inadmissible"):
            posed = make("astar", seed, heuristic=wish)
            report = check_heuristic(posed.material.problem)
            assert report.admissible == (wish == "admissible")
            (asked,) = [q for q in posed.questions if q.name == "admissible"]
            assert asked.answer.right == (("yes",) if report.admissible else ("no",))


def test_the_memory_answers_enough():
    posed = make("memoised", 3, shared=3, depth=4)
    (asked,) = [q for q in posed.questions if q.name == "memory"]
    assert len({name for name in asked.answer.right if posed.given["graph"][name]}) >= 3


def test_the_loser_at_nim_has_no_move():
    posed = make("nim", 5, winner="second", piles=4)
    answers = right_answers(posed)
    assert (answers["sum"], answers["moves"]) == ("0", "-")
    assert (
        mark_answers(posed, answers | {"moves": "a1"}).faults[0].message.text("en").startswith("Move a1: it does not")
    )


def test_a_heuristic_of_any_game_that_says_how_it_counts():
    assert make("heuristic", 3, game="othello:6", moves=12).questions[-1].name == "h"
    with pytest.raises(LimitsError, match="does not say how"):
        make("heuristic", 3, game="nim")


def test_options_are_checked():
    for name, options, problem in (
        ("nim", {"cuts": 2}, "has no option cuts"),
        ("attractor", {"vertices": 99}, "from 5 to 16"),
        ("attractor", {"vertices": 5, "rank": 8}, "ask for less"),
        ("astar", {"heuristic": "odd"}, "is one of"),
        ("minimax", {"branching": "many"}, "range of whole numbers"),
        ("minimax", {"no_ties": "perhaps"}, "true or false"),
    ):
        with pytest.raises(LimitsError, match=problem):
            make(name, **options)
    with pytest.raises(LimitsError, match="There is no exercise on"):
        find_kind("chess")


# What people write


def test_answers_as_people_write_them():
    assert split_names("A → b, c et d.", tuple("abcd")) == (["a", "b", "c", "d"], [])
    sequence = SequenceAnswer(("A", "B"), ("A", "B", "C"))
    assert [sequence.read(text).value for text in ("ab", "A-B", "a, b", "A→B")] == [("A", "B")] * 4
    queue = QueueAnswer((("B", 5), ("C", 7)), ("A", "B", "C"))
    for text in ("B:5 C:7", "C(7), B(5)", "b5 c7", "B=5;C=7"):
        assert queue.read(text).value == frozenset(queue.right)
    assert queue.read("B:5 Z:7").unread
    choice = make("nim").questions[-2].answer
    assert isinstance(choice, ChoiceAnswer)
    written = ("first", "The player to move", choice.options[0][1].text("fr"))
    assert [choice.read(text).value for text in written] == ["first"] * 3
    assert choice.read("").value is None
    assert NumberAnswer(math.inf, dashes=True).read("-").value == math.inf
    assert SetAnswer(frozenset("ab"), tuple("abc")).read("{b; a}").value == frozenset("ab")


def test_a_class_is_marked(tmp_path):
    posed = make("attractor", 7)
    answers = right_answers(posed)
    path = tmp_path / "a.csv"
    names = list(answers)
    wrong = answers | {"c": "7"}
    rows = [names, [answers[name] for name in names], [wrong[name] for name in names]]
    path.write_text("\n".join(";".join([who, *row]) for who, row in zip(("Nom", "Ada", "Bob"), rows, strict=True)))
    ada, bob = grade(path, posed).marks
    assert (ada.mark, ada.first_error) == (20, "")
    assert bob.parts["ranks"] == (ada.parts["ranks"][1] - 1, ada.parts["ranks"][1])
    assert bob.first_error.startswith("Vertex c: the rank is")


def test_the_page_holds_both_languages_and_hides_the_answers():
    from elagage.exercises.papers import Paper

    posed = make("dijkstra")
    page = form_page([Paper("", (posed,))], posed.heading, lang="fr")
    assert "Algorithme de Dijkstra" in page
    assert "Its cost" in page
    assert posed.solution[0].text("fr") not in page
