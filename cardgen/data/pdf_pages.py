"""Pages of PDF files as pictures, drawn by pdfium: without annotations and forms, and nothing in the file runs.

A page is first drawn by a process of its own, whose time and memory are limited: a PDF of a few kilobytes can draw
billions of shapes, and pdfium cannot be interrupted.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import WrongValueError
from cardgen.base.pdfium import pdfium_lock
from cardgen.base.words.messages import message, plural
from cardgen.data.pdf_art import read_art

if TYPE_CHECKING:
    from PIL.Image import Image

#: The dots per inch of a page.
DPI = 600
#: Pixels of a page: A4 has 35 million.
MOST_PIXELS = 40_000_000
#: Seconds of a processor, seconds in all, and bytes of memory for drawing a page.
_MOST_PROCESSOR_SECONDS, _MOST_SECONDS = 6, 60
_MOST_MEMORY = 1 << 30
_POINTS, _MM = 72, 25.4


def check_page(content: bytes, page: int) -> tuple[tuple[int, int], bool]:
    """Return the size of page `page` (from 1) of a PDF in pixels, once it has been drawn; and if a PDF can take it.

    WrongValueError if the file is encrypted or damaged, or has no such page, and if the page is too large or takes too
    much time or memory.
    """
    limits = str(_MOST_PROCESSOR_SECONDS), str(_MOST_MEMORY)
    # -P: no module is imported from the current folder, which may be a stranger's project.
    command = [sys.executable, "-P", "-m", "cardgen.data.pdf_pages", str(page), *limits]
    try:
        run = subprocess.run(command, input=content, capture_output=True, timeout=_MOST_SECONDS, check=False)
        # A process that is ended while it looks for a way to take the page has drawn it.
        first, _, rest = run.stdout.partition(b"\n")
        answer = json.loads(first)
    except (subprocess.TimeoutExpired, ValueError):
        answer, rest = {}, b""
    match answer:
        case {"drawn": [width, height]}:
            return (width, height), rest == b"taken\n"
        case {"encrypted": _}:
            raise WrongValueError(message("the PDF is encrypted"), message("save it again without a password"))
        case {"damaged": _}:
            raise WrongValueError(message("the file cannot be read as a PDF"), message("save it again"))
        case {"pages": count}:
            raise WrongValueError(
                plural(
                    "there is no page {page}: the PDF has {count} page",
                    "there is no page {page}: the PDF has {count} pages",
                    count,
                    page=page,
                )
            )
        case {"large": [width, height]}:
            problem = message(
                "page {page} has {width:.0f} × {height:.0f} mm, too large for a picture",
                page=page,
                width=width,
                height=height,
            )
            raise WrongValueError(problem, message("make the page A4 or smaller"))
    problem = message("page {page} takes too much time or memory to draw", page=page)
    raise WrongValueError(problem, message("export it with fewer shapes, or as a PNG"))


def draw_page(content: bytes, page: int) -> Image:
    """Return page `page` (from 1) of a PDF that `check_page` accepts, at `DPI`: in RGB, or in RGBA if paper is seen."""
    with _opened(content) as document:
        return _draw(document[page - 1])


@contextmanager
def _opened(content: bytes) -> Iterator[Any]:
    import pypdfium2  # lazy: few games have such art

    with pdfium_lock(), pypdfium2.PdfDocument(content) as document:
        yield document


def _draw(page: Any) -> Image:
    bitmap = page.render(
        scale=DPI / _POINTS,
        fill_color=(255, 255, 255, 0),
        rev_byteorder=True,
        draw_annots=False,
        may_draw_forms=False,
    )
    picture: Image = bitmap.to_pil()
    return picture.convert("RGB") if picture.getchannel("A").getextrema()[0] == 255 else picture


def _describe(content: bytes, number: int) -> dict[str, Any]:
    """Return the answer of the process that `check_page` starts."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    try:
        with _opened(content) as document:
            if not 1 <= number <= len(document):
                return {"pages": len(document)}
            page = document[number - 1]
            width, height = page.get_size()
            if ceil(width * DPI / _POINTS) * ceil(height * DPI / _POINTS) > MOST_PIXELS:
                return {"large": [width / _POINTS * _MM, height / _POINTS * _MM]}
            return {"drawn": _draw(page).size, "points": [width, height]}
    except pypdfium2.PdfiumError as error:
        return {"encrypted" if error.err_code == pdfium.FPDF_ERR_PASSWORD else "damaged": True}


def _limit_process(seconds: int, memory: int) -> None:
    try:
        import resource
    except ImportError:  # Windows: only the seconds in all are limited
        return
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


if __name__ == "__main__":
    number, seconds, memory = map(int, sys.argv[1:])
    _limit_process(seconds, memory)
    given = sys.stdin.buffer.read()
    answer = _describe(given, number)
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
    if "drawn" in answer and read_art(given, number, answer["points"]):
        sys.stdout.write("taken\n")
