"""What cards do, written from their effects: the shipped cards in English and Chinese."""

from __future__ import annotations

from cardgen.data.playing import decks_of
from cardgen.games.thread_race.texts import effect_text
from tests.cases import for_cases
from tests.games.shipped import shipped
from tests.games.thread_race.rulesets import RULESETS

TEXTS = {
    "reorder": ("Put the top 2 cards of your deck on the bottom of your deck.", "将你的牌库顶的两张牌置于你的牌库底。"),
    "echo": (
        "Let this card copy the text of another face-up card of yours.",
        "令此卡复制你的一张正面朝上的其他卡的效果。",
    ),
    "clamp": (
        "Turn a face-up card of another player with speed 3 or less sideways.",
        "封印其他玩家的一张正面朝上的速度不大于3的卡。",
    ),
    "burn": ("Destroy a card of yours, then draw 1.", "破坏你的一张卡，然后抽一张卡。"),
    "cleanse": (
        "Set a card that is not face-down back to what is printed.",
        "将一张不是背面朝上的卡恢复为印刷的数值。",
    ),
    "spark": ("After this card is turned up, draw 1.", "此卡翻转后，抽一张卡。"),
}


@for_cases("name", TEXTS)
def test_the_text_of_a_card_is_written_from_its_effects(name: str) -> None:
    cards = {card.id: card for deck in decks_of(shipped("thread-race")).values() for card in deck}
    rules = next(iter(RULESETS.values()))
    assert tuple(effect_text(cards[name], language, rules, {}) for language in ("en", "zh-Hans")) == TEXTS[name]
    traditional = effect_text(cards[name], "zh-Hant", rules, {})
    assert traditional
    assert not set(traditional) & set("将库张复还为应后")
