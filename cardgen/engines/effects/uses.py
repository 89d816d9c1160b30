"""How players use effects and cards: what is possible in the windows of a stage, and what happens then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from cardgen.base.records import dataclass, replace
from cardgen.engines.effects.deeds import IN_USE, Deeds
from cardgen.engines.effects.evaluating import Active, Event, Scope
from cardgen.engines.effects.resolving import RefusedUseError
from cardgen.engines.effects.vocabulary import SPANS
from cardgen.engines.effects.world import Card, Player


@dataclass(frozen=True, slots=True)
class WindowMove:
    """What a player can do in a window: end it, use a card as a name, or use an effect by its id or key."""

    verb: str
    card: Card | None = None
    name: str = ""
    targets: tuple[Player, ...] = ()


END = WindowMove("end")


class EffectUses(Deeds):
    """Resolves effects, does their deeds, and lets players use them."""

    #: True if a player is asked in a window although there is nothing to do but to end it.
    asks_always: ClassVar[bool] = False

    # ------------------------------------------------------------ windows

    def window_moves(self, player: Player) -> list[WindowMove]:
        """Return what a player can do in the windows that are open: end them, use effects, use cards."""
        windows = self.windows_of(player)
        moves = [END]
        moves += [_move_of(active) for active in self.working("use") if self._is_open(active, player, windows)]
        for card in self.world.cards_in(self.hand_of(player)):
            moves += [WindowMove("use", card, name) for name in self.names_to_use(player, card, windows)]
        return list(dict.fromkeys(moves))

    def make_move(self, player: Player, move: WindowMove) -> None:
        """Do what a player chose in a window. RefusedUseError if it is not possible."""
        if move.verb == "use":
            self.use_card(player, move.card, move.name, move.targets)
        elif move.verb == "do":
            self.use_effect(player, move.name, move.card)

    def _is_open(self, active: Active, player: Player, windows: Sequence[str]) -> bool:
        """Return True if a player can use an effect that is no card in the hand."""
        effect, this = active.effect, active.this
        if effect.window not in windows or active.owner != player.seat:
            return False
        in_hand = isinstance(this, Card) and self.world.where[this] == self.hand_of(player)
        skill = Event("skill", self.vocabulary.event_kinds["skill"], {"who": player, "name": effect.id or effect.key})
        return not in_hand and self.is_usable(active) and not self.is_forbidden(skill)

    # ------------------------------------------------------------ uses

    def windows_of(self, player: Player) -> list[str]:
        """Return the windows that are open for a player now."""
        current = player.seat == self.world.current
        return [
            name
            for name, window in self.vocabulary.windows.items()
            if window.stage == self.stage and (current or window.whose == "anyone")
        ]

    def is_usable(self, active: Active) -> bool:
        """Return True if an effect can be used now: a use is left, its condition holds, its cost can be paid."""
        scope = self.scope_of(active)
        self._bind(active, scope)
        left = self.has_use_left(active, scope) and self.holds(active.effect.when_if, scope)
        return left and self.is_possible(active.effect, scope)

    def names_to_use(self, player: Player, card: Card, windows: Sequence[str]) -> Iterator[str]:
        """Yield the names under which a player can use a card in some windows."""
        for effect in self.text_of(card).effects:
            if effect.head == "use" and effect.window in windows:
                usable = self.is_usable(Active(effect, player.seat, card, "card"))
                if usable and not self.is_forbidden(self._use_of(player, card)):
                    yield self.attribute(card, "name")
                return

    def use_effect(self, player: Player, effect_id: str, this: Card | None = None) -> None:
        """Let a player use an effect with an id or a key. RefusedUseError with the reason if it is not possible."""
        found = [
            one
            for one in self.effects_with(player, effect_id)
            if one.effect.head == "use" and (this is None or one.this == this)
        ]
        if not found:
            raise RefusedUseError("effect")
        active = found[0]
        scope = self.scope_of(active)
        self._bind(active, scope)
        if not self.has_use_left(active, scope):
            raise RefusedUseError("limit")
        if not self.holds(active.effect.when_if, scope):
            raise RefusedUseError("condition")
        if not self.is_possible(active.effect, scope):
            raise RefusedUseError("choice")
        if self.happen("skill", lambda _: self.use(active), who=player, name=effect_id) is None:
            raise RefusedUseError("forbidden")
        self.test_at_once()

    def use_card(
        self,
        player: Player,
        card: Card | None,
        name: str = "",
        targets: Sequence[Player] = (),
        free: Sequence[str] = (),
    ) -> None:
        """Let a player use a card. RefusedUseError with the reason if it is not possible.

        `name` is the card that it counts as, `free` are limits of the rules that do not hold: a game's matter.
        """
        del name, free
        if card is None or self.world.where[card] != self.hand_of(player):
            raise RefusedUseError("cards")
        kind = self.text_of(card)
        uses = [effect for effect in kind.effects if effect.head == "use"]
        if not uses:
            raise RefusedUseError("effect")
        active = Active(uses[0], player.seat, card, "card")
        scope = self.scope_of(active)
        preset = {choice.name: targets for choice in uses[0].choices[:1]} if targets else {}
        self.check_use(active, scope, preset)
        if self.is_forbidden(self._use_of(player, card)):
            raise RefusedUseError("forbidden")
        self._bind(active, scope)
        if not self.choose_and_pay(active, scope, preset):
            raise RefusedUseError("target")
        self._use_up(active, scope)
        self.test_at_once()

    def _use_of(self, player: Player, card: Card) -> Event:
        """Return the event that a use of a card is."""
        values = {"card": card, "user": player, "name": self.text_of(card).name}
        return Event("use", self.vocabulary.event_kinds["use"], values)

    def check_use(self, active: Active, scope: Scope, preset: Mapping[str, Any]) -> None:
        """RefusedUseError with the reason if an effect cannot be used."""
        effect = active.effect
        if not self.has_use_left(active, scope):
            raise RefusedUseError("limit")
        if not self.holds(effect.when_if, scope):
            raise RefusedUseError("condition")
        if not self._choosable(effect.choices, replace(effect, cost=()), scope, preset):
            raise RefusedUseError("target")
        if not self._choosable(effect.choices, effect, scope, preset):
            raise RefusedUseError("cost")

    def _use_up(self, active: Active, scope: Scope) -> None:
        """Let a card that is paid for leave the hand and do what it does; a use that is cancelled does nothing."""
        card, owner = active.this, active.owner or 0
        assert isinstance(card, Card)
        name = self.text_of(card).name
        chosen = [scope.names.get(choice.name) for choice in active.effect.choices]
        target = next((thing for thing in chosen if isinstance(thing, Player)), None)
        self.world.store(card, "owner", Player(owner))
        self.world.put(card, IN_USE)
        self.world.count_use(name, owner, None, SPANS)
        deed = lambda event: self.do_effect(active, replace(scope, event=event))  # noqa: E731
        self.happen("use", deed, card=card, user=Player(owner), name=name, target=target)
        if self.world.where[card] == IN_USE:
            self.move_card("discard", card, self.discards_of(card))


def _move_of(active: Active) -> WindowMove:
    this = active.this if isinstance(active.this, Card) else None
    return WindowMove("do", this, active.effect.id or active.effect.key)
