"""The rules of the garbage cards: each is a legal row, and together they are a legal row set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from cardgen import Joined, Message, dataclass, joined, message, plural
from cardgen.engines import CardData, Problem
from cardgen.engines.card_fields import text_field
from cardgen.games.block_killer.cards import (
    CODES_OF_ROWS,
    COPIES_PER_ORIENTATION,
    GARBAGE_KINDS,
    GARBAGE_ROWS,
    KINDS,
    WIDTH,
    hole_runs,
    row_kind,
    turn_row,
)

DECK = "garbage"


@dataclass(frozen=True, slots=True)
class CountedCard:
    """A card with the kind and the row as which it is counted in the set; None if they are unknown.

    A card with a wrong row is counted as the row that its id names, so that one wrong row is not also reported as
    missing coverage, a wrong number of copies and so on.
    """

    card: CardData
    kind: str | None
    row: str | None


def check_garbage(cards: Sequence[CardData]) -> list[Problem]:
    """Return every rule that the garbage cards break, card by card and then as a set."""
    counted = [_count_as(card) for card in cards]
    duplicates = list(_check_duplicates(counted))
    duplicate_ids = {problem.card for problem in duplicates}
    problems = [
        problem
        for card in cards
        for problem in _check_card(card)
        # A duplicate is the mistake to correct; a wrong id follows from it.
        if not (problem.code in {"BK110", "BK111"} and card.id in duplicate_ids)
    ]
    return [*problems, *duplicates, *_check_counts(counted), *_check_coverage(counted), *_check_balance(counted)]


def _count_as(card: CardData) -> CountedCard:
    row, kind = text_field(card, "row"), text_field(card, "kind")
    shape = row_kind(row) if len(row) == WIDTH and set(row) <= {"#", "."} else None
    if kind in KINDS and shape == kind:
        return CountedCard(card, kind, row)
    if GARBAGE_KINDS.get(card.id) == kind:
        return CountedCard(card, kind, GARBAGE_ROWS[card.id])
    if shape is not None:
        return CountedCard(card, shape, row)
    return CountedCard(card, kind if kind in KINDS else GARBAGE_KINDS.get(card.id), GARBAGE_ROWS.get(card.id))


def _check_card(card: CardData) -> Iterator[Problem]:
    row, kind = text_field(card, "row"), text_field(card, "kind")

    def problem(code: str, text: str, field: str, hint: str) -> Problem:
        return Problem(code, text, DECK, card.id, field, hint)

    if len(row) != WIDTH:
        text = plural("the row is {count} column long", "the row is {count} columns long", len(row))
        yield problem("BK101", text, "row", message("a row has exactly {count} columns", count=WIDTH))
    unknown = sorted(set(row) - {"#", "."})
    if unknown:
        text = message("unknown characters in the row: {characters}", characters=joined(map(repr, unknown)))
        yield problem("BK102", text, "row", message("# is a filled cell, . is a hole"))
    if "." not in row and row:
        yield problem("BK103", message("the row has no hole"), "row", message("a row has at least one hole"))
    if "#" not in row and row:
        hint = message("a row has at least one filled cell")
        yield problem("BK104", message("the row has no filled cell"), "row", hint)
    if kind not in KINDS:
        hint = message("the kinds are {kinds}", kinds=joined(KINDS))
        yield problem("BK108", message("there is no kind {kind!r}", kind=kind), "kind", hint)
    elif not unknown and "." in row and "#" in row and row_kind(row) != kind:
        yield _wrong_shape(card, row, kind)
    if len(row) == WIDTH and not unknown and row_kind(row) == kind:
        yield from _check_printed(card, row)


def _wrong_shape(card: CardData, row: str, kind: str) -> Problem:
    """Return the problem of a row that has not the shape of its kind. The id decides which of the two is wrong."""
    shape, runs = row_kind(row), hole_runs(row)
    if shape is not None and GARBAGE_KINDS.get(card.id) == shape:
        text = message("the kind is {kind!r}, but the row has the shape of {shape!r}", kind=kind, shape=shape)
        return Problem("BK109", text, DECK, card.id, "kind", message("write kind: {kind}", kind=shape))
    if kind == "checkerboard":
        hint = message("in a checkerboard row, every second column is filled")
        return Problem("BK107", message("filled cells and holes do not alternate"), DECK, card.id, "row", hint)
    hint = message("a row of kind {kind!r} has one hole, {width} wide", kind=kind, width=KINDS[kind].width)
    if len(runs) > 1:
        return Problem("BK106", message("the row has {count} holes", count=len(runs)), DECK, card.id, "row", hint)
    return Problem("BK105", message("the hole is {width} wide", width=runs[0][1]), DECK, card.id, "row", hint)


def _check_printed(card: CardData, row: str) -> Iterator[Problem]:
    """Check that a legal row is printed with its hole in the left half, and that its id is its code."""
    start, width = hole_runs(row)[0]
    own_code = f"{width}-{start}"
    code, turned = CODES_OF_ROWS.get(row, (own_code, False))
    if turned:
        text = message("the row is {code} upside down", code=code)
        hint = message(
            "print it as {row}: its code is {code}, and {code}~ when the card is turned",
            row=GARBAGE_ROWS[code],
            code=code,
        )
        yield Problem("BK110", text, DECK, card.id, "row", hint)
    if card.id != code and not (turned and card.id == own_code):
        text = message("the id {id!r} is not the row's code {code!r}", id=card.id, code=code)
        yield Problem("BK111", text, DECK, card.id, "id")


def _check_duplicates(counted: Sequence[CountedCard]) -> Iterator[Problem]:
    first_cards: dict[str, str] = {}
    # The card whose id is the row's code is correct, at any place in the file; the other is the duplicate.
    for entry in sorted(counted, key=lambda entry: GARBAGE_ROWS.get(entry.card.id) != entry.row):
        if entry.row is None:
            continue
        if entry.row in first_cards:
            text = message("card {card!r} has the same row", card=first_cards[entry.row])
            hint = message("raise the number of copies of that card instead")
            yield Problem("BK201", text, DECK, entry.card.id, "row", hint)
        elif turn_row(entry.row) in first_cards:
            text = message("card {card!r} has the same row upside down", card=first_cards[turn_row(entry.row)])
            hint = message("a card can be laid either way up, so one of them is enough")
            yield Problem("BK202", text, DECK, entry.card.id, "row", hint)
        else:
            first_cards[entry.row] = entry.card.id


def _check_counts(counted: Sequence[CountedCard]) -> Iterator[Problem]:
    copies: Counter[str | None] = Counter()
    for entry in counted:
        copies[entry.kind] += entry.card.copies
    for name, kind in KINDS.items():
        if copies[name] != kind.copies:
            text = plural("{count} card of kind {kind!r}", "{count} cards of kind {kind!r}", copies[name], kind=name)
            yield Problem("BK203", text, DECK, None, None, message("there should be {count}", count=kind.copies))
    total, expected = sum(copies.values()), sum(kind.copies for kind in KINDS.values())
    if total != expected:
        text = plural("{count} garbage card", "{count} garbage cards", total)
        yield Problem("BK204", text, DECK, None, None, message("there should be {count}", count=expected))


def _claimed_rows(name: str) -> list[str]:
    """Return every row of a kind, as printed and turned, sorted."""
    rows = {row for code, row in GARBAGE_ROWS.items() if GARBAGE_KINDS[code] == name}
    return sorted(rows | {turn_row(row) for row in rows})


def _check_coverage(counted: Sequence[CountedCard]) -> Iterator[Problem]:
    for name in KINDS:
        if any(entry.kind == name and entry.row is None for entry in counted):
            continue  # the columns of that card's hole are unknown; its row is reported already
        rows = {entry.row for entry in counted if entry.kind == name and entry.row and entry.card.copies > 0}
        covered = rows | {turn_row(row) for row in rows}
        claimed = _claimed_rows(name)
        missing = [row for row in claimed if row not in covered]
        if missing:
            text = message(
                "no card of kind {kind!r}, either way up, has its hole in {columns}",
                kind=name,
                columns=_columns_of(missing),
            )
            yield Problem("BK205", text, DECK)
        unknown = sorted(covered - set(claimed))
        if unknown:
            text = message("a card of kind {kind!r} has its hole in {columns}", kind=name, columns=_columns_of(unknown))
            hint = message("the hole of this kind may be in {columns}", columns=_columns_of(claimed))
            yield Problem("BK205", text, DECK, None, None, hint)


def _columns_of(rows: list[str]) -> Joined:
    """Return the columns of the holes of some rows, from the left."""
    return joined(_columns(row) for row in sorted(rows, key=lambda row: hole_runs(row)[0]))


def _columns(row: str) -> Message:
    start, width = hole_runs(row)[0]
    if row_kind(row) == "checkerboard":
        return message("every second column from column {column}", column=start)
    if width == 1:
        return message("column {column}", column=start)
    return message("columns {first}-{last}", first=start, last=start + width - 1)


def _check_balance(counted: Sequence[CountedCard]) -> Iterator[Problem]:
    """Check that each row of a kind has the same number of copies for each of its orientations."""
    for name, rule in COPIES_PER_ORIENTATION.items():
        rows = [entry for entry in counted if entry.kind == name and entry.row]
        shares = {id(entry): Fraction(entry.card.copies, _orientations(entry.row)) for entry in rows}
        if len(set(shares.values())) < 2:
            continue
        expected = Fraction(rule)
        if expected not in shares.values():
            expected = Counter(shares.values()).most_common(1)[0][0]
        for entry in rows:
            if shares[id(entry)] != expected:
                text = _copies_of_row(entry)
                hint = message("copies for each orientation of a {kind!r} row: {copies}", kind=name, copies=expected)
                yield Problem("BK206", text, DECK, entry.card.id, "copies", hint)


def _copies_of_row(entry: CountedCard) -> Message:
    if _orientations(entry.row) == 1:
        return plural(
            "{count} copy of a row with one orientation",
            "{count} copies of a row with one orientation",
            entry.card.copies,
        )
    return plural(
        "{count} copy of a row with two orientations",
        "{count} copies of a row with two orientations",
        entry.card.copies,
    )


def _orientations(row: str | None) -> int:
    return len({row, turn_row(row or "")})
