"""Cards of thread-race do what their examples say."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cardgen.games.thread_race
from cardgen.engines.effects.evaluating import MISSING, Scope
from cardgen.engines.effects.world import Player, Zone
from cardgen.games.thread_race.resolution import ThreadResolution
from cardgen.games.thread_race.rules import SLOTS
from tests.cases import for_cases
from tests.engines.effects.examples import Example, load_examples, load_vocabulary
from tests.games.thread_race.rulesets import changed

VOCABULARY = load_vocabulary(Path(cardgen.games.thread_race.__file__).parent / "effects.yaml")


class NamedResolution(ThreadResolution):
    """A resolution that knows the slots by the names that they have in examples."""

    slots: Mapping[str, Zone] = {}

    def free_name(self, name: str, scope: Scope) -> Any:
        value = super().free_name(name, scope)
        return self.slots.get(name, MISSING) if value is MISSING else value


class ThreadExample(Example):
    """An example with slots: `name speed element face`, `-` for an empty slot or for no speed."""

    pile = ""

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data, VOCABULARY)
        assert isinstance(self.run, NamedResolution)
        self.run.slots = {name: zone for name, zone in self.names.items() if isinstance(zone, Zone)}

    @staticmethod
    def make(*parts: Any, **more: Any) -> NamedResolution:  # type: ignore[override]
        return NamedResolution(changed(without_effect="rests"), *parts, **more)

    @staticmethod
    def card_of(words: list[str]) -> tuple[str, str, dict[str, Any]]:
        name, speed, element = (*words, "-", "wind")[:3] if len(words) < 2 else (*words, "wind")[:3]
        return name, name, {"speed": None if speed == "-" else int(speed), "element": element}

    def set_player(self, player: Player, values: Mapping[str, Any]) -> None:
        letter = next(name for name, thing in self.names.items() if thing == player)
        for number in range(1, SLOTS + 1):
            self.names[f"{letter}{number}"] = Zone("slots", player.seat, number)
        for number, text in enumerate(values.get("slots", ()), 1):
            if text != "-":
                card = self.add(text, Zone("slots", player.seat, number))
                face = next((word for word in text.split() if word in ("down", "sideways")), "up")
                self.world.store(card, "face", face)
        for name, effects in values.get("attached", {}).items():
            for effect in self.effects(effects, f"attached{name}"):
                self.world.begin(
                    kind="attach", owner=player.seat, source=player, bearer=self.names[name], effect=effect
                )
        super().set_player(player, {area: values[area] for area in ("deck", "rebirth") if area in values})

    def kind(self, name: str, values: Mapping[str, Any]) -> Any:
        return super().kind(name, {"cost": 0, **values})

    def procedure(self, name: str, who: Player) -> None:
        del who
        assert name == "effects"
        assert isinstance(self.run, ThreadResolution)
        self.world.log = ()
        self.run.run_effects()


HERE = Path(__file__).parent


@for_cases("data", load_examples(HERE / "effect_examples.yaml"))
def test_an_example(data: dict[str, Any]) -> None:
    ThreadExample(data).play()


@for_cases("data", load_examples(HERE / "typical_effects.yaml"))
def test_a_typical_effect(data: dict[str, Any]) -> None:
    ThreadExample(data).play()


@for_cases("data", load_examples(HERE / "seed_effects.yaml"))
def test_a_sentence_of_the_rules(data: dict[str, Any]) -> None:
    assert data["says"]
    ThreadExample(data).play()
