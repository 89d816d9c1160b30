"""The pictures of a rulebook, drawn: each from its data into items of a scene, no wider than its room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.data.fonts import FontSet
from cardgen.layout.boxes.pictures import place_picture
from cardgen.rulebook.book import (
    BlockPicture,
    BoardPicture,
    FacePicture,
    FieldPicture,
    FilePicture,
    Picture,
    RowPicture,
    ShapePicture,
    ShinglePicture,
    Sources,
)
from cardgen.rulebook.lines import SetText, one, set_words
from cardgen.rulebook.style import INK, LINE, PANEL, QUIET, RIGHT, WARNING
from cardgen.scene.boards import draw_board
from cardgen.scene.items import Group, Item, Path, Placed, Scene, ellipse, polyline, rectangle, scale, translate, turn
from cardgen.scene.shapes import (
    Cell,
    CellStyle,
    Drawing,
    draw_cells,
    draw_dot,
    draw_field,
    draw_marks,
    outline_cells,
    turn_cells,
)

#: Squares are never larger than this in a figure of fields, mm.
MOST_PITCH = 4.4
#: Nor is a whole board wider, mm.
MOST_BOARD = 66.0
#: Nor is a picture file higher, mm.
MOST_FILE = 110.0
ROW_PITCH = 3.1
BLOCK_PITCH = 2.5
SHAPE_PITCH = 2.75
LABEL = 2.5
ORIENTATIONS = "0R2L"


def draw_picture(picture: Picture, width: float, sources: Sources) -> Drawing:
    """The picture from (0, 0), at most `width` mm wide where it can be scaled; cards keep the size they ask for."""
    match picture:
        case FieldPicture():
            return _draw_field(picture, width, sources.styles)
        case BoardPicture():
            return _draw_board(picture, width, sources.styles)
        case ShapePicture():
            return _draw_shape(picture, width, sources.fonts)
        case RowPicture():
            return _draw_row(picture, sources.fonts)
        case BlockPicture():
            return _draw_block(picture, width, sources.styles[picture.card], sources.fonts)
        case FacePicture():
            return _draw_face(picture, sources.corner, sources.fonts)
        case ShinglePicture():
            return _draw_shingle(picture, sources)
        case FilePicture():
            return _draw_file(picture, width)


def _draw_file(picture: FilePicture, width: float) -> Drawing:
    """The whole picture, no higher than leaves room for text on the page."""
    across, down = picture.file.size
    wide = min(width, picture.width or width, MOST_FILE * across / down)
    tall = wide * down / across
    return Drawing(place_picture(picture.file, (0.0, 0.0, wide, tall), colour=INK), wide, tall)


def printed_dpi(picture: Picture, drawing: Drawing) -> float | None:
    """The dots per inch of a picture file on paper; None for what is made of shapes."""
    if not isinstance(picture, FilePicture) or picture.file.drawing is not None:
        return None
    return picture.file.pixels[0] / drawing.width * 25.4


def _set(text: str, size: float, fonts: FontSet, strong: bool = False, colour: str = INK) -> SetText:
    """A label in one line."""
    return set_words(one(text, "en", strong=strong), size, 1e3, 1.2, colour=colour, fonts=fonts)


def _centred(text: SetText, middle: float, y: float) -> Item:
    return Group(text.items, translate(middle - text.width / 2, y))


# ---------------------------------------------------------------- fields


def _draw_field(picture: FieldPicture, width: float, styles: Mapping[str, CellStyle]) -> Drawing:
    columns = len(picture.rows[0])
    pitch = min(MOST_PITCH, width / (columns + 2))
    # What clashes is garbage with a cross over it; where a block has been is its outline.
    ghosts = [row.replace("!", "#") for row in picture.rows]
    solid = ["".join("." if c.islower() else c for c in row) for row in ghosts]
    field = draw_field(solid, pitch, styles, picture.marked)
    over: list[Item] = []
    for letter in sorted({c for row in picture.rows for c in row if c.islower()}):
        colour = styles[letter.upper()].colour
        for ring in outline_cells(_cells_of(picture.rows, letter)):
            line = polyline(*(((x + 1) * pitch, y * pitch) for x, y in ring), close=True)
            over.append(Path(line, fill=colour, opacity=0.22))
            over.append(Path(line, stroke=colour, stroke_width=pitch * 0.09, dash=(pitch * 0.28, pitch * 0.2)))
    for x, y in _cells_of(picture.rows, "!"):
        left, top = (x + 1) * pitch, y * pitch
        near, far = 0.2 * pitch, 0.8 * pitch
        over.append(Path(rectangle(left, top, pitch, pitch), fill=WARNING, opacity=0.55))
        for x1, x2 in ((near, far), (far, near)):
            line = polyline((left + x1, top + near), (left + x2, top + far))
            over.append(Path(line, stroke="#ffffff", stroke_width=pitch * 0.16))
    return Drawing((*field.items, *over), field.width, field.height)


def _cells_of(rows: Sequence[str], marks: str) -> list[Cell]:
    return [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark in marks]


def _draw_row(picture: RowPicture, fonts: FontSet) -> Drawing:
    """Code, row, number of copies."""
    left, pitch = 9.5, ROW_PITCH
    columns = len(picture.row)
    # Whatever is no hole is drawn filled: what is wrong with a row, the check of the deck tells.
    strip = draw_marks(["".join("." if mark == "." else "#" for mark in picture.row)], pitch, {})
    top = 0.4
    copies = _set(f"× {picture.copies}", 2.8, fonts, colour=QUIET)
    items = (
        Group(_set(picture.code, 3.0, fonts, strong=True).items, translate(0.5, top + pitch / 2 - 1.8)),
        Path(rectangle(left, top, columns * pitch, pitch), fill=PANEL),
        Group(strip.items, translate(left, top)),
        Path(rectangle(left, top, columns * pitch, pitch), stroke=LINE, stroke_width=0.15),
        Group(copies.items, translate(left + columns * pitch + 2.2, top + pitch / 2 - 1.68)),
    )
    return Drawing(items, left + columns * pitch + 9.5, pitch + 2 * top)


# ---------------------------------------------------------------- boards and shapes


def _draw_board(picture: BoardPicture, width: float, styles: Mapping[str, CellStyle]) -> Drawing:
    """The board as wide as the room, up to a limit; a disc at its corner says whether it is right or wrong."""
    room = width if picture.judged is None else width - _BADGE
    natural = draw_board(picture.diagram, 1.0, styles, picture.window)
    pitch = min(MOST_PITCH, min(room, MOST_BOARD) / natural.width)
    board = draw_board(picture.diagram, pitch, styles, picture.window)
    if picture.judged is None:
        return board
    items = (Group(board.items, translate(0, _BADGE)), *_judgement(picture.judged, board.width, _BADGE))
    return Drawing(items, board.width + _BADGE, board.height + _BADGE)


#: The radius of the disc with a tick or a cross.
_BADGE = 2.4


def _judgement(right: bool, x: float, y: float) -> tuple[Item, ...]:
    disc = (
        Path(ellipse(x, y, _BADGE), fill="#ffffff"),
        Path(ellipse(x, y, _BADGE * 0.86), fill=RIGHT if right else WARNING),
    )
    r = _BADGE * 0.36
    if right:
        strokes = [polyline((x - r * 1.1, y + r * 0.1), (x - r * 0.25, y + r), (x + r * 1.2, y - r * 0.9))]
    else:
        strokes = [polyline((x - r, y - r), (x + r, y + r)), polyline((x - r, y + r), (x + r, y - r))]
    return (*disc, *(Path(line, stroke="#ffffff", stroke_width=_BADGE * 0.24) for line in strokes))


def _draw_shape(picture: ShapePicture, width: float, fonts: FontSet) -> Drawing:
    """The shape in the middle of its room, its label under it; all shapes at one scale."""
    columns, rows = max(x for x, _ in picture.cells) + 1, max(y for _, y in picture.cells) + 1
    pitch = min(SHAPE_PITCH, width / columns)
    tall = picture.rows * pitch
    shape = Group(
        draw_cells(picture.cells, pitch, picture.style),
        translate((width - columns * pitch) / 2, tall - rows * pitch),
    )
    label = _centred(_set(picture.label, LABEL * 1.15, fonts, colour=QUIET), width / 2, tall + 0.8)
    return Drawing((shape, label), width, tall + 0.8 + LABEL * 1.5)


# ---------------------------------------------------------------- blocks


def _box_of(cells: Sequence[Cell], centre: tuple[float, float]) -> tuple[float, float, float]:
    """(left, top, side) in cells of the square that a block turns in: about its centre, round all orientations."""
    reach = max(max(abs(x - centre[0]), abs(y - centre[1])) for x, y in cells) + 0.5
    return centre[0] + 0.5 - reach, centre[1] + 0.5 - reach, 2 * reach


def _draw_block(picture: BlockPicture, width: float, style: CellStyle, fonts: FontSet) -> Drawing:
    """The card's letter, then its box four times."""
    left, top, side = _box_of(picture.cells, picture.centre)
    letter, gap = 6.0, 2.2
    pitch = min(BLOCK_PITCH, (width - letter - 3 * gap) / (4 * side))
    box = side * pitch
    items: list[Item] = [Group(_set(picture.card, 4.6, fonts, strong=True).items, translate(0, box / 2 - 2.76))]
    for turns, name in enumerate(ORIENTATIONS):
        x = letter + turns * (box + gap)
        grid = [Path(rectangle(0, 0, box, box, 0.4), fill=PANEL, stroke=LINE, stroke_width=0.15)]
        for i in range(1, round(side)):
            for line in (polyline((i * pitch, 0), (i * pitch, box)), polyline((0, i * pitch), (box, i * pitch))):
                grid.append(Path(line, stroke=LINE, stroke_width=0.12))
        turned = turn_cells(picture.cells, picture.centre, turns)
        cells = draw_cells([(round(cx - left), round(cy - top)) for cx, cy in turned], pitch, style)
        dot = draw_dot(box / 2, box / 2, pitch * 1.25)
        items.append(Group((*grid, *cells, *dot), translate(x, 0)))
        items.append(_centred(_set(name, LABEL, fonts, colour=QUIET), x + box / 2, box + 0.5))
    # As wide as the room, so that the blocks of a column begin on one line.
    return Drawing(tuple(items), max(width, letter + 4 * box + 3 * gap), box + 0.5 + LABEL * 1.2)


# ---------------------------------------------------------------- cards


def _face_items(scene: Scene, turned: bool, corner: float, shadow: bool = False) -> tuple[Item, ...]:
    """A face as a card lies on the table: cut at its rounded trim, with a fine edge."""
    edge = rectangle(0, 0, scene.width, scene.height, corner)
    way = turn(180, scene.width / 2, scene.height / 2) if turned else translate(0, 0)
    under = rectangle(0.35, 0.75, scene.width - 0.7, scene.height, corner)
    return (
        *((Path(under, fill="#0b1020", opacity=0.28),) if shadow else ()),
        Group((Placed(scene, way),), clip=Path(edge)),
        Path(edge, stroke="#8b95a5", stroke_width=0.15),
    )


def _draw_face(picture: FacePicture, corner: float, fonts: FontSet) -> Drawing:
    factor = picture.width / picture.scene.width
    height = picture.scene.height * factor
    items: list[Item] = [Group(_face_items(picture.scene, picture.turned, corner), scale(factor))]
    if picture.label:
        label = _set(picture.label, LABEL * 1.15, fonts, colour=QUIET)
        items.append(_centred(label, picture.width / 2, height + 1.0))
        height += 1.0 + LABEL * 1.4
    return Drawing(tuple(items), picture.width, height)


def _draw_shingle(picture: ShinglePicture, sources: Sources) -> Drawing:
    """At actual size. The first card is nearest the player; each next one covers all but a strip of it."""
    step = picture.step
    width = max(scene.width for scene, _ in picture.cards)
    tops = [-i * step - scene.height for i, (scene, _) in enumerate(picture.cards)]
    top = min(tops)
    items: list[Item] = []
    for (scene, turned), y in zip(picture.cards, tops, strict=True):
        face = _face_items(scene, turned, sources.corner, shadow=True)
        items.append(Group(face, translate((width - scene.width) / 2, y - top)))
    if picture.rows:
        blocks = draw_marks([row.replace("#", ".") for row in picture.rows], step, sources.styles)
        left = (width - blocks.width) / 2
        down = -top - blocks.height
        cells = _cells_of([row.replace("#", ".") for row in picture.rows], "".join(map(chr, range(65, 91))))
        for ring in outline_cells(cells):
            shade = polyline(*((x * step + left + 0.3, y * step + down + 0.5) for x, y in ring), close=True)
            items.append(Path(shade, fill="#0b1020", opacity=0.35))
        items.append(Group(blocks.items, translate(left, down)))
    return Drawing(tuple(items), width, -top + 0.8)


def scene_of(drawing: Drawing, alt: str, lang: str) -> Scene:
    """A drawing by itself: what an HTML page shows."""
    return Scene(drawing.width, drawing.height, drawing.items, description=alt, lang=lang)
