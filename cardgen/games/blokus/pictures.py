"""Logs as pictures: the board as rows of letters, one a colour."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games import Diagram
from cardgen.games.blokus.game import Move, State
from cardgen.games.blokus.logs import follow_log, verify_log
from cardgen.games.blokus.notation import Placed
from cardgen.games.blokus.position import write_position
from cardgen.games.blokus.rules import COLOUR_NAMES, Rules
from cardgen.games.blokus.scores import tell_standings

#: A caption tells so many placements one by one.
_TOLD = 4


def draw_play(text: str, rules: Rules) -> list[Diagram]:
    """A log as a strip: one picture for each line with placements, so that those parted by `;` share a picture.

    A log on one line has its pictures parted by `|`. A cell has the letter of its colour, R G B Y. The captions tell
    the placements and, at the end of a game, how it has ended. A log without any is the empty board.
    PlayError, a ValueError, with the line, or the number of the part, when the log breaks a rule.
    """
    if "\n" not in text.strip():
        text = text.replace("|", "\n")
    ends: dict[int, State] = {}
    for line, entry, state in follow_log(text, rules):
        if isinstance(entry, Placed):
            ends[line] = state
    if not ends:
        return [draw_log("", rules)]
    diagrams, told = [], 0
    for state in ends.values():
        diagrams.append(_diagram(state, state.moves[told:], told))
        told = len(state.moves)
    return diagrams


def draw_log(text: str, rules: Rules) -> Diagram:
    """The board at the end of a log, and how many placements led there. PlayError as for `draw_play`."""
    return draw_state(verify_log(text, rules))


def draw_state(state: State) -> Diagram:
    """The board of a game as it stands, and after how many placements."""
    count = len(state.moves)
    plural = "" if count == 1 else "s"
    return Diagram(
        write_position(state.position, state.rules),
        caption=_with_end(state, [f"{count} placement{plural}"], [f"已放置 {count} 枚棋子"]),
        closed=True,
    )


def _diagram(state: State, moves: Sequence[Move], before: int) -> Diagram:
    english, chinese = [], []
    if len(moves) > _TOLD:
        english.append(f"placements {before + 1} to {before + len(moves)}")
        chinese.append(f"第 {before + 1} 至 {before + len(moves)} 枚棋子")
    else:
        for number, move in enumerate(moves, before + 1):
            english.append(f"{number} {move.colour} {move.shape}")
            chinese.append(f"{number} {COLOUR_NAMES[move.colour]['zh']} {move.shape}")
    return Diagram(write_position(state.position, state.rules), caption=_with_end(state, english, chinese), closed=True)


def _with_end(state: State, english: list[str], chinese: list[str]) -> dict[str, str]:
    """The two captions, and how the game has ended, if it has."""
    if state.over:
        told = tell_standings(state)
        english += told["en"]
        chinese += told["zh"]
    return {"zh": "；".join(chinese) + "。", "en": "; ".join(english) + "."}
