"""Pictures of logs: the board as rows of letters, one for each colour."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.engines import Decks, Diagram, GameContent
from cardgen.engines.turn_logs import follow_log, read_entries
from cardgen.games.blokus.checking import check_colour, check_placement
from cardgen.games.blokus.game import BlokusState
from cardgen.games.blokus.notation import ShapeMove, parse_entry
from cardgen.games.blokus.placements import place
from cardgen.games.blokus.position import empty_position, write_position
from cardgen.games.blokus.refusals import BlokusError
from cardgen.games.blokus.rules import COLOUR_NAMES, LETTERS, BlokusRules, start_cell
from cardgen.games.blokus.scores import describe_standings
from cardgen.games.blokus.shapes import Cell
from cardgen.games.blokus.turn_game import GAME

#: The most placements that a caption lists one by one.
_MOST_LISTED = 4
#: Refusals that are about one cell.
_AT_A_CELL = {"outside", "occupied", "side-touches"}


def draw_play(text: str, rules: BlokusRules, _decks: Decks | None = None) -> list[Diagram]:
    """Return a log as a strip: one picture for each line with placements; placements separated by `;` share a picture.

    In a log on one line, `|` begins the next picture. A cell has the letter of its colour, R G B Y. The captions list
    the placements and, at the end of a game, the standings. A log without placements is the empty board.
    BlokusError, a ValueError, with the line, or the number of the picture, if the log breaks a rule.
    """
    if "\n" not in text.strip():
        text = text.replace("|", "\n")
    start, ends = None, dict[int, BlokusState]()
    for _, line, move, state in follow_log(GAME, text, GameContent({"": rules}, {})):
        start = start or state
        if move is not None:
            ends[line] = state
    if not ends:
        assert start is not None
        return [draw_state(start)]
    diagrams, drawn = [], 0
    for state in ends.values():
        diagrams.append(_diagram(state, state.moves[drawn:], drawn))
        drawn = len(state.moves)
    return diagrams


def draw_state(state: BlokusState) -> Diagram:
    """Return the board of a game, and the number of placements so far."""
    count = len(state.moves)
    plural = "" if count == 1 else "s"
    return _board(state, _with_end(state, [f"{count} placement{plural}"], [f"已放置 {count} 枚棋子"]))


def draw_example(text: str, rules: BlokusRules, _decks: Decks | None = None) -> Diagram:
    """Return the last of several placements in its position. They are separated by `;`, of any colour in any order.

    If the last one is legal, it is marked as the latest, and the caption names it. If it is not, the picture shows the
    board before it with the cells that it tries, and the caption is the refusal. BlokusError, a ValueError, if another
    placement is not legal or if the text cannot be read.
    """
    entries = [parse_entry(entry) for _, entry in read_entries(text, ";")]
    placed = [entry for entry in entries if isinstance(entry, ShapeMove)]
    if not placed:
        raise BlokusError("unreadable", repr(text))
    position = empty_position(rules)
    for earlier in placed[:-1]:
        position = place(position, earlier.colour, check_placement(position, earlier, rules), rules)
    last = placed[-1]
    check_colour(last.colour, rules)
    points = _points(rules)
    try:
        after = place(position, last.colour, check_placement(position, last, rules), rules)
    except BlokusError as error:
        faults = (error.cell,) if error.cell and error.code in _AT_A_CELL else ()
        return Diagram(
            write_position(position, rules),
            caption=error.messages,
            closed=True,
            points=points,
            tried=last.cells,
            letter=points[start_cell(rules, last.colour)],
            faults=faults,
            refused=True,
        )
    caption = {"zh": f"{COLOUR_NAMES[last.colour]['zh']} {last.shape}。", "en": f"{last.colour} {last.shape}."}
    return Diagram(write_position(after, rules), caption=caption, closed=True, points=points, latest=last.cells)


def _points(rules: BlokusRules) -> dict[Cell, str]:
    return {start_cell(rules, colour): LETTERS[colour] for colour in rules.order}


def _board(state: BlokusState, caption: dict[str, str]) -> Diagram:
    """Return the board with the start points and the last piece."""
    rows = write_position(state.position, state.rules)
    latest = state.moves[-1].cells if state.moves else ()
    return Diagram(rows, caption=caption, closed=True, points=_points(state.rules), latest=latest)


def _diagram(state: BlokusState, moves: Sequence[ShapeMove], before: int) -> Diagram:
    english, chinese = [], []
    if len(moves) > _MOST_LISTED:
        english.append(f"placements {before + 1} to {before + len(moves)}")
        chinese.append(f"第 {before + 1} 至 {before + len(moves)} 枚棋子")
    else:
        for number, move in enumerate(moves, before + 1):
            english.append(f"{number} {move.colour} {move.shape}")
            chinese.append(f"{number} {COLOUR_NAMES[move.colour]['zh']} {move.shape}")
    return _board(state, _with_end(state, english, chinese))


def _with_end(state: BlokusState, english: list[str], chinese: list[str]) -> dict[str, str]:
    """Return the caption in both languages; if the game is over, the standings follow."""
    if state.over:
        standings = describe_standings(state)
        english += standings["en"]
        chinese += standings["zh"]
    return {"zh": "；".join(chinese) + "。", "en": "; ".join(english) + "."}
