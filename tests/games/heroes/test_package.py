"""The package and its engine, as the rest of cardgen uses them."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cardgen.games.heroes as package
from cardgen.engines.guarding import engine_name
from cardgen.engines.registry import load_engine


def test_the_engine_is_found_by_name() -> None:
    assert engine_name(load_engine("heroes")) == "heroes"


def test_every_exported_name_exists_and_is_not_a_module() -> None:
    for name in package.__all__:
        assert getattr(package, name).__class__.__name__ != "module"
    assert set(package._MODULES) == set(package.__all__)
    with pytest.raises(AttributeError):
        package.nothing  # noqa: B018


def test_checking_a_deck_imports_neither_the_protocol_nor_the_game() -> None:
    code = "import sys; from cardgen.games.heroes.engine import ENGINE; ENGINE.check_deck({}); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "cardgen.games.heroes.deck" in loaded
    for module in ("games.heroes.protocol", "games.heroes.game", "games.blokus", "engines.serving"):
        assert f"cardgen.{module}" not in loaded
