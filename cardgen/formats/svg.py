"""Scene → SVG. Text becomes outlines, so that every viewer and every cutting machine draws the same shapes."""

from __future__ import annotations

import base64
import io
import re
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
    outline_text,
    path_text,
    placed_rect,
    places_under,
    shown_rect,
    without_empty_lines,
)
from cardgen.scene.items import (
    IDENTITY,
    PATH_DATA,
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

_HEADER = '<?xml version="1.0" encoding="utf-8"?>\n'

#: The beginning of all ids in a drawing: `_Drawing.key`.
_ID = re.compile(rb"\bk[0-9a-f]{8}\b")


def to_svg(scene: Scene, bleed: bool = False, *, debug: bool = False) -> str:
    """Return the scene as an SVG document. Its size is in mm, and its user units are millimetres.

    The view is the trim, or with `bleed` all that is drawn; the rest is clipped. A scene that is placed on this one is
    stored once, however often it is placed. The same scene gives the same text. Ids begin with a key of the content,
    so one HTML page can contain several drawings.
    With `debug` svgwrite checks every element and attribute (slow; ValueError or TypeError for a bad one).
    """
    return _HEADER + _Drawing(scene, bleed, debug).text()


def without_ids(drawings: bytes) -> bytes:
    """Return SVGs, or HTML with SVGs, without the keys in their ids. If two results are equal, the drawings are."""
    return _ID.sub(b"k", drawings)


class _Drawing:
    """A scene drawn with svgwrite."""

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
        # The default mitre limit of PDF; that of SVG is 4.
        self.drawing.update({"overflow": "hidden", "stroke-miterlimit": "10", "xml:lang": scene.lang})
        self.extra = {"factory": self.drawing}  # passes the debug setting on
        self._add(self.drawing, scene.items, PLACES)

    def text(self) -> str:
        """Return the document without the XML declaration."""
        title, description = map(_printable, (self.scene.title, self.scene.description))
        self.drawing.set_desc(title or None, description or None)
        root: ElementTree.Element = self.drawing.get_xml()
        # Labels for screen readers are newer than SVG 1.1, the version of svgwrite.
        root.set("role", "img")
        elements = [(tag, root.find(tag)) for tag in ("title", "desc")]
        for tag, element in elements:
            if element is not None:
                element.set("id", f"{self.key}-{tag}")
        labels = [f"{self.key}-{tag}" for tag, element in elements if element is not None]
        if labels:
            root.set("aria-labelledby", " ".join(labels))
        return ElementTree.tostring(root, encoding="unicode") + "\n"

    def _add(self, parent: Any, items: tuple[Item, ...], places: int) -> None:
        layer, spot = None, ""  # consecutive cut lines share a layer
        for item in items:
            if isinstance(item, Path) and item.spot:
                if layer is None or item.spot != spot:
                    layer, spot = self._layer(item.spot, "cut"), item.spot
                    layer["class"] = "cut"
                    parent.add(layer)
                self._add_path(layer, item, places)
                continue
            layer = None
            if isinstance(item, Path):
                self._add_path(parent, item, places)
            elif isinstance(item, GlyphRun):
                if item.invisible:
                    continue
                self._add_outline(parent, item, places - OUTLINE_COARSER)
            elif isinstance(item, Image):
                self._add_image(parent, item, places)
            elif isinstance(item, Group):
                group = self._group(item.matrix, places, item.layer)
                places_inside = places_under(item.matrix, places)
                if item.clip is not None:
                    group["clip-path"] = self._clip(item.clip.commands, item.clip.even_odd, places_inside)
                if item.opacity < 1:
                    group["opacity"] = number(item.opacity)
                if item.description:
                    group.set_desc(_printable(item.description))
                self._add(group, item.items, places_inside)
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
            # For fill and stroke separately, as in a PDF.
            if path.fill is not None:
                element["fill-opacity"] = number(path.opacity)
            if stroke is not None:
                element["stroke-opacity"] = number(path.opacity)
        parent.add(element)

    def _add_outline(self, parent: Any, run: GlyphRun, places: int) -> None:
        data = outline_text(run, PATH_DATA, "", places)
        if data:
            parent.add(svgwrite.path.Path(d=data, fill=run.colour, **self.extra))

    def _add_image(self, parent: Any, image: Image, places: int) -> None:
        """Draw a picture. One that is already in the file is reused, moved and scaled."""
        x, y, width, height = image.rect
        element: Any
        if image.digest in self.images:
            first, (first_x, first_y, first_width, first_height) = self.images[image.digest]
            first["id"] = f"{self.key}-i{[*self.images].index(image.digest) + 1}"
            scale_x, scale_y = width / first_width, height / first_height
            matrix = (scale_x, 0.0, 0.0, scale_y, x - first_x * scale_x, y - first_y * scale_y)
            transform = f"matrix({matrix_numbers(matrix, places)})"
            element = svgwrite.container.Use(href=f"#{first['id']}", transform=transform, **self.extra)
        else:
            rect = [number(v, places) for v in image.rect]
            element = svgwrite.image.Image(href=_data_uri(image), insert=rect[:2], size=rect[2:], **self.extra)
            element["preserveAspectRatio"] = "none"
            rounded_x, rounded_y, rounded_width, rounded_height = map(float, rect)  # the numbers in the file
            self.images[image.digest] = element, (rounded_x, rounded_y, rounded_width, rounded_height)
        if image.description:
            element.set_desc(_printable(image.description))
        parent.add(element)

    def _add_placed(self, parent: Any, placed: Placed, places: int) -> None:
        places_inside = places_under(placed.matrix, places)
        group = self._group(placed.matrix, places)
        group["clip-path"] = self._clip(rectangle(*placed_rect(placed)), False, places_inside)
        group.add(svgwrite.container.Use(href=f"#{self._scene_id(placed.scene, places_inside)}", **self.extra))
        parent.add(group)

    def _scene_id(self, scene: Scene, places: int) -> str:
        """Return the id of `scene` in the definitions; add it if it is not there."""
        if (scene, places) not in self.scene_ids:
            group = svgwrite.container.Group(**self.extra)
            self._add(group, scene.items, places)  # before numbering: the scenes inside it get smaller numbers
            self.scene_ids[scene, places] = group["id"] = f"{self.key}-s{len(self.scene_ids) + 1}"
            self.drawing.defs.add(group)
        return self.scene_ids[scene, places]

    def _layer(self, name: str, kind: str = "layer") -> Any:
        """Return a group that drawing programs list as a layer of that name."""
        self.layers += 1
        return Inkscape(self.drawing).layer(name, id=f"{self.key}-{kind}{self.layers}", debug=self.drawing.debug)

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
            places_inside = places_under(gradient.matrix, places)
            start, end = ([number(v, places_inside) for v in point] for point in (gradient.start, gradient.end))
            attributes: dict[str, Any] = {"gradientUnits": "userSpaceOnUse", **self.extra}
            if gradient.matrix != IDENTITY:
                attributes["gradientTransform"] = f"matrix({matrix_numbers(gradient.matrix, places)})"
            element: Any
            if gradient.radius is None:
                element = svgwrite.gradients.LinearGradient(start, end, **attributes)
            else:
                radius = number(gradient.radius, places_inside)
                element = svgwrite.gradients.RadialGradient(end, radius, start, **attributes)
            for stop in gradient.stops:
                opacity = number(stop.opacity) if stop.opacity < 1 else None
                element.add_stop_color(number(stop.offset), stop.colour, opacity)
            self.gradient_ids[gradient, places] = element["id"] = f"{self.key}-g{len(self.gradient_ids) + 1}"
            self.drawing.defs.add(element)
        return f"url(#{self.gradient_ids[gradient, places]})"

    def _group(self, matrix: Matrix, places: int, layer: str = "") -> Any:
        group = self._layer(layer) if layer else svgwrite.container.Group(**self.extra)
        if matrix[:4] != IDENTITY[:4]:
            group["transform"] = f"matrix({matrix_numbers(matrix, places)})"
        elif matrix != IDENTITY:
            group["transform"] = f"translate({number(matrix[4], places)} {number(matrix[5], places)})"
        return group


def _pen(pen: Pen, places: int) -> Iterator[tuple[str, str]]:
    """Yield the attributes of a pen that differ from a plain one."""
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
    """Return the `d` attribute of a path: absolute commands, decimal numbers."""
    return path_text(commands, PATH_DATA, "", places)


def _printable(text: str) -> str:
    """Return `text` without the control characters that XML does not allow."""
    return "".join(c for c in text if c.isprintable() or c == "\n")


def _data_uri(image: Image) -> str:
    """Return the picture's own bytes if it is a PNG or JPEG that all viewers show alike, else a JPEG or PNG of it."""
    from cardgen.formats.pixels import in_eight_bits, open_picture, save_photograph

    with open_picture(image) as shown:
        picture, data = shown.image, shown.content
        kind = "image/jpeg" if shown.is_photograph else "image/png"
        if not data and shown.is_photograph:
            data = save_photograph(picture)
        elif not data:
            stream = io.BytesIO()
            in_eight_bits(picture).convert("RGBA").save(stream, "PNG")
            data = stream.getvalue()
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
