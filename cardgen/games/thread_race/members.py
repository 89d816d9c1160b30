"""Cards, cores and decks as members of requests and states."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import AliasChoices, Field, StringConstraints

from cardgen.engines.serving import Members
from cardgen.games.thread_race.cards import PLAIN, SPEED, Core, DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.deck import destroys_others, has_target_outside
from cardgen.games.thread_race.records import ACT, TRIGGERS, is_record, read_record
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.rules import DECK_SIZE
from cardgen.games.thread_race.vocabulary import element_name, read_effects, write_effects

Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
Id = Annotated[str, StringConstraints(max_length=100)]
Text = Annotated[str, StringConstraints(max_length=1000)]
Records = Annotated[
    list[dict[str, Any]], Field(max_length=9, validation_alias=AliasChoices("effects", "effect"), default_factory=list)
]


class CardMember(Members):
    """A card. `text` is what is printed; a card with a text and without effects is by hand. Logs need the `id`.

    Its `effects` are effects as data, or records such as `{do: draw, n: 1}`.
    """

    name: Name
    kind: str = SPEED
    element: str = "heaven"
    speed: int | None = None
    effects: Records
    cost: int = 0
    trigger: str | None = None
    text: Text = ""
    id: Id = ""


class CoreMember(Members):
    """A core; `uses` null is any number of uses."""

    name: Name = "core"
    lock: int
    uses: int | None = None
    effects: Records
    text: Text = ""
    id: Id = ""


class DeckMember(Members):
    """A deck in its order, top first, and its core."""

    core: CoreMember
    cards: Annotated[list[CardMember], Field(max_length=DECK_SIZE + 10)]


def read_card_member(member: CardMember) -> ThreadRaceCard:
    """Return a card. ThreadRaceError, by the number of the check that it breaks."""
    if member.kind not in (SPEED, PLAIN):
        raise ThreadRaceError("wrong-kind", member.name)
    if member.trigger not in (None, "", *TRIGGERS):
        raise ThreadRaceError("wrong-value", f"trigger {member.trigger!r}")
    element = element_name(member.element)
    if element is None:
        raise ThreadRaceError("wrong-value", f"element {member.element!r}")
    wrong_speed = member.speed is None or not 1 <= member.speed <= 5
    if wrong_speed if member.kind == SPEED else member.speed is not None:
        raise ThreadRaceError("wrong-value", f"speed {member.speed}")
    if not 0 <= member.cost <= 5 or (member.kind == PLAIN and member.cost):
        raise ThreadRaceError("wrong-value", f"cost {member.cost}")
    effects = _effects(member, member.trigger or ACT)
    found = read_effects(effects, member.name)
    if destroys_others(found):
        raise ThreadRaceError("destroys-others", member.name)
    if has_target_outside(found):
        raise ThreadRaceError("target-outside", member.name)
    text = "" if effects else member.text
    trigger = member.trigger or ""
    return ThreadRaceCard(
        member.name, member.kind, element, member.speed, member.cost, effects, trigger, text, id=member.id
    )


def read_core_member(member: CoreMember) -> Core:
    """Return a core. ThreadRaceError, by the number of the check that it breaks."""
    if not 1 <= member.lock <= 5:
        raise ThreadRaceError("wrong-value", f"lock {member.lock}")
    if member.uses is not None and member.uses < 1:
        raise ThreadRaceError("wrong-value", f"uses {member.uses}")
    effects = _effects(member, "core")
    if has_target_outside(read_effects(effects, member.name)):
        raise ThreadRaceError("target-outside", member.name)
    return Core(member.name, member.lock, member.uses, effects, "" if effects else member.text, id=member.id)


def _effects(member: CardMember | CoreMember, when: str) -> str:
    """Return effects as JSON, with records as effects."""
    try:
        data = [read_record(one, when) if is_record(one) else one for one in member.effects]
        text = write_effects(data)
        read_effects(text, member.name)
    except ValueError as error:
        raise ThreadRaceError("wrong-value", f"{member.name}: {error}") from None
    return text


def read_deck(member: DeckMember) -> DeckOrder:
    """Return a deck. ThreadRaceError, by the number of the check that it breaks."""
    return DeckOrder(read_core_member(member.core), tuple(map(read_card_member, member.cards)))


def card_member(card: ThreadRaceCard) -> dict[str, Any]:
    """Return a card as JSON values."""
    data: dict[str, Any] = {"name": card.name, "kind": card.kind, "element": card.element, "speed": card.speed}
    data |= {"effects": json.loads(card.effects or "[]"), "cost": card.cost}
    more = {"trigger": card.trigger, "text": card.by_hand, "id": card.id}
    return data | {name: value for name, value in more.items() if value}


def deck_data(brought: DeckOrder) -> dict[str, Any]:
    """Return a deck as JSON values."""
    core = brought.core
    data = {"name": core.name, "lock": core.lock, "uses": core.uses, "effects": json.loads(core.effects or "[]")}
    more = {"text": core.by_hand, "id": core.id}
    return {
        "core": data | {name: value for name, value in more.items() if value},
        "cards": [card_member(card) for card in brought.cards],
    }


def slot_effect(data: dict[str, Any]) -> str:
    """Return an effect on a slot as JSON: of a record, or as it is. ValueError if it is none."""
    if is_record(data):
        if data["do"] != "slot":
            raise ValueError(f"{data['do']} is no effect on a slot")
        data = read_record(data)["do"][0]["attach"]
    text = write_effects(data)
    read_effects(f"[{text}]", "slot")
    return text
