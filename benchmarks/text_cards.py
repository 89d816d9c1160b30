"""A game of text cards, no two alike, for measuring how cost grows; shared by the benchmarks."""

from __future__ import annotations

from pathlib import Path

#: The only output that the benchmarks build of it, and its place below the output folder.
PART, SHEETS = "cards-a4.pdf", "growth/sheets/cards-a4.pdf"

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


def write_text_cards(folder: Path, count: int) -> Path:
    """Write a project with `count` cards, and return the file of the cards."""
    data = folder / "card_data/growth"
    data.mkdir(parents=True)
    (folder / "templates").mkdir()
    (data / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "templates/card.yaml").write_text(TEMPLATE, encoding="utf-8")
    rows = (
        f"c{i},Card {i},{' '.join(WORDS[(i * 7 + j * (i % 5 + 1)) % len(WORDS)] for j in range(24))} {i}."
        for i in range(count)
    )
    cards = data / "cards.csv"
    cards.write_text("id,name,rule\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return cards
