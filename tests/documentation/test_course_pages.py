"""The course in the web app: every page is served, with its figures, and its links lead somewhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from starlette.applications import Starlette
from starlette.testclient import TestClient

from elagage.web.answers.course_pages import course_routes, find_docs, render_page

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(find_docs().rglob("*.md"))


@pytest.fixture
def client():
    return TestClient(Starlette(routes=course_routes("fr")))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(find_docs())))
def test_a_page_is_served_and_all_that_it_shows_and_leads_to_is_there(path, client):
    address = "/docs/" + path.relative_to(find_docs()).with_suffix(".html").as_posix()
    html = client.get(address).text
    assert "<h1" in html
    assert "http-equiv" not in html
    assert not re.search(r"<script|style=", html)
    for source in re.findall(r'<img src="([^"]+)"', html):
        assert not re.match(r"[a-z]+:|//", source)
        assert (path.parent / source).resolve().is_file()
    for href in re.findall(r"<main>.*", html, re.DOTALL)[0].split('href="')[1:]:
        name, _hash, anchor = href.split('"')[0].partition("#")
        if re.match(r"[a-z]+:", name):
            continue
        target = (path.parent / name).resolve() if name else path
        page = target.with_suffix(".md") if target.suffix in (".html", ".md") else target
        assert page.is_file(), name
        if anchor and page.suffix == ".md":
            from urllib.parse import unquote

            assert f'id="{unquote(anchor)}"' in render_page(page), href[:80]


def test_the_course_opens_in_the_language_of_the_server_and_nothing_else_is_served(client):
    opened = client.get("/course")
    assert opened.url.path == "/docs/course/fr/index.html"
    assert 'lang="fr"' in opened.text
    assert client.get("/docs/course/figures/and-or.svg").headers["content-type"] == "image/svg+xml"
    for name in ("../pyproject.toml", "..%2fpyproject.toml", "course/none.html", "course", "../src/elagage/game.py"):
        assert client.get(f"/docs/{name}").status_code == 404, name


def test_the_tools_of_the_site_are_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lines = (ROOT / "requirements/site.lock").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    for wanted in map(Requirement, project["dependency-groups"]["site"]):
        found = [pin for pin in pins if canonicalize_name(pin.name) == canonicalize_name(wanted.name)]
        assert found, wanted
        assert all(next(iter(pin.specifier)).version in wanted.specifier for pin in found), wanted
