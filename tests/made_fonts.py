"""Fonts to try things with: the letters of a bundled face under other names, as TrueType, CFF and collections."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from functools import cache

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

from cardgen.text.fonts import FACES, FONT_FOLDER

LETTERS = "".join(map(chr, range(0x20, 0x7F)))

LICENCE_TEXT = "This Font Software is licensed under the SIL Open Font License, Version 1.1.\n"


def _bytes(font: TTFont) -> bytes:
    font.recalcTimestamp = False
    made = io.BytesIO()
    font.save(made)
    return made.getvalue()


def _named(font: TTFont, family: str, style: str, licence: str) -> None:
    table = font["name"]
    table.names = []
    texts = {1: family, 2: style, 4: f"{family} {style}", 6: f"{family}-{style}".replace(" ", ""), 13: licence}
    for number, text in texts.items():
        if text:
            table.setName(text, number, 3, 1, 0x409)


def true_type(
    family: str = "Testa",
    characters: Iterable[str] = LETTERS,
    *,
    style: str = "Regular",
    of: str = "latin",
    embedding: int = 0,
    licence: str = "SIL Open Font License 1.1",
    without: Iterable[str] = (),
    drawn_as: Mapping[str, str] | None = None,
) -> bytes:
    """A TrueType font with these characters of the bundled face `of`; `embedding` is its fsType.

    It has the keys of `drawn_as` besides, each drawn as one of the characters.
    """
    also = tuple((drawn_as or {}).items())
    return _true_type(family, "".join(characters), style, of, embedding, licence, tuple(without), also)


@cache
def _true_type(
    family: str,
    characters: str,
    style: str,
    of: str,
    embedding: int,
    licence: str,
    without: tuple[str, ...],
    drawn_as: tuple[tuple[str, str], ...],
) -> bytes:
    font = TTFont(FONT_FOLDER / FACES[of])
    options = Options()
    options.layout_features, options.notdef_outline, options.name_IDs = ["kern"], True, ["*"]
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    _named(font, family, style, licence)
    font["OS/2"].fsType = embedding
    for table in font["cmap"].tables:
        table.cmap.update({ord(new): table.cmap[ord(old)] for new, old in drawn_as})
    for name in without:
        del font[name]
    return _bytes(font)


@cache
def open_type(family: str = "Ceffa", characters: str = LETTERS, *, of: str = "latin", keyed: bool = False) -> bytes:
    """The characters with CFF outlines; `keyed` by numbers (CIDs) as large Chinese fonts are, in another order."""
    source = TTFont(FONT_FOLDER / FACES[of])
    glyphs, names = source.getGlyphSet(), source.getBestCmap()
    cmap = {ord(character): names[ord(character)] for character in characters}
    order = [".notdef", *dict.fromkeys(cmap.values())]
    strings = {}
    for name in order:
        pen = T2CharStringPen(source["hmtx"][name][0], glyphs)
        glyphs[name].draw(pen)
        strings[name] = pen.getCharString()
    builder = FontBuilder(source["head"].unitsPerEm, isTTF=False)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(cmap)
    builder.setupCFF(f"{family}-Regular", {"FullName": f"{family} Regular"}, strings, {})
    builder.setupHorizontalMetrics({name: source["hmtx"][name] for name in order})
    builder.setupHorizontalHeader(ascent=source["hhea"].ascent, descent=source["hhea"].descent)
    builder.setupNameTable({"familyName": family, "styleName": "Regular", "psName": f"{family}-Regular"})
    builder.setupOS2(sCapHeight=700, fsType=0)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0
    if keyed:
        _key(builder.font, len(order))
    return _bytes(builder.font)


def _key(font: TTFont, count: int) -> None:
    from fontTools.cffLib import FDArrayIndex, FDSelect, FontDict

    cff = font["CFF "].cff
    top = cff.topDictIndex[0]
    top.ROS = ("Adobe", "Identity", 0)
    top.rawDict.pop("Private", None)
    inner = FontDict()
    inner.Private = top.Private
    inner.FontName = "Inner"
    for string in top.CharStrings.values():
        string.private = inner.Private
    array = FDArrayIndex()
    array.append(inner)
    top.FDArray, top.FDSelect = array, FDSelect()
    top.FDSelect.gidArray = [0] * count
    top.FDSelect.format = 3
    top.CIDCount = 4 * count
    del top.Private
    top.Encoding = None
    # Numbers in another order than the glyphs: who takes the one for the other draws other letters.
    new = {old: ".notdef" if i == 0 else f"cid{3 * (count - i) + 1:05d}" for i, old in enumerate(top.charset)}
    strings = top.CharStrings
    strings.charStrings = {new[name]: string for name, string in strings.charStrings.items()}
    for table in font["cmap"].tables:
        table.cmap = {code: new[name] for code, name in table.cmap.items()}
    font["hmtx"].metrics = {new[name]: value for name, value in font["hmtx"].metrics.items()}
    top.charset = [new[name] for name in top.charset]
    font.setGlyphOrder(list(top.charset))


def variable(family: str = "Varia", characters: str = "AHIVhi ", *, drawn_as: Mapping[str, str] | None = None) -> bytes:
    """A variable font whose letters grow wider along `wght`, 100 to 900, by their whole width."""
    from fontTools.ttLib.tables.TupleVariation import TupleVariation

    font = TTFont(io.BytesIO(true_type(family, characters, drawn_as=drawn_as)))
    builder = FontBuilder(font=font)
    builder.setupFvar([("wght", 100, 400, 900, "Weight")], [])
    variations = {}
    for name in font.getGlyphOrder():
        glyph = font["glyf"][name]
        points, _ = glyph.getCoordinates(font["glyf"])[:2]
        ghosts = [(0, 0), (font["hmtx"][name][0], 0), (0, 0), (0, 0)]
        deltas = [(round(x), 0) for x, _ in points] + ghosts
        variations[name] = [TupleVariation({"wght": (0, 1, 1)}, deltas)]
    builder.setupGvar(variations)
    return _bytes(font)


#: Colour glyphs of COLR by character: a palette of blue (0), half transparent red (1) and white (2); 0xFFFF is the
#: text's colour. Each glyph is painted in the shape of A.
PALETTE = ((0.0, 0.0, 1.0, 1.0), (1.0, 0.0, 0.0, 0.5), (1.0, 1.0, 1.0, 1.0))


def coloured(
    family: str = "Colora",
    layers: Mapping[str, object] | None = None,
    *,
    version: int = 0,
    svg: Mapping[str, str] | None = None,
    characters: str = "ABab ",
) -> bytes:
    """A font with colour glyphs: `layers` as fontTools' `buildCOLR` takes them, or `svg` documents, by character."""
    from fontTools.colorLib.builder import buildCOLR, buildCPAL
    from fontTools.ttLib import newTable
    from fontTools.ttLib.tables.S_V_G_ import SVGDocument

    font = TTFont(io.BytesIO(true_type(family, characters)))
    names = font.getBestCmap()
    if layers:
        font["COLR"] = buildCOLR({names[ord(one)]: own for one, own in layers.items()}, version=version)
        font["CPAL"] = buildCPAL([PALETTE])
    if svg:
        table = font["SVG "] = newTable("SVG ")
        numbers = {font.getGlyphID(names[ord(one)]): text for one, text in svg.items()}
        table.docList = [SVGDocument(text, number, number, False) for number, text in sorted(numbers.items())]
    return _bytes(font)


def collection(*fonts: bytes) -> bytes:
    """The fonts in one file."""
    whole = TTCollection()
    whole.fonts = [TTFont(io.BytesIO(font)) for font in fonts]
    made = io.BytesIO()
    whole.save(made)
    return made.getvalue()
