"""Pictures and icons in a real browser: dropped on a card's cell and on the canvas, chosen from the library, undone."""

from __future__ import annotations

import base64
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk
from tests.review.serving import ServedHere
from tests.review.test_accessibility import AXE, broken_rules
from tests.review.test_assets import GAME, game, png, send, tree
from tests.review.test_edits import cell, edit
from tests.review.waiting import place_of, soon

__all__ = ["game"]
pytestmark = pytest.mark.browser

CARDS, TEMPLATE = "card_data/tiny/cards.yaml", "templates/tiny.yaml"

_DROP = """([selector, files]) => {
  const target = document.querySelector(selector);
  const dataTransfer = new DataTransfer();
  for (const [name, content] of files) {
    dataTransfer.items.add(new File([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], name));
  }
  const { left, top, width, height } = target.getBoundingClientRect();
  const place = { clientX: left + width / 2, clientY: top + height / 2 };
  target.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true, ...place }));
}"""


def drop(page: Any, selector: str, *files: str | bytes) -> None:
    """Drop files, names and contents, on the middle of an element as it is now: cells are drawn again at any time."""
    contents = (base64.b64encode(content).decode() for content in files[1::2] if isinstance(content, bytes))
    page.evaluate(_DROP, [selector, [*zip(files[::2], contents, strict=True)]])


@pytest.mark.gone("/(choices/picture|faces)/")
def test_pictures_are_dropped_an_icon_is_chosen_with_its_credit_and_all_is_undone(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    before, template = tree(game), game.read(TEMPLATE)
    page.goto(f"{served.address}#/make/main")
    cells = page.locator('[role=row][data-row="0"] [role=gridcell]')
    expect(cells).to_have_count(4)
    drop(page, '[data-at="0,3"]', "Red Dragon.png", png((800, 600)))
    expect(cells.nth(3)).to_contain_text("Red-Dragon.png")
    expect(page.get_by_text("art/Red-Dragon.png added")).to_be_visible()
    assert "art: art/Red-Dragon.png" in game.read(CARDS)
    drop(page, '[data-at="0,3"]', "two.png", png((90, 60)), "one.png", png((60, 90)))
    soon(lambda: "art: art/one.png" in game.read(CARDS) and "art: art/two.png" in game.read(CARDS), True)
    page.keyboard.press("Control+z")  # one step
    soon(lambda: re.findall(r"art/[\w-]+\.png", game.read(CARDS)), ["art/Red-Dragon.png"])
    drop(page, '[data-at="0,2"]', "Other.png", png())
    expect(page.get_by_text("name is none")).to_be_visible()
    drop(page, '[data-at="0,3"]', "letter.png", b"Dear all")
    expect(page.get_by_text("cannot be read as a picture")).to_be_visible()

    page.locator("[data-hold=assets]").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Red-Dragon.png")
    page.set_viewport_size({"width": 1280, "height": 480})
    dialog.get_by_role("searchbox").fill("剑")
    expect(dialog.locator("[data-hold=library-broadsword]")).to_be_in_viewport(ratio=1)  # not below what the game has
    page.set_viewport_size({"width": 1280, "height": 900})
    page.evaluate(AXE)
    assert broken_rules(page) == []
    dialog.locator("[data-hold=library-broadsword]").click()
    expect(dialog).to_contain_text("Icons of game-icons.net: Lorc, CC-BY-3.0")
    assert "broadsword: icons/broadsword.svg" in game.read(GAME)
    page.keyboard.press("Escape")

    page.goto(f"{served.address}#/canvas/main/one")
    expect(page.locator(".canvas-stage .canvas-guide").first).to_be_attached()
    drop(page, ".canvas-stage", "other art.png", png((400, 400), "L"))
    soon(lambda: "file: art/other-art.png" in game.read(TEMPLATE), True)
    expect(page.locator("[data-hold=layer-image]")).to_have_attribute("aria-pressed", "true")
    for _ in range(3):
        with page.expect_response("**/api/undo"):
            page.locator("[data-hold=canvas-undo]").click()
    soon(lambda: (tree(game), game.read(TEMPLATE)), (before, template))


def add_wide_picture(served: ServedHere, game: GameOnDisk, values: str = "") -> None:
    """Give the faces a box for a picture, with these values, and one of the cards a picture twice as wide as high."""
    sent = send(served, "wide.png", png((800, 400)))
    box = f'    picture: {{kind: image, box: [10, 20, 40, 40], file: "{{art}}"{values}}}\n'
    game.change(TEMPLATE, "back:\n", f"{box}back:\n")
    served.session.live.reread("Ann")
    add = {"kind": "add-file", "key": sent["key"], "file": sent["file"]}
    edit(served, add, cell("one", "art", "", sent["file"]))


@pytest.mark.full
def test_a_picture_is_cropped_for_its_card_by_mouse_and_a_text_gets_marks_from_the_palette(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    add_wide_picture(served, game)
    before = tree(game), game.read(TEMPLATE)
    page.goto(f"{served.address}#/canvas/main/one?box=picture")
    expect(page.locator(".canvas-stage .canvas-box:not(.halo)")).to_be_visible()
    outline = place_of(page.locator(".canvas-stage .canvas-box:not(.halo)"))
    page.mouse.dblclick(outline["x"] + 9, outline["y"] + 9)  # the first click would select the box below
    frame = page.locator(".crop-frame")
    expect(frame).to_be_focused()
    place = frame.bounding_box()
    page.mouse.move(place["x"] + 180, place["y"] + 180)
    page.mouse.down()
    page.mouse.move(place["x"], place["y"] + 180, steps=2)
    page.mouse.up()
    tools = page.context.new_cdp_session(page)
    for kind, across in (("touchStart", 100), ("touchMove", 110), ("touchEnd", None)):  # two fingers zoom
        x, y = place["x"] + 180, place["y"] + 180
        points = [{"x": x - across / 2, "y": y, "id": 1}, {"x": x + across / 2, "y": y, "id": 2}] if across else []
        tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    frame.press("Enter")
    soon(lambda: "art_crop" in game.read(CARDS), True)
    (values,) = [card.fields["art_crop"] for card in game.load().decks["main"].cards if card.id == "one"]
    assert [round(float(value), 2) for value in values] == [0.52, 0.05, 0.45, 0.91]
    assert 'crop: "{art_crop}"' in game.read(TEMPLATE)
    expect(page.locator(".canvas-properties .key").get_by_text("crop", exact=True)).to_be_visible()
    seen = {"None", str(values)}
    page.locator(".canvas-stage").focus()
    page.keyboard.press("Enter")
    for key in ("-", "ArrowLeft", "Enter"):  # by keys
        frame.press(key)
    soon(lambda: len({str(card.fields.get("art_crop")) for card in game.load().decks["main"].cards} - seen), 1)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Remove the crop").click()
    soon(lambda: [card.fields.get("art_crop") for card in game.load().decks["main"].cards], [None, None])
    for _ in range(3):
        with page.expect_response("**/api/undo"):
            page.locator("[data-hold=canvas-undo]").click()
    soon(lambda: (tree(game), game.read(TEMPLATE)), before)

    page.goto(f"{served.address}#/make/main")
    page.locator('[role=row][data-row="0"] [role=gridcell]').nth(2).dblclick()
    field = page.locator(".make-editor textarea")
    field.fill("Deal two")
    field.evaluate("field => field.setSelectionRange(5, 8)")
    page.keyboard.press("Control+b")
    page.keyboard.press("Alt+F10")
    expect(page.get_by_role("button", name="Bold")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Italic")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    soon(lambda: "Deal **two**" in game.read(CARDS), True)


def test_the_focus_point_of_a_picture_is_dragged_for_its_card_and_all_others_keep_theirs(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    add_wide_picture(served, game, ", focus: [0.5, 0]")
    before = tree(game), game.read(TEMPLATE)
    page.goto(f"{served.address}#/canvas/main/one?box=picture")
    expect(page.locator(".canvas-stage .canvas-box:not(.halo)")).to_be_visible()
    page.locator(".canvas-stage").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Focus point", exact=True).click()
    field = page.locator(".focus-picture")
    expect(field).to_be_focused()
    expect(page.get_by_text("All of the picture is shown")).to_be_visible()
    page.get_by_label("Fill the box, on all cards").check()
    place = place_of(field)
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + 2)
    page.mouse.down()
    page.mouse.move(place["x"] + place["width"] * 0.8, place["y"] + place["height"] / 2, steps=3)
    page.mouse.up()
    expect(page.get_by_text("80 % from the left, 50 % from the top")).to_be_visible()
    seen = page.locator(".focus-seen").evaluate("area => [area.style.left, area.style.width]")
    assert seen == ["40%", "50%"]
    page.evaluate(AXE)
    assert broken_rules(page) == []
    for key in ("ArrowRight", "Shift+ArrowDown", "Enter"):
        field.press(key)
    soon(lambda: "art_focus: [0.81, 0.6]" in game.read(CARDS), True)
    assert 'file: "{art}", focus: "{art_focus}", fit: cover}' in game.read(TEMPLATE)
    assert "art: image?, art_focus: list?}\n    defaults: {art_focus: [0.5, 0]}\n" in game.read(GAME)
    expect(page.locator("[data-hold=prop-focus]")).to_have_value("{art_focus}")
    page.locator(".canvas-stage").press("Enter")
    page.get_by_role("button", name="Remove the focus point").click()
    soon(lambda: "art_focus" in game.read(CARDS), False)
    for _ in range(2):
        with page.expect_response("**/api/undo"):
            page.locator("[data-hold=canvas-undo]").click()
    soon(lambda: (tree(game), game.read(TEMPLATE)), before)


_COUNTED = """
  window.drafts = new Set();
  const [create, revoke] = [URL.createObjectURL, URL.revokeObjectURL];
  URL.createObjectURL = (blob) => { const address = create.call(URL, blob); drafts.add(address); return address; };
  URL.revokeObjectURL = (address) => { drafts.delete(address); revoke.call(URL, address); };
"""


@pytest.mark.usefixtures("own_page")
def test_a_picture_is_inserted_in_a_game_without_any_and_drafts_give_their_memory_back(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    game.change(GAME, ", art: image?", "")
    game.change("card_data/tiny/cards.yaml", "name: Second", "name: Second of the cards")
    served.session.live.reread("Ann")
    page.add_init_script(_COUNTED)
    page.goto(f"{served.address}#/canvas/main/one")
    with page.expect_file_chooser() as chosen:
        page.locator("[data-hold=insert-image]").click()
    chosen.value.set_files([{"name": "sky.png", "mimeType": "image/png", "buffer": png((400, 600))}])
    soon(lambda: "image: {kind: image, box: [21, 28.3, 21, 31.5], file: art/sky.png}" in game.read(TEMPLATE), True)
    expect(page.locator("[data-hold=layer-image]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-hold=insert-rect]").click()  # the other card has no room above the picture
    soon(lambda: "rect: {kind: rect, box: [17.5, 60.8, 28, 20]" in game.read(TEMPLATE), True)
    expect(page.locator("[data-hold=layer-rect]")).to_have_attribute("aria-pressed", "true")
    page.locator(".canvas-stage").click(position={"x": 9, "y": 9})
    page.locator("[data-hold=layer-name]").click()
    page.locator(".canvas-stage").focus()
    for _ in range(8):
        with page.expect_response("**/api/edit"):
            page.keyboard.press("Shift+ArrowRight")
    soon(lambda: page.evaluate("() => drafts.size") <= 6, True)  # the last picture of each card
