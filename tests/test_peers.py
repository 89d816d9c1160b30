"""The benchmarks beside other programs: sheets that differ from cardgen's are rejected, and memory counts workers.

The programs themselves are installed and run by `make bench`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Operator
from reportlab.pdfgen.canvas import Canvas

from benchmarks.peers.checking import find_faults
from benchmarks.text_cards import PART, SHEETS, write_text_cards
from tests.commands import run

REPOSITORY = Path(__file__).parent.parent

CARDS = 20

Change = Callable[[pikepdf.Pdf], None]


def build_sheets(folder: Path, change: Callable[[str], str] = str) -> Path:
    """Build the sheets of 20 text cards, after a change of their table."""
    cards = write_text_cards(folder, CARDS)
    cards.write_text(change(cards.read_text(encoding="utf-8")), encoding="utf-8")
    run("build", "growth", "--project", str(folder), "--out", str(folder / "out"), "--only", PART)
    return folder / "out" / SHEETS


@pytest.fixture(scope="module")
def sheets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_sheets(tmp_path_factory.mktemp("sheets"))


def change_pdf(sheets: Path, folder: Path, change: Change) -> Path:
    with pikepdf.open(sheets) as pdf:
        change(pdf)
        pdf.save(folder / "changed.pdf")
    return folder / "changed.pdf"


def replace_text(old: str, new: str) -> Callable[[str], str]:
    def replace(text: str) -> str:
        assert text.count(old) == 1
        return text.replace(old, new)

    return replace


def remove_operators(*operators: str) -> Change:
    """Remove instructions from the first page."""

    def remove(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0]
        kept = [line for line in pikepdf.parse_content_stream(page) if line.operator not in map(Operator, operators)]
        page.Contents = pdf.make_stream(pikepdf.unparse_content_stream(kept))

    return remove


def shift_page(pdf: pikepdf.Pdf) -> None:
    """Move all that is on the first page by 1 mm."""
    page = pdf.pages[0]
    page.contents_add(b"1 0 0 1 2.835 0 cm", prepend=True)


def test_the_same_sheets_have_no_faults(sheets: Path, tmp_path: Path) -> None:
    def compress(pdf: pikepdf.Pdf) -> None:
        pdf.remove_unreferenced_resources()

    assert find_faults(sheets, change_pdf(sheets, tmp_path, compress)) == []


def test_other_texts_are_faults(sheets: Path, tmp_path: Path) -> None:
    fault = "page 5: the line 'Card', not 'Card 19'"
    assert fault in find_faults(sheets, build_sheets(tmp_path, replace_text("Card 19,", "Card,")))


@pytest.mark.full
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (remove_operators("f"), r"page 1: \d+ squares have another colour"),
        (shift_page, r"page 1: \d+ of 2176714 pixels differ"),
    ],
    ids=["no colour", "moved"],
)
def test_other_pages_are_faults(sheets: Path, tmp_path: Path, change: Change, fault: str) -> None:
    messages = find_faults(sheets, change_pdf(sheets, tmp_path, change))
    assert any(re.match(fault, message) for message in messages), messages


@pytest.mark.full
def test_only_pages_can_be_compared(sheets: Path, tmp_path: Path) -> None:
    canvas = Canvas(str(tmp_path / "empty.pdf"), pagesize=(595.2756, 841.8898))
    for _ in range(6):
        canvas.showPage()
    canvas.save()
    assert find_faults(sheets, tmp_path / "empty.pdf", only_pages=True) == []
    assert find_faults(sheets, tmp_path / "empty.pdf") != []


WORKERS = """
import os, time
data = bytearray(os.urandom(1)) * (60 << 20)
if os.fork() == 0:
    more = bytearray(os.urandom(1)) * (60 << 20)
    time.sleep(0.5)
    os._exit(0)
os.wait()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
def test_memory_counts_workers_and_shared_data_once() -> None:
    # The system counts the memory of this process as the command's own: measure from a small one.
    code = "import sys; from benchmarks.measure import memory; m = memory([sys.executable, '-c', sys.argv[1]]); "
    code += "print(m.largest_process, m.all_processes)"
    measured = subprocess.run(
        [sys.executable, "-c", code, WORKERS], cwd=REPOSITORY, check=True, capture_output=True, text=True
    )
    largest_process, all_processes = measured.stdout.split()
    assert 120 < float(largest_process) < 170
    if Path("/proc/self/smaps_rollup").exists():
        assert 120 < float(all_processes) < 170
