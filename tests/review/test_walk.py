"""A person who knows no rules: the lesson, then each hint, until the game is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.review.conftest import page_of
from tests.review.serving import Served
from tests.review.tables import ghost, until

#: The view of each game, its name in the page, and what the page says at the end.
GAMES = {
    "blitz": ("table", "blitz", "Allies win"),
    "blokus": ("table", "blokus", "Winner: Red"),
    "heroes": ("table", "heroes", "You win"),
    "thread-race": ("table", "threadRace", "ou win"),
    "block-killer": ("game", "blockKiller", "ou win"),
}

#: The button of a turn that the hint lays on the board, where the turn is not a row of picks.
BUTTONS = {"blokus": "place", "block-killer": "game-{}"}

#: A hint is followed for so many turns at most.
MOST = 150


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_whoever_follows_the_light_and_the_hints_wins(
    name: str, browser: Any, table_of: Callable[[str], Served]
) -> None:
    view, script, end = GAMES[name]
    game = f"cardgen.{script}.game"
    is_over = f"{game}.definition.isOver({game}.facts)"
    with page_of(browser) as page:
        page.goto(f"{table_of(name).address}#/{view}")
        page.locator('[data-hold="play-lesson-begin"]').click()
        page.evaluate(f"{game}.pace = 0")
        follow_lesson(page, name)
        for _ in range(MOST):
            until(page, f"{is_over} || !{game}.isBot({game}.facts.to_move)")
            if page.evaluate(is_over):
                break
            follow_hint(page, name, game)
        expect(page.locator(".table-end h2")).to_contain_text(end)


def follow_lesson(page: Any, name: str) -> None:
    """Go through the steps: the button if there is one, else clicks into the light."""
    coach = page.locator(".table-coach")
    count = page.evaluate("use('play/learning.js').learning.lesson.steps.length")
    for step in range(1, count + 1):
        expect(coach).to_contain_text(f"{step} of {count}")
        go_on = coach.locator('[data-hold="play-lesson-next"], [data-hold="play-lesson-end"]')
        if go_on.count():
            go_on.click()
        elif name == "block-killer" and step == count - 1:
            lay_block_killer_play(page)
        else:
            follow_light(page, name, f"{step} of {count}")
    expect(coach).to_be_hidden()


def lay_block_killer_play(page: Any) -> None:
    """Lay the play that the step describes in words, and attack with it."""
    for code in ("1-3", "2-3"):
        page.get_by_role("button", name=f"Lay {code},").click()
    page.locator('[data-hold="block-Z"]').click()
    expect(page.locator(".bk-ghost").first).to_be_visible()
    page.keyboard.press("e")
    while min(ghost(page)) > (3, 0):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    attack = page.locator('[data-hold="game-attack-1"]')
    expect(attack).to_have_text("Attack Player 2 with 1")
    attack.click()


def follow_light(page: Any, name: str, step: str) -> None:
    """Click what is lit, or the button that makes a turn, until another step is shown."""
    coach, light = page.locator(".table-coach"), page.locator(".table-light")
    button = page.locator(f'[data-hold="{"place" if name == "blokus" else "play-confirm"}"]')
    for _ in range(8):
        if button.count() and button.get_attribute("aria-disabled") != "true":
            button.click()
        elif box := light.bounding_box():
            page.mouse.click(box["x"] + box["width"] / 5, box["y"] + box["height"] / 2)  # the next card covers the rest
        try:
            expect(coach).not_to_contain_text(step, timeout=1500)
        except AssertionError:
            continue
        return
    raise AssertionError(f"the light leads nowhere: {coach.inner_text()}")


def follow_hint(page: Any, name: str, game: str) -> None:
    """Ask for a hint, and make the turn that it lights."""
    at = page.evaluate(f"{game}.at")
    page.keyboard.press("h")
    until(page, f"{game}.hint.length > 0")
    hint = page.evaluate(f"{game}.hint")
    if name in BUTTONS:
        page.locator(f'[data-hold="{BUTTONS[name].format(hint[0])}"]').click()
    else:
        for pick in hint:
            if page.evaluate(f"{game}.at") == at:
                target = page.locator(f'[data-hold="pick-{pick}"], [data-hold="play-choice-{pick}"]').first
                expect(target).not_to_have_attribute("aria-disabled", "true")
                target.press("Enter")  # the next card of a hand may cover its middle
        if page.evaluate(f"{game}.at === {at} && {game}.choice.complete >= 0"):
            page.locator('[data-hold="play-confirm"]').click()
    until(page, f"{game}.at !== {at}")
