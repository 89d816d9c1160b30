"""Measure what 5,000 approvals cost: seconds, files and bytes: python benchmarks/review_log.py [CARDS]

The decisions are made in requests of as many cards as the page sends at once, then one by one for a tenth of the cards.
"""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from measure import Scratch
from text_cards import write_text_cards

from cardgen.building.plan import layout_game
from cardgen.review.server.catalog import Catalog, make_catalog
from cardgen.review.server.decisions import MOST_AT_ONCE
from cardgen.review.server.store import Store
from tests.games_on_disk import GameOnDisk

CARDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000


def approve(store: Store, catalog: Catalog, keys: list[str], at_once: int) -> float:
    """Approve cards, and return the seconds."""
    began = time.perf_counter()
    for start in range(0, len(keys), at_once):
        proposals = []
        for key in keys[start : start + at_once]:
            deck, card = key.split("/")
            current = catalog.current[key]
            version = {"deck": deck, "card": card, "sides": dict(current.sides), "data": current.data}
            proposals.append({"kind": "approve", **version, "seen": ""})
        outcome = store.decide(proposals, "Ann", datetime.now(UTC), catalog)
        assert not outcome.conflicts
    return time.perf_counter() - began


def report(name: str, seconds: float, store: Store) -> None:
    sizes = [path.stat().st_size for path in store.pictures.iterdir()]
    log = store.log.stat().st_size
    print(f"{name:12} {seconds:7.2f} s {len(sizes) + 1:6} files {(sum(sizes) + log) / 1e6:8.2f} MB", flush=True)


def main() -> None:
    with Scratch() as folder:
        write_text_cards(folder, CARDS)
        game = GameOnDisk(folder, "growth").load()
        catalog = make_catalog(game, layout_game(game))
        for name, keys, at_once in (
            ("all shown", list(catalog.keys), MOST_AT_ONCE),
            ("one by one", list(catalog.keys)[: CARDS // 10], 1),
        ):
            store = Store(folder / name)
            report(name, approve(store, catalog, keys, at_once), store)


main()
