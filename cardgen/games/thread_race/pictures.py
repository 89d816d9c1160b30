"""Pictures of the field: a row for each speed, the fastest at the top, and a column for each slot of each player.

A card is a cell in the row of the speed that it shows, in the colour of its element; a card without a speed is in the
bottom row, and one that lies face down is `#`. Rows of stages that were skipped are marked.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.engines import Decks, Diagram, GameContent
from cardgen.engines.turn_logs import follow_log
from cardgen.games.thread_race.field import FieldCard, ThreadRaceSeat, seats_of
from cardgen.games.thread_race.rules import SLOTS, STAGES, ThreadRaceRules
from cardgen.games.thread_race.turn_game import GAME, ThreadRaceState
from cardgen.games.thread_race.vocabulary import ELEMENTS

#: The bottom row: cards without a speed, and those that lie face down.
_WITHOUT_SPEED = len(STAGES)


def draw_play(text: str, rules: ThreadRaceRules, decks: Decks) -> list[Diagram]:
    """Return a log as a strip: the field before the last decision of each turn that it reaches.

    In a log on one line, `|` begins the next line. ThreadRaceError, a ValueError, with the line if it breaks a rule.
    """
    if "\n" not in text.strip():
        text = text.replace("|", "\n")
    states: list[ThreadRaceState] = []
    for _, _, _, state in follow_log(GAME, text, GameContent({"": rules}, decks)):
        if states and states[-1].now.turn == state.now.turn:
            states[-1] = state
        else:
            states.append(state)
    return [draw_state(state) for state in states]


def draw_state(state: ThreadRaceState) -> Diagram:
    """Return the field of a game as it is now, with the turn and who has won."""
    seats = seats_of(state.setup, state.now)
    rows, skipped = write_field(seats), state.now.position.skipped
    marked = [STAGES.index(stage) for stage in skipped]
    described = _described(seats)
    return Diagram(rows, marked=marked, caption=_caption(state, seats, skipped), description=described, closed=True)


def write_field(seats: Sequence[ThreadRaceSeat]) -> list[str]:
    """Return the rows of a field: three columns for each player, with an empty column between two players."""
    columns: list[tuple[int, str] | None] = []
    for seat in seats:
        columns += [None] * bool(columns)
        columns += [_cell(now) for now in seat.slots]
    return [
        "".join(column[1] if column is not None and column[0] == row else "." for column in columns)
        for row in range(len(STAGES) + 1)
    ]


def _cell(now: FieldCard | None) -> tuple[int, str] | None:
    if now is None:
        return None
    if not now.up:
        return _WITHOUT_SPEED, "#"
    speed = now.shown_speed
    return _WITHOUT_SPEED if speed is None or speed < 1 else STAGES.index(speed), ELEMENTS[now.element]


def _caption(state: ThreadRaceState, seats: Sequence[ThreadRaceSeat], skipped: Sequence[int]) -> dict[str, str]:
    turn = state.now.turn
    chinese, english = [f"第 {turn} 回合"], [f"turn {turn}"]
    if skipped:
        chinese.append(f"相冲而跳过 {'、'.join(map(str, skipped))}")
        english.append(f"clash in {', '.join(map(str, skipped))}")
    decks = [len(seat.deck) for seat in seats]
    chinese.append(f"牌序剩 {'、'.join(map(str, decks))}")
    english.append(f"cards left in the decks: {', '.join(map(str, decks))}")
    if state.now.over:
        chinese.append(describe_winners(state)["zh"])
        english.append(describe_winners(state)["en"])
    return {"zh": "；".join(chinese) + "。", "en": "; ".join(english) + "."}


def describe_winners(state: ThreadRaceState) -> dict[str, str]:
    """Return who has won, or that the game goes on, in both languages."""
    if not state.now.over:
        return {"zh": "游戏尚未结束", "en": "the game is not over"}
    numbers = [str(player + 1) for player in state.now.winners]
    if len(numbers) == 1:
        return {"zh": f"玩家 {numbers[0]} 获胜", "en": f"player {numbers[0]} wins"}
    return {"zh": f"玩家 {'、'.join(numbers)} 平局", "en": f"players {' and '.join(numbers)} draw"}


def _described(seats: Sequence[ThreadRaceSeat]) -> dict[str, str]:
    """Return what lies in each slot, in words."""
    chinese, english = [], []
    for player, seat in enumerate(seats, 1):
        for slot in range(SLOTS):
            now = seat.slots[slot]
            if now is None:
                continue
            card = seat.cards[now.card]
            speed = now.shown_speed
            shown = ("盖放", "face down") if not now.up else (f"{card.zh or card.name}", card.name)
            if speed is not None:
                shown = (f"{shown[0]} {speed}", f"{shown[1]} {speed}")
            if now.sealed:
                shown = (f"{shown[0]}（横放）", f"{shown[1]} (sealed)")
            chinese.append(f"玩家 {player} 卡位 {slot + 1}：{shown[0]}")
            english.append(f"player {player}, slot {slot + 1}: {shown[1]}")
    return {"zh": "；".join(chinese), "en": "; ".join(english)}
