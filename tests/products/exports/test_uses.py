"""Every export takes the decks that are for it, and no others unless game.yaml names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.building.editions import layout_editions, plan_editions
from cardgen.data.load import load_game
from cardgen.data.project import find_project
from cardgen.products.exports.export import decks_to_export
from cardgen.products.exports.registry import export_names, load_export
from cardgen.products.options import Options
from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME = "card_data/tiny/game.yaml"
#: The ids are words that no name of a file has otherwise.
DECKS = """\
  bought: {extends: main, titles: {en: Bought}, cards: bought.yaml, use: order}
  shown: {extends: main, titles: {en: Shown}, cards: shown.yaml, use: table}
  drawn: {extends: main, titles: {en: Drawn}, cards: drawn.yaml, use: print}
  again: {extends: main, titles: {en: Again}, where: {id: two}}
"""
TABLES = {"playingcards-io", "screentop", "tabletop-simulator", "tabletopia", "vassal"}


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.write(GAME, game.read(GAME).replace("targets:", f"{DECKS}targets:"))
    for deck in ("bought", "shown", "drawn"):
        game.write(f"card_data/tiny/{deck}.yaml", f"cards: [{{id: {deck}, name: {deck}}}]\n")
    return game


@pytest.mark.parametrize("name", [name for name in export_names() if name != "rulebook-html"])
def test_an_export_takes_the_decks_that_are_for_it(game: GameOnDisk, name: str) -> None:
    use = "table" if name in TABLES else "order"
    assert load_export(name).use == use
    paths = " ".join(file.path for file in plan_editions(layout_editions(game.load(), Options(export=name))))
    for deck, is_taken in (("bought", use == "order"), ("shown", use == "table"), ("drawn", False), ("again", False)):
        if f"main{'-' if use == 'order' else ''}" in paths:  # the names of some files are those of products
            assert (deck in paths) == is_taken, paths


def test_decks_that_game_yaml_names_are_taken_whatever_they_are_for(game: GameOnDisk) -> None:
    game.change(GAME, "targets:\n", "targets:\n  exports: {images: {decks: [drawn]}}\n")
    files = plan_editions(layout_editions(game.load(), Options(export="images")))
    assert [file.path for file in files] == [
        "exports/images/001-drawn-drawn-front.png",
        "exports/images/cards.csv",
        "exports/images/drawn-back.png",
    ]


def test_an_order_of_blitz_has_no_blank_cards() -> None:
    project = find_project(None, "blitz")
    blitz = load_game(project.game_folder("blitz"), project.templates)
    for name in ("mpc-autofill", "tabletop-simulator"):
        export = load_export(name)
        taken = decks_to_export(blitz, export.use, export.options())
        assert taken == ["us", "uk", "ss", "wm", "front", "aids", "counters"]


def test_a_game_with_no_deck_for_orders_is_refused(game: GameOnDisk) -> None:
    text = game.read(GAME)
    before, after = text.split("    size: card\n")
    game.write(GAME, f"{before}    size: card\n    use: table\n{after.replace('use: order', 'use: print')}")
    with pytest.raises(Exception, match="no deck of the game is for orders"):
        plan_editions(layout_editions(game.load(), Options(export="makeplayingcards")))
