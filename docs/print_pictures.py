"""Draw the pictures of less ink (docs/printing.md) and of made bleed (docs/templates.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from cardgen.cards.boxes.image import draw_bleed
from cardgen.cards.boxes.pictures import place_picture
from cardgen.data.pictures import PictureFile
from cardgen.formats.png import to_png
from cardgen.scene.items import Group, Item, Placed, Rect, Scene, rectangle, scale, then, translate
from cardgen.scene.items import Path as Shape
from cardgen.scene.low_ink import save_ink

_GAP = 5.0


def draw_inks(sides: Sequence[Scene], file: Path) -> None:
    """Draw sides of cards in full, and below with each kind of less ink."""
    height = max(side.height for side in sides)
    items: list[Item] = []
    for row, ink in enumerate(("", "low", "grey", "black")):
        left = _GAP
        for side in sides:
            shown = save_ink(side, ink)
            edge = Shape(rectangle(0, 0, side.width, side.height, 3), stroke="#8a94a3", stroke_width=0.2)
            inside = Placed(shown, clip=(0, 0, side.width, side.height))
            card = Group((inside,), clip=Shape(rectangle(0, 0, side.width, side.height, 3)))
            ground = Shape(rectangle(0, 0, side.width, side.height, 3), fill="#ffffff")
            items.append(Group((ground, card, edge), translate(left, _GAP + row * (height + _GAP))))
            left += side.width + _GAP
    title = "Cards in full, with little ink, in greys, and in black alone"
    _write(left, 4 * (height + _GAP) + _GAP, items, title, file)


def draw_bleeds(art: Path, digest: str, pixels: tuple[int, int], file: Path) -> None:
    """Draw a picture that ends at the trim, with the bleed that each way gives it."""
    trim: Rect = (0, 0, 40, 26)
    areas: Mapping[str, Rect] = {"trim": trim, "bleed": (-5, -5, 50, 36)}
    items: list[Item] = []
    for column, bleed in enumerate(("", "extend", "mirror", "#d08c60")):
        shown = place_picture(PictureFile(art, digest, pixels), trim, "cover")
        around = draw_bleed(shown, trim, areas, bleed) if bleed else ()
        paper = Shape(rectangle(*areas["bleed"]), fill="#ffffff")
        cut = Shape(rectangle(*trim), stroke="#b3202f", stroke_width=0.25, dash=(1.2, 0.8))
        way = then(translate(5, 5), translate(_GAP + column * (50 + _GAP), _GAP))
        items.append(Group((paper, *around, *shown, cut), way))
    title = "A picture that ends at the trim: without bleed, stretched, mirrored, and with a colour"
    _write(4 * (50 + _GAP) + _GAP, 36 + 2 * _GAP, items, title, file)


def _write(width: float, height: float, items: Sequence[Item], title: str, file: Path) -> None:
    ground = Shape(rectangle(0, 0, width, height), fill="#dfe4ec")
    factor = 0.5 if height > 200 else 1.0
    shown = Scene(
        width * factor, height * factor, (Group((ground, *items), scale(factor)),), title=title, description=title
    )
    file.write_bytes(to_png(shown, dpi=140))
