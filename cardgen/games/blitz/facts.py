"""The facts of a state as JSON values, for a bot or a table that does not compute them itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardgen.engines.serving import Answer
from cardgen.games.blitz.asking import question_members
from cardgen.games.blitz.board import Cell, cell_at, hit_cells, number
from cardgen.games.blitz.combat import is_ready, is_supplied, suppliers_of, supply_of, target_at, total_attack
from cardgen.games.blitz.game import by_hand
from cardgen.games.blitz.state import NOTHING, BlitzState, Turn
from cardgen.games.blitz.values import value_of


def state_facts(state: BlitzState) -> Answer:
    """Return the facts of a state. Hands are those of all players.

    A card on the ground has its values, and the cells that it reaches as `reach`; a unit also has the cells of the
    resources that supply it as `suppliers`. If an effect supplies it, `supplied` is true without suppliers. `question`
    has to be answered before the turn goes on.
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
        "question": None if state.asked is None else question_members(state, state.asked),
        "result": None if result is None else {"winner": result.winner, "by": result.by, "ended": result.ended},
    }


def card_name(state: BlitzState, card: int) -> str:
    """Return a card as `faction:id`."""
    setup = state.setup
    return f"{setup.factions[setup.owners[card]]}:{setup.cards[card].id}"


def moved_card(state: BlitzState, turn: Turn) -> str:
    """Return the id of the card that a turn moves or uses, "" for any other turn."""
    if turn.at is None:
        return ""
    setup, index = state.setup, number(turn.at, state.setup.width)
    lying = [card for card in (state.ground[index], state.traps[index]) if card != NOTHING]
    owners = [card for card in lying if setup.owners[card] == state.actor]
    return setup.cards[(owners or lying)[0]].id


def describe_fight(state: BlitzState, turn: Turn) -> Answer:
    """Return the cards of an attack as `faction:id`, its attack and the defence of its target."""
    assert turn.to is not None
    width = state.setup.width
    cells = [number(cell, width) for cell in turn.units]
    target = target_at(state, number(turn.to, width), turn.kind == "raid")
    return {
        "units": [card_name(state, state.ground[index]) for index in cells],
        "target": card_name(state, target),
        "attack": total_attack(state, cells),
        "defence": value_of(state, target, "defence"),
    }


def cell_members(cells: Iterable[Cell]) -> list[list[int]]:
    """Return cells as JSON values."""
    return [[x, y] for x, y in cells]


def _placed(state: BlitzState, cells: Sequence[int]) -> list[Answer]:
    placed = [(index, card) for index, card in enumerate(cells) if card != NOTHING]
    return [{"cell": list(cell_at(index, state.setup.width)), "card": card_name(state, card)} for index, card in placed]


def _ground_members(state: BlitzState, index: int) -> Answer:
    setup, card = state.setup, state.ground[index]
    cell, face = cell_at(index, setup.width), setup.cards[card]
    reach = "supply" if face.kind == "resource" else "range"
    members: Answer = {
        "cell": list(cell),
        "card": card_name(state, card),
        "kind": face.kind,
        "level": value_of(state, card, "level"),
        "ready": is_ready(state, card),
        "reach": cell_members(hit_cells(setup.side_of(card), cell, value_of(state, card, reach), setup.width)),
    }
    if face.kind == "unit":
        members |= {"attack": value_of(state, card, "attack"), "defence": value_of(state, card, "defence")}
        suppliers = list(suppliers_of(state, index, supply_of(state, setup.owners[card])))
        members["suppliers"] = cell_members(cell_at(other, setup.width) for other in suppliers)
        members["supplied"] = is_supplied(state, index)
    return members
