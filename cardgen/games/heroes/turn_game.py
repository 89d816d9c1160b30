"""Tale of Many Heroes as a game of turns: what the operations, logs and tables of all such games need to know of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import partial
from itertools import islice
from typing import Annotated, Any, get_args

from pydantic import BeforeValidator, Field, WithJsonSchema

from cardgen import replace
from cardgen.engines import GameContent
from cardgen.engines.effects.course import stage_of
from cardgen.engines.effects.evaluating import Active
from cardgen.engines.effects.questions import Question, WrongAnswerError
from cardgen.engines.effects.resolving import RefusedUseError
from cardgen.engines.effects.turns import MOST_LISTED, Answer, EffectsGame
from cardgen.engines.effects.world import Card, Player, World, Zone
from cardgen.engines.policies import Policy
from cardgen.engines.serving import NewGame, read_ruleset
from cardgen.games.heroes.game import play_of, set_up, view_of
from cardgen.games.heroes.notation import Opening, parse_entry, write_entry
from cardgen.games.heroes.playing import HeroesPlay
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.resolution import PASS
from cardgen.games.heroes.rules import HeroesRules, Mode
from cardgen.games.heroes.state import VERBS, HeroesSetup, HeroesStart, HeroesState, Turn, numbers
from cardgen.games.heroes.status import attack_range, distance_between, hand_limit
from cardgen.games.heroes.table import by_hand_skills, make_table, vocabulary_of

Facts = dict[str, Any]

#: Kind of a question -> the verbs of yes and no.
_YES_OR_NO = {
    "skill": ("skill", "pass"),
    "agree": ("agree", "refuse"),
    "alliance": ("agree", "refuse"),
    "break": ("break", "pass"),
}
#: Kind of any other question -> the verb of its answers, unless it is the kind itself.
_VERBS = {"answer": "play", "rescue": "play", "pick": "choose", "order": "choose"}


_MODES = {"enum": [*get_args(Mode), "nation-war"], "type": "string"}
ModeMember = Annotated[
    Mode, BeforeValidator(lambda word: "nation" if word == "nation-war" else word), WithJsonSchema(_MODES)
]


class HeroesOptions(NewGame):
    """A request for a new game."""

    players: Annotated[int, Field(ge=0, le=99)]
    mode: ModeMember = "identity"


class Heroes(EffectsGame[HeroesStart, HeroesState, Turn]):
    """The game of turns. A seat that could only pass is not asked."""

    engine = "heroes"
    start_type = HeroesStart
    state_type = HeroesState
    turn_type = Turn
    options = HeroesOptions
    ruleset = HeroesRules
    separator = ";"

    def prepare(self, options: HeroesOptions, content: GameContent) -> HeroesStart:
        read_ruleset(options.ruleset, content.rulesets)
        return HeroesStart(options.ruleset or next(iter(content.rulesets)), options.mode, options.players, options.seed)

    def set_up(self, start: HeroesStart, content: GameContent) -> tuple[HeroesSetup, World]:
        if start.ruleset not in content.rulesets:
            raise ValueError(f"ruleset: there is no {start.ruleset!r}")
        table = make_table(content.rulesets[start.ruleset])
        return HeroesSetup(table, start.mode), set_up(start.players, start.seed, table, start.mode)

    def resolution(self, setup: HeroesSetup, world: World, answers: Sequence[Answer]) -> HeroesPlay:
        return play_of(setup, world, answers)

    def take_step(self, run: HeroesPlay) -> None:
        run.take_step()

    # ---------------------------------------------------------------- turns

    def apply(self, state: HeroesState, turn: Turn) -> HeroesState:
        return replace(super().apply(state, turn), moves=(*state.moves, turn))

    def distinguishable(self, question: Question) -> Sequence[Any]:
        """Return all options, so that a card can be picked by its place."""
        return question.options

    def turns_of(self, state: HeroesState, answers: Iterable[Answer]) -> Iterator[Turn]:
        for answer in answers:
            yield self._turn_of(state, answer)

    def _turn_of(self, state: HeroesState, answer: Answer) -> Turn:
        question = state.question
        assert question is not None
        seat, kind = question.seat, question.kind
        if kind in _YES_OR_NO:
            verb = _YES_OR_NO[kind][answer != (True,)]
            return Turn(seat, verb, (question.about[1],) if verb == "skill" else ())
        if answer == (PASS,) or kind == "by-hand":
            return Turn(seat, answer[0])
        if kind == "keep":
            return Turn(seat, "keep", answer[0])
        if kind == "window":
            (move,) = answer
            names, cards = (move.name,) if move.name else (), () if move.card is None else (move.card,)
            return Turn(seat, move.verb, names, self._codes(state, cards), _seats(move.targets))
        words = tuple(str(word) for word in answer if not isinstance(word, Card | Player))
        return Turn(seat, _VERBS.get(kind, kind), words, self._codes(state, answer), _seats(answer))

    def _codes(self, state: HeroesState, things: Iterable[Any]) -> tuple[str, ...]:
        """Return the codes of the cards; of one that the seat does not see only its place among those."""
        hidden = state.question.hidden if state.question else ()
        return tuple(
            f"hidden-{hidden.index(card) + 1}" if card in hidden else self.card_name(state.now, card)
            for card in things
            if isinstance(card, Card)
        )

    def read_answer(self, state: HeroesState, turn: Turn) -> Answer:
        question, listed = state.question, list(islice(self.answers_of(state), MOST_LISTED))
        assert question is not None
        for answer in listed:
            if self._turn_of(state, answer) == turn:
                return answer
        if turn.verb != "choose" or question.kind not in ("pick", "order"):
            raise WrongAnswerError(turn)
        named = {self._turn_of(state, (option,)): option for option in question.options}  # too many to list
        parts = [Turn(turn.seat, "choose", (word,)) for word in turn.names]
        parts += [Turn(turn.seat, "choose", (), (code,)) for code in turn.cards]
        parts += [Turn(turn.seat, "choose", (), (), (seat,)) for seat in turn.targets]
        answer = tuple(named.get(part) for part in parts)
        question.check(answer)
        return answer

    def adjustment_of(self, turn: Turn) -> Sequence[str] | None:
        return turn.names if turn.verb == "adjust" else None

    def refusal(self, state: HeroesState, turn: Turn, reason: str) -> HeroesError:
        if reason == "not-offered":
            return fault_of(state, turn, self.legal_turns(state))
        if reason == "wrong-adjustment":
            return HeroesError("not-offered", " ".join(("adjust", *turn.names)))
        return HeroesError(reason, state.to_move)

    def card_name(self, world: World, card: Card) -> str:
        return str(world.cards[card][1]["code"])

    def name_of(self, world: World, thing: Any) -> str:
        return super().name_of(world, thing).removeprefix("seat")

    # ---------------------------------------------------------------- what is shown

    def facts(self, state: HeroesState) -> Facts:
        outcome = state.outcome
        return {
            "mode": state.mode,
            "asked": state.ask.kind if state.ask else None,
            "about": state.ask.about if state.ask and state.ask.about >= 0 else None,
            "need": state.ask.need if state.ask else "",
            "phase": phase_of(state),
            "current": None if state.current < 0 else state.current,
            "round": state.round,
            "pile": len(state.pile),
            "discards": len(state.discards),
            "discarded": [state.table.cards[card].code for card in state.discards],
            "outcome": None if outcome is None else {"winners": list(outcome.winners), "by": outcome.by},
            "groups": list(_group_facts(state)),
            "seats": [_seat_facts(state, number) for number in range(len(state.seats))],
        }

    def view(self, state: HeroesState, seat: int | None) -> Facts:
        """Return the facts as a seat may see them: cards of other hands are "", and heroes unknown until shown."""
        facts = self.facts(state)
        if state.outcome is None:
            seats = enumerate(facts["seats"])
            facts["seats"] = [own if number == seat else _concealed(own, state.mode) for number, own in seats]
        return facts

    def describe(self, before: HeroesState, turn: Turn, after: HeroesState) -> Facts:
        """Return the HP of all seats after a turn, and for an answer which card was asked for against which seat."""
        ask = before.ask
        asked = (
            [ask.need, ask.about] if ask is not None and ask.kind == "answer" and ask.need and ask.about >= 0 else None
        )
        return {"counts": [max(0, seat.hp) for seat in after.seats], "asked": asked}

    def is_secret(self, before: HeroesState, turn: Turn, now: HeroesState, seat: int | None) -> Collection[str]:
        """Return what others may not see: heroes that are kept, secret choices, hidden skills and their targets."""
        if seat == turn.seat or now.over:
            return ()
        question = before.question
        if question is not None and (question.secret or _is_hidden(before, turn)):
            return ("names", "cards", "targets")
        keeper = now.seats[turn.seat]
        is_open = keeper.shown or not keeper.alive
        return ("names",) if turn.verb == "keep" and not is_open else ()

    def about(self, content: GameContent) -> Facts:
        """Return the verbs of turns, and of each ruleset the skills that are done by hand and the marks."""
        skills = {name: [list(skill) for skill in by_hand_skills(rules)] for name, rules in content.rulesets.items()}
        marks = {name: list(vocabulary_of(rules).marks) for name, rules in content.rulesets.items()}
        return {"verbs": list(VERBS), "by_hand": skills, "marks": marks}

    # ---------------------------------------------------------------- logs

    def write_head(self, start: HeroesStart) -> list[str]:
        return [write_entry(Opening(start.mode, start.players, start.seed))]

    def read_head(
        self, entries: Sequence[tuple[int, str]], ruleset: str, content: GameContent
    ) -> tuple[HeroesStart, int]:
        opening = parse_entry(entries[0][1]) if entries else None
        if not isinstance(opening, Opening):
            raise HeroesError("no-game")
        return HeroesStart(ruleset or next(iter(content.rulesets)), opening.mode, opening.players, opening.seed), 1

    def write_turn(self, turn: Turn, before: HeroesState) -> str:
        return write_entry(turn)

    def read_turn(self, text: str, before: HeroesState) -> Turn | None:
        entry = parse_entry(text)
        if isinstance(entry, Turn):
            return entry
        if isinstance(entry, Opening):
            raise HeroesError("no-game")
        if before.outcome is None:
            raise HeroesError("not-over")
        if entry != before.outcome:
            raise HeroesError("wrong-end", write_entry(before.outcome))
        return None

    def write_result(self, state: HeroesState) -> str:
        return "" if state.outcome is None else write_entry(state.outcome)

    # ---------------------------------------------------------------- policies

    def policies(self) -> Mapping[str, Policy]:
        from cardgen.games.heroes.policies import POLICIES

        return {name: partial(policy, self) for name, policy in POLICIES.items()}


GAME = Heroes()


def phase_of(state: HeroesState) -> str:
    """Return the phase of the turn: prepare, draw, play, discard or end; "" between turns."""
    position = state.before.position
    phase = stage_of(position)
    return phase if phase in state.table.vocabulary.stages else ""


def _seats(things: Iterable[Any]) -> tuple[int, ...]:
    return tuple(player.seat for player in things if isinstance(player, Player))


def _concealed(seat: Facts, mode: str) -> Facts:
    """Return the facts of a seat as others may see them."""
    is_open = seat["shown"] or not seat["alive"]
    has_open_camp = not seat["alive"] or (seat["camp"] == "lord" if mode == "identity" else seat["shown"])
    hidden: Facts = {"hand": [""] * len(seat["hand"]), "dealt": []}
    hidden |= {} if is_open else {"heroes": []}
    hidden |= {} if has_open_camp else {"camp": ""}
    return {**seat, **hidden}


def _is_hidden(state: HeroesState, turn: Turn) -> bool:
    """Return True if a turn is the use of a hidden skill, or a choice for one."""
    question = state.question
    if isinstance(question, Question) and isinstance(question.about, Active):
        return question.about.effect.hidden
    skills = state.table.skills_of(state.seats[turn.seat].heroes) if turn.verb == "skill" else ()
    return any(one.hidden and turn.names == (one.id,) for _, effects in skills for one in effects)


def _group_facts(state: HeroesState) -> Iterator[Facts]:
    """Yield each group, with the values of its members in their order."""
    for group, (kind, members) in state.now.groups.items():
        value = partial(state.now.stored_value, group)
        numbers = {name: [value(f"{name}/{member.seat}", 0) for member in members] for name in kind.values}
        seats = [member.seat for member in members]
        skill = next(skill for (_, skill), kinds in state.table.groups.items() if kind in kinds)
        about = {"name": group.name, "skill": skill, "kind": kind.kind, "owner": group.owner}
        yield {**about, "members": seats, "values": numbers}


def _seat_facts(state: HeroesState, number: int) -> Facts:
    seat, cards = state.seats[number], state.table.cards
    facts: Facts = {one.name: getattr(seat, one.name) for one in fields(seat)}
    facts |= {
        "heroes": list(seat.heroes),
        "dealt": list(seat.dealt),
        "hand": [cards[card].code for card in seat.hand],
        "equipment": {place: cards[card].code for place, card in seat.equipment},
        "judgement": [cards[card].code for card in seat.judgement],
        "plots": [cards[card].code for card in numbers(state.now, Zone("plot", number))],
    }
    if seat.alive and seat.heroes:
        others = [other for other in state.living if other != number]
        facts["range"] = attack_range(state, number)
        facts["hand_limit"] = hand_limit(state, number)
        facts["distances"] = {str(other): distance_between(state, number, other) for other in others}
    return facts


# ---------------------------------------------------------------- faults


def fault_of(state: HeroesState, turn: Turn, legal: Sequence[Turn]) -> HeroesError:
    """Return the first rule that a turn breaks which is not legal."""
    ask = state.ask
    assert ask is not None
    for code in turn.cards:
        card = state.table.card(code)
        if turn.verb in ("use", "play", "discard", "trade") and card not in state.seats[turn.seat].hand:
            return HeroesError("not-in-hand", code)
    if turn.verb == "use" and ask.kind == "play" and len(turn.cards) == len(turn.names) == 1:
        return _refused_use(state, turn)
    if turn.verb == "ally" and state.mode == "realm" and ask.kind == "play" and turn.targets:
        allies = [n for n in (turn.seat, turn.targets[0]) if n in state.living and state.seats[n].ally is not None]
        if allies:
            return HeroesError("has-ally")
    if turn.verb == "skill" and ask.kind == "play":
        return HeroesError("no-skill", " ".join(turn.names))
    verbs = list(dict.fromkeys(other.verb for other in legal))
    if turn.verb not in verbs:
        return HeroesError("wrong-verb", ", ".join(verbs))
    return HeroesError("not-offered", " ".join((turn.verb, *turn.names, *turn.cards, *map(str, turn.targets))))


def _refused_use(state: HeroesState, turn: Turn) -> HeroesError:
    """Return why a card cannot be used."""
    run, name, code = view_of(state), turn.names[0], turn.cards[0]
    player, card = Player(turn.seat), Card(state.table.card(code))
    try:
        active, scope = run.use_of(player, card, name)
    except RefusedUseError:
        return HeroesError("cannot-use", f"{code} {name}")
    for target in turn.targets:
        if target not in state.living:
            return HeroesError("nobody-there", target)
    if not run.has_use_left(active, scope):
        return HeroesError("strike-limit")
    if not run.holds(active.effect.when_if, scope):
        wounded = run.attribute(player, "wounded")
        return HeroesError("cannot-use", f"{code} {name}") if wounded else HeroesError("not-wounded", turn.seat)
    if len(turn.targets) == 1 and turn.targets[0] != turn.seat:
        seat = turn.targets[0]
        if any(state.table.cards[other].kind.card == name for other in state.seats[seat].judgement):
            return HeroesError("same-name", name)
        if len(active.effect.choices) == 1 and active.effect.choices[0].single:
            return HeroesError("out-of-range", seat)
    return HeroesError("wrong-targets", name)
