"""Units, facilities and skills of Blitz do what their examples say."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import cardgen.games.blitz
from cardgen.engines.effects.world import Card, CardKind, Player, Thing, Zone
from cardgen.games.blitz.resolution import BlitzResolution
from tests.engines.effects.examples import Example, load_examples, load_vocabulary
from tests.games.blitz import decks

VOCABULARY = load_vocabulary(Path(cardgen.games.blitz.__file__).parent / "effects.yaml")
PATTERNS = {name.lower(): getattr(decks, name) for name in ("CROSS", "RING", "WIDE", "FAN", "LANCE", "GUN", "LOB")}
#: What a card of an example has if it says nothing else.
VALUES: Mapping[str, Any] = {"attack": 2, "defence": 1, "level": 1, "range": "cross", "supply": "ring", "abilities": ()}


class ExampleResolution(BlitzResolution):
    """A board without any resource supplies all units."""

    def derived(self, thing: Thing, name: str) -> Any:
        if name == "supplied" and not self.free_name("resources", self.scope_of(None)):
            return True
        return super().derived(thing, name)


class BlitzExample(Example):
    make = ExampleResolution

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data, VOCABULARY)

    def set_player(self, player: Player, values: Mapping[str, Any]) -> None:
        super().set_player(player, {"side": ("allied", "german")[player.seat % 2], **values})

    def set_rest(self, name: str, value: Any) -> None:
        if name != "board":
            super().set_rest(name, value)
            return
        for identifier, values in value.items():
            own = {"of": "A", **VALUES, **values}
            place, owner, face = tuple(own.pop("at")), self.names[own.pop("of")], own.pop("face", None)
            effects = self.effects(own.pop("effects", []), identifier)
            for pattern in ("range", "supply"):
                own[pattern] = PATTERNS.get(own[pattern], own[pattern])
            self.world.kinds = {
                **self.world.kinds,
                identifier: CardKind(identifier, {**own, "abilities": tuple(own["abilities"])}, effects),
            }
            card = self.world.add_card(identifier, Zone("cell", None, place))
            self.world.store(card, "owner", owner)
            if face:
                self.world.store(card, "face", face)
            self.names[identifier] = card

    def do(self, entry: Mapping[str, Any]) -> None:
        if "attack" not in entry:
            super().do(entry)
            return
        units: list[Card] = [self.names[name] for name in entry["by"].split()]
        assert isinstance(self.run, BlitzResolution)
        self.run.attack(self.names[entry["attack"]], units)


@pytest.mark.parametrize(
    "data", load_examples(Path(__file__).parent / "effect_examples.yaml"), ids=lambda data: str(data["id"])
)
def test_an_example(data: dict[str, Any]) -> None:
    BlitzExample(data).play()
