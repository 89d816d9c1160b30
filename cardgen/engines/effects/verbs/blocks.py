"""The blocks of steps: what is done under a condition, by choice, repeatedly, in turn, later."""

from __future__ import annotations

from cardgen.base.records import replace
from cardgen.engines.effects.evaluating import Scope
from cardgen.engines.effects.model import Effect, Step
from cardgen.engines.effects.uses import EffectUses
from cardgen.engines.effects.verbs.common import ACTOR
from cardgen.engines.effects.world import Player


def do_if(run: EffectUses, step: Step, scope: Scope) -> bool:
    return run.run(step.then if run.holds(step.argument, scope) else step.otherwise, scope)


def do_may(run: EffectUses, step: Step, scope: Scope) -> bool:
    players = run.players(None if step.argument.text == "True" else step.argument, scope)
    for player in players[:1]:
        if run.can_do(step.keys["do"], scope) and run.ask_whether(player, scope.active):
            return run.run((*step.keys["do"], *step.then), scope)
    run.run(step.otherwise, scope)
    return False


def do_ask(run: EffectUses, step: Step, scope: Scope) -> bool:
    for player in run.players(step.argument, scope)[:1]:
        inner = replace(scope, names={**scope.names, ACTOR: player})
        if run.can_do(step.keys["to"], inner) and run.ask_whether(player, scope.active, "ask"):
            done = run.run(step.keys["to"], inner)
            run.run(step.then if done else step.otherwise, scope)
            return done
    run.run(step.otherwise, scope)
    return False


def do_one_of(run: EffectUses, step: Step, scope: Scope) -> bool:
    labels = [label for label, steps in step.argument.items() if run.can_do(steps, scope)]
    players = run.players(step.keys.get("by"), scope)
    if not labels or not players:
        run.run(step.otherwise, scope)
        return False
    (label,) = run.pick(players[0], labels, about=scope.active)
    return run.run(step.argument[label], scope)


def do_each(run: EffectUses, step: Step, scope: Scope) -> bool:
    done = False
    for thing in run.things(step.keys["in"], scope):
        if isinstance(thing, Player) and not run.attribute(thing, "alive"):
            continue
        done |= run.run(step.keys["do"], scope.with_names(**{step.argument: thing}))
    return done


def do_repeat(run: EffectUses, step: Step, scope: Scope) -> bool:
    (kind, phrase), most = step.argument, run.vocabulary.bounds.repeats
    done = False
    for _ in range(min(run.number(phrase, scope), most) if kind == "times" else most):
        if kind == "while" and not run.holds(phrase, scope):
            break
        done |= run.run(step.keys["do"], scope)
    return done


def do_alternate(run: EffectUses, step: Step, scope: Scope) -> bool:
    """Two players do the steps in turn, until one does not: then the rest is done for that one, against the rival."""
    pair = [run.players(phrase, scope)[:1] for phrase in step.argument]
    if not all(pair):
        return False
    (one,), (other,) = pair
    for _ in range(run.vocabulary.bounds.repeats):
        inner = scope.with_names(**{ACTOR: one, "it": one, "rival": other})
        if not run.run(step.keys["to"], inner):
            return run.run(step.otherwise, scope.with_names(it=one, rival=other))
        one, other = other, one
    return True


def do_choose(run: EffectUses, step: Step, scope: Scope) -> bool:
    for choice in step.argument:
        if not run.choose(choice, scope, scope.active):
            run.run(step.otherwise, scope)
            return False
    return run.run((*step.keys.get("do", ()), *step.then), scope)


def do_later(run: EffectUses, step: Step, scope: Scope) -> bool:
    key = "/".join(map(str, step.path))
    effect = Effect(f"later/{key}", "when", timings=(step.argument,), do=step.keys["do"])
    active = scope.active
    assert active is not None
    run.world.begin(
        kind="attach",
        owner=active.owner or 0,
        source=active.this,
        bearer=active.bearer or active.this,
        effect=effect,
        until=step.argument,
        names=dict(scope.names),
    )
    return True


def do_together(run: EffectUses, step: Step, scope: Scope) -> bool:
    return run.together(step.argument, scope)
