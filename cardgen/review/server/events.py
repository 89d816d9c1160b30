"""What people decided, one event a line of review.jsonl: read strictly, written in one way."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from cardgen.data.kinds import FileModel, Identifier, Point
from cardgen.data.reading import CONTROL, Marked, validate
from cardgen.errors import DataError, Fault, Place, WrongValueError

Kind: TypeAlias = Literal["approve", "reject", "comment", "reopen", "undo"]
SideName: TypeAlias = Literal["face", "back"]

#: Characters in a reason or a comment.
MOST_TEXT = 10_000


def clean_text(text: str) -> str:
    """A text as it is stored: NFC, lines ended by \\n, nothing blank at its ends.

    WrongValueError for control characters.
    """
    clean = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    odd = CONTROL.search(clean)
    if odd:
        raise WrongValueError(f"the control character U+{ord(odd[0]):04X} in a text")
    return clean


def _written(pattern: str, told: str) -> AfterValidator:
    def check(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise WrongValueError(f"{text!r} given, expected {told}")
        return text

    return AfterValidator(check)


def _not_blank(text: str) -> str:
    if not text:
        raise WrongValueError("a text without letters")
    return text


EventId = Annotated[str, _written(r"[0-9a-f]{16}", "16 hexadecimal digits")]
Hash = Annotated[str, _written(r"[0-9a-f]{32}", "32 hexadecimal digits")]
PictureKey = Annotated[str, _written(r"([1-9][0-9]*-)?[0-9a-f]{32}", "a version, a hyphen and 32 hexadecimal digits")]
Text = Annotated[str, StringConstraints(max_length=MOST_TEXT), AfterValidator(clean_text), AfterValidator(_not_blank)]
Name = Annotated[str, StringConstraints(max_length=200), AfterValidator(clean_text), AfterValidator(_not_blank)]
_Moment = Annotated[str, _written(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "a moment such as 2026-11-21T05:00:00Z")]


class Said(FileModel):
    """What an event says of a card, whoever says it and whenever."""

    kind: Kind
    deck: Identifier
    card: Identifier
    sides: Annotated[dict[SideName, PictureKey], Field(min_length=1)]
    data: Hash
    fields: dict[str, Any] | None = None
    text: Text | None = None
    side: SideName | None = None
    at_mm: Point | None = None
    undoes: EventId | None = None

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Self:
        if "face" not in self.sides:
            raise WrongValueError("every card has a face")
        if self.kind in ("reject", "comment") and self.text is None:
            raise WrongValueError(f"a {self.kind} needs a text")
        if (self.kind == "undo") != (self.undoes is not None):
            raise WrongValueError("an undo, and nothing else, names the event that it undoes")
        if self.fields is not None and self.kind != "approve":
            raise WrongValueError("only an approval holds the card's fields")
        if (self.side or self.at_mm) and self.kind != "comment":
            raise WrongValueError("only a comment has a place on the card")
        if self.at_mm is not None and self.side is None:
            raise WrongValueError("a place is on a side")
        if self.side is not None and self.side not in self.sides:
            raise WrongValueError(f"the card has no {self.side}")
        return self


class Line(Said):
    """A line of the log."""

    id: EventId
    at: _Moment
    by: Name
    tool: Name


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that somebody decided or said of a card, as it then looked.

    `sides` and `data` are the hashes of its pictures and its data; `fields` its data, with an approval; `at_mm` is
    from the trim's top left; `undoes` the id of an earlier event. `at` is UTC, to the second.
    """

    id: str
    at: str
    by: str
    tool: str
    kind: Kind
    deck: str
    card: str
    sides: Mapping[str, str]
    data: str
    fields: Mapping[str, Any] | None = None
    text: str | None = None
    side: SideName | None = None
    at_mm: tuple[float, float] | None = None
    undoes: str | None = None

    @property
    def key(self) -> str:
        return f"{self.deck}/{self.card}"


def event_data(event: Event) -> dict[str, Any]:
    """The event as what JSON can hold, its keys in the order of the file; what it does not have is left out."""
    values = {name: getattr(event, name) for name in Event.__slots__}
    values["sides"] = {name: event.sides[name] for name in ("face", "back") if name in event.sides}
    values["at_mm"] = None if event.at_mm is None else list(event.at_mm)
    return {name: value for name, value in values.items() if value is not None}


def write_event(event: Event) -> str:
    """The event as one line of JSON, without its end."""
    return json.dumps(event_data(event), ensure_ascii=False, allow_nan=False)


def parse_event(line: str | bytes, place: Place | None = None) -> Event:
    """The event of one line. DataError with all that is wrong with it, at `place`."""
    return event_of(parse_object(line, place or Place()))


def event_of(marked: Marked) -> Event:
    """A JSON object as an event. DataError as for a line."""
    line = validate(Line, marked)
    return Event(**{name: getattr(line, name) for name in Event.__slots__})


def parse_object(line: str | bytes, place: Place) -> Marked:
    """The JSON object of one line. DataError when it is none, or has a key twice, or a number that JSON has not."""
    try:
        text = line.decode("utf-8") if isinstance(line, bytes) else line
        value = json.loads(text, object_pairs_hook=_no_twins, parse_constant=_no_constant)
        if "\\u" in text:  # half a character: JSON can spell it, UTF-8 cannot hold it
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise DataError(
            Fault(Place(place.file, place.line, error.colno), f"not JSON: {error.msg[:1].lower()}{error.msg[1:]}")
        ) from error
    except UnicodeEncodeError as error:
        raise DataError(Fault(place, "not JSON: half a character")) from error
    except UnicodeDecodeError as error:
        raise DataError(Fault(Place(place.file, place.line, error.start + 1), "not UTF-8")) from error
    except (ValueError, RecursionError) as error:
        raise DataError(Fault(place, f"not JSON: {error}")) from error
    if not isinstance(value, dict):
        raise DataError(Fault(place, "not an event: expected an object in braces"))
    return Marked(value, place.file, {(): place})


def _no_twins(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands there twice")
    return found


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is no number of JSON")
