"""A game's rules become one module of native code: the types of states are seen in random games, everything else follows from the source."""

from __future__ import annotations

import ast
import random
from dataclasses import dataclass
from typing import Any

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native.module import FunctionCode, Module, Specialised, TooNarrow
from elagage.compiler.native.runtime import kernels, runtime
from elagage.compiler.native.syntax.write_function import write_function
from elagage.compiler.native.value_types import NEVER, Clash, Const, Float, Maybe, Never, Seq, Type, join, type_of_value
from elagage.compiler.native.values.builder import memory_type
from elagage.game import Game

__all__ = ["Compiled", "TooNarrow", "sample_games", "write_module"]

ADAPTERS = """
def max_moves(game, state):
    return game.player(state) == 0
def is_over(game, state):
    return bool(game.over(state))
def all_moves(game, state):
    return tuple(game.moves(state))
def after(game, state, move):
    return game.play(state, move)
def final_value(game, state):
    return float(game.final(state))
def estimate(game, state):
    return float(game.heuristic(state))
def rank(game, state, move):
    return float(game.order(state, move))
"""


@dataclass
class Compiled:
    """The text of a game's rules and kernels, and what its states and moves are."""

    text: str
    state: Type
    move: Type
    bits: int
    whole_scores: bool
    whole_estimates: bool
    has_over: bool
    has_order: bool
    memos: list[tuple[str, list[tuple[int, Any]], Type]]
    memo_objects: list[Any]


def sample_games(game: Game[Any, Any], games: int, plies: int, seed: int = 1) -> list[tuple[Any, Any]]:
    """States of some random games, always the same ones, each with the move that was made there, None at an end."""
    chooser = random.Random(seed)
    found: list[tuple[Any, Any]] = []
    for _number in range(games):
        state = game.start()
        for _ply in range(plies):
            moves = [] if game.over(state) else list(game.moves(state))
            if not moves:
                found.append((state, None))
                break
            move = chooser.choice(moves)
            found.append((state, move))
            state = game.play(state, move)
    return found


def write_module(game: Game[Any, Any], samples: list[Any], bits: int) -> Compiled:
    """The text of a game's module with ints of so many bits; CannotCompile says why there is none."""
    if bits == 64 and any(has_wide_ints(state) for state in samples):
        raise TooNarrow
    module = Module(write_function, bits)
    try:
        seen: Type = NEVER
        for state in samples:
            seen = join(seen, type_of_value(state))
    except Clash as error:
        raise CannotCompile("a constant or a state holds {what}, which is not compiled", "state", what=error) from None
    states = [seen]
    specs: dict[str, Specialised] = {}
    codes = {
        node.name: FunctionCode(node, rule_of(node), {})
        for node in ast.parse(ADAPTERS).body
        if isinstance(node, ast.FunctionDef)
    }
    for code in codes.values():
        code.globals = {"__builtins__": __builtins__}
    cls = type(game)
    has_over, has_order = cls.over is not Game.over, cls.order is not Game.order
    itself = Const(game)

    def root(name: str, *kinds: Type) -> Specialised:
        code = codes[name]
        names = [argument.arg for argument in code.node.args.args]
        specs[name] = module.specialise(code, names, [itself, *kinds])
        module.answer(specs[name])
        return specs[name]

    def roots() -> None:
        specs.clear()
        state = states[0]
        listed = root("all_moves", state).answer
        if not isinstance(listed, Seq):
            listed = Seq(NEVER)
        if not isinstance(listed.item, Never):
            made = root("after", state, listed.item)
            try:
                states[0] = join(state, made.answer)
            except Clash as error:
                raise CannotCompile("a value has two types here: {both}", "play", both=error) from None
            module.note_change_if(states[0] != state or made.answer != states[0])
            made.answer = states[0]
            if has_order:
                root("rank", state, listed.item)
        root("max_moves", state)
        if has_over:
            root("is_over", state)
        root("final_value", state)
        root("estimate", state)

    module.settle(roots)
    check_memos(module)
    listed = specs["all_moves"].answer
    if not isinstance(listed, Seq) or isinstance(listed.item, Never):
        raise CannotCompile("no moves were found", "moves")
    text = assemble(module, specs, states[0], listed.item, has_over, has_order)
    memos = [
        (f"memo{memo.number}", list(held.items()), memo.value.root().item)
        for memo, held in zip(module.memos.values(), module.memo_objects, strict=True)
    ]
    whole = [not uses_floats(module, game, name) for name in ("score", "heuristic")]
    return Compiled(
        text, states[0], listed.item, bits, whole[0], whole[1], has_over, has_order, memos, module.memo_objects
    )


def rule_of(node: ast.FunctionDef) -> str:
    """The rule that an adapter calls."""
    names = {
        "max_moves": "player", "is_over": "over", "all_moves": "moves", "after": "play", "final_value": "score", "estimate": "heuristic",
        "rank": "order",
    }  # fmt: skip
    node.lineno = 0
    return names[node.name]


def uses_floats(module: Module, game: Game[Any, Any], name: str) -> bool:
    """Does a rule give floats?"""
    function = getattr(type(game), name)
    for spec in module.specialised.values():
        if spec.code.node is getattr(module.codes.get(function), "node", None) and spec.round == module.round:
            kind = spec.answer.item if isinstance(spec.answer, Maybe) else spec.answer
            if isinstance(kind, Float):
                return True
    return False


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


def has_wide_ints(value: Any) -> bool:
    """Does a state hold an int that 64 bits can't?"""
    if isinstance(value, int):
        return not -(1 << 63) <= value < 1 << 63
    if isinstance(value, tuple | list | set | frozenset):
        return any(map(has_wide_ints, value))
    if isinstance(value, dict):
        return any(map(has_wide_ints, value)) or any(map(has_wide_ints, value.values()))
    return any(map(has_wide_ints, vars(value).values())) if hasattr(value, "__dataclass_fields__") else False


def assemble(
    module: Module, specs: dict[str, Specialised], state: Type, move: Type, has_over: bool, has_order: bool
) -> str:
    """The whole text."""
    whole = module.whole
    state_text, move_text = memory_type(state, whole), memory_type(move, whole)
    parts = [runtime(whole)]
    parts += [f"@memo{memo.number} = global {{ptr, i64, i64}} zeroinitializer" for memo in module.memos.values()]
    parts += [spec.text for spec in module.specialised.values() if spec.round == module.round]
    links = {
        "k_max": "max_moves", "k_over": "is_over", "k_moves": "all_moves", "k_play": "after", "k_final": "final_value",
        "k_heuristic": "estimate", "k_order": "rank",
    }  # fmt: skip
    for link, name in links.items():
        with_move = name in ("after", "rank")
        given = f"{state_text} %s" + (f", {move_text} %m" if with_move else "")
        if name not in specs:
            parts.append(f"define internal i32 @{link}(ptr %c, {given}, ptr %o) {{\n  ret i32 34\n}}")
            continue
        call = f"  %r = call i32 {specs[name].name}(ptr %c, i1 false, {given}, ptr %o)\n  ret i32 %r"
        parts.append(f"define internal i32 @{link}(ptr %c, {given}, ptr %o) {{\n{call}\n}}")
        loads = f"  %s = load {state_text}, ptr %sp\n" + (f"  %m = load {move_text}, ptr %mp\n" if with_move else "")
        places = "ptr %sp" + (", ptr %mp" if with_move else "")
        shown = link.replace("k_", "e_")
        parts.append(f"define i32 @{shown}(ptr %c, {places}, ptr %o) {{\n{loads}{call.replace('%r =', '%r =')}\n}}")
    parts.append(write_hash(module, specs["max_moves"], state, state_text))
    parts += module.helpers.values()
    parts += [f"{name} = private constant {text}" for text, name in module.globals.items()]
    for memo in module.memos.values():
        held = memory_type(memo.value.root().item, whole)
        body = (
            f"  %k = load {whole}, ptr %kp\n  %p = call ptr @rt_memo_put(ptr @memo{memo.number}, {whole} %k)\n"
            f"  %v = load {held}, ptr %vp\n  store {held} %v, ptr %p\n  ret void"
        )
        parts.append(f"define void @fill_memo{memo.number}(ptr %kp, ptr %vp) {{\n{body}\n}}")
    parts.append(kernels(whole, state_text, move_text, has_over, has_order))
    return "\n\n".join(parts)


def write_hash(module: Module, spec: Specialised, state: Type, text: str) -> str:
    """The hash of a state as a function."""
    from elagage.compiler.native.syntax.patterns import Patterns
    from elagage.compiler.native.values.builder import Value

    builder = Patterns(module, spec)
    answer = builder.hashed(Value(state, "%s"))
    lines = [f"define internal i64 @k_hash({text} %s) {{", *builder.places, *builder.lines, f"  ret i64 {answer}", "}"]
    return "\n".join(lines)
