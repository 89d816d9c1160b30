"""Boxes into items, one by one: what each draws, where it came to lie, and what is not right with it.

A box that names no field of the card is laid out once for the whole deck.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import product

from cardgen.data.boxes import AgainBox, Box, GroupBox, RepeatBox
from cardgen.data.pictures import Picture
from cardgen.data.placeholders import UnknownValueError, look_up
from cardgen.data.templates.forms import BoxForm, Side
from cardgen.errors import SHARED, DataError, Fault, Finding, Own, Place, Text, WrongValueError
from cardgen.layout.areas import Surroundings, areas_from, find_area, rect_of
from cardgen.layout.boxes import Brush, draw_box
from cardgen.layout.boxes.brush import Report
from cardgen.layout.desk import Desk, LaidBox, Part, in_box
from cardgen.layout.filling import fill_box
from cardgen.layout.marks import marks_of
from cardgen.layout.repeats import MOST_REPEATED_INSIDE, place_cells, room_in
from cardgen.scene.items import (
    IDENTITY,
    GlyphRun,
    Group,
    Item,
    Matrix,
    Path,
    Rect,
    bounds_of,
    rectangle,
    then,
    translate,
    turn,
    walk,
)
from cardgen.text.paragraphs import ink_of
from cardgen.words.messages import message


def lay_side(
    desk: Desk, side: Side, own: set[str], same: dict[str, Part]
) -> tuple[tuple[Item, ...], tuple[LaidBox, ...], tuple[Finding, ...]]:
    """All boxes of a side in order. Those that name no field of a card's `own` are taken from, or put into, `same`."""
    around = Surroundings(desk.areas["trim"][2:], desk.areas)

    def lay(name: str, form: BoxForm) -> Part:
        if name in same:  # its findings were told with the first card
            return replace(same[name], findings=())
        if not form.roots.isdisjoint(own):
            return _lay_box(desk, name, form, around)
        same[name] = _lay_box(replace(desk, card=""), name, form, around)
        return same[name]

    whole = _lay_all(side.boxes, around, lay)
    return whole.items, whole.boxes, whole.findings


def _lay_all(forms: Mapping[str, BoxForm], around: Surroundings, lay: Callable[[str, BoxForm], Part]) -> Part:
    """Boxes that stand together, each after those that it is placed by, as one part in their painting order."""
    parts = around.parts

    def add(name: str) -> None:
        if name not in parts:
            for each in forms[name].needs:
                add(each)
            parts[name] = lay(name, forms[name])

    for name in forms:
        add(name)
    painted = [parts[name] for name in forms]
    return Part(
        tuple(item for part in painted for item in part.items),
        tuple(box for part in painted for box in part.boxes),
        tuple(finding for part in painted for finding in part.findings),
    )


def _lay_box(desk: Desk, name: str, form: BoxForm, around: Surroundings) -> Part:
    """One box in its surroundings."""
    area, faults = find_area(desk, form.marked, around)
    if not _is_wanted(desk, form):
        return Part(area=None if faults else rect_of(area, around))
    model = fill_box(desk, form.marked, area, faults)
    if model is None:
        return Part(area=None if faults else rect_of(area, around))
    if isinstance(model, AgainBox):
        return _again(desk, model, name, around.parts[model.of], form.marked.place())
    assert isinstance(model, Box)  # every other kind is one
    rect: Rect = around.areas[model.box] if isinstance(model.box, str) else model.box
    return replace(_draw(desk, name, form, model, rect, around), area=rect)


def _is_wanted(desk: Desk, form: BoxForm) -> bool:
    """Whether all conditions of a box hold on this card."""
    for path, condition in form.when.items():
        try:
            if not condition.holds(look_up(desk.values, path)):
                return False
        except (UnknownValueError, WrongValueError) as error:
            told = f"when: {path} names nothing" if isinstance(error, UnknownValueError) else f"when: {path}: {error}"
            desk.faults.add(Fault(form.marked.key_place("when", path), told, error.hint), desk.card)
            return False
    return True


def _draw(desk: Desk, name: str, form: BoxForm, model: Box, area: Rect, around: Surroundings) -> Part:
    """A box with a place, turned about its middle."""
    box = form.marked
    way = turn(model.turn, area[0] + area[2] / 2, area[1] + area[3] / 2) if model.turn else IDENTITY
    rect = bounds_of(then(way, around.matrix), area)
    here = LaidBox(name, model.kind, rect, box.place())
    inside = then(translate(area[0], area[1]), way)
    if isinstance(model, GroupBox):
        return _group(desk, model, form, here, inside, around, area)
    if isinstance(model, RepeatBox):
        return _repeat(desk, model, form, here, inside, around, area)
    findings: list[Finding] = []

    def report(finding: str, problem: Text, hint: Text = "", own: Own = SHARED, /) -> None:
        findings.append(desk.finding(box.place("text"), finding, in_box(name, problem), hint, rect, own))

    def picture(file: str) -> Picture:
        return desk.pictures.open(file, box.place("file"))

    is_worst = partial(desk.faults.is_worst, box.place())
    marks = marks_of(desk, box, report)
    brush = Brush(desk.styles, picture, report, desk.fonts, box.place("font"), marks, is_worst)
    try:
        items = draw_box(model, area, brush)
    except DataError as error:
        for fault in error.faults:
            desk.faults.add(fault, desk.card)
        return Part()
    except WrongValueError as error:
        desk.faults.add(Fault(box.place(), f"{name}: {error}", error.hint), desk.card)
        return Part()
    if model.turn:
        items = (Group(items, way),)
    _report_beyond(items, around.matrix, desk, report)
    return Part(items, (here,), tuple(findings))


def _group(
    desk: Desk,
    box: GroupBox,
    form: BoxForm,
    here: LaidBox,
    way: Matrix,
    around: Surroundings,
    area: Rect,
) -> Part:
    """Boxes placed from the top left of a group in that `area`; `way` is how the group lies in its surroundings."""
    size = area[2:]
    areas = areas_from(around, *area[:2], bool(box.turn))
    within = _lay_inside(desk, here.name, form, Surroundings(size, areas, then(way, around.matrix)))
    findings = list(within.findings)
    clip = None
    if box.clip:
        clip = Path(rectangle(0.0, 0.0, size[0], size[1], box.clip.radius))
        cut = _beyond(within.items, IDENTITY, (0.0, 0.0, *size), box.clip.radius)
        if cut > 0.01:
            told = in_box(here.name, message("text reaches {cut:.2f} mm out of the group, which cuts it off", cut=cut))
            own = Own(("cut",), cut)
            findings.append(desk.finding(form.marked.place("clip"), "text-overflow", told, "", here.rect, own))
    group = Group(within.items, way, clip, box.opacity)
    return Part((group,), (here, *within.boxes), tuple(findings))


def _repeat(
    desk: Desk,
    box: RepeatBox,
    form: BoxForm,
    here: LaidBox,
    way: Matrix,
    around: Surroundings,
    area: Rect,
) -> Part:
    """The boxes of a repeat in that `area` once for each entry, in a cell of their own."""
    items: list[Item] = []
    boxes = [here]
    findings: list[Finding] = []
    size = area[2:]
    room, count = room_in(box, *size), len(box.of)
    repeated = desk.repeated * count
    if repeated > MOST_REPEATED_INSIDE:
        told = f"repeated {repeated:,} times, counting the repeats that it is in"
        desk.faults.add(Fault(form.marked.place("of"), told, f"expected at most {MOST_REPEATED_INSIDE:,}"), desk.card)
        return Part()
    if count > room:
        told = in_box(
            here.name,
            message(
                "{count} × {width:g}×{height:g} mm do not fit into {room_width:g}×{room_height:g} mm",
                count=count,
                width=box.cell[0],
                height=box.cell[1],
                room_width=size[0],
                room_height=size[1],
            ),
        )
        where, own = form.marked.place("of"), Own(("count",), count)
        findings.append(desk.finding(where, "repeat-overflow", told, f"room for {room}", here.rect, own))
    for number, (entry, (x, y)) in enumerate(zip(box.of, place_cells(box, *size), strict=True), start=1):
        values = {**desk.values, "item": entry, "number": number}
        cell = then(translate(x, y), way)
        areas = areas_from(around, area[0] + x, area[1] + y, bool(box.turn))
        surroundings = Surroundings(box.cell, areas, then(cell, around.matrix))
        part = _lay_inside(replace(desk, values=values, repeated=repeated), f"{here.name}.{number}", form, surroundings)
        items.append(Group(part.items, cell))
        boxes += part.boxes
        findings += part.findings
    return Part(tuple(items), tuple(boxes), tuple(findings))


def _lay_inside(desk: Desk, name: str, form: BoxForm, around: Surroundings) -> Part:
    return _lay_all(form.inside, around, lambda key, inner: _lay_box(desk, f"{name}.{key}", inner, around))


def _report_beyond(items: tuple[Item, ...], matrix: Matrix, desk: Desk, report: Report) -> None:
    """Tells of text whose ink reaches out of the safe area."""
    beyond = _beyond(items, matrix, desk.areas["safe"], desk.rounding)
    if beyond > 0.01:
        told = message("text reaches {beyond:.2f} mm out of the safe area", beyond=beyond)
        report("outside-safe-area", told, message("it may be cut off"), Own(("beyond",), beyond))


def _beyond(items: tuple[Item, ...], matrix: Matrix, area: Rect, rounding: float = 0.0) -> float:
    """How far the ink of any text reaches out of an area with round corners, mm."""
    left, top, width, height = area
    beyond = [0.0]
    for under, item in walk(items, matrix):
        if isinstance(item, GlyphRun) and item.text.strip() and not item.unseen:
            x, y, wide, tall = bounds_of(under, ink_of(item))
            beyond += [left - x, top - y, x + wide - left - width, y + tall - top - height]
            if rounding > 0:
                for px, py in product((x, x + wide), (y, y + tall)):
                    # How far into the square round a corner, of which the quarter of a circle is inside.
                    across = max(left + rounding - px, px - left - width + rounding)
                    down = max(top + rounding - py, py - top - height + rounding)
                    beyond += [math.hypot(across, down) - rounding] if min(across, down) > 0 else []
    return max(beyond)


def _again(desk: Desk, model: AgainBox, name: str, part: Part, place: Place) -> Part:
    """A box once more, turned about the middle of the trim; its text an echo of the first."""
    _, _, width, height = desk.areas["trim"]
    way = turn(model.turn, width / 2, height / 2)
    boxes = tuple(LaidBox(name, box.kind, bounds_of(way, box.rect), place) for box in part.boxes)
    area = part.area and bounds_of(way, part.area)
    if not boxes:  # the card leaves the box out
        return Part(area=area)
    items = (Group(tuple(map(_echo, part.items)), way),)
    findings: list[Finding] = []

    def report(finding: str, problem: Text, hint: Text = "", own: Own = SHARED, /) -> None:
        findings.append(desk.finding(place, finding, in_box(name, problem), hint, boxes[0].rect, own))

    _report_beyond(items, IDENTITY, desk, report)
    return Part(items, boxes, tuple(findings), area)


def _echo(item: Item) -> Item:
    if isinstance(item, GlyphRun):
        return replace(item, echo=True)
    if isinstance(item, Group):
        return replace(item, items=tuple(map(_echo, item.items)))
    return item
