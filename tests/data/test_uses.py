"""Decks say what they are for: printing at home, orders, or tables."""

from __future__ import annotations

import pytest

from cardgen.building.check import check_game
from cardgen.building.plan import layout_game
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.project import find_project
from tests.commands import run
from tests.games_on_disk import GameOnDisk

GAME = "card_data/tiny/game.yaml"
AGAIN = "  again: {extends: main, titles: {zh: 再印, en: Again}, where: {id: two}}\n"


def with_decks(game: GameOnDisk, *decks: str) -> Game:
    """Return the game with more decks: `main` has 4 cards."""
    game.write(GAME, game.read(GAME).replace("targets:", f"{''.join(decks)}targets:"))
    return game.load()


def uses(game: Game) -> dict[str, tuple[str, ...]]:
    return {name: deck.uses for name, deck in game.decks.items()}


def test_a_deck_is_for_everything_unless_it_says_otherwise(tiny: GameOnDisk) -> None:
    game = with_decks(
        tiny,
        "  blank: {extends: main, titles: {zh: 空白, en: Blank}, use: print}\n",
        "  screen: {extends: main, titles: {zh: 屏, en: Screen}, use: [table, print]}\n",
    )
    assert uses(game) == {"main": ("print", "order", "table"), "blank": ("print",), "screen": ("print", "table")}
    assert [*game.decks_for("table")] == ["main", "screen"]
    assert [*game.decks_for("order")] == ["main"]
    assert [*game.own_decks] == ["main", "screen"]


def test_a_deck_that_only_chooses_cards_of_another_prints_them_again(tiny: GameOnDisk) -> None:
    game = with_decks(tiny, AGAIN, "  more: {extends: again, titles: {zh: 多, en: More}, where: {id: two}}\n")
    assert uses(game)["again"] == uses(game)["more"] == ("print",)


@pytest.mark.parametrize(
    "deck",
    [
        "  other: {extends: main, titles: {zh: 他, en: Other}}\n",  # the same deck for a second player
        "  other: {extends: main, titles: {zh: 他, en: Other}, where: {id: two}, use: [print, order, table]}\n",
        "  other: {extends: main, titles: {zh: 他, en: Other}, where: {id: two}, two_sided: true}\n",
    ],
)
def test_a_deck_of_its_own_is_for_everything(tiny: GameOnDisk, deck: str) -> None:
    assert uses(with_decks(tiny, deck))["other"] == ("print", "order", "table")


def test_decks_of_other_rows_are_no_reprints() -> None:
    project = find_project(None, "blitz")
    game = load_game(project.game_folder("blitz"), project.templates)
    assert [*game.own_decks] == ["us", "uk", "ss", "wm", "front", "aids", "counters"]


def test_cards_that_are_printed_again_are_counted_once(tiny: GameOnDisk) -> None:
    game = with_decks(tiny, AGAIN)
    report = check_game(game, layout_game(game))
    assert (report.cards, report.extra) == (4, 3)
    assert game.values["cards"]["two"]["name"] == "Second"  # a placeholder still has one card of this name
    assert "tiny: 4 cards (3 more only to print), 3 distinct" in run("check", cwd=tiny.root).stdout
    assert "tiny: 4 cards, 2 of them different" in run("stats", cwd=tiny.root).stdout
    assert "again: 3 cards, 再印 / Again (use: print)" in run("list", "tiny", cwd=tiny.root).stdout


def test_an_unknown_use_is_a_fault_at_its_place(tiny: GameOnDisk) -> None:
    text = tiny.read(GAME).replace("    size: card\n", "    size: card\n    use: [print, paper]\n", 1)
    tiny.write(GAME, text)
    done = run("check", cwd=tiny.root)
    assert done.returncode == 2
    assert "game.yaml:13:10: decks.main.use: 'paper' given, expected one of: print, order, table" in done.stderr
