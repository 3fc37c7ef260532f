"""Everything that is compiled together: functions for the types they are called with, constants, memos, and the
rounds until nothing changes.

A function is written as soon as it is first called with new types. What it was given or gave back may turn out to
hold more than was known then: so all of it is written again until a round changes nothing.
"""

from __future__ import annotations

import ast
import functools
import linecache
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native.native_game import TooNarrow
from elagage.compiler.native.python_types import type_of_value
from elagage.compiler.native.value_types import (
    DEEPEST,
    NEVER,
    Cell,
    Clash,
    Closure,
    Const,
    DictOf,
    ListOf,
    Maybe,
    Memo,
    Never,
    ObjectOf,
    Record,
    Seq,
    SetOf,
    Type,
    is_lasting,
    join,
    join_loosely,
    joined_items,
    shape,
)  # fmt: skip
from elagage.compiler.workers import check_stop
from elagage.i18n import Message

if TYPE_CHECKING:
    from elagage.compiler.native.values.builder import Builder

__all__ = ["ArrayTuple", "FunctionCode", "Module", "Restart", "Specialised"]

MOST_ROUNDS = 40
LARGEST_ARRAY = 1 << 16
MOST_SPECIALISED = 5
MOST_FUNCTIONS = 400


class Restart(Exception):
    """Something was learnt of a class that changes the types of all its objects: begin again."""


@dataclass(eq=False)
class FunctionCode:
    """A function's source with what its free names mean."""

    node: ast.FunctionDef | ast.Lambda
    name: str
    globals: dict[str, Any]
    captured: dict[str, Any] = field(default_factory=dict)
    defaults: dict[str, Any] = field(default_factory=dict)
    generator: bool = False
    captured_names: tuple[str, ...] | None = None
    """Of a nested function: what it uses of the one around it."""
    kernel: str = ""
    """Of a kernel: whether it ``releases`` what was allocated while it ran, or ``keeps`` it for its caller."""
    rule: int = 0
    """Of a rule that kernels call: its number."""
    boxed: frozenset[str] = frozenset()
    """Of a nested function: the variables that it shares with the one around it."""
    cached: bool = False
    """Is it a nested function with a memo of its own?"""
    memo: bool = False
    """Was it kept from doing the same twice by a memo, which is not compiled?"""


@dataclass(eq=False)
class Specialised:
    """A function for certain types of arguments."""

    code: FunctionCode
    names: list[str]
    types: list[Type]
    name: str
    answer: Type = NEVER
    text: str = ""
    round: int = -1
    busy: bool = False
    read: bool = False
    recursive: bool = False
    cells: dict[str, Cell] = field(default_factory=dict)
    loops: dict[str, dict[str, Type]] = field(default_factory=dict)
    wanted: set[str] = field(default_factory=set)
    changed_cells: list[Cell] = field(default_factory=list)
    """The cells of what the function changes in place, itself or through others."""


class Module:
    """One game's rules on their way to native code. ``words``: its ints are words of 64 bits, which wrap."""

    def __init__(self, write: Callable[[Module, Specialised], str], bits: int = 64, *, words: bool = False) -> None:
        self.write, self.bits, self.words = write, bits, words
        self.whole = f"i{bits}"
        self.specialised: dict[str, Specialised] = {}
        self.by_code: dict[int, int] = {}
        self.codes: dict[Any, FunctionCode] = {}
        self.kept: list[Any] = []
        self.constant_types: dict[int, Type] = {}
        self.memos: dict[int, Memo] = {}
        self.memo_objects: list[Any] = []
        self.round = 0
        self.changed = False
        self.odd_dicts = False
        self.wrapping = False
        self.has_sets = False
        self.catches = False
        self.globals: dict[str, str] = {}
        self.helpers: dict[str, str] = {}
        self.helper_names: dict[str, str] = {}
        self.exceptions: list[type] = []
        self.tables: dict[Any, Any] = {}
        self.arrays: dict[int, Any] = {}
        """NumPy's arrays that rules read, as tuples."""
        self.state_type: Type = NEVER
        self.move_type: Type = NEVER
        self.object_kinds: dict[type, ObjectOf] = {}
        self.object_numbers: dict[int, int] = {}
        self.mixed_kinds: dict[tuple[type, tuple[str, ...]], ObjectOf] = {}

    # Rounds ---------------------------------------------------------------------------------------------------------

    def settle(self, roots: Callable[[], None]) -> None:
        """Write what the roots reach until nothing changes."""
        for _number in range(1, MOST_ROUNDS):
            self.round, self.changed, before = self.round + 1, False, Cell.changes
            self.globals.clear()
            self.helpers.clear()
            roots()
            if not self.changed and Cell.changes == before:
                return
        raise CannotCompile("the types of its values don't settle")

    def note_change_if(self, condition: bool) -> None:
        """Remember that another round is needed."""
        self.changed = self.changed or condition

    def widen(self, cell: Cell, item: Type, builder: Builder) -> None:
        """See to it that a changeable thing can hold such an element."""
        if isinstance(item, Closure | Const):
            raise builder.refuse(Message("a function kept in a list, dict or set is not compiled"))
        try:
            cell.widen(item)
        except Clash as error:
            raise builder.refuse(Message("a value has two types here: {both}", both=error)) from None

    def too_wide(self, error: CannotCompile) -> Exception:
        """What to raise where an integer has too many bits."""
        return TooNarrow() if self.bits == 64 else error

    # Functions ------------------------------------------------------------------------------------------------------

    def code_of(self, function: FunctionType, name: str = "") -> FunctionCode:
        """The source of a function; a refusal if it can't be had."""
        if function not in self.codes:
            node = find_source(function)
            captured = {}
            for free, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
                try:
                    captured[free] = cell.cell_contents
                except ValueError:
                    raise CannotCompile("'{name}' may not be set here", function.__name__, name=free) from None
            code = FunctionCode(node, name or function.__name__, function.__globals__, captured)
            code.defaults = default_values(node.args, function)
            code.generator = is_generator(node)
            code.kernel, code.rule = getattr(function, "kernel", ""), getattr(function, "rule", 0)
            self.codes[function] = code
        return self.codes[function]

    def specialise(self, code: FunctionCode, names: list[str], types: list[Type]) -> Specialised:
        """The function for these types of arguments, written unless it is being written."""
        check_stop()
        try:
            if self.by_code.get(id(code), 0) >= MOST_SPECIALISED:
                types = [generalise(kind) for kind in types]
            key = f"{id(code)} " + " ".join(map(shape, types))
            spec = self.specialised.get(key)
            if spec is None:
                self.by_code[id(code)] = self.by_code.get(id(code), 0) + 1
                if self.by_code[id(code)] > 12 * MOST_SPECIALISED or len(self.specialised) > MOST_FUNCTIONS:
                    raise CannotCompile(
                        "it is called with ever new types", code.name, getattr(code.node, "lineno", None)
                    )
                spec = Specialised(code, names, types, f"@f{len(self.specialised)}")
                self.specialised[key] = spec
                self.kept.append(code)
            else:
                for mine, theirs in zip(spec.types, types, strict=True):
                    join(mine, theirs)
        except Clash as error:
            raise CannotCompile(
                "a value has two types here: {both}", code.name, getattr(code.node, "lineno", None), both=error
            ) from None
        if spec.busy:
            spec.recursive = True
        elif spec.round != self.round:
            spec.round, spec.busy = self.round, True
            try:
                spec.text = self.write(self, spec)
            finally:
                spec.busy = False
        return spec

    def answer(self, spec: Specialised) -> Type:
        """What a function gives back, as far as is known."""
        spec.read = True
        return spec.answer

    def note_answer(self, spec: Specialised, kind: Type, builder: Builder) -> Type:
        """The function gives this back too; the type that holds all of it."""
        try:
            wider = join_loosely(spec.answer, kind)
        except Clash as error:
            raise builder.refuse(Message("a value has two types here: {both}", both=error)) from None
        if wider != spec.answer:
            self.note_change_if(spec.read or not isinstance(spec.answer, Never))  # what was written gave less
            spec.answer = wider
        return wider

    # Constants and memos --------------------------------------------------------------------------------------------

    def as_python(self, value: Any, builder: Builder) -> Any:
        """An array of NumPy's as an ArrayTuple, a number of its as one of Python's; the same object each time."""
        array = isinstance(value, np.ndarray)
        if array and (value.dtype.kind not in "biuf" or value.ndim != 1 or value.size > LARGEST_ARRAY):
            raise builder.refuse(Message("a constant or a state holds {what}, which is not compiled", what="ndarray"))
        if id(value) not in self.arrays:
            self.kept.append(value)
            self.arrays[id(value)] = ArrayTuple(value.tolist()) if array else value.item()
            if array:
                self.arrays[id(value)].plain = tuple(self.arrays[id(value)])
        return self.arrays[id(value)]

    def constant_type(self, value: Any) -> Type:
        """The type of a known object; the same each time."""
        if id(value) not in self.constant_types:
            self.kept.append(value)
            self.constant_types[id(value)] = type_of_value(value, fixed=True)
        return self.constant_types[id(value)]

    def note_mixed(self, kind: Type, deep: int = 0) -> None:
        """Remember the dicts and lists of unlike things that a state holds, so that rules make the same."""
        if isinstance(kind, ObjectOf) and deep < DEEPEST:
            names = tuple(kind.fields.root().cells)
            if kind.cls in (dict, list):
                known = self.mixed_kinds.setdefault((kind.cls, names), kind)
                join(known, kind)
            for name in names:
                self.note_mixed(kind.fields.cell(name).root().item, deep + 1)
        elif isinstance(kind, Record):
            for field in kind.fields:
                self.note_mixed(field, deep + 1)
        elif isinstance(kind, Seq | Maybe):
            self.note_mixed(kind.item, deep + 1)
        elif isinstance(kind, ListOf | SetOf):
            self.note_mixed(kind.cell.root().item, deep + 1)
        elif isinstance(kind, DictOf):
            self.note_mixed(kind.value.root().item, deep + 1)

    def data(self, text: str) -> str:
        """A constant in memory: its name."""
        if text not in self.globals:
            self.globals[text] = f"@k{len(self.globals)}"
        return self.globals[text]

    def memo_of(self, value: Any) -> Memo | None:
        """The memo that a dict is, if rules fill it."""
        return self.memos.get(id(value))

    def make_memo(self, value: dict[Any, Any], builder: Builder) -> Memo:
        """Rules fill this dict: keep it from call to call."""
        if id(value) not in self.memos:
            self.kept.append(value)
            if type(value) is not dict:
                raise builder.refuse(Message("a rule changes a constant: copy it first"))
            memo = Memo(len(self.memos), Cell(NEVER), Cell(NEVER))
            self.memos[id(value)] = memo
            self.memo_objects.append(value)
            self.changed = True
            for key, held in value.items():
                self.fill_memo(memo, type_of_value(key), type_of_value(held), builder)
        return self.memos[id(value)]

    def fill_memo(self, memo: Memo, key: Type, held: Type, builder: Builder) -> None:
        """A memo takes such a key and such a value."""
        if not is_lasting(key) or not is_lasting(held):
            raise builder.refuse(Message("a rule fills a table with something that can be changed"))
        self.widen(memo.key, key, builder)
        self.widen(memo.value, held, builder)

    def error_code(self, cls: type) -> int:
        """The code of an exception class of the rules' own."""
        from elagage.compiler.native.values.builder import ERRORS

        if cls.__module__ == "builtins" and cls.__name__ in ERRORS:
            return ERRORS[cls.__name__]
        if cls not in self.exceptions:
            self.exceptions.append(cls)
        return 100 + self.exceptions.index(cls)


class ArrayTuple(tuple[Any, ...]):
    """The numbers of an array: they can be looked up and walked through; its operators are not those of tuples."""

    plain: tuple[Any, ...] = ()
    """The same as a tuple."""


def generalise(kind: Type) -> Type:
    """Tuples of fixed shape made into ones of any length, where a function is called with ever longer ones."""
    if isinstance(kind, Record) and kind.cls is None and kind.kind == "tuple":
        return Seq(joined_items(kind))
    return kind


@functools.lru_cache(maxsize=64)
def parse_file(filename: str, source: str) -> ast.Module:
    """The tree of a file."""
    return ast.parse(source, filename)


@functools.lru_cache(maxsize=64)
def functions_of(filename: str, source: str) -> list[ast.FunctionDef | ast.Lambda]:
    """All functions of a file."""
    return [node for node in ast.walk(parse_file(filename, source)) if isinstance(node, ast.FunctionDef | ast.Lambda)]


def find_source(function: FunctionType) -> ast.FunctionDef | ast.Lambda:
    """The tree of a function, with the lines of its file."""
    filename, first = function.__code__.co_filename, function.__code__.co_firstlineno
    lines = linecache.getlines(filename, function.__globals__)
    if not lines:
        raise CannotCompile("its source can't be found", function.__name__)
    found: list[ast.FunctionDef | ast.Lambda] = []
    for node in functions_of(filename, "".join(lines)):
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
            starts = {node.lineno, *(decorator.lineno for decorator in node.decorator_list)}
            if first in starts:
                found.append(node)
        elif isinstance(node, ast.Lambda) and function.__name__ == "<lambda>" and node.lineno == first:
            found.append(node)
    if len(found) > 1:
        found = closest_lambdas(found, function)
    if len(found) != 1:
        raise CannotCompile("its source can't be found", function.__name__, first)
    return found[0]


def closest_lambdas(
    found: list[ast.FunctionDef | ast.Lambda], function: FunctionType
) -> list[ast.FunctionDef | ast.Lambda]:
    """Of several lambdas on a line, the smallest that holds all of a function's code."""
    places = [
        (line, column, end_line, end)
        for line, end_line, column, end in function.__code__.co_positions()
        if line is not None and column is not None and end_line is not None and end is not None and end > 0
    ]
    held: list[tuple[int, int, int, ast.Lambda]] = []
    for node in found:
        if not isinstance(node, ast.Lambda) or not places:
            return found
        body = node.body
        first, last = (body.lineno, body.col_offset), (body.end_lineno or 0, body.end_col_offset or 0)
        inside = [place for place in places if first <= place[:2] and place[2:] <= last]
        if len(inside) >= len(places) - 1:
            held.append((last[0] - first[0], last[1] - first[1], len(held), node))
    return [min(held)[3]] if held else found


def default_values(arguments: ast.arguments, function: FunctionType) -> dict[str, Any]:
    """The default values of a function's parameters."""
    positional = [argument.arg for argument in arguments.posonlyargs + arguments.args]
    given = function.__defaults__ or ()
    values = dict(zip(positional[len(positional) - len(given) :], given, strict=True))
    return {**values, **(function.__kwdefaults__ or {})}


def is_generator(node: ast.FunctionDef | ast.Lambda) -> bool:
    """Does the function itself, and not one inside it, yield?"""
    waiting: list[ast.AST] = list(node.body) if isinstance(node, ast.FunctionDef) else [node.body]
    while waiting:
        current = waiting.pop()
        if isinstance(current, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(current, ast.FunctionDef | ast.Lambda | ast.ClassDef | ast.GeneratorExp):
            waiting += ast.iter_child_nodes(current)
    return False
