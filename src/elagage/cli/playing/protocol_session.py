"""A server of a protocol on standard input and output: lines are read by a thread while we think.

A thought that a line interrupts ends at once with what was found. After the end of the input a thought that has a time
goes on until then, and any other for some seconds. When nobody reads our answers any more, we end.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time as clock_time
from collections import deque
from collections.abc import Callable
from typing import Any

import elagage
from elagage.analysis import TIME, Recall, ask
from elagage.levels import choose
from elagage.protocols import Reply, Server, Thought
from elagage.question import Question, Wishes
from elagage.result import Info, Limits, Result
from elagage.solvers.book import choose_book

__all__ = ["InputLines", "Thinker", "converse", "make_thinker", "serve"]

LONGEST = 1 << 20
"""Bytes of a line; what is longer is cut."""
WAITING = 10_000
"""Lines that may wait; whoever writes more has to wait too."""
LAST_SECONDS = 5.0
"""For a thought without a time, after the end of the input."""

Thinker = Callable[[Server, Thought, Callable[[Info[Any]], None], Callable[[], bool]], tuple[Any, Result[Any] | None]]
"""Thinks a thought over: the move, and what was found."""


class InputLines:
    """The lines of a file descriptor, as they come."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.lines: deque[str] = deque()
        self.ended: float | None = None
        """When the input ended."""
        self.changed = threading.Condition()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        """Read to the end, past Python's own buffers, whose locks would outlive this thread."""
        rest = b""
        while True:
            try:
                piece = os.read(self.descriptor, 1 << 16)
            except OSError:
                piece = b""
            *whole, rest = (rest + piece).split(b"\n") if piece else (rest, b"")
            rest = rest[:LONGEST]
            with self.changed:
                self.lines.extend(line.decode("utf-8", "replace") for line in whole if piece or line)
                if not piece:
                    self.ended = clock_time.monotonic()
                self.changed.notify_all()
                while len(self.lines) > WAITING:
                    self.changed.wait(1.0)
            if not piece:
                return

    def next(self) -> str | None:
        """The next line; None at the end."""
        with self.changed:
            while not self.lines and self.ended is None:
                self.changed.wait(1.0)  # not for ever, so that Ctrl-C is heard on every system
            self.changed.notify_all()
            return self.lines.popleft() if self.lines else None

    def peek(self) -> list[str]:
        """The lines that wait."""
        with self.changed:
            return list(self.lines)

    def drop_first(self) -> None:
        """Take the first of the lines that wait away."""
        with self.changed:
            self.lines.popleft()


def converse(server: Server, lines: InputLines, write: Callable[[tuple[str, ...]], None], think: Thinker) -> None:
    """Answer until the input ends or the other program says so."""
    while (line := lines.next()) is not None:
        reply = server.receive(line)
        write(reply.lines)
        while reply.thought is not None:
            reply = think_over(server, reply.thought, lines, write, think)
            write(reply.lines)
        if reply.ends:
            return


def think_over(
    server: Server, thought: Thought, lines: InputLines, write: Callable[[tuple[str, ...]], None], think: Thinker
) -> Reply:
    """Think, and hear meanwhile what the other program says."""
    interrupted = False

    def stop() -> bool:
        nonlocal interrupted
        while waiting := lines.peek():
            answer = server.answer_meanwhile(waiting[0])
            if answer is None:
                break
            lines.drop_first()
            write(answer)
        if not interrupted and any(map(server.interrupts, waiting)):
            interrupted = True
        late = lines.ended is not None and clock_time.monotonic() - lines.ended > LAST_SECONDS
        return interrupted or (late and thought.limits.time is None)

    move, result = think(server, thought, lambda info: write(server.report(info)), stop)
    while thought.waits and not stop() and lines.ended is None:
        clock_time.sleep(0.01)
    reply = server.conclude(move, result)
    return reply._replace(thought=None) if interrupted else reply


def make_thinker(level: int | None, threads: int, memory: float, plain: bool, seed: int | None = None) -> Thinker:
    """Thinks by the engine within a thought's limits, or plays as a level does; a book that comes with the package is
    asked first where time alone is the limit.
    """
    chooser, recall = random.Random(seed), Recall()

    def think(
        server: Server, thought: Thought, on_info: Callable[[Info[Any]], None], stop: Callable[[], bool]
    ) -> tuple[Any, Result[Any] | None]:
        game, state = server.game, thought.state
        if level is not None and thought.plays:
            limit = thought.limits.time
            return choose(
                game, state, level, chooser, time=limit, stop=stop, plain=plain, threads=threads, memory=memory
            )
        limits = Limits(time=TIME) if thought.limits == Limits() and not thought.waits else thought.limits
        book = choose_book(game, None, limits) if thought.plays else None
        known = None if book is None else book.result_of(game, state)
        if known is not None:
            return known.move, known
        wishes = Wishes(every_move=thought.every_move, plain=plain, threads=threads, memory=memory)
        result = ask(Question(game, state, limits, wishes), on_info=on_info, stop=stop, recall=recall)
        return (next(iter(game.moves(state))) if result.move is None else result.move), result

    return think


def serve(server: Server, think: Thinker) -> None:
    """Converse on standard input and output."""
    server.version = elagage.__version__
    lock = threading.Lock()

    def write(lines: tuple[str, ...]) -> None:
        if lines:
            with lock:
                sys.stdout.write("".join(line + "\n" for line in lines))
                sys.stdout.flush()

    try:
        converse(server, InputLines(sys.stdin.fileno()), write, think)
    except BrokenPipeError:  # nobody reads any more: what Python still holds goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
