"""The elements of an SVG picture as items of a scene, in the picture's own units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Any

from cardgen.data.svg.budget import Budget
from cardgen.data.svg.gradients import GRADIENTS, Surroundings, read_gradient
from cardgen.data.svg.painting import ELEMENT, Meter, Size, around_both, size_of
from cardgen.data.svg.shapes import SHAPES, shape_of
from cardgen.data.svg.styles import INHERITED, Rule, Sheet, not_drawn, parse_sheet, style_of
from cardgen.data.svg.tree import DEEPEST, Element
from cardgen.data.svg.values import fit_view, parse_colour, parse_length, parse_numbers, parse_share, parse_transform
from cardgen.errors import DataError, Fault, WrongValueError
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

#: What draws nothing where it stands. A filter and its like are told of where something asks for them.
_SILENT: tuple[str, ...] = ("title", "desc", "metadata", "style", "view", "defs", "symbol", "clipPath", *GRADIENTS)
_SILENT += ("filter", "mask", "pattern", "marker")
#: Wherever they stand, even among the definitions.
_REFUSED = ("script", "animate", "animateMotion", "animateTransform", "set", "foreignObject")
_GROUPS = ("g", "a")

#: A reference, and what is written behind it.
_URL = re.compile(r"url\(\s*+['\"]?+([^'\")]*+)['\"]?+\s*+\)(.*)", re.DOTALL)

#: A picture with more faults is not read any further.
_MOST_FAULTS = 1_000


def draw_svg(root: Element, current: str) -> Scene:
    """The picture as a scene of its own size, `current` for currentColor. DataError with all that cannot be drawn."""
    drawer = _Drawer(root, current)
    try:
        scene = drawer.draw(root)
    except DataError as error:  # it stopped there
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
        self.budget = Budget(root.place)
        self.meter = Meter(self.budget)
        self._using: list[Element] = []
        self._depth = 0
        self._lists: dict[Element, tuple[tuple[Command, ...], Size]] = {}
        rules: list[Rule] = []
        for element in root.walk():
            if "id" in element.attributes:
                self.by_id.setdefault(element.attributes["id"], element)
            if element.tag == "style":
                with self._telling(element):
                    rules += parse_sheet(element.text, self.budget)
            if element.tag in _REFUSED:
                self._refuse(element, f"<{element.tag}> is not read", "a picture is shapes, and nothing in it runs")
        self.sheet = Sheet(rules)

    def draw(self, root: Element) -> Scene | None:
        with self._telling(root):
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

    def _refuse(self, element: Element, message: str, hint: str = "") -> None:
        self.faults.append(Fault(element.place, message, hint))
        if len(self.faults) >= _MOST_FAULTS:
            raise DataError(self.faults)

    @contextmanager
    def _telling(self, element: Element) -> Iterator[None]:
        """What goes wrong with a value of the element is a fault at its place, and the rest goes on."""
        self.budget.place = element.place
        try:
            yield
        except WrongValueError as error:
            self._refuse(element, f"<{element.tag}>: {error}", error.hint)

    # ------------------------------------------------ elements

    def _element(self, element: Element, around: Mapping[str, str]) -> tuple[Item, ...]:
        tag = element.tag
        if tag in _SILENT or tag in _REFUSED:
            return ()
        self.budget.place = element.place
        self.budget.spend(ELEMENT)
        if tag not in (*_GROUPS, *SHAPES, "use", "svg"):
            hint = "turn it into paths in your drawing program" if tag == "text" else ""
            self._refuse(element, f"<{tag}> is not drawn in pictures", hint)
            return ()
        self._depth += 1
        with self._telling(element):
            if self._depth > DEEPEST:
                raise WrongValueError(f"drawn more than {DEEPEST} levels deep, counting what it is used in")
            items = self._nested(element, element, around) if tag == "svg" else self._contents(element, around)
            self._depth -= 1
            return items
        self._depth -= 1
        return ()

    def _style(self, element: Element, around: Mapping[str, str]) -> dict[str, str]:
        return style_of(self.sheet.declared(element, self.budget), around)

    def _contents(self, element: Element, around: Mapping[str, str]) -> tuple[Item, ...]:
        """What an element draws, with its transform, clip and opacity."""
        declared = self.sheet.declared(element, self.budget)
        style = style_of(declared, around)
        if style["display"] == "none":
            return ()
        for what in not_drawn(element, declared):
            self._refuse(element, f"<{element.tag}>: {what} is not drawn in pictures")
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
        """The commands of a shape element, and its size."""
        if element in self._lists:
            commands, size = self._lists[element]
            self.budget.spend(size.coordinates)
            return commands, size
        commands = shape_of(element, self.view, self.budget.spend)
        size = size_of(commands)
        if element.tag in ("path", "polyline", "polygon"):  # in which there are no percentages
            self._lists[element] = commands, size
        else:
            self.budget.spend(size.coordinates)
        return commands, size

    def _shape(self, element: Element, style: Mapping[str, str]) -> tuple[Item, ...]:
        commands, size = self._commands(element)
        if not commands or style["visibility"] != "visible":
            return ()
        shape = Path(commands, even_odd=_even_odd(style["fill-rule"]))
        painted = list(self._filled(shape, style, size)) if element.tag != "line" else []
        painted += self._stroked(shape, style, element, size)
        if len(painted) == 2 and painted[0].opacity == painted[1].opacity:
            line = painted[1]
            painted = [replace(line, fill=painted[0].fill, even_odd=shape.even_odd)]
        for path in painted:
            self.meter.paint(path, size)
        return tuple(painted)

    def _filled(self, shape: Path, style: Mapping[str, str], size: Size) -> Iterator[Path]:
        fill, opacity = self._paint(style, "fill", size)
        if fill is not None and opacity > 0:
            yield replace(shape, fill=fill, opacity=opacity)

    def _stroked(self, shape: Path, style: Mapping[str, str], element: Element, size: Size) -> Iterator[Path]:
        stroke, opacity = self._paint(style, "stroke", size)
        slant = (self.view[0] ** 2 / 2 + self.view[1] ** 2 / 2) ** 0.5
        width = parse_length(style["stroke-width"], slant)
        if stroke is None or opacity == 0 or width <= 0:
            return
        if isinstance(stroke, Gradient):
            raise WrongValueError("a stroke in a gradient is not drawn in pictures", "make the line a shape")
        dash = _dash(style["stroke-dasharray"], slant)
        if dash and "pathLength" in element.attributes:
            raise WrongValueError("dashes measured by pathLength are not drawn in pictures")
        pen = Pen(
            _word(style, "stroke-linecap", ("butt", "round", "square")),
            _word(style, "stroke-linejoin", ("miter", "round", "bevel")),
            max(1.0, parse_length(style["stroke-miterlimit"], 1)),
            parse_length(style["stroke-dashoffset"], slant) if dash else 0.0,
        )
        yield Path(shape.commands, None, stroke, width, dash, opacity, pen=pen)

    def _paint(self, style: Mapping[str, str], which: str, size: Size) -> tuple[str | Gradient | None, float]:
        """A fill or a stroke, and how opaque it is."""
        said, opacity = style[which].strip(), parse_share(style[f"{which}-opacity"])
        current = self.current if style["color"].lower() == "currentcolor" else ""
        current = current or parse_colour(style["color"], self.current)[0]
        url = _URL.match(said)
        element = self._named(url[1].strip()) if url else None
        if url and element is None and url[2]:  # what is painted in its place
            said, url = url[2].strip(), None
        if said == "none":
            return None, 0.0
        if url is None:
            colour, share = parse_colour(said, current)
            return colour, opacity * share
        if element is None or element.tag not in GRADIENTS:
            what = f"<{element.tag}>" if element is not None else "not in this picture"
            name = url[1].strip()
            raise WrongValueError(f"{which}: {name!r} is {what}, expected a colour or a gradient of the picture")
        around = Surroundings(self.by_id, self.sheet, current, self.view, self.budget)
        paint = read_gradient(element, size.bounds, around)
        if isinstance(paint, Stop):
            return paint.colour, opacity * paint.opacity
        return paint, opacity

    def _named(self, name: str) -> Element | None:
        """The element that a reference to this file names, as in `#shape`."""
        return self.by_id.get(name[1:]) if name.startswith("#") else None

    # ------------------------------------------------ use, symbol and svg

    def _used(self, element: Element, style: Mapping[str, str]) -> tuple[Item, ...]:
        target = self._referred(element)
        if target in self._using:
            raise WrongValueError(f"{element.attributes['href']!r} uses itself")
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

    def _referred(self, element: Element) -> Element:
        name = element.attributes.get("href", "")
        target = self._named(name)
        if target is None:
            raise WrongValueError(f"there is no {name!r} in this picture", "what is used stands in the same file")
        return target

    def _nested(self, element: Element, placed: Element, around: Mapping[str, str]) -> tuple[Item, ...]:
        """A picture in the picture: the view of `element`, in the room that `placed` gives it."""
        given = {**element.attributes, **{k: v for k, v in placed.attributes.items() if k in ("width", "height")}}
        room = [
            parse_length(given.get(name, "100%"), whole)
            for name, whole in zip(("width", "height"), self.view, strict=True)
        ]
        if min(room) <= 0:
            return ()
        matrix = translate(*self._corner(placed))
        view: Rect = (0.0, 0.0, room[0], room[1])
        if "viewBox" in given:
            view = _view_box(given["viewBox"])
        inside = then(fit_view(view, room[0], room[1], given.get("preserveAspectRatio", "")), matrix)
        clip = Path(move_path(rectangle(0, 0, *room), matrix))
        self.meter.clip(size_of(clip.commands), IDENTITY)
        style = self._style(element, around)
        opacity = parse_share(style["opacity"])
        before, self.view = self.view, (view[2], view[3])
        try:
            with self.meter.under(inside), self.meter.layer() if opacity < 1 else nullcontext():
                items = tuple(item for child in element.children for item in self._element(child, style))
        finally:
            self.view = before
        return (Group((Group(items, inside),), IDENTITY, clip, opacity),)

    # ------------------------------------------------ clips

    def _clip(self, said: str, items: tuple[Item, ...]) -> Path | None:
        """The clip of an element that draws `items`; one without commands where nothing is left of them."""
        if said == "none":
            return None
        url = _URL.fullmatch(said)
        element = self._named(url[1].strip()) if url and not url[2] else None
        if element is None or element.tag != "clipPath":
            raise WrongValueError(f"clip-path: {said[:40]!r} is no clipPath of this picture")
        own = self._style(element, INHERITED)
        if own["clip-path"] != "none":
            raise WrongValueError("a clipPath that is clipped itself is not drawn in pictures")
        matrix = self._transform(element)
        if element.attributes.get("clipPathUnits") == "objectBoundingBox":
            bounds = self._bounds(items)
            if bounds is None:
                return Path(())
            matrix = then(matrix, (bounds[2], 0.0, 0.0, bounds[3], bounds[0], bounds[1]))
        shapes = [found for child in element.children for found in self._clip_shapes(child, own)]
        if len(shapes) == 1:
            path = Path(move_path(shapes[0][0], matrix), even_odd=shapes[0][1])
        elif any(even_odd for _, even_odd in shapes):
            raise WrongValueError("a clipPath of several shapes with clip-rule evenodd is not drawn in pictures")
        else:  # drawn the same way round, shapes that overlap cover what either does
            together = [
                c for commands, _ in shapes for c in (commands if area_of(commands) > 0 else reverse_path(commands))
            ]
            path = Path(move_path(together, matrix))
        self.meter.clip(size_of(path.commands), IDENTITY)
        return path

    def _clip_shapes(self, element: Element, around: Mapping[str, str]) -> Iterator[tuple[tuple[Command, ...], bool]]:
        if element.tag in ("title", "desc", "metadata"):
            return
        self.budget.spend(ELEMENT)
        if element.tag not in (*SHAPES, "use"):
            raise WrongValueError(f"<{element.tag}> in a clipPath is not drawn in pictures")
        style = self._style(element, around)
        if style["display"] == "none" or style["visibility"] != "visible":
            return
        if style["clip-path"] != "none":
            raise WrongValueError("a clip in a clipPath is not drawn in pictures")
        matrix = self._transform(element)
        if element.tag == "use":
            target = self._referred(element)
            if target.tag not in SHAPES:
                raise WrongValueError(f"<{target.tag}> in a clipPath is not drawn in pictures")
            moved = then(translate(*self._corner(element)), matrix)
            for commands, even_odd in self._clip_shapes(target, style):
                self.budget.spend(sum(map(len, commands)))
                yield move_path(commands, moved), even_odd
            return
        commands, _ = self._commands(element)
        if commands:
            yield move_path(commands, matrix), _even_odd(style["clip-rule"])

    def _bounds(self, items: tuple[Item, ...]) -> Rect | None:
        """The smallest rectangle round all shapes, without their strokes; None if there are none."""
        bounds: Rect | None = None
        for matrix, item in walk(items):
            if isinstance(item, Path):
                self.budget.spend(1 + sum(map(len, item.commands)))
                bounds = around_both(bounds, path_bounds(move_path(item.commands, matrix)))
        return bounds


def _view_of(root: Element) -> Rect:
    """What the picture shows, in its own units."""
    given = root.attributes
    if "viewBox" in given:
        return _view_box(given["viewBox"])
    if not ("width" in given and "height" in given) or "%" in given["width"] + given["height"]:
        raise WrongValueError("a picture has a viewBox, or a width and a height", 'viewBox="0 0 100 100"')
    width, height = parse_length(given["width"], 0), parse_length(given["height"], 0)
    if width <= 0 or height <= 0:
        raise WrongValueError("a picture has a width and a height above 0")
    return (0.0, 0.0, width, height)


def _view_box(text: str) -> Rect:
    numbers = parse_numbers(text)
    if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0:
        raise WrongValueError(f"viewBox: {text[:40]!r} given, expected x, y, width and height", '"0 0 100 100"')
    x, y, width, height = numbers
    return (x, y, width, height)


def _even_odd(said: str) -> bool:
    if said not in ("nonzero", "evenodd"):
        raise WrongValueError(f"{said!r} given, expected nonzero or evenodd")
    return said == "evenodd"


def _word(style: Mapping[str, str], name: str, known: tuple[str, ...]) -> Any:
    if style[name] not in known:
        raise WrongValueError(
            f"{name}: {style[name]!r} is not drawn in pictures", "expected one of: " + ", ".join(known)
        )
    return style[name]


def _dash(said: str, slant: float) -> tuple[float, ...]:
    if said == "none":
        return ()
    dash = tuple(parse_length(part, slant) for part in re.split(r"[\s,]+", said.strip()) if part)
    if any(length < 0 for length in dash):
        raise WrongValueError(f"stroke-dasharray: {said[:40]!r} holds a length below 0")
    return dash if any(dash) else ()
