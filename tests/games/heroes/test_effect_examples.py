"""Skills and cards of heroes do what their examples say."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cardgen.games.heroes
from cardgen.engines.effects.world import Player
from cardgen.games.heroes.resolution import HeroesResolution
from tests.cases import for_cases
from tests.engines.effects.examples import Example, load_examples, load_vocabulary

VOCABULARY = load_vocabulary(Path(cardgen.games.heroes.__file__).parent / "effects.yaml")
SUITS = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
NUMBERS = {"A": 1, "J": 11, "Q": 12, "K": 13}

#: The cards that every game of heroes has.
CARDS: Mapping[str, Any] = {
    "strike": {
        "category": "basic",
        "answer": {"play": "dodge"},
        "effects": [
            {
                "use": "play",
                "limit": "me.strikes each turn",
                "choose": {"target": "others where in-range"},
                "do": [{"damage": 1, "to": "target"}],
            }
        ],
    },
    "dodge": {"category": "basic"},
    "peach": {
        "category": "basic",
        "saves": "anyone",
        "effects": [{"use": "play", "if": "me.wounded", "do": [{"recover": 1}]}],
    },
    "volley": {
        "category": "trick",
        "answer": {"play": "dodge"},
        "effects": [
            {
                "use": "play",
                "choose": {"target": {"from": "others", "number": "all"}},
                "do": [{"damage": 1, "to": "target"}],
            }
        ],
    },
}


class HeroesExample(Example):
    make = HeroesResolution

    def __init__(self, data: Mapping[str, Any]) -> None:
        data = {**data, "cards": {**CARDS, **data.get("cards", {})}}
        super().__init__(data, VOCABULARY)

    @staticmethod
    def card_of(words: list[str]) -> tuple[str, str, dict[str, Any]]:
        identifier, name = words[0], words[-1]
        if identifier[0] not in SUITS or len(words) == 1:
            return identifier, name, {}
        return (
            identifier,
            name,
            {"suit": SUITS[identifier[0]], "number": NUMBERS.get(identifier[1:]) or int(identifier[1:])},
        )

    def set_player(self, player: Player, values: Mapping[str, Any]) -> None:
        super().set_player(player, {"hp": 4, "max-hp": 4, "faction": "han", **values})


FILES = ("effect_examples.yaml", "typical_examples.yaml")
EXAMPLES = [data for file in FILES for data in load_examples(Path(__file__).parent / file)]


@for_cases("data", EXAMPLES)
def test_an_example(data: dict[str, Any]) -> None:
    HeroesExample(data).play()
