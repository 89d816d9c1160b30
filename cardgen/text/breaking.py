"""Lines: measured text broken where Unicode and Chinese typesetting allow it, greedily or balanced, and stretched."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from cardgen.base.records import dataclass
from cardgen.base.units import sum_floats
from cardgen.text.faces import Face
from cardgen.text.fonts import is_wide
from cardgen.text.line_breaking import NO_BREAK
from cardgen.text.measuring import CLOSING, HYPHEN, OPENING, Measured, TextPiece
from cardgen.text.shaping import Shaped, shape

#: Drawn where a word is divided: the hyphen of Unicode, or that of typewriters.
_HYPHENS = "\u2010-"

# In a ragged margin a word is only divided if the line would otherwise end so many ems early.
_HYPHEN_ZONE = 2.0


@dataclass(frozen=True, slots=True)
class Line:
    """Characters `start` to `end` of a measured text, `width` ems long without hanging marks.

    A line with a `hyphen` ends inside of a word: its width includes the hyphen.
    """

    start: int
    end: int
    width: float
    last: bool
    hyphen: bool = False


@dataclass(frozen=True, slots=True)
class Stretch:
    """How far lines are stretched to fill their width: by `line` ems at most, and by `gap` ems at each gap.

    Gaps are spaces and between two wide characters; with `mixed` also between a wide character and any other.
    """

    line: float = 3.0
    gap: float = 1e6
    mixed: bool = False


def break_lines(measured: Measured, width: float, indent: float = 0.0, start: int = 0) -> list[Line]:
    """Break text from a `start` on into lines of at most `width` ems, the first of all narrower by `indent`.

    They are filled greedily. A word wider than its line gets a line of its own and overflows.
    """
    text, advances = measured.text, measured.advances
    lines: list[Line] = []
    total = len(text)
    full = width + measured.tracking + 1e-9
    while start < total:
        end = 0  # searched once the line is full
        searched = start
        used = (0.0 if start else indent) - hang_first(measured, start)
        position = start
        while position < total and text[position] != "\n":
            used += advances[position]
            if used > full and text[position] != " " and used - _hang_last(measured, position) > full:
                end = _last_break(measured, start, searched, position, full - (0.0 if start else indent))
                if end:
                    break
                searched = position
            position += 1
        ended = position >= total or text[position] == "\n"
        if ended:
            end = position
        lines.append(_line(measured, start, end, last=ended))
        start = end + (1 if ended else 0)
        while not ended and start < total and text[start] == " ":
            start += 1
    if text[-1:] == "\n":
        lines.append(Line(total, total, 0.0, last=True))
    return lines


def _last_break(measured: Measured, start: int, searched: int, position: int, full: float) -> int:
    """Return the last position after `searched` and up to `position` where the line may end; 0 if there is none."""
    breaks = measured.breaks
    hyphenated = 0
    for candidate in range(position, searched, -1):
        if breaks[candidate] == NO_BREAK:
            continue
        if breaks[candidate] != HYPHEN:
            if hyphenated and full - _width(measured, start, candidate) > _HYPHEN_ZONE:
                return hyphenated
            return candidate
        if not hyphenated and _line(measured, start, candidate, last=False).width <= full:
            hyphenated = candidate
    return hyphenated


def balance_lines(measured: Measured, width: float, indent: float = 0.0, start: int = 0) -> list[Line]:
    """Break text into as many lines as `break_lines`, but with lengths as similar as possible in each paragraph.

    So no paragraph ends with a single word.
    """
    lines: list[Line] = []
    first = 0
    greedy = break_lines(measured, width, indent, start)
    for number, line in enumerate(greedy):
        if line.last:
            paragraph = greedy[first : number + 1]
            first = number + 1
            lines += _balanced(measured, paragraph, width, indent) if len(paragraph) > 1 else paragraph
    return lines


def _balanced(measured: Measured, paragraph: Sequence[Line], width: float, indent: float) -> list[Line]:
    """Return the paragraph in the same number of lines with the least sum of squared lengths."""
    text, advances, breaks = measured.text, measured.advances, measured.breaks
    start, end = paragraph[0].start, paragraph[-1].end
    if text[start] == " ":  # indented by hand; balancing could make a line of spaces only
        return list(paragraph)
    hyphens = {line.end for line in paragraph if line.hyphen}
    inside = [i for i in range(start + 1, end) if breaks[i] not in (NO_BREAK, HYPHEN) or i in hyphens]
    places = [start, *inside, end]
    reached = [0.0, *accumulate(advances[start:end])]
    begins = [reached[place - start] + hang_first(measured, place) for place in places[:-1]]
    begins[0] -= 0.0 if start else indent
    # The best way to each place: the number of lines, the sum of their squares, and the start of the last line.
    ways: list[tuple[int, float, int]] = [(0, 0.0, 0)]
    for number, place in enumerate(places[1:], start=1):
        last = place - 1
        while last > start and text[last] == " ":
            last -= 1
        ended = reached[last + 1 - start] - measured.tracking - _hang_last(measured, last)
        if place in hyphens:
            ended += hyphen_width(measured, place)
        candidates: list[tuple[int, float, int]] = []
        for before in range(number - 1, -1, -1):
            length = ended - begins[before]
            if length > width + 1.0 and candidates:
                break
            if length <= width + 1e-9 or not candidates:  # text that cannot be broken overflows
                count, squares, _ = ways[before]
                candidates.append((count + 1, squares + length * length, before))
        ways.append(min(candidates))
    cuts = [len(places) - 1]
    while cuts[-1]:
        cuts.append(ways[cuts[-1]][2])
    cuts.reverse()
    return [_line(measured, places[a], places[b], last=b == cuts[-1]) for a, b in pairwise(cuts)]


def lines_without_runt(measured: Measured, width: float, runt: float, room: float) -> list[Line]:
    """Break text greedily, a little earlier if the last line would be shorter than `runt` ems.

    The lines become at most `room` ems shorter, and no more.
    """
    lines = break_lines(measured, width)
    narrower = width
    while len(lines) > 1 and lines[-1].width < runt and narrower > width - room:
        narrower -= 0.25
        tried = break_lines(measured, narrower)
        if len(tried) > len(lines) or any(line.width > narrower + 1e-9 for line in tried):
            break
        lines = tried if tried[-1].width >= runt else lines
    return lines


# ---------------------------------------------------------------- the ends of lines


def hang_first(measured: Measured, position: int) -> float:
    """Return how far a line hangs out to the left, in ems: the blank half if it begins with an opening mark."""
    return measured.hangs.get(position, 0.0) if measured.text[position] in OPENING else 0.0


def _hang_last(measured: Measured, position: int) -> float:
    half = measured.hangs.get(position, 0.0) if measured.text[position] in CLOSING else 0.0
    return 0.0 if measured.advances[position] < 1.5 * half else half  # its blank half may be removed already


def _line(measured: Measured, start: int, end: int, last: bool) -> Line:
    hyphen = not last and end < len(measured.breaks) and measured.breaks[end] == HYPHEN
    text = measured.text
    while end > start and text[end - 1] == " ":
        end -= 1
    return Line(start, end, _width(measured, start, end, hyphen), last, hyphen)


def _width(measured: Measured, start: int, end: int, hyphen: bool = False) -> float:
    """Return the width of the characters as a line, without the spaces at its end."""
    text = measured.text
    while end > start and text[end - 1] == " ":
        end -= 1
    if start == end:
        return 0.0
    width = sum_floats(line_advances(measured, start, end)) - measured.tracking - measured.gaps.get(end - 1, 0.0)
    if hyphen:
        return width - hang_first(measured, start) + hyphen_width(measured, end)
    return width - hang_first(measured, start) - _hang_last(measured, end - 1)


def hyphen_width(measured: Measured, position: int) -> float:
    """Return the width in ems of the hyphen at the end of a line that ends before `position`."""
    hyphen = hyphen_of(measured, position)
    if hyphen is None:
        return 0.0
    character, face = hyphen
    scale = measured.spans[piece_at(measured, position - 1).span].scale
    return face.nominal_width(character) / face.units * scale + measured.tracking


def hyphen_of(measured: Measured, position: int) -> tuple[str, Face] | None:
    """Return the hyphen at the end of a line that ends before `position`, in its face; None if that has none."""
    face = piece_at(measured, position - 1).face
    character = next((hyphen for hyphen in _HYPHENS if face is not None and face.has(hyphen)), None)
    return (character, face) if character is not None and face is not None else None


# ---------------------------------------------------------------- pieces on lines


def piece_at(measured: Measured, position: int) -> TextPiece:
    """Return the piece that the character at a position belongs to."""
    return measured.pieces[bisect_right(measured.pieces, position, key=lambda piece: piece.start) - 1]


def pieces_on(measured: Measured, line: Line) -> list[TextPiece]:
    """Return the pieces of a line, cut at its ends, and shaped again where the cut changes glyphs."""
    return _pieces_between(measured, line.start, line.end)


def _pieces_between(measured: Measured, start: int, end: int) -> list[TextPiece]:
    first = bisect_right(measured.pieces, start, key=lambda piece: piece.start) - 1
    last = bisect_left(measured.pieces, end, lo=max(first, 0), key=lambda piece: piece.start)
    return [
        _cut(measured, piece, max(start, piece.start), min(end, piece.end)) for piece in measured.pieces[first:last]
    ]


def _cut(measured: Measured, piece: TextPiece, start: int, end: int) -> TextPiece:
    """Return a part of a piece, which may be all of it."""
    if (start, end) == (piece.start, piece.end):
        return piece
    shaped = piece.shaped
    if shaped is not None and piece.face is not None:
        shaped = _part_of(measured, piece, shaped, start, end)
    return TextPiece(start, end, piece.span, piece.face, shaped, piece.script, piece.level)


def _part_of(measured: Measured, piece: TextPiece, shaped: Shaped, start: int, end: int) -> Shaped:
    begin, stop = start - piece.start, end - piece.start
    if not shaped.glyphs:
        return Shaped(shaped.advances[begin:stop])
    if (begin and begin in shaped.unsafe) or (stop < len(shaped.advances) and stop in shaped.unsafe):
        assert piece.face is not None
        return shape(
            piece.face.name,
            measured.text[start:end],
            piece.script,
            measured.spans[piece.span].lang,
            right_to_left=bool(piece.level & 1),
            apart=bool(measured.tracking),
            features=measured.spans[piece.span].features,
        )
    return shaped.part(begin, stop)


def line_advances(measured: Measured, start: int, end: int) -> Sequence[float]:
    """Return the advances of a line's characters; those of pieces that are shaped again may differ from the text's."""
    advances = measured.advances[start:end]
    if not measured.is_joined:
        return advances
    changed = list(advances)
    for piece in _pieces_between(measured, start, end):
        original = piece_at(measured, piece.start)
        if piece is original or piece.shaped is None or original.shaped is None or piece.face is None:
            continue
        units = piece.face.units / measured.spans[piece.span].scale
        begin = piece.start - original.start
        before = original.shaped.advances[begin : begin + len(piece.shaped.advances)]
        for i, (new, old) in enumerate(zip(piece.shaped.advances, before, strict=True)):
            if new != old:
                changed[piece.start - start + i] += (new - old) / units
    return changed


# ---------------------------------------------------------------- stretching


def stretch(measured: Measured, line: Line, slack: float, limits: Stretch) -> dict[int, float]:
    """Return the ems to add after characters, by their positions, so that the line fills its width."""
    if line.last or not 0 < slack <= limits.line:
        return {}
    text = measured.text
    gaps = [i for i in range(line.start, line.end - 1) if _stretches(text[i], text[i + 1], limits.mixed)]
    if not gaps or slack / len(gaps) > limits.gap:
        return {}
    return dict.fromkeys(gaps, slack / len(gaps))


def _stretches(character: str, after: str, mixed: bool) -> bool:
    if character == " ":
        return True
    return (is_wide(character) or is_wide(after)) if mixed else (is_wide(character) and is_wide(after))
