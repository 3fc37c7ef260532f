"""The parsers of what people type: players, plans, levels, command lines, lines in a game, cells, the environment."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import click

from elagage.arena.players.player_specs import check_player, parse_player
from elagage.arena.schedule import make_plan
from elagage.cli import read_language, run
from elagage.cli.contests.match_command import read_bounds
from elagage.exercises import generate
from elagage.exercises.answer_cells import cell_number, read_cuts, student_columns
from elagage.exercises.answers import model
from elagage.exercises.kinds.tree_kind import pose_tree
from elagage.exercises.marking import find_questions
from elagage.exercises.solved_exercise import Wanted
from elagage.folders import cache_folder, data_folder
from elagage.i18n import LANGUAGES, Message, default_language, join_messages, translate_both
from elagage.loading import load
from elagage.solvers.checkpoints import default_checkpoint
from fuzzing.file_targets import GRAPHS, MAP, PROBLEMS, ROADS, SCENARIO, Folder
from fuzzing.game_targets import SPECS, TREES
from fuzzing.guarded_runs import Different, Target
from fuzzing.hostile_texts import to_bytes

__all__ = ["make_targets"]

PLAYERS = (
    *("human", "level:5", "5", "niveau:3", "engine depth=6 heuristic=weights", "engine time=0.1 nodes=1000 memory=2"),
    *("alphabeta depth=4", "mcts playouts=1000 exploration=1.4 compiled=yes", "random", "greedy heuristic='a b'"),
    *("perfect solution=FILE", "uci:stockfish --flag 'x y'", "nboard depth=12:edax -nb", "gtp:gnugo --mode gtp"),
)
COMMANDS = (
    "analyse nim:3,4 --plain --depth 3 --json",
    "analyse ((5 6) (7 4 5)) --compare --plain",
    "perft tictactoe 2 --plain",
    "analyse othello:4 --plain --position c1 --nodes 50 --heuristic weights --lang fr",
    "perft nim 2 --plain --divide --ended",
    "tree ((5 6) (7 4 5)) --algorithm pvs --ascii --limit 20",
    "tree nim:1,2 --depth 2 --form negamax --strict --hard",
    "tree tictactoe --algorithm mcts --playouts 5 --seed 3",
    "board connect4 --moves 44 --ascii",
    "games --lang fr",
    "levels",
    "exercise --depth 2 --branching 2-3 --values -9:9 --cuts 1 --seed 7 --json",
    "exercise --algorithm minimax --seed 3",
    "path jugs:3,5:4 --plain --algorithm ida_star --json",
    "path grid:5x5:20#1 --plain --compare --limit 200",
    "path npuzzle:8#7 --plain --algorithm weighted_astar --weight 1.5 --heuristic manhattan",
    "path river --plain --check",
    "solve nim:2,1 --plain --every-move --counts",
    "solve chomp:2x2 --plain --method proof --nodes 100 --json",
    "graph graph.txt --target a,b --player max --json",
    "grade answers.csv --exercise 'alphabeta --seed 7' --out-of 20",
    "play tictactoe --max 1 --min 2 --seed 3 --plain",
    "analyse nim --plain --positions positions.txt",
    "path small.map --plain",
    "path a.scen:2 --plain --algorithm astar",
    "path roads:a.road --plain --json",
    "check nim:1,2 --games 2 --time 0.2 --seed 1",
)
"""Nothing that is written, served, started in another process or compiled."""
FORBIDDEN = (
    "-o",
    "--output",
    "--save",
    "--load",
    "--store",
    "--plot",
    "--workers",
    "--cluster",
    "--threads",
    "--resume",
)
REFUSED_COMMANDS = {"serve", "verify", "match", "tournament", "compare-heuristics", "warm-up", "bench"}
TYPED = (
    "b2\na1\nc3\nundo\nhelp\n",
    "moves\nc1\nresign\n",
    "annuler\naide\ncoups\nb2 a1\n\n",
    "position\nlevel 3\nquit\n",
)
OUTPUT = 5_000_000
PATIENCE = 0.3
"""Seconds of computing until somebody presses Ctrl-C: a search without end is no fault of whoever reads words."""
CELLS = (
    "3,5",
    "≥ 4",
    "= 2",
    "+oo",
    "−∞",
    "1.5",
    "b-e e-e.2",
    "(b, e), [e 2]",
    "b→e; c–2",
    "aucune",
    "a.alpha",
    "Nom complet",
)
WORDS = ("en", "fr_FR.UTF-8", "fr:en", "C", "cache", "données/élagage", "a/b/c")
SENTENCES = (
    "There is no game '{name}'; the games are {games}, or give a Python file.",
    "{path} can't be read: {problem}.",
)


def read_player(text: str) -> None:
    """A player that is accepted is written so that it reads back."""
    player = parse_player(text)
    if parse_player(str(player)) != player:
        raise Different(f"it is written {str(player)[:100]!r}")
    _ = player.reproducible
    if not player.is_program:
        check_player(player, OTHELLO)


OTHELLO = load("othello:4")


def plan_reader(part: str) -> Callable[[str], None]:
    """Reads one part of a plan of games."""

    def read(text: str) -> None:
        if part == "openings" and ("/" in text or len(text) == 1):
            return  # a file, or deep openings that take long and rightly so
        options: dict[str, Any] = {"openings": text} if part == "openings" else {}
        players = shlex.split(text) if part == "players" else ["random", "first"]
        make_plan(
            load("nim:1,2"), players, kind="round-robin" if part == "players" else "match", games=2, **options
        ).text()

    return read


def run_words(text: str, typed: str = "") -> None:
    """A command line of words, with somebody who loses patience; what is refused is one line on standard error."""
    text = to_argument(text)
    try:
        words = shlex.split(text)
    except ValueError:
        words = text.split()
    if set(words) & REFUSED_COMMANDS or not words or any(word.startswith(FORBIDDEN) for word in words):
        return
    if "--plain" not in words and words[0] in ("analyse", "perft", "solve", "path", "play"):
        return
    if any("uci" in word or "gtp" in word or "nboard" in word or ".py" in word for word in words):
        return
    run_bounded(words, typed)


def to_argument(text: str) -> str:
    """The text as the system hands it to a program: bytes that are no UTF-8 as surrogates, and no NUL."""
    return os.fsdecode(to_bytes(text.replace("\0", "")))


def run_bounded(words: list[str], typed: str = "") -> None:
    """Run words as a terminal would, and look at what is printed."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", errors="replace", write_through=True) for _stream in range(2))

    def lose_patience(*_arguments: object) -> None:
        raise KeyboardInterrupt

    kept, code = sys.stdin, None
    sys.stdin = io.StringIO(typed)
    before = signal.signal(signal.SIGVTALRM, lose_patience)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(words)
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    except KeyboardInterrupt:
        if code is None:  # it is no fault of the words if patience is lost when all is done
            raise
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        sys.stdin = kept
    told = err.buffer.getvalue().decode()
    printed = len(out.buffer.getvalue())
    if code not in (0, 1, 2, 130):
        raise Different(f"exit code {code}")
    if code == 2 and (told.count("\n") != 1 or "Traceback" in told):
        raise Different(f"it complains in {told.count(chr(10))} lines: {told[:200]!r}")
    if printed > OUTPUT:
        raise Different(f"{printed} bytes are printed")


@contextlib.contextmanager
def environment(name: str, value: str) -> Iterator[bool]:
    """A variable of the environment; False if no variable can hold that."""
    before = os.environ.get(name)
    try:
        os.environ[name] = value
    except ValueError:
        yield False
        return
    try:
        yield True
    finally:
        del os.environ[name]
        if before is not None:
            os.environ[name] = before


def read_environment(text: str) -> None:
    """The languages and folders that the environment names."""
    for name in ("ELAGAGE_LANG", "LANGUAGE", "LC_ALL"):
        with environment(name, text) as held:
            if held and default_language() not in LANGUAGES:
                raise Different(f"the language is {default_language()}")
    relative = text.replace("/", "_").replace("..", "_")
    with environment("ELAGAGE_CACHE", relative) as held:
        if held:
            cache_folder("native")
            default_checkpoint(OTHELLO, None, False)
    with environment("ELAGAGE_DATA", relative) as held:
        if held:
            data_folder()


def show_text(text: str) -> None:
    """A sentence shows a text as it is, braces and percent signs included."""
    for sentence in SENTENCES:
        message = Message(sentence, name=text, games=text, path=text, problem=text)
        for language in LANGUAGES:
            if message.text(language).count(text) < 2:
                raise Different(f"{message.text(language)[:200]!r}")
    if translate_both(text) != dict.fromkeys(LANGUAGES, text) or join_messages([text, 3]).text() != f"{text}, 3":
        raise Different("a text alone is changed")


def read_cell(answers: Any, questions: Any) -> Callable[[str], None]:
    """Reads a cell or a header of a file of answers."""

    def read(text: str) -> None:
        cell_number(text)
        find_questions([text], questions)
        read_cuts(text, answers)
        student_columns(list(islice(text.split(), 50)))

    return read


def make_targets() -> list[Target]:
    """The parsers of what people type."""
    folder = Folder()
    files = {"graph.txt": GRAPHS[0], "small.map": MAP, "a.scen": SCENARIO, "a.road": ROADS, "positions.txt": "a1\nb2\n"}
    files["answers.csv"] = "student;a;b\nAda;3;4\n"
    for name, content in files.items():
        (folder.path / name).write_text(content)

    def inside(call: Callable[[str], None]) -> Callable[[str], None]:
        def call_inside(text: str) -> None:
            if Path.cwd() != folder.path:  # a child's own folder: its parent stays where it was
                os.chdir(folder.path)
            call(text)

        return call_inside

    exercise = generate(Wanted(cuts=2), 7)
    answers = model(exercise)
    played = ["play", "tictactoe", "--max", "human", "--min", "human"]

    def command(*words: str) -> Callable[[str], None]:
        def run_with(text: str) -> None:
            if ".py" not in text and "patterns" not in text:  # no program of a user's, no tables of a minute
                run_bounded([*words, "--", to_argument(text)])

        return inside(run_with)

    def type_lines(text: str) -> None:
        if "save" not in text and "hint" not in text:  # nothing is written, nothing is compiled
            run_bounded(played, text)

    plan = [" ".join(map(shlex.quote, PLAYERS[1:6])), "random first"]
    return [
        Target("players", PLAYERS, read_player, cost=2),
        Target("players of a plan", plan, plan_reader("players"), cost=16, refusals=(ValueError,)),
        Target("openings of a plan", ["0", "1", "12"], plan_reader("openings"), cost=16),
        Target("bounds of a test", ["0,10", "-5,5", "0:10"], read_bounds, refusals=(click.UsageError,)),
        Target("languages", ["--lang fr", "--lang=en x", "play --lang"], lambda text: read_language(text.split())),
        Target("command lines", COMMANDS, inside(run_words), cost=200),
        Target("games in a command", SPECS, command("board"), cost=50),
        Target("trees in a command", TREES, command("tree", "--limit", "50"), cost=50),
        Target("problems in a command", PROBLEMS, command("path", "--plain", "--limit", "100"), cost=50),
        Target("lines typed in a game", TYPED, inside(type_lines), cost=100),
        Target("cells", CELLS, read_cell(answers, pose_tree(exercise).questions), cost=4),
        Target("environment", WORDS, inside(read_environment), cost=8),
        Target("messages", [*WORDS, "{name}", "%s {0.__class__}"], show_text),
    ]
