"""Retrograde analysis by tiers: one tier in memory at a time, the others on disk.

No move leads to an earlier tier (the game's rule ``tier`` says so). So states are found from the first tier to the
last, layer by layer, and decided from the last tier to the first: what a move to a later tier is worth is looked up in
that tier's slices. The successors of a slice of states are found by jobs, here or by an executor's workers; a job whose
slice is there is not done again, so that the work can be killed at any moment and goes on from its slices.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from elagage.compiler.workers import Abandoned
from elagage.errors import FileError, SearchError, Stopped
from elagage.game import Game
from elagage.solvers.retrograde import retrograde_workspace as retro
from elagage.solvers.retrograde.retrograde_driver import Retrograde
from elagage.solvers.retrograde.tiers import ShareJobs
from elagage.solvers.retrograde.tiers.merge_tiers import field_extremes, merge_tiers
from elagage.solvers.retrograde.tiers.slice_files import SliceFolder
from elagage.solvers.retrograde.tiers.sorted_keys import as_sortable
from elagage.solvers.retrograde.tiers.tier_jobs import Plan, PlanTooNarrow, TierRules, do_slice_job
from elagage.solvers.retrograde.tiers.tier_states import TierStates
from elagage.solvers.retrograde.tiers.tier_values import TierValues
from elagage.solvers.retrograde.value_tables import Solved

__all__ = ["TierSolver"]

JOB_BYTES = 1024
"""About what a job takes for each of its states."""
LEAST_PART, MOST_PART = 1000, 1 << 16
"""How few states a slice may have, and how many."""


class TierSolver:
    """An analysis by tiers in a folder of slices, within ``memory`` megabytes."""

    def __init__(
        self,
        game: Game[Any, Any],
        state: Any,
        folder: Path,
        secret: bytes,
        *,
        symmetric: bool = False,
        memory: float = 1000,
        share: ShareJobs | None = None,
        on_progress: Callable[[str, int, float], None] | None = None,
        on_wait: Callable[[], None] | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.game, self.state, self.symmetric, self.memory, self.stop = game, state, symmetric, memory, stop
        self.on_progress, self.on_wait = on_progress, on_wait
        self.slices = SliceFolder(folder, secret)
        self.share: ShareJobs = share or (lambda jobs: (do_slice_job(game, job) for job in jobs))
        self.peak = 0
        self.found = self.decided = 0
        self.most_parts = (1, 1)
        """How many parts a tier was found in at most, and decided in."""

    def run(self, resume: bool) -> Solved:
        """Everything, to the end; with ``resume`` from the slices that are there, if they are of the same work."""
        try:
            return self.run_planned(resume)
        except Abandoned:  # somebody asked to stop while rules were compiled
            raise self.report_stop() from None

    def run_planned(self, resume: bool) -> Solved:
        """The same, with a plan that is made wider as often as a state doesn't fit."""
        self.slices.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not resume:
            self.slices.empty()
            self.slices.folder.mkdir(mode=0o700, exist_ok=True)
        start = self.begin(1)
        plan = self.make_plan(start)
        while True:
            try:
                return self.solve(start, plan)
            except PlanTooNarrow as narrow:  # seldom, and soon: fields have bits to spare
                self.slices.empty()
                self.slices.folder.mkdir(mode=0o700, exist_ok=True)
                if "widen" in narrow.change:
                    start = self.begin(narrow.change["widen"])
                    plan = self.make_plan(start)
                else:
                    plan = replace(plan, **narrow.change)

    def begin(self, widen: int) -> Retrograde:
        """Where the analysis begins, in memory."""
        start = Retrograde(
            self.game, self.state, symmetric=self.symmetric, memory=self.memory, on_wait=self.on_wait, widen=widen,
            dense=False,
        )  # fmt: skip
        while not start.started:
            start.slice()
        return start

    def make_plan(self, start: Retrograde) -> Plan:
        """The plan that is there, if it is of the same work, or a new one; FileError if it is of other work."""
        part = max(LEAST_PART, min(MOST_PART, int(self.memory * 1e6 / 4 / JOB_BYTES)))
        root = None if self.state is None else start.linked.flatten(self.state)
        plan = Plan(start.linked.mark, root, self.symmetric, start.ranges, start.widen, start.width, part)
        if not self.slices.path("plan").exists():
            return plan
        held = self.slices.facts("plan")
        known = {name: held.get(name) for name in ("mark", "root", "symmetric", "widen")}
        own = {name: plan.facts()[name] for name in known}
        if known != own:
            raise FileError(
                "{path} is a checkpoint of other rules, another position or another version: begin again "
                "without resuming.",
                path=self.slices.folder,
            )
        ranges = [(int(low), int(bits)) for low, bits in held["ranges"]]
        return replace(plan, ranges=ranges, width=int(held["width"]), part=int(held["part"]))

    def solve(self, start: Retrograde, plan: Plan) -> Solved:
        """The whole work, as planned."""
        self.plan = plan
        self.rules = TierRules(self.game, plan)
        self.size = self.rules.size
        self.found = self.decided = 0
        self.slices.write("plan", plan.facts(), {})
        tiers = self.find_tiers(start)
        facts = {tier: self.slices.facts(f"states-{tier}") for tier in tiers}
        levels = sorted({size for each in facts.values() for size in each["sizes"]}, reverse=True)
        if len(levels) > retro.MOST_LEVELS:
            raise SearchError(
                "This game ends with more than {most} different scores, which a table of all positions can't hold.",
                most=retro.MOST_LEVELS,
            )
        for tier in reversed(tiers):
            if not self.slices.has(f"values-{tier}"):
                self.decide_tier(tier, facts[tier]["states"], levels)
            self.decided += facts[tier]["states"]
            self.tell("values", self.decided, self.found)
        return merge_tiers(self.slices, self.rules, tiers, levels, self.memory)

    # Finding states

    def find_tiers(self, start: Retrograde) -> list[int]:
        """Find the states of every tier, from the first to the last; the tiers there are."""
        words = start.keys[: int(start.workspace[retro.STATES]) * (start.fields[-1].key + 1)]
        if start.fields != self.rules.fields:
            words = start.pack_keys(self.plan.ranges)
        tiers = self.rules.tiers(words)
        keys = as_sortable(words, self.size)
        self.slices.write("starts", {}, {str(t): np.sort(keys[tiers == t]) for t in np.unique(tiers).tolist()})
        waiting: dict[int, list[tuple[int, str]]] = {int(tier): [(0, "starts")] for tier in np.unique(tiers)}
        done: list[int] = []
        while waiting:
            tier = min(waiting)
            arrivals = waiting.pop(tier)
            if not self.slices.has(f"states-{tier}"):
                self.find_states(tier, arrivals)
            facts = self.slices.facts(f"states-{tier}")
            self.found += facts["states"]
            for later, ply, name in facts["leads"]:
                waiting.setdefault(later, []).append((ply, name))
            done.append(tier)
        return done

    def find_states(self, tier: int, arrivals: list[tuple[int, str]]) -> None:
        """Find the states of a tier layer by layer, from those that earlier tiers lead to."""
        states = TierStates(self.slices, tier, self.size, self.memory * 1e6)
        leads: list[list[Any]] = []
        edges, sizes = 0, set()
        own: list[str] = []
        ply = min(first for first, _name in arrivals)
        while own or any(first >= ply for first, _name in arrivals):
            before = states.total
            layer = states.add_layer(ply, [*own, *(name for first, name in arrivals if first == ply)])
            self.note_memory(states.peak)
            own = []
            if layer:
                for name in self.have_done("reach", tier, layer, states.total - before, f"reached-{tier}-{ply}", {}):
                    facts, arrays = self.slices.open(name)
                    edges += facts["edges"]
                    sizes |= set(facts["sizes"])
                    leads += [[int(other), ply + 1, name] for other in arrays if int(other) != tier]
                    own += [name] * (str(tier) in arrays)
                self.tell("states", self.found + states.total, self.found + states.total)
            ply += 1

        def tell_facts(keys: Any) -> dict[str, Any]:
            known = {"states": states.total, "edges": edges, "sizes": sorted(sizes), "leads": leads}
            return {**known, "extremes": field_extremes(keys, self.rules)}

        states.write(tell_facts)
        self.most_parts = max(self.most_parts[0], states.parts), self.most_parts[1]

    def have_done(self, kind: str, tier: int, of: str, count: int, name: str, more: dict[str, Any]) -> list[str]:
        """Have the parts of a slice worked on; the names of what comes of it."""
        jobs = [
            {
                "kind": kind, "tier": tier, "of": of, "first": first, "last": min(count, first + self.plan.part),
                "out": f"{name}-{number}", "folder": str(self.slices.folder.absolute()),
                "secret": self.slices.secret.hex(), "plan": json.dumps(self.plan.facts()), **more,
            }
            for number, first in enumerate(range(0, count, self.plan.part))
        ]  # fmt: skip
        left = [job for job in jobs if not self.slices.has(job["out"])]
        for change in self.share(left):
            if change is not None:
                ranges = {"ranges": [tuple(pair) for pair in change["ranges"]]} if "ranges" in change else {}
                raise PlanTooNarrow({**change, **ranges})
            self.heed_stop()
        return [job["out"] for job in jobs]

    # Deciding them

    def decide_tier(self, tier: int, count: int, levels: list[int]) -> None:
        """The values of a tier's states, from what they lead to."""
        names = self.have_done("values", tier, f"states-{tier}", count, f"edges-{tier}", {"levels": levels})
        values = TierValues(self.slices, tier, names, count, self.plan.part, self.memory * 1e6)
        self.note_memory(values.peak)
        self.most_parts = self.most_parts[0], max(self.most_parts[1], len(values.parts))
        values.decide(self.heed_stop)
        self.slices.write(f"values-{tier}", values.tally(), {"values": values.values})
        values.remove_files()

    # What is asked of it meanwhile

    def note_memory(self, taken: int) -> None:
        """The most that was taken."""
        self.peak = max(self.peak, taken)

    def heed_stop(self) -> None:
        """Stopped, if somebody asked for it: what was found stays."""
        if self.stop is not None and self.stop():
            raise self.report_stop()

    def report_stop(self) -> Stopped:
        """What to raise where somebody asked to stop."""
        return Stopped("The solver was stopped; what it found is kept in {path}.", path=self.slices.folder)

    def tell(self, phase: str, done: int, expected: float) -> None:
        """Say how far it is."""
        if self.on_progress is not None:
            self.on_progress(phase, done, float(expected))
