"""What is painted around the letters of a text: an outline, a shadow, a glow. The text itself stays text."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.records import replace
from cardgen.data.templates.models import TextStyle
from cardgen.scene.items import IDENTITY, Command, GlyphRun, Group, Item, Path, Pen, translate, walk
from cardgen.scene.paths import move_path

#: A soft edge is so many strokes over each other, all of the same opacity: vectors in every kind of file.
_LAYERS = 8

#: Strokes with round corners, as a shadow and a pen have them.
_ROUND = Pen(cap="round", join="round")

#: A glow that is fainter does not set letters off from what is under them.
_STRONG = 0.7


def with_surround(items: tuple[Item, ...], style: TextStyle) -> tuple[Item, ...]:
    """Return the items of a text with its shadow, its glow and its outline under them."""
    if not has_surround(style):
        return items
    letters = _letters(items)
    under: list[Item] = []
    if style.shadow is not None:
        shadow = style.shadow
        moved = translate(shadow.x, shadow.y)
        under.append(replace(_soft(letters, shadow.colour, shadow.blur, shadow.opacity), matrix=moved, of_text=True))
    if style.glow is not None:
        under.append(_soft(letters, style.glow.colour, style.glow.width, style.glow.opacity))
    if style.outline is not None:
        under.append(_spread(letters, style.outline.colour, style.outline.width))
    return (Group((*under, *items), around=_around(style)),)


def has_surround(style: TextStyle) -> bool:
    """Return True if a style paints anything around letters."""
    return any(surround is not None for surround in (style.outline, style.shadow, style.glow))


def _around(style: TextStyle) -> str:
    """Return the colour that surrounds the letters; "" if none sets them off from what is under them."""
    if style.outline is not None:
        return style.outline.colour
    return style.glow.colour if style.glow is not None and style.glow.opacity >= _STRONG else ""


def _letters(items: Sequence[Item]) -> tuple[Command, ...]:
    """Return the outlines of all letters as one path, so that letters that touch are not painted twice."""
    from cardgen.formats.paint import outline_of

    commands: list[Command] = []
    for matrix, item in walk(items):
        if isinstance(item, GlyphRun) and not item.invisible:
            commands += outline_of(item) if matrix == IDENTITY else move_path(outline_of(item), matrix)
    return tuple(commands)


def _spread(letters: tuple[Command, ...], colour: str, width: float) -> Path:
    """Return the letters, so many mm wider on all sides."""
    if not width:
        return Path(letters, fill=colour)
    return Path(letters, fill=colour, stroke=colour, stroke_width=2 * width, pen=_ROUND)


def _soft(letters: tuple[Command, ...], colour: str, width: float, opacity: float) -> Group:
    """Return the letters with an edge that fades out over so many mm. Each layer is painted as one picture."""
    layers = _LAYERS if width else 1
    of_layer = 1 - (1 - opacity) ** (1 / layers)
    widths = (width * (1 - number / layers) for number in range(layers))
    return Group(tuple([Group((_spread(letters, colour, wide),), opacity=of_layer) for wide in widths]), ink="hide")
