"""Checks 1 to 8: the starter deck passes, and every mutated deck is refused with the number of its check."""

from __future__ import annotations

from typing import Any

import pytest

from cardgen.engines import CardData, Decks
from cardgen.games.thread_race.deck import (
    DECK_CODES,
    check_deck,
    deck_coverage,
    is_off_element,
    leaves_after_one_use,
)
from cardgen.games.thread_race.deck_rules import check_rules
from cardgen.games.thread_race.reading import brought_deck, read_card
from tests.games.decks import with_field
from tests.games.thread_race.decks import CORES, DECK, DECKS, ORDER, with_card, without_order
from tests.games.thread_race.rulesets import BRIEF, FULL
from tests.games.thread_race.starter import starter_cards, starter_cores, starter_deck


def codes(decks: Decks) -> set[str]:
    return {problem.code for problem in check_deck(decks)}


def effects(*records: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a card with these effects, and the right marks."""
    return {"effects": records, "marks": tuple({record["do"]: None for record in records})}


def test_the_starter_deck_breaks_no_check_and_is_read_as_it_is_played() -> None:
    assert check_deck(DECKS) == []
    assert check_deck({**without_order(DECKS), "cores": CORES[:1]}) == []
    assert tuple(read_card(data).card for data in DECK) == starter_cards()
    assert sorted(map(repr, brought_deck(DECKS).cards)) == sorted(map(repr, starter_deck().cards))
    assert brought_deck(DECKS, "preempt").core == starter_cores()[1]
    assert brought_deck(without_order(DECKS)).cards == starter_deck().cards


def test_every_code_is_the_number_of_a_check() -> None:
    assert list(DECK_CODES) == [f"T{number}" for number in range(1, 8)]


EXTRA = with_field(DECK[0], copies=1, names={"zh": "新卡", "en": "New"})
MUTATED: dict[str, tuple[Decks, str, str | None, str | None]] = {
    "22 cards": (without_order(with_card("deck", "spark", copies=0)), "T1", None, None),
    "24 cards": (without_order({**DECKS, "deck": [*DECK, CardData("new", 1, EXTRA.fields)]}), "T1", None, None),
    "no deck": ({"cores": CORES[:1]}, "T1", None, None),
    "two cores in the game": (without_order(DECKS), "T1", None, None),
    "two cores in the order": (with_card("order", "p01", card_id="preempt", place=0), "T1", None, None),
    "no core": (with_card("order", "core", card_id="reorder", place=1), "T1", None, None),
    "a core among the cards": (with_card("deck", "reorder", kind="core"), "T1", "reorder", "kind"),
    "a third copy": (with_card("deck", "burn", copies=3), "T2", "burn", "copies"),
    "a second plain copy": (with_card("deck", "spark", copies=2), "T2", "spark", "copies"),
    "one name, two cards": (with_card("deck", "ebb", names={"zh": "新", "en": "Flow"}), "T2", "flow", "names"),
    "speed 0": (with_card("deck", "echo", speed=0), "T3", "echo", "speed"),
    "speed 6": (with_card("deck", "echo", speed=6), "T3", "echo", "speed"),
    "no speed": (with_card("deck", "echo", speed=None), "T3", "echo", "speed"),
    "cost 6": (with_card("deck", "echo", cost=6), "T3", "echo", "cost"),
    "a ninth element": (with_card("deck", "echo", element="金"), "T3", "echo", "element"),
    "a plain card with a speed": (with_card("deck", "spark", speed=3), "T3", "spark", "speed"),
    "a plain card without a trigger": (with_card("deck", "spark", trigger=None), "T3", "spark", "trigger"),
    "lock 6": (with_card("cores", "preempt", lock=6), "T3", "preempt", "lock"),
    "no uses": (with_card("cores", "preempt", uses=0), "T3", "preempt", "uses"),
    "a core with an element": (with_card("cores", "preempt", element="天"), "T3", "preempt", "element"),
    "an unknown effect": (with_card("deck", "echo", **effects({"do": "steal"})), "T3", "echo", "effects"),
    "an unknown key": (with_card("deck", "echo", **effects({"do": "copy", "who": "self"})), "T3", "echo", "effects"),
    "a change of 0": (with_card("deck", "echo", **effects({"do": "speed", "amount": 0})), "T3", "echo", "effects"),
    "a mark too few": (with_card("deck", "burn", marks=("draw",)), "T4", "burn", "marks"),
    "a wrong mark": (with_card("deck", "ebb", marks=("seal",)), "T4", "ebb", "marks"),
    "empty marks": (with_card("deck", "ebb", marks=()), "T4", "ebb", "marks"),
    "an order of 23": (
        with_card("deck", "reorder", **effects({"do": "order", "amount": "shuffle-top", "n": 23})),
        "T4",
        "reorder",
        "effects",
    ),
    "an order of nothing": (
        with_card("deck", "reorder", **effects({"do": "order", "n": 2})),
        "T4",
        "reorder",
        "effects",
    ),
    "a targeted on-flip effect": (
        with_card("deck", "spark", **effects({"do": "seal", "owner": "opponent"})),
        "T5",
        "spark",
        "effects",
    ),
    "an on-flip speed of another card": (
        with_card("deck", "spark", **effects({"do": "speed", "amount": 1, "owner": "self"})),
        "T5",
        "spark",
        "effects",
    ),
    "a core that seals": (with_card("cores", "preempt", effects=({"do": "seal"},)), "T5", "preempt", "effects"),
    "destroys any card": (
        with_card("deck", "burn", **effects({"do": "destroy", "owner": "any"})),
        "T6",
        "burn",
        "effects",
    ),
    "a place twice": (with_card("order", "p02", place=1), "T7", "p02", "place"),
    "a copy twice": (with_card("order", "p23", copy_number=1), "T7", "p23", "copy_number"),
    "a third copy in the order": (with_card("order", "p02", copy_number=3), "T7", "p02", "copy_number"),
    "an unknown card in the order": (with_card("order", "p02", card_id="rust"), "T7", "p02", "card_id"),
    "22 places": ({**DECKS, "order": ORDER[:-1]}, "T7", None, None),
}


@pytest.mark.parametrize("name", MUTATED)
def test_a_mutated_deck_is_refused_with_the_number_and_the_place(name: str) -> None:
    decks, code, card, field = MUTATED[name]
    places = {(problem.code, problem.card, problem.field) for problem in check_deck(decks)}
    assert (code, card, field) in places, check_deck(decks)


@pytest.mark.parametrize("name", [name for name, mutated in MUTATED.items() if mutated[1] not in ("T1", "T7")])
def test_a_fault_of_one_card_is_reported_once(name: str) -> None:
    decks, code, card, _ = MUTATED[name]
    faults = [problem for problem in check_deck(decks) if problem.card == card]
    assert {problem.code for problem in faults} == {code}
    assert len(faults) == len(set(faults)) <= 2


def test_what_check_5_allows_on_a_flip_is_no_fault() -> None:
    allowed = effects(
        {"do": "speed", "amount": 1},
        {"do": "element", "amount": "fire"},
        {"do": "draw"},
        {"do": "order", "amount": "shuffle-top", "n": 2},
        {"do": "slot", "gives": "speed", "amount": -1},
    )
    assert codes(with_card("deck", "spark", **allowed)) == set()


def test_marks_need_not_be_written() -> None:
    assert (
        codes(with_card("deck", "ebb", marks=None))
        == codes(with_card("deck", "burn", marks=("draw", "destroy")))
        == set()
    )


def test_a_text_without_records_is_by_hand_and_its_marks_are_its_own() -> None:
    assert codes(with_card("deck", "echo", effects=(), marks=("copy", "seal"))) == set()
    card = read_card(with_field(DECK[1], effects=())).card
    assert card is not None
    assert card.by_hand.startswith("This card's text becomes")


def test_a_card_that_leaves_after_one_use_is_noted() -> None:
    assert [card.name for card in starter_cards() if leaves_after_one_use(card)] == ["Furrow"]
    assert [card.name for card in starter_cards() if is_off_element(card)] == []


def test_coverage_counts_the_cards() -> None:
    speeds, elements, kinds = deck_coverage(DECKS)
    assert speeds.series[0][1] == [1, 2, 4, 6, 6, 4]
    assert elements.series[0][1] == [2, 4, 3, 2, 4, 4, 2, 2]
    assert kinds.series[0][1] == [2, 3, 2, 2, 2, 2, 6, 2, 2, 2, 2]


def test_a_core_without_uses_is_a_fault_of_the_ruleset_that_counts_them() -> None:
    decks = with_card("cores", "preempt", uses=None)
    (problem,) = check_rules(FULL, decks)
    assert (problem.code, problem.card, problem.field) == ("T26", "preempt", "uses")
    assert check_rules(BRIEF, decks) == check_rules(FULL, DECKS) == []
