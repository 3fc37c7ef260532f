"""Is a node of plain alpha-beta as fast as easyAI's and aima's? Connect 4, the same tree for both.

    make bench                                          installs the peers and runs this
    python benchmarks/plain.py --depth 8 --runs 5       in an environment that has easyAI and aima3

Everybody starts from the empty board of 7 x 6, tries the columns from left to right, counts a win or a loss at the ends
and 0 at the horizon, and has no table. Ours is ``alphabeta`` as it ships on ``connect4`` as it ships, judged by 0; it
counts nodes and cuts and keeps the whole best line, which the peers don't. There are three kinds of rows:

    same rules   the peer's search over our ``connect4``, its methods handed over as directly as the peer's contract
                 allows, so that only the two searches are compared
    as shipped   the peer's search over the peer's own Connect 4: what its users have (easyAI's is too slow for depth 8)
    lean rules   the peer's search over rules written for this race: the size of the board in every constant, bare
                 tuples or moves taken back, all columns as one shared tuple. It compares such rules with general ones
                 as well

In each row the two sides take turns; the clock is this process's CPU time. Positions entered, the first included, are
counted beforehand; ``!`` marks a row where they differ, so that the trees do too. A ratio above 1 says that our node is
the faster one: the median of the runs (lowest to highest).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from functools import partial
from statistics import fmean, median
from time import process_time
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

from elagage.game import MAX, derive
from elagage.games.connect4 import Connect4, Connect4State
from elagage.search import alphabeta

SAME, SHIPPED, LEAN = "same rules", "as shipped", "lean rules"
KINDS = {
    SAME: "their search over our connect4: the searches alone",
    SHIPPED: "their search over their own Connect 4: what their users have",
    LEAN: "their search over rules made for speed on this one board",
}
TURN = 0.1  # seconds: short searches are repeated until a turn lasts about that long
TURNS = 4  # of each side, in a run
Search = Callable[[], object]  # gives the best move

# The board of the lean rules: the bits of ``connect4``, where each column has six cells and an empty one above them.
COLUMNS, CELLS = tuple(range(7)), 42
BOTTOMS = tuple(1 << 7 * column for column in COLUMNS)
TOPS = tuple(bottom << 5 for bottom in BOTTOMS)
TOP_ROW = sum(TOPS)
Position = tuple[int, int, int, bool]  # the mover's discs, all discs, how many they are, has the other player four?


class Peer(NamedTuple):
    """A row of the table: ``new_search`` makes a search that enters a position for each call of ``rules.play``."""

    kind: str
    name: str
    depth: int
    new_search: Callable[[], Search]
    rules: type
    play: str


def easyai_peers(depth: int, shipped: int) -> Iterator[Peer]:
    """Negamax with alpha-beta, its table left out.

    One object is the game: moves are made on it and taken back, or it is copied.
    """
    from easyAI import Negamax, TwoPlayerGame
    from easyAI.games.ConnectFour import ConnectFour

    def over_our_rules() -> Search:
        rules = Connect4()
        moves, play, over, score, player = rules.moves, rules.play, rules.over, rules.score, rules.player

        class OurGame(TwoPlayerGame):  # type: ignore[misc]
            def __init__(self) -> None:
                self.state, self.past = rules.start(), list[Connect4State]()

            def possible_moves(self) -> list[int]:
                return list(moves(self.state))

            def make_move(self, column: int) -> None:
                self.past.append(self.state)
                self.state = play(self.state, column)

            def unmake_move(self, _column: int) -> None:
                self.state = self.past.pop()

            def switch_player(self) -> None:
                pass  # the state says whose turn it is

            def is_over(self) -> bool:
                return over(self.state)

            def scoring(self) -> int:
                return score(self.state) if player(self.state) == MAX else -score(self.state)

        return partial(Negamax(depth), OurGame())

    class LeanGame(TwoPlayerGame):  # type: ignore[misc]
        def __init__(self) -> None:
            self.own = self.mask = 0
            self.lost = False
            self.past: list[tuple[int, int]] = []

        def possible_moves(self) -> list[int] | tuple[int, ...]:
            return open_columns(self.mask) if self.mask & TOP_ROW else COLUMNS

        def make_move(self, column: int) -> None:
            own, mask = self.own, self.mask
            self.past.append((own, mask))
            self.own = own = own ^ mask
            self.mask = mask = mask | mask + BOTTOMS[column]
            self.lost = has_four(own ^ mask)

        def unmake_move(self, _column: int) -> None:
            self.own, self.mask = self.past.pop()
            self.lost = False

        def switch_player(self) -> None:
            pass  # ``own`` is the mover's already

        def is_over(self) -> bool:
            return self.lost or len(self.past) == CELLS

        def scoring(self) -> int:
            return -1 if self.lost else 0

    name = "easyAI Negamax"
    yield Peer(SAME, name, depth, over_our_rules, Connect4, "play")
    yield Peer(SHIPPED, name, shipped, lambda: partial(Negamax(shipped), ConnectFour([])), ConnectFour, "make_move")
    yield Peer(LEAN, name, depth, lambda: partial(Negamax(depth), LeanGame()), LeanGame, "make_move")


def aima_peers(depth: int) -> Iterator[Peer]:
    """Both alpha-betas: the one with a horizon, and the bare one on a game that ends at the horizon.

    States are values, as ours.
    """
    from aima3.games import ConnectFour, Game, alphabeta_cutoff_search, alphabeta_search

    def over_our_rules(bare: bool) -> Search:
        rules = Connect4()
        game = SimpleNamespace(actions=rules.moves, result=rules.play, terminal_test=rules.over, to_move=rules.player)
        if not bare:
            return partial(cutoff, rules.start(), game, eval_fn=rules.score)
        rules.cells = min(depth, rules.cells)  # the board counts as full at the horizon
        game.utility = lambda state, _player: rules.score(state)
        return partial(alphabeta_search, rules.start(), game)

    def search_as_shipped() -> Search:
        game = ConnectFour()
        return partial(cutoff, game.initial, game)

    class LeanGame(Game):  # type: ignore[misc]
        def __init__(self, last: int) -> None:
            self.last = min(last, CELLS)

        def actions(self, state: Position) -> list[int] | tuple[int, ...]:
            return open_columns(state[1]) if state[1] & TOP_ROW else COLUMNS

        def result(self, state: Position, column: int) -> Position:
            own, mask, ply, _won = state
            own ^= mask
            mask |= mask + BOTTOMS[column]
            return own, mask, ply + 1, has_four(own ^ mask)

        def terminal_test(self, state: Position) -> bool:
            return state[3] or state[2] == self.last

        def utility(self, state: Position, _player: int) -> int:
            return 0 if not state[3] else 1 if state[2] & 1 else -1

        def to_move(self, state: Position) -> int:
            return state[2] & 1

    cutoff = partial(alphabeta_cutoff_search, d=depth - 1)  # it stops one ply below d
    start: Position = (0, 0, 0, False)
    names = "aima cutoff_search", "aima alphabeta_search"
    yield Peer(SAME, names[0], depth, lambda: over_our_rules(bare=False), Connect4, "play")
    yield Peer(SAME, names[1], depth, lambda: over_our_rules(bare=True), Connect4, "play")
    yield Peer(SHIPPED, names[0], depth, search_as_shipped, ConnectFour, "result")
    yield Peer(LEAN, names[0], depth, lambda: partial(cutoff, start, LeanGame(CELLS)), LeanGame, "result")
    yield Peer(LEAN, names[1], depth, lambda: partial(alphabeta_search, start, LeanGame(depth)), LeanGame, "result")


def has_four(discs: int) -> bool:
    """Are four of these discs in a row?"""
    if (pairs := discs & discs >> 7) and pairs & pairs >> 14:
        return True
    if (pairs := discs & discs >> 1) and pairs & pairs >> 2:
        return True
    if (pairs := discs & discs >> 8) and pairs & pairs >> 16:
        return True
    return (pairs := discs & discs >> 6) != 0 and pairs & pairs >> 12 != 0


def open_columns(mask: int) -> list[int]:
    return [column for column in COLUMNS if not mask & TOPS[column]]


def count_positions(peer: Peer) -> int:
    """The positions that a search of the peer enters: the first, and one for each move played."""
    played = 0
    original = getattr(peer.rules, peer.play)

    def count_search(*arguments: Any) -> Any:
        nonlocal played
        played += 1
        return original(*arguments)

    with patch.object(peer.rules, peer.play, count_search):
        peer.new_search()()
    return played + 1


def seconds(search: Search, times: int) -> float:
    """The CPU time of a search, repeated so many times."""
    started = process_time()
    for _ in range(times):
        search()
    return (process_time() - started) / times


def measure_peer(peer: Peer, runs: int) -> str:
    """Count, let the two sides take turns, and put the row together."""
    ours = partial(alphabeta, derive(Connect4(), heuristic=lambda _self, _state: 0), depth=peer.depth)
    nodes = ours().nodes, count_positions(peer)
    sides = [(search, max(1, round(TURN / seconds(search, 1)))) for search in (ours, peer.new_search())]
    rates = []
    for _ in range(runs):
        turns = [[seconds(search, times) for search, times in sides] for _ in range(TURNS)]
        rates.append([count / fmean(side) for count, side in zip(nodes, zip(*turns))])
    ratios = [mine / theirs for mine, theirs in rates]
    mine, theirs = (median(side) for side in zip(*rates))
    return (
        f"  {peer.name:<22} {peer.depth:>5} {nodes[1]:>8,}{' ' if nodes[0] == nodes[1] else '!'} {theirs:>10,.0f} "
        f"{mine:>10,.0f}"
        f"   {median(ratios):>6.2f}  ({min(ratios):.2f} to {max(ratios):.2f})"
    )


def main() -> int:
    """Run the comparison with whichever peers there are; 2 if there are none."""
    parser = argparse.ArgumentParser(description="Compare the speed of plain alpha-beta with easyAI's and aima's.")
    parser.add_argument("--depth", type=int, default=8, help="plies to search (8)")
    parser.add_argument("--shipped", type=int, default=6, help="plies for easyAI's own Connect 4, which is slow (6)")
    parser.add_argument("--runs", type=int, default=5, help="runs to take the median of (5)")
    options = parser.parse_args()
    peers: list[Peer] = []
    for package, find in (("easyAI", partial(easyai_peers, shipped=options.shipped)), ("aima3", aima_peers)):
        try:
            peers += find(options.depth)
        except ImportError:
            print(f"{package} is not here: install it with 'pip install {package}', or run 'make bench'.")
    if not peers:
        return 2
    print(f"Connect 4, plain alpha-beta, median of {options.runs} runs, Python {sys.version.split()[0]}")
    print(f"  {'':<22} {'depth':>5} {'nodes':>8}  {'theirs/s':>10} {'ours/s':>10}   ours/theirs")
    for kind, meaning in KINDS.items():
        print(f"{kind}: {meaning}")
        for peer in peers:
            if peer.kind == kind:
                print(measure_peer(peer, options.runs), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
