"""The game's picture files: three formats, whole files, inside the folder."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from PIL import Image

from cardgen.data.pictures import FORMATS, Pictures
from cardgen.data.reading import Reader
from cardgen.errors import DataError, Place

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
    found = pictures.open(path.name, PLACE)
    assert (found.file, found.pixels) == (path, (30, 20))
    assert found.digest == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(("orientation", "pixels"), [(1, (30, 20)), (3, (30, 20)), (6, (20, 30)), (8, (20, 30))])
def test_a_photograph_is_as_high_as_the_camera_was_held(
    tmp_path: Path, pictures: Pictures, orientation: int, pixels: tuple[int, int]
) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    for name in ("art.jpg", "art.png", "art.webp"):
        Image.new("RGB", (30, 20), "red").save(tmp_path / name, exif=exif)
        assert pictures.open(name, PLACE).pixels == pixels


def test_a_picture_is_opened_once_and_noted_as_an_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Image.new("L", (3, 2)).save(tmp_path / "a.png")
    reader = Reader(tmp_path, tmp_path)
    pictures, opened = Pictures(reader), []
    whole = Image.open
    monkeypatch.setattr(Image, "open", lambda *args, **more: (opened.append(args[0]), whole(*args, **more))[1])
    assert pictures.open("a.png", PLACE) is pictures.open("a.png", PLACE)
    assert opened == [tmp_path / "a.png"]
    assert list(reader.digests) == [tmp_path / "a.png"]


@pytest.mark.parametrize("form", ["GIF", "BMP", "TIFF", "EPS", "PDF", "ICO", "PPM"])
def test_other_formats_are_not_opened_whatever_they_are_called(tmp_path: Path, pictures: Pictures, form: str) -> None:
    Image.new("RGB", (3, 2)).save(tmp_path / "art.png", form)
    assert refused(pictures, "art.png") == (
        "cards.yaml:3:4: 'art.png' is not a picture that can be read (PNG, JPEG, WEBP, or SVG in a file called .svg)"
    )


@pytest.mark.parametrize("content", [b"", b"hello", b"\x89PNG\r\n\x1a\n", b"<svg xmlns='http://www.w3.org/2000/svg'/>"])
def test_what_is_no_picture_is_told(tmp_path: Path, pictures: Pictures, content: bytes) -> None:
    (tmp_path / "art.png").write_bytes(content)
    assert "'art.png' is not a picture that can be read" in refused(pictures, "art.png")


@pytest.mark.parametrize("name", ["art.png", "art.jpg", "art.webp"])
def test_half_a_picture_is_no_picture(tmp_path: Path, pictures: Pictures, name: str) -> None:
    path = tmp_path / name
    Image.effect_noise((64, 64), 50).save(path)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    assert "is not a picture that can be read" in refused(pictures, name)


def test_a_photograph_may_have_something_behind_it(tmp_path: Path, pictures: Pictures) -> None:
    Image.effect_noise((64, 64), 50).save(tmp_path / "art.jpg")
    with (tmp_path / "art.jpg").open("ab") as file:
        file.write(b"a film")
    assert pictures.open("art.jpg", PLACE).pixels == (64, 64)


def test_a_picture_that_would_fill_the_memory_is_refused(
    tmp_path: Path, pictures: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    Image.new("L", (200, 200)).save(tmp_path / "art.png")
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 30_000)  # a warning of Pillow's, from twice as many an error
    assert "is not a picture that can be read" in refused(pictures, "art.png")


def test_a_picture_stays_inside_the_folder(tmp_path: Path) -> None:
    Image.new("L", (3, 2)).save(tmp_path / "art.png")
    inside = tmp_path / "game"
    inside.mkdir()
    (inside / "link.png").symlink_to("../art.png")
    pictures = Pictures(Reader(inside, tmp_path))
    for name in ("../art.png", "link.png", str(tmp_path / "art.png")):
        assert refused(pictures, name) == f"cards.yaml:3:4: {name!r} leaves the folder game"
    assert refused(pictures, "none.png") == "cards.yaml:3:4: there is no file game/none.png"
