"""Fonts inside a PDF: each face is a composite font with two-byte codes and only the characters that are used.

reportlab's own TTFont reads a whole font file in Python (35 ms for a Chinese face), splits text into fonts of 256
characters and adds all of ASCII to each. HarfBuzz subsets the same file in a millisecond.

The code of a character is its number in UTF-16, so two characters that share a glyph stay different when text is
copied, and the codes do not depend on the order in which pages are drawn. Glyphs that are not the own glyph of one
character, such as ligatures, and characters beyond 16 bits get codes that no text can have. With TrueType outlines a
table maps codes to glyphs. CFF outlines have no such table: the font's encoding, a CMap, maps them.
"""

from __future__ import annotations

import hashlib
import re
import struct
from array import array
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain

import uharfbuzz
from deflate import zlib_compress

from cardgen.formats.reportlab_private import (
    Dictionary,
    PdfObjects,
    Stream,
    pdf_array,
    pdf_dictionary,
    pdf_name,
    pdf_stream,
    pdf_string,
)
from cardgen.text.faces import Face, cached_by_font

# Tables that PDF viewers ignore: metrics and codes are in the PDF's own dictionaries.
_UNUSED_TABLES = ("cmap", "name", "post", "OS/2", "GSUB", "GPOS", "GDEF", "DSIG", "gasp")

# The level: twice as fast as the usual 6 or more, and content hardly larger.
COMPRESSION = 4

_CMAP_HEAD = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering ({ordering}) /Supplement 0 >> def
/CMapName /{name} def
/CMapType {kind} def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
"""
_CMAP_TAIL = """endcmap
CMapName currentdict /CMap defineresource pop
end
end
"""


def compressed(content: bytes, **dictionary: object) -> Stream:
    """Return a stream object with compressed content."""
    return pdf_stream({**dictionary, "Filter": "/FlateDecode"}, compressed_bytes(content))


@lru_cache(maxsize=128)  # the same cards and fonts are in several files of a build
def compressed_bytes(content: bytes) -> bytes:
    """Return the content, compressed by libdeflate: in two thirds of zlib's time, 7 % smaller."""
    return bytes(zlib_compress(content, COMPRESSION))


# The codes of surrogates and of private use: no character of a text has the former, few fonts draw the latter.
_FIRST_SPARE, _LAST_SPARE = 0xD800, 0xF8FF


# In thousandths of an em; wider characters are left out of `widths_by_code`.
_WIDEST = 0x7FFF


class NotYetThereError(Exception):
    """Something has to be added to the document that the order of its pages decides on, which a copy may not do."""


_NOT_IN_NAME, _NOT_POSTSCRIPT = re.compile("[^A-Za-z0-9-]"), re.compile("[^A-Za-z0-9._-]")


def resource_name(face: str) -> str:
    """Return the name of a face in all documents that embed it."""
    return "F-" + _NOT_IN_NAME.sub(lambda other: f"_{ord(other[0]):x}_", face)


class EmbeddedFace:
    """One face in one document; `resource` is its name there. Codes are added when they are first drawn.

    In a copy of the document only the codes of characters are added, which do not depend on the order of pages.
    """

    def __init__(self, face: Face, resource: str) -> None:
        self.face = face
        self.resource = resource
        self._source = face.source
        self._is_cff = "CFF " in self._source.table_tags
        self._glyphs: dict[int, tuple[int, str]] = {}  # by code: the glyph, and its text for copying
        self._codes: dict[tuple[int, str], int] = {}
        self._spare = self._spare_codes()
        #: True in a copy of the document.
        self.is_copy = False
        #: The advance of each character that is drawn with its own glyph, in thousandths of an em.
        self.widths: dict[str, float] = {}
        #: The same by code, for `cardgen.base._fast`: -1 for codes that are no character's own.
        self.widths_by_code = array("h", [-1]) * 128
        #: The codes of characters that are not their numbers in UTF-16.
        self.special: dict[str, str] = {}
        #: The font's dictionary, empty until `finish`.
        self.dictionary = pdf_dictionary()
        #: The dictionary for vertical text, if there is any; `column_resource` is its name.
        self.columns: Dictionary | None = None
        self.column_resource = f"{resource}V"

    def encode(self, text: str) -> str:
        """Return the codes of characters as four hexadecimal digits each; afterwards `widths` has all of them.

        ValueError if the face has no such character.
        """
        self.add_characters(text)
        if self.special and not self.special.keys().isdisjoint(text):
            return "".join(self.special.get(character) or f"{ord(character):04X}" for character in text)
        return text.encode("utf-16-be").hex()

    def add_characters(self, text: str) -> None:
        """Have `widths` know all characters of a text. ValueError if the face has no such character."""
        for character in set(text).difference(self.widths):
            self._add_character(character)

    def encode_glyph(self, glyph: int, text: str) -> tuple[str, float]:
        """Return the code of a glyph that is copied as `text`, and its advance in thousandths of an em."""
        width = self._width(glyph)
        if len(text) == 1 and glyph == self.face.glyph(text):
            return self.encode(text), width
        code = self._codes.get((glyph, text))
        return f"{self._add(self._next_spare(), glyph, text) if code is None else code:04X}", width

    def _width(self, glyph: int) -> float:
        """Return the declared advance of a glyph. pdfium reads whole thousandths alone; pen corrections do the rest."""
        return float(round(self.face.advance(glyph) * 1000 / self.face.units))

    def _add_character(self, character: str) -> None:
        glyph = self.face.glyph(character)
        if glyph is None:
            raise ValueError(f"the face {self.face.name!r} has no U+{ord(character):04X}")
        code = ord(character)
        if code > 0xFFFF or code in self._glyphs:
            code = self._next_spare()
            self.special[character] = f"{code:04X}"
        if self.is_copy and _FIRST_SPARE <= code <= _LAST_SPARE:  # another page may take this code
            raise NotYetThereError
        self._add(code, glyph, character)
        self.widths[character] = width = self._width(glyph)
        if code == ord(character) and 0 <= width <= _WIDEST:
            if code >= len(self.widths_by_code):
                self.widths_by_code += array("h", [-1]) * (0x10000 - len(self.widths_by_code))
            self.widths_by_code[code] = int(width)

    def _add(self, code: int, glyph: int, text: str) -> int:
        self._glyphs[code] = glyph, text
        self._codes[glyph, text] = code
        return code

    def _next_spare(self) -> int:
        if self.is_copy:
            raise NotYetThereError
        return next(self._spare)

    def _spare_codes(self) -> Iterator[int]:
        for code in chain(range(_FIRST_SPARE, _LAST_SPARE + 1), range(1, _FIRST_SPARE)):
            if code not in self._glyphs:
                yield code
        raise ValueError(f"more than 65,535 different glyphs of the face {self.face.name!r}")

    def finish(self, objects: PdfObjects) -> None:
        """Fill in `dictionary`, and add the objects that it refers to."""
        self._glyphs = dict(sorted(self._glyphs.items()))
        file, new_glyphs = self._subset()
        tag = "".join(chr(ord("A") + byte % 26) for byte in hashlib.sha256(file).digest()[:6])
        postscript_name = self._source.get_name(uharfbuzz.OTNameIdPredefined.POSTSCRIPT_NAME) or ""
        name = pdf_name(f"{tag}+{_NOT_POSTSCRIPT.sub('', postscript_name) or 'Font'}")
        if self._is_cff:
            kind: dict[str, object] = {"Subtype": "/CIDFontType0"}
            kind["W"] = _widths({new_glyphs[code]: self._width(glyph) for code, (glyph, _) in self._glyphs.items()})
            encoding: object = objects.reference(self._encoding(new_glyphs))
        else:
            glyph_of_code = bytearray(2 * max(new_glyphs, default=0) + 2)
            for code, glyph in new_glyphs.items():
                struct.pack_into(">H", glyph_of_code, 2 * code, glyph)
            kind = {"Subtype": "/CIDFontType2", "CIDToGIDMap": objects.reference(compressed(bytes(glyph_of_code)))}
            kind["W"] = _widths({code: self._width(glyph) for code, (glyph, _) in self._glyphs.items()})
            encoding = "/Identity-H"
        descendant = pdf_dictionary(
            {
                "Type": "/Font",
                "BaseFont": name,
                "CIDSystemInfo": _identity(),
                "FontDescriptor": objects.reference(self._descriptor(name, file, objects)),
                "DW": 1000,
                **kind,
            }
        )
        font = {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": name,
            "Encoding": encoding,
            "DescendantFonts": pdf_array([objects.reference(descendant)]),
            "ToUnicode": objects.reference(compressed(self._unicode_map().encode("ascii"))),
        }
        self.dictionary.dict.update(font)
        if self.columns is not None:
            encoding = objects.reference(self._encoding(new_glyphs, vertical=True)) if self._is_cff else "/Identity-V"
            self.columns.dict.update({**font, "Encoding": encoding})

    def _subset(self) -> tuple[bytes, dict[int, int]]:
        """Return a font file with only the glyphs in use, and the new glyph number of each code."""
        glyphs = frozenset([glyph for glyph, _ in self._glyphs.values()])
        file, renumbered = _font_file(self.face, self._is_cff, glyphs)
        return file, {code: renumbered[glyph] for code, (glyph, _) in self._glyphs.items()}

    def _descriptor(self, name: str, file: bytes, objects: PdfObjects) -> Dictionary:
        thousandths = 1000 / self._source.upem
        box = struct.unpack(">4h", self._source.reference_table("head").data[36:44])
        extents = self.face.font.get_font_extents("ltr")
        program = (
            {"FontFile3": objects.reference(compressed(file, Subtype="/CIDFontType0C"))}
            if self._is_cff
            else {"FontFile2": objects.reference(compressed(file, Length1=len(file)))}
        )
        return pdf_dictionary(
            {
                "Type": "/FontDescriptor",
                "FontName": name,
                "Flags": 4,  # symbolic: the font has its own codes
                "FontBBox": pdf_array([v * thousandths for v in box]),
                "ItalicAngle": 0,
                "Ascent": extents.ascender * thousandths,
                "Descent": extents.descender * thousandths,
                "CapHeight": self.face.cap_height * 1000,
                # Font files do not contain it: the usual estimate from the weight.
                "StemV": 50 + int((self.face.weight / 65) ** 2),
                **program,
            }
        )

    def _unicode_map(self) -> str:
        """Return the CMap that viewers use to copy and search text."""
        lines = [f"<{code:04X}> <{text.encode('utf-16-be').hex()}>" for code, (_, text) in self._glyphs.items()]
        return _cmap(lines, "bfchar", ordering="UCS", name="Adobe-Identity-UCS", kind=2)

    def _encoding(self, new_glyphs: dict[int, int], vertical: bool = False) -> Stream:
        """Return the CMap that maps codes to glyphs, for lines or (`vertical`) for columns."""
        lines = [f"<{code:04X}> {glyph}" for code, glyph in new_glyphs.items()]
        name = "Cardgen-Columns" if vertical else "Cardgen-Codes"
        text = _cmap(lines, "cidchar", ordering="Identity", name=name, kind=1)
        entries: dict[str, object] = {"Type": "/CMap", "CMapName": f"/{name}", "CIDSystemInfo": _identity()}
        if vertical:
            text = text.replace("/CMapType 1 def\n", "/CMapType 1 def\n/WMode 1 def\n")
            entries["WMode"] = 1
        return compressed(text.encode("ascii"), **entries)


@cached_by_font(32)  # several files of a build show the same characters
def _font_file(face: Face, is_cff: bool, glyphs: frozenset[int]) -> tuple[bytes, dict[int, int]]:
    """Return a font file with only these glyphs, and their new numbers."""
    request = uharfbuzz.SubsetInput()
    request.glyph_set.update({0, *glyphs})
    request.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.NOTDEF_OUTLINE
    request.drop_table_tag_set.update({int.from_bytes(tag.encode("ascii"), "big") for tag in _UNUSED_TABLES})
    if is_cff:
        request.flags |= uharfbuzz.SubsetFlags.CFF_IDENTITY_CHARSET
    plan = uharfbuzz.SubsetPlan(face.source, request)
    renumbered = dict(plan.old_to_new_glyph_mapping.items())
    subset = plan.execute()
    return subset.reference_table("CFF ").data if is_cff else subset.blob.data, renumbered


def _widths(widths: dict[int, float]) -> str:
    """Return the array of widths by code: for each sequence of codes the first one, then a list of their widths.

    As text: reportlab takes long to write arrays of thousands of numbers.
    """
    sequences: list[tuple[int, list[float]]] = []
    for code, width in sorted(widths.items()):
        if not sequences or code != sequences[-1][0] + len(sequences[-1][1]):
            sequences.append((code, []))
        sequences[-1][1].append(width)
    return _array([text for code, own in sequences for text in (f"{code}", _array([f"{width:.0f}" for width in own]))])


def _array(values: list[str]) -> str:
    """Return an array as reportlab writes it: ten values in a line."""
    lines = (" ".join(values[i : i + 10]) for i in range(0, len(values), 10))
    return "[ " + " \n  ".join(lines) + " ]"


def _identity() -> Dictionary:
    return pdf_dictionary({"Registry": pdf_string("Adobe"), "Ordering": pdf_string("Identity"), "Supplement": 0})


def _cmap(lines: list[str], block: str, **names: object) -> str:
    """Return a CMap of the lines, in blocks of at most 100, the limit of the format."""
    blocks = (lines[i : i + 100] for i in range(0, len(lines), 100))
    body = (f"{len(part)} begin{block}\n" + "\n".join(part) + f"\nend{block}\n" for part in blocks)
    return _CMAP_HEAD.format(**names) + "".join(body) + _CMAP_TAIL
