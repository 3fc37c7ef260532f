"""The web app: a server on this machine, and the pages it serves.

See docs/reference/web.md for what the two say to each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.web.app import make_app, make_context

__all__ = ["make_app", "make_context"]

export_lazily(__name__, {"make_app": "app", "make_context": "app"})
