"""The true value of one position: alpha-beta to the end or proof numbers, compiled where that can be."""

from __future__ import annotations

import time as clock_time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from elagage.compiler import CannotCompile, prefer_compiled
from elagage.errors import OutOfNodes, Stopped
from elagage.game import Game, Move, State
from elagage.games.spoken import read_sides
from elagage.question import Question
from elagage.result import MAX, WIN, Info, MoveScore, Result, Score
from elagage.search.alphabeta import alphabeta
from elagage.solvers.book.book_answers import find_answer
from elagage.solvers.proof.proof_search import Proof, prove
from elagage.solvers.retrograde.retrograde_analysis import find_values, tallies
from elagage.solvers.retrograde.solved_positions import StatePositions
from elagage.solvers.solution import Facts, lift_score, open_solution

if TYPE_CHECKING:
    from elagage.analysis import Recall

__all__ = ["find_value"]

TABLE_MEMORY = 256.0
"""Megabytes of the table, by default."""


def find_value(
    question: Question[State, Move],
    recall: Recall,
    *,
    on_info: Callable[[Info[Move]], None] | None = None,
    on_wait: Callable[[], None] | None = None,
    stop: Callable[[], bool] | None = None,
    compiled_only: bool = False,
) -> Result[Move]:
    """The true value of a question's position, with its best moves, or with all moves where that is wished for.

    OutOfNodes if the limit of nodes is not enough, Stopped if ``stop`` says so first. With ``compiled_only``,
    CannotCompile instead of a plain answer.
    """
    game, state, wishes, nodes = question.game, question.position, question.wishes, question.limits.nodes
    memory = TABLE_MEMORY if wishes.memory is None else wishes.memory
    if wishes.method == "proof":
        return prove_value(question, memory, on_wait, stop)

    answer = find_answer(question, recall.book) if wishes.book else None
    if answer is not None and answer.whole:
        return answer.result

    def run_compiled() -> Result[Move]:
        from elagage.solvers.exact import Exact

        if recall.exact is None:
            recall.exact = Exact(game, threads=wishes.threads, memory=memory, on_wait=on_wait)
        return recall.exact.solve(state, every_move=wishes.every_move, nodes=nodes, on_info=on_info, stop=stop)

    def plain() -> Result[Move]:
        if compiled_only:
            raise CannotCompile("it is interpreted")
        return find_plain_value(game, state, memory, stop)

    return prefer_compiled(game, run_compiled, plain, wanted=not wishes.plain, stop=stop)


def find_plain_value(
    game: Game[State, Move], state: State, memory: float, stop: Callable[[], bool] | None
) -> Result[Move]:
    """The value by plain retrograde analysis, which gives distances too, or for pay-offs by plain alpha-beta."""
    if game.payoffs:
        result = alphabeta(game, state, stop=stop)
        entries = []
        for move in () if game.over(state) else game.moves(state):
            child = alphabeta(game, game.play(state, move), stop=stop)
            entries.append(MoveScore(move, child.score, True, child.value))
        entries.sort(key=lambda entry: entry.score, reverse=game.player(state) == MAX)
        return replace(result, moves=tuple(entries), depth=None)
    began = clock_time.perf_counter()
    found = find_values(game, [state], memory=memory, stop=stop)
    positions = StatePositions(game, found.levels, False, found.values)
    facts = Facts(len(found.values), found.edges, *tallies(game, found))
    result = open_solution(game, positions, facts, "", state).result
    return replace(
        result,
        value=lift_score(game, result.score),
        moves=tuple(replace(entry, value=lift_score(game, entry.score)) for entry in result.moves),
        algorithm="alphabeta",
        nodes=len(found.values),
        seconds=clock_time.perf_counter() - began,
    )


def prove_value(
    question: Question[State, Move],
    memory: float,
    on_wait: Callable[[], None] | None,
    stop: Callable[[], bool] | None,
) -> Result[Move]:
    """Who wins, by proof numbers: first whether the mover can, then whether the opponent can, else it is a draw."""
    game, state, nodes = question.game, question.position, question.limits.nodes

    def run_compiled(winner: int, left: int | None) -> Proof:
        from elagage.solvers.proof.proof_driver import prove_compiled

        return prove_compiled(game, state, winner, nodes=left, memory=memory, on_wait=on_wait, stop=stop)

    started = clock_time.perf_counter()
    player = game.player(state)
    looked, score = 0, Score.draw()
    move: Any = None
    for winner in (player, 1 - player):
        left = None if nodes is None else nodes - looked
        proof = prefer_compiled(
            game,
            lambda winner=winner, left=left: run_compiled(winner, left),  # type: ignore[misc]
            lambda winner=winner, left=left: prove(game, state, winner, nodes=left, stop=stop),  # type: ignore[misc]
            wanted=not question.wishes.plain,
            stop=stop,
        )
        looked += proof.nodes
        if proof.won is None and stop is not None and stop():
            raise Stopped("The solver was stopped before it had an answer.")
        if proof.won is None:
            raise make_out_of_nodes(game, looked, None if winner == player else player)
        if proof.won or winner != player:
            move = proof.move
        if proof.won:
            score = Score.win() if winner == MAX else Score.loss()
            break
    exact = score.outcome == 0 or not (game.margins or game.payoffs)  # proof numbers tell who wins, not by how much
    entry = () if move is None else (MoveScore(move, score, exact, score.value * WIN),)
    return Result(
        move, score, score.value * WIN, () if move is None else (move,), None, looked,
        seconds=clock_time.perf_counter() - started, exact=exact, moves=entry, algorithm="proof",
    )  # fmt: skip


def make_out_of_nodes(game: Game[Any, Any], nodes: int, beaten: int | None) -> OutOfNodes:
    """The error of a proof whose positions are used up; ``beaten`` is the player of whom it is proven that it can't
    win.
    """
    if beaten is None:
        return OutOfNodes(
            "After {nodes} positions nothing was proven: allow more, or solve by another method.", nodes=nodes
        )
    return OutOfNodes(
        "After {nodes} positions it is proven that {player} can't win, and no more: allow more, or solve by another "
        "method.",
        nodes=nodes,
        player=read_sides(game)[beaten].name,
    )
