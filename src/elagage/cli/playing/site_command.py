"""``elagage site``: the web app as a folder of files, for a web space that runs no program."""

from __future__ import annotations

from pathlib import Path

import click

from elagage.cli import options
from elagage.i18n import _

__all__ = ["site"]


@click.command(
    help=_(
        "Write the web app as a folder of files: Python runs in the visitor's browser, so any web space will do, "
        "with no server and no network beyond the folder."
    )
)
@click.argument("folder", metavar=_("DIR"), type=click.Path(path_type=Path))
@click.option(
    "--pyodide",
    metavar=_("FOLDER"),
    type=click.Path(path_type=Path),
    help=_("The unpacked npm package pyodide; without it, it is fetched once and kept."),
)
@options.lang
def site(folder: Path, pyodide: Path | None) -> None:
    """Write the folder, and say what to do with it."""
    from elagage.web.site import find_pyodide, write_site

    def say_wait() -> None:
        click.echo(_("Fetching Pyodide, this once..."), err=True)

    written = write_site(folder, find_pyodide(pyodide, say_wait))
    size = round(sum(path.stat().st_size for path in written) / 1e6)
    click.echo(_("{folder}: {size} MB. Copy it to any web space.").format(folder=folder, size=size))
    click.echo(_("To look at it here: python -m http.server --directory {folder}").format(folder=folder))
