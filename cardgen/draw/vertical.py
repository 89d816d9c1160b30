"""Columns of Chinese text out of lines: characters upright, marks in their vertical places, Latin letters turned.

Of GB/T 15834-2011: marks of pause and stop stand below the character before them, at the right; quotation marks
are ﹃﹄ and ﹁﹂; brackets, dashes and dots of omission turn with the column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardgen.draw.fonts import Face, face_named, is_wide
from cardgen.draw.scene import GlyphRun, Group, Item, Matrix, then, translate, turn

#: Marks that turn with the column.
_TURNED = frozenset("《》「」『』（）〈〉【】〔〕｛｝［］“”‘’—…～〜－＝ー")

#: Marks that move to the upper right of their square, and those that are as high as it and only move to the right.
_UPPER_RIGHT = frozenset("，。、；：．")
_RIGHT = frozenset("！？")

#: Small kana stand a little higher and further to the right; in ems.
_SMALL_KANA = frozenset("ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ")
_KANA_AWAY = 0.11

#: What quotation marks are in a column, before they are turned.
_QUOTES = str.maketrans("“”‘’", "『』「」")

#: A character's square reaches so far above the baseline, and so far below it.
ABOVE, BELOW = 0.88, 0.12


def stand_up(items: Sequence[Item], right: float) -> tuple[Item, ...]:
    """The frame of lines turned into columns, the first at the right, whose right edge is `right` mm from the left."""
    way = then(turn(90), translate(right, 0.0))
    found: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            found.append(replace(item, matrix=then(item.matrix, way)))
        elif isinstance(item, GlyphRun) and not item.unseen:
            found += _stood_up(item, right, way)
        else:
            found.append(Group((item,), way))
    return tuple(found)


def _stood_up(run: GlyphRun, right: float, way: Matrix) -> Iterator[Item]:
    face = face_named(run.face)
    text, advances = run.text, run.advances
    along, begin = run.x, 0
    for end in range(1, len(text) + 1):
        upright = _is_upright(text[begin], face)
        if end < len(text) and not upright and not _is_upright(text[end], face):
            continue
        part = replace(run, text=text[begin:end], advances=advances[begin:end], x=along)
        along += sum(part.advances)
        begin = end
        if upright:
            yield _upright(part, face, right)
        else:
            quoted = part.text.translate(_QUOTES)
            if _is_full(part.text[0], face) and all(map(face.has, quoted)):
                part = replace(part, text=quoted)
            yield Group((part,), way)


def _is_full(character: str, face: Face) -> bool:
    return is_wide(character) or (character in _TURNED and face.nominal_width(character) == face.units)


def _is_upright(character: str, face: Face) -> bool:
    return character not in _TURNED and _is_full(character, face)


def _upright(run: GlyphRun, face: Face, right: float) -> GlyphRun:
    """One character on its square of the column."""
    character, size = run.text, run.size
    across, up = 0.0, 0.0
    if character in _UPPER_RIGHT or character in _RIGHT:
        left, bottom, far, top = face.ink(character)
        across = 1 - left - far  # as far from the right as it was from the left
        if character in _UPPER_RIGHT:
            up = ABOVE - BELOW - bottom - top
    elif character in _SMALL_KANA:
        across = up = _KANA_AWAY
    middle = right - run.baseline + (ABOVE - BELOW) / 2 * size
    width = face.nominal_width(character) / face.units
    x = middle + (across - width / 2) * size
    return replace(run, x=x, baseline=run.x + (ABOVE - up) * size, advances=(width * size,), slant=0.0)
