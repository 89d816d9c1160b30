"""A game under review: the data that the page requests, and decisions."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property, partial
from itertools import islice
from pathlib import Path

from cardgen import __version__
from cardgen.base.errors import DataError, Fault
from cardgen.base.words.catalogues import languages
from cardgen.base.words.messages import message
from cardgen.data.playing import load_answers, open_answers, play_faults, playable_decks
from cardgen.data.project import Project, declared, declared_editions
from cardgen.editing.assets import MEDIA_TYPES
from cardgen.editing.icon_library import icon_library
from cardgen.engines.capabilities import DrawsPlays
from cardgen.engines.registry import find_capability
from cardgen.review.browser.packing import engine_scripts, engine_source, has_answers
from cardgen.review.browser.runtime import find_runtime, has_runtime
from cardgen.review.server import choosing
from cardgen.review.server.answers import as_json, error_data
from cardgen.review.server.assets import library_data
from cardgen.review.server.attachments import read_attachment
from cardgen.review.server.baselines import Baselines, OlderVersions
from cardgen.review.server.catalog import Catalog
from cardgen.review.server.decisions import DecisionError
from cardgen.review.server.edit_payloads import DraftAnswer, EditAnswer, FindAnswer
from cardgen.review.server.edits import Edits
from cardgen.review.server.free_tables import CachedShelf, free_answers
from cardgen.review.server.groups import changes_data
from cardgen.review.server.home_payloads import SentAnswer
from cardgen.review.server.kinds import kind_picture, kinds_data
from cardgen.review.server.learning import learn_data, rulebook_html
from cardgen.review.server.live import LiveGame, State
from cardgen.review.server.older_keys import with_current_keys
from cardgen.review.server.page_data import card_detail, catalog_data, fault_data, findings_data
from cardgen.review.server.page_words import page_words, words_file
from cardgen.review.server.payloads import (
    BaselinesData,
    CardDetail,
    CatalogData,
    ChangedData,
    ChangesData,
    ComparisonData,
    DecideAnswer,
    ErrorData,
    FindingsData,
    GameData,
    Mode,
    SideTexts,
    Texts,
)
from cardgen.review.server.pictures import THUMBNAIL_DPIS, is_whole, packed, picture_svg, thumbnail
from cardgen.review.server.press import PressFile, PressPages, press_data
from cardgen.review.server.printed_payloads import PagesData, PressFileData, PressPageData
from cardgen.review.server.printing import Printing
from cardgen.review.server.store import Store, review_folder
from cardgen.review.server.stream_payloads import HelloMessage
from cardgen.review.server.table_payloads import EngineSource, LearnData
from cardgen.review.server.tables import TableError, Tables

#: The most small pictures that are drawn before a page asks for them.
_MOST_AHEAD = 300


class ReviewSession:
    """One game under review, in its first edition or the one in the language `edition`.

    Any thread may call any method.
    """

    def __init__(
        self,
        project: Project,
        name: str,
        *,
        shown_from: Path | None = None,
        by: str = "somebody",
        edition: str = "",
        report: Callable[[str], None] = lambda _: None,
        versions: OlderVersions | None = None,
    ) -> None:
        self.name, self.by, self.edition = name, by, edition
        self.is_started = False
        self.closing: list[Callable[[], None]] = []
        """what else ends with the session"""
        self.project, self.shown_from = project, shown_from
        self.store = Store(review_folder(project, name), shown_from, edition, report)
        self._baselines = Baselines(self.store, versions or OlderVersions())
        self.live = LiveGame(project, name, self.store, shown_from, edition)
        self.live.checked = self._encode_catalog
        self.live.prepare = self._draw_ahead
        self.edits = Edits(self.live)
        """The edits that pages make of the game, and its files as text."""
        self.printing = Printing(self.live, lambda: self.language)
        self._root = shown_from.resolve().as_posix() if shown_from else ""
        self.streams = self.live.streams
        self._press = PressPages()
        changed = partial(self.streams.publish, "table")
        shelf = CachedShelf(str(project.root.resolve()), name, edition)
        pointed = partial(self.streams.publish, "cursor")
        self.tables = Tables(self._ask_engine, changed, ask_free=self._ask_free_table, shelf=shelf, pointed=pointed)
        self._engine_files: dict[str, bytes] | None = None
        self._packing, self._starting = threading.Lock(), threading.Lock()
        self._encoded_catalog: tuple[State | None, Mode, bool, bytes] = (None, "live", True, b"")
        self._data: dict[str, Callable[[], object]] = {
            "texts": self.texts,
            "alts": self.alts,
            "findings": self.findings,
            "review": self.live.review,
            "changes": self.changes,
            "sheets": self.printing.sheets,
            "pages": self.pages,
            "press": self.press,
            "engine": self.engine,
            "learn": self.learn,
            "baselines": self.baselines,
            "exports": self.printing.exports,
            "kinds": kinds_data,
            "assets": self.edits.assets,
            "icon-library": library_data,
            "game": self.edits.game,
            "additions": self.edits.additions,
            **{words_file(language): partial(page_words, language) for language in languages()},
        }

    def start(self) -> None:
        """Read the game once, and watch its files from now on. Return when the cards, or the fault, can be shown."""
        with self._starting:
            if not self.is_started:
                self.live.start()
                self.is_started = True
                self._encode_catalog()
                if self.state.catalog is not None:  # a table that is opened first would wait for the engine
                    threading.Thread(target=load_answers, args=(self.state.catalog.game,), daemon=True).start()

    def close(self) -> None:
        """End the event streams, and stop watching the files."""
        self.tables.save()
        self.live.close()
        self._baselines.close()
        for close in self.closing:
            close()

    @property
    def state(self) -> State:
        """The current state of the game."""
        return self.live.state

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The faults of the current files."""
        fault = self.state.any_fault
        return fault.faults if fault else ()

    # ---------------------------------------------------------------- data that the page loads

    def hello(self) -> HelloMessage:
        """Return the message that a page compares with its own state when it connects."""
        state, events = self.state, self.live.events()[0]
        done, undone = self.edits.counts()
        return {
            "version": state.catalog.version if state.catalog else "",
            "last": events[-1].id if events else "",
            "events": len(events),
            "checked": state.report is not None,
            "fault": fault_data(state.any_fault),
            "reading": self.live.is_reading,
            "done": done,
            "undone": undone,
        }

    def catalog_data(self, mode: Mode, is_known: bool = True) -> CatalogData:
        """Return catalog.json for a page in this mode; without cards if no game could be read so far.

        Without `is_known` it names no reviewer: the page asks for the name.
        """
        state, who = self.state, self.by if is_known else ""
        if state.catalog is not None:
            return self._with_root(catalog_data(state.catalog, mode, who, state.any_fault, state.report), is_known)
        empty: CatalogData = {
            "version": "",
            "tool": f"cardgen {__version__}",
            "mode": mode,
            "who": who,
            "game": self.game_data,
            "decks": [],
            "cards": [],
            "checked": False,
            "fault": fault_data(state.any_fault),
        }
        return self._with_root(empty, is_known)

    def _with_root(self, data: CatalogData, is_known: bool) -> CatalogData:
        """Return the catalog with the folder of the places, for the person who started the server."""
        return {**data, "root": self._root} if is_known and self._root else data

    @property
    def titles(self) -> Texts:
        """The game's titles by language: as the page shows them, or before the game is read, as its file has them."""
        if self.state.catalog is not None:
            return self.state.catalog.game_data["titles"]
        titles = declared(self.project, self.name, "titles")
        texts = titles.items() if isinstance(titles, dict) else ()
        return {language: text for language, text in texts if isinstance(text, str)} or {"en": self.name}

    @cached_property
    def language(self) -> str:
        """The language of the edition, as the server began; "" for a game without editions."""
        return self.edition or next(iter(declared_editions(self.project, self.name)), "")

    @property
    def game_data(self) -> GameData:
        """The game as a whole, as the catalog has it."""
        if self.state.catalog is not None:
            return self.state.catalog.game_data
        return {
            "id": self.name,
            "titles": self.titles,
            "author": "",
            "licence": {"name": "", "link": ""},
            "languages": ["en"],
            "press": False,
            "engine": None,
            "rulesets": [],
            "positions": [],
            "approvals": 1,
            "players": 2,
        }

    def catalog_json(self, mode: Mode, is_known: bool = True) -> bytes:
        """Return `catalog_data` as JSON, cached until the state changes."""
        self.live.note_request()
        state, (*encoded, content) = self.state, self._encoded_catalog
        if encoded[0] is not state or encoded[1:] != [mode, is_known]:
            content = as_json(self.catalog_data(mode, is_known)).encode()
            if self.state is state:
                self._encoded_catalog = (state, mode, is_known, content)
        return content

    def _encode_catalog(self) -> None:
        """Encode the catalog, and after a check play the lesson, before a page asks for them."""
        self.catalog_json("live")
        if self.state.report is not None:
            self.learn()

    def data(self, name: str) -> object | None:
        """Return the data called texts, alts, findings, review, changes, sheets, pages …; None for other names."""
        self.live.note_request()
        load = self._data.get(name)
        return None if load is None else load()

    def texts(self) -> dict[str, str]:
        """Return the text of each card, for search."""
        return self.state.catalog.texts if self.state.catalog else {}

    def alts(self) -> dict[str, SideTexts]:
        """Return the text alternatives of each card."""
        return self.state.catalog.alts if self.state.catalog else {}

    def findings(self) -> FindingsData:
        state = self.state
        if state.catalog is None:
            return {"checked": False, "findings": [], "waived": []}
        return findings_data(state.report, state.catalog)

    def changes(self) -> ChangesData:
        catalog = self.state.catalog
        if catalog is None:
            return {"version": "", "groups": []}
        return changes_data(catalog, self.store, with_current_keys(self.live.events()[0], catalog, self.store))

    def baselines(self) -> BaselinesData:
        """Return what cards can be compared with, besides their events."""
        catalog = self.state.catalog
        return self._baselines.as_data(catalog) if catalog else {"prints": [], "versions": []}

    def compare(self, key: str, baseline: str) -> ComparisonData | None:
        """Return a card compared with an event, a print run or a version; None if there is no such card or baseline.

        DataError if the baseline cannot be read.
        """
        catalog = self.state.catalog
        return self._baselines.compare(catalog, key, baseline) if catalog else None

    def changed_since(self, baseline: str) -> ChangedData | None:
        """Return which cards have changed since a print run or a version; None if there is none of that name.

        DataError if it cannot be read.
        """
        catalog = self.state.catalog
        keys = self._baselines.changed(catalog, baseline) if catalog else []
        return None if keys is None else {"keys": keys}

    def pages(self) -> PagesData:
        """Return pages.json. The rulebooks are laid out for it."""
        catalog = self.state.catalog
        return {"version": "", "files": []} if catalog is None else catalog.pages_data()

    def learn(self) -> LearnData | None:
        """Return learn.json; None if no game could be read."""
        with self.live.answering_table():
            return learn_data(self.state.catalog.game) if self.state.catalog else None

    def rulebook(self, lang: str) -> str | None:
        """Return the rulebook in a language as HTML; None if there is none. RefusedError if it has a fault."""
        return rulebook_html(self.state.catalog, lang)

    def press(self) -> list[PressFileData]:
        return press_data(self.state.catalog.press_files) if self.state.catalog else []

    def press_page(self, name: str, page: int, limit: int) -> PressPageData | None:
        """Return how much ink there is on a page of a file for a press; None if there is no such page."""
        return self._press.about(self._press_files, name, page, limit)

    def press_picture(self, name: str, page: int, plate: str, limit: int) -> bytes | None:
        """Return a picture of the plates of such a page as PNG; None if there is none."""
        return self._press.picture(self._press_files, name, page, plate, limit)

    @property
    def _press_files(self) -> Sequence[PressFile]:
        return self.state.catalog.press_files if self.state.catalog else ()

    @property
    def has_engine(self) -> bool:
        """Whether pages may run the engine themselves while the server is away: the runtime is on the disk."""
        catalog = self.state.catalog
        return catalog is not None and has_runtime() and has_answers(catalog.game)

    def engine(self) -> EngineSource | None:
        """Return what an engine in the page plays with; None if it cannot run there, or not with these cards."""
        catalog = self.state.catalog
        if catalog is None or not self.has_engine or play_faults(catalog.game):
            return None
        return engine_source(catalog.game)

    def engine_file(self, path: str) -> bytes | None:
        """Return a script of the engine by its path below `page/`; None if there is none."""
        catalog = self.state.catalog
        if catalog is None or catalog.game.file.engine is None or not self.has_engine:
            return None
        with self._packing:
            if self._engine_files is None:
                try:
                    self._engine_files = engine_scripts(catalog.game.file.engine, find_runtime())
                except DataError:  # the engine is not in pure Python: it only runs here
                    self._engine_files = {}
        return self._engine_files.get(path)

    def cards(self, keys: Iterable[str]) -> dict[str, CardDetail]:
        """Return everything about the cards and pages of these keys. What there is not is left out."""
        state = self.state
        if (catalog := state.catalog) is None:
            return {}
        return {key: card_detail(catalog, key, self.store, state.printer) for key in keys if catalog.version_of(key)}

    # ---------------------------------------------------------------- pictures

    def face(self, picture: str) -> bytes | None:
        """Return the picture of this key as SVG; None if no card shows it now."""
        catalog = self._catalog_with(picture)
        scene = None if catalog is None else catalog.scene(picture)
        if catalog is None or scene is None:
            return None
        with self.live.drawing:
            svg = catalog.svg(picture)
        # Browsers cache a picture by its key for ever, so one with a replaced picture file must not be sent.
        return svg.encode() if svg is not None and is_whole(scene) else None

    def thumbnail(self, picture: str, dpi: int) -> bytes | None:
        """Return the picture of this key as a small PNG; None if no card shows it now, or not in this size."""
        catalog = self._catalog_with(picture)
        scene = None if catalog is None else catalog.scene(picture)
        if scene is None or dpi not in THUMBNAIL_DPIS:
            return None
        with self.live.drawing:
            try:
                return thumbnail(scene, picture, dpi)
            except (OSError, DataError):  # a picture file in it has been replaced or removed
                return None

    def _draw_ahead(self, catalog: Catalog) -> Iterator[None]:
        """Draw the small pictures of the first cards into the cache, one at each step."""
        for card in islice(catalog.cards.values(), _MOST_AHEAD):
            self.thumbnail(card.summary["face"], THUMBNAIL_DPIS[0])
            yield

    def _catalog_with(self, picture: str) -> Catalog | None:
        """Return the catalog that has the picture: the current one, or the last of the earlier ones."""
        return next((catalog for catalog in self.live.catalogs() if catalog.scene(picture)), None)

    def kept(self, picture: str) -> bytes | None:
        """Return a kept picture, or one of an earlier version, as compressed SVG; None if there is none."""
        scene = self._baselines.scene(picture)
        return self.store.kept_svg(picture) if scene is None else packed(picture_svg(scene))

    def attached(self, name: str) -> bytes | None:
        """Return a picture of a comment by its name; None if no event has it."""
        events = self.live.events()[0]
        known = any(name in (event.pictures or ()) for event in events)
        return read_attachment(self.store.attached, name) if known else None

    # ---------------------------------------------------------------- requests of the page

    @property
    def writable(self) -> bool:
        """Whether decisions can be added: not while the log has lines that cannot be read."""
        return self.live.events()[1] is None

    def decide(self, body: object) -> tuple[int, DecideAnswer | ErrorData]:
        """Save decisions. Return an HTTP status and the answer, when everything saved is on the disk."""
        catalog = self.state.catalog
        if catalog is None:
            return 409, error_data("no-cards", message("there are no cards to decide about"))
        request = body if isinstance(body, dict) else {}
        proposals, decision, by = request.get("events"), request.get("id"), request.get("by", self.by)
        try:
            outcome = self.store.decide(proposals, by, datetime.now(UTC), catalog, decision)
        except DecisionError as error:
            return 400, error_data(error.code, error.text)
        except DataError as error:
            return 403, error_data("read-only", str(error))
        except OSError as error:
            return 500, error_data("not-saved", f"{error.filename or self.store.log}: {error.strerror or error}")
        self.live.log_changed()
        return 409 if outcome.conflicts else 200, outcome.as_data()

    def edit(self, work: str, body: object) -> EditAnswer | DraftAnswer | FindAnswer | SentAnswer:
        """Make an edit, undo it or do it again, draw what was sent, or find a text. RequestError for other requests."""
        by = body.get("by") if isinstance(body, dict) else None
        who = by if isinstance(by, str) and by else self.by
        if work == "draft":
            return self.edits.draft(body)
        if work == "find":
            return self.edits.find(body)
        if work == "sent":
            return self.edits.sent(body)
        if work == "edit":
            return self.edits.edit(body, who)
        return self.edits.undo(body, who) if work == "undo" else self.edits.redo(body, who)

    def choice(self, kind: str, name: str) -> tuple[bytes, str] | None:
        """Return an icon or a picture of the game, a font, or what a kind of box draws, with its media type."""
        game = self.live.whole
        if kind == "box" and (drawn := kind_picture(name)):
            return drawn.encode(), MEDIA_TYPES[".svg"]
        if kind == "library":
            icon = icon_library().get(name)
            return (icon.svg(), MEDIA_TYPES[".svg"]) if icon else None
        return choosing.CHOICES[kind](game, name) if game is not None and kind in choosing.CHOICES else None

    def answer(self, line: bytes) -> str | None:
        """Return the engine's answer to a request of the engine protocol; None if the game has no engine."""
        self.live.note_request()
        with self.live.answering_table():
            answer = open_answers(catalog.game) if (catalog := self.state.catalog) else None
            return None if answer is None else answer(line)

    def _ask_engine(self, request: Mapping[str, object]) -> dict[str, object]:
        """Return the engine's answer to a request, as values."""
        line = self.answer(json.dumps(request).encode())
        if line is None:
            return {"error": {"code": "no-engine", "message": message("this game has no rules engine")}}
        answer = json.loads(line)
        assert isinstance(answer, dict)
        return answer

    def _ask_free_table(self, request: Mapping[str, object]) -> Mapping[str, object]:
        """Return the answer to a request about a table without an engine."""
        if (catalog := self.state.catalog) is None:
            raise TableError("no-game", message("the game cannot be read"))
        return free_answers(catalog)(request)

    def draw(self, play: str, rules: str) -> bytes | None:
        """Return a play drawn as SVG; None if the game has no engine. ValueError if the play is invalid."""
        from cardgen.cards.layout.diagrams import draw_diagrams
        from cardgen.formats.svg import to_svg

        catalog = self.state.catalog
        engine = find_capability(catalog.game.file.engine, DrawsPlays) if catalog else None
        if catalog is None or engine is None:
            return None
        game = catalog.game
        if rules not in game.rulesets:
            raise ValueError(message("there is no ruleset {name!r}", name=rules))
        try:
            decks = playable_decks(game)
        except DataError as error:
            raise ValueError(str(error)) from error
        diagrams = engine.draw_play(play, game.rulesets[rules], decks)
        return to_svg(draw_diagrams(diagrams, game, play)).encode()
