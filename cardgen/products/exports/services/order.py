"""The order of MPC Autofill: order.xml for each product, with the pictures as files beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath
from xml.etree import ElementTree

from cardgen.data.model import Game
from cardgen.products.exports.images import ListedCard, rows_inputs
from cardgen.products.exports.services.decks import bracket_of
from cardgen.products.exports.services.model import PictureService
from cardgen.products.files import BytesFile, key_of

#: Slots by the path of the picture that they show.
_Slots = dict[str, list[int]]


def order_files(
    game: Game,
    service: PictureService,
    stock: str,
    foil: bool,
    rows: Mapping[str, Sequence[ListedCard]],
) -> Iterator[BytesFile]:
    """Yield an order for each product: order.xml, or order-PRODUCT.xml if there are several."""
    for product, own in rows.items():
        fronts, backs = _slots_of(own)
        count = sum(row.copies for row in own)
        details = {
            "quantity": count,
            "bracket": bracket_of(service, count) or count,
            "stock": stock,
            "foil": str(foil).lower(),
        }
        yield BytesFile(
            path="order.xml" if len(rows) == 1 else f"order-{product}.xml",
            key=key_of("order", details, fronts, backs),
            inputs=rows_inputs(game, own),
            facts={"cards": details["quantity"]},
            make=partial(_order, details, fronts, backs),
        )


def _slots_of(rows: Sequence[ListedCard]) -> tuple[_Slots, _Slots]:
    """Return the slots of each front and of each back. Slots count from 0; a card has as many as there are copies."""
    fronts: _Slots = {}
    backs: _Slots = {}
    first = 0
    for row in rows:
        slots = list(range(first, first + row.copies))
        fronts.setdefault(row.file, []).extend(slots)
        if row.back:
            backs.setdefault(row.back, []).extend(slots)
        first += row.copies
    return fronts, backs


def _order(details: Mapping[str, object], fronts: _Slots, backs: _Slots) -> bytes:
    """Return the order. The back of most cards is its card back, and only the others are listed as backs."""
    order = ElementTree.Element("order")
    _add_all(ElementTree.SubElement(order, "details"), details)
    _add_cards(ElementTree.SubElement(order, "fronts"), fronts)
    common = max(backs, key=lambda path: len(backs[path]), default="")
    others = {path: slots for path, slots in backs.items() if path != common}
    if others:
        _add_cards(ElementTree.SubElement(order, "backs"), others)
    ElementTree.SubElement(order, "cardback").text = common
    ElementTree.indent(order)
    return ElementTree.tostring(order, encoding="unicode").encode() + b"\n"


def _add_cards(parent: ElementTree.Element, slots: _Slots) -> None:
    for path, own in slots.items():
        name = PurePosixPath(path)
        card = ElementTree.SubElement(parent, "card")
        values = {"id": path, "slots": ",".join(map(str, own)), "name": name.name, "query": name.stem}
        _add_all(card, values)


def _add_all(parent: ElementTree.Element, values: Mapping[str, object]) -> None:
    for name, value in values.items():
        ElementTree.SubElement(parent, name).text = str(value)
