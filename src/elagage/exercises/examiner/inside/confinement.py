"""A process that can reach little: no network, no folder to write to but its own, no file of ours to read, and children
that end with it.

On Linux by namespaces, if the system lets an ordinary user have them; else by Landlock, which leaves the network
reachable; both are asked of the kernel by its own calls. What could be had is said on the other side, by these names:

    network   there is none
    files     nothing can be written outside of the own folder
    hidden    the package can't be read
    children  what the program starts ends with it
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import struct
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

__all__ = ["enclose", "limit_resources"]

NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET = 0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REC, MS_PRIVATE = 1, 2, 4, 0x4000, 0x40000
MOUNT_SETATTR, LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 442, 444, 445, 446
AT_FDCWD, AT_RECURSIVE = -100, 0x8000
PDEATHSIG, NO_NEW_PRIVS, SUBREAPER, CAPBSET_DROP, CAP_AMBIENT, CLEAR_ALL = 1, 38, 36, 24, 47, 4
CAPABILITY_VERSION = 0x20080522
WRITE_FILE, READ_FILE, TRUNCATE, REFER = 1 << 1, 1 << 2, 1 << 14, 1 << 13
CHANGES = sum(1 << bit for bit in (4, 5, 6, 7, 8, 9, 10, 11, 12))
"""Landlock's rights to remove and to make things."""


def enclose(settings: dict[str, Any]) -> tuple[list[str], Callable[[], None]]:
    """What could be had, and a function that lets the rest of the program run inside and returns only there."""
    if not sys.platform.startswith("linux"):
        return [], lambda: None
    libc = ctypes.CDLL(None, use_errno=True)
    if "namespaces" in settings["ways"] and leave_namespaces(libc):
        return ["network", "files", "hidden", "children"], lambda: enter_namespaces(libc, settings)
    had = ["children"] if "subreaper" in settings["ways"] and libc.prctl(SUBREAPER, 1, 0, 0, 0) == 0 else []
    rules = prepare_landlock(libc, settings) if "landlock" in settings["ways"] else None
    if rules is not None:
        had += ["files", "hidden"]

    def enter() -> None:
        if had:
            supervise(libc, "children" in had)
        if rules is not None:
            libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0)
            check(libc.syscall(LANDLOCK_RESTRICT, rules, 0))
            os.close(rules)

    return had, enter


def limit_resources(megabytes: int, seconds: float) -> None:
    """Where the system can: no more memory and computing than that, no large files, no core."""
    try:
        import resource
    except ImportError:
        return
    size, patience = megabytes << 20, int(seconds) + 2
    for name, most in (
        ("RLIMIT_AS", size), ("RLIMIT_FSIZE", 1 << 20), ("RLIMIT_CORE", 0), ("RLIMIT_CPU", patience),
        ("RLIMIT_NOFILE", 128), ("RLIMIT_NPROC", 2048),
    ):  # fmt: skip
        with contextlib.suppress(AttributeError, OSError, ValueError):
            which = getattr(resource, name)
            hard = resource.getrlimit(which)[1]
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(which, (least, least))


def check(result: int) -> int:
    """OSError if a call of the kernel's failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


# Namespaces


def leave_namespaces(libc: Any) -> bool:
    """Leave those of the system, if that is allowed: an ordinary user may by a user namespace.

    There is no way back, so a child tries first whether all that is needed can be done.
    """
    child = os.fork()
    if child == 0:
        code = 1
        try:
            unshare(libc)
            mount(libc, None, "/", None, MS_REC | MS_PRIVATE)
            set_attributes(libc, "/", AT_RECURSIVE, MS_RDONLY, 0)
            code = 0
        finally:
            os._exit(code)
    if os.waitpid(child, 0)[1] != 0:
        return False
    unshare(libc)
    return True


def unshare(libc: Any) -> None:
    user, group = os.getuid(), os.getgid()
    check(libc.unshare(NEWUSER | NEWNS | NEWUTS | NEWIPC | NEWPID | NEWNET))
    for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"), ("gid_map", f"{group} {group} 1")):
        with open(f"/proc/self/{name}", "w", encoding="ascii") as file:
            file.write(text)


def enter_namespaces(libc: Any, settings: dict[str, Any]) -> None:
    """Two processes further: the first inside reaps, and takes all others with it when it ends."""
    supervise(libc, False)
    mount(libc, None, "/", None, MS_REC | MS_PRIVATE)
    for path in settings["hide"]:
        mount(libc, "none", path, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV, "size=4k,mode=0")
    for path in ("/run", "/var/run"):  # sockets of the system's services
        with contextlib.suppress(OSError):
            if os.path.isdir(path) and not os.path.islink(path):
                mount(libc, "none", path, "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV, "size=4k,mode=0")
    mount(libc, "none", settings["folder"], "tmpfs", MS_NOSUID | MS_NODEV, "size=16m,mode=0700")
    with contextlib.suppress(OSError):
        mount(libc, "proc", "/proc", "proc", MS_NOSUID | MS_NODEV)
    set_attributes(libc, "/", AT_RECURSIVE, MS_RDONLY, 0)
    set_attributes(libc, settings["folder"], 0, 0, MS_RDONLY)
    supervise(libc, False)
    drop_capabilities(libc)


def mount(libc: Any, source: str | None, target: str, kind: str | None, flags: int, data: str | None = None) -> None:
    words = [None if word is None else os.fsencode(word) for word in (source, target, kind)]
    check(libc.mount(*words, ctypes.c_ulong(flags), None if data is None else data.encode()))


def set_attributes(libc: Any, path: str, flags: int, added: int, removed: int) -> None:
    """Change what may be done below a mount point."""
    attributes = struct.pack("QQQQ", added, removed, 0, 0)
    check(libc.syscall(MOUNT_SETATTR, AT_FDCWD, os.fsencode(path), flags, attributes, len(attributes)))


def drop_capabilities(libc: Any) -> None:
    """Nothing that was arranged can be undone."""
    libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0)
    libc.prctl(CAP_AMBIENT, CLEAR_ALL, 0, 0, 0)
    for capability in range(64):
        libc.prctl(CAPBSET_DROP, capability, 0, 0, 0)
    check(libc.capset(struct.pack("Ii", CAPABILITY_VERSION, 0), bytes(24)))


# Processes


def supervise(libc: Any, sweeps: bool) -> None:
    """Go on in a child; the parent waits for it and ends as it did.

    ``sweeps``: whatever is left below the parent is ended too; in a namespace the kernel does that.
    """
    child = os.fork()
    if child == 0:
        libc.prctl(PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        return

    def finish(code: int) -> None:
        if sweeps:
            end_below()
        os._exit(code)

    def stop(*_arguments: Any) -> None:
        with contextlib.suppress(OSError):
            os.kill(child, signal.SIGKILL)
        finish(1)

    signal.signal(signal.SIGTERM, stop)
    code = 1
    try:
        os.closerange(3, 256)  # the channel is the child's
        os.close(1)
        found = status = 0
        while found != child:
            found, status = os.waitpid(-1, 0)
        code = int(status != 0)
    finally:
        finish(code)


def end_below() -> None:
    """End the processes below this one, and those that they start meanwhile."""
    for _round in range(200):
        below = descendants(os.getpid())
        if not below:
            return
        for process in below:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        with contextlib.suppress(OSError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        time.sleep(0.005)


def descendants(top: int) -> list[int]:
    """The processes that come from this one."""
    parents: dict[int, int] = {}
    for name in os.listdir("/proc"):
        if name.isdecimal():
            with contextlib.suppress(OSError, ValueError, IndexError):
                with open(f"/proc/{name}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
                if fields[0] != b"Z":
                    parents[int(name)] = int(fields[1])
    found: list[int] = []
    waiting = [top]
    while waiting:
        here = waiting.pop()
        below = [process for process, parent in parents.items() if parent == here and process != top]
        found += below
        waiting += below
    return found


# Landlock


def prepare_landlock(libc: Any, settings: dict[str, Any]) -> int | None:
    """A rule set as a descriptor, or None where there is no Landlock: writing in the own folder alone, reading
    everywhere but in what is to be hidden.
    """
    version = libc.syscall(LANDLOCK_CREATE, None, 0, 1)
    if version < 1:
        return None
    writes = WRITE_FILE | CHANGES | (REFER if version >= 2 else 0) | (TRUNCATE if version >= 3 else 0)
    network, scope = (3 if version >= 4 else 0), (3 if version >= 6 else 0)
    size = 8 if version < 4 else 16 if version < 6 else 24
    asked = struct.pack("QQQ", writes | READ_FILE, network, scope)[:size]
    try:
        rules = check(libc.syscall(LANDLOCK_CREATE, asked, size, 0))
        allow(libc, rules, settings["folder"], writes | READ_FILE)
        allow(libc, rules, os.devnull, WRITE_FILE | READ_FILE)
        for path in beside(settings["hide"]):
            with contextlib.suppress(OSError):  # what can't be opened can't be read either
                allow(libc, rules, path, READ_FILE)
    except OSError:
        return None
    return rules


def allow(libc: Any, rules: int, path: str, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not os.path.isdir(path):
            rights &= WRITE_FILE | READ_FILE | TRUNCATE
        check(libc.syscall(LANDLOCK_ADD, rules, 1, struct.pack("=Qi", rights, descriptor), 0))
    finally:
        os.close(descriptor)


def beside(hidden: Iterable[str]) -> list[str]:
    """All of the file system but these folders, as few paths as that takes."""
    hidden = [os.path.realpath(path) for path in hidden]
    found = []
    waiting = ["/"]
    while waiting:
        here = waiting.pop()
        if not any(path.startswith(here.rstrip("/") + "/") for path in hidden):
            if here not in hidden:
                found.append(here)
            continue
        with contextlib.suppress(OSError):
            waiting += [entry.path for entry in os.scandir(here) if not entry.is_symlink() or entry.path not in hidden]
    return found
