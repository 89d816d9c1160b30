"""Backs that depend on fields and look the same: one shared picture that names no card."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.building.build import build_game
from cardgen.cards.layout.cards import layout_deck
from cardgen.data.project import Project
from cardgen.products.options import Options
from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    """A game of six cards of two kinds; the back has the colour of the kind."""
    made = tiny_game_in(tmp_path)
    made.change(GAME, "fields: {name: text}", "two_sided: true\n    fields: {name: text, tint: colour}")
    tints = ["#223344", "#223344", "#882211", "#223344", "#882211", "#882211"]
    rows = "".join(f'  - {{id: c{i}, name: N{i}, tint: "{tint}"}}\n' for i, tint in enumerate(tints))
    made.write(CARDS, f"cards:\n{rows}")
    made.change(TEMPLATE, 'fill: "#223344"', 'fill: "{tint}"')
    return made


def files(game: GameOnDisk) -> list[str]:
    project = Project(game.root, bundled=False)
    built = build_game(project, "tiny", game.root / "out", Options(only=("cards/svg",)))
    return sorted(Path(path).stem for path in built.files if path.endswith("-back.svg"))


def test_a_back_that_several_cards_share_is_written_once(game: GameOnDisk) -> None:
    assert files(game) == ["main-c0-back", "main-c2-back"]
    loaded = game.load()
    backs = [card.back for card in layout_deck(loaded, loaded.decks["main"])]
    assert [back is backs[0] for back in backs] == [True, True, False, True, False, False]
    assert {back.scene.title for back in backs if back} == {"Tiny 小 · back"}
    assert game.check().faces == 6 + 2


def test_a_back_that_all_cards_share_is_named_after_the_deck(game: GameOnDisk) -> None:
    game.write(CARDS, game.read(CARDS).replace("#882211", "#223344"))
    assert files(game) == ["main-back"]


def test_different_backs_are_named_after_their_cards(game: GameOnDisk) -> None:
    lines = game.read(CARDS).splitlines(keepends=True)
    game.write(CARDS, "".join(line.replace("#882211", f"#88221{i}") for i, line in enumerate(lines)))
    assert files(game) == ["main-c0-back", "main-c2-back", "main-c4-back", "main-c5-back"]
    loaded = game.load()
    titles = [card.back.scene.title for card in layout_deck(loaded, loaded.decks["main"]) if card.back]
    assert titles[2] == "Tiny 小 · c2"


def test_faces_that_look_alike_are_counted_as_one_picture(game: GameOnDisk) -> None:
    game.change(TEMPLATE, 'text: "{name}"', 'text: "{deck.id}"')
    assert game.check().faces == 1 + 2
