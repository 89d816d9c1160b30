"""Evaluate the parts of a sentence. The work is counted in steps, and ends when they are used up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from cardgen.base.errors import WrongValueError, did_you_mean
from cardgen.base.records import dataclass, field
from cardgen.base.sentences import syntax
from cardgen.base.sentences.syntax import Node
from cardgen.base.sentences.tokens import SentenceError
from cardgen.base.sentences.values import are_same, as_number, calculate, contains, key_of, shown
from cardgen.base.values import as_text
from cardgen.base.words.messages import message
from cardgen.base.work import Budget, TooMuchWorkError
from cardgen.data.model import Card
from cardgen.data.patterns import text_pattern
from cardgen.data.placeholders import look_up, spoken
from cardgen.data.rules.functions import FUNCTIONS
from cardgen.data.rules.parts import Needs, entry_elements, outside
from cardgen.data.rules.values import CardList, CardValues

#: Characters or entries of a value that are handled in one step.
_IN_A_STEP = 50

#: Steps for an element of `every NAME of …`.
_ELEMENT = 2


@dataclass(frozen=True, slots=True)
class Setting:
    """What a sentence is evaluated about: the rule's own card, the card at hand, the cards that the rule is about."""

    base: CardList
    this: Card | None = None
    card: Card | None = None
    elements: Mapping[str, Any] = field(default_factory=dict)
    group: int = 0
    """a number for each `base`, for what is kept"""

    def at(self, card: Card) -> Setting:
        """Return the setting for a part about another card."""
        return Setting(self.base, self.this, card, self.elements, self.group)

    def at_entry(self, entry: Any, card: Card | None) -> Setting:
        """Return the setting for a part about an entry of a list, of another card or (None) of the same."""
        return Setting(self.base, self.this, card or self.card, {**self.elements, syntax.ENTRY: entry}, self.group)


@dataclass(slots=True)
class Evaluator:
    """Evaluates parts of a sentence. `decks` are all cards of the game, `languages` those of texts, the main one first.

    SentenceError at a part whose value is of another kind than needed.
    """

    decks: Mapping[str, Sequence[Card]]
    languages: Sequence[str]
    budget: Budget = field(default_factory=Budget)
    _kept: dict[object, Any] = field(default_factory=dict)
    _needs: Needs = field(default_factory=Needs)

    def holds(self, node: Node, setting: Setting) -> bool:
        """Return True if a condition holds."""
        value = self.value(node, setting)
        if isinstance(value, bool):
            return value
        text = message("{value} given, expected {expected}", value=shown(value), expected=message("a condition"))
        raise SentenceError(node.at, text)

    def value(self, node: Node, setting: Setting) -> Any:
        """Return the value of a part; None if a card does not have it."""
        self.budget.spend()
        key = self._kept_as(node, setting)
        if key is not None and key in self._kept:
            return self._kept[key]
        try:
            value = _METHODS[type(node)](self, node, setting)
        except WrongValueError as error:
            raise SentenceError(node.at, error.text, error.hint) from error
        if key is not None:
            self._kept[key] = value
        return value

    # ------------------------------------------------------------ what is kept

    def _kept_as(self, node: Node, setting: Setting) -> object | None:
        """Return the key of a part whose value is the same for many cards; None for any other."""
        if not isinstance(node, _KEPT):
            return None
        needs = self._needs.of(node)
        same = [need for need in needs if isinstance(need, tuple)]
        if len(same) < len(needs):
            return None
        values = tuple(key_of(self.card_value(setting.card or setting.this, path)) for path in sorted(same))
        return (node.at, id(node), setting.group, values)

    # ------------------------------------------------------------ single values

    def card_value(self, card: Card | None, path: tuple[str, ...]) -> Any:
        """Return a value of a card; of a text by language, the one in the main language. None if it has none."""
        if card is None:
            return None
        first = path[0]
        value: Any = {"id": card.id, "copies": card.copies, "deck": card.deck}.get(first)
        if value is None:
            value = card.fields.get(first)
        return self._inside(value, path[1:]) if len(path) > 1 else spoken(value, self.languages)

    def _inside(self, value: Any, path: Sequence[str]) -> Any:
        for name in path:
            if isinstance(value, Card):
                value = self.card_value(value, (name,))
            elif isinstance(value, tuple | list) and name in ("x", "y") and len(value) == 2:
                value = value["xy".index(name)]
            elif value is None or (isinstance(value, Mapping) and name not in value):
                return None
            else:
                try:
                    value = look_up({"value": value}, f"value.{name}")
                except LookupError as error:
                    raise WrongValueError(
                        message("there is no {name!r} in {value}", name=name, value=shown(value))
                    ) from error
        return _frozen(spoken(value, self.languages))

    def _value(self, node: syntax.Value, _: Setting) -> Any:
        return _frozen(node.value)

    def _fieldof(self, node: syntax.FieldOf, setting: Setting) -> Any:
        return self.card_value(setting.this if node.of_this else setting.card, node.path)

    def _element(self, node: syntax.Element, setting: Setting) -> Any:
        return self._inside(setting.elements[node.name], node.path)

    def _listof(self, node: syntax.ListOf, setting: Setting) -> Any:
        return tuple(self.value(item, setting) for item in node.items)

    def _index(self, node: syntax.Index, setting: Setting) -> Any:
        base, key = self.value(node.base, setting), self.value(node.key, setting)
        if isinstance(base, CardList):
            # The cards are kept so that no others get their number.
            kept = self._kept.setdefault(("ids", id(base)), (base, {card.id: card for card, _ in base.cards}))
            return kept[1].get(as_text(key))
        if base is None or key is None:
            return None
        if isinstance(base, Mapping):
            return _frozen(base.get(as_text(key)))
        if isinstance(base, tuple | str):
            number = as_number(key)
            if number.denominator != 1:
                raise WrongValueError(message("{value} is no whole number", value=shown(number)))
            at = int(number) - 1
            return base[at] if 0 <= at < len(base) else None
        raise WrongValueError(message("{value} has no entries", value=shown(base)))

    def _part(self, node: syntax.Part, setting: Setting) -> Any:
        return self._inside(self.value(node.base, setting), (node.name,))

    def _minus(self, node: syntax.Minus, setting: Setting) -> Any:
        value = self.value(node.number, setting)
        return None if value is None else -as_number(value)

    def _arithmetic(self, node: syntax.Arithmetic, setting: Setting) -> Any:
        return calculate(node.sign, self.value(node.left, setting), self.value(node.right, setting))

    def _call(self, node: syntax.Call, setting: Setting) -> Any:
        function = FUNCTIONS[node.function].apply
        values = [self.value(value, setting) for value in node.values]
        if any(value is None for value in values):
            return None
        first = values[0]
        if isinstance(first, CardValues):
            self.budget.spend(len(first.values))
            mapped = [(None if value is None else function(value), count, card) for value, count, card in first.values]
            return CardValues(mapped)
        self.budget.spend(sum(_size(value) for value in values) // _IN_A_STEP)
        if isinstance(first, CardList):
            raise WrongValueError(message("{name} is for single values, not for cards", name=node.function))
        result = function(*values)
        return Fraction(result) if isinstance(result, int) and not isinstance(result, bool) else result

    # ------------------------------------------------------------ cards and their values

    def _cards(self, node: syntax.Cards, setting: Setting) -> CardList:
        cards = self._selected(node, setting)
        if node.other:
            cards = [(card, count) for card, count in cards if card is not setting.this]
            self.budget.spend(len(cards) // _IN_A_STEP)
        return CardList(cards)

    def _selected(self, node: syntax.Cards, setting: Setting) -> Sequence[tuple[Card, int]]:
        """Return the cards of a deck or of the rule for which the condition holds, of the same fields."""
        closed = node.where is None or not outside(self._needs.of(node.where))
        if not node.same:
            return self._filtered(node, setting) if closed is False else self._keep(node, setting)
        wanted = tuple(key_of(self.card_value(setting.card or setting.this, path)) for path in node.same)
        if not closed:
            found = self._filtered(node, setting)
            return [pair for pair in found if self._keys(pair[0], node.same) == wanted]
        key = ("same", id(node), setting.group)
        if key not in self._kept:
            groups: dict[object, list[tuple[Card, int]]] = {}
            for pair in self._keep(node, setting):
                groups.setdefault(self._keys(pair[0], node.same), []).append(pair)
            self._kept[key] = groups
        found = self._kept[key].get(wanted, [])
        return found if isinstance(found, list) else []

    def _keys(self, card: Card, paths: Sequence[tuple[str, ...]]) -> tuple[object, ...]:
        self.budget.spend()
        return tuple(key_of(self.card_value(card, path)) for path in paths)

    def _keep(self, node: syntax.Cards, setting: Setting) -> Sequence[tuple[Card, int]]:
        key = ("cards", id(node), setting.group)
        if key not in self._kept:
            self._kept[key] = self._filtered(node, setting)
        kept: Sequence[tuple[Card, int]] = self._kept[key]
        return kept

    def _filtered(self, node: syntax.Cards, setting: Setting) -> Sequence[tuple[Card, int]]:
        if node.deck or node.every_deck:
            decks = [node.deck] if node.deck else list(self.decks)
            source: Sequence[tuple[Card, int]] = [
                (card, card.copies) for deck in decks for card in self.decks.get(deck, ())
            ]
        else:
            source = setting.base.cards
        self.budget.spend(len(source))
        if node.different:
            source = [(card, 1) for card, _ in source]
        if node.where is None:
            return source
        where = node.where
        return [pair for pair in source if self.holds(where, setting.at(pair[0]))]

    def _valuesof(self, node: syntax.ValuesOf, setting: Setting) -> CardValues:
        of = self.value(node.cards, setting)
        if isinstance(node.cards, syntax.Entries):
            self._check_keys(node.value, node.cards, setting)
            return CardValues(
                [(self.value(node.value, setting.at_entry(entry, card)), n, card) for entry, n, card in of.values]
            )
        return CardValues([(self.value(node.value, setting.at(card)), count, card) for card, count in of.cards])

    def _entries(self, node: syntax.Entries, setting: Setting) -> CardValues:
        if node.where is not None:
            self._check_keys(node.where, node, setting)
        entries: list[tuple[Any, int, Card | None]] = []
        for entry, count, card in self._all_entries(node.lists, self.value(node.lists, setting)):
            if node.where is None or self.holds(node.where, setting.at_entry(entry, card)):
                entries.append((entry, count, card))
        return CardValues(entries)

    def _all_entries(self, node: Node, lists: Any) -> Iterator[tuple[Any, int, Card | None]]:
        """Yield each entry of one or several lists. SentenceError at `node` for a value that is no list."""
        for value, count, card in lists.values if isinstance(lists, CardValues) else ((lists, 1, None),):
            if value is not None and not isinstance(value, tuple):
                text = message("{value} given, expected {expected}", value=shown(value), expected=message("a list"))
                raise SentenceError(node.at, text)
            self.budget.spend(len(value or ()) * _ELEMENT)
            for entry in value or ():
                yield _frozen(entry), count, card

    def _check_keys(self, part: Node, entries: syntax.Entries, setting: Setting) -> None:
        """SentenceError at a key of the entries, such as `entry.icon`, that no entry has."""
        kept = ("keys", id(part), setting.group)
        if kept in self._kept:
            return
        self._kept[kept] = True
        lists, every = entries.lists, None
        for element in entry_elements(part):
            if every is None:
                # An entry of one card may leave out a key that those of other cards have.
                every = self.value(lists, setting)
                if isinstance(lists, syntax.FieldOf):
                    every = CardValues([(self.card_value(card, lists.path), 1, card) for card, _ in setting.base.cards])
            keyed = [entry for entry, _, _ in self._all_entries(lists, every) if isinstance(entry, Mapping)]
            keys = sorted({str(key) for entry in keyed for key in entry})
            if keyed and element.path[0] not in keys:
                text = message("no entry has {key!r}", key=element.path[0])
                raise SentenceError(element.at, text, did_you_mean(element.path[0], keys))

    def _different(self, node: syntax.Different, setting: Setting) -> Any:
        values = self.value(node.values, setting)
        if isinstance(values, CardValues):
            first: dict[object, tuple[Any, int, Card | None]] = {}
            for value, _, card in values.values:
                for part in value if isinstance(value, tuple) else (value,):
                    if part is not None:
                        first.setdefault(key_of(part), (part, 1, card))
            return CardValues(list(first.values()))
        if isinstance(values, tuple | str):
            return tuple({key_of(value): value for value in values}.values())
        raise WrongValueError(
            message("{value} given, expected {expected}", value=shown(values), expected=message("a list"))
        )

    def _count(self, node: syntax.Count, setting: Setting) -> Any:
        values = self.value(node.of, setting)
        pairs = (
            values.cards if isinstance(values, CardList) else values.values if isinstance(values, CardValues) else None
        )
        if pairs is None:
            return Fraction(_size(values))
        return Fraction(sum(pair[1] for pair in pairs if pair[0] is not None))

    def _total(self, node: syntax.Total, setting: Setting) -> Any:
        values = self.value(node.of, setting)
        if isinstance(values, CardList):
            raise WrongValueError(
                message("cards are no numbers"), message("such as {example}", example="sum of level of cards")
            )
        pairs: list[tuple[Fraction, int]] = []
        for value, count in self._flat(values):
            self.budget.spend()
            pairs.append((as_number(value), count))
        if node.kind == "sum":
            return sum((number * count for number, count in pairs), Fraction(0))
        if not pairs:
            return None
        if node.kind == "average":
            total = sum(count for _, count in pairs)
            return sum((number * count for number, count in pairs), Fraction(0)) / total if total else None
        numbers = [number for number, _ in pairs]
        return min(numbers) if node.kind == "min" else max(numbers)

    def _flat(self, values: Any) -> list[tuple[Any, int]]:
        """Return values with their counts; the entries of lists one by one; without missing ones."""
        pairs: list[tuple[Any, int]]
        if isinstance(values, CardValues):
            pairs = [(value, count) for value, count, _ in values.values]
        else:
            pairs = [(value, 1) for value in (values if isinstance(values, tuple) else (values,))]
        flat: list[tuple[Any, int]] = []
        for value, count in pairs:
            parts = value if isinstance(value, tuple) else (value,)
            flat += [(part, count) for part in parts if part is not None]
        return flat

    # ------------------------------------------------------------ conditions

    def _compare(self, node: syntax.Compare, setting: Setting) -> bool:
        left, right = self.value(node.left, setting), self.value(node.right, setting)
        try:
            return self.compared(node.sign, left, right)
        except TooMuchWorkError as error:
            if node.sign != "matches":
                raise
            raise TooMuchWorkError(node.right.at) from error

    def compared(self, sign: str, left: Any, right: Any) -> bool:
        """Return True if two values are in this relation."""
        self.budget.spend((_size(left) + _size(right)) // _IN_A_STEP)
        if sign == "!=":
            return not are_same(left, right)
        if left is None or right is None:
            return False
        if sign == "=":
            return are_same(left, right)
        if sign == "in":
            return contains(right, left)
        if sign == "contains":
            return contains(left, right)
        if sign in ("starts", "ends", "matches"):
            text, part = as_text(left), as_text(right)
            if sign == "matches":
                return text_pattern(part).matches(text, self.budget)
            return text.startswith(part) if sign == "starts" else text.endswith(part)
        one, other = as_number(left), as_number(right)
        return {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[sign]

    def _given(self, node: syntax.Given, setting: Setting) -> bool:
        value = self.value(node.value, setting)
        return value is not None and value not in ("", ())

    def _unique(self, node: syntax.Unique, setting: Setting) -> bool:
        first = self.first_with(node, setting)
        return first is None or first is setting.card

    def first_with(self, node: syntax.Unique, setting: Setting) -> Card | None:
        """Return the first of the cards with the value of the card at hand; None if it has no value."""
        value = self.value(node.value, setting)
        if value is None:
            return None
        cards: CardList = self.value(node.cards, setting)
        key = ("unique", id(node), setting.group, id(cards.cards))
        if key not in self._kept:
            first: dict[object, Card] = {}
            for card, _ in cards.cards:
                first.setdefault(key_of(self.value(node.value, setting.at(card))), card)
            self._kept[key] = first, cards  # the cards are kept so that no others get their number
        found: dict[object, Card] = self._kept[key][0]
        return found.get(key_of(value))

    def _not(self, node: syntax.Not, setting: Setting) -> bool:
        return not self.holds(node.condition, setting)

    def _allof(self, node: syntax.AllOf, setting: Setting) -> bool:
        return all(self.holds(part, setting) for part in node.parts)

    def _anyof(self, node: syntax.AnyOf, setting: Setting) -> bool:
        return any(self.holds(part, setting) for part in node.parts)

    def _if(self, node: syntax.If, setting: Setting) -> bool:
        if self.holds(node.condition, setting):
            return self.holds(node.then, setting)
        return node.otherwise is None or self.holds(node.otherwise, setting)

    def _every(self, node: syntax.Every, setting: Setting) -> bool:
        elements = self.elements(node, setting)
        results = (node.body is None or self.holds(node.body, inner) for _, inner in elements)
        if node.quantifier == "every":
            return all(results)
        return any(results) is (node.quantifier == "any")

    def elements(self, node: syntax.Every, setting: Setting) -> list[tuple[Any, Setting]]:
        """Return the elements of `every NAME of …` for which its `where` holds, each with its setting."""
        of = self.value(node.of, setting)
        elements: Sequence[Any]
        if isinstance(of, CardList):
            elements = [card for card, _ in of.cards]
        elif isinstance(of, CardValues):
            elements = [value for value, _ in self._flat(of)]
        elif isinstance(of, Mapping):
            elements = list(of) if node.name == "key" else list(of.values())
        elif of is None or isinstance(of, tuple):
            elements = of or ()
        else:
            text = message("{value} given, expected {expected}", value=shown(of), expected=message("a list"))
            raise SentenceError(node.of.at, text)
        self.budget.spend(len(elements) * _ELEMENT)
        settings = []
        for element in elements:
            inner = Setting(
                setting.base,
                setting.this,
                element if isinstance(element, Card) else setting.card,
                {**setting.elements, node.name: _frozen(element)},
                setting.group,
            )
            if node.where is None or self.holds(node.where, inner):
                settings.append((element, inner))
        return settings


_METHODS: Mapping[type[Node], Callable[[Evaluator, Any, Setting], Any]] = {
    kind: method for kind in Node.__subclasses__() if (method := getattr(Evaluator, f"_{kind.__name__.lower()}", None))
}

#: The parts whose values are kept if they are the same for many cards.
_KEPT = (
    syntax.Count,
    syntax.Total,
    syntax.ValuesOf,
    syntax.Entries,
    syntax.Cards,
    syntax.Different,
    syntax.Every,
)


def _size(value: Any) -> int:
    return len(value) if isinstance(value, str | tuple | list | Mapping) else 1


def _frozen(value: Any) -> Any:
    """Return lists as tuples, as cards have them."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
