"""Attack the product: hostile inputs, kills, floods, damaged files. One table, and 1 if anything fell.

    make attack                                  all at full count, which takes hours
    make attack ONLY=parsers COUNT=1000 SEED=2   a part of it
    make attack ONLY='parsers stores'            two attacks

An attack is a module of ``tools/attacks``, whose ``__init__`` says what it owes; the tests run a small count of each.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

sys.path.insert(0, str(Path(__file__).resolve().parent))

import attacks
from attacks import Row

__all__ = ["find_attacks", "main", "print_rows"]

COLUMNS = ("tried", "refused", "crashed", "lost", "wrong")


def find_attacks() -> list[str]:
    """The names of all attacks."""
    return sorted(module.name for module in pkgutil.iter_modules(attacks.__path__))


def load_attack(name: str) -> ModuleType:
    """The module of an attack."""
    return importlib.import_module(f"attacks.{name}")


def print_rows(rows: Iterable[Row]) -> list[Row]:
    """Print the rows as they come, with what failed below each."""
    print(f"{'':32}" + "".join(f"{column:>10}" for column in COLUMNS), flush=True)
    printed = []
    for row in rows:
        print(f"{row.name:32}" + "".join(f"{getattr(row, column):>10}" for column in COLUMNS), flush=True)
        for failure in row.failures:
            print(f"    {failure}", flush=True)
        printed.append(row)
    return printed


def main(words: list[str] | None = None) -> int:
    """Run the attacks that are asked for; 1 if anything crashed, was lost or was wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", metavar="ATTACK", help=f"which, of {', '.join(find_attacks())}; or all")
    parser.add_argument("--count", type=int, help="how many tries of each, in place of its full count")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(words)
    names = options.only or find_attacks()
    unknown = sorted(set(names) - set(find_attacks()))
    if unknown:
        parser.error(f"no attack {', '.join(unknown)}; there are {', '.join(find_attacks())}")
    modules = [load_attack(name) for name in names]
    rows = print_rows(row for module in modules for row in module.attack(options.count or module.FULL, options.seed))
    total = Row("all together")
    for row in rows:
        for column in COLUMNS:
            setattr(total, column, getattr(total, column) + getattr(row, column))
    print_rows([total])
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main())
