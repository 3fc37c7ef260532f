"""Runs a student's program in a process of its own, which knows nothing of the rest of the package.

The order comes from standard input; the answers go through a pipe of their own, one JSON object a line: first what was
found in the file, then an answer a case and variant. What the program prints goes nowhere. All that is written here is
read as data on the other side: a program that writes such lines itself says no more than what it could have returned.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import time
import traceback
from typing import Any

from elagage.exercises.examiner.inside.answer_codes import encode_answer, encode_number, encode_text, safe_text
from elagage.exercises.examiner.inside.game_words import VALUE, plain_name
from elagage.exercises.examiner.inside.graph_styles import GraphWorld, call_graph, graph_variants, read_heuristic
from elagage.exercises.examiner.inside.student_files import MissingError, SignatureError, Student
from elagage.exercises.examiner.inside.tree_styles import IllegalMove

__all__ = ["main"]

SLOW = 0.02
"""Seconds of loading above which a file is not loaded again for each case."""
MOST_VARIANTS = 8
TREE_KINDS = ("minimax", "negamax", "alphabeta")


class Timeout(BaseException):
    """A case takes too long."""


class Printed(io.TextIOBase):
    """Where prints go: they are counted, and the end is kept."""

    def __init__(self) -> None:
        self.count = 0
        self.tail = ""

    def write(self, text: str) -> int:
        """Keep the last words."""
        self.count += len(text)
        self.tail = (self.tail + str(text)[-400:])[-400:]
        return len(text)

    def writable(self) -> bool:
        return True


class Runner:
    """One student's program, asked case after case."""

    def __init__(self, order: dict[str, Any], channel: int, printed: Printed) -> None:
        self.order, self.channel, self.printed = order, channel, printed
        self.limit = float(order["limit"])

    def tell(self, answer: dict[str, Any]) -> None:
        data = (json.dumps(answer) + "\n").encode()
        while data:
            data = data[os.write(self.channel, data) :]

    def run(self) -> None:
        """Load the program, say what was found, answer the cases."""
        order = self.order
        set_timers(self.limit * 3)
        began = time.process_time()
        try:
            student = Student(order["source"], order["path"], order["function"], order["style"])
        except MissingError as error:
            return self.tell({"problem": "missing", "text": str(error)[:200]})
        except SignatureError as error:
            return self.tell({"problem": error.problem, "text": str(error)[:60]})
        except Timeout:
            return self.tell({"problem": "import_timeout"})
        except RecursionError:
            return self.tell({"problem": "import", "kind": "RecursionError", "text": "", "line": None})
        except SyntaxError as error:
            return self.tell(failure("syntax", error, order["path"]))
        except BaseException as error:
            return self.tell(failure("import", error, order["path"]))
        finally:
            set_timers(0)
        slow = time.process_time() - began > SLOW
        self.renews = student.glance.keeps_state and not slow
        self.forks = student.glance.keeps_state and slow and hasattr(os, "fork")
        variants = self.find_variants(student)
        helped = bool(student.used & VALUE) or student.has("value") or student.style in ("game", "records")
        self.tell({
            "name": student.name, "kind": student.kind, "style": student.style, "variants": len(variants),
            "depth": student.has("depth") and helped and student.style != "dict",
            "remembers": student.glance.remembers, "shares": student.style in ("game", "dict", "records"),
            "windowed": student.has("alpha") and student.has("beta"), "relative": student.speech.relative,
        })  # fmt: skip
        chosen = range(min(len(variants), MOST_VARIANTS)) if order["variant"] is None else [order["variant"]]
        for number, job in enumerate(order["jobs"]):
            for variant in chosen:
                problem = self.answer(student, [number, variant], job, variants[variant % len(variants)])
                if problem == "timeout":
                    return None  # there may be many of them
        return self.tell({"printed": self.printed.count})

    def find_variants(self, student: Student) -> list[Any]:
        """Conventions that can't be read off the text."""
        if student.kind in TREE_KINDS:
            return student.players()
        if student.kind == "heuristic":
            return [None]
        return graph_variants(student.kind, [role for role, _name in student.roles])

    def answer(self, student: Student, place: list[int], job: dict[str, Any], variant: Any) -> str:
        """Tell the answer for one case, in a module that no other case has touched; what went wrong, if anything."""
        child = os.fork() if self.forks else 0
        if child:
            return "timeout" if os.waitpid(child, 0)[1] else ""
        answer = self.run_job(student, job, variant)
        self.tell({"id": place, **answer})
        if self.forks:
            os._exit(int(answer.get("problem") == "timeout"))
        return str(answer.get("problem", ""))

    def run_job(self, student: Student, job: dict[str, Any], variant: Any) -> dict[str, Any]:
        """The answer for one case, or what went wrong."""
        try:
            set_timers(self.limit)
            if self.renews:
                student.renew()
            before = self.printed.count
            if student.kind in TREE_KINDS:
                return self.run_world(student, job, variant, before)
            roles = [role for role, _name in student.roles]
            if student.kind == "heuristic":
                return {
                    "table": encode_table(read_heuristic(student.function, roles, vars(student.module), plain_name))
                }
            world: Any = GraphWorld(job, variant)
            student.observed = world
            return {"answer": encode_answer(call_graph(student.function, student.kind, roles, world), world.number)}
        except Timeout:
            return {"problem": "timeout"}
        except RecursionError:
            return {"problem": "recursion"}
        except IllegalMove:
            return {"problem": "illegal"}
        except BaseException as error:
            return failure("exception", error, self.order["path"])
        finally:
            set_timers(0)

    def run_world(self, student: Student, job: dict[str, Any], players: Any, before: int) -> dict[str, Any]:
        def which(thing: Any) -> int | None:
            return None if isinstance(thing, int | float) else student.current().number(thing)

        answer = student.call(job, players, False)
        world = student.current()
        encoded = encode_answer(answer, which)
        spoken = encode_text(self.printed.tail) if answer is None and self.printed.count > before else None
        result: dict[str, Any] = {
            "answer": spoken or encoded, "spoken": spoken is not None, "visited": None,
            "balanced": len(world.path) == 1,
            "expanded": [world.expanded[n] for n in range(len(world.below))],
        }  # fmt: skip
        if job["visits"]:
            again = encoded
            if student.style == "lists":
                if student.tuples:
                    return result
                if self.renews:
                    student.renew()
                again = encode_answer(student.call(job, players, True), which)
            if comparable(again) == comparable(encoded) and student.style != "records":
                result["visited"] = student.list_visited()
        return result


def comparable(answer: dict[str, Any]) -> Any:
    """The numbers of an answer, the same whether nodes are noted or not."""
    return [comparable(item) for item in answer["t"]] if "t" in answer else answer.get("n")


def encode_table(found: dict[str, Any]) -> dict[str, Any]:
    """A heuristic's table as data."""
    if "problem" in found:
        return found
    return {**found, "values": [{"n": n} if (n := encode_number(value)) is not None and not isinstance(n, dict)
                                else {"o": safe_text(value)} for value in found["values"]]}  # fmt: skip


def set_timers(limit: float) -> None:
    """Ring after so many seconds of computing, whatever else the machine does, or ten times as many of sleeping.

    0: never.
    """
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, limit)
        signal.setitimer(signal.ITIMER_REAL, 10 * limit)


def failure(problem: str, error: BaseException, path: str) -> dict[str, Any]:
    """An exception in a few words, with the line of the student's file."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    try:
        text = str(error.msg if isinstance(error, SyntaxError) else error)
    except BaseException:
        text = ""
    return {"problem": problem, "kind": type(error).__name__[:60], "text": " ".join(text.split())[:160], "line": line}


def main(order: dict[str, Any], channel: int) -> None:
    """Answer an order; the channel is the descriptor that answers go to."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    printed = Printed()
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), printed, Printed()

    def ring(*_arguments: Any) -> None:
        raise Timeout

    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, ring)
        signal.signal(signal.SIGPROF, ring)
    if order["folder"]:
        sys.path.insert(0, order["folder"])
    Runner(order, channel, printed).run()
