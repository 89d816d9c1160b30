"""What the figures of whole games say about a game: too short or long, too often drawn, lopsided, decided by a seat.

A figure is a fault only if its whole interval is beyond the limit. If the interval includes the limit, the games do not
settle the question, and the summary says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cardgen.base.records import dataclass
from cardgen.engines.studies import Estimate, Texts
from cardgen.engines.wording import format_estimate, join_words, percent, tenths

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
    if length.high < least or length.low > most:
        short = length.high < least
        zh, en = ("太短", "too short") if short else ("太长", "too long")
        limit = f"{least if short else most:g}"
        bounds = (f"至少应有{limit}", f"at least {limit}") if short else (f"最多应有{limit}", f"at most {limit}")
        return Verdict(
            "fault",
            {
                "zh": f"对局{zh}：平均{figure['zh']}{unit['zh']}，{bounds[0]}{unit['zh']}。",
                "en": f"Games are {en}: {figure['en']} {unit['en']} on average, where {bounds[1]} are expected.",
            },
        )
    if length.low < least or length.high > most:
        return Verdict("open", {"zh": "对局长短是否合适", "en": "whether games are too short or too long"})
    return Verdict("fine", {"zh": "长短合适", "en": "games are neither too short nor too long"})


def judge_draws(drawn: Estimate) -> Verdict:
    """Return the verdict on the share of games that are drawn."""
    limit = f"{MOST_DRAWN:.0%}"
    if drawn.low > MOST_DRAWN:
        figure = format_estimate(drawn, percent)
        return Verdict(
            "fault",
            {
                "zh": f"平局太多：{figure['zh']}，最多应为{limit}。",
                "en": f"Too many games are drawn: {figure['en']}, where at most {limit} are expected.",
            },
        )
    if drawn.high > MOST_DRAWN:
        return Verdict("open", {"zh": f"平局是否超过{limit}", "en": f"whether more than {limit} of games are drawn"})
    return Verdict("fine", {"zh": f"平局不超过{limit}", "en": f"at most {limit} are drawn"})


def judge_wins(wins: Sequence[Estimate], names: Sequence[Texts], kind: Texts, most: float = 0.0) -> Verdict:
    """Return the verdict on the shares of games that sides or seats win, of which none should win more than `most`.

    Without it they should have equal chances. `names` are the names of all, as a sentence has them; `kind` is what one
    of them is: a side, a seat.
    """
    most = most or MOST_ABOVE_EQUAL / len(wins)
    limit = percent(most)
    best = max(range(len(wins)), key=lambda number: wins[number].value)
    if wins[best].low > most:
        figure, name = format_estimate(wins[best], percent), names[best]
        return Verdict(
            "fault",
            {
                "zh": f"{name['zh']}赢得太多：{figure['zh']}，最多应为{limit}。",
                "en": f"The game is lopsided: {name['en']} wins {figure['en']} of games, where at most {limit} are "
                "expected.",
            },
        )
    if any(share.high > most for share in wins):
        return Verdict(
            "open",
            {"zh": f"是否有{kind['zh']}赢{limit}以上", "en": f"whether any {kind['en']} wins more than {limit}"},
        )
    return Verdict("fine", {"zh": f"没有{kind['zh']}赢{limit}以上", "en": f"no {kind['en']} wins more than {limit}"})


def judge_seats(wins: Sequence[Estimate]) -> Verdict:
    """Return the verdict on the shares of games that seats win, in the order in which they begin."""
    names: list[Texts] = [
        {"zh": f"{number}号位", "en": f"seat {number}"} if number > 1 else {"zh": "先手", "en": "the first seat"}
        for number in range(1, len(wins) + 1)
    ]
    return judge_wins(wins, names, {"zh": "座位", "en": "seat"})


def write_verdicts(verdicts: Sequence[Verdict]) -> list[Texts]:
    """Return the sentences on verdicts: each fault, then what is fine, then what the games do not settle."""
    clauses = {kind: [one.text for one in verdicts if one.kind == kind] for kind in ("fault", "fine", "open")}
    sentences = list(clauses["fault"])
    for kind, zh, en in (
        ("fine", "没有问题的是：", "Shown to be fine: "),
        ("open", "局数不够，还不能断定：", "Not settled by so many games: "),
    ):
        texts = clauses[kind]
        if texts:
            words = join_words([text["en"] for text in texts])
            sentences.append({"zh": f"{zh}{'，'.join(text['zh'] for text in texts)}。", "en": f"{en}{words}."})
    return sentences
