"""What the text of a student's file says: which names it uses and how, whom functions call, what it keeps."""

from __future__ import annotations

import ast
from typing import Any

from elagage.exercises.examiner.inside.game_words import plain_name

__all__ = ["Glance"]

KEEPERS = ("memo", "cache", "transposition", "dejavu", "dejacalcule", "dejaevalue")
MUTABLE = (ast.Dict, ast.List, ast.Set, ast.Call, ast.ListComp, ast.DictComp)
OTHERS: dict[str, list[Any]] = {
    "0": [1], "1": [2, -1, 0], "2": [1], "-1": [1], "True": [False], "False": [True], "max": ["min"], "min": ["max"],
    "MAX": ["MIN"], "MIN": ["MAX"], "X": ["O"], "O": ["X"],
}  # fmt: skip
"""What stands for the other player."""


class Glance:
    """A look at the syntax of a file."""

    def __init__(self, syntax: ast.Module) -> None:
        self.syntax = syntax
        nodes = list(ast.walk(syntax))
        self.attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        self.called = {n.func.attr for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)}
        self.keys: set[str] = set()
        self.tested_keys: set[str] = set()
        for node in nodes:
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                self.keys.add(str(node.slice.value))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
                self.keys |= {str(arg.value) for arg in node.args[:1] if isinstance(arg, ast.Constant)}
            if isinstance(node, ast.Compare) and isinstance(node.left, ast.Constant):
                if isinstance(node.ops[0], ast.In | ast.NotIn):
                    self.tested_keys.add(str(node.left.value))
        self.calls = {
            node.name: {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
            for node in syntax.body
            if isinstance(node, ast.FunctionDef)
        }
        minus = [n.operand for n in nodes if isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.USub)]
        self.negates_calls = any(isinstance(operand, ast.Call | ast.Subscript) for operand in minus)
        self.tests_tuples = any(
            isinstance(node, ast.Call | ast.Compare)
            and any(isinstance(n, ast.Name) and n.id == "tuple" for n in ast.walk(node))
            and any(isinstance(n, ast.Name) and n.id in ("isinstance", "type") for n in ast.walk(node))
            for node in nodes
        )
        names = {n.id for n in nodes if isinstance(n, ast.Name)} | {n.arg for n in nodes if isinstance(n, ast.arg)}
        self.remembers = any(word in plain_name(name) for name in names | self.attributes for word in KEEPERS)
        self.keeps_state = self.remembers or any(map(keeps, nodes)) or any(map(is_store, syntax.body))

    def reach(self, start: str) -> set[str]:
        """The names that a function uses, itself or by another one."""
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            for name in self.calls.get(waiting.pop(), set()) - seen:
                seen.add(name)
                waiting.append(name)
        return seen

    def attributes_of_self(self, owner: str) -> set[str]:
        """The attributes of self in a class."""
        found = set()
        for node in self.syntax.body:
            if isinstance(node, ast.ClassDef) and node.name == owner:
                for part in ast.walk(node):
                    if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                        if part.value.id == "self":
                            found.add(part.attr)
        return found

    def attributes_in(self, name: str) -> set[str]:
        """The attributes that a function or method of this name uses."""
        return {
            part.attr
            for node in ast.walk(self.syntax)
            if isinstance(node, ast.FunctionDef) and node.name == name
            for part in ast.walk(node)
            if isinstance(part, ast.Attribute)
        }

    def uses_result_of(self, words: set[str]) -> bool:
        """Is what one of these functions returns used anywhere?"""
        alone = {id(node.value) for node in ast.walk(self.syntax) if isinstance(node, ast.Expr)}
        for node in ast.walk(self.syntax):
            if isinstance(node, ast.Call) and id(node) not in alone:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in words:
                    return True
        return False

    def players(self, mine: set[str]) -> list[tuple[Any, Any]]:
        """What these names are compared with, as pairs for Max and Min."""
        found: list[Any] = []
        pairs: list[tuple[Any, Any]] = []
        for node in ast.walk(self.syntax):
            if isinstance(node, ast.Compare) and name_in(node.left) in mine:
                found += [side.value for side in node.comparators if isinstance(side, ast.Constant)]
            if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and name_in(node.operand) in mine:
                pairs += [(1, -1), (-1, 1)]
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and name_in(node.right) in mine:
                if isinstance(node.left, ast.Constant) and node.left.value in (1, 3):
                    pairs += [(0, 1), (1, 0)] if node.left.value == 1 else [(1, 2), (2, 1)]
        ordered = sorted(dict.fromkeys(found), key=lambda value: str(value).casefold() not in ("max", "0", "true"))
        if not pairs:
            pairs = [(high, low) for high in ordered for low in ordered if high != low]
        if not pairs:
            pairs = [pair for value in ordered for other in OTHERS.get(str(value), ["other"])
                     for pair in ((value, other), (other, value))]  # fmt: skip
        return list({str(pair): pair for pair in pairs}.values()) or [(True, False), (0, 1), ("max", "min")]


def name_in(node: ast.AST) -> str:
    """The name that is used, or called."""
    node = node.func if isinstance(node, ast.Call) else node
    return getattr(node, "id", getattr(node, "attr", ""))


def keeps(node: ast.AST) -> bool:
    """Can something outlive a call here?"""
    if isinstance(node, ast.Global | ast.ClassDef):
        return True
    if isinstance(node, ast.FunctionDef):
        return any(isinstance(value, MUTABLE) for value in node.args.defaults) or bool(node.decorator_list)
    return False


def is_store(node: ast.AST) -> bool:
    """Is this a variable of the file that can be changed?"""
    return isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, MUTABLE)
