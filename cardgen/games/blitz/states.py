"""Game states as plain data. A state that is read is not trusted: its turns are made again.

A game begins with a deal, or with the position of a scenario.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter

from cardgen.engines.replaying import Replays
from cardgen.engines.serving import read_strict_json
from cardgen.games.blitz.cards import Deck, Faction, FactionDecks
from cardgen.games.blitz.game import apply, new_game
from cardgen.games.blitz.rules import Rules
from cardgen.games.blitz.scenarios import parse_scenario
from cardgen.games.blitz.state import State, Turn
from cardgen.records import dataclass

#: The longest scenario that a game may begin with, in characters.
MOST_TEXT = 10_000


BroughtDeck = Annotated[Deck, Field(max_length=39)]


@dataclass(frozen=True, slots=True)
class _Record:
    """The data that a state follows from. It has the deck of each faction.

    With a `scenario` the game begins with its position: then there is no deal, and the seed has no effect.
    """

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    rules: Rules
    factions: Annotated[tuple[Faction, ...], Field(max_length=4)]
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)]
    turns: Annotated[tuple[Turn, ...], Field(max_length=100_000)]
    decks: dict[Faction, BroughtDeck]
    scenario: Annotated[str, StringConstraints(max_length=MOST_TEXT)] = ""


_REPLAYS = Replays[State, Turn]()


@cache
def _adapter() -> TypeAdapter[_Record]:
    return TypeAdapter(_Record)


def state_data(state: State, scenario: str = "") -> dict[str, Any]:
    """Return a state as JSON values: its `rules`, `factions`, `seed`, `turns` and `decks`.

    `scenario` is the text of the scenario that the game began with, if it did.
    """
    setup = state.setup
    decks = dict(zip(setup.factions, setup.decks, strict=True))
    record = _Record(setup.rules, setup.factions, state.seed, state.turns, decks, scenario)  # type: ignore[arg-type]
    data = _adapter().dump_python(record, mode="json", exclude_defaults=True)
    assert isinstance(data, dict)
    return data


def parse_state(data: object) -> State:
    """Return the state that `data` describes. ValueError if no game can be in this state."""
    return parse_states(data)[-1]


def parse_states(data: object) -> tuple[State, ...]:
    """Return the states that led to the one that `data` describes, and this one last. ValueError as above."""
    record = read_strict_json(_adapter(), data)
    decks = tuple(sorted(record.decks.items()))
    start = (record.rules.model_dump_json(), record.factions, record.seed, record.scenario, repr(decks))
    return _REPLAYS.states(start, record.turns, lambda: _begin(record), _make_turn)


def _make_turn(state: State, turn: Turn, number: int) -> State:
    try:
        return apply(state, turn)
    except ValueError as error:
        raise ValueError(f"turns.{number}: {error}") from None


def _begin(record: _Record) -> State:
    decks = {str(faction): deck for faction, deck in record.decks.items()}
    check_brought(decks)
    if record.scenario:
        return parse_scenario(record.scenario, record.rules, decks).state
    return new_game(record.factions, record.seed, record.rules, decks)


def check_brought(decks: FactionDecks) -> None:
    """Raise ValueError if decks of a request have too many cards, or an id twice."""
    for faction, deck in decks.items():
        if sum(card.copies for card in deck) > 100 or len({card.id for card in deck}) != len(deck):
            raise ValueError(f"decks.{faction}: at most 100 cards, and each id once")


@cache
def _decks_adapter() -> TypeAdapter[dict[Faction, BroughtDeck]]:
    return TypeAdapter(dict[Faction, BroughtDeck])


def parse_decks(data: object) -> FactionDecks:
    """Return decks by faction, written as in a state. ValueError naming the faults."""
    decks = {str(faction): deck for faction, deck in read_strict_json(_decks_adapter(), data).items()}
    check_brought(decks)
    return decks
