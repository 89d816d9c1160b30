"""Drawings of what lies on a table: cards, piles, fans, boards and empty places, at actual size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cardgen.rulebook.blocks.cards import draw_face
from cardgen.scene.items import Command, Group, Item, Path, Scene, polyline, rectangle, scale, then, translate, turn
from cardgen.scene.shapes import Drawing

#: Between the cards of a pile, and the least part of a card in a fan that the next one leaves visible, mm.
_PILE_STEP, _FAN_STEP = 1.2, 14.0
#: The cards that a pile shows.
_PILE_CARDS = 4
#: Between cards side by side, mm.
_GAP = 6.0
_EDGE, _GROUND, _CELLS = "#5b6577", "#eef1f5", "#b9c2ce"


OutlineOf: TypeAlias = Callable[[Scene], tuple[Command, ...]]
"""Returns the outline of a card by one of its sides; nothing for a rectangle."""


def draw_pile(back: Scene, corner: float, outline_of: OutlineOf) -> Drawing:
    """Return a pile of cards, face down."""
    card = draw_face(back, False, corner, outline=outline_of(back))
    items = tuple(Group(card, translate(i * _PILE_STEP, -i * _PILE_STEP)) for i in range(_PILE_CARDS))
    shift = (_PILE_CARDS - 1) * _PILE_STEP
    return Drawing((Group(items, translate(0, shift)),), back.width + shift, back.height + shift)


def draw_fan(scenes: Sequence[Scene], corner: float, outline_of: OutlineOf) -> Drawing:
    """Return cards in a fan, the last on top."""
    middle = (len(scenes) - 1) / 2
    width, height = max(scene.width for scene in scenes), max(scene.height for scene in scenes)
    angle = min(9.0, 40.0 / max(1, len(scenes)))
    step = min(_FAN_STEP, width / 3)
    items: list[Item] = []
    for i, scene in enumerate(scenes):
        turned = turn((i - middle) * angle, width / 2, height * 1.6)
        face = draw_face(scene, False, corner, outline=outline_of(scene))
        items.append(Group(face, then(turned, translate((i - middle) * step * 0.4, 0))))
    return crop(tuple(items), _corners(scenes, items))


def draw_row(scenes: Sequence[tuple[Scene, bool]], corner: float, outline_of: OutlineOf) -> Drawing:
    """Return cards side by side, each upside down or not."""
    items: list[Item] = []
    x = 0.0
    for scene, turned in scenes:
        items.append(Group(draw_face(scene, turned, corner, outline=outline_of(scene)), translate(x, 0)))
        x += scene.width + _GAP
    return Drawing(tuple(items), x - _GAP, max(scene.height for scene, _ in scenes))


def draw_sheet(scene: Scene) -> Drawing:
    """Return a board or a mat, with a fine edge."""
    return Drawing(draw_face(scene, False, 0.0), scene.width, scene.height)


def draw_place(back: Scene, corner: float, outline_of: OutlineOf) -> Drawing:
    """Return the dashed outline of an empty place of cards with this back."""
    outline = outline_of(back) or rectangle(0, 0, back.width, back.height, corner)
    return Drawing((Path(outline, stroke=_EDGE, stroke_width=0.8, dash=(4.0, 3.0)),), back.width, back.height)


def draw_grid(columns: int, rows: int, cell: float) -> Drawing:
    """Return a board of empty cells."""
    width, height = columns * cell, rows * cell
    across = (polyline((0, i * cell), (width, i * cell)) for i in range(1, rows))
    down = (polyline((i * cell, 0), (i * cell, height)) for i in range(1, columns))
    lines = tuple(command for line in (*across, *down) for command in line)
    ground = Path(rectangle(0, 0, width, height), fill=_GROUND, stroke=_EDGE, stroke_width=1.0)
    return Drawing((ground, Path(lines, stroke=_CELLS, stroke_width=0.5)), width, height)


def turn_drawing(drawing: Drawing, degrees: int) -> Drawing:
    """Return a drawing turned clockwise by a multiple of 90 degrees."""
    if degrees % 360 == 0:
        return drawing
    matrix = turn(degrees, drawing.width / 2, drawing.height / 2)
    if degrees % 180 == 0:
        return Drawing((Group(drawing.items, matrix),), drawing.width, drawing.height)
    shift = translate((drawing.height - drawing.width) / 2, (drawing.width - drawing.height) / 2)
    return Drawing((Group(drawing.items, then(matrix, shift)),), drawing.height, drawing.width)


def scale_drawing(drawing: Drawing, factor: float) -> Drawing:
    return Drawing((Group(drawing.items, scale(factor)),), drawing.width * factor, drawing.height * factor)


def crop(items: tuple[Item, ...], corners: Sequence[tuple[float, float]]) -> Drawing:
    """Return the items moved so that the corners are in a rectangle that begins at (0, 0)."""
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
    return Drawing((Group(items, translate(-left, -top)),), right - left, bottom - top)


def _corners(scenes: Sequence[Scene], groups: Sequence[Item]) -> list[tuple[float, float]]:
    corners = []
    for scene, group in zip(scenes, groups, strict=True):
        assert isinstance(group, Group)
        a, b, c, d, e, f = group.matrix
        for x, y in ((0.0, 0.0), (scene.width, 0.0), (0.0, scene.height), (scene.width, scene.height)):
            corners.append((a * x + c * y + e, b * x + d * y + f))
    return corners
