"""The status of a card: by its last decision that was not undone, and by the current version of the card."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cardgen.review.server.events import Event
from cardgen.review.server.status import Current, card_status, card_statuses, data_hash, shown_events
from tests.cases import for_cases

OLD, NEW = Current({"face": "a" * 32}, "d" * 32, {"copies": 1}), Current({"face": "b" * 32}, "d" * 32, {"copies": 1})
NEW_DATA = Current({"face": "a" * 32}, "e" * 32, {"copies": 2})
STATES = st.sampled_from([OLD, NEW, NEW_DATA])


def an_event(number: int, kind: Any, now: Current = OLD, card: str = "one", **more: Any) -> Event:
    text = "why" if kind in ("reject", "comment") else None
    shown: dict[str, Any] = {"sides": now.sides, "data": now.data, "text": text, **more}
    return Event(f"{number:016x}", "2026-11-21T05:00:00Z", "Ann", "cardgen 0", kind, "main", card, **shown)


#: The page's own rule passes the same cases: tests/page/status.test.js.
CASES = json.loads((Path(__file__).parent / "status_cases.json").read_text(encoding="utf-8"))
VERSIONS = {
    "now": Current({"face": "f1", "back": "b1"}, "d1", {}),
    "old-face": Current({"face": "f0", "back": "b1"}, "d1", {}),
    "old-back": Current({"face": "f1", "back": "b0"}, "d1", {}),
    "old-data": Current({"face": "f1", "back": "b1"}, "d0", {}),
    "no-back": Current({"face": "f1"}, "d1", {}),
}


@for_cases("case", CASES)
def test_shared_cases_of_the_status_rule(case: dict[str, Any]) -> None:
    events = []
    for number, text in enumerate(case["events"], 1):
        kind, about = text.split()
        if kind == "undo":
            events.append(an_event(number, kind, VERSIONS["now"], undoes=f"{int(about):016x}"))
        elif kind in ("reply", "resolve", "unresolve", "assign"):
            kind = "comment" if kind == "reply" else kind
            events.append(an_event(number, kind, VERSIONS["now"], thread=f"{int(about):016x}"))
        else:
            events.append(an_event(number, kind, VERSIONS[about]))
    status = card_status(events, VERSIONS.get(case["card"]))
    assert {name: status.as_data()[name] for name in ("status", "changed", "since", "comments")} == {
        name: case[name] for name in ("status", "changed", "since", "comments")
    }


@st.composite
def histories(draw: st.DrawFn) -> list[Event]:
    """Generate events of one card. An undo is of an event before it."""
    events: list[Event] = []
    for number in range(draw(st.integers(0, 12))):
        targets = [event.id for event in events if event.kind != "undo"]
        kinds = ["approve", "reject", "reopen", "comment", *(["undo"] * 2 if targets else [])]
        kind = draw(st.sampled_from(kinds))
        undoes = draw(st.sampled_from(targets)) if kind == "undo" else None
        events.append(an_event(number, kind, draw(STATES), undoes=undoes))
    return events


@given(histories(), STATES)
def test_the_status_follows_from_the_last_decision_that_was_not_undone(events: list[Event], now: Current) -> None:
    result = card_status(events, now)
    undone = {event.undoes for event in events}
    left = [event for event in events if event.id not in undone and event.kind in ("approve", "reject", "reopen")]
    if not left or left[-1].kind == "reopen":
        assert result.status == "undecided"
    elif (left[-1].sides, left[-1].data) != (now.sides, now.data):
        assert (result.status, result.changed) == ("stale", True)
    else:
        assert result.status == {"approve": "approved", "reject": "rejected"}[left[-1].kind]
        assert not result.changed
    approvals = [event for event in left if event.kind == "approve"]
    assert result.approval == (approvals[-1] if approvals else None)
    assert result.last == (events[-1].id if events else "")


@given(histories(), STATES)
def test_undoing_the_last_decision_restores_the_status_before(events: list[Event], now: Current) -> None:
    for kind in ("approve", "reject", "reopen"):
        done = an_event(100, kind, now)
        undo = an_event(101, "undo", now, undoes=done.id)
        before, after = card_status(events, now), card_status([*events, done, undo], now)
        assert (after.status, after.changed, after.approval) == (before.status, before.changed, before.approval)
        assert after.last == undo.id


@given(histories(), STATES)
def test_comments_do_not_change_the_status(events: list[Event], now: Current) -> None:
    comment = an_event(100, "comment", now)
    assert card_status([*events, comment], now).status == card_status(events, now).status


def test_a_card_is_stale_if_its_picture_or_its_data_changed() -> None:
    events = [an_event(1, "approve")]
    assert card_status(events, OLD).status == "approved"
    assert card_status(events, NEW).status == "stale"
    assert card_status(events, NEW_DATA).status == "stale"
    assert card_status(events, Current({**OLD.sides, "back": "f" * 32}, OLD.data, {})).status == "stale"
    assert card_status([*events, an_event(2, "reject")], NEW).status == "stale"


def test_a_reopened_card_keeps_its_last_approval() -> None:
    result = card_status([an_event(1, "approve"), an_event(2, "reopen", NEW)], NEW)
    assert (result.status, result.changed) == ("undecided", True)
    assert result.approval is not None
    assert result.approval.id == f"{1:016x}"


def test_every_current_card_has_a_status() -> None:
    result = card_statuses(
        [an_event(1, "approve"), an_event(2, "approve", card="gone")], {"main/one": OLD, "main/two": NEW}
    )
    assert {key: status.status for key, status in result.items()} == {"main/one": "approved", "main/two": "undecided"}
    assert result["main/two"].as_data() == {
        "status": "undecided",
        "last": "",
        "changed": False,
        "since": None,
        "comments": 0,
    }


def test_a_comment_is_old_when_its_side_looks_different() -> None:
    both = Current({"face": "a" * 32, "back": "b" * 32}, "d" * 32, {})
    new_back = Current({"face": "a" * 32, "back": "c" * 32}, "f" * 32, {})
    events = [
        an_event(1, "comment", both, side="face"),
        an_event(2, "comment", both, side="back"),
        an_event(3, "comment", both),
        an_event(4, "approve", both),
        an_event(5, "undo", both, undoes=f"{4:016x}"),
        an_event(6, "comment", both, card="gone", side="face"),
    ]
    shown = shown_events(events, {"main/one": new_back})
    assert [event["old"] for event in shown] == [False, True, True, True, True, True]
    assert [event.get("undone", False) for event in shown] == [False, False, False, True, False, False]


def test_the_hash_of_data_ignores_the_order_of_fields() -> None:
    assert data_hash({"copies": 1, "name": "Ä"}) == data_hash({"name": "Ä", "copies": 1})
    assert data_hash({"copies": 1, "name": "Ä"}) != data_hash({"copies": 2, "name": "Ä"})
    assert len(data_hash({})) == 32
