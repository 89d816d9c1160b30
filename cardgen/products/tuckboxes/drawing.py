"""The drawing of a tuck box: its net with titles and art, and the instructions for making the box."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence

from cardgen.data.fonts import BUNDLED, FontSet
from cardgen.data.kinds import CutMode
from cardgen.data.languages.own_words import distinct_texts, own_languages
from cardgen.data.regmarks import RegistrationMarks
from cardgen.products.tuckboxes.net import GROUND_BLEED, NOTCH, TuckboxLayout, lay_tuckbox, stack_thickness
from cardgen.records import dataclass
from cardgen.scene.items import (
    CREASE,
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
from cardgen.sheets.cutting import CREASE_COLOUR, cut_drawing
from cardgen.sheets.plan import CUT_LINES, FitError, Size, clip_to, cut_line, in_mm
from cardgen.sheets.regmarks import draw_marks, mark_paths
from cardgen.text.blocks import Flow
from cardgen.text.lines import Align
from cardgen.text.paragraphs import fit_paragraph
from cardgen.text.spans import Span
from cardgen.units import sum_floats
from cardgen.words.messages import Message, message

__all__ = ["BoxColours", "TuckboxLayout", "lay_tuckbox", "stack_thickness", "tuckbox_net"]

_DARK, _LIGHT, _QUIET = "#22252e", "#ffffff", "#5a6070"

#: The smallest size of text on a box, mm.
_LEAST_SIZE = 1.8

_TUCK_BOX = message("Tuck box")
_GLUE = message("glue")
_STEPS = (
    message("Print at 100 % on stiff paper, 200 to 300 g/m²."),
    message("Cut along the solid line, the thumb notch, too."),
    message("Score and fold the dashed lines away from you."),
    message("Glue the flap behind the front."),
    message("Fold in the small flaps and tuck in the bottom."),
)
#: The two kinds of line, and the dashes of each.
_LINES: Sequence[tuple[Message, tuple[float, ...]]] = ((message("cut"), ()), (message("fold"), (2.0, 1.5)))


@dataclass(frozen=True, slots=True)
class BoxColours:
    """The colours of a box as `#rrggbb`: the ground, the text on it, and the lines beside the titles."""

    ground: str = "#1b1e2b"
    ink: str = "#ffffff"
    accent: str = "#f0b93a"


# ---------------------------------------------------------------- the net


def tuckbox_net(
    card: Size,
    thickness: float,
    paper: Size,
    *,
    title: Mapping[str, str],
    subtitle: Mapping[str, str] | None = None,
    colours: BoxColours | None = None,
    art: Scene | None = None,
    licence: str = "",
    languages: Sequence[str] = ("zh", "en"),
    name: str = "tuckbox",
    fonts: FontSet = BUNDLED,
    cut: CutMode = "line",
    marks: RegistrationMarks | None = None,
) -> Scene:
    """Draw the net of `lay_tuckbox` on a page: solid cut lines, dashed folds, and the instructions.

    With `cut` "spot" the lines are in the spot colours of cut lines and creases, with "none" there are no lines.
    Registration `marks` are for a cutting machine.

    `title` and `subtitle` by language are on the front, the title also on the sides and the lid, and the licence is on
    the bottom; the sides, lid and bottom of a thin box have as much of it as fits. `art`, such as a card's back, covers
    front and back. FitError if the paper or the front is too small.
    """
    layout = lay_tuckbox(card, thickness, paper, name, marks)
    box = _Box(
        layout,
        distinct_texts(title, languages),
        distinct_texts(subtitle or {}, languages),
        colours or BoxColours(),
        name,
        fonts,
    )
    stack = message("for a stack {thickness} mm thick", thickness=f"{thickness:.4g}")
    texts = (_TUCK_BOX, _GLUE, stack, *_STEPS, *(kind for kind, _ in _LINES))
    printed = own_languages(languages, texts, fonts)
    items: list[Item] = [
        _ground(layout, box.colours.ground),
        *_faces(box, art),
        *_spines(box),
        *_lids(box, licence),
        *_glue_flap(box, printed),
        *_lines(layout, cut, light=art is not None or _is_dark(box.colours.ground)),
        *_instructions(box, stack, printed, with_key=cut == "line"),
    ]
    if marks is not None:
        items += draw_marks(marks, layout.paper, languages, fonts, name)
    return Scene(
        *layout.paper,
        tuple(items),
        name=name,
        title=" ".join([*box.title.values(), "·", *map(_TUCK_BOX.in_language, printed)]),
        description=f"The net of a tuck box for {in_mm(*card)} cards, a stack of {thickness:g} mm",
        lang=languages[0],
    )


@dataclass(frozen=True, slots=True)
class _Box:
    layout: TuckboxLayout
    title: Mapping[str, str]
    subtitle: Mapping[str, str]
    colours: BoxColours
    name: str
    fonts: FontSet

    def fit(
        self, spans: Sequence[Span], size: float, room: Size, floor: float, leading: float = 1.3, align: Align = "left"
    ) -> Flow:
        """Set spans in the game's fonts, shrunk to fit the room, at most down to `floor` mm."""
        return fit_paragraph(self.fonts.of_game(spans), size, *room, floor=floor, leading=leading, align=align)


def _ground(layout: TuckboxLayout, colour: str) -> Group:
    """Draw the ground of the box with its bleed, and 1 mm beyond the fold of the glue flap."""
    path = Path((*layout.body, ("Z",)), fill=colour, stroke=colour, stroke_width=2 * GROUND_BLEED)
    return Group((path,), clip=Path(rectangle(0.0, 0.0, layout.panels["glue"][0] + 1.0, layout.paper[1])))


def _faces(box: _Box, art: Scene | None) -> list[Item]:
    """Draw front and back: the art or a frame, the titles on the front, the subtitles on both."""
    items: list[Item] = []
    accent = box.colours.accent
    large, small = (10.5, 6.4) if art is None else (9.0, 5.6)
    titles = [(text, lang, small if n else large, box.colours.ink) for n, (lang, text) in enumerate(box.title.items())]
    subtitles = [(text, lang, 3.2, accent) for lang, text in box.subtitle.items()]
    for name in ("front", "back"):
        x, y, width, height = panel = box.layout.panels[name]
        upper = _fitted(box, titles, width - 12, height * 0.4) if name == "front" else []
        lower = _fitted(box, subtitles, width - 12, height * 0.2)
        between = 2.0 if upper and lower else 0.0
        tall = sum_floats(line.height for line in (*upper, *lower)) + between
        if art is None:
            notch = NOTCH if name == "front" else 0.0
            frame = (x, y + notch, width, height - notch)
            items += [_frame(frame, 3.2, 0.5, accent), _frame(frame, 4.4, 0.2, accent)]
            top = y + notch + (height - notch - tall) / 2
        else:
            beyond = GROUND_BLEED if name == "front" else 0.0
            items.append(_cover(art, panel, (x - beyond, y - beyond, width + beyond, height + 2 * beyond)))
            top = y + height - 10 - tall
            items += _band(box, (x - beyond, top - 3, width + beyond, tall + 6)) if tall else []
        items += _stacked(upper, x + 6, top)
        items += _stacked(lower, x + 6, top + tall - sum_floats(line.height for line in lower))
    return items


def _band(box: _Box, rect: Rect) -> list[Item]:
    """Draw the ground for titles on art, between two lines."""
    x, y, width, height = rect
    rules = polyline((x, y), (x + width, y)) + polyline((x, y + height), (x + width, y + height))
    ground = Path(rectangle(*rect), fill=box.colours.ground)
    return [ground, Path(rules, stroke=box.colours.accent, stroke_width=0.5)]


def _spines(box: _Box) -> list[Item]:
    """Set the titles in one line on both sides, if the sides are wide enough to read them."""
    items: list[Item] = []
    for side in ("left", "right"):
        x, y, width, height = box.layout.panels[side]
        size = min(6.5, 0.4 * width)
        if size < _LEAST_SIZE:
            continue
        spans = _in_a_row([(text, lang) for lang, text in box.title.items()], "bold", box.colours.ink)
        line = _fit(box, spans, size, height - 22, 1.3 * size)
        items.append(_turned(line, height - 22, x + width / 2, y + height / 2))
        for level in (y + 6, y + height - 6):
            rule = polyline((x + width * 0.25, level), (x + width * 0.75, level))
            items.append(Path(rule, stroke=box.colours.accent, stroke_width=0.5))
    return items


def _lids(box: _Box, licence: str) -> list[Item]:
    """Set the titles on the lid, readable from the front, and the licence on the bottom."""
    x, y, width, height = box.layout.panels["lid"]
    size = max(_LEAST_SIZE, min(5.0, 0.26 * height))
    texts = [
        (text, lang, size if not n else max(_LEAST_SIZE, 0.75 * size), box.colours.ink)
        for n, (lang, text) in enumerate(box.title.items())
    ]
    lines = _as_many_as_fit(box, texts, width - 10, height - 2)
    tall = sum_floats(line.height for line in lines)
    stack = _stacked(lines, -(width - 10) / 2, -tall / 2)
    items: list[Item] = [Group(tuple(stack), then(turn(180), translate(x + width / 2, y + height / 2)))]
    if licence:
        x, y, width, height = box.layout.panels["bottom"]
        spans = [Span(licence, colour=box.colours.ink)]
        line = box.fit(spans, 2.4, (width - 10, height - 2), _LEAST_SIZE, align="centre")
        items += [Group(line.runs, translate(x + 5, y + (height - line.height) / 2))] if line.fits else []
    return items


def _glue_flap(box: _Box, languages: Sequence[str]) -> list[Item]:
    """Draw the label of the glue flap, which has no ground: glue holds on paper, not on ink."""
    x, y, width, height = box.layout.panels["glue"]
    spans = _in_a_row([(_GLUE.in_language(lang), lang) for lang in languages], "medium", _QUIET)
    label = box.fit(spans, 4.0, (height - 10, 6), 2.0, align="centre")
    return [_turned(label, height - 10, x + (width + 1) / 2, y + height / 2)]


def tuckbox_outlines(layout: TuckboxLayout, marks: RegistrationMarks | None, name: str, title: str, lang: str) -> Scene:
    """Return only the outline of a net and its folds, for a cutting machine."""
    return cut_drawing(
        layout.paper,
        [layout.cut],
        creases=(polyline(*fold) for fold in layout.folds),
        marks=mark_paths(marks, layout.paper) if marks else (),
        name=name,
        title=title,
        lang=lang,
    )


def _lines(layout: TuckboxLayout, cut: CutMode, light: bool) -> list[Item]:
    """Draw solid cuts and dashed folds in dark lines; on a dark ground with a `light` line inside them."""
    folds = tuple(command for fold in layout.folds for command in polyline(*fold))
    if cut == "spot":
        crease = Path(folds, stroke=CREASE_COLOUR, stroke_width=CUT_LINES["spot"][1], spot=CREASE)
        return [*cut_line(layout.cut, cut), crease]
    if cut == "none":
        return []
    dark = [
        Path(layout.cut, stroke=_DARK, stroke_width=0.25),
        Path(folds, stroke=_DARK, stroke_width=0.25, dash=(2.0, 1.5)),
    ]
    lights = [
        Path(layout.body, stroke=_LIGHT, stroke_width=0.18),
        Path(folds, stroke=_LIGHT, stroke_width=0.18, dash=(2.0, 1.5)),
    ]
    return [*dark, *lights] if light else [*dark]


def _is_dark(colour: str) -> bool:
    """Return True if white is more visible on a colour than black, by the weights of ITU-R BT.601."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 140


def _instructions(box: _Box, stack: Message, languages: Sequence[str], with_key: bool) -> list[Item]:
    """Set the instructions in the corners that the net leaves free, above and below the front."""
    x, y, width, height = box.layout.panels["front"]
    items: list[Item] = []
    wide = width - 6
    for number, lang in enumerate(languages[:2]):
        _, room_top, _, room_height = box.layout.room
        free = (y - room_top if number == 0 else room_top + room_height - y - height) - GROUND_BLEED - 2
        spans = [
            Span(_TUCK_BOX.in_language(lang) + "  ", "bold", _DARK, lang),
            Span(stack.in_language(lang), "regular", _QUIET, lang),
            *(
                Span(f"\n{step}  {text.in_language(lang)}", "regular", _DARK, lang)
                for step, text in enumerate(_STEPS, 1)
            ),
        ]
        text = box.fit(spans, 2.7, (wide, free - 5), 1.5, leading=1.4)
        if not text.fits:
            problem = message("tuckbox: the steps in {lang!r} do not fit beside the net", lang=lang)
            raise FitError(problem, message("there is room for {size}", size=in_mm(wide, free)))
        top = y - GROUND_BLEED - 2 - text.height - 5 if number == 0 else y + height + GROUND_BLEED + 2
        items.append(Group(text.runs, translate(x, top)))
        items += _key(box, lang, x, top + text.height + 2.5) if with_key else []
    return items


def _key(box: _Box, lang: str, x: float, y: float) -> list[Item]:
    """Draw the key: the two kinds of lines with their names."""
    items: list[Item] = []
    for number, (kind, dash) in enumerate(_LINES):
        start = x + 26 * number
        word = box.fit([Span(kind.in_language(lang), "regular", _DARK, lang)], 2.5, (15, 4), 2.0)
        items.append(Path(polyline((start, y), (start + 9, y)), stroke=_DARK, stroke_width=0.3, dash=dash))
        items.append(Group(word.runs, translate(start + 10.5, y - word.height / 2)))
    return items


# ---------------------------------------------------------------- small parts


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


def _frame(panel: Rect, inset: float, width: float, colour: str) -> Path:
    x, y, wide, high = panel
    outline = rectangle(x + inset, y + inset, wide - 2 * inset, high - 2 * inset, 3.0)
    return Path(outline, stroke=colour, stroke_width=width)


def _fit(box: _Box, spans: Sequence[Span], size: float, width: float, height: float) -> Flow:
    text = box.fit(spans, size, (width, height), min(size, _LEAST_SIZE), align="centre")
    if not text.fits:
        words = "".join(span.text for span in spans)[:40]
        problem = message("{file}: the title or text {text!r} does not fit its panel", file=box.name, text=words)
        raise FitError(problem, message("expected {size}", size=in_mm(width, height)))
    return text


def _fitted(box: _Box, texts: Sequence[tuple[str, str, float, str]], width: float, height: float) -> list[Flow]:
    """Set texts (text, language, size, colour), each fitted to the width, and all of them to the height."""
    lines: list[Flow] = []
    for number, (text, lang, size, colour) in enumerate(texts):
        room = height - sum_floats(line.height for line in lines) - 2.4 * (len(texts) - 1 - number)
        font = "bold" if size > 3.5 or not number else "medium"
        lines.append(_fit(box, [Span(text, font, colour, lang)], size, width, min(room, 2.7 * size)))
    return lines


def _as_many_as_fit(box: _Box, texts: Sequence[tuple[str, str, float, str]], width: float, height: float) -> list[Flow]:
    """Set the first of the texts, as many as fit."""
    for count in range(len(texts), 0, -1):
        with contextlib.suppress(FitError):
            return _fitted(box, texts[:count], width, height)
    return []


def _in_a_row(texts: Sequence[tuple[str, str]], font: str, colour: str) -> list[Span]:
    """Return texts in several languages as one line."""
    return [Span("    " * bool(n) + text, font, colour, lang) for n, (text, lang) in enumerate(texts)]


def _turned(text: Flow, measure: float, x: float, y: float) -> Group:
    """Return centred lines of `measure` mm, turned to be read downwards, with their middle at (x, y)."""
    return Group(text.runs, then(then(translate(-measure / 2, -text.height / 2), turn(90)), translate(x, y)))


def _stacked(lines: Sequence[Flow], x: float, y: float) -> list[Item]:
    items: list[Item] = []
    for line in lines:
        items.append(Group(line.runs, translate(x, y)))
        y += line.height
    return items
