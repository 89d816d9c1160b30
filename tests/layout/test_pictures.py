"""Pictures as boxes and in text: how they are fitted, cropped and cut to a shape; their dots."""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Any

import pytest

from cardgen.data.boxes import BOXES
from cardgen.data.pictures import Picture
from cardgen.data.reading import parse_yaml, try_model
from cardgen.data.svg import Drawing
from cardgen.layout.boxes import Brush, draw_box
from cardgen.layout.boxes.pictures import place_picture
from cardgen.scene.items import Group, Image, Item, Path, Placed, Rect, bounds_of, walk
from cardgen.scene.paths import move_path, path_bounds

AREA: Rect = (10.0, 20.0, 40.0, 12.0)
SHAPES = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50">'
    '<rect width="100" height="50" fill="currentColor"/></svg>'
)


def raster(pixels: tuple[int, int] = (2000, 1000)) -> Picture:
    return Picture(FilePath("a.png"), "digest", pixels)


def vector() -> Picture:
    return Picture(FilePath("a.svg"), "digest", (0, 0), Drawing(SHAPES, "a.svg"))


def seen(items: tuple[Item, ...]) -> Rect:
    """Where on the card anything of the picture can be seen."""
    (item,) = items
    if isinstance(item, Group):
        inner = seen(item.items)
        clip = item.clip and path_bounds(item.clip.commands)
        return clip or inner
    if isinstance(item, Placed):
        assert item.clip is not None
        return bounds_of(item.matrix, item.clip)
    assert isinstance(item, Image)
    return item.rect


def whole(items: tuple[Item, ...]) -> Rect:
    """Where all of the picture lies, seen or not."""
    ((matrix, item),) = walk(items)
    if isinstance(item, Image):
        return item.rect
    assert isinstance(item, Path)
    found = path_bounds(move_path(item.commands, matrix))
    assert found is not None
    return found


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
    picture: Picture, keys: dict[str, Any], where: Rect, all_of_it: Rect
) -> None:
    items = place_picture(picture, AREA, **keys)
    assert seen(items) == pytest.approx(where)
    assert whole(items) == pytest.approx(all_of_it)


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
    told: list[float] = []
    place_picture(raster((100, 50)), AREA, coarse=told.append)
    place_picture(vector(), AREA, coarse=told.append)
    assert told == [pytest.approx(100 / 24 * 25.4)]


def test_a_crop_takes_its_dots_with_it() -> None:
    told: list[float] = []
    picture = raster((600, 300))
    place_picture(picture, AREA, coarse=told.append)
    assert told == []
    place_picture(picture, AREA, crop=(0.25, 0.25, 0.25, 0.25), coarse=told.append)
    assert told == [pytest.approx(600 / 4 / 24 * 25.4)]


# ---------------------------------------------------------------- boxes


def draw(picture: Picture, **keys: Any) -> tuple[Item, ...]:
    box = BOXES["image"].model_validate({"kind": "image", "box": list(AREA), "file": "a.png", **keys})
    return draw_box(box, AREA, Brush({}, lambda _: picture, lambda *_: None))


def test_a_picture_may_have_round_corners_or_be_an_ellipse() -> None:
    (group,) = draw(raster(), radius=2)
    assert isinstance(group, Group)
    assert group.clip is not None
    assert path_bounds(group.clip.commands) == (18, 20, 24, 12)  # of what is seen, not of the box
    assert sum(command[0] == "C" for command in group.clip.commands) == 4
    (oval,) = draw(vector(), shape="ellipse", fit="cover")
    assert isinstance(oval, Group)
    assert oval.clip is not None
    assert path_bounds(oval.clip.commands) == AREA


def test_a_picture_may_be_see_through() -> None:
    (group,) = draw(vector(), opacity=0.3)
    assert isinstance(group, Group)
    assert group.opacity == 0.3


def test_what_a_picture_shows_is_told_of_shapes_too() -> None:
    (group,) = draw(vector(), description="a plain field")
    assert isinstance(group, Group)
    assert group.description == "a plain field"


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("crop: [0, 0, 1]", "crop: [0, 0, 1] given, expected [x, y, width, height] in shares of the picture"),
        ("crop: [0, 0, 2, 1]", "crop.2: 2 given, expected at most 1"),
        ("crop: [0.5, 0, 0.6, 1]", "crop: a part of a picture has a size, and ends where the picture does"),
        ("crop: [0, 0, 0, 1]", "crop: a part of a picture has a size"),
        ("focus: top", "focus: 'top' given, expected [x, y] in shares of the picture"),
        ("focus: [0, 2]", "focus.1: 2 given, expected at most 1"),
        ("shape: ellipse, radius: 3", "an ellipse has no corners to round"),
        ("fit: covr", "(did you mean 'cover'?)"),
    ],
)
def test_what_cannot_be_done_to_a_picture_is_told(keys: str, told: str) -> None:
    (found,) = try_model(BOXES["image"], parse_yaml(f"{{kind: image, box: trim, file: a.png, {keys}}}", "t.yaml"))[1]
    assert told in str(found)
