"""A solved game graph as a page that is stepped through: the attractors grow rank by rank, beside the pseudo-code.

A step is a rank: the vertices that join at it, why they do, and the moves of the strategy that they bring. The whole
graph has an attractor for each player and then the draws; the attractor of a target has its ranks, and what is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from elagage.figures.graphs.graph_scene import COLOURS, DASHES, THICK, GameGraphFigure, draw_game_graph
from elagage.figures.graphs.graph_text import (
    Regions,
    flatten_regions,
    label_vertices,
    rank_text,
    region_text,
    tag_text,
    title_texts,
)
from elagage.figures.pages.step_page import Code, Legend, Step, step_page
from elagage.i18n import LANGUAGES, _, ngettext, translate_both, use_language
from elagage.result import MAX, MIN

__all__ = ["graph_page"]

Change = tuple[str, str, str]
SIDES = {"max": ("Max", "Min", MAX), "min": ("Min", "Max", MIN)}
"""The player of an attractor, the opponent, and the player's number."""


def graph_page(
    graph: Mapping[Any, Sequence[Any]],
    owner: Mapping[Any, int],
    regions: Regions,
    moves: Mapping[Any, Any],
    names: Mapping[Any, str] | None = None,
    lang: str = "en",
) -> str:
    """A solved graph, or the attractor of a target, as one page. LimitsError if the graph is too large to be drawn."""
    with use_language(lang):
        figure = draw_game_graph(graph, owner, regions, moves, names, live=True)
    teller = Teller(graph, owner, regions, moves, names, figure)
    return step_page(
        figure.scene, list(teller.steps()), title=translate_both(teller.title), code=attractor_code(teller.aimed),
        columns=in_each(lambda: (_("rank"), _("vertices"))), lang=lang, classes_css=classes_css(), facts=teller.facts(),
        legend=list(teller.legend()), legend_below=True, figure_words=teller.figure_words(),
    )  # fmt: skip


def in_each(words: Any) -> dict[str, tuple[str, ...]]:
    found = {}
    for language in LANGUAGES:
        with use_language(language):
            found[language] = tuple(words())
    return found


def attractor_code(aimed: bool) -> Code:
    """The attractor as pseudo-code; for the whole graph it is computed for each player."""

    def lines() -> Iterator[str]:
        indent = "" if aimed else "  "
        if not aimed:
            yield _("for each player J, with T the ends that J wins:")
        yield indent + _("A ← T,  rank(s) ← 0 for s in T")
        yield indent + _("for r = 1, 2, …, as long as A grows:")
        yield indent + "  " + _("for each vertex s outside A:")
        yield indent + "    " + _("J moves at s, a successor is in A: s joins")
        yield indent + "    " + _("opponent moves at s, all are in A: s joins")
        if aimed:
            yield _("from outside A the opponent avoids T")
        else:
            yield indent + _("J wins from A")
            yield _("what is left is drawn; endless if play can't reach an end")

    title = translate_both(lambda: _("Attractor of T for player J") if aimed else _("Who wins: two attractors"))
    return Code(title, in_each(lines))


class Teller:
    """Tells how the attractors of a graph grow."""

    def __init__(
        self,
        graph: Mapping[Any, Sequence[Any]],
        owner: Mapping[Any, int],
        regions: Regions,
        moves: Mapping[Any, Any],
        names: Mapping[Any, str] | None,
        figure: GameGraphFigure,
    ) -> None:
        self.graph, self.owner, self.moves, self.figure = graph, owner, moves, figure
        self.called = label_vertices(graph, names)
        self.members = flatten_regions(graph, regions)
        self.ranks = {rank for members in self.members.values() for rank in members.values() if rank is not None}
        self.aimed = "outside" in regions
        self.opponent = SIDES["max" if "max" in regions else "min"][1]
        """Of the player whose attractor it is, if it is about a target."""
        self.first = 1 if self.aimed else 2
        """The line of the pseudo-code that sets rank 0."""
        self.current: list[Change] = []
        """What the vertices that joined last will be painted as."""

    def title(self) -> str:
        return _("The attractor") if self.aimed else _("A solved game graph")

    def names(self, vertices: Sequence[Any]) -> str:
        return ", ".join(self.called[vertex] for vertex in vertices)

    def steps(self) -> Iterator[Step]:
        """All steps, to the one where every vertex is told."""
        for region in ("max", "min"):
            if self.members[region] or not self.aimed:
                yield from self.attractor_steps(region)
        if self.aimed:
            yield self.rest_step()
            return
        for rank in sorted({rank for rank in self.members["draw"].values() if rank is not None}):
            yield self.draw_step(rank)
        if self.members["endless"]:
            left = list(self.members["endless"])
            words = translate_both(
                lambda: _("Drawn: {list}; play that stays there never ends.").format(list=self.names(left))
            )
            yield self.step(words, 8, "endless", None, left)
        yield Step(translate_both(lambda: _("Every vertex has its value now.")), 8, tuple(self.current), ("", ""))

    def attractor_steps(self, region: str) -> Iterator[Step]:
        player, _opponent, _number = SIDES[region]
        members = self.members[region]
        if not members:
            words = translate_both(lambda: _("{player} wins no end: there is no target.").format(player=player))
            yield self.step(words, 1, region, None, [])
        for rank in sorted({rank for rank in members.values() if rank is not None}):
            joined = [vertex for vertex, found in members.items() if found == rank]
            if rank == 0:
                words = translate_both(partial(self.target_words, player, joined))
                yield self.step(words, self.first, region, rank, joined)
            else:
                words = translate_both(partial(self.rank_words, region, rank, joined))
                mine = any(self.owner[vertex] == SIDES[region][2] for vertex in joined)
                yield self.step(words, self.first + (3 if mine else 4), region, rank, joined)

    def target_words(self, player: str, joined: Sequence[Any]) -> str:
        if self.aimed:
            return _("Rank 0: {list}, the target.").format(list=self.names(joined))
        return _("Rank 0: {list}, where {player} has won.").format(list=self.names(joined), player=player)

    def rank_words(self, region: str, rank: int, joined: Sequence[Any]) -> str:
        """A higher rank in a sentence: where the player moves, and where the opponent does."""
        player, opponent, number = SIDES[region]
        mine = [vertex for vertex in joined if self.owner[vertex] == number]
        theirs = [vertex for vertex in joined if self.owner[vertex] != number]
        sentences = {
            (True, False): _("Rank {rank}: {mine}, where {player} has a move into the attractor."),
            (False, True): _("Rank {rank}: {theirs}, where every move of {opponent} leads into the attractor."),
            (True, True): _(
                "Rank {rank}: {mine}, where {player} has a move into the attractor;"
                " {theirs}, where every move of {opponent} leads into it."
            ),
        }
        return sentences[bool(mine), bool(theirs)].format(
            rank=rank, mine=self.names(mine), theirs=self.names(theirs), player=player, opponent=opponent
        )

    def draw_step(self, rank: int) -> Step:
        """The draws from which play can end in so many plies."""
        joined = [vertex for vertex, found in self.members["draw"].items() if found == rank]

        def words() -> str:
            if rank == 0:
                return _("Drawn: {list}, where the game ends without a winner.").format(list=self.names(joined))
            sentence = ngettext(
                "Drawn: {list}; play can end in {rank} ply.", "Drawn: {list}; play can end in {rank} plies.", rank
            )
            return sentence.format(list=self.names(joined), rank=rank)

        return self.step(translate_both(words), 8, "draw", rank, joined)

    def rest_step(self) -> Step:
        left = list(self.members["outside"])

        def words() -> str:
            if not left:
                return _("Nothing is left: the target can be forced from everywhere.")
            sentence = _("Nothing joins any more. From {out}, {player} can keep away from the target.")
            return sentence.format(out=self.names(left), player=self.opponent)

        changes = [*self.current, *((self.figure.outlines[vertex], "class", "s-outside") for vertex in left)]
        changes += [(self.figure.tags[vertex], "text", tag_text("outside", None)) for vertex in left]
        return Step(translate_both(words), 6, tuple(changes), ("", self.names(left)))

    def step(self, words: Mapping[str, str], line: int, region: str, rank: int | None, joined: Sequence[Any]) -> Step:
        """Vertices join a region; those before them are painted as what they are."""
        changes = self.current
        self.current = [(self.figure.outlines[vertex], "class", f"s-{region}") for vertex in joined]
        for vertex in joined:
            changes.append((self.figure.outlines[vertex], "class", "s-current"))
            changes.append((self.figure.tags[vertex], "text", tag_text(region, rank)))
            if vertex in self.moves:
                changes.append((self.figure.arcs[vertex, self.moves[vertex]], "class", f"s-move-{region}"))
        return Step(words, line, tuple(changes), ("" if rank is None else str(rank), self.names(joined)))

    def figure_words(self) -> list[tuple[str, str]]:
        """The texts of the figure that change with the language: the titles of the bands, and the ranks."""

        def words() -> Iterator[str]:
            for region, members in self.members.items():
                if members:
                    yield from title_texts(region, self.aimed)
            for rank in self.ranks:
                yield rank_text(rank)

        said = in_each(words)
        return list(dict.fromkeys(zip(said["en"], said["fr"], strict=True)))

    def facts(self) -> list[tuple[dict[str, str], dict[str, str]]]:
        """How many vertices each region has, and the highest rank."""
        found = []
        for region, members in self.members.items():
            if members or (not self.aimed and region in SIDES):
                name = translate_both(partial(region_text, region, self.aimed))
                name = {language: capitalise(words) for language, words in name.items()}
                found.append((name, dict.fromkeys(LANGUAGES, f"{len(members)} / {len(self.graph)}")))
        highest = str(max(self.ranks, default=0))
        return [*found, (translate_both(lambda: _("Highest rank")), dict.fromkeys(LANGUAGES, highest))]

    def legend(self) -> Iterator[Legend]:
        yield Legend("", translate_both(lambda: _("Max moves")), "○", bare=True)
        yield Legend("", translate_both(lambda: _("Min moves")), "□", bare=True)
        yield Legend("", translate_both(lambda: _("the game is over")), "⬡", bare=True)
        yield Legend("s-current", translate_both(lambda: _("joins at this rank")))
        for region, members in self.members.items():
            if members:
                yield Legend(f"s-{region}", translate_both(partial(region_text, region, self.aimed)))
        strategy = translate_both(lambda: _("a strategy that forces it") if self.aimed else _("a winning strategy"))
        yield Legend("", strategy, "➡", bare=True)


def capitalise(text: str) -> str:
    return text[:1].upper() + text[1:]


def classes_css() -> str:
    """How the vertices and moves of each region are painted, as in the picture of the whole."""
    rules = [".s-current { fill: #ffd59b; stroke: #16191d; stroke-width: 3.5; stroke-dasharray: none; }"]
    for region, (line, fill, _ground) in COLOURS.items():
        dash = " ".join(f"{length:g}" for length in DASHES.get(region, ())) or "none"
        rules.append(f".s-{region} {{ fill: {fill}; stroke: {line}; stroke-dasharray: {dash}; }}")
        rules.append(f".s-move-{region} {{ stroke: {line}; stroke-width: {THICK}; }}")
        rules.append(f".s-move-{region} polygon {{ fill: {line}; }}")
    return "\n".join(rules)
