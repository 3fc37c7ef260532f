"""The jobs of an analysis by tiers: what a slice of states leads to. Any process that sees the folder can do one.

A job reads slices that are there and writes one; doing it again gives the same bytes. So it may be done anywhere, and
again after a crash.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from elagage.compiler.fallback import CannotCompile, UnheldScore
from elagage.compiler.link import compile_kernel, link, widen_cells
from elagage.errors import SearchError
from elagage.game import Game
from elagage.solvers.retrograde import retrograde_workspace as retro
from elagage.solvers.retrograde.state_keys import FIELD_STEP, fields_for, widen_ranges
from elagage.solvers.retrograde.tiers.slice_files import SliceFolder
from elagage.solvers.retrograde.tiers.sorted_keys import as_sortable, as_words, find_sorted, key_type, sort_once, unite
from elagage.solvers.retrograde.tiers.tier_kernel import expand_tiers, score_ends, tell_tiers

__all__ = ["Plan", "PlanTooNarrow", "TierRules", "do_slice_job"]

ROOM = 1 << 16
"""Successors that are looked at together."""


@dataclass(frozen=True)
class Plan:
    """What is analysed, and how states are written; the same for all slices."""

    mark: str
    root: list[int] | None
    symmetric: bool
    ranges: list[tuple[int, int]]
    widen: int
    width: int
    """How many moves a position has at most."""
    part: int
    """States of a slice."""

    def facts(self) -> dict[str, Any]:
        """For a file, or a job."""
        return asdict(self)


def read_plan(facts: dict[str, Any]) -> Plan:
    """The plan that a job holds."""
    names = ("mark", "root", "symmetric", "widen", "width", "part")
    return Plan(ranges=[(low, bits) for low, bits in facts["ranges"]], **{name: facts[name] for name in names})


class PlanTooNarrow(Exception):
    """A state doesn't fit the plan; ``change`` says what of it has to be larger."""

    def __init__(self, change: dict[str, Any]) -> None:
        super().__init__(change)
        self.change = change


class TierRules:
    """The rules of a game, compiled, for states that are written as a plan says."""

    def __init__(self, game: Game[Any, Any], plan: Plan) -> None:
        self.game, self.plan = game, plan
        self.linked = link(game, plan.widen, symmetric=plan.symmetric)
        if self.linked.mark != plan.mark:
            raise SearchError("The rules of {game} are not those that the work began with.", game=game.spec)
        self.fields = fields_for(plan.ranges)
        self.size = self.fields[-1].key + 1
        self.workspace = workspace = np.zeros(retro.WORKSPACE, dtype=np.int64)
        workspace[retro.WORDS], workspace[retro.KEYS] = self.linked.words, self.size
        workspace[retro.WIDTH], workspace[retro.BATCH_ROOM] = plan.width, plan.width + ROOM
        workspace[retro.MARGINS] = int(game.margins or game.payoffs)
        for number, field in enumerate(self.fields):
            at = retro.FIELDS + number * FIELD_STEP
            workspace[at : at + FIELD_STEP] = field.low, field.mask, field.key, field.shift

    def call(self, kernel: Any, *arrays: Any) -> Any:
        """Run a kernel; PlanTooNarrow if a state doesn't fit."""
        arguments = (self.linked.handle, self.workspace, *arrays)
        compile_kernel(self.linked, kernel, arguments, None)
        try:
            status = kernel(*arguments)
        except OverflowError:
            raise PlanTooNarrow({"widen": widen_cells(self.plan.widen)}) from None
        if status == retro.MISFIT:
            word, value = int(self.workspace[retro.WORD_BAD]), int(self.workspace[retro.WORD_VALUE])
            raise PlanTooNarrow({"ranges": widen_ranges(self.plan.ranges, word, value)})
        if status == retro.TOO_WIDE:
            if self.plan.width == retro.DEGREE // 2:
                raise CannotCompile("a position has more than {most} moves", most=retro.DEGREE // 2, rule="moves")
            raise PlanTooNarrow({"width": min(retro.DEGREE // 2, 8 * self.plan.width)})
        if status == retro.UNHELD:
            raise UnheldScore
        return status

    def tiers(self, words: Any) -> Any:
        """The tiers of some keys."""
        count = len(words) // self.size
        tiers = np.zeros(count, dtype=np.int64)
        self.workspace[retro.BATCH] = count
        self.call(tell_tiers, words, tiers)
        return tiers

    def batches(self, words: Any, degrees: Any) -> Iterator[tuple[int, int, Any, Any]]:
        """The successors of some states, many at a time: the first state and the last, their successors' keys and
        tiers. How many each state has, and who moves, is put into ``degrees``.
        """
        count = len(words) // self.size
        room = self.plan.width + ROOM
        found, tiers = np.zeros(room * self.size, dtype=np.int64), np.zeros(room, dtype=np.int64)
        first = 0
        while first < count:
            self.workspace[retro.DONE], self.workspace[retro.STATES] = first, count
            self.call(expand_tiers, words, degrees, found, tiers)
            last, number = int(self.workspace[retro.BATCH_END]), int(self.workspace[retro.BATCH])
            yield first, last, as_sortable(found[: number * self.size], self.size), tiers[:number]
            first = last

    def end_scores(self, words: Any, degrees: Any) -> Any:
        """The final scores of the ended games among some states; 0 elsewhere."""
        scores = np.zeros(len(degrees), dtype=np.int32)
        self.workspace[retro.STATES] = len(degrees)
        self.call(score_ends, words, degrees, scores)
        return scores


@lru_cache(maxsize=2)
def rules_for(game: Game[Any, Any], plan: str) -> TierRules:
    """The compiled rules of a process's jobs."""
    import json

    return TierRules(game, read_plan(json.loads(plan)))


def do_slice_job(game: Game[Any, Any], job: dict[str, Any]) -> dict[str, Any] | None:
    """Do a job, unless its slice is there; what of the plan has to change if it was too narrow, else nothing."""
    folder = SliceFolder(Path(job["folder"]), bytes.fromhex(job["secret"]))
    if folder.has(job["out"]):
        return None
    try:
        rules = rules_for(game, job["plan"])
        (reach_slice if job["kind"] == "reach" else value_slice)(rules, folder, job)
    except PlanTooNarrow as narrow:
        return narrow.change
    return None


def read_part(rules: TierRules, folder: SliceFolder, job: dict[str, Any]) -> tuple[Any, Any]:
    """The keys of a job's states, and room for their degrees."""
    keys = folder.array(job["of"], "keys", key_type(rules.size))[job["first"] : job["last"]]
    return as_words(keys, rules.size), np.zeros(len(keys), dtype=np.uint16)


def reach_slice(rules: TierRules, folder: SliceFolder, job: dict[str, Any]) -> None:
    """What some states lead to, by tier; how many moves that are, and the sizes of final scores."""
    words, degrees = read_part(rules, folder, job)
    reached: dict[int, list[Any]] = {}
    edges = 0
    for _first, _last, children, tiers in rules.batches(words, degrees):
        edges += len(children)
        for tier in np.unique(tiers).tolist():
            reached.setdefault(tier, []).append(sort_once(children[tiers == tier]))
    if reached and min(reached) < job["tier"]:
        raise SearchError(
            "A move leads from tier {tier} to tier {other}, and no move may lower it: elagage check shows one.",
            tier=job["tier"],
            other=min(reached),
        )
    scores = rules.end_scores(words, degrees)
    sizes = np.unique(np.abs(scores)).tolist()
    arrays = {str(tier): unite(parts, rules.size) for tier, parts in sorted(reached.items())}
    folder.write(job["out"], {"edges": edges, "sizes": [size for size in sizes if size]}, arrays)


def value_slice(rules: TierRules, folder: SliceFolder, job: dict[str, Any]) -> None:
    """What some states lead to: numbers inside their tier, and what later tiers' values make of them."""
    words, degrees = read_part(rules, folder, job)
    tier, first_state, kind = job["tier"], job["first"], key_type(rules.size)
    count = len(degrees)
    own = folder.array(f"states-{tier}", "keys", kind)
    inside = np.zeros(count, dtype=np.uint16)
    best, worst = np.full(count, retro.UNDECIDED, dtype=np.int32), np.zeros(count, dtype=np.int32)
    level, drawn = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)
    targets = []
    for first, last, children, tiers in rules.batches(words, degrees):
        sources = np.repeat(np.arange(first, last), degrees[first:last] & retro.DEGREE)
        for other in np.unique(tiers).tolist():
            chosen = tiers == other
            keys, inverse = np.unique(children[chosen], return_inverse=True)
            places = find_sorted(own if other == tier else folder.array(f"states-{other}", "keys", kind), keys)
            parents = sources[chosen]
            if other == tier:
                targets.append(places[inverse].astype(np.int32))
                inside += np.bincount(parents, minlength=count).astype(np.uint16)
                continue
            worth = folder.array(f"values-{other}", "values", np.int32)[places][inverse]
            decided = (worth != 0) & (worth != retro.ENDLESS)
            level[parents[worth == 0]] = True
            drawn[parents[~decided]] = True
            wins = decided & ((worth > 0) == (degrees[parents] & retro.PLAYER_BIT == 0))
            np.minimum.at(best, parents[wins], np.abs(worth[wins]))
            losses = decided & ~wins
            np.maximum.at(worst, parents[losses], np.abs(worth[losses]))
    scores, ended = rules.end_scores(words, degrees), degrees & retro.DEGREE == 0
    levels = np.array(job["levels"], dtype=np.int64)  # the largest first
    codes = (np.searchsorted(-levels, -np.abs(scores.astype(np.int64))) << retro.LEVEL_SHIFT) + 1
    wins, losses, sign = best < retro.UNDECIDED, worst > 0, np.where(degrees & retro.PLAYER_BIT, -1, 1)
    counts = inside + wins.astype(np.uint16) + losses + drawn
    numbers = np.arange(first_state, first_state + count)
    events = [(np.sign(scores) * codes, numbers, ended & (scores != 0)), (sign * best, -1 - numbers, wins)]
    events.append((-sign * worst, -1 - numbers, losses))
    arrays = {
        "degrees": inside,
        "counts": (counts | degrees & retro.PLAYER_BIT).astype(np.uint16),
        "targets": np.concatenate([*targets, np.zeros(0, dtype=np.int32)]),
        "codes": np.concatenate([code[chosen] for code, _number, chosen in events]).astype(np.int32),
        "events": np.concatenate([number[chosen] for _code, number, chosen in events]).astype(np.int32),
        "drawn": numbers[level].astype(np.int32),
        "even": numbers[ended & (scores == 0)].astype(np.int32),
    }
    folder.write(job["out"], {"states": count}, arrays)
