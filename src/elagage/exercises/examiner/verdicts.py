"""What is said of a student's program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from elagage.exercises.solved_exercise import Exercise, Wanted, make_exercise

__all__ = ["Verdict"]


@dataclass(frozen=True)
class Verdict:
    """What is to be said of a student's program; ``verdict`` is 'right' or the kind of problem."""

    verdict: str
    sentence: str
    function: str = ""
    algorithm: str = ""
    style: str = ""
    trees: int = 0
    """How many trees were tried."""
    graphs: int = 0
    """How many shared graphs, or graphs for a path or an attractor, were tried."""
    tree: str = ""
    """The smallest tree or graph found on which the function errs."""
    depth: int | None = None
    expected: Any = None
    got: str = ""
    visited: tuple[str, ...] = ()
    """Nodes that were visited and should not have been (or the other way round if the verdict is 'early')."""
    misconception: str = ""
    """The name of a typical error that explains all answers."""
    explanation: str = ""
    """The same as a sentence."""
    visits: int | None = None
    """How often a program with a memory worked a position out, on shared graphs that are searched to their leaves."""
    hits: int | None = None
    """How often it found one in its memory."""
    notes: tuple[str, ...] = ()
    """What was not checked, and what is worth telling besides."""
    drawn: str = ""
    """The tree as it was searched: where the depth ends, the heuristic's value is a leaf."""

    @property
    def right(self) -> bool:
        """Is there nothing to say against it?"""
        return self.verdict == "right"

    def exercise(self, strict: bool = False) -> Exercise | None:
        """The tree found, solved by the algorithm, to be drawn."""
        if not self.drawn:
            return None
        return make_exercise(self.drawn, Wanted(self.algorithm or "minimax", strict=strict))
