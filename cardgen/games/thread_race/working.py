"""A copy of the field that changes while effects run: cards enter, leave, turn, and change their speed.

What happens on the way is noted: cards that show the speed of the current stage join its `queue`, texts whose trigger
holds wait in `triggered`, and `steps` tells it all in order.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from cardgen import dataclass, replace
from cardgen.games.thread_race.effects import ACT, Effect
from cardgen.games.thread_race.field import FASTEST, FieldCard, ThreadRaceSeat, new_field_card
from cardgen.games.thread_race.rules import ThreadRaceRules


@dataclass(frozen=True, slots=True)
class WorkStep:
    """Something that happened: in which stage (0 outside of stages), what, and to whom.

    `what` is `stage`, `clash`, `lock`, `act`, `enter`, `destroy`, `speed`, `fix`, `element`, `cover`, `flip`, `seal`,
    `copy`, `nullify`, `slot` or `order`. `detail` is the new speed or element, the copied card, or the change.
    """

    stage: int
    what: str
    player: int | None = None
    slot: int | None = None
    card: str = ""
    detail: str = ""


class Lying:
    """A card on the field, which changes. Off the field it keeps the slot in which it lay."""

    __slots__ = ("now", "on_field", "player", "slot")

    def __init__(self, player: int, slot: int, now: FieldCard) -> None:
        self.player = player
        self.slot = slot
        self.now = now
        self.on_field = True

    def change(self, **changes: Any) -> None:
        """Change members of the card."""
        self.now = replace(self.now, **changes)


class Working:
    """The field of all players while effects run."""

    def __init__(self, seats: Sequence[ThreadRaceSeat], rules: ThreadRaceRules, seed: str) -> None:
        self.rules = rules
        self.seats = list(seats)
        self.slots = [
            [None if now is None else Lying(player, slot, now) for slot, now in enumerate(seat.slots)]
            for player, seat in enumerate(seats)
        ]
        self.deck = [list(seat.deck) for seat in seats]
        self.rebirth = [list(seat.rebirth) for seat in seats]
        self.slot_effects = [[list(effects) for effects in seat.slot_effects] for seat in seats]
        self.stage = 0
        self.queue: list[Lying] = []
        self.triggered: list[tuple[Lying, str]] = []
        self.steps: list[WorkStep] = []
        self._seed = seed
        self._shuffles = [0] * len(self.seats)

    def freeze(self) -> tuple[ThreadRaceSeat, ...]:
        """Return the field as it is now."""
        return tuple(
            replace(
                seat,
                slots=tuple(None if lying is None else lying.now for lying in self.slots[player]),
                deck=tuple(self.deck[player]),
                rebirth=tuple(self.rebirth[player]),
                slot_effects=tuple(map(tuple, self.slot_effects[player])),
            )
            for player, seat in enumerate(self.seats)
        )

    def lying(self) -> list[Lying]:
        """Return all cards on the field, by player and slot."""
        return [lying for slots in self.slots for lying in slots if lying is not None]

    def cards(self) -> list[list[FieldCard | None]]:
        """Return the cards in the slots of each player."""
        return [[None if lying is None else lying.now for lying in slots] for slots in self.slots]

    def find(self, player: int, slot: int, card: int) -> Lying:
        """Return a card that lies in a slot, or has been destroyed there."""
        there = self.slots[player][slot]
        if there is not None and there.now.card == card:
            return there
        gone = Lying(player, slot, new_field_card(self.seats[player].cards, card))
        gone.on_field = False
        return gone

    def note(self, what: str, lying: Lying | None = None, detail: str = "") -> None:
        """Add a step."""
        if lying is None:
            self.steps.append(WorkStep(self.stage, what, detail=detail))
        else:
            self.steps.append(WorkStep(self.stage, what, lying.player, lying.slot, self.name(lying), detail))

    def name(self, lying: Lying) -> str:
        """Return the name of a card."""
        return self.seats[lying.player].cards[lying.now.card].name

    # ------------------------------------------------------------ entering and leaving

    def enter(self, player: int, slot: int, card: int, up: bool) -> None:
        """Put a card into a slot; one that lies there is destroyed. Effects on the slot follow."""
        there = self.slots[player][slot]
        if there is not None:
            self.destroy(there)
        lying = Lying(player, slot, new_field_card(self.seats[player].cards, card, up))
        self.slots[player][slot] = lying
        self.note("enter", lying)
        self.requeue(lying)
        if up:
            self.trigger(lying, "on-enter")
            for effect in tuple(self.slot_effects[player][slot]):
                self.give(lying, effect)

    def destroy(self, lying: Lying) -> None:
        """Move a card to its owner's rebirth zone."""
        if not lying.on_field:
            return
        self.note("destroy", lying)
        self.trigger(lying, "on-destroyed")
        self.slots[lying.player][lying.slot] = None
        self.rebirth[lying.player].append(lying.now.card)
        lying.on_field = False
        self.requeue(lying)

    def draw(self, player: int, count: int) -> None:
        """Put cards from the top of the deck into the lowest empty slots."""
        for _ in range(count):
            empty = [slot for slot, there in enumerate(self.slots[player]) if there is None]
            if not self.deck[player]:
                return
            if empty:
                self.enter(player, empty[0], self.deck[player].pop(0), self.rules.draw_face == "up")
            elif self.rules.draw_full == "rebirth":
                self.rebirth[player].append(self.deck[player].pop(0))

    def reorder(self, player: int, change: str, count: int) -> None:
        """Shuffle or move the top or the bottom cards of a deck. Never all: a deck with so few cards stays as it is."""
        deck = self.deck[player]
        if count >= len(deck):
            return
        self.steps.append(WorkStep(self.stage, "order", player, detail=f"{change} {count}"))
        match change:
            case "top-to-bottom":
                deck[:] = deck[count:] + deck[:count]
            case "bottom-to-top":
                deck[:] = deck[-count:] + deck[:-count]
            case "shuffle-top":
                deck[:count] = self._shuffled(player, deck[:count])
            case _:
                deck[-count:] = self._shuffled(player, deck[-count:])

    def _shuffled(self, player: int, cards: list[int]) -> list[int]:
        """Return cards in a random order, which follows from the seed, the player and the number of the shuffle."""
        chance = random.Random(f"{self._seed}/{player}/{self._shuffles[player]}")
        self._shuffles[player] += 1
        left, shuffled = list(cards), []
        while left:
            shuffled.append(left.pop(int(chance.random() * len(left))))
        return shuffled

    # ------------------------------------------------------------ speed

    def change_speed(self, lying: Lying, change: int, *, own_cost: bool = False) -> None:
        """Change a speed; below 1 the card is destroyed. A fixed speed does not change, nor that of a plain card."""
        now = lying.now
        if now.speed is None or now.fixed or not now.up or not lying.on_field or change == 0:
            return
        speed = now.speed + change
        if self.rules.above_five == "set":
            speed = min(FASTEST, speed)
        shown = min(FASTEST, speed)
        lowered = now.lowered or (not own_cost and shown < min(FASTEST, now.speed))
        lying.change(speed=speed, lowered=lowered)
        self.note("speed", lying, str(shown))
        if shown != now.shown_speed:
            self.requeue(lying)
        if speed < 1 and self.rules.below_one == "at-once":
            self.destroy(lying)

    def requeue(self, lying: Lying) -> None:
        """Add a card that has come to show the speed of the stage to those that are to act, or remove it from them."""
        shows = lying.on_field and lying.now.shown_speed == self.stage != 0
        if shows and lying not in self.queue:
            self.queue.append(lying)
        elif not shows and lying in self.queue:
            self.queue.remove(lying)

    def destroy_slow(self) -> None:
        """Destroy the cards whose speed is below 1."""
        for lying in self.lying():
            if lying.now.up and lying.now.speed is not None and lying.now.speed < 1:
                self.destroy(lying)

    # ------------------------------------------------------------ turning, and texts

    def cover(self, lying: Lying) -> None:
        """Turn a card face down."""
        lying.change(up=False, sealed=False)
        self.requeue(lying)
        self.note("cover", lying)

    def turn_up(self, lying: Lying) -> None:
        """Turn a card face up: everything is as printed again, but for effects on the slot that last."""
        lying.change(up=True, sealed=False)
        self._print(lying, nullified=False)
        self.note("flip", lying)
        self.requeue(lying)
        self.trigger(lying, "on-flip")
        self._give_lasting(lying)

    def nullify(self, lying: Lying) -> None:
        """Make a card as printed again; effects on the slot no longer change it."""
        shown = lying.now.shown_speed
        self._print(lying, nullified=True)
        if self.rules.nullify_unseals:
            lying.change(sealed=False)
        self.note("nullify", lying)
        if lying.now.shown_speed != shown:
            self.requeue(lying)

    def _print(self, lying: Lying, *, nullified: bool) -> None:
        """Restore what is printed. A card that shows less than when it acted has been lowered by this."""
        card = self.seats[lying.player].cards[lying.now.card]
        lowered = card.speed is not None and card.speed < lying.now.acted
        lying.change(
            speed=card.speed, element=card.element, text=card, fixed=False, nullified=nullified, lowered=lowered
        )

    def seal(self, lying: Lying) -> None:
        """Turn a card sideways: it keeps its speed and element, and has no text."""
        lying.change(sealed=True)
        self.note("seal", lying)
        self.trigger(lying, "while-sealed")

    # ------------------------------------------------------------ effects on slots, triggers

    def add_slot_effect(self, player: int, slot: int, effect: Effect) -> None:
        """Put an effect on a slot. One that lasts always changes the card there at once."""
        self.slot_effects[player][slot].append(effect)
        self.steps.append(WorkStep(self.stage, "slot", player, slot))
        there = self.slots[player][slot]
        if there is not None and there.now.up and effect.lasts == "always" and not there.now.nullified:
            self.give(there, effect)

    def _give_lasting(self, lying: Lying) -> None:
        for effect in tuple(self.slot_effects[lying.player][lying.slot]):
            if effect.lasts == "always":
                self.give(lying, effect)

    def give(self, lying: Lying, effect: Effect) -> None:
        """Do what an effect on a slot gives to a card there."""
        if effect.gives is not None and lying.on_field:
            self.on_itself(lying, effect.gives)

    def on_itself(self, lying: Lying, effect: Effect) -> None:
        """Run an effect without a target, for a card and its owner."""
        match effect.do:
            case "draw":
                self.draw(lying.player, effect.n)
            case "order":
                self.reorder(lying.player, str(effect.amount), effect.n)
            case "slot":
                self.add_slot_effect(lying.player, lying.slot, effect)
            case _ if lying.on_field:
                self.change(lying, effect, lying)

    def change(self, lying: Lying, effect: Effect, source: Lying | None) -> None:
        """Change a card on the field by an effect of `source`."""
        match effect.do:
            case "destroy":
                self.destroy(lying)
            case "cover":
                self.cover(lying)
            case "flip":
                self.turn_up(lying)
            case "seal":
                self.seal(lying)
            case "nullify":
                self.nullify(lying)
            case "copy" if source is not None:
                source.change(text=lying.now.text)
                self.note("copy", source, lying.now.text.name)
            case "element":
                lying.change(element=str(effect.amount))
                self.note("element", lying, str(effect.amount))
            case "speed" if isinstance(effect.amount, int):
                self.change_speed(lying, effect.amount)
            case "speed" if lying.now.up:
                lying.change(fixed=True)
                self.note("fix", lying)

    def trigger(self, lying: Lying, when: str) -> None:
        """Note that the trigger of a text holds, if the card has such a text."""
        now = lying.now
        readable = now.up and (not now.sealed or when == "while-sealed")
        if readable and when != ACT and now.text.has(when) and (lying, when) not in self.triggered:
            self.triggered.append((lying, when))
