"""Single functions as native code, without kernels and with every check on: for tests, and for whoever wants to
compare rule by rule.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native.border import Arena, Border
from elagage.compiler.native.module import Module, Restart, Specialised
from elagage.compiler.native.native_game import Failed, TooNarrow, optimise, target_machine
from elagage.compiler.native.object_store import missing_symbols
from elagage.compiler.native.python_types import Settings, type_of_value
from elagage.compiler.native.runtime import DESK_WORDS, runtime
from elagage.compiler.native.syntax.write_function import write_function
from elagage.compiler.native.value_types import (
    Clash,
    Never,
    Type,
    join_loosely,
)  # fmt: skip
from elagage.compiler.native.values.builder import memory_type

__all__ = ["compile_functions"]

NativeFunction = Callable[..., Any]


def compile_functions(
    functions: Sequence[tuple[FunctionType, Sequence[tuple[Any, ...]]]], *, level: int = 1
) -> list[NativeFunction | CannotCompile]:
    """Each function for the types of its example arguments, as native code or with the reason why it has none.

    A native function raises Failed with the code of its error.
    """
    found: list[tuple[Module, Specialised, list[Type]] | CannotCompile] = [
        write_one(function, examples) for function, examples in functions
    ]
    machine = target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    arena = Arena(1 << 24)
    results: list[NativeFunction | CannotCompile] = []
    for written in found:
        if isinstance(written, CannotCompile):
            results.append(written)
            continue
        module, spec, kinds = written
        try:
            results.append(load_one(module, spec, kinds, len(results), engine, machine, arena, level))
        except CannotCompile as error:
            results.append(error)
    return results


def write_one(
    function: FunctionType, examples: Sequence[tuple[Any, ...]]
) -> tuple[Module, Specialised, list[Type]] | CannotCompile:
    """One function written, or the reason why not."""
    bits = 64
    Settings.changed_lists = False
    while bits <= 128:
        module = Module(write_function, bits)
        try:
            kinds: list[Type] = [type_of_value(value) for value in examples[0]]
            for example in examples[1:]:
                kinds = [join_loosely(kind, type_of_value(value)) for kind, value in zip(kinds, example, strict=True)]
            for kind in kinds:
                module.note_mixed(kind)
            code = module.code_of(function)
            names = [argument.arg for argument in code.node.args.args]
            made: list[Specialised] = []

            def roots(made: list[Specialised] = made, module: Module = module, kinds: list[Type] = kinds) -> None:
                made[:] = [module.specialise(code, names, kinds)]  # noqa: B023
                module.answer(made[0])

            module.settle(roots)
            if isinstance(made[0].answer, Never) or module.memos:
                return CannotCompile("it never gives a value", code.name)
            return module, made[0], kinds
        except Restart:
            continue
        except TooNarrow:
            bits *= 2
        except Clash as error:
            return CannotCompile("a value has two types here: {both}", function.__name__, both=error)
        except CannotCompile as error:
            return error
    return CannotCompile("the integer {number} does not fit into {bits} bits", function.__name__, number="", bits=128)


def load_one(
    module: Module,
    spec: Specialised,
    kinds: list[Type],
    number: int,
    engine: Any,
    machine: Any,
    arena: Arena,
    level: int,
) -> NativeFunction:
    """The native code of one function."""
    whole = module.whole
    loads = [f"  %v{i} = load {memory_type(kind, whole)}, ptr %p{i}" for i, kind in enumerate(kinds)]
    given = "".join(f", {memory_type(kind, whole)} %v{i}" for i, kind in enumerate(kinds))
    places = "".join(f", ptr %p{i}" for i in range(len(kinds)))
    entry = [
        f"define i32 @entry{number}(ptr %c{places}, ptr %o) {{",
        *loads,
        f"  %r = call i32 {spec.name}(ptr %c{given}, ptr %o)",
    ]
    parts = [runtime(whole), *(made.text for made in module.specialised.values() if made.round == module.round)]
    parts += [*module.helpers.values(), *(f"{name} = private constant {text}" for text, name in module.globals.items())]
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n'
    text = head + "\n".join([*parts, *entry, "  ret i32 %r", "}"])
    try:
        parsed = llvm.parse_assembly(text)
        parsed.verify()
    except RuntimeError as error:
        raise AssertionError(f"{error}\n{spec.code.name}") from None
    optimise(parsed, machine, level)
    code = machine.emit_object(parsed)
    if missing_symbols(code):
        raise CannotCompile("the machine lacks {name}", spec.code.name, name=missing_symbols(code)[0])
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    function = ctypes.CFUNCTYPE(ctypes.c_int32, *[ctypes.c_void_p] * (len(kinds) + 2))(
        engine.get_function_address(f"entry{number}")
    )
    border = Border(arena, module.bits)

    def call(*arguments: Any) -> Any:
        arena.used = 0
        desk_at = arena.take(8 * DESK_WORDS)
        desk = (ctypes.c_int64 * DESK_WORDS).from_buffer(arena.memory, desk_at)
        result = arena.take(border.layout(spec.answer)[0] + 16)
        at = [arena.take(border.layout(kind)[0]) for kind in kinds]
        for place, value, kind in zip(at, arguments, kinds, strict=True):
            border.write(place, value, kind)
        desk[0], desk[1], desk[2] = arena.base + arena.used, arena.base + arena.size, 0
        failed = function(arena.base + desk_at, *(arena.base + place for place in at), arena.base + result)
        if failed:
            raise Failed(failed, spec.code.name, [])
        return border.read(arena.base + result, spec.answer)

    call.engine = engine  # type: ignore[attr-defined]
    return call
