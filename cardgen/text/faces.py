"""Faces: opened font files with their glyphs, metrics and outlines. A file is opened when it is first used."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TypeAlias, TypeVar

import uharfbuzz

from cardgen.base.records import dataclass, field
from cardgen.scene.items import Command, Item

_Function = TypeVar("_Function", bound=Callable[..., object])

DrawSvg: TypeAlias = Callable[[bytes, int, int, str], tuple[Item, ...]]
"""Draws a glyph of the table SVG: from its document, its number, the units per em and the text's colour."""

_caches: list[Callable[[], None]] = []


def cached_by_font(size: int) -> Callable[[_Function], _Function]:
    """Return a decorator that caches results until the fonts in use change (`clear_font_caches`)."""

    def decorate(function: _Function) -> _Function:
        cached = lru_cache(maxsize=size)(function)
        _caches.append(cached.cache_clear)
        return cached  # type: ignore[return-value]

    return decorate


def clear_font_caches() -> None:
    """Drop every result that `cached_by_font` keeps."""
    for clear in _caches:
        clear()


@dataclass(frozen=True)
class Face:
    """One font file. Lengths are in font units, `units` per em. Glyphs are numbered from 0.

    `content` is used instead of the file if it is given: a game's own face as it was when the game was read. `draw_svg`
    is needed for colour glyphs that are SVG.
    """

    name: str
    file: Path
    content: bytes | None = field(default=None, repr=False, compare=False)
    draw_svg: DrawSvg | None = field(default=None, repr=False, compare=False)

    @cached_property
    def source(self) -> uharfbuzz.Face:
        """The open HarfBuzz face."""
        if self.content is not None:
            return uharfbuzz.Face(uharfbuzz.Blob(self.content))
        return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(self.file)))

    @cached_property
    def font(self) -> uharfbuzz.Font:
        """The HarfBuzz font, in font units."""
        return uharfbuzz.Font(self.source)

    @cached_property
    def _glyphs(self) -> _GlyphNumbers:
        return _GlyphNumbers(self.font, int(self.source.glyph_count))

    @cached_property
    def units(self) -> int:
        return int(self.source.upem)

    @cached_property
    def title(self) -> str:
        """Family and style: Barlow SemiBold."""
        names = uharfbuzz.OTNameIdPredefined
        family, style, full = (
            " ".join((self.source.get_name(name) or "").split())
            for name in (names.FONT_FAMILY, names.FONT_SUBFAMILY, names.FULL_NAME)
        )
        return full or f"{family} {style}".strip() or self.file.stem

    def glyph(self, character: str) -> int | None:
        """Return the number of the glyph of a single character; None if the face has none."""
        return self._glyphs[character]

    def has(self, character: str) -> bool:
        """Return True if the face has a glyph for `character`."""
        return self._glyphs[character] is not None

    @cached_property
    def weight(self) -> int:
        """The weight from the face's table OS/2 (`usWeightClass`): 400 is regular, 700 bold."""
        weight_class = self.source.reference_table("OS/2").data[4:6]
        return int.from_bytes(weight_class, "big") or 400

    @cached_property
    def has_colours(self) -> bool:
        """True for a face with glyphs in colours of their own."""
        source = self.source
        return bool(source.has_color_layers or source.has_color_paint or (source.has_color_svg and self.draw_svg))

    def is_part_only(self, character: str) -> bool:
        """Return True for a figure, # or * that fonts of emoji have without ink, as a part of keycaps alone."""
        if len(character) != 1 or character not in "0123456789#*" or not self.has_colours:
            return False
        glyph = self.glyph(character) or 0
        left, bottom, right, top = self.glyph_ink(glyph)
        is_drawn = left < right or bottom < top or bool(self.source.get_glyph_color_layers(glyph))
        return not is_drawn and not self.source.glyph_has_color_paint(glyph)

    @cached_property
    def is_chinese(self) -> bool:
        """True for a face with Chinese characters, in which marks are full-width."""
        return self.has("一")

    @cached_property
    def features(self) -> frozenset[str]:
        """The tags of its OpenType features, for any script and language."""
        source, tags = self.source, set[str]()
        for table in ("GSUB", "GPOS"):
            for number, _ in enumerate(source.get_table_script_tags(table)):
                languages = range(len(source.get_script_language_tags(table, number)))
                for language in (0xFFFF, *languages):  # the first is the default
                    tags.update(source.get_language_feature_tags(table, number, language))
        return frozenset(tags)

    @cached_property
    def cap_height(self) -> float:
        """The height of H above the baseline in ems; that of another letter if the face has no H."""
        for letter in "HIEX国x":
            glyph = self.glyph(letter)
            extents = glyph and self.font.get_glyph_extents(glyph)
            if extents and extents.y_bearing > 0:
                return float(extents.y_bearing) / self.units
        return 0.7

    def advance(self, glyph: int) -> int:
        """Return the advance of a glyph without kerning, as PDF viewers use it."""
        return int(self.font.get_glyph_h_advance(glyph))

    def nominal_width(self, character: str) -> int:
        """Return the advance of a single character without kerning. The face must have it."""
        return self.advance(self._glyph_of(character))

    def glyph_ink(self, glyph: int) -> tuple[float, float, float, float]:
        """Return (left, bottom, right, top) of a glyph's ink from its origin on the baseline, in ems, y up."""
        extents = self.font.get_glyph_extents(glyph)
        if extents is None:  # a damaged outline, which draws nothing
            return (0.0, 0.0, 0.0, 0.0)
        left, top, units = extents.x_bearing, extents.y_bearing, self.units
        return (left / units, (top + extents.height) / units, (left + extents.width) / units, top / units)

    def ink(self, character: str) -> tuple[float, float, float, float]:
        """Return the ink of a single character, as `glyph_ink`. The face must have it."""
        return self.glyph_ink(self._glyph_of(character))

    def has_blank_half(self, mark: str) -> bool:
        """Return True if all of a full-width mark's ink is in one half of its square. The face must have the mark."""
        if self.nominal_width(mark) != self.units:
            return False
        left, _, right, _ = self.ink(mark)
        return right <= 0.5 or left >= 0.5

    def glyph_outline(self, glyph: int) -> tuple[Command, ...]:
        """Return a glyph's outline in ems, origin on the baseline, y down as in a scene, with cubic curves."""
        return _outline(self, glyph)

    def outline(self, character: str) -> tuple[Command, ...]:
        """Return the outline of a single character, as `glyph_outline`. The face must have it."""
        return _outline(self, self._glyph_of(character))

    def _glyph_of(self, character: str) -> int:
        glyph = self.glyph(character)
        if glyph is None:
            raise ValueError(f"the face {self.name!r} has no U+{ord(character):04X}")
        return glyph


class _GlyphNumbers(dict[str, int | None]):
    """The glyph numbers of characters, looked up in the font when they are first needed."""

    def __init__(self, font: uharfbuzz.Font, count: int) -> None:
        self.font = font
        self.count = count

    def __missing__(self, character: str) -> int | None:
        glyph = self.font.get_nominal_glyph(ord(character))
        self[character] = number = int(glyph) if glyph is not None and glyph < self.count else None
        return number


def subset_font(face: Face, characters: Iterable[str]) -> bytes:
    """Return a font file with only the given characters of a face."""
    request = uharfbuzz.SubsetInput()
    request.unicode_set.update({ord(character) for character in characters})
    request.flags = uharfbuzz.SubsetFlags.NO_HINTING
    try:
        return bytes(uharfbuzz.subset(face.source, request).blob.data)
    except RuntimeError:  # tables other than the outlines are damaged; `read_font` has checked the outlines
        request.drop_table_tag_set.update(int.from_bytes(tag, "big") for tag in (b"GSUB", b"GPOS", b"GDEF", b"name"))
        return bytes(uharfbuzz.subset(face.source, request).blob.data)


@cached_by_font(16_384)
def _outline(face: Face, glyph: int) -> tuple[Command, ...]:
    commands: list[Command] = []
    units = face.units
    current = (0.0, 0.0)

    def at(x: float, y: float) -> tuple[float, float]:
        nonlocal current
        current = (x / units, -y / units)
        return current

    def move(x: float, y: float, _: object) -> None:
        commands.append(("M", *at(x, y)))

    def line(x: float, y: float, _: object) -> None:
        commands.append(("L", *at(x, y)))

    def quadratic(cx: float, cy: float, x: float, y: float, _: object) -> None:
        (x0, y0), (x1, y1) = current, (cx / units, -cy / units)
        x2, y2 = at(x, y)
        first = (x0 + 2 / 3 * (x1 - x0), y0 + 2 / 3 * (y1 - y0))
        second = (x2 + 2 / 3 * (x1 - x2), y2 + 2 / 3 * (y1 - y2))
        commands.append(("C", *first, *second, x2, y2))

    def cubic(x1: float, y1: float, x2: float, y2: float, x: float, y: float, _: object) -> None:
        commands.append(("C", x1 / units, -y1 / units, x2 / units, -y2 / units, *at(x, y)))

    def close(_: object) -> None:
        commands.append(("Z",))

    pen = uharfbuzz.DrawFuncs()
    pen.set_move_to_func(move)
    pen.set_line_to_func(line)
    pen.set_quadratic_to_func(quadratic)
    pen.set_cubic_to_func(cubic)
    pen.set_close_path_func(close)
    face.font.draw_glyph(glyph, pen, None)
    return tuple(commands)
