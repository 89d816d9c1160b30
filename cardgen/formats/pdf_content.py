"""The drawing operators of one page, or of one scene that many pages show: in millimetres, y down, as in the scene."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from typing import NamedTuple, Protocol

from cardgen.base.fast import kernel
from cardgen.base.records import dataclass, replace
from cardgen.formats.paint import (
    OUTLINE_COARSER,
    PLACES,
    matrix_numbers,
    number,
    outline_text,
    path_text,
    placed_rect,
    places_under,
    without_empty_lines,
)
from cardgen.formats.pdf_colours import components
from cardgen.formats.pdf_fonts import EmbeddedFace
from cardgen.formats.pdf_glyphs import show_glyphs
from cardgen.formats.press.inks import is_inks, overprints, parse_spot
from cardgen.scene.items import (
    IDENTITY,
    PLAIN_PEN,
    GlyphRun,
    Gradient,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Pen,
    Placed,
    Rect,
    Scene,
    rectangle,
    then,
)
from cardgen.scene.late import LateScene
from cardgen.scene.paths import path_bounds
from cardgen.text.extent import extent_of


class Document(Protocol):
    """The document that content is drawn for: faces, and resource names that are the same on every page."""

    def face(self, name: str, vertical: bool = False) -> EmbeddedFace: ...
    def opacity(self, value: float) -> str: ...
    def overprint(self, kinds: int) -> str: ...
    def separation(self, spot: str, colour: str) -> str: ...
    def image(self, image: Image, across: float, down: float) -> str: ...
    def form(self, scene: Scene, places: int, scale: float) -> str | None: ...
    def layer(self, content: Content, box: Rect) -> str: ...
    def shading(self, gradient: Gradient, places: int) -> str: ...
    def fading(self, gradient: Gradient, box: Rect, places: int) -> str: ...


#: What overprints: lines, or everything else.
LINES, FILLS = 1, 2


@dataclass(frozen=True, slots=True)
class _State:
    """The graphics state that the operators so far have set. Operators are written only for changes.

    `overprint` is the sum of LINES and FILLS, those that keep the inks below them.
    """

    fill: str = ""
    stroke: str = ""
    spot: str = ""
    width: float = 1.0
    dash: tuple[float, ...] = ()
    pen: Pen = PLAIN_PEN
    opacity: float = 1.0
    font: tuple[str, float] = ("", 0.0)
    overprint: int = 0

    def for_stored_content(self, opacity: float = 1.0) -> _State:
        """Return the state that stored scenes and layers rely on, wherever they are drawn."""
        return _State(self.fill, self.stroke, "", 1.0, (), PLAIN_PEN, opacity, self.font)


#: The state where stored content begins: its colours and its font may be any.
_UNKNOWN = _State()


class DrawnAhead(NamedTuple):
    """The operators of a scene, and the characters of each face that they show."""

    operators: str
    characters: Mapping[str, str]

    def packed(self) -> bytes:
        """Return both as bytes. No text has the character between them."""
        parts = [self.operators, *(part for pair in self.characters.items() for part in pair)]
        return "\0".join(parts).encode("utf-8", "surrogatepass")

    @classmethod
    def unpacked(cls, content: bytes) -> DrawnAhead:
        """Return what was packed."""
        operators, *pairs = content.decode("utf-8", "surrogatepass").split("\0")
        return cls(operators, dict(zip(pairs[::2], pairs[1::2], strict=True)))


def _drawn_ahead(scene: Scene) -> DrawnAhead | None:
    drawn = scene.drawn if isinstance(scene, LateScene) else None
    return None if drawn is None else DrawnAhead.unpacked(drawn)


class Content:
    """Operators, collected by `paint`, and the resources that they use."""

    def __init__(self, document: Document, scale: float = 1.0) -> None:
        """`scale` is that of the place where the content is shown."""
        self.document = document
        self._matrices: list[Matrix] = [(scale, 0.0, 0.0, scale, 0.0, 0.0)]
        self.operators: list[str] = []
        self.external: set[str] = set()
        self.shadings: set[str] = set()
        self.uses_states = False
        self.uses_spots = False
        self._state = _State()
        #: The runs that are drawn as text, for a document that notes them.
        self._runs: list[GlyphRun | None] | None = getattr(document, "runs", None)

    def data(self) -> bytes:
        """Return the operators as the content of a stream."""
        return "\n".join(self.operators).encode("ascii")

    def paint(self, items: tuple[Item, ...], places: int = PLACES) -> None:
        """Draw `items`, coordinates with `places` decimals."""
        for item in items:
            if isinstance(item, Path):
                self._path(item, places)
            elif isinstance(item, GlyphRun):
                if item.outlined and item.invisible:
                    continue
                if item.outlined:
                    self._outline(item, places - OUTLINE_COARSER)
                else:
                    self._text(item, places)
            elif isinstance(item, Image):
                self._image(item, places)
            else:
                self._inside(item, places)

    def _inside(self, item: Group | Placed, places: int) -> None:
        matrix = item.matrix
        places_inside = places_under(matrix, places)
        state = self._state
        self.operators.append("q")
        self._matrices.append(matrix)
        if matrix != IDENTITY:
            self.operators.append(_moved(matrix, places))
        if isinstance(item, Placed):
            self.operators.append(_frame(placed_rect(item), places_inside))
            self.place(item.scene, places_inside)
        else:
            if item.clip is not None:
                shape = path_text(item.clip.commands, _OPERATORS, " ", places_inside)
                self.operators.append(f"{shape} {'W*' if item.clip.even_odd else 'W'} n")
            if item.opacity < 1:
                self._transparent_group(item, places_inside)
            else:
                self.paint(item.items, places_inside)
        self.operators.append("Q")
        self._matrices.pop()
        self._state = state

    def _scales(self) -> tuple[float, float]:
        """Return the scale of all matrices together, across and down."""
        a, b, c, d, _, _ = reduce(then, reversed(self._matrices))
        return round(math.hypot(a, b), 6), round(math.hypot(c, d), 6)

    def place(self, scene: Scene, places: int = PLACES) -> None:
        """Draw a scene: by its resource name if it is stored as an object, else item by item."""
        name = self.document.form(scene, places, max(self._scales()))
        if name is None:
            self._set(self._state.for_stored_content(), places)
            self.draw(scene, places)
            return
        # A stored scene inherits the graphics state of the place where it is drawn.
        self._set(self._state.for_stored_content(), places)
        self.operators.append(f"/{name} Do")
        self.external.add(name)

    def draw(self, scene: Scene, places: int) -> None:
        """Draw a scene's items with operators that do not depend on those before it."""
        self._state = _UNKNOWN
        drawn = _drawn_ahead(scene) if places == PLACES else None
        if drawn is None:
            self.paint(scene.items, places)
            return
        if self._runs is not None:
            self._runs.append(None)
        for face, text in drawn.characters.items():
            self.document.face(face).add_characters(text)
        self.operators.append(drawn.operators)
        self._state = _UNKNOWN

    def _transparent_group(self, group: Group, places: int) -> None:
        """Draw a group's items as one picture with the group's opacity."""
        box = extent_of(group.items)
        if box is None or group.opacity <= 0:
            return
        content = Content(self.document)
        content._matrices = self._matrices
        content.paint(group.items, places)
        name = self.document.layer(content, box)
        self._set(self._state.for_stored_content(group.opacity), places)
        self.operators.append(f"/{name} Do")
        self.external.add(name)

    def _path(self, path: Path, places: int) -> None:
        fill = path.fill
        stroke = path.stroke if path.stroke_width > 0 else None
        if (fill is None and stroke is None) or not path.commands or path.opacity <= 0:
            return
        now = self._state
        fills = fill if isinstance(fill, str) else now.fill
        overprint = FILLS if isinstance(fill, str) and overprints(fill) else 0
        if stroke is not None:
            overprint |= LINES if path.spot or overprints(stroke) else 0
            state = replace(now, stroke=stroke, spot=path.spot, width=path.stroke_width, dash=path.dash, pen=path.pen)
            self._set(replace(state, fill=fills, opacity=path.opacity, overprint=overprint), places)
        elif now.fill != fill or now.opacity != path.opacity or now.overprint & FILLS != overprint:
            overprint |= now.overprint & LINES
            opacity, font = path.opacity, now.font
            state = _State(fills, now.stroke, now.spot, now.width, now.dash, now.pen, opacity, font, overprint)
            self._set(state, places)
        if path.spot:
            shape = path_text(without_empty_lines(path.commands, places), _OPERATORS, " ", places)
        else:
            shape = _recent_shape(path, places)
        star = "*" if path.even_odd else ""
        if isinstance(fill, Gradient):
            self._shade(fill, path, f"{shape} W{star} n", places)
            fill = None
            if stroke is None:
                return
        if fill is None:
            self.operators.append(f"{shape} S")
        elif stroke is None:
            self.operators.append(f"{shape} f{star}")
        elif path.opacity >= 1:
            self.operators.append(f"{shape} B{star}")
        else:  # fill, then stroke, as in SVG: viewers differ in what B does with opacity
            self.operators.append(f"{shape} f{star}\n{shape} S")

    def _outline(self, run: GlyphRun, places: int) -> None:
        shape = outline_text(run, _OPERATORS, " ", places)
        if shape:
            overprint = self._state.overprint & LINES | (FILLS if overprints(run.colour) else 0)
            self._set(replace(self._state, fill=run.colour, opacity=1.0, overprint=overprint), places)
            self.operators.append(f"{shape} f")

    def _shade(self, gradient: Gradient, path: Path, clip: str, places: int) -> None:
        """Paint a gradient clipped to the path; `clip` holds the operators that set the clip."""
        self.operators.append(f"q {clip}")
        box = path_bounds(path.commands)
        if gradient.is_transparent and box is not None:
            self.uses_states = True
            self.operators.append(f"/{self.document.fading(gradient, box, places)} gs")
        name = self.document.shading(gradient, places_under(gradient.matrix, places))
        self.shadings.add(name)
        if gradient.matrix != IDENTITY:
            self.operators.append(f"{matrix_numbers(gradient.matrix, places)} cm")
        self.operators.append(f"/{name} sh Q")

    def _text(self, run: GlyphRun, places: int) -> None:
        """Draw a run with one operator. Pen corrections are multiples of 0.00001 em."""
        if not run.text:
            return
        if self._runs is not None:
            self._runs.append(run)
        face = self.document.face(run.face, run.vertical)
        resource = face.column_resource if run.vertical else face.resource
        now, font = self._state, (resource, run.size)
        overprint = now.overprint & LINES | (FILLS if overprints(run.colour) else 0)
        if now.font != font or now.fill != run.colour or now.opacity != 1.0 or now.overprint != overprint:
            # `replace` takes four times as long, and most runs have another look than the item before.
            state = _State(run.colour, now.stroke, now.spot, now.width, now.dash, now.pen, 1.0, font, overprint)
            self._set(state, places)
        if kernel is not None and not run.slant and not run.invisible and not run.vertical and run.glyphs is None:
            drawn = kernel.draw_text(run.text, run.advances, face.widths_by_code, run.size, run.x, run.baseline, places)
            if drawn is not None:
                self.operators.append(drawn)
                return
        shapes = None
        if run.glyphs is None:
            show, spacing = _show(run, face)
        else:
            shown, spacing = show_glyphs(run, run.glyphs, face), 0.0
            show, shapes = shown.operators, shown.shapes
        if run.invisible:
            show = f"3 Tr {show} 0 Tr"
        if spacing:
            text = run.text.encode("utf-16-be").hex().upper()
            show = f"/Span <</ActualText <FEFF{text}>>> BDC {number(spacing * run.size / 1000, 6)} Tc {show} 0 Tc EMC"
        matrix = f"1 0 {number(run.slant, 9)} -1 {number(run.x, places)} {number(run.baseline, places)}"
        self.operators.append(f"BT {matrix} Tm {show} ET")
        if shapes is not None and not run.invisible:
            self._outline(shapes, places - OUTLINE_COARSER)

    def _image(self, image: Image, places: int) -> None:
        x, y, width, height = image.rect
        overprint = self._state.overprint & LINES | (FILLS if overprints(image.stencil) else 0)
        self._set(replace(self._state, fill=image.stencil or self._state.fill, opacity=1.0, overprint=overprint))
        across, down = self._scales()
        name = self.document.image(image, width * across, height * down)
        self.external.add(name)
        scale_x, scale_y, left, bottom = (number(v, places) for v in (width, -height, x, y + height))
        self.operators.append(f"q {scale_x} 0 0 {scale_y} {left} {bottom} cm /{name} Do Q")

    def _set(self, state: _State, places: int = PLACES) -> None:
        """Write the operators that change the current state to `state`."""
        now, operators = self._state, self.operators
        if state == now:
            return
        if state.fill != now.fill:
            operators.append(self._fill(state.fill))
        if state.overprint != now.overprint:  # cut lines overprint: they must not erase the inks under them
            self.uses_states = True
            operators.append(f"/{self.document.overprint(state.overprint)} gs")
        if (state.stroke, state.spot) != (now.stroke, now.spot):
            operators.append(self._stroke(state))
        if state.width != now.width:
            operators.append(f"{number(state.width, places)} w")
        if (state.dash, state.pen.dash_offset) != (now.dash, now.pen.dash_offset):
            dash, offset = " ".join(number(v, places) for v in state.dash), number(state.pen.dash_offset, places)
            operators.append(f"[{dash}] {offset} d")
        if state.pen != now.pen:
            self._set_pen(state.pen)
        if state.opacity != now.opacity:
            self.uses_states = True
            operators.append(f"/{self.document.opacity(state.opacity)} gs")
        if state.font != now.font:
            operators.append(f"/{state.font[0]} {number(state.font[1], places)} Tf")
        self._state = state

    def _set_pen(self, pen: Pen) -> None:
        now = self._state.pen
        if pen.cap != now.cap:
            self.operators.append(f"{_CAPS[pen.cap]} J")
        if pen.join != now.join:
            self.operators.append(f"{_JOINS[pen.join]} j")
        if pen.miter != now.miter:
            self.operators.append(f"{number(pen.miter)} M")

    def _fill(self, colour: str) -> str:
        spot = parse_spot(colour)
        if spot is None:
            return f"{components(colour)} {'k' if is_inks(colour) else 'rg'}"
        self.uses_spots = True
        return f"/{self.document.separation(spot.name, spot.inks)} cs {number(spot.tint)} scn"

    def _stroke(self, state: _State) -> str:
        if not state.spot:
            return f"{components(state.stroke)} {'K' if is_inks(state.stroke) else 'RG'}"
        self.uses_spots = True
        return f"/{self.document.separation(state.spot, state.stroke)} CS 1 SCN"


def _show(run: GlyphRun, face: EmbeddedFace) -> tuple[str, float]:
    """Return the operator that shows characters with their own glyphs, and the character spacing that it needs.

    Pen corrections and spacing are in thousandths of an em; corrections are along the column for vertical text.
    """
    text, size = run.text, run.size
    digits, spacing = face.encode(text), 0.0
    if run.vertical:
        corrections = [advance * 1000 / size - 1000 for advance in run.advances]
    else:
        widths = face.widths
        corrections = [widths[c] - advance * 1000 / size for c, advance in zip(text, run.advances, strict=True)]
        spacing = _spacing_of(text, corrections)
    return _shown(zip(range(4, len(digits) + 4, 4), corrections, strict=True), digits, spacing), spacing


def _shown(ends: Iterable[tuple[int, float]], digits: str, spacing: float = 0.0) -> str:
    """Return the operator that shows codes. `ends`: where codes end in `digits`, and the correction after each."""
    pending = 0.0
    begin, total = 0, len(digits)
    parts: list[str] = []
    for end, correction in ends:
        pending += correction + spacing
        if (pending >= 0.005 or pending <= -0.005) and end < total:
            written = number(pending, 2)
            pending -= float(written)
            parts.append(f"<{digits[begin:end]}>{written}")
            begin = end
    return f"[{''.join(parts)}<{digits[begin:]}>] TJ" if parts else f"<{digits}> Tj"


#: In thousandths of an em: programs that extract text read a wider gap between two letters as a space.
_WORD_GAP = 85


def _spacing_of(text: str, corrections: Sequence[float]) -> float:
    """Return the character spacing of letters so wide apart that they would be extracted as separate words; else 0.

    `corrections` (of the pen, after each character) and the spacing are in thousandths of an em. The spacing is the
    most frequent gap, so that only kerned pairs remain to be corrected.
    """
    if min(corrections[:-1], default=0.0) >= -_WORD_GAP:  # nearly all text, so this is tested first
        return 0.0
    gaps = sorted(
        round(-correction)
        for character, correction in zip(text[:-1], corrections[:-1], strict=True)
        if not character.isspace()
    )
    return float(Counter(gaps).most_common(1)[0][0]) if gaps and gaps[-1] > _WORD_GAP else 0.0


#: The shapes of paths that were drawn last: a ground or a frame, which all cards of a deck share.
_recent: dict[tuple[int, int], tuple[Path, str]] = {}


def _recent_shape(path: Path, places: int) -> str:
    """Return the operators of a path's shape."""
    entry = _recent.get((id(path), places))
    if entry is None:
        if len(_recent) == 256:
            _recent.clear()
        shape = path_text(path.commands, _OPERATORS, " ", places)
        entry = _recent[id(path), places] = (path, shape)  # with the path, so that its id stays its own
    return entry[1]


@lru_cache(maxsize=1024)  # a deck is placed in few ways
def _frame(rect: Rect, places: int) -> str:
    """Return the operators that clip to the frame of a placed scene."""
    return f"{path_text(rectangle(*rect), _OPERATORS, ' ', places)} W n"


@lru_cache(maxsize=1024)
def _moved(matrix: Matrix, places: int) -> str:
    return f"{matrix_numbers(matrix, places)} cm"


_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_OPERATORS = {"M": "%s %s m", "L": "%s %s l", "C": "%s %s %s %s %s %s c", "Z": "h"}
