"""A game's rules become one module of native code: the types of states are seen in random games, everything else
follows from the source.
"""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native.kernel_rules import KernelRules
from elagage.compiler.native.module import FunctionCode, Module, Specialised
from elagage.compiler.native.native_game import KNOWING, Compiled, TooNarrow
from elagage.compiler.native.python_types import type_of_value
from elagage.compiler.native.runtime import runtime
from elagage.compiler.native.syntax.variants import FunctionWriter
from elagage.compiler.native.syntax.write_function import GIVE_MARK, TAKE_MARK, write_function
from elagage.compiler.native.value_types import INT, NEVER, Clash, Const, ListOf, Memo, Never, Type, join_loosely
from elagage.compiler.native.values.builder import memory_type
from elagage.game import Game

__all__ = ["HELPS", "RulesWriter"]

ENTRIES = {
    "e_max": "max_moves", "e_over": "is_over", "e_moves": "all_moves", "e_play": "after", "e_final": "final_value",
    "e_heuristic": "estimate", "e_order": "rank", "e_noisy": "is_noisy", "e_symmetries": "images",
    "e_bounds": "score_bounds", "e_candidates": "some_moves", "e_key": "stand_in", "e_soonest": "first_wins",
    "e_latest": "last_wins",
}  # fmt: skip
"""The rules that Python calls one by one, and their adapters."""
ADAPTERS = """
def max_moves(game, state):
    return game.player(state) == 0
def is_over(game, state):
    return bool(game.over(state))
def all_moves(game, state):
    return [move for move in game.moves(state)]
def after(game, state, move):
    return game.play(state, move)
def final_value(game, state):
    return float(game.final(state))
def estimate(game, state):
    return float(game.heuristic(state))
def rank(game, state, move):
    return float(game.order(state, move))
def is_noisy(game, state, move):
    return bool(game.noisy(state, move))
def images(game, state):
    return [image for image in game.symmetries(state)]
def score_bounds(game, state):
    low, high = game.bounds(state)
    return (float(low), float(high))
def some_moves(game, state):
    return [move for move in game.candidates(state)]
def stand_in(game, state):
    return game.key(state)
def first_wins(game, state):
    for_max, for_min = game.soonest(state)
    return (float(for_max), float(for_min))
def last_wins(game, state):
    for_max, for_min = game.latest(state)
    return (float(for_max), float(for_min))
"""
HELPS = {"images": "symmetries", **KNOWING}
"""Rules that only make a search shorter, by their adapters: one that can't be compiled is left out."""


class RulesWriter:
    """A game's rules with their types settled, to which kernels are written one by one."""

    def __init__(
        self, game: Game[Any, Any], samples: list[Any], bits: int, *, words: bool = False, without: tuple[str, ...] = ()
    ) -> None:
        if bits == 64 and any(has_wide_ints(state, 1 << 64 if words else 1 << 63) for state in samples):
            raise TooNarrow
        self.game, self.bits = game, bits
        self.module = Module(write_function, bits, words=words)
        try:
            seen: Type = NEVER
            for state in samples:
                seen = join_loosely(seen, type_of_value(state))
        except Clash as error:
            raise CannotCompile(
                "a constant or a state holds {what}, which is not compiled", "state", what=error
            ) from None
        self.module.note_mixed(seen)
        self.state = seen
        self.specs: dict[str, Specialised] = {}
        self.codes = {
            node.name: FunctionCode(node, rule_of(node), {"__builtins__": __builtins__})
            for node in ast.parse(ADAPTERS).body
            if isinstance(node, ast.FunctionDef)
        }
        cls = type(game)
        self.has_over, self.has_order = cls.over is not Game.over, cls.order is not Game.order
        self.has_noisy = cls.noisy is not Game.noisy
        self.helps = tuple(
            adapter
            for adapter, rule in HELPS.items()
            if rule not in without
            and (game.symmetric_keys if rule == "symmetries" else getattr(cls, rule) is not getattr(Game, rule))
        )
        self.knowing = True
        """Are the rules written that say what an author knows?"""
        self.module.settle(self.write_rules)
        check_memos(self.module)
        self.key = self.specs["stand_in"].answer if "stand_in" in self.specs else None
        """The type of what stands for a state in a table, if the rules say so."""
        self.move = self.move_type()
        if isinstance(self.move, Never):
            raise CannotCompile("no moves were found", "moves")

    def write_rule(self, name: str, *kinds: Type) -> Specialised:
        """One rule for such arguments."""
        code = self.codes[name]
        names = [argument.arg for argument in code.node.args.args]
        self.specs[name] = self.module.specialise(code, names, [Const(self.game), *kinds])
        self.module.answer(self.specs[name])
        return self.specs[name]

    def write_rules(self) -> None:
        """All rules, as far as their types are known."""
        self.specs.clear()
        state = self.state
        self.write_rule("all_moves", state)
        move = self.move_type()
        if not isinstance(move, Never):
            made = self.write_rule("after", state, move)
            try:
                self.state = join_loosely(state, made.answer)
            except Clash as error:
                raise CannotCompile("a value has two types here: {both}", "play", both=error) from None
            self.module.note_change_if(self.state != state or made.answer != self.state)
            made.answer = self.state
            if self.has_order:
                self.write_rule("rank", state, move)
            if self.has_noisy:
                self.write_rule("is_noisy", state, move)
        self.write_rule("max_moves", state)
        if self.has_over:
            self.write_rule("is_over", state)
        self.write_rule("final_value", state)
        self.write_rule("estimate", state)
        for adapter in self.helps:
            if adapter == "images" or self.knowing:
                self.write_rule(adapter, state)

    def move_type(self) -> Type:
        """The type of moves, as far as it is known."""
        listed = self.specs["all_moves"].answer
        return listed.cell.root().item if isinstance(listed, ListOf) else NEVER

    def write_kernel(self, rules: KernelRules, kernel: FunctionType) -> Compiled:
        """The module of the rules and a kernel, whose arguments are the rules and ints."""
        module = self.module
        self.knowing = getattr(kernel, "knowing", False)
        module.state_type, module.move_type = self.state, self.move
        code = module.code_of(kernel)
        names = [argument.arg for argument in code.node.args.args]
        kinds: list[Type] = [Const(rules), *[INT] * (len(names) - 1)]
        made: list[Specialised] = []

        def write_all() -> None:
            self.write_rules()
            made[:] = [module.specialise(code, names, kinds)]
            module.answer(made[0])

        module.settle(write_all)
        check_memos(module)
        memos = [
            (f"memo{memo.number}", list(held.items()), memo.key.root().item, memo.value.root().item)
            for memo, held in zip(module.memos.values(), module.memo_objects, strict=True)
        ]
        text = self.assemble(made[0])
        shared = any(key.startswith("table ") for key in module.helpers)
        found = tuple(self.specs)
        return Compiled(
            text, self.state, self.move, self.bits, module.words, found, shared, self.key, memos, module.memo_objects
        )

    def assemble(self, kernel: Specialised) -> str:
        """The whole text."""
        module, whole = self.module, self.module.whole
        parts = [runtime(whole)]
        writer = FunctionWriter(module, self.specs["max_moves"])
        for memo in module.memos.values():
            writer.write_table(f"memo{memo.number}", memo.key.root().item, memo.value.root().item)
        texts = [spec.text for spec in module.specialised.values() if spec.round == module.round]
        if not any("@rt_alloc(" in text or "@rt_regrow(" in text for text in texts):
            texts = [text.replace(TAKE_MARK, "").replace(GIVE_MARK, "") for text in texts]
        parts += texts
        parts += [self.write_entry(link, name) for link, name in ENTRIES.items() if name in self.specs]
        parts.append(write_kernel_entry(kernel, whole))
        fillers = [write_filler(module, self.specs["max_moves"], memo) for memo in module.memos.values()]
        parts += [*module.helpers.values(), *fillers]
        parts += [f"{name} = private constant {text}" for text, name in module.globals.items()]
        return "\n\n".join(parts)

    def write_entry(self, link: str, name: str) -> str:
        """A rule as a function that Python calls with addresses."""
        whole = self.module.whole
        state, move = memory_type(self.state, whole), memory_type(self.move, whole)
        with_move = name in ("after", "rank", "is_noisy")
        given = f"{state} %s" + (f", {move} %m" if with_move else "")
        loads = f"  %s = load {state}, ptr %sp\n" + (f"  %m = load {move}, ptr %mp\n" if with_move else "")
        places = "ptr %sp" + (", ptr %mp" if with_move else "")
        call = f"  %r = call i32 {self.specs[name].name}(ptr %c, i1 false, {given}, ptr %o)\n  ret i32 %r"
        return f"define i32 @{link}(ptr %c, {places}, ptr %o) {{\n{loads}{call}\n}}"


def write_filler(module: Module, spec: Specialised, memo: Memo) -> str:
    """The function that gives a memo what the rules had in it."""
    builder = FunctionWriter(module, spec)
    builder.in_helper = True
    key, held = memo.key.root().item, memo.value.root().item
    builder.table_put(f"memo{memo.number}", builder.load(key, "%kp"), builder.load(held, "%vp"), must=True)
    head = f"define i32 @fill_memo{memo.number}(ptr %c, ptr %kp, ptr %vp) {{"
    lines = [head, "  %error = alloca i32", *builder.places, *builder.lines, "  ret i32 0", *builder.tail, "}"]
    return "\n".join(lines)


def write_kernel_entry(kernel: Specialised, whole: str) -> str:
    """A kernel as a function that Python calls with words; its answer is a word."""
    count = len(kernel.types) - 1
    given = "".join(f", i64 %w{number}" for number in range(count))
    wide = [
        f"  %a{number} = " + (f"add i64 %w{number}, 0" if whole == "i64" else f"sext i64 %w{number} to {whole}")
        for number in range(count)
    ]
    passed = "".join(f", {whole} %a{number}" for number in range(count))
    answer = memory_type(kernel.answer, whole)
    lines = [f"define i32 @e_kernel(ptr %c{given}, ptr %o) {{", *wide, f"  %p = alloca {answer}"]
    lines.append(f"  %r = call i32 {kernel.name}(ptr %c, i1 false{passed}, ptr %p)")
    if answer == whole:
        lines.append(f"  %v = load {whole}, ptr %p")
        lines += ["  %n = add i64 %v, 0" if whole == "i64" else f"  %n = trunc {whole} %v to i64"]
        lines.append("  store i64 %n, ptr %o")
    return "\n".join([*lines, "  ret i32 %r", "}"])


def rule_of(node: ast.FunctionDef) -> str:
    """The rule that an adapter calls."""
    names = {
        "max_moves": "player",
        "is_over": "over",
        "all_moves": "moves",
        "after": "play",
        "final_value": "score",
        "estimate": "heuristic",
        "rank": "order",
        "is_noisy": "noisy",
        **HELPS,
    }
    node.lineno = 0
    return names[node.name]


def check_memos(module: Module) -> None:
    """A function that lost its memo must not call itself through others: it could then do the same again and again."""
    for spec in module.specialised.values():
        if spec.code.memo and spec.recursive and spec.round == module.round:
            name = getattr(spec.code.node, "name", "")
            direct = any(
                isinstance(part, ast.Call) and name in (getattr(part.func, "id", ""), getattr(part.func, "attr", ""))
                for part in ast.walk(spec.code.node)
            )
            if not direct:
                raise CannotCompile(
                    "'{name}' calls itself and would be slow without its memo", spec.code.name, name=name
                )


def has_wide_ints(value: Any, limit: int) -> bool:
    """Does a state hold an int that is too small for 64 bits, or not below a limit?"""
    if isinstance(value, int):
        return not -(1 << 63) <= value < limit
    if isinstance(value, tuple | list | set | frozenset):
        return any(has_wide_ints(part, limit) for part in value)
    if isinstance(value, dict):
        return any(has_wide_ints(part, limit) for pair in value.items() for part in pair)
    return (
        any(has_wide_ints(part, limit) for part in vars(value).values())
        if hasattr(value, "__dataclass_fields__")
        else False
    )
