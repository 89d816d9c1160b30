"""The export `tabletop-simulator`: sheets of cards, and a saved object with decks, boards and books on a table."""

from __future__ import annotations

import hashlib
import json
import random
import re
import subprocess
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cardgen.base.errors import DataError
from cardgen.base.temporary import bytes_of
from cardgen.building.build import Built, build_game
from cardgen.building.editions import layout_editions
from cardgen.data.load import load_game
from cardgen.data.project import Project
from cardgen.products.exports.export import ExportContext
from cardgen.products.exports.tabletop_simulator.export import TABLETOP_SIMULATOR, place_pieces
from cardgen.products.exports.tabletop_simulator.objects import PlacedObject, transform
from cardgen.products.exports.tabletop_simulator.options import TabletopSimulatorOptions
from cardgen.products.files import BytesFile, OutputFile
from cardgen.products.options import Options
from tests.commands import run
from tests.games_on_disk import GAME_FOLDERS, REPOSITORY, GameOnDisk
from tests.review.test_page_scripts import tool

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"
OWN_NAME_ON_THE_BACK = '    own: {kind: text, box: [5, 5, 53, 8], text: "{name}", lang: en}'
SIZE = "{width: 63, height: 88}"
FOLDER = "output/tiny/exports/tabletop-simulator"
BASE = "https://example.org/tiny"

MAP = """\
face:
  description: {en: A map, zh: 图}
  boxes:
    ground: {kind: rect, box: bleed, fill: "#ffffff"}
"""
BOARD = "{template: map.yaml, papers: [a4], titles: {en: Map, zh: 图}, size: [900, 600]}"

Save = dict[str, Any]


def plan(game: GameOnDisk, folder: str = "file:///table", **options: Any) -> dict[str, OutputFile]:
    """The files of the export by their paths. Nothing is rendered."""
    values = TabletopSimulatorOptions(**options)
    laid = game.layout()
    context = ExportContext(game.load(), laid, values, 300, folder=folder, all_decks=laid)
    return {file.path: file for file in TABLETOP_SIMULATOR.files(context)}


def save_of(files: Mapping[str, OutputFile], name: str = "tiny") -> Save:
    file = files[f"{name}.json"]
    assert isinstance(file, BytesFile)
    save: Save = json.loads(bytes_of(file.make()))
    return save


def deck_of(game: GameOnDisk, **options: Any) -> Save:
    """The first object: the deck of the tiny game."""
    deck: Save = save_of(plan(game, **options))["ObjectStates"][0]
    return deck


def export(game: GameOnDisk, options: Options = Options(export="tabletop-simulator")) -> Built:  # noqa: B008  # frozen
    return game.build(options)


def write_cards(game: GameOnDisk, count: int) -> None:
    cards = "".join(f"  - {{id: c{number}, name: Card {number}}}\n" for number in range(count))
    game.write(CARDS, f"cards:\n{cards}")


# ---------------------------------------------------------------- decks


def test_a_deck_has_its_cards_by_sheet_and_cell(game: GameOnDisk) -> None:
    deck = deck_of(game)
    assert (deck["Name"], deck["Nickname"], deck["Tags"]) == ("DeckCustom", "Cards / 牌", ["main"])
    assert deck["DeckIDs"] == [100, 101, 101, 101]
    cards = deck["ContainedObjects"]
    assert [card["CardID"] for card in cards] == deck["DeckIDs"]
    assert [card["Nickname"] for card in cards] == ["First", "Second", "Second", "Second"]
    assert cards[0]["Description"] == "Card one\n牌 one"
    assert {card["Name"] for card in cards} == {"Card"}
    sheet = deck["CustomDeck"]["1"]
    assert (sheet["NumWidth"], sheet["NumHeight"]) == (2, 1)
    assert (sheet["BackIsHidden"], sheet["UniqueBack"], sheet["Type"]) == (True, False, 0)
    assert all(card["CustomDeck"] == {"1": sheet} for card in cards)
    assert (deck["Transform"]["rotY"], deck["Transform"]["rotZ"]) == (180, 180)  # face down


def test_a_deck_of_many_cards_has_several_sheets(game: GameOnDisk) -> None:
    write_cards(game, 150)
    files = plan(game)
    deck = save_of(files)["ObjectStates"][0]
    assert deck["DeckIDs"] == [100 * key + index for key in (1, 2, 3) for index in range(50)]
    assert [*deck["CustomDeck"]] == ["1", "2", "3"]
    for card in deck["ContainedObjects"]:
        key = str(card["CardID"] // 100)
        assert card["CustomDeck"] == {key: deck["CustomDeck"][key]}
    cells = {file.facts["pixels"][0] // file.facts["cells"][0] for path, file in files.items() if "-faces-" in path}
    assert len(cells) == 1
    assert len([path for path in files if "-faces-" in path]) == 3
    assert len([path for path in files if "-back-" in path]) == 1


def test_the_hidden_face_is_the_back_or_in_the_last_cell(game: GameOnDisk) -> None:
    write_cards(game, 70)
    assert [*deck_of(game)["CustomDeck"]] == ["1"]
    deck = deck_of(game, hidden="cell")
    assert [sheet["BackIsHidden"] for sheet in deck["CustomDeck"].values()] == [False, False]
    write_cards(game, 69)
    deck = deck_of(game, hidden="cell")
    assert deck["DeckIDs"] == [*range(100, 169)]
    listed = export(game).files  # the option is not in game.yaml: its own cells only
    assert "exports/tabletop-simulator/assets/atlas.json" in listed
    assert sheets(game)[0]["count"] == 69
    game.change(GAME, "targets:\n", "targets:\n  exports: {tabletop-simulator: {hidden: cell}}\n")
    export(game)
    names = sheets(game)[0]["names"]
    assert (len(names), names[68], names[69]) == (70, "main-c68", "main-back")


def sheets(game: GameOnDisk) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads(game.read(f"{FOLDER}/assets/atlas.json"))["sheets"]
    return listed


def test_backs_of_their_own_are_a_second_sheet(game: GameOnDisk) -> None:
    game.change(TEMPLATE, '"#223344"}', f'"#223344"}}\n{OWN_NAME_ON_THE_BACK}')
    game.change(GAME, "size: card", "size: card\n    two_sided: true")
    files = plan(game)
    deck = save_of(files)["ObjectStates"][0]
    assert deck["CustomDeck"]["1"]["UniqueBack"] is True
    assert (deck["HideWhenFaceDown"], deck["Transform"]["rotZ"]) == (False, 0)
    faces, backs = (next(file for path, file in files.items() if part in path) for part in ("-faces", "-backs"))
    assert faces.facts == backs.facts


def test_cards_without_backs_have_white_ones(game: GameOnDisk) -> None:
    text = game.read(TEMPLATE)
    game.write(TEMPLATE, text[: text.index("back:")])
    export(game)
    (back,) = game.path(f"{FOLDER}/assets").glob("main-back-*.png")
    with Image.open(back) as picture:
        assert picture.getcolors() == [(744 * 1039, (255, 255, 255))]


def test_a_single_card_is_no_deck(game: GameOnDisk) -> None:
    game.write(CARDS, "cards:\n  - {id: one, name: First}\n")
    card = deck_of(game)
    assert (card["Name"], card["CardID"], card["Nickname"]) == ("CardCustom", 100, "First")
    assert "DeckIDs" not in card
    assert [*card["CustomDeck"]] == ["1"]


@pytest.mark.parametrize(("turn", "degrees"), [(270, 270), (90, 90)])
def test_cards_that_lie_are_turned_on_the_sheet_and_on_the_table(game: GameOnDisk, turn: int, degrees: int) -> None:
    assert deck_of(game)["SidewaysCard"] is False
    game.change(TEMPLATE, "face:\n", "orientation: landscape\nface:\n")
    files = plan(game, turn=turn)
    deck = save_of(files)["ObjectStates"][0]
    assert deck["SidewaysCard"] is True
    assert {card["SidewaysCard"] for card in deck["ContainedObjects"]} == {True}
    assert deck["Transform"]["rotY"] == degrees  # the picture is turned the other way
    (faces,) = (file for path, file in files.items() if "-faces" in path)
    assert faces.facts["pixels"] == [2 * 744, 1039]


@pytest.mark.parametrize(
    ("size", "kind", "scale"),
    [
        ("{width: 25, height: 25, corner: 12.5}", 4, 0.2812),
        ("{width: 63, height: 88, corner: 0}", 1, 0.9899),
        ("{width: 70, height: 120}", 0, 1.3498),
    ],
    ids=["circle", "square-corners", "large"],
)
def test_the_shape_and_the_scale_are_those_of_the_card(game: GameOnDisk, size: str, kind: int, scale: float) -> None:
    game.change(GAME, SIZE, size)
    game.change(TEMPLATE, '    name: {kind: text, box: [5, 5, 53, 8], text: "{name}", lang: en}\n', "")
    deck = deck_of(game)
    assert deck["CustomDeck"]["1"]["Type"] == kind
    assert deck["Hands"] is (kind != 4)
    assert deck["Transform"]["scaleX"] == deck["Transform"]["scaleZ"] == scale


# ---------------------------------------------------------------- addresses and names


def addresses(save: Save) -> set[str]:
    """Every address in a save."""

    def search(value: Any) -> Iterator[str]:
        if isinstance(value, dict):
            for key, part in value.items():
                if key.lower().endswith("url"):
                    yield part
                yield from search(part)
        elif isinstance(value, list):
            for part in value:
                yield from search(part)

    return set(search(save))


def test_every_address_is_that_of_a_file_of_the_export(game: GameOnDisk) -> None:
    files = plan(game)
    assets = {path for path in files if path.startswith("assets/") and not path.endswith(".json")}
    assert addresses(save_of(files)) == {f"file:///table/{path}" for path in assets}
    moved = {f"{BASE}/{path.removeprefix('assets/')}" for path in assets}
    assert addresses(save_of(plan(game, url=BASE))) == addresses(save_of(plan(game, url=f"{BASE}/"))) == moved


def test_an_address_on_this_computer_is_that_of_the_folder(game: GameOnDisk) -> None:
    export(game)
    save = json.loads(game.read(f"{FOLDER}/tiny.json"))
    paths = {address.removeprefix("file://") for address in addresses(save)}
    assert paths == {str(path) for path in game.path(f"{FOLDER}/assets").glob("*.png")}


def test_names_of_other_scripts_are_encoded(game: GameOnDisk) -> None:
    game.write(GAME, game.read(GAME).replace("main:", "主牌:").replace("[main]", "[主牌]"))
    save = save_of(plan(game, url=BASE))
    assert len(addresses(save)) == 2
    assert all(address.startswith(f"{BASE}/%E4%B8%BB%E7%89%8C-") for address in addresses(save))
    assert save["ObjectStates"][0]["Tags"] == ["主牌"]


def test_a_folder_that_was_moved_is_exported_anew(game: GameOnDisk, tmp_path: Path) -> None:
    def command(out: str) -> str:
        done = run("export", "tabletop-simulator", "--out", out, cwd=game.root)
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    command("first")
    assert "Nothing to do" in command("first")
    game.path("first").rename(game.path("second"))
    assert "tiny.json" in command("second")
    save = json.loads(game.read("second/tiny/exports/tabletop-simulator/tiny.json"))
    assert {address.startswith(f"{(tmp_path / 'second').as_uri()}/") for address in addresses(save)} == {True}


def test_the_address_is_given_on_the_command_line_or_in_game_yaml(game: GameOnDisk) -> None:
    game.change(GAME, "targets:\n", f'targets:\n  exports: {{tabletop-simulator: {{url: "{BASE}"}}}}\n')

    def bases(*arguments: str) -> set[str]:
        done = run("export", "tabletop-simulator", "--quiet", *arguments, cwd=game.root)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        save = json.loads(game.read(f"{FOLDER}/tiny.json"))
        return {address.rpartition("/")[0] for address in addresses(save)}

    assert bases() == {BASE}
    assert bases("--tts-url", "http://localhost:8000/a/") == {"http://localhost:8000/a"}
    assert bases() == {BASE}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("tabletop-simulator", "--tts-url", "example.org"), "'example.org' given, expected the address of a folder"),
        (("images", "--tts-url", BASE), "--tts-url: the files of the export 'images' contain no addresses"),
    ],
)
def test_a_wrong_address_is_refused(game: GameOnDisk, arguments: tuple[str, ...], message: str) -> None:
    done = run("export", *arguments, cwd=game.root)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.replace("│", " ").split())
    assert not game.path("output").exists()


def test_names_change_with_the_content_and_only_then(game: GameOnDisk) -> None:
    before = set(plan(game))
    assert set(plan(game, url=BASE)) == before
    game.change(CARDS, "name: Second", "name: Other")
    after = set(plan(game))
    assert {path.rpartition("-")[0] for path in before - after} == {"assets/main-faces"}
    assert len(after - before) == 1
    game.change(TEMPLATE, '"#223344"', '"#223355"')
    assert {path.rpartition("-")[0] for path in after - set(plan(game))} == {"assets/main-back"}


# ---------------------------------------------------------------- the files


def test_the_small_picture_shows_the_outline_of_the_cards(game: GameOnDisk) -> None:
    game.change(GAME, "card: {width: 63, height: 88", "card: {width: 63, height: 72.75, shape: hexagon")
    write_cards(game, 1)
    export(game, Options(export="tabletop-simulator", despite_findings=True))
    with Image.open(game.path(f"{FOLDER}/tiny.png")) as picture:
        ground, corner, middle = (picture.getpixel(spot) for spot in ((2, 2), (56, 44), (128, 128)))
    assert ground == corner != middle


def test_the_files_of_the_tiny_game(game: GameOnDisk) -> None:
    built = export(game)
    paths = sorted(path.removeprefix("exports/tabletop-simulator/") for path in built.states)
    assert [path.rpartition("-")[0] or path for path in paths] == [
        "assets/atlas.json",
        "assets/main-back",
        "assets/main-faces",
        "tiny.json",
        "tiny.png",
    ]
    with Image.open(game.path(f"{FOLDER}/tiny.png")) as picture:
        assert (picture.size, picture.mode) == ((256, 256), "RGB")
    for sheet in sheets(game):
        content = game.path(f"{FOLDER}/assets/{sheet['file']}").read_bytes()
        assert hashlib.sha256(content).hexdigest() == sheet["sha256"]
        with Image.open(BytesIO(content)) as picture:
            assert picture.mode == "RGB"
            assert picture.size == (sheet["columns"] * sheet["cell"][0], sheet["rows"] * sheet["cell"][1])
    assert [sheet["names"] for sheet in sheets(game)] == [["main-one", "main-two"], ["main-back"]]


def test_ids_are_six_digits_and_never_used_twice(game: GameOnDisk) -> None:
    write_cards(game, 400)
    deck = deck_of(game)
    guids = [deck["GUID"], *(card["GUID"] for card in deck["ContainedObjects"])]
    assert len(set(guids)) == 401
    assert all(len(guid) == 6 and int(guid, 16) >= 0 for guid in guids)
    assert deck_of(game) == deck


def test_the_date_is_given(game: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert save_of(plan(game))["Date"] == "1/1/2000 12:00:00 AM"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert save_of(plan(game))["Date"] == "11/14/2023 10:13:20 PM"


def test_editions_have_names_of_their_own(game: GameOnDisk) -> None:
    game.change(GAME, "languages: [en, zh]\n", "languages: [en, zh]\neditions: [en, zh]\n")
    export(game, Options(export="tabletop-simulator", url=BASE))
    names = [
        json.loads(game.read(f"output/tiny/{lang}/exports/tabletop-simulator/tiny-{lang}.json"))
        for lang in ("en", "zh")
    ]
    assert [save["SaveName"] for save in names] == ["Tiny", "小"]
    assert [save["ObjectStates"][0]["Nickname"] for save in names] == ["Cards", "牌"]


# ---------------------------------------------------------------- faults


def test_a_board_that_is_too_large_is_a_fault(game: GameOnDisk) -> None:
    game.write("templates/map.yaml", MAP)
    game.change(GAME, "targets:\n", f"targets:\n  boards:\n    map-{{paper}}: {BOARD}\n")
    board = save_of(plan(game))["ObjectStates"][0]
    assert (board["Name"], board["Nickname"], board["CustomImage"]["WidthScale"]) == ("Custom_Board", "Map 图", 1.5)
    game.change(GAME, "targets:\n", "targets:\n  exports: {tabletop-simulator: {pixels: 800}}\n")
    with pytest.raises(DataError, match="a board of 900 × 600 mm is too large for a picture of 800 pixels a side"):
        export(game)
    assert not game.path("output").exists()


def test_too_many_cards_for_a_small_sheet_are_a_fault(game: GameOnDisk) -> None:
    write_cards(game, 70)
    game.change(GAME, "targets:\n", "targets:\n  exports: {tabletop-simulator: {pixels: 256}}\n")
    with pytest.raises(DataError, match="the cards of main would have 25 × 35 pixels on a sheet, less than 36 dpi"):
        export(game)
    assert not game.path("output").exists()


# ---------------------------------------------------------------- pieces that are cut out

CUTOUTS = """targets:
  cutouts:
    large: {deck: main, papers: [a4], pitch: 20, titles: {en: Pieces, zh: 块}, pieces: {one: 3, two: 1}}
    small: {deck: main, papers: [a4], pitch: 8, titles: {en: Pieces, zh: 块}, pieces: {one: 3, two: 1}}
"""


def with_cutouts(game: GameOnDisk) -> GameOnDisk:
    game.change(GAME, "targets:\n", CUTOUTS)
    game.change(GAME, "fields: {name: text}", "fields: {name: text, cells: cells, colour: colour}")
    game.change(CARDS, "name: First", "name: First, cells: ['##', '#.'], colour: '#112233'")
    game.change(CARDS, "name: Second", "name: Second, cells: ['###'], colour: '#ff0000'")
    return game


def test_pieces_are_tokens_in_bags_by_kind(game: GameOnDisk) -> None:
    """Of two targets with the same pieces, the one with the larger cells is on the table."""
    files = plan(with_cutouts(game))
    _, bag, single = save_of(files)["ObjectStates"]
    assert (bag["Name"], bag["Nickname"]) == ("Bag", "First × 3")
    assert [(token["Name"], token["Nickname"], token["Tags"]) for token in bag["ContainedObjects"]] == [
        ("Custom_Token", "First", ["main"])
    ] * 3
    assert len({token["GUID"] for token in bag["ContainedObjects"]}) == 3
    assert (single["Name"], single["Nickname"]) == ("Custom_Token", "Second")
    assert single["Transform"]["scaleX"] == round(60 / 25.4 / 2, 4)
    assert {path.split("/")[1][:8] for path in files if "-one-" in path or "-two-" in path} == {"main-one", "main-two"}
    assert [data["Name"] for data in save_of(plan(game, pieces=False))["ObjectStates"]] == ["DeckCustom"]


def test_the_picture_of_a_piece_is_opaque_only_in_its_cells(game: GameOnDisk) -> None:
    files = plan(with_cutouts(game), dpi=127)
    (piece,) = (file for path, file in files.items() if path.startswith("assets/main-one-"))
    assert isinstance(piece, BytesFile)
    with Image.open(BytesIO(bytes_of(piece.make()))) as picture:
        assert (picture.mode, picture.size) == ("RGBA", (200, 200))
        alpha = picture.getchannel("A")
        cells = {(x, y): alpha.crop((x * 100, y * 100, x * 100 + 100, y * 100 + 100)) for x in (0, 1) for y in (0, 1)}
        assert {cell for cell, part in cells.items() if part.getextrema() == (255, 255)} == {(0, 0), (1, 0), (0, 1)}
        assert cells[1, 1].getextrema() == (0, 0)
        # No white is mixed into the colour at the edge.
        assert max(picture.crop((0, 0, 200, 1)).convert("L").tobytes()) < 100


def test_each_die_cut_piece_of_a_sheet_is_in_its_bag() -> None:
    folder = REPOSITORY / "card_data" / "blokus"
    ((_, save),) = saves(folder)
    bags = [data for data in save["ObjectStates"] if data["Name"] == "Bag"]
    assert [bag["Nickname"] for bag in bags] == [
        "红色棋子 Red pieces", "绿色棋子 Green pieces", "蓝色棋子 Blue pieces", "黄色棋子 Yellow pieces"
    ]  # fmt: skip
    assert [len(bag["ContainedObjects"]) for bag in bags] == [21] * 4
    longest = {token["Transform"]["scaleX"] for bag in bags for token in bag["ContainedObjects"]}
    assert max(longest) == round(5 * 18 / 25.4 / 2, 4)


# ---------------------------------------------------------------- the table


def overlaps(pieces: list[PlacedObject], placed: list[Save]) -> bool:
    """Return True if two pieces are on the same part of the table."""
    corners = []
    for piece, data in zip(pieces, placed, strict=True):
        x, z = data["Transform"]["posX"], data["Transform"]["posZ"]
        corners.append((x - piece.width / 2, x + piece.width / 2, z - piece.depth / 2, z + piece.depth / 2))
    return any(
        a[0] < b[1] and b[0] < a[1] and a[2] < b[3] and b[2] < a[3] for i, a in enumerate(corners) for b in corners[:i]
    )


def test_pieces_lie_beside_each_other() -> None:
    numbers = random.Random(1)
    for count in range(1, 60):
        pieces = [
            PlacedObject({"Transform": transform()}, numbers.uniform(1, 30), numbers.uniform(1, 30))
            for _ in range(count)
        ]
        placed = [*place_pieces(pieces)]
        assert not overlaps(pieces, placed)
        if count > 1:
            placed[1]["Transform"] = placed[0]["Transform"]
            assert overlaps(pieces, placed)


# ---------------------------------------------------------------- the games that cardgen comes with

#: The type of each kind of object in tests/page/tabletop_simulator.d.ts.
TYPES = {
    "DeckCustom": "SavedDeck",
    "CardCustom": "SavedCard",
    "Custom_Board": "SavedBoard",
    "Custom_PDF": "SavedBook",
    "Custom_Token": "SavedToken",
    "Bag": "SavedBag",
}


def saves(folder: Path) -> Iterator[tuple[str, Save]]:
    """The save of each edition of a game, with its name."""
    game = load_game(folder, folder.parent.parent / "templates", REPOSITORY)
    for edition in layout_editions(game, Options()):
        values = TabletopSimulatorOptions(url="https://example.org")
        context = ExportContext(edition.game, edition.laid, values, 300, edition=edition.lang, all_decks=edition.laid)
        files = {file.path: file for file in TABLETOP_SIMULATOR.files(context)}
        name = f"{game.id}-{edition.lang}" if edition.lang else game.id
        yield name, save_of(files, name)


def typescript(number: int, save: Save) -> str:
    """A save as constants of the types that its objects have to have."""
    head = {**save, "ObjectStates": []}
    lines = [f"const save{number}: SavedGame = {json.dumps(head)};"]
    for index, data in enumerate(save["ObjectStates"]):
        lines.append(f"const object{number}_{index}: {TYPES[data['Name']]} = {json.dumps(data)};")
    return "\n".join(lines)


def compiled(folder: Path, text: str) -> list[str]:
    """The errors of the TypeScript compiler about constants of the declared types."""
    types = REPOSITORY / "tests/page/tabletop_simulator.d.ts"
    file = folder / "saves.ts"
    file.write_text(f'/// <reference path="{types}" />\n{text}\n', encoding="utf-8")
    command = [tool("tsc"), "--noEmit", "--strict", "--skipLibCheck", "--target", "ES2024", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    errors = [line for line in done.stdout.splitlines() if ": error " in line]
    assert bool(errors) == bool(done.returncode), done.stderr
    return errors


@pytest.mark.full
def test_saves_have_the_declared_types(tmp_path: Path) -> None:
    checked = [save for name in ("block-killer", "blokus") for _, save in saves(REPOSITORY / "card_data" / name)]
    assert {data["Name"] for save in checked for data in save["ObjectStates"]} == TYPES.keys() - {"Custom_Token"}
    for save in checked:
        check_fields(save)
    assert compiled(tmp_path, "\n".join(typescript(number, save) for number, save in enumerate(checked))) == []


#: What every save has, also what the declarations leave open.
SAVE_FIELDS = {"SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules", "PlayerTurn", "ObjectStates"}
SCRIPT_FIELDS = {"LuaScript", "LuaScriptState", "XmlUI"}


def check_fields(save: Save) -> None:
    """Check what no type can say: each card is in a cell of its sheet, and every id is used once."""
    assert save.keys() >= SAVE_FIELDS | SCRIPT_FIELDS
    guids = []
    for data in save["ObjectStates"]:
        cards = data.get("ContainedObjects", [data] if "CardID" in data else [])
        guids += [data["GUID"], *(card["GUID"] for card in cards if card is not data)]
        if data["Name"] == "Bag":
            continue
        assert data.get("DeckIDs", []) == [card["CardID"] for card in cards if card is not data]
        for card in cards:
            key, index = divmod(card["CardID"], 100)
            sheet = card["CustomDeck"][str(key)]
            assert index < sheet["NumWidth"] * sheet["NumHeight"] <= 70
            assert data["CustomDeck"][str(key)] == sheet
    assert len(guids) == len(set(guids))


@pytest.mark.soak
def test_the_compiler_finds_planted_faults(game: GameOnDisk, tmp_path: Path) -> None:
    save = save_of(plan(game))
    planted = [
        ('"CardID"', '"CardId"'),
        ('"Type": 0', '"Type": 7'),
        ('"NumWidth": 2', '"NumWidth": "2"'),
        ('"Name": "DeckCustom"', '"Name": "Deck_Custom"'),
        ('"UniqueBack": false, ', ""),
        ('"SaveName"', '"Name"'),
    ]
    texts = [typescript(0, save)]
    for number, (old, new) in enumerate(planted, start=1):
        text = typescript(number, save)
        assert old in text
        texts.append(text.replace(old, new))
    lines = len(texts[0].splitlines())
    wrong = {(int(re.findall(r"\((\d+),", error)[0]) - 2) // lines for error in compiled(tmp_path, "\n".join(texts))}
    assert wrong == {*range(1, len(planted) + 1)}


def token_pictures(save: Save) -> set[str]:
    """The names of the pictures of pieces: only these are transparent in places."""
    pieces = [piece for data in save["ObjectStates"] for piece in data.get("ContainedObjects", [data])]
    return {Path(piece["CustomImage"]["ImageURL"]).name for piece in pieces if piece["Name"] == "Custom_Token"}


@pytest.mark.soak
@pytest.mark.parametrize("folder", GAME_FOLDERS, ids=lambda folder: f"{folder.parent.parent.name}-{folder.name}")
def test_every_game_is_exported(folder: Path, tmp_path: Path) -> None:
    checked = dict(saves(folder))
    for save in checked.values():
        check_fields(save)
    assert compiled(tmp_path, "\n".join(typescript(number, save) for number, save in enumerate(checked.values()))) == []
    options = Options(export="tabletop-simulator", url=BASE, dpi=60)
    built = build_game(Project(folder.parent.parent, bundled=False), folder.name, tmp_path / "output", options)
    assert built.count("written") >= 4
    written = [path for path in built.states if path.endswith(".json") and not path.endswith("atlas.json")]
    assert len(written) == len(checked)
    tokens = {name for path in written for name in token_pictures(json.loads((built.folder / path).read_bytes()))}
    for path in built.states:
        if path.endswith(".png"):
            with Image.open(built.folder / path) as picture:
                assert picture.mode == ("RGBA" if Path(path).name in tokens else "RGB")
                assert max(picture.size) <= 4096
