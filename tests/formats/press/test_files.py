"""Files for presses have the same bytes every time, and are made anew if their settings change."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.base.records import replace
from cardgen.products.scene_files import pages_file
from cardgen.scene.items import Scene
from tests.formats.press.made import press, profile_folder
from tests.games_on_disk import REPOSITORY, tiny_game_in
from tests.pictures import painted

pytestmark = pytest.mark.tools

# In a process of its own: copying a process with threads, as that of the tests may be, is not safe.
SCRIPT = """
import hashlib, sys
from cardgen.formats import pdf
from cardgen.scene.items import GlyphRun, Path, Scene, rectangle
from tests.formats.press.made import press, press_pdf

pdf.processors_for_copies = lambda: int(sys.argv[1])
pages = [
    Scene(60, 20, (
        Path(rectangle(0, 0, 60, 20), fill=f"#{number:02x}80{255 - number:02x}", opacity=1 if number % 40 else 0.5),
        GlyphRun(f"{number:03}", "latin", 5, 2, 8, (3.0,) * 3, colour="#202020"),
    ))
    for number in range(150)
]
print(hashlib.sha256(press_pdf(pages, press(standard=sys.argv[2]))).hexdigest())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are copied by fork")
@pytest.mark.parametrize("standard", [pytest.param("x-4", marks=pytest.mark.soak), "x-1a"])
def test_the_bytes_do_not_depend_on_the_number_of_processes(standard: str) -> None:
    digests = set()
    for processes in ("1", "3"):
        command = [sys.executable, "-c", SCRIPT, processes, standard]
        done = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True, timeout=60)
        digests.add(done.stdout)
    assert len(digests) == 1


def test_a_file_of_pages_depends_on_the_press(tmp_path: Path) -> None:
    on_disk = tiny_game_in(tmp_path)
    game = on_disk.load()
    page = Scene(50, 50, painted().items[:3])
    presses = [None, press(), press(tac=280), replace(press(), file=profile_folder() / "default_cmyk.icc")]
    files = [pages_file(game, "cards.pdf", [page], (on_disk.path("game.yaml"),), "a4", press=one) for one in presses]
    assert len({file.key for file in files}) == 3
    assert files[3].inputs == (*files[0].inputs, profile_folder() / "default_cmyk.icc")
    assert [b"GTS_PDFXVersion" in file.make() for file in files] == [False, True, True, True]
