"""The deeds of all games: cards moved, values changed, players hurt, cards used and judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cardgen.base.work import TooMuchWorkError
from cardgen.engines.effects.adjusting import Adjustment
from cardgen.engines.effects.evaluating import MISSING, Active, Event, Scope
from cardgen.engines.effects.model import Phrase, Steps
from cardgen.engines.effects.questions import Question, WrongAnswerError
from cardgen.engines.effects.resolving import EndedError, GameOverError, RefusedUseError, Resolving, StoppedError
from cardgen.engines.effects.vocabulary import STAGE, stage_event
from cardgen.engines.effects.world import Card, Group, Player, Thing, Zone, played_key

#: The zones of cards in use and of a card that is judged. They belong to no area.
IN_USE, JUDGED = Zone("in use"), Zone("judged")


class Deeds(Resolving):
    """Resolves effects and does their deeds."""

    # ------------------------------------------------------------ cards

    def hand_of(self, player: Player) -> Zone:
        """Return the zone of a player's hand."""
        return Zone(self.vocabulary.hand, player.seat)

    def zone_of(self, area: str, owner: int | None) -> Zone:
        """Return the zone of an area: the owner's, or everybody's."""
        return Zone(area, owner if self.vocabulary.areas[area].of == "player" else None)

    def discards_of(self, card: Card) -> Zone:
        """Return the zone where a card is discarded."""
        return self.zone_of(self.vocabulary.discards, self.owner_of(card))

    def is_full(self, zone: Zone, card: Card) -> bool:
        """Return True if a card cannot be put into a zone because of what lies there."""
        area, cards = self.vocabulary.areas.get(zone.area), self.world.cards_in(zone)
        if area is None or not cards:
            return False
        if area.one:
            return True
        unique = area.unique
        return unique is not None and any(self.attribute(c, unique) == self.attribute(card, unique) for c in cards)

    def move_card(self, name: str, card: Card, to: Zone, at: int | None = None, face: str = "", **values: Any) -> bool:
        """Let a card be moved by an event of this name, to lie with this face. Return True if it was moved."""
        if self.is_full(to, card):
            return False
        owner = self.owner_of(card)
        values = {"who": None if owner is None else Player(owner), **values}

        def deed(event: Event) -> None:
            self.put(event.values["card"], event.values["to"], at)
            if face:
                self.world.store(event.values["card"], "face", face)

        return self.happen(name, deed, card=card, from_=self.world.where[card], to=to, **values) is not None

    def put(self, card: Card, to: Zone, at: int | None = None) -> None:
        """Put a card into a zone. A game may change what becomes of the card by that."""
        owner = self.owner_of(card)
        if owner is not None and to.owner is None:
            self.world.store(card, "owner", Player(owner))
        elif to.owner is not None:
            self.world.forget(card, "owner")
        self.world.put(card, to, at)

    def take_top(self, zone: Zone) -> Card | None:
        """Return the top card of a pile, which is refilled from the discards if the game says so; None without one."""
        cards = self.world.cards_in(zone)
        if not cards and (discards := self.zone_of(self.vocabulary.discards, zone.owner)) != zone:
            for card in self.world.shuffled(self.world.cards_in(discards)):
                self.world.put(card, zone)
            cards = self.world.cards_in(zone)
        return cards[0] if cards else None

    def draw_to(self, player: Player) -> Zone | None:
        """Return the zone into which a player draws; None if there is no room."""
        return self.hand_of(player)

    def counts_as(self, player: Player, card: Card, name: str) -> bool:
        """Return True if a player may use or play a card under a name."""
        if self.attribute(card, "name") == name:
            return True
        return any(
            name in active.effect.as_names
            and active.owner == player.seat
            and card in self.things(active.effect.cards, self.scope_of(active))
            for active in self.working("as")
        )

    def effects_with(self, player: Player, effect_id: str) -> Iterator[Active]:
        """Yield the effects of a player that have an id."""
        return (
            one
            for one in self.active()
            if effect_id in (one.effect.id, one.effect.key) and one.owner in (player.seat, None)
        )

    # ------------------------------------------------------------ what is seen

    def reveal(self, player: Player | None, cards: Sequence[Card]) -> None:
        """Note that a player sees cards; None for everybody."""
        seat = None if player is None else player.seat
        self.world.seen = (*self.world.seen, (seat, tuple(cards)))
        self.looked |= {(seat, card) for card in cards}

    def reorder(self, zone: Zone, cards: Sequence[Card], first: Sequence[Any], last: Sequence[Any]) -> None:
        """Put cards of a zone in another order: some first, some last."""
        rest = tuple(card for card in self.world.cards_in(zone) if card not in cards)
        self.world.zones[zone] = (*first, *rest, *last)
        self.world.version += 1

    def mix(self, zone: Zone, cards: Sequence[Card]) -> None:
        """Shuffle cards among the places that they have in their zone."""
        mixed = iter(self.world.shuffled(cards))
        self.looked = {(seat, card) for seat, card in self.looked if card not in cards}
        self.world.zones[zone] = tuple(next(mixed) if card in cards else card for card in self.world.cards_in(zone))
        self.world.version += 1

    def destroy(self, card: Card, by: Player | None = None) -> bool:
        """Destroy a card. Return True if it was destroyed."""
        return self.move_card("destroy", card, self.zone_of(self.vocabulary.destroy, self.owner_of(card)), by=by)

    def swap_zones(self, one: Zone, other: Zone) -> bool:
        """Swap the contents of two zones, as one event."""

        def deed(_: Event) -> None:
            first, second = self.world.cards_in(one), self.world.cards_in(other)
            for card in first:
                self.put(card, other)
            for card in second:
                self.put(card, one)

        return self.happen("swap", deed, from_=one, to=other) is not None

    # ------------------------------------------------------------ values

    def plain_value(self, thing: Thing, name: str) -> Any:
        """Return the stored value of an attribute, without what effects at work change."""
        value = self._stored(thing, name)
        return None if value is MISSING else value

    def set_value(self, thing: Thing, name: str, value: Any) -> bool:
        """Store a value of an attribute, within its domain. Return True if that was possible."""
        if self.world.stored_value(thing, f"fixed {name}"):
            return False
        declared = self.vocabulary.attributes.get(name)
        value = value if declared is None else declared.nearest(value)
        deed = lambda event: self.store_value(thing, name, event.values["value"])  # noqa: E731
        return self.happen("set", deed, attribute=name, of=thing, value=value) is not None

    def store_value(self, thing: Thing, name: str, value: Any) -> None:
        """Store a value. A game adds what follows from it."""
        self.world.store(thing, name, value)

    def turn(self, thing: Any, way: str) -> bool:
        """Turn a card up, down or sideways; or a player sideways or over, which turn back what is turned."""
        if isinstance(thing, Player):
            return self.happen("turn", lambda _: self.turn_player(thing, way), card=thing, to=way) is not None
        if not isinstance(thing, Card) or self.attribute(thing, "face") == way:
            return False
        return self.happen("turn", lambda _: self.set_face(thing, way), card=thing, to=way) is not None

    def turn_player(self, player: Player, way: str) -> None:
        """Turn the card of a player: sideways and over turn back what is turned, up turns back both."""
        for name, word in (("chained", "sideways"), ("turned", "over")):
            if way in (word, "up"):
                self.world.store(player, name, way == word and not self.world.stored_value(player, name))

    def set_face(self, card: Card, way: str) -> None:
        """Lay a card with this face. A game adds what follows from it."""
        self.world.store(card, "face", way)

    def recover(self, player: Player, amount: int) -> bool:
        """Let a player recover HP, up to the most. Return False if there is nothing to recover."""
        if not self.attribute(player, "alive") or not self.wounds(player):
            return False
        return self.happen("recover", amount=amount, who=player) is not None

    def wounds(self, player: Player) -> int | None:
        """Return how much a player can recover; without a most there is no limit."""
        most, now = self.attribute(player, "max-hp"), self.attribute(player, "hp")
        return max(0, most - now) if isinstance(most, int) and isinstance(now, int) else 1_000_000

    def deed_recover(self, event: Event) -> None:
        player, amount = event.values["who"], event.values["amount"]
        self.world.store(player, "hp", (self.plain_value(player, "hp") or 0) + min(amount, self.wounds(player) or 0))

    def deed_lose(self, event: Event) -> None:
        self.lower_hp(event.values["who"], event.values["amount"])

    def deed_damage(self, event: Event) -> None:
        self.lower_hp(event.values["to"], event.values["amount"])

    def lower_hp(self, player: Player, amount: int) -> None:
        """Take HP off a player."""
        self.world.store(player, "hp", (self.plain_value(player, "hp") or 0) - amount)

    # ------------------------------------------------------------ answers, judgements

    def play_card(self, player: Player, card: Card, name: str) -> bool:
        """Let a player play a card as an answer: it goes to the discards. Return True if it was played."""
        deed = lambda _: self.put(card, self.discards_of(card))  # noqa: E731
        played = self.happen("play", deed, card=card, who=player, name=name) is not None
        if played:
            self.world.count_use(played_key(name), player.seat, None, ("game",))
        return played

    def answer_with(self, player: Player, name: str, about: Any = None) -> bool:
        """Ask a player for a card that counts as `name`, and let it be played. Return True if it was."""
        hand = [card for card in self.world.cards_in(self.hand_of(player)) if self.counts_as(player, card, name)]
        if not hand or not self.ask_whether(player, about, f"play {name}"):
            return False
        (card,) = self.pick(player, hand, about=about)
        return self.play_card(player, card, name)

    def judge(self, player: Player, match: Phrase | None, scope: Scope) -> bool | None:
        """Turn up the top card of the pile for a player. Return whether it is as wanted; None without a card."""
        card = self.take_top(self.zone_of(self.vocabulary.pile, player.seat))
        if card is None:
            return None
        self.put(card, JUDGED)
        result: list[bool] = []

        def deed(event: Event) -> None:
            result.append(self.holds(match, scope.at(event.values["card"])))

        event = self.happen("judge", deed, card=card, who=player)
        for left in self.world.cards_in(JUDGED):
            self.move_card("discard", left, self.discards_of(left))
        return result[0] if event is not None and result else False

    def judge_by(self, card: Card) -> None:
        """Let another card be the one that is judged by."""
        self.put(card, JUDGED)

    # ------------------------------------------------------------ groups

    def join(self, player: Player, group: Group) -> bool:
        """Let a player into a group. False if the player is in it, or in another one of a kind that excludes that."""
        kind, members = self.world.groups[group]
        if player in members or (kind.most and len(members) >= kind.most):
            return False
        for other, theirs in self.world.groups.values():
            if kind.exclusive and other.exclusive == kind.exclusive and player in theirs:
                return False
        self.world.groups[group] = (kind, (*members, player))
        self.world.version += 1
        return True

    def leave(self, player: Player, group: Group) -> bool:
        """Let a player leave a group. Its values of the player are forgotten."""
        kind, members = self.world.groups[group]
        if player not in members:
            return False
        self.world.groups[group] = (kind, tuple(other for other in members if other != player))
        self.world.forget(group, *(f"{name}/{player.seat}" for name in kind.values))
        return True

    def dissolve(self, group: Group) -> bool:
        """Let all members leave a group. Return False if it has none."""
        members = self.world.groups[group][1]
        for player in members:
            self.leave(player, group)
        return bool(members)

    # ------------------------------------------------------------ what lasts

    def reset(self, card: Card) -> bool:
        """Let a card be as it is printed."""
        copies = [one for one in self.world.lasting if one.bearer == card and one.kind in ("copy", "grant", "silence")]
        self.world.end(copies)
        kept = {name: self.world.stored_value(card, name) for name in ("owner", "face")}
        self.world.forget(card)
        for name, value in kept.items():
            if value is not None:
                self.world.store(card, name, value)
        return True

    def active_and_printed(self, effect_id: str) -> Iterator[Active]:
        """Yield the effects with an id: at work, or printed on any card."""
        yield from (one for one in self.active() if one.effect.id == effect_id)
        for kind in self.world.kinds.values():
            yield from (Active(one, None, None, "card") for one in kind.effects if effect_id in (one.id, kind.name))

    def together(self, steps: Steps, scope: Scope) -> bool:
        """Do the deeds of some steps before anything that they trigger afterwards."""
        return bool(self.at_once(lambda: self.run(steps, scope)))

    def at_once(self, deed: Callable[[], Any]) -> Any:
        """Do something whose events trigger nothing before all of it is done."""
        outer, self._deferred = self._deferred, []
        try:
            done = deed()
        finally:
            deferred, self._deferred = self._deferred, outer
        for fire in deferred:
            fire()
        return done

    # ------------------------------------------------------------ turns

    def next_turn(self, player: Player) -> None:
        """Begin the turn of a player: what was counted in the last one is forgotten."""
        self.world.current = player.seat
        self.world.turn += 1
        self.world.rearranged()
        self.world.forget_uses("phase", "stage", "turn")
        self.happen("turn-start", lambda _: None, who=player)

    def skips(self, what: str, player: Player) -> bool:
        """Return True if a player skips a stage or a turn now; it is noted, and not skipped again."""
        skips = self.world.skips
        if (what, player.seat) not in skips:
            return False
        at = skips.index((what, player.seat))
        self.world.skips = (*skips[:at], *skips[at + 1 :])
        self.world.log = (*self.world.log, what)
        return True

    def begin_stage(self, name: str, player: Player) -> bool:
        """Begin a stage: its steps up to its deed. Return False if it is forbidden."""
        self.stage = name
        self.world.forget_uses("phase", "stage")
        event = Event(stage_event(name), STAGE, {"who": player})
        if self.is_forbidden(event):
            return False
        return self._within(event, True)

    def end_stage(self, name: str, player: Player) -> None:
        """End a stage: its steps after its deed."""
        self._within(Event(stage_event(name), STAGE, {"who": player}), False)

    def _within(self, event: Event, first: bool) -> bool:
        """Do the first or the second half of the steps of a stage. Return False if the stage is terminated."""
        deed, at = getattr(self, f"stage_{self.stage}", None), event.kind.steps.index("DEED")
        with self.during(event):
            for step in event.kind.steps[:at] if first else event.kind.steps[at + 1 :]:
                self.fire(event, step)
            if first and deed is not None:
                deed(event)
            return True
        return False

    def end_round(self) -> None:
        """End a round: the next one begins."""
        self.happen("round", lambda _: None)
        self.world.forget_uses("round")
        self.world.round += 1
        self.world.version += 1

    # ------------------------------------------------------------ the end

    def win(self, players: Sequence[Player]) -> None:
        """End the game: these players have won."""
        self.world.over, self.world.winners = True, tuple(player.seat for player in players)
        self.world.log = (*self.world.log, "game")
        raise GameOverError

    def by_hand(self, text: str, scope: Scope, about: Any = None) -> None:
        """Ask the table to do something that cannot be said as data, and to say when it is done."""
        me = scope.names.get("me")
        seat = self.decider(me) if isinstance(me, Player) else self.world.current
        while self.answered < len(self.answers) and isinstance(self.answers[self.answered][0], Adjustment):
            self.adjust(self.answers[self.answered][0])
            self.answered += 1
        self.ask(Question("by-hand", seat, ("done",), 1, 1, about or text))

    def adjust(self, change: Adjustment) -> None:
        """Do what the table did by hand. WrongAnswerError if a card has no room where it is put."""
        thing = change.thing
        if not isinstance(thing, Card) or change.verb == "set":
            self.world.store(thing, change.word, change.value)
        elif change.zone is None:
            self.set_face(thing, change.word)
        elif self.is_full(change.zone, thing):
            raise WrongAnswerError((change.verb,))
        else:
            self.put(thing, change.zone, 0 if change.word == "top" else None)

    def attempt(self, deed: Callable[[], Any]) -> None:
        """Do what a player asks for, to its end: refusals and stops are noted in the log, nothing is lost."""
        if self.world.over:
            self.world.log = (*self.world.log, "over")
            return
        try:
            deed()
            self.test_at_once()
        except RefusedUseError as refused:
            self.world.log = (*self.world.log, refused.reason)
        except (StoppedError, TooMuchWorkError):
            self.stop()
        except (EndedError, GameOverError):
            pass

    def stop(self) -> None:
        """Note that effects cause each other without end, and put cards that are in use away."""
        names = list(dict.fromkeys(self.used))[-2:]
        self.world.log = (*self.world.log, f"stopped {' '.join(names)}")
        self.clear_table()

    def clear_table(self) -> None:
        """Discard the cards that are still in use or judged."""
        for zone in (IN_USE, JUDGED):
            for card in self.world.cards_in(zone):
                self.world.put(card, self.discards_of(card))
