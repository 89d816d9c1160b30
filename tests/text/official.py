"""The test files of the Unicode Character Database: those in `data`, or complete ones in the folder UNICODE_TESTS."""

from __future__ import annotations

import lzma
import os
from collections.abc import Iterator
from pathlib import Path

DATA = Path(__file__).parent / "data"

#: A folder with the complete test files of Unicode 17.0.0, for the soak tests.
UNICODE_TESTS = os.environ.get("UNICODE_TESTS", "")


def part_of(name: str) -> list[str]:
    """Return the lines of a file in `data`."""
    return lzma.decompress((DATA / f"{name}.xz").read_bytes()).decode().splitlines()


def complete(name: str) -> list[str]:
    """Return the lines of a complete test file, without comments and empty lines."""
    lines = (Path(UNICODE_TESTS) / name).read_text(encoding="utf-8").splitlines()
    return [line for text in lines if (line := text.partition("#")[0].strip())]


def parts(text: str, marks: bytes) -> list[str]:
    """Return the parts of a text that begin at the positions with marks."""
    places = [i for i, value in enumerate(marks) if value]
    return [text[a:b] for a, b in zip([0, *places], places, strict=False) if a < b]


def segmentation_cases(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield texts with their parts, from lines such as "× 0061 ÷ 0062 ÷"."""
    for line in lines:
        fields = line.split()
        text = "".join(chr(int(code, 16)) for code in fields[1::2])
        yield text, parts(text, bytes(mark == "÷" for mark in fields[::2]))
