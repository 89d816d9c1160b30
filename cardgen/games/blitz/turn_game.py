"""Blitz as a game of turns: what the operations, logs and tables of all such games need to know of it.

A game begins with a deal, or with the position of a scenario. Its log:

# text after a number sign is a comment
game us wm seed 7            the factions and the seed, from which the deal follows
wm redraw                    a turn on each line, as in `notation`
us keep
result allied 27b 28a        optional, the last line: the winner, by which rule, and why the game ended
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from typing import Annotated

from pydantic import Field, StringConstraints

from cardgen import dataclass, replace
from cardgen.engines import Decks, GameContent, PositionProblem
from cardgen.engines.card_figures import CardUses
from cardgen.engines.policies import Policy
from cardgen.engines.serving import Answer, NewGame, RequestError, Seed, read_ruleset
from cardgen.engines.turn_game import TurnGame
from cardgen.engines.turn_logs import find_problem
from cardgen.games.blitz import game
from cardgen.games.blitz.cards import Deck, Faction
from cardgen.games.blitz.combat import find_attackers, list_targets
from cardgen.games.blitz.deck_cards import read_decks
from cardgen.games.blitz.facts import describe_fight, moved_card, state_facts
from cardgen.games.blitz.game import DEFAULT_FACTIONS, new_game
from cardgen.games.blitz.notation import parse_turn, unreadable, write_turn
from cardgen.games.blitz.powers import read_effects
from cardgen.games.blitz.refusals import BlitzError
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.scenarios import is_scenario, parse_scenario, verify_scenario
from cardgen.games.blitz.state import BlitzSetup, BlitzState, Turn, make_setup

#: The longest scenario that a game may begin with, in characters; the most digits of a seed in a log.
_MOST_TEXT, _MOST_SEED = 10_000, 18
#: The most units that may attack one target in a list of turns.
MOST_ATTACKERS = 12

_Scenario = Annotated[str, StringConstraints(max_length=_MOST_TEXT)]
_Decks = dict[str, Annotated[Deck, Field(max_length=39)]]


class BlitzOptions(NewGame):
    """A request for a new game. By default us plays against wm, or all four factions play.

    With a scenario the game begins with its position, and the seed has no effect. `decks` has the cards of factions,
    written as in a state; the others play with the game's own.
    """

    players: int | None = None
    factions: Annotated[list[Faction], Field(max_length=4)] | None = None
    scenario: _Scenario = ""
    decks: _Decks = {}


@dataclass(frozen=True, slots=True)
class BlitzStart:
    """All that a game follows from. With a `scenario` there is no deal, and the seed has no effect."""

    rules: BlitzRules
    factions: Annotated[tuple[str, ...], Field(max_length=4)]
    seed: Seed
    decks: _Decks
    scenario: _Scenario = ""


class Blitz(TurnGame[BlitzStart, BlitzState, Turn]):
    """The game of turns."""

    engine = "blitz"
    start_type = BlitzStart
    turn_type = Turn
    options = BlitzOptions
    ruleset = BlitzRules
    most_turns = 100_000
    has_secrets = True
    apply = staticmethod(game.apply)
    facts = staticmethod(state_facts)

    def prepare(self, options: BlitzOptions, content: GameContent) -> BlitzStart:
        rules: BlitzRules = read_ruleset(options.ruleset, content.rulesets)
        decks = {**read_decks(content.decks), **options.decks}
        factions: Sequence[str] | None = options.factions
        if options.scenario:
            if factions is not None or options.players is not None:
                raise RequestError("bad-value", "scenario: it has the factions")
            setup = parse_scenario(options.scenario, rules, decks).state.setup
            return _start(setup, options.seed, options.scenario)
        if factions is None:
            players = 2 if options.players is None else options.players
            if players not in DEFAULT_FACTIONS:
                raise BlitzError("players", players)
            factions = DEFAULT_FACTIONS[players]
        elif options.players not in (None, len(factions)):
            raise RequestError("bad-value", f"players: {options.players}, but {len(factions)} factions")
        return _start(make_setup(factions, rules, decks), options.seed)

    def begin(self, start: BlitzStart, content: GameContent) -> BlitzState:
        decks = start.decks
        for faction, deck in decks.items():
            if sum(card.copies for card in deck) > 100 or len({card.id for card in deck}) != len(deck):
                raise ValueError(f"decks.{faction}: at most 100 cards, and each id once")
            for card in deck:
                if faults := read_effects(card.id, card.keywords, card.effects, start.rules.keywords)[1]:
                    raise ValueError(f"decks.{faction}: {card.id}: {faults[0].problem}")
        if start.scenario:
            return parse_scenario(start.scenario, start.rules, decks).state
        return new_game(start.factions, start.seed, start.rules, decks)

    def seats(self, start: BlitzStart) -> int:
        return len(start.factions)

    def to_move(self, state: BlitzState) -> int | None:
        return state.actor

    def legal_turns(self, state: BlitzState) -> Sequence[Turn]:
        if state.step == "attack":
            check_size(state)
        return game.legal_turns(state)

    def settle(self, before: BlitzState, turn: Turn) -> Turn:
        return replace(turn, units=tuple(sorted(turn.units)))

    def winners(self, state: BlitzState) -> Sequence[int]:
        sides = enumerate(state.setup.sides)
        return [] if state.result is None else [seat for seat, side in sides if side == state.result.winner]

    def card_uses(self, state: BlitzState) -> CardUses:
        cards, owners = state.setup.cards, state.setup.owners
        uses = {card.id: ([0] * len(state.hands), [0] * len(state.hands)) for card in cards}
        for place, pile in enumerate((state.played, itertools.chain(*state.hands))):
            for card in pile:
                uses[cards[card].id][place][owners[card]] += 1
        return uses

    # ---------------------------------------------------------------- what is shown

    def view(self, state: BlitzState, seat: int | None) -> Answer:
        """Return the facts without the cards of other hands: they are ""."""
        facts = state_facts(state)
        if state.result is None:
            hands = enumerate(facts["hands"])
            facts["hands"] = [hand if player == seat else [""] * len(hand) for player, hand in hands]
            if state.asked is not None and state.asked.question.seat != seat:
                facts["question"] = {**facts["question"], "options": []}
        return facts

    def is_secret(self, before: BlitzState, turn: Turn, now: BlitzState, seat: int | None) -> Collection[str]:
        """Hide an answer that is about cards which others do not see."""
        asked = before.asked
        if now.result is not None or asked is None or turn.kind != "answer" or seat == asked.question.seat:
            return ()
        return ["answer"] if asked.is_hidden() else ()

    def describe(self, before: BlitzState, turn: Turn, after: BlitzState) -> Answer:
        card = moved_card(before, turn) if turn.kind in ("move", "use") else turn.card
        return {"cards": card, "fights": describe_fight(before, turn) if turn.kind in ("attack", "raid") else None}

    # ---------------------------------------------------------------- logs

    def has_log(self, start: BlitzStart) -> bool:
        return not start.scenario

    def write_head(self, start: BlitzStart) -> list[str]:
        return [f"game {' '.join(start.factions)} seed {start.seed}"]

    def read_head(
        self, entries: Sequence[tuple[int, str]], ruleset: str, content: GameContent
    ) -> tuple[BlitzStart, int]:
        rules: BlitzRules = read_ruleset(ruleset, content.rulesets)
        words = entries[0][1].split() if entries else []
        seed = words[-1] if len(words) > 3 and words[0] == "game" and words[-2] == "seed" else ""
        digits = seed.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(seed) <= _MOST_SEED):
            raise unreadable(" ".join(words))
        return _start(make_setup(words[1:-2], rules, read_decks(content.decks)), int(seed)), 1

    def write_turn(self, turn: Turn, before: BlitzState) -> str:
        assert before.actor is not None
        return f"{before.setup.factions[before.actor]} {write_turn(turn)}"

    def read_turn(self, text: str, before: BlitzState) -> Turn | None:
        if text.startswith("result "):
            right = self.write_result(before)
            if text != right:
                raise BlitzError("question", right)
            return None
        faction, turn = parse_turn(text)
        if before.actor is None:
            raise BlitzError("over")
        if faction != before.setup.factions[before.actor]:
            raise BlitzError("actor", before.setup.factions[before.actor])
        return turn

    def write_result(self, state: BlitzState) -> str:
        result = state.result
        return "no result" if result is None else f"result {result.winner} {result.by} {result.ended}"

    # ---------------------------------------------------------------- policies

    def policies(self) -> Mapping[str, Policy]:
        from cardgen.games.blitz.policies import POLICIES

        return {"random": self.choose_randomly, **POLICIES}


GAME = Blitz()


def verify_position(text: str, rules: BlitzRules, decks: Decks) -> PositionProblem | None:
    """Return the first mistake of a scenario or a log; None if it is right."""
    if not is_scenario(text):
        return find_problem(GAME, text, rules, decks)
    try:
        verify_scenario(text, rules, read_decks(decks))
    except BlitzError as error:
        return error.problem()
    return None


def check_size(state: BlitzState) -> None:
    """Raise RequestError if so many units can attack one target that their groups are too many to list."""
    player = state.actor
    if player is None:
        return
    find = find_attackers(state, player)
    for index, _, _ in list_targets(state, player):
        able = len(find(index, False))
        if able > MOST_ATTACKERS:
            raise RequestError("too-large", f"{able} units can attack one target, at most {MOST_ATTACKERS}")


def _start(setup: BlitzSetup, seed: int, scenario: str = "") -> BlitzStart:
    return BlitzStart(setup.rules, setup.factions, seed, dict(zip(setup.factions, setup.decks, strict=True)), scenario)
