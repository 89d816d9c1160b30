"""What the game's files give to its engine."""

from __future__ import annotations

from cardgen.engines import GameContent
from tests.games.block_killer.rulesets import RULESETS
from tests.games.block_killer.test_deck import DECKS

CONTENT = GameContent(RULESETS, DECKS)
