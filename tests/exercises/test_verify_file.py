"""Students' files: the right ones are accepted in all the forms of the courses,
the wrong ones get the smallest tree and one sentence.
"""

from __future__ import annotations

import json

import pytest
from patience import PATIENCE

from elagage.errors import LoadError
from elagage.exercises.examiner import verify_file

MINIMAX = """
def minimax(noeud, joueur_max):
    if type(noeud) == int:
        return noeud
    valeurs = [minimax(fils, not joueur_max) for fils in noeud]
    return max(valeurs) if joueur_max else min(valeurs)
"""
ALPHABETA = """
def alphabeta(node, depth, alpha, beta, maximizing):
    if isinstance(node, int) or depth == 0:
        return node
    if maximizing:
        best = float("-inf")
        for child in node:
            best = max(best, alphabeta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = float("inf")
    for child in node:
        best = min(best, alphabeta(child, depth - 1, alpha, beta, True))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
POSITIONS = """
def position_score_max(l):
    pm, sm = l[0]
    for p, s in l[1:]:
        if s > sm: pm, sm = p, s
    return pm, sm
def position_score_min(l):
    pm, sm = l[0]
    for p, s in l[1:]:
        if s < sm: pm, sm = p, s
    return pm, sm
def minimax(position, profondeur):
    l = coups_possibles(position)
    if profondeur == 0 or not l: return -1, heuristique(position)
    r = []
    for q in l:
        _, s = minimax(q, profondeur - 1)
        r.append((q, s))
    return position_score_max(r) if joueur_courant(position) == 0 else position_score_min(r)
"""
PROGRAMME = """
def min_max(situation, profondeur, joueur):
    if est_finale(situation) or profondeur == 0:
        return eval(situation, joueur) * coeff(joueur)
    s = situations_suivantes(situation)
    if joueur == PROGRAMME:
        return max([min_max(x, profondeur - 1, ADVERSAIRE) for x in s])
    return min([min_max(x, profondeur - 1, PROGRAMME) for x in s])
"""
FUNCTIONS = """
def MINIMAX(p, s, H, L):
    if est_feuille(p): return s(p), None
    if L == 0: return H(p), None
    if joueur_courant(p) == 0:
        M = float('-inf'); pm = None
        for f in fils(p):
            v, _ = MINIMAX(f, s, H, L - 1)
            if v > M: M, pm = v, f
        return M, pm
    M = float('inf'); pm = None
    for f in fils(p):
        v, _ = MINIMAX(f, s, H, L - 1)
        if v < M: M, pm = v, f
    return M, pm
"""
GREEK = """
def minimax_αβ(p, s, H, L, α, β):
    if est_feuille(p): return s(p)
    if L == 0: return H(p)
    if joueur_courant(p) == 0:
        M = float('-inf')
        for f in fils(p):
            M = max(M, minimax_αβ(f, s, H, L - 1, α, β))
            if M >= β: return M
            α = max(α, M)
        return M
    M = float('inf')
    for f in fils(p):
        M = min(M, minimax_αβ(f, s, H, L - 1, α, β))
        if M <= α: return M
        β = min(β, M)
    return M
"""
COLOUR = """
def negamax(node, depth, color):
    if isinstance(node, int) or depth == 0: return color * node
    return max(-negamax(c, depth - 1, -color) for c in node)
"""
BARE = """
def negamax(noeud):
    if not isinstance(noeud, list): return noeud
    return max(-negamax(c) for c in noeud)
"""
NEGAMAX_FORM = """
def alphabeta(position, profondeur, alpha, beta):
    coups = coups_possibles(position)
    if profondeur <= 0 or not coups: return evaluation(position)
    for m in coups:
        score = -alphabeta(m, profondeur - 1, -beta, -alpha)
        if score >= alpha:
            alpha = score
            if alpha >= beta: break
    return alpha
"""
DICT = """
def minimax(arbre, noeud, joueur_max):
    if not isinstance(arbre[noeud], list): return arbre[noeud]
    v=[minimax(arbre, f, not joueur_max) for f in arbre[noeud]]
    return max(v) if joueur_max else min(v)
"""
PLAYER = """
def minimax(noeud, joueur):
    if isinstance(noeud, int): return noeud
    v=[minimax(f, 3 - joueur) for f in noeud]
    return max(v) if joueur == 1 else min(v)
"""
TWO_FUNCTIONS = """
def max_value(n, a, b):
    if isinstance(n, int): return n
    v = -10**9
    for f in n:
        v = max(v, min_value(f, a, b))
        if v >= b: return v
        a = max(a, v)
    return v
def min_value(n, a, b):
    if isinstance(n, int): return n
    v = 10**9
    for f in n:
        v = min(v, max_value(f, a, b))
        if v <= a: return v
        b = min(b, v)
    return v
def elagage(arbre):
    return max_value(arbre, -10**9, 10**9)
"""
CLOSURE = """
def alpha_beta(arbre):
    def aux(n, a, b, m):
        if isinstance(n, int): return n
        for f in n:
            v = aux(f, a, b, not m)
            if m: a = max(a, v)
            else: b = min(b, v)
            if a >= b: break
        return a if m else b
    return aux(arbre, float('-inf'), float('inf'), True)
"""
OBJECTS = """
def minimax(noeud, est_max=True):
    if not noeud.enfants:
        return noeud.valeur
    valeurs = [minimax(f, not est_max) for f in noeud.enfants]
    return max(valeurs) if est_max else min(valeurs)
"""

RIGHT = {
    "minimax": MINIMAX,
    "alphabeta": ALPHABETA,
    "positions": POSITIONS,
    "programme": PROGRAMME,
    "functions": FUNCTIONS,
    "greek": GREEK,
    "colour": COLOUR,
    "bare": BARE,
    "negamax_form": NEGAMAX_FORM,
    "dict": DICT,
    "player": PLAYER,
    "two_functions": TWO_FUNCTIONS,
    "closure": CLOSURE,
    "objects": OBJECTS,
}


@pytest.fixture
def judge(tmp_path):
    def verify(source, **options):
        path = tmp_path / "student.py"
        path.write_text(source, encoding="utf-8")
        return verify_file(path, **{"trees": 120, "limit": 0.5, "seconds": PATIENCE, **options})

    return verify


@pytest.mark.parametrize("name", RIGHT)
def test_right_files_are_accepted(judge, name):
    verdict = judge(RIGHT[name])
    assert (verdict.verdict, verdict.tree) == ("right", ""), verdict.sentence
    assert verdict.trees + verdict.graphs == 120
    assert (verdict.graphs > 0) == (verdict.style != "lists")


def test_the_algorithm_and_the_style_are_read_off_the_file(judge):
    for source, algorithm, style in (
        (MINIMAX, "minimax", "lists"),
        (POSITIONS, "minimax", "game"),
        (GREEK, "alphabeta", "game"),
        (BARE, "negamax", "lists"),
        (DICT, "minimax", "dict"),
    ):
        verdict = judge(source, trees=10)
        assert (verdict.algorithm, verdict.style) == (algorithm, style)
    both = MINIMAX.replace("max(valeurs) if", "min(valeurs) if") + BARE
    assert judge(both).right
    assert judge(both, function="minimax").verdict == "value"
    assert "no function truc" in judge(both, function="truc").sentence


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (MINIMAX.replace("if joueur_max", "if not joueur_max"), "On a=(0 1), minimax gives 0 and the value is 1."),
        (MINIMAX.replace("not joueur_max", "joueur_max"), "On a=(b=(0 1)), minimax gives 1 and the value is 0."),
        (MINIMAX.replace("in noeud]", "in noeud] + [0]"), "On a=(-1), minimax gives 0 and the value is -1."),
        (MINIMAX.replace("in noeud]", "in noeud[:2]]"), "On a=(0 0 1), minimax gives 0 and the value is 1."),
        (COLOUR.replace("max(-", "max("), "gives"),
        (ALPHABETA.replace("alpha >= beta", "alpha >= 3", 1), "On a=(3 4), alphabeta gives 3 and the value is 4."),
    ],
)
def test_wrong_values_come_with_the_smallest_tree(judge, source, sentence):
    verdict = judge(source)
    assert verdict.verdict == "value"
    assert sentence in verdict.sentence
    assert verdict.exercise().value == verdict.expected


def test_a_depth_that_is_ignored(judge):
    verdict = judge(POSITIONS.replace("profondeur == 0 or ", ""))
    assert verdict.verdict == "value"
    assert "searched to depth 1, where the heuristic gives b: " in verdict.sentence
    assert verdict.exercise().value == verdict.expected


@pytest.mark.parametrize(
    ("old", "new", "tree", "nodes"),
    [
        ("alpha >= beta", "alpha > beta", "a=(0 b=(0 0))", ("b.2",)),
        ("if alpha >= beta:", "if False:", "a=(0 b=(0 0))", ("b.2",)),
        ("depth - 1, alpha, beta, False", "depth - 1, alpha, float('inf'), False", None, None),
        ("depth - 1, alpha, beta, True", "depth - 1, float('-inf'), beta, True", None, None),
    ],
)
def test_nodes_that_should_not_be_visited(judge, old, new, tree, nodes):
    verdict = judge(ALPHABETA.replace(old, new))
    assert verdict.verdict == "visits"
    assert verdict.visited
    if tree is not None:
        assert (verdict.tree, verdict.visited) == (tree, nodes)


def test_strict_cuts_where_they_are_asked_for(judge):
    assert judge(ALPHABETA.replace("alpha >= beta", "alpha > beta"), strict=True).right
    verdict = judge(ALPHABETA, strict=True)
    assert verdict.verdict == "early"
    assert "not cut when α = β" in verdict.sentence


@pytest.mark.parametrize(
    ("source", "verdict", "words"),
    [
        (
            MINIMAX.replace("    valeurs =", "    1 / (len(noeud) - 3)\n    valeurs ="),
            "exception",
            "a=(0 0 0), minimax fails on line 5: ZeroDivisionError",
        ),
        (MINIMAX.replace("    return max", "    max"), "type", "gives None, which is no number"),
        ("def minimax(noeud):\n    return minimax(noeud)\n", "recursion", "calls itself without end"),
        ("def minimax(noeud):\n    exit()\n", "exception", "SystemExit"),
        ("import os\ndef minimax(noeud):\n    os._exit(0)\n", "crash", "ends Python itself"),
        ("def minimax(noeud):\n    return input()\n", "exception", "EOFError"),
        ("def minimax(noeud):\n    return len(bytearray(1 << 36))\n", "exception", "MemoryError"),
        ("def minimax(noeud:\n", "syntax", "is not valid Python"),
        ("x = 1\n", "missing", "no function that can be checked"),
        ("import nothing_of_the_sort\n", "import", "on line 1: ModuleNotFoundError"),
        ("def minimax(noeud, truc):\n    return 1\n", "signature", "'truc'"),
        ("def attracteur(sommets, truc, joueur, cible):\n    return set(cible)\n", "graph_signature", "'truc'"),
        ("def dijkstra(graphe, depart, arrivee, truc):\n    return 0\n", "graph_signature", "'truc'"),
        ("1 / 0\n", "import", "on line 1: ZeroDivisionError"),
    ],
)
def test_what_else_goes_wrong_is_one_sentence(judge, source, verdict, words):
    found = judge(source)
    assert (found.verdict, found.right) == (verdict, False)
    assert words in found.sentence
    assert "\n" not in found.sentence


def test_what_a_graph_function_keeps_for_itself_is_left_to_it(judge):
    source = """
import heapq

def dijkstra(graphe, depart, arrivee, vus=None):
    vus = set() if vus is None else vus
    file = [(0, depart)]
    while file:
        cout, sommet = heapq.heappop(file)
        if sommet == arrivee:
            return cout
        if sommet not in vus:
            vus.add(sommet)
            for voisin, poids in graphe[sommet].items():
                heapq.heappush(file, (cout + poids, voisin))
    return float("inf")
"""
    assert judge(source).right


def test_loops_without_end_are_ended(judge):
    found = judge(MINIMAX.replace("    valeurs =", "    while len(noeud) > 2: pass\n    valeurs ="))
    assert (found.verdict, found.tree) == ("timeout", "a=(0 0 0)")
    assert judge("while True: pass\n").verdict == "import_timeout"
    stubborn = (
        "def minimax(noeud):\n    while True:\n        try:\n            while True: pass\n"
        "        except BaseException: pass\n"
    )
    assert judge(stubborn, limit=0.2, seconds=5).verdict == "timeout"


def test_an_exit_in_the_middle_and_a_child_that_stays(judge):
    late = MINIMAX.replace("    valeurs =", "    if len(noeud) > 2: os._exit(0)\n    valeurs =")
    assert judge("import os" + late).verdict == "crash"
    forking = "import os, time\nif os.fork() == 0:\n    time.sleep(60)\n" + MINIMAX
    judge(forking, seconds=5, trees=5)


def test_types_may_be_compared(judge):
    found = judge(ALPHABETA.replace("isinstance(node, int)", "type(node) != list"))
    assert "visits no node" in found.sentence
    assert judge(ALPHABETA.replace("isinstance(node, int)", "type(node) == int").replace(">=", ">")).verdict == "visits"
    odd = ALPHABETA.replace("isinstance(node, int)", "not node.__class__ is list")
    assert "could not be followed" in judge(odd).sentence


def test_prints_are_noted_and_do_no_harm(judge):
    found = judge(MINIMAX.replace("    valeurs =", "    print('{}', noeud)\n    valeurs ="))
    assert found.right
    assert "The function prints while it runs; that is not needed." in found.notes


def test_the_command(run, tmp_path):
    path = tmp_path / "student.py"
    path.write_text(MINIMAX)
    code, out, _err = run("verify", str(path), "--trees", "30")
    assert (code, "right on all 30" in out) == (0, True)
    path.write_text(ALPHABETA.replace("alpha >= beta", "alpha > beta"))
    code, out, _err = run("verify", str(path), "--json", "-o", str(tmp_path / "tree.txt"))
    found = json.loads(out)
    assert (code, found["right"], found["tree"], found["visited"]) == (1, False, "a=(0 b=(0 0))", ["b.2"])
    assert "α cut" in (tmp_path / "tree.txt").read_text(encoding="utf-8")
    code, _out, err = run("verify", str(tmp_path / "none.py"))
    assert (code, "There is no file" in err) == (2, True)
    assert run("verify", str(path), "-o", "x.doc")[0] == 2
    with pytest.raises(LoadError):
        verify_file(path, style="runes")
    with pytest.raises(LoadError):
        verify_file(tmp_path)
