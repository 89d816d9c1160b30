"""What a picture file says of its colours, in every way that it can; and what is wrong with it, at its place."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.base.errors import DataError, Place
from cardgen.data.icc import MOST_BYTES
from cardgen.data.picture_files import ShownPicture, eight_bit, open_shown
from cardgen.data.pictures import Pictures
from cardgen.data.reading import Reader
from tests.cases import for_cases
from tests.profiles import DISPLAY_P3, SRGB, gamma, grey_profile, inks_profile, matrix_profile, profile, srgb_curve

P3 = matrix_profile(DISPLAY_P3, srgb_curve)
COLOUR, IN_SRGB = (200, 120, 60), (213, 115, 42)
GREY = grey_profile(gamma(1.8))


def saved(picture: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    stream = io.BytesIO()
    picture.save(stream, kind, **options)
    return stream.getvalue()


def with_chunks(png: bytes, **chunks: bytes) -> bytes:
    """Return a PNG with more chunks before its pixels."""
    more = b"".join(
        struct.pack(">I", len(data)) + name.encode() + data + struct.pack(">I", zlib.crc32(name.encode() + data))
        for name, data in chunks.items()
    )
    return png[:33] + more + png[33:]


def shown(content: bytes) -> Image.Image:
    """Return the picture in a file as it is shown, checked to say nothing of its colours."""
    with open_shown(content) as opened:
        picture = eight_bit(opened.image).copy()
        if opened.content:
            with Image.open(io.BytesIO(opened.content)) as own:
                assert "srgb" in own.info or not own.info.keys() & {"icc_profile", "gamma", "chromaticity"}
    assert "icc_profile" not in picture.info
    return picture


def plain(colour: Any, mode: str = "RGB") -> Image.Image:
    return Image.new(mode, (2, 2), colour)


PALETTE = plain(COLOUR).quantize(4)
#: The primaries of Display P3 and of sRGB as cHRM has them.
P3_PRIMARIES = struct.pack(">8I", 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000)
SRGB_PRIMARIES = struct.pack(">8I", 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000)
USUAL_GAMMA = struct.pack(">I", 45455)


@for_cases(
    ("content", "expected"),
    [
        (saved(plain(COLOUR), icc_profile=P3), IN_SRGB),
        (saved(plain(COLOUR), "WEBP", lossless=True, icc_profile=P3), IN_SRGB),
        (saved(PALETTE, icc_profile=P3), IN_SRGB),
        (saved(plain((*COLOUR, 77), "RGBA"), icc_profile=P3), (*IN_SRGB, 77)),
        (saved(plain((*COLOUR, 77), "RGBA"), "WEBP", lossless=True, exact=True, icc_profile=P3), (*IN_SRGB, 77)),
        (saved(plain(COLOUR), transparency=COLOUR, icc_profile=P3), (*IN_SRGB, 0)),
        (saved(plain(100, "L"), icc_profile=GREY), 119),
        (saved(plain((100, 5), "LA"), icc_profile=GREY), (119, 5)),
        (saved(plain(100 * 257, "I;16"), icc_profile=GREY), 119),
        (saved(plain(1, "1"), icc_profile=GREY), 255),
        (with_chunks(saved(plain(COLOUR)), cICP=bytes([12, 13, 0, 1])), IN_SRGB),
        (with_chunks(saved(plain(COLOUR), icc_profile=matrix_profile(SRGB, gamma(1))), cICP=b"\x0c\r\0\1"), IN_SRGB),
        (with_chunks(saved(plain(COLOUR)), cICP=bytes([1, 13, 0, 1])), COLOUR),
        (with_chunks(saved(plain(COLOUR)), gAMA=USUAL_GAMMA, cHRM=P3_PRIMARIES), IN_SRGB),
        (with_chunks(saved(plain(COLOUR)), gAMA=USUAL_GAMMA, cHRM=SRGB_PRIMARIES), COLOUR),
        (with_chunks(saved(plain(COLOUR)), gAMA=USUAL_GAMMA), COLOUR),
        (with_chunks(saved(plain(COLOUR)), sRGB=b"\0", gAMA=struct.pack(">I", 100000)), COLOUR),
        (with_chunks(saved(plain((55, 55, 55))), gAMA=struct.pack(">I", 100000)), (128, 128, 128)),
        (with_chunks(saved(plain(55, "L")), gAMA=struct.pack(">I", 100000)), 128),
        (saved(plain(COLOUR), icc_profile=matrix_profile(SRGB, srgb_curve)), COLOUR),
        (saved(plain(COLOUR)), COLOUR),
    ],
)
def test_colours_are_in_srgb_and_transparency_is_as_it_was(content: bytes, expected: Any) -> None:
    assert shown(content).getpixel((0, 0)) == expected


def test_a_turned_photograph_is_upright_and_in_srgb() -> None:
    picture = plain((0, 0, 0)).resize((32, 16))
    picture.paste(COLOUR, (0, 0, 16, 16))
    exif = Image.Exif()
    exif[0x0112] = 6
    with open_shown(saved(picture, "JPEG", quality=100, subsampling=0, exif=exif, icc_profile=P3)) as opened:
        assert opened.image.size == (16, 32)
        assert opened.image.getpixel((4, 4)) == pytest.approx(IN_SRGB, abs=2)
        assert (opened.content, opened.is_photograph) == (b"", True)


@for_cases(
    ("content", "is_photograph"),
    [
        (saved(plain(COLOUR), "JPEG"), True),
        (saved(plain(COLOUR), "WEBP", icc_profile=P3), True),
        (saved(plain((*COLOUR, 9), "RGBA"), "WEBP"), False),
        (saved(plain(COLOUR), "WEBP", lossless=True), False),
        (saved(plain(COLOUR)), False),
    ],
)
def test_photographs_are_recognised(content: bytes, is_photograph: bool) -> None:
    with open_shown(content) as opened:
        assert opened.is_photograph is is_photograph


def test_the_inks_of_a_press_are_kept_on_request() -> None:
    inks, colours = inks_profile(), (10, 200, 30, 40)
    content = saved(plain(colours, "CMYK"), "JPEG", quality=100, icc_profile=inks)

    def pixel(opened: ShownPicture) -> Any:
        return opened.image.mode, opened.image.getpixel((0, 0))

    with open_shown(content, inks=inks) as opened:
        assert pixel(opened) == ("CMYK", pytest.approx(colours, abs=2))
    # The samples are not inverted if there is no marker of Adobe programs.
    at = content.index(b"\xff\xee")
    other = content[:at] + content[at + 2 + int.from_bytes(content[at + 2 : at + 4]) :]
    with open_shown(other, inks=inks) as opened:
        assert pixel(opened) == ("CMYK", pytest.approx(tuple(255 - v for v in colours), abs=2))
    with open_shown(content) as opened:
        assert opened.image.mode == "RGB"


UNREADABLE = "cards.yaml:3:4: 'art': the colours of the picture cannot be read: "
FAULT = UNREADABLE + "an ICC profile "
HINT = "(open it in a program for pictures, and save it again in sRGB)"
COLOURS_OF = {"RGB": COLOUR, "L": 100, "CMYK": (1, 2, 3, 4)}


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (saved(plain(COLOUR), icc_profile=P3[:90]), FAULT + "that is damaged " + HINT),
        (saved(plain(COLOUR), icc_profile=P3[:300]), FAULT + "that is damaged " + HINT),
        (saved(plain(COLOUR), icc_profile=P3[:12] + b"link" + P3[16:]), FAULT + "of a link between two devices"),
        (saved(plain(COLOUR), icc_profile=GREY), FAULT + "of GRAY colours, but the picture is in RGB"),
        (saved(plain(COLOUR), "WEBP", icc_profile=GREY), FAULT + "of GRAY colours, but the picture is in RGB"),
        (saved(plain(9, "L"), icc_profile=P3), FAULT + "of RGB colours, but the picture is in GRAY"),
        (
            saved(plain(9, "L"), "JPEG", icc_profile=inks_profile()),
            FAULT + "of CMYK colours, but the picture is in GRAY",
        ),
        (saved(plain(COLOUR), icc_profile=profile(b"mntr", b"RGB ", {})), FAULT + "that cannot be used"),
        (saved(plain(COLOUR), "JPEG", icc_profile=P3 + bytes(MOST_BYTES)), FAULT + "of 8.4 MB, more than the limit"),
        (
            saved(plain(COLOUR), "JPEG", icc_profile=P3).replace(b"ICC_PROFILE\0\1\1", b"ICC_PROFILE\0\1\2"),
            FAULT + "that",
        ),
        (with_chunks(saved(plain(COLOUR)), iCCP=b"x\0\0not deflated"), FAULT + "that is damaged"),
        (
            with_chunks(saved(plain(COLOUR)), cICP=bytes([9, 16, 0, 1])),
            UNREADABLE + "cICP 9, 16, 0, 1, which is not supported",
        ),
        (
            with_chunks(saved(plain(COLOUR)), cHRM=bytes(31) + b"\1"),
            UNREADABLE + "primaries in cHRM that are no colours",
        ),
        (
            saved(plain((1, 2, 3, 4), "CMYK"), "JPEG"),
            "cards.yaml:3:4: 'art': the picture is in CMYK and has no ICC profile, so nobody knows its colours "
            "(embed the profile of its inks, or save it again in sRGB)",
        ),
    ],
)
def test_colours_that_cannot_be_read_are_an_error_at_the_line_that_names_the_picture(
    content: bytes, fault: str, tmp_path: Path
) -> None:
    (tmp_path / "art").write_bytes(content)
    with pytest.raises(DataError) as caught:
        Pictures(Reader(tmp_path, tmp_path)).open("art", Place("cards.yaml", 3, 4))
    assert str(caught.value).startswith(fault)
