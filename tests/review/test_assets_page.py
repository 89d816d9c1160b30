"""Pictures and icons in a real browser: dropped on a card's cell and on the canvas, chosen from the library, undone."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk
from tests.review.serving import ServedHere
from tests.review.test_accessibility import AXE
from tests.review.test_assets import GAME, game, png, served, tree
from tests.review.waiting import soon

__all__ = ["game", "served"]
pytestmark = pytest.mark.browser

CARDS, TEMPLATE = "card_data/tiny/cards.yaml", "templates/tiny.yaml"

_DROP = """(target, [name, content]) => {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], name));
  const { left, top, width, height } = target.getBoundingClientRect();
  const place = { clientX: left + width / 2, clientY: top + height / 2 };
  target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true, ...place }));
}"""


def drop(target: Any, name: str, content: bytes) -> None:
    """Drop a file on the middle of an element."""
    target.evaluate(_DROP, [name, base64.b64encode(content).decode()])


def test_pictures_are_dropped_an_icon_is_chosen_with_its_credit_and_all_is_undone(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    before, template = tree(game), game.read(TEMPLATE)
    page.goto(f"{served.address}#/make/main")
    cells = page.locator('[role=row][data-row="0"] [role=gridcell]')
    expect(cells).to_have_count(4)
    drop(cells.nth(3), "Red Dragon.png", png((800, 600)))
    expect(cells.nth(3)).to_contain_text("Red-Dragon.png")
    expect(page.get_by_text("art/Red-Dragon.png added")).to_be_visible()
    assert "art: art/Red-Dragon.png" in game.read(CARDS)
    drop(cells.nth(2), "Other.png", png())
    expect(page.get_by_text("name is none")).to_be_visible()
    drop(cells.nth(3), "letter.png", b"Dear all")
    expect(page.get_by_text("cannot be read as a picture")).to_be_visible()

    page.locator("[data-hold=assets]").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Red-Dragon.png")
    dialog.get_by_role("searchbox").fill("剑")
    expect(dialog.locator("[data-hold=library-broadsword]")).to_be_visible()
    page.evaluate(AXE)
    found = page.evaluate("async () => (await axe.run()).violations")
    assert not [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in found]
    dialog.locator("[data-hold=library-broadsword]").click()
    expect(dialog).to_contain_text("Icons of game-icons.net: Lorc, CC-BY-3.0")
    assert "broadsword: icons/broadsword.svg" in game.read(GAME)
    page.keyboard.press("Escape")

    page.goto(f"{served.address}#/canvas/main/one")
    stage = page.locator(".canvas-stage")
    expect(page.locator(".canvas-stage .canvas-guide").first).to_be_attached()
    drop(stage, "other art.png", png((400, 400), "L"))
    soon(lambda: "file: art/other-art.png" in game.read(TEMPLATE), True)
    expect(page.locator("[data-hold=layer-image]")).to_be_visible()
    for _ in range(3):
        page.locator("[data-hold=canvas-undo]").click()
    soon(lambda: (tree(game), game.read(TEMPLATE)), (before, template))
