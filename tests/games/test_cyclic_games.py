"""Games in which play may come back, and fox and hounds: published numbers, an analysis of our own as a referee,
and notation.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from rules import disagreements, solved
from trees import positions

from elagage import analyse, load, search
from elagage.errors import LoadError, NotationError
from elagage.game import canonical
from elagage.games import make
from elagage.games.endings import GONE, EndingState, Kqk, Krk
from elagage.games.fox_and_hounds import FoxAndHounds
from elagage.games.morris import Morris

NAMES = (
    "morris",
    "morris:fly",
    "morris:straight",
    "fox_and_hounds:4",
    "fox_and_hounds:6:hounds",
    "fox_and_hounds",
    "krk",
    "kqk",
    "quixo:3",
    "quixo",
)
COMPILED = ("morris", "fox_and_hounds", "krk", "quixo:3")


def walk(game, number, seed, plies=60):
    """Positions of random games, ended ones too."""
    chooser = random.Random(seed)
    states = []
    while len(states) < number:
        state = game.start()
        for _ply in range(plies):
            states.append(state)
            moves = list(game.moves(state))
            if not moves:
                break
            state = game.play(state, chooser.choice(moves))
    return states[:number]


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_rules_say_what_plain_rules_say(name):
    game = load(name)
    assert disagreements(game, walk(game, 400, 3)) == []


@settings(max_examples=60)
@given(positions(NAMES))
def test_notation_comes_back_to_itself(place):
    game, state = place
    assert game.parse_state(game.state_name(state)) == state
    for move in game.moves(state):
        name = game.move_name(state, move)
        assert game.parse_move(state, f" {name.upper()} ") == move
        assert game.parse_move(state, f"{name[:2]}-{name[2:]}") == move


class TestMorris:
    def test_the_centre_wins_and_nothing_else_does(self):
        game = Morris()
        values = solved(game, game.starts())
        assert len(values) == 5390
        assert values[game.start()] == (1, 9)
        first = {game.move_name(game.start(), move): game.play(game.start(), move) for move in game.moves(game.start())}
        assert {name for name, state in first.items() if values[state][0] == 1} == {"b2"}
        assert {values[first[name]] for name in ("a1", "c1", "a3", "c3")} == {(0, None)}
        assert {values[first[name]] for name in ("b1", "a2", "c2", "b3")} == {(-1, 7)}
        for state, value in values.items():
            assert {values[image] for image in game.symmetries(state)} == {value}

    def test_the_other_rules(self):
        for variant, value in (("fly", (0, None)), ("straight", (1, 9))):
            game = Morris(variant)
            values = solved(game, game.starts())
            assert (len(values), values[game.start()]) == (5390, value)

    def test_the_engine_finds_the_win(self):
        score = analyse("morris", depth=9).score
        assert (score.outcome, score.plies) == (1, 9)

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("morris", "a2a3 b2b1 b2c2 b2a3 c3c2"),
            ("morris:straight", "a2a3 b2b1 b2c2 c3c2"),
            ("morris:fly", "a2b1 a2c2 a2a3 b2b1 b2c2 b2a3 c3b1 c3c2 c3a3"),
        ],
    )
    def test_where_men_may_go(self, name, expected):
        game = load(name)
        state = game.parse_state("O.O/XX./.OX X")
        assert [game.move_name(state, move) for move in game.moves(state)] == expected.split()

    def test_symmetric_positions_are_one(self):
        game = Morris()
        classes = {canonical(game, state) for state in search.reachable(game)}
        assert classes == set(search.reachable(game, symmetric=True))

    def test_lines_of_moves(self):
        game = Morris()
        state = game.parse_state("b2a1c3 b1,c1 a3 c3-c2")
        assert game.state_name(state) == "OOX/.XX/O.. O"
        assert state == game.parse_state("oox/.xx/o.. o")
        with pytest.raises(NotationError, match="Move 7"):
            game.parse_state("b2a1c3 b1,c1 a3 c3")

    def test_positions_that_play_cannot_lead_to_are_refused(self):
        game = Morris()
        for text, word in (
            ("XX./.../... O", "in turn"),
            ("X../.../... X", "in turn"),
            ("XX./XXO/OOO X", "in turn"),
            ("XXX/OO./O.. X", "moved last"),
            ("X../.../...", "side to move"),
            ("X../.../..Z O", "stands for no square"),
        ):
            with pytest.raises(NotationError, match=word):
                game.parse_state(text)
        with pytest.raises(LoadError, match="morris:fly"):
            load("morris:jump")


class TestFoxAndHounds:
    @pytest.mark.parametrize(
        ("name", "value"),
        [("4", (-1, 8)), ("6", (1, 25)), ("6:a6", (1, 25)), ("6:e6", (1, 25)), ("6:hounds", (-1, 21))],
    )
    def test_small_boards(self, name, value):
        game = make("fox_and_hounds", name)
        assert solved(game, game.starts())[game.start()] == value

    @pytest.mark.parametrize(
        ("text", "score"),
        [
            (".F.H/..../.H../.... H", 1),  # the fox has arrived
            ("..../..../.F../H.H. H", 1),  # the hounds can't move
            ("..../..../.H.H/F... F", -1),  # the fox can't
            (".H../H.../.F../.... F", None),
        ],
    )
    def test_the_ends(self, text, score):
        game = FoxAndHounds(4)
        state = game.parse_state(text)
        assert game.over(state) == (score is not None)
        if score is not None:
            assert game.score(state) == score

    def test_who_begins_and_where(self):
        game = make("fox_and_hounds", "8:hounds:C8")
        assert game.state_name(game.start()) == ".H.H.H.H" + "/........" * 6 + "/..F..... H"
        assert game.player(game.start()) == 1
        for size, name in ((4, "c4"), (6, "c6"), (8, "e8")):
            game = FoxAndHounds(size)
            assert game.move_name(game.start(), next(game.moves(game.start()))).startswith(name)

    @pytest.mark.parametrize(
        ("text", "word"),
        [
            ("5", "4, 6, 8"),
            ("8:8", "like"),
            ("8:cats", "like"),
            ("8:b8", "dark"),
            ("8:c7", "like"),
            ("", None),
            (":", "like"),
        ],
    )
    def test_parameters(self, text, word):
        if word is None:
            assert make("fox_and_hounds", text).size == 8
        else:
            with pytest.raises(LoadError, match=word):
                make("fox_and_hounds", text)
        with pytest.raises(LoadError, match="4, 6, 8"):
            FoxAndHounds(10)

    def test_positions_that_make_no_sense_are_refused(self):
        game = FoxAndHounds(4)
        for text, word in (
            (".H.H/..../..../.... F", "one fox"),
            (".H../..../..../F... F", "2 hounds"),
            ("H..H/..../..../F... F", "dark"),
            (".F.H/..../.H../.... F", "moved last"),
            (".H.H/..../..../F...", "side to move"),
            (".H.H/..../..../F F", "16 squares"),
        ):
            with pytest.raises(NotationError, match=word):
                game.parse_state(text)


TRIANGLE = (0, 1, 2, 3, 9, 10, 11, 18, 19, 27)
"""a1, b1, c1, d1, b2 and so on: every position has an image with the white king there, two if it is on the diagonal."""


def in_triangle(game):
    """A function that brings a state's white king into the triangle."""

    def image(state):
        if state.white in TRIANGLE:
            return state
        return next(image for image in game.symmetries(state) if image.white in TRIANGLE)

    return image


def weight(state):
    """How many states of the whole board such a state stands for."""
    return 4 if state.white % 9 == 0 else 8


class TestEndings:
    @pytest.mark.parametrize(("make", "free"), [(Krk, 175168), (Kqk, 144508)])
    def test_legal_positions(self, make, free):
        game = make()
        states = list(game.starts())
        known = set(states)
        assert Counter(state.turn for state in states) == {0: free, 1: 3612 * 62}
        assert len(known) == len(states)
        chooser = random.Random(4)
        for state in chooser.sample(states, 300):
            assert game.parse_state(game.state_name(state)) == state
            assert sorted(game.move_name(state, move) for move in game.moves(state)) == chess_moves(game, state)
            for move in game.moves(state):
                after = game.play(state, move)
                assert after in known or after.piece == GONE

    # Michael Clarke's table of KRK (1977), which Bain's at the UCI repository agrees with: positions with Black to move
    # by moves to mate.
    KRK = (27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390)

    @pytest.mark.parametrize(
        ("game", "lost", "drawn", "mates", "longest", "classes"),
        [(Krk(), 201700, 22244, 216, 16, KRK), (Kqk(), 200896, 23048, 364, 10, None)],
    )
    def test_the_whole_ending(self, game, lost, drawn, mates, longest, classes):
        starts = (state for state in game.starts() if state.white in TRIANGLE)
        values = solved(game, starts, in_triangle(game))
        black = {state: value for state, value in values.items() if state.turn == 1}
        white = {state: value for state, value in values.items() if state.turn == 0 and state.piece != GONE}
        assert {winner for winner, _plies in white.values()} == {1}
        assert max(plies for _winner, plies in white.values()) == 2 * longest - 1 == values[game.start()][1]
        counts = Counter()
        for state, (winner, plies) in black.items():
            counts[winner] += weight(state)
            counts["mate"] += weight(state) * (plies == 0)
        assert counts == {1: lost, 0: drawn, "mate": mates}
        if classes:
            unique = {
                min(state, EndingState(*map(mirrored, state[:3]), 1)) if weight(state) == 4 else state
                for state in black
            }
            depths = Counter(black[state][1] // 2 for state in unique if black[state][0])
            assert tuple(depths[moves] for moves in range(17)) == classes
            assert len(unique) - sum(classes) == 2796

    def test_symmetric_positions_have_the_same_moves(self):
        game = Kqk()
        for state in walk(game, 100, 8):
            images = list(game.symmetries(state))
            assert state in images
            for image in images:
                assert len(list(game.moves(image))) == len(list(game.moves(state)))
                assert game.over(image) == game.over(state)
                assert game.state_name(canonical(game, image)) == game.state_name(canonical(game, state))

    def test_mate_stalemate_and_capture(self):
        game = Krk()
        for text, over, score in (
            ("k1K5/8/8/8/8/8/8/R7 b", True, 1),
            ("k7/8/K7/8/8/8/8/7R b", False, None),
            ("k6R/8/K7/8/8/8/8/8 b", True, 1),
            ("k7/1R6/1K6/8/8/8/8/8 b - - 0 1", True, 0),
            ("8/8/8/8/8/8/1k6/7K b", True, 0),
        ):
            state = game.parse_state(text)
            assert game.over(state) == over, text
            if over:
                assert game.score(state) == score
        taken = game.play(game.parse_state("8/8/8/8/8/8/1kR5/7K b"), 10)
        assert (taken.piece, game.over(taken), game.score(taken)) == (GONE, True, 0)
        assert game.state_name(taken) == "8/8/8/8/8/8/2k5/7K w - -"

    def test_the_plain_search_finds_a_mate_in_two(self):
        score = analyse("krk", "k7/8/2K5/8/8/8/8/7R w", depth=3, plain=True).score
        assert (score.outcome, score.plies) == (1, 3)

    def test_positions_that_chess_does_not_allow_are_refused(self):
        game = Krk()
        for text, word in (
            ("8/8/8/8/8/8/1k6/KR6 w", "side by side"),
            ("8/8/8/8/8/1k6/8/KR6 w", "in check"),
            ("8/8/8/8/8/k7/8/KQ6 w", "stands for no square"),
            ("8/8/8/8/8/k7/8/K5 w", "8 ranks"),
            ("8/8/8/8/8/k7/KR6 w", "8 ranks"),
            ("8/8/8/8/8/k7/8/KRR5 w", "at most one R"),
            ("8/8/8/8/8/8/8/KR6 w", "one k"),
            ("8/8/8/8/8/k7/8/KR6 x", "written like"),
            ("8/8/8/8/8/k7/8/KR6 w KQ -", "written like"),
        ):
            with pytest.raises(NotationError, match=word):
                game.parse_state(text)
        assert game.parse_state("8/8/8/8/8/k7/8/K1R5 w - -") == game.parse_state("8/8/8/8/8/k7/8/K1R5")
        with pytest.raises(LoadError, match="no parameters"):
            load("krk:8")


def mirrored(square):
    """The square with rank and file exchanged."""
    return square if square == GONE else square % 8 * 8 + square // 8


def chess_moves(game, state):
    """The legal moves, found by walking square by square and trying each one, as a beginner would."""
    near = [(right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if right or up]

    def walked(square, directions, length, blocked):
        for right, up in directions:
            file, rank = square % 8, square // 8
            for _step in range(length):
                file, rank = file + right, rank + up
                if not (0 <= file < 8 and 0 <= rank < 8):
                    break
                yield rank * 8 + file
                if rank * 8 + file in blocked:
                    break

    def attacked(square, white, piece):
        seen = set(walked(white, near, 1, ()))
        if piece != square:
            seen |= set(walked(piece, game.lines, 7, (white,)))
        return square in seen

    if state.turn == 1:
        found = [
            (state.black, to) for to in walked(state.black, near, 1, ()) if not attacked(to, state.white, state.piece)
        ]
    else:
        around = set(walked(state.black, near, 1, ()))
        found = [(state.white, to) for to in walked(state.white, near, 1, ()) if to not in around and to != state.piece]
        seen = walked(state.piece, game.lines, 7, (state.white, state.black))
        found += [(state.piece, to) for to in seen if to != state.white]
    return sorted("".join("abcdefgh"[square % 8] + str(square // 8 + 1) for square in move) for move in found)
