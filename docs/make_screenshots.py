"""Take the pictures of the review page in the README and the docs, in Chromium: python docs/make_screenshots.py

They show Block-Killer, copied to a temporary folder, with a few decisions.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.games_on_disk import block_killer_in
from tests.review.serving import Served, serving

FOLDER = Path(__file__).parent / "pictures"
CHROMIUM = "/usr/bin/chromium"

#: Colours of a picture: as many as a flat page needs.
COLOURS = 192


def take(page: Page, name: str) -> None:
    picture = Image.open(io.BytesIO(page.screenshot()))
    picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(FOLDER / name, optimize=True)


def opened(browser: Any, served: Served, address: str, theme: str, size: tuple[int, int]) -> Page:
    viewport = {"width": size[0], "height": size[1]}
    page: Page = browser.new_page(viewport=viewport, locale="en-GB", color_scheme=theme)
    page.goto(served.address + address)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    return page


def main() -> None:
    options = ["--no-sandbox", "--headless", "--disable-gpu"]
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        serving(block_killer_in(Path(folder)), "--as", "Ann") as served,
    ):
        for event in (
            served.proposal("blocks/T"),
            served.proposal("blocks/Z"),
            served.proposal("garbage/2-1", "comment", text="Is the hole wide enough?", side="face", at_mm=[14.0, 4.0]),
        ):
            served.decide(event).raise_for_status()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=options)
        page = opened(browser, served, "#/card/garbage/2-1", "light", (1280, 860))
        page.get_by_role("button", name="Safe area").click()
        page.get_by_role("button", name="Bleed").click()
        page.wait_for_timeout(500)
        take(page, "review.png")
        page = opened(browser, served, "#/table?play=1-1 3-0 2-1 |", "dark", (1280, 860))
        page.locator("button", has_text="T").filter(has=page.locator("svg")).first.click()
        for key in ("e", "e", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown"):
            page.keyboard.press(key)
        page.wait_for_timeout(500)
        take(page, "table.png")
        browser.close()


main()
