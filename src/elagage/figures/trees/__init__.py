"""Search trees from traces: as text, as scenes, as LaTeX source, and as steps in words."""

from elagage.figures.trees.trace_text import trace_text, value_text

__all__ = ["trace_text", "value_text"]
