"""The plates of a page for a press as pictures, and how much ink there is, to be looked at before printing.

The plates are those of the file that a build writes: the same inks, overprints, finishes and pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from typing import Any

from PIL import Image as Pictures
from PIL import ImageChops, ImageMath, ImageStat

from cardgen.base.records import dataclass
from cardgen.formats.pdf import pdf_bytes
from cardgen.formats.press.conversion import conversion_for
from cardgen.formats.press.settings import Press
from cardgen.formats.press_greys import Plate, plate_picture
from cardgen.formats.press_pages import separate_scenes
from cardgen.formats.press_plates import shown_inks, spots_of
from cardgen.scene.items import Rect, Scene

#: The names of the process inks, in the order of their numbers.
INKS = ("cyan", "magenta", "yellow", "black")

#: The stripes of places over the limit: their colours, and the width of a stripe in pixels.
_STRIPES = ((200, 20, 60), (255, 255, 255))
_STRIPE = 3

#: Rounding of four plates of 255 steps, in these steps.
_ROUNDING = 3

#: Places that are nearer to each other than this are one, in pixels.
_NEAR = 8


@dataclass(frozen=True, slots=True)
class PagePlates:
    """The plates of a page: how much ink there is at each pixel, 0 to 255; spot colours by their names."""

    press: Press
    inks: tuple[Pictures.Image, ...]
    spots: Mapping[str, Pictures.Image]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the plates: the process inks, then the spot colours."""
        return (*INKS, *self.spots)

    def plate(self, number: int) -> Pictures.Image:
        """Return a plate as it is exposed: black where there is ink."""
        return ImageChops.invert((*self.inks, *self.spots.values())[number])

    @property
    def coverage(self) -> tuple[float, ...]:
        """How much of the page each plate covers, in percent."""
        return tuple(ImageStat.Stat(plate).mean[0] / 2.55 for plate in (*self.inks, *self.spots.values()))

    def proof(self) -> Pictures.Image:
        """Return all plates as they look together: the inks by the profile, spot colours as programs show them."""
        plates = self.inks
        for name, plate in self.spots.items():
            shown = shown_inks(name, self.press)
            tints = [plate.point([round(value * amount) for value in range(256)]) for amount in shown]
            plates = tuple(ImageChops.add(ink, tint) for ink, tint in zip(plates, tints, strict=True))
        return conversion_for(self.press).on_screen(Pictures.merge("CMYK", plates))

    def total(self) -> Pictures.Image:
        """Return the four process inks together, 0 to 1020; spot colours do not count."""

        def add(total: Pictures.Image, plate: Pictures.Image) -> Pictures.Image:
            compute: Callable[..., Pictures.Image] = ImageMath.lambda_eval
            return compute(lambda o: o["a"] + o["b"], a=total, b=plate)

        return reduce(add, self.inks[1:], self.inks[0].convert("I"))

    def most(self) -> tuple[float, tuple[int, int]]:
        """Return the most ink in percent, and the pixel where it is."""
        total = self.total()
        highest = _highest(total)
        box = _from(total, highest).getbbox()
        assert box is not None  # the highest value is somewhere
        row = _from(total, highest).crop((0, box[1], total.width, box[1] + 1)).getbbox()
        assert row is not None
        return highest / 2.55, (row[0], box[1])

    def ink_picture(self, limit: float) -> Pictures.Image:
        """Return the total ink as greys, black for 400 %, striped where it is over the limit in percent."""
        total = self.total()
        compute: Callable[..., Pictures.Image] = ImageMath.lambda_eval
        greys = compute(lambda o: o["convert"](255 - o["total"] / 4, "L"), total=total)
        over = self.over(limit)
        return Pictures.composite(_stripes(over.size), greys.convert("RGB"), over)

    def over(self, limit: float) -> Pictures.Image:
        """Return a mask of the pixels over a limit in percent."""
        return _from(self.total(), round(limit * 2.55) + _ROUNDING + 1)

    def places_over(self, limit: float) -> Iterator[tuple[tuple[int, int, int, int], float]]:
        """Yield the places over a limit, from top to bottom: left, top, right and bottom, and their most ink."""
        over, total = self.over(limit), self.total()
        for box in _places(over):
            yield box, _highest(total.crop(box)) / 2.55


def page_plates(scene: Scene, press: Press, width: int, height: int, spots: Iterable[str] = ()) -> PagePlates:
    """Return the plates of a page in so many pixels, also empty ones of the `spots` of other pages.

    DataError for a page that the standard of the press forbids.
    """
    (separated,), pictures = separate_scenes([scene], press, pdf_bytes)

    def drawn(plate: Plate) -> Pictures.Image:
        return plate_picture(separated, plate, pictures, pdf_bytes, width, height)

    inks = tuple(map(drawn, range(len(INKS))))
    names = dict.fromkeys((*spots, *spots_of([scene], press)))
    return PagePlates(press, inks, {name: drawn(name) for name in names})


def _highest(picture: Pictures.Image) -> int:
    extrema: Any = picture.getextrema()
    return int(extrema[1])


def _from(total: Pictures.Image, least: int) -> Pictures.Image:
    """Return a mask of the pixels of at least so much."""
    compute: Callable[..., Pictures.Image] = ImageMath.lambda_eval
    return compute(lambda o: o["convert"]((o["total"] >= least) * 255, "L"), total=total)


def _stripes(size: tuple[int, int]) -> Pictures.Image:
    """Return diagonal stripes."""
    period = 2 * _STRIPE
    row = Pictures.new("RGB", (size[0] + period, 1), _STRIPES[1])
    for left in range(0, row.width, period):
        row.paste(_STRIPES[0], (left, 0, left + _STRIPE, 1))
    picture = Pictures.new("RGB", size)
    for top in range(size[1]):
        picture.paste(row, (-(top % period), top))
    return picture


def _places(mask: Pictures.Image) -> list[tuple[int, int, int, int]]:
    """Return the boxes around what is white in a mask: what is near to each other is in one."""
    cells: dict[tuple[int, int], Rect] = {}
    for top in range(0, mask.height, _NEAR):
        if mask.crop((0, top, mask.width, top + _NEAR)).getbbox() is None:
            continue
        for left in range(0, mask.width, _NEAR):
            box = mask.crop((left, top, left + _NEAR, top + _NEAR)).getbbox()
            if box is not None:
                x, y = left // _NEAR, top // _NEAR
                cells[x, y] = (left + box[0], top + box[1], left + box[2], top + box[3])
    boxes = []
    while cells:
        queue = [next(iter(cells))]
        parts = [cells.pop(queue[0])]
        while queue:
            x, y = queue.pop()
            for near in [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
                if near in cells:
                    queue.append(near)
                    parts.append(cells.pop(near))
        lefts, tops, rights, bottoms = zip(*parts, strict=True)
        boxes.append((int(min(lefts)), int(min(tops)), int(max(rights)), int(max(bottoms))))
    return boxes
