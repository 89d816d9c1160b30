"""Boxes laid out one by one: their items, their places and their findings.

A box that names no field of the card is laid out once for the whole deck.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from cardgen.boxes.context import DrawContext, Inside, Report
from cardgen.boxes.ink import TOLERANCE, text_beyond
from cardgen.boxes.kind import BoxKind
from cardgen.boxes.registry import load_box_kind
from cardgen.data.pictures import Picture
from cardgen.data.placeholders import UnknownValueError, look_up
from cardgen.data.templates.box_models import AnyBox, Box, ContainerBox, ReferenceBox
from cardgen.data.templates.forms import BoxForm, Side
from cardgen.errors import SHARED, DataError, Fault, Finding, Own, Text, WrongValueError
from cardgen.layout.areas import Surroundings, areas_from, find_area, rect_of
from cardgen.layout.context import SideContext
from cardgen.layout.filling import fill_box
from cardgen.layout.laid import LaidBox, Part, in_box
from cardgen.layout.marks import text_marks
from cardgen.scene.items import IDENTITY, Group, Item, Matrix, Rect, bounds_of, then, translate, turn
from cardgen.words.messages import message


def layout_side(context: SideContext, side: Side, fields: Collection[str], shared: dict[str, Part]) -> Part:
    """Lay out all boxes of a side in their order, and return them as one part.

    Boxes that name none of the card's `fields` are taken from `shared`, or added to it.
    """
    areas = context.shared.areas
    surroundings = Surroundings(areas["trim"][2:], areas)

    def layout(name: str, form: BoxForm) -> Part:
        if name in shared:  # its findings were reported with the first card
            return replace(shared[name], findings=())
        if not form.roots.isdisjoint(fields):
            return _layout_box(context, surroundings, name, form)
        shared[name] = _layout_box(replace(context, card=""), surroundings, name, form)
        return shared[name]

    return _layout_all(side.boxes, surroundings, layout)


def _layout_all(
    forms: Mapping[str, BoxForm], surroundings: Surroundings, layout: Callable[[str, BoxForm], Part]
) -> Part:
    """Lay out the boxes of one side or container, each after the boxes that its place depends on, as one part.

    The items of the part are in painting order.
    """
    parts = surroundings.parts

    def add(name: str) -> None:
        if name not in parts:
            for other in forms[name].needs:
                add(other)
            parts[name] = layout(name, forms[name])

    for name in forms:
        add(name)
    painted = [parts[name] for name in forms]
    return Part(
        tuple(item for part in painted for item in part.items),
        tuple(box for part in painted for box in part.boxes),
        tuple(finding for part in painted for finding in part.findings),
    )


def _layout_box(context: SideContext, surroundings: Surroundings, name: str, form: BoxForm) -> Part:
    """Lay out one box in its surroundings."""
    area, faults = find_area(context, form.marked, surroundings)
    absent = Part(area=None if faults else rect_of(area, surroundings))
    if not _is_wanted(context, form):
        return absent
    kind = load_box_kind(form.marked.value["kind"])
    box = fill_box(context, form.marked, kind.model, area, faults)
    if box is None:
        return absent
    if isinstance(box, ReferenceBox):
        return _layout_reference(context, surroundings, name, form, kind, box)
    assert isinstance(box, Box)  # every other kind is one
    rect: Rect = surroundings.areas[box.box] if isinstance(box.box, str) else box.box
    return replace(_layout_placed(context, surroundings, name, form, kind, box, rect), area=rect)


def _is_wanted(context: SideContext, form: BoxForm) -> bool:
    """Return True if all conditions of a box hold on this card."""
    for path, condition in form.when.items():
        try:
            if not condition.holds(look_up(context.values, path)):
                return False
        except (UnknownValueError, WrongValueError) as error:
            if isinstance(error, UnknownValueError):
                reason = message("when: there is no value {path}", path=path)
            else:
                reason = message("when: {path}: {problem}", path=path, problem=error.text)
            context.add_fault(Fault(form.marked.key_place("when", path), reason, error.hint))
            return False
    return True


# ---------------------------------------------------------------- boxes with a place


@dataclass(slots=True)
class _Drawing:
    """One box while it is drawn, with its findings and inner boxes."""

    context: SideContext
    surroundings: Surroundings
    name: str
    form: BoxForm
    rect: Rect
    """the place of the box on the trim"""
    area: Rect = (0.0, 0.0, 0.0, 0.0)
    """the place of the box in its surroundings, before it turns"""
    inner_matrix: Matrix = IDENTITY
    """maps the inside of a container to its surroundings"""
    is_turned: bool = False
    findings: list[Finding] = field(default_factory=list)
    boxes: list[LaidBox] = field(default_factory=list)

    def report(self, name: str, problem: Text, hint: Text = "", own: Own = SHARED, /, *, key: str = "text") -> None:
        """Keep a finding about the key of the box."""
        text = in_box(self.name, problem)
        self.findings.append(self.context.finding(self.form.marked.place(key), name, text, hint, self.rect, own))

    def open_picture(self, file: str) -> Picture:
        """Return a picture of the game that the box names."""
        return self.context.shared.pictures.open(file, self.form.marked.place("file"))

    def draw_inner(
        self, area: Rect, values: Mapping[str, object] | None = None, name: str = "", copies: int = 1
    ) -> tuple[Item, ...]:
        """Lay out the inner boxes once in an area of the container, and return their items."""
        x, y, *size = area
        matrix = then(translate(x, y), self.inner_matrix)
        areas = areas_from(self.surroundings, self.area[0] + x, self.area[1] + y, self.is_turned)
        surroundings = Surroundings((size[0], size[1]), areas, then(matrix, self.surroundings.matrix))
        context = replace(
            self.context, values={**self.context.values, **(values or {})}, copies=self.context.copies * copies
        )
        prefix = f"{self.name}.{name}" if name else self.name
        part = _layout_all(
            self.form.inside,
            surroundings,
            lambda key, form: _layout_box(context, surroundings, f"{prefix}.{key}", form),
        )
        self.boxes += part.boxes
        self.findings += part.findings
        return part.items

    def draw_context(self) -> DrawContext:
        """Return the context for drawing the box."""
        marked, shared = self.form.marked, self.context.shared
        return DrawContext(
            shared.cell_styles,
            self.open_picture,
            self.report,
            shared.fonts,
            marked.place,
            text_marks(self.context, marked, self.report),
            partial(shared.faults.is_worst, marked.place()),
            Inside(self.inner_matrix, self.context.copies, self.draw_inner),
        )

    def draw(self, kind: BoxKind[AnyBox], box: AnyBox) -> tuple[Item, ...] | None:
        """Return the items of the box. If it has a fault, keep the fault and return None."""
        try:
            return kind.draw(box, self.area, self.draw_context())
        except DataError as error:
            for fault in error.faults:
                self.context.add_fault(fault)
        except WrongValueError as error:
            self.context.add_fault(Fault(self.form.marked.place(), in_box(self.name, error.text), error.hint))
        return None


def _layout_placed(
    context: SideContext,
    surroundings: Surroundings,
    name: str,
    form: BoxForm,
    kind: BoxKind[AnyBox],
    box: Box,
    area: Rect,
) -> Part:
    """Lay out a box with a place, turned about its middle."""
    turned = turn(box.turn, area[0] + area[2] / 2, area[1] + area[3] / 2) if box.turn else IDENTITY
    rect = bounds_of(then(turned, surroundings.matrix), area)
    inner_matrix = then(translate(area[0], area[1]), turned)
    drawing = _Drawing(context, surroundings, name, form, rect, area, inner_matrix, bool(box.turn))
    drawing.boxes.append(LaidBox(name, kind.name, rect, form.marked.place()))
    items = drawing.draw(kind, box)
    if items is None:
        return Part()
    if not isinstance(box, ContainerBox):
        if box.turn:
            items = (Group(items, turned),)
        _report_unsafe_text(items, surroundings.matrix, context, drawing.report)
    return Part(items, tuple(drawing.boxes), tuple(drawing.findings))


def _report_unsafe_text(items: tuple[Item, ...], matrix: Matrix, context: SideContext, report: Report) -> None:
    """Report text that reaches beyond the safe area."""
    beyond = text_beyond(items, matrix, context.shared.areas["safe"], context.shared.rounding)
    if beyond > TOLERANCE:
        reaches = message("text reaches {beyond:.2f} mm out of the safe area", beyond=beyond)
        report("outside-safe-area", reaches, message("it may be cut off"), Own(("beyond",), beyond))


# ---------------------------------------------------------------- boxes drawn again


def _layout_reference(
    context: SideContext,
    surroundings: Surroundings,
    name: str,
    form: BoxForm,
    kind: BoxKind[AnyBox],
    box: ReferenceBox,
) -> Part:
    """Lay out a box that draws another box of the side."""
    other = surroundings.parts[box.of]
    trim = context.shared.areas["trim"]
    matrix = box.matrix(*trim[2:])
    boxes = tuple(LaidBox(name, laid.kind, bounds_of(matrix, laid.rect), form.marked.place()) for laid in other.boxes)
    area = other.area and bounds_of(matrix, other.area)
    if not boxes:  # the card leaves the other box out
        return Part(area=area)
    drawing = _Drawing(context, surroundings, name, form, boxes[0].rect, trim)
    items = kind.draw(box, trim, replace(drawing.draw_context(), items_of=lambda key: surroundings.parts[key].items))
    _report_unsafe_text(items, IDENTITY, context, drawing.report)
    return Part(items, boxes, tuple(drawing.findings), area)
