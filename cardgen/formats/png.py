"""Scene → PNG, by way of the PDF: pdfium draws what a printer would be sent, so screen and print cannot disagree.

Pixels exist only here. Faces keep square corners: the knife rounds them.
"""

from __future__ import annotations

import ctypes
import io
import math
import os
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image as Pictures
from PIL.PngImagePlugin import PngInfo

from cardgen.formats.paint import shown_rect
from cardgen.scene.items import Placed, Scene, translate
from cardgen.units import MM_PER_INCH, pixels_with_bleed

# zlib's level: over this, cards take much longer and hardly get smaller.
_COMPRESSION = 4

# A part of a pixel that changes no colour: 1/256 would be the least.
_VISIBLE = 0.003

# From how many pictures on a second process is worth its start.
_ENOUGH_TO_SHARE = 8

# pdfium may be called by one thread at a time. A copy of this process begins with a lock that nobody holds.
_pdfium_lock = threading.Lock()


def _new_lock() -> None:
    global _pdfium_lock
    _pdfium_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_new_lock)


@dataclass(frozen=True, slots=True)
class Picture:
    """A scene as a PNG is wanted of it: at `dpi`, cut at the trim or with its bleed."""

    scene: Scene
    dpi: float = 300
    bleed: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels: the trim to the nearest, and each side's bleed rounded up."""
        x, _, width, height = shown_rect(self.scene, self.bleed)
        beyond = -x
        trim = (width - 2 * beyond, height - 2 * beyond)
        across, down = (pixels_with_bleed(length, beyond, self.dpi) for length in trim)
        return across, down

    @property
    def padding(self) -> tuple[float, float]:
        """Pixels between the edge of the picture and the edge of the bleed, across and down; 0 without bleed.

        The card is drawn at exactly `dpi` in the middle, so each of two opposite edges has half of what is left over.
        """
        x, _, width, height = shown_rect(self.scene, self.bleed)
        if not x:
            return 0.0, 0.0
        left_over = [
            (count - mm / MM_PER_INCH * self.dpi) / 2 for count, mm in zip(self.size, (width, height), strict=True)
        ]
        across, down = (room if room > _VISIBLE else 0.0 for room in left_over)
        return across, down


def to_png(scene: Scene, *, dpi: float = 300, bleed: bool = False) -> bytes:
    """The scene as a PNG file of exactly `Picture.size` pixels, opaque RGB.

    Where the pixels of the bleed are not whole, the outermost pixels repeat their neighbours: no edge is left white.
    The file states its resolution, that it is sRGB, and the scene's title and description.
    """
    return next(iter(to_pngs([Picture(scene, dpi, bleed)])))


def to_pngs(wanted: Sequence[Picture], *, processes: int | None = None) -> Iterator[bytes]:
    """One PNG file for each picture wanted, in their order, made as they are asked for.

    Many are made in `processes` processes (as many as there are processors, two at most, unless told otherwise).
    """
    if not wanted:
        return
    pdf = _pdf(wanted)
    if processes is None:
        processes = min(2, os.cpu_count() or 1) if len(wanted) >= _ENOUGH_TO_SHARE else 1
    jobs = [
        _Job(i, *each.size, each.dpi, each.padding, each.scene.title, each.scene.description, each.scene.lang)
        for i, each in enumerate(wanted)
    ]
    if processes < 2:
        with _document(pdf) as document:
            yield from map(partial(_make, document), jobs)
        return
    yield from _made_together(pdf, jobs, processes)


def _pdf(wanted: Sequence[Picture]) -> bytes:
    """The pictures as pages. Every scene is stored by itself, shown twice or not: pdfium rounds such a one otherwise
    than what stands on the page, and a picture must not depend on which others are asked for with it.
    """
    from cardgen.formats.pdf import Page, to_pdf

    file = io.BytesIO()
    to_pdf((Page(_on_whole_pixels(each), each.bleed) for each in wanted), file, shared=lambda _: True)
    return file.getvalue()


def _on_whole_pixels(picture: Picture) -> Scene:
    """The scene itself, or in the middle of one that is as large as the picture's whole pixels."""
    if not any(picture.padding):
        return picture.scene
    scene = picture.scene
    wide, high = (count / picture.dpi * MM_PER_INCH for count in picture.size)
    moved = translate((wide - scene.width) / 2, (high - scene.height) / 2)
    return Scene(wide, high, (Placed(scene, moved),))


def render_page(pdf: bytes, page: int, width: int, height: int) -> Pictures.Image:
    """Page `page` (from 0) of a PDF on white, exactly `width` × `height` pixels, RGB."""
    with _document(pdf) as document:
        return _render(document, page, width, height)


@contextmanager
def _document(pdf: bytes) -> Iterator[Any]:
    with _pdfium_lock:
        document = pypdfium2.PdfDocument(pdf)
    try:
        yield document
    finally:
        with _pdfium_lock:
            document.close()


def encode_png(
    picture: Pictures.Image, *, dpi: float | None = None, title: str = "", description: str = "", lang: str = "en"
) -> bytes:
    """A picture as a PNG file with its resolution and words in it. Same picture, same bytes."""
    words = PngInfo()
    words.add(b"sRGB", b"\0")
    for key, text in (("Title", title), ("Description", description)):
        if text:
            words.add_itxt(key, text, lang)
    file = io.BytesIO()
    resolution = {} if dpi is None else {"dpi": (dpi, dpi)}
    picture.save(file, "PNG", compress_level=_COMPRESSION, pnginfo=words, **resolution)
    return file.getvalue()


@dataclass(frozen=True, slots=True)
class _Job:
    page: int
    width: int
    height: int
    dpi: float
    padding: tuple[float, float]
    title: str
    description: str
    lang: str


def _make(document: Any, job: _Job) -> bytes:
    picture = _render(document, job.page, job.width, job.height)
    _fill_edges(picture, *job.padding)
    return encode_png(picture, dpi=job.dpi, title=job.title, description=job.description, lang=job.lang)


def _fill_edges(picture: Pictures.Image, across: float, down: float) -> None:
    """Repeat the outermost pixels that the bleed covers whole over those that it covers in part or not at all."""
    width, height = picture.size
    left, top = (math.ceil(room - _VISIBLE) if room else 0 for room in (across, down))
    for pixel in range(left):
        picture.paste(picture.crop((left, 0, left + 1, height)), (pixel, 0))
        picture.paste(picture.crop((width - left - 1, 0, width - left, height)), (width - 1 - pixel, 0))
    for pixel in range(top):
        picture.paste(picture.crop((0, top, width, top + 1)), (0, pixel))
        picture.paste(picture.crop((0, height - top - 1, width, height - top)), (0, height - 1 - pixel))


def _made_together(pdf: bytes, jobs: list[_Job], processes: int) -> Iterator[bytes]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # A copy of this process has everything imported; but two that read one open file would share its position, so
    # each opens the PDF for itself.
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(processes, context, initializer=_open, initargs=(pdf,)) as pool:
        yield from pool.map(_make_opened, jobs, chunksize=max(1, min(4, len(jobs) // processes)))


_opened: Any = None  # the PDF of a process that makes pictures


def _open(pdf: bytes) -> None:
    global _opened
    _opened = pypdfium2.PdfDocument(pdf)


def _make_opened(job: _Job) -> bytes:
    return _make(_opened, job)


def _render(document: Any, number: int, width: int, height: int) -> Pictures.Image:
    # Not page.render(scale=…): it rounds the size up.
    samples = bytearray(width * height * 4)
    buffer = (ctypes.c_ubyte * len(samples)).from_buffer(samples)
    with _pdfium_lock:
        page = document[number]
        bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_BGRx, buffer, width * 4)
        try:
            pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
            pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, pdfium.FPDF_REVERSE_BYTE_ORDER)
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)
            page.close()
    return Pictures.frombuffer("RGBX", (width, height), samples, "raw", "RGBX", 0, 1).convert("RGB")
