"""What effects do, by their parts: effects inside of others, whose cards a set has, plain numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.base.sentences import syntax
from cardgen.engines.effects.model import Effect, Phrase, Step
from cardgen.engines.effects.parts import steps_of


def attached(effects: Sequence[Effect]) -> Iterator[Effect]:
    """Yield the effects that effects attach or grant."""
    for effect in effects:
        for step in steps_of(effect):
            if isinstance(step.argument, Effect):
                yield step.argument
                yield from attached([step.argument])


def chooses_cards(effect: Effect) -> bool:
    """Return True if somebody chooses cards for an effect."""
    inner = (choice for step in steps_of(effect) if step.verb == "choose" for choice in step.argument)
    return any(choice.source is not None for choice in (*effect.choices, *inner))


def is_own(phrase: Phrase, effect: Effect, through: frozenset[str] = frozenset()) -> bool:
    """Return True if a set of cards is sure to have own cards alone: by its condition, or by that of what is chosen.

    `through` are the chosen names by which it was come to.
    """
    node = phrase.node
    if isinstance(node, syntax.Name):
        if node.path[0] in ("this", "here") or node.path[:2] == ("me", "slots"):
            return True
        if node.path[0] in through:
            return False
        sources = {choice.name: choice.source for choice in effect.choices}
        sources |= {c.name: c.source for step in steps_of(effect) if step.verb == "choose" for c in step.argument}
        source = sources.get(node.path[0]) if len(node.path) == 1 else None
        return source is not None and is_own(source, effect, through | {node.path[0]})
    if isinstance(node, syntax.Select):
        return _asks_for_owner(node.where) or (
            isinstance(node.source, syntax.Name) and is_own(Phrase("", node.source), effect, through)
        )
    return False


def _asks_for_owner(node: syntax.Node | None) -> bool:
    if isinstance(node, syntax.AllOf):
        return any(map(_asks_for_owner, node.parts))
    if not isinstance(node, syntax.Compare) or node.sign != "=":
        return False
    sides = {side.path for side in (node.left, node.right) if isinstance(side, syntax.Name)}
    return sides == {("owner",), ("me",)}


def part_size(step: Step) -> int:
    """Return how many cards of a pile a step is about: 0 for the whole pile, 1 if its sentence says no number."""
    node = step.argument.node
    if isinstance(node, syntax.Name):
        return 0
    number = node.values[0] if isinstance(node, syntax.Call) and node.function in ("top", "bottom") else None
    return int(number.value) if isinstance(number, syntax.Value) else 1


def plain_number(phrase: Phrase) -> int:
    """Return the number that a sentence is; 1 for a sentence that is none."""
    return int(phrase.node.value) if isinstance(phrase.node, syntax.Value) else 1
