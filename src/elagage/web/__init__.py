"""The web app: a server on this machine, and the pages it serves.

See docs/reference/web.md for what the two say to each other.
"""

from __future__ import annotations

from elagage.web.app import make_app, make_context

__all__ = ["make_app", "make_context"]
