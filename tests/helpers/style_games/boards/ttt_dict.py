"""Tic-tac-toe with a dictionary as state, mixed values, deepcopy."""

# ruff: noqa
from copy import deepcopy
from elagage import Game


class TicTacToe(Game):
    def start(self):
        return {"board": [["", "", ""], ["", "", ""], ["", "", ""]], "turn": "X", "last": None, "count": 0}

    def player(self, state):
        return 0 if state["turn"] == "X" else 1

    def lines(self, board):
        yield from board
        for col in zip(*board):
            yield list(col)
        yield [board[i][i] for i in range(3)]
        yield [board[i][2 - i] for i in range(3)]

    def winner(self, state):
        for line in self.lines(state["board"]):
            if line[0] != "" and line.count(line[0]) == 3:
                return line[0]
        return None

    def moves(self, state):
        if self.winner(state):
            return []
        return [(r, c) for r in range(3) for c in range(3) if not state["board"][r][c]]

    def play(self, state, move):
        new = deepcopy(state)
        r, c = move
        new["board"][r][c] = state["turn"]
        new["turn"] = "O" if state["turn"] == "X" else "X"
        new["last"] = move
        new["count"] += 1
        return new

    def score(self, state):
        return {"X": 1, "O": -1, None: 0}[self.winner(state)]

    def heuristic(self, state):
        value = 0
        for line in self.lines(state["board"]):
            xs, os = line.count("X"), line.count("O")
            if xs and not os:
                value += 10 ** (xs - 1)
            elif os and not xs:
                value -= 10 ** (os - 1)
        if state["last"] == (1, 1):
            value += 1
        return value
