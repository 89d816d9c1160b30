"""What a side shows at a point agrees with the picture that is made of it."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image as Pillow
from PIL import ImageChops, ImageStat
from PIL.Image import Image

from cardgen.building.checks import painting
from cardgen.building.checks.contrast import render_grounds
from cardgen.building.checks.painting import colour_at, layers_of
from cardgen.building.plan import layout_game
from cardgen.data.load import load_game
from tests.games_on_disk import REPOSITORY

GAMES = ["card_data/block-killer", "examples/hero/card_data/hero"]


def _is_flat(at: tuple[int, int], image: Image) -> bool:
    """Return True if the pixels around one are alike: not at the edge of a shape."""
    x, y = at
    colours = {image.getpixel((x + dx, y + dy)) for dx in (-2, 0, 2) for dy in (-2, 0, 2)}
    return len(colours) == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_colour_at_a_point_is_that_of_the_picture(name: str) -> None:
    folder = REPOSITORY / name
    game = load_game(folder, folder.parent.parent / "templates", REPOSITORY)
    sides = [side for cards in layout_game(game).values() for card in (cards[0], cards[-1]) for _, side in card.sides]
    scenes = [replace(side.scene) for side in sides]
    chance = random.Random(7)
    compared = 0
    for scene, ground in zip(scenes, render_grounds(scenes), strict=True):
        layers = layers_of(scene)
        for _ in range(300):
            x, y = chance.randrange(2, ground.image.width - 2), chance.randrange(2, ground.image.height - 2)
            if not _is_flat((x, y), ground.image):
                continue
            seen = ground.image.getpixel((x, y))
            colour, _ = colour_at(layers, (x + 0.5) / ground.across, (y + 0.5) / ground.down)
            assert seen == pytest.approx(colour, abs=4), (scene.name, x, y)
            compared += 1
    assert compared > 40 * len(scenes)


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "P", "L", "LA"])
@pytest.mark.parametrize("orientation", [1, 6])
def test_a_large_picture_is_reduced_in_bands_to_the_same_pixels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, orientation: int
) -> None:
    monkeypatch.setattr(painting, "_MOST_PIXELS", 40)
    picture = Pillow.effect_noise((403, 290), 60).convert("RGBA")
    picture.paste((200, 30, 60, 0), (0, 0, 100, 290))
    picture.paste((20, 90, 220, 255), (150, 40, 300, 200))
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    pictures = []
    for name, large in (("small", 1 << 30), ("large", 1)):
        monkeypatch.setattr(painting, "_LARGE", large)
        file = tmp_path / f"{name}.png"
        picture.convert(mode).save(file, exif=exif)
        pictures.append(painting.open_pixels(file, name))
    small, large_one = pictures
    assert small.size == large_one.size == ((40, 29) if orientation == 1 else (29, 40))
    differences = ImageChops.difference(small.convert("RGBa"), large_one.convert("RGBa"))
    assert max(ImageStat.Stat(differences).mean) < 2
