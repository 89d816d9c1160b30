"""Effects of a state: a state as a world, what is asked of it, what is done in it, and the world as a state again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from cardgen import replace
from cardgen.engines.effects.adjusting import Adjustment, adjust
from cardgen.engines.effects.deeds import IN_USE
from cardgen.engines.effects.evaluating import Active, Event, Scope
from cardgen.engines.effects.model import Choice
from cardgen.engines.effects.questions import Question
from cardgen.engines.effects.vocabulary import stage_event
from cardgen.engines.effects.world import Card, Player, World, Zone
from cardgen.games.blitz.board import DEPTH, FORWARD, Cell, cell_at, number
from cardgen.games.blitz.memory import remember
from cardgen.games.blitz.powers import Power, things, vocabulary
from cardgen.games.blitz.resolution import BlitzResolution
from cardgen.games.blitz.state import NOTHING, BlitzState, order_of

#: Steps of work for one question about a state.
QUERY_WORK = 20_000
#: How many states have a world at the same time.
_MOST_VIEWS = 24


class GameRun(BlitzResolution):
    """Does effects in a state of a game."""

    def __init__(self, state: BlitzState, world: World, answers: Sequence[tuple[Any, ...]] = ()) -> None:
        super().__init__(vocabulary(), world, answers)
        setup, self.state = state.setup, state
        self.width, self.team_supply = setup.width, setup.rules.team_supply
        self.joint_attack = setup.rules.joint_attack
        self.numbered = things(len(setup.cards))
        self.stage = state.step
        self._uses: dict[tuple[int, str], list[tuple[Active, Cell | None, Card | None]]] = {}

    # ------------------------------------------------------------ the cards of a game

    def _all_active(self) -> Iterator[Active]:
        effects, areas = self.state.setup.powers.effects, self.vocabulary.areas
        for card, zone in self.world.where.items():
            if effects[card.number] and (area := areas.get(zone.area)) is not None:
                here = self.effects_here(card, self.text_of(card), zone, area.works)
                if here:
                    owner = self.owner_of(card)
                    yield from (Active(effect, owner, card, "card") for effect in here)
        yield from self._of_no_card()

    def category_of(self, card: Card) -> str:
        return self.state.setup.cards[card.number].kind

    def put(self, card: Card, to: Zone, at: int | None = None) -> None:
        """The cards of an army stay with their player: those of another one go to the owner's area."""
        if to.owner is not None:
            to = Zone(to.area, self.state.setup.owners[card.number], to.index)
        super().put(card, to, at)

    def store_value(self, thing: Any, name: str, value: Any) -> None:
        if name not in ("owner", "side", "category"):
            super().store_value(thing, name, value)

    def take_top(self, zone: Zone) -> Card | None:
        """An empty deck is made anew only if the rules say so."""
        if not self.world.cards_in(zone) and self.state.setup.rules.empty_deck == "nothing":
            return None
        return super().take_top(zone)

    # ------------------------------------------------------------ what a state asks

    def value_at(self, card: int, name: str) -> Any:
        """Return an attribute of a card."""
        printed = self.state.setup.powers.values[name][card] if name != "supplied" else False
        value = self.within(QUERY_WORK, lambda: self.attribute(self.numbered[card], name), printed)
        return self.fitting(name, value, printed)

    def fitting(self, name: str, value: Any, printed: Any) -> Any:
        """Return a value that is of the kind of the printed one; else the printed one."""
        if name in ("range", "supply"):
            offsets = self.as_set(value)
            good = all(isinstance(one, tuple) and len(one) == 2 and all(type(n) is int for n in one) for one in offsets)
            return tuple(offsets) if good else printed
        if name == "abilities":
            return tuple(map(str, self.as_set(value)))
        if isinstance(printed, bool):
            return bool(value)
        return value if type(value) is type(printed) else printed

    def is_entry_forbidden(self, name: str, card: int, index: int) -> bool:
        """Return True if an effect forbids a card to enter a cell."""
        event = self._entry(name, card, Zone("cell", None, cell_at(index, self.width)))
        return self.within(QUERY_WORK, lambda: self.is_forbidden(event), False)

    def is_breakthrough_forbidden(self, card: int, column: int) -> bool:
        """Return True if an effect forbids a unit to break through."""
        event = self._entry("move", card, beyond_zone(self.state, card, column))
        return self.within(QUERY_WORK, lambda: self.is_forbidden(event), False)

    def is_about_entry(self, power: Power, source: int, card: int, index: int) -> bool:
        """Return True if an effect is about a card that enters a cell."""
        this = self.numbered[source]
        active = Active(power.effect, self.state.setup.owners[source], this, "card")
        event = self._entry(power.about.event, card, Zone("cell", None, cell_at(index, self.width)))
        scope = self.scope_of(active, event)
        return self.within(QUERY_WORK, lambda: self._is_about(power.about, event, "before", scope), False)

    def _entry(self, name: str, card: int, to: Zone) -> Event:
        thing, owner = self.numbered[card], Player(self.state.setup.owners[card])
        values = {"card": thing, "from": self.world.where[thing], "to": to, "who": owner}
        return Event(name, self.vocabulary.event_kinds[name], values)

    def why_not_attack(self, unit: int, target: int) -> str:
        """Return why a unit cannot attack a card; "" if it can."""
        attacker, attacked = self.numbered[unit], self.numbered[target]
        return self.within(QUERY_WORK, lambda: self.why_not(attacker, attacked), "forbidden")

    def may_attack_together(self, units: Sequence[int], target: int) -> bool:
        """Return True if no effect forbids that just these units attack a card."""
        event = self._attack_event(self.named(units), self.numbered[target])
        return not self.within(QUERY_WORK, lambda: self.is_forbidden(event), True)

    # ------------------------------------------------------------ effects that players use

    def usable(self, card: int, window: str) -> Iterator[tuple[Active, Scope]]:
        """Yield the effects of a card that its player can use in a window now."""
        thing, player = self.numbered[card], self.state.setup.owners[card]
        zone = self.world.where[thing]
        for effect in self.text_of(thing).effects:
            is_there = zone.area in (effect.areas or ("hand" if self.is_skill(card) else "cell",))
            if effect.head != "use" or effect.window != window or not is_there:
                continue
            active = Active(effect, player, thing, "card")
            if not self._is_silent(active) and self.within(QUERY_WORK, partial(self.is_usable, active), False):
                scope = self.scope_of(active)
                self._bind(active, scope)
                yield active, scope

    def is_skill(self, card: int) -> bool:
        """Return True if a card is a skill."""
        return self.state.setup.cards[card].kind == "skill"

    def uses(self, card: int, window: str) -> list[tuple[Active, Cell | None, Card | None]]:
        """Return the effects of a card that can be used in a window, each with a card that it is named with, if any."""
        if (card, window) not in self._uses:
            nothing: list[tuple[Cell | None, Card | None]] = [(None, None)]
            self._uses[card, window] = [
                (active, to, target)
                for active, scope in self.usable(card, window)
                for to, target in [*(self.targets(active, scope) or nothing)]
            ]
        return self._uses[card, window]

    def targets(self, active: Active, scope: Scope) -> list[tuple[Cell, Card]] | None:
        """Return the cards that the first choice of an effect is between, with their cells; None if it is asked later.

        It is named with the turn if the player chooses one card on the board.
        """
        return self.within(QUERY_WORK, lambda: self._targets(active, scope), None)

    def _targets(self, active: Active, scope: Scope) -> list[tuple[Cell, Card]] | None:
        choice = next(iter(active.effect.choices), None)
        if choice is None or not is_named_at_once(choice):
            return None
        effect = active.effect
        possible = self.options_of(choice, scope, effect)
        if effect.choices[1:] or effect.cost:
            possible = tuple(one for one in possible if self.is_possible(effect, scope, {choice.name: one}))
        lying = [one for one in possible if isinstance(one, Card) and self.is_on_board(one)]
        places = [place for one in lying if (place := self.place_of(one)) is not None]
        if len(lying) != len(possible) or len(set(places)) != len(places):
            return None
        return list(zip(places, lying, strict=True)) or None

    def use_power(self, active: Active, target: Card | None) -> None:
        """Let a player use an effect of a card, on a card that is named with it. A skill is discarded afterwards."""
        assert active.owner is not None
        player, card = Player(active.owner), active.this
        preset = {} if target is None else {active.effect.choices[0].name: target}
        assert isinstance(card, Card)
        is_skill = self.is_skill(card.number)

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

    def by_hand(self, text: str, scope: Scope) -> None:
        """Ask the table to do something by hand. A card that has no room where it is put stays where it is."""
        me = scope.names.get("me")
        seat = self.decider(me) if isinstance(me, Player) else self.world.current
        while self.answered < len(self.answers) and isinstance(self.answers[self.answered][0], Adjustment):
            change = self.answers[self.answered][0]
            self.answered += 1
            if change.zone is None or self.may_lie(change.thing, change.zone):
                adjust(self.world, change)
                if change.zone is not None:
                    self.put(change.thing, change.zone, 0 if change.word == "top" else None)
        self.ask(Question("by-hand", seat, ("done",), 1, 1, text))

    def may_lie(self, card: Card, zone: Zone) -> bool:
        """Return True if a card can be put into a zone by hand: a free cell, or a pile of its own army."""
        if zone.area == "cell":
            return self.category_of(card) != "skill" and not self.is_full(zone, card)
        return zone.owner == self.state.setup.owners[card.number]

    def discard_used(self, card: Card, deed: Callable[[], Any]) -> None:
        """Do what a skill does, and discard it."""
        owner = self.owner_of(card)
        self.world.put(card, IN_USE)
        self.world.store(card, "owner", Player(owner or 0))
        deed()
        if self.world.where[card] == IN_USE:
            self.move_card("discard", card, self.discards_of(card))

    # ------------------------------------------------------------ what players and the rules do

    def enter(self, name: str, card: int, index: int) -> None:
        """Let a card enter a cell by an event: move, deploy or lay."""
        self.move_card(name, self.numbered[card], Zone("cell", None, cell_at(index, self.width)))

    def break_through(self, unit: int, column: int) -> None:
        """Let a unit break through."""
        self.move_card("move", self.numbered[unit], beyond_zone(self.state, unit, column))

    def carry_out_attack(self, target: int, units: Sequence[int], advance: int) -> None:
        """Let units attack a card; one of them may enter its cell."""
        unit = None if advance == NOTHING else self.numbered[advance]
        self.attack(self.numbered[target], [self.numbered[one] for one in units], unit)

    def discard_all(self, cards: Sequence[int]) -> None:
        """Discard cards, all at once."""
        self.at_once(lambda: [self.move_card("discard", one, self.discards_of(one)) for one in self.named(cards)])

    def named(self, cards: Sequence[int]) -> list[Card]:
        """Return the cards with these numbers."""
        return [self.numbered[card] for card in cards]

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


def is_named_at_once(choice: Choice) -> bool:
    """Return True if a choice is of one thing by the player who has the effect."""
    return choice.source is not None and choice.single and choice.by is None and not (choice.random or choice.secret)


# ---------------------------------------------------------------- states and worlds


def world_of(state: BlitzState) -> World:
    """Return a state as a world, in which effects are resolved."""
    setup, powers = state.setup, state.setup.powers
    cards, width = things(len(setup.cards)), setup.width
    world = World(len(setup.factions), state.seed)
    world.order = order_of(state)
    world.current = world.order[0] if state.actor is None else state.actor
    world.round = state.round
    world.kinds = powers.kinds
    world.cards = powers.world_cards
    zones, where, stored = world.zones, world.where, world.stored
    for seat, side in enumerate(setup.sides):
        stored[Player(seat), "side"] = side
        for area, pile in (("hand", state.hands), ("deck", state.decks), ("discards", state.discards)):
            zone = Zone(area, seat)
            content = tuple(cards[card] for card in (reversed(pile[seat]) if area == "deck" else pile[seat]))
            zones[zone] = content
            for card in content:
                where[card] = zone
    for index, pair in enumerate(zip(state.ground, state.traps, strict=True)):
        lying = tuple(cards[card] for card in pair if card != NOTHING)
        if lying:
            zone = Zone("cell", None, cell_at(index, width))
            zones[zone] = lying
            for card in lying:
                where[card] = zone
                stored[card, "owner"] = Player(setup.owners[card.number])
    for unit, column in state.beyond:
        zone = beyond_zone(state, unit, column)
        zones[zone] = (*zones.get(zone, ()), cards[unit])
        where[cards[unit]] = zone
        stored[cards[unit], "owner"] = Player(setup.owners[unit])
    for unit in (*state.turned, *state.resting):
        stored[cards[unit], "face"] = "sideways"
    memory = state.memory
    if memory is not None:
        stored.update(memory.stored)
        world.lasting, world.number, world.edges = memory.lasting, memory.number, memory.edges
        world.counts, world.happened = dict(memory.counts), dict(memory.happened)
        world.asked_random = memory.asked_random
    return world


def beyond_zone(state: BlitzState, unit: int, column: int) -> Zone:
    """Return the place of a unit that has broken through."""
    return Zone("beyond", None, (column, FORWARD[state.setup.side_of(unit)] * (DEPTH + 1)))


def state_after(run: GameRun, state: BlitzState) -> BlitzState:
    """Return a state with everything that has become of it in a world."""
    setup, world = state.setup, run.world
    nothing = [NOTHING] * len(state.ground)
    ground, traps, beyond = [*nothing], [*nothing], []
    piles: dict[str, list[tuple[int, ...]]] = {
        name: [()] * len(setup.factions) for name in ("hand", "deck", "discards")
    }
    for zone, content in world.zones.items():
        numbers = tuple(card.number for card in content)
        if zone.area in piles:
            assert zone.owner is not None
            piles[zone.area][zone.owner] = (
                tuple(sorted(numbers)) if zone.area == "hand" else numbers[::-1] if zone.area == "deck" else numbers
            )
            continue
        for card in numbers:
            assert isinstance(zone.index, tuple)
            if zone.area == "beyond":
                beyond.append((card, zone.index[0]))
            else:
                layer = traps if setup.cards[card].kind == "facility" else ground
                layer[number(zone.index, setup.width)] = card
    lying = {*ground, *traps}
    sideways = frozenset(
        card.number
        for (card, name), face in world.stored.items()
        if name == "face" and face != "up" and isinstance(card, Card) and card.number in lying
    )
    units = {setup.side_of(card) for card in ground if card != NOTHING and setup.cards[card].kind == "unit"}
    return replace(
        state,
        hands=tuple(piles["hand"]),
        decks=tuple(piles["deck"]),
        discards=tuple(piles["discards"]),
        ground=tuple(ground),
        traps=tuple(traps),
        beyond=(*[one for one in state.beyond if one in beyond], *[one for one in beyond if one not in state.beyond]),
        turned=sideways - state.resting,
        resting=state.resting & sideways,
        deployed=state.deployed & lying,
        forced=state.forced & lying,
        fielded=state.fielded | units,
        memory=remember(world),
        answers=state.answers[run.answered :],
        won=tuple(world.winners) if world.over else None,
    )


_VIEWS: OrderedDict[int, tuple[BlitzState, GameRun]] = OrderedDict()


def view_of(state: BlitzState) -> GameRun:
    """Return the world of a state, in which nothing is done. The last ones are kept."""
    kept = _VIEWS.get(id(state))
    if kept is not None and kept[0] is state:
        return kept[1]
    run = GameRun(state, world_of(state))
    _VIEWS[id(state)] = (state, run)
    while len(_VIEWS) > _MOST_VIEWS:
        _VIEWS.popitem(last=False)
    return run


def resolve(state: BlitzState, deed: Callable[[GameRun], Any]) -> BlitzState:
    """Return the state after a deed with all effects. PendingError if somebody has to decide first."""
    run = GameRun(state, world_of(state), state.answers)
    run.attempt(lambda: deed(run))
    return state_after(run, state)
