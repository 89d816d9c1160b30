"""The effect stage once more, slow and plain: dictionaries, and a look at the whole field after every change.

Written from the rules, without any function of the package. A card is a dictionary; the queue of a stage is made by
comparing which cards show its speed before and after each change.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from cardgen.games.thread_race.field import ThreadRaceSeat
from cardgen.games.thread_race.rules import ThreadRaceRules

Card = dict[str, Any]


class Twin:
    """Runs an effect stage; `choose` picks one of several targets, `yes` decides whether a card acts."""

    def __init__(
        self,
        seats: Sequence[ThreadRaceSeat],
        turn: int,
        rules: ThreadRaceRules,
        seed: str,
        choose: Callable[[int, list[tuple[int, int]]], tuple[int, int]],
        yes: Callable[[], bool],
    ) -> None:
        self.rules, self.turn, self.seed, self.choose, self.yes = rules, turn, seed, choose, yes
        self.seats = list(seats)
        self.fields: list[list[Card | None]] = [
            [self._card(p, now) for now in seat.slots] for p, seat in enumerate(seats)
        ]
        self.decks = [list(seat.deck) for seat in seats]
        self.rebirths = [list(seat.rebirth) for seat in seats]
        self.on_slots = [[list(effects) for effects in seat.slot_effects] for seat in seats]
        self.shuffles = [0 for _ in seats]
        self.acts: list[tuple[int, int, int, str]] = []
        self.skipped: list[int] = []
        self.triggers: list[tuple[Card, str]] = []
        self.stage, self.queue, self.showing = 0, [], []  # type: ignore[var-annotated]

    def _card(self, player: int, now: Any) -> Card | None:
        if now is None:
            return None
        return {
            "owner": player,
            "number": now.card,
            "printed": self.seats[player].cards[now.card],
            "text": now.text,
            "speed": now.speed,
            "element": now.element,
            "up": now.up,
            "sealed": now.sealed,
            "fixed": now.fixed,
            "nullified": now.nullified,
            "acted": 0,
            "lowered": False,
        }

    # ------------------------------------------------------------ looking

    def where(self, card: Card) -> tuple[int, int] | None:
        for player, slots in enumerate(self.fields):
            for slot, other in enumerate(slots):
                if other is card:
                    return (player, slot)
        return None

    def all_cards(self) -> list[Card]:
        return [card for slots in self.fields for card in slots if card is not None]

    def shown(self, card: Card) -> int | None:
        if not card["up"] or card["speed"] is None:
            return None
        return min(int(card["speed"]), 5)

    def look(self) -> None:
        """Compare which cards show the speed of the stage now with those that did before."""
        now = [card for card in self.all_cards() if self.shown(card) == self.stage]
        self.queue = [card for card in self.queue if any(card is other for other in now)]
        for card in now:
            if not any(card is other for other in self.showing):
                self.queue.append(card)
        self.showing = now

    def by_player(self) -> list[Card]:
        players = list(range(len(self.seats)))
        if self.rules.first == "rotates":
            begin = (self.turn - 1) % len(players)
            players = players[begin:] + players[:begin]
        return [card for player in players for card in self.fields[player] if card is not None]

    # ------------------------------------------------------------ the stages

    def run(self) -> None:
        if self.rules.plain == "first":
            self.stage = 6
            self.standing_triggers()
            self.run_triggers(True)
        for stage in (5, 4, 3, 2, 1):
            self.stage = stage
            self.speed_stage(stage)
            if self.rules.below_one == "stage-end":
                for card in self.all_cards():
                    if card["up"] and card["speed"] is not None and card["speed"] <= 0:
                        self.destroy(card)

    def speed_stage(self, stage: int) -> None:
        only: list[int] = []
        if self.rules.lock is not None and self.turn <= self.rules.lock.turns:
            only = [player for player, seat in enumerate(self.seats) if seat.core.lock == stage]
            if len(only) > 1 and self.rules.lock.shared == "cancels":
                only = []
        if not only and self.rules.clash:
            having = {card["owner"] for card in self.all_cards() if self.shown(card) == stage}
            if len(having) >= 2:
                self.skipped.append(stage)
                return
        self.queue = [card for card in self.by_player() if self.shown(card) == stage]
        self.showing = list(self.queue)
        if self.rules.plain == "any-stage":
            self.standing_triggers()
            self.run_triggers(True)
        while self.queue:
            card = self.queue[0]
            del self.queue[0]
            if self.allowed(card, stage, only):
                self.act(card, stage)

    def allowed(self, card: Card, stage: int, only: list[int]) -> bool:
        if card["sealed"] or card["acted"] == stage or (only and card["owner"] not in only):
            return False
        if card["acted"] != 0 and self.rules.again == "lowered" and not card["lowered"]:
            return False
        effects = card["text"].effects
        if len(effects) == 0:
            able = self.rules.without_effect == "acts"
        else:
            acting = [effect for effect in effects if effect.when == "act"]
            tests = [
                effect.target is None or effect.do == "slot" or self.targets(card, effect) != [] for effect in acting
            ]
            able = tests != [] and (all(tests) if self.rules.needs == "every" else tests[0])
        return able and (self.rules.effects == "compulsory" or self.yes())

    def act(self, card: Card, stage: int) -> None:
        place = self.where(card)
        assert place is not None
        self.acts.append((place[0], place[1], stage, ""))
        text = card["text"]
        card["acted"], card["lowered"] = stage, False
        for effect in text.effects:
            if effect.when == "act":
                self.effect(card, effect, place)
        if self.where(card) is not None and card["up"] and text.cost > 0:
            self.speed(card, -text.cost, cost=True)
        self.run_triggers(self.rules.plain == "any-stage")

    # ------------------------------------------------------------ triggers

    def hold(self, card: Card, when: str) -> None:
        if not card["up"] or (card["sealed"] and when != "while-sealed"):
            return
        if not any(effect.when == when for effect in card["text"].effects):
            return
        if not any(other is card and waits == when for other, waits in self.triggers):
            self.triggers.append((card, when))

    def standing_triggers(self) -> None:
        for card in self.by_player():
            if card["sealed"]:
                self.hold(card, "while-sealed")

    def run_triggers(self, every: bool) -> None:
        while True:
            for number, (card, when) in enumerate(self.triggers):
                if every or when == "on-flip":
                    del self.triggers[number]
                    self.triggered(card, when)
                    break
            else:
                return

    def triggered(self, card: Card, when: str) -> None:
        place = self.where(card)
        if when == "on-destroyed":
            place = card["left"]
        else:
            if place is None or not card["up"] or card["sealed"] != (when == "while-sealed"):
                return
            if not any(effect.when == when for effect in card["text"].effects):
                return
        if when == "while-sealed":
            if card["acted"] == self.stage:
                return
            card["acted"] = self.stage
        assert place is not None
        self.acts.append((*place, self.stage, when))
        for effect in card["text"].effects:
            if effect.when == when:
                self.effect(card, effect, place)

    # ------------------------------------------------------------ effects

    def targets(self, card: Card, effect: Any) -> list[tuple[int, int]]:
        found = []
        for player, slots in enumerate(self.fields):
            for slot, other in enumerate(slots):
                if other is not None and self.fits(card, other, effect):
                    found.append((player, slot))
        return found

    def fits(self, card: Card, other: Card, effect: Any) -> bool:
        target = effect.target
        same = other["owner"] == card["owner"]
        upright = other["up"] and not other["sealed"]
        kind = {
            "destroy": True,
            "cover": other["up"],
            "flip": not other["up"],
            "seal": upright,
            "copy": upright,
            "nullify": other["up"],
            "element": other["up"],
            "speed": self.shown(other) is not None,
        }[effect.do]
        speed = self.shown(other)
        return bool(
            kind
            and (
                target.owner == "any" or (target.owner == "self" and same) or (target.owner == "opponent" and not same)
            )
            and (target.self_ok or other is not card)
            and (target.state != "face-up" or upright)
            and (target.state != "face-down" or not other["up"])
            and (target.state != "sealed" or (other["up"] and other["sealed"]))
            and (target.element is None or (other["up"] and other["element"] == target.element))
            and (target.speeds is None or (speed is not None and target.speeds[0] <= speed <= target.speeds[1]))
        )

    def effect(self, card: Card, effect: Any, place: tuple[int, int]) -> None:
        owner = card["owner"]
        if effect.do == "draw":
            for _ in range(effect.n):
                self.draw(owner)
        elif effect.do == "order":
            self.order(owner, effect.amount, effect.n)
        elif effect.do == "slot":
            if effect.target is not None:
                wanted = effect.target.owner
                options = [
                    (player, slot)
                    for player in range(len(self.seats))
                    for slot in range(3)
                    if wanted == "any" or (wanted == "self") == (player == owner)
                ]
                place = self.choose(owner, options)
            self.on_slots[place[0]][place[1]].append(effect)
            there = self.fields[place[0]][place[1]]
            if effect.lasts == "always" and there is not None and there["up"] and not there["nullified"]:
                self.effect(there, effect.gives, place)
        elif effect.target is None:
            if self.where(card) is not None:
                self.change(card, card, effect)
        else:
            options = self.targets(card, effect)
            for _ in range(min(effect.n, len(options))):
                chosen = options[0] if len(options) == 1 else self.choose(owner, options)
                options = [option for option in options if option != chosen]
                other = self.fields[chosen[0]][chosen[1]]
                if other is not None:
                    self.change(card, other, effect)

    def change(self, card: Card, other: Card, effect: Any) -> None:
        if effect.do == "destroy":
            self.destroy(other)
        elif effect.do == "cover":
            other["up"], other["sealed"] = False, False
            self.look()
        elif effect.do == "flip":
            other["up"], other["sealed"] = True, False
            self.as_printed(other, False)
            self.look()
            self.hold(other, "on-flip")
            place = self.where(other)
            assert place is not None
            for lasting in list(self.on_slots[place[0]][place[1]]):
                if lasting.lasts == "always" and self.where(other) is not None:
                    self.effect(other, lasting.gives, place)
        elif effect.do == "seal":
            other["sealed"] = True
            self.hold(other, "while-sealed")
        elif effect.do == "copy":
            card["text"] = other["text"]
        elif effect.do == "nullify":
            self.as_printed(other, True)
            if self.rules.nullify_unseals:
                other["sealed"] = False
            self.look()
        elif effect.do == "element":
            other["element"] = effect.amount
        elif effect.amount == "fix":
            if other["up"]:
                other["fixed"] = True
        else:
            self.speed(other, effect.amount, cost=False)

    def as_printed(self, card: Card, nullified: bool) -> None:
        printed = card["printed"]
        card.update(text=printed, speed=printed.speed, element=printed.element, fixed=False, nullified=nullified)
        card["lowered"] = printed.speed is not None and printed.speed < card["acted"]

    def speed(self, card: Card, change: int, *, cost: bool) -> None:
        if card["fixed"] or card["speed"] is None or not card["up"]:
            return
        before = self.shown(card)
        card["speed"] += change
        if self.rules.above_five == "set" and card["speed"] > 5:
            card["speed"] = 5
        after = self.shown(card)
        assert before is not None
        assert after is not None
        if after < before and not cost:
            card["lowered"] = True
        self.look()
        if card["speed"] < 1 and self.rules.below_one == "at-once":
            self.destroy(card)

    def destroy(self, card: Card) -> None:
        place = self.where(card)
        assert place is not None
        self.hold(card, "on-destroyed")
        card["left"] = place
        self.fields[place[0]][place[1]] = None
        self.rebirths[card["owner"]].append(card["number"])
        self.look()

    def draw(self, player: int) -> None:
        if not self.decks[player]:
            return
        for slot in range(3):
            if self.fields[player][slot] is None:
                self.enter(player, slot, self.decks[player].pop(0))
                return
        if self.rules.draw_full == "rebirth":
            self.rebirths[player].append(self.decks[player].pop(0))

    def enter(self, player: int, slot: int, number: int) -> None:
        printed = self.seats[player].cards[number]
        card: Card = {"owner": player, "number": number, "printed": printed, "text": printed, "speed": printed.speed}
        card |= {"element": printed.element, "up": self.rules.draw_face == "up", "sealed": False, "fixed": False}
        card |= {"nullified": False, "acted": 0, "lowered": False}
        self.fields[player][slot] = card
        self.look()
        if card["up"]:
            self.hold(card, "on-enter")
            for effect in list(self.on_slots[player][slot]):
                if self.where(card) is not None:
                    self.effect(card, effect.gives, (player, slot))

    def order(self, player: int, how: str, count: int) -> None:
        deck = self.decks[player]
        if count >= len(deck):
            return
        if how == "top-to-bottom":
            self.decks[player] = deck[count:] + deck[:count]
        elif how == "bottom-to-top":
            self.decks[player] = deck[len(deck) - count :] + deck[: len(deck) - count]
        else:
            chance = random.Random(f"{self.seed}/{player}/{self.shuffles[player]}")
            self.shuffles[player] += 1
            part = deck[:count] if how == "shuffle-top" else deck[len(deck) - count :]
            mixed = []
            while part:
                mixed.append(part.pop(int(chance.random() * len(part))))
            self.decks[player] = mixed + deck[count:] if how == "shuffle-top" else deck[: len(deck) - count] + mixed
