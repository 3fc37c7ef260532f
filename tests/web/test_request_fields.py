"""What a request holds is taken up to its very limits, and no further."""

from __future__ import annotations

import pytest

from elagage.web.http_errors import Refusal
from elagage.web.request_fields import choice, number, parse_object, read_integer, text


def refuse(ask, value, *more):
    with pytest.raises(Refusal, match="'x'"):
        ask({"x": value}, "x", *more)


def test_texts():
    assert text({"x": "a" * 5}, "x", None, 5) == "aaaaa"
    assert text({"x": ""}, "x", "default") == ""
    assert text({}, "x", "default") == text({"x": None}, "x", "default") == "default"
    assert text({}, "x", "") == ""
    assert text({"x": "a" * 20_000}, "x") == "a" * 20_000
    for wrong in ("a" * 20_001, None, 3, ["a"]):
        refuse(text, wrong)


def test_whole_numbers():
    assert [read_integer({"x": value}, "x", 4, 2, 7) for value in (2, 7, None)] == [2, 7, 4]
    assert read_integer({}, "x", None, 2, 7) is None
    for wrong in (1, 8, 3.0, True, "3"):
        refuse(read_integer, wrong, 4, 0 if wrong is True else 2, 7)


def test_numbers():
    assert [number({"x": value}, "x", 1.5, 60.0) for value in (0.001, 60, None)] == [0.001, 60.0, 1.5]
    for wrong in (0, -1, 60.001, True, "3", [3]):
        refuse(number, wrong, 1.5, 60.0)


def test_words():
    assert [choice({"x": value}, "x", ("tree", "graph"), "tree") for value in ("graph", None)] == ["graph", "tree"]
    for wrong in ("trees", "", 0, [], {}):
        refuse(choice, wrong, ("tree", "graph"), "tree")


def test_objects():
    assert parse_object(b'{"a": [1, {"b": null}]}') == {"a": [1, {"b": None}]}
    assert parse_object("{}") == {}
    for wrong in ("", "[]", "3", "null", '{"a": NaN}', '{"a": Infinity}', '{"a": "\\ud800"}', "{", b"\xff"):
        with pytest.raises(Refusal, match="send"):
            parse_object(wrong)
    for inner in ("1", '"text"'):
        deepest = '{"a": ' + "[" * 98 + inner + "]" * 98 + "}"
        assert parse_object(deepest)
        with pytest.raises(Refusal, match="no JSON text"):
            parse_object('{"a": ' + deepest + "}")
