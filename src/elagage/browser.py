"""Python inside a browser (Pyodide: Basthon, Capytale, JupyterLite, the static page): what it lacks, and how one is
told.

There are no threads, no processes and no native code of ours; everything that is plain Python runs.
"""

from __future__ import annotations

import sys

from elagage.errors import BrowserError
from elagage.i18n import Message

__all__ = ["IN_BROWSER", "refuse_in_browser"]

IN_BROWSER = sys.platform == "emscripten"
"""Does this Python run inside a browser?"""


def refuse_in_browser(what: Message | str) -> None:
    """BrowserError, if this is a browser; ``what`` begins the sentence: a noun in the singular, or a name."""
    if IN_BROWSER:
        raise BrowserError(
            "{what} can't be had inside a browser: install Élagage on a computer for that, with pip install elagage.",
            what=what,
        )
