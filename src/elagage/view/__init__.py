"""What people see: values in, text and pictures out; nothing is computed here."""

from elagage.trace import Trace
from elagage.view.text import trace_text, value_text

__all__ = ["trace_text", "value_text"]


def notebook_figure(trace: Trace) -> str:
    """The figure of a trace that a notebook shows, all rounds in one."""
    from elagage.view.svg import scene_svg
    from elagage.view.tree_scene import stacked, tree_scenes

    return scene_svg(stacked(tree_scenes(trace)))


Trace.drawer = notebook_figure
