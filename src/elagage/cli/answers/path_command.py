"""``elagage path``: a cheapest path in a grid, a puzzle, a road network, or a problem of one's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from elagage.cli import options
from elagage.i18n import _, ngettext

if TYPE_CHECKING:
    from elagage.paths import PathResult, PathTrace, Problem

__all__ = ["path"]

ALGORITHMS = ("breadth_first", "dijkstra", "bidirectional", "greedy", "weighted_astar", "astar", "ida_star")
STEPS = 200
"""Steps of a path that are printed."""
ENDINGS = (".html", ".svg", ".png", ".pdf", ".tex", ".txt")
"""Of the names of drawings."""


@click.command(
    help=_("Find a cheapest path: in a grid, a puzzle, a road network, or a file of yours."),
    epilog=_(
        "A file .txt is a grid if it has rows of # . 1-9 with one S and one G (LAB.txt, LAB.txt:8 for 8 neighbours), "
        "else a road network (ROADS.txt Paris Lyon); .map and .scen are MovingAI's; .py has a class that derives from "
        "Problem."
    ),
)
@click.argument("problem", metavar=_("PROBLEM"), required=False)
@click.option(
    "--algorithm", type=click.Choice(ALGORITHMS), default="astar", show_default=True, help=_("Which algorithm.")
)
@click.option("--heuristic", metavar=_("NAME"), help=_("Judge by the problem's heuristic of this name."))
@click.option("--weight", type=options.NUMBER, metavar="W", help=_("Weighted A*: how much the heuristic counts."))
@click.option("--compare", is_flag=True, help=_("Run every algorithm and compare their work."))
@click.option("--check", is_flag=True, help=_("Is the heuristic admissible and consistent?"))
@click.option("--limit", type=options.INTEGER, metavar="N", help=_("Look at N positions at most."))
@click.option(
    "--memory",
    type=options.NUMBER,
    metavar="MB",
    default=1024,
    show_default=True,
    help=_("For the states of a compiled search."),
)
@options.plain
@options.output(_("Draw what was explored; the ending says how: .html (step by step), .svg, .png, .pdf, .tex, .txt."))
@options.json_output
@options.lang
def path(
    problem: str | None,
    algorithm: str,
    heuristic: str | None,
    weight: float | None,
    compare: bool,
    check: bool,
    limit: int | None,
    memory: float,
    plain: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Search, then print and draw."""
    from elagage.cli.output import say_compiling, table
    from elagage.paths import ALGORITHMS as SEARCHES
    from elagage.paths import PathTrace, check_heuristic, find_path
    from elagage.paths.problems import listings, load_problem

    if problem is None:
        heads = (_("problem"), _("what it is"), _("with parameters"), _("notation"), _("known"))
        table([heads, *listings()])
        return
    refuse_together(
        check=check, compare=compare, output=output, limit=limit, as_json=as_json, plain=plain, memory=memory
    )
    loaded = load_problem(problem)
    if heuristic is not None:
        loaded = choose_heuristic(loaded, heuristic)
    if check:
        click.echo(check_heuristic(loaded).text())
        return
    if compare:
        print_comparison(loaded, limit, weight, as_json)
        return
    if output is not None:
        check_ending(loaded, output)
    trace = PathTrace() if output is not None else None
    if weight is not None and algorithm != "weighted_astar":
        raise click.UsageError(_("--weight is for weighted_astar."))
    if trace is not None:
        extra: dict[str, Any] = {} if weight is None else {"weight": weight}
        found = SEARCHES[algorithm](loaded, trace=trace, limit=limit, **extra)
    else:
        found = find_path(
            loaded, algorithm, weight=weight, limit=limit, memory=memory, plain=plain, on_wait=say_compiling
        )
    if as_json:
        click.echo(json.dumps(path_json(loaded, found), ensure_ascii=False))
    else:
        show(loaded, found)
    if output is not None:
        assert trace is not None
        draw(loaded, found, trace, output)


def refuse_together(
    *, check: bool, compare: bool, output: Path | None, limit: int | None, as_json: bool, plain: bool, memory: float
) -> None:
    """Options that would be passed over in silence are refused."""
    if check and (compare or output is not None or limit is not None or as_json):
        raise click.UsageError(_("--check stands alone: leave --compare, --limit, --json and -o out."))
    if compare and output is not None:
        raise click.UsageError(_("--compare prints a table: leave -o out, or draw one algorithm."))
    if not memory >= 1:
        raise click.UsageError(_("--memory must be 1 or more."))
    if output is not None:
        options.check_folder(output)
    if output is not None and plain:
        raise click.UsageError(_("A drawing is made by the plain search anyway: leave --plain out."))


def choose_heuristic(problem: Problem[Any], name: str) -> Problem[Any]:
    """The same problem with its heuristic of that name."""
    from elagage.errors import LoadError
    from elagage.game import heuristic_names
    from elagage.paths import problem_of

    names = heuristic_names(problem)
    if name not in names:
        known = ", ".join(names) or _("none")
        raise LoadError("There is no heuristic '{name}'; this problem has: {known}.", name=name, known=known)
    return problem_of(problem, heuristic=getattr(problem, "heuristic_" + name))


def show(problem: Problem[Any], found: PathResult[Any]) -> None:
    from elagage.paths.problems.grid import Grid
    from elagage.result import format_number

    if isinstance(problem, Grid):
        click.echo(problem.draw(found.path))
    else:
        steps = [problem.step_name(before, after) for before, after in zip(found.path, found.path[1:], strict=False)]
        more = " ..." if len(steps) > STEPS else ""
        click.echo(problem.text(found.path[0]))
        click.echo(_("Path: {steps}").format(steps=" ".join(steps[:STEPS]) + more))
    click.echo()
    length = len(found.path) - 1
    click.echo(
        ngettext("{n} step, cost {cost}", "{n} steps, cost {cost}", length).format(
            n=length, cost=format_number(found.cost)
        )
        + ", "
        + str(found.describe_promise())
    )
    for fault in found.describe_faults(problem.state_name):
        click.echo(str(fault))
    click.echo(
        _(
            "{algorithm}: {expanded} expanded, {generated} generated, {reopened} reopened, at most {frontier} waiting"
        ).format(
            algorithm=found.algorithm, expanded=found.expanded, generated=found.generated, reopened=found.reopened,
            frontier=found.frontier,
        )
    )  # fmt: skip


def path_json(problem: Problem[Any], found: PathResult[Any]) -> dict[str, Any]:
    """What ``path --json`` prints."""
    from elagage.paths.path_result import plain_number

    return {
        "problem": problem.spec, "algorithm": found.algorithm, "cost": plain_number(found.cost),
        "steps": len(found.path) - 1,
        "path": [problem.state_name(state) for state in found.path], "expanded": found.expanded,
        "generated": found.generated,
        "reopened": found.reopened, "frontier": found.frontier, **found.claim(problem.state_name),
        "seconds": round(found.seconds, 6),
    }  # fmt: skip


def print_comparison(problem: Problem[Any], limit: int | None, weight: float | None, as_json: bool) -> None:
    from elagage.cli.output import table
    from elagage.paths import compare_paths
    from elagage.paths.path_result import describe_promise, describe_too_high
    from elagage.result import format_number

    extra: dict[str, Any] = {} if limit is None else {"limit": limit}
    if weight is not None:
        extra["weight"] = weight
    rows = compare_paths(problem, **extra)
    if as_json:
        click.echo(json.dumps([row.as_json(problem.state_name) for row in rows], ensure_ascii=False))
        return
    heads = (_("algorithm"), _("cost"), _("steps"), _("expanded"), _("generated"), _("reopened"), _("waiting"), "")
    table(
        [heads]
        + [
            (
                row.algorithm, "" if row.cost is None else format_number(row.cost),
                "" if row.length is None else str(row.length),
                str(row.expanded), str(row.generated), str(row.reopened), str(row.frontier),
                row.note or str(describe_promise(row.promise, row.condition, row.trust)),
            )
            for row in rows
        ]
    )  # fmt: skip
    found = next((row.trust.too_high for row in rows if row.trust.too_high is not None), None)
    if found is not None:
        click.echo(str(describe_too_high(found, problem.state_name)))


def check_ending(problem: Problem[Any], output: Path) -> None:
    """Can a drawing have this name? Asked before the search."""
    from elagage.paths.problems.grid import Grid

    ending = output.suffix.casefold()
    if ending not in ENDINGS:
        raise click.UsageError(
            _("{path} can't be drawn: its name must end with one of: {endings}").format(
                path=output, endings=", ".join(ENDINGS)
            )
        )
    if ending == ".txt" and not isinstance(problem, Grid):
        raise click.UsageError(_("Only grids and mazes are drawn as text: let the name end with .svg or .html."))


def draw(problem: Problem[Any], found: PathResult[Any], trace: PathTrace, output: Path) -> None:
    """Write a picture of what was explored, or a page that is stepped through."""
    from elagage.figures.paths.path_steps import path_page, path_scene
    from elagage.figures.scene.scene_files import write_scene
    from elagage.i18n import current_language
    from elagage.paths import Expanded
    from elagage.paths.problems.grid import Grid
    from elagage.record import write_file

    ending = output.suffix.casefold()
    if ending == ".txt":
        assert isinstance(problem, Grid)
        explored = [event.state for event in trace.events if isinstance(event, Expanded)]
        write_file(output, (problem.draw(found.path, explored) + "\n").encode())
    elif ending == ".html":
        write_file(output, path_page(problem, trace, found, current_language()).encode())
    else:
        scene = path_scene(problem, trace, found)
        write_scene(output, [scene], title=scene.title, lang=current_language())
    click.echo(_("The drawing is in {path}.").format(path=output), err=True)
