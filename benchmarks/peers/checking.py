"""Compare the sheets of another program with cardgen's:

    python benchmarks/peers/checking.py OURS.pdf THEIRS.pdf [--pages]

Both need as many pages, of the same sizes, with the same lines of text in the same order. The first and the last sheet
are also compared as pictures. With --pages, only the number and the sizes of the pages are compared. The exit code is 1
if the sheets differ: a program that leaves out work has no result.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image, ImageChops, ImageFilter

#: Two sizes of a page are the same if they differ by less, in points. Programs round 841.8898 differently.
SIZE_TOLERANCE = 0.01

#: Pictures are compared at this resolution. A pixel, 0.17 mm, may be at the place of a neighbour.
DPI = 150

#: A pixel differs from its neighbours in the other picture if one of its colours is farther from theirs, of 255.
COLOUR_TOLERANCE = 64

#: Pale grounds are compared by their averages: the side of a square in pixels, 5.4 mm, and the tolerance, of 255.
SQUARE, AVERAGE_TOLERANCE = 32, 10


def lines_of(page: pdfium.PdfPage) -> list[str]:
    """Return the lines of text in the order of the file, their words separated by single spaces."""
    text = page.get_textpage().get_text_bounded()
    lines = (" ".join(line.split()) for line in text.splitlines())
    return [line for line in lines if line]


def render(page: pdfium.PdfPage) -> Image.Image:
    return page.render(scale=DPI / 72).to_pil().convert("RGB")


def count_differing_pixels(first: Image.Image, second: Image.Image) -> int:
    """Return how many pixels of one picture are unlike the same pixel of the other one and its eight neighbours."""
    return max(_count_unlike(*pair) for pair in ((first, second), (second, first)))


def _count_unlike(picture: Image.Image, other: Image.Image) -> int:
    too_light = ImageChops.subtract(picture, other.filter(ImageFilter.MaxFilter(3)))
    too_dark = ImageChops.subtract(other.filter(ImageFilter.MinFilter(3)), picture)
    return _count_above(ImageChops.lighter(too_light, too_dark), COLOUR_TOLERANCE)


def count_differing_squares(first: Image.Image, second: Image.Image) -> int:
    """Return how many squares of the pictures have another average colour."""
    difference = ImageChops.difference(first.reduce(SQUARE), second.reduce(SQUARE))
    return _count_above(difference, AVERAGE_TOLERANCE)


def _count_above(difference: Image.Image, tolerance: int) -> int:
    """Return how many pixels have a colour above a tolerance."""
    red, green, blue = difference.split()
    largest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(largest.histogram()[tolerance + 1 :])


def _find_size_faults(ours: pdfium.PdfPage, theirs: pdfium.PdfPage) -> Iterator[str]:
    (width, height), (other_width, other_height) = ours.get_size(), theirs.get_size()
    if abs(width - other_width) > SIZE_TOLERANCE or abs(height - other_height) > SIZE_TOLERANCE:
        yield f"{other_width:.2f} × {other_height:.2f} pt, not {width:.2f} × {height:.2f}"


def _find_text_faults(ours: pdfium.PdfPage, theirs: pdfium.PdfPage) -> Iterator[str]:
    lines, other_lines = lines_of(ours), lines_of(theirs)
    if lines != other_lines:
        pairs = zip([*lines, "(nothing)"], [*other_lines, "(nothing)"], strict=False)
        line, other_line = next((line, other) for line, other in pairs if line != other)
        yield f"the line {other_line!r}, not {line!r}"


def _find_picture_faults(ours: pdfium.PdfPage, theirs: pdfium.PdfPage) -> Iterator[str]:
    picture, other = render(ours), render(theirs)
    if picture == other:  # the comparison with neighbours takes most of the time
        return
    if picture.size == other.size:
        if count := count_differing_pixels(picture, other):
            yield f"{count} of {picture.width * picture.height} pixels differ"
        if count := count_differing_squares(picture, other):
            yield f"{count} squares have another colour"


def find_faults(ours: Path, theirs: Path, only_pages: bool = False) -> list[str]:
    """Return what is different in the other program's file; nothing if it has the same sheets."""
    first, second = pdfium.PdfDocument(ours), pdfium.PdfDocument(theirs)
    if len(first) != len(second):
        return [f"{len(second)} pages, not {len(first)}"]
    pictures = {0, 1, len(first) - 2, len(first) - 1}
    messages = []
    for index in range(len(first)):
        pages = first[index], second[index]
        messages += [f"page {index + 1}: {fault}" for fault in _find_size_faults(*pages)]
        if not only_pages:
            messages += [f"page {index + 1}: {fault}" for fault in _find_text_faults(*pages)]
        if not only_pages and index in pictures:
            messages += [f"page {index + 1}: {fault}" for fault in _find_picture_faults(*pages)]
    return messages


def main() -> None:
    ours, theirs, *options = sys.argv[1:]
    messages = find_faults(Path(ours), Path(theirs), only_pages="--pages" in options)
    print(*messages[:20], sep="\n", end="\n" if messages else "", file=sys.stderr)
    raise SystemExit(bool(messages))


if __name__ == "__main__":
    main()
