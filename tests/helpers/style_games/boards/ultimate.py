"""Ultimate tic-tac-toe, nine boards of nine; the state is nested tuples with the next board or None."""

# ruff: noqa
from elagage import Game

WIN = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
EMPTY, X, O, FULL = 0, 1, 2, 3


def result(cells):
    for a, b, c in WIN:
        if cells[a] in (X, O) and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return FULL if all(cells) else EMPTY


class Ultimate(Game):
    def start(self):
        return (((0,) * 9,) * 9, (0,) * 9, None, X)

    def player(self, s):
        return 0 if s[3] == X else 1

    def moves(self, s):
        boards, big, target, _ = s
        if result(big) != EMPTY:
            return []
        which = [target] if target is not None and big[target] == EMPTY else [i for i in range(9) if big[i] == EMPTY]
        return [(i, j) for i in which for j in range(9) if boards[i][j] == EMPTY]

    def play(self, s, move):
        boards, big, target, who = s
        i, j = move
        small = tuple(who if k == j else v for k, v in enumerate(boards[i]))
        boards = boards[:i] + (small,) + boards[i + 1 :]
        big = big[:i] + (result(small),) + big[i + 1 :]
        return (boards, big, None if big[j] != EMPTY else j, X + O - who)

    def score(self, s):
        r = result(s[1])
        return {X: 1, O: -1}.get(r, 0)

    def heuristic(self, s):
        big = s[1]
        value = 9 * (big.count(X) - big.count(O))
        for b, r in zip(s[0], big):
            if r == EMPTY:
                value += 0.5 * (b.count(X) - b.count(O)) + 0.25 * ((b[4] == X) - (b[4] == O))
        return value
