"""Pages of a PDF as pixels, by pdfium."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cardgen.base.pdfium import pdfium_lock
from cardgen.formats.png_rows import Pixels

if TYPE_CHECKING:
    from PIL import Image as Pictures


def render_page(pdf: bytes, page: int, width: int, height: int) -> Pictures.Image:
    """Return page `page` (from 0) of a PDF on white, exactly `width` × `height` pixels, RGB."""
    with opened_pdf(pdf) as document:
        return render(document, page, width, height).to_picture()


@contextmanager
def opened_pdf(pdf: bytes) -> Iterator[Any]:
    """Open a PDF until the end of the block."""
    document = open_pdf(pdf)
    try:
        yield document
    finally:
        with pdfium_lock():
            document.close()


def open_pdf(pdf: bytes) -> Any:
    """Return a PDF as pdfium has it."""
    import pypdfium2  # lazy: a plan of pictures draws none

    with pdfium_lock():
        return pypdfium2.PdfDocument(pdf)


def render(document: Any, number: int, width: int, height: int) -> Pixels:
    """Return page `number` (from 0) on white as so many pixels."""
    import pypdfium2.raw as pdfium

    # page.render(scale=…) rounds the size up.
    stride = 3 * width + 1
    samples = bytearray(stride * height + 1)
    buffer = (ctypes.c_ubyte * (stride * height)).from_buffer(samples, 1)  # behind the zero byte of the first row
    with pdfium_lock():
        page = document[number]
        bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_BGR, buffer, stride)
        try:
            pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
            pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, pdfium.FPDF_REVERSE_BYTE_ORDER)
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)
            page.close()
    samples[::stride] = bytes(height + 1)  # pdfium may use the space between rows
    return Pixels(width, height, memoryview(samples)[:-1])
