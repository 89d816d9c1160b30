"""Drawings for the tests of the backends, and readers that turn an SVG or a PDF back into what it paints.

What is painted is told as `Mark`s in millimetres from the top left of the view, whatever transforms, definitions and
forms it came through, so that two files can be compared mark by mark.
"""

from __future__ import annotations

import base64
import hashlib
import io
import math
import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, zip_longest
from pathlib import Path as FilePath
from typing import Any
from xml.etree import ElementTree

import pikepdf
import uharfbuzz
from PIL import Image as Pictures

from cardgen.scene.items import (
    IDENTITY,
    PLAIN_PEN,
    Command,
    GlyphRun,
    Gradient,
    Group,
    Image,
    Item,
    Matrix,
    Path,
    Pen,
    Placed,
    Scene,
    Stop,
    apply,
    ellipse,
    polyline,
    rectangle,
    scale,
    then,
    translate,
    turn,
)
from cardgen.text.paragraphs import layout_paragraph
from cardgen.text.spans import Span

POINTS = 72 / 25.4

# ---------------------------------------------------------------- scenes


def text(
    words: str, size: float = 3, *, lang: str = "en", font: str = "regular", outlined: bool = False, **more: Any
) -> tuple[GlyphRun, ...]:
    """One line of text, its top left at the origin."""
    return layout_paragraph([Span(words, font, more.pop("colour", "#000000"), lang)], size, 500, outlined=outlined).runs


def photograph(folder: FilePath, name: str = "photo.jpg", colour: tuple[int, ...] = (200, 60, 30)) -> Image:
    """A picture file, its upper half blue, as an image of 12.7 × 7.62 mm."""
    mode = "RGBA" if len(colour) == 4 else "RGB"
    picture = Pictures.new(mode, (150, 90), colour)
    picture.paste((20, 40, 160, 255)[: len(mode)], (0, 0, 150, 45))
    picture.save(folder / name, quality=90)
    digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    return Image(folder / name, digest, (0, 0, 12.7, 7.62), picture.size, "two stripes")


def everything(folder: FilePath) -> Scene:
    """A scene of 50.8 × 76.2 mm (600 × 900 pixels at 300 dpi) with every kind of item in every manner.

    Pictures and upright clips lie on whole pixels: pdfium widens them to those.
    """
    logo = Scene(
        10.16,
        10.16,
        (
            Path(ellipse(5, 5, 5), fill="#3355aa"),
            Path(rectangle(2, 2, 6, 6, 1), stroke="#ffffff", stroke_width=0.4),
            Group(text("T 方", 2, lang="zh", colour="#ffffff"), translate(3, 3.6)),
        ),
    )
    once = Scene(7.62, 7.62, (Path(rectangle(-1, -1, 10, 10), fill="#22aa66"), *text("1×", 4)), bleed=0.508)
    kite = polyline((0, 0), (4, 3), (0, 6), (-2, 3), close=True)
    items: tuple[Item, ...] = (
        Path(rectangle(-2.54, -2.54, 55.88, 81.28), fill="#f4f1e8"),
        Path(rectangle(2, 2, 20, 12, 3), fill="#dd3344", stroke="#111111", stroke_width=0.5),
        Path(ellipse(34, 8, 8, 5), fill="#3366cc", opacity=0.4),
        Path(ellipse(40, 9, 6), fill="#33cc66", stroke="#000088", stroke_width=1.2, opacity=0.5),
        Path((*rectangle(3, 16, 12, 8), *rectangle(5, 18, 8, 4)), fill="#884400", even_odd=True),
        Path(polyline((18, 17), (30, 23), (44, 16)), stroke="#007777", stroke_width=0.7, dash=(2, 0.8)),
        Group(text("AVATAR To-Wave, 20%", 3.7, font="bold", colour="#222222"), translate(3, 26)),
        *text(" ", 3),
        Group(text("方块杀手：“消除”一行，垃圾牌》《上升。", 2.4, lang="zh", font="medium"), translate(3, 31)),
        Group(text("AVATAR 方块", 2.4, lang="zh", outlined=True, colour="#aa0000"), turn(180, 12, 19)),
        Group(
            (
                Path(kite, fill="#cc2277"),
                Group((Path(kite, fill="#ffcc00"), *text("Ty", 2)), turn(30), clip=Path(rectangle(-1, 0, 4, 4))),
            ),
            then(turn(-20), translate(7, 42)),
        ),
        Group((Path(rectangle(0, 0, 0.5, 0.25), fill="#556677"),), then(scale(12), translate(14, 42))),
        Group((photograph(folder),), translate(22.86, 40.64)),
        Group(
            (photograph(folder, "glass.png", (250, 220, 0, 90)),),
            then(turn(90), translate(48.26, 38.1)),
            clip=Path((*ellipse(6, 4, 5, 3.5),), even_odd=True),
        ),
        Placed(logo, translate(2.54, 55.88)),
        Placed(logo, then(turn(90), translate(27.94, 55.88)), clip=(1.27, 0, 7.62, 8.89)),
        Placed(once, then(scale(1.5), translate(35.56, 55.88))),
    )
    return Scene(
        50.8,
        76.2,
        items,
        bleed=2.54,
        name="everything",
        lang="zh",
        title="Alles & 全部",
        description="Every kind of item: <paths>, 文字, pictures",
    )


SUNSET = (Stop(0, "#ffdd55"), Stop(0.4, "#ee4422"), Stop(0.4, "#5522aa"), Stop(1, "#112266"))
FADE = (Stop(0, "#000000", 0.0), Stop(1, "#004422", 0.9))


def painted() -> Scene:
    """A scene of 50.8 × 50.8 mm with gradients of every kind, pens of every kind, and groups that are see-through."""
    across = Gradient(SUNSET, (2.54, 0), (22.86, 0))
    slanted = Gradient(SUNSET, (0, 0), (1, 1), None, (20.32, 0, 0, 10.16, 25.4, 2.54))
    ball = Gradient((Stop(0, "#ffffff"), Stop(1, "#3355aa")), (10, 20), (12, 22), 9)
    oval = Gradient(SUNSET, (0.5, 0.5), (0.5, 0.5), 0.5, then(then(scale(10), turn(20)), (2, 0, 0, 1, 28, 16)))
    veil = Gradient(FADE, (0, 33), (0, 45))
    glow = Gradient(FADE, (35, 40), (35, 40), 6, turn(10, 35, 40))
    zigzag = polyline((2, 0), (8, 6), (11, 1), (14, 6))
    items: tuple[Item, ...] = (
        Path(rectangle(-2.54, -2.54, 55.88, 55.88), fill="#f4f1e8"),
        Path(rectangle(2.54, 2.54, 20.32, 10.16), fill=across),
        Path(rectangle(25.4, 2.54, 20.32, 10.16, 3), fill=slanted, stroke="#111111", stroke_width=0.4),
        Path(ellipse(12, 22, 9), fill=ball),
        Path(ellipse(36, 22, 10, 6), fill=oval, opacity=0.6),
        Path(rectangle(2.54, 33, 20.32, 12.7), fill="#cc8844"),
        Path(rectangle(2.54, 33, 20.32, 12.7), fill=veil),
        Group((Path((*ellipse(7, 7, 6), *ellipse(7, 7, 3)), fill=glow, even_odd=True),), translate(28, 33)),
        Path(ellipse(35, 40, 5), fill=glow, stroke="#222222", stroke_width=0.2, opacity=0.8),
        Group((Path(rectangle(4, 35, 8, 6), fill="#2244ff"), Path(ellipse(12, 40, 4), fill="#22bb44")), opacity=0.5),
        Group(
            (
                Path(rectangle(0, 0, 6, 6), fill="#aa2288"),
                Group((Path(ellipse(5, 5, 4), fill=ball, stroke="#000000", stroke_width=1),), opacity=0.4),
                *text("Veil", 3),
            ),
            then(turn(15), translate(20, 24)),
            clip=Path(rectangle(0, 0, 8, 8)),
            opacity=0.7,
            description="a square under a veil",
        ),
        Group(
            (
                Path(zigzag, None, "#005577", 1.0, pen=Pen("round", "round")),
                Path(zigzag, None, "#ffffff", 0.3, (0.001, 0.8), pen=Pen("round", "bevel", 4, 0.4)),
            ),
            translate(30, 30),
        ),
        Path(polyline((47, 34), (49, 46), (50, 34)), None, "#cc2277", 0.8, pen=Pen("square", "miter", 2)),
        Path(polyline((44, 34), (46, 46), (47, 34)), None, "#cc2277", 0.8),
    )
    return Scene(50.8, 50.8, items, bleed=2.54, name="painted")


def card(number: int, *, bleed: float = 3) -> Scene:
    """A small card whose text says its number."""
    items = (
        Path(rectangle(-bleed, -bleed, 63 + 2 * bleed, 88 + 2 * bleed), fill=f"#{40 + number % 200:02x}5070"),
        Group(text(f"Card {number}", 5), translate(5, 5)),
        Group(text(f"第 {number} 张", 4, lang="zh"), translate(5, 15)),
    )
    return Scene(63, 88, items, bleed=bleed, name=f"card-{number}")


def sheet(*cards: Scene) -> Scene:
    """Up to nine cards on A4, cut at their trims."""
    places = [translate(10.5 + 63 * (i % 3), 16.5 + 88 * (i // 3)) for i in range(len(cards))]
    placed = tuple(Placed(face, place, (0, 0, 63, 88)) for face, place in zip(cards, places, strict=True))
    return Scene(210, 297, placed, trim=(10.5, 16.5, 189, 264), name="sheet")


# ---------------------------------------------------------------- what a file paints


@dataclass(frozen=True)
class Mark:
    """One filling, one stroke or one picture, as it lands on the view. A picture's `commands` are its corners."""

    kind: str
    commands: tuple[Command, ...]
    paint: str
    opacity: float = 1.0
    even_odd: bool = False
    width: float = 0.0
    dash: tuple[float, ...] = ()
    clips: tuple[tuple[Command, ...], ...] = ()
    spot: str = ""
    pen: Pen = PLAIN_PEN
    ramp: tuple[Command, ...] = ()
    """of a gradient: its ends, and how far it reaches to either side of the second; its colours are the paint"""
    veils: tuple[float, ...] = ()
    """the opacities of the groups round it"""

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of all points."""
        numbers = [numbers for _, *numbers in self.commands]
        xs = [x for command in numbers for x in command[::2]]
        ys = [y for command in numbers for y in command[1::2]]
        return min(xs), min(ys), max(xs), max(ys)


def differences(one: Sequence[Mark], other: Sequence[Mark], tolerance: float = 0.001) -> list[str]:
    """Return descriptions of the differences of two drawings greater than `tolerance` mm; none if they agree."""
    described: list[str] = []
    for i, (a, b) in enumerate(zip_longest(one, other)):
        if a is None or b is None:
            described.append(f"{i}: only in one: {a or b}")
            continue
        if (a.kind, a.paint, a.spot, a.even_odd, len(a.dash)) != (b.kind, b.paint, b.spot, b.even_odd, len(b.dash)):
            described.append(f"{i}: {(a.kind, a.paint)} and {(b.kind, b.paint)}")
        if (a.pen.cap, a.pen.join, a.pen.miter, a.veils) != (b.pen.cap, b.pen.join, b.pen.miter, b.veils):
            described.append(f"{i}: {a.pen} and {b.pen}, under {a.veils} and {b.veils}")
        if abs(a.pen.dash_offset - b.pen.dash_offset) > tolerance:
            described.append(f"{i}: dashes begin at {a.pen.dash_offset} and {b.pen.dash_offset}")
        if abs(a.opacity - b.opacity) > 0.001:
            described.append(f"{i}: opacity {a.opacity} and {b.opacity}")
        if abs(a.width - b.width) > tolerance or any(abs(x - y) > tolerance for x, y in zip(a.dash, b.dash)):  # noqa: B905
            described.append(f"{i}: strokes of {a.width} and {b.width} mm")
        if len(a.clips) != len(b.clips):
            described.append(f"{i}: {len(a.clips)} clips and {len(b.clips)}")
        for first, second in zip((a.commands, a.ramp, *a.clips), (b.commands, b.ramp, *b.clips), strict=False):
            described += [f"{i}: {difference}" for difference in _apart(first, second, tolerance)]
    return described


def _apart(one: tuple[Command, ...], other: tuple[Command, ...], tolerance: float) -> list[str]:
    if [c[0] for c in one] != [c[0] for c in other]:
        return ["shapes of different make"]
    pairs = [(x, y) for a, b in zip(one, other, strict=True) for x, y in zip(a[1:], b[1:], strict=True)]
    worst = max((abs(x - y) for x, y in pairs), default=0)
    return [f"{worst:.4f} mm apart"] if worst > tolerance else []


def _moved(commands: Sequence[Command], matrix: Matrix) -> tuple[Command, ...]:
    moved: list[Command] = []
    for name, *points in commands:
        pairs = [apply(matrix, *points[i : i + 2]) for i in range(0, len(points), 2)]
        moved.append((name, *(v for pair in pairs for v in pair)))
    return tuple(moved)


def _size(matrix: Matrix) -> float:
    return math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def _corners(matrix: Matrix) -> tuple[Command, ...]:
    return _moved(polyline((0, 0), (1, 0), (1, 1), (0, 1)), matrix)


def _ramp(start: Sequence[float], end: Sequence[float], radius: float | None, matrix: Matrix) -> tuple[Command, ...]:
    x, y = end
    reach = () if radius is None else ((x + radius, y), (x, y + radius))
    # Across the way of a linear gradient its colours stay, which a matrix may slant.
    across = () if radius is not None else ((x - (y - start[1]), y + (x - start[0])),)
    return _moved(polyline((start[0], start[1]), (x, y), *reach, *across), matrix)


def _colours_of(stops: Sequence[tuple[float, str, float]]) -> str:
    """Return the colours of a gradient from offset to offset, without parts of no length."""
    parts = [(a, b) for a, b in pairwise(stops) if b[0] > a[0]]
    ranges = [f"{a[0]:g} {a[1]}/{a[2]:g} to {b[0]:g} {b[1]}/{b[2]:g}" for a, b in parts]
    return ", ".join(ranges)


def _picture_key(picture: Pictures.Image) -> str:
    return f"{picture.size} {hashlib.sha256(picture.tobytes()).hexdigest()}"


# ---------------------------------------------------------------- SVG

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
_COUNTS = {"M": 2, "L": 2, "C": 6, "Z": 0}


def svg_marks(document: str) -> list[Mark]:
    """What an SVG made by cardgen paints."""
    root = ElementTree.fromstring(document.encode())
    by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
    left, top, _, _ = map(float, root.get("viewBox", "").split())

    def gradient(element: ElementTree.Element, matrix: Matrix) -> tuple[str, tuple[Command, ...]]:
        """The colours of a gradient, and where it lies."""
        assert element.get("gradientUnits") == "userSpaceOnUse"
        matrix = then(_transform(element.get("gradientTransform", "")), matrix)
        colours = _colours_of(
            [(float(s.get("offset", "")), s.get("stop-color", ""), float(s.get("stop-opacity", 1))) for s in element]
        )
        radial = element.tag == f"{_SVG}radialGradient"
        names = (("fx", "fy"), ("cx", "cy")) if radial else (("x1", "y1"), ("x2", "y2"))
        start, end = ([float(element.get(name, "")) for name in pair] for pair in names)
        return colours, _ramp(start, end, float(element.get("r", "")) if radial else None, matrix)

    def inside(
        element: ElementTree.Element,
        matrix: Matrix,
        clips: tuple[Any, ...],
        layer: str = "",
        veils: tuple[float, ...] = (),
    ) -> Iterator[Mark]:
        tag = element.tag.removeprefix(_SVG)
        if tag in ("defs", "title", "desc"):
            return
        matrix = then(_transform(element.get("transform", "")), matrix)
        if clip := element.get("clip-path"):
            (shape,) = by_id[clip[5:-1]]
            clips = (*clips, _moved(_commands(shape.get("d", "")), matrix))
        if tag in ("svg", "g"):
            is_layer = _LABEL in element.keys()  # noqa: SIM118  # it is no mapping
            assert is_layer or element.get("class") != "cut"
            veils = (*veils, float(element.get("opacity", 1))) if "opacity" in element.attrib else veils
            for child in element:
                name = element.get(_LABEL, "") if element.get("class") == "cut" else ""
                yield from inside(child, matrix, clips, name, veils)
        elif tag == "use":
            yield from inside(by_id[element.get(_HREF, "")[1:]], matrix, clips, "", veils)
        elif tag == "image":
            x, y, width, height = (float(element.get(key, "")) for key in ("x", "y", "width", "height"))
            with Pictures.open(io.BytesIO(base64.b64decode(element.get(_HREF, "").partition(",")[2]))) as picture:
                key = _picture_key(picture)
            corners = _corners(then((width, 0, 0, height, x, y), matrix))
            yield Mark("image", corners, key, clips=clips, veils=veils)
        else:
            assert tag == "path", tag
            commands = _moved(_commands(element.get("d", "")), matrix)
            if (fill := element.get("fill", "#000000")) != "none":
                even_odd = element.get("fill-rule") == "evenodd"
                opacity = float(element.get("fill-opacity", 1))
                ramp: tuple[Command, ...] = ()
                if fill.startswith("url(#"):
                    fill, ramp = gradient(by_id[fill[5:-1]], matrix)
                yield Mark("fill", commands, fill, opacity, even_odd, clips=clips, ramp=ramp, veils=veils)
            if stroke := element.get("stroke"):
                width = float(element.get("stroke-width", 1)) * _size(matrix)
                dash = tuple(float(v) * _size(matrix) for v in element.get("stroke-dasharray", "").split(",") if v)
                opacity = float(element.get("stroke-opacity", 1))
                assert (element.get("class") == "cut") == bool(layer)
                yield Mark(
                    "stroke",
                    commands,
                    stroke,
                    opacity,
                    False,
                    width,
                    dash,
                    clips,
                    layer,
                    Pen(
                        element.get("stroke-linecap", "butt"),  # type: ignore[arg-type]
                        element.get("stroke-linejoin", "miter"),  # type: ignore[arg-type]
                        float(element.get("stroke-miterlimit", root.get("stroke-miterlimit", 4))),
                        float(element.get("stroke-dashoffset", 0)) * _size(matrix),
                    ),
                    veils=veils,
                )

    return list(inside(root, translate(-left, -top), ()))


def _transform(value: str) -> Matrix:
    name, _, numbers = value.rstrip(")").partition("(")
    parsed = tuple(map(float, numbers.split()))
    return {"": IDENTITY, "translate": (1, 0, 0, 1, *parsed), "matrix": parsed}[name]  # type: ignore[return-value]


def _commands(data: str) -> tuple[Command, ...]:
    commands: list[Command] = []
    for letter, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", data):
        parsed = tuple(map(float, numbers.split()))
        assert len(parsed) == _COUNTS[letter]
        commands.append((letter, *parsed))
    return tuple(commands)


# ---------------------------------------------------------------- PDF


@dataclass
class _State:
    matrix: Matrix
    clips: tuple[tuple[Command, ...], ...] = ()
    fill: str = "#000000"
    stroke: str = "#000000"
    spot: str = ""
    width: float = 1.0
    dash: tuple[float, ...] = ()
    pen: Pen = PLAIN_PEN
    even_odd: bool = False  # of the last clip
    fading: Any = None
    veils: tuple[float, ...] = ()
    opacity: dict[str, float] = field(default_factory=lambda: {"ca": 1.0, "CA": 1.0})
    overprint: bool = False
    font: Any = None
    size: float = 0.0


def pdf_marks(pdf: bytes, page: int = 0, *, clip_to_forms: bool = False) -> list[Mark]:
    """What a page of a PDF made by cardgen paints; text as the outlines that its embedded fonts have."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        sheet = document.pages[page]
        height = float(sheet.mediabox[3])
        reader = _PdfReader(clip_to_forms)
        state = _State((1 / POINTS, 0, 0, -1 / POINTS, 0, height / POINTS))
        reader.read(sheet, sheet.Resources, state)
        return reader.marks


class _PdfReader:
    def __init__(self, clip_to_forms: bool) -> None:
        self.clip_to_forms = clip_to_forms
        self.marks: list[Mark] = []
        self.faces: dict[Any, _EmbeddedFace] = {}

    def read(self, content: Any, resources: Any, state: _State) -> None:
        stack: list[_State] = []
        path: list[Command] = []
        clipping = even_odd = False
        text_matrix, spacing, pen, rise = IDENTITY, 0.0, 0.0, 0.0
        for instruction in pikepdf.parse_content_stream(content):
            operands: Any = instruction.operands
            name = str(instruction.operator)
            if name == "q":
                stack.append(replace(state, opacity=dict(state.opacity)))
            elif name == "Q":
                state = stack.pop()
            elif name == "cm":
                state.matrix = then(tuple(map(float, operands)), state.matrix)  # type: ignore[arg-type]
            elif name in ("m", "l", "c", "h"):
                letter = {"m": "M", "l": "L", "c": "C", "h": "Z"}[name]
                path.append((letter, *map(float, operands)))
            elif name in ("W", "W*"):
                clipping, even_odd = True, name == "W*"
            elif name in ("n", "f", "f*", "S", "B", "B*"):
                shape = _moved(path, state.matrix)
                if clipping:
                    assert name == "n"
                    state.clips = (*state.clips, shape)
                    state.even_odd = even_odd
                self._paint(shape, name, state)
                path, clipping = [], False
            elif name in ("rg", "RG"):
                colour = "#" + "".join(f"{round(float(v) * 255):02x}" for v in operands)
                state.__dict__["fill" if name == "rg" else "stroke"] = colour
                if name == "RG":
                    state.spot = ""
            elif name == "CS":
                _, spot, alternate, tint = resources.ColorSpace[operands[0]]
                assert (alternate, tint.FunctionType, tint.N) == ("/DeviceRGB", 2, 1)
                assert [float(v) for v in tint.C0] == [1, 1, 1]
                state.stroke = "#" + "".join(f"{round(float(v) * 255):02x}" for v in tint.C1)
                state.spot = str(spot)[1:]
            elif name == "SCN":
                assert [float(v) for v in operands] == [1]
                assert state.spot
            elif name == "w":
                state.width = float(operands[0])
            elif name == "d":
                state.dash = tuple(map(float, operands[0]))
                state.pen = replace(state.pen, dash_offset=float(operands[1]))
            elif name == "J":
                state.pen = replace(state.pen, cap=("butt", "round", "square")[operands[0]])
            elif name == "j":
                state.pen = replace(state.pen, join=("miter", "round", "bevel")[operands[0]])
            elif name == "M":
                state.pen = replace(state.pen, miter=float(operands[0]))
            elif name == "sh":
                self._shade(resources.Shading[operands[0]], state)
            elif name == "gs":
                settings = resources.ExtGState[operands[0]]
                if "/OP" in settings:
                    state.overprint = bool(settings.OP)
                elif "/SMask" in settings:
                    state.fading = settings.SMask
                else:
                    state.opacity = {key: float(settings[f"/{key}"]) for key in ("ca", "CA")}
            elif name == "Tf":
                state.font, state.size = resources.Font[operands[0]], float(operands[1])
            elif name == "Tm":
                text_matrix = tuple(map(float, operands))  # type: ignore[assignment]
                pen = 0.0
            elif name in ("Tj", "TJ"):
                shown = operands if name == "Tj" else list(operands[0])
                face = self._face(state.font)
                shape, end = face.outlines(shown, scale(state.size), spacing / state.size)
                shape = _moved(shape, translate(0, -pen) if face.is_vertical else translate(pen, rise))
                pen += end * state.size
                self._paint(_moved(shape, then(text_matrix, state.matrix)), "f", state)
            elif name == "Ts":
                rise = float(operands[0])
            elif name == "Tc":
                spacing = float(operands[0])
            elif name == "Do":
                self._external(resources.XObject[operands[0]], resources, state)
            else:
                assert name in ("BT", "ET", "BDC", "EMC"), name
        assert not stack
        assert not path

    def _paint(self, shape: tuple[Command, ...], name: str, state: _State) -> None:
        if not shape:  # a run of spaces
            return
        if name[0] in "fB":
            opacity, even_odd = state.opacity["ca"], "*" in name
            self.marks.append(Mark("fill", shape, state.fill, opacity, even_odd, clips=state.clips, veils=state.veils))
        if name[0] in "SB":
            size = _size(state.matrix)
            dash = tuple(v * size for v in state.dash)
            line = state.width * size
            assert state.overprint == bool(state.spot)  # a cut line takes nothing away, other lines do
            made = (shape, state.stroke, state.opacity["CA"], False, line, dash, state.clips, state.spot)
            pen = replace(state.pen, dash_offset=state.pen.dash_offset * size)
            self.marks.append(Mark("stroke", *made, pen, veils=state.veils))

    def _shade(self, shading: Any, state: _State) -> None:
        """A shading over the last clip, which is its shape."""
        assert list(shading.Extend) == [True, True]
        colours = _shades(shading.Function)
        opacities = [(share, 1.0) for share, _ in colours]
        if state.fading is not None:
            (grey,) = state.fading.G.Resources.Shading.values()
            assert state.fading.S == "/Luminosity"
            assert list(grey.Coords) == list(shading.Coords)
            opacities = [(share, float(ink[0])) for share, ink in _shades(grey.Function)]
        stops = [
            (share, "#" + "".join(f"{round(float(v) * 255):02x}" for v in ink), opacity)
            for (share, ink), (_, opacity) in zip(colours, opacities, strict=True)
        ]
        numbers = list(map(float, shading.Coords))
        if shading.ShadingType == 3:
            assert numbers[2] == 0
            ramp = _ramp(numbers[:2], numbers[3:5], numbers[5], state.matrix)
        else:
            ramp = _ramp(numbers[:2], numbers[2:], None, state.matrix)
        *clips, shape = state.clips
        more: dict[str, Any] = {"clips": tuple(clips), "ramp": ramp, "veils": state.veils}
        opacity = state.opacity["ca"]
        self.marks.append(Mark("fill", shape, _colours_of(stops), opacity, state.even_odd, **more))

    def _external(self, thing: Any, resources: Any, state: _State) -> None:
        if thing.Subtype == "/Form":
            left, top, right, bottom = map(float, thing.BBox)
            box = _moved(rectangle(left, top, right - left, bottom - top), state.matrix)
            inside = replace(state, opacity=dict(state.opacity))
            if "/Group" in thing:
                inside = replace(inside, opacity={"ca": 1.0, "CA": 1.0}, veils=(*state.veils, state.opacity["ca"]))
            if self.clip_to_forms:
                inside.clips = (*inside.clips, box)
            self.read(thing, thing.get("/Resources", resources), inside)
            return
        if thing.Filter == "/DCTDecode":
            with Pictures.open(io.BytesIO(thing.read_raw_bytes())) as photo:
                key = _picture_key(photo)
        else:
            size = (int(thing.Width), int(thing.Height))
            picture = Pictures.frombytes("RGB", size, thing.read_bytes())
            if "/SMask" in thing:
                picture.putalpha(Pictures.frombytes("L", size, thing.SMask.read_bytes()))
            key = _picture_key(picture)
        # An image's own y runs upwards.
        corners = _corners(then((1, 0, 0, -1, 0, 1), state.matrix))
        assert state.opacity["ca"] == 1
        self.marks.append(Mark("image", corners, key, clips=state.clips, veils=state.veils))

    def _face(self, font: Any) -> _EmbeddedFace:
        if font.objgen not in self.faces:
            self.faces[font.objgen] = _EmbeddedFace(font)
        return self.faces[font.objgen]


def _shades(function: Any) -> list[tuple[float, Any]]:
    """The colours of a shading's function at the shares where they change, both at a step."""
    if function.FunctionType == 2:
        return [(0.0, function.C0), (1.0, function.C1)]
    shares = [0.0, *map(float, function.Bounds), 1.0]
    parts = zip(shares, shares[1:], function.Functions, strict=False)
    return [end for a, b, part in parts for end in ((a, part.C0), (b, part.C1))]


class _EmbeddedFace:
    """A font as a viewer meets it: the file inside the PDF, its code table and its widths."""

    def __init__(self, font: Any) -> None:
        assert font.Subtype == "/Type0"
        assert font.Encoding in ("/Identity-H", "/Identity-V")
        (inner,) = font.DescendantFonts
        self.is_vertical = font.Encoding == "/Identity-V"
        face = uharfbuzz.Face(uharfbuzz.Blob(inner.FontDescriptor.FontFile2.read_bytes()))
        self.font, self.units = uharfbuzz.Font(face), face.upem
        table = inner.CIDToGIDMap.read_bytes()
        self.glyphs = struct.unpack(f">{len(table) // 2}H", table)
        sequences = zip(inner.W[::2], inner.W[1::2], strict=True)
        self.widths = {int(first) + i: float(width) for first, widths in sequences for i, width in enumerate(widths)}

    def outlines(self, shown: Sequence[Any], matrix: Matrix, spacing: float = 0.0) -> tuple[tuple[Command, ...], float]:
        """The outlines of what is shown, and the pen after it in ems; in columns it moves down."""
        pen, ems = 0.0, 1 / self.units
        commands: list[Command] = []
        for part in shown:
            if isinstance(part, pikepdf.String):
                codes = bytes(part)
                for (code,) in struct.iter_unpack(">H", codes):
                    pencil = _Pencil()
                    self.font.draw_glyph_with_pen(self.glyphs[code], pencil)
                    x, y = (-self.widths[code] / 2000, -0.88 - pen) if self.is_vertical else (pen, 0)
                    commands += _moved(pencil.commands, then((ems, 0, 0, ems, x, y), matrix))
                    pen += spacing + (1 if self.is_vertical else self.widths[code] / 1000)
            else:
                pen += float(part) / (1000 if self.is_vertical else -1000)
        return tuple(commands), pen


class _Pencil:
    """Notes down a glyph as it is drawn, its curves made cubic."""

    def __init__(self) -> None:
        self.commands: list[Command] = []

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.commands.append(("M", *point))

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.commands.append(("L", *point))

    def qCurveTo(self, handle: tuple[float, float], end: tuple[float, float]) -> None:  # noqa: N802
        _, *numbers = self.commands[-1]
        start = numbers[-2:]
        near = [s + 2 / 3 * (h - s) for s, h in zip(start, handle, strict=True)]
        far = [e + 2 / 3 * (h - e) for e, h in zip(end, handle, strict=True)]
        curve = [*near, *far, *end]
        self.commands.append(("C", *curve))

    def curveTo(self, *_: object) -> None:  # noqa: N802
        raise AssertionError("a TrueType glyph has no cubic curves")

    def closePath(self) -> None:  # noqa: N802
        self.commands.append(("Z",))
