"""Numba under the kernels that keep whole states: a game as a type, its states packed into words.

It goes when those kernels have moved to the own compiler.
"""

from typing import TYPE_CHECKING

from elagage.compiler.workers import run_compilation
from elagage.lazy import export_lazily

if TYPE_CHECKING:
    from elagage.compiler.numba_backend.numba_kernels import dispatch_all, prepare_dispatcher

__all__ = ["dispatch_all", "prepare_dispatcher"]


def load_numba() -> None:
    """Import Numba; in a worker, since an import that Ctrl-C breaks off can't be done again."""
    import numba  # noqa: F401


run_compilation(load_numba)
export_lazily(__name__, {"dispatch_all": "numba_kernels", "prepare_dispatcher": "numba_kernels"})
