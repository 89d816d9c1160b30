"""The languages of cardgen's own words for a game."""

from __future__ import annotations

from cardgen.base.words.messages import Message, printed_plural
from cardgen.data.languages.editions import in_edition
from cardgen.data.languages.own_words import choose_languages, distinct_texts, printed_texts, with_traditional
from cardgen.rulebook.style import CONTENTS
from tests.cases import for_cases
from tests.games_on_disk import GameOnDisk
from tests.tea_game import GAME, TEMPLATE


@for_cases(
    ("languages", "messages"),
    [
        (["zh", "en"], ["zh", "en"]),
        (["en"], ["en"]),
        (["de", "ja"], ["en"]),
        (["zh-Hant", "de"], ["zh"]),
        (["zh", "zh-Hant", "en-GB"], ["zh", "en"]),
        ([], ["en"]),
    ],
)
def test_words_are_in_the_games_languages_or_in_english(languages: list[str], messages: list[str]) -> None:
    assert choose_languages(languages, {"en": "Line", "zh": "行"}) == messages


@for_cases(
    ("languages", "texts"),
    [
        (["zh", "en"], {"en": "Seed 3", "zh": "种子 3"}),
        (["en"], {"en": "Seed 3", "zh": "种子 3"}),
        (["zh-Hant", "en"], {"zh-Hant": "種子 3", "en": "Seed 3"}),
        (["en", "zh-TW"], {"zh-TW": "種子 3", "en": "Seed 3"}),
        (["zh-Hant", "zh-Hans"], {"zh-Hant": "種子 3", "en": "Seed 3", "zh": "种子 3"}),
    ],
)
def test_a_text_of_an_engine_is_in_traditional_chinese_for_games_in_it(
    languages: list[str], texts: dict[str, str]
) -> None:
    assert with_traditional({"en": "Seed 3", "zh": "种子 3"}, languages) == texts
    assert with_traditional({"en": "Seed 3"}, languages) == {"en": "Seed 3"}


def test_a_text_that_is_the_same_in_two_languages_is_returned_once() -> None:
    texts = {"en": "Tea", "de": "Tee", "nl": "Tea", "fr": ""}
    assert distinct_texts(texts, ["nl", "en", "de", "fr", "ja"]) == {"nl": "Tea", "de": "Tee"}


# ---------------------------------------------------------------- words on products


def words_of(game: GameOnDisk, *messages: Message) -> list[list[tuple[str, str]]]:
    loaded = game.load()
    return [printed_texts(text, loaded.file.languages, loaded.fonts) for text in messages]


ONE, FIVE = (
    printed_plural("{count} card", "{count} cards", 1),
    printed_plural("{count} card", "{count} cards", 5),
)


def test_words_are_printed_in_languages_that_have_a_catalogue_of_them_only(tea: GameOnDisk) -> None:
    tea.change(GAME, "[en, de, zh]", "[de-AT, fr, fi]")
    tea.change(GAME, "{en: Tea Garden}", "{de-AT: Teegarten}")
    tea.change(GAME, "{en: Tea cards}", "{de-AT: Teekarten}")
    tea.write(TEMPLATE, tea.read(TEMPLATE).replace("{en:", "{de-AT:"))
    assert words_of(tea, CONTENTS, FIVE) == [
        [("Inhalt", "de"), ("Sommaire", "fr")],
        [("5 Karten", "de"), ("5 cartes", "fr")],
    ]
    places = [finding.message for finding in tea.check().findings if finding.code == "CG205"]
    assert places == ["cardgen prints its own words, such as “Contents”, in English: it has none in 'fi'"]


def test_a_game_may_have_words_of_its_own(tea: GameOnDisk) -> None:
    tea.write(
        GAME,
        tea.read(GAME).replace("[en, de, zh]", "[en, pl, de]")
        + "words:\n  pl: {Contents: Spis treści, '{count} card': {one: '{count} karta', few: '{count} karty',"
        " other: '{count} kart'}}\n  de: {Contents: Übersicht}\n",
    )
    assert words_of(tea, CONTENTS, ONE, FIVE) == [
        [("Contents", "en"), ("Spis treści", "pl"), ("Übersicht", "de")],
        [("1 card", "en"), ("1 karta", "pl"), ("1 Karte", "de")],
        [("5 cards", "en"), ("5 kart", "pl"), ("5 Karten", "de")],
    ]
    edition = in_edition(tea.load(), "de")
    assert CONTENTS.in_language(edition.file.languages[0]) == "Übersicht"
    assert "CG205" not in tea.codes()


def test_words_of_a_game_must_be_those_that_are_printed(tea: GameOnDisk) -> None:
    words = (
        "words:\n  de: {Content: Inhalt, '{title}, page {page}': 'Seite {seite}', Contents: {one: Inhalt}}\n"
        "  it: {Contents: Indice}\n"
    )
    tea.write(GAME, tea.read(GAME) + words)
    assert [fault.partition(": ")[2] for fault in tea.faults()] == [
        "cardgen prints no words 'Content' (did you mean 'Contents'?)",
        "'Seite {seite}' has other placeholders than '{title}, page {page}' (expected {page}, {title})",
        "'Contents' cannot have these texts (expected a text)",
        "'it' is not one of the game's languages (expected one of: en, de, zh)",
    ]
