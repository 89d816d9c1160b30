"""Font files that a game brings along: is it a font, may it be put into a PDF, and which one face of it is meant.

By the OpenType specification 1.9: the table directory and collections (chapter "Organization of an OpenType font") and
the embedding rights in `fsType` of the table OS/2.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import uharfbuzz

from cardgen.errors import nearest

#: Without these no text is set: widths, the glyph of each character, how many there are; with the least bytes of each.
_NEEDED = {"cmap": 4, "head": 54, "hhea": 36, "hmtx": 4, "maxp": 6}

#: What is not about shapes, and large.
_NOT_SHAPES = (b"GSUB", b"GPOS", b"GDEF", b"name", b"cmap")

_KINDS = {
    b"wOFF": "is a WOFF font, packed for the web",
    b"wOF2": "is a WOFF2 font, packed for the web",
    b"%!PS": "is a PostScript Type 1 font",
    b"\x80\x01": "is a PostScript Type 1 font",
}


class FontFileError(ValueError):
    """A file that cannot be used as a font: the message is a sentence about it without its name."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class FontFile:
    """One face of a font file: `content` is that face alone, of fixed shapes; what its name table says of it.

    `licence`, `licence_link` and `copyright` are empty where the file is silent.
    """

    content: bytes
    family: str
    style: str
    licence: str = ""
    licence_link: str = ""
    copyright: str = ""


def read_font(content: bytes, index: int | None = None, axes: Mapping[str, float] | None = None) -> FontFile:
    """The face of a TrueType or OpenType file: that number `index` (from 0) of a collection, at these places on the
    axes of a variable font (each where the font puts it otherwise).

    FontFileError when it is none, does not say which face is meant, or may not be embedded.
    """
    source, tags = _open(content, index)
    _check_tables(source)
    if not {"glyf", "CFF ", "CFF2"} & tags:
        raise FontFileError("is a font of pictures without outlines", "take one with outlines")
    if not source.unicodes:
        raise FontFileError("does not tell which characters its shapes are")
    check_rights(source)
    places = _places(source, axes or {})
    _check_shapes(source)
    if source.axis_infos or content.startswith(b"ttcf"):
        whole = uharfbuzz.SubsetInput()
        whole.keep_everything()
        if "CFF2" in tags:
            whole.flags |= uharfbuzz.SubsetFlags.DOWNGRADE_CFF2
        for tag, place in places.items():
            whole.pin_axis_location(source, tag, place)
        content = bytes(_cut_down(source, whole).blob.data)
        still = uharfbuzz.Face(uharfbuzz.Blob(content))
        _check_tables(still)
        if "CFF2" in still.table_tags:
            raise FontFileError("is a variable font with CFF outlines", "take the static font of the weight you want")
    elif "CFF2" in tags:
        raise FontFileError("has outlines of the kind CFF2, which a PDF cannot hold", "take the TTF, or a plain OTF")
    return FontFile(content, *_names(source))


def check_rights(source: uharfbuzz.Face) -> None:
    """FontFileError when the font says of itself that it must not be embedded, or not cut down to what is used.

    A font that says nothing may be; of several rights the widest counts, as the specification has it.
    """
    rights = int.from_bytes(source.reference_table("OS/2").data[8:10], "big")
    hint = "take another font: those under the SIL Open Font License may be embedded"
    if rights & 0x0002 and not rights & 0x000C:
        raise FontFileError(f"may not be embedded: its maker forbids it (fsType {rights:#06x})", hint)
    if rights & 0x0100:
        raise FontFileError(f"may not be cut down to the characters in use (fsType {rights:#06x})", hint)
    if rights & 0x0200:
        raise FontFileError(f"may be embedded as pictures only (fsType {rights:#06x})", hint)


def _check_tables(source: uharfbuzz.Face) -> None:
    missing = [tag for tag, least in _NEEDED.items() if len(source.reference_table(tag).data) < least]
    if missing or not source.glyph_count or not 16 <= source.upem <= 16_384:
        raise FontFileError("is not a whole font", f"its table {missing[0]} is missing" if missing else "")


def _check_shapes(source: uharfbuzz.Face) -> None:
    """FontFileError when a document could not have the font's shapes: it is cut down to all of them on trial."""
    shapes = uharfbuzz.SubsetInput()
    shapes.glyph_set.update(range(source.glyph_count))
    shapes.drop_table_tag_set.update({int.from_bytes(tag, "big") for tag in _NOT_SHAPES})
    shapes.flags = uharfbuzz.SubsetFlags.NO_HINTING
    _cut_down(source, shapes)


def _cut_down(source: uharfbuzz.Face, wanted: uharfbuzz.SubsetInput) -> uharfbuzz.Face:
    try:
        return uharfbuzz.subset(source, wanted)
    except RuntimeError as error:
        raise FontFileError("is damaged: its shapes cannot be taken out", "fetch it anew") from error


def _open(content: bytes, index: int | None) -> tuple[uharfbuzz.Face, set[str]]:
    """The font that is meant, and the names of its tables."""
    for begins, told in _KINDS.items():
        if content.startswith(begins):
            raise FontFileError(told, "take the TTF or OTF file of it")
    if content.startswith(b"ttcf"):
        starts = _starts(content)
        if index is None and len(starts) > 1:
            titles = [" ".join(_names(uharfbuzz.Face(uharfbuzz.Blob(content), i))[:2]) for i in range(len(starts))]
            told = ", ".join(f"{i} {title}" for i, title in enumerate(titles[:12]))
            raise FontFileError(f"is a collection of {len(starts)} fonts", f"say which by index: {told}")
        if index is not None and index >= len(starts):
            raise FontFileError(f"has no font number {index}", f"its {len(starts)} are counted from 0")
    elif content[:4] in (b"\0\1\0\0", b"true", b"OTTO"):
        starts = [0]
        if index:
            raise FontFileError(f"has no font number {index}", "it is a single font: leave index out")
    else:
        raise FontFileError("is not a TrueType or OpenType font", "a .ttf, .otf or .ttc file")
    tables = dict(_tables(content, starts[index or 0]))
    if any(end > len(content) for end in tables.values()):
        raise FontFileError("is cut short: it says that it is longer than it is", "fetch it anew")
    if not all(tag.isascii() and tag.isprintable() for tag in tables):
        raise FontFileError("is damaged: its tables have no names", "fetch it anew")
    return uharfbuzz.Face(uharfbuzz.Blob(content), index or 0), set(tables)


def _starts(content: bytes) -> list[int]:
    """Where the fonts of a collection begin."""
    try:
        (count,) = struct.unpack_from(">L", content, 8)
        if not 1 <= count <= 1024:
            raise FontFileError("is not a whole collection of fonts")
        return list(struct.unpack_from(f">{count}L", content, 12))
    except struct.error as error:
        raise FontFileError("is not a whole collection of fonts") from error


def _tables(content: bytes, start: int) -> Iterator[tuple[str, int]]:
    """Each table of the font that begins at `start`: its name, and where it ends."""
    try:
        (count,) = struct.unpack_from(">H", content, start + 4)
        for number in range(count):
            tag, _, offset, length = struct.unpack_from(">4sLLL", content, start + 12 + 16 * number)
            yield tag.decode("latin-1"), offset + length
    except struct.error:
        yield "", len(content) + 1


def _places(source: uharfbuzz.Face, axes: Mapping[str, float]) -> dict[str, float]:
    """Every axis of a variable font with its place."""
    known = {axis.tag: axis for axis in source.axis_infos}
    for tag, value in axes.items():
        if not known:
            raise FontFileError("is not a variable font: it has no axes", "leave axes out")
        if tag not in known:
            near = nearest(tag, known)
            raise FontFileError(
                f"has no axis {tag!r}", f"did you mean {near!r}?" if near else f"its axes are {', '.join(known)}"
            )
        axis = known[tag]
        if not axis.min_value <= value <= axis.max_value:
            raise FontFileError(f"has no {tag} of {value:g}", f"{axis.min_value:g} to {axis.max_value:g}")
    return {tag: axes.get(tag, axis.default_value) for tag, axis in known.items()}


def _names(source: uharfbuzz.Face) -> tuple[str, str, str, str, str]:
    """Family, style, and what the font says of its licence, where that is found, and whose it is."""
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
