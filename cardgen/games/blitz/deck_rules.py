"""Check the printed decks against a ruleset: the limits of values, and what makes a weak deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen import Message, joined, message, replace
from cardgen.engines import CardData, Decks, RulesProblem
from cardgen.engines.card_fields import text_field, whole_field
from cardgen.engines.effects.checking import CODES, EffectSource, GameFacts, check_effects
from cardgen.engines.effects.checking.reporting import compare_texts, problem_of
from cardgen.engines.effects.phrases import EffectFault
from cardgen.engines.effects.reading import Reader
from cardgen.engines.effects.vocabulary import stage_event
from cardgen.games.blitz.cards import ENGINEER, SIDES
from cardgen.games.blitz.deck_cards import read_card, words_field
from cardgen.games.blitz.powers import find_keyword, keywords_of, listed, printed_values, read_effects, vocabulary
from cardgen.games.blitz.resolution import BlitzResolution
from cardgen.games.blitz.rules import BlitzRules

#: Code -> short name.
RULES_CODES = {"B3": "values", "B5": "keywords", "B6": "harmless-unit", **CODES}
#: What happens in every game without an effect.
_RAISED = (
    *("move", "deploy", "lay", "attack", "destroy", "discard", "turn", "draw", "round", "use"),
    *map(stage_event, ("draw", "deploy", "facility", "skill", "attack")),
)
_LIMITED = {"unit": ("attack", "defence", "level"), "resource": ("level",)}


def check_rules(rules: BlitzRules, decks: Decks) -> list[RulesProblem]:
    """Return values beyond the limits, unknown keywords, effects that cannot be read, and what makes a weak deck.

    A deck is weak without engineers against facilities, and with units that can destroy nothing. A build accepts that.
    """
    problems = list(_check_effects(rules, decks))
    for faction, side in SIDES.items():
        enemies = [decks[enemy] for enemy, other in SIDES.items() if other != side and enemy in decks]
        if faction in decks:
            problems += _check_limits(rules, faction, decks[faction])
            problems += _check_keywords(rules, faction, decks[faction])
            problems += _check_engineers(faction, decks[faction], enemies)
            problems += _check_attacks(faction, decks[faction], enemies)
    return problems


def _check_limits(rules: BlitzRules, faction: str, cards: Sequence[CardData]) -> Iterator[RulesProblem]:
    for card in cards:
        for name in _LIMITED.get(text_field(card, "kind"), ()):
            value, (least, most) = whole_field(card, name), getattr(rules.limits, name)
            if value is not None and not least <= value <= most:
                text = message(
                    "{field} is {value}, expected {least} to {most}", field=name, value=value, least=least, most=most
                )
                yield _at("B3", text, faction, card, name)


def _check_keywords(rules: BlitzRules, faction: str, cards: Sequence[CardData]) -> Iterator[RulesProblem]:
    """Yield the abilities that are no keywords of the ruleset."""
    known = keywords_of(rules.keywords)
    for card in cards:
        for word in words_field(card, "abilities"):
            if find_keyword(word, known) is None:
                problem = message("unknown keyword {word!r}", word=word)
                hint = message("expected one of: {words}", words=joined(known))
                yield RulesProblem("B5", problem, (), faction, card.id, "abilities", hint, stops_play=True)


def _check_effects(rules: BlitzRules, decks: Decks) -> Iterator[RulesProblem]:
    """Yield what is wrong with the effects of keywords and cards. With those that cannot be read no game is played."""
    places: dict[EffectSource, tuple[str, str]] = {}
    for word, entries in (rules.keywords.value or {}).items():
        reader = Reader(vocabulary(), f"{word}/")
        let = {"let": {"n": 1}} if word.endswith(" n") else {}
        effects = reader.effects(
            [{**let, **entry} if isinstance(entry, dict) else entry for entry in listed(entries)], (word,)
        )
        places[EffectSource(word, effects)] = ("", "")
        yield from (_problem_of(fault, stops_play=True) for fault in reader.faults)
    for faction in (one for one in SIDES if one in decks):
        for data in decks[faction]:
            card = read_card(data, faction)
            effects, faults = read_effects(card.id, (), card.effects, rules.keywords)
            own, _ = read_effects(card.id, card.keywords, card.effects, rules.keywords)
            yield from compare_texts(vocabulary(), own, faction, data, "text")
            source = EffectSource(card.id, effects, values=printed_values(card), copies=card.copies)
            places[source] = (faction, data.id)
            yield from (_problem_of(fault, faction, data.id, stops_play=True) for fault in faults)
    facts = GameFacts(functions=BlitzResolution.functions, raised=_RAISED)
    for source, fault in check_effects(vocabulary(), list(places), facts):
        yield _problem_of(fault, *places[source])


def _problem_of(fault: EffectFault, deck: str = "", card: str = "", stops_play: bool = False) -> RulesProblem:
    problem = problem_of(fault, deck, card, stops_play)
    return problem if card else replace(problem, path=("keywords", *problem.path))


def _check_engineers(
    faction: str, cards: Sequence[CardData], enemies: Sequence[Sequence[CardData]]
) -> Iterator[RulesProblem]:
    facilities = sum(card.copies for deck in enemies for card in deck if text_field(card, "kind") == "facility")
    engineers = sum(card.copies for card in cards if ENGINEER in words_field(card, "abilities"))
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
    defences = [whole_field(card, "defence") for deck in enemies for card in deck if text_field(card, "kind") == "unit"]
    lowest = min((defence for defence in defences if defence is not None), default=None)
    for card in cards:
        attack = whole_field(card, "attack")
        if text_field(card, "kind") == "unit" and None not in (attack, lowest) and attack <= lowest:  # type: ignore[operator]
            text = message(
                "the attack is {attack}, and the lowest defence of the enemy is {lowest}", attack=attack, lowest=lowest
            )
            yield _at("B6", text, faction, card, "attack", message("the unit can destroy nothing alone"))


def _at(code: str, text: Message, deck: str, card: CardData, field: str, hint: Message | str = "") -> RulesProblem:
    return RulesProblem(code, text, (), deck, card.id, field, hint)
