"""Pyodide, which is Python for browsers: its files come from a folder that is named, from what was kept, or from npm.

One version is used, known by its checksum; it is kept in the cache, so it is fetched once. Nothing but its own archive
is ever opened, and of that only the files that a page needs.
"""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

from elagage.errors import FileError
from elagage.folders import cache_folder

__all__ = ["VERSION", "check_pyodide", "find_pyodide"]

VERSION = "314.0.7"
DIGEST = (
    "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc"
    "8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4"
)
"""The SHA-512 of its archive."""
LOADER, WASM, LIBRARY, LOCK = "pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"
RUNTIMES = ("pyodide.asm.mjs", "pyodide.asm.js")
"""The script beside the WebAssembly, as newer and older versions call it."""
PATIENCE = 120.0
"""Seconds for the archive to come."""


def find_pyodide(folder: Path | None = None, on_wait: Callable[[], None] = lambda: None) -> Path:
    """The folder with Pyodide's files: the one that is named, or that of our version, fetched if it is not kept.

    ``on_wait`` is called before something is fetched. FileError says what is missing, or why it can't be had.
    """
    if folder is not None:
        return check_pyodide(folder)
    kept = cache_folder("pyodide") / VERSION
    if not missing_files(kept):
        return kept
    on_wait()
    unpack(fetch_archive(), kept)
    return check_pyodide(kept)


def check_pyodide(folder: Path) -> Path:
    """The folder, if it holds what a page needs of Pyodide."""
    missing = missing_files(folder)
    if missing:
        raise FileError(
            "{folder} holds no Pyodide, {file} is missing: unpack the npm package pyodide, and name its folder.",
            folder=folder,
            file=missing[0],
        )
    return folder


def missing_files(folder: Path) -> list[str]:
    """What a page needs and the folder hasn't."""
    missing = [name for name in (LOADER, WASM, LIBRARY, LOCK) if not (folder / name).is_file()]
    return missing if find_runtime(folder) else [*missing, RUNTIMES[0]]


def find_runtime(folder: Path) -> Path | None:
    """The script beside the WebAssembly."""
    return next((folder / name for name in RUNTIMES if (folder / name).is_file()), None)


def fetch_archive() -> bytes:
    """The archive of our version, by npm, which knows the ways out of its network."""
    try:
        content = fetch_by_npm()
        if hashlib.sha512(content).hexdigest() == DIGEST:
            return content
        problem = "checksum"
    except (OSError, subprocess.SubprocessError) as error:
        problem = " ".join(str(error).split())[:200]
    raise FileError(
        "Pyodide {version} can't be fetched ({problem}): with a network, try again, or get the npm package pyodide "
        "from elsewhere, unpack it, and name its folder with --pyodide.",
        version=VERSION,
        problem=problem,
    )


def fetch_by_npm() -> bytes:
    """What npm gives; OSError or SubprocessError if there is no npm, or it gives nothing."""
    program = shutil.which("npm")
    if program is None:
        raise FileNotFoundError("npm")
    with tempfile.TemporaryDirectory(prefix="elagage-") as folder:
        words = [program, "pack", f"pyodide@{VERSION}", "--silent", "--ignore-scripts", "--pack-destination", folder]
        subprocess.run(words, cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE, check=True)
        return (Path(folder) / f"pyodide-{VERSION}.tgz").read_bytes()


def unpack(archive: bytes, folder: Path) -> None:
    """Put the files that a page needs into a folder, which is there whole or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as place:
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            for name in (LOADER, *RUNTIMES, WASM, LIBRARY, LOCK):
                member = next((each for each in files.getmembers() if each.name == f"package/{name}"), None)
                content = None if member is None else files.extractfile(member)
                if content is not None:
                    (Path(place) / name).write_bytes(content.read())
        shutil.rmtree(folder, ignore_errors=True)
        try:
            os.rename(place, folder)
        except OSError:  # somebody else has put it there meanwhile
            check_pyodide(folder)
        else:
            os.mkdir(place)  # for the end of the temporary folder
