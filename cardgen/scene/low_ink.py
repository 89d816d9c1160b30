"""Scenes that need little ink: white grounds, faint pictures, outlines instead of filled shapes, dark text.

`save_ink` makes one scene of another, so all backends, checks and products have it without knowing of it. What is
painted keeps its contrast to what is under it: white letters on a dark ground become black ones on white.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Literal, TypeAlias
from weakref import WeakKeyDictionary

from cardgen.base.records import dataclass, replace
from cardgen.scene.colour import LEAST_CONTRAST, contrast, grey_of, lab, luminance, mix
from cardgen.scene.items import (
    IDENTITY,
    BoxInk,
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
    apply,
    bounds_of,
    rectangle,
    then,
    walk,
)
from cardgen.scene.paths import area_of, path_bounds, points_of, subpaths
from cardgen.scene.regions import Region, inverse, region_of

Ink: TypeAlias = Literal["low", "grey", "black"]
"""`low` keeps colours as outlines and small marks, `grey` has them as greys, `black` is black alone."""

_Change: TypeAlias = Callable[[str], str]
_Test: TypeAlias = Callable[[str], bool]

#: Shapes with more than this share of a side are grounds, which turn white; those with less than the other are marks,
#: which stay, if they are no larger than so many mm² on a card, or on a page, which has small figures of its own. What
#: is between is a figure: it gets a tint and an outline.
_GROUND, _MARK, _MOST_MARK, _MOST_MARK_OF_PAGE = 0.2, 0.01, 60.0, 8.0
#: Scenes with more mm² than this are pages.
_PAGE = 20_000.0
#: The share of its colour that a figure keeps inside, and a picture.
_TINT, _FAINT = 0.12, 0.18
#: The width of an outline, mm, and its contrast to what is under it.
_OUTLINE, _OUTLINE_CONTRAST = 0.3, 3.0
#: What has less contrast than this to what is under it is decoration, and stays as faint.
_FAINT_CONTRAST = 2.0
#: A fill that is lighter than this and has less chroma hardly takes ink, CIE L* and C*.
_LIGHT, _PALE = 88.0, 30.0
#: A colour with less chroma than this means nothing by its hue, CIE C*.
_NEUTRAL = 14.0
#: In `black`, what has at least this contrast to what is under it is black on white.
_SEEN = 1.4
#: In `black`, what is more transparent than this is a shade or a gleam, and is left out.
_LEAST_OPACITY = 0.5
_WHITE, _BLACK = "#ffffff", "#000000"

_saved: WeakKeyDictionary[Scene, dict[str, Scene]] = WeakKeyDictionary()
_full: WeakKeyDictionary[Scene, Scene] = WeakKeyDictionary()


def save_ink(scene: Scene, ink: str) -> Scene:
    """Return the scene as it is with little ink; the same object for the same scene, and for one that has been saved.

    Scenes that are placed in it are changed as well. A box says by `ink:` what happens to it.
    """
    if not ink or scene in _full:
        return scene
    made = _saved.setdefault(scene, {})
    if ink not in made:
        made[ink] = replace(scene, items=_Saver(scene, ink).save())
        _full[made[ink]] = scene
    return made[ink]


def save_all(scenes: Iterable[Scene], ink: str) -> list[Scene]:
    """Return pages with little ink."""
    return [save_ink(scene, ink) for scene in scenes]


def full_ink(scene: Scene) -> Scene:
    """Return the scene that one with little ink was made of; the same scene if it was made of none."""
    return _full.get(scene, scene)


@dataclass(frozen=True, slots=True, eq=False)
class _Painted:
    """A shape that is painted: its colours before and after, and the points that it covers."""

    old: str
    new: str
    bounds: Rect
    region: Region | None = None
    back: Matrix = IDENTITY

    def covers(self, x: float, y: float) -> bool:
        left, top, width, height = self.bounds
        inside = left <= x <= left + width and top <= y <= top + height
        return inside and (self.region is None or apply(self.back, x, y) in self.region)


class _Saver:
    """Saves the ink of the items of one scene, in painting order: what is under an item has been changed before."""

    def __init__(self, scene: Scene, ink: str) -> None:
        self.scene, self.ink = scene, ink
        self.area = (scene.width + 2 * scene.bleed) * (scene.height + 2 * scene.bleed)
        self.most_mark = min(_MARK, (_MOST_MARK if self.area < _PAGE else _MOST_MARK_OF_PAGE) / self.area)
        self.painted: list[_Painted] = []
        #: That of the groups around an item, in `black`: their items are painted without it.
        self.opacity = 1.0

    def save(self) -> tuple[Item, ...]:
        return self.items(self.scene.items, IDENTITY, None)

    def items(self, items: Iterable[Item], matrix: Matrix, wish: BoxInk | None) -> tuple[Item, ...]:
        return tuple(new for item in items for new in self.item(item, matrix, wish))

    def item(self, item: Item, matrix: Matrix, wish: BoxInk | None) -> Iterator[Item]:
        match item:
            case Group() if item.around:
                yield self.surrounded(item, matrix, item.ink or wish)
            case Group() if item.clip and (picture := _picture_cut_by(item)) and self.is_frame(item.ink or wish):
                self.paint_frame(picture, then(item.matrix, matrix))
                opacity = 1.0 if self.ink == "black" else item.opacity
                yield replace(item, items=(replace(self.frame(item.clip), stroke_width=2 * _OUTLINE),), opacity=opacity)
            case Group() if item.of_text and not item.ink and wish not in ("keep", "hide"):
                lines = [path for path in item.items if isinstance(path, Path)]
                yield replace(item, items=tuple(self.line(line, then(item.matrix, matrix)) for line in lines))
            case Group():
                own = item.ink or wish
                around, flat = self.opacity, self.ink == "black" and own != "keep"
                self.opacity *= item.opacity if flat else 1.0
                inner = self.items(item.items, then(item.matrix, matrix), own)
                self.opacity = around
                if inner or item.description:
                    yield replace(item, items=inner, opacity=1.0 if flat else item.opacity)
            case Placed() if item.scene.name:  # a card or a board of its own
                yield replace(item, scene=save_ink(item.scene, self.ink))
            case Placed():
                inner = self.items(item.scene.items, then(item.matrix, matrix), wish)
                yield replace(item, scene=replace(item.scene, items=inner))
            case _ if wish == "hide":
                return
            case GlyphRun():
                yield self.run(item, matrix, wish)
            case Image():
                yield from self.image(item, matrix, wish)
            case Path():
                path = self.path(item, matrix, wish)
                if path.opacity > 0:
                    yield path

    # ---------------------------------------------------------------- kinds of items

    def surrounded(self, group: Group, matrix: Matrix, wish: BoxInk | None) -> Group:
        """Return a text with its outline, or without one that its letters would hardly be told from."""
        matrix, painted = then(group.matrix, matrix), len(self.painted)
        outlines = [item for item in group.items if isinstance(item, Path) and item.fill == group.around]
        (outline,) = outlines[:1] or (None,)
        rest = tuple(item for item in group.items if item is not outline)
        if outline is None or wish == "hide":
            return replace(group, items=self.items(rest, matrix, wish), around="")
        made = self.path(outline, matrix, wish)
        letters = self.items(rest, matrix, wish)
        colours = {item.colour for _, item in walk(letters) if isinstance(item, GlyphRun)}
        around = _colour_of(made.fill or _WHITE)
        if wish == "keep" or all(contrast(colour, around) >= LEAST_CONTRAST for colour in colours):
            return replace(group, items=(made, *letters), around=around)
        del self.painted[painted:]
        return replace(group, items=self.items(rest, matrix, wish), around="")

    def run(self, run: GlyphRun, matrix: Matrix, wish: BoxInk | None) -> GlyphRun:
        """Return text in black, or in white on what stays dark."""
        if run.invisible or wish == "keep":
            return run
        middle = (0.0, 0.5 * run.width) if run.vertical else (0.5 * run.width, -0.35 * run.size)
        x, y = apply(matrix, run.x + middle[0], run.baseline + middle[1])
        if self.opacity < _LEAST_OPACITY:
            return replace(run, invisible=True)
        return replace(run, colour=self.colour_of_text(run.colour, x, y))

    def line(self, path: Path, matrix: Matrix) -> Path:
        """Return a line under or through text in the colour of that text."""
        colour = _colour_of(path.fill)
        return replace(path, fill=self.colour_of_text(colour, *self.point_in(path, matrix)))

    def colour_of_text(self, colour: str, x: float, y: float) -> str:
        """Return black, or a light colour on what stays dark at a point, mm."""
        _, under = self.under(x, y)
        if contrast(_BLACK, under) >= LEAST_CONTRAST:
            return _BLACK
        colour = self.limited(colour)
        return colour if contrast(colour, under) >= LEAST_CONTRAST else _WHITE

    def image(self, image: Image, matrix: Matrix, wish: BoxInk | None) -> Iterator[Item]:
        """Yield a picture as a faint one, or as its frame; a small one as it is."""
        bounds = bounds_of(matrix, image.rect)
        if self.ink == "grey" and wish != "keep":
            image = replace(image, digest=f"{image.digest}-grey", grey=True)
        is_mark = bounds[2] * bounds[3] < self.most_mark * self.area
        match wish:
            case "keep":
                self.painted.append(_Painted("#808080", "#808080", bounds))
                yield image
            case "white":
                self.painted.append(_Painted("#808080", _WHITE, bounds))
                yield Path(rectangle(*image.rect), fill=_WHITE)
            case _ if self.is_frame(wish):
                self.paint_frame(image, matrix)
                yield self.frame(Path(rectangle(*image.rect)))
            case None if is_mark:
                yield image
            case _:
                self.painted.append(_Painted("#808080", mix(_WHITE, "#808080", _FAINT), bounds))
                yield Group((image,), opacity=_FAINT)

    def is_frame(self, wish: BoxInk | None) -> bool:
        """Return True if only the frame of a picture is drawn."""
        return wish == "outline" or (wish in (None, "tint") and self.ink == "black")

    def frame(self, shape: Path) -> Path:
        return replace(shape, fill=_WHITE, stroke=_BLACK if self.ink == "black" else "#808080", stroke_width=_OUTLINE)

    def paint_frame(self, image: Image, matrix: Matrix) -> None:
        """Note a picture as what is white under the next items."""
        self.painted.append(_Painted("#808080", _WHITE, bounds_of(matrix, image.rect)))

    def path(self, path: Path, matrix: Matrix, wish: BoxInk | None) -> Path:
        """Return a shape with less ink."""
        if path.spot or path.finish or wish == "keep":
            self.paint(path, path.fill, matrix)
            return path
        if self.ink != "black":
            return self.lighter(path, matrix, wish)
        flat = _without_gradient(path, self.opacity)
        made = self.lighter(flat, matrix, wish)
        return replace(made, opacity=0.0 if flat.opacity < _LEAST_OPACITY else 1.0)

    def lighter(self, path: Path, matrix: Matrix, wish: BoxInk | None) -> Path:
        """Return a shape in white, in a tint, or in a colour that fits what is under it."""
        if path.fill is None:
            return replace(path, stroke=self.mark(path.stroke, path, matrix)) if path.stroke else path
        share = abs(area_of(path.commands)) * abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) / self.area
        wish = wish or ("white" if share >= _GROUND else "tint" if share >= self.most_mark else None)
        if wish is None:
            made = replace(path, fill=self.filled(path.fill, lambda colour: self.mark(colour, path, matrix) or _BLACK))
        elif wish == "white":
            made = replace(path, fill=self.filled(path.fill, lambda _: _WHITE))
            made = made if share >= _GROUND and self.is_whole(path, matrix) else self.outlined(made, path, matrix)
        elif wish == "outline":
            made = self.outlined(replace(path, fill=self.filled(path.fill, lambda _: _WHITE)), path, matrix)
        else:
            made = replace(path, fill=self.filled(path.fill, self.tint))
            made = made if made.fill == path.fill else self.outlined(made, path, matrix)
        self.paint(path, made.fill, matrix)
        return made if made is path or not made.stroke or made.stroke != path.stroke else self.lined(made, path, matrix)

    # ---------------------------------------------------------------- colours

    def filled(self, fill: str | Gradient | None, change: _Change) -> str | Gradient | None:
        """Return a fill with each of its colours changed."""
        if fill is None or isinstance(fill, str):
            return fill and change(fill)
        return replace(fill, stops=tuple(replace(stop, colour=change(stop.colour)) for stop in fill.stops))

    def tint(self, colour: str) -> str:
        """Return the colour inside of a figure: nearly white; light ones stay."""
        if self.ink == "black":
            return _WHITE
        return self.limited(colour if _is_pale(colour) else mix(_WHITE, colour, _TINT))

    def outlined(self, made: Path, path: Path, matrix: Matrix) -> Path:
        """Return a figure with an outline in its own colour, unless it has one or hardly shows."""
        colour = _colour_of(path.fill)
        if path.stroke or path.opacity < 0.5 or _is_pale(colour):
            return made
        factor = max(1e-6, abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])) ** 0.5
        while contrast(colour, _WHITE) < _OUTLINE_CONTRAST:
            colour = mix(colour, _BLACK, 0.1)
        return replace(made, stroke=self.limited(colour), stroke_width=_OUTLINE / factor)

    def lined(self, made: Path, path: Path, matrix: Matrix) -> Path:
        """Return a filled shape with its own line in a colour that fits what is under it."""
        return replace(made, stroke=self.mark(path.stroke, path, matrix))

    def mark(self, colour: str | None, path: Path, matrix: Matrix) -> str | None:
        """Return the colour of a small shape or a line: with the contrast that it had to what was under it."""
        if not colour:
            return colour
        old, new = self.under(*self.point_in(path, matrix))
        if self.ink == "black":  # what is seen in full is seen, on white in black
            is_seen = contrast(mix(old, colour, path.opacity), old) >= _SEEN
            return _BLACK if is_seen == (luminance(new) > 0.18) else _WHITE
        if old == new:
            return self.limited(colour)
        was, now = contrast(colour, old), contrast(colour, new)
        is_coloured = _chroma(colour) >= _NEUTRAL
        if now < was and (not is_coloured or now < _OUTLINE_CONTRAST):
            towards = _BLACK if luminance(new) > 0.18 else _WHITE
            least = min(was, _OUTLINE_CONTRAST) if is_coloured else was
            colour = _mixed_until(colour, towards, lambda made: contrast(made, new) >= least)
        elif now > was and was < _FAINT_CONTRAST:
            colour = _mixed_until(colour, new, lambda made: contrast(made, new) <= max(was, 1.1))
        return self.limited(colour)

    def limited(self, colour: str) -> str:
        """Return a colour as the ink that there is prints it."""
        if self.ink == "low":
            return colour
        if self.ink == "black":
            return _BLACK
        return grey_of(colour)

    # ---------------------------------------------------------------- what is under

    def point_in(self, path: Path, matrix: Matrix) -> tuple[float, float]:
        """Return a point of a shape, or of a line that has no inside: one on the side, if any is."""
        points = [apply(matrix, *point) for point in _points_in(path)]
        on_side = (p for p in points if 0 <= p[0] <= self.scene.width and 0 <= p[1] <= self.scene.height)
        return next(on_side, points[0])

    def under(self, x: float, y: float) -> tuple[str, str]:
        """Return the colours at a point, mm, before and after."""
        for shape in reversed(self.painted):
            if shape.covers(x, y):
                return shape.old, shape.new
        return _WHITE, _WHITE

    def paint(self, path: Path, fill: str | Gradient | None, matrix: Matrix) -> None:
        """Note a filled shape as what is under the next ones."""
        bounds, back = path_bounds(path.commands), inverse(matrix)
        if path.fill is None or fill is None or bounds is None or back is None or path.opacity < 0.5:
            return
        placed = bounds_of(matrix, bounds)
        if placed[2] * placed[3] >= 1e-4 * self.area:
            region = region_of(path.commands, path.even_odd, 0.05)
            self.painted.append(_Painted(_colour_of(path.fill), _colour_of(fill), placed, region, back))

    def is_whole(self, path: Path, matrix: Matrix) -> bool:
        """Return True if a shape reaches to two opposite edges of the side: it has no outline that could be seen."""
        bounds = path_bounds(path.commands)
        assert bounds is not None
        left, top, width, height = bounds_of(matrix, bounds)
        across = left <= 0.5 and left + width >= self.scene.width - 0.5
        return across or (top <= 0.5 and top + height >= self.scene.height - 0.5)


def _picture_cut_by(group: Group) -> Image | None:
    """Return the picture that a group cuts to a shape; None if there is anything else in it."""
    item: Item = group
    while isinstance(item, Group) and len(item.items) == 1 and not item.ink:
        item = item.items[0]
    return item if isinstance(item, Image) else None


def _without_gradient(path: Path, opacity: float) -> Path:
    """Return a shape in one colour, with the mean opacity of its gradient and that of the groups around it."""
    opacity *= path.opacity
    if isinstance(path.fill, Gradient):
        opacity *= sum(stop.opacity for stop in path.fill.stops) / len(path.fill.stops)
    return replace(path, fill=path.fill and _colour_of(path.fill), opacity=opacity)


def _colour_of(fill: str | Gradient | None) -> str:
    """Return the colour of a fill; of a gradient the middle of its first and last."""
    if isinstance(fill, Gradient):
        return mix(fill.stops[0].colour, fill.stops[-1].colour, 0.5)
    return fill or _WHITE


def _chroma(colour: str) -> float:
    _, a, b = lab(colour)
    return float((a * a + b * b) ** 0.5)


def _is_pale(colour: str) -> bool:
    return lab(colour)[0] >= _LIGHT and _chroma(colour) < _PALE


def _mixed_until(colour: str, towards: str, is_enough: _Test) -> str:
    return next((made for step in range(51) if is_enough(made := mix(colour, towards, step / 50))), towards)


def _points_in(path: Path) -> Iterator[tuple[float, float]]:
    """Yield points of a shape, or the middles of the pieces of a line that has no inside."""
    bounds = path_bounds(path.commands) or (0.0, 0.0, 0.0, 0.0)
    x, y, width, height = bounds
    if path.fill is None:
        for shape in subpaths(path.commands):
            ends = [points_of(command)[-1] for command in shape if len(command) > 2]
            yield from (((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(ends))
    else:
        region = region_of(path.commands, path.even_odd, 0.05)
        tried = ((x + width * i / 8, y + height * j / 8) for j in (4, 2, 6, 1, 7) for i in (4, 2, 6, 1, 7, 3, 5))
        yield from (point for point in tried if point in region)
    yield x + width / 2, y + height / 2
