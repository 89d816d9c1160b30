"""Effects in thread-race: texts whose trigger holds, and the effect stage with its stages, clash, lock and acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen import dataclass
from cardgen.engines.effects.evaluating import Active, Event, Scope
from cardgen.engines.effects.vocabulary import stage_event
from cardgen.engines.effects.world import Card, Player, Zone, played_key
from cardgen.games.thread_race.lying import SIDEWAYS, FieldResolution, slot_of
from cardgen.games.thread_race.rules import PLAIN_STAGE, STAGES, ThreadRaceRules


@dataclass(frozen=True, slots=True)
class Act:
    """A card that acted: whose, in which slot and stage (6 is before stage 5), and its trigger if it has one."""

    player: int
    slot: int
    stage: int
    trigger: str = ""


Waiting = tuple[Card, str, str, Zone]
"""A text whose trigger held outside of the effect stage: the card, the effect's key, the trigger, and the slot."""


class ThreadResolution(FieldResolution):
    """Does effects in a game of thread-race."""

    def __init__(self, *parts: Any, **more: Any) -> None:
        super().__init__(*parts, **more)
        self.acts: list[Act] = []
        self.skipped: list[int] = []
        self.waiting: list[Waiting] = []
        #: the event whose trigger let the last text act: a text with several effects acts once
        self._acted_by: Event | None = None
        self._before: tuple[Waiting, ...] = ()

    # ------------------------------------------------------------ triggers of printed cards

    def use(self, active: Active, event: Event | None = None, preset: Mapping[str, Any] | None = None) -> bool:
        """Use an effect. The trigger of a card's text waits or is lost where the rules say so."""
        if event is None or active.effect.head != "when" or active.rank != "card" or not isinstance(active.this, Card):
            return super().use(active, event, preset)
        card, trigger = active.this, trigger_of(active, event)
        if trigger == "on-flip":
            return super().use(active, event, preset)
        if self.stage != "effects":
            if self.ruleset.plain_outside == "waits":
                self.waiting.append((card, active.effect.key, trigger, self._place_of(card, event)))
            return False
        if self.ruleset.plain == "first" and self.speed_stage != PLAIN_STAGE:
            return False
        return super().use(active, event, preset)

    def count_use(self, active: Active, scope: Scope) -> None:
        """Count a use, and note the act of a text whose trigger holds."""
        super().count_use(active, scope)
        event = scope.event
        if event is None or event is self._acted_by or active.rank != "card" or not isinstance(active.this, Card):
            return
        if self.world.where[active.this].area != "cores":
            self._acted_by = event
            self._note_act(active.this, trigger_of(active, event), self._place_of(active.this, event))

    def _place_of(self, card: Card, event: Event) -> Zone:
        """Return the slot of a card; of one that has left it the slot that it left."""
        zone = self.world.where[card]
        return zone if zone.area == "slots" else event.values.get("from") or zone

    def _note_act(self, card: Card, trigger: str, zone: Zone) -> None:
        self.acts.append(Act(zone.owner or 0, slot_of(zone), self.speed_stage, trigger))
        self.world.count_use(played_key(self.world.cards[card][0]), zone.owner or 0, None, ("game",))
        self.note("act", card, trigger, zone)

    # ------------------------------------------------------------ the effect stage

    def run_effects(self, waiting: Sequence[Waiting] = ()) -> None:
        """Do the effect stage of a turn. `waiting` are texts whose trigger held before it."""
        self.stage, self._before = "effects", tuple(waiting)
        self.acted, self.lowered = {}, set()
        self.look()
        self.speed_stage = PLAIN_STAGE
        for seat in self.seats():
            self.happen("turn-start", lambda _: None, who=Player(seat))
        self.happen(stage_event("effects"), lambda _: self._pass_stages())
        self.speed_stage, self.stage = 0, ""

    def _pass_stages(self) -> None:
        if self.ruleset.plain == "first":
            self.speed_stage = PLAIN_STAGE
            self.happen("speed-stage", lambda _: self._run_waiting(), number=PLAIN_STAGE)
        for stage in STAGES:
            self.speed_stage, self.queue = stage, []
            self._pass_stage(stage)
            if self.ruleset.below_one == "stage-end":
                self.destroy_slow()

    def _pass_stage(self, stage: int) -> None:
        locked = self.locking(stage)
        if locked:
            self.note("lock", detail=" ".join(map(str, sorted(locked))))
        elif self.ruleset.clash and self.clashes(stage):
            self.skipped.append(stage)
            self.world.log = (*self.world.log, str(stage))
            self.note("clash")
            return
        else:
            self.note("stage")
        self.world.forget_uses("stage")
        self.queue = [card for card in self.on_field() if self.speed_of(card) == stage]
        self.happen("speed-stage", lambda _: self._act_in_turn(stage, locked), number=stage)

    def locking(self, stage: int) -> set[int]:
        """Return the players whose cards alone act in a stage because of their cores' lock; none if there are none."""
        if self.ruleset.lock is None:
            return set()
        cores = [self.world.cards_in(Zone("cores", seat))[:1] for seat in range(len(self.world.order))]
        locks = [self.attribute(core[0], "lock") if core else 0 for core in cores]
        return locking(locks, stage, self.world.turn, self.ruleset)

    def clashes(self, stage: int) -> bool:
        """Return True if cards of several players show the speed of a stage."""
        return len({self.owner_of(card) for card in self.on_field() if self.speed_of(card) == stage}) > 1

    def _act_in_turn(self, stage: int, locked: set[int]) -> None:
        while self.queue:
            card = self.queue.pop(0)
            if self._may_act(card, stage, locked):
                owner = self._player_of(card)
                self.happen("act", self._act, card=card, who=owner, number=stage)

    def acting(self, card: Card) -> list[Active]:
        """Return the effects with which a card acts in the stage of its speed."""
        return [one for one in self.active() if one.this == card and one.effect.window == "act"]

    def _may_act(self, card: Card, stage: int, locked: set[int]) -> bool:
        if self.face_of(card) != "up" or self.acted.get(card) == stage:
            return False
        if locked and self.owner_of(card) not in locked:
            return False
        if card in self.acted and self.ruleset.again == "lowered" and card not in self.lowered:
            return False
        effects = self.acting(card)
        if not effects:
            if self.text_of(card).effects or self.ruleset.without_effect == "rests":
                return False
        elif not all(map(self.is_usable, effects if self.ruleset.needs == "every" else effects[:1])):
            return False
        owner = self._player_of(card)
        return self.ruleset.effects == "compulsory" or owner is None or self.ask_whether(owner, card, "act")

    def _act(self, event: Event) -> None:
        card, stage = event.values["card"], event.values["number"]
        self.acted[card] = stage
        self.lowered.discard(card)
        self.world.log = (*self.world.log, f"{self.world.kind(card).name} {stage}")
        self._note_act(card, "", self.world.where[card])
        cost = self.attribute(card, "cost")
        for active in self.acting(card):
            self.use(active)
            self.test_at_once()
        if cost and self.lies(card) and self.face_of(card) != "down":
            self.paying = card
            self.set_value(card, "speed", self.plain_value(card, "speed") - cost)
            self.paying = None

    def _run_waiting(self) -> None:
        """Do the effects whose triggers held before the effect stage, in the order of the slots."""
        seats = self.seats()
        for card, key, trigger, zone in sorted(
            self._before, key=lambda one: (seats.index(one[3].owner or 0), slot_of(one[3]))
        ):
            found = [one for one in self.active() if one.this == card and one.effect.key == key]
            if trigger == "on-destroyed":
                owner = self.home_of(card)
                found = [Active(one, owner, card, "card") for one in self.world.kind(card).effects if one.key == key]
            for active in found:
                self._note_act(card, trigger, zone)
                super().use(active)
                self.test_at_once()


def locking(locks: Sequence[int], stage: int, turn: int, rules: ThreadRaceRules) -> set[int]:
    """Return the players whose cards alone act in a stage, by the locks of all; none if it locks nobody out."""
    if rules.lock is None or turn > rules.lock.turns:
        return set()
    holders = {player for player, lock in enumerate(locks) if lock == stage}
    return holders if len(holders) == 1 or (rules.lock.shared == "acts" and holders) else set()


def trigger_of(active: Active, event: Event) -> str:
    """Return what let the text of a card act."""
    if event.name == "turn":
        return {"up": "on-flip", "sideways": "while-sealed"}.get(event.values["to"], "turn")
    if event.name == "speed-stage":
        return "while-sealed" if SIDEWAYS in active.effect.areas else "custom"
    if event.values.get("card") == active.this:
        return {"destroy": "on-destroyed", "draw": "on-enter", "lay": "on-enter", "move": "on-enter"}.get(
            event.name, event.name
        )
    return event.name
