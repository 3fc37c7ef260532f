"""``elagage analyse``: the best move of a position, its score, the line, and the score of every move."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from elagage.cli import options
from elagage.games.spoken import label_side, tell_score
from elagage.i18n import _, ngettext

if TYPE_CHECKING:
    from elagage.game import Game
    from elagage.question import Question, Wishes
    from elagage.result import Info, Limits
    from elagage.solvers import Solution

__all__ = ["analyse"]


@click.command(help=_("Find the best move, and the score of every move."))
@options.game
@options.position
@options.positions
@options.limits
@options.level
@click.option("--heuristic", metavar=_("NAME"), help=_("Judge by the game's heuristic of this name."))
@click.option("--compare", is_flag=True, help=_("Run every algorithm at this depth and compare their work."))
@options.solution
@options.plain
@options.power
@options.json_output
@options.lang
def analyse(
    game: str,
    position: str | None,
    positions: Path | None,
    depth: int | None,
    time: float | None,
    nodes: int | None,
    level: int | None,
    heuristic: str | None,
    compare: bool,
    solution: Path | None,
    plain: bool,
    threads: int,
    memory: float,
    as_json: bool,
) -> None:
    """Analyse one position, or each of a file."""
    from elagage.analysis import TIME
    from elagage.game import read_state
    from elagage.question import Question, Wishes
    from elagage.result import Limits

    played = options.load_game(game)
    if heuristic is not None:
        from elagage.evaluation import with_heuristic

        played = with_heuristic(played, heuristic)
    if level is not None:
        from elagage.levels import check_level, levels_of

        strength = levels_of(played)[check_level(level) - 1]
        depth = strength.depth if depth is None else depth
        time = strength.time if time is None else time
    if depth == 0:
        raise click.UsageError(_("A depth of 0 looks at no move: give 1 or more."))
    limits = Limits(depth, time, nodes)
    if limits == Limits():
        limits = Limits(time=TIME)
    wishes = Wishes(every_move=True, plain=plain, threads=threads, memory=memory)
    known = None
    if solution is not None:
        from elagage.solvers import load_solution

        known = load_solution(solution, played)
    if positions is not None:
        raise click.exceptions.Exit(analyse_file(played, positions, limits, wishes, known))
    state = played.start() if position is None else read_state(played, position)
    if compare:
        print_comparison(played, state, 4 if depth is None and not played.payoffs else depth, as_json)
    else:
        analyse_one(Question(played, state, limits, wishes), known, as_json)


def analyse_one(question: Question[Any, Any], known: Solution[Any, Any] | None, as_json: bool) -> None:
    """Analyse and print a position; Ctrl-C ends it with what was found so far."""
    from elagage.analysis import ask, line_names, result_json
    from elagage.cli.output import board, describe, say_compiling, stoppable, table
    from elagage.games.openings import name_opening

    game, state = question.game, question.position

    def news(info: Info[Any]) -> None:
        if sys.stderr.isatty() and not as_json:
            names = " ".join(line_names(game, state, info.line[:10]))
            click.echo(
                f"\r\x1b[K{_('depth {depth}').format(depth=info.depth)}  {tell_score(game, info.score)}  {names}",
                nl=False,
                err=True,
            )

    with stoppable() as stop:
        result = ask(question, on_info=news, on_wait=say_compiling, stop=stop, known=known)
    if sys.stderr.isatty() and not as_json:
        click.echo("\r\x1b[K", nl=False, err=True)
    if as_json:
        click.echo(json.dumps(result_json(game, state, result), ensure_ascii=False))
        return
    click.echo(board(game, state))
    click.echo()
    opening = None if state == game.start() else name_opening(game, [state])
    if opening is not None:
        click.echo(_("Opening: {name}").format(name=opening))
    if result.move is None:
        click.echo(_("The game is over: {score}.").format(score=tell_score(game, result.score)))
        return
    names = line_names(game, state, result.line)
    click.echo(
        _("{player} to move: {move}, {score}").format(
            player=label_side(game, game.player(state)), move=names[0], score=describe(game, result)
        )
    )
    click.echo(_("Line: {line}").format(line=" ".join(names)))
    if result.algorithm == "book":
        click.echo(_("From the book of first plies."))
    else:
        work = ngettext("{n} position in {seconds:.2f} s", "{n} positions in {seconds:.2f} s", result.nodes)
        click.echo(work.format(n=result.nodes, seconds=result.seconds))
    rows = [
        (game.move_name(state, entry.move), tell_score(game, entry.score).text(), _("exact") if entry.exact else "")
        for entry in result.moves
    ]
    if rows:
        click.echo()
        table([(_("move"), _("score"), ""), *rows])


def analyse_file(
    game: Game[Any, Any], path: Path, limits: Limits, wishes: Wishes, known: Solution[Any, Any] | None
) -> int:
    """Analyse each line of a file, in order."""
    from elagage.analysis import ask, result_json
    from elagage.cli.output import position_lines, print_answers
    from elagage.errors import ElagageError
    from elagage.game import read_state
    from elagage.question import Question

    def answer(text: str) -> dict[str, Any]:
        try:
            state = read_state(game, text)
            return result_json(game, state, ask(Question(game, state, limits, wishes), known=known))
        except ElagageError as error:
            return {"game": game.spec, "position": text, "error": str(error)}

    return print_answers(map(answer, position_lines(path)))


def print_comparison(game: Game[Any, Any], state: Any, depth: int | None, as_json: bool) -> None:
    from elagage.cli.output import table
    from elagage.search import compare

    comparison = compare(game, state, depth)
    if not as_json:
        table(comparison.rows())
        return
    rows: list[dict[str, Any]] = [
        {
            "algorithm": result.algorithm,
            **result.score.as_json(),
            "nodes": result.nodes,
            "leaves": result.leaves,
            "cuts": result.cuts,
            "hits": result.hits,
            "seconds": round(result.seconds, 6),
        }
        for result in comparison.results
    ]
    rows.append({"algorithm": "minimum", **comparison.results[0].score.as_json(), "leaves": comparison.minimum})
    click.echo(json.dumps(rows))
