"""The faults of a module: what is changed in its syntax tree to make a mutant, and what not since nobody can see it."""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Fault", "faults_of", "put_fault", "put_probes"]

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}


def changes_of(node: ast.AST) -> Iterator[ast.AST]:
    """What a node may become."""
    if isinstance(node, ast.Compare):
        for place, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                changed = copy.deepcopy(node)
                changed.ops[place] = other()
                yield changed
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in OPERATIONS:
        changed_operation = copy.deepcopy(node)
        changed_operation.op = OPERATIONS[type(node.op)]()
        yield changed_operation
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.Return) and node.value is not None and not is_as_good_as_none(node.value):
        yield ast.Return(ast.Constant(None))
    elif isinstance(node, ast.Break):
        yield ast.Pass()


def is_as_good_as_none(value: ast.expr) -> bool:
    """Is this False, an empty text or None? Who asks whether it is true sees no difference."""
    return isinstance(value, ast.Constant) and (value.value is False or value.value is None or value.value == "")


class Fault(NamedTuple):
    """The first line of its statement, and what was there and became what."""

    line: int
    change: str


def faults_of(tree: ast.Module) -> Iterator[Fault]:
    """Put every fault into a module in turn: each stays there until the next one is asked for."""
    for node, field, place, line in list(places_of(tree, 1)):
        holder = getattr(node, field)
        child = holder if place is None else holder[place]
        for changed in itertools.islice(changes_of(child), int(is_clamp(node)), None):
            ast.copy_location(changed, child)
            if place is None:
                setattr(node, field, changed)
            else:
                holder[place] = changed
            ast.fix_missing_locations(tree)
            yield Fault(line, f"{ast.unparse(child)} -> {ast.unparse(changed)}")
            if place is None:
                setattr(node, field, child)
            else:
                holder[place] = child


def is_clamp(node: ast.AST) -> bool:
    """Is this ``if a < b: b = a``? Whether equals are exchanged, which is the first change of ``<``, can't matter."""
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Compare)
        and isinstance(node.test.ops[0], ast.Lt | ast.Gt)
        and not node.orelse
        and isinstance(node.body[0], ast.Assign)
        and len(node.body) == len(node.body[0].targets) == 1
        and {ast.unparse(node.body[0].targets[0]), ast.unparse(node.body[0].value)}
        == {ast.unparse(node.test.left), ast.unparse(node.test.comparators[0])}
    )


def places_of(node: ast.AST, line: int) -> Iterator[tuple[ast.AST, str, int | None, int]]:
    """Every place in a tree where something may be changed, with the first line of its statement.

    Not in annotations, in errors and in ``__all__``.
    """
    if isinstance(node, ast.Raise | ast.Assert | ast.Import | ast.ImportFrom):
        return
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
        return
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_comment", "slice") and not (
            field == "slice" and isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
        ):
            continue
        children = value if isinstance(value, list) else [value]
        for place, child in enumerate(children):
            if isinstance(node, ast.Compare) and isinstance(child, ast.Constant):
                continue  # the edge of a comparison is moved by its operator
            if isinstance(child, ast.AST):
                first = child.lineno if isinstance(child, ast.stmt) else line
                yield node, field, place if isinstance(value, list) else None, first
                yield from places_of(child, first)


def put_fault(tree: ast.Module, number: int) -> None:
    """Put the fault of that number into a module."""
    next(itertools.islice(faults_of(tree), number, None))


def put_probes(tree: ast.Module) -> None:
    """Have a module call ``__touch__`` with the line of each statement that it comes to."""
    for node in list(ast.walk(tree)):
        for field, statements in ast.iter_fields(node):
            if isinstance(statements, list) and statements and isinstance(statements[0], ast.stmt):
                probed: list[ast.stmt] = []
                for statement in statements:
                    call = ast.parse(f"__touch__({statement.lineno})").body
                    told = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
                    if not told and not (isinstance(statement, ast.ImportFrom) and statement.module == "__future__"):
                        probed += call
                    probed.append(statement)
                setattr(node, field, probed)
    ast.fix_missing_locations(tree)
