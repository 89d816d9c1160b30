"""Effects that never happen, choices and costs that are impossible, cards that a chooser cannot see (E4 to E6, E12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardgen.base.errors import Text
from cardgen.base.sentences import syntax
from cardgen.base.sentences.syntax import Node
from cardgen.base.words.messages import message
from cardgen.engines.effects.checking.domains import Facts, Range
from cardgen.engines.effects.checking.raising import Raising, with_inner
from cardgen.engines.effects.checking.sources import EffectSource
from cardgen.engines.effects.model import Choice, Effect, Phrase, Step, Steps
from cardgen.engines.effects.parts import inner_steps, names_in
from cardgen.engines.effects.phrases import EffectFault

#: Verbs that take cards from a place.
_CARDS = ("discard", "give", "take", "show", "move", "destroy")
#: Verbs after which a player knows cards.
_SHOWS = ("look", "show")


class PossibleChecks:
    """Checks whether effects can happen, and whether their costs and choices are possible."""

    def __init__(self, raising: Raising) -> None:
        self.raising, self.names = raising, raising.names
        self.vocabulary = self.names.vocabulary
        self.cards = [source for source in self.names.sources if source.values is not None]
        printed = frozenset(name for card in self.cards for name in card.values or ())
        self.facts = Facts(self.vocabulary, raising.changed, printed)

    def check(self, source: EffectSource) -> Iterator[EffectFault]:
        """Yield what is wrong with the effects of a source."""
        for effect in source.effects:
            for inner in with_inner(effect):
                yield from self._effect(inner, source)
        yield from self._steps(source.steps)

    def _effect(self, effect: Effect, source: EffectSource) -> Iterator[EffectFault]:
        yield from self._never(effect)
        if source.values is not None and self.raising.places is not None:
            for area in effect.areas:
                if area not in self.raising.places:
                    yield EffectFault("E4", (*effect.path, "in"), message("no card is ever in {area!r}", area=area))
        for choice in effect.choices:
            yield from self._choice(choice, (*effect.path, "choose", choice.name), ())
        yield from self._steps(effect.cost, is_cost=True)
        yield from self._steps((*effect.do, *effect.otherwise))

    # ---------------------------------------------------------------- never (E6)

    def _never(self, effect: Effect) -> Iterator[EffectFault]:
        reasons: list[tuple[str, Text]] = []
        if effect.limit is not None:
            most = self.facts.value(effect.limit.most.node)
            if isinstance(most, Range) and most.most <= 0:
                reasons.append(("limit", message("its limit is 0")))
        for key, phrase in (("if", effect.when_if), ("while", effect.condition)):
            if phrase is not None and self.facts.truth(phrase.node) is False:
                reasons.append((key, message("{condition!r} is never true", condition=phrase.text)))
        raised = self.raising.raised
        if raised is not None and effect.timings and not any(timing.event in raised for timing in effect.timings):
            reasons.append(("when", message("nothing raises {event!r}", event=effect.timings[0].event)))
        if raised is not None and effect.replaced is not None and effect.replaced.event not in raised:
            reasons.append(("instead", message("nothing raises {event!r}", event=effect.replaced.event)))
        if effect.stages and effect.head != "use":
            reasons.append(("stages", message("`stages` count uses, and it has no `use`")))
        for key, reason in reasons:
            yield EffectFault("E6", (*effect.path, key), message("this effect never happens: {reason}", reason=reason))

    # ---------------------------------------------------------------- choices and costs (E5)

    def _steps(self, steps: Steps, is_cost: bool = False) -> Iterator[EffectFault]:
        before: list[Step] = []
        for step in inner_steps(steps):
            if step.verb == "choose":
                for choice in step.argument:
                    yield from self._choice(choice, (*step.path, "choose", choice.name), before)
            elif step.verb == "pay":
                yield from self._payment(step)
            elif step.verb in _CARDS:
                yield from self._cards(step, is_cost)
            before.append(step)

    def _choice(self, choice: Choice, path: tuple[str | int, ...], before: Sequence[Step]) -> Iterator[EffectFault]:
        if choice.source is None:
            if choice.low is not None and choice.high is not None:
                yield from self._numbers(choice, path)
            return
        reason = self._nothing_in(choice.source)
        if reason:
            problem = message("there is nothing to choose: {reason}", reason=reason[1])
            yield EffectFault("E5", choice.source.path, problem, at=reason[0].at)
        elif (count := self._too_many(choice.least)) is not None:
            problem = message("there is nothing to choose: there are {count} cards in all", count=count)
            yield EffectFault("E5", path, problem)
        yield from self._unseen(choice, before)

    def _numbers(self, choice: Choice, path: tuple[str | int, ...]) -> Iterator[EffectFault]:
        assert choice.low is not None
        assert choice.high is not None
        low, high = self.facts.value(choice.low.node), self.facts.value(choice.high.node)
        if isinstance(low, Range) and isinstance(high, Range) and low.least > high.most:
            reason = message("{low} is more than {high}", low=choice.low.text, high=choice.high.text)
            yield EffectFault("E5", path, message("there is nothing to choose: {reason}", reason=reason))

    def _cards(self, step: Step, is_cost: bool) -> Iterator[EffectFault]:
        """Yield why a step has no cards: only a cost that nobody can pay is an error."""
        if not is_cost:
            return
        for phrase in (step.argument, step.keys.get("from")):
            if isinstance(phrase, Phrase) and (reason := self._nothing_in(phrase)) is not None:
                problem = message("nobody can pay this: {reason}", reason=reason[1])
                yield EffectFault("E5", phrase.path, problem, at=reason[0].at)
        if (count := self._too_many(step.argument)) is not None:
            problem = message("nobody can pay this: there are {count} cards in all", count=count)
            yield EffectFault("E5", (*step.path, step.verb), problem)

    def _too_many(self, phrase: object) -> int | None:
        """Return the number of all cards if a number of cards is larger."""
        total = sum(card.copies for card in self.cards)
        if not total or self.raising.places is None or not isinstance(phrase, Phrase):
            return None
        number = self.facts.value(phrase.node)
        is_over = isinstance(number, Range) and total < number.least < 10**6
        return total if is_over and not any(step.verb == "create" for step in self.raising.steps) else None

    def _payment(self, step: Step) -> Iterator[EffectFault]:
        name, amount = step.keys["of"], self.facts.value(step.argument.node)
        declared = self.vocabulary.attributes.get(name)
        if (declared is None or declared.of != "player") and name not in self.vocabulary.marks:
            reason = message("no player has {name!r}", name=name)
            yield EffectFault("E5", (*step.path, "of"), message("nobody can pay this: {reason}", reason=reason))
            return
        if declared is None or not isinstance(amount, Range):
            return
        most = declared.most
        if most is None and self.raising.raised is not None and declared.is_ is None and not self._is_raised(name):
            most = declared.at_first if isinstance(declared.at_first, int) else 0
        if most is not None and amount.least > most:
            reason = message("{name!r} is never more than {most}", name=name, most=most)
            yield EffectFault("E5", (*step.path, step.verb), message("nobody can pay this: {reason}", reason=reason))

    def _is_raised(self, name: str) -> bool:
        """Return True if an effect may raise an attribute."""
        steps = [step for step in self.raising.steps if step.verb in ("set", "swap")]
        if any(change.attribute == name for effect in self.raising.effects for change in effect.changes):
            return True
        return any(name in (step.argument, step.keys.get("value")) for step in steps)

    # ---------------------------------------------------------------- filters

    def _nothing_in(self, phrase: Phrase) -> tuple[Node, Text] | None:
        """Return the part of a filter that nothing meets, and why; None if that is not certain."""
        for node in _selections(phrase.node):
            where = node.where
            if where is None:
                continue
            text = phrase.text[where.at : where.end].strip()
            if self.facts.truth(where) is False:
                return where, message("{condition!r} is never true", condition=text)
            if self.cards and self._is_of_cards(node.source):
                known = [self.facts.of(card.values).truth(where) for card in self.cards]
                if all(truth is False for truth in known):
                    return where, self._no_card(where, text)
        return None

    def _no_card(self, where: Node, text: str) -> Text:
        if isinstance(where, syntax.Compare) and where.sign == "=" and isinstance(where.left, syntax.Name):
            right = where.right
            word = right.path[-1] if isinstance(right, syntax.Name) else getattr(right, "value", None)
            if isinstance(word, str):
                return message("no card has {name} {word!r}", name=where.left.path[-1], word=word)
        return message("no card meets {condition!r}", condition=text)

    def _is_of_cards(self, node: Node) -> bool:
        """Return True for the cards of places: areas, and those of players."""
        if isinstance(node, syntax.Select):
            return self._is_of_cards(node.source)
        if isinstance(node, syntax.Arithmetic):
            return self._is_of_cards(node.left) and self._is_of_cards(node.right)
        return isinstance(node, syntax.Name) and node.path[-1] in self.vocabulary.areas

    # ---------------------------------------------------------------- what a chooser sees (E12)

    def _unseen(self, choice: Choice, before: Sequence[Step]) -> Iterator[EffectFault]:
        if choice.source is None or choice.random or any(step.verb in _SHOWS for step in before):
            return
        by = choice.by.text if choice.by is not None else "me"
        filters: list[Node] = [node.source for node in _selections(choice.source.node) if node.where is not None]
        if not filters and choice.condition is None:
            return
        for node in filters or [choice.source.node]:
            for name in names_in(node):
                if self._is_hidden(name, by):
                    problem = message("{who} would choose among cards that {who} cannot see", who=repr(by))
                    yield EffectFault("E12", choice.source.path, problem, at=name.at)
                    return

    def _is_hidden(self, name: syntax.Name, by: str) -> bool:
        area = self.vocabulary.areas.get(name.path[-1])
        if area is None or not area.hidden:
            return False
        return area.of is None or (len(name.path) > 1 and name.path[:-1] != tuple(by.split(".")))


def _selections(node: Node) -> Iterator[syntax.Select]:
    """Yield the selections that a set is made by, the outer one first."""
    parts: Iterable[Node] = ()
    if isinstance(node, syntax.Select):
        yield node
        parts = (node.source,)
    elif isinstance(node, syntax.Call):
        parts = node.values
    for part in parts:
        yield from _selections(part)
