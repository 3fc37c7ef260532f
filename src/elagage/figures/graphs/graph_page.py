"""A solved game graph as a page that is stepped through: the attractors grow rank by rank, beside the pseudo-code.

A step is a rank: the vertices that join at it, why they do, and the moves of the strategy that they bring. The whole
graph has an attractor for each player and then the draws; the attractor of a target has its ranks, and what is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from elagage.figures.graphs.graph_scene import COLOURS, DASHES, THICK, GameGraphFigure, draw_game_graph
from elagage.figures.graphs.graph_text import (
    Regions,
    describe_rank,
    describe_region,
    describe_titles,
    flatten_regions,
    label_vertices,
    tag_text,
)
from elagage.figures.pages.step_page import Code, Legend, Step, step_page, translate_row
from elagage.i18n import Message, join_messages, translate_both, use_language
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
        figure.scene, list(teller.steps()), title=translate_both(teller.title()), code=attractor_code(teller.aimed),
        columns=translate_row(Message("rank"), Message("vertices")), lang=lang, classes_css=classes_css(),
        facts=teller.facts(),
        legend=list(teller.legend()), legend_below=True, figure_words=teller.figure_words(),
    )  # fmt: skip


def attractor_code(aimed: bool) -> Code:
    """The attractor as pseudo-code; for the whole graph it is computed for each player."""
    lines = [
        (0, Message("A ← T,  rank(s) ← 0 for s in T")),
        (0, Message("for r = 1, 2, …, as long as A grows:")),
        (2, Message("for each vertex s outside A:")),
        (4, Message("J moves at s, a successor is in A: s joins")),
        (4, Message("opponent moves at s, all are in A: s joins")),
    ]
    title = Message("Attractor of T for player J")
    if aimed:
        lines.append((0, Message("from outside A the opponent avoids T")))
    else:
        title = Message("Who wins: two attractors")
        lines = [
            (0, Message("for each player J, with T the ends that J wins:")),
            *((indent + 2, line) for indent, line in lines),
            (2, Message("J wins from A")),
            (0, Message("what is left is drawn; endless if play can't reach an end")),
        ]
    return Code(
        translate_both(title), translate_row(*(join_messages([" " * indent, line], "") for indent, line in lines))
    )


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

    def title(self) -> Message:
        return Message("The attractor") if self.aimed else Message("A solved game graph")

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
            words = Message("Drawn: {list}; play that stays there never ends.", list=self.names(left))
            yield self.step(words, 8, "endless", None, left)
        yield Step(translate_both(Message("Every vertex has its value now.")), 8, tuple(self.current), ("", ""))

    def attractor_steps(self, region: str) -> Iterator[Step]:
        player, _opponent, _number = SIDES[region]
        members = self.members[region]
        if not members:
            words = Message("{player} wins no end: there is no target.", player=player)
            yield self.step(words, 1, region, None, [])
        for rank in sorted({rank for rank in members.values() if rank is not None}):
            joined = [vertex for vertex, found in members.items() if found == rank]
            if rank == 0:
                words = self.target_words(player, joined)
                yield self.step(words, self.first, region, rank, joined)
            else:
                words = self.rank_words(region, rank, joined)
                mine = any(self.owner[vertex] == SIDES[region][2] for vertex in joined)
                yield self.step(words, self.first + (3 if mine else 4), region, rank, joined)

    def target_words(self, player: str, joined: Sequence[Any]) -> Message:
        if self.aimed:
            return Message("Rank 0: {list}, the target.", list=self.names(joined))
        return Message("Rank 0: {list}, where {player} has won.", list=self.names(joined), player=player)

    def rank_words(self, region: str, rank: int, joined: Sequence[Any]) -> Message:
        """A higher rank in a sentence: where the player moves, and where the opponent does."""
        player, opponent, number = SIDES[region]
        mine = [vertex for vertex in joined if self.owner[vertex] == number]
        theirs = [vertex for vertex in joined if self.owner[vertex] != number]
        sentences = {
            (True, False): Message("Rank {rank}: {mine}, where {player} has a move into the attractor."),
            (False, True): Message("Rank {rank}: {theirs}, where every move of {opponent} leads into the attractor."),
            (True, True): Message(
                "Rank {rank}: {mine}, where {player} has a move into the attractor;"
                " {theirs}, where every move of {opponent} leads into it."
            ),
        }
        return sentences[bool(mine), bool(theirs)].fill(
            rank=rank, mine=self.names(mine), theirs=self.names(theirs), player=player, opponent=opponent
        )

    def draw_step(self, rank: int) -> Step:
        """The draws from which play can end in so many plies."""
        joined = [vertex for vertex, found in self.members["draw"].items() if found == rank]

        words = Message(
            "Drawn: {list}; play can end in {rank} ply.",
            "Drawn: {list}; play can end in {rank} plies.",
            count=rank,
            list=self.names(joined),
            rank=rank,
        )
        if rank == 0:
            words = Message("Drawn: {list}, where the game ends without a winner.", list=self.names(joined))
        return self.step(words, 8, "draw", rank, joined)

    def rest_step(self) -> Step:
        left = list(self.members["outside"])

        words = Message("Nothing is left: the target can be forced from everywhere.")
        if left:
            words = Message(
                "Nothing joins any more. From {out}, {player} can keep away from the target.",
                out=self.names(left),
                player=self.opponent,
            )
        changes = [*self.current, *((self.figure.outlines[vertex], "class", "s-outside") for vertex in left)]
        changes += [(self.figure.tags[vertex], "text", tag_text("outside", None)) for vertex in left]
        return Step(translate_both(words), 6, tuple(changes), ("", self.names(left)))

    def step(self, words: Message, line: int, region: str, rank: int | None, joined: Sequence[Any]) -> Step:
        """Vertices join a region; those before them are painted as what they are."""
        changes = self.current
        self.current = [(self.figure.outlines[vertex], "class", f"s-{region}") for vertex in joined]
        for vertex in joined:
            changes.append((self.figure.outlines[vertex], "class", "s-current"))
            changes.append((self.figure.tags[vertex], "text", tag_text(region, rank)))
            if vertex in self.moves:
                changes.append((self.figure.arcs[vertex, self.moves[vertex]], "class", f"s-move-{region}"))
        return Step(
            translate_both(words), line, tuple(changes), ("" if rank is None else str(rank), self.names(joined))
        )

    def figure_words(self) -> list[tuple[str, str]]:
        """The texts of the figure that change with the language: the titles of the bands, and the ranks."""
        words = [
            title
            for region, members in self.members.items()
            if members
            for title in describe_titles(region, self.aimed)
        ]
        words += [describe_rank(rank) for rank in self.ranks]
        return list(dict.fromkeys((each.text("en"), each.text("fr")) for each in words))

    def facts(self) -> list[tuple[dict[str, str], dict[str, str]]]:
        """How many vertices each region has, and the highest rank."""
        found = []
        for region, members in self.members.items():
            if members or (not self.aimed and region in SIDES):
                name = translate_both(describe_region(region, self.aimed))
                name = {language: capitalise(words) for language, words in name.items()}
                found.append((name, translate_both(f"{len(members)} / {len(self.graph)}")))
        highest = str(max(self.ranks, default=0))
        return [*found, (translate_both(Message("Highest rank")), translate_both(highest))]

    def legend(self) -> Iterator[Legend]:
        yield Legend("", translate_both(Message("Max moves")), "○", bare=True)
        yield Legend("", translate_both(Message("Min moves")), "□", bare=True)
        yield Legend("", translate_both(Message("the game is over")), "⬡", bare=True)
        yield Legend("s-current", translate_both(Message("joins at this rank")))
        for region, members in self.members.items():
            if members:
                yield Legend(f"s-{region}", translate_both(describe_region(region, self.aimed)))
        strategy = Message("a strategy that forces it" if self.aimed else "a winning strategy")
        yield Legend("", translate_both(strategy), "➡", bare=True)


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
