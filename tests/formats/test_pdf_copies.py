"""A PDF of many pages has the same bytes whatever the number of processes that draw it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are copied by fork")

REPOSITORY = Path(__file__).parent.parent.parent

# In a process of its own: copying a process with threads, as that of the tests may be, is not safe.
SCRIPT = """
import hashlib, io, os, sys
from cardgen.formats import pdf
from cardgen.scene.items import GlyphRun, Glyphs, Group, Path, Placed, Scene, rectangle
from cardgen.text.fonts import face_named

BACK = Scene(60, 20, (Path(rectangle(0, 0, 60, 20), fill="#123456"),))
LIGATURE = Glyphs((face_named("latin").glyph("A"),), (0,))


def page(number):
    text = f"Page {number}"
    items = [GlyphRun(text, "latin", 5, 2, 8, (3.0,) * len(text))]
    if number % 50 == 40:  # what the first pages do not have
        items.append(GlyphRun("一二三四五六"[number // 50], "han", 5, 2, 16, (5.0,)))
        items.append(Path(rectangle(0, 0, 5, 5), fill="#ff0000", opacity=number / 1000))
        items.append(Placed(BACK))
        items.append(GlyphRun("fi" + "x" * (number // 50), "latin", 5, 20, 16, (3.0,), glyphs=LIGATURE))
        items.append(Group((Path(rectangle(1, 1, 3, 3), fill="#00ff00"),), opacity=0.5))
    if number == int(sys.argv[2]):
        items.append(GlyphRun("\\U0001f0a1", "latin", 5, 2, 16, (5.0,)))
    return Scene(60, 20, tuple(items), name=str(number))


pdf.processors_for_copies = lambda: int(sys.argv[1])
stream = io.BytesIO()
try:
    pdf.to_pdf([page(number) for number in range(300)], stream)
    print(hashlib.sha256(stream.getvalue()).hexdigest())
except ValueError as error:
    print(error)
try:
    os.waitpid(-1, os.WNOHANG)
    print("a process is left")
except ChildProcessError:
    print("all processes have ended")
"""


def draw(processes: int, broken_page: int = -1) -> list[str]:
    command = [sys.executable, "-c", SCRIPT, str(processes), str(broken_page)]
    done = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True, timeout=60)
    return done.stdout.splitlines()


def test_the_bytes_do_not_depend_on_the_number_of_processes() -> None:
    alone = draw(1)
    assert len(alone[0]) == 64
    assert draw(2) == draw(3) == alone


def test_an_error_on_a_page_is_raised_as_without_processes() -> None:
    assert draw(2, broken_page=200) == draw(1, broken_page=200)
    assert draw(2, broken_page=200) == ["the face 'latin' has no U+1F0A1", "all processes have ended"]
