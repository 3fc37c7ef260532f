"""How long until a click is answered? Real Chromium, a real server on loopback, both on this machine.

    make bench-page

A move is made on the board, and the clock runs in the page from the moment the button or the finger is lifted until the
list of moves or the status shows it. It is down for 60 ms, as in a quick tap; a mouse rests on the square for 150 ms
before that. The page asks for the position meanwhile. The middle of the runs is given; the bar is 50 ms.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from statistics import median

from playwright.sync_api import sync_playwright

RUNS = 15
BAR = 50
PLAYED = """async (hover) => {
    const square = document.querySelector('.cell.can'), box = square.getBoundingClientRect();
    const status = document.querySelector('#status');
    const shown = () => status.textContent + document.querySelectorAll('#panel-moves .move').length;
    const at = {bubbles: true, button: 0, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2};
    const before = shown();
    if (hover) {
        for (const name of ['pointerover', 'pointerenter', 'pointermove']) {
            square.dispatchEvent(new PointerEvent(name, at));
        }
        await new Promise((resolve) => setTimeout(resolve, 150));
    }
    square.dispatchEvent(new PointerEvent('pointerdown', at));
    await new Promise((resolve) => setTimeout(resolve, 60));
    const began = performance.now();
    square.dispatchEvent(new PointerEvent('pointerup', at));
    while (shown() === before) await new Promise((resolve) => setTimeout(resolve, 1));
    return performance.now() - began;
}"""


def main() -> int:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        print("Chromium was not found: apt-get install chromium", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "elagage", "serve", "--no-browser", "--port", "0"]
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "ELAGAGE_DATA": data, "ELAGAGE_LANG": "en"}
        )
        assert server.stdout is not None
        address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
        try:
            with sync_playwright() as play:
                browser = play.chromium.launch(executable_path=chromium)
                print(f"{'':<24}{'median, ms':>12}{'least':>8}{'most':>8}   bar {BAR} ms")
                for game, how in (
                    (game, how) for game in ("othello", "connect4", "mnk:5,5,4") for how in ("mouse", "finger")
                ):
                    page = browser.new_page()
                    page.goto(f"{address}#game={game}")
                    page.wait_for_selector(".cell.can")
                    for side in ("#player-0", "#player-1"):
                        page.select_option(side, "human")
                    took = [page.evaluate(PLAYED, how == "mouse") for _run in range(RUNS)]
                    verdict = "met" if median(took) < BAR else "MISSED"
                    print(f"{game + ', ' + how:<24}{median(took):>12.1f}{min(took):>8.1f}{max(took):>8.1f}   {verdict}")
                    page.close()
                browser.close()
        finally:
            server.terminate()
            server.wait(10)
    return 0


if __name__ == "__main__":
    sys.exit(main())
