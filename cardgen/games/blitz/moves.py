"""Deploying, moving and laying cards: the legal turns of two steps, and what is wrong with others."""

from __future__ import annotations

from cardgen.engines.cells import bit_indexes
from cardgen.games.blitz.board import DEPTH, FORWARD, Cell, cell_at, depth, neighbours, number, on_board
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.state import (
    NOTHING,
    BlitzState,
    Turn,
    cell_of,
    deploy_bits,
    different_in_hand,
    forced_units,
    in_hand,
    index_of,
)
from cardgen.games.blitz.values import has_guards, is_kept_in, keeps_out, value_of

#: Kind of turn -> the kinds of cards that it puts on the board.
PLACED = {"deploy": ("unit", "resource"), "lay": ("facility",)}


def list_placings(state: BlitzState, player: int, name: str) -> list[Turn]:
    """Return the cards in hand that a player can `deploy` or `lay`: each different one, on each free cell."""
    if name == "lay" and state.laid[player] >= state.setup.rules.facilities:
        return []
    layer, width, is_guarded = _layer(state, name), state.setup.width, has_guards(state, name)
    free = [index for index in bit_indexes(_own_bits(state, player, name)) if layer[index] == NOTHING]
    return [
        Turn(name, state.setup.cards[card].id, to=cell_at(index, width))
        for card in different_in_hand(state, player, *PLACED[name])
        for index in free
        if not is_guarded or not keeps_out(state, index, card, name)
    ]


def list_moves(state: BlitzState, player: int) -> list[Turn]:
    """Return the moves of a player's units and resources."""
    width, owners = state.setup.width, state.setup.owners
    turns = []
    for index, card in enumerate(state.ground):
        if card != NOTHING and owners[card] == player and may_move(state, card):
            at = cell_at(index, width)
            turns += [Turn("move", at=at, to=to) for to in destinations(state, index)]
    return turns


def may_move(state: BlitzState, card: int) -> bool:
    """Return True if a card on the board may still move in this round."""
    rules = state.setup.rules
    return state.moved.count(card) < rules.moves and (rules.move_when_deployed or card not in state.deployed)


def destinations(state: BlitzState, index: int) -> list[Cell]:
    """Return the cells to which the card on a cell can move, sorted: orthogonally, over free cells.

    A unit that has to break through can only do so. A cell at depth 4 is beyond the board.
    """
    card = state.ground[index]
    face, side, width = state.setup.cards[card], state.setup.side_of(card), state.setup.width
    reached, edge = {index}, [index]
    beyond: set[Cell] = set()
    for _ in range(value_of(state, card, "moves")):
        following = []
        for one in edge:
            cell = cell_at(one, width)
            through = (cell[0], cell[1] + FORWARD[side])
            if face.kind == "unit" and depth(cell, side) == DEPTH and not is_kept_in(state, card, through):
                beyond.add(through)
            for near in neighbours(one, width):
                if near not in reached and state.ground[near] == NOTHING and not keeps_out(state, near, card):
                    reached.add(near)
                    following.append(near)
        edge = following
    if card in state.forced:
        return sorted(beyond)
    return sorted([*beyond, *(cell_at(one, width) for one in reached if one != index)])


def check_placing(state: BlitzState, player: int, turn: Turn) -> tuple[int, Cell]:
    """Return the card that is deployed or laid, and where. BlitzError with the rule that the turn breaks."""
    card, to, is_laid = in_hand(state, player, turn.card), _given(turn.to), turn.kind == "lay"
    if state.setup.cards[card].kind not in PLACED[turn.kind]:
        raise BlitzError("kind", turn.card)
    if is_laid and state.laid[player] >= state.setup.rules.facilities:
        raise BlitzError("facilities", state.setup.rules.facilities)
    index = index_of(state, to)
    if not _own_bits(state, player, turn.kind) >> index & 1:
        raise BlitzError("facility-area" if is_laid else "area", cell=to)
    if _layer(state, turn.kind)[index] != NOTHING:
        raise BlitzError("taken", cell=to)
    if keeps_out(state, index, card, turn.kind):
        raise BlitzError("obstacle", cell=to)
    return card, to


def check_move(state: BlitzState, player: int, turn: Turn) -> tuple[int, Cell]:
    """Return the card that moves, and where. BlitzError with the rule that the turn breaks."""
    at, to = _given(turn.at), _given(turn.to)
    index = index_of(state, at)
    card = state.ground[index]
    if card == NOTHING or state.setup.owners[card] != player:
        raise BlitzError("not-own", cell=at)
    if not may_move(state, card):
        raise BlitzError("moved", cell=at)
    if to not in destinations(state, index):
        raise _why_not(state, card, at, to)
    return card, to


def _why_not(state: BlitzState, card: int, at: Cell, to: Cell) -> BlitzError:
    """Return the reason why a card cannot move to a cell."""
    face, side, width = state.setup.cards[card], state.setup.side_of(card), state.setup.width
    steps = value_of(state, card, "moves")
    near = abs(to[0] - at[0]) + abs(to[1] - at[1]) <= steps and to != at
    if card in state.forced:
        return BlitzError("forced", cell=at)
    if near and depth(to, side) > DEPTH and 0 <= to[0] < width and face.kind == "resource":
        return BlitzError("resource-through", cell=to)
    if not on_board(to, width) and (depth(to, side) != DEPTH + 1 or not 0 <= to[0] < width):
        return BlitzError("outside", cell=to)
    if near and on_board(to, width):
        if state.ground[number(to, width)] != NOTHING:
            return BlitzError("taken", cell=to)
        if keeps_out(state, number(to, width), card):
            return BlitzError("obstacle", cell=to)
    return BlitzError("too-far", steps, to)


def held_units(state: BlitzState, player: int) -> list[int]:
    """Return the units of a player that have to break through, and can: without them the player may pass."""
    return [
        card
        for card in forced_units(state, player)
        if may_move(state, card) and destinations(state, state.ground.index(card))
    ]


def check_pass(state: BlitzState, player: int) -> None:
    """Raise BlitzError if a unit of the player has to break through first."""
    forced = held_units(state, player) if state.step == "deploy" else []
    if forced:
        raise BlitzError("forced", cell=cell_of(state, forced[0]))


def _layer(state: BlitzState, name: str) -> tuple[int, ...]:
    return state.traps if name == "lay" else state.ground


def _own_bits(state: BlitzState, player: int, name: str) -> int:
    if name == "lay" and state.setup.rules.facility_area == "anywhere":
        return (1 << len(state.traps)) - 1
    return deploy_bits(state.setup, player)


def _given(cell: Cell | None) -> Cell:
    if cell is None:
        raise BlitzError("unreadable", "a turn without a cell")
    return cell
