"""Pages imposed as a saddle-stitched booklet: two on each side of a sheet; the sheets are folded and stapled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from cardgen.base.words.messages import message
from cardgen.products.imposition.plan import CROP_MARK, CROP_MARK_WIDTH, PRINTER_MARGIN, FitError, Flip, Size, in_mm
from cardgen.scene.items import Item, Matrix, Path, Placed, Rect, Scene, polyline, then, translate, turn
from cardgen.scene.items import scale as scaled

Binding: TypeAlias = Literal["left", "right"]


def booklet_order(pages: int, binding: Binding = "left") -> list[tuple[int | None, int | None]]:
    """Return (left, right) page numbers from 0 for each side of paper, outermost paper first, front before back.

    A booklet from right to left has its `binding` at the right.

    None is a blank page. Blank pages before the last one make the number a multiple of four, so that the back cover
    stays on the back. A single page is the front cover.
    """
    blanks = [None] * (-pages % 4)
    numbers = [*range(pages)]
    order: list[int | None] = [*numbers, *blanks] if pages == 1 else [*numbers[:-1], *blanks, *numbers[-1:]]
    sides = []
    for first in range(0, len(order) // 2, 2):
        last = len(order) - 1 - first
        sides += [(order[last], order[first]), (order[first + 1], order[last - 1])]
    return sides if binding == "left" else [(right, left) for left, right in sides]


def impose_booklet(
    pages: Sequence[Scene],
    paper: Size,
    flip: Flip = "short",
    *,
    name: str = "booklet",
    binding: Binding = "left",
) -> list[Scene]:
    """Impose a booklet: return the sides of its paper in printing order: front, back, front, back.

    The paper is landscape, and the pages, all of one size, meet at its middle. If two of them do not fit, all are
    reduced; they are never enlarged. With `flip` "long" the backs are upside down, because the printer turns the paper
    about its long edge. A scene's `trim` is the two pages; dashed marks outside it show the fold if there is room.
    The `binding` is at the right for a book from right to left. FitError names a page of another size.
    """
    if not pages:
        return []
    width, height = pages[0].width, pages[0].height
    for number, page in enumerate(pages, 1):
        if abs(page.width - width) > 1e-6 or abs(page.height - height) > 1e-6:
            problem = message(
                "{file}: page {page} is {size}, expected {expected}",
                file=name,
                page=number,
                size=in_mm(page.width, page.height),
                expected=in_mm(width, height),
            )
            raise FitError(problem)
    paper = (max(paper), min(paper))
    factor = min(1.0, paper[0] / 2 / width, paper[1] / height)
    fold, top = paper[0] / 2, (paper[1] - height * factor) / 2
    trim = (fold - width * factor, top, 2 * width * factor, height * factor)
    bleed = min(max(page.bleed for page in pages) * factor, trim[0], top)
    # The long edge of landscape paper is its upper one: the back would be upside down if it were not turned as well.
    turned = turn(180, fold, paper[1] / 2) if flip == "long" and paper[0] > paper[1] else None
    sides = booklet_order(len(pages), binding)
    sheets = []
    for number, numbers in enumerate(sides):
        items: list[Item] = []
        for half, page_number in enumerate(numbers):
            if page_number is not None:
                page = pages[page_number]
                place = then(scaled(factor), translate(fold if half else trim[0], top))
                back_turn = turned if number % 2 else None
                items.append(_place(page, place, back_turn, bool(half), bleed / factor))
        side = "back" if number % 2 else "front"
        sheet = f"{number // 2 + 1} / {len(sides) // 2}"
        contents = " and ".join("blank" if n is None else str(n + 1) for n in numbers)
        sheets.append(
            Scene(
                *paper,
                (*items, *_fold_marks(fold, trim, bleed, paper[1])),
                bleed=bleed,
                name=f"{name}-{number // 2 + 1:0{len(str(len(sides) // 2))}d}-{side}",
                title=f"{name} · {sheet} {side}",
                description=f"Sheet {sheet}, {side}: pages {contents}",
                lang=pages[0].lang,
                trim=trim,
            )
        )
    return sheets


def _place(page: Scene, matrix: Matrix, back_turn: Matrix | None, right: bool, bleed: float) -> Placed:
    """Place a page on its half of the sheet, with its bleed outside and none over the fold."""
    beyond = min(bleed, page.bleed)
    clip = (0.0 if right else 0.0 - beyond, 0.0 - beyond, page.width + beyond, page.height + 2 * beyond)
    return Placed(page, then(matrix, back_turn) if back_turn else matrix, clip)


def _fold_marks(fold: float, trim: Rect, bleed: float, height: float) -> list[Path]:
    """Draw dashed marks above and below the trim at the fold, if they can be printed."""
    above = trim[1] - bleed
    if above - PRINTER_MARGIN < CROP_MARK - 1e-9:
        return []
    below = height - above
    lines = (((fold, above - CROP_MARK), (fold, above)), ((fold, below), (fold, below + CROP_MARK)))
    commands = tuple(command for line in lines for command in polyline(*line))
    return [Path(commands, stroke="#000000", stroke_width=CROP_MARK_WIDTH, dash=(0.75, 0.75))]
