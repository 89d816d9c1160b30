"""The drawing of a tuck box: its net on one or two sheets, with titles and art, and the instructions for making it."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import printed
from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.data.kinds import CutMode
from cardgen.data.languages.own_words import distinct_texts, own_languages
from cardgen.data.regmarks import RegistrationMarks
from cardgen.products.imposition.cutting import CREASE_COLOUR, CUT_LINES, cut_drawing, cut_line
from cardgen.products.imposition.plan import Size, in_mm
from cardgen.products.imposition.regmarks import draw_marks, mark_paths
from cardgen.products.tuckboxes.flaps import Bottom, Line
from cardgen.products.tuckboxes.glue import GLUE
from cardgen.products.tuckboxes.net import GROUND_BLEED, Sheets, TuckboxLayout, lay_sheets
from cardgen.products.tuckboxes.panels import BoxLook, draw_panels
from cardgen.products.tuckboxes.steps import (
    DASHES,
    REVERSE_DASHES,
    TUCK_BOX,
    Steps,
    draw_sheet_number,
    draw_steps,
    lines_of,
    steps_for,
)
from cardgen.products.tuckboxes.texts import DARK, BoxTexts
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
