"""One plate of pages for a press as grey pictures: black where there is all ink, white where there is none.

What overprints leaves the plates that it has no ink on; all else erases them, as it does on a press.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import TypeAlias

from PIL import Image as Pictures
from PIL import ImageChops

from cardgen.base.records import replace
from cardgen.formats.press.inks import overprints, parse_inks, parse_spot
from cardgen.formats.press_pictures import PictureSource, PressPictures
from cardgen.formats.rendering import render_page
from cardgen.formats.reportlab_private import Stream, pdf_stream
from cardgen.scene.items import GlyphRun, Gradient, Group, Image, Item, Path, Placed, Scene

Plate: TypeAlias = int | str
"""The number of a process ink, from 0 for cyan to 3 for black, or the name of a spot colour."""

ToPdf: TypeAlias = Callable[[Sequence[Scene], PictureSource | None], bytes]
"""Makes a PDF of scenes, with the samples of their pictures from their files or from another source."""

_FULL, _EMPTY = bytes(1), b"\xff"

#: 255 less each value: a plate is dark where there is much ink.
_INVERTED = bytes(range(255, -1, -1))


def plate_picture(
    scene: Scene, plate: Plate, pictures: PressPictures, to_pdf: ToPdf, width: int, height: int
) -> Pictures.Image:
    """Return how much ink a plate has at each pixel of a page in inks, 0 to 255."""

    def ink(colour: str) -> float | None:
        return _ink(plate, colour)

    return _drawn(_Greys(ink, plate).scene(scene), _Samples(pictures, plate), to_pdf, width, height)


def cover_picture(scene: Scene, pictures: PressPictures, to_pdf: ToPdf, width: int, height: int) -> Pictures.Image:
    """Return how opaque the art of a page is at each pixel, 0 to 255, whatever its colours; white is art, too."""
    return _drawn(_Greys(lambda _: 1.0, None).scene(scene), _Samples(pictures, None), to_pdf, width, height)


def _drawn(scene: Scene, samples: PictureSource, to_pdf: ToPdf, width: int, height: int) -> Pictures.Image:
    return ImageChops.invert(render_page(to_pdf([scene], samples), 0, width, height).getchannel(0))


def _ink(plate: Plate, colour: str) -> float | None:
    """Return how much of an ink a colour has, from 0 to 1; None if it leaves the plate as it is."""
    spot = parse_spot(colour)
    if spot is not None:
        return spot.tint if spot.name == plate else None if overprints(colour) else 0.0
    amount = 0.0 if isinstance(plate, str) else parse_inks(colour)[plate]
    return None if overprints(colour) and not amount else amount


class _Greys:
    """Makes scenes grey by how much `ink` a colour has. Without a `plate`, lines of spot colours are left out."""

    def __init__(self, ink: Callable[[str], float | None], plate: Plate | None) -> None:
        self.ink = ink
        self.plate = plate
        self._scenes: dict[Scene, Scene] = {}

    def scene(self, scene: Scene) -> Scene:
        if scene not in self._scenes:
            self._scenes[scene] = replace(scene, items=self._items(scene.items))
        return self._scenes[scene]

    def _items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(grey for item in items if (grey := self._item(item)) is not None)

    def _item(self, item: Item) -> Item | None:
        match item:
            case GlyphRun():
                colour = None if item.invisible else self._grey(item.colour)
                return None if colour is None else replace(item, colour=colour)
            case Path():
                return self._path(item)
            case Image():
                grey = self._grey(item.stencil) if item.stencil else ""
                return None if grey is None else replace(item, stencil=grey)
            case Group():
                return replace(item, items=self._items(item.items), tag=None)
            case Placed():
                return replace(item, scene=self.scene(item.scene))

    def _path(self, path: Path) -> Path | None:
        fill, stroke = path.fill, path.stroke
        if isinstance(fill, Gradient):
            stops = tuple(replace(stop, colour=self._grey(stop.colour) or "#ffffff") for stop in fill.stops)
            fill = replace(fill, stops=stops)
        elif fill is not None:
            fill = self._grey(fill)
        if path.spot:
            stroke = "#000000" if stroke is not None and path.spot == self.plate else None
        elif stroke is not None:
            stroke = self._grey(stroke)
        if fill is None and stroke is None:
            return None
        return replace(path, fill=fill, stroke=stroke, spot="")

    def _grey(self, colour: str) -> str | None:
        amount = self.ink(colour)
        return None if amount is None else "#" + 3 * f"{round(255 * (1 - amount)):02x}"


class _Samples:
    """The pictures of a page on one plate: grey, with the transparency that they have."""

    def __init__(self, pictures: PressPictures, plate: Plate | None) -> None:
        self.pictures = pictures
        self.plate = plate

    def image_object(self, image: Image, size: tuple[int, int] | None = None) -> tuple[Stream, Stream | None]:
        """Return a picture as grey samples, all of them, and its transparency."""
        del size  # each plate takes one of four samples, which a JPEG does not have
        colours, mask = self.pictures.image_object(image)
        entries = colours.dictionary.dict
        if image.stencil:
            return pdf_stream(entries, colours.content), mask
        if isinstance(self.plate, int):
            samples = zlib.decompress(colours.content)[self.plate :: 4].translate(_INVERTED)
        else:
            samples = (_FULL if self.plate is None else _EMPTY) * (entries["Width"] * entries["Height"])
        return pdf_stream({**entries, "ColorSpace": "/DeviceGray"}, zlib.compress(samples, 1)), mask
