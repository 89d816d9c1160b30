"""`position RULES`: positions with claims about them, which the rules engine proves and the pictures show.

The body has for each picture a scenario (see `cardgen.games.blitz.scenarios`), a line `---`, and its options as YAML;
a line `---` also separates the pictures. A claim that the engine refutes is a fault at its line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from cardgen import DataError, Fault, dataclass, message
from cardgen.blocks import (
    BlockContext,
    Drawing,
    Fence,
    Figure,
    FigureBody,
    Marked,
    Picture,
    SceneError,
    Sources,
    find_rules,
    in_language,
    read_scenes,
)
from cardgen.drawing import Group, rectangle, scale
from cardgen.drawing import Path as Shape
from cardgen.engines import CardData
from cardgen.games.blitz.board import DEPTH, WIDTHS, cell_at
from cardgen.games.blitz.cards import SIDES, Deck
from cardgen.games.blitz.deck_cards import read_decks, short_id
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.rulebook.board import CELL, BoardDrawing, PrintedNames, Window
from cardgen.games.blitz.rulebook.marks import marks_above, marks_below
from cardgen.games.blitz.scenarios import Scenario, verify_scenario
from cardgen.games.blitz.state import NOTHING, BlitzState

#: A cell is at most so wide if a picture does not say otherwise, mm.
_MOST = 16.0
_FARTHEST = DEPTH + 1
_Row = Annotated[int, Field(ge=-_FARTHEST, le=_FARTHEST)]
_Column = Annotated[int, Field(ge=0, lt=max(WIDTHS.values()))]


class PositionBody(FigureBody):
    """`columns` and `rows` are the first and the last that are shown, `cell` the most that a cell is wide, mm."""

    columns: Annotated[tuple[_Column, _Column] | None, Field(strict=False)] = None
    rows: Annotated[tuple[_Row, _Row], Field(strict=False)] = (-DEPTH, DEPTH)
    cell: Annotated[float, Field(ge=8, le=CELL)] = _MOST


@dataclass(frozen=True, slots=True)
class PositionPicture(Picture):
    """A part of a board with its cards, and a mark for each claim."""

    scenario: Scenario
    names: PrintedNames
    window: Window
    cell: float = _MOST

    def draw(self, width: float, sources: Sources) -> Drawing:
        board = BoardDrawing(self.scenario.state, self.names, sources.fonts, self.window, upright=True)
        asked = self.scenario.questions
        below = [item for question in asked for item in marks_below(board, question)]
        above = [item for question in asked for item in marks_above(board, question)]
        factor = min(self.cell / CELL, width / self.window.width)
        area = Shape(rectangle(-0.5, -0.5, self.window.width + 1, self.window.height + 1))
        items = Group((*board.ground(), *below, *board.cards(), *above), scale(factor), clip=area)
        return Drawing((items,), self.window.width * factor, self.window.height * factor)

    def labels(self) -> tuple[str, ...]:
        return (*self.names.cards.values(), *self.names.armies.values())


def read_position(fence: Fence, context: BlockContext) -> Figure:
    """Return a figure of positions. DataError at each claim that the engine refutes."""
    rules = find_rules(fence, context)
    decks, names = decks_of_book(context), names_of_book(context)

    def draw(text: str, body: PositionBody, marked: Marked) -> tuple[Picture, str]:
        try:
            scenario = verify_scenario(text, rules, decks)
        except BlitzError as error:
            raise SceneError(error.line or 1, error.at_line(None)) from error
        columns = body.columns or (0, scenario.state.setup.width - 1)
        if columns[1] >= scenario.state.setup.width or columns[0] > columns[1] or body.rows[0] > body.rows[1]:
            problem = message("the board has no columns {columns} or rows {rows}", columns=columns, rows=body.rows)
            raise DataError(Fault(marked.place("columns" if body.columns else "rows"), problem))
        picture = PositionPicture(scenario, names, Window(*columns, *body.rows), body.cell)
        return picture, describe_position(scenario.state, names)

    panels, across = read_scenes(fence, context, PositionBody, draw)
    return Figure(tuple(panels), across, (), fence.place)


def describe_position(state: BlitzState, names: PrintedNames) -> str:
    """Return where each card is, in words: its army, its name and its cell."""
    parts = []
    for cards in (state.ground, state.traps):
        for index, card in enumerate(cards):
            if card != NOTHING:
                faction = state.setup.factions[state.setup.owners[card]]
                name = state.setup.cards[card].id
                army = names.armies.get(faction, faction)
                x, y = cell_at(index, state.setup.width)
                parts.append(f"{army} {names.cards.get((faction, name), name)} ({x}, {y})")
    return ("；" if names.language.startswith("zh") else "; ").join(parts)


# ---------------------------------------------------------------- the cards of the book


def cards_of_book(context: BlockContext) -> list[CardData]:
    """Return the cards of all factions, as the book's values have them."""
    return [
        CardData(str(name), int(card["copies"]), card)
        for name, card in context.sources.cards.items()
        if card.get("faction") in SIDES
    ]


def decks_of_book(context: BlockContext) -> dict[str, Deck]:
    """Return the decks as the rules see them."""
    cards = cards_of_book(context)
    return read_decks({side: [card for card in cards if card.fields["faction"] == side] for side in SIDES})


def names_of_book(context: BlockContext) -> PrintedNames:
    """Return the names of cards and armies in the language of the book, and the colours of the armies."""
    cards, tints, armies = {}, {}, {}
    for card in cards_of_book(context):
        faction = str(card.fields["faction"])
        cards[faction, short_id(card, faction)] = in_language(card.fields.get("names"), context.lang) or card.id
        tints[faction] = str(card.fields.get("tint") or PrintedNames().tints[faction])
        armies[faction] = in_language(card.fields.get("army_names"), context.lang) or faction.upper()
    return PrintedNames(context.lang, cards, tints, armies)


def joined_names(names: Sequence[str], lang: str) -> str:
    """Return names as a list in a sentence, each once."""
    return ("、" if lang.startswith("zh") else ", ").join(dict.fromkeys(names))
