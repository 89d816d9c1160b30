"""Small templates with one fault each that is seen only on the picture, and similar ones without a fault."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import indent

from PIL import Image

from cardgen.base.errors import Finding
from cardgen.base.plugins import load_plugins
from cardgen.building.checks.context import CheckContext
from cardgen.building.plan import layout_game, layout_targets
from tests.games_on_disk import GameOnDisk, tiny_game_in

#: The checks of pictures, by their entry points.
CHECKS = ("bleed", "covered", "empty", "short-art", "small-text")

WHITE = 'ground: {kind: rect, box: bleed, fill: "#ffffff"}'
BLUE = 'ground: {kind: rect, box: bleed, fill: "#335577"}'


@dataclass(frozen=True, slots=True)
class Planted:
    """The boxes of a face and a back, and the code and the box of the one finding about them, "" if there is none."""

    name: str
    face: str
    code: str = ""
    box: str = ""
    back: str = BLUE
    size: str = "{width: 63, height: 88}"
    game: str = ""
    fields: str = "{name: text}"
    cards: str = "[{id: one, name: First}]"
    keys: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)

    def write(self, folder: Path) -> GameOnDisk:
        """Write the game into a folder."""
        game = tiny_game_in(folder)
        path = "card_data/tiny/game.yaml"
        game.change(path, "card: {width: 63, height: 88}", f"card: {self.size}")
        game.change(path, "fields: {name: text}", f"fields: {self.fields}")
        game.change(path, "author: Nobody\n", f"author: Nobody\n{self.game}")
        game.write("card_data/tiny/cards.yaml", f"cards: {self.cards}\n")
        game.write("templates/tiny.yaml", self.keys + _side("face", self.face) + _side("back", self.back))
        for name, content in self.files.items():
            game.write(f"card_data/tiny/{name}", content)
        return game


def _side(name: str, boxes: str) -> str:
    return f"{name}:\n  description: {{en: A side, zh: 一面}}\n  boxes:\n{indent(boxes, '    ')}\n"


def picture_findings(game: GameOnDisk) -> list[Finding]:
    """Return the findings of the checks of pictures about a game."""
    loaded = game.load()
    return checked_pictures(CheckContext(loaded, layout_game(loaded), tuple(layout_targets(loaded))))


def checked_pictures(context: CheckContext) -> list[Finding]:
    """Return the findings of the checks of pictures."""
    checks = load_plugins("checks")
    return [finding for name in CHECKS for finding in checks[name].run(context)]


def png(size: tuple[int, int], colour: str = "#aa5522", edge: tuple[int, str] = (0, "#ffffff")) -> bytes:
    """Return a picture of one colour, with an edge of so many pixels in another."""
    width, colour_of_edge = edge
    image = Image.new("RGBA", size, colour_of_edge)
    image.paste(Image.new("RGBA", (size[0] - 2 * width, size[1] - 2 * width), colour), (width, width))
    stored = io.BytesIO()
    image.save(stored, "PNG")
    return stored.getvalue()
