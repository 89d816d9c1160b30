"""The pictures of the README and the docs, drawn by cardgen itself: python docs/make_pictures.py"""

from __future__ import annotations

from pathlib import Path

from cardgen.data.load import load_game
from cardgen.data.project import bundled_project
from cardgen.draw.scene import Group, Item, Placed, Scene, rectangle, then, translate, turn
from cardgen.draw.scene import Path as Shape
from cardgen.formats.png import to_png
from cardgen.layout.cards import LaidCard
from cardgen.targets import layout_game

FOLDER = Path(__file__).parent / "pictures"


def card(scene: Scene, x: float, y: float, angle: float = 0.0) -> tuple[Item, ...]:
    """A card with round corners and a shadow, its middle at (x, y)."""
    width, height = scene.width, scene.height
    way = then(translate(-width / 2, -height / 2), then(turn(angle), translate(x, y)))
    shadow = Shape(rectangle(0.8, 1.2, width, height, 3), fill="#000000", opacity=0.18)
    edge = Shape(rectangle(0, 0, width, height, 3), stroke="#000000", stroke_width=0.15, opacity=0.35)
    face = Group((Placed(scene, clip=(0, 0, width, height)),), clip=Shape(rectangle(0, 0, width, height, 3)))
    return (Group((shadow, face, edge), way),)


def main() -> None:
    project = bundled_project()
    game = load_game(project.game_folder("block-killer"), project.templates)
    laid = layout_game(game)
    sides: dict[str, Scene] = {}
    cards: list[LaidCard] = [each for deck in laid.values() for each in deck]
    for each in cards:
        for _, side in each.sides:
            sides[side.scene.name] = side.scene
    items: list[Item] = [Shape(rectangle(0, 0, 300, 158), fill="#dfe4ec")]
    for i, code in enumerate(("Z", "T", "I", "O", "S")):
        items += card(sides[f"blocks-{code}"], 42 + i * 34, 54 + abs(i - 2) * 2.5, (i - 2) * 4)
    items += card(sides["blocks-back"], 254, 54, 5)
    items += card(sides["garbage-2-3"], 56, 120, -3)
    items += card(sides["garbage-x"], 150, 122, 2)
    items += card(sides["garbage-back"], 244, 121, -2)
    hero = Scene(
        300, 158, tuple(items), title="Block-Killer", description="Cards of Block-Killer: blocks, garbage, backs"
    )
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "cards.png").write_bytes(to_png(hero, dpi=110))


main()
