"""Pictures: how scenes are moved and measured, and the four kinds of files they are written to."""

from __future__ import annotations

import io
import math
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elagage.errors import FileError, LimitsError
from elagage.figures.scene import scene_files as files
from elagage.figures.scene import text_metrics as metrics
from elagage.figures.scene.pdf import scenes_pdf
from elagage.figures.scene.png import scene_png
from elagage.figures.scene.scene_files import ENDINGS, write_scene
from elagage.figures.scene.shapes import Curve, Disc, Line, Polygon, Rect, Scene, Style, Text, move_shapes
from elagage.figures.scene.svg import scene_svg
from elagage.figures.scene.text_metrics import (
    FONT_FILES,
    arrow_head,
    clean_text,
    font_name,
    font_runs,
    text_height,
    text_width,
)
from elagage.figures.scene.tikz import scene_tikz, tex_text

SVG = "{http://www.w3.org/2000/svg}"
RED = Style(fill="#ff0000", stroke="")
NASTY = "<&\"'>é ≤ α\x00\ud800"
SAMPLES = [
    "", "a", "Max wins: −3 ≤ α < β = ∞", "élagage, œuvre, Ÿ, ça", "AVATAR To WA fi ffl", "♔♚ ⛀⛃ ★ ✓✗ ▲▼□",
    "→ ↺ ∀ ∥ √ x² a₁ …", "┌─┐ │ ╫", "0123456789", "  two  spaces  ",
]  # fmt: skip

coordinates = st.floats(-1000, 1000)
points = st.tuples(coordinates, coordinates)


def everything() -> Scene:
    """A scene with all shapes and styles."""
    scene = Scene(200, 120, "Tout <&>")
    pale = Style(fill="#00aa00", opacity=0.5, width=2)
    dashed = Style(stroke="#0072b2", dash=(4, 2))
    scene.add(
        Rect(5, 5, 30, 20, hint=NASTY), Rect(40, 5, 30, 20, 4, style=dashed), Disc(100, 15, 10, style=pale, id="disc"),
        Line(((5, 40), (30, 50), (60, 40)), arrow=True, id="line"), Line(((5, 60), (60, 60)), style=dashed),
        Line(((5, 65), (60, 65)), style=dashed),
        Polygon(((100, 60), (120, 60), (110, 40)), style=pale),
        Curve((5, 70), (20, 90), (40, 50), (60, 70), arrow=True, hint="curve"),
        Text(100, 80, NASTY), Text(100, 90, "bold", bold=True, anchor="start"),
        Text(100, 100, "italic", italic=True, anchor="end", style=pale),
        Text(100, 110, "mono ⛀", mono=True, size=7.5, id="mono"),
    )  # fmt: skip
    return scene


def pixels(png: bytes):
    from PIL import Image

    return Image.open(io.BytesIO(png)).convert("RGB")


@given(st.lists(points, min_size=2, max_size=5), points, st.floats(0.01, 100))
def test_moved_shapes_keep_their_form(corners, corner, scale):
    style = Style(width=2, dash=(1, 2))
    shapes = [
        Line(tuple(corners), style=style, id="a", arrow=True),
        Polygon(tuple(corners)),
        Rect(*corners[0], 3, 4, 1),
        Disc(*corners[0], 5),
        Curve(corners[0], corners[1], corners[0], corners[1]),
        Text(*corners[0], "x", 10, bold=True),
    ]
    line, polygon, rect, disc, curve, text = move_shapes(shapes, *corner, scale, "p-")
    wanted = [(corner[0] + x * scale, corner[1] + y * scale) for x, y in corners]
    assert list(line.points) == list(polygon.points) == wanted
    assert (line.id, polygon.id) == ("p-a", "")
    assert line.arrow
    assert (line.style.width, line.style.dash) == (2 * scale, (scale, 2 * scale))
    assert (rect.x, rect.y, rect.width, rect.height, rect.radius) == (*wanted[0], 3 * scale, 4 * scale, scale)
    assert (disc.x, disc.y, disc.radius) == (*wanted[0], 5 * scale)
    assert (curve.start, curve.first, curve.second, curve.end) == (wanted[0], wanted[1], wanted[0], wanted[1])
    assert (text.x, text.y, text.size, text.bold) == (*wanted[0], 10 * scale, True)


def test_a_placed_scene_leaves_the_other_as_it_was():
    inner, outer = Scene(10, 10), Scene(100, 100)
    inner.add(Disc(5, 5, 2, id="d"))
    outer.place(inner, 50, 20, 2, "left-")
    outer.place(inner, 0, 0)
    assert [(shape.x, shape.y, shape.radius, shape.id) for shape in outer.shapes] == [
        (60, 30, 4, "left-d"),
        (5, 5, 2, "d"),
    ]
    assert inner.shapes == [Disc(5, 5, 2, id="d")]


@given(st.lists(points, min_size=2, max_size=4), st.floats(0.1, 20))
def test_an_arrow_ends_where_its_line_did(corners, width):
    line, (tip, left, right) = arrow_head(tuple(corners), width)
    assert tip == corners[-1]
    assert line[:-1] == tuple(corners[:-1])
    assert math.dist(tip, left) == pytest.approx(math.dist(tip, right), rel=1e-6)
    middle = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2
    assert math.dist(tip, middle) == pytest.approx(metrics.HEAD_LENGTH * width, rel=1e-6)
    assert math.dist(tip, line[-1]) <= metrics.OVERLAP * metrics.HEAD_LENGTH * width + 1e-6


def test_an_arrow_points_on():
    (_start, end), head = arrow_head(((0.0, 0.0), (20.0, 0.0)), 1.0)
    assert end == pytest.approx((20 - 0.8 * 5.5, 0))
    assert [x for x, _y in head] == pytest.approx([20, 14.5, 14.5])
    assert arrow_head(((3.0, 3.0), (3.0, 3.0)), 1.0)[1][0] == (3.0, 3.0)


@pytest.mark.parametrize("font", FONT_FILES)
def test_widths_are_those_of_the_fonts(font):
    from fontTools.ttLib import TTFont

    def advance(name, letter):
        known = tables[name].getBestCmap()
        return tables[name]["hmtx"][known[ord(letter)]][0] if ord(letter) in known else None

    tables = {name: TTFont(path) for name, path in FONT_FILES.items()}
    style = {"bold": font == "bold", "italic": font == "italic", "mono": font == "mono"}
    letters = [chr(code) for code in tables["plain"].getBestCmap() if chr(code) == clean_text(chr(code))]
    assert len(letters) > 900
    for text in [*SAMPLES, *letters]:
        units = sum(advance(font, letter) or advance("plain", letter) or 0 for letter in text)
        assert text_width(text, 12, **style) == pytest.approx(units * 12 / 2048, abs=0.01), text
    head = tables[font]["hhea"]
    assert text_height(10) == pytest.approx((head.ascent - head.descent) * 10 / 2048)
    assert FONT_FILES[font].stat().st_size < 200_000


def test_the_fonts_bring_their_licence():
    licence = (FONT_FILES["plain"].parent / "LICENSE-DejaVu").read_text(encoding="utf-8")
    assert "Bitstream Vera" in licence
    assert "Tavmjong Bah" in licence


def test_a_text_has_one_font():
    assert [font_name(), font_name(italic=True), font_name(True, True), font_name(True, True, True)] == [
        "plain", "italic", "bold", "mono",
    ]  # fmt: skip
    assert font_runs("ab⛀c", "mono") == [("mono", "ab"), ("plain", "⛀"), ("mono", "c")]
    assert font_runs("ab⛀c", "bold") == [("bold", "ab⛀c")]
    assert text_width("☃", 10) == pytest.approx(1229 / 204.8)  # no font has it
    assert clean_text("a\nb\tc\x00d\u00a0e\ud800") == "a b c\ufffdd\u00a0e\ufffd"


def test_svg_is_sound():
    text = scene_svg(everything())
    root = ElementTree.fromstring(text)
    assert (root.tag, root.get("role"), root.get("viewBox")) == (f"{SVG}svg", "img", "0 0 200 120")
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "Tout <&>"
    assert {element.get("id") for element in root.iter()} == {None, "disc", "line", "mono"}
    hints = [element.text for element in root.iter(f"{SVG}title")]
    assert hints == ["Tout <&>", clean_text(NASTY), "curve"]
    words = ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]
    assert words == [clean_text(NASTY), "bold", "italic", "mono ⛀"]
    assert scene_svg(everything()) == text


def test_svg_escapes_what_could_break_out():
    scene = Scene(10, 10, '</title><script x="1">')
    scene.add(Disc(1, 1, 1, id='"/><b x="', hint="</title>&"), Text(1, 1, "</text><i/>", style=Style(fill='"/><u/>')))
    root = ElementTree.fromstring(scene_svg(scene))
    assert {element.tag for element in root.iter()} == {
        f"{SVG}{name}" for name in ("svg", "title", "rect", "circle", "text")
    }
    assert root.find(f"{SVG}circle").get("id") == '"/><b x="'


@pytest.mark.parametrize(
    ("value", "text"),
    [(1, "1"), (1.5, "1.5"), (1.006, "1.01"), (-0.001, "0"), (0.1 + 0.2, "0.3"), (100.0, "100"), (-2.25, "-2.25"),
    (1e6, "1000000")],
)  # fmt: skip
def test_numbers_are_short(value, text):
    scene = Scene(10, 10)
    scene.add(Disc(value, 0, 1))
    assert f'cx="{text}"' in scene_svg(scene)


def test_alike_shapes_share_a_group_but_not_their_paleness():
    scene = Scene(10, 10)
    scene.add(*(Disc(x, 0, 1, style=RED) for x in range(5)))
    scene.add(*(Disc(x, 5, 1, style=Style(opacity=0.5)) for x in range(5)))
    root = ElementTree.fromstring(scene_svg(scene))
    (group,) = root.findall(f"{SVG}g")
    assert (group.get("fill"), len(group)) == ("#ff0000", 5)
    assert [disc.get("opacity") for disc in root.findall(f"{SVG}circle")] == ["0.5"] * 5


def test_corners_are_never_more_than_round():
    scene = Scene(100, 100)
    scene.add(Rect(0, 0, 60, 20, 99), Line(((1, 1),)), Line(()), Polygon(()))
    assert 'rx="10"' in scene_svg(scene)
    assert "rounded corners=10pt" in scene_tikz(scene)
    assert scenes_pdf([scene], title="", lang="en").startswith(b"%PDF")


def test_png_shows_what_was_drawn():
    scene = Scene(60.4, 40)
    scene.add(
        Disc(20, 20, 10, style=RED), Line(((40, 5), (40, 35)), style=Style(stroke="#0000ff", width=4), arrow=True)
    )
    picture = scene_png(scene)
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    image = pixels(picture)
    assert image.size == (122, 80)
    assert image.getpixel((40, 40)) == (255, 0, 0)
    assert image.getpixel((40, 64)) == (255, 255, 255)
    assert image.getpixel((80, 20)) == (0, 0, 255)
    assert image.getpixel((74, 52)) == (0, 0, 255)  # the arrow's head
    assert image.getpixel((74, 20)) == (255, 255, 255)
    assert pixels(scene_png(scene, 1)).size == (61, 40)
    assert scene_png(scene) == picture


@pytest.mark.parametrize("style", [{}, {"bold": True}, {"italic": True}, {"mono": True}])
def test_png_texts_are_as_wide_as_measured(style):
    text = "HAVTo ⛀ fiH"
    scene = Scene(300, 40)
    scene.add(Text(150, 25, text, 20, "end", style=Style(fill="#000000"), **style))
    box = pixels(scene_png(scene, 1)).convert("L").point(lambda grey: 255 - grey).getbbox()
    width = text_width(text, 20, **style)
    assert box[0] == pytest.approx(150 - width, abs=3.5)
    assert box[2] == pytest.approx(150, abs=3.5)
    assert width > 90


def test_a_picture_too_large_is_refused():
    with pytest.raises(LimitsError, match=r"20000 × 20000 pixels"):
        scene_png(Scene(10_000, 10_000))


def test_pdf_has_a_page_for_each_scene():
    from pypdf import PdfReader

    document = scenes_pdf([everything(), Scene(50, 300, "empty")], title="Élagage <1>", lang="fr")
    reader = PdfReader(io.BytesIO(document))
    assert [tuple(map(float, page.mediabox[2:])) for page in reader.pages] == [(200, 120), (50, 300)]
    assert reader.metadata.title == "Élagage <1>"
    assert reader.trailer["/Root"]["/Lang"] == "fr"
    text = reader.pages[0].extract_text()
    for words in ("bold", "italic", "mono", "≤ α"):
        assert words in text
    fonts = [font.get_object() for font in reader.pages[0]["/Resources"]["/Font"].values()]
    assert len(fonts) == 4
    for font in fonts:
        assert "/FontFile2" in font["/DescendantFonts"][0].get_object()["/FontDescriptor"]
    assert len(document) < 60_000


def test_pdf_has_the_same_bytes_each_time():
    pdf = "t.scenes_pdf([t.everything()], title='x', lang='en')"
    script = f"import sys; import test_scene as t; sys.stdout.buffer.write({pdf})"
    place = Path(__file__).parent
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], cwd=place, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        )
        for seed in ("1", "2")
    ]
    first, second = (run.stdout for run in runs)
    assert first == second == scenes_pdf([everything()], title="x", lang="en")


def test_pages_have_a_largest_size():
    from pypdf import PdfReader

    wide = Scene(28_800, 100)
    wide.add(Disc(28_000, 50, 10, style=RED))
    page = PdfReader(io.BytesIO(scenes_pdf([wide], title="", lang="en"))).pages[0]
    assert tuple(map(float, page.mediabox[2:])) == (14_400, 50)
    assert "(14000,25) circle[radius=5pt]" in scene_tikz(wide)
    assert len(wide.shapes) == 1
    assert wide.shapes[0].x == 28_000


def test_tikz_names_each_colour_once_and_turns_y():
    text = scene_tikz(everything())
    assert text.startswith("\\documentclass[tikz]{standalone}")
    assert text.endswith("\\end{tikzpicture}\n\\end{document}\n")
    defined = re.findall(r"\\definecolor\{(\w+)\}\{HTML\}\{([0-9A-F]{6})\}", text)
    assert len(defined) == len(set(defined)) == 3
    assert set(re.findall(r"(?:fill|draw|text)=(\w+)", text)) == {name for name, _code in defined}
    assert "(100,105) circle[radius=10pt]" in text
    assert "dash pattern=on 4pt off 2pt" in text
    assert text.count("{") == text.count("}")
    alone = scene_tikz(everything(), standalone=False)
    assert alone.startswith("\\begin{tikzpicture}")
    assert alone in text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("50% of $x_1^2$ & #3 {~\\}", r"50\% of \$x\_1\textasciicircum{}2\$ \& \#3 "
                                      r"\{\textasciitilde{}\textbackslash{}\}"),
        ("α ≤ β", r"\ensuremath{\alpha} \ensuremath{\leq} \ensuremath{\beta}"),
        ("−∞ × é…", r"\ensuremath{-}\ensuremath{\infty} \ensuremath{\times} é\ldots{}"),
        ("a--b ''", "a-{}-b '{}'"),
        (" a  b ", r"\ a\ \ b\ "),
        ("♞ ŵ ﬁ ☃ ½", r"n w fi ? 1/2"),
        ("<\">", r"\textless{}\char34{}\textgreater{}"),
        ("x\n\\end{x}", r"x \textbackslash{}end\{x\}"),
    ],
)  # fmt: skip
def test_tex_texts(text, written):
    assert tex_text(text) == written


@given(st.text(max_size=20))
def test_any_text_is_written(text):
    scene = Scene(10, 10, text)
    scene.add(Text(1, 1, text, hint=text, id=text), Text(1, 1, text, mono=True))
    ElementTree.fromstring(scene_svg(scene))
    lines = scene_tikz(scene).splitlines()
    assert sum(line.startswith("% ") for line in lines) == bool(text)
    assert tex_text(text).isprintable()


@pytest.mark.parametrize("ending", ENDINGS)
def test_files_are_chosen_by_their_ending(tmp_path, ending):
    path = tmp_path / f"picture{ending.upper()}"
    path.write_bytes(b"old")
    write_scene(path, everything(), title="t", lang="en")
    starts = {".svg": b"<svg ", ".png": b"\x89PNG", ".pdf": b"%PDF", ".tex": b"\\documentclass"}
    assert path.read_bytes().startswith(starts[ending])
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_an_unknown_ending_is_refused(tmp_path):
    for name in ("picture.jpg", "picture", ".svg"):
        with pytest.raises(FileError, match=r"one of \.svg, \.png, \.pdf, \.tex\."):
            write_scene(tmp_path / name, everything(), title="t", lang="en")
    assert not list(tmp_path.iterdir())


def test_several_scenes_need_pages(tmp_path):
    from pypdf import PdfReader

    write_scene(tmp_path / "a.pdf", [everything(), everything()], title="t", lang="en")
    assert len(PdfReader(tmp_path / "a.pdf").pages) == 2
    for ending in (".svg", ".png", ".tex"):
        with pytest.raises(FileError, match=rf"A \{ending} file holds one picture and there are 2"):
            write_scene(tmp_path / f"a{ending}", [everything(), everything()], title="t", lang="en")
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize(("package", "ending"), [("resvg_py", ".png"), ("fpdf", ".pdf")])
def test_missing_packages_are_named(tmp_path, monkeypatch, package, ending):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(FileError, match="pip install resvg-py fpdf2"):
        write_scene(tmp_path / f"a{ending}", everything(), title="t", lang="en")
    assert not list(tmp_path.iterdir())
    write_scene(tmp_path / "a.svg", everything(), title="t", lang="en")


def test_importing_needs_no_package():
    script = (
        "import sys; sys.path.insert(0, 'src'); import elagage.figures.scene.scene_files\n"
        "print('fpdf' in sys.modules or 'resvg_py' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], cwd=Path(files.__file__).parents[4], capture_output=True, text=True,
        check=True
    )  # fmt: skip
    assert done.stdout.strip() == "False"
