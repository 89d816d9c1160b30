"""How many copies of a card a file has: fewer than the deck, if a print run has some already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from cardgen.cards.layout.cards import LaidCard
from cardgen.products.options import Options
from cardgen.scene.bare import bare
from cardgen.scene.keys import content_key

#: The digits of a key by which a print run knows the side of a card.
_DIGITS = 32


def looks_of(card: LaidCard) -> tuple[str, str]:
    """Return the keys of a card's face and back as they are painted, without their descriptions."""
    sides = [content_key(bare(side.scene))[:_DIGITS] if side else "" for side in (card.face, card.back)]
    return sides[0], sides[1]


def copies_to_print(options: Options) -> Callable[[LaidCard], int]:
    """Return a function that is called for each card of a file in turn, and says how many copies the file has of it."""
    if not options.since:
        return lambda card: card.card.copies
    left = Counter({(own.face, own.back): own.copies for own in options.printed if own.edition == options.edition})

    def copies(card: LaidCard) -> int:
        looks = looks_of(card)
        printed = min(left[looks], card.card.copies)
        left[looks] -= printed
        return card.card.copies - printed

    return copies
