"""Measure the time from saving a table of 10,000 cards until the changed card is on an open page in Chromium.

python benchmarks/save_to_seen.py [SAVES]: prints milliseconds, the median and the 95th percentile. A save changes the
name of the first card; the time ends when its new picture is painted. The browser is the one in the environment
variable CHROMIUM, or one of those that the tests use.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from measure import Scratch
from playwright.sync_api import Browser, sync_playwright
from review_page import NEW_PICTURE, OPTIONS, wait_until_checked
from text_cards import write_text_cards

from tests.conftest import BROWSERS
from tests.games_on_disk import GameOnDisk
from tests.review.serving import Served, serving

CARDS = 10_000
SAVES = int(sys.argv[1]) if len(sys.argv) > 1 else 20


def save(browser: Browser, served: Served, file: Path) -> list[float]:
    """Return the milliseconds from each save of the file until the page has a new picture."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(served.address)
    page.wait_for_selector(".cut.loaded")
    page.wait_for_timeout(3000)
    good, times = file.read_text(encoding="utf-8"), []
    for number in range(SAVES):
        page.evaluate(f"({NEW_PICTURE})()")
        began = time.time() * 1000
        file.write_text(good.replace(",Card 0,", f",Name {number},"), encoding="utf-8")
        times.append(float(page.evaluate("window.newPicture")) - began)
        while not served.data("catalog")["checked"]:
            page.wait_for_timeout(500)
        page.wait_for_timeout(500 + number % 7 * 10)  # out of step with the watcher's interval
    page.close()
    return times


def main() -> None:
    with Scratch() as folder, sync_playwright() as playwright:
        cards = write_text_cards(folder, CARDS)
        program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = playwright.chromium.launch(executable_path=program, args=OPTIONS)
        with serving(GameOnDisk(folder, "growth")) as served:
            wait_until_checked(browser, served.address)
            times = save(browser, served, cards)
        browser.close()
    high = statistics.quantiles(times, n=100, method="inclusive")[94]
    print(f"{statistics.median(times):.0f} {high:.0f}")


main()
