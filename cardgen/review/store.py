"""Where decisions are kept: review.jsonl, which only ever grows, and beside it the pictures they were made on.

A lock on the file keeps any two writers apart, from reading its end until what is added is on the disk.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import FileIO
from pathlib import Path

import cardgen
from cardgen.data.project import Project
from cardgen.errors import DataError, Fault, Place
from cardgen.files import sweep, write_atomic
from cardgen.review.deciding import (
    DecisionError,
    Draft,
    Outcome,
    Shown,
    draft_proposals,
    has_changed,
    pictures_of,
    settle,
)
from cardgen.review.events import Event, parse_event, write_event
from cardgen.review.status import by_card

__all__ = ["LOG", "PICTURES", "DecisionError", "Outcome", "Store", "review_folder"]

LOG = "review.jsonl"
#: That of an edition other than the first.
EDITION_LOG = "review.{}.jsonl"
PICTURES = "review"


def review_folder(project: Project, name: str) -> Path:
    """Where the decisions about a game are kept: in its folder; for one inside an installed cardgen, in a folder of its
    name under the current one.
    """
    inside = project.bundled and project.root == Path(cardgen.__file__).parent / "bundled"
    return Path.cwd() / "card_data" / name if inside else project.game_folder(name)


@dataclass(frozen=True, slots=True)
class _Known:
    """The log as it was last read: its bytes up to the end of a line, and what they say."""

    content: bytes = b""
    events: tuple[Event, ...] = ()


class Store:
    """The decisions of one game, in `folder`. Any number of stores, threads and processes may share the folder.

    `shown_from` is where people are told the file's path from.
    """

    def __init__(self, folder: Path, shown_from: Path | None = None, edition: str = "") -> None:
        self.folder = folder
        self.log = folder / (EDITION_LOG.format(edition) if edition else LOG)
        self.pictures = folder / PICTURES
        self._shown = _shown_path(self.log, shown_from)
        self._known = _Known()
        self._unended: tuple[Event, ...] = ()
        self._readable: tuple[Event, ...] = ()
        self._grouped: tuple[tuple[Event, ...], dict[str, list[Event]]] = ((), {})
        self._stat: tuple[int, ...] | None = None
        self._lock = threading.Lock()

    # ---------------------------------------------------------------- reading

    def read(self) -> tuple[Event, ...]:
        """Every event, oldest first. Only what was added since the last time is parsed.

        DataError, with the line of each, when there are lines that are no events.
        """
        with self._lock:
            try:
                with FileIO(self.log) as stream:
                    stat = _stat_of(stream)
                    if stat != self._stat:
                        self._take(stream.readall())
                        self._stat = stat
            except FileNotFoundError:
                self._take(b"")
                self._stat = None
            except OSError as error:
                raise DataError(Fault(Place(self._shown), f"cannot be read: {error.strerror}")) from error
            return self._readable

    def events_of(self, key: str) -> list[Event]:
        """The events of one card as far as the log can be read, oldest first."""
        with contextlib.suppress(DataError):
            self.read()
        events = self._readable
        if self._grouped[0] is not events:
            self._grouped = (events, by_card(events))
        return self._grouped[1].get(key, [])

    @property
    def known(self) -> tuple[Event, ...]:
        """The events that could be read when it was last tried: all of them, unless that raised a DataError."""
        return self._readable

    def _take(self, content: bytes) -> None:
        """Makes what the file holds the known events. DataError as for `read`.

        What stands after the last end of a line was being written when something stopped it: it was never
        acknowledged. But a whole event there counts: it lost its line's end in somebody's editor.
        """
        known = self._known if content.startswith(self._known.content) else _Known()
        end = content.rfind(b"\n") + 1
        events, faults = list(known.events), list[Fault]()
        by_id = {event.id: event for event in events}
        lines = content[len(known.content) : end].split(b"\n")
        for number, line in enumerate(lines, known.content.count(b"\n") + 1):
            if not line.strip():
                continue
            place = Place(self._shown, number, 1)
            try:
                event = parse_event(line, place)
            except DataError as error:
                faults += error.faults
                continue
            first = by_id.setdefault(event.id, event)
            if first is event:
                events.append(event)
            elif first != event:  # the same line twice is what merging two copies of a log may leave
                faults.append(Fault(place, f"another event above has the id {event.id!r}", "no line is ever changed"))
        self._unended = tuple(event for event in _whole(content[end:]) if event.id not in by_id)
        self._readable = (*events, *self._unended)
        if faults:
            self._stat = None
            raise DataError(faults)
        self._known = _Known(content[:end], tuple(events))

    def kept_svg(self, picture: str) -> bytes | None:
        """The kept picture of this hash as SVG, packed by gzip; None when there is none."""
        return self._kept(f"{picture}.svgz")

    def kept_png(self, picture: str) -> bytes | None:
        """The same as a PNG of 100 dpi with its bleed."""
        return self._kept(f"{picture}.png")

    def _kept(self, name: str) -> bytes | None:
        if not re.fullmatch(r"[0-9a-f]{32}\.\w+", name):
            return None  # no way leads out of the folder
        try:
            return (self.pictures / name).read_bytes()
        except OSError:
            return None

    # ---------------------------------------------------------------- writing

    def decide(self, proposals: object, who: str, now: datetime, shown: Shown) -> Outcome:
        """Saves what is proposed, a list as JSON gave it, except where something newer stands against it.

        Returns when it is on the disk, with the pictures it is about. DecisionError when the proposals are not well
        formed, DataError when the log cannot be read, OSError when the disk cannot be written: nothing is saved then.
        """
        return self.add(draft_proposals(proposals, who, now), shown)

    def add(self, drafts: Sequence[Draft], shown: Shown) -> Outcome:
        """Saves the drafts that neither the log nor the cards as they are `shown` stand against; as for `decide`."""
        self.read()  # nothing at all is written beside a log that cannot be read
        events = [draft.event for draft in drafts if not has_changed(draft.event, shown)]
        lost = self._keep_pictures(events, shown)
        with self._lock, self._locked_log() as stream:
            self._take(stream.readall())
            outcome = settle(drafts, self._readable, shown, lost)
            if outcome.saved:
                self._append(stream, outcome.saved)
            self._stat = _stat_of(stream)
        return outcome

    def _append(self, stream: FileIO, events: Sequence[Event]) -> None:
        """Adds lines under the lock, and heals the end of the file when something left it torn."""
        before = self._known.content
        events = (*self._unended, *events)
        stream.truncate(len(before))
        added = "".join(f"{write_event(event)}\n" for event in events).encode()
        try:
            _write_all(stream, added)
            os.fsync(stream.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                stream.truncate(len(before))
            raise OSError(error.errno, error.strerror, str(self.log)) from error
        if not before:
            _sync_folder(self.folder)
        self._known, self._unended = _Known(before + added, self._known.events + events), ()
        self._readable = self._known.events

    def _keep_pictures(self, events: Iterable[Event], shown: Shown) -> set[str]:
        """Puts the pictures that the events are about on the disk, where they are not there yet.

        Returns the hashes of those that are not what they were, because a file in them has changed.
        """
        written, lost = False, set()
        for picture in sorted({picture for event in events for picture in pictures_of(event)}):
            makers: tuple[tuple[str, Callable[[str], bytes | None]], ...] = (
                ("svgz", shown.packed),
                ("png", shown.png),
            )
            for suffix, make in makers:
                path = self.pictures / f"{picture}.{suffix}"
                if path.exists():
                    continue
                made = make(picture)
                if made is None:
                    lost.add(picture)
                    continue
                if not written:
                    sweep(self.pictures)
                write_atomic(path, made)
                written = True
        if written:
            _sync_folder(self.pictures)
            _sync_folder(self.folder)
        return lost

    @contextlib.contextmanager
    def _locked_log(self) -> Iterator[FileIO]:
        """The log, made if need be, open to be read from its beginning and added to, and locked against all others."""
        self.folder.mkdir(parents=True, exist_ok=True)
        while True:
            with FileIO(self.log, "a+") as stream:
                _lock_file(stream)
                try:
                    if _is_at(stream, self.log):  # not replaced while we waited, by a checkout say
                        stream.seek(0)
                        yield stream
                        return
                finally:
                    _unlock_file(stream)


def _shown_path(path: Path, shown_from: Path | None) -> str:
    if shown_from is not None:
        with contextlib.suppress(ValueError):
            return path.resolve().relative_to(shown_from.resolve()).as_posix()
    return str(path)


def _whole(tail: bytes) -> tuple[Event, ...]:
    """The event of a line without its end, if that is all it lacks."""
    try:
        return (parse_event(tail),) if tail.strip() else ()
    except DataError:
        return ()


def _stat_of(stream: FileIO) -> tuple[int, ...]:
    stat = os.fstat(stream.fileno())
    return (stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns)


def _is_at(stream: FileIO, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(stream.fileno()), path.stat())
    except FileNotFoundError:
        return False


def _write_all(stream: FileIO, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[stream.write(left) :]


# ---------------------------------------------------------------- what differs between systems

if sys.platform == "win32":
    import msvcrt

    #: A byte that no log reaches: a locked byte cannot be read by others there.
    _FAR = 1 << 40

    def _lock_file(stream: FileIO) -> None:
        while True:  # it gives up after ten seconds by itself
            stream.seek(_FAR)
            with contextlib.suppress(OSError):
                return msvcrt.locking(stream.fileno(), msvcrt.LK_LOCK, 1)

    def _unlock_file(stream: FileIO) -> None:
        stream.seek(_FAR)
        msvcrt.locking(stream.fileno(), msvcrt.LK_UNLCK, 1)

    def _sync_folder(folder: Path) -> None:
        """There is no such thing: names are on the disk when their files are."""

else:
    import fcntl

    def _lock_file(stream: FileIO) -> None:
        fcntl.flock(stream.fileno(), fcntl.LOCK_EX)

    def _unlock_file(stream: FileIO) -> None:
        fcntl.flock(stream.fileno(), fcntl.LOCK_UN)

    def _sync_folder(folder: Path) -> None:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
