"""Several people before one board: tables at which two play and others watch, and the board of a class.

Nothing here runs rules of a game: whether a move is one is asked of the workers. A table is one person's and another's
by who they are, never by what their page says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.web.together.hall import Hall

__all__ = ["Hall"]

export_lazily(__name__, {"Hall": "hall"})
