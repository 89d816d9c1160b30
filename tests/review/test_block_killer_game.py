"""A whole game of Block-Killer in the page: hot seat, bots, plays on the field, hidden hands, logs, shared tables."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from cardgen.engines.turn_logs import read_log
from cardgen.games.block_killer.turn_game import GAME
from tests.games.block_killer.playing import CONTENT
from tests.review.conftest import page_of
from tests.review.serving import Served
from tests.review.tables import WATCH, ghost, open_drawer, seat_players, status, until

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("own_page")]


def opened(page: Any, served: Served, *seats: str, state: str = "") -> Any:
    """Open a game of three with these policies, "" for a person."""
    seat_players(page, "block-killer", seats)
    page.goto(f"{served.address}#/game{state}")
    expect(page.locator(".bk-seat")).to_have_count(3)
    page.evaluate("cardgen.blockKiller.game.pace = 0")
    return page


def reveal(page: Any) -> None:
    page.locator('[data-hold="play-reveal"]').click()


def test_a_play_is_laid_on_the_field_and_attacks(page: Any, shipped: Served) -> None:
    opened(page, shipped, "", "", "")
    expect(status(page)).to_have_text(re.compile(r"^Player \d: Draw\.$"))
    mover = page.evaluate("cardgen.blockKiller.game.facts.to_move")
    reveal(page)
    page.locator('[data-hold="game-draw-each"]').click()
    expect(status(page)).to_contain_text("Lay garbage, place blocks and attack, or pass.")
    hand = page.evaluate("cardgen.blockKiller.game.facts.players[cardgen.blockKiller.game.facts.to_move]")
    expect(page.locator(".bk-choice")).to_have_count(len(set(hand["blocks"])))
    other = (mover + 1) % 3
    attack = page.locator(f'[data-hold="game-attack-{other}"]')
    expect(attack).to_be_disabled()
    expect(attack).to_have_text(f"Attack Player {other + 1} with the play on the field")
    page.locator(".bk-garbage-card").first.click()
    expect(page.locator(".bk-row")).to_have_count(1)
    page.evaluate("cardgen.changed('catalog', { keys: [], removed: [], order: false })")  # a file is saved meanwhile
    page.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    expect(page.locator(".bk-row")).to_have_count(1)
    page.keyboard.press(hand["blocks"][0].lower())  # the keys of the table
    expect(page.locator(".bk-ghost").first).to_be_visible()
    before = ghost(page)
    page.keyboard.press("ArrowLeft")
    assert ghost(page) != before
    page.keyboard.press("Enter")
    expect(attack).to_have_text(re.compile(rf"^Attack Player {other + 1} with \d+$"))
    page.keyboard.press("Control+z")  # takes back the block, not the draw
    expect(attack).to_be_disabled()
    page.keyboard.press("Control+y")
    expect(attack).to_be_enabled()
    attack.click()
    expect(page.locator(".play-turn-list li")).to_have_count(3)
    turn = page.evaluate("cardgen.blockKiller.game.turns[1]")
    assert turn.startswith(f"play {other}: ")
    expect(page.locator(".bk-note a")).to_have_text(turn.split(": ")[1])
    # The next player's hand is hidden until that player asks for it.
    expect(page.locator(".bk-choice")).to_have_count(0)
    expect(page.locator(".bk-garbage-card")).to_have_count(0)
    reveal(page)
    expect(status(page)).to_have_text(re.compile(r"^Player \d: Draw\.$"))

    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(f"() => {{ {WATCH} }}")
    page.evaluate("cardgen.blockKiller.game.begin({ seed: 10 })")
    for turn in ("draw each", "play 1: 1-3 2-3 | ZR@2,0"):
        page.evaluate("turn => cardgen.blockKiller.game.take(turn)", turn)
    until(page, "moved.filter((name) => name === 'is-leaving').length === 2")  # the rows that it clears


@pytest.mark.full
def test_the_table_keeps_its_own_field_beside_a_game(page: Any, shipped: Served) -> None:
    page.goto(f"{shipped.address}#/table?play=1-1 3-0 2-1 | T2@0,0")
    expect(page.locator(".bk-total").first.locator("strong")).to_have_text("4")
    page.keyboard.press("[")  # the panel with the views
    page.get_by_role("link", name="Game", exact=True).click()
    expect(page.locator(".bk-seat")).to_have_count(3)
    expect(page.locator(".bk-row")).to_have_count(0)
    page.get_by_role("link", name="Table", exact=True).click()
    expect(page.locator(".bk-total").first.locator("strong")).to_have_text("4")
    expect(page.locator(".bk-row")).to_have_count(3)


@pytest.mark.full
def test_a_game_of_bots_is_verified_and_goes_on_later(page: Any, shipped: Served) -> None:
    opened(page, shipped, "random", "random", "random")
    page.evaluate("cardgen.blockKiller.game.pace = 40")  # so that few turns are played until they are looked at
    until(page, "cardgen.blockKiller.game.turns.length > 8")
    open_drawer(page, "happened")
    page.locator(".play-turn-list button").nth(3).click()  # the bots stop
    expect(page.locator(".play-replay-at")).to_have_text(re.compile("^3 of"))
    page.locator('[data-hold="play-replay-last"]').click()
    turns = page.evaluate("cardgen.blockKiller.game.turns")
    expect(page.locator(".play-replay-at")).to_have_text(f"{len(turns)} of {len(turns)}")
    log = page.locator("#play-log").input_value()
    played = read_log(GAME, log, CONTENT)
    assert (played.start.players, played.start.seed, len(played.turns)) == (3, 1, len(turns))
    page.locator(".play-turn-list button").nth(3).click()
    expect(page.locator(".play-replay-at")).to_have_text(f"3 of {len(turns)}")
    page.goto("about:blank")
    page.goto(f"{shipped.address}#/game")
    expect(page.locator(".play-replay-at")).to_have_text(f"3 of {len(turns)}")
    open_drawer(page, "happened")
    page.locator("#play-log").fill(log.replace("draw each", "draw blocks", 1))
    page.locator('[data-hold="play-open"]').click()
    expect(status(page)).to_contain_text("Line 2: drawing only block cards requires 10 garbage cards in hand.")
    until(page, f"cardgen.blockKiller.game.turns.length === {len(turns)}")


def join(page: Any, served: Served, table: str, seat: int, name: str) -> None:
    page.goto(f"{served.address}#/game?at={table}")
    expect(page.locator(".play-shared")).to_contain_text(f"Table {table}")
    open_drawer(page, "people")
    page.locator('[data-hold="play-shared-name"]').fill(name)
    page.locator(f'[data-hold="play-shared-sit-{seat}"]').click()
    expect(page.locator(".play-shared")).to_contain_text(f"{name} (you)")


def hands(page: Any) -> Any:
    """Return for each player whether the page has the cards of the hand."""
    return page.evaluate(
        "cardgen.blockKiller.game.facts.players.map(({ blocks, garbage }) => [...blocks, ...garbage].every(Boolean))"
    )


@pytest.mark.full
def test_two_windows_sit_at_one_table_and_each_sees_its_own_hand(browser: Any, shipped: Served) -> None:
    with page_of(browser) as ann, page_of(browser) as bob:
        answers: list[str] = []
        bob.on("response", lambda answer: answers.append(answer.text()) if "/api/tables" in answer.url else None)
        opened(ann, shipped, "", "", "")
        open_drawer(ann, "people")
        ann.locator('[data-hold="play-shared-name"]').fill("Ann")
        ann.locator('[data-hold="play-shared-open"]').click()
        until(ann, "Boolean(cardgen.route.state.at)")
        table = ann.evaluate("cardgen.route.state.at")
        join(bob, shipped, table, 1, "Bob")
        expect(ann.locator(".play-shared")).to_contain_text("Player 2: Bob")
        ann.locator('[data-hold="play-shared-bot-2"]').select_option("Computer: easy")
        expect(bob.locator(".play-shared")).to_contain_text("Player 3: Computer: easy")
        assert hands(ann) == [True, False, False]
        assert hands(bob) == [False, True, False]
        # Whoever is to move draws, and the other window hears of it.
        until(ann, "cardgen.blockKiller.game.facts.to_move !== 2")
        until(bob, "cardgen.blockKiller.game.facts.to_move !== 2")
        turns = ann.evaluate("cardgen.blockKiller.game.turns.length")
        mover = ann.evaluate("cardgen.blockKiller.game.facts.to_move")
        active, other = (ann, bob) if mover == 0 else (bob, ann)
        expect(other.locator(".bk-turn")).to_contain_text(f"is played by {'Ann' if mover == 0 else 'Bob'}.")
        if active.evaluate("cardgen.blockKiller.game.facts.phase") == "draw":
            active.locator('[data-hold="game-draw-each"]').click()
        else:
            active.locator('[data-hold="game-pass"]').click()
        until(other, f"cardgen.blockKiller.game.turns.length > {turns}")
        # Nothing that the other window got has a hidden card, the seed or the decks.
        own = bob.evaluate("JSON.stringify(cardgen.blockKiller.game.facts.players[0])")
        assert '""' in own
        assert answers
        assert not any('"seed"' in answer or '"rules": {' in answer for answer in answers)
        # A window that is loaded again is at its seat.
        bob.reload()
        expect(bob.locator(".play-shared")).to_contain_text("Bob (you)")
        open_drawer(bob, "people")
        bob.locator('[data-hold="play-shared-leave"]').click()
        expect(ann.locator('[data-hold="play-shared-sit-1"]')).to_be_visible()
