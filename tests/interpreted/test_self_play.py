"""Games that learning plays against itself, with the compilers switched off: those that are played compiled."""

from __future__ import annotations

import pytest
from kernels import DIGESTS, digest_games

pytestmark = pytest.mark.twin


@pytest.mark.parametrize("spec", DIGESTS)
def test_games_are_those_that_are_played_compiled(spec):
    assert digest_games(spec) == DIGESTS[spec]
