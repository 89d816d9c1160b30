"""`position RULES`: positions with claims about them, which the rules engine proves and the pictures show.

The body has for each picture a scenario (see `cardgen.games.blitz.scenarios`), a line `---`, and its options as YAML;
a line `---` also separates the pictures. A claim that the engine refutes is a fault at its line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
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
from cardgen.drawing import Group, Item, Path, ellipse, polyline, rectangle, scale
from cardgen.drawing import Path as Shape
from cardgen.engines import CardData
from cardgen.games.blitz.board import DEPTH, WIDTHS, Cell, cell_at, depth
from cardgen.games.blitz.cards import SIDES, Deck
from cardgen.games.blitz.deck_cards import read_decks, short_id
from cardgen.games.blitz.notation import parse_cell, parse_turn
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.rulebook.board import CELL, BoardDrawing, PrintedNames, Window
from cardgen.games.blitz.scenarios import Question, Scenario, verify_scenario
from cardgen.games.blitz.state import NOTHING, BlitzState, Turn, index_of

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


# ---------------------------------------------------------------- marks


_YES, _NO, _REACH, _HELD, _WHITE = "#2f7a41", "#b3262e", "#b3262e", "#2b5fa5", "#ffffff"
_ARROW = 1.1
_DASH = (2.2, 1.5)


def marks_below(board: BoardDrawing, question: Question) -> Iterator[Item]:
    """Yield what lies below the cards: the cells that a card reaches, and those that a side holds."""
    match question.text.split():
        case ["hits", cell]:
            yield from _reach(board, parse_cell(cell), question.answer)
        case ["winner"]:
            yield from _held_cells(board)


def marks_above(board: BoardDrawing, question: Question) -> Iterator[Item]:
    """Yield what lies above the cards. Questions without a place on the board have no marks."""
    match question.text.split():
        case ["supplied", cell]:
            x, y = board.corner(parse_cell(cell))
            yield from _sign((x + CELL - 3.6, y + 3.6), question.answer == "yes")
        case ["lost"]:
            for lost in _cells(question.answer):
                yield from _lost(board, lost)
        case [_, "attack" | "deploy" | "lay" | "move", *_]:
            yield from _turn(board, parse_turn(question.text)[1], question.answer)


def _cells(answer: str) -> list[Cell]:
    return [] if answer == "none" else [parse_cell(word) for word in answer.split()]


def _turn(board: BoardDrawing, turn: Turn, answer: str) -> Iterator[Item]:
    done = answer in ("legal", "destroyed")
    assert turn.to is not None
    if turn.kind == "attack":
        for unit in turn.units:
            yield from _arrow(board.middle(unit), board.middle(turn.to), _NO if done else "#23291f", done)
        if answer in ("destroyed", "fails"):
            yield from _sum(board, turn, done)
        else:
            yield from _sign(_between(board.middle(turn.units[0]), board.middle(turn.to)), False)
    elif turn.kind == "move":
        assert turn.at is not None
        start, end = board.middle(turn.at), board.middle(turn.to)
        yield from _arrow(start, end, _YES if done else _NO, done)
        if not done:
            yield from _sign(_between(start, end), False)
    else:
        x, y = board.corner(turn.to)
        edge = rectangle(x + 4.2, y + 1.5, CELL - 8.4, CELL - 3, 1.2)
        yield Path(edge, stroke=_YES if done else _NO, stroke_width=0.7, dash=() if done else _DASH)
        free = board.state.ground[index_of(board.state, turn.to)] == NOTHING
        yield from _sign(board.middle(turn.to) if done and free else (x + CELL - 3.6, y + 3.6), done)


def _sum(board: BoardDrawing, turn: Turn, done: bool) -> Iterator[Item]:
    """Yield the attack and the defence at the target: 2+2 > 3."""
    assert turn.to is not None
    state = board.state
    cards = [state.setup.cards[state.ground[index_of(state, cell)]] for cell in (*turn.units, turn.to)]
    joint = "+".join(str(card.attack) for card in cards[:-1])
    attack, defence = sum(card.attack for card in cards[:-1]), cards[-1].defence
    relation = ">" if done else "=" if attack == defence else "<"
    x, y = board.middle(turn.to)
    y -= 6.6
    text, width = f"{joint} {relation} {defence}", 5.0 + 2.0 * len(joint) + 3.0
    plate = rectangle(x - width / 2, y - 2.6, width, 5.2, 2.6)
    yield Path(plate, fill=_WHITE, stroke=_NO if done else "#23291f", stroke_width=0.5)
    yield from board.text(text, (x - width / 2 + 0.6, y - 2.2, width - 1.2, 4.4), "#23291f", 3.4, "bold")


def _lost(board: BoardDrawing, cell: Cell) -> Iterator[Item]:
    """Yield a cross on the resource of a cell, or on its facility."""
    state = board.state
    card = state.ground[index_of(state, cell)]
    if card == NOTHING or state.setup.cards[card].kind == "resource":
        yield from _cross(board.middle(cell), 6.0, 1.3)
    else:
        x, y = board.corner(cell)
        yield from _cross((x + 4.2, y + 4), 3.0, 1.0)


def _reach(board: BoardDrawing, origin: Cell, answer: str) -> Iterator[Item]:
    """Yield the cells that a card reaches: red for a unit, green for a resource, each with a dot."""
    state = board.state
    is_unit = state.setup.cards[state.ground[index_of(state, origin)]].kind == "unit"
    tint, shown = (_REACH if is_unit else _YES), set(board.window.cells())
    for cell in _cells(answer):
        if cell in shown:
            x, y = board.corner(cell)
            yield Path(rectangle(x + 0.4, y + 0.4, CELL - 0.8, CELL - 0.8), fill=tint, opacity=0.22)
            yield Path(ellipse(x + 2.6, y + CELL - 2.6, 1.1), fill=tint)
    x, y = board.corner(origin)
    yield Path(rectangle(x + 0.7, y + 0.7, CELL - 1.4, CELL - 1.4, 1), stroke=tint, stroke_width=0.8)


def _held_cells(board: BoardDrawing) -> Iterator[Item]:
    """Yield a frame around each cell that a unit holds in the area of its enemy."""
    state = board.state
    for cell in board.window.cells():
        card = state.ground[index_of(state, cell)] if abs(cell[1]) <= DEPTH else NOTHING
        if card == NOTHING or state.setup.cards[card].kind != "unit":
            continue
        if depth(cell, state.setup.side_of(card)) > 0:
            x, y = board.corner(cell)
            yield Path(rectangle(x + 0.8, y + 0.8, CELL - 1.6, CELL - 1.6, 1), stroke=_HELD, stroke_width=1.2)


def _arrow(start: tuple[float, float], end: tuple[float, float], colour: str, solid: bool) -> Iterator[Item]:
    """Yield an arrow that leaves room for the cards at both of its ends."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    ux, uy = across / length, down / length
    first = (start[0] + ux * 4.5, start[1] + uy * 4.5)
    tip = (end[0] - ux * 6.5, end[1] - uy * 6.5)
    neck = (tip[0] - ux * 3.2, tip[1] - uy * 3.2)
    head = (tip, (neck[0] - uy * 1.9, neck[1] + ux * 1.9), (neck[0] + uy * 1.9, neck[1] - ux * 1.9))
    for width, tint in ((_ARROW + 0.9, _WHITE), (_ARROW, colour)):
        dash = () if solid or tint == _WHITE else _DASH
        yield Path(polyline(first, neck), stroke=tint, stroke_width=width, dash=dash)
    yield Path(polyline(*head, close=True), fill=colour, stroke=_WHITE, stroke_width=0.4)


def _between(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


def _sign(middle: tuple[float, float], good: bool) -> Iterator[Item]:
    """Yield a tick or a cross in a disc."""
    x, y = middle
    colour = _YES if good else _NO
    yield Path(ellipse(x, y, 2.7), fill=colour, stroke=_WHITE, stroke_width=0.5)
    if good:
        tick = polyline((x - 1.3, y + 0.1), (x - 0.3, y + 1.1), (x + 1.4, y - 1.1))
        yield Path(tick, stroke=_WHITE, stroke_width=0.7)
    else:
        for bar in (((x - 1, y - 1), (x + 1, y + 1)), ((x - 1, y + 1), (x + 1, y - 1))):
            yield Path(polyline(*bar), stroke=_WHITE, stroke_width=0.7)


def _cross(middle: tuple[float, float], size: float, width: float) -> Iterator[Item]:
    x, y = middle
    for wide, tint in ((width + 0.9, _WHITE), (width, _NO)):
        for turn in (1, -1):
            bar = polyline((x - size, y - size * turn), (x + size, y + size * turn))
            yield Path(bar, stroke=tint, stroke_width=wide)
