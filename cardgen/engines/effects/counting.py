"""How cards fared in a game that is over: how often each player has played them, and what is left in hands."""

from __future__ import annotations

from cardgen.engines.card_figures import CardUses
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.world import CardKind, World, Zone, played_key


def count_cards(vocabulary: Vocabulary, world: World) -> CardUses:
    """Return the uses of the cards that are in the game, by name.

    A card is played when it is used or answers with, or when an effect of it happens that works in the hand.
    """
    seats = range(len(world.order))
    in_game = sorted({name for card, (name, _) in world.cards.items() if world.where[card].area in vocabulary.areas})
    return {
        name: (
            [_times_played(vocabulary, world, world.kinds[name], seat) for seat in seats],
            [
                sum(world.cards[card][0] == name for card in world.cards_in(Zone(vocabulary.hand, seat)))
                for seat in seats
            ],
        )
        for name in in_game
    }


def _times_played(vocabulary: Vocabulary, world: World, kind: CardKind, seat: int) -> int:
    """Return how often a seat has played cards of a kind."""
    answers = [
        effect.key for effect in kind.effects if effect.head not in ("use", "while") and vocabulary.hand in effect.areas
    ]
    return sum(
        world.uses(key, seat, None, "game") for key in dict.fromkeys((kind.name, played_key(kind.name), *answers))
    )
