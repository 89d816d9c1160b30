"""The review status of each card, computed from its events and its current version.

The page computes it by the same rule in `page/shared/status.js`, since a site of plain files has no server. The cases
in `tests/review/status_cases.json` test both.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from cardgen.base.records import dataclass, field
from cardgen.review.server.events import Event, event_data
from cardgen.review.server.payloads import ShownEvent, Since, Status, StatusData

_DECISIONS = ("approve", "reject", "reopen")


@dataclass(frozen=True, slots=True)
class Current:
    """The current version of a card: its picture keys, its data as JSON can hold it, and the hash of the data."""

    sides: Mapping[str, str]
    data: str
    fields: Mapping[str, Any] = field(repr=False)

    def changed_since(self, event: Event) -> bool:
        """Return True if the card looks different, or has other data, than when the event was written."""
        return event.data != self.data or dict(event.sides) != dict(self.sides)


def data_hash(fields: Mapping[str, Any]) -> str:
    """Return 32 hexadecimal digits that are equal for equal fields, whatever their order."""
    text = json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class CardStatus:
    """The review status of a card. `last` is the id of its last event, "" for none.

    `decision`, `approval` and `rejection` are the last ones that were not undone; the card can be compared with the
    latter two. `changed`: the card has changed since the later of these two, and `since` says which one that is.
    `comments` is the number of open comments. `approvals` is the number of people who have approved the current
    version, if that is fewer than needed: then the card is undecided.
    """

    status: Status = "undecided"
    last: str = ""
    changed: bool = False
    decision: Event | None = None
    approval: Event | None = None
    rejection: Event | None = None
    since: Since | None = None
    comments: int = 0
    approvals: int | None = None

    def as_data(self) -> StatusData:
        """Return the status as the page reads it."""
        data: StatusData = {
            "status": self.status,
            "last": self.last,
            "changed": self.changed,
            "since": self.since,
            "comments": self.comments,
        }
        return data if self.approvals is None else {**data, "approvals": self.approvals}


def undone_parts(events: Iterable[Event]) -> set[tuple[str, str]]:
    """Return the ids and cards of the events that were undone: a part of a decision can be undone by itself."""
    return {(event.undoes, event.key) for event in events if event.undoes is not None}


def card_status(events: Sequence[Event], current: Current | None, needed: int = 1) -> CardStatus:
    """Return the status of a card after its `events`, oldest first; `current` is None for a card that was removed.

    `needed` is the number of people who must approve it. Approvals count since the last rejection or reopening.
    """
    undone = {event.undoes for event in events if event.undoes is not None}
    decision = approval = rejection = judgement = None
    people: set[str] = set()
    for event in events:
        if event.kind not in _DECISIONS or event.id in undone:
            continue
        decision = event
        if event.kind != "approve":
            people.clear()
        elif current is None or not current.changed_since(event):
            people.add(event.by)
        if event.kind != "reopen":
            judgement = event
        if event.kind == "approve":
            approval = event
        elif event.kind == "reject":
            rejection = event
    changed = judgement is not None and current is not None and current.changed_since(judgement)
    status: Status = "undecided"
    if decision is not None and decision.kind != "reopen":
        status = "stale" if changed else "approved" if decision.kind == "approve" else "rejected"
    approvals = len(people) if status == "approved" and len(people) < needed else None
    if approvals is not None:
        status = "undecided"
    since: Since | None = None
    if changed and judgement is not None:
        since = "approval" if judgement.kind == "approve" else "rejection"
    last, comments = events[-1].id if events else "", len(open_comments(events))
    return CardStatus(status, last, changed, decision, approval, rejection, since, comments, approvals)


def open_comments(events: Sequence[Event]) -> list[Event]:
    """Return the comments of a card, given all its events, that begin a thread and are neither resolved nor undone."""
    undone = {event.undoes for event in events if event.undoes is not None}
    standing = [event for event in events if event.id not in undone]
    resolved = {event.thread: event.kind == "resolve" for event in standing if event.kind in ("resolve", "unresolve")}
    comments = (event for event in standing if event.kind == "comment" and event.thread is None)
    return [event for event in comments if not resolved.get(event.id, False)]


def by_card(events: Iterable[Event]) -> dict[str, list[Event]]:
    """Return the events of each card, in their order, by the card's key."""
    events_of: dict[str, list[Event]] = {}
    for event in events:
        events_of.setdefault(event.key, []).append(event)
    return events_of


def card_statuses(events: Iterable[Event], cards: Mapping[str, Current], needed: int = 1) -> dict[str, CardStatus]:
    """Return the status of every card of `cards`, in their order."""
    events_of, undecided = by_card(events), CardStatus()
    return {key: card_status(events_of[key], cards[key], needed) if key in events_of else undecided for key in cards}


#: The status of a card without events. Most cards of a large game have none, so they share it.
_UNDECIDED = CardStatus().as_data()


def statuses_data(events: Iterable[Event], cards: Mapping[str, Current], needed: int = 1) -> dict[str, StatusData]:
    """Return the status of every card of `cards` as the page reads it, in their order."""
    events_of = by_card(events)
    return {
        key: card_status(events_of[key], cards[key], needed).as_data() if key in events_of else _UNDECIDED
        for key in cards
    }


def is_old(event: Event, current: Current | None) -> bool:
    """Return True if the card has changed since the event; for a comment, if the side that it is about has."""
    if current is None:
        return True
    if event.kind == "comment":
        sides = [event.side] if event.side else [*event.sides]
        return any(event.sides[side] != current.sides.get(side) for side in sides)
    return current.changed_since(event)


def shown_events(events: Sequence[Event], cards: Mapping[str, Current]) -> list[ShownEvent]:
    """Return the events as the page reads them: marked as old or undone."""
    undone = undone_parts(events)
    return [_shown_event(event, cards.get(event.key), event.part in undone) for event in events]


def _shown_event(event: Event, current: Current | None, undone: bool) -> ShownEvent:
    shown = cast(ShownEvent, event_data(event))
    shown["old"] = is_old(event, current)
    if undone:
        shown["undone"] = True
    if event.was:
        shown["was"] = event.was
    return shown
