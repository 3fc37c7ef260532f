"""The parsers of files: saved games, solutions, graphs, maps, roads, openings, exercises, answers, students' programs.

A file with a checksum is tried twice: damaged, and with a checksum that somebody has made right again.
"""

from __future__ import annotations

import ast
import atexit
import hashlib
import json
import shutil
import symtable
import tempfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from elagage.arena.openings import read_openings
from elagage.exercises import generate
from elagage.exercises.answers import model
from elagage.exercises.class_marks import grade, marks_csv, marks_json, summary
from elagage.exercises.examiner.inside.game_words import kind_of, role_of
from elagage.exercises.examiner.inside.student_files import global_names
from elagage.exercises.solved_exercise import Wanted, exercise_json, make_exercise, read_exercise
from elagage.loading import load
from elagage.paths.problems import ENTRIES, load_problem
from elagage.record import Record, checksum, load_record, save_record
from elagage.solvers import load_solution, solve
from elagage.solvers.graph.graph_files import parse_graph, read_graph
from elagage.solvers.graph.graph_regions import graph_regions
from fuzzing.guarded_runs import Different, Target
from fuzzing.hostile_texts import to_bytes

__all__ = ["make_targets"]

GRAPHS = (
    "a max: b c\nb min: a d\nc: +1\nd: 0\n",
    "# remark\nstart max: x, y\r\nx: min\ny min: start x  # end\n",
    'parity 3; 0 0 1 0,1 "start"; 1 2 0 1;\n2 1 0 2,1 "<b>";',
    'start 2;\n0 3 1 1,2;\n1 0 0 1;\n2 5 1 2 "x";',
)
MAP = "type octile\nheight 3\nwidth 4\nmap\n..@.\n.TSW\n....\n"
SCENARIO = "version 1\n0\tsmall.map\t4\t3\t0\t0\t3\t2\t4.2\n1\tmaps/small.map\t4\t3\t0\t2\t3\t2\t3\n"
ROADS = "Paris Lyon 465.2\nLyon > Nice 4.7e2 # one way\nParis @ 48.85 2.35\nLyon @ 45.76 4.84\nNice @ 43.7 7.27\n"
PROBLEMS = (
    *(entry.parameters or entry.name for entry in ENTRIES),
    *("grid:S.#/..G:8", "grid:20x10:30#4", "maze:21x15#3", "npuzzle:8:1,2,3,4,5,6,7,8,0", "npuzzle:15#3", "jugs:3,5:4"),
    *("cube2:quarter:U R2 F'", "knights:5x5:a1", "river:missionaries:3,2", "river:wolf", "movingai:x.map:1,1:2,2"),
)
ANSWERS = (
    "student;a;b;c;a.alpha;b.beta;cuts\nAda;3;≥ 4;-;-inf;+oo;b-e e-e.2\nBob;3,5;x;2;;∞;aucune\n",
    'sep=,\nNom,Prénom,a,value b,coupures\n"Le, Duc",Zoé,1,2,"(b, e), e.2"\n',
    '[{"student": "Ada", "values": {"a": 3}, "alpha": {"a": "-inf"}, "cuts": ["b-e"]}, {"name": null, "a": 1.5}]',
    '{"answers": [{"student": {"x": 1}, "a": [1, [2]], "cuts": "b→e, c–2"}, 7]}',
)
PROGRAMS = (
    "def minimax(noeud, profondeur, joueur):\n    if est_final(noeud):\n        return valeur(noeud)\n",
    "import math\nclass A:\n    x = lambda self, y=[i for i in range(3)]: y\ndef alpha_beta(n, a=-math.inf, b=9): n\n",
    "def négamax(etat, couleur=1, *rest, **more):\n    global z\n    return max(-négamax(s) for s in fils(etat))\n",
)


class Folder:
    """A folder of its own for what is written and read."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="attack", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
        atexit.register(shutil.rmtree, self.path, ignore_errors=True)

    def reader(self, name: str, read: Callable[[Path], object]) -> Callable[[str], object]:
        """Reads a hostile text as a file of that name."""
        path = self.path / name

        def read_file(text: str) -> object:
            path.write_bytes(to_bytes(text))
            return read(path)

        return read_file


def read_problem(text: str) -> None:
    """A problem's text leads to one with a start, successors and names that read back; files are left out."""
    if "/" in text.partition(":")[0] or text.strip().endswith((".py", ".map", ".scen", ".road", ".txt")):
        return
    show_problem(load_problem(text))


def show_problem(problem: Any) -> None:
    """What a search would ask of a problem first."""
    state = problem.start()
    problem.heuristic(state)
    if problem.parse_state(problem.state_name(state)) != state:
        raise Different(f"its start is called {problem.state_name(state)!r}")
    for child, cost in islice(problem.successors(state), 5):
        problem.state_name(child)
        if not cost >= 0:
            raise Different(f"a step costs {cost}")


def read_state_of(spec: str) -> Callable[[str], None]:
    """Reads a state of a problem, whose name reads back."""
    problem: Any = load_problem(spec)

    def read(text: str) -> None:
        state = problem.parse_state(text)
        list(islice(problem.successors(state), 5))
        if problem.parse_state(problem.state_name(state)) != state:
            raise Different(f"it is called {problem.state_name(state)!r}")

    return read


def resave(path: Path) -> None:
    """A saved game that is accepted is the same when it is saved again."""
    record, _game = load_record(path)
    other = path.with_suffix(".again")
    save_record(record, other)
    if load_record(other)[0] != record:
        raise Different("saved again it is another game")


def sign_record(text: str) -> str:
    """The saved game with a checksum that is right, if it can have one."""
    try:
        found = json.loads(text)
        record = Record(found["game"], found["start"], tuple(found["moves"]), found["result"])
        return json.dumps({**found, "sha256": checksum(record)})
    except (ValueError, TypeError, KeyError, RecursionError, AttributeError):
        return text


def sign_arrays(content: bytes) -> bytes:
    """A file of arrays whose last line is its checksum again."""
    body = content[:-65]
    return body + hashlib.sha256(body).hexdigest().encode() + b"\n"


def read_drawn_graph(text: str) -> None:
    """A graph that is accepted is solved, and its regions are its vertices."""
    game = parse_graph(text)
    if len(game.graph) <= 300:
        _arcs, _turn, regions, _moves = graph_regions(game, None, None)
        if {vertex for members in regions.values() for vertex in members} != set(game.graph):
            raise Different("the regions are not the vertices")


def read_program(text: str) -> None:
    """What the finder of students' functions reads of a file before it is run."""
    source = to_bytes(text).decode("utf-8-sig", "replace")
    syntax = ast.parse(source)
    global_names(symtable.symtable(source, "program.py", "exec"))
    for node in ast.walk(syntax):
        if isinstance(node, ast.FunctionDef):
            kind_of(node.name)
            for argument in node.args.args:
                role_of(argument.arg)


def grade_all(exercise: Any) -> Callable[[Path], None]:
    """Marks a file of answers, and writes all that is written of marks."""

    def mark(path: Path) -> None:
        grades = grade(path, exercise)
        marks_csv(grades)
        marks_json(grades)
        summary(grades)

    return mark


def make_targets() -> list[Target]:
    """The parsers of files."""
    folder = Folder()
    (folder.path / "small.map").write_text(MAP)
    exercise = generate(Wanted(cuts=2), 7)
    exercises = [
        exercise_json(exercise, {}).decode(),
        exercise_json(make_exercise("((1 2) (3 (4 5)))", Wanted()), {}).decode(),
    ]
    records = []
    for game, start, moves in (
        ("nim:3,4,5", "", ("a1", "b2")),
        ("tictactoe", "X.O/.X./..O", ()),
        ("tree:((5 6) 7)", "", ("1",)),
    ):
        save_record(Record(game, start, moves), folder.path / "game.json")
        records.append((folder.path / "game.json").read_text())
    solutions = []
    for spec in ("nim:2,1", "chomp:2x2", "hexapawn"):
        solve(spec, method="retrograde", plain=True).save(folder.path / "solution")
        solutions.append((folder.path / "solution").read_bytes().decode("utf-8", "surrogateescape"))
    signed = folder.reader("game.json", resave)
    solution = folder.path / "solution"

    def read_signed_solution(text: str) -> None:
        solution.write_bytes(sign_arrays(to_bytes(text)))
        found = load_solution(solution)
        found.result_of(found.state)

    othello = load("othello")
    return [
        Target("saved games", records, signed, cost=8),
        Target("saved games, signed anew", records, lambda text: signed(sign_record(text)), cost=8),
        Target("solutions", solutions, folder.reader("solution", load_solution), cost=8),
        Target("solutions, signed anew", solutions, read_signed_solution, cost=16),
        Target("graphs", GRAPHS, read_drawn_graph, cost=4),
        Target("graph files", GRAPHS, folder.reader("graph.txt", read_graph), cost=4),
        Target("problems", PROBLEMS, read_problem, cost=20),
        Target(
            "MovingAI maps", [MAP], folder.reader("a.map", lambda path: show_problem(load_problem(str(path)))), cost=8
        ),
        Target(
            "MovingAI scenarios",
            [SCENARIO],
            folder.reader("a.scen", lambda path: show_problem(load_problem(f"{path}:2"))),
            cost=8,
        ),
        Target(
            "roads", [ROADS], folder.reader("a.road", lambda path: show_problem(load_problem(f"roads:{path}"))), cost=8
        ),
        Target("state of grid", ["0,0", "19,9", " 1 , 2"], read_state_of("grid:20x10:30#4"), cost=2),
        Target("state of puzzle", ["1,4,2,3,0,5,6,7,8", " 0, 1 ,2,3,4,5,6,7,8"], read_state_of("npuzzle:8#7"), cost=2),
        Target("state of cube", ["0123456/0000000"], read_state_of("cube2"), cost=2),
        Target("state of jugs", ["0,0", "3,5"], read_state_of("jugs:3,5:4"), cost=2),
        Target("state of river", ["3M3CB", "0M1C"], read_state_of("river:missionaries"), cost=2),
        Target(
            "state of knights",
            ["N..../...../...../...../.....", "x.x../x.N../..x../x..x./..x.."],
            read_state_of("knights:5x5"),
            cost=2,
        ),
        Target(
            "openings",
            ["f5d6c3\n# x\nf5 f6\n", "c4\n\nd3, c3"],
            folder.reader("o.txt", lambda path: read_openings(othello, path)),
            cost=16,
        ),
        Target("exercises", exercises, folder.reader("e.json", lambda path: model(read_exercise(path))), cost=16),
        Target("answers", ANSWERS, folder.reader("answers.csv", grade_all(exercise)), cost=16),
        Target(
            "students' programs",
            PROGRAMS,
            read_program,
            cost=8,
            refusals=(SyntaxError, ValueError, RecursionError, MemoryError),
        ),
    ]
