"""The names by which courses call the functions and constants of a game, in French and English."""

from __future__ import annotations

import math
import unicodedata

__all__ = [
    "CHILDREN", "CONSTANTS", "ENDED", "IS_MAX", "PAIRS", "PLAY", "PLAYER", "UNDO", "VALUE", "VOCABULARY", "kind_of",
    "plain_name", "role_of",
]  # fmt: skip

CHILDREN = {
    "coups_possibles", "coups", "coups_legaux", "coups_jouables", "successeurs", "suivants", "fils", "enfants",
    "situations_suivantes", "positions_suivantes", "etats_suivants", "liste_coups", "cases_libres", "coups_valides",
    "possible_moves", "legal_moves", "successors", "children", "next_positions", "next_states", "moves", "get_moves",
    "valid_moves", "available_moves", "actions",
}  # fmt: skip
VALUE = {
    "heuristique", "heuristic", "evaluation", "evaluer", "evaluate", "eval", "score", "valeur", "value", "gain",
    "utility", "utilite", "h", "eval_position", "staticval", "evalue", "note", "fonction_evaluation",
}  # fmt: skip
ENDED = {
    "est_feuille", "feuille", "est_finale", "est_final", "est_terminal", "est_terminale", "fin_de_partie",
    "partie_finie", "jeu_fini", "finie", "est_fini", "est_finie", "fini", "terminee", "partie_terminee",
    "is_leaf", "is_terminal", "terminal", "game_over", "is_over", "over", "is_game_over", "terminal_test",
}  # fmt: skip
PLAYER = {
    "joueur_courant", "joueur", "trait", "current_player", "player", "to_move", "qui_joue", "type_noeud",
    "joueur_actif",
}  # fmt: skip
IS_MAX = {"est_max", "is_max", "max_to_move", "c_est_max", "tour_de_max"}
PLAY = {
    "jouer", "jouer_coup", "joue", "joue_coup", "jouer_un_coup", "faire_coup", "appliquer", "appliquer_coup", "simuler",
    "play", "play_move", "make_move", "do_move", "apply", "apply_move", "make", "result",
}  # fmt: skip
UNDO = {
    "annuler", "annuler_coup", "annule", "annule_coup", "defaire", "defaire_coup", "dejouer", "dejouer_coup",
    "undo", "undo_move", "unmake_move", "unmake", "take_back",
}  # fmt: skip
VOCABULARY = CHILDREN | VALUE | ENDED | PLAYER | IS_MAX | PLAY | UNDO
PAIRS = (
    ("PROGRAMME", "ADVERSAIRE"), ("MAX", "MIN"), ("JMAX", "JMIN"), ("J_MAX", "J_MIN"), ("JOUEUR_MAX", "JOUEUR_MIN"),
    ("ORDI", "HUMAIN"), ("ORDINATEUR", "HUMAIN"), ("IA", "HUMAIN"), ("COMPUTER", "HUMAN"), ("AI", "HUMAN"),
    ("NOIR", "BLANC"), ("BLACK", "WHITE"),
)  # fmt: skip
CONSTANTS = {
    "PROGRAMME": 0, "ADVERSAIRE": 1, "MAX": 0, "MIN": 1, "JMAX": 0, "JMIN": 1, "J_MAX": 0, "J_MIN": 1,
    "INFINI": math.inf, "INF": math.inf, "INFINITY": math.inf, "inf": math.inf, "infini": math.inf,
}  # fmt: skip

DEPTHS = {
    "profondeur", "prof", "depth", "d", "n", "l", "p", "hauteur", "height", "ply", "plies", "limite", "profondeurmax",
    "maxdepth", "k", "profmax", "profondeurrestante", "niveau", "horizon",
}  # fmt: skip
PLAYERS = {
    "joueur", "player", "j", "tour", "turn", "trait", "quijoue", "joueurcourant", "currentplayer", "joueuractif",
}  # fmt: skip
COLOURS = {"couleur", "color", "colour", "signe", "sign", "c", "coeff"}
MEMOS = {"memo", "cache", "table", "dejavu", "dejavus", "memoire", "tt", "transpositions", "dico", "memory"}
KINDS = {
    "attractor": {"attracteur", "attractor", "calculattracteur", "calculerattracteur", "computeattractor"},
    "winning": {
        "positionsgagnantes", "winningpositions", "sommetsgagnants", "etatsgagnants", "positionsgagnante",
        "winningstates", "calculpositionsgagnantes",
    },
    "dijkstra": {"dijkstra"},
    "astar": {"astar", "aetoile", "aster"},
}  # fmt: skip


def plain_name(name: str) -> str:
    """A name without its case, its accents and its underscores."""
    spelt = name.casefold().replace("œ", "oe").replace("α", "alpha").replace("β", "beta")
    return "".join(c for c in unicodedata.normalize("NFKD", spelt) if c.isalnum())


PLAIN = {
    role: {plain_name(word) for word in words} for role, words in (
        ("children", CHILDREN), ("value", VALUE), ("ended", ENDED), ("play", PLAY), ("undo", UNDO),
    )
}  # fmt: skip


def kind_of(name: str) -> str:
    """Which algorithm a function of that name is, or nothing."""
    text = plain_name(name)
    for kind, words in KINDS.items():
        if text in words:
            return kind
    if "alphabeta" in text or text in ("elagage", "elaguer", "minimaxab", "negamaxab", "minmaxab", "pruning"):
        return "alphabeta"
    if "negamax" in text:
        return "negamax"
    start = next((word for word in ("minimax", "minmax") if text.startswith(word)), "")
    rest = text.removeprefix(start)
    return "minimax" if start and (not rest or rest.startswith(("memo", "rec", "prof", "cache"))) else ""


def role_of(name: str) -> str:
    """What a parameter after the first is for, or nothing if that can't be told."""
    text = plain_name(name)
    if text in DEPTHS:
        return "depth"
    if text in ("alpha", "a"):
        return "alpha"
    if text in ("beta", "b"):
        return "beta"
    if text in COLOURS:
        return "colour"
    if text in PLAYERS:
        return "player"
    if text in MEMOS or "memo" in text:
        return "memo"
    if "max" in text:
        return "is_max"
    if text == "s":
        return "value"
    return next((role for role, words in PLAIN.items() if text in words), "")
