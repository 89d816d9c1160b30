"""The ornament above the title of a chapter, on paper and on screen."""

from __future__ import annotations

from cardgen.base.units import MM_PER_INCH
from cardgen.cards.boxes.pictures import place_picture
from cardgen.rulebook.theme import ChapterOrnament
from cardgen.scene.items import Command, Item, Path, ellipse, polyline, rectangle
from cardgen.scene.shapes import Drawing

#: The distance of the title from the ornament, mm.
_GAP = 2.1

#: The least width of a segment of a bar, mm: two gaps.
_LEAST_SEGMENT = 1.0


def draw_ornament(
    ornament: ChapterOrnament, width: float, accent: str, rule: str, segments: int, chapter: int
) -> Drawing:
    """Return the ornament of a chapter, counted from 1, in a column of `width` mm, with the room below it.

    `segments` is the number of parts of a bar, of which one has the colour `accent`.
    """
    if ornament.picture is not None:
        across, down = ornament.picture.size
        wide = min(width, ornament.height * across / down)
        tall = wide * down / across
        left = (width - wide) / 2 if ornament.align == "centre" else 0.0
        items = place_picture(ornament.picture, (left, 0.0, wide, tall), colour=accent)
        return Drawing(items, width, tall + _GAP)
    if ornament.shape == "segments":
        return Drawing(_bar(width, accent, rule, segments, chapter), width, 3.4)
    if ornament.shape == "none":
        return Drawing((), width, 0.0)
    return _DRAWINGS[ornament.shape](width, accent, rule, ornament.align == "centre")


def ornament_dpi(ornament: ChapterOrnament, width: float) -> float | None:
    """Return the dots per inch of the ornament as it is printed; None for one made of shapes."""
    picture = ornament.picture
    if picture is None or picture.drawing is not None or picture.missing:
        return None
    across, down = picture.size
    return picture.pixels[0] / min(width, ornament.height * across / down) * MM_PER_INCH


def _bar(width: float, accent: str, rule: str, count: int, chapter: int) -> tuple[Item, ...]:
    """Return a row of segments, of which one has the chapter's colour. Very many are one bar with such a part."""
    height, gap = 1.3, 0.5
    pitch = (width + gap) / count
    own = (chapter - 1) % count
    if pitch - gap < _LEAST_SEGMENT:
        whole = Path(rectangle(0, 0, width, height, 0.25), fill=rule)
        left = (width - _LEAST_SEGMENT) * own / (count - 1)
        return whole, Path(rectangle(left, 0, _LEAST_SEGMENT, height, 0.25), fill=accent)
    return tuple(
        Path(rectangle(i * pitch, 0, pitch - gap, height, 0.25), fill=accent if i == own else rule)
        for i in range(count)
    )


def _line(width: float, accent: str, rule: str, centred: bool) -> Drawing:
    """Return a line over the column whose first part, or middle, is thick."""
    thick = min(width, 24.0)
    left = (width - thick) / 2 if centred else 0.0
    thin = Path(polyline((0, 0.6), (width, 0.6)), stroke=rule, stroke_width=0.25)
    return Drawing((thin, Path(rectangle(left, 0, thick, 1.2), fill=accent)), width, 1.2 + _GAP)


def _diamond(width: float, accent: str, rule: str, centred: bool) -> Drawing:
    half, y = 1.7, 1.7
    x = width / 2 if centred else half
    gap = half + 1.3
    lines = [*(polyline((0, y), (x - gap, y)) if centred else ()), *polyline((x + gap, y), (width, y))]
    diamond = polyline((x - half, y), (x, y - half), (x + half, y), (x, y + half), close=True)
    items = (Path(tuple(lines), stroke=rule, stroke_width=0.25), Path(diamond, fill=accent))
    return Drawing(items, width, 2 * half + _GAP)


def _dots(width: float, accent: str, rule: str, centred: bool) -> Drawing:  # noqa: ARG001
    radius, pitch = 0.75, 3.6
    first = width / 2 - pitch if centred else radius
    dots: list[Command] = []
    for i in range(3):
        dots += ellipse(first + i * pitch, radius, radius, radius)
    return Drawing((Path(tuple(dots), fill=accent),), width, 2 * radius + _GAP)


def _wave(width: float, accent: str, rule: str, centred: bool) -> Drawing:  # noqa: ARG001
    """Return a wave over the column, or a short one in its middle."""
    height, fitting = 0.9, max(1, int(width / 6.0))
    length = width / fitting
    count = min(5, fitting) if centred else fitting
    x = (width - count * length) / 2 if centred else 0.0
    commands: list[Command] = [("M", x, height)]
    for _ in range(count):
        commands.append(("C", x + length / 6, -height / 3, x + length / 3, -height / 3, x + length / 2, height))
        end = x + length
        commands.append(("C", x + 2 * length / 3, 7 * height / 3, x + 5 * length / 6, 7 * height / 3, end, height))
        x = end
    return Drawing((Path(tuple(commands), stroke=accent, stroke_width=0.5),), width, 2 * height + 0.2 + _GAP)


_DRAWINGS = {"line": _line, "diamond": _diamond, "dots": _dots, "wave": _wave}
