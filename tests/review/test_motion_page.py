"""What moves at the table of an engine, hints with their reason, and terms with their entries, in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.review.conftest import page_of
from tests.review.serving import Served
from tests.review.tables import WATCH, open_drawer, until

pytestmark = pytest.mark.browser


@pytest.mark.full
def test_a_hinted_card_flies_to_its_cell_and_the_hint_says_why(browser: Any, table_of: Callable[[str], Served]) -> None:
    with page_of(browser, has_touch=True, reduced_motion="no-preference") as page:
        page.add_init_script(WATCH)
        page.goto(f"{table_of('blitz').address}#/table")
        page.get_by_role("button", name="I know the rules").click()

        term, entry = page.locator(".table-goal .table-term").first, page.locator(".table-entry")
        term.hover()
        expect(entry).to_contain_text("leaves the enemy area")
        page.mouse.move(0, 0)
        expect(entry).to_have_count(0)
        term.focus()
        expect(entry).to_be_visible()
        page.keyboard.press("Escape")
        expect(entry).to_have_count(0)
        term.blur()
        term.tap()
        expect(entry).to_be_visible()
        page.keyboard.press("Escape")

        page.get_by_role("button", name="Keep the hand").click()
        page.evaluate("cardgen.blitz.game.pace = 0")
        page.get_by_role("button", name="Do not draw").click()
        hint = page.locator(".table-prompt > .table-hint")

        def follow_hint() -> str:
            until(page, "cardgen.blitz.game.facts.step === 'deploy' && cardgen.blitz.game.facts.to_move === 0")
            page.keyboard.press("h")
            expect(hint).to_contain_text("The strongest bot would do this:")
            expect(hint.locator("span > span")).to_contain_text("From there it reaches")
            card = page.locator(".bz-hand .play-hint")
            thing = str(card.get_attribute("data-thing"))
            card.click()
            page.locator(".bz-board .play-hint").click()
            expect(page.locator(f'.bz-board [data-thing="{thing}"]')).to_be_visible()
            return thing

        thing = follow_hint()
        assert thing in page.evaluate("moved")
        until(page, "moved.some((name) => name.includes('table-turn'))")  # a ring goes to the army whose turn it is

        until(page, "cardgen.blitz.game.facts.step === 'deploy' && cardgen.blitz.game.facts.to_move === 0")
        page.locator(".bz-hand .play-can").first.drag_to(page.locator(".table-goal").first)
        until(page, "moved.some((name) => name.includes('table-glance'))")  # it goes back to the hand

        page.evaluate(
            """() => {
            use('play/motion.js').play(document.querySelector(".table-goal"), [{ opacity: 0 }, { opacity: 1 }], 1e6);
            const [animation] = document.querySelector(".table-goal").getAnimations();
            const draw = () => {
              for (const end = performance.now() + 40; performance.now() < end;);
              if (animation.playState !== "finished") requestAnimationFrame(draw);
            };
            draw();
            }"""
        )
        until(page, "document.querySelector('.table-goal').getAnimations().length === 0")  # frames are slow

        open_drawer(page, "people")
        page.get_by_label("Motion").select_option("Off")
        page.keyboard.press("Escape")
        page.evaluate(
            "moved.length = 0; cardgen.blitz.game.pace = 1e6"
        )  # what has changed is outlined until the next turn
        thing = follow_hint()
        expect(page.locator(f'.has-moved[data-thing="{thing}"]')).to_be_visible()
        assert page.evaluate("moved") == []
