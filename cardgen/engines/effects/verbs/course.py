"""Verbs that use cards, change the course of things, and let something last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen.base.sentences.values import as_number
from cardgen.engines.effects.evaluating import Event, Scope
from cardgen.engines.effects.model import Step
from cardgen.engines.effects.resolving import EndedError, RefusedUseError
from cardgen.engines.effects.uses import EffectUses
from cardgen.engines.effects.verbs.common import Does, Done, who_of
from cardgen.engines.effects.vocabulary import stage_event
from cardgen.engines.effects.world import Card, Group, Zone


def do_use_card(run: EffectUses, step: Step, scope: Scope) -> Done:
    value = run.value(step.argument, scope)
    value = run.as_set(value)[0] if not isinstance(value, str) and run.as_set(value) else value
    by = who_of(run, step, scope, "by")
    targets = run.players(step.keys["targets"], scope) if "targets" in step.keys else ()
    cards = run.things(step.keys["cards"], scope) if "cards" in step.keys else ()
    card = value if isinstance(value, Card) else cards[0] if cards else None
    name = value if isinstance(value, str) else ""
    try:
        run.use_card(by[0], card, name, targets, step.keys.get("free", ()))
    except RefusedUseError:
        return False
    return True


def do_play(run: EffectUses, step: Step, scope: Scope) -> Done:
    who = who_of(run, step, scope)[:1]
    if not who:
        return False
    if step.argument == "this":
        card = scope.names.get("this")
        return run.play_card(who[0], card, run.attribute(card, "name")) if isinstance(card, Card) else False
    for _ in range(run.number(step.keys.get("number"), scope, 1)):
        if not run.answer_with(who[0], step.argument, scope.active):
            return False
    return True


def _can_play(run: EffectUses, step: Step, scope: Scope) -> bool:
    who = who_of(run, step, scope)[:1]
    if not who:
        return False
    if step.argument == "this":
        this = scope.names.get("this")
        return isinstance(this, Card) and run.world.where[this] == run.hand_of(who[0])
    return any(run.counts_as(who[0], card, step.argument) for card in run.world.cards_in(run.hand_of(who[0])))


def do_judge(run: EffectUses, step: Step, scope: Scope) -> Done:
    for player in run.players(step.argument, scope)[:1]:
        good = run.judge(player, step.keys.get("match"), scope)
        if good is not None:
            run.run(step.then if good else step.otherwise, scope)
            return True
    return False


def do_compete(run: EffectUses, step: Step, scope: Scope) -> Done:
    pair = [run.players(phrase, scope)[:1] for phrase in step.argument]
    hands = [run.world.cards_in(run.hand_of(one[0])) if one else () for one in pair]
    if not all(hands):
        return False
    chosen = [run.pick(one[0], hand, about=scope.active, secret=True)[0] for one, hand in zip(pair, hands, strict=True)]
    numbers = [as_number(run.attribute(card, "number") or 0) for card in chosen]
    run.reveal(None, chosen)
    run.happen("compete", lambda _: None, from_=pair[0][0], to=pair[1][0], cards=tuple(chosen))
    for card in chosen:
        run.move_card("discard", card, run.discards_of(card))
    outcome = "tied" if numbers[0] == numbers[1] else "won" if numbers[0] > numbers[1] else "lost"
    run.run(step.keys.get(outcome, ()), scope)
    return True


def _can_compete(run: EffectUses, step: Step, scope: Scope) -> bool:
    pair = [run.players(phrase, scope)[:1] for phrase in step.argument]
    return all(one and run.world.cards_in(run.hand_of(one[0])) for one in pair)


def _event_called(run: EffectUses, name: str, scope: Scope) -> Event | None:
    if name == "event":
        return scope.event
    return next((event for event in reversed(run.events) if event.name in (name, stage_event(name))), None)


def do_cancel(run: EffectUses, step: Step, scope: Scope) -> Done:
    event = _event_called(run, step.argument, scope)
    if event is None:
        return False
    event.cancelled = True
    return True


def do_prevent(run: EffectUses, step: Step, scope: Scope) -> Done:
    event = scope.event
    if event is None or "amount" not in event.values:
        return False
    event.values["amount"] = max(0, event.values["amount"] - run.number(step.argument, scope))
    event.cancelled = event.cancelled or event.values["amount"] == 0
    return True


def do_end(run: EffectUses, step: Step, scope: Scope) -> Done:
    event = _event_called(run, step.argument, scope)
    if event is None:
        return False
    raise EndedError(event)


def do_skip(run: EffectUses, step: Step, scope: Scope) -> Done:
    who = who_of(run, step, scope)
    noted = tuple((step.argument, player.seat) for player in who)
    if step.verb == "skip":
        run.world.skips += noted
    else:
        run.world.extra += noted
    return who


do_extra = do_skip


def do_control(run: EffectUses, step: Step, scope: Scope) -> Done:
    by = who_of(run, step, scope, "by")
    things = run.players(step.argument, scope)
    for player in things if by else ():
        run.world.begin(
            kind="control", owner=by[0].seat, source=by[0], bearer=player, until=step.keys.get("until"), names={}
        )
    return things


def _group(run: EffectUses, name: str, scope: Scope) -> Group | None:
    value = scope.names["group"] if name == "group" and "group" in scope.names else run.free_name(name, scope)
    return value if isinstance(value, Group) and value in run.world.groups else None


def do_join(run: EffectUses, step: Step, scope: Scope) -> Done:
    group, deed = _group(run, step.argument, scope), run.join if step.verb == "join" else run.leave
    return () if group is None else tuple(player for player in who_of(run, step, scope) if deed(player, group))


do_leave = do_join


def do_dissolve(run: EffectUses, step: Step, scope: Scope) -> Done:
    group = _group(run, step.argument, scope)
    return group is not None and run.dissolve(group)


def _lasting(run: EffectUses, step: Step, scope: Scope, things: Sequence[Any], **parts: Any) -> Done:
    active, kind = scope.active, step.verb
    for thing in things:
        owner = run.owner_of(thing) if kind == "grant" else active.owner if active is not None else 0
        run.world.begin(
            kind=kind,
            owner=owner if owner is not None else 0,
            source=active.this if active is not None else thing,
            bearer=thing,
            until=step.keys.get("until"),
            names={} if kind == "grant" else _captured(scope),
            **parts,
        )
    return tuple(things)


def _captured(scope: Scope) -> dict[str, Any]:
    """Return the chosen names that an attached effect may use later."""
    own = ("me", "this", "here", "bearer", "event", "group")
    return {name: value for name, value in scope.names.items() if name not in own and not isinstance(value, Event)}


def do_attach(run: EffectUses, step: Step, scope: Scope) -> Done:
    bearers: Any = run.value(step.keys["to"], scope) if "to" in step.keys else who_of(run, step, scope)
    bearers = (bearers,) if isinstance(bearers, Zone) else run.as_set(bearers)
    return _lasting(run, step, scope, bearers, effect=step.argument)


do_grant = do_attach


def do_silence(run: EffectUses, step: Step, scope: Scope) -> Done:
    return _lasting(run, step, scope, run.things(step.argument, scope))


def do_copy(run: EffectUses, step: Step, scope: Scope) -> Done:
    copied = [card for card in run.things(step.argument, scope) if isinstance(card, Card)][:1]
    onto = run.things(step.keys["onto"], scope) if "onto" in step.keys else (scope.names.get("this"),)
    if not copied:
        return ()
    return _lasting(run, step, scope, onto, copied=run.text_of(copied[0]).name)


def do_reset(run: EffectUses, step: Step, scope: Scope) -> Done:
    return tuple(card for card in run.things(step.argument, scope) if isinstance(card, Card) and run.reset(card))


def do_refresh(run: EffectUses, step: Step, scope: Scope) -> Done:
    who = who_of(run, step, scope)
    for player in who:
        keys = {step.argument, *(one.effect.key for one in run.effects_with(player, step.argument))}
        for counted in [c for c in run.world.counts if c[0] in keys and c[1] == player.seat]:
            del run.world.counts[counted]
    return who


def do_perform(run: EffectUses, step: Step, scope: Scope) -> Done:
    for active in run.active_and_printed(step.argument):
        inner = scope.__class__(active, {**scope.names}, scope.event)
        return run.run(active.effect.do, inner)
    return False


def do_win(run: EffectUses, step: Step, scope: Scope) -> Done:
    run.win(run.players(step.argument, scope))
    return True


def do_by_hand(run: EffectUses, step: Step, scope: Scope) -> Done:
    run.by_hand(step.argument, scope)
    return True


CAN_DO: Mapping[str, Does] = {"play": _can_play, "compete": _can_compete}
