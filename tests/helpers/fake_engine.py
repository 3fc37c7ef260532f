"""Another program that plays, well or badly: fake_engine.py PROTOCOL MODE.

MODE is good, crash, hang, illegal or slow; it is bad from its second move on. What real programs were seen to do:
spaces (an answer cut by blanks), deep (thinks until a ping comes), strict (no column i, colours by one letter, refuses
to hear of passes), resign.
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
        time.sleep(3)
    return mode == "illegal"


def strict_gtp(words, taken):
    """A program that takes colours by one letter, has no column i, and passes by itself; None if it refuses."""
    assert words[1] in ("b", "w")
    if words[0] == "play" and words[2] == "pass":
        return None
    if words[0] == "play":
        assert words[2][0] != "i"
        taken.add(words[2])
        return ""
    name = next(c + str(r) for r in range(10, 0, -1) for c in "kjhgfedcba" if c + str(r) not in taken)
    taken.add(name)
    return name.upper()


def say(*words):
    print(*words, flush=True)


def gtp(mode):
    taken, made = set(), 0
    for line in sys.stdin:
        words = line.split()
        if words[0] == "clear_board":
            taken = set()
        elif mode == "strict" and words[0] in ("play", "genmove"):
            answer = strict_gtp(words, taken)
            say("? syntax error\n" if answer is None else f"= {answer}\n")
            continue
        elif mode == "resign" and words[0] == "genmove":
            say("= resign\n")
            continue
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

    game, state, made, name, thinking = load("othello"), None, 0, "", False
    for line in sys.stdin:
        words = line.split()
        if words[0] == "ping":
            if thinking:
                say("===", name, "0.00 0.0")
                thinking = False
            say("pong", words[1])
        elif words[:2] == ["set", "game"]:
            board, mover = line[line.index("BO[8") + 4 : line.index("]", line.index("BO[8"))].split()
            state = game.parse_state(f"{board.replace('*', 'X')} {'X' if mover == '*' else 'O'}")
        elif words[0] == "go":
            bad = misbehave(mode, made)
            made += 1
            name = game.move_name(state, next(iter(game.moves(state))))
            say("status thinking\nnodestats 42 0.1")
            thinking = mode == "deep"
            if mode == "spaces":
                say("===", name, "0.00 0.0")
            elif not thinking:
                say("===", "a9" if bad else ("PA" if name == "--" else name.upper() + "/0.5/0.1"))
        elif words[0] == "quit":
            return


def note_lines(lines, path):
    """Lines, each kept in a file as it comes."""
    for line in lines:
        with open(path, "a", encoding="ascii") as heard:
            heard.write(line)
        yield line


if __name__ == "__main__":
    if "FAKE_STARTS" in os.environ:
        with open(os.environ["FAKE_STARTS"], "a", encoding="ascii") as starts:
            starts.write("started\n")
    if "FAKE_HEARD" in os.environ:
        sys.stdin = note_lines(sys.stdin, os.environ["FAKE_HEARD"])
    {"gtp": gtp, "uci": uci, "nboard": nboard}[sys.argv[1]](sys.argv[2])
