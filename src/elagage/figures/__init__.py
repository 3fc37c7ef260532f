"""What people see: values in, text and pictures out; nothing is computed here."""

from elagage.figures.trees.trace_text import trace_text, value_text
from elagage.trace import Trace

__all__ = ["notebook_figure", "trace_text", "value_text"]


def notebook_figure(trace: Trace) -> str:
    """The figure of a trace that a notebook shows, all rounds in one."""
    from elagage.figures.scene.svg import scene_svg
    from elagage.figures.trees.tree_scene import stack_scenes, tree_scenes

    return scene_svg(stack_scenes(tree_scenes(trace)))
