"""Fonts inside a PDF: each face is a composite font with two-byte codes and only the characters that are used.

reportlab's own TTFont reads a whole font file in Python (35 ms for a Chinese face), splits text into fonts of 256
characters and adds all of ASCII to each. HarfBuzz subsets the same file in a millisecond.

Characters get codes in the order in which they are first drawn, so two characters that share a glyph stay different
when text is copied. With TrueType outlines a table maps codes to glyphs. CFF outlines have no such table: the font's
encoding, a CMap, maps them.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib

import uharfbuzz

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
from cardgen.text.fonts import Face

# Tables that PDF viewers ignore: metrics and codes are in the PDF's own dictionaries.
_UNUSED_TABLES = ("cmap", "name", "post", "OS/2", "GSUB", "GPOS", "GDEF", "DSIG", "gasp")

# zlib's level: twice as fast as its usual 6 or more, and content hardly larger.
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
    return pdf_stream({**dictionary, "Filter": "/FlateDecode"}, zlib.compress(content, COMPRESSION))


class EmbeddedFace:
    """One face in one document; `resource` is its name there. A character gets its code when it is first drawn."""

    def __init__(self, face: Face, resource: str) -> None:
        self.face = face
        self.resource = resource
        self._source = face.source
        self._font = uharfbuzz.Font(self._source)
        self._is_cff = "CFF " in self._source.table_tags
        self._codes: dict[str, tuple[str, float]] = {}
        self._glyphs: list[int] = [0]
        #: The font's dictionary, empty until `finish`.
        self.dictionary = pdf_dictionary()
        #: The dictionary for vertical text, if there is any; `column_resource` is its name.
        self.columns: Dictionary | None = None
        self.column_resource = f"{resource}V"

    def code(self, character: str) -> tuple[str, float]:
        """Return the code of a character as four hexadecimal digits, and its advance in thousandths of an em.

        ValueError if the face has no such character.
        """
        code = self._codes.get(character)
        if code is None:
            glyph = self._font.get_nominal_glyph(ord(character))
            if glyph is None:
                raise ValueError(f"the face {self.face.name!r} has no U+{ord(character):04X}")
            code = (f"{len(self._glyphs):04X}", self._font.get_glyph_h_advance(glyph) * 1000 / self._source.upem)
            self._codes[character] = code
            self._glyphs.append(glyph)
        return code

    def finish(self, objects: PdfObjects) -> None:
        """Fill in `dictionary`, and add the objects that it refers to."""
        file, new_glyphs = self._subset()
        tag = "".join(chr(ord("A") + byte % 26) for byte in hashlib.sha256(file).digest()[:6])
        postscript_name = self._source.get_name(uharfbuzz.OTNameIdPredefined.POSTSCRIPT_NAME) or ""
        name = pdf_name(f"{tag}+{re.sub('[^A-Za-z0-9._-]', '', postscript_name) or 'Font'}")
        widths = [width for _, width in self._codes.values()]
        if self._is_cff:
            by_glyph = sorted(set(zip(new_glyphs[1:], widths, strict=True)))
            kind: dict[str, object] = {"Subtype": "/CIDFontType0"}
            kind["W"] = pdf_array([value for glyph, width in by_glyph for value in (glyph, glyph, width)])
            encoding: object = objects.reference(self._encoding(new_glyphs))
        else:
            glyph_of_code = struct.pack(f">{len(new_glyphs)}H", *new_glyphs)
            kind = {"Subtype": "/CIDFontType2", "CIDToGIDMap": objects.reference(compressed(glyph_of_code))}
            kind["W"] = pdf_array([1, pdf_array(widths)])
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

    def _subset(self) -> tuple[bytes, list[int]]:
        """Return a font file with only the glyphs in use, and the new glyph number of each code."""
        request = uharfbuzz.SubsetInput()
        request.glyph_set.update(set(self._glyphs))
        request.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.NOTDEF_OUTLINE
        request.drop_table_tag_set.update({int.from_bytes(tag.encode("ascii"), "big") for tag in _UNUSED_TABLES})
        if self._is_cff:
            request.flags |= uharfbuzz.SubsetFlags.CFF_IDENTITY_CHARSET
        plan = uharfbuzz.SubsetPlan(self._source, request)
        renumbered = dict(plan.old_to_new_glyph_mapping.items())
        subset = plan.execute()
        file = subset.reference_table("CFF ").data if self._is_cff else subset.blob.data
        return file, [renumbered[glyph] for glyph in self._glyphs]

    def _descriptor(self, name: str, file: bytes, objects: PdfObjects) -> Dictionary:
        thousandths = 1000 / self._source.upem
        box = struct.unpack(">4h", self._source.reference_table("head").data[36:44])
        extents = self._font.get_font_extents("ltr")
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
        lines = [f"<{code}> <{character.encode('utf-16-be').hex()}>" for character, (code, _) in self._codes.items()]
        return _cmap(lines, "bfchar", ordering="UCS", name="Adobe-Identity-UCS", kind=2)

    def _encoding(self, new_glyphs: list[int], vertical: bool = False) -> Stream:
        """Return the CMap that maps codes to glyphs, for lines or (`vertical`) for columns."""
        lines = [f"<{code}> {glyph}" for (code, _), glyph in zip(self._codes.values(), new_glyphs[1:], strict=True)]
        name = "Cardgen-Columns" if vertical else "Cardgen-Codes"
        text = _cmap(lines, "cidchar", ordering="Identity", name=name, kind=1)
        entries: dict[str, object] = {"Type": "/CMap", "CMapName": f"/{name}", "CIDSystemInfo": _identity()}
        if vertical:
            text = text.replace("/CMapType 1 def\n", "/CMapType 1 def\n/WMode 1 def\n")
            entries["WMode"] = 1
        return compressed(text.encode("ascii"), **entries)


def _identity() -> Dictionary:
    return pdf_dictionary({"Registry": pdf_string("Adobe"), "Ordering": pdf_string("Identity"), "Supplement": 0})


def _cmap(lines: list[str], block: str, **names: object) -> str:
    """Return a CMap of the lines, in blocks of at most 100, the limit of the format."""
    blocks = (lines[i : i + 100] for i in range(0, len(lines), 100))
    body = (f"{len(part)} begin{block}\n" + "\n".join(part) + f"\nend{block}\n" for part in blocks)
    return _CMAP_HEAD.format(**names) + "".join(body) + _CMAP_TAIL
