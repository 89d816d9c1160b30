"""The facts of a state as JSON values, for a bot or a table that does not compute them itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardgen.engines.serving import Answer
from cardgen.games.blitz.board import Cell, cell_at, hit_cells, number
from cardgen.games.blitz.combat import suppliers_of
from cardgen.games.blitz.game import by_hand
from cardgen.games.blitz.state import NOTHING, BlitzState, Turn


def state_facts(state: BlitzState) -> Answer:
    """Return the facts of a state. Hands are those of all players.

    A card on the ground has its values, and the cells that it reaches as `reach`; a unit also has the cells of the
    resources that supply it as `suppliers`. If a skill supplies it, `supplied` is true without suppliers.
    """
    setup, result = state.setup, state.result
    return {
        "round": state.round,
        "step": state.step,
        "to_move": state.to_move,
        "faction": None if state.actor is None else setup.factions[state.actor],
        "factions": list(setup.factions),
        "sides": list(setup.sides),
        "width": setup.width,
        "ground": [_ground_members(state, index) for index, card in enumerate(state.ground) if card != NOTHING],
        "facilities": _placed(state, state.traps),
        "beyond": [{"column": column, "card": card_name(state, card)} for card, column in state.beyond],
        "hands": [[setup.cards[card].id for card in hand] for hand in state.hands],
        "decks": [len(deck) for deck in state.decks],
        "discards": [[card_name(state, card) for card in pile] for pile in state.discards],
        "by_hand": by_hand(state),
        "result": None if result is None else {"winner": result.winner, "by": result.by, "ended": result.ended},
    }


def card_name(state: BlitzState, card: int) -> str:
    """Return a card as `faction:id`."""
    setup = state.setup
    return f"{setup.factions[setup.owners[card]]}:{setup.cards[card].id}"


def moved_card(state: BlitzState, turn: Turn) -> str:
    """Return the id of the card that a turn moves, "" if it is no move."""
    if turn.at is None:
        return ""
    setup = state.setup
    return setup.cards[state.ground[number(turn.at, setup.width)]].id


def cell_members(cells: Iterable[Cell]) -> list[list[int]]:
    """Return cells as JSON values."""
    return [[x, y] for x, y in cells]


def turn_members(turn: Turn) -> Answer:
    """Return a turn as JSON values, without the members that it does not have."""
    members: Answer = {"kind": turn.kind}
    if turn.card:
        members["card"] = turn.card
    for name, cell in (("at", turn.at), ("to", turn.to), ("advance", turn.advance)):
        if cell is not None:
            members[name] = list(cell)
    if turn.units:
        members["units"] = cell_members(turn.units)
    return members


def _placed(state: BlitzState, cells: Sequence[int]) -> list[Answer]:
    placed = [(index, card) for index, card in enumerate(cells) if card != NOTHING]
    return [{"cell": list(cell_at(index, state.setup.width)), "card": card_name(state, card)} for index, card in placed]


def _ground_members(state: BlitzState, index: int) -> Answer:
    setup, card = state.setup, state.ground[index]
    cell, face = cell_at(index, setup.width), setup.cards[card]
    members: Answer = {
        "cell": list(cell),
        "card": card_name(state, card),
        "kind": face.kind,
        "level": face.level,
        "ready": card not in state.turned | state.resting,
        "reach": cell_members(hit_cells(setup.side_of(card), cell, face.reach, setup.width)),
    }
    if face.kind == "unit":
        members |= {"attack": face.attack, "defence": face.defence}
        suppliers = list(suppliers_of(state, index))
        members["suppliers"] = cell_members(cell_at(other, setup.width) for other in suppliers)
        members["supplied"] = bool(suppliers) or card in state.supplied
    return members
