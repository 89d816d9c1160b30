"""The package and its engine, as the rest of cardgen uses them."""

from __future__ import annotations

import subprocess
import sys

from cardgen.engines.capabilities import CAPABILITIES, HasStudies, HasStudyOptions, NamesSolver, VerifiesPositions
from cardgen.engines.guarding import engine_name
from cardgen.engines.registry import load_engine
from cardgen.games.blokus.engine import ENGINE


def test_the_engine_is_found_by_name_and_has_every_capability_but_studies_and_a_solver() -> None:
    assert engine_name(load_engine("blokus")) == "blokus"
    missing = [protocol for protocol in CAPABILITIES if not isinstance(ENGINE, protocol)]
    assert missing == [VerifiesPositions, HasStudies, HasStudyOptions, NamesSolver]


def test_checking_a_deck_imports_neither_the_protocol_nor_the_game() -> None:
    code = "import sys; from cardgen.games.blokus.engine import ENGINE; ENGINE.check_deck({}); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "cardgen.games.blokus.deck" in loaded
    later = ("games.blokus.protocol", "games.blokus.game", "games.blokus.placements", "games.block_killer")
    for module in (*later, "games.blokus.commands", "engines.serving"):
        assert f"cardgen.{module}" not in loaded


def test_the_rules_know_nothing_of_scenes_files_the_web_or_other_games() -> None:
    code = "import sys; from cardgen.games.blokus import protocol, policies, pictures; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    rooms = {name.split(".")[1] for name in loaded if name.startswith("cardgen.")}
    assert rooms <= {"engines", "errors", "games", "installed", "plugins", "records", "stamps", "words"}
    assert not {"yaml", "reportlab", "svgwrite", "PIL", "typer", "starlette"} & set(loaded)
