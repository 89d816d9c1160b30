"""What lies on a free table: things in stacks on a cloth and in hands, and the set-up that puts them there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from cardgen.base.errors import Text
from cardgen.base.records import dataclass, field

Kind: TypeAlias = Literal["card", "token", "die", "counter", "note"]
Texts: TypeAlias = Mapping[str, str]
Gesture: TypeAlias = Mapping[str, Any]
Point: TypeAlias = tuple[float, float]

#: The most things of a table, gestures of a game, characters of a note; the farthest place, mm, and the highest count.
MOST_THINGS, MOST_STEPS, MOST_TEXT, FARTHEST, MOST_COUNT = 3_000, 4_000, 400, 5_000.0, 1_000_000


class GestureError(ValueError):
    """A gesture that cannot be made, because its data are wrong: a code, and the reason."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(text)
        self.code, self.text = code, text


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing: `what` names it, a card by `deck/card`. A card is face `up` or not, `turned` by degrees, clockwise.

    `value` is the number on a die or a counter, `text` that of a note.
    """

    kind: Kind
    what: str
    up: bool = True
    turned: int = 0
    value: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Stack:
    """Things on each other, by their numbers, the lowest first. Their middle is at x, y mm from the cloth's corner.

    A stack with the name of a pile stays when it is empty. `lookers` are the seats that look through it now.
    """

    things: tuple[int, ...]
    x: float
    y: float
    name: str = ""
    lookers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A table at one moment. Stacks are in the order in which they lie on each other, the lowest first.

    A number stands for a thing that somebody can follow with the eyes: shuffling exchanges what the numbers stand for.
    """

    things: Mapping[int, Thing]
    stacks: Mapping[int, Stack]
    hands: tuple[tuple[int, ...], ...]
    next: int = 0
    """the number of the next thing or stack"""


# ---------------------------------------------------------------- the set-up


@dataclass(frozen=True, slots=True)
class Pile:
    """A place for things on each other: a deck, a discard, a supply of tokens.

    `things` are the names of all of them, the lowest first.
    """

    name: str
    titles: Texts
    x: float
    y: float
    kind: Kind = "card"
    deck: str = ""
    things: tuple[str, ...] = ()
    up: bool = False
    seat: int = -1
    """the player whose pile it is, -1 for all"""


#: Between cards in a zone, and above them for its title, mm.
_SPACE, _TITLE = 5.0, 9.0


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the cloth with a name, or a `board`: its middle, its width and its height, mm."""

    name: str
    titles: Texts
    x: float
    y: float
    width: float
    height: float
    board: bool = False

    def contains(self, x: float, y: float) -> bool:
        """Return True if a place is in the area."""
        return abs(x - self.x) <= self.width / 2 and abs(y - self.y) <= self.height / 2

    def places(self, size: Point, count: int = 1) -> Iterator[Point]:
        """Yield the middles of the places for things of a size, row by row, at least `count` of them."""
        width, height = size
        columns = max(1, int((self.width + _SPACE) // (width + _SPACE)))
        rows = max(1, int((self.height - _TITLE + _SPACE) // (height + _SPACE)))
        step = width + _SPACE
        if count > columns * rows:
            columns = -(-count // rows)
            step = max(0.0, self.width - width) / (columns - 1)
        x = self.x - step * (columns - 1) / 2
        y = self.y + (_TITLE - (height + _SPACE) * (rows - 1)) / 2
        for row in range(rows):
            yield from ((x + step * column, y + (height + _SPACE) * row) for column in range(columns))


@dataclass(frozen=True, slots=True)
class Piece:
    """A token, a die or a counter: its place, and how it looks. `sides` are those of a die.

    `seat` is the player that a counter is of, -1 for all. Tokens lie in a pile: none lies at the place of the piece.
    """

    name: str
    kind: Kind
    titles: Texts
    x: float
    y: float
    size: float = 12.0
    colour: str = ""
    sides: int = 6
    value: int = 0
    seat: int = -1


@dataclass(frozen=True, slots=True)
class Setup:
    """What a click deals: the piles, areas and pieces, and the gestures (`steps`) that are made first.

    `sizes` are width and height of the cards of each deck. The faces of `open_decks` are no secret: their cards have
    two faces. `backs` names for each deck one with the same backs, which is all that a hidden card shows.
    """

    players: int
    width: float
    height: float
    piles: tuple[Pile, ...] = ()
    areas: tuple[Area, ...] = ()
    pieces: tuple[Piece, ...] = ()
    steps: tuple[Gesture, ...] = ()
    sizes: Mapping[str, Point] = field(default_factory=dict)
    open_decks: tuple[str, ...] = ()
    backs: Mapping[str, str] = field(default_factory=dict)
    cloth: str = ""

    def pile(self, name: str) -> Pile | None:
        """Return the pile of this name; None if there is none."""
        return next((pile for pile in self.piles if pile.name == name), None)

    def piece(self, name: str) -> Piece | None:
        """Return the piece of this name; None if there is none."""
        return next((piece for piece in self.pieces if piece.name == name), None)

    def zone(self, name: str) -> Area | None:
        """Return the zone of this name; None if there is none."""
        return next((area for area in self.areas if area.name == name and not area.board), None)

    def zone_at(self, x: float, y: float) -> Area | None:
        """Return the uppermost zone at a place; None if there is none."""
        return next((area for area in reversed(self.areas) if not area.board and area.contains(x, y)), None)

    def size_of(self, thing: Thing) -> Point:
        """Return width and height of a thing, mm."""
        if thing.kind == "card":
            return self.sizes.get(thing.what.partition("/")[0], (63.0, 88.0))
        piece = self.piece(thing.what)
        return (piece.size, piece.size) if piece else (40.0, 30.0)


def laid_out(setup: Setup) -> State:
    """Return the table before the first gesture: all piles as they are in their files, the hands empty."""
    things: dict[int, Thing] = {}
    stacks: dict[int, Stack] = {}
    number = 0
    for pile in setup.piles:
        numbers = range(number, number + len(pile.things))
        things.update((one, Thing(pile.kind, what, pile.up)) for one, what in zip(numbers, pile.things, strict=True))
        number = numbers.stop
        stacks[number] = Stack(tuple(numbers), pile.x, pile.y, pile.name)
        number += 1
    for piece in setup.pieces:
        if piece.kind == "token":
            continue
        things[number] = Thing(piece.kind, piece.name, value=piece.value)
        stacks[number + 1] = Stack((number,), piece.x, piece.y)
        number += 2
    return State(things, stacks, ((),) * setup.players, number)
