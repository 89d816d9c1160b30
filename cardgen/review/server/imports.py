"""Import decisions made on an exported page: from the file that it downloads into the log."""

from __future__ import annotations

import codecs
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from cardgen import __version__
from cardgen.base.errors import DataError, Fault, Faults, Place, WrongValueError
from cardgen.base.files import read_regular
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.reading import MOST_BYTES, Marked, validate
from cardgen.review.server.decisions import (
    Attached,
    Conflict,
    CurrentItems,
    DecisionError,
    Draft,
    Seen,
    as_name,
    with_pictures,
)
from cardgen.review.server.events import (
    CardVersion,
    Event,
    GroupLine,
    LogLine,
    Name,
    is_group,
    parse_object,
    values_of,
)
from cardgen.review.server.store import Store


class _ImportedLine(LogLine, Attached):
    """A line of such a file. By default `by` is the importer, and `seen` the event of the card before it."""

    by: Name | None = None  # type: ignore[assignment]
    tool: Name | None = None  # type: ignore[assignment]
    seen: Seen | None = None


class _ImportedVersion(CardVersion):
    seen: Seen | None = None


class _ImportedGroup(GroupLine):
    """A line about several cards, with the same defaults."""

    by: Name | None = None  # type: ignore[assignment]
    tool: Name | None = None  # type: ignore[assignment]
    cards: Annotated[Sequence[_ImportedVersion], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import: the events saved, the number of those in the log before, conflicts with their places."""

    saved: tuple[Event, ...]
    already_saved: int
    conflicts: tuple[tuple[Place, Conflict], ...]


def import_events(store: Store, file: Path, author: str, shown: CurrentItems) -> Imported:
    """Add the events of `file` to the log, except those that are there already and those with a conflict.

    `author` is the name for events without one. DataError with all faults of the file, each with its line; nothing is
    saved then.
    """
    places: dict[tuple[str, str], Place] = {}
    try:
        places, drafts = _read_drafts(file, as_name(author))
        outcome = store.add(drafts, shown)
    except DecisionError as error:
        place = places.get(error.event.part, Place(str(file))) if error.event else Place(str(file))
        raise DataError(Fault(place, error.text)) from error
    conflicts = tuple((places[conflict.event.part], conflict) for conflict in outcome.conflicts)
    return Imported(outcome.saved, len(drafts) - len(outcome.saved) - len(conflicts), conflicts)


def _read_drafts(file: Path, author: str) -> tuple[dict[tuple[str, str], Place], list[Draft]]:
    """Return the place of each event of a file, by its id and card, and the drafts to be added."""
    faults = Faults()
    drafts: dict[tuple[str, str], Draft] = {}
    places: dict[tuple[str, str], Place] = {}
    first_lines: dict[str, tuple[int, Event]] = {}  # by id
    last: dict[str, str] = {}  # the last event of each card so far
    for number, content in enumerate(_read(file).split(b"\n"), 1):
        if not content.strip():
            continue
        place = Place(str(file), number, 1)
        try:
            imported = _parse(parse_object(content, place), author)
        except DataError as error:
            faults += error.faults
            continue
        for event, seen, pictures in imported:
            draft = Draft(event, last.get(event.key, "") if seen is None else seen, pictures)
            line, first = first_lines.setdefault(event.id, (number, event))
            if drafts.setdefault(event.part, draft).event != event or not event.same_decision(first):
                problem = message("line {line} has another event with the id {id!r}", line=line, id=event.id)
                faults.append(Fault(place, problem))
                break
            places.setdefault(event.part, place)
            last[event.key] = event.id
    faults.raise_all()
    return places, list(drafts.values())


def _parse(marked: Marked, author: str) -> list[tuple[Event, str | None, Mapping[str, bytes]]]:
    """Return the parts of the event of a line, with the events last seen, and pictures. DataError if it is invalid."""
    line: _ImportedGroup | _ImportedLine
    versions: Sequence[_ImportedVersion | _ImportedLine]
    if is_group(marked):
        line = group = validate(_ImportedGroup, marked)
        versions = group.cards
    else:
        line = single = validate(_ImportedLine, marked)
        versions = [single]
    own = {"by": line.by or author, "tool": line.tool or f"cardgen {__version__}"}
    events = [Event(**values_of(line) | values_of(version) | own) for version in versions]
    try:
        pictures = line.stored() if isinstance(line, Attached) else {}
        events = [with_pictures(event, pictures) for event in events]
    except WrongValueError as error:
        raise DataError(Fault(marked.place(), error.text)) from error
    return [(event, version.seen, pictures) for event, version in zip(events, versions, strict=True)]


def _read(file: Path) -> bytes:
    try:
        return read_regular(file, MOST_BYTES).removeprefix(codecs.BOM_UTF8)
    except OSError as error:
        raise DataError(Fault(Place(str(file)), message("cannot be read: {reason}", reason=error.strerror))) from error
