"""Tale of Many Heroes as a game of turns: what the operations, logs and tables of all such games need to know of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, get_args

from pydantic import BeforeValidator, Field, WithJsonSchema

from cardgen import dataclass
from cardgen.engines import GameContent
from cardgen.engines.effects.evaluating import Active
from cardgen.engines.effects.questions import Question
from cardgen.engines.policies import Policy
from cardgen.engines.serving import Answer, NewGame, Seed, Word, read_ruleset
from cardgen.engines.turn_game import TurnGame
from cardgen.games.heroes import game
from cardgen.games.heroes.game import VERBS, new_game
from cardgen.games.heroes.notation import Opening, parse_entry, write_entry
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.rules import HeroesRules, Mode
from cardgen.games.heroes.state import HeroesState, Turn
from cardgen.games.heroes.status import attack_range, distance_between, hand_limit
from cardgen.games.heroes.table import by_hand_skills


def _short_mode(word: object) -> object:
    """Return `nation` for `nation-war`, and any other value as it is."""
    return "nation" if word == "nation-war" else word


_MODES = {"enum": [*get_args(Mode), "nation-war"], "type": "string"}
ModeMember = Annotated[Mode, BeforeValidator(_short_mode), WithJsonSchema(_MODES)]


class HeroesOptions(NewGame):
    """A request for a new game."""

    players: Annotated[int, Field(ge=0, le=99)]
    mode: ModeMember = "identity"


@dataclass(frozen=True, slots=True)
class HeroesStart:
    """All that a game follows from. The ruleset has all cards, so it is given by its name."""

    ruleset: Word
    mode: Mode
    players: Annotated[int, Field(ge=0, le=99)]
    seed: Seed


class Heroes(TurnGame[HeroesStart, HeroesState, Turn]):
    """The game of turns."""

    engine = "heroes"
    start_type = HeroesStart
    turn_type = Turn
    options = HeroesOptions
    ruleset = HeroesRules
    has_secrets = True
    separator = ";"
    legal_turns = staticmethod(game.legal_turns)
    apply = staticmethod(game.apply)

    def prepare(self, options: HeroesOptions, content: GameContent) -> HeroesStart:
        read_ruleset(options.ruleset, content.rulesets)
        return HeroesStart(options.ruleset or next(iter(content.rulesets)), options.mode, options.players, options.seed)

    def begin(self, start: HeroesStart, content: GameContent) -> HeroesState:
        if start.ruleset not in content.rulesets:
            raise ValueError(f"ruleset: there is no {start.ruleset!r}")
        return new_game(start.players, start.seed, content.rulesets[start.ruleset], start.mode)

    # ---------------------------------------------------------------- what is shown

    def facts(self, state: HeroesState) -> Answer:
        outcome = state.outcome
        return {
            "mode": state.mode,
            "asked": state.ask.kind if state.ask else None,
            "about": state.ask.about if state.ask and state.ask.about >= 0 else None,
            "need": state.ask.need if state.ask else "",
            "current": None if state.current < 0 else state.current,
            "round": state.round,
            "pile": len(state.pile),
            "discards": len(state.discards),
            "outcome": None if outcome is None else {"winners": list(outcome.winners), "by": outcome.by},
            "groups": list(_group_facts(state)),
            "seats": [_seat_facts(state, number) for number in range(len(state.seats))],
        }

    def view(self, state: HeroesState, seat: int | None) -> Answer:
        """Return the facts as a seat may see them: cards of other hands are "", and heroes unknown until shown."""
        facts = self.facts(state)
        if state.outcome is None:
            seats = enumerate(facts["seats"])
            facts["seats"] = [own if number == seat else _concealed(own, state.mode) for number, own in seats]
        return facts

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

    def about(self, content: GameContent) -> Answer:
        """Return the verbs of turns, and the skills of each ruleset that are done by hand."""
        skills = {name: [list(skill) for skill in by_hand_skills(rules)] for name, rules in content.rulesets.items()}
        return {"verbs": list(VERBS), "by_hand": skills}

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

        return POLICIES


GAME = Heroes()


def _concealed(seat: Answer, mode: str) -> Answer:
    """Return the facts of a seat as others may see them."""
    is_open = seat["shown"] or not seat["alive"]
    has_open_camp = not seat["alive"] or (seat["camp"] == "lord" if mode == "identity" else seat["shown"])
    hidden: Answer = {"hand": [""] * len(seat["hand"]), "dealt": []}
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


def _group_facts(state: HeroesState) -> Iterator[Answer]:
    """Yield each group that has members or values."""
    for group, (kind, members) in state.now.groups.items():
        value = partial(state.now.stored_value, group)
        numbers = {name: [value(f"{name}/{member.seat}", 0) for member in members] for name in kind.values}
        seats = [member.seat for member in members]
        yield {"name": group.name, "kind": kind.kind, "owner": group.owner, "members": seats, "values": numbers}


def _seat_facts(state: HeroesState, number: int) -> Answer:
    seat, cards = state.seats[number], state.table.cards
    facts: Answer = {
        "camp": seat.camp,
        "heroes": list(seat.heroes),
        "dealt": list(seat.dealt),
        "shown": seat.shown,
        "alive": seat.alive,
        "hp": seat.hp,
        "max_hp": seat.max_hp,
        "hand": [cards[card].code for card in seat.hand],
        "equipment": {place: cards[card].code for place, card in seat.equipment},
        "judgement": [cards[card].code for card in seat.judgement],
        "chained": seat.chained,
        "turned": seat.turned,
        "ally": seat.ally,
    }
    if seat.alive and seat.heroes:
        others = [other for other in state.living if other != number]
        facts["range"] = attack_range(state, number)
        facts["hand_limit"] = hand_limit(state, number)
        facts["distances"] = {str(other): distance_between(state, number, other) for other in others}
    return facts
