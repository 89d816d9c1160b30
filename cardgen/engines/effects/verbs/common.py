"""What all verbs need: whom and what their keys name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cardgen.engines.effects.evaluating import Scope
from cardgen.engines.effects.model import Phrase, Step
from cardgen.engines.effects.uses import EffectUses
from cardgen.engines.effects.world import Card, Player, Zone

#: The name of whoever does the steps of a block, if it is not the owner of the effect.
ACTOR = "actor"

Done = Any
Does = Callable[[EffectUses, Step, Scope], Done]


def named_functions(verbs: Iterable[str], *modules: Any) -> dict[str, Does]:
    """Return the functions `do_VERB` of some modules by their verbs."""
    found = {verb: f"do_{verb.replace('-', '_')}" for verb in verbs}
    return {verb: next(vars(m)[name] for m in modules if name in vars(m)) for verb, name in found.items()}


def who_of(run: EffectUses, step: Step, scope: Scope, key: str = "who") -> tuple[Player, ...]:
    """Return the players that a key names: by default whoever does the step."""
    phrase = step.keys.get(key)
    if phrase is None:
        actor = scope.names.get(ACTOR, scope.names.get("me"))
        return (actor,) if isinstance(actor, Player) else ()
    return run.players(phrase, scope)


def zone_of(run: EffectUses, phrase: Phrase, scope: Scope, card: Card | None = None) -> Zone | None:
    """Return a place: a zone, the hand of a player, or the slot where a card lies."""
    value = run.value(phrase, scope)
    if isinstance(value, tuple) and len(value) == 1:
        (value,) = value
    if isinstance(value, tuple) and card is not None:  # the first of several that has room
        value = next((zone for zone in value if isinstance(zone, Zone) and not run.is_full(zone, card)), None)
    if isinstance(value, Player):
        return run.hand_of(value)
    if isinstance(value, Card):
        return run.world.where[value]
    return value if isinstance(value, Zone) else None


def cards_of(run: EffectUses, step: Step, scope: Scope, by: Player | None = None) -> tuple[Card, ...]:
    """Return the cards that a verb is about: named ones, or so many as are chosen from `from`."""
    value = run.value(step.argument, scope)
    if isinstance(value, bool) or not isinstance(value, int):
        return tuple(card for card in run.as_set(value) if isinstance(card, Card))
    who = who_of(run, step, scope)
    if not who:
        return ()
    options = _options_of(run, step, scope, who[0])
    chooser = by or (run.players(step.keys["by"], scope)[0] if "by" in step.keys else who[0])
    return run.pick(chooser, options, value, value, scope.active)


def is_there(run: EffectUses, step: Step, scope: Scope) -> bool:
    """Return True if there are as many cards as a verb needs."""
    value = run.value(step.argument, scope)
    if isinstance(value, bool) or not isinstance(value, int):
        return bool(run.as_set(value))
    who = who_of(run, step, scope)
    return bool(who) and len(_options_of(run, step, scope, who[0])) >= value


def _options_of(run: EffectUses, step: Step, scope: Scope, who: Player) -> tuple[Any, ...]:
    """Return what a verb that names a number chooses from: the things of `from`, or the hand."""
    source = step.keys.get("from")
    options = run.world.cards_in(run.hand_of(who)) if source is None else run.things(source, scope)
    return run.without_used(options, scope)
