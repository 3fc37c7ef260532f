"""The maps and scenarios of the MovingAI benchmarks: grids with 8 neighbours, as the makers of games have them.

    type octile        .  G   free                  version 1
    height 3           S      swamp, free too       0  small.map  4  3  0 0  3 2  4.24264069
    width 4            @ O T  blocked               bucket, map, its columns and rows, start, goal, least cost
    map                W      water, blocked
    ..@.

``small.map`` goes from the first free cell to the last one, ``small.map:0,0:3,2`` from one to another (column,row from
0); ``small.scen:12`` is the twelfth scenario of a file, whose map lies beside it.
"""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import NamedTuple

from elagage.errors import FileError
from elagage.paths.problems.grid import MOST, Grid
from elagage.paths.problems.read_problem import make_parameters_error, read_text

__all__ = ["MovingAI", "Scenario", "read_map", "read_scenarios"]

TERRAIN = {".": 1, "G": 1, "S": 1, "@": 0, "O": 0, "T": 0, "W": 0}
EXAMPLE = "small.map:0,0:3,2, small.scen:12"


class Scenario(NamedTuple):
    """A line of a scenario file; cells are (column, row)."""

    bucket: int
    map: str
    width: int
    height: int
    start: tuple[int, int]
    goal: tuple[int, int]
    optimal: float


class MovingAI(Grid):
    """A map with a start and a goal; ``optimal`` is the least cost that the scenario promises,
    -1 if nothing is promised.
    """

    optimal: float = -1.0
    list_proofs = Grid.list_proofs

    @classmethod
    def from_text(cls, parameters: str) -> MovingAI:
        """``FILE.map``, ``FILE.map:x,y:x,y``, ``FILE.scen`` or ``FILE.scen:number``."""
        found = re.fullmatch(r"(.+\.scen)(?::([0-9]{1,6}))?", parameters.strip(), re.IGNORECASE)
        if found:
            return cls.from_scenario(Path(found[1]), int(found[2] or 1))
        found = re.fullmatch(
            r"(.+\.map)(?::([0-9]{1,4}),([0-9]{1,4}):([0-9]{1,4}),([0-9]{1,4}))?", parameters.strip(), re.IGNORECASE
        )
        if not found:
            raise make_parameters_error(parameters, EXAMPLE)
        path = Path(found[1])
        weights = read_map(path)
        if found[2]:
            x, y, goal_x, goal_y = (int(part) for part in found.groups()[1:])
            return cls(weights, (x, y), (goal_x, goal_y), 8)
        free = [(x, y) for y, row in enumerate(weights) for x, weight in enumerate(row) if weight]
        if not free:
            raise FileError("{path} has no free cell.", path=path)
        return cls(weights, free[0], free[-1], 8)

    @classmethod
    def from_scenario(cls, path: Path, number: int = 1) -> MovingAI:
        """The scenario of that number, counted from 1, on the map that lies beside the file."""
        scenarios = read_scenarios(path)
        if not 1 <= number <= len(scenarios):
            raise FileError(
                "{path} has {count} scenarios; there is no number {number}.",
                path=path,
                count=len(scenarios),
                number=number,
            )
        scenario = scenarios[number - 1]
        weights = read_map(path.parent / re.split(r"[/\\]", scenario.map)[-1])
        if (scenario.width, scenario.height) != (len(weights[0]), len(weights)):
            raise FileError(
                "{path}: scenario {number} is for a map of {width} by {height} cells, which {map} is not.",
                path=path,
                number=number,
                width=scenario.width,
                height=scenario.height,
                map=scenario.map,
            )
        problem = cls(weights, scenario.start, scenario.goal, 8)
        problem.optimal = scenario.optimal
        return problem


def read_map(path: Path) -> list[list[int]]:
    """The weights of a map file, 0 for what is blocked; FileError says what is wrong with it."""
    lines = read_text(path).splitlines()
    header: dict[str, str] = {}
    begin = 0
    for number, line in enumerate(lines[:8], 1):
        words = line.split()
        if words == ["map"]:
            begin = number
            break
        if len(words) == 2:
            header[words[0]] = words[1]
    sizes = [header.get(name, "") for name in ("height", "width")]
    if not begin or header.get("type") != "octile" or not all(re.fullmatch(r"[0-9]{1,5}", size) for size in sizes):
        raise FileError(
            "{path} is not a MovingAI map: it must begin with type octile, height, width and map.", path=path
        )
    height, width = (int(size) for size in sizes)
    if not 1 <= width * height <= MOST:
        raise FileError(
            "{path} is a map of {width} by {height} cells, which is not read.", path=path, width=width, height=height
        )
    rows = lines[begin : begin + height]
    if len(rows) < height:
        raise FileError(
            "{path} is cut short: it has {found} of its {count} rows.", path=path, found=len(rows), count=height
        )
    for number, row in enumerate(rows, begin + 1):
        if len(row) != width:
            raise FileError(
                "{path}, line {line}: the row has {found} cells and should have {count}.",
                path=path,
                line=number,
                found=len(row),
                count=width,
            )
        for character in row:
            if character not in TERRAIN:
                raise FileError(
                    "{path}, line {line}: '{character}' stands for no terrain.",
                    path=path,
                    line=number,
                    character=character,
                )
    return [[TERRAIN[character] for character in row] for row in rows]


def read_scenarios(path: Path) -> list[Scenario]:
    """The scenarios of a file; FileError says what is wrong with it."""
    lines = read_text(path).splitlines()
    if not lines or not re.fullmatch(r"version\s+1(\.0*)?\s*", lines[0]):
        raise FileError("{path} is not a MovingAI scenario file: it must begin with version 1.", path=path)
    scenarios = []
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        parts = [part.strip() for part in line.split("\t")] if "\t" in line else line.split()
        whole = [parts[0], *parts[2:8]] if len(parts) == 9 else []
        if (
            not whole
            or not all(re.fullmatch(r"[0-9]{1,6}", part) for part in whole)
            or not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{0,20})?([eE][-+]?[0-9]{1,2})?", parts[8])
        ):
            raise FileError(
                "{path}, line {line}: a scenario is nine columns, from the bucket to the least cost.",
                path=path,
                line=number,
            )
        bucket, width, height, x, y, goal_x, goal_y = (int(part) for part in whole)
        optimal = float(parts[8])
        if not math.isfinite(optimal):
            optimal = -1.0
        scenarios.append(Scenario(bucket, parts[1], width, height, (x, y), (goal_x, goal_y), optimal))
    return scenarios
