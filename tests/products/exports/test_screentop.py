"""The export `screentop`: sheets of cards without gaps, and a list of their cards."""

from __future__ import annotations

import csv
import json
from io import BytesIO

from PIL import Image

from cardgen.formats.png import to_png
from cardgen.products.exports.screentop import COLUMNS
from tests.games_on_disk import GameOnDisk
from tests.products.exports.services.games import export, rows

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"
FOLDER = "output/tiny/exports/screentop"


def test_sheets_and_lists(game: GameOnDisk) -> None:
    built = export(game, "screentop")
    names = sorted(path.removeprefix("exports/screentop/") for path in built.states)
    assert names == ["atlas.json", "cards.csv", "main-back.png", "main-faces.png"]
    with game.path(f"{FOLDER}/cards.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))
    assert lines == [
        list(COLUMNS),
        ["main-faces.png", "1", "1", "main-back.png", "1", "First", "main"],
        ["main-faces.png", "2", "1", "main-back.png", "3", "Second", "main"],
    ]
    faces, back = json.loads(game.read(f"{FOLDER}/atlas.json"))["sheets"]
    assert (faces["file"], faces["columns"], faces["rows"], faces["cell"]) == ("main-faces.png", 2, 1, [744, 1039])
    assert (back["file"], back["names"]) == ("main-back.png", ["main-back"])


def test_a_place_in_the_list_is_that_of_the_card(game: GameOnDisk) -> None:
    """The cell that the list names has the pixels of the card's own picture."""
    cards = "".join(f"  - {{id: c{number}, name: Card {number}}}\n" for number in range(5))
    game.write(CARDS, f"cards:\n{cards}")
    game.change(GAME, "targets:\n", "targets:\n  exports: {screentop: {dpi: 100}}\n")
    export(game, "screentop")
    laid = game.layout()["main"]
    (sheet, _) = json.loads(game.read(f"{FOLDER}/atlas.json"))["sheets"]
    width, height = sheet["cell"]
    lines = rows(game, "screentop")
    with Image.open(game.path(f"{FOLDER}/main-faces.png")) as picture:
        for line, card in zip(lines, laid, strict=True):
            x, y = (int(line["column"]) - 1) * width, (int(line["row"]) - 1) * height
            single = Image.open(BytesIO(to_png(card.face.scene, dpi=100))).convert("RGB")
            assert single.size == (width, height)
            assert picture.crop((x, y, x + width, y + height)).tobytes() == single.tobytes()


def test_cards_that_lie_have_cells_that_lie(game: GameOnDisk) -> None:
    game.change(TEMPLATE, "face:\n", "orientation: landscape\nface:\n")
    export(game, "screentop")
    (faces, _) = json.loads(game.read(f"{FOLDER}/atlas.json"))["sheets"]
    assert faces["cell"] == [1039, 744]
