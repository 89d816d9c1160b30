"""Boxes into items, one by one: what each draws, where it came to lie, and what is not right with it.

A box that names no field of the card is laid out once for the whole deck.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from cardgen.data.boxes import AgainBox, Box, GroupBox
from cardgen.data.model import Side
from cardgen.data.pictures import Picture
from cardgen.data.reading import Marked
from cardgen.draw.scene import (
    IDENTITY,
    GlyphRun,
    Group,
    Item,
    Matrix,
    Rect,
    bounds_of,
    then,
    translate,
    turn,
    walk,
)
from cardgen.draw.text import ink_of
from cardgen.errors import DataError, Finding, Place
from cardgen.layout.boxes import Brush, draw_box
from cardgen.layout.desk import Desk, LaidBox, Part, Report
from cardgen.layout.filling import fill_box


def lay_boxes(
    desk: Desk, side: Side, own: set[str], same: dict[str, Part]
) -> tuple[tuple[Item, ...], tuple[LaidBox, ...], tuple[Finding, ...]]:
    """All boxes of a side in order. Those that name no field of a card's `own` are taken from, or put into, `same`."""
    parts: dict[str, Part] = {}
    for name, box in side.boxes.items():
        if name in same:  # its findings were told with the first card
            parts[name] = replace(same[name], findings=())
        elif side.box_roots[name].isdisjoint(own):
            parts[name] = same[name] = _lay_box(replace(desk, card=""), name, box, parts, IDENTITY)
        else:
            parts[name] = _lay_box(desk, name, box, parts, IDENTITY)
    return (
        tuple(item for part in parts.values() for item in part.items),
        tuple(box for part in parts.values() for box in part.boxes),
        tuple(finding for part in parts.values() for finding in part.findings),
    )


def _lay_box(desk: Desk, name: str, box: Marked, before: Mapping[str, Part], matrix: Matrix) -> Part:
    """One box; `matrix` is how the group it stands in lies on the trim."""
    model = fill_box(desk, box)
    if model is None:
        return Part()
    if isinstance(model, AgainBox):
        return _again(desk, model, name, before[model.of], box.place())
    assert isinstance(model, Box)  # every other kind is one
    area: Rect = desk.areas[model.box] if isinstance(model.box, str) else model.box
    way = turn(model.turn, area[0] + area[2] / 2, area[1] + area[3] / 2) if model.turn else IDENTITY
    rect = bounds_of(then(way, matrix), area)
    here = LaidBox(name, model.kind, rect, box.place())
    if isinstance(model, GroupBox):
        inside = then(then(translate(area[0], area[1]), way), matrix)
        group: dict[str, Part] = {}
        for key in model.boxes:
            group[key] = _lay_box(desk, f"{name}.{key}", box.part("boxes", key), group, inside)
        items = tuple(item for part in group.values() for item in part.items)
        return Part(
            (Group(items, then(translate(area[0], area[1]), way)),),
            (here, *(laid for part in group.values() for laid in part.boxes)),
            tuple(finding for part in group.values() for finding in part.findings),
        )
    findings: list[Finding] = []

    def report(finding: str, message: str, hint: str) -> None:
        findings.append(desk.finding(box.place("text"), finding, f"{name}: {message}", hint, rect))

    def picture(file: str) -> Picture:
        return desk.pictures.open(file, box.place("file"))

    brush = Brush(desk.styles, picture, report, desk.fonts, box.place("font"))
    try:
        items = draw_box(model, area, brush)
    except DataError as error:
        for fault in error.faults:
            desk.faults.add(fault, desk.card)
        return Part()
    if model.turn:
        items = (Group(items, way),)
    _report_beyond(items, matrix, desk.areas["safe"], report)
    return Part(items, (here,), tuple(findings))


def _report_beyond(items: tuple[Item, ...], matrix: Matrix, safe: Rect, report: Report) -> None:
    """Tells of text whose ink reaches out of the safe area."""
    left, top, width, height = safe
    beyond = [0.0]
    for under, item in walk(items, matrix):
        if isinstance(item, GlyphRun) and item.text.strip():
            x, y, wide, tall = bounds_of(under, ink_of(item))
            beyond += [left - x, top - y, x + wide - left - width, y + tall - top - height]
    if max(beyond) > 0.01:
        told = f"text reaches {max(beyond):.2f} mm out of the safe area"
        report("outside-safe-area", told, "it may be cut off")


def _again(desk: Desk, model: AgainBox, name: str, part: Part, place: Place) -> Part:
    """A box once more, turned about the middle of the trim; its text an echo of the first."""
    _, _, width, height = desk.areas["trim"]
    way = turn(model.turn, width / 2, height / 2)
    boxes = tuple(LaidBox(name, box.kind, bounds_of(way, box.rect), place) for box in part.boxes)
    if not boxes:  # the card leaves the box out
        return Part()
    items = (Group(tuple(map(_echo, part.items)), way),)
    findings: list[Finding] = []

    def report(finding: str, message: str, hint: str) -> None:
        findings.append(desk.finding(place, finding, f"{name}: {message}", hint, boxes[0].rect))

    _report_beyond(items, IDENTITY, desk.areas["safe"], report)
    return Part(items, boxes, tuple(findings))


def _echo(item: Item) -> Item:
    if isinstance(item, GlyphRun):
        return replace(item, echo=True)
    if isinstance(item, Group):
        return replace(item, items=tuple(map(_echo, item.items)))
    return item
