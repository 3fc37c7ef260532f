"""Where things are kept: the variables first, then the system's place,
and what an earlier version kept is found again.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from elagage import folders
from elagage.folders import cache_folder, data_folder
from elagage.web.saved_games import Store

ROOT = Path(__file__).resolve().parents[2]
VARIABLES = ("ELAGAGE_CACHE", "ELAGAGE_DATA", "XDG_CACHE_HOME", "XDG_DATA_HOME")


@pytest.fixture
def home(monkeypatch, tmp_path):
    """A home folder with nothing in it, on a system whose name is given."""
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))

    def choose(name):
        system = {"linux": Unix, "darwin": MacOS, "win32": Windows}[name]
        monkeypatch.setattr(platformdirs, "PlatformDirs", system)
        monkeypatch.setattr(folders.sys, "platform", name)
        places = {"CSIDL_LOCAL_APPDATA": tmp_path / "Local", "CSIDL_APPDATA": tmp_path / "Roaming"}
        monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda kind: str(places[kind]))
        return tmp_path

    return choose


@pytest.mark.parametrize(
    ("system", "cache", "data"),
    [
        ("linux", ".cache/elagage/native", ".local/share/elagage"),
        ("darwin", "Library/Caches/elagage/native", "Library/Application Support/elagage"),
        ("win32", "Local/elagage/native", "Roaming/elagage"),
    ],
)
def test_each_system_has_its_places(home, system, cache, data):
    place = home(system)
    assert cache_folder("native") == place / cache
    assert data_folder() == place / data
    assert Store().path == place / data / "elagage.sqlite3"


def test_the_variables_come_first(home, monkeypatch):
    place = home("linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(place / "c"))
    monkeypatch.setenv("XDG_DATA_HOME", str(place / "d"))
    assert (cache_folder("solve"), data_folder()) == (place / "c/elagage/solve", place / "d/elagage")
    monkeypatch.setenv("ELAGAGE_CACHE", str(place / "own"))
    monkeypatch.setenv("ELAGAGE_DATA", str(place / "kept"))
    assert (cache_folder("solve"), data_folder()) == (place / "own/solve", place / "kept")


def test_what_an_earlier_version_kept_on_macos_is_still_used(home, monkeypatch):
    place = home("darwin")
    (place / ".cache/elagage/solve").mkdir(parents=True)
    assert cache_folder("solve") == place / ".cache/elagage/solve"
    assert cache_folder("native") == place / "Library/Caches/elagage/native"
    monkeypatch.setenv("XDG_DATA_HOME", str(place / "d"))
    assert data_folder() == place / "d/elagage"
    (place / "Library/Application Support/elagage").mkdir(parents=True)
    assert data_folder() == place / "Library/Application Support/elagage"
    (place / "d/elagage").mkdir(parents=True)
    assert data_folder() == place / "d/elagage"


def test_the_cache_of_another_folder_is_not_taken_on_linux(home, monkeypatch):
    place = home("linux")
    (place / ".cache/elagage/native").mkdir(parents=True)
    monkeypatch.setenv("XDG_CACHE_HOME", str(place / "c"))
    assert cache_folder("native") == place / "c/elagage/native"


def test_without_platformdirs_there_is_a_cache_all_the_same(home, monkeypatch):
    place = home("linux")
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    assert cache_folder("solve") == place / ".cache/elagage/solve"


def test_neither_the_library_nor_the_help_asks_for_a_folder():
    script = (
        "import atexit, sys, elagage.cli\n"
        "atexit.register(lambda: print('platformdirs' in sys.modules))\n"
        "elagage.cli.main(['--help'])"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT / "src", capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
