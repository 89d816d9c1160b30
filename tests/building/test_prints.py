"""Print runs: recorded, read, merged, and sheets of only what they lack."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

from cardgen.base.errors import DataError
from cardgen.building.build import Built
from cardgen.building.editions import layout_editions
from cardgen.building.prints import format_run, print_run, read_run, record_run, run_names, since_run
from cardgen.products.options import Options
from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"
RUN = "card_data/tiny/prints/first.tsv"
ENTRIES = "".join(f"  - {{id: c{number}, name: Card {number}, copies: 2}}\n" for number in range(1, 21))
TONGUE = "    tongue: {kind: text, box: [5, 50, 53, 8], text: {en: A, zh: 甲}}\n"


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.write(CARDS, f"cards:\n{ENTRIES}")
    sheets = "  sheets: {'s-{paper}': {decks: [main], papers: [a4, letter], cut: spot}}\n"
    game.change(GAME, "targets:\n", f"targets:\n{sheets}")
    record(game, "first")
    return game


def record(game: GameOnDisk, name: str, *, overwrite: bool = False) -> Path:
    loaded = game.load()
    return record_run(loaded, name, print_run(layout_editions(loaded, Options())), overwrite=overwrite)


def build_since(game: GameOnDisk, name: str = "first") -> Built:
    run = read_run(game.root / "card_data/tiny", name)
    options = since_run(Options(), name, run)
    return game.build(options, "out")


def pages(game: GameOnDisk, path: str = "since/first/s-a4.pdf") -> int:
    with pikepdf.open(game.root / "out/tiny" / path) as document:
        return len(document.pages)


def cards_in(built: Built, path: str = "since/first/s-a4.pdf") -> int:
    return int(built.files[path]["cards"])


def test_three_changed_cards_are_one_sheet_with_its_backs(game: GameOnDisk) -> None:
    for number in (3, 9, 20):
        game.change(CARDS, f"name: Card {number},", f"name: Changed {number},")
    built = build_since(game)
    assert built.states == {"since/first/s-a4.pdf": "written", "since/first/s-letter.pdf": "written"}
    assert cards_in(built) == 6  # both copies of each
    assert pages(game) == 2  # one sheet: faces, and the backs behind them


def test_only_the_copies_that_are_missing_are_printed(game: GameOnDisk) -> None:
    game.change(CARDS, "name: Card 1, copies: 2", "name: Card 1, copies: 5")
    game.change(CARDS, "name: Card 2, copies: 2", "name: Card 2, copies: 1")
    assert cards_in(build_since(game)) == 3


def test_a_card_with_another_id_that_looks_the_same_was_printed(game: GameOnDisk) -> None:
    game.change(CARDS, "id: c4,", "id: other,")
    game.change(TEMPLATE, 'en: "Card {id}"', 'en: "Described otherwise, {id}"')
    assert build_since(game).states == {}


def test_another_back_is_another_card(game: GameOnDisk) -> None:
    game.change(TEMPLATE, "#223344", "#445566")
    assert cards_in(build_since(game)) == 40


def test_removed_cards_need_no_sheet_and_new_ones_do(game: GameOnDisk) -> None:
    game.change(CARDS, "  - {id: c5, name: Card 5, copies: 2}\n", "  - {id: new, name: New, copies: 1}\n")
    assert cards_in(build_since(game)) == 1


def test_sheets_of_a_run_are_removed_when_nothing_differs_and_kept_by_other_builds(game: GameOnDisk) -> None:
    game.change(CARDS, "name: Card 7,", "name: Seven,")
    build_since(game)
    done = game.build(Options(), "out")
    assert "removed" not in done.states.values()
    assert pages(game) == 2
    record(game, "first", overwrite=True)
    assert set(build_since(game).states.values()) == {"removed"}
    assert not (game.root / "out/tiny/since").exists()
    assert (game.root / "out/tiny/sheets/s-a4.pdf").is_file()


def test_editions_are_printed_and_recorded_separately(game: GameOnDisk) -> None:
    game.change(GAME, "languages: [en, zh]\n", "languages: [en, zh]\neditions: [en, zh]\n")
    game.change(TEMPLATE, "    name: {kind: text", f"{TONGUE}    name: {{kind: text")
    record(game, "both")
    game.change(TEMPLATE, "zh: 甲", "zh: 乙")
    built = build_since(game, "both")
    assert sorted(built.states) == ["zh/since/both/s-a4.pdf", "zh/since/both/s-letter.pdf"]
    assert cards_in(built, "zh/since/both/s-a4.pdf") == 40


def test_a_run_is_a_line_for_each_card_in_order(game: GameOnDisk) -> None:
    text = game.read(RUN)
    head, first, *others = text.splitlines()
    assert head.split("\t") == ["edition", "deck", "card", "copies", "face", "back"]
    assert first.split("\t")[:4] == ["-", "main", "c1", "2"]
    assert len(others) == 19
    assert format_run(read_run(game.root / "card_data/tiny", "first")) == text
    merged = "\n".join([*reversed(text.splitlines()), "", first, head])  # as a union merge may leave it
    game.write("card_data/tiny/prints/merged.tsv", merged)
    assert format_run(read_run(game.root / "card_data/tiny", "merged")) == text
    assert run_names(game.root / "card_data/tiny") == ["first", "merged"]


def test_what_is_wrong_with_a_run(game: GameOnDisk) -> None:
    with pytest.raises(DataError, match=r"there is already a print run 'first'.*--replace"):
        record(game, "first")
    with pytest.raises(DataError, match=r"there is no print run 'frist'.*did you mean 'first'"):
        build_since(game, "frist")
    for name in ("../first", "a b", ""):
        with pytest.raises(DataError, match="letters and digits"):
            build_since(game, name)
    game.write(RUN, f"<<<<<<< HEAD\n{game.read(RUN)}-\tmain\tx\tmany\ta\tb\n")
    with pytest.raises(DataError) as error:
        read_run(game.root / "card_data/tiny", "first", game.root)
    assert [(fault.place.file, fault.place.line) for fault in error.value.faults] == [(RUN, 1), (RUN, 23)]
