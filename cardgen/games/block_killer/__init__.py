"""Block-Killer: its rules as code. Plain functions over frozen data; knows nothing of scenes, files or the web.

`check_deck` proves a deck, `legal_placements` lists what a block can do, `score_play` works a play out and
`explain_play` and `draw_play` tell it, `new_game`, `legal_turns` and `apply` run a whole game, and `serve` speaks the
engine protocol with bots. See docs/engine.md.
"""

from cardgen.games.block_killer.attack import Chain, Clear, Draws, resolve_defence, score_lock
from cardgen.games.block_killer.deck import DECK_CODES, check_deck, deck_coverage
from cardgen.games.block_killer.explain import explain_play
from cardgen.games.block_killer.field import field_text, parse_field
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
from cardgen.games.block_killer.perft import Ply, perft
from cardgen.games.block_killer.pictures import draw_play
from cardgen.games.block_killer.placements import Placement, legal_placements
from cardgen.games.block_killer.plays import ScoredPlay, Step, score_play
from cardgen.games.block_killer.refusals import REFUSALS, PlayError
from cardgen.games.block_killer.rules import Rules

__all__ = [
    "DECK_CODES",
    "REFUSALS",
    "Chain",
    "Clear",
    "Draws",
    "Hand",
    "Placed",
    "Placement",
    "Play",
    "PlayError",
    "Ply",
    "Row",
    "Rules",
    "ScoredPlay",
    "Step",
    "check_deck",
    "deck_coverage",
    "draw_play",
    "explain_play",
    "field_text",
    "legal_placements",
    "parse_field",
    "parse_hand",
    "parse_play",
    "perft",
    "resolve_defence",
    "score_lock",
    "score_play",
    "write_hand",
    "write_play",
]
