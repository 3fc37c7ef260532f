"""Native code of a game, loaded: its rules one by one, and a kernel over them.

What a rule gets wrong (an index, a key, a division, an integer of too many bits) leaves the whole call with ``Failed``,
which knows the rule, the state and the move: the caller runs that rule interpreted, so that the author's own error is
raised.
"""

from __future__ import annotations

import ctypes
import struct
import threading
import weakref
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native.border import Arena, Border
from elagage.compiler.native.object_store import missing_symbols
from elagage.compiler.native.runtime import DESK_WORDS
from elagage.compiler.native.value_types import BOOL, FLOAT, Bool, Cell, EnumOf, Int, ListOf, Record, Type
from elagage.compiler.workers import Job, run_compilation

__all__ = [
    "KNOWING", "OUT_OF_MEMORY", "OVERFLOW", "RULES_WITH_STATE", "Compiled", "Desk", "Failed", "NativeCode",
    "TooNarrow", "has_lanes", "native_code", "optimise", "target_machine",
]  # fmt: skip

OVERFLOW, OUT_OF_MEMORY = 32, 33


class TooNarrow(Exception):
    """Integers of 64 bits are not enough."""


@dataclass
class Compiled:
    """The text of a game's rules and of a kernel over them, and what its states and moves are."""

    text: str
    state: Type
    move: Type
    bits: int
    words: bool
    """Are its ints words, which wrap?"""
    rules: tuple[str, ...]
    """The adapters of its rules."""
    shared: bool = False
    """Do its rules fill tables that last? Then one thread at a time may run them."""
    key: Type | None = None
    """What stands for a state in a table, if the rules say so."""
    memos: list[tuple[str, list[tuple[Any, Any]], Type, Type]] = field(default_factory=list)
    memo_objects: list[Any] = field(default_factory=list)


RULES_WITH_STATE = (
    "player", "over", "score", "final", "heuristic", "moves", "play", "order", "noisy", "symmetries", "bounds",
    "candidates", "key", "soonest", "latest",
)  # fmt: skip
"""The rules that kernels call, in the order of their numbers."""
KNOWING = {
    "score_bounds": "bounds", "some_moves": "candidates", "stand_in": "key", "first_wins": "soonest",
    "last_wins": "latest",
}  # fmt: skip
"""The adapters that only knowing kernels bring along, and the rules that they ask."""
TWO_NUMBERS = Record((FLOAT, FLOAT), None, "tuple")
ARENA = 1 << 26
FAULT_RULE, FAULT_STATE, FAULT_MOVE = 14, 15, 16


class Failed(Exception):
    """A compiled rule met something that must be run interpreted."""

    def __init__(self, code: int, rule: str, state: Any = None, move: Any = None) -> None:
        super().__init__(f"{rule}: {code}")
        self.code, self.rule, self.state, self.move = code, rule, state, move


READY = threading.Lock()
STARTED: list[Any] = []


def target_machine() -> Any:
    """LLVM's machine for this computer."""
    with READY:
        if not STARTED:
            llvm.initialize_native_target()
            llvm.initialize_native_asmprinter()
            STARTED.append(True)
    target = llvm.Target.from_default_triple()
    features = llvm.get_host_cpu_features().flatten()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=2, reloc="default", codemodel="jitdefault"
    )


@cache
def has_lanes() -> bool:
    """Can it calculate with four words at once, each shifted by its own number of bits?"""
    return bool(llvm.get_host_cpu_features().get("avx2"))


def optimise(module: Any, machine: Any, level: int) -> None:
    """Let LLVM do what it can for a module's speed."""
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=level))
    builder.getModulePassManager().run(module, builder)


def native_code(text: str) -> bytes:
    """The object code of a module's text."""
    return run_compilation(generate_code, text)


def generate_code(text: str) -> bytes:
    """The same, in a worker."""
    machine = target_machine()
    try:
        parsed = llvm.parse_assembly(
            f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n{text}'
        )
        parsed.verify()
    except RuntimeError as error:
        raise CannotCompile(
            "the compiler made a mistake ({problem})", problem=str(error).splitlines()[0][:100]
        ) from None
    optimise(parsed, machine, 2)
    code: bytes = machine.emit_object(parsed)
    missing = missing_symbols(code)
    if missing:
        raise CannotCompile("the machine lacks {name}", name=missing[0])
    return code


class Desk:
    """Memory for one call at a time: what the rules allocate, and what they were told or say of themselves."""

    def __init__(self, compiled: Compiled) -> None:
        self.arena = Arena(ARENA)
        self.border = Border(self.arena, compiled.bits, words=compiled.words)
        self.words = (ctypes.c_int64 * DESK_WORDS).from_buffer(self.arena.memory, self.arena.take(8 * DESK_WORDS))
        self.address = ctypes.addressof(self.words)
        self.answer = self.arena.take(64)
        self.state_at = self.arena.take(self.border.layout(compiled.state)[0])
        self.move_at = self.arena.take(self.border.layout(compiled.move)[0])
        self.result_at = self.arena.take(self.border.layout(compiled.state)[0] + 64)
        self.start_at = self.arena.used

    def place(self, offset: int) -> int:
        """The address of a place in the arena."""
        return self.arena.base + offset

    def begin(self) -> None:
        """Empty the memory."""
        self.arena.used = self.start_at

    def free_memory(self) -> None:
        """Give the rules all memory that is left."""
        words, arena = self.words, self.arena
        words[0], words[1], words[2] = arena.base + arena.used, arena.base + arena.size, 0
        words[FAULT_RULE], words[FAULT_STATE] = 0, self.place(self.result_at)


def load_code(code: bytes) -> Any:
    """Object code in memory, ready to run."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target_machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


class NativeCode:
    """A module in memory: the rules, and one kernel."""

    def __init__(self, compiled: Compiled, code: bytes) -> None:
        self.compiled = compiled
        self.engine = run_compilation(load_code, code)
        weakref.finalize(self, Job(self.engine.close).start).atexit = False  # no caller takes the lock of LLVM
        self.calls: dict[str, Any] = {}
        self.fill_memos()

    def function(self, name: str, *kinds: Any) -> Any:
        """An entry of the native code."""
        if name not in self.calls:
            address = run_compilation(self.engine.get_function_address, name)
            if not address:  # a call would end the process
                raise CannotCompile("the machine lacks {name}", name=name)
            self.calls[name] = ctypes.CFUNCTYPE(*kinds)(address)
        return self.calls[name]

    def fill_memos(self) -> None:
        """Give the memos what the rules had in them."""
        if not self.compiled.memos:
            return
        desk = Desk(self.compiled)
        for name, held, key_kind, kind in self.compiled.memos:
            fill = self.function(f"fill_{name}", ctypes.c_int32, *[ctypes.c_void_p] * 3)
            for key, value in held:
                desk.begin()
                key_at = desk.arena.take(desk.border.layout(key_kind)[0])
                value_at = desk.arena.take(desk.border.layout(kind)[0])
                desk.border.write(key_at, key, key_kind)
                desk.border.write(value_at, value, kind)
                desk.free_memory()
                if fill(desk.address, desk.place(key_at), desk.place(value_at)):
                    raise MemoryError

    def rule(self, desk: Desk, name: str, state: Any, move: Any = None) -> Any:
        """What a rule says of a state: ``max``, ``over``, ``moves``, ``play``, ``final``, ``heuristic``, ``order``."""
        compiled = self.compiled
        kinds: dict[str, Type] = {
            "max": BOOL,
            "over": BOOL,
            "moves": ListOf(Cell(compiled.move)),
            "play": compiled.state,
        }
        kinds |= {"noisy": BOOL, "symmetries": ListOf(Cell(compiled.state))}
        kinds |= {"bounds": TWO_NUMBERS, "soonest": TWO_NUMBERS, "latest": TWO_NUMBERS}
        kinds |= {"candidates": kinds["moves"], "key": compiled.key or compiled.state}
        desk.begin()
        desk.border.write(desk.state_at, state, compiled.state)
        with_move = name in ("play", "order", "noisy")
        if with_move:
            desk.border.write(desk.move_at, move, compiled.move)
        desk.free_memory()
        pointers = [ctypes.c_void_p] * (4 if with_move else 3)
        function = self.function(f"e_{name}", ctypes.c_int32, *pointers)
        places = [desk.place(desk.state_at)] + ([desk.place(desk.move_at)] if with_move else [])
        code = function(desk.address, *places, desk.place(desk.result_at))
        if code:
            raise Failed(code, name)
        return desk.border.read(desk.place(desk.result_at), kinds.get(name, FLOAT))

    def run(self, desk: Desk, arguments: tuple[int, ...]) -> int:
        """What the kernel gives for these words."""
        desk.begin()
        desk.free_memory()
        kinds = [ctypes.c_int64] * len(arguments)
        function = self.function("e_kernel", ctypes.c_int32, ctypes.c_void_p, *kinds, ctypes.c_void_p)
        code = function(desk.address, *map(int, arguments), desk.place(desk.answer))
        if code:
            raise self.read_failure(desk, code)
        return int(struct.unpack_from("<q", desk.arena.memory, desk.answer)[0])

    def read_failure(self, desk: Desk, code: int) -> Failed:
        """The failure that a kernel left behind."""
        number = desk.words[FAULT_RULE]
        if not number:
            return Failed(code, "")
        rule, compiled = RULES_WITH_STATE[number - 1], self.compiled
        state = desk.border.read(desk.place(desk.result_at), compiled.state)
        move = None
        if rule in ("play", "order", "noisy"):
            word, kind = desk.words[FAULT_MOVE], compiled.move
            if isinstance(kind, Int | EnumOf | Bool) and compiled.bits == 64:
                struct.pack_into("<q", desk.arena.memory, desk.move_at, word)
                word = desk.place(desk.move_at)
            move = desk.border.read(word, kind)
        return Failed(code, rule, state, move)
