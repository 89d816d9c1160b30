"""The notation of turns, logs and scenarios: a line each, words separated by spaces, cells as x,y.

us keep | us redraw                   the opening hand
us skip | us discard rifles           a full hand before the draw
us deploy rifles 1,-1                 a unit or a resource
us move 1,-1 1,0
us lay mine 0,-2                      a facility
us skill feint 1,1                    a skill, and the cell of the card that it is about, if any
us use 1,1 rally                      an effect of the card in a cell, by its name; `on 1,2` if it is about a card there
us answer yes                         what is chosen when an effect asks: yes or no, cells, cards, words; `none`
us answer adjust move 1,1 cell:2,1    what the table does by hand: move, set or turn (docs/effects.md)
us attack 1,2 by 1,1 2,1 advance 1,1  several units attack one, and one of them enters its cell
us raid 1,2 by 1,1                    an attack on a facility
us pass
us stalemate                          both sides agree to end the game
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardgen.engines.serving import shortened
from cardgen.games.blitz.board import Cell
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.state import FIRST_ORDER, Turn

_CELL = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})")
_WITHOUT_MORE = ("keep", "redraw", "skip", "pass", "stalemate")


def parse_turn(text: str) -> tuple[str, Turn]:
    """Return the faction and its turn. BlitzError if the text cannot be read."""
    words = text.split()
    if len(words) < 2 or words[0] not in FIRST_ORDER:
        raise unreadable(text)
    turn = _turn(words[1], words[2:])
    if turn is None:
        raise unreadable(text)
    return words[0], turn


def _turn(kind: str, words: Sequence[str]) -> Turn | None:
    """Return the turn of a kind with these words, or None."""
    if kind in _WITHOUT_MORE and not words:
        return Turn(kind)
    if kind == "discard" and len(words) == 1:
        return Turn(kind, words[0])
    if kind in ("deploy", "lay") and len(words) == 2:
        return Turn(kind, words[0], to=parse_cell(words[1]))
    if kind == "skill" and 1 <= len(words) <= 2:
        return Turn(kind, words[0], to=parse_cell(words[1]) if len(words) == 2 else None)
    if kind == "use" and len(words) in (2, 4):
        if len(words) == 4 and words[2] != "on":
            return None
        return Turn(kind, words[1], parse_cell(words[0]), parse_cell(words[3]) if len(words) == 4 else None)
    if kind == "answer" and words:
        return Turn(kind, answer=() if list(words) == ["none"] else tuple(words))
    if kind == "move" and len(words) == 2:
        return Turn(kind, at=parse_cell(words[0]), to=parse_cell(words[1]))
    if kind in ("attack", "raid") and len(words) >= 3 and words[1] == "by":
        advance = None
        if words[-2] == "advance":
            advance, words = parse_cell(words[-1]), words[:-2]
        units = tuple(sorted(map(parse_cell, words[2:])))
        return Turn(kind, to=parse_cell(words[0]), units=units, advance=advance)
    return None


def write_turn(turn: Turn) -> str:
    """Return a turn as text, without its faction."""
    words = [turn.kind]
    if turn.kind == "answer":
        return " ".join([*words, *(turn.answer or ["none"])])
    if turn.kind == "use" and turn.at is not None:
        words += [write_cell(turn.at), turn.card]
        return " ".join([*words, *([] if turn.to is None else ["on", write_cell(turn.to)])])
    if turn.card:
        words.append(turn.card)
    words += [write_cell(cell) for cell in (turn.at, turn.to) if cell is not None]
    if turn.units:
        words += ["by", *map(write_cell, turn.units)]
    if turn.advance is not None:
        words += ["advance", write_cell(turn.advance)]
    return " ".join(words)


def parse_cell(text: str) -> Cell:
    """Return a cell. BlitzError if it cannot be read."""
    match = _CELL.fullmatch(text)
    if match is None:
        raise unreadable(text)
    return int(match[1]), int(match[2])


def write_cell(cell: Cell) -> str:
    """Return a cell as text."""
    return f"{cell[0]},{cell[1]}"


def write_cells(cells: Sequence[Cell]) -> str:
    """Return cells as text, sorted; `none` without any."""
    return " ".join(map(write_cell, sorted(cells))) or "none"


def unreadable(text: str) -> BlitzError:
    """Return the error about a text that cannot be read."""
    return BlitzError("unreadable", repr(shortened(text)))
