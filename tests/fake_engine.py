"""Another program that plays, well or badly: fake_engine.py PROTOCOL MODE.

MODE is good, crash, hang, illegal or slow; it is bad from its second move on.
"""

from __future__ import annotations

import os
import sys
import time


def misbehave(mode, made):
    """What a bad program does when it is asked for a move."""
    if made == 0 or mode == "good":
        return False
    if mode == "crash":
        os._exit(3)
    if mode == "hang":
        time.sleep(3600)
    if mode == "slow":
        time.sleep(0.6)
    return mode == "illegal"


def say(*words):
    print(*words, flush=True)


def gtp(mode):
    taken, made = set(), 0
    for line in sys.stdin:
        words = line.split()
        if words[0] == "clear_board":
            taken = set()
        elif words[0] == "play":
            taken.add(words[2])
        elif words[0] == "genmove":
            bad = misbehave(mode, made)
            made += 1
            name = next(c + r for r in "123" for c in "abc" if (c + r in taken) == bad)
            taken.add(name)
            say("=", name.upper(), "\n")
            continue
        elif words[0] == "quit":
            return
        say("= \n")


def uci(mode):
    from elagage.loading import load

    game, state, made = load("krk"), None, 0
    for line in sys.stdin:
        words = line.split()
        if words[0] == "uci":
            say("id name fake\nuciok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "position":
            end = words.index("moves") if "moves" in words else len(words)
            assert len(words[2:end]) == 6
            state = game.play_line(game.parse_state(" ".join(words[2:end])), words[end + 1 :])
        elif words[0] == "go":
            bad = misbehave(mode, made)
            made += 1
            move = next(iter(game.moves(state)))
            say("info depth 1 nodes 17 score cp 0")
            say("bestmove", "a1a1" if bad else game.move_name(state, move))
        elif words[0] == "quit":
            return


def nboard(mode):
    from elagage.loading import load

    game, state, made = load("othello"), None, 0
    for line in sys.stdin:
        words = line.split()
        if words[0] == "ping":
            say("pong", words[1])
        elif words[:2] == ["set", "game"]:
            board, mover = line[line.index("BO[8") + 4 : line.index("]", line.index("BO[8"))].split()
            state = game.parse_state(f"{board.replace('*', 'X')} {'X' if mover == '*' else 'O'}")
        elif words[0] == "go":
            bad = misbehave(mode, made)
            made += 1
            name = game.move_name(state, next(iter(game.moves(state))))
            say("status thinking\nnodestats 42 0.1")
            say("===", "a9" if bad else ("PA" if name == "--" else name.upper() + "/0.5/0.1"))
        elif words[0] == "quit":
            return


if __name__ == "__main__":
    {"gtp": gtp, "uci": uci, "nboard": nboard}[sys.argv[1]](sys.argv[2])
