"""Transparency becomes pictures of what is seen, or is refused."""

from __future__ import annotations

import zlib

import pytest
from PIL import Image as Pictures

from cardgen.base.errors import DataError
from cardgen.formats import press_flat
from cardgen.formats.pdf import pdf_bytes
from cardgen.formats.press.conversion import conversion_for
from cardgen.formats.press_pages import separate_scenes
from cardgen.formats.press_pictures import PressPictures
from cardgen.scene.items import (
    CUT,
    GlyphRun,
    Group,
    Image,
    Item,
    Path,
    Placed,
    Scene,
    bounds_of,
    ellipse,
    rectangle,
    then,
    translate,
    turn,
    walk,
)
from tests.formats.press.made import press
from tests.pictures import text

pytestmark = pytest.mark.tools

GROUND = Path(rectangle(0, 0, 40, 60), fill="#ffcc00")
VEIL = Path(ellipse(10, 10, 4), fill="#0000ff", opacity=0.5)


def flat(*items: Item) -> tuple[Scene, PressPictures]:
    (scene,), pictures = separate_scenes([Scene(40, 60, items)], press(standard="x-1a"), pdf_bytes)
    return scene, pictures


def images(scene: Scene) -> list[tuple[float, ...]]:
    """Return the rectangles of a scene's pictures on the page."""
    return [bounds_of(matrix, item.rect) for matrix, item in walk(scene.items) if isinstance(item, Image)]


def picture(scene: Scene, pictures: PressPictures) -> Pictures.Image:
    """Return the only picture of a scene, in inks."""
    (image,) = (item for _, item in walk(scene.items) if isinstance(item, Image))
    stream, mask = pictures.image_object(image)
    assert mask is None
    return Pictures.frombytes("CMYK", image.pixels, zlib.decompress(stream.content))


def inks(colour: str) -> tuple[int, ...]:
    return tuple(round(255 * ink) for ink in conversion_for(press()).inks(colour))


def test_a_translucent_item_becomes_the_smallest_picture_of_what_is_seen() -> None:
    scene, pictures = flat(GROUND, VEIL)
    ((x, y, width, height),) = images(scene)
    assert (x, y, width, height) == pytest.approx((6, 6, 8, 8), abs=2 * 25.4 / 600)
    seen = picture(scene, pictures)
    assert seen.size == (round(width / 25.4 * 600), round(height / 25.4 * 600))
    middle = seen.getpixel((seen.width // 2, seen.height // 2))
    assert middle == pytest.approx(inks("#806680"), abs=3)
    (clipped,) = (item for item in scene.items if isinstance(item, Group))
    assert clipped.clip is not None
    assert clipped.clip.commands == VEIL.commands


def test_what_is_above_stays_as_it_is() -> None:
    scene, pictures = flat(GROUND, VEIL, *(run.moved(6, 8) for run in text("Words", colour="#aa0000")))
    kinds = [type(item) for _, item in walk(scene.items)]
    assert kinds == [Path, Image, GlyphRun]
    colours = picture(scene, pictures).getcolors(1 << 20)
    assert colours is not None
    assert inks("#ffcc00") in [colour for _, colour in colours]
    assert inks("#aa0000") not in [colour for _, colour in colours]


def test_a_picture_is_upright_where_the_item_is_turned() -> None:
    inside = then(turn(30), translate(20, 5))
    scene, pictures = flat(GROUND, Group((Placed(Scene(20, 20, (VEIL,))),), inside))
    ((x, y, width, height),) = images(scene)
    expected = bounds_of(inside, (6, 6, 8, 8))
    assert x <= expected[0] + 0.1
    assert y <= expected[1] + 0.1
    assert width == pytest.approx(expected[2], abs=0.1)
    size = picture(scene, pictures).size
    assert size == (round(width * 600 / 25.4), round(height * 600 / 25.4))


def test_neighbours_share_a_picture_and_distant_items_do_not() -> None:
    near = Group((VEIL,), translate(2, 2)), Group((VEIL,), translate(3, 3))
    groups = [Group(one.items, one.matrix, opacity=0.9) for one in near]
    assert len(images(flat(GROUND, *groups)[0])) == 1
    far = Group((VEIL,), translate(25, 45), opacity=0.9)
    assert len(images(flat(GROUND, groups[0], far)[0])) == 2


def test_what_is_outside_of_the_page_or_its_clip_is_left_out() -> None:
    clipped = Group((VEIL,), clip=Path(rectangle(20, 20, 5, 5)))
    assert images(flat(GROUND, clipped, Group((VEIL,), translate(50, 0)))[0]) == []


def test_a_scene_without_transparency_has_no_pictures() -> None:
    assert images(flat(GROUND, *text("Words"))[0]) == []


def refusal(*items: Item) -> str:
    with pytest.raises(DataError) as error:
        flat(*items)
    (fault,) = error.value.faults
    return str(fault)


def test_a_cut_line_below_is_refused_with_its_place() -> None:
    cut = Path(rectangle(5, 5, 20, 20), stroke="#e6007e", stroke_width=0.1, spot=CUT)
    assert refusal(GROUND, cut, VEIL) == (
        "game.yaml:7:5: transparency on page 1 at 6.0, 6.0 mm cannot be flattened: it covers a line of a spot colour, "
        "which a picture would erase (make the item opaque, or write standard: x-4 without flatten)"
    )
    assert len(images(flat(GROUND, VEIL, cut)[0])) == 1


def test_all_that_cannot_be_flattened_is_reported_at_once() -> None:
    cut = Path(rectangle(5, 5, 30, 50), stroke="#e6007e", stroke_width=0.1, spot=CUT)
    page = Scene(40, 60, (cut, VEIL, Group((VEIL,), translate(20, 40))))
    with pytest.raises(DataError) as error:
        separate_scenes([page, Scene(40, 60, page.items)], press(standard="x-1a"), pdf_bytes)
    places = [str(fault).split(" cannot")[0].split(" on ")[1] for fault in error.value.faults]
    assert places == [f"page {page} at {at} mm" for page in (1, 2) for at in ("26.0, 46.0", "6.0, 6.0")]


def test_a_picture_that_would_be_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press_flat, "MOST_PIXELS", 10_000)
    assert "a picture of it would have 36,100 pixels, expected at most 10,000" in refusal(GROUND, VEIL)
