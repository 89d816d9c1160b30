"""The faces inside a PDF: each one a composite font of two-byte codes, cut down to the characters that were used.

reportlab's own TTFont reads a whole font file in Python (35 ms for a Chinese face), cuts text into fonts of 256
characters and adds all of ASCII to each. HarfBuzz subsets the same file in a millisecond.

Codes are counted up as characters are first drawn, so that two characters which share a glyph stay two when text is
copied. With TrueType outlines a table tells the glyph behind every code. With CFF outlines there is none: there the
font's encoding tells it, a CMap of its own.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from typing import Any

import uharfbuzz
from reportlab.pdfbase.pdfdoc import PDFArrayCompact, PDFDictionary, PDFName, PDFStream, PDFString

from cardgen.text.fonts import Face

# What a PDF takes its metrics and its code table from instead.
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


def compressed(content: bytes, **dictionary: object) -> PDFStream:
    """A stream object, its content already compressed."""
    entries = {key: value for key, value in dictionary.items() if value is not None}
    return PDFStream(PDFDictionary({**entries, "Filter": "/FlateDecode"}), zlib.compress(content, COMPRESSION))


class EmbeddedFace:
    """One face in one document, `resource` its name there. Characters get their codes as they are first drawn."""

    def __init__(self, face: Face, resource: str) -> None:
        self.face = face
        self.resource = resource
        self._source = face.source
        self._font = uharfbuzz.Font(self._source)
        self._is_cff = "CFF " in self._source.table_tags
        self._codes: dict[str, tuple[str, float]] = {}
        self._glyphs: list[int] = [0]
        #: The font's dictionary, empty until `finish`.
        self.dictionary: Any = PDFDictionary()
        #: The same for text that runs down, where there is any: `column_resource` is its name.
        self.columns: Any = None
        self.column_resource = f"{resource}V"

    def code(self, character: str) -> tuple[str, float]:
        """Four hexadecimal digits that draw `character`, and its advance in thousandths of an em.

        ValueError when the face does not have it.
        """
        known = self._codes.get(character)
        if known is None:
            glyph = self._font.get_nominal_glyph(ord(character))
            if glyph is None:
                raise ValueError(f"the face {self.face.name!r} has no U+{ord(character):04X}")
            known = (f"{len(self._glyphs):04X}", self._font.get_glyph_h_advance(glyph) * 1000 / self._source.upem)
            self._codes[character] = known
            self._glyphs.append(glyph)
        return known

    def finish(self, document: Any) -> None:
        """Fill in `dictionary` and hand `document` (a reportlab PDFDocument) the objects behind it."""
        file, new_glyphs = self._subset()
        tag = "".join(chr(ord("A") + byte % 26) for byte in hashlib.sha256(file).digest()[:6])
        called = self._source.get_name(uharfbuzz.OTNameIdPredefined.POSTSCRIPT_NAME) or ""
        name = PDFName(f"{tag}+{re.sub('[^A-Za-z0-9._-]', '', called) or 'Font'}")
        widths = [width for _, width in self._codes.values()]
        if self._is_cff:
            by_glyph = sorted(set(zip(new_glyphs[1:], widths, strict=True)))
            kind: dict[str, object] = {"Subtype": "/CIDFontType0"}
            kind["W"] = PDFArrayCompact([each for glyph, width in by_glyph for each in (glyph, glyph, width)])
            encoding: object = document.Reference(self._encoding(new_glyphs))
        else:
            glyph_of_code = struct.pack(f">{len(new_glyphs)}H", *new_glyphs)
            kind = {"Subtype": "/CIDFontType2", "CIDToGIDMap": document.Reference(compressed(glyph_of_code))}
            kind["W"] = PDFArrayCompact([1, PDFArrayCompact(widths)])
            encoding = "/Identity-H"
        descendant = PDFDictionary(
            {
                "Type": "/Font",
                "BaseFont": name,
                "CIDSystemInfo": _identity(),
                "FontDescriptor": document.Reference(self._descriptor(name, file, document)),
                "DW": 1000,
                **kind,
            }
        )
        font = {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": name,
            "Encoding": encoding,
            "DescendantFonts": PDFArrayCompact([document.Reference(descendant)]),
            "ToUnicode": document.Reference(compressed(self._unicode_map().encode("ascii"))),
        }
        self.dictionary.dict.update(font)
        if self.columns is not None:
            down = document.Reference(self._encoding(new_glyphs, down=True)) if self._is_cff else "/Identity-V"
            self.columns.dict.update({**font, "Encoding": down})

    def _subset(self) -> tuple[bytes, list[int]]:
        """The font file of the glyphs in use, and the new number of the glyph behind every code."""
        wanted = uharfbuzz.SubsetInput()
        wanted.glyph_set.update(set(self._glyphs))
        wanted.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.NOTDEF_OUTLINE
        wanted.drop_table_tag_set.update({int.from_bytes(tag.encode("ascii"), "big") for tag in _UNUSED_TABLES})
        if self._is_cff:
            wanted.flags |= uharfbuzz.SubsetFlags.CFF_IDENTITY_CHARSET
        plan = uharfbuzz.SubsetPlan(self._source, wanted)
        renumbered = dict(plan.old_to_new_glyph_mapping.items())
        subset = plan.execute()
        file = subset.reference_table("CFF ").data if self._is_cff else subset.blob.data
        return file, [renumbered[glyph] for glyph in self._glyphs]

    def _descriptor(self, name: str, file: bytes, document: Any) -> PDFDictionary:
        thousandths = 1000 / self._source.upem
        box = struct.unpack(">4h", self._source.reference_table("head").data[36:44])
        extents = self._font.get_font_extents("ltr")
        program = (
            {"FontFile3": document.Reference(compressed(file, Subtype="/CIDFontType0C"))}
            if self._is_cff
            else {"FontFile2": document.Reference(compressed(file, Length1=len(file)))}
        )
        return PDFDictionary(
            {
                "Type": "/FontDescriptor",
                "FontName": name,
                "Flags": 4,  # symbolic: its codes are the font's own
                "FontBBox": PDFArrayCompact([v * thousandths for v in box]),
                "ItalicAngle": 0,
                "Ascent": extents.ascender * thousandths,
                "Descent": extents.descender * thousandths,
                "CapHeight": self.face.cap_height * 1000,
                # Nothing in the file says it: the usual guess from the weight.
                "StemV": 50 + int((self.face.weight / 65) ** 2),
                **program,
            }
        )

    def _unicode_map(self) -> str:
        """The CMap by which a reader gets back the text."""
        lines = [f"<{code}> <{character.encode('utf-16-be').hex()}>" for character, (code, _) in self._codes.items()]
        return _cmap(lines, "bfchar", ordering="UCS", name="Adobe-Identity-UCS", kind=2)

    def _encoding(self, new_glyphs: list[int], down: bool = False) -> PDFStream:
        """The CMap by which a viewer finds the glyph of a code, in lines or in columns."""
        lines = [f"<{code}> {glyph}" for (code, _), glyph in zip(self._codes.values(), new_glyphs[1:], strict=True)]
        name = "Cardgen-Columns" if down else "Cardgen-Codes"
        text = _cmap(lines, "cidchar", ordering="Identity", name=name, kind=1)
        named: dict[str, object] = {"Type": "/CMap", "CMapName": f"/{name}", "CIDSystemInfo": _identity()}
        if down:
            text = text.replace("/CMapType 1 def\n", "/CMapType 1 def\n/WMode 1 def\n")
            named["WMode"] = 1
        return compressed(text.encode("ascii"), **named)


def _identity() -> PDFDictionary:
    return PDFDictionary({"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0})


def _cmap(lines: list[str], block: str, **named: object) -> str:
    """A CMap of the lines, in blocks of a hundred: the most that one may hold."""
    blocks = (lines[i : i + 100] for i in range(0, len(lines), 100))
    told = (f"{len(part)} begin{block}\n" + "\n".join(part) + f"\nend{block}\n" for part in blocks)
    return _CMAP_HEAD.format(**named) + "".join(told) + _CMAP_TAIL
