"""This game as a game of turns: what the operations, logs and tables of all such games need to know of it."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from cardgen import dataclass, message
from cardgen.engines import Decks, GameContent
from cardgen.engines.effects.adjusting import ADJUST
from cardgen.engines.effects.questions import Question
from cardgen.engines.effects.turns import AnswersGame, AnswerTurn, EffectsState
from cardgen.engines.effects.world import Card, Player, World, Zone
from cardgen.engines.policies import Policy
from cardgen.engines.serving import Answer, NewGame, Seed, read_ruleset, shortened
from cardgen.games.thread_race.cards import Core, DeckOrder, ThreadRaceCard
from cardgen.games.thread_race.course import Position, fault_of, take_step
from cardgen.games.thread_race.decks import check_brought, deal_order
from cardgen.games.thread_race.effect_stage import card_about
from cardgen.games.thread_race.field import RaceSetup, seats_of, set_up
from cardgen.games.thread_race.lying import WorkStep
from cardgen.games.thread_race.members import DeckMember, Name, deck_data, read_deck
from cardgen.games.thread_race.moves import Move, Play, PutAway, read_move, write_faces, write_move
from cardgen.games.thread_race.questions import seat_data
from cardgen.games.thread_race.reading import listed_deck, read_decks
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.resolution import ThreadResolution
from cardgen.games.thread_race.rules import FEWEST_PLAYERS, MOST_PLAYERS, SLOTS, ThreadRaceRules
from cardgen.games.thread_race.views import View, conceal, view_state


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


ThreadRaceState = EffectsState[Any]


class ThreadRace(AnswersGame[ThreadRaceStart]):
    """The game of turns. A turn is a decision of a player."""

    engine = "thread-race"
    start_type = ThreadRaceStart
    options = ThreadRaceOptions
    ruleset = ThreadRaceRules
    most_turns = 2000
    adjustable = ("play", "by-hand")

    def prepare(self, options: ThreadRaceOptions, content: GameContent) -> ThreadRaceStart:
        rules: ThreadRaceRules = read_ruleset(options.ruleset, content.rulesets)
        if options.decks is not None:
            return ThreadRaceStart(rules, options.seed, tuple(options.decks))
        decks = shuffled_decks(content.decks, options.players, options.seed, options.cores)
        return start_of(rules, options.seed, decks)

    def set_up(self, start: ThreadRaceStart, content: GameContent) -> tuple[RaceSetup, World]:
        decks = [read_deck(member) for member in start.decks]
        if fault := players_fault(len(decks), start.rules):
            raise ValueError(fault)
        for brought in decks:
            check_brought(brought)
        return new_position(*set_up(decks, start.rules, start.seed))

    def seats(self, start: ThreadRaceStart) -> int:
        return len(start.decks)

    # ---------------------------------------------------------------- the course

    def resolution(self, setup: RaceSetup, world: World, answers: Sequence[tuple[Any, ...]]) -> ThreadResolution:
        return setup.resolution(world, answers)

    def take_step(self, run: Any) -> None:
        run.look()
        take_step(run)

    def start_game(self, decks: Sequence[DeckOrder], seed: int, rules: ThreadRaceRules) -> ThreadRaceState:
        """Return a game with decks of any size and any number of players, as studies of single decks need it."""
        return self.start_with(None, *new_position(*set_up(decks, rules, seed)))

    def go_on(self, state: ThreadRaceState, answer: tuple[Any, ...]) -> ThreadRaceState:
        """Return the state after an answer, which is one of those of `answers_of`."""
        return self.resume(state, state.before, (*state.answers, answer))

    def write_answer(self, state: ThreadRaceState, answer: tuple[Any, ...]) -> str:
        """Return an answer as a log has it."""
        (turn,) = self.turns_of(state, [answer])
        return self.write_turn(turn, state)

    def refusal(self, state: ThreadRaceState, turn: AnswerTurn, reason: str) -> ThreadRaceError:
        setup: RaceSetup = state.setup
        question, words = state.question, turn.answer
        if question is None:
            return ThreadRaceError("game-over")
        if reason == "wrong-seat":
            return ThreadRaceError("wrong-player", question.seat + 1)
        if reason == "wrong-adjustment":
            return ThreadRaceError(reason, " ".join(words))
        move = read_move(words[0]) if len(words) == 1 else None
        if question.kind == "play" and move is not None:
            uses = state.before.position.uses
            fault = fault_of(state.now, question.seat, setup.rules, move, uses)
            return fault or ThreadRaceError("wrong-stage", words[0])
        if question.kind == "play" or move is not None:
            return ThreadRaceError("wrong-stage", " ".join(words) or "-")
        if question.kind == "flip":
            return ThreadRaceError("not-face-down", " ".join(words))
        target = "not-yes-or-no" if question.options == ("no", "yes") else "not-a-target"
        code = {"start": "wrong-start", "by-hand": "not-done"}.get(question.kind, target)
        return ThreadRaceError(code, self._about(state, question))

    def _about(self, state: ThreadRaceState, question: Question) -> str:
        """Return the name of the card that a question is about."""
        card = card_about(question)
        return "" if card is None else str(state.setup.card(state.now, card).name)

    # ---------------------------------------------------------------- names

    def name_of(self, world: World, thing: Any) -> str:
        """Return the name of a thing in turns: `1.3` is the card in the third slot of the first player."""
        if isinstance(thing, Card):
            zone = world.where[thing]
            if zone.area == "slots":
                return f"{(zone.owner or 0) + 1}.{zone.index}"
            return f"{zone.area}{(zone.owner or 0) + 1}.{world.cards_in(zone).index(thing) + 1}"
        if isinstance(thing, Zone):
            place = f"{(thing.owner or 0) + 1}" + ("" if thing.index is None else f".{thing.index}")
            return f"{thing.area.removesuffix('s')}{place}"
        if isinstance(thing, Player):
            return f"player{thing.seat + 1}"
        if isinstance(thing, tuple):
            return write_faces(thing)
        return write_move(thing) if isinstance(thing, Move) else str(thing)

    # ---------------------------------------------------------------- what is shown

    def facts(self, state: ThreadRaceState) -> Answer:
        position: Position = state.now.position
        return {
            "turn": state.now.turn,
            "stage": position.stage,
            "skipped": list(position.skipped),
            "question": self.write_question(state),
            "players": [seat_data(seat) for seat in seats_of(state.setup, state.now)],
            "winners": list(state.now.winners),
            "turn_steps": [_step_data(state, step) for step in position.steps],
        }

    def view(self, state: ThreadRaceState, seat: int | None) -> Answer:
        """Return the facts without cards that lie face down elsewhere, and without the order of other decks."""
        facts = self.facts(state)
        if state.question is None:
            return facts
        if state.question.seat != seat and facts["question"] is not None:
            facts["question"] = {name: facts["question"][name] for name in ("kind", "player", "card")}
        seats = seats_of(state.setup, state.now)
        facts["players"] = list(map(seat_data, conceal(seats, seat)))
        covered = {
            (number, slot)
            for number, cards in enumerate(seats)
            for slot, card in enumerate(cards.slots)
            if card is not None and not card.up and number != seat
        }
        for step in facts["turn_steps"]:
            if (step.get("player"), step.get("slot")) in covered:
                step.pop("card", None)
        return facts

    def write_question(self, state: ThreadRaceState) -> Answer | None:
        question = state.question
        if question is None:
            return None
        data: Answer = {"kind": question.kind, "player": question.seat, "card": self._about(state, question)}
        data |= {"least": question.least, "most": question.most, "options": list(self._names(state).values())}
        if question.kind == "by-hand":
            data["text"] = question.about[1]
        return data

    def describe(self, before: ThreadRaceState, turn: AnswerTurn, after: ThreadRaceState) -> Answer:
        """Return the card that a turn is about, and how many cards each player has left."""
        seats = range(len(after.now.order))
        left = [sum(len(after.now.cards_in(zone)) for zone in _left(seat)) for seat in seats]
        return {"cards": self._card_of(before, turn), "counts": left}

    def _card_of(self, before: ThreadRaceState, turn: Any) -> str:
        """Return the card that a turn is about; "" if it is about none."""
        question, world = before.question, before.now
        assert question is not None
        move = read_move(turn.answer[0]) if question.kind == "play" else None
        cards: Sequence[Card] = ()
        if isinstance(move, Play):
            cards = world.cards_in(Zone("deck", question.seat))[move.choice :]
        elif isinstance(move, PutAway):
            cards = world.cards_in(Zone("slots", question.seat, move.slot + 1))
        return str(before.setup.card(world, cards[0]).name) if cards else self._about(before, question)

    def is_secret(
        self, before: ThreadRaceState, turn: AnswerTurn, now: ThreadRaceState, seat: int | None
    ) -> Sequence[str]:
        """Return the card of a turn of somebody else, if it is played or put away face down."""
        question = before.question
        if question is None or seat == turn.seat or now.question is None:
            return ()
        if question.secret:
            return ("answer", "cards")
        move = read_move(turn.answer[0]) if question.kind == "play" else None
        is_hidden = isinstance(move, Play) and not move.up
        if isinstance(move, PutAway):
            cards = before.now.cards_in(Zone("slots", question.seat, move.slot + 1))
            is_hidden = any(before.now.stored_value(card, "face") == "down" for card in cards)
        return ("answer", "cards") if is_hidden else ()

    # ---------------------------------------------------------------- logs

    def has_log(self, start: ThreadRaceStart) -> bool:
        """Return True if all cards have ids: others cannot be named."""
        return all(deck.core.id and all(card.id for card in deck.cards) for deck in start.decks)

    def write_head(self, start: ThreadRaceStart) -> list[str]:
        return [f"seed {start.seed}", *(write_deck(read_deck(member)) for member in start.decks)]

    def read_head(
        self, entries: Sequence[tuple[int, str]], ruleset: str, content: GameContent
    ) -> tuple[ThreadRaceStart, int]:
        rules: ThreadRaceRules = read_ruleset(ruleset, content.rulesets)
        cards, cores = read_decks(content.decks)
        seed, decks, count = 0, list[DeckOrder](), 0
        for line, text in entries:
            try:
                if (number := parse_seed(text)) is not None:
                    seed = number
                elif (names := parse_deck(text)) is not None:
                    decks.append(find_deck(*names, cards, cores))
                    check_brought(decks[-1])
                elif decks:
                    break
                else:
                    self._parse(text)
                    raise ThreadRaceError("no-decks", text)
            except ThreadRaceError as error:
                raise error.at_line(line) from None
            count += 1
        if not decks:
            raise ThreadRaceError("no-decks", "the end")
        return start_of(rules, seed, decks), count

    def write_turn(self, turn: AnswerTurn, before: ThreadRaceState) -> str:
        assert before.question is not None
        word = "" if turn.answer[:1] == (ADJUST,) else _word_of(before.question)
        words = [answer.replace("-", " ") for answer in turn.answer] if word in _MOVES else list(turn.answer)
        return " ".join([str(turn.seat + 1), *([word] if word.strip() else []), *(words or ["-"])])

    def read_turn(self, text: str, before: ThreadRaceState) -> AnswerTurn | None:
        if parse_seed(text) is not None or parse_deck(text) is not None:
            raise ThreadRaceError("wrong-stage", text.split()[0])
        winners = parse_winners(text)
        if winners is not None:
            if winners != before.now.winners or before.question is not None:
                players = " ".join(str(player + 1) for player in before.now.winners)
                raise ThreadRaceError("wrong-winners", players or "-")
            return None
        seat, words = self._parse(text)
        question = before.question
        if question is None:
            raise ThreadRaceError("game-over")
        word = "" if words[0] == ADJUST else _word_of(question)
        if word.strip() and words[0] == word:
            words = words[1:]
        if word in _MOVES:
            return AnswerTurn(seat, ("-".join(words),))
        return AnswerTurn(seat, () if words == ["-"] else tuple(words))

    def _parse(self, text: str) -> tuple[int, list[str]]:
        """Return the seat and the words of a line. ThreadRaceError for no line."""
        line = _LINE.fullmatch(text.strip())
        if line is None:
            raise ThreadRaceError("unreadable", repr(shortened(text)))
        return int(line[1]) - 1, line[2].split()

    def write_result(self, state: ThreadRaceState) -> str:
        return " ".join(["win", *(str(player + 1) for player in state.now.winners)])

    # ---------------------------------------------------------------- policies

    def policies(self) -> Mapping[str, Policy]:
        from cardgen.games.thread_race.policies import POLICIES

        return POLICIES

    def choose(self, state: ThreadRaceState, policy: Policy, chance: random.Random) -> Any:
        return policy(self.view_of(state), chance)

    def view_of(self, state: ThreadRaceState) -> View:
        """Return what the player to move may see. ValueError if the game is over."""
        return view_state(state, self.legal_turns(state), list(self.answers_of(state)))


GAME = ThreadRace()

_LINE = re.compile(r"([1-9])\s+([a-z0-9?].*)", re.S)
#: What an answer to a question of this kind begins with in a log. The words of moves are written with spaces.
_WORDS = {"start": "start", "play": " ", "flip": "flip", "pick": "target", "act": "act", "order": "order"}
_MOVES = ("start", " ")


def _word_of(question: Question) -> str:
    """Return the word with which an answer to a question begins in a log."""
    word = _WORDS.get(question.kind, "")
    return "" if word == "target" and not isinstance(next(iter(question.options), None), Card | Zone) else word


def _left(seat: int) -> list[Zone]:
    """Return where the cards are that a player has to get rid of."""
    return [Zone("deck", seat), *(Zone("slots", seat, slot + 1) for slot in range(SLOTS))]


def new_position(setup: RaceSetup, world: World) -> tuple[RaceSetup, World]:
    """Return a game at its first step."""
    world.position = Position()
    return setup, world


def players_fault(players: int, rules: ThreadRaceRules) -> str:
    """Return why a game cannot have so many players; "" if it can."""
    if FEWEST_PLAYERS <= players <= rules.most_players:
        return ""
    return message(
        "{count} given, the game is for {fewest} to {most} players",
        count=players,
        fewest=FEWEST_PLAYERS,
        most=rules.most_players,
    )


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


def _step_data(state: ThreadRaceState, step: WorkStep) -> Answer:
    """Return a step as JSON values, without what it does not have."""
    data: Answer = {"stage": step.stage, "what": step.what, "player": step.player, "slot": step.slot}
    detail = step.detail
    if step.what == "copy":
        detail = state.setup.printed[detail].name
    if step.card is not None:
        data["card"] = state.setup.card(state.now, step.card).name
    return {name: value for name, value in {**data, "detail": detail}.items() if value not in (None, "")}


# ---------------------------------------------------------------- notation


_SEED = re.compile(r"seed\s+(-?[0-9]{1,18})")
_DECK = re.compile(r"deck\s+(\S+)\s*:\s*(.*)", re.S)
_WIN = re.compile(r"win((?:\s+[1-9])+)")


def parse_seed(text: str) -> int | None:
    """Return the seed of an entry; None for another entry."""
    seed = _SEED.fullmatch(text.strip())
    return None if seed is None else int(seed[1])


def parse_deck(text: str) -> tuple[str, list[str]] | None:
    """Return the ids of the core and of the cards of a deck; None for another entry."""
    deck = _DECK.fullmatch(text.strip())
    return None if deck is None else (deck[1], deck[2].split())


def parse_winners(text: str) -> tuple[int, ...] | None:
    """Return the players who, as an entry claims, have won; None for another entry."""
    winners = _WIN.fullmatch(text.strip())
    return None if winners is None else tuple(int(number) - 1 for number in winners[1].split())


def find_deck(
    core: str, names: Sequence[str], cards: Mapping[str, ThreadRaceCard], cores: Mapping[str, Core]
) -> DeckOrder:
    """Return the deck of ids. ThreadRaceError for an unknown one."""
    if core not in cores:
        raise ThreadRaceError("no-core", core)
    for name in names:
        if name in cores:
            raise ThreadRaceError("core-in-deck", name)
        if name not in cards:
            raise ThreadRaceError("unknown-card", name)
    return DeckOrder(cores[core], tuple(cards[name] for name in names))


def write_deck(brought: DeckOrder) -> str:
    """Return a deck as an entry of a log."""
    return f"deck {brought.core.id}: {' '.join(card.id for card in brought.cards)}"
