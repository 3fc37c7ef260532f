"""What people expect to find beside the code: a workflow, hooks, forms, and that they name things which exist."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import catalogue
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOW = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text(encoding="utf-8"))
HOOKS = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
FORMS = sorted(path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def steps():
    return [step for job in WORKFLOW["jobs"].values() for step in job["steps"]]


def test_the_workflow_may_only_read_and_pins_its_actions():
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert WORKFLOW["concurrency"]["cancel-in-progress"] is True
    used = [step["uses"] for step in steps() if "uses" in step]
    assert used
    for action in used:
        assert re.fullmatch(r"actions/[a-z-]+@v\d+\.\d+\.\d+", action)


def test_the_workflow_runs_the_command_of_the_readme_on_every_python():
    linux = WORKFLOW["jobs"]["linux"]
    assert linux["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert linux["steps"][-1]["run"].startswith("make test")
    assert "make test" in (ROOT / "README.md").read_text(encoding="utf-8")
    for step in steps():
        for target in re.findall(r"^make ([a-z-]+)", step.get("run", "")):
            assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)


def test_the_workflow_names_tests_that_exist():
    for part in WORKFLOW["jobs"]["elsewhere"]["strategy"]["matrix"]["include"]:
        named = [word.removeprefix("--ignore=") for word in shlex.split(part["tests"])]
        assert named
        for name in named:
            if name.startswith("--ignore-glob="):
                assert list((ROOT / "tests").rglob(name.removeprefix("--ignore-glob=")))
            else:
                assert (ROOT / name).exists(), name


def test_the_hooks_are_ours_and_download_nothing():
    from pre_commit.clientlib import load_config

    load_config(str(ROOT / ".pre-commit-config.yaml"))
    (local,) = HOOKS
    assert local["repo"] == "local"
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]["dev"]
    names = {re.split(r"[<>=]", tool)[0] for tool in tools} | {"python", "lint-imports"}
    for hook in local["hooks"]:
        assert hook["language"] == "system"
        program, *words = shlex.split(hook["entry"])
        assert program.removeprefix(".venv/bin/") in names
        assert all((ROOT / word).exists() for word in words if word.endswith(".py"))


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_can_be_filled_in_by_both(path):
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert form["name"]
    assert "En français" in form["description"]
    fields = [part for part in form["body"] if part["type"] != "markdown"]
    assert len({part["id"] for part in fields}) == len(fields)
    assert any(part.get("validations", {}).get("required") for part in fields)
    for part in form["body"]:
        text = part["attributes"].get("description", part["attributes"].get("value", ""))
        assert re.search(r"\*[^*]+\*", text), f"no line in French: {part}"


def test_there_are_forms_for_what_goes_wrong():
    assert {path.stem for path in FORMS} >= {"bug", "does-not-compile", "wrong-value", "idea"}


def test_the_catalogue_can_be_checked_without_being_written(tmp_path, monkeypatch, capsys):
    assert catalogue.main("--check") == 0
    copy = tmp_path / "elagage.po"
    content = catalogue.PO.read_bytes()
    copy.write_bytes(content.replace(b'msgid "Heuristic', b'msgid "heuristic', 1))
    copy.with_suffix(".mo").write_bytes(catalogue.PO.with_suffix(".mo").read_bytes())
    before = copy.read_bytes()
    assert before != content
    monkeypatch.setattr(catalogue, "PO", copy)
    assert catalogue.main("--check") == 1
    assert "run make catalogue" in capsys.readouterr().out
    assert copy.read_bytes() == before
