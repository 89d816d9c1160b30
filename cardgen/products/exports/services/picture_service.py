"""A print service that takes pictures, as an export: its files, what it would refuse, and how to upload."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import PurePosixPath

from cardgen.base.errors import DataError, Fault, Text, did_you_mean
from cardgen.base.units import MM_PER_INCH
from cardgen.base.words.messages import Message, joined, message
from cardgen.data.model import RULES, Game, Rulebook
from cardgen.data.targets import TargetSource
from cardgen.products.exports.export import Export, ExportContext
from cardgen.products.exports.images import list_file
from cardgen.products.exports.services.decks import deck_faults, decks_to_make, order_lines, service_notes
from cardgen.products.exports.services.findings import CODES, limit_files, service_findings
from cardgen.products.exports.services.model import BookletProduct, PictureService
from cardgen.products.exports.services.options import PictureOptions
from cardgen.products.exports.services.pictures import picture_files, picture_fits, rows_by_product
from cardgen.products.files import OutputFile, PngFile, key_of
from cardgen.products.product import Decks
from cardgen.products.rulebook import lay_out_book
from cardgen.scene.items import Placed, Scene, translate
from cardgen.scene.keys import content_key


def picture_service_export(name: str, service: PictureService) -> Export[PictureOptions]:
    """Return the export of a print service that takes pictures."""
    return Export(
        name,
        message("pictures for {service}", service=service.title),
        PictureOptions,
        partial(_files, name, service),
        steps=tuple(_steps(service)),
        check=partial(_check, name, service),
        codes=CODES,
        findings=partial(service_findings, name, service),
        notes=partial(service_notes, service),
        order=partial(order_lines, service),
    )


# ---------------------------------------------------------------- options


def _check(name: str, service: PictureService, options: PictureOptions, source: TargetSource) -> Iterator[Fault]:
    """Yield a fault for each option that the game or the service does not have."""
    yield from deck_faults(name, service, options, source)
    yield from booklet_faults(name, service, options, source)

    def fault(what: Text, hint: Text, *path: str) -> Fault:
        return Fault(source.marked.place("targets", "exports", name, *path), what, hint)

    if options.dpi is not None and not service.dpi <= options.dpi <= (service.most_dpi or service.dpi):
        yield fault(_wrong_dpi(service, options.dpi), "", "dpi")
    if options.copies is not None and service.copies == "order":
        what = message("{service} takes copies as its order says", service=service.title)
        yield fault(what, message("leave out copies"), "copies")
    if options.stock is not None and options.stock not in service.stocks:
        what = message("{service} has no stock {stock!r}", service=service.title, stock=options.stock)
        yield fault(what, did_you_mean(options.stock, list(service.stocks)), "stock")
    stock = _stock(service, options)
    if options.foil and (not stock or stock in service.no_foil):
        what = message("{service} does not make {stock} with foil", service=service.title, stock=stock or "…")
        others = [other for other in service.stocks if other not in service.no_foil]
        yield fault(what, message("expected one of: {words}", words=joined(others)) if others else "", "foil")


def _wrong_dpi(service: PictureService, dpi: int) -> Message:
    if service.most_dpi is None:
        template = "{service} takes pictures of {least} dpi only, not of {dpi}"
        return message(template, service=service.title, least=service.dpi, dpi=dpi)
    template = "{service} takes pictures of {least} to {most} dpi, not of {dpi}"
    return message(template, service=service.title, least=service.dpi, most=service.most_dpi, dpi=dpi)


def _stock(service: PictureService, options: PictureOptions) -> str:
    return options.stock or (service.stocks[0] if service.stocks else "")


# ---------------------------------------------------------------- files


def _files(name: str, service: PictureService, context: ExportContext[PictureOptions]) -> Iterator[OutputFile]:
    return limit_files(name, service, context.game, _all_files(name, service, context))


def _all_files(name: str, service: PictureService, context: ExportContext[PictureOptions]) -> Iterator[OutputFile]:
    """Yield the pictures, then the lists of them. DataError if the service has no product for any deck."""
    game, options = context.game, context.options
    fitted = decks_to_make(name, service, game, options)
    copies = options.copies or service.copies
    rows = rows_by_product(game, context.decks, fitted, each_copy=copies == "files")
    fits = picture_fits(service, fitted, options.dpi or service.dpi)
    every = [row for own in rows.values() for row in own]
    pictures = list(picture_files(game, every, fits, context.optimise))
    yield from pictures
    yield list_file(game, every, {file.path: file for file in pictures})
    if copies == "order":
        from cardgen.products.exports.services.order import order_files

        yield from order_files(game, service, _stock(service, options), options.foil, rows)
    yield from booklet_files(name, game, context.all_decks, service, options, context.optimise)
    if options.contact_sheet:
        from cardgen.products.exports.services.proof import proof_file

        yield proof_file(game, rows, fits)
    if options.zip:
        from cardgen.products.exports.archives import archive_file

        for product, own in rows.items():
            names = {path for row in own for path in (row.file, row.back) if path}
            inside = sorted((file for file in pictures if file.path in names), key=lambda file: file.path)
            yield archive_file(f"{name}-{product}.zip", [(PurePosixPath(file.path).name, file) for file in inside])


# ---------------------------------------------------------------- words


def _steps(service: PictureService) -> Iterable[Message]:
    if service.copies == "order":
        yield message("1. Start {service} in the folder of order.xml: {link}", service=service.title, link=service.link)
        yield message("2. Let it fill a project of the product that the folder of the pictures is named after.")
        yield message("3. Compare the project with contact-sheet.pdf before you pay.")
        return
    if service.link:
        template = "1. Start a project for each folder, of the product that it is named after: {link}"
        yield message(template, link=service.link)
    else:
        yield message("1. Start a project for each folder, of the product that it is named after.")
    if service.copies == "files":
        yield message("2. Upload the pictures that end in -front, in the order of their names: one for each copy.")
    else:
        yield message("2. Upload the pictures that end in -front, and set their copies as cards.csv says.")
    yield message("3. Use DECK-back.png for all cards of a deck, or the back that the column back of cards.csv names.")


# ---------------------------------------------------------------- booklets


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
    middle = translate((size[0] - page.width) / 2, (size[1] - page.height) / 2)
    return Scene(*size, (Placed(page, middle),), title=page.title, description=page.description, lang=page.lang)


def _margins(page: Scene, product: BookletProduct, dpi: int) -> tuple[float, float]:
    """Return the pixels at each side that a page and its bleed leave empty: they repeat the edge of the page."""
    across, down = (max(0.0, bleed - page.bleed / MM_PER_INCH * dpi) for bleed in product.bleed)
    return across, down
