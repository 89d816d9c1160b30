"""Import decisions made on an exported page: from the file that it downloads into the log."""

from __future__ import annotations

import codecs
from pathlib import Path

from cardgen import __version__
from cardgen.data.reading import MOST_BYTES, try_model
from cardgen.errors import DataError, Fault, Place
from cardgen.files import read_regular
from cardgen.records import dataclass
from cardgen.review.server.deciding import Conflict, DecisionError, Draft, Seen, Shown, as_name
from cardgen.review.server.events import Event, Line, Name, parse_object
from cardgen.review.server.store import Store
from cardgen.words.messages import message


class _ImportedLine(Line):
    """A line of such a file. By default `by` is the importer, and `seen` the event of the card before it."""

    by: Name | None = None  # type: ignore[assignment]
    tool: Name | None = None  # type: ignore[assignment]
    seen: Seen | None = None


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import: the events saved, the number of those in the log before, conflicts with their places."""

    saved: tuple[Event, ...]
    already_saved: int
    conflicts: tuple[tuple[Place, Conflict], ...]


def import_events(store: Store, file: Path, author: str, shown: Shown) -> Imported:
    """Add the events of `file` to the log, except those that are there already and those with a conflict.

    `author` is the name for events without one. DataError with all faults of the file, each with its line; nothing is
    saved then.
    """
    places: dict[str, Place] = {}
    try:
        places, drafts = _read_drafts(file, as_name(author))
        outcome = store.add(drafts, shown)
    except DecisionError as error:
        place = places.get(error.event.id if error.event else "", Place(str(file)))
        raise DataError(Fault(place, error.text)) from error
    conflicts = tuple((places[conflict.event.id], conflict) for conflict in outcome.conflicts)
    return Imported(outcome.saved, len(drafts) - len(outcome.saved) - len(conflicts), conflicts)


def _read_drafts(file: Path, author: str) -> tuple[dict[str, Place], list[Draft]]:
    """Return the place of each event of a file, by id, and the drafts to be added."""
    faults: list[Fault] = []
    drafts: dict[str, Draft] = {}
    places: dict[str, Place] = {}
    last: dict[str, str] = {}  # the last event of each card so far
    for number, content in enumerate(_read(file).split(b"\n"), 1):
        if not content.strip():
            continue
        place = Place(str(file), number, 1)
        try:
            imported, line_faults = try_model(_ImportedLine, parse_object(content, place))
        except DataError as error:
            imported, line_faults = None, list(error.faults)
        faults += line_faults
        if imported is None:
            continue
        event = _make_event(imported, author)
        draft = Draft(event, last.get(event.key, "") if imported.seen is None else imported.seen)
        if drafts.setdefault(event.id, draft).event != event:
            first = places[event.id].line
            faults.append(
                Fault(place, message("line {line} has another event with the id {id!r}", line=first, id=event.id))
            )
        places.setdefault(event.id, place)
        last[event.key] = event.id
    if faults:
        raise DataError(faults)
    return places, list(drafts.values())


def _make_event(line: _ImportedLine, author: str) -> Event:
    values = {name: getattr(line, name) for name in Event.__slots__}
    return Event(**{**values, "by": line.by or author, "tool": line.tool or f"cardgen {__version__}"})


def _read(file: Path) -> bytes:
    try:
        return read_regular(file, MOST_BYTES).removeprefix(codecs.BOM_UTF8)
    except OSError as error:
        raise DataError(Fault(Place(str(file)), message("cannot be read: {reason}", reason=error.strerror))) from error
