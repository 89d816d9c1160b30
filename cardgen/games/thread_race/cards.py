"""Cards and cores as the rules see them."""

from __future__ import annotations

from cardgen import dataclass
from cardgen.games.thread_race.effects import ACT, Effect

SPEED, PLAIN, CORE = "speed", "plain", "core"


@dataclass(frozen=True, slots=True)
class ThreadRaceCard:
    """A card of a deck. `speed` is None for a plain card, `cost` how much the speed drops after the card has acted.

    `by_hand` is the text of a card that has a text but no effects: the engine asks what happens.
    """

    name: str
    kind: str = SPEED
    element: str = "heaven"
    speed: int | None = None
    cost: int = 0
    effects: tuple[Effect, ...] = ()
    trigger: str = ""
    by_hand: str = ""
    zh: str = ""
    id: str = ""

    def effects_when(self, when: str) -> tuple[Effect, ...]:
        """Return the effects with that condition: `act`, or a trigger."""
        return tuple(effect for effect in self.effects if effect.when == when)

    def has(self, when: str) -> bool:
        """Return True if the text has an effect with that condition, known or by hand."""
        if self.by_hand:
            return (self.trigger or ACT) == when
        return any(effect.when == when for effect in self.effects)


@dataclass(frozen=True, slots=True)
class Core:
    """A core. `uses` is None if it may be used in each play stage."""

    name: str
    lock: int
    uses: int | None = None
    effects: tuple[Effect, ...] = ()
    by_hand: str = ""
    zh: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class DeckOrder:
    """What a player brings: a core, and the cards in the order of the deck, top first."""

    core: Core
    cards: tuple[ThreadRaceCard, ...]
