"""References between the parts of a game: decks, languages, reserved names, file names."""

from __future__ import annotations

import pytest

from tests.data.test_load import with_fields
from tests.data.test_mistakes import SECOND_DECK
from tests.games_on_disk import GameOnDisk

GAME, CARDS, TEMPLATE = "card_data/tiny/game.yaml", "card_data/tiny/cards.yaml", "templates/tiny.yaml"


@pytest.mark.parametrize(
    ("cards", "other"),
    [
        ("  - {id: back, name: x}\n", "the back of deck 'main'"),
        ("  - {id: Back-bleed, name: x}\n", "the back of deck 'main'"),
        ("  - {id: a, name: x}\n  - {id: a-back, name: x}\n", "card 'a' of deck 'main'"),
        ("  - {id: a, name: x}\n  - {id: A-bleed, name: x}\n", "card 'a' of deck 'main'"),
    ],
)
def test_two_pictures_with_the_same_file_name_are_a_fault(tiny: GameOnDisk, cards: str, other: str) -> None:
    tiny.write(CARDS, f"cards:\n{cards}")
    (fault,) = tiny.faults()
    assert fault.endswith(f"and of {other} would have the same file name")
    assert fault.startswith(f"{CARDS}:{1 + cards.count(chr(10))}:10: the pictures of card ")


def test_two_cards_of_different_decks_with_the_same_file_name_are_a_fault(tiny: GameOnDisk) -> None:
    tiny.change(
        GAME, "targets:", SECOND_DECK.replace("other", "main-x").replace("cards.yaml", "more.yaml") + "targets:"
    )
    tiny.write("card_data/tiny/more.yaml", "cards:\n  - {id: y, name: y}\n")
    assert tiny.faults() == []
    tiny.change(CARDS, "id: two", "id: x-y")
    assert tiny.faults() == [
        "card_data/tiny/more.yaml:2:10: "
        "the pictures of card 'y' and of card 'x-y' of deck 'main' would have the same file name"
    ]


def test_a_text_needs_the_main_language_and_only_languages_of_the_game(tiny: GameOnDisk) -> None:
    with_fields(
        tiny, "names: texts", "cards:\n  - {id: a, names: {zh: 甲}}\n  - {id: b, names: {en: B, zh: 乙, fr: B}}\n"
    )
    assert tiny.faults() == [
        f"{CARDS}:2:20: the text in 'en' is missing",
        f"{CARDS}:3:35: 'fr' is not one of the game's languages (expected one of: en, zh)",
    ]


# ---------------------------------------------------------------- names and targets


def test_rulesets_are_checked_by_the_engine(killer: GameOnDisk) -> None:
    killer.change("card_data/block-killer/rules/standard.yaml", "rotation: srs", "rotation: srz")
    killer.change("card_data/block-killer/rules/no-mercy.yaml", "most_garbage:", "most_garbag:")
    first, second = killer.faults()
    assert first.startswith("card_data/block-killer/rules/no-mercy.yaml:")
    assert "unknown key 'most_garbag' (did you mean 'most_garbage'?)" in first
    assert "play.rotation: 'srz' given, expected 'srs' or 'plain' (did you mean 'srs'?)" in second


def test_without_an_engine_rulesets_are_plain_values(tiny: GameOnDisk) -> None:
    tiny.write("card_data/tiny/rules.yaml", "hand: 7\n")
    tiny.change(GAME, "targets:", "rulesets: {house: rules.yaml}\ntargets:")
    tiny.change(TEMPLATE, '"{name}"', '"{house.hand} cards"')
    game = tiny.load()
    assert game.rulesets == {"house": {"hand": 7}}
    assert tiny.faults() == []


@pytest.mark.parametrize("name", ["game", "decks", "cards", "colours", "language", "deck", "id", "copies"])
def test_reserved_words_cannot_be_names_of_rulesets(tiny: GameOnDisk, name: str) -> None:
    tiny.write("card_data/tiny/rules.yaml", "hand: 7\n")
    tiny.change(GAME, "targets:", f"rulesets: {{{name}: rules.yaml}}\ntargets:")
    (fault,) = tiny.faults()
    assert fault == f"{GAME}:14:12: a ruleset cannot be called {name!r} (this word is reserved for placeholders)"


def test_a_field_cannot_have_the_name_of_a_ruleset(tiny: GameOnDisk) -> None:
    tiny.write("card_data/tiny/rules.yaml", "hand: 7\n")
    tiny.change(GAME, "targets:", "rulesets: {name: rules.yaml}\ntargets:")
    (fault,) = tiny.faults()
    assert fault == f"{GAME}:13:14: a field cannot be called 'name' (this word is reserved for placeholders)"


PIECES = """\
  cutouts:
    pieces-{paper}: {deck: main, papers: [a4, letter], pitch: 8, titles: {en: x, zh: x}, pieces: {one: 2}}
"""


@pytest.mark.parametrize(
    ("target", "messages"),
    [
        (
            "  sheets:\n    all: {decks: [main], papers: [a4, letter]}\n",
            [f"{GAME}:17:5: 'all' would be one name for several papers (write {{paper}} where the paper's name goes)"],
        ),
        (
            "  sheets:\n    all: {decks: [man], papers: [a4]}\n",
            [f"{GAME}:17:18: there is no deck 'man' (did you mean 'main'?)"],
        ),
        ("  sheets:\n    a/b: {decks: [main], papers: [a4]}\n", [f"{GAME}:17:5: 'a/b' is not a plain file name"]),
        ("  sheets:\n    .a: {decks: [main], papers: [a4]}\n", [f"{GAME}:17:5: '.a' is not a plain file name"]),
        (
            "  sheets:\n    all: {decks: [main], papers: [a4]}\n    ALL: {decks: [main], papers: [a4]}\n",
            [f"{GAME}:18:5: two files would be called 'all' (first at {GAME}:17:5)"],
        ),
        (
            "  sheets:\n    all: {decks: [main], papers: [leter]}\n",
            [
                f"{GAME}:17:35: targets.sheets.all.papers.0: 'leter' given, expected a paper "
                "(did you mean 'letter'?)"
            ],
        ),
        (
            "  sheets:\n    all: {decks: [], papers: [a4]}\n",
            [f"{GAME}:17:18: targets.sheets.all.decks: [] given, expected at least 1 entry"],
        ),
        (
            "  pages:\n    mat: {template: nowhere.yaml, papers: [a4], size: [100]}\n",
            [
                f"{GAME}:17:21: there is no file templates/nowhere.yaml",
                f"{GAME}:17:55: targets.pages.mat.size: [100] given, expected two numbers (such as [1, 0.5])",
            ],
        ),
        (
            "  tuckboxes:\n    box: {deck: man, papers: [a4], titles: {zh: x}}\n",
            [
                f"{GAME}:17:17: there is no deck 'man' (did you mean 'main'?)",
                f"{GAME}:17:44: the text in 'en' is missing",
            ],
        ),
        (
            PIECES,
            [f"{GAME}:17:28: the cards of main have no shape to cut out (expected a field cells of the kind cells)"],
        ),
        ("  rulebook: {papers: []}\n", [f"{GAME}:16:22: targets.rulebook.papers: [] given, expected at least 1 entry"]),
    ],
)  # fmt: skip
def test_faults_of_targets_are_reported(tiny: GameOnDisk, target: str, messages: list[str]) -> None:
    tiny.write(GAME, tiny.read(GAME) + target)
    assert tiny.faults() == messages


def test_pieces_of_cutouts_need_cards_with_a_shape(tiny: GameOnDisk) -> None:
    with_fields(tiny, "cells: cells, colour: colour", "cards:\n  - {id: one, cells: ['#'], colour: '#112233'}\n")
    tiny.write(GAME, tiny.read(GAME) + PIECES)
    assert tiny.faults() == []
    tiny.change(GAME, "pieces: {one: 2}", "pieces: {won: 2}")
    assert tiny.faults() == [f"{GAME}:17:99: there is no card 'won' in main (did you mean 'one'?)"]


def test_a_rulebook_needs_a_language_of_the_game(tiny: GameOnDisk) -> None:
    tiny.write("card_data/tiny/rules.md", "# Regeln\n")
    tiny.change(GAME, "targets:", "rulebooks: {de: rules.md}\ntargets:")
    assert tiny.faults() == [f"{GAME}:14:13: 'de' is not one of the game's languages (expected one of: en, zh)"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("fallback: {de: [en]}", "14:12: 'de' is not one of the game's languages (expected one of: en, zh)"),
        ("fallback: {zh: [en, fr]}", "14:21: 'fr' is not one of the game's languages (expected one of: en, zh)"),
        ("editions: [en, fr]", "14:16: 'fr' is not one of the game's languages (expected one of: en, zh)"),
        (
            "translations: {en: cards.yaml}",
            "14:16: 'en' is the game's first language, which needs no file of translations"
            " (its texts are in the decks and in game.yaml)",
        ),
        (
            "translations: i18n.yaml",
            "14:15: 'i18n.yaml' is one file for all languages"
            " (write {lang} in place of the language, or name a file for each language)",
        ),
        ("translations: ../{lang}.yaml", "14:15: '../zh.yaml' is outside the folder card_data/tiny"),
        ("translations: {zh: i18n.yaml}", "14:20: there is no file card_data/tiny/i18n.yaml"),
    ],
)
def test_unknown_languages_and_wrong_translation_files_are_faults(tiny: GameOnDisk, line: str, message: str) -> None:
    tiny.change(GAME, "targets:", f"{line}\ntargets:")
    assert tiny.faults() == [f"{GAME}:{message}"]


def test_the_language_of_a_deck_is_one_of_the_game(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "    size: card\n", "    size: card\n    language: fr\n")
    assert tiny.faults() == [f"{GAME}:13:15: 'fr' is not one of the game's languages (expected one of: en, zh)"]
