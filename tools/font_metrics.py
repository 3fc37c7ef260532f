"""Make the small fonts that figures carry, and the widths of their letters.

    python tools/font_metrics.py FOLDER

The folder holds the four original DejaVu fonts, version 2.37, as Debian's fonts-dejavu-core and fonts-dejavu-extra
install them in /usr/share/fonts/truetype/dejavu. Kerning and ligatures are left out, so that a line is as wide as its
letters together.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

VIEW = Path(__file__).resolve().parent.parent / "src/elagage/view"
FONTS = {"plain": "DejaVuSans", "bold": "DejaVuSans-Bold", "italic": "DejaVuSans-Oblique", "mono": "DejaVuSansMono"}
KEPT = (
    (0x20, 0x7E), (0xA0, 0x17F), (0x370, 0x3FF), (0x2000, 0x206F), (0x2070, 0x209F), (0x2190, 0x21FF), (0x2200, 0x22FF),
    (0x2500, 0x257F),
    (0x25A0, 0x25FF), (0x2605, 0x2606), (0x2654, 0x265F), (0x26C0, 0x26C3), (0x2713, 0x2718), (0xFFFD, 0xFFFD),
)  # fmt: skip
"""Latin, Greek, punctuation, raised and lowered digits, arrows, mathematics, boxes, shapes, stars, chess, draughts,
check and cross.
"""
LINE = 108
DROPPED = ["GPOS", "GSUB", "GDEF", "kern", "FFTM"]
HEAD = '''"""How wide the letters of our fonts are, of {units} units to the size. Written by tools/font_metrics.py.

A font is a row of ranges: the first letter's code in hexadecimal, a colon, and the widths of the letters from there on;
``602*3`` are three letters of that width. The last range, without a code, is for the letters that the font does not
have.
"""

from __future__ import annotations

__all__ = ["ASCENT", "DESCENT", "UNITS", "WIDTHS"]

UNITS = {units}
ASCENT, DESCENT = {ascent}, {descent}

WIDTHS = {{
'''


def cut(source: Path, target: Path) -> None:
    """Write the font with the letters that we keep, the same bytes at each run."""
    options = Options(drop_tables=[*Options().drop_tables, *DROPPED], layout_features=[], notdef_outline=True)
    options.name_IDs = ["*"]
    font = TTFont(source, recalcTimestamp=False)
    cutter = Subsetter(options)
    cutter.populate(unicodes=[code for first, last in KEPT for code in range(first, last + 1)])
    cutter.subset(font)
    font.save(target)


def ranges(font: TTFont) -> Iterator[str]:
    letters, widths = font.getBestCmap(), font["hmtx"]
    codes = sorted(letters)
    for _key, run in groupby(enumerate(codes), lambda pair: pair[1] - pair[0]):
        members = [code for _index, code in run]
        counted = [(width, len(list(same))) for width, same in groupby(widths[letters[code]][0] for code in members)]
        yield f"{members[0]:x}:" + ",".join(f"{width}*{count}" if count > 1 else str(width) for width, count in counted)
    yield f":{widths['.notdef'][0]}"


def main(folder: Path) -> None:
    """Write the fonts and the module of widths."""
    lines = []
    for name, file in FONTS.items():
        target = VIEW / "fonts" / f"{file}.ttf"
        cut(folder / f"{file}.ttf", target)
        font = TTFont(target)
        if name == "plain":
            head = HEAD.format(units=font["head"].unitsPerEm, ascent=font["hhea"].ascent, descent=-font["hhea"].descent)
        lines.append(f'    "{name}": (')
        lines += [f'        "{piece}"' for piece in pieces(" ".join(ranges(font)))]
        lines.append("    ),")
    (VIEW / "font_widths.py").write_text(head + "\n".join(lines) + "\n}\n", encoding="utf-8")


def pieces(text: str) -> Iterator[str]:
    """The text in lines of a fair length, broken after a comma or a space."""
    line = ""
    for part in re.findall(r"[^, ]+[, ]?", text):
        if len(line) + len(part) > LINE:
            yield line
            line = ""
        line += part
    yield line


if __name__ == "__main__":
    main(Path(sys.argv[1]))
