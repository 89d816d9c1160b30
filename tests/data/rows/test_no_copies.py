"""Cards of 0 copies stay in their file and are validated, but are not cards of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import run
from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME, CARDS = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml"


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    tiny = tiny_game_in(tmp_path)
    tiny.change(CARDS, "cards:\n", "cards:\n  - {id: draft, name: Draft, copies: 0}\n")
    return tiny


def test_a_card_of_0_copies_is_neither_built_nor_counted(game: GameOnDisk) -> None:
    loaded = game.load()
    assert [card.id for card in loaded.decks["main"].cards] == ["one", "two"]
    assert loaded.decks["main"].count == 4
    assert list(loaded.values["cards"]) == ["one", "two"]
    assert run("build", "tiny", "--only", "cards/svg", cwd=game.root).returncode == 0
    stems = {path.stem.removesuffix("-bleed") for path in game.path("output/tiny/cards/svg").iterdir()}
    assert stems == {"main-one", "main-two", "main-back"}
    assert "draft" not in run("list", "tiny", cwd=game.root).stdout
    assert run("check", "tiny", cwd=game.root).stdout == "tiny: 4 cards, 3 distinct faces and backs: no findings.\n"


def test_a_card_of_0_copies_is_validated(game: GameOnDisk) -> None:
    game.change(CARDS, "name: Draft", "nam: Draft")
    game.change(CARDS, "id: two", "id: draft")
    assert game.faults() == [
        f"{CARDS}:2:17: unknown key 'nam' (did you mean 'name'?)",
    ]
    game.change(CARDS, "nam: Draft", "name: Draft")
    assert game.faults() == [f"{CARDS}:4:10: duplicate id 'draft' (first at {CARDS}:2:10)"]


def test_a_deck_without_copies_is_a_fault(game: GameOnDisk) -> None:
    game.write(CARDS, "cards:\n  - {id: a, name: A, copies: 0}\n  - {id: b, name: B, copies: 0}\n")
    assert game.faults() == [f"{CARDS}:2:30: every card of the deck has 0 copies (at least one card must be printed)"]
