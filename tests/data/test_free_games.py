"""Games without an engine are played from their data to the end: hexes with dice, a deck-builder, a poker deck."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from cardgen.data.load import load_game
from cardgen.data.model import Game
from cardgen.data.table_setup import BoardPicture, make_setup
from cardgen.engines.free_table.history import FreeTable, begin_table, make_step, restored_table, table_data
from cardgen.engines.free_table.model import Setup, Stack
from cardgen.engines.free_table.serving import view_table
from tests.games_on_disk import REPOSITORY


class Table:
    """A game that a test plays, gesture by gesture."""

    def __init__(self, setup: Setup, seed: int) -> None:
        self.chance, self.game = random.Random(seed), begin_table(setup, seed)

    def do(self, seat: int, name: str, **members: Any) -> dict[str, Any]:
        """Make a gesture, and return what all know of it."""
        self.game = make_step(self.game, seat, {"do": name, **members}, self.chance.getrandbits(40))
        return dict(self.game.steps[-1].line.values)

    def pile(self, name: str) -> int:
        return next(number for number, stack in self.game.state.stacks.items() if stack.name == name)

    def things(self, name: str) -> tuple[int, ...]:
        return self.game.state.stacks[self.pile(name)].things

    def what(self, number: int) -> str:
        return self.game.state.things[number].what

    def in_zone(self, name: str) -> list[Stack]:
        area = self.game.setup.zone(name)
        assert area is not None
        return [stack for stack in self.game.state.stacks.values() if area.contains(stack.x, stack.y)]

    def of_kind(self, name: str) -> int:
        return next(number for number, thing in self.game.state.things.items() if thing.what == name)

    def draw_own(self, seat: int, count: int) -> None:
        """Draw from the own pile; an empty one is the shuffled discards."""
        own, discard = f"own-{seat + 1}", f"own-{seat + 1}-discard"
        for _ in range(count):
            if not self.things(own) and self.things(discard):
                self.do(seat, "put", stacks=[self.pile(discard)], onto=self.pile(own))
                self.do(seat, "shuffle", stack=self.pile(own))
            if self.things(own):
                self.do(seat, "draw", stack=self.pile(own))


def load(name: str) -> Game:
    return load_game(REPOSITORY / f"examples/{name}/card_data/{name}", REPOSITORY / f"examples/{name}/templates")


def check_kept(table: FreeTable) -> None:
    """Every card is still there, and the stored game is the same."""
    first, last = ([thing.what for thing in state.things.values()] for state in (table.states[0], table.state))
    assert Counter(first) == Counter(last)
    assert restored_table(table_data(table)) == table


def test_island_post_is_played_with_a_board_and_dice() -> None:
    setup = make_setup(load("mail"), 3, [BoardPicture("sea", {"en": "The sea"}, (172, 160))])
    assert [pile.name for pile in setup.piles if pile.kind == "token"] == ["coral", "moss", "violet"]
    (board,) = [area for area in setup.areas if area.board]
    table = Table(setup, 5)
    assert [len(hand) for hand in table.game.state.hands] == [2, 2, 2]
    assert len(table.in_zone("office")) == 3
    islands = {
        name: (board.x + dx, board.y + dy)
        for name, dx, dy in (
            ("heron", -32, -55),
            ("pine", 32, -55),
            ("salt", -64, 0),
            ("drum", 64, 0),
            ("moon", -32, 55),
            ("reed", 32, 55),
        )
    }
    points, turn = [0, 0, 0], 0
    while any(table.game.state.hands):
        seat, turn = turn % 3, turn + 1
        assert 1 <= table.do(seat, "roll", things=[table.of_kind("d6-1")])["sum"] <= 6
        for letter in table.game.state.hands[seat][:1]:
            _, _, name = table.what(letter).partition("/")
            island, worth = name.split("-")
            boat = table.of_kind(("coral", "moss", "violet")[seat])
            x, y = islands[island]
            table.do(seat, "lay", things=[boat], x=x, y=y)
            table.do(seat, "put", things=[letter], onto=table.pile("letters-discard"))
            table.do(seat, "add", things=[table.of_kind(f"points-{seat + 1}")], by=int(worth))
            points[seat] += int(worth)
        if offered := table.in_zone("office"):
            table.do(seat, "give", things=[offered[0].things[-1]], to=seat)
            if table.things("letters"):
                table.do(seat, "turn-up", stack=table.pile("letters"), zone="office")
                assert len({(stack.x, stack.y) for stack in table.in_zone("office")}) == 3
    assert sum(points) == 6 * (1 + 2 + 3)
    assert [table.game.state.things[table.of_kind(f"points-{seat + 1}")].value for seat in range(3)] == points
    assert len(table.things("letters-discard")) == 18
    check_kept(table.game)


def test_night_market_is_built_from_own_decks() -> None:
    game = load("market")
    cards = {f"{deck.id}/{card.id}": card.fields for deck in game.decks.values() for card in deck.cards}
    table = Table(make_setup(game, 2), 3)
    assert [len(table.things(f"own-{seat}")) for seat in (1, 2)] == [5, 5]

    def total(field: str, numbers: Sequence[int]) -> int:
        return sum(cards[table.what(one)][field] for one in numbers)

    turns = 0
    while len(table.things("market")) and turns < 200:
        seat, turns = turns % 2, turns + 1
        discard = f"own-{seat + 1}-discard"
        table.draw_own(seat, total("draws", table.game.state.hands[seat]))
        hand = table.game.state.hands[seat]
        coins = total("coins", hand)
        for card in hand:
            table.do(seat, "lay", things=[card], x=200, y=320, snap=True)
        offered = [stack.things[-1] for stack in table.in_zone("row")]
        wanted = max(
            (one for one in offered if total("cost", [one]) <= coins),
            key=lambda one: total("cost", [one]),
            default=None,
        )
        if wanted is not None:
            table.do(seat, "put", things=[wanted], onto=table.pile(discard))
            table.do(seat, "turn-up", stack=table.pile("market"), zone="row")
        table.do(seat, "put", things=list(hand), onto=table.pile(discard))
        table.draw_own(seat, 5)
        assert len(table.in_zone("row")) == 5
        assert not table.in_zone("played")
    assert turns < 200
    check_kept(table.game)


def test_tricks_are_played_with_a_poker_deck() -> None:
    table = Table(make_setup(load("poker"), 2), 1)
    assert [len(hand) for hand in table.game.state.hands] == [5, 5]
    table.do(0, "deal", stack=table.pile("draw"), count=22)
    hands = [{table.what(one) for one in hand} for hand in table.game.state.hands]
    assert len(hands[0] | hands[1]) == 54
    seen = json.dumps(view_table(table.game, 0))
    assert all(f'"{card}"' in seen for card in hands[0])
    assert not any(f'"{card}"' in seen for card in hands[1])
    while table.game.state.hands[0]:
        for seat in (0, 1):
            table.do(seat, "put", things=[table.game.state.hands[seat][0]], onto=table.pile("draw-discard"))
    assert len(table.things("draw-discard")) == 54
    check_kept(table.game)
