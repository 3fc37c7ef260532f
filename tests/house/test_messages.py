"""Messages: an id and its arguments, which become text where a person reads them; the errors that hold them."""

from __future__ import annotations

import ast
import pickle
import string
import warnings
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import catalogue
import pytest

from elagage.compiler import CannotCompile
from elagage.errors import ElagageError, ElagageWarning, LoadError, NotationError, RulesError, Stopped
from elagage.exercises import Impossible, Wanted
from elagage.i18n import Message, join_messages, set_language, translate_both
from elagage.levels import check_level
from elagage.paths.path_result import NoPath
from elagage.web.http_errors import Refusal

LEVEL = "There is no level {number}: levels go from 1 to {last}."


def test_a_message_is_in_no_language_until_it_is_read():
    message = Message(LEVEL, number=12, last=10)
    assert message.text("en") == "There is no level 12: levels go from 1 to 10."
    assert message.text("fr").startswith("Le niveau 12 n'existe pas")
    set_language("fr")
    assert str(message) == message.text("fr")
    set_language("en")
    assert str(message) == message.text("en")
    assert translate_both(message) == {"en": message.text("en"), "fr": message.text("fr")}


def test_messages_inside_a_message_are_in_its_language():
    inner = LoadError(LEVEL, number=0, last=10)
    outer = Message("Not compiled: {reason}.", reason=inner)
    assert "There is no level 0" in outer.text("en")
    assert "There is no level" not in outer.text("fr")
    assert join_messages([Message("draw"), 3, "x"], " / ").text("fr") == "partie nulle / 3 / x"


def test_a_message_counts():
    visits = [Message("{n} visit", "{n} visits", count=number, n=number) for number in (0, 1, 2)]
    assert [visit.text("fr") for visit in visits] == ["0 visite", "1 visite", "2 visites"]
    assert [visit.text("en") for visit in visits] == ["0 visits", "1 visit", "2 visits"]
    assert Message("expanded", context="state").text("fr") != Message("expanded").text("fr")


def test_a_message_is_a_value():
    one, same, other = (Message(LEVEL, number=number, last=10) for number in (1, 1, 2))
    assert one == same != other
    assert hash(one) == hash(same)
    assert pickle.loads(pickle.dumps(one)) == one
    with pytest.raises(AttributeError):
        one.id = "another"
    path = Path("some") / "file"
    assert Message("{path}", path=path).arguments == {"path": str(path)}  # nothing that changes, or can't be sent


def test_a_text_with_braces_of_its_own_never_fails():
    assert str(NotationError("a {strange} move, {} and {0}")) == "a {strange} move, {} and {0}"
    assert str(RulesError("brackets { are { left open", rule="moves")) == "brackets { are { left open"
    assert str(ElagageError("")) == ""


SENT = [
    LoadError(LEVEL, number=12, last=10),
    RulesError("{rule} raises an error in {state}: {problem}.", rule="play", state=(1, 2), problem="x"),
    Stopped("The solver was stopped; what it found is kept in {path}.", path=Path("kept")),
    NoPath("No goal can be reached from {start}; states explored: {count}.", start="S", count=7, expanded=7),
    Impossible("draw", nearest=Wanted()),
    CannotCompile("moves are not integers", rule="moves", line=3),
    Refusal("There is nothing of that name here.", status=404),
    LoadError("Not compiled: {reason}.", reason=NotationError("draw")),
]


@pytest.mark.parametrize("error", SENT, ids=lambda error: type(error).__name__)
def test_an_error_is_sent_whole(error):
    sent = pickle.loads(pickle.dumps(error))
    assert type(sent) is type(error)
    assert sent.message == error.message
    assert {name: value for name, value in vars(sent).items() if name != "message"} == {
        name: value for name, value in vars(error).items() if name != "message"
    }
    assert (sent.message.text("en"), sent.message.text("fr")) == (error.message.text("en"), error.message.text("fr"))
    set_language("fr")
    assert str(sent) == error.message.text("fr")


def choose_a_level():
    set_language("en")
    check_level(12)


def test_an_error_of_another_process_is_read_in_the_language_of_this_one():
    set_language("fr")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool, pytest.raises(ElagageError) as caught:
        pool.submit(choose_a_level).result()
    assert str(caught.value).startswith("Le niveau 12 n'existe pas")


def test_a_warning_is_read_in_the_language_of_whoever_reads():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.warn(ElagageWarning("Not compiled: {reason}.", reason="x"), stacklevel=1)
    set_language("fr")
    assert str(caught[0].message).startswith("Non compilé")
    assert caught[0].category is ElagageWarning


def fields(text):
    found = [name for _literal, name, _spec, _conversion in string.Formatter().parse(text) if name is not None]
    return {name.partition(".")[0].partition("[")[0] for name in found}


EXTRAS = {"RulesError": {"rule", "state", "move"}, "Stopped": {"path"}}
"""What a constructor fills in itself."""


def missing_arguments(tree, errors):
    """Calls that name a message and leave one of its fields empty; what is passed on with ** or filled in later
    can't be known here.
    """
    for _context, message, call in catalogue.find_messages(tree, errors):
        name = catalogue.name_of(call.func)
        given = {keyword.arg for keyword in call.keywords}
        if (name not in errors and name != "Message") or None in given or (name == "Message" and not given):
            continue
        given |= EXTRAS.get(name, set())
        for text in message if isinstance(message, tuple) else (message,):
            if fields(text) - given:
                yield f"{call.lineno}: {text}"


@pytest.mark.parametrize("path", catalogue.list_sources(), ids=lambda path: path.name)
def test_every_field_of_a_message_is_given(path):
    assert list(missing_arguments(catalogue.parse_source(path), catalogue.find_errors())) == []


def test_the_finder_of_missing_arguments_finds():
    wrong = ast.parse('raise LoadError("no {name} in {path}", path=path)\nMessage("{n} node", "{n} nodes", count=3)')
    assert len(list(missing_arguments(wrong, catalogue.find_errors()))) == 3
    right = ast.parse(
        'raise LoadError("no {name}", name=name)\nMessage("{n} node", "{n} nodes", count=3, n=3)\n'
        'Message("{x}", **known)'
    )
    assert list(missing_arguments(right, catalogue.find_errors())) == []


def eager_errors(tree, errors):
    """Errors that are given a text in a language, and would stay in it: ``LoadError(_("..."))``, a formatted text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and catalogue.name_of(node.func) in errors and node.args:
            given = node.args[0]
            made = {
                catalogue.name_of(each.func)
                for each in ([given.body, given.orelse] if isinstance(given, ast.IfExp) else [given])
                if isinstance(each, ast.Call)
            }
            if isinstance(given, ast.JoinedStr) or made & {"_", "format", "ngettext", "pgettext", "str"}:
                yield node.lineno


@pytest.mark.parametrize("path", catalogue.list_sources(), ids=lambda path: path.name)
def test_no_error_is_given_a_text_that_is_made_already(path):
    assert list(eager_errors(catalogue.parse_source(path), catalogue.find_errors())) == []


def test_the_finder_of_eager_errors_finds():
    code = (
        'LoadError(_("no game"))\nLoadError(text.format(x=1))\nraise FileError(f"no {path}")\nNotationError(str(error))'
    )
    assert list(eager_errors(ast.parse(code), catalogue.find_errors())) == [1, 2, 3, 4]
    late = ast.parse('LoadError("no {x}", x=str(x))\nLoadError(none.fill(x=1))')
    assert list(eager_errors(late, catalogue.find_errors())) == []
