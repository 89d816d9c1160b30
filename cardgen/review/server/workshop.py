"""The game as it is now, held ready for the page: rebuilt when a file is saved, checked when there is time.

What the page is told is made from one immutable state after another. A thread watches the files, one rebuilds and one
checks; a game that cannot be read leaves the last good cards standing, with the fault told.
"""

from __future__ import annotations

import gc
import json
import threading
from collections.abc import Callable, Set
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

from cardgen import __version__
from cardgen.check import Report, check_game
from cardgen.data.fonts import forget_unused_fonts
from cardgen.data.languages.editions import edition_of
from cardgen.data.load import load_game
from cardgen.data.project import Project
from cardgen.engines.capabilities import AnswersRequests, DrawsPlays
from cardgen.engines.registry import find_capability
from cardgen.errors import DataError, Fault, Place
from cardgen.files import digest_of
from cardgen.products.rulebook import book_pictures
from cardgen.review.server.catalog import (
    Catalog,
    codes_by_card,
    fault_data,
    findings_data,
    make_catalog,
    review_data,
    sheets_data,
)
from cardgen.review.server.changes import catalog_change, review_change
from cardgen.review.server.deciding import DecisionError
from cardgen.review.server.events import Event
from cardgen.review.server.older_keys import with_current_keys
from cardgen.review.server.sheets import SheetPages
from cardgen.review.server.store import Store, review_folder
from cardgen.review.server.streams import Streams
from cardgen.review.server.watch import Watch
from cardgen.scene.items import Image, walk
from cardgen.targets.plan import check_targets, layout_game

#: Seconds that a fault is held back: most are files that are just being written, and are whole a moment later.
_PATIENCE = 0.08

#: Seconds that a check waits: open pages are asking for the new pictures, and two threads share one interpreter.
_PICTURES_FIRST = 0.25

_NO_REVIEW: dict[str, Any] = {"statuses": {}, "events": [], "fault": None}


@dataclass(frozen=True, slots=True)
class State:
    """What is known of the game at one moment.

    `catalog` is the last good one, None before there was any; `fault` why what is in the files now is not shown;
    `report` what the check of this catalog found, None until it is done; `books` what is wrong in the rulebooks.
    """

    catalog: Catalog | None = None
    fault: DataError | None = None
    report: Report | None = None
    books: DataError | None = None

    @property
    def told_fault(self) -> DataError | None:
        return self.fault or self.books


class Workshop:
    """One game under review, in its first edition or the one in the language `edition`.

    Everything it tells is safe to ask for from any thread.
    """

    #: What `data` can be asked for.
    DATA: ClassVar[Set[str]] = frozenset({"texts", "alts", "findings", "review", "sheets"})

    def __init__(
        self,
        project: Project,
        name: str,
        *,
        shown_from: Path | None = None,
        by: str = "somebody",
        edition: str = "",
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.project, self.name, self.shown_from, self.by = project, name, shown_from, by
        self.edition = edition
        self.streams = Streams()
        self.store = Store(review_folder(project, name), shown_from, edition, report)
        self.state = State()
        self._sheets = SheetPages()
        self._earlier: Catalog | None = None
        self._told_catalog: tuple[State | None, str, bytes] = (None, "", b"")
        self._told_review = _NO_REVIEW
        self._drawing, self._telling = threading.Lock(), threading.Lock()
        self._dirty, self._unchecked, self._untold = threading.Event(), threading.Event(), threading.Event()
        self._ended = False
        self._watch = Watch([project.game_folder(name), project.templates, self.store.folder], self._files_changed)

    def start(self) -> None:
        """Reads the game, and from now on whatever is saved. Returns when the cards, or the fault, can be shown."""
        self._build(patience=0)
        self._told_review = self.data("review")
        self.catalog_json("live")
        works = ((self._build, self._dirty), (self._check, self._unchecked), (self._tell_review, self._untold))
        for work, due in works:
            threading.Thread(target=self._repeat, args=(work, due), name="cardgen workshop", daemon=True).start()
        self._watch.start()

    def close(self) -> None:
        """Ends the event streams and stops looking at files."""
        self._ended = True
        self._watch.stop()
        for due in (self._dirty, self._unchecked, self._untold):
            due.set()
        self.streams.close()

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Why the files cannot be shown as they are now."""
        fault = self.state.told_fault
        return fault.faults if fault else ()

    # ---------------------------------------------------------------- what the page reads

    def hello(self) -> dict[str, Any]:
        """What a page that comes back compares with what it knows."""
        state, events = self.state, self._events()[0]
        return {
            "version": state.catalog.version if state.catalog else "",
            "last": events[-1].id if events else "",
            "events": len(events),
            "checked": state.report is not None,
            "fault": fault_data(state.told_fault),
        }

    def catalog_data(self, mode: str) -> dict[str, Any]:
        """catalog.json for a page in this mode; without cards while there never was anything to show."""
        state = self.state
        if state.catalog is not None:
            return state.catalog.data(mode, self.by, state.told_fault, state.report)
        told = {"version": "", "tool": f"cardgen {__version__}", "mode": mode, "who": self.by, "game": self.game_data}
        return {**told, "decks": [], "cards": [], "checked": False, "fault": fault_data(state.told_fault)}

    @property
    def game_data(self) -> dict[str, Any]:
        """What the catalog says of the game as a whole."""
        if self.state.catalog is not None:
            return self.state.catalog.game_data
        return {
            "id": self.name,
            "titles": {"en": self.name},
            "author": "",
            "licence": {"name": "", "link": ""},
            "languages": ["en"],
            "engine": None,
            "rulesets": [],
        }

    def catalog_json(self, mode: str) -> bytes:
        """The same as `catalog_data` in bytes, remembered until something else is to be told."""
        state, told = self.state, self._told_catalog
        if told[0] is not state or told[1] != mode:
            content = json.dumps(self.catalog_data(mode), ensure_ascii=False, separators=(",", ":")).encode()
            told = (state, mode, content)
            if self.state is state:
                self._told_catalog = told
        return told[2]

    def data(self, name: str) -> Any:
        """The data of this name, one of DATA."""
        state = self.state
        catalog = state.catalog
        if name == "review":
            events, fault = self._events()
            if catalog is None:
                return {**_NO_REVIEW, "fault": fault_data(fault)}
            return review_data(with_current_keys(events, catalog, self.store), catalog, fault)
        if name == "findings":
            return findings_data(state.report, catalog) if catalog else {"checked": False, "findings": []}
        if catalog is None:
            return [] if name == "sheets" else {}
        return sheets_data(catalog) if name == "sheets" else getattr(catalog, name)

    def card(self, key: str) -> dict[str, Any] | None:
        """All of one card; None when there is no such card."""
        catalog = self.state.catalog
        if catalog is None or key not in catalog.current:
            return None
        return catalog.detail(key, self.store)

    def prepare(self, key: str) -> None:
        """Draws what a decision about the card will keep."""
        catalog = self.state.catalog
        if catalog is not None:
            catalog.prepare(key)

    def face(self, picture: str) -> bytes | None:
        """The picture of this hash as SVG; None when no card shows it now."""
        # A page may ask for what it was told of a moment before the last save.
        found = [each for each in (self.state.catalog, self._earlier) if each is not None and each.scene(picture)]
        if not found:
            return None
        catalog = found[0]
        scene = catalog.scene(picture)
        assert scene is not None
        with self._drawing:
            svg = catalog.svg(picture)
        # What a hash names is kept by browsers for good: a picture file that has just been replaced must not slip in.
        images = {item.file: item.digest for _, item in walk(scene.items) if isinstance(item, Image)}
        if svg is None or any(digest_of(file) != digest for file, digest in images.items()):
            return None
        return svg.encode()

    def kept(self, picture: str) -> bytes | None:
        """The picture of this hash as it was decided on, as SVG packed by gzip; None when nobody decided on it."""
        if not any(picture in event.sides.values() for event in self._events()[0]):
            return None
        return self.store.kept_svg(picture)

    def sheet_pdf(self, name: str) -> bytes | None:
        """The sheets of this name as PDF; None when there are none."""
        return self._sheets.pdf(self.state.catalog, name) if self.state.catalog else None

    def sheet_page(self, name: str, page: int) -> bytes | None:
        """A page of the sheets, from 1, as PNG; None when there is none."""
        return self._sheets.page(self.state.catalog, name, page) if self.state.catalog else None

    # ---------------------------------------------------------------- what the page does

    @property
    def writable(self) -> bool:
        """Whether decisions can be added: not while the log has lines that cannot be read."""
        return self._events()[1] is None

    def decide(self, body: object) -> tuple[int, dict[str, Any]]:
        """Saves decisions: an HTTP status and what the page is told. Everything saved is on disk when this returns."""
        catalog = self.state.catalog
        if catalog is None:
            return 409, _error("no-cards", "there are no cards to decide on")
        wanted = body.get("events") if isinstance(body, dict) else None
        try:
            outcome = self.store.decide(wanted, self.by, datetime.now(UTC), catalog)
        except DecisionError as error:
            return 400, _error(error.code, str(error))
        except DataError as error:
            return 403, _error("read-only", str(error))
        except OSError as error:
            return 500, _error("not-saved", f"{error.filename or self.store.log}: {error.strerror or error}")
        self._untold.set()
        return 409 if outcome.conflicts else 200, outcome.as_data()

    def answer(self, line: bytes) -> str | None:
        """What the game's engine answers to a request of the engine protocol; None for a game without an engine."""
        catalog = self.state.catalog
        engine = find_capability(catalog.game.file.engine, AnswersRequests) if catalog else None
        if catalog is None or engine is None:
            return None
        return engine.answer(line, catalog.game.rulesets)

    def draw(self, play: str, rules: str) -> bytes | None:
        """A play as pictures, as SVG; None for a game without an engine. ValueError for one that is none."""
        from cardgen.formats.svg import to_svg
        from cardgen.layout.diagrams import draw_diagrams

        catalog = self.state.catalog
        engine = find_capability(catalog.game.file.engine, DrawsPlays) if catalog else None
        if catalog is None or engine is None:
            return None
        game = catalog.game
        if rules not in game.rulesets:
            raise ValueError(f"no such ruleset: {rules}")
        diagrams = engine.draw_play(play, game.rulesets[rules])
        return to_svg(draw_diagrams(diagrams, game, play)).encode()

    # ---------------------------------------------------------------- files that change

    def _files_changed(self, paths: Set[Path]) -> None:
        folder, pictures = self.store.folder.resolve(), self.store.pictures.resolve()
        own = {path for path in paths if path == self.store.log.resolve() or path.is_relative_to(pictures)}
        if own or folder in paths:
            self._untold.set()
        if paths - own:
            self._dirty.set()

    def _repeat(self, work: Callable[[], None], due: threading.Event) -> None:
        while True:
            due.wait()
            if self._ended:
                return
            due.clear()
            work()

    def _is_same(self, catalog: Catalog) -> bool:
        """Whether every file that the catalog was made of still is what it was."""
        if any(digest_of(path) != digest for path, digest in list(catalog.game.digests.items())):
            return False
        return book_pictures(catalog.game) == catalog.pictures  # one that was not there is among no digests

    def _build(self, patience: float = _PATIENCE) -> None:
        """Reads and lays out what is in the files now, and tells what is different."""
        before = self.state
        if before.catalog is not None and before.fault is None and self._is_same(before.catalog):
            return
        try:
            folder = self.project.game_folder(self.name)
            game = edition_of(load_game(folder, self.project.templates, self.shown_from), self.edition)
            catalog = make_catalog(game, layout_game(game), before.catalog)
        except DataError as error:
            fault = error
        except Exception as error:  # a file that went away meanwhile, or a defect: neither may end the rebuilding
            fault = DataError(Fault(Place(), f"{type(error).__name__}: {error}"))
        else:
            self._show(catalog)
            return
        if patience and self._dirty.wait(patience):
            return  # being written still: what comes next decides
        with self._telling:
            self.state = replace(self.state, fault=fault)
        if fault_data(before.fault) != fault_data(fault):
            self.streams.publish("fault", fault_data(fault))

    def _show(self, catalog: Catalog) -> None:
        """Makes a catalog the current one. Its pictures are told at once, what the check says of them later."""
        with self._telling:
            before = self.state
            known = before.catalog
            if known is not None and known.version == catalog.version:  # mended to what it was
                self.state = replace(before, fault=None)
            else:
                self._earlier, self.state = known, State(catalog, None, None, before.books)
        if known is not self.state.catalog or before.fault is not None:
            statuses = self.data("review")["statuses"]
            self.streams.publish("catalog", catalog_change(known, catalog, statuses, self.state.told_fault))
            self._tell_review()
        del before, known  # their fonts may be of no use now
        forget_unused_fonts()
        self._unchecked.set()

    def _check(self) -> None:
        """Checks the current catalog, unless a newer one comes meanwhile."""
        self._dirty.wait(_PICTURES_FIRST)
        catalog = self.state.catalog
        if catalog is None or self.state.report is not None:
            return

        def go_on(_: str = "") -> None:
            if self.state.catalog is not catalog or self._ended:
                raise _OvertakenError

        report: Report | None = None
        books: DataError | None = None
        try:
            report = check_game(catalog.game, catalog.laid, go_on)
            go_on()
            check_targets(catalog.game, catalog.laid)
        except _OvertakenError:
            return
        except DataError as error:
            books = error
        except Exception as error:  # a defect, or a picture that went away: it must not end the checking
            books = DataError(Fault(Place(), f"{type(error).__name__}: {error}"))
        with self._telling:
            before = self.state
            if before.catalog is not catalog:
                return
            self.state = replace(before, report=report, books=books)
        self.catalog_json("live")  # nobody has to wait for it
        if report is not None:
            self.streams.publish("checked", {"version": catalog.version, "codes": codes_by_card(report)})
        if fault_data(before.books) != fault_data(books) and before.fault is None:
            self.streams.publish("fault", fault_data(books) or {"faults": []})
        gc.collect()  # now, rather than in the middle of the next rebuild

    # ---------------------------------------------------------------- the log

    def _events(self) -> tuple[tuple[Event, ...], DataError | None]:
        """The events that are known, and why there may be more than can be read."""
        try:
            return self.store.read(), None
        except DataError as error:
            return self.store.known, error

    def _tell_review(self) -> None:
        """Tells what is new in the log, and what stands otherwise than it was last told."""
        with self._telling:
            told, now = self._told_review, self.data("review")
            self._told_review = now
        change = review_change(told, now)
        if change is not None:
            self.streams.publish("review", change)


class _OvertakenError(Exception):
    """What is being checked is not what is shown any more."""


def _error(code: str, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message}}
