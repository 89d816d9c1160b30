"""The printing plates of a PDF, as Ghostscript makes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from PIL import Image as Pictures
from PIL import ImageChops, ImageMath, ImageStat

from tests.prepress.tools import run_tool


def _ghostscript(pdf: Path, device: str, folder: Path, *more: str) -> list[Path]:
    folder.mkdir()
    done = run_tool("gs", "-q", "-dBATCH", "-dNOPAUSE", f"-sDEVICE={device}", *more, "-o", folder / "p%d.tif", pdf)
    assert done.returncode == 0, done.stderr
    return sorted(folder.iterdir())


def most_ink(pdf: Path, folder: Path, dpi: int = 100) -> float:
    """Return the largest sum of all four inks in any point of any page, in percent."""
    highest = 0.0
    for file in _ghostscript(pdf, "tiff32nc", folder, f"-r{dpi}"):
        with Pictures.open(file) as picture:
            plates = dict(zip("cmyk", picture.split(), strict=True))
            total = ImageMath.lambda_eval(lambda o: o["c"] + o["m"] + o["y"] + o["k"], **plates)
            highest = max(highest, total.getextrema()[1] / 2.55)
    return highest


def coverage(pdf: Path) -> list[tuple[float, ...]]:
    """Return how much of each page cyan, magenta, yellow and black cover, from 0 to 1."""
    done = run_tool("gs", "-q", "-dBATCH", "-dNOPAUSE", "-sDEVICE=inkcov", "-o", "-", pdf)
    lines = re.findall(r"([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) CMYK OK", done.stdout)
    return [tuple(map(float, line)) for line in lines]


def plate(pdf: Path, folder: Path, ink: str, overprint: str, dpi: int = 100) -> float:
    """Return the mean of a plate of the first page, from 0 to 1; `overprint` is simulate or disable."""
    _ghostscript(pdf, "tiffsep", folder, f"-r{dpi}", f"-dOverprint=/{overprint}")
    (file,) = folder.glob(f"*({ink}).tif")
    with Pictures.open(file) as picture:
        return 1 - ImageStat.Stat(picture.convert("L")).mean[0] / 255


def plates_of(pdf: Path, folder: Path, overprint: str, dpi: int) -> dict[str, Pictures.Image]:
    """Return the plates of the first page by name, 255 where there is ink; `overprint` is simulate or disable."""
    _ghostscript(pdf, "tiffsep", folder, f"-r{dpi}", f"-dOverprint=/{overprint}")
    plates = {}
    for file in folder.glob("p1(*).tif"):
        with Pictures.open(file) as picture:
            plates[file.stem.removeprefix("p1(").removesuffix(")")] = ImageChops.invert(picture.convert("L"))
    return plates


def pages_as_shown(pdf: Path, folder: Path, dpi: int = 60) -> Iterator[Pictures.Image]:
    """Yield the pages as a screen shows them."""
    for file in _ghostscript(pdf, "tiff24nc", folder, f"-r{dpi}", "-dGraphicsAlphaBits=4", "-dTextAlphaBits=4"):
        with Pictures.open(file) as picture:
            yield picture.convert("RGB")


def mean_difference(first: Pictures.Image, second: Pictures.Image) -> float:
    """Return the mean difference of the channels of two pictures, 0 to 255."""
    means = ImageStat.Stat(ImageChops.difference(first, second)).mean
    return sum(means) / len(means)
