"""The parts of effects: steps inside of steps, sentences, and the names in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from cardgen.base.records import replace
from cardgen.base.sentences import syntax
from cardgen.base.sentences.syntax import Node
from cardgen.engines.effects.model import Effect, Phrase, Step

#: The kinds of nodes of a sentence without functions, sets and elements.
_PLAIN = {
    syntax.Value,
    syntax.Name,
    syntax.Compare,
    syntax.Not,
    syntax.AllOf,
    syntax.AnyOf,
    syntax.ListOf,
    syntax.Given,
}


def steps_of(effect: Effect) -> Iterator[Step]:
    """Yield all steps of an effect, those of blocks included; not those of effects that it attaches."""
    yield from all_steps((*effect.cost, *effect.do, *effect.otherwise))


def all_steps(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps and those inside of them; not those of effects that they attach."""
    for step in steps:
        yield step
        for inner in parts_of(step):
            yield from all_steps(inner)


def verbs_in(steps: Iterable[Step]) -> frozenset[str]:
    """Return the verbs of steps and of those inside of them."""
    return frozenset(step.verb for step in all_steps(steps))


def effect_steps(effect: Effect) -> Iterator[Step]:
    """Yield all steps of an effect, and those of the effects that it attaches or grants."""
    yield from inner_steps((*effect.cost, *effect.do, *effect.otherwise))
    for grant in effect.grants:
        yield from effect_steps(grant.effect)


def inner_steps(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps, those inside of them, and those of the effects that they attach."""
    for step in all_steps(steps):
        yield step
        if isinstance(step.argument, Effect):
            yield from effect_steps(step.argument)


def parts_of(step: Step) -> list[tuple[Step, ...]]:
    """Return the steps that are inside of a step."""
    values = [step.then, step.otherwise, step.argument, *step.keys.values()]
    if isinstance(step.argument, dict):
        values += step.argument.values()
    return [value for value in values if isinstance(value, tuple) and value and all(isinstance(p, Step) for p in value)]


def phrases_in(part: Any) -> Iterator[Phrase]:
    """Yield the sentences in a part of an effect."""
    if isinstance(part, Phrase):
        yield part
    elif isinstance(part, tuple):
        for inner in part:
            yield from phrases_in(inner)
    elif isinstance(part, Mapping):
        yield from phrases_in(tuple(part.values()))
    elif is_dataclass(part):
        yield from phrases_in(tuple(getattr(part, one.name) for one in fields(part)))


def words_in(node: Node) -> set[str]:
    """Return all words of the names in a part of a sentence."""
    return {word for name in names_in(node) for word in name.path}


def names_in(node: Node) -> Iterator[syntax.Name]:
    """Yield the names in a part of a sentence."""
    return (one for one in nodes_in(node) if isinstance(one, syntax.Name))


def plain_names(node: Node) -> list[tuple[str, ...]] | None:
    """Return the names in a sentence that has no functions, sets or elements; None for any other."""
    nodes = list(nodes_in(node))
    return [one.path for one in nodes if isinstance(one, syntax.Name)] if set(map(type, nodes)) <= _PLAIN else None


def nodes_in(node: Node) -> Iterator[Node]:
    """Yield a part of a sentence, and those inside of it."""
    yield node
    for part in parts_of_node(node):
        yield from nodes_in(part)


def parts_of_node(node: Node) -> Iterator[Node]:
    """Yield the parts of a part of a sentence."""
    for one in fields(node):
        value = getattr(node, one.name)
        yield from (part for part in (value if isinstance(value, tuple) else (value,)) if isinstance(part, Node))


def decide_values(effect: Effect, printed: Mapping[str, str]) -> Effect:
    """Return the effect of a card whose events do not ask any more for what is printed on it: `this.NAME = word`."""

    def where(phrase: Phrase | None) -> Phrase | None:
        node = None if phrase is None else _decided(phrase.node, printed)
        return None if phrase is None or node is True else replace(phrase, node=node or phrase.node)

    return replace(
        effect,
        timings=tuple(replace(timing, where=where(timing.where)) for timing in effect.timings),
        forbids=tuple(replace(event, where=where(event.where)) for event in effect.forbids),
    )


def _decided(node: Node, printed: Mapping[str, str]) -> Node | bool:
    """Return a condition without what is decided by printed values."""
    if isinstance(node, syntax.Compare) and isinstance(node.left, syntax.Name) and node.left.path[0] == "this":
        value, right = printed.get(".".join(node.left.path[1:])), getattr(node.right, "path", None)
        return node if value is None or node.sign not in ("=", "!=") else (right == (value,)) is (node.sign == "=")
    if not isinstance(node, syntax.AllOf | syntax.AnyOf):
        return node
    decides = isinstance(node, syntax.AnyOf)
    parts = [_decided(part, printed) for part in node.parts]
    left = [part for part in parts if not isinstance(part, bool)]
    if decides in parts or not left:
        return decides in parts if decides else decides not in parts
    return left[0] if len(left) == 1 else replace(node, parts=tuple(left))
