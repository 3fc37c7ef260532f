"""The searches of ``search/``, compiled: a kernel beside each plain algorithm, and the driver that runs them."""

from elagage.search.compiled.driver import Engine
from elagage.search.compiled.features import features_of

__all__ = ["Engine", "features_of"]
