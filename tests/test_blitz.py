"""The shipped game of Blitz: it has no findings, its decks are the starter set, and a slip is found at its cell."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardgen.building.check import check_game
from cardgen.building.checks.rules import check_rules
from cardgen.building.checks.rulesets import check_rulesets
from cardgen.building.plan import layout_game
from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.playing import decks_of
from cardgen.games.blitz.rules import Rules
from cardgen.scene.keys import content_key
from tests.games.blitz.decks import DECKS
from tests.games_on_disk import REPOSITORY, GameOnDisk

CARDS = "card_data/blitz/cards.csv"


@pytest.fixture(scope="module")
def game() -> Game:
    return load_game(REPOSITORY / "card_data" / "blitz", REPOSITORY / "templates", REPOSITORY)


@pytest.fixture
def changed(tmp_path: Path) -> GameOnDisk:
    """A copy, to be broken."""
    for folder in ("card_data/blitz", "templates/blitz"):
        shutil.copytree(REPOSITORY / folder, tmp_path / folder)
    return GameOnDisk(tmp_path, "blitz")


def test_it_has_no_findings_and_a_back_for_each_faction_and_the_front(game: Game) -> None:
    laid = layout_game(game)
    report = check_game(game, laid)
    assert report.findings == ()
    decks = {deck: laid[deck] for deck in DECKS}
    assert sum(card.card.copies for cards in decks.values() for card in cards) == 161
    backs = {deck: {content_key(card.back.scene) for card in cards if card.back} for deck, cards in decks.items()}
    assert [len(keys) for keys in backs.values()] == [1] * 5
    assert len(set.union(*backs.values())) == 5


def test_its_decks_are_the_starter_set(game: Game) -> None:
    decks = decks_of(game)
    for name, cards in DECKS.items():
        assert [(card.id, card.copies) for card in decks[name]] == [(card.id, card.copies) for card in cards]
        for shipped, right in zip(decks[name], cards, strict=True):
            assert {field: shipped.fields[field] for field in right.fields} == dict(right.fields)


def test_its_ruleset_has_the_choices_that_are_the_defaults(game: Game) -> None:
    standard = game.rulesets["standard"]
    assert standard == Rules.model_validate({"titles": {"zh": "标准规则", "en": "Standard"}})
    written = (REPOSITORY / "card_data/blitz/rules/standard.yaml").read_text(encoding="utf-8")
    assert all(f"\n{field}: " in written for field in Rules.model_fields)


@pytest.mark.parametrize(
    ("file", "before", "after", "expected"),
    [
        (
            *(CARDS, "rifles,2,unit", "rifles,1,unit"),
            "card_data/blitz/game.yaml:35:3: error B1 composition: us: 23 cards of the kind 'unit', expected 24",
        ),
        (
            *(CARDS, "Heavy tank,6,5,3", "Heavy tank,6,5,4"),
            f"{CARDS}:14:68: error B4 level-above-supply: card 'heavy-tank-us': the unit has level 4, but "
            "the highest resource of its deck has level 3 (it could never attack)",
        ),
        (
            *(CARDS, ",mine,enemy,", ",mine,foes,"),
            f"{CARDS}:19:53: error B5 keywords: card 'mine-us': affects is 'foes', expected enemy, both",
        ),
        (
            *("card_data/blitz/armies.csv", "wm,wm,german", "wm,wm,allied"),
            "card_data/blitz/armies.csv:7:7: error B2 faction: card 'rifles-wm': side is 'allied', expected german",
        ),
        (
            *(CARDS, "Mortar,3,0,1", "Mortar,30,0,1"),
            f"{CARDS}:10:47: error B3 values: card 'mortar-us', ruleset 'standard': attack is 30, expected 0 to 9",
        ),
    ],
)
def test_a_slip_is_found_at_its_cell(changed: GameOnDisk, file: str, before: str, after: str, expected: str) -> None:
    changed.change(file, before, after)
    game = changed.load()
    assert expected in list(map(str, [*check_rules(game), *check_rulesets(game)]))
