"""The order is read by MPC Autofill itself, whose source is fetched: `make prepress`."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

import pytest

from cardgen.building.build import build_game
from cardgen.data.project import bundled_project
from cardgen.products.options import Options

pytestmark = pytest.mark.prepress

SOURCE = "https://github.com/chilli-axe/mpc-autofill"

#: What the program's reader of orders imports.
_NEEDS = (
    *("attrs", "click", "defusedxml", "enlighten", "google-api-python-client", "InquirerPy", "numpy", "oauth2client"),
    *("Pillow", "ratelimit", "sanitize-filename", "selenium"),
)

#: Reads an order in the current folder, and prints the number of its cards and whether all of its slots are right.
_READ = """
from src.order import CardOrder
order = CardOrder.from_file_path(".", "order.xml")
whole = set(range(order.details.quantity))
files = [card for side in (order.fronts, order.backs) for card in side.cards_by_id.values()]
print(order.details.quantity, order.fronts.slots() == order.backs.slots() == whole)
print(all(card.file_exists() and not card.errored for card in files))
"""


def test_the_program_reads_the_order_and_finds_every_picture(tmp_path: Path) -> None:
    build_game(bundled_project(), "block-killer", tmp_path, Options(export="mpc-autofill"))
    subprocess.run(["git", "clone", "--quiet", "--depth=1", SOURCE, str(tmp_path / "source")], check=True, timeout=300)
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", *_NEEDS], check=True, timeout=600)
    done = subprocess.run(
        [python, "-c", _READ],
        cwd=tmp_path / "block-killer/exports/mpc-autofill",
        env={"PYTHONPATH": str(tmp_path / "source" / "desktop-tool"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.splitlines()[-2:] == ["207 True", "True"], done.stderr
