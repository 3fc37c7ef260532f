"""Variables that a function shares with functions inside it, seen from its source.

A nested function usually sees what a variable held when it was made. Where it changes the variable (``nonlocal``), or
where the variable is set again after the nested function was made, both share a box instead: a list of one element,
or of none while the variable is not set.
"""

from __future__ import annotations

import ast
import functools

__all__ = ["box_name", "boxed_names", "is_used_once"]

Function = ast.FunctionDef | ast.Lambda


def box_name(name: str) -> str:
    """The hidden variable that holds a variable's box."""
    return f"{name} box"


@functools.lru_cache(maxsize=1024)
def boxed_names(node: Function) -> frozenset[str]:
    """The variables of a function's own that need a box."""
    if not any(isinstance(part, Function) for part in ast.walk(node) if part is not node):
        return frozenset()
    own = {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
    stores: dict[str, list[int]] = {}
    for part in inside(node):
        name = stored_name(part)
        if name:
            own.add(name)
            stores.setdefault(name, []).append(getattr(part, "lineno", 0))
    own -= {name for part in inside(node) if isinstance(part, ast.Nonlocal | ast.Global) for name in part.names}
    result: set[str] = set()
    for nested, loops in nested_functions(node):
        for part in ast.walk(nested):
            if isinstance(part, ast.Nonlocal):
                result |= own & set(part.names)
        if isinstance(nested, ast.Lambda) and not is_kept(node, nested):
            continue
        looped = {name for loop in loops for part in inside(loop) if (name := stored_name(part))}
        for name in free_names(nested) & own:
            if name in looped or any(line > nested.lineno for line in stores.get(name, ())):
                result.add(name)
    return frozenset(result)


def inside(node: ast.AST) -> list[ast.AST]:
    """All parts of a function or loop but those of functions and comprehensions inside it; a nested function itself
    is one.
    """
    found: list[ast.AST] = []
    waiting = list(ast.iter_child_nodes(node))
    while waiting:
        part = waiting.pop()
        found.append(part)
        if not isinstance(part, Function | ast.ClassDef | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            waiting += ast.iter_child_nodes(part)
        elif not isinstance(part, Function | ast.ClassDef):
            waiting += [inner for inner in ast.walk(part) if isinstance(inner, ast.NamedExpr)]
    return found


def stored_name(part: ast.AST) -> str:
    """The name that a part of the source gives a value to."""
    if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
        return part.id
    if isinstance(part, ast.FunctionDef):
        return part.name
    if isinstance(part, ast.NamedExpr):
        return part.target.id
    return part.name or "" if isinstance(part, ast.MatchAs | ast.MatchStar) else ""


def nested_functions(node: Function) -> list[tuple[Function, list[ast.AST]]]:
    """The functions directly inside a function, each with the loops of the function that it stands in."""
    found: list[tuple[Function, list[ast.AST]]] = []

    def look(part: ast.AST, loops: list[ast.AST]) -> None:
        for child in ast.iter_child_nodes(part):
            if isinstance(child, Function):
                found.append((child, loops))
            elif isinstance(child, ast.For | ast.While):
                look(child, [*loops, child])
            else:
                look(child, loops)

    look(node, [])
    return found


def is_kept(node: Function, nested: ast.Lambda) -> bool:
    """Is a lambda given a name, so that it may be called later?"""
    return any(
        isinstance(part, ast.Assign | ast.AnnAssign | ast.NamedExpr) and part.value is nested for part in ast.walk(node)
    )


def free_names(node: Function) -> set[str]:
    """The names that a function uses of those around it."""
    own = {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
    own |= {name for part in inside(node) if (name := stored_name(part))}
    declared = {name for part in inside(node) if isinstance(part, ast.Nonlocal) for name in part.names}
    used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return (used - own) | declared


def is_used_once(node: Function, statement: ast.Assign, name: str) -> bool:
    """Is what a statement gives a name to used in one place alone, where all that it reads is as it was at the
    statement?
    """
    uses = [part for part in ast.walk(node) if isinstance(part, ast.Name) and part.id == name]
    loads = [part for part in uses if isinstance(part.ctx, ast.Load)]
    if len(uses) != 2 or len(loads) != 1 or loads[0].lineno < statement.lineno:
        return False
    if any(loads[0] is part for nested, _loops in nested_functions(node) for part in ast.walk(nested)):
        return False
    for part in ast.walk(node):
        repeats = isinstance(part, ast.For | ast.While | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp)
        if repeats and any(inner is loads[0] for inner in ast.walk(part)):
            source = part.iter if isinstance(part, ast.For) else getattr(part, "generators", [None])[0]
            source = getattr(source, "iter", source)
            at_start = source is not None and any(inner is loads[0] for inner in ast.walk(source))
            if not at_start and not any(inner is statement for inner in ast.walk(part)):
                return False
    read = {part.id for part in ast.walk(statement.value) if isinstance(part, ast.Name)}
    return not any(
        stored_name(part) in read and getattr(part, "lineno", 0) > statement.lineno
        for part in inside(node)
        if stored_name(part)
    )
