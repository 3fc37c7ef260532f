"""What the rules say of a position, as a list of words: compiled and interpreted must agree on all of it."""

from __future__ import annotations

from numba import njit

from elagage.compiler.link import link
from elagage.compiler.memory import address_of, new_words, poke
from elagage.search.compiled.workspace import ROOT

LIST = 64


def describe_position(game, state, flatten):
    """player, over, score or heuristic, and for each move: itself, is it noisy, its order, the state it leads to."""
    over = game.over(state)
    words = [game.player(state), int(over), game.score(state) if over else game.heuristic(state)]
    for move in game.moves(state):
        words += [move, int(game.noisy(state, move)), game.order(state, move), *flatten(game.play(state, move))]
    return words


@njit
def describe_kernel(game, workspace, words):
    state = game.unpack_state(workspace, ROOT)
    over = game.over(state)
    poke(workspace, LIST, int(game.player(state)))
    poke(workspace, LIST + 1, int(over))
    poke(workspace, LIST + 2, int(game.score(state)) if over else int(game.heuristic(state)))
    at = LIST + 3
    for move in game.moves(state):
        poke(workspace, at, int(move))
        poke(workspace, at + 1, int(game.noisy(state, move)))
        poke(workspace, at + 2, int(game.order(state, move)))
        game.save_entry(game.same_state(game.play(state, move)), workspace, at + 3, 0)
        at += 3 + words
    return at - LIST


def disagreements(game, states):
    """The states of which compiled and interpreted rules say different things."""
    linked = link(game)
    workspace = new_words(LIST + 4096, True)
    address = address_of(workspace)
    found = []
    for state in states:
        words = linked.flatten(state)
        workspace[ROOT : ROOT + len(words)] = words
        length = describe_kernel(linked.handle, address, linked.words)
        if workspace[LIST : LIST + length].tolist() != describe_position(game, state, linked.flatten):
            found.append(state)
    return found
