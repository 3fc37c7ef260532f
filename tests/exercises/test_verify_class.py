"""A class's programs: folders, files and notebooks in, one line each out, whatever the programs do."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE, until

from elagage.errors import LoadError
from elagage.exercises.examiner import Verdict, verify_file
from elagage.exercises.examiner.class_verdicts import verdicts_csv, verify_many
from elagage.exercises.examiner.program_files import find_programs, read_program
from elagage.i18n import use_language

RIGHT = """
def minimax(noeud, joueur_max):
    if type(noeud) == int:  # est-ce une feuille ?
        return noeud
    valeurs = [minimax(fils, not joueur_max) for fils in noeud]
    return max(valeurs) if joueur_max else min(valeurs)
"""
SWAPPED = RIGHT.replace("if joueur_max else", "if not joueur_max else")
NEVER_ENDS = "def minimax(noeud):\n    while True: pass\n"
DIJKSTRA = """
def dijkstra(G, s):
    reste, couts = set(G), {v: float("inf") for v in G}
    couts[s] = 0
    while reste:
        u = min(reste, key=couts.get)
        reste.remove(u)
        for v, c in G[u].items():
            couts[v] = min(couts[v], couts[u] + c)
    return couts
"""
POSIX = pytest.mark.skipif(os.name != "posix", reason="signals and descriptors")
FEW = {"trees": 12, "limit": 0.5, "seconds": PATIENCE}
ENGLISH = ["file", "function", "algorithm", "verdict", "sentence", "tree", "expected", "got", "misconception", "notes"]
FRENCH = [
    "fichier", "fonction", "algorithme", "verdict", "phrase", "arbre", "attendu", "obtenu", "erreur typique",
    "remarques",
]  # fmt: skip


def notebook(*cells):
    return json.dumps({"cells": [{"cell_type": kind, "source": source} for kind, source in cells], "nbformat": 4})


CARNET = notebook(
    ("markdown", ["# Mon minimax\n", "def minimax(: ce n'est pas du code"]),
    ("code", ["%matplotlib inline\n", "!pip install rien\n", "len?\n", "?len\n", "fichiers = !ls\n"]),
    ("code", "%%html\n<b>def minimax(</b>"),
    ("code", "%%time\nif True:\n    %timeit 1 + 1\n" + RIGHT.lstrip()),
    ("raw", "def minimax("),
)
CLASS = {
    "a_right.py": (RIGHT, "right"),
    "b_wrong.py": (SWAPPED, "value"),
    "c_syntax.py": ("def minimax(noeud:\n", "syntax"),
    "d_never.py": (NEVER_ENDS, "timeout"),
    "e_exit.py": ("import os\ndef minimax(noeud):\n    os._exit(0)\n", "crash"),
    "f_kill.py": ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n", "crash"),
    "g_notebook.ipynb": (CARNET, "right"),
    "h_no_notebook.ipynb": (RIGHT, "unreadable"),
    "later/a_right.py": (RIGHT, "right"),
}


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def rows_of(data):
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.fixture
def small(tmp_path):
    """Two programs, of which one is wrong."""
    return write(tmp_path / "class", {"b.py": SWAPPED, "sub/a.ipynb": CARNET, "notes.txt": "", ".old/c.py": "("})


def test_each_program_of_a_class_gets_its_own_line(tmp_path):
    folder = write(tmp_path / "class", {name: text for name, (text, _verdict) in CLASS.items()})
    files = find_programs([folder])
    assert [file.relative_to(folder).as_posix() for file in files] == list(CLASS)
    told: list[int] = []
    rows = rows_of(verdicts_csv(verify_many(files, on_progress=lambda done, _file, _found: told.append(done), **FEW)))
    assert told == list(range(1, len(CLASS) + 1))
    assert rows[0] == ENGLISH
    lines = [dict(zip(ENGLISH, row, strict=True)) for row in rows[1:]]
    assert [line["file"] for line in lines] == [str(file) for file in files]
    assert [line["verdict"] for line in lines] == [verdict for _text, verdict in CLASS.values()]
    assert all(line["sentence"] and "\n" not in line["sentence"] for line in lines)
    wrong = lines[1]
    assert (wrong["tree"], wrong["expected"], wrong["got"]) == ("a=(0 1)", "1", "0")
    assert wrong["misconception"].startswith("Max and Min are swapped")
    assert not any(line["misconception"] for line in lines if line is not wrong)
    assert "is not a notebook" in lines[7]["sentence"]


def test_the_lines_do_not_depend_on_how_many_work(tmp_path):
    names = ("c_syntax.py", "b_wrong.py", "g_notebook.ipynb", "a_right.py")
    files = find_programs([write(tmp_path, {name: CLASS[name][0] for name in names})])
    one, three = (verdicts_csv(verify_many(files, workers=workers, **FEW)) for workers in (1, 3))
    assert one == three
    assert [Path(row[0]).name for row in rows_of(one)[1:]] == sorted(names)


def test_folders_are_looked_through(tmp_path, small):
    assert find_programs([small]) == [small / "b.py", small / "sub" / "a.ipynb"]
    assert find_programs([small / "sub" / "a.ipynb", small]) == [small / "sub" / "a.ipynb", small / "b.py"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(LoadError, match=r"empty holds no \.py or \.ipynb file"):
        find_programs([small, tmp_path / "empty"])
    with pytest.raises(LoadError, match="There is no file"):
        find_programs([small, tmp_path / "nowhere"])


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"cells": 1}', '{"cells": [1]}', '{"cells": [{}]}', "[" * 100_000])
def test_what_is_no_notebook_is_said_to_be_none(tmp_path, text):
    path = tmp_path / "a.ipynb"
    path.write_text(text)
    with pytest.raises(LoadError, match="is not a notebook"):
        read_program(path)


def test_only_lines_for_the_notebook_are_taken_from_its_code(tmp_path):
    code = [
        "x = 7 # pourquoi ?", "y = (x", "     % 4", "     != 2)", 's = "%s?" % x', "if y:", "    !ls", "    %cd ..",
        "t = %timeit -o 1", 'ok = "oui" if y else "non"  # ?',
    ]  # fmt: skip
    path = tmp_path / "a.ipynb"
    path.write_text(notebook(("code", [line + "\n" for line in code])), encoding="utf-8")
    names: dict[str, object] = {}
    exec(read_program(path), names)
    assert [names[name] for name in ("x", "y", "s", "t", "ok")] == [7, True, "7?", None, "oui"]


def test_names_that_a_spreadsheet_would_run(tmp_path, monkeypatch):
    monkeypatch.chdir(write(tmp_path, {"=1+1.py": "(", "@a.py": "("}))
    rows = rows_of(verdicts_csv(verify_many(find_programs([Path()]), **FEW)))
    assert [row[0] for row in rows[1:]] == ["'=1+1.py", "'@a.py"]
    assert all(row[4].startswith("'") and "is not valid Python" in row[4] for row in rows[1:])


@pytest.mark.parametrize(
    ("lang", "header", "words", "total"),
    [
        ("en", ENGLISH, "Max and Min are swapped", "2 programs, 1 right"),
        ("fr", FRENCH, "Max et Min sont", "2 programmes, justes : 1"),
    ],
)
def test_the_command_writes_the_verdicts(run, tmp_path, small, lang, header, words, total):
    target = tmp_path / "verdicts.csv"
    target.write_text("old")
    old = target.open(encoding="utf-8")
    code, out, err = run("verify", str(small), "--trees", "12", "-o", str(target), "--lang", lang)
    with old:
        assert old.read() == "old"  # the file was replaced, not written over
    assert sorted(path.name for path in tmp_path.iterdir()) == ["class", "verdicts.csv"]
    rows = rows_of(target.read_bytes())
    assert (code, err, rows[0], len(rows)) == (1, "", header, 3)
    assert words in rows[1][8]
    assert [row[3] for row in rows[1:]] == ["value", "right"]
    assert out.splitlines()[-1] == total
    assert words in out


def test_the_exit_codes_of_the_command(run, tmp_path, small):
    assert run("verify", str(small / "sub"), "--trees", "5")[0] == 0
    target = tmp_path / "verdicts.csv"
    (tmp_path / "empty").mkdir()
    for wrong, words in (("empty", "holds no .py or .ipynb file"), ("nowhere", "There is no file")):
        code, out, err = run("verify", str(tmp_path / wrong), "-o", str(target))
        assert (code, out, words in err, target.exists()) == (2, "", True, False)
    assert run("verify", str(small), "-o", str(tmp_path / "verdicts.svg"))[0] == 2
    assert run("verify", str(small), "-o", str(tmp_path / "no" / "verdicts.csv"))[0] == 2
    code, out, _err = run("verify", str(small), "--trees", "5", "--json")
    assert (code, [found["verdict"] for found in json.loads(out)]) == (1, ["value", "right"])


@POSIX
def test_what_was_found_is_kept_after_an_interruption(tmp_path):
    waits = "import time\ntime.sleep(1000)\n" + RIGHT
    folder = write(tmp_path / "class", {"a.py": SWAPPED, "b.py": waits, "c.py": RIGHT})
    target = tmp_path / "verdicts.csv"
    started = tmp_path / "started"
    script = (
        "import sys\nfrom pathlib import Path\nfrom elagage.exercises.examiner import class_verdicts, verify_file\n"
        "def verify(path, **options):\n"
        f"    if path.name == 'b.py': Path({str(started)!r}).touch()\n"
        "    return verify_file(path, **{**options, 'limit': 1000.0, 'seconds': 10000.0})\n"
        "class_verdicts.verify_file = verify\nfrom elagage.cli import main\nmain(sys.argv[1:])\n"
    )
    running = subprocess.Popen(
        [sys.executable, "-c", script, "verify", str(folder), "--trees", "5", "--workers", "1", "-o", str(target)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
        env={**os.environ, "ELAGAGE_LANG": "en"},
    )  # fmt: skip
    until(started.exists)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, "Traceback" in err) == (130, False)
    assert "Interrupted: 1 of 3 programs were examined." in err
    assert "3 programs, 0 right" in out
    assert [row[3] for row in rows_of(target.read_bytes())[1:]] == ["value", "unexamined", "unexamined"]


def end_after(monkeypatch, count):
    """The time for a program is up when so many of its cases are answered; one case by itself is."""
    from elagage.exercises.examiner import program_trial

    run_student = program_trial.run_student

    def run_some(order, *rest):
        transcript = run_student(order, *rest)
        if order["variant"] is not None and len(order["jobs"]) > 1:
            transcript.answers = {key: answer for key, answer in transcript.answers.items() if key[0] < count}
            transcript.late = True
        return transcript

    monkeypatch.setattr(program_trial, "run_student", run_some)


@pytest.mark.parametrize(
    ("source", "count", "english", "french", "left"),
    [
        (RIGHT, 7, "minimax is right on the first 8 trees.", "minimax est juste sur les 8 premiers arbres.", 4),
        (RIGHT, 0, "minimax is right on the first tree.", "minimax est juste sur le premier arbre.", 11),
        (RIGHT, 10, "minimax is right on the first 11 trees.", "minimax est juste sur les 11 premiers arbres.", 1),
        (DIJKSTRA, 7, "dijkstra is right on the first 8 graphs.", "dijkstra est juste sur les 8 premiers graphes.", 12),
    ],
)
def test_what_was_not_tried_is_said(tmp_path, monkeypatch, source, count, english, french, left):
    end_after(monkeypatch, count)
    path = tmp_path / "student.py"
    path.write_text(source, encoding="utf-8")
    for lang, sentence, note in (
        ("en", english, f"{left} case{'s were' if left > 1 else ' was'} not tried."),
        ("fr", french, f"{left} cas n'{'ont' if left > 1 else 'a'} pas été essayé{'s' if left > 1 else ''}."),
    ):
        with use_language(lang):
            found: Verdict = verify_file(path, **FEW)
        assert (found.verdict, found.sentence) == ("right", sentence)
        assert found.trees + found.graphs == count + 1
        assert note in " ".join(found.notes)


def test_an_error_that_is_found_before_the_time_is_up_is_told_with_what_was_not_tried(tmp_path, monkeypatch):
    end_after(monkeypatch, 7)
    path = tmp_path / "student.py"
    path.write_text(SWAPPED, encoding="utf-8")
    found = verify_file(path, **FEW)
    assert (found.verdict, found.trees) == ("value", 8)
    assert any("4 cases were not tried" in note for note in found.notes)


@POSIX
def test_a_program_that_no_signal_stops_while_it_is_loaded_does_not_end(tmp_path):
    path = tmp_path / "student.py"
    deaf = "import signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM, signal.SIGPROF})\n"
    path.write_text(deaf + "while True: pass\n" + RIGHT, encoding="utf-8")
    assert verify_file(path, limit=0.1, seconds=1.0).verdict == "import_timeout"


@POSIX
def test_a_function_on_graphs_that_writes_into_our_channel_is_not_said_to_crash(tmp_path):
    path = tmp_path / "student.py"
    writes = """
    for number in range(3, 64):
        try:
            os.write(number, b"right\\n")
        except OSError:
            pass
"""
    path.write_text("import os" + DIJKSTRA.replace("(G, s):\n", "(G, s):" + writes, 1), encoding="utf-8")
    found = verify_file(path, **FEW)
    assert found.verdict == "strange"
    assert "writes into the examiner's own channel" in found.sentence
