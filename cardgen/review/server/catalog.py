"""A game as the page shows it: every card in brief at once, the rest of a card when it is asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from cardgen import __version__
from cardgen.check import Report
from cardgen.data.model import Deck, Game
from cardgen.errors import DataError, Fault
from cardgen.layout.cards import Laid, LaidCard
from cardgen.products.rulebook import book_pictures
from cardgen.products.sheets import Imposed, imposed_sheets, sheet_file
from cardgen.review.server.compare import compare_card
from cardgen.review.server.details import (
    alt_texts,
    card_detail,
    fields_of,
    kind_of,
    names_of,
    place_data,
    printed_lines,
    rounded,
    search_text,
)
from cardgen.review.server.events import Event, SideName
from cardgen.review.server.pictures import bare, is_whole, packed, picture_key, picture_png, picture_svg
from cardgen.review.server.printed import Printed, printed_data, printed_files, until_fault
from cardgen.review.server.status import Current, data_hash, standings, told_events
from cardgen.scene.colour import SIGHTS
from cardgen.scene.items import Scene
from cardgen.targets.options import Options
from cardgen.telling import as_data

if TYPE_CHECKING:
    from cardgen.review.server.store import Store

Value = TypeVar("Value")

SIDES: tuple[SideName, ...] = ("face", "back")

#: So many drawn pictures are remembered: some screens full of them.
_MOST_DRAWN = 512
_remembering = Lock()


@dataclass(frozen=True, eq=False)
class Catalog:
    """A laid out game for the page. What costs time is made when it is first asked for, and then remembered.

    `summaries` are the cards in brief, in deck order, as catalog.json holds them; `current` is what each card is now,
    by its key; equal `version`s tell the same of the same files. `pictures` are those of the rulebooks, by their names.
    """

    game: Game
    laid: Mapping[str, tuple[LaidCard, ...]]
    version: str
    summaries: tuple[dict[str, Any], ...]
    current: Mapping[str, Current]
    pictures: Mapping[str, str | None]
    _cards: Mapping[str, LaidCard] = field(repr=False)
    _scenes: Mapping[str, Scene] = field(repr=False)
    _svgs: dict[str, str] = field(default_factory=dict, repr=False)
    _pngs: dict[str, bytes] = field(default_factory=dict, repr=False)
    _packed: dict[str, bytes] = field(default_factory=dict, repr=False)
    _lines: dict[int, list[str]] = field(default_factory=dict, repr=False)
    compared: dict[tuple[str, str], bool] = field(default_factory=dict, repr=False)
    """Whether a picture kept under an older version's key looks like one of today's, by both keys."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The key of every card, in deck order."""
        return tuple(self.current)

    @cached_property
    def hashes(self) -> tuple[str, ...]:
        """The hash of every picture, each once."""
        return tuple(self._scenes)

    def data(self, mode: str, who: str, fault: DataError | None = None, report: Report | None = None) -> dict[str, Any]:
        """catalog.json. Without a `report` nothing has been checked yet; a `fault` is why newer files are not shown."""
        codes = codes_by_card(report) if report else {}
        return {
            "version": self.version,
            "tool": f"cardgen {__version__}",
            "mode": mode,
            "who": who,
            "game": self.game_data,
            "decks": [self._deck(deck) for deck in self.game.decks.values()],
            "cards": [{**card, "codes": codes.get(card["key"], [])} for card in self.summaries],
            "sights": {name: [*chain(*rows)] for name, rows in SIGHTS.items() if name != "normal"},
            "checked": report is not None,
            "fault": fault_data(fault),
        }

    @cached_property
    def game_data(self) -> dict[str, Any]:
        """What catalog.json says of the game as a whole."""
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

    def _deck(self, deck: Deck) -> dict[str, Any]:
        cards, size = self.laid[deck.id], deck.size
        width, height = (size.height, size.width) if deck.template.landscape else (size.width, size.height)
        return {
            "id": deck.id,
            "titles": dict(deck.titles),
            "kinds": list(dict.fromkeys(filter(None, (kind_of(deck, each.card) for each in cards)))),
            "trim": [width, height],
            "bleed": size.bleed,
            "safe": size.safe,
            "corner": size.corner,
            "back": any(each.back is not None for each in cards),
        }

    @cached_property
    def texts(self) -> dict[str, str]:
        """What search looks in for each card."""
        return {key: search_text(card, self._printed(card).values()) for key, card in self._cards.items()}

    @cached_property
    def alts(self) -> dict[str, dict[str, dict[str, str]]]:
        """The text alternatives of each card's sides in each language."""
        return {key: alt_texts(card) for key, card in self._cards.items()}

    @cached_property
    def sheets(self) -> tuple[Imposed, ...]:
        """Every file of cards on sheets of paper."""
        return self._imposed[0]

    @cached_property
    def printed(self) -> tuple[Printed, ...]:
        """Every other file that is printed."""
        return self._planned[0]

    @property
    def unprintable(self) -> DataError | None:
        """Why some of these files are missing; None when none is."""
        faults = (*self._imposed[1], *self._planned[1])
        return DataError(faults) if faults else None

    @cached_property
    def _imposed(self) -> tuple[tuple[Imposed, ...], tuple[Fault, ...]]:
        return until_fault(imposed_sheets(self.game, self.laid, Options()))

    @cached_property
    def _planned(self) -> tuple[tuple[Printed, ...], tuple[Fault, ...]]:
        return printed_files(self.game, self.laid)

    def file(self, name: str) -> Printed | None:
        """The file of this name that is printed, of cards or not, as a build makes it; None when there is none."""
        for sheet in self.sheets:
            if sheet.plan.name == name:
                return Printed("sheets", sheet_file(self.game, sheet), sheet.plan.paper)
        return next((each for each in self.printed if each.name == name), None)

    def detail(self, key: str, store: Store | None = None) -> dict[str, Any]:
        """All of one card; with a `store`, compared with its last approval and rejection. KeyError if it is unknown."""
        card = self._cards[key]
        detail = card_detail(self.game, card, self._printed(card), self.sheets)
        if store is None:
            return {**detail, "compare": None, "rejection": None}
        return {**detail, **compare_card(self, store, key)}

    def _printed(self, card: LaidCard) -> dict[str, list[str]]:
        return {name: self._lines_of(side) for name, side in card.sides}

    def _lines_of(self, side: Laid) -> list[str]:
        if id(side) not in self._lines:  # shared by many cards; kept alive by `laid`
            self._lines[id(side)] = printed_lines(side.scene)
        return self._lines[id(side)]

    def scene(self, picture: str) -> Scene | None:
        """The picture of this hash as a scene without a name, a title or a description."""
        return self._scenes.get(picture)

    def svg(self, picture: str) -> str | None:
        """The picture of this hash with its bleed, as SVG.

        None when no card shows it now, or a picture file painted in it has changed since.
        """
        return self._drawn(self._svgs, picture, picture_svg)

    def png(self, picture: str) -> bytes | None:
        """The same as a PNG, as pictures are kept and compared."""
        return self._drawn(self._pngs, picture, picture_png)

    def packed(self, picture: str) -> bytes | None:
        """The SVG as pictures are kept."""
        known = self._packed.get(picture)
        if known is not None:
            return known
        svg = self.svg(picture)
        return None if svg is None else _remember(self._packed, picture, packed(svg))

    def prepare(self, key: str) -> None:
        """Draws what is kept with a decision about the card, so that whoever decides need not wait for it."""
        current = self.current.get(key)
        for picture in current.sides.values() if current else ():
            self.packed(picture)
            self.png(picture)

    def _drawn(self, known: dict[str, Value], picture: str, draw: Callable[[Scene], Value]) -> Value | None:
        drawn, scene = known.get(picture), self._scenes.get(picture)
        if drawn is not None or scene is None:
            return drawn
        try:
            made = draw(scene)
        except (OSError, DataError):  # a picture file that is painted has been replaced or removed
            return None
        return _remember(known, picture, made) if is_whole(scene) else None


def make_catalog(game: Game, laid: Mapping[str, tuple[LaidCard, ...]], before: Catalog | None = None) -> Catalog:
    """The catalog of a laid out game. What `before`, the last catalog, has drawn and is still shown is taken over."""
    bares: dict[int, tuple[str, Scene]] = {}  # by the laid side, which many cards share
    scenes: dict[str, Scene] = {}
    cards = {f"{deck}/{card.card.id}": card for deck, each in laid.items() for card in each}
    current: dict[str, Current] = {}
    summaries: list[dict[str, Any]] = []
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
        catalog._svgs.update({each: svg for each, svg in list(before._svgs.items()) if each in scenes})
        catalog._pngs.update({each: png for each, png in list(before._pngs.items()) if each in scenes})
        catalog.compared.update(before.compared)
        catalog._packed.update({each: svg for each, svg in list(before._packed.items()) if each in scenes})
    return catalog


def _version(game: Game, pictures: Mapping[str, str | None]) -> str:
    files = (*game.digests.items(), *pictures.items())
    told = "\n".join([__version__, *(f"{path} {digest}" for path, digest in files)])
    return hashlib.sha256(told.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _remember(drawn: dict[str, Value], picture: str, value: Value) -> Value:
    with _remembering:
        while len(drawn) >= _MOST_DRAWN:
            del drawn[next(iter(drawn))]
        drawn[picture] = value
    return value


# ---------------------------------------------------------------- what is told beside the cards


def fault_data(fault: DataError | None) -> dict[str, Any] | None:
    """Why newer files cannot be shown, each fault with its place; None when they can."""
    return None if fault is None else {"faults": [as_data(each) for each in fault.faults]}


def codes_by_card(report: Report) -> dict[str, list[str]]:
    """The codes found on each card that has any, by its key."""
    found: dict[str, set[str]] = {}
    for finding in report.findings:
        if finding.deck and finding.card:
            found.setdefault(f"{finding.deck}/{finding.card}", set()).add(finding.code)
    return {key: sorted(codes) for key, codes in found.items()}


def findings_data(report: Report | None, catalog: Catalog) -> dict[str, Any]:
    """findings.json; without a report, nothing has been checked yet."""
    findings = []
    for finding in report.findings if report else ():
        key = f"{finding.deck}/{finding.card}"
        findings.append(
            {
                "code": finding.code,
                "name": finding.name,
                "message": finding.message,
                "hint": finding.hint,
                "severity": finding.severity,
                **place_data(finding.place),
                "key": key if key in catalog.current else "",
                "side": finding.side,
                "rect": rounded(finding.rect) if finding.rect else None,
            }
        )
    return {"checked": report is not None, "findings": findings}


def review_data(events: Sequence[Event], catalog: Catalog, fault: DataError | None = None) -> dict[str, Any]:
    """review.json: where each card stands, and every event. With a `fault` the log cannot be read to its end."""
    return {
        "statuses": {key: each.as_data() for key, each in standings(events, catalog.current).items()},
        "events": told_events(events, catalog.current),
        "fault": fault_data(fault),
    }


def sheets_data(catalog: Catalog, drawn: bool = True) -> list[dict[str, Any]]:
    """sheets.json: the files that are printed, those of cards first; `drawn` when there are pictures of their pages.

    A picture of a page stays what it is as long as the file's `key` does.
    """
    file = catalog.game.file
    cards = [
        {
            "name": sheet.plan.name,
            "section": "sheets",
            "key": catalog.version,
            "title": {
                lang: ("、" if lang == "zh" else ", ").join(
                    catalog.game.decks[deck].titles.get(lang, deck) for deck in sheet.decks
                )
                for lang in file.languages
            },
            "paper": list(sheet.plan.paper),
            "pages": len(sheet.pages),
            "flip": None if sheet.duplex == "simplex" else sheet.duplex,
            "backs": sheet.plan.backs,
            "sides": list(sheet.pages.sides),
            "slots": {side: [rounded(slot) for slot in sheet.pages.slots(side)] for side in SIDES},
            "cards": [
                [f"{deck}/{card.card.id}", card.card.copies] for deck in sheet.decks for card in catalog.laid[deck]
            ],
            "pdf": sheet.path,
            "drawn": drawn,
        }
        for sheet in catalog.sheets
    ]
    return [*cards, *(printed_data(each, drawn) for each in catalog.printed)]
