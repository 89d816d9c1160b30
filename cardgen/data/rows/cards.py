"""Rows of a deck, validated as its cards."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pydantic import create_model

from cardgen.base.errors import MOST_FAULTS, DataError, Fault, Place
from cardgen.base.records import replace
from cardgen.base.words.messages import message
from cardgen.data.content import content_of
from cardgen.data.fields import FieldKind, field_kind, is_optional
from cardgen.data.limits import Limits
from cardgen.data.model import Card, CardRow
from cardgen.data.names import file_key
from cardgen.data.reading import Marked, Reader, try_model
from cardgen.data.rows.reuse import KeptCards, KeptRow, RowCache, find_row


def card_model(fields: Mapping[str, str]) -> type[CardRow]:
    """Return the model of a row of a deck that declares these `fields`."""
    return _card_model(tuple((name, field_kind(kind), is_optional(kind)) for name, kind in fields.items()))


@lru_cache(maxsize=64)  # a model takes longer to make than most decks to read
def _card_model(fields: tuple[tuple[str, FieldKind, bool], ...]) -> type[CardRow]:
    declared: dict[str, Any] = {}
    for name, kind, optional in fields:
        declared[name] = (kind.annotation | None, None) if optional else (kind.annotation, ...)
    return create_model("CardRow", __base__=CardRow, **declared)


def by_language(row: Marked, texts: Iterable[str], main: str) -> Marked:
    """Return the row with its plain texts and lists as values by language, in the main one."""
    plain = [name for name in texts if isinstance(row.value, dict) and isinstance(row.value.get(name), str | list)]
    if not plain:
        return row
    return replace(row, value={**row.value, **{name: {main: row.value[name]} for name in plain}})


def duplicate_id(row: Marked, value: str, first: Place) -> Fault:
    """Return the fault of a row whose id an earlier one has, at the place `first`."""
    return Fault(row.place("id"), message("duplicate id {id!r}", id=value), message("first at {place}", place=first))


def check_cards(
    reader: Reader,
    deck: str,
    rows: Iterable[Marked],
    fields: Mapping[str, str],
    limits: Limits,
    faults: list[Fault],
    kept: Mapping[str, KeptRow] | None = None,
) -> tuple[list[Card], tuple[dict[str, KeptRow], int]]:
    """Return the rows as cards, and the valid rows by id with the number of those that are not among the `kept` ones.

    If `kept` is None, no rows are returned, and none take memory.
    DataError with `faults` and all faults in the rows and in the names of their pictures; its `partial` are the cards
    of the rows without any.
    """
    validator = _RowValidator(fields, limits, kept)
    images = _image_fields(fields)
    cards: list[Card] = []
    seen: dict[str, Card] = {}
    pictures: set[str] = set()
    number, serial, has_limits = 0, 1, limits.has_any
    for row in rows:
        if len(faults) >= MOST_FAULTS:
            break
        valid = validator.validate(row, faults)
        if valid is None:
            given = row.value if isinstance(row.value, dict) else {}
            faults += _missing_pictures(reader, row, {name: given.get(name) for name in images}, pictures)
            continue
        number += valid.copies > 0
        card = Card(deck, valid.id, valid.copies, valid.fields, row, number, serial)
        serial += valid.copies
        if has_limits:
            faults += limits.check_unique(row, valid.fields)
        # Compared without case: the ids become file names, and some disks do not distinguish A from a.
        first = seen.setdefault(file_key(card.id), card)
        if first is not card:
            faults.append(duplicate_id(row, card.id, first.place("id")))
        faults += _missing_pictures(reader, row, {name: card.fields[name] for name in images}, pictures)
        cards.append(card)
    if cards and not any(card.copies for card in cards) and not faults:
        first = next(iter(seen.values()))
        problem = message("every card of the deck has 0 copies")
        faults.append(Fault(first.place("copies"), problem, message("at least one card must be printed")))
    if faults:
        raise DataError(faults, cards)
    return cards, (validator.rows, validator.count)


def _missing_pictures(reader: Reader, row: Marked, named: Mapping[str, Any], read: set[str]) -> Iterator[Fault]:
    """Read the pictures that a row names by field, unless they are in `read`. Yield the faults of those that cannot be.

    Those that can are added to `read`.
    """
    for name, picture in named.items():
        if isinstance(picture, str) and picture not in read:
            try:
                if not (reader.draft and reader.is_missing(picture)):
                    reader.read_bytes(reader.find(picture, row.place(name)))
                read.add(picture)
            except DataError as error:
                yield from error.faults


def _image_fields(fields: Mapping[str, str]) -> list[str]:
    return [name for name, kind in fields.items() if field_kind(kind).is_file]


def with_numbers(cards: Iterable[Card]) -> list[Card]:
    """Return the cards with their numbers. A card that has its numbers already stays the same object."""
    numbered: list[Card] = []
    number, serial = 0, 1
    for card in cards:
        number += card.copies > 0
        has_both = card.number == number and card.serial == serial
        numbered.append(card if has_both else replace(card, number=number, serial=serial))
        serial += card.copies
    return numbered


def printed_cards(cards: Sequence[Card], fields: Mapping[str, str]) -> tuple[Card, ...]:
    """Return the cards without those of 0 copies, which are only validated."""
    printed = [card for card in cards if card.copies]
    lists = [name for name, kind in fields.items() if field_kind(kind).has_entries]
    return _even(printed, lists) if lists else tuple(printed)


def cards_of_rows(
    reader: Reader,
    deck: str,
    rows: Sequence[Marked],
    fields: Mapping[str, str],
    texts: Sequence[str],
    main: str,
    cache: RowCache,
) -> tuple[Card, ...]:
    """Return the rows as cards. Cards of rows that are the same objects as before are the same objects, too."""
    valid = cache.rows_of(deck, fields)

    def make(some: Sequence[Marked]) -> tuple[list[Card], tuple[dict[str, KeptRow], int]]:
        return check_cards(reader, deck, [by_language(row, texts, main) for row in some], fields, Limits(), [], valid)

    settings = content_of([main, *fields.items()])
    known = cache.cards_of(deck, settings)
    cards: Sequence[Card] | None = None
    if known:
        new = [row for row in rows if id(row) not in known]
        # If there is any fault, all rows are checked for all faults.
        with contextlib.suppress(DataError):
            made, (checked, count) = make(new)
            known = {**known, **dict(zip(map(id, new), made, strict=True))}
            cards = _checked_cards(reader, [known[id(row)] for row in rows], fields)
    if cards is None:
        cards, (checked, count) = make(rows)
    else:
        checked = {card.id: checked.get(card.id) or valid[card.id] for card in cards}
    cards = with_numbers(cards)
    cache.keep_rows(deck, fields, checked, count)
    cache.keep_cards(deck, KeptCards(settings, rows, dict(zip(map(id, rows), cards, strict=True))))
    return printed_cards(cards, fields)


def _checked_cards(reader: Reader, cards: Sequence[Card], fields: Mapping[str, str]) -> Sequence[Card] | None:
    """Return valid cards after checking what depends on other cards and on pictures; None or DataError for a fault."""
    if len({file_key(card.id) for card in cards}) < len(cards) or not any(card.copies for card in cards):
        return None
    for name in _image_fields(fields):
        for picture, card in {card.fields[name]: card for card in cards}.items():
            if picture is not None:
                reader.read_bytes(reader.find(picture, card.place(name)))
    return cards


class _RowValidator:
    """Validates the rows of a deck, unless they are among the `kept` ones, which are valid.

    `rows` are those found valid so far, by id; none if `kept` is None. `count` is the number of rows that had to be
    validated.
    """

    def __init__(self, fields: Mapping[str, str], limits: Limits, kept: Mapping[str, KeptRow] | None) -> None:
        self._fields, self._kept = fields, kept
        self._limits = limits if limits.has_any else None
        self._model: type[CardRow] | None = None
        self.rows: dict[str, KeptRow] = {}
        self.count = 0

    def validate(self, row: Marked, faults: list[Fault]) -> KeptRow | None:
        """Return a row that is valid; None if it has faults, which are added to `faults`."""
        valid = (self._kept and find_row(self._kept, row.value)) or self._new_row(row, faults)
        if valid is not None and self._kept is not None:
            self.rows[valid.id] = valid
        return valid

    def _new_row(self, row: Marked, faults: list[Fault]) -> KeptRow | None:
        self.count += 1
        self._model = self._model or card_model(self._fields)
        valid, row_faults = try_model(self._model, row)
        faults += row_faults
        if valid is None:
            return None
        values = {name: getattr(valid, name) for name in self._fields}
        if self._limits is not None:
            broken = list(self._limits.check_row(row, {"id": valid.id, "copies": valid.copies, **values}))
            faults += broken
            if broken:
                return None
        return KeptRow(row.value, valid.id, valid.copies, values)


def _even(cards: Sequence[Card], lists: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards with the same keys in all entries of a list: missing ones are None."""
    for name in lists:
        entries = [entry for card in cards for entry in card.fields[name] or () if isinstance(entry, dict)]
        keys = dict.fromkeys(key for entry in entries for key in entry)
        if not keys:
            continue
        cards = [
            replace(
                card,
                fields={
                    **card.fields,
                    name: card.fields[name]
                    and tuple({**keys, **entry} if isinstance(entry, dict) else entry for entry in card.fields[name]),
                },
            )
            for card in cards
        ]
    return tuple(cards)
