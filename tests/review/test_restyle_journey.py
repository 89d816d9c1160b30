"""A starter restyled on the page alone, and undone to the byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.commands import run
from tests.games_on_disk import GameOnDisk
from tests.review.serving import serving_here
from tests.review.test_make_journey import git
from tests.review.waiting import soon, wait_for_pictures

pytestmark = pytest.mark.browser

TEMPLATE, CARDS, GAME = "templates/trees/card.yaml", "card_data/trees/cards.yaml", "card_data/trees/game.yaml"


#: The picture of the canvas is the newest.
IS_NEWEST = """() => {
  const { canvas } = use("make/canvas-state.js");
  return [...document.images].some((image) => image.getAttribute("src") === canvas.picture);
}"""


def place(outline: Any) -> dict[str, float]:
    """Return where something is on the screen. It may be drawn again meanwhile, and is asked for until it is there."""
    soon(lambda: outline.bounding_box() is not None, True)
    return outline.bounding_box() or place(outline)


def drag(page: Any, start: dict[str, float], x: float, y: float) -> None:
    """Drag from the middle of a rectangle on the screen, by px, without snapping."""
    left, top = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    page.keyboard.down("Control")
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(left + x, top + y, steps=3)
    page.mouse.up()
    page.keyboard.up("Control")


def test_a_starter_is_restyled_and_undone(page: Any, tmp_path: Path) -> None:
    assert run("init", "trees", cwd=tmp_path).returncode == 0
    game = GameOnDisk(tmp_path / "trees", "trees")
    git(game, "init", "-q")
    git(game, "add", "card_data", "templates")
    git(game, "commit", "-qm", "begin")

    def has(file: str, text: str) -> None:
        soon(lambda: text in game.read(file), True)

    with serving_here(game) as served:
        outline = page.locator(".canvas-stage .canvas-box:not(.halo)")
        page.goto(f"{served.address}#/canvas/main/sun?side=back&box=frame")
        expect(outline).to_be_visible()
        scale = place(outline)["width"] / 51
        drag(page, place(outline), scale, 0)
        has(TEMPLATE, "frame: {kind: rect, box: [7, 6, 51, 76]")

        page.goto(f"{served.address}#/canvas/main/sun?box=name")
        expect(page.locator("[data-handle=e]")).to_be_visible()
        drag(page, place(page.locator("[data-handle=e]")), -4 * scale, 0)
        has(TEMPLATE, "name: {kind: text, box: [20, 4, 35, 12]")

        page.locator(".canvas-stage").focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog").get_by_role("textbox").fill("Dawn")
        page.get_by_role("button", name="Save").click()
        has(CARDS, "names: {en: Dawn}")

        page.locator(".canvas-stage").focus()
        page.keyboard.press("Escape")
        page.goto(f"{served.address}#/canvas/main/sun?side=back")
        gold = page.get_by_role("textbox", name="gold", exact=True)
        gold.fill("#c8d0e0")
        gold.press("Enter")
        has(TEMPLATE, 'gold: "#c8d0e0"')  # the frame, the plate and the title have it

        page.locator(".canvas-stage").focus()
        page.locator("[data-hold=assets]").click()
        page.get_by_role("dialog").get_by_role("searchbox").fill("sword")
        page.locator("[data-hold=library-broadsword]").click()
        has(GAME, "broadsword: icons/broadsword.svg")
        page.keyboard.press("Escape")
        page.goto(f"{served.address}#/canvas/main/sun?box=rules")
        expect(outline).to_be_visible()
        page.locator(".canvas-stage").focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog").get_by_role("textbox").fill("Draw two {broadsword}.")
        page.get_by_role("button", name="Save").click()
        has(CARDS, "Draw two {broadsword}.")
        assert not game.load().decks["main"].template.icons.keys() - {"broadsword"}

        undo = page.locator("[data-hold=canvas-undo]")
        for _ in range(6):
            with page.expect_response("**/api/undo"):
                undo.click()
            wait_for_pictures(page, served)
            page.wait_for_function(IS_NEWEST)
        expect(undo).to_be_disabled()
    assert git(game, "status", "--porcelain", "card_data", "templates") == ""
