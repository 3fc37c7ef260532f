"""What the reference names is there: functions and their parameters in the library, commands and their options."""

from __future__ import annotations

import importlib
import inspect
import re
from itertools import pairwise
from pathlib import Path

import click
import pytest

import elagage
from elagage.cli.commands import elagage as group

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"
CODE = re.compile(r"`([^`]+)`")
NAME = re.compile(r"[A-Za-z_][\w.]*")


def rows(text, heads):
    """The cells of every table whose first column has one of these heads."""
    wanted = False
    for before, line in pairwise(["", *text.splitlines(), ""]):
        if line.startswith("|") and not before.startswith("|"):
            wanted = line.split("|")[1].strip() in heads
        elif wanted and line.startswith("| ") and not line.startswith("| ---"):
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def named():
    """Each name of the library's tables, the module that its heading is about, and the parameters that are written."""
    text = (REFERENCE / "library.md").read_text(encoding="utf-8")
    parts = re.split(r"^## `(elagage[\w.]*)`$", text, flags=re.MULTILINE)
    for module, part in [("elagage", parts[0]), *zip(parts[1::2], parts[2::2], strict=True)]:
        for first, *_rest in rows(part, ("name", "function")):
            for code in CODE.findall(first):
                name, _bracket, inside = code.partition("(")
                if NAME.fullmatch(name):
                    given = re.findall(r"(\w+)=", re.sub(r"\([^()]*\)", "", inside))
                    yield pytest.param(module, name, given, id=f"{module}.{code}")


def find(module, name):
    """What a dotted name means in a module."""
    found = importlib.import_module(module)
    for part in name.removeprefix("elagage.").split("."):
        try:
            found = getattr(found, part)
        except AttributeError:
            found = importlib.import_module(f"{found.__name__}.{part}")
    return found


@pytest.mark.parametrize(("module", "name", "given"), list(named()))
def test_the_library_has_what_the_reference_names(module, name, given):
    found = find(module, name)
    if given and callable(found):
        known = inspect.signature(found).parameters
        assert set(given) <= set(known) or any(p.kind is p.VAR_KEYWORD for p in known.values()), given


def options_of(name):
    """The options of a command."""
    command = group.get_command(click.Context(group), name)
    assert command is not None, name
    return {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}


COMMANDS = [
    (found[1], cells)
    for cells in rows((REFERENCE / "cli.md").read_text(encoding="utf-8"), ("command",))
    if (found := re.search(r"`elagage ([a-z-]+)", cells[0]))
]


@pytest.mark.parametrize(("name", "cells"), COMMANDS)
def test_a_command_has_the_options_that_the_reference_names(name, cells):
    described = re.sub(r"options of `match` but `--sprt`", "", cells[1])
    named = set(re.findall(r"(?<![\w-])(--[a-z][a-z-]*|-o)\b", described))
    assert named <= options_of(name)


def test_every_command_is_in_the_reference():
    assert {name for name, _cells in COMMANDS} == set(group.list_commands(click.Context(group)))


def test_the_tables_were_read():
    assert len(list(named())) > 80
    assert elagage.__all__
