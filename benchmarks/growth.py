"""Measure how cost grows with copies of the same faces and with distinct cards: python benchmarks/growth.py

A copy should cost only its placement, and a distinct card a constant amount of time and of memory beyond the PDF
itself.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from measure import CARDGEN, REPOSITORY, Scratch, memory, run
from text_cards import PART, write_text_cards


def build(folder: Path, game: str) -> str:
    """Build the A4 sheets twice, and return seconds, peak memory and file size as text."""
    out = folder / "out"
    command = [*CARDGEN, "build", game, "--project", str(folder), "--out", str(out), "--only", PART, "--quiet"]
    cost = run(command, folder)
    size = (out / game / "sheets" / PART).stat().st_size / 1e6
    shutil.rmtree(out)
    return f"{cost.seconds:7.2f} s {memory(command, folder)!s:>15}   PDF {size:6.2f} MB"


def main() -> None:
    for zeros in (0, 1, 2):
        with Scratch() as folder:
            shutil.copytree(REPOSITORY / "card_data", folder / "card_data")
            shutil.copytree(REPOSITORY / "templates", folder / "templates")
            for deck in ("blocks", "garbage"):
                path = folder / f"card_data/block-killer/{deck}.yaml"
                text = path.read_text(encoding="utf-8")
                path.write_text(re.sub(r"copies: (\d+)", rf"copies: \g<1>{'0' * zeros}", text), "utf-8")
            # More copies than the rules allow: print them as a game without an engine.
            path = folder / "card_data/block-killer/game.yaml"
            path.write_text(path.read_text("utf-8").replace("engine: block-killer\n", ""), "utf-8")
            print(f"{201 * 10**zeros:6} cards of 24 faces      {build(folder, 'block-killer')}", flush=True)
    for count in (1_000, 10_000, 100_000):
        with Scratch() as folder:
            write_text_cards(folder, count)
            print(f"{count:6} distinct text cards   {build(folder, 'growth')}", flush=True)


main()
