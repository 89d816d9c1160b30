"""The end of the deploy stage (rule 19), and of the game (rules 27 and 28)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cardgen.games.blitz.board import cell_at, depth, neighbours
from cardgen.games.blitz.cards import ENGINEER
from cardgen.games.blitz.combat import can_attack
from cardgen.games.blitz.moves import PLACED, list_moves, list_placings
from cardgen.games.blitz.skills import list_skills
from cardgen.games.blitz.state import NOTHING, BlitzState, Result, pieces
from cardgen.games.blitz.values import value_of


def lost_objects(state: BlitzState) -> tuple[list[int], list[int]]:
    """Return the cells whose resource, and those whose facility, is discarded at the end of the deploy stage.

    All at once: resources beside an enemy unit, and facilities beside an enemy engineer or, by the rules, below one.
    """
    setup, width = state.setup, state.setup.width

    def unit_beside(index: int, side: str, engineer: bool) -> bool:
        near = (state.ground[one] for one in neighbours(index, width))
        return any(card != NOTHING and is_enemy(card, side, engineer) for card in near)

    def is_enemy(card: int, side: str, engineer: bool) -> bool:
        face = setup.cards[card]
        if face.kind != "unit" or setup.side_of(card) == side:
            return False
        return not engineer or ENGINEER in value_of(state, card, "abilities")

    resources = [
        index
        for index, card in pieces(state)
        if setup.cards[card].kind == "resource" and unit_beside(index, setup.side_of(card), False)
    ]
    facilities = []
    for index, trap in enumerate(state.traps):
        if trap == NOTHING:
            continue
        side, above = setup.side_of(trap), state.ground[index]
        on_it = setup.rules.engineer_on_cell and above != NOTHING and is_enemy(above, side, True)
        if on_it or unit_beside(index, side, True):
            facilities.append(index)
    return resources, facilities


def held_cells(state: BlitzState, side: str) -> int:
    """Return the number of cells of the enemy's area that a side holds with its units."""
    setup = state.setup
    return sum(
        setup.cards[card].kind == "unit"
        and setup.side_of(card) == side
        and depth(cell_at(index, setup.width), side) > 0
        for index, card in pieces(state)
    )


def has_units(state: BlitzState, side: str) -> bool:
    """Return True if a side has a unit that counts by rule 27a: on the board, and usually in hands and decks."""
    setup = state.setup
    units = setup.units[side]
    if not units.isdisjoint(state.ground) or any(card in units for card, _ in state.beyond):
        return True
    if setup.rules.last_unit != "everywhere":
        return False
    return any(not units.isdisjoint(pile) for pile in (*state.hands, *state.decks))


def immediate_result(state: BlitzState) -> Result | None:
    """Return the result if a side has broken through, or has no unit left."""
    if state.won is not None:
        sides = {state.setup.sides[player] for player in state.won}
        return Result(sides.pop() if len(sides) == 1 else "draw", "29", "28d")
    for card, _ in state.beyond:
        return Result(state.setup.side_of(card), "27c", "28d")
    if state.setup.rules.last_unit == "board" and len(state.fielded) < 2:
        return None
    left = {side: has_units(state, side) for side in ("allied", "german")}
    if all(left.values()):
        return None
    if not any(left.values()):
        return Result("draw", "27a", "28d")
    return Result("allied" if left["allied"] else "german", "27a", "28d")


def judged_result(state: BlitzState, ended: str) -> Result:
    """Return the result of a game that ends by `ended`: the side that holds more of the other's area wins."""
    allied, german = held_cells(state, "allied"), held_cells(state, "german")
    if allied == german and state.setup.rules.equal == "units":
        allied, german = (
            sum(
                state.setup.cards[card].kind == "unit" and state.setup.side_of(card) == side
                for _, card in pieces(state)
            )
            for side in ("allied", "german")
        )
    winner = "draw" if allied == german else "allied" if allied > german else "german"
    return Result(winner, "27b", ended)


def is_stuck(state: BlitzState, player: int) -> bool:
    """Return True if a player can do nothing at all, in any step of this round as the board is now."""
    options: tuple[Callable[[BlitzState, int], object], ...] = (
        list_moves,
        *(partial(list_placings, name=name) for name in PLACED),
        *(partial(list_skills, window=window) for window in ("skill", "deploy", "attack")),
        can_attack,
    )
    return not any(option(state, player) for option in options)
