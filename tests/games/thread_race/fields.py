"""Fields typed as text, for tests: `seats("4 - 3s | D: 5 2", ...)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardgen.games.thread_race.cards import PLAIN, Core, ThreadRaceCard
from cardgen.games.thread_race.effect_stage import Resolved, run_effect_stage
from cardgen.games.thread_race.field import FieldCard, ThreadRaceSeat
from cardgen.games.thread_race.records import is_record, read_record
from cardgen.games.thread_race.rules import ThreadRaceRules
from cardgen.games.thread_race.vocabulary import write_effects
from tests.games.thread_race.rulesets import FULL

IDLE = {"do": "order", "amount": "top-to-bottom", "n": 1}


def card(speed: int | None, *records: dict[str, Any], cost: int = 0, name: str = "", **fields: Any) -> ThreadRaceCard:
    """Return a card with effects, or with records of some; `speed` None is a plain card, with a `trigger` for them."""
    when = fields.get("trigger", "act")
    effects = write_effects([read_record(one, when) if is_record(one) else one for one in records])
    kind = "speed" if speed is not None else PLAIN
    return ThreadRaceCard(name or f"{kind} {speed}", kind, speed=speed, cost=cost, effects=effects, **fields)


def idle(speed: int, cost: int = 0, name: str = "") -> ThreadRaceCard:
    """Return a card whose effect changes nothing on the field and needs no target."""
    return card(speed, IDLE, cost=cost, name=name)


def seat(
    *slots: ThreadRaceCard | tuple[ThreadRaceCard, dict[str, Any]] | None,
    deck: Sequence[ThreadRaceCard] = (),
    lock: int = 0,
) -> ThreadRaceSeat:
    """Return a seat with these cards in the slots; a card may have changes, such as `{"up": False}`."""
    cards: list[ThreadRaceCard] = []
    lying: list[FieldCard | None] = []
    for place in slots:
        if place is None:
            lying.append(None)
            continue
        printed, changes = place if isinstance(place, tuple) else (place, {})
        start: dict[str, Any] = {"speed": printed.speed, "element": printed.element, "text": printed}
        lying.append(FieldCard(len(cards), **{**start, **changes}))
        cards.append(printed)
    lying += [None] * (3 - len(lying))
    numbers = tuple(range(len(cards), len(cards) + len(deck)))
    return ThreadRaceSeat(Core("core", lock), (*cards, *deck), tuple(lying), numbers)


def run(*seats: ThreadRaceSeat, turn: int = 2, rules: ThreadRaceRules = FULL, answers: Sequence[Any] = ()) -> Resolved:
    """Run an effect stage that asks for nothing but these answers."""
    resolved = run_effect_stage(seats, turn, rules, answers)
    assert resolved.question is None, resolved.question
    assert resolved.used == len(answers)
    return resolved


def acted(resolved: Resolved) -> list[tuple[int, int, int]]:
    """Return who acted: player, slot from 1, and stage."""
    return [(act.player, act.slot + 1, act.stage) for act in resolved.acts]


def speeds(resolved: Resolved, player: int = 0) -> list[int | None]:
    """Return the speeds in a player's slots, None for an empty one."""
    return [None if now is None else now.speed for now in resolved.seats[player].slots]
