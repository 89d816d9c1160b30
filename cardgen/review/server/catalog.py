"""A laid out game as the page shows it: all cards in brief, with their pictures drawn on demand."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cached_property
from threading import Lock
from typing import TypeVar
from weakref import WeakKeyDictionary

from cardgen import __version__
from cardgen.base.errors import DataError, Fault
from cardgen.base.records import dataclass, field, replace
from cardgen.cards.layout.cards import Laid, LaidCard
from cardgen.cards.layout.inked import save_decks
from cardgen.data.card_shapes import face_points
from cardgen.data.content import same_content
from cardgen.data.model import Deck, Game
from cardgen.data.table_setup import table_players
from cardgen.products.exports.product import has_press
from cardgen.products.files import PagesFile
from cardgen.products.imposition.printed import printed_size
from cardgen.products.options import INK_ENDINGS, Options
from cardgen.products.printers import Printer
from cardgen.products.rulebook import book_chapters, book_pictures
from cardgen.products.sheets import Imposed, imposed_sheets, sheet_file
from cardgen.review.server.details import (
    alt_texts,
    fields_of,
    input_digests,
    kind_of,
    names_of,
    printed_lines,
    search_text,
)
from cardgen.review.server.pages import SHEETS, PrintedPage, file_of, page_file_data, pages_of_file
from cardgen.review.server.payloads import CardData, DeckData, GameData, SideTexts
from cardgen.review.server.pictures import is_whole, outlined_png, picture_key, picture_png, picture_svg
from cardgen.review.server.press import PressFile, listed_press_files
from cardgen.review.server.printed import Printed, printed_books, printed_files, until_fault
from cardgen.review.server.printed_payloads import PagesData
from cardgen.review.server.status import Current, data_hash
from cardgen.scene.bare import bare
from cardgen.scene.items import Scene
from cardgen.scene.low_ink import save_ink

Value = TypeVar("Value")

#: The most drawn pictures in memory: enough for several screens.
_MOST_DRAWN = 512
#: The most catalogs with other options that are kept: what somebody compares.
_MOST_OPTIONS = 4
_lock = Lock()
_laying = Lock()

#: The lines of text on sides of cards.
_lines: WeakKeyDictionary[Scene, list[str]] = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class CatalogCard:
    """A card as the page shows it. A card that is the same in the next catalog is the same object there."""

    fields: Mapping[str, object]
    face: Laid
    back: Laid | None
    pictures: Mapping[str, Scene]
    """the pictures of its sides, by their keys"""
    current: Current
    summary: CardData

    @cached_property
    def text(self) -> str:
        """The text of the card, for search."""
        sides = (self.face, self.back)
        return search_text(self.summary["id"], self.current.fields, [_lines_of(side) for side in sides if side])

    @cached_property
    def alts(self) -> SideTexts:
        """The text alternatives of the card's sides in each language."""
        return alt_texts([("face", self.face), *([("back", self.back)] if self.back else [])])

    def is_of(self, laid: LaidCard) -> bool:
        """Return True if the laid out card has the same sides, copies and fields."""
        card, same_sides = laid.card, self.face is laid.face and self.back is laid.back
        return same_sides and self.summary["copies"] == card.copies and same_content(self.fields, card.fields)


def lines_on(card: LaidCard) -> dict[str, list[str]]:
    """Return the lines of text printed on each side of a card."""
    return {name: _lines_of(side) for name, side in card.sides}


def _lines_of(side: Laid) -> list[str]:
    if side.scene not in _lines:  # shared by many cards
        _lines[side.scene] = printed_lines(side.scene)
    return _lines[side.scene]


@dataclass(frozen=True, eq=False)
class Catalog:
    """A laid out game for the page. Whatever takes time is computed on first use, and cached.

    `cards` are in deck order, by their keys; `current` is the current version of each. Catalogs of one `version` are
    equal. `pictures` are those of the rulebooks, by their names. `waiting` are the keys of cards that are still shown
    as they were before, because they are not laid out yet.
    """

    game: Game
    laid: Mapping[str, tuple[LaidCard, ...]]
    version: str
    cards: Mapping[str, CatalogCard] = field(repr=False)
    current: Mapping[str, Current] = field(repr=False)
    pictures: Mapping[str, str | None]
    _by_laid: Mapping[int, CatalogCard] = field(repr=False)
    """the cards by the ids of the objects in `laid`"""
    _scenes: Mapping[str, Scene] = field(repr=False)
    waiting: Sequence[str] = ()
    _svgs: dict[str, str] = field(default_factory=dict, repr=False)
    _pngs: dict[str, bytes] = field(default_factory=dict, repr=False)
    _outlined: dict[str, bytes] = field(default_factory=dict, repr=False)
    compared: dict[tuple[str, str], bool] = field(default_factory=dict, repr=False)
    """Whether a picture kept under a key of an older version looks like a current one, by both keys."""
    areas: dict[tuple[str, str], list[list[float]]] = field(default_factory=dict, repr=False)
    """Where a kept picture and a current one differ, by both keys."""
    _pages: dict[str, tuple[PrintedPage, ...]] = field(default_factory=dict, repr=False)
    """the pages of the printed files that were asked for, by the paths of the files"""
    _page_scenes: dict[str, Scene] = field(default_factory=dict, repr=False)
    options: Options = Options()
    """the options of the build whose files are listed; decisions are about those of a build without any"""
    _for_options: dict[Options, Catalog] = field(default_factory=dict, repr=False)
    _books: list[tuple[tuple[Printed, ...], tuple[Fault, ...]]] = field(default_factory=list, repr=False)
    """the rulebooks and their faults, once they are laid out"""
    _chapters: dict[str, str | None] = field(default_factory=dict, repr=False)
    """the rulebooks that tables have shown, by language"""

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of every card, in deck order."""
        return tuple(self.current)

    @property
    def summaries(self) -> list[CardData]:
        """The cards in brief, in deck order, as catalog.json holds them."""
        return [card.summary for card in self.cards.values()]

    @cached_property
    def hashes(self) -> tuple[str, ...]:
        """The key of every picture, without duplicates."""
        return tuple(self._scenes)

    @cached_property
    def game_data(self) -> GameData:
        """The game as a whole, as catalog.json has it."""
        file = self.game.file
        return {
            "id": self.game.id,
            "titles": dict(file.titles),
            "author": file.author,
            "licence": {"name": file.licence.name, "link": file.licence.link},
            "languages": list(file.languages),
            "engine": file.engine,
            "rulesets": list(file.rulesets),
            "press": has_press(self.game),
            "positions": [
                {"name": one.name, "titles": dict(one.titles), "rules": one.rules, "text": one.text}
                for one in self.game.positions.values()
            ],
            "approvals": self.game.file.review.approvals,
            "players": table_players(file),
        }

    @cached_property
    def decks(self) -> tuple[DeckData, ...]:
        """The game's decks in their order."""
        return tuple(map(self._deck_data, self.game.decks.values()))

    def _deck_data(self, deck: Deck) -> DeckData:
        cards, size = [card.summary for card in self.cards.values() if card.summary["deck"] == deck.id], deck.size
        width, height = deck.trim
        return {
            "id": deck.id,
            "titles": dict(deck.titles),
            "kinds": list(dict.fromkeys(card["kind"] for card in cards if card["kind"])),
            "trim": [width, height],
            "bleed": size.bleed,
            "safe": size.safe,
            "corner": size.corner,
            "outline": face_points(size, width, height),
            "safe_outline": face_points(size, width, height, size.safe),
            "back": any(card["back"] is not None for card in cards),
        }

    @cached_property
    def texts(self) -> dict[str, str]:
        """The text of each card, for search."""
        return {key: card.text for key, card in self.cards.items()}

    @cached_property
    def alts(self) -> dict[str, SideTexts]:
        """The text alternatives of each card's sides in each language."""
        return {key: card.alts for key, card in self.cards.items()}

    @cached_property
    def boards(self) -> dict[str, tuple[Scene, str, Mapping[str, str]]]:
        """What lies on the free table: boards, and pages that game.yaml puts there, as scenes with keys and titles."""
        from cardgen.products.boards.drawing import table_boards  # lazy: most pages are never at a table

        boards: dict[str, tuple[Scene, str, Mapping[str, str]]] = {}
        for name, scene, titles in table_boards(self.game):
            picture = bare(scene)
            key = picture_key(picture)
            self._page_scenes[key] = picture
            boards[name] = picture, key, titles
        return boards

    def inputs(self, deck: str) -> Mapping[str, str]:
        """Return digests of what the cards of a deck are made from, besides their data."""
        return self._inputs[deck]

    @cached_property
    def _inputs(self) -> dict[str, dict[str, str]]:
        return {deck.id: input_digests(self.game, deck) for deck in self.game.decks.values()}

    @cached_property
    def sheets(self) -> tuple[Imposed, ...]:
        """Every PDF of cards on sheets of paper."""
        return self._imposed[0]

    @cached_property
    def printed(self) -> tuple[Printed, ...]:
        """Every other PDF below sheets/."""
        return self._planned[0]

    @property
    def books(self) -> tuple[Printed, ...]:
        """Every rulebook. They are laid out on first use, which takes seconds."""
        return self._lay_out_books()[0]

    @property
    def has_books(self) -> bool:
        """Whether the rulebooks are laid out already."""
        return bool(self._books)

    def check_books(self, progress: Callable[[], None]) -> None:
        """Lay out the rulebooks; `progress` is called after each, and may raise. DataError with the faults of all."""
        self._lay_out_books(progress)
        if self.book_faults is not None:
            raise self.book_faults

    @property
    def book_faults(self) -> DataError | None:
        """The faults of the rulebooks; None if all can be made."""
        faults = self._lay_out_books()[1]
        return DataError(faults) if faults else None

    def _lay_out_books(
        self, progress: Callable[[], None] = lambda: None
    ) -> tuple[tuple[Printed, ...], tuple[Fault, ...]]:
        with _laying:  # the check and a page may ask at the same time
            if not self._books:
                self._books.append(printed_books(self.game, self.laid, progress))
            return self._books[0]

    def book_chapters(self, lang: str) -> str | None:
        """Return the rulebook in a language as HTML; None if there is none. DataError if it is wrong."""
        with _laying:
            if lang not in self._chapters:
                self._chapters[lang] = book_chapters(self.game, self.laid, lang)
            return self._chapters[lang]

    @property
    def unprintable(self) -> DataError | None:
        """The faults of the files that cannot be made; None if all can be made."""
        faults = (*self._imposed[1], *self._planned[1])
        return DataError(faults) if faults else None

    @cached_property
    def _imposed(self) -> tuple[tuple[Imposed, ...], tuple[Fault, ...]]:
        return until_fault(imposed_sheets(self.game, self.laid, self.options))

    @cached_property
    def _planned(self) -> tuple[tuple[Printed, ...], tuple[Fault, ...]]:
        return printed_files(self.game, self.laid, self.options)

    @cached_property
    def press_files(self) -> tuple[PressFile, ...]:
        """Every PDF for a press that can be made."""
        return listed_press_files(self.game, self.laid)[0]

    def file(self, name: str) -> Printed | None:
        """Return the printed file of this name, of cards or not, as a build makes it; None if there is none."""
        for sheet in self.sheets:
            if sheet.plan.name == name:
                return Printed("sheets", sheet_file(self.game, sheet), printed_size(sheet.plan.paper, self.printer))
        printed = next((file for file in self.printed if file.name == name), None)
        return printed or next((file for file in self.books if file.name == name), None)

    def pages_of(self, path: str) -> tuple[PrintedPage, ...]:
        """Return the pages of the printed file at this path below the output folder; none if there is no such file."""
        if path not in self._pages:
            pages = pages_of_file(path, self._scenes_of(path))
            self._page_scenes.update({page.current.sides["face"]: page.picture for page in pages})
            self._pages[path] = pages
        return self._pages[path]

    def _scenes_of(self, path: str) -> Sequence[Scene]:
        sheet = next((sheet for sheet in self.sheets if sheet.path == path), None)
        if sheet is not None:
            return sheet.pages
        file = _output_at(path, self.printed) or _output_at(path, self.books)
        return file.scenes if file else ()

    def version_of(self, key: str) -> Current | None:
        """Return the current version of a card or page; None if there is no such card or page."""
        page = self.page(key)
        return self.current.get(key) if page is None else page.current

    def page(self, key: str) -> PrintedPage | None:
        """Return the page of this key; None if it is the key of a card, or there is no such page."""
        file = file_of(key)
        return next((page for page in self.pages_of(file) if page.key == key), None) if file else None

    def pages_data(self, drawn: Container[str] | None = None) -> PagesData:
        """Return pages.json: every printed file, sheets of cards last. `drawn` are those with pictures of their own."""
        printed = ((file.output.path, file.name, file.section) for file in (*self.books, *self.printed))
        sheets = ((sheet.path, sheet.plan.name, SHEETS) for sheet in self.sheets)
        return {
            "version": self.version,
            "files": [
                page_file_data(self.pages_of(path), path, name, section, drawn is None or path in drawn)
                for path, name, section in (*printed, *sheets)
            ],
        }

    @property
    def printer(self) -> Printer | None:
        """The printer that the files are made for."""
        return self.options.printer

    def for_printer(self, printer: Printer | None) -> Catalog:
        """Return this catalog with the files for a printer, or for any."""
        return self.for_options(replace(self.options, printer=printer))

    def for_options(self, options: Options) -> Catalog:
        """Return this catalog with the files that a build with these options makes."""
        if options == self.options:
            return self
        if options not in self._for_options:
            while len(self._for_options) >= _MOST_OPTIONS:
                del self._for_options[next(iter(self._for_options))]
            made = self
            if options.ink != self.options.ink:
                game, laid = replace(self.game, ink=options.ink), save_decks(self.laid, options.ink)
                made = replace(self, game=game, laid=laid, _books=[], _pages={}, _page_scenes={})
            self._for_options[options] = replace(made, options=options)
        return self._for_options[options]

    def card(self, key: str) -> LaidCard:
        """Return the laid out card. KeyError if there is no such card."""
        return self._laid_cards[key]

    @cached_property
    def _laid_cards(self) -> dict[str, LaidCard]:
        return {f"{deck}/{one.card.id}": one for deck, cards in self.laid.items() for one in cards}

    def scene(self, picture: str) -> Scene | None:
        """Return the picture of this key as a scene without a name, a title or a description.

        A key with the ending of files that save ink is that picture with little ink.
        """
        full, ending, _ = picture.partition(INK_ENDINGS["low"])
        scene = self._scenes.get(full) or self._page_scenes.get(full)
        return save_ink(scene, "low") if scene and ending else scene

    def svg(self, picture: str) -> str | None:
        """Return the picture of this key with its bleed, as SVG.

        None if no card shows it now, or if a picture file in it has changed since.
        """
        return self._drawn(self._svgs, picture, picture_svg)

    def png(self, picture: str) -> bytes | None:
        """Return the picture as a PNG of 100 dpi with its bleed."""
        return self._drawn(self._pngs, picture, picture_png)

    def outlined_png(self, picture: str) -> bytes | None:
        """Return the picture as `png` does, with letters as outlines, as they are in kept pictures."""
        return self._drawn(self._outlined, picture, outlined_png)

    def _drawn(self, cache: dict[str, Value], picture: str, draw: Callable[[Scene], Value]) -> Value | None:
        drawn, scene = cache.get(picture), self.scene(picture)
        if drawn is not None or scene is None:
            return drawn
        try:
            drawn = draw(scene)
        except (OSError, DataError):  # a picture file in it has been replaced or removed
            return None
        if not is_whole(scene):
            return None
        return _remember(cache, picture, drawn) if picture in self._scenes else drawn  # pages are large


def make_catalog(
    game: Game, laid: Mapping[str, tuple[LaidCard, ...]], before: Catalog | None = None, waiting: Sequence[str] = ()
) -> Catalog:
    """Return the catalog of a laid out game, or of one of which cards are `waiting` to be laid out.

    Cards that are the same in `before`, the last catalog, are taken from it, and so are pictures that it has drawn.
    """
    scenes: dict[str, Scene] = {}
    cards: dict[str, CatalogCard] = {}
    by_laid: dict[int, CatalogCard] = {}
    for deck, deck_cards in laid.items():
        last = before if before is not None and _describes_alike(before.game, game, deck) else None
        known: Mapping[int, CatalogCard] = last._by_laid if last else {}
        made = [known.get(id(one)) or _find_or_make(game, one, last) for one in deck_cards]
        cards.update({card.summary["key"]: card for card in made})
        by_laid.update(zip(map(id, deck_cards), made, strict=True))
    for card in cards.values():
        scenes.update(card.pictures)
    pictures = book_pictures(game)
    current = {key: card.current for key, card in cards.items()}
    version = _version(game, pictures) + ("+" if waiting else "")
    catalog = Catalog(game, laid, version, cards, current, pictures, by_laid, scenes, waiting)
    if before is not None:
        catalog._svgs.update({key: svg for key, svg in list(before._svgs.items()) if key in scenes})
        catalog._pngs.update({key: png for key, png in list(before._pngs.items()) if key in scenes})
        catalog.compared.update(before.compared)
        catalog.areas.update({keys: areas for keys, areas in list(before.areas.items()) if keys[1] in scenes})
        catalog._outlined.update({key: png for key, png in list(before._outlined.items()) if key in scenes})
    return catalog


def _describes_alike(before: Game, game: Game, deck: str) -> bool:
    """Return True if equal cards of a deck have equal names and kinds in both games."""
    old, new = before.decks.get(deck), game.decks[deck]
    return old is not None and old.fields == new.fields and before.file.languages == game.file.languages


def _find_or_make(game: Game, laid: LaidCard, last: Catalog | None) -> CatalogCard:
    """Return the card of the last catalog if it is the same, otherwise a new one."""
    key = f"{laid.card.deck}/{laid.card.id}"
    card = last.cards.get(key) if last else None
    return card if card is not None and card.is_of(laid) else _catalog_card(game, laid, key)


def _catalog_card(game: Game, laid: LaidCard, key: str) -> CatalogCard:
    card, deck = laid.card, game.decks[laid.card.deck]
    pictures = {name: bare(side.scene) for name, side in laid.sides}
    sides = {name: picture_key(picture) for name, picture in pictures.items()}
    fields = fields_of(card)
    current = Current(sides, data_hash(fields), fields)
    summary: CardData = {
        "key": key,
        "deck": deck.id,
        "id": card.id,
        "names": names_of(game, deck, card),
        "kind": kind_of(deck, card),
        "copies": card.copies,
        "face": sides["face"],
        "back": sides.get("back"),
        "data": current.data,
        "codes": [],
    }
    by_key = {sides[name]: picture for name, picture in pictures.items()}
    return CatalogCard(card.fields, laid.face, laid.back, by_key, current, summary)


def _output_at(path: str, files: Iterable[Printed]) -> PagesFile | None:
    """Return the laid out file at a path; None if there is none."""
    outputs = (file.output for file in files if isinstance(file.output, PagesFile))
    return next((output for output in outputs if output.path == path), None)


def _version(game: Game, pictures: Mapping[str, str | None]) -> str:
    files = (*game.digests.items(), *pictures.items())
    text = "\n".join([__version__, *(f"{path} {digest}" for path, digest in files)])
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _remember(drawn: dict[str, Value], picture: str, value: Value) -> Value:
    with _lock:
        while len(drawn) >= _MOST_DRAWN:
            del drawn[next(iter(drawn))]
        drawn[picture] = value
    return value
