"""A reviewer of a game on disk: the catalog, the log, and decisions as the page sends them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from cardgen.building.plan import layout_game
from cardgen.review.server.catalog import Catalog, make_catalog
from cardgen.review.server.decisions import DecisionOutcome
from cardgen.review.server.events import Event
from cardgen.review.server.overview import ReviewStatus, review_status
from cardgen.review.server.pictures import packed
from cardgen.review.server.store import Store
from tests.games_on_disk import GameOnDisk

NOON = datetime(2026, 11, 21, 12, 0, 0, tzinfo=UTC)


class Reviewer:
    """One person who reviews a game."""

    def __init__(self, disk: GameOnDisk, name: str = "Ann") -> None:
        self.disk, self.name = disk, name
        self.store = Store(disk.root / "card_data" / disk.name, disk.root)
        self.catalog = catalog_of(disk)

    def rebuild(self) -> None:
        self.catalog = catalog_of(self.disk)

    def propose(self, key: str, kind: str = "approve", **more: Any) -> dict[str, Any]:
        """Return a decision as the page sends it: the current card, and the last event that the page has."""
        deck, card = key.split("/")
        current, events = self.catalog.current[key], self.store.events_of(key)
        content = {"kind": kind, "deck": deck, "card": card, "sides": dict(current.sides), "data": current.data}
        return {**content, "seen": events[-1].id if events else "", **more}

    def decide(self, *proposals: dict[str, Any]) -> DecisionOutcome:
        return self.store.decide(list(proposals), self.name, NOON, self.catalog)

    def do(self, key: str, kind: str = "approve", **more: Any) -> Event:
        """Decide without a conflict, and return the event."""
        outcome = self.decide(self.propose(key, kind, **more))
        assert not outcome.conflicts
        (event,) = outcome.saved
        return event


def status(reviewer: Reviewer) -> ReviewStatus:
    """Return the progress of a review, with the game as it is on disk now."""
    reviewer.rebuild()
    return review_status(reviewer.catalog.game, reviewer.catalog.laid, reviewer.store)


def keep_as_before(reviewer: Reviewer) -> None:
    """Write the kept pictures as cardgen 0.1 and 0.2 did, in two files each, in place of packs."""
    for path in reviewer.store.pictures.iterdir():
        path.unlink()
    for key in {key for event in reviewer.store.read() for key in event.sides.values()}:
        svg, png = reviewer.catalog.svg(key), reviewer.catalog.png(key)
        assert svg is not None
        assert png is not None
        (reviewer.store.pictures / f"{key}.svgz").write_bytes(packed(svg))
        (reviewer.store.pictures / f"{key}.png").write_bytes(png)
    reviewer.store = Store(reviewer.store.folder, reviewer.disk.root)


def catalog_of(disk: GameOnDisk) -> Catalog:
    """Return the catalog of a game as it is on disk now."""
    game = disk.load()
    return make_catalog(game, layout_game(game))
