"""Draw the sheets of a deck with fpdf2: python benchmarks/peers/fpdf2_sheets.py CARDS.csv FILE.pdf"""

from __future__ import annotations

import csv
import itertools
import sys
from pathlib import Path

from fpdf import FPDF

FONTS = Path(__file__).parents[2] / "cardgen/assets/fonts"
WIDTH, HEIGHT, LEFT, TOP, BLEED = 63.0, 88.0, 10.5, 16.5, 1.8
COLOURS = {"front": (244, 241, 234), "back": (34, 51, 68)}

Card = dict[str, str]


def new_document() -> FPDF:
    pdf = FPDF(format=(210, 297))
    pdf.set_auto_page_break(False)
    pdf.c_margin = 0
    pdf.set_line_width(0.15)
    for style, name in (("", "Regular"), ("B", "Bold")):
        pdf.add_font("Barlow", style, FONTS / f"Barlow-{name}.ttf")
    pdf.set_font("Barlow", size=10)
    pdf.set_text_shaping(True)
    return pdf


def draw_marks(pdf: FPDF, columns: list[int], rows: int) -> None:
    """Draw the cut marks beside the columns and rows that have cards."""
    for y, x in itertools.product((TOP + HEIGHT * row for row in range(rows + 1)), (5, 202)):
        pdf.line(x, y, x + 3, y)
    for x, y in itertools.product((LEFT + WIDTH * column for column in columns), (11, 283)):
        pdf.line(x, y, x, y + 3)


def break_lines(pdf: FPDF, text: str, width: float) -> list[str]:
    """Break a text into lines of a width in mm. fpdf2's own cells break lines by widths without kerning."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if pdf.get_string_width(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def write(pdf: FPDF, x: float, baseline: float, size: float, lines: list[str]) -> None:
    """Write lines, 1.3 of their size apart. A cell has its baseline 0.3 of the size below its middle."""
    for number, line in enumerate(lines):
        pdf.set_xy(x, baseline + size * (1.3 * number - 0.8))
        pdf.cell(0, size, line)


def draw_sheet(pdf: FPDF, side: str, label: str, cards: tuple[Card, ...]) -> None:
    pdf.add_page()
    front = side == "front"
    slots = {(index % 3 if front else 2 - index % 3, index // 3): card for index, card in enumerate(cards)}
    edges = range(min(3, len(cards)) + 1)
    draw_marks(pdf, [edge if front else 3 - edge for edge in edges], -(-len(cards) // 3))
    pdf.set_font("Barlow", "", 2 * pdf.k)
    write(pdf, LEFT, 289.92, 2, [label])
    for (column, row), card in slots.items():
        x, y = LEFT + WIDTH * column, TOP + HEIGHT * row
        west, east = (0 if (column + step, row) in slots else BLEED for step in (-1, 1))
        north, south = (0 if (column, row + step) in slots else BLEED for step in (-1, 1))
        pdf.set_fill_color(*COLOURS[side])
        pdf.rect(x - west, y - north, WIDTH + west + east, HEIGHT + north + south, style="F")
        if front:
            pdf.set_font("Barlow", "B", 5 * pdf.k)
            write(pdf, x + 5, y + 11.8, 5, [card["name"]])
            pdf.set_font("Barlow", "", 3 * pdf.k)
            write(pdf, x + 5, y + 53.03, 3, break_lines(pdf, card["rule"], 53))


def main() -> None:
    source, target = sys.argv[1:]
    with Path(source).open(encoding="utf-8", newline="") as file:
        cards = list(csv.DictReader(file))
    pdf = new_document()
    count = -(-len(cards) // 9)
    for number in range(count):
        for side in ("front", "back"):
            label = f"Growth  ·  cardgen · CC0-1.0  ·  {number + 1} / {count}  {side}  ·  print at 100 %"
            draw_sheet(pdf, side, label, tuple(cards[9 * number : 9 * number + 9]))
    pdf.output(target)


main()
