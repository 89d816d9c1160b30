"""Check the printed decks against a ruleset: the limits of values, and what makes a weak deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen import Message, message
from cardgen.engines import CardData, Decks, RulesProblem
from cardgen.engines.card_fields import text_field
from cardgen.games.blitz.cards import SIDES
from cardgen.games.blitz.deck_cards import number_field, words_field
from cardgen.games.blitz.rules import BlitzRules

#: Code -> short name.
RULES_CODES = {"B3": "values", "B5": "keywords", "B6": "harmless-unit"}
_LIMITED = {"unit": ("attack", "defence", "level"), "resource": ("level",)}


def check_rules(rules: BlitzRules, decks: Decks) -> list[RulesProblem]:
    """Return the values beyond the limits; decks without engineers against facilities; units that can destroy nothing.

    A build accepts the last two: they are no mistakes of the data.
    """
    problems: list[RulesProblem] = []
    for faction, side in SIDES.items():
        enemies = [decks[enemy] for enemy, other in SIDES.items() if other != side and enemy in decks]
        if faction in decks:
            problems += _check_limits(rules, faction, decks[faction])
            problems += _check_engineers(faction, decks[faction], enemies)
            problems += _check_attacks(faction, decks[faction], enemies)
    return problems


def _check_limits(rules: BlitzRules, faction: str, cards: Sequence[CardData]) -> Iterator[RulesProblem]:
    for card in cards:
        for name in _LIMITED.get(text_field(card, "kind"), ()):
            value, (least, most) = number_field(card, name), getattr(rules.limits, name)
            if value is not None and not least <= value <= most:
                text = message(
                    "{field} is {value}, expected {least} to {most}", field=name, value=value, least=least, most=most
                )
                yield _at("B3", text, faction, card, name)


def _check_engineers(
    faction: str, cards: Sequence[CardData], enemies: Sequence[Sequence[CardData]]
) -> Iterator[RulesProblem]:
    facilities = sum(card.copies for deck in enemies for card in deck if text_field(card, "kind") == "facility")
    engineers = sum(card.copies for card in cards if "engineer" in words_field(card, "abilities"))
    if facilities and not engineers and cards:
        text = message(
            "{deck}: {count} engineers against {facilities} facilities of the enemy",
            deck=faction,
            count=engineers,
            facilities=facilities,
        )
        yield _at("B5", text, faction, cards[0], "abilities")


def _check_attacks(
    faction: str, cards: Sequence[CardData], enemies: Sequence[Sequence[CardData]]
) -> Iterator[RulesProblem]:
    defences = [
        number_field(card, "defence") for deck in enemies for card in deck if text_field(card, "kind") == "unit"
    ]
    lowest = min((defence for defence in defences if defence is not None), default=None)
    for card in cards:
        attack = number_field(card, "attack")
        if text_field(card, "kind") == "unit" and None not in (attack, lowest) and attack <= lowest:  # type: ignore[operator]
            text = message(
                "the attack is {attack}, and the lowest defence of the enemy is {lowest}", attack=attack, lowest=lowest
            )
            yield _at("B6", text, faction, card, "attack", message("the unit can destroy nothing alone"))


def _at(code: str, text: Message, deck: str, card: CardData, field: str, hint: Message | str = "") -> RulesProblem:
    return RulesProblem(code, text, (), deck, card.id, field, hint)
