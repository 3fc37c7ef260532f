"""The command line: one thin command a capability, each in a file of its own, importing what it needs when it runs.

``main`` sets the language before the commands are built, so that their help is in it. What a person did wrong is told
in one sentence on standard error, with exit code 2; so is what a user's own rules do wrong.
"""

from __future__ import annotations

import gettext
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Sequence
from typing import TextIO

from elagage.errors import ElagageError, ElagageWarning, refuse_in_browser
from elagage.i18n import DOMAIN, LANGUAGES, LOCALE, Message, _, set_language

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A letter that a terminal does not have, or a byte that is none, is no reason to stop.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    warnings.showwarning = show_warning
    words = list(sys.argv[1:] if arguments is None else arguments)
    language = set_language(read_language(words))
    os.environ["LANGUAGE"] = language  # so that click's own words come out in the same language
    gettext.bindtextdomain(DOMAIN, LOCALE)
    gettext.textdomain(DOMAIN)
    try:
        code = run(words)
        if arguments is None:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the answer is given; Python's own end has no words for it
    except KeyboardInterrupt:  # before a command began, or while it was ending
        code = 130
    sys.exit(code)


def show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """A warning of ours is one line for a person; any other is for whoever wrote the code."""
    if issubclass(category, ElagageWarning):
        print(_("elagage: {sentence}").format(sentence=message), file=sys.stderr)
    else:
        print(warnings.formatwarning(message, category, filename, lineno, line), end="", file=file or sys.stderr)


def read_language(words: Sequence[str]) -> str | None:
    """The language after ``--lang``, wherever it stands."""
    for number, word in enumerate(words):
        wish = word.removeprefix("--lang=") if word != "--lang" else "".join(words[number + 1 : number + 2])
        if wish != word and wish in LANGUAGES:
            return wish
    return None


def run(words: list[str]) -> int:
    """The exit code of a command line."""
    try:
        import click
    except ModuleNotFoundError:
        refuse_in_browser(Message("The command line"))
        raise
    from elagage.cli.commands import elagage

    try:
        code = elagage.main(words, prog_name="elagage", standalone_mode=False)
    except ElagageError as error:
        return complain(str(error))
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.ClickException as error:
        return complain(error.format_message())
    except (KeyboardInterrupt, click.exceptions.Abort):
        print(file=sys.stderr)
        return 130
    except RecursionError:
        return complain(
            _("The game is too deep to be followed to its end, or a rule calls itself for ever: give a smaller depth.")
        )
    except (Exception, SystemExit) as error:
        sentence = rule_failure(error)
        if not sentence:
            raise
        return complain(sentence)
    return code if isinstance(code, int) else 0


def rule_failure(error: BaseException) -> str:
    """What a user's own file did wrong, in one sentence; empty if the error did not come through such a file."""
    from elagage.game import Game
    from elagage.loading import is_user_module

    files = {getattr(module, "__file__", None) for name, module in list(sys.modules.items()) if is_user_module(name)}
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
    if not frames:
        return ""
    rules = [frame.name for frame in frames if hasattr(Game, frame.name) or frame.name.startswith("heuristic_")]
    walked = traceback.extract_tb(error.__traceback__)
    alone = any(os.path.join("elagage", "paths") in frame.filename for frame in walked)  # a problem for one player
    sentence = (
        _("The rule {rule} of your problem fails on line {line} of {path}: {kind}: {problem}.")
        if alone
        else _(
            "The rule {rule} of your game fails on line {line} of {path}: {kind}: {problem}; elagage check {path} "
            "says more."
        )
    )
    return sentence.format(
        rule=rules[-1] if rules else frames[-1].name,
        line=frames[-1].lineno,
        path=os.path.relpath(frames[-1].filename),
        kind=type(error).__name__,
        problem=error,
    )


def complain(sentence: str) -> int:
    """Tell a person what is wrong, in one sentence."""
    print(_("elagage: {sentence}").format(sentence=" ".join(sentence.split())), file=sys.stderr)
    return 2
