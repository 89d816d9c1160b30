"""Marks on a drawn position, one for each question that the engine has answered: arrows, signs and tinted cells.

Colour is never the only cue: what is legal or succeeds has a solid line or a tick, what is refused or fails a dashed
line or a cross.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from cardgen.drawing import Item, Path, ellipse, polyline, rectangle
from cardgen.games.blitz.board import DEPTH, Cell, depth
from cardgen.games.blitz.notation import parse_cell, parse_turn
from cardgen.games.blitz.rulebook.board import CELL, BoardDrawing
from cardgen.games.blitz.scenarios import Question
from cardgen.games.blitz.state import NOTHING, Turn, index_of

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
