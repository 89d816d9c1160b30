"""The charts of the study: one question each, a series for each run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen import replace
from cardgen.engines.charts import chart_of, same_in_both, texts, with_figures
from cardgen.engines.estimates import Moments, share
from cardgen.engines.studies import Chart, Estimate
from cardgen.games.block_killer.simulation.tally import STRONG, GameTally
from cardgen.games.block_killer.simulation.wording import ordinal, policy_name

#: The most steps of the distribution of lengths.
MOST_STEPS = 24


def draw_charts(tallies: Sequence[GameTally]) -> list[Chart]:
    """Return every chart that has a figure for at least one run."""
    if not tallies:
        return []
    return with_figures(_charts(tallies))


def _charts(tallies: Sequence[GameTally]) -> Iterator[Chart]:
    most_players = max(tally.settings.players for tally in tallies)
    yield _seats(tallies, most_players)
    yield _policies(tallies)
    yield _lengths(tallies)
    yield _eliminations(tallies, most_players)
    yield chart_of(
        "causes",
        ("出局的原因", "Why players are out"),
        (
            "每名出局的玩家计一次。反击是指还手抵消攻击后仍有剩余，轮到攻击者摸牌。",
            "Of all players who are out. A counter is the attack left over by an answer; the attacker draws for it.",
        ),
        ("原因", "cause"),
        ("占出局的比例", "share of eliminations"),
        texts(("自己摸牌", "their own draw"), ("受到攻击", "an attack"), ("遭到反击", "a counter")),
        tallies,
        lambda tally: [ratio.share() for ratio in tally.causes],
        unit="%",
    )
    yield chart_of(
        "turns",
        ("一个回合里发生什么", "What happens on a turn"),
        (
            "前三项合起来是全部回合；摸牌后方块牌超出上限时必须出手，这样的回合也计入前两项。",
            "The first three add up to all turns. Too many block cards force a play: these turns are counted in the "
            "first two as well.",
        ),
        ("回合", "turn"),
        ("占回合的比例", "share of turns"),
        texts(
            ("攻击值不低于1的出手", "a play with attack"),
            ("攻击值为0的出手", "a play without attack"),
            ("跳过", "no play"),
            ("方块牌超出上限", "too many block cards"),
        ),
        tallies,
        lambda tally: [ratio.share() for ratio in (tally.attacking, tally.idle, tally.passed, tally.over)],
        unit="%",
    )
    yield chart_of(
        "answers",
        ("攻击与还手", "How attacks are answered"),
        (
            "目标可以还手的所有攻击，按结果分为四种。",
            "All attacks that may be answered, by their outcome.",
        ),
        ("结果", "outcome"),
        ("占攻击的比例", "share of attacks"),
        texts(
            ("没有还手", "not answered"),
            ("抵消一部分", "parried in part"),
            ("正好全部抵消", "parried exactly"),
            ("反击", "countered"),
        ),
        tallies,
        lambda tally: [ratio.share() for ratio in tally.answers],
        unit="%",
    )
    yield chart_of(
        "attacks",
        ("攻击有多强", "How strong attacks are"),
        ("攻击值不低于1的攻击，不计还手。", "Attacks of 1 point or more, without answers."),
        ("攻击值", "attack points"),
        ("占攻击的比例", "share of attacks"),
        [*same_in_both(range(1, STRONG)), {"zh": f"{STRONG}及以上", "en": f"{STRONG} or more"}],
        tallies,
        lambda tally: [ratio.share() for ratio in tally.attacks],
        kind="lines",
        unit="%",
    )
    yield chart_of(
        "clears",
        ("消行的种类", "Kinds of clears"),
        ("出手与还手中的所有消行。", "All clears of attacks and answers."),
        ("消行", "clear"),
        ("占消行的比例", "share of clears"),
        texts(
            *((f"{lines}行", f"{lines} line{'s' * (lines > 1)}") for lines in (1, 2, 3)),
            ("4行及以上", "4 lines or more"),
            *((f"旋转{lines}行", f"spin, {lines} line{'s' * (lines > 1)}") for lines in (1, 2)),
            ("旋转3行及以上", "spin, 3 lines or more"),
        ),
        tallies,
        lambda tally: [ratio.share() for ratio in tally.clears],
        unit="%",
    )
    yield chart_of(
        "game",
        ("一局的平均数字", "A game in figures"),
        ("每局的平均值，包括没有分出胜负的对局。", "The mean of all games, including unfinished ones."),
        ("事件", "event"),
        ("每局", "per game"),
        texts(
            ("攻击", "attacks"),
            ("因受到攻击摸的垃圾牌", "garbage cards drawn for attacks"),
            ("因遭到反击摸的垃圾牌", "garbage cards drawn for counters"),
            ("牌堆重洗", "decks refilled"),
        ),
        tallies,
        lambda tally: [_count(moments) for moments in (tally.attack_counts, *tally.drawn, tally.shuffles)],
    )


def _seats(tallies: Sequence[GameTally], most_players: int) -> Chart:
    labels = [{"zh": "先手", "en": "starts"}]
    labels += [{"zh": f"第{seat}位", "en": ordinal(seat)} for seat in range(2, most_players + 1)]
    return chart_of(
        "seats",
        ("各座位的胜率", "Who wins, by seat"),
        (
            "座位从先手起，按行动顺序数。机会均等时，每个座位的胜率都是人数分之一。只计分出胜负的对局。",
            "Seats are counted from the starting player in the direction of play. With equal chances, each seat wins "
            "one game in as many as there are players. Finished games only.",
        ),
        ("座位", "seat"),
        ("胜率", "games won"),
        labels,
        tallies,
        lambda tally: [share(wins, tally.finished) for wins in tally.wins],
        unit="%",
    )


def _policies(tallies: Sequence[GameTally]) -> Chart:
    names = list(dict.fromkeys(name for tally in tallies for name in tally.settings.policies))

    def figures(tally: GameTally) -> list[Estimate | None]:
        rates = dict(zip(tally.settings.policies, tally.policies, strict=True))
        # A policy in every seat always wins its equal share.
        return [rates[name].share() if name in rates and len(rates) > 1 else None for name in names]

    return chart_of(
        "policies",
        ("各策略的胜率", "Who wins, by policy"),
        (
            "采用该策略的座位的胜率；一局中有几个座位采用同一策略时，胜局由它们平分。各策略轮流坐遍每个座位。",
            "Games won by a seat with the policy; several seats with the same policy share a win equally. Policies "
            "take turns in all seats.",
        ),
        ("策略", "policy"),
        ("胜率", "games won"),
        [policy_name(name) for name in names],
        tallies,
        figures,
        unit="%",
    )


def _lengths(tallies: Sequence[GameTally]) -> Chart:
    longest = max((length for tally in tallies for length in tally.lengths), default=0)
    width = next(step for step in _steps() if longest // step < MOST_STEPS)
    starts = range(0, longest + 1, width)

    def figures(tally: GameTally) -> list[Estimate | None]:
        counts = [sum(tally.lengths[length] for length in range(start, start + width)) for start in starts]
        return [share(count, tally.finished) for count in counts]

    return chart_of(
        "lengths",
        ("一局有多长", "How long games last"),
        (
            "分出胜负的对局，按全桌的回合总数分段；还手不算回合。",
            "Finished games, by the turns of all players together. An answer is not a turn.",
        ),
        ("回合数", "turns"),
        ("占对局的比例", "share of games"),
        same_in_both([f"{start}–{start + width - 1}" for start in starts] if width > 1 else starts),
        tallies,
        figures,
        kind="lines",
        unit="%",
    )


def _eliminations(tallies: Sequence[GameTally], most_players: int) -> Chart:
    labels = [{"zh": f"第{place}人出局", "en": f"{ordinal(place)} player out"} for place in range(1, most_players - 1)]

    def figures(tally: GameTally) -> list[Estimate | None]:
        *before, last = [moments.estimate() for moments in tally.eliminations]
        return [*before, *[None] * (len(labels) - len(before)), last]

    return chart_of(
        "eliminations",
        ("玩家何时出局", "When players are out"),
        (
            "到此时为止全桌的回合总数，取分出胜负的各局的平均值。倒数第二名玩家出局时，对局结束。",
            "Turns of all players together until then, on average over finished games. The game ends when one player "
            "is left.",
        ),
        ("出局", "elimination"),
        ("回合数", "turns"),
        [*labels, {"zh": "对局结束", "en": "the game ends"}],
        tallies,
        figures,
    )


def _count(moments: Moments) -> Estimate | None:
    """Return the mean of a number that is never less than 0."""
    mean = moments.estimate()
    return mean and replace(mean, low=max(0.0, mean.low))


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50, ..."""
    step = 1
    while True:
        yield from (step, 2 * step, 5 * step)
        step *= 10
