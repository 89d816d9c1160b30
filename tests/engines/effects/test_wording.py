"""The texts that are written from effects, in three languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import given, settings

import cardgen.games.heroes
from cardgen.engines.effects.reading import Reader
from cardgen.engines.effects.wording import write_effects, writing_language
from cardgen.engines.effects.wording.languages import LanguageName
from tests.cases import for_cases, read_yaml
from tests.engines.effects.checked import VOCABULARY
from tests.engines.effects.examples import load_vocabulary
from tests.engines.effects.test_checking import EFFECTS
from tests.engines.effects.texts import FILE, LANGUAGES, all_texts

HEROES = load_vocabulary(Path(cardgen.games.heroes.__file__).parent / "effects.yaml")

#: The rows of the table of how effects are worded: the effect, and its text in zh-Hans, zh-Hant and en.
ROWS = {
    "{when: damage:after-taking of me, may: true, do: {draw: 1}}": (
        "你受到伤害后，可以摸一张牌。",
        "你受到傷害後，可以摸一張牌。",
        "After you take damage, you may draw 1.",
    ),
    "{use: play, limit: once each phase, choose: {target: others where wounded}, cost: {discard: 1},"
    " do: {recover: 1, who: target}}": (
        "出牌阶段限一次，你可以弃置一张手牌，令一名受伤的其他角色恢复1点体力。",
        "出牌階段限一次，你可以棄置一張手牌，令一名受傷的其他角色恢復1點體力。",
        "Once in your play phase, you may discard a hand card. Another wounded character recovers 1 HP.",
    ),
    "{while: me.weapon is given, modify: {value: attack-range, of: me, add: 1}}": (
        "你的武器区有牌时，你的攻击范围+1。",
        "你的武器區有牌時，你的攻擊範圍+1。",
        "While you have a weapon, your attack range is 1 larger.",
    ),
    "{instead: damage of me, may: true, do: {discard: 1}}": (
        "当你即将受到伤害时，你可以改为弃置一张手牌。",
        "當你即將受到傷害時，你可以改為棄置一張手牌。",
        "If you would take damage, you may discard a hand card instead.",
    ),
    "{as: strike, cards: me.hand where colour = red}": (
        "你可以将一张红色手牌当做【杀】使用或打出。",
        "你可以將一張紅色手牌當做【殺】使用或打出。",
        "You can use or play a red hand card as a strike.",
    ),
    "{when: at once, if: me.hp = 1, limit: once each game, do: {draw: 2}}": (
        "限定技，当你的体力为1时，立即摸两张牌。",
        "限定技，當你的體力為1時，立即摸兩張牌。",
        "Once a game, as soon as your HP is 1, draw 2.",
    ),
    "{use: play, choose: {one: others}, do: {skip: draw, who: one}}": (
        "出牌阶段，令一名其他角色跳过摸牌阶段。",
        "出牌階段，令一名其他角色跳過摸牌階段。",
        "In your play phase, you may have another character skip their draw phase.",
    ),
    "{use: play, do: {attach: {while: true, forbid: use of bearer}, to: me, until: after turn-end}}": (
        "出牌阶段，你可以令你获得以下效果，直到回合结束：“该角色不能使用牌”。",
        "出牌階段，你可以令你獲得以下效果，直到回合結束：「該角色不能使用牌」。",
        "In your play phase, you may give you “This character cannot use cards” until the end of the turn.",
    ),
}


@for_cases("text", ROWS)
def test_an_effect_is_worded_as_the_table_says(text: str) -> None:
    reader = Reader(HEROES)
    effects = reader.effects(read_yaml(text))
    assert not reader.faults
    assert tuple(write_effects(HEROES, effects, language) for language in LANGUAGES) == ROWS[text]


def test_the_texts_of_all_examples_are_those_that_were_read() -> None:
    kept: dict[str, Any] = read_yaml(FILE.read_text(encoding="utf-8"))
    assert all_texts() == kept, "run `python -m tests.engines.effects.texts`, and read what has changed"


def test_no_text_is_left_with_a_slot_or_without_a_phrase() -> None:
    for key, texts in all_texts().items():
        for language, text in texts.items():
            assert "{" not in text, (key, language)
            assert "/" not in text, (key, language)
            assert text[-1] in "。.", (key, language)


@for_cases(
    ("tag", "language"),
    [("zh", "zh-Hans"), ("zh-TW", "zh-Hant"), ("zh-Hant", "zh-Hant"), ("en-GB", "en"), ("de", None)],
)
def test_a_text_is_written_in_the_languages_that_have_phrases(tag: str, language: LanguageName | None) -> None:
    assert writing_language(tag) == language


def test_a_vocabulary_brings_phrases_and_names_of_its_own() -> None:
    reader = Reader(HEROES)
    effects = reader.effects({"use": "play", "do": {"draw": 2}})
    own = HEROES.model_copy(update={"phrases": {**HEROES.phrases, "verbs/draw": {"en": "get {n} cards"}}})
    assert write_effects(own, effects, "en", on_card=True) == "Get 2 cards."


@settings(max_examples=200, deadline=None)
@given(EFFECTS)
def test_no_data_makes_writing_fail(data: Any) -> None:
    effects = Reader(VOCABULARY, "card/").effects(data)
    for language in LANGUAGES:
        write_effects(VOCABULARY, effects, language)
