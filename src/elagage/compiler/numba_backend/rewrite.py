"""Two idioms of plain Python that the compiler has no words for, said otherwise before it sees them.

    cells[:i] + (x,) + cells[i + 1:]     (*cells[:i], x, *cells[i + 1:])     become  replace_cell(cells, i, x)
    cells[i]   with an index that is not a constant                          becomes  item(cells, i)

The rest of a rule is left as it is. A rule is rewritten only if its source is at hand and is really what runs.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import CodeType, FunctionType
from typing import Any

from elagage.compiler.numba_backend.packed_cells import item, replace_cell

__all__ = ["rewrite_idioms"]

ITEM, REPLACED = "__elagage_item", "__elagage_replaced"


class Rewriter(ast.NodeTransformer):
    """Replaces the idioms, and counts how often."""

    def __init__(self) -> None:
        self.changes = 0

    def call(self, name: str, node: ast.AST, *arguments: ast.expr) -> ast.Call:
        """A call in the place of a node."""
        self.changes += 1
        new = ast.Call(ast.Name(name, ast.Load()), [self.visit(argument) for argument in arguments], [])
        return ast.copy_location(ast.fix_missing_locations(ast.copy_location(new, node)), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """``a[:i] + (x,) + a[i + 1:]``."""
        if isinstance(node.op, ast.Add) and isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.Add):
            middle = node.left.right
            if isinstance(middle, ast.Tuple) and len(middle.elts) == 1 and not isinstance(middle.elts[0], ast.Starred):
                found = match_replacement(node.left.left, node.right)
                if found is not None:
                    return self.call(REPLACED, node, found[0], found[1], middle.elts[0])
        return self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        """``(*a[:i], x, *a[i + 1:])``."""
        if len(node.elts) == 3 and isinstance(node.elts[0], ast.Starred) and isinstance(node.elts[2], ast.Starred):
            found = match_replacement(node.elts[0].value, node.elts[2].value)
            if found is not None and not isinstance(node.elts[1], ast.Starred):
                return self.call(REPLACED, node, found[0], found[1], node.elts[1])
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """``a[i]``."""
        if not isinstance(node.ctx, ast.Load) or isinstance(
            node.slice, ast.Slice | ast.Constant | ast.UnaryOp | ast.Tuple
        ):
            return self.generic_visit(node)
        return self.call(ITEM, node, node.value, node.slice)


def match_replacement(before: ast.expr, after: ast.expr) -> tuple[ast.expr, ast.expr] | None:
    """The tuple and the index of ``a[:i]`` and ``a[i + 1:]``, if they are that."""
    if not (isinstance(before, ast.Subscript) and isinstance(after, ast.Subscript)):
        return None
    first, second = before.slice, after.slice
    if (
        not (isinstance(first, ast.Slice) and isinstance(second, ast.Slice))
        or first.lower
        or first.step
        or second.upper
        or second.step
    ):
        return None
    if first.upper is None or second.lower is None or ast.dump(before.value) != ast.dump(after.value):
        return None
    follows = ast.dump(second.lower) in (
        ast.dump(ast.BinOp(first.upper, ast.Add(), ast.Constant(1))),
        ast.dump(ast.BinOp(ast.Constant(1), ast.Add(), first.upper)),
    )  # fmt: skip
    return (before.value, first.upper) if follows else None


def rewrite_idioms(function: FunctionType) -> FunctionType:
    """The function with the idioms replaced; itself if there are none, or if its source can't be trusted."""
    if function.__closure__:
        return function
    try:
        source = textwrap.dedent(inspect.getsource(function))
        tree = ast.parse(source)
    except (OSError, TypeError, SyntaxError, IndentationError):
        return function
    if len(tree.body) != 1 or not isinstance(tree.body[0], ast.FunctionDef):
        return function
    tree.body[0].decorator_list = []
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    filename = function.__code__.co_filename
    if not same_code(inner_code(compile(tree, filename, "exec")), function.__code__):
        return function
    rewriter = Rewriter()
    changed = ast.fix_missing_locations(rewriter.visit(tree))
    if not rewriter.changes:
        return function
    names: dict[str, Any] = {**function.__globals__, ITEM: item, REPLACED: replace_cell}
    result = FunctionType(
        inner_code(compile(changed, filename, "exec")), names, function.__name__, function.__defaults__
    )
    result.__kwdefaults__ = function.__kwdefaults__
    result.__qualname__, result.__module__, result.__doc__ = (
        function.__qualname__,
        function.__module__,
        function.__doc__,
    )
    return result


def inner_code(module: CodeType) -> CodeType:
    """The code of the one function that a module defines."""
    return next(constant for constant in module.co_consts if isinstance(constant, CodeType))


def same_code(one: CodeType, other: CodeType) -> bool:
    """Do two codes do the same?"""
    if one.co_code != other.co_code or one.co_names != other.co_names or len(one.co_consts) != len(other.co_consts):
        return False
    pairs = zip(one.co_consts, other.co_consts, strict=True)
    return all(same_code(a, b) if isinstance(a, CodeType) and isinstance(b, CodeType) else a == b for a, b in pairs)
