"""The games' engines and packages, as the rest of cardgen uses them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cardgen.engines.capabilities import (
    CAPABILITIES,
    DecoratesRulebooks,
    DrawsExamples,
    DrawsPlays,
    NamesSolver,
    ReportsCoverage,
    VerifiesPositions,
    WritesTexts,
)
from cardgen.engines.guarding import engine_name
from cardgen.engines.registry import load_engine
from tests.cases import for_cases

#: Engine -> the capabilities that it does not have.
MISSING = {
    "blitz": (ReportsCoverage, DrawsPlays, DrawsExamples, DecoratesRulebooks, NamesSolver),
    "block-killer": (VerifiesPositions, DrawsExamples, WritesTexts),
    "blokus": (VerifiesPositions, WritesTexts, NamesSolver),
    "heroes": (VerifiesPositions, ReportsCoverage, DrawsExamples, DecoratesRulebooks, NamesSolver),
    "thread-race": (VerifiesPositions, DrawsExamples, DecoratesRulebooks, NamesSolver),
}


@for_cases("name", MISSING)
def test_the_engine_is_found_by_name_and_has_its_capabilities(name: str) -> None:
    engine = load_engine(name)
    assert engine_name(engine) == name
    assert tuple(wanted for wanted in CAPABILITIES if not isinstance(engine, wanted)) == MISSING[name]


@pytest.mark.parametrize("name", MISSING)
def test_checking_a_deck_imports_neither_the_protocol_nor_the_game(name: str) -> None:
    package = f"cardgen.games.{name.replace('-', '_')}"
    code = f"import sys; from {package}.engine import ENGINE; ENGINE.check_deck({{}}); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert f"{package}.deck" in loaded
    later = {"protocol", "turn_game", "game", "commands", "solver"}
    assert not {f"{package}.{module}" for module in later} & set(loaded)
    assert not {"typer", "yaml", "reportlab"} & set(loaded)
    assert {module for module in loaded if module.startswith("cardgen.games.")} == {
        module for module in loaded if module.startswith(package)
    }
