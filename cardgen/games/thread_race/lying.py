"""The field in a game of thread-race: cards enter slots, leave them, turn, and change their speed and element."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardgen import dataclass
from cardgen.engines.effects.adjusting import Adjustment
from cardgen.engines.effects.evaluating import MISSING, Active, Event, Scope
from cardgen.engines.effects.model import AttributeChange, Effect, Macro, Step
from cardgen.engines.effects.questions import WrongAnswerError
from cardgen.engines.effects.resolution import Resolution
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.world import Card, CardKind, Player, Thing, World, Zone
from cardgen.games.thread_race.rules import SLOTS, ThreadRaceRules

FASTEST = 5
#: The area of a card that lies sideways, for effects with `in: sideways`.
SIDEWAYS = "sideways"
#: Values that a card has only on the field.
_OF_FIELD = ("speed", "element")
_ENTERING = ("lay", "draw", "move")
#: The areas between which cards are moved by hand.
_MOVED_BETWEEN = {"deck", "slots", "rebirth"}


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


class FieldResolution(Resolution):
    """Does the deeds of the field."""

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
        self.steps: list[WorkStep] = []
        #: card -> the last stage of this turn in which it has acted
        self.acted: dict[Card, int] = {}
        #: cards that something other than their own cost has lowered since
        self.lowered: set[Card] = set()
        #: the card whose cost is paid
        self.paying: Card | None = None
        self._shown: dict[Card, int | None] = {}
        #: cards that were restored since the last look at the field
        self._restored: set[Card] = set()
        self._looked = (-1, 0)
        count = len(world.order)
        first = (world.turn - 1) % count if rules.first == "rotates" else 0
        self._seats = tuple((seat + first) % count for seat in range(count))
        self._slots = tuple(Zone("slots", seat, slot) for seat in self._seats for slot in range(1, SLOTS + 1))

    # ------------------------------------------------------------ the field

    def seats(self) -> tuple[int, ...]:
        """Return the seats in the order of this turn."""
        return self._seats

    def on_field(self) -> list[Card]:
        """Return the cards in slots, by seat and slot."""
        zones = self.world.zones
        return [card for zone in self._slots for card in zones.get(zone, ())]

    def lies(self, card: Card) -> bool:
        """Return True if a card lies in a slot."""
        return self.world.where[card].area == "slots"

    def speed_of(self, card: Card) -> int | None:
        """Return the speed that a card shows; None for a plain card, and for one that lies face down."""
        if self.world.stored.get((card, "face")) == "down":
            return None
        speed = self.attribute(card, "speed") if self.is_changed("speed") else self._stored(card, "speed")
        return None if speed is None or speed is MISSING else min(FASTEST, speed)

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

    def _change(self, active: Active, change: AttributeChange, thing: Thing) -> tuple[str, Any] | None:
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

    def do(self, step: Step, scope: Scope) -> bool:
        number = self.world.number
        done = super().do(step, scope)
        if step.verb == "set" and step.keys.get("fix") and done:
            for thing in self.things(step.keys["of"], scope):
                self.note("fix", thing if isinstance(thing, Card) else None)
        if step.verb in ("copy", "attach"):
            for one in self.world.lasting:
                if one.number > number and isinstance(one.bearer, Card):
                    self.note("copy" if one.kind == "copy" else "slot", one.bearer, one.copied)
                elif one.number > number and isinstance(one.bearer, Zone):
                    self.steps.append(WorkStep(self.speed_stage, "slot", one.bearer.owner, slot_of(one.bearer)))
        return done

    def by_hand(self, text: str, scope: Scope, about: Any = None) -> None:
        super().by_hand(text, scope, about or (scope.names.get("this"), text))

    def adjust(self, change: Adjustment) -> None:
        """Do what the table did by hand. Cores stay where they are; only cards in slots have a face and a speed."""
        card = change.thing
        if isinstance(card, Card):
            here = self.world.where[card]
            areas = {here.area, (change.zone or here).area}
            if not areas <= ({"slots"} if change.zone is None else _MOVED_BETWEEN):
                raise WrongAnswerError((change.verb,))
        super().adjust(change)

    def turn_up_together(self, cards: Sequence[Card]) -> None:
        """Turn cards up at the same time: what follows from it comes when all are turned."""
        self.at_once(lambda: [self.turn(card, "up") for card in cards])

    def turn(self, thing: Any, way: str) -> bool:
        if not isinstance(thing, Card):
            return super().turn(thing, way)
        face = self.face_of(thing)
        if (
            way not in ("up", "down", SIDEWAYS)
            or not self.lies(thing)
            or face == way
            or (way == SIDEWAYS and face == "down")
        ):
            return False
        # A card that lay sideways is set upright, which is no flip.
        to = "upright" if face == SIDEWAYS and way == "up" else way
        return self.happen("turn", lambda _: self.set_face(thing, way), card=thing, to=to) is not None

    def set_face(self, card: Card, way: str) -> None:
        was = self.face_of(card)
        if was == "down":
            self.print_anew(card)
        super().set_face(card, way)
        self.note({"up": "flip" if was == "down" else "upright", "down": "cover", SIDEWAYS: "seal"}[way], card)

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
        printed = self.plain_value(card, "speed")
        if printed is not None and printed < self.acted.get(card, 0):
            self.lowered.add(card)
        self._restored.add(card)

    # ------------------------------------------------------------ what follows from changes

    def insert(self, event: Event) -> None:
        """Look at the field after each deed: what has changed its speed, what is too slow to stay."""
        super().insert(event)
        to = event.values.get("to")
        if isinstance(to, Zone) and event.name in _ENTERING and to.area == "slots":
            self.note("enter", event.values["card"])
        is_order = event.name in ("shuffle", "arrange")
        if is_order or (isinstance(to, Zone) and event.name == "move" and to.area == "deck"):
            zone = to or self.world.where[event.values["cards"][0]]
            self.steps.append(WorkStep(self.speed_stage, "order", zone.owner))
        self.look()

    def test_at_once(self) -> None:
        self.look()
        super().test_at_once()

    def look(self) -> None:
        """Note which cards have changed the speed that they show, and destroy those below 1."""
        if self._looked == (self.world.version, self.speed_stage):
            return
        self._looked = (self.world.version, self.speed_stage)
        cards = self.on_field()
        for card in [card for card in self._shown if card not in cards]:
            del self._shown[card]
        for card in cards:
            shown, before = self.speed_of(card), self._shown.get(card)
            if shown == before and card in self._shown:
                continue
            self._shown[card] = shown
            if before is not None and shown is not None and card not in self._restored:
                self.note("speed", card, str(shown))
                if shown < before and card != self.paying:
                    self.lowered.add(card)
            if shown == self.speed_stage and self.speed_stage and card not in self.queue:
                self.queue.append(card)
        self._restored.clear()
        self.queue = [card for card in self.queue if self._shown.get(card) == self.speed_stage]
        if self.ruleset.below_one == "at-once":
            self.destroy_slow()

    def destroy_slow(self) -> None:
        """Destroy the cards whose speed is below 1."""
        for card in self.on_field():
            speed = self.speed_of(card)
            if speed is not None and speed < 1:
                self.destroy(card)

    def note(self, what: str, card: Card | None = None, detail: str = "", zone: Zone | None = None) -> None:
        """Add a step to what happened."""
        if card is None:
            self.steps.append(WorkStep(self.speed_stage, what, detail=detail))
            return
        zone = zone or self.world.where[card]
        self.steps.append(WorkStep(self.speed_stage, what, zone.owner, slot_of(zone), card, detail))


def slot_of(zone: Zone) -> int:
    """Return the number of a slot from 0."""
    return zone.index - 1 if isinstance(zone.index, int) else 0
