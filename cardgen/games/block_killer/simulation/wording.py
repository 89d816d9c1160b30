"""Words of the study, in both languages: what a run is called, figures as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.block_killer.simulation.settings import Settings
from cardgen.games.studies import Estimate, Texts

POLICY_NAMES = {"random": "随机", "greedy": "贪心", "patient": "耐心", "defensive": "防守"}
#: Between a number and its %, where no line may end.
SPACE = "\u00a0"
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def describe(settings: Settings) -> Texts:
    """The settings in a few words. Seed, budget and turns are told only where they are not the usual ones."""
    usual, titles = Settings.model_fields, settings.rules.titles
    english = [titles.en, f"{settings.players} players", ", ".join(settings.policies)]
    chinese = [titles.zh, f"{settings.players}人", "、".join(policy_name(name)["zh"] for name in settings.policies)]
    if settings.seed != usual["seed"].default:
        english.append(f"seed {settings.seed}")
        chinese.append(f"种子{settings.seed}")
    if settings.budget != usual["budget"].default:
        english.append(f"{settings.budget:,} positions")
        chinese.append(f"{settings.budget:,}个局面")
    if settings.most_turns != usual["most_turns"].default:
        english.append(f"at most {settings.most_turns:,} turns")
        chinese.append(f"最多{settings.most_turns:,}回合")
    return {"zh": "，".join(chinese), "en": ", ".join(english)}


def policy_name(name: str) -> Texts:
    """A policy's name; one of the designer's own is called as it is found."""
    return {"zh": POLICY_NAMES.get(name, name), "en": name}


def ordinal(number: int) -> str:
    """1st, 2nd, ... 12th, as far as there can be players."""
    return _ORDINALS.get(number, f"{number}th")


def count_word(number: int) -> str:
    """A small number in words."""
    return _COUNTS.get(number, str(number))


def percent(estimate: Estimate) -> str:
    """27.1 % (25.9–28.3)."""
    return f"{100 * estimate.value:.1f}{SPACE}% ({100 * estimate.low:.1f}–{100 * estimate.high:.1f})"


def percent_zh(estimate: Estimate) -> str:
    """27.1%（25.9–28.3）, as it is set in Chinese."""
    return f"{100 * estimate.value:.1f}%（{100 * estimate.low:.1f}–{100 * estimate.high:.1f}）"


def number(estimate: Estimate) -> str:
    """48.2 (47.9–48.5)."""
    return f"{estimate.value:.1f} ({estimate.low:.1f}–{estimate.high:.1f})"


def number_zh(estimate: Estimate) -> str:
    """48.2（47.9–48.5）, as it is set in Chinese."""
    return f"{estimate.value:.1f}（{estimate.low:.1f}–{estimate.high:.1f}）"


def listed(items: Sequence[str]) -> str:
    """a, b and c."""
    return " and ".join(filter(None, [", ".join(items[:-1]), items[-1]]))
