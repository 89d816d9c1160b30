"""Shaping: text of one face, script, language and direction into glyphs with their positions, by HarfBuzz.

Source: OpenType specification 1.9, chapter "OpenType Layout Common Table Formats"; which features apply to which script
is HarfBuzz's choice. Lengths are in font units.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import uharfbuzz

from cardgen.base.records import dataclass
from cardgen.text.faces import Face, cached_by_font
from cardgen.text.fonts import face_named

#: Alternates at random would draw the same text in several ways.
_FEATURES = {"rand": False}

#: Letters that are set apart are not joined into one glyph, as in CSS (`letter-spacing`).
_APART = {**_FEATURES, "liga": False, "clig": False, "dlig": False, "hlig": False}

#: The forms of characters for vertical text.
_VERTICAL = {**_APART, "vert": True}


class ShapedGlyph(NamedTuple):
    """A glyph, the index of the first character that it belongs to, its advance, and its offset (y up)."""

    number: int
    cluster: int
    advance: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Shaped:
    """A shaped text.

    `advances` has a number for each character. Characters that share glyphs are a cluster: the advance of all of it is
    at its first character, and the others have 0. `glyphs` are from left to right; there are none if every character is
    drawn with its own glyph, not moved. The text may not be cut before the characters at `unsafe` without shaping both
    parts again.
    """

    advances: tuple[int, ...]
    glyphs: tuple[ShapedGlyph, ...] = ()
    starts: frozenset[int] = frozenset()
    unsafe: frozenset[int] = frozenset()

    def part(self, begin: int, end: int) -> Shaped:
        """Return the glyphs of a part of the text, which may be cut before `begin` and `end`."""
        glyphs = tuple(
            glyph._replace(cluster=glyph.cluster - begin) for glyph in self.glyphs if begin <= glyph.cluster < end
        )
        return Shaped(
            self.advances[begin:end],
            glyphs,
            frozenset(i - begin for i in self.starts if begin <= i < end),
            frozenset(i - begin for i in self.unsafe if begin <= i < end),
        )


@cached_by_font(65_536)
def shape(
    face: str,
    text: str,
    script: str = "",
    lang: str = "",
    *,
    right_to_left: bool = False,
    apart: bool = False,
    features: tuple[str, ...] = (),
) -> Shaped:
    """Shape a text in a face. The face must have its characters, except those that are never drawn.

    `script` is an ISO 15924 code, guessed from the text if it is empty. With `apart`, letters are not joined to
    ligatures, because space will be added between them. `features` are tags of OpenType, with - in front of those that
    are switched off.
    """
    opened = face_named(face)
    chosen = dict(_APART if apart else _FEATURES)
    chosen.update((tag.lstrip("-"), not tag.startswith("-")) for tag in features)
    buffer = _shape(opened, text, chosen, script, lang, "rtl" if right_to_left else "ltr")
    infos, positions = buffer.glyph_infos, buffer.glyph_positions
    numbers = [info.codepoint for info in infos]
    if numbers == [opened.glyph(character) for character in text]:
        clusters = [info.cluster for info in infos]
        moved = any(position.x_offset or position.y_offset for position in positions)
        if not moved and clusters == list(range(len(text))):
            return Shaped(tuple([position.x_advance for position in positions]))
    glyphs = tuple(
        ShapedGlyph(info.codepoint, info.cluster, position.x_advance, position.x_offset, position.y_offset)
        for info, position in zip(infos, positions, strict=True)
    )
    advances = [0] * len(text)
    for glyph in glyphs:
        advances[glyph.cluster] += glyph.advance
    unsafe = frozenset(info.cluster for info in infos if info.flags & uharfbuzz.GlyphFlags.UNSAFE_TO_BREAK)
    return Shaped(tuple(advances), glyphs, frozenset(glyph.cluster for glyph in glyphs), unsafe)


def _shape(
    face: Face, text: str, features: Mapping[str, bool], script: str = "", lang: str = "", direction: str = "ltr"
) -> uharfbuzz.Buffer:
    buffer = uharfbuzz.Buffer()
    buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_str(text)
    if script:
        buffer.script = script
    buffer.guess_segment_properties()
    buffer.direction = direction
    if lang:
        buffer.language = str(lang)  # HarfBuzz takes no subclass
    uharfbuzz.shape(face.font, buffer, features)
    return buffer


@cached_by_font(16_384)
def vertical_glyph(face: str, character: str) -> int | None:
    """Return the glyph that the face has for a character in vertical text; None if it has no special one."""
    opened = face_named(face)
    glyphs = [int(info.codepoint) for info in _shape(opened, character, _VERTICAL).glyph_infos]
    return glyphs[0] if len(glyphs) == 1 and glyphs[0] != opened.glyph(character) else None
