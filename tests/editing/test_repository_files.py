"""Edits of the repository's tables and Markdown files: exactly the intended cell or range changes."""

from __future__ import annotations

import csv
import io
import random
from functools import cache
from pathlib import Path

from cardgen.data.rows.options import TableOptions
from cardgen.editing.applying import apply_change, open_document
from cardgen.editing.operations import Change, Replace, SetValue
from tests.editing.random_edits import TEXTS
from tests.examples import trials
from tests.games_on_disk import REPOSITORY


@cache
def files(suffix: str) -> list[Path]:
    """Return the files of our games and examples with a suffix."""
    return sorted(path for folder in ("card_data", "examples") for path in (REPOSITORY / folder).rglob(f"*{suffix}"))


def cells_of(content: bytes) -> list[list[str]]:
    """Return the cells as Python's own reader reads them."""
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_exactly_the_cell_changes_in_our_tables() -> None:
    chance = random.Random(3)
    for _ in range(trials(2_000, few=30)):
        path = chance.choice(files(".csv"))
        before = path.read_bytes()
        cells = cells_of(before)
        heading = next(number for number, row in enumerate(cells) if row and row[0] in ("id", "編號"))  # below a note
        row = chance.choice([row for row in cells[heading + 1 :] if row and row[0]])
        column = chance.randrange(1, len(row))
        value = chance.choice(TEXTS).strip()
        options = TableOptions(heading=heading + 1, columns={"編號": "id"} if cells[heading][0] == "編號" else {})
        document = open_document(path.name, before, options)
        document.apply(SetValue(path.name, (row[0], cells[heading][column]), row[column], value))
        row[column] = value
        assert cells_of(document.content()) == cells, (path, row, column)


def test_exactly_the_range_changes_in_our_texts() -> None:
    chance = random.Random(4)
    for _ in range(trials(2_000, few=30)):
        path = chance.choice(files(".md"))
        before = path.read_bytes()
        text = before.decode()
        at = chance.randrange(len(text))
        old, new = text[at : at + chance.randint(0, 40)], chance.choice(TEXTS)
        after = apply_change(Change((Replace(path.name, at, old, new),)), {path.name: before}.get)
        assert after == {path.name: (text[:at] + new + text[at + len(old) :]).encode()}
