"""Every string that a person reads exists in French; the compiled catalogue is the one that was translated."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import catalogue
import pytest

from elagage import i18n
from elagage.i18n import LANGUAGES, _, default_language, ngettext, set_language

SOURCES = sorted((catalogue.ROOT / "src/elagage").rglob("*.py"))


def fields(text):
    return sorted(name for _literal, name, _spec, _conversion in string.Formatter().parse(text) if name is not None)


def test_every_message_is_translated_with_its_placeholders():
    french = catalogue.read_catalogue()
    for message in catalogue.collect():
        if not message.id:
            continue
        translated = french.get(message.id[0] if isinstance(message.id, tuple) else message.id)
        assert translated is not None, f"run make catalogue: {message.id}"
        assert catalogue.is_translated(translated.string), f"not translated: {message.id}"
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        strings = translated.string if isinstance(translated.string, tuple) else (translated.string,)
        if "%(" not in ids[0]:
            for text in strings:
                assert set(fields(text)) <= {name for one in ids for name in fields(one)}, message.id


def test_the_compiled_catalogue_is_up_to_date():
    assert catalogue.PO.with_suffix(".mo").read_bytes() == catalogue.compile_catalogue(catalogue.read_catalogue()), (
        "run make catalogue"
    )


def is_prose(node):
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and any(len(word) > 2 and word.isalpha() for word in node.value.split())
    )


def untranslated(tree):
    """Texts for people that are not inside _(): in errors, in what is printed, in the help of options."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in ("echo", "prompt", "print", "complain") or (
            name.endswith("Error") and name not in ("ValueError", "KeyError")
        ):
            yield from (
                argument
                for argument in node.args
                if is_prose(argument) or (isinstance(argument, ast.JoinedStr) and any(map(is_prose, argument.values)))
            )
        yield from (
            keyword.value
            for keyword in node.keywords
            if keyword.arg in ("help", "epilog", "short_help") and is_prose(keyword.value)
        )


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_text_for_people_is_left_outside_gettext(path):
    found = [f"{path.name}:{node.lineno}" for node in untranslated(ast.parse(path.read_text(encoding="utf-8")))]
    assert found == []


def test_the_finder_finds():
    assert (
        len(
            list(
                untranslated(
                    ast.parse(
                        'click.echo("hello there")\nraise LoadError("no such game")\noption(help="which '
                        'one")\necho(f"the {x} game")'
                    )
                )
            )
        )
        == 4
    )


def test_the_order_of_the_languages(monkeypatch):
    for variable in ("ELAGAGE_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    assert default_language() == "en"
    for variable, value, expected in (
        ("LANG", "fr_FR.UTF-8", "fr"), ("LC_ALL", "C", "en"), ("LANGUAGE", "de:fr", "fr"), ("ELAGAGE_LANG", "en", "en"),
    ):  # fmt: skip
        monkeypatch.setenv(variable, value)
        assert default_language() == expected


def test_french_takes_the_singular_for_0():
    set_language("fr")
    assert ngettext("{n} visit", "{n} visits", 0).format(n=0) == "0 visite"
    set_language("en")
    assert ngettext("{n} visit", "{n} visits", 0).format(n=0) == "0 visits"
    assert set(LANGUAGES) == {"en", "fr"}


def test_the_first_message_sets_the_language(monkeypatch):
    monkeypatch.setenv("ELAGAGE_LANG", "fr")
    monkeypatch.setattr(i18n, "_language", None)
    assert _("draw") == "partie nulle"
    assert i18n.current_language() == "fr"
    assert Path(i18n.LOCALE / "fr").is_dir()
