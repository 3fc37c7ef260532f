"""The command line: one thin command a capability, each in a file of its own, importing what it needs when it runs.

``main`` sets the language before the commands are built, so that their help is in it. What a person did wrong is told in
one sentence on standard error, with exit code 2.
"""

from __future__ import annotations

import gettext
import os
import sys
from collections.abc import Sequence

from elagage.errors import ElagageError
from elagage.i18n import DOMAIN, LANGUAGES, LOCALE, _, set_language

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit with its code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    language = set_language(asked_language(words))
    os.environ["LANGUAGE"] = language  # so that click's own words come out in the same language
    gettext.bindtextdomain(DOMAIN, LOCALE)
    gettext.textdomain(DOMAIN)
    sys.exit(run(words))


def asked_language(words: Sequence[str]) -> str | None:
    """The language after ``--lang``, wherever it stands."""
    for number, word in enumerate(words):
        wish = word.removeprefix("--lang=") if word != "--lang" else "".join(words[number + 1 : number + 2])
        if wish != word and wish in LANGUAGES:
            return wish
    return None


def run(words: list[str]) -> int:
    """The exit code of a command line."""
    import click

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
    return code if isinstance(code, int) else 0


def complain(sentence: str) -> int:
    """Tell a person what is wrong, in one sentence."""
    print(_("elagage: {sentence}").format(sentence=" ".join(sentence.split())), file=sys.stderr)
    return 2
