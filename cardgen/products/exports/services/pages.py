"""The pages of a service that takes PDFs: one side of a card a page, with its bleed, in the order that it wants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.base.records import dataclass, replace
from cardgen.base.units import paper_name
from cardgen.cards.layout.cards import Laid
from cardgen.data.cells import to_csv
from cardgen.data.model import Game
from cardgen.formats.press.settings import Press
from cardgen.products.exports.images import ListedCard, image_rows, rows_inputs, title_of
from cardgen.products.exports.services.decks import FittedDeck
from cardgen.products.exports.services.fitting import Fit
from cardgen.products.files import BytesFile, PagesFile, key_of
from cardgen.products.imposition.marks import corner_marks
from cardgen.products.imposition.plan import CROP_MARK, CROP_MARK_GAP
from cardgen.products.product import Decks
from cardgen.products.scene_files import pages_file
from cardgen.scene.items import Placed, Rect, Scene, then, translate
from cardgen.scene.outlined import outline_scene

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
        """Return a page as a scene."""
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
