"""Fumen, the notation of other players' tools, read as plays: `v115@vhA…` or `v110@7eA…`, alone or in a link.

A fumen has pages; each has a field of coloured and grey cells, a comment, and a block that may lock on it. The text
after `@` is a sequence of numbers in base 64, lowest digit first, with a `?` after every 47 digits. Each field is
written as its difference from the one before, in runs of equal cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen import dataclass
from cardgen.games.block_killer.blocks import BLOCKS, name_cells
from cardgen.games.block_killer.cards import CODES_OF_ROWS, WIDTH
from cardgen.games.block_killer.field import FULL_ROW, cells_mask, field_height, field_rows, lock, row_text
from cardgen.games.block_killer.notation import SOLID_ROW, Placed, Play, Row
from cardgen.games.block_killer.placements import list_placements
from cardgen.games.block_killer.refusals import BlockKillerError

_FUMEN = re.compile(r"(?<![A-Za-z0-9])[vVmMdD](?P<version>[0-9]{3})@(?P<data>[A-Za-z0-9+/?%\s]*)")
_DIGITS = {
    digit: number for number, digit in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}
#: Version -> rows of the field above the line of rising garbage.
_ROWS = {"110": 21, "115": 23}
#: The numbers of cells: empty, the blocks, and grey.
_CELLS = ".ILOZTJSX"
_GREY = "X"
#: Block -> its cells in the spawn orientation, about its centre.
_SHAPES = {
    "I": ((0, 0), (-1, 0), (1, 0), (2, 0)),
    "L": ((0, 0), (-1, 0), (1, 0), (1, 1)),
    "O": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "Z": ((0, 0), (1, 0), (0, 1), (-1, 1)),
    "T": ((0, 0), (-1, 0), (1, 0), (0, 1)),
    "J": ((0, 0), (-1, 0), (1, 0), (-1, 1)),
    "S": ((0, 0), (-1, 0), (0, 1), (1, 1)),
}
#: The orientations in the order of their numbers: upside down, right, spawn, left.
_TURNS = "2R0L"
#: Block and orientation -> how far its centre is from the place that is written.
_OFFSETS = {
    ("O", "L"): (1, -1),
    ("O", "2"): (1, 0),
    ("O", "0"): (0, -1),
    ("I", "2"): (1, 0),
    ("I", "L"): (0, -1),
    ("S", "0"): (0, -1),
    ("S", "R"): (-1, 0),
    ("Z", "0"): (0, -1),
    ("Z", "L"): (1, 0),
}
#: The characters of comments, as numbers.
_LETTERS = "".join(map(chr, range(32, 127)))
_ESCAPE = re.compile(r"%u([0-9a-fA-F]{4})|%([0-9a-fA-F]{2})")
#: More pages and blocks are refused.
_MOST_PAGES, _MOST_BLOCKS = 200, 12

#: A field: rows from the floor up, each ten letters of `_CELLS`.
Rows = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FumenPage:
    """A page: its field before the block, the block with its cells (None without one), and its comment."""

    rows: Rows
    block: Placed | None
    locks: bool
    comment: str


def read_fumen(text: str) -> list[FumenPage]:
    """Return the pages of a fumen. BlockKillerError if it cannot be read."""
    match = _FUMEN.search(text)
    if match is None:
        raise BlockKillerError("fumen-unreadable")
    if match["version"] not in _ROWS:
        raise BlockKillerError("fumen-version", what=match["version"])
    data = re.sub(r"%3[fF]|[?\s]", "", match["data"].replace("%2B", "+").replace("%2F", "/"))
    try:
        pages = list(_read_pages(_FumenReader([_DIGITS[digit] for digit in data]), _ROWS[match["version"]]))
    except (KeyError, IndexError, ValueError):
        raise BlockKillerError("fumen-unreadable") from None
    if not pages:
        raise BlockKillerError("fumen-unreadable")
    return pages


def play_of_fumen(text: str) -> tuple[Play, str]:
    """Return a fumen as a play, and its first comment.

    The field of the first page is the garbage. If its coloured cells are whole blocks, the grey cells alone may be the
    garbage, and the blocks are placed on it, in the first order that is possible. Then follow the blocks that lock on
    the pages. RuleError for a fumen that cannot be read, or that is no play: a row that is no garbage card, or a field
    that changes from page to page other than by its blocks.
    """
    pages = read_fumen(text)
    comment = next((page.comment for page in pages if page.comment), "")
    rows, blocks, field = _begin(pages[0].rows)
    for number, page in enumerate(pages, 1):
        if number > 1 and _filled(page.rows) != field:
            raise BlockKillerError("fumen-edited", what=number)
        if page.block is not None and page.locks:
            blocks.append(page.block)
            field, _ = lock(field, cells_mask(page.block.cells))
    if not rows and not blocks:
        raise BlockKillerError("fumen-empty")
    return Play(tuple(rows), tuple(blocks)), comment


# ----------------------------------------------------------------------------------------------------------------------
# Reading


class _FumenReader:
    def __init__(self, digits: list[int]) -> None:
        self._digits, self._at = digits, 0

    @property
    def is_empty(self) -> bool:
        return self._at >= len(self._digits)

    def number(self, length: int) -> int:
        """Return the number of the next `length` digits. IndexError after the end."""
        self._at += length
        if self._at > len(self._digits):
            raise IndexError
        return sum(digit << 6 * place for place, digit in enumerate(self._digits[self._at - length : self._at]))


def _read_pages(reader: _FumenReader, top: int) -> Iterator[FumenPage]:
    cells = [0] * (WIDTH * (top + 1))  # from the top left; the last row is the garbage that rises
    repeats = number = 0
    while not reader.is_empty:
        number += 1
        if number > _MOST_PAGES:
            raise ValueError
        if repeats:
            repeats -= 1
        elif not _read_field(reader, cells):
            repeats = reader.number(1)
        action = reader.number(3)
        action, kind = divmod(action, 8)
        action, turn = divmod(action, 4)
        action, place = divmod(action, len(cells))
        rises, mirrors, _, has_comment, skips = (action >> bit & 1 for bit in range(5))
        comment = _read_comment(reader) if has_comment else ""
        rows = _rows_of(cells, top)
        block = _block_at(_CELLS[kind], _TURNS[turn], place, top) if 0 < kind < 8 else None
        yield FumenPage(rows, block, not skips, comment)
        if not skips:
            _go_on(cells, block, top, bool(rises), bool(mirrors))


def _read_field(reader: _FumenReader, cells: list[int]) -> bool:
    """Change `cells` by the difference that is written. Return False if there is none."""
    at, changes = 0, True
    while at < len(cells):
        change, more = divmod(reader.number(2), len(cells))
        if change == 8 and more == len(cells) - 1:
            changes = False
        for place in range(at, at + more + 1):
            cells[place] += change - 8
            if not 0 <= cells[place] < len(_CELLS):
                raise ValueError
        at += more + 1
    return changes


def _read_comment(reader: _FumenReader) -> str:
    length = reader.number(2)
    letters = []
    for _ in range((length + 3) // 4):
        value = reader.number(5)
        for _ in range(4):
            value, letter = divmod(value, len(_LETTERS) + 1)
            letters.append(_LETTERS[letter])
    text = "".join(letters)[:length]
    return _ESCAPE.sub(lambda match: chr(int(match[1] or match[2], 16)), text)


def _rows_of(cells: list[int], top: int) -> Rows:
    rows = ["".join(_CELLS[cell] for cell in cells[WIDTH * y : WIDTH * (y + 1)]) for y in reversed(range(top))]
    while rows and not rows[-1].strip("."):
        rows.pop()
    return tuple(rows)


def _block_at(block: str, turn: str, place: int, top: int) -> Placed:
    dx, dy = _OFFSETS.get((block, turn), (0, 0))
    x, y = place % WIDTH + dx, top - 1 - place // WIDTH + dy
    turned = {"0": (1, 0, 0, 1), "R": (0, 1, -1, 0), "2": (-1, 0, 0, -1), "L": (0, -1, 1, 0)}[turn]
    a, b, c, d = turned
    return Placed(block, tuple(sorted((x + a * u + b * v, y + c * u + d * v) for u, v in _SHAPES[block])))


def _go_on(cells: list[int], block: Placed | None, top: int, rises: bool, mirrors: bool) -> None:
    """Lock a block, clear full rows, and let garbage rise or mirror the field."""
    for x, y in block.cells if block else ():
        if not (0 <= x < WIDTH and 0 <= y < top):
            raise ValueError
        cells[WIDTH * (top - 1 - y) + x] = _CELLS.index(block.block if block else "")
    rows = [cells[WIDTH * y : WIDTH * (y + 1)] for y in range(top + 1)]
    kept = [row for row in rows[:top] if not all(row)]
    rows[:top] = [[0] * WIDTH for _ in range(top - len(kept))] + kept
    if rises:
        rows = [*rows[1:], [0] * WIDTH]
    if mirrors:
        rows[:top] = [row[::-1] for row in rows[:top]]
    cells[:] = [cell for row in rows for cell in row]


# ----------------------------------------------------------------------------------------------------------------------
# Fields as plays


def _filled(rows: Rows, grey_only: bool = False) -> int:
    empty = set(_CELLS) - {_GREY} if grey_only else {"."}
    return cells_mask((x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell not in empty)


def _begin(rows: Rows) -> tuple[list[Row], list[Placed], int]:
    """Return the garbage of the first field, its blocks in their order, and the field after them."""
    field = _filled(rows)
    try:
        return _garbage(field), [], field
    except BlockKillerError:
        groups = _groups(rows)
        if not groups:
            raise
        grey = _filled(rows, grey_only=True)
        garbage = _garbage(grey)
        order = _order(grey, tuple(groups), tuple(range(field_height(field))), set())
        if order is None:
            raise BlockKillerError("fumen-order") from None
        for placed in order:
            grey, _ = lock(grey, cells_mask(placed.cells))
        return garbage, order, grey


def _garbage(field: int) -> list[Row]:
    rows = []
    for y, text in enumerate(field_rows(field)):
        if text == row_text(FULL_ROW):
            rows.append(SOLID_ROW)
        elif text in CODES_OF_ROWS:
            rows.append(Row(*CODES_OF_ROWS[text]))
        else:
            raise BlockKillerError("fumen-row", what=f"{y} ({text})")
    return rows


def _groups(rows: Rows) -> list[Placed] | None:
    """Return the coloured cells as blocks; None if they are not whole blocks."""
    left = {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row) if cell not in ("." + _GREY)}
    groups = []
    while left:
        first = min(left, key=lambda place: (place[1], place[0]))
        group, colour, queue = [first], left.pop(first), [first]
        while queue:
            x, y = queue.pop()
            for place in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if left.get(place) == colour:
                    del left[place]
                    group.append(place)
                    queue.append(place)
        cells = tuple(sorted(group))
        if colour not in BLOCKS or len(cells) != 4 or name_cells(colour, cells) is None:
            return None
        groups.append(Placed(colour, cells))
    return groups if len(groups) <= _MOST_BLOCKS else None


def _order(field: int, groups: tuple[Placed, ...], rows: tuple[int, ...], dead: set[object]) -> list[Placed] | None:
    """Return the blocks in an order in which each can be placed, in the field as it is then; None if there is none.

    `rows` has the row of the first field that is in each row of the field now. `dead` gets what has no order.
    """
    if not groups:
        return []
    if (field, groups) in dead:
        return None
    for number, group in enumerate(groups):
        if not all(y in rows for _, y in group.cells):
            continue
        cells = tuple((x, rows.index(y)) for x, y in group.cells)
        mask = cells_mask(cells)
        if not any(place.cells == mask for place in list_placements(field, group.block)):
            continue
        after, cleared = lock(field, mask)
        rest = groups[:number] + groups[number + 1 :]
        order = _order(after, rest, tuple(row for y, row in enumerate(rows) if y not in cleared), dead)
        if order is not None:
            return [Placed(group.block, cells), *order]
    dead.add((field, groups))
    return None
