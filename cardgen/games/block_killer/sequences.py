"""Perft: how many ways there are to place a sequence of blocks, the measure by which engines are compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.field import field_height, full_rows, remove_rows
from cardgen.games.block_killer.placements import full_mask, list_placements, row_counts
from cardgen.games.block_killer.rules import Rotation, SpinRule


@dataclass(frozen=True, slots=True)
class Ply:
    """What one more block of a sequence comes to.

    `sequences` counts the sequences of distinct placements so far. Among the last placements of all these, `spins`
    counts the spins, `minis` those spins that are mini, and `lines` the rows cleared. `boards` counts the distinct
    fields they leave.
    """

    sequences: int
    spins: int
    minis: int
    lines: int
    boards: int


class TooManyError(ValueError):
    """A perft that has spent its budget of placements."""


def perft(
    field: int,
    sequence: str,
    spin: SpinRule = "immobile",
    rotation: Rotation = "srs",
    most: tuple[int, int] | None = None,
) -> Iterator[Ply]:
    """One `Ply` for each block of `sequence`, in order, every full row cleared after each. KeyError: unknown block.

    With `most`, TooManyError once more placements than its first have been made in all, or more distinct fields than
    its second are left while blocks are still to come.

    Equal fields are looked at once and counted as often as sequences lead to them, so the work of a ply grows with
    the distinct fields before it, and memory with those after it; after the last they are only counted.
    """
    boards = {field: 1}
    made = 0
    last = _Distinct(field_height(field) + 4 * len(sequence))
    for number, block in enumerate(sequence, 1):
        after: dict[int, int] = {}
        sequences = spins = minis = lines = 0
        for board, ways in boards.items():
            rows = field_height(board) + 4
            counts, full = row_counts(board, rows), full_mask(rows)
            placements = list_placements(board, block, spin, rotation)
            made += len(placements)
            if most is not None and made > most[0]:
                raise TooManyError(f"more than {most[0]:,} placements by block {number} of {len(sequence)}")
            sequences += ways * len(placements)
            for placement in placements:
                filled = board | placement.cells
                if counts + placement.row_counts & full:
                    cleared = full_rows(filled)
                    lines += ways * len(cleared)
                    filled = remove_rows(filled, cleared)
                if number < len(sequence):
                    after[filled] = after.get(filled, 0) + ways
                else:
                    last.add(filled)
                if placement.spin:
                    spins += ways
                    minis += ways * placement.mini
            if most is not None and len(after) > most[1]:
                raise TooManyError(f"more than {most[1]:,} boards after block {number} of {len(sequence)}")
        boards = after
        yield Ply(sequences, spins, minis, lines, len(boards) if number < len(sequence) else last.count())


#: A prime: all bits of a field decide its heap.
_HEAPS = 251


class _Distinct:
    """Counts distinct fields of at most so many rows, in a fifth of the memory of a set: they are kept as bytes, equal
    ones in the same heap.
    """

    def __init__(self, rows: int) -> None:
        self._width = (rows * WIDTH + 7) // 8
        self._heaps = [bytearray() for _ in range(_HEAPS)]

    def add(self, field: int) -> None:
        self._heaps[hash(field) % _HEAPS] += field.to_bytes(self._width, "little")

    def count(self) -> int:
        width = self._width
        return sum(len({bytes(heap[i : i + width]) for i in range(0, len(heap), width)}) for heap in self._heaps)
