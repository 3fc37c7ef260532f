"""The locked tools of the developers: all that pyproject.toml asks for, on every system and Python that we support."""

from __future__ import annotations

import importlib.metadata
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LINES = (ROOT / "requirements/dev.lock").read_text(encoding="utf-8").splitlines()
PINS = [Requirement(line) for line in LINES if line and not line.startswith("#")]
WANTED = [
    Requirement(text)
    for texts in (
        PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"].values(),
        PROJECT["dependency-groups"]["dev"],
    )
    for text in texts
]
SYSTEMS = {"linux": ("posix", "Linux"), "darwin": ("posix", "Darwin"), "win32": ("nt", "Windows")}


def active(requirements, version, system):
    """The requirements that count on a system with a version of Python."""
    name, platform = SYSTEMS[system]
    where = {
        "python_version": version,
        "python_full_version": f"{version}.0",
        "sys_platform": system,
        "os_name": name,
        "platform_system": platform,
        "platform_python_implementation": "CPython",
        "extra": "",
    }
    return [one for one in requirements if one.marker is None or one.marker.evaluate(where)]


def test_a_pin_is_one_version_and_names_no_place():
    assert len(PINS) > 50
    for pin in PINS:
        assert [clause.operator for clause in pin.specifier] == ["=="], str(pin)
        assert pin.url is None, str(pin)
    assert not [line for line in LINES if line.startswith("-") or "://" in line]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_the_lock_has_what_the_project_asks_for(version, system):
    pins = active(PINS, version, system)
    names = [canonicalize_name(pin.name) for pin in pins]
    assert len(names) == len(set(names))
    versions = dict(zip(names, (next(iter(pin.specifier)).version for pin in pins), strict=True))
    for wanted in active(WANTED, version, system):
        assert versions[canonicalize_name(wanted.name)] in wanted.specifier, f"run make lock: {wanted}"


def test_the_lock_has_what_the_tools_need_themselves():
    pinned = {canonicalize_name(pin.name) for pin in PINS}
    ahead, seen = list(WANTED), set()
    while ahead:
        name = canonicalize_name(ahead.pop().name)
        if name in seen:
            continue
        seen.add(name)
        assert name in pinned, f"run make lock: {name}"
        needs = [Requirement(text) for text in importlib.metadata.requires(name) or []]
        ahead += [need for need in needs if need.marker is None or need.marker.evaluate({"extra": ""})]
    assert len(seen) > 50
