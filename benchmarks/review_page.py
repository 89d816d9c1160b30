"""Measure the review page in Chromium: the time to the first card and to a saved change, scrolling, and its size.

The budgets are those of benchmarks/studio.py where both measure the same: the whole studio is loaded first.

python benchmarks/review_page.py; the browser is the one in the environment variable CHROMIUM, or one of those that the
tests use.
"""

from __future__ import annotations

import gzip
import os
import shutil
import statistics
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1]))

from measure import Scratch
from playwright.sync_api import Browser, sync_playwright

from tests.conftest import BROWSERS
from tests.games_on_disk import GameOnDisk, block_killer_in
from tests.review.serving import serving

OPTIONS = ["--no-sandbox", "--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
ROUNDS = 9
SAVES = 40
SAVES_OF_MANY = 12

GAME = """\
titles: {en: Many, zh: 许多}
author: cardgen
licence: {name: CC0-1.0, link: "https://creativecommons.org/publicdomain/zero/1.0/"}
languages: [en, zh]
sizes: {card: {width: 63, height: 88}}
decks:
  main: {titles: {en: Cards, zh: 牌}, cards: cards.csv, template: card.yaml, size: card,
    fields: {name: text, rule: text}}
targets:
  cards: {decks: [main]}
"""
TEMPLATE = """\
face:
  description: {en: "Card {id}", zh: "牌 {id}"}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#f4f1ea"}
    name: {kind: text, box: [5, 6, 53, 8], text: "{name}", lang: en, font: bold, size: 5, floor: 3}
    rule: {kind: text, box: [5, 50, 53, 30], text: "{rule}", lang: en, size: 3, valign: top}
back:
  description: {en: Back, zh: 背面}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#223344"}
"""
WORDS = ("draw", "discard", "gain", "lose", "every", "player", "may", "trade", "two", "cards", "before", "turn")

#: Milliseconds from the start of the navigation until a frame after the first card's picture could be painted.
FIRST_CARD = """() => {
  window.firstCard = new Promise((resolve) => {
    const look = () => {
      const images = [...document.querySelectorAll(".cards img")];
      const image = images.find((candidate) => candidate.complete && candidate.naturalWidth > 0);
      if (!image) return requestAnimationFrame(look);
      image.decode().then(() => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))));
    };
    requestAnimationFrame(look);
  });
}"""

#: The time, in milliseconds of the system's clock, at which a new picture could be painted.
NEW_PICTURE = """() => {
  const before = new Set([...document.querySelectorAll(".cards img")].map((image) => image.src));
  window.newPicture = new Promise((resolve) => {
    const look = () => {
      const images = [...document.querySelectorAll(".cards img")];
      const image = images.find((candidate) => candidate.complete && !before.has(candidate.src));
      if (!image) return requestAnimationFrame(look);
      image.decode().then(() => requestAnimationFrame(() => setTimeout(() => resolve(Date.now()))));
    };
    requestAnimationFrame(look);
  });
}"""

#: Frames of scrolling by 90 px each.
SCROLLED = 300
SCROLL = """(frames) => new Promise((resolve) => {
  const tick = () => {
    scrollBy(0, 90);
    frames -= 1;
    if (frames) requestAnimationFrame(tick);
    else resolve();
  };
  requestAnimationFrame(tick);
})"""

#: Records the milliseconds between frames, and the largest number of nodes, while `window.watching` is true.
FRAMES = """() => {
  window.frames_ms = []; window.most = 0; window.watching = true;
  let last = performance.now();
  const count = () => {
    let n = 1;
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
    while (walker.nextNode()) n += 1;
    return n;
  };
  let frames = 0;
  const tick = (now) => {
    window.frames_ms.push(now - last);
    last = now;
    frames += 1;
    if (frames % 20 === 0) window.most = Math.max(window.most, count());
    if (window.watching) requestAnimationFrame(tick);
  };
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(tick); });
}"""


def many_cards(folder: Path, count: int) -> GameOnDisk:
    """Write a game of `count` cards, all with different faces."""
    game = GameOnDisk(folder, "many")
    game.write("card_data/many/game.yaml", GAME)
    game.write("templates/card.yaml", TEMPLATE)
    rows = (
        f"c{i},Card {i},{' '.join(WORDS[(i * 7 + j * (i % 5 + 1)) % len(WORDS)] for j in range(24))} {i}."
        for i in range(count)
    )
    game.write("card_data/many/cards.csv", "id,name,rule\n" + "\n".join(rows) + "\n")
    return game


CHECKED = """async () => {
  const rest = () => new Promise((resolve) => setTimeout(resolve, 100));
  while (!(await (await fetch("data/catalog")).json()).checked) await rest();
}"""


def wait_until_checked(browser: Browser, address: str) -> None:
    """Wait until the server has checked the game, because the check takes processor time from the page."""
    page = browser.new_page()
    page.goto(address)
    page.evaluate(CHECKED)  # `wait_for_function` takes the promise itself for the answer
    page.close()


def first_card(browser: Browser, address: str) -> tuple[float, float, set[str]]:
    """Return the median and the worst milliseconds of several first visits, and other hosts that got a request."""
    times, hosts = [], set()
    for _ in range(ROUNDS):
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
        page.add_init_script(f"({FIRST_CARD})()")
        page.goto(address, wait_until="commit")
        times.append(float(page.evaluate("window.firstCard")))
        page.wait_for_load_state("networkidle") if len(times) == 1 else None
        context.close()
    return statistics.median(times), max(times), hosts - {urlsplit(address).netloc}


def save(browser: Browser, address: str, file: Path, name: str, count: int, pause: int) -> list[float]:
    """Return the milliseconds from writing a card's new name to its new picture on the page, sorted.

    `pause` are the milliseconds between two saves, in which the game is checked.
    """
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)
    good, times = file.read_text(encoding="utf-8"), []
    for number in range(count):
        page.evaluate(f"({NEW_PICTURE})()")
        text = good.replace(name, f"{name} {number}", 1)
        began = time.time() * 1000
        file.write_text(text, encoding="utf-8")
        times.append(float(page.evaluate("window.newPicture")) - began)
        page.wait_for_timeout(pause + number % 7 * 10)  # the check is done, and out of step with the watcher's interval
    page.close()
    return sorted(times)


def scroll(browser: Browser, address: str, width: int, height: int) -> tuple[float, float, int]:
    """Scroll far. Return the 95th percentile and the worst milliseconds between frames, and the most nodes."""
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(address)
    page.wait_for_selector(".cut.loaded")
    page.wait_for_timeout(1500)
    page.mouse.move(width / 2, height / 2)
    page.evaluate(f"({FRAMES})()")
    for step, times in ((120, 120), (900, 80), (60, 120), (-400, 60)):
        for _ in range(times):
            page.mouse.wheel(0, step)
    deltas: list[Any] = sorted(page.evaluate("(window.watching = false, window.frames_ms)"))
    most = int(page.evaluate("window.most"))
    page.close()
    return deltas[int(len(deltas) * 0.95)], deltas[-1], most


def work_of_scrolling(browser: Browser, address: str) -> float:
    """Scroll by a quarter of a card a frame. Return the milliseconds of script, style and layout a frame."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(address)
    page.wait_for_selector(".cut.loaded")
    page.wait_for_timeout(1500)
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")

    def spent() -> float:
        figures = {figure["name"]: figure["value"] for figure in tools.send("Performance.getMetrics")["metrics"]}
        return float(sum(figures[f"{part}Duration"] for part in ("Script", "RecalcStyle", "Layout")))

    before = spent()
    page.evaluate(SCROLL, SCROLLED)
    after = spent()
    page.close()
    return 1000 * (after - before) / SCROLLED


def bytes_until_idle(browser: Browser, address: str) -> float:
    """Return the kilobytes that the page loads in ten seconds. Without Chinese fonts on the system it loads some."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    sizes: list[float] = []
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address)
    page.wait_for_timeout(10_000)
    page.close()
    return sum(sizes) / 1000


def shell_weight(browser: Browser, address: str) -> float:
    """Return the kilobytes of the document, its scripts and its styles, each gzipped."""
    page = browser.new_page()
    sizes = []

    def measure(response: Any) -> None:
        if response.request.resource_type in ("document", "script", "stylesheet"):
            sizes.append(len(gzip.compress(response.body(), 6)))

    page.on("response", measure)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.close()
    return sum(sizes) / 1000


def report(label: str, figure: float, most: float, unit: str, more: str = "") -> None:
    mark = "" if figure <= most else "  OVER"
    print(f"{label:44} {figure:8.1f} {unit:4} (budget {most:g}){f'  {more}' if more else ''}{mark}", flush=True)


def main() -> None:
    with Scratch() as folder, sync_playwright() as playwright:
        shipped = block_killer_in(folder / "set")
        many = many_cards(folder / "many", 10_000)
        program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = playwright.chromium.launch(executable_path=program, args=OPTIONS)
        with serving(shipped) as served:
            address = served.address
            wait_until_checked(browser, address)
            middle, worst, others = first_card(browser, address)
            report("first card, the set of 201", middle, 500, "ms", f"worst of {ROUNDS}: {worst:.0f}")
            file = shipped.path("card_data/block-killer/blocks.yaml")
            times = save(browser, address, file, "en: T-block", SAVES, 500)
            high = statistics.quantiles(times, n=100, method="inclusive")[94]
            report("save to changed card seen, p95", high, 300, "ms", f"worst of {SAVES}: {times[-1]:.0f}")
            report("page shell, gzipped", shell_weight(browser, address), 600, "kB")
            report("other hosts asked", len(others), 0, "")
            report("loaded until the page is idle", bytes_until_idle(browser, address), 4000, "kB")
        with serving(many) as served:
            address = served.address
            wait_until_checked(browser, address)
            middle, worst, others = first_card(browser, address)
            times = save(browser, address, many.path("card_data/many/cards.csv"), "Card 3", SAVES_OF_MANY, 8000)
            extremes = f"best {times[0]:.0f}, worst of {SAVES_OF_MANY}: {times[-1]:.0f}"
            report("save to changed card seen, 10,000 cards", statistics.median(times), 250, "ms", extremes)
            report("first card, 10,000 cards", middle, 500, "ms", f"worst of {ROUNDS}: {worst:.0f}")
            report("script, style, layout a frame of scrolling", work_of_scrolling(browser, address), 4, "ms")
            for width, height in ((1280, 900), (1920, 1080)):
                frame, longest, nodes = scroll(browser, address, width, height)
                size = f"{width} × {height}"
                report(f"frame while scrolling 10,000, p95, {size}", frame, 25, "ms", f"longest {longest:.0f}")
                report(f"nodes in the document, most, {size}", nodes, 1500, "")
        browser.close()


if __name__ == "__main__":
    main()
