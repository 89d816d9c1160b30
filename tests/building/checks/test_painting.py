"""What a side shows at a point agrees with the picture that is made of it."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path as FilePath

import pytest
from PIL import Image as Pillow
from PIL import ImageChops, ImageStat
from PIL.Image import Image

from cardgen.building.checks import contrast, painting
from cardgen.building.checks.contrast import render_grounds
from cardgen.building.checks.painting import colour_at, layers_of, letters_of
from cardgen.building.plan import layout_game
from cardgen.data.load import load_game
from cardgen.scene.items import Command, GlyphRun, Gradient, Group, Path, Scene, Stop, rectangle, turn
from cardgen.scene.regions import Region, region_of
from cardgen.text.faces import clear_font_caches
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
            colour, _ = colour_at(layers, (x + 0.5) / ground.raster.across, (y + 0.5) / ground.raster.down)
            assert seen == pytest.approx(colour, abs=4), (scene.name, x, y)
            compared += 1
    assert compared > 40 * len(scenes)


def test_a_glyph_is_outlined_once_for_all_texts_that_may_cross(monkeypatch: pytest.MonkeyPatch) -> None:
    outlined = []

    def note(commands: tuple[Command, ...], tolerance: float) -> Region:
        outlined.append(commands)
        return region_of(commands, tolerance=tolerance)

    monkeypatch.setattr(painting, "region_of", note)
    clear_font_caches()
    words = ("draw", "ward", "raw", "award")
    runs = [GlyphRun(word, "latin", 3, 5, 20 + n, (2.0,) * len(word)) for n, word in enumerate(words)]
    layers = layers_of(Scene(60, 80, tuple(runs)))
    assert [len(letters_of(layer)) for layer in layers] == [len(word) for word in words]
    assert len(outlined) == len(set("".join(words)))


WHOLE = Path(rectangle(-4, -4, 72, 96), Gradient((Stop(0, "#664422"), Stop(1, "#ffccaa")), (0, 0), (60, 80)))
STAR = (("M", 10, 30), ("L", 30, 10), ("L", 28, 60), ("L", 24, 12), ("L", 50, 70), ("Z",))
FADE = Gradient((Stop(0, "#112233"), Stop(1, "#ddeeff", 0.5)), (5, 5), (40, 60), radius=20)
SCENE = Scene(
    60,
    80,
    (
        WHOLE,
        Group((Path(STAR, "#8899aa", "#203040", 1.5),), turn(20, 30, 40), opacity=0.7),
        Group((Path(rectangle(5, 5, 30, 9, 2), "#00ff00"),), clip=Path(rectangle(9, 0, 9, 99))),
        Path(rectangle(5, 5, 50, 70, 9), FADE, "#ff0000", 0.1, dash=(3, 2)),
        Path(STAR, None, "#ffffff", 2.0, even_odd=True),
    ),
    bleed=3,
)


@pytest.mark.parametrize("name", ["", *GAMES])
def test_a_picture_has_only_mixtures_of_what_is_painted(name: str) -> None:
    scenes = [SCENE]
    if name:
        folder = REPOSITORY / name
        game = load_game(folder, folder.parent.parent / "templates", REPOSITORY)
        scenes = [side.scene for cards in layout_game(game).values() for _, side in cards[0].sides]
        scenes = [replace(scene, items=contrast._without_text(scene.items)) for scene in scenes]
    chance = random.Random(7)
    for scene, ground in zip(scenes, render_grounds(scenes), strict=True):
        paints = list(contrast._paints(scene.items))[::-1]
        for _ in range(80 if name else 400):
            size = 10 ** chance.uniform(-1.5, 1), 10 ** chance.uniform(-1.5, 1)
            rect = (chance.uniform(-2, scene.width), chance.uniform(-2, scene.height), *size)
            near = ground.raster.around(rect)
            seen = contrast._seen_in(near, [paint for paint in paints if painting.overlaps(paint.bounds, near)])
            shades = list(zip(*(shade for paint in seen for shade in paint.shades), strict=True))
            for colour in map(painting.rgb, ground.colours(rect)):
                within = [min(s) - 2 <= channel <= max(s) + 2 for s, channel in zip(shades, colour, strict=True)]
                assert all(within), (scene.name, rect)


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "P", "L", "LA"])
@pytest.mark.parametrize("orientation", [1, 6])
def test_a_large_picture_is_reduced_in_bands_to_the_same_pixels(
    tmp_path: FilePath, monkeypatch: pytest.MonkeyPatch, mode: str, orientation: int
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
        pictures.append(painting.open_pixels(file, name, 1))
    small, large_one = pictures
    assert small.size == large_one.size == ((40, 29) if orientation == 1 else (29, 40))
    differences = ImageChops.difference(small.convert("RGBa"), large_one.convert("RGBa"))
    assert max(ImageStat.Stat(differences).mean) < 2
