"""The small picture of a saved object: some of its cards on its board."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.records import dataclass
from cardgen.base.units import MM_PER_INCH
from cardgen.scene.items import Command, Group, Item, Path, Placed, Scene, rectangle, scale, then, translate, turn

#: The width and height of the picture in pixels.
PIXELS = 256

#: The width and height of its scene, mm, its ground, and the resolution that gives the pixels.
_SIDE, _GROUND = 64.0, "#33463f"
DPI = PIXELS / _SIDE * MM_PER_INCH

#: The longer side of a board and of a card, mm, and the angle between two cards.
_BOARD, _CARD, _ANGLE = 58.0, 44.0, 14.0


@dataclass(frozen=True, slots=True)
class ShownFace:
    """A face in the picture, and the outline that it is cut along, mm."""

    scene: Scene
    outline: tuple[Command, ...]


def thumbnail(name: str, title: str, cards: Sequence[ShownFace], boards: Sequence[Scene]) -> Scene:
    """Return a square with the first of the boards and up to three cards, one over another."""
    ground = Path(rectangle(0, 0, _SIDE, _SIDE), fill=_GROUND)
    items: list[Item] = [ground]
    middle = _SIDE / 2
    for board in boards[:1]:
        items.append(_placed(ShownFace(board, rectangle(0, 0, board.width, board.height)), _BOARD, middle, middle, 0.0))
    length, y = (_CARD * 0.66, _SIDE * 0.68) if boards else (_CARD, middle)
    shown = cards[:3]
    longest = max((_longer_side(card.scene) for card in shown), default=0.0)
    for i, card in enumerate(shown):
        offset = i - (len(shown) - 1) / 2
        own = length * _longer_side(card.scene) / longest
        items.append(_placed(card, own, middle + offset * length * 0.36, y + abs(offset) * 2, offset * _ANGLE))
    return Scene(_SIDE, _SIDE, tuple(items), name=name, title=title)


def _longer_side(scene: Scene) -> float:
    return max(scene.width, scene.height)


def _placed(shown: ShownFace, length: float, x: float, y: float, angle: float) -> Group:
    """Return a face in small, its longer side `length` mm, with a shadow, its middle at (x, y)."""
    scene = shown.scene
    factor = length / _longer_side(scene)
    outline = shown.outline
    paper = Path(outline, fill="#ffffff")
    face = Group((paper, Placed(scene, clip=(0, 0, scene.width, scene.height))), clip=Path(outline))
    shift = 0.7 / factor
    shadow = Group((Path(outline, fill="#000000", opacity=0.35),), translate(0.0, shift))
    way = then(translate(-scene.width / 2, -scene.height / 2), then(scale(factor), then(turn(angle), translate(x, y))))
    return Group((shadow, face), way)
