"""What is kept in the user's cache folder and used unread by people: native code, tables. Sealed, tried, bounded.

A file is a line that says what it is, a seal, and the content. The seal is made of the file's own name and content with
a secret of this folder, so that a file that was damaged, cut short, put in another's place or brought from elsewhere
opens no more, and is made anew. The folder must be the user's own, and closed to others: else nothing in it is used.

While native code is loaded and tried for the first time, a mark lies in the folder ``trying``, locked by the process. A
mark whose process is dead says what it died of: that file is removed, and made anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
import stat
import time
from collections.abc import Iterator
from pathlib import Path

from elagage.errors import MessageException
from elagage.folders import cache_folder
from elagage.i18n import Message

__all__ = [
    "BrokenSeal",
    "FolderProblem",
    "clear_sealed",
    "folder_secret",
    "read_sealed",
    "seal_file",
    "try_out",
    "usable_folder",
]

TITLE = b"elagage sealed 1\n"
SEAL = 32
SECRET = "secret"
TRYING = "trying"
LARGEST = 1 << 30
"""Bytes that a folder may take; above it what was not used for longest goes first."""
ABANDONED = 3600.0
"""Seconds after which a file under a temporary name was left behind by a process that died."""


class BrokenSeal(MessageException):
    """A file is not as it was written, or was the end of a process."""


class FolderProblem(MessageException):
    """Why a folder is not used."""


def usable_folder(kind: str) -> Path:
    """The folder for things of one kind, made for its owner alone; FolderProblem or OSError if it can't be used."""
    folder = cache_folder(kind)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if hasattr(os, "geteuid"):
        facts = folder.stat()
        if facts.st_uid != os.geteuid():
            raise FolderProblem(Message("it belongs to somebody else"))
        if facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise FolderProblem(Message("others can write to it"))
    return folder


def read_secret(folder: Path) -> bytes:
    """The secret of a folder, made when it is first needed."""
    path = folder / SECRET
    for _attempt in range(3):
        with contextlib.suppress(OSError):
            held = path.read_bytes()
            if len(held) == SEAL:
                return held
            path.unlink()  # nothing that it sealed will open again
        part = write_part(path, secrets.token_bytes(SEAL))
        try:
            os.link(part, path)  # whoever is first gives it
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            os.replace(part, path)
        with contextlib.suppress(OSError):
            part.unlink()
    return path.read_bytes()


def folder_secret(kind: str) -> bytes:
    """The secret that things of one kind are sealed with; FolderProblem or OSError if the folder can't be used."""
    return read_secret(usable_folder(kind))


def write_part(goal: Path, content: bytes) -> Path:
    """A file under a temporary name beside the one that it is to become."""
    part = goal.with_name(f"{goal.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    return part


def make_seal(folder: Path, name: str, content: bytes) -> bytes:
    """What opens a file of this name and content."""
    keyed = hmac.new(read_secret(folder), f"{name}\n".encode(), hashlib.sha256)
    keyed.update(content)
    return keyed.digest()


def read_sealed(kind: str, name: str) -> bytes | None:
    """What is kept under a name; None if nothing is, BrokenSeal if it is not what was written there.

    FolderProblem or OSError if the folder can't be used.
    """
    folder = usable_folder(kind)
    path = folder / name
    try:
        held = path.read_bytes()
    except FileNotFoundError:
        return None
    if is_deadly(folder, name):
        path.unlink(missing_ok=True)
        raise BrokenSeal(Message("a process died while it was loaded"))
    content = held[len(TITLE) + SEAL :]
    seal = held[len(TITLE) : len(TITLE) + SEAL]
    if not held.startswith(TITLE) or not hmac.compare_digest(seal, make_seal(folder, name, content)):
        path.unlink(missing_ok=True)
        raise BrokenSeal(Message("a file is damaged"))
    with contextlib.suppress(OSError):
        os.utime(path)  # it was used
    return content


def seal_file(kind: str, name: str, content: bytes) -> None:
    """Keep something under a name; FolderProblem or OSError if it can't be."""
    folder = usable_folder(kind)
    part = write_part(folder / name, TITLE + make_seal(folder, name, content) + content)
    try:
        os.replace(part, folder / name)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    make_space(folder, len(content))


def make_space(folder: Path, added: int) -> None:
    """Remove what was not used for longest, if the folder has grown too large, and what dead processes left behind."""
    if secrets.randbelow(16) and added < LARGEST // 16:
        return
    now, found, total = time.time(), [], 0
    with os.scandir(folder) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                facts = entry.stat(follow_symlinks=False)
                if entry.name.endswith(".part") and now - facts.st_mtime > ABANDONED:
                    os.unlink(entry.path)
                elif entry.name != SECRET and stat.S_ISREG(facts.st_mode):
                    found.append((facts.st_mtime, facts.st_size, entry.path))
                    total += facts.st_size
    for _used, size, path in sorted(found):
        if total <= LARGEST:
            break
        with contextlib.suppress(OSError):
            os.unlink(path)
        total -= size


def clear_sealed(kind: str) -> int:
    """Remove everything of a kind; how many bytes that were."""
    folder, total = cache_folder(kind), 0
    for path in list(folder.rglob("*")):
        with contextlib.suppress(OSError):
            size = path.lstat().st_size
            path.unlink()
            total += size
    return total


# Marks ---------------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def try_out(kind: str, name: str) -> Iterator[None]:
    """Inside, native code is loaded and tried: if the process dies of it, no other one loads that file again."""
    try:
        folder = usable_folder(kind) / TRYING
        folder.mkdir(mode=0o700, exist_ok=True)
        mark = folder / f"{name}.{os.getpid()}-{secrets.token_hex(4)}"
        descriptor = os.open(mark, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    except (OSError, FolderProblem):  # nothing is read from there either
        yield
        return
    try:
        lock_file(descriptor)
        yield
    finally:
        with contextlib.suppress(OSError):
            mark.unlink()
        os.close(descriptor)


def is_deadly(folder: Path, name: str) -> bool:
    """Did a process die while it tried this file? Then its marks are taken away."""
    dead = False
    try:
        marks = [mark for mark in os.listdir(folder / TRYING) if mark.startswith(f"{name}.")]
    except OSError:
        return False
    for mark in marks:
        path = folder / TRYING / mark
        with contextlib.suppress(OSError):
            if is_left_behind(path):
                path.unlink()
                dead = True
    return dead


def lock_file(descriptor: int) -> None:
    """Hold a file as long as this process lives; where there are no such locks, an open file can't be removed."""
    if os.name != "nt":
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_left_behind(path: Path) -> bool:
    """Is a mark held by nobody? OSError if somebody holds it."""
    if os.name != "nt":
        descriptor = os.open(path, os.O_RDWR)
        try:
            lock_file(descriptor)
        finally:
            os.close(descriptor)
    return True
