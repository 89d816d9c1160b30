"""Words of the study, in both languages: names of runs, labels of charts."""

from __future__ import annotations

from cardgen.engines.studies import Texts
from cardgen.engines.wording import join_parts
from cardgen.games.block_killer.copies import changed_settings, describe_copies
from cardgen.games.block_killer.statistics.settings import OPENING, TYPICAL, Settings


def describe(settings: Settings) -> Texts:
    """Return the settings in a few words."""
    return join_parts(describe_parts(settings))


def describe_parts(settings: Settings) -> list[Texts]:
    """Return the parts of a description. Seed, budget and decks are in it only if they are not the default."""
    titles = settings.rules.titles
    parts: list[Texts] = [{"zh": titles.zh, "en": titles.en}, _hands(settings)]
    names = {"seed": ("种子{}", "seed {}"), "budget": ("{:,}个局面", "{:,} positions")}
    return [*parts, *describe_copies(settings.copies), *changed_settings(settings, names)]


def _hands(settings: Settings) -> Texts:
    if settings.hand == OPENING:
        return {"zh": "开局手牌", "en": "opening hands"}
    if settings.hand == TYPICAL:
        return {"zh": "对局中的手牌", "en": "hands held in games"}
    blocks, garbage = settings.size or (0, 0)
    return {
        "zh": f"{blocks}张方块牌加{garbage}张垃圾牌的手牌",
        "en": f"hands of {blocks} block and {garbage} garbage card{'s' * (garbage != 1)}",
    }
