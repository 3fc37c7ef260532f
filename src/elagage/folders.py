"""Where things are kept on a user's machine: where platformdirs says,
unless a variable of the environment names a place.

platformdirs is imported when a folder is asked for, so that the library loads and plays on the standard library alone.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["cache_folder", "data_folder"]

FORMER_CACHE = ".cache/elagage"
"""The cache in the home folder on macOS before platformdirs chose it, and wherever platformdirs is not installed."""
FORMER_DATA = "Library/Application Support/elagage"
"""The data in the home folder on macOS, also where ``XDG_DATA_HOME`` names another place today."""


def cache_folder(name: str) -> Path:
    """The folder for things of one kind that can be made again: below ``ELAGAGE_CACHE``, or in the user's cache."""
    given = os.environ.get("ELAGAGE_CACHE")
    if given:
        return Path(given) / name
    try:
        from platformdirs import PlatformDirs
    except ImportError:
        return Path.home() / FORMER_CACHE / name
    # Without opinion: on Windows, elagage in the local folder of applications, and no Cache inside it.
    folder = PlatformDirs("elagage", appauthor=False, opinion=False).user_cache_path / name
    return prefer_former(folder, f"{FORMER_CACHE}/{name}")


def data_folder() -> Path:
    """The folder for what a user wants to keep: ``ELAGAGE_DATA``, or ``elagage`` where the system keeps such things."""
    given = os.environ.get("ELAGAGE_DATA")
    if given:
        return Path(given)
    from platformdirs import PlatformDirs

    return prefer_former(PlatformDirs("elagage", appauthor=False, roaming=True).user_data_path, FORMER_DATA)


def prefer_former(folder: Path, former: str) -> Path:
    """The folder; on macOS the one that an earlier version filled, as long as the folder itself does not exist."""
    if sys.platform != "darwin" or folder.exists():
        return folder
    old = Path.home() / former
    return old if old.exists() else folder
