"""Game states as JSON-compatible data. Data that is read is checked completely."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from cardgen.engines.serving import read_strict_json
from cardgen.games.block_killer.blocks import BLOCKS
from cardgen.games.block_killer.copies import COPIES, Copies
from cardgen.games.block_killer.game import Piles, State


@cache
def _adapter() -> TypeAdapter[State]:
    return TypeAdapter(State)


def state_data(state: State) -> dict[str, Any]:
    """Return a state as mappings, lists, texts and numbers, ready for JSON."""
    data = _adapter().dump_python(state, mode="json")
    assert isinstance(data, dict)
    return data


def parse_state(data: object, copies: Copies = COPIES) -> State:
    """Return the state that `data` describes. ValueError if no game with decks of these copies can be in this state."""
    state = read_strict_json(_adapter(), data)
    for problem in _problems(state, copies):
        raise ValueError(problem)
    return state


def _problems(state: State, copies: Copies) -> list[str]:
    players, rules = state.players, state.rules
    still_in = [seat for seat, player in enumerate(players) if not player.out]
    attack = state.attack
    checks = [
        (rules.players.least <= len(players) <= rules.players.most, "players: number not allowed by the ruleset"),
        (_all_cards_once(state, copies), "the piles and hands do not hold each card of the decks once"),
        (bool(still_in) and 0 <= state.turn < len(players), "turn: there is no such player"),
        (state.shuffles >= 0, "shuffles: less than 0"),
        (
            all(not (player.blocks or player.garbage) for player in players if player.out),
            "players: a player who is out holds cards",
        ),
        (
            all(len(player.garbage) <= rules.most_garbage for player in players),
            "players: a player holds too many garbage cards",
        ),
        ((state.phase == "over") == (len(still_in) == 1), "phase: it must be 'over' exactly when one player is left"),
        (state.winner == (still_in[0] if len(still_in) == 1 else None), "winner: it must be the last player left"),
        ((attack is None) == (state.phase != "answer"), "attack: it is set exactly in the phase 'answer'"),
        (state.phase == "over" or state.turn in still_in, "turn: this player is out"),
        (
            attack is None or (attack.target in still_in and attack.target != state.turn and attack.points >= 1),
            "attack: it must aim at another player who is not out, with 1 point or more",
        ),
    ]
    return [message for is_right, message in checks if not is_right]


def _all_cards_once(state: State, copies: Copies) -> bool:
    piles = [state.decks, state.discards, state.removed]
    piles += [Piles(player.blocks, player.garbage) for player in state.players]
    cards = Counter(card for pile in piles for card in (*pile.blocks, *pile.garbage))
    return cards == Counter(dict(copies)) and all(card in BLOCKS for pile in piles for card in pile.blocks)
