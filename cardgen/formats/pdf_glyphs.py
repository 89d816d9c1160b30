"""Shaped glyphs in a PDF, shown so that programs that extract text find the right characters in reading order.

Each glyph has a code of its own for the text that it is copied as. Where glyphs and characters are not one to one,
programs differ, and the following works with poppler, pdfium and pdf.js alike:

- From left to right, the whole text is given beside the glyphs (ActualText). pdf.js ignores it and reads the glyphs; it
  takes those whose text has a combining mark for glyphs without width, so the marks of a letter and its marks that are
  one glyph are the text of an empty glyph after it.
- From right to left, the programs read glyphs from the left and turn the characters round themselves, so the text of a
  glyph is written backwards. They lose their way where the pen moves back, so glyphs without a width of their own, such
  as vowel signs, are drawn as shapes, and their text is with the letter below them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal
from unicodedata import category

from cardgen.base.records import dataclass, replace
from cardgen.formats.paint import number
from cardgen.formats.pdf_fonts import EmbeddedFace
from cardgen.scene.items import GlyphRun, Glyphs
from cardgen.text.faces import Face

# Extracted as nothing: WORD JOINER.
_NO_TEXT = "\u2060"

# Characters that fonts draw as an empty glyph without width.
_BLANKS = "\u200c\u200d\u200b\u2060\ufeff"


@dataclass(frozen=True, slots=True)
class ShownRun:
    """The operators that show a run, and the glyphs that are not part of its text, to be drawn as shapes."""

    operators: str
    shapes: GlyphRun | None = None


@dataclass(frozen=True, slots=True)
class _Glyph:
    """A glyph with the text that it is copied as, its advance in mm, and its place from the run's start in ems."""

    number: int
    text: str
    advance: float
    x: float
    y: float


def show_glyphs(run: GlyphRun, glyphs: Glyphs, face: EmbeddedFace) -> ShownRun:
    """Return how a run of shaped glyphs is shown."""
    if glyphs.clusters[0] > glyphs.clusters[-1]:
        placed = _placed(run, glyphs, {i: text[::-1] for i, text in _texts(run, glyphs, -1).items()})
        shapes = [glyph for glyph in placed if not glyph.text]
        return ShownRun(_operators(run, [glyph for glyph in placed if glyph.text], face), _as_shapes(run, shapes))
    placed = _placed(run, glyphs, _texts(run, glyphs, 1))
    operators = _operators(run, list(_with_blanks(placed, face.face, run.size)), face)
    if all(glyph.text and not glyph.y for glyph in placed) and not any(map(_is_mark, run.text)):
        return ShownRun(operators)
    text = run.text.encode("utf-16-be").hex().upper()
    return ShownRun(f"/Span <</ActualText <FEFF{text}>>> BDC {operators} EMC")


def _texts(run: GlyphRun, glyphs: Glyphs, step: Literal[1, -1]) -> Mapping[int, str]:
    """Return the text of each glyph that has any, in reading order.

    A cluster of several glyphs with a width has a character at each of them and the rest at the last. One without
    belongs to the cluster before it if the text is read from the right.
    """
    members: dict[int, list[int]] = {}
    for i, cluster in enumerate(glyphs.clusters):
        members.setdefault(cluster, []).append(i)
    starts = sorted(members)
    texts: dict[int, str] = {}
    last: int | None = None
    for start, end in zip(starts, [*starts[1:], len(run.text)], strict=True):
        text = run.text[start:end]
        own = members[start][::step]
        wide = [i for i in own if run.advances[i] > 0]
        if not wide and step == -1 and last is not None:
            texts[last] += text
            continue
        carriers = wide or own[:1]
        for i in carriers[:-1]:
            texts[i], text = text[:1] or _NO_TEXT, text[1:]
        last = carriers[-1]
        texts[last] = text or _NO_TEXT
    return texts


def _placed(run: GlyphRun, glyphs: Glyphs, texts: Mapping[int, str]) -> list[_Glyph]:
    placed: list[_Glyph] = []
    pen = 0.0
    for i, (glyph, advance) in enumerate(zip(glyphs.numbers, run.advances, strict=True)):
        x, y = glyphs.offsets[i] if glyphs.offsets else (0.0, 0.0)
        placed.append(_Glyph(glyph, texts.get(i, ""), advance, pen / run.size + x, y))
        pen += advance
    return placed


def _with_blanks(placed: Iterable[_Glyph], face: Face, size: float) -> Iterator[_Glyph]:
    """Yield the glyphs; behind each with a width and a mark in its text, an empty one has the text from the mark on."""
    blank = _blank_glyph(face)
    for glyph in placed:
        marks = [i for i, character in enumerate(glyph.text) if i and _is_mark(character)]
        if blank is None or not marks or not glyph.advance:
            yield glyph
            continue
        yield replace(glyph, text=glyph.text[: marks[0]])
        end = glyph.x + glyph.advance / size
        yield _Glyph(blank, glyph.text[marks[0] :], 0.0, end, glyph.y)


def _blank_glyph(face: Face) -> int | None:
    """Return a glyph without ink and width; None if the face has none."""
    for glyph in map(face.glyph, _BLANKS):
        if glyph is not None and not face.advance(glyph) and not face.glyph_outline(glyph):
            return glyph
    return None


def _is_mark(character: str) -> bool:
    return category(character) == "Mn"


def _operators(run: GlyphRun, placed: Iterable[_Glyph], face: EmbeddedFace) -> str:
    """Return the operators that show glyphs at their places, inside of a text object."""
    operators: list[str] = []
    shown: list[str] = []
    pen = raised = 0.0  # the pen in thousandths of an em, the text rise in ems
    for glyph in placed:
        if glyph.y != raised:
            if shown:
                operators.append(f"[{''.join(shown)}] TJ")
                shown = []
            operators.append(f"{number(glyph.y * run.size, 5)} Ts")
            raised = glyph.y
        code, width = face.encode_glyph(glyph.number, glyph.text or _NO_TEXT)
        move = number(pen - glyph.x * 1000, 2)
        shown.append(f"{move}<{code}>" if move != "0" else f"<{code}>")
        pen += width - float(move)
    operators.append(f"[{''.join(shown).replace('><', '')}] TJ")
    if raised:
        operators.append("0 Ts")
    return " ".join(operators)


def _as_shapes(run: GlyphRun, placed: Sequence[_Glyph]) -> GlyphRun | None:
    """Return a run that draws the glyphs at their places as outlines; None if there are none."""
    if not placed:
        return None
    offsets = tuple((glyph.x, glyph.y) for glyph in placed)
    glyphs = Glyphs(tuple(glyph.number for glyph in placed), (0,) * len(placed), offsets)
    return replace(run, outlined=True, advances=(0.0,) * len(placed), glyphs=glyphs)
