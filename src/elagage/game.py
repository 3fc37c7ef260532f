"""The contract of a game: two players, Max (0) and Min (1), no chance, nothing hidden.

A game is a class with the rules as ordinary methods. States are values: hashable, never changed in place, best a
``NamedTuple`` of integers. Moves are hashable too, best integers. Every score is from Max's point of view.

    must be written   start()  player(state)  moves(state)  play(state, move)  score(state)
    may be written    over(state)  heuristic(state)  noisy(state, move)  order(state, move)  symmetries(state)  starts()
    for solvers       bounds, soonest, latest, candidates, key and tier of a state, solver_order(state, move)
    for learning      features(state)  phase(state)
    for people        grid, text and explain of a state  move_name, parse_move  state_name, parse_state  openings()
    to speak of it    tally(state)  line_won(state)  tell_move(state, move), and the attributes sides and rules

A player may move twice in a row: ``player`` says whose turn it is, never the depth. ``check_game`` of ``check/``
tries all of it on random games. Inside a rule nothing is checked, since rules run millions of times; what people type
goes through ``parse_move`` and ``parse_state``, which check everything.
"""

from __future__ import annotations

import ast
import math
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from operator import index
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar, cast

from elagage.errors import ElagageError, LoadError, NotationError, RulesError
from elagage.i18n import Message
from elagage.lazy import Shown
from elagage.result import MAX, MIN, MOST_ESTIMATE, WIN, Number, Side, Term

__all__ = [
    "KNOWLEDGE", "MAX", "MIN", "WIN", "Game", "Move", "RulesError", "Side", "State", "Term", "canonical", "derive",
    "estimate_value", "final_value", "heuristic_names", "read_move", "read_number", "read_state",
]  # fmt: skip

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)

KNOWLEDGE = ("bounds", "soonest", "latest", "candidates", "key")
"""The rules by which an author tells solvers what is known of a state: a false one would make their answers false."""


class Game(Shown, ABC, Generic[State, Move]):
    """A two-player zero-sum game with perfect information. Derive from it and write the rules."""

    margins: ClassVar[bool] = False
    """Does the size of a final score matter (Othello counts discs)? If not, its sign alone says who won."""
    payoffs: ClassVar[bool] = False
    """Are final scores amounts on the heuristic's own scale, so that no win outranks them? A tree's leaves are."""
    compiles: ClassVar[bool] = True
    """Is compiling it worth the wait? A literal tree is new each time and small."""
    symmetric_keys: ClassVar[bool] = False
    """Should the engine look symmetric positions up together? It pays where ``symmetries`` is cheap."""
    cycles: ClassVar[bool] = False
    """Can play come back to an earlier position? Then the engine counts a repetition as a draw."""
    _drawer: ClassVar[str] = "draw_game"
    _even: ClassVar[Number] = 0
    """What a search counts for a drawn game: where estimates are shares of wins, one half."""
    players: ClassVar[tuple[str, str]] = ("Max", "Min")
    """The marks of the two sides, in notations and on boards of text; also their names, if ``sides`` has none."""
    sides: Any = ()
    """What people call the two sides: a text, a ``Message`` or a ``Side`` with a colour each (games/spoken.py)."""
    rules: Any = ""
    """How the game is played, in a few sentences: a text or a ``Message``; by default the docstring of the class."""
    board_kind: str = ""
    """How pictures show the board: ``squares`` (as if empty), ``lines``, ``checkers``, ``felt``, ``columns``, ``bar``,
    ``dominoes``, ``points``, ``crossed points``, ``boxes``, ``piles``, ``pits``, ``node``, ``text`` (board_scene)."""
    piece_looks: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """How pictures show what ``grid`` writes in a cell: ``{"X": "black disc"}``; see ``board_pieces.py``."""
    feature_count: int = 0
    """One more than the largest number that ``features`` yields; 0: there is no such rule."""
    phase_count: int = 1
    """One more than the largest number that ``phase`` gives."""
    levels: Sequence[tuple[int, float] | tuple[int, float, float]] = ()
    """A depth, a temperature and, if any, a chance to overlook wins for each of the levels 1 to 9; by default the usual
    ones of ``levels.py``."""
    judged_by: str = ""
    """The name of the heuristic that ``with_heuristic`` chose; empty: the game's own."""
    spec: str = ""
    """The text that ``load`` made this game from, such as ``connect4:6x5``."""

    # The rules -----------------------------------------------------------------------------------------------------
    @abstractmethod
    def start(self) -> State:
        """The first state."""

    @abstractmethod
    def player(self, state: State) -> int:
        """Who moves: 0 (Max) or 1 (Min)."""

    @abstractmethod
    def moves(self, state: State) -> Iterable[Move]:
        """The legal moves, each once; none if the game has ended."""

    @abstractmethod
    def play(self, state: State, move: Move) -> State:
        """The state after a legal move."""

    @abstractmethod
    def score(self, state: State) -> Number:
        """The final score of an ended game, for Max: above 0 if Max won, below 0 if Min won, 0 for a draw."""

    def over(self, state: State) -> bool:
        """Has the game ended? By default: there is no move."""
        for _move in self.moves(state):
            return False
        return True

    # What helps a search -------------------------------------------------------------------------------------------
    def heuristic(self, state: State) -> Number:
        """An estimate for Max of a game that goes on; 0 is even."""
        return 0

    def noisy(self, state: State, move: Move) -> bool:
        """Is this move too sharp to stop a search on? It drives the quiescence extension."""
        return False

    def order(self, state: State, move: Move) -> Number:
        """A hint for the search: larger is tried earlier. A vague one has small steps: killers count as much as 4."""
        return 0

    def symmetries(self, state: State) -> Iterable[State]:
        """States equivalent to this one: itself and its images, or one that stands for them all."""
        return (state,)

    def bounds(self, state: State) -> tuple[Number, Number]:
        """Two numbers between which the final score surely lies; equal where it is known."""
        return -math.inf, math.inf

    def soonest(self, state: State) -> tuple[int, int]:
        """In how many plies Max, and Min, could win at the soonest against the best defence, while the game goes on."""
        return 1, 1

    def latest(self, state: State) -> tuple[int, int]:
        """In how many plies Max, and Min, win with best play at the latest, if they win, while the game goes on."""
        return 1 << 20, 1 << 20

    def candidates(self, state: State) -> Iterable[Move]:
        """Legal moves among which a best one surely is, also by how soon it wins or how late it loses."""
        return self.moves(state)

    def solver_order(self, state: State, move: Move) -> Number:
        """The hint of ``order`` for solvers, which have no table of earlier depths to go by; by default the same."""
        return self.order(state, move)

    def key(self, state: State) -> Hashable:
        """The same for states with the same player to move, the same value and the same distance to the end."""
        return state

    def tier(self, state: State) -> int:
        """A whole number that no move lowers (stones on the board): positions are then solved one tier at a time."""
        return 0

    def features(self, state: State) -> Iterable[int]:
        """The numbers of what is present, as the player to move sees it, for a learned evaluation; by default none.

        Each number from 0 on has a weight in each phase; what a position is worth to its mover is their sum.
        """
        return ()

    def twin(self, feature: int) -> int:
        """The feature that means the same (a shape in the mirror), whose twin this one is: both get the same weight; by
        default itself.
        """
        return feature

    def phase(self, state: State) -> int:
        """How far the game has gone, as a small number from 0 on: each phase has weights of its own."""
        return 0

    def starts(self) -> Iterable[State]:
        """Where solving the whole game begins: the first state; more of them if that doesn't lead everywhere."""
        return (self.start(),)

    def final(self, state: State) -> Number:
        """What a search counts for an ended game: its score, lifted by WIN above every estimate if somebody won."""
        score = self.score(state)
        if self.payoffs or score == 0:
            return score
        if score > 0:
            return WIN + score if self.margins else WIN
        if score < 0:
            return score - WIN if self.margins else -WIN
        return score  # not a number: whoever counts it says so

    # What people see and type --------------------------------------------------------------------------------------
    @classmethod
    def from_text(cls, parameters: str) -> Game[Any, Any]:
        """The game with the parameters that follow the colon in ``name:parameters``."""
        if parameters:
            raise LoadError("{game} takes no parameters, but was given '{text}'.", game=cls.__name__, text=parameters)
        return cls()

    def grid(self, state: State) -> Sequence[Sequence[str]]:
        """The board as rows of short texts, one a cell; by default what the state's fields suggest."""
        fields = state if isinstance(state, tuple) else (state,)
        for field in fields:
            if isinstance(field, tuple) and field:
                if all(isinstance(row, tuple) for row in field):
                    return [[_cell(cell) for cell in row] for row in field]
                side = math.isqrt(len(field))
                width = side if side > 1 and side * side == len(field) else len(field)
                return [[_cell(cell) for cell in field[i : i + width]] for i in range(0, len(field), width)]
        names = getattr(state, "_fields", ())
        return [[str(name), str(field)] for name, field in zip(names, fields)] or [[str(field) for field in fields]]

    def explain(self, state: State) -> Iterable[Term]:
        """What the heuristic of a game that goes on is made of, as terms that add up to it; by default nothing is told.

        A heuristic that is chosen by its name, ``heuristic_x``, is explained by ``explain_x``.
        """
        return ()

    def describe_heuristic(self) -> Message | None:
        """How the heuristic counts, in a sentence from which a student can do it by hand; None if the game says
        nothing.
        """
        return None

    def openings(self) -> Iterable[tuple[str, Message | str]]:
        """Lines of moves that players call by a name, as ``parse_state`` reads them, with that name."""
        return ()

    def text(self, state: State) -> str:
        """The board for a terminal."""
        rows = self.grid(state)
        wide = max((len(cell) for row in rows for cell in row), default=1)
        return "\n".join(" ".join(cell.rjust(wide) for cell in row) for row in rows)

    def tally(self, state: State) -> Sequence[Number]:
        """What each side has so far: discs, seeds, boxes; by default nothing is counted."""
        return ()

    def line_won(self, state: State) -> Iterable[tuple[int, int]]:
        """The cells that won an ended game, by row and column in ``grid``; by default none."""
        return ()

    def move_name(self, state: State, move: Move) -> str:
        """How the move is written."""
        return str(move)

    def tell_move(self, state: State, move: Move) -> Message | str:
        """How the move is told to people: by default its name, and "Pass" where that is ``--`` or ``pass``."""
        name = self.move_name(state, move)
        return Message("Pass") if name.casefold() in ("--", "pass") else name

    def parse_move(self, state: State, text: str) -> Move:
        """The legal move that the text names; NotationError if there is none."""
        wanted = text.strip()
        legal = [] if self.over(state) else list(self.moves(state))
        names = [self.move_name(state, move) for move in legal]
        if wanted in names:  # before small and capital letters are taken for the same: a game may have both
            return legal[names.index(wanted)]
        for move, name in zip(legal, names, strict=True):
            if name.casefold() == wanted.casefold():
                return move
        if not legal:
            raise NotationError("'{text}' can't be played: the game is over.", text=wanted)
        shown = " ".join(names[:24]) + (" ..." if len(names) > 24 else "")
        raise NotationError(
            "'{text}' is not a legal move here; the legal moves are: {moves}", text=_clip(text), moves=shown
        )

    def state_name(self, state: State) -> str:
        """The position as one line of text that ``parse_state`` reads back."""
        text = repr(_plain(state))
        bare = isinstance(state, int | float | str) and type(self).parse_state is Game.parse_state
        return f"({text})" if bare else text  # a bare word would be read as a move

    def parse_state(self, text: str) -> State:
        """The position that the text describes: a state's name, or a line of moves from the start (maybe empty)."""
        if text.strip()[:1] in ("(", "["):
            return self._parse_literal(text)
        return self.play_line(self.start(), text.replace(",", " ").split())

    def play_line(self, state: State, names: Iterable[str]) -> State:
        """The state after the moves with these names; NotationError says which of them is wrong."""
        for number, name in enumerate(names, 1):
            try:
                move = read_move(self, state, name)
            except NotationError as error:
                raise NotationError("Move {number} of the line: {problem}", number=number, problem=error) from None
            state = self.play(state, move)
        return state

    def _parse_literal(self, text: str) -> State:
        """A state written as the tuple of its fields."""
        start = self.start()
        try:
            fields = ast.literal_eval(text.strip())
            state = _shape_like(tuple(fields) if isinstance(fields, list) else fields, start)
            matches = isinstance(state, type(start)) and self.player(state) in (MAX, MIN)
            valid = matches and (bool(self.over(state)) or bool(list(self.moves(state))))
        except Exception as error:  # the rules are a user's own and may raise anything on a state that makes no sense
            raise NotationError(
                "'{text}' is not a position of this game ({problem}).", text=_clip(text), problem=error
            ) from None
        if not valid:
            raise NotationError("'{text}' is not a position of this game.", text=_clip(text))
        return cast(State, state)


def final_value(game: Game[State, Move], state: State) -> Number:
    """What a search counts for an ended game, exactly; RulesError if its score is not a number."""
    try:
        value: Any = game.final(state)
    except (TypeError, ArithmeticError):  # not a number, or one of few bits, to which WIN can't be added
        value = None
    if type(value) is int:
        return value
    if value is not None and not game.margins:
        return read_number("score", state, value)
    score = read_number("score", state, game.score(state))
    if game.payoffs or abs(score) == math.inf:
        return score
    if score == 0:
        return game._even
    if not game.margins:
        return WIN if score > 0 else -WIN
    from fractions import Fraction

    exact: Any = Fraction(score) + (WIN if score > 0 else -WIN)
    return int(exact) if exact.denominator == 1 else exact


def estimate_value(game: Game[State, Move], state: State) -> Number:
    """What a search counts for a game that goes on: the heuristic, which no win is mistaken for."""
    value = game.heuristic(state)
    if type(value) is not int:
        value = read_number("heuristic", state, value)
    if -MOST_ESTIMATE <= value <= MOST_ESTIMATE or game.payoffs:
        return value
    return MOST_ESTIMATE if value > 0 else -MOST_ESTIMATE


def read_number(rule: str, state: Any, value: Any) -> Number:
    """What a rule says, as the integer or the float that it is equal to; RulesError if there is none."""
    try:
        number: Number = index(value) if hasattr(value, "__index__") else float(value)
        if number == value:
            return number
    except (TypeError, ValueError, ArithmeticError):
        pass
    if isinstance(value, float):
        raise RulesError("{rule}({state}) is not a number (NaN).", rule, state)
    raise RulesError("{rule}({state}) is {value}: it must be a number for Max.", rule, state, value=repr(value))


def _cell(value: object) -> str:
    return "." if value in (0, "", " ", None) else str(value)


def _plain(value: Any) -> Any:
    """The value, its NamedTuples made into tuples."""
    return tuple(_plain(part) for part in value) if isinstance(value, tuple) else value


def _shape_like(value: Any, like: Any) -> Any:
    """The value, its tuples made into the NamedTuples that stand in the same places of another one."""
    if not isinstance(value, tuple) or not isinstance(like, tuple):
        return value
    parts = [_shape_like(part, example) for part, example in zip(value, like, strict=False)] + list(value[len(like) :])
    return type(like)(*parts) if hasattr(like, "_fields") else tuple(parts)


def _clip(text: str) -> str:
    """A user's text, short enough to quote."""
    line = " ".join(text.split())
    return line if len(line) <= 80 else line[:77] + "..."


def read_move(game: Game[State, Move], state: State, text: str) -> Move:
    """The legal move that the text names, whatever a user's ``parse_move`` does with it;
    NotationError if there is none.
    """
    try:
        move = game.parse_move(state, text)
        legal = move in list(game.moves(state))
    except ElagageError:
        raise
    except Exception as error:  # a user's parse_move may raise anything
        kind = type(error).__name__
        raise NotationError(
            "'{text}' can't be read as a move: {kind}: {problem}.", text=_clip(text), kind=kind, problem=error
        ) from error
    if not legal:
        raise NotationError("'{text}' is not a legal move here.", text=_clip(text))
    return move


def read_state(game: Game[State, Move], text: str) -> State:
    """The position that the text describes, whatever a user's ``parse_state`` does with it;
    NotationError if there is none.
    """
    try:
        return game.parse_state(text)
    except ElagageError:
        raise
    except Exception as error:  # a user's parse_state may raise anything
        kind = type(error).__name__
        raise NotationError(
            "'{text}' can't be read as a position: {kind}: {problem}.", text=_clip(text), kind=kind, problem=error
        ) from error


def canonical(game: Game[State, Move], state: State) -> State:
    """The one of the equivalent states that stands for them all."""
    return min(game.symmetries(state), key=repr)


def heuristic_names(game: object) -> tuple[str, ...]:
    """The heuristics that a game, a problem or their class brings: ``x`` for each method ``heuristic_x``."""
    prefix = "heuristic_"
    return tuple(name.removeprefix(prefix) for name in dir(game) if name.startswith(prefix))


def derive(game: Game[State, Move], **methods: Any) -> Game[State, Move]:
    """The same game with some of its methods and attributes replaced."""
    cls = type(game)
    copy: Game[State, Move] = object.__new__(
        type(cls.__name__, (cls,), {"__module__": cls.__module__, "__doc__": cls.__doc__, **methods})
    )
    for name, value in vars(game).items():  # one by one: CPython reads such attributes faster than an updated __dict__
        object.__setattr__(copy, name, methods.get(name, value))
    return copy
