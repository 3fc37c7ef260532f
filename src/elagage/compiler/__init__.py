"""From plain rules to native code. The only room that knows the backend; it knows nothing of search."""

from elagage.compiler.game_types import CannotCompile
from elagage.compiler.link import keep_linked

__all__ = ["CannotCompile", "keep_linked"]
