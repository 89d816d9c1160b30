"""Font files of a game: which are valid, which may be embedded, and the choice of one face."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import uharfbuzz

from cardgen.formats.paint import outline_of
from cardgen.formats.pdf import pdf_bytes
from cardgen.scene.items import GlyphRun, Scene
from cardgen.text.font_files import FontFileError, read_font
from cardgen.text.fonts import make_face
from cardgen.text.ink import ink_of
from cardgen.text.shaping import shape
from tests.cases import for_cases
from tests.made_fonts import LETTERS, collection, open_type, true_type, variable


def opened(content: bytes) -> uharfbuzz.Font:
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob(content)))


def width(content: bytes, character: str) -> int:
    font = opened(content)
    return int(font.get_glyph_h_advance(font.get_nominal_glyph(ord(character))))


def rejection_of(content: bytes, **which: Any) -> str:
    with pytest.raises(FontFileError) as caught:
        read_font(content, **which)
    return f"{caught.value} ({caught.value.hint})"


def test_a_single_font_is_used_unchanged() -> None:
    for content in (true_type("Tea"), open_type("Tea"), open_type("Tea", keyed=True)):
        font = read_font(content)
        assert font.content == content
        assert (font.family, font.style) == ("Tea", "Regular")


def test_a_font_has_its_licence() -> None:
    assert read_font(true_type()).licence == "SIL Open Font License 1.1"
    assert read_font(open_type()).licence == ""


@pytest.mark.parametrize("rights", [0x0000, 0x0004, 0x0008, 0x000E, 0x0006])
def test_a_font_that_may_be_embedded(rights: int) -> None:
    assert read_font(true_type(embedding=rights)).family == "Testa"


def test_a_font_without_rights_may_be_embedded() -> None:
    assert read_font(true_type(without=["OS/2"])).family == "Testa"


@pytest.mark.parametrize(
    ("rights", "message"),
    [
        (0x0002, "may not be embedded: its maker forbids it (fsType 0x0002) (use another font"),
        (0x0100, "may not be reduced to the characters in use (fsType 0x0100)"),
        (0x0104, "may not be reduced to the characters in use (fsType 0x0104)"),
        (0x0200, "may be embedded as bitmaps only (fsType 0x0200)"),
    ],
)
def test_a_font_that_may_not_be_embedded(rights: int, message: str) -> None:
    assert rejection_of(true_type(embedding=rights)).startswith(message)


@for_cases(
    ("content", "message"),
    [
        (b"wOF2" + bytes(40), "is a WOFF2 font, packed for the web (use its TTF or OTF file)"),
        (b"wOFF" + bytes(40), "is a WOFF font, packed for the web (use its TTF or OTF file)"),
        (b"%!PS-AdobeFont-1.0", "is a PostScript Type 1 font (use its TTF or OTF file)"),
        (b"<svg/>", "is not a TrueType or OpenType font (use a .ttf, .otf or .ttc file)"),
        (b"", "is not a TrueType or OpenType font (use a .ttf, .otf or .ttc file)"),
        (b"\0\1\0\0", "is cut off: its end is missing (download it again)"),
        (b"ttcf\0\1\0\0", "is not a complete collection of fonts ()"),
    ],
)
def test_a_file_that_is_not_a_font(content: bytes, message: str) -> None:
    assert rejection_of(content) == message


def test_a_font_with_missing_parts_is_rejected() -> None:
    assert rejection_of(true_type()[:-600]) == "is cut off: its end is missing (download it again)"
    missing = "is not a complete font (its table cmap is missing or too short)"
    assert rejection_of(true_type(without=["cmap"])) == missing
    bitmaps = "is a bitmap font without outlines (use a font with outlines)"
    assert rejection_of(true_type(without=["glyf", "loca"])) == bitmaps


def test_a_damaged_font_is_rejected_or_drawn() -> None:
    """Fonts with a few changed bytes: the result is a FontFileError, or a font that can be embedded."""
    chance = random.Random(7)
    whole = [true_type(), open_type(), open_type(keyed=True), variable(), collection(true_type(), true_type("Tea"))]
    drawn = 0
    for _ in range(400):
        content = bytearray(chance.choice(whole))
        for _ in range(chance.choice([1, 3, 10])):
            content[chance.randrange(min(len(content), chance.choice([300, len(content)])))] = chance.randrange(256)
        try:
            font = read_font(bytes(content), 0 if content.startswith(b"ttcf") else None)
        except FontFileError:
            continue
        face = make_face(font.content, Path("damaged.ttf"))
        text = "".join(filter(face.has, "Hamburg & Qy"))
        run = GlyphRun(
            text, face.name, 6, 3, 8, tuple(width / face.units * 6 for width in shape(face.name, text).advances)
        )
        assert pdf_bytes([Scene(60, 12, (run,))]).startswith(b"%PDF")
        assert isinstance(outline_of(run), tuple)
        assert isinstance(ink_of(run), tuple)
        assert face.cap_height > 0
        drawn += 1
    assert drawn > 100


def test_a_broken_glyph_draws_nothing() -> None:
    content = bytearray(true_type())
    directory = {bytes(content[at : at + 4]): at for at in range(12, 12 + 16 * content[5], 16)}
    start = int.from_bytes(content[directory[b"maxp"] + 8 : directory[b"maxp"] + 12], "big")
    content[start + 4 : start + 6] = (20).to_bytes(2, "big")  # the number of glyphs
    face = make_face(bytes(content), Path("short.ttf"))
    assert 0 < sum(map(face.has, LETTERS)) < 25


def test_one_font_of_a_collection_is_chosen() -> None:
    both = collection(true_type("Tea"), true_type("Pot", "ABC", of="latin-bold"))
    font = read_font(both, index=1)
    assert font.family == "Pot"
    assert width(font.content, "A") == width(true_type("Pot", "ABC", of="latin-bold"), "A")
    assert opened(font.content).get_nominal_glyph(ord("D")) is None
    assert rejection_of(both) == "is a collection of 2 fonts (choose one by index: 0 Tea Regular, 1 Pot Regular)"
    assert rejection_of(both, index=2) == "has no font number 2 (it has 2 fonts, counted from 0)"
    assert rejection_of(true_type(), index=1) == "has no font number 1 (it is a single font: leave index out)"
    assert read_font(collection(true_type("Tea"))).family == "Tea"


def test_a_variable_font_becomes_a_static_font() -> None:
    font, plain = variable(), width(true_type(characters="AHI"), "A")
    assert width(read_font(font).content, "A") == plain
    assert width(read_font(font, axes={"wght": 900}).content, "A") == 2 * plain
    assert width(read_font(font, axes={"wght": 650}).content, "A") == pytest.approx(1.5 * plain, abs=1)
    still = uharfbuzz.Face(uharfbuzz.Blob(read_font(font, axes={"wght": 900}).content))
    assert not still.axis_infos
    assert "gvar" not in still.table_tags
    assert rejection_of(font, axes={"wgth": 900}) == "has no axis 'wgth' (did you mean 'wght'?)"
    assert rejection_of(font, axes={"opsz": 9}) == "has no axis 'opsz' (its axes are wght)"
    assert rejection_of(font, axes={"wght": 950}) == "has no wght of 950 (100 to 900)"
    assert rejection_of(true_type(), axes={"wght": 400}) == "is not a variable font: it has no axes (leave axes out)"


def test_the_same_font_gives_the_same_bytes() -> None:
    assert read_font(variable(), axes={"wght": 700}).content == read_font(variable(), axes={"wght": 700}).content
