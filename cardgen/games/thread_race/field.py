"""The field: what lies in the slots of each player, and the zones beside them. Frozen data."""

from __future__ import annotations

from cardgen import dataclass
from cardgen.games.thread_race.cards import Core, DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.effects import Effect
from cardgen.games.thread_race.rules import SLOTS

FASTEST = 5

#: The number of a player and of a slot, both from 0.
Slot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FieldCard:
    """A card in a slot.

    `card` is its number in the owner's deck as it was at the beginning. `speed` and `element` are as they are now, also
    while it is face down (then it shows none of them). `text` is the card whose text it has. `acted` is the last stage
    of this turn in which it has acted, 0 for none; since then, something other than its own cost has `lowered` it.
    """

    card: int
    speed: int | None
    element: str
    text: ThreadRaceCard
    up: bool = True
    sealed: bool = False
    fixed: bool = False
    nullified: bool = False
    acted: int = 0
    lowered: bool = False

    @property
    def shown_speed(self) -> int | None:
        """The speed that the card shows, 5 at most; None for a plain card and for one that lies face down."""
        return None if self.speed is None or not self.up else min(FASTEST, self.speed)


@dataclass(frozen=True, slots=True)
class ThreadRaceSeat:
    """A player's cards: `cards` is the deck as it was at the beginning, all other cards are numbers in it.

    `slot_effects` are the effects on each slot, in the order in which they were made. `uses` is how often the core can
    still be used, None for any number of times.
    """

    core: Core
    cards: tuple[ThreadRaceCard, ...]
    slots: tuple[FieldCard | None, ...]
    deck: tuple[int, ...]
    rebirth: tuple[int, ...] = ()
    slot_effects: tuple[tuple[Effect, ...], ...] = ((),) * SLOTS
    uses: int | None = None


def new_field_card(seat_cards: tuple[ThreadRaceCard, ...], number: int, up: bool = True) -> FieldCard:
    """Return a card of the deck as it is printed."""
    card = seat_cards[number]
    return FieldCard(number, card.speed, card.element, card, up)


def new_seat(brought: DeckOrder, continuous: bool = False) -> ThreadRaceSeat:
    """Return a player's cards before the game: the deck, and empty slots."""
    core = brought.core
    numbers = tuple(range(len(brought.cards)))
    return ThreadRaceSeat(core, brought.cards, (None,) * SLOTS, numbers, uses=None if continuous else core.uses)
