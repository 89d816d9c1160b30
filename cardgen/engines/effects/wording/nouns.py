"""Noun phrases: players, cards and places with their number and what is said of them."""

from __future__ import annotations

from typing import Literal, TypeAlias

from cardgen.base.records import dataclass, replace
from cardgen.engines.effects.wording.languages import Phrases

Number: TypeAlias = int | str | Literal["", "all", "any", "each", "the", "x"]
"""How many: a number, words such as `1 to 3`, all, any, each; "" for several in general."""


@dataclass(frozen=True, slots=True)
class Qualifier:
    """What is said of a noun. `is_long` ones are after it in English, and before all others in Chinese.

    Those of a kind are an owner or an area: they come before the number in Chinese, an area comes last in English.
    """

    text: str
    is_long: bool = False
    kind: Literal["", "owner", "area"] = ""


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun with its number and its qualifiers; `text` is a whole phrase in its place, which has no number.

    `noun` is the key of a phrase with the forms `one`, `other` and `measure`, or such forms of a name (`name`).
    """

    noun: str = "player"
    number: Number = ""
    is_other: bool = False
    qualifiers: tuple[Qualifier, ...] = ()
    text: str = ""
    name: str = ""
    kind: str = "player"

    def with_number(self, number: Number) -> Noun:
        return replace(self, number=number)

    def qualified(self, *qualifiers: Qualifier) -> Noun:
        """Return the noun with more qualifiers."""
        return replace(self, qualifiers=(*self.qualifiers, *qualifiers))

    @property
    def is_single(self) -> bool:
        """True for one thing."""
        return self.number in (1, "each", "the", "bare", "up to one")


class Nouns(Phrases):
    """Writes noun phrases."""

    def write(self, noun: Noun) -> str:
        if noun.text:
            return noun.text
        return self._chinese(noun) if self.is_chinese else self._english(noun)

    def _form(self, noun: Noun, form: str) -> str:
        return self.name(noun.name, form) if noun.name else self.form(noun.noun, form)

    def measure(self, noun: Noun) -> str:
        if noun.name and not self.has_name(noun.name, "measure"):
            return self.form("card-noun" if noun.kind == "card" else noun.kind, "measure")
        return self._form(noun, "measure")

    def _chinese(self, noun: Noun) -> str:
        measure = self.measure(noun)
        number = noun.number
        if isinstance(number, int):
            count = self.number_word(number) + measure
        else:
            count = {
                "all": "所有",
                "any": "任意" + measure,
                "each": "每" + measure,
                "": "",
                "the": "",
                "bare": "",
                "x": "X" + measure,
                "up to one": self.form("up-to-one", "one") + measure,
            }.get(number, number + measure)
        owner = "".join(one.text for one in noun.qualifiers if one.kind)
        rest = [one for one in noun.qualifiers if not one.kind]
        long = "".join(one.text for one in rest if one.is_long or one.text.endswith("的"))
        short = "".join(one.text for one in rest if not one.is_long and not one.text.endswith("的"))
        other = self.form("others", "one") if noun.is_other else ""
        return owner + count + long + other + short + self._form(noun, "one")

    def _english(self, noun: Noun) -> str:
        single = noun.is_single
        words = [one.text for one in noun.qualifiers if not one.is_long]
        words.append(self._form(noun, "one" if single else "other"))
        number, other = noun.number, noun.is_other
        before: list[str] = []
        if number == 1:
            first = "other" if other else words[0]
            before = (
                ["another"]
                if other
                else [
                    "an" if first[:1].lower() in "aeiou" and not first.startswith(("uni", "use", "one", "eu")) else "a"
                ]
            )
        else:
            counts = {
                "all": ["all"],
                "any": ["any number of"],
                "each": ["each"],
                "the": ["the"],
                "bare": [],
                "up to one": [self.form("up-to-one", "one")],
                "": [],
                "x": ["X"],
            }
            before = counts.get(str(number), [str(number)]) + (["other"] if other else [])
        long = [one for one in noun.qualifiers if one.is_long]
        after = [one.text for one in sorted(long, key=lambda one: one.kind == "area")]
        return " ".join([*before, *words, *after])

    def possessive(self, owner: str) -> str:
        """Return the possessive of a player or a card in words."""
        if owner == self.form("me", "one"):
            return self.form("my", "one")
        return self.phrase("of-many" if owner.endswith("s") else "of", owner=owner, name="").strip()
