"""The parts of a sentence, as a tree. `at` and `end` are the characters of the sentence that a part covers."""

from __future__ import annotations

from typing import Any

from cardgen.base.records import dataclass

#: The name of an entry in what is said of `entries of …`.
ENTRY = "entry"


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A part of a sentence."""

    at: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class Value(Node):
    """A number, a text, true or false; or a value of a ruleset or of the rules' own values."""

    value: Any


@dataclass(frozen=True, slots=True, eq=False)
class Name(Node):
    """A word, or several with dots. `or_text`: it is a text if nothing has this name."""

    path: tuple[str, ...]
    or_text: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class FieldOf(Node):
    """A value of the card at hand, or (`of_this`) of the card that the rule is about."""

    path: tuple[str, ...]
    of_this: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Element(Node):
    """The element that `every NAME of …` or `entries of …` is at, or a part of it."""

    name: str
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class ListOf(Node):
    """A list: `[a, b]`."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Index(Node):
    """`values[key]`: the entry of a list, a mapping or a deck."""

    base: Node
    key: Node


@dataclass(frozen=True, slots=True, eq=False)
class Part(Node):
    """`values[key].name`."""

    base: Node
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Minus(Node):
    """`- number`."""

    number: Node


@dataclass(frozen=True, slots=True, eq=False)
class Arithmetic(Node):
    """`+ - * / mod`."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Node):
    """A relation of two values: a sign, or in, contains, starts, ends, matches."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True, eq=False)
class Given(Node):
    """`is given`."""

    value: Node


@dataclass(frozen=True, slots=True, eq=False)
class Unique(Node):
    """`is unique`: no other card of these has the same value."""

    value: Node
    cards: Node


@dataclass(frozen=True, slots=True, eq=False)
class Not(Node):
    """`not`."""

    condition: Node


@dataclass(frozen=True, slots=True, eq=False)
class AllOf(Node):
    """Conditions joined by `and`."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class AnyOf(Node):
    """Conditions joined by `or`."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class If(Node):
    """`if … then … else …`."""

    condition: Node
    then: Node
    otherwise: Node | None


@dataclass(frozen=True, slots=True, eq=False)
class Every(Node):
    """`every NAME of … where … has …`, or with `any` or `no`. `of` is None for the cards at hand."""

    quantifier: str
    name: str
    of: Node
    where: Node | None
    body: Node | None


@dataclass(frozen=True, slots=True, eq=False)
class Cards(Node):
    """Cards: those at hand, or of a deck (`deck`); without the rule's own card (`other`), each once (`different`)."""

    deck: str = ""
    every_deck: bool = False
    other: bool = False
    different: bool = False
    where: Node | None = None
    same: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Select(Node):
    """Cards of a `source`, restricted further. The names in it are not yet resolved."""

    source: Node
    other: bool = False
    different: bool = False
    where: Node | None = None
    same: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Of(Node):
    """`value of cards`, or `function of value`."""

    what: Node
    of: Node


@dataclass(frozen=True, slots=True, eq=False)
class Call(Node):
    """A function of a value."""

    function: str
    values: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ValuesOf(Node):
    """A value of each of some cards, or for each of some entries."""

    value: Node
    cards: Node


@dataclass(frozen=True, slots=True, eq=False)
class Entries(Node):
    """`entries of list where …`: the entries of a list of one value, or of each of some cards."""

    lists: Node
    where: Node | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Different(Node):
    """The different ones of some values."""

    values: Node


@dataclass(frozen=True, slots=True, eq=False)
class Count(Node):
    """The number of cards with their copies, or of values."""

    of: Node


@dataclass(frozen=True, slots=True, eq=False)
class Total(Node):
    """The sum, min, max or average of values."""

    kind: str
    of: Node


@dataclass(frozen=True, slots=True, eq=False)
class Sentence(Node):
    """A whole sentence. `each`: "", card, deck, or the path of a field by whose values the cards are grouped."""

    body: Node
    each: tuple[str, ...] = ()
    each_at: int = 0
    deck: Name | None = None
    where: Node | None = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """A sentence with its names resolved. `each` is "card", "deck", a field, or () for all cards at once."""

    body: Node
    each: tuple[str, ...]
    where: Node | None
    decks: tuple[str, ...]
    sentence: str
