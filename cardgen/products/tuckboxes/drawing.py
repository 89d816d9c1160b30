"""The drawing of a tuck box: its net on one or two sheets, with titles and art, and the instructions for making it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from cardgen.base.records import dataclass, replace
from cardgen.base.units import sum_floats
from cardgen.base.words.messages import Message, message, printed
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.data.kinds import CutMode
from cardgen.data.languages.own_words import distinct_texts, own_languages
from cardgen.data.regmarks import RegistrationMarks
from cardgen.products.imposition.cutting import CREASE_COLOUR, CUT_LINES, cut_drawing, cut_line
from cardgen.products.imposition.plan import FitError, Size, in_mm
from cardgen.products.imposition.regmarks import draw_marks, mark_paths
from cardgen.products.tuckboxes.flaps import Bottom, Line
from cardgen.products.tuckboxes.glue import GLUE
from cardgen.products.tuckboxes.net import GROUND_BLEED, Sheets, TuckboxLayout, lay_sheets
from cardgen.products.tuckboxes.panels import BoxLook, draw_panels
from cardgen.products.tuckboxes.texts import DARK, LEAST_SIZE, QUIET, BoxTexts, two_of
from cardgen.scene.items import CREASE, Command, Group, Item, Path, Scene, polyline, translate
from cardgen.text.spans import Span

_LIGHT = "#ffffff"


@dataclass(frozen=True, slots=True)
class BoxShape:
    """How a box is closed below, whether its lid has slits, the number of sheets, and how its lines are drawn.

    With `cut` "spot" the lines are in the spot colours of cut lines and creases, with "none" there are no lines.
    Registration `marks` are for a cutting machine.
    """

    bottom: Bottom = "tuck"
    slits: bool = True
    sheets: Sheets = "auto"
    cut: CutMode = "line"
    marks: RegistrationMarks | None = None


def tuckbox_pages(
    card: Size,
    thickness: float,
    paper: Size,
    look: BoxLook,
    shape: BoxShape = BoxShape(),  # noqa: B008  # frozen
    *,
    name: str = "tuckbox",
    fonts: FontSet = BUNDLED,
) -> list[Scene]:
    """Draw the nets of `lay_sheets` on their pages: solid cut lines, dashed folds, and the instructions on the first.

    The languages of the look are those of the game. The title is on the front or the back, on the sides and the lid,
    the licence on the bottom; the sides, lid and bottom of a thin box have as much of it as fits. FitError if the paper
    or a panel is too small.
    """
    layouts = _layouts(card, thickness, paper, shape, name)
    front, side = layouts[0].panels["front"], layouts[0].panels["left"]
    steps = Steps(
        printed("for a stack {thickness} mm thick", thickness=f"{thickness:.4g}"),
        printed("outside {size}", size=in_mm(*(round(length, 1) for length in (front[2], front[3], side[2])))),
        steps_for(layouts[0], layouts[-1], shape.bottom),
        len(layouts),
    )
    words = (GLUE, *steps.messages, *(fact.text for fact in look.facts))
    kinds = lines_of(layouts[0])
    shown = own_languages(look.languages, (*words, *(kind for kind, _ in kinds)), fonts)
    title, subtitle = (distinct_texts(texts, look.languages) for texts in (look.title, look.subtitle))
    drawn = replace(look, title=title, subtitle=subtitle, languages=shown)
    light = look.art is not None or _is_dark(look.colours.ground)
    texts = BoxTexts(fonts, name)
    pages = []
    for number, layout in enumerate(layouts):
        items = [*draw_panels(layout, drawn, fonts, name), *_lines(layout, shape.cut, light=light)]
        if number == 0:
            items += draw_steps(layout, texts, steps, shown, with_key=shape.cut == "line")
        else:
            items += draw_sheet_number(layout, texts, number + 1, len(layouts), shown)
        items += _joint_marks(layout, texts) if len(layouts) > 1 else []
        if shape.marks is not None:
            items += draw_marks(shape.marks, layout.paper, look.languages, fonts, name)
        pages.append(
            Scene(
                *layout.paper,
                tuple(items),
                name=f"{name}-{number + 1}" if len(layouts) > 1 else name,
                title=" ".join([*title.values(), "·", *map(TUCK_BOX.in_language, shown)]),
                description=f"The net of a tuck box for {in_mm(*card)} cards, a stack of {thickness:g} mm",
                lang=look.languages[0],
            )
        )
    return pages


def tuckbox_outlines(
    card: Size, thickness: float, paper: Size, shape: BoxShape, *, name: str, title: str, lang: str
) -> list[Scene]:
    """Return the outline, slits and folds of the net on each of its sheets, for a cutting machine.

    The outline is cut last, because a sheet moves when its net is cut out of it.
    """
    return [
        cut_drawing(
            layout.paper,
            [*(polyline(*slit) for slit in layout.slits), layout.cut],
            creases=(polyline(*fold) for fold in (*layout.folds, *layout.reverse)),
            marks=mark_paths(shape.marks, layout.paper) if shape.marks else (),
            name=name,
            title=title,
            lang=lang,
        )
        for layout in _layouts(card, thickness, paper, shape, name)
    ]


def _layouts(card: Size, thickness: float, paper: Size, shape: BoxShape, name: str) -> tuple[TuckboxLayout, ...]:
    return lay_sheets(
        card,
        thickness,
        paper,
        name,
        bottom=shape.bottom,
        slits=shape.slits,
        sheets=shape.sheets,
        marks=shape.marks,
    )


def _lines(layout: TuckboxLayout, cut: CutMode, light: bool) -> list[Item]:
    """Draw solid cuts and dashed folds in dark lines; on a dark ground with a `light` line inside them."""
    cuts = [layout.cut, _commands(layout.slits)]
    if cut == "none":
        return []
    if cut == "spot":
        creases = _commands((*layout.folds, *layout.reverse))
        crease = Path(creases, stroke=CREASE_COLOUR, stroke_width=CUT_LINES["spot"][1], spot=CREASE)
        return [*(line for outline in cuts if outline for line in cut_line(outline, cut)), crease]
    folds = [(_commands(layout.folds), DASHES), (_commands(layout.reverse), REVERSE_DASHES)]
    items: list[Item] = [Path(cut, stroke=DARK, stroke_width=0.25) for cut in cuts if cut]
    items += [Path(fold, stroke=DARK, stroke_width=0.25, dash=dash) for fold, dash in folds if fold]
    if light:
        items.append(Path((*layout.body, *_commands(layout.slits)), stroke=_LIGHT, stroke_width=0.18))
        items += [Path(fold, stroke=_LIGHT, stroke_width=0.18, dash=dash) for fold, dash in folds if fold]
    return items


def _commands(lines: Sequence[Line]) -> tuple[Command, ...]:
    return tuple(command for line in lines for command in polyline(*line))


def _is_dark(colour: str) -> bool:
    """Return True if white is more visible on a colour than black, by the weights of ITU-R BT.601."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 140


def _joint_marks(layout: TuckboxLayout, texts: BoxTexts) -> list[Item]:
    """Draw the marks where two sheets are joined: triangles at the same heights point to the fold and to the edge."""
    is_first = "joint" in layout.panels
    x, y, width, height = layout.panels["left" if is_first else "back"]
    edge, away = (x + width + 1.6, 1.0) if is_first else (x - GROUND_BLEED - 0.4, -1.0)
    items: list[Item] = []
    for level in (y + height / 4, y + height * 3 / 4):
        triangle = polyline((edge, level), (edge + away * 2, level - 1.2), (edge + away * 2, level + 1.2), close=True)
        items.append(Path(triangle, fill=DARK))
    if not is_first:
        label = texts.fit([Span("A", "bold", DARK, "en")], 3.0, (4, 5), 2.0)
        items.append(Group(label.runs, translate(edge - label.width, y + height / 2 - label.height / 2)))
    return items


# ---------------------------------------------------------------- folding in steps


TUCK_BOX = printed("Tuck box")
_PRINT = printed("Print at 100 % on stiff paper, 200 to 300 g/m².")
_CUT = printed("Cut along the solid line, the thumb notch, too.")
_CUT_SLITS = printed("Cut the solid lines, the notch and the slits.")
_FOLD = printed("Score and fold the dashed lines away from you.")
_JOIN = printed("Glue flap A of this sheet behind edge A of the other sheet.")
_GLUE = printed("Glue the flap behind the front.")
_LAST: Mapping[Bottom, Sequence[Message]] = {
    "tuck": (_GLUE, printed("Fold in the small flaps and tuck in the bottom.")),
    "glued": (_GLUE, printed("Fold in the white flaps of the bottom, and glue the bottom to them.")),
    "crash-lock": (
        printed("Fold the bottom flat against the inside, and its tabs back."),
        printed("Put glue on the tabs and the flap. Fold the right side over, then the front, and press flat."),
        printed("When it is dry, open it: the bottom locks."),
    ),
}

#: The size of the steps, the least size with one language above and one below the front, and the least of all, mm.
_SIZE, _GOOD_SIZE, _LEAST_SIZE = 2.7, 2.3, 1.5

#: The dashes of folds away from the print, and of those towards it.
DASHES = (2.0, 1.5)
REVERSE_DASHES = (3.0, 1.0, 0.6, 1.0)

_LINES: Sequence[tuple[Message, tuple[float, ...]]] = ((printed("cut"), ()), (printed("fold"), DASHES))
_FOLD_BACK = (printed("fold back"), REVERSE_DASHES)


def steps_for(first: TuckboxLayout, last: TuckboxLayout, bottom: Bottom) -> tuple[Message, ...]:
    """Return the steps of a box; the lid with its slits is on the last of its sheets."""
    cut = _CUT_SLITS if last.slits else _CUT
    join = (_JOIN,) if "joint" in first.panels else ()
    return (_PRINT, cut, _FOLD, *join, *_LAST[bottom])


def lines_of(layout: TuckboxLayout) -> Sequence[tuple[Message, tuple[float, ...]]]:
    """Return the kinds of lines of a net, with the dashes of each."""
    return (*_LINES, _FOLD_BACK) if layout.reverse else _LINES


@dataclass(frozen=True, slots=True)
class Steps:
    """The instructions of a box: its `stack`, its size `outside`, the steps, and the number of its `sheets`."""

    stack: Message
    outside: Message
    steps: Sequence[Message]
    sheets: int = 1

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages that are printed with the instructions, apart from the kinds of lines."""
        return (TUCK_BOX, self.stack, self.outside, sheet_of(1, self.sheets), *self.steps)


def sheet_of(number: int, count: int) -> Message:
    """Return which of its sheets a sheet is."""
    return printed("sheet {number} of {count}", number=number, count=count)


def draw_steps(
    layout: TuckboxLayout, texts: BoxTexts, instructions: Steps, languages: Sequence[str], *, with_key: bool
) -> list[Item]:
    """Set the instructions in two languages, one above the front and one below it, or both where there is more room.

    On small paper they are only in the first language. FitError if there is no room for it.
    """
    x, y, width, height = layout.panels["front"]
    room, gap, wide = layout.room, GROUND_BLEED + 2, width - 6
    low = y + height + layout.front_reach + gap
    above, below = y - gap - room[1], room[1] + room[3] - low
    key = 5.0 if with_key else 0.0
    sizes = (_GOOD_SIZE, _LEAST_SIZE)
    for shown, floor, upper in (
        *product([two_of(languages)], sizes, (1, 2, 0)),
        *product([languages[:1]], sizes, (1, 0)),
    ):
        rooms = _rooms(above, below, upper, len(shown))
        spans = [_spans(instructions, lang, with_size=floor == _GOOD_SIZE) for lang in shown]
        blocks = texts.fit_alike(spans, _SIZE, [(wide, free - key) for free in rooms], floor, leading=1.4)
        if all(block.fits for block in blocks):
            break
    else:
        problem = message("tuckbox: the steps in {lang!r} do not fit beside the net", lang=languages[0])
        raise FitError(problem, message("there is room for {size}", size=in_mm(wide, max(above, below))))
    items: list[Item] = []
    level = y - gap - sum_floats(block.height + key for block in blocks[:upper])
    for number, (block, lang) in enumerate(zip(blocks, shown, strict=True)):
        level = low if number == upper else level
        items.append(Group(block.runs, translate(x, level)))
        items += _key(layout, texts, lang, x, level + block.height + 2.5) if with_key else []
        level += block.height + key
    return items


def _rooms(above: float, below: float, upper: int, count: int) -> list[float]:
    """Return the heights for `count` texts, of which the first `upper` are above the front, mm."""
    return [above / upper if number < upper else below / (count - upper) for number in range(count)]


def _spans(instructions: Steps, lang: str, with_size: bool) -> list[Span]:
    """Return the instructions in one language, with the size of the box if there is room for it."""
    sheet = [sheet_of(1, instructions.sheets)] if instructions.sheets > 1 else []
    outside = [instructions.outside] if with_size else []
    return [
        Span(TUCK_BOX.in_language(lang), "bold", DARK, lang),
        *(Span(f"  {text.in_language(lang)}", "regular", QUIET, lang) for text in (*sheet, instructions.stack)),
        *(Span("\n" + text.in_language(lang), "regular", QUIET, lang) for text in outside),
        *(
            Span(f"\n{step}  {text.in_language(lang)}", "regular", DARK, lang)
            for step, text in enumerate(instructions.steps, 1)
        ),
    ]


def draw_sheet_number(
    layout: TuckboxLayout, texts: BoxTexts, number: int, count: int, languages: Sequence[str]
) -> list[Item]:
    """Set which sheet this is below the net, or else above it, if there is room."""
    _, top, _, height = layout.room
    x, _, width, _ = layout.panels["back"]
    gap, line = GROUND_BLEED + 2, 1.4 * _SIZE
    lowest = max(panel[1] + panel[3] for panel in layout.panels.values()) + gap
    highest = min(panel[1] for panel in layout.panels.values()) - gap - line
    level = lowest if lowest + line <= top + height else highest
    if level < top:
        return []
    spans = [
        Span(text + "  ", font, colour, lang)
        for lang in two_of(languages)
        for text, font, colour in (
            (TUCK_BOX.in_language(lang), "bold", DARK),
            (sheet_of(number, count).in_language(lang), "regular", QUIET),
        )
    ]
    text = texts.fit(spans, _SIZE, (width, line), LEAST_SIZE)
    return [Group(text.runs, translate(x, level))] if text.fits else []


def _key(layout: TuckboxLayout, texts: BoxTexts, lang: str, x: float, y: float) -> list[Item]:
    """Draw the key: the kinds of lines with their names."""
    items: list[Item] = []
    lines = lines_of(layout)
    pitch = 26 if len(lines) == 2 else 20
    for number, (kind, dash) in enumerate(lines):
        start = x + pitch * number
        word = texts.fit([Span(kind.in_language(lang), "regular", DARK, lang)], 2.5, (15, 4), 2.0)
        items.append(Path(polyline((start, y), (start + 9, y)), stroke=DARK, stroke_width=0.3, dash=dash))
        items.append(Group(word.runs, translate(start + 10.5, y - word.height / 2)))
    return items
