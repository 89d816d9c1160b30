"""Decks take the declarations of others and change some of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME = "card_data/tiny/game.yaml"
DECKS = """\
decks:
  main:
    titles: {zh: 牌, en: Cards}
    cards: cards.csv
    template: tiny.yaml
    size: card
    where: {set: x, rank: {at_most: 3}}
    columns: {Name: name, Note: null}
    defaults: {copies: 2}
    fields: {name: text, rank: integer?}
  others:
    extends: main
    titles: {en: Others}
    where: {set: y}
    fields: {tint: colour?}
    defaults: {tint: "#112233", copies: null}
"""
CARDS = "id,Name,set,rank,Note\na,A,x,1,\nb,B,y,1,hm\nc,C,y,4,\n"


@pytest.fixture
def tiny(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    text = game.read(GAME)
    begin, end = text.index("decks:"), text.index("targets:")
    game.write(GAME, text[:begin] + DECKS + text[end:])
    game.write("card_data/tiny/cards.csv", CARDS)
    return game


def test_a_deck_takes_what_it_leaves_out_from_another(tiny: GameOnDisk) -> None:
    decks = tiny.load().decks
    assert [(card.id, card.copies, card.fields) for card in decks["others"].cards] == [
        ("b", 1, {"name": "B", "rank": 1, "tint": "#112233"})
    ]
    assert [(card.id, card.copies, card.fields) for card in decks["main"].cards] == [("a", 2, {"name": "A", "rank": 1})]
    assert decks["others"].titles == {"zh": "牌", "en": "Others"}


def test_a_deck_may_extend_one_below_it_that_extends_another(tiny: GameOnDisk) -> None:
    third = "  third: {extends: others, where: {set: null, rank: 4}, columns: {others: ignore}}\n  main:\n"
    tiny.change(GAME, "  main:\n", third)
    assert list(tiny.load().decks) == ["third", "main", "others"]
    assert [card.id for card in tiny.load().decks["third"].cards] == ["c"]


def test_an_inherited_key_may_be_removed_or_replaced(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "where: {set: y}", "where: null\n    columns: {set: null}")
    assert [card.id for card in tiny.load().decks["others"].cards] == ["a", "b", "c"]


def test_a_fault_of_an_inherited_key_is_at_its_place(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "size: card\n    where", "size: big\n    where")
    assert sorted(set(tiny.faults())) == [f"{GAME}:12:11: there is no size 'big' (did you mean 'bridge'?)"]


@pytest.mark.parametrize(
    ("extends", "fault"),
    [
        ("mian", "18:14: there is no deck 'mian' (did you mean 'main'?)"),
        ("[main]", "18:14: extends: ['main'] given, expected the name of a deck"),
        ("others", "18:14: these decks extend each other in a circle: others → others"),
    ],
)
def test_a_deck_that_cannot_be_extended_is_a_fault(tiny: GameOnDisk, extends: str, fault: str) -> None:
    tiny.change(GAME, "extends: main", f"extends: {extends}")
    assert f"{GAME}:{fault}" in tiny.faults()
