"""The sentences of the study. They claim no more than the intervals of the figures allow.

Among many cards, one in twenty would differ by chance alone. So the sentences about cards widen the intervals of
sampled figures until all figures of a kind are right together (Bonferroni): 99 times out of 100 if attacks were
normally distributed; they are not, and it is still 95 times. Runs are called different only if their intervals do not
overlap. This is right also for runs of one seed, which share their hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import NormalDist

from cardgen.engines.estimates import NORMAL
from cardgen.engines.studies import Estimate, Texts
from cardgen.engines.wording import (
    capitalised,
    decimal,
    format_estimate,
    join_words,
    paragraph,
    percent,
)
from cardgen.games.block_killer.blocks import BLOCKS
from cardgen.games.block_killer.cards import GARBAGE_ROWS
from cardgen.games.block_killer.statistics import figures
from cardgen.games.block_killer.statistics.hands import count_hands
from cardgen.games.block_killer.statistics.tally import HandTally

#: The most cards that a sentence names; the charts have all.
MOST_NAMED = 4

_CARDS = (*BLOCKS, *GARBAGE_ROWS)


def write_sentences(tallies: Sequence[HandTally]) -> list[Texts]:
    """Return a paragraph about each run, then sentences that compare them."""
    paragraphs = [paragraph(list(_describe_run(tally))) for tally in tallies]
    return [*paragraphs, *_compare(tallies)]


def _describe_run(tally: HandTally) -> Iterator[Texts]:
    run = capitalised(tally.name)
    mean = figures.mean_attack(tally)
    if mean is None:
        yield _too_few(tally, run)
        return
    yield _mean(tally, run, mean)
    yield _shares(tally)
    for cards, zh, en in ((tuple(BLOCKS), "方块牌", "block card"), (tuple(GARBAGE_ROWS), "垃圾牌", "garbage card")):
        yield from _values(tally, cards, zh, en)
    yield from _changes(tally)


def _too_few(tally: HandTally, run: Texts) -> Texts:
    count = count_hands(tally.settings)
    if count is None:
        hands = f"{tally.hands:,}"
        return {
            "zh": f"{run['zh']}：只有{hands}手牌，不足以得出结论。",
            "en": f"{run['en']}: {hands} hand{'s' * (tally.hands != 1)}, too few for a conclusion.",
        }
    return {
        "zh": f"{run['zh']}：{count:,}种手牌只试了{tally.hands:,}种，全部试完才有确切的数字。",
        "en": f"{run['en']}: {tally.hands:,} of {count:,} hands tried; a conclusion needs all of them.",
    }


def _mean(tally: HandTally, run: Texts, mean: Estimate) -> Texts:
    text, hands = format_estimate(mean, decimal), f"{tally.hands:,}"
    if tally.counted:
        zh = f"{run['zh']}：全部{hands}种手牌按抽到的机会加权，最佳攻击平均为{text['zh']}"
        en = f"{run['en']}: over all {hands} hands, each by its chance, the best attack is {text['en']} on average"
    else:
        zh = f"{run['zh']}：抽取{hands}手牌，最佳攻击平均为{text['zh']}"
        en = f"{run['en']}: over {hands} sampled hands the best attack is {text['en']} on average"
    if not tally.unproven:
        return {"zh": f"{zh}，每一手都已证明。", "en": f"{en}, every one proven."}
    proven, gap = percent(1 - tally.unproven / tally.weight), figures.mean_gap(tally)
    room = decimal(gap.value) if gap else ""
    return {
        "zh": f"{zh}。这是找到的攻击：{proven}的手牌已证明最佳；真正的平均值可能更高，至多再高{room}。",
        "en": f"{en}. This is the attack found: {proven} of the hands are proven; the true mean may be higher by up to "
        f"{room}.",
    }


def _shares(tally: HandTally) -> Texts:
    shares = [
        figures.share_of_attacks(tally, (0).__eq__),
        figures.share_with(tally, tally.spins),
        figures.share_with(tally, tally.quads),
    ]
    none, spin, quad = (
        {"zh": "–", "en": "–"} if figure is None else format_estimate(figure, percent) for figure in shares
    )
    lines = tally.settings.rules.attack.special_lines
    return {
        "zh": f"{none['zh']}的手牌没有找到能攻击的打法；{spin['zh']}的最佳打法有旋转消行；"
        f"{quad['zh']}的最佳打法一次消除{lines}行或更多。",
        "en": f"In {none['en']} of hands no attack was found; {spin['en']} have a spin in their best play, "
        f"{quad['en']} a clear of {lines} lines or more.",
    }


def _values(tally: HandTally, cards: Sequence[str], zh: str, en: str) -> Iterator[Texts]:
    values = {card: value for card in cards if (value := figures.card_value(tally, card)) is not None}
    if len(values) < 2 or not any(value.high for value in values.values()):
        return
    copies = dict(tally.settings.copies)
    if any(copies[card] and card not in values for card in cards):
        yield {
            "zh": f"有些{zh}在这些手牌里太少见，还不能比较所有{zh}的价值。",
            "en": f"Some {en}s are in too few of these hands to compare the values of all.",
        }
        return
    intervals = {card: widened(value, tally, len(_CARDS)) for card, value in values.items()}
    first = max(values, key=lambda card: values[card].value)
    rivals = [card for card in values if intervals[card].high >= intervals[first].low]
    if rivals == [first]:
        text = format_estimate(values[first], decimal)
        yield {
            "zh": f"最有价值的{zh}是{first}：手中少一张，最佳攻击平均减少{text['zh']}。",
            "en": f"The most valuable {en} is {first}: without one, the best attack drops by {text['en']} on average.",
        }
    elif all(values[card].low == values[card].high == values[first].value for card in rivals):
        text = format_estimate(values[first], decimal)
        yield {
            "zh": f"最有价值的{zh}是{'、'.join(rivals)}，价值相同：手中少一张，最佳攻击平均减少{text['zh']}。",
            "en": f"The most valuable {en}s are {join_words(rivals)}, with equal values: without one, the best attack "
            f"drops by {text['en']} on average.",
        }
    elif len(rivals) <= MOST_NAMED:
        yield {
            "zh": f"最有价值的{zh}是{'、'.join(rivals)}之一，这些手牌还分不出是哪一张。",
            "en": f"The most valuable {en} is {join_words(rivals, 'or')}; these hands do not show which.",
        }
    elif len(rivals) < len(values):
        text, less = format_estimate(values[first], decimal), [card for card in values if card not in rivals]
        are = "are" if len(less) > 1 else "is"
        yield {
            "zh": f"{zh}中，{'、'.join(less)}的价值低于{first}，手中少一张{first}，最佳攻击平均减少{text['zh']}；"
            "其余的还分不出高低。",
            "en": f"Of the {en}s, {join_words(less)} {are} worth less than {first}, without which the best attack "
            f"drops by {text['en']}; the other values show no clear difference.",
        }
    else:
        yield {
            "zh": f"这些手牌还分不出哪张{zh}最有价值。",
            "en": f"These hands do not show which {en} is most valuable.",
        }


def _changes(tally: HandTally) -> Iterator[Texts]:
    changes = {card: change for card in _CARDS if (change := figures.copy_change(tally, card, 1)) is not None}
    if not changes:
        return
    intervals = {card: widened(change, tally, 2 * len(_CARDS)) for card, change in changes.items()}
    up = sorted((card for card in changes if intervals[card].low > 0), key=lambda card: -changes[card].value)
    down = sorted((card for card in changes if intervals[card].high < 0), key=lambda card: changes[card].value)
    zh, en = [], []
    for cards, zh_verb, en_verb in ((up, "提高", "raises"), (down, "降低", "lowers")):
        if cards:
            names = _named(cards, changes)
            zh.append(f"多放一张{names['zh']}会{zh_verb}平均最佳攻击")
            en.append(f"One more copy of {names['en']} {en_verb} the mean best attack")
    if not zh and tally.counted and not any(change.low or change.high for change in changes.values()):
        yield {
            "zh": "无论多放一张什么牌，平均最佳攻击都不变。",
            "en": "One more copy of any card does not change the mean best attack.",
        }
        return
    if not zh:
        yield {
            "zh": "多放一张任何一种牌对平均最佳攻击的影响，这些手牌都还看不出来。",
            "en": "These hands do not show whether one more copy of any card changes the mean best attack.",
        }
        return
    yield {"zh": "；".join(zh) + "。", "en": "; ".join((en[0], *(part[0].lower() + part[1:] for part in en[1:]))) + "."}


def _named(cards: Sequence[str], changes: Mapping[str, Estimate]) -> Texts:
    words = [f"{card} ({decimal(changes[card].value, 3, signed=True)})" for card in cards[:MOST_NAMED]]
    chinese = "、".join(words).replace(" (", "（").replace(")", "）")
    more = len(cards) - len(words)
    if not more:
        return {"zh": chinese, "en": join_words(words, "or")}
    others = "another card" if more == 1 else f"any of {more} other cards"
    return {"zh": f"{chinese}等{len(cards)}种牌", "en": f"{', '.join(words)} or {others}"}


def _compare(tallies: Sequence[HandTally]) -> Iterator[Texts]:
    """Compare each run with the first run of the same kind of hands."""
    firsts: dict[str, HandTally] = {}
    for tally in tallies:
        first = firsts.setdefault(tally.settings.hand, tally)
        mean, other = figures.mean_attack(tally), figures.mean_attack(first)
        if tally is first or mean is None or other is None:
            continue
        run, name = tally.name, first.name
        zh = f"“{run['zh']}”与“{name['zh']}”相比，找到的最佳攻击平均"
        en = f"Compared with “{name['en']}”, the mean best attack found of “{run['en']}” is"
        new, old = decimal(mean.value), decimal(other.value)
        if mean.low > other.high:
            yield {"zh": f"{zh}更高：{new}对{old}。", "en": f"{en} higher: {new} against {old}."}
        elif mean.high < other.low:
            yield {"zh": f"{zh}更低：{new}对{old}。", "en": f"{en} lower: {new} against {old}."}
        elif mean.low == mean.high and mean.value == other.value:
            yield {"zh": f"{zh}相同。", "en": f"{en} the same."}
        else:
            yield {"zh": f"{zh}分不出高低。", "en": f"{en} not clearly different."}


def widened(estimate: Estimate, tally: HandTally, figures_count: int) -> Estimate:
    """Return the estimate with an interval that is right together with those of so many figures.

    The interval of an exact figure does not change.
    """
    if tally.counted:
        return estimate
    factor = NormalDist().inv_cdf(1 - 0.005 / figures_count) / NORMAL
    value = estimate.value
    low, high = value - factor * (value - estimate.low), value + factor * (estimate.high - value)
    return Estimate(value, low, high, estimate.samples)
