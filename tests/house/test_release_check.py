"""The release checklist: it lets a sound project pass and names each thing that is not so."""

from __future__ import annotations

import subprocess

import pytest
import release_check

FILES = {
    "pyproject.toml": """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "elagage"
version = "1.2.0"
requires-python = ">=3.11"
[tool.hatch.build.targets.wheel]
packages = ["src/elagage"]
[tool.hatch.build.targets.sdist]
include = ["src", "tests", "conftest.py"]
""",
    "src/elagage/__init__.py": '__version__ = "1.2.0"\n',
    "src/elagage/py.typed": "",
    "src/elagage/web/static/page.js": "// a page\n",
    "tests/test_it.py": "def test_it():\n    assert True\n",
    "conftest.py": "",
    "CITATION.cff": "cff-version: 1.2.0\nversion: 1.2.0\ndate-released: 2024-02-29\n",
    "CHANGELOG.md": "# Changes\n\n## 1.2.0 (2024-02-29)\n\n- More.\n\n## 1.1.0 (2023-01-01)\n\n- Some.\n",
    "README.md": "![A page](src/elagage/web/static/page.js), [changes](CHANGELOG.md#changes), "
    "[far](https://a.invalid/b)\n",
}


def git(root, *words):
    names = (
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@a.invalid",
        "-c",
        "commit.gpgsign=false",
        "-c",
        "tag.gpgsign=false",
    )
    subprocess.run(["git", *names, *words], cwd=root, check=True, capture_output=True)


def write(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def project(tmp_path):
    """A small project that may be released."""
    for name, text in FILES.items():
        write(tmp_path, name, text)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "One")
    git(tmp_path, "tag", "v1.2.0")
    return tmp_path


def change(root, name, old, new):
    assert old in FILES[name]
    write(root, name, FILES[name].replace(old, new))


def test_a_sound_project_is_ready(project):
    assert release_check.check_release(project) == []


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("pyproject.toml", "1.2.0", "1.2", "src/elagage/__init__.py: the version is 1.2.0, and 1.2 in pyproject.toml"),
        ("pyproject.toml", "1.2.0", "1.2.0-rc1", "pyproject.toml: 1.2.0-rc1 should be written 1.2.0rc1"),
        ("pyproject.toml", "1.2.0", "new", "pyproject.toml: new is not a version"),
        ("src/elagage/__init__.py", "1.2.0", "1.3.0", "src/elagage/__init__.py: the version is 1.3.0"),
        ("src/elagage/__init__.py", "__version__", "version", "src/elagage/__init__.py: the version is none"),
        ("CITATION.cff", "\nversion: 1.2.0", "\nversion: 1.1.0", "CITATION.cff: the version is 1.1.0"),
        ("CHANGELOG.md", "## 1.2.0 (", "## 1.2.1 (", "the first heading of CHANGELOG.md: the version is 1.2.1"),
        ("CHANGELOG.md", "# Changes\n\n## 1.2.0 (2024-02-29)\n\n- More.\n", "", "CHANGELOG.md: the version is 1.1.0"),
    ],
)
def test_versions_that_disagree_are_refused(project, name, old, new, complaint):
    change(project, name, old, new)
    assert any(complaint in line for line in release_check.check_versions(project))


@pytest.mark.parametrize(
    ("name", "old", "new", "complaint"),
    [
        ("CHANGELOG.md", "(2024-02-29)", "(not released)", "says 'not released' where a date belongs"),
        ("CHANGELOG.md", " (2024-02-29)", "", "says None where a date belongs"),
        ("CHANGELOG.md", "2024-02-29", "2023-02-29", "says '2023-02-29' where a date belongs"),
        ("CHANGELOG.md", "2024-02-29", "2999-01-01", "2999-01-01 lies ahead"),
        ("CHANGELOG.md", "- More.\n", "", "nothing is said of 1.2.0"),
        ("CHANGELOG.md", "## 1.1.0", "## 1.2.0", "1.2.0 has more than one heading"),
        ("CHANGELOG.md", "##", "#", "there is no heading"),
        ("CITATION.cff", "2024-02-29", "2024-02-28", "date-released is 2024-02-28, and 2024-02-29 in CHANGELOG.md"),
    ],
)
def test_a_changelog_that_is_not_done_is_refused(project, name, old, new, complaint):
    change(project, name, old, new)
    assert any(complaint in line for line in release_check.check_changelog(project))


def test_a_draft_needs_no_day_but_everything_else(project):
    change(project, "CHANGELOG.md", "(2024-02-29)\n\n- More.", "(not released)")
    assert list(release_check.check_changelog(project, draft=True)) == ["CHANGELOG.md: nothing is said of 1.2.0"]


def test_a_tree_that_is_not_committed_is_refused(project):
    write(project, "notes.txt", "x")
    assert list(release_check.check_git(project)) == ["git: 1 files are not committed, notes.txt first"]


def test_a_missing_or_strayed_tag_is_refused(project):
    git(project, "commit", "--quiet", "--allow-empty", "--message", "Two")
    assert list(release_check.check_git(project)) == ["git: the tag v1.2.0 is on another commit"]
    git(project, "tag", "--delete", "v1.2.0")
    assert list(release_check.check_git(project)) == ["git: there is no tag v1.2.0"]


def test_a_link_that_leads_nowhere_is_refused(project):
    change(project, "README.md", "page.js", "pge.js")
    assert list(release_check.check_links(project)) == ["README.md: there is no src/elagage/web/static/pge.js"]


def test_packages_that_lack_a_file_are_refused(project):
    lacking = 'include = ["src", "conftest.py"]\nexclude = ["conftest.py"]\n[tool.hatch.build]\nexclude = ["*.js"]'
    change(project, "pyproject.toml", 'include = ["src", "tests", "conftest.py"]', lacking)
    assert list(release_check.check_packages(project)) == [
        "the wheel: elagage/web/static/page.js is missing",
        "the source package: conftest.py is missing",
        "the source package: tests/test_it.py is missing",
    ]


def test_a_build_that_fails_is_refused(project):
    change(project, "pyproject.toml", 'packages = ["src/elagage"]', 'packages = "src/elagage"')
    (complaint,) = release_check.check_packages(project)
    assert complaint.startswith("build: ")


def test_without_git_nobody_knows_what_belongs_inside(tmp_path):
    write(tmp_path, "pyproject.toml", FILES["pyproject.toml"])
    (complaint,) = release_check.check_packages(tmp_path)
    assert complaint.startswith("git: this is no checkout")
