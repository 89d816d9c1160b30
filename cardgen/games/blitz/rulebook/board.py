"""A position as a picture: the board from the allied side, each card with its name, values and level.

The cards of the German side are turned by 180 degrees, as they lie on the table; a unit that is turned sideways lies
across its cell. Facilities are triangles in the upper left corners of cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen import Scene, dataclass, field
from cardgen.drawing import (
    BUNDLED,
    INK,
    MARGIN,
    QUIET,
    Align,
    FontSet,
    Group,
    Item,
    Path,
    Span,
    layout_paragraph,
    place_flow,
    place_in_middle,
    place_title,
    polyline,
    rectangle,
    then,
    translate,
    turn,
)
from cardgen.games.blitz.board import DEPTH, FORWARD, ROWS, Cell, cell_at
from cardgen.games.blitz.cards import BlitzCard
from cardgen.games.blitz.state import NOTHING, BlitzState

#: The side of a cell, and a card in it, mm.
CELL = 22.0
_ACROSS, _TALL = 13.6, 19.0
_EDGE = 6.0
_AREAS = {1: "#e6e9ee", 0: "#f3ead2", -1: "#e9eddc"}
_GRID, _FRONT, _WHITE, _SUPPLY, _SIGN = "#b9bfae", "#8c2f23", "#ffffff", "#2f7a41", "#f2b632"
_ATTACK, _DEFENCE = "#b3262e", "#2b5fa5"
_TINTS = {"us": "#55652f", "uk": "#8a6136", "ss": "#4a4f57", "wm": "#3f6a6b"}


@dataclass(frozen=True, slots=True)
class PrintedNames:
    """The printed names of the cards by faction and id, in one language; the factions' colours, and their names if any.

    A faction without a name is written as its id in capitals.
    """

    language: str = "en"
    cards: Mapping[tuple[str, str], str] = field(default_factory=dict)
    tints: Mapping[str, str] = field(default_factory=lambda: _TINTS)
    armies: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a board that is shown: the first and the last column, the lowest and the highest row.

    Rows 4 and -4 are beyond the board, where units break through.
    """

    left: int
    right: int
    low: int = -DEPTH
    high: int = DEPTH

    @property
    def width(self) -> float:
        """The width on paper, mm."""
        return (self.right - self.left + 1) * CELL

    @property
    def height(self) -> float:
        """The height on paper, mm."""
        return (self.high - self.low + 1) * CELL

    def cells(self) -> Iterator[Cell]:
        """Yield the cells, top row first."""
        rows = range(self.high, self.low - 1, -1)
        return ((x, y) for y in rows for x in range(self.left, self.right + 1))


def draw_position(state: BlitzState, title: str, caption: str, names: PrintedNames, fonts: FontSet = BUNDLED) -> Scene:
    """Return the board of a state with a title above and a caption below."""
    width = state.setup.width
    whole = 2 * MARGIN + _EDGE + width * CELL
    heading, y = place_title(title, names.language, whole, fonts)
    beyond = {state.setup.side_of(card) for card, _ in state.beyond}
    draw = BoardDrawing(state, names, fonts, Window(0, width - 1), MARGIN + _EDGE, y + CELL * ("allied" in beyond))
    items: list[Item] = [*heading, *draw.ground(), *draw.numbers(), *draw.cards()]
    below = draw.top + ROWS * CELL + _EDGE + CELL * ("german" in beyond)
    span = fonts.of_game([Span(caption, "regular", INK, names.language)])
    flow = layout_paragraph(span, 2.9, whole - 2 * MARGIN)
    items += place_flow(flow, MARGIN, below)
    height = below + flow.height + MARGIN
    paper = Path(rectangle(0, 0, whole, height), fill="#ffffff")
    return Scene(whole, height, (paper, *items), name="board", title=title, description=caption, lang=names.language)


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """A part of the board of a state, with its upper left corner at (left, top).

    With `upright`, the names of the German cards can be read from the allied side; their values are at the lower edge.
    """

    state: BlitzState
    names: PrintedNames
    fonts: FontSet
    window: Window
    left: float = 0.0
    top: float = 0.0
    upright: bool = False

    def corner(self, cell: Cell) -> tuple[float, float]:
        """Return the upper left corner of a cell, also of one outside of the window."""
        return self.left + (cell[0] - self.window.left) * CELL, self.top + (self.window.high - cell[1]) * CELL

    def middle(self, cell: Cell) -> tuple[float, float]:
        x, y = self.corner(cell)
        return x + CELL / 2, y + CELL / 2

    def ground(self) -> Iterator[Item]:
        """Yield the cells, and the edges of the front row."""
        for cell in self.window.cells():
            x, y = self.corner(cell)
            if abs(cell[1]) > DEPTH:
                edge = rectangle(x + 0.6, y + 0.6, CELL - 1.2, CELL - 1.2, 1.5)
                yield Path(edge, stroke=_GRID, stroke_width=0.35, dash=(1.4, 1.4))
                continue
            tint = _AREAS[(cell[1] > 0) - (cell[1] < 0)]
            yield Path(rectangle(x, y, CELL, CELL), fill=tint, stroke=_GRID, stroke_width=0.25)
        for row in (0, -1):
            if self.window.low - 1 <= row <= self.window.high:
                y = self.corner((0, row))[1]
                yield Path(
                    polyline((self.left, y), (self.left + self.window.width, y)), stroke=_FRONT, stroke_width=0.7
                )

    def numbers(self) -> Iterator[Item]:
        """Yield the numbers of the rows and columns, outside of the board."""
        for row in range(self.window.low, self.window.high + 1):
            y = self.corner((0, row))[1] + CELL / 2 - 2
            yield from self.text(str(row), (self.left - _EDGE, y, _EDGE - 1, 4), QUIET)
        for column in range(self.window.left, self.window.right + 1):
            x = self.corner((column, 0))[0]
            yield from self.text(str(column), (x, self.top + self.window.height + 1, CELL, 4), QUIET)

    def cards(self) -> Iterator[Item]:
        """Yield everything that lies on the board, and what has left it."""
        setup, shown = self.state.setup, set(self.window.cells())
        for index in range(len(self.state.ground)):
            cell = cell_at(index, setup.width)
            if cell not in shown:
                continue
            if self.state.ground[index] != NOTHING:
                yield self.card(self.state.ground[index], cell)
            if self.state.traps[index] != NOTHING:
                alone = self.upright and self.state.ground[index] == NOTHING
                draw = self.facility_card if alone else self.facility
                yield from draw(self.state.traps[index], cell)
        for card, column in self.state.beyond:
            yield self.card(card, (column, FORWARD[setup.side_of(card)] * (DEPTH + 1)))

    def card(self, card: int, cell: Cell) -> Group:
        """Return a unit or a resource on its cell, turned as it lies."""
        setup = self.state.setup
        german = setup.side_of(card) == "german"
        sideways = card in self.state.turned or card in self.state.resting
        degrees = (180 if german and not self.upright else 0) + (90 if sideways else 0)
        matrix = then(translate(-_ACROSS / 2, -_TALL / 2), turn(degrees))
        items = tuple(self._face(card, german and self.upright))
        return Group(items, then(matrix, translate(*self.middle(cell))))

    def _printed(self, card: int) -> tuple[BlitzCard, str, str, str]:
        """Return a card, its name, the colour of its army and the name of its army."""
        setup, names = self.state.setup, self.names
        face, faction = setup.cards[card], setup.factions[setup.owners[card]]
        name, army = names.cards.get((faction, face.id), face.id), names.armies.get(faction, faction.upper())
        return face, name, names.tints.get(faction, INK), army

    def _face(self, card: int, low: bool) -> Iterator[Item]:
        """Yield a card with its values at the upper edge, or at the lower one with `low`."""
        face, name, tint, army = self._printed(card)
        if face.kind == "resource":
            tint = _SUPPLY
        head = _TALL - 5 if low else 0.0
        yield Path(rectangle(0, 0, _ACROSS, _TALL, 1.2), fill=_WHITE, stroke=tint, stroke_width=0.5)
        yield Path(rectangle(0, head, _ACROSS, 5, 1.2), fill=tint)
        if self.upright and face.kind == "unit":  # as on the card: the attack on red, the defence on blue
            half = _ACROSS / 2
            yield Path(rectangle(0, head, half + 1, 5, 1.2), fill=_ATTACK)
            yield Path(rectangle(half - 1, head, half + 1, 5, 1.2), fill=_DEFENCE)
            yield Path(rectangle(half - 1, head, 1, 5), fill=_ATTACK)
            yield Path(rectangle(half, head, 1, 5), fill=_DEFENCE)
        values = f"{face.attack}  {face.defence}" if face.kind == "unit" else f"L{face.level}"
        if self.upright and face.kind == "unit":
            values = f"{face.attack}\u2003{face.defence}"
        yield from self.text(values, (0.6, head + 0.8, _ACROSS - 1.2, 4), _WHITE, 3.2, "bold")
        if self.upright:
            yield from self.text(name, (0.5, 6.1 if low else 5.6, _ACROSS - 1, 7.2), INK, 3.5)
        else:
            yield from self.text(name, (0.8, 6, _ACROSS - 1.6, 7.6), INK, 2.7)
        yield from self.text(army, (0.8, 0.6 if low else _TALL - 4, _ACROSS - 1.6, 3), tint, 2.4, "bold")
        if face.kind == "unit":
            start, y = _ACROSS / 2 - face.level * 1.1, 4.2 if low else _TALL - 5.8
            for number in range(face.level):
                yield Path(rectangle(start + number * 2.2 + 0.3, y, 1.6, 1.6), fill=tint)

    def facility_card(self, trap: int, cell: Cell) -> Iterator[Item]:
        """Yield a facility that lies alone on its cell, as a card with its name."""
        _, name, tint, army = self._printed(trap)
        x, y = self.middle(cell)
        left, top = x - _ACROSS / 2, y - _TALL / 2
        yield Path(rectangle(left, top, _ACROSS, _TALL, 1.2), fill=_WHITE, stroke=tint, stroke_width=0.5)
        corners = ((x - 2.6, top + 5.6), (x, top + 1), (x + 2.6, top + 5.6))
        yield Path(polyline(*corners, close=True), fill=_SIGN, stroke=tint, stroke_width=0.5)
        yield from self.text(name, (left + 0.5, top + 6, _ACROSS - 1, 8.4), INK, 3.5)
        yield from self.text(army, (left + 0.8, top + _TALL - 4, _ACROSS - 1.6, 3), tint, 2.4, "bold")

    def facility(self, trap: int, cell: Cell) -> Iterator[Item]:
        """Yield a facility in the corner of its cell: a triangle in the colour of its owner, and a letter."""
        _, name, tint, _ = self._printed(trap)
        x, y = self.corner(cell)
        size = 1.45 if self.upright else 1.0  # in a book it is drawn smaller than on a page of its own
        corners = (
            (x + 0.5, y + 0.5 + 4.8 * size),
            (x + 0.5 + 2.6 * size, y + 0.8),
            (x + 0.5 + 5.2 * size, y + 0.5 + 4.8 * size),
        )
        yield Path(polyline(*corners, close=True), fill=_SIGN, stroke=tint, stroke_width=0.6)
        area = (x + 0.5 + 1.1 * size, y + 0.5 + 1.9 * size, 3 * size, 2.8 * size)
        yield from self.text(name[:1].upper(), area, INK, 2.1 * size, "bold")

    def text(
        self,
        text: str,
        area: tuple[float, float, float, float],
        colour: str,
        size: float = 2.8,
        font: str = "regular",
        align: Align = "centre",
    ) -> Sequence[Item]:
        """Return a text in the middle of an area, smaller if it does not fit."""
        spans = self.fonts.of_game([Span(text, font, colour, self.names.language)])
        return place_in_middle(spans, size, area, floor=1.4, align=align)
