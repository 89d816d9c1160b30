"""Evaluate the sentences of effects in a world: values, conditions, sets of things."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from cardgen.base.errors import WrongValueError
from cardgen.base.records import dataclass, field, replace
from cardgen.base.sentences import syntax
from cardgen.base.sentences.syntax import Node
from cardgen.base.sentences.tokens import SentenceError
from cardgen.base.sentences.values import as_number, calculate, shown
from cardgen.base.words.messages import message
from cardgen.base.work import Budget, TooMuchWorkError
from cardgen.engines.effects.model import Effect, Phrase
from cardgen.engines.effects.vocabulary import EventKind, Vocabulary
from cardgen.engines.effects.world import Card, Group, Player, Thing, World, Zone

Answer = TypeVar("Answer")

_ORDERS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

#: Steps of work between two decisions.
MOST_WORK = 200_000

#: No value: an attribute or a name that is not there.
MISSING: Any = object()


@dataclass(slots=True, eq=False)
class Event:
    """An event that is being resolved: its values, and what has become of it."""

    name: str
    kind: EventKind
    values: dict[str, Any]
    step: str = ""
    cancelled: bool = False
    replaced_by: set[Any] = field(default_factory=set)
    """keys of effects `instead` that were used for it or refused"""


@dataclass(frozen=True, slots=True, eq=False)
class Active:
    """An effect that is at work: of its owner (`me`), of the thing that has it, on what it is attached to."""

    effect: Effect
    owner: int | None
    this: Thing | None
    rank: str
    bearer: Thing | None = None
    number: int = 0
    names: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> tuple[Any, ...]:
        """What tells the effect from all others at work."""
        return (self.effect.key, self.owner, self.this, self.bearer, self.number)


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """What the names of a sentence mean: of the effect, chosen ones, of the event; and the element of a `where`."""

    active: Active | None = None
    names: dict[str, Any] = field(default_factory=dict)
    event: Event | None = None
    element: Any = MISSING
    words: Sequence[str] = ()
    """words that the other side of a comparison can be"""

    def at(self, element: Any) -> Scope:
        """Return the scope of a condition about an element."""
        return replace(self, element=element)

    def with_names(self, **names: Any) -> Scope:
        """Return a scope with more names, which are not seen outside."""
        return replace(self, names={**self.names, **names})


class Evaluator:
    """Evaluates sentences. SentenceError at a part whose value is of another kind than needed."""

    def __init__(self, vocabulary: Vocabulary, world: World) -> None:
        self.vocabulary, self.world = vocabulary, world
        self.budget = Budget(MOST_WORK)

    # ------------------------------------------------------------ phrases

    def value(self, phrase: Phrase | None, scope: Scope, default: Any = None) -> Any:
        """Return the value of a phrase; `default` without one, None if values in it are of another kind than needed."""
        if phrase is None:
            return default
        try:
            return self.evaluate(phrase.node, scope)
        except SentenceError:
            return None

    def holds(self, phrase: Phrase | None, scope: Scope) -> bool:
        """Return True if a condition holds, or if there is none; False if values in it are of another kind."""
        try:
            return phrase is None or self._holds(phrase.node, scope)
        except SentenceError:
            return False

    def renew_budget(self) -> None:
        """Begin to count the work anew."""
        self.budget.steps = MOST_WORK

    def within(self, steps: int, ask: Callable[[], Answer], default: Answer) -> Answer:
        """Return what is asked, or the default if that takes more steps of work."""
        self.budget.steps = steps
        try:
            return ask()
        except TooMuchWorkError:
            return default

    def number(self, phrase: Phrase | None, scope: Scope, default: int = 0) -> int:
        """Return a whole number; fractions are rounded half up."""
        value = self.value(phrase, scope, default)
        if type(value) is int:
            return value
        return 0 if value is None else half_up(as_number(value))

    def things(self, phrase: Phrase | None, scope: Scope) -> tuple[Any, ...]:
        """Return the things of a set: those of a zone, or a single one."""
        return self.as_set(self.value(phrase, scope))

    def players(self, phrase: Phrase | None, scope: Scope) -> tuple[Player, ...]:
        """Return the players of a set; the owner of the effect without one."""
        if phrase is None:
            owner = scope.names.get("me")
            return (owner,) if isinstance(owner, Player) else ()
        return tuple(thing for thing in self.things(phrase, scope) if isinstance(thing, Player))

    def as_set(self, value: Any) -> tuple[Any, ...]:
        """Return a value as things: the cards of a zone, the members of a group, the entries of a list."""
        if value is None:
            return ()
        if isinstance(value, Zone):
            return self.world.cards_in(value)
        if isinstance(value, Group):
            return self.world.groups[value][1] if value in self.world.groups else ()
        return tuple(value) if isinstance(value, tuple | list) else (value,)

    def without_used(self, things: Sequence[Any], scope: Scope) -> tuple[Any, ...]:
        """Return the things without a card in the hand whose use is paid for: it is not chosen and pays for nothing."""
        active = scope.active
        if active is None or active.effect.head != "use" or not isinstance(active.this, Card):
            return tuple(things)
        in_hand = self.world.where.get(active.this) == Zone(self.vocabulary.hand, active.owner)
        return tuple(thing for thing in things if not in_hand or thing != active.this)

    # ------------------------------------------------------------ to be known by the game

    def attribute(self, thing: Any, name: str) -> Any:
        """Return an attribute of a thing as it is now; MISSING if things of this kind have none of this name."""
        raise NotImplementedError

    def free_name(self, name: str, scope: Scope) -> Any:
        """Return what a name means that the scope does not have; MISSING for a name that nothing has."""
        raise NotImplementedError

    def ring(self) -> tuple[Player, ...]:
        """Return the living players in the order of seats."""
        raise NotImplementedError

    def call(self, name: str, values: Sequence[Node], scope: Scope) -> Any:
        """Return the value of a function."""
        raise NotImplementedError

    def words_of(self, node: Node, scope: Scope) -> Sequence[str]:
        """Return the words that the value of a node can be."""
        raise NotImplementedError

    def same(self, one: Any, other: Any) -> bool:
        """Return True if two values are the same. A game may compare other kinds of things."""
        return same(one, other)

    # ------------------------------------------------------------ nodes

    def evaluate(self, node: Node, scope: Scope) -> Any:
        """Return the value of a part of a sentence; None for nothing."""
        self.budget.spend()
        method = _METHODS.get(type(node))
        if method is None:
            raise SentenceError(node.at, message("this has no meaning in an effect"))
        try:
            return method(self, node, scope)
        except WrongValueError as error:
            raise SentenceError(node.at, error.text, error.hint) from error

    def _holds(self, node: Node, scope: Scope) -> bool:
        value = self.evaluate(node, scope)
        if value is None:
            return False
        if isinstance(value, bool):
            return value
        text = message("{value} given, expected {expected}", value=_shown(value), expected=message("a condition"))
        raise SentenceError(node.at, text)

    def _value(self, node: syntax.Value, _: Scope) -> Any:
        return tidy(node.value)

    def _name(self, node: syntax.Name, scope: Scope) -> Any:
        first, *rest = node.path
        value = self._first(first, scope, alone=not rest)
        for name in rest:
            value = self.part(value, name, scope)
        return value

    def _first(self, name: str, scope: Scope, alone: bool) -> Any:
        if alone and name in scope.words:
            return name
        if scope.element is not MISSING:
            if name in ("it", "entry"):
                return scope.element
            value = self.seen(scope.element, name, scope)
            if value is not MISSING:
                return value
        if name in scope.names:
            return scope.names[name]
        if name == "event":
            return scope.event
        if name == "none":
            return None
        value = self.free_name(name, scope)
        return name if value is MISSING else value

    def part(self, value: Any, name: str, scope: Scope) -> Any:
        """Return a part of a value: an attribute of a thing, or None if it has none."""
        if value is None:
            return None
        if isinstance(value, tuple) and len(value) == 1:
            value = value[0]
        if isinstance(value, tuple):
            return _spread(self.part(part, name, scope) for part in value)
        found = self.seen(value, name, scope)
        return None if found is MISSING else found

    def seen(self, thing: Any, name: str, scope: Scope) -> Any:
        """Return an attribute of a thing as `me` sees it, which is a game's matter."""
        del scope
        if isinstance(thing, Event):
            return thing.values.get(name, MISSING) if name not in ("name", "step") else self._of_event(thing, name)
        if isinstance(thing, Mapping):
            return thing.get(name, MISSING)
        return self.attribute(thing, name)

    def _of_event(self, event: Event, name: str) -> Any:
        return event.values.get(name, event.name if name == "name" else event.step)

    def _listof(self, node: syntax.ListOf, scope: Scope) -> Any:
        return tuple(self.evaluate(item, scope) for item in node.items)

    def _index(self, node: syntax.Index, scope: Scope) -> Any:
        base, key = self.evaluate(node.base, scope), self.evaluate(node.key, scope)
        if isinstance(base, Mapping):
            return base.get(key)
        entries = self.as_set(base)
        number = half_up(as_number(key)) - 1
        return entries[number] if 0 <= number < len(entries) else None

    def _part(self, node: syntax.Part, scope: Scope) -> Any:
        return self.part(self.evaluate(node.base, scope), node.name, scope)

    def _minus(self, node: syntax.Minus, scope: Scope) -> Any:
        value = self.evaluate(node.number, scope)
        return None if value is None else tidy(-as_number(value))

    def _arithmetic(self, node: syntax.Arithmetic, scope: Scope) -> Any:
        left, right = self.evaluate(node.left, scope), self.evaluate(node.right, scope)
        if node.sign in "+-" and (is_things(left) or is_things(right)):
            one, other = self.as_set(left), self.as_set(right)
            if node.sign == "-":
                return tuple(thing for thing in one if thing not in other)
            return (*one, *(thing for thing in other if thing not in one))
        return tidy(calculate(node.sign, left, right))

    def _call(self, node: syntax.Call, scope: Scope) -> Any:
        if node.function == "length":
            return len(self.as_set(self.evaluate(node.values[0], scope)))
        return self.call(node.function, node.values, scope)

    # ------------------------------------------------------------ sets

    def _select(self, node: syntax.Select, scope: Scope) -> tuple[Any, ...]:
        things = self.as_set(self.evaluate(node.source, scope))
        if node.other:
            active = scope.active
            things = tuple(thing for thing in things if active is None or thing != active.this)
        if node.different:
            things = tuple(dict.fromkeys(things))
        if node.where is not None:
            self.budget.spend(len(things))
            where = node.where
            things = tuple(thing for thing in things if self._holds(where, scope.at(thing)))
        for name in node.same:
            own = self._name(name, scope.at(scope.active.this if scope.active else MISSING))
            things = tuple(thing for thing in things if self.same(self._name(name, scope.at(thing)), own))
        return things

    def _of(self, node: syntax.Of, scope: Scope) -> Any:
        what = node.what
        of = self.evaluate(node.of, scope)
        things = self.as_set(of)
        return _spread(self.evaluate(what, scope.at(thing)) for thing in things)

    def _different(self, node: syntax.Different, scope: Scope) -> Any:
        values = self.as_set(self.evaluate(node.values, scope))
        return tuple(dict.fromkeys(value for value in values if value is not None))

    def _count(self, node: syntax.Count, scope: Scope) -> int:
        return len([value for value in self.as_set(self.evaluate(node.of, scope)) if value is not None])

    def _total(self, node: syntax.Total, scope: Scope) -> Any:
        values = self.as_set(self.evaluate(node.of, scope))
        numbers = [as_number(value) for value in values if value is not None]
        if node.kind == "sum":
            return tidy(sum(numbers, Fraction(0)))
        if not numbers:
            return None
        if node.kind == "average":
            return tidy(sum(numbers, Fraction(0)) / len(numbers))
        return tidy(min(numbers) if node.kind == "min" else max(numbers))

    # ------------------------------------------------------------ conditions

    def _compare(self, node: syntax.Compare, scope: Scope) -> bool:
        left = self.evaluate(node.left, scope)
        right = self.evaluate(node.right, replace(scope, words=self.words_of(node.left, scope)))
        if node.sign in ("=", "!="):
            return self.same(left, right) is (node.sign == "=")
        if node.sign in ("in", "contains"):
            whole, part = (right, left) if node.sign == "in" else (left, right)
            return any(self.same(other, part) for other in self.as_set(whole))
        if left is None or right is None:
            return False
        if node.sign in ("starts", "ends"):
            return bool(getattr(str(left), f"{node.sign}with")(str(right)))
        if type(left) is not int or type(right) is not int:
            left, right = as_number(left), as_number(right)
        return bool(_ORDERS[node.sign](left, right))

    def _given(self, node: syntax.Given, scope: Scope) -> bool:
        value = self.evaluate(node.value, scope)
        return value is not None and self.as_set(value) != () and value != ""

    def _not(self, node: syntax.Not, scope: Scope) -> bool:
        return not self._holds(node.condition, scope)

    def _allof(self, node: syntax.AllOf, scope: Scope) -> bool:
        return all(self._holds(part, scope) for part in node.parts)

    def _anyof(self, node: syntax.AnyOf, scope: Scope) -> bool:
        return any(self._holds(part, scope) for part in node.parts)

    def _if(self, node: syntax.If, scope: Scope) -> Any:
        if self._holds(node.condition, scope):
            return self.evaluate(node.then, scope)
        return True if node.otherwise is None else self.evaluate(node.otherwise, scope)

    def _every(self, node: syntax.Every, scope: Scope) -> bool:
        results = []
        for thing in self.as_set(self.evaluate(node.of, scope)):
            inner = scope.with_names(**{node.name: thing}).at(thing)
            if node.where is None or self._holds(node.where, inner):
                results.append(node.body is None or self._holds(node.body, inner))
        return all(results) if node.quantifier == "every" else any(results) is (node.quantifier == "any")

    def _element(self, node: syntax.Element, scope: Scope) -> Any:
        value = scope.names.get(node.name)
        for name in node.path:
            value = self.part(value, name, scope)
        return value


_METHODS: Mapping[type[Node], Callable[[Evaluator, Any, Scope], Any]] = {
    kind: method for kind in Node.__subclasses__() if (method := getattr(Evaluator, f"_{kind.__name__.lower()}", None))
}


def tidy(value: Any) -> Any:
    """Return a whole number as an int, lists as tuples, any other value as it is."""
    if isinstance(value, float):
        value = as_number(value)
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else value
    return tuple(map(tidy, value)) if isinstance(value, list | tuple) else value


def _spread(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return values as one list: those of lists inside are in it."""
    found: list[Any] = []
    for value in values:
        found += value if isinstance(value, tuple) else (value,)
    return tuple(found)


def half_up(number: Fraction) -> int:
    """Return a number rounded to a whole one, a half up."""
    return int((number + Fraction(1, 2)) // 1)


def is_things(value: Any) -> bool:
    """Return True for sets of things."""
    return isinstance(value, Player | Card | Zone | Group | tuple)


def same(one: Any, other: Any) -> bool:
    """Return True if two values are the same. A set of one thing is the thing; nothing is the same as nothing."""
    if isinstance(one, tuple) and len(one) == 1:
        (one,) = one
    if isinstance(other, tuple) and len(other) == 1:
        (other,) = other
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return bool(one == other)


def _shown(value: Any) -> str:
    return str(value) if isinstance(value, Player | Card | Zone | Group) else str(shown(value))
