"""What somebody wants decided, and whether it may stand beside what others decided meanwhile."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Protocol, TypeAlias

from pydantic import AfterValidator, TypeAdapter, ValidationError

from cardgen import __version__
from cardgen.data.reading import Marked, try_model
from cardgen.review.server.events import Event, EventId, Name, Said, event_data
from cardgen.review.server.status import Current, by_card, undone_ids

#: In one request: more than anybody sees at once, few enough to be kept while somebody waits.
MOST_AT_ONCE = 500

Why: TypeAlias = Literal["newer-decision", "card-changed", "already-undone"]


class DecisionError(ValueError):
    """A request to decide that cannot be understood: a stable code, a message, and the event if it is about one."""

    def __init__(self, code: str, message: str, event: Event | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.event = event


class Shown(Protocol):
    """What deciding needs to know of the cards: a Catalog is one."""

    @property
    def current(self) -> Mapping[str, Current]: ...

    def packed(self, picture: str, /) -> bytes | None: ...

    def png(self, picture: str, /) -> bytes | None: ...


_EVENT_ID: TypeAdapter[str] = TypeAdapter(EventId)
_NAME: TypeAdapter[str] = TypeAdapter(Name)


def _seen(text: str) -> str:
    if text:
        _EVENT_ID.validate_python(text)
    return text


Seen = Annotated[str, AfterValidator(_seen)]
"""The last event of a card that somebody knows, "" for none."""


class Proposal(Said):
    """A decision that somebody wants to make, knowing the card's events up to `seen`."""

    seen: Seen = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """An event that is not yet in the log, and the last event of its card that its writer knew."""

    event: Event
    seen: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """Why an event was not saved; `newer` are those of its card that its writer had not seen."""

    event: Event
    why: Why
    newer: tuple[Event, ...] = ()

    def as_data(self) -> dict[str, Any]:
        return {"key": self.event.key, "why": self.why, "events": [event_data(event) for event in self.newer]}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of proposals: the events saved, in order, and what stood against the others."""

    saved: tuple[Event, ...]
    conflicts: tuple[Conflict, ...]

    def as_data(self) -> dict[str, Any]:
        return {
            "saved": [event_data(event) for event in self.saved],
            "conflicts": [conflict.as_data() for conflict in self.conflicts],
        }


def draft_proposals(proposals: object, who: str, now: datetime) -> list[Draft]:
    """Proposals, as JSON gave them, as drafts of `who` at the moment `now`. DecisionError when they are not whole."""
    if not isinstance(proposals, list) or not 0 < len(proposals) <= MOST_AT_ONCE:
        raise DecisionError("bad-request", f"expected a list of 1 to {MOST_AT_ONCE} events")
    by = as_name(who)
    at = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    drafts = []
    for number, value in enumerate(proposals):
        proposal, faults = try_model(Proposal, Marked(value, f"events[{number}]"))
        if proposal is None:
            raise DecisionError("bad-event", "; ".join(map(str, faults)))
        drafts.append(Draft(_event_of(proposal, by, at), proposal.seen))
    return drafts


def as_name(who: str) -> str:
    """The name of somebody who decides, as it is stored. DecisionError when it is none."""
    try:
        return _NAME.validate_python(who)
    except ValidationError as error:
        raise DecisionError("bad-name", f"{who!r} is not a name") from error


def _event_of(said: Proposal, by: str, at: str) -> Event:
    where = said.at_mm and (round(said.at_mm[0], 2), round(said.at_mm[1], 2))
    own = {name: getattr(said, name) for name in Said.model_fields}
    return Event(**{**own, "at_mm": where}, id=secrets.token_hex(8), at=at, by=by, tool=f"cardgen {__version__}")


def has_changed(event: Event, shown: Shown) -> bool:
    """Whether the event is about a card that is no longer so. What is taken back may be about any."""
    current = shown.current.get(event.key)
    return event.kind != "undo" and (current is None or current.changed_since(event))


def pictures_of(event: Event) -> set[str]:
    """The pictures that are kept with an event: those that later ones are compared with, or pinned to."""
    return set() if event.kind in ("reopen", "undo") else set(event.sides.values())


def settle(drafts: Sequence[Draft], events: Sequence[Event], shown: Shown, lost: Set[str] = frozenset()) -> Outcome:
    """Which of the drafts may follow the `events` of the log. DecisionError when one undoes what cannot be undone.

    The pictures that are `lost` cannot be drawn any more: the files in them have changed.

    An approval gets the data that the card has. What is in the log already is passed over.
    """
    of_card, by_id, undone = by_card(events), {event.id: event for event in events}, set(undone_ids(events))
    own = {draft.event.id for draft in drafts}  # some may be in the log already: their writer knows them
    saved: dict[str, Event] = {}
    conflicts: list[Conflict] = []
    for draft in drafts:
        event = draft.event
        if event.id in by_id:
            continue
        newer = _unseen(of_card.get(event.key, []), draft.seen, own)
        if event.undoes is not None:
            _check_undo(event, by_id.get(event.undoes) or saved.get(event.undoes))
        if event.undoes in undone:
            conflicts.append(Conflict(event, "already-undone", tuple(newer or ())))
        elif draft.seen not in saved and newer != []:
            conflicts.append(Conflict(event, "newer-decision", tuple(newer or ())))
        elif has_changed(event, shown) or not pictures_of(event).isdisjoint(lost):
            conflicts.append(Conflict(event, "card-changed"))
        else:
            if event.kind == "approve":
                event = replace(event, fields=shown.current[event.key].fields)
            if event.undoes is not None:
                undone.add(event.undoes)
            saved[event.id] = event
    return Outcome(tuple(saved.values()), tuple(conflicts))


def _unseen(events: Sequence[Event], seen: str, own: Set[str]) -> list[Event] | None:
    """The events after the one last seen, without one's own; None when the one last seen is not there at all."""
    begin = 0
    if seen:
        begin = next((index + 1 for index, event in enumerate(events) if event.id == seen), -1)
    return None if begin < 0 else [event for event in events[begin:] if event.id not in own]


def _check_undo(event: Event, target: Event | None) -> None:
    if target is None:
        raise DecisionError("unknown-event", f"there is no event {event.undoes} to undo", event)
    if target.key != event.key:
        raise DecisionError("unknown-event", f"event {event.undoes} is about {target.key}, not {event.key}", event)
    if target.kind == "undo":
        raise DecisionError("cannot-undo", "an undo is not undone: decide again", event)
