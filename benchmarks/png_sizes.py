"""Compare the sizes of PNGs: as Pillow writes them, as cardgen does with and without --optimise, as oxipng does.

pip install pyoxipng && python benchmarks/png_sizes.py [EVERY] [FOLDER...]

Reads the PNGs of both games, or all below the given folders; only every EVERY-th of them, by default every fifth.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import oxipng
from measure import CARDGEN, Scratch, run
from PIL import Image

from cardgen.formats.png_files import Metadata, encode_pixels
from cardgen.formats.png_rows import pixels_of

GAMES = ("block-killer", "blokus")


def by_pillow(picture: Image.Image, **options: object) -> bytes:
    file = io.BytesIO()
    picture.save(file, "PNG", **options)
    return file.getvalue()


def by_cardgen(picture: Image.Image, optimise: bool) -> bytes:
    return encode_pixels(pixels_of(picture), Metadata(300), optimise=optimise)


WRITERS: dict[str, Callable[[Image.Image], bytes]] = {
    "Pillow, level 4": lambda picture: by_pillow(picture, compress_level=4),
    "Pillow, optimize": lambda picture: by_pillow(picture, optimize=True),
    "cardgen": lambda picture: by_cardgen(picture, False),
    "cardgen --optimise": lambda picture: by_cardgen(picture, True),
    "oxipng, level 2": lambda picture: oxipng.optimize_from_memory(by_cardgen(picture, False), level=2),
    "oxipng, level 4": lambda picture: oxipng.optimize_from_memory(by_cardgen(picture, False), level=4),
}


def compare(folder: Path, every: int) -> None:
    """Print the bytes of all pictures below a folder, and the processor time for each, by writer."""
    pictures = [Image.open(path).convert("RGB") for path in sorted(folder.rglob("*.png"))[::every]]
    print(f"{folder.name}, {len(pictures)} pictures")
    for name, write in WRITERS.items():
        began = time.process_time()
        sizes = [len(write(picture)) for picture in pictures]
        print(f"  {name:<20} {sum(sizes):>11,} bytes {(time.process_time() - began) / len(sizes):8.3f} s a picture")


def built_games(out: Path) -> Iterator[Path]:
    for game in GAMES:
        run([*CARDGEN, "build", game, "--quiet", "--only", "cards/png", "--out", str(out)])
        yield out / game


def main() -> None:
    every, *folders = sys.argv[1:] or ["5"]
    with Scratch() as out:
        for folder in map(Path, folders) if folders else built_games(out):
            compare(folder, int(every))


main()
