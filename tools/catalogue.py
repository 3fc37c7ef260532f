"""Keep the French catalogue in step with the sources: collect the messages, merge them, compile what is translated.

    make catalogue
    python tools/catalogue.py --check     # write nothing; say what is out of date or not translated

The messages are those inside ``_()``, ``pgettext()``, ``ngettext()``, ``Message()`` and the errors in ``src``, those
that the pages' scripts ask for, and click's own that our commands can show. New ones are added empty to ``elagage.po``;
a test fails until they are translated. Our catalogue is small, so the compiled file is committed beside it.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Collection, Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from elagage.web import page_words

ROOT = Path(__file__).resolve().parent.parent
PO = ROOT / "src/elagage/locale/fr/LC_MESSAGES/elagage.po"
NOISE = (b'"Project', b'"Report', b'"POT-', b'"PO-', b'"Last-', b'"Language-', b'"Generated')
"""Lines of a catalogue's head that say nothing of use, or change at each run."""
CLICK_FILES = ("core.py", "decorators.py", "exceptions.py", "formatting.py", "parser.py", "types.py")


def collect() -> Catalog:
    """The messages of the sources, of the scripts and of click."""
    catalogue = Catalog(project="elagage", charset="utf-8", fuzzy=False)
    for text, location, context in find_all_messages():
        catalogue.add(text, locations=[(location, 0)], context=context or None)
    return catalogue


@cache
def find_all_messages() -> list[tuple[str | tuple[str, ...], str, str]]:
    """Each message with where it is and its context; the files are read once."""
    found: list[tuple[str | tuple[str, ...], str, str]] = []
    for path in list_sources():
        for context, text, _call in find_messages(parse_source(path), find_errors()):
            found.append((text, path.relative_to(ROOT).as_posix(), context))
    for path in sorted((ROOT / "src").rglob("*.js")):
        words = page_words.find_messages(path.read_text(encoding="utf-8"))
        found.extend((word.id, path.relative_to(ROOT).as_posix(), word.context) for word in words)
    import click

    for name in CLICK_FILES:
        path = Path(click.__file__).with_name(name)
        for _line, message, _comments, _context in extract_from_file(
            "python", path, keywords={"_": None, "ngettext": (1, 2)}
        ):
            found.append((message, "click", ""))
    return found


def list_sources() -> list[Path]:
    """The package's own files of Python."""
    return sorted((ROOT / "src").rglob("*.py"))


@cache
def parse_source(path: Path) -> ast.Module:
    """The syntax tree of a file, made once."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def find_errors() -> set[str]:
    """The names of the package's classes whose first argument is the id of a message."""
    return error_classes(map(parse_source, list_sources()))


def error_classes(trees: Iterable[ast.AST]) -> set[str]:
    """The names of the classes whose first argument is the id of a message: ``MessageException`` and all that
    derive from it.
    """
    bases: dict[str, set[str]] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases.setdefault(node.name, set()).update(map(name_of, node.bases))
    found = {"MessageException"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return found


def find_messages(tree: ast.AST, errors: Collection[str]) -> Iterator[tuple[str, str | tuple[str, str], ast.Call]]:
    """The messages of a source file, each with its context ('' for none) and the call that names it."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = name_of(node.func)
        texts = [list(texts_of(argument)) for argument in node.args[:2]]
        if name == "pgettext" and len(texts) == 2:
            yield from ((context, text, node) for context in texts[0] for text in texts[1])
        elif name == "ngettext" or (name == "Message" and len(texts) == 2):
            yield from (("", pair, node) for pair in zip(*texts, strict=True))
        elif texts and (name in ("_", "Message") or name in errors):
            context = next((keyword.value for keyword in node.keywords if keyword.arg == "context"), None)
            yield from ((next(texts_of(context), ""), text, node) for text in texts[0])


def texts_of(node: ast.AST | None) -> Iterator[str]:
    """The texts that an expression may be, where it is a text or a choice between texts."""
    if isinstance(node, ast.IfExp):
        yield from texts_of(node.body)
        yield from texts_of(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value


def name_of(node: ast.AST) -> str:
    """The last word of a name such as ``errors.LoadError``."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def read_catalogue() -> Catalog:
    with PO.open("rb") as file:
        return read_po(file, locale="fr")


def write(path: Path, content: bytes, check: bool) -> bool:
    """Bring a file up to date, or (``check``) leave it; was it already?"""
    current = path.exists() and path.read_bytes() == content
    if not current and not check:
        path.write_bytes(content)
    return current


def compile_catalogue(catalogue: Catalog) -> bytes:
    """What gettext reads; the same catalogue gives the same bytes."""
    catalogue.creation_date = catalogue.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def main(*words: str) -> int:
    """Update both files, or with ``--check`` compare them; 1 if
    a message has no translation or a file was not up to date.
    """
    check = "--check" in words
    catalogue = (
        read_catalogue() if PO.exists() else Catalog(locale="fr", project="elagage", charset="utf-8", fuzzy=False)
    )
    catalogue.update(collect(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    catalogue.header_comment = "# French messages of Élagage. Update with: make catalogue"
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=150, omit_header=False, sort_output=True, include_lineno=False)
    text = b"".join(line for line in buffer.getvalue().splitlines(keepends=True) if not line.startswith(NOISE))
    current = write(PO, text, check)
    current = write(PO.with_suffix(".mo"), compile_catalogue(read_po(io.BytesIO(text), locale="fr")), check) and current
    if check and not current:
        print("the catalogue is out of date: run make catalogue")
    missing = [message for message in catalogue if message.id and not is_translated(message.string)]
    for message in missing:
        print("not translated:", message.id)
    return 1 if missing or (check and not current) else 0


def is_translated(string: object) -> bool:
    """Is there a text, in each of its forms?"""
    return all(string) if isinstance(string, tuple | list) else bool(string)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
