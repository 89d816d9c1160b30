"""Perft: the number of ways to place a sequence of blocks. Engines are compared by it."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen import dataclass
from cardgen.games.block_killer.cards import WIDTH
from cardgen.games.block_killer.field import field_height, full_rows, remove_rows
from cardgen.games.block_killer.placements import full_mask, list_placements, row_counts
from cardgen.games.block_killer.rules import Rotation, SpinRule


@dataclass(frozen=True, slots=True)
class Ply:
    """The counts after one more block of a sequence.

    `sequences` counts the sequences of distinct placements so far. Among their last placements, `spins` counts the
    spins, `minis` the mini spins, and `lines` the rows cleared. `boards` counts the distinct fields after them.
    """

    sequences: int
    spins: int
    minis: int
    lines: int
    boards: int


class TooManyError(ValueError):
    """A perft with more placements or boards than allowed."""


def perft(
    field: int,
    sequence: str,
    spin: SpinRule = "immobile",
    rotation: Rotation = "srs",
    most: tuple[int, int] | None = None,
) -> Iterator[Ply]:
    """Yield a `Ply` for each block of `sequence`, in order. Full rows are cleared after each block.

    KeyError for an unknown block. `most` are limits: TooManyError if there are more placements in all than its first
    number, or more distinct fields before a further block than its second.

    Equal fields are searched once and counted as often as sequences lead to them. So the time of a ply grows with the
    number of distinct fields before it, and the memory with those after it. After the last block they are only counted.
    """
    boards = {field: 1}
    placements_made = 0
    last = _DistinctFields(field_height(field) + 4 * len(sequence))
    for number, block in enumerate(sequence, 1):
        after: dict[int, int] = {}
        sequences = spins = minis = lines = 0
        for board, sequences_to_board in boards.items():
            rows = field_height(board) + 4
            counts, full = row_counts(board, rows), full_mask(rows)
            placements = list_placements(board, block, spin, rotation)
            placements_made += len(placements)
            if most is not None and placements_made > most[0]:
                raise TooManyError(f"more than {most[0]:,} placements by block {number} of {len(sequence)}")
            sequences += sequences_to_board * len(placements)
            for placement in placements:
                filled = board | placement.cells
                if counts + placement.row_counts & full:
                    cleared = full_rows(filled)
                    lines += sequences_to_board * len(cleared)
                    filled = remove_rows(filled, cleared)
                if number < len(sequence):
                    after[filled] = after.get(filled, 0) + sequences_to_board
                else:
                    last.add(filled)
                if placement.spin:
                    spins += sequences_to_board
                    minis += sequences_to_board * placement.mini
            if most is not None and len(after) > most[1]:
                raise TooManyError(f"more than {most[1]:,} boards after block {number} of {len(sequence)}")
        boards = after
        yield Ply(sequences, spins, minis, lines, len(boards) if number < len(sequence) else last.count())


#: A prime, so that all bits of a field decide its bucket.
_BUCKETS = 251


class _DistinctFields:
    """A counter of distinct fields with at most `rows` rows.

    It takes a fifth of the memory of a set: fields are kept as bytes, equal ones in the same bucket.
    """

    def __init__(self, rows: int) -> None:
        self._width = (rows * WIDTH + 7) // 8
        self._buckets = [bytearray() for _ in range(_BUCKETS)]

    def add(self, field: int) -> None:
        self._buckets[hash(field) % _BUCKETS] += field.to_bytes(self._width, "little")

    def count(self) -> int:
        width = self._width
        return sum(
            len({bytes(bucket[i : i + width]) for i in range(0, len(bucket), width)}) for bucket in self._buckets
        )
