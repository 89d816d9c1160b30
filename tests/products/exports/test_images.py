"""The export `images`: a PNG of each distinct face and back, and a list with the number of copies."""

from __future__ import annotations

import hashlib
from io import BytesIO

import pytest
from PIL import Image

from cardgen.base.errors import DataError
from cardgen.products.exports.images import COLUMNS, MOST_CHARACTERS, image_rows
from tests.games_on_disk import GameOnDisk
from tests.products.exports.services.games import export, rows

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"
NAME_ON_THE_BACK = '    own: {kind: text, box: [5, 5, 53, 8], text: "{name}", lang: en}'
FOLDER = "output/tiny/exports/images"


def names(game: GameOnDisk) -> list[tuple[str, str]]:
    """The files of the faces and backs that an export would make."""
    return [(row.file, row.back) for row in image_rows(game.load(), game.layout())]


def test_each_distinct_face_is_a_picture_and_a_shared_back_one(game: GameOnDisk) -> None:
    built = export(game, "images")
    files = ["001-main-one-front.png", "002-main-two-front.png", "cards.csv", "main-back.png"]
    assert sorted(path.rsplit("/", 1)[1] for path in built.states) == files
    assert tuple(rows(game, "images")[0]) == COLUMNS
    assert [list(row.values())[:5] for row in rows(game, "images")] == [
        ["001-main-one-front.png", "main-back.png", "1", "First", "main"],
        ["002-main-two-front.png", "main-back.png", "3", "Second", "main"],
    ]
    for row in rows(game, "images"):
        assert row["sha256"] == hashlib.sha256(game.path(f"{FOLDER}/{row['file']}").read_bytes()).hexdigest()


def test_the_pictures_are_those_of_a_build_with_bleed(game: GameOnDisk) -> None:
    export(game, "images")
    game.build()
    for exported, built in (("001-main-one-front", "main-one-bleed"), ("main-back", "main-back-bleed")):
        content = game.path(f"{FOLDER}/{exported}.png").read_bytes()
        assert content == game.path(f"output/tiny/cards/png/{built}.png").read_bytes()
        with Image.open(BytesIO(content)) as picture:
            assert (picture.size, picture.mode) == ((816, 1111), "RGB")


@pytest.mark.parametrize(
    ("targets", "width"),
    [
        ("  cards: {decks: [main], dpi: 150}\n", 408),
        ("  cards: {decks: [main], dpi: 150}\n  exports: {images: {dpi: 100}}\n", 272),
        ("  {}\n", 816),
    ],
)
def test_the_resolution_is_that_of_the_export_or_of_the_game(game: GameOnDisk, targets: str, width: int) -> None:
    game.change(GAME, "  cards: {decks: [main]}\n", targets)
    export(game, "images")
    with Image.open(game.path(f"{FOLDER}/main-back.png")) as picture:
        assert picture.width == width


def test_only_what_has_changed_is_written(game: GameOnDisk) -> None:
    assert export(game, "images").count("written") == 4
    assert export(game, "images").count("unchanged") == 4
    game.change(CARDS, "name: Second", "name: Other")
    states = export(game, "images").states
    written = {path.rsplit("/", 1)[1] for path, state in states.items() if state == "written"}
    assert written == {"002-main-two-front.png", "cards.csv"}
    game.change(CARDS, "  - {id: one, name: First}\n", "")
    states = export(game, "images").states
    assert states["exports/images/002-main-two-front.png"] == "removed"
    assert [row["file"] for row in rows(game, "images")] == ["001-main-two-front.png"]


def test_cards_with_the_same_face_and_back_are_one_row(game: GameOnDisk) -> None:
    game.change(TEMPLATE, 'name: {kind: text, box: [5, 5, 53, 8], text: "{name}", lang: en}', "")
    game.change(TEMPLATE, '{en: "Card {id}", zh: "牌 {id}"}', "{en: A card, zh: 牌}")
    assert [(row.file, row.copies) for row in image_rows(game.load(), game.layout())] == [("001-main-one-front.png", 4)]


def test_backs_of_their_own_are_named_after_their_cards(game: GameOnDisk) -> None:
    game.change(TEMPLATE, '"#223344"}', f'"#223344"}}\n{NAME_ON_THE_BACK}')
    assert names(game) == [
        ("001-main-one-front.png", "001-main-one-back.png"),
        ("002-main-two-front.png", "002-main-two-back.png"),
    ]


def test_a_back_that_some_cards_share_is_named_after_the_first_of_them(game: GameOnDisk) -> None:
    game.change(CARDS, "name: First}", "name: First}\n  - {id: three, name: Second}")
    game.change(TEMPLATE, '"#223344"}', f'"#223344"}}\n{NAME_ON_THE_BACK}')
    assert [back for _, back in names(game)] == [
        "001-main-one-back.png",
        "002-main-three-back.png",
        "002-main-three-back.png",
    ]


def test_cards_without_backs_have_none(game: GameOnDisk) -> None:
    text = game.read(TEMPLATE)
    game.write(TEMPLATE, text[: text.index("back:")])
    assert [back for _, back in names(game)] == ["", ""]


def test_names_are_short_and_in_the_order_of_the_cards(game: GameOnDisk) -> None:
    cards = "".join(f"  - {{id: {'x' * 60}{number}, name: x}}\n" for number in range(1200))
    game.write(CARDS, f"cards:\n{cards}")
    faces = [face for face, _ in names(game)]
    assert faces == sorted(faces)
    assert faces[0].startswith("0001-main-")
    assert len({*faces}) == 1200
    assert all(len(face) <= MOST_CHARACTERS and face.isascii() for face in faces)


def test_names_of_files_have_ascii_letters_only(game: GameOnDisk) -> None:
    game.write(CARDS, "cards:\n  - {id: 狐狸, name: Fox}\n  - {id: 狼x, name: Wolf}\n")
    faces = [face for face, _ in names(game)]
    assert all(face.isascii() for face in faces)
    assert faces[0].startswith("001-main-")
    assert faces[1].startswith("002-main-x-")
    assert len({face[4:] for face in faces}) == 2


def test_only_the_decks_that_are_asked_for_are_exported(game: GameOnDisk) -> None:
    deck = game.read(GAME).split("decks:\n")[1].split("targets:")[0]
    game.change(GAME, "targets:\n", f"{deck.replace('main:', 'other:')}targets:\n")
    laid, loaded = game.layout(), game.load()
    assert [row.deck.id for row in image_rows(loaded, laid)] == ["main", "main", "other", "other"]
    assert image_rows(loaded, laid, ["other"])[0].file == "001-other-one-front.png"


def test_a_title_is_in_the_languages_of_the_game(game: GameOnDisk) -> None:
    game.change(GAME, "fields: {name: text}", "fields: {name: texts}")
    game.change(TEMPLATE, '"{name}", lang: en', '"{name.en}", lang: en')
    game.write(CARDS, "cards:\n  - {id: one, name: {en: First, zh: 一}}\n")
    export(game, "images")
    assert [row["title"] for row in rows(game, "images")] == ["First / 一"]


def test_a_title_has_no_marks(game: GameOnDisk) -> None:
    game.change(CARDS, "name: First", 'name: "{釉|yòu}娘"')
    export(game, "images")
    assert rows(game, "images")[0]["title"] == "釉娘"


def test_pictures_with_too_many_pixels_are_a_fault(game: GameOnDisk) -> None:
    game.change(GAME, "{width: 63, height: 88}", "{width: 1000, height: 1000}")
    with pytest.raises(DataError, match=r"a card of main as a PNG has 11,883 × 11,883 pixels"):
        export(game, "images")
