"""The rules of Block-Killer as plain functions over frozen data, without scenes, files and web.

`check_deck` checks a deck and `check_rules` a ruleset with it. `legal_placements` lists the placements of a block.
`score_play` scores a play, `explain_play` and `draw_play` explain it, `best_play` finds the best play of a hand.
`new_game`, `legal_turns` and `apply` run a whole game. `answer` answers bots by the engine protocol: docs/engine.md.

Names are imported at first use, because checking a deck needs only a small part of the package.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardgen.games.block_killer.attack import Chain, Clear, Draws, resolve_defence, score_lock
    from cardgen.games.block_killer.deck import DECK_CODES, check_deck, deck_coverage
    from cardgen.games.block_killer.deck_rules import RULES_CODES, check_rules
    from cardgen.games.block_killer.explain import explain_play
    from cardgen.games.block_killer.field import field_text, parse_field
    from cardgen.games.block_killer.fumen import play_of_fumen
    from cardgen.games.block_killer.game import (
        Attack,
        Draw,
        MakePlay,
        MayPlay,
        Option,
        Pass,
        Piles,
        Player,
        State,
        Turn,
        apply,
        legal_turns,
        new_game,
    )
    from cardgen.games.block_killer.notation import (
        Hand,
        Placed,
        Play,
        Row,
        parse_hand,
        parse_play,
        write_hand,
        write_play,
    )
    from cardgen.games.block_killer.pictures import draw_play, draw_scored
    from cardgen.games.block_killer.placements import Placement, legal_placements, list_placements
    from cardgen.games.block_killer.playout import play_game, random_turn, write_turn
    from cardgen.games.block_killer.plays import ScoredPlay, Step, score_play
    from cardgen.games.block_killer.protocol import answer
    from cardgen.games.block_killer.puzzles import STRENGTHS, Puzzle, make_puzzle, puzzle_of_day
    from cardgen.games.block_killer.refusals import REFUSALS, PlayError
    from cardgen.games.block_killer.rules import Rules
    from cardgen.games.block_killer.sequences import Ply, perft
    from cardgen.games.block_killer.solver import SOLVER, Analyser, Analysis, Best, SolverDefectError, best_play
    from cardgen.games.block_killer.states import parse_state, state_data

#: Module -> its names that this package offers.
_NAMES = {
    "attack": "Chain Clear Draws resolve_defence score_lock",
    "deck": "DECK_CODES check_deck deck_coverage",
    "deck_rules": "RULES_CODES check_rules",
    "explain": "explain_play",
    "field": "field_text parse_field",
    "fumen": "play_of_fumen",
    "game": "Attack Draw MakePlay MayPlay Option Pass Piles Player State Turn apply legal_turns new_game",
    "notation": "Hand Placed Play Row parse_hand parse_play write_hand write_play",
    "pictures": "draw_play draw_scored",
    "placements": "Placement legal_placements list_placements",
    "playout": "play_game random_turn write_turn",
    "plays": "ScoredPlay Step score_play",
    "protocol": "answer",
    "puzzles": "STRENGTHS Puzzle make_puzzle puzzle_of_day",
    "refusals": "REFUSALS PlayError",
    "rules": "Rules",
    "sequences": "Ply perft",
    "solver": "SOLVER Analyser Analysis Best SolverDefectError best_play",
    "states": "parse_state state_data",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "DECK_CODES",
    "REFUSALS",
    "RULES_CODES",
    "SOLVER",
    "STRENGTHS",
    "Analyser",
    "Analysis",
    "Attack",
    "Best",
    "Chain",
    "Clear",
    "Draw",
    "Draws",
    "Hand",
    "MakePlay",
    "MayPlay",
    "Option",
    "Pass",
    "Piles",
    "Placed",
    "Placement",
    "Play",
    "PlayError",
    "Player",
    "Ply",
    "Puzzle",
    "Row",
    "Rules",
    "ScoredPlay",
    "SolverDefectError",
    "State",
    "Step",
    "Turn",
    "answer",
    "apply",
    "best_play",
    "check_deck",
    "check_rules",
    "deck_coverage",
    "draw_play",
    "draw_scored",
    "explain_play",
    "field_text",
    "legal_placements",
    "legal_turns",
    "list_placements",
    "make_puzzle",
    "new_game",
    "parse_field",
    "parse_hand",
    "parse_play",
    "parse_state",
    "perft",
    "play_game",
    "play_of_fumen",
    "puzzle_of_day",
    "random_turn",
    "resolve_defence",
    "score_lock",
    "score_play",
    "state_data",
    "write_hand",
    "write_play",
    "write_turn",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return value
