"""The rules of Tale of Many Heroes: plain functions over frozen data, without scenes, files or the web.

`check_deck` checks the printed cards, and `check_rules` a ruleset against them. `ring`, `distance`, `in_range`,
`sieges` and `lines` are about seats; `execution`, `explosion`, `point_duel`, `stage` and `excess_cards` about numbers;
`victory` about who has won. `new_game`, `legal_turns` and `apply` run a game; `verify_log`, `write_log`, `draw_play`
and `draw_log` read its log. `answer` answers bots by the engine protocol.

Each name is imported when it is first used: checking the cards needs few of these modules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardgen.games.heroes.areas import lay_plot, put_into
    from cardgen.games.heroes.deck import DECK_CODES, check_deck
    from cardgen.games.heroes.deck_rules import RULES_CODES, check_rules
    from cardgen.games.heroes.fights import excess_cards, execution, explosion, gambit, point_duel, stage
    from cardgen.games.heroes.game import apply, legal_turns, new_game
    from cardgen.games.heroes.logs import follow_log, verify_log, write_log
    from cardgen.games.heroes.notation import parse_entry, parse_log, write_entry
    from cardgen.games.heroes.outcomes import Character, Outcome, ambition_threshold, victory
    from cardgen.games.heroes.pictures import describe_seats, draw_log, draw_play, draw_state
    from cardgen.games.heroes.playout import play_game, random_turn
    from cardgen.games.heroes.protocol import answer
    from cardgen.games.heroes.refusals import REFUSALS, RULES, PlayError
    from cardgen.games.heroes.rules import Rules
    from cardgen.games.heroes.seating import base_distance, between, distance, in_range, lines, neighbours, ring, sieges
    from cardgen.games.heroes.state import Seat, State, Turn
    from cardgen.games.heroes.states import parse_state, state_data
    from cardgen.games.heroes.status import attack_range, can_reach, can_use, distance_between, hand_limit, strikes_left

#: Module -> those of its names that this package offers.
_NAMES = {
    "areas": "lay_plot put_into",
    "deck": "DECK_CODES check_deck",
    "deck_rules": "RULES_CODES check_rules",
    "fights": "excess_cards execution explosion gambit point_duel stage",
    "game": "apply legal_turns new_game",
    "logs": "follow_log verify_log write_log",
    "notation": "parse_entry parse_log write_entry",
    "pictures": "describe_seats draw_log draw_play draw_state",
    "playout": "play_game random_turn",
    "protocol": "answer",
    "refusals": "REFUSALS RULES PlayError",
    "seating": "base_distance between distance in_range lines neighbours ring sieges",
    "rules": "Rules",
    "state": "Seat State Turn",
    "states": "parse_state state_data",
    "status": "attack_range can_reach can_use distance_between hand_limit strikes_left",
    "outcomes": "Character Outcome ambition_threshold victory",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "DECK_CODES",
    "REFUSALS",
    "RULES",
    "RULES_CODES",
    "Character",
    "Outcome",
    "PlayError",
    "Rules",
    "Seat",
    "State",
    "Turn",
    "ambition_threshold",
    "answer",
    "apply",
    "attack_range",
    "base_distance",
    "between",
    "can_reach",
    "can_use",
    "check_deck",
    "check_rules",
    "describe_seats",
    "distance",
    "distance_between",
    "draw_log",
    "draw_play",
    "draw_state",
    "excess_cards",
    "execution",
    "explosion",
    "follow_log",
    "gambit",
    "hand_limit",
    "in_range",
    "lay_plot",
    "legal_turns",
    "lines",
    "neighbours",
    "new_game",
    "parse_entry",
    "parse_log",
    "parse_state",
    "play_game",
    "point_duel",
    "put_into",
    "random_turn",
    "ring",
    "sieges",
    "stage",
    "state_data",
    "strikes_left",
    "verify_log",
    "victory",
    "write_entry",
    "write_log",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return value
