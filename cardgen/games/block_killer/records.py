"""Games as their turns: a state on the wire that a table can undo, replay, write down and link to.

A record has the rules, the number of players, the seed, the turns in notation, and the copies of the cards if they
differ from the rules. All else follows from them.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter

from cardgen.engines.replaying import Replays
from cardgen.engines.serving import Answer, read_strict_json
from cardgen.games.block_killer.copies import COPIES, Copies, deal_game, find_copies_fault
from cardgen.games.block_killer.game import State, apply
from cardgen.games.block_killer.logs import parse_turn
from cardgen.games.block_killer.rules import Rules
from cardgen.records import dataclass

#: The most turns of a record that is read, and the longest turn in characters.
MOST_TURNS, MOST_TURN = 5_000, 400


@dataclass(frozen=True, slots=True)
class Record:
    """A game as its turns."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    rules: Rules
    players: Annotated[int, Field(ge=2, le=20)]
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)]
    turns: Annotated[
        tuple[Annotated[str, StringConstraints(max_length=MOST_TURN)], ...], Field(max_length=MOST_TURNS)
    ] = ()
    copies: Copies = COPIES


_REPLAYS = Replays[State, str]()


@cache
def _adapter() -> TypeAdapter[Record]:
    return TypeAdapter(Record)


def is_record(data: object) -> bool:
    """Return True if data is meant as a record, and not as a state without its history."""
    return isinstance(data, dict) and "turns" in data


def record_data(record: Record) -> dict[str, Any]:
    """Return a record as JSON values."""
    data = _adapter().dump_python(record, mode="json")
    assert isinstance(data, dict)
    if record.copies == COPIES:
        del data["copies"]
    return data


def parse_record(data: object) -> tuple[Record, tuple[State, ...]]:
    """Return a record, and the states before each of its turns and after the last one.

    ValueError if no game can have these turns.
    """
    record = read_strict_json(_adapter(), data)
    if fault := find_copies_fault(record.copies):
        raise ValueError(f"copies: {fault}")
    start = (record.rules.model_dump_json(), record.players, record.seed, record.copies)
    return record, _REPLAYS.states(
        start, record.turns, lambda: deal_game(record.players, record.seed, record.rules, record.copies), _make_turn
    )


def _make_turn(state: State, turn: str, number: int) -> State:
    try:
        return apply(state, parse_turn(turn))
    except ValueError as error:
        raise ValueError(f"turns.{number}: {error}") from None


def state_facts(state: State) -> Answer:
    """Return the facts of a state. Hands are those of all players."""
    return {
        "to_move": state.to_move,
        "turn": state.turn,
        "phase": state.phase,
        "attack": None if state.attack is None else {"target": state.attack.target, "points": state.attack.points},
        "winner": state.winner,
        "players": [
            {"blocks": list(player.blocks), "garbage": list(player.garbage), "out": player.out}
            for player in state.players
        ],
        "decks": {"blocks": len(state.decks.blocks), "garbage": len(state.decks.garbage)},
        "discards": {"blocks": len(state.discards.blocks), "garbage": len(state.discards.garbage)},
        "most_garbage": state.rules.most_garbage,
        "most_blocks": state.rules.most_blocks,
    }


def hidden_facts(state: State, seat: int | None) -> Answer:
    """Return the facts that a seat may see: the cards of other hands are "". At the end all cards are open."""
    facts = state_facts(state)
    if state.winner is None:
        for number, player in enumerate(facts["players"]):
            if number != seat:
                player["blocks"] = [""] * len(player["blocks"])
                player["garbage"] = [""] * len(player["garbage"])
    return facts


def turn_results(states: tuple[State, ...]) -> list[Answer]:
    """Return the result of each turn: its attack points, the garbage cards that players draw, and who is out by it."""
    results: list[Answer] = []
    for before, after in pairwise(states):
        gained = [len(new.garbage) - len(old.garbage) for old, new in zip(before.players, after.players, strict=True)]
        out = [
            seat
            for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True))
            if new.out and not old.out
        ]
        points = 0 if after.attack is None else after.attack.points
        results.append({"points": points, "gained": gained, "out": out})
    return results
