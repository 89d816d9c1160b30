"""Draw the picture of docs/printing.md: small sheets, each with cards in other places."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardgen.data.sheet_grid import SheetGrid
from cardgen.formats.png import to_png
from cardgen.products.imposition.impose import SheetCard, SheetPlan, Sheets
from cardgen.products.imposition.own_grid import own_plan, stock_plan
from cardgen.products.imposition.stock import all_stock
from cardgen.scene.items import Group, Item, Placed, Scene, rectangle, scale, then, translate
from cardgen.scene.items import Path as Shape

#: The keys of `grid` of each small sheet, in the order of the text.
GRIDS: tuple[Mapping[str, object], ...] = (
    {"margins": [20, 5, 5, 5]},
    {"columns": 2, "rows": 2, "gap": [4, 8]},
    {"turned": True, "landscape": False, "align": "top left"},
    {"order": "stacks"},
    {"stock": "avery-l7165"},
)


def draw_grids(cards: list[SheetCard], file: Path) -> None:
    """Draw the first sheet of each of GRIDS with these cards as one picture."""
    part, gap = 0.22, 5.0
    sheets = [first_sheet(cards, grid) for grid in GRIDS]
    tall = max(sheet.height for sheet in sheets) * part + 2 * gap
    items: list[Item] = []
    left = gap
    for sheet in sheets:
        paper = Shape(rectangle(0, 0, sheet.width, sheet.height), fill="#ffffff")
        page = Placed(sheet, clip=(0, 0, sheet.width, sheet.height))
        items.append(Group((paper, page), then(scale(part), translate(left, gap))))
        left += sheet.width * part + gap
    ground = Shape(rectangle(0, 0, left, tall), fill="#dfe4ec")
    title = "Five sheets: a wide margin, gaps, turned cards, stacks, and cards on a sheet of stickers"
    file.write_bytes(to_png(Scene(left, tall, (ground, *items), title=title, description=title), dpi=130))


def first_sheet(cards: list[SheetCard], values: Mapping[str, object]) -> Scene:
    """Return the first sheet of cards on A4."""
    grid = SheetGrid.model_validate(values)
    plan = SheetPlan((210.0, 297.0), (63.0, 88.0), 1, 1, bleed=0.0, languages=("en",))
    if grid.stock is not None:
        return Sheets(cards, stock_plan(plan, all_stock()[grid.stock], grid, 3.0, None))[0]
    return Sheets(cards, own_plan(plan, grid, 3.0))[0]
