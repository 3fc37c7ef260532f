"""A game's native code, loaded: its rules one by one, counting, searching; and the comparison with the rules as they were written.

What a rule gets wrong (an index, a key, a division, an integer of too many bits) leaves the whole call with ``Failed``, which knows the state:
the caller runs that rule interpreted, so that the author's own error is raised.
"""

from __future__ import annotations

import ctypes
import struct
import threading
from typing import Any

import llvmlite.binding as llvm

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native.border import Arena, Border
from elagage.compiler.native.compile_rules import Compiled
from elagage.compiler.native.object_symbols import missing_symbols
from elagage.compiler.native.runtime import DESK_WORDS, PLIES, RULE_NUMBERS
from elagage.compiler.native.value_types import BOOL, FLOAT, Clash, Seq
from elagage.game import Game

__all__ = ["Failed", "NativeGame", "Stopped", "native_code"]

ARENA = 1 << 26
STOPPED = 1000


class Failed(Exception):
    """A compiled rule met something that must be run interpreted: after these moves, by their numbers, from where the call began."""

    def __init__(self, code: int, rule: str, path: list[int]) -> None:
        super().__init__(f"{rule}: {code}")
        self.code, self.rule, self.path = code, rule, path


class Stopped(Exception):
    """The search was told to stop."""


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


def native_code(compiled: Compiled) -> bytes:
    """The object code of a module's text."""
    machine = target_machine()
    try:
        parsed = llvm.parse_assembly(
            f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n{compiled.text}'
        )
        parsed.verify()
    except RuntimeError as error:
        raise CannotCompile(
            "the compiler made a mistake ({problem})", problem=str(error).splitlines()[0][:100]
        ) from None
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=2))
    builder.getModulePassManager().run(parsed, builder)
    code: bytes = machine.emit_object(parsed)
    missing = missing_symbols(code)
    if missing:
        raise CannotCompile("the machine lacks {name}", name=missing[0])
    return code


class NativeGame:
    """A game with its native code. One call at a time: whoever calls holds ``lock``."""

    def __init__(self, game: Game[Any, Any], compiled: Compiled, code: bytes) -> None:
        self.game, self.compiled = game, compiled
        self.lock = threading.RLock()
        machine = target_machine()
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self.engine.finalize_object()
        self.arena = Arena(ARENA)
        self.border = Border(self.arena, compiled.bits)
        desk = self.arena.take(8 * DESK_WORDS)
        self.desk = (ctypes.c_int64 * DESK_WORDS).from_buffer(self.arena.memory, desk)
        self.desk_address = self.arena.base + desk
        lines = self.arena.take(8 * (PLIES + 2) * PLIES)
        self.line_words = (ctypes.c_int64 * PLIES).from_buffer(self.arena.memory, lines)
        path = self.arena.take(8 * (PLIES + 2))
        self.path_words = (ctypes.c_int64 * PLIES).from_buffer(self.arena.memory, path)
        self.answer = self.arena.take(64)
        self.state_at = self.arena.take(self.border.layout(compiled.state)[0])
        self.move_at = self.arena.take(self.border.layout(compiled.move)[0])
        self.result_at = self.arena.take(self.border.layout(compiled.state)[0] + 64)
        self.desk[15], self.desk[16] = self.arena.base + lines, self.arena.base + path
        self.table: Any = None
        self.start_at = self.arena.used
        self.calls: dict[str, Any] = {}
        self.set_table(1 << 10)
        self.fill_memos()

    def function(self, name: str, *kinds: Any) -> Any:
        """An entry of the native code."""
        if name not in self.calls:
            address = self.engine.get_function_address(name)
            self.calls[name] = ctypes.CFUNCTYPE(*kinds)(address)
        return self.calls[name]

    def fill_memos(self) -> None:
        """Give the memos what the rules had in them."""
        for name, held, kind in self.compiled.memos:
            fill = self.function(f"fill_{name}", None, ctypes.c_void_p, ctypes.c_void_p)
            for key, value in held:
                self.border.write_int(self.answer, key)
                self.border.write(self.answer + 32, value, kind)
                fill(self.arena.base + self.answer, self.arena.base + self.answer + 32)

    def set_table(self, entries: int) -> None:
        """A table of so many entries, a power of two, all empty."""
        self.table = (ctypes.c_int64 * (4 * entries))()
        self.desk[11], self.desk[12] = ctypes.addressof(self.table), entries - 1

    def begin(self) -> None:
        """Empty the memory."""
        self.arena.used = self.start_at
        self.desk[2] = 0

    def seat(self, state: Any) -> None:
        """Put a state where rules find it; Clash if it is not of the type that states have."""
        self.begin()
        self.border.write(self.state_at, state, self.compiled.state)

    def free_memory(self) -> None:
        """Give the rules all memory that is left."""
        self.desk[0], self.desk[1] = self.arena.base + self.arena.used, self.arena.base + self.arena.size
        self.desk[2] = 0

    def failed(self, code: int, rule: str = "") -> Exception:
        """The error of a call that did not end well."""
        if code == STOPPED:
            return Stopped()
        ply = self.desk[13]
        name = rule or RULE_NUMBERS[self.desk[14]]
        count = ply + 1 if name in ("play", "order") else ply
        return Failed(code, name, [] if rule else [self.path_words[number] for number in range(count)])

    # Rules one by one -----------------------------------------------------------------------------------------------

    def rule(self, name: str, state: Any, move: Any = None) -> Any:
        """What a compiled rule says of a state: ``max``, ``over``, ``moves``, ``play``, ``final``, ``heuristic`` or ``order``."""
        kinds = {"max": BOOL, "over": BOOL, "moves": Seq(self.compiled.move), "play": self.compiled.state}
        with_move = name in ("play", "order")
        self.seat(state)
        if with_move:
            self.border.write(self.move_at, move, self.compiled.move)
        self.free_memory()
        pointers = [ctypes.c_void_p] * (4 if with_move else 3)
        function = self.function(f"e_{name}", ctypes.c_int32, *pointers)
        places = [self.arena.base + self.state_at] + ([self.arena.base + self.move_at] if with_move else [])
        code = function(self.desk_address, *places, self.arena.base + self.result_at)
        if code:
            raise self.failed(code, name)
        return self.border.read(self.arena.base + self.result_at, kinds.get(name, FLOAT))

    # Kernels --------------------------------------------------------------------------------------------------------

    def limit(self, nodes: int | None) -> None:
        """Set the counters to zero and the limit of nodes."""
        for number in range(3, 11):
            self.desk[number] = 0
        self.desk[5] = (1 << 62) if nodes is None else nodes

    def count(self, state: Any, depth: int, ended: bool) -> int:
        """How many lines of play there are."""
        self.seat(state)
        self.limit(None)
        self.free_memory()
        integer, pointer = ctypes.c_int64, ctypes.c_void_p
        function = self.function("e_perft", ctypes.c_int32, pointer, pointer, integer, integer, pointer)
        place = self.arena.base + self.answer
        code = function(self.desk_address, self.arena.base + self.state_at, depth, int(ended), place)
        if code:
            raise self.failed(code)
        return int(struct.unpack_from("<q", self.arena.memory, self.answer)[0])

    def search(self, state: Any, depth: int, alpha: float, beta: float) -> tuple[float, list[int]]:
        """Alpha-beta's value for the player to move, and the line by the numbers of its moves."""
        self.seat(state)
        self.free_memory()
        pointer, real = ctypes.c_void_p, ctypes.c_double
        function = self.function("e_search", ctypes.c_int32, pointer, pointer, ctypes.c_int64, real, real, pointer)
        place = self.arena.base + self.answer
        code = function(self.desk_address, self.arena.base + self.state_at, depth, alpha, beta, place)
        if code:
            raise self.failed(code)
        line = []
        for number in self.line_words:
            if number < 0:
                break
            line.append(int(number))
        return struct.unpack_from("<d", self.arena.memory, self.answer)[0], line


def fits(native: NativeGame, state: Any) -> bool:
    """Is a state of the type that the native code was made for?"""
    try:
        native.seat(state)
    except (Clash, MemoryError):
        return False
    return True
