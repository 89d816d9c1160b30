"""The question `turn`: a field as members, its effect stage, and the field after it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.games.thread_race.asking import Answer
from cardgen.games.thread_race.cards import Core, ThreadRaceCard
from cardgen.games.thread_race.effect_stage import Act, run_effect_stage
from cardgen.games.thread_race.effects import EffectError, element_name, read_effect, write_effect
from cardgen.games.thread_race.field import FASTEST, FieldCard, ThreadRaceSeat
from cardgen.games.thread_race.members import CardMember, card_member, read_card_member
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.requests import Choice, ChoiceMember, HandMember, PlayerMember, SlotMember, TurnRequest
from cardgen.games.thread_race.rules import SLOTS, ThreadRaceRules


class _Written:
    """Cards as they were given, so that they come back in the same words."""

    def __init__(self) -> None:
        self._given: dict[int, Mapping[str, Any]] = {}
        self._cards: list[ThreadRaceCard] = []

    def read(self, member: CardMember) -> ThreadRaceCard:
        card = read_card_member(member)
        self._cards.append(card)
        self._given[id(card)] = member.model_dump(exclude_unset=True)
        return card

    def write(self, card: ThreadRaceCard) -> Mapping[str, Any]:
        return self._given.get(id(card)) or card_member(card)


def answer_turn(request: TurnRequest, rules: ThreadRaceRules) -> dict[str, Any]:
    """Return who acts, the stages that are skipped, and the players after the effect stage. RuleError as in games."""
    written = _Written()
    seats = [_read_seat(player, written) for player in request.players]
    answers = [_read_choice(choice) for choice in request.choices]
    resolved = run_effect_stage(seats, request.turn, rules, answers, str(request.seed), forced=True)
    if resolved.question is not None:
        question = resolved.question
        options = f", one of {[list(option) for option in question.options]}" if question.options else ""
        place = f"choices[{len(answers)}], {question.kind} of {question.card} of player {question.player}"
        raise ThreadRaceError("missing-choice", place + options)
    if resolved.used < len(answers):
        raise ThreadRaceError("too-many-choices", len(answers) - resolved.used)
    return {
        "acts": [act_data(act) for act in resolved.acts],
        "skipped": list(resolved.skipped),
        "players": [
            _write_seat(seat, player, written) for seat, player in zip(resolved.seats, request.players, strict=True)
        ],
    }


def act_data(act: Act) -> dict[str, Any]:
    """Return an act as JSON values; `trigger` only if the card did not act by its speed."""
    data: dict[str, Any] = {"player": act.player, "slot": act.slot, "stage": act.stage}
    return data | ({"trigger": act.trigger} if act.trigger else {})


def seat_data(seat: ThreadRaceSeat) -> dict[str, Any]:
    """Return a player's cards as JSON values."""
    return {"core": {"name": seat.core.name, "lock": seat.core.lock, "uses": seat.uses}, **_zones(seat, card_member)}


def _zones(seat: ThreadRaceSeat, write: Any) -> dict[str, Any]:
    data = {
        "slots": [None if now is None else _write_slot(seat, now, write) for now in seat.slots],
        "deck": [write(seat.cards[number]) for number in seat.deck],
        "rebirth": [write(seat.cards[number]) for number in seat.rebirth],
    }
    if any(seat.slot_effects):
        data["slot_effects"] = [[write_effect(effect) for effect in effects] for effects in seat.slot_effects]
    return data


def _write_slot(seat: ThreadRaceSeat, now: FieldCard, write: Any) -> dict[str, Any]:
    printed = seat.cards[now.card]
    data = {"card": write(printed), "face": "up" if now.up else "down"}
    data |= {"sealed": now.sealed, "speed_now": now.shown_speed}
    if now.element != printed.element:
        data["element_now"] = now.element
    if now.text is not printed:
        data["text"] = write(now.text)
    return data | {name: True for name in ("fixed", "nullified") if getattr(now, name)}


def _write_seat(seat: ThreadRaceSeat, member: PlayerMember, written: _Written) -> dict[str, Any]:
    return ({"lock": member.lock} if member.lock is not None else {}) | _zones(seat, written.write)


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
    effects = tuple(tuple(map(_read_slot_effect, records)) for records in member.slot_effects)
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


def _read_slot_effect(record: dict[str, Any]) -> Any:
    try:
        effect = read_effect(record)
    except EffectError as error:
        raise ThreadRaceError("wrong-value", f"slot_effects: {error}") from None
    if effect.do != "slot":
        raise ThreadRaceError("wrong-value", f"slot_effects: {effect.do}")
    return effect


def _read_choice(choice: Choice) -> Answer:
    match choice:
        case bool():
            return choice
        case ChoiceMember(player=player, slot=slot):
            return (player, slot)
        case HandMember(effects=records):
            return tuple(map(read_effect, records))
    return (choice[0], choice[1])
