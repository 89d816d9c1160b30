"""What an export orders: decks and cards, and the numbers by which a service prices them."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.base.records import dataclass


@dataclass(frozen=True, slots=True)
class OrderLine:
    """The decks that become one product, with their numbers of cards, and what is priced.

    `product` is "" if the destination has none. `bracket` is the number of cards that is paid for, `sheets` the number
    of sheets of `sheet` cards each; 0 if an order is priced in another way.
    """

    product: str
    decks: Mapping[str, int]
    bracket: int = 0
    sheets: int = 0
    sheet: int = 0

    @property
    def cards(self) -> int:
        """The number of cards of all decks."""
        return sum(self.decks.values())


@dataclass(frozen=True, slots=True)
class Order:
    """What an export makes of a game, of one edition if it has any; `left_out` are the decks that are not for it."""

    export: str
    edition: str
    lines: tuple[OrderLine, ...]
    left_out: tuple[str, ...] = ()
