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
from typing import Any

from cardgen.engines.serving import shortened
from cardgen.games.blitz.board import Cell
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.state import FIRST_ORDER, Turn

_CELL = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})")
#: What follows the words of a turn: a card, and cells.
_FORMS = {
    "keep|redraw|skip|pass|stalemate": "",
    "discard": r" (?P<card>\S+)",
    "deploy|lay": r" (?P<card>\S+) (?P<to>\S+)",
    "skill": r" (?P<card>\S+)(?: (?P<to>\S+))?",
    "use": r" (?P<at>\S+) (?P<card>\S+)(?: on (?P<to>\S+))?",
    "answer": " (?P<answer>.+)",
    "move": r" (?P<at>\S+) (?P<to>\S+)",
    "attack|raid": r" (?P<to>\S+) by(?P<units>(?: -?[0-9]\S+)*)(?: advance (?P<advance>\S+))?",
}
_TURNS = [re.compile(f"(?P<kind>{kinds}){rest}") for kinds, rest in _FORMS.items()]


def parse_turn(text: str) -> tuple[str, Turn]:
    """Return the faction and its turn. BlitzError if the text cannot be read."""
    faction, _, rest = " ".join(text.split()).partition(" ")
    match = next(filter(None, (form.fullmatch(rest) for form in _TURNS)), None)
    if match is None or faction not in FIRST_ORDER:
        raise unreadable(text)
    parts: dict[str, Any] = {name: value for name, value in match.groupdict().items() if value is not None}
    parts |= {name: parse_cell(parts[name]) for name in ("at", "to", "advance") if name in parts}
    if "units" in parts:
        parts["units"] = tuple(sorted(map(parse_cell, parts["units"].split())))
    if "answer" in parts:
        parts["answer"] = () if parts["answer"] == "none" else tuple(parts["answer"].split())
    return faction, Turn(**parts)


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
