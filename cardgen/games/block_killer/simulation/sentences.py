"""The sentences of the study. They claim no more than the intervals of the figures allow.

Policies and runs are called different only if their intervals do not overlap. This is right although they depend on
each other: runs of one seed share their deals, and a game has only one winner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.engines.estimates import share
from cardgen.engines.studies import Estimate, Texts
from cardgen.engines.wording import (
    capitalised,
    format_estimate,
    join_words,
    paragraph,
    percent,
    tenths,
)
from cardgen.games.block_killer.simulation.tally import GameTally
from cardgen.games.block_killer.simulation.wording import count_word, policy_name

#: There are no sentences about fewer finished games than this.
LEAST_GAMES = 10


#: Up to so many runs have all sentences; more runs have only the first ones: who wins, and how long games last.
MOST_IN_FULL = 2


def write_sentences(tallies: Sequence[GameTally]) -> list[Texts]:
    """Return the sentences about one run; or a paragraph about each of several, and a comparison."""
    texts = [list(_describe_run(tally, len(tallies) <= MOST_IN_FULL)) for tally in tallies]
    if len(texts) == 1:
        return texts[0]
    return [*map(paragraph, texts), *_compare(tallies)]


def _describe_run(tally: GameTally, in_full: bool) -> Iterator[Texts]:
    run, games = capitalised(tally.name), f"{tally.games:,}"
    if tally.finished < LEAST_GAMES:
        if tally.finished == tally.games:
            zh, en = f"只有{games}局", f"{games} game{'s' * (tally.games != 1)}"
        else:
            zh, en = f"{games}局中只有{tally.finished}局分出胜负", f"{tally.finished} of {games} games finished"
        yield {"zh": f"{run['zh']}：{zh}，不足以得出结论。", "en": f"{run['en']}: {en}, too few for a conclusion."}
        return
    yield _start(tally, run, games)
    yield from _policies(tally)
    yield from _length(tally)
    if in_full:
        yield from _turns(tally)
        yield from _answers(tally)


def _start(tally: GameTally, run: Texts, games: str) -> Texts:
    players, won = tally.settings.players, share(tally.wins[0], tally.finished)
    assert won is not None
    if won.low > 1 / players:
        zh, en = "先手占优", "an advantage"
    elif won.high < 1 / players:
        zh, en = "先手吃亏", "a disadvantage"
    else:
        zh, en = "看不出先手有利或不利", "neither an advantage nor a disadvantage is shown"
    rate, equal = format_estimate(won, percent), percent(1 / players)
    return {
        "zh": f"{run['zh']}，{games}局：先手的胜率为{rate['zh']}，均等时应为{equal}：{zh}。",
        "en": f"{run['en']}, {games} games: the starting player wins {rate['en']} of games of {count_word(players)}, "
        f"where equal chances are {equal}: {en}.",
    }


def _policies(tally: GameTally) -> Iterator[Texts]:
    rates = [
        (name, rate)
        for name, ratio in zip(tally.settings.policies, tally.policies, strict=True)
        if (rate := ratio.share()) is not None
    ]
    if len(rates) < 2:
        return
    rates.sort(key=lambda pair: -pair[1].value)
    (name, best), *others = rates
    zh, en, won = policy_name(name)["zh"], name, format_estimate(best, percent)
    level = [other for other, rate in others if rate.high >= best.low]
    if not level:
        tail = {"zh": "高于其他各种策略", "en": "more than any other"}
        if len(others) == 1:
            tail = {"zh": "高于另一种策略", "en": "more than the other"}
    else:
        tied = [policy_name(other)["zh"] for other in level]
        tail = {
            "zh": f"但与{'、'.join(tied)}分不出高下",
            "en": f"but not clearly more than {join_words(level)}",
        }
    yield {
        "zh": f"{zh}策略胜率最高，每个座位为{won['zh']}，{tail['zh']}。",
        "en": f"The policy {en} wins most, {won['en']} of the games for each seat it has, {tail['en']}.",
    }


def _length(tally: GameTally) -> Iterator[Texts]:
    mean, first = tally.length.estimate(), tally.eliminations[0].estimate()
    if mean is None or first is None:
        return
    turns, out = format_estimate(mean, tenths), format_estimate(first, tenths)
    zh = f"平均一局{turns['zh']}回合，第一名玩家在第{out['zh']}回合出局"
    en = f"A game lasts {turns['en']} turns on average, and the first player is out after {out['en']}"
    left = share(tally.games - tally.finished, tally.games)
    if left is not None and left.value > 0:
        part, most = format_estimate(left, percent), f"{tally.settings.most_turns:,}"
        zh += f"；{part['zh']}的对局满{most}回合仍未分出胜负，不计在内"
        en += f"; {part['en']} of games were stopped after {most} turns and are not counted here"
    yield {"zh": zh + "。", "en": en + "."}


def _turns(tally: GameTally) -> Iterator[Texts]:
    shares = tally.over.share(), tally.attacking.share()
    if shares[0] is None or shares[1] is None:
        return
    over, attacking = (format_estimate(figure, percent) for figure in shares if figure)
    yield {
        "zh": f"{over['zh']}的回合因方块牌超出上限而必须出手；{attacking['zh']}的回合有攻击。",
        "en": f"Too many block cards force a play on {over['en']} of turns; {attacking['en']} of turns have an attack.",
    }


def _answers(tally: GameTally) -> Iterator[Texts]:
    none, _, whole, counter = (ratio.share() for ratio in tally.answers)
    if none is None or whole is None or counter is None:
        return
    answered = Estimate(1 - none.value, 1 - none.high, 1 - none.low, none.samples)
    some, full, back = (format_estimate(figure, percent) for figure in (answered, whole, counter))
    yield {
        "zh": f"目标可以还手的攻击中，{some['zh']}有还手；{full['zh']}被正好全部抵消，{back['zh']}遭到反击。",
        "en": f"Of the attacks that may be answered, {some['en']} are answered; {full['en']} are parried exactly, "
        f"and {back['en']} are countered.",
    }


def _compare(tallies: Sequence[GameTally]) -> Iterator[Texts]:
    lengths = [
        (tally, mean) for tally in tallies if tally.finished >= LEAST_GAMES and (mean := tally.length.estimate())
    ]
    if len(lengths) < 2:
        return
    lengths.sort(key=lambda pair: pair[1].value)
    (short, least), (long, most) = lengths[0], lengths[-1]
    if least.high >= most.low:
        yield {
            "zh": "各组对局的平均长度分不出差别。",
            "en": "The runs show no clear difference in the mean length of a game.",
        }
        return
    few, many = format_estimate(least, tenths), format_estimate(most, tenths)
    yield {
        "zh": f"对局最短的是“{short.name['zh']}”，平均{few['zh']}回合；最长的是“{long.name['zh']}”，"
        f"平均{many['zh']}回合。",
        "en": f"Games are shortest with “{short.name['en']}”, {few['en']} turns on average, and longest with "
        f"“{long.name['en']}”, {many['en']}.",
    }
