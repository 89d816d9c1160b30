"""Pages for a press: scenes whose colours are inks, by the rules that print shops ask for.

Dark, nearly neutral text and thin lines are black ink alone and overprint, unless the inks below them and black would
be more than the limit. Wide black areas are rich black. Everything else has the inks of the profile.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cardgen.base.errors import DataError, Fault
from cardgen.base.records import dataclass, replace
from cardgen.formats.paint import placed_rect, shown_rect
from cardgen.formats.press.conversion import Conversion, conversion_for, is_black, is_dark_and_neutral
from cardgen.formats.press.inks import BLACK, Inks, chromatic, format_inks, parse_inks
from cardgen.formats.press.settings import Press
from cardgen.formats.press_flat import Flattener
from cardgen.formats.press_greys import ToPdf
from cardgen.formats.press_pictures import PressPictures
from cardgen.formats.press_plates import finish_page, finish_plates, named_spot, white_plate
from cardgen.scene.items import (
    IDENTITY,
    GlyphRun,
    Gradient,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Placed,
    Rect,
    Scene,
    bounds_of,
    then,
)
from cardgen.scene.paths import path_bounds
from cardgen.scene.rects import common_part, contains
from cardgen.text.extent import extent_of

#: The width of lines that are printed in one ink: in more inks they would be blurred. mm.
THIN = 0.7
#: The width above which black areas are rich black, mm.
WIDE = 2.0


def separate_scenes(scenes: Sequence[Scene], press: Press, to_pdf: ToPdf) -> tuple[list[Scene], PressPictures]:
    """Return the scenes of pages in inks, and the pictures that they show. Equal scenes stay equal.

    `to_pdf` makes the PDF that transparency is rendered from. DataError for transparency that cannot be flattened,
    where none is allowed.
    """
    pictures = PressPictures(conversion_for(press))
    flat = {} if press.only else _flattened(scenes, press, pictures, to_pdf)
    separator = _Separator(press, pictures.conversion, pictures)
    separated: dict[Scene, Scene] = {}
    for scene in scenes:
        if scene in separated:
            continue
        if press.only:
            page = finish_page(scene, press.only, press)
        else:
            page = separator.scene(flat.get(scene, scene), 1.0, True, False)[0]
        plates = [] if press.only else [*finish_plates(scene, press)]
        if press.white_below and (press.only == "white" if press.only else not press.separate):
            plates += white_plate(scene, press, pictures, to_pdf)
        separated[scene] = replace(page, items=(*page.items, *plates)) if plates else page
    return [separated[scene] for scene in scenes], pictures


def _flattened(scenes: Sequence[Scene], press: Press, pictures: PressPictures, to_pdf: ToPdf) -> dict[Scene, Scene]:
    """Return the scenes without transparency, if the press has none."""
    flat: dict[Scene, Scene] = {}
    faults: list[Fault] = []
    for number, scene in enumerate(scenes, start=1):
        if press.is_flat and scene not in flat:
            flattener = Flattener(scene, number, press.place, pictures, to_pdf)
            flat[scene] = flattener.flattened()
            faults += flattener.faults
    if faults:
        raise DataError(faults)
    return flat


@dataclass(frozen=True, slots=True)
class _Inside:
    """Where items are: their matrix to the scene, and the scene's scale.

    `full` are the parts of the scene below which black must not be added. Nothing inside overprints unless it `may`.
    """

    matrix: Matrix
    scale: float
    may: bool
    full: list[Rect]


class _Separator:
    """Separates scenes, each once for each scale and each kind of ground."""

    def __init__(self, press: Press, conversion: Conversion, pictures: PressPictures) -> None:
        self.press = press
        self.conversion = conversion
        self.pictures = pictures
        self._scenes: dict[tuple[Scene, float, bool, bool], tuple[Scene, list[Rect]]] = {}

    def scene(self, scene: Scene, scale: float, may: bool, on_full: bool) -> tuple[Scene, list[Rect]]:
        """Return a scene in inks, and its parts that black must not be added to; `on_full`, if it is on such a part."""
        key = scene, round(scale, 6), may, on_full
        if key not in self._scenes:
            full = [shown_rect(scene, bleed=True)] if on_full else []
            items = self._items(scene.items, _Inside(IDENTITY, scale, may, full))
            self._scenes[key] = replace(scene, items=items), full
        return self._scenes[key]

    def _items(self, items: tuple[Item, ...], inside: _Inside) -> tuple[Item, ...]:
        return tuple(self._item(item, inside) for item in items)

    def _item(self, item: Item, inside: _Inside) -> Item:
        match item:
            case GlyphRun():
                return self._run(item, inside)
            case Path():
                return self._path(item, inside)
            case Image():
                if self.press.black_text == "k" and self.pictures.is_full(item):
                    _add(inside.full, bounds_of(inside.matrix, item.rect))
                return item
            case Group():
                return self._group(item, inside)
            case Placed():
                return self._placed(item, inside)

    def _group(self, group: Group, inside: _Inside) -> Group:
        before = len(inside.full)
        may = inside.may and group.opacity >= 1
        within = _Inside(then(group.matrix, inside.matrix), inside.scale * _scale(group.matrix), may, inside.full)
        items = self._items(group.items, within)
        shape = None if group.clip is None else path_bounds(group.clip.commands)
        if shape is not None:
            parts = [common_part(rect, bounds_of(within.matrix, shape)) for rect in inside.full[before:]]
            inside.full[before:] = [part for part in parts if part is not None]
        return replace(group, items=items)

    def _placed(self, placed: Placed, inside: _Inside) -> Placed:
        matrix = then(placed.matrix, inside.matrix)
        shown = bounds_of(matrix, placed_rect(placed))
        on_full = _overlaps(inside.full, shown)
        scene, full = self.scene(placed.scene, inside.scale * _scale(placed.matrix), inside.may, on_full)
        for rect in full:
            part = common_part(bounds_of(matrix, rect), shown)
            if part is not None:
                _add(inside.full, part)
        return replace(placed, scene=scene)

    def _run(self, run: GlyphRun, inside: _Inside) -> GlyphRun:
        if self.press.black_text == "k" and is_dark_and_neutral(run.colour):
            return replace(run, colour=self._black(run, inside))
        inks = self.conversion.inks(run.colour)
        self._note(inks, run, inside)
        return replace(run, colour=format_inks(inks))

    def _path(self, path: Path, inside: _Inside) -> Path:
        if isinstance(path.fill, Gradient):
            path = replace(path, fill=replace(path.fill, stops=self.conversion.stops(path.fill.stops)))
        elif path.fill is not None:
            box = path_bounds(path.commands)
            width = 0.0 if box is None else min(box[2:]) * inside.scale
            path = replace(path, fill=self._colour(path.fill, width, replace(path, stroke=None), inside))
        for colour in _fills(path):
            self._note(parse_inks(colour), path, inside)
        if path.stroke is None:
            return path
        if path.spot:
            name = named_spot(path.spot, self.press)
            return replace(path, stroke=format_inks(self.conversion.inks(path.stroke)), spot=name)
        stroke = self._colour(path.stroke, path.stroke_width * inside.scale, path, inside)
        self._note(parse_inks(stroke), path, inside)
        return replace(path, stroke=stroke)

    def _colour(self, colour: str, width: float, path: Path, inside: _Inside) -> str:
        """Return the inks of a line or an area of that width, mm."""
        if width <= THIN and self.press.black_text == "k" and is_dark_and_neutral(colour):
            return self._black(path, inside)
        # Translucent black only darkens what is below it.
        rich = self.press.rich_black if path.opacity >= 1 else None
        if width > WIDE and rich is not None and is_black(colour):
            return format_inks(rich)
        return format_inks(self.conversion.inks(colour))

    def _black(self, item: GlyphRun | Path, inside: _Inside) -> str:
        """Return black ink for an item, which overprints if that is not too much ink."""
        if not inside.may or (isinstance(item, Path) and item.opacity < 1):
            return format_inks(BLACK)
        extent = extent_of([item])
        too_much = extent is not None and _overlaps(inside.full, bounds_of(inside.matrix, extent))
        return format_inks(BLACK, overprint=not too_much)

    def _note(self, inks: Inks, item: Item, inside: _Inside) -> None:
        """Remember where black must not be added to an item that has been separated."""
        if chromatic(inks) > self.press.most_below_black:
            extent = extent_of([item])
            if extent is not None:
                _add(inside.full, bounds_of(inside.matrix, extent))


def _fills(path: Path) -> list[str]:
    """Return the inks that a separated path is filled with."""
    if isinstance(path.fill, Gradient):
        return [stop.colour for stop in path.fill.stops]
    return [] if path.fill is None else [path.fill]


def _scale(matrix: Matrix) -> float:
    a, b, c, d, _, _ = matrix
    return math.sqrt(abs(a * d - b * c))


def _overlaps(rects: Sequence[Rect], rect: Rect) -> bool:
    return any(common_part(rect, other) is not None for other in rects)


def _add(rects: list[Rect], rect: Rect) -> None:
    if not any(contains(other, rect) for other in rects):
        rects.append(rect)
