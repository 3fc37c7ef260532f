"""What the system tells of a process, from outside: its memory and its time. None where it tells nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

__all__ = ["cpu_seconds", "resident_bytes"]


def resident_bytes(pid: int) -> int | None:
    """The memory that a process occupies."""
    try:
        if sys.platform == "linux":
            return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        if os.name == "posix":
            words = ["ps", "-o", "rss=", "-p", f"{pid}"]
            return int(subprocess.run(words, capture_output=True, timeout=5, check=True).stdout) * 1024
    except (OSError, ValueError, IndexError, subprocess.SubprocessError):
        pass
    return None


def cpu_seconds(pid: int) -> float | None:
    """The time that a process has computed, all its threads together."""
    if sys.platform != "linux":
        return None
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return None
