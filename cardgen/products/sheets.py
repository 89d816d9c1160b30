"""Sheets of cards, and the outlines of the cards for cutting machines."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, BinaryIO

from cardgen.base.errors import Finding, all_of
from cardgen.base.records import dataclass, replace
from cardgen.base.temporary import Content, content_of
from cardgen.data.model import Game
from cardgen.products.files import (
    BytesFile,
    OutputFile,
    all_languages,
    deck_inputs,
    dpi_key,
    game_yaml,
    key_of,
    key_of_all,
    limited_file,
    located_at_target,
)
from cardgen.products.fit_size import PdfLimits, fit_size, limits_of, picture_limit
from cardgen.products.options import Options
from cardgen.products.product import Decks, Product
from cardgen.products.scene_files import CUT_ENDINGS, cut_file
from cardgen.products.sheet_targets import SHEETS, SheetTarget
from cardgen.scene.keys import content_key

if TYPE_CHECKING:
    from cardgen.formats.pdf import Duplex
    from cardgen.formats.pdf_outline import Bookmark
    from cardgen.products.imposition.impose import SheetCard, SheetPlan, Sheets
    from cardgen.products.printers import Printer
    from cardgen.scene.items import Command

#: The endings of files with only cut lines: those of a full sheet, and those of a last sheet with fewer cards.
LAST_ENDINGS = tuple(ending.replace(".", "-last.") for ending in CUT_ENDINGS)


def _plan(game: Game, decks: Decks, options: Options) -> Iterator[OutputFile]:
    sheets = (_sheet_file(game, sheet) for sheet in imposed_sheets(game, decks, options))
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
    from cardgen.products.sheet_plans import mixed_plan, sheet_plan

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
        if target.is_mixed(game.file):
            from cardgen.products.imposition.mixed import MixedSheets

            counts = [(deck, copies) for deck, _, copies in counted] * target.sets
            planned = mixed_plan(game, target, counts, paper, Path(path).stem, options)
            pages: Sheets = MixedSheets(cards, planned)
            plan = planned.plan
        else:
            plan = sheet_plan(game, target, paper, Path(path).stem, options)
            pages = Sheets(cards, plan)
    yield Imposed(path, paper, target.decks, plan, cards, starts, pages, name, options.printer, target.sets)


def _save_ink(card: SheetCard, ink: str) -> SheetCard:
    from cardgen.scene.low_ink import save_ink

    return replace(card, face=save_ink(card.face, ink), back=card.back and save_ink(card.back, ink))


def _sheet_file(game: Game, sheet: Imposed) -> OutputFile:
    """Return the PDF of cards on sheets, no larger than its target says."""
    file = sheet_file(game, sheet)
    limits = _limits(game, sheet)
    if limits.most_mb is None:
        return file
    write, dpi, name = partial(_sheet_pdf, game, sheet), limits.picture_dpi_in(game), PurePosixPath(file.path).name
    fit = partial(fit_size, write, dpi, limits.most_mb, limits.place, name)
    return limited_file(replace(file, key=key_of(file.key, limits.most_mb)), fit)


def _limits(game: Game, sheet: Imposed) -> PdfLimits:
    return limits_of(game, SHEETS.of(game.file)[sheet.target], "sheets", sheet.target)


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
    blocks = [part for block in sheet.pages.blocks for part in (block, *block.shape_key)]
    return BytesFile(
        path=sheet.path,
        key=key_of_all(
            chain(
                (
                    *("sheets", sheet.plan, *sheet.plan.shape_key, *blocks, sheet.printer),
                    *(game.fonts.name_of("regular"), game.file.words, titles),
                    *dpi_key(game, _limits(game, sheet).picture_dpi),
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
            picture_dpi=picture_limit(dpi or _limits(game, sheet).picture_dpi_in(game), quality),
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
    cut = {name: target for name, target in SHEETS.of(game.file).items() if target.is_cut(game.file)}
    alike = (
        _plan_outline(game, name, ending, path, paper, options)
        for name, target in cut.items()
        if not target.is_mixed(game.file)
        for ending in (*CUT_ENDINGS, *LAST_ENDINGS)
        for path, paper in options.for_papers(name, target.papers, ending)
    )
    several = (
        _plan_mixed_outlines(game, name, paper, options)
        for name, target in cut.items()
        if target.is_mixed(game.file)
        for paper in target.papers
    )
    return all_of(chain(alike, several))


def _plan_outline(game: Game, name: str, ending: str, path: str, paper: str, options: Options) -> Iterable[BytesFile]:
    from cardgen.products.imposition.plan import cards_on_sheets, lay_grid
    from cardgen.products.sheet_plans import sheet_plan

    target = SHEETS.of(game.file)[name]
    count = target.sets * sum(game.decks[deck].count for deck in target.decks)
    with located_at_target(game, "sheets", name):  # the same fault as that of the sheets
        plan = sheet_plan(game, target, paper, Path(path).name.removesuffix(ending), options)
        slots = lay_grid(plan).slots
    full, last = cards_on_sheets(count, len(slots), plan.order)
    filled = full if ending in CUT_ENDINGS else last
    if filled:
        yield _outline_file(game, target, path, paper, plan, map(plan.outline_at, slots[:filled]))


def _plan_mixed_outlines(game: Game, name: str, paper: str, options: Options) -> Iterator[BytesFile]:
    """Yield the outlines of the cards of each sheet, with its number in the name if there are several."""
    from cardgen.products.sheet_plans import mixed_plan

    target, stem = SHEETS.of(game.file)[name], name.replace("{paper}", paper)
    # The number of sheets, which the names have, is known only when they are planned.
    wanted = options.may_want_in(options.sheets_folder, lambda asked: asked.startswith(stem))
    if not wanted or (options.papers and paper not in options.papers):
        return
    counts = [(deck, game.decks[deck].count) for deck in target.decks] * target.sets
    with located_at_target(game, "sheets", name):
        planned = mixed_plan(game, target, counts, paper, stem, options)
    for number, parts in enumerate(planned.sheets, 1):
        page = f"-{number}" if len(planned.sheets) > 1 else ""
        for ending in CUT_ENDINGS:
            for path, _ in options.for_papers(name, (paper,), page + ending):
                pieces = (part.plan.outline_at(slot) for part in parts for slot in part.grid.slots[: len(part.cards)])
                yield _outline_file(game, target, path, paper, planned.plan, pieces)


def _outline_file(
    game: Game, target: SheetTarget, path: str, paper: str, plan: SheetPlan, pieces: Iterable[tuple[Command, ...]]
) -> BytesFile:
    from cardgen.products.imposition.cutting import cut_drawing
    from cardgen.products.imposition.regmarks import mark_paths

    scene = cut_drawing(
        plan.paper,
        pieces,
        marks=mark_paths(plan.marks, plan.paper) if plan.marks else (),
        name=Path(path).stem,
        title=f"{all_languages(game, game.file.titles)} · {Path(path).stem}",
        lang=game.file.languages[0],
    )
    inputs = (game_yaml(game), *(game.decks[deck].file for deck in target.decks))
    return cut_file(game, path, scene, inputs, {"mm": list(plan.paper), "paper": paper})
