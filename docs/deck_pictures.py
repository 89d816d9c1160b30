"""Draw the pictures of decks in docs/data.md: copies that differ on a sheet, and a deck scaled to other sizes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from cookbook_pictures import place
from template_pictures import Example, example_files

from cardgen.building.plan import layout_game
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.formats.png import to_png
from cardgen.products.options import Options
from cardgen.products.sheets import imposed_sheets
from cardgen.scene.items import Item, Placed, Scene, rectangle, translate
from cardgen.scene.items import Path as Shape
from cardgen.starters.starting import starter_files
from cardgen.starters.writing import write_new

_TABLE = "#dfe4ec"
_GAP = 5.0
#: The paper that is shown around the cards of a sheet.
_EDGE = 9.0

_RUN = {
    "decks": ["main"],
    "papers": ["a4"],
    "serial": 501,
    "serial_digits": 4,
    "cut": "line",
    "grid": {"landscape": False},
}
_TICKETS = {
    "size": (40, 54),
    "fields": {"name": "text", "tint": "colour"},
    "cards": [
        {"name": "Gallery", "tint": "#2a6f97", "copies": 4},
        {"name": "Balcony", "tint": "#b56576", "copies": 3},
        {"name": "Box", "tint": "#6b705c", "copies": 2},
    ],
    "styles": {"small": {"size": 4, "colour": "#2b2d42"}},
    "boxes": {
        "ground": {"kind": "rect", "box": "trim", "fill": "#fffdf7"},
        "edge": {"kind": "rect", "box": [0, 0, 40, 10], "fill": "{tint}"},
        "name": {"kind": "text", "box": [4, 14, 32, 8], "text": "{name}", "lang": "en", "style": "small", "size": 6},
        "copy": {
            "kind": "text",
            "box": [4, 24, 32, 6],
            "text": "{card.copy} of {card.copies}",
            "lang": "en",
            "style": "small",
        },
        "serial": {
            "kind": "text",
            "box": [4, 40, 32, 9],
            "text": "{card.serial}",
            "lang": "en",
            "style": "small",
            "size": 8,
            "font": "bold",
            "align": "right",
        },
    },
    "game": {"targets": {"sheets": {"run-{paper}": _RUN}}},
}

#: Decks of the cards of a starter, in the order of the text.
_SCALED = """\
  mini: {extends: main, titles: {en: Mini}, size: mini, scale: fit, use: print}
  fit: {extends: main, titles: {en: Fit}, size: tarot, scale: fit, use: print}
  cover: {extends: main, titles: {en: Cover}, size: tarot, scale: cover, use: print}
  large: {extends: main, titles: {en: Large}, size: large, scale: 1.4, use: print}
"""


def draw_copies(file: Path) -> None:
    """Draw the printed part of a sheet of tickets: copies together, each with its number and its serial number."""
    title = "A sheet with four, three and two copies of a card, with serial numbers from 0501"
    with loaded(example_files(Example("tickets", _TICKETS, title, "")), "example") as game:
        (sheet,) = imposed_sheets(game, layout_game(game), Options())
        page, rects = sheet.pages[0], sheet.pages.slots("face")[: len(sheet.cards)]
    left, top = min(x for x, *_ in rects) - _EDGE, min(y for _, y, *_ in rects) - _EDGE
    width, height = max(x + w for x, _, w, _ in rects) + _EDGE - left, max(y + h for _, y, _, h in rects) + _EDGE - top
    paper = Shape(rectangle(0, 0, width, height), fill="#ffffff")
    items = (paper, Placed(page, translate(-left, -top), (left, top, width, height)))
    file.write_bytes(to_png(Scene(width, height, items, title=title, description=title), dpi=80))


def draw_scaled(file: Path) -> None:
    """Draw a card in the size of its deck, and in each of the decks that scale it."""
    files = dict(starter_files("blank", "tea", ("en",)))
    key = "card_data/tea/game.yaml"
    text = files[key].decode().replace("\ntargets:", f"{_SCALED}\ntargets:")
    text = text.replace("height: 88}", "height: 88}\n  large: {width: 88.2, height: 123.2}")
    with loaded(files | {key: text.encode()}, "tea") as game:
        cards = [next(iter(deck)).face.scene for deck in layout_game(game).values()]
    title = "A card as it is, as a mini card, as a tarot card that it fits, as one that it covers, and in large print"
    tall = max(card.height for card in cards) + 2 * _GAP
    items: list[Item] = []
    left = _GAP
    for card in cards:
        items.append(place(card, left, tall - _GAP - card.height, 3))
        left += card.width + _GAP
    ground = Shape(rectangle(0, 0, left, tall), fill=_TABLE)
    file.write_bytes(to_png(Scene(left, tall, (ground, *items), title=title, description=title), dpi=66))


@contextmanager
def loaded(files: Mapping[str, bytes], name: str) -> Iterator[Game]:
    """Load a game given as its files, which are there until the end of the context."""
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        write_new(root / name, files)
        yield load_game(root / name / "card_data" / name, root / name / "templates", root / name)
