"""Scene → PNG, through the PDF: pdfium renders the file that is sent to printers, so screen and print cannot disagree.

Pixels exist only here. Card faces keep square corners; they are rounded when the cards are cut.
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

# zlib's level: higher levels take much longer, and files get hardly smaller.
_COMPRESSION = 4

# A smaller part of a pixel changes no colour: 1/256 is the least that does.
_VISIBLE = 0.003

# The number of pictures from which a second process saves more time than it takes to start.
_LEAST_TO_SHARE = 8

# pdfium may be called by one thread at a time. A forked process gets a new lock: no thread there holds the old one.
_pdfium_lock = threading.Lock()


def _new_lock() -> None:
    global _pdfium_lock
    _pdfium_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_new_lock)


@dataclass(frozen=True, slots=True)
class Picture:
    """A scene to be made into a PNG at `dpi`, cut at the trim or with its bleed."""

    scene: Scene
    dpi: float = 300
    bleed: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels: the trim rounded to the nearest, and the bleed of each side rounded up."""
        x, _, width, height = shown_rect(self.scene, self.bleed)
        bleed = -x
        trim = (width - 2 * bleed, height - 2 * bleed)
        pixels_x, pixels_y = (pixels_with_bleed(length, bleed, self.dpi) for length in trim)
        return pixels_x, pixels_y

    @property
    def padding(self) -> tuple[float, float]:
        """Pixels between the edge of the picture and the edge of the bleed, horizontal and vertical; 0 without bleed.

        The card is drawn at exactly `dpi` in the middle, so opposite edges have the same padding.
        """
        x, _, width, height = shown_rect(self.scene, self.bleed)
        if not x:
            return 0.0, 0.0
        paddings = [
            (count - mm / MM_PER_INCH * self.dpi) / 2 for count, mm in zip(self.size, (width, height), strict=True)
        ]
        padding_x, padding_y = (padding if padding > _VISIBLE else 0.0 for padding in paddings)
        return padding_x, padding_y


def to_png(scene: Scene, *, dpi: float = 300, bleed: bool = False) -> bytes:
    """Return the scene as a PNG file of exactly `Picture.size` pixels, opaque RGB.

    If the bleed is not a whole number of pixels, the outermost pixels repeat their neighbours, so no edge is white.
    The file contains its resolution, that it is sRGB, and the scene's title and description.
    """
    return next(iter(to_pngs([Picture(scene, dpi, bleed)])))


def to_pngs(pictures: Sequence[Picture], *, processes: int | None = None) -> Iterator[bytes]:
    """Yield one PNG file for each picture, in order; each is made when it is requested.

    `processes` defaults to two for many pictures if the machine has two processors, else to this process alone.
    """
    if not pictures:
        return
    pdf = _pdf(pictures)
    if processes is None:
        processes = min(2, os.cpu_count() or 1) if len(pictures) >= _LEAST_TO_SHARE else 1
    jobs = [
        _Job(page, *one.size, one.dpi, one.padding, one.scene.title, one.scene.description, one.scene.lang)
        for page, one in enumerate(pictures)
    ]
    if processes < 2:
        with _document(pdf) as document:
            yield from map(partial(_make, document), jobs)
        return
    yield from _make_in_processes(pdf, jobs, processes)


def _pdf(pictures: Sequence[Picture]) -> bytes:
    """Return the pictures as pages of a PDF.

    Every scene is stored as an object, even if it is shown once: pdfium rounds inline content differently, and a
    picture must not depend on the other pictures that are made with it.
    """
    from cardgen.formats.pdf import Page, to_pdf

    file = io.BytesIO()
    to_pdf((Page(_on_whole_pixels(one), one.bleed) for one in pictures), file, shared=lambda _: True)
    return file.getvalue()


def _on_whole_pixels(picture: Picture) -> Scene:
    """Return the scene, or a scene of whole pixels with it in the middle if its own size is not whole."""
    if not any(picture.padding):
        return picture.scene
    scene = picture.scene
    width, height = (count / picture.dpi * MM_PER_INCH for count in picture.size)
    matrix = translate((width - scene.width) / 2, (height - scene.height) / 2)
    return Scene(width, height, (Placed(scene, matrix),))


def render_page(pdf: bytes, page: int, width: int, height: int) -> Pictures.Image:
    """Return page `page` (from 0) of a PDF on white, exactly `width` × `height` pixels, RGB."""
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
    """Return a picture as a PNG file with its resolution, title and description. Same picture, same bytes."""
    metadata = PngInfo()
    metadata.add(b"sRGB", b"\0")
    for key, text in (("Title", title), ("Description", description)):
        if text:
            metadata.add_itxt(key, text, lang)
    file = io.BytesIO()
    resolution = {} if dpi is None else {"dpi": (dpi, dpi)}
    picture.save(file, "PNG", compress_level=_COMPRESSION, pnginfo=metadata, **resolution)
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


def _fill_edges(picture: Pictures.Image, padding_x: float, padding_y: float) -> None:
    """Copy the outermost pixels that the bleed covers completely over those outside of them."""
    width, height = picture.size
    left, top = (math.ceil(padding - _VISIBLE) if padding else 0 for padding in (padding_x, padding_y))
    for pixel in range(left):
        picture.paste(picture.crop((left, 0, left + 1, height)), (pixel, 0))
        picture.paste(picture.crop((width - left - 1, 0, width - left, height)), (width - 1 - pixel, 0))
    for pixel in range(top):
        picture.paste(picture.crop((0, top, width, top + 1)), (0, pixel))
        picture.paste(picture.crop((0, height - top - 1, width, height - top)), (0, height - 1 - pixel))


def _make_in_processes(pdf: bytes, jobs: list[_Job], processes: int) -> Iterator[bytes]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # A forked process has everything imported. Forked processes share the position of open files, so each process
    # opens the PDF itself.
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(processes, context, initializer=_open_in_worker, initargs=(pdf,)) as pool:
        yield from pool.map(_make_in_worker, jobs, chunksize=max(1, min(4, len(jobs) // processes)))


_worker_document: Any = None  # the open PDF of a worker process


def _open_in_worker(pdf: bytes) -> None:
    global _worker_document
    _worker_document = pypdfium2.PdfDocument(pdf)


def _make_in_worker(job: _Job) -> bytes:
    return _make(_worker_document, job)


def _render(document: Any, number: int, width: int, height: int) -> Pictures.Image:
    # page.render(scale=…) rounds the size up.
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
