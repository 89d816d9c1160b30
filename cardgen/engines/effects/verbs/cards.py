"""Verbs that move, show and order cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.base.sentences.values import as_number
from cardgen.engines.effects.evaluating import Scope, half_up
from cardgen.engines.effects.model import Step
from cardgen.engines.effects.questions import Question
from cardgen.engines.effects.uses import EffectUses
from cardgen.engines.effects.verbs.common import Does, Done, cards_of, is_there, who_of, zone_of
from cardgen.engines.effects.world import Card, Zone


def do_draw(run: EffectUses, step: Step, scope: Scope) -> Done:
    number, drawn = run.number(step.argument, scope), []
    for player in who_of(run, step, scope):
        if not run.attribute(player, "alive"):
            continue
        for _ in range(number):
            source = step.keys.get("from")
            pile = run.zone_of(run.vocabulary.pile, player.seat) if source is None else zone_of(run, source, scope)
            to = run.draw_to(player)
            card = None if pile is None or to is None else run.take_top(pile)
            if card is None or to is None or not run.move_card("draw", card, to, who=player):
                break
            drawn.append(card)
    return tuple(drawn)


def do_discard(run: EffectUses, step: Step, scope: Scope) -> Done:
    return tuple(card for card in cards_of(run, step, scope) if run.move_card("discard", card, run.discards_of(card)))


def do_give(run: EffectUses, step: Step, scope: Scope) -> Done:
    receiver = who_of(run, step, scope, "to")
    cards = cards_of(run, step, scope)
    giver = who_of(run, step, scope)[:1]
    return tuple(
        card
        for card in cards
        for to in receiver[:1]
        if run.move_card("give", card, run.hand_of(to), who=giver[0], by=giver[0])
    )


def do_take(run: EffectUses, step: Step, scope: Scope) -> Done:
    taker = who_of(run, step, scope)[:1]
    if not taker:
        return ()
    cards = cards_of(run, step, scope, by=taker[0])
    to = zone_of(run, step.keys["to"], scope) if "to" in step.keys else run.hand_of(taker[0])
    return (
        ()
        if to is None
        else tuple(card for card in cards if run.move_card("take", card, to, who=taker[0], by=taker[0]))
    )


def do_show(run: EffectUses, step: Step, scope: Scope) -> Done:
    cards = cards_of(run, step, scope)
    if cards:
        run.reveal(None, cards)
        run.happen("show", lambda _: None, cards=cards, who=(who_of(run, step, scope) or (None,))[0])
    return cards


def do_look(run: EffectUses, step: Step, scope: Scope) -> Done:
    cards = tuple(card for card in run.things(step.argument, scope) if isinstance(card, Card))
    for player in who_of(run, step, scope) if cards else ():
        run.reveal(player, cards)
        run.happen("look", lambda _: None, cards=cards, who=player)
    return cards


def do_arrange(run: EffectUses, step: Step, scope: Scope) -> Done:
    cards = tuple(card for card in run.things(step.argument, scope) if isinstance(card, Card))
    who = who_of(run, step, scope)
    if not cards or not who:
        return ()
    zone = run.world.where[cards[0]]
    run.reveal(who[0], cards)
    answer: tuple[Any, ...] = cards
    if len(cards) > 1:
        answer = run.ask(Question("order", run.decider(who[0]), cards, len(cards), len(cards), scope.active))
    bar = answer.index("|") if "|" in answer else len(answer)
    deed = lambda _: run.reorder(zone, cards, answer[:bar], answer[bar + 1 :])  # noqa: E731
    return cards if run.happen("arrange", deed, cards=cards, who=who[0]) else ()


def do_shuffle(run: EffectUses, step: Step, scope: Scope) -> Done:
    cards = tuple(card for card in run.things(step.argument, scope) if isinstance(card, Card))
    if not cards:
        return ()
    zone, who = run.world.where[cards[0]], who_of(run, step, scope)
    done = run.happen("shuffle", lambda _: run.mix(zone, cards), cards=cards, who=(who or (None,))[0])
    return cards if done else ()


def do_move(run: EffectUses, step: Step, scope: Scope) -> Done:
    moved: list[Card] = []
    for card in run.things(step.argument, scope):
        if not isinstance(card, Card):
            continue
        zone = zone_of(run, step.keys["to"], scope, card)
        if zone is None:
            continue
        at: Any = run.value(step.keys.get("at"), scope, "bottom")
        index = None if at == "bottom" else (0 if at == "top" else half_up(as_number(at)) - 1) + len(moved)
        if run.move_card("move", card, zone, index, step.keys.get("face", "")):
            moved.append(card)
    return tuple(moved)


def do_create(run: EffectUses, step: Step, scope: Scope) -> Done:
    number = run.number(step.keys.get("number"), scope, 1)
    who, made = who_of(run, step, scope)[:1], []
    if step.argument not in run.world.kinds or not who:
        return ()
    for _ in range(min(number, run.vocabulary.bounds.repeats)):
        zone = zone_of(run, step.keys["to"], scope) if "to" in step.keys else run.hand_of(who[0])
        if zone is not None:
            card = run.world.add_card(step.argument, zone)
            run.happen("create", lambda _: None, card=card, to=zone, who=who[0])
            made.append(card)
    return tuple(made)


def do_destroy(run: EffectUses, step: Step, scope: Scope) -> Done:
    cards = [card for card in run.things(step.argument, scope) if isinstance(card, Card)]
    by = who_of(run, step, scope, "by")
    return tuple(card for card in cards if run.destroy(card, by[0] if by else None))


def do_swap(run: EffectUses, step: Step, scope: Scope) -> Done:
    one, other = (run.value(phrase, scope) for phrase in step.argument)
    if "value" in step.keys:
        things = [run.as_set(value)[:1] for value in (one, other)]
        if not all(things):
            return False
        (first,), (second,) = things
        name = step.keys["value"]
        values = run.attribute(first, name), run.attribute(second, name)
        changed = [run.set_value(thing, name, value) for thing, value in ((first, values[1]), (second, values[0]))]
        return any(changed)
    if not isinstance(one, Zone) or not isinstance(other, Zone):
        zones = [run.world.where.get(value) if isinstance(value, Card) else value for value in (one, other)]
        one, other = zones
    if not isinstance(one, Zone) or not isinstance(other, Zone):
        return False
    return run.swap_zones(one, other)


CAN_DO: Mapping[str, Does] = dict.fromkeys(("discard", "give", "take", "show", "move", "destroy"), is_there)
