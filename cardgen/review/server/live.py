"""The current state of a game: it is read again when a file is saved, and then checked.

Each state is immutable; open pages are sent the difference to the state before. One thread watches the files, one
rebuilds, one checks, one sends changes of the log. If the game cannot be read, the last good cards stay, and the fault
is reported.

An edit of a page that changes many cards shows those of the page at once. The others are `waiting`, until the thread
that rebuilds has laid them out as after any change of a file.
"""

from __future__ import annotations

import gc
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Set
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from cardgen.base.errors import DataError
from cardgen.base.records import dataclass, replace
from cardgen.building.check import Report, check_game
from cardgen.building.plan import check_targets
from cardgen.data.fonts import forget_unused_fonts
from cardgen.data.model import Game
from cardgen.data.project import Project
from cardgen.editing.projects import contents_of
from cardgen.products.printers import Printer, chosen_printer, printers_file
from cardgen.products.rulebook import book_pictures
from cardgen.review.server.catalog import Catalog
from cardgen.review.server.changes import catalog_change, review_change
from cardgen.review.server.events import Event
from cardgen.review.server.file_digests import FileDigests
from cardgen.review.server.loading import Loading, OvertakenError, unexpected
from cardgen.review.server.older_keys import with_current_keys
from cardgen.review.server.page_data import codes_by_card, fault_data, review_data
from cardgen.review.server.payloads import ReviewData
from cardgen.review.server.store import Store
from cardgen.review.server.stream_payloads import CheckedMessage, PrinterMessage, ReadingMessage
from cardgen.review.server.streams import Streams
from cardgen.review.server.watch import Watch

Result = TypeVar("Result")

#: Seconds before a fault is reported: most often a file is just being written, and is complete a moment later.
_FAULT_DELAY = 0.08

#: Seconds before a check begins, and before waiting cards are laid out: open pages load the new pictures first, and all
#: threads share one interpreter.
_CHECK_DELAY = 0.25

#: Seconds after an answer to a table for which a check waits, as the next request comes soon, and the most in all.
_TABLE_PAUSE, _MOST_PAUSED = 0.3, 3.0

#: Seconds without a request before memory is searched and pictures are drawn ahead.
_QUIET = 1.0

#: Seconds for which a page that is late gets the pictures of an earlier catalog, and the most of these.
_LATE, _MOST_EARLIER = 30.0, 16

#: Seconds after which open pages show that files are being read, and between two counts of cards.
_SIGN_DELAY = 0.3

#: The most catalogs in a row that are not shown because a file has changed meanwhile.
_MOST_OUTDATED = 5


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game.

    `catalog` is the last good one, None if there was none so far; `fault` is why the current files cannot be shown;
    `report` is the check of this catalog, None until it is done; `books` are the faults of the rulebooks. `printer` is
    the user's printer in use, which is none of the game's files; `unprintable` is why files cannot be made for it,
    `unreadable` why it is not known which it is.
    """

    catalog: Catalog | None = None
    fault: DataError | None = None
    report: Report | None = None
    books: DataError | None = None
    printer: Printer | None = None
    unreadable: DataError | None = None
    unprintable: DataError | None = None

    @property
    def any_fault(self) -> DataError | None:
        """The fault to be shown: of the files, otherwise of the rulebooks or of the printer in use."""
        return self.fault or self.books or self.unreadable or self.unprintable


class LiveGame:
    """One game, in its first edition or the one in the language `edition`, kept up to date with its files.

    Any thread may use it. `streams` are the event streams of the open pages.
    """

    def __init__(self, project: Project, name: str, store: Store, shown_from: Path | None, edition: str) -> None:
        self.project, self.name, self.store = project, name, store
        self.shown_from, self.edition = shown_from, edition
        self.streams = Streams()
        self.state = State()
        self.whole: Game | None = None
        """The game as its files have it, in all languages; None if it could not be read so far."""
        self._earlier: deque[tuple[float, Catalog]] = deque(maxlen=_MOST_EARLIER)
        """The catalogs before the current one, each with the time when it was replaced."""
        self._waiting_by = ""
        """Who has made the edit that cards wait for."""
        self.checked: Callable[[], None] = lambda: None
        """Called when a check is done."""
        self.prepare: Callable[[Catalog], Iterator[None]] = lambda _: iter(())
        """Work ahead for a catalog that is checked, step by step; it ends when there is anything else to do."""
        self.last_request = 0.0
        """When a page has asked for something last. Work ahead waits: it would take processor time from the answers."""
        self.loading, self._digests = Loading(project, name, shown_from, edition), FileDigests()
        self._outdated = 0
        """The number of catalogs in a row that were outdated when they were ready."""
        self._sent_review: ReviewData = {"statuses": {}, "events": [], "fault": None}
        self._answering, self._answered = 0, 0.0  # answers to tables under way, and when the last one was ready
        self._state_lock = threading.Lock()
        self._showing = threading.RLock()
        """Held by whoever shows a catalog, from the look whether it is the newest until pages have been sent it. An
        edit holds it from before its files are written: the thread that watches them may have read them first."""
        self._dirty, self._unchecked, self._log_changed = threading.Event(), threading.Event(), threading.Event()
        self.drawing = threading.Lock()
        """Held while a picture is drawn. A layout in the background lets it through: two threads that compute take
        several times as long, since they wait for the interpreter after each call of a library."""
        self._idle = threading.Event()
        """Set unless a catalog is being made: open pages wait for it."""
        self._idle.set()
        self.is_reading = False
        """True while open pages show that files are being read."""
        self._ended = False
        printers = printers_file()
        self._settings = printers.parent.resolve() if printers else None
        folders = [project.game_folder(name), project.templates, store.folder, *filter(None, [self._settings])]
        self._watch = Watch(folders, self._files_changed)

    def start(self) -> None:
        """Read the game, and watch its files from now on. Return when the cards, or the fault, can be shown."""
        self.read_printer()
        self._build(delay=0)
        self._sent_review = self.review()
        jobs = ((self._build, self._dirty), (self._check, self._unchecked), (self._send_review, self._log_changed))
        for job, due in jobs:
            threading.Thread(target=self._repeat, args=(job, due), name="cardgen review", daemon=True).start()
        self._watch.start()

    def close(self) -> None:
        """End the event streams, and stop watching the files."""
        self._ended = True
        self._watch.stop()
        for due in (self._dirty, self._unchecked, self._log_changed):
            due.set()
        self.streams.close()

    def catalogs(self) -> Iterator[Catalog]:
        """Yield the current catalog and earlier ones, latest first: pages may still ask for their pictures."""
        with self._state_lock:
            current, earlier = self.state.catalog, [catalog for _, catalog in self._earlier]
        yield from filter(None, (current, *reversed(earlier)))

    # ---------------------------------------------------------------- the log

    def events(self) -> tuple[tuple[Event, ...], DataError | None]:
        """Return the events that can be read, and the fault if the log cannot be read to its end."""
        try:
            return self.store.read(), None
        except DataError as error:
            return self.store.readable, error

    def review(self) -> ReviewData:
        """Return review.json: the statuses and all events."""
        catalog, (events, fault) = self.state.catalog, self.events()
        if catalog is None:
            return {"statuses": {}, "events": [], "fault": fault_data(fault)}
        return review_data(with_current_keys(events, catalog, self.store), catalog, fault)

    def note_request(self) -> None:
        """Have work ahead wait for a moment, because a page waits for an answer."""
        self.last_request = time.monotonic()

    @contextmanager
    def answering_table(self) -> Iterator[None]:
        """Have a check wait until a table has its answer: it would take processor time from it."""
        with self._state_lock:
            self._answering += 1
        try:
            yield
        finally:
            with self._state_lock:
                self._answering -= 1
                self._answered = time.monotonic()

    def log_changed(self) -> None:
        """Have the changes of the log sent to all pages soon."""
        self._log_changed.set()

    def _send_review(self) -> None:
        with self._state_lock:
            before, now = self._sent_review, self.review()
            self._sent_review = now
        change = review_change(before, now)
        if change is not None:
            self.streams.publish("review", change)

    # ---------------------------------------------------------------- files that change

    def _files_changed(self, paths: Set[Path]) -> None:
        folder, pictures = self.store.folder.resolve(), self.store.pictures.resolve()
        own = {path for path in paths if path == self.store.log.resolve() or path.is_relative_to(pictures)}
        if own or folder in paths:
            self._log_changed.set()
        settings = {path for path in paths if self._settings and path.is_relative_to(self._settings)}
        if settings:
            self.read_printer()
        if paths - own - settings:
            self._dirty.set()

    def read_printer(self) -> None:
        """Read which printer is in use, and have pages show the files that are made for it."""
        printer, unreadable = None, None
        try:
            printer = chosen_printer()
        except DataError as error:
            unreadable = error
        with self._state_lock:
            before = self.state
            is_same = before.printer == printer and fault_data(before.unreadable) == fault_data(unreadable)
            if not is_same:
                self.state = replace(before, printer=printer, unreadable=unreadable, unprintable=None)
        if not is_same:
            used: PrinterMessage = {"name": printer.name if printer else ""}
            self.streams.publish("printer", used)
            self._check_printer(before)

    def _check_printer(self, before: State) -> None:
        """Find out whether all files can be made for the printer in use. `before` is the state that pages know."""
        state = self.state
        fault = state.catalog.for_printer(state.printer).unprintable if state.catalog and state.printer else None
        with self._state_lock:
            if (self.state.catalog, self.state.printer) == (state.catalog, state.printer):
                self.state = replace(self.state, unprintable=fault)
        self._publish_fault(before)

    def _publish_fault(self, before: State) -> None:
        """Send the fault to be shown, if it is not the one of the state `before`."""
        fault = fault_data(self.state.any_fault)
        if fault_data(before.any_fault) != fault:
            self.streams.publish("fault", fault or {"faults": []})

    def _repeat(self, job: Callable[[], None], due: threading.Event) -> None:
        while True:
            due.wait()
            if self._ended:
                return
            due.clear()
            job()

    def _has_changed(self, game: Game) -> bool:
        """Return True if a file that a game was made from has changed, or one that it lacked has come."""
        if game.reader.unsteady or any(path.exists() for path in list(game.reader.absent)):
            return True
        return any(self._digests.digest(path) != digest for path, digest in list(game.digests.items()))

    def _is_current(self, catalog: Catalog) -> bool:
        """Return True if all cards are laid out as the files have them now."""
        if catalog.waiting or self._has_changed(catalog.game):
            return False
        return book_pictures(catalog.game) == catalog.pictures  # a missing picture has no digest

    def _is_outdated(self, catalog: Catalog) -> bool:
        """Return True if a file has changed since it was read: it may have been half written, so read it again.

        False after some times, so that a file that changes all the time is shown, too.
        """
        self._outdated = 0 if self._outdated == _MOST_OUTDATED or self._is_current(catalog) else self._outdated + 1
        return self._outdated > 0

    def _is_overtaken(self, game: Game) -> bool:
        """Return True if the layout of a game is of no use: its files have changed meanwhile, or the page is closed."""
        with self.drawing:
            pass
        if self._dirty.is_set() and self._outdated < _MOST_OUTDATED:
            self._dirty.clear()
            if self._has_changed(game):
                self._outdated += 1
                return True
        return self._ended

    def _build(self, delay: float = _FAULT_DELAY, by: str = "", cards: Collection[str] | None = None) -> None:
        """Read and lay out the files as they are now, and send what has changed. A check waits meanwhile."""
        with self.at_work():
            self._renew(delay, by, cards)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Have a check wait meanwhile, as all threads share one interpreter, and pages show what takes longer."""
        self._idle.clear()
        done = threading.Event()
        sign = threading.Thread(target=self._report_progress, args=(done, self.loading.layout.fresh), daemon=True)
        sign.start()
        try:
            yield
        finally:
            done.set()
            sign.join()
            if self.is_reading and not self._is_waiting:
                self._report_reading(False)
            self._idle.set()

    @property
    def _is_waiting(self) -> bool:
        """Whether cards wait to be laid out."""
        return self.state.fault is None and self.state.catalog is not None and bool(self.state.catalog.waiting)

    def _report_progress(self, done: threading.Event, before: int) -> None:
        """Have pages show that files are being read, and how many cards have been laid out, until that is `done`."""
        while not done.wait(_SIGN_DELAY):
            self._report_reading(True, self.loading.layout.fresh - before)

    def _report_reading(self, reading: bool, laid: int = 0) -> None:
        """Have pages show that saved files are being read, or that they have been."""
        self.is_reading = reading
        catalog = self.state.catalog
        message: ReadingMessage = {"reading": reading, "laid": laid, "cards": len(catalog.cards) if catalog else 0}
        self.streams.publish("reading", message)

    def _renew(self, delay: float, by: str, cards: Collection[str] | None) -> None:
        if delay and self._is_waiting:
            time.sleep(_CHECK_DELAY)
            by = self._waiting_by
        before = self.state
        if before.catalog is not None and before.fault is None and self._is_current(before.catalog):
            return
        try:
            whole = self.loading.read()
            catalog = self.loading.lay_out(whole, before.catalog, cards, self._is_overtaken if delay else None)
        except OvertakenError:
            self._dirty.set()
            return
        except DataError as error:
            fault = error
        except Exception as error:  # a file that has just been removed, or a defect: the thread must not end
            fault = unexpected(error)
        else:
            if not self._show(catalog, whole, by, before.catalog, is_checked=bool(delay)):
                self._dirty.set()
            return
        if delay and self._dirty.wait(delay):
            return  # a file is still being written: the next build decides
        with self._state_lock:
            self.state = replace(self.state, fault=fault)
        self._publish_fault(before)

    # ---------------------------------------------------------------- edits

    def load_edited(self, files: Mapping[str, bytes]) -> Game:
        """Return the game as it would be with other contents of files, by name. DataError if it cannot be read."""
        return self.loading.edition_of(self.loading.read(contents_of(self.project, files)))

    def show_edit(
        self, files: Mapping[str, bytes], write: Callable[[], Result], by: str, cards: Collection[str] | None = None
    ) -> Result:
        """Lay the game out with other contents of files, have them written, and show the cards at once as edited.

        If all cards take longer than a moment, these are only those of the keys `cards`. Return what `write` returns.
        DataError with the faults that the game would have; then nothing is written, unless it cannot be read as it is,
        either.
        """
        before = self.state
        try:
            whole = self.loading.read(contents_of(self.project, files))
            catalog = self.loading.prove(whole, before.catalog, cards, files)
        except DataError:
            if before.fault is None:
                raise
            return write()
        with self._showing:
            result = write()
            if not self._show(catalog, whole, by, before.catalog, is_checked=False):
                self.reread(by, cards)
        return result

    def show_step(self, step: Callable[[], Result], by: str, cards: Collection[str] | None = None) -> Result:
        """Have `step` undo an edit or make it again, and show the cards as in `show_edit`. Return what it returns."""
        with self._showing:
            result = step()
            self.reread(by, cards)
        return result

    def reread(self, by: str, cards: Collection[str] | None = None) -> None:
        """Read the files again now, and show what somebody has changed. `cards` are as in `show_edit`."""
        self._build(delay=0, by=by, cards=cards)

    def _show(self, catalog: Catalog, whole: Game, by: str, replaced: Catalog | None, is_checked: bool) -> bool:
        """Make a catalog the current one. Its cards are sent at once, the codes of its findings after the check.

        `whole` is its game in all languages, `by` who has edited it on a page. Return False, and show nothing, if
        another one than `replaced` is current by now, or if files have changed since, which `is_checked`: pages would
        go back to older files.
        """
        with self._showing:
            if self.state.catalog is not replaced or (is_checked and self._is_outdated(catalog)):
                return False
            with self._state_lock:
                self.whole = whole
                before = self.state
                last = before.catalog
                if last is not None and last.version == catalog.version:  # the files are as they were before the fault
                    self.state = replace(before, fault=None)
                else:
                    self.state = replace(before, catalog=catalog, fault=None, report=None)
                    self._keep_earlier(last)
            if last is not self.state.catalog or before.fault is not None:
                statuses = self.review()["statuses"]
                self.streams.publish("catalog", catalog_change(last, catalog, statuses, self.state.any_fault, by))
                self._send_review()
        del before, last  # their fonts may be unused now
        forget_unused_fonts()
        self._waiting_by = by
        (self._dirty if catalog.waiting else self._unchecked).set()
        return True

    def _keep_earlier(self, replaced: Catalog | None) -> None:
        """Keep the catalog that was just replaced, and those that a late page may still show."""
        now = time.monotonic()
        while self._earlier and now - self._earlier[0][0] > _LATE:
            self._earlier.popleft()
        if replaced is not None:
            self._earlier.append((now, replaced))

    # ---------------------------------------------------------------- the check

    def _check(self) -> None:
        """Check the current catalog, unless a newer one arrives meanwhile: then the delay begins anew."""
        while self._unchecked.wait(_CHECK_DELAY) and not self._ended:
            self._unchecked.clear()
        catalog = self.state.catalog
        if catalog is None or catalog.waiting or self.state.report is not None:
            return
        report: Report | None = None
        books: DataError | None = None

        deadline = time.monotonic() + _MOST_PAUSED

        def stop_if_overtaken(_: str = "") -> None:
            self._idle.wait()
            while (now := time.monotonic()) < deadline and (self._answering or now < self._answered + _TABLE_PAUSE):
                time.sleep(0.01)
            if self.state.catalog is not catalog or self._ended:
                raise OvertakenError

        try:
            report = check_game(catalog.game, catalog.laid, stop_if_overtaken)
            stop_if_overtaken()
            check_targets(catalog.game, catalog.laid, progress=stop_if_overtaken, check_pages=catalog.check_books)
        except OvertakenError:
            return
        except DataError as error:
            books = error
        except Exception as error:  # a picture that has just been removed, or a defect: the thread must not end
            books = unexpected(error)
        with self._state_lock:
            before = self.state
            if before.catalog is not catalog:
                return
            self.state = replace(before, report=report, books=books)
        self.checked()
        if report is not None:
            checked: CheckedMessage = {"version": catalog.version, "codes": codes_by_card(report)}
            self.streams.publish("checked", checked)
        self._check_printer(before)
        forget_unused_fonts()  # the check may have held the last reference to an earlier game

        def wait_until_quiet() -> None:
            while time.monotonic() < self.last_request + _QUIET:
                stop_if_overtaken()
                time.sleep(_CHECK_DELAY)
            stop_if_overtaken()

        with suppress(OvertakenError):
            wait_until_quiet()
            _settle_memory()
            for _ in self.prepare(catalog):
                wait_until_quiet()


def _settle_memory() -> None:
    """Free unreachable objects now rather than during the next rebuild, and search what is left only this once.

    Laid out cards are millions of objects, and most of them stay: to search them takes a second. Those that change are
    freed without a search, since they have no reference cycles. A program that has frozen nothing at its start does not
    only serve games: its memory is left alone.
    """
    if gc.get_freeze_count():
        gc.collect()
        gc.freeze()
