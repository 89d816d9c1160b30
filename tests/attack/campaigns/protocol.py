"""Lines that the engines are not prepared for: each gets one line of JSON, and the loop goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.attack.lines import hostile_lines
from tests.attack.trial import Verdict


def protocol_lines(random: Random, trials: int, folder: Path) -> Iterator[Verdict]:  # noqa: ARG001
    """Spoilt requests to each engine in one process, then lines that are too long or ask for too much."""
    for game in ("block-killer", "blokus"):
        lines = [_spoilt(random, game) for _ in range(trials // 2)]
        yield from _ask(game, lines)
    for name, game, chunks in hostile_lines():
        yield _ask_at_length(name, game, chunks)
