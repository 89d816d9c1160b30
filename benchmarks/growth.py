"""Measure how cost grows with copies of the same faces and with distinct cards: python benchmarks/growth.py

A copy should cost only its placement, and a distinct card a constant amount of time and of memory beyond the PDF
itself.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from measure import CARDGEN, REPOSITORY, Scratch, run

GAME = """\
titles: {en: Growth}
author: cardgen
licence: {name: CC0-1.0, link: "https://creativecommons.org/publicdomain/zero/1.0/"}
languages: [en]
sizes: {card: {width: 63, height: 88}}
decks:
  main: {titles: {en: Cards}, cards: cards.csv, template: card.yaml, size: card, fields: {name: text, rule: text}}
targets:
  cards: {decks: [main]}
  sheets: {cards-a4: {decks: [main], papers: [a4]}}
"""
TEMPLATE = """\
face:
  description: {en: "Card {id}"}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#f4f1ea"}
    name: {kind: text, box: [5, 6, 53, 8], text: "{name}", lang: en, font: bold, size: 5, floor: 3}
    rule: {kind: text, box: [5, 50, 53, 30], text: "{rule}", lang: en, size: 3, valign: top}
back:
  description: {en: Back}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#223344"}
"""
WORDS = ("draw", "discard", "gain", "lose", "every", "player", "may", "trade", "two", "cards", "before", "turn")


def distinct(folder: Path, count: int) -> None:
    """Write a project with `count` cards, no two alike."""
    (folder / "card_data/growth").mkdir(parents=True)
    (folder / "templates").mkdir()
    (folder / "card_data/growth/game.yaml").write_text(GAME)
    (folder / "templates/card.yaml").write_text(TEMPLATE)
    rows = (
        f"c{i},Card {i},{' '.join(WORDS[(i * 7 + j * (i % 5 + 1)) % len(WORDS)] for j in range(24))} {i}."
        for i in range(count)
    )
    (folder / "card_data/growth/cards.csv").write_text("id,name,rule\n" + "\n".join(rows) + "\n")


def build(folder: Path, game: str) -> str:
    """Build the A4 sheets, and return seconds, peak memory and file size as text."""
    out = folder / "out"
    command = [*CARDGEN, "build", game, "--project", str(folder), "--out", str(out), "--only", "cards-a4.pdf", "-q"]
    cost = run(command, cwd=folder)
    size = (out / game / "sheets/cards-a4.pdf").stat().st_size / 1e6
    return f"{cost.seconds:7.2f} s {cost.mib:7.0f} MiB   PDF {size:6.2f} MB"


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
    for count in (1_000, 2_500, 5_000, 10_000):
        with Scratch() as folder:
            distinct(folder, count)
            print(f"{count:6} distinct text cards   {build(folder, 'growth')}", flush=True)


main()
