"""A summary with every kind of chart and invented figures."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from cardgen.engines.studies import Chart, Estimate, Series, Summary, Texts
from cardgen.studies.report import ReportHeading, RunHeading


def same(text: str) -> Texts:
    return {"zh": text, "en": text}


def share(value: float, samples: int) -> Estimate:
    arm = 1.96 * sqrt(value * (1 - value) / samples)
    return Estimate(value, max(value - arm, 0.0), min(value + arm, 1.0), samples)


def mean(value: float, arm: float, samples: int) -> Estimate:
    return Estimate(value, value - arm, value + arm, samples)


def _of(texts: Texts, estimates: Sequence[Estimate | None]) -> Series:
    return Series(texts, estimates)


PLAYERS = [3, 4, 5, 6]
STANDARD, NO_MERCY = {"zh": "标准规则", "en": "Standard rules"}, {"zh": "毫不留情", "en": "No Mercy"}

WINS = Chart(
    id="wins-by-policy",
    title={"zh": "哪种打法赢得多？", "en": "Which policy wins more?"},
    note={
        "zh": "四人局中每种打法的胜率。若打法无关胜负，各为 25%。区间不相交时，差别多半是真的。",
        "en": "The share of four-player games that each policy wins; 25% if the policy did not matter. Where intervals "
        "do not overlap, the difference is most likely real.",
    },
    kind="bars",
    label_title={"zh": "打法", "en": "Policy"},
    value_title={"zh": "胜率", "en": "Share of games won"},
    labels=[
        {"zh": "贪心", "en": "Greedy"},
        {"zh": "耐心", "en": "Patient"},
        {"zh": "留牌反击", "en": "Counter"},
        {"zh": "随机", "en": "Random"},
    ],
    series=[
        _of(STANDARD, [share(0.3312, 2000), share(0.3651, 2000), share(0.2484, 2000), share(0.0553, 2000)]),
        _of(NO_MERCY, [share(0.4127, 1200), share(0.2958, 1200), share(0.2633, 1200), share(0.0282, 1200)]),
        _of(
            {"zh": "自定规则", "en": "House rules"}, [share(0.2871, 300), share(0.3933, 300), None, share(0.0467, 300)]
        ),
    ],
    unit="%",
)

LENGTH = Chart(
    id="game-length",
    title={"zh": "一局要打多少轮？", "en": "How long is a game?"},
    note={
        "zh": "还剩至少两名玩家的对局所占比例，逐轮统计。色带为 95% 置信区间。",
        "en": "The share of games in which at least two players are left, round by round. Bands are 95% intervals.",
    },
    kind="lines",
    label_title={"zh": "轮数", "en": "Round"},
    value_title={"zh": "仍在进行的对局", "en": "Games still going on"},
    labels=[same(str(number)) for number in range(1, 31)],
    series=[
        _of(
            {"zh": f"{players} 人", "en": f"{players} players"},
            [
                share(1 / (1 + 2.0 ** ((number - 6 - 2.5 * players) / 2.6)), 400)
                if number != 30 or players > 3
                else None
                for number in range(1, 31)
            ],
        )
        for players in (3, 4, 6)
    ],
    unit="%",
)

_CODES = ["1-0", "1-1", "1-2", "1-3", "1-4", "2-0", "2-1", "2-2", "2-3", "2-4", "3-0", "3-1", "3-2", "3-3", "4-3"]

GARBAGE = Chart(
    id="garbage-values",
    title={"zh": "每张垃圾牌值多少？", "en": "What is each garbage card worth?"},
    note={
        "zh": "手里去掉这张牌后，最佳攻击平均减少多少。负值说明没有这张牌反而更好。",
        "en": "How much the best attack drops, on average, when the card is taken out of the hand. Below zero the hand "
        "is better without it.",
    },
    kind="bars",
    label_title={"zh": "垃圾牌", "en": "Garbage card"},
    value_title={"zh": "最佳攻击的变化", "en": "Best attack lost without it"},
    labels=[*(same(code) for code in _CODES), {"zh": "棋盘垃圾", "en": "Checkerboard garbage"}],
    series=[
        _of(
            {"zh": "最佳攻击的变化", "en": "Best attack lost without it"},
            [
                mean(1.1 - 0.09 * number + 0.11 * (number % 3), 0.07 + 0.004 * number, 900 - 37 * number)
                for number in range(16)
            ],
        )
    ],
)

COPIES = Chart(
    id="copies",
    title={"zh": "有多少张方块牌？", "en": "How many block cards are there?"},
    note={"zh": "直接数出来的，所以没有区间。", "en": "Counted, so there is no interval."},
    kind="bars",
    label_title={"zh": "方块牌", "en": "Block card"},
    value_title={"zh": "张数", "en": "Copies"},
    labels=[*(same(kind) for kind in "ZSJLTOI"), {"zh": "单元方块", "en": "Mono"}],
    series=[_of({"zh": "张数", "en": "Copies"}, [*[Estimate(12.0, 12.0, 12.0, 90)] * 7, Estimate(6.0, 6.0, 6.0, 90)])],
)

SEATS = Chart(
    id="seats",
    title={"zh": "先手占便宜吗？", "en": "Does it help to start?"},
    note={"zh": "各座位的平均名次。", "en": "The average place of each seat."},
    kind="lines",
    label_title={"zh": "玩家人数", "en": "Players"},
    value_title={"zh": "起始玩家的平均得分", "en": "Average score of the first player"},
    labels=[same(str(number)) for number in PLAYERS],
    series=[
        _of(STANDARD, [mean(-0.12, 0.21, 500), mean(0.31, 0.18, 500), mean(0.28, 0.22, 500), mean(0.52, 0.24, 500)]),
        _of(NO_MERCY, [mean(1.2, 0.3, 120), None, mean(0.9, 0.28, 120), mean(1.1, 0.35, 120)]),
    ],
)

SUMMARY = Summary(
    sentences=[
        {
            "zh": "耐心打法在标准规则下胜率最高：36.5%（34.4–38.6%）。",
            "en": "Patient play wins most under standard rules: 36.5% (34.4–38.6%).",
        },
        {"zh": "一半的四人局在第 16 轮前结束。", "en": "Half of all four-player games are over by round 16."},
        {"zh": "没有发现先手优势。", "en": "No advantage of the first seat was found."},
    ],
    charts=[WINS, LENGTH, GARBAGE, COPIES, SEATS],
)


def settings(ruleset: str, combo: Sequence[int]) -> dict[str, object]:
    return {
        "players": 4,
        "seed": 20240601,
        "positions": 20000,
        "policies": ["greedy", "patient", "counter", "random"],
        "rules": {
            "name": ruleset,
            "combo": list(combo),
            "limits": {"garbage": 12, "blocks": 5},
            "pass": True,
            "cap": None,
        },
    }


HEADING = ReportHeading(
    study="simulate",
    title={"zh": "整局模拟", "en": "Whole games"},
    game={"zh": "方块杀", "en": "Block-Killer"},
    version="0.5.0",
    runs=[
        RunHeading(STANDARD, settings("standard", [0, 0, 1, 1, 2]), 2000, None, "5f0c1d9ab2"),
        RunHeading(NO_MERCY, settings("no-mercy", [0, 1, 1, 2, 3]), 1200, 10000, "91be22c07d"),
    ],
)
