"""Boxes laid out one by one: their items, their places and their findings.

A box that names no field of the card is laid out once for the whole deck.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from cardgen.base.errors import SHARED, DataError, Fault, Finding, Own, Text, WrongValueError
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.messages import message
from cardgen.cards.boxes.context import Chain, DrawContext, Inside, Link
from cardgen.cards.boxes.ink import TOLERANCE, text_beyond
from cardgen.cards.boxes.kind import DrawsTexts
from cardgen.cards.boxes.registry import load_box_kind
from cardgen.cards.layout.areas import (
    BoxPosition,
    Surroundings,
    areas_from,
    find_area,
    fixed_area,
    named_axes,
    position_of,
    rect_of,
    text_bounds,
)
from cardgen.cards.layout.context import CardFaults, SideContext
from cardgen.cards.layout.filling import BoxKeys, fill_box, fill_text_of, keys_of
from cardgen.cards.layout.laid import DrawnBox, LaidBox, in_box
from cardgen.cards.layout.marks import text_marks
from cardgen.data.conditions import holds_at
from cardgen.data.model import Card
from cardgen.data.pictures import PictureFile
from cardgen.data.placeholders import PLACEHOLDER, UnknownValueError, look_up
from cardgen.data.templates.areas import EDGES
from cardgen.data.templates.box_models import AnyBox, Box, ContainerBox, ReferenceBox
from cardgen.data.templates.forms import SIDES, BoxForm, Side, placed_by
from cardgen.scene.items import IDENTITY, Group, Item, Matrix, Rect, bounds_of, paints, then, translate


@dataclass(slots=True)
class SharedBoxes:
    """The boxes of one side for all cards of a deck.

    `parts` are the boxes that name no field of the card, laid out. `drawings` are the others by the identity of their
    BoxForm, also those inside of containers, with everything about them that is equal on all cards. If these differ in
    their texts alone, `texts` draws them.
    """

    parts: dict[str, DrawnBox] = field(default_factory=dict)
    drawings: dict[int, _Drawing] = field(default_factory=dict)
    texts: SideTexts | None = None

    def learn(self, cards: Sequence[Card]) -> None:
        """Prepare for the texts of further cards, after one has been laid out."""
        for drawing in self.drawings.values():
            if drawing.texts is not None:
                drawing.texts.learn(cards)


@dataclass(frozen=True, slots=True)
class SideTexts:
    """Draws a side whose cards differ in the texts of some boxes alone.

    It has, in painting order, the items of boxes that are equal on all cards, and what draws the others.
    """

    drawn: Sequence[tuple[Item, ...] | _TextDrawing]
    boxes: tuple[LaidBox, ...]

    def layout(self, context: SideContext) -> DrawnBox | None:
        """Lay out the side for a card; None if the card is unusual."""
        items: list[Item] = []
        for box in self.drawn:
            drawn = box.draw(context) if isinstance(box, _TextDrawing) else box
            if drawn is None:
                return None
            items += drawn
        return context.shared.frame.place(DrawnBox(tuple(items), self.boxes))


@dataclass(frozen=True, slots=True)
class _TextDrawing:
    """A box that differs from card to card in its text alone."""

    model: type[AnyBox]
    keys: BoxKeys
    texts: DrawsTexts

    def learn(self, cards: Sequence[Card]) -> None:
        """Prepare for the texts of cards, if each is a field of the card."""
        field = PLACEHOLDER.fullmatch(str(self.keys.written["text"]))
        values = [card.fields.get(field[1]) for card in cards] if field else []
        self.texts.learn([value for value in values if isinstance(value, str)])

    def text(self, context: SideContext) -> str | None:
        return fill_text_of(context, self.model, self.keys)

    def draw(self, context: SideContext) -> tuple[Item, ...] | None:
        text = self.text(context)
        return None if text is None else self.texts.draw(text)


def layout_side(context: SideContext, side: Side, fields: Collection[str], shared: SharedBoxes) -> DrawnBox:
    """Lay out all boxes of a side in their order, and return them as one part.

    Boxes that name none of the card's `fields` are taken from `shared`, or added to it.
    """
    frame = context.shared.frame
    quick = shared.texts.layout(context) if shared.texts is not None else None
    if quick is not None:
        return quick
    surroundings = Surroundings(frame.size, frame.areas, is_side=True)
    parts = shared.parts

    def layout(name: str, form: BoxForm) -> DrawnBox:
        if name in parts:
            return parts[name]
        if not form.roots.isdisjoint(fields):
            return _layout_box(context, surroundings, name, form, shared)
        part = _layout_box(replace(context, card=""), surroundings, name, form, shared)
        parts[name] = replace(part, findings=())  # they are reported with the first card
        return part

    laid = _layout_all(context, side.boxes, surroundings, layout, shared)
    if shared.texts is None:
        shared.texts = _side_texts(side, laid, shared)
    return frame.place(laid)


def _side_texts(side: Side, laid: DrawnBox, shared: SharedBoxes) -> SideTexts | None:
    """Return what draws a side for further cards, after one has been `laid` out; None if there is no faster way."""
    drawn: list[tuple[Item, ...] | _TextDrawing] = []
    if any(box.is_empty for box in laid.boxes):  # on another card it may have a text
        return None
    for name, form in side.boxes.items():
        if name in shared.parts:
            drawn.append(shared.parts[name].items)
        else:
            drawing = shared.drawings[id(form)]
            if drawing.texts is None or form.when or form.when_text:
                return None
            drawn.append(drawing.texts)
    return SideTexts(drawn, laid.boxes) if any(isinstance(box, _TextDrawing) for box in drawn) else None


def _layout_all(
    context: SideContext,
    forms: Mapping[str, BoxForm],
    surroundings: Surroundings,
    layout: Callable[[str, BoxForm], DrawnBox],
    shared: SharedBoxes,
) -> DrawnBox:
    """Lay out the boxes of one side or container, each after the boxes that its place depends on, as one part.

    The items of the part are in painting order.
    """
    boxes = _BoxesBeside(context, forms, surroundings, layout, shared)
    for name in forms:
        boxes.add(name)
    painted = [surroundings.parts[name] for name in forms]
    return DrawnBox(
        tuple([item for part in painted for item in part.items]),
        tuple([box for part in painted for box in part.boxes]),
        tuple([finding for part in painted for finding in part.findings]),
    )


@dataclass(slots=True)
class _BoxesBeside:
    """The boxes of one side or container while they are laid out.

    A box that a text flows through is drawn after all boxes of its chain have their places, so their places may depend
    on each other. What is only placed by it needs its place alone.
    """

    context: SideContext
    forms: Mapping[str, BoxForm]
    surroundings: Surroundings
    layout: Callable[[str, BoxForm], DrawnBox]
    shared: SharedBoxes
    done: set[str] = field(default_factory=set)

    def add(self, name: str) -> None:
        """Lay out a box, after those that it depends on."""
        if name in self.done:
            return
        form = self.forms[name]
        self._add_needed(form)
        if form.chain:
            self.surroundings.chains[id(form)] = self.chain_of(form)
        self.surroundings.parts[name] = self.layout(name, form)
        self.done.add(name)

    def place(self, name: str) -> None:
        """Find the place of a box that a text flows through; it is drawn later."""
        if name not in self.surroundings.parts:
            form = self.forms[name]
            self._add_needed(form)
            area, _ = find_area(self.context, form.marked, self.surroundings)
            self.surroundings.parts[name] = DrawnBox(area=rect_of(area, self.surroundings))

    def _add_needed(self, form: BoxForm) -> None:
        for other, edge in placed_by(form.marked.value) if form.needs else ():
            if other in self.forms:
                is_placed = self.forms[other].chain and edge in EDGES
                (self.place if is_placed else self.add)(other)
        if form.when_text and not self._shows_text(form.when_text):
            self.surroundings.hidden.add(id(form))

    def _shows_text(self, name: str) -> bool:
        """Return True if a box shows text: one beside it, or one of the back that continues one of the face."""
        boxes = self
        if name not in self.forms:
            boxes = self._other_side(self._silent(), SIDES[1])
            boxes.add(name)
        return text_bounds(boxes.surroundings.parts[name].items) is not None

    def _silent(self) -> SideContext:
        """Return the context for boxes that report their own faults elsewhere."""
        return replace(self.context, shared=replace(self.context.shared, faults=CardFaults()))

    def chain_of(self, form: BoxForm) -> Chain[AnyBox]:
        """Return the boxes that the text of a box flows through on this card. Those that it leaves out are skipped."""
        context = self._silent()
        sides: dict[str, _BoxesBeside] = {self.side: self}
        links: list[Link[AnyBox]] = []
        position = 0
        for side, name in form.chain:
            beside = sides.get(side)
            if beside is None:
                beside = sides[side] = self._other_side(context, side)
            beside.place(name)
            other, area = beside.forms[name], beside.surroundings.parts[name].area
            if area is None or id(other) in beside.surroundings.hidden or not _is_wanted(context, other):
                continue
            drawing = _drawing_of(other, context, self.shared)
            box = fill_box(context, other.marked, drawing.kind.model, drawing.keys, area, ())
            if box is not None:
                position = len(links) if other is form else position
                links.append(Link(box, area[2:]))
        return Chain(tuple(links), position)

    @property
    def side(self) -> str:
        """The side of the card as chains name it: none inside of a container."""
        return self.context.owner.side if self.surroundings.is_side else ""

    def _other_side(self, context: SideContext, side: str) -> _BoxesBeside:
        """Return the boxes of another side, for their places."""
        context = replace(context, owner=replace(context.owner, side=side))
        around = Surroundings(self.surroundings.size, self.surroundings.areas, is_side=True)
        forms, shared = context.template.sides[side].boxes, self.shared
        layout = partial(_layout_box, context, around, shared=shared)
        return _BoxesBeside(context, forms, around, layout, shared)


def _layout_box(
    context: SideContext, surroundings: Surroundings, name: str, form: BoxForm, shared: SharedBoxes
) -> DrawnBox:
    """Lay out one box in its surroundings."""
    drawing = _drawing_of(form, context, shared)
    area, faults = (drawing.area, ()) if drawing.is_fixed else find_area(context, form.marked, surroundings)
    box = None
    if id(form) not in surroundings.hidden and _is_wanted(context, form):
        if drawing.texts is not None:
            items = drawing.texts.draw(context)
            if items is not None:
                return DrawnBox(items, (drawing.laid,), (), drawing.position.area)
        box = fill_box(context, form.marked, drawing.kind.model, drawing.keys, area, faults)
    if box is None:  # the card leaves it out
        return DrawnBox(area=None if faults else rect_of(area, surroundings))
    drawing.begin(context, surroundings, name)
    if form.chain:
        drawing.draw_context = replace(drawing.draw_context, chain=surroundings.chains[id(form)])
    if isinstance(box, ReferenceBox):
        return _layout_reference(drawing, box)
    assert isinstance(box, Box)  # every other kind is one
    return _layout_placed(drawing, box)


def _drawing_of(form: BoxForm, context: SideContext, shared: SharedBoxes) -> _Drawing:
    drawing = shared.drawings.get(id(form))
    if drawing is None:
        drawing = shared.drawings[id(form)] = _Drawing(form, context, shared)
    return drawing


def _is_wanted(context: SideContext, form: BoxForm) -> bool:
    """Return True if all conditions of a box hold on this card."""
    for path, condition in form.when.items():
        try:
            if not holds_at(path, condition, lambda name: look_up(context.values, name)):
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


_NOWHERE = BoxPosition((0.0, 0.0, 0.0, 0.0), 0.0, IDENTITY, (0.0, 0.0, 0.0, 0.0))


class _Drawing:
    """A box while it is drawn, on one card after the other, with its findings and inner boxes on that card.

    What is equal on all cards of a deck is worked out once: the kind of the box, its keys, its place in the template
    file, the `area` that it has if that `is_fixed`, and the context for drawing it.
    """

    def __init__(self, form: BoxForm, context: SideContext, shared: SharedBoxes) -> None:
        self.form, self.shared = form, shared
        self.kind = load_box_kind(form.marked.value["kind"])
        self.keys = keys_of(context, form.marked, self.kind.model)
        self.place = form.marked.place()
        self.area, self.is_fixed = fixed_area(form.marked)
        self.kept = named_axes(form.marked)
        self.position = _NOWHERE
        self.texts: _TextDrawing | None = None
        self.laid = LaidBox("", self.kind.name, _NOWHERE.rect, self.place)
        self.begin(context, Surroundings((0.0, 0.0)), "")
        template = context.shared
        self.draw_context = DrawContext(
            template.cell_styles,
            self.open_picture,
            self.report,
            template.fonts,
            form.marked.place,
            text_marks(lambda: self.context, form.marked, self.report),
            partial(template.faults.is_worst, self.place),
            Inside(draw=self.draw_inner),
            areas_of=lambda: self.surroundings.areas,
            same_size=context.same_size(self.place),
            scale=template.frame.factor,
        )

    def begin(self, context: SideContext, surroundings: Surroundings, name: str) -> None:
        """Begin to draw the box on a card."""
        self.context, self.surroundings, self.name = context, surroundings, name
        self.findings: list[Finding] = []
        self.boxes: tuple[LaidBox, ...] = ()

    def place_at(self, area: Rect, degrees: float) -> None:
        """Place the box. Most cards have it at the same place."""
        outer, copies, position = self.surroundings.matrix, self.context.copies, self.position
        if (position.area, position.turn, position.outer) != (area, degrees, outer):
            position = self.position = position_of(area, degrees, outer)
        if (self.laid.name, self.laid.rect) != (self.name, position.rect):
            self.laid = replace(self.laid, name=self.name, rect=position.rect)
        self.boxes = (self.laid,)
        inside = self.draw_context.inside
        if (inside.matrix, inside.copies) != (position.inner, copies):
            inside = Inside(position.inner, copies, self.draw_inner)
            self.draw_context = replace(self.draw_context, inside=inside)

    def report(self, name: str, problem: Text, hint: Text = "", own: Own = SHARED, /, *, key: str = "text") -> None:
        """Keep a finding about the key of the box."""
        text, place = in_box(self.name, problem), self.form.marked.place(key)
        self.findings.append(self.context.finding(place, name, text, hint, self.position.rect, own))

    def report_unsafe_text(self, items: tuple[Item, ...], matrix: Matrix) -> None:
        """Report text that reaches beyond the safe area."""
        template = self.context.shared
        safe, shape = template.frame.areas["safe"], template.shapes.get(self.context.owner.side)
        beyond = template.frame.factor * text_beyond(items, matrix, safe, template.rounding, shape)
        if beyond > TOLERANCE:
            reaches = message("text reaches {beyond:.2f} mm out of the safe area", beyond=beyond)
            self.report("outside-safe-area", reaches, message("it may be cut off"), Own(("beyond",), beyond))

    def open_picture(self, file: str, page: int = 1, /) -> PictureFile:
        """Return a picture of the game that the box names, or a page of a PDF."""
        return self.context.open_picture(file, self.form.marked.place("file" if page == 1 else "page"), page)

    def draw_inner(
        self, area: Rect, values: Mapping[str, object] | None = None, name: str = "", copies: int = 1
    ) -> tuple[Item, ...]:
        """Lay out the inner boxes once in an area of the container, and return their items."""
        x, y, *size = area
        left, top, *_ = self.position.area
        matrix = then(translate(x, y), self.position.inner)
        areas = areas_from(self.surroundings, left + x, top + y, bool(self.position.turn))
        surroundings = Surroundings((size[0], size[1]), areas, then(matrix, self.surroundings.matrix))
        context = replace(
            self.context, values={**self.context.values, **(values or {})}, copies=self.context.copies * copies
        )
        prefix = f"{self.name}.{name}" if name else self.name
        part = _layout_all(
            context,
            self.form.inside,
            surroundings,
            lambda key, form: _layout_box(context, surroundings, f"{prefix}.{key}", form, self.shared),
            self.shared,
        )
        self.boxes += part.boxes
        self.findings += part.findings
        return part.items

    def draw(self, box: AnyBox) -> tuple[Item, ...] | None:
        """Return the items of the box. If it has a fault, keep the fault and return None."""
        try:
            return self.kind.draw(box, self.position.area, self.draw_context)
        except DataError as error:
            for fault in error.faults:
                self.context.add_fault(fault)
        except WrongValueError as error:
            self.context.add_fault(Fault(self.place, in_box(self.name, error.text), error.hint))
        return None


def _layout_placed(drawing: _Drawing, box: Box) -> DrawnBox:
    """Lay out a box with a place, turned about its middle."""
    surroundings = drawing.surroundings
    area: Rect = surroundings.areas[box.box] if isinstance(box.box, str) else box.box
    drawing.place_at(area, box.turn)
    items = _extended(drawing, box)
    if items is None:
        return DrawnBox(area=area)
    if box.ink:
        items = (Group(items, ink=box.ink),)
    if not isinstance(box, ContainerBox):
        if box.turn:
            items = (Group(items, drawing.position.turned),)
        drawing.report_unsafe_text(items, surroundings.matrix)
    is_as_placed = surroundings.is_side and drawing.position.area == area
    if drawing.texts is None and box is drawing.keys.example and is_as_placed:
        drawing.texts = _draws_texts(drawing, box)
    boxes = drawing.boxes if paints(items) else (replace(drawing.boxes[0], is_empty=True), *drawing.boxes[1:])
    content = partial(drawing.kind.content, box, area) if drawing.kind.content is not None else None
    return DrawnBox(items, boxes, tuple(drawing.findings), area, content)


def _extended(drawing: _Drawing, box: Box) -> tuple[Item, ...] | None:
    """Draw a box that is placed; what reaches into the bleed of the design goes on to that of the card."""
    frame, position = drawing.context.shared.frame, drawing.position
    is_container = isinstance(box, ContainerBox)  # the boxes inside of it are extended one by one
    if not is_container and not box.has_own_points:
        area = frame.extend_area(position.area, position.turned, box.turn, position.outer, drawing.kept)
        drawing.place_at(area if isinstance(box.box, tuple) else position.area, box.turn)
        return drawing.draw(box)
    items = drawing.draw(box)
    matrix = position.outer if is_container else then(position.turned, position.outer)
    return None if items is None else frame.extend_points(items, matrix, clips=is_container)


def _draws_texts(drawing: _Drawing, box: Box) -> _TextDrawing | None:
    """Return what draws a box for cards that differ from this one in its text; None if there is no faster way."""
    kind, keys, shared = drawing.kind, drawing.keys, drawing.context.shared
    if (
        kind.draw_texts is None
        or drawing.form.chain
        or keys.varying != ["text"]
        or not drawing.is_fixed
        or box.turn
        or box.ink
        or shared.rounding
        or shared.shapes
    ):
        return None
    texts = kind.draw_texts(box, drawing.position.area, shared.frame.areas["safe"], drawing.draw_context)
    return None if texts is None else _TextDrawing(kind.model, keys, texts)


# ---------------------------------------------------------------- boxes drawn again


def _layout_reference(drawing: _Drawing, box: ReferenceBox) -> DrawnBox:
    """Lay out a box that draws another box of the side."""
    parts = drawing.surroundings.parts
    other = parts[box.of]
    trim = (0.0, 0.0, *drawing.context.shared.frame.size)
    matrix = box.matrix(*trim[2:])
    boxes = tuple(LaidBox(drawing.name, laid.kind, bounds_of(matrix, laid.rect), drawing.place) for laid in other.boxes)
    area = other.area and bounds_of(matrix, other.area)
    if not boxes:  # the card leaves the other box out
        return DrawnBox(area=area)
    drawing.position = BoxPosition(trim, 0.0, drawing.surroundings.matrix, boxes[0].rect)
    context = replace(drawing.draw_context, items_of=lambda key: parts[key].items)
    items = drawing.kind.draw(box, trim, context)
    items = (Group(items, ink=box.ink),) if box.ink else items
    drawing.report_unsafe_text(items, IDENTITY)
    return DrawnBox(items, boxes, tuple(drawing.findings), area)
