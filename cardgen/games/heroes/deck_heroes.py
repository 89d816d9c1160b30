"""Check the heroes, their skills and the health cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cardgen import Message, did_you_mean, message
from cardgen.engines import CardData, Problem
from cardgen.engines.card_fields import text_field, whole_field
from cardgen.games.heroes.vocabulary import FACTIONS, SKILL_TYPES, TIMINGS

#: The least and the most max HP of a hero; a lord or a monarch has 1 more.
HERO_HP = (1, 6)
HEALTH = range(1, HERO_HP[1] + 2)
MOST_SKILLS = 4

_TAG = re.compile(r"<tag>(.*?)</tag>")
Skill = Mapping[str, object]


def skills_of_card(card: CardData) -> list[Skill]:
    """Return the entries of the field `skills`."""
    value = card.fields.get("skills")
    entries = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
    return [entry for entry in entries if isinstance(entry, Mapping)]


def skill_types(skill: Skill) -> list[str]:
    """Return the types of a skill; a skill without any is active."""
    return str(skill.get("types") or "active").split()


def check_heroes(cards: Sequence[CardData]) -> Iterator[Problem]:
    """Yield what is wrong with heroes and their skills: check 3."""
    for card in cards:
        faction, max_hp = text_field(card, "faction"), whole_field(card, "max_hp")
        if faction not in FACTIONS:
            text = message(
                "the faction is {faction!r}, expected one of {expected}", faction=faction, expected=", ".join(FACTIONS)
            )
            yield Problem("HE301", text, "heroes", card.id, "faction")
        if max_hp is None or not HERO_HP[0] <= max_hp <= HERO_HP[1]:
            text = message(
                "the max HP is {hp}, expected {low} to {high}", hp=str(max_hp), low=HERO_HP[0], high=HERO_HP[1]
            )
            yield Problem("HE302", text, "heroes", card.id, "max_hp")
        skills = skills_of_card(card)
        if not 1 <= len(skills) <= MOST_SKILLS:
            text = message("{count} skills, expected 1 to {most}", count=len(skills), most=MOST_SKILLS)
            yield Problem("HE303", text, "heroes", card.id, "skills")
        for skill in skills:
            yield from _check_skill(card, skill)
        yield from _check_tags(card, skills)


def _check_skill(card: CardData, skill: Skill) -> Iterator[Problem]:
    name, types, timing = str(skill.get("skill", "")), skill_types(skill), str(skill.get("timing", ""))
    for code, text, hint, _ in unknown_words(name, types, timing):
        yield Problem(code, text, "heroes", card.id, "skills", hint)
    missing = [word for word in ("limited", "locked") if "awakening" in types and word not in types]
    if missing:
        text = message("skill {skill!r}: an awakening skill is also {types}", skill=name, types=" ".join(missing))
        yield Problem("HE305", text, "heroes", card.id, "skills")


def unknown_words(
    name: str, types: Sequence[str], timing: str
) -> Iterator[tuple[str, Message, Message | str, tuple[str | int, ...]]]:
    """Yield the types and the timing of a skill that are in no list: a code, the problem, a hint, and the place."""
    for number, word in enumerate(types):
        if word not in SKILL_TYPES:
            text = message("skill {skill!r}: there is no skill type {type!r}", skill=name, type=word)
            yield "HE304", text, did_you_mean(word, list(SKILL_TYPES)), ("types", number)
    if timing not in TIMINGS:
        text = message("skill {skill!r}: there is no timing {timing!r}", skill=name, timing=timing)
        yield "HE306", text, did_you_mean(timing, list(TIMINGS)), ("timing",)


def _check_tags(card: CardData, skills: Sequence[Skill]) -> Iterator[Problem]:
    """Yield a problem if the tags in the text are not the types of the skills, in each language that the text has."""
    texts = card.fields.get("rules")
    types = [[word for word in skill_types(skill) if word in SKILL_TYPES] for skill in skills]
    for lang, text in texts.items() if isinstance(texts, Mapping) else ():
        if lang not in ("zh", "en"):
            continue
        expected = [" ".join(SKILL_TYPES[word][lang] for word in words) for words in types]
        printed = _TAG.findall(str(text))
        if [tag.lower() for tag in printed] != expected:
            problem = message(
                "the tags of the text are {printed}, expected {expected}",
                printed=" / ".join(printed),
                expected=" / ".join(expected),
            )
            yield Problem("HE308", problem, "heroes", card.id, "rules")


def check_health(heroes: Sequence[CardData], health: Sequence[CardData]) -> Iterator[Problem]:
    """Yield each max HP of a hero, or one more for a lord or a monarch, without a health card: check 4."""
    printed = {whole_field(card, "max_hp") for card in health if card.copies}
    for card in health:
        number = whole_field(card, "max_hp")
        if number not in HEALTH:
            text = message(
                "{number} marks, expected {low} to {high}", number=str(number), low=HEALTH[0], high=HEALTH[-1]
            )
            yield Problem("HE402", text, "health", card.id, "max_hp")
    reported: set[int] = set()
    for card in heroes:
        max_hp = whole_field(card, "max_hp")
        if max_hp is None or max_hp + 1 not in HEALTH:
            continue
        for needed in (max_hp, max_hp + 1):
            if needed not in printed and needed not in reported:
                reported.add(needed)
                marks = ", ".join(str(number) for number in sorted(number for number in printed if number))
                text = message(
                    "max HP {hp} needs a health card of {needed} marks (1 more for a lord), there are {marks}",
                    hp=max_hp,
                    needed=needed,
                    marks=marks,
                )
                yield Problem("HE401", text, "heroes", card.id, "max_hp")
