"""The chapter of keywords: the words that the effects of a game use, and what they mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.engines.effects.reading import Reader
from cardgen.engines.effects.wording.languages import LanguageName
from cardgen.engines.effects.wording.meanings import explain_words
from cardgen.rulebook.book import Sources, Table, plain
from cardgen.rulebook.parsing import parse_rulebook
from cardgen.scene.items import Scene
from tests.games.card_game.harbour import load_harbour

HARBOUR = load_harbour()
RULES = HARBOUR.rulesets["standard"]
CARDS = {card.id: {"id": card.id, "copies": card.copies, **card.fields} for card in HARBOUR.decks["cards"]}
BLOCK = "# Words\n\n```effect-words standard\nheader: [Word, Meaning]\n```\n"


def sources(rules: object = RULES, cards: object = CARDS) -> Sources:
    return Sources({"cards": cards}, None, {"standard": rules}, {}, _no_face)


def _no_face(card_id: str) -> Scene:
    raise AssertionError(card_id)


def rows(lang: str = "en") -> dict[str, str]:
    book = parse_rulebook(BLOCK, "book.md", lang, sources())
    (table,) = [block for block in book.blocks if isinstance(block, Table)]
    return {plain(word): plain(meaning) for word, meaning in table.rows}


def test_each_word_of_the_effects_has_a_row_and_no_other() -> None:
    assert list(rows()) == ["draw", "discard", "take", "put into", "pay", "win", "each", "once each turn"]
    assert rows()["draw"] == "Take cards from the top of the pile into your hand."
    assert rows("zh")["每回合限一次"] == "最多这么多次，每回合重新计算。"


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "en"])
def test_marks_and_limits_are_explained(language: LanguageName) -> None:
    vocabulary = RULES.vocabulary.model_copy(update={"marks": {"poison": {}}})
    effects = Reader(vocabulary).effects({"use": "main", "limit": "once each game", "do": {"mark": "poison"}})
    words = dict(explain_words(vocabulary, effects, language))
    assert len(words) == 2
    assert any("poison" in word for word in words)


def test_a_game_without_effects_has_no_such_chapter() -> None:
    plain_rules = RULES.model_copy(update={"vocabulary": RULES.vocabulary.model_copy(update={"rules": ()})})
    for wrong, text in (
        (sources(object()), "the ruleset has no vocabulary of effects"),
        (sources(plain_rules, {"a": {"id": "a", "copies": 1}}), "no card of the game has an effect"),
    ):
        with pytest.raises(DataError, match=text):
            parse_rulebook(BLOCK, "book.md", "en", wrong)
    with pytest.raises(DataError, match="no texts of effects in this language"):
        parse_rulebook(BLOCK, "book.md", "de", sources())


def test_the_block_is_described_in_the_docs() -> None:
    page = Path(__file__).parents[3] / "docs" / "rulebooks.md"
    assert "`effect-words standard`" in page.read_text(encoding="utf-8")
