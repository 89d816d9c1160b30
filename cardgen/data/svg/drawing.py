"""The elements of an SVG picture as items of a scene, in the picture's own units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any

from cardgen.base.errors import DataError, Fault, WrongValueError
from cardgen.base.records import replace
from cardgen.base.words.messages import joined, message
from cardgen.data.svg.budget import DrawingBudget
from cardgen.data.svg.gradients import GRADIENTS, GradientContext, read_gradient
from cardgen.data.svg.painting import ELEMENT, Meter, Size, size_of, union
from cardgen.data.svg.shapes import SHAPES, shape_of
from cardgen.data.svg.styles import INHERITED, Rule, StyleSheets, parse_sheet, style_of, unsupported
from cardgen.data.svg.tree import DEEPEST, Element
from cardgen.data.svg.values import fit_view, parse_colour, parse_length, parse_numbers, parse_share, parse_transform
from cardgen.scene.items import (
    IDENTITY,
    Command,
    Gradient,
    Group,
    Item,
    Matrix,
    Path,
    Pen,
    Rect,
    Scene,
    Stop,
    rectangle,
    then,
    translate,
    walk,
)
from cardgen.scene.paths import area_of, move_path, path_bounds, reverse_path

#: Elements that draw nothing themselves. Filters, masks and the like are reported at the elements that refer to them.
_SILENT: tuple[str, ...] = ("title", "desc", "metadata", "style", "view", "defs", "symbol", "clipPath", *GRADIENTS)
_SILENT += ("filter", "mask", "pattern", "marker")
#: Elements that are errors anywhere, also in definitions.
_REFUSED = ("script", "animate", "animateMotion", "animateTransform", "set", "foreignObject")
_GROUPS = ("g", "a")

#: A reference, and the alternative after it.
_URL = re.compile(r"url\(\s*+['\"]?+([^'\")]*+)['\"]?+\s*+\)(.*)", re.DOTALL)

#: After so many faults, reading stops.
_MOST_FAULTS = 1_000


def draw_svg(root: Element, current: str) -> Scene:
    """Return the picture as a scene, with `current` for currentColor. DataError with everything that is not drawn."""
    drawer = _Drawer(root, current)
    try:
        scene = drawer.draw(root)
    except DataError as error:  # drawing stopped at this fault
        raise DataError([*drawer.faults, *error.faults]) from error
    if drawer.faults or scene is None:
        raise DataError(drawer.faults)
    return scene


class _Drawer:
    def __init__(self, root: Element, current: str) -> None:
        self.current = current
        self.faults: list[Fault] = []
        self.by_id: dict[str, Element] = {}
        self.view = (0.0, 0.0)
        self.budget = DrawingBudget(root.place)
        self.meter = Meter(self.budget)
        self._using: list[Element] = []
        self._depth = 0
        self._lists: dict[Element, tuple[tuple[Command, ...], Size]] = {}
        rules: list[Rule] = []
        for element in root.walk():
            if "id" in element.attributes:
                self.by_id.setdefault(element.attributes["id"], element)
            if element.tag == "style":
                with self._collect_faults(element):
                    rules += parse_sheet(element.text, self.budget)
            if element.tag in _REFUSED:
                text = message("<{tag}> is not allowed in pictures", tag=element.tag)
                self._refuse(element, text, message("a picture has only shapes; nothing in it is executed"))
        self.sheet = StyleSheets(rules)

    def draw(self, root: Element) -> Scene | None:
        with self._collect_faults(root):
            view = _view_of(root)
            width, height = view[2:]
            self.view = (width, height)
            self.meter.begin(view)
            items = self._contents(root, INHERITED)
            if view[:2] != (0, 0):
                items = (Group(items, translate(-view[0], -view[1])),)
            return Scene(width, height, items)
        return None

    # ------------------------------------------------ faults

    def _refuse(self, element: Element, text: str, hint: str = "") -> None:
        self.faults.append(Fault(element.place, text, hint))
        if len(self.faults) >= _MOST_FAULTS:
            raise DataError(self.faults)

    @contextmanager
    def _collect_faults(self, element: Element) -> Iterator[None]:
        """Collect the error of a wrong value as a fault at the element, and continue after the block."""
        self.budget.place = element.place
        try:
            yield
        except WrongValueError as error:
            self._refuse(element, message("<{tag}>: {error}", tag=element.tag, error=error.args[0]), error.hint)

    # ------------------------------------------------ elements

    def _element(self, element: Element, parent: Mapping[str, str]) -> tuple[Item, ...]:
        tag = element.tag
        if tag in _SILENT or tag in _REFUSED:
            return ()
        self.budget.place = element.place
        self.budget.spend(ELEMENT)
        if tag not in (*_GROUPS, *SHAPES, "use", "svg"):
            hint = message("turn it into paths in your drawing program") if tag == "text" else ""
            self._refuse(element, message("<{tag}> is not drawn in pictures", tag=tag), hint)
            return ()
        self._depth += 1
        with self._collect_faults(element):
            if self._depth > DEEPEST:
                text = message("more than {levels} levels deep, including the levels of <use>", levels=DEEPEST)
                raise WrongValueError(text)
            items = self._nested(element, element, parent) if tag == "svg" else self._contents(element, parent)
            self._depth -= 1
            return items
        self._depth -= 1
        return ()

    def _style(self, element: Element, parent: Mapping[str, str]) -> dict[str, str]:
        return style_of(self.sheet.declared(element, self.budget), parent)

    def _contents(self, element: Element, parent: Mapping[str, str]) -> tuple[Item, ...]:
        """Return the items of an element, with its transform, clip and opacity."""
        declared = self.sheet.declared(element, self.budget)
        style = style_of(declared, parent)
        if style["display"] == "none":
            return ()
        for problem in unsupported(element, declared):
            self._refuse(element, message("<{tag}>: {error}", tag=element.tag, error=problem))
        matrix = self._transform(element) if element.tag != "svg" else IDENTITY
        if abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) < 1e-12:
            return ()
        opacity = parse_share(style["opacity"])
        with self.meter.under(matrix), self.meter.layer() if opacity < 1 else nullcontext():
            items = self._inside(element, style)
            if opacity == 0 or not items:
                return ()
            self.budget.place = element.place
            clip = self._clip(style["clip-path"], items)
        if opacity < 1 and len(items) == 1 and isinstance(items[0], Path) and not (items[0].fill and items[0].stroke):
            items = (replace(items[0], opacity=items[0].opacity * opacity),)
            opacity = 1.0
        if clip is not None and not clip.commands:
            return ()
        if clip is None and matrix == IDENTITY and opacity == 1:
            return items
        return (Group(items, matrix, clip, opacity),)

    def _inside(self, element: Element, style: Mapping[str, str]) -> tuple[Item, ...]:
        if element.tag in SHAPES:
            return self._shape(element, style)
        if element.tag == "use":
            return self._used(element, style)
        return tuple(item for child in element.children for item in self._element(child, style))

    def _transform(self, element: Element) -> Matrix:
        return parse_transform(element.attributes.get("transform", ""), self.budget.spend)

    def _commands(self, element: Element) -> tuple[tuple[Command, ...], Size]:
        if element in self._lists:
            commands, size = self._lists[element]
            self.budget.spend(size.coordinates)
            return commands, size
        commands = shape_of(element, self.view, self.budget.spend)
        size = size_of(commands)
        if element.tag in ("path", "polyline", "polygon"):  # without percentages, so independent of the view
            self._lists[element] = commands, size
        else:
            self.budget.spend(size.coordinates)
        return commands, size

    def _shape(self, element: Element, style: Mapping[str, str]) -> tuple[Item, ...]:
        commands, size = self._commands(element)
        if not commands or style["visibility"] != "visible":
            return ()
        shape = Path(commands, even_odd=_even_odd(style["fill-rule"]))
        paths = list(self._filled(shape, style, size)) if element.tag != "line" else []
        paths += self._stroked(shape, style, element, size)
        if len(paths) == 2 and paths[0].opacity == paths[1].opacity:
            paths = [replace(paths[1], fill=paths[0].fill, even_odd=shape.even_odd)]
        for path in paths:
            self.meter.paint(path, size)
        return tuple(paths)

    def _filled(self, shape: Path, style: Mapping[str, str], size: Size) -> Iterator[Path]:
        fill, opacity = self._paint(style, "fill", size)
        if fill is not None and opacity > 0:
            yield replace(shape, fill=fill, opacity=opacity)

    def _stroked(self, shape: Path, style: Mapping[str, str], element: Element, size: Size) -> Iterator[Path]:
        stroke, opacity = self._paint(style, "stroke", size)
        diagonal = (self.view[0] ** 2 / 2 + self.view[1] ** 2 / 2) ** 0.5
        width = parse_length(style["stroke-width"], diagonal)
        if stroke is None or opacity == 0 or width <= 0:
            return
        if isinstance(stroke, Gradient):
            text = message("a stroke with a gradient is not drawn in pictures")
            raise WrongValueError(text, message("turn the line into a shape"))
        dash = _dash(style["stroke-dasharray"], diagonal)
        if dash and "pathLength" in element.attributes:
            raise WrongValueError(message("dashes measured by pathLength are not drawn in pictures"))
        pen = Pen(
            _keyword(style, "stroke-linecap", ("butt", "round", "square")),
            _keyword(style, "stroke-linejoin", ("miter", "round", "bevel")),
            max(1.0, parse_length(style["stroke-miterlimit"], 1)),
            parse_length(style["stroke-dashoffset"], diagonal) if dash else 0.0,
        )
        yield Path(shape.commands, None, stroke, width, dash, opacity, pen=pen)

    def _paint(self, style: Mapping[str, str], which: str, size: Size) -> tuple[str | Gradient | None, float]:
        """Return the colour or gradient of `which` (fill or stroke), and its opacity."""
        value, opacity = style[which].strip(), parse_share(style[f"{which}-opacity"])
        current = self.current if style["color"].lower() == "currentcolor" else ""
        current = current or parse_colour(style["color"], self.current)[0]
        url = _URL.match(value)
        element = self._target(url[1].strip()) if url else None
        if url and element is None and url[2]:  # the alternative after a missing reference
            value, url = url[2].strip(), None
        if value == "none":
            return None, 0.0
        if url is None:
            colour, share = parse_colour(value, current)
            return colour, opacity * share
        if element is None:
            template = "{property}: {name!r} is not in this picture, expected a colour or a gradient of the picture"
            raise WrongValueError(message(template, property=which, name=url[1].strip()))
        if element.tag not in GRADIENTS:
            template = "{property}: {name!r} is <{tag}>, expected a colour or a gradient of the picture"
            raise WrongValueError(message(template, property=which, name=url[1].strip(), tag=element.tag))
        context = GradientContext(self.by_id, self.sheet, current, self.view, self.budget)
        paint = read_gradient(element, size.bounds, context)
        if isinstance(paint, Stop):
            return paint.colour, opacity * paint.opacity
        return paint, opacity

    def _target(self, name: str) -> Element | None:
        """Return the element of a reference such as `#shape`."""
        return self.by_id.get(name[1:]) if name.startswith("#") else None

    # ------------------------------------------------ use, symbol and svg

    def _used(self, element: Element, style: Mapping[str, str]) -> tuple[Item, ...]:
        target = self._used_element(element)
        if target in self._using:
            raise WrongValueError(message("{name!r} uses itself", name=element.attributes["href"]))
        x, y = self._corner(element)
        self._using.append(target)
        try:
            if target.tag in ("symbol", "svg"):
                return self._nested(target, element, style)
            with self.meter.under(translate(x, y)):
                items = self._element(target, style)
        finally:
            self._using.pop()
        return (Group(items, translate(x, y)),) if (x or y) and items else items

    def _corner(self, element: Element) -> tuple[float, float]:
        x = parse_length(element.attributes.get("x", "0"), self.view[0])
        return x, parse_length(element.attributes.get("y", "0"), self.view[1])

    def _used_element(self, element: Element) -> Element:
        name = element.attributes.get("href", "")
        target = self._target(name)
        if target is None:
            hint = message("<use> can only use elements of the same file")
            raise WrongValueError(message("there is no {name!r} in this picture", name=name), hint)
        return target

    def _nested(self, element: Element, placed: Element, parent: Mapping[str, str]) -> tuple[Item, ...]:
        """Return a picture inside the picture: the view of `element`, in the size and at the place of `placed`."""
        attributes = {**element.attributes, **{k: v for k, v in placed.attributes.items() if k in ("width", "height")}}
        size = [
            parse_length(attributes.get(name, "100%"), full)
            for name, full in zip(("width", "height"), self.view, strict=True)
        ]
        if min(size) <= 0:
            return ()
        matrix = translate(*self._corner(placed))
        view: Rect = (0.0, 0.0, size[0], size[1])
        if "viewBox" in attributes:
            view = _view_box(attributes["viewBox"])
        inside = then(fit_view(view, size[0], size[1], attributes.get("preserveAspectRatio", "")), matrix)
        clip = Path(move_path(rectangle(0, 0, *size), matrix))
        self.meter.clip(size_of(clip.commands), IDENTITY)
        style = self._style(element, parent)
        opacity = parse_share(style["opacity"])
        outer_view, self.view = self.view, (view[2], view[3])
        try:
            with self.meter.under(inside), self.meter.layer() if opacity < 1 else nullcontext():
                items = tuple(item for child in element.children for item in self._element(child, style))
        finally:
            self.view = outer_view
        return (Group((Group(items, inside),), IDENTITY, clip, opacity),)

    # ------------------------------------------------ clips

    def _clip(self, value: str, items: tuple[Item, ...]) -> Path | None:
        """Return the clip of an element that draws `items`; a path without commands if it hides all of them."""
        if value == "none":
            return None
        url = _URL.fullmatch(value)
        element = self._target(url[1].strip()) if url and not url[2] else None
        if element is None or element.tag != "clipPath":
            raise WrongValueError(message("clip-path: {value!r} is not a clipPath of this picture", value=value[:40]))
        style = self._style(element, INHERITED)
        if style["clip-path"] != "none":
            raise WrongValueError(message("a clipPath that is clipped itself is not drawn in pictures"))
        matrix = self._transform(element)
        if element.attributes.get("clipPathUnits") == "objectBoundingBox":
            bounds = self._bounds(items)
            if bounds is None:
                return Path(())
            matrix = then(matrix, (bounds[2], 0.0, 0.0, bounds[3], bounds[0], bounds[1]))
        shapes = [shape for child in element.children for shape in self._clip_shapes(child, style)]
        if len(shapes) == 1:
            path = Path(move_path(shapes[0][0], matrix), even_odd=shapes[0][1])
        elif any(even_odd for _, even_odd in shapes):
            raise WrongValueError(
                message("a clipPath of several shapes with clip-rule evenodd is not drawn in pictures")
            )
        else:  # with the same direction, overlapping shapes add up
            commands = [
                c for commands, _ in shapes for c in (commands if area_of(commands) > 0 else reverse_path(commands))
            ]
            path = Path(move_path(commands, matrix))
        self.meter.clip(size_of(path.commands), IDENTITY)
        return path

    def _clip_shapes(self, element: Element, parent: Mapping[str, str]) -> Iterator[tuple[tuple[Command, ...], bool]]:
        if element.tag in ("title", "desc", "metadata"):
            return
        self.budget.spend(ELEMENT)
        if element.tag not in (*SHAPES, "use"):
            raise WrongValueError(message("<{tag}> in a clipPath is not drawn in pictures", tag=element.tag))
        style = self._style(element, parent)
        if style["display"] == "none" or style["visibility"] != "visible":
            return
        if style["clip-path"] != "none":
            raise WrongValueError(message("a clip in a clipPath is not drawn in pictures"))
        matrix = self._transform(element)
        if element.tag == "use":
            target = self._used_element(element)
            if target.tag not in SHAPES:
                raise WrongValueError(message("<{tag}> in a clipPath is not drawn in pictures", tag=target.tag))
            placed = then(translate(*self._corner(element)), matrix)
            for commands, even_odd in self._clip_shapes(target, style):
                self.budget.spend(sum(map(len, commands)))
                yield move_path(commands, placed), even_odd
            return
        commands, _ = self._commands(element)
        if commands:
            yield move_path(commands, matrix), _even_odd(style["clip-rule"])

    def _bounds(self, items: tuple[Item, ...]) -> Rect | None:
        """Return the smallest rectangle around all shapes without their strokes; None if there are none."""
        bounds: Rect | None = None
        for matrix, item in walk(items):
            if isinstance(item, Path):
                self.budget.spend(1 + sum(map(len, item.commands)))
                bounds = union(bounds, path_bounds(move_path(item.commands, matrix)))
        return bounds


def _view_of(root: Element) -> Rect:
    """Return the visible area of the picture in its own units."""
    attributes = root.attributes
    if "viewBox" in attributes:
        return _view_box(attributes["viewBox"])
    width_text, height_text = attributes.get("width", ""), attributes.get("height", "")
    if not (width_text and height_text) or "%" in width_text + height_text:
        text = message("a picture needs a viewBox, or a width and a height")
        raise WrongValueError(text, 'viewBox="0 0 100 100"')
    width, height = parse_length(width_text, 0), parse_length(height_text, 0)
    if width <= 0 or height <= 0:
        raise WrongValueError(message("width and height of a picture must be above 0"))
    return (0.0, 0.0, width, height)


def _view_box(text: str) -> Rect:
    numbers = parse_numbers(text)
    if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
        template = "viewBox: {value!r} given, expected x, y, width and height"
        raise WrongValueError(message(template, value=text[:40]), '"0 0 100 100"')
    x, y, width, height = numbers
    return (x, y, width, height)


def _even_odd(value: str) -> bool:
    if value not in ("nonzero", "evenodd"):
        raise WrongValueError(message("{value!r} given, expected nonzero or evenodd", value=value))
    return value == "evenodd"


def _keyword(style: Mapping[str, str], name: str, keywords: tuple[str, ...]) -> Any:
    if style[name] not in keywords:
        text = message("{name}: {value!r} is not drawn in pictures", name=name, value=style[name])
        raise WrongValueError(text, message("expected one of: {keywords}", keywords=joined(keywords)))
    return style[name]


def _dash(value: str, diagonal: float) -> tuple[float, ...]:
    if value == "none":
        return ()
    dash = tuple(parse_length(part, diagonal) for part in re.split(r"[\s,]+", value.strip()) if part)
    if any(length < 0 for length in dash):
        raise WrongValueError(message("stroke-dasharray: {value!r} has a length below 0", value=value[:40]))
    return dash if any(dash) else ()
