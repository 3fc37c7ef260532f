"""Cram 6x12 on a 72-bit board: ints over 64 bits."""

# ruff: noqa
from elagage import Game

W, H = 12, 6
FULL = (1 << (W * H)) - 1
NOT_LAST = sum(1 << (r * W + c) for r in range(H) for c in range(W - 1))


class WideCram(Game):
    def start(self):
        keep = 0
        for r in range(H):
            keep |= 0b111 << (r * W) if r in (0, 5) else 0
        return (FULL & ~keep, 0)

    def player(self, state):
        return state[1]

    def moves(self, state):
        board, _ = state
        free = FULL & ~board
        across = free & (free >> 1) & NOT_LAST
        down = free & (free >> W)
        result = []
        for mask, shape in ((across, 0b11), (down, 1 | 1 << W)):
            while mask:
                low = mask & -mask
                result.append(low * shape)
                mask ^= low
        return result

    def play(self, state, piece):
        board, who = state
        return (board | piece, 1 - who)

    def score(self, state):
        return 1 - 2 * (1 - state[1])

    def heuristic(self, state):
        free = FULL & ~state[0]
        n = bin(free).count("1")
        return n % 4 - 1.5
