"""`table` in game.yaml: defaults that need no key, places, set-ups, and mistakes at their places."""

from __future__ import annotations

import json

import pytest

from cardgen.base.errors import DataError
from cardgen.data.table_setup import BoardPicture, make_setup
from cardgen.engines.free_table.history import begin_table, restored_table, table_data
from tests.games.shipped import shipped
from tests.games_on_disk import GameOnDisk

SHIPPED = ("blitz", "block-killer", "blokus", "heroes", "thread-race")
GAME = "card_data/tiny/game.yaml"
TABLE = """\
table:
  players: 3
  cloth: teal
  piles: {draw: {decks: [main], titles: {en: Draw}, at: [10, 20], discard: false}}
  zones: {market: {titles: {en: Market}, at: [100, 20], size: [300, 100]}}
  tokens: {ship: {titles: {en: Ship}, colour: navy, count: 4}}
  dice: {d6: {count: 2}}
  counters: {coins: {titles: {en: Coins}, value: 7, each: true, at: [450, 20]}}
  setup:
    - {shuffle: draw}
    - {deal: draw, count: 1}
    - {turn_up: draw, count: 1, zone: market}
targets:
"""


def test_a_game_without_a_table_has_one(tiny: GameOnDisk) -> None:
    setup = make_setup(tiny.load(), None, [BoardPicture("map", {"en": "Map"}, (200, 150))])
    assert [(pile.name, len(pile.things)) for pile in setup.piles] == [("main", 4), ("main-discard", 0)]
    assert setup.players == 2
    assert [area.board for area in setup.areas] == [True]
    assert setup.steps == ({"do": "shuffle", "stack": "main"},)
    assert [len(hand) for hand in begin_table(setup, 1).state.hands] == [0, 0]


def test_a_table_is_what_game_yaml_says(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "targets:\n", TABLE)
    setup = make_setup(tiny.load())
    assert (setup.players, setup.cloth) == (3, "#008080")
    assert [pile.name for pile in setup.piles] == ["draw", "ship"]
    assert (setup.piles[0].x, setup.piles[0].y) == (10 + 63 / 2, 20 + 88 / 2)
    assert [piece.name for piece in setup.pieces] == ["d6-1", "d6-2", "coins-1", "coins-2", "coins-3", "ship"]
    assert [piece.y for piece in setup.pieces if piece.kind == "counter"] == [32, 78, 124]  # a name between two
    state = begin_table(setup, 1).state
    assert [len(hand) for hand in state.hands] == [1, 1, 1]
    (market,) = [stack for stack in state.stacks.values() if stack.y == 74.5 and not stack.name]
    assert market.x == 148  # the first of four places
    assert make_setup(tiny.load(), 5).players == 5


EACH = """\
table:
  piles: {own: {decks: [main], each: true}}
  zones: {third: {titles: {en: Third}, at: [300, 20], size: [70, 100], players: [3]}}
  setup:
    - {shuffle: own}
    - {deal: own, count: 2}
    - {deal: own, count: 1, players: [3, 4]}
targets:
"""


def test_players_have_piles_of_their_own_and_a_set_up_for_their_number(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "targets:\n", EACH)
    for players, zones, held in ((2, 0, 2), (3, 1, 3)):
        setup = make_setup(tiny.load(), players)
        assert [pile.seat for pile in setup.piles if pile.things] == list(range(players))
        assert len(setup.areas) == zones
        state = begin_table(setup, 1).state
        assert [len(hand) for hand in state.hands] == [held] * players
        assert [len(stack.things) for stack in state.stacks.values() if stack.name] == [4 - held, 0] * players


MISTAKES = [
    ("{piles: {a: {decks: [mian]}}}", "there is no deck 'mian'", "did you mean 'main'?"),
    ("{boards: {map: {at: [0, 0]}}}", "there is no board 'map' in the targets", ""),
    ("{setup: [{deal: mian}]}", "there is no pile 'mian'", "did you mean 'main'?"),
    ("{setup: [{turn_up: main, zone: m}]}", "there is no zone 'm'", ""),
    ("{setup: [{deal: main, shuffle: main}]}", "a step of the set-up has exactly one of", "such as {deal: main"),
    ("{setup: [{shuffle: main, count: 2}]}", "count requires deal or turn_up", ""),
    ("{palyers: 3}", "unknown key 'palyers'", "did you mean 'players'?"),
    ("{players: 99}", "players: 99", ""),
    ("{setup: [{shuffle: main, players: [0]}]}", "players.0: 0", ""),
]


@pytest.mark.parametrize(("value", "what", "hint"), MISTAKES)
def test_mistakes_have_their_place(tiny: GameOnDisk, value: str, what: str, hint: str) -> None:
    tiny.change(GAME, "targets:\n", f"table: {value}\ntargets:\n")
    with pytest.raises(DataError) as error:
        tiny.load()
    (fault,) = error.value.faults
    assert what in str(fault)
    assert hint in str(fault.hint)
    assert fault.place.file.endswith("game.yaml")
    assert fault.place.line == 14


def test_every_bundled_game_has_a_table() -> None:
    for name in SHIPPED:
        setup = make_setup(shipped(name))
        assert begin_table(setup, 1).state.stacks, name
        assert restored_table(json.loads(json.dumps(table_data(begin_table(setup, 1))))).setup == setup, name
