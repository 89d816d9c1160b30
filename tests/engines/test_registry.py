"""Engines as plug-ins, and their capabilities as protocols."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import DataError, Place
from cardgen.base.plugins import PluginError
from cardgen.engines.capabilities import CAPABILITIES, ChecksDecks, HasTable, NamesSolver
from cardgen.engines.registry import capability, engine_fault, engine_names, find_capability, load_engine, solvers
from tests.conftest import InstallPlugin
from tests.games_on_disk import tiny_game_in

SOURCE = """
class Dice:
    def deck_codes(self):
        return {"DI001": "even"}

    def check_deck(self, decks):
        return []

    def solver(self):
        return "python"

ENGINE = Dice()
NUMBER = 6
"""


def test_an_engine_of_another_package_offers_the_capabilities_of_its_methods(install_plugin: InstallPlugin) -> None:
    install_plugin("dice", "engines", {"dice": "dice:ENGINE"}, SOURCE)
    assert "dice" in engine_names()
    assert [wanted for wanted in CAPABILITIES if isinstance(load_engine("dice"), wanted)] == [ChecksDecks, NamesSolver]
    engine = find_capability("dice", ChecksDecks)
    assert engine is not None
    assert engine.check_deck({}) == []
    assert find_capability("dice", HasTable) is None
    assert solvers()["dice"] == "python"


def test_a_missing_engine_has_no_capability() -> None:
    assert capability(None, ChecksDecks) is None
    assert find_capability(None, ChecksDecks) is None


def test_an_unknown_engine_is_a_key_error_and_a_fault() -> None:
    with pytest.raises(KeyError):
        load_engine("blockus")
    fault = engine_fault("blockus", Place("game.yaml", 3, 9))
    assert str(fault) == "game.yaml:3:9: there is no rules engine 'blockus' (did you mean 'blokus'?)"
    assert engine_fault("blokus", Place()) is None


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("dice:MISSING", "engine plug-in 'dice' of the package 'dice' cannot be loaded: AttributeError: "),
        ("dice:NUMBER", "engine plug-in 'dice' of the package 'dice' offers nothing that an engine can do"),
        ("dice:Dice", "engine plug-in 'dice' of the package 'dice' offers nothing that an engine can do"),
    ],
)
def test_a_game_with_an_engine_that_cannot_be_used_has_one_fault(
    install_plugin: InstallPlugin, tmp_path: Path, target: str, message: str
) -> None:
    install_plugin("dice", "engines", {"dice": target}, SOURCE)
    tiny = tiny_game_in(tmp_path)
    tiny.change("card_data/tiny/game.yaml", "languages:", "engine: dice\nrulesets: {plain: rules.yaml}\nlanguages:")
    tiny.write("card_data/tiny/rules.yaml", "hands: 2\n")
    with pytest.raises(DataError) as caught:
        tiny.load()
    (fault,) = caught.value.faults
    assert str(fault).startswith(f"card_data/tiny/game.yaml:4:9: {message}")
    with pytest.raises(PluginError):
        load_engine("dice")
    assert "dice" not in solvers()
