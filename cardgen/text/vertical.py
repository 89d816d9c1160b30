"""Lines of Chinese text turned into columns: characters upright, marks in their vertical places, Latin letters turned.

By GB/T 15834-2011, pause and stop marks are below the character before them, at the right; quotation marks are ﹃﹄ and
﹁﹂; brackets, dashes and ellipses turn with the column. Marks that a face has in the middle stay there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.base.records import replace
from cardgen.base.units import sum_floats
from cardgen.scene.items import SQUARE_TOP, GlyphRun, Glyphs, Group, Item, Matrix, then, translate, turn
from cardgen.text.faces import Face
from cardgen.text.fonts import face_named, is_wide
from cardgen.text.shaping import vertical_glyph

#: Marks that turn with the column.
_TURNED = frozenset("《》「」『』（）〈〉【】〔〕｛｝［］“”‘’—…～〜－＝ー")

#: Marks that move to the upper right of their square; and tall marks, which only move to the right.
_UPPER_RIGHT = frozenset("，。、；：．")
_RIGHT = frozenset("！？")

#: Small kana move up and to the right by so many ems.
_SMALL_KANA = frozenset("ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ")
_KANA_SHIFT = 0.11

#: Quotation marks of columns, before they are turned.
_QUOTES = str.maketrans("“”‘’", "『』「」")


def turn_into_columns(items: Sequence[Item], right: float) -> tuple[Item, ...]:
    """Turn lines into columns from right to left. `right` is the right edge of the first column, in mm."""
    matrix = then(turn(90), translate(right, 0.0))
    columns: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            columns.append(replace(item, matrix=then(item.matrix, matrix)))
        elif isinstance(item, GlyphRun) and not item.invisible and item.glyphs is None:
            columns += _column_of(item, right, matrix)
        else:
            columns.append(Group((item,), matrix))
    return tuple(columns)


def _column_of(run: GlyphRun, right: float, matrix: Matrix) -> Iterator[Item]:
    face = face_named(run.face)
    text, advances = run.text, run.advances
    along, begin = run.x, 0
    for end in range(1, len(text) + 1):
        upright = _is_upright(text[begin], face)
        if end < len(text) and _is_upright(text[end], face) == upright:
            continue
        part = replace(run, text=text[begin:end], advances=advances[begin:end], x=along)
        along += sum_floats(part.advances)
        begin = end
        if upright:
            for pair in _in_pairs(part):
                yield from _upright(pair, face, right)
        else:
            quoted = part.text.translate(_QUOTES)
            if _is_full(part.text[0], face) and all(map(face.has, quoted)):
                part = replace(part, text=quoted)
            yield Group((part,), matrix)


def _in_pairs(run: GlyphRun) -> Iterator[GlyphRun]:
    """Yield the run in parts of two characters, the first part of one character if their number is odd.

    Programs that extract text from a PDF recognise a column by two characters below each other. They read runs that
    begin at the same height from left to right, which would mix whole columns.
    """
    begin, along = 0, run.x
    while begin < len(run.text):
        end = begin + 2 - (len(run.text) - begin) % 2
        advances = run.advances[begin:end]
        yield replace(run, text=run.text[begin:end], advances=advances, x=along)
        begin, along = end, along + sum_floats(advances)


def _is_full(character: str, face: Face) -> bool:
    return is_wide(character) or (character in _TURNED and face.nominal_width(character) == face.units)


def _is_upright(character: str, face: Face) -> bool:
    if not _is_full(character, face):
        return False
    return character not in _TURNED or vertical_glyph(face.name, character) is not None


def _upright(run: GlyphRun, face: Face, right: float) -> Iterator[GlyphRun]:
    """Yield upright characters, centred in the column, with marks in their vertical places."""
    middle = right - run.baseline + (SQUARE_TOP - 0.5) * run.size
    column = replace(run, x=middle, baseline=run.x, slant=0.0, vertical=True)
    own = [vertical_glyph(face.name, character) for character in run.text]
    if any(own):  # the font has forms for columns, which need not be moved
        numbers = tuple(
            (face.glyph(character) or 0) if glyph is None else glyph
            for character, glyph in zip(run.text, own, strict=True)
        )
        yield replace(column, glyphs=Glyphs(numbers, tuple(range(len(numbers)))))
        return
    shifts = [_shift(character, face) for character in run.text]
    if not any(right_shift or up for right_shift, up in shifts):
        yield column
        return
    visible: list[GlyphRun] = []
    top = column.baseline
    for character, advance, (right_shift, up) in zip(run.text, run.advances, shifts, strict=True):
        x, baseline = middle + right_shift * run.size, top - up * run.size
        visible.append(replace(column, text=character, x=x, baseline=baseline, advances=(advance,)))
        top += advance
    yield from separate_text(visible, column)


def _shift(character: str, face: Face) -> tuple[float, float]:
    """Return how far a character moves on its square, to the right and up, in ems."""
    if character in _SMALL_KANA:
        return _KANA_SHIFT, _KANA_SHIFT
    if character not in _UPPER_RIGHT and character not in _RIGHT:
        return 0.0, 0.0
    left, bottom, far, top = face.ink(character)
    if not face.has_blank_half(character):  # in the middle of its square, as in traditional characters
        return 0.0, 0.0
    # Mirrored: the left margin becomes the right one; for low marks, the bottom margin becomes the top one.
    return 1 - left - far, 2 * SQUARE_TOP - 1 - bottom - top if character in _UPPER_RIGHT else 0.0


def separate_text(visible: Sequence[GlyphRun], text: GlyphRun) -> Iterator[GlyphRun]:
    """Yield visible runs as shapes, and an invisible run with their text in reading order.

    Without this, a mark at the right of its column would be extracted after the turned letters below it.
    """
    if text.outlined:
        yield from visible
    else:
        yield replace(text, invisible=True)
        yield from (replace(run, outlined=True) for run in visible)
