"""Decisions follow a card whose id has changed, if its pictures and data have not."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.review.server.changes import review_change
from cardgen.review.server.compare import compare_card
from cardgen.review.server.older_keys import events_of, with_current_keys
from cardgen.review.server.page_data import review_data
from cardgen.review.server.payloads import ReviewData
from tests.games_on_disk import tiny_game_in
from tests.review.reviewer import Reviewer

CARDS = "card_data/tiny/cards.yaml"
ONE, NEW = "main/one", "main/new"


@pytest.fixture
def reviewer(tmp_path: Path) -> Reviewer:
    """A reviewer who has commented on card one, and approved it. The faces do not show the ids."""
    game = tiny_game_in(tmp_path)
    game.change("templates/tiny.yaml", '{en: "Card {id}", zh: "牌 {id}"}', '{en: "Card {name}", zh: "牌 {name}"}')
    reviewer = Reviewer(game)
    reviewer.do(ONE, "comment", text="larger?")
    reviewer.do(ONE)
    return reviewer


def rename(reviewer: Reviewer, old: str, *new: str) -> None:
    lines = "".join(f"  - {{id: {name}, name: First}}\n" for name in new)
    reviewer.disk.change(CARDS, f"  - {{id: {old}, name: First}}\n", lines)
    reviewer.rebuild()


def review_of(reviewer: Reviewer) -> ReviewData:
    return review_data(with_current_keys(reviewer.store.read(), reviewer.catalog, reviewer.store), reviewer.catalog)


def statuses(reviewer: Reviewer) -> dict[str, str]:
    return {key: status["status"] for key, status in review_of(reviewer)["statuses"].items()}


def test_a_renamed_card_keeps_its_decisions_comments_and_baseline(reviewer: Reviewer) -> None:
    before = review_of(reviewer)
    log = reviewer.store.log.read_bytes()
    rename(reviewer, "one", "new")
    after = review_of(reviewer)
    assert statuses(reviewer) == {NEW: "approved", "main/two": "undecided"}
    assert after["statuses"][NEW]["comments"] == 1
    assert [(event.get("card"), event.get("was")) for event in after["events"]] == [("new", "one")] * 2
    change = review_change(before, after)
    assert change is not None
    assert change.get("renamed")
    compared = compare_card(reviewer.catalog, reviewer.store, NEW)["compare"]
    assert compared is not None
    assert (compared["picture"], compared["data"]) == (False, False)
    assert reviewer.store.log.read_bytes() == log


def test_it_is_decided_on_under_its_new_id_and_renamed_again(reviewer: Reviewer) -> None:
    (_, approval) = reviewer.store.read()
    rename(reviewer, "one", "new")
    seen = events_of(NEW, reviewer.catalog, reviewer.store)[-1].id
    undo = reviewer.propose(NEW, "undo", undoes=approval.id, seen=seen)
    assert not reviewer.decide(undo).conflicts
    assert statuses(reviewer)[NEW] == "undecided"
    rename(reviewer, "new", "newer")
    assert statuses(reviewer)["main/newer"] == "undecided"
    assert len(events_of("main/newer", reviewer.catalog, reviewer.store)) == 3
    rename(reviewer, "newer", "newest")
    assert review_of(reviewer)["statuses"]["main/newest"]["comments"] == 1


def test_nothing_follows_if_several_cards_fit(reviewer: Reviewer) -> None:
    rename(reviewer, "one", "new", "newer")
    assert set(statuses(reviewer).values()) == {"undecided"}


def test_nothing_follows_from_several_cards(reviewer: Reviewer) -> None:
    rename(reviewer, "one", "one", "twin")
    reviewer.do("main/twin", "reject", text="too much")
    reviewer.do(ONE)  # so both were cards at the same time
    reviewer.disk.change(CARDS, "  - {id: twin, name: First}\n", "")
    rename(reviewer, "one", "new")
    assert statuses(reviewer)[NEW] == "undecided"


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (CARDS, "name: First", "name: Other"),
        (CARDS, "First}", "First, copies: 2}"),
        ("templates/tiny.yaml", "#223344", "#445566"),
    ],
)
def test_nothing_follows_that_differs(reviewer: Reviewer, file: str, old: str, new: str) -> None:
    rename(reviewer, "one", "new")
    reviewer.disk.change(file, old, new)
    reviewer.rebuild()
    assert statuses(reviewer)[NEW] == "undecided"


def test_nothing_follows_to_a_card_that_was_decided_on_before(reviewer: Reviewer) -> None:
    rename(reviewer, "one", "one", "twin")
    reviewer.do("main/twin", "reject", text="too much")
    reviewer.do(ONE, "reopen")
    reviewer.disk.change(CARDS, "  - {id: one, name: First}\n", "")
    reviewer.rebuild()
    assert statuses(reviewer)["main/twin"] == "rejected"
