"""The effect stage agrees with its twin on random fields, decks, texts and rulesets."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cardgen.games.thread_race.asking import Answer
from cardgen.games.thread_race.cards import Core, ThreadRaceCard
from cardgen.games.thread_race.effect_stage import Resolved, run_effect_stage
from cardgen.games.thread_race.effects import ELEMENTS, Effect, read_effect
from cardgen.games.thread_race.field import FieldCard, ThreadRaceSeat
from cardgen.games.thread_race.rules import ThreadRaceRules
from tests.games.thread_race.rulesets import BRIEF, FULL, changed
from tests.games.thread_race.starter import starter_cards
from tests.games.thread_race.twin import Twin

_TRIGGERS = ("on-flip", "on-enter", "on-destroyed", "while-sealed")
_CHANGING = ("destroy", "cover", "flip", "seal", "copy", "nullify", "speed", "speed", "speed", "element")


def random_effect(chance: random.Random, when: str) -> Effect:
    """Return any effect, about one in three without a target."""
    if chance.random() < 0.35:
        plain: list[dict[str, Any]] = [
            {"do": "draw", "n": chance.randint(1, 2)},
            {"do": "order", "amount": chance.choice(("shuffle-top", "top-to-bottom", "shuffle-bottom")), "n": 2},
            {
                "do": "slot",
                "gives": "speed",
                "amount": chance.choice((1, -1)),
                "lasts": chance.choice(("enters", "always")),
            },
            {"do": "slot", "owner": "any", "gives": chance.choice(("draw", "order")), "amount": None, "n": 1},
            {"do": "speed", "amount": chance.choice((-2, -1, 1, "fix"))},
        ]
        record = chance.choice(plain)
        if record.get("gives") == "order":
            record["amount"] = "top-to-bottom"
        return read_effect(record, when)
    do = chance.choice(_CHANGING)
    record = {"do": do, "owner": "self" if do == "destroy" else chance.choice(("self", "opponent", "any"))}
    if do == "speed":
        record["amount"] = chance.choice((-2, -1, -1, 1, 1, "fix"))
    if do == "element":
        record["amount"] = chance.choice(list(ELEMENTS))
    if chance.random() < 0.2:
        record["self_ok"] = False
    if chance.random() < 0.15:
        record["speed"] = [1, 3]
    if chance.random() < 0.1:
        record["element"] = "fire"
    if chance.random() < 0.15:
        record["n"] = 2
    return read_effect(record, when)


def random_card(chance: random.Random) -> ThreadRaceCard:
    """Return a card of the starter set or any other one."""
    if chance.random() < 0.3:
        return chance.choice(starter_cards())
    element = chance.choice(list(ELEMENTS))
    if chance.random() < 0.2:
        trigger = chance.choice(_TRIGGERS)
        return ThreadRaceCard("plain", "plain", element, effects=(random_effect(chance, trigger),), trigger=trigger)
    effects = tuple(random_effect(chance, "act") for _ in range(chance.randint(0, 2)))
    return ThreadRaceCard("speed", "speed", element, chance.randint(1, 5), chance.randint(0, 2), effects)


def random_seat(chance: random.Random) -> ThreadRaceSeat:
    """Return a seat in which anything may have happened before."""
    cards = tuple(random_card(chance) for _ in range(10))
    slots: list[FieldCard | None] = []
    for number in range(3):
        if chance.random() < 0.15:
            slots.append(None)
            continue
        printed = cards[number]
        speed = None if printed.speed is None else chance.randint(1, 5)
        text = chance.choice(cards) if chance.random() < 0.1 else printed
        up = chance.random() < 0.8
        sealed = up and chance.random() < 0.15
        marks = (chance.random() < 0.1, chance.random() < 0.1)
        slots.append(FieldCard(number, speed, printed.element, text, up, sealed, *marks))
    return ThreadRaceSeat(
        Core("core", chance.randint(1, 5)), cards, tuple(slots), tuple(range(3, chance.randint(3, 10)))
    )


def random_rules(chance: random.Random) -> ThreadRaceRules:
    """Return one of the two rulesets, or any other one."""
    if chance.random() < 0.5:
        return chance.choice((FULL, BRIEF))
    return changed(
        clash=chance.random() < 0.5,
        lock=chance.choice((None, {"turns": 1, "shared": "cancels"}, {"turns": 2, "shared": "acts"})),
        plain=chance.choice(("any-stage", "first")),
        again=chance.choice(("lowered", "any-drop")),
        effects=chance.choice(("compulsory", "optional")),
        needs=chance.choice(("first", "every")),
        without_effect=chance.choice(("acts", "rests")),
        above_five=chance.choice(("set", "counted")),
        below_one=chance.choice(("at-once", "stage-end")),
        nullify_unseals=chance.random() < 0.5,
        draw_face=chance.choice(("up", "down")),
        draw_full=chance.choice(("nothing", "rebirth")),
        first=chance.choice(("seats", "rotates")),
    )


def answered(
    seats: list[ThreadRaceSeat], turn: int, rules: ThreadRaceRules, chance: random.Random
) -> tuple[Resolved, list[Answer]]:
    """Run an effect stage with random answers."""
    answers: list[Answer] = []
    while (resolved := run_effect_stage(seats, turn, rules, answers, "s")).question is not None:
        question = resolved.question
        answers.append(chance.choice(question.options) if question.options else chance.random() < 0.7)
    return resolved, answers


def summary(seat: ThreadRaceSeat) -> tuple[object, ...]:
    slots = [
        now and (now.card, now.speed, now.element, now.text, now.up, now.sealed, now.fixed, now.nullified)
        for now in seat.slots
    ]
    return (slots, list(seat.deck), list(seat.rebirth), [list(effects) for effects in seat.slot_effects])


def twin_summary(twin: Twin, player: int) -> tuple[object, ...]:
    members = ("number", "speed", "element", "text", "up", "sealed", "fixed", "nullified")
    slots = [card and tuple(card[member] for member in members) for card in twin.fields[player]]
    return (slots, twin.decks[player], twin.rebirths[player], twin.on_slots[player])


def compare(seed: int) -> int:
    """Compare one random stage, and return the number of acts."""
    chance = random.Random(seed)
    seats = [random_seat(chance) for _ in range(chance.choice((1, 2, 2, 2, 3, 4)))]
    rules, turn = random_rules(chance), chance.randint(1, 3)
    resolved, answers = answered(seats, turn, rules, chance)
    left = iter(answers)

    def choose(_player: int, options: list[tuple[int, int]]) -> tuple[int, int]:
        answer = next(left)
        assert answer in options
        return answer

    twin = Twin(seats, turn, rules, "s", choose, lambda: bool(next(left)))
    twin.run()
    assert next(left, None) is None
    assert [(act.player, act.slot, act.stage, act.trigger) for act in resolved.acts] == twin.acts
    assert list(resolved.skipped) == twin.skipped
    for player, seat in enumerate(resolved.seats):
        assert summary(seat) == twin_summary(twin, player)
    return len(twin.acts)


def test_random_stages_are_as_the_twin_says() -> None:
    assert sum(compare(seed) for seed in range(400)) > 1000


@pytest.mark.soak
def test_many_random_stages_are_as_the_twin_says() -> None:
    assert sum(compare(seed) for seed in range(400, 40_000)) > 100_000
