"""The table of Thread Race: turns picked, effects resolved step by step, hidden cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.review.serving import Served
from tests.review.tables import begin_anew, open_drawer, status, until

pytestmark = pytest.mark.browser


@pytest.fixture
def race(table_of: Callable[[str], Served]) -> Served:
    return table_of("thread-race")


@pytest.fixture
def table(shared_page: Any, race: Served) -> Any:
    """The page with a new game against a bot that does not pause."""
    return begin_anew(shared_page, f"{race.address}#/table", "threadRace")


def choose(page: Any, text: str) -> None:
    page.locator(".play-choice-list button", has_text=text).first.click()


def start(page: Any) -> None:
    for slot in (1, 2, 3):
        choose(page, f"Slot {slot} face up")
    expect(page.locator(".play-turn-list li").nth(2)).to_be_attached()


def play_on(page: Any, turns: int, stage: str = "play") -> None:
    """Let bots make so many turns at least, up to a decision of the first player in this stage."""
    page.evaluate(
        """([count, stage]) => { const { game } = cardgen.threadRace; game.seats.set(0, "racer"); game.goOn();
        globalThis.stopped = false;
        const timer = setInterval(() => {
          const { to_move: player, stage: now, question } = game.facts;
          if (game.at < count || player !== 0 || now !== stage || question.card) return;
          clearInterval(timer);
          game.paused = true; game.seats.set(0, ""); game.reveal(); globalThis.stopped = true;
        }, 1); }""",
        [turns, stage],
    )
    until(page, "globalThis.stopped")


def test_the_first_cards_are_laid_and_a_card_is_played(table: Any) -> None:
    expect(status(table)).to_have_text("Lay the first three cards face up or face down. Turn 1.")
    start(table)
    play_on(table, 6, "play")
    expect(status(table)).to_contain_text("Choose one of the next cards")
    foreign, third = (table.locator(f'[data-hold="pick-slot:{slot}"]') for slot in ("1:0", "0:2"))
    name = table.locator(".tr-card").nth(1).get_attribute("aria-label")
    table.locator(".tr-card").nth(0).click()
    table.locator(".tr-card").nth(1).click()  # another card instead
    expect(table.locator(".play-picked")).to_contain_text(str(name))
    foreign.click(force=True)
    expect(status(table)).to_have_text("✕ Your cards go into your own slots.")
    table.locator(".tr-card").nth(1).drag_to(foreign)
    expect(table.locator(".table-ghost")).to_be_hidden()
    assert table.evaluate("cardgen.threadRace.game.picks") == ["card:1"]  # the other place is refused
    table.locator(".tr-card").nth(1).drag_to(third)
    expect(table.locator(".play-turn-list")).to_contain_text(f"You play {name} into slot 3")


def test_a_slot_is_chosen_before_its_card(table: Any) -> None:
    start(table)
    play_on(table, 6, "play")
    table.locator('[data-hold="pick-slot:0:0"]').focus()
    table.keyboard.press("Enter")
    expect(table.locator(".tr-card.play-can")).to_have_count(3)
    name = table.locator(".tr-card").first.get_attribute("aria-label")
    table.locator(".tr-card").first.focus()
    table.keyboard.press("Enter")
    expect(table.locator(".play-turn-list")).to_contain_text(f"You play {name} into slot 1")


@pytest.mark.full
def test_picks_and_turns_are_not_lost_when_a_file_is_saved(table: Any) -> None:
    save = "cardgen.changed('catalog', { keys: [], removed: [], order: false })"
    choose(table, "Slot 1 face up")
    table.evaluate(save)
    choose(table, "Slot 2 face up")
    choose(table, "Slot 3 face up")
    table.evaluate(save)
    expect(table.locator(".play-turn-list li").nth(2)).to_be_attached()


@pytest.mark.full
def test_what_happened_is_shown_step_by_step(table: Any) -> None:
    start(table)
    play_on(table, 12)
    open_drawer(table, "more")
    steps = table.locator(".tr-step-list button")
    expect(steps.first).to_be_visible()
    table.locator('[data-hold="step-first"]').click()
    expect(steps.first).to_have_attribute("aria-current", "step")
    acts = table.locator(".tr-step-list button", has_text=re.compile("acts|clash|several players"))
    acts.first.click()
    if "slot" in acts.first.inner_text():
        expect(table.locator(".tr-lit")).to_have_count(1)
    table.locator('[data-hold="step-back"]').focus()
    table.keyboard.press("Enter")
    expect(table.locator("#play-live")).to_have_text(re.compile(r"\w+"))
    expect(table.locator(".tr-stage")).to_have_count(5)


def test_a_face_down_card_is_shown_to_its_owner_only(table: Any) -> None:
    table.evaluate("cardgen.threadRace.game.seats.set(1, '')")
    table.evaluate("cardgen.threadRace.game.begin()")
    table.get_by_role("button", name="I am Player 1: show my hand").click()
    choose(table, "Slot 1 face down")
    choose(table, "Slot 2 face up")
    choose(table, "Slot 3 face up")
    table.get_by_role("button", name="I am Player 2: show my hand").click()
    for slot in (1, 2, 3):
        choose(table, f"Slot {slot} face up")
    label = table.locator('[data-hold="pick-slot:0:0"]')
    until(table, "cardgen.threadRace.game.viewer !== 0 || cardgen.threadRace.game.facts.to_move !== 0")
    if table.evaluate("cardgen.threadRace.game.viewer") != 0:
        expect(label).to_have_attribute("aria-label", "Player 1, slot 1: a card, lying face down")


@pytest.mark.full
def test_a_table_does_by_hand_what_is_no_data(table: Any) -> None:
    start(table)
    play_on(table, 6)
    open_drawer(table, "more")
    form = table.locator(".play-by-hand")
    form.locator("[data-hold=by-hand-to]").select_option("Player 2, rebirth zone")
    form.get_by_role("button", name="Do it").click()
    expect(table.locator(".play-turn-list")).to_contain_text(re.compile(r"You adjust by hand: move \S+ rebirth2"))
    form.locator("[data-hold=by-hand-verb]").select_option("Set a value")
    form.get_by_role("textbox").fill("4")
    form.get_by_role("button", name="Do it").click()
    expect(table.locator(".play-turn-list")).to_contain_text(re.compile(r"You adjust by hand: set \S+ speed 4"))
