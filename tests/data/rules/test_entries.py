"""`entries of …` in sentences: the entries of lists, each as often as it is given, on all copies of the cards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardgen.data.rules.running import check_card_rules
from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME, RULES, CARDS = (f"card_data/tiny/{name}.yaml" for name in ("game", "rules", "cards"))

ROWS = """\
cards:
  - {id: fox, copies: 3, name: Fox, kind: unit, power: 3, cost: [fire, fire, water],
     parts: [{icon: fire, count: 2}, {icon: water}]}
  - {id: owl, copies: 2, name: Owl, kind: unit, power: 1, cost: [water], parts: [{icon: water, count: 1}]}
  - {id: oak, name: Oak, kind: place, power: 7, cost: [earth, earth, earth, fire], dice: [1, 6, 6]}
  - {id: sky, copies: 4, name: Sky, kind: place, power: 0}
"""
FIELDS = (
    "{name: text, kind: text, power: integer, cost: {kind: list?, one_of: [fire, water, earth]}, parts: list?, "
    "dice: list?}"
)
HEAD = """\
sets: {units: cards where kind = unit}
values: {price: {fire: 1, water: 1, earth: 2}, steps: [2, 3, 4]}
"""


@pytest.fixture
def tiny(tmp_path: Path) -> GameOnDisk:
    game = tiny_game_in(tmp_path)
    game.change(GAME, "fields: {name: text}", f"fields: {FIELDS}")
    game.change(GAME, "targets:", "rules: rules.yaml\ntargets:")
    game.write(CARDS, ROWS)
    return game


def findings(game: GameOnDisk, rule: str) -> list[str]:
    """Return the findings of one rule, each with its place."""
    game.write(RULES, f"{HEAD}rules:\n  r: {json.dumps(rule)}\n")
    return [str(finding).replace(" error r rule:", "") for finding in check_card_rules(game.load())]


HOLD = (
    "count of entries of cost = 3 * 3 + 2 + 4",
    "count of entries of cost where entry = fire is 3 * 2 + 1",
    "count of entries of cost where entry = fire and kind = unit is 6",
    "count of entries of cost of cards where kind = unit is 11",
    "count of entries of cost of units where entry is water = 5 and count(entries of cost where entry = earth) = 3",
    "count of entries of cost of different cards is 8",
    "for each kind, count of entries of cost >= 4",
    "count of different entries of cost is 3",
    "sum of price[entry] of entries of cost = 3 * 3 + 2 * 1 + 7",
    "sum(price[entry] of entries of cost where entry != water) = 3 * 2 + 7",
    "sum of entry.count of entries of parts where entry.icon = fire is 6",
    "sum of entry.count of entries of parts is 8 and count of entries of parts where entry.count is missing is 3",
    "sum of entries of dice = 13 and max of entries of dice = 6 and average of entries of dice > 4",
    "sum of length of entries of cost of cards where id = owl is 2 * 5",
    "for each card where cost is given, power = sum of price[entry] of entries of this.cost or kind = unit",
    "for each card where id = fox, count of entries of this.cost where entry = fire is 2",
    "for each card where id = owl, count of entries of cost where entry = fire is 7",
    "count of entries of steps where entry > 2 is 2",
    "for each card where id = fox, count of entries of steps where entry <= power is 2",
    "for each card where id = owl, count of entries of steps where entry <= power is 0",
    "for each card where id = fox, count of entries of words of 'a b a' where entry = a is 2",
    "count of entries of words of name is 10",
    "'water' is in entries of cost and 'air' is not in entries of cost",
    "for each card where id = fox, no entry of cost has count of entries of this.cost where entry = entry is 2",
    "no card has power > sum of price[entry] of entries of cost",
)


def test_sentences_that_hold(tiny: GameOnDisk) -> None:
    rules = "".join(f"  s{number}: {json.dumps(sentence)}\n" for number, sentence in enumerate(HOLD))
    tiny.write(RULES, f"{HEAD}rules:\n{rules}")
    assert [str(finding) for finding in check_card_rules(tiny.load())] == []


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("count of entries of cost where entry = fire is 8", [
            f"{CARDS}:2:59: count of entries of cost where entry = fire is 7, expected 8 (counted: fox × 6, oak × 1)",
        ]),
        ("sum of price[entry] of entries of cost is 8", [
            f"{CARDS}:2:59: sum of price[entry] of entries of cost is 18, expected 8",
        ]),
        ("for each card where kind = unit, count of entries of this.cost <= 2", [
            f"{CARDS}:2:65: card 'fox': count of entries of this.cost is 3, expected at most 2",
        ]),
    ],
)  # fmt: skip
def test_a_broken_sentence_is_found_at_the_list(tiny: GameOnDisk, sentence: str, expected: list[str]) -> None:
    assert findings(tiny, sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "at", "problem"),
    [
        ("count of cost is 3", 9, "only cards are counted "
         "(write length of cost for a card's own, count of entries of cost for those of all cards)"),
        ("count of fire in cost is 3", 9, "only cards are counted (write count of entries of cost where entry = fire)"),
        ("count of entries of power is 3", 20, "'power' is no list"),
        ("count of entries of name is 3", 20, "'name' is no list (write entries of words of name)"),
        ("count of entries of main is 3", 20, "cards have no entries "
         "(name a list of theirs, such as entries of cost of main)"),
        ("count of entries of cost where entry = fier is 3", 39,
         "no card can have the cost 'fier' (did you mean 'fire'?)"),
        ("count of entries of parts where icon = fire is 3", 32, "'icon' is no field, deck or value "
         "(write entry.icon for a value of the entry)"),
        ("count where entry = fire is 3", 12, "'entry' is no field, deck or value "
         "(such as count of entries of cost where entry = fire)"),
        ("sum of count of entries of parts is 3", 7,
         "a count is one number (write entry.count for a value of the entry)"),
        ("entries of cost", 15, "a value is not a condition: compare it with something (such as count is 24)"),
        ("count of enties of cost is 3", 9, "'enties' is neither a function nor a field of cards "
         "(did you mean 'entries'?)"),
    ],
)  # fmt: skip
def test_a_mistake_is_a_fault_at_its_character(tiny: GameOnDisk, sentence: str, at: int, problem: str) -> None:
    tiny.write(RULES, f"{HEAD}rules:\n  r: {json.dumps(sentence)}\n")
    assert tiny.faults() == [f"{RULES}:4:{at + 7}: {problem}"]


@pytest.mark.parametrize(
    ("sentence", "at", "problem"),
    [
        ("count of entries of parts where entry.icno = fire is 3", 32, "no entry has 'icno' (did you mean 'icon'?)"),
        ("sum of entry.cuont of entries of parts is 3", 7, "no entry has 'cuont' (did you mean 'count'?)"),
        ("for each card, sum of entry.cuont of entries of this.parts is 3", 22, "no entry has 'cuont'"),
        ("sum of entries of cost is 3", 0, "'fire' given, expected a number"),
        ("count of entries of price is 3", 20, "given, expected a list"),
    ],
)  # fmt: skip
def test_entries_of_another_kind_are_found_at_the_part(tiny: GameOnDisk, sentence: str, at: int, problem: str) -> None:
    (finding,) = findings(tiny, sentence)
    assert finding.startswith(f"{RULES}:4:{at + 7}: ")
    assert problem in finding


def test_a_field_may_still_be_called_entries(tiny: GameOnDisk) -> None:
    tiny.change(GAME, "dice: list?", "dice: list?, entries: integer?")
    tiny.change(CARDS, "id: fox,", "id: fox, entries: 4,")
    assert findings(tiny, "sum of entries of main = 12 and max(entries) = 4") == []
