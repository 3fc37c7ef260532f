"""The engine's table: an entry's data are what was put together, and what is kept is what is worth most."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elagage.compiler.link import link_plain
from elagage.compiler.memory import new_words
from elagage.games.tree import Tree
from elagage.search.compiled.features import INFINITE
from elagage.search.compiled.transposition_table import (
    AGES,
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    age_of,
    bound_of,
    depth_of,
    is_solved,
    make_data,
    move_of,
    probe,
    store,
    value_of_data,
)  # fmt: skip

pytestmark = pytest.mark.twin
HANDLE = link_plain(Tree("(1 2)")).handle
FIELDS = (value_of_data, move_of, age_of, depth_of, is_solved, bound_of)


PARTS = st.tuples(
    st.integers(-INFINITE, INFINITE), st.integers(0, NO_MOVE), st.integers(0, AGES - 1), st.integers(0, 255),
    st.integers(0, 1), st.sampled_from([UPPER, LOWER, EXACT]),
)  # fmt: skip


@given(PARTS)
def test_data_are_what_was_put_together(parts):
    assert tuple(read(make_data(*parts)) for read in FIELDS) == parts


def entry(depth, age=0):
    return make_data(5, 1, age, depth, 0, EXACT)


class Table:
    """So many buckets, and positions that are named by numbers."""

    def __init__(self, buckets):
        self.buckets, self.memory = buckets, new_words(2 * 2 * buckets, False)

    def keep(self, state, data, key=0):
        store(HANDLE, state, key, data, self.memory, self.buckets, 1)

    def find(self, state, key=0):
        return probe(HANDLE, state, key, self.memory, self.buckets, 1)


def test_the_deeper_answer_stays_and_the_shallower_has_the_second_place():
    table = Table(1)
    assert table.find(7) == 0
    table.keep(7, entry(4))
    table.keep(8, entry(3))
    assert (table.find(7), table.find(8), table.find(9)) == (entry(4), entry(3), 0)
    table.keep(9, entry(3))  # the second place is always replaced
    assert (table.find(7), table.find(8), table.find(9)) == (entry(4), 0, entry(3))
    table.keep(8, entry(4))  # as deep as what is in the first
    assert (table.find(7), table.find(8), table.find(9)) == (0, entry(4), entry(3))


def test_the_same_position_and_an_old_one_are_replaced_whatever_their_depth():
    table = Table(1)
    table.keep(7, entry(9))
    table.keep(7, entry(2))
    assert table.find(7) == entry(2)
    table.keep(8, entry(1, age=1))
    assert (table.find(7), table.find(8)) == (0, entry(1, age=1))


def test_each_bucket_has_two_places_of_its_own():
    table = Table(4)
    keys = [(quarter << 62) - (1 << 64 if quarter > 1 else 0) for quarter in range(4)]
    for number, key in enumerate(keys):
        table.keep(10 + number, entry(5), key)
        table.keep(20 + number, entry(4), key)
    for number, key in enumerate(keys):
        assert (table.find(10 + number, key), table.find(20 + number, key)) == (entry(5), entry(4))
        assert table.find(10 + number, keys[number - 1]) == 0
