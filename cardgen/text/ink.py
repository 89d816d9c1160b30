"""The ink of runs of text."""

from __future__ import annotations

import math

from cardgen.scene.items import GlyphRun, Rect
from cardgen.text.faces import cached_by_font
from cardgen.text.fonts import characters_of, face_named

_Ink = tuple[float, float, float, float]


def ink_of(run: GlyphRun) -> Rect:
    """Return the rectangle around a run's ink in mm; of size 0 for a run of spaces or an invisible one."""
    if run.vertical:
        boxes = [ink for one in characters_of(run) if (ink := ink_of(one))[2] > 0]
        x, y = min((b[0] for b in boxes), default=run.x), min((b[1] for b in boxes), default=run.baseline)
        right, bottom = max((b[0] + b[2] for b in boxes), default=x), max((b[1] + b[3] for b in boxes), default=y)
        return (x, y, right - x, bottom - y)
    x, size, slant = run.x, run.size, run.slant
    left = top = math.inf
    far = low = -math.inf
    for glyph_ink, advance in zip(_inks(run), run.advances, strict=True) if not run.invisible else ():
        if glyph_ink is not None:
            begin, bottom, end, height = glyph_ink
            if slant:
                begin, end = begin + slant * bottom, end + slant * height
            # Comparisons take half the time of min and max; this runs for every character of a deck.
            left = x + begin * size if x + begin * size < left else left
            far = x + end * size if x + end * size > far else far
            top = -height * size if -height * size < top else top
            low = -bottom * size if -bottom * size > low else low
        x += advance
    if far < left:
        return (run.x, run.baseline, 0.0, 0.0)
    return (left, run.baseline + top, far - left, low - top)


def _inks(run: GlyphRun) -> list[_Ink | None]:
    """Return the ink of each glyph from its pen position, in ems; None for a blank one."""
    face = run.face
    if run.glyphs is None:
        return [_character_ink(face, character) for character in run.text]
    inks: list[_Ink | None] = [_glyph_ink(face, number) for number in run.glyphs.numbers]
    if not run.glyphs.offsets:
        return inks
    return [
        ink and (ink[0] + x, ink[1] + y, ink[2] + x, ink[3] + y)
        for ink, (x, y) in zip(inks, run.glyphs.offsets, strict=True)
    ]


@cached_by_font(16_384)
def _character_ink(face: str, character: str) -> _Ink | None:
    return None if character.isspace() else face_named(face).ink(character)


@cached_by_font(16_384)
def _glyph_ink(face: str, glyph: int) -> _Ink | None:
    ink = face_named(face).glyph_ink(glyph)
    return ink if ink[2] > ink[0] else None
