"""Finds texts for people in the sources: prose outside the catalogue, two languages side by side, French.

A text reads as prose if two words stand beside each other in it, or a word and a field. What is code although it looks
like that (SQL, style sheets, markup, TeX, patterns) is told apart by its form; the few others are on the allow-list of
the test.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

TRANSLATED = {"_", "ngettext", "pgettext", "Message"}
BUILTIN = {
    "AssertionError", "AttributeError", "EOFError", "IndexError", "KeyError", "MemoryError",
    "NotImplementedError", "OSError", "OverflowError", "RuntimeError", "SystemExit", "TypeError", "ValueError",
}  # fmt: skip
"""What these say is for whoever writes Python, as a traceback is."""
CODE = {
    "compile",
    "eval",
    "exec",
    "execute",
    "executemany",
    "executescript",
    "import_module",
    "namedtuple",
    "startswith",
    "endswith",
}
CODE |= {
    "split",
    "removeprefix",
    "removesuffix",
    "TypeVar",
    "getattr",
    "setattr",
    "strptime",
    "strftime",
    "field_doctest",
    "cast",
}
"""Calls whose texts are code."""
WORD = r"(?:[A-Za-zÀ-ÿ][a-zà-ÿ']+|[aA])"
TWO_WORDS = re.compile(
    rf"(?<![\w\-.:/\\'#<@$%&={{]){WORD}[,;:]? (?:[a-zà-ÿ]{{2,}}|a)(?![\w=/<>(\[}}-])"
    r"|\{\} [a-zà-ÿ]{3,}(?![\w=/<>(\[}-])|(?<![\w\-.:/\\'#<@$%&={])[A-Za-zÀ-ÿ][a-zà-ÿ']{2,}[,;:]? \{\}"
)
"""Two words beside each other, or a word and a field."""
MARKUP = re.compile(
    r"</?[a-z!]|[.#]?[\w-]+ ?\{(?!\})|[a-z-]+: [^ "
    r"]+;|\\[a-zA-Z]+|^\s*(SELECT|INSERT|CREATE|DELETE|UPDATE|PRAGMA|ALTER|DROP)\b|\(\?[:=!<P]|[$^]$"
)
FRENCH = re.compile(
    r"[àâçèéêëîïôùûœÀÂÇÈÉÊÎÔŒ«»]|(?<![\w-])(?:le|la|les|des|du|une|un|est|sont|pour|avec|sans|dans|coup|coups|joueur"
    r"|partie|gagne|aucun"
    r"|aucune|qui|sur|vers|puis|mais|ou|et|il|elle)(?![\w-])"
)


def is_prose(text: str) -> bool:
    """Do two words stand beside each other in it, and is it no code?

    >>> is_prose("{player} wins by {margin}"), is_prose("The game is over.")
    (True, True)
    >>> is_prose("SELECT id FROM games"), is_prose("s-open")
    (False, False)
    """
    plain = re.sub(r"\{[\w.:!%\[\]]*\}", "{}", text)
    return TWO_WORDS.search(plain) is not None and MARKUP.search(plain) is None


def texts_for_people(tree: ast.AST, errors: set[str], translated: bool = True) -> Iterator[tuple[int, str]]:
    """The texts of a file, each with its line, that are not code by their place; nor, if ``translated``, messages
    of the catalogue.
    """
    hidden = set(places_of_code(tree, errors, TRANSLATED if translated else set()))
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in hidden | inside:
            yield node.lineno, node.value
        elif isinstance(node, ast.JoinedStr) and id(node) not in hidden:
            yield (
                node.lineno,
                "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values),
            )


def places_of_code(tree: ast.AST, errors: set[str], translated: set[str]) -> Iterator[int]:
    """The ids of the nodes whose texts are no concern of the catalogue, or in it already."""
    for node in ast.walk(tree):
        hidden: list[ast.AST | None] = []
        if isinstance(node, ast.Expr):
            hidden = [node.value] if isinstance(node.value, ast.Constant) else []
        elif isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in translated or name in errors:
                hidden = [*node.args[:2], *(keyword.value for keyword in node.keywords if keyword.arg == "context")]
                hidden = [each for each in hidden if isinstance(each, ast.Constant | ast.IfExp)]
            elif name in BUILTIN | CODE:
                hidden = [*node.args, *(keyword.value for keyword in node.keywords)]
        elif isinstance(node, ast.Assert):
            hidden = [node.msg]
        elif isinstance(node, ast.arg | ast.AnnAssign):
            hidden = [node.annotation]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            hidden = [node.returns]
        elif isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "__all__" for target in node.targets):
            hidden = [node.value]
        for each in hidden:
            if each is not None:
                yield from (id(inner) for inner in ast.walk(each))


def python_prose(tree: ast.AST, errors: set[str]) -> Iterator[tuple[int, str]]:
    """Prose outside the catalogue."""
    yield from ((line, text) for line, text in texts_for_people(tree, errors) if is_prose(text))


def python_french(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """French anywhere in the code, ids of messages included: its place is the catalogue."""
    yield from ((line, text) for line, text in texts_for_people(tree, set(), translated=False) if is_french(text))


def is_french(text: str) -> bool:
    """Has it letters or words that English hasn't?

    >>> is_french("fin de partie"), is_french("the game is over"), is_french("Élagage")
    (True, False, False)
    """
    return FRENCH.search(text.replace("Élagage", "")) is not None


def side_by_side(tree: ast.AST) -> Iterator[int]:
    """Lines of tables with an English and a French text: ``{"en": "draw", "fr": "nulle"}``, ``dict(en=...,
    fr=...)``.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            found = {
                key.value: value
                for key, value in zip(node.keys, node.values, strict=True)
                if isinstance(key, ast.Constant)
            }
        elif isinstance(node, ast.Call):
            found = {keyword.arg: keyword.value for keyword in node.keywords}
        else:
            continue
        if "en" in found and "fr" in found and any(has_text(found[language]) for language in ("en", "fr")):
            yield node.lineno


def has_text(node: ast.AST) -> bool:
    """Is there a text with letters in an expression, other than in what a function is given?"""
    if isinstance(node, ast.Call):
        return has_text(node.func)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and re.search(r"[^\W\d_]", node.value) is not None
    return any(map(has_text, ast.iter_child_nodes(node)))


# Scripts

SCRIPT = re.compile(
    r"""//[^\n]*|/\*.*?\*/|(?P<call>\b(?:message|messageIn)\(\s*)|"""
    r"""(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)"""
    r"""|/(?:[^/\\\n*]|\\.)+/[gimsuy]*(?=[.,;) ])""",
    re.DOTALL,
)
"""Comments, calls that name a message, texts, patterns."""


def script_texts(script: str) -> Iterator[tuple[int, str]]:
    """The texts of a script, each with its line, that are not messages."""
    named = 0  # texts that belong to the call before them
    for found in SCRIPT.finditer(script):
        if found["call"]:
            named = 2 if "messageIn" in found["call"] else 1
        elif found["text"] and named:
            named -= 1
        elif found["text"]:
            yield script.count("\n", 0, found.start()) + 1, found["text"][1:-1]


def script_prose(script: str) -> Iterator[tuple[int, str]]:
    """Prose in a script that is not a message, and French."""
    for line, text in script_texts(script):
        plain = re.sub(r"\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", "{}", text)
        if is_prose(plain) or (is_french(plain) and not MARKUP.search(plain)):
            yield line, text
