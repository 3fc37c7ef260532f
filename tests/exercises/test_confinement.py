"""A student's program can't fake a pass, reaches nothing, leaves nothing behind, and what it says is only data."""

from __future__ import annotations

import json
import os
import sys
import time

import pytest
from patience import PATIENCE

from elagage.exercises.examiner import verify_file
from elagage.exercises.examiner.reports import confinement_note
from elagage.exercises.examiner.student_process import WAYS, read_transcript, run_student
from elagage.i18n import use_language

MINIMAX = """
def minimax(noeud, joueur_max):
    if type(noeud) == int: return noeud
    v = [minimax(fils, not joueur_max) for fils in noeud]
    return max(v) if joueur_max else min(v)
"""
EVERYTHING = {"network", "files", "hidden", "children"}
LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="namespaces and Landlock are Linux's")


@pytest.fixture
def judge(tmp_path):
    def verify(source, **options):
        path = tmp_path / "student.py"
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        return verify_file(path, **{"trees": 20, "limit": 0.5, "seconds": PATIENCE, **options})

    return verify


def order(source, jobs=()):
    return {
        "source": source, "path": "student.py", "folder": "", "function": "", "style": "auto", "limit": 5.0,
        "variant": 0, "jobs": list(jobs),
    }  # fmt: skip


def had(ways):
    return set(run_student(order(MINIMAX), 1024, PATIENCE, ways).had)


@pytest.fixture(scope="module")
def possible():
    """What this system lets us have, by each way alone."""
    return {ways: had(ways) for ways in (WAYS, ("landlock", "subreaper"), ("subreaper",), ())}


def probe(lines, ways=WAYS):
    """What a program finds out, as the text of an exception."""
    body = "\n".join("        " + line for line in lines)
    source = (
        f"import os, sys, socket\ndef find():\n    try:\n{body}\n    except BaseException as e:\n"
        "        return 'refused: ' + type(e).__name__\n    return 'done'\nraise RuntimeError(find())\n"
    )
    return run_student(order(source), 1024, PATIENCE, ways).found["text"]


def check(possible, word, lines, outside):
    """Where it can be had, it is refused; without, it is not, so that the test can fail."""
    for ways, found in possible.items():
        text = probe(lines, ways)
        if word in found:
            assert text.startswith("refused") or text == "None", (ways, text)
        elif outside:
            assert text == "done", (ways, text)


@LINUX
def test_namespaces_give_everything_or_nothing(possible):
    assert possible[()] == set()
    assert possible["subreaper",] == {"children"}
    assert possible[WAYS] in (EVERYTHING, {"files", "hidden", "children"}, {"children"})
    assert possible["landlock", "subreaper"] in ({"files", "hidden", "children"}, {"children"})


@LINUX
def test_nothing_is_written_outside_of_the_own_folder(possible, tmp_path):
    target = tmp_path / "gift"
    check(possible, "files", [f"open({str(target)!r}, 'w').close()", f"os.remove({str(target)!r})"], True)
    assert not target.exists()
    for ways in possible:
        assert probe(["open('own.txt', 'w').write('x')", "assert open('own.txt').read() == 'x'"], ways) == "done"


@LINUX
def test_there_is_no_network(possible):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        lines = [f"socket.create_connection(('127.0.0.1', {port}), 2).close()"]
        for ways, found in possible.items():
            assert (probe(lines, ways) == "done") == ("network" not in found and "files" not in found), ways


@LINUX
def test_the_package_can_be_neither_imported_nor_read(possible):
    import elagage

    inside = os.path.join(os.path.dirname(elagage.__file__), "result.py")
    check(possible, "hidden", [f"open({inside!r}).read()"], True)
    for ways in possible:
        assert probe(["import elagage.search"], ways) == "refused: ModuleNotFoundError"
        assert probe(["assert not [n for n in sys.modules if n.startswith('elagage')]"], ways) == "done"
    lines = [
        "sys.meta_path[:] = [f for f in sys.meta_path if 'Refusal' not in type(f).__name__]",
        f"sys.path.insert(0, {os.path.dirname(os.path.dirname(inside))!r})",
        "import elagage.search.minimax",
    ]
    check(possible, "hidden", lines, True)


def alive(mark):
    found = []
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    if mark in file.read():
                        found.append(int(name))
            except OSError:
                pass
    return found


@LINUX
@pytest.mark.parametrize("ending", ["pass", "while True: pass", "import os; os._exit(3)"])
def test_children_end_with_it(possible, ending, tmp_path):
    for ways, found in possible.items():
        if "children" not in found:
            continue
        mark = f"stay-{os.getpid()}-{tmp_path.name}-{len(ways)}"
        source = (
            "import os, sys, subprocess\n"
            "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
            f"        os.execv(sys.executable, [sys.executable, '-c', 'import time; time.sleep(600)', {mark!r}])\n"
            f"    os._exit(0)\nimport time; time.sleep(0.3)\n{ending}\n"
        )
        run_student({**order(source + MINIMAX), "limit": 0.2}, 1024, PATIENCE / 4, ways)
        end = time.monotonic() + PATIENCE
        while alive(mark.encode()) and time.monotonic() < end:
            time.sleep(0.05)
        assert alive(mark.encode()) == [], ways


def test_what_can_not_be_had_is_said_once_in_both_languages(judge):
    verdict = judge(MINIMAX, ways=())
    notes = [note for note in verdict.notes if "confined" in note]
    assert len(notes) == 1
    assert "network" in notes[0]
    assert verdict.right
    with use_language("fr"):
        assert "réseau" in confinement_note(())
        assert confinement_note(("files", "hidden", "children")) != confinement_note(())
    assert confinement_note(tuple(EVERYTHING)) == ""
    assert confinement_note(None) == ""


# What comes out is data

FORGERIES = [
    b"garbage\n", b"\xff\xfe\x00\n", b"[]\n", b'{"id": [0, 0]}\n', b"[" * 100_000 + b"\n", b"1" * 10_000 + b"\n",
    b'{"id": [0, 0], "answer": {"n": NaN}}\n', b'{"id": ["x", null]}\n', b"\n" * 50, b'{"printed": true}\n' * 9,
    b'{"id": [0, 0], "answer": {"t": [{"t": [{"n": 1e999}]}]}, "visited": [[]], "expanded": "x"}\n',
    b'{"id": [0, 0], "problem": {"a": 1}, "line": [1], "text": {"x": 2}}\n', b"x" * 5_000_000,
]  # fmt: skip


@pytest.mark.parametrize("line", FORGERIES, ids=range(len(FORGERIES)))
def test_lines_forged_on_every_descriptor_are_no_pass(judge, line):
    forge = f"""
import os
line = {line[:2000]!r} * {1 + len(line) // 2000}
for fd in range(256):
    try: os.write(fd, line)
    except OSError: pass
"""
    early = judge(forge + MINIMAX.replace("max(v) if", "min(v) if"))
    late = judge(
        MINIMAX.replace("def minimax", "def aux").replace("[minimax", "[aux")
        + f"""
def minimax(noeud, joueur_max):
{chr(10).join("    " + text for text in forge.splitlines() if text)}
    return 0
"""
    )
    for verdict in (early, late):
        assert not verdict.right
        assert "\n" not in verdict.sentence


def test_a_forged_pass_is_none(judge):
    lines = [{"had": []}, {"name": "minimax", "kind": "minimax", "style": "lists", "variants": 1, "depth": False,
              "remembers": False, "shares": False, "windowed": False, "relative": False}]  # fmt: skip
    lines += [{"id": [n, 0], "answer": {"n": 0}} for n in range(400)] + [{"printed": 0}]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    forge = f"    try: os.write(fd, {text.encode()!r})\n    except OSError: pass\n"
    source = f"import os\nfor fd in range(3, 64):\n{forge}os._exit(0)\n"
    assert not judge(source).right
    assert not judge(source, ways=()).right


def test_expected_answers_are_not_sent(monkeypatch, tmp_path):
    sent = []
    from elagage.exercises.examiner import student_process

    real = student_process.exchange
    monkeypatch.setattr(
        student_process, "exchange", lambda p, data, *rest: (sent.append(data), real(p, data, *rest))[1]
    )
    path = tmp_path / "student.py"
    path.write_text(MINIMAX, encoding="utf-8")
    verify_file(path, trees=10, seconds=PATIENCE)
    jobs = [job for data in sent for job in json.loads(data)["order"]["jobs"]]
    assert jobs
    assert {key for job in jobs for key in job} == {"below", "values", "players", "depth", "visits", "window"}


@pytest.mark.parametrize(
    ("returned", "verdict"),
    [
        ("float('nan')", "value"), ("10 ** 100_000", "type"), ("'x' * 10**7", "type"), ("print", "type"),
        ("(noeud,) * 10**6", "type"), ("type('N', (int,), {'__repr__': lambda s: 1 / 0})()", "value"),
        ("type('E', (), {'__repr__': lambda s: 1 / 0})()", "type"), ("[[[[[[1]]]]]]", "type"), ("1j", "type"),
        ("b'\\xff'", "type"), ("float('inf')", "value"), ("True", "type"), ("{1: 2}", "type"),
    ],
)  # fmt: skip
def test_odd_answers_are_read_as_data(judge, returned, verdict):
    found = judge(f"def minimax(noeud):\n    return {returned}\n")
    assert found.verdict == verdict, found.sentence
    assert len(found.sentence) < 300


def test_a_printed_answer_is_read_and_noted(judge):
    source = MINIMAX.replace("def minimax", "def aux").replace("[minimax", "[aux")
    verdict = judge(source + "\ndef minimax(noeud):\n    print('Valeur :', aux(noeud, True))\n")
    assert verdict.right, verdict.sentence
    assert any("prints its answer" in note for note in verdict.notes)


SOURCES = {
    "lists": MINIMAX,
    "alphabeta": MINIMAX.replace("minimax", "alphabeta"),
    "dijkstra": """
def dijkstra(G, s):
    d = {s: 0}
    for _ in G:
        for u in list(d):
            for v in G[u]: d[v] = min(d.get(v, 10**9), d[u] + G[u][v])
    return d
""",
    "heuristic": "graphe = {'A': {'B': 1}, 'B': {}}\nbut = 'B'\ndef h(s): return {'A': 1, 'B': 0}[s]\n",
    "attractor": "def attracteur(G, joueurs, joueur, cibles): return set(cibles)\n",
}


@pytest.mark.parametrize("name", SOURCES)
def test_no_answer_that_is_spoilt_ends_in_a_traceback(monkeypatch, tmp_path, name):
    """Real transcripts, with one part of a line replaced by something else."""
    from random import Random

    from elagage.exercises.examiner import graph_trials, program_trial, student_process

    dice = Random(0)
    outputs = {}
    odd = [b"null", b"-1", b"1e400", b"NaN", b"[]", b"{}", b'"x"', b"true", b"99999", b'[["a"]]', b'{"p": 7}', b"0.5"]
    real = student_process.read_transcript
    monkeypatch.setattr(
        student_process, "read_transcript", lambda data: (outputs.setdefault("last", data), real(data))[1]
    )
    genuine = student_process.run_student

    def spoil(order, *rest):
        key = json.dumps(order)
        if key not in outputs and len(outputs) > 3:
            return student_process.Transcript()  # nothing is shrunk
        if key not in outputs:
            outputs.pop("last", None)
            genuine(order, *rest)
            outputs[key] = outputs["last"]
        data = outputs[key]
        places = [n for n, byte in enumerate(data) if byte in b'0123456789[{"' and n > 40]
        start = dice.choice(places)
        return real(data[:start] + dice.choice(odd) + data[start + dice.randrange(1, 6) :])

    monkeypatch.setattr(program_trial, "run_student", spoil)
    monkeypatch.setattr(program_trial.Examination, "shrink", lambda _self, failed: failed)
    monkeypatch.setattr(graph_trials.GraphTrial, "shrink", lambda _self, wrong, _variant: wrong)
    path = tmp_path / "student.py"
    path.write_text(SOURCES[name], encoding="utf-8")
    for _round in range(25):
        verdict = verify_file(path, trees=6, seconds=PATIENCE)
        assert "\n" not in verdict.sentence
        assert len(verdict.sentence) < 2000
        json.dumps([verdict.got, verdict.expected, verdict.notes])


def test_transcripts_of_any_bytes_are_read(tmp_path):
    from random import Random

    dice = Random(0)
    start = b'{"had": []}\n{"name": "minimax", "kind": "minimax"}\n'
    for _round in range(2000):
        tail = bytes(dice.choice(b'{}[]":,0123456789eidnptNaIf\n\\ \xff') for _byte in range(dice.randrange(25)))
        transcript = read_transcript(start + tail)
        assert all(isinstance(answer, dict) for answer in transcript.answers.values())
