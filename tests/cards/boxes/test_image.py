"""Pictures as boxes and in text: how they are fitted, cropped and cut to a shape; their resolution."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.base.records import replace
from cardgen.cards.boxes.pictures import place_picture
from cardgen.data.pictures import PictureFile
from cardgen.data.svg import Drawing
from cardgen.scene.items import Group, Image, Item, Path, Placed, Rect, bounds_of, walk
from cardgen.scene.paths import move_path, path_bounds
from tests.cards.boxes.drawing import AREA, box_faults, draw_box, plain_context
from tests.cases import for_cases

SHAPES = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">'
    '<rect width="100" height="50" fill="currentColor"/></svg>'
)


def raster(pixels: tuple[int, int] = (2000, 1000)) -> PictureFile:
    return PictureFile(FilePath("a.png"), "digest", pixels)


def vector() -> PictureFile:
    return PictureFile(FilePath("a.svg"), "digest", (0, 0), Drawing(SHAPES, "a.svg"))


def visible_rect(items: tuple[Item, ...]) -> Rect:
    """Return where on the card the picture is visible."""
    (item,) = items
    if isinstance(item, Group):
        inner = visible_rect(item.items)
        clip = item.clip and path_bounds(item.clip.commands)
        return clip or inner
    if isinstance(item, Placed):
        assert item.clip is not None
        return bounds_of(item.matrix, item.clip)
    assert isinstance(item, Image)
    return item.rect


def whole_rect(items: tuple[Item, ...]) -> Rect:
    """Return where all of the picture is, visible or not."""
    ((matrix, item),) = walk(items)
    if isinstance(item, Image):
        return item.rect
    assert isinstance(item, Path)
    bounds = path_bounds(move_path(item.commands, matrix))
    assert bounds is not None
    return bounds


@pytest.mark.parametrize("picture", [raster(), vector()], ids=["pixels", "shapes"])
@pytest.mark.parametrize(
    ("keys", "where", "all_of_it"),
    [
        ({}, (18, 20, 24, 12), (18, 20, 24, 12)),
        ({"focus": (0, 0.5)}, (10, 20, 24, 12), (10, 20, 24, 12)),
        ({"fit": "stretch"}, AREA, AREA),
        ({"fit": "cover"}, AREA, (10, 16, 40, 20)),
        ({"fit": "cover", "focus": (0.5, 0)}, AREA, (10, 20, 40, 20)),
        ({"fit": "cover", "focus": (0.5, 1)}, AREA, (10, 12, 40, 20)),
        ({"crop": (0.5, 0, 0.5, 1)}, (24, 20, 12, 12), (12, 20, 24, 12)),
        ({"crop": (0, 0.5, 1, 0.5), "fit": "stretch"}, AREA, (10, 8, 40, 24)),
        ({"crop": (0, 0, 0.5, 0.5), "fit": "cover"}, AREA, (10, 16, 80, 40)),
    ],
)
def test_pixels_and_shapes_are_fitted_alike(
    picture: PictureFile, keys: dict[str, Any], where: Rect, all_of_it: Rect
) -> None:
    items = place_picture(picture, AREA, **keys)
    assert visible_rect(items) == pytest.approx(where)
    assert whole_rect(items) == pytest.approx(all_of_it)


def test_a_picture_that_is_whole_needs_no_clip() -> None:
    (item,) = place_picture(raster(), AREA)
    assert isinstance(item, Image)
    assert (item.digest, item.pixels) == ("digest", (2000, 1000))


def test_shapes_are_the_same_scene_wherever_they_are_placed_in_one_colour() -> None:
    picture = vector()
    (one,), (two,) = (
        place_picture(picture, AREA, colour="#112233"),
        place_picture(picture, (0, 0, 3, 3), colour="#112233"),
    )
    assert isinstance(one, Placed)
    assert isinstance(two, Placed)
    assert one.scene is two.scene
    ((_, path),) = walk((one,))
    assert isinstance(path, Path)
    assert path.fill == "#112233"


def test_only_pixels_have_dots() -> None:
    coarse: list[float] = []
    place_picture(raster((100, 50)), AREA, coarse=coarse.append)
    place_picture(vector(), AREA, coarse=coarse.append)
    assert coarse == [pytest.approx(100 / 24 * 25.4)]


def test_a_crop_takes_its_dots_with_it() -> None:
    coarse: list[float] = []
    picture = raster((600, 300))
    place_picture(picture, AREA, coarse=coarse.append)
    assert coarse == []
    place_picture(picture, AREA, crop=(0.25, 0.25, 0.25, 0.25), coarse=coarse.append)
    assert coarse == [pytest.approx(600 / 4 / 24 * 25.4)]


@pytest.mark.parametrize(("pixels", "dpi"), [((2400, 1200), 2540), ((1000, 500), None), ((1000, 2100), None)])
def test_large_pictures_may_not_have_far_too_many_dots(pixels: tuple[int, int], dpi: float | None) -> None:
    fine: list[float] = []
    place_picture(raster(pixels), (0, 0, 24, 12), "cover", fine=fine.append)
    assert fine == ([] if dpi is None else [pytest.approx(dpi)])


# ---------------------------------------------------------------- boxes


def draw(picture: PictureFile, **keys: Any) -> tuple[Item, ...]:
    return draw_box("image", AREA, plain_context(picture), file="a.png", **keys)


def test_a_picture_may_have_round_corners_or_be_an_ellipse() -> None:
    (group,) = draw(raster(), radius=2)
    assert isinstance(group, Group)
    assert group.clip is not None
    assert path_bounds(group.clip.commands) == (18, 20, 24, 12)  # of the picture as it is shown, not of the box
    assert sum(command[0] == "C" for command in group.clip.commands) == 4
    (oval,) = draw(vector(), shape="ellipse", fit="cover")
    assert isinstance(oval, Group)
    assert oval.clip is not None
    assert path_bounds(oval.clip.commands) == AREA


def test_a_picture_may_be_transparent() -> None:
    (group,) = draw(vector(), opacity=0.3)
    assert isinstance(group, Group)
    assert group.opacity == 0.3


def test_a_picture_of_shapes_has_a_text_alternative_too() -> None:
    (group,) = draw(vector(), description="a plain field")
    assert isinstance(group, Group)
    assert group.description == "a plain field"


@for_cases(
    ("keys", "expected"),
    [
        ("crop: [0, 0, 1]", "crop: [0, 0, 1] given, expected [x, y, width, height] as fractions of the picture"),
        ("crop: [0, 0, 2, 1]", "crop.2: 2 given, expected at most 1"),
        ("crop: [0.5, 0, 0.6, 1]", "crop: the part is empty or reaches beyond the picture"),
        ("crop: [0, 0, 0, 1]", "crop: the part is empty"),
        ("focus: top", "focus: 'top' given, expected [x, y] as fractions of the picture"),
        ("focus: [0, 2]", "focus.1: 2 given, expected at most 1"),
        ("shape: ellipse, radius: 3", "an ellipse has no corners to round"),
        ("fit: covr", "(did you mean 'cover'?)"),
    ],
)
def test_a_wrong_key_of_a_picture_is_a_fault(keys: str, expected: str) -> None:
    (fault,) = box_faults("image", f"box: trim, file: a.png, {keys}")
    assert expected in fault


# ---------------------------------------------------------------- colours and masks

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
    '<rect width="10" height="10"/><circle cx="5" cy="5" r="2" fill="#ffffff"/>'
    '<path d="M0 0h9" fill="none" stroke="#808080"/></svg>'
)


def icon(text: str = ICON) -> PictureFile:
    return PictureFile(FilePath("icon.svg"), "digest", (0, 0), Drawing(text, "icon.svg"))


def colours(items: tuple[Item, ...]) -> list[object]:
    paths = [item for _, item in walk(items) if isinstance(item, Path)]
    return [path.stroke if path.stroke_width else path.fill for path in paths]


def test_a_tint_draws_an_icon_without_current_colour_in_its_shades() -> None:
    drawn = draw_box("image", AREA, plain_context(icon()), file="icon.svg", tint="#800000")
    assert colours(drawn) == ["#800000", "#ffffff", "#c08080"]
    white = ICON.replace("<rect", '<rect fill="#ffffff"').replace("#808080", "white")
    assert set(colours(draw_box("image", AREA, plain_context(icon(white)), file="a.svg", tint="#800000"))) == {
        "#800000"
    }


@for_cases(
    ("picture", "keys", "message"),
    [
        (vector(), {"colour": "#800000"}, ""),
        (icon(), {"tint": "#800000"}, ""),
        (icon(), {}, ""),
        (icon(), {"colour": "#800000"}, "colour changes nothing of a.svg, which has no currentColor"),
        (raster(), {"tint": "#800000"}, "tint changes nothing of a.svg, which has pixels"),
    ],
)
def test_a_colour_that_changes_nothing_is_found(picture: PictureFile, keys: dict[str, str], message: str) -> None:
    found: list[str] = []
    context = replace(plain_context(picture), report=lambda name, text, *_, **__: found.append(f"{name}: {text}"))
    draw_box("image", AREA, context, file="a.svg", **keys)
    found = [line for line in found if "resolution" not in line]
    assert found == ([f"colour-without-effect: {message}"] if message else [])


def test_a_mask_shows_what_is_under_its_shapes_in_the_place_of_the_picture() -> None:
    (group,) = draw_box("image", AREA, plain_context(icon()), file="icon.svg", mask="icon.svg")
    assert isinstance(group, Group)
    assert group.clip is not None
    assert path_bounds(group.clip.commands) == (24, 20, 12, 12)


def test_a_mask_of_pixels_is_stretched_over_what_is_seen_of_a_picture() -> None:
    (group,) = draw_box("image", AREA, plain_context(raster()), file="a.png", mask="b.png", fit="cover", focus=[1, 1])
    assert isinstance(group, Group)
    (image,) = group.items
    assert isinstance(image, Image)
    assert image.mask is not None
    x, y, width, height = image.rect
    left, top, across, down = image.mask.rect
    assert (x + left * width, y + top * height, across * width, down * height) == pytest.approx(AREA)
    assert image.digest.startswith(f"{raster().digest}-mask-")


def test_pixels_mask_no_shapes() -> None:
    pictures = {"icon.svg": icon(), "b.png": raster()}
    context = replace(plain_context(), open_picture=lambda file, *_: pictures[file])
    with pytest.raises(DataError, match=r"mask: b\.png has pixels, and icon\.svg has none"):
        draw_box("image", AREA, context, file="icon.svg", mask="b.png")


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ("mask: a.svg, shape: ellipse", "mask: a picture has one shape only (leave out shape and radius)"),
        ("tint: red, colour: blue", "tint: it replaces all colours (leave out colour)"),
    ],
)
def test_a_picture_has_one_shape_and_one_way_to_be_coloured(keys: str, fault: str) -> None:
    (text,) = box_faults("image", f"box: trim, file: a.svg, {keys}")
    assert fault in text
