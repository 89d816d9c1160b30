"""A laid out game as the page shows it: all cards in brief, with their pictures drawn on demand."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import TypeVar

from cardgen import __version__
from cardgen.data.model import Game
from cardgen.errors import DataError, Fault
from cardgen.layout.cards import Laid, LaidCard
from cardgen.products.rulebook import book_pictures
from cardgen.products.sheets import Imposed, imposed_sheets, sheet_file
from cardgen.review.server.details import (
    alt_texts,
    fields_of,
    kind_of,
    names_of,
    printed_lines,
    search_text,
)
from cardgen.review.server.payloads import CardData, GameData, SideTexts
from cardgen.review.server.pictures import bare, is_whole, packed, picture_key, picture_png, picture_svg
from cardgen.review.server.printed import Printed, printed_files, until_fault
from cardgen.review.server.status import Current, data_hash
from cardgen.scene.items import Scene
from cardgen.targets.options import Options

Value = TypeVar("Value")

#: The most drawn pictures in memory: enough for several screens.
_MOST_DRAWN = 512
_lock = Lock()


@dataclass(frozen=True, eq=False)
class Catalog:
    """A laid out game for the page. Whatever takes time is computed on first use, and cached.

    `summaries` are the cards in brief, in deck order, as catalog.json holds them; `current` is the current version of
    each card, by its key. Catalogs of one `version` are equal. `pictures` are those of the rulebooks, by their names.
    """

    game: Game
    laid: Mapping[str, tuple[LaidCard, ...]]
    version: str
    summaries: tuple[CardData, ...]
    current: Mapping[str, Current]
    pictures: Mapping[str, str | None]
    _cards: Mapping[str, LaidCard] = field(repr=False)
    _scenes: Mapping[str, Scene] = field(repr=False)
    _svgs: dict[str, str] = field(default_factory=dict, repr=False)
    _pngs: dict[str, bytes] = field(default_factory=dict, repr=False)
    _packed: dict[str, bytes] = field(default_factory=dict, repr=False)
    _lines: dict[int, list[str]] = field(default_factory=dict, repr=False)
    compared: dict[tuple[str, str], bool] = field(default_factory=dict, repr=False)
    """Whether a picture kept under a key of an older version looks like a current one, by both keys."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of every card, in deck order."""
        return tuple(self.current)

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
        }

    @cached_property
    def texts(self) -> dict[str, str]:
        """The text of each card, for search."""
        return {key: search_text(card, self.printed_lines(card).values()) for key, card in self._cards.items()}

    @cached_property
    def alts(self) -> dict[str, SideTexts]:
        """The text alternatives of each card's sides in each language."""
        return {key: alt_texts(card) for key, card in self._cards.items()}

    @cached_property
    def sheets(self) -> tuple[Imposed, ...]:
        """Every PDF of cards on sheets of paper."""
        return self._imposed[0]

    @cached_property
    def printed(self) -> tuple[Printed, ...]:
        """Every other PDF below sheets/."""
        return self._planned[0]

    @property
    def unprintable(self) -> DataError | None:
        """The faults of the files that cannot be made; None if all can be made."""
        faults = (*self._imposed[1], *self._planned[1])
        return DataError(faults) if faults else None

    @cached_property
    def _imposed(self) -> tuple[tuple[Imposed, ...], tuple[Fault, ...]]:
        return until_fault(imposed_sheets(self.game, self.laid, Options()))

    @cached_property
    def _planned(self) -> tuple[tuple[Printed, ...], tuple[Fault, ...]]:
        return printed_files(self.game, self.laid)

    def file(self, name: str) -> Printed | None:
        """Return the printed file of this name, of cards or not, as a build makes it; None if there is none."""
        for sheet in self.sheets:
            if sheet.plan.name == name:
                return Printed("sheets", sheet_file(self.game, sheet), sheet.plan.paper)
        return next((file for file in self.printed if file.name == name), None)

    def card(self, key: str) -> LaidCard:
        """Return the laid out card. KeyError if there is no such card."""
        return self._cards[key]

    def printed_lines(self, card: LaidCard) -> dict[str, list[str]]:
        """Return the lines of text printed on each side of a card."""
        return {name: self._lines_of(side) for name, side in card.sides}

    def _lines_of(self, side: Laid) -> list[str]:
        if id(side) not in self._lines:  # shared by many cards; kept alive by `laid`
            self._lines[id(side)] = printed_lines(side.scene)
        return self._lines[id(side)]

    def scene(self, picture: str) -> Scene | None:
        """Return the picture of this key as a scene without a name, a title or a description."""
        return self._scenes.get(picture)

    def svg(self, picture: str) -> str | None:
        """Return the picture of this key with its bleed, as SVG.

        None if no card shows it now, or if a picture file in it has changed since.
        """
        return self._drawn(self._svgs, picture, picture_svg)

    def png(self, picture: str) -> bytes | None:
        """Return the picture as a PNG, in the form in which pictures are kept and compared."""
        return self._drawn(self._pngs, picture, picture_png)

    def packed(self, picture: str) -> bytes | None:
        """Return the SVG in the compressed form in which pictures are kept."""
        cached = self._packed.get(picture)
        if cached is not None:
            return cached
        svg = self.svg(picture)
        return None if svg is None else _remember(self._packed, picture, packed(svg))

    def prepare(self, key: str) -> None:
        """Draw the pictures that a decision about the card keeps, so that deciding is quick."""
        current = self.current.get(key)
        for picture in current.sides.values() if current else ():
            self.packed(picture)
            self.png(picture)

    def _drawn(self, cache: dict[str, Value], picture: str, draw: Callable[[Scene], Value]) -> Value | None:
        drawn, scene = cache.get(picture), self._scenes.get(picture)
        if drawn is not None or scene is None:
            return drawn
        try:
            drawn = draw(scene)
        except (OSError, DataError):  # a picture file in it has been replaced or removed
            return None
        return _remember(cache, picture, drawn) if is_whole(scene) else None


def make_catalog(game: Game, laid: Mapping[str, tuple[LaidCard, ...]], before: Catalog | None = None) -> Catalog:
    """Return the catalog of a laid out game. Pictures that `before`, the last catalog, has drawn are reused."""
    bares: dict[int, tuple[str, Scene]] = {}  # by the laid side, which many cards share
    scenes: dict[str, Scene] = {}
    cards = {f"{deck}/{card.card.id}": card for deck, deck_cards in laid.items() for card in deck_cards}
    current: dict[str, Current] = {}
    summaries: list[CardData] = []
    for key, card in cards.items():
        sides: dict[str, str] = {}
        for name, side in card.sides:
            if id(side) not in bares:
                scene = bare(side.scene)
                bares[id(side)] = picture_key(scene), scene
            sides[name], scene = bares[id(side)]
            scenes.setdefault(sides[name], scene)
        fields = fields_of(card.card)
        current[key] = Current(sides, data_hash(fields), fields)
        deck = game.decks[card.card.deck]
        summaries.append(
            {
                "key": key,
                "deck": deck.id,
                "id": card.card.id,
                "names": names_of(game, deck, card.card),
                "kind": kind_of(deck, card.card),
                "copies": card.card.copies,
                "face": sides["face"],
                "back": sides.get("back"),
                "data": current[key].data,
                "codes": [],
            }
        )
    pictures = book_pictures(game)
    catalog = Catalog(game, laid, _version(game, pictures), tuple(summaries), current, pictures, cards, scenes)
    if before is not None:
        catalog._svgs.update({key: svg for key, svg in list(before._svgs.items()) if key in scenes})
        catalog._pngs.update({key: png for key, png in list(before._pngs.items()) if key in scenes})
        catalog.compared.update(before.compared)
        catalog._packed.update({key: svg for key, svg in list(before._packed.items()) if key in scenes})
    return catalog


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
