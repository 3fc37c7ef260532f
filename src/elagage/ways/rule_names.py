"""What people call the rules of a game, in English and in French: ``coups_possibles`` is ``moves``.

Small and capital letters, accents and the humps of ``coupsPossibles`` make no difference.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from elagage.errors import LoadError

__all__ = ["FACTS", "NAMES", "find_fact", "find_member", "shown_names"]

NAMES: Mapping[str, tuple[str, ...]] = {
    "start": (
        "start", "position_initiale",
        "initial_position", "start_position", "initial_state", "initial", "depart", "position_de_depart",
        "position_depart", "debut", "etat_initial", "situation_initiale", "initiale",
    ),
    "player": ("player", "joueur_courant", "current_player", "player_to_move", "turn", "joueur", "trait", "tour"),
    "moves": (
        "moves", "coups_possibles",
        "possible_moves", "legal_moves", "successors", "next_positions", "coups", "coups_legaux", "coups_permis",
        "successeurs", "positions_suivantes", "situations_suivantes",
    ),
    "play": ("play", "jouer", "make_move", "jouer_coup", "joue"),
    "undo": ("undo", "annuler", "unplay", "undo_move", "unmake_move", "annuler_coup", "dejouer", "annule"),
    "over": (
        "over", "partie_finie",
        "is_over", "game_over", "is_final", "finished", "fini", "finie", "est_fini", "est_finie", "terminee",
        "partie_terminee", "est_terminee", "finale", "est_finale", "fin_de_partie",
    ),
    "score": ("score", "gain", "payoff", "result", "final_score", "resultat", "score_final"),
    "heuristic": (
        "heuristic", "heuristique", "evaluation", "evaluate", "evaluer", "eval", "fonction_evaluation", "estimation",
    ),
    "noisy": ("noisy", "instable"),
    "order": ("order", "ordre"),
    "symmetries": ("symmetries", "symetries"),
    "grid": ("grid", "grille"),
    "text": ("text", "texte"),
    "move_name": ("move_name", "nom_du_coup", "nom_coup"),
    "parse_move": ("parse_move", "lire_coup"),
    "tally": ("tally", "decompte"),
    "line_won": ("line_won", "ligne_gagnante"),
    "tell_move": ("tell_move", "dire_coup"),
    "state_name": ("state_name", "nom_de_la_position", "nom_position"),
    "parse_state": ("parse_state", "lire_position"),
    "graph": ("graph", "graphe", "successors", "successeurs"),
    "vertices": ("vertices", "sommets"),
    "arcs": ("arcs", "edges"),
    "owner": ("owner", "joueur", "owners", "players", "joueurs", "who_moves", "player", "controle", "joueur_courant"),
    "ends": ("ends", "gains", "finals", "values", "scores", "fins", "valeurs", "finales", "gain"),
}  # fmt: skip
"""The names of each rule: the first is English, the second French, the others are accepted too."""

FACTS: Mapping[str, tuple[str, ...]] = {
    "cycles": ("cycles", "boucles"),
    "margins": ("margins", "marges"),
    "payoffs": ("payoffs", "paiements"),
    "players": ("players", "joueurs", "noms_des_joueurs"),
    "sides": ("sides", "camps"),
    "rules": ("rules", "regles", "regle_du_jeu"),
    "board_kind": ("board_kind", "sorte_de_plateau"),
    "piece_looks": ("piece_looks", "aspect_des_pieces"),
    "levels": ("levels", "niveaux"),
}
"""What may be said of a game beside its rules."""

HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def normal_name(name: str) -> str:
    """A name without accents, capital letters and humps.

    >>> normal_name("coupsPossibles"), normal_name("Terminée")
    ('coups_possibles', 'terminee')
    """
    letters = unicodedata.normalize("NFD", HUMP.sub("_", name))
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).lower()


def find_member(rule: str, members: Iterable[str], where: Any) -> str:
    """The name by which a rule is said among the members of a file or a class; empty if it is not said there.

    Of several, the first of the table; the two that are documented must not both be there.
    """
    return find_name(NAMES[rule], members, where)


def find_fact(fact: str, members: Iterable[str], where: Any) -> str:
    """The name by which something beside the rules is said; empty if it is not."""
    return find_name(FACTS[fact], members, where)


def find_name(names: tuple[str, ...], members: Iterable[str], where: Any) -> str:
    known: dict[str, list[str]] = {}
    for member in members:
        known.setdefault(normal_name(member), []).append(member)
    found = [member for name in names for member in known.get(name, ())]
    usual = [member for name in names[:2] for member in known.get(name, ())]
    if len(usual) > 1 or (len(found) > 1 and not usual):
        raise LoadError(
            "{where} says the same rule twice, as {one} and as {other}: keep one of them, or give the other a name of "
            "its own.",
            where=where,
            one=found[0],
            other=found[1],
        )
    return found[0] if found else ""


def shown_names(rule: str) -> str:
    """A rule's names in English and French, for a sentence."""
    english, french = NAMES[rule][:2]
    return f"{english} ({french})"
