"""What heroes and cards do is written from their effects: `{effect}`, and the designer's own words."""

from __future__ import annotations

import re

import pytest

from cardgen.base.records import replace
from cardgen.data.load import load_game
from cardgen.data.playing import effect_texts
from cardgen.engines import CardData
from cardgen.games.heroes.deck_rules import check_rules
from cardgen.games.heroes.texts import effect_text
from tests.cases import for_cases
from tests.games_on_disk import REPOSITORY

from .positions import changed, hero, standard


def text_of(card: str, language: str) -> str:
    return effect_text(CardData(card, 1, {}), language, standard(), {})


@for_cases(
    ("card", "language", "text"),
    [
        ("physician", "en", "Once in your play phase, discard a hand card. Another wounded character recovers 1 HP."),
        ("physician", "zh-Hant", "出牌階段限一次，棄置一張手牌，令一名受傷的其他角色恢復1點體力。"),
        ("raider", "en", "You may use a Strike at any distance, if its target is your previous player."),
        ("raider", "zh", "你使用【杀】无距离限制，若其目标为你的上家。"),
        ("thick-mail", "en", "When you take damage, if that card's category is trick, prevent 1 of that damage."),
        ("supplies", "zh-Hans", "摸两张牌。"),
        ("volley", "en", "Deal 1 damage to all other characters.\nA target may play Dodge to offset this."),
        ("wine", "zh-Hant", "你瀕死時可對自己使用：恢復1點體力。"),
        ("pike", "zh", "你的攻击范围为3。"),
        ("courser", "en", "Your distance to others is 1 less."),
        ("napoleon", "en", ""),
        (
            "shipwright",
            "en",
            "Once in your play phase, a character in the shipyard (any, if it has no members) joins the shipyard. Raise"
            " that character's progress by 1. The draw count of all members of the group with full progress is 1 larger"
            " and the hand limit of all members of the group with full progress is 1 larger.",
        ),
        ("hunter", "zh-Hans", "你使用【杀】不计入次数，若你本回合未使用过【杀】。"),
    ],
)
def test_what_heroes_and_cards_do_is_written(card: str, language: str, text: str) -> None:
    assert text_of(card, language) == text


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "en"])
def test_every_skill_has_a_line(language: str) -> None:
    for one in standard().heroes:
        lines = text_of(one.hero, language).splitlines()
        assert len(lines) == len(one.skills), one.hero


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "en"])
def test_no_text_shows_what_the_data_says(language: str) -> None:
    """A condition that has no words would be shown as it is written, such as `count of rampart.members = 0`."""
    for one in standard().heroes:
        text = text_of(one.hero, language)
        assert not re.search(r"[=<>\[]|[a-z]\.[a-z]|[a-z]-?[a-z]*\(", text), (one.hero, text)
        assert language == "en" or not re.search(r"[a-z]{2}", text), (one.hero, text)
        assert language == "en" or " " not in text, (one.hero, text)


def test_a_deck_with_a_field_of_the_kind_effects_has_their_text() -> None:
    game = load_game(REPOSITORY / "card_data" / "heroes", REPOSITORY / "templates", REPOSITORY)
    deck = game.decks["heroes"]
    card = next(card for card in deck.cards if card.id == "herder")
    assert effect_texts(game, deck, card) is None
    with_effects = replace(deck, fields={**deck.fields, "effects": "effects?"})
    texts = {"zh": "你受到伤害后，可以摸一张牌。", "en": "After you take damage, you may draw 1."}
    assert effect_texts(game, with_effects, card) == texts


def test_the_printed_words_are_compared_with_the_effects() -> None:
    rules = {"zh": "摸三张牌。", "en": "Draw 3 cards."}
    fields = {"names": {"zh": "补给", "en": "Supplies"}, "kind": "supplies", "category": "trick", "rules": rules}
    found = [problem for problem in check_rules(standard(), {"plots": [CardData("X", 1, fields)]}) if problem.deck]
    assert [(one.code, one.card, one.severity) for one in found if one.code == "E11"] == [("E11", "X", "warning")] * 2
    own = hero("odd", {"use": "play", "limit": "once each phase", "do": [{"draw": 1}], "text": {"en": "Draw 2."}})
    codes = [problem.code for problem in check_rules(changed(heroes=[own]), {})]
    assert "E11" in codes
