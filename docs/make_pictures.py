"""Draw the pictures of the README and the docs with cardgen itself: python docs/make_pictures.py"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import get_args

from cookbook_pictures import draw_cookbook
from deck_pictures import draw_copies, draw_scaled
from PIL import Image as PictureFile
from print_pictures import draw_bleeds, draw_inks
from sheet_pictures import draw_grids, draw_shapes, draw_sizes, draw_ways
from template_pictures import draw_templates

from cardgen.building.editions import layout_editions
from cardgen.building.plan import layout_game
from cardgen.cards.layout.cards import LaidCard
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.project import bundled_project
from cardgen.formats.png import encode_png, to_png
from cardgen.products.exports.atlas import Atlas, AtlasLimits, choose_grid, paint_atlas
from cardgen.products.exports.export import ExportContext
from cardgen.products.exports.registry import load_export
from cardgen.products.files import PagesFile
from cardgen.products.imposition.impose import SheetCard
from cardgen.products.options import Options
from cardgen.products.rulebook import laid_books
from cardgen.products.tuckboxes.drawing import BoxShape, tuckbox_pages
from cardgen.products.tuckboxes.flaps import Bottom
from cardgen.products.tuckboxes.net import lay_sheets
from cardgen.products.tuckboxes.panels import BoxColours, BoxLook
from cardgen.products.tuckboxes.product import layout_tuckbox
from cardgen.products.tuckboxes.target import TUCKBOXES
from cardgen.scene.items import Group, Item, Placed, Scene, rectangle, scale, then, translate, turn
from cardgen.scene.items import Path as Shape
from cardgen.starters.starting import starter_files, table_files
from cardgen.starters.tables import read_table
from cardgen.starters.writing import write_new

FOLDER = Path(__file__).parent / "pictures"


def card(scene: Scene, x: float, y: float, angle: float = 0.0) -> tuple[Item, ...]:
    """Return a card with round corners and a shadow, its centre at (x, y)."""
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
    cards: list[LaidCard] = [laid_card for deck in laid.values() for laid_card in deck]
    for laid_card in cards:
        for _, side in laid_card.sides:
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
    alike = [one for deck in ("blocks", "garbage") for one in laid[deck]]
    faces = [SheetCard(one.face.scene, None, one.card.id) for one in alike for _ in range(min(2, one.card.copies))]
    draw_grids(faces, FOLDER / "grids.png")
    draw_sizes(FOLDER / "sizes.png")
    draw_ways(FOLDER / "sizes-ways.png")
    draw_shapes(FOLDER / "shapes.png")
    draw_inks([sides[name] for name in ("blocks-T", "blocks-back", "garbage-x")], FOLDER / "inks.png")
    art = FOLDER.parent / "art" / "landscape.png"
    with PictureFile.open(art) as picture:
        draw_bleeds(art, sha256(art.read_bytes()).hexdigest(), picture.size, FOLDER / "bleeds.png")
    draw_copies(FOLDER / "copies.png")
    draw_scaled(FOLDER / "scales.png")
    draw_armies()
    draw_threads()
    draw_starters()
    draw_rulebook()
    draw_proof()
    draw_atlas()
    draw_boxes()
    draw_templates()
    draw_cookbook()


def draw_armies() -> None:
    """Draw the picture of Blitz in the READMEs: cards of both editions, the front, and the five backs."""
    project = bundled_project()
    editions = layout_editions(load_game(project.game_folder("blitz"), project.templates), Options())
    chinese, english = (
        {side.scene.name: side.scene for deck in edition.laid.values() for card in deck for _, side in card.sides}
        for edition in editions
    )
    names = ["us-rifles-us", "uk-heavy-tank-uk", "ss-howitzer-ss", "wm-railhead-wm", "us-emergency-us"]
    items: list[Item] = [Shape(rectangle(0, 0, 372, 204), fill="#dfe4ec")]
    for i, name in enumerate(names):
        items += card((chinese, english)[i % 2][name], 42 + i * 72, 53)
    for i, name in enumerate(["us-back", "uk-back", "ss-back", "wm-back"]):
        items += card((chinese, english)[i % 2][name], 40 + i * 67, 151)
    items += card(chinese["front-line"], 322, 151)
    title = "Cards of Blitz in traditional Chinese and English: units, a resource, a skill, four backs and the front"
    (FOLDER / "blitz.png").write_bytes(to_png(Scene(372, 204, tuple(items), title=title, description=title), dpi=90))


def draw_threads() -> None:
    """Draw the picture of Thread Race in the READMEs: cards of both editions, one of them sideways, cores and backs."""
    project = bundled_project()
    editions = layout_editions(load_game(project.game_folder("thread-race"), project.templates), Options())
    chinese, english = (
        {side.scene.name: side.scene for deck in edition.laid.values() for card in deck for _, side in card.sides}
        for edition in editions
    )
    items: list[Item] = [Shape(rectangle(0, 0, 388, 204), fill="#dfe4ec")]
    for i, name in enumerate(["deck-tailwind", "deck-burn", "deck-reorder", "deck-furrow", "cores-preempt"]):
        items += card((chinese, english)[i % 2][name], 44 + i * 75, 53)
    items += card(chinese["deck-clamp"], 58, 151, 90)
    for i, name in enumerate(["deck-spark", "cores-overclock", "deck-back", "cores-back"]):
        items += card((english, chinese)[i % 2][name], 144 + i * 69, 151)
    title = "Cards of Thread Race in Chinese and English, one of them sideways, two cores and both backs"
    scene = Scene(388, 204, tuple(items), title=title, description=title)
    (FOLDER / "thread-race.png").write_bytes(to_png(scene, dpi=90))


def scenes_of(files: Mapping[str, bytes], name: str) -> dict[str, Scene]:
    """Return the sides of all cards of a game, given as its files, by their names."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / name
        write_new(folder, files)
        laid = layout_game(load_game(folder / "card_data" / name, folder / "templates"))
        return {side.scene.name: side.scene for deck in laid.values() for card in deck for _, side in card.sides}


def draw_starters() -> None:
    """Draw the pictures of the tutorial: cards of the starters, and cards of the table in the tutorial."""
    tea, poker = "tea-house", "poker"
    sides = scenes_of(starter_files("blank", tea, ("en",)), tea) | scenes_of(
        starter_files("poker", poker, ("en",)), poker
    )
    rows = [["main-sun", "main-pine", "main-wave", "main-back"], ["spades-A", "hearts-K", "clubs-10", "jokers-big"]]
    draw_rows("starters.png", [[sides[name] for name in row] for row in rows], "Cards of the starters")
    herbs = re.search("```csv\n(.*?)```", (FOLDER.parent / "tutorial.md").read_text(encoding="utf-8"), re.DOTALL)
    assert herbs is not None
    table = read_table(herbs[1].encode(), "herbs.csv", ())
    sides = scenes_of(table_files(table, "herbs.csv", "herb-garden"), "herb-garden")
    draw_rows("from-a-table.png", [[side for name, side in sides.items() if name != "main-back"]], "Cards of a table")


def draw_proof() -> None:
    """Draw the picture of the pages of exports: the upper part of a contact sheet of the pictures for a service."""
    project = bundled_project()
    game = load_game(project.game_folder("block-killer"), project.templates)
    export = load_export("makeplayingcards")
    context = ExportContext(game, layout_game(game), export.options(), 300)
    (proof,) = [file for file in export.files(context) if isinstance(file, PagesFile)]
    page = proof.scenes[0]
    title = "Pictures for a print service in small, each with its cut and its safe area"
    shown = Scene(page.width, 0.572 * page.height, page.items, title=title, description=title)
    (FOLDER / "export-proof.png").write_bytes(to_png(shown, dpi=90))


def draw_rulebook() -> None:
    """Draw the pictures of docs/rulebooks.md: pages of a rulebook with a theme, and of one with pictures of pieces."""
    folder = FOLDER.parent.parent / "examples/story"
    story = load_game(folder / "card_data/story", folder / "templates")
    draw_pages(story, (0, 2, 3, 4), "rulebook", "Pages of a rulebook with a theme")
    project = bundled_project()
    heroes = load_game(project.game_folder("heroes"), project.templates)
    draw_pages(heroes, (3, 5), "pieces", "Components and set-up in a rulebook")


def draw_pages(game: Game, numbers: tuple[int, ...], name: str, title: str) -> None:
    """Draw pages of a game's English rulebook side by side."""
    options = Options(languages=("en",))
    (edition,) = layout_editions(game, options)
    pages = [*laid_books(edition.game, edition.laid, options)]
    gap, width, height = 6.0, pages[0].width, pages[0].height
    shown = [pages[number] for number in numbers]
    wide, tall = len(shown) * (width + gap) + gap, height + 2 * gap
    items: list[Item] = [Shape(rectangle(0, 0, wide, tall), fill="#dfe4ec")]
    for across, page in enumerate(shown):
        place = translate(gap + across * (width + gap), gap)
        shadow = Shape(rectangle(0.8, 1.2, width, height), fill="#000000", opacity=0.18)
        items.append(Group((shadow, Placed(page, clip=(0, 0, width, height))), place))
    scene = Scene(wide, tall, tuple(items), title=title, description=title)
    (FOLDER / f"{name}.png").write_bytes(to_png(scene, dpi=55))


def draw_atlas() -> None:
    """Draw the picture of docs/exports.md: a sheet of cards for a virtual table, and the small picture of the game."""
    project = bundled_project()
    options = Options(languages=("en",))
    (edition,) = layout_editions(load_game(project.game_folder("heroes"), project.templates), options)
    cards = [card.face.scene for card in edition.laid["heroes"]]
    sheet = paint_atlas(Atlas(choose_grid(len(cards), (63, 88), AtlasLimits(side=760)), cards))
    title = "A sheet of cards for a virtual table"
    (FOLDER / "atlas.png").write_bytes(encode_png(sheet, title=title, description=title))


def draw_boxes() -> None:
    """Draw the pictures of docs/printing.md: a sheet with a box, and the box with each of the three bottoms."""
    project = bundled_project()
    game = load_game(project.game_folder("heroes"), project.templates)
    target = TUCKBOXES.of(game.file)["tuckbox-heroes-{paper}"]
    laid = layout_game(game, [target.deck])[target.deck]
    faces = {one.card.id: one.face.scene for one in laid}
    (sheet,) = layout_tuckbox(
        game, "tuckbox-heroes-{paper}", "tuckbox", "a4", shown=[faces[card] for card in target.show]
    )
    colours = BoxColours(target.paint, target.ink, target.accent)
    shown = (10.0, 66.0, 190.0, 165.0)
    items: list[Item] = [Shape(rectangle(0, 0, 190, 165), fill="#ffffff"), Placed(sheet, translate(-10, -66), shown)]
    scene = Scene(190, 165, tuple(items), title="Box", description="The sheet of a tuck box")
    (FOLDER / "tuckbox.png").write_bytes(to_png(scene, dpi=110))
    items = [Shape(rectangle(0, 0, 300, 49), fill="#dfe4ec")]
    assert laid[0].back is not None
    look = BoxLook(game.file.titles, target.titles, art=laid[0].back.scene, colours=colours)
    for number, bottom in enumerate(get_args(Bottom)):
        (page,) = tuckbox_pages((63, 88), 27, (297, 210), look, BoxShape(bottom))
        (layout,) = lay_sheets((63, 88), 27, (297, 210), bottom=bottom, sheets="one")
        left, top, _, height = layout.panels["front"]
        shown = (left - 5, top + height - 46, 217.0, 93.0)
        matrix = then(translate(-shown[0], -shown[1]), then(scale(0.44), translate(2 + number * 99.5, 4)))
        items += [Shape(rectangle(2 + number * 99.5, 4, 95.5, 41), fill="#ffffff"), Placed(page, matrix, shown)]
    scene = Scene(300, 49, tuple(items), title="Bottoms", description="Nets of a box with three kinds of bottoms")
    (FOLDER / "tuckboxes.png").write_bytes(to_png(scene, dpi=110))


def draw_rows(file: str, rows: list[list[Scene]], title: str) -> None:
    """Draw a picture of rows of cards."""
    wide, tall = max(map(len, rows)) * 71.0 + 9, len(rows) * 97.0 + 7
    items: list[Item] = [Shape(rectangle(0, 0, wide, tall), fill="#dfe4ec")]
    for down, row in enumerate(rows):
        for across, scene in enumerate(row):
            items += card(scene, 40 + across * 71, 52 + down * 97)
    (FOLDER / file).write_bytes(to_png(Scene(wide, tall, tuple(items), title=title, description=title), dpi=80))


if __name__ == "__main__":
    main()
