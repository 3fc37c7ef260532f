"""What the book that comes with the package says to a question: exact answers, for all moves as far as it goes."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from elagage.game import Game, Move, State, final_value
from elagage.question import Question
from elagage.result import MAX, Info, MoveScore, Result, Score
from elagage.solvers.book.book_file import Book, name_of, shipped_book
from elagage.solvers.solution import lift_score

__all__ = ["BookAnswer", "find_answer", "merge_scores", "promise_of"]


class BookAnswer:
    """The exact answer of a book to one question, alone or beside what a search estimates of the other moves."""

    def __init__(self, question: Question[Any, Any], result: Result[Any], whole: bool) -> None:
        self.sign = 1 if question.game.player(question.position) == MAX else -1
        self.result = result
        self.whole = whole
        """Is nothing left to ask?"""

    def add_to_news(self, info: Info[Any]) -> Info[Any]:
        """News of a search, with what the book knows."""
        known = self.result
        moves = merge_scores(list(known.moves), info.moves, self.sign) if info.moves else ()
        return replace(info, score=known.score, line=known.line, moves=moves, exact=True)

    def add_to_result(self, result: Result[Any]) -> Result[Any]:
        """What a search found, with what the book knows."""
        known = self.result
        moves = merge_scores(list(known.moves), result.moves, self.sign)
        return replace(
            result, move=known.move, score=known.score, value=known.value, line=known.line, exact=True, moves=moves
        )


def find_answer(question: Question[State, Move], book: Book | None = None) -> BookAnswer | None:
    """What a book (None: the shipped one of exact answers) says; None if it does not know the position."""
    game, state, wishes = question.game, question.position, question.wishes
    book = book or shipped_book(game)
    if book is None or wishes.plain or game.over(state):
        return None
    result = book.result_of(game, state)
    if not wishes.every_move:
        if result is None:
            return None
        if wishes.seed is not None:
            move = random.Random(wishes.seed).choice(result.moves).move
            result = replace(result, move=move, line=book.line_of(game, state, move))
        return BookAnswer(question, result, True)
    legal = list(game.moves(state))
    known = {entry.move: entry for entry in (() if result is None else result.moves)}
    for move in legal:
        score = None if move in known else score_after(book, game, game.play(state, move))
        if score is not None:
            known[move] = MoveScore(move, score, True, lift_score(game, score))
    whole = len(known) == len(legal)
    if result is None and not whole:
        return None
    entries = sorted(known.values(), key=lambda entry: entry.score, reverse=game.player(state) == MAX)
    if result is None:
        best = entries[0]
        line = book.line_of(game, state, best.move)
        result = Result(best.move, best.score, best.value, line, None, 1, exact=True, algorithm="book")
    return BookAnswer(question, replace(result, moves=tuple(entries)), whole)


def score_after(book: Book, game: Game[Any, Any], child: Any) -> Score | None:
    """The exact score of the move that led to a position, as far as a book knows it."""
    if game.over(child):
        value = final_value(game, child)
        return Score.of_value(value, exact=True, margins=game.margins, payoffs=game.payoffs, plies=1)
    entry = book.entries.get(name_of(game, child))
    if entry is None:
        return None
    return entry.score if entry.score.plies is None else replace(entry.score, plies=entry.score.plies + 1)


def promise_of(game: Game[Any, Any]) -> int | None:
    """How many positions the solver looks at, at most, where the shipped book of a game ends; None if it has none."""
    book = shipped_book(game)
    return None if book is None else book.nodes


def merge_scores(
    proven: list[MoveScore[Any]], estimates: tuple[MoveScore[Any], ...], sign: int
) -> tuple[MoveScore[Any], ...]:
    """Scores of moves, best first for the mover: what is proven, and estimates of the others, none of which is better
    than the best.
    """
    best, known = proven[0], {entry.move for entry in proven}
    others = [
        replace(entry, score=best.score, value=best.value) if is_better(entry.score, best.score, sign) else entry
        for entry in estimates
        if entry.move not in known
    ]
    return tuple(sorted([*proven, *others], key=lambda entry: entry.score, reverse=sign > 0))


def is_better(score: Score, other: Score, sign: int) -> bool:
    """Is a score better than another one for Max (``sign`` 1) or Min?"""
    return score > other if sign > 0 else score < other
