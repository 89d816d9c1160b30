"""The poker starter restyled on the page alone, and undone to the byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.commands import run
from tests.games_on_disk import GameOnDisk
from tests.review.serving import serving_here
from tests.review.test_make_journey import git
from tests.review.waiting import place_of, soon, wait_for_newest

pytestmark = pytest.mark.browser

TEMPLATE, JOKER = "templates/deck/card.yaml", "templates/deck/joker.yaml"
CARDS, GAME = "card_data/deck/jokers.csv", "card_data/deck/game.yaml"


#: The picture of the canvas is the newest.
IS_NEWEST = """() => {
  const { canvas } = use("make/canvas-state.js");
  return [...document.images].some((image) => image.getAttribute("src") === canvas.picture);
}"""


def drag(page: Any, start: dict[str, float], x: float, y: float) -> None:
    """Drag from the middle of a rectangle on the screen, by px, without snapping."""
    left, top = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    page.keyboard.down("Control")
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(left + x, top + y, steps=3)
    page.mouse.up()
    page.keyboard.up("Control")


@pytest.mark.full
def test_the_poker_starter_is_restyled_and_undone(page: Any, tmp_path: Path) -> None:
    assert run("init", "deck", "--from", "poker", cwd=tmp_path).returncode == 0
    game = GameOnDisk(tmp_path / "deck", "deck")
    git(game, "init", "-q")
    git(game, "add", "card_data", "templates")
    git(game, "commit", "-qm", "begin")

    def has(file: str, text: str) -> None:
        soon(lambda: text in game.read(file), True)

    with serving_here(game) as served:
        outline = page.locator(".canvas-stage .canvas-box:not(.halo)")
        page.goto(f"{served.address}#/canvas/spades/K?box=frame")
        expect(outline).to_be_visible()
        scale = place_of(outline)["width"] / 40
        drag(page, place_of(outline), 0, scale)
        has(TEMPLATE, "frame: {kind: rect, extends: court, box: [11.75, 9, 40, 72.9]")

        page.goto(f"{served.address}#/canvas/jokers/big?box=name")
        expect(page.locator("[data-hold=layer-name]")).to_have_attribute("aria-pressed", "true")
        wait_for_newest(page, served)
        page.wait_for_function(IS_NEWEST)
        drag(page, place_of(page.locator("[data-handle=e]")), -4 * scale, 0)
        has(JOKER, "name: {kind: text, box: [14, 64, 31.5, 7]")

        page.locator(".canvas-stage").focus()
        page.keyboard.press("Enter")
        page.get_by_role("textbox", name="names of big").fill("Court fool")
        page.keyboard.press("Control+Enter")
        has(CARDS, "big,Court fool,")

        page.goto(f"{served.address}#/canvas/jokers/big?box=jester")
        page.locator(".canvas-stage").focus()
        page.locator("[data-hold=assets]").click()
        page.get_by_role("dialog").get_by_role("searchbox").fill("mask")
        page.locator("[data-hold=library-carnival-mask]").click()
        page.locator("[data-hold='use-icons/carnival-mask.svg']").click()
        has(JOKER, "file: icons/carnival-mask.svg")

        # The jewel gets the gold, too: with it, the template has seven boxes of this colour.
        page.goto(f"{served.address}#/canvas/jokers/big?side=back&box=jewel")
        stroke = page.get_by_role("textbox", name="stroke", exact=True)
        stroke.fill("{colours.gold}")
        stroke.press("Enter")
        has(TEMPLATE, 'fill: "{colours.night}", stroke: "{colours.gold}"')
        page.goto(f"{served.address}#/canvas/spades/K?side=back")
        gold = page.get_by_role("textbox", name="gold", exact=True)
        expect(page.locator(".value").filter(has=gold)).to_contain_text("used by 7 boxes")
        gold.fill("#c8d0e0")
        gold.press("Enter")
        has(TEMPLATE, 'gold: "#c8d0e0"')

        undo = page.locator("[data-hold=canvas-undo]")
        for _ in range(7):
            with page.expect_response("**/api/undo"):
                undo.click()
            wait_for_newest(page, served)
            page.wait_for_function(IS_NEWEST)
        expect(undo).to_be_disabled()
    assert git(game, "status", "--porcelain", "card_data", "templates") == ""
