"""The progress of a review, as data and as text."""

from __future__ import annotations

import json

import pytest

from cardgen.base.errors import DataError
from tests.review.reviewer import Reviewer, status

CARDS = "card_data/tiny/cards.yaml"


def test_a_review_is_done_when_every_current_card_is_approved(reviewer: Reviewer) -> None:
    assert not status(reviewer).done
    reviewer.do("main/one")
    assert not status(reviewer).done
    reviewer.do("main/two")
    overview = status(reviewer)
    assert overview.done
    assert overview.as_data() == {
        "game": "tiny",
        "done": True,
        "counts": {"undecided": 0, "approved": 2, "rejected": 0, "stale": 0},
        "page_counts": {"undecided": 0, "approved": 0, "rejected": 0, "stale": 0},
        "changed_since": {"approval": 0, "rejection": 0},
        "left": [],
        "comments": [],
        "removed": [],
    }
    assert list(map(str, overview.lines())) == ["tiny: 2 cards: 2 approved."]


def test_every_remaining_card_is_listed(reviewer: Reviewer) -> None:
    reviewer.do("main/one")
    reviewer.do("main/two", "reject", text="too\ndark")
    overview = status(reviewer)
    assert list(map(str, overview.lines())) == [
        f"{CARDS}:3:5: card main/two was rejected by Ann: too dark",
        "tiny: 2 cards: 1 approved, 1 rejected.",
    ]
    (left,) = json.loads(json.dumps(overview.as_data()))["left"]
    assert left == {
        "key": "main/two",
        "status": "rejected",
        "changed_since": None,
        "changes": [],
        "file": CARDS,
        "line": 3,
        "decision": {"kind": "reject", "by": "Ann", "at": "2026-11-21T12:00:00Z", "text": "too\ndark"},
    }
    reviewer.disk.change(CARDS, "First", "Fifth")
    assert str(next(status(reviewer).lines())) == (
        f"{CARDS}:2:5: card main/one has changed since approval (name First → Fifth, looks different: face)"
    )
    assert not status(reviewer).done


def test_changes_since_approval_and_since_rejection_are_distinguished(reviewer: Reviewer) -> None:
    reviewer.do("main/one")
    reviewer.do("main/two", "reject", text="too dark")
    reviewer.disk.change(CARDS, "First", "Fifth")
    reviewer.disk.change(CARDS, "Second", "Sixth")
    overview = status(reviewer)
    assert list(map(str, overview.lines())) == [
        f"{CARDS}:2:5: card main/one has changed since approval (name First → Fifth, looks different: face)",
        f"{CARDS}:3:5: card main/two has changed since rejection by Ann: too dark (looks different: face)",
        "tiny: 2 cards: 1 changed since approval, 1 changed since rejection.",
    ]
    data = overview.as_data()
    assert (data["counts"]["stale"], data["changed_since"]) == (2, {"approval": 1, "rejection": 1})
    assert [(left["status"], left["changed_since"]) for left in data["left"]] == [
        ("stale", "approval"),
        ("stale", "rejection"),
    ]


def test_what_has_changed_and_what_is_gone(reviewer: Reviewer) -> None:
    reviewer.do("main/one")
    reviewer.do("main/two")
    reviewer.disk.change(CARDS, "name: Second, copies: 3", "name: Second, copies: 5")
    reviewer.disk.change(CARDS, "  - {id: one, name: First}\n", "  - {id: new, name: New}\n")
    overview = status(reviewer)
    assert list(map(str, overview.lines())) == [
        f"{CARDS}:2:5: card main/new is undecided",
        f"{CARDS}:3:5: card main/two has changed since approval (copies 3 → 5)",
        "card main/one was removed after its approval by Ann",
        "tiny: 2 cards: 1 undecided, 1 changed since approval.",
    ]
    data = overview.as_data()
    assert [left["changes"] for left in data["left"]] == [[], ["copies 3 → 5"]]
    (removed,) = data["removed"]
    assert (removed["key"], removed["decision"]["kind"]) == ("main/one", "approve")
    reviewer.disk.change(CARDS, "id: new, name: New", "id: one, name: First")
    reviewer.disk.change(CARDS, "copies: 5", "copies: 3")
    assert status(reviewer).done


def test_an_unreadable_log_is_an_error(reviewer: Reviewer) -> None:
    reviewer.disk.write("card_data/tiny/review.jsonl", "oops\n")
    with pytest.raises(DataError, match=r"review\.jsonl:1:1: not JSON"):
        status(reviewer)


def test_open_comments_are_counted_and_listed_until_they_are_resolved(reviewer: Reviewer) -> None:
    reviewer.do("main/one")
    reviewer.do("main/two")
    comment = reviewer.do("main/two", "comment", text="der Rand\nist dünn")
    reviewer.do("main/two", "comment", text="which one?", thread=comment.id)
    overview = status(reviewer)
    assert overview.done  # a comment does not change the status
    (listed,) = overview.as_data()["comments"]
    assert (listed["key"], listed["by"], listed["text"]) == ("main/two", "Ann", "der Rand\nist dünn")
    line, total = map(str, overview.lines())
    assert line == f"{listed['file']}:{listed['line']}:5: open comment on card main/two by Ann: der Rand ist dünn"
    assert total == "tiny: 2 cards: 2 approved, 1 open comment."
    reviewer.do("main/two", "resolve", thread=comment.id)
    assert status(reviewer).as_data()["comments"] == []
    assert list(map(str, status(reviewer).lines())) == ["tiny: 2 cards: 2 approved."]
