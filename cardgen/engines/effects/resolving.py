"""Resolve effects in a world: events with their steps, the effects that they trigger, choices, costs and steps.

The order of things is that of docs/effects.md#timing. A resolution is deterministic: when a seat has to decide and no
answer is left, it ends with `PendingError`, and is done again from the same world with one answer more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from cardgen.base.errors import WrongValueError
from cardgen.base.sentences.tokens import SentenceError
from cardgen.base.work import TooMuchWorkError
from cardgen.engines.effects.attributes import Attributes, changed_by
from cardgen.engines.effects.evaluating import Active, Event, Scope
from cardgen.engines.effects.model import Choice, Effect, EventFilter, Phrase, Steps, Timing
from cardgen.engines.effects.phrases import parse_value
from cardgen.engines.effects.questions import PendingError, Question
from cardgen.engines.effects.vocabulary import SPANS, Vocabulary
from cardgen.engines.effects.world import Card, Group, Lasting, Player, Thing, World


class StoppedError(Exception):
    """A resolution without end: its bound is reached. What is done stands."""


#: What stops a resolution: no end, values of another kind than needed, too much work.
STOPS = (StoppedError, SentenceError, WrongValueError, TooMuchWorkError)


class EndedError(Exception):
    """An event is terminated by `end`."""

    def __init__(self, event: Event) -> None:
        super().__init__(event.name)
        self.event = event


class GameOverError(Exception):
    """The game has ended."""


class RefusedUseError(Exception):
    """What a player asks for is not possible: `reason` is a word such as cost, target, cards, limit, forbidden."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Resolving(Attributes):
    """Does effects. A game derives from it for its own deeds, and for how its cards are used."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        world: World,
        answers: Sequence[tuple[Any, ...]] = (),
        rules: Sequence[Effect] = (),
    ) -> None:
        super().__init__(vocabulary, world, rules)
        self.answers, self.answered = list(answers), 0
        self.events: list[Event] = []
        self.count = 0
        self.used: list[str] = []
        """ids of effects since the last decision, for the message when a bound is reached"""
        self._deferred: list[Callable[[], None]] | None = None
        self.looked: set[tuple[int | None, Card]] = set()
        """who has looked at which hidden cards in this step of the game; None for everybody"""

    # ------------------------------------------------------------ questions

    def ask(self, question: Question) -> tuple[Any, ...]:
        """Return the answer to a question. PendingError if there is none yet."""
        if self.answered == len(self.answers):
            raise PendingError(question)
        answer = self.answers[self.answered]
        question.check(answer)
        self.answered += 1
        self.count, self.used = 0, []
        self.renew_budget()
        return answer

    def ask_whether(self, player: Player, about: Any, what: str = "may") -> bool:
        """Return what a player answers to a question with yes or no."""
        return self.ask(Question(what, self.decider(player), ("no", "yes"), 1, 1, about)) == ("yes",)

    def pick(
        self,
        player: Player,
        options: Sequence[Any],
        least: int = 1,
        most: int = 1,
        about: Any = None,
        condition: Callable[[tuple[Any, ...]], bool] | None = None,
        secret: bool = False,
    ) -> tuple[Any, ...]:
        """Return what a player picks of several. It is not asked if there is only one answer."""
        options = tuple(dict.fromkeys(options))
        most, least = min(most, len(options)), min(least, len(options))
        if most == 0 or (least == len(options) and condition is None):
            return options[:least]
        hidden = [card for card in options if isinstance(card, Card) and self.is_blind(player, card)]
        if hidden:
            mixed = iter(self.world.shuffled(hidden))
            if len(hidden) == len(options) and least == most:  # nothing to choose by
                return tuple(next(mixed) for _ in range(most))
            options = tuple(next(mixed) if card in hidden else card for card in options)
        question = Question("pick", self.decider(player), options, least, most, about, tuple(hidden), secret, condition)
        return self.ask(question)

    def decider(self, player: Player) -> int:
        """Return the seat that decides for a player: the player's, or that of whoever controls the player."""
        controls = [one for one in self.world.lasting if one.kind == "control" and one.bearer == player]
        return controls[-1].owner if controls else player.seat

    def is_blind(self, player: Player, card: Card) -> bool:
        """Return True if a player cannot tell a card from others: neither by its front nor by its place."""
        if (player.seat, card) in self.looked or (None, card) in self.looked:
            return False
        area = self.vocabulary.areas.get(self.world.where[card].area)
        return (area is None or not area.one) and not self.sees(player.seat, card)

    def sees(self, seat: int | None, card: Card) -> bool:
        """Return True if a seat sees the front of a card where it lies. None is a spectator."""
        zone = self.world.where[card]
        area = self.vocabulary.areas.get(zone.area)
        is_covered = (area is not None and area.hidden) or self.attribute(card, "face") == "down"
        return not is_covered or (seat is not None and zone.owner == seat)

    # ------------------------------------------------------------ events

    def happen(self, name: str, /, deed: Callable[[Event], Any] | None = None, **values: Any) -> Event | None:
        """Let an event happen, with everything that it triggers. Return it; None if it is not done.

        A value called `from_` is the event's `from`. The deed is by default the method `deed_NAME`.
        """
        kind = self.vocabulary.event_kinds[name]
        event = Event(name, kind, {("from" if key == "from_" else key): value for key, value in values.items()})
        if self.is_forbidden(event):
            return None
        self.count += 1
        bounds = self.vocabulary.bounds
        if self.count > bounds.events or len(self.events) >= bounds.depth:
            raise StoppedError
        with self.during(event):
            return event if self._pass_steps(event, deed or getattr(self, f"deed_{name.replace('-', '_')}")) else None
        return None

    @contextmanager
    def during(self, event: Event) -> Iterator[None]:
        """Make an event the innermost of those that happen. `end` of it goes on after the `with` statement."""
        self.events.append(event)
        try:
            yield
        except EndedError as ended:
            if ended.event is not event:
                raise
        finally:
            self.events.remove(event)

    def _pass_steps(self, event: Event, deed: Callable[[Event], Any]) -> bool:
        """Take an event through its steps. Return True if its deed is done."""
        seen = self.active() if self._looks_back(event) else ()
        done = False
        for step in event.kind.steps:
            if step == "DEED":
                if self._replaced(event):
                    return False
                event.step = step
                done = deed(event) is not False
                if done:
                    self.note_happened(event)
                    self.insert(event)
            elif done and self._deferred is not None:
                self._deferred.append(lambda step=step: self.fire(event, step, seen))  # type: ignore[misc]
            else:
                self.fire(event, step, seen if done else ())
            if event.cancelled and not done:
                return False
        return done

    def _looks_back(self, event: Event) -> bool:
        return event.name in ("destroy", "die", "discard", "move", "give", "take", "swap")

    def fire(self, event: Event, step: str, seen: Sequence[Active] = ()) -> None:
        """Let the effects happen that a step of an event triggers, and end what lasts until then.

        `seen` are effects that were at work before a thing left: they look back at it.
        """
        event.step = step
        left = (event.values.get("card"), event.values.get("who"))
        gone = [one for one in seen if one.this is not None and one.this in left]
        at_work = self.working("when")
        known = {one.key for one in at_work} if gone else set()
        matching = [one for one in at_work if self._triggers(one, event, step)]
        back = [one for one in gone if one.key not in known and self._triggers(one, event, step)]
        for one in sorted([*matching, *back], key=self.order_of) if back else matching:
            still = one in gone or any(other.key == one.key for other in self.working("when"))
            if still and self._triggers(one, event, step):
                self.use(one, event)
                if event.cancelled and "DEED" in event.kind.steps[event.kind.steps.index(step) :]:
                    break
        ended = [one for one in self.world.lasting if self._ends(one, event, step)]
        if ended:
            self.world.end(ended)
        for group, (kind, members) in list(self.world.groups.items()):
            if members and kind.ends is not None and kind.ends.event == event.name and kind.ends.step == step:
                scope = self.scope_of(Active(_NOTHING, group.owner, group, "skill"))
                if self._is_about(kind.ends, event, step, scope):
                    self.dissolve(group)

    def _ends(self, lasting: Lasting, event: Event, step: str) -> bool:
        until = lasting.until
        if not isinstance(until, Timing) or until.event != event.name or until.step != step:
            return False
        return self._is_about(until, event, step, self._scope_of_lasting(lasting))

    def _scope_of_lasting(self, lasting: Lasting) -> Scope:
        """Return the scope in which the end of what lasts is read."""
        active = Active(_NOTHING, lasting.owner, lasting.source, "", lasting.bearer, 0, lasting.names or {})
        return self.scope_of(active)

    def _triggers(self, active: Active, event: Event, step: str) -> bool:
        names = self.names_of(event)
        return active.effect.head == "when" and any(
            timing.event in names
            and timing.step == step
            and self._is_about(timing, event, step, self.scope_of(active, event))
            for timing in active.effect.timings
        )

    def names_of(self, event: Event) -> tuple[str, ...]:
        """Return the names under which an event is known."""
        return (event.name, *self.vocabulary.aliases.get(event.name, ()))

    def _is_about(self, what: Timing | EventFilter, event: Event, step: str, scope: Scope) -> bool:
        """Return True if an event is one of those that a timing is about."""
        about = scope.at(event)
        kind = event.kind
        if what.event != event.name:
            kind = self.vocabulary.event_kinds[what.event]
            if kind.where is not None and not self.evaluate(parse_value(kind.where), about):
                return False
        if what.of is not None:
            subject = event.values.get(kind.subject_at(step))
            if subject is None or not set(self.as_set(subject)) & set(self.things_of(what.of, scope)):
                return False
        return self.holds(what.where, about)

    def things_of(self, phrase: Phrase, scope: Scope) -> tuple[Any, ...]:
        """Return the things of a set; a zone is a thing itself here, beside its cards."""
        value = self.value(phrase, scope)
        return (*self.as_set(value), value) if isinstance(value, Thing) else self.as_set(value)

    def is_forbidden(self, event: Event) -> bool:
        """Return True if an effect at work forbids an event."""
        names = self.names_of(event)
        return any(
            what.event in names and self._is_now_about(active, what, event)
            for active in self.working("while")
            for what in active.effect.forbids
        )

    def is_allowed(self, name: str, ignoring: str, /, **values: Any) -> bool:
        """Return True if an effect at work lifts a limit of the rules for an event."""
        event = Event(name, self.vocabulary.event_kinds[name], dict(values))
        return any(
            what.act.event == name and ignoring in what.ignoring and self._is_now_about(active, what.act, event)
            for active in self.working("while")
            for what in active.effect.allows
        )

    def _is_now_about(self, active: Active, what: EventFilter, event: Event) -> bool:
        """Return True if an effect `while` is at work, and an event is one of those that it is about."""
        scope = self.scope_of(active, event)
        return self.holds(active.effect.condition, scope) and self._is_about(what, event, "before", scope)

    def _replaced(self, event: Event) -> bool:
        """Return True if an effect replaces an event; each is asked at most once for it."""
        for active in self.working("instead"):
            what = active.effect.replaced
            if what is None or what.event not in self.names_of(event) or active.key in event.replaced_by:
                continue
            scope = self.scope_of(active, event)
            if self._is_about(what, event, "before", scope):
                event.replaced_by.add(active.key)
                if self.use(active, event):
                    return True
        return False

    def insert(self, event: Event) -> None:
        """Do what is inserted right after a deed, such as dying. A game says what."""

    def note_happened(self, event: Event) -> None:
        """Count an event in all spans."""
        for span in SPANS:
            key = (event.name, span)
            self.world.happened[key] = self.world.happened.get(key, 0) + 1

    # ------------------------------------------------------------ effects

    def use(self, active: Active, event: Event | None = None, preset: Mapping[str, Any] | None = None) -> bool:
        """Use an effect. Return True if it was done: possible, and not refused."""
        effect, scope = active.effect, self.scope_of(active, event)
        self._bind(active, scope)
        if not self.holds(effect.when_if, scope):
            return False
        if not self.has_use_left(active, scope):
            return False
        if not self.is_possible(effect, scope, preset or {}):
            self.run(effect.otherwise, scope)
            return False
        if effect.may is not None and not self._is_wanted(effect, active, scope):
            self.run(effect.otherwise, scope)
            return False
        if not self.choose_and_pay(active, scope, preset or {}):
            return False
        alive = scope.names.get("me")
        if not isinstance(alive, Player) or self.world.stored_value(alive, "alive", True):
            self.do_effect(active, scope)
        return True

    def choose_and_pay(self, active: Active, scope: Scope, preset: Mapping[str, Any]) -> bool:
        """Let everything be chosen, count the use and pay for it. Return False if there is nothing to choose from."""
        effect = active.effect
        for choice in effect.choices:
            if not self.choose(choice, scope, active, preset.get(choice.name)):
                return False
        self.count_use(active, scope)
        if effect.id:
            self.used.append(effect.id)
            self.world.log = (*self.world.log, effect.id)
        self.run(effect.cost, scope)
        return True

    def do_effect(self, active: Active, scope: Scope) -> None:
        """Do the steps of an effect that is paid for."""
        effect = active.effect
        self.run(effect.do, scope)
        if effect.states:
            at = effect.states.index(scope.names["state"])
            self.world.store(self._holder(active), f"state {effect.key}", effect.states[(at + 1) % len(effect.states)])

    def _holder(self, active: Active) -> Any:
        return Player(active.owner) if active.owner is not None else active.this

    def _bind(self, active: Active, scope: Scope) -> None:
        """Bind the names that an effect has besides those of all: its state, its stage, what `let` names."""
        effect = active.effect
        if effect.states:
            scope.names["state"] = self.world.stored_value(
                self._holder(active), f"state {effect.key}", effect.states[0]
            )
            scope.names["words of state"] = effect.states
        if effect.stages:
            span = effect.limit.span if effect.limit else "game"
            number = self.world.uses(effect.key, active.owner or 0, None, span) + 1
            scope.names["stage"] = number % effect.stages or effect.stages
        for name, phrase in effect.lets:
            scope.names[name] = self.value(phrase, scope)

    def _is_wanted(self, effect: Effect, active: Active, scope: Scope) -> bool:
        players = self.players(effect.may if isinstance(effect.may, Phrase) else None, scope)
        return bool(players) and self.ask_whether(players[0], active)

    def has_use_left(self, active: Active, scope: Scope) -> bool:
        """Return True if an effect may be used once more in its span."""
        limit = active.effect.limit
        if limit is None or limit.per:
            return True
        return self.world.uses(active.effect.key, active.owner or 0, None, limit.span) < self.most_uses(active, scope)

    def most_uses(self, active: Active, scope: Scope) -> int:
        """Return how often an effect may be used in its span, with what other effects change of that."""
        limit = active.effect.limit
        assert limit is not None
        most = self.number(limit.most, scope)
        if active.owner is not None and active.effect.id:
            changes = list(self.changes_of(Player(active.owner), f"limit:{active.effect.id}"))
            most = int(changed_by(changes, most))
        return most

    def count_use(self, active: Active, scope: Scope) -> None:
        """Count a use: under the effect's key, and under its id for `used`."""
        limit, effect, owner = active.effect.limit, active.effect, active.owner or 0
        for key in dict.fromkeys((effect.key, effect.id or effect.key)):
            self.world.count_use(key, owner, None, SPANS)
        if limit is not None and limit.per:
            for thing in self.as_set(scope.names.get(limit.per)):
                self.world.count_use(effect.key, owner, thing, SPANS)

    def is_possible(self, effect: Effect, scope: Scope, preset: Mapping[str, Any] | None = None) -> bool:
        """Return True if there is something to choose, and the cost can be paid."""
        return self._choosable(effect.choices, effect, scope, preset or {})

    def _choosable(self, choices: Sequence[Choice], effect: Effect, scope: Scope, preset: Mapping[str, Any]) -> bool:
        if not choices:
            return self.can_do(effect.cost, scope)
        first, *rest = choices
        options = self.options_of(first, scope, effect)
        chosen = preset.get(first.name)
        if chosen is not None:
            wanted = self.as_set(chosen)
            if not wanted or any(thing not in options for thing in wanted):
                return False
            return self._choosable(rest, effect, scope.with_names(**{first.name: chosen}), preset)
        least = self.number(first.least, scope, 1)
        if first.most == "all":
            least = min(least, len(options))
        if len(options) < least:
            return False
        if not rest and not effect.cost:
            return True
        tried = options if first.single else [options[: max(1, least)]]
        return any(self._choosable(rest, effect, scope.with_names(**{first.name: one}), preset) for one in tried)

    def options_of(self, choice: Choice, scope: Scope, effect: Effect | None = None) -> tuple[Any, ...]:
        """Return what can be chosen: things, words or numbers."""
        if choice.options:
            return choice.options
        if choice.low is not None:
            return tuple(range(self.number(choice.low, scope), self.number(choice.high, scope) + 1))
        options = self.without_used(self.things(choice.source, scope), scope)
        limit = effect.limit if effect is not None else None
        if limit is not None and limit.per == choice.name and scope.active is not None:
            most, key, owner = self.most_uses(scope.active, scope), scope.active.effect.key, scope.active.owner or 0
            options = tuple(one for one in options if self.world.uses(key, owner, one, limit.span) < most)
        return options

    def choose(self, choice: Choice, scope: Scope, about: Any, chosen: Any = None) -> bool:
        """Let something be chosen and bind it. Return False if there is nothing to choose from."""
        effect = about.effect if isinstance(about, Active) else None
        if chosen is None:
            options, least = self.options_of(choice, scope, effect), self.number(choice.least, scope, 1)
            if choice.most == "all":
                least = min(least, len(options))
            most = len(options) if choice.most == "all" else self.number(choice.most, scope, 1)
            players = self.players(choice.by, scope)
            if len(options) < least or not players:
                return False
            if choice.random:
                picked = self.world.shuffled(options)[:most]
            else:
                check = None
                if choice.condition is not None:
                    check = lambda answer: self.holds(  # noqa: E731
                        choice.condition, scope.with_names(**{choice.name: _one(answer, choice)})
                    )
                picked = self.pick(players[0], options, least, most, about, check, choice.secret)
            chosen = _one(picked, choice)
        scope.names[choice.name] = chosen
        if choice.options:
            scope.names[f"words of {choice.name}"] = choice.options
        return True

    def dissolve(self, group: Group) -> bool:
        """Let all members leave a group. Return False if it has none."""
        raise NotImplementedError

    # ------------------------------------------------------------ steps

    def run(self, steps: Steps, scope: Scope) -> bool:
        """Do steps one after the other. Return True if all were done."""
        raise NotImplementedError

    def can_do(self, steps: Steps, scope: Scope) -> bool:
        """Return True if each of some steps can be done in full, as far as can be told without doing them."""
        raise NotImplementedError

    # ------------------------------------------------------------ at once

    def test_at_once(self) -> None:
        """Let effects happen `at once` whose condition has become true, and end what lasted until a condition."""
        if self._deferred is not None:
            return
        for lasting in self.world.lasting:
            if isinstance(lasting.until, Phrase) and self.holds(lasting.until, self._scope_of_lasting(lasting)):
                self.world.end([lasting])
        for active in self.working("at once"):
            scope = self.scope_of(active)
            self._bind(active, scope)
            now = self.holds(active.effect.when_if, scope)
            before = active.key in self.world.edges
            if now != before:
                self.world.edges = self.world.edges ^ {active.key}
                if now:
                    self.use(active)


def _one(picked: Sequence[Any], choice: Choice) -> Any:
    """Return a choice of one thing as the thing."""
    return picked[0] if choice.single and len(picked) == 1 else tuple(picked)


_NOTHING = Effect("", "when")
