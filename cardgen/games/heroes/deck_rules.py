"""Compare a ruleset with the printed cards, and check its tables: the checks 6 and 7."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cardgen import did_you_mean, joined, message, replace
from cardgen.engines import CardData, Decks, RulesProblem
from cardgen.engines.card_fields import text_field, whole_field
from cardgen.engines.effects.checking import CODES, EffectSource, GameFacts, check_effects
from cardgen.engines.effects.checking.reporting import compare_texts, problem_of
from cardgen.engines.effects.model import Effect, Phrase
from cardgen.engines.effects.parts import phrases_in
from cardgen.engines.effects.world import GroupKind
from cardgen.games.heroes.deck_cards import PILE_DECKS
from cardgen.games.heroes.deck_heroes import skill_types, skills_of_card, unknown_words
from cardgen.games.heroes.rules import CardKind, Hero, HeroesRules
from cardgen.games.heroes.table import ReadEffects, effects_of, read_effects, vocabulary_of
from cardgen.games.heroes.vocabulary import IDENTITIES, MOST_PLAYERS, SKILL_TYPES, SUITS

#: Code -> short name.
RULES_CODES = {
    "HE304": "unknown-skill-type",
    "HE306": "unknown-timing",
    "HE307": "lord-skill-alone",
    "HE601": "composition",
    "HE602": "too-few-heroes",
    "HE603": "suit-and-number-twice",
    "HE604": "unknown-card",
    "HE605": "hero-differs",
    "HE606": "card-differs",
    **CODES,
    "E10": "types-differ",
    "HE701": "identity-total",
    "HE702": "too-few-identities",
    "HE703": "identity-players",
}


#: Codes of problems with which no game is played: effects that cannot be read, printed cards that differ.
_OTHER_CARDS = {"HE601", "HE604", "HE605", "HE606", "HE702", "E1", "E2", "E3", "E4"}


def check_rules(rules: HeroesRules, decks: Decks) -> list[RulesProblem]:
    """Return the mistakes in the tables of a ruleset, and what the printed cards say otherwise.

    Games are played with the cards of the ruleset, so not with decks that say otherwise.
    """
    problems = [
        *_check_composition(rules, decks),
        *_check_skills(rules),
        *_check_heroes(rules, decks),
        *_check_identities(rules, decks),
        *_check_effects(rules),
        *_compare_texts(rules, decks),
    ]
    return [replace(problem, stops_play=problem.code in _OTHER_CARDS) for problem in problems]


# ---------------------------------------------------------------- check 6: the deck as declared


def _check_composition(rules: HeroesRules, decks: Decks) -> Iterator[RulesProblem]:
    kinds = {kind.card: kind for kind in rules.cards}
    declared: Counter[str] = Counter()
    places: Counter[tuple[str, int]] = Counter()
    for index, pile in enumerate(rules.deck):
        if pile.card not in kinds:
            text = message("`cards` has no card {card!r}", card=pile.card)
            yield RulesProblem("HE604", text, ("deck", index, "card"), hint=did_you_mean(pile.card, list(kinds)))
        for suit in SUITS:
            for number in getattr(pile, suit):
                declared[pile.card] += 1
                places[suit, number] += 1
                if rules.choices.each_suit_and_number_once and places[suit, number] == 2:
                    text = message("{suit} {number} is in the deck twice", suit=suit, number=number)
                    yield RulesProblem("HE603", text, ("deck", index, suit))
    if rules.seal not in kinds:
        yield RulesProblem("HE604", message("`cards` has no card {card!r}", card=rules.seal), ("seal",))
    for index, name in enumerate(rules.plots):
        if name not in kinds or kinds[name].category != "plot":
            text = message("`cards` has no plot card {card!r}", card=name)
            yield RulesProblem("HE604", text, ("plots", index), hint=did_you_mean(name, list(kinds)))
    if "cards" in decks:
        yield from _compare_counts(rules, declared, decks)
    printed = Counter({card.id: card.copies for card in decks.get("plots", ())})
    if "plots" in decks and printed != Counter(rules.plots):
        text = message(
            "the plot cards are {declared}, printed {printed}", declared=joined(rules.plots), printed=joined(printed)
        )
        yield RulesProblem("HE601", text, ("plots",))
    for deck in PILE_DECKS:
        for card in decks.get(deck, ()):
            yield from _compare_card(card, deck, kinds)


def _compare_counts(rules: HeroesRules, declared: Counter[str], decks: Decks) -> Iterator[RulesProblem]:
    printed: Counter[str] = Counter()
    for card in decks["cards"]:
        printed[text_field(card, "kind")] += card.copies
    for index, pile in enumerate(rules.deck):
        if printed[pile.card] != declared[pile.card]:
            text = message(
                "{declared} cards {card!r} in the ruleset, {printed} in the deck",
                declared=declared[pile.card],
                card=pile.card,
                printed=printed[pile.card],
            )
            yield RulesProblem("HE601", text, ("deck", index, "card"))
    wanted = {(pile.card, suit, number) for pile in rules.deck for suit in SUITS for number in getattr(pile, suit)}
    for card in decks["cards"]:
        key = (text_field(card, "kind"), text_field(card, "suit"), whole_field(card, "number") or 0)
        if key not in wanted and printed[key[0]] == declared[key[0]]:
            text = message("the ruleset has no {kind!r} of {suit} {number}", kind=key[0], suit=key[1], number=key[2])
            yield RulesProblem("HE601", text, (), "cards", card.id, "number")


def _compare_card(card: CardData, deck: str, kinds: Mapping[str, CardKind]) -> Iterator[RulesProblem]:
    name = text_field(card, "kind")
    if name not in kinds:
        text = message("`cards` has no card {card!r}", card=name)
        yield RulesProblem("HE604", text, (), deck, card.id, "kind", did_you_mean(name, list(kinds)))
        return
    kind = kinds[name]
    pairs: list[tuple[str, object, object]] = [
        ("category", text_field(card, "category"), kind.category),
        ("sub", text_field(card, "sub") or None, kind.sub),
        ("delayed", bool(whole_field(card, "delayed")), kind.delayed),
        ("damage", bool(whole_field(card, "damage")), kind.damage),
        ("element", text_field(card, "element") or "none", kind.element),
        ("range", whole_field(card, "range"), kind.range),
        ("distance", whole_field(card, "distance"), kind.distance),
    ]
    yield from _differing(pairs, "HE606", deck, card)


def _differing(
    pairs: Sequence[tuple[str, object, object]], code: str, deck: str, card: CardData
) -> Iterator[RulesProblem]:
    """Yield the fields of a card that the ruleset has otherwise: each as it is printed, and as it is declared."""
    for field, printed, declared in pairs:
        if printed != declared:
            text = message(
                "{field} is {printed}, {declared} in the ruleset",
                field=field,
                printed=str(printed),
                declared=str(declared),
            )
            yield RulesProblem(code, text, (), deck, card.id, field)


# ---------------------------------------------------------------- checks 3 and 6: the heroes as declared


def _check_skills(rules: HeroesRules) -> Iterator[RulesProblem]:
    for index, hero in enumerate(rules.heroes):
        for number, skill in enumerate(hero.skills):
            path = ("heroes", index, "skills", number)
            for code, text, hint, place in unknown_words(skill.skill, skill.types, skill.timing):
                yield RulesProblem(code, text, (*path, *place), hint=hint)
        if not rules.choices.lord_skill_alone and all("lord" in skill.types for skill in hero.skills):
            text = message("{hero!r} has a lord skill and no other one", hero=hero.hero)
            yield RulesProblem("HE307", text, ("heroes", index, "skills"))


def _check_heroes(rules: HeroesRules, decks: Decks) -> Iterator[RulesProblem]:
    total = sum(hero.copies for hero in rules.heroes)
    most = max(row.players for row in rules.identities)
    for mode, players in (("identity", most), ("nation", MOST_PLAYERS), ("realm", MOST_PLAYERS)):
        dealt = getattr(rules.heroes_dealt, mode)
        if total < dealt * players:
            text = message(
                "{players} players are dealt {needed} heroes, there are {total}",
                players=players,
                needed=dealt * players,
                total=total,
            )
            yield RulesProblem("HE602", text, ("heroes_dealt", mode))
    printed = {card.id: card for card in decks.get("heroes", ())}
    for index, hero in enumerate(rules.heroes if printed else ()):
        if hero.hero not in printed:
            text = message("the deck has no hero {hero!r}", hero=hero.hero)
            yield RulesProblem("HE605", text, ("heroes", index, "hero"), hint=did_you_mean(hero.hero, list(printed)))
    declared = {hero.hero: hero for hero in rules.heroes}
    for card in printed.values():
        if card.id in declared:
            yield from _compare_hero(card, declared[card.id])
        else:
            text = message("the ruleset has no hero {hero!r}", hero=card.id)
            yield RulesProblem("HE605", text, (), "heroes", card.id, "names", did_you_mean(card.id, list(declared)))


def _compare_hero(card: CardData, hero: Hero) -> Iterator[RulesProblem]:
    shown = [(skill.get("skill"), skill_types(skill), skill.get("timing")) for skill in skills_of_card(card)]
    played = [(skill.skill, list(skill.types), skill.timing) for skill in hero.skills]
    pairs: list[tuple[str, object, object]] = [
        ("faction", text_field(card, "faction"), hero.faction),
        ("max_hp", whole_field(card, "max_hp"), hero.max_hp),
        ("monarch", bool(whole_field(card, "monarch")), hero.monarch),
        ("copies", card.copies, hero.copies),
        ("skills", shown, played),
    ]
    yield from _differing(pairs, "HE605", "heroes", card)


# ---------------------------------------------------------------- check 7: the identities


def _check_identities(rules: HeroesRules, decks: Decks) -> Iterator[RulesProblem]:
    printed: Counter[str] = Counter()
    for card in decks.get("identities", ()):
        printed[text_field(card, "identity")] += card.copies
    seen: set[int] = set()
    for index, row in enumerate(rules.identities):
        path = ("identities", index)
        total = row.lord + row.loyalist + row.rebel + row.spy
        if total != row.players:
            text = message("{total} identities for {players} players", total=total, players=row.players)
            yield RulesProblem("HE701", text, (*path, "players"))
        if row.lord != 1:
            yield RulesProblem("HE701", message("{count} lords, expected 1", count=row.lord), (*path, "lord"))
        if row.players in seen:
            text = message("{players} players have two rows", players=row.players)
            yield RulesProblem("HE703", text, (*path, "players"))
        seen.add(row.players)
        for identity in IDENTITIES if printed else ():
            needed = getattr(row, identity)
            if needed > printed[identity]:
                text = message(
                    "{needed} cards {identity!r} are needed, {printed} are printed",
                    needed=needed,
                    identity=identity,
                    printed=printed[identity],
                )
                yield RulesProblem("HE702", text, (*path, identity))


# ---------------------------------------------------------------- effects


def _check_effects(rules: HeroesRules) -> Iterator[RulesProblem]:
    """Yield effects that cannot be read, what is proved of the others, and types of skills that differ from theirs."""
    read = read_effects(rules)
    sources = [EffectSource(name, kind.effects, values=kind.values) for name, kind in read.played.items()]
    for key, effects in read.skills.items():
        of_groups = tuple(effect for group in read.groups[key] for effect in group.effects)
        sources.append(EffectSource(key[1], (*effects, *of_groups)))
    facts = GameFacts(names=[group.name for groups in read.groups.values() for group in groups])
    proved = [fault for _, fault in check_effects(vocabulary_of(rules), sources, facts)]
    for fault in (*read.faults, *proved):
        yield problem_of(fault)
    if not read.faults:
        yield from _compare_types(rules, read)


def _compare_texts(rules: HeroesRules, decks: Decks) -> Iterator[RulesProblem]:
    """Yield numbers and words in the texts of cards that are unlike their effects. Tags say limits and types."""
    read, vocabulary = read_effects(rules), vocabulary_of(rules)
    for deck in ("heroes", *PILE_DECKS):
        for card in decks.get(deck, ()):
            effects = [effect for effects in effects_of(read, rules, card) for effect in effects]
            yield from compare_texts(vocabulary, effects, deck, card, "rules", is_whole=False)


def _compare_types(rules: HeroesRules, read: ReadEffects) -> Iterator[RulesProblem]:
    for index, hero in enumerate(rules.heroes):
        for number, skill in enumerate(hero.skills):
            key = (hero.hero, skill.skill)
            derived = types_of(read.skills[key], read.groups[key]) if skill.effects else skill.types
            if set(skill.types) != set(derived) and set(skill.types) <= set(SKILL_TYPES):
                text = message(
                    "skill {skill!r}: the types are {types}, its effects make it {derived}",
                    skill=skill.skill,
                    types=joined(skill.types),
                    derived=joined(derived),
                )
                yield RulesProblem("E10", text, ("heroes", index, "skills", number, "types"))


# ---------------------------------------------------------------- kinds of skills


#: What the sentences of a formation ask.
_FORMATIONS = ("besieged(", "line(")
_LORD = "me.role = lord"


def types_of(effects: Sequence[Effect], groups: Sequence[GroupKind] = ()) -> tuple[str, ...]:
    """Return the types of a skill, in the order of the list. A skill of no other type is active.

    It is locked if nobody is ever asked whether to use it.
    """
    found = {group.kind for group in groups if group.kind in SKILL_TYPES}
    found |= {word for effect in effects for word in _types_of(effect)}
    if all(effect.is_locked for effect in effects):
        found.add("locked")
    return tuple(word for word in SKILL_TYPES if word in (found or {"active"}))


def _types_of(effect: Effect) -> Iterator[str]:
    is_once = effect.limit is not None and effect.limit.span == "game"
    if is_once:
        yield "limited"
    if is_once and effect.head == "at once":
        yield "awakening"
    if effect.states:
        yield "switch"
    if effect.hidden:
        yield "hidden"
    texts = [phrase.text for phrase in phrases_in(effect)]
    if any(word in text for text in texts for word in _FORMATIONS):
        yield "formation"
    if any(_LORD in phrase.text for phrase in _conditions(effect)):
        yield "lord"


def _conditions(effect: Effect) -> Iterable[Phrase]:
    return [phrase for phrase in (effect.when_if, effect.condition) if phrase is not None]
