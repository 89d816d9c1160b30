"""Measure how much of each page of the rulebooks is blank at the foot, and the time to lay them out.

python benchmarks/blank_pages.py [GAME...] [--pages FOLDER]; --pages writes a picture of all pages of each book.
"""

from __future__ import annotations

import argparse
import io
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from cardgen.building.editions import layout_editions
from cardgen.data.load import load_game
from cardgen.data.model import Game, Rulebook
from cardgen.formats.png import to_png
from cardgen.products.options import Options
from cardgen.products.rulebook import RULEBOOK, book_sources, parse_book
from cardgen.products.rulebook_theme import theme_of
from cardgen.rulebook.book import Sources
from cardgen.rulebook.pages import layout_rulebook
from cardgen.scene.items import Scene

REPOSITORY = Path(__file__).parent.parent
_GAMES = [
    *(f"card_data/{name}" for name in ("blitz", "block-killer", "blokus", "heroes", "thread-race")),
    "examples/story/card_data/story",
    "examples/tale/card_data/tale",
]
_DPI, _DPI_PICTURES = 40, 60
#: From the bottom edge to the column, beside the foot of the style, mm.
_BELOW_COLUMN = 7.0


@dataclass(frozen=True)
class Measured:
    """A book: its pages, the blank share at the foot of each page of text, in percent, and the seconds it took.

    The last page of text is not counted: it ends where the text does.
    """

    name: str
    pages: tuple[Scene, ...]
    shares: tuple[float, ...]
    seconds: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=_GAMES)
    parser.add_argument("--pages", type=Path)
    options = parser.parse_args()
    print(
        f"{'book':32} pages   mean  most  over 20 %  seconds   blank at the foot of each page of text but the last, %"
    )
    for folder in options.games:
        for book in measure_game(REPOSITORY / folder):
            shares = book.shares
            over = sum(share > 20 for share in shares)
            numbers = " ".join(f"{share:.0f}" for share in shares)
            print(
                f"{book.name:32} {len(book.pages):5} {statistics.mean(shares):6.1f} {max(shares):5.0f} {over:10}"
                f" {book.seconds:8.2f}   {numbers}",
                flush=True,
            )
            if options.pages:
                options.pages.mkdir(parents=True, exist_ok=True)
                picture_of(book.pages).save(options.pages / f"{book.name}.png")


def measure_game(folder: Path) -> Iterator[Measured]:
    templates = folder.parent.parent / "templates"
    game = load_game(folder, templates)
    for edition in layout_editions(game, Options()):
        sources = book_sources(edition.game, edition.laid)
        for book in edition.game.all_books:
            yield measure_book(edition.game, book, sources)


def measure_book(game: Game, rulebook: Rulebook, sources: Sources) -> Measured:
    theme, size = theme_of(game, rulebook.lang), RULEBOOK.of(game.file).page
    start = time.process_time()
    book = parse_book(game, rulebook, sources)
    pages = layout_rulebook(book, sources, page=size, theme=theme)
    seconds = time.process_time() - start
    bare = layout_rulebook(book, sources, page=size, theme=theme, multiple=1)
    first = min((mark.page for mark in pages.bookmarks), default=int(theme.has_cover))
    text = bare.scenes[first : len(bare.scenes) - bare.has_back - 1]
    style = theme.style(rulebook.lang)
    top, bottom = style.margin, size[1] - style.foot - _BELOW_COLUMN
    shares = tuple(blank_share(scene, top, bottom) for scene in text)
    return Measured(f"{game.folder.name} {rulebook.name}.{rulebook.lang}", pages.scenes, shares, seconds)


def blank_share(scene: Scene, top: float, bottom: float) -> float:
    """Return how much of the column between `top` and `bottom`, mm, is blank below the last ink, in percent."""
    picture = Image.open(io.BytesIO(to_png(scene, dpi=_DPI))).convert("RGB")
    scale = picture.height / scene.height
    column = picture.crop((0, round(top * scale), picture.width, round(bottom * scale)))
    paper = picture.getpixel((1, 1))
    row = column.height
    while row and column.crop((0, row - 1, column.width, row)).getcolors() == [(column.width, paper)]:
        row -= 1
    return 100 * (column.height - row) / column.height


def picture_of(pages: tuple[Scene, ...], across: int = 8) -> Image.Image:
    """Return all pages in small, side by side."""
    pictures = [Image.open(io.BytesIO(to_png(scene, dpi=_DPI_PICTURES))) for scene in pages]
    width, height = pictures[0].width + 6, pictures[0].height + 6
    rows = -(-len(pictures) // across)
    whole = Image.new("RGB", (width * across, height * rows), "#777777")
    for number, picture in enumerate(pictures):
        whole.paste(picture, (number % across * width + 3, number // across * height + 3))
    return whole


if __name__ == "__main__":
    main()
