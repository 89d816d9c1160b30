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
from cardgen.games.thread_race.marks import marks_of, sign_of
from cardgen.games.thread_race.reading import brought_deck, read_card
from cardgen.games.thread_race.vocabulary import read_effects, write_effects
from tests.cases import for_cases
from tests.games.decks import with_field
from tests.games.thread_race.decks import CORES, DECK, DECKS, ORDER, with_card, without_order
from tests.games.thread_race.rulesets import BRIEF, FULL
from tests.games.thread_race.starter import starter_cards, starter_cores, starter_deck


def codes(decks: Decks) -> set[str]:
    return {problem.code for problem in check_deck(decks)}


def effects(*data: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a card with these effects, and the right marks."""
    read = read_effects(write_effects(data), "card")
    return {"effects": data, "marks": marks_of(read), "sign": sign_of(read) or None}


def unreadable(**effect: Any) -> dict[str, Any]:
    """Return the fields of a card with an effect that cannot be read."""
    return {"effects": ({"use": "act", "do": [{"draw": 1}], **effect},)}


def flip(*do: dict[str, Any], **parts: Any) -> dict[str, Any]:
    """Return what a card does when it is flipped."""
    return {"when": "after turn of this where to = up", **parts, "do": do}


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
    "a plain card without a trigger": (with_card("deck", "spark", effects=()), "T3", "spark", "trigger"),
    "a plain card that acts": (
        with_card("deck", "spark", **effects({"use": "act", "do": [{"draw": 1}]})),
        "T3",
        "spark",
        "effects",
    ),
    "lock 6": (with_card("cores", "preempt", lock=6), "T3", "preempt", "lock"),
    "no uses": (with_card("cores", "preempt", uses=0), "T3", "preempt", "uses"),
    "a core with an element": (with_card("cores", "preempt", element="天"), "T3", "preempt", "element"),
    "an unknown verb": (with_card("deck", "echo", **unreadable(do=[{"steal": 1}])), "T3", "echo", "effects"),
    "an unknown key": (with_card("deck", "echo", **unreadable(who="me")), "T3", "echo", "effects"),
    "a sentence without end": (
        with_card("deck", "echo", **unreadable(choose={"target": "field where"})),
        "T3",
        "echo",
        "effects",
    ),
    "a mark too few": (with_card("deck", "burn", marks=("draw",)), "T4", "burn", "marks"),
    "a wrong mark": (with_card("deck", "ebb", marks=("seal",)), "T4", "ebb", "marks"),
    "empty marks": (with_card("deck", "ebb", marks=()), "T4", "ebb", "marks"),
    "an order of 23": (
        with_card("deck", "reorder", **effects({"use": "act", "do": [{"shuffle": "top(23, me.deck)"}]})),
        "T4",
        "reorder",
        "effects",
    ),
    "an order of nothing": (
        with_card("deck", "reorder", **effects({"use": "act", "do": [{"shuffle": "top(0, me.deck)"}]})),
        "T4",
        "reorder",
        "effects",
    ),
    "an order of the whole deck": (
        with_card("deck", "reorder", **effects({"use": "act", "do": [{"shuffle": "others.deck"}]})),
        "T4",
        "reorder",
        "effects",
    ),
    "a targeted on-flip effect": (
        with_card("deck", "spark", **effects(flip({"turn": "c", "to": "sideways"}, choose={"c": "field"}))),
        "T5",
        "spark",
        "effects",
    ),
    "an on-flip speed of another card": (
        with_card("deck", "spark", **effects(flip({"set": "speed", "of": "field where owner is me", "add": 1}))),
        "T5",
        "spark",
        "effects",
    ),
    "a core that seals": (
        with_card("cores", "preempt", **effects({"use": "core", "do": [{"turn": "field", "to": "sideways"}]})),
        "T5",
        "preempt",
        "effects",
    ),
    "a slot that turns what enters": (
        with_card(
            "deck",
            "furrow",
            **effects(
                {
                    "use": "act",
                    "do": [
                        {
                            "attach": {
                                "when": "after enter where to is here",
                                "do": [{"turn": "event.card", "to": "down"}],
                            },
                            "to": "here",
                        }
                    ],
                }
            ),
        ),
        "T5",
        "furrow",
        "effects",
    ),
    "destroys any card": (
        with_card("deck", "burn", **effects({"use": "act", "choose": {"c": "field"}, "do": [{"destroy": "c"}]})),
        "T6",
        "burn",
        "effects",
    ),
    "destroys what enters": (
        with_card("deck", "spark", **effects({"when": "after enter of anyone", "do": [{"destroy": "event.card"}]})),
        "T6",
        "spark",
        "effects",
    ),
    "choices that name each other": (
        with_card("deck", "burn", **effects({"use": "act", "choose": {"c": "d", "d": "c"}, "do": [{"destroy": "c"}]})),
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


@for_cases("name", MUTATED)
def test_a_mutated_deck_is_refused_with_the_number_and_the_place(name: str) -> None:
    decks, code, card, field = MUTATED[name]
    places = {(problem.code, problem.card, problem.field) for problem in check_deck(decks)}
    assert (code, card, field) in places, check_deck(decks)


@for_cases("name", [name for name, mutated in MUTATED.items() if mutated[1] not in ("T1", "T7")])
def test_a_fault_of_one_card_is_reported_once(name: str) -> None:
    decks, code, card, _ = MUTATED[name]
    faults = [problem for problem in check_deck(decks) if problem.card == card]
    assert {problem.code for problem in faults} == {code}
    assert len(faults) == len(set(faults)) <= 2


def test_what_check_5_allows_on_a_flip_is_no_fault() -> None:
    enters = {"when": "after enter where to is here", "do": [{"set": "speed", "of": "event.card", "add": -1}]}
    allowed = effects(
        flip(
            {"set": "speed", "of": "this", "add": 1},
            {"set": "element", "of": "this", "to": "fire"},
            {"draw": 1},
            {"shuffle": "top(2, me.deck)"},
            {"attach": enters, "to": "here"},
        )
    )
    assert codes(with_card("deck", "spark", **allowed)) == set()


def test_marks_may_be_written_in_any_order_and_are_needed() -> None:
    assert codes(with_card("deck", "burn", marks=("draw", "destroy"))) == set()
    assert codes(with_card("deck", "ebb", marks=None)) == {"T4"}
    assert codes(with_card("deck", "tailwind", sign="less")) == codes(with_card("deck", "ebb", sign="fix")) == {"T4"}


@for_cases(
    "whose",
    ["field where owner is me", "other cards in field where face = up and owner is me", "this", "cards in here"],
)
def test_own_cards_may_be_destroyed(whose: str) -> None:
    destroys = {"use": "act", "choose": {"c": whose}, "do": [{"destroy": "c"}]}
    assert codes(with_card("deck", "burn", **effects(destroys))) == set()


def test_a_text_without_effects_is_by_hand_and_its_marks_are_its_own() -> None:
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


@pytest.mark.parametrize(
    ("card", "fields", "code"),
    [
        ("burn", effects({"use": "act", "choose": {"c": "field where speed > 9"}, "do": [{"destroy": "this"}]}), "E5"),
        ("spark", effects({"when": "after damage of me", "do": [{"draw": 1}]}), "E6"),
        ("reorder", effects({"use": "act", "do": [{"move": "top(me.speed, me.deck)", "to": "me.deck"}]}), "E1"),
        ("spark", {"effect": {"zh": "抽 2 张卡。", "en": "When flipped: draw 2."}}, "E11"),
    ],
)
def test_what_can_be_proved_of_effects_is_reported(card: str, fields: dict[str, Any], code: str) -> None:
    assert check_rules(FULL, DECKS) == []
    problems = check_rules(FULL, with_card("deck", card, **fields))
    assert code in {problem.code for problem in problems}, problems
    assert {problem.card for problem in problems} == {card}


def test_a_core_without_uses_is_a_fault_of_the_ruleset_that_counts_them() -> None:
    decks = with_card("cores", "preempt", uses=None)
    (problem,) = check_rules(FULL, decks)
    assert (problem.code, problem.card, problem.field) == ("T26", "preempt", "uses")
    assert check_rules(BRIEF, decks) == check_rules(FULL, DECKS) == []
