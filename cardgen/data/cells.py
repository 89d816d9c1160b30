"""Tables that spreadsheet programs open: a text is a text there, never a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

#: What a cell begins with that a spreadsheet program takes for a formula, also in a Chinese or Japanese one, and the
#: apostrophes before it.
_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")


def to_csv(rows: Iterable[Sequence[object]], separator: str = ",") -> bytes:
    """Return rows as a table. A text that would be a formula has an apostrophe before it, and is shown as it is."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    writer.writerows([protect_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return text.getvalue().encode()


def protect_cell(text: str) -> str:
    """Return a text for a cell of a table: with an apostrophe if it would be a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def unprotect_cell(text: str) -> str:
    """Return the text of a cell that `protect_cell` has made."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
