"""This game as a game of turns: what the operations, logs and tables of all such games need to know of it."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from cardgen import dataclass
from cardgen.engines import Decks, GameContent
from cardgen.engines.policies import Policy
from cardgen.engines.serving import Answer, NewGame, Seed, read_ruleset
from cardgen.engines.turn_game import TurnGame
from cardgen.games.thread_race import game
from cardgen.games.thread_race.asking import Question
from cardgen.games.thread_race.cards import DeckOrder
from cardgen.games.thread_race.decks import check_brought, deal_order
from cardgen.games.thread_race.effects import write_effect
from cardgen.games.thread_race.game import ThreadRaceState, new_game
from cardgen.games.thread_race.members import DeckMember, Name, deck_data, read_deck
from cardgen.games.thread_race.notation import (
    Brought,
    Decision,
    Entry,
    Won,
    find_deck,
    name_deck,
    parse_entry,
    write_entry,
)
from cardgen.games.thread_race.notation import (
    Seed as SeedEntry,
)
from cardgen.games.thread_race.questions import seat_data
from cardgen.games.thread_race.reading import listed_deck, read_decks
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.rules import MOST_PLAYERS, ThreadRaceRules
from cardgen.games.thread_race.turn_data import read_turn, turn_data
from cardgen.games.thread_race.turns import Play, PutAway, Turn
from cardgen.games.thread_race.views import conceal, view_state
from cardgen.games.thread_race.working import WorkStep


class ThreadRaceOptions(NewGame):
    """A request for a new game: with `decks`, or with the game's own deck in a random order for each of `players`."""

    players: Annotated[int, Field(ge=0, le=99)] = 2
    decks: Annotated[list[DeckMember], Field(max_length=MOST_PLAYERS)] | None = None
    cores: Annotated[list[Name], Field(max_length=MOST_PLAYERS)] = []


@dataclass(frozen=True, slots=True)
class ThreadRaceStart:
    """All that a game follows from."""

    rules: ThreadRaceRules
    seed: Seed
    decks: Annotated[tuple[DeckMember, ...], Field(max_length=MOST_PLAYERS)]


class ThreadRace(TurnGame[ThreadRaceStart, ThreadRaceState, Turn]):
    """The game of turns. A turn is a decision of a player."""

    engine = "thread-race"
    start_type = ThreadRaceStart
    turn_type = Turn
    options = ThreadRaceOptions
    ruleset = ThreadRaceRules
    most_turns = 2000
    has_secrets = True
    legal_turns = staticmethod(game.legal_turns)
    apply = staticmethod(game.apply)

    def prepare(self, options: ThreadRaceOptions, content: GameContent) -> ThreadRaceStart:
        rules: ThreadRaceRules = read_ruleset(options.ruleset, content.rulesets)
        if options.decks is not None:
            return ThreadRaceStart(rules, options.seed, tuple(options.decks))
        return start_of(
            rules, options.seed, shuffled_decks(content.decks, options.players, options.seed, options.cores)
        )

    def begin(self, start: ThreadRaceStart, content: GameContent) -> ThreadRaceState:
        return new_game([read_deck(member) for member in start.decks], start.seed, start.rules)

    def seats(self, start: ThreadRaceStart) -> int:
        return len(start.decks)

    # ---------------------------------------------------------------- what is shown

    def facts(self, state: ThreadRaceState) -> Answer:
        return {
            "turn": state.turn,
            "stage": state.stage,
            "skipped": list(state.skipped),
            "question": None if state.question is None else _question_data(state.question),
            "players": [seat_data(seat) for seat in state.view],
            "winners": list(state.winners),
            "steps": list(map(_step_data, state.steps)),
            "turn_steps": list(map(_step_data, state.turn_steps)),
        }

    def view(self, state: ThreadRaceState, seat: int | None) -> Answer:
        """Return the facts without cards that lie face down elsewhere, and without the order of other decks."""
        facts = self.facts(state)
        if state.over:
            return facts
        if state.to_move != seat and facts["question"] is not None:
            facts["question"] = {name: facts["question"][name] for name in ("kind", "player", "card")}
        own = [cards if number == seat else conceal(cards) for number, cards in enumerate(state.view)]
        facts["players"] = list(map(seat_data, own))
        covered = {
            (number, slot)
            for number, cards in enumerate(state.view)
            for slot, card in enumerate(cards.slots)
            if card is not None and not card.up and number != seat
        }
        for steps in ("steps", "turn_steps"):
            for step in facts[steps]:
                if (step.get("player"), step.get("slot")) in covered:
                    step.pop("card", None)
        return facts

    def describe(self, before: ThreadRaceState, turn: Turn, after: ThreadRaceState) -> Answer:
        return {"cards": _card_of(before, turn)}

    def is_secret(self, before: ThreadRaceState, turn: Turn, now: ThreadRaceState, seat: int | None) -> Collection[str]:
        """Return the card of a turn of somebody else, if it is played or put away face down."""
        player = before.to_move
        if player in (None, seat) or now.over:
            return ()
        if isinstance(turn, Play):
            is_hidden = not turn.up
        else:
            lying = before.view[player].slots[turn.slot] if isinstance(turn, PutAway) else None
            is_hidden = lying is not None and not lying.up
        return ("choice", "cards") if is_hidden else ()

    # ---------------------------------------------------------------- turns as data

    def write_data(self, turn: Turn, before: ThreadRaceState) -> Any:
        return turn_data(turn)

    def read_data(self, data: Any, before: ThreadRaceState) -> Turn:
        return read_turn(data)

    # ---------------------------------------------------------------- logs

    def has_log(self, start: ThreadRaceStart) -> bool:
        """Return True if all cards have ids: others cannot be named."""
        return all(deck.core.id and all(card.id for card in deck.cards) for deck in start.decks)

    def write_head(self, start: ThreadRaceStart) -> list[str]:
        decks = [name_deck(read_deck(member)) for member in start.decks]
        return [write_entry(SeedEntry(start.seed)), *map(write_entry, decks)]

    def read_head(
        self, entries: Sequence[tuple[int, str]], ruleset: str, content: GameContent
    ) -> tuple[ThreadRaceStart, int]:
        rules: ThreadRaceRules = read_ruleset(ruleset, content.rulesets)
        cards, cores = read_decks(content.decks)
        seed, decks, count = 0, list[DeckOrder](), 0
        for line, text in entries:
            try:
                match parse_entry(text):
                    case SeedEntry(number):
                        seed = number
                    case Brought() as brought:
                        decks.append(find_deck(brought, cards, cores))
                        check_brought(decks[-1])
                    case entry if decks:
                        break
                    case entry:
                        raise ThreadRaceError("no-decks", write_entry(entry))
            except ThreadRaceError as error:
                raise error.at_line(line) from None
            count += 1
        if not decks:
            raise ThreadRaceError("no-decks", "the end")
        return start_of(rules, seed, decks), count

    def write_turn(self, turn: Turn, before: ThreadRaceState) -> str:
        assert before.to_move is not None
        return write_entry(Decision(before.to_move, turn))

    def read_turn(self, text: str, before: ThreadRaceState) -> Turn | None:
        entry: Entry = parse_entry(text)
        if isinstance(entry, SeedEntry | Brought):
            raise ThreadRaceError("wrong-stage", text.split()[0])
        if isinstance(entry, Won):
            if entry.players != before.winners or not before.over:
                raise ThreadRaceError("wrong-winners", " ".join(str(player + 1) for player in before.winners) or "-")
            return None
        if before.to_move is None:
            raise ThreadRaceError("game-over")
        if entry.player != before.to_move:
            raise ThreadRaceError("wrong-player", before.to_move + 1)
        return entry.turn

    def write_result(self, state: ThreadRaceState) -> str:
        return write_entry(Won(state.winners))

    # ---------------------------------------------------------------- policies

    def policies(self) -> Mapping[str, Policy]:
        from cardgen.games.thread_race.policies import POLICIES

        return POLICIES

    def choose(self, state: ThreadRaceState, policy: Policy, chance: random.Random) -> Turn:
        turn: Turn = policy(view_state(state), chance)
        return turn


GAME = ThreadRace()


def shuffled_decks(decks: Decks, players: int, seed: int, cores: Sequence[str] = ()) -> list[DeckOrder]:
    """Return the deck of the game for each player, in a random order. Players without a core have the first one."""
    try:
        brought = [listed_deck(decks, cores[player] if player < len(cores) else "") for player in range(players)]
    except ValueError as error:
        raise ThreadRaceError("no-core", next(iter(cores), "")) from error
    return [deal_order(deck, random.Random(f"{seed}/deck/{player}")) for player, deck in enumerate(brought)]


def start_of(rules: ThreadRaceRules, seed: int, decks: Sequence[DeckOrder]) -> ThreadRaceStart:
    """Return the start of a game with decks in their order."""
    return ThreadRaceStart(rules, seed, tuple(DeckMember.model_validate(deck_data(deck)) for deck in decks))


def _card_of(before: ThreadRaceState, turn: Turn) -> str:
    """Return the card that a turn is about; "" if it is about none."""
    assert before.to_move is not None
    seat = before.view[before.to_move]
    if isinstance(turn, Play):
        return seat.cards[seat.deck[turn.choice]].name
    if isinstance(turn, PutAway):
        lying = seat.slots[turn.slot]
        return "" if lying is None else seat.cards[lying.card].name
    return "" if before.question is None else before.question.card


def _step_data(step: WorkStep) -> Answer:
    """Return a step as JSON values, without what it does not have."""
    data: Answer = {"stage": step.stage, "what": step.what, "player": step.player, "slot": step.slot}
    data |= {"card": step.card, "detail": step.detail}
    return {name: value for name, value in data.items() if value not in (None, "")}


def _question_data(question: Question) -> Answer:
    data: Answer = {"kind": question.kind, "player": question.player, "card": question.card}
    if question.options:
        data["options"] = [list(option) for option in question.options]
    if question.effect is not None:
        data["effect"] = write_effect(question.effect)
    if question.text:
        data["text"] = question.text
    return data
