"""Effects in Blitz: what they change and forbid in a state, what players and the rules do, functions of the board.

Cards are in cells, effects happen in the order of kinds of cards, and an attack is an event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cardgen.engines.effects.adjusting import Adjustment
from cardgen.engines.effects.deeds import IN_USE
from cardgen.engines.effects.evaluating import MISSING, Active, Event, Scope
from cardgen.engines.effects.functions import FUNCTIONS, Arguments, EffectFunction, whole_number
from cardgen.engines.effects.model import Phrase, Step
from cardgen.engines.effects.questions import WrongAnswerError
from cardgen.engines.effects.resolution import Resolution
from cardgen.engines.effects.resolving import RefusedUseError
from cardgen.engines.effects.verbs.common import zone_of
from cardgen.engines.effects.vocabulary import stage_event
from cardgen.engines.effects.world import Card, Player, Thing, World, Zone
from cardgen.games.blitz.board import FORWARD, Cell, beside, hit_cells, on_board
from cardgen.games.blitz.powers import things, vocabulary
from cardgen.games.blitz.state import NOTHING, BlitzState

#: Sets of the cards on the board, by their category.
_ON_BOARD = {"units": "unit", "resources": "resource", "facilities": "facility"}
_CELLS = {"cell", "beyond"}


class BlitzResolution(Resolution):
    """Does effects in a state of a game."""

    #: a card that has just left the board, as long as is asked whether an effect is about that
    _left: Card | None = None

    def __init__(self, state: BlitzState, world: World, answers: Sequence[tuple[Any, ...]] = ()) -> None:
        super().__init__(vocabulary(), world, answers)
        self.state, self.setup, self.width = state, state.setup, state.setup.width
        self.numbered = things(len(state.setup.cards))
        self.stage = state.step

    # ------------------------------------------------------------ the cards of a game

    def _all_active(self) -> Iterator[Active]:
        effects, areas = self.setup.powers.effects, self.vocabulary.areas
        for card, zone in self.world.where.items():
            if effects[card.number] and (area := areas.get(zone.area)) is not None:
                here = self.effects_here(card, self.text_of(card), zone, area.works)
                if here:
                    owner = self.owner_of(card)
                    yield from (Active(effect, owner, card, "card") for effect in here)
        yield from self._of_no_card()

    def category_of(self, card: Card) -> str:
        """Return what a card is: unit, resource, facility or skill. Nothing changes it."""
        return self.setup.cards[card.number].kind

    def named(self, cards: Sequence[int]) -> list[Card]:
        """Return the cards with these numbers."""
        return [self.numbered[card] for card in cards]

    def put(self, card: Card, to: Zone, at: int | None = None) -> None:
        """A card stays with its player, and loses all marks and what lasts on it if it leaves the board."""
        if to.owner is not None:
            to = Zone(to.area, self.setup.owners[card.number], to.index)
        super().put(card, to, at)
        if to.area not in _CELLS:
            self.world.forget(card)
            if ended := [one for one in self.world.lasting if one.bearer == card]:
                self.world.end(ended)

    def store_value(self, thing: Any, name: str, value: Any) -> None:
        if name not in ("owner", "side", "category"):
            super().store_value(thing, name, value)

    def take_top(self, zone: Zone) -> Card | None:
        """An empty deck is made anew only if the rules say so."""
        if not self.world.cards_in(zone) and self.setup.rules.empty_deck == "nothing":
            return None
        return super().take_top(zone)

    # ------------------------------------------------------------ sides and places

    def side_of(self, thing: Any) -> str | None:
        """Return the side of a player or of the owner of a card."""
        seat = self.owner_of(thing)
        return None if seat is None else self.setup.sides[seat]

    def same(self, one: Any, other: Any) -> bool:
        """A side is also the players of it: `side is me`."""
        if isinstance(other, Player) and isinstance(one, str) and one in FORWARD:
            return one == self.side_of(other)
        if isinstance(one, Player) and isinstance(other, str) and other in FORWARD:
            return other == self.side_of(one)
        return super().same(one, other)

    def place_of(self, thing: Any) -> Cell | None:
        """Return the cell of a zone, or of a card on the board; None for anything else."""
        if isinstance(thing, tuple) and len(thing) == 1:
            (thing,) = thing
        zone = self.world.where.get(thing) if isinstance(thing, Card) else thing
        return zone.index if isinstance(zone, Zone) and isinstance(zone.index, tuple) else None

    def is_on_board(self, card: Card) -> bool:
        """Return True if a card lies in a cell."""
        return self.world.where[card].area == "cell"

    def derived(self, thing: Thing, name: str) -> Any:
        if name == "side" and isinstance(thing, Card | Player):
            return self.side_of(thing)
        if isinstance(thing, Card):
            if name == "supplied":
                stored = self.world.stored.get((thing, name))
                return self.is_in_supply(thing) if stored is None else stored
            if name == "category":
                return self.category_of(thing)
            if name == "name":
                return self.setup.cards[thing.number].id
        if name in ("x", "y") and isinstance(thing, Card | Zone):
            place = self.place_of(thing)
            return None if place is None else place["xy".index(name)]
        if isinstance(thing, Zone) and name in ("piece", "facility"):
            return next(
                (
                    card
                    for card in self.world.cards_in(thing)
                    if (self.category_of(card) == "facility") is (name == "facility")
                ),
                None,
            )
        return MISSING

    def seen(self, thing: Any, name: str, scope: Scope) -> Any:
        """`depth` is how deep a thing is in the area of the enemy of `me`."""
        if name == "depth" and isinstance(thing, Card | Zone):
            place, side = self.place_of(thing), self.side_of(scope.names.get("me"))
            return None if place is None or side is None else place[1] * FORWARD[side]
        return super().seen(thing, name, scope)

    def free_name(self, name: str, scope: Scope) -> Any:
        if name in _ON_BOARD:
            category = _ON_BOARD[name]
            return tuple(card for card in self.on_board() if self.category_of(card) == category)
        return super().free_name(name, scope)

    def camp(self, me: Any, own: bool) -> tuple[Player, ...]:
        """Return the partners of a player, or the players of the other side."""
        side = self.side_of(me)
        return tuple(player for player in self.ring() if player != me and (self.side_of(player) == side) is own)

    def on_board(self) -> list[Card]:
        """Return the cards in cells, by rows from y = -3 and columns."""
        zones = [zone for zone in self.world.zones if zone.area == "cell"]
        lying = [card for zone in sorted(zones, key=_row_order) for card in self.world.cards_in(zone)]
        return lying if self._left is None else [*lying, self._left]

    def things_of(self, phrase: Phrase, scope: Scope) -> tuple[Any, ...]:
        """A card that leaves the board is one of the cards that were on it: `after destroy of my-units`."""
        values = {} if scope.event is None else scope.event.values
        card, start = values.get("card"), values.get("from")
        if isinstance(card, Card) and isinstance(start, Zone) and start.area == "cell" and not self.is_on_board(card):
            self._left = card
        try:
            return super().things_of(phrase, scope)
        finally:
            self._left = None

    def order_of(self, active: Active) -> Any:
        """Skill, unit, facility, resource, rule; then turn order; then rows from y = -3 and columns."""
        ranks, order, this = self.vocabulary.order, self.world.order, active.this
        place = self.place_of(active.bearer if active.bearer is not None else this) or (0, 0)
        seat = len(order) if active.owner is None else order.index(active.owner)
        return (ranks.index(self.rank_of(active)), seat, place[1], place[0], active.number)

    def rank_of(self, active: Active) -> str:
        """Return the category of the card that has an effect; `skill` for what players have, `rule` for the rules."""
        if isinstance(active.this, Card):
            return self.category_of(active.this)
        return active.rank if active.rank in self.vocabulary.order else "skill"

    # ------------------------------------------------------------ cards

    def is_full(self, zone: Zone, card: Card) -> bool:
        """A cell holds one unit or resource, and one facility."""
        if zone.area != "cell":
            return super().is_full(zone, card)
        below = self.category_of(card) == "facility"
        others = [other for other in self.world.cards_in(zone) if other != card]
        return any((self.category_of(other) == "facility") is below for other in others)

    def is_forbidden(self, event: Event) -> bool:
        """An effect that lets the event happen wins over what lower kinds of cards forbid."""
        ranks = [
            self.vocabulary.order.index(self.rank_of(active))
            for active in self.working("while")
            if any(
                forbidden.event == event.name and self._is_now_about(active, forbidden, event)
                for forbidden in active.effect.forbids
            )
        ]
        if not ranks:
            return False
        return not any(
            self.vocabulary.order.index(self.rank_of(active)) < min(ranks)
            and any(
                "forbidden" in allowed.ignoring
                and allowed.act.event == event.name
                and self._is_now_about(active, allowed.act, event)
                for allowed in active.effect.allows
            )
            for active in self.working("while")
        )

    # ------------------------------------------------------------ reach and supply

    def hits(self, card: Card) -> tuple[Cell, ...]:
        """Return the cells that a unit can hit, or that a resource supplies."""
        place, side = self.place_of(card), self.side_of(card)
        if place is None or side is None:
            return ()
        name = "supply" if self.category_of(card) == "resource" else "range"
        return tuple(hit_cells(side, place, self.as_set(self.attribute(card, name)), self.width))

    def is_in_supply(self, unit: Card) -> bool:
        """Return True if a resource of the player or, by the rules, of the team supplies a unit."""
        place = self.place_of(unit)
        return any(
            self.category_of(card) == "resource"
            and self.setup.supplies(self.setup.owners[card.number], self.setup.owners[unit.number])
            and self.attribute(card, "level") >= self.attribute(unit, "level")
            and place in self.hits(card)
            for card in self.on_board()
        )

    # ------------------------------------------------------------ attacks

    def why_not(self, unit: Card, target: Card) -> str:
        """Return why a unit cannot attack a card: turned, range, supply or forbidden; "" if it can."""
        if not self.is_on_board(unit):
            return "target"
        values: dict[str, Any] = {"by": (unit,), "target": target}
        if self.attribute(unit, "face") != "up" and not self.is_allowed("attack", "turned", **values):
            return "turned"
        if self.place_of(target) not in self.hits(unit) and not self.is_allowed("attack", "range", **values):
            return "range"
        if not self.attribute(unit, "supplied") and not self.is_allowed("attack", "supply", **values):
            return "supply"
        return "forbidden" if self.is_forbidden(self._attack_event((unit,), target)) else ""

    def _attack_event(self, units: Sequence[Card], target: Card) -> Event:
        values = {"by": tuple(units), "target": target, "plus": 0, "total": None, "destroyed": False}
        return Event("attack", self.vocabulary.event_kinds["attack"], values)

    def attack(self, target: Card, units: Sequence[Card], advance: Card | None = None) -> None:
        """Let units attack a card. RefusedUseError with the reason if they cannot.

        `advance` is the unit that enters the cell of a destroyed target.
        """
        if not units or not self.is_on_board(target):
            raise RefusedUseError("target")
        for unit in units:
            if reason := self.why_not(unit, target):
                raise RefusedUseError(reason)
        values = {**self._attack_event(units, target).values, "advance": advance}
        if self.happen("attack", **values) is None:
            raise RefusedUseError("forbidden")

    def deed_attack(self, event: Event) -> None:
        """Each attacker is tested again; all are turned sideways, and the target is destroyed by more than defence."""
        values = event.values
        units, target = values["by"], values["target"]
        able = [unit for unit in units if self.is_on_board(target) and not self.why_not(unit, target)]
        total = self.setup.rules.joint([self.attribute(unit, "attack") for unit in able]) + values["plus"]
        values["total"] = total
        beaten = bool(able) and total > self.attribute(target, "defence")
        for unit in units:
            if self.is_on_board(unit):
                self.turn(unit, "sideways")
        if not beaten:
            return
        zone = self.world.where[target]
        to = self.zone_of(self.vocabulary.destroy, self.owner_of(target))
        values["destroyed"] = self.move_card("destroy", target, to, by=tuple(units))
        unit = values.get("advance")
        if unit is not None and values["destroyed"] and self.is_on_board(unit):
            self.move_card("move", unit, zone)

    def zone_at(self, cell: Cell) -> Zone | None:
        """Return a cell of the board; None beside it."""
        return Zone("cell", None, cell) if on_board(cell, self.width) else None

    def place_at(self, cell: Cell) -> Zone:
        """Return a cell, or the place beyond the board of units that have broken through."""
        return Zone("cell" if on_board(cell, self.width) else "beyond", None, cell)

    # ------------------------------------------------------------ effects that players use

    def use_power(self, active: Active, target: Card | None) -> None:
        """Let a player use an effect of a card, on a card that is named with it. A skill is discarded afterwards."""
        assert active.owner is not None
        player, card = Player(active.owner), active.this
        preset = {} if target is None else {active.effect.choices[0].name: target}
        assert isinstance(card, Card)
        is_skill = self.category_of(card) == "skill"

        def deed(event: Event) -> None:
            if is_skill:
                self.discard_used(card, lambda: self.use(active, event, preset))
            else:
                self.use(active, event, preset)

        name = active.effect.id or active.effect.key
        if self.happen("use", deed, card=card, user=player, name=self.attribute(card, "name") if is_skill else name):
            return
        if is_skill and self.world.where[card].area == "hand":
            self.move_card("discard", card, self.discards_of(card))

    def adjust(self, change: Adjustment) -> None:
        """Do what the table did by hand. A card is put into a free cell, or into a pile of its own army."""
        card, zone = change.thing, change.zone
        if isinstance(card, Card) and zone is not None:
            wrong = self.category_of(card) == "skill" if zone.owner is None else zone.owner != self.owner_of(card)
            if wrong:
                raise WrongAnswerError((change.verb,))
        super().adjust(change)

    def discard_used(self, card: Card, deed: Callable[[], Any]) -> None:
        """Do what a skill does, and discard it."""
        owner = self.owner_of(card)
        self.world.put(card, IN_USE)
        self.world.store(card, "owner", Player(owner or 0))
        deed()
        if self.world.where[card] == IN_USE:
            self.move_card("discard", card, self.discards_of(card))

    # ------------------------------------------------------------ what players and the rules do

    def enter(self, name: str, card: int, to: Cell) -> None:
        """Let a card enter a cell by an event: move, deploy or lay. Beyond the board a unit has broken through."""
        self.move_card(name, self.numbered[card], self.place_at(to))

    def attack_with(self, target: int, units: Sequence[int], advance: int) -> None:
        """Let units attack a card; one of them may enter its cell."""
        self.attack(self.numbered[target], self.named(units), None if advance == NOTHING else self.numbered[advance])

    def discard_all(self, cards: Sequence[int]) -> None:
        """Discard cards, all at once."""
        self.at_once(lambda: [self.move_card("discard", one, self.discards_of(one)) for one in self.named(cards)])

    def draw_for(self, player: int) -> None:
        """Let a player draw a card."""
        card = self.take_top(Zone("deck", player))
        if card is not None:
            self.move_card("draw", card, Zone("hand", player), who=Player(player))

    def end_round(self) -> None:
        """Let a round end."""
        self.happen("round", lambda _: None, who=None)

    # ------------------------------------------------------------ stages

    def pass_stage(self, name: str, steps: Sequence[str]) -> None:
        """Let steps of a stage happen, for each player in the order of turns."""
        self.stage, event_name = name, stage_event(name)
        for player in self.world.players:
            event = Event(event_name, self.vocabulary.event_kinds[event_name], {"who": player})
            self.events.append(event)
            try:
                for step in steps:
                    self.fire(event, step)
            finally:
                self.events.remove(event)


def _row_order(zone: Zone) -> tuple[int, int]:
    assert isinstance(zone.index, tuple)
    return zone.index[1], zone.index[0]


def _cells(find: Callable[[BlitzResolution, Cell], Sequence[Cell]]) -> Callable[..., Any]:
    """Return a function of a sentence: the cells that are found from the cell of its argument."""

    def apply(run: BlitzResolution, values: Arguments, scope: Scope) -> Any:
        place = run.place_of(run.evaluate(values[0], scope))
        found = [] if place is None else [run.zone_at(cell) for cell in find(run, place)]
        return tuple(zone for zone in found if zone is not None)

    return apply


def _around(_: BlitzResolution, cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]


def _hits(run: BlitzResolution, values: Arguments, scope: Scope) -> Any:
    cards = [card for card in run.as_set(run.evaluate(values[0], scope)) if isinstance(card, Card)]
    return tuple(run.zone_at(cell) for card in cards[:1] for cell in run.hits(card))


def _cell(run: BlitzResolution, values: Arguments, scope: Scope) -> Any:
    return run.zone_at((whole_number(run, values[0], scope), whole_number(run, values[1], scope)))


def _steps(run: BlitzResolution, values: Arguments, scope: Scope) -> Any:
    one, other = (run.place_of(run.evaluate(value, scope)) for value in values)
    return None if one is None or other is None else abs(one[0] - other[0]) + abs(one[1] - other[1])


def _attack(run: BlitzResolution, step: Step, scope: Scope) -> bool:
    target, units = run.things(step.argument, scope), run.things(step.keys["by"], scope)
    try:
        for one in target[:1]:
            run.attack(one, units)
    except RefusedUseError:
        return False
    return bool(target)


def _deploy(run: BlitzResolution, step: Step, scope: Scope) -> Any:
    cards = [card for card in run.things(step.argument, scope) if isinstance(card, Card)]
    done = []
    for card in cards:
        zone = zone_of(run, step.keys["to"], scope, card)
        if zone is not None and run.move_card("deploy", card, zone):
            done.append(card)
    return tuple(done)


_FUNCTIONS: Mapping[str, tuple[Any, str]] = {
    "cell": (_cell, "`cell(x, y)`: a cell of the board"),
    "beside": (_cells(lambda _, cell: beside(cell)), "`beside(x)`: the cells beside a card or cell"),
    "around": (_cells(_around), "`around(x)`: the eight cells around a card or cell"),
    "hits": (_hits, "`hits(x)`: the cells that a unit hits or a resource supplies"),
    "steps": (_steps, "`steps(a, b)`: the steps from one card or cell to another"),
}
BlitzResolution.functions = {
    **FUNCTIONS,
    **{name: EffectFunction(apply, summary) for name, (apply, summary) in _FUNCTIONS.items()},
}
_VERBS: Mapping[str, Any] = {"attack": _attack, "deploy": _deploy}
BlitzResolution.own_verbs = _VERBS
