"""Pictures of positions: every game, every file, and games of a user's own."""

from __future__ import annotations

import random
import re
from xml.etree import ElementTree as ET

import pytest

from elagage.errors import RulesError
from elagage.figures.boards.board_kinds import certain_pairs
from elagage.figures.boards.board_labels import EMPTY, position_text, read_labels
from elagage.figures.boards.board_pieces import COLOURS, glyph, looks_of, piece
from elagage.figures.boards.board_scene import KINDS, board_scene
from elagage.figures.scene.shapes import Disc, Line, Rect, Text
from elagage.figures.scene.svg import scene_svg
from elagage.figures.scene.text_metrics import ASCENT, DESCENT, text_width
from elagage.game import Game
from elagage.games import CATALOGUE
from elagage.loading import load

SPECS = [
    *(name for name in CATALOGUE if name != "tree"),
    "mnk:6,5,4", "mnk:1,1,1", "mnk:26,26,5", "connect4:1x1", "connect4:12x9", "othello:4", "nim:1", "nim:0,1,75,300",
    "wythoff:0,40",
    "chomp:1x1", "chomp:9x12", "hexapawn:4x4", "kalah:1,1", "kalah:7,9", "kalah:4,4:empty", "domineering:1x2",
    "dots_and_boxes:1x1",
    "dots_and_boxes:2x4", "fox_and_hounds:4:hounds", "morris:straight", "morris:fly", "((5 6) (7 4 5))", "tree:3^4#7",
    "a=(b=(1 4) c=(b inf (3 -12345678.5)))",
]  # fmt: skip


def walk(game, seed, count):
    """The start, and positions of random games, with the moves that led to them."""
    rng = random.Random(seed)
    state, last = game.start(), None
    yield state, last
    for _time in range(count):
        if game.over(state):
            state, last = game.start(), None
        else:
            last = rng.choice(list(game.moves(state)))
            state = game.play(state, last)
        yield state, last


def box(text):
    """Left, top, right and bottom of a text."""
    wide = text_width(text.text, text.size, text.bold, text.italic, text.mono)
    left = text.x - {"start": 0.0, "middle": wide / 2, "end": wide}[text.anchor]
    return left, text.y - 0.76 * text.size, left + wide, text.y + 0.24 * text.size


def check_texts(scene):
    boxes = [box(shape) for shape in scene.shapes if isinstance(shape, Text) and shape.text.strip()]
    for left, top, right, bottom in boxes:
        assert left >= -0.01
        assert top >= -0.01
        assert right <= scene.width + 0.01
        assert bottom <= scene.height + 0.01
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one, other)


@pytest.mark.parametrize("spec", SPECS)
def test_every_game_is_drawn(spec):
    game = load(spec)
    for number, (state, last) in enumerate(walk(game, 7, 20)):
        scene = board_scene(game, state, last=last)
        assert scene.title
        if number < 12:
            check_texts(scene)
        ids = [shape.id for shape in scene.shapes if shape.id]
        assert len(ids) == len(set(ids))
        assert all(re.fullmatch(r"q\d+-\d+", name) for name in ids)
        if game.board_kind not in ("node", "piles", "pits"):
            cells = {f"q{r}-{c}" for r, row in enumerate(game.grid(state)) for c in range(len(row))}
            assert cells == set(ids)
        small = board_scene(game, state, small=True)
        assert max(small.width, small.height) == pytest.approx(40)
        if number in (0, 5, 20):
            for shown in (scene, small, board_scene(game, state, labels=False)):
                ET.fromstring(scene_svg(shown))


def test_names_are_those_of_the_notation():
    def texts(spec):
        return [s.text for s in board_scene(load(spec), load(spec).start()).shapes if isinstance(s, Text)]

    assert texts("tictactoe") == ["1", "2", "3", "a", "b", "c"]
    assert texts("krk")[:8] == list("87654321")
    assert texts("connect4") == list("1234567")
    assert texts("dots_and_boxes:1x1") == ["1", "2", "3", "a", "b", "c", "X 0  O 0"]
    assert texts("nim:3,4") == ["3", "a", "4", "b"]
    assert {"6", "North", "South"} <= set(texts("kalah"))
    game = load("krk")
    squares = {s.id: s.hint for s in board_scene(game, game.start()).shapes if s.id}
    assert (squares["q7-0"], squares["q0-7"]) == ("a1", "h8")
    unnamed = board_scene(game, game.start(), labels=False)
    assert not [shape for shape in unnamed.shapes if isinstance(shape, Text)]


def luminance(colour):
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("spec", ["tictactoe", "connect4", "othello", "hexapawn", "fox_and_hounds", "morris", "krk"])
def test_players_differ_without_colours(spec):
    game = load(spec)
    first, second = ("K", "k") if spec == "krk" else game.players
    one, other = (list(piece(looks_of(game)[mark], 0.0, 0.0, 30.0)) for mark in (first, second))
    if spec == "tictactoe":
        assert [[type(shape) for shape in shapes] for shapes in (one, other)] == [[Line, Line], [Disc]]
        return
    fills = [luminance(next(shape.style.fill for shape in shapes if shape.style.fill)) for shapes in (one, other)]
    assert abs(fills[0] - fills[1]) > 0.4


def test_a_ringed_disc_differs_by_its_ring_too():
    looks = looks_of(load("connect4"))
    assert len(list(piece(looks["O"], 0.0, 0.0, 30.0))) == len(list(piece(looks["X"], 0.0, 0.0, 30.0))) + 1


@pytest.mark.parametrize("colour", sorted(COLOURS))
def test_what_is_drawn_on_a_piece_can_be_seen(colour):
    fill, _edge, ink = COLOURS[colour]
    assert abs(luminance(fill) - luminance(ink)) > 0.35


def test_the_last_move_is_marked():
    def marks(spec, state, move):
        game = load(spec)
        shown = board_scene(game, state, last=move).shapes
        plain = board_scene(game, state).shapes
        return [shape for shape in shown if shape not in plain]

    game = load("krk")
    state = game.play(game.start(), game.parse_move(game.start(), "b2b7"))
    frame = marks("krk", state, game.parse_move(game.start(), "b2b7"))
    square = next(shape for shape in board_scene(game, state).shapes if shape.hint == "b7")
    assert all(isinstance(shape, Rect) and square.x < shape.x < square.x + 30 for shape in frame)
    assert len(frame) == 2
    game = load("connect4")
    ring = marks("connect4", game.parse_state("44"), 3)
    hole = next(shape for shape in board_scene(game, game.start()).shapes if shape.id == "q4-3")
    assert {(shape.x, shape.y) for shape in ring} == {(hole.x, hole.y)}
    game = load("dots_and_boxes")
    assert len(marks("dots_and_boxes", game.parse_state("b1"), game.parse_move(game.start(), "b1"))) == 1
    game = load("nim")
    assert marks("nim", game.start(), 1) == []
    game = load("othello")
    assert marks("othello", game.start(), game.pass_move) == []


def test_dominoes_are_drawn_where_they_are_certain():
    assert sorted(certain_pairs({(0, 1), (1, 1), (2, 2), (2, 3)})) == [((0, 1), (1, 1)), ((2, 2), (2, 3))]
    assert list(certain_pairs({(0, 0), (0, 1), (1, 0), (1, 1)})) == []
    assert list(certain_pairs({(0, 0)})) == []
    chain = {(0, 0), (1, 0), (1, 1), (1, 2), (2, 2), (3, 2)}
    assert sorted(certain_pairs(chain)) == [((0, 0), (1, 0)), ((1, 1), (1, 2)), ((2, 2), (3, 2))]


def test_certain_dominoes_were_played():
    game = load("domineering:5x5")
    rng = random.Random(3)
    for _game in range(40):
        state, played = game.start(), set()
        while not game.over(state):
            move = rng.choice(list(game.moves(state)))
            row, column = divmod(move, 5)
            played.add(((row, column), (row + 1, column) if state.turn == 0 else (row, column + 1)))
            state = game.play(state, move)
            taken = {(r, c) for r, row in enumerate(game.grid(state)) for c, cell in enumerate(row) if cell == "#"}
            assert set(certain_pairs(taken)) <= played


def test_boxes_of_one_owner_have_a_letter():
    game = load("dots_and_boxes:2x2")
    state = game.parse_state("b1a2c2b3")
    words = [shape.text for shape in board_scene(game, state).shapes if isinstance(shape, Text)]
    assert "O" in words
    assert "X 0  O 1" in words


class Count(Game[int, int]):
    """Take 1 or 2; a game without a grid."""

    def start(self):
        return 9

    def player(self, state):
        return state % 2

    def moves(self, state):
        return [n for n in (1, 2) if n <= state]

    def play(self, state, move):
        return state - move

    def score(self, state):
        return 1


class Told(Count):
    def text(self, state):
        return f"  left:\n\t{state} <&>\n"


class Wide(Count):
    players = ("Élodie", "Bob")
    piece_looks = {"a rather long text, and more of it": "blue disc Ab"}  # noqa: RUF012

    def grid(self, state):
        return [["a rather long text, and more of it", "X", ""], ["12345678901234567890123456789012345678901234567890"]]


def test_games_of_a_users_own():
    plain, told, wide = Count(), Told(), Wide()
    for game in (plain, told, wide):
        scene = board_scene(game, 9, last=1)
        ET.fromstring(scene_svg(scene))
        check_texts(scene)
        ET.fromstring(scene_svg(board_scene(game, 9, small=True)))
    words = board_scene(told, 9).shapes
    assert all(isinstance(shape, Text) and shape.mono for shape in words)
    assert [shape.text.replace("\u00a0", " ") for shape in words] == ["  left:", "        9 <&>"]
    assert [shape.text for shape in board_scene(plain, 9).shapes if isinstance(shape, Text)] == ["9"]
    assert position_text(told, 9) == told.text(9)


def test_a_game_chooses_its_kind():
    for kind in KINDS:

        class Mine(Wide):
            board_kind = kind

        scene = board_scene(Mine(), 9)
        ET.fromstring(scene_svg(scene))

    class Wrong(Wide):
        board_kind = "hexagons"

    with pytest.raises(RulesError, match=r"hexagons.*squares, lines"):
        board_scene(Wrong(), 9)


def test_an_empty_grid_is_shown_by_its_text():
    class Empty(Told):
        def grid(self, state):
            return []

    assert [type(shape) for shape in board_scene(Empty(), 9).shapes] == [Text, Text]


def test_texts_in_unicode():
    othello, krk = load("othello:4"), load("krk")
    assert position_text(othello, othello.start()).split("\n")[2] == "2 · ○ ● ·"
    assert "♖" in position_text(krk, krk.start())
    assert position_text(krk, krk.start(), ascii_only=True) == krk.text(krk.start())
    morris = load("morris")
    assert position_text(morris, morris.start()).split("\n")[1:3] == ["1 ·───·───·", "  │ ╲ │ ╱ │"]
    assert glyph("orange disc F") == ""
    assert position_text(load("connect4"), load("connect4").start()).endswith("1 2 3 4 5 6 7")


def test_reading_without_names():
    found = read_labels([["X", "."], [".", "."]], "X .\n. .")
    assert (found.left, found.above, found.find("a1"), found.name(0, 0)) == ((), (), None, "")
    assert read_labels([["X"]], "something else").lines == ()
    assert "." in EMPTY
    assert ASCENT + DESCENT > 1


# The command


def test_the_board_is_printed(run):
    code, out, _err = run("board", "tictactoe", "--moves", "b2 a1, c3", "--ascii")
    assert (code, out) == (0, "  a b c\n1 O . .\n2 . X .\n3 . . X\n")
    code, out, _err = run("board", "connect4", "--position", "4453", "--moves", "1")
    assert code == 0
    assert "·" in out


@pytest.mark.parametrize("ending", ["txt", "svg", "png", "pdf", "tex", "SVG"])
def test_the_board_is_written(run, tmp_path, ending):
    path = tmp_path / f"board.{ending}"
    code, out, err = run("board", "othello", "--moves", "f5 d6", "-o", str(path))
    assert (code, out, err) == (0, "", "")
    begins = {"txt": b"  a b", "svg": b"<", "png": b"\x89PNG", "pdf": b"%PDF", "tex": b""}
    assert path.read_bytes().startswith(begins[ending.lower()])
    assert len(path.read_bytes()) > 100


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("board", "othello", "-o", "x.bmp"), ".txt, .svg"),
        (("board", "othello", "-o", "/no/such/folder/x.svg"), "can't be written"),
        (("board", "othello", "-o", "/no/such/folder/x.txt"), "can't be written"),
        (("board", "othello", "--position", "zz"), "'zz'"),
        (("board", "othello", "--moves", "f5 a1"), "Move 2 of the line"),
        (("board", "nowhere"), "nowhere"),
        (("board",), "GAME"),
    ],
)
def test_errors_are_one_sentence(run, words, sentence):
    code, out, err = run(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert sentence in err


def test_a_users_file(run, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from elagage.game import Game\n\n\nclass Mine(Game):\n"
        "    board_kind = 'hexagons'\n"
        "    def start(self): return 3\n"
        "    def player(self, state): return 0\n"
        "    def moves(self, state): return [1] if state else []\n"
        "    def play(self, state, move): return state - move\n"
        "    def score(self, state): return 1\n"
    )
    code, _out, err = run("board", str(path), "-o", str(tmp_path / "x.svg"))
    assert (code, err.count("\n")) == (2, 1)
    assert "hexagons" in err


def test_a_line_below_the_board_is_no_row_of_names():
    found = read_labels([["X", ".", "."]], "X . .\nX to move")
    assert (found.below, found.captions) == ((), ("X to move",))
    assert read_labels([["X", "."]], "1 X .\n  A B").below == ("A", "B")
