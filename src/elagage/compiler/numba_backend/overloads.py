"""Numba's overloads without a wrapper for callers in C, which would take a quarter of the time of a compilation."""

from __future__ import annotations

from functools import partial

from numba import extending

__all__ = ["overload", "overload_attribute", "overload_method"]

CALLED_BY_KERNELS = {"no_cfunc_wrapper": True}
overload = partial(extending.overload, jit_options=CALLED_BY_KERNELS, strict=False)
overload_method = partial(extending.overload_method, jit_options=CALLED_BY_KERNELS, strict=False)
overload_attribute = partial(extending.overload_attribute, jit_options=CALLED_BY_KERNELS)
