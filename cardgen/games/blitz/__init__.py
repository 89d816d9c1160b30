"""The rules of Blitz: plain functions over frozen data, without scenes, files or the web.

`check_deck` checks the printed decks, and `check_rules` checks them against a ruleset. `new_game`, `legal_turns` and
`apply` run a game; its `result` says who has won, and by which rule. `smallest_group` and `destroy_most` say what can
be destroyed in a round, and `perft` counts sequences. `verify_log` and `verify_scenario` read logs and scenarios.

Each name is imported when it is first used: checking the decks needs few of these modules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardgen.games.blitz.attackers import destroy_most, smallest_group
    from cardgen.games.blitz.cards import Card, Deck, FactionDecks
    from cardgen.games.blitz.chances import hand_chances
    from cardgen.games.blitz.deck import DECK_CODES, check_deck
    from cardgen.games.blitz.deck_cards import read_decks
    from cardgen.games.blitz.deck_rules import RULES_CODES, check_rules
    from cardgen.games.blitz.game import DEFAULT_FACTIONS, apply, by_hand, legal_turns, new_game
    from cardgen.games.blitz.logs import follow_log, verify_log, write_log, write_result
    from cardgen.games.blitz.notation import parse_turn, write_turn
    from cardgen.games.blitz.playout import play_game, random_turn
    from cardgen.games.blitz.protocol import answer
    from cardgen.games.blitz.refusals import REFUSALS, PlayError
    from cardgen.games.blitz.rules import Rules
    from cardgen.games.blitz.scenarios import Scenario, is_scenario, parse_scenario, verify_scenario
    from cardgen.games.blitz.sequences import perft
    from cardgen.games.blitz.state import Result, State, Turn
    from cardgen.games.blitz.states import parse_state, state_data

#: Module -> those of its names that this package offers.
_NAMES = {
    "attackers": "destroy_most smallest_group",
    "cards": "Card Deck FactionDecks",
    "chances": "hand_chances",
    "deck": "DECK_CODES check_deck",
    "deck_cards": "read_decks",
    "deck_rules": "RULES_CODES check_rules",
    "game": "DEFAULT_FACTIONS apply by_hand legal_turns new_game",
    "logs": "follow_log verify_log write_log write_result",
    "notation": "parse_turn write_turn",
    "playout": "play_game random_turn",
    "protocol": "answer",
    "refusals": "REFUSALS PlayError",
    "rules": "Rules",
    "scenarios": "Scenario is_scenario parse_scenario verify_scenario",
    "sequences": "perft",
    "state": "Result State Turn",
    "states": "parse_state state_data",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "DECK_CODES",
    "DEFAULT_FACTIONS",
    "REFUSALS",
    "RULES_CODES",
    "Card",
    "Deck",
    "FactionDecks",
    "PlayError",
    "Result",
    "Rules",
    "Scenario",
    "State",
    "Turn",
    "answer",
    "apply",
    "by_hand",
    "check_deck",
    "check_rules",
    "destroy_most",
    "follow_log",
    "hand_chances",
    "is_scenario",
    "legal_turns",
    "new_game",
    "parse_scenario",
    "parse_state",
    "parse_turn",
    "perft",
    "play_game",
    "random_turn",
    "read_decks",
    "smallest_group",
    "state_data",
    "verify_log",
    "verify_scenario",
    "write_log",
    "write_result",
    "write_turn",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return value
