"""The question `turn`: a field as members, its effect stage, and the field after it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cardgen.engines.effects.world import Card, Zone
from cardgen.games.thread_race import effect_stage
from cardgen.games.thread_race.cards import Core, ThreadRaceCard
from cardgen.games.thread_race.effect_stage import card_about, run_effect_stage
from cardgen.games.thread_race.field import FieldCard, ThreadRaceSeat
from cardgen.games.thread_race.lying import FASTEST
from cardgen.games.thread_race.members import CardMember, card_member, read_card_member, slot_effect
from cardgen.games.thread_race.records import is_record, read_hand
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.requests import Choice, ChoiceMember, HandMember, PlayerMember, SlotMember, TurnRequest
from cardgen.games.thread_race.resolution import Act
from cardgen.games.thread_race.rules import SLOTS, ThreadRaceRules
from cardgen.games.thread_race.vocabulary import element_name, read_steps, write_effects


class _Written:
    """Cards and effects on slots as they were given, so that they come back in the same words."""

    def __init__(self) -> None:
        self._given: dict[ThreadRaceCard, Mapping[str, Any]] = {}
        self._records: dict[str, Any] = {}

    def read(self, member: CardMember) -> ThreadRaceCard:
        card = read_card_member(member)
        self._given.setdefault(card, member.model_dump(exclude_unset=True))
        for record in member.effects:
            if record.get("do") == "slot":
                self._records[slot_effect(record)] = record
        return card

    def write(self, card: ThreadRaceCard) -> Mapping[str, Any]:
        return self._given.get(card) or card_member(card)

    def read_slot(self, data: dict[str, Any]) -> str:
        try:
            text = slot_effect(data)
        except ValueError as error:
            raise ThreadRaceError("wrong-value", f"slot_effects: {error}") from None
        self._records[text] = data
        return text

    def write_slot(self, text: str) -> Any:
        return self._records.get(text) or json.loads(text)


def answer_turn(request: TurnRequest, rules: ThreadRaceRules) -> dict[str, Any]:
    """Return who acts, the stages that are skipped, and the players after the effect stage. RuleError as in games."""
    written = _Written()
    seats = [_read_seat(player, written) for player in request.players]
    choices = [_read_choice(choice) for choice in request.choices]
    resolved = run_effect_stage(seats, request.turn, rules, choices, request.seed, forced=True)
    if resolved.question is not None:
        raise ThreadRaceError("missing-choice", _missing(resolved, len(choices)))
    if resolved.used < len(choices):
        raise ThreadRaceError("too-many-choices", len(choices) - resolved.used)
    return {
        "acts": [act_data(act) for act in resolved.acts],
        "skipped": list(resolved.skipped),
        "players": [
            _write_seat(seat, player, written) for seat, player in zip(resolved.seats, request.players, strict=True)
        ],
    }


def _missing(resolved: effect_stage.Resolved, number: int) -> str:
    """Return which choice is missing."""
    question, world = resolved.question, resolved.world
    assert question is not None
    card = card_about(question)
    name = "" if card is None else resolved.setup.card(world, card).name
    options = [_option_data(resolved, option) for option in question.options]
    one_of = f", one of {options}" if options else ""
    return f"choices[{number}], {question.kind} of {name} of player {question.seat}{one_of}"


def _option_data(resolved: effect_stage.Resolved, option: Any) -> Any:
    place = resolved.world.where[option] if isinstance(option, Card) else option
    if isinstance(place, Zone) and isinstance(place.index, int):
        return [place.owner, place.index - 1]
    return option if isinstance(option, str | int) else str(option)


def act_data(act: Act) -> dict[str, Any]:
    """Return an act as JSON values; `trigger` only if the card did not act by its speed."""
    data: dict[str, Any] = {"player": act.player, "slot": act.slot, "stage": act.stage}
    return data | ({"trigger": act.trigger} if act.trigger else {})


def seat_data(seat: ThreadRaceSeat) -> dict[str, Any]:
    """Return a player's cards as JSON values."""
    return {"core": {"name": seat.core.name, "lock": seat.core.lock, "uses": seat.uses}, **_zones(seat, card_member)}


def _zones(seat: ThreadRaceSeat, write: Any, write_slot: Any = json.loads) -> dict[str, Any]:
    data = {
        "slots": [None if now is None else _write_slot(seat, now, write) for now in seat.slots],
        "deck": [write(seat.cards[number]) for number in seat.deck],
        "rebirth": [write(seat.cards[number]) for number in seat.rebirth],
    }
    if any(seat.slot_effects):
        data["slot_effects"] = [list(map(write_slot, effects)) for effects in seat.slot_effects]
    return data


def _write_slot(seat: ThreadRaceSeat, now: FieldCard, write: Any) -> dict[str, Any]:
    printed = seat.cards[now.card]
    data = {"card": write(printed), "face": "up" if now.up else "down"}
    data |= {"sealed": now.sealed, "speed_now": now.shown_speed}
    if now.element != printed.element:
        data["element_now"] = now.element
    if now.text != printed:
        data["text"] = write(now.text)
    return data | {name: True for name in ("fixed", "nullified") if getattr(now, name)}


def _write_seat(seat: ThreadRaceSeat, member: PlayerMember, written: _Written) -> dict[str, Any]:
    return ({"lock": member.lock} if member.lock is not None else {}) | _zones(seat, written.write, written.write_slot)


def _read_seat(member: PlayerMember, written: _Written) -> ThreadRaceSeat:
    if member.lock is not None and not 1 <= member.lock <= 5:
        raise ThreadRaceError("wrong-value", f"lock {member.lock}")
    cards: list[ThreadRaceCard] = []
    slots: list[FieldCard | None] = []
    for place in [*member.slots, *[None] * (SLOTS - len(member.slots))]:
        if place is None:
            slots.append(None)
            continue
        cards.append(written.read(place.card))
        slots.append(_read_slot(place, cards[-1], len(cards) - 1, written))
    zones = []
    for zone in (member.deck, member.rebirth):
        zones.append(tuple(range(len(cards), len(cards) + len(zone))))
        cards += [written.read(card) for card in zone]
    effects = tuple(tuple(map(written.read_slot, records)) for records in member.slot_effects)
    effects += ((),) * (SLOTS - len(effects))
    deck, rebirth = zones
    return ThreadRaceSeat(Core("core", member.lock or 0), tuple(cards), tuple(slots), deck, rebirth, effects)


def _read_slot(place: SlotMember, card: ThreadRaceCard, number: int, written: _Written) -> FieldCard:
    speed = card.speed if place.speed_now is None else place.speed_now
    if speed is not None and (card.speed is None or not 1 <= speed <= FASTEST):
        raise ThreadRaceError("wrong-value", f"speed_now {speed}")
    element = card.element if place.element_now is None else element_name(place.element_now)
    if element is None:
        raise ThreadRaceError("wrong-value", f"element_now {place.element_now!r}")
    text = card if place.text is None else written.read(place.text)
    return FieldCard(number, speed, element, text, place.face == "up", place.sealed, place.fixed, place.nullified)


def _read_choice(choice: Choice) -> effect_stage.Choice:
    match choice:
        case bool() | str():
            return choice
        case ChoiceMember(player=player, slot=slot):
            return (player, slot)
        case HandMember(effects=steps):
            return tuple(map(read_by_hand, steps))
    return (choice[0], choice[1])


def read_by_hand(data: Any) -> str:
    """Return what a text by hand does, a record or a step, as steps in JSON. ThreadRaceError if it is none."""
    try:
        text = write_effects(read_hand(data) if is_record(data) else [data])
        read_steps(text)
    except ValueError as error:
        raise ThreadRaceError("wrong-value", str(error)) from None
    return text
