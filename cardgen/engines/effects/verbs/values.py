"""Verbs that change values: HP, attributes, marks, faces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.base.sentences.values import as_number
from cardgen.engines.effects.evaluating import Event, Scope, tidy
from cardgen.engines.effects.model import Step
from cardgen.engines.effects.uses import EffectUses
from cardgen.engines.effects.verbs.common import Does, Done, who_of
from cardgen.engines.effects.world import Group, Zone


def do_damage(run: EffectUses, step: Step, scope: Scope) -> Done:
    amount, hurt = run.number(step.argument, scope), []
    source = who_of(run, step, scope, "from") if "from" in step.keys else run.players(None, scope)
    element = run.value(step.keys.get("element"), scope)
    card = scope.names.get("card")
    targets = run.players(step.keys["to"], scope) if "to" in step.keys else who_of(run, step, scope)
    for target in targets:
        if amount > 0 and run.attribute(target, "alive"):
            who = source[0] if source else None
            if run.happen("damage", amount=amount, to=target, from_=who, element=element or "none", card=card):
                hurt.append(target)
    return tuple(hurt)


def do_recover(run: EffectUses, step: Step, scope: Scope) -> Done:
    amount = run.number(step.argument, scope)
    return tuple(player for player in who_of(run, step, scope) if amount > 0 and run.recover(player, amount))


def do_lose(run: EffectUses, step: Step, scope: Scope) -> Done:
    amount = run.number(step.argument, scope)
    return tuple(
        player
        for player in who_of(run, step, scope)
        if amount > 0 and run.attribute(player, "alive") and run.happen("lose", amount=amount, who=player)
    )


def do_set(run: EffectUses, step: Step, scope: Scope) -> Done:
    name, keys = step.argument, step.keys
    of = run.value(keys["of"], scope)
    words = scope.__class__(scope.active, scope.names, scope.event, scope.element, run.domain(name))
    if isinstance(of, Event):
        return _set_of_event(run, of, name, step, words)
    done = False
    for thing in run.as_set(of) if not isinstance(of, Group | Zone) else (of,):
        members = run.players(keys["who"], scope) if "who" in keys else (None,)
        for member in members:
            key = name if member is None else f"{name}/{member.seat}"
            if keys.get("fix"):
                run.world.store(thing, f"fixed {name}", True)
                done = True
                continue
            old = run.world.stored_value(thing, key, 0) if member is not None else run.plain_value(thing, name)
            done |= run.set_value(thing, key, _new_value(run, step, words, old))
    return done


def _new_value(run: EffectUses, step: Step, scope: Scope, old: Any) -> Any:
    keys = step.keys
    new = old
    if "to" in keys:
        new = run.value(keys["to"], scope)
    if "add" in keys:
        added = run.value(keys["add"], scope)
        new = tidy(as_number(old or 0) + as_number(added)) if added is not None else old
    if "least" in keys:
        new = max(new or 0, run.value(keys["least"], scope))
    return new


def _set_of_event(run: EffectUses, event: Event, name: str, step: Step, scope: Scope) -> Done:
    event.values[name] = _new_value(run, step, scope, event.values.get(name))
    if event.name == "judge" and name == "card":
        run.judge_by(event.values[name])
    return True


def do_turn(run: EffectUses, step: Step, scope: Scope) -> Done:
    return tuple(thing for thing in run.things(step.argument, scope) if run.turn(thing, step.keys["to"]))


def do_mark(run: EffectUses, step: Step, scope: Scope) -> Done:
    things = run.things(step.keys["of"], scope) if "of" in step.keys else who_of(run, step, scope)
    for thing in things:
        old = run.world.stored_value(thing, step.argument, 0)
        if "to" in step.keys:
            new = run.value(step.keys["to"], scope)
        else:
            new = old + run.number(step.keys.get("add"), scope, 1)
        run.happen(
            "mark",
            lambda event: run.world.store(event.values["of"], step.argument, max(0, event.values["amount"])),
            mark=step.argument,
            of=thing,
            amount=new,
        )
    return things


def do_note(run: EffectUses, step: Step, scope: Scope) -> Done:
    this: Any = scope.names.get("this") or scope.names.get("me")
    run.world.store(this, step.argument, run.value(step.keys["is"], scope))
    return True


def _can_pay(run: EffectUses, step: Step, scope: Scope) -> bool:
    amount, name = run.number(step.argument, scope), step.keys["of"]
    who = who_of(run, step, scope)
    return bool(who) and all(as_number(run.attribute(player, name) or 0) >= amount for player in who)


def do_pay(run: EffectUses, step: Step, scope: Scope) -> Done:
    if not _can_pay(run, step, scope):
        return False
    amount, name = run.number(step.argument, scope), step.keys["of"]
    for player in who_of(run, step, scope):
        run.set_value(player, name, run.plain_value(player, name) - amount)
        run.happen("pay", lambda _: None, amount=amount, who=player)
    return True


CAN_DO: Mapping[str, Does] = {"pay": _can_pay}
