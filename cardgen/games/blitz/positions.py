"""Positions that are set up by hand: scenarios, and questions of the engine protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen import dataclass, field, replace
from cardgen.games.blitz.board import DEPTH, ROWS, Cell, depth, number, on_board
from cardgen.games.blitz.cards import SIDES, BlitzCard
from cardgen.games.blitz.game import must_break_through
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.state import NOTHING, BlitzSetup, BlitzState, make_setup

Placed = tuple[Cell, str, str]
"""A card on the board: its cell, its faction and its id."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies where: units and resources, facilities, the cells whose unit is turned sideways, and the hands."""

    ground: list[Placed] = field(default_factory=list)
    traps: list[Placed] = field(default_factory=list)
    turned: list[Cell] = field(default_factory=list)
    hands: dict[str, Sequence[str]] = field(default_factory=dict)


def make_position(
    setup: BlitzSetup, layout: Layout, step: str = "attack", player: int = 0, round_number: int = 1
) -> BlitzState:
    """Return a position. All cards that are not in the layout are in the decks.

    BlitzError if a card does not exist so often, a cell has two cards, or a card lies where it may not.
    """
    left = [[card for card, owner in enumerate(setup.owners) if owner == p] for p in range(len(setup.factions))]

    def take(faction: str, name: str) -> int:
        own = left[setup.factions.index(faction)] if faction in setup.factions else []
        card = next((card for card in own if setup.cards[card].id == name), NOTHING)
        if card == NOTHING:
            raise BlitzError("copies", f"{faction}:{name}")
        own.remove(card)
        return card

    ground, traps = [NOTHING] * (ROWS * setup.width), [NOTHING] * (ROWS * setup.width)
    beyond: list[tuple[int, int]] = []
    for cell, faction, name in layout.ground:
        card = take(faction, name)
        if setup.cards[card].kind not in ("unit", "resource"):
            raise BlitzError("kind", name)
        if _is_beyond(cell, SIDES[faction], setup.width):
            if setup.cards[card].kind == "resource":
                raise BlitzError("resource-through", cell=cell)
            beyond.append((card, cell[0]))
        else:
            _put(ground, cell, card, setup.width)
    for cell, faction, name in layout.traps:
        card = take(faction, name)
        if setup.cards[card].kind != "facility":
            raise BlitzError("kind", name)
        _put(traps, cell, card, setup.width)
    hands = [tuple(sorted(take(one, name) for name in layout.hands.get(one, ()))) for one in setup.factions]
    units = [card for card in ground if card != NOTHING and setup.cards[card].kind == "unit"]
    state = BlitzState(
        setup,
        0,
        (),
        round_number,
        step,
        player,
        tuple(hands),
        tuple(map(tuple, left)),
        ((),) * len(left),
        tuple(ground),
        tuple(traps),
        tuple(beyond),
        turned=frozenset(_unit_at(ground, cell, setup) for cell in layout.turned),
        laid=(0,) * len(left),
        fielded=frozenset(setup.side_of(card) for card in units),
    )
    return replace(state, forced=must_break_through(state)) if step == "deploy" else state


def custom_setup(rules: BlitzRules, factions: Sequence[str], decks: Mapping[str, Sequence[BlitzCard]]) -> BlitzSetup:
    """Return a setup whose decks have only these cards; a faction may have none."""
    return make_setup(factions, rules, {faction: tuple(decks.get(faction, ())) for faction in factions})


def _is_beyond(cell: Cell, side: str, width: int) -> bool:
    return 0 <= cell[0] < width and depth(cell, side) == DEPTH + 1


def _put(cells: list[int], cell: Cell, card: int, width: int) -> None:
    if not on_board(cell, width):
        raise BlitzError("outside", cell=cell)
    index = number(cell, width)
    if cells[index] != NOTHING:
        raise BlitzError("taken", cell=cell)
    cells[index] = card


def _unit_at(ground: Sequence[int], cell: Cell, setup: BlitzSetup) -> int:
    card = ground[number(cell, setup.width)] if on_board(cell, setup.width) else NOTHING
    if card == NOTHING or setup.cards[card].kind != "unit":
        raise BlitzError("not-unit", cell=cell)
    return card
