r"""A scene as a drawing in TikZ, to be put into a LaTeX document or compiled by itself with pdflatex.

It needs the package tikz alone.

Letters are those of the document, so texts are a little narrower than elsewhere. Signs that plain LaTeX has no letter
for are written with what it has: a chess piece is its English initial, a lower-case one if it is black.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from elagage.figures.scene.shapes import Curve, Disc, Line, Point, Polygon, Rect, Scene, Shape, Style, Text
from elagage.figures.scene.svg import Numbers
from elagage.figures.scene.text_metrics import arrow_head, clean_text, corner, fit_scene, font_name

__all__ = ["scene_tikz", "tex_text"]

HEAD = r"""\documentclass[tikz]{standalone}
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{\usepackage{fix-cm}}
\begin{document}
"""
TAIL = "\\end{document}\n"
FONTS = {"plain": r"\sffamily", "bold": r"\sffamily\bfseries", "italic": r"\sffamily\itshape", "mono": r"\ttfamily"}
ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
DOUBLED = "-',"
"""Characters that LaTeX joins when two of them meet."""


def scene_tikz(scene: Scene, *, standalone: bool = True) -> str:
    """The drawing: a whole document, or the picture alone."""
    writer = Writer(fit_scene(scene))
    body = "".join(f"{line}\n" for line in writer.lines())
    return HEAD + body + TAIL if standalone else body


@lru_cache(maxsize=4096)
def tex_text(text: str) -> str:
    """A text as LaTeX reads it."""
    text = clean_text(text)
    parts = []
    for before, letter, after in zip(" " + text, text, text[1:] + " ", strict=False):
        if letter == " " and " " in (before, after):
            parts.append("\\ ")
        elif letter in DOUBLED and letter == after:
            parts.append(letter + "{}")
        else:
            parts.append(tex_letter(letter))
    return "".join(parts)


def tex_letter(letter: str) -> str:
    """A letter as LaTeX reads it: as it is if the T1 fonts have it, otherwise by its name,
    otherwise by what it is made of.
    """
    if letter in SIGNS:
        return SIGNS[letter]
    if letter < "\x7f" or letter in LETTERS:
        return letter
    simpler = unicodedata.normalize("NFKD", letter)
    if simpler[0] != letter:
        return "".join(map(tex_letter, (part for part in simpler if not unicodedata.combining(part)))) or "?"
    return "?"


LETTERS = frozenset(
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ"
    "ĂăĄąĆćČčĎďĐđĘęĚěĞğİıĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž«»‘’“”–—¡¿"
)
"""What LaTeX reads as it is, with the T1 fonts."""


def make_mathematical_signs(names: str) -> dict[str, str]:
    words = names.split()
    return {sign: rf"\ensuremath{{\{name}}}" for sign, name in zip(words[::2], words[1::2], strict=True)}


def make_signs(path: str, full: str, empty: str) -> dict[str, str]:
    """Signs that are drawn, full ones and empty ones."""
    return {
        **dict.fromkeys(full, rf"\tikz[baseline=0pt]\fill {path};"),
        **dict.fromkeys(empty, rf"\tikz[baseline=0pt]\draw[line width=.06em] {path};"),
    }


SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': r"\char34{}",
    "`": r"\textasciigrave{}",
    "\u00a0": "~", "\u2007": "~", "\u2009": r"\,", "\u202f": r"\,", "…": r"\ldots{}", "•": r"\textbullet{}",
    "†": r"\dag{}", "‡": r"\ddag{}",
    "§": r"\S{}", "¶": r"\P{}", "©": r"\copyright{}", "£": r"\pounds{}", "‐": "-", "‑": "-", "‒": "--", "―": "---",
    "⁄": "/", "∕": "/",
    "°": r"\ensuremath{{}^\circ}", "′": r"\ensuremath{{}^\prime}", "″": r"\ensuremath{{}^{\prime\prime}}", "‚": ",",
    "„": r"\quotedblbase{}",
    "‹": r"\guilsinglleft{}", "›": r"\guilsinglright{}", "−": r"\ensuremath{-}", "∶": ":", "ο": "o",
    "ς": r"\ensuremath{\varsigma}",
    "↺": r"\tikz[baseline=0pt]\draw[line width=.06em,->] (.53em,.49em) arc[start angle=40,end angle=350,radius=.3em];",
    "↻": r"\tikz[baseline=0pt]\draw[line width=.06em,->] (.07em,.49em) arc[start angle=140,end "
         r"angle=-170,radius=.3em];",
    **make_mathematical_signs(
        "α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi π "
        "pi ρ rho σ sigma τ tau"
        " υ upsilon φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ "
        "Phi Ψ Psi Ω Omega µ mu"
        " ϵ epsilon ϕ phi ϑ vartheta ± pm × times ÷ div ¬ neg · cdot ← leftarrow ↑ uparrow → rightarrow ↓ "
        "downarrow ↔ leftrightarrow"
        " ↕ updownarrow ↖ nwarrow ↗ nearrow ↘ searrow ↙ swarrow ↦ mapsto ⇐ Leftarrow ⇑ Uparrow ⇒ Rightarrow ⇓ Downarrow"
        " ⇔ Leftrightarrow ∀ forall ∂ partial ∃ exists ∅ emptyset ∆ Delta ∇ nabla ∈ in ∉ notin ∋ ni ∏ prod ∑ sum ∓ "
        "mp ∖ setminus ∗ ast"
        " ∘ circ ∙ bullet √ surd ∝ propto ∞ infty ∠ angle ∣ mid ∥ parallel ∧ wedge ∨ vee ∩ cap ∪ cup ∫ int ∼ sim ≃ "
        "simeq ≅ cong"
        " ≈ approx ≠ neq ≡ equiv ≤ leq ≥ geq ≪ ll ≫ gg ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊕ oplus ⊖ ominus ⊗ "
        "otimes ⊙ odot"
        " ⊢ vdash ⊣ dashv ⊤ top ⊥ bot ⋀ bigwedge ⋁ bigvee ⋂ bigcap ⋃ bigcup ⋅ cdot ⋆ star ⋯ cdots ⋮ vdots ⋱ ddots"
        " ★ star ☆ star ✕ times ✖ times ✗ times ✘ times"
    ),
    **make_signs("(0,0)--(.7em,0)--(.35em,.65em)--cycle", "▲▴", "△▵"),
    **make_signs("(0,.65em)--(.7em,.65em)--(.35em,0)--cycle", "▼▾", "▽▿"),
    **make_signs("(0,0)--(0,.7em)--(.65em,.35em)--cycle", "▶▸►", "▷▹▻"),
    **make_signs("(.65em,0)--(.65em,.7em)--(0,.35em)--cycle", "◀◂◄", "◁◃◅"),
    **make_signs("(.35em,-.05em)--(.7em,.3em)--(.35em,.65em)--(0,.3em)--cycle", "◆⬥", "◇◊"),
    **make_signs("(0,0) rectangle (.62em,.62em)", "■◼", "□◻"),
    **make_signs("(0,.15em) rectangle (.35em,.5em)", "▪", "▫"),
    **make_signs("(.33em,.33em) circle[radius=.33em]", "●⛂⛃", "○◯◦⛀⛁"),
    **make_signs("(0,.3em)--(.22em,0)--(.6em,.65em)", "", "✓✔"),
    **{sign: rf"\textsuperscript{{{plain}}}" for sign,
    plain in zip("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿⁱ⁺⁻⁼⁽⁾", "0123456789ni+-=()", strict=True)},
    **{sign: rf"\textsubscript{{{plain}}}" for sign, plain in zip("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", "0123456789+-=()", strict=True)},
    **dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPkqrbnp", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧ", "ABEZHIKMNOPTX", strict=True)),
    **{chr(code): "+" for code in range(0x2500, 0x2580)}, **dict.fromkeys("─━═╌╍┄┅┈┉", "-"),
    **dict.fromkeys("│┃║╎╏┆┇┊┋", r"\textbar{}"),
}  # fmt: skip
"""What LaTeX needs other words for."""


class Writer:
    """A scene as the lines of a picture; TeX's y goes up."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.number = Numbers()
        self.colours: dict[str, str] = {}

    def lines(self) -> Iterator[str]:
        body = [line for shape in self.scene.shapes for line in self.draw_shape(shape)]
        yield (
            r"\begin{tikzpicture}[x=1pt, y=1pt, line cap=round, line join=round, line width=1pt, "
            r"inner sep=0pt, outer sep=0pt]"
        )
        if self.scene.title:
            yield f"% {clean_text(self.scene.title)}"
        for colour, name in self.colours.items():
            yield f"\\definecolor{{{name}}}{{HTML}}{{{colour[1:].upper()}}}"
        corner_point = self.at((self.scene.width, 0.0))
        yield f"\\useasboundingbox (0,0) rectangle {corner_point};"
        yield from body
        yield r"\end{tikzpicture}"

    def at(self, point: Point) -> str:
        return f"({self.number[point[0]]},{self.number[self.scene.height - point[1]]})"

    def colour(self, colour: str) -> str:
        """The name of a colour, which is defined once."""
        return self.colours.setdefault(colour, f"elagage{colour[1:].lower()}")

    def options(self, style: Style, fill: str, stroke: str) -> str:
        """How a path is painted, or nothing if it is not."""
        words = []
        if fill:
            words.append(f"fill={self.colour(fill)}")
        if stroke and style.width > 0:
            words.append(f"draw={self.colour(stroke)}")
            if style.width != 1:
                words.append(f"line width={self.number[style.width]}pt")
            if style.dash:
                lengths = style.dash * 2 if len(style.dash) % 2 else style.dash
                pattern = " ".join(
                    f"{'off' if index % 2 else 'on'} {self.number[length]}pt" for index, length in enumerate(lengths)
                )
                words.append(f"dash pattern={pattern}, line cap=butt")
        if words and style.opacity < 1:
            words.append(f"opacity={self.number[max(style.opacity, 0.0)]}")
        return ", ".join(words)

    def draw_shape(self, shape: Shape) -> Iterator[str]:
        style = shape.style
        if isinstance(shape, Text):
            yield from self.text(shape)
        elif isinstance(shape, Line | Curve):
            yield from self.stroke(shape)
        elif options := self.options(style, style.fill, style.stroke):
            yield f"\\path[{options}] {self.outline(shape)};"

    def outline(self, shape: Shape) -> str:
        match shape:
            case Rect():
                rounded = f"[rounded corners={self.number[corner(shape)]}pt] " if shape.radius else ""
                opposite = shape.x + shape.width, shape.y + shape.height
                return f"{rounded}{self.at((shape.x, shape.y))} rectangle {self.at(opposite)}"
            case Disc():
                return f"{self.at((shape.x, shape.y))} circle[radius={self.number[shape.radius]}pt]"
            case Polygon():
                return f"{self.join_points(shape.points)} -- cycle"
        raise TypeError(shape)

    def join_points(self, points: Iterable[Point]) -> str:
        return " -- ".join(map(self.at, points))

    def stroke(self, shape: Line | Curve) -> Iterator[str]:
        """A line or a curve, and its arrow's head."""
        style = shape.style
        points = shape.points if isinstance(shape, Line) else (shape.start, shape.first, shape.second, shape.end)
        options = self.options(style, "", style.stroke)
        if not options or len(points) < 2:
            return
        head: tuple[Point, ...] = ()
        if shape.arrow:
            points, head = arrow_head(points, style.width)
        if isinstance(shape, Curve):
            start, first, second, end = map(self.at, points)
            yield f"\\path[{options}] {start} .. controls {first} and {second} .. {end};"
        else:
            yield f"\\path[{options}] {self.join_points(points)};"
        if head:
            yield f"\\path[{self.options(style, style.stroke, '')}] {self.join_points(head)} -- cycle;"

    def text(self, shape: Text) -> Iterator[str]:
        if not shape.style.fill or not shape.text:
            return
        size = self.number[shape.size]
        font = f"\\fontsize{{{size}pt}}{{{size}pt}}{FONTS[font_name(shape.bold, shape.italic, shape.mono)]}\\selectfont"
        pale = f", opacity={self.number[max(shape.style.opacity, 0.0)]}" if shape.style.opacity < 1 else ""
        yield (
            f"\\node[anchor={ANCHORS[shape.anchor]}, text={self.colour(shape.style.fill)}{pale}, font={{{font}}}]"
            f" at {self.at((shape.x, shape.y))} {{{tex_text(shape.text)}}};"
        )
