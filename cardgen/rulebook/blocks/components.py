"""`components`: a picture of what is in the box, with the number of each part.

Every part is a deck, cards named by their ids, a board or a grid of cells. The number is that of the deck or of the
copies of the cards, unless `count` says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from cardgen.base.errors import DataError, Fault, Faults, Place, WrongValueError, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.kinds import Length
from cardgen.data.reading import Marked
from cardgen.rulebook.blocks.context import BlockContext, Fence, in_language
from cardgen.rulebook.blocks.figure import FigureBody
from cardgen.rulebook.blocks.pieces import draw_fan, draw_grid, draw_sheet, scale_drawing
from cardgen.rulebook.book import Figure, Panel, Picture, Sources, Text, Words, plain
from cardgen.scene.items import Scene
from cardgen.scene.shapes import Drawing

#: The cards of a deck that are shown, and how high a picture is at most, mm.
_MOST_SHOWN, _MOST_HEIGHT = 4, 34.0


class PartEntry(FigureBody):
    """A part: a `deck`, `cards`, a `board` or a `grid` of cells. `title` and `count` replace those of the data."""

    deck: str = ""
    cards: Annotated[list[str], Field(max_length=8)] = []
    board: str = ""
    grid: tuple[Annotated[int, Field(ge=1, le=40)], Annotated[int, Field(ge=1, le=40)]] | None = Field(
        None, strict=False
    )
    cell: Length = 10.0
    title: str = ""
    count: str | int = ""

    @model_validator(mode="after")
    def _check_one(self) -> Self:
        if not (self.deck or self.cards) and (bool(self.board) + (self.grid is not None)) != 1:
            raise WrongValueError(message("a part needs a deck, cards, a board or a grid"))
        if not self.deck and not self.title:
            raise WrongValueError(message("a part without a deck needs a title"))
        return self


class ComponentsBody(FigureBody):
    """The parts. Cards have one scale, at most `most`; boards are as large as the cards together leave them room."""

    parts: Annotated[list[PartEntry], Field(min_length=1, max_length=40)]
    most: Annotated[float, Field(gt=0, le=1)] = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class PiecePicture(Picture):
    """A part of a game, at one scale with others: `widest` and `tallest` are those of all these parts, mm."""

    drawing: Drawing
    widest: float
    tallest: float
    most: float

    def draw(self, width: float, sources: Sources) -> Drawing:  # noqa: ARG002
        factor = min(self.most, width / self.widest, _MOST_HEIGHT / self.tallest)
        return scale_drawing(self.drawing, factor)


def read_components(fence: Fence, context: BlockContext) -> Figure:
    """Return a figure with a panel for each part. DataError with the faults of all parts."""
    body, marked = fence.parse_yaml(ComponentsBody)
    drawings: list[Drawing] = []
    captions: list[Words] = []
    faults = Faults()
    for number, part in enumerate(body.parts):
        with faults:
            place = marked.part("parts", number)
            drawings.append(_draw_part(part, place, fence, context))
            captions.append(_caption(part, place, fence, context))
    faults.raise_all()
    flat = [bool(part.board or part.grid) for part in body.parts]
    panels = []
    for drawing, caption, is_flat in zip(drawings, captions, flat, strict=True):
        # Boards are much larger than cards, so they have a scale of their own.
        beside = [other for other, kind in zip(drawings, flat, strict=True) if kind == is_flat]
        widest, tallest = max(other.width for other in beside), max(other.height for other in beside)
        panels.append(Panel(PiecePicture(drawing, widest, tallest, body.most), caption, plain(caption)))
    caption = context.words(body.caption, marked.place("caption"))
    return Figure(tuple(panels), body.across or min(4, len(panels)), caption, fence.place)


def _draw_part(part: PartEntry, marked: Marked, fence: Fence, context: BlockContext) -> Drawing:
    if part.board:
        return draw_sheet(board_scene(context.fill(part.board, marked.place("board")), marked.place("board"), context))
    if part.grid is not None:
        return draw_grid(*part.grid, part.cell)
    sources, scenes = context.sources, [context.face(name, fence) for name in part.cards]
    if part.deck:
        find_deck(part.deck, marked.place("deck"), context)
        back = sources.back(part.deck)
        scenes = scenes or [*sources.deck_faces(part.deck)[:_MOST_SHOWN]]
        scenes = [*([back] if back is not None else ()), *scenes]
    return draw_fan(scenes, sources.corner, sources.outline)


def find_deck(name: str, place: Place, context: BlockContext) -> Mapping[str, Any]:
    """Return the values of a deck. DataError if there is none of this name."""
    decks: Mapping[str, Mapping[str, Any]] = context.sources.values.get("decks", {})
    if name not in decks:
        raise DataError(Fault(place, message("there is no deck {name!r}", name=name), did_you_mean(name, list(decks))))
    return decks[name]


def board_scene(name: str, place: Place, context: BlockContext) -> Scene:
    """Return a board or a mat by the name of its file. DataError if there is none."""
    scene = context.sources.board(name)
    if scene is None:
        text = message("there is no board or page {name!r}", name=name)
        raise DataError(Fault(place, text, message("expected the name of a file under sheets/, such as mat-a4")))
    return scene


def _caption(part: PartEntry, marked: Marked, fence: Fence, context: BlockContext) -> Words:
    """Return the title of a part and how many there are."""
    count: object = part.count
    if part.title:
        title = context.words(part.title, marked.place("title"))
    else:
        titles = find_deck(part.deck, marked.place("deck"), context)["titles"]
        title = (Text(in_language(titles, context.lang), context.lang),)
    if count == "" and part.cards:
        count = sum(context.card(name, fence)["copies"] for name in part.cards)
    elif count == "":
        count = find_deck(part.deck, marked.place("deck"), context)["count"] if part.deck else 1
    number = context.fill(str(count), marked.place("count"))
    return (*title, Text(f" × {number}", context.lang, strong=True))
