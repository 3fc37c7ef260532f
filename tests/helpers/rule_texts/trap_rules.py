"""Small rules with a trap in each: how one is compared, compiled and interpreted."""

from __future__ import annotations

import copy
import linecache
from typing import Any

from elagage.compiler.fallback import CannotCompile
from elagage.compiler.native.compare_rules import is_same
from elagage.compiler.native.compile_functions import compile_functions
from elagage.compiler.native.native_game import Failed
from elagage.compiler.native.values.builder import ERRORS

OWN = 32
"""From this code on, up to 100, an error is the compiled code's own: the rule is run interpreted."""


def define(source: str, name: str) -> dict[str, Any]:
    """What a source defines, such that its lines can be found."""
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    names: dict[str, Any] = {"__name__": __name__}
    exec(compile(source, name, "exec"), names)
    return names


def outcome(function: Any, values: Any) -> tuple[str, Any]:
    """What a rule gives or raises."""
    try:
        return "value", function(*copy.deepcopy(values))
    except Failed as failed:
        return "failed", failed.code
    except Exception as error:
        return "failed", ERRORS.get(type(error).__name__, type(error).__name__)


def hold(plain: Any, native: Any, examples: Any) -> str:
    """Compare a rule with its native code: ``same``, ``left`` if it was left to be interpreted, ``refused``."""
    if isinstance(native, CannotCompile):
        return "refused"
    result = "same"
    for values in examples:
        wanted, found = outcome(plain, values), outcome(native, values)
        if found[0] == "failed" and OWN <= found[1] < 100:
            result = "left"
            continue
        assert found[0] == wanted[0], (values, wanted, found)
        assert is_same(found[1], wanted[1]) or (wanted[0] == "failed" and found[1] >= 100), (values, wanted, found)
    return result


def hold_source(source: str, examples: Any, name: str = "trap") -> str:
    """The same of a source that defines ``trap``."""
    names = define(source, f"<{name}>")
    (native,) = compile_functions([(names["trap"], examples)])
    return hold(names["trap"], native, examples)
