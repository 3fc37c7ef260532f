"""The course and the other pages of the documentation, as the web app serves them.

The pages are the Markdown files of ``docs``: in an installed package they lie beside the code, in the repository where
they are written. They become HTML when they are asked for; links to other pages stay links, and those that lead out of
the documentation are left as text.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

__all__ = ["course_routes", "find_docs", "render_page"]

NAME = "&Eacute;lagage"
PICTURES = {".svg": "image/svg+xml", ".png": "image/png"}


def find_docs() -> Path:
    """The folder of the documentation."""
    package = Path(__file__).resolve().parents[2]
    shipped = package / "docs"
    return shipped if shipped.is_dir() else package.parents[1] / "docs"


def make_slug(heading: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.casefold()).replace(" ", "-")


@cache
def render_page(path: Path) -> str:
    """A page of the documentation as HTML."""
    from markdown_it import MarkdownIt

    docs = find_docs()
    parser = MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(path.read_text(encoding="utf-8"))
    title = ""
    taken: set[str] = set()
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and after is not None:
            plain = "".join(child.content for child in after.children or ())
            slug = make_slug(plain)
            while slug in taken:
                slug += "-1"
            taken.add(slug)
            token.attrSet("id", slug)
            title = plain if token.tag == "h1" else title
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", page_link(path, str(child.attrGet("href")), docs))
    body = parser.renderer.render(tokens, parser.options, {}).replace('<a href="">', "<a>")
    body = re.sub(r'style="text-align:(\w+)"', r'class="\1"', body)  # no style stands in a page: the policy refuses it
    language = "fr" if path.parent.name == "fr" else "en"
    depth = "../" * len(path.relative_to(docs).parts)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8"><title>{escape(title)} – {NAME}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="icon" href="{depth}static/icon.svg"><link rel="stylesheet" href="{depth}static/course.css">'
        "</head><body>"
        f'<header><a href="{depth}">{NAME}</a></header><main>{body}</main></body></html>'
    )


def page_link(page: Path, href: str, docs: Path) -> str:
    """Where a link of a page leads on the web: the same page as HTML; nowhere if it leads out of the documentation."""
    name, hash_sign, anchor = href.partition("#")
    if not name or re.match(r"[a-z]+:", href):
        return href
    target = (page.parent / name).resolve()
    if not target.is_relative_to(docs) or not target.is_file():
        return ""
    return (name[:-3] + ".html" if name.endswith(".md") else name) + hash_sign + anchor


def course_routes(language: str) -> list[Route]:
    """The pages below ``/docs``, and ``/course``, which leads to the first of them."""

    async def first(_request: Request) -> Response:
        return RedirectResponse("docs/course/fr/index.html" if language == "fr" else "docs/course/index.html")

    async def page(request: Request) -> Response:
        docs = find_docs()
        path = (docs / request.path_params["name"]).resolve()
        if path.suffix == ".html":
            path = path.with_suffix(".md")
        if not path.is_relative_to(docs) or not path.is_file() or path.suffix not in {".md", ".txt", *PICTURES}:
            raise HTTPException(404)
        if path.suffix == ".md":
            return HTMLResponse(render_page(path), headers={"cache-control": "no-cache"})
        return FileResponse(path, media_type=PICTURES.get(path.suffix, "text/plain; charset=utf-8"))

    return [Route("/course", first), Route("/docs/{name:path}", page)]
