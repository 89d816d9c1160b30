"""All sentences of an effect, each with the names that it may use and the type that is expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardgen.base.records import dataclass, replace
from cardgen.engines.effects.checking.names import GameNames, Scope
from cardgen.engines.effects.checking.types import ANY, NUMBER, PLAYER, TRUTH, WORD, Type, elements_of, of_kinds
from cardgen.engines.effects.model import Choice, Effect, EventFilter, Phrase, Step, Timing
from cardgen.engines.effects.verbs.kinds import BLOCKS, VERBS
from cardgen.engines.effects.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Use:
    """A sentence of an effect: the names that it may use, and the type that is expected of it.

    `role` is what it is for: the key of a step or of the effect.
    """

    phrase: Phrase
    scope: Scope
    expected: Type = ANY
    role: str = ""


#: The types of values by those of the arguments and keys of verbs.
_EXPECTED: Mapping[str, Type] = {
    "number": NUMBER,
    "amount": NUMBER,
    "element": WORD,
    "condition": TRUTH,
    "players": PLAYER,
    "rivals": PLAYER,
    "cards": of_kinds("card", "zone"),
    "some": of_kinds("card", "zone", "number"),
    "place": of_kinds("zone", "player", "card", "group"),
}


class Walk:
    """Walks through an effect and yields its sentences. `infer` is asked for the types of what is chosen."""

    def __init__(self, names: GameNames, infer: Any) -> None:
        self.names, self.infer = names, infer
        self.vocabulary: Vocabulary = names.vocabulary
        self.first_scope = Scope()

    def effect(self, effect: Effect, scope: Scope | None = None) -> Iterator[Use]:
        """Yield the sentences of an effect."""
        scope = Scope() if scope is None else scope
        names = dict(scope.names)
        if effect.states:
            names["state"] = Type(WORD.kinds, effect.states)
        if effect.stages:
            names["stage"] = NUMBER
        scope = Scope(names, None, self._event_of(effect))
        yield from self._head(effect, scope)
        for name, phrase in effect.lets:
            yield Use(phrase, scope, role="let")
            scope = scope.with_names(**{name: self.infer(phrase, scope)})
        if effect.when_if is not None:
            yield Use(effect.when_if, scope, TRUTH, "if")
        if isinstance(effect.may, Phrase):
            yield Use(effect.may, scope, PLAYER, "may")
        if effect.limit is not None:
            yield Use(effect.limit.most, scope, NUMBER, "limit")
        for choice in effect.choices:
            yield from self._choice(choice, scope)
            scope = scope.with_names(**{choice.name: self._chosen(choice, scope)})
        for steps in (effect.cost, effect.do, effect.otherwise):
            yield from self.steps(steps, scope)
        yield from self._body(effect, scope)

    def _event_of(self, effect: Effect) -> Type | None:
        """Return the type of `event` in an effect; None under `while` and `at once`."""
        if effect.head == "when":
            return Type(frozenset(("event",)), events=tuple(dict.fromkeys(timing.event for timing in effect.timings)))
        if effect.head == "instead" and effect.replaced is not None:
            return Type(frozenset(("event",)), events=(effect.replaced.event,))
        if effect.head == "use":
            return Type(frozenset(("event",)), events=("use", "skill"))
        return None

    def _head(self, effect: Effect, scope: Scope) -> Iterator[Use]:
        for timing in effect.timings:
            yield from self._timing(timing, scope)
        if effect.condition is not None:
            yield Use(effect.condition, scope, TRUTH, "while")
        if effect.replaced is not None:
            yield from self._filter(effect.replaced, scope)
        if effect.cards is not None:
            yield Use(effect.cards, scope, of_kinds("card", "zone"), "cards")
        if effect.number is not None:
            yield Use(effect.number, scope, NUMBER, "number")
        if effect.together is not None:
            yield Use(effect.together, scope.with_names(cards=of_kinds("card")), TRUTH, "with")

    def _timing(self, timing: Timing | EventFilter, scope: Scope) -> Iterator[Use]:
        event = Type(frozenset(("event",)), events=(timing.event,))
        inner = Scope(scope.names, None, event)
        if timing.of is not None:
            yield Use(timing.of, inner, role="of")
        if timing.where is not None:
            yield Use(timing.where, inner.at(event), TRUTH, "where")

    def _filter(self, what: EventFilter, scope: Scope) -> Iterator[Use]:
        yield from self._timing(what, scope)

    def _body(self, effect: Effect, scope: Scope) -> Iterator[Use]:
        for change in effect.changes:
            yield Use(change.of, scope, role="of")
            expected = NUMBER if change.kind in ("add", "times", "least", "most") else ANY
            yield Use(change.value, self._as_word(scope, change.attribute), expected, "modify")
        for forbidden in effect.forbids:
            yield from self._filter(forbidden, scope)
        for allowance in effect.allows:
            yield from self._filter(allowance.act, scope)
        for grant in effect.grants:
            yield Use(grant.to, scope, role="to")
            yield from self.effect(grant.effect)

    def _as_word(self, scope: Scope, attribute: str) -> Scope:
        return replace(scope, words=self.names.words_of(attribute), is_word=True)

    # ---------------------------------------------------------------- choices

    def _choice(self, choice: Choice, scope: Scope) -> Iterator[Use]:
        if choice.source is not None:
            yield Use(choice.source, scope, role="choose")
        for phrase in (choice.low, choice.high, choice.least, choice.most):
            if isinstance(phrase, Phrase):
                yield Use(phrase, scope, NUMBER, "number")
        if choice.by is not None:
            yield Use(choice.by, scope, PLAYER, "by")
        if choice.condition is not None:
            inner = scope.with_names(**{choice.name: self._chosen(choice, scope)})
            yield Use(choice.condition, inner, TRUTH, "with")

    def _chosen(self, choice: Choice, scope: Scope) -> Type:
        if choice.options:
            return Type(WORD.kinds, choice.options)
        if choice.source is None:
            return NUMBER
        return elements_of(self.infer(choice.source, scope))

    # ---------------------------------------------------------------- steps

    def steps(self, steps: Sequence[Step], scope: Scope) -> Iterator[Use]:
        """Yield the sentences of steps, which see what earlier ones of them have chosen or named."""
        for step in steps:
            yield from self._step(step, scope)
            if step.name:
                scope = scope.with_names(**{step.name: ANY})
            if step.verb == "choose":
                for choice in step.argument:
                    scope = scope.with_names(**{choice.name: self._chosen(choice, scope)})

    def _step(self, step: Step, scope: Scope) -> Iterator[Use]:
        if step.condition is not None:
            yield Use(step.condition, scope, TRUTH, "if")
        inner = scope
        if step.verb == "choose":
            for choice in step.argument:
                yield from self._choice(choice, inner)
                inner = inner.with_names(**{choice.name: self._chosen(choice, inner)})
        elif step.verb == "each":
            inner = scope.with_names(**{step.argument: elements_of(self.infer(step.keys["in"], scope))})
        elif step.verb == "alternate":
            inner = scope.with_names(it=PLAYER, rival=PLAYER)
        elif step.verb == "repeat":
            kind, phrase = step.argument
            yield Use(phrase, scope, TRUTH if kind == "while" else NUMBER, "repeat")
        elif step.verb == "later":
            yield from self._timing(step.argument, scope)
            inner = Scope(scope.names, None, Type(frozenset(("event",)), events=(step.argument.event,)))
        for key, value in (("", step.argument), *step.keys.items()):
            yield from self._part(step, key, value, scope if key in ("in", "by") else inner)
        yield from self.steps(step.then, inner)
        yield from self.steps(step.otherwise, inner)

    def _part(self, step: Step, key: str, value: Any, scope: Scope) -> Iterator[Use]:
        """Yield the sentences of an argument (the key "") or of a key of a step."""
        if isinstance(value, Phrase):
            yield Use(value, self._scope_of(step, key, scope), self._expected(step, key), f"{step.verb} {key}".strip())
        elif isinstance(value, Timing):
            if step.verb != "later":
                yield from self._timing(value, scope)
        elif isinstance(value, Effect):
            names = scope.names if step.verb == "attach" else {}
            yield from self.effect(value, Scope(names))
        elif isinstance(value, dict):
            for steps in value.values():
                yield from self.steps(steps, scope)
        elif isinstance(value, tuple):
            for part in value:
                if isinstance(part, Step):
                    yield from self.steps(value, scope)
                    return
                if isinstance(part, Phrase) and step.verb != "repeat":
                    yield from self._part(step, key, part, scope)

    def _scope_of(self, step: Step, key: str, scope: Scope) -> Scope:
        if step.verb == "judge" and key == "match":
            return scope.at(of_kinds("card"))
        if step.verb == "set" and key == "to":
            return self._as_word(scope, step.argument)
        if key in ("is", "at", "element") or (step.verb == "use-card" and not key):
            words = (*self.names.words_of("element"), "none") if key == "element" else ()
            return replace(scope, words=words, is_word=True)
        return scope

    def _expected(self, step: Step, key: str) -> Type:
        kind = VERBS.get(step.verb) or BLOCKS.get(step.verb)
        return ANY if kind is None else _EXPECTED.get(kind.keys[key] if key else kind.argument, ANY)
