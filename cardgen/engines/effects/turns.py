"""Games of turns whose cards act: a state is a world and the answers since; a turn is an answer to a question.

A game goes on in short steps, such as the start of a stage. A step that asks a seat is done again from the world before
it when the answer is there: a state needs no stack of what is still to be done.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import ConfigDict, Field

from cardgen.base.records import dataclass, replace
from cardgen.engines import GameContent
from cardgen.engines.card_figures import CardUses
from cardgen.engines.effects.adjusting import ADJUST, ADJUSTABLE, all_zones, read_adjustment
from cardgen.engines.effects.course import stage_of, take_step
from cardgen.engines.effects.evaluating import Active
from cardgen.engines.effects.questions import PendingError, Question, WrongAnswerError
from cardgen.engines.effects.resolution import Resolution
from cardgen.engines.effects.resolving import STOPS, GameOverError
from cardgen.engines.effects.uses import WindowMove
from cardgen.engines.effects.vocabulary import Vocabulary
from cardgen.engines.effects.world import Card, CardKind, Group, Player, Thing, World, Zone, played_key
from cardgen.engines.serving import RefusedError
from cardgen.engines.turn_game import Seeded, Turn, TurnGame

EffectsStart = TypeVar("EffectsStart", bound=Seeded)
AnyState = TypeVar("AnyState", bound="EffectsState[Any]")

#: Answers of several things that are listed. Any other legal answer is accepted, too.
MOST_LISTED = 300

#: Steps of a game between two questions, before it is stopped as a draw.
MOST_STEPS = 2_000

Answer = tuple[Any, ...]
AnswerWord = Annotated[str, Field(min_length=1, max_length=80)]


@dataclass(frozen=True, slots=True)
class AnswerTurn:
    """An answer of a seat to the question that is due: names of things, or words."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid")

    seat: Annotated[int, Field(ge=0, le=99)]
    answer: Annotated[tuple[AnswerWord, ...], Field(max_length=200, strict=False)]


@dataclass(frozen=True, slots=True, eq=False)
class EffectsState(Generic[EffectsStart]):
    """A game in progress: the world before the step at hand, the answers in it, the question, the world as it is now.

    `setup` is what the game has besides its world: rules, kinds of cards, names.
    """

    start: EffectsStart
    setup: Any
    before: World
    answers: tuple[Answer, ...]
    now: World
    question: Question | None

    @property
    def to_move(self) -> int | None:
        """The seat that has to answer; None if the game is over."""
        return None if self.question is None else self.question.seat


class WrongTurnError(RefusedError):
    """A turn that is not legal, with the reason in both languages."""

    def __init__(self, code: str, english: str, chinese: str) -> None:
        super().__init__(english)
        self.code, self.messages = code, {"en": f"{english[0].upper()}{english[1:]}.", "zh": f"{chinese}。"}


class EffectsGame(TurnGame[EffectsStart, AnyState, Turn]):
    """The course of a game whose cards act.

    A game says how its world is set up, what its resolution is, what a step of its course does, and how answers are
    written as turns.
    """

    has_secrets = True
    #: The kinds of questions at which the table may adjust.
    adjustable: ClassVar[Sequence[str]] = ADJUSTABLE
    #: The states of the game, a subclass of EffectsState with defaults for all that it adds.
    state_type: ClassVar[type[EffectsState[Any]]] = EffectsState

    # ---------------------------------------------------------------- what a game says

    @abstractmethod
    def set_up(self, start: EffectsStart, content: GameContent) -> tuple[Any, World]:
        """Return what the game has besides its world, and the world before the first step."""

    @abstractmethod
    def resolution(self, setup: Any, world: World, answers: Sequence[Answer]) -> Resolution:
        """Return what resolves effects in a world."""

    def take_step(self, run: Any) -> None:
        """Do one step of the game's course, by `run.world.position`, which it changes: by default turns in stages."""
        take_step(run)

    @abstractmethod
    def turns_of(self, state: AnyState, answers: Iterable[Answer]) -> Iterator[Turn]:
        """Yield answers to the question that is due as turns."""

    @abstractmethod
    def read_answer(self, state: AnyState, turn: Turn) -> Answer:
        """Return the answer that a turn is. RefusedError or WrongAnswerError if it is none of the possible ones."""

    @abstractmethod
    def adjustment_of(self, turn: Turn) -> Sequence[str] | None:
        """Return the words of a turn that is done by hand; None for any other turn."""

    @abstractmethod
    def refusal(self, state: AnyState, turn: Turn, reason: str) -> RefusedError:
        """Return why a turn is not legal: game-over, wrong-seat, wrong-adjustment or not-offered."""

    # ---------------------------------------------------------------- the course

    def begin(self, start: EffectsStart, content: GameContent) -> AnyState:
        return self.start_with(start, *self.set_up(start, content))

    def start_with(
        self, start: EffectsStart | None, setup: Any, world: World, answers: tuple[Answer, ...] = ()
    ) -> AnyState:
        """Return a game that goes on from a world, when its first question is due."""
        state: Any = self.state_type(start, setup, world, (), world, None)
        return self.resume(state, world, answers)

    def resume(self, state: AnyState, world: World, answers: tuple[Answer, ...] = ()) -> AnyState:
        """Return the state of a game when the next question is due after a world, or at the end of the game."""
        for _ in range(MOST_STEPS):
            if world.over:
                break
            now = world.copy()
            run = self.run_in(state.setup, now, answers)
            try:
                self._take_step(run)
            except PendingError as pending:
                return replace(state, before=world, answers=answers, now=now, question=pending.question)
            world, answers = now, ()
        world.over = True
        return replace(state, before=world, answers=(), now=world, question=None)

    def run_in(self, setup: Any, world: World, answers: Sequence[Answer] = ()) -> Resolution:
        """Return what resolves effects in a world, in the stage that it is in."""
        run = self.resolution(setup, world, answers)
        run.stage = stage_of(world.position)
        return run

    def _take_step(self, run: Resolution) -> None:
        try:
            self.take_step(run)
            run.test_at_once()
        except STOPS:
            run.stop()
        except GameOverError:
            run.clear_table()

    def apply(self, state: AnyState, turn: Turn) -> AnyState:
        question = state.question
        if question is None:
            raise self.refusal(state, turn, "game-over")
        if turn.seat != question.seat:  # type: ignore[attr-defined]
            raise self.refusal(state, turn, "wrong-seat")
        words = self.adjustment_of(turn)
        try:
            if words is not None:
                return self._adjust(state, question, words)
            return self.resume(state, state.before, (*state.answers, self.read_answer(state, turn)))
        except WrongAnswerError:
            reason = "not-offered" if words is None else "wrong-adjustment"
            raise self.refusal(state, turn, reason) from None

    def _adjust(self, state: AnyState, question: Question, words: Sequence[str]) -> AnyState:
        """Return the state after something that the table did by hand, in a window or when it is asked to."""
        vocabulary = self.run_in(state.setup, state.now).vocabulary
        every: tuple[Thing, ...] = (*state.now.cards, *state.now.players, *all_zones(vocabulary, state.now))
        if question.kind not in self.adjustable:
            raise WrongAnswerError(words)
        change = read_adjustment(vocabulary, words, {self.name_of(state.now, thing): thing for thing in every})
        if question.kind == "by-hand":
            return self.resume(state, state.before, (*state.answers, (change,)))
        before = state.before.copy()
        self.run_in(state.setup, before).adjust(change)
        before.log = (*before.log, " ".join((ADJUST, *words)))
        return self.resume(state, before, state.answers)

    def legal_turns(self, state: AnyState) -> Sequence[Turn]:
        return list(self.turns_of(state, islice(self.answers_of(state), MOST_LISTED)))

    def answers_of(self, state: AnyState) -> Iterator[Answer]:
        """Yield the possible answers, the short ones first."""
        if state.question is not None:
            yield from state.question.answers(self.distinguishable(state.question))

    def distinguishable(self, question: Question) -> Sequence[Any]:
        """Return the options of a question, of its hidden cards only the first."""
        first = question.hidden[:1]
        return [option for option in question.options if option not in question.hidden or option in first]

    def winners(self, state: AnyState) -> Sequence[int]:
        return state.now.winners

    def card_uses(self, state: AnyState) -> CardUses:
        return count_cards(self.run_in(state.setup, state.now).vocabulary, state.now)

    # ---------------------------------------------------------------- names

    def card_name(self, world: World, card: Card) -> str:
        """Return a card's name in turns and logs, which no other card has."""
        return f"{world.cards[card][0]}:{card.number}"

    def name_of(self, world: World, thing: Any) -> str:
        """Return the name of a thing in turns."""
        if isinstance(thing, Card):
            return self.card_name(world, thing)
        if isinstance(thing, Player):
            return f"seat{thing.seat}"
        if isinstance(thing, Zone):
            index = thing.index if not isinstance(thing.index, tuple) else ",".join(map(str, thing.index))
            owner = "" if thing.owner is None else f"seat{thing.owner}."
            return f"{owner}{thing.area}{'' if index is None else index}"
        return thing.name if isinstance(thing, Group) else str(thing)


class AnswersGame(EffectsGame[EffectsStart, EffectsState[EffectsStart], AnswerTurn]):
    """A game whose turns are the names of what a seat answers."""

    turn_type = AnswerTurn

    def turns_of(self, state: EffectsState[EffectsStart], answers: Iterable[Answer]) -> Iterator[AnswerTurn]:
        if state.question is not None:
            names = self._names(state)
            for answer in answers:
                yield AnswerTurn(state.question.seat, tuple(names[option] for option in answer))

    def adjustment_of(self, turn: AnswerTurn) -> Sequence[str] | None:
        return turn.answer[1:] if turn.answer[:1] == (ADJUST,) else None

    def refusal(self, state: EffectsState[EffectsStart], turn: AnswerTurn, reason: str) -> RefusedError:
        question, given = state.question, " ".join(turn.answer)
        if question is None:
            return WrongTurnError("game-over", "the game is over", "游戏已经结束")
        if reason == "wrong-seat":
            return WrongTurnError(reason, f"it is the turn of seat {question.seat}", f"轮到座位 {question.seat}")
        if reason == "wrong-adjustment":
            text = repr(" ".join(turn.answer[1:]))
            return WrongTurnError(reason, f"{text} cannot be done by hand now", f"此时不能手动 {text}")
        options = ", ".join(self._names(state).values())
        return WrongTurnError(
            reason, f"{given!r} is not possible, but {options}", f"不能回答 {given!r}，可以是 {options}"
        )

    # ---------------------------------------------------------------- names

    def _names(self, state: EffectsState[EffectsStart]) -> dict[Any, str]:
        """Return option -> its name in turns. Hidden cards have names that tell nothing."""
        question = state.question
        assert question is not None
        names: dict[Any, str] = {}
        for number, option in enumerate(question.options, 1):
            names[option] = f"?{number}" if option in question.hidden else self.name_of(state.now, option)
        return names

    def name_of(self, world: World, thing: Any) -> str:
        return self._move_name(world, thing) if isinstance(thing, WindowMove) else super().name_of(world, thing)

    def _move_name(self, world: World, move: WindowMove) -> str:
        """Return a move as a word, such as `use-trader:2`, `use-S5-as-strike`, `do-mill:1`, `end`."""
        if move.card is None:
            return "-".join(filter(None, (move.verb, move.name)))
        word, printed = f"{move.verb}-{self.card_name(world, move.card)}", world.cards[move.card][0]
        if move.verb == "do":
            return word if move.name == f"{printed}/e1" else f"{word}-{move.name.removeprefix(printed + '/')}"
        return word if move.name == printed else f"{word}-as-{move.name}"

    def read_answer(self, state: EffectsState[EffectsStart], turn: AnswerTurn) -> Answer:
        question = state.question
        assert question is not None
        options = {name: option for option, name in self._names(state).items()}
        if question.kind == "order":
            options["|"] = "|"
        if any(word not in options for word in turn.answer):
            raise WrongAnswerError(turn.answer)
        answer = tuple(options[word] for word in turn.answer)
        question.check(answer)
        return answer

    # ---------------------------------------------------------------- what is shown

    def facts(self, state: EffectsState[EffectsStart]) -> dict[str, Any]:
        return self._facts(state, None, everything=True)

    def view(self, state: EffectsState[EffectsStart], seat: int | None) -> dict[str, Any]:
        return self._facts(state, seat, everything=state.question is None)

    def _facts(self, state: EffectsState[EffectsStart], seat: int | None, everything: bool) -> dict[str, Any]:
        world, run = state.now, self.run_in(state.setup, state.now)
        zones = {}
        for zone, cards in sorted(world.zones.items(), key=lambda entry: self.name_of(world, entry[0])):
            shown = [self.card_name(world, card) if everything or run.sees(seat, card) else "" for card in cards]
            zones[self.name_of(world, zone)] = shown
        players = [
            {
                name: value
                for name, kind in run.vocabulary.attributes.items()
                if kind.of == "player" and isinstance(value := run.attribute(player, name), int | str | bool | None)
            }
            for player in sorted(world.players, key=lambda player: player.seat)
        ]
        return {
            "round": world.round,
            "current": world.current,
            "stage": stage_of(world.position),
            "zones": zones,
            "players": players,
            "question": self.write_question(state),
            "winners": list(world.winners) if world.over else None,
            "log": list(world.log[-20:]),
        }

    def write_question(self, state: EffectsState[EffectsStart]) -> dict[str, Any] | None:
        """Return the question that is due as JSON values."""
        question = state.question
        if question is None:
            return None
        about = question.about
        if isinstance(about, Active):
            this = about.this
            about = [about.effect.id or about.effect.key, "" if this is None else self.name_of(state.now, this)]
        elif isinstance(about, tuple):
            about = [self.name_of(state.now, part) for part in about]
        return {
            "kind": question.kind,
            "about": about,
            "least": question.least,
            "most": question.most,
            "options": [self._names(state)[option] for option in question.options],
        }

    def is_secret(
        self,
        before: EffectsState[EffectsStart],
        turn: AnswerTurn,
        now: EffectsState[EffectsStart],
        seat: int | None,
    ) -> Sequence[str]:
        question = before.question
        is_open = seat == turn.seat or now.question is None or question is None or not question.secret
        return () if is_open else ("answer",)

    # ---------------------------------------------------------------- logs

    def write_turn(self, turn: AnswerTurn, before: EffectsState[EffectsStart]) -> str:
        del before
        return " ".join((str(turn.seat), *(turn.answer or ("-",))))

    def read_turn(self, text: str, before: EffectsState[EffectsStart]) -> AnswerTurn | None:
        if text == self.write_result(before):
            return None
        seat, *words = text.split()
        if not seat.isdecimal() or not words:
            raise ValueError(f"{text!r} is no turn: write the seat and the answer")
        return AnswerTurn(int(seat), () if words == ["-"] else tuple(words))


# ---------------------------------------------------------------- how cards fared


def count_cards(vocabulary: Vocabulary, world: World) -> CardUses:
    """Return the uses of the cards that are in the game, by name.

    A card is played when it is used or answers with, or when an effect of it happens that works in the hand.
    """
    seats = range(len(world.order))
    in_game = sorted({name for card, (name, _) in world.cards.items() if world.where[card].area in vocabulary.areas})
    return {
        name: (
            [_times_played(vocabulary, world, world.kinds[name], seat) for seat in seats],
            [
                sum(world.cards[card][0] == name for card in world.cards_in(Zone(vocabulary.hand, seat)))
                for seat in seats
            ],
        )
        for name in in_game
    }


def _times_played(vocabulary: Vocabulary, world: World, kind: CardKind, seat: int) -> int:
    """Return how often a seat has played cards of a kind."""
    answers = [
        effect.key for effect in kind.effects if effect.head not in ("use", "while") and vocabulary.hand in effect.areas
    ]
    return sum(
        world.uses(key, seat, None, "game") for key in dict.fromkeys((kind.name, played_key(kind.name), *answers))
    )
