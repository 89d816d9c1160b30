"""A small game whose effects are checked in tests."""

from __future__ import annotations

from typing import Any

from cardgen.engines.effects.checking import EffectSource, GameFacts, check_effects
from cardgen.engines.effects.phrases import EffectFault
from cardgen.engines.effects.reading import Reader
from cardgen.engines.effects.vocabulary import Vocabulary
from tests.cases import read_yaml

VOCABULARY = Vocabulary.model_validate(
    read_yaml("""
areas:
  hand: {of: player, hidden: true, works: [use]}
  table: {of: player, works: [when, while, instead]}
  deck: {hidden: true}
  discards: {}
  market: {}
  vault: {}
attributes:
  coins: {of: player, from: 3, least: 0}
  gems: {of: player, from: 2}
  hp: {of: player, from: 4}
  max-hp: {of: player, from: 4}
  suit: {of: card, type: word, words: [heart, spade]}
  cost: {of: card, from: 0}
stages: [draw, main]
windows: {main: {stage: main}}
marks: {poison: {}}
names: {heart: {en: heart, zh: 红桃}, spade: {en: spade, zh: 黑桃}}
""")
)
CARDS = {"sword": {"cost": 3, "suit": "spade"}, "shield": {"cost": 2, "suit": "spade"}}
FACTS = GameFacts(raised=("turn-start", "turn-end", "round"), starts=("deck",))

#: What a fault is, without its path: code, problem, hint, character.
Found = tuple[str, str, str, int]


def read(text: str) -> tuple[EffectSource, list[EffectFault]]:
    """Return the effects of a card `well`, and why they cannot be read."""
    reader = Reader(VOCABULARY, "well/")
    data: Any = read_yaml(text)
    return EffectSource("well", reader.effects(data), values={"cost": 1}, copies=2), reader.faults


def faults_of(text: str, facts: GameFacts = FACTS) -> list[EffectFault]:
    """Return the faults of the effects of a card, among the other cards of the game."""
    source, unreadable = read(text)
    cards = [EffectSource(name, values=values, copies=4) for name, values in CARDS.items()]
    draws, _ = read("{when: 'draw:start', do: [{draw: 1}, {set: coins, of: current, add: 1}]}")
    rules = EffectSource("rules", draws.effects)
    found = check_effects(VOCABULARY, [*cards, source, rules], facts)
    return [*unreadable, *(fault for one, fault in found if one is source)]


def found(text: str) -> list[Found]:
    """Return the faults of effects as plain values."""
    return [(fault.code, str(fault.problem), str(fault.hint), fault.at) for fault in faults_of(text)]
