"""What is wrong with a ruleset and its cards is reported at its place, with its severity."""

from __future__ import annotations

from cardgen.engines import CardData
from cardgen.games.card_game.deck_rules import check_rules
from tests.games.card_game.harbour import load_harbour, rules_with

HARBOUR = load_harbour()
RULES = HARBOUR.rulesets["standard"]


def problems_of(**fields: object) -> list[tuple[str, str, str, str | None]]:
    """Return what is wrong with a card beside those of the game: code, severity, message, field."""
    card = CardData("late", 2, {"cost": 1, **fields})
    found = check_rules(RULES, {"cards": [*HARBOUR.decks["cards"], card]})
    assert {problem.card for problem in found} <= {"late"}
    return [(problem.code, problem.severity, problem.message, problem.field) for problem in found]


def test_nothing_is_wrong_with_a_game_that_can_be_played() -> None:
    assert check_rules(RULES, HARBOUR.decks) == []


def test_an_effect_that_can_never_happen_is_an_error() -> None:
    effects = {"when": "judge:shown of me", "do": {"draw": 1}}
    wanted = "this effect never happens: nothing raises 'judge'"
    assert problems_of(effects=effects) == [("E6", "error", wanted, "effects")]


def test_a_text_beside_the_effects_that_says_another_number_is_a_warning() -> None:
    effects = {"use": "main", "do": {"draw": 2}}
    wanted = "text says 'draw three', the effect draws 2"
    assert problems_of(effects=effects, rules={"en": "Draw three cards."}) == [("E11", "warning", wanted, "rules")]
    assert problems_of(effects=effects, rules={"en": "Draw two cards.", "zh": "摸两张牌。"}) == []
    assert problems_of(effects={**effects, "text": "own"}, rules={"en": "Draw three cards."}) == []


def test_the_vocabulary_is_checked_at_its_place() -> None:
    vocabulary = RULES.vocabulary.model_dump(by_alias=True)
    attributes = {**vocabulary["attributes"], "points": {"of": "player", "is": "sum of pints of table"}}
    rules = rules_with(vocabulary={**vocabulary, "attributes": attributes, "pile": "heap"})
    found = [(problem.code, problem.path, problem.at, problem.message) for problem in check_rules(rules, HARBOUR.decks)]
    assert ("E1", ("vocabulary", "pile"), 0, "there is no area 'heap'") in found
    assert ("E1", ("vocabulary", "attributes", "points", "is"), 7, "nothing has the name 'pints'") in found
