"""Columns of Chinese text out of lines: characters upright, marks in their vertical places, Latin letters turned.

Of GB/T 15834-2011: marks of pause and stop stand below the character before them, at the right; quotation marks
are ﹃﹄ and ﹁﹂; brackets, dashes and dots of omission turn with the column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardgen.scene.items import SQUARE_TOP, GlyphRun, Group, Item, Matrix, then, translate, turn
from cardgen.text.fonts import Face, face_named, is_wide

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
        if end < len(text) and _is_upright(text[end], face) == upright:
            continue
        part = replace(run, text=text[begin:end], advances=advances[begin:end], x=along)
        along += sum(part.advances)
        begin = end
        if upright:
            for pair in _in_pairs(part):
                yield from _upright(pair, face, right)
        else:
            quoted = part.text.translate(_QUOTES)
            if _is_full(part.text[0], face) and all(map(face.has, quoted)):
                part = replace(part, text=quoted)
            yield Group((part,), way)


def _in_pairs(run: GlyphRun) -> Iterator[GlyphRun]:
    """The run two characters at a time, one at the beginning of an odd number.

    Readers of a PDF see from two characters that they stand below each other; and they take runs that begin at one
    height from left to right, as two whole columns would.
    """
    begin, along = 0, run.x
    while begin < len(run.text):
        end = begin + 2 - (len(run.text) - begin) % 2
        advances = run.advances[begin:end]
        yield replace(run, text=run.text[begin:end], advances=advances, x=along)
        begin, along = end, along + sum(advances)


def _is_full(character: str, face: Face) -> bool:
    return is_wide(character) or (character in _TURNED and face.nominal_width(character) == face.units)


def _is_upright(character: str, face: Face) -> bool:
    return character not in _TURNED and _is_full(character, face)


def _upright(run: GlyphRun, face: Face, right: float) -> Iterator[GlyphRun]:
    """Upright characters, their squares in the middle of the column, marks in their places on them."""
    middle = right - run.baseline + (SQUARE_TOP - 0.5) * run.size
    column = replace(run, x=middle, baseline=run.x, slant=0.0, down=True)
    places = [_place(character, face) for character in run.text]
    if not any(across or up for across, up in places):
        yield column
        return
    seen: list[GlyphRun] = []
    top = column.baseline
    for character, advance, (across, up) in zip(run.text, run.advances, places, strict=True):
        x, baseline = middle + across * run.size, top - up * run.size
        seen.append(replace(column, text=character, x=x, baseline=baseline, advances=(advance,)))
        top += advance
    yield from told_apart(seen, column)


def _place(character: str, face: Face) -> tuple[float, float]:
    """How far a character is moved on its square, to the right and up, in ems."""
    if character in _SMALL_KANA:
        return _KANA_AWAY, _KANA_AWAY
    if character not in _UPPER_RIGHT and character not in _RIGHT:
        return 0.0, 0.0
    left, bottom, far, top = face.ink(character)
    # As far from the right as it was from the left; and a low one as far from the top as it was from the bottom.
    return 1 - left - far, 2 * SQUARE_TOP - 1 - bottom - top if character in _UPPER_RIGHT else 0.0


def told_apart(seen: Sequence[GlyphRun], told: GlyphRun) -> Iterator[GlyphRun]:
    """Runs drawn as shapes where they are seen, and one that is told where the text belongs.

    What stands at the right of its column would be told after the turned letters below it.
    """
    if told.echo:
        yield from seen
    else:
        yield replace(told, unseen=True)
        yield from (replace(run, echo=True) for run in seen)
