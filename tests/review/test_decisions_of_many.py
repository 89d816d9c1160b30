"""A decision about many cards: one event and one line, undone as one, merged without conflicts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.review.server.decisions import DecisionError, DecisionOutcome
from cardgen.review.server.imports import import_events
from cardgen.review.server.page_data import review_data
from cardgen.review.server.store import Store
from tests.games_on_disk import tiny_game_in
from tests.review.reviewer import NOON, Reviewer

ONE, TWO, THREE = "main/one", "main/two", "main/three"
CARDS = "card_data/tiny/cards.yaml"
ID = "0123456789abcdef"


@pytest.fixture
def reviewer(tmp_path: Path) -> Reviewer:
    disk = tiny_game_in(tmp_path)
    disk.write(CARDS, disk.read(CARDS) + "  - {id: three, name: Third}\n")
    return Reviewer(disk)


def decide_together(
    reviewer: Reviewer, *keys: str, kind: str = "approve", event_id: str = ID, **more: Any
) -> DecisionOutcome:
    proposals = [reviewer.propose(key, kind, **more) for key in keys]
    return reviewer.store.decide(proposals, reviewer.name, NOON, reviewer.catalog, event_id)


def statuses(reviewer: Reviewer) -> list[str]:
    data = review_data(reviewer.store.read(), reviewer.catalog)
    return [status["status"] for status in data["statuses"].values()]


def lines(reviewer: Reviewer) -> list[dict[str, Any]]:
    return [json.loads(line) for line in reviewer.store.log.read_text(encoding="utf-8").splitlines()]


def test_a_decision_about_many_cards_is_one_line(reviewer: Reviewer) -> None:
    outcome = decide_together(reviewer, ONE, TWO, THREE, kind="reject", text="The frame is too thin")
    assert [event.part for event in outcome.saved] == [(ID, ONE), (ID, TWO), (ID, THREE)]
    (line,) = lines(reviewer)
    assert list(line) == ["id", "at", "by", "tool", "kind", "cards", "text"]
    assert [f"{card['deck']}/{card['card']}" for card in line["cards"]] == [ONE, TWO, THREE]
    assert all(set(card) == {"deck", "card", "sides", "data", "inputs"} for card in line["cards"])
    assert statuses(reviewer) == ["rejected"] * 3
    assert Store(reviewer.store.folder).read() == outcome.saved


def test_a_decision_about_many_cards_is_undone_as_one(reviewer: Reviewer) -> None:
    decide_together(reviewer, ONE, TWO, THREE)
    decide_together(reviewer, ONE, TWO, THREE, kind="undo", event_id="f" * 16, undoes=ID)
    assert [line["kind"] for line in lines(reviewer)] == ["approve", "undo"]
    assert statuses(reviewer) == ["undecided"] * 3
    again = decide_together(reviewer, ONE, TWO, THREE, kind="undo", event_id="e" * 16, undoes=ID)
    assert [conflict.why for conflict in again.conflicts] == ["already-undone"] * 3


def test_one_part_can_be_undone_by_itself(reviewer: Reviewer) -> None:
    decide_together(reviewer, ONE, TWO)
    reviewer.do(TWO, "undo", undoes=ID)
    assert statuses(reviewer) == ["approved", "undecided", "undecided"]
    events = review_data(reviewer.store.read(), reviewer.catalog)["events"]
    assert [event.get("undone", False) for event in events] == [False, True, False]
    with pytest.raises(DecisionError, match="not main/three"):
        reviewer.do(THREE, "undo", undoes=ID)


def test_only_cards_with_a_newer_decision_are_left_out(reviewer: Reviewer) -> None:
    mine = [reviewer.propose(key) for key in (ONE, TWO, THREE)]
    theirs = Reviewer(reviewer.disk, "Ben").do(TWO, "reject", text="no")
    outcome = reviewer.store.decide(mine, "Ann", NOON, reviewer.catalog, ID)
    assert [event.key for event in outcome.saved] == [ONE, THREE]
    assert [(conflict.event.key, conflict.newer) for conflict in outcome.conflicts] == [(TWO, (theirs,))]
    assert statuses(reviewer) == ["approved", "rejected", "approved"]


def test_a_decision_can_come_in_several_requests(reviewer: Reviewer) -> None:
    """Hundreds of cards take seconds to draw: the page sends them in parts, and can stop between them."""
    decide_together(reviewer, ONE, TWO)
    outcome = decide_together(reviewer, TWO, THREE)  # card two is saved already
    assert [event.part for event in outcome.saved] == [(ID, THREE)]
    assert [line["id"] for line in lines(reviewer)] == [ID, ID]
    decide_together(reviewer, ONE, TWO, THREE, kind="undo", event_id="f" * 16, undoes=ID)
    assert statuses(reviewer) == ["undecided"] * 3


@pytest.mark.parametrize(
    ("keys", "kind", "event_id", "more", "problem"),
    [
        ([ONE, ONE], "approve", ID, {}, "differ only in their cards"),
        ([ONE, TWO], "comment", ID, {"text": "hm"}, "differ only in their cards"),
        ([ONE], "approve", "short", {}, "`id` must have 16 hexadecimal digits"),
        ([ONE], "approve", 7, {}, "`id` must have 16 hexadecimal digits"),
        ([THREE], "reject", "a" * 16, {"text": "no"}, "another event has the id"),
    ],
)
def test_an_invalid_decision_about_many_cards_is_refused(
    reviewer: Reviewer, keys: list[str], kind: str, event_id: Any, more: dict[str, Any], problem: str
) -> None:
    decide_together(reviewer, ONE, event_id="a" * 16)
    before = reviewer.store.log.read_bytes()
    with pytest.raises(DecisionError, match=problem):
        decide_together(reviewer, *keys, kind=kind, event_id=event_id, **more)
    assert reviewer.store.log.read_bytes() == before


def test_parts_of_one_decision_from_two_servers_are_merged(reviewer: Reviewer) -> None:
    """A file of decisions was imported on two branches; on one of them, a card was decided meanwhile."""
    before = reviewer.propose(TWO)
    decide_together(reviewer, ONE, TWO, THREE)
    (whole,) = lines(reviewer)
    part = {**whole, "cards": [{**card, "inputs": {"fonts": "0" * 16}} for card in whole["cards"][1:]]}
    reviewer.store.log.write_text(f"{json.dumps(part)}\n{json.dumps(whole)}\n", encoding="utf-8")
    events = reviewer.store.read()
    assert sorted(event.key for event in events) == sorted([ONE, TWO, THREE])
    assert statuses(reviewer) == ["approved"] * 3
    assert before["seen"] == ""


def test_a_line_that_has_the_id_of_another_decision_is_a_fault(reviewer: Reviewer) -> None:
    decide_together(reviewer, ONE, TWO)
    (line,) = lines(reviewer)
    other = {**line, "by": "Ben", "cards": [{**line["cards"][0], "card": "three"}]}
    reviewer.store.log.write_text(f"{json.dumps(line)}\n{json.dumps(other)}\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"review\.jsonl:2:1: a line above has another event with the id"):
        reviewer.store.read()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"cards": []}, "cards"),
        ({"kind": "comment", "text": "hm"}, "a comment is about one card"),
        ({"deck": "main"}, "deck"),
        ({"kind": "reject"}, "`reject` needs `text`"),
        ({"undoes": ID}, "only `undo` can have `undoes`"),
    ],
)
def test_an_invalid_line_about_many_cards_is_a_fault(reviewer: Reviewer, change: dict[str, Any], problem: str) -> None:
    decide_together(reviewer, ONE, TWO)
    (line,) = lines(reviewer)
    reviewer.store.log.write_text(f"{json.dumps({**line, **change})}\n", encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        reviewer.store.read()


def test_a_card_twice_in_one_line_is_a_fault(reviewer: Reviewer) -> None:
    decide_together(reviewer, ONE, TWO)
    (line,) = lines(reviewer)
    line["cards"].append(line["cards"][0])
    reviewer.store.log.write_text(f"{json.dumps(line)}\n", encoding="utf-8")
    with pytest.raises(DataError, match="`cards` has main/one twice"):
        reviewer.store.read()


def test_a_decision_of_a_site_about_many_cards_is_imported_once(reviewer: Reviewer, tmp_path: Path) -> None:
    theirs = reviewer.do(TWO, "reject", text="no")
    cards = [
        {name: value for name, value in reviewer.propose(key).items() if name != "kind"} for key in (ONE, TWO, THREE)
    ]
    cards[1]["seen"] = ""  # the site was exported before the rejection
    line = {"id": ID, "at": "2026-11-20T05:00:00Z", "by": "Cleo", "kind": "approve", "cards": cards}
    file = tmp_path / "tiny-decisions.jsonl"
    file.write_text(json.dumps(line) + "\n", encoding="utf-8")
    imported = import_events(reviewer.store, file, "Ann", reviewer.catalog)
    assert [event.key for event in imported.saved] == [ONE, THREE]
    assert [(place.line, conflict.newer) for place, conflict in imported.conflicts] == [(1, (theirs,))]
    assert [len(line.get("cards", "x")) for line in lines(reviewer)] == [1, 2]
    again = import_events(reviewer.store, file, "Ann", reviewer.catalog)
    assert (again.saved, again.already_saved, len(again.conflicts)) == ((), 2, 1)
