"""What is certain of a condition whatever is played: by the domains of values, and by trying all cards.

A value is a range of numbers, a set of words, or nothing that is certain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from cardgen.base.records import dataclass
from cardgen.base.sentences import syntax
from cardgen.base.sentences.parser import parse_sentence
from cardgen.base.sentences.syntax import Node
from cardgen.base.sentences.tokens import SentenceError
from cardgen.base.values import number_in
from cardgen.engines.effects.vocabulary import Vocabulary

_LEAST, _MOST = Fraction(-(10**12)), Fraction(10**12)


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `least` to `most`. `is_given` is False if there may be no number at all."""

    least: Fraction = _LEAST
    most: Fraction = _MOST
    is_given: bool = True


@dataclass(frozen=True, slots=True)
class Nothing:
    """No value."""


Certain: TypeAlias = Range | frozenset[Any] | Nothing | None
"""What is certain of a value: its range, the words that it can be, that there is none; None if nothing is certain."""


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What is certain: attributes of the element by their names; which attributes effects change, and cards print."""

    vocabulary: Vocabulary
    changed: frozenset[str] = frozenset()
    printed: frozenset[str] = frozenset()
    element: Mapping[str, Any] | None = None
    depth: int = 0
    is_event: bool = False
    lacking: frozenset[str] = frozenset()
    """values of the event that are not certain"""

    def of(self, values: Mapping[str, Any] | None) -> Facts:
        """Return what is certain of an element with these printed values; None for any element."""
        return Facts(self.vocabulary, self.changed, self.printed, values, self.depth + 1)

    # ---------------------------------------------------------------- conditions

    def truth(self, node: Node) -> bool | None:
        """Return whether a condition always or never holds; None if that is not certain."""
        if isinstance(node, syntax.Value):
            return node.value if isinstance(node.value, bool) else None
        if isinstance(node, syntax.Not):
            inner = self.truth(node.condition)
            return None if inner is None else not inner
        if isinstance(node, syntax.AllOf):
            return self._all(node)
        if isinstance(node, syntax.AnyOf):
            parts = [self.truth(part) for part in node.parts]
            return True if True in parts else False if all(part is False for part in parts) else None
        if isinstance(node, syntax.Compare):
            return self._compare(node)
        if isinstance(node, syntax.Given):
            value = self.value(node.value)
            return False if isinstance(value, Nothing) else None
        if isinstance(node, syntax.If):
            condition = self.truth(node.condition)
            branch = node.then if condition else node.otherwise
            return None if condition is None or branch is None else self.truth(branch)
        return None

    def _all(self, node: syntax.AllOf) -> bool | None:
        parts = [self.truth(part) for part in node.parts]
        if False in parts:
            return False
        ranges: dict[tuple[str, ...], Range] = {}
        for part in node.parts:
            narrowed = self._narrowed(part)
            if narrowed is not None:
                name, found = narrowed
                old = ranges.get(name, Range())
                ranges[name] = Range(max(old.least, found.least), min(old.most, found.most))
                if ranges[name].least > ranges[name].most:
                    return False
        return True if all(parts) else None

    def _narrowed(self, node: Node) -> tuple[tuple[str, ...], Range] | None:
        """Return the name that a condition compares with a whole number, and the numbers for which it holds."""
        if not isinstance(node, syntax.Compare) or not isinstance(node.left, syntax.Name):
            return None
        right = self.value(node.right)
        if not isinstance(right, Range) or right.least != right.most:
            return None
        number, one = right.least, Fraction(1)
        ranges = {
            "=": Range(number, number),
            "<": Range(most=number - one if number.denominator == 1 else number),
            "<=": Range(most=number),
            ">": Range(number + one if number.denominator == 1 else number),
            ">=": Range(number),
        }
        return (node.left.path, ranges[node.sign]) if node.sign in ranges else None

    def _compare(self, node: syntax.Compare) -> bool | None:
        left, right = self.value(node.left), self.value(node.right)
        if node.sign in ("in", "contains"):
            return self._is_in(left, node.right) if node.sign == "in" else None
        if self._is_same_name(node) and node.sign in ("<", ">", "!="):
            return False
        if self._is_over_most(node):
            return False
        if isinstance(left, Nothing) or isinstance(right, Nothing):
            both = isinstance(left, Nothing) and isinstance(right, Nothing)
            known = left is not None and right is not None
            is_same = both if known and not _may_lack(left, right) else None
            return (
                is_same
                if node.sign == "="
                else None
                if is_same is None
                else not is_same
                if node.sign == "!="
                else False
            )
        if isinstance(left, Range) and isinstance(right, Range):
            return _compare_ranges(node.sign, left, right)
        if isinstance(left, frozenset) and isinstance(right, frozenset) and node.sign in ("=", "!="):
            if left.isdisjoint(right):
                return node.sign == "!="
            if len(left) == 1 and left == right:
                return node.sign == "="
        return None

    def _is_in(self, left: Certain, node: Node) -> bool | None:
        if not isinstance(node, syntax.ListOf):
            return None
        items = [self.value(item) for item in node.items]
        found = [_are_same(left, item) for item in items]
        return True if True in found else False if all(one is False for one in found) else None

    @staticmethod
    def _is_same_name(node: syntax.Compare) -> bool:
        left, right = node.left, node.right
        return isinstance(left, syntax.Name) and isinstance(right, syntax.Name) and left.path == right.path

    def _is_over_most(self, node: syntax.Compare) -> bool:
        """Return True for `hp > max-hp`, if no effect changes one of them by itself."""
        if not isinstance(node.left, syntax.Name) or not isinstance(node.right, syntax.Name):
            return False
        low, high = (node.left, node.right) if node.sign == ">" else (node.right, node.left)
        name = low.path[-1]
        wanted = (*low.path[:-1], f"max-{name}")
        is_pair = node.sign in (">", "<") and high.path == wanted and wanted[-1] in self.vocabulary.attributes
        return is_pair and not self.changed & {name, wanted[-1]}

    # ---------------------------------------------------------------- values

    def value(self, node: Node) -> Certain:
        """Return what is certain of a value."""
        if isinstance(node, syntax.Value):
            return _constant(node.value)
        if isinstance(node, syntax.Name):
            return self._name(node)
        if isinstance(node, syntax.Count):
            return Range(Fraction(0))
        if isinstance(node, syntax.Minus):
            inner = self.value(node.number)
            return Range(-inner.most, -inner.least, inner.is_given) if isinstance(inner, Range) else None
        if isinstance(node, syntax.Arithmetic):
            return _arithmetic(node.sign, self.value(node.left), self.value(node.right))
        if isinstance(node, syntax.If):
            return self._if(node)
        return None

    def _if(self, node: syntax.If) -> Certain:
        condition = self.truth(node.condition)
        if condition is None or node.otherwise is None:
            return None
        return self.value(node.then if condition else node.otherwise)

    def _name(self, node: syntax.Name) -> Certain:
        name = node.path[-1]
        if node.path == ("none",):
            return Nothing()
        declared = self.vocabulary.attributes.get(name)
        if name in self.vocabulary.known:
            return None
        if len(node.path) == 1 and self.element is not None:
            if name in self.element and name not in self.changed:
                return _constant(self.element[name])
            if self.is_event:
                is_thing = name in self.vocabulary.areas or name in self.vocabulary.sets
                return None if is_thing or name in self.lacking else frozenset((name,))
            if name in self.printed and name not in self.changed and (declared is None or declared.of != "card"):
                return Nothing()
            if declared is not None and declared.of == "card" and name not in self.changed:
                return self._unprinted(declared.at_first, declared.is_, name in self.printed)
        if declared is None:
            return frozenset((name,)) if len(node.path) == 1 and self._is_word(name) else None
        if declared.type == "number":
            least = _LEAST if declared.least is None else Fraction(declared.least)
            most = _MOST if declared.most is None else Fraction(declared.most)
            return Range(least, most, False)
        return None

    def _unprinted(self, at_first: Any, formula: str | None, is_printed: bool) -> Certain:
        """Return the value of a card that does not print it."""
        if formula is None:
            return _constant(at_first) if is_printed else None
        if self.depth > 4:
            return None
        try:
            return self.of(self.element).value(parse_sentence(formula).body)
        except SentenceError:
            return None

    def _is_word(self, name: str) -> bool:
        """Return True for a word that names nothing else."""
        vocabulary = self.vocabulary
        return not any(
            name in names for names in (vocabulary.areas, vocabulary.sets, vocabulary.known, vocabulary.marks)
        ) and any(name in kind.words for kind in vocabulary.attributes.values())


def _constant(value: Any) -> Certain:
    if value is None:
        return Nothing()
    if isinstance(value, bool | str):
        return frozenset((value,))
    number = number_in(value) if isinstance(value, int | float | Fraction) else None
    if number is None or number != number or abs(number) > 10**9:
        return None
    return Range(Fraction(str(number)), Fraction(str(number)))


def _may_lack(*values: Certain) -> bool:
    return any(isinstance(value, Range) and not value.is_given for value in values)


def _are_same(one: Certain, other: Certain) -> bool | None:
    if isinstance(one, Range) and isinstance(other, Range):
        return _compare_ranges("=", one, other)
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        if one.isdisjoint(other):
            return False
        return True if len(one) == len(other) == 1 else None
    if isinstance(one, Nothing) and isinstance(other, Range | frozenset):
        return False
    return None


def _compare_ranges(sign: str, one: Range, other: Range) -> bool | None:
    """Return whether a comparison of numbers always or never holds. Without a number only `!=` holds."""
    always: dict[str, Callable[[], bool]] = {
        "<": lambda: one.most < other.least,
        "<=": lambda: one.most <= other.least,
        ">": lambda: one.least > other.most,
        ">=": lambda: one.least >= other.most,
        "=": lambda: one.least == one.most == other.least == other.most,
        "!=": lambda: one.most < other.least or one.least > other.most,
    }
    opposite = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
    if sign not in always:
        return None
    if always[opposite[sign]]() and sign != "!=":
        return False
    if one.is_given and other.is_given:
        return True if always[sign]() else False if always[opposite[sign]]() else None
    return None


def _arithmetic(sign: str, one: Certain, other: Certain) -> Certain:
    if not isinstance(one, Range) or not isinstance(other, Range):
        return None
    given = one.is_given and other.is_given
    if sign == "+":
        return Range(one.least + other.least, one.most + other.most, given)
    if sign == "-":
        return Range(one.least - other.most, one.most - other.least, given)
    if sign == "*":
        corners = [a * b for a in (one.least, one.most) for b in (other.least, other.most)]
        return Range(min(corners), max(corners), given)
    return None
