"""Check a ruleset against the printed cores, and prove what can be proved of the effects of all cards."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen import message
from cardgen.engines import CardData, Decks, RulesProblem
from cardgen.engines.effects.checking import CODES, EffectSource, GameFacts, check_effects
from cardgen.engines.effects.checking.reporting import compare_texts, problem_of
from cardgen.games.thread_race.cards import Core, kind_of
from cardgen.games.thread_race.reading import CORES, DECK, read_card, read_core
from cardgen.games.thread_race.rules import ThreadRaceRules
from cardgen.games.thread_race.vocabulary import load_vocabulary

#: Code -> short name.
RULES_CODES = {"T26": "core-without-uses", **CODES}

#: The events of the course of a game, which happen without an effect, and the areas with cards in them.
_COURSE = ("turn-start", "speed-stage", "act", "lay", "set", "turn", "destroy", "effects", "flips", "play")
_AREAS = ("deck", "cores", "slots", "sideways", "rebirth")


def check_rules(rules: ThreadRaceRules, decks: Decks) -> list[RulesProblem]:
    """Return the cores without a number of uses, in a ruleset that counts it, and what is wrong with effects."""
    return [*(_check_uses(decks) if rules.core == "counted" else ()), *_check_effects(decks), *_check_texts(decks)]


def _check_uses(decks: Decks) -> Iterator[RulesProblem]:
    text, hint = message("the core has no number of uses"), message("write {example}", example="uses: 2")
    for data in decks.get(CORES, ()):
        core = read_core(data).card
        if isinstance(core, Core) and core.uses is None:
            yield RulesProblem("T26", text, deck=CORES, card=data.id, field="uses", hint=hint)


def _sources(decks: Decks) -> Iterator[tuple[str, CardData, EffectSource]]:
    """Yield the effects of the cards that can be read, with their decks."""
    for deck, read in ((DECK, read_card), (CORES, read_core)):
        for data in decks.get(deck, ()):
            card = read(data).card
            if card is not None and card.effects:
                kind = kind_of(card, data.id)
                yield deck, data, EffectSource(data.id, kind.effects, values=kind.values, copies=data.copies)


def _check_effects(decks: Decks) -> Iterator[RulesProblem]:
    sources = list(_sources(decks))
    places = {source: (deck, data.id) for deck, data, source in sources}
    facts = GameFacts(raised=_COURSE, starts=_AREAS)
    for source, fault in check_effects(load_vocabulary(), list(places), facts) if sources else ():
        yield problem_of(fault, *places[source])


def _check_texts(decks: Decks) -> Iterator[RulesProblem]:
    """Yield what printed texts say unlike their effects (E11)."""
    for deck, data, source in _sources(decks):
        yield from compare_texts(load_vocabulary(), source.effects, deck, data, "effect")
