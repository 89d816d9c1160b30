"""How far a review has come: what continuous integration asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from cardgen.data.model import Game
from cardgen.errors import Place
from cardgen.layout.cards import LaidCard
from cardgen.review.server.catalog import make_catalog
from cardgen.review.server.older_keys import with_current_keys
from cardgen.review.server.status import Since, Standing, Status, standings
from cardgen.review.server.store import Store


@dataclass(frozen=True, slots=True)
class ReviewStatus:
    """Where every card of a game stands, by its key in deck order, and where it stands in its file."""

    game: str
    cards: Mapping[str, tuple[Standing, Place]]

    @property
    def counts(self) -> dict[str, int]:
        """How many cards have each status; all four are there."""
        found = Counter(standing.status for standing, _ in self.cards.values())
        return {status: found[status] for status in get_args(Status)}

    @property
    def changed_since(self) -> dict[str, int]:
        """How many of the stale cards have changed since they were approved, and since they were rejected."""
        counts = Counter(standing.since for standing, _ in self.cards.values() if standing.status == "stale")
        return {since: counts[since] for since in get_args(Since)}

    @property
    def left(self) -> dict[str, tuple[Standing, Place]]:
        """The cards that are not approved as they are now."""
        return {key: each for key, each in self.cards.items() if each[0].status != "approved"}

    @property
    def done(self) -> bool:
        """Whether every card is approved as it is now."""
        return not self.left

    def as_data(self) -> dict[str, Any]:
        """What JSON can hold: the counts, and each card that is left with its last decision."""
        return {
            "game": self.game,
            "done": self.done,
            "counts": self.counts,
            "changed_since": self.changed_since,
            "left": [{"key": key, **_told(*each)} for key, each in self.left.items()],
        }

    def lines(self) -> Iterator[str]:
        """The same for people: one line for each card that is left, and one for all."""
        for key, (standing, place) in self.left.items():
            decision = standing.decision
            by = f" by {decision.by}" if decision and decision.kind == "reject" else ""
            text = f": {' '.join(decision.text.split())}" if decision and by and decision.text else ""
            yield f"{place}: {_status_words(standing)}: card {key}{by}{text}"
        counts = {status: count for status, count in self.counts.items() if status != "stale"}
        counts |= {f"changed since {since}": count for since, count in self.changed_since.items()}
        summary = ", ".join(f"{count} {words}" for words, count in counts.items() if count)
        yield f"{self.game}: {len(self.cards)} cards: {summary}." if self.cards else f"{self.game}: no cards."


def _status_words(standing: Standing) -> str:
    return f"changed since {standing.since}" if standing.status == "stale" else standing.status


def _told(standing: Standing, place: Place) -> dict[str, Any]:
    decision = standing.decision
    last = {"kind": decision.kind, "by": decision.by, "at": decision.at, "text": decision.text} if decision else None
    since = standing.since if standing.status == "stale" else None
    return {
        "status": standing.status,
        "changed_since": since,
        "file": place.file,
        "line": place.line,
        "decision": last,
    }


def review_status(game: Game, laid: Mapping[str, tuple[LaidCard, ...]], store: Store) -> ReviewStatus:
    """Where the cards of a laid out game stand. DataError when the log cannot be read."""
    catalog = make_catalog(game, laid)
    places = {f"{deck}/{each.card.id}": each.card.place() for deck, cards in laid.items() for each in cards}
    found = standings(with_current_keys(store.read(), catalog, store), catalog.current)
    return ReviewStatus(game.id, {key: (standing, places[key]) for key, standing in found.items()})
