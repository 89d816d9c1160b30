"""What cards do is written on them: `{effect}` in a template, and the designer's own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.cards.layout.card_values import own_values
from cardgen.data.load import load_game
from cardgen.data.playing import effect_texts
from cardgen.engines import CardData
from cardgen.games.card_game.texts import effect_text
from tests.games.card_game.harbour import load_harbour

RULES = load_harbour().rulesets["standard"]

GAME = """
titles: {en: Harbour, zh: 港口}
author: A
licence: {name: CC0, link: "https://creativecommons.org/publicdomain/zero/1.0/"}
languages: [en, zh]
engine: card-game
sizes: {card: {width: 63, height: 88}}
decks:
  cards: {titles: {en: Cards, zh: 牌}, cards: cards.yaml, template: card.yaml, size: card, fields: {effects: effects?}}
rulesets: {standard: standard.yaml}
targets: {}
"""
STANDARD = """
titles: {en: Standard, zh: 标准}
vocabulary:
  areas: {hand: {of: player, works: [use]}, deck: {hidden: true}, discards: {}}
  stages: [main]
  windows: {main: {stage: main}}
piles: [{deck: cards, area: deck}]
"""
CARDS = """
cards:
  - {id: courier, copies: 2, effects: [{use: main, do: [{draw: 2}]}]}
  - {id: stone, copies: 2}
"""
TEMPLATE = """
styles: {text: {size: 4}}
face:
  description: {en: "{effect.en?}", zh: "{effect.zh?}"}
  boxes: {text: {kind: text, box: [4, 4, 55, 40], text: "{effect?}", lang: en, style: text}}
back:
  description: {en: back, zh: 背面}
  boxes: {ground: {kind: rect, box: bleed, fill: "#ffffff"}}
"""


def text_of(*effects: object, language: str = "en") -> str:
    return effect_text(CardData("card", 1, {"effects": list(effects)}), language, RULES, {})


def test_the_text_of_a_card_is_that_of_its_effects() -> None:
    draw = {"use": "main", "do": {"draw": 2}}
    assert text_of(draw) == "Draw 2."
    assert text_of(draw, {"when": "after draw of me", "may": True, "do": {"discard": 1}}, language="zh-Hant") == (
        "抽兩張牌。你抽牌後，可以棄置一張手牌。"
    )
    assert text_of(language="en") == text_of(draw, language="de") == ""


def test_a_text_of_ones_own_is_in_place_of_the_written_one() -> None:
    draw = {"use": "main", "do": {"draw": 2}}
    assert text_of({**draw, "text": "Take two."}) == "Take two."
    assert text_of({**draw, "text": "auto"}) == "Draw 2."
    assert text_of({**draw, "text": {"en": "Take two."}}, language="zh") == "抽两张牌。"
    assert text_of({**draw, "text": {"en": "own"}}) == ""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {"game.yaml": GAME, "standard.yaml": STANDARD, "cards.yaml": CARDS}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "card.yaml").write_text(TEMPLATE, encoding="utf-8")
    return tmp_path


def test_a_template_can_name_the_text(folder: Path) -> None:
    game = load_game(folder, folder / "templates")
    courier, stone = game.decks["cards"].cards
    assert effect_texts(game, game.decks["cards"], courier) == {"en": "Draw 2.", "zh": "抽两张牌。"}
    assert own_values(game, game.decks["cards"], courier, "en")["effect"] == {"en": "Draw 2.", "zh": "抽两张牌。"}
    assert own_values(game, game.decks["cards"], stone, "en")["effect"] is None


def test_no_deck_without_effects_has_the_word(folder: Path) -> None:
    game = folder / "game.yaml"
    game.write_text(GAME.replace("effects: effects?", "names: text?"), encoding="utf-8")
    (folder / "cards.yaml").write_text("cards: [{id: a}]", encoding="utf-8")
    with pytest.raises(Exception, match="effect"):
        load_game(folder, folder / "templates")
