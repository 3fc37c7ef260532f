"""Every string that a person reads exists in French; the compiled catalogue is the one that was translated."""

from __future__ import annotations

import ast
import json
import re
import string
from pathlib import Path

import catalogue
import prose
import pytest

from elagage import i18n
from elagage.i18n import LANGUAGES, _, default_language, ngettext, set_language
from elagage.web import page_words

SOURCES = catalogue.list_sources()
NATIVE = catalogue.ROOT / "src/elagage/compiler/native"
SCRIPTS = sorted((catalogue.ROOT / "src/elagage").rglob("*.js"))


def fields(text):
    return sorted(name for _literal, name, _spec, _conversion in string.Formatter().parse(text) if name is not None)


def test_every_message_is_translated_with_its_placeholders():
    french = catalogue.read_catalogue()
    for message in catalogue.collect():
        if not message.id:
            continue
        translated = french.get(message.id[0] if isinstance(message.id, tuple) else message.id, message.context)
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


def allowed(path, text):
    """Is a text on the list of those that look like words for people, and are none?"""
    if NATIVE in path.parents and not text.endswith((".", "!", "?")):  # LLVM's language, and the names of places in it
        return True
    return any(path.name in names and re.fullmatch(pattern, text) for names, pattern, _reason in ALLOWED)


ALLOWED = [
    (("answer_cells.py", "game_words.py", "graph_styles.py", "terminal_session.py", "nim.py"), r"[\w |]+",
     "words that people type"),
    (("and_or_kind.py", "attractor_kind.py", "memoised_kind.py", "nim_kind.py", "path_kind.py", "questions.py",
      "form.js"), r"\w+|too large|trop grand", "words that people type, at the head of a column too"),
    (("board_pieces.py", "board_scene.py", "connect4.py", "endings.py", "fox_and_hounds.py", "hexapawn.py", "morris.py",
      "othello.py"), r"[a-z]+ [a-z]+( [a-z]+| [A-Z])?", "how a game asks for its board and pieces"),
    (("rule_names.py",), r"\w+", "what people call their rules"),
    (("rewrites.py",), r"(?s).*[=:()\[\].,].*|nonlocal|finally", "Python, as it is written and rewritten"),
    (("diagnose.py",), r".*", "how the compiler's messages begin"),
    (("problem_driver.py",), r"[\w.{}]+ ?[\w.{} ]+", "what a fingerprint is made of"),
    (("board_rules.py", "feature_rules.py", "state_layout.py"), r"(?s).*", "Python that is generated"),
    (("gtp.py", "nboard.py", "uci.py"), r"(go|set|position|boardsize|play|genmove|depth|movetime) .*",
     "commands of protocols"),
    (("gtp_server.py", "nboard_server.py", "uci_server.py"), r"(?s).*", "answers of protocols, which are fixed"),
    (("heuristic_match.py", "openings.py"), r"(engine|openings) \{\}.*", "what a player and a plan are typed as"),
    (("figure_answers.py",), r"grid \{\}x\{\}", "the same of a problem"),
    (("game_store.py", "posed.py", "record.py", "saved_games.py", "solved_exercise.py"), r"elagage \w+ \d",
     "how a file begins"),
    (("game_store.py", "server.py"), r"No space|not a database|without completing handshake|Invalid HTTP request",
     "what others' messages hold"),
    (("record.py", "terminal_session.py"), r"(max|min) resigned", "a result in a file of a game"),
    (("posed.py",), r"elagage exercise --kind", "a command to type"),
    (("supervisor.py", "worker_process.py"), r"elagage (watch|worker)", "the name of a thread"),
    (("graph_text.py",), r"M(ax|in) \{\}", "players, the same in every language"),
    (("step_page.py",), r"(?s)<!doctype html>.*", "markup, where a language is named in itself"),
    (("svg.py",), r"DejaVu Sans.*", "fonts"),
    (("tree_page.py",), r"display: none", "a style"),
    (("tree_pseudocode.py",), r"enter quiet", "kinds of events"),
    (("tikz.py",), r"base (west|east)|.* rectangle .*|À.*", "words of TikZ, letters that TeX knows"),
    (("trace_text.py", "game_words.py"), r"[œŒ«»]", "letters to be spelt out"),
    (("game_jobs.py",), r"crash: \{\}", "why a game was lost, as it is recorded"),
    (("quiz_page.py", "quiz.js"), r"so far|hint windowed", "names of messages"),
    (("page_words.py",), r"(?s)export const .*|// Made by.*", "JavaScript"),
    (("analysis.js", "board.js", "library.js", "person.js", "review.js",
     "stepper.js"), r"(head|line|field|plain|option|badge|work) .*",
     "classes"),
    (("class_board.js", "invitation.js", "shared_table.js"), r"(first|code|plain|quiet|row) (small|grow|seat|wish)",
     "classes"),
    (("invitation.js",), r"elagage serve --class", "a command"),
    (("board.js", "main.js", "motion.js"), r"(rect, circle|input, select).*", "selectors"),
    (("main.js",), r"Élagage: \$\{.*", "the name of this program"),
    (("form.js",), r"field long|panel task", "classes"),
    (("stepper.js",), r"an answer that came too late|no figure", "errors that are caught, and never shown"),
]  # fmt: skip
"""Files, a pattern of texts in them, and why they are no text for people."""


def short_texts(tree):
    """Texts of any length in what is printed, asked and explained, where even a word is for people."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = catalogue.name_of(node.func)
        shown = list(node.args) if name in ("echo", "prompt", "print", "complain") else []
        shown += [
            keyword.value for keyword in node.keywords if keyword.arg in ("help", "epilog", "short_help", "prompt")
        ]
        for argument in shown:
            for part in argument.values if isinstance(argument, ast.JoinedStr) else [argument]:
                if (
                    isinstance(part, ast.Constant)
                    and isinstance(part.value, str)
                    and re.search(r"[^\W\d_]{3}", part.value)
                ):
                    yield part.lineno, part.value


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_text_for_people_is_left_outside_the_catalogue(path):
    tree = catalogue.parse_source(path)
    found = {*prose.python_prose(tree, catalogue.find_errors()), *short_texts(tree)}
    assert sorted(f"{path.name}:{line}: {text}" for line, text in found if not allowed(path, text)) == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_french_is_in_the_catalogue_alone(path):
    tree = catalogue.parse_source(path)
    found = [f"{path.name}:{line}: {text}" for line, text in prose.python_french(tree) if not allowed(path, text)]
    assert found == []
    assert [f"{path.name}:{line}" for line in prose.side_by_side(tree)] == []


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_has_words_of_its_own(path):
    found = prose.script_prose(path.read_text(encoding="utf-8"))
    assert [f"{path.name}:{line}: {text}" for line, text in found if not allowed(path, text)] == []


def test_every_exception_of_the_list_is_needed():
    found = set()
    for path in SOURCES:
        tree = catalogue.parse_source(path)
        texts = (*prose.python_prose(tree, catalogue.find_errors()), *prose.python_french(tree))
        found |= {(path.name, text) for _line, text in texts}
    found |= {
        (path.name, text) for path in SCRIPTS for _line, text in prose.script_prose(path.read_text(encoding="utf-8"))
    }
    for names, pattern, reason in ALLOWED:
        for name in names:
            assert any(file == name and re.fullmatch(pattern, text) for file, text in found), (name, reason)


FOUND = {
    'click.echo("hello there")': 1,
    'raise LoadError(f"no such game as {x}")': 1,
    'option(help="which one of them")': 1,
    'echo(f"the {x} game")': 1,
    'title = "the path found"': 1,
    'words = {"cost": "cost of the path", "key": 3}': 1,
    'text = "in a row" if many else "one alone"': 2,
    'return f"{count} nodes were seen"': 1,
    'names = ("a draw", "won by Max")': 2,
}
PASSED = [
    '"""A docstring of a module."""',
    'raise LoadError("no such game as {name}", name=name)',
    'raise errors.LoadError("no such game" if name else "no name given")',
    'title = _("the path found")',
    'title = Message("the path found", context="a page of steps")',
    'title = ngettext("one path", "some more paths", n)',
    '__all__ = ["some words", "more words"]',
    'assert x, "that can not be"',
    'raise ValueError("give another number")',
    'store.execute("SELECT name FROM games WHERE id = ?")',
    'style = ".card path { stroke-width: 2 }"',
    "page = \"<p class='say it'>\"",
    r'tex = r"\begin{document} some words"',
    'key, name = "s-open", "alphabeta"',
    'def f(x: "some type") -> "other type": ...',
]


@pytest.mark.parametrize(("code", "count"), FOUND.items())
def test_the_finder_of_prose_finds(code, count):
    assert len(list(prose.python_prose(ast.parse(code), catalogue.find_errors()))) == count


@pytest.mark.parametrize("code", PASSED)
def test_the_finder_of_prose_passes_over(code):
    assert list(prose.python_prose(ast.parse(code), catalogue.find_errors())) == []


def test_the_finder_of_short_texts_finds():
    assert (
        len(
            list(
                short_texts(ast.parse('echo("done")\nprompt("move")\noption(help="depth")\necho(f"{x} won")\necho("")'))
            )
        )
        == 4
    )


def test_the_finder_of_french_finds():
    for code in (
        'x = "nœud"',
        'x = _("la racine")',
        'raise LoadError("aucun chemin")',
        'x = f"{n} coups"',
        'x = ("node", "le but")',
    ):
        assert len(list(prose.python_french(ast.parse(code)))) == 1, code
    for code in ('"""Le chemin."""', 'x = "the node"', 'x = "Élagage"', "x = coups  # pour chaque coup"):
        assert list(prose.python_french(ast.parse(code))) == [], code


def test_the_finder_of_two_languages_finds():
    for code in (
        '{"en": "won", "fr": "x"}',
        '{"en": ("a", "b"), "fr": c}',
        'dict(en="won", fr=x)',
        '{"en": f"{x} won", "fr": y}',
    ):
        assert list(prose.side_by_side(ast.parse(code))) == [1], code
    for code in ('{"en": "", "fr": ""}', '{"en": x.text("en"), "fr": y}', '{"en": 0, "fr": 1}', '{"en": "won"}'):
        assert list(prose.side_by_side(ast.parse(code))) == [], code


def test_the_finder_in_scripts_finds():
    for code in (
        'const a = "Take it out.";', "say('the other side');", "x = `from ${a} to the goal`;",
        'both("Value", "la valeur");', 'fr: "Coût"',
    ):  # fmt: skip
        assert len(list(prose.script_prose(code))) == 1, code
    for code in (
        'message("Take it out.")', 'messageIn("a path", "Steps of it")', '// the other side: "of the board"',
        '/* "one or two" */',
        'h("p", { class: "say" })', 'const key = "step";', 'x.match(/some words "here/g);',
    ):  # fmt: skip
        assert list(prose.script_prose(code)) == [], code


def test_the_pages_get_their_words_from_the_catalogue():
    french = catalogue.read_catalogue()
    wanted = [each for path in SCRIPTS for each in page_words.find_messages(path.read_text(encoding="utf-8"))]
    assert len(wanted) > 200
    table = json.loads(re.search(r"^export const french = (.*);$", page_words.make_french_module(), re.MULTILINE)[1])
    for each in wanted:
        known = french.get(each.id, each.context or None)
        assert table[f"{each.context}\4{each.id}" if each.context else each.id] == known.string
    assert len(table) == len(set(wanted))


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
