"""Games and positions as other programs write them: what is written is read back, and what is damaged is named."""

from __future__ import annotations

import random
import struct
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from elagage.cli import main
from elagage.errors import ElagageError, FileError, NotationError
from elagage.formats import (
    WrittenGame,
    WrittenMove,
    read_games,
    read_ggf,
    read_obf_line,
    read_transcript,
    read_wthor,
    replay_written,
    write_games,
    write_ggf,
    write_obf_line,
    write_transcript,
    write_wthor,
)
from elagage.formats.game_files import complete_game
from elagage.loading import load
from elagage.record import load_record

OTHELLO = load("othello")
GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003.01.02]PB[Rose]PW[Tamenori]RE[+4.000]TI[05:00]TY[8]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[F5/0.5/1.25]W[d6//3]B[C3];)"
)


def random_game(seed: int, plies: int = 100) -> WrittenGame:
    chooser, state, names = random.Random(seed), OTHELLO.start(), []
    while not OTHELLO.over(state) and len(names) < plies:
        move = chooser.choice(list(OTHELLO.moves(state)))
        names.append(OTHELLO.move_name(state, move))
        state = OTHELLO.play(state, move)
    return WrittenGame(moves=tuple(WrittenMove(name) for name in names))


names_of_people = st.text(st.characters(codec="latin-1", exclude_categories=("Cc", "Z")), max_size=19)
numbers = st.none() | st.floats(-64, 64, allow_nan=False).map(lambda value: round(value, 2) + 0.0)
games = st.builds(
    lambda seed, plies, notes, black, white, place, year: replace(
        random_game(seed, plies),
        moves=tuple(
            replace(move, value=value, seconds=seconds)
            for move, (value, seconds) in zip(random_game(seed, plies).moves, notes, strict=False)
        ),
        black=black, white=white, place=place or "x", date=str(year),
    ),
    st.integers(0, 50), st.integers(0, 64), st.lists(st.tuples(numbers, numbers), min_size=64, max_size=64),
    names_of_people, names_of_people, names_of_people, st.integers(1970, 2030),
)  # fmt: skip


@given(st.lists(games, max_size=3))
@settings(max_examples=10, deadline=None)
def test_games_come_back_from_ggf(some):
    assert list(read_ggf(write_ggf(some))) == some


@given(st.integers(0, 1000), st.integers(0, 64))
@settings(max_examples=10, deadline=None)
def test_a_transcript_without_its_passes_is_the_same_game(seed, plies):
    game = random_game(seed, plies)
    read = complete_game(OTHELLO, read_transcript(write_transcript(game.names)))
    assert read.names == game.names
    assert OTHELLO.parse_state(write_transcript(game.names)) == replay_written(OTHELLO, game)[2]


@given(st.lists(games, min_size=1, max_size=3))
@settings(max_examples=10, deadline=None)
def test_games_come_back_from_wthor(some):
    same_year = [complete_game(OTHELLO, replace(game, date=some[0].date)) for game in some]
    data, names = write_wthor(same_year)
    back = [complete_game(OTHELLO, game) for game in read_wthor(data, names)]
    for before, after in zip(same_year, back, strict=True):
        moves = write_transcript(before.names).removesuffix("--")
        assert write_transcript(after.names) == moves
        assert (after.black, after.white, after.place, after.date) == (
            before.black, before.white, before.place, before.date,
        )  # fmt: skip
        assert after.result == (before.result or 0.0)


@given(st.integers(0, 1000), st.integers(0, 64), st.lists(st.integers(-64, 64), max_size=5))
@settings(max_examples=10, deadline=None)
def test_a_position_comes_back_from_obf_and_is_read_wherever_positions_are(seed, plies, scores):
    state = replay_written(OTHELLO, random_game(seed, plies))[2]
    told = tuple((f"a{number + 1}", float(score)) for number, score in enumerate(scores))
    line = write_obf_line(OTHELLO.state_name(state), told)
    assert read_obf_line(line).scores == told
    assert OTHELLO.parse_state(read_obf_line(line).start) == OTHELLO.parse_state(line) == state


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3",
        "F5D6C3",
        "1. f5 d6 2. c3",
        "1.F5 2.D6 3.C3",
        "1) f5, d6\n2) c3",
        GGF,
        "f5 d6 c3",
        GGF.replace("\n", ""),
    ],
)
def test_a_position_is_read_however_the_moves_are_written(text):
    assert OTHELLO.parse_state(text) == OTHELLO.play_line(OTHELLO.start(), ["f5", "d6", "c3"])


def test_passes_are_shown_or_left_out():
    game = next(game for seed in range(100) if "--" in (game := random_game(seed)).names[:-3])
    shown = "".join(game.names)
    hidden = shown.replace("--", "")
    for text in (shown, hidden, shown.replace("--", "PA "), " ".join(game.names).replace("--", "pass")):
        assert OTHELLO.parse_state(text) == replay_written(OTHELLO, game)[2]


def test_what_ggf_says_of_a_game():
    (game,) = read_ggf(GGF)
    assert (game.black, game.white, game.place, game.result) == ("Rose", "Tamenori", "GGS/os", 4.0)
    assert game.moves == (WrittenMove("f5", 0.5, 1.25), WrittenMove("d6", None, 3.0), WrittenMove("c3"))
    assert not game.start
    turned = GGF.replace("---O*---", "---*O---", 1)
    assert next(read_ggf(turned)).start
    assert len(list(read_ggf(f"2 {GGF}{GGF}\n{GGF}"))) == 3
    (escaped,) = read_ggf(write_ggf([replace(game, black="a]b\\c")]))
    assert escaped.black == "a]b\\c"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;GM[Othello]B[F5", "not whole"),
        ("(;GM[Go]B[F5];)", "not of Othello"),
        ("(;GM[Othello]BO[8 --- *];)", "no board"),
        ("(;GM[Othello]BO[99999999999 --- *];)", "no board"),
        ("(;GM[Othello]B[A1];)", "not a legal move"),
        (GGF + GGF, "one game"),
        (GGF.replace("BO[8", "BO[9"), "no board"),
    ],
)
def test_a_game_that_can_not_be_read_is_named(text, said):
    with pytest.raises(NotationError, match=said):
        OTHELLO.parse_state(text)


@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from(["(;", "GM[", "]", "B[F5]", ";)", "BO[8 ", "f5", "\\", "-"])).map("".join)
)
@settings(max_examples=100, deadline=None)
def test_no_text_makes_a_reader_fail_otherwise(text):
    for read in (lambda: list(read_ggf(text)), lambda: read_obf_line(text), lambda: OTHELLO.parse_state(text)):
        with suppress(ElagageError):
            read()


@given(st.binary(max_size=300))
@settings(max_examples=50, deadline=None)
def test_no_bytes_make_wthor_fail_otherwise(data):
    with suppress(NotationError):
        read_wthor(data)


def test_an_archive_of_wthor_is_read_byte_by_byte():
    header = struct.pack("<4BiHHBBBB", 20, 4, 1, 1, 1, 0, 2004, 8, 0, 22, 0)
    moves = bytes([56, 64, 33, 0]) + bytes(56)
    data = header + struct.pack("<HHHBB", 1, 0, 2, 40, 38) + moves
    (game,) = read_wthor(data)
    assert game.names == ("f5", "d6", "c3")
    assert (game.result, game.date) == (16.0, "2004")
    for wrong in (
        data[:-1],
        data + b"x",
        data[:12] + b"\x0a" + data[13:],
        b"",
        data.replace(bytes([56, 64]), bytes([99, 64])),
    ):
        with pytest.raises(NotationError):
            read_wthor(wrong)


def test_names_of_an_archive_that_is_there_stay(tmp_path):
    one, two = replace(random_game(1), black="Ada", white="Bo"), replace(random_game(2), black="Cy", white="Ada")
    for number, game in enumerate((one, two)):
        for path, content in write_games(tmp_path / f"{number}.wtb", OTHELLO, [game]).items():
            path.write_bytes(content)
    (first,), (second,) = read_games(tmp_path / "0.wtb"), read_games(tmp_path / "1.wtb")
    assert (first.black, first.white, second.black, second.white) == ("Ada", "Bo", "Cy", "Ada")


def run(*words):
    with pytest.raises(SystemExit) as end:
        main(list(words))
    return end.value.code


@pytest.mark.parametrize("ending", [".ggf", ".txt", ".wtb"])
def test_convert_there_and_back(tmp_path, capsys, ending):
    (tmp_path / "in.txt").write_text(
        "# three games\n" + "".join(write_transcript(random_game(s).names) + "\n" for s in range(3))
    )
    assert run("convert", str(tmp_path / "in.txt"), "-o", str(tmp_path / f"out{ending}")) == 0
    assert "3 games are in" in capsys.readouterr().out
    assert run("convert", str(tmp_path / f"out{ending}")) == 0
    assert capsys.readouterr().out == (tmp_path / "in.txt").read_text().partition("\n")[2]


def test_convert_of_games_to_positions_and_an_analysis_of_them(tmp_path, capsys):
    (tmp_path / "in.ggf").write_text(GGF + "\n" + GGF)
    assert run("convert", str(tmp_path / "in.ggf"), "-o", str(tmp_path / "out.obf")) == 0
    (tmp_path / "out.obf").write_text("% two positions\n" + (tmp_path / "out.obf").read_text())
    capsys.readouterr()
    answers = []
    for name in ("out.obf", "in.ggf"):
        assert run("analyse", "othello", "--positions", str(tmp_path / name), "--depth", "1", "--plain") == 0
        answers.append([line.partition('"seconds"')[0] for line in capsys.readouterr().out.splitlines()])
    assert len(answers[0]) == 2
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.ggf", b"(;GM[Othello]B[F5]", "not whole"),
        ("x.txt", b"f5a1\n", "Move 2"),
        ("x.obf", b"---- X;\nXO X;\n", "Line 2"),
        ("x.wtb", b"short", "no header"),
        ("x.pgn", b"", "end its name"),
    ],
)
def test_convert_names_what_is_wrong_with_a_file(tmp_path, capsys, name, content, said):
    (tmp_path / name).write_bytes(content)
    assert run("convert", str(tmp_path / name)) == 2
    error = capsys.readouterr().err
    assert said in error
    assert len(error.splitlines()) == 1


def test_a_file_is_not_read_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr("elagage.formats.game_files.LARGEST", 10)
    (tmp_path / "x.txt").write_text("f5d6c3d3c4f4")
    with pytest.raises(FileError, match="larger"):
        read_games(tmp_path / "x.txt")
    with pytest.raises(FileError, match="no file"):
        read_games(tmp_path / "y.txt")


def test_a_game_of_the_terminal_is_kept_in_ggf_and_gone_on_with(tmp_path, capsys):
    words = ("play", "othello", "--max", "first", "--min", "first", "--save", str(tmp_path / "game.ggf"))
    assert run(*words) == 0
    assert run(*words) == 0  # a game that is there already is replaced
    record, game = load_record(tmp_path / "game.ggf")
    assert game.over(game.play_line(game.start(), record.moves))
    (tmp_path / "two.ggf").write_text(GGF + GGF)
    with pytest.raises(FileError, match="2 games"):
        load_record(tmp_path / "two.ggf")
    assert run("play", "nim", "--max", "first", "--min", "first", "--save", str(tmp_path / "nim.ggf")) == 2
    assert "Othello" in capsys.readouterr().err
