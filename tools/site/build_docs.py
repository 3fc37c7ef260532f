"""The documentation as a static site in a folder, and the course of each language as one PDF in it.

python tools/site/build_docs.py build/site            the site, and course.pdf and cours.pdf
python tools/site/build_docs.py build/site --no-pdf   the site alone, for which no Chromium is needed

Sphinx reads the Markdown files of ``docs`` as they are; links to the sources, which are not in the site, are left as
they are in the text.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
SETTINGS = [
    "extensions=myst_parser",
    "project=Élagage",
    "html_theme=furo",
    "html_title=Élagage",
    "myst_heading_anchors=3",
    "root_doc=course/index",
    "html_copy_source=0",
    "html_show_sphinx=0",
    "html_show_copyright=0",
    "suppress_warnings=myst.xref_missing,toc.not_included,misc.highlighting_failure,myst.header",
]
PDFS = {"course.pdf": ("course", "en"), "cours.pdf": ("course/fr", "fr")}


def sphinx(builder: str, source: Path, target: Path, settings: list[str]) -> None:
    """Run Sphinx without a configuration file; its warnings are errors."""
    words = [word for setting in settings for word in ("-D", setting)]
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-C", "-b", builder, *words]
    with tempfile.TemporaryDirectory() as cache:
        subprocess.run([*command, "-d", cache, str(source), str(target)], check=True)


def build_site(target: Path) -> None:
    """The pages, in both languages, with a search; the entrance leads to the course."""
    sphinx("html", DOCS, target, SETTINGS)
    entrance = '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=course/index.html">'
    (target / "index.html").write_text(f'{entrance}<a href="course/index.html">Élagage</a>\n', encoding="utf-8")


def build_pdf(folder: str, language: str, target: Path) -> None:
    """The pages of the course in one language, in order, printed by Chromium."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        raise SystemExit("There is no Chromium to print the course with: install it, or give --no-pdf.")
    pages = sorted((DOCS / folder).glob("[0-9]*.md"))
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        source = work / "source"
        source.mkdir()
        shutil.copytree(DOCS / "course/figures", work / "figures")
        shutil.copytree(DOCS / "images", source / "images")
        for page in (DOCS / folder / "index.md", *pages, DOCS / folder / "bibliography.md"):
            text = page.read_text(encoding="utf-8").replace("<details>", "<details open>")
            text = text.replace("](figures/", "](../figures/").replace("](../../images/", "](images/")
            (source / page.name).write_text(text.replace("](../images/", "](images/"), encoding="utf-8")
        tree = "\n".join(
            ["", "```{toctree}", ":hidden:", "", *(page.stem for page in pages), "bibliography", "```", ""]
        )
        index = source / "index.md"
        index.write_text(index.read_text(encoding="utf-8") + tree, encoding="utf-8")
        for figure in (work / "figures").iterdir():  # Sphinx wants figures inside of its source
            shutil.copy(figure, source / figure.name)
        for page in source.glob("*.md"):
            page.write_text(page.read_text(encoding="utf-8").replace("](../figures/", "]("), encoding="utf-8")
        settings = [*SETTINGS, f"language={language}", "root_doc=index", "html_theme=basic"]
        sphinx("singlehtml", source, work / "single", settings)
        printed = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
        address = (work / "single" / "index.html").as_uri()
        subprocess.run([*printed, f"--print-to-pdf={target}", address], check=True, capture_output=True)


def main() -> int:
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    target = Path(words[0] if words else "build/site").resolve()
    build_site(target)
    if "--no-pdf" not in sys.argv:
        for name, (folder, language) in PDFS.items():
            build_pdf(folder, language, target / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
