"""A scripted person plays games of the page to their ends in a real browser: by mouse, by touch and by keys alone.

    make play-page                                  every game at four widths, and a table of how it went
    make play-page GAMES='nim krk' PICTURES=DIR     some of them, with pictures

Each game is seen at each width; light and dark, French and English, a level and both sides by hand are spread over
them. In the middle and at the end a picture is taken. Nothing may complain, nothing may be wider than the screen, the
card of the end must say how it ended, and axe-core must find nothing.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from elagage import analyse
from elagage.games import CATALOGUE, make

__all__ = ["GAMES", "Look", "Person", "looks_of", "play_game", "serve"]

ROOT = Path(__file__).resolve().parents[1]
FILES = ("examples/matches.py", "examples/connect_four.py")
GAMES = (*CATALOGUE, *FILES)
STARTS = {"krk": "8/8/8/8/8/2K5/7R/1k6 w", "kqk": "8/8/8/8/8/2K5/7Q/1k6 w"}
"""Where the endings begin: a few moves before mate."""
SIZES = {"tree": "tree:((5 6) (7 4 5))", "mnk": "mnk:4,4,3"}
SEARCHED = {"krk": 5, "kqk": 5, "morris": 6, "quixo": 2, "fox_and_hounds": 6, "hexapawn": 4}
"""Plies that the person looks ahead where chance would not end a game."""
LONGEST = 160
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
POSITION = """async () => {
    const { Notebook } = await import("/static/notebook.js");
    const line = Notebook.fromAddress(location.hash).line();
    const body = JSON.stringify(line), headers = { "Content-Type": "application/json" };
    return [line, await (await fetch("/api/position", { method: "POST", headers, body })).json()];
}"""
WAITING = """() => document.documentElement.dataset.ready !== undefined && !document.querySelector(".strip.thinks")
    && (document.querySelector(".strip.on") || !document.querySelector("#ending").hidden)"""
CELL = "(at) => [...document.querySelectorAll('.cell')].find((e) => e.cell.row === at[0] && e.cell.column === at[1])"
FOCUS = """(wanted) => {
    const here = document.activeElement, middle = (e) => [e.x + e.width / 2, e.y + e.height / 2];
    if (!here.closest?.(".cells")) return null;
    const [x, y] = middle(here.getBoundingClientRect()), [a, b] = middle(wanted.getBoundingClientRect());
    return [a - x, b - y];
}"""


@dataclass(frozen=True)
class Look:
    """How a page is seen and used."""

    width: int
    how: str
    dark: bool
    lang: str
    alone: bool

    @property
    def name(self) -> str:
        return "-".join((str(self.width), self.how, "dark" if self.dark else "light", self.lang))


def looks_of(number: int) -> list[Look]:
    """Four looks at a game: its number in the list turns what is spread."""
    hows = ("touch", "keys", "mouse", ("touch", "keys", "mouse")[number % 3])
    return [
        Look(width, hows[place], (number + place) % 2 == 1, ("fr", "en")[(number + place // 2) % 2], place % 2 == 1)
        for place, width in enumerate((375, 768, 1280, 1920))
    ]


@dataclass
class Person:
    """Who uses the page; ``faults`` is what went wrong."""

    page: Any
    how: str
    chooser: random.Random
    deep: int = 0
    faults: list[str] = field(default_factory=list)
    moves: int = 0

    def turn(self) -> bool:
        """Make a move, and wait for the answer; false once the game has ended."""
        self.page.wait_for_function(WAITING)
        if self.page.locator("#ending").is_visible():
            return False
        line, position = self.page.evaluate(POSITION)
        move = self.choose(line, position)
        before = self.page.evaluate("location.hash")
        self.make(move)
        self.page.wait_for_function("(before) => location.hash !== before", arg=before)
        self.moves += 1
        return True

    def choose(self, line: dict[str, Any], position: dict[str, Any]) -> dict[str, Any]:
        """By chance, or what a short search finds: for the second side, chance."""
        moves: list[dict[str, Any]] = position["moves"]
        if self.deep and position["player"] == 0:
            game = make(line["game"])
            start = game.parse_state(line["position"]) if line.get("position") else game.start()
            state = game.play_line(start, line["moves"])
            name = game.move_name(state, analyse(game, state, depth=self.deep).move)
            return next(move for move in moves if move["name"] == name)
        return self.chooser.choice(moves)

    def make(self, move: dict[str, Any]) -> None:
        """The squares of a move, one after the other, and the button of a menu where one opens."""
        if move["from"]:
            self.press(move["from"])
            self.press(move["to"])
        else:
            squares = [at for at in move["click"] or move["cells"] if self.cell(at).as_element()]
            if not squares:
                self.push(self.page.locator("#board .others button"), move)
                return
            self.press(squares[0])
        menu = self.page.locator(".chooser button")
        if menu.count():
            self.push(menu, move)

    def cell(self, at: list[int]) -> Any:
        return self.page.evaluate_handle(CELL, at)

    def press(self, at: list[int]) -> None:
        cell = self.cell(at).as_element()
        if self.how == "mouse":
            cell.click()
        elif self.how == "touch":
            cell.tap()
        else:
            self.tab_to(lambda: self.page.evaluate(FOCUS, cell) is not None)
            self.walk(cell)
            self.page.keyboard.press("Enter")

    def push(self, buttons: Any, move: dict[str, Any]) -> None:
        """A button with the name of a move, or what is said of it."""
        told = move.get("told") or {}
        names = {move["name"], *(told.values() if isinstance(told, dict) else [told])}
        texts = [text.strip() for text in buttons.all_inner_texts()]
        place = next((n for n, text in enumerate(texts) if text in names), 0 if len(texts) == 1 else None)
        if place is None:
            raise LookupError(f"no button for {move['name']}: {texts}")
        button = buttons.nth(place)
        if self.how == "mouse":
            button.click()
        elif self.how == "touch":
            button.tap()
        else:
            self.tab_to(lambda: button.evaluate("(e) => e === document.activeElement"))
            self.page.keyboard.press("Enter")

    def tab_to(self, there: Callable[[], bool]) -> None:
        """Tab until there; a person gives up after sixty."""
        for _step in range(60):
            if there():
                return
            self.page.keyboard.press("Tab")
        raise LookupError("the keyboard does not lead there")

    def walk(self, cell: Any) -> None:
        """The arrows, along the longer way first; the other way where that does not come nearer."""
        for _step in range(80):
            across, down = self.page.evaluate(FOCUS, cell)
            if abs(across) < 1 and abs(down) < 1:
                return
            keys = [(abs(across), "ArrowRight" if across > 0 else "ArrowLeft")]
            keys.append((abs(down), "ArrowDown" if down > 0 else "ArrowUp"))
            for _far, key in sorted(keys, reverse=True):
                self.page.keyboard.press(key)
                now = self.page.evaluate(FOCUS, cell)
                if abs(now[0]) + abs(now[1]) < abs(across) + abs(down):
                    break
        raise LookupError("the arrows do not lead there")


def play_game(chrome: Any, address: str, game: str, look: Look, pictures: Path | None = None) -> Person:
    """A game from its beginning to its end; what went wrong is in the person's ``faults``."""
    context = chrome.new_context(
        viewport={"width": look.width, "height": 760 if look.width < 500 else 900},
        color_scheme="dark" if look.dark else "light",
        has_touch=look.how == "touch",
        reduced_motion="reduce",
    )
    page = context.new_page()
    own = game.endswith(".py")
    name = Path(game).stem
    person = Person(page, look.how, random.Random(look.width), SEARCHED.get(game, 0))
    page.on("pageerror", lambda error: person.faults.append(f"error: {error}"))
    page.on("console", lambda message: person.faults.append(f"console: {message.text}"))
    page.on("requestfailed", lambda request: person.faults.append(f"failed: {request.url}"))
    page.on("response", lambda got: person.faults.append(f"{got.status}: {got.url}") if got.status > 399 else None)
    players = "human,human" if look.alone else "human,1"
    spec = "file" if own else SIZES.get(game, game)
    start = f"&position={STARTS[game]}" if STARTS.get(game) else ""
    seats = ["human", "human" if look.alone else 1]
    settings = {"players": seats, "clock": "", "analysis": False, "theme": "", "lang": look.lang}
    try:
        page.request.post(f"{address}api/settings", data=settings)
        page.goto(f"{address}#game={spec}{start}&players={players}")
        page.wait_for_selector("html[data-ready]")
        if page.locator("#continue").is_visible():
            person.faults.append("the level waits at the start")
        while person.turn():
            if person.moves == 3:
                inspect(person, look, pictures and pictures / f"{name}-{look.name}-middle.png")
            if person.moves > LONGEST:
                person.faults.append("no end")
                break
        inspect(person, look, pictures and pictures / f"{name}-{look.name}-end.png", axe=True)
        person.faults += check_card(person)
    except Exception as error:  # whatever it is, it goes into the table
        person.faults.append(f"{type(error).__name__}: {str(error).splitlines()[0]}")
        if pictures:
            page.screenshot(path=pictures / f"{name}-{look.name}-fault.png")
    finally:
        context.close()
    return person


def check_card(person: Person) -> Iterator[str]:
    """The card of the end says who has won, by the side's name, or that nobody has; of a literal tree, the value."""
    said = person.page.inner_text("#ending-title") if person.page.locator("#ending").is_visible() else ""
    sides = [text.strip() for text in person.page.locator(".strip b").all_inner_texts()]
    draw = any(word in said.lower() for word in ("draw", "nulle"))
    leaf = re.fullmatch(r"[+−-]?\d+\.", said) and "#game=tree" in person.page.url
    if not said or not (draw or leaf or any(side.lower() in said.lower() for side in sides)):
        yield f"the card says “{said}”, the sides are {sides}"


def inspect(person: Person, look: Look, picture: Path | None, axe: bool = False) -> None:
    """Take a picture; nothing is wider than the screen, and nothing hard to use for some."""
    page = person.page
    page.wait_for_function(WAITING)
    if picture:
        page.screenshot(path=picture)
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > look.width:
        person.faults.append(f"{wide} pixels wide")
    if axe:
        from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

        found = Axe().run(page, options={"runOnly": RULES})
        person.faults += [f"axe: {fault['id']}" for fault in found.response["violations"]]


@contextmanager
def serve(game: str | None = None) -> Iterator[str]:
    """The address of a server of its own; ``game`` is a user's file."""
    with tempfile.TemporaryDirectory() as data:
        words = [sys.executable, "-m", "elagage", "--lang", "en", "serve", *([str(ROOT / game)] if game else [])]
        server = subprocess.Popen(
            [*words, "--no-browser", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "ELAGAGE_DATA": data},
        )
        assert server.stdout is not None
        try:
            yield next(word for word in server.stdout.readline().split() if word.startswith("http"))
        finally:
            server.terminate()
            server.wait(60)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=GAMES, help="games of the catalogue and files; all without any")
    parser.add_argument("--pictures", type=Path, help="a folder for the pictures")
    parser.add_argument("--width", type=int, action="append", help="only at this width; may be given several times")
    options = parser.parse_args()
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    from playwright.sync_api import sync_playwright

    bad = 0
    with sync_playwright() as play:
        chrome = play.chromium.launch(executable_path=shutil.which("chromium"))
        for game in options.games:
            with serve(game if game.endswith(".py") else None) as address:
                for look in looks_of(GAMES.index(game) if game in GAMES else 0):
                    if options.width and look.width not in options.width:
                        continue
                    person = play_game(chrome, address, game, look, options.pictures)
                    bad += bool(person.faults)
                    seats = "by hand" if look.alone else "level 1"
                    row = f"{game:<26}{look.name:<26}{seats:<10}{person.moves:>4} moves  "
                    print(row + ("; ".join(person.faults) or "good"), flush=True)
        chrome.close()
    return min(bad, 1)


if __name__ == "__main__":
    sys.exit(main())
