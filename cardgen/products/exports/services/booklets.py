"""Booklets for a service that takes a picture of each page: books laid out in its size."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import DataError, Fault, did_you_mean
from cardgen.base.units import MM_PER_INCH
from cardgen.base.words.messages import message
from cardgen.data.model import RULES, Game, Rulebook
from cardgen.data.targets import TargetSource
from cardgen.products.exports.services.model import BookletProduct, PictureService
from cardgen.products.exports.services.options import PictureOptions
from cardgen.products.files import PngFile, key_of
from cardgen.products.product import Decks
from cardgen.products.rulebook import lay_out_book
from cardgen.scene.items import Placed, Scene, translate
from cardgen.scene.keys import content_key


def booklet_faults(
    name: str, service: PictureService, options: PictureOptions, source: TargetSource
) -> Iterator[Fault]:
    """Yield a fault for each book that the game does not have, and for each booklet that the service does not."""
    books, booklets = [RULES, *source.file.books], list(service.booklets)
    for book, booklet in options.booklets.items():
        if book not in books:
            place = source.marked.key_place("targets", "exports", name, "booklets", book)
            yield Fault(place, message("there is no book {name!r}", name=book), did_you_mean(book, books))
        if booklet not in booklets:
            place = source.marked.place("targets", "exports", name, "booklets", book)
            what = message("{service} has no booklet {booklet!r}", service=service.title, booklet=booklet)
            yield Fault(place, what, did_you_mean(booklet, booklets))


def booklet_files(
    name: str, game: Game, decks: Decks, service: PictureService, options: PictureOptions, optimise: bool
) -> Iterator[PngFile]:
    """Yield a picture of each page of each book, in a folder of its booklet's name.

    DataError for a book with faults in that size, or with too many pages.
    """
    for book in game.all_books:
        booklet = options.booklets.get(book.name)
        if booklet is not None:
            yield from _pages(name, game, decks, book, service, booklet, optimise)


def _pages(
    name: str, game: Game, decks: Decks, book: Rulebook, service: PictureService, booklet: str, optimise: bool
) -> Iterator[PngFile]:
    from cardgen.formats.png import Picture
    from cardgen.text.measuring import is_right_to_left

    product = service.booklets[booklet]
    bleed = [pixels / service.dpi * MM_PER_INCH for pixels in product.bleed]
    size = [pixels / service.dpi * MM_PER_INCH for pixels in product.pixels]
    scenes, inputs = lay_out_book(game, decks, book, (size[0] - 2 * bleed[0], size[1] - 2 * bleed[1]))
    if len(scenes) > product.most_pages:
        place = game.marked.place("targets", "exports", name, "booklets", book.name)
        template = "{book} has {pages} pages as {booklet}, expected at most {most}"
        what = message(template, book=book.shown, pages=len(scenes), booklet=booklet, most=product.most_pages)
        raise DataError(Fault(place, what, message("choose a larger booklet")))
    # Services bind at the left: a book from right to left is read from its last page, with its binding at the right.
    scenes = scenes[::-1] if is_right_to_left(book.lang) else scenes
    digits = len(str(len(scenes)))
    for number, scene in enumerate(scenes, start=1):
        picture = Picture(
            _picture(scene, (size[0], size[1])), service.dpi, False, optimise, _margins(scene, product, service.dpi)
        )
        yield PngFile(
            path=f"{booklet}/{book.name}.{book.lang}-{number:0{digits}}.png",
            key=key_of("booklet", content_key(scene), product, service.dpi, optimise),
            inputs=inputs,
            facts={"pixels": list(picture.size), "dpi": service.dpi},
            picture=picture,
        )


def _picture(page: Scene, size: tuple[float, float]) -> Scene:
    """Return a page in the middle of a picture."""
    middle = translate((size[0] - page.width) / 2, (size[1] - page.height) / 2)
    return Scene(*size, (Placed(page, middle),), title=page.title, description=page.description, lang=page.lang)


def _margins(page: Scene, product: BookletProduct, dpi: int) -> tuple[float, float]:
    """Return the pixels at each side that a page and its bleed leave empty: they repeat the edge of the page."""
    across, down = (max(0.0, bleed - page.bleed / MM_PER_INCH * dpi) for bleed in product.bleed)
    return across, down
