"""The effect stage: speed stages from 5 down to 1, clash and lock, and who acts when."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen import dataclass, replace
from cardgen.games.thread_race.asking import Answer, Answers, AskedError, Question
from cardgen.games.thread_race.cards import Core
from cardgen.games.thread_race.field import FieldCard, ThreadRaceSeat
from cardgen.games.thread_race.rules import PLAIN_STAGE, STAGES, ThreadRaceRules
from cardgen.games.thread_race.running import Runner
from cardgen.games.thread_race.working import Lying, Working, WorkStep

#: Triggers that hold as long as the card lies so, rather than once.
_STANDING = ("while-sealed", "custom")


@dataclass(frozen=True, slots=True)
class Act:
    """A card that acted: whose, in which slot and stage (6 is before stage 5), and its trigger if it has one."""

    player: int
    slot: int
    stage: int
    trigger: str = ""


Waiting = tuple[int, int, int, str]
"""A text whose trigger held outside the effect stage: player, slot, number of the card in the deck, trigger."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """What came of effects: the field, who acted, the stages that were skipped, and all steps.

    `question` is what has to be answered before the effects can go on; then the field is as it is so far. `used` is the
    number of answers that were asked for.
    """

    seats: tuple[ThreadRaceSeat, ...]
    acts: tuple[Act, ...] = ()
    skipped: tuple[int, ...] = ()
    steps: tuple[WorkStep, ...] = ()
    question: Question | None = None
    used: int = 0
    waiting: tuple[Waiting, ...] = ()


def run_effect_stage(
    seats: Sequence[ThreadRaceSeat],
    turn: int,
    rules: ThreadRaceRules,
    answers: Sequence[Answer] = (),
    seed: str = "0",
    waiting: Sequence[Waiting] = (),
    *,
    forced: bool = False,
) -> Resolved:
    """Run the effect stage of a turn, from 1. ThreadRaceError for an answer that is not allowed.

    `waiting` are triggers that held before it. With `forced`, a question with one option takes an answer, too.
    """
    stage = _EffectStage(Working(at_turn_start(seats), rules, seed), Answers(answers, forced=forced), turn)
    question = None
    try:
        stage.run(waiting)
    except AskedError as asked:
        question = asked.question
    field = stage.field
    return Resolved(
        field.freeze(),
        tuple(stage.acts),
        tuple(stage.skipped),
        tuple(field.steps),
        question,
        stage.runner.answers.used,
    )


def at_turn_start(seats: Sequence[ThreadRaceSeat]) -> list[ThreadRaceSeat]:
    """Return the field at the beginning of a turn, in which no card has acted."""
    return [
        replace(seat, slots=tuple(now and replace(now, acted=0, lowered=False) for now in seat.slots)) for seat in seats
    ]


def clashing(slots: Sequence[Sequence[FieldCard | None]], stage: int) -> bool:
    """Return True if two players or more show the speed of a stage, with a card that is face up or sealed."""
    return sum(any(now is not None and now.shown_speed == stage for now in own) for own in slots) > 1


def locking(cores: Sequence[Core], stage: int, turn: int, rules: ThreadRaceRules) -> set[int]:
    """Return the players whose cards alone act in a stage because of their cores' lock; none if it locks nobody out."""
    if rules.lock is None or turn > rules.lock.turns:
        return set()
    holders = {player for player, core in enumerate(cores) if core.lock == stage}
    return holders if len(holders) == 1 or (rules.lock.shared == "acts" and holders) else set()


class _EffectStage:
    def __init__(self, field: Working, answers: Answers, turn: int) -> None:
        self.field = field
        self.runner = Runner(field, answers)
        self.turn = turn
        self.acts: list[Act] = []
        self.skipped: list[int] = []

    def run(self, waiting: Sequence[Waiting]) -> None:
        field, rules = self.field, self.field.rules
        for player, slot, card, when in waiting:
            field.triggered.append((field.find(player, slot, card), when))
        if rules.plain == "first":
            field.stage = PLAIN_STAGE
            self._plain_stage()
        for stage in STAGES:
            field.stage, field.queue = stage, []
            self._speed_stage(stage)
            if rules.below_one == "stage-end":
                field.destroy_slow()
        field.stage = 0

    def _speed_stage(self, stage: int) -> None:
        field = self.field
        locked = locking([seat.core for seat in field.seats], stage, self.turn, field.rules)
        if locked:
            field.note("lock", detail=" ".join(str(player) for player in sorted(locked)))
        elif field.rules.clash and clashing(field.cards(), stage):
            self.skipped.append(stage)
            field.note("clash")
            return
        else:
            field.note("stage")
        for lying in self._in_turn():
            field.requeue(lying)
        if field.rules.plain == "any-stage":
            self._hold_standing_triggers()
            self._run_triggered()
        while field.queue:
            lying = field.queue.pop(0)
            if self._may_act(lying, stage, locked):
                self._act(lying, stage)

    def _in_turn(self) -> list[Lying]:
        """Return the cards on the field by player and slot; the first player is the one of the turn."""
        cards, players = self.field.lying(), len(self.field.seats)
        if self.field.rules.first == "rotates":
            cards.sort(key=lambda lying: (lying.player - (self.turn - 1)) % players)
        return cards

    def _may_act(self, lying: Lying, stage: int, locked: set[int]) -> bool:
        now, rules = lying.now, self.field.rules
        if not lying.on_field or now.sealed or now.shown_speed != stage or now.acted == stage:
            return False
        if locked and lying.player not in locked:
            return False
        if now.acted and rules.again == "lowered" and not now.lowered:
            return False
        if not self.runner.can_act(lying, now.text):
            return False
        return rules.effects == "compulsory" or self.runner.wants(lying, "act")

    def _act(self, lying: Lying, stage: int) -> None:
        card = lying.now.text
        lying.change(acted=stage, lowered=False)
        self.acts.append(Act(lying.player, lying.slot, stage))
        self.field.note("act", lying)
        self.runner.run_text(lying, card, card.effects_when("act"))
        self.field.change_speed(lying, -card.cost, own_cost=True)
        self._run_triggered()

    # ------------------------------------------------------------ triggers

    def _plain_stage(self) -> None:
        """Run the texts whose trigger holds, in the order of the slots."""
        self._hold_standing_triggers()
        order = {id(lying): number for number, lying in enumerate(self._in_turn())}
        self.field.triggered.sort(key=lambda waiting: order.get(id(waiting[0]), len(order)))
        self._run_triggered(everything=True)

    def _hold_standing_triggers(self) -> None:
        for lying in self._in_turn():
            for when in _STANDING:
                if when == "custom" or lying.now.sealed:
                    self.field.trigger(lying, when)

    def _run_triggered(self, *, everything: bool = False) -> None:
        """Run the texts that wait: at once those of cards that were flipped, the others as the rules say."""
        field = self.field
        everything = everything or field.rules.plain == "any-stage"
        while ready := [waiting for waiting in field.triggered if everything or waiting[1] == "on-flip"]:
            field.triggered.remove(ready[0])
            self._run_trigger(*ready[0])

    def _run_trigger(self, lying: Lying, when: str) -> None:
        now, stage = lying.now, self.field.stage
        if not trigger_holds(lying, when) or (when in _STANDING and now.acted == stage):
            return
        if when == "custom" and not self.runner.wants(lying, "trigger"):
            return
        if when in _STANDING:
            lying.change(acted=stage)
        self.acts.append(Act(lying.player, lying.slot, stage, when))
        self.field.note("act", lying, when)
        self.runner.run_text(lying, now.text, now.text.effects_when(when))


def trigger_holds(lying: Lying, when: str) -> bool:
    """Return True if a text whose trigger has held can still be read."""
    if when == "on-destroyed":
        return True
    if not lying.on_field or not lying.now.up or not lying.now.text.has(when):
        return False
    return lying.now.sealed == (when == "while-sealed")
