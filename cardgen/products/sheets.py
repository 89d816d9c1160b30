"""Sheets of cards, and the outlines of the cards for cutting machines."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, count
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Annotated, BinaryIO, Literal

from pydantic import Field

from cardgen.base.errors import Fault, Finding, all_of, did_you_mean
from cardgen.base.records import dataclass, replace
from cardgen.base.temporary import Content, content_of
from cardgen.base.units import paper_size
from cardgen.base.words.messages import message
from cardgen.data.card_shapes import CIRCLE, HEXAGON, RECTANGLE, portrait_outline
from cardgen.data.kinds import CopiesOfFile, CutMode, DeckNames, FileModel, FileName, Papers
from cardgen.data.model import Game, GameFile
from cardgen.data.regmarks import Regmarks
from cardgen.data.sheet_grid import SheetGrid
from cardgen.data.targets import Section, TargetSource, paper_names
from cardgen.products.files import (
    BytesFile,
    OutputFile,
    UnfinishedFile,
    all_languages,
    deck_inputs,
    dpi_key,
    game_yaml,
    key_of,
    key_of_all,
    licence_line,
    located_at_target,
)
from cardgen.products.fit_size import MostMegabytes, PictureDpi, fit_size, picture_limit
from cardgen.products.options import Options
from cardgen.products.product import Decks, Product
from cardgen.products.scene_files import CUT_ENDINGS, cut_file
from cardgen.scene.keys import content_key

if TYPE_CHECKING:
    from cardgen.formats.pdf import Duplex
    from cardgen.formats.pdf_outline import Bookmark
    from cardgen.products.imposition.impose import SheetCard, SheetPlan, Sheets
    from cardgen.products.printers import Printer

#: The endings of files with only cut lines: those of a full sheet, and those of a last sheet with fewer cards.
LAST_ENDINGS = tuple(ending.replace(".", "-last.") for ending in CUT_ENDINGS)


class SheetTarget(FileModel):
    """Cards on sheets. `layout`: cards edge to edge, separate with their bleed, or back to back beside a fold.

    `sets` is how many times all of its cards are printed: 2 if each of two players has a deck of these cards. `cut`
    draws the outline of each card, with round corners, on the side of the faces. `regmarks` are for a cutting machine:
    it finds the print by them. `grid` says where the cards lie if they are not as many as fit, in the middle.
    `{card.serial}` counts the cards of the file whose copies differ, set after set, from `serial`, with zeros in front
    up to `serial_digits`.
    Its cards save `ink` if it is not full. Pictures have at most `picture_dpi`, fewer if the PDF would be larger than
    `most_mb`.
    """

    decks: DeckNames
    papers: Papers
    layout: Literal["edge-to-edge", "bleed", "gutterfold"] = "edge-to-edge"
    backs: Literal["interleaved", "fronts", "backs"] = "interleaved"
    sets: CopiesOfFile = 1
    cut: CutMode = "none"
    regmarks: Regmarks = None
    grid: SheetGrid | None = None
    serial: Annotated[int, Field(ge=0, le=999_999_999)] = 1
    serial_digits: Annotated[int, Field(ge=1, le=12)] = 1
    ink: Literal["full", "low", "grey", "black"] = "full"
    picture_dpi: PictureDpi | None = None
    most_mb: MostMegabytes | None = None

    def cut_in(self, file: GameFile) -> CutMode:
        """Return how the outlines are drawn: cards that are not rectangular have a line unless `cut` is given."""
        size = file.size_named(file.decks[self.decks[0]].size)
        is_shaped = size is not None and size.shape != RECTANGLE and "cut" not in self.model_fields_set
        return "line" if is_shaped else self.cut

    def is_cut(self, file: GameFile) -> bool:
        """Return True if there are files with the outlines of the cards."""
        return self.cut_in(file) != "none" or self.regmarks is not None

    def serials(self) -> Iterator[object]:
        """Yield the serial numbers in their order: as text if they may begin with zeros."""
        digits = self.serial_digits
        return (f"{number:0{digits}}" if digits > 1 else number for number in count(self.serial))


def _check(targets: Mapping[str, SheetTarget], source: TargetSource) -> Iterator[Fault]:
    for key, target in targets.items():
        yield from source.deck_faults(target.decks, "sheets", key, "decks")
        if target.regmarks is not None and target.layout == "gutterfold":
            place = source.marked.place("targets", "sheets", key, "regmarks")
            problem = message("registration marks on a sheet that is folded")
            yield Fault(place, problem, message("expected the layout edge-to-edge or bleed"))
        if target.grid is not None:
            yield from _check_grid(key, target, target.grid, source)
        yield from _check_shapes(key, target, source)


def _check_shapes(key: str, target: SheetTarget, source: TargetSource) -> Iterator[Fault]:
    """Yield a fault for decks of other shapes on one sheet, and for rows that cannot be shifted."""
    entries = [source.file.decks[name] for name in target.decks if name in source.file.decks]
    sizes = [size for entry in entries if (size := source.file.size_named(entry.size)) is not None]
    shapes = [size.shape for size in sizes]
    if len(set(shapes)) > 1:
        what = message("cards of several shapes on one sheet")
        yield Fault(source.marked.place("targets", "sheets", key, "decks"), what, message("give each a target"))
    elif target.grid is not None and target.grid.honeycomb and shapes:
        place = source.marked.key_place("targets", "sheets", key, "grid", "honeycomb")
        if shapes[0] not in (CIRCLE, HEXAGON):
            yield Fault(place, message("only hexagons and circles lie in a honeycomb"), message("see shape of a size"))
        elif target.grid.turned:
            what = message("a honeycomb of cards that lie on their side")
            yield Fault(place, what, message("write landscape: true instead, which turns the paper"))


def _check_grid(key: str, target: SheetTarget, grid: SheetGrid, source: TargetSource) -> Iterator[Fault]:
    """Yield a fault for each key of a grid that another key decides already, and for unknown stock."""
    from cardgen.products.imposition.stock import all_stock

    own = ("columns", "rows", "gap", "margins", "align", "landscape", "turned", "honeycomb", "marks")
    if target.regmarks is not None:
        for name in grid.given("stock", "shift", *(name for name in own if name != "gap")):
            place = source.marked.key_place("targets", "sheets", key, "grid", name)
            problem = message("{name} on a sheet with registration marks, between which the cards are put", name=name)
            yield Fault(place, problem, message("expected only gap and order"))
    elif grid.stock is not None:
        place = source.marked.place("targets", "sheets", key, "grid", "stock")
        stock = all_stock().get(grid.stock)
        if stock is None:
            problem = message("there is no stock {name!r}", name=grid.stock)
            yield Fault(place, problem, did_you_mean(grid.stock, list(all_stock())))
        elif target.papers != (stock.paper,):
            place = source.marked.place("targets", "sheets", key, "papers")
            yield Fault(place, message("{title} is {paper} paper", title=stock.title, paper=stock.paper))
        if target.layout == "gutterfold":
            yield Fault(place, message("a sheet that is folded is not one of pieces that are cut already"))
        for name in grid.given(*own):
            place = source.marked.key_place("targets", "sheets", key, "grid", name)
            yield Fault(place, message("{name} on stock, which has its pieces where they are", name=name))


SHEETS: Section[Mapping[str, SheetTarget]] = Section(
    "sheets", dict[FileName, SheetTarget], {}, order=20, check=_check, file_names=paper_names
)


def _plan(game: Game, decks: Decks, options: Options) -> Iterator[OutputFile]:
    sheets = (limited_file(game, sheet) for sheet in imposed_sheets(game, decks, options))
    return all_of((sheets, _plan_outlines(game, options)))


def _decks_of_files(game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, target in SHEETS.of(game.file).items():
        for path, _ in Options().for_papers(name, target.papers):
            yield path, target.decks
        for ending in (*CUT_ENDINGS, *LAST_ENDINGS) if target.is_cut(game.file) else ():
            for path, _ in Options().for_papers(name, target.papers, ending):
                yield path, ()


def _copy_findings(game: Game, decks: Decks, options: Options) -> Iterator[Finding]:
    """Yield the findings of the copies that differ, in the files that are asked for."""
    from cardgen.products.copies import copy_findings

    for name, target in SHEETS.of(game.file).items():
        if any(options.for_papers(name, target.papers)):
            cards = [card for deck in target.decks for card in decks.get(deck, ())]
            yield from copy_findings(cards * target.sets, target.serials())


PRODUCT = Product(SHEETS, _plan, decks_of_files=_decks_of_files, deck_findings=_copy_findings)


# ---------------------------------------------------------------- sheets


@dataclass(frozen=True, slots=True, eq=False)
class Imposed:
    """A file of cards on sheets that is not drawn yet.

    `cards` are all copies of a set in their order, set after set; `starts` has the indexes of the first copies of the
    cards of each deck in the first set.
    """

    path: str
    paper: str
    decks: tuple[str, ...]
    plan: SheetPlan
    cards: Sequence[SheetCard]
    starts: Mapping[str, Sequence[int]]
    pages: Sheets
    target: str
    printer: Printer | None = None
    sets: int = 1

    @property
    def duplex(self) -> Duplex:
        """How the file is printed: one-sided, or turned over on an edge."""
        return self.plan.flip if self.plan.backs == "interleaved" and len(self.pages) > 1 else "simplex"

    @property
    def set_starts(self) -> range:
        """The index of the first card of each set."""
        return range(0, len(self.cards), max(1, len(self.cards) // self.sets))

    def first_copies(self, deck: str, card: str) -> Iterator[int]:
        """Yield the index of the first copy of a card in each set; none if it is not on the sheets."""
        first = next((index for index in self.starts.get(deck, ()) if self.cards[index].label == card), None)
        if first is not None:
            yield from (start + first for start in self.set_starts)


def imposed_sheets(game: Game, decks: Decks, options: Options) -> Iterator[Imposed]:
    """Yield every file of cards on sheets that `options` ask for."""
    return all_of(
        _impose(game, decks, options, name, path, paper)
        for name, target in SHEETS.of(game.file).items()
        for path, paper in options.for_papers(name, target.papers)
    )


def _impose(game: Game, decks: Decks, options: Options, name: str, path: str, paper: str) -> Iterator[Imposed]:
    from cardgen.products.copies import copies_to_print, each_copy
    from cardgen.products.imposition.impose import SheetCard, Sheets

    copies_of = copies_to_print(options)
    target = SHEETS.of(game.file)[name]
    ink = "" if target.ink == "full" else target.ink
    cards: list[SheetCard] = []
    starts: dict[str, array[int]] = {deck: array("I") for deck in target.decks}
    serials = target.serials()
    counted = [(deck, card, copies) for deck in target.decks for card in decks[deck] if (copies := copies_of(card))]
    for number in range(target.sets):
        for deck, card, copies in counted:
            if number == 0:
                starts[deck].append(len(cards))
            alike = copies if card.copies is None else 1
            for copy in list(each_copy(card, serials))[-copies:]:
                back = copy.back.scene if copy.back else None
                sides = SheetCard(copy.face.scene, back, card.card.id)
                cards += [_save_ink(sides, ink) if ink else sides] * alike
    if options.since and not cards:
        return
    with located_at_target(game, "sheets", name):
        plan = sheet_plan(game, target, paper, Path(path).stem, options)
        pages = Sheets(cards, plan)
    yield Imposed(path, paper, target.decks, plan, cards, starts, pages, name, options.printer, target.sets)


def _save_ink(card: SheetCard, ink: str) -> SheetCard:
    from cardgen.scene.low_ink import save_ink

    return replace(card, face=save_ink(card.face, ink), back=card.back and save_ink(card.back, ink))


def limited_file(game: Game, sheet: Imposed) -> OutputFile:
    """Return the PDF of cards on sheets, no larger than its target says."""
    file = sheet_file(game, sheet)
    most_mb = SHEETS.of(game.file)[sheet.target].most_mb
    if most_mb is None:
        return file

    def finish() -> BytesFile:
        place = game.marked.place("targets", "sheets", sheet.target, "most_mb")
        dpi = _picture_dpi(game, sheet)
        content, facts = fit_size(partial(_sheet_pdf, game, sheet), dpi, most_mb, place, PurePosixPath(file.path).name)
        return replace(file, facts={**file.facts, **facts}, make=lambda: content)

    return UnfinishedFile(path=file.path, key=key_of(file.key, most_mb), inputs=file.inputs, finish=finish)


def _picture_dpi(game: Game, sheet: Imposed) -> int:
    return SHEETS.of(game.file)[sheet.target].picture_dpi or game.file.targets.picture_dpi


def sheet_file(game: Game, sheet: Imposed) -> BytesFile:
    """Return the PDF of cards on sheets."""
    has_faces, has_backs = sheet.plan.backs != "backs", sheet.plan.backs != "fronts"
    runs = (
        (
            content_key(card.face) if has_faces else "",
            content_key(card.back) if has_backs and card.back else "",
            card.label,
        )
        for card in sheet.cards
    )
    titles = [all_languages(game, game.decks[deck].titles) for deck in sheet.decks]
    return BytesFile(
        path=sheet.path,
        key=key_of_all(
            chain(
                (
                    *("sheets", sheet.plan, *sheet.plan.shape_key, sheet.printer),
                    *(game.fonts.name_of("regular"), game.file.words, titles),
                    *dpi_key(game, SHEETS.of(game.file)[sheet.target].picture_dpi),
                ),
                runs,
            )
        ),
        inputs=tuple(sorted({file for deck in sheet.decks for file in deck_inputs(game, game.decks[deck])})),
        facts={
            "pages": len(sheet.pages),
            "cards": len(sheet.cards),
            "paper": sheet.paper,
            "duplex": sheet.duplex,
            "blank": round(sheet.pages.blank, 2),
        },
        make=partial(_sheet_pdf, game, sheet),
    )


def sheet_plan(game: Game, target: SheetTarget, paper: str, name: str, options: Options) -> SheetPlan:
    """Return the plan of a target's sheets on a paper. FitError if not even one card fits."""
    from cardgen.products.imposition.own_grid import own_plan, stock_plan
    from cardgen.products.imposition.plan import USUAL_BLEED, Honeycomb, SheetPlan, fit_plan
    from cardgen.products.imposition.regmarks import check_clear, fit_marked_plan
    from cardgen.products.imposition.stock import all_stock

    size = game.decks[target.decks[0]].size
    bleed = size.bleed if target.layout == "bleed" else 0.0
    card, flip, grid = (size.width, size.height), options.sheet_flip, target.grid
    outline = portrait_outline(size)
    honeycombs: tuple[Honeycomb, ...] = ("full", "short", "none") if size.shape in (CIRCLE, HEXAGON) else ("none",)
    backs = "gutterfold" if target.layout == "gutterfold" else target.backs
    most = min(size.bleed, USUAL_BLEED)
    margins = options.printer.margins if options.printer else None
    if target.regmarks is not None:
        if margins is not None:
            check_clear(target.regmarks, margins, name)
        plan = fit_marked_plan(
            paper_size(paper),
            card,
            target.regmarks,
            bleed,
            most,
            gap=grid.gap if grid else None,
            honeycombs=honeycombs,
            backs=backs,
            flip=flip,
            name=name,
        )
        plan = replace(plan, order=grid.order) if grid else plan
    elif grid is not None or outline:
        grid = grid or SheetGrid()
        plan = SheetPlan(paper_size(paper), card, 1, 1, bleed=bleed, backs=backs, flip=flip, name=name)
        plan = replace(plan, outline=outline, honeycomb=honeycombs[0])
        if grid.stock is not None:
            plan = stock_plan(plan, all_stock()[grid.stock], grid, most, margins)
        else:
            plan = own_plan(plan, grid, most, margins)
    else:
        plan = fit_plan(paper_size(paper), card, bleed, backs=backs, flip=flip, name=name, printer=margins)
    return replace(
        plan,
        bleed=min(plan.bleed, size.bleed),
        cut=target.cut_in(game.file),
        corner=size.corner,
        outline=outline,
        title=game.file.titles,
        licence=licence_line(game),
        printer=options.printer.label if options.printer else "",
        languages=game.file.languages,
        fonts=game.fonts,
    )


#: A PDF of so many pages would take a part of the memory that matters.
_MANY_PAGES = 1_000


def _sheet_pdf(game: Game, sheet: Imposed, dpi: int | None = None, quality: int | None = None) -> Content:
    from cardgen.cache.parts import keep_parts
    from cardgen.formats.pdf import shown_twice, to_pdf
    from cardgen.products.imposition.printed import printed_pages

    cards = [*sheet.cards, *(sheet.cards if sheet.pages.draws_twice else ())]
    shared = shown_twice(scene for card in cards for scene in (card.face, card.back) if scene is not None)

    pages = printed_pages(sheet.pages, sheet.printer, sheet.plan.flip, [side == "back" for side in sheet.pages.sides])

    def write(file: BinaryIO) -> None:
        to_pdf(
            pages,
            file,
            title=f"{all_languages(game, game.file.titles)} · {sheet.plan.name}",
            author=game.file.author,
            subject=game.file.licence.name,
            lang=game.file.languages[0],
            bookmarks=_bookmarks(game, sheet),
            duplex=sheet.duplex,
            shared=shared,
            picture_dpi=picture_limit(dpi or _picture_dpi(game, sheet), quality),
        )

    with keep_parts(game.folder.resolve(), game.file.languages, sheet.path):
        return content_of(write, is_large=len(sheet.pages) >= _MANY_PAGES)


def _bookmarks(game: Game, sheet: Imposed) -> Iterator[Bookmark]:
    """Yield a bookmark for each deck of each set, and inside of it one for each card."""
    from cardgen.formats.pdf_outline import Bookmark

    for first in sheet.set_starts:
        for deck, starts in sheet.starts.items():
            for index in starts:
                page = sheet.pages.first_page(first + index)
                if index == starts[0]:
                    yield Bookmark(all_languages(game, game.decks[deck].titles), page, 0)
                yield Bookmark(sheet.cards[index].label, page, 1)


# ---------------------------------------------------------------- outlines


def _plan_outlines(game: Game, options: Options) -> Iterator[OutputFile]:
    """Yield the outlines of the cards of each sheet but the last, and those of a last one that has fewer cards."""
    if options.since:
        return iter(())
    return all_of(
        _plan_outline(game, name, ending, path, paper, options)
        for name, target in SHEETS.of(game.file).items()
        for ending in (*CUT_ENDINGS, *LAST_ENDINGS)
        for path, paper in options.for_papers(name, target.papers if target.is_cut(game.file) else (), ending)
    )


def _plan_outline(game: Game, name: str, ending: str, path: str, paper: str, options: Options) -> Iterable[BytesFile]:
    from cardgen.products.imposition.cutting import cut_drawing
    from cardgen.products.imposition.plan import cards_on_sheets, lay_grid
    from cardgen.products.imposition.regmarks import mark_paths

    target = SHEETS.of(game.file)[name]
    count = target.sets * sum(game.decks[deck].count for deck in target.decks)
    with located_at_target(game, "sheets", name):  # the same fault as that of the sheets
        plan = sheet_plan(game, target, paper, Path(path).name.removesuffix(ending), options)
        slots = lay_grid(plan).slots
    full, last = cards_on_sheets(count, len(slots), plan.order)
    filled = full if ending in CUT_ENDINGS else last
    if filled:
        scene = cut_drawing(
            plan.paper,
            map(plan.outline_at, slots[:filled]),
            marks=mark_paths(plan.marks, plan.paper) if plan.marks else (),
            name=Path(path).stem,
            title=f"{all_languages(game, game.file.titles)} · {Path(path).stem}",
            lang=game.file.languages[0],
        )
        inputs = (game_yaml(game), *(game.decks[deck].file for deck in target.decks))
        yield cut_file(game, path, scene, inputs, {"mm": list(plan.paper), "paper": paper})
