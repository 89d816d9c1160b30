"""Block-Killer: its rules as code. Plain functions over frozen data; knows nothing of scenes, files or the web."""

from cardgen.games.block_killer.deck import DECK_CODES, check_deck, deck_coverage
from cardgen.games.block_killer.rules import Rules

__all__ = ["DECK_CODES", "Rules", "check_deck", "deck_coverage"]
