"""What a build reports beside its files: how many findings there are, and what an export orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardgen.base.records import dataclass
from cardgen.products.orders import Order, OrderLine

#: At most this many findings are named by a build.
MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Outcome:
    """The number of findings by severity, the first of them, and the orders of an export.

    `first` are lines without the messages, such as `card_data/tea/tea.csv:4:1 CG105 low-contrast`: the manifest is the
    same in every language. `unchecked` is the number of faces that were too many to be checked.
    `coverage` is the mean coverage with ink of the sides of all cards, 0 to 1: in full, and as they are with less.
    """

    errors: int = 0
    warnings: int = 0
    first: tuple[str, ...] = ()
    unchecked: int = 0
    orders: tuple[Order, ...] = ()
    coverage: tuple[float, ...] = ()

    @property
    def count(self) -> int:
        """The number of findings."""
        return self.errors + self.warnings

    @property
    def data(self) -> dict[str, Any]:
        """The outcome for the manifest: what is not empty."""
        values = {
            "errors": self.errors,
            "warnings": self.warnings,
            "first": list(self.first),
            "unchecked": self.unchecked,
            "orders": [order_data(order) for order in self.orders],
            "coverage": list(self.coverage),
        }
        return {name: value for name, value in values.items() if value}


def order_data(order: Order) -> dict[str, Any]:
    """Return an order as a value for JSON."""
    lines = [
        {"product": line.product, "decks": dict(line.decks), "cards": line.cards}
        | ({"bracket": line.bracket} if line.bracket else {})
        | ({"sheets": line.sheets, "sheet": line.sheet} if line.sheet else {})
        for line in order.lines
    ]
    return {"export": order.export, "edition": order.edition, "lines": lines, "left_out": list(order.left_out)}


def outcome_of(data: Any) -> Outcome:
    """Return the outcome in a manifest. ValueError if a build does not write it so."""
    if not isinstance(data, dict):
        raise ValueError("no table")
    return Outcome(
        _count(data.get("errors", 0)),
        _count(data.get("warnings", 0)),
        _texts(data.get("first", [])),
        _count(data.get("unchecked", 0)),
        tuple(map(_order, _list(data.get("orders", [])))),
        _shares(data.get("coverage", [])),
    )


def _order(data: Any) -> Order:
    return Order(
        _text(data.get("export")),
        _text(data.get("edition")),
        tuple(map(_line, _list(data.get("lines")))),
        _texts(data.get("left_out")),
    )


def _line(data: Any) -> OrderLine:
    decks = data.get("decks")
    if not isinstance(decks, Mapping):
        raise ValueError("no table")
    return OrderLine(
        _text(data.get("product")),
        {_text(name): _count(count) for name, count in decks.items()},
        _count(data.get("bracket", 0)),
        _count(data.get("sheets", 0)),
        _count(data.get("sheet", 0)),
    )


def _list(data: Any) -> Sequence[dict[str, Any]]:
    if not isinstance(data, list) or not all(isinstance(entry, dict) for entry in data):
        raise ValueError("no list")
    return data


def _texts(data: Any) -> tuple[str, ...]:
    if not isinstance(data, Iterable):
        raise ValueError("no list")
    return tuple(map(_text, data))


def _shares(data: Any) -> tuple[float, ...]:
    if not isinstance(data, list) or len(data) not in (0, 2) or not all(isinstance(share, float) for share in data):
        raise ValueError("no shares")
    return tuple(data)


def _text(data: Any) -> str:
    if not isinstance(data, str):
        raise ValueError("no text")
    return data


def _count(data: Any) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or data < 0:
        raise ValueError("no number")
    return data
