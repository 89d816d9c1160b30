"""Effects in thread-race: slots, faces, and the effect stage with its speed stages, clash, lock and order of acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen import dataclass
from cardgen.engines.effects.evaluating import MISSING, Active, Event, Scope
from cardgen.engines.effects.model import Change, Effect, Macro
from cardgen.engines.effects.resolution import Resolution
from cardgen.engines.effects.vocabulary import Vocabulary, stage_event
from cardgen.engines.effects.world import Card, CardKind, Player, Thing, World, Zone
from cardgen.games.thread_race.rules import PLAIN_STAGE, SLOTS, STAGES, ThreadRaceRules

FASTEST = 5
#: The area of a card that lies sideways, for effects with `in: sideways`.
SIDEWAYS = "sideways"
#: Values that a card has only on the field.
_OF_FIELD = ("speed", "element")


@dataclass(frozen=True, slots=True)
class WorkStep:
    """Something that happened: in which speed stage (0 outside of them), what, and to whom.

    `what` is `stage`, `clash`, `lock`, `act`, `enter`, `destroy`, `speed`, `fix`, `element`, `cover`, `flip`, `seal`,
    `copy`, `nullify`, `slot` or `order`. `detail` is the new speed or element, the copied card, or the trigger.
    """

    stage: int
    what: str
    player: int | None = None
    slot: int | None = None
    card: Card | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """A card that acted: whose, in which slot and stage (6 is before stage 5), and its trigger if it has one."""

    player: int
    slot: int
    stage: int
    trigger: str = ""


Waiting = tuple[Card, str]
"""A card whose trigger held outside of the effect stage, and the key of the effect."""


class ThreadResolution(Resolution):
    """Does effects in a game of thread-race."""

    def __init__(
        self,
        rules: ThreadRaceRules,
        vocabulary: Vocabulary,
        world: World,
        answers: Sequence[tuple[Any, ...]] = (),
        macros: Mapping[str, Macro] | None = None,
    ) -> None:
        super().__init__(vocabulary, world, answers, (), macros)
        self.ruleset = rules
        #: the speed stage, 0 outside of all
        self.speed_stage = 0
        self.queue: list[Card] = []
        self.acts: list[Act] = []
        self.skipped: list[int] = []
        self.steps: list[WorkStep] = []
        self.waiting: list[Waiting] = []
        #: card -> the last stage of this turn in which it has acted
        self.acted: dict[Card, int] = {}
        #: cards that something other than their own cost has lowered since
        self.lowered: set[Card] = set()
        #: the card whose cost is paid
        self.paying: Card | None = None
        self._shown: dict[Card, int | None] = {}

    # ------------------------------------------------------------ the field

    def seats(self) -> tuple[int, ...]:
        """Return the seats in the order of this turn."""
        count = len(self.world.order)
        first = (self.world.turn - 1) % count if self.ruleset.first == "rotates" else 0
        return tuple((seat + first) % count for seat in range(count))

    def on_field(self) -> list[Card]:
        """Return the cards in slots, by seat and slot."""
        zones = (Zone("slots", seat, slot) for seat in self.seats() for slot in range(1, SLOTS + 1))
        return [card for zone in zones for card in self.world.cards_in(zone)]

    def lies(self, card: Card) -> bool:
        """Return True if a card lies in a slot."""
        return self.world.where[card].area == "slots"

    def speed_of(self, card: Card) -> int | None:
        """Return the speed that a card shows; None for a plain card, and for one that lies face down."""
        speed = self.attribute(card, "speed")
        return None if speed is MISSING else speed

    def face_of(self, card: Card) -> str:
        """Return how a card lies: up, down or sideways."""
        face: str = self.world.stored_value(card, "face", "up")
        return face

    def home_of(self, card: Card) -> int:
        """Return the seat of the player who brought a card."""
        owner: Any = self.world.cards[card][1].get("home")
        return owner.seat if isinstance(owner, Player) else self.owner_of(card) or 0

    def derived(self, thing: Thing, name: str) -> Any:
        if not isinstance(thing, Card):
            return MISSING
        if name in ("speed", "element", "name") and self.lies(thing) and self.face_of(thing) == "down":
            return None
        if name == "cost":
            return self.text_of(thing).values.get("cost", 0)
        return MISSING

    def _changed(self, thing: Thing, name: str, value: Any) -> Any:
        # A card without a speed, and one that lies face down, has none that could change.
        return None if name == "speed" and value in (None, MISSING) else super()._changed(thing, name, value)

    def order_of(self, active: Active) -> Any:
        zone = active.bearer if isinstance(active.bearer, Zone) else None
        if zone is None and isinstance(active.this, Card):
            zone = self.world.where[active.this]
        if zone is None or zone.area != "slots":
            return (len(self.world.order), 0, active.number)
        return (self.seats().index(zone.owner or 0), zone.index, active.number)

    def effects_here(self, card: Card, kind: CardKind, zone: Zone, works: tuple[str, ...]) -> tuple[Effect, ...]:
        if zone.area != "slots":
            return super().effects_here(card, kind, zone, works)
        area = {"up": "slots", "sideways": SIDEWAYS, "down": ""}[self.face_of(card)]
        return tuple(effect for effect in kind.effects if area in (effect.areas or ("slots",)))

    def _change(self, active: Active, change: Change, thing: Thing) -> tuple[str, Any] | None:
        return None if self._is_passed_by(active, thing) else super()._change(active, change, thing)

    def _triggers(self, active: Active, event: Event, step: str) -> bool:
        return not self._is_passed_by(active, event.values.get("card")) and super()._triggers(active, event, step)

    def _is_passed_by(self, active: Active, thing: Any) -> bool:
        """Return True for an effect on a slot and a card that is nullified."""
        return isinstance(active.bearer, Zone) and bool(self.world.stored.get((thing, "nullified")))

    # ------------------------------------------------------------ moving cards

    def move_card(self, name: str, card: Card, to: Zone, at: int | None = None, face: str = "", **values: Any) -> bool:
        if name == "draw" and to.area == "slots" and not face:
            face = self.ruleset.draw_face
        return super().move_card(name, card, to, at, face, **values)

    def put(self, card: Card, to: Zone, at: int | None = None) -> None:
        if to.area != "slots" or not self.lies(card):  # off the field, or fresh on it, it is as printed
            if self.lies(card) and to.area == "rebirth":
                self.note("destroy", card)
            self.world.forget(card)
            self._end_on(card)
        super().put(card, to, at)

    def _end_on(self, card: Card) -> None:
        ended = [one for one in self.world.lasting if one.bearer == card]
        if ended:
            self.world.end(ended)

    def zone_of(self, area: str, owner: int | None) -> Zone:
        return Zone(area, owner)

    def destroy(self, card: Card, by: Player | None = None) -> bool:
        return self.move_card("destroy", card, Zone("rebirth", self.home_of(card)), by=by)

    def discards_of(self, card: Card) -> Zone:
        return Zone("rebirth", self.home_of(card))

    def take_top(self, zone: Zone) -> Card | None:
        return next(iter(self.world.cards_in(zone)), None)

    def draw_to(self, player: Player) -> Zone | None:
        """Return the lowest empty slot."""
        for slot in range(1, SLOTS + 1):
            if not self.world.cards_in(Zone("slots", player.seat, slot)):
                return Zone("slots", player.seat, slot)
        return Zone("rebirth", player.seat) if self.ruleset.draw_full == "rebirth" else None

    def lay(self, card: Card, zone: Zone, up: bool = True) -> None:
        """Lay a card into a slot; one that lies there is destroyed."""
        for there in self.world.cards_in(zone):
            self.destroy(there)
        self.move_card("lay", card, zone, face="up" if up else "down")

    def swap_zones(self, one: Zone, other: Zone) -> bool:
        """Swap two zones; the cards of slots enter the other slot."""
        cards = (*self.world.cards_in(one), *self.world.cards_in(other))
        if not super().swap_zones(one, other):
            return False
        for card in cards:
            if self.lies(card):
                zone = self.world.where[card]
                from_ = other if zone == one else one
                self.happen("move", lambda _: None, card=card, from_=from_, to=zone, who=self._player_of(card))
        return True

    def _player_of(self, card: Card) -> Player | None:
        owner = self.owner_of(card)
        return None if owner is None else Player(owner)

    def is_forbidden(self, event: Event) -> bool:
        """Return True also for an order of a whole deck."""
        if event.name in ("shuffle", "arrange"):
            zone = self.world.where[event.values["cards"][0]]
            if zone.area == "deck" and len(event.values["cards"]) >= len(self.world.cards_in(zone)):
                return True
        return super().is_forbidden(event)

    # ------------------------------------------------------------ values and faces

    def set_value(self, thing: Thing, name: str, value: Any) -> bool:
        if isinstance(thing, Card) and name in _OF_FIELD:
            if not self.lies(thing) or self.attribute(thing, name) in (None, MISSING):
                return False
            if (
                name == "speed"
                and self.ruleset.above_five == "counted"
                and not self.world.stored_value(thing, "fixed speed")
            ):
                deed = lambda _: self.store_value(thing, name, value)  # noqa: E731
                return self.happen("set", deed, attribute=name, of=thing, value=value) is not None
        return super().set_value(thing, name, value)

    def store_value(self, thing: Thing, name: str, value: Any) -> None:
        super().store_value(thing, name, value)
        if name == "element" and isinstance(thing, Card):
            self.note("element", thing, str(value))

    def turn(self, thing: Any, way: str) -> bool:
        if isinstance(thing, Card) and (not self.lies(thing) or (way == SIDEWAYS and self.face_of(thing) == "down")):
            return False
        return super().turn(thing, way)

    def set_face(self, card: Card, way: str) -> None:
        was = self.face_of(card)
        if way == "up" and was == "down":
            self.print_anew(card)
        super().set_face(card, way)
        self.note({"up": "flip", "down": "cover", "sideways": "seal"}[way], card)

    def reset(self, card: Card) -> bool:
        """Make a card as printed; effects on its slot pass it by until it is turned up anew."""
        if not self.lies(card) or self.face_of(card) == "down":
            return False
        face = self.face_of(card)
        self.print_anew(card)
        self.world.store(card, "nullified", True)
        self.world.store(card, "face", "up" if self.ruleset.nullify_unseals else face)
        self.note("nullify", card)
        return True

    def print_anew(self, card: Card) -> None:
        """Restore what is printed. A card that shows less than when it acted has been lowered by this."""
        self.world.forget(card)
        self._end_on(card)
        self.lowered.discard(card)
        printed = self.world.kind(card).values.get("speed")
        if printed is not None and printed < self.acted.get(card, 0):
            self.lowered.add(card)
        self._shown[card] = printed if self._shown.get(card) is not None else None

    # ------------------------------------------------------------ what follows from changes

    def insert(self, event: Event) -> None:
        """Look at the field after each deed: what has changed its speed, what is too slow to stay."""
        super().insert(event)
        if event.name in _ENTERING and event.values["to"].area == "slots":
            self.note("enter", event.values["card"])
        self.look()

    def test_at_once(self) -> None:
        self.look()
        super().test_at_once()

    def look(self) -> None:
        """Note which cards have changed the speed that they show, and destroy those below 1."""
        cards = self.on_field()
        for card in [card for card in self._shown if card not in cards]:
            del self._shown[card]
        for card in cards:
            shown, before = self.speed_of(card), self._shown.get(card)
            if shown == before and card in self._shown:
                continue
            self._shown[card] = shown
            if before is not None and shown is not None and self.speed_stage:
                self.note("speed", card, str(shown))
                if shown < before and card != self.paying:
                    self.lowered.add(card)
            if shown == self.speed_stage and self.speed_stage and card not in self.queue:
                self.queue.append(card)
        self.queue = [card for card in self.queue if self._shown.get(card) == self.speed_stage]
        if self.ruleset.below_one == "at-once":
            self.destroy_slow()

    def destroy_slow(self) -> None:
        """Destroy the cards whose speed is below 1."""
        for card in self.on_field():
            speed = self.speed_of(card)
            if speed is not None and speed < 1:
                self.destroy(card)

    # ------------------------------------------------------------ triggers of printed cards

    def use(self, active: Active, event: Event | None = None, preset: Mapping[str, Any] | None = None) -> bool:
        """Use an effect. The trigger of a card's text waits or is lost where the rules say so."""
        if event is None or active.effect.head != "when" or active.rank != "card" or not isinstance(active.this, Card):
            return super().use(active, event, preset)
        card, trigger = active.this, trigger_of(active, event)
        if trigger != "on-flip":
            if not self.speed_stage:
                if self.ruleset.plain_outside == "waits":
                    self.waiting.append((card, active.effect.key))
                return False
            if self.ruleset.plain == "first" and self.speed_stage != PLAIN_STAGE:
                return False
        return super().use(active, event, preset)

    def count_use(self, active: Active, scope: Scope) -> None:
        """Count a use, and note the act of a text whose trigger holds."""
        super().count_use(active, scope)
        if scope.event is not None and active.rank == "card" and isinstance(active.this, Card):
            card, trigger = active.this, trigger_of(active, scope.event)
            zone = self.world.where[card]
            if zone.area != "slots":
                zone = scope.event.values.get("from") or zone
            self.acts.append(Act(zone.owner or 0, slot_of(zone), self.speed_stage, trigger))
            self.note("act", card, trigger, zone)

    def note(self, what: str, card: Card | None = None, detail: str = "", zone: Zone | None = None) -> None:
        """Add a step to what happened."""
        if card is None:
            self.steps.append(WorkStep(self.speed_stage, what, detail=detail))
            return
        zone = zone or self.world.where[card]
        self.steps.append(WorkStep(self.speed_stage, what, zone.owner, slot_of(zone), card, detail))

    # ------------------------------------------------------------ the effect stage

    def run_effects(self) -> None:
        """Do the effect stage of a turn."""
        self.stage = "effects"
        self.acted, self.lowered = {}, set()
        self._shown = {card: self.speed_of(card) for card in self.on_field()}
        self.world.forget_uses("phase", "stage", "turn")
        self.happen(stage_event("effects"), lambda _: self._pass_stages())
        self.speed_stage = 0

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
        lock = self.ruleset.lock
        if lock is None or self.world.turn > lock.turns:
            return set()
        holders = {
            zone.owner or 0
            for zone, cards in self.world.zones.items()
            if zone.area == "cores" and any(self.attribute(card, "lock") == stage for card in cards)
        }
        return holders if len(holders) == 1 or (lock.shared == "acts" and holders) else set()

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

    def is_usable(self, active: Active) -> bool:
        """Return True if an effect can be used now: a use is left, its condition holds, its cost can be paid."""
        scope = self.scope_of(active)
        self._bind(active, scope)
        left = self.has_use_left(active, scope) and self.holds(active.effect.when_if, scope)
        return left and self.is_possible(active.effect, scope)

    def _act(self, event: Event) -> None:
        card, stage = event.values["card"], event.values["number"]
        zone = self.world.where[card]
        self.acted[card] = stage
        self.lowered.discard(card)
        self.acts.append(Act(zone.owner or 0, slot_of(zone), stage))
        self.world.log = (*self.world.log, f"{self.world.kind(card).name} {stage}")
        self.note("act", card)
        text = self.text_of(card)
        for active in self.acting(card):
            self.use(active)
            self.test_at_once()
        cost = text.values.get("cost", 0)
        if cost and self.lies(card) and self.face_of(card) != "down":
            self.paying = card
            self.set_value(card, "speed", self.plain_value(card, "speed") - cost)
            self.paying = None

    def _run_waiting(self) -> None:
        """Do the effects whose triggers held before the effect stage."""


def slot_of(zone: Zone) -> int:
    """Return the number of a slot from 0."""
    return zone.index - 1 if isinstance(zone.index, int) else 0


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


_ENTERING = ("lay", "draw", "move")
