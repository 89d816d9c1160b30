"""The slow twin of the engine: sets of cells, written directly from the rules.

It shares nothing with the engine, its table of shapes included, so that the two can be compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

Cell = tuple[int, int]
Cells = frozenset[Cell]

#: Name -> cells as (x, y), two digits a cell.
SHAPES = {
    "I1": "00",
    "I2": "00 10",
    "I3": "00 10 20",
    "V3": "00 10 01",
    "I4": "00 10 20 30",
    "O4": "00 10 01 11",
    "T4": "00 10 20 11",
    "L4": "00 10 20 01",
    "Z4": "00 10 11 21",
    "F5": "10 20 01 11 12",
    "I5": "00 10 20 30 40",
    "L5": "00 10 20 30 01",
    "N5": "00 10 11 21 31",
    "P5": "00 10 01 11 02",
    "T5": "00 10 20 11 12",
    "U5": "00 20 01 11 21",
    "V5": "00 01 02 12 22",
    "W5": "00 01 11 12 22",
    "X5": "10 01 11 21 12",
    "Y5": "00 10 20 30 11",
    "Z5": "00 10 11 12 22",
}


def shape(name: str) -> Cells:
    return frozenset((int(word[0]), int(word[1])) for word in SHAPES[name].split())


def normal(cells: Iterable[Cell]) -> Cells:
    given = list(cells)
    left, top = min(x for x, _ in given), min(y for _, y in given)
    return frozenset((x - left, y - top) for x, y in given)


def images(cells: Iterable[Cell]) -> set[Cells]:
    """Return the cells in all orientations, moved to the corner."""
    images, some = set(), list(cells)
    for _ in range(4):
        some = [(y, -x) for x, y in some]
        images |= {normal(some), normal((-x, y) for x, y in some)}
    return images


def free_polyominoes(size: int) -> set[frozenset[Cells]]:
    """Return all polyominoes of a size, each as the set of its orientations."""
    grown = {frozenset({(0, 0)})}
    for _ in range(size - 1):
        grown = {normal(cells | {near}) for cells in grown for cell in cells for near in sides(cell) - cells}
    return {frozenset(images(cells)) for cells in grown}


def sides(cell: Cell) -> set[Cell]:
    x, y = cell
    return {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}


def diagonals(cell: Cell) -> set[Cell]:
    x, y = cell
    return {(x + a, y + b) for a in (1, -1) for b in (1, -1)}


@cache
def everywhere(size: int) -> list[tuple[str, Cells]]:
    """Return every placement of a shape on an empty board."""
    placements = []
    for name in SHAPES:
        for image in images(shape(name)):
            width, height = 1 + max(x for x, _ in image), 1 + max(y for _, y in image)
            for dx in range(size - width + 1):
                for dy in range(size - height + 1):
                    placements.append((name, frozenset((x + dx, y + dy) for x, y in image)))
    return placements


@dataclass
class Table:
    """A position: the cells and the names of the shapes of each colour."""

    size: int
    starts: Mapping[str, Cell]
    cells: dict[str, set[Cell]]
    used: dict[str, set[str]]

    def taken(self) -> set[Cell]:
        return set().union(*self.cells.values())

    def legal(self, colour: str) -> set[tuple[str, Cells]]:
        """Return every legal placement of a colour."""
        taken, own = self.taken(), self.cells[colour]
        beside = set().union(*map(sides, own)) if own else set()
        front = set().union(*map(diagonals, own)) if own else {self.starts[colour]}
        return {
            (name, cells)
            for name, cells in everywhere(self.size)
            if name not in self.used[colour]
            and cells.isdisjoint(taken)
            and cells.isdisjoint(beside)
            and not cells.isdisjoint(front)
        }

    def place(self, colour: str, name: str, cells: Iterable[Cell]) -> None:
        self.cells[colour] |= set(cells)
        self.used[colour].add(name)

    def broken(self, colour: str, name: str, cells: list[Cell]) -> tuple[int, Cell] | None:
        """Return the first rule that a placement breaks and the cell; None for a legal placement."""
        own = self.cells[colour]
        cells = sorted(cells)
        if name in self.used[colour] or len(set(cells)) != len(cells) or normal(cells) not in images(shape(name)):
            return 5, cells[0]
        for x, y in cells:
            if x not in range(self.size) or y not in range(self.size):
                return 6, (x, y)
        for cell in cells:
            if cell in self.taken():
                return 7, cell
        if not own:
            return None if self.starts[colour] in cells else (8, self.starts[colour])
        for cell in cells:
            if sides(cell) & own:
                return 9, cell
        return None if any(diagonals(cell) & own for cell in cells) else (10, cells[0])

    def count(self, order: list[str], turn: int, depth: int) -> int:
        """Return the number of sequences of `depth` placements; a colour without a placement is skipped."""
        if depth == 0:
            return 1
        for step in range(len(order)):
            colour = order[(turn + step) % len(order)]
            total, legal = 0, self.legal(colour)
            for name, cells in legal:
                self.place(colour, name, cells)
                total += self.count(order, (turn + step + 1) % len(order), depth - 1)
                self.cells[colour] -= cells
                self.used[colour].remove(name)
            if legal:
                return total
        return 0
