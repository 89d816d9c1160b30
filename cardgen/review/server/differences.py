"""Find where two pictures of a side differ, pixel by pixel."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

from PIL import Image, ImageChops

from cardgen.scene.items import Rect, Scene

#: A colour channel that differs by less counts as equal: versions of the renderer round differently.
_LEAST = 16
#: The side of a cell in pixels. Changes in cells that touch are one change.
_CELL = 6
#: The most rectangles. If there are more, larger cells are used.
_MOST_AREAS = 12


def whole_area(scene: Scene) -> list[float]:
    """Return a side with its bleed, as [x, y, width, height] in mm from the trim's top left."""
    return [-scene.bleed, -scene.bleed, scene.width + 2 * scene.bleed, scene.height + 2 * scene.bleed]


def changed_areas(before: bytes, after: bytes, scene: Scene) -> list[Rect]:
    """Return where two PNGs of a side with its bleed differ: a few rectangles in mm from the trim's top left.

    `scene` is what `after` shows. Pictures of different sizes differ everywhere.
    """
    with Image.open(io.BytesIO(before)) as old, Image.open(io.BytesIO(after)) as new:
        first, second = old.convert("RGB"), new.convert("RGB")
    x, y, width, height = whole_area(scene)
    if first.size != second.size:
        return [(x, y, width, height)]
    channels = ImageChops.difference(first, second).split()
    most = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    mask = most.point([255 if value >= _LEAST else 0 for value in range(256)])
    across, down = width / second.width, height / second.height
    return [
        (x + left * across, y + top * down, (right - left) * across, (bottom - top) * down)
        for left, top, right, bottom in _boxes_in(mask)
    ]


Box = tuple[int, int, int, int]


def _boxes_in(mask: Image.Image) -> list[Box]:
    """Return rectangles (left, top, right, bottom) around the white areas, in pixels; coarser ones if they are many."""
    cell, cells = _CELL, _reduced(mask, _CELL)
    while True:
        boxes = _united([_shrunk(mask, group, cell) for group in _groups(cells)])
        if len(boxes) <= _MOST_AREAS:
            return sorted(boxes, key=lambda box: (box[1], box[0], box))
        cell, cells = cell * 2, _reduced(cells, 2)


def _reduced(mask: Image.Image, factor: int) -> Image.Image:
    """Return the mask with one pixel for `factor` × `factor` pixels: white if any of them is white."""
    # The mean of one white pixel in 6 × 6 is 7 of 255: every value above 0 becomes white.
    return mask.reduce(factor).point([0] + 255 * [255])


def _groups(cells: Image.Image) -> Iterator[set[tuple[int, int]]]:
    """Yield the groups of white pixels that touch."""
    white = [(i % cells.width, i // cells.width) for i, value in enumerate(cells.tobytes()) if value]
    left = set(white)
    for start in white:
        if start not in left:
            continue
        left.discard(start)
        group, edge = {start}, [start]
        while edge:
            column, row = edge.pop()
            near = {(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & left
            left -= near
            group |= near
            edge += near
        yield group


def _shrunk(mask: Image.Image, group: Iterable[tuple[int, int]], cell: int) -> Box:
    """Return the rectangle around the white pixels in some cells."""
    columns, rows = zip(*group, strict=True)
    left, top = min(columns) * cell, min(rows) * cell
    right, bottom = min((max(columns) + 1) * cell, mask.width), min((max(rows) + 1) * cell, mask.height)
    box = mask.crop((left, top, right, bottom)).getbbox() or (0, 0, right - left, bottom - top)
    return (left + box[0], top + box[1], left + box[2], top + box[3])


def _united(boxes: list[Box]) -> list[Box]:
    """Return the boxes, with hit ones merged."""
    merged: list[Box] = []
    for box in boxes:
        while True:
            hit = next((other for other in merged if _overlap(other, box)), None)
            if hit is None:
                break
            merged.remove(hit)
            box = (
                min(box[0], hit[0]),
                min(box[1], hit[1]),
                max(box[2], hit[2]),
                max(box[3], hit[3]),
            )
        merged.append(box)
    return merged


def _overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
