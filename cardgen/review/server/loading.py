"""A game that is read and laid out again and again, each time only what has changed.

Whoever waits for some cards gets these alone if all would take longer: the others stay as they were, and are `waiting`.
A layout in the background lays them out; it ends as soon as a newer one begins.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from threading import Lock

from cardgen.base.errors import DataError, Fault, Faults, Place
from cardgen.base.words.messages import message
from cardgen.building.plan import layout_cards
from cardgen.cards.layout.cards import Laid, LaidCard, layout_deck
from cardgen.cards.layout.reuse import LayoutCache
from cardgen.data.languages.editions import edition_of
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.project import Project
from cardgen.data.rows.reuse import RowCache
from cardgen.review.server.catalog import Catalog, make_catalog

#: Seconds for the layout of all cards, if somebody waits for some of them.
_AT_ONCE = 0.12


class OvertakenError(Exception):
    """A newer state of the game is being laid out, or there to be."""


class Loading:
    """Reads and lays out one game, in its first edition or the one in the language `edition`."""

    def __init__(self, project: Project, name: str, shown_from: Path | None, edition: str) -> None:
        self._project, self._name, self._shown_from, self._edition = project, name, shown_from, edition
        self.rows, self.layout = RowCache(), LayoutCache[Laid]()
        # The caches are for one thread at a time. Drafts only read, so they need not wait for a layout.
        self._reading, self._laying = Lock(), Lock()
        self._newest = object()
        """Of the layout that has begun last."""
        self._seconds: dict[str, float] = {}
        """How long the layout of all cards of a deck takes at least, if none can be reused."""

    def read(self, contents: Mapping[str, bytes] | None = None) -> Game:
        """Return the game in all languages, with other contents of files by their paths. DataError as for a game."""
        folder, templates = self._project.game_folder(self._name), self._project.templates
        with self._reading:
            return load_game(folder, templates, self._shown_from, cache=self.rows, contents=contents)

    def edition_of(self, whole: Game) -> Game:
        """Return the edition that is shown."""
        return edition_of(whole, self._edition)

    def prove(
        self, whole: Game, last: Catalog | None, cards: Collection[str] | None, files: Collection[str]
    ) -> Catalog:
        """Lay out an edit of these files. DataError also if game.yaml would ask for sheets that cannot be made."""
        catalog = self.lay_out(whole, last, cards)
        is_asked = f"card_data/{self._name}/game.yaml" in files
        if is_asked and last and catalog.unprintable and not last.unprintable:
            raise catalog.unprintable
        return catalog

    def lay_out(
        self,
        whole: Game,
        before: Catalog | None,
        cards: Collection[str] | None = None,
        is_overtaken: Callable[[Game], bool] | None = None,
    ) -> Catalog:
        """Return the catalog of the edition that is shown. DataError with the faults of all cards.

        `cards` are the keys of those that are waited for, if others may come later. A layout in the background passes
        `is_overtaken`: OvertakenError if that returns True, or when another layout begins.
        """
        game = self.edition_of(whole)
        self._newest = mine = object()
        with self._laying:
            until = time.monotonic() + _AT_ONCE
            begun = dict[str, float]()

            def begin(name: str) -> None:
                begun[name] = time.monotonic()
                if cards is not None and before is not None and begun[name] + self._seconds.get(name, 0) > until:
                    raise _TooLongError

            def look() -> None:
                if is_overtaken is not None and (self._newest is not mine or is_overtaken(game)):
                    raise OvertakenError
                if cards is not None and before is not None and time.monotonic() > until:
                    raise _TooLongError

            self.layout.progress, self.layout.anew = look, begin
            laid: dict[str, tuple[LaidCard, ...]] = {}
            waiting: list[str] = []
            faults = Faults()
            for name, deck in game.decks.items():
                with faults:
                    try:
                        laid[name] = layout_deck(game, deck, self.layout)
                        if name in begun:
                            seconds = time.monotonic() - begun[name]
                            self._seconds[name] = min(seconds, self._seconds.get(name, seconds))
                    except _TooLongError:
                        assert before is not None
                        assert cards is not None
                        laid[name] = _laid_partly(game, name, before, cards, waiting)
            faults.raise_all()
        return make_catalog(game, laid, before, waiting)


def _laid_partly(
    game: Game, name: str, before: Catalog, cards: Collection[str], waiting: list[str]
) -> tuple[LaidCard, ...]:
    """Return a deck of which only `cards` and new ones are laid out. The keys of the others are added to `waiting`."""
    deck, earlier = game.decks[name], {one.card.id: one for one in before.laid.get(name, ())}
    keys = {card.id: f"{name}/{card.id}" for card in deck.cards}
    wanted = {key for card, key in keys.items() if key in cards or card not in earlier}
    now = {one.card.id: one for one in layout_cards(game, wanted).get(name, ())}
    waiting += [key for card, key in keys.items() if card not in now]
    return tuple(now.get(card.id) or earlier[card.id] for card in deck.cards)


class _TooLongError(Exception):
    """The layout of all cards takes too long for those who wait for some."""


def unexpected(error: Exception) -> DataError:
    """Return an error of the program, or of a file that has just been removed, as a fault to be shown."""
    problem = message("unexpected error: {kind}: {error}", kind=type(error).__name__, error=str(error))
    return DataError(Fault(Place(), problem))
