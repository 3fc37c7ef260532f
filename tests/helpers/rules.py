"""What the rules say of a position, as a list of words: compiled and interpreted must agree on all of it."""

from __future__ import annotations

from numba import njit

from elagage.compiler.link import link
from elagage.compiler.memory import address_of, new_words, poke
from elagage.search.compiled.workspace import ROOT

LIST = 64


def described(game, state, flatten):
    """player, over, score or heuristic, and for each move: itself, is it noisy, its order, the state it leads to."""
    over = game.over(state)
    words = [game.player(state), int(over), game.score(state) if over else game.heuristic(state)]
    for move in game.moves(state):
        words += [move, int(game.noisy(state, move)), game.order(state, move), *flatten(game.play(state, move))]
    return words


@njit
def describe_kernel(game, desk, words):
    state = game.unpack_state(desk, ROOT)
    over = game.over(state)
    poke(desk, LIST, int(game.player(state)))
    poke(desk, LIST + 1, int(over))
    poke(desk, LIST + 2, int(game.score(state)) if over else int(game.heuristic(state)))
    at = LIST + 3
    for move in game.moves(state):
        poke(desk, at, int(move))
        poke(desk, at + 1, int(game.noisy(state, move)))
        poke(desk, at + 2, int(game.order(state, move)))
        game.save_entry(game.same_state(game.play(state, move)), desk, at + 3, 0)
        at += 3 + words
    return at - LIST


def disagreements(game, states):
    """The states of which compiled and interpreted rules say different things."""
    linked = link(game)
    desk = new_words(LIST + 4096, True)
    address = address_of(desk)
    found = []
    for state in states:
        words = linked.flatten(state)
        desk[ROOT : ROOT + len(words)] = words
        length = describe_kernel(linked.handle, address, linked.words)
        if desk[LIST : LIST + length].tolist() != described(game, state, linked.flatten):
            found.append(state)
    return found
