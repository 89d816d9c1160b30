"""The end of a game: what each card did, the moments, and the bar of the replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.review.serving import Served
from tests.review.tables import begin_anew, until
from tests.review.test_accessibility import AXE, broken_rules
from tests.review.test_games_by_hand import PLAY
from tests.review.waiting import soon

pytestmark = pytest.mark.browser

RACE = "cardgen.threadRace.game"


def test_a_game_that_is_over_can_be_looked_at_commented_on_and_played_on(
    shared_page: Any, table_of: Callable[[str], Served]
) -> None:
    page = begin_anew(shared_page, f"{table_of('thread-race').address}#/table", "threadRace", ["", ""])
    page.evaluate(PLAY, ["threadRace", "racer", 1, {"rules": "brief"}])
    end = page.locator(".table-end")
    expect(end.locator("h2")).to_contain_text("wins")

    # What the cards did: each turn that plays a card is counted once.
    figures = end.locator(".table-cards")
    expect(figures.locator("thead th")).to_have_text(["Card", "Player 1", "Player 2"])
    expect(figures.locator("tbody tr").first.locator("img")).to_have_count(1)
    rows = figures.locator("tbody tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText))"
    )
    totals = [int(one) + int(other) for _, one, other in rows]
    assert totals == sorted(totals, reverse=True)
    assert sum(totals) > 20
    figures.get_by_role("button").first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("h2")).to_contain_text(rows[0][0])
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    # A moment leads into the replay, whose bar leads on, takes a comment, and goes back to the end.
    bar = page.locator(".table-replay")
    expect(bar).to_be_hidden()
    end.locator('[data-hold="play-end-moment-0"]').click()
    expect(bar).to_be_visible()
    expect(end).to_be_hidden()
    page.evaluate(AXE)
    assert broken_rules(page, ".table-prompt") == []
    at = page.evaluate(f"{RACE}.at")
    expect(bar.locator('[data-hold="play-bar-moment-0"]')).to_have_attribute("aria-current", "true")
    # A comment that is begun before the next position is drawn stays open.
    page.evaluate(
        "for (const hold of ['forward', 'comment']) document.querySelector(`[data-hold=play-bar-${hold}]`).click()"
    )
    until(page, f"{RACE}.at === {at + 1}")
    expect(bar.locator("textarea")).to_be_focused()
    bar.locator("textarea").press_sequentially("Too strong")
    bar.locator('[data-hold="play-bar-back"]').click()  # which leaves the field, and so writes the comment
    until(page, f"{RACE}.comments.get({at + 1}) === 'Too strong' && {RACE}.at === {at}")
    bar.locator("[type=range]").fill(str(at + 1))
    expect(bar.locator("textarea")).to_have_value("Too strong")

    # A comment on a turn that is about a card is also one on this card in review, unless its box is cleared.
    turn = page.evaluate(f"{RACE}.turns.findIndex((_, index) => {RACE}.definition.stage.cardOf(index))")
    card = page.evaluate(f"{RACE}.definition.stage.cardOf({turn}).key")
    also = bar.locator('[data-hold="play-bar-also"]')
    for text in ("Just a note", "Too slow"):
        page.evaluate(f"{RACE}.travel({turn + 1})")
        expect(bar.locator(".table-replay-at")).to_contain_text(f"{turn + 1} / ")
        if bar.locator("textarea").is_hidden():
            bar.locator('[data-hold="play-bar-comment"]').click()
        bar.locator("textarea").fill(text)
        also.set_checked(text == "Too slow")
        bar.locator('[data-hold="play-bar-back"]').click()
        expect(bar.locator(".table-replay-at")).to_contain_text(f"{turn} / ")

    def comments() -> list[tuple[str, str]]:
        events = table_of("thread-race").data("review")["events"]
        return [
            (f"{event['deck']}/{event['card']}", event["text"]) for event in events if event["text"] != "Too strong"
        ]

    soon(comments, [(card, "Too slow")])
    expect(page.locator("#toast")).to_contain_text("It is in the comments on")
    page.evaluate(f"{RACE}.travel({at + 1})")
    expect(bar.locator(".table-replay-at")).to_contain_text(f"{at + 1} / ")

    # Playing on cuts off the rest, which can be restored.
    last = page.evaluate(f"{RACE}.turns.length")
    page.evaluate(f"{RACE}.seats = new Map([[0, ''], [1, '']])")
    bar.locator('[data-hold="play-bar-on"]').click()
    expect(bar).to_be_hidden()
    expect(page.locator("#toast")).to_contain_text(f"without {last - at - 1} later turns")
    assert page.evaluate(f"{RACE}.turns.length") == at + 1
    page.get_by_role("button", name="Restore them").click()
    expect(end).to_be_visible()
    assert page.evaluate(f"{RACE}.turns.length") == last
