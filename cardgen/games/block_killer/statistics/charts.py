"""The charts of the study: one question each, a series for each run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from cardgen.engines.studies import Chart, Estimate, Series, Texts
from cardgen.games.block_killer.blocks import BLOCKS
from cardgen.games.block_killer.cards import GARBAGE_ROWS
from cardgen.games.block_killer.solver.clear_values import MOST_BLOCKS, MOST_GARBAGE
from cardgen.games.block_killer.statistics import figures
from cardgen.games.block_killer.statistics.tally import Tally
from cardgen.games.block_killer.statistics.wording import same_in_both

Figure = Callable[[Tally], Estimate | None]

_ATTACK = {"zh": "最佳攻击", "en": "best attack"}
_HANDS = {"zh": "手牌所占比例", "en": "share of hands"}
_GARBAGE_TITLE = {
    "zh": "垃圾牌（缺口宽度-首列；x为棋盘垃圾）",
    "en": "garbage card (width-first column of its hole; x: checkerboard)",
}
_DROP = {"zh": "最佳攻击减少", "en": "best attack lost"}
_CHANGE = {"zh": "平均最佳攻击的变化", "en": "change of the mean best attack"}

#: For each deck: its name in charts' ids, the name of its cards, the title of their axis, and its cards.
_DECKS: tuple[tuple[str, Texts, Texts, tuple[str, ...]], ...] = (
    ("block", {"zh": "方块牌", "en": "block card"}, {"zh": "方块牌", "en": "block card"}, tuple(BLOCKS)),
    ("garbage", {"zh": "垃圾牌", "en": "garbage card"}, _GARBAGE_TITLE, tuple(GARBAGE_ROWS)),
)


def draw_charts(tallies: Sequence[Tally]) -> list[Chart]:
    """Return every chart that has a figure for at least one run."""
    if not tallies:
        return []
    return [chart for chart in _charts(tallies) if any(any(series.estimates) for series in chart.series)]


def _charts(tallies: Sequence[Tally]) -> Iterator[Chart]:
    yield _distribution(tallies)
    yield _plays(tallies)
    yield _means(tallies)
    for deck, name, title, cards in _DECKS:
        yield _chart(
            f"{deck}-values",
            {"zh": f"每张{name['zh']}的价值", "en": f"The value of a {name['en']}"},
            {
                "zh": "手中有这张牌时，少一张它，最佳攻击平均减少多少。",
                "en": "The drop of the best attack without one copy of the card, on average over the hands that hold "
                "it.",
            },
            title,
            _DROP,
            same_in_both(cards),
            tallies,
            [lambda tally, card=card: figures.card_value(tally, card) for card in cards],  # type: ignore[misc]
        )
    for more, word, zh in ((1, "more", "多"), (-1, "fewer", "少")):
        for deck, name, title, cards in _DECKS:
            yield _chart(
                f"one-{word}-{deck}",
                {"zh": f"牌堆里{zh}放一张{name['zh']}", "en": f"A deck with one {name['en']} {word}"},
                {
                    "zh": f"这种牌{zh}一张时，平均最佳攻击的变化；由同一批手牌重新加权得出。",
                    "en": f"The change of the mean best attack with one copy {word} of the card: the same hands, "
                    "weighted by how often the changed deck deals them.",
                },
                title,
                _CHANGE,
                same_in_both(cards),
                tallies,
                [
                    lambda tally, card=card, more=more: figures.copy_change(tally, card, more)  # type: ignore[misc]
                    for card in cards
                ],
            )


def _distribution(tallies: Sequence[Tally]) -> Chart:
    most = max((attack for tally in tallies for attack, _ in tally.attacks), default=0)
    return _chart(
        "best-attack",
        {"zh": "最佳攻击的分布", "en": "The best attack of a hand"},
        {
            "zh": "最佳打法恰为该攻击值的手牌所占的比例。",
            "en": "The share of hands whose best play makes exactly this attack.",
        },
        _ATTACK,
        _HANDS,
        same_in_both(map(str, range(most + 1))),
        tallies,
        [
            lambda tally, attack=attack: figures.share_of_attacks(tally, attack.__eq__)  # type: ignore[misc]
            for attack in range(most + 1)
        ],
        kind="lines",
        unit="%",
    )


def _plays(tallies: Sequence[Tally]) -> Chart:
    labelled: list[tuple[Texts, Figure]] = [
        ({"zh": "没有攻击", "en": "no attack"}, lambda tally: figures.share_of_attacks(tally, (0).__eq__)),
        ({"zh": "有旋转消行", "en": "a spin"}, lambda tally: figures.share_with(tally, tally.spins)),
        (
            _quad([tally.settings.rules.attack.special_lines for tally in tallies]),
            lambda tally: figures.share_with(tally, tally.quads),
        ),
        ({"zh": "已证明最佳", "en": "proven best"}, figures.share_proven),
    ]
    return _chart(
        "best-plays",
        {"zh": "最佳打法里有什么", "en": "Features of the best plays"},
        {
            "zh": "找到的最佳打法没有攻击、有旋转消行、一次消除的行数多到不旋转也算特殊消行的手牌所占的比例；"
            "以及最佳攻击已经得到证明的手牌所占的比例。",
            "en": "The shares of hands whose best play found makes no attack, has a spin, or clears enough lines at "
            "once to be special without a spin; and the share whose best attack is proven.",
        },
        {"zh": "最佳打法", "en": "best play"},
        _HANDS,
        [label for label, _ in labelled],
        tallies,
        [figure for _, figure in labelled],
        unit="%",
    )


def _quad(lines: Sequence[int]) -> Texts:
    if len(set(lines)) > 1:
        return {"zh": "有多行特殊消行", "en": "special without a spin"}
    return {"zh": f"一次消{lines[0]}行以上", "en": f"{lines[0]} lines or more at once"}


def _means(tallies: Sequence[Tally]) -> Chart:
    labelled: list[tuple[Texts, Figure]] = [
        ({"zh": "最佳攻击", "en": "best attack"}, figures.mean_attack),
        ({"zh": "未证明的余地", "en": "possible gain, not proven"}, figures.mean_gap),
        (
            {"zh": "放置的方块", "en": "blocks placed"},
            lambda tally: figures.mean_count(tally, tally.blocks, MOST_BLOCKS),
        ),
        (
            {"zh": "弃掉的垃圾牌", "en": "garbage discarded"},
            lambda tally: figures.mean_count(tally, tally.discarded, MOST_GARBAGE),
        ),
    ]
    return _chart(
        "means",
        {"zh": "一手牌的平均数", "en": "A hand on average"},
        {
            "zh": "找到的最佳攻击；真正的最佳攻击至多还能高出多少；最佳打法放置的方块与弃掉的垃圾牌。",
            "en": "The best attack found; the most by which the true best attack could be higher; the blocks that the "
            "best play places and the garbage cards that it discards.",
        },
        {"zh": "每手牌", "en": "for each hand"},
        {"zh": "平均", "en": "mean"},
        [label for label, _ in labelled],
        tallies,
        [figure for _, figure in labelled],
    )


def _chart(
    id_: str,
    title: Texts,
    note: Texts,
    label_title: Texts,
    value_title: Texts,
    labels: Sequence[Texts],
    tallies: Sequence[Tally],
    figure_of: Sequence[Figure],
    kind: Literal["bars", "lines"] = "bars",
    unit: Literal["", "%"] = "",
) -> Chart:
    # A single run needs no name.
    names = [tally.name for tally in tallies] if len(tallies) > 1 else [value_title]
    series = [Series(name, [figure(tally) for figure in figure_of]) for name, tally in zip(names, tallies, strict=True)]
    return Chart(id_, title, note, kind, label_title, value_title, labels, series, unit)
