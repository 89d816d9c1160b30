"""Measure how fast the review server saves a decision, and sends a changed file to an open page.

    python benchmarks/review_server.py

Block-Killer in a temporary folder is served as by `cardgen review`, and asked over HTTP with one page listening.
"Durable" is the time of a request that returns once the decision is synced to the disk; the first one for a card also
keeps its pictures, which the page has shown. "Sent" is the time from writing a card's data to the event with the
changed card, with all steps between: the system's notice, reading, layout, hashing, comparing, sending.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from measure import Scratch

from tests.games_on_disk import block_killer_in
from tests.review.serving import Served, serving

DECK = "card_data/block-killer/garbage.yaml"
SAVES = 60
ROUNDS = 8

#: Milliseconds, at the 95th percentile.
DURABLE, SENT = 50, 150


def percentile(values: Sequence[float], share: float) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[round(share * 100) - 1]


def report(name: str, seconds: Sequence[float], most: float) -> bool:
    """Print the figures in milliseconds. Return True if the 95th percentile is within the budget."""
    figures = (statistics.median(seconds), percentile(seconds, 0.95), max(seconds))
    median, high, worst = (1000 * figure for figure in figures)
    verdict = "ok" if high <= most else "TOO SLOW"
    print(f"{name:28} {len(seconds):5} {median:8.1f} {high:8.1f} {worst:8.1f} {most:8.0f}  {verdict}")
    return high <= most


def decide(served: Served) -> tuple[list[float], list[float]]:
    """Return the seconds of each first approval of a card, and of each later decision."""
    first: list[float] = []
    later: list[float] = []
    for number in range(ROUNDS):
        for card in served.data("catalog")["cards"]:
            if number == 0:
                show(served, card)
            kind = ("reject", "approve")[number % 2]
            proposal = served.proposal(card["key"], kind, **({"text": "no"} if kind == "reject" else {}))
            began = time.perf_counter()
            answer = served.decide(proposal)
            (first if number == 0 else later).append(time.perf_counter() - began)
            answer.raise_for_status()
    return first, later


def show(served: Served, card: Mapping[str, Any]) -> None:
    """Send the requests of a page that shows the card."""
    for picture in filter(None, (card["face"], card["back"])):
        served.client.get(f"/faces/{picture}.svg").raise_for_status()
    served.card(card["key"])
    time.sleep(0.2)  # nobody decides sooner


def save(served: Served, path: Path) -> list[float]:
    """Return the seconds from each save to its event."""
    good, times = path.read_text(encoding="utf-8"), []
    with served.events() as events:
        for number in range(SAVES):
            text = good.replace("copies: 10", f"copies: {11 + number}", 1)
            began = time.perf_counter()
            path.write_text(text, encoding="utf-8")
            events.wait("catalog")
            times.append(time.perf_counter() - began)
            events.wait("checked")
            time.sleep(0.05 + number % 7 * 0.01)  # out of step with the watcher's interval
    return times


def main() -> None:
    with Scratch() as folder:
        game = block_killer_in(folder)
        began = time.perf_counter()
        with serving(game) as served:
            print(f"started in {time.perf_counter() - began:.2f} s\n")
            print(f"{'milliseconds':28} {'count':>5} {'median':>8} {'p95':>8} {'worst':>8} {'budget':>8}")
            first, later = decide(served)
            good = [
                report("decision durable, first", first, DURABLE),
                report("decision durable, later", later, DURABLE),
                report("save sent to the page", save(served, game.path(DECK)), SENT),
            ]
    raise SystemExit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
