"""Words of the study, in both languages: names of runs and policies, ordinals, small numbers."""

from __future__ import annotations

from cardgen.engines.studies import Texts
from cardgen.engines.wording import join_parts
from cardgen.games.block_killer.copies import changed_settings, describe_copies
from cardgen.games.block_killer.simulation.settings import Settings

POLICY_NAMES = {"random": "随机", "greedy": "贪心", "patient": "耐心", "defensive": "防守"}
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
_COUNTS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def describe(settings: Settings) -> Texts:
    """Return the settings in a few words."""
    return join_parts(describe_parts(settings))


def describe_parts(settings: Settings) -> list[Texts]:
    """Return the parts of a description. Decks, seed, budget and turns are in it only if they are not the default."""
    titles = settings.rules.titles
    parts: list[Texts] = [
        {"zh": titles.zh, "en": titles.en},
        {"zh": f"{settings.players}人", "en": f"{settings.players} players"},
        {
            "zh": "、".join(policy_name(name)["zh"] for name in settings.policies),
            "en": ", ".join(settings.policies),
        },
    ]
    names = {"seed": ("种子{}", "seed {}"), "budget": ("{:,}个局面", "{:,} positions")}
    names["most_turns"] = ("最多{:,}回合", "at most {:,} turns")
    return [*parts, *describe_copies(settings.copies), *changed_settings(settings, names)]


def policy_name(name: str) -> Texts:
    """Return a policy's name in both languages; a policy that is not cardgen's own keeps its name."""
    return {"zh": POLICY_NAMES.get(name, name), "en": name}


def ordinal(number: int) -> str:
    """Return 1st, 2nd, ... 12th; there are never more players."""
    return _ORDINALS.get(number, f"{number}th")


def count_word(number: int) -> str:
    """Return a small number as a word."""
    return _COUNTS.get(number, str(number))
