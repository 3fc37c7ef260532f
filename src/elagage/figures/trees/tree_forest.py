r"""A traced search as a bracket tree for LaTeX's package forest, which is easy to change by hand: styles at the top,
then a line a node.

A node is written as ``[{4}, max, pv, beside={[3 ; 9]}``, then its children, then ``]``.
"""

from __future__ import annotations

from collections.abc import Iterator

from elagage.figures.scene.tikz import tex_text
from elagage.figures.trees.drawn_nodes import Node
from elagage.figures.trees.tree_scene import trace_nodes
from elagage.trace import Trace

__all__ = ["tree_forest"]

HEAD = r"""\documentclass[border=6pt, multi=forest]{standalone}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{forest}
\usetikzlibrary{shapes.geometric}
\definecolor{maxblue}{HTML}{0072B2}
\definecolor{minred}{HTML}{D55E00}
% The looks of the nodes: change them here.
\forestset{
  triangle/.style={regular polygon, regular polygon sides=3, inner sep=-1.5pt, minimum size=13mm, line width=.8pt},
  max/.style={triangle, draw=maxblue, fill=maxblue!8},
  min/.style={triangle, shape border rotate=180, draw=minred, fill=minred!8},
  leaf/.style={rectangle, draw, minimum size=5.5mm, inner sep=1.5pt},
  skipped/.style={draw=black!35, fill=white, text=black!55, edge={draw=black!40}},
  cut/.style={skipped, edge={draw=black!50, dashed},
    edge label={node[midway, inner sep=0pt, font=\bfseries]{//} node[midway, right=4pt, inner sep=1pt]{#1}}},
  stub/.style={leaf, minimum size=2.5mm},
  more/.style={font=\footnotesize, text=black!55, edge={dotted}},
  pv/.style={line width=1.4pt, edge={line width=1.8pt, draw=black}},
  memory/.style={double},
  quiet/.style={dashed, fill=black!6},
  move/.style={edge label+={node[pos=.75, fill=white, inner sep=1pt, font=\scriptsize]{#1}}},
  called/.style={label={[font=\footnotesize, inner sep=1pt, xshift=-2pt]left:{#1}}},
  wide/.style={s sep=16mm}, % above nodes with something beside them, which forest itself keeps no room for
  beside/.style={label={[font=\scriptsize, align=left, inner sep=1pt, xshift=3pt]right:{#1}}},
}
\begin{document}
"""
TAIL = "\\end{document}\n"


def tree_forest(trace: Trace, *, limit: int = 1500) -> str:
    """The document: a page for each round of the search."""
    literal = hasattr(trace.game, "node_text")
    parts = [HEAD]
    for heading, nodes in trace_nodes(trace, limit):
        if heading:
            parts.append(f"% {heading}\n")
        parts.append("\\begin{forest}\n  for tree={font=\\small, l sep=9mm, s sep=3mm, edge={draw=black!70}}\n")
        parts += forest_lines(nodes, literal)
        parts.append("\\end{forest}\n")
    return "".join(parts) + TAIL


def forest_lines(nodes: list[Node], literal: bool) -> Iterator[str]:
    """The nodes in brackets; written with a stack, so that no tree is too deep."""
    waiting = [(0, 0)]
    while waiting:
        number, closed = waiting.pop()
        node = nodes[number]
        line = "  " * (node.row + 1) + "[" + ", ".join([f"{{{tex_text(node.value)}}}", *options(nodes, node, literal)])
        if node.children:
            yield line + "\n"
            waiting += [(child, closed + 1 if child == node.children[-1] else 0) for child in reversed(node.children)]
        else:
            yield line + "]" * (closed + 1) + "\n"


def options(nodes: list[Node], node: Node, literal: bool) -> Iterator[str]:
    """How a node looks, in the words that the head explains."""
    yield node.kind
    above = nodes[node.parent] if node.parent >= 0 else None
    if node.skipped and above is not None and above.cut:
        last = nodes[above.children[-1]] is node
        yield f"cut={{{tex_text(above.cut) if last else ''}}}"
    elif node.skipped:
        yield "skipped"
    if node.memory:
        yield "memory"
    if node.quiet:
        yield "quiet"
    if node.best:
        yield "pv"
    if node.label:
        yield f"called={{{tex_text(node.label)}}}" if literal or above is None else f"move={{{tex_text(node.label)}}}"
    if any(nodes[child].notes and nodes[child].kind != "leaf" for child in node.children):
        yield "wide"
    notes = [tex_text(note.text) for note in node.notes]
    if node.joined and len(node.children) > 1:
        notes.append(tex_text("∧"))
    if node.sign < 0 and node.kind != "leaf":
        notes.append(r"\textit{Min}")
    if notes:
        yield "beside={" + r"\\".join(notes) + "}"
