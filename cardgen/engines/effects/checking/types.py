"""The types of values in sentences: what a value can be, and the words that it can be."""

from __future__ import annotations

from collections.abc import Iterable

from cardgen.base.errors import Text
from cardgen.base.records import dataclass
from cardgen.base.words.messages import joined, message

#: Things that have attributes.
THINGS = ("player", "card", "zone", "group")


@dataclass(frozen=True, slots=True)
class Type:
    """What a value can be: kinds of values, none for anything. `words` and `events` are those that it can be."""

    kinds: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()
    events: tuple[str, ...] = ()

    def can_be(self, *kinds: str) -> bool:
        """Return True if a value of the type may be of one of these kinds."""
        return not self.kinds or not self.kinds.isdisjoint(kinds)


def of_kinds(*kinds: str) -> Type:
    """Return the type of values of these kinds."""
    return Type(frozenset(kinds))


ANY, NUMBER, TRUTH, WORD = Type(), of_kinds("number"), of_kinds("truth"), of_kinds("word")
PLAYER, CARD, ZONE, NONE, THING = (
    of_kinds("player"),
    of_kinds("card"),
    of_kinds("zone"),
    of_kinds("none"),
    of_kinds(*THINGS),
)

#: The types of vocabularies by their names.
NAMED = {
    "number": NUMBER,
    "truth": TRUTH,
    "word": WORD,
    "text": of_kinds("text"),
    "player": PLAYER,
    "players": PLAYER,
    "card": CARD,
    "cards": CARD,
    "zone": ZONE,
}


def named_type(name: str, words: Iterable[str] = ()) -> Type:
    """Return a type by its name in a vocabulary."""
    found = NAMED.get(name, ANY)
    return Type(found.kinds, tuple(words)) if name == "word" else found


def union(*types: Type) -> Type:
    """Return the type of values of any of some types. Nothing, `none`, fits every type."""
    types = tuple(one for one in types if one != NONE) or types
    if any(not one.kinds for one in types):
        return ANY
    words = tuple(dict.fromkeys(word for one in types for word in one.words))
    is_open = any("word" in one.kinds and not one.words for one in types)
    events = tuple(dict.fromkeys(event for one in types for event in one.events))
    return Type(frozenset().union(*(one.kinds for one in types)), () if is_open else words, events)


def elements_of(one: Type) -> Type:
    """Return the type of what is in a set: cards in a place, players in a group."""
    kinds = {"zone": "card", "group": "player"}
    return Type(frozenset(kinds.get(kind, kind) for kind in one.kinds), one.words, one.events)


def described(one: Type) -> Text:
    """Return a type in words, such as `a number`."""
    names = {
        "number": message("a number"),
        "truth": message("true or false"),
        "word": message("a word"),
        "text": message("a text"),
        "player": message("a player"),
        "card": message("a card"),
        "zone": message("a place"),
        "group": message("a group"),
        "event": message("an event"),
        "none": message("nothing"),
    }
    return joined([names[kind] for kind in names if kind in one.kinds])
