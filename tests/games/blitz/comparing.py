"""Positions of the engine as tables of the twin, and turns of one as turns of the other."""

from __future__ import annotations

from typing import Any

from cardgen.games.blitz.board import cell_at
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.state import NOTHING, BlitzState, Turn
from cardgen.games.blitz.values import value_of

from .twin import Move, Table

STANDARD_DATA: dict[str, Any] = {"titles": {"zh": "标准规则", "en": "Standard"}}


def changed(**fields: Any) -> BlitzRules:
    """Return the standard rules with some fields changed."""
    return BlitzRules.model_validate({**STANDARD_DATA, **fields})


STANDARD = changed()
LITERAL = changed(titles={"zh": "按原文", "en": "Literal"}, no_hand="settlement", advance="any", rounds=100)
#: Rulesets with every choice made in another way.
OTHERS = {
    "literal": LITERAL,
    "at-once": changed(no_hand="at-once", two_players="allied-first", equal="units", rounds=3),
    "free": changed(
        moves=2,
        move_when_deployed=True,
        deploy_on_front=True,
        facility_area="anywhere",
        facilities=1,
        engineer_on_cell=False,
        advance="any",
        attack_objects=True,
        rounds=8,
    ),
    "strict": changed(
        team_area="halves",
        team_supply=False,
        joint_attack="highest",
        ready_up="round-after",
        last_unit="board",
        hand={"redraw": False},
        rounds=12,
    ),
}


def to_twin(state: BlitzState) -> Table:
    """Return a position of the engine as a table, all of it."""
    setup = state.setup

    def name(card: int) -> str:
        return setup.cards[card].id

    def names(piles: tuple[tuple[int, ...], ...]) -> dict[str, list[str]]:
        return {faction: [name(card) for card in pile] for faction, pile in zip(setup.factions, piles, strict=True)}

    def placed(cells: tuple[int, ...]) -> dict[tuple[int, int], tuple[str, str]]:
        return {
            cell_at(index, setup.width): (name(card), setup.factions[setup.owners[card]])
            for index, card in enumerate(cells)
            if card != NOTHING
        }

    at = {card: cell_at(index, setup.width) for index, card in enumerate(state.ground) if card != NOTHING}
    result = state.result
    return Table(
        list(setup.factions),
        setup.rules.model_dump(),
        state.round,
        state.step,
        None if state.actor is None else setup.factions[state.actor],
        {faction: sorted(hand) for faction, hand in names(state.hands).items()},
        names(state.decks),
        names(state.discards),
        placed(state.ground),
        placed(state.traps),
        [((name(card), setup.factions[setup.owners[card]]), x) for card, x in state.beyond],
        {at[card]: state.moved.count(card) for card in state.moved if card in at},
        {at[card] for card in state.deployed if card in at},
        {at[card] for card in state.forced if card in at},
        {at[card] for card in state.turned if card in at},
        {at[card] for card in state.resting if card in at},
        {at[card] for card in at if value_of(state, card, "supplied")},
        {faction: count for faction, count in zip(setup.factions, state.laid, strict=True) if count},
        set(state.fielded),
        state.passes,
        state.acted,
        None if result is None else (result.winner, result.by, result.ended),
    )


def comparable(table: Table) -> dict[str, Any]:
    """Return what must be equal in both: everything but the order of hands, and counters that no longer matter."""
    values = dict(vars(table))
    values["hands"] = {faction: sorted(hand) for faction, hand in table.hands.items()}
    values["discards"] = {faction: sorted(pile) for faction, pile in table.discards.items()}
    for name in ("passes", "drawn"):
        del values[name]
    if table.result is not None:
        for name in ("step", "actor", "moved", "laid", "fresh", "forced", "sideways", "resting", "supplied"):
            del values[name]
    return values


def to_move(turn: Turn) -> Move:
    """Return a turn of the engine as one of the twin."""
    match turn.kind:
        case "discard":
            return ("discard", turn.card)
        case "deploy" | "lay" | "skill":
            return (turn.kind, turn.card, turn.to)
        case "move":
            return ("move", turn.at, turn.to)
        case "attack":
            return ("attack", turn.to, turn.units, turn.advance)
        case "raid":
            return ("raid", turn.to, turn.units)
    return (turn.kind,)
