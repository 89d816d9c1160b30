"""Pictures of logs: a row for each seat, with its max HP as cells and the HP that it has as filled ones."""

from __future__ import annotations

from cardgen.engines import Decks, Diagram, GameContent
from cardgen.engines.turn_logs import follow_log
from cardgen.games.heroes.notation import write_entry
from cardgen.games.heroes.rules import HeroesRules
from cardgen.games.heroes.state import HeroesState
from cardgen.games.heroes.turn_game import GAME
from cardgen.games.heroes.vocabulary import CAMPS

#: The most turns that a caption lists one by one.
_MOST_LISTED = 4


def draw_play(text: str, rules: HeroesRules, _decks: Decks | None = None) -> list[Diagram]:
    """Return a log as a strip: one picture for each line with turns; turns separated by `;` share a picture.

    In a log on one line, `|` begins the next picture. HeroesError, a ValueError, if the log breaks a rule.
    """
    if "\n" not in text.strip():
        text = text.replace("|", "\n")
    (_, _, _, start), *steps = follow_log(GAME, text, GameContent({"": rules}, {}))
    ends = {line: state for _, line, turn, state in steps if turn is not None}
    diagrams, drawn = [], 0
    for state in ends.values():
        moves = state.moves[drawn:]
        listed = (
            [write_entry(move) for move in moves] if len(moves) <= _MOST_LISTED else [f"{drawn + 1}–{len(state.moves)}"]
        )
        diagrams.append(_diagram(state, listed, listed))
        drawn = len(state.moves)
    return diagrams or [draw_state(start)]


def draw_state(state: HeroesState) -> Diagram:
    """Return the table of a game, and the number of turns so far."""
    count = len(state.moves)
    return _diagram(state, [f"{count} turn{'' if count == 1 else 's'}"], [f"已行动 {count} 次"])


def describe_seats(state: HeroesState) -> dict[str, list[str]]:
    """Return each seat as text by language: its camp, heroes and HP as far as everybody may know them, and the end."""
    lines: dict[str, list[str]] = {"zh": [], "en": []}
    for number, seat in enumerate(state.seats):
        heroes = [state.table.heroes[name].names for name in seat.heroes if seat.shown]
        for lang, texts in lines.items():
            names = [name.zh if lang == "zh" else name.en for name in heroes] or ["?"]
            camp = CAMPS.get(state.known_camp(number), {}).get(lang, "")
            words = ["+".join(names), camp, f"{seat.hp}/{seat.max_hp}"]
            texts.append(f"{number} " + " ".join(word for word in words if word))
    if state.outcome is not None:
        lines["en"].append(write_entry(state.outcome))
        winners = "、".join(map(str, state.outcome.winners))
        lines["zh"].append(f"{winners} 号座位获胜" if winners else "平局")
    return lines


def _diagram(state: HeroesState, english: list[str], chinese: list[str]) -> Diagram:
    width = max(1, *(seat.max_hp for seat in state.seats))
    rows = ["#" * max(0, min(width, seat.hp)) + "." * (width - max(0, min(width, seat.hp))) for seat in state.seats]
    seats = describe_seats(state)
    caption = {
        "en": ", ".join(english) + ". " + "; ".join(seats["en"]) + ".",
        "zh": "，".join(chinese) + "。" + "；".join(seats["zh"]) + "。",
    }
    marked = () if state.over or state.current < 0 else (state.current,)
    return Diagram(rows, marked=marked, caption=caption, closed=True)
