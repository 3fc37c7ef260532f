"""Random small rules, compiled and interpreted, in processes of their own: a crash or a hang is told with its number.

python tests/helpers/rule_texts/fuzz_rules.py COUNT [SEED] [PROCESSES]
"""

from __future__ import annotations

import copy
import json
import linecache
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from typing import Any

from random_rules import HEADER, Maker, arguments

BATCH = 20
EXAMPLES = 8
SLOWEST = 120.0
"""Seconds that a batch may take before it counts as hung."""
OWN = 32
"""From this code on, up to 100, an error is the compiled code's own: the rule is run interpreted."""


class Slow(Exception):
    """An interpreted rule takes too long."""


def outcome(function: Any, values: Any) -> tuple[str, Any]:
    """What a rule gives or raises."""
    from elagage.compiler.native.native_game import Failed

    given = copy.deepcopy(values)
    try:
        return "value", function(*given)
    except Failed as failed:
        return "failed", failed.code
    except Slow:
        return "slow", None
    except Exception as error:
        return "raised", type(error).__name__


def interpret(function: Any, values: Any) -> tuple[str, Any]:
    """The same of an interpreted rule, which may take a second."""

    def stop(*_ignored: Any) -> None:
        raise Slow

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    try:
        return outcome(function, values)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def compare_batch(seed: int, size: int = BATCH) -> tuple[Counter[str], list[str]]:
    """How the rules that come from a number fared, and the differences."""
    from elagage.compiler.fallback import CannotCompile
    from elagage.compiler.native.compare_rules import is_same
    from elagage.compiler.native.compile_functions import compile_functions
    from elagage.compiler.native.values.builder import ERRORS

    sources = [Maker(seed * 1000 + number).rule(f"rule{number}") for number in range(size)]
    filename, text = f"<random rules {seed}>", HEADER + "\n".join(sources)
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    names: dict[str, Any] = {"__name__": "random_rules"}
    exec(compile(text, filename, "exec"), names)
    chooser = random.Random(seed)
    examples = [arguments(chooser) for _ in range(EXAMPLES)]
    functions = [(names[f"rule{number}"], examples) for number in range(size)]
    counts: Counter[str] = Counter()
    differences = []
    for number, (native, (plain, _examples)) in enumerate(
        zip(compile_functions(functions, level=seed % 2), functions, strict=True)
    ):
        if isinstance(native, CannotCompile):
            counts["refused"] += 1
            counts[f"because {native.sentence().text('en').split(', ', 2)[-1][:60]}"] += 1
            continue
        counts["compiled"] += 1
        for values in examples:
            wanted = interpret(plain, values)
            if wanted[0] == "slow":
                continue
            found = outcome(native, values)
            if found[0] == "failed" and OWN <= found[1] < 100:
                counts["left to be interpreted"] += 1
            elif wanted[0] == "value" and found[0] == "value" and is_same(found[1], wanted[1]):
                counts["same answers"] += 1
            elif wanted[0] == "raised" and found == ("failed", ERRORS.get(wanted[1])):
                counts["same errors"] += 1
            else:
                counts["differences"] += 1
                differences.append(
                    f"seed {seed}, rule {number}\n{sources[number]}{values}\ninterpreted {wanted}\ncompiled {found}"
                )
                break
    return counts, differences


def run_child(first: int, count: int) -> None:
    """Compare batches and print what came of each."""
    for seed in range(first, first + count):
        counts, differences = compare_batch(seed)
        print(json.dumps([seed, counts, differences]), flush=True)


def fuzz(rules: int, seed: int = 1, processes: int = 1) -> tuple[Counter[str], list[str]]:
    """Compare so many rules in child processes; what came of them, and every difference, crash and hang."""
    batches = max(1, -(-rules // BATCH))
    total: Counter[str] = Counter()
    problems: list[str] = []
    waiting = [(seed + start, min(50, batches - start)) for start in range(0, batches, 50)]
    running: list[tuple[subprocess.Popen[str], int, int]] = []
    while waiting or running:
        while waiting and len(running) < processes:
            first, count = waiting.pop(0)
            running.append((start_child(first, count), first, count))
        process, first, count = running.pop(0)
        done = watch(process, first, total, problems)
        if done < count:  # it crashed or hung at the batch after those
            problems.append(f"seed {first + done}: the process ended with {process.returncode}")
            total["crashes"] += 1
            if done + 1 < count:
                waiting.insert(0, (first + done + 1, count - done - 1))
    return total, problems


def start_child(first: int, count: int) -> subprocess.Popen[str]:
    """A process that compares batches."""
    command = [sys.executable, __file__, "--child", str(first), str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def watch(process: subprocess.Popen[str], first: int, total: Counter[str], problems: list[str]) -> int:
    """Read what a process prints until it ends; how many batches it did."""
    import select

    assert process.stdout is not None
    done = 0
    while True:
        ready, _, _ = select.select([process.stdout], [], [], SLOWEST)
        line = process.stdout.readline() if ready else ""
        if not line:
            process.kill()
            process.wait()
            return done
        _seed, counts, differences = json.loads(line)
        total.update(counts)
        problems += differences
        done += 1
        del first, _seed
        first = 0


def main() -> None:
    """Print what came of it; exit 1 if anything differs or crashes."""
    if sys.argv[1] == "--child":
        run_child(int(sys.argv[2]), int(sys.argv[3]))
        return
    rules, seed, processes = [int(part) for part in [*sys.argv[1:], "1", "2"][:3]]
    began = time.perf_counter()
    total, problems = fuzz(rules, seed, processes)
    for name, count in sorted(total.items(), key=lambda pair: (pair[0].startswith("because"), -pair[1])):
        print(f"{count:8} {name}")
    print(f"{time.perf_counter() - began:.0f} s; {total['differences']} differences, {total['crashes']} crashes")
    for problem in problems:
        print(f"\n{problem}")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
