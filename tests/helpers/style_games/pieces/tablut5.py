"""Brandubh-like tafl on 5x5: the king (K) wants a corner, attackers (A) capture by custody."""

# ruff: noqa
from elagage import Game

N = 5
CORNERS = {(0, 0), (0, N - 1), (N - 1, 0), (N - 1, N - 1)}
DIRS = [(-1, 0), (1, 0), (0, -1), (0, 1)]


class Tablut(Game):
    cycles = True

    def start(self):
        rows = ["..A..", "..D..", "ADKDA", "..D..", "..A.."]
        return (tuple(rows), "A", 0)

    def player(self, state):
        return 0 if state[1] == "A" else 1

    def side_of(self, piece):
        return "A" if piece == "A" else "D"

    def king(self, board):
        for r, row in enumerate(board):
            c = row.find("K")
            if c >= 0:
                return r, c
        return None

    def over(self, state):
        board, side, n = state
        k = self.king(board)
        return k is None or k in CORNERS or n >= 30 or not any(True for _ in self.gen(state))

    def gen(self, state):
        board, side, _n = state
        for r in range(N):
            for c in range(N):
                piece = board[r][c]
                if piece == "." or self.side_of(piece) != side:
                    continue
                for dr, dc in DIRS:
                    rr, cc = r + dr, c + dc
                    while 0 <= rr < N and 0 <= cc < N and board[rr][cc] == ".":
                        if (rr, cc) not in CORNERS or piece == "K":
                            yield (r, c, rr, cc)
                        rr += dr
                        cc += dc

    def moves(self, state):
        if self.over(state):
            return []
        return list(self.gen(state))

    def play(self, state, move):
        board, side, n = state
        r, c, rr, cc = move
        grid = [list(row) for row in board]
        grid[rr][cc] = grid[r][c]
        grid[r][c] = "."
        for dr, dc in DIRS:
            ar, ac = rr + dr, cc + dc
            br, bc = ar + dr, ac + dc
            if not (0 <= br < N and 0 <= bc < N):
                continue
            victim = grid[ar][ac]
            if victim == "." or self.side_of(victim) == side:
                continue
            if grid[br][bc] != "." and self.side_of(grid[br][bc]) == side:
                grid[ar][ac] = "."
        return (tuple("".join(row) for row in grid), "D" if side == "A" else "A", n + 1)

    def score(self, state):
        k = self.king(state[0])
        if k is None:
            return 1
        if k in CORNERS:
            return -1
        return 0

    def heuristic(self, state):
        board = state[0]
        text = "".join(board)
        k = self.king(board)
        if k is None:
            return 50
        dist = min(abs(k[0] - r) + abs(k[1] - c) for r, c in CORNERS)
        return text.count("A") - 1.5 * text.count("D") + dist
