"""Store decisions in review.jsonl, to which lines are only added, and keep the pictures of the cards at that time.

Links, FIFOs and devices in place of these files are refused. A writer locks the log while it reads the end and adds
lines, until they are on the disk.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from io import FileIO
from pathlib import Path

import cardgen
from cardgen.base.errors import DataError, Fault, Place, Text
from cardgen.base.files import obstacle_at, read_regular, sync_folder, write_atomic
from cardgen.base.locks import SAFELY, is_at, lock_file, unlock_file
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.project import Project, current_project
from cardgen.review.kept.folder import KeptPictures
from cardgen.review.server.attachments import FOLDER, write_attachments
from cardgen.review.server.decisions import (
    CurrentItems,
    DecisionOutcome,
    Draft,
    draft_proposals,
    has_changed,
    pictures_of,
    settle,
)
from cardgen.review.server.events import Event, parse_events, write_events
from cardgen.review.server.pictures import packed, picture_png, picture_svg
from cardgen.review.server.renamed import with_current_ids
from cardgen.review.server.status import by_card

LOG = "review.jsonl"
#: The log of an edition other than the first.
EDITION_LOG = "review.{}.jsonl"
PICTURES = "review"

#: The largest log, in bytes. A line has about 500: more than 100,000 decisions.
_MOST_LOG = 64 << 20
#: The most lines that are no events: after so many, the rest is not read.
_MOST_FAULTS = 100

#: The lines that git writes into a file whose changes it could not merge.
_CONFLICT_MARKERS = (b"<<<<<<<", b"=======", b">>>>>>>", b"|||||||")


def review_folder(project: Project, name: str) -> Path:
    """Return the folder with the decisions about a game: the game's folder.

    For a game inside an installed cardgen it is `card_data/<name>` in the project here, or in the current folder.
    """
    inside = project.bundled and project.root == Path(cardgen.__file__).parent / "bundled"
    return (current_project() or Project(Path.cwd())).game_folder(name) if inside else project.game_folder(name)


@dataclass(frozen=True, slots=True)
class _ParsedLog:
    """The log as it was last read: its bytes up to the end of a line, and their events."""

    content: bytes = b""
    events: tuple[Event, ...] = ()


class Store:
    """The decisions of one game, in `folder`. Any number of stores, threads and processes may share the folder.

    Messages name the file by its path from `shown_from`. `report` is called with a message if something that is not
    an event was moved out of the log.
    """

    def __init__(
        self,
        folder: Path,
        shown_from: Path | None = None,
        edition: str = "",
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.folder = folder
        self.log = folder / (EDITION_LOG.format(edition) if edition else LOG)
        self.pictures = folder / PICTURES
        self.kept = KeptPictures(self.pictures)
        self.attached = self.pictures / FOLDER
        self.report = report
        self._shown = _shown_path(self.log, shown_from)
        self._parsed = _ParsedLog()
        self._unended: tuple[Event, ...] = ()
        self._torn = b""
        self._readable: tuple[Event, ...] = ()
        self._grouped: tuple[tuple[Event, ...], dict[str, list[Event]]] = ((), {})
        self._stat: tuple[int, ...] | None = None
        self._lock = threading.Lock()

    # ---------------------------------------------------------------- reading

    def read(self) -> tuple[Event, ...]:
        """Return every event, oldest first. Only lines that were added since the last call are parsed.

        DataError, with the line of each fault, if there are lines that are no events.
        """
        with self._lock:
            try:
                stat = _stat_of(self.log.lstat())
                if stat != self._stat:
                    self._parse(read_regular(self.log, _MOST_LOG, follow=False))
                    self._stat = stat
            except FileNotFoundError:
                self._parse(b"")
                self._stat = None
            except OSError as error:
                raise DataError(
                    Fault(Place(self._shown), message("cannot be read: {reason}", reason=error.strerror))
                ) from error
            return self._readable

    @property
    def torn_note(self) -> Text:
        """A message if the last line of the log was cut off when the log was last read, otherwise ""."""
        if not self._torn:
            return ""
        place = Place(self._shown, self._parsed.content.count(b"\n") + 1, 1)
        return message(
            "{place}: the last line is cut off (the next decision moves it to {file})",
            place=place,
            file=_cut_name(self.log.name, self._torn),
        )

    def events_of(self, key: str) -> list[Event]:
        """Return the events of one card as far as the log can be read, oldest first."""
        with contextlib.suppress(DataError):
            self.read()
        events = self._readable
        if self._grouped[0] is not events:
            self._grouped = (events, by_card(events))
        return self._grouped[1].get(key, [])

    @property
    def readable(self) -> tuple[Event, ...]:
        """The events that were read last: all of them, unless `read` raised a DataError."""
        return self._readable

    def _parse(self, content: bytes) -> None:
        """Parse the content of the file. DataError as for `read`.

        After the last line end there may be the beginning of an event, from a write that was interrupted and never
        acknowledged. A complete event without a line end is valid: some editors remove the line end.
        """
        parsed = self._parsed if content.startswith(self._parsed.content) else _ParsedLog()
        end = content.rfind(b"\n") + 1
        tail = content[end:]
        self._unended = _complete_event(tail)
        self._torn = b"" if self._unended or not _is_torn_write(tail) else tail
        if tail.strip() and not self._unended and not self._torn:
            end = len(content)  # not from an interrupted write: treated as a line
        events, faults = list(parsed.events), list[Fault]()
        by_part, by_id = {event.part: event for event in events}, {event.id: event for event in events}
        lines = content[len(parsed.content) : end].split(b"\n")
        for number, line in enumerate(lines, parsed.content.count(b"\n") + 1):
            if not line.strip():
                continue
            place = Place(self._shown, number, 1)
            if len(faults) >= _MOST_FAULTS:
                hint = message("correct the lines above first")
                faults.append(Fault(place, message("this line and those below are not read"), hint))
                break
            try:
                parts = _parse_line(line, place)
            except DataError as error:
                faults += error.faults
                continue
            # After merging two copies of a log, a line may be in it twice, and parts of a decision on several lines.
            known = [by_part.get(part.part, part) for part in parts]
            if known != [*parts] or not by_id.setdefault(parts[0].id, parts[0]).same_decision(parts[0]):
                faults.append(
                    Fault(
                        place,
                        message("a line above has another event with the id {id!r}", id=parts[0].id),
                        message("lines of the log must not be changed"),
                    )
                )
                continue
            events += [part for part in parts if part.part not in by_part]
            by_part.update({part.part: part for part in parts})
        self._unended = tuple(event for event in self._unended if event.part not in by_part)
        self._readable = (*events, *self._unended)
        if faults:
            self._stat = None
            raise DataError(faults)
        self._parsed = _ParsedLog(content[:end], tuple(events))

    def kept_svg(self, picture: str) -> bytes | None:
        """Return the kept picture of this key as SVG compressed by gzip; None if there is none."""
        older = self.kept.older_svg(picture)
        if older is not None:
            return older
        scene = self.kept.scene(picture)
        return None if scene is None else packed(picture_svg(scene))

    def kept_png(self, picture: str) -> bytes | None:
        """Return the kept picture as a PNG of 100 dpi with its bleed, its letters as outlines; None if there is none.

        Compare it with `Catalog.outlined_png`.
        """
        scene = self.kept.scene(picture)
        try:
            return None if scene is None else picture_png(scene)
        except (OSError, ValueError, DataError):  # a picture in it is broken
            return None

    # ---------------------------------------------------------------- writing

    def decide(
        self, proposals: object, author: str, now: datetime, shown: CurrentItems, decision: object = None
    ) -> DecisionOutcome:
        """Save proposals, a list from JSON, except those with a conflict; with the id `decision`, as parts of one.

        Events and their pictures are on the disk when it returns. DecisionError if the proposals are invalid, DataError
        if the log cannot be read, OSError if the disk cannot be written; then nothing is saved.
        """
        return self.add(draft_proposals(proposals, author, now, decision), shown)

    def add(self, drafts: Sequence[Draft], shown: CurrentItems) -> DecisionOutcome:
        """Save the drafts that have no conflict with the log or the `shown` cards. Errors as in `decide`."""
        self.read()  # if the log cannot be read, not even pictures are written
        events = [draft.event for draft in drafts if not has_changed(draft.event, shown)]
        lost = self._keep_pictures(events, shown)
        for draft in drafts:
            write_attachments(self.attached, draft.pictures)
        with self._lock, self.locked_log() as stream:
            self._parse(stream.readall())
            outcome = settle(drafts, with_current_ids(self._readable, shown.current), shown, lost)
            if outcome.saved:
                self._keep_pictures(outcome.saved, shown)  # those that were tidied away meanwhile
                self._append(stream, outcome.saved)
                with contextlib.suppress(OSError, DataError):  # the decisions are saved in any case
                    self.kept.merge()
            self._stat = _stat_of(os.fstat(stream.fileno()))
        return outcome

    def _append(self, stream: FileIO, events: Sequence[Event]) -> None:
        """Append lines under the lock, and repair the end of the file if a write was interrupted there."""
        before = self._parsed.content
        events = (*self._unended, *events)
        self._keep_torn()
        stream.truncate(len(before))
        added = write_events(events).encode()
        try:
            _write_all(stream, added)
            os.fsync(stream.fileno())
        except OSError as error:
            with contextlib.suppress(OSError):
                stream.truncate(len(before))
            raise OSError(error.errno, error.strerror, str(self.log)) from error
        if not before:
            sync_folder(self.folder)
        self._parsed, self._unended, self._torn = _ParsedLog(before + added, self._parsed.events + events), (), b""
        self._readable = self._parsed.events

    def _keep_torn(self) -> None:
        """Copy an incomplete last line to a separate file, before it is removed from the log."""
        if not self._torn:
            return
        name = _cut_name(self.log.name, self._torn)
        write_atomic(self.folder / name, self._torn)
        self.report(
            message(
                "{log}: the last line was cut off; it is now in {file}", log=self._shown, file=self.log.with_name(name)
            )
        )

    def _keep_pictures(self, events: Sequence[Event], shown: CurrentItems) -> set[str]:
        """Write the pictures of the events that are not on the disk yet.

        Return the keys of pictures that cannot be kept any more, because a file in them has changed.
        """
        keys = {picture for event in events for picture in pictures_of(event)}
        scenes = {picture: scene for picture in keys if (scene := shown.scene(picture)) is not None}
        is_new = not self.pictures.exists()
        lost = self.kept.keep(scenes)
        if is_new and self.pictures.exists():
            sync_folder(self.folder)
        return lost

    @contextlib.contextmanager
    def locked_log(self) -> Iterator[FileIO]:
        """Open the log, locked, for reading from its beginning and appending. It is created if it is missing."""
        self.folder.mkdir(parents=True, exist_ok=True)
        while True:
            with _open_log(self.log) as stream:
                lock_file(stream.fileno())
                try:
                    # It may have been replaced meanwhile, for example by git checkout.
                    if is_at(stream.fileno(), self.log):
                        stream.seek(0)
                        yield stream
                        return
                finally:
                    unlock_file(stream.fileno())


def _shown_path(path: Path, shown_from: Path | None) -> str:
    if shown_from is not None:
        with contextlib.suppress(ValueError):
            return path.resolve().relative_to(shown_from.resolve()).as_posix()
    return str(path)


def _complete_event(tail: bytes) -> tuple[Event, ...]:
    """Return the event of a last line that lacks only its line end; nothing if there is none."""
    try:
        return parse_events(tail) if tail.strip() else ()
    except DataError:
        return ()


def _parse_line(line: bytes, place: Place) -> tuple[Event, ...]:
    """Return the parts of the event of a line. DataError at `place` for anything else."""
    if line.startswith(_CONFLICT_MARKERS):
        raise DataError(
            Fault(
                place, message("merge conflict marker"), message("delete the markers and keep the lines of both sides")
            )
        )
    return parse_events(line, place)


def _is_torn_write(tail: bytes) -> bool:
    """Return True if a line without its end may be the beginning of an event, or the zeros that a power cut leaves."""
    begins = tail.startswith(b'{"') or tail == b"{"
    return begins or (tail != b"" and not tail.strip(b"\0"))


def _cut_name(log: str, tail: bytes) -> str:
    """Return the name of the file for a cut off line: by its content, so that no earlier one is replaced."""
    return f"{log}.cut-{hashlib.sha256(tail).hexdigest()[:8]}"


def _open_log(path: Path) -> FileIO:
    """Open the log for reading and appending. OSError if something else is in its place."""
    obstacle = obstacle_at(path)
    if obstacle:
        raise OSError(errno.EEXIST, obstacle, str(path))
    return FileIO(os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | SAFELY, 0o666), "a+")


def _stat_of(stat: os.stat_result) -> tuple[int, ...]:
    return (stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns)


def _write_all(stream: FileIO, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[stream.write(left) :]
