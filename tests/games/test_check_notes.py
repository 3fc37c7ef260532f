"""What check notices beside the contract: what is odd, what it costs, where its knowledge ends, and what to rewrite."""

from __future__ import annotations

import json
import time

import pytest
from mistakes import HEAD, PILE, with_rule
from saying_ways import ALIGNED

from elagage import check_game, load
from elagage.advice import REWRITES, explain_refusal, find_difference, find_rewrite
from elagage.check.examination import Examination
from elagage.check.suspicions import Tally, note_suspicions
from elagage.compiler import CannotCompile
from elagage.errors import RulesError
from elagage.i18n import Message
from elagage.result import WIN


@pytest.fixture
def make(tmp_path):
    def make_game(text):
        (tmp_path / "odd.py").write_text(text)
        return load(str(tmp_path / "odd.py"))

    return make_game


ODD = {
    "a rule that prints": (
        with_rule("def over(self, state):\n    print('over?')\n    return state[0] == 0"),
        "prints 'over?'",
    ),
    "a rule that changes self": (
        with_rule("def heuristic(self, state):\n    self.asked = getattr(self, 'asked', 0) + 1\n    return 0"),
        "changes self.asked",
    ),
    "a player who never moves": (
        HEAD + PILE.replace("1 - state[1])", "state[1])").replace("11", "15"),
        "Min never moves",
    ),
    "a Max who never wins": (
        HEAD + PILE.replace("-1 if state[1] == 0 else 1", "-1 if state[1] == 0 else 0"),
        "Max never won",
    ),
    "a score from the mover's point of view": (
        HEAD + PILE.replace("-1 if state[1] == 0 else 1", "-1"),
        "from the mover's point of view",
    ),
    "play that cycles": (
        HEAD + PILE.replace("(state[0] - move,", "((state[0] - move) if state[0] > 2 else 11,"),
        "say cycles = True",
    ),
    "play that never ends": (
        HEAD + PILE.replace("(state[0] - move,", "(state[0] + move,"),
        "does every game end?",
    ),
    "a rule that changes a list it is given": (
        HEAD
        + PILE.replace("return (11, 0)", "return [11, 0]").replace(
            "return (state[0] - move, 1 - state[1])", "return [state[0] - move, 1 - state[1]]"
        )
        + "\n    def heuristic(self, state):\n        state.append(3)\n        return state[0]\n",
        "heuristic changes the state",
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_odd_is_noted(make, name):
    text, words = ODD[name]
    notes = [note.text("en") for note in check_game(make(text)).notes]
    assert any(words in note for note in notes), notes
    assert all(note.text("fr") != note.text("en") for note in check_game(make(text)).notes)


@pytest.mark.parametrize("name", ["nim:3,4,5", "connect4", "tictactoe", "kalah", "hexapawn"])
def test_nothing_is_odd_about_our_games(name):
    assert check_game(load(name), games=20).notes == ()


def test_scores_are_asked_of_ends_alone_and_estimates_of_the_rest(make):
    text = HEAD + PILE.replace("return (11, 0)", "return [11, 0]").replace(
        "return (state[0] - move, 1 - state[1])", "return [state[0] - move, 1 - state[1]]"
    ).replace("        return -1 if", "        assert state[0] == 0\n        return -1 if")
    assert check_game(make(text + "\n    def heuristic(self, state):\n        return 12 // state[0]\n")).notes == ()


def suspect(movers=(), results=(), ends=()):
    """What is noted of games in which so many moved and won."""
    exam, tally = Examination(load("tictactoe")), Tally()
    tally.movers.update(dict(movers))
    tally.results.update(dict(results))
    tally.ends.update(ends)
    note_suspicions(exam, tally, 0, 100)
    return {kind: note.text("en") for kind, note in exam.notes.items()}


def test_a_board_that_a_move_is_not_taken_back_from_is_told(make):
    assert check_game(make(ALIGNED)).games
    lazy = ALIGNED.replace(
        "        self.colonnes[colonne].pop()\n        self.joueur = 1 - self.joueur\n", "        pass\n"
    )
    with pytest.raises(RulesError, match="annuler does not take the move") as caught:
        check_game(make(lazy))
    assert caught.value.rule == "annuler"


def test_a_hint_stays_below_a_win(make):
    for hint in (WIN - 1, 1 - WIN):
        check_game(make(with_rule(f"def order(self, state, move):\n    return {hint}")))
    for hint in (WIN, -WIN):
        with pytest.raises(RulesError, match="must stay below"):
            check_game(make(with_rule(f"def order(self, state, move):\n    return {hint}")))


def test_few_positions_and_few_ends_say_nothing():
    for player, name in ((0, "X"), (1, "O")):
        assert suspect(movers={1 - player: 9}) == {}
        (note,) = suspect(movers={1 - player: 10}).values()
        assert note.startswith(f"{name} never moves: player gives {1 - player} in all 10 positions")
        won = 1 - 2 * player
        assert suspect(results={-won: 9}) == {}
        (note,) = suspect(results={-won: 8, 0: 2}).values()
        assert note.startswith(f"{name} never won, in 10 random games")
        assert suspect(results={-won: 20}, ends=[(player, won), (0, -won)]) == {}  # seen, if not at random
        assert suspect(results={-won: 20, won: 1}, ends=[(0, -won), (1, -won)]) == {}
        (note,) = suspect(results={-won: 20}, ends=[(0, -won), (1, -won)]).values()
        assert note.startswith(f"score says {-won} whoever should move")
    assert suspect(movers={0: 5, 1: 5}) == {}


def test_a_memo_on_self_is_not_odd(make):
    text = with_rule(
        "def __init__(self):\n    self.memo = {}\n\n"
        "def heuristic(self, state):\n    return self.memo.setdefault(state[0], state[0] % 3)"
    )
    assert check_game(make(text)).notes == ()


@pytest.mark.parametrize("rule", ["moves", "heuristic"])
def test_a_rule_that_differs_on_a_second_call(make, rule):
    body = {
        "moves": "def moves(self, state):\n    return random.sample(range(9), 9) if state[0] > 7 else []",
        "heuristic": "def heuristic(self, state):\n    return random.random()",
    }[rule]
    with pytest.raises(RulesError, match="another answer when it is asked again") as caught:
        check_game(make(with_rule(body, "import random\n\n")))
    assert caught.value.rule == rule


def test_a_check_ends_in_time(make):
    slow = with_rule("def heuristic(self, state):\n    time.sleep(0.05)\n    return 0", "import time\n\n")
    began = time.perf_counter()
    report = check_game(make(slow.replace("11", "400")), seconds=1.0)
    assert time.perf_counter() - began < 3
    assert report.games < 30
    assert not report.complete


@pytest.mark.parametrize("rule", ["heuristic", "moves"])
def test_a_rule_that_never_comes_back_is_named(make, rule):
    text = with_rule(
        f"def {rule}(self, state):\n    while state[0] < 9:\n        pass\n    return [1] if {rule!r} == 'moves' else 0"
    )
    began = time.perf_counter()
    with pytest.raises(RulesError, match="gives no answer") as caught:
        check_game(make(text), seconds=1.0)
    assert caught.value.rule == rule
    assert time.perf_counter() - began < 6


def test_moves_without_end_are_named(make):
    text = with_rule(
        "def moves(self, state):\n    n = 0\n    while True:\n        n += 1\n"
        "        assert n < 100_002, 'one more than allowed is enough'\n        yield n"
    )
    with pytest.raises(RulesError, match="more than 100000 moves"):
        check_game(make(text))


def test_small_games_are_looked_at_as_a_whole_and_large_ones_are_a_sample():
    game = load("nim:1,2,3")
    found = {game.start()}
    while new := {game.play(state, move) for state in found for move in game.moves(state)} - found:
        found |= new
    small = check_game(game, games=1)
    assert (small.complete, small.positions) == (True, sum(not game.over(state) for state in found))
    assert not check_game(load("othello"), games=2).complete


def test_the_command_says_where_its_knowledge_ends(run, tmp_path):
    path = tmp_path / "pile.py"
    path.write_text(HEAD + PILE)
    assert "all the positions" in run("check", str(path))[1]
    assert "all the positions" not in run("check", "connect4", "--games", "2")[1]
    assert "It was a sample" in run("check", "connect4", "--games", "2")[1]
    told = json.loads(run("check", "connect4", "--games", "2", "--json")[1])
    assert told["complete"] is False
    assert told["compared"] > 20


def test_compiled_rules_are_compared_on_the_states_that_were_met(make):
    game = make(HEAD + PILE)
    samples = []
    check_game(game, on_state=lambda state, move: samples.append((state, move)))
    assert find_difference(game, samples) == (len(samples), None)


def test_the_line_and_the_rewrite_are_shown(run, tmp_path):
    path = tmp_path / "grown.py"
    path.write_text(
        with_rule(
            "def heuristic(self, state):\n    best = []\n    del best[:]\n    import math\n    return math.floor(2.5)"
        )
    )
    code, out, _err = run("check", str(path), "--explain")
    assert code == 0
    assert "grown.py:2" in out
    assert "instead of" in out
    told = json.loads(run("check", str(path), "--explain", "--json")[1])["explanation"]
    assert told["source"] in path.read_text()
    assert told["source"]
    assert told["after"] or told["advice"]


def test_any_reason_can_be_explained(make):
    game = make(HEAD + PILE)
    line = (HEAD + PILE).splitlines().index("        return state[1]") + 1
    reason = CannotCompile("a rule changes the attribute '{name}'", "player", line, name="x")
    advice = explain_refusal(game, lambda _game: reason)
    assert (advice.source, advice.line) == ("return state[1]", line)
    assert advice.rewrite.after
    elsewhere = CannotCompile("a rule changes the attribute '{name}'", "score", line, name="x")
    assert explain_refusal(game, lambda _game: elsewhere).source == ""
    assert explain_refusal(game, lambda _game: None) is None
    assert find_rewrite(Message("something new")) is None


def test_every_rewrite_is_for_something_that_the_compiler_says():
    from pathlib import Path

    import elagage.compiler

    folder = Path(elagage.compiler.__file__).parent
    text = "".join(path.read_text() for path in folder.rglob("*.py"))
    for message, _codes, rewrite in REWRITES:
        assert message.id in text, message
        assert rewrite.advice.text("fr") != rewrite.advice.text("en")
