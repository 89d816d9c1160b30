"""Cards imposed on sheets of paper: fronts with their backs behind them, crop marks, and a label.

All places are computed on the front of the sheet. The back of a sheet is the mirror image of the front, turned over
about its long or its short edge. So a back is placed where its own face is, and then mirrored to its page.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias, overload

from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message, printed
from cardgen.data.languages.own_words import distinct_texts, printed_texts
from cardgen.products.imposition.cutting import cut_line
from cardgen.products.imposition.label import SIDES, LabelPlace, PageLabels, Side, choose_place, label_of
from cardgen.products.imposition.plan import (
    CROP_MARK,
    CROP_MARK_WIDTH,
    Backs,
    FitError,
    Flip,
    Grid,
    SheetPlan,
    back_mirror,
    clip_to,
    fit_plan,
    in_mm,
    lay_grid,
)
from cardgen.products.imposition.regmarks import draw_marks
from cardgen.scene.items import (
    IDENTITY,
    Command,
    Group,
    Item,
    Matrix,
    Path,
    Placed,
    Rect,
    Scene,
    apply,
    bounds_of,
    then,
    translate,
    turn,
)
from cardgen.scene.outlines import grown
from cardgen.scene.paths import move_path
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

__all__ = [
    "Backs",
    "FitError",
    "Flip",
    "Grid",
    "SheetCard",
    "SheetPlan",
    "Sheets",
    "Spot",
    "back_mirror",
    "crop_marks",
    "fit_plan",
    "lay_grid",
]

Line: TypeAlias = tuple[tuple[float, float], tuple[float, float]]

_FOLD_TEXT = 1.8  # mm, in a strip of 3
_FOLD_HERE = printed("fold here")


@dataclass(frozen=True, slots=True)
class SheetCard:
    """One copy of a card. `label` is its name in messages and in the sheet's description.

    A back is upright if the card is turned over like a page, about its vertical axis. A landscape scene is turned by a
    quarter on the sheet, faces clockwise and backs anticlockwise, so that this stays true. A card with one landscape
    and one portrait side is turned about the vertical axis of the portrait side.
    """

    face: Scene
    back: Scene | None
    label: str


@dataclass(frozen=True, slots=True)
class Spot:
    """The place of a side of a card: its page, its row and column there, all from 0, and its trim in mm."""

    side: Literal["face", "back"]
    page: int
    row: int
    column: int
    rect: Rect


class Sheets(Sequence[Scene]):
    """The pages of cards on sheets of `plan.paper`, in printing order.

    `interleaved`: each page of fronts is followed by its page of backs, unless no card has a back; `fronts` and
    `backs` are one half of these pages each. `gutterfold`: fronts and backs on one side of the paper, which is folded
    along the dashed line, glued and cut. A scene's `trim` is the block of cards, its `bleed` is visible outside it.

    FitError if the paper is too small for the plan, or if a card is not of the plan's size. Each page is made when it
    is requested, so that many cards need memory only for their places.
    """

    def __init__(self, cards: Sequence[SheetCard], plan: SheetPlan) -> None:
        self._cards = tuple(cards)
        self._plan = plan
        self._grid = lay_grid(plan)
        _check_sizes(self._cards, plan)
        self._sides = sides_of(self._cards, plan)
        self._sheets = math.ceil(len(self._cards) / len(self._grid.slots))
        self._marks = _marks(plan, self._grid)
        self._fold = draw_fold_line(plan, self._grid) if plan.marks is None else ()
        self._mirror = back_mirror(plan.paper, plan.flip)
        self._placements: dict[tuple[object, ...], tuple[Matrix, Rect]] = {}

    def __len__(self) -> int:
        return self._sheets * len(self._sides)

    @overload
    def __getitem__(self, index: int) -> Scene: ...

    @overload
    def __getitem__(self, index: slice) -> list[Scene]: ...

    def __getitem__(self, index: int | slice) -> Scene | list[Scene]:
        if isinstance(index, slice):
            return [self._page(i) for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"page {index} of {len(self)}")
        return self._page(index % len(self))

    def _page(self, index: int) -> Scene:
        number, which = divmod(index, len(self._sides))
        side, words = self._sides[which], self._words[self._sides[which]]
        label = (words.labels.layout(self._number(number)),) if words.labels else ()
        items, cards = self.draw(number, side, (*self._fold, *label)), self._cards[self._on_sheet(number)]
        return self._scene(number, side, words, items, cards, self._grid)

    def _number(self, number: int) -> str:
        return f"{number + 1} / {self._sheets}"

    def _is_mirrored(self, side: Side) -> bool:
        """Return True for backs of cards that are not in the middle of the paper: they are elsewhere on the page."""
        return side == "back" and not self._plan.is_centred

    def _scene(
        self, number: int, side: Side, words: SideWords, items: Sequence[Item], cards: Iterable[SheetCard], grid: Grid
    ) -> Scene:
        plan, page, trim = self._plan, self._number(number), _trim(self._plan, grid)
        return Scene(
            *plan.paper,
            tuple(items),
            bleed=grid.bleed,
            name=f"{plan.name}-{number + 1:0{len(str(self._sheets))}d}-{side}",
            title=" ".join([*words.titles, "·", page, *words.name]),
            description=f"Sheet {page}, {SIDES[side]}: " + ", ".join(card.label for card in cards),
            lang=plan.languages[0] if plan.languages else "en",
            trim=bounds_of(self._mirror, trim) if self._is_mirrored(side) else trim,
        )

    def draw(self, number: int, side: Side, label: Sequence[Item] = ()) -> list[Item]:
        """Return what is on a side of a sheet: marks, its fold and `label`, cards and their cut lines."""
        plan, cards = self._plan, self._cards[self._on_sheet(number)]
        is_usual = len(cards) == len(self._grid.slots) and not self._is_mirrored(side)
        own = self._marks if is_usual or plan.marks or not plan.crop else self._fewer_marks(len(cards), side)
        if side == "back" and plan.marks:  # the machine reads the side that it cuts
            own = ()
        items: list[Item] = [*own, *label]
        if side != "back":
            items += self._side([(slot, card.face) for slot, card in enumerate(cards)], len(cards), False)
            items += self._outlines(len(cards))
        if side != "front":
            backs = [(slot, card.back) for slot, card in enumerate(cards) if card.back is not None]
            items += self._side(backs, len(cards), True)
        return items

    def _on_sheet(self, number: int) -> slice:
        """Return the cards of a sheet; in stacks, the next card is on the next sheet."""
        slots = len(self._grid.slots)
        if self._plan.order == "stacks":
            return slice(number, None, self._sheets)
        return slice(number * slots, (number + 1) * slots)

    def _slot_of(self, index: int) -> tuple[int, int]:
        if self._plan.order == "stacks":
            return index % self._sheets, index // self._sheets
        return divmod(index, len(self._grid.slots))

    def _fewer_marks(self, filled: int, side: Side) -> tuple[Item, ...]:
        """Return the marks of a sheet with empty places, where nothing is cut."""
        lines = crop_marks(self._plan, self._grid, filled)
        if side == "back":
            mirrored = [sorted(apply(self._mirror, *end) for end in line) for line in lines]
            lines = tuple((start, end) for start, end in sorted(mirrored))
        return (_ruled(lines),)

    @cached_property
    def _label(self) -> LabelPlace | None:
        """The place of the label. Lazy: measuring its text is slow, and position queries do not need it."""
        return choose_place(self._plan, self._grid, self._sheets)

    @cached_property
    def _words(self) -> Mapping[Side, SideWords]:
        """The words that all pages of a side share."""
        return {side: side_words(self._plan, side, self._label) for side in self._sides}

    @property
    def blank(self) -> float:
        """The least distance from the edge of the paper to a card, mm."""
        boxes = [slot for side in ("face", "back") for slot in self.slots(side)]
        width, height = self._plan.paper
        return min((min(x, y, width - x - w, height - y - h) for x, y, w, h in boxes), default=0.0)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of a sheet in printing order; they are the same for all sheets."""
        return self._sides

    def slots(self, side: Literal["face", "back"]) -> list[Rect]:
        """Return the places of the faces or the backs of a sheet on their page, first card first; mm."""
        if side == "face":
            return list(self._grid.slots)
        return [bounds_of(self._mirror, slot) for slot in self._grid.slots]

    def first_page(self, index: int) -> int:
        """Return the first page, from 0, of the sheet with the card `index`."""
        return self._slot_of(index)[0] * len(self._sides)

    def spots(self, index: int) -> Iterator[Spot]:
        """Yield the places of the sides of card `index`, without those that these pages leave out."""
        number, slot = self._slot_of(index)
        card = self._cards[index]
        filled = len(self._cards[self._on_sheet(number)])
        for which, side in enumerate(self._sides):
            page = self.first_page(index) + which
            if side != "back":
                yield self._spot("face", page, card.face, slot, filled)
            if side != "front" and card.back is not None:
                yield self._spot("back", page, card.back, slot, filled)

    def _spot(self, side: Literal["face", "back"], page: int, scene: Scene, slot: int, filled: int) -> Spot:
        placed = self._place(scene, slot, filled, side == "back")
        row, column = self._grid.cells[slot]
        if side == "back":
            # Across a fold the backs are further columns or rows of the same page.
            far = 2 if self._plan.fold_axis is not None else 1
            if self._mirror[0] < 0:
                column = far * self._plan.columns_in(row) - 1 - column
            else:
                row = far * self._plan.rows - 1 - row
        return Spot(side, page, row, column, bounds_of(placed.matrix, (0.0, 0.0, scene.width, scene.height)))

    def _place(self, scene: Scene, slot: int, filled: int, back: bool) -> Placed:
        key = (slot, filled, back, scene.width, scene.height, scene.bleed)
        if key not in self._placements:
            self._placements[key] = self._measure(scene, slot, filled, back)
        return Placed(scene, *self._placements[key])

    def _side(self, scenes: Sequence[tuple[int, Scene]], filled: int, back: bool) -> list[Item]:
        """Return the cards of a side in their places. Those with an outline are drawn twice if they touch.

        First with their bleed, which reaches below their neighbours, then without.
        """
        placed = [(slot, self._place(scene, slot, filled, back)) for slot, scene in scenes]
        if not self._plan.outline:
            return [item for _, item in placed]
        items: list[Item] = []
        for distance in sorted({self._grid.bleed, min(self._grid.inner)}, reverse=True):
            for slot, item in placed:
                outline = grown(self._plan.outline_at(self._grid.slots[slot]), distance)
                clip = move_path(outline, self._mirror) if back else outline
                items.append(Group((item,), clip=Path(clip, fill="#ffffff")))
        return items

    @property
    def blocks(self) -> tuple[SheetPlan, ...]:
        """The plans of the blocks of cards of all sheets if they differ from sheet to sheet."""
        return ()

    @property
    def sheet_numbers(self) -> list[int]:
        """The sheet of each card, from 0, if they do not follow from the places of a sheet."""
        return []

    @property
    def draws_twice(self) -> bool:
        """True if each side is drawn twice on its page."""
        return bool(self._plan.outline) and self._grid.bleed > min(self._grid.inner)

    def _outlines(self, filled: int) -> tuple[Path, ...]:
        """Return the cut lines of the first `filled` cards, if the plan has any."""
        plan = self._plan
        slots = self._grid.slots[:filled] if plan.cut != "none" else ()
        return cut_line(tuple(c for slot in slots for c in plan.outline_at(slot)), plan.cut)

    def _measure(self, scene: Scene, slot: int, filled: int, back: bool) -> tuple[Matrix, Rect]:
        """Return the transform of a scene in a slot, and its visible rectangle."""
        x, y, width, height = self._grid.slots[slot]
        matrix, shown = _upright(scene, back), _shown(self._grid, slot, filled, bool(self._plan.outline))
        if back:  # behind its face as seen from the front
            matrix = then(matrix, (-1.0, 0.0, 0.0, 1.0, min(width, height), 0.0))
        if width > height:  # the card is turned, so that a landscape face is upright
            matrix = then(matrix, (0.0, -1.0, 1.0, 0.0, 0.0, height))
        matrix = then(matrix, translate(x, y))
        if back:  # mirrored to its own page
            matrix, shown = then(matrix, self._mirror), bounds_of(self._mirror, shown)
        return matrix, clip_to(scene, matrix, shown)


def sides_of(cards: Sequence[SheetCard], plan: SheetPlan) -> tuple[Side, ...]:
    """Return the sides of each sheet in printing order."""
    backs = any(card.back is not None for card in cards)
    sides: dict[Backs, tuple[Side, ...]] = {
        "interleaved": ("front", "back") if backs else ("front",),
        "fronts": ("front",),
        "backs": ("back",) if backs else (),
        "gutterfold": ("fold",),
    }
    return sides[plan.backs]


class SideWords(NamedTuple):
    """The words of the pages of one side: the titles and the side's name for the title of a page, and the labels."""

    titles: Sequence[str]
    name: Sequence[str]
    labels: PageLabels | None


def side_words(plan: SheetPlan, side: Side, place: LabelPlace | None) -> SideWords:
    titles = list(distinct_texts(plan.title, plan.languages).values()) or [plan.name]
    name = [text for text, _ in printed_texts(SIDES[side], plan.languages, plan.fonts)]
    if place is not None and side == "back" and not plan.is_centred:
        place = place.mirrored(back_mirror(plan.paper, plan.flip))
    labels = PageLabels(label_of(plan, side, place.lines, place.whole), place) if place else None
    return SideWords(titles, name, labels)


def _check_sizes(cards: Sequence[SheetCard], plan: SheetPlan) -> None:
    scenes = (scene for card in cards for scene in (card.face, card.back) if scene is not None)
    sizes = {(scene.width, scene.height) for scene in scenes}
    own = sorted(plan.card)
    wrong = {size for size in sizes if any(abs(a - b) > 1e-6 for a, b in zip(sorted(size), own, strict=True))}
    for card in cards if wrong else ():
        for scene, side in ((card.face, message("face")), (card.back, message("back"))):
            if scene is not None and (scene.width, scene.height) in wrong:
                problem = message(
                    "{file}: the {side} of {card} is {size}, expected {expected}",
                    file=plan.name,
                    side=side,
                    card=card.label,
                    size=in_mm(scene.width, scene.height),
                    expected=in_mm(*plan.card),
                )
                raise FitError(problem)


# ---------------------------------------------------------------- one card in its place


def _upright(scene: Scene, back: bool) -> Matrix:
    """Return the turn of a scene on a portrait card: clockwise for a landscape face, anticlockwise for a back."""
    if scene.width <= scene.height:
        return IDENTITY
    return (0.0, -1.0, 1.0, 0.0, 0.0, scene.width) if back else (0.0, 1.0, -1.0, 0.0, scene.height, 0.0)


def _shown(grid: Grid, slot: int, filled: int, has_outline: bool = False) -> Rect:
    """Return the visible part of the card in `slot` on a sheet of `filled` cards. Bleed ends half-way between cards."""
    if has_outline:  # which cuts it off
        x, y, width, height = grid.slots[slot]
        return (x - grid.bleed, y - grid.bleed, width + 2 * grid.bleed, height + 2 * grid.bleed)
    row, column = grid.cells[slot]
    used = set(grid.cells[:filled])

    def is_free(row: int) -> bool:
        """Return True if the place in this column is empty, and no card beside it bleeds into it."""
        return used.isdisjoint({(row, column - 1), (row, column), (row, column + 1)})

    left, right = (grid.inner[0] if (row, column + step) in used else grid.bleed for step in (-1, 1))
    # Cards bleed into the empty places beside them; a card above or below such a place does not bleed into its corners.
    top, bottom = (grid.bleed if is_free(row + step) else grid.inner[1] for step in (-1, 1))
    x, y, width, height = grid.slots[slot]
    return (x - left, y - top, width + left + right, height + top + bottom)


def _trim(plan: SheetPlan, grid: Grid) -> Rect:
    """Return the block of cards; on a gutterfold sheet together with its mirror image beyond the fold."""
    x, y, width, height = grid.block
    if plan.fold_axis is None:
        return grid.block
    return (x, y, plan.paper[0] - 2 * x, height) if plan.fold_axis == 0 else (x, y, width, plan.paper[1] - 2 * y)


# ---------------------------------------------------------------- marks


def crop_marks(plan: SheetPlan, grid: Grid, filled: int | None = None) -> tuple[Line, ...]:
    """Return the crop marks of a page as lines: at both ends of each cut, and in gutters that are wide enough.

    With `filled`, only those of the first places. Marks of a block with an `origin` are left out where there is no
    paper.
    """
    used = grid if filled is None else replace(grid, slots=grid.slots[:filled])
    mirror = back_mirror(plan.paper, plan.flip)
    lines: dict[tuple[float, ...], Line] = {}
    for axis in (0, 1):  # cuts across this axis: their marks run along the other one
        along = 1 - axis
        for start in _mark_starts(plan, grid, along, len(used.bands(along))):
            if plan.origin is not None and not -1e-6 <= start <= plan.paper[along] - CROP_MARK + 1e-6:
                continue
            for edge in used.edges(axis):
                ends = [(edge, start), (edge, start + CROP_MARK)]
                mark = ends if axis == 0 else [(y, x) for x, y in ends]
                both = [mark, [apply(mirror, *end) for end in mark]] if plan.backs == "gutterfold" else [mark]
                for first, second in map(sorted, both):
                    key = tuple(round(v, 6) for v in (*first, *second))
                    lines.setdefault(key, (first, second))
    return tuple(lines[key] for key in sorted(lines))


def _mark_starts(plan: SheetPlan, grid: Grid, axis: int, used: int) -> list[float]:
    """Return where crop marks begin along x (0) or y (1); in gutters only beside the first `used` columns or rows."""
    bands = grid.bands(axis)
    reach = grid.bleed + grid.gap[axis]
    starts = [bands[0][0] - reach - CROP_MARK]
    for (_, end), (start, _) in pairwise(bands[: used + 1]):
        if start - end - 2 * grid.inner[axis] >= CROP_MARK - 1e-6:
            starts.append((start + end - CROP_MARK) / 2)
    # Across a fold, one mark is for both sides: it reaches from bleed to bleed.
    end, fold = bands[-1][1] + reach, plan.paper[axis] / 2
    is_beside_fold = plan.fold_axis == axis and fold - end < 2 * CROP_MARK
    return [*starts, fold - CROP_MARK / 2 if is_beside_fold else end]


def _marks(plan: SheetPlan, grid: Grid) -> tuple[Item, ...]:
    """Draw the marks of a full sheet of faces, without the line to fold it along."""
    if plan.marks is not None:
        return draw_marks(plan.marks, plan.paper, plan.languages, plan.fonts, plan.name)
    return (_ruled(crop_marks(plan, grid)),) if plan.crop else ()


def _ruled(lines: Sequence[Line], dash: tuple[float, ...] = ()) -> Path:
    commands: list[Command] = []
    for (x1, y1), (x2, y2) in lines:
        commands += [("M", x1, y1), ("L", x2, y2)]
    return Path(tuple(commands), stroke="#000000", stroke_width=CROP_MARK_WIDTH, dash=dash)


def draw_fold_line(plan: SheetPlan, grid: Grid) -> tuple[Item, ...]:
    """Draw the dashed fold line, with its label on the line beside the first card."""
    axis = plan.fold_axis
    if axis is None:
        return ()
    across = 1 - axis
    words = printed_texts(_FOLD_HERE, plan.languages, plan.fonts)
    spans = [Span("   " * bool(number) + text, lang=lang) for number, (text, lang) in enumerate(words)]
    text = layout_paragraph(plan.fonts.of_game(spans), _FOLD_TEXT, grid.slots[0][across + 2] - 2)
    start = grid.block[across] - grid.bleed - grid.gap[across] - CROP_MARK
    middle = plan.paper[axis] / 2
    centre = grid.slots[0][across] + grid.slots[0][across + 2] / 2
    half = text.width / 2 + 1
    end = plan.paper[across] - start
    if not plan.is_centred:
        end = grid.block[across] + grid.block[across + 2] + grid.bleed + grid.gap[across] + CROP_MARK
    pieces = ((start, centre - half), (centre + half, end))
    centred = translate(-text.width / 2, -text.height / 2)
    if axis == 1:
        lines = [((a, middle), (b, middle)) for a, b in pieces]
        place = then(centred, translate(centre, middle))
    else:
        lines = [((middle, a), (middle, b)) for a, b in pieces]
        place = then(then(centred, turn(270)), translate(middle, centre))
    return (_ruled(lines, dash=(2.0, 1.0)), Group(text.runs, place))
