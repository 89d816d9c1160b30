"""The rules of Blokus: plain functions over frozen data, without scenes, files or the web.

`check_deck` checks the printed pieces and the board, and `check_rules` checks a ruleset against them. `list_placements`
lists the placements of a colour in a position, `check_placement` reports the first rule that a placement breaks, and
`perft` counts sequences. `new_game`, `legal_turns`, `apply` and `standings` run a game; `verify_log`, `draw_log` and
`draw_play` read its log. `answer` answers bots by the engine protocol.

Each name is imported when it is first used: checking the pieces needs few of these modules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardgen.games.blokus.checking import check_placement
    from cardgen.games.blokus.deck import DECK_CODES, check_deck, deck_coverage
    from cardgen.games.blokus.deck_rules import RULES_CODES, check_rules
    from cardgen.games.blokus.game import (
        Automatic,
        Move,
        Place,
        State,
        Turn,
        apply,
        legal_turns,
        new_game,
        time_allowed,
    )
    from cardgen.games.blokus.logs import follow_log, verify_log, write_log
    from cardgen.games.blokus.notation import Entry, Passed, Placed, Scores, parse_entry, parse_log, write_entry
    from cardgen.games.blokus.pictures import draw_example, draw_log, draw_play, draw_state
    from cardgen.games.blokus.placements import (
        Placement,
        count_placements,
        empty_board_placements,
        list_placements,
        place,
    )
    from cardgen.games.blokus.playout import play_game, random_turn, write_turn
    from cardgen.games.blokus.position import (
        Position,
        empty_position,
        parse_position,
        unused_shapes,
        write_position,
    )
    from cardgen.games.blokus.protocol import answer
    from cardgen.games.blokus.refusals import REFUSALS, RULES, PlayError
    from cardgen.games.blokus.rules import Rules
    from cardgen.games.blokus.scores import Standing, describe_standings, standings, winner
    from cardgen.games.blokus.sequences import perft
    from cardgen.games.blokus.shapes import SHAPES, name_cells, orientations, press, shape_cells
    from cardgen.games.blokus.states import parse_state, state_data

#: Module -> those of its names that this package offers.
_NAMES = {
    "checking": "check_placement",
    "deck": "DECK_CODES check_deck deck_coverage",
    "deck_rules": "RULES_CODES check_rules",
    "game": "Automatic Move Place State Turn apply legal_turns new_game time_allowed",
    "logs": "follow_log verify_log write_log",
    "notation": "Entry Passed Placed Scores parse_entry parse_log write_entry",
    "pictures": "draw_example draw_log draw_play draw_state",
    "placements": "Placement count_placements empty_board_placements list_placements place",
    "playout": "play_game random_turn write_turn",
    "position": "Position empty_position parse_position unused_shapes write_position",
    "protocol": "answer",
    "refusals": "REFUSALS RULES PlayError",
    "rules": "Rules",
    "scores": "Standing describe_standings standings winner",
    "sequences": "perft",
    "shapes": "SHAPES name_cells orientations press shape_cells",
    "states": "parse_state state_data",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "DECK_CODES",
    "REFUSALS",
    "RULES",
    "RULES_CODES",
    "SHAPES",
    "Automatic",
    "Entry",
    "Move",
    "Passed",
    "Place",
    "Placed",
    "Placement",
    "PlayError",
    "Position",
    "Rules",
    "Scores",
    "Standing",
    "State",
    "Turn",
    "answer",
    "apply",
    "check_deck",
    "check_placement",
    "check_rules",
    "count_placements",
    "deck_coverage",
    "describe_standings",
    "draw_example",
    "draw_log",
    "draw_play",
    "draw_state",
    "empty_board_placements",
    "empty_position",
    "follow_log",
    "legal_turns",
    "list_placements",
    "name_cells",
    "new_game",
    "orientations",
    "parse_entry",
    "parse_log",
    "parse_position",
    "parse_state",
    "perft",
    "place",
    "play_game",
    "press",
    "random_turn",
    "shape_cells",
    "standings",
    "state_data",
    "time_allowed",
    "unused_shapes",
    "verify_log",
    "winner",
    "write_entry",
    "write_log",
    "write_position",
    "write_turn",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return value
