"""Draw the pictures of docs/printing.md: small sheets, each with cards in other places or of another shape."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardgen.base.records import replace
from cardgen.data.card_shapes import outline_of
from cardgen.data.model import CardSize
from cardgen.data.regmarks import RegistrationMarks
from cardgen.data.sheet_grid import SheetGrid
from cardgen.formats.png import to_png
from cardgen.products.imposition.impose import SheetCard, SheetPlan, Sheets
from cardgen.products.imposition.mixed import MixedSheets
from cardgen.products.imposition.mixed_plan import Kind, plan_mixed
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
    title = "Five sheets: a wide margin, gaps, turned cards, stacks, and cards on a sheet of stickers"
    draw_row([first_sheet(cards, grid) for grid in GRIDS], title, file)


def draw_shapes(file: Path) -> None:
    """Draw a sheet of hexagons, one of circles and one of shields as one picture."""
    shield = "M0 0H100V60C100 90 70 110 50 120C30 110 0 90 0 60Z"
    sizes = (
        CardSize(width=30, height=34.64, shape="hexagon"),
        CardSize(width=30, height=30, shape="circle"),
        CardSize(width=35, height=42, shape=shield),
    )
    title = "Three sheets: hexagons in a honeycomb, circles, and shields"
    draw_row([shaped_sheet(size, bleed) for size, bleed in zip(sizes, (0.0, 2.0, 2.0), strict=True)], title, file)


def draw_sizes(file: Path) -> None:
    """Draw the sheets of cards of three sizes as one picture."""
    sizes = {(70.0, 120.0): 2, (63.0, 88.0): 7, (44.0, 67.0): 6}
    cards: list[SheetCard] = []
    for fill, ((width, height), count) in zip(("#5aa7bf", "#b4c973", "#e9c46a"), sizes.items(), strict=True):
        ground = Shape(rectangle(-3, -3, width + 6, height + 6), fill=fill)
        frame = Shape(rectangle(4, 4, width - 8, height - 8, 3), stroke="#264653", stroke_width=0.6)
        cards += [SheetCard(Scene(width, height, (ground, frame), bleed=3.0, name="card"), None, "")] * count
    plan = SheetPlan((210.0, 297.0), (63.0, 88.0), 1, 1, languages=("en",))
    kinds = [Kind((card.face.width, card.face.height)) for card in cards]
    pages = MixedSheets(cards, plan_mixed(kinds, plan, SheetGrid()))
    draw_row([*pages], "Two sheets with cards of three sizes in rows, each size with its own crop marks", file)


def draw_ways(file: Path) -> None:
    """Draw cards of several sizes and shapes: with outlines, folded, and between registration marks."""
    sizes = {
        CardSize(width=63, height=88): 2,
        CardSize(width=30, height=34.64, shape="hexagon"): 5,
        CardSize(width=25, height=25, shape="circle"): 6,
    }
    cards: list[SheetCard] = []
    kinds: list[Kind] = []
    for fill, (size, count) in zip(("#5aa7bf", "#b4c973", "#e9c46a"), sizes.items(), strict=True):
        ground = Shape(rectangle(-3, -3, size.width + 6, size.height + 6), fill=fill)
        frame = Shape(rectangle(6, 6, size.width - 12, size.height - 12, 3), stroke="#264653", stroke_width=0.6)
        face = Scene(size.width, size.height, (ground, frame), bleed=3.0, name="face")
        back = Scene(size.width, size.height, (replace(ground, fill="#7b8794"), frame), bleed=3.0, name="back")
        cards += [SheetCard(face, back, "")] * count
        outline = outline_of(size)
        kinds += [Kind((size.width, size.height), outline=outline, cut="line" if outline else "none")] * count
    plan = SheetPlan((210.0, 297.0), (63.0, 88.0), 1, 1, languages=("en",))
    marks = RegistrationMarks(length=10, clear=10)
    plans = (replace(plan, backs="fronts"), replace(plan, backs="gutterfold"), replace(plan, marks=marks))
    sheets = [MixedSheets(cards, plan_mixed(kinds, own, SheetGrid()))[0] for own in plans]
    title = "Sheets with cards, hexagons and circles: with their outlines, with a fold, and between registration marks"
    draw_row(sheets, title, file)


def shaped_sheet(size: CardSize, bleed: float) -> Scene:
    """Return a sheet of cards of a size in three colours on upright A4, edge to edge if their bleed is 0."""
    outline, cards = outline_of(size), []
    for number in range(100):
        area = (-3.0, -3.0, size.width + 6, size.height + 6)
        fill = ("#b4c973", "#5aa7bf", "#e9c46a")[number % 7 % 3]
        face = Scene(size.width, size.height, (Shape(rectangle(*area), fill=fill),), bleed=3.0, name=str(number))
        cards.append(SheetCard(face, None, ""))
    plan = SheetPlan((210.0, 297.0), (size.width, size.height), 1, 1, bleed=bleed, cut="line", languages=("en",))
    plan = replace(plan, outline=outline, honeycomb="full" if len(size.shape) < 8 else "none")
    grid = SheetGrid(landscape=False)
    own = own_plan(plan, grid, 2.0)
    return Sheets(cards[: own.count], own)[0]


def draw_row(sheets: list[Scene], title: str, file: Path) -> None:
    """Draw small sheets beside each other."""
    part, gap = 0.22, 5.0
    tall = max(sheet.height for sheet in sheets) * part + 2 * gap
    items: list[Item] = []
    left = gap
    for sheet in sheets:
        paper = Shape(rectangle(0, 0, sheet.width, sheet.height), fill="#ffffff")
        page = Placed(sheet, clip=(0, 0, sheet.width, sheet.height))
        items.append(Group((paper, page), then(scale(part), translate(left, gap))))
        left += sheet.width * part + gap
    ground = Shape(rectangle(0, 0, left, tall), fill="#dfe4ec")
    file.write_bytes(to_png(Scene(left, tall, (ground, *items), title=title, description=title), dpi=130))


def first_sheet(cards: list[SheetCard], values: Mapping[str, object]) -> Scene:
    """Return the first sheet of cards on A4."""
    grid = SheetGrid.model_validate(values)
    plan = SheetPlan((210.0, 297.0), (63.0, 88.0), 1, 1, bleed=0.0, languages=("en",))
    if grid.stock is not None:
        return Sheets(cards, stock_plan(plan, all_stock()[grid.stock], grid, 3.0, None))[0]
    return Sheets(cards, own_plan(plan, grid, 3.0))[0]
