"""Plates of finishes: the shapes of foil, varnish, white and embossing as spot colours on top of a page.

White ink below all art is made of stencils of how opaque the art is. On the page it is on top, too, and overprints: a
press prints each plate in the order that the shop chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path as FilePath

from PIL import Image as Pictures
from PIL import ImageFilter

from cardgen.base.records import replace
from cardgen.base.units import MM_PER_INCH
from cardgen.formats.paint import placed_rect, shown_rect
from cardgen.formats.press.inks import BLACK, Inks, format_inks, format_spot
from cardgen.formats.press.settings import Press
from cardgen.formats.press_flat import MOST_PIXELS
from cardgen.formats.press_greys import ToPdf, cover_picture
from cardgen.formats.press_pictures import PressPictures
from cardgen.scene.finishes import FINISHES, SPOT_NAMES, finished_paths
from cardgen.scene.items import Group, Image, Item, Path, Pen, Placed, Rect, Scene, rectangle, walk
from cardgen.scene.rects import common_part

#: What programs show that do not know a plate.
_SHOWN: dict[str, Inks] = {
    "foil": (0.0, 0.2, 0.6, 0.3),
    "white": (0.15, 0.0, 0.0, 0.0),
    "emboss": (0.0, 0.4, 0.0, 0.0),
    "varnish": (0.3, 0.0, 0.1, 0.0),
}

#: The same for lines to cut and fold along.
_LINE: Inks = (0.0, 1.0, 0.0, 0.0)

#: White ink below art: the resolution of its stencils, and the number of its tints.
_WHITE_DPI = 600
_TINTS = 16

_PAPER = format_inks((0.0, 0.0, 0.0, 0.0))


def named_spot(spot: str, press: Press) -> str:
    """Return the name of the plate of a line to cut or fold along, as the shop of the press wants it."""
    return next((press.spot_name(role) for role, name in SPOT_NAMES.items() if name == spot), spot)


def finish_plates(scene: Scene, press: Press) -> tuple[Item, ...]:
    """Return the items of all finishes of a page, in the coordinates of the page.

    If they are in files of their own, they are only the places without ink below foil.
    """
    plates: list[Item] = []
    for finish in FINISHES:
        trap = press.trap if finish == "foil" and press.knockout else None

        def plate(path: Path, finish: str = finish, trap: float | None = trap) -> Iterator[Path]:
            if not press.separate:
                return _spot_paths(path, press.spot_name(finish), _SHOWN[finish], trap)
            return iter(()) if trap is None else _paper_paths(path, trap)

        plates += _collected(scene.items, finish, plate)
    return tuple(plates)


def finish_page(scene: Scene, finish: str, press: Press | None = None) -> Scene:
    """Return a page on which one finish is black ink, and all else is white.

    It is as large as on the plate of a `press`, where foil covers the edge of the ink around it.
    """
    black = format_inks(BLACK)
    spread = 2 * press.trap if press is not None and press.knockout and finish == "foil" else 0.0

    def blackened(path: Path) -> Iterator[Path]:
        if path.stroke_width:
            yield replace(path, stroke=black, finish="")
        elif spread:
            yield replace(path, fill=black, stroke=black, stroke_width=spread, pen=Pen(join="round"), finish="")
        else:
            yield replace(path, fill=black, finish="")

    return replace(scene, items=tuple(_collected(scene.items, finish, blackened)))


def white_plate(scene: Scene, press: Press, pictures: PressPictures, to_pdf: ToPdf) -> Sequence[Image]:
    """Return white ink below all art of a page within its bleed, as opaque as the art; nothing for an empty page.

    It is a spot colour, or black ink on the page of white alone.
    """
    whole = shown_rect(scene, bleed=True)
    left, top, width, height = scene.trim_rect
    art = common_part(whole, (left - scene.bleed, top - scene.bleed, width + 2 * scene.bleed, height + 2 * scene.bleed))
    if art is None:
        return ()
    # Whole pixels in the art, so that nothing of it is stretched.
    dots = min(_WHITE_DPI / MM_PER_INCH, (MOST_PIXELS / (whole[2] * whole[3])) ** 0.5)
    cover = cover_picture(scene, pictures, to_pdf, round(whole[2] * dots), round(whole[3] * dots))
    first = round((art[0] - whole[0]) * dots), round((art[1] - whole[1]) * dots)
    cover = cover.crop((*first, first[0] + round(art[2] * dots), first[1] + round(art[3] * dots)))
    for _ in range(round(press.choke * dots)):
        cover = cover.filter(ImageFilter.MinFilter(3))
    return tuple(_stencils(cover, art, scene.name, press, pictures))


def _stencils(cover: Pictures.Image, place: Rect, name: str, press: Press, pictures: PressPictures) -> Iterator[Image]:
    """Yield a stencil for each tint of a cover, each on top of the lighter ones."""
    counts = cover.histogram()
    for step in range(1, _TINTS + 1):
        tint, least = step / _TINTS, round((step - 0.5) * 255 / _TINTS)
        if not any(counts[least : least + 256 // _TINTS]):
            continue
        digest = pictures.keep_stencil(cover.point([255 if value >= least else 0 for value in range(256)]))
        black = format_inks((0.0, 0.0, 0.0, tint))
        colour = black if press.only else format_spot(press.spot_name("white"), _SHOWN["white"], True, tint)
        yield Image(FilePath(name), digest, place, cover.size, stencil=colour)


def finishes_of(scenes: Iterable[Scene], press: Press | None = None) -> tuple[str, ...]:
    """Return the finishes that are on any page for a press, in the order of their plates."""
    pages = tuple(dict.fromkeys(scenes))
    below = "white" if press is not None and press.white_below else ""
    return tuple(
        finish
        for finish in FINISHES
        if finish == below or any(next(finished_paths(page.items, finish), None) for page in pages)
    )


def spots_of(scenes: Iterable[Scene], press: Press) -> tuple[str, ...]:
    """Return the names of the spot colours of pages for a press: lines to cut and fold along, then finishes."""
    lines = {
        named_spot(item.spot, press): None
        for page in dict.fromkeys(scenes)
        for _, item in walk(page.items)
        if isinstance(item, Path) and item.spot and item.stroke and not press.only
    }
    if press.only or press.separate:
        return tuple(lines)
    return (*lines, *(press.spot_name(finish) for finish in finishes_of(scenes, press)))


def shown_inks(name: str, press: Press) -> Inks:
    """Return the inks that programs show instead of a spot colour."""
    return next((inks for finish, inks in _SHOWN.items() if press.spot_name(finish) == name), _LINE)


def _spot_paths(path: Path, name: str, inks: Inks, trap: float | None) -> Iterator[Path]:
    """Yield a path in a spot colour. It keeps the ink below it, unless it has a `trap`: how far it covers its edge."""
    shown = format_inks(inks)
    if path.stroke_width:
        if trap is not None:
            yield from _paper_paths(path, trap)
        yield replace(path, stroke=shown, spot=name, finish="")
        return
    area = replace(path, fill=format_spot(name, inks, overprint=trap is None), finish="")
    # A spot colour's outline keeps the ink below it: that is the trap.
    # Round corners, so that sharp ones do not become longer.
    yield replace(area, stroke=shown, stroke_width=2 * trap, spot=name, pen=Pen(join="round")) if trap else area


def _paper_paths(path: Path, trap: float) -> Iterator[Path]:
    """Yield the place of a path as paper without ink; that of a line is narrower by the trap on both sides."""
    if not path.stroke_width:
        yield replace(path, fill=_PAPER, finish="")
    elif path.stroke_width > 2 * trap:
        yield replace(path, stroke=_PAPER, stroke_width=path.stroke_width - 2 * trap, finish="")


def _collected(items: Iterable[Item], finish: str, plate: Callable[[Path], Iterator[Path]]) -> Iterator[Item]:
    """Yield the paths of a finish as `plate` makes them, in groups like those that they are in."""
    for item in items:
        if isinstance(item, Path):
            if item.finish == finish:
                yield from plate(item)
        elif isinstance(item, Group):
            inside = tuple(_collected(item.items, finish, plate))
            if inside:
                yield Group(inside, item.matrix, item.clip)
        elif isinstance(item, Placed):
            inside = tuple(_collected(item.scene.items, finish, plate))
            if inside:
                yield Group(inside, item.matrix, Path(rectangle(*placed_rect(item))))
