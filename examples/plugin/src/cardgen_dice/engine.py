"""The rules engine `dice`. A deck replaces two dice: a card for each way that they can fall, so 36 in all.

The methods import what they need, so that a command loads no more than it uses.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from cardgen import AnswersRequests, ChecksDecks, Decks, GameContent, HasCommands, HasTable, Problem, ReadsRulesets

#: The deck that replaces the dice.
DECK = "rolls"


class Rules(BaseModel):
    """A ruleset: how many cards are removed unseen before the deck is shuffled again."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    removed: int = Field(default=0, ge=0, le=35)


class DiceEngine(ReadsRulesets, ChecksDecks, AnswersRequests, HasTable, HasCommands):
    """Everything that this engine offers: each base class is one capability."""

    def ruleset_model(self) -> type[Rules]:
        return Rules

    def deck_codes(self) -> Mapping[str, str]:
        return {"DI001": "wrong-copies"}

    def check_deck(self, decks: Decks) -> list[Problem]:
        """Return a problem for each roll that the deck holds more or less often than two dice do."""
        wanted = {name: 1 if first == second else 2 for name, (first, second) in ROLLS.items()}
        cards = decks.get(DECK, ())
        problems = [
            Problem("DI001", f"{card.copies} copies, expected {wanted.get(card.id, 0)}", DECK, card.id, "copies")
            for card in cards
            if card.copies != wanted.get(card.id, 0)
        ]
        missing = [name for name in wanted if name not in {card.id for card in cards}]
        if missing:
            problems.append(Problem("DI001", f"no card for {', '.join(missing)}", DECK))
        return problems

    def answer(self, line: str | bytes, game: GameContent) -> str:
        """Answer `{"seed": 3, "ruleset": "standard"}`, a line of JSON, with the order of the cards."""
        try:
            request = json.loads(line)
            rules = game.rulesets[request["ruleset"]]
            return json.dumps({"cards": shuffled(int(request["seed"]), rules, game.decks)})
        except (ValueError, TypeError, LookupError) as error:
            return json.dumps({"error": {"code": "bad-request", "message": repr(error)}})

    def table_folder(self) -> Path:
        return Path(__file__).parent / "table"

    def commands(self) -> Mapping[str, Callable[..., None]]:
        from cardgen_dice.commands import roll

        return {"roll": roll}


#: Every roll of two dice, by the id of its card.
ROLLS = {f"{first}-{second}": (first, second) for second in range(1, 7) for first in range(1, second + 1)}


def shuffled(seed: int, rules: Rules, decks: Decks) -> list[str]:
    """Return the ids of all cards in a random order, without those that the ruleset removes."""
    cards = [card.id for card in decks[DECK] for _ in range(card.copies)]
    random.Random(seed).shuffle(cards)
    return cards[rules.removed :]


ENGINE = DiceEngine()
