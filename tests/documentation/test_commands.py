"""The commands that the pages show print what the pages say, and those whose output is not shown are understood.

Seconds alone are not compared. A block of Python that begins with the name of a file is that file.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from elagage.cli.commands import elagage
from elagage.exercises.examiner import program_trial
from elagage.exercises.examiner.reports import confinement_note
from elagage.exercises.examiner.student_process import WAYS, run_student

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "README.fr.md"])
BLOCK = re.compile(r"^(```+)(\w*)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (\w+\.\w+)\n")


def shown(path):
    """The blocks of a page that hold commands, and the files that it gives."""
    text = path.read_text(encoding="utf-8")
    blocks = [block for _fence, _kind, block in BLOCK.findall(text)]
    files = {found[1]: block for block in blocks if (found := FILE.match(block))}
    return [block for block in blocks if block.startswith("$ ")], files


def calls(block):
    """Each command of a block and what it prints."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _line, output = part.partition("\n")
        yield command.partition("  #")[0].strip(), output.strip("\n")


def plain(text):
    """The words of a text, line by line: times and the rules of tables, which a terminal alone has, are left out."""
    text = re.sub(r"\b\d+[.,]\d+ s\b", "# s", text)
    lines = [" ".join(line.split()) for line in text.splitlines()]
    if any(line.endswith(("seconds", "secondes")) for line in lines):
        lines = [re.sub(r" \d+[.,]\d{3}$", " #", line) for line in lines]
    return [line for line in lines if line.strip("─")]


PRINTED = [
    pytest.param(path, block, id=f"{path.relative_to(ROOT)}-{number}")
    for path in PAGES
    for number, block in enumerate(shown(path)[0])
    if any(output for _command, output in calls(block))
]
TYPED = sorted(
    {
        command
        for path in PAGES
        for block in shown(path)[0]
        for command, output in calls(block)
        if not output and command.startswith("elagage")
    }
)


@pytest.fixture
def confined(monkeypatch):
    """What could be had of the confinement of each student's process; ``without`` has it run without some ways."""
    found = SimpleNamespace(had=[], without=())

    def run_noted(order, memory, patience, ways, *rest):
        transcript = run_student(order, memory, patience, [way for way in ways if way not in found.without], *rest)
        found.had.append(transcript.had)
        return transcript

    monkeypatch.setattr(program_trial, "run_student", run_noted)
    return found


@pytest.fixture
def check_block(run, monkeypatch, tmp_path, confined):
    """Each command of a block prints what its page shows, and what this system could not have of a confinement."""

    def check(path, block):
        monkeypatch.setenv("ELAGAGE_LANG", "fr" if path.parent.name == "fr" or ".fr." in path.name else "en")
        monkeypatch.chdir(tmp_path)
        for name in ("docs", "examples"):
            (tmp_path / name).symlink_to(ROOT / name)
        for name, text in shown(path)[1].items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        for command, expected in calls(block):
            before, _bar, last = command.rpartition(" | ")
            typed = (
                subprocess.run(before, shell=True, capture_output=True, text=True, check=True).stdout if before else ""
            )
            words = shlex.split(last)
            assert words[0] == "elagage", command
            code, printed, complaint = run(*words[1:], typed=typed)
            told = plain(printed + complaint if code else printed)  # what is said while one waits is the machine's
            if confined.had and (note := confinement_note(confined.had[0])):
                told.remove(note)
            assert told == plain(expected), command

    return check


@pytest.mark.parametrize(("path", "block"), PRINTED)
def test_a_command_prints_what_its_page_shows(path, block, check_block):
    check_block(path, block)


def test_a_system_that_confines_nothing_says_so_beside_the_verdict_of_the_page(check_block, confined):
    path = ROOT / "docs" / "how-to" / "set-exercises.md"
    (block,) = (block for block in shown(path)[0] if block.startswith("$ elagage verify my_minimax.py"))
    confined.without = WAYS
    check_block(path, block)
    assert "network" not in confined.had[0]


@pytest.mark.parametrize("command", TYPED)
def test_a_command_without_its_output_is_understood(command, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for line in command.split(" | "):
        words = shlex.split(line)[1:]
        for word in words:
            if re.fullmatch(r"[\w-]+\.(?:py|csv|json|txt|sol|games|db)", word):
                (tmp_path / word).touch()
        context = elagage.make_context("elagage", words)
        if words:
            name, found, rest = elagage.resolve_command(context, words)
            assert found is not None, command
            found.make_context(name, rest, parent=context)
