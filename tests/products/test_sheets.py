"""The keys of printed files: a file with the same key has the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.building.plan import layout_game, plan_files
from cardgen.products.files import OutputFile, PagesFile
from cardgen.products.options import Options
from cardgen.products.sheets import Imposed, imposed_sheets
from cardgen.scene.keys import content_key
from tests.games_on_disk import GameOnDisk
from tests.products.made import GAME, game_with_pieces_in, made

HEAD = ("author: Nobody", "author: Somebody"), ("zh: 小, en: Tiny", "zh: 小小, en: Tiny")


def sheets_of(game: GameOnDisk) -> dict[str, OutputFile]:
    loaded = game.load()
    planned = plan_files(loaded, layout_game(loaded), Options(only=("sheets/*.pdf",)))
    return {Path(product.path).stem: product for product in planned}


@pytest.mark.parametrize(("old", "new"), [*HEAD, ("zh: 标记, en: Tokens", "zh: 圆标记, en: Round tokens")])
def test_a_file_with_the_same_key_has_the_same_bytes(tmp_path: Path, old: str, new: str) -> None:
    """Authors, titles and bookmarks are in a PDF, even if they are not drawn on its pages."""
    game = game_with_pieces_in(tmp_path)
    before = {name: (product.key, made(product)) for name, product in sheets_of(game).items()}
    game.change(GAME, old, new)
    now = {name: (product.key, made(product)) for name, product in sheets_of(game).items()}
    assert before.keys() == now.keys()
    changed = {name for name in now if now[name][1] != before[name][1]}
    assert "tokens-a4" in changed
    assert changed == {name for name in now if now[name][0] != before[name][0]}


def test_files_beside_the_sheets_of_cards_have_titles_and_pages(tmp_path: Path) -> None:
    game = game_with_pieces_in(tmp_path)
    game.change(
        GAME, "  boards:\n", "  pages:\n    score: {template: board.yaml, papers: [a4], size: [90, 60]}\n  boards:\n"
    )
    pdfs = {name: file for name, file in sheets_of(game).items() if isinstance(file, PagesFile)}
    titles = {name: pdfs[name].titles.get("en") for name in ("score", "board-a4", "sides-west-a4", "sides-east-a4")}
    assert titles == {"score": "A board", "board-a4": "Board", "sides-west-a4": "West", "sides-east-a4": "Pieces east"}
    assert pdfs["score"].titles["zh"] == "棋盘"
    assert not any(name.startswith(("cards", "tokens")) for name in pdfs)
    for file in pdfs.values():
        assert len(file.scenes) == file.facts["pages"]


def imposed(game: GameOnDisk, name: str) -> Imposed:
    loaded = game.load()
    return next(sheet for sheet in imposed_sheets(loaded, layout_game(loaded), Options()) if sheet.plan.name == name)


def test_sets_are_printed_one_after_the_other(tmp_path: Path) -> None:
    """All cards of the decks follow again, so that each player takes some pages; the deck itself stays as it is."""
    game = game_with_pieces_in(tmp_path)
    one = imposed(game, "cards-a4")
    game.change(GAME, "{decks: [main], papers: [a4]}", "{decks: [main, tokens], papers: [a4], sets: 3}")
    assert game.load().decks["main"].count == len(one.cards)
    game.change(GAME, "main, tokens", "main")
    three = imposed(game, "cards-a4")
    assert [card.label for card in three.cards] == 3 * [card.label for card in one.cards]
    first = one.cards[0].label
    assert list(one.first_copies("main", first)) == [0]
    assert list(three.first_copies("main", first)) == [0, len(one.cards), 2 * len(one.cards)]
    assert list(three.first_copies("main", "nobody")) == []
    assert sheets_of(game)["cards-a4"].facts["cards"] == 3 * len(one.cards)


def test_the_outlines_of_sets_have_all_cards(tmp_path: Path) -> None:
    def outlines(*change: str) -> list[tuple[str, bytes]]:
        game = game_with_pieces_in(tmp_path / change[1])
        game.change(*change)
        loaded = game.load()
        planned = plan_files(loaded, layout_game(loaded), Options(only=("sheets/tokens-*.svg",)))
        return [(file.path, made(file)) for file in planned]

    of_sets = outlines(GAME, "cut: spot}", "cut: spot, sets: 2}")
    assert len(of_sets) == 2
    assert of_sets == outlines("card_data/tiny/tokens.yaml", "copies: 30", "copies: 60")


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [
        ("score", "size: [90, 60]", "size: [90, 60], copies: 3"),
        ("box", "papers: [a4], titles: {en: Box}", "papers: [a4], titles: {en: Box}, copies: 3"),
    ],
)
def test_a_file_has_copies_of_a_page_and_of_a_box(tmp_path: Path, key: str, old: str, new: str) -> None:
    game = game_with_pieces_in(tmp_path)
    targets = (
        "  pages:\n    score: {template: board.yaml, papers: [a4], size: [90, 60]}\n"
        "  tuckboxes:\n    box: {deck: main, papers: [a4], titles: {en: Box}}\n  boards:\n"
    )
    game.change(GAME, "  boards:\n", targets)
    one = sheets_of(game)[key]
    game.change(GAME, old, new)
    three = sheets_of(game)[key]
    assert isinstance(one, PagesFile)
    assert isinstance(three, PagesFile)
    assert list(map(content_key, three.scenes)) == 3 * list(map(content_key, one.scenes))
    assert (three.facts["pages"], three.key != one.key) == (3 * len(one.scenes), True)


# ---------------------------------------------------------------- where the cards lie

CARDS = "{decks: [main], papers: [a4]}"


def with_grid(tmp_path: Path, grid: str, more: str = "papers: [a4]") -> GameOnDisk:
    game = game_with_pieces_in(tmp_path)
    game.change(GAME, CARDS, f"{{decks: [main], {more}, grid: {grid}}}")
    return game


def test_a_target_says_where_its_cards_lie(tmp_path: Path) -> None:
    sheet = imposed(with_grid(tmp_path, "{columns: 2, rows: 2, gap: [4, 6], margins: 12, align: top left}"), "cards-a4")
    assert len(sheet.pages.slots("face")) == 4
    card = sheet.plan.card
    slots = sheet.pages.slots("face")
    assert slots[0] == (12, 12, *card)
    assert slots[3] == pytest.approx((16 + card[0], 18 + card[1], *card))


def test_stock_says_where_cards_lie_and_stacks_how_they_follow(tmp_path: Path) -> None:
    sheet = imposed(with_grid(tmp_path, "{stock: rayfilm-8014, order: stacks}"), "cards-a4")
    assert len(sheet.pages.slots("face")) == 9
    assert not sheet.plan.crop
    assert sheet.plan.order == "stacks"
    marked = imposed(
        with_grid(tmp_path / "marked", "{gap: 2, order: columns}", "papers: [a4], regmarks: true"), "cards-a4"
    )
    assert (marked.plan.gutter, marked.plan.order) == ((2, 2), "columns")


@pytest.mark.parametrize(
    ("grid", "more", "expected"),
    [
        ("{stock: avery-17160}", "papers: [a4]", "there is no stock 'avery-17160' (did you mean 'avery-l7160'?)"),
        ("{stock: avery-5371}", "papers: [a4]", "perforated is letter paper"),
        ("{stock: avery-l7165, gap: 2}", "papers: [a4]", "gap on stock, which has its pieces where they are"),
        ("{stock: avery-l7165}", "papers: [a4], layout: gutterfold", "a sheet that is folded is not one of pieces"),
        ("{rows: 2}", "papers: [a4], regmarks: true", "rows on a sheet with registration marks"),
        ("{gap: [1, 2, 3]}", "papers: [a4]", "[1, 2, 3] given, expected a number, or a list of 2 (columns, rows)"),
        ("{margins: [1, 2]}", "papers: [a4]", "expected a number, or a list of 4 (top, right, bottom, left)"),
        ("{columns: 0}", "papers: [a4]", "0 given, expected at least 1"),
        ("{align: middle}", "papers: [a4]", "'middle' given, expected 'top left', 'top'"),
        ("{colums: 3}", "papers: [a4]", "unknown key 'colums' (did you mean 'columns'?)"),
    ],
)
def test_wrong_grids_are_faults_with_places(tmp_path: Path, grid: str, more: str, expected: str) -> None:
    (fault,) = with_grid(tmp_path, grid, more).faults()
    assert fault.startswith(f"{GAME}:")
    assert expected in fault


def test_what_does_not_fit_is_a_fault_of_the_target(tmp_path: Path) -> None:
    game = with_grid(tmp_path, "{columns: 9}")
    with pytest.raises(DataError, match=r"9 × [0-9]+ cards of") as error:
        imposed(game, "cards-a4")
    assert str(error.value.faults[0].place).startswith(f"{GAME}:")
