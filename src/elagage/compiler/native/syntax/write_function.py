"""A function, from its first statement to its last."""

from __future__ import annotations

import ast

from elagage.compiler.native.module import Module, Specialised
from elagage.compiler.native.syntax.statements import GIVE_MARK
from elagage.compiler.native.syntax.variants import FunctionWriter
from elagage.compiler.native.value_types import Int
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
    head = f"define internal i32 {spec.name}(ptr %c{texts}, ptr noalias nocapture %out) "
    if spec.recursive and isinstance(spec.answer, Int):
        return head + answer_in_registers(spec.name, texts, [*builder.places, *builder.lines, *builder.tail], builder)
    return "\n".join([head + "{", *builder.places, *builder.lines, *builder.tail, "}"])


def answer_in_registers(name: str, parameters: str, body: list[str], builder: FunctionWriter) -> str:
    """The rest of a function that calls itself and answers with an int: another one gives back error and answer in two
    registers, and this one, which is written into its callers, puts the answer where they want it.
    """
    both = f"{{i32, {builder.whole}}}"
    lines = []
    for number, line in enumerate(body):
        if not line.startswith("  ret i32 "):
            lines.append(line)
            continue
        lines += [
            f"  %answer{number} = load {builder.whole}, ptr %out",
            f"  %both{number} = insertvalue {both} undef, i32 {line.removeprefix('  ret i32 ')}, 0",
            f"  %all{number} = insertvalue {both} %both{number}, {builder.whole} %answer{number}, 1",
            f"  ret {both} %all{number}",
        ]
    return "\n".join([
        "alwaysinline {",
        f"  %both = call {both} {name}.inside(ptr %c{parameters})",
        f"  %answer = extractvalue {both} %both, 1",
        f"  store {builder.whole} %answer, ptr %out",
        f"  %error = extractvalue {both} %both, 0",
        "  ret i32 %error",
        "}",
        f"define internal {both} {name}.inside(ptr %c{parameters}) {{",
        f"  %out = alloca {builder.whole}",
        *lines,
        "}",
    ])  # fmt: skip
