"""The package and its engine, as the rest of cardgen uses them."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cardgen.games.blokus as package
from cardgen.engines.capabilities import CAPABILITIES, HasStudies, HasStudyOptions, NamesSolver, VerifiesPositions
from cardgen.engines.guarding import engine_name
from cardgen.engines.registry import load_engine
from cardgen.games.blokus.engine import ENGINE


def test_the_engine_is_found_by_name_and_has_every_capability_but_studies_and_a_solver() -> None:
    assert engine_name(load_engine("blokus")) == "blokus"
    missing = [protocol for protocol in CAPABILITIES if not isinstance(ENGINE, protocol)]
    assert missing == [VerifiesPositions, HasStudies, HasStudyOptions, NamesSolver]


def test_every_exported_name_exists_and_is_not_a_module() -> None:
    for name in package.__all__:
        assert getattr(package, name).__class__.__name__ != "module"
    assert set(package._MODULES) == set(package.__all__)
    with pytest.raises(AttributeError):
        package.nothing  # noqa: B018


def test_checking_a_deck_imports_neither_the_protocol_nor_the_game() -> None:
    code = "import sys; from cardgen.games.blokus.engine import ENGINE; ENGINE.check_deck({}); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "cardgen.games.blokus.deck" in loaded
    later = ("games.blokus.protocol", "games.blokus.game", "games.blokus.placements", "games.block_killer")
    for module in (*later, "games.blokus.commands", "engines.serving"):
        assert f"cardgen.{module}" not in loaded


def test_the_rules_know_nothing_of_scenes_files_the_web_or_other_games() -> None:
    code = f"import sys; from cardgen.games.blokus import {', '.join(package.__all__)}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    own = {name for name in loaded if name.startswith("cardgen")}
    shared = {"cardgen", "cardgen.engines", "cardgen.games", "cardgen.records"}
    shared |= {f"cardgen.engines.{module}" for module in ("card_fields", "cells", "replaying", "rulesets", "serving")}
    shared |= {"cardgen.words", "cardgen.words.catalogues", "cardgen.words.messages"}
    assert {name for name in own if not name.startswith("cardgen.games.blokus")} == shared
    assert not {"yaml", "reportlab", "svgwrite", "PIL", "typer", "starlette"} & set(loaded)
