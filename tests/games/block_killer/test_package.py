"""The package as the rest of cardgen sees it."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cardgen.games.block_killer as package
from cardgen.engines import Engine, load_engine


def test_the_engine_is_loaded_by_name_and_offers_what_an_engine_offers() -> None:
    engine = load_engine("block-killer")
    assert engine is package  # type: ignore[comparison-overlap]
    for name in (name for name in vars(Engine) | Engine.__annotations__ if not name.startswith("_")):
        assert hasattr(engine, name) or "May be missing" in (getattr(Engine, name).__doc__ or "")


def test_every_exported_name_is_there_and_is_no_module() -> None:
    for name in package.__all__:
        assert getattr(package, name).__class__.__name__ != "module"
    at_once = {"DECK_CODES", "RULES_CODES", "Rules", "STUDIES", "check_deck", "check_rules", "deck_coverage"}
    assert set(package._MODULES) | at_once == set(package.__all__)
    with pytest.raises(AttributeError):
        package.nothing  # noqa: B018


def test_checking_a_deck_imports_neither_the_protocol_nor_the_game() -> None:
    code = "import sys, cardgen.games.block_killer as b; b.check_deck({}); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "cardgen.games.block_killer.deck" in loaded
    for module in ("protocol", "game", "placements"):
        assert f"cardgen.games.block_killer.{module}" not in loaded


def test_the_engine_knows_nothing_of_scenes_files_or_the_web() -> None:
    names = " ".join(package.__all__)
    code = f"import sys; from cardgen.games.block_killer import {names.replace(' ', ', ')}; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    own = {name for name in loaded if name.startswith("cardgen")}
    assert {name for name in own if not name.startswith(("cardgen.games", "cardgen.engines"))} == {"cardgen"}
    assert not {"yaml", "reportlab", "svgwrite", "PIL", "typer", "starlette"} & set(loaded)
