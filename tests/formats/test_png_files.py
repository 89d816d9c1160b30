"""PNG files: the same pixels however they are compressed, and optimised files as small as those of oxipng."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from PIL import Image as Pictures
from PIL import ImageDraw

from cardgen.formats.png_files import Metadata, encode_pixels
from cardgen.formats.png_rows import (
    GREY,
    INDEXED,
    RGB,
    Pixels,
    Rows,
    filter_rows,
    index_colours,
    mix_filters,
    pixels_of,
)
from tests.cases import for_cases
from tests.formats.test_png import opened

Painter = Callable[[int, int], Pictures.Image]

METADATA = Metadata(300, "方块 T", "A block", "zh")


def drawing(width: int, height: int) -> Pictures.Image:
    """Return areas of one colour with soft edges, of more than 256 colours, as a card has."""
    picture = Pictures.new("RGB", (width * 4, height * 4), "#fff6e0")
    draw = ImageDraw.Draw(picture)
    for number in range(40):
        x, y = number * 97 % (4 * width), number * 61 % (4 * height)
        colour = (number * 6, 255 - number * 5, number * 37 % 256)
        draw.ellipse((x - 60, y - 60, x + 60, y + 60), fill=colour)
    return picture.resize((width, height), Pictures.Resampling.BOX)


def photograph(width: int, height: int) -> Pictures.Image:
    """Return changes of colour, large and small, without edges."""
    picture, dice = Pictures.new("RGB", (width, height), "#808080"), random.Random(1)
    for side in (64, 16, 6, 3):
        grain = (-(-width // side) + 2, -(-height // side) + 2)
        noise = Pictures.frombytes("RGB", grain, dice.randbytes(3 * grain[0] * grain[1]))
        picture = Pictures.blend(picture, noise.resize((width, height), Pictures.Resampling.BICUBIC), 0.25)
    return picture


def half_photograph(width: int, height: int) -> Pictures.Image:
    """Return a drawing with a photograph below it."""
    picture = drawing(width, height)
    picture.paste(photograph(width, -(-height // 2)), (0, height // 2))
    return picture


def few_colours(width: int, height: int) -> Pictures.Image:
    """Return a drawing of at most 64 colours."""
    return drawing(width, height).point(lambda value: value // 64 * 85)


def greys(width: int, height: int) -> Pictures.Image:
    """Return a drawing of greys."""
    return drawing(width, height).convert("L").convert("RGB")


def two_colours(width: int, height: int) -> Pictures.Image:
    """Return a drawing of red and white."""
    picture = drawing(width, height).convert("L").point(lambda value: 255 * (value > 120))
    return Pictures.merge("RGB", (Pictures.new("L", picture.size, 255), picture, picture))


PAINTERS: list[Painter] = [drawing, photograph, half_photograph, few_colours, greys, two_colours]


@pytest.mark.parametrize("optimise", [False, True])
@pytest.mark.parametrize("paint", PAINTERS)
@pytest.mark.parametrize("size", [(200, 150), (201, 3), (1, 1), (7, 1100)])
def test_a_file_has_the_pixels_of_the_picture(paint: Painter, size: tuple[int, int], optimise: bool) -> None:
    picture = paint(*size)
    png = opened(encode_pixels(pixels_of(picture), METADATA, optimise=optimise))
    assert png.size == size
    assert png.convert("RGB").tobytes() == picture.tobytes()


@pytest.mark.parametrize("optimise", [False, True])
@pytest.mark.parametrize("paint", PAINTERS)
def test_a_file_has_its_metadata(paint: Painter, optimise: bool) -> None:
    pixels = pixels_of(paint(60, 40))
    png = opened(encode_pixels(pixels, METADATA, optimise=optimise))
    assert png.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    assert (png.info["Title"], png.info["Description"], png.info["Title"].lang) == ("方块 T", "A block", "zh")
    assert png.info["srgb"] == 0
    bare = opened(encode_pixels(pixels, Metadata(), optimise=optimise))
    assert not {"dpi", "Title", "Description"} & set(bare.info)


def test_chunks_are_in_the_order_of_the_standard() -> None:
    png = encode_pixels(pixels_of(few_colours(100, 100)), METADATA, optimise=True)
    assert kinds_of(png) == ["IHDR", "sRGB", "PLTE", "pHYs", "iTXt", "iTXt", "IDAT", "IEND"]


def kinds_of(png: bytes) -> list[str]:
    return [kind.decode() for kind, _ in chunks_of(png)]


def chunks_of(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    position = 8
    while position < len(png):
        length = int.from_bytes(png[position : position + 4])
        yield png[position + 4 : position + 8], png[position + 8 : position + 8 + length]
        position += length + 12


@pytest.mark.parametrize("paint", PAINTERS)
def test_an_optimised_file_is_the_smallest_and_always_the_same(paint: Painter) -> None:
    picture = paint(300, 400)
    fast, best, again = (encode_pixels(pixels_of(picture), METADATA, optimise=mode) for mode in (False, True, True))
    assert best == again
    assert len(best) < len(fast)
    assert len(encode_pixels(pixels_of(picture), Metadata())) < 1.02 * len(by_pillow(picture))


def by_pillow(picture: Pictures.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG", compress_level=4)
    return file.getvalue()


@pytest.mark.parametrize("paint", PAINTERS)
def test_filters_are_tried_for_photographs_only(paint: Painter, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Pixels] = []

    def noting(pixels: Pixels) -> bytes:
        tried.append(pixels)
        return filter_rows(pixels)

    monkeypatch.setattr("cardgen.formats.png_files.filter_rows", noting)
    encode_pixels(pixels_of(paint(300, 400)), METADATA)
    assert bool(tried) == (paint in (photograph, half_photograph))


@pytest.mark.parametrize("paint", PAINTERS)
@pytest.mark.parametrize("height", [1, 4, 512, 513, 1030])
def test_rows_are_filtered_as_in_one_band(paint: Painter, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pixels = pixels_of(paint(40, height))
    filtered = filter_rows(pixels)
    assert len(filtered) == len(pixels.rows)
    monkeypatch.setattr("cardgen.formats.png_rows._FILTERED_AT_ONCE", 5000)
    assert filter_rows(pixels) == filtered


def test_a_drawing_and_a_photograph_in_one_picture_are_filtered_in_part() -> None:
    pixels = pixels_of(half_photograph(200, 200))
    filtered = filter_rows(pixels)
    mixed = mix_filters(pixels, filtered)
    assert mixed[: 80 * pixels.stride] == pixels.rows[: 80 * pixels.stride]
    assert mixed[120 * pixels.stride :] == filtered[120 * pixels.stride :]


@for_cases(
    ("paint", "kinds"),
    [
        (drawing, []),
        (few_colours, [(INDEXED, 8)]),
        (greys, [(GREY, 8), (INDEXED, 8)]),
        (two_colours, [(INDEXED, 1), (INDEXED, 8)]),
    ],
)
def test_pictures_of_few_colours_are_indexed(paint: Painter, kinds: list[tuple[int, int]]) -> None:
    rows = list(index_colours(pixels_of(paint(203, 150))))
    assert [(one.colour_type, one.depth) for one in rows] == kinds
    assert all(len(one.data) == 150 * (1 - -203 * one.depth // 8) for one in rows)


@for_cases("count", [1, 2, 3, 4, 5, 16, 17, 256])
def test_every_number_of_colours_can_be_indexed(count: int) -> None:
    picture = Pictures.new("RGB", (19, 17))
    for number, (x, y) in enumerate(product(range(19), range(17))):
        picture.putpixel((x, y), (number % count, 0, 1))
    for optimise in (False, True):
        png = opened(encode_pixels(pixels_of(picture), Metadata(), optimise=optimise))
        assert png.convert("RGB").tobytes() == picture.tobytes()
    assert {len(rows.palette) for rows in index_colours(pixels_of(picture))} == {3 * count}


def test_frequent_colours_come_first_in_a_palette() -> None:
    picture = Pictures.new("RGB", (10, 10), "#ffffff")
    picture.paste("#ff0000", (0, 0, 2, 2))
    picture.paste("#0000ff", (5, 5, 8, 8))
    (rows, _) = index_colours(pixels_of(picture))
    assert rows.palette == bytes.fromhex("ffffff0000ffff0000")
    assert Rows(b"").colour_type == RGB


# Bytes of the pictures as oxipng 9.1 writes them at level 4; benchmarks/png_sizes.py compares whole games.
OXIPNG: dict[Painter, int] = {
    drawing: 11719,
    photograph: 343201,
    half_photograph: 178647,
    few_colours: 3771,
    greys: 6153,
    two_colours: 393,
}


@pytest.mark.parametrize("paint", PAINTERS)
def test_an_optimised_file_is_as_small_as_one_of_oxipng(paint: Painter) -> None:
    png = encode_pixels(pixels_of(paint(400, 500)), Metadata(300), optimise=True)
    assert len(png) <= 1.05 * OXIPNG[paint]
