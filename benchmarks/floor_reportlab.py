"""Write the sheets of Block-Killer with plain reportlab: python benchmarks/floor_reportlab.py FILE.pdf

The script draws the same 24 faces and 2 backs as form XObjects and places them on the same 46 pages, without data
files, checks or layout: every number is in the code. The time that cardgen takes beyond this is the cost of declarative
data.
"""

import sys
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

FONTS = Path(__file__).parent.parent / "cardgen" / "assets" / "fonts"
NAMES = {
    "H": "CardgenSansSC-Bold",
    "h": "CardgenSansSC-Regular",
    "B": "Barlow-Bold",
    "M": "Barlow-SemiBold",
    "r": "Barlow-Regular",
}
BLOCKS = {  # cells (column, row from the top), centre, colour, lattice (a, b), pattern, Chinese and English name
    "Z": ([(0, 0), (1, 0), (1, 1), (2, 1)], (1, 1), "#c13b2f", "Z形方块", "Z-block"),
    "S": ([(1, 0), (2, 0), (0, 1), (1, 1)], (1, 1), "#58b577", "S形方块", "S-block"),
    "J": ([(0, 0), (0, 1), (1, 1), (2, 1)], (1, 1), "#5c77ff", "J形方块", "J-block"),
    "L": ([(2, 0), (0, 1), (1, 1), (2, 1)], (1, 1), "#eb730c", "L形方块", "L-block"),
    "T": ([(1, 0), (0, 1), (1, 1), (2, 1)], (1, 1), "#904895", "T形方块", "T-block"),
    "O": ([(0, 0), (1, 0), (0, 1), (1, 1)], (0.5, 0.5), "#fade04", "O形方块", "O-block"),
    "I": ([(0, 0), (1, 0), (2, 0), (3, 0)], (1.5, 0.5), "#8ce6ff", "I形方块", "I-block"),
    "M": ([(0, 0)], (0, 0), "#d999b7", "单元方块", "Monomino"),
}
ROWS = [
    (f"{w}-{c}", "".join("." if c <= i < c + w else "#" for i in range(10)), n)
    for w, c, n in [(1, c, 10) for c in range(5)]
    + [(2, c, 6) for c in range(4)]
    + [(2, 4, 3)]
    + [(3, c, 4) for c in range(4)]
    + [(4, 3, 10)]
]
ROWS.append(("x", "#.#.#.#.#.", 8))
KINDS = {
    "1": ("普通垃圾", "Normal garbage"),
    "2": ("二宽垃圾", "2-wide garbage"),
    "3": ("三宽垃圾", "3-wide garbage"),
    "4": ("四宽垃圾", "4-wide garbage"),
    "x": ("棋盘垃圾", "Checkerboard garbage"),
}
LICENCE = "方块杀 Block-Killer · Aqua6623 · CC-BY-SA-4.0"

for name in NAMES.values():
    pdfmetrics.registerFont(TTFont(name, str(FONTS / f"{name}.ttf")))
c = Canvas(sys.argv[1], pagesize=(210 * mm, 297 * mm), invariant=1, pageCompression=1, initialFontName=NAMES["B"])


def text(x, y, size, string, font, colour="#ffffff", centre=False):
    c.setFillColor(HexColor(colour))
    c.setFont(NAMES[font], size * mm)
    (c.drawCentredString if centre else c.drawString)(x * mm, y * mm, string)


def rect(x, y, w, h, fill, radius=0):
    c.setFillColor(HexColor(fill))
    c.roundRect(x * mm, y * mm, w * mm, h * mm, radius * mm, stroke=0, fill=1) if radius else c.rect(
        x * mm, y * mm, w * mm, h * mm, stroke=0, fill=1
    )


def cell(x, y, p, colour, pattern="", depth=None):
    d = depth or p
    rect(x, y, p, d, "#22262e")
    rect(x + 0.03 * p, y + 0.03 * p, 0.94 * p, d - 0.06 * p, colour, 0.07 * p)
    c.saveState()
    c.setFillColorRGB(1, 1, 1, alpha=0.28)
    path = c.beginPath()
    left, b, r, t, e = x + 0.06 * p, y + 0.06 * p, x + 0.94 * p, y + d - 0.06 * p, 0.1 * p
    path.moveTo(left * mm, b * mm)
    for px, py in ((left, t), (r, t), (r - e, t - e), (left + e, t - e), (left + e, b + e)):
        path.lineTo(px * mm, py * mm)
    path.close()
    c.drawPath(path, stroke=0, fill=1)
    c.restoreState()
    c.setFillColor(HexColor("#2a2a2a"))
    m = p * mm
    if pattern in "ZS" and pattern:
        c.saveState()
        c.translate((x + p / 2) * mm, (y + p / 2) * mm)
        c.rotate(45 if pattern == "S" else -45)
        c.rect(-0.4 * m, -0.08 * m, 0.8 * m, 0.16 * m, stroke=0, fill=1)
        c.restoreState()
    elif pattern == "J":
        for dx in (0.29, 0.57):
            c.rect(x * mm + dx * m, y * mm + 0.2 * m, 0.14 * m, 0.6 * m, stroke=0, fill=1)
    elif pattern == "L":
        for dy in (0.29, 0.57):
            c.rect(x * mm + 0.2 * m, y * mm + dy * m, 0.6 * m, 0.14 * m, stroke=0, fill=1)
    elif pattern == "T":
        for dx in (0.32, 0.68):
            for dy in (0.32, 0.68):
                c.circle(x * mm + dx * m, y * mm + dy * m, 0.11 * m, stroke=0, fill=1)
    elif pattern == "O":
        c.setStrokeColor(HexColor("#9b8a02"))
        c.setLineWidth(0.13 * m)
        c.circle(x * mm + m / 2, y * mm + m / 2, 0.235 * m)
    elif pattern == "I":
        c.rect(x * mm + 0.43 * m, y * mm + 0.2 * m, 0.14 * m, 0.6 * m, stroke=0, fill=1)
        c.rect(x * mm + 0.2 * m, y * mm + 0.43 * m, 0.6 * m, 0.14 * m, stroke=0, fill=1)
    elif pattern == "M":
        path = c.beginPath()
        path.moveTo(x * mm + 0.5 * m, y * mm + 0.2 * m)
        for dx, dy in ((0.8, 0.5), (0.5, 0.8), (0.2, 0.5)):
            path.lineTo(x * mm + dx * m, y * mm + dy * m)
        path.close()
        c.drawPath(path, stroke=0, fill=1)


def polyomino(cells, centre, x, y, p, colour, pattern):
    left, low = min(cx for cx, _ in cells), max(cy for _, cy in cells)
    wide, tall = max(cx for cx, _ in cells) - left + 1, low - min(cy for _, cy in cells) + 1
    x, y = x - wide * p / 2, y - tall * p / 2
    for cx, cy in cells:
        cell(x + (cx - left) * p, y + (low - cy) * p, p, colour, pattern)
    for radius, fill in ((0.17, "#10131a"), (0.125, "#ffffff")):
        c.setFillColor(HexColor(fill))
        c.circle(
            (x + (centre[0] - left + 0.5) * p) * mm,
            (y + (low - centre[1] + 0.5) * p) * mm,
            radius * p * mm,
            stroke=0,
            fill=1,
        )


def tiling(cells):
    n = len(cells)
    a, b = next((a, b) for a in range(n) for b in range(n) if len({(a * x + b * y) % n for x, y in cells}) == n)
    place = {(a * x + b * y) % n: (x, y) for x, y in cells}
    owner = {
        (x, y): (x - place[(a * x + b * y) % n][0], y - place[(a * x + b * y) % n][1])
        for x in range(-7, 7)
        for y in range(-9, 9)
    }
    path = c.beginPath()
    for (x, y), me in owner.items():
        for other, ends in (((x - 1, y), ((x, y), (x, y + 1))), ((x, y - 1), ((x, y), (x + 1, y)))):
            if owner.get(other, me) != me:
                path.moveTo((31.5 + 7 * ends[0][0]) * mm, (44 - 7 * ends[0][1]) * mm)
                path.lineTo((31.5 + 7 * ends[1][0]) * mm, (44 - 7 * ends[1][1]) * mm)
    c.setStrokeColor(HexColor("#232c3f"))
    c.setLineWidth(0.4 * mm)
    c.drawPath(path)


def twice(draw, width, height):
    draw()
    c.saveState()
    c.translate(width * mm, height * mm)
    c.rotate(180)
    draw()
    c.restoreState()


def block(code, cells, centre, colour, zh, en):
    rect(-3, -3, 69, 94, "#141925")
    tiling(cells)

    def corner():
        rect(4, 74.4, 1.3, 9.2, colour, 0.4)
        text(7, 75.8, 9, code, "B")
        text(16.4, 79.4, 4.2, zh, "H")
        text(16.4, 75.3, 2.9, en, "M", "#a9b4c6")

    twice(corner, 63, 88)
    polyomino(cells, centre, 28, 44, 10, colour, code)
    turned, (mx, my) = list(cells), centre
    for i, label in enumerate("0R2L"):
        polyomino(turned, centre, 54.75, 61.8 - 12.4 * i, 2, colour, code)
        text(54.75, 66.3 - 12.4 * i, 2.3, label, "B", "#a9b4c6", True)
        turned = [(round(mx - (y - my)), round(my + (x - mx))) for x, y in turned]
    c.saveState()
    c.rotate(90)
    text(4, -5.3, 1.9, LICENCE, "h", "#a9b4c6")
    c.restoreState()


def garbage(code, row):
    zh, en = KINDS[code[0]]
    rect(-3, -3, 94, 69, "#e9edf3")
    c.setStrokeColor(HexColor("#cfd7e2"))
    c.setLineWidth(0.25 * mm)
    for i in range(11):
        c.line((4 + 8 * i) * mm, 8 * mm, (4 + 8 * i) * mm, 55 * mm)
    rect(-3, -3, 7, 69, "#2a3140")
    rect(84, -3, 7, 69, "#2a3140")
    for y in (-3, 55):
        for i, mark in enumerate(row):
            if mark == "#":
                cell(4 + 8 * i, y, 8, "#5d6675", depth=11)
            else:
                c.setDash(1.1 * mm, 0.8 * mm)
                c.setStrokeColor(HexColor("#4a5466"))
                c.roundRect((4.5 + 8 * i) * mm, (y + 0.5) * mm, 7 * mm, 10 * mm, 0.6 * mm)
                c.setDash()
    rect(12, 11, 64, 41, "#f7f9fc", 3)

    def names():
        text(38, 22.3, 5.6, zh, "H", "#171c27")
        text(38, 17, 3.3, en, "M", "#4a5466")
        text(25, 18.5, 8.4, code, "B", "#171c27", True)

    twice(names, 88, 63)
    text(44, 31, 1.9, LICENCE, "h", "#4a5466", True)


def block_back():
    rect(-3, -3, 69, 94, "#141925")
    tiling(BLOCKS["T"][0])

    def wall():
        for y, line in enumerate(["OOJJJLL", "OOTIJZL", "STTIZZL", "SSTIZ..", ".S.I..."]):
            for x, mark in enumerate(line):
                if mark != ".":
                    cell(12.95 + 5.3 * x, 77.2 - 5.3 * y, 5.3, BLOCKS[mark][2], mark)

    twice(wall, 63, 88)
    text(31.5, 44.6, 9.5, "方块杀", "H", centre=True)
    text(31.5, 37.5, 4.1, "Block-Killer", "B", centre=True)


def garbage_back():
    rect(-3, -3, 94, 69, "#39424f")

    def rows():
        for y, line in enumerate(["##.#######", "#####..###"]):
            for x, mark in enumerate(line):
                if mark == "#":
                    cell(4 + 8 * x, 51 - 8 * y, 8, "#5d6675")

    twice(rows, 88, 63)
    text(44, 32, 9, "垃圾牌", "H", centre=True)
    text(44, 24.5, 3.8, "Block-Killer", "B", centre=True)


def form(name, draw, *arguments):
    width, height = (88, 63) if name.startswith(("g", "back-g")) else (63, 88)
    c.beginForm(name, 0, 0, width * mm, height * mm)
    draw(*arguments)
    c.endForm()


deck = []
form("back-b", block_back)
form("back-g", garbage_back)
for code, (cells, centre, colour, zh, en) in BLOCKS.items():
    form(f"b{code}", block, code, cells, centre, colour, zh, en)
    deck += [(f"b{code}", "back-b", False)] * (6 if code == "M" else 12)
for code, row, copies in ROWS:
    form(f"g{code}", garbage, code, row)
    deck += [(f"g{code}", "back-g", True)] * copies
for start in range(0, len(deck), 9):
    for side in (0, 1):
        for i, (face, back, landscape) in enumerate(deck[start : start + 9]):
            column = 2 - i % 3 if side else i % 3
            c.saveState()
            c.translate((10.5 + 63 * column) * mm, (192.5 - 88 * (i // 3)) * mm)
            if landscape:
                c.translate(*((63 * mm, 0) if side else (0, 88 * mm)))
                c.rotate(90 if side else -90)
            c.doForm(back if side else face)
            c.restoreState()
        c.setLineWidth(0.15 * mm)
        c.setStrokeColorRGB(0, 0, 0)
        for i in range(4):
            for y in (9, 285):
                c.line((10.5 + 63 * i) * mm, y * mm, (10.5 + 63 * i) * mm, (y + 3) * mm)
            for x in (5, 202):
                c.line(x * mm, (16.5 + 88 * i) * mm, (x + 3) * mm, (16.5 + 88 * i) * mm)
        text(10.5, 5.5, 1.8, f"{LICENCE} · {start // 9 + 1} / 23 · 100 %", "h", "#000000")
        c.showPage()
c.save()
