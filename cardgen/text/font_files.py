"""A game's own font files: checks of the format and the embedding rights, and the choice of one face.

Source: OpenType specification 1.9, chapter "Organization of an OpenType font" (table directory, collections), and
`fsType` of the table OS/2 (embedding rights).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping

import uharfbuzz

from cardgen.base.errors import nearest
from cardgen.base.records import dataclass
from cardgen.base.words.messages import joined, message

#: The tables that setting text needs, with their least sizes in bytes.
_NEEDED = {"cmap": 4, "head": 54, "hhea": 36, "hmtx": 4, "maxp": 6}

#: Large tables without outlines.
_NOT_SHAPES = (b"GSUB", b"GPOS", b"GDEF", b"name", b"cmap")

_KINDS = {
    b"wOFF": message("is a WOFF font, packed for the web"),
    b"wOF2": message("is a WOFF2 font, packed for the web"),
    b"%!PS": message("is a PostScript Type 1 font"),
    b"\x80\x01": message("is a PostScript Type 1 font"),
}


_DOWNLOAD_AGAIN = message("download it again")


class FontFileError(ValueError):
    """A file that cannot be used as a font. The message is the predicate of a sentence about the file."""

    def __init__(self, text: str, hint: str = "") -> None:
        super().__init__(text)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class FontFile:
    """One face of a font file: `content` is a static font with this face alone; the rest is from its name table.

    `licence`, `licence_link` and `copyright` are empty if the file does not have them.
    """

    content: bytes
    family: str
    style: str
    licence: str = ""
    licence_link: str = ""
    copyright: str = ""


def read_font(content: bytes, index: int | None = None, axes: Mapping[str, float] | None = None) -> FontFile:
    """Read a face of a TrueType or OpenType file: face `index` (from 0) of a collection, a variable font at `axes`.

    Axes that are not given have their defaults. FontFileError if the file is not a font, is a collection without
    `index`, or may not be embedded.
    """
    source, tags = _open(content, index)
    _check_tables(source)
    if not {"glyf", "CFF ", "CFF2"} & tags:
        raise FontFileError(message("is a bitmap font without outlines"), message("use a font with outlines"))
    if not source.unicodes:
        raise FontFileError(message("has no table of its characters"))
    check_rights(source)
    axis_values = _axis_values(source, axes or {})
    _check_shapes(source)
    if source.axis_infos or content.startswith(b"ttcf"):
        request = uharfbuzz.SubsetInput()
        request.keep_everything()
        if "CFF2" in tags:
            request.flags |= uharfbuzz.SubsetFlags.DOWNGRADE_CFF2
        for tag, value in axis_values.items():
            request.pin_axis_location(source, tag, value)
        content = bytes(_subset(source, request).blob.data)
        static = uharfbuzz.Face(uharfbuzz.Blob(content))
        _check_tables(static)
        if "CFF2" in static.table_tags:
            hint = message("use the static font of the weight you want")
            raise FontFileError(message("is a variable font with CFF outlines"), hint)
    elif "CFF2" in tags:
        hint = message("use the TTF, or an OTF with CFF outlines")
        raise FontFileError(message("has CFF2 outlines, which PDF does not support"), hint)
    return FontFile(content, *_names(source))


def check_rights(source: uharfbuzz.Face) -> None:
    """Raise FontFileError if the font's `fsType` forbids embedding or subsetting.

    A font without restrictions is allowed. Of several rights the least restrictive counts, as specified.
    """
    rights = int.from_bytes(source.reference_table("OS/2").data[8:10], "big")
    hint = message("use another font: those under the SIL Open Font License may be embedded")
    value = f"{rights:#06x}"
    if rights & 0x0002 and not rights & 0x000C:
        raise FontFileError(message("may not be embedded: its maker forbids it (fsType {value})", value=value), hint)
    if rights & 0x0100:
        raise FontFileError(message("may not be reduced to the characters in use (fsType {value})", value=value), hint)
    if rights & 0x0200:
        raise FontFileError(message("may be embedded as bitmaps only (fsType {value})", value=value), hint)


def _check_tables(source: uharfbuzz.Face) -> None:
    missing = [tag for tag, least in _NEEDED.items() if len(source.reference_table(tag).data) < least]
    if missing or not source.glyph_count or not 16 <= source.upem <= 16_384:
        hint = message("its table {table} is missing or too short", table=missing[0]) if missing else ""
        raise FontFileError(message("is not a complete font"), hint)


def _check_shapes(source: uharfbuzz.Face) -> None:
    """Raise FontFileError if the font's outlines cannot be embedded, by subsetting it to all glyphs."""
    request = uharfbuzz.SubsetInput()
    request.glyph_set.update(range(source.glyph_count))
    request.drop_table_tag_set.update({int.from_bytes(tag, "big") for tag in _NOT_SHAPES})
    request.flags = uharfbuzz.SubsetFlags.NO_HINTING
    _subset(source, request)


def _subset(source: uharfbuzz.Face, request: uharfbuzz.SubsetInput) -> uharfbuzz.Face:
    try:
        return uharfbuzz.subset(source, request)
    except RuntimeError as error:
        raise FontFileError(message("is damaged: its outlines cannot be read"), _DOWNLOAD_AGAIN) from error


def _open(content: bytes, index: int | None) -> tuple[uharfbuzz.Face, set[str]]:
    """Return the font with that index, and the names of its tables."""
    for begin, text in _KINDS.items():
        if content.startswith(begin):
            raise FontFileError(text, message("use its TTF or OTF file"))
    if content.startswith(b"ttcf"):
        starts = _starts(content)
        if index is None and len(starts) > 1:
            titles = [" ".join(_names(uharfbuzz.Face(uharfbuzz.Blob(content), i))[:2]) for i in range(len(starts))]
            choices = joined(f"{i} {title}" for i, title in enumerate(titles[:12]))
            text = message("is a collection of {count} fonts", count=len(starts))
            raise FontFileError(text, message("choose one by index: {choices}", choices=choices))
        if index is not None and index >= len(starts):
            hint = message("it has {count} fonts, counted from 0", count=len(starts))
            raise FontFileError(message("has no font number {index}", index=index), hint)
    elif content[:4] in (b"\0\1\0\0", b"true", b"OTTO"):
        starts = [0]
        if index:
            hint = message("it is a single font: leave index out")
            raise FontFileError(message("has no font number {index}", index=index), hint)
    else:
        hint = message("use a .ttf, .otf or .ttc file")
        raise FontFileError(message("is not a TrueType or OpenType font"), hint)
    tables = dict(_tables(content, starts[index or 0]))
    if any(end > len(content) for end in tables.values()):
        raise FontFileError(message("is cut off: its end is missing"), _DOWNLOAD_AGAIN)
    if not all(tag.isascii() and tag.isprintable() for tag in tables):
        raise FontFileError(message("is damaged: its tables have no names"), _DOWNLOAD_AGAIN)
    return uharfbuzz.Face(uharfbuzz.Blob(content), index or 0), set(tables)


def _starts(content: bytes) -> list[int]:
    """Return the offsets of the fonts of a collection."""
    try:
        (count,) = struct.unpack_from(">L", content, 8)
        if not 1 <= count <= 1024:
            raise FontFileError(message("is not a complete collection of fonts"))
        return list(struct.unpack_from(f">{count}L", content, 12))
    except struct.error as error:
        raise FontFileError(message("is not a complete collection of fonts")) from error


def _tables(content: bytes, start: int) -> Iterator[tuple[str, int]]:
    """Yield the name and the end of each table of the font at offset `start`."""
    try:
        (count,) = struct.unpack_from(">H", content, start + 4)
        for number in range(count):
            tag, _, offset, length = struct.unpack_from(">4sLLL", content, start + 12 + 16 * number)
            yield tag.decode("latin-1"), offset + length
    except struct.error:
        yield "", len(content) + 1


def _axis_values(source: uharfbuzz.Face, axes: Mapping[str, float]) -> dict[str, float]:
    """Return the value of every axis of a variable font."""
    available = {axis.tag: axis for axis in source.axis_infos}
    for tag, value in axes.items():
        if not available:
            raise FontFileError(message("is not a variable font: it has no axes"), message("leave axes out"))
        if tag not in available:
            near = nearest(tag, available)
            hint = (
                message("did you mean {word!r}?", word=near)
                if near
                else message("its axes are {axes}", axes=joined(available))
            )
            raise FontFileError(message("has no axis {tag!r}", tag=tag), hint)
        axis = available[tag]
        if not axis.min_value <= value <= axis.max_value:
            least, most = f"{axis.min_value:g}", f"{axis.max_value:g}"
            text = message("has no {tag} of {value}", tag=tag, value=f"{value:g}")
            raise FontFileError(text, message("{least} to {most}", least=least, most=most))
    return {tag: axes.get(tag, axis.default_value) for tag, axis in available.items()}


def _names(source: uharfbuzz.Face) -> tuple[str, str, str, str, str]:
    """Return family, style, licence, link to the licence, and copyright, as the font has them."""
    names = uharfbuzz.OTNameIdPredefined

    def name(*numbers: uharfbuzz.OTNameIdPredefined) -> str:
        return next((" ".join(text.split()) for number in numbers if (text := source.get_name(number))), "")

    return (
        name(names.TYPOGRAPHIC_FAMILY, names.FONT_FAMILY),
        name(names.TYPOGRAPHIC_SUBFAMILY, names.FONT_SUBFAMILY),
        name(names.LICENSE),
        name(names.LICENSE_URL),
        name(names.COPYRIGHT),
    )
