"""Check proposed decisions, and find their conflicts with newer decisions and changed cards."""

import secrets
from collections.abc import Mapping, Sequence, Set
from datetime import UTC, datetime
from typing import Annotated, Protocol

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from cardgen import __version__
from cardgen.base.errors import Text, WrongValueError
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.messages import message
from cardgen.data.kinds import FileModel
from cardgen.data.reading import Marked, try_model
from cardgen.review.server.attachments import MOST_PICTURES, stored_picture
from cardgen.review.server.events import NO_PICTURES, Event, EventContent, EventId, Name, event_data, values_of
from cardgen.review.server.payloads import ConflictData, ConflictReason, DecideAnswer
from cardgen.review.server.status import Current, by_card, undone_parts
from cardgen.scene.items import Scene

#: The most decisions in one request: more than fit on a screen, and few enough to be saved quickly.
MOST_AT_ONCE = 500


class DecisionError(ValueError):
    """An invalid request to decide: a stable code, the message `text`, and the event if it is about one."""

    def __init__(self, code: str, text: Text, event: Event | None = None) -> None:
        super().__init__(text)
        self.code, self.text, self.event = code, text, event


class CurrentItems(Protocol):
    """The current cards and pages, as far as deciding needs them. A Catalog is one."""

    @property
    def current(self) -> Mapping[str, Current]: ...

    def version_of(self, key: str, /) -> Current | None: ...

    def inputs(self, deck: str, /) -> Mapping[str, str]: ...

    def scene(self, picture: str, /) -> Scene | None: ...


_EVENT_ID: TypeAdapter[str] = TypeAdapter(EventId)
_NAME: TypeAdapter[str] = TypeAdapter(Name)


def _seen(text: str) -> str:
    if text:
        _EVENT_ID.validate_python(text)
    return text


Seen = Annotated[str, AfterValidator(_seen)]
"""The last event of the card that the reviewer has seen, "" for none."""


class Attached(FileModel):
    """Pictures that are sent with a comment, as data URLs."""

    attached: Annotated[Sequence[str], Field(max_length=MOST_PICTURES)] = ()

    def stored(self) -> dict[str, bytes]:
        """Return the pictures as they are stored, by their names. WrongValueError if one cannot be."""
        return dict(map(stored_picture, self.attached))


class Proposal(EventContent, Attached):
    """A proposed decision. `seen` is the last event of the card that the reviewer has seen."""

    seen: Seen = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """An event that is not in the log yet, and the last event of its card that its author had seen."""

    event: Event
    seen: str
    pictures: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    """the pictures of its text that may not be stored yet, by their names"""


@dataclass(frozen=True, slots=True)
class Conflict:
    """An event that was not saved, and why; `newer` are the events of its card that its author had not seen."""

    event: Event
    why: ConflictReason
    newer: tuple[Event, ...] = ()

    def as_data(self) -> ConflictData:
        """Return the conflict as JSON can hold it."""
        return {"key": self.event.key, "why": self.why, "events": [event_data(event) for event in self.newer]}


@dataclass(frozen=True, slots=True)
class DecisionOutcome:
    """The result of proposals: the events saved, in order, and the conflicts of the others."""

    saved: tuple[Event, ...]
    conflicts: tuple[Conflict, ...]

    def as_data(self) -> DecideAnswer:
        """Return the answer to the page."""
        return {
            "saved": [event_data(event) for event in self.saved],
            "conflicts": [conflict.as_data() for conflict in self.conflicts],
        }


def draft_proposals(proposals: object, author: str, now: datetime, decision: object = None) -> list[Draft]:
    """Return drafts of events at the time `now` from proposals in JSON; with `decision`, as parts of one of that id.

    DecisionError if they are invalid.
    """
    if not isinstance(proposals, list) or not 0 < len(proposals) <= MOST_AT_ONCE:
        raise DecisionError("bad-request", message("expected a list of 1 to {most} events", most=MOST_AT_ONCE))
    by = as_name(author)
    at = now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    drafts = []
    for number, value in enumerate(proposals):
        proposal, faults = try_model(Proposal, Marked(value, f"events[{number}]"))
        if proposal is None:
            raise DecisionError("bad-event", "; ".join(map(str, faults)))
        try:
            pictures = proposal.stored()
            event = with_pictures(_make_event(proposal, by, at), pictures)
        except WrongValueError as error:
            raise DecisionError("bad-picture", error.text) from error
        drafts.append(Draft(event, proposal.seen, pictures))
    return drafts if decision is None else _as_parts(drafts, decision)


def with_pictures(event: Event, pictures: Mapping[str, bytes]) -> Event:
    """Return the event with the names of pictures that were sent with it. WrongValueError if it can have none."""
    if pictures and event.kind not in ("comment", "reject"):
        raise WrongValueError(NO_PICTURES)
    return replace(event, pictures=(*(event.pictures or ()), *pictures)) if pictures else event


def _as_parts(drafts: Sequence[Draft], decision: object) -> list[Draft]:
    """Return the drafts as parts of one decision. DecisionError if they differ in more than their cards."""
    try:
        event_id = _EVENT_ID.validate_python(decision, strict=True)
    except ValidationError as error:
        raise DecisionError("bad-request", message("`id` must have 16 hexadecimal digits")) from error
    parts = [replace(draft, event=replace(draft.event, id=event_id)) for draft in drafts]
    first, keys = parts[0].event, {part.event.key for part in parts}
    alike = all(part.event.same_decision(first) for part in parts)
    if first.kind == "comment" or not alike or len(keys) < len(parts):
        raise DecisionError("bad-request", message("the parts of a decision must differ only in their cards"))
    return parts


def as_name(text: str) -> str:
    """Return the name of a reviewer as it is stored. DecisionError if the text cannot be a name."""
    try:
        return _NAME.validate_python(text)
    except ValidationError as error:
        raise DecisionError(
            "bad-name",
            message("{name!r} cannot be used as a name (1 to 200 characters, no control characters)", name=text),
        ) from error


def _make_event(proposal: Proposal, by: str, at: str) -> Event:
    place = proposal.at_mm and (round(proposal.at_mm[0], 2), round(proposal.at_mm[1], 2))
    return Event(
        **{**values_of(proposal), "at_mm": place}, id=secrets.token_hex(8), at=at, by=by, tool=f"cardgen {__version__}"
    )


def has_changed(event: Event, shown: CurrentItems) -> bool:
    """Return True if the card has changed since the event was written.

    An undo, an answer and the resolving of a comment may be about any version of a card.
    """
    current = shown.version_of(event.key)
    return event.kind != "undo" and event.thread is None and (current is None or current.changed_since(event))


def pictures_of(event: Event) -> set[str]:
    """Return the keys of the pictures that are kept with an event, because later pictures are compared with them."""
    return set() if event.kind in ("reopen", "undo") or event.thread is not None else set(event.sides.values())


def settle(
    drafts: Sequence[Draft], events: Sequence[Event], shown: CurrentItems, lost: Set[str] = frozenset()
) -> DecisionOutcome:
    """Divide the drafts into those to be saved after the `events` of the log and those with a conflict.

    The pictures that are `lost` cannot be drawn any more: the files in them have changed. An approval gets the data
    of the card, and it and a rejection the digests of what the card is made from. Events that are in the log already
    are ignored. DecisionError if a draft undoes an event that cannot be undone, has the id of another decision, or
    is in the thread of something that is no comment on its card.
    """
    of_card, undone = by_card(events), undone_parts(events)
    by_part, by_id = {event.part: event for event in events}, {event.id: event for event in events}
    own = {draft.event.id for draft in drafts}  # their author knows those that are in the log already
    saved: dict[tuple[str, str], Event] = {}
    conflicts: list[Conflict] = []
    for draft in drafts:
        event = draft.event
        if event.part in by_part:
            continue
        if not by_id.setdefault(event.id, event).same_decision(event):
            raise DecisionError("bad-event", message("another event has the id {id!r}", id=event.id), event)
        newer = _unseen(of_card.get(event.key, []), draft.seen, own)
        target = (event.undoes or "", event.key)
        if event.undoes is not None:
            _check_undo(event, by_part.get(target) or saved.get(target) or by_id.get(event.undoes))
        if event.thread is not None:
            first = (event.thread, event.key)
            _check_thread(event, by_part.get(first) or saved.get(first))
        if event.undoes is not None and target in undone:
            conflicts.append(Conflict(event, "already-undone", tuple(newer or ())))
        elif (draft.seen, event.key) not in saved and newer != []:
            conflicts.append(Conflict(event, "newer-decision", tuple(newer or ())))
        elif has_changed(event, shown) or not pictures_of(event).isdisjoint(lost):
            conflicts.append(Conflict(event, "card-changed"))
        else:
            if event.kind in ("approve", "reject") and not event.is_of_page:
                event = replace(event, inputs=shown.inputs(event.deck))
            current = shown.version_of(event.key)
            if event.kind == "approve" and not event.is_of_page and current is not None:
                event = replace(event, fields=current.fields)
            if event.undoes is not None:
                undone.add(target)
            saved[event.part] = event
    return DecisionOutcome(tuple(saved.values()), tuple(conflicts))


def _unseen(events: Sequence[Event], seen: str, own: Set[str]) -> list[Event] | None:
    """Return the events after the one last seen, without the author's own; None if the one last seen is missing."""
    begin = 0
    if seen:
        begin = next((index + 1 for index, event in enumerate(events) if event.id == seen), -1)
    return None if begin < 0 else [event for event in events[begin:] if event.id not in own]


def _check_undo(event: Event, target: Event | None) -> None:
    if target is None:
        raise DecisionError("unknown-event", message("there is no event {id} to undo", id=event.undoes), event)
    if target.key != event.key:
        other = message(
            "event {id} is about card {other}, not {card}", id=event.undoes, other=target.key, card=event.key
        )
        raise DecisionError("unknown-event", other, event)
    if target.kind == "undo":
        raise DecisionError("cannot-undo", message("an undo cannot be undone (decide again)"), event)


def _check_thread(event: Event, first: Event | None) -> None:
    if first is None or first.kind != "comment" or first.thread is not None:
        problem = message("{id} is not the first comment of a thread on card {card}", id=event.thread, card=event.key)
        raise DecisionError("unknown-event", problem, event)
