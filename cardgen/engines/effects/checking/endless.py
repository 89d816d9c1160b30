"""Effects that cause each other without an end, and loops that nothing inside of them ends (E7, E8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.base.records import dataclass
from cardgen.base.sentences import syntax
from cardgen.base.sentences.syntax import Node
from cardgen.base.words.messages import message
from cardgen.engines.effects.checking.domains import Facts
from cardgen.engines.effects.checking.raising import Raising, changes_of, raises_of
from cardgen.engines.effects.checking.sources import EffectSource
from cardgen.engines.effects.model import Effect, Path, Phrase, Step, Timing
from cardgen.engines.effects.parts import inner_steps, nodes_in, words_in
from cardgen.engines.effects.phrases import EffectFault

#: Verbs that cannot be done without an end: there are only so many cards and HP.
_FINITE = ("damage", "lose", "discard", "destroy", "win", "end", "leave", "dissolve", "execute", "explode")

#: Verbs whose event always happens. Cards may be used up.
_ALWAYS = ("set", "mark")


@dataclass(frozen=True, slots=True, eq=False)
class _Link:
    """A step of an effect that raises an event for which another effect happens; `is_forced` if it always does."""

    step: Step
    event: str
    to: Effect
    is_forced: bool


class EndlessChecks:
    """Checks loops and the graph of effects, their steps and the effects that these trigger."""

    def __init__(self, raising: Raising) -> None:
        self.raising = raising
        self.facts = Facts(raising.names.vocabulary, raising.changed)
        self.owners = {id(effect): source for source in raising.names.sources for effect in source.effects}
        self.effects = [
            effect for source in raising.names.sources for effect in source.effects if _is_automatic(effect)
        ]
        self.links = {id(effect): list(self._links(effect)) for effect in self.effects}

    def check(self, source: EffectSource) -> Iterator[EffectFault]:
        """Yield the loops of a source without an end, and the cycles that begin with its effects."""
        for effect in source.effects:
            for step in inner_steps((*effect.cost, *effect.do, *effect.otherwise)):
                yield from self._loop(step)
            if id(effect) in self.links:
                yield from self._cycles(effect)

    # ---------------------------------------------------------------- loops

    def _loop(self, step: Step) -> Iterator[EffectFault]:
        if step.verb != "repeat" or step.argument[0] != "while":
            return
        phrase: Phrase = step.argument[1]
        path: Path = (*step.path, "repeat")
        if self.facts.truth(phrase.node) is True:
            yield EffectFault("E7", path, message("this never ends: its condition is always true"))
            return
        read = words_in(phrase.node) - {"me", "this", "event"}
        vocabulary = self.raising.names.vocabulary
        is_plain = read and all(name in vocabulary.attributes or name in vocabulary.marks for name in read)
        if is_plain and all(vocabulary.attributes[name].is_ is None for name in read if name in vocabulary.attributes):
            if _counts(phrase.node) or self.raising.raised is None:
                return
            inside = {name for inner in inner_steps(step.keys["do"]) for name in changes_of(inner)}
            if not read & (inside | self.raising.changed):
                names = ", ".join(sorted(read))
                yield EffectFault("E7", path, message("this never ends: nothing changes {names}", names=repr(names)))

    # ---------------------------------------------------------------- cycles

    def _links(self, effect: Effect) -> Iterator[_Link]:
        top = {id(step) for step in effect.do if step.condition is None}
        for step in inner_steps(effect.do):
            if step.verb in _FINITE:
                continue
            for event in raises_of(step):
                for other in self.effects:
                    for timing in other.timings:
                        forced = self._follows(step, event, timing)
                        if forced is not None:
                            is_forced = forced and id(step) in top and other.when_if is None
                            yield _Link(step, event, other, is_forced)

    def _follows(self, step: Step, event: str, timing: Timing) -> bool | None:
        """Return True if a step always meets a timing, False if it may, None if it never does."""
        names = self.raising.names.vocabulary.aliases.get(event, ())
        if timing.event != event and timing.event not in names:
            return None
        is_forced = timing.event == event == step.verb and event in _ALWAYS
        if timing.where is not None:
            values = {}
            if step.verb in ("set", "pay"):
                values["attribute"] = step.argument if step.verb == "set" else step.keys["of"]
            if step.verb == "mark":
                values["mark"] = step.argument
            lacking = frozenset(self.raising.names.event_values(timing.event)) - set(values)
            facts = Facts(self.raising.names.vocabulary, element=values, is_event=True, lacking=lacking)
            truth = facts.truth(timing.where.node)
            if truth is False:
                return None
            is_forced = is_forced and truth is True
        if timing.of is not None:
            is_forced = is_forced and timing.of.text.rstrip().endswith(" me") and _is_of_me(step)
        return is_forced

    def _cycles(self, start: Effect) -> Iterator[EffectFault]:
        """Yield the shortest cycle that leads back to an effect, forced or not, if it is the first one of the cycle."""
        for only_forced in (True, False):
            way = self._way(start, only_forced)
            if way is None or any(self._number(link.to) < self._number(start) for link in way):
                continue
            link, name = way[0], self._name(start)
            event = link.event if link.step.verb != "set" else f"set {link.step.argument}"
            path = (*link.step.path, link.step.verb)
            if only_forced:
                problem = message(
                    "this never ends: {name!r} raises {event!r}, which triggers {other!r}",
                    name=name,
                    event=event,
                    other=self._name(link.to),
                )
                yield EffectFault("E7", path, problem)
                return
            if len(way) == 1:
                problem = message("{name!r} may cause itself without an end", name=name)
            else:
                other = self._name(link.to)
                problem = message("{name!r} and {other!r} may cause each other without an end", name=name, other=other)
            hint = message(
                "in play it is stopped after {count:,} events", count=self.raising.names.vocabulary.bounds.events
            )
            yield EffectFault("E8", path, problem, hint)

    def _way(self, start: Effect, only_forced: bool) -> Sequence[_Link] | None:
        """Return the shortest way from an effect back to it; None without one."""
        ways: list[tuple[_Link, ...]] = [(link,) for link in self.links[id(start)]]
        seen: set[int] = set()
        while ways:
            way = ways.pop(0)
            last = way[-1]
            if only_forced and not last.is_forced:
                continue
            if last.to is start:
                return way
            if id(last.to) not in seen:
                seen.add(id(last.to))
                ways += [(*way, link) for link in self.links[id(last.to)]]
        return None

    def _number(self, effect: Effect) -> int:
        return next(n for n, other in enumerate(self.effects) if other is effect)

    def _name(self, effect: Effect) -> str:
        return effect.id or self.owners[id(effect)].name


def _is_automatic(effect: Effect) -> bool:
    """Return True for an effect that happens by itself, as often as its event does, and costs nothing."""
    return effect.head == "when" and effect.may is None and not (effect.limit or effect.cost or effect.choices)


def _is_of_me(step: Step) -> bool:
    whom = step.keys.get("of") if step.verb in ("set", "mark") else step.keys.get("who")
    if whom is None:
        return step.verb != "set"
    return isinstance(whom, Phrase) and whom.text == "me"


def _counts(node: Node) -> bool:
    """Return True if a sentence counts things or asks for sets of them."""
    return any(isinstance(one, syntax.Count | syntax.Every | syntax.Select) for one in nodes_in(node))
