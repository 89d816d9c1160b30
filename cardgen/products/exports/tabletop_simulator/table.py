"""Places on the table: pieces in rows beside each other, as their sizes require."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.base.records import dataclass
from cardgen.products.exports.tabletop_simulator.objects import PlacedObject, SaveObject

#: The widest row, and the space between pieces, inches.
_WIDEST, _GAP = 40.0, 1.0


@dataclass(frozen=True, slots=True)
class _PieceLine:
    """Pieces beside each other."""

    pieces: list[PlacedObject]

    @property
    def width(self) -> float:
        return sum(piece.width for piece in self.pieces) + _GAP * (len(self.pieces) - 1)

    @property
    def depth(self) -> float:
        return max(piece.depth for piece in self.pieces)


def place_pieces(pieces: Sequence[PlacedObject]) -> Iterator[SaveObject]:
    """Yield the objects on their places: rows from left to right, from the far edge to the near one, in the middle."""
    lines: list[_PieceLine] = []
    for piece in pieces:
        if lines and lines[-1].width + _GAP + piece.width <= _WIDEST:
            lines[-1].pieces.append(piece)
        else:
            lines.append(_PieceLine([piece]))
    z = (sum(line.depth for line in lines) + _GAP * (len(lines) - 1)) / 2
    for line in lines:
        x = -line.width / 2
        for piece in line.pieces:
            place = {"posX": round(x + piece.width / 2, 4), "posZ": round(z - line.depth / 2, 4)}
            yield {**piece.data, "Transform": {**piece.data["Transform"], **place}}
            x += piece.width + _GAP
        z -= line.depth + _GAP
