"""The garbage cards: is each a legal row, and are they together a legal row set?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

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
class Meant:
    """A card as it counts in the set: its kind and its row, or what they are clearly meant to be; None unknown.

    A card whose row is wrong still counts as the row its id names, so that one wrong row is not also reported as a
    gap in the coverage, a wrong number of copies and so on.
    """

    card: CardData
    kind: str | None
    row: str | None


def check_garbage(cards: Sequence[CardData]) -> list[Problem]:
    """Every rule that the garbage cards break, card by card and then as a set."""
    meant = [_meant(card) for card in cards]
    twins = list(_check_twins(meant))
    twin_ids = {problem.card for problem in twins}
    problems = [
        problem
        for card in cards
        for problem in _check_card(card)
        # The card to look at is the twin; that its id names another row follows.
        if not (problem.code in {"BK110", "BK111"} and card.id in twin_ids)
    ]
    return [*problems, *twins, *_check_counts(meant), *_check_coverage(meant), *_check_balance(meant)]


def _meant(card: CardData) -> Meant:
    row, kind = text_field(card, "row"), text_field(card, "kind")
    shape = row_kind(row) if len(row) == WIDTH and set(row) <= {"#", "."} else None
    if kind in KINDS and shape == kind:
        return Meant(card, kind, row)
    if GARBAGE_KINDS.get(card.id) == kind:
        return Meant(card, kind, GARBAGE_ROWS[card.id])
    if shape is not None:
        return Meant(card, shape, row)
    return Meant(card, kind if kind in KINDS else GARBAGE_KINDS.get(card.id), GARBAGE_ROWS.get(card.id))


def _check_card(card: CardData) -> Iterator[Problem]:
    row, kind = text_field(card, "row"), text_field(card, "kind")

    def problem(code: str, message: str, field: str, hint: str = "") -> Problem:
        return Problem(code, message, DECK, card.id, field, hint)

    if len(row) != WIDTH:
        yield problem("BK101", f"the row is {len(row)} columns long", "row", f"a row has exactly {WIDTH} columns")
    strange = sorted(set(row) - {"#", "."})
    if strange:
        yield problem("BK102", f"the row holds {', '.join(map(repr, strange))}", "row", "# is filled, . is a hole")
    if "." not in row and row:
        yield problem("BK103", "the row has no hole", "row", "a row has at least one hole")
    if "#" not in row and row:
        yield problem("BK104", "the row has no filled cell", "row", "a row has at least one filled cell")
    if kind not in KINDS:
        yield problem("BK108", f"there is no kind {kind!r}", "kind", f"the kinds are {', '.join(KINDS)}")
    elif not strange and "." in row and "#" in row and row_kind(row) != kind:
        yield _wrong_shape(card, row, kind)
    if len(row) == WIDTH and not strange and row_kind(row) == kind:
        yield from _check_printed(card, row)


def _wrong_shape(card: CardData, row: str, kind: str) -> Problem:
    """The row is not the shape its kind names. The id decides which of the two is to blame."""
    shape, runs = row_kind(row), hole_runs(row)
    if shape is not None and GARBAGE_KINDS.get(card.id) == shape:
        return Problem("BK109", f"a {shape} row is called {kind}", DECK, card.id, "kind", f"the kind is {shape}")
    if kind == "checkerboard":
        return Problem(
            "BK107", "the row does not alternate", DECK, card.id, "row", "a checkerboard is filled every second column"
        )
    width = KINDS[kind].width
    if len(runs) > 1:
        return Problem(
            "BK106", f"the row has {len(runs)} holes", DECK, card.id, "row", f"{kind}: one hole, {width} wide"
        )
    return Problem("BK105", f"the hole is {runs[0][1]} wide", DECK, card.id, "row", f"{kind}: one hole, {width} wide")


def _check_printed(card: CardData, row: str) -> Iterator[Problem]:
    """A legal row is printed with its hole in the left half, and its id is its code."""
    start, width = hole_runs(row)[0]
    plain = f"{width}-{start}"
    code, turned = CODES_OF_ROWS.get(row, (plain, False))
    if turned:
        yield Problem(
            "BK110",
            f"the row is {code} upside down",
            DECK,
            card.id,
            "row",
            f"print it as {GARBAGE_ROWS[code]}: players write {code} for it, and {code}~ for the turned card",
        )
    if card.id != code and not (turned and card.id == plain):
        yield Problem("BK111", f"the id {card.id!r} is not the row's code {code!r}", DECK, card.id, "id")


def _check_twins(meant: Sequence[Meant]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    # The card whose id is the row's code has the right to it, wherever it stands in the file.
    for entry in sorted(meant, key=lambda entry: GARBAGE_ROWS.get(entry.card.id) != entry.row):
        if entry.row is None:
            continue
        if entry.row in seen:
            message = f"the row already stands on card {seen[entry.row]}"
            yield Problem("BK201", message, DECK, entry.card.id, "row", "raise that card's copies instead")
        elif turn_row(entry.row) in seen:
            message = f"turned upside down this is card {seen[turn_row(entry.row)]}"
            yield Problem("BK202", message, DECK, entry.card.id, "row", "one card lies both ways up")
        else:
            seen[entry.row] = entry.card.id


def _check_counts(meant: Sequence[Meant]) -> Iterator[Problem]:
    copies: Counter[str | None] = Counter()
    for entry in meant:
        copies[entry.kind] += entry.card.copies
    for name, kind in KINDS.items():
        if copies[name] != kind.copies:
            yield Problem("BK203", f"{copies[name]} {name} cards", DECK, None, None, f"there should be {kind.copies}")
    total, right = sum(copies.values()), sum(kind.copies for kind in KINDS.values())
    if total != right:
        yield Problem("BK204", f"{total} garbage cards", DECK, None, None, f"there should be {right}")


def _claimed_rows(name: str) -> list[str]:
    """Every row that a kind claims: printed and turned, by first column."""
    rows = {row for code, row in GARBAGE_ROWS.items() if GARBAGE_KINDS[code] == name}
    return sorted(rows | {turn_row(row) for row in rows})


def _check_coverage(meant: Sequence[Meant]) -> Iterator[Problem]:
    for name in KINDS:
        if any(entry.kind == name and entry.row is None for entry in meant):
            continue  # what that card covers cannot be told, and is reported on the card
        rows = {entry.row for entry in meant if entry.kind == name and entry.row and entry.card.copies > 0}
        covered = rows | {turn_row(row) for row in rows}
        claimed = _claimed_rows(name)
        missing = [row for row in claimed if row not in covered]
        if missing:
            holes = _positions(missing)
            yield Problem("BK205", f"no {name} card, either way up, has its hole at {holes}", DECK)
        strange = sorted(covered - set(claimed))
        if strange:
            holes, only = _positions(strange), _positions(claimed)
            yield Problem("BK205", f"a {name} card has its hole at {holes}", DECK, None, None, f"it belongs at {only}")


def _positions(rows: list[str]) -> str:
    places = []
    for row in rows:
        start, width = hole_runs(row)[0]
        every_second = row_kind(row) == "checkerboard"
        places.append((start, f"every second column from {start}" if every_second else _columns(start, width)))
    return ", ".join(text for _, text in sorted(places))


def _columns(start: int, width: int) -> str:
    return f"column {start}" if width == 1 else f"columns {start}-{start + width - 1}"


def _check_balance(meant: Sequence[Meant]) -> Iterator[Problem]:
    """Within a kind, copies divided by the row's distinct orientations are the same for every row."""
    for name, expected in COPIES_PER_ORIENTATION.items():
        rows = [entry for entry in meant if entry.kind == name and entry.row]
        shares = {id(entry): Fraction(entry.card.copies, _orientations(entry.row)) for entry in rows}
        if len(set(shares.values())) < 2:
            continue
        usual = Fraction(expected)
        if usual not in shares.values():
            usual = Counter(shares.values()).most_common(1)[0][0]
        for entry in rows:
            if shares[id(entry)] != usual:
                message = f"{entry.card.copies} copies of a row with {_orientations(entry.row)} orientation(s)"
                hint = f"every {name} row has {usual} for each orientation"
                yield Problem("BK206", message, DECK, entry.card.id, "copies", hint)


def _orientations(row: str | None) -> int:
    return len({row, turn_row(row or "")})
