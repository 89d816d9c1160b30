"""The copies of a card in a file: how many there are, and the sides of each if they differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import count

from cardgen.base.errors import Finding
from cardgen.base.records import replace
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


def each_copy(card: LaidCard, serials: Iterator[object] | None = None) -> Iterator[LaidCard]:
    """Yield the card as it is printed: once if its copies are equal, else once for each copy, with one copy each.

    `serials` are the serial numbers of this and later copies; without them, they count over the deck.
    """
    if card.copies is None:
        yield card
        return
    serials = serials or count(card.card.serial)
    for number in range(1, card.card.copies + 1):
        sides = card.copies(card.card, number, next(serials))
        back = sides.get("back", card.back)
        yield LaidCard(replace(card.card, copies=1), sides.get("face", card.face), back)


def copy_findings(cards: Iterable[LaidCard], serials: Iterator[object] | None = None) -> Iterator[Finding]:
    """Yield the findings of layout about copies that differ."""
    for card in cards:
        for copy in each_copy(card, serials) if card.copies is not None else ():
            for _, side in copy.sides:
                yield from side.findings
