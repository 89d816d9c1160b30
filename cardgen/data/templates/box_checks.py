"""The boxes of a template checked as they are written; values with placeholders are checked when they are filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardgen.base.errors import Fault, Place, WrongValueError, did_you_mean
from cardgen.base.records import dataclass, replace
from cardgen.base.values import as_written
from cardgen.base.words.messages import Message, joined, message
from cardgen.data.languages.chains import in_each_language
from cardgen.data.placeholders import MARKED, has_placeholder, texts_in
from cardgen.data.reading import Marked, try_model
from cardgen.data.templates.areas import Term, all_terms, parse_sum
from cardgen.data.templates.box_models import AREAS
from cardgen.data.templates.extending import LONGEST_CHAIN
from cardgen.data.templates.forms import circle_in, needed_by
from cardgen.data.templates.kinds import (
    box_model,
    box_models,
    is_container,
    is_reference,
    kind_names,
    loading_fault,
)
from cardgen.data.templates.markup import parse_markup
from cardgen.data.wording import keys_of


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The names that the boxes of a side or container may use: styles, areas and the boxes before them."""

    styles: Mapping[str, Any]
    areas: Sequence[str] = AREAS
    in_container: bool = False
    before: Mapping[str, str] | None = None
    """the kinds of the boxes before the one that is checked, by name"""


def check_boxes(boxes: Marked, around: Surroundings) -> list[Fault]:
    """Return the faults of the boxes of a side, or inside a container, and of all boxes inside them."""
    faults: list[Fault] = []
    before: dict[str, str] = {}
    for name, box in boxes.value.items():
        faults += _check_box(boxes.part(name), replace(around, before=before))
        before[name] = str(box.get("kind")) if isinstance(box, dict) else "None"
    mappings = {name: box for name, box in boxes.value.items() if isinstance(box, dict)}
    for name in mappings:
        faults += _check_sums(boxes.part(name), list(mappings), around.areas)
    if not faults:
        faults += _check_circles(boxes, mappings)
    return faults


def check_model(model: Marked) -> Iterator[Fault]:
    """Yield the unknown keys of a box that is only extended; the box that extends it is checked as a whole."""
    if model.value is None or not isinstance(model.value, dict):
        yield Fault(
            model.place(),
            message("{value} given, expected a box: keys with values", value=as_written(model.value)),
        )
        return
    kind = model.value.get("kind")
    if "kind" in model.value:
        fault = _kind_fault(model)
        if fault is not None:
            yield fault
            return
    models = [box_model(kind)] if kind else list(box_models().values())
    keys = sorted({key for box in models for key in keys_of(box, ())})
    for key in model.value:
        if key not in keys:
            yield Fault(
                model.key_place(key), message("unknown key {key!r}", key=str(key)), did_you_mean(str(key), keys)
            )


def _check_circles(boxes: Marked, mappings: Mapping[str, Any]) -> Iterator[Fault]:
    circle = circle_in(mappings, lambda name: needed_by(mappings[name]))
    if not circle:
        return
    if circle[0] == circle[-1]:
        fault = message("the places of these boxes depend on each other in a circle: {names}", names=" → ".join(circle))
    else:
        template = "the places of more than {most} boxes depend on each other, from {first!r} to {last!r}"
        fault = message(template, most=LONGEST_CHAIN, first=circle[0], last=circle[-1])
    yield Fault(boxes.place(circle[0], "box"), fault)


def _check_box(box: Marked, around: Surroundings) -> Iterator[Fault]:
    if box.value is None:
        yield Fault(
            box.key_place(), message("null removes a box of the extended template, which has no box of this name")
        )
        return
    if not isinstance(box.value, dict):
        template = "{value} given, expected a box: keys with values, the first its kind"
        yield Fault(box.place(), message(template, value=as_written(box.value)))
        return
    if "kind" not in box.value and "extends" in box.value:
        return  # the fault of its `extends` is reported already
    fault = _kind_fault(box)
    if fault is not None:
        yield fault
        return
    kind: str = box.value["kind"]
    for in_one_language in in_each_language(box):
        yield from try_model(box_model(kind), in_one_language, has_placeholder)[1]
    yield from _check_fixed_keys(box)
    if is_container(kind) and isinstance(box.value.get("boxes"), dict) and box.value["boxes"]:
        areas = () if box.value.get("turn") else around.areas
        yield from check_boxes(box.part("boxes"), Surroundings(around.styles, areas, in_container=True))
    if not around.areas and box.value.get("box") in AREAS:
        yield _area_fault(box.place("box"), box.value["box"])
    if is_reference(kind):
        yield from _check_reference(box, around)
    if "style" in box_model(kind).model_fields:
        yield from _check_style_names(box, around.styles)
        yield from _check_marks(box, around.styles)


def _check_fixed_keys(box: Marked) -> Iterator[Fault]:
    """Yield a fault for each placeholder where none is filled in."""
    if has_placeholder(box.value.get("when")):
        yield Fault(
            box.place("when"),
            message("when: placeholders are not filled in here"),
            message("compare with plain values, such as {example}", example="when: {cost: {at_least: 3}}"),
        )
    boxes = box.value.get("boxes")
    if has_placeholder(boxes) and not isinstance(boxes, dict):
        yield Fault(
            box.place("boxes"),
            message("boxes: {value} given, expected names with boxes", value=as_written(boxes)),
            message("use `when` to show or hide boxes by a card's values"),
        )


def _check_style_names(box: Marked, styles: Mapping[str, Any]) -> Iterator[Fault]:
    for key in ("style", "header"):
        style = box.value.get(key)
        if isinstance(style, str) and style not in styles:
            missing = message("there is no style {name!r}", name=style)
            yield Fault(box.place(key), missing, did_you_mean(style, list(styles)))


def _check_marks(box: Marked, styles: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the mistakes in the marks of a box's texts, with placeholders as they are."""
    for key in MARKED:
        for path, text in texts_in(box.value.get(key)):
            for mistake in parse_markup(text, styles.keys(), icons=None).mistakes:
                fault = message("{key}: {mistake}", key=key, mistake=mistake.message)
                yield Fault(box.place(key, *path), fault, mistake.hint)


#: Names of kinds of boxes in other programs.
_ELSEWHERE = {
    **dict.fromkeys(("circle", "oval"), "ellipse"),
    **dict.fromkeys(("square", "rectangle", "roundrect"), "rect"),
    **dict.fromkeys(("triangle", "hexagon", "hex"), "polygon"),
    **dict.fromkeys(("curve", "bezier", "shape"), "path"),
    **dict.fromkeys(("svg", "png", "picture", "art", "icon"), "image"),
    **dict.fromkeys(("htmltext", "label", "string"), "text"),
}


def _kind_fault(box: Marked) -> Fault | None:
    """Return a fault if the kind of a box is missing, unknown or cannot be loaded; None if it can."""
    kind, names = box.value.get("kind"), kind_names()
    if isinstance(kind, str) and kind in names:
        return loading_fault(kind, box.place("kind"))
    if not isinstance(kind, str):
        return Fault(box.place("kind"), _no_kind(box), message("expected one of: {kinds}", kinds=joined(names)))
    meant = _ELSEWHERE.get(kind)
    hint = message("did you mean {word!r}?", word=meant) if meant else did_you_mean(kind, names)
    return Fault(box.place("kind"), _no_kind(box), hint)


def _no_kind(box: Marked) -> Message:
    if "kind" not in box.value:
        return message("the key {key!r} is missing", key="kind")
    return message("there is no kind of box {kind}", kind=as_written(box.value["kind"]))


def _area_fault(place: Place, area: str) -> Fault:
    return Fault(
        place,
        message("{area} cannot be used inside a turned box", area=area),
        message("write [x, y, width, height] in mm from the top left of the turned box"),
    )


def _check_reference(box: Marked, around: Surroundings) -> Iterator[Fault]:
    if around.in_container:
        yield Fault(
            box.place(),
            message("a single box of a group cannot be drawn again"),
            message("draw the whole group again"),
        )
        return
    of, before = box.value.get("of"), around.before or {}
    if not isinstance(of, str):
        return  # its model reports that
    if of not in before:
        missing = message("there is no box {name!r} before this one", name=of)
        yield Fault(box.place("of"), missing, did_you_mean(of, list(before)))
    elif before[of] in kind_names() and loading_fault(before[of], Place()) is None and is_reference(before[of]):
        yield Fault(
            box.place("of"), message("{name!r} is already a copy of a box", name=of), message("name the original box")
        )


def _check_sums(box: Marked, beside: Sequence[str], areas: Sequence[str]) -> Iterator[Fault]:
    """Yield the faults of the sums in a box's place; they may have edges of the boxes `beside` it and of `areas`."""
    entries = box.value.get("box")
    for i, entry in enumerate(entries if isinstance(entries, list) else []):
        if not isinstance(entry, str):
            continue
        try:
            terms = parse_sum(entry)
        except WrongValueError as error:
            yield Fault(box.place("box", i), message("box: {error}", error=error.text), error.hint)
            continue
        yield from _check_terms(terms, box.place("box", i), beside, areas)


def _check_terms(terms: Sequence[Term], place: Place, beside: Sequence[str], areas: Sequence[str]) -> Iterator[Fault]:
    for name in dict.fromkeys(term.box for term in all_terms(terms) if term.box):
        if not areas and name in AREAS:
            yield _area_fault(place, name)
        elif name not in beside and name not in AREAS:
            missing = message("there is no box {name!r}", name=name)
            yield Fault(place, missing, did_you_mean(name, [*beside, *areas]))
