"""What is printed on the panels of a tuck box: front, back, sides, lid, bottom and glue flaps."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product

from cardgen.base.records import dataclass, field
from cardgen.data.fonts import FontSet
from cardgen.data.languages.own_words import distinct_texts
from cardgen.products.imposition.plan import Size, clip_to
from cardgen.products.tuckboxes.flaps import GAP, NOTCH
from cardgen.products.tuckboxes.glue import draw_glue
from cardgen.products.tuckboxes.icons import Fact, place_icon
from cardgen.products.tuckboxes.net import GROUND_BLEED, TuckboxLayout
from cardgen.products.tuckboxes.texts import (
    LEAST_SIZE,
    BoxTexts,
    Text,
    height_of,
    in_a_row,
    in_column,
    stacked,
    two_of,
)
from cardgen.rulebook.blocks.pieces import draw_fan
from cardgen.scene.items import (
    IDENTITY,
    Command,
    Group,
    Item,
    Path,
    Pen,
    Placed,
    Rect,
    Scene,
    polyline,
    rectangle,
    then,
    translate,
    turn,
)
from cardgen.scene.items import scale as scaled
from cardgen.text.blocks import Flow
from cardgen.text.spans import Span

#: The side of an icon, and the distance between rows of them, mm.
_ICON, _ICON_ROW_GAP = 6.0, 3.0
#: The size of the texts of icons, and their least size, mm.
_ICON_TEXT, _ICON_LEAST = 2.6, 2.1
#: The least height of a fan of cards, mm.
_LEAST_FAN = 15.0


@dataclass(frozen=True, slots=True)
class BoxColours:
    """The colours of a box as `#rrggbb`: the ground, the text on it, and the lines beside the titles."""

    ground: str = "#1b1e2b"
    ink: str = "#ffffff"
    accent: str = "#f0b93a"


@dataclass(frozen=True, slots=True)
class BoxLook:
    """What is printed on a box: titles and subtitles by language, the licence, and facts with icons.

    `art`, such as the back of its cards, covers the front; the titles are over it if `art_title`, otherwise on the
    back. `shown` are faces of cards in a fan on the back, with corners of `corner` mm or an `outline`. `languages` are
    those of cardgen's own words.
    """

    title: Mapping[str, str]
    subtitle: Mapping[str, str] = field(default_factory=dict)
    licence: str = ""
    facts: Sequence[Fact] = ()
    art: Scene | None = None
    art_title: bool = False
    shown: Sequence[Scene] = ()
    corner: float = 0.0
    outline: tuple[Command, ...] = ()
    colours: BoxColours = field(default_factory=BoxColours)
    languages: Sequence[str] = ("en",)


def draw_panels(layout: TuckboxLayout, look: BoxLook, fonts: FontSet, name: str) -> list[Item]:
    """Draw what is printed on the panels of one sheet. FitError if a panel is too small for its title."""
    texts = BoxTexts(fonts, name)
    items: list[Item] = [_ground(layout, look.colours.ground)]
    if "front" in layout.panels:
        items += _front(layout, look, texts)
    if "back" in layout.panels:
        items += _back(layout, look, texts)
    items += _spines(layout, look, texts)
    if "lid" in layout.panels:
        items += _lid(layout, look, texts)
        items += _imprint(layout, look, texts)
    items += [Path(area, fill="#ffffff") for area in layout.bare]
    return [*items, *draw_glue(layout, look.languages, texts)]


def _ground(layout: TuckboxLayout, colour: str) -> Group:
    """Draw the ground of the box with its bleed, and 1 mm beyond the fold of the glue flap."""
    # Programs cut sharp corners off in several ways, and long ones reach over the instructions.
    pen = Pen(join="round")
    path = Path((*layout.ground, ("Z",)), fill=colour, stroke=colour, stroke_width=2 * GROUND_BLEED, pen=pen)
    return Group((path,), clip=Path(rectangle(0.0, 0.0, layout.flap[0] + 1.0, layout.paper[1])))


# ---------------------------------------------------------------- front and back


def _titles(look: BoxLook, large: float, small: float) -> list[Text]:
    return [
        Text(text, lang, small if n else large, look.colours.ink) for n, (lang, text) in enumerate(look.title.items())
    ]


def _subtitles(look: BoxLook) -> list[Text]:
    return [Text(text, lang, 3.2, look.colours.accent) for lang, text in look.subtitle.items()]


def _front(layout: TuckboxLayout, look: BoxLook, texts: BoxTexts) -> list[Item]:
    """Draw the front: the art, with the titles on a band if they are asked for, or a frame around the titles."""
    x, y, width, height = layout.panels["front"]
    upper = texts.fit_lines(_titles(look, *((10.5, 6.4) if look.art is None else (9.0, 5.6))), width - 12, height * 0.4)
    lower = texts.fit_lines(_subtitles(look), width - 12, height * 0.2)
    tall = height_of(upper) + height_of(lower) + (2.0 if upper and lower else 0.0)
    if look.art is None:
        items: list[Item] = _frames((x, y + NOTCH, width, height - NOTCH), look.colours.accent)
        top = y + NOTCH + (height - NOTCH - tall) / 2
    else:
        beyond = GROUND_BLEED
        below = 0.0 if _has_flap_below(layout) else beyond
        items = [
            _cover(look.art, layout.panels["front"], (x - beyond, y - beyond, width + beyond, height + beyond + below))
        ]
        top = y + height - 10 - tall
        if not look.art_title:
            return items
        items += _band(look.colours, (x - beyond, top - 3, width + beyond, tall + 6))
    return [*items, *_in_rows(upper, lower, x + 6, top, tall)]


def _has_flap_below(layout: TuckboxLayout) -> bool:
    return not layout.panels.keys().isdisjoint({"bottom glue", "bottom front"})


def _back(layout: TuckboxLayout, look: BoxLook, texts: BoxTexts) -> list[Item]:
    """Draw the back: a frame around the cards that are shown, the titles if the front has only art, and the icons."""
    x, y, width, height = layout.panels["back"]
    items = _frames(layout.panels["back"], look.colours.accent)
    is_titled = look.art is not None and not look.art_title
    upper = texts.fit_lines(_titles(look, 8.0, 5.0) if is_titled else [], width - 12, height * 0.35)
    lower = texts.fit_lines(_subtitles(look), width - 12, height * 0.2)
    tall = height_of(upper) + height_of(lower) + (2.0 if upper and lower else 0.0)
    icons, taken = _icons(look, texts, (x + 6, y, width - 12, height - 9), height - 15 - tall)
    room = height - taken - tall - 20
    fan = _fan(look, (x + 6, y + 8, width - 12, room)) if room >= _LEAST_FAN else None
    if fan is not None:
        return [*items, *fan, *_in_rows(upper, lower, x + 6, y + 12 + room, tall), *icons]
    top = y + (height - taken - tall) / 2
    return [*items, *_in_rows(upper, lower, x + 6, top, tall), *icons]


def _in_rows(upper: list[Flow], lower: list[Flow], x: float, top: float, tall: float) -> list[Item]:
    """Place titles and subtitles below each other, `tall` mm together."""
    return [*stacked(upper, x, top), *stacked(lower, x, top + tall - height_of(lower))]


def _fan(look: BoxLook, area: Rect) -> list[Item] | None:
    """Draw the faces that are shown as a fan, as large as fits in the middle of an area; None if there are none."""
    if not look.shown:
        return None
    x, y, width, height = area
    fan = draw_fan(look.shown, look.corner, lambda _: look.outline)
    factor = min(width / fan.width, height / fan.height)
    left, top = x + (width - fan.width * factor) / 2, y + (height - fan.height * factor) / 2
    return [Group(fan.items, then(scaled(factor), translate(left, top)))]


def _icons(look: BoxLook, texts: BoxTexts, area: Rect, room: float) -> tuple[list[Item], float]:
    """Draw the icons with their texts at the lower end of an area, and return the height that they take.

    They are in as few rows as the texts fit in, each in one line or else in two. Nothing is drawn if they need more
    than `room` mm.
    """
    x, y, width, height = area
    count = len(look.facts)
    for lines, rows in product((1, 2), range(1, count + 1)):
        per_row = math.ceil(count / rows)
        pitch = width / per_row
        cells = _words(look, texts, (pitch - 0.8, 1.35 * lines * _ICON_TEXT))
        high = _ICON + 1 + max(map(height_of, cells))
        tall = rows * high + _ICON_ROW_GAP * (rows - 1)
        if tall > room or not all(line.fits for cell in cells for line in cell):
            continue
        items: list[Item] = []
        for number, (fact, cell) in enumerate(zip(look.facts, cells, strict=True)):
            row, column = divmod(number, per_row)
            first = x + (width - pitch * min(per_row, count - row * per_row)) / 2
            left, level = first + column * pitch, y + height - tall + row * (high + _ICON_ROW_GAP)
            items.append(place_icon(fact.icon, look.colours.accent, left + (pitch - _ICON) / 2, level, _ICON))
            items += stacked(cell, left + 0.4, level + _ICON + 1)
        return items, tall + 6.0
    return [], 0.0


def _words(look: BoxLook, texts: BoxTexts, room: Size) -> list[list[Flow]]:
    """Set the texts of the icons in two languages, all of them at one size."""
    cells = []
    for fact in look.facts:
        words = distinct_texts({lang: fact.text.in_language(lang) for lang in two_of(look.languages)}, look.languages)
        cells.append([[Span(text, "medium", look.colours.ink, lang)] for lang, text in words.items()])
    blocks = [block for cell in cells for block in cell]
    flows = iter(texts.fit_alike(blocks, _ICON_TEXT, [room] * len(blocks), _ICON_LEAST, align="centre"))
    return [[next(flows) for _ in cell] for cell in cells]


def _band(colours: BoxColours, rect: Rect) -> list[Item]:
    """Draw the ground for titles on art, between two lines."""
    x, y, width, height = rect
    rules = polyline((x, y), (x + width, y)) + polyline((x, y + height), (x + width, y + height))
    return [Path(rectangle(*rect), fill=colours.ground), Path(rules, stroke=colours.accent, stroke_width=0.5)]


def _frames(panel: Rect, colour: str) -> list[Item]:
    return [_frame(panel, 3.2, 0.5, colour), _frame(panel, 4.4, 0.2, colour)]


def _frame(panel: Rect, inset: float, width: float, colour: str) -> Path:
    x, y, wide, high = panel
    outline = rectangle(x + inset, y + inset, wide - 2 * inset, high - 2 * inset, 3.0)
    return Path(outline, stroke=colour, stroke_width=width)


def _cover(art: Scene, panel: Rect, shown: Rect) -> Placed:
    """Place the art over all of a panel, turned by a quarter if only one of them is landscape."""
    x, y, width, height = panel
    matrix, wide, high = IDENTITY, art.width, art.height
    if (art.width > art.height) != (width > height) and art.width != art.height:
        matrix, wide, high = (0.0, 1.0, -1.0, 0.0, art.height, 0.0), art.height, art.width
    factor = max(width / wide, height / high)
    centred = translate(x + (width - wide * factor) / 2, y + (height - high * factor) / 2)
    matrix = then(then(matrix, scaled(factor)), centred)
    return Placed(art, matrix, clip_to(art, matrix, shown))


# ---------------------------------------------------------------- sides, lid, bottom


def _spines(layout: TuckboxLayout, look: BoxLook, texts: BoxTexts) -> list[Item]:
    """Set the titles in a column on both sides if they are wide enough: Chinese upright, other letters turned."""
    items: list[Item] = []
    for side in ("left", "right"):
        if side not in layout.panels:
            continue
        x, y, width, height = layout.panels[side]
        size = min(6.5, 0.4 * width)
        if size < LEAST_SIZE:
            continue
        spans = in_a_row([(text, lang) for lang, text in look.title.items()], "bold", look.colours.ink)
        column = texts.fit_title(spans, size, (1.3 * size, height - 22), vertical=True)
        items.append(in_column(column, height - 22, x + width / 2, y + height / 2))
        for level in (y + 6, y + height - 6):
            rule = polyline((x + width * 0.25, level), (x + width * 0.75, level))
            items.append(Path(rule, stroke=look.colours.accent, stroke_width=0.5))
    return items


def _lid(layout: TuckboxLayout, look: BoxLook, texts: BoxTexts) -> list[Item]:
    """Set the titles on the lid, readable from the front, as many as fit."""
    x, y, width, height = layout.panels["lid"]
    size = max(LEAST_SIZE, min(5.0, 0.26 * height))
    lines = texts.fit_first(_titles(look, size, max(LEAST_SIZE, 0.75 * size)), width - 10, height - 2)
    stack = stacked(lines, -(width - 10) / 2, -height_of(lines) / 2)
    return [Group(tuple(stack), then(turn(180), translate(x + width / 2, y + height / 2)))]


def _imprint(layout: TuckboxLayout, look: BoxLook, texts: BoxTexts) -> list[Item]:
    """Set the author and the licence on the bottom, in one line or else in two, if they fit."""
    x, y, width, height = _imprint_area(layout)
    for text, high in ((look.licence, 3.2), (look.licence.replace(" · ", "\n"), 6.4)):
        room = (max(width - 10, 1.0), min(max(height - 2, 1.0), high))
        lines = texts.fit([Span(text, colour=look.colours.ink)], 2.4, room, LEAST_SIZE, align="centre")
        if lines.fits:
            return [Group(lines.runs, translate(x + 5, y + (height - lines.height) / 2))]
    return []


def _imprint_area(layout: TuckboxLayout) -> Rect:
    """Return the part of the bottom that is seen from below and has no glue."""
    if "bottom" in layout.panels:
        return layout.panels["bottom"]
    x, y, width, long = layout.panels["bottom back"]
    tab, short = layout.panels["bottom right"][3], long * 2 / 3 - GAP
    return x + short - 3, y, width - short - tab + 6, short
