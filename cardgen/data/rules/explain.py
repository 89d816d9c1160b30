"""Say why a sentence does not hold: which cells break it, what they are and what is expected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.base.errors import Place, Text, nearest
from cardgen.base.records import dataclass, replace
from cardgen.base.sentences import syntax
from cardgen.base.sentences.syntax import Node
from cardgen.base.sentences.values import shown
from cardgen.base.words.messages import joined, message
from cardgen.data.model import Card
from cardgen.data.rules.evaluate import Evaluator, Setting
from cardgen.data.rules.parts import parts_of
from cardgen.data.rules.values import CardList, CardValues

#: Cells that are named for one card.
_MOST = 50
#: Cards that are named as counted.
_MOST_COUNTED = 12


@dataclass(frozen=True, slots=True)
class Breach:
    """Why a sentence does not hold: a cell, and what is wrong with it. `card` is None for a whole column or deck."""

    card: Card | None
    path: tuple[str | int, ...]
    problem: Text
    hint: Text = ""
    value: Text = ""
    expected: Text = ""

    def place(self) -> Place | None:
        """Return the place of the cell, or of the heading of the column; None if no card is known."""
        return None if self.card is None else self.card.marked.place(*self.path)


@dataclass(frozen=True, slots=True)
class Explainer:
    """Explains why a condition of a sentence does not hold."""

    evaluator: Evaluator
    sentence: str
    group: Card | None = None
    """the card that stands for a group of cards: its values are no cells that are wrong"""

    def explain(self, node: Node, setting: Setting, anchor: Breach) -> list[Breach]:
        """Return the breaches of a condition that does not hold. `anchor` is the cell for parts without fields."""
        if isinstance(node, syntax.AllOf):
            broken = [part for part in node.parts if not self.evaluator.holds(part, setting)]
            return [breach for part in broken for breach in self.explain(part, setting, anchor)]
        if isinstance(node, syntax.If):
            part = node.then if self.evaluator.holds(node.condition, setting) else node.otherwise
            return self.explain(part or node, setting, anchor)
        if isinstance(node, syntax.Every) and node.quantifier != "any":
            return self._explain_every(node, setting, anchor) or [self._plain(node, setting, anchor)]
        if isinstance(node, syntax.Unique):
            return [self._explain_unique(node, setting, anchor)]
        if isinstance(node, syntax.Given):
            cell = self._cell(node, setting, anchor)
            return [replace(cell, problem=message("{name} is missing", name=self._text(node.value)))]
        if isinstance(node, syntax.Compare):
            return [self._explain_relation(node, setting, anchor, negated=False)]
        if isinstance(node, syntax.Not) and isinstance(node.condition, syntax.Compare):
            return [self._explain_relation(node.condition, setting, anchor, negated=True)]
        return [self._plain(node, setting, anchor)]

    def _text(self, node: Node) -> str:
        if isinstance(node, syntax.Element):
            return ".".join((node.name, *node.path))
        return " ".join(self.sentence[node.at : node.end].split())

    def _cell(self, node: Node, setting: Setting, anchor: Breach) -> Breach:
        """Return the cell of the first field that a condition names, or else the anchor."""
        named = _first_field(node)
        if named is None:
            return anchor
        card = setting.this if named.of_this else setting.card
        return anchor if card is None or card is self.group else replace(anchor, card=card, path=named.path)

    def _plain(self, node: Node, setting: Setting, anchor: Breach) -> Breach:
        cell = self._cell(node, setting, anchor)
        return replace(cell, problem=message("this does not hold: {condition}", condition=self._text(node)))

    def _explain_every(self, node: syntax.Every, setting: Setting, anchor: Breach) -> list[Breach]:
        breaches: list[Breach] = []
        named = self._cell(node.of, setting, anchor)
        for number, (element, inner) in enumerate(self.evaluator.elements(node, setting)):
            holds = node.body is None or self.evaluator.holds(node.body, inner)
            if holds is (node.quantifier == "every"):
                continue
            if isinstance(element, Card):
                cell = replace(anchor, card=element, path=("id",))
            else:
                inside = named.card is not None and isinstance(
                    _at(named.card, (*named.path, number)), str | int | float
                )
                cell = replace(named, path=(*named.path, number) if inside else named.path)
            if node.quantifier == "every" and node.body is not None:
                breaches += self.explain(node.body, inner, cell)
            else:
                breaches.append(
                    self._plain(node, inner, cell) if node.body is None else self._unwanted(node, inner, cell)
                )
            if len(breaches) >= _MOST:
                break
        return breaches

    def _unwanted(self, node: syntax.Every, setting: Setting, cell: Breach) -> Breach:
        """Return the breach of an element for which the condition after `no` holds."""
        assert node.body is not None
        inner = self._cell(node.body, setting, cell)
        return replace(inner, problem=message("this does not hold: {condition}", condition=self._text(node)))

    def _explain_unique(self, node: syntax.Unique, setting: Setting, anchor: Breach) -> Breach:
        cell = self._cell(node.value, setting, anchor)
        value = shown(self.evaluator.value(node.value, setting))
        first = self.evaluator.first_with(node, setting)
        hint: Text = ""
        if first is not None:
            hint = message("first at {place}", place=first.marked.place(*cell.path))
        problem = message(
            "{name}: {problem}", name=self._text(node.value), problem=message("{value} is given twice", value=value)
        )
        return replace(cell, problem=problem, hint=hint, value=value)

    def _explain_relation(self, node: syntax.Compare, setting: Setting, anchor: Breach, negated: bool) -> Breach:
        left, right = self.evaluator.value(node.left, setting), self.evaluator.value(node.right, setting)
        cell = self._cell(node, setting, anchor)
        hint: Text = ""
        expected = _expected(node.sign, right, negated)
        if not isinstance(node.right, syntax.Value | syntax.ListOf | syntax.Minus) and node.sign != "in":
            expected = message("{expected} ({text})", expected=expected, text=self._text(node.right))
        if node.sign == "in" and not negated:
            names = _candidates(right)
            if not isinstance(node.right, syntax.ListOf):
                expected = message("one of {values}", values=self._text(node.right))
            near = nearest(left, names) if isinstance(left, str) else None
            hint = message("did you mean {word!r}?", word=near) if near else ""
        counted = self.evaluator.value(node.left.of, setting) if isinstance(node.left, syntax.Count) else None
        if isinstance(counted, CardValues) and isinstance(node.left, syntax.Count):
            counted = _cards_of_entries(counted) if isinstance(node.left.of, syntax.Entries) else None
        if isinstance(counted, CardList) and counted.cards:
            hint = message("counted: {cards}", cards=_counted(counted.cards))
        if cell.card is None:
            cell = _column(cell, node, self.evaluator, setting)
        value = message("missing") if left is None else shown(left)
        name = self._text(node.left)
        template = message("{name} is {value}, expected {expected}", name=name, value=value, expected=expected)
        return replace(cell, problem=template, hint=hint, value=value, expected=expected)


def _first_field(node: Node) -> syntax.FieldOf | None:
    """Return the first field of the card at hand, or of the rule's own, that a part names; None if there is none."""
    if isinstance(node, syntax.FieldOf):
        return node
    for part in parts_of(node):
        inside = isinstance(node, syntax.Cards | syntax.ValuesOf | syntax.Entries) or (
            isinstance(node, syntax.Every) and part is not node.of
        )
        named = _first_field(part)
        if named is not None and (not inside or named.of_this):
            return named
    return None


def _column(cell: Breach, node: Node, evaluator: Evaluator, setting: Setting) -> Breach:
    """Return the cell for a count or a total: the column that it is about, if no card is at hand."""
    if cell.card is not None:
        return cell
    for part in parts_of(node):
        if isinstance(part, syntax.Count | syntax.Total):
            of = evaluator.value(part.of, setting)
            counted: list[Card] = []
            if isinstance(of, CardList):
                counted = [card for card, _ in of.cards]
            elif isinstance(of, CardValues):
                counted = [card for _, _, card in of.values if card is not None]
            first = next(iter(counted), None)
            first = first or next((card for card, _ in setting.base.cards), None)
            named = _field_of_values(part.of)
            path = named.path if named is not None else ("copies",)
            return replace(cell, card=first, path=("heading", *path))
        inner = _column(cell, part, evaluator, setting)
        if inner.card is not None:
            return inner
    return cell


def _field_of_values(of: Node) -> syntax.FieldOf | None:
    """Return the field of cards whose values, or whose entries, are counted or added; None if there is none."""
    if isinstance(of, syntax.ValuesOf) and isinstance(of.cards, syntax.Entries):
        of = of.cards
    if isinstance(of, syntax.Entries):
        of = of.lists
    return _first_field(of.value) if isinstance(of, syntax.ValuesOf) else None


def _cards_of_entries(entries: CardValues) -> CardList:
    """Return the cards of some entries, each with the number of its entries on all of its copies."""
    counts: dict[int, tuple[Card, int]] = {}
    for _, count, card in entries.values:
        if card is not None:
            counts[id(card)] = card, counts.get(id(card), (card, 0))[1] + count
    return CardList(list(counts.values()))


def _at(card: Card, path: Sequence[str | int]) -> Any:
    """Return what a card's row has at a path; None if there is nothing."""
    value: Any = card.marked.value
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _candidates(right: Any) -> list[str]:
    if isinstance(right, CardList):
        return [card.id for card, _ in right.cards]
    if isinstance(right, CardValues):
        return [value for value, _, _ in right.values if isinstance(value, str)]
    return list(map(str, right)) if isinstance(right, tuple | dict) else []


def _counted(cards: Sequence[tuple[Card, int]]) -> Text:
    names = [f"{card.id} × {count}" for card, count in cards[:_MOST_COUNTED]]
    return joined([*names, "…"] if len(cards) > _MOST_COUNTED else names)


def _expected(sign: str, right: Any, negated: bool) -> Text:
    value = shown(right)
    if sign == "!=" or (negated and sign == "="):
        return message("anything but {value}", value=value)
    words: Text = {
        "=": value,
        "<": message("less than {limit}", limit=value),
        "<=": message("at most {limit}", limit=value),
        ">": message("more than {limit}", limit=value),
        ">=": message("at least {limit}", limit=value),
        "in": message("one of {values}", values=value),
        "contains": message("a value that contains {value}", value=value),
        "starts": message("a text that begins with {value}", value=value),
        "ends": message("a text that ends with {value}", value=value),
        "matches": message("a text that matches {value}", value=value),
    }[sign]
    return message("anything but {value}", value=words) if negated else words
