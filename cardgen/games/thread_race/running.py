"""Run the effects of a text: legal targets, choices of the owner, one record after the other."""

from __future__ import annotations

from cardgen.games.thread_race.asking import Answers, Question
from cardgen.games.thread_race.cards import ThreadRaceCard
from cardgen.games.thread_race.effects import NEEDS_CARD, Effect, Target
from cardgen.games.thread_race.rules import SLOTS
from cardgen.games.thread_race.working import Lying, Working


class Runner:
    """Runs effects on a field that changes, with the answers of the players."""

    def __init__(self, field: Working, answers: Answers) -> None:
        self.field = field
        self.answers = answers

    def run_text(self, lying: Lying, card: ThreadRaceCard, effects: tuple[Effect, ...]) -> None:
        """Run effects of a card's text. A text by hand is asked for."""
        if card.by_hand:
            question = Question(lying.player, "by-hand", self.field.name(lying), text=card.by_hand)
            effects = self.answers.effects(question)
        for effect in effects:
            self.run(lying, effect)

    def run(self, lying: Lying, effect: Effect) -> None:
        """Run one effect; one without a legal target does nothing."""
        if effect.do == "slot" and effect.target is not None:
            options = slot_options(effect.target.owner, lying.player, len(self.field.seats))
            player, slot = self.answers.choose(self._question(lying, "slot", options, effect))
            self.field.add_slot_effect(player, slot, effect)
        elif effect.target is None:
            self.field.on_itself(lying, effect)
        else:
            options = self.targets(lying, effect)
            for _ in range(effect.n):
                if not options:
                    return
                chosen = self.answers.choose(self._question(lying, "target", options, effect))
                options = tuple(option for option in options if option != chosen)
                target = self.field.slots[chosen[0]][chosen[1]]
                if target is not None:
                    self.field.change(target, effect, lying)

    def _question(
        self, lying: Lying, kind: str, options: tuple[tuple[int, int], ...], effect: Effect | None
    ) -> Question:
        return Question(lying.player, kind, self.field.name(lying), options, effect)

    def targets(self, lying: Lying, effect: Effect) -> tuple[tuple[int, int], ...]:
        """Return the cards that an effect may change, by player and slot."""
        target = effect.target
        assert target is not None
        return tuple(
            (other.player, other.slot)
            for other in self.field.lying()
            if self._matches(lying, other, target) and self._can_change(other, effect)
        )

    def _matches(self, lying: Lying, other: Lying, target: Target) -> bool:
        own = other.player == lying.player
        if target.owner != "any" and own != (target.owner == "self"):
            return False
        if other is lying and not target.self_ok:
            return False
        now = other.now
        state = "face-down" if not now.up else "sealed" if now.sealed else "face-up"
        if target.state not in (None, state):
            return False
        if target.element is not None and (not now.up or now.element != target.element):
            return False
        if target.speeds is None:
            return True
        shown = now.shown_speed
        return shown is not None and target.speeds[0] <= shown <= target.speeds[1]

    def _can_change(self, other: Lying, effect: Effect) -> bool:
        """Return True if a card is in a state that an effect of this kind changes."""
        now = other.now
        match effect.do:
            case "flip":
                return not now.up
            case "cover" | "element" | "nullify":
                return now.up
            case "seal" | "copy":
                return now.up and not now.sealed
            case "speed":
                return now.shown_speed is not None
        return True

    # ------------------------------------------------------------ acting

    def can_act(self, lying: Lying, card: ThreadRaceCard) -> bool:
        """Return True if the text has an effect to act with, and this has a legal target."""
        effects = card.effects_when("act")
        if card.by_hand:
            return not card.trigger
        if not card.effects:
            return self.field.rules.without_effect == "acts"
        needed = effects if self.field.rules.needs == "every" else effects[:1]
        return bool(effects) and all(self._can_run(lying, effect) for effect in needed)

    def _can_run(self, lying: Lying, effect: Effect) -> bool:
        if effect.do not in NEEDS_CARD or effect.target is None:
            return True
        return bool(self.targets(lying, effect))

    def wants(self, lying: Lying, kind: str) -> bool:
        """Ask the owner whether the card acts, or whether the condition of its own text holds."""
        return self.answers.yes(Question(lying.player, kind, self.field.name(lying), text=lying.now.text.by_hand))


def slot_options(owner: str, player: int, players: int) -> tuple[tuple[int, int], ...]:
    """Return the slots that an effect of `player` may be put on."""
    return tuple(
        (other, slot)
        for other in range(players)
        for slot in range(SLOTS)
        if owner == "any" or (other == player) == (owner == "self")
    )
