"""Files as text in a browser: a mistake is seen in the margin, put right, saved and undone; the canvas and back."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.editing.test_boxes import BOXES, TEMPLATE
from tests.games_on_disk import GameOnDisk
from tests.review.serving import ServedHere
from tests.review.test_accessibility import AXE, broken_rules
from tests.review.test_canvas_page import game
from tests.review.waiting import soon

__all__ = ["game"]
pytestmark = pytest.mark.browser


@pytest.mark.usefixtures("own_page")
def test_from_the_canvas_to_the_text_and_back(page: Any, served: ServedHere, game: GameOnDisk) -> None:
    refused: list[str] = []
    page.on("console", lambda line: refused.append(line.text) if "Content Security Policy" in line.text else None)
    page.goto(f"{served.address}#/canvas/main/one?box=below")
    expect(page.locator(".canvas-stage .canvas-box:not(.halo)")).to_be_visible()
    page.keyboard.press("F4")
    line = page.locator(".cm-activeLineGutter", has_text="11")  # that of the box
    expect(line).to_be_visible()
    expect(page.locator(".text-side h2").first).to_contain_text("Box below")
    picture = page.locator(".text-card img")
    before = picture.get_attribute("src")

    # A mistake is seen where it is, and is not saved.
    page.keyboard.press("End")
    page.keyboard.press("End")  # of a line that is wrapped
    page.keyboard.press("Enter")  # indents as the line before
    page.keyboard.type("more: {kind: rect, box: safe, fill: 3}")
    expect(page.locator(".cm-lint-marker-error")).to_be_visible()
    expect(page.locator(".text-problems")).to_contain_text("fill")
    page.keyboard.press("Control+s")
    expect(page.locator("#toast")).to_contain_text("Not saved: tiny.yaml has faults")
    assert game.read(TEMPLATE) == BOXES

    # The draft stays when the page is loaded again, and is put right.
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.locator(".cm-lint-marker-error")).to_be_visible()
    page.locator(".text-problems a").click()
    expect(page.locator(".cm-content")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    page.keyboard.type('"#00ff00", opa')
    expect(page.locator(".cm-completionInfo")).to_contain_text("invisible")
    page.locator(".cm-tooltip-autocomplete li").click()  # Enter works when it has been in sight for a moment
    page.keyboard.type("0.5")
    expect(page.locator(".text-side")).to_contain_text("No problems")
    soon(lambda: (picture.get_attribute("src") or "").startswith("blob:"), True)
    page.evaluate(AXE)
    assert broken_rules(page) == []
    page.keyboard.press("Control+s")
    added = '"#aa0000"}\n    more: {kind: rect, box: safe, fill: "#00ff00", opacity: 0.5}\n'
    soon(lambda: game.read(TEMPLATE), BOXES.replace('"#aa0000"}\n', added))
    expect(page.locator("[data-hold=text-save]")).to_be_disabled()
    soon(
        lambda: (picture.get_attribute("src") or "") not in ("", before) and "faces/" in picture.get_attribute("src"),
        True,
    )

    page.keyboard.press("Escape")
    page.keyboard.press("F4")  # the box that the cursor is in
    expect(page.locator("[data-hold=layer-more]")).to_have_attribute("aria-pressed", "true")
    page.go_back()
    page.locator("[data-hold=text-undo]").click()
    soon(lambda: game.read(TEMPLATE), BOXES)
    expect(page.locator(".cm-content")).not_to_contain_text("more:")
    assert refused == []


@pytest.mark.full
def test_what_others_write_meanwhile_is_kept(page: Any, served: ServedHere, game: GameOnDisk) -> None:
    page.goto(f"{served.address}#/text/{TEMPLATE}?line=9&column=200")
    expect(page.locator(".cm-activeLineGutter", has_text="9")).to_be_visible()
    page.keyboard.type("  # mine")
    expect(page.locator(".make-status")).to_have_text("Draft, not saved")
    game.change(TEMPLATE, "size: 3.4", "size: 3.5")
    expect(page.locator(".cm-content")).to_contain_text("size: 3.5")
    game.change(TEMPLATE, 'fill: "#ffffff"}', 'fill: "#fefefe"}  # theirs')
    expect(page.locator(".text-clash")).to_contain_text("# theirs")
    page.get_by_role("button", name="Keep my text").click()
    page.keyboard.press("Control+s")
    mine = BOXES.replace("size: 3.4", "size: 3.5").replace('fill: "#ffffff"}', 'fill: "#ffffff"}  # mine')
    soon(lambda: game.read(TEMPLATE), mine)


@pytest.mark.usefixtures("own_page")
def test_the_heading_of_a_box_and_f4_lead_to_the_file_that_is_edited(
    page: Any, served: ServedHere, game: GameOnDisk
) -> None:
    game.write("templates/base.yaml", 'face:\n  boxes:\n    band: {kind: rect, box: [5, 70, 20, 5], fill: "#00aa00"}\n')
    game.write(
        TEMPLATE,
        f"extends: base.yaml\n{game.read(TEMPLATE).replace('  boxes:', '  boxes:{}', 1)}".replace(
            "boxes:{}", 'boxes:\n    band: {fill: "#aa0000"}', 1
        ),
    )
    served.session.live.reread("Ann")
    page.goto(f"{served.address}#/canvas/main/one?box=band")
    where = page.locator(".canvas-properties .place").first
    expect(where).to_have_text(re.compile(r"^tiny\.yaml:"))
    line = (where.text_content() or "").rpartition(":")[2]
    expect(page.locator(".make-file")).to_contain_text("tiny.yaml")
    page.locator(".canvas-stage").focus()
    page.keyboard.press("F4")
    expect(page.locator(".cm-activeLineGutter", has_text=line)).to_be_visible()
