"""The one door: a question in, a result out. ``ask`` chooses who answers; ``analyse`` is the three-line call.

A solution that knows the position answers first, then, where only the time is limited, the book of exact answers that
comes with the package; then the compiled search if the rules compile, with the exact solver beside it where only the
time is limited; else the plain search.
Exact answers are the same whoever gives them, and so are estimates unless the game has ``noisy`` moves, by which the
compiled search prolongs its leaves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, overload

from elagage.compiler import CannotCompile, is_available, prefer_compiled
from elagage.errors import IN_BROWSER
from elagage.game import Game, Move, State
from elagage.games.spoken import line_names
from elagage.loading import as_game_has_it, load, read_position
from elagage.question import Position, Question, Wishes
from elagage.result import Info, Limits, Result

if TYPE_CHECKING:
    from elagage.search.compiled.companion import EngineKeeper
    from elagage.solvers.book import Book
    from elagage.solvers.book.book_answers import BookAnswer
    from elagage.solvers.exact import Exact
    from elagage.solvers.exact.exact_core import Core
    from elagage.solvers.solution import Solution

__all__ = [
    "Recall",
    "analyse",
    "as_game_has_it",
    "ask",
    "can_compile",
    "count",
    "find_reason",
    "line_names",
    "may_be_solved",
    "result_json",
    "show",
]

TIME = 3.0
"""Seconds, if no limit is given."""


class Recall:
    """What one question leaves for the next about the same game, whose rules don't change: the compiled search and
    solver with their tables; and a book of first plies, if another one is to be asked than the one that comes with the
    package.
    """

    def __init__(self, book: Book | None = None) -> None:
        self.exact: Exact | None = None
        self.search: EngineKeeper | None = None
        self.beside: Core | None = None
        """The solver beside the search."""
        self.book = book


def ask(
    question: Question[State, Move],
    *,
    on_info: Callable[[Info[Move]], None] | None = None,
    on_wait: Callable[[], None] | None = None,
    stop: Callable[[], bool] | None = None,
    known: Solution[State, Move] | None = None,
    recall: Recall | None = None,
) -> Result[Move]:
    """The answer to a question.

    ``on_info`` hears of each finished round, ``on_wait`` that rules are being compiled for the first time, ``stop`` is
    asked now and then whether to end. ``known`` is a solution, which then answers; ``recall`` carries tables to the
    next question.
    """
    if known is not None:
        return known.result_of(question.position)
    if question.wishes.goal == "value":
        from elagage.solvers.exact_answers import find_value

        return find_value(question, recall or Recall(), on_info=on_info, on_wait=on_wait, stop=stop)

    answer = find_book_answer(question)
    if answer is not None and answer.whole:
        return answer.result
    if answer is not None and on_info is not None:
        tell, on_info = on_info, lambda info: tell(answer.add_to_news(info))

    def run_compiled() -> Result[Move]:
        from elagage.compiler.link import is_known
        from elagage.search.compiled.driver import search_position

        asked, beside = question, None
        keeper = None
        if recall is not None:
            from elagage.search.compiled.companion import EngineKeeper

            keeper = recall.search = recall.search or EngineKeeper()
        if may_be_solved(question):
            from elagage.solvers.within_reach import share_question

            asked, beside = share_question(question, on_info, stop, None if recall is None else recall.beside)
        met = keeper is not None and keeper.knows(question.game)
        if question.limits.time is not None and not met and not is_known(question.game):
            from elagage.search.compiled.meanwhile import search_meanwhile

            return search_meanwhile(asked, on_info=on_info, stop=stop, beside=beside)
        result = search_position(asked, on_info=on_info, on_wait=on_wait, stop=stop, beside=beside, keeper=keeper)
        if recall is not None and beside is not None:
            recall.beside = beside.core
        return result

    def plain() -> Result[Move]:
        from elagage.search.deepening import deepen

        game, state, every_move = question.game, question.position, question.wishes.every_move
        return deepen(game, state, question.limits, every_move=every_move, on_info=on_info, stop=stop)

    result = prefer_compiled(question.game, run_compiled, plain, wanted=not question.wishes.plain, stop=stop)
    return result if answer is None or result.exact else answer.add_to_result(result)


def find_book_answer(question: Question[State, Move]) -> BookAnswer | None:
    """What the book of exact answers that comes with the package says to a question whose time alone is limited."""
    if not question.wishes.book or question.wishes.plain or not may_be_solved(question):
        return None
    from elagage.solvers.book.book_answers import find_answer

    return find_answer(question)


def may_be_solved(question: Question[Any, Any]) -> bool:
    """Is the exact solver asked too? Whoever limits the depth or the positions gets that search and no other."""
    limits, game = question.limits, question.game
    return limits.depth is None and limits.nodes is None and not game.cycles and not game.payoffs


@overload
def analyse(
    game: Game[State, Move],
    state: State | str | None = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    every_move: bool = False,
    on_info: Callable[[Info[Move]], None] | None = None,
    on_wait: Callable[[], None] | None = None,
    stop: Callable[[], bool] | None = None,
    plain: bool = False,
    threads: int = 1,
    memory: float = 64,
    seed: int | None = None,
) -> Result[Move]: ...


@overload
def analyse(
    game: str,
    state: Any = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    every_move: bool = False,
    on_info: Callable[[Info[Any]], None] | None = None,
    on_wait: Callable[[], None] | None = None,
    stop: Callable[[], bool] | None = None,
    plain: bool = False,
    threads: int = 1,
    memory: float = 64,
    seed: int | None = None,
) -> Result[Any]: ...


def analyse(
    game: str | Game[Any, Any],
    state: Any = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    every_move: bool = False,
    on_info: Callable[[Info[Any]], None] | None = None,
    on_wait: Callable[[], None] | None = None,
    stop: Callable[[], bool] | None = None,
    plain: bool = False,
    threads: int = 1,
    memory: float = 64,
    seed: int | None = None,
) -> Result[Any]:
    """The best move of a position (the first one if None), within the limits; 3 seconds if there are none.

    ``state`` may also be a text in the game's notation. ``every_move`` scores each legal move too. ``plain`` runs
    interpreted; ``threads``, ``memory`` (of the table, in megabytes) and ``seed`` (a choice among equal best moves) are
    the compiled search's. The rest is ``ask``'s.

    >>> analyse("tictactoe", "X.X/OO./...", depth=3, plain=True).score
    Score(outcome=1, value=1, plies=1)
    """
    played = load(game)
    position = read_position(played, state)
    if depth is None and time is None and nodes is None:
        time = TIME
    wishes = Wishes(every_move=every_move, plain=plain, threads=threads, memory=memory, seed=seed)
    question = Question(played, position, Limits(depth, time, nodes), wishes)
    return ask(question, on_info=on_info, on_wait=on_wait, stop=stop).about(Position(played, position))


def show(game: Any, state: Any = None, last: Any = None) -> Position[Any, Any]:
    """A position (the first one if None) to look at: printed as text, in a notebook as a board.

    >>> print(show("tictactoe", "X.X/OO./..."))
      a b c
    1 X . X
    2 O O .
    3 . . .
    """
    played = load(game)
    return Position(played, read_position(played, state), last)


def can_compile(game: Game[Any, Any]) -> str:
    """Empty if the game compiles, else one sentence: which rule, which line, what to change."""
    refusal = find_reason(game)
    return "" if refusal is None else refusal.sentence().text()


def find_reason(game: Game[Any, Any]) -> CannotCompile | None:
    """Why a game can only be interpreted; None if it compiles."""
    if not is_available():
        return CannotCompile("a browser runs no native code" if IN_BROWSER else "llvmlite is not installed")
    from elagage.search.compiled.meanwhile import find_refusal

    return find_refusal(load(game))


def count(
    game: Game[State, Move],
    state: State,
    depth: int,
    *,
    split: bool = False,
    ended: bool = False,
    plain: bool = False,
    on_wait: Callable[[], None] | None = None,
) -> dict[Move | None, int]:
    """How many lines of exactly ``depth`` plies start here, by first move if ``split``, else under the key None.

    ``ended``: a game that ends sooner counts once.
    """
    game = load(game)
    state = as_game_has_it(game, state)

    def count_from(position: State, plies: int) -> int:
        from elagage.search.compiled.perft import count_lines

        return count_lines(game, position, plies, ended=ended, on_wait=on_wait)

    def run_compiled() -> dict[Move | None, int]:
        if not split:
            return {None: count_from(state, depth)}
        children = [] if game.over(state) else [(move, game.play(state, move)) for move in game.moves(state)]
        return {move: count_from(child, depth - 1) if depth > 1 else 1 for move, child in children}

    def run_plain() -> dict[Move | None, int]:
        from elagage.search.perft import divide, perft

        if split:
            return dict(divide(game, state, depth, ended=ended).items())
        return {None: perft(game, state, depth, ended=ended)}

    return prefer_compiled(game, run_compiled, run_plain, wanted=not plain and depth > 0)


def result_json(game: Game[State, Move], state: State, result: Result[Move]) -> dict[str, Any]:
    """What was found of a position, for programs."""
    from elagage.games.openings import name_opening

    moves = [
        {"move": game.move_name(state, entry.move), **entry.score.as_json(), "exact": entry.exact}
        for entry in result.moves
    ]
    opening = name_opening(game, [state])
    return {
        "game": game.spec,
        "position": game.state_name(state),
        **({} if opening is None else {"opening": str(opening)}),
        "player": game.player(state),
        "move": None if result.move is None else game.move_name(state, result.move),
        **result.score.as_json(),
        "exact": result.exact,
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "line": line_names(game, state, result.line),
        "moves": moves,
    }
