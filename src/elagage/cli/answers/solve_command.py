"""``elagage solve``: the true value of a position, the best moves,
and all positions in a file that is checked and can be checked again.
"""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from elagage.cli import options
from elagage.games.spoken import label_side, tell_score
from elagage.i18n import _, ngettext

if TYPE_CHECKING:
    from elagage.game import Game
    from elagage.result import Info
    from elagage.solvers import Certificate, Solution

__all__ = ["solve"]

METHODS = ("alphabeta", "proof", "retrograde")
FILE = click.Path(path_type=Path)


@click.command(help=_("Find the true value of a position, and every best move."))
@options.game
@options.position
@options.positions
@click.option("--method", type=click.Choice(METHODS), help=_("How; by default, what suits the game."))
@click.option("--every-move", is_flag=True, help=_("Score the moves that are not best too."))
@click.option("--symmetry", is_flag=True, help=_("Keep one of the positions that are images of each other."))
@click.option("--counts", is_flag=True, help=_("Print how many positions are won, lost and drawn at each ply."))
@click.option("--save", type=FILE, metavar=_("FILE"), help=_("Solve all positions and keep them there."))
@options.solution
@click.option(
    "--book", type=FILE, metavar=_("FILE"),
    help=_("Ask this book of first plies first, instead of the one that comes with the package; none: no book."),
)  # fmt: skip
@click.option("--verify", is_flag=True, help=_("Check every position against its successors and print a certificate."))
@click.option("--resume", is_flag=True, help=_("Go on from where the same command was stopped."))
@click.option(
    "--checkpoint-every", "every", type=options.NUMBER, default=30, metavar="S", show_default=True,
    help=_("Keep what is found every S seconds."),
)  # fmt: skip
@click.option("--nodes", type=options.INTEGER, metavar="N", help=_("Proof numbers: look at N positions at most."))
@click.option(
    "--memory", type=options.NUMBER, metavar="MB", help=_("Use MB megabytes at most (all positions: 1000; else 256).")
)
@options.threads
@options.workers
@options.cluster
@options.plain
@options.json_output
@options.lang
def solve(
    game: str,
    position: str | None,
    positions: Path | None,
    method: str | None,
    every_move: bool,
    symmetry: bool,
    counts: bool,
    save: Path | None,
    solution: Path | None,
    book: Path | None,
    verify: bool,
    resume: bool,
    every: float,
    nodes: int | None,
    memory: float | None,
    threads: int,
    workers: int | None,
    cluster: str | None,
    plain: bool,
    as_json: bool,
) -> None:
    """Solve, then print, save and verify as asked."""
    from elagage.game import read_state
    from elagage.solvers import load_solution
    from elagage.solvers.book import NO_BOOK, load_book

    played = options.load_game(game)
    if (save is not None or verify or counts or resume) and method is None:
        method = "retrograde"
    if method not in (None, "retrograde") and (save is not None or verify or counts or resume):
        raise click.UsageError(
            _("--save, --verify, --counts and --resume need all positions: choose the method retrograde.")
        )
    if solution is not None and (save is not None or resume or method == "proof"):
        raise click.UsageError(_("--solution answers from a file: give it without --save, --resume and --method."))
    if positions is not None and (save is not None or verify or counts or resume):
        raise click.UsageError(
            _("--positions answers line by line: give it without --save, --verify, --counts and --resume.")
        )
    if positions is not None and position is not None:
        raise click.UsageError(_("Give --position or --positions, not both."))
    asked = None if book is None else NO_BOOK if str(book) == NO_BOOK else load_book(book, played)
    if asked is not None and (method not in (None, "alphabeta") or positions is not None or solution is not None):
        raise click.UsageError(_("--book goes with --position alone, and with the method alphabeta."))
    settings = {
        "method": method, "every_move": every_move, "symmetric": symmetry, "plain": plain, "threads": threads,
        "memory": memory,
        "nodes": nodes,
    }  # fmt: skip
    state = None if position is None else read_state(played, position)
    known = load_solution(solution, played, state) if solution is not None else None
    if positions is not None:
        raise click.exceptions.Exit(solve_file(played, positions, solution, settings, workers, cluster))
    if workers is not None or cluster is not None:
        if method != "retrograde" or plain:
            raise click.UsageError(
                _("--workers and --cluster share out a list (--positions), or all positions (--method retrograde).")
            )
    if known is None:
        with share_out(played, workers, cluster) as share:
            known = run(played, state, {**settings, "share": share, "book": asked}, save, resume, every)
        if save is not None:
            known.save(save)
        known.discard_checkpoint()
    certificate = certify_solution(known, plain, memory) if verify else None
    if as_json:
        click.echo(json.dumps(solution_json(known, certificate), ensure_ascii=False))
    else:
        show(known, counts)
        if certificate is not None:
            click.echo("\n" + certificate_text(known, certificate))
    if save is not None and solution is None:
        click.echo(_("The solution is saved in {path}.").format(path=save), err=as_json)
    if certificate is not None and not certificate.valid:
        raise click.exceptions.Exit(1)


def run(
    game: Game[Any, Any], state: Any, settings: dict[str, Any], save: Path | None, resume: bool, every: float
) -> Solution[Any, Any]:
    """Solve with a progress bar; Ctrl-C keeps what was found and says how to go on."""
    from elagage.cli.output import say_compiling, stoppable
    from elagage.solvers import Stopped
    from elagage.solvers import solve as find
    from elagage.solvers.checkpoints import default_checkpoint
    from elagage.solvers.retrograde.tiers import folder_beside
    from elagage.solvers.solution import check_solution_target

    if save is not None:
        check_solution_target(save)
        checkpoint: Path | None = save.with_name(save.name + ".part")
    else:
        checkpoint = default_checkpoint(game, state, settings["symmetric"])

    def show_info(info: Info[Any]) -> None:
        if sys.stderr.isatty():
            text = _("depth {depth}").format(depth=info.depth) + "  " + tell_score(game, info.score).text()
            click.echo(f"\r\x1b[K{text}", nl=False, err=True)

    if resume and (checkpoint is None or not (checkpoint.exists() or folder_beside(checkpoint).exists())):
        click.echo(_("There is nothing to resume: the work begins now."), err=True)
    try:
        with stoppable() as stop, progress() as news:
            found = find(
                game, state, checkpoint=checkpoint, resume=resume, every=every, on_progress=news, on_info=show_info,
                on_wait=say_compiling, stop=stop, **settings,
            )  # fmt: skip
    except Stopped as error:
        click.echo(str(error), err=True)
        if error.path is not None:
            words = [word for word in sys.argv[1:] if word != "--resume"]
            click.echo(
                _("To go on: {command}").format(command=" ".join(map(shlex.quote, ["elagage", *words, "--resume"]))),
                err=True,
            )
        raise click.exceptions.Exit(130) from None
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    return found


@contextmanager
def share_out(game: Game[Any, Any], workers: int | None, cluster: str | None) -> Iterator[Any]:
    """Inside, how slices of the work are shared out; None if nobody else is to take part."""
    if workers is None and cluster is None:
        yield None
        return
    from elagage.arena.execution.executor import executor_for
    from elagage.arena.slice_jobs import share_slices

    with executor_for(workers, cluster) as (executor, count):
        yield share_slices(game, executor, count)


@contextmanager
def progress() -> Iterator[Callable[[str, int, float], None] | None]:
    """Inside, what a solver tells of its progress is a bar on the terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    titles = {"states": _("finding positions"), "values": _("deciding them"), "verify": _("checking them")}
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[count]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, Any] = {}

        def news(phase: str, done: int, expected: float) -> None:
            if phase not in titles:
                return
            if phase not in tasks:
                tasks[phase] = bar.add_task(titles[phase], count="")
            count = _("{done} of about {expected}").format(done=done, expected=f"{expected:.3g}")
            bar.update(tasks[phase], completed=done, total=max(expected, done + 1), count=count)

        yield news


def show(solution: Solution[Any, Any], counts: bool) -> None:
    """Print the answer for the position that was asked about."""
    from elagage.analysis import line_names
    from elagage.cli.output import board, table

    game, state, result, facts = solution.game, solution.state, solution.result, solution.facts
    click.echo(board(game, state))
    click.echo()
    if result.move is None:
        click.echo(_("The game is over: {score}.").format(score=tell_score(game, result.score)))
    else:
        click.echo(
            _("{player} to move: {score}").format(
                player=label_side(game, game.player(state)), score=tell_score(game, result.score)
            )
        )
        best = solution.best_moves
        names = " ".join(game.move_name(state, move) for move in best)
        click.echo(ngettext("Best move: {names}", "Best moves: {names}", len(best)).format(names=names))
        if len(result.line) > 1:
            click.echo(_("Line: {line}").format(line=" ".join(line_names(game, state, result.line))))
        others = [entry for entry in result.moves if entry.move not in best]
        if others:
            click.echo()
            table(
                [(_("move"), _("score"))]
                + [(game.move_name(state, entry.move), tell_score(game, entry.score).text()) for entry in others]
            )
    click.echo()
    if result.algorithm == "book":
        click.echo(_("From the book of first plies."))
        return
    if facts is None:
        work = ngettext(
            "{method}: {n} position in {seconds:.2f} s", "{method}: {n} positions in {seconds:.2f} s", result.nodes
        )
        click.echo(work.format(method=method_name(solution.method), n=result.nodes, seconds=result.seconds))
        return
    won, lost, drawn, endless = facts.counts
    click.echo(
        _("{method}: {states} positions, {edges} moves").format(
            method=method_name(solution.method), states=facts.states, edges=facts.edges
        )
    )
    click.echo(
        _("For whoever moves: {won} won, {lost} lost, {drawn} drawn, {endless} without end").format(
            won=won, lost=lost, drawn=drawn, endless=endless
        )
    )
    if facts.longest is not None:
        longest = ngettext(
            "The longest way to a win: {n} ply, from {name}", "The longest way to a win: {n} plies, from {name}",
            facts.longest_win or 0
        )  # fmt: skip
        click.echo(longest.format(n=facts.longest_win, name=game.state_name(facts.longest)))
    if counts:
        click.echo()
        heads = (_("plies"), _("won"), _("lost"), _("drawn"), _("without end"))
        table([heads, *((str(ply), *map(str, row)) for ply, row in enumerate(facts.by_ply))])


def method_name(method: str) -> str:
    return {
        "alphabeta": _("alpha-beta to the end"), "proof": _("proof numbers"), "retrograde": _("retrograde analysis"),
    }[method]  # fmt: skip


def solution_json(solution: Solution[Any, Any], certificate: Certificate | None) -> dict[str, Any]:
    """What ``solve --json`` prints."""
    from elagage.arena.position_batches import answer_json

    game, facts = solution.game, solution.facts
    answer = answer_json(game, solution.state, solution.result)
    if facts is not None:
        won, lost, drawn, endless = facts.counts
        longest = None if facts.longest is None else game.state_name(facts.longest)
        answer |= {
            "positions": facts.states, "edges": facts.edges, "won": won, "lost": lost, "drawn": drawn,
            "endless": endless,
            "longest": {"plies": facts.longest_win, "position": longest}, "by_ply": facts.by_ply,
            "by_distance": facts.by_distance,
        }  # fmt: skip
    if certificate is not None:
        answer["certificate"] = certificate_json(solution, certificate)
    return answer


def solve_file(
    game: Game[Any, Any],
    path: Path,
    solution: Path | None,
    settings: dict[str, Any],
    workers: int | None,
    cluster: str | None,
) -> int:
    """Solve each line of a file, in order: here, each as soon as it is read, or by many workers."""
    from elagage.arena.execution.executor import Inline, executor_for
    from elagage.arena.position_batches import solve_positions
    from elagage.cli.output import position_lines, print_answers, say_compiling

    lines = position_lines(path)
    if workers is None and cluster is None:
        return print_answers(
            solve_positions(game, lines, Inline(), batch=1, solution=solution, on_wait=say_compiling, **settings)
        )
    with executor_for(workers, cluster) as (executor, count):
        return print_answers(solve_positions(game, lines, executor, count, solution=solution, **settings))


def certify_solution(solution: Solution[Any, Any], plain: bool, memory: float | None) -> Certificate:
    from elagage.cli.output import say_compiling
    from elagage.solvers import verify

    most = {} if memory is None else {"memory": memory}
    with progress() as news:
        return verify(solution, plain=plain, **most, on_progress=news, on_wait=say_compiling)


def certificate_json(solution: Solution[Any, Any], certificate: Certificate) -> dict[str, Any]:
    wrong = None if certificate.wrong is None else solution.game.state_name(certificate.wrong)
    return {
        "game": certificate.game, "valid": certificate.valid, "positions": certificate.states,
        "edges": certificate.edges,
        "sha256": certificate.digest, "wrong": wrong,
    }  # fmt: skip


def certificate_text(solution: Solution[Any, Any], certificate: Certificate) -> str:
    if not certificate.valid:
        return _("Not verified: the value of {name} is not what its successors make it.").format(
            name=solution.game.state_name(certificate.wrong)
        )
    return "\n".join(
        (
            _("Certificate"),
            _("  game       {game}").format(game=certificate.game),
            _("  checked    {states} positions, {edges} moves, none in disagreement").format(
                states=certificate.states, edges=certificate.edges
            ),
            _("  value      {score}").format(score=certificate.score),
            f"  sha256     {certificate.digest}",
        )
    )
