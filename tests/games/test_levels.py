"""The ten levels: what each does, and that each is stronger than the one below."""

from __future__ import annotations

import importlib.util
import json
import random
from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from elagage import levels
from elagage.analysis import analyse
from elagage.arena.players.built_in_players import make_player
from elagage.arena.players.player_specs import parse_player
from elagage.arena.players.player_types import Turn
from elagage.arena.schedule import KINDS as plan_kinds
from elagage.arena.schedule import make_plan
from elagage.errors import RulesError
from elagage.evaluation.heuristics import with_heuristic
from elagage.games import CATALOGUE, make
from elagage.games.mnk import Mnk
from elagage.games.nim import Nim
from elagage.levels import LEVELS, Level, choose, judge_as, levels_of

TOOL = Path(__file__).parents[2] / "tools" / "fit_levels.py"


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("fit_levels", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_weakness_goes_from_the_best_move_over_any_to_the_worst():
    kinds = [
        (Level(1, 1, 1.0, weakness).error, Level(1, 1, 1.0, weakness).blunder) for weakness in (0, 0.25, 1, 1.75, 2)
    ]
    assert kinds == [(0, 0), (0.25, 0), (1, 0), (0.25, 0.75), (0, 1)]


def test_a_level_takes_the_win_or_gives_it_away():
    game = make("tictactoe")
    state = game.parse_state("X.O/.XO/...")  # X wins at c3, and has lost with anything else
    found = []
    for weakness in (0.0, 2.0):
        game.levels = ((9, weakness),) * 9
        found.append(game.move_name(state, choose(game, state, 3, random.Random(1))[0]) == "c3")
    assert found == [True, False]


def test_the_highest_level_judges_by_what_was_learned_and_the_others_by_the_rules():
    game = make("othello")
    judged = [judge_as(game, level).judged_by for level in range(1, 11)]
    assert judged == [""] * 9 + ["learned"]
    assert judge_as(with_heuristic(game, "discs"), 10).judged_by == "discs"
    unlearned = make("othello", "6")
    assert judge_as(unlearned, 10) is unlearned


def test_the_highest_level_asks_by_what_was_learned(monkeypatch):
    game, asked = make("othello"), []
    original = levels.ask
    monkeypatch.setattr(levels, "ask", lambda said, **rest: asked.append(said.game) or original(said, **rest))
    _move, result = choose(game, game.start(), 10, random.Random(1), time=0.05)
    assert [each.judged_by for each in asked] == ["learned"]
    assert result.depth


def test_a_level_that_plays_at_random_makes_every_move():
    game = make("nim", "3,4")
    game.levels = ((5, 1.0),) * 9
    chooser = random.Random(2)
    seen = Counter(choose(game, game.start(), 9, chooser)[0] for _move in range(300))
    assert set(seen) == set(game.moves(game.start()))
    assert min(seen.values()) > 15


class Plain(Mnk):
    """Somebody's game made from one of ours."""


class Measured(Mnk):
    """The same, measured."""

    levels = ((2, 0.5),) * 9


def test_a_game_without_levels_of_its_own_has_the_usual_ones():
    for game in (make("nim", "9,9,9,9"), make("othello", "6"), Mnk(4, 4, 4), Plain(), make("tree", "(1 2)")):
        assert levels_of(game) == LEVELS
    assert all(
        low.weakness >= high.weakness and (high.depth is None or low.depth <= high.depth)
        for low, high in pairwise(LEVELS)
    )


def test_the_same_game_by_other_names_has_the_same_levels():
    assert levels_of(make("othello", "8")) == levels_of(make("othello")) != LEVELS
    assert levels_of(Mnk()) == levels_of(make("mnk", "3,3,3")) == levels_of(make("tictactoe")) != LEVELS
    assert levels_of(Measured(5, 5, 4))[0].weakness == 0.5


@pytest.mark.parametrize(
    "levels",
    [
        5,
        ((float("inf"), 0.5),) * 9,
        ((-3, 0.5),) * 9,
        ((2.7, 0.5),) * 9,
        ((1, 0.5),) * 8,
        ((1, 2.5),) * 9,
        ((0, 0.5),) * 9,
        (0.5,) * 9,
        (("a", 1),) * 9,
        ((1, 1, 1),) * 9,
    ],
)
def test_wrong_levels_are_told_in_a_sentence(levels):
    game = make("nim")
    game.levels = levels
    with pytest.raises(RulesError, match="nine pairs"):
        levels_of(game)


def test_the_levels_of_every_game_are_well_formed():
    for name in CATALOGUE:
        levels = levels_of(make(name) if name != "tree" else make(name, "(1 2)"))
        assert [level.number for level in levels] == list(range(1, 11))
        assert levels[9] == LEVELS[9]


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("nim", 0.60),
        ("wythoff", 0.60),
        ("chomp", 0.60),
        ("hexapawn", 0.579),
        pytest.param("tictactoe", 0.60, marks=pytest.mark.slow),
    ],
)
def test_each_level_of_a_small_game_beats_the_one_below(name, least, tool):
    game = make(name)
    assert tool.is_small(game)
    share = tool.make_computed_share(game, "0")
    assert [round(share(number), 3) for number in range(1, 10) if share(number) < least] == []


def test_the_computed_share_is_that_of_games(tool):
    game = make("hexapawn")
    computed, played = tool.make_computed_share(game, "0")(5), tool.make_played_share(game, 400, 1.0, "0")(5)
    assert abs(computed - played) < 0.1


def test_a_ladder_is_each_against_the_next():
    plan = make_plan("nim", ["random", "first", "greedy", "perfect"], 4, kind="ladder")
    assert plan.total == 12
    assert {(one, other) for _n, one, other, *_rest in plan.fixtures(0, lambda _a, _b: [])} == {
        (0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)
    }  # fmt: skip


def test_a_game_whose_rules_stay_is_linked_once():
    from elagage.compiler.link import KEPT, MOST_KEPT, keep_linked, link

    kept, other = make("nim", "2,3"), make("nim", "2,3")
    keep_linked(kept)
    assert link(kept) is link(kept)
    assert link(other) is not link(other)
    for _game in range(MOST_KEPT + 5):
        keep_linked(make("nim", "2,3"))
    assert len(KEPT) == MOST_KEPT
    assert id(kept) not in KEPT


@dataclass
class Heap(Nim):
    """A game that has no hash."""

    size: int = 3

    def __post_init__(self):
        Nim.__init__(self, (self.size, 2))


def test_a_game_without_a_hash_is_played_too():
    game = Heap(4)
    assert analyse(game, depth=3).move is not None
    player = make_player(parse_player("level:2"), game)
    player.prepare(60)
    assert player.choose(Turn(game.start(), game.start(), (), (), 1))[0] in list(game.moves(game.start()))


def test_the_command_shows_them_and_check_refuses_wrong_ones(run, tmp_path):
    code, out, _err = run("levels", "nim")
    assert code == 0
    assert len(out.splitlines()) == 11
    assert [row["number"] for row in json.loads(run("levels", "othello", "--json")[1])] == list(range(1, 11))
    rules = tmp_path / "wrong.py"
    rules.write_text("from elagage.games.nim import Nim\nclass My(Nim):\n    levels = 5\n")
    for command in ("levels", "check"):
        code, _out, err = run(command, str(rules))
        assert code == 2
        assert "nine pairs" in err


def test_the_command_knows_the_kinds_of_tournaments():
    assert plan_kinds == import_module("elagage.cli.contests.tournament_command").KINDS
