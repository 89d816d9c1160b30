"""The effect stage of a field that is given as data, with answers that name slots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardgen import dataclass, field
from cardgen.engines.effects.evaluating import Scope
from cardgen.engines.effects.questions import PendingError, Question
from cardgen.engines.effects.resolving import GameOverError, RefusedUseError
from cardgen.engines.effects.world import Card, Player, World, Zone
from cardgen.games.thread_race.course import attempt
from cardgen.games.thread_race.field import RaceSetup, ThreadRaceSeat, seats_of, world_of
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.resolution import Act, ThreadResolution
from cardgen.games.thread_race.rules import ThreadRaceRules
from cardgen.games.thread_race.vocabulary import load_vocabulary, read_steps

Choice = tuple[int, int] | bool | str | tuple[str, ...]
"""A card's place or a slot (player and slot, from 0), yes or no, a word or a number, or what a text by hand does."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """What came of effects: the game after them, who acted, and the stages that were skipped.

    `question` is what has to be answered before the effects can go on; then the game is as it is so far. `used` is the
    number of choices that were asked for.
    """

    setup: RaceSetup = field(compare=False)
    world: World = field(compare=False)
    acts: tuple[Act, ...]
    skipped: tuple[int, ...]
    question: Question | None = field(compare=False)
    used: int

    @property
    def seats(self) -> tuple[ThreadRaceSeat, ...]:
        """The field of each player."""
        return seats_of(self.setup, self.world)


def run_effect_stage(
    seats: Sequence[ThreadRaceSeat],
    turn: int,
    rules: ThreadRaceRules,
    choices: Sequence[Choice] = (),
    seed: int = 0,
    *,
    forced: bool = False,
) -> Resolved:
    """Run the effect stage of a turn, from 1. ThreadRaceError for a choice that is not allowed.

    With `forced`, a question with one answer takes a choice, too.
    """
    setup, world = world_of(seats, rules, turn, seed)
    return run_choosing(setup, world, choices, lambda run: run.run_effects(), forced=forced)


def run_choosing(
    setup: RaceSetup,
    world: World,
    choices: Sequence[Choice],
    do: Callable[[ThreadResolution], Any],
    *,
    forced: bool = False,
) -> Resolved:
    """Do something in a game, which is changed by it, with choices that name slots."""
    run, question = Choosing(setup, world, choices, forced=forced), None
    run.look()
    try:
        attempt(run, lambda: do(run))
    except PendingError as pending:
        question = pending.question
    except (GameOverError, RefusedUseError):
        pass
    return Resolved(setup, world, tuple(run.acts), tuple(run.skipped), question, run.answered)


class Choosing(ThreadResolution):
    """A resolution with choices that name slots."""

    def __init__(self, setup: RaceSetup, world: World, choices: Sequence[Choice], *, forced: bool = False) -> None:
        super().__init__(setup.rules, load_vocabulary(), world)
        self.setup, self.choices, self.forced = setup, list(choices), forced

    def ask(self, question: Question) -> tuple[Any, ...]:
        answer: list[Any] = []
        wanted = len(question.options) if question.kind == "order" else max(1, question.most)
        while len(answer) < wanted:
            if self.answered == len(self.choices):
                if answer and len(answer) >= question.least and question.kind != "order":
                    break
                raise PendingError(question)
            choice = self.choices[self.answered]
            self.answered += 1
            if question.kind == "by-hand":
                if not isinstance(choice, tuple) or not all(isinstance(steps, str) for steps in choice):
                    raise ThreadRaceError("not-effects", self.name_of(question))
                return choice
            answer.append(self._option(question, choice))
        self.count, self.used = 0, []
        return tuple(answer)

    def by_hand(self, text: str, scope: Scope, about: Any = None) -> None:
        """Ask the owner for what a text does, as steps."""
        owner = scope.names.get("me")
        if isinstance(owner, Player):
            for steps in self.ask(Question("by-hand", owner.seat, (), about=about or (scope.names.get("this"), text))):
                self.run(read_steps(steps), scope)

    def pick(self, player: Player, options: Sequence[Any], *parts: Any, **more: Any) -> tuple[Any, ...]:
        before = self.answered
        picked = super().pick(player, options, *parts, **more)
        if self.forced and picked and self.answered == before < len(self.choices):
            for _ in picked:
                self._option(Question("pick", player.seat, picked, about=parts[2:3]), self.choices[self.answered])
                self.answered += 1
        return picked

    def _option(self, question: Question, choice: Choice) -> Any:
        """Return the option that a choice names."""
        if question.options == ("no", "yes"):
            if not isinstance(choice, bool):
                raise ThreadRaceError("not-yes-or-no", self.name_of(question))
            return "yes" if choice else "no"
        for option in question.options:
            place = self.world.where[option] if isinstance(option, Card) else option
            if isinstance(place, Zone) and isinstance(place.index, int) and (place.owner, place.index - 1) == choice:
                return option
            if not isinstance(option, Card | Zone) and str(option) == str(choice):
                return option
        raise ThreadRaceError("not-a-target", self.name_of(question))

    def name_of(self, question: Question) -> str:
        """Return the name of the card that a question is about."""
        card = card_about(question)
        return "" if card is None else str(self.setup.card(self.world, card).name)


def card_about(question: Question) -> Card | None:
    """Return the card whose effect asks a question; None if no card asks."""
    about = question.about
    while isinstance(about, tuple) and about:
        about = about[0]
    about = getattr(about, "this", about)
    return about if isinstance(about, Card) else None
