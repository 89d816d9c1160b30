"""The functions of the engine with the starter decks, for tests in which the cards do not matter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen.engines import GameContent, turn_game
from cardgen.engines.turn_game import Played
from cardgen.engines.turn_logs import read_log
from cardgen.games.blitz import game, protocol, scenarios, state
from cardgen.games.blitz.cards import Deck, FactionDecks
from cardgen.games.blitz.deck_cards import read_decks
from cardgen.games.blitz.rules import BlitzRules
from cardgen.games.blitz.scenarios import Scenario
from cardgen.games.blitz.state import BlitzSetup, BlitzState, Turn
from cardgen.games.blitz.turn_game import GAME, BlitzStart
from tests.games.blitz.decks import DECKS

STARTER: FactionDecks = read_decks(DECKS)
CONTENT = GameContent({}, DECKS)


def starter_deck() -> Deck:
    """Return the deck of each faction."""
    return STARTER["us"]


def new_game(factions: Sequence[str], seed: int, rules: BlitzRules, decks: FactionDecks | None = None) -> BlitzState:
    return game.new_game(factions, seed, rules, {**STARTER, **(decks or {})})


def play_game(
    factions: Sequence[str], seed: int, rules: BlitzRules, decks: FactionDecks | None = None
) -> Iterator[tuple[Turn | None, BlitzState]]:
    """Yield a random game: the deal without a turn, then each turn and the state after it."""
    played = random_game(factions, seed, rules, decks)
    return zip((None, *played.turns), played.states, strict=True)


def random_game(
    factions: Sequence[str], seed: int, rules: BlitzRules, decks: FactionDecks | None = None
) -> Played[BlitzStart, BlitzState, Turn]:
    setup = make_setup(factions, rules, decks)
    start = BlitzStart(rules, setup.factions, seed, dict(zip(setup.factions, setup.decks, strict=True)))
    return turn_game.play_game(GAME, start, CONTENT)


def verify_log(text: str, rules: BlitzRules) -> BlitzState:
    return read_log(GAME, text, GameContent({"": rules}, DECKS)).state


def parse_scenario(text: str, rules: BlitzRules, decks: FactionDecks | None = None) -> Scenario:
    return scenarios.parse_scenario(text, rules, {**STARTER, **(decks or {})})


def verify_scenario(text: str, rules: BlitzRules, decks: FactionDecks | None = None) -> Scenario:
    return scenarios.verify_scenario(text, rules, {**STARTER, **(decks or {})})


def make_setup(factions: Sequence[str], rules: BlitzRules, decks: FactionDecks | None = None) -> BlitzSetup:
    return state.make_setup(factions, rules, {**STARTER, **(decks or {})})


def answer(line: str | bytes, rulesets: Mapping[str, BlitzRules]) -> str:
    return protocol.answer(line, GameContent(rulesets, DECKS))
