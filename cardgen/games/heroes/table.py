"""A ruleset made ready for play: its cards one by one, and the skills of its heroes by kind of record."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen import dataclass
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.rules import CardKind, Hero, HeroesRules, Skill
from cardgen.games.heroes.vocabulary import RANKS, SEAL, SUIT_LETTERS, SUITS, TIMINGS


@dataclass(frozen=True, slots=True)
class GameCard:
    """A card of the pile. The jade seal has no suit, no number and no colour."""

    code: str
    kind: CardKind
    suit: str = ""
    number: int = 0
    colour: str = ""


@dataclass(frozen=True, slots=True)
class HeroesTable:
    """The cards by their numbers, the jade seal last, and the heroes by name."""

    rules: HeroesRules
    cards: tuple[GameCard, ...]
    codes: Mapping[str, int]
    kinds: Mapping[str, CardKind]
    heroes: Mapping[str, Hero]
    #: The timings at which some skill of the set has a trigger, in the order of the lists.
    triggered: tuple[str, ...]

    @property
    def seal(self) -> int:
        """The number of the jade seal."""
        return len(self.cards) - 1

    def card(self, code: str) -> int:
        """Return the number of a card. HeroesError for a code that no card has."""
        if code not in self.codes:
            raise HeroesError("unknown-card", code)
        return self.codes[code]

    def skills(self, heroes: tuple[str, ...]) -> tuple[Skill, ...]:
        """Return the skills of these heroes; a skill of two cards of one hero counts once."""
        return tuple(skill for name in dict.fromkeys(heroes) for skill in self.heroes[name].skills)


def make_table(rules: HeroesRules) -> HeroesTable:
    """Return the table of a ruleset whose names agree (`check_rules`). ValueError if they do not."""
    kinds = {kind.card: kind for kind in rules.cards}
    missing = [name for name in (*(pile.card for pile in rules.deck), rules.seal) if name not in kinds]
    if missing:
        raise ValueError(HeroesError("unknown-card", missing[0]).messages["en"])
    cards: list[GameCard] = []
    codes: dict[str, int] = {}
    for pile in rules.deck:
        for suit in SUITS:
            colour = getattr(rules.choices.colours, suit)
            for number in getattr(pile, suit):
                code = _unused_code(SUIT_LETTERS[suit] + RANKS[number], codes)
                codes[code] = len(cards)
                cards.append(GameCard(code, kinds[pile.card], suit, number, colour))
    codes[SEAL] = len(cards)
    cards.append(GameCard(SEAL, kinds[rules.seal]))
    timings = {
        skill.timing
        for hero in rules.heroes
        for skill in hero.skills
        if any(record.kind == "trigger" for record in skill.records)
    }
    heroes = {hero.hero: hero for hero in rules.heroes}
    return HeroesTable(rules, tuple(cards), codes, kinds, heroes, tuple(word for word in TIMINGS if word in timings))


def by_hand_skills(rules: HeroesRules) -> list[tuple[str, str]]:
    """Return the hero and the name of each skill without a record: the players do what its text says."""
    return [(hero.hero, skill.skill) for hero in rules.heroes for skill in hero.skills if not skill.records]


def _unused_code(code: str, codes: Mapping[str, int]) -> str:
    """Return the code, with a number after it if several cards share suit and number: S7, S7.2, S7.3."""
    if code not in codes:
        return code
    return next(name for name in (f"{code}.{number}" for number in range(2, 1000)) if name not in codes)
