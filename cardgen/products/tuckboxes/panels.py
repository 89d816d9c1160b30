"""What is printed on the panels of a tuck box: front, back, sides, lid, bottom and glue flaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.data.fonts import FontSet
from cardgen.data.languages.own_words import distinct_texts
from cardgen.products.tuckboxes.flaps import GAP, NOTCH
from cardgen.products.tuckboxes.icons import Fact, place_icon
from cardgen.products.tuckboxes.net import GROUND_BLEED, TuckboxLayout
from cardgen.products.tuckboxes.texts import (
    LEAST_SIZE,
    QUIET,
    BoxTexts,
    Text,
    height_of,
    in_a_row,
    in_column,
    stacked,
)
from cardgen.records import dataclass, field
from cardgen.scene.items import (
    IDENTITY,
    Group,
    Item,
    Path,
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
from cardgen.sheets.plan import clip_to
from cardgen.text.blocks import Flow
from cardgen.text.spans import Span
from cardgen.words.messages import message

GLUE = message("glue")

#: The side of an icon, and the least width for it with its text, mm.
_ICON, _ICON_ROOM = 6.0, 11.5
#: The size of the text of an icon, and the least size in one line, mm.
_ICON_TEXT, _ICON_LEAST = 2.6, 2.1


@dataclass(frozen=True, slots=True)
class BoxColours:
    """The colours of a box as `#rrggbb`: the ground, the text on it, and the lines beside the titles."""

    ground: str = "#1b1e2b"
    ink: str = "#ffffff"
    accent: str = "#f0b93a"


@dataclass(frozen=True, slots=True)
class Look:
    """What is printed on a box: titles and subtitles by language, the licence, and facts with icons.

    `art`, such as the back of its cards, covers the front; the titles are over it if `art_title`, otherwise on the
    back. `languages` are those of cardgen's own words.
    """

    title: Mapping[str, str]
    subtitle: Mapping[str, str] = field(default_factory=dict)
    licence: str = ""
    facts: Sequence[Fact] = ()
    art: Scene | None = None
    art_title: bool = False
    colours: BoxColours = field(default_factory=BoxColours)
    languages: Sequence[str] = ("en",)


def draw_panels(layout: TuckboxLayout, look: Look, fonts: FontSet, name: str) -> list[Item]:
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
    return [*items, *_glue_labels(layout, look, texts)]


def _ground(layout: TuckboxLayout, colour: str) -> Group:
    """Draw the ground of the box with its bleed, and 1 mm beyond the fold of the glue flap."""
    path = Path((*layout.ground, ("Z",)), fill=colour, stroke=colour, stroke_width=2 * GROUND_BLEED)
    return Group((path,), clip=Path(rectangle(0.0, 0.0, layout.flap[0] + 1.0, layout.paper[1])))


# ---------------------------------------------------------------- front and back


def _titles(look: Look, large: float, small: float) -> list[Text]:
    return [
        Text(text, lang, small if n else large, look.colours.ink) for n, (lang, text) in enumerate(look.title.items())
    ]


def _subtitles(look: Look) -> list[Text]:
    return [Text(text, lang, 3.2, look.colours.accent) for lang, text in look.subtitle.items()]


def _front(layout: TuckboxLayout, look: Look, texts: BoxTexts) -> list[Item]:
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
    items += stacked(upper, x + 6, top)
    return [*items, *stacked(lower, x + 6, top + tall - height_of(lower))]


def _has_flap_below(layout: TuckboxLayout) -> bool:
    return not layout.panels.keys().isdisjoint({"bottom glue", "bottom front"})


def _back(layout: TuckboxLayout, look: Look, texts: BoxTexts) -> list[Item]:
    """Draw the back: a frame around the subtitles, the titles if the front has only art, and the icons."""
    x, y, width, height = layout.panels["back"]
    items = _frames(layout.panels["back"], look.colours.accent)
    is_titled = look.art is not None and not look.art_title
    upper = texts.fit_lines(_titles(look, 8.0, 5.0) if is_titled else [], width - 12, height * 0.35)
    lower = texts.fit_lines(_subtitles(look), width - 12, height * 0.2)
    tall = height_of(upper) + height_of(lower) + (2.0 if upper and lower else 0.0)
    icons, taken = _icons(look, texts, (x + 7, y, width - 14, height - 9), height - 15 - tall)
    top = y + (height - taken - tall) / 2
    items += stacked(upper, x + 6, top)
    return [*items, *stacked(lower, x + 6, top + tall - height_of(lower)), *icons]


def _icons(look: Look, texts: BoxTexts, area: Rect, room: float) -> tuple[list[Item], float]:
    """Draw the icons with their texts at the lower end of an area, and return the height that they take.

    Nothing is drawn if they need more than `room` mm.
    """
    x, y, width, height = area
    if not look.facts:
        return [], 0.0
    per_row = max(1, min(len(look.facts), int(width // _ICON_ROOM)))
    pitch = width / per_row
    cells = [_words(fact, look, texts, pitch - 1) for fact in look.facts]
    rows = [cells[start : start + per_row] for start in range(0, len(cells), per_row)]
    heights = [_ICON + 1 + max(map(height_of, row)) for row in rows]
    tall = sum(heights) + 3.0 * (len(rows) - 1)
    if tall > room or not all(line.fits for cell in cells for line in cell):
        return [], 0.0
    items: list[Item] = []
    level, facts = y + height - tall, iter(look.facts)
    for row, high in zip(rows, heights, strict=True):
        first = x + (width - pitch * len(row)) / 2
        for column, lines in enumerate(row):
            left = first + column * pitch
            icon = next(facts).icon
            items.append(place_icon(icon, look.colours.accent, left + (pitch - _ICON) / 2, level, _ICON))
            items += stacked(lines, left + 0.5, level + _ICON + 1)
        level += high + 3.0
    return items, tall + 6.0


def _words(fact: Fact, look: Look, texts: BoxTexts, width: float) -> list[Flow]:
    """Set the text of an icon in each language: in one line, or else in two."""
    words = distinct_texts({lang: fact.text.in_language(lang) for lang in look.languages[:2]}, look.languages)
    lines = []
    for lang, text in words.items():
        spans = [Span(text, "medium", look.colours.ink, lang)]
        one = texts.fit(spans, _ICON_TEXT, (width, 1.3 * _ICON_TEXT), _ICON_LEAST, align="centre")
        two = texts.fit(spans, _ICON_TEXT, (width, 2.6 * _ICON_TEXT), LEAST_SIZE, align="centre")
        lines.append(one if one.fits else two)
    return lines


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


# ---------------------------------------------------------------- sides, lid, bottom, flaps


def _spines(layout: TuckboxLayout, look: Look, texts: BoxTexts) -> list[Item]:
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


def _lid(layout: TuckboxLayout, look: Look, texts: BoxTexts) -> list[Item]:
    """Set the titles on the lid, readable from the front, as many as fit."""
    x, y, width, height = layout.panels["lid"]
    size = max(LEAST_SIZE, min(5.0, 0.26 * height))
    lines = texts.fit_first(_titles(look, size, max(LEAST_SIZE, 0.75 * size)), width - 10, height - 2)
    stack = stacked(lines, -(width - 10) / 2, -height_of(lines) / 2)
    return [Group(tuple(stack), then(turn(180), translate(x + width / 2, y + height / 2)))]


def _imprint(layout: TuckboxLayout, look: Look, texts: BoxTexts) -> list[Item]:
    """Set the licence on the bottom, if it fits."""
    if not look.licence:
        return []
    x, y, width, height = _imprint_area(layout)
    room = (max(width - 10, 1.0), max(height - 2, 1.0))
    line = texts.fit([Span(look.licence, colour=look.colours.ink)], 2.4, room, LEAST_SIZE, align="centre")
    return [Group(line.runs, translate(x + 5, y + (height - line.height) / 2))] if line.fits else []


def _imprint_area(layout: TuckboxLayout) -> Rect:
    """Return the part of the bottom that is seen from below and has no glue."""
    if "bottom" in layout.panels:
        return layout.panels["bottom"]
    x, y, width, long = layout.panels["bottom back"]
    tab, short = layout.panels["bottom right"][3], long * 2 / 3 - GAP
    return x + short - 3, y, width - short - tab + 6, short


def _glue_labels(layout: TuckboxLayout, look: Look, texts: BoxTexts) -> list[Item]:
    """Draw the labels of flaps that have no ground: glue holds on paper, not on ink."""
    words = [(GLUE.in_language(lang), lang) for lang in look.languages]
    x, y, width, height = layout.flap
    spans = in_a_row([("A", "en"), *words] if "joint" in layout.panels else words, "medium", QUIET)
    label = texts.fit_title(spans, 4.0, (6, height - 10), vertical=True)
    items: list[Item] = [in_column(label, height - 10, x + (width + 1) / 2, y + height / 2)]
    if "bottom glue" in layout.panels:
        x, y, width, length = layout.panels["bottom glue"]
        items += _flap_label((x + length, y, width - 2 * length, length), words, texts)
    for name in ("bottom left glue", "bottom right glue"):
        if name in layout.panels:
            items += _flap_label(_straight_part(layout, name), words, texts)
    return items


def _straight_part(layout: TuckboxLayout, name: str) -> Rect:
    """Return the part of a glue flap of a side that its mitre leaves: half of the depth of the box, or more."""
    x, y, width, height = layout.panels[name]
    straight = 0.5 * width
    return (x + width - straight if name == "bottom left glue" else x, y, straight, height)


def _flap_label(area: Rect, words: Sequence[tuple[str, str]], texts: BoxTexts) -> list[Item]:
    """Set the label of a glue flap below its fold, if there is room for it."""
    x, y, width, height = area
    top, room = y + GROUND_BLEED, (width - 2, height - GROUND_BLEED - 1)
    if min(room) < LEAST_SIZE:
        return []
    label = texts.fit(in_a_row(words, "medium", QUIET), 3.0, room, LEAST_SIZE, align="centre")
    return [Group(label.runs, translate(x + 1, top + (room[1] - label.height) / 2))] if label.fits else []
