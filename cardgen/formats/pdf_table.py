"""The cross-reference table of a PDF: where in the file each object begins. Source: ISO 32000-1, 7.5.4."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

#: The entries that are written in one go.
_PIECE = 4096


class OffsetTable:
    """The offset of each object that is written, by its number: 8 bytes for each."""

    def __init__(self) -> None:
        self._offsets = array("Q", [0])  # object 0 is free, and nothing begins where the file begins

    def __setitem__(self, number: int, offset: int) -> None:
        missing = number + 1 - len(self._offsets)
        if missing > 0:
            self._offsets.extend([0] * missing)
        self._offsets[number] = offset

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and number < len(self._offsets) and self._offsets[number] > 0

    @property
    def size(self) -> int:
        """The number of entries, with that of object 0."""
        return len(self._offsets)

    def written(self) -> Iterator[bytes]:
        """Yield the table in pieces. KeyError for an object that has a number and was not written."""
        yield f"xref\n0 {self.size}\n0000000000 65535 f \n".encode("ascii")
        for start in range(1, self.size, _PIECE):
            piece = self._offsets[start : start + _PIECE]
            if 0 in piece:
                raise KeyError(start + piece.index(0))
            yield "".join([f"{offset:010} 00000 n \n" for offset in piece]).encode("ascii")
