"""The model of a ruleset: each choice that the description of the game leaves open is a field.

A ruleset also declares the deck, the heroes with the effects of their skills, the identities and the glossary: the
engine plays by them, and the printed cards are compared with them. All models are strict and frozen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from cardgen.engines.rulesets import Closed, Titles

Mode = Literal["identity", "nation", "realm"]
Suit = Literal["heart", "spade", "diamond", "club"]
Faction = Literal["han", "yi", "rong", "man", "di"]
Element = Literal["none", "fire", "thunder", "water"]

Name = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=r"^[a-z][a-z0-9-]*$")]
Line = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Count = Annotated[int, Field(ge=0, le=99)]
Change = Annotated[int, Field(ge=-9, le=9)]
Number = Annotated[int, Field(ge=1, le=13)]
# Files have lists, but only a tuple can be frozen. The items stay strict.
Numbers = Annotated[tuple[Number, ...], Field(max_length=52, strict=False)]


class Texts(Closed):
    """A text in both languages of the game."""

    zh: Line
    en: Line


class Colours(Closed):
    """The colour of each suit."""

    heart: Literal["red", "black"]
    spade: Literal["red", "black"]
    diamond: Literal["red", "black"]
    club: Literal["red", "black"]


class RuleChoices(Closed):
    """What the description of the game leaves open or says in two ways."""

    hand: Count = Field(description="cards dealt to each character at the start")
    draw: Count = Field(description="cards of the draw phase")
    strikes: Count = Field(description="strikes in a turn")
    base_range: Count = Field(description="the attack range without a weapon")
    least_distance: Literal[1] = Field(description="the least distance that modifiers can lead to")
    hand_limit: Literal["hp", "max-hp"] = Field(description="what the hand limit is if nothing changes it")
    colours: Colours
    seal_judgement: Literal["no-suit"] = Field(description="a judgement that reveals the seal has no suit or number")
    execution_extra: Count = Field(description="what an execution adds to the target's HP")
    least_execution: Count = Field(description="the least damage of an execution")
    rebel_reward: Count = Field(description="cards that the killer of a rebel draws")
    lord_bonus: Count = Field(description="what the lord's max HP is above the hero's")
    monarch_bonus: Count = Field(description="what a monarch's max HP gains with three shown characters of the faction")
    seal_draw: Count = Field(description="cards that the owner of the jade seal draws beyond the others")
    last_without_seal: Literal["draw", "win"] = Field(description="realm: the last one living does not hold the seal")
    realm_players: Count = Field(description="the fewest players of the realm mode")
    same_hero_twice: bool = Field(description="nation war: whether two cards of one hero may be kept together")
    skills_when_hidden: bool = Field(description="nation war: whether skills work before the heroes are shown")
    lord_skill_alone: bool = Field(description="whether a hero may have a lord skill and no other one")
    each_suit_and_number_once: bool = Field(description="whether no two cards of the deck share suit and number")
    most_rounds: Annotated[int, Field(ge=1, le=10_000)] = Field(description="after so many rounds the game is a draw")


class Dealt(Closed):
    """The heroes that each player is dealt, by mode."""

    identity: Annotated[int, Field(ge=1, le=9)]
    nation: Annotated[int, Field(ge=2, le=9)]
    realm: Annotated[int, Field(ge=1, le=9)]


class IdentityRow(Closed):
    """The identities of a game of so many players."""

    players: Annotated[int, Field(ge=2, le=10)]
    lord: Count
    loyalist: Count
    rebel: Count
    spy: Count


class Answer(Closed):
    """What stops a card: a card of this name, played by its target."""

    play: Name


class CardKind(Closed):
    """A card of the deck by its name, and what it does as effects."""

    card: Name
    names: Texts
    category: Literal["basic", "trick", "equipment", "plot"]
    sub: Name | None = None
    delayed: bool = False
    effects: Any = Field(default_factory=list)
    answer: Answer | None = Field(default=None, description="what each target may play to stop the card")
    saves: Literal["anyone", "oneself"] | None = Field(default=None, description="whom it saves from dying")
    damage: bool = Field(default=False, description="a damage card")
    element: Element = "none"
    range: Count | None = Field(default=None, description="of a weapon")
    distance: Change | None = Field(default=None, description="of a mount: below 0 nearer to others, above 0 farther")


class NamedCards(Closed):
    """The cards of one name in the deck: their numbers in each suit."""

    card: Name
    heart: Numbers = ()
    spade: Numbers = ()
    diamond: Numbers = ()
    club: Numbers = ()


class Skill(Closed):
    """A skill: its name, types, timing and limit as they are printed, and its effects. Without any it is by hand."""

    skill: Name
    types: Annotated[tuple[Name, ...], Field(min_length=1, max_length=11, strict=False)]
    timing: Annotated[str, StringConstraints(min_length=1, max_length=40)]
    limit: Annotated[int, Field(ge=1, le=9)] | None = Field(default=None, description="uses in the span of `per`")
    per: Literal["phase", "turn", "round", "game"] | None = None
    groups: Any = Field(
        default_factory=dict, description="groups of characters, one of each for each owner of the skill"
    )
    effects: Any = Field(default_factory=list)


class Hero(Closed):
    """A hero as the engine plays it. `copies` is the number of cards of it."""

    hero: Name
    names: Texts
    faction: Faction
    max_hp: Annotated[int, Field(ge=1, le=6)]
    copies: Annotated[int, Field(ge=1, le=20)] = 1
    monarch: bool = False
    skills: Annotated[tuple[Skill, ...], Field(min_length=1, max_length=4, strict=False)]


class HeroesRules(Closed):
    """A ruleset, as in a ruleset file."""

    titles: Titles
    vocabulary: Annotated[Mapping[str, Any], Field(strict=False)] = Field(
        default_factory=dict, description="names that effects use besides those of the game"
    )
    choices: RuleChoices
    heroes_dealt: Dealt
    identities: Annotated[tuple[IdentityRow, ...], Field(min_length=1, max_length=9, strict=False)]
    cards: Annotated[tuple[CardKind, ...], Field(min_length=1, max_length=200, strict=False)]
    seal: Name = Field(description="the card of `cards` that the realm mode adds")
    plots: Annotated[tuple[Name, ...], Field(max_length=99, strict=False)] = Field(
        default=(), description="the plot cards of `cards` that nation war adds, one of each, without suit and number"
    )
    deck: Annotated[tuple[NamedCards, ...], Field(min_length=1, max_length=200, strict=False)]
    heroes: Annotated[tuple[Hero, ...], Field(min_length=1, max_length=500, strict=False)]

    def __hash__(self) -> int:
        """Rulesets can be keys, although effects are mappings."""
        return hash((self.titles, self.choices, self.deck))
