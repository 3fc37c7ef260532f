"""Shared by the tests: a way to run a command line, a browser, and hypothesis takes no account of the clock."""

from __future__ import annotations

import pytest
from hypothesis import Phase, settings

from elagage.cli import main
from elagage.compiler.kernel import JIT

collect_ignore = ["interpreted"] if JIT else []
"""Hundreds of games, each of which would be compiled: the run of ``make test`` with the compiler off has them."""
settings.register_profile("elagage", deadline=None)
settings.register_profile(
    "mutants", deadline=None, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate]
)
settings.load_profile("elagage")


@pytest.fixture
def run(capsys, monkeypatch):
    """Run a command line; its exit code, what it printed and what it complained of."""

    def call(*words, typed=""):
        import io

        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as leave:
            main(list(words))
        printed = capsys.readouterr()
        return leave.value.code, printed.out, printed.err

    return call


@pytest.fixture(scope="module")
def chrome():
    """A real browser, running."""
    from browser import browser

    with browser() as running:
        yield running
