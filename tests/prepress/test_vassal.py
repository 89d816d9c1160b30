"""The module is read by pywargame, which needs Python 3.12 or newer: `make prepress`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.building.build import build_game
from cardgen.data.project import bundled_project
from cardgen.products.options import Options

pytestmark = pytest.mark.prepress

#: Prints the number of cards of each pile, and what the first card of a pile is made of.
_READ = """
import sys
from pywargame.vassal.buildfile import BuildFile
from pywargame.vassal.mapelements import Deck
from pywargame.vassal.vmod import VMod
with VMod(sys.argv[1], "r") as module:
    game = BuildFile(module.getBuildFile()).getGame()
    files = set(module.getFileNames())
    for map in game.getMaps().values():
        for deck in map.getAllElements(Deck, single=False):
            cards = deck.getCards(asdict=False)
            traits = [trait.ID for trait in cards[0].getTraits()] if cards else []
            images = {trait["filename"] for card in cards for trait in card.getTraits() if trait.ID == "piece"}
            print(len(cards), *traits, all(f"images/{image}" in files for image in images))
"""


def _python() -> str:
    """Return a Python that pywargame runs on."""
    names = [f"python3.{minor}" for minor in range(12, 20)]
    programs = [sys.executable] if sys.version_info >= (3, 12) else list(filter(None, map(shutil.which, names)))
    for program in programs:
        if subprocess.run([program, "-c", "import venv"], check=False, capture_output=True).returncode == 0:
            return program
    pytest.fail("pywargame needs Python 3.12 or newer, and there is none", pytrace=False)


def test_the_program_reads_the_piles_of_a_module(tmp_path: Path) -> None:
    build_game(bundled_project(), "block-killer", tmp_path, Options(export="vassal"))
    subprocess.run([_python(), "-m", "venv", tmp_path / "venv"], check=True, timeout=300)
    python = tmp_path / "venv/bin/python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "pywargame==0.8.0"], check=True, timeout=300)
    module = tmp_path / "block-killer/exports/vassal/block-killer.vmod"
    done = subprocess.run([python, "-c", _READ, module], capture_output=True, text=True, timeout=120, check=False)
    piles = ["90 obs piece True", "0 True", "111 obs piece True", "0 True", "6 obs piece True", "0 True"]
    assert done.stdout.splitlines() == piles, done.stderr
