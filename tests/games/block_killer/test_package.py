"""The package and its engine as the rest of cardgen uses them."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cardgen.games.block_killer as package
from cardgen.engines.capabilities import CAPABILITIES, DrawsExamples, VerifiesPositions
from cardgen.engines.guarding import engine_name
from cardgen.engines.registry import load_engine
from cardgen.games.block_killer.engine import ENGINE


def test_the_engine_is_found_by_name_and_has_every_capability_but_examples() -> None:
    assert engine_name(load_engine("block-killer")) == "block-killer"
    assert [wanted for wanted in CAPABILITIES if not isinstance(ENGINE, wanted)] == [VerifiesPositions, DrawsExamples]


def test_each_study_has_the_name_under_which_the_engine_offers_it() -> None:
    assert [ENGINE.load_study(name).NAME for name in ENGINE.study_names()] == ["stats", "simulate"]


def test_every_exported_name_exists_and_is_not_a_module() -> None:
    for name in package.__all__:
        assert getattr(package, name).__class__.__name__ != "module"
    assert set(package._MODULES) == set(package.__all__)
    with pytest.raises(AttributeError):
        package.nothing  # noqa: B018


def test_checking_a_deck_imports_neither_the_protocol_nor_the_game() -> None:
    code = (
        "import sys; from cardgen.games.block_killer.engine import ENGINE; ENGINE.check_deck({}); print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "cardgen.games.block_killer.deck" in loaded
    for module in ("protocol", "game", "placements", "solver", "commands"):
        assert f"cardgen.games.block_killer.{module}" not in loaded


def test_the_rules_import_neither_scenes_nor_files_nor_the_web() -> None:
    names = " ".join(package.__all__)
    code = f"import sys; from cardgen.games.block_killer import {names.replace(' ', ', ')}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    own = {name for name in loaded if name.startswith("cardgen")}
    assert {name for name in own if not name.startswith(("cardgen.games", "cardgen.engines", "cardgen.words"))} == {
        "cardgen",
        "cardgen.records",
    }
    assert not {"yaml", "reportlab", "svgwrite", "PIL", "typer", "starlette"} & set(loaded)
