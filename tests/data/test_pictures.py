"""The picture files of a game: three formats, undamaged, inside the folder."""

from __future__ import annotations

import hashlib
import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, PngImagePlugin

from cardgen.base.errors import DataError, Place, WrongValueError
from cardgen.building.build import build_game
from cardgen.data import picture_files
from cardgen.data import pictures as pictures_module
from cardgen.data.picture_files import FORMATS
from cardgen.data.pictures import Pictures
from cardgen.data.project import Project
from cardgen.data.reading import Reader
from cardgen.formats.pdf import pdf_bytes
from cardgen.formats.svg import to_svg
from cardgen.products.options import Options
from cardgen.scene.items import Image as PlacedImage
from cardgen.scene.items import Scene
from tests.attack.bombs_media import damaged, lossless_webp, pixel_bombs, project, saved

PLACE = Place("cards.yaml", 3, 4)


@pytest.fixture
def pictures(tmp_path: Path) -> Pictures:
    return Pictures(Reader(tmp_path, tmp_path))


def refused(pictures: Pictures, name: str) -> str:
    with pytest.raises(DataError) as caught:
        pictures.open(name, PLACE)
    return str(caught.value)


@pytest.mark.parametrize("form", FORMATS)
def test_a_picture_has_a_size_and_a_digest(tmp_path: Path, pictures: Pictures, form: str) -> None:
    path = tmp_path / f"art.{form.lower()}"
    Image.new("RGB", (30, 20), "red").save(path, form)
    picture = pictures.open(path.name, PLACE)
    assert (picture.file, picture.pixels) == (path, (30, 20))
    assert picture.digest == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(("orientation", "pixels"), [(1, (30, 20)), (3, (30, 20)), (6, (20, 30)), (8, (20, 30))])
def test_the_size_of_a_photograph_follows_its_exif_orientation(
    tmp_path: Path, pictures: Pictures, orientation: int, pixels: tuple[int, int]
) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    for name in ("art.jpg", "art.png", "art.webp", "art.tif", "art.avif"):
        Image.new("RGB", (30, 20), "red").save(tmp_path / name, exif=exif)
        assert pictures.open(name, PLACE).pixels == pixels
        with picture_files.open_shown((tmp_path / name).read_bytes()) as shown:
            assert shown.image.size == pixels


def test_the_first_frame_of_a_film_is_shown(tmp_path: Path, pictures: Pictures) -> None:
    frames = [Image.new("RGB", (30, 20), colour) for colour in ("#ff0000", "#00ff00")]
    for name in ("art.gif", "art.tif", "art.webp", "art.avif"):
        frames[0].save(tmp_path / name, save_all=True, append_images=frames[1:])
        assert pictures.open(name, PLACE).pixels == (30, 20)
        with picture_files.open_shown((tmp_path / name).read_bytes()) as shown:
            red, green, blue = shown.image.convert("RGB").resize((1, 1)).tobytes()
        assert (red > 240, green < 15, blue < 15) == (True, True, True)


@pytest.mark.parametrize("mode", ["F", "LAB"])
def test_pixels_that_have_no_one_look_are_refused(tmp_path: Path, pictures: Pictures, mode: str) -> None:
    Image.new(mode, (3, 2)).save(tmp_path / "art.tif")
    assert refused(pictures, "art.tif") == (
        f"cards.yaml:3:4: 'art.tif': the TIFF file has pixels of the kind {mode}, which cannot be shown "
        "(save it again in RGB with 8 bits)"
    )


def test_a_picture_is_decoded_once_and_is_an_input_of_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Image.new("L", (3, 2), 77).save(tmp_path / "a.png")
    reader = Reader(tmp_path, tmp_path)
    decoded: list[bytes] = []

    def decode(content: bytes, count: Callable[[int], None], page: int) -> picture_files.Pixels:
        decoded.append(content)
        return picture_files.decode(content, count, page)

    monkeypatch.setattr(pictures_module, "decode", decode)
    assert Pictures(reader).open("a.png", PLACE) is Pictures(reader).open("a.png", PLACE)
    assert Pictures(Reader(tmp_path, tmp_path)).open("a.png", PLACE).pixels == (3, 2)
    assert decoded == [(tmp_path / "a.png").read_bytes()]
    assert list(reader.digests) == [tmp_path / "a.png"]


@pytest.mark.parametrize("form", ["EPS", "ICO", "PPM"])
def test_other_formats_are_not_opened_whatever_their_suffix(tmp_path: Path, pictures: Pictures, form: str) -> None:
    Image.new("RGB", (3, 2)).save(tmp_path / "art.png", form)
    assert refused(pictures, "art.png") == (
        "cards.yaml:3:4: 'art.png': the file cannot be read as a picture (use a picture in one of the formats "
        "PNG, JPEG, WEBP, GIF, BMP, TIFF, AVIF, PDF, or SVG in a file whose name ends with .svg)"
    )


@pytest.mark.parametrize("content", [b"", b"hello", b"\x89PNG\r\n\x1a\n", b"<svg xmlns='http://www.w3.org/2000/svg'/>"])
def test_invalid_pictures_are_reported(tmp_path: Path, pictures: Pictures, content: bytes) -> None:
    (tmp_path / "art.png").write_bytes(content)
    assert "'art.png': the file cannot be read as a picture" in refused(pictures, "art.png")


@pytest.mark.parametrize("name", ["art.png", "art.jpg", "art.webp"])
def test_a_truncated_picture_is_refused(tmp_path: Path, pictures: Pictures, name: str) -> None:
    path = tmp_path / name
    Image.effect_noise((64, 64), 50).save(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert "cannot be read as a picture" in refused(pictures, name)


def test_a_photograph_may_have_data_after_its_end(tmp_path: Path, pictures: Pictures) -> None:
    Image.effect_noise((64, 64), 50).save(tmp_path / "art.jpg")
    with (tmp_path / "art.jpg").open("ab") as file:
        file.write(b"a film")
    assert pictures.open("art.jpg", PLACE).pixels == (64, 64)


@pytest.mark.parametrize(
    ("name", "most", "message"),
    [
        ("art.png", 50_000, "'art.png': the picture has 0.1 megapixels (300 × 200), more than the limit of 0 (make it"),
        (
            "art.webp",
            1_000_000,
            "'art.webp': the picture has 0.1 megapixels (300 × 200), more than the limit of 0 (make",
        ),
    ],
)
def test_a_picture_that_would_fill_the_memory_is_refused(
    tmp_path: Path, pictures: Pictures, monkeypatch: pytest.MonkeyPatch, name: str, most: int, message: str
) -> None:
    Image.new("RGB", (300, 200), (1, 2, most % 251)).save(tmp_path / name)
    monkeypatch.setattr(picture_files, "MOST_PIXELS" if name == "art.png" else "MOST_MEMORY", most)
    assert refused(pictures, name).startswith(f"cards.yaml:3:4: {message}")


@pytest.mark.parametrize(
    ("name", "settings", "bytes_per_pixel"),
    [
        ("art.png", {}, 4),
        ("deep.png", {}, 8),
        ("art.jpg", {"progressive": True}, 6),
        ("turned.jpg", {"exif": b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"}, 12),
    ],
)
def test_the_memory_that_a_picture_needs_depends_on_its_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, settings: dict[str, Any], bytes_per_pixel: int
) -> None:
    Image.new("I;16" if name == "deep.png" else "RGB", (30, 20)).save(tmp_path / name, **settings)
    content = (tmp_path / name).read_bytes()
    monkeypatch.setattr(picture_files, "MOST_MEMORY", 600 * bytes_per_pixel)
    assert picture_files.decode(content).work == 600
    monkeypatch.setattr(picture_files, "MOST_MEMORY", 600 * bytes_per_pixel - 1)
    with pytest.raises(WrongValueError, match=r"more than the limit of 0 for a (PNG|JPEG) file like this"):
        picture_files.decode(content)


def test_a_plain_jpeg_is_not_decoded_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Image.new("RGB", (300, 200)).save(tmp_path / "art.jpg")
    monkeypatch.setattr(picture_files, "MOST_MEMORY", 1)
    assert picture_files.decode((tmp_path / "art.jpg").read_bytes()).size == (300, 200)


def test_a_jpeg_of_too_many_scans_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Image.new("RGB", (300, 200)).save(tmp_path / "art.jpg", progressive=True)
    monkeypatch.setattr(picture_files, "MOST_SCANNED", 300 * 200 * 9)
    with pytest.raises(WrongValueError, match="the JPEG has 10 scans"):
        picture_files.decode((tmp_path / "art.jpg").read_bytes())


def test_the_pixels_of_all_small_files_of_a_game_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for index in range(3):
        Image.new("L", (1000, 1000), index).save(tmp_path / f"{index}.png")
    monkeypatch.setattr(pictures_module, "MOST_PIXELS_IN_ALL", 2_000_000)
    reader = Reader(tmp_path, tmp_path)
    for index in range(2):
        Pictures(reader).open(f"{index}.png", PLACE)
    assert "'2.png': with this picture, the game's pictures have 3 megapixels" in refused(Pictures(reader), "2.png")


def test_a_picture_outside_the_folder_is_refused(tmp_path: Path) -> None:
    Image.new("L", (3, 2)).save(tmp_path / "art.png")
    inside = tmp_path / "game"
    inside.mkdir()
    (inside / "link.png").symlink_to("../art.png")
    pictures = Pictures(Reader(inside, tmp_path))
    for name in ("../art.png", "link.png", str(tmp_path / "art.png")):
        assert refused(pictures, name) == f"cards.yaml:3:4: {name!r} is outside the folder game"
    assert refused(pictures, "none.png") == "cards.yaml:3:4: there is no file game/none.png"


# ---------------------------------------------------------------- damaged files and bombs

BOMBS = dict(pixel_bombs(80))


@pytest.mark.parametrize("name", ["cut-tRNS.png", "text-behind.png", "profile.png", "no-samples.png"])
def test_a_picture_with_a_bad_part_is_refused(
    tmp_path: Path, pictures: Pictures, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(PngImagePlugin, "MAX_TEXT_CHUNK", 100_000)
    (tmp_path / name).write_bytes(BOMBS[name])
    assert refused(pictures, name).startswith(f"cards.yaml:3:4: {name!r}: the file cannot be read as a picture (")


def test_the_size_of_a_webp_is_read_before_it_is_opened(tmp_path: Path, pictures: Pictures) -> None:
    (tmp_path / "art.webp").write_bytes(lossless_webp(16_000, 16_000))
    assert "'art.webp': the picture has 256.0 megapixels (16,000 × 16,000), more than the limit of 16 (" in refused(
        pictures, "art.webp"
    )
    for settings in ({}, {"lossless": True}, {"exif": Image.Exif()}):
        content = saved("WEBP", 20, **settings)
        assert picture_files.decode(content).size == (20, 20)


@pytest.mark.parametrize(
    ("kind", "colours"),
    [
        *(("PNG", colours) for colours in ("L", "RGB", "RGBA", "1", "P", "LA", "I;16")),
        *(("WEBP", colours) for colours in ("RGB", "RGBA")),
        *(("JPEG", colours) for colours in ("RGB", "L")),
    ],
)
def test_every_decoded_picture_can_be_drawn(tmp_path: Path, kind: str, colours: str) -> None:
    """Files cut off anywhere, and with bytes changed anywhere: refused with their place, or drawn."""
    file = io.BytesIO()
    Image.frombytes("RGB", (12, 9), random.Random(3).randbytes(324)).convert("L").convert(colours).save(file, kind)
    drawn, refusals = 0, set()
    for number, content in enumerate([file.getvalue(), *damaged(file.getvalue(), 40)]):
        name = f"{number}.{kind.lower()}"
        (tmp_path / name).write_bytes(content)
        try:
            picture = Pictures(Reader(tmp_path, tmp_path)).open(name, PLACE)
        except DataError as error:
            refusals.add(str(error).replace(name, "it").split(" (")[0])
            continue
        drawn += 1
        image = PlacedImage(picture.file, picture.digest, (0, 0, 9, 9), picture.pixels)
        assert to_svg(Scene(9, 9, (image,)))
        assert pdf_bytes([Scene(9, 9, (image,))])
    assert 1 <= drawn <= 60
    assert refusals == {"cards.yaml:3:4: 'it': the file cannot be read as a picture"}


def test_all_damaged_pictures_of_a_game_are_reported_at_once_and_nothing_is_written(tmp_path: Path) -> None:
    whole = saved("PNG", 20)
    half = whole[: len(whole) // 2]
    for name, content in project({"a.png": half, "b.png": whole, "c.png": half + whole[-20:]}).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError) as caught:
        build_game(Project(tmp_path, bundled=False), "bomb", tmp_path / "output", Options(), shown_from=tmp_path)
    assert [str(fault).split(" (")[0] for fault in caught.value.faults] == [
        "templates/bomb.yaml:4:41: card 'c1': 'a.png': the file cannot be read as a picture",
        "templates/bomb.yaml:4:41: card 'c3': 'c.png': the file cannot be read as a picture",
    ]
    assert not (tmp_path / "output").exists()


def test_a_picture_that_is_replaced_during_a_build_is_an_error_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(saved("PNG", 20))
    picture = Pictures(Reader(tmp_path, tmp_path)).open("a.png", PLACE)
    image = PlacedImage(picture.file, picture.digest, (0, 0, 9, 9), picture.pixels)
    (tmp_path / "a.png").write_bytes(b"no picture")
    for write in (lambda: pdf_bytes([Scene(9, 9, (image,))]), lambda: to_svg(Scene(9, 9, (image,)))):
        with pytest.raises(DataError, match=r"a\.png: the picture changed after the game was read"):
            write()
