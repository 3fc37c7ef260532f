"""May this be released?

Everything that a person forgets, tried: one line for each thing that is not so, and exit code 1.

    make release-check             everything, on the commit that carries the tag
    make release-check DRAFT=1     without date, tag and clean tree, which come last

Nothing is written but in a temporary folder, and nothing is fetched or sent.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from packaging.version import InvalidVersion, Version

__all__ = ["check_changelog", "check_git", "check_links", "check_packages", "check_release", "check_versions", "main"]

ROOT = Path(__file__).resolve().parent.parent
HEADING = re.compile(r"^## (?P<version>\S+)(?: \((?P<when>[^)]*)\))?\s*$", re.MULTILINE)
LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)\)")
IN_SDIST = ("src", "tests", "tools", "docs", "examples", "benchmarks", "requirements", "conftest.py", "Makefile")
"""What an unpacked source package must hold, so that its tests can be run there."""


def read(root: Path, name: str) -> str:
    """A text file of the project; nothing if there is none."""
    path = root / name
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def run_git(root: Path, *words: str) -> list[str]:
    """The lines that a git command prints; none if it fails."""
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def project_version(root: Path) -> str:
    return str(tomllib.loads(read(root, "pyproject.toml"))["project"]["version"])


def find_assigned_version(source: str) -> str:
    """The value of ``__version__`` in a module."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            if any(isinstance(target, ast.Name) and target.id == "__version__" for target in node.targets):
                return str(node.value.value)
    return "none"


def find_citation_field(text: str, name: str) -> str:
    found = re.search(rf"^{name}:\s*['\"]?([^'\"\s]+)", text, re.MULTILINE)
    return found[1] if found else "none"


def check_versions(root: Path) -> Iterator[str]:
    """Every place that names the version names the same one."""
    version = project_version(root)
    try:
        if str(Version(version)) != version:
            yield f"pyproject.toml: {version} should be written {Version(version)}"
    except InvalidVersion:
        yield f"pyproject.toml: {version} is not a version"
    heading = HEADING.search(read(root, "CHANGELOG.md"))
    others = {
        "src/elagage/__init__.py": find_assigned_version(read(root, "src/elagage/__init__.py")),
        "CITATION.cff": find_citation_field(read(root, "CITATION.cff"), "version"),
        "the first heading of CHANGELOG.md": heading["version"] if heading else "none",
    }
    for place, other in others.items():
        if other != version:
            yield f"{place}: the version is {other}, and {version} in pyproject.toml"


def check_changelog(root: Path, draft: bool = False) -> Iterator[str]:
    """The first heading says what changed and on which day (a draft's needs none); each version stands there once."""
    text = read(root, "CHANGELOG.md")
    headings = list(HEADING.finditer(text))
    if not headings:
        yield "CHANGELOG.md: there is no heading like `## 1.2.3 (2030-01-31)`"
        return
    first = headings[0]
    end = headings[1].start() if len(headings) > 1 else len(text)
    if not re.search(r"^- \S", text[first.end() : end], re.MULTILINE):
        yield f"CHANGELOG.md: nothing is said of {first['version']}"
    names = [heading["version"] for heading in headings]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"CHANGELOG.md: {name} has more than one heading"
    try:
        when = date.fromisoformat(first["when"] or "")
    except ValueError:
        if draft:
            return
        yield f"CHANGELOG.md: the heading of {first['version']} says {first['when']!r} where a date belongs"
        return
    if when > date.today():
        yield f"CHANGELOG.md: {when} lies ahead"
    cited = find_citation_field(read(root, "CITATION.cff"), "date-released")
    if cited not in ("none", when.isoformat()):
        yield f"CITATION.cff: date-released is {cited}, and {when} in CHANGELOG.md"


def check_git(root: Path) -> Iterator[str]:
    """Nothing is left to commit, and this very commit carries the version's tag."""
    changed = run_git(root, "status", "--porcelain")
    if changed:
        yield f"git: {len(changed)} files are not committed, {changed[0].split()[-1]} first"
    tag = f"v{project_version(root)}"
    here, tagged = run_git(root, "rev-parse", "HEAD"), run_git(root, "rev-parse", f"{tag}^{{commit}}")
    if not tagged:
        yield f"git: there is no tag {tag}"
    elif here != tagged:
        yield f"git: the tag {tag} is on another commit"


def check_links(root: Path) -> Iterator[str]:
    """Every file that the front pages show or point to is there. Addresses elsewhere are not tried."""
    for page in ("README.md", "README.fr.md", "CONTRIBUTING.md", "SECURITY.md"):
        for link in LINK.finditer(read(root, page)):
            target = link["target"].split("#")[0]
            if target and ":" not in target and not (root / target).exists():
                yield f"{page}: there is no {target}"


def check_packages(root: Path) -> Iterator[str]:
    """Wheel and source package are built, carry the version, and hold every file that they should."""
    version = project_version(root)
    tracked = run_git(root, "ls-files")
    if not tracked:
        yield "git: this is no checkout, so nobody knows which files the packages should hold"
        return
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, str(root)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        wheel = Path(folder) / f"elagage-{version}-py3-none-any.whl"
        sdist = Path(folder) / f"elagage-{version}.tar.gz"
        if done.returncode:
            yield f"build: {(done.stderr or done.stdout).strip().splitlines()[-1]}"
            return
        if not wheel.exists() or not sdist.exists():
            built = ", ".join(sorted(path.name for path in Path(folder).iterdir()))
            yield f"build: {built} is not {wheel.name} and its source"
            return
        with zipfile.ZipFile(wheel) as archive:
            inside = set(archive.namelist())
        wanted = {name.removeprefix("src/") for name in tracked if name.startswith("src/elagage/")}
        yield from list_missing("the wheel", wanted | {"elagage/py.typed"}, inside)
        for name in sorted(inside):
            if not name.startswith(("elagage/", f"elagage-{version}.dist-info/")):
                yield f"the wheel: {name} does not belong there"
        with tarfile.open(sdist) as archive:
            inside = {name.removeprefix(f"elagage-{version}/") for name in archive.getnames()}
        wanted = {name for name in tracked if name.split("/")[0] in IN_SDIST}
        yield from list_missing("the source package", wanted, inside)


def list_missing(package: str, wanted: set[str], inside: set[str]) -> Iterator[str]:
    """A line for each file that a package lacks, the first few by name."""
    missing = sorted(wanted - inside)
    for name in missing[:5]:
        yield f"{package}: {name} is missing"
    if len(missing) > 5:
        yield f"{package}: {len(missing) - 5} more files are missing"


def check_release(root: Path, draft: bool = False) -> list[str]:
    """Everything that stands in the way of a release; of a draft, what must be true before its day comes."""
    problems = [*check_versions(root), *check_changelog(root, draft)]
    if not draft:
        problems += check_git(root)
    return [*problems, *check_links(root), *check_packages(root)]


def main(*words: str) -> int:
    """Print what is not so."""
    problems = check_release(ROOT, draft="--draft" in words)
    for problem in problems:
        print(problem)
    version = project_version(ROOT)
    print(f"{version}: {f'{len(problems)} things to mend' if problems else 'ready'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
