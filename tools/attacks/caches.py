"""Damaged caches: flipped bits, files cut short, emptied, exchanged, of other versions, full of pickles that bite.

A cache is filled once by a program that goes through both backends and the pattern tables; each try copies it, damages
some of its files and runs the program on it. It must answer the same, in the same process, and the run after that must
find everything mended.
"""

from __future__ import annotations

import os
import pickle
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from attacks import Row

__all__ = ["FULL", "attack"]

FULL = 200
PATIENCE = 900
PROGRAM = """
import elagage
from elagage.analysis import count
from elagage.paths import find_path
from elagage.paths.problems import load_problem
from elagage.search.compiled.mcts import win_share
from elagage.solvers import attractor_arrays
import numpy as np

game = elagage.load("connect4:4x4")
print(elagage.analyse(game, depth=6).value, count(game, game.start(), 4), win_share(game, game.start(), 50))
print(attractor_arrays(np.array([0, 1, 2, 2]), np.array([1, 2]), np.zeros(3), np.array([0, 0, 1])))
print(find_path(load_problem("npuzzle:8#7:patterns"), "ida_star").cost)
"""


class Bite:
    """What runs when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return os.mkdir, (str(self.path),)


def attack(count: int, seed: int) -> Iterator[Row]:
    """One row: ``count`` damaged caches."""
    row = Row("caches, damaged")
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole"
        right = run_program(whole)
        if isinstance(right, int):
            row.fail("crashed", f"the program itself: {right}")
            yield row
            return
        for number in range(count):
            chooser = random.Random(f"{seed} {number}")
            cache, bitten = Path(folder) / "cache", Path(folder) / "bitten"
            shutil.copytree(whole, cache)
            done = damage_cache(cache, chooser, bitten)
            row.tried += 1
            for turn in ("damaged", "mended"):
                answer = run_program(cache)
                if answer != right:
                    kind = "crashed" if isinstance(answer, int) else "wrong"
                    row.fail(kind, f"seed {seed}, try {number} ({done}), {turn}: {answer!r}")
                    break
                if chooser.random() < 0.9:  # the second run costs as much as the first
                    break
            if bitten.exists():
                row.fail("wrong", f"seed {seed}, try {number} ({done}): a foreign pickle was read")
                bitten.rmdir()
            shutil.rmtree(cache)
    yield row


def run_program(cache: Path) -> str | int:
    """What the program prints with a cache; its exit code if that is not 0."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "ELAGAGE_CACHE": str(cache)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.stdout if done.returncode == 0 else done.returncode or -1


def damage_cache(cache: Path, chooser: random.Random, bitten: Path) -> str:
    """Damage one file or more; what was done, in words."""
    files = sorted(path for path in cache.rglob("*") if path.is_file())
    chosen = chooser.sample(files, chooser.choice((1, 1, 2, len(files))))
    way = chooser.choice(list(DAMAGES))
    for path in chosen:
        DAMAGES[way](path, files, chooser, bitten)
    return f"{way} of {', '.join(path.name[:8] for path in chosen)}"


def flip_bits(path: Path, _files: list[Path], chooser: random.Random, _bitten: Path) -> None:
    """Some bits are others."""
    data = bytearray(path.read_bytes())
    for _number in range(chooser.choice((1, 1, 8, 100)) if data else 0):
        data[chooser.randrange(len(data))] ^= 1 << chooser.randrange(8)
    path.write_bytes(data)


def cut_short(path: Path, _files: list[Path], chooser: random.Random, _bitten: Path) -> None:
    """The end is missing."""
    data = path.read_bytes()
    path.write_bytes(data[: chooser.randrange(len(data))] if data else b"")


def empty_file(path: Path, _files: list[Path], _chooser: random.Random, _bitten: Path) -> None:
    """Nothing is left."""
    path.write_bytes(b"")


def fill_with_zeros(path: Path, _files: list[Path], _chooser: random.Random, _bitten: Path) -> None:
    """As after a loss of power."""
    path.write_bytes(bytes(len(path.read_bytes())))


def exchange(path: Path, files: list[Path], chooser: random.Random, _bitten: Path) -> None:
    """Two files have each other's name."""
    other = chooser.choice(files)
    data, others = path.read_bytes(), other.read_bytes()
    path.write_bytes(others)
    other.write_bytes(data)


def take_other_version(path: Path, _files: list[Path], chooser: random.Random, _bitten: Path) -> None:
    """The head says another version, or nothing."""
    data = path.read_bytes()
    path.write_bytes(chooser.choice((data.replace(b"sealed 1", b"sealed 0"), data[17:], b"\x7fELF" + data[4:])))


def put_pickle(path: Path, _files: list[Path], chooser: random.Random, bitten: Path) -> None:
    """A pickle that runs something, alone or in the place of the content."""
    bite = pickle.dumps(Bite(bitten))
    path.write_bytes(bite if chooser.random() < 0.5 else path.read_bytes()[:49] + bite)


def make_folder(path: Path, _files: list[Path], _chooser: random.Random, _bitten: Path) -> None:
    """A folder is in the way."""
    path.unlink()
    path.mkdir()


DAMAGES: dict[str, Callable[[Path, list[Path], random.Random, Path], None]] = {
    "flipped bits": flip_bits,
    "a lost end": cut_short,
    "an empty file": empty_file,
    "zeros": fill_with_zeros,
    "an exchange": exchange,
    "another version": take_other_version,
    "a pickle": put_pickle,
    "a folder": make_folder,
}
