"""Ten classic mistakes: the same sentence compiled and interpreted; what is legal gives the same answer."""

from __future__ import annotations

import json

import pytest
from mistakes import DEEP, DEEP_LEGAL, LEGAL, LINE, MISTAKES, with_rule


@pytest.fixture
def ask(run, tmp_path):
    """What a command says of a file: its exit code, what it prints and what it complains of."""

    def ask_command(text, *words):
        path = tmp_path / "mistaken.py"
        path.write_text(text)
        return run(words[0], str(path), *words[1:])

    return ask_command


def complaint(answer):
    code, out, err = answer
    assert (code, out) == (2, "")
    sentences = [line for line in err.splitlines() if not line.startswith("Compiling")]
    assert len(sentences) == 1
    assert "Traceback" not in err
    return sentences[0]


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named_by_the_same_sentence(ask, name):
    text, words = MISTAKES[name]
    compiled = complaint(ask(text, "analyse", "--depth", "8"))
    assert complaint(ask(text, "analyse", "--depth", "8", "--plain")) == compiled
    assert words in compiled
    complaint(ask(text, "check"))
    complaint(ask(text, "solve"))


@pytest.mark.parametrize("name", DEEP)
def test_a_mistake_that_only_a_search_meets_is_named_by_the_same_sentence(ask, name):
    rule, words = DEEP[name]
    text = LINE + "\n" + rule
    compiled = complaint(ask(text, "analyse", "--depth", "5"))
    assert complaint(ask(text, "analyse", "--depth", "5", "--plain")) == compiled
    assert words in compiled


@pytest.mark.parametrize("name", [*LEGAL, *(f"deep: {name}" for name in DEEP_LEGAL)])
def test_what_python_allows_gives_the_same_answer(ask, name):
    text = LEGAL[name] if name in LEGAL else LINE + "\n" + DEEP_LEGAL[name.removeprefix("deep: ")]
    depth = "8" if name in LEGAL else "5"
    compiled, plain = (
        json.loads(ask(text, "analyse", "--depth", depth, "--json", *more)[1]) for more in ((), ("--plain",))
    )
    for key in ("move", "score", "exact", "depth"):
        assert compiled[key] == plain[key]
    assert {move["move"]: move["score"] for move in compiled["moves"]} == {
        move["move"]: move["score"] for move in plain["moves"]
    }
    assert json.loads(ask(text, "check", "--json")[1])["sound"] is True


def test_a_rule_that_never_comes_back_hangs_nothing(ask, monkeypatch):
    monkeypatch.setattr("elagage.check.random_games.PATIENCE", 1.0)
    text = with_rule("def heuristic(self, state):\n    while state[0] < 99:\n        pass\n    return 0")
    for words in (("analyse", "--depth", "3"), ("analyse", "--depth", "3", "--plain"), ("check", "--time", "1")):
        assert "heuristic gives no answer in (11, 0)" in complaint(ask(text, *words))


def test_the_same_sentences_in_french(ask):
    text, _words = MISTAKES["a random heuristic"]
    assert "hasard" in complaint(ask(text, "analyse", "--depth", "3", "--lang", "fr"))
