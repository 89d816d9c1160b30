"""Checks 1 to 7: the starter decks are correct, and each mutated pack is refused by the number of its rule."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardgen.engines import CardData, Decks
from cardgen.games.blitz.cards import DECK_SIZE, SIDES
from cardgen.games.blitz.deck import DECK_CODES, check_deck
from cardgen.games.blitz.deck_cards import offsets_field, read_decks
from cardgen.games.blitz.deck_rules import RULES_CODES, check_rules
from cardgen.games.blitz.rules import BlitzRules
from tests.cases import for_cases, read_cases
from tests.games.blitz.playing import make_setup, starter_deck

from .decks import DECKS, with_card, without

STANDARD = BlitzRules.model_validate({"titles": {"zh": "标准规则", "en": "Standard"}})


def test_the_starter_decks_break_no_rule() -> None:
    assert check_deck(DECKS) == []
    assert check_rules(STANDARD, DECKS) == []
    assert sum(card.copies for cards in DECKS.values() for card in cards) == 4 * DECK_SIZE + 5 == 161


def test_the_rules_read_the_printed_cards_as_their_own_starter_set() -> None:
    assert read_decks(DECKS) == dict.fromkeys(SIDES, starter_deck())


#: A pack with one fault: the card, its deck, its changed fields (null: left out), then the number of the fault, its
#: deck, card, field and words.
MUTATED = read_cases("""
scouts | us | {"copies": 1} | B1 | us | "" | "" | 23 cards of the kind 'unit', expected 24
depot | wm | {"copies": 6} | B1 | wm | "" | "" | 11 cards of the kind 'resource', expected 10
line | front | {"copies": 4} | B1 | front | "" | "" | 4 cards of the kind 'front', expected 5
mine | us | {"kind": "trap"} | B1 | us | mine-us | kind | kind is 'trap', expected unit, resource, facility, skill
rifles | uk | {"faction": "us"} | B2 | uk | rifles-uk | faction | faction is 'us', expected uk
rifles | ss | {"side": "allied"} | B2 | ss | rifles-ss | side | side is 'allied', expected german
line | front | {"faction": "us"} | B2 | front | line | faction | a front card belongs to no faction, not to 'us'
mortar | us | {"attack": null} | B3 | us | mortar-us | attack | attack is None, expected a number from 0
mortar | us | {"range": null} | B3 | us | mortar-us | range | range has no cells
mortar | us | {"range": [[0, 1], [0, 0]]} | B3 | us | mortar-us | range | range has the card's own cell [0, 0]
depot | us | {"supply": [[0, 1], [0, 1]]} | B3 | us | depot-us | supply | supply has the cell [0, 1] twice
mortar | us | {"range": [[5, 1]]} | B3 | us | mortar-us | range | range has the cell [5, 1]
heavy-tank | us | {"level": 4} | B4 | us | heavy-tank-us | level
    level 4, but the highest resource of its deck has level 3
mine | us | {"affects": "us"} | B5 | us | mine-us | affects | affects is 'us', expected enemy, both
feint | us | {"effect": null} | B5 | us | feint-us | effect | neither an effect nor a text
""")


@for_cases(("name", "in_deck", "change", "code", "deck", "card", "field", "words"), MUTATED)
def test_a_mutated_pack_is_refused_by_number_and_place(
    name: str, in_deck: str, change: str, code: str, deck: str, card: str, field: str, words: str
) -> None:
    decks = with_card(name, in_deck, **json.loads(change))
    places = (code, card or None, field or None)
    problems = [one for one in check_deck(decks) if (one.code, one.card, one.field) == places]
    assert problems, check_deck(decks)
    assert problems[0].deck == deck
    assert words in problems[0].message
    assert {one.code for one in check_deck(decks)} <= set(DECK_CODES)


def test_a_missing_deck_is_refused() -> None:
    (problem, *_) = check_deck(without("ss"))
    assert (problem.code, problem.deck) == ("B1", "ss")
    assert problem.message == "the game has no deck 'ss'"


def test_a_wrong_count_also_makes_a_wrong_total() -> None:
    assert [str(one.message) for one in check_deck(with_card("scouts", copies=1))] == [
        "us: 23 cards of the kind 'unit', expected 24",
        "us: 38 cards, expected 39",
    ]


@pytest.mark.parametrize(
    ("decks", "code", "card", "words"),
    [
        (with_card("rifles", attack=10), "B3", "rifles-us", "attack is 10, expected 0 to 9"),
        (with_card("depot", "wm", level=0), "B3", "depot-wm", "level is 0, expected 1 to 3"),
        (with_card("rifles", abilities=["engineers"]), "B5", "rifles-us", "unknown keyword 'engineers'"),
        (with_card("engineers", "uk", abilities=None), "B5", "rifles-uk", "uk: 0 engineers against 6 facilities"),
        (with_card("rifles", attack=0), "B6", "rifles-us", "the attack is 0, and the lowest defence of the enemy is 0"),
    ],
)
def test_limits_and_weak_decks_are_found_with_a_ruleset(decks: Decks, code: str, card: str, words: str) -> None:
    (problem,) = check_rules(STANDARD, decks)
    assert (problem.code, problem.card) == (code, card)
    assert words in problem.message
    assert check_deck(decks) == []
    assert code in RULES_CODES


def test_the_limits_are_fields_of_the_ruleset() -> None:
    high = BlitzRules.model_validate(
        {**STANDARD.model_dump(), "limits": {"attack": [0, 12], "defence": [0, 9], "level": [1, 3]}}
    )
    assert check_rules(high, with_card("rifles", attack=10)) == []
    with pytest.raises(ValueError, match="the most, 2, is less than the least"):
        BlitzRules.model_validate({**STANDARD.model_dump(), "limits": {"level": [3, 2]}})


def test_any_number_of_copies_is_allowed_as_long_as_the_sum_is_right() -> None:
    decks: dict[str, Any] = dict(DECKS)
    units = [CardData(card.id, 24 if number == 0 else 0, card.fields) for number, card in enumerate(DECKS["us"][:12])]
    assert check_deck({**decks, "us": [*units, *DECKS["us"][12:]]}) == []


def test_ranges_may_be_drawn_in_rows() -> None:
    def offsets(*rows: str) -> object:
        return offsets_field(CardData("x", 1, {"range": rows}), "range")

    assert offsets(".#.", "#o#", "...") == [(0, 1), (-1, 0), (1, 0)]
    assert offsets(".#.", "###") is None


def test_text_without_keywords_is_done_by_hand() -> None:
    def by_hand(name: str, **fields: Any) -> bool:
        setup = make_setup(("us", "wm"), STANDARD, read_decks(with_card(name, **fields)))
        return name in {setup.cards[card].id for card in setup.powers.by_hand}

    assert not by_hand("rifles")
    assert by_hand("rifles", text={"en": "Once a round it may swim."})
    assert not by_hand("engineers", text={"en": "Clears facilities."})
    assert by_hand("mine", effect="bog")
    assert by_hand("feint", effect=None, text={"en": "Sing."})
