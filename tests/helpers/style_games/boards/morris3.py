"""Three men's morris with match statements; moves are ('put', n) or ('slide', a, b)."""

# ruff: noqa
from dataclasses import dataclass
from elagage import Game

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
ADJ = [[1, 3], [0, 2, 4], [1, 5], [0, 4, 6], [1, 3, 5, 7], [2, 4, 8], [3, 7], [4, 6, 8], [5, 7]]


@dataclass(frozen=True)
class Morris:
    board: str = "........."
    to_move: str = "w"
    ply: int = 0

    def has_line(self, colour):
        return any(all(self.board[i] == colour for i in line) for line in LINES)

    def put(self, at, what):
        return self.board[:at] + what + self.board[at + 1 :]


class ThreeMensMorris(Game):
    def start(self):
        return Morris()

    def player(self, s):
        return 0 if s.to_move == "w" else 1

    def moves(self, s):
        if s.has_line("w") or s.has_line("b") or s.ply >= 16:
            return []
        empty = [i for i, x in enumerate(s.board) if x == "."]
        if s.board.count(s.to_move) < 3:
            return [("put", i, i) for i in empty]
        return [("slide", i, j) for i, x in enumerate(s.board) if x == s.to_move for j in ADJ[i] if j in empty]

    def play(self, s, move):
        match move:
            case ("put", at, _):
                board = s.put(at, s.to_move)
            case ("slide", a, b):
                board = Morris(s.put(a, ".")).put(b, s.to_move)
            case _:
                raise ValueError(f"strange move {move!r}")
        return Morris(board, "b" if s.to_move == "w" else "w", s.ply + 1)

    def score(self, s):
        match s.has_line("w"), s.has_line("b"):
            case True, False:
                return 1
            case False, True:
                return -1
            case _:
                return 0

    def heuristic(self, s):
        match s.board[4]:
            case "w":
                return 2
            case "b":
                return -2
        return 0
