"""Review events, one a line of review.jsonl: parsed strictly, written in one way."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from cardgen.base.errors import DataError, Fault, Place, WrongValueError
from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import message
from cardgen.data.kinds import FileModel, Identifier, Point, matching
from cardgen.data.reading import CONTROL, Marked, control_character, validate
from cardgen.review.server.attachments import MOST_PICTURES, NAME
from cardgen.review.server.payloads import EventData, EventKind, HeadingData, InputName, SideName, VersionData

#: The most characters in a reason or a comment.
MOST_TEXT = 10_000


#: The most characters in a name.
MOST_NAME = 200

NO_PICTURES = message("only `comment` and `reject` can have pictures")


def clean_text(text: str) -> str:
    """Return a text as it is stored: NFC, lines ended by \\n, stripped. WrongValueError for control characters."""
    clean = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    control = CONTROL.search(clean)
    if control:
        raise WrongValueError(control_character(control[0]))
    return clean


def _not_blank(text: str) -> str:
    if not text:
        raise WrongValueError(message("the text is empty"))
    return text


#: The kinds of events that are about a thread, besides its comments.
_ABOUT_THREADS = ("resolve", "unresolve", "assign")

EventId = Annotated[str, matching(r"[0-9a-f]{16}", message("16 hexadecimal digits"))]
Hash = Annotated[str, matching(r"[0-9a-f]{32}", message("32 hexadecimal digits"))]
_PICTURE_KEY = r"([1-9][0-9]*-)?[0-9a-f]{32}"
PictureName = Annotated[str, matching(NAME, message("32 hexadecimal digits and .png or .jpg"))]
InputHash = Annotated[str, matching(r"[0-9a-f]{16}", message("16 hexadecimal digits"))]
PictureKey = Annotated[str, matching(_PICTURE_KEY, message("a version, a hyphen and 32 hexadecimal digits"))]
Text = Annotated[str, StringConstraints(max_length=MOST_TEXT), AfterValidator(clean_text), AfterValidator(_not_blank)]
Name = Annotated[str, StringConstraints(max_length=MOST_NAME), AfterValidator(clean_text), AfterValidator(_not_blank)]
_TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
_Time = Annotated[str, matching(_TIME, message("a time such as 2026-11-21T05:00:00Z"))]


_PATH = r"[^/\\\s]+(/[^/\\\s]+)+"


class PageName(FileModel):
    """A page of a printed file: the path of the file below the output folder, and the number of the page from 1."""

    file: Annotated[
        str, StringConstraints(max_length=300), matching(_PATH, message("a path such as sheets/mat-a4.pdf"))
    ]
    number: Annotated[int, Field(ge=1, le=99_999)]


class CardVersion(FileModel):
    """A card, or a page of a printed file, as it was when the event was written."""

    deck: Identifier | None = None
    card: Identifier | None = None
    page: PageName | None = None
    sides: Annotated[dict[SideName, PictureKey], Field(min_length=1)]
    data: Hash | None = None
    fields: dict[str, Any] | None = None
    inputs: dict[InputName, InputHash] | None = None

    @model_validator(mode="after")
    def _is_of_one_thing(self) -> Self:
        if "face" not in self.sides:
            raise WrongValueError(message("`sides` has no `{side}`", side="face"))
        of_card = {"deck": self.deck, "card": self.card, "data": self.data}
        if self.page is None:
            missing = [name for name, value in of_card.items() if value is None]
            if missing:
                raise WrongValueError(message("an event about a card needs `{name}`", name=missing[0]))
            return self
        names = [name for name in (*of_card, "fields", "inputs") if getattr(self, name) is not None]
        names += [side for side in self.sides if side != "face"]
        if names:
            raise WrongValueError(message("an event about a page cannot have `{name}`", name=names[0]))
        return self

    @property
    def values(self) -> dict[str, Any]:
        """The deck, the card and the data as an Event has them: a page is a card of its file, without data."""
        if self.page is None:
            return {"deck": self.deck, "card": self.card, "data": self.data}
        return {"deck": self.page.file, "card": str(self.page.number), "data": ""}

    @property
    def key(self) -> str:
        """The key of the card or page."""
        return "{deck}/{card}".format_map(self.values)


class Decision(FileModel):
    """What a reviewer decides, whatever the cards."""

    kind: EventKind
    text: Text | None = None
    undoes: EventId | None = None

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Self:
        if self.kind in ("reject", "comment") and self.text is None:
            raise WrongValueError(message("`{kind}` needs `text`", kind=self.kind))
        if self.kind == "undo" and self.undoes is None:
            raise WrongValueError(message("`undo` needs `undoes`"))
        if self.kind != "undo" and self.undoes is not None:
            raise WrongValueError(message("only `undo` can have `undoes`"))
        return self

    def check_version(self, version: CardVersion) -> None:
        """Raise WrongValueError if the version of a card has keys that this kind of event cannot have."""
        if version.fields is not None and self.kind != "approve":
            raise WrongValueError(message("only `approve` can have `fields`"))
        if version.inputs is not None and self.kind not in ("approve", "reject"):
            raise WrongValueError(message("only `approve` and `reject` can have `inputs`"))


class EventContent(Decision, CardVersion):
    """The part of an event about one card that the reviewer decides."""

    side: SideName | None = None
    at_mm: Point | None = None
    thread: EventId | None = None
    pictures: Annotated[Sequence[PictureName], Field(min_length=1, max_length=MOST_PICTURES)] | None = None

    @model_validator(mode="after")
    def _fits_its_card(self) -> Self:
        self.check_version(self)
        if self.pictures is not None and self.kind not in ("comment", "reject"):
            raise WrongValueError(NO_PICTURES)
        if (self.side or self.at_mm) and self.kind != "comment":
            raise WrongValueError(message("only `comment` can have `side` and `at_mm`"))
        if self.kind in _ABOUT_THREADS and self.thread is None:
            raise WrongValueError(message("`{kind}` needs `thread`", kind=self.kind))
        if self.thread is not None and self.kind not in ("comment", *_ABOUT_THREADS):
            raise WrongValueError(message("only `comment`, `resolve`, `unresolve` and `assign` can have `thread`"))
        if self.kind == "assign" and len(self.text or "") > MOST_NAME:
            raise WrongValueError(message("a name has at most {most} characters", most=MOST_NAME))
        if self.thread is not None and self.side is not None:
            raise WrongValueError(message("a reply has no place of its own"))
        if self.at_mm is not None and self.side is None:
            raise WrongValueError(message("`at_mm` needs `side`"))
        if self.side is not None and self.side not in self.sides:
            raise WrongValueError(message("`sides` has no `{side}`", side=self.side))
        return self


class GroupContent(Decision):
    """The part of an event about several cards that the reviewer decides: the same for all of them."""

    cards: Annotated[Sequence[CardVersion], Field(min_length=1)]

    @model_validator(mode="after")
    def _fits_its_cards(self) -> Self:
        if self.kind in ("comment", *_ABOUT_THREADS):
            raise WrongValueError(message("a comment is about one card"))
        names = [version.key for version in self.cards]
        for name in names:
            if names.count(name) > 1:
                raise WrongValueError(message("`cards` has {key} twice", key=name))
        for version in self.cards:
            self.check_version(version)
        return self


class Heading(FileModel):
    """The part of an event that the server adds."""

    id: EventId
    at: _Time
    by: Name
    tool: Name


class LogLine(EventContent, Heading):
    """A line of the log about one card."""


class GroupLine(GroupContent, Heading):
    """A line of the log about several cards."""


@dataclass(frozen=True, slots=True)
class Event:
    """A decision or comment about a card, with the version of the card that it is about.

    `sides` are the keys of the card's pictures, `data` is the hash of its data, `fields` its data (approvals only),
    `inputs` are digests of what the card was made from (approvals and rejections), `at_mm` is a place from the trim's
    top left, `undoes` the id of an earlier event, `thread` that of the comment that is answered, resolved or opened
    again, `pictures` the names of those that belong to the text, `at` the time in UTC. A decision about several cards
    has a part for each of them, with the same id: `same_decision` is True for them. An event about a page of a printed
    file has the path of the file as its `deck`, the number of the page as its `card`, and no data. `was` is the id that
    the card had in the log, if it was renamed since.
    """

    id: str
    at: str
    by: str
    tool: str
    kind: EventKind
    deck: str
    card: str
    sides: Mapping[str, str]
    data: str
    fields: Mapping[str, Any] | None = None
    text: str | None = None
    side: SideName | None = None
    at_mm: tuple[float, float] | None = None
    undoes: str | None = None
    inputs: Mapping[str, str] | None = field(default=None, compare=False)
    thread: str | None = None
    pictures: Sequence[str] | None = None
    was: str = field(default="", compare=False)

    @property
    def key(self) -> str:
        return f"{self.deck}/{self.card}"

    @property
    def is_of_page(self) -> bool:
        """Whether the event is about a page of a printed file: ids of decks have no slash."""
        return "/" in self.deck

    @property
    def part(self) -> tuple[str, str]:
        """The id and the card: no other event has both."""
        return self.id, self.key

    def same_decision(self, other: Event) -> bool:
        """Return True if both can be parts of one decision."""
        return _decision(self) == _decision(other)


def _decision(event: Event) -> tuple[object, ...]:
    pictures = tuple(event.pictures or ())
    return event.id, event.by, event.kind, event.text, pictures, event.side, event.at_mm, event.undoes, event.thread


def event_data(event: Event) -> EventData:
    """Return the event as JSON can hold it, its keys in the order of the file. Keys without a value are left out."""
    data: EventData = {**_heading_data(event), **_version_data(event)}  # type: ignore[typeddict-item]
    if event.text is not None:
        data["text"] = event.text
    if event.pictures:
        data["pictures"] = list(event.pictures)
    if event.side is not None:
        data["side"] = event.side
    if event.at_mm is not None:
        data["at_mm"] = list(event.at_mm)
    if event.thread is not None:
        data["thread"] = event.thread
    if event.undoes is not None:
        data["undoes"] = event.undoes
    return data


def key_of(data: EventData) -> str:
    """Return the key of the card or page that an event as JSON is about."""
    if "page" in data:
        return f"{data['page']['file']}/{data['page']['number']}"
    return f"{data.get('deck')}/{data.get('card')}"


def _heading_data(event: Event) -> HeadingData:
    return {"id": event.id, "at": event.at, "by": event.by, "tool": event.tool, "kind": event.kind}


def _version_data(event: Event) -> VersionData:
    sides = {name: event.sides[name] for name in ("face", "back") if name in event.sides}
    if event.is_of_page:
        return {"page": {"file": event.deck, "number": int(event.card)}, "sides": sides}
    data: VersionData = {"deck": event.deck, "card": event.card, "sides": sides, "data": event.data}
    if event.fields is not None:
        data["fields"] = dict(event.fields)
    if event.inputs is not None:
        data["inputs"] = dict(event.inputs)
    return data


def write_event(event: Event, *others: Event) -> str:
    """Return an event as one line of JSON, without the line end; `others` are further parts of the same decision."""
    if not others:
        return json.dumps(event_data(event), ensure_ascii=False, allow_nan=False)
    data: dict[str, object] = {**_heading_data(event), "cards": [_version_data(part) for part in (event, *others)]}
    data |= {name: value for name in ("text", "undoes") if (value := getattr(event, name)) is not None}
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


def write_events(events: Iterable[Event]) -> str:
    """Return events as lines: parts of one decision that follow one another are one line."""
    return "".join(f"{write_event(*parts)}\n" for _, parts in groupby(events, _decision))


def parse_events(line: str | bytes, place: Place | None = None) -> tuple[Event, ...]:
    """Return the event of one line, or its part for each of its cards. DataError with all faults, at `place`."""
    marked = parse_object(line, place or Place())
    if not is_group(marked):
        return (Event(**values_of(validate(LogLine, marked))),)
    group = validate(GroupLine, marked)
    return tuple(Event(**values_of(group) | values_of(version)) for version in group.cards)


def is_group(marked: Marked) -> bool:
    """Return True if a JSON object is an event about several cards."""
    return "cards" in marked.value


def values_of(model: FileModel) -> dict[str, Any]:
    """Return the values of a part of an event, by the names of the attributes of an Event."""
    values = {name: getattr(model, name) for name in Event.__slots__ if name in type(model).model_fields}
    if values.get("pictures") is not None:
        values["pictures"] = tuple(values["pictures"])
    return values | model.values if isinstance(model, CardVersion) else values


def parse_object(line: str | bytes, place: Place) -> Marked:
    """Return the JSON object of one line. DataError if it is none, or has a key twice or an invalid number."""
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        value = json.loads(text, object_pairs_hook=_unique_keys, parse_constant=_reject_constant)
        if "\\u" in text:  # JSON can write a lone surrogate, UTF-8 cannot
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise DataError(
            Fault(
                Place(place.file, place.line, error.colno),
                message("not JSON: {reason}", reason=f"{error.msg[:1].lower()}{error.msg[1:]}"),
            )
        ) from error
    except UnicodeEncodeError as error:
        raise DataError(Fault(place, message("not JSON: half a surrogate pair"))) from error
    except UnicodeDecodeError as error:
        raise DataError(Fault(Place(place.file, place.line, error.start + 1), message("not UTF-8"))) from error
    except RecursionError as error:
        raise DataError(Fault(place, message("not JSON: {reason}", reason=message("nested too deeply")))) from error
    except ValueError as error:
        raise DataError(Fault(place, message("not JSON: {reason}", reason=error.args[0]))) from error
    if not isinstance(value, dict):
        raise DataError(Fault(place, message("not a JSON object")))
    return Marked(value, place.file, {(): place})


def _unique_keys(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, value in pairs:
        if key in values:
            raise ValueError(message("duplicate key {key!r}", key=key))
        values[key] = value
    return values


def _reject_constant(word: str) -> Any:
    raise ValueError(message("{word} is not a number in JSON", word=word))
