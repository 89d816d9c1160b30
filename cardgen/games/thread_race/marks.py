"""What effects do: the kinds of effects that their steps belong to, and who is meant by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.engines.effects.inspecting import plain_number
from cardgen.engines.effects.model import Effect, Step
from cardgen.engines.effects.parts import steps_of
from cardgen.games.thread_race.vocabulary import KINDS

#: Verb -> kind, for the verbs that are always of one kind.
_VERBS = {
    "destroy": "destroy",
    "draw": "draw",
    "copy": "copy",
    "reset": "nullify",
    "silence": "nullify",
    "arrange": "order",
    "shuffle": "order",
    "look": "order",
}
_TURNS = {"down": "cover", "up": "flip", "sideways": "seal"}


def marks_of(effects: Sequence[Effect]) -> tuple[str, ...]:
    """Return the marks of a card with these effects, in the order of the kinds."""
    found = {kind for effect in effects for kind in _kinds_of(effect)}
    return tuple(kind for kind in KINDS if kind in found)


def _kinds_of(effect: Effect) -> Iterator[str]:
    for step in steps_of(effect):
        if (kind := kind_of_step(step)) is not None:
            yield kind
    for change in effect.changes:
        if change.attribute in ("speed", "element"):
            yield change.attribute
    if effect.forbids:
        yield "seal"
    if effect.replaced is not None and effect.replaced.event == "destroy":
        yield "nullify"


def kind_of_step(step: Step) -> str | None:
    """Return the kind of effect that a step belongs to; None for a step that has none, such as a block."""
    match step.verb:
        case "turn":
            return _TURNS.get(step.keys["to"])
        case "set" if step.argument in ("speed", "element"):
            return str(step.argument)
        case "swap" if step.keys.get("value") in ("speed", "element"):
            return str(step.keys["value"])
        case "move":
            text = step.keys["to"].text
            is_order = text.endswith("deck") and "deck" in step.argument.text
            return "order" if is_order else "draw" if "slots" in text else None
        case "attach" | "grant":
            return "slot" if "to" in step.keys else None
    return _VERBS.get(step.verb)


def sign_of(effects: Sequence[Effect]) -> str:
    """Return how a card changes speeds: more, less, fix, or "" if it does not."""
    for effect in effects:
        for step in steps_of(effect):
            if kind_of_step(step) == "speed" and step.verb == "set":
                if step.keys.get("fix"):
                    return "fix"
                added = step.keys.get("add")
                return "" if added is None else "less" if added.text.strip().startswith("-") else "more"
    return ""


def has_trigger(effects: Sequence[Effect], event: str) -> bool:
    """Return True if an effect waits for an event."""
    return any(timing.event == event for effect in effects for timing in effect.timings)


def draws(effects: Sequence[Effect]) -> int:
    """Return how many cards effects draw, 1 for a number that is no plain one; without those of effects on slots."""
    drawing = [step for effect in effects for step in steps_of(effect) if step.verb == "draw"]
    return sum(plain_number(step.argument) for step in drawing)
