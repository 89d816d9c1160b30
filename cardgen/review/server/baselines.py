"""What a card can be compared with: any of its events, a print run, an earlier version of the game."""

from __future__ import annotations

import tempfile
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cardgen.base.records import dataclass, field
from cardgen.building.prints import PrintedCard, read_run, run_names
from cardgen.review.server.catalog import Catalog
from cardgen.review.server.compare import compare_event, side_areas
from cardgen.review.server.older_keys import events_of
from cardgen.review.server.payloads import BaselinesData, ComparisonData
from cardgen.review.server.pictures import KEY_PREFIX, picture_key
from cardgen.review.server.status import Current
from cardgen.review.server.store import Store
from cardgen.review.server.words import change_words
from cardgen.scene.bare import bare
from cardgen.scene.items import Scene

#: The beginnings of the names of print runs and of versions, as the page requests them.
PRINT, VERSION = "print:", "version:"
#: The most versions that are kept in memory.
_MOST_VERSIONS = 3


@dataclass(frozen=True, slots=True)
class OlderCard:
    """A card of an earlier version: its data and its sides, by their names."""

    fields: Mapping[str, Any] | None
    sides: Mapping[str, Scene] = field(repr=False)


@dataclass(frozen=True, slots=True)
class OlderVersions:
    """The earlier versions of a game: their names, and a function that reads the cards of one of them.

    It writes files into the folder that it is given. DataError if the version cannot be read.
    """

    names: Callable[[], Sequence[str]] = tuple
    read: Callable[[str, Path], Mapping[str, OlderCard]] = lambda _name, _folder: {}


@dataclass(frozen=True, slots=True)
class _Before:
    """A card as it was: its pictures by side, none if it is new, and its data, None if it is not known."""

    sides: Mapping[str, str]
    fields: Mapping[str, Any] | None = field(repr=False)

    def looks_differ(self, current: Current) -> bool:
        """Return True if the card is new or looks different now."""
        return self.sides != dict(current.sides)

    def data_differ(self, current: Current) -> bool:
        """Return True if the card is known to have had other data."""
        return self.fields is not None and dict(self.fields) != dict(current.fields)


class Baselines:
    """The baselines of a game's cards. Any thread may use it."""

    def __init__(self, store: Store, versions: OlderVersions) -> None:
        self.store, self.versions = store, versions
        self._read: OrderedDict[str, Mapping[str, OlderCard]] = OrderedDict()
        self._scenes: dict[str, Scene] = {}
        self._lock = threading.Lock()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        """The files of git revisions."""

    def close(self) -> None:
        """Remove the files of earlier versions."""
        if self._folder is not None:
            self._folder.cleanup()

    def as_data(self, catalog: Catalog) -> BaselinesData:
        """Return the names that `compare` takes, besides those of events."""
        return {"prints": run_names(catalog.game.folder), "versions": list(self.versions.names())}

    def compare(self, catalog: Catalog, key: str, name: str) -> ComparisonData | None:
        """Return a card or page compared with a baseline; None if there is no such card, page or baseline.

        Print runs and versions have no pages. DataError if the baseline cannot be read.
        """
        if catalog.version_of(key) is None:
            return None
        if name.startswith((PRINT, VERSION)):
            before = self._reader(catalog, name) if key in catalog.current else None
            return None if before is None else self._comparison(catalog, key, name, before(key))
        events = events_of(key, catalog, self.store)
        event = next((event for event in events if event.id == name), None)
        return None if event is None else compare_event(catalog, self.store, key, event, events)

    def changed(self, catalog: Catalog, name: str) -> list[str] | None:
        """Return the keys of the cards that are new or have changed since a print run or version.

        None if there is none of that name; DataError if it cannot be read.
        """
        before = self._reader(catalog, name)
        if before is None:
            return None
        cards = ((key, before(key), current) for key, current in catalog.current.items())
        return [key for key, card, current in cards if card.looks_differ(current) or card.data_differ(current)]

    def scene(self, picture: str) -> Scene | None:
        """Return a picture of the versions that were read."""
        return self._scenes.get(picture)

    def _reader(self, catalog: Catalog, name: str) -> Callable[[str], _Before] | None:
        """Return a function from a card's key to the card in a print run or version; None if there is none."""
        if name.startswith(PRINT):
            return _run_reader(catalog, name.removeprefix(PRINT))
        cards = self._version(name.removeprefix(VERSION)) if name.startswith(VERSION) else None
        return None if cards is None else partial(self._of_version, cards, next(iter(catalog.game.file.languages), ""))

    def _of_version(self, cards: Mapping[str, OlderCard], language: str, key: str) -> _Before:
        card = cards.get(key)
        if card is None:
            return _Before({}, None)
        sides = {}
        for side in ("face", "back"):
            scene = card.sides.get(side) or card.sides.get(f"{side} {language}")
            if scene is not None:
                shown = bare(scene)
                picture = sides[side] = picture_key(shown)
                self._scenes[picture] = shown
        return _Before(sides, card.fields)

    def _comparison(self, catalog: Catalog, key: str, name: str, before: _Before) -> ComparisonData:
        current = catalog.current[key]
        fields = current.fields if before.fields is None else before.fields
        both = {side: (before.sides.get(side), current.sides.get(side)) for side in ("face", "back")}
        return {
            "event": name,
            "sides": dict(before.sides),
            "picture": before.looks_differ(current),
            "data": before.data_differ(current),
            "words": change_words(fields, current.fields),
            "areas": {side: side_areas(catalog, self.store, *pair, self.scene) for side, pair in both.items()},
        }

    def _version(self, name: str) -> Mapping[str, OlderCard] | None:
        """Return the cards of a version; None if there is none of that name. DataError if it cannot be read."""
        if name not in self.versions.names():
            return None
        with self._lock:  # laying out a game takes all of the processor
            if name not in self._read:
                if self._folder is None:
                    self._folder = tempfile.TemporaryDirectory(prefix="cardgen-review-")
                self._read[name] = self.versions.read(name, Path(self._folder.name))
                if len(self._read) > _MOST_VERSIONS:
                    self._read.popitem(last=False)
            return self._read[name]


def _run_reader(catalog: Catalog, run: str) -> Callable[[str], _Before] | None:
    """Return a function from a card's key to the card in a print run, in the first edition; None if there is no run."""
    if run not in run_names(catalog.game.folder):
        return None
    editions = ("", *catalog.game.file.languages)
    printed = [card for card in read_run(catalog.game.folder, run) if card.edition in editions]
    printed.sort(key=lambda card: editions.index(card.edition), reverse=True)
    cards = {f"{card.deck}/{card.card}": card for card in printed}

    def before(key: str) -> _Before:
        card = cards.get(key)
        if card is None:
            return _Before({}, None)
        return _Before(_sides_of(card), {**catalog.current[key].fields, "copies": card.copies})

    return before


def _sides_of(card: PrintedCard) -> dict[str, str]:
    """Return the keys of a printed card's pictures. Keys of a run are those of this version without its number."""
    sides = {"face": card.face, "back": card.back}
    return {side: f"{KEY_PREFIX}{key}" for side, key in sides.items() if key}
