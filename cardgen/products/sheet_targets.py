"""The targets of sheets of cards in game.yaml, and their checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Annotated, Literal

from pydantic import Field

from cardgen.base.errors import Fault, did_you_mean
from cardgen.base.words.messages import message
from cardgen.data.card_shapes import CIRCLE, HEXAGON, RECTANGLE, CardSize
from cardgen.data.kinds import BuiltLater, CopiesOfFile, CutMode, DeckNames, FileName, Papers
from cardgen.data.model import GameFile
from cardgen.data.regmarks import Regmarks
from cardgen.data.sheet_grid import SheetGrid
from cardgen.data.targets import Section, TargetSource, paper_names
from cardgen.products.fit_size import LimitedTarget


class SheetTarget(LimitedTarget):
    """Cards on sheets. `layout`: cards edge to edge, separate with their bleed, or back to back beside a fold.

    Cards of several sizes or shapes lie in rows, the tallest at the top, on as few sheets as possible.

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
    grid: Annotated[SheetGrid, BuiltLater(SheetGrid)] | None = None
    serial: Annotated[int, Field(ge=0, le=999_999_999)] = 1
    serial_digits: Annotated[int, Field(ge=1, le=12)] = 1
    ink: Literal["full", "low", "grey", "black"] = "full"

    def cut_in(self, file: GameFile) -> CutMode:
        """Return how the outlines are drawn, of any cards that have some."""
        cuts = {self.cut_of(size) for size in _sizes_of(self, file)}
        return "line" if "line" in cuts else self.cut

    def cut_of(self, size: CardSize) -> CutMode:
        """Return how outlines of a size are drawn: a line for those that are not rectangular, by default."""
        return "line" if size.shape != RECTANGLE and "cut" not in self.model_fields_set else self.cut

    def is_mixed(self, file: GameFile) -> bool:
        """Return True if the cards have several sizes or shapes."""
        sizes = _sizes_of(self, file)
        return len({(*sorted((size.width, size.height)), size.shape) for size in sizes}) > 1

    def is_cut(self, file: GameFile) -> bool:
        """Return True if there are files with the outlines of the cards."""
        return self.cut_in(file) != "none" or self.regmarks is not None

    def serials(self) -> Iterator[object]:
        """Yield the serial numbers in their order: as text if they may begin with zeros."""
        digits = self.serial_digits
        return (f"{number:0{digits}}" if digits > 1 else number for number in count(self.serial))


def _sizes_of(target: SheetTarget, file: GameFile) -> list[CardSize]:
    sizes = [file.size_named(file.decks[name].size) for name in target.decks if name in file.decks]
    return [size for size in sizes if size is not None]


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
        if target.is_mixed(source.file):
            yield from _check_mixed(key, target, source)


def _check_mixed(key: str, target: SheetTarget, source: TargetSource) -> Iterator[Fault]:
    """Yield a fault for each key that sheets with cards of several sizes cannot have."""
    whys = {
        "stock": message("the pieces of stock have one size"),
        "columns": message("each size has as many columns as fit"),
        "rows": message("each size has as many rows as it needs"),
        "honeycomb": message("each size lies in straight rows"),
        "order": message("cards of several sizes are not cut at the same places of all sheets"),
        "skip": message("they lie beside the white space of all marks"),
    }
    grid = target.grid or SheetGrid()
    keys: list[tuple[str, ...]] = [("grid", name) for name in grid.given("stock", "columns", "rows", "honeycomb")]
    keys += [("grid", "order")] if grid.order == "stacks" else []
    keys += [("regmarks", "skip")] if target.regmarks is not None and target.regmarks.skip else []
    for path in keys:
        place = source.marked.key_place("targets", "sheets", key, *path)
        problem = message("{name} with cards of several sizes on one sheet: {why}", name=path[-1], why=whys[path[-1]])
        yield Fault(place, problem, message("leave it out, or give each size a target"))


def _check_shapes(key: str, target: SheetTarget, source: TargetSource) -> Iterator[Fault]:
    """Yield a fault for rows that cannot be shifted."""
    shapes = [size.shape for size in _sizes_of(target, source.file)]
    if target.grid is not None and target.grid.honeycomb and shapes and not target.is_mixed(source.file):
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
