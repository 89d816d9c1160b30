"""The reader of perft.txt."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cardgen.games.block_killer.field import parse_field


class Entry(NamedTuple):
    name: str
    field: int
    sequence: str
    counts: list[int]


def perft_table() -> list[Entry]:
    entries: list[Entry] = []
    name, rows = "", [""]
    for line in (Path(__file__).with_name("perft.txt")).read_text(encoding="utf-8").splitlines():
        match line.split():
            case ["field", *words]:
                name, rows = " ".join(words), []
            case ["perft", sequence, *counts]:
                entries.append(Entry(name, parse_field("\n".join(rows)), sequence, [int(count) for count in counts]))
            case [row] if set(row) <= {"#", "."}:
                rows.append(row)
    return entries
