"""Random small rules, compiled and interpreted: the same answer, the same error, or a refusal; never anything else."""

from __future__ import annotations

import copy
import linecache
import os
import random
import time
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_rules import HEADER, Maker, arguments

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native.compile_functions import compile_functions
from elagage.compiler.native.native_game import Failed
from elagage.compiler.native.native_link import is_same
from elagage.compiler.native.values.builder import ERRORS

RULES = int(os.environ.get("FUZZ_RULES", "120"))
BATCH = 20
COUNTS = {"compiled": 0, "refused": 0, "answers": 0, "errors": 0, "left": 0}


def outcome(function: Any, values: Any) -> tuple[str, Any]:
    """What a rule gives or raises."""
    try:
        return "value", function(*copy.deepcopy(values))
    except Failed as failed:
        return "failed", failed.code
    except Exception as error:
        return "raised", type(error).__name__


def compare_batch(seed: int) -> None:
    """Compare the rules that come from a number."""
    sources = [Maker(seed * 1000 + number).rule(f"rule{number}") for number in range(BATCH)]
    filename = f"<random rules {seed}>"
    text = HEADER + "\n".join(sources)
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    names: dict[str, Any] = {}
    exec(compile(text, filename, "exec"), names)
    chooser = random.Random(seed)
    examples = [arguments(chooser) for _ in range(10)]
    functions = [(names[f"rule{number}"], examples) for number in range(BATCH)]
    for number, (native, (plain, _examples)) in enumerate(zip(compile_functions(functions), functions, strict=True)):
        if isinstance(native, CannotCompile):
            COUNTS["refused"] += 1
            continue
        COUNTS["compiled"] += 1
        for values in examples:
            wanted, found = outcome(plain, values), outcome(native, values)
            shown = f"\n{sources[number]}\n{values}\ninterpreted {wanted}\ncompiled {found}"
            if found[0] == "failed" and found[1] in (32, 33, 34, 35):
                COUNTS["left"] += 1
            elif wanted[0] == "value":
                assert found[0] == "value", shown
                assert is_same(found[1], wanted[1]), shown
                COUNTS["answers"] += 1
            else:
                assert found == ("failed", ERRORS.get(wanted[1])), shown
                COUNTS["errors"] += 1


@settings(max_examples=max(1, RULES // BATCH), deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10**9))
def test_compiled_rules_do_what_interpreted_ones_do(seed: int) -> None:
    compare_batch(seed)


def test_most_random_rules_compile() -> None:
    began = time.perf_counter()
    compare_batch(1)
    assert COUNTS["compiled"] > COUNTS["refused"], (COUNTS, time.perf_counter() - began)
