"""Measured text: spans as one text, split into pieces of one face and direction, shaped, with an advance per character.

Widths are in ems and scaled when lines are placed, so one measurement is enough for all sizes.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from unicodedata import normalize

from cardgen.base.records import dataclass, field
from cardgen.base.units import sum_floats
from cardgen.text.bidi import embedding_levels, needs_bidi, paragraph_level
from cardgen.text.clusters import cluster_starts
from cardgen.text.faces import Face
from cardgen.text.fonts import IGNORABLE, face_for, is_wide
from cardgen.text.hyphenation import SOFT_HYPHEN
from cardgen.text.line_breaking import MAY_BREAK, NO_BREAK, break_opportunities
from cardgen.text.scripts import split_scripts
from cardgen.text.shaping import Shaped, shape
from cardgen.text.spans import PICTURE, PICTURE_AIR, READING, Span

#: Marks that may not begin a line, and marks that may not end one.
NOT_FIRST = frozenset("，。！？：；、》」』”’）〉】〕｝％‰℃…—～·•,.!?:;)]}%")
NOT_LAST = frozenset("《「『“‘（〈【〔｛￥$([{#")

#: Marks with their ink in one half of the square. The blank half is removed beside another such mark.
CLOSING = frozenset("，。、：；！？》」』”’）〉】〕｝")
OPENING = frozenset("《「『“‘（〈【〔｛")


#: A value of `Measured.breaks` besides those of `break_opportunities`: a line may end here, with a hyphen.
HYPHEN = 3

# Marks as tall as a character: in a vertical line they have no blank half.
_TALL = frozenset("！？")

# The space between the readings of neighbouring characters, in ems of the text.
_SYLLABLE_GAP = 0.14

# The space before and after text with a ground, in ems.
_GROUND_GAP = 0.22

# Places where a line may end, with a hyphen and without.
_ZERO_WIDTH_SPACE = "\u200b"
_INVISIBLE_BREAK = re.compile(f"[{SOFT_HYPHEN}{_ZERO_WIDTH_SPACE}]")

_WIDE_MARK = re.compile(f"[{re.escape(''.join(sorted(CLOSING | OPENING)))}]")
# A mark before another one, and the marks that faces of traditional characters have in the middle of their square.
_MARKS_TOGETHER = re.compile(f"{_WIDE_MARK.pattern}(?={_WIDE_MARK.pattern})")
_CENTRED = re.compile("[，。、：；！？]")

# Scripts whose letters are joined: no space is added between them.
_JOINED = frozenset({"Adlm", "Arab", "Mand", "Mani", "Mong", "Nkoo", "Phag", "Rohg", "Syrc"})

# Languages that are written from right to left, for text without a letter.
_RIGHT_TO_LEFT = frozenset({"ar", "arc", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"})


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Characters `start` to `end` of a measured text, in one span, script and direction.

    The face is None for a picture, upright figures, a line break, and characters that no font has. The `level` is odd
    for text from right to left.
    """

    start: int
    end: int
    span: int
    face: Face | None = None
    shaped: Shaped | None = None
    script: str = ""
    level: int = 0


@dataclass(frozen=True, slots=True)
class Measured:
    """A measured text.

    `advances` has a number for each character of `text`, in ems, with kerning and `tracking`, without removed blank
    halves; the width of a line does not include the tracking after its last character. `breaks` says what may happen
    before each character. `hangs` has the blank half of full-width marks, which hangs out at the ends of lines. `gaps`
    are spaces after characters that disappear at the end of a line. `missing` are the characters that no face has.
    `level` is the direction of the first paragraph. If the text `is_joined`, characters share glyphs, so that a part of
    it may be shaped otherwise than the whole.
    """

    spans: tuple[Span, ...] = ()
    text: str = ""
    advances: Sequence[float] = ()
    breaks: Sequence[int] = ()
    pieces: tuple[TextPiece, ...] = ()
    tracking: float = 0.0
    hangs: Mapping[int, float] = field(default_factory=dict)
    gaps: Mapping[int, float] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    level: int = 0
    is_joined: bool = False

    @property
    def length(self) -> float:
        """The length of the text in one line, in ems."""
        return sum_floats(self.advances)


def measure(
    spans: Sequence[Span],
    tracking: float = 0.0,
    vertical: bool = False,
    script_gap: float = 0.0,
    keeps_direction: bool = False,
) -> Measured:
    """Measure spans; `tracking` ems are added to every advance.

    `script_gap` ems are the space between a Chinese character and a Latin letter, a figure or a picture. Each paragraph
    has the direction of its first letter, or that of the language of the first span if the text `keeps_direction`.
    """
    texts = [PICTURE if span.is_square else normalize("NFC", span.text) for span in spans]
    written = "".join(texts)
    if not written:
        return Measured(tuple(spans), tracking=tracking)
    breaks = bytearray(break_opportunities(written, spans[0].lang)[:-1])
    if _INVISIBLE_BREAK.search(written):
        breaks = _without_invisible(written, breaks)
        texts = [_INVISIBLE_BREAK.sub("", text) for text in texts]
    text = "".join(texts)
    default = int(is_right_to_left(spans[0].lang))
    keeps_direction = keeps_direction and bool(default)  # otherwise only letters from right to left matter
    levels = _levels(text, default, keeps_direction) if needs_bidi(text) or keeps_direction else b""
    pieces = tuple(_pieces(spans, texts, text, levels, apart=bool(tracking)))
    advances: list[float] = []
    for piece in pieces:
        advances += _advances(piece, spans[piece.span], text, tracking, vertical)
    _add_readings(spans, pieces, advances, breaks)
    hangs = dict(_hangs(spans, pieces, text, vertical))
    for i in hangs:  # only one of two neighbouring marks keeps its blank half
        if i and i - 1 in hangs and (text[i - 1] in CLOSING or text[i] in OPENING):
            advances[i - 1] -= hangs[i - 1]
    for i, less in _tightened(spans, pieces, text, hangs, vertical):
        advances[i] -= less
    gaps = _gaps(spans, pieces, text, script_gap)
    for i, gap in gaps.items():
        advances[i] += gap
    missing = {c for span in spans if span.upright for c in span.text if face_for(c, span.font, span.lang) is None}
    missing |= {
        text[i] for p in pieces if p.face is None and not spans[p.span].is_square for i in range(p.start, p.end)
    }
    return Measured(
        tuple(spans),
        text,
        advances,
        breaks,
        pieces,
        tracking,
        hangs,
        gaps,
        tuple(sorted(missing - {"\n"})),
        _base_level(text, default, keeps_direction, bool(levels)),
        any(piece.shaped is not None and piece.shaped.unsafe for piece in pieces),
    )


def measure_reading(span: Span) -> Measured:
    """Measure the small text above a span."""
    return measure([Span(span.reading, span.font, span.colour, span.lang, span.scale * READING)])


# ---------------------------------------------------------------- breaks and directions


def _without_invisible(text: str, breaks: Sequence[int]) -> bytearray:
    """Return the breaks of a text without its soft hyphens and zero width spaces."""
    kept = bytearray()
    before = NO_BREAK
    for i, character in enumerate(text):
        if character in (SOFT_HYPHEN, _ZERO_WIDTH_SPACE):
            before = HYPHEN if character == SOFT_HYPHEN and before == NO_BREAK else MAY_BREAK
            continue
        kept.append(before if before != NO_BREAK and breaks[i] == MAY_BREAK else breaks[i])
        before = NO_BREAK
    return kept


def _levels(text: str, default: int, keeps_direction: bool) -> bytes:
    """Return the embedding level of each character, paragraph by paragraph."""
    levels = bytearray()
    for paragraph in text.split("\n"):
        base = default if keeps_direction else paragraph_level(paragraph, default)
        levels += embedding_levels(paragraph, base)
        levels.append(base)
    return bytes(levels[: len(text)])


def _base_level(text: str, default: int, keeps_direction: bool, has_levels: bool) -> int:
    """Return the level of the first paragraph: not that of its first character, which may be a figure."""
    if keeps_direction or not any(map(str.isalpha, text)):
        return default
    return paragraph_level(text.split("\n", 1)[0], default) if has_levels else 0


def is_right_to_left(lang: str) -> bool:
    """Return True for a language that is written from right to left."""
    return lang.split("-")[0] in _RIGHT_TO_LEFT


# ---------------------------------------------------------------- pieces


def _pieces(
    spans: Sequence[Span], texts: Sequence[str], text: str, levels: bytes, *, apart: bool
) -> Iterator[TextPiece]:
    """Yield the pieces of a text, shaped."""
    scripts = split_scripts(text)
    ends = [end for _, end, _ in scripts]
    begin = 0
    for number, (span, own) in enumerate(zip(spans, texts, strict=True)):
        if span.is_square:
            yield TextPiece(begin, begin + 1, number, level=levels[begin] if levels else 0)
            begin += 1
            continue
        end = begin + len(own)
        limits = _between(ends, begin, end)
        if levels:
            limits = sorted({*limits, *(i for i in range(begin + 1, end) if levels[i] != levels[i - 1])})
        for start, stop, face in split_faces(own, span.font, span.lang):
            edges = [begin + start, *_between(limits, begin + start, begin + stop)]
            for first, last in zip(edges, [*edges[1:], begin + stop], strict=True):
                level = levels[first] if levels else 0
                if face is None:
                    yield TextPiece(first, last, number, level=level)
                    continue
                script = scripts[bisect_right(ends, first)][2]
                joined = script in _JOINED
                shaped = shape(
                    face.name,
                    text[first:last],
                    script,
                    span.lang,
                    right_to_left=bool(level & 1),
                    apart=apart and not joined,
                    features=span.features,
                )
                yield TextPiece(first, last, number, face, shaped, script, level)
        begin = end


def _between(places: Sequence[int], first: int, last: int) -> Sequence[int]:
    """Return the places, which are sorted, between two others."""
    return places[bisect_right(places, first) : bisect_left(places, last)]


def split_faces(text: str, font: str, lang: str) -> list[tuple[int, int, Face | None]]:
    """Split a text where its face changes. A letter and its marks have one face."""
    parts: list[tuple[int, int, Face | None]] = []
    starts = cluster_starts(text)
    begins = [i for i in range(len(text)) if starts[i]] if 0 in starts[: len(text)] else range(len(text))
    for number, begin in enumerate(begins):
        end = begins[number + 1] if number + 1 < len(begins) else len(text)
        cluster = text[begin:end]
        face = None if cluster == "\n" else face_for(cluster, font, lang)
        if face is None and end - begin > 1:  # marks are not drawn with another face than their letter
            base = face_for(text[begin], font, lang)
            parts += ((i, i + 1, base if base and base.has(text[i]) else None) for i in range(begin, end))
        elif parts and (parts[-1][2] is face or not IGNORABLE.sub("", cluster)):
            parts[-1] = (parts[-1][0], end, parts[-1][2])
        else:
            parts.append((begin, end, face))
    return parts


# ---------------------------------------------------------------- advances


def _advances(piece: TextPiece, span: Span, text: str, tracking: float, vertical: bool) -> list[float]:
    """Return the advances of a piece's characters in ems, with tracking."""
    if span.picture is not None:
        length = (span.picture.height if vertical else span.picture.width) + 2 * PICTURE_AIR
        return [length * span.scale + tracking]
    if span.upright:
        return [span.scale + tracking]
    if piece.face is None or piece.shaped is None:
        return [0.0] * (piece.end - piece.start)
    units = piece.face.units / span.scale
    widths = piece.shaped.advances
    if not tracking or piece.script in _JOINED:
        return [width / units for width in widths]
    if not piece.shaped.glyphs:
        return [width / units + tracking for width in widths]
    starts = cluster_starts(text[piece.start : piece.end])
    is_start = [starts[i] and i in piece.shaped.starts for i in range(len(widths))]
    return [width / units + (tracking if start else 0.0) for width, start in zip(widths, is_start, strict=True)]


def _add_readings(spans: Sequence[Span], pieces: Iterable[TextPiece], advances: list[float], breaks: bytearray) -> None:
    """Space characters so that the readings above them have room, and let no line end among them."""
    ranges: dict[int, tuple[int, int]] = {}
    for piece in pieces:
        if spans[piece.span].reading:
            ranges[piece.span] = (ranges.get(piece.span, (piece.start, 0))[0], piece.end)
    for number, (start, end) in ranges.items():
        span = spans[number]
        needed = measure_reading(span).length
        if not is_wide(span.reading[-1]):
            needed += _SYLLABLE_GAP * span.scale
        more = max(0.0, needed - sum_floats(advances[start:end])) / max(1, end - start)
        for i in range(start, end):
            advances[i] += more
            if i > start:
                breaks[i] = NO_BREAK


def _hangs(
    spans: Sequence[Span], pieces: Iterable[TextPiece], text: str, vertical: bool
) -> Iterator[tuple[int, float]]:
    """Yield the full-width marks with their blank half in ems. “ is one only in a Chinese face.

    In a face of traditional characters, marks such as ， have their ink in the middle, and no blank half.
    """
    if not _WIDE_MARK.search(text):
        return
    for piece in pieces:
        face = piece.face
        if face is None or spans[piece.span].is_square:
            continue
        for match in _WIDE_MARK.finditer(text, piece.start, piece.end):
            if not (vertical and match[0] in _TALL) and face.has_blank_half(match[0]):
                yield match.start(), spans[piece.span].scale / 2


def _tightened(
    spans: Sequence[Span], pieces: Iterable[TextPiece], text: str, hangs: Mapping[int, float], vertical: bool
) -> Iterator[tuple[int, float]]:
    """Yield how much narrower marks are that stand before another one, if one of the two has its ink in the middle.

    Faces of traditional characters have ， and 。 in the middle, with a quarter of the square blank on either side.
    """
    if vertical or not _MARKS_TOGETHER.search(text):
        return
    quarters: dict[int, float] = {}
    for piece in pieces:
        face = piece.face
        if face is not None and not spans[piece.span].is_square and face.has("，") and not face.has_blank_half("，"):
            own = [match.start() for match in _CENTRED.finditer(text, piece.start, piece.end)]
            quarters.update(dict.fromkeys(own, spans[piece.span].scale / 4))
    for match in _MARKS_TOGETHER.finditer(text):
        i = match.start()
        if i in quarters:
            yield i, quarters[i]
        elif i + 1 in quarters and i in hangs and text[i] in CLOSING:
            yield i, hangs[i]


# ---------------------------------------------------------------- gaps


def _gaps(spans: Sequence[Span], pieces: Sequence[TextPiece], text: str, script_gap: float) -> dict[int, float]:
    """Return the spaces between scripts and around grounds, by the index of the character before."""
    if not script_gap and not any(span.ground for span in spans):
        return {}
    span_of = [piece.span for piece in pieces for _ in range(piece.start, piece.end)]
    gaps: dict[int, float] = {}
    for i in range(len(text) - 1):
        a, b = text[i], text[i + 1]
        if spans[span_of[i + 1]].rise != spans[span_of[i]].rise == 0:
            continue  # a raised figure is close to its word
        if bool(spans[span_of[i]].ground) != bool(spans[span_of[i + 1]].ground):
            close = a in " \n" or b in " \n" or b in NOT_FIRST or a in NOT_LAST
            gaps[i] = _GROUND_GAP / 2 if close else _GROUND_GAP
        elif script_gap and ((_is_han(a) and _is_latin(b)) or (_is_latin(a) and _is_han(b))):
            gaps[i] = script_gap
        elif script_gap and PICTURE in (a, b) and (_is_han(a) or _is_han(b)):
            span = spans[span_of[i if a == PICTURE else i + 1]]
            if span.picture is not None:  # which has some air already
                gaps[i] = max(0.0, script_gap - PICTURE_AIR * span.scale)
    return gaps


def _is_han(character: str) -> bool:
    return is_wide(character) and character.isalpha()


def _is_latin(character: str) -> bool:
    return character.isascii() and character.isalnum()
