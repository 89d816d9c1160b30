"""What has been decided of each card, folded from the events; and whether the card still is what was decided on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from cardgen.review.server.events import Event, event_data

Status: TypeAlias = Literal["undecided", "approved", "rejected", "stale"]
#: The decision since which a stale card has changed.
Since: TypeAlias = Literal["approval", "rejection"]

_DECISIONS = ("approve", "reject", "reopen")


@dataclass(frozen=True, slots=True)
class Current:
    """What a card is now: the hashes of its sides and of its data, and the data as JSON can hold it."""

    sides: Mapping[str, str]
    data: str
    fields: Mapping[str, Any] = field(repr=False)

    def changed_since(self, event: Event) -> bool:
        """Whether it looks different, or has other data, than when the event was written."""
        return event.data != self.data or dict(event.sides) != dict(self.sides)


def data_hash(fields: Mapping[str, Any]) -> str:
    """32 hexadecimal digits that are the same for the same fields, in whatever order."""
    text = json.dumps(fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a card stands. `last` is the id of its last event, "" without one; `decision` the last one not undone.

    `changed`: the card is no longer what was last approved or rejected; then `since` says which of the two. `approval`
    and `rejection` are the last ones not undone: the card can be compared with either.
    """

    status: Status = "undecided"
    last: str = ""
    changed: bool = False
    decision: Event | None = None
    approval: Event | None = None
    rejection: Event | None = None
    since: Since | None = None

    def as_data(self) -> dict[str, Any]:
        return {"status": self.status, "last": self.last, "changed": self.changed, "since": self.since}


def undone_ids(events: Iterable[Event]) -> frozenset[str]:
    """The ids of events that have been taken back."""
    return frozenset(event.undoes for event in events if event.undoes is not None)


def standing(events: Sequence[Event], current: Current | None) -> Standing:
    """Where a card stands after its `events`, oldest first; `current` is None for a card that is no more."""
    undone = undone_ids(events)
    decision = approval = rejection = judged = None
    for event in events:
        if event.kind not in _DECISIONS or event.id in undone:
            continue
        decision = event
        if event.kind != "reopen":
            judged = event
        if event.kind == "approve":
            approval = event
        elif event.kind == "reject":
            rejection = event
    changed = judged is not None and current is not None and current.changed_since(judged)
    status: Status = "undecided"
    if decision is not None and decision.kind != "reopen":
        status = "stale" if changed else "approved" if decision.kind == "approve" else "rejected"
    since: Since | None = None
    if changed and judged is not None:
        since = "approval" if judged.kind == "approve" else "rejection"
    return Standing(status, events[-1].id if events else "", changed, decision, approval, rejection, since)


def by_card(events: Iterable[Event]) -> dict[str, list[Event]]:
    """The events of each card, in their order."""
    found: dict[str, list[Event]] = {}
    for event in events:
        found.setdefault(event.key, []).append(event)
    return found


def standings(events: Iterable[Event], cards: Mapping[str, Current]) -> dict[str, Standing]:
    """Where every card of `cards` stands, in their order."""
    grouped, fresh = by_card(events), Standing()
    return {key: standing(grouped[key], cards[key]) if key in grouped else fresh for key in cards}


def is_old(event: Event, current: Current | None) -> bool:
    """Whether the event is about a card that has changed since; a comment, about a side that looks different now."""
    if current is None:
        return True
    if event.kind == "comment":
        sides = [event.side] if event.side else [*event.sides]
        return any(event.sides[side] != current.sides.get(side) for side in sides)
    return current.changed_since(event)


def told_events(events: Sequence[Event], cards: Mapping[str, Current]) -> list[dict[str, Any]]:
    """The events as the page reads them: with `old`, and `undone` where they have been taken back."""
    undone = undone_ids(events)
    return [
        {
            **event_data(event),
            "old": is_old(event, cards.get(event.key)),
            **({"undone": True} if event.id in undone else {}),
        }
        for event in events
    ]
