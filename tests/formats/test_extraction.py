"""Text in eight languages is extracted from PDFs in reading order: by poppler, pdfium (Chrome) and pdf.js (Firefox)."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from unicodedata import normalize

import pypdfium2
import pytest

from cardgen.formats.pdf import pdf_bytes
from tests.formats.world import SAMPLES, Sample, card

REPOSITORY = Path(__file__).parent.parent.parent

# Controls of direction that poppler adds.
_CONTROLS = re.compile("[\u202a-\u202e\u200e\u200f\f]")


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A PDF with a page for each sample."""
    file = tmp_path_factory.mktemp("languages") / "cards.pdf"
    file.write_bytes(pdf_bytes([card(sample) for sample in SAMPLES]))
    return file


@cache
def by_poppler(file: Path) -> list[str]:
    program = shutil.which("pdftotext")
    assert program, "the tests need pdftotext of poppler-utils: make test installs it"
    done = subprocess.run([program, "-enc", "UTF-8", str(file), "-"], check=True, capture_output=True)
    return done.stdout.decode().split("\f")


@cache
def by_pdfium(file: Path) -> list[str]:
    with pypdfium2.PdfDocument(file) as document:
        return [str(page.get_textpage().get_text_range()) for page in document]


@cache
def by_pdfjs(file: Path) -> list[str]:
    command = ["node", str(REPOSITORY / "tests/page/extract_text.js"), str(file)]
    texts: list[str] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return texts


def words(text: str, spaced: bool = True) -> str:
    return normalize("NFC", (" " if spaced else "").join(_CONTROLS.sub("", text).split()))


@pytest.mark.parametrize("extract", [by_poppler, by_pdfium, by_pdfjs])
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.lang)
def test_text_is_extracted_in_reading_order(sample: Sample, extract: Callable[[Path], list[str]], pdf: Path) -> None:
    text = extract(pdf)[SAMPLES.index(sample)]
    # poppler moves the spaces around figures in text from right to left.
    spaced = sample.spaced and not (extract is by_poppler and sample.lang in ("ar", "he"))
    assert words(text, spaced) == words(sample.text, spaced)
