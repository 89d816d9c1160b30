"""What a side shows at a point agrees with the picture that is made of it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from PIL.Image import Image

from cardgen.checks.contrast import render_grounds
from cardgen.checks.painting import colour_at, layers_of
from cardgen.data.load import load_game
from cardgen.targets.plan import layout_game
from tests.games_on_disk import REPOSITORY

GAMES = ["card_data/block-killer", "card_data/blokus", "examples/hero/card_data/hero", "examples/poker/card_data/poker"]


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
