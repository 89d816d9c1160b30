"""Words of the study, in both languages: names of runs, labels of charts."""

from __future__ import annotations

from cardgen.engines.studies import Texts
from cardgen.engines.wording import join_parts
from cardgen.games.block_killer.copies import describe_copies
from cardgen.games.block_killer.statistics.settings import OPENING, TYPICAL, Settings


def describe(settings: Settings) -> Texts:
    """Return the settings in a few words."""
    return join_parts(describe_parts(settings))


def describe_parts(settings: Settings) -> list[Texts]:
    """Return the parts of a description. Seed, budget and decks are in it only if they are not the default."""
    fields, rules = Settings.model_fields, settings.rules.titles
    parts: list[Texts] = [
        {"zh": rules.zh, "en": rules.en},
        {"zh": _hands_zh(settings), "en": _hands_en(settings)},
    ]
    parts += describe_copies(settings.copies)
    if settings.seed != fields["seed"].default:
        parts.append({"zh": f"种子{settings.seed}", "en": f"seed {settings.seed}"})
    if settings.budget != fields["budget"].default:
        parts.append({"zh": f"{settings.budget:,}个局面", "en": f"{settings.budget:,} positions"})
    return parts


def _hands_en(settings: Settings) -> str:
    if settings.hand == OPENING:
        return "opening hands"
    if settings.hand == TYPICAL:
        return "hands held in games"
    blocks, garbage = settings.size or (0, 0)
    return f"hands of {blocks} block and {garbage} garbage card{'s' * (garbage != 1)}"


def _hands_zh(settings: Settings) -> str:
    if settings.hand == OPENING:
        return "开局手牌"
    if settings.hand == TYPICAL:
        return "对局中的手牌"
    blocks, garbage = settings.size or (0, 0)
    return f"{blocks}张方块牌加{garbage}张垃圾牌的手牌"
