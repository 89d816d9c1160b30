"""A print service that takes PDFs with one side of a card a page, as an export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath

from cardgen.base.errors import DataError, Fault, Text, did_you_mean
from cardgen.base.plugins import load_plugin
from cardgen.base.records import dataclass, replace
from cardgen.base.units import paper_name
from cardgen.base.words.messages import Message, message
from cardgen.cards.layout.cards import Laid
from cardgen.data.cells import to_csv
from cardgen.data.model import Game
from cardgen.data.targets import TargetSource
from cardgen.data.templates.forms import BoxForm
from cardgen.formats.press.options import PressOptions, load_press
from cardgen.formats.press.settings import Press
from cardgen.products.exports.export import Export, ExportContext, decks_to_export
from cardgen.products.exports.images import ListedCard, image_rows, rows_inputs, title_of
from cardgen.products.exports.services.decks import FittedDeck, deck_faults, decks_to_make, order_lines, service_notes
from cardgen.products.exports.services.findings import CODES, limit_files, service_findings
from cardgen.products.exports.services.fitting import Fit
from cardgen.products.exports.services.model import PageService
from cardgen.products.exports.services.options import PageOptions
from cardgen.products.files import BytesFile, OutputFile, PagesFile, key_of
from cardgen.products.imposition.marks import corner_marks
from cardgen.products.imposition.plan import CROP_MARK, CROP_MARK_GAP
from cardgen.products.options import Options
from cardgen.products.product import Decks, products_of
from cardgen.products.scene_files import for_press, pages_file
from cardgen.scene.items import Placed, Rect, Scene, then, translate
from cardgen.scene.outlined import outline_scene

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


# ---------------------------------------------------------------- pages


#: The list of the pages.
LIST = "pages.csv"
_COLUMNS = ("file", "page", "side", "deck", "card", "copies", "title")

#: The space between crop marks and the edge of the page, mm.
_BEYOND_MARKS = 1.0


@dataclass(frozen=True, slots=True)
class PageOrder:
    """The pages that a service wants. `pages`, `first`, `backs` and `copies` are those of its file."""

    pages: str
    first: str
    backs: str
    copies: str
    file_for: str
    marks: str
    outline_text: bool
    finish_files: bool = False


@dataclass(frozen=True, slots=True)
class _SidePage:
    """A page: a side of a card, and the row that it belongs to."""

    row: ListedCard
    side: Laid
    is_back: bool


def page_files(
    game: Game, laid: Decks, fitted: Sequence[FittedDeck], order: PageOrder, press: Press | None = None
) -> Iterator[PagesFile | BytesFile]:
    """Yield a PDF for each deck or product, or one of faces and one of backs; then the list of their pages."""
    fits = {one.deck: one.fit for one in fitted}
    maker = _PageMaker(fits, order)
    lines: list[tuple[object, ...]] = []
    every: list[ListedCard] = []
    for name, decks in _groups(fitted, order):
        rows = image_rows(game, laid, decks, each_copy=order.copies == "repeat")
        for suffix, pages in _sequences(rows, order):
            path = f"{name}{suffix}.pdf"
            inks = replace(press, separate=True) if press is not None and order.finish_files else press
            file = _file(game, path, pages, maker, inks)
            yield file
            if order.finish_files:
                yield from _finish_files(game, file, press)
            lines += [_line(game, path, number, page) for number, page in enumerate(pages, start=1)]
        every += rows
    table = to_csv([_COLUMNS, *lines])
    yield BytesFile(
        path=LIST,
        key=key_of("pages", table.decode()),
        inputs=rows_inputs(game, every),
        facts={"rows": len(lines)},
        make=lambda: table,
    )


def _groups(fitted: Sequence[FittedDeck], order: PageOrder) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each file, and its decks."""
    groups: dict[str, list[str]] = {}
    for one in fitted:
        groups.setdefault(one.product if order.file_for == "product" else one.deck, []).append(one.deck)
    return iter(groups.items())


def _sequences(rows: Sequence[ListedCard], order: PageOrder) -> Iterator[tuple[str, list[_SidePage]]]:
    """Yield the pages of each file in their order, with the end of the file's name."""
    fronts = [_SidePage(row, row.card.face, False) for row in rows]
    backs = [_SidePage(row, row.card.back, True) for row in rows if row.card.back is not None]
    if order.backs == "once":
        shared = {id(page.side.scene): page for page in reversed(backs)}
        backs = list(shared.values()) if len(shared) == 1 else backs
    if order.pages == "two-files":
        yield "-fronts", fronts
        if backs:
            yield "-backs", backs
    elif order.pages == "fronts-then-backs":
        yield "", [*fronts, *backs]
    else:
        both = {id(page.row): page for page in backs}
        pairs = ([page, both[id(page.row)]] if id(page.row) in both else [page] for page in fronts)
        yield "", [page for pair in pairs for page in (pair if order.first == "front" else reversed(pair))]


class _PageMaker:
    """Makes each different page once: a PDF stores a page that it shows again only once."""

    def __init__(self, fits: dict[str, Fit], order: PageOrder) -> None:
        self.fits = fits
        self.order = order
        self.made: dict[tuple[Scene, Fit, bool], Scene] = {}

    def scene(self, page: _SidePage) -> Scene:
        key = page.side.scene, self.fits[page.row.deck.id], page.is_back
        if key not in self.made:
            scene = _page_scene(*key, has_marks=self.order.marks == "crop")
            self.made[key] = outline_scene(scene) if self.order.outline_text else scene
        return self.made[key]


def _page_scene(side: Scene, fit: Fit, is_back: bool, has_marks: bool) -> Scene:
    """Return a page: a side of a card with its bleed, on a larger page with crop marks around it if it has any."""
    width, height = fit.cut.trim
    bleed = fit.cut.bleed[0]
    beyond = bleed + (CROP_MARK_GAP + CROP_MARK + _BEYOND_MARKS if has_marks else 0.0)
    trim: Rect = (beyond, beyond, width, height)
    clip = fit.area_on(side, (width + 2 * bleed, height + 2 * bleed))  # no art is beyond the bleed
    placed = Placed(side, then(fit.matrix(side, is_back), translate(beyond, beyond)), clip)
    marks = (corner_marks(trim, bleed),) if has_marks else ()
    return Scene(
        width + 2 * beyond,
        height + 2 * beyond,
        (placed, *marks),
        bleed,
        side.name,
        side.title,
        side.description,
        side.lang,
        trim,
    )


def _file(game: Game, path: str, pages: Sequence[_SidePage], maker: _PageMaker, press: Press | None) -> PagesFile:
    scenes = [maker.scene(page) for page in pages]
    inputs = rows_inputs(game, (page.row for page in pages))
    first = scenes[0]
    return pages_file(game, path, scenes, inputs, paper_name(first.width, first.height), "", press=press)


def _finish_files(game: Game, file: PagesFile, press: Press | None) -> Iterator[PagesFile]:
    """Yield a PDF for each finish of a file, with as many pages: the finish is black ink, all else is white."""
    from cardgen.formats.press_plates import finish_page, finishes_of  # lazy: most exports have no finish

    paper = str(file.facts["paper"])
    for finish in finishes_of(file.scenes, press):
        made = {scene: finish_page(scene, finish) if press is None else scene for scene in dict.fromkeys(file.scenes)}
        path = f"{file.path.removesuffix('.pdf')}-{finish}.pdf"
        inks = None if press is None else replace(press, only=finish)
        yield pages_file(game, path, [made[scene] for scene in file.scenes], file.inputs, paper, "", press=inks)


def _line(game: Game, path: str, number: int, page: _SidePage) -> tuple[object, ...]:
    row = page.row
    side, title = "back" if page.is_back else "front", title_of(game, row.deck, row.card.card)
    return path, number, side, row.deck.id, row.card.card.id, row.copies, title
