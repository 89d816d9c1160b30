"""A game of heroes as it is played: its modes, alliances and the seal, and how its players are asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardgen.engines.effects.adjusting import Adjustment
from cardgen.engines.effects.course import first_position, take_step
from cardgen.engines.effects.evaluating import MISSING, Active, Event
from cardgen.engines.effects.functions import in_range
from cardgen.engines.effects.model import Choice, Effect
from cardgen.engines.effects.questions import Question, WrongAnswerError
from cardgen.engines.effects.resolving import GameOverError, RefusedUseError
from cardgen.engines.effects.uses import END, WindowMove
from cardgen.engines.effects.world import Card, Player, Thing, Zone
from cardgen.games.heroes.nation import NationWar
from cardgen.games.heroes.outcomes import Character, HeroesOutcome, victory
from cardgen.games.heroes.state import BOARD


class HeroesPlay(NationWar):
    """Does effects in a game of a mode."""

    asks_always = True

    def take_step(self) -> None:
        """Do one step of the game: keeping heroes, dealing, something that a scene begins with, or one of a turn."""
        kind, *values = self.world.position
        if kind == "keep":
            self._keep_heroes(values[0])
        elif kind == "deal":
            self.world.position, self.world.round = first_position(0), 1
            for player in self.ring():
                self.draw_cards(player, self.choices.hand)
        elif kind == "do":
            deed, arguments, self.world.position = values
            getattr(self, deed)(*arguments)
        else:
            take_step(self)

    def _keep_heroes(self, seat: int) -> None:
        player = Player(seat)
        dealt: Sequence[str] = self.world.stored[player, "dealt"]
        options: list[tuple[str, ...]] = [(hero,) for hero in dict.fromkeys(dealt)]
        if self.mode == "nation":
            twice = self.choices.same_hero_twice
            pairs = [(a, b) for i, a in enumerate(dealt) for j, b in enumerate(dealt) if i != j and (a != b or twice)]
            options = list(dict.fromkeys(pairs))
        (kept,) = self.ask(Question("keep", seat, tuple(options)))
        self.world.position = ("keep", seat + 1) if seat + 1 < len(self.world.order) else ("deal",)
        heroes = [self.table.heroes[name] for name in kept]
        camp = self.world.stored[player, "camp"]
        if self.mode == "nation":
            camp = heroes[0].faction if heroes[0].faction == heroes[1].faction else f"ambition:{seat}"
        hp = heroes[0].max_hp + (self.choices.lord_bonus if camp == "lord" else 0)
        values = {"camp": camp, "heroes": kept, "shown": self.mode != "nation", "max-hp": hp, "hp": hp, "dealt": ()}
        for name, value in values.items():
            self.world.store(player, name, value)
        self.world.rearranged()
        self.begin_groups(player)

    # ---------------------------------------------------------------- what characters are

    def skills_of(self, player: Player) -> Sequence[Effect]:
        """Return the effects of a character's skills: in nation war only those of heroes that are shown."""
        value = self.world.stored_value
        hidden = self.mode == "nation" and not value(player, "shown") and not self.choices.skills_when_hidden
        if hidden:
            return ()
        is_lord = self.mode == "identity" and value(player, "camp") == "lord"
        skills = self.table.skills_of(value(player, "heroes", ()))
        return [one for skill, effects in skills if is_lord or "lord" not in skill.types for one in effects]

    def derived(self, thing: Thing, name: str) -> Any:
        if not isinstance(thing, Player):
            return MISSING
        if name == "camp":
            return self.side_of(thing)
        if name == "role":
            return self.world.stored_value(thing, "camp") if self.mode == "identity" else None
        if name == "faction":
            heroes = self.world.stored_value(thing, "heroes", ())
            is_known = self.mode != "nation" or self.world.stored_value(thing, "shown")
            own = self.table.heroes[heroes[0]].faction if heroes and is_known else None
            return self.world.stored_value(thing, "faction", own)
        if name == "strikes":
            return self.choices.strikes
        if name == "draws":
            return self.choices.draw + (self.choices.seal_draw if self.seal_owner() == thing else 0)
        if name == "attack-range":
            weapon = self.attribute(thing, "weapon")
            reach = self.attribute(weapon, "range") if weapon is not None else None
            return reach if isinstance(reach, int) else self.choices.base_range
        if name == "hand-limit" and self.choices.hand_limit == "max-hp":
            return self.attribute(thing, "max-hp")
        return MISSING

    def side_of(self, player: Player) -> Any:
        """Return what all characters of a side share: lord and loyalists are one, and so are two allies."""
        camp = self.world.stored_value(player, "camp")
        if self.mode == "identity":
            return "lord" if camp == "loyalist" else camp
        ally = self.world.stored_value(player, "ally")
        return camp if ally is None else f"seat:{min(player.seat, ally)}"

    def adjust(self, change: Adjustment) -> None:
        if change.word == "role" and "lord" in (change.value, self.attribute(change.thing, "role")):
            raise WrongAnswerError((change.word,))  # there is always one lord
        super().adjust(change)
        if (self.mode, change.word) in (("identity", "role"), ("nation", "faction")):
            self.world.store(change.thing, "camp", change.value)

    def order_of(self, active: Active) -> Any:
        seat, rank, number = super().order_of(active)
        this = active.this
        if isinstance(this, Card) and (zone := self.world.where[this]).area == "judgement":
            number = -self.world.cards_in(zone).index(this)  # what was laid last is judged first
        return (seat, rank, number)

    def is_seated(self, player: Player) -> bool:
        """Return True if a character is alive and not removed from the game."""
        return super().is_seated(player) and not self.world.stored_value(player, "removed")

    # ---------------------------------------------------------------- turns

    def skips(self, what: str, player: Player) -> bool:
        """Return True if a stage or a turn is skipped; a hero that is turned over is turned up instead of its turn."""
        if what == "turn" and self.world.stored_value(player, "turned"):
            self.world.store(player, "turned", False)
            self.world.current = player.seat
            return True
        return super().skips(what, player)

    def begin_stage(self, name: str, player: Player) -> bool:
        """Begin a phase. Allies may break their alliance at the start and at the end of a turn."""
        ally = self.world.stored_value(player, "ally")
        is_asked = name in ("prepare", "end") and ally is not None
        if is_asked and self.ask(Question("break", player.seat, (True, False), about=(ally, ""))) == (True,):
            self.break_alliance(player)
        return super().begin_stage(name, player)

    def end_round(self) -> None:
        super().end_round()
        if self.world.round > self.choices.most_rounds:
            self.world.round -= 1
            self.finish(HeroesOutcome((), "rounds"))

    # ---------------------------------------------------------------- what a player can do

    def window_moves(self, player: Player) -> list[WindowMove]:
        """Return what a character can do in the play phase, each with its targets."""
        moves = []
        for card in self.world.cards_in(self.hand_of(player)):
            for name in self.card_names(player, card):
                moves += [WindowMove("use", card, name, targets) for targets in self.targets_of(player, card, name)]
        for active in self.working("use"):
            if active.owner == player.seat and active.effect.window in self.windows_of(player):
                in_hand = isinstance(active.this, Card) and self.world.where[active.this] == self.hand_of(player)
                if not in_hand and self.is_usable(active):
                    moves += [WindowMove("skill", None, active.effect.id, targets) for targets in self._targets(active)]
        return list(dict.fromkeys([*moves, *self._deals(player), END]))

    def _deals(self, player: Player) -> Iterator[WindowMove]:
        """Yield showing one's heroes (nation war), and what allies do (realm)."""
        value, others = self.world.stored_value, [other for other in self.ring() if other != player]
        if self.mode == "nation" and not value(player, "shown"):
            yield WindowMove("show")
        if self.mode != "realm":
            return
        ally = value(player, "ally")
        if ally is None and self.may_ally(player) and not self.world.uses("ally", player.seat, None, "phase"):
            yield from (
                WindowMove("ally", targets=(other,))
                for other in self.in_seat_order(others, player.seat)
                if self.may_ally(other)
            )
        if ally is not None and not self.world.uses("trade", player.seat, None, "phase"):
            yield from (
                WindowMove("trade", card, targets=(Player(ally),)) for card in self.world.cards_in(self.hand_of(player))
            )

    def may_ally(self, player: Player) -> bool:
        """Return True if a character may have an ally: it has none, and is not the owner of the jade seal."""
        return self.world.stored_value(player, "ally") is None and self.seal_owner() != player

    def make_move(self, player: Player, move: WindowMove) -> None:
        if move.verb == "use":
            self.use_card(player, move.card, move.name, move.targets)
        elif move.verb == "skill":
            self.use_skill(player, move.name, move.targets)
        elif move.verb == "show":
            self.show_heroes(player)
            self.end_if_won()
        else:
            self.world.count_use(move.verb, player.seat, None, ("phase",))
            if move.verb == "ally":
                self._offer(player, move.targets[0])
            elif move.card is not None:
                self.move_card("discard", move.card, self.discards_of(move.card))
                for drawer in (player, move.targets[0]):
                    self.draw_cards(drawer, 1)

    def _offer(self, player: Player, other: Player) -> None:
        if self.ask(Question("alliance", other.seat, (True, False), about=(player.seat, ""))) == (True,):
            self.world.store(player, "ally", other.seat)
            self.world.store(other, "ally", player.seat)

    def card_names(self, player: Player, card: Card) -> Iterator[str]:
        """Yield the name of a card in the hand of a character, and those that it counts as."""
        name = self.attribute(card, "name")
        yield name
        for active in self.working("as"):
            if active.owner == player.seat and card in self.things(active.effect.cards, self.scope_of(active)):
                yield from (other for other in active.effect.as_names if other != name)

    def targets_of(self, player: Player, card: Card, name: str) -> list[tuple[Player, ...]]:
        """Return the targets that a use of a card as this name may have; none if it cannot be used."""
        try:
            active, scope = self.use_of(player, card, name)
            self.check_use(active, scope, {})
        except RefusedUseError:
            return []
        return self._of_choice(active, scope.names)

    def use_skill(self, player: Player, name: str, targets: Sequence[Player]) -> None:
        """Let a character use a skill with these targets. RefusedUseError if that is not possible."""
        for active in self.effects_with(player, name):
            if active.effect.head == "use" and self.is_usable(active):
                preset = self._preset(active.effect, targets)
                self.happen("skill", lambda _, one=active, to=preset: self.use(one, None, to), who=player, name=name)  # type: ignore[misc]
                return
        raise RefusedUseError("effect")

    def _targets(self, active: Active) -> list[tuple[Player, ...]]:
        return self._of_choice(active, {}) if active.effect.choices else [()]

    def _of_choice(self, active: Active, names: Any) -> list[tuple[Player, ...]]:
        """Return the players that the first choice of an effect can be; the owner if it has none."""
        me = Player(active.owner or 0)
        if not active.effect.choices:
            return [(me,)]
        choice, scope = active.effect.choices[0], self.scope_of(active)
        scope.names.update(names)
        options = self.options_of(choice, scope, active.effect)
        if not _is_of_players(choice, options):
            return [()]
        if choice.most == "all":
            return [tuple(options)]
        possible = [
            one for one in options if self._choosable(active.effect.choices, active.effect, scope, {choice.name: one})
        ]
        return [(one,) for one in self.in_seat_order(possible, me.seat)]

    def _preset(self, effect: Effect, targets: Sequence[Player]) -> dict[str, Any]:
        if not targets or not effect.choices:
            return {}
        choice = effect.choices[0]
        return {choice.name: targets[0] if choice.single else tuple(targets)}

    # ---------------------------------------------------------------- questions

    def ask_whether(self, player: Player, about: Any, what: str = "may") -> bool:
        name = about.effect.id if isinstance(about, Active) else ""
        kind = {"may": "skill", "ask": "agree"}.get(what, what)
        return self.ask(Question(kind, self.decider(player), (True, False), about=(self._concerned(), name))) == (True,)

    def _concerned(self) -> int:
        """Return the seat that the step at hand is about, such as a target that may answer; -1 if there is none."""
        event = self.events[-1] if self.events else None
        subject = None if event is None else event.values.get(event.kind.subject_at(event.step))
        return subject.seat if isinstance(subject, Player) else -1

    # ---------------------------------------------------------------- damage, death, the end

    def hit(self, source: Player | None, target: Player, amount: int, element: str) -> None:
        """Let a character take damage."""
        self.happen("damage", amount=amount, to=target, from_=source, element=element, card=None)

    def deed_die(self, event: Event) -> None:
        """A death: identity shown, seal moved, end tested, cards discarded, rewards."""
        player = event.values["who"]
        self.end_alliance(player)
        self.show_heroes(player)
        super().deed_die(event)
        killer = event.values["from"]
        if killer is not None and self.mode == "identity":
            self._reward(player, killer)

    def settle_death(self, event: Event) -> None:
        player, killer = event.values["who"], event.values["from"]
        if killer is not None and (killer == player or not self.attribute(killer, "alive")):
            killer = event.values["from"] = None
        if self.mode == "realm" and killer is not None and self.seal_owner() is None:
            self._give_seal(killer)
        self.end_if_won()

    def _reward(self, dead: Player, killer: Player) -> None:
        camp, own = (self.world.stored_value(player, "camp") for player in (dead, killer))
        if camp == "rebel":
            self.draw_cards(killer, self.choices.rebel_reward)
        elif camp == "loyalist" and own == "lord":
            self.discard_all(self.world.cards_in(self.hand_of(killer)))

    def outcome(self) -> HeroesOutcome | None:
        """Return the end of the game as the living and the dead are now; None if it goes on."""
        value = self.world.stored_value
        players = [Player(seat) for seat in sorted(self.world.order)]
        characters = [Character(value(player, "camp"), bool(value(player, "alive", True))) for player in players]
        owner, needed = self.seal_owner(), self.choices.last_without_seal == "draw"
        return victory(self.mode, characters, None if owner is None else owner.seat, needed)

    def end_if_won(self) -> None:
        """End the game if a camp has won. In nation war the last camp shows its heroes first."""
        outcome = self.outcome()
        if outcome is not None and self.mode == "nation":
            for player in self.players_in_turn():
                self.show_heroes(player)
            outcome = self.outcome()
            if outcome is not None and not self.world.stored_value(BOARD, "split") and self.split_monarchs():
                outcome = self.outcome()
        if outcome is not None:
            self.finish(outcome)

    def finish(self, outcome: HeroesOutcome) -> None:
        """End the game."""
        self.clear_table()
        for player in self.world.players:
            self.world.store(player, "shown", True)
        self.world.store(BOARD, "outcome", outcome)
        self.world.over, self.world.winners = True, outcome.winners
        raise GameOverError

    # ---------------------------------------------------------------- realm

    def seal_owner(self) -> Player | None:
        """Return the living character with the jade seal in its treasure place."""
        where = self.world.where[Card(self.table.seal)]
        owner = Player(where.owner) if where.area == "equipment" and where.owner is not None else None
        return owner if owner is not None and self.world.stored_value(owner, "alive", True) else None

    def put(self, card: Card, to: Zone, at: int | None = None) -> None:
        """Put a card into a zone. The jade seal is used, and a plot card laid, as soon as it is in a hand."""
        super().put(card, to, at)
        if to.area != "hand" or to.owner is None:
            return
        player = Player(to.owner)
        if card.number == self.table.seal:
            self._give_seal(player)
        elif self.table.cards[card.number].kind.category == "plot":
            self.world.put(card, Zone("plot", player.seat))
            self.recast_plots(player)

    def _give_seal(self, player: Player) -> None:
        """Let a character have the jade seal. Its alliance is broken at once."""
        card = Card(self.table.seal)
        place = Zone("equipment", player.seat)
        self.make_room(card, place)
        self.world.put(card, place)
        if self.world.stored_value(player, "ally") is not None:
            self.break_alliance(player)

    def end_alliance(self, player: Player) -> Player | None:
        """End the alliance of a character, and return its former ally."""
        ally = self.world.stored_value(player, "ally")
        for seat in () if ally is None else (player.seat, ally):
            self.world.store(Player(seat), "ally", None)
        return None if ally is None else Player(ally)

    def break_alliance(self, player: Player) -> None:
        """Break an alliance: draw 2, a virtual strike at the ally; recover 1 if the ally dies of it, else lose 1."""
        ally = self.end_alliance(player)
        if ally is None:
            return
        self.draw_cards(player, 2)
        strike = next(kind.card for kind in self.table.rules.cards if kind.damage and kind.category == "basic")
        self.use_card(player, None, strike, [ally], ("distance", "uncounted", "limit"))
        if self.attribute(player, "alive"):
            if self.attribute(ally, "alive"):
                self.happen("lose", amount=1, who=player)
            else:
                self.recover(player, 1)


def reaches(run: HeroesPlay, one: Player, other: Player) -> bool:
    """Return True if a character is in the attack range of another one, or there is no distance limit on it."""
    if in_range(run, one, other):
        return True
    strikes = [name for name, kind in run.world.kinds.items() if kind.values.get("answer")]
    return any(run.is_allowed("use", "distance", user=one, name=name, target=other, card=None) for name in strikes)


def _is_of_players(choice: Choice, options: Sequence[Any]) -> bool:
    one = choice.single or choice.most == "all"
    return one and choice.by is None and all(isinstance(option, Player) for option in options)
