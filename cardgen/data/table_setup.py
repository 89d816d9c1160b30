"""The set-up of a game's free table: piles, boards, zones and pieces at their places, and what is dealt.

What has no place of its own lies in rows: the decks with their discards, below them the pieces, and beside both the
boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.base.errors import Fault, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.words.messages import Message, message
from cardgen.data.free_table import MOST_PLAYERS, FreeTableEntry, PileEntry
from cardgen.data.model import Deck, Game, GameFile
from cardgen.data.reading import Marked
from cardgen.engines.free_table.model import Area, Piece, Pile, Point, Setup, Texts

#: The margin of the cloth, the space between things and that below them for their names, mm.
_MARGIN, _GAP, _NAME = 14.0, 10.0, 34.0
#: The least size of the cloth, and the width of a row, of one with boards beside it, and of the boards, mm.
_LEAST, _ROW, _SHORT_ROW, _BOARDS = (480.0, 240.0), 620.0, 330.0, 900.0
#: The size of dice and counters, and of the space that a piece has: a finger must hit it, mm.
_DIE, _COUNTER, _PIECE = 16.0, 24.0, 34.0
#: From a counter to the next one below it: its name is between them.
_NAMED_COUNTER = 46.0


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board that can lie on the table: its name, its titles, its and its size in mm."""

    name: str
    titles: Texts
    size: Point


@dataclass(slots=True)
class _Rows:
    """Places beside each other in rows of a width, from the left edge and the top."""

    left: float
    top: float
    width: float
    x: float = 0.0
    height: float = 0.0
    right: float = 0.0
    bottom: float = 0.0

    def place(self, width: float, height: float) -> Point:
        """Return the top left corner of the next thing."""
        if self.x and self.x + width > self.width:
            self.break_row()
        corner = (self.left + self.x, self.top)
        self.x, self.height = self.x + width + _GAP, max(self.height, height)
        return corner

    def cover(self, corner: Point, width: float, height: float) -> Point:
        """Note that something lies there, and return its middle."""
        self.right, self.bottom = max(self.right, corner[0] + width), max(self.bottom, corner[1] + height)
        return corner[0] + width / 2, corner[1] + height / 2

    def break_row(self) -> None:
        """Go on in a new row, if this one has something."""
        if self.x:
            self.top, self.x, self.height = self.top + self.height + _NAME, 0.0, 0.0


def table_players(file: GameFile) -> int:
    """Return how many sit at the free table of a game: as `table` says, the most that play it, or 2."""
    most = file.players.most if file.players else 2
    return min(MOST_PLAYERS, file.table.players or most)


def make_setup(
    game: Game, players: int | None = None, boards: Sequence[BoardPicture] = (), backs: Mapping[str, str] = {}
) -> Setup:
    """Return the set-up of a game for so many players, or as many as the game says.

    `backs` names for each deck one with the same backs: which of these decks a hidden card is of is a secret.
    """
    decks = game.decks_for("table")
    count = min(MOST_PLAYERS, players or table_players(game.file))
    table = _table_for(game.file.table, count)
    rows = _Rows(_MARGIN, _MARGIN, _SHORT_ROW if boards else _ROW)
    entries = table_decks(game.file, decks.__contains__).items()
    piles = [pile for name, entry in entries if entry.is_for(count) for pile in _piles(name, entry, decks, rows, count)]
    rows.break_row()
    pieces = [*_pieces(table, count, rows)]
    token_piles = [*_tokens(table, rows)]
    zones = [_area(name, zone.titles, zone.at, zone.size, rows) for name, zone in table.zones.items()]
    own = {name: place.at for name, place in table.boards.items()}
    beside = _Rows(rows.right + 2 * _GAP, _MARGIN, _BOARDS)
    drawn = [
        _area(one.name, one.titles, own.get(one.name) or beside.place(*one.size), one.size, rows, True)
        for one in boards
    ]
    width, height = max(_LEAST[0], rows.right + _MARGIN), max(_LEAST[1], rows.bottom + _NAME)
    return Setup(
        players=count,
        width=round(width, 1),
        height=round(height, 1),
        piles=(*piles, *(pile for pile, _ in token_piles)),
        areas=(*drawn, *zones),
        pieces=(*pieces, *(piece for _, piece in token_piles)),
        steps=tuple(_steps(table, piles)),
        sizes={name: deck.trim for name, deck in decks.items()},
        open_decks=tuple(name for name in decks if game.file.decks[name].two_sided),
        backs={name: backs.get(name, name) for name in decks},
        cloth=table.cloth or "",
    )


def table_decks(file: GameFile, is_used: Callable[[str], bool] = lambda _: True) -> dict[str, PileEntry]:
    """Return the piles of a table: those of `table`, and one for each other deck."""
    piles = dict(file.table.piles)
    named = {deck for pile in piles.values() for deck in pile.decks}
    own = {deck: PileEntry(decks=(deck,)) for deck in file.decks if deck not in named and is_used(deck)}
    return {**piles, **{name: pile for name, pile in own.items() if name not in piles}}


def check_table(file: GameFile, marked: Marked, boards: Sequence[str]) -> Iterator[Fault]:
    """Yield the faults of `table`: names of decks, piles, zones and boards that the game does not have."""
    table, piles = file.table, table_decks(file)

    def unknown(name: str, names: Sequence[str], problem: Message, *path: str | int) -> Iterator[Fault]:
        if name not in names:
            yield Fault(marked.place("table", *path), problem, did_you_mean(name, names))

    for name, pile in table.piles.items():
        for deck in pile.decks:
            problem = message("there is no deck {name!r}", name=deck)
            yield from unknown(deck, list(file.decks), problem, "piles", name, "decks")
    for name in table.boards:
        problem = message("there is no board {name!r} in the targets", name=name)
        yield from unknown(name, boards, problem, "boards", name)
    for number, step in enumerate(table.setup or ()):
        key, pile_name = step.gesture
        problem = message("there is no pile {name!r}", name=pile_name)
        yield from unknown(pile_name, list(piles), problem, "setup", number, key)
        if step.zone is not None:
            problem = message("there is no zone {name!r}", name=step.zone)
            yield from unknown(step.zone, list(table.zones), problem, "setup", number, "zone")


def _table_for(table: FreeTableEntry, players: int) -> FreeTableEntry:
    """Return what of a table is for so many players. Piles stay: a deck that is in none would have one of its own."""
    kinds = ("zones", "tokens", "dice", "counters")
    own = {kind: {name: one for name, one in getattr(table, kind).items() if one.is_for(players)} for kind in kinds}
    steps = None if table.setup is None else tuple(step for step in table.setup if step.is_for(players))
    return table.model_copy(update={**own, "setup": steps})


def _piles(name: str, entry: PileEntry, decks: Mapping[str, Deck], rows: _Rows, players: int) -> Iterator[Pile]:
    """Yield a pile and its discard, which has no titles of its own; with `each` those of every player."""
    own = [decks[deck] for deck in entry.decks if deck in decks]
    if not own:
        return
    titles = entry.titles or own[0].titles
    cards = tuple(f"{deck.id}/{card.id}" for deck in own for card in deck.cards for _ in range(card.copies))
    width, height = own[0].trim
    both = 2 * width + _GAP if entry.discard else width
    for seat in range(players) if entry.each else (-1,):
        corner = (entry.at[0] + max(0, seat) * (both + 2 * _GAP), entry.at[1]) if entry.at else rows.place(both, height)
        x, y = rows.cover(corner, width, height)
        own_name = name if seat < 0 else f"{name}-{seat + 1}"
        yield Pile(own_name, titles, x, y, deck=own[0].id, things=cards[::-1], up=entry.up, seat=seat)
        if entry.discard:
            x, y = rows.cover((corner[0] + width + _GAP, corner[1]), width, height)
            yield Pile(f"{own_name}-discard", {}, x, y, deck=own[0].id, up=True, seat=seat)


def _area(name: str, titles: Texts, corner: Point, size: Point, rows: _Rows, board: bool = False) -> Area:
    return Area(name, titles, *rows.cover(corner, *size), *size, board)


def _tokens(table: FreeTableEntry, rows: _Rows) -> Iterator[tuple[Pile, Piece]]:
    for name, token in table.tokens.items():
        x, y = rows.cover(
            token.at or rows.place(max(token.size, _PIECE), max(token.size, _PIECE)), token.size, token.size
        )
        pile = Pile(name, token.titles, x, y, "token", things=(name,) * token.count, up=True)
        yield pile, Piece(name, "token", token.titles, x, y, token.size, token.colour)


def _pieces(table: FreeTableEntry, players: int, rows: _Rows) -> Iterator[Piece]:
    for name, die in table.dice.items():
        for number in range(die.count):
            corner = (die.at[0] + number * _PIECE, die.at[1]) if die.at else rows.place(_PIECE, _PIECE)
            x, y = rows.cover(corner, _DIE, _DIE)
            yield Piece(f"{name}-{number + 1}", "die", die.titles or {}, x, y, _DIE, sides=die.sides, value=1)
    for name, counter in table.counters.items():
        for number in range(players if counter.each else 1):
            below = number * _NAMED_COUNTER
            corner = (counter.at[0], counter.at[1] + below) if counter.at else rows.place(2 * _COUNTER, _PIECE)
            x, y = rows.cover(corner, 2 * _COUNTER, _COUNTER)
            own = f"{name}-{number + 1}" if counter.each else name
            yield Piece(
                own, "counter", counter.titles, x, y, _COUNTER, value=counter.value, seat=number if counter.each else -1
            )


def _steps(table: FreeTableEntry, piles: Sequence[Pile]) -> Iterator[dict[str, Any]]:
    if table.setup is None:
        yield from ({"do": "shuffle", "stack": pile.name} for pile in piles if pile.things and not pile.up)
        return
    for step in table.setup:
        key, name = step.gesture
        each = [pile for pile in piles if pile.seat >= 0 and pile.name == f"{name}-{pile.seat + 1}"]
        for pile in each or [pile for pile in piles if pile.name == name]:  # none of a deck that is not for tables
            # Each player has own cards: they are not dealt to the others.
            do = "draw" if key == "deal" and each else key.replace("_", "-")
            gesture: dict[str, Any] = {"do": do, "stack": pile.name}
            if each:
                gesture["seat"] = pile.seat
            if key != "shuffle":
                gesture["count"] = step.count
            if step.zone in table.zones:
                gesture["zone"] = step.zone
            yield gesture
