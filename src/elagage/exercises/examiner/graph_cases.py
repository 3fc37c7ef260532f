"""Graphs to try a student's ``dijkstra``, ``astar``, ``attracteur`` or ``positions_gagnantes`` on; what is right there,
and what typical errors give.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from elagage.exercises.cut_constraints import pick
from elagage.exercises.solved_exercise import names
from elagage.i18n import Message

__all__ = ["GRAPH_MISCONCEPTIONS", "GraphCase", "GraphMisconception", "graph_cases", "right_distances", "right_set"]


@dataclass(frozen=True)
class GraphCase:
    """A graph: its arcs with costs, a start and a goal, a heuristic; or owners, targets and a player."""

    arcs: tuple[tuple[tuple[int, int], ...], ...]
    goal: int = 0
    h: tuple[int, ...] = ()
    owners: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()
    player: int = 0

    def labels(self) -> list[str]:
        """What the vertices are called."""
        return [name.upper() for name, _row in zip(names(), self.arcs)]

    def job(self) -> dict[str, Any]:
        """What the student's process is told."""
        return {
            "names": self.labels(), "arcs": self.arcs, "start": 0, "goal": self.goal, "h": self.h,
            "owners": self.owners or [0] * len(self.arcs), "targets": self.targets, "player": self.player,
        }  # fmt: skip

    def text(self, kind: str) -> str:
        """The graph as it is written in Python."""
        labels = self.labels()
        if kind in ("dijkstra", "astar"):
            rows = {labels[n]: {labels[head]: cost for head, cost in row} for n, row in enumerate(self.arcs)}
            found = str(rows)
            return f"{found}, h = {dict(zip(labels, self.h))}" if kind == "astar" else found
        return str({labels[n]: [labels[head] for head, _cost in row] for n, row in enumerate(self.arcs)})

    def smaller(self) -> Iterator[GraphCase]:
        """An arc less, a vertex less at the end, a smaller cost."""
        last = len(self.arcs) - 1
        if last > 0 and last != self.goal and last not in self.targets:
            arcs = tuple(tuple(arc for arc in row if arc[0] != last) for row in self.arcs[:last])
            yield replace(self, arcs=arcs, h=self.h[:last], owners=self.owners[:last])
        for tail, row in enumerate(self.arcs):
            for place, (head, cost) in enumerate(row):
                yield self.with_row(tail, row[:place] + row[place + 1 :])
                for less in dict.fromkeys((1, cost // 2)):
                    if 0 < less < cost and not self.h:
                        yield self.with_row(tail, (*row[:place], (head, less), *row[place + 1 :]))

    def with_row(self, tail: int, row: tuple[tuple[int, int], ...]) -> GraphCase:
        """The same with other arcs at a vertex."""
        return replace(self, arcs=(*self.arcs[:tail], row, *self.arcs[tail + 1 :]))


def graph_cases(kind: str, count: int, seed: int) -> list[GraphCase]:
    """Graphs from small to large."""
    chooser = Random(seed + 3)
    found: list[GraphCase] = []
    while len(found) < count:
        size = 2 + len(found) * 7 // count
        acyclic = kind == "winning"
        rows: list[tuple[tuple[int, int], ...]] = []
        for tail in range(size):
            heads = [head for head in range(tail + 1 if acyclic else 0, size) if head != tail and pick(chooser, 5) < 2]
            rows.append(tuple((head, 1 + pick(chooser, (3, 12)[len(found) % 2])) for head in heads))
        case = GraphCase(tuple(rows))
        if kind in ("dijkstra", "astar"):
            reached = [n for n, cost in enumerate(right_distances(case)) if cost < math.inf]
            case = replace(case, goal=reached[pick(chooser, len(reached))])
            if kind == "astar":
                case = replace(case, h=fitting_heuristic(case, chooser))
        else:
            owners = tuple(pick(chooser, 2) for _vertex in rows)
            targets = tuple(n for n in range(size) if pick(chooser, 4) == 0) or (size - 1,)
            case = replace(case, owners=owners, targets=targets, player=pick(chooser, 2))
        found.append(case)
    return found


def fitting_heuristic(case: GraphCase, chooser: Random) -> tuple[int, ...]:
    """A heuristic that is consistent: the distances to the goal, made smaller all alike."""
    back = GraphCase(tuple(
        tuple((tail, cost) for tail, row in enumerate(case.arcs) for head, cost in row if head == vertex)
        for vertex in range(len(case.arcs))
    ))  # fmt: skip
    exact = right_distances(back, case.goal)
    most = max(int(cost) for cost in exact if cost < math.inf)
    share = pick(chooser, 3)
    return tuple(int(cost) * share // 2 if cost < math.inf else most for cost in exact)


def right_distances(case: GraphCase, start: int = 0) -> list[float]:
    """The least costs from the start: every arc is looked at until nothing changes."""
    cost: list[float] = [math.inf] * len(case.arcs)
    cost[start] = 0
    changed = True
    while changed:
        changed = False
        for tail, row in enumerate(case.arcs):
            for head, weight in row:
                if cost[tail] + weight < cost[head]:
                    cost[head] = cost[tail] + weight
                    changed = True
    return cost


def right_set(kind: str, case: GraphCase, error: str = "") -> frozenset[int]:
    """The attractor of the targets, or the winning positions; or what one gets who makes this error."""
    if kind == "winning":
        return winning(case, error)
    size = len(case.arcs)
    found = set() if error == "targets_left_out" else set(case.targets)
    known = set(case.targets)
    for _round in range(1 if error == "one_step" else size + 1):
        new = set()
        for vertex in range(size):
            heads = [head for head, _cost in case.arcs[vertex]]
            mine = (case.owners[vertex] == case.player) != (error == "players_swapped")
            some, every = any(head in known for head in heads), all(head in known for head in heads)
            if error == "opponent_helps":
                every = some
            if error == "we_are_forced":
                some = every and bool(heads)
            if some if mine else every and (bool(heads) or error == "dead_ends_attracted"):
                new.add(vertex)
        known |= new
        found |= new
    return frozenset(found)


def winning(case: GraphCase, error: str) -> frozenset[int]:
    """The positions of an acyclic graph from which who moves wins; who can't move loses."""
    won: dict[int, bool] = {}
    for vertex in reversed(range(len(case.arcs))):
        replies = [won[head] for head, _cost in case.arcs[vertex]]
        if error == "all_replies":
            won[vertex] = bool(replies) and not any(replies)
        elif error == "who_cannot_move_wins":
            won[vertex] = not replies or not all(replies)
        elif error == "wins_to_a_win":
            won[vertex] = not replies or any(replies)
        else:
            won[vertex] = not all(replies)
    flipped = error == "losing_ones"
    return frozenset(vertex for vertex, wins in won.items() if wins != flipped)


def search_path(case: GraphCase, error: str) -> list[float]:
    """What a shortest-path search with an error finds: a cost for each vertex, or for the goal alone."""
    size = len(case.arcs)
    cost: list[float] = [math.inf] * size
    cost[0] = 0
    h = case.h or (0,) * size
    done: set[int] = set()
    queue: list[tuple[float, int]] = [(0, 0)]
    while queue:
        _priority, here = heapq.heappop(queue)
        if here in done:
            continue
        done.add(here)
        if case.h and here == case.goal:
            break
        for head, weight in case.arcs[here]:
            step = 1 if error == "costs_ignored" else weight
            new = step if error == "only_last_arc" else cost[here] + step
            if error == "heuristic_added_up":
                new += h[head]
            known = cost[head] < math.inf
            if head in done or (known and (error == "first_way_kept" or new >= cost[head])):
                continue
            cost[head] = new
            heapq.heappush(queue, (h[head] if error == "only_heuristic" else new + h[head], head))
    return cost


@dataclass(frozen=True)
class GraphMisconception:
    """A typical error with graphs."""

    name: str
    kinds: tuple[str, ...]
    error: str
    sentence: Message

    def run(self, kind: str, case: GraphCase) -> Any:
        """What one gets who makes it."""
        if kind in ("dijkstra", "astar"):
            found = search_path(case, self.error)
            return found[case.goal] if kind == "astar" else found
        return right_set(kind, case, self.error)


PATHS = ("dijkstra", "astar")
GRAPH_MISCONCEPTIONS: tuple[GraphMisconception, ...] = (
    GraphMisconception("costs-ignored", PATHS, "costs_ignored", Message(
        "The costs are ignored: each arc counts 1, as in a breadth-first search.")),
    GraphMisconception("first-way-kept", PATHS, "first_way_kept", Message(
        "The first way found is kept: when a cheaper one comes, the distance must be lowered.")),
    GraphMisconception("only-the-last-arc", PATHS, "only_last_arc", Message(
        "Only the cost of the last arc is kept: add the distance of the vertex that it starts from.")),
    GraphMisconception("heuristic-added-up", ("astar",), "heuristic_added_up", Message(
        "The heuristic is added up along the way: it belongs to the priority g + h, never to g.")),
    GraphMisconception("only-the-heuristic", ("astar",), "only_heuristic", Message(
        "The priority is the heuristic alone, a greedy search: it must be g + h.")),
    GraphMisconception("opponent-helps", ("attractor",), "opponent_helps", Message(
        "One successor is enough for the opponent too: at the opponent's vertices all of them must be attracted.")),
    GraphMisconception("we-are-forced", ("attractor",), "we_are_forced", Message(
        "All successors are asked for at the player's own vertices: one is enough there.")),
    GraphMisconception("dead-ends-attracted", ("attractor",), "dead_ends_attracted", Message(
        "A dead end of the opponent's is taken for attracted: of no successors, everything is true.")),
    GraphMisconception("players-swapped", ("attractor",), "players_swapped", Message(
        "The players are swapped: the player needs one successor, the opponent all of them.")),
    GraphMisconception("one-step", ("attractor",), "one_step", Message(
        "Only one step is made: repeat until nothing new is attracted.")),
    GraphMisconception("targets-left-out", ("attractor",), "targets_left_out", Message(
        "The targets themselves are left out: they belong to their attractor.")),
    GraphMisconception("all-replies", ("winning",), "all_replies", Message(
        "All moves are asked to lead to lost positions: one is enough to win.")),
    GraphMisconception("wins-to-a-win", ("winning",), "wins_to_a_win", Message(
        "A move to a winning position is taken for a good one: there the opponent moves.")),
    GraphMisconception("who-cannot-move-wins", ("winning",), "who_cannot_move_wins", Message(
        "A position without moves is taken for won: who can't move has lost.")),
    GraphMisconception("losing-ones", ("winning",), "losing_ones", Message(
        "The losing positions are returned.")),
)  # fmt: skip
