"""A ruleset made ready for play: its cards one by one, what they and the heroes' skills do, and the words for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from cardgen import dataclass
from cardgen.engines import CardData
from cardgen.engines.card_fields import text_field
from cardgen.engines.effects.model import Effect, Macro
from cardgen.engines.effects.phrases import EffectFault
from cardgen.engines.effects.reading import Reader, load_macros, with_ids
from cardgen.engines.effects.vocabulary import Vocabulary, load_vocabulary
from cardgen.engines.effects.world import CardKind as PlayedKind
from cardgen.engines.effects.world import GroupKind
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.rules import CardKind, Hero, HeroesRules, Mode, Skill
from cardgen.games.heroes.vocabulary import PLOT_LETTER, RANKS, SEAL, SUIT_LETTERS, SUITS

#: Values of a kind of cards that effects can ask for.
_VALUES = ("category", "sub", "delayed", "damage", "element", "range", "distance", "saves")


@dataclass(frozen=True, slots=True)
class GameCard:
    """A card of the pile. The jade seal and most plot cards have no suit, no number and no colour."""

    code: str
    kind: CardKind
    suit: str = ""
    number: int = 0
    colour: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class ReadEffects:
    """What the cards of a ruleset and the skills of each hero do, by their names, and what of that cannot be read."""

    played: Mapping[str, PlayedKind]
    skills: Mapping[tuple[str, str], tuple[Effect, ...]]
    groups: Mapping[tuple[str, str], tuple[GroupKind, ...]]
    faults: Sequence[EffectFault]


@dataclass(frozen=True, slots=True, eq=False)
class HeroesTable(ReadEffects):
    """The cards by their numbers, the jade seal last, the heroes by name, and what effects need to know."""

    rules: HeroesRules
    cards: tuple[GameCard, ...]
    codes: Mapping[str, int]
    kinds: Mapping[str, CardKind]
    heroes: Mapping[str, Hero]
    vocabulary: Vocabulary
    macros: Mapping[str, Macro]

    @property
    def seal(self) -> int:
        """The number of the jade seal."""
        return len(self.cards) - 1

    def pile(self, mode: Mode) -> list[int]:
        """Return the cards of a mode: the seal is for the realm mode, plot cards are for nation war."""
        return [
            number
            for number, card in enumerate(self.cards)
            if (number != self.seal or mode == "realm") and (card.kind.category != "plot" or mode == "nation")
        ]

    def card(self, code: str) -> int:
        """Return the number of a card. HeroesError for a code that no card has."""
        if code not in self.codes:
            raise HeroesError("unknown-card", code)
        return self.codes[code]

    def skills_of(self, heroes: tuple[str, ...]) -> Iterator[tuple[Skill, tuple[Effect, ...]]]:
        """Yield the skills of these heroes with their effects; a skill of two cards of one hero counts once."""
        for name in dict.fromkeys(heroes):
            for skill in self.heroes[name].skills:
                yield skill, self.skills[name, skill.skill]

    def groups_of(self, heroes: tuple[str, ...]) -> Iterator[GroupKind]:
        """Yield the groups that the skills of these heroes declare."""
        for name in dict.fromkeys(heroes):
            for skill in self.heroes[name].skills:
                yield from self.groups[name, skill.skill]


def vocabulary_of(rules: HeroesRules) -> Vocabulary:
    """Return the vocabulary of a ruleset: the game's, with the ruleset's own names. ValueError for a wrong one."""
    return load_vocabulary(files("cardgen.games.heroes") / "effects.yaml", rules.vocabulary)


@lru_cache(maxsize=16)
def make_table(rules: HeroesRules) -> HeroesTable:
    """Return the table of a ruleset whose names agree (`check_rules`). ValueError if they do not."""
    kinds = {kind.card: kind for kind in rules.cards}
    missing = [name for name in (*(pile.card for pile in rules.deck), *rules.plots, rules.seal) if name not in kinds]
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
    for number, name in enumerate(rules.plots, 1):
        codes[f"{PLOT_LETTER}{number}"] = len(cards)
        cards.append(GameCard(f"{PLOT_LETTER}{number}", kinds[name]))
    codes[SEAL] = len(cards)
    cards.append(GameCard(SEAL, kinds[rules.seal]))
    read = read_effects(rules)
    if read.faults:
        raise ValueError(read.faults[0].problem)
    vocabulary, heroes = vocabulary_of(rules), {hero.hero: hero for hero in rules.heroes}
    effects = (read.played, read.skills, read.groups, read.faults)
    return HeroesTable(*effects, rules, tuple(cards), codes, kinds, heroes, vocabulary, load_macros(vocabulary))


def read_effects(rules: HeroesRules) -> ReadEffects:
    """Return the cards as effects know them, and the effects and groups of each hero's skills."""
    vocabulary, faults = vocabulary_of(rules), list[EffectFault]()
    played, skills, groups = {}, {}, {}
    for number, kind in enumerate(rules.cards):
        reader = Reader(vocabulary, f"{kind.card}/", faults)
        of_card = with_ids(kind.effects, kind.card) if kind.category == "plot" else kind.effects
        effects = reader.effects(of_card, ("cards", number, "effects"))
        values = {name: value for name in _VALUES if (value := getattr(kind, name)) is not None}
        values |= {"answer": {"play": kind.answer.play}} if kind.answer is not None else {}
        played[kind.card] = PlayedKind(kind.card, values, effects)
    for number, hero in enumerate(rules.heroes):
        for index, skill in enumerate(hero.skills):
            reader = Reader(vocabulary, f"{skill.skill}/", faults)
            path = ("heroes", number, "skills", index)
            skills[hero.hero, skill.skill] = reader.effects(with_ids(skill.effects, skill.skill), (*path, "effects"))
            groups[hero.hero, skill.skill] = reader.groups(skill.groups, (*path, "groups"))
    return ReadEffects(played, skills, groups, faults)


def effects_of(read: ReadEffects, rules: HeroesRules, card: CardData) -> Iterator[Sequence[Effect]]:
    """Yield what a card or a hero does by its `kind` or its id: the effects of each skill, or those of the card."""
    hero = next((hero for hero in rules.heroes if hero.hero == card.id), None)
    for skill in () if hero is None else hero.skills:
        key = (card.id, skill.skill)
        yield [*read.skills[key], *(effect for group in read.groups[key] for effect in group.effects)]
    kind = read.played.get(text_field(card, "kind") or card.id)
    if hero is None and kind is not None:
        yield kind.effects


def by_hand_skills(rules: HeroesRules) -> list[tuple[str, str]]:
    """Return the hero and the name of each skill without effects: the players do what its text says."""
    return [(hero.hero, skill.skill) for hero in rules.heroes for skill in hero.skills if not skill.effects]


def _unused_code(code: str, codes: Mapping[str, int]) -> str:
    """Return the code, with a number after it if several cards share suit and number: S7, S7.2, S7.3."""
    if code not in codes:
        return code
    return next(name for name in (f"{code}.{number}" for number in range(2, 1000)) if name not in codes)
