"""What is being typed while events arrive: the text arrives whole, and no letter of it becomes a command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games_on_disk import GameOnDisk, table_game_in
from tests.review.serving import Served, serving_here
from tests.review.tables import POCKET
from tests.review.test_live_page import open_page

pytestmark = pytest.mark.browser

CARDS, TEMPLATE = "card_data/tiny/cards.yaml", "templates/tiny.yaml"
#: Typed after each event: letters that would approve, reject, comment, turn the card and change the language.
LETTERS = " a r c n l"


@pytest.fixture
def bob(game: GameOnDisk) -> Iterator[Served]:
    """Another reviewer's server of the same game."""
    with serving_here(game, by="Bob") as other:
        yield other


def events_of(game: GameOnDisk) -> list[dict[str, Any]]:
    log = f"card_data/{game.name}/review.jsonl"
    return [json.loads(line) for line in game.read(log).splitlines()] if game.path(log).exists() else []


def decisions(page: Any, game: GameOnDisk, bob: Served, key: str) -> Iterator[None]:
    """What others decide on a card while somebody types. Each event has reached the page when it is yielded."""
    for kind, more in (("comment", {"text": "so?"}), ("approve", {}), ("reject", {"text": "no"})):
        assert bob.decide(bob.proposal(key, kind, **more)).status_code == 200
        count = len(events_of(game))
        page.wait_for_function(f"() => cardgen.state.review.events.length === {count}")
        yield


def saves(page: Any, game: GameOnDisk) -> Iterator[None]:
    """Changes of the files while somebody types. Each has reached the page when it is yielded."""
    for file, old, new in ((CARDS, "copies: 3", "copies: 5"), (TEMPLATE, '"#ffffff"', '"#eeeeee"')):
        version = page.evaluate("cardgen.state.catalog.version")
        game.change(file, old, new)
        page.wait_for_function(f"() => cardgen.state.catalog.version !== '{version}' && cardgen.state.catalog.checked")
        yield


def type_through(page: Any, happenings: Iterator[None]) -> str:
    """Types while things happen, and returns what has been typed."""
    page.keyboard.type("So")
    typed = "So"
    for _ in happenings:
        page.keyboard.type(LETTERS)
        typed += LETTERS
    return typed


def test_letters_typed_after_a_script_took_the_field_away_are_no_commands(
    page: Any, served: Served, game: GameOnDisk
) -> None:
    open_page(page, served, "#/card/main/one")
    page.wait_for_selector("main img")
    page.keyboard.press("r")
    page.keyboard.type("no")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.type(" a")
    assert page.evaluate("[document.documentElement.lang, cardgen.route.state.side ?? '']") == ["en", ""]
    assert events_of(game) == []
    page.locator(".stage").click()  # from here on it is the writer's own doing
    page.keyboard.press("a")
    expect(page.locator(".decision .standing .status")).to_contain_text("approved")


def begin_reason(page: Any, keys: str) -> None:
    page.wait_for_selector("main img")
    page.keyboard.type(keys)
    expect(page.get_by_role("textbox", name="Why is it rejected?")).to_be_focused()


@pytest.mark.full
def test_a_reason_and_a_search_are_typed_whole_whatever_others_do_meanwhile(
    page: Any, served: Served, bob: Served, game: GameOnDisk
) -> None:
    open_page(page, served, "#/card/main/two")
    begin_reason(page, "r")
    typed = type_through(page, chain(decisions(page, game, bob, "main/two"), saves(page, game)))
    assert page.evaluate("document.activeElement.value") == typed
    page.evaluate("localStorage.clear()")  # without the draft
    for view, route, keys in (("compare", "#/compare/main/one", "r"), ("grid", "#/grid", "jr")):
        page.goto("about:blank")
        open_page(page, served, route)
        begin_reason(page, keys)
        assert page.evaluate("document.activeElement.value") == ""
        typed = type_through(page, decisions(page, game, bob, "main/one"))
        assert page.evaluate("document.activeElement.value") == typed
        assert page.evaluate("[document.documentElement.lang, cardgen.route.view]") == ["en", view]
        page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    open_page(page, served, "#/grid")
    page.locator("#search").focus()
    typed = type_through(page, decisions(page, game, bob, "main/two"))
    assert page.locator("#search").input_value() == typed
    assert [event["by"] for event in events_of(game)] == ["Bob"] * 12


@pytest.mark.full
def test_a_play_is_typed_whole_at_the_table_whatever_others_do_meanwhile(page: Any, tmp_path: Path) -> None:
    game = table_game_in(tmp_path / "shipped", "block-killer")
    with serving_here(game) as served, serving_here(game, by="Bob") as bob:
        open_page(page, served, "#/table")
        field = page.get_by_label("Play as text")
        field.focus()
        page.keyboard.type(POCKET)
        assert bob.decide(bob.proposal("garbage/1-1")).status_code == 200
        page.wait_for_function("() => cardgen.state.review.events.length === 1")
        page.keyboard.type(" T2@")
        saved = (
            ("card_data/block-killer/garbage.yaml", 'id: "1-0", copies: 10', 'id: "1-0", copies: 9'),
            ("templates/block-killer/garbage.yaml", "face:", "# saved\nface:"),
        )
        for (file, old, new), text in zip(saved, ("0,", "0"), strict=True):
            version = page.evaluate("cardgen.state.catalog.version")
            game.change(file, old, new)
            page.wait_for_function(f"() => cardgen.state.catalog.version !== '{version}'")
            page.wait_for_timeout(100)  # the table reads its cards again
            page.keyboard.type(text)
        expect(field).to_be_focused()
        assert field.input_value() == f"{POCKET} T2@0,0"
        page.keyboard.press("Enter")
        expect(page.locator(".bk-total").first.locator("strong")).to_have_text("4")
