"""Shared by the tests of solvers: two whole solutions, solved once a module."""

from __future__ import annotations

import pytest

from elagage import solve


@pytest.fixture(scope="module")
def krk():
    return solve("krk")


@pytest.fixture(scope="module")
def morris():
    return solve("morris")
