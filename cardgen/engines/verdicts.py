"""What the figures of whole games say about a game: too short or long, too often drawn, lopsided, decided by a seat.

A figure is a fault only if its whole interval is beyond the limit. If the interval includes the limit, the games do not
settle the question, and the summary says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cardgen.base.records import dataclass
from cardgen.engines.studies import Estimate, Texts
from cardgen.engines.study_texts import SHARED
from cardgen.engines.wording import format_estimate, join_texts, percent, tenths

#: The largest share of games that may be drawn.
MOST_DRAWN = 0.15
#: How much more than its equal share a side or a seat may win: of two, 55 %.
MOST_ABOVE_EQUAL = 1.1
#: There are no verdicts on fewer games than this.
FEWEST_GAMES = 10


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one figure says. `text` is a sentence if it is a fault, or else a clause: what is open, or what is fine."""

    kind: Literal["fault", "open", "fine"]
    text: Texts


def judge_length(length: Estimate, least: float, most: float, unit: Texts) -> Verdict:
    """Return the verdict on the mean length of games, of which `least` to `most` are expected, in rounds or turns."""
    figure = format_estimate(length, tenths)
    if length.high < least:
        return Verdict("fault", SHARED("too-short", figure=figure, unit=unit, limit=f"{least:g}"))
    if length.low > most:
        return Verdict("fault", SHARED("too-long", figure=figure, unit=unit, limit=f"{most:g}"))
    if length.low < least or length.high > most:
        return Verdict("open", SHARED("length-open"))
    return Verdict("fine", SHARED("length-fine"))


def judge_draws(drawn: Estimate) -> Verdict:
    """Return the verdict on the share of games that are drawn."""
    limit = f"{MOST_DRAWN:.0%}"
    if drawn.low > MOST_DRAWN:
        return Verdict("fault", SHARED("too-many-draws", figure=format_estimate(drawn, percent), limit=limit))
    if drawn.high > MOST_DRAWN:
        return Verdict("open", SHARED("draws-open", limit=limit))
    return Verdict("fine", SHARED("draws-fine", limit=limit))


def judge_wins(wins: Sequence[Estimate], names: Sequence[Texts], kind: Texts, most: float = 0.0) -> Verdict:
    """Return the verdict on the shares of games that sides or seats win, of which none should win more than `most`.

    Without it they should have equal chances. `names` are the names of all, as a sentence has them; `kind` is what one
    of them is: a side, a seat.
    """
    most = most or MOST_ABOVE_EQUAL / len(wins)
    limit = percent(most)
    best = max(range(len(wins)), key=lambda number: wins[number].value)
    if wins[best].low > most:
        figure = format_estimate(wins[best], percent)
        return Verdict("fault", SHARED("lopsided", name=names[best], figure=figure, limit=limit))
    if any(share.high > most for share in wins):
        return Verdict("open", SHARED("wins-open", kind=kind, limit=limit))
    return Verdict("fine", SHARED("wins-fine", kind=kind, limit=limit))


def judge_seats(wins: Sequence[Estimate]) -> Verdict:
    """Return the verdict on the shares of games that seats win, in the order in which they begin."""
    later = [SHARED("later-seat", number=number) for number in range(2, len(wins) + 1)]
    return judge_wins(wins, [SHARED("first-seat"), *later], SHARED("seat"))


def write_verdicts(verdicts: Sequence[Verdict]) -> list[Texts]:
    """Return the sentences on verdicts: each fault, then what is fine, then what the games do not settle."""
    clauses = {kind: [one.text for one in verdicts if one.kind == kind] for kind in ("fault", "fine", "open")}
    rest = [(kind, clauses[kind]) for kind in ("fine", "open") if clauses[kind]]
    return [*clauses["fault"], *(SHARED(kind, clauses=join_texts(texts, "，")) for kind, texts in rest)]
