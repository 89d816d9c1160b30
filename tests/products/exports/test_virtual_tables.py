"""Rooms of playingcards.io and modules of VASSAL: what is in their archives, and what it names."""

from __future__ import annotations

import io
import json
import zipfile
from collections import Counter
from typing import Any
from xml.etree import ElementTree

from PIL import Image

from cardgen.data.project import bundled_project
from cardgen.products.exports.piles import TableArea, place_piles
from cardgen.products.exports.vassal.module import card_piece, encode
from tests.cases import for_cases
from tests.games_on_disk import GameOnDisk
from tests.products.exports.services.games import CARDS, differ_at_the_back, export


def archive(game: GameOnDisk, name: str, ending: str) -> zipfile.ZipFile:
    path = game.path(f"output/tiny/exports/{name}/tiny.{ending}")
    return zipfile.ZipFile(io.BytesIO(path.read_bytes()))


def widgets(game: GameOnDisk) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads(archive(game, "playingcards-io", "pcio").read("widgets.json"))
    return listed


def of_kind(listed: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [widget for widget in listed if widget["type"] == kind]


# ---------------------------------------------------------------- piles


def test_piles_are_placed_row_by_row_without_touching() -> None:
    table = TableArea(0, 0, 200, 500, 10)
    assert place_piles([(90, 50), (90, 40), (90, 60)], table, 1.0) == (1.0, [(0, 0), (100, 0), (0, 60)])


def test_piles_are_smaller_if_the_table_is() -> None:
    table = TableArea(5, 5, 100, 100, 4)
    sizes = [(63.0, 88.0)] * 7
    scale, places = place_piles(sizes, table, 2.0)
    assert scale < 0.5
    assert all(x + 63 * scale <= 105 + 1e-9 and y + 88 * scale <= 105 for x, y in places)
    assert len(set(places)) == 7


# ---------------------------------------------------------------- playingcards.io


def test_a_room_has_a_card_for_each_copy_on_the_pile_of_its_deck(game: GameOnDisk) -> None:
    export(game, "playingcards-io")
    listed = widgets(game)
    (deck,) = of_kind(listed, "cardDeck")
    cards = of_kind(listed, "card")
    assert Counter(card["cardType"] for card in cards) == {"one": 1, "two": 3}
    assert {card["deck"] for card in cards} == {deck["id"]}
    assert {card["parent"] for card in cards} == {deck["parent"]}
    assert not any(card["faceup"] for card in cards)
    assert cards[-1]["cardType"] == "one"  # the first card is on top
    pile, discards = of_kind(listed, "holder")
    assert pile["id"] == deck["parent"]
    assert discards["allowedDecks"] == [deck["id"]]
    assert [widget["id"] for widget in of_kind(listed, "hand")] == ["hand"]
    assert len({widget["id"] for widget in listed}) == len(listed)


def test_every_picture_that_a_room_names_is_stored_in_it_once(game: GameOnDisk) -> None:
    export(game, "playingcards-io")
    files = archive(game, "playingcards-io", "pcio")
    assert {entry.compress_type for entry in files.infolist()} == {zipfile.ZIP_STORED}
    assert {name: files.read(name) for name in ("schemaVersion", "variantDate")} == {
        "schemaVersion": b"8",
        "variantDate": b"946684800000",
    }
    text = files.read("widgets.json").decode()
    named = {part.split('"')[0] for part in text.split("package:///")[1:]}
    assert named == {name for name in files.namelist() if name.startswith("userassets/")}
    assert len(named) == 3
    with Image.open(io.BytesIO(files.read(sorted(named)[0]))) as picture:
        assert picture.size == (372, 520)


def test_backs_that_differ_are_named_by_the_cards(game: GameOnDisk) -> None:
    differ_at_the_back(game)
    export(game, "playingcards-io")
    (deck,) = of_kind(widgets(game), "cardDeck")
    assert deck["backTemplate"]["objects"][0]["valueType"] == "dynamic"
    assert len({card["back"] for card in deck["cardTypes"].values()}) == 2


def test_a_changed_card_has_a_new_address_and_the_ids_stay(game: GameOnDisk) -> None:
    export(game, "playingcards-io")
    (before,) = of_kind(widgets(game), "cardDeck")
    game.change(CARDS, "name: First", "name: Other")
    export(game, "playingcards-io")
    (after,) = of_kind(widgets(game), "cardDeck")
    assert before["id"] == after["id"]
    changed = [key for key in before["cardTypes"] if before["cardTypes"][key] != after["cardTypes"][key]]
    assert changed == ["one"]


# ---------------------------------------------------------------- VASSAL


@for_cases(
    ("values", "delimiter", "expected"),
    [
        (["A", "B,C"], ",", "A,B\\,C"),
        (["a", "", "b"], ";", "a;;b"),
        (["'quoted'"], ";", "''quoted''"),
        (["\\a"], ";", "'\\a'"),
    ],
)
def test_values_are_written_as_vassal_reads_them(values: list[str], delimiter: str, expected: str) -> None:
    assert encode(values, delimiter) == expected


def test_a_card_has_a_back_that_is_turned_and_a_face() -> None:
    assert card_piece("A / B", "a.png", "b.png", 7) == (
        "+/null/obs;70,130;b.png;Flip;B;?;player:;;;true;;\tpiece;;;a.png;A \\/ B/null;\tnull;0;0;7;0"
    )
    assert card_piece("A", "a.png", "", 7) == "+/null/piece;;;a.png;A/null;0;0;7;0"


def test_a_module_has_a_pile_with_every_copy_and_one_for_discards(game: GameOnDisk) -> None:
    export(game, "vassal")
    files = archive(game, "vassal", "vmod")
    root = ElementTree.fromstring(files.read("buildFile.xml"))
    pile, discards = root.iter("VASSAL.build.module.map.DrawPile")
    slots = list(pile.iter("VASSAL.build.widget.CardSlot"))
    assert [slot.get("entryName") for slot in slots] == ["First", "Second", "Second", "Second"]
    assert [slot.get("gpid") for slot in slots] == ["0", "1", "2", "3"]
    assert (pile.get("faceDown"), discards.get("faceDown")) == ("Always", "Never")
    assert discards.get("reshuffleTarget") == pile.get("name")
    assert list(discards) == []
    hands = [hand.get("side") for hand in root.iter("VASSAL.build.module.PlayerHand")]
    assert hands == [entry.text for entry in root.iter("entry")] == ["Player 1", "Player 2", "Player 3", "Player 4"]
    images = {name.removeprefix("images/") for name in files.namelist() if name.startswith("images/")}
    named = {part for slot in slots for part in (slot.text or "").replace(";", "\n").split() if part.endswith(".png")}
    assert named | {"table.png"} == images
    data = ElementTree.fromstring(files.read("moduledata"))
    assert data.findtext("name") == root.get("name") == "Tiny 小"


def test_the_board_is_on_the_table_beside_the_piles() -> None:
    """Blokus has a board: piles must not lie on it."""
    from cardgen.building.plan import layout_game
    from cardgen.data.load import load_game
    from cardgen.products.exports.export import ExportContext
    from cardgen.products.exports.registry import load_export
    from cardgen.products.files import ArchiveFile, PngFile

    project = bundled_project()
    game = load_game(project.game_folder("blokus"), project.templates)
    vassal = load_export("vassal")
    files = list(vassal.files(ExportContext(game, layout_game(game), vassal.options(dpi=36), 300)))
    (module,) = [file for file in files if isinstance(file, ArchiveFile)]
    (table,) = [file for file in files if isinstance(file, PngFile) and file.path == "images/table.png"]
    boards = table.picture.scene.items[1:]
    assert boards
    build_file = module.make([b"" for _ in module.listed])
    root = ElementTree.fromstring(zipfile.ZipFile(io.BytesIO(build_file)).read("buildFile.xml"))
    scale = 36 / 25.4
    for pile in root.iter("VASSAL.build.module.map.DrawPile"):
        x, y, width, height = (float(pile.get(name) or 0) / scale for name in ("x", "y", "width", "height"))
        for board in boards:
            left, top = board.matrix[4:]  # type: ignore[union-attr]
            right, bottom = left + board.scene.width, top + board.scene.height  # type: ignore[union-attr]
            apart_x = x + width / 2 <= left + 1 or x - width / 2 >= right - 1
            apart_y = y + height / 2 <= top + 1 or y - height / 2 >= bottom - 1
            assert apart_x or apart_y
