"""Proof-number search, compiled: the kernels, twins of ``proof_search.py``;
``proof_driver.py`` runs them slice by slice.

The search keeps its own stack, so that it can be left after some nodes and entered again, and as deep as memory allows.
A frame is a position of the path, its limits, and what is known of its children; it is filled once, and then only the
child that was worked on changes.

    frame   parent, key, path, limits, whose turn, count, chosen, rounds, nodes before | state
            | for each child: move, numbers, rest

The table has buckets of four entries: data, the path (in games where play can cycle), and the whole state. The entry
that took the fewest nodes makes room, one that is not decided before one that is.

    data    proof number (27 bits), or where on the path a disproof rests | disproof number (28) | work (6) | kind (2)
"""

from __future__ import annotations

from typing import Any

from elagage.compiler.kernel import entry, kernel
from elagage.compiler.memory import high_part, mix, peek, poke
from elagage.search.compiled.workspace import ROOT

__all__ = [
    "DEEPEST",
    "DONE",
    "ENTRIES",
    "FOUND",
    "MORE",
    "MOVE",
    "NODES",
    "NO_ROOM",
    "PLY",
    "TOO_DEEP",
    "TOP",
    "WINNER",
    "WON",
    "WORKSPACE",
    "prove_root",
]  # fmt: skip

EASE = 4
"""A child is worked on until another one is more promising by this part of its number."""
DECIDED = 2
"""What is decided is kept as if it had taken four times the nodes."""
INFINITE = 1 << 26
"""A number that is not decided stays below: where lines meet again, sums double with every ply."""
NOWHERE = INFINITE - 1
"""Where on the path a disproof rests that rests on nothing there."""
DEEPEST = 20_000
"""The longest path."""
PATIENCE = 1000
"""After so many rounds at one position the next child is worked on until it is decided:
numbers may chase each other.
"""
ENTRIES = 4
NUMBERS, ON_PATH = 1, 2
"""The kinds of entries: numbers that hold on every path, and a disproof that holds on one."""

# The workspace: registers, the root's state, how many positions of the path have each mark.
NODES, WINNER, PLY, TOP, REST, WON, MOVE, FREE, FOUND = range(9)
SCRATCH = 64
MARKS = 96
MARKS_SIZE = 4096
WORKSPACE = MARKS + MARKS_SIZE

# A frame of the stack, and what it knows of a child.
BELOW, KEY, ABOVE, PATH, MOST_PROOF, MOST_DISPROOF, MINE, COUNT, CHOSEN, ROUNDS, BEFORE, STATE = range(12)
CHILD_MOVE, CHILD_KEY, CHILD_NUMBERS, CHILD_REST, CHILD = range(5)

# What a slice ends with.
DONE, MORE, NO_ROOM, TOO_DEEP = range(4)


@kernel
def numbers(proof: int, disproof: int) -> int:
    """Both numbers in a word."""
    return proof << 32 | disproof


@kernel
def probe_table(game: Any, state: Any, key: int, path: int, table: Any, buckets: int, words: int) -> int:
    """The data of a position on a path (0: on any), 0 if the table has none."""
    size = words + 2
    at = high_part(key, buckets) * ENTRIES * size
    for _entry in range(ENTRIES):
        data = peek(table, at)
        if data != 0 and peek(table, at + 1) == path and game.found_entry(state, table, at + 2, 0):
            return data
        at += size
    return 0


@kernel
def store_entry(game: Any, state: Any, key: int, path: int, data: int, table: Any, buckets: int, words: int) -> None:
    """Put data into the table: where the position is, or an empty place, or in place of what took least work."""
    size = words + 2
    at = high_part(key, buckets) * ENTRIES * size
    place = at
    least = 1 << 30
    for _entry in range(ENTRIES):
        old = peek(table, at)
        if old == 0 or (peek(table, at + 1) == path and game.found_entry(state, table, at + 2, 0)):
            place = at
            break
        rank = old >> 2 & 63
        if (old >> 36 == 0 or old >> 8 & 0xFFFFFFF == 0) and old & 3 == NUMBERS:
            rank += DECIDED
        if rank < least:
            least = rank
            place = at
        at += size
    poke(table, place, data)
    poke(table, place + 1, path)
    game.save_entry(state, table, place + 2, 0)


@kernel
def key_of(game: Any, state: Any, workspace: Any) -> int:
    """The key of a position, made from words that come out of memory.

    Where the compiler knows something of the numbers it may work the hash out otherwise, since signed words that
    overflow are undefined to it.
    """
    game.save_entry(state, workspace, SCRATCH, 0)
    return game.hash_state(game.unpack_state(workspace, SCRATCH))


@kernel
def place_on_path(game: Any, state: Any, key: int, workspace: Any, stack: Any) -> int:
    """Where on the path the position is; -1 if it isn't."""
    if peek(workspace, MARKS + (key & (MARKS_SIZE - 1))) == 0:
        return -1
    at = peek(workspace, TOP)
    ply = peek(workspace, PLY)
    while ply >= 0:
        if peek(stack, at + KEY) == key and game.found_entry(state, stack, at + STATE, 0):
            return ply
        at = peek(stack, at + BELOW)
        ply -= 1
    return -1


@kernel
def read_numbers(
    game: Any, state: Any, key: int, path: int, workspace: Any, stack: Any, table: Any, buckets: int, words: int
) -> int:
    """The numbers of a position at the end of a path, as far as is known;
    the workspace says where on the path a disproof rests.
    """
    poke(workspace, REST, NOWHERE)
    if game.over(state):
        score = game.score(state)
        won = score > 0 if peek(workspace, WINNER) == 0 else score < 0
        return numbers(0, INFINITE) if won else numbers(INFINITE, 0)
    data = probe_table(game, state, key, 0, table, buckets, words)
    proof = data >> 36
    disproof = data >> 8 & 0xFFFFFFF
    if data != 0 and (proof == 0 or disproof == 0):
        return numbers(proof, disproof)
    if game.cycles:
        place = place_on_path(game, state, key, workspace, stack)
        if place >= 0:
            poke(workspace, REST, place)
            return numbers(INFINITE, 0)
        resting = probe_table(game, state, mix(key, path), path, table, buckets, words)
        if resting != 0:
            poke(workspace, REST, resting >> 36)
            return numbers(INFINITE, 0)
    if data != 0:
        return numbers(proof, disproof)
    count = 0
    for _move in game.moves(state):
        count += 1
    count = max(count, 1)
    return numbers(1, count) if game.player(state) == peek(workspace, WINNER) else numbers(count, 1)


@kernel
def enter(
    game: Any,
    state: Any,
    key: int,
    path: int,
    most_proof: int,
    most_disproof: int,
    workspace: Any,
    stack: Any,
    room: int,
    table: Any,
    buckets: int,
    words: int,
) -> bool:
    """Put a frame on the stack, with its children up to one that decides; False if there is no room."""
    at = peek(workspace, FREE)
    first = at + STATE + words
    if first + CHILD > room:
        return False
    mine = game.player(state) == peek(workspace, WINNER)
    game.save_entry(state, stack, at + STATE, 0)
    before = peek(workspace, TOP)
    poke(stack, at + BELOW, before)
    poke(stack, at + KEY, key)
    poke(stack, at + ABOVE, path)
    after = mix(path, key)
    poke(stack, at + PATH, after)
    poke(stack, at + MOST_PROOF, most_proof)
    poke(stack, at + MOST_DISPROOF, most_disproof)
    poke(stack, at + MINE, 1 if mine else 0)
    poke(stack, at + ROUNDS, 0)
    poke(stack, at + BEFORE, peek(workspace, NODES))
    mark = MARKS + (key & (MARKS_SIZE - 1))
    poke(workspace, mark, peek(workspace, mark) + 1)
    poke(workspace, TOP, at)
    poke(workspace, PLY, peek(workspace, PLY) + 1)
    count = 0
    for move in game.moves(state):
        place = first + count * CHILD
        if place + CHILD > room:
            poke(workspace, mark, peek(workspace, mark) - 1)
            poke(workspace, TOP, before)
            poke(workspace, PLY, peek(workspace, PLY) - 1)
            return False
        child = game.same_state(game.play(state, move))
        key = key_of(game, child, workspace)
        both = read_numbers(game, child, key, after, workspace, stack, table, buckets, words)
        count += 1
        decides = both >> 32 == 0 if mine else both & 0xFFFFFFFF == 0 and peek(workspace, REST) == NOWHERE
        if decides:
            place = first
            count = 1
        poke(stack, place + CHILD_MOVE, move)
        poke(stack, place + CHILD_KEY, key)
        poke(stack, place + CHILD_NUMBERS, both)
        poke(stack, place + CHILD_REST, peek(workspace, REST))
        if decides:
            break
    poke(stack, at + COUNT, count)
    poke(workspace, FREE, first + count * CHILD)
    poke(workspace, NODES, peek(workspace, NODES) + 1)
    return True


@entry
def prove_root(
    game: Any, until: int, deepest: int, workspace: Any, stack: Any, room: int, table: Any, buckets: int, words: int
) -> int:
    """Go on until so many nodes have been looked at; DONE if there is an answer, or what kept it from going on."""
    infinite = INFINITE + peek(workspace, NODES) * 0
    if peek(workspace, TOP) < 0:
        state = game.unpack_state(workspace, ROOT)
        if not enter(
            game,
            state,
            key_of(game, state, workspace),
            1,
            infinite,
            infinite,
            workspace,
            stack,
            room,
            table,
            buckets,
            words,
        ):
            return NO_ROOM
    while True:
        at = peek(workspace, TOP)
        ply = peek(workspace, PLY)
        mine = peek(stack, at + MINE) != 0
        first = at + STATE + words
        count = peek(stack, at + COUNT)

        # Step 1. The numbers of the position from those of its children: the least of one kind, the sum of the other.
        least = INFINITE
        second = INFINITE
        total = 0
        chosen = 0
        chosen_other = 0
        lean = NOWHERE
        leaning = -1
        for number in range(count):
            both = peek(stack, first + number * CHILD + CHILD_NUMBERS)
            one = both >> 32 if mine else both & 0xFFFFFFFF
            other = both & 0xFFFFFFFF if mine else both >> 32
            total += other
            if both & 0xFFFFFFFF == 0:
                rest = peek(stack, first + number * CHILD + CHILD_REST)
                lean = min(lean, rest)
                leaning = max(leaning, rest)
            if one < least:
                second = least
                least = one
                chosen = number
                chosen_other = other
            elif one < second:
                second = one
        if count == 0:
            both = read_numbers(
                game,
                game.unpack_state(stack, at + STATE),
                peek(stack, at + KEY),
                0,
                workspace,
                stack,
                table,
                buckets,
                words,
            )
            least = both >> 32 if mine else both & 0xFFFFFFFF
            total = both & 0xFFFFFFFF if mine else both >> 32
        decided = least == 0 or total == 0
        total = min(total, INFINITE if decided else INFINITE - 1)
        proof = least if mine else total
        disproof = total if mine else least
        most_proof = peek(stack, at + MOST_PROOF)
        most_disproof = peek(stack, at + MOST_DISPROOF)

        # Step 2. Enough? A disproof rests where its children's do: all of them at an OR node, one at an AND node.
        if decided or proof >= most_proof or disproof >= most_disproof:
            if not mine:
                lean = leaning
            key = peek(stack, at + KEY)
            path = peek(stack, at + ABOVE)
            state = game.unpack_state(stack, at + STATE)
            work = min(63, (peek(workspace, NODES) - peek(stack, at + BEFORE)).bit_length())
            if disproof == 0 and lean < ply:
                data = lean << 36 | work << 2 | ON_PATH
                store_entry(game, state, mix(key, path), path, data, table, buckets, words)
            else:
                lean = NOWHERE
                data = proof << 36 | disproof << 8 | work << 2 | NUMBERS
                store_entry(game, state, key, 0, data, table, buckets, words)
            mark = MARKS + (key & (MARKS_SIZE - 1))
            poke(workspace, mark, peek(workspace, mark) - 1)
            poke(workspace, PLY, ply - 1)
            if ply == 0:
                poke(workspace, WON, 1 if proof == 0 else 0)
                poke(workspace, FOUND, 0)
                for number in range(count):
                    both = peek(stack, first + number * CHILD + CHILD_NUMBERS)
                    if (both >> 32 if proof == 0 else both & 0xFFFFFFFF) == 0:
                        poke(workspace, MOVE, peek(stack, first + number * CHILD + CHILD_MOVE))
                        poke(workspace, FOUND, 1)
                        break
                return DONE
            poke(workspace, FREE, at)
            at = peek(stack, at + BELOW)
            poke(workspace, TOP, at)
            place = at + STATE + words + peek(stack, at + CHOSEN) * CHILD
            poke(stack, place + CHILD_NUMBERS, numbers(proof, disproof))
            poke(stack, place + CHILD_REST, lean)
            continue

        # Step 3. Is more known of the most promising child by now? Else work below it, until another one is more
        # promising by a margin.
        if peek(workspace, NODES) >= until:
            return MORE
        if ply >= deepest:
            return TOO_DEEP
        place = first + chosen * CHILD
        state = game.unpack_state(stack, at + STATE)
        child = game.same_state(game.play(state, peek(stack, place + CHILD_MOVE)))
        key = peek(stack, place + CHILD_KEY)
        path = peek(stack, at + PATH)
        rounds = peek(stack, at + ROUNDS) + 1
        if rounds > 1:
            both = read_numbers(game, child, key, path, workspace, stack, table, buckets, words)
            if both != peek(stack, place + CHILD_NUMBERS):
                poke(stack, place + CHILD_NUMBERS, both)
                poke(stack, place + CHILD_REST, peek(workspace, REST))
                continue
        most_one = most_proof if mine else most_disproof
        most_other = most_disproof if mine else most_proof
        one = most_one if second >= INFINITE else min(most_one, second + second // EASE + 1)
        other = INFINITE if most_other == INFINITE else most_other - total + chosen_other
        if rounds > PATIENCE:
            one = infinite
            other = infinite
        poke(stack, at + CHOSEN, chosen)
        if mine:
            entered = enter(game, child, key, path, one, other, workspace, stack, room, table, buckets, words)
        else:
            entered = enter(game, child, key, path, other, one, workspace, stack, room, table, buckets, words)
        if not entered:
            return NO_ROOM
        poke(stack, at + ROUNDS, rounds)
