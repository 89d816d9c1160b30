"""Find the type of a sentence, and the names and comparisons in it that have no meaning (E1, E2, E4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cardgen.base.errors import Text, did_you_mean
from cardgen.base.records import replace
from cardgen.base.sentences import syntax
from cardgen.base.sentences.syntax import Node
from cardgen.base.words.messages import joined, message
from cardgen.engines.effects.checking.names import GameNames, Scope
from cardgen.engines.effects.checking.types import (
    ANY,
    NONE,
    NUMBER,
    THINGS,
    TRUTH,
    WORD,
    Type,
    described,
    elements_of,
    of_kinds,
    union,
)
from cardgen.engines.effects.model import Phrase
from cardgen.engines.effects.parts import parts_of_node
from cardgen.engines.effects.phrases import EffectFault


class Inferrer:
    """Infers the types of sentences and notes what is wrong in them."""

    def __init__(self, names: GameNames) -> None:
        self.names, self.faults = names, list[EffectFault]()
        self._phrase = Phrase("", Node(0, 0))

    def check(self, phrase: Phrase, scope: Scope, expected: Type = ANY) -> Type:
        """Return the type of a sentence; a fault is noted if it cannot be of the expected one."""
        before, self._phrase = self._phrase, phrase
        try:
            found = self.infer(phrase.node, scope)
            self._expect(phrase.node, found, expected)
        finally:
            self._phrase = before
        return found

    def infer_quietly(self, phrase: Phrase, scope: Scope) -> Type:
        """Return the type of a sentence without noting what is wrong in it."""
        faults, self.faults = self.faults, []
        try:
            return self.check(phrase, scope)
        finally:
            self.faults = faults

    def infer(self, node: Node, scope: Scope) -> Type:
        """Return the type of a part of a sentence."""
        method = _METHODS.get(type(node))
        if method is not None:
            return method(self, node, scope)
        for part in parts_of_node(node):
            self.infer(part, scope)
        return _TYPES.get(type(node), ANY)

    # ---------------------------------------------------------------- faults

    def _note(self, code: str, node: Node, problem: Text, hint: Text = "") -> None:
        fault = EffectFault(code, self._phrase.path, problem, hint, node.at)
        if fault not in self.faults:
            self.faults.append(fault)

    def _expect(self, node: Node, found: Type, expected: Type) -> None:
        if found == NONE or expected == ANY or found.can_be(*expected.kinds) or not found.kinds:
            return
        problem = message(
            "{text!r} is {given}, expected {expected}",
            text=self._text(node),
            given=described(found),
            expected=described(expected),
        )
        self._note("E2", node, problem)

    def _text(self, node: Node) -> str:
        return self._phrase.text[node.at : node.end].strip() or self._phrase.text

    # ---------------------------------------------------------------- values and names

    def _value(self, node: syntax.Value, _: Scope) -> Type:
        if isinstance(node.value, bool):
            return TRUTH
        if node.value is None:
            return NONE
        return Type(WORD.kinds, (node.value,)) if isinstance(node.value, str) else NUMBER

    def _name(self, node: syntax.Name, scope: Scope) -> Type:
        first, *rest = node.path
        found = self._first(node, first, scope, alone=not rest)
        for name in rest:
            found = self._part_of(node, found, name)
        return found

    def _first(self, node: syntax.Name, name: str, scope: Scope, alone: bool) -> Type:
        if alone and name in scope.words:
            return Type(WORD.kinds, (name,))
        if scope.element is not None:
            if name in ("it", "entry"):
                return scope.element
            found = self.names.attribute(scope.element, name) if scope.element.kinds else None
            if found is not None:
                return found
        if name in scope.names:
            return scope.names[name]
        if name == "event":
            if scope.event is None:
                self._no_event(node)
                return ANY
            return scope.event
        if name == "none":
            return NONE
        known = self.names.free(name)
        if known is not None:
            return known
        if scope.element is not None and not scope.element.kinds:
            return ANY
        if alone and scope.is_word:
            return Type(WORD.kinds, (name,))
        self._unknown(node, name, scope)
        return ANY

    def _no_event(self, node: syntax.Name) -> None:
        name = ".".join(node.path)
        self._note("E4", node, message("{name!r} has no value: no event is resolved here", name=name))

    def _unknown(self, node: Node, name: str, scope: Scope) -> None:
        known = [*scope.names, *self.names.all_free()]
        element = scope.element
        if element is not None:
            known += self.names.attributes_of(element)
        self._note("E1", node, message("nothing has the name {name!r}", name=name), did_you_mean(name, known))

    def _part_of(self, node: Node, of: Type, name: str) -> Type:
        of = elements_of(of) if "zone" in of.kinds and self.names.attribute(of, name) is None else of
        found = self.names.attribute(of, name)
        if found is not None:
            return found
        known = self.names.attributes_of(of)
        if "event" in of.kinds:
            values = joined(self.names.values_of(of))
            event = joined(event.removeprefix("stage ") for event in of.events)
            problem = message(
                "{name!r} has no value: {event} has {values}", name=f"event.{name}", event=event, values=values
            )
            self._note("E4", node, problem)
        else:
            problem = message("{thing} has no {name!r}", thing=described(of), name=name)
            self._note("E1", node, problem, did_you_mean(name, known))
        return ANY

    def _listof(self, node: syntax.ListOf, scope: Scope) -> Type:
        types = [self.infer(item, scope) for item in node.items]
        return union(*types) if types else ANY

    def _part(self, node: syntax.Part, scope: Scope) -> Type:
        return self._part_of(node, self.infer(node.base, scope), node.name)

    def _minus(self, node: syntax.Minus, scope: Scope) -> Type:
        self._expect(node.number, self.infer(node.number, scope), NUMBER)
        return NUMBER

    def _arithmetic(self, node: syntax.Arithmetic, scope: Scope) -> Type:
        left, right = self.infer(node.left, scope), self.infer(node.right, scope)
        if node.sign in "+-" and (left.kinds & {*THINGS} or right.kinds & {*THINGS}):
            return union(elements_of(left), elements_of(right))
        if not left.kinds or not right.kinds:
            return ANY
        self._expect(node.left, left, NUMBER)
        self._expect(node.right, right, NUMBER)
        return NUMBER

    def _call(self, node: syntax.Call, scope: Scope) -> Type:
        if node.function == "length":
            self.infer(node.values[0], scope)
            return NUMBER
        function = self.names.facts.functions.get(node.function)
        if function is None:
            hint = did_you_mean(node.function, list(self.names.facts.functions))
            self._note("E1", node, message("there is no function {name!r}", name=node.function), hint)
            return ANY
        takes = function.takes
        if takes and len(takes) != len(node.values):
            problem = message(
                "{name!r} takes {expected} values, {given} given",
                name=node.function,
                expected=len(takes),
                given=len(node.values),
            )
            self._note("E2", node, problem)
            return ANY
        for value, kind in zip(node.values, takes or ("",) * len(node.values), strict=True):
            if kind == "name":
                continue
            inner = scope.at(of_kinds("player")) if kind == "alike" else scope
            self._expect(value, self.infer(value, inner), of_kinds(kind) if kind and kind != "alike" else ANY)
        return of_kinds(function.gives) if function.gives else ANY

    # ---------------------------------------------------------------- sets

    def _select(self, node: syntax.Select, scope: Scope) -> Type:
        found = elements_of(self.infer(node.source, scope))
        if node.where is not None:
            self._condition(node.where, scope.at(found))
        for name in node.same:
            self.infer(name, scope.at(found))
        return found

    def _of(self, node: syntax.Of, scope: Scope) -> Type:
        return self.infer(node.what, scope.at(elements_of(self.infer(node.of, scope))))

    def _different(self, node: syntax.Different, scope: Scope) -> Type:
        return elements_of(self.infer(node.values, scope))

    def _total(self, node: syntax.Total, scope: Scope) -> Type:
        self._expect(node.of, self.infer(node.of, scope), NUMBER)
        return NUMBER

    # ---------------------------------------------------------------- conditions

    def _condition(self, node: Node, scope: Scope) -> Type:
        self._expect(node, self.infer(node, scope), TRUTH)
        return TRUTH

    def _compare(self, node: syntax.Compare, scope: Scope) -> Type:
        left = self.infer(node.left, scope)
        words = left.words if left.kinds == WORD.kinds else ()
        inner = replace(scope, words=words, is_word=left == NONE or left.can_be("word", "text"))
        right = self.infer(node.right, inner)
        if node.sign in ("<", "<=", ">", ">="):
            self._expect(node.left, left, NUMBER)
            self._expect(node.right, right, NUMBER)
        elif node.sign in ("=", "!=", "in", "contains"):
            if words and node.sign != "contains":
                self._check_words(node, right, words)
            elif node.sign in ("=", "!=") and self._is_unlike(left, right):
                self._expect(node.right, right, left)
        return TRUTH

    def _check_words(self, node: syntax.Compare, right: Type, words: tuple[str, ...]) -> None:
        for word in right.words if right.kinds == WORD.kinds else ():
            if word not in words:
                text = self._text(node.left)
                if text.split(".")[-1] == "name":
                    problem = message("there is no card {word!r}", word=word)
                else:
                    problem = message("{name!r} is never {word!r}", name=text, word=word)
                self._note("E1", node.right, problem, did_you_mean(word, list(words)))
        if self._is_unlike(WORD, right):
            self._expect(node.right, right, WORD)

    @staticmethod
    def _is_unlike(one: Type, other: Type) -> bool:
        """Return True if values of two types are never the same: numbers, truths and words."""
        plain = {"number", "truth", "word", "text"}
        if not one.kinds or not other.kinds or NONE in (one, other):
            return False
        if not one.kinds <= plain or not other.kinds <= plain:
            return False
        texts = {"word", "text"}
        both = [kinds | texts if kinds & texts else kinds for kinds in (one.kinds, other.kinds)]
        return both[0].isdisjoint(both[1])

    def _not(self, node: syntax.Not, scope: Scope) -> Type:
        return self._condition(node.condition, scope)

    def _all(self, node: syntax.AllOf | syntax.AnyOf, scope: Scope) -> Type:
        for part in node.parts:
            self._condition(part, scope)
        return TRUTH

    def _if(self, node: syntax.If, scope: Scope) -> Type:
        self._condition(node.condition, scope)
        types = [self.infer(part, scope) for part in (node.then, node.otherwise) if part is not None]
        return union(*types)

    def _every(self, node: syntax.Every, scope: Scope) -> Type:
        of = ANY if node.of is None else elements_of(self.infer(node.of, scope))
        inner = scope.with_names(**{node.name: of}).at(of)
        for part in (node.where, node.body):
            if part is not None:
                self._condition(part, inner)
        return TRUTH

    def _element(self, node: syntax.Element, scope: Scope) -> Type:
        found = scope.names.get(node.name, ANY)
        for name in node.path:
            found = self._part_of(node, found, name)
        return found


#: The types of parts of sentences that only ask for what is inside of them.
_TYPES: Mapping[type[Node], Type] = {syntax.Count: NUMBER, syntax.Given: TRUTH}

_METHODS: Mapping[type[Node], Callable[[Inferrer, Any, Scope], Type]] = {
    syntax.AllOf: Inferrer._all,
    syntax.AnyOf: Inferrer._all,
    **{
        kind: method
        for kind in Node.__subclasses__()
        if (method := getattr(Inferrer, f"_{kind.__name__.lower()}", None)) is not None
    },
}
