"""`setup`: a numbered picture of the table at the start, and a list with the texts of the numbers.

Every place has a position `at`, in mm on the table, and what lies there: a pile of a deck, a hand, cards, a board, a
grid of cells or an empty place. Those with a text have a number.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from cardgen.base.errors import DataError, Fault, Faults, WrongValueError
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.kinds import FileModel, Length, Millimetres
from cardgen.data.reading import Marked
from cardgen.rulebook.blocks.components import board_scene, find_deck
from cardgen.rulebook.blocks.context import BlockContext, Fence
from cardgen.rulebook.blocks.figure import FigureBody
from cardgen.rulebook.blocks.pieces import (
    draw_fan,
    draw_grid,
    draw_pile,
    draw_place,
    draw_row,
    draw_sheet,
    turn_drawing,
)
from cardgen.rulebook.book import Block, Figure, Items, Panel, Paragraph, Picture, Sources, Words, plain
from cardgen.rulebook.drawing import LABEL, centre_label, set_label
from cardgen.scene.items import Group, Item, Path, Scene, ellipse, scale, translate
from cardgen.scene.shapes import Drawing

#: The picture is no higher, mm.
_MOST_HEIGHT = 100.0
#: The radius of the disc with a number, and the size of the number, mm; their colours.
_DISC, _FIGURE = 2.5, 3.0
_GROUND, _INK = "#1b2230", "#ffffff"
#: The cards of a hand that are drawn.
_MOST_IN_HAND = 12
_CELLS = Annotated[int, Field(ge=1, le=40)]
_KINDS = ("pile", "hand", "cards", "board", "grid", "place")


class PlaceEntry(FileModel):
    """What lies at a place: a `pile` or a `hand` of a deck, `cards`, a `board`, a `grid`, or room for a deck (`place`).

    `at` is its top left corner, mm. `turn` turns it about its middle, `title` is below it.
    """

    at: tuple[Millimetres, Millimetres] = Field(strict=False)
    pile: str = ""
    hand: str = ""
    cards: Annotated[list[str], Field(max_length=12)] = []
    board: str = ""
    grid: tuple[_CELLS, _CELLS] | None = Field(None, strict=False)
    place: str = ""
    cell: Length = 20.0
    count: int | str = 5
    turn: Literal[0, 90, 180, 270] = 0
    title: str = ""
    text: str = ""

    @model_validator(mode="after")
    def _check_one(self) -> Self:
        if sum(bool(getattr(self, kind)) for kind in _KINDS) != 1:
            expected = "pile, hand, cards, board, grid, place"
            raise WrongValueError(message("a place has one of: {kinds}", kinds=expected))
        return self


class SetupBody(FigureBody):
    """The places, from the lowest to that on top of all, and the width of the picture."""

    places: Annotated[list[PlaceEntry], Field(min_length=1, max_length=60)]
    width: Length | None = None


@dataclass(frozen=True, slots=True, eq=False)
class TablePicture(Picture):
    """A table: drawings at their places with numbers (0 for none) and titles, which keep their sizes."""

    pieces: tuple[tuple[float, float, Drawing, int, str], ...]
    width: float | None

    def draw(self, width: float, sources: Sources) -> Drawing:
        left, top = min(x for x, *_ in self.pieces), min(y for _, y, *_ in self.pieces)
        right = max(x + drawing.width for x, _, drawing, *_ in self.pieces)
        bottom = max(y + drawing.height for _, y, drawing, *_ in self.pieces)
        below = LABEL * 1.6 if any(title for *_, title in self.pieces) else 0.0
        room = min(width, self.width or width) - 2 * _DISC
        factor = min(room / (right - left), (_MOST_HEIGHT - 2 * _DISC - below) / (bottom - top))
        things: list[Item] = []
        labels: list[Item] = []
        for x, y, drawing, number, title in self.pieces:
            shift = translate(_DISC + (x - left) * factor, _DISC + (y - top) * factor)
            things.append(Group((Group(drawing.items, scale(factor)),), shift))
            middle, foot = shift[4] + drawing.width * factor / 2, shift[5] + drawing.height * factor
            if title:
                labels.append(centre_label(set_label(title, LABEL, sources.fonts), middle, foot + 0.6))
            if number:
                labels += _numbered(number, shift[4], shift[5], sources)
        wide, high = (right - left) * factor + 2 * _DISC, (bottom - top) * factor + 2 * _DISC + below
        return Drawing((*things, *labels), wide, high)

    def labels(self) -> tuple[str, ...]:
        return tuple(title for *_, title in self.pieces if title)


def _numbered(number: int, x: float, y: float, sources: Sources) -> tuple[Item, ...]:
    """Return a disc with a number at the corner of a piece."""
    label = set_label(str(number), _FIGURE, sources.fonts, strong=True, colour=_INK)
    disc = Path(ellipse(x, y, _DISC), fill=_GROUND, stroke=_INK, stroke_width=0.4)
    return (disc, centre_label(label, x, y - label.height / 2))


def read_setup(fence: Fence, context: BlockContext) -> tuple[Block, ...]:
    """Return the picture, and the list of the texts. DataError with the faults of all places."""
    body, marked = fence.parse_yaml(SetupBody)
    pieces: list[tuple[float, float, Drawing, int, str]] = []
    texts: list[Words] = []
    faults = Faults()
    for i, entry in enumerate(body.places):
        part = marked.part("places", i)
        with faults:
            drawing = turn_drawing(_draw_entry(entry, part, fence, context), entry.turn)
            if entry.text:
                texts.append(context.words(entry.text, part.place("text")))
            title = context.fill(entry.title, part.place("title"))
            pieces.append((*entry.at, drawing, len(texts) if entry.text else 0, title))
    faults.raise_all()
    caption = context.words(body.caption, marked.place("caption"))
    alt = " ".join(f"{number}. {plain(words)}" for number, words in enumerate(texts, 1)) or plain(caption)
    figure = Figure((Panel(TablePicture(tuple(pieces), body.width), alt=alt),), 1, caption, fence.place)
    entries = tuple((Paragraph(words, fence.place),) for words in texts)
    return (figure, Items(entries, 1, fence.place)) if entries else (figure,)


def _draw_entry(entry: PlaceEntry, part: Marked, fence: Fence, context: BlockContext) -> Drawing:
    sources = context.sources
    if entry.cards:
        names = [(name.removesuffix("~"), name.endswith("~")) for name in entry.cards]
        faces = [(context.face(name, fence), turned) for name, turned in names]
        return draw_row(faces, sources.corner, sources.outline)
    if entry.board:
        return draw_sheet(board_scene(context.fill(entry.board, part.place("board")), part.place("board"), context))
    if entry.grid:
        return draw_grid(*entry.grid, entry.cell)
    if entry.pile:
        return draw_pile(_side(entry.pile, part, "pile", context), sources.corner, sources.outline)
    if entry.hand:
        back = _side(entry.hand, part, "hand", context)
        return draw_fan([back] * _count(entry, part, context), sources.corner, sources.outline)
    back = _side(entry.place, part, "place", context)
    return draw_place(back, sources.corner, sources.outline)


def _count(entry: PlaceEntry, part: Marked, context: BlockContext) -> int:
    """Return the number of cards in a hand. DataError if it is none."""
    place = part.place("count")
    text = context.fill(str(entry.count), place)
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= _MOST_IN_HAND:
        problem = message("{text!r} is not a number of cards", text=text)
        raise DataError(Fault(place, problem, message("expected 1 to {most}", most=_MOST_IN_HAND)))
    return int(text)


def _side(deck: str, part: Marked, key: str, context: BlockContext) -> Scene:
    """Return the back of a deck, or the face of its first card if it has none."""
    find_deck(deck, part.place(key), context)
    back = context.sources.back(deck)
    return back if back is not None else context.sources.deck_faces(deck)[0]
