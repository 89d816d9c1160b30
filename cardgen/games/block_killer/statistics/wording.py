"""Words of the study, in both languages: what a run is called, figures as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardgen.games.block_killer.blocks import BLOCKS
from cardgen.games.block_killer.statistics.settings import COPIES, OPENING, TYPICAL, Settings
from cardgen.games.studies import Estimate, Texts


def describe(settings: Settings) -> Texts:
    """The settings in a few words. Seed, budget and decks are told only where they are not the usual ones."""
    usual = Settings.model_fields
    rules = settings.rules.titles
    english, chinese = [f"{rules.en}, {_hands_en(settings)}"], [f"{rules.zh}，{_hands_zh(settings)}"]
    changed = [(card, count) for card, count in settings.copies if (card, count) not in COPIES]
    for card, count in changed:
        english.append(f"{count} × {card}")
        chinese.append(f"{_card_zh(card)}{count}张")
    if settings.seed != usual["seed"].default:
        english.append(f"seed {settings.seed}")
        chinese.append(f"种子{settings.seed}")
    if settings.budget != usual["budget"].default:
        english.append(f"{whole(settings.budget)} positions")
        chinese.append(f"{whole(settings.budget)}个局面")
    return {"zh": "，".join(chinese), "en": ", ".join(english)}


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


def _card_zh(card: str) -> str:
    return f"方块{card}" if card in BLOCKS else f"垃圾{card}"


def whole(number: int) -> str:
    """12,345."""
    return f"{number:,}"


def decimal(number: float, signed: bool = False) -> str:
    """Two decimals, or, for a change with its sign, three; a minus is one."""
    text = f"{number:+.3f}" if signed else f"{number:.2f}"
    return text.replace("-", "−") if float(text) else text.replace("-", "").replace("+", "")


def percent(number: float) -> str:
    """12.3 %."""
    return f"{100 * number:.1f} %"


def figure(estimate: Estimate, share: bool = False) -> Texts:
    """The figure and its interval, which an exact one has not."""
    tell = percent if share else decimal
    value, low, high = tell(estimate.value), tell(estimate.low), tell(estimate.high)
    if estimate.low == estimate.high:
        return {"zh": value.replace(" ", ""), "en": value}
    english = f"{value} ({low} to {high})"
    return {"zh": f"{value}（{low}至{high}）".replace(" ", ""), "en": english}


def listed(words: Sequence[str], last: str) -> Texts:
    """`T, I and O`, with `last` for the last comma in English."""
    english = ", ".join(words) if len(words) < 2 else f"{', '.join(words[:-1])} {last} {words[-1]}"
    return {"zh": "、".join(words), "en": english}


def same(words: Iterable[str]) -> list[Texts]:
    """Labels that are the same in both languages."""
    return [{"zh": word, "en": word} for word in words]
