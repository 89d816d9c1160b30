"""Scene → SVG. Text becomes outlines, so that every viewer and every cutter draws the same shapes."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import svgwrite
import svgwrite.container
import svgwrite.gradients
import svgwrite.image
import svgwrite.masking
import svgwrite.path
from svgwrite.extensions import Inkscape

from cardgen.formats.paint import (
    OUTLINE_COARSER,
    PLACES,
    matrix_numbers,
    number,
    outline_of,
    path_text,
    placed_rect,
    places_under,
    shown_rect,
    without_empty_lines,
)
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
    Rect,
    Scene,
    rectangle,
)
from cardgen.scene.keys import content_key

_LETTERS = {"M": "M%s %s", "L": "L%s %s", "C": "C%s %s %s %s %s %s", "Z": "Z"}
_HEADER = '<?xml version="1.0" encoding="utf-8"?>\n'


def to_svg(scene: Scene, bleed: bool = False, *, debug: bool = False) -> str:
    """The scene as an SVG document, its size in mm and its user units millimetres.

    The view is the trim, or with `bleed` all that is drawn; what lies outside the view is cut off by it. A scene that
    is placed on this one is stored once however often it is placed. The same scene always gives the same text; ids
    begin with a key of the content, so that several drawings can stand in one HTML page.
    `debug` has svgwrite check every element and attribute (slow; ValueError or TypeError on a bad one).
    """
    return _HEADER + _Drawing(scene, bleed, debug).text()


class _Drawing:
    """svgwrite behind the few calls that a scene needs."""

    def __init__(self, scene: Scene, bleed: bool, debug: bool) -> None:
        self.scene = scene
        self.key = "k" + content_key(scene)[:8]
        self.scene_ids: dict[tuple[Scene, int], str] = {}
        self.clip_ids: dict[tuple[str, bool], str] = {}
        self.images: dict[str, tuple[Any, Rect]] = {}
        self.gradient_ids: dict[tuple[Gradient, int], str] = {}
        self.layers = 0
        x, y, width, height = shown_rect(scene, bleed)
        self.drawing: Any = svgwrite.Drawing(
            size=(f"{number(width)}mm", f"{number(height)}mm"),
            viewBox=" ".join(map(number, (x, y, width, height))),
            debug=debug,
            profile="full",
        )
        # The mitre limit of a PDF, where SVG would begin with 4.
        self.drawing.update({"overflow": "hidden", "stroke-miterlimit": "10", "xml:lang": scene.lang})
        self.extra = {"factory": self.drawing}  # hands the debug setting on
        self._add(self.drawing, scene.items, PLACES)

    def text(self) -> str:
        title, description = map(_printable, (self.scene.title, self.scene.description))
        self.drawing.set_desc(title or None, description or None)
        root: ElementTree.Element = self.drawing.get_xml()
        # Names for screen readers are younger than the SVG 1.1 that svgwrite knows.
        root.set("role", "img")
        named = [(tag, root.find(tag)) for tag in ("title", "desc")]
        for tag, element in named:
            if element is not None:
                element.set("id", f"{self.key}-{tag}")
        labels = [f"{self.key}-{tag}" for tag, element in named if element is not None]
        if labels:
            root.set("aria-labelledby", " ".join(labels))
        return ElementTree.tostring(root, encoding="unicode") + "\n"

    def _add(self, parent: Any, items: tuple[Item, ...], places: int) -> None:
        layer, spot = None, ""  # cutting lines that follow each other share a layer
        for item in items:
            if isinstance(item, Path) and item.spot:
                if layer is None or item.spot != spot:
                    layer, spot = self._layer(parent, item.spot), item.spot
                self._add_path(layer, item, places)
                continue
            layer = None
            if isinstance(item, Path):
                self._add_path(parent, item, places)
            elif isinstance(item, GlyphRun):
                if item.unseen:
                    continue
                self._add_path(parent, Path(outline_of(item), fill=item.colour), places - OUTLINE_COARSER)
            elif isinstance(item, Image):
                self._add_image(parent, item, places)
            elif isinstance(item, Group):
                group = self._group(item.matrix, places)
                within = places_under(item.matrix, places)
                if item.clip is not None:
                    group["clip-path"] = self._clip(item.clip.commands, item.clip.even_odd, within)
                if item.opacity < 1:
                    group["opacity"] = number(item.opacity)
                if item.description:
                    group.set_desc(_printable(item.description))
                self._add(group, item.items, within)
                parent.add(group)
            else:
                self._add_placed(parent, item, places)

    def _add_path(self, parent: Any, path: Path, places: int) -> None:
        stroke = path.stroke if path.stroke_width > 0 else None
        if (path.fill is None and stroke is None) or not path.commands or path.opacity <= 0:
            return
        commands = without_empty_lines(path.commands, places) if path.spot else path.commands
        element = svgwrite.path.Path(d=path_data(commands, places), **self.extra)
        fill = path.fill
        element["fill"] = self._gradient(fill, places) if isinstance(fill, Gradient) else fill or "none"
        if path.fill is not None and path.even_odd:
            element["fill-rule"] = "evenodd"
        if stroke is not None:
            element["stroke"] = stroke
            element["stroke-width"] = number(path.stroke_width, places)
            if path.spot:
                element["class"] = "cut"
            if path.dash:
                element["stroke-dasharray"] = ",".join(number(v, places) for v in path.dash)
            for name, value in _pen(path.pen, places):
                element[name] = value
        if path.opacity < 1:
            # Fill and stroke each by itself, as a PDF paints them.
            if path.fill is not None:
                element["fill-opacity"] = number(path.opacity)
            if stroke is not None:
                element["stroke-opacity"] = number(path.opacity)
        parent.add(element)

    def _add_image(self, parent: Any, image: Image, places: int) -> None:
        """A picture that stands in the file already is drawn from there, moved and made larger or smaller."""
        x, y, width, height = image.rect
        element: Any
        if image.digest in self.images:
            first, (left, top, wide, tall) = self.images[image.digest]
            first["id"] = f"{self.key}-i{[*self.images].index(image.digest) + 1}"
            across, down = width / wide, height / tall
            moved = matrix_numbers((across, 0.0, 0.0, down, x - left * across, y - top * down), places)
            element = svgwrite.container.Use(href=f"#{first['id']}", transform=f"matrix({moved})", **self.extra)
        else:
            rect = [number(v, places) for v in image.rect]
            element = svgwrite.image.Image(href=_data_uri(image), insert=rect[:2], size=rect[2:], **self.extra)
            element["preserveAspectRatio"] = "none"
            left, top, wide, tall = map(float, rect)  # as it stands in the file
            self.images[image.digest] = element, (left, top, wide, tall)
        if image.description:
            element.set_desc(_printable(image.description))
        parent.add(element)

    def _add_placed(self, parent: Any, placed: Placed, places: int) -> None:
        within = places_under(placed.matrix, places)
        group = self._group(placed.matrix, places)
        group["clip-path"] = self._clip(rectangle(*placed_rect(placed)), False, within)
        group.add(svgwrite.container.Use(href=f"#{self._stored(placed.scene, within)}", **self.extra))
        parent.add(group)

    def _stored(self, scene: Scene, places: int) -> str:
        """The id under which `scene` stands in the definitions."""
        if (scene, places) not in self.scene_ids:
            stored = svgwrite.container.Group(**self.extra)
            self._add(stored, scene.items, places)  # first: what it uses itself gets the smaller number
            self.scene_ids[scene, places] = stored["id"] = f"{self.key}-s{len(self.scene_ids) + 1}"
            self.drawing.defs.add(stored)
        return self.scene_ids[scene, places]

    def _layer(self, parent: Any, spot: str) -> Any:
        """A group for the lines of a spot colour, which drawing programs list as a layer of that name."""
        self.layers += 1
        layer = Inkscape(self.drawing).layer(spot, id=f"{self.key}-cut{self.layers}", debug=self.drawing.debug)
        layer["class"] = "cut"
        parent.add(layer)
        return layer

    def _clip(self, commands: tuple[Command, ...], even_odd: bool, places: int) -> str:
        data = path_data(commands, places)
        if (data, even_odd) not in self.clip_ids:
            shape = svgwrite.path.Path(d=data, **self.extra)
            if even_odd:
                shape["clip-rule"] = "evenodd"
            clip = svgwrite.masking.ClipPath(**self.extra)
            self.clip_ids[data, even_odd] = clip["id"] = f"{self.key}-c{len(self.clip_ids) + 1}"
            clip.add(shape)
            self.drawing.defs.add(clip)
        return f"url(#{self.clip_ids[data, even_odd]})"

    def _gradient(self, gradient: Gradient, places: int) -> str:
        if (gradient, places) not in self.gradient_ids:
            within = places_under(gradient.matrix, places)
            start, end = ([number(v, within) for v in point] for point in (gradient.start, gradient.end))
            how: dict[str, Any] = {"gradientUnits": "userSpaceOnUse", **self.extra}
            if gradient.matrix != IDENTITY:
                how["gradientTransform"] = f"matrix({matrix_numbers(gradient.matrix, places)})"
            made: Any
            if gradient.radius is None:
                made = svgwrite.gradients.LinearGradient(start, end, **how)
            else:
                made = svgwrite.gradients.RadialGradient(end, number(gradient.radius, within), start, **how)
            for stop in gradient.stops:
                opacity = number(stop.opacity) if stop.opacity < 1 else None
                made.add_stop_color(number(stop.share), stop.colour, opacity)
            self.gradient_ids[gradient, places] = made["id"] = f"{self.key}-g{len(self.gradient_ids) + 1}"
            self.drawing.defs.add(made)
        return f"url(#{self.gradient_ids[gradient, places]})"

    def _group(self, matrix: Matrix, places: int) -> Any:
        group = svgwrite.container.Group(**self.extra)
        if matrix[:4] != IDENTITY[:4]:
            group["transform"] = f"matrix({matrix_numbers(matrix, places)})"
        elif matrix != IDENTITY:
            group["transform"] = f"translate({number(matrix[4], places)} {number(matrix[5], places)})"
        return group


def _pen(pen: Pen, places: int) -> Iterator[tuple[str, str]]:
    """What a pen draws otherwise than a plain one."""
    if pen == PLAIN_PEN:
        return
    if pen.cap != PLAIN_PEN.cap:
        yield "stroke-linecap", pen.cap
    if pen.join != PLAIN_PEN.join:
        yield "stroke-linejoin", pen.join
    if pen.miter != PLAIN_PEN.miter:
        yield "stroke-miterlimit", number(pen.miter)
    if pen.dash_offset:
        yield "stroke-dashoffset", number(pen.dash_offset, places)


def path_data(commands: tuple[Command, ...], places: int = PLACES) -> str:
    """The `d` of a path: absolute commands, as short as plain numbers allow."""
    return path_text(commands, _LETTERS, "", places)


def _printable(text: str) -> str:
    """`text` without the control characters that XML cannot hold."""
    return "".join(c for c in text if c.isprintable() or c == "\n")


def _data_uri(image: Image) -> str:
    """The picture's own bytes when every viewer knows their kind, a PNG of it otherwise."""
    from cardgen.formats.pixels import as_shown, is_plain, opened

    with opened(image) as (picture, data):
        kind = f"image/{(picture.format or '').lower()}"
        if kind not in ("image/png", "image/jpeg") or not is_plain(picture):
            made, kind = io.BytesIO(), "image/png"
            as_shown(picture).convert("RGBA").save(made, "PNG")
            data = made.getvalue()
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
