"""A function, from its first statement to its last."""

from __future__ import annotations

import ast

from elagage.compiler.native.module import Module, Specialised
from elagage.compiler.native.syntax.statements import GIVE_MARK
from elagage.compiler.native.syntax.variants import FunctionWriter
from elagage.compiler.native.values.builder import Value

__all__ = ["GIVE_MARK", "TAKE_MARK", "write_function"]

TAKE_MARK = "  %mark = load ptr, ptr %c"

DEEPEST_RECURSION = 800


def write_function(module: Module, spec: Specialised) -> str:
    """The text of a function."""
    builder = FunctionWriter(module, spec)
    node = spec.code.node
    builder.places.append("  %error = alloca i32")
    parameters = []
    for number, (name, kind) in enumerate(zip(spec.names, spec.types, strict=True)):
        parameters.append(f"{builder.llvm(kind)} %a{number}")
        value = Value(kind, f"%a{number}")
        builder.set_variable(name, value)
    if spec.code.rule:
        state, *rest = (Value(kind, f"%a{number}") for number, kind in enumerate(spec.types) if number)
        builder.fault = (spec.code.rule, state, rest[0] if rest else None)
    builder.open_boxes()
    was_recursive = spec.recursive
    if was_recursive and not spec.code.kernel:  # kernels know how deep they go
        builder.need(builder.let(f"call i1 @rt_sink(ptr %c, i64 {DEEPEST_RECURSION})"), "recursion")
    if spec.code.kernel == "releases":
        builder.lines.append(TAKE_MARK)
    if spec.code.generator:
        builder.given = builder.begin_list(node, "generator")
    if isinstance(node, ast.Lambda):
        builder.attempt(lambda: builder.give_back(builder.expression(node.body)))
    else:
        builder.statements(node.body)
    if not builder.dead:
        builder.give_back(builder.finish_list(builder.given) if builder.given is not None else builder.none())
    if spec.recursive != was_recursive:
        module.changed = True
    texts = "".join(f", {parameter}" for parameter in parameters)
    head = f"define internal i32 {spec.name}(ptr %c{texts}, ptr noalias nocapture %out) {{"
    return "\n".join([head, *builder.places, *builder.lines, *builder.tail, "}"])
