"""Adjustments: what people do by hand at a table, because a rule cannot be said as data, or was played wrong.

    move CARD ZONE [top]         a card to the end of a zone, or on top of it
    set THING ATTRIBUTE VALUE    a stored value of a player or of a card: a number, true or false, or a word
    turn CARD up|down|sideways   a card's face

An adjustment raises no event and triggers no effect. No card is made or lost by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.base.records import dataclass
from cardgen.engines.effects.questions import WrongAnswerError
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.world import Card, Player, Thing, World, Zone

#: The first word of an answer that is an adjustment.
ADJUST = "adjust"

#: The kinds of questions at which a table may adjust, if a game does not have others.
ADJUSTABLE = ("window", "by-hand")

_FACES = ("up", "down", "sideways")


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A change of the world by hand: its verb, what it is about, and the rest of its words."""

    verb: str
    thing: Thing
    zone: Zone | None = None
    word: str = ""
    value: Any = None


def read_adjustment(vocabulary: Vocabulary, words: Sequence[str], things: Mapping[str, Thing]) -> Adjustment:
    """Return an adjustment by its words. `things` are all things by name. WrongAnswerError for any other words."""
    verb, name, *rest = [*words, "", ""][: max(2, len(words))]
    thing = things.get(name)
    if verb == "move" and isinstance(thing, Card) and len(rest) in (1, 2):
        zone = things.get(rest[0])
        if isinstance(zone, Zone) and rest[1:] in ([], ["top"]):
            return Adjustment("move", thing, zone, *rest[1:])
    if verb == "turn" and isinstance(thing, Card) and len(rest) == 1 and rest[0] in _FACES:
        return Adjustment("turn", thing, None, rest[0])
    if verb == "set" and isinstance(thing, Player | Card) and len(rest) == 2:
        return Adjustment("set", thing, None, rest[0], _value(vocabulary, rest[0], rest[1]))
    raise WrongAnswerError(words)


def _value(vocabulary: Vocabulary, name: str, word: str) -> Any:
    """Return a value of an attribute or a mark, within its domain."""
    kind = vocabulary.attributes.get(name)
    if kind is None and name not in vocabulary.marks:
        raise WrongAnswerError((name,))
    if kind is not None and kind.type == "truth" and word in ("true", "false"):
        return word == "true"
    if kind is not None and kind.type == "word" and word in kind.words:
        return word
    is_number = kind is None or kind.type == "number"
    if is_number and word.removeprefix("-").isdecimal() and len(word) < 7:
        number = int(word)
        if kind is None or kind.nearest(number) == number:
            return number
    raise WrongAnswerError((name, word))


def all_zones(vocabulary: Vocabulary, world: World) -> list[Zone]:
    """Return the zones of the areas of a game, each player's and everybody's, and all that have cards."""
    zones = dict.fromkeys(zone for zone in world.zones if zone.area in vocabulary.areas)
    for name, area in vocabulary.areas.items():
        owners = sorted(world.order) if area.of == "player" else (None,)
        numbers = range(1, area.slots + 1) if area.slots else (None,)
        zones |= dict.fromkeys(Zone(name, owner, number) for owner in owners for number in numbers)
    return list(zones)
