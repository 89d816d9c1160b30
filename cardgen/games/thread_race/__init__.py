"""The rules of thread-race: plain functions over frozen data, without scenes, files or the web.

`check_deck` checks a printed deck, and `check_rules` a ruleset against it. `run_effect_stage` runs the effect stage of
a turn; `new_game`, `legal_turns` and `apply` run a game. `verify_log`, `draw_log` and `draw_play` read its log.
`fastest_order` searches orders of a deck, `count_orders`, `count_window_orders`, `clash_stages` and `opening_clashes`
count them and their clashes. `answer` answers bots by the engine protocol.

Each name is imported when it is first used: checking a deck needs few of these modules.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardgen.games.thread_race.asking import Question
    from cardgen.games.thread_race.cards import Card, Core, DeckOrder
    from cardgen.games.thread_race.deck import (
        DECK_CODES,
        check_deck,
        deck_coverage,
        is_off_element,
        leaves_after_one_use,
    )
    from cardgen.games.thread_race.deck_rules import RULES_CODES, check_rules
    from cardgen.games.thread_race.decks import (
        check_brought,
        clash_free_faces,
        clash_stages,
        count_orders,
        count_window_orders,
        deal_order,
        opening_clashes,
    )
    from cardgen.games.thread_race.effect_stage import Act, Resolved, run_effect_stage
    from cardgen.games.thread_race.effects import Effect, EffectError, Target, read_effect, write_effect
    from cardgen.games.thread_race.field import FieldCard, Seat
    from cardgen.games.thread_race.game import State, apply, legal_turns, new_game
    from cardgen.games.thread_race.logs import Cards, follow_log, known_cards, verify_log, write_log
    from cardgen.games.thread_race.notation import parse_entry, parse_log, write_entry, write_turn
    from cardgen.games.thread_race.pictures import describe_winners, draw_log, draw_play, draw_state
    from cardgen.games.thread_race.playout import play_game, random_turn
    from cardgen.games.thread_race.protocol import answer
    from cardgen.games.thread_race.reading import brought_deck, read_card, read_core, read_decks
    from cardgen.games.thread_race.refusals import REFUSALS, RULES, PlayError
    from cardgen.games.thread_race.rules import Rules
    from cardgen.games.thread_race.solitaire import wins_in_turn
    from cardgen.games.thread_race.solver import FastestOrder, fastest_order, turns_at_least
    from cardgen.games.thread_race.states import parse_state, state_data
    from cardgen.games.thread_race.turns import (
        ByHand,
        Choose,
        Decide,
        Flip,
        Pass,
        Play,
        PutAway,
        Start,
        Turn,
        UseCore,
    )

#: Module -> those of its names that this package offers.
_NAMES = {
    "asking": "Question",
    "cards": "Card Core DeckOrder",
    "deck": "DECK_CODES check_deck deck_coverage is_off_element leaves_after_one_use",
    "deck_rules": "RULES_CODES check_rules",
    "decks": "check_brought clash_free_faces clash_stages count_orders count_window_orders deal_order opening_clashes",
    "effect_stage": "Act Resolved run_effect_stage",
    "effects": "Effect EffectError Target read_effect write_effect",
    "field": "FieldCard Seat",
    "game": "State apply legal_turns new_game",
    "logs": "Cards follow_log known_cards verify_log write_log",
    "notation": "parse_entry parse_log write_entry write_turn",
    "pictures": "describe_winners draw_log draw_play draw_state",
    "playout": "play_game random_turn",
    "protocol": "answer",
    "reading": "brought_deck read_card read_core read_decks",
    "refusals": "REFUSALS RULES PlayError",
    "rules": "Rules",
    "solitaire": "wins_in_turn",
    "solver": "FastestOrder fastest_order turns_at_least",
    "states": "parse_state state_data",
    "turns": "ByHand Choose Decide Flip Pass Play PutAway Start Turn UseCore",
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "DECK_CODES",
    "REFUSALS",
    "RULES",
    "RULES_CODES",
    "Act",
    "ByHand",
    "Card",
    "Cards",
    "Choose",
    "Core",
    "Decide",
    "DeckOrder",
    "Effect",
    "EffectError",
    "FastestOrder",
    "FieldCard",
    "Flip",
    "Pass",
    "Play",
    "PlayError",
    "PutAway",
    "Question",
    "Resolved",
    "Rules",
    "Seat",
    "Start",
    "State",
    "Target",
    "Turn",
    "UseCore",
    "answer",
    "apply",
    "brought_deck",
    "check_brought",
    "check_deck",
    "check_rules",
    "clash_free_faces",
    "clash_stages",
    "count_orders",
    "count_window_orders",
    "deal_order",
    "deck_coverage",
    "describe_winners",
    "draw_log",
    "draw_play",
    "draw_state",
    "fastest_order",
    "follow_log",
    "is_off_element",
    "known_cards",
    "leaves_after_one_use",
    "legal_turns",
    "new_game",
    "opening_clashes",
    "parse_entry",
    "parse_log",
    "parse_state",
    "play_game",
    "random_turn",
    "read_card",
    "read_core",
    "read_decks",
    "read_effect",
    "run_effect_stage",
    "state_data",
    "turns_at_least",
    "verify_log",
    "wins_in_turn",
    "write_effect",
    "write_entry",
    "write_log",
    "write_turn",
]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return value
