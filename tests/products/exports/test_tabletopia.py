"""The export `tabletopia`: faces and backs as single pictures without bleed, and a list with the number of copies."""

from __future__ import annotations

import csv
import hashlib
from io import BytesIO

import pytest
from PIL import Image

from cardgen.base.errors import DataError
from cardgen.building.build import Built
from cardgen.formats.png import to_png
from cardgen.products.options import Options
from tests.games_on_disk import GameOnDisk

GAME, CARDS = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml"
FOLDER = "output/tiny/exports/tabletopia"


def export(game: GameOnDisk) -> Built:
    return game.build(Options(export="tabletopia"))


def test_fronts_and_backs_are_apart_and_of_one_size(game: GameOnDisk) -> None:
    built = export(game)
    names = sorted(path.removeprefix("exports/tabletopia/") for path in built.states)
    assert names == [
        "cards.csv",
        "main/backs/main-back.png",
        "main/fronts/001-main-one-front.png",
        "main/fronts/002-main-two-front.png",
    ]
    sizes = set()
    for name in names[1:]:
        with Image.open(game.path(f"{FOLDER}/{name}")) as picture:
            sizes.add((picture.size, picture.mode))
    assert sizes == {((744, 1039), "RGB")}
    scene = game.layout()["main"][0].face.scene
    single = Image.open(BytesIO(to_png(scene))).convert("RGB")
    with Image.open(game.path(f"{FOLDER}/{names[2]}")) as picture:
        assert picture.tobytes() == single.tobytes()


def test_the_list_names_the_files_with_their_digests(game: GameOnDisk) -> None:
    export(game)
    with game.path(f"{FOLDER}/cards.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["file"], row["back"], row["copies"]) for row in rows] == [
        ("main/fronts/001-main-one-front.png", "main/backs/main-back.png", "1"),
        ("main/fronts/002-main-two-front.png", "main/backs/main-back.png", "3"),
    ]
    for row in rows:
        content = game.path(f"{FOLDER}/{row['file']}").read_bytes()
        assert hashlib.sha256(content).hexdigest() == row["sha256"]


def test_52_cards_with_a_back_are_53_pictures(game: GameOnDisk) -> None:
    cards = "".join(f"  - {{id: c{number}, name: Card {number}}}\n" for number in range(52))
    game.write(CARDS, f"cards:\n{cards}")
    game.change(GAME, "targets:\n", "targets:\n  exports: {tabletopia: {dpi: 36}}\n")
    assert sum(path.endswith(".png") for path in export(game).states) == 53


def test_a_game_without_cards_is_a_fault(game: GameOnDisk) -> None:
    game.write(GAME, f"{game.read(GAME).split('decks:')[0]}targets: {{}}\n")
    with pytest.raises(DataError, match="the game has no cards to make images of"):
        export(game)
