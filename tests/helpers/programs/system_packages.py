"""Programs that tests need and Python's index hasn't: found, or installed with the system's own packages."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path


def install_package(debian: str, homebrew: str = "") -> None:
    """Try to install a package with apt-get (as root, or with a sudo that asks nothing) or Homebrew;
    workers that want one at the same time take turns.
    """
    if shutil.which("apt-get"):
        root = hasattr(os, "geteuid") and os.geteuid() == 0
        lead = [] if root else ["sudo", "-n"]
        if root or shutil.which("sudo"):
            alone(lambda: try_apt([*lead, "apt-get"], debian))
    elif homebrew and shutil.which("brew"):
        alone(lambda: subprocess.run(["brew", "install", homebrew], capture_output=True, check=False))


def try_apt(command: list[str], package: str) -> None:
    """Install it; if that fails, from lists that are up to date."""
    for words in (("install", "-y", package), ("update",), ("install", "-y", package)):
        done = subprocess.run([*command, *words], capture_output=True, check=False)
        if words[0] == "install" and done.returncode == 0:
            break


def alone(work: Callable[[], object]) -> None:
    """Do it while no other worker does: two that install at once fail both."""
    import fcntl

    with (Path(tempfile.gettempdir()) / "elagage-tests-install.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        work()
