"""Effects in Tale of Many Heroes: the steps of a use and of damage, dying, the chain, equipment, the discard phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardgen import replace
from cardgen.engines.effects.deeds import IN_USE
from cardgen.engines.effects.evaluating import Active, Event, Scope
from cardgen.engines.effects.functions import distance, in_range
from cardgen.engines.effects.model import Effect
from cardgen.engines.effects.questions import Question
from cardgen.engines.effects.resolution import Resolution
from cardgen.engines.effects.resolving import RefusedUseError
from cardgen.engines.effects.vocabulary import SPANS
from cardgen.engines.effects.world import Card, Player, Zone

#: Steps of a use that come once for each target.
_OF_EACH_TARGET = ("becoming-target", "after-becoming-target")
#: The answer to questions that are refused.
PASS = "pass"


class HeroesResolution(Resolution):
    """Does effects in a game of heroes."""

    # ------------------------------------------------------------ turns

    def stage_draw(self, event: Event) -> None:
        """Draw the cards of the draw phase."""
        player = event.values["who"]
        self.draw_cards(player, self.attribute(player, "draws"))

    def stage_discard(self, event: Event) -> None:
        """Discard down to the hand limit, one card after the other."""
        player = event.values["who"]
        hand = self.hand_of(player)
        while len(self.world.cards_in(hand)) > self.attribute(player, "hand-limit"):
            (card,) = self.ask(Question("discard", player.seat, self.world.cards_in(hand)))
            self.move_card("discard", card, self.discards_of(card))

    def discard_all(self, cards: Sequence[Card]) -> None:
        """Discard cards one after the other."""
        for card in cards:
            self.move_card("discard", card, self.discards_of(card))

    def draw_cards(self, player: Player, count: int) -> None:
        """Let a player draw so many cards."""
        for _ in range(count):
            card = self.take_top(Zone(self.vocabulary.pile))
            if card is None:
                break
            self.move_card("draw", card, self.hand_of(player), who=player)

    # ------------------------------------------------------------ damage and dying

    def deed_damage(self, event: Event) -> None:
        """Take HP off; elemental damage sets a chained character upright and runs on."""
        target = event.values["to"]
        if event.values["element"] != "none" and self.attribute(target, "chained"):
            self.world.store(target, "chained", False)
            event.values["chain"] = True
        super().deed_damage(event)

    def insert(self, event: Event) -> None:
        """A character without HP is dying, right after the deed."""
        if event.name in ("damage", "lose", "set"):
            for player in self.players_in_turn():
                if (self.plain_value(player, "hp") or 0) <= 0 and player not in self._dying:
                    self._die_or_be_saved(player, event.values.get("from"))

    def _pass_steps(self, event: Event, deed: Callable[[Event], Any]) -> bool:
        if event.name == "use":
            return deed(event) is not False
        done = super()._pass_steps(event, deed)
        if done and event.name == "damage" and event.values.get("chain") and not event.values.get("spread"):
            self._spread(event)
        return done

    def _spread(self, event: Event) -> None:
        """The other chained characters take the same damage, in the order of seats from the first one."""
        first, values = event.values["to"], event.values
        for player in self.in_seat_order(self.world.players, first.seat)[1:]:
            if self.attribute(player, "alive") and self.attribute(player, "chained"):
                parts = {name: values.get(name) for name in ("amount", "element", "card")}
                self.happen("damage", to=player, from_=values.get("from"), spread=True, **parts)

    @property
    def _dying(self) -> list[Player]:
        return [event.values["who"] for event in self.events if event.name == "dying"]

    def players_in_turn(self) -> tuple[Player, ...]:
        """Return the living players from the current one."""
        found: tuple[Player, ...] = self.free_name("players", Scope())
        return found

    def _die_or_be_saved(self, player: Player, source: Player | None) -> None:
        self.happen("dying", lambda _: self._be_saved(player), who=player, from_=source)
        if (self.plain_value(player, "hp") or 0) <= 0 and self.attribute(player, "alive"):
            self.kill(player, source)

    def kill(self, player: Player, source: Player | None) -> None:
        """Let a character die."""
        self.happen("die", self.deed_die, who=player, from_=source)

    def _be_saved(self, player: Player) -> None:
        """Ask every living player in turn to save a dying one."""
        for helper in self.players_in_turn():
            while (self.plain_value(player, "hp") or 0) <= 0 and self._save(helper, player):
                pass

    def answer_with(self, player: Player, name: str, about: Any = None) -> bool:
        """Ask a character for a card that counts as `name`, in one question, and let it be played."""
        del about
        hand = [card for card in self.world.cards_in(self.hand_of(player)) if self.counts_as(player, card, name)]
        user = self.events[-1].values.get("user") if self.events else None
        return self._play_one(player, hand, "answer", (user.seat if isinstance(user, Player) else -1, name), name)

    def _save(self, helper: Player, player: Player) -> bool:
        names = self.saving_cards(helper, player)
        hand = [
            card
            for card in self.world.cards_in(self.hand_of(helper))
            if any(self.counts_as(helper, card, name) for name in names)
        ]
        if not self._play_one(helper, hand, "rescue", (player.seat, ""), ""):
            return False
        self.recover(player, 1)
        return True

    def _play_one(self, player: Player, cards: Sequence[Card], kind: str, about: tuple[int, str], name: str) -> bool:
        if not cards:
            return False
        (card,) = self.ask(Question(kind, self.decider(player), (*cards, PASS), about=about))
        return card != PASS and self.play_card(player, card, name or self.attribute(card, "name"))

    def saving_cards(self, helper: Player, player: Player) -> list[str]:
        """Return the names of the cards with which a character may save a dying one."""
        words = ("anyone", "oneself") if helper == player else ("anyone",)
        return [name for name, kind in self.world.kinds.items() if kind.values.get("saves") in words]

    def deed_die(self, event: Event) -> None:
        """A death: all groups are left, what the mode says is settled, and all cards are discarded."""
        player = event.values["who"]
        self.world.store(player, "alive", False)
        self.world.store(player, "hp", 0)
        self.world.end_groups(player)
        for group in list(self.world.groups):
            self.leave(player, group)
        self.settle_death(event)
        self.discard_areas(player)

    def settle_death(self, event: Event) -> None:
        """Do what a mode says of a death, before the cards are discarded."""

    def discard_areas(self, player: Player) -> None:
        """Discard all cards of a character."""
        for area in ("hand", "equipment", "judgement", "plot"):
            self.discard_all(self.world.cards_in(Zone(area, player.seat)))

    # ------------------------------------------------------------ equipment

    def make_room(self, card: Card, place: Zone) -> None:
        """Discard the equipment that a card replaces."""
        sub = self.attribute(card, "sub")
        self.discard_all([old for old in self.world.cards_in(place) if self.attribute(old, "sub") == sub])

    def put(self, card: Card, to: Zone, at: int | None = None) -> None:
        super().put(card, to, at)
        if to.area == "discards":
            self.world.forget(card)

    # ------------------------------------------------------------ the use of a card

    def seen(self, thing: Any, name: str, scope: Scope) -> Any:
        if name in ("in-range", "distance") and isinstance(thing, Player):
            me = scope.names.get("me")
            if not isinstance(me, Player):
                return None
            ignored = self._ignores(scope, "distance", me, thing)
            if name == "in-range":
                return ignored or in_range(self, me, thing)
            return 0 if ignored else distance(self, me, thing)
        return super().seen(thing, name, scope)

    def _ignores(self, scope: Scope, what: str, me: Player, target: Player | None = None) -> bool:
        """Return True if a limit of the rules does not hold for a use: freed by the effect, or allowed by another."""
        if what in scope.names.get("free", ()):
            return True
        name, active = scope.names.get("used name"), scope.active
        if name is None or active is None:
            return False
        return self.is_allowed("use", what, user=me, name=name, target=target, card=active.this)

    def has_use_left(self, active: Active, scope: Scope) -> bool:
        me = scope.names.get("me")
        if isinstance(me, Player) and any(self._ignores(scope, what, me) for what in ("limit", "uncounted")):
            return True
        return super().has_use_left(active, scope)

    def count_use(self, active: Active, scope: Scope) -> None:
        me = scope.names.get("me")
        if not isinstance(me, Player) or not self._ignores(scope, "uncounted", me):
            super().count_use(active, scope)

    def use_card(
        self,
        player: Player,
        card: Card | None,
        name: str = "",
        targets: Sequence[Player] = (),
        free: Sequence[str] = (),
    ) -> None:
        active, scope = self.use_of(player, card, name, free)
        preset = {choice.name: tuple(targets) for choice in active.effect.choices[:1]} if targets else {}
        self.check_use(active, scope, preset)
        values = {"card": card, "user": player, "name": scope.names["used name"], "target": None, "answers": 1}
        deed = lambda event: self._use_now(active, scope, event, preset)  # noqa: E731
        if self.happen("use", deed, **values) is None:
            raise RefusedUseError("forbidden")

    def use_of(
        self, player: Player, card: Card | None, name: str = "", free: Sequence[str] = ()
    ) -> tuple[Active, Scope]:
        """Return what the use of a card under a name is, and what its names mean. RefusedUseError if it has none."""
        name = name or (self.attribute(card, "name") if card is not None else "")
        in_hand = card is None or self.world.where[card] == self.hand_of(player)
        if not in_hand or (card is not None and not self.counts_as(player, card, name)):
            raise RefusedUseError("cards")
        kind = self.world.kinds.get(name)
        if kind is None:
            raise RefusedUseError("cards")
        effect = next((one for one in kind.effects if one.head == "use"), None)
        if effect is None and kind.values.get("category") != "equipment":
            raise RefusedUseError("effect")
        active = Active(effect or _EQUIP, player.seat, card, "card")
        scope = self.scope_of(active)
        scope.names.update({"free": tuple(free), "used name": name, "card": card})
        return active, scope

    def _use_now(self, active: Active, scope: Scope, event: Event, preset: Mapping[str, Any]) -> bool:
        """Take a use through its steps (spec 2.7)."""
        for step in ("choosing", "about-to-use", "about-to-choose-targets", "choosing-targets"):
            self.fire(event, step)
        if event.cancelled:
            return False
        for choice in active.effect.choices:
            if not self.choose(choice, scope, active, preset.get(choice.name)):
                return False
        first = active.effect.choices[0].name if active.effect.choices else ""
        targets = [one for one in self.as_set(scope.names.get(first, ())) if isinstance(one, Player)]
        event.values["targets"] = tuple(targets)
        for step in ("about-to-designate", "designating"):
            self.fire(event, step)
        self.count_use(active, scope)
        self.world.count_use(event.values["name"], active.owner or 0, None, SPANS)
        card, user = event.values["card"], event.values["user"]
        if card is not None:
            self.world.store(card, "owner", user)
            self.world.put(card, IN_USE)
        self.fire(event, "using")
        self.run(active.effect.cost, scope)
        if targets:
            self._reach(active, scope, event, first)
        else:
            self.fire(event, "resolving")
            self._do_use(active, scope, event)
        self._finish_use(event)
        return True

    def _reach(self, active: Active, scope: Scope, event: Event, name: str) -> None:
        """Let the targets be reached: each may answer, and what the card does is done to it."""
        for step in ("becoming-target", "after-designating", "after-becoming-target"):
            for target in event.values["targets"] if step in _OF_EACH_TARGET else (None,):
                event.values["target"] = target
                self.fire(event, step)
        for target in self.in_seat_order(event.values["targets"], self.world.current):
            if not self.attribute(target, "alive"):
                continue
            event.values["target"], event.cancelled = target, False
            scope.names[name] = target
            answered = self._answered(event, target)
            if not answered and not event.cancelled:
                self.fire(event, "resolving")
                if not event.cancelled:
                    self._do_use(active, scope, event)
        event.cancelled = False

    def in_seat_order(self, players: Sequence[Player], first: int) -> list[Player]:
        """Return players in the order of seats, beginning with the seat `first`."""
        order = self.world.order
        return sorted(players, key=lambda player: (order.index(player.seat) - order.index(first)) % len(order))

    def _answered(self, event: Event, target: Player) -> bool:
        """Return True if a target has answered with as many cards as are needed."""
        self.fire(event, "answering")
        if event.cancelled:
            return True
        name = event.values["name"]
        answer = self.world.kinds[name].values.get("answer")
        if not isinstance(answer, Mapping):
            return False
        for _ in range(event.values["answers"]):
            if not self.answer_with(target, answer["play"], ("answer", name)):
                return False
        self.fire(event, "being-answered")
        self.fire(event, "after-being-answered")
        return True

    def _do_use(self, active: Active, scope: Scope, event: Event) -> None:
        card = event.values["card"]
        if active.effect is _EQUIP:
            place = Zone("equipment", event.values["user"].seat)
            self.make_room(card, place)
            self.move_card("move", card, place)
            return
        inner = replace(scope, event=event)
        self.run_do(active.effect, inner)

    def run_do(self, effect: Effect, scope: Scope) -> None:
        """Do what a card does; an effect that does not choose a target has its owner as one."""
        scope.names.setdefault("target", scope.names.get("me"))
        self.run(effect.do, scope)

    def _finish_use(self, event: Event) -> None:
        self.fire(event, "after-use")
        card = event.values["card"]
        if card is not None and self.world.where[card] == IN_USE:
            self.fire(event, "entering-discards")
            self.move_card("discard", card, self.discards_of(card))
            self.fire(event, "after-entering")


#: The use of a piece of equipment.
_EQUIP = Effect("equip", "use")
