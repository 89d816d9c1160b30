"""The charts of the study: one question each, a series for each run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from cardgen.engines.charts import Pair, chart_of, same_in_both, texts, with_figures
from cardgen.engines.studies import Chart, Estimate
from cardgen.games.block_killer.blocks import BLOCKS
from cardgen.games.block_killer.cards import GARBAGE_ROWS
from cardgen.games.block_killer.solver.clear_values import MOST_BLOCKS, MOST_GARBAGE
from cardgen.games.block_killer.statistics import figures
from cardgen.games.block_killer.statistics.tally import HandTally

Figure = Callable[[HandTally], Estimate | None]

_ATTACK = ("最佳攻击", "best attack")
_HANDS = ("手牌所占比例", "share of hands")
_GARBAGE_TITLE = (
    "垃圾牌（缺口宽度-首列；x为棋盘垃圾）",
    "garbage card (width-first column of its hole; x: checkerboard)",
)
_DROP = ("最佳攻击减少", "best attack lost")
_CHANGE = ("平均最佳攻击的变化", "change of the mean best attack")


class _Deck(NamedTuple):
    """A deck: its name in charts' ids, the name of one of its cards, the title of their axis, and the cards."""

    id: str
    name: Pair
    title: Pair
    cards: tuple[str, ...]


_DECKS = (
    _Deck("block", ("方块牌", "block card"), ("方块牌", "block card"), tuple(BLOCKS)),
    _Deck("garbage", ("垃圾牌", "garbage card"), _GARBAGE_TITLE, tuple(GARBAGE_ROWS)),
)


def draw_charts(tallies: Sequence[HandTally]) -> list[Chart]:
    """Return every chart that has a figure for at least one run."""
    if not tallies:
        return []
    return with_figures(_charts(tallies))


def _charts(tallies: Sequence[HandTally]) -> Iterator[Chart]:
    yield _distribution(tallies)
    yield _plays(tallies)
    yield _means(tallies)
    for deck in _DECKS:
        yield _card_values(deck, tallies)
    for more, word, zh in ((1, "more", "多"), (-1, "fewer", "少")):
        for deck in _DECKS:
            yield _copy_changes(deck, tallies, more, word, zh)


def _card_values(deck: _Deck, tallies: Sequence[HandTally]) -> Chart:
    return chart_of(
        f"{deck.id}-values",
        (f"每张{deck.name[0]}的价值", f"The value of a {deck.name[1]}"),
        (
            "手中有这张牌时，少一张它，最佳攻击平均减少多少。",
            "The drop of the best attack without one copy of the card, on average over the hands that hold it.",
        ),
        deck.title,
        _DROP,
        same_in_both(deck.cards),
        tallies,
        lambda tally: [figures.card_value(tally, card) for card in deck.cards],
    )


def _copy_changes(deck: _Deck, tallies: Sequence[HandTally], more: int, word: str, zh: str) -> Chart:
    return chart_of(
        f"one-{word}-{deck.id}",
        (f"牌堆里{zh}放一张{deck.name[0]}", f"A deck with one {deck.name[1]} {word}"),
        (
            f"这种牌{zh}一张时，平均最佳攻击的变化；由同一批手牌重新加权得出。",
            f"The change of the mean best attack with one copy {word} of the card: the same hands, weighted by how "
            "often the changed deck deals them.",
        ),
        deck.title,
        _CHANGE,
        same_in_both(deck.cards),
        tallies,
        lambda tally: [figures.copy_change(tally, card, more) for card in deck.cards],
    )


def _distribution(tallies: Sequence[HandTally]) -> Chart:
    most = max((attack for tally in tallies for attack, _ in tally.attacks), default=0)
    return chart_of(
        "best-attack",
        ("最佳攻击的分布", "The best attack of a hand"),
        ("最佳打法恰为该攻击值的手牌所占的比例。", "The share of hands whose best play makes exactly this attack."),
        _ATTACK,
        _HANDS,
        same_in_both(range(most + 1)),
        tallies,
        lambda tally: [figures.share_of_attacks(tally, attack.__eq__) for attack in range(most + 1)],
        kind="lines",
        unit="%",
    )


def _plays(tallies: Sequence[HandTally]) -> Chart:
    labelled: list[tuple[Pair, Figure]] = [
        (("没有攻击", "no attack"), lambda tally: figures.share_of_attacks(tally, (0).__eq__)),
        (("有旋转消行", "a spin"), lambda tally: figures.share_with(tally, tally.spins)),
        (
            _quad([tally.settings.rules.attack.special_lines for tally in tallies]),
            lambda tally: figures.share_with(tally, tally.quads),
        ),
        (("已证明最佳", "proven best"), figures.share_proven),
    ]
    return chart_of(
        "best-plays",
        ("最佳打法里有什么", "Features of the best plays"),
        (
            "找到的最佳打法没有攻击、有旋转消行、一次消除的行数多到不旋转也算特殊消行的手牌所占的比例；"
            "以及最佳攻击已经得到证明的手牌所占的比例。",
            "The shares of hands whose best play found makes no attack, has a spin, or clears enough lines at "
            "once to be special without a spin; and the share whose best attack is proven.",
        ),
        ("最佳打法", "best play"),
        _HANDS,
        texts(*[label for label, _ in labelled]),
        tallies,
        lambda tally: [figure(tally) for _, figure in labelled],
        unit="%",
    )


def _quad(lines: Sequence[int]) -> Pair:
    if len(set(lines)) > 1:
        return ("有多行特殊消行", "special without a spin")
    return (f"一次消{lines[0]}行以上", f"{lines[0]} lines or more at once")


def _means(tallies: Sequence[HandTally]) -> Chart:
    labelled: list[tuple[Pair, Figure]] = [
        (("最佳攻击", "best attack"), figures.mean_attack),
        (("未证明的余地", "possible gain, not proven"), figures.mean_gap),
        (
            ("放置的方块", "blocks placed"),
            lambda tally: figures.mean_count(tally, tally.blocks, MOST_BLOCKS),
        ),
        (
            ("弃掉的垃圾牌", "garbage discarded"),
            lambda tally: figures.mean_count(tally, tally.discarded, MOST_GARBAGE),
        ),
    ]
    return chart_of(
        "means",
        ("一手牌的平均数", "A hand on average"),
        (
            "找到的最佳攻击；真正的最佳攻击至多还能高出多少；最佳打法放置的方块与弃掉的垃圾牌。",
            "The best attack found; the most by which the true best attack could be higher; the blocks that the "
            "best play places and the garbage cards that it discards.",
        ),
        ("每手牌", "for each hand"),
        ("平均", "mean"),
        texts(*[label for label, _ in labelled]),
        tallies,
        lambda tally: [figure(tally) for _, figure in labelled],
    )
