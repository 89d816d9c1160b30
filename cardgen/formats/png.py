"""Scene → PNG, through the PDF: pdfium renders the file that is sent to printers, so screen and print cannot disagree.

Pixels exist only here. Card faces keep square corners, unless a picture has an outline; they are cut on paper.
"""

from __future__ import annotations

import io
import itertools
import math
import os
import signal
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from cardgen.base.processors import usable_processors
from cardgen.base.records import dataclass
from cardgen.base.units import MM_PER_INCH, pixels_with_bleed
from cardgen.formats.paint import shown_rect
from cardgen.formats.png_files import Metadata, encode_cut_out, encode_pixels
from cardgen.formats.png_rows import Pixels, pixels_of
from cardgen.formats.rendering import open_pdf, opened_pdf, render
from cardgen.formats.rendering import render_page as render_page
from cardgen.scene.items import Command, Path, Placed, Scene, rectangle, translate

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from PIL import Image as Pictures

# A smaller part of a pixel changes no colour: 1/256 is the least that does.
_VISIBLE = 0.003

# The number of pictures from which a second process saves more time than it takes to start.
_LEAST_TO_SHARE = 8

# Tasks that other processes may finish before their pictures are taken: more would fill the memory.
_TASKS_AHEAD = 16


@dataclass(frozen=True, slots=True)
class Picture:
    """A scene to be made into a PNG at `dpi`, cut at the trim or with its bleed, and `optimised` to be a small file.

    `margins` are pixels on both sides, across and down, that the scene leaves empty: they repeat their neighbours.
    A picture that is cut at the trim is transparent outside of its `outline`, if it has one.
    """

    scene: Scene
    dpi: float = 300
    bleed: bool = False
    optimised: bool = False
    margins: tuple[float, float] = (0.0, 0.0)
    outline: tuple[Command, ...] = ()

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


def to_png(scene: Scene, *, dpi: float = 300, bleed: bool = False, optimised: bool = False) -> bytes:
    """Return the scene as a PNG file of exactly `Picture.size` pixels, opaque.

    If the bleed is not a whole number of pixels, the outermost pixels repeat their neighbours, so no edge is white.
    The file contains its resolution, that it is sRGB, and the scene's title and description. An optimised file has the
    same pixels, is about a fifth smaller and takes 50 times as long.
    """
    return next(iter(to_pngs([Picture(scene, dpi, bleed, optimised)])))


def to_pngs(pictures: Sequence[Picture], *, processes: int | None = None) -> Iterator[bytes]:
    """Yield one PNG file for each picture, in order; each is made when it is requested.

    `processes` defaults to two for many pictures if the machine has two processors, else to this process alone. For
    pictures to be optimised it defaults to the number of processors.
    """
    if not pictures:
        return
    pdf = _pdf(pictures)
    if processes is None:
        processes = _useful_processes(pictures)
    masks = itertools.count(len(pictures))
    jobs = [_job(page, picture, next(masks) if picture.outline else None) for page, picture in enumerate(pictures)]
    if processes < 2:
        with opened_pdf(pdf) as document:
            yield from map(partial(_make, document), jobs)
        return
    yield from _make_in_processes(pdf, jobs, processes)


def _useful_processes(pictures: Sequence[Picture]) -> int:
    processors = usable_processors()
    if any(one.optimised for one in pictures):
        return min(len(pictures), processors)
    return min(2, processors) if len(pictures) >= _LEAST_TO_SHARE else 1


def _pdf(pictures: Sequence[Picture]) -> bytes:
    """Return the pictures as pages of a PDF, and then the masks of those that are transparent outside of an outline.

    Every scene is stored as an object, even if it is shown once: pdfium rounds inline content differently, and a
    picture must not depend on the other pictures that are made with it.
    """
    from cardgen.formats.pdf import Page, to_pdf

    file = io.BytesIO()
    pages = (Page(_on_whole_pixels(one), one.bleed) for one in pictures)
    masks = (Page(mask_of(one.scene, one.outline), False) for one in pictures if one.outline)
    to_pdf(itertools.chain(pages, masks), file, shared=lambda _: True)
    return file.getvalue()


def _on_whole_pixels(picture: Picture) -> Scene:
    """Return the scene, or a scene of whole pixels with it in the middle if its own size is not whole."""
    if not any(picture.padding):
        return picture.scene
    scene = picture.scene
    width, height = (count / picture.dpi * MM_PER_INCH for count in picture.size)
    matrix = translate((width - scene.width) / 2, (height - scene.height) / 2)
    return Scene(width, height, (Placed(scene, matrix),))


def mask_of(scene: Scene, outline: tuple[Command, ...]) -> Scene:
    """Return a scene of the same trim, white inside of an outline and black outside."""
    around = rectangle(-1, -1, scene.width + 2, scene.height + 2)
    return Scene(scene.width, scene.height, (Path(around, fill="#000000"), Path(outline, fill="#ffffff")))


def render_scenes(scenes: Sequence[Scene], sizes: Sequence[tuple[int, int]]) -> Iterator[Pictures.Image]:
    """Yield each scene, cut at its trim, as an RGB picture of exactly its size in pixels.

    The pixels are those of a PNG of that size.
    """
    if scenes:
        with opened_pdf(_pdf([Picture(scene) for scene in scenes])) as document:
            for page, size in enumerate(sizes):
                yield render(document, page, *size).to_picture()


def encode_png(
    picture: Pictures.Image, *, dpi: float | None = None, title: str = "", description: str = "", lang: str = "en"
) -> bytes:
    """Return an RGB picture as a PNG file with its resolution, title and description. Same picture, same bytes."""
    return encode_pixels(pixels_of(picture), Metadata(dpi, title, description, lang))


@dataclass(frozen=True, slots=True)
class _Job:
    page: int
    width: int
    height: int
    padding: tuple[float, float]
    metadata: Metadata
    optimised: bool
    mask: int | None = None
    """the page with the mask of a picture that is transparent outside of an outline"""


def _job(page: int, picture: Picture, mask: int | None) -> _Job:
    scene = picture.scene
    metadata = Metadata(picture.dpi, scene.title, scene.description, scene.lang)
    across, down = (max(pair) for pair in zip(picture.padding, picture.margins, strict=True))
    return _Job(page, *picture.size, (across, down), metadata, picture.optimised, mask)


def _make(document: Any, job: _Job) -> bytes:
    pixels = render(document, job.page, job.width, job.height)
    if job.mask is not None:
        mask = render(document, job.mask, job.width, job.height)
        return encode_cut_out(pixels.to_picture(), mask.to_picture(), job.metadata)
    _fill_edges(pixels, *job.padding)
    return encode_pixels(pixels, job.metadata, optimise=job.optimised)


def _fill_edges(pixels: Pixels, padding_x: float, padding_y: float) -> None:
    """Copy the outermost pixels that the bleed covers completely over those outside of them."""
    left, top = (math.ceil(padding - _VISIBLE) if padding else 0 for padding in (padding_x, padding_y))
    for x in range(left):
        _copy_column(pixels, left, x)
        _copy_column(pixels, pixels.width - 1 - left, pixels.width - 1 - x)
    for y in range(top):
        _copy_row(pixels, top, y)
        _copy_row(pixels, pixels.height - 1 - top, pixels.height - 1 - y)


def _copy_column(pixels: Pixels, source: int, target: int) -> None:
    for sample in (1, 2, 3):
        pixels.rows[3 * target + sample :: pixels.stride] = pixels.rows[3 * source + sample :: pixels.stride]


def _copy_row(pixels: Pixels, source: int, target: int) -> None:
    stride = pixels.stride
    pixels.rows[target * stride : (target + 1) * stride] = pixels.rows[source * stride : (source + 1) * stride]


def _make_in_processes(pdf: bytes, jobs: list[_Job], processes: int) -> Iterator[bytes]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # A forked process has everything imported. Forked processes share the position of open files, so each process
    # opens the PDF itself.
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    # Small tasks are sent together. Optimising takes long, so each picture is reported on its own.
    at_once = 1 if any(job.optimised for job in jobs) else max(1, min(4, len(jobs) // processes))
    tasks = (jobs[start : start + at_once] for start in range(0, len(jobs), at_once))
    stop, stopper = context.Pipe(duplex=False)
    with stop, stopper, ProcessPoolExecutor(processes, context, _open_in_worker, (pdf, stop)) as pool:
        submitted = (pool.submit(_make_in_worker, task) for task in tasks)
        ahead = deque(islice(submitted, _TASKS_AHEAD))
        try:
            while ahead:
                yield from ahead.popleft().result()
                ahead.extend(islice(submitted, 1))
        except BaseException:  # also if no more pictures are wanted
            stopper.send(None)
            pool.shutdown(cancel_futures=True)
            raise


_worker_document: Any = None  # the open PDF of a worker process

# Held by a worker process unless it makes a picture: it must not end while it sends its result.
_idle = threading.Lock()


def _open_in_worker(pdf: bytes, stop: Connection) -> None:
    global _worker_document
    # Ctrl-C reaches all processes of a terminal: the main process decides when the others end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _idle.acquire()
    threading.Thread(target=_end_with_build, args=(stop,), daemon=True).start()
    _worker_document = open_pdf(pdf)


def _end_with_build(stop: Connection) -> None:
    """End this worker process if the main process ends, or in the middle of a picture if that says so."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait

    main = parent_process()
    assert main is not None
    if main.sentinel not in wait([stop, main.sentinel]):
        _idle.acquire()
    os._exit(1)


def _make_in_worker(jobs: list[_Job]) -> list[bytes]:
    _idle.release()
    try:
        return [_make(_worker_document, job) for job in jobs]
    finally:
        _idle.acquire()
