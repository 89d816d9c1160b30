"""Cards and cores as they are printed."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from cardgen import dataclass
from cardgen.engines.effects.world import CardKind
from cardgen.games.thread_race.records import ACT, HEADS
from cardgen.games.thread_race.vocabulary import read_effects, write_effects

SPEED, PLAIN, CORE = "speed", "plain", "core"


@dataclass(frozen=True, slots=True)
class ThreadRaceCard:
    """A card of a deck. `speed` is None for a plain card, `cost` how much the speed drops after the card has acted.

    `effects` are its effects as JSON, "" without any. `by_hand` is the text of a card that has a text but no effects:
    the engine asks what happens, when the card acts or when its `trigger` holds.
    """

    name: str
    kind: str = SPEED
    element: str = "heaven"
    speed: int | None = None
    cost: int = 0
    effects: str = ""
    trigger: str = ""
    by_hand: str = ""
    zh: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Core:
    """A core. `uses` is None if it may be used in each play stage."""

    name: str
    lock: int
    uses: int | None = None
    effects: str = ""
    by_hand: str = ""
    zh: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class DeckOrder:
    """What a player brings: a core, and the cards in the order of the deck, top first."""

    core: Core
    cards: tuple[ThreadRaceCard, ...]


@lru_cache(maxsize=4096)
def kind_of(card: ThreadRaceCard | Core, name: str) -> CardKind:
    """Return a card or a core as effects see it, under a name that no other card of the game has."""
    text = card.effects
    values: dict[str, Any]
    if isinstance(card, Core):
        head, values = dict(HEADS[CORE]), {"kind": CORE, "lock": card.lock}
    else:
        head, values = dict(HEADS[card.trigger or ACT]), {"kind": card.kind, "cost": card.cost}
        values |= {"speed": card.speed, "element": card.element}
    if card.by_hand:
        text = write_effects([{**head, "do": [{"by-hand": card.by_hand}]}])
    return CardKind(name, values, read_effects(text, name))
