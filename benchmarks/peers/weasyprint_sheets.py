"""Draw the sheets of a deck with WeasyPrint: python benchmarks/peers/weasyprint_sheets.py CARDS.csv FILE.pdf"""

from __future__ import annotations

import csv
import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

from weasyprint import HTML

FONTS = Path(__file__).parents[2] / "cardgen/assets/fonts"
WIDTH, HEIGHT, LEFT, TOP, BLEED = 63.0, 88.0, 10.5, 16.5, 1.8

# A baseline is 1 em and half of the leading below the top of its line.
STYLE = f"""\
@font-face {{ font-family: Barlow; src: url({(FONTS / "Barlow-Regular.ttf").as_uri()}) }}
@font-face {{ font-family: Barlow; src: url({(FONTS / "Barlow-Bold.ttf").as_uri()}); font-weight: bold }}
@page {{ size: 210mm 297mm; margin: 0 }}
body {{ margin: 0; font-family: Barlow }}
section {{ height: 297mm; position: relative; break-after: page }}
section * {{ position: absolute; margin: 0; white-space: pre }}
.front i {{ background: #f4f1ea }}
.back i {{ background: #223344 }}
svg {{ left: 0; top: 0 }}
small {{ left: {LEFT}mm; top: {289.92 - 2.2}mm; font-size: 2mm; line-height: 2.4mm }}
h2 {{ font: bold 5mm/6mm Barlow }}
section p {{ font-size: 3mm; line-height: 3.9mm; width: 53mm; white-space: normal }}
"""

Card = dict[str, str]


def place(tag: str, x: float, y: float, text: str = "", more: str = "") -> str:
    return f'<{tag} style="left:{x:.3f}mm;top:{y:.3f}mm;{more}">{text}</{tag}>'


def marks(columns: list[int], rows: int) -> str:
    """Return the cut marks beside the columns and rows that have cards, as one SVG."""
    path = "".join(f"M{x} {TOP + HEIGHT * row}h3" for row in range(rows + 1) for x in (5, 202))
    path += "".join(f"M{LEFT + WIDTH * column} {y}v3" for column in columns for y in (11, 283))
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297">'
    return f'{svg}<path d="{path}" stroke="black" stroke-width="0.15"/></svg>'


def sheet(side: str, label: str, cards: tuple[Card, ...]) -> Iterator[str]:
    front = side == "front"
    slots = {(index % 3 if front else 2 - index % 3, index // 3): card for index, card in enumerate(cards)}
    edges = range(min(3, len(cards)) + 1)
    yield f"<section class={side}>"
    yield marks([edge if front else 3 - edge for edge in edges], -(-len(cards) // 3))
    yield f"<small>{label}</small>"
    for (column, row), card in slots.items():
        x, y = LEFT + WIDTH * column, TOP + HEIGHT * row
        west, east = (0 if (column + step, row) in slots else BLEED for step in (-1, 1))
        north, south = (0 if (column, row + step) in slots else BLEED for step in (-1, 1))
        size = f"width:{WIDTH + west + east}mm;height:{HEIGHT + north + south}mm"
        yield place("i", x - west, y - north, more=size)
        if front:
            yield place("h2", x + 5, y + 11.8 - 5, card["name"])
            yield place("p", x + 5, y + 53.03 - 3.15, card["rule"])
    yield "</section>"


def pages(cards: list[Card]) -> Iterator[str]:
    yield f"<html lang=en><title>Growth</title><style>{STYLE}</style><body>"
    count = -(-len(cards) // 9)
    for number, side in itertools.product(range(count), ("front", "back")):
        label = f"Growth  ·  cardgen · CC0-1.0  ·  {number + 1} / {count}  {side}  ·  print at 100 %"
        yield from sheet(side, label, tuple(cards[9 * number : 9 * number + 9]))


def main() -> None:
    source, target = sys.argv[1:]
    with Path(source).open(encoding="utf-8", newline="") as file:
        cards = list(csv.DictReader(file))
    HTML(string="".join(pages(cards))).write_pdf(target)


main()
