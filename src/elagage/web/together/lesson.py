"""The board of a class: what the teacher shows, what everybody is asked, and who answered what.

The teacher is the host, and nobody else steers. What others answered is the teacher's to see until the answer is shown;
then everybody sees how many chose which move, and nobody but the teacher who did.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from starlette.concurrency import run_in_threadpool

from elagage.web.http_errors import Refusal
from elagage.web.people import HOST, Person
from elagage.web.request_fields import choice, text
from elagage.web.together.referee import analyse_line, referee_line
from elagage.web.together.rooms import Room, Watcher
from elagage.web.together.shared_game import check_person
from elagage.web.together.table_store import CLASS, TableStore
from elagage.web.workers.supervisor import Searches

__all__ = ["Lesson", "Question", "best_moves"]

ACTS = ("show", "ask", "answer", "reveal", "drop", "close")
SECONDS = 5.0
"""How long the engine looks at a question."""
ALIKE = 0.02
"""Of the bar: estimates that differ by less are as good as each other."""
MOST_ANSWERS = 1000


@dataclass
class Question:
    """The best move is to be found: asked once, answered by each with one move, the last one that they choose."""

    number: int
    key: str
    player: int
    answers: dict[str, str] = field(default_factory=dict)
    """The move of each person, by id."""
    revealed: bool = False
    found: dict[str, Any] | None = None
    """What the engine says, once it is known."""

    def count(self) -> list[tuple[str, int]]:
        """How many chose each move, the most frequent first."""
        return sorted(Counter(self.answers.values()).items(), key=lambda pair: (-pair[1], pair[0]))


class Lesson(Room):
    """The one board of a class. It is in the store, so that a server which is started again goes on."""

    def __init__(self, tables: TableStore, searches: Searches) -> None:
        super().__init__()
        self.tables, self.searches = tables, searches
        self.open = False
        self.line: dict[str, Any] = {}
        self.question: Question | None = None
        self.asked = 0
        self.names: dict[str, str] = {}
        """What those are called who have answered, by id."""
        self.right: Counter[str] = Counter()
        self.given: Counter[str] = Counter()
        self.search: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        return False

    # What people see

    def view(self, watcher: Watcher) -> dict[str, Any]:
        teacher = watcher.person == HOST
        view = {"event": "class", "open": self.open, "teacher": teacher, "here": len(self.students)}
        if teacher:
            view["people"] = self.list_people()
        if self.open:
            view |= {**self.line, "question": self.tell_question(watcher.person, teacher)}
        return view

    @property
    def students(self) -> dict[str, str]:
        """Those who are here, by id, with their names."""
        found = [each.person for each in self.watchers if each.person is not None and each.person != HOST]
        return {person.id: person.name for person in found}

    def list_people(self) -> list[dict[str, Any]]:
        """Who is here or has answered, with what they found, for the teacher."""
        here = self.students
        answered = {} if self.question is None else self.question.answers
        return [
            {
                "name": name, "here": ident in here, "answered": ident in answered, "right": self.right[ident],
                "given": self.given[ident],
            }
            for ident, name in sorted({**self.names, **here}.items(), key=lambda pair: pair[1].casefold())
        ]  # fmt: skip

    def tell_question(self, person: Person | None, teacher: bool) -> dict[str, Any] | None:
        """What somebody may know of the question."""
        asked = self.question
        if asked is None:
            return None
        told: dict[str, Any] = {
            "number": asked.number, "key": asked.key, "player": asked.player, "revealed": asked.revealed,
            "yours": None if person is None else asked.answers.get(person.id), "given": len(asked.answers),
        }  # fmt: skip
        if teacher or asked.revealed:
            told["answers"] = [
                {"move": move, "count": count, **({"names": self.who_chose(move)} if teacher else {})}
                for move, count in asked.count()
            ]
        if asked.revealed and asked.found is not None:
            told |= {"moves": asked.found["moves"], "best": best_moves(asked.found["moves"], asked.player)}
            told |= {name: asked.found[name] for name in ("score", "exact", "depth", "line")}
        return told

    def who_chose(self, move: str) -> list[str]:
        """The names of those who answered with a move."""
        answers = {} if self.question is None else self.question.answers
        return sorted(self.names.get(ident, "?") for ident, chosen in answers.items() if chosen == move)

    # What they do

    async def act(self, person: Person | None, place: str, request: dict[str, Any]) -> None:
        """Do what somebody asks for; ``place`` is whose turn the workers' work is."""
        act = choice(request, "act", ACTS, "")
        async with self.lock:
            if act == "answer":
                await self.answer(check_person(person), place, request)
                return
            if person != HOST:
                raise Refusal("Only the teacher, who is the host, steers the class's board.", status=403)
            if act == "show":
                await self.show(place, request)
            elif act == "ask":
                await self.ask(place)
            elif act == "reveal":
                await self.reveal()
            elif act == "drop":
                self.question = None
            elif act == "close":
                self.open, self.question = False, None
            else:
                raise Refusal("'{name}' must be one of: {choices}", name="act", choices=", ".join(ACTS))
            await self.note()

    async def show(self, place: str, request: dict[str, Any]) -> None:
        """Everybody is to see this line; a question that was asked of another position ends."""
        line = {name: request.get(name) for name in ("game", "position", "moves")}
        found = await referee_line(self.searches, place, line)
        if not self.open:
            self.right.clear()
            self.given.clear()
            self.names.clear()
            self.asked = 0
        self.open = True
        self.line = {**line, "moves": found["moves"], "key": found["key"], "player": found["player"]}
        self.line["over"] = found["over"]
        if self.question is not None and self.question.key != found["key"]:
            self.question = None

    async def ask(self, place: str) -> None:
        """Everybody is to find the best move; the engine looks for it meanwhile."""
        if not self.open or self.line["over"]:
            raise Refusal("There is no move to be found: show a position in which one is to be made.", status=409)
        self.asked += 1
        self.question = Question(self.asked, self.line["key"], self.line["player"])
        self.begin_search(self.question, place)

    def begin_search(self, asked: Question, place: str) -> None:
        """Have the engine look at what is shown."""
        line = {name: self.line[name] for name in ("game", "position", "moves")}

        async def search() -> None:
            with suppress(Refusal):
                asked.found = await analyse_line(self.searches, place, line, SECONDS)

        self.search = asyncio.create_task(search())

    async def answer(self, person: Person, place: str, request: dict[str, Any]) -> None:
        """Somebody chooses a move, the first or another one; the teacher hears of it, and nobody else."""
        asked = self.question
        if asked is None or asked.number != request.get("number"):
            raise Refusal("This question is not asked any more.", status=409)
        if asked.revealed:
            raise Refusal("The answer is shown already.", status=409)
        if person == HOST:
            raise Refusal("The teacher asks, and the others answer.", status=403)
        if len(asked.answers) >= MOST_ANSWERS and person.id not in asked.answers:
            raise Refusal("There are {most} answers already.", most=MOST_ANSWERS, status=409)
        move = text(request, "move", most=200)
        line = {name: self.line[name] for name in ("game", "position")}
        found = await referee_line(self.searches, place, {**line, "moves": [*self.line["moves"], move]})
        asked.answers[person.id] = found["moves"][-1]
        self.names[person.id] = person.name
        await run_in_threadpool(self.tables.keep_record, CLASS, self.as_record())
        for watcher in self.watchers:
            if watcher.person in (HOST, person):
                watcher.tell(self.view(watcher))

    async def reveal(self) -> None:
        """Everybody sees the answers, and what the engine says."""
        asked = self.question
        if asked is None:
            raise Refusal("Nothing is asked: ask for the best move first.", status=409)
        if asked.revealed:
            return
        if self.search is not None:
            await self.search
        if asked.found is None:
            raise Refusal("The engine has not found an answer: ask once more.", status=409)
        asked.revealed = True
        best = best_moves(asked.found["moves"], asked.player)
        for ident, move in asked.answers.items():
            self.given[ident] += 1
            self.right[ident] += move in best

    async def note(self) -> None:
        """Keep what there is now, and tell everybody."""
        await run_in_threadpool(self.tables.keep_record, CLASS, self.as_record())
        self.tell_everybody()

    # The store

    def as_record(self) -> dict[str, Any]:
        """As the store has it."""
        asked = self.question
        return {
            "open": self.open, "line": self.line, "asked": self.asked, "names": self.names, "right": self.right,
            "given": self.given, "question": None if asked is None else vars(asked),
        }  # fmt: skip

    def take(self, record: dict[str, Any], place: str) -> None:
        """Go on where another server ended."""
        self.open, self.line, self.asked = record["open"], record["line"], record["asked"]
        self.names, self.right, self.given = record["names"], Counter(record["right"]), Counter(record["given"])
        self.question = None if record["question"] is None else Question(**record["question"])
        if self.question is not None and self.question.found is None:
            self.begin_search(self.question, place)


def best_moves(moves: list[dict[str, Any]], player: int) -> list[str]:
    """The names of the best moves, of which there may be several: those that are worth as much as the first, which is
    the best; estimates are compared roughly.

    >>> best_moves([{"name": "a", "score": "1", "value": 0.2, "outcome": None},
    ...             {"name": "b", "score": "0.9", "value": 0.19, "outcome": None},
    ...             {"name": "c", "score": "-3", "value": -0.4, "outcome": None}], 0)
    ['a', 'b']
    """
    if not moves:
        return []
    first, sign = moves[0], 1 if player == 0 else -1

    def is_best(move: dict[str, Any]) -> bool:
        if move["outcome"] is not None or first["outcome"] is not None:
            return bool(move["score"] == first["score"])
        return bool(sign * (first["value"] - move["value"]) <= ALIKE)

    return [move["name"] for move in moves if is_best(move)]
