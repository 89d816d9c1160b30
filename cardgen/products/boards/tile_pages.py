"""The pages of a drawing in tiles: each shows its part, the places of the next sheets, and an overview."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.base.records import dataclass, field
from cardgen.base.units import sum_floats
from cardgen.base.words.messages import Message, joined, message, printed
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.data.languages.own_words import distinct_texts, printed_texts
from cardgen.products.boards.drawing import LARGE_BLEED
from cardgen.products.boards.tiles import TILE_MARGIN, Tile, Tiling
from cardgen.products.imposition.label import SCALE
from cardgen.products.imposition.marks import corner_marks
from cardgen.products.imposition.plan import CROP_MARK, CROP_MARK_GAP, CROP_MARK_WIDTH, PRINTER_MARGIN, FitError
from cardgen.scene.items import (
    Command,
    Group,
    Item,
    Path,
    Placed,
    Rect,
    Scene,
    polyline,
    rectangle,
    scale,
    then,
    translate,
    turn,
)
from cardgen.text.blocks import Flow, place_flow
from cardgen.text.paragraphs import fit_paragraph, layout_paragraph
from cardgen.text.spans import Span

_INK, _QUIET, _ACCENT = "#171c27", "#4a5466", "#1f5fc4"
_HATCH = 2.0  # mm from line to line in a strip that another sheet covers
_OVERVIEW = 34.0  # mm, the longest side of the overview
_ROOMY = 14.0  # mm below a tile, from which every part of the text has its own lines

_ONE_SHEET = printed("Cut out along the marks.")


@dataclass(frozen=True, slots=True)
class TileLabel:
    """The label of the sheets: titles of the game and of the board by language, licence, languages and fonts."""

    title: Mapping[str, str] = field(default_factory=dict)
    subtitle: Mapping[str, str] = field(default_factory=dict)
    licence: str = ""
    languages: tuple[str, ...] = ("zh", "en")
    fonts: FontSet = BUNDLED


def tile_pages(drawing: Scene, tiling: Tiling, label: TileLabel, name: str) -> list[Scene]:
    """Lay out a page for each tile of `drawing`, in the order in which they are glued.

    A scene's `trim` is its tile. FitError if the text of a page has no room below its tile.
    """
    return [_page(drawing, tiling, tile, label, name) for tile in tiling.tiles]


def tile_place(tiling: Tiling) -> tuple[float, float]:
    """Return the upper left corner of the tile on every page, mm. Spare room is below it."""
    return (tiling.paper[0] - tiling.tile[0]) / 2, TILE_MARGIN


def _page(drawing: Scene, tiling: Tiling, tile: Tile, label: TileLabel, name: str) -> Scene:
    left, top = tile_place(tiling)
    x, y, width, height = tile.part
    trim = (left, top, width, height)
    shown = (x - LARGE_BLEED, y - LARGE_BLEED, width + 2 * LARGE_BLEED, height + 2 * LARGE_BLEED)
    items: list[Item] = [Placed(drawing, translate(left - x, top - y), shown)]
    items += _strips(tiling, tile, trim, label)
    items += [corner_marks(trim, LARGE_BLEED)]
    items += _words(drawing, tiling, tile, trim, label, name)
    titles = [*_own(label, label.title), *_own(label, label.subtitle)]
    title = " ".join(dict.fromkeys(text for text, _ in titles))
    return Scene(
        *tiling.paper,
        tuple(items),
        bleed=LARGE_BLEED,
        name=f"{name}-{tile.label}",
        title=f"{title or name} · {tile.label}",
        description=f"{tile.label}: {_place(tiling, tile)}",
        lang=label.languages[0],
        trim=trim,
    )


# ---------------------------------------------------------------- strips that are covered


def _strips(tiling: Tiling, tile: Tile, trim: Rect, label: TileLabel) -> list[Item]:
    """Draw the strips that the sheets to the right and below are glued on, and marks at their edges."""
    x, y, width, height = trim
    strip = tiling.overlap
    right, below = tile.column + 1 < tiling.columns, tile.row + 1 < tiling.rows
    items: list[Item] = []
    if right:
        items += _strip((x + width - strip, y, strip, height), Tile(tile.row, tile.column + 1, trim).label, label)
    if below:
        long = width - strip if right else width  # the corner is hatched once
        items += _strip((x, y + height - strip, long, strip), Tile(tile.row + 1, tile.column, trim).label, label)
    ticks: list[Command] = []
    near, far = LARGE_BLEED + CROP_MARK_GAP, LARGE_BLEED + CROP_MARK_GAP + CROP_MARK
    if right:
        edge = x + width - strip
        ticks += polyline((edge, y - near), (edge, y - far))
        ticks += polyline((edge, y + height + near), (edge, y + height + far))
    if below:
        edge = y + height - strip
        ticks += polyline((x - near, edge), (x - far, edge))
        ticks += polyline((x + width + near, edge), (x + width + far, edge))
    if ticks:
        items.append(Path(tuple(ticks), stroke=_ACCENT, stroke_width=CROP_MARK_WIDTH * 2, dash=(0.75, 0.75)))
    return items


def _strip(strip: Rect, other: str, label: TileLabel) -> list[Item]:
    x, y, width, height = strip
    upright = height > width
    lines: list[Command] = []
    across = min(width, height)
    steps = int((max(width, height) + across) / _HATCH) + 1
    for step in range(steps + 1):
        start = step * _HATCH - across
        ends = ((0.0, start), (across, start + across)) if upright else ((start, 0.0), (start + across, across))
        lines += polyline(*ends)
    hatch = Path(tuple(lines), stroke=_QUIET, stroke_width=0.15, opacity=0.6)
    edge = ((x, y), (x, y + height)) if upright else ((x, y), (x + width, y))
    items: list[Item] = [
        Path(rectangle(*strip), fill="#ffffff", opacity=0.45),
        Group((hatch,), translate(x, y), Path(rectangle(0, 0, width, height))),
        Path(polyline(*edge), stroke=_ACCENT, stroke_width=0.3, dash=(2.0, 1.0)),
    ]
    size = min(3.0, 0.4 * across)
    covered = printed("{tile} goes over this strip", tile=other)
    spans = [
        Span("   " * bool(i) + text, "medium", _ACCENT, lang)
        for i, (text, lang) in enumerate(printed_texts(covered, label.languages, label.fonts))
    ]
    text = fit_paragraph(label.fonts.of_game(spans), size, max(width, height) - 2, across, floor=1.2, leading=1.2)
    if text.fits:
        plate = (-1.2, -0.3, text.width + 2.4, text.height + 0.6)
        centred = translate(-text.width / 2, -text.height / 2)
        middle = translate(x + width / 2, y + height / 2)
        matrix = then(then(centred, turn(270)), middle) if upright else then(centred, middle)
        items.append(Group((Path(rectangle(*plate, 0.6), fill="#ffffff"), *text.runs), matrix))
    return items


# ---------------------------------------------------------------- the text below a tile


def _words(drawing: Scene, tiling: Tiling, tile: Tile, trim: Rect, label: TileLabel, name: str) -> list[Item]:
    """Draw the area below the tile: the overview with this tile in it, and the text of the sheet."""
    x, y, width, height = trim
    below = tiling.paper[1] - PRINTER_MARGIN - y - height
    roomy = below >= _ROOMY + 6
    top = y + height + (LARGE_BLEED + CROP_MARK_GAP + CROP_MARK + 1.3 if roomy else LARGE_BLEED + 0.4)
    room = tiling.paper[1] - PRINTER_MARGIN - top
    factor = min(_OVERVIEW, room) / max(drawing.width, drawing.height)
    overview = _overview(drawing, tiling, tile, x + 1, top, factor, label.fonts) if len(tiling.tiles) > 1 else []
    left = x + 1 + (drawing.width * factor + 4 if overview else 0)
    # Text beside the crop marks ends between them, other text at the margin of the paper.
    end = tiling.paper[0] - TILE_MARGIN if roomy else x + width - 2 - (tiling.overlap if tiling.columns > 1 else 0)
    blocks = _fitted(_spans(tiling, tile, label), end - left, room, label.fonts)
    if blocks is None:
        problem = message("{file}: the text of the sheets does not fit below the tiles", file=name)
        raise FitError(problem, message("use a shorter title"))
    return [*overview, *_stacked(blocks, left, top)]


def _fitted(parts: Sequence[list[Span]], width: float, height: float, fonts: FontSet) -> list[Flow] | None:
    """Set every part in its own lines, or only the first parts in fewer lines, as large as they fit.

    None if not even the first part fits.
    """
    head, notes, _ = parts
    in_a_row = [*head, Span("  ·  ", colour=_QUIET), *notes]
    ways = [
        ([(part, size * share) for part, size in zip(parts, (4.2, 2.6, 2.6), strict=True)])
        for share in (1.0, 0.9, 0.8, 0.7)
    ]
    for way in [*ways, *([(part, size)] for part in (in_a_row, head) for size in (2.4, 2.0, 1.6, 1.3))]:
        blocks = [layout_paragraph(fonts.of_game(spans), size, width, leading=1.25) for spans, size in way]
        if all(block.fits for block in blocks) and sum_floats(block.height + 1 for block in blocks) <= height + 1:
            return blocks
    return None


def _stacked(blocks: Sequence[Flow], x: float, y: float) -> list[Item]:
    items: list[Item] = []
    for block in blocks:
        items += place_flow(block, x, y)
        y += block.height + 1
    return items


def _spans(tiling: Tiling, tile: Tile, label: TileLabel) -> tuple[list[Span], list[Span], list[Span]]:
    """Return three parts: the tile and the titles; its place and how to print it; how to put the sheets together."""
    head = [Span(tile.label, "bold", _ACCENT)]
    for texts in (label.title, label.subtitle):
        titles = _own(label, texts)
        head += [Span("  ·  ", "regular", _QUIET)] if titles else []
        head += [Span("  " * bool(i) + text, "bold", _INK, lang) for i, (text, lang) in enumerate(titles)]
    notes = [
        printed_texts(_place(tiling, tile), label.languages, label.fonts) if len(tiling.tiles) > 1 else [],
        printed_texts(SCALE, label.languages, label.fonts),
        [(label.licence, "en")] if label.licence else [],
    ]
    line: list[Span] = []
    for part in notes:
        line += [Span("  ·  ", colour=_QUIET)] if line and part else []
        line += [Span("  " * bool(i) + text, colour=_QUIET, lang=lang) for i, (text, lang) in enumerate(part)]
    steps = printed_texts(_steps(tiling), label.languages, label.fonts)
    return head, line, [Span("\n" * bool(i) + text, colour=_QUIET, lang=lang) for i, (text, lang) in enumerate(steps)]


def _place(tiling: Tiling, tile: Tile) -> Message:
    """Return the place of a tile in the drawing, in words."""
    return printed(
        "row {row} of {rows}, column {column} of {columns}",
        row=tile.row + 1,
        rows=tiling.rows,
        column=tile.column + 1,
        columns=tiling.columns,
    )


def _steps(tiling: Tiling) -> Message:
    """Return how the sheets are put together."""
    labels = [tile.label for tile in tiling.tiles]
    if len(labels) == 1:
        return _ONE_SHEET
    few = len(labels) <= 6
    return printed(
        "Cut out along the marks, then glue in the order {tiles}: each sheet over the hatched strips "
        "of those before it, so that the lines meet.",
        tiles=joined(labels) if few else printed("{tiles} …", tiles=joined(labels[:3])),
    )


def _overview(
    drawing: Scene, tiling: Tiling, tile: Tile, x: float, y: float, factor: float, fonts: FontSet
) -> list[Item]:
    """Draw the overview: the whole drawing in small, with a frame around this tile."""
    width, height = drawing.width, drawing.height
    left, top, wide, tall = tile.part
    others = (*rectangle(0, 0, width, height), *rectangle(left, top, wide, tall))
    lines: list[Command] = []
    for other in tiling.tiles:
        if other.column and not other.row:
            lines += polyline((other.part[0], 0), (other.part[0], height))
        if other.row and not other.column:
            lines += polyline((0, other.part[1]), (width, other.part[1]))
    thin = 0.15 / factor
    items: list[Item] = [
        Placed(drawing, clip=(0.0, 0.0, width, height)),
        Path(others, fill="#ffffff", opacity=0.7, even_odd=True),
        Path(rectangle(left, top, wide, tall), fill="#ffffff", opacity=0.3),
        Path((*rectangle(0, 0, width, height), *lines), stroke=_QUIET, stroke_width=thin),
        Path(rectangle(left, top, wide, tall), stroke=_ACCENT, stroke_width=4 * thin),
    ]
    overview: list[Item] = [Group(tuple(items), then(scale(factor), translate(x, y)))]
    size = min(wide, tall) * factor * 0.4
    if size < 1.6:
        return overview
    for other in tiling.tiles:
        colour = _ACCENT if other == tile else _QUIET
        label = fonts.of_game([Span(other.label, "bold", colour)])
        text = fit_paragraph(label, min(size, 4.0), 99, 99, floor=1.0)
        middle = [x + (other.part[0] + other.part[2] / 2) * factor, y + (other.part[1] + other.part[3] / 2) * factor]
        overview += place_flow(text, middle[0] - text.width / 2, middle[1] - text.height / 2)
    return overview


def _own(label: TileLabel, texts: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(text, lang) for lang, text in distinct_texts(texts, label.languages).items()]
