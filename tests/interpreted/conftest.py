"""These tests make hundreds of games, and compiling each takes seconds: they are run with the compiler off."""

from __future__ import annotations

from elagage.compiler.kernel import JIT

assert not JIT, "set NUMBA_DISABLE_JIT=1 to run the tests of this folder"
