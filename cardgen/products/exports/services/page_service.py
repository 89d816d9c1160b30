"""A print service that takes PDFs with one side of a card a page, as an export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath

from cardgen.base.errors import DataError, Fault, Text, did_you_mean
from cardgen.base.plugins import load_plugin
from cardgen.base.words.messages import Message, message
from cardgen.data.model import Game
from cardgen.data.targets import TargetSource
from cardgen.data.templates.forms import BoxForm
from cardgen.formats.press.options import PressOptions, load_press
from cardgen.formats.press.settings import Press
from cardgen.products.exports.export import Export, ExportContext, decks_to_export
from cardgen.products.exports.services.decks import deck_faults, decks_to_make, order_lines, service_notes
from cardgen.products.exports.services.findings import CODES, limit_files, service_findings
from cardgen.products.exports.services.model import PageService
from cardgen.products.exports.services.options import PageOptions
from cardgen.products.exports.services.pages import PageOrder, page_files
from cardgen.products.files import OutputFile, PagesFile
from cardgen.products.options import Options
from cardgen.products.product import products_of
from cardgen.products.scene_files import for_press

_STANDARDS = {"x-1a": "PDF/X-1a:2003", "x-4": "PDF/X-4"}


def page_service_export(name: str, service: PageService) -> Export[PageOptions]:
    """Return the export of a print service that takes PDFs."""
    return Export(
        name,
        message("PDFs for {service}, one side of a card a page", service=service.title),
        PageOptions,
        partial(_files, name, service),
        steps=tuple(_steps(service)),
        check=partial(_check, name, service),
        codes=CODES,
        findings=partial(service_findings, name, service),
        notes=partial(_notes, service),
        order=partial(order_lines, service),
    )


def _check(name: str, service: PageService, options: PageOptions, source: TargetSource) -> Iterator[Fault]:
    """Yield a fault for each option that the game or the service does not have."""
    yield from deck_faults(name, service, options, source)
    order = _order(service, options)
    if order.backs == "once" and order.pages == "alternate":
        place = source.marked.place("targets", "exports", name)
        what = message("backs: once has no meaning where each face is followed by its back")
        yield Fault(place, what, message("write pages: fronts-then-backs or two-files, or backs: each"))
    if options.press is not None:
        yield from _press_faults(name, service, options.press, source)
    yield from _also_faults(name, options, source)


def _press_faults(name: str, service: PageService, press: PressOptions, source: TargetSource) -> Iterator[Fault]:
    path = ("targets", "exports", name, "press")
    if service.standard is not None and press.standard != service.standard:
        what = message("{service} asks for {standard}", service=service.title, standard=_STANDARDS[service.standard])
        place = source.marked.place(*path, "standard")
        yield Fault(place, what, message("write standard: {standard}", standard=service.standard))
    try:
        load_press(press, source.reader, source.marked.place(*path))
    except DataError as error:
        yield from error.faults


def _also_faults(name: str, options: PageOptions, source: TargetSource) -> Iterator[Fault]:
    """Yield a fault for each part of targets that has no PDFs, and one if there is no press."""
    listed = [key for key in source.file.targets.products if load_plugin("products", key).is_listed]
    place = source.marked.place("targets", "exports", name, "also")
    for part in options.also:
        if part not in listed:
            what = message("targets has no part {name!r} with PDFs", name=part)
            yield Fault(place, what, did_you_mean(part, listed))
    if options.also and options.press is None:
        yield Fault(place, message("also has no meaning without press"), message("sheets/ has the PDFs in RGB"))


def _order(service: PageService, options: PageOptions) -> PageOrder:
    """Return what the options ask for, or else the service."""
    return PageOrder(
        options.pages or service.pages,
        options.first or service.first,
        options.backs or service.backs,
        options.copies or service.copies,
        service.file_for,
        options.marks,
        service.outline_text if options.outline_text is None else options.outline_text,
        options.finish_files,
    )


def _files(name: str, service: PageService, context: ExportContext[PageOptions]) -> Iterator[OutputFile]:
    return limit_files(name, service, context.game, _all_files(name, service, context))


def _all_files(name: str, service: PageService, context: ExportContext[PageOptions]) -> Iterator[OutputFile]:
    """Yield the PDFs and the list of their pages. DataError if the service has no product for any deck."""
    game, options = context.game, context.options
    fitted = decks_to_make(name, service, game, options)
    place = game.marked.key_place("targets", "exports", name, "press")
    press = load_press(options.press, game.reader, place) if options.press else None
    yield from page_files(game, context.decks, fitted, _order(service, options), press)
    if press is not None:
        yield from _other_files(context, press)


def _other_files(context: ExportContext[PageOptions], press: Press) -> Iterator[PagesFile]:
    """Yield the PDFs of other parts of targets that the options name, as they are below sheets/."""
    for product in products_of(context.game):
        if product.section.name in context.options.also:
            for file in product.plan(context.game, context.all_decks, Options(only=("sheets/*.pdf",))):
                if isinstance(file, PagesFile):
                    yield for_press(context.game, file, PurePosixPath(file.path).name, press)


def _notes(service: PageService, game: Game, options: PageOptions) -> Iterator[Text]:
    """Yield what people have to know of the files: what all services say, and colours other than those asked for."""
    yield from service_notes(service, game, options)
    if options.press is None and service.colours == "cmyk":
        asked = _STANDARDS[service.standard] if service.standard else message("CMYK")
        template = "{service} asks for {asked}, and these pages are RGB: name an ICC profile with press:"
        yield message(template, service=service.title, asked=asked)
    decks = [game.decks[name] for name in decks_to_export(game, "order", options)]
    sides = (side for deck in decks for side in deck.template.sides.values())
    if options.press is None and not options.finish_files and any(_has_finish(side.boxes) for side in sides):
        yield message("cards have a finish, such as foil, and these pages do not: write press: or finish_files: true")


def _has_finish(boxes: Mapping[str, BoxForm]) -> bool:
    """Return True if any box has a finish, also inside of others."""
    return any("finish" in form.marked.value or _has_finish(form.inside) for form in boxes.values())


def _steps(service: PageService) -> Iterator[Message]:
    if service.link:
        yield message("1. Upload each PDF as a deck of cards of its size: {link}", link=service.link)
    else:
        yield message("1. Upload each PDF as a deck of cards of its size.")
    yield message("2. pages.csv names the card of each page. Compare the number of cards with what the service counts.")
    yield message(
        "3. Order a proof before you order many: the service has not been asked what it thinks of these files."
    )
