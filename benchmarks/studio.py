"""Measure the studio in Chromium: the first card, edits until they are seen, and scrolling, with 2,000 cards.

python benchmarks/studio.py; the browser is the one in the environment variable CHROMIUM, or one of those that the tests
use. Its figures and budgets are those of docs/speed.md.
"""

from __future__ import annotations

import gzip
import os
import shutil
import statistics
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from measure import Scratch
from playwright.sync_api import Browser, Page, sync_playwright
from review_page import (
    FIRST_CARD,
    FRAMES,
    OPTIONS,
    first_card,
    many_cards,
    report,
    wait_until_checked,
)

from tests.conftest import BROWSERS
from tests.games_on_disk import GameOnDisk, table_game_in
from tests.review.modules import MODULES
from tests.review.serving import serving

CARDS, EDITS = 2_000, 9
ROWS, COLUMNS = 10_000, 20

#: Resolves to the addresses of what has been loaded when the first card is seen.
LOADED = """async () => {
  const time = await window.firstCard;
  const loaded = performance.getEntriesByType("resource").filter(({ responseEnd: end }) => end && end <= time);
  return [location.href.split("#")[0], ...loaded.map(({ name }) => name)];
}"""

#: Sends an edit. Returns the milliseconds until pictures could be painted that the page did not have before: any of
#: those that a selector finds, or all of them that are in sight.
EDIT = """([operation, selector, all]) => new Promise((resolve) => {
  const inSight = ({ top, bottom }) => bottom > 0 && top < innerHeight;
  const found = () => [...document.querySelectorAll(selector)];
  const images = () => found().filter((image) => inSight(image.getBoundingClientRect()));
  const before = new Set(images().map((image) => image.src));
  const began = performance.now();
  const isNew = (image) => image.complete && image.naturalWidth && !before.has(image.src);
  const look = () => {
    const now = images();
    if (!(all ? now.length && now.every(isNew) : now.some(isNew))) return requestAnimationFrame(look);
    return requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
  };
  const token = document.querySelector("meta[name=cardgen-token]").content;
  const cards = [...new Set(images().map(({ dataset }) => dataset.card).filter(Boolean))].slice(0, 40);
  fetch("api/edit", { method: "POST", headers: { "Content-Type": "application/json", "X-Cardgen-Token": token },
    body: JSON.stringify({ operations: [operation], cards }) }).then((answer) => answer.json()).then((data) => {
      if (data.faults.length || data.conflicts.length) resolve(JSON.stringify(data));
    });
  look();
})"""

#: Resolves to the time at which the server has sent so many changed cards.
SENT = """(count) => {
  const token = document.querySelector("meta[name=cardgen-token]").content;
  const source = new EventSource(`events?token=${token}`);
  let seen = 0;
  window.sent = new Promise((resolve) => source.addEventListener("catalog", ({ data }) => {
    seen += JSON.parse(data).cards.length;
    if (seen >= count) resolve(performance.now());
  }));
  return new Promise((resolve) => source.addEventListener("hello", () => resolve(performance.now())));
}"""

#: Scrolls an element by 90 px a frame.
SCROLL = """([selector, frames]) => new Promise((resolve) => {
  const box = selector ? document.querySelector(selector) : document.scrollingElement;
  const tick = () => { box.scrollTop += 90; frames -= 1; if (frames) requestAnimationFrame(tick); else resolve(); };
  requestAnimationFrame(tick);
})"""
SCROLLED = 300

#: The name of a game in the page, and a part of its table that is always drawn.
TABLES = {
    "blitz": ("blitz", ".bz-cell"),
    "heroes": ("heroes", ".he-seat"),
    "thread-race": ("threadRace", ".tr-slot"),
    "blokus": ("blokus", ".bl-frame"),
}
WATCHED_TURNS = 8

#: Asks a bot for the first turn. Returns the milliseconds until it is known.
ANSWER = """async ([name, level]) => {
  const { game } = cardgen[name];
  const began = performance.now();
  await game.ask({ op: "choose", state: { ...game.start, turns: [] }, policy: game.definition.levels[level] });
  return performance.now() - began;
}"""

#: Lets bots make so many turns, at the pace of the table.
BOTS = """([name, turns]) => new Promise((resolve) => {
  const { game } = cardgen[name];
  for (const seat of game.seats.keys()) game.seats.set(seat, game.definition.levels.medium);
  game.goOn();
  const look = () => (game.at >= turns ? resolve() : requestAnimationFrame(look));
  look();
})"""


def game_of(folder: Path, kind: str) -> GameOnDisk:
    """Return a game of 2,000 cards in a table or in YAML."""
    game = many_cards(folder, CARDS)
    if kind == "yaml":
        _, *rows = game.read("card_data/many/cards.csv").splitlines()
        entries = [dict(zip(("id", "name", "rule"), row.split(","), strict=True)) for row in rows]
        lines = [f"  - id: {one['id']}\n    name: {one['name']}\n    rule: {one['rule']}\n" for one in entries]
        game.write("card_data/many/cards.yaml", "cards:\n" + "".join(lines))
        game.change("card_data/many/game.yaml", "cards: cards.csv", "cards: cards.yaml")
    return game


def heavy_game(folder: Path) -> GameOnDisk:
    """Return a game of 2,000 cards with twelve texts each."""
    game = many_cards(folder, CARDS)
    box = 'kind: text, lang: en, text: "{rule}", size: 1.6, floor: 1'
    boxes = "".join(f"    rule{n}: {{box: [5, {14 + 6 * n}, 53, 6], {box}}}\n" for n in range(11))
    game.change("templates/card.yaml", "back:\n", f"{boxes}back:\n")
    return game


def wide_game(folder: Path) -> GameOnDisk:
    """Return a game with a table of 10,000 rows and 20 columns: an id, copies, and 18 fields."""
    game = many_cards(folder, 1)
    names = [f"field{number}" for number in range(COLUMNS - 4)]
    kinds = "".join(f", {name}: text?" for name in names)
    game.change("card_data/many/game.yaml", "rule: text}", f"rule: text{kinds}}}")
    rows = (
        ",".join([f"c{row}", "1", f"Card {row}", f"Rule {row}.", *(f"{name} of {row}" for name in names)])
        for row in range(ROWS)
    )
    game.write("card_data/many/cards.csv", ",".join(["id", "copies", "name", "rule", *names]) + "\n" + "\n".join(rows))
    return game


def bytes_to_first_card(browser: Browser, address: str) -> float:
    """Return the kilobytes that the page has loaded when the first card is seen, texts gzipped as on a network."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    finished: list[Any] = []
    page.on("requestfinished", lambda request: finished.append(request))
    page.add_init_script(f"({FIRST_CARD})()")
    page.goto(address, wait_until="commit")
    names = page.evaluate(LOADED)  # what is loaded afterwards does not count
    bodies = [request.response().body() for request in [*finished] if request.url in names]
    page.close()
    return sum(min(len(body), len(gzip.compress(body, 6))) for body in bodies) / 1000


def cell(card: str, old: str, new: str) -> dict[str, Any]:
    return {"kind": "cell", "deck": "main", "card": card, "field": "name", "language": "", "old": old, "new": new}


def edits(browser: Browser, address: str, view: str, selector: str, operations: list[Any], pause: int) -> list[float]:
    """Make edits one after the other in a view. Return the milliseconds until each is seen, sorted."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{address}{view}")
    page.wait_for_function("(selector) => document.querySelector(selector)?.complete", arg=selector)
    page.wait_for_timeout(1500)
    times = []
    for operation in operations:
        times.append(page.evaluate(EDIT, [operation, selector, operation["kind"] == "set"]))
        page.wait_for_timeout(pause)
    page.close()
    if any(isinstance(time, str) for time in times):
        raise SystemExit(f"an edit was refused: {times}")
    return sorted(map(float, times))


def fill(old: int, new: int) -> dict[str, Any]:
    path = ["face", "boxes", "ground", "fill"]
    colours = [f"#f4f1{0xEA - number:02x}" for number in (old, new)]
    return {"kind": "set", "file": "templates/card.yaml", "path": path, "old": colours[0], "new": colours[1]}


def template_to_all(browser: Browser, address: str, first: int) -> float:
    """Return the milliseconds from an edit of the template until the page knows all new cards."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{address}#/grid")
    page.wait_for_selector(".cut.loaded")
    times = []
    for number in range(first, first + 3):
        page.wait_for_timeout(4000)
        page.evaluate(SENT, CARDS)
        began = page.evaluate("performance.now()")
        page.evaluate(EDIT, [fill(number, number + 1), ".cards img", True])
        times.append(page.evaluate("window.sent") - began)
    page.close()
    return float(statistics.median(times))


#: Notes when the pointer moved last on the canvas, and when its picture was painted last.
WATCH = """() => {
  window.marks = { moved: 0, seen: 0 };
  const stage = document.querySelector(".canvas-stage");
  stage.addEventListener("pointermove", () => { window.marks.moved = performance.now(); });
  stage.querySelector("img").addEventListener("load", () =>
    requestAnimationFrame(() => setTimeout(() => { window.marks.seen = performance.now(); })));
}"""


def drags(browser: Browser, address: str) -> tuple[list[float], float]:
    """Drag a box, with rests. Return the ms from each rest to the exact layout, sorted, and the frames a second."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{address}#/canvas/main/c3?box=name")
    box = page.locator(".canvas-stage .canvas-box:not(.halo)")
    box.wait_for()
    page.wait_for_timeout(1500)
    page.evaluate(WATCH)
    place = box.bounding_box()
    assert place
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    times = []
    page.evaluate(f"({FRAMES})()")
    for number in range(EDITS):
        page.mouse.move(x + 30 * (number % 3), y + 20 * (number + 1), steps=30)
        page.wait_for_timeout(700)
        times.append(page.evaluate("window.marks.seen - window.marks.moved"))
    deltas: list[float] = page.evaluate("(window.watching = false, window.frames_ms)")
    page.keyboard.press("Escape")
    page.mouse.up()
    page.close()
    return sorted(times), 1000 * len(deltas) / sum(deltas)


def scrolling(browser: Browser, address: str, view: str, selector: str) -> tuple[float, float]:
    """Scroll a view. Return the frames a second, and the milliseconds of script and style a frame."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{address}{view}")
    page.wait_for_timeout(2500)
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")

    def spent() -> float:
        figures = {figure["name"]: figure["value"] for figure in tools.send("Performance.getMetrics")["metrics"]}
        return float(sum(figures[f"{part}Duration"] for part in ("Script", "RecalcStyle")))

    before = spent()
    page.evaluate(SCROLL, [selector, SCROLLED])
    work = 1000 * (spent() - before) / SCROLLED
    page.evaluate(f"({FRAMES})()")
    page.evaluate(SCROLL, [selector, SCROLLED])
    deltas: list[float] = page.evaluate("(window.watching = false, window.frames_ms)")
    page.close()
    return 1000 * len(deltas) / sum(deltas), work


def measure(browser: Browser, folder: Path, kind: str) -> None:
    """Print the figures of a game of 2,000 cards."""
    with serving(game_of(folder, kind)) as served:
        address = served.address
        wait_until_checked(browser, address)
        middle, worst, _ = first_card(browser, address)
        report(f"first card, 2,000 cards, {kind}", middle, 500, "ms", f"worst: {worst:.0f}")
        report(f"free table, 2,000 cards, {kind}", free_table(browser, address), 1000, "ms")
        report("loaded before it, gzipped", bytes_to_first_card(browser, address), 600, "kB")
        names = ["Card 3", *(f"Card 3 {number}" for number in range(2 * EDITS))]
        changes = [cell("c3", old, new) for old, new in pairwise(names)]
        for view, selector in (("#/make/main", ".make-row img"), ("#/card/main/c3", ".side[data-side=face] img")):
            times = edits(browser, address, view, selector, changes[:EDITS], 700)
            del changes[:EDITS]
            title = "edit to picture in the table" if "make" in view else "edit to card at hand"
            report(f"{title}, {kind}", statistics.median(times), 100, "ms", f"worst: {times[-1]:.0f}")
        times = edits(browser, address, "#/grid", ".cards img", [fill(number, number + 1) for number in range(4)], 4000)
        report(f"template edit to visible grid, {kind}", statistics.median(times), 500, "ms", f"worst: {times[-1]:.0f}")
        report(f"template edit to all 2,000, {kind}", template_to_all(browser, address, 4), 2000, "ms")
        times, frames = drags(browser, address)
        title = f"rest of a drag to the exact layout, {kind}"
        report(title, statistics.median(times), 150, "ms", f"worst: {times[-1]:.0f}")
        report("frames a second, drag", -frames, -58, "")
        frames, work = scrolling(browser, address, "#/grid", "")
        report("frames a second, grid of 2,000", -frames, -58, "")
        report("script and style a frame", work, 4, "ms")


def free_table(browser: Browser, address: str) -> float:
    """Return the milliseconds from the button that deals a free table to its cards."""
    page = browser.new_page()
    page.goto(f"{address}#/free")
    button = page.locator('[data-hold="free-open"]')
    button.wait_for()
    before = time.perf_counter()
    button.click()
    page.locator(".free-stack img").first.wait_for()
    spent = 1000 * (time.perf_counter() - before)
    page.close()
    return spent


def heavy(browser: Browser, folder: Path) -> None:
    """Print how long 2,000 cards of twelve texts need to show an edit of their template: those in sight first."""
    with serving(heavy_game(folder)) as served:
        wait_until_checked(browser, served.address)
        changes = [fill(number, number + 1) for number in range(4)]
        times = edits(browser, served.address, "#/grid", ".cards img", changes, 30_000)
        title = "template edit to visible grid, twelve texts"
        report(title, statistics.median(times), 500, "ms", f"worst: {times[-1]:.0f}")


def table_opened(browser: Browser, address: str, part: str, title: str) -> Page:
    """Return a page with a table, and print how long it takes until a part of it is seen."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.add_init_script(MODULES)
    before = time.perf_counter()
    page.goto(f"{address}#/table")
    # Looked for in each frame: a locator may wait half a second before it looks again.
    page.wait_for_function("part => document.querySelector(part)?.getClientRects().length", arg=part)
    report(f"table first seen, {title}", 1000 * (time.perf_counter() - before), 1000, "ms")
    return page


def tables(browser: Browser, folder: Path) -> None:
    """Print how long tables of games need to be seen, and bots to answer, and how smoothly turns are seen."""
    for game, (name, part) in TABLES.items():
        with serving(table_game_in(folder / game, game)) as served:
            table_opened(browser, served.address, part, f"{game}, while it is checked").close()
            wait_until_checked(browser, served.address)
            page = table_opened(browser, served.address, part, game)
            for level, budget in (("medium", 500), ("hard", 3000)):
                # Asked once: the page keeps answers.
                report(f"turn of a {level} bot, {game}", page.evaluate(ANSWER, [name, level]), budget, "ms")
            page.evaluate(f"({FRAMES})()")
            page.evaluate(BOTS, [name, WATCHED_TURNS])
            deltas: list[float] = page.evaluate("(window.watching = false, window.frames_ms)")
            report(f"frames a second, turns of bots, {game}", -1000 * len(deltas) / sum(deltas), -58, "")
            page.close()


def main() -> None:
    with Scratch() as folder, sync_playwright() as playwright:
        program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = playwright.chromium.launch(executable_path=program, args=OPTIONS)
        os.environ["XDG_STATE_HOME"] = str(folder / "state")  # the journal of edits
        for kind in ("csv", "yaml"):
            measure(browser, folder / kind, kind)
        heavy(browser, folder / "heavy")
        with serving(wide_game(folder / "wide")) as served:
            wait_until_checked(browser, served.address)
            frames, work = scrolling(browser, served.address, "#/make/main", ".make-window")
            report("frames a second, table of 10,000 × 20", -frames, -58, "")
            report("script and style a frame", work, 4, "ms")
        tables(browser, folder / "tables")
        browser.close()


if __name__ == "__main__":
    main()
