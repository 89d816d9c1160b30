"""Template files into Templates: `extends` followed, boxes merged by name, every key checked before any layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardgen.data.boxes import AREAS, BOXES, TemplateFile, TextStyle
from cardgen.data.languages.chains import in_each_language
from cardgen.data.model import Template
from cardgen.data.placeholders import MARKED, has_placeholder, texts_in
from cardgen.data.reading import Marked, Reader, try_model
from cardgen.data.templates.areas import parse_sum
from cardgen.data.templates.extending import LONGEST_CHAIN, Node, lay, lay_files, resolve, to_marked, to_node
from cardgen.data.templates.forms import circle_in, needed_by, side_of
from cardgen.data.templates.icons import icons_in
from cardgen.data.templates.markup import parse_markup
from cardgen.data.wording import ADDITION, as_written, keys_of
from cardgen.errors import DataError, Fault, Place, WrongValueError, did_you_mean

SIDES = ("face", "back")


def read_template(reader: Reader, name: str, place: Place) -> Template:
    """The template in the file `name`. DataError with every fault found in it and in what it extends."""

    def read(name: str, place: Place) -> tuple[Path, str, Node]:
        path = reader.find(name, place)
        marked = reader.read_yaml(path)
        if not isinstance(marked.value, dict):
            raise DataError(Fault(marked.place(), "a template is keys with values, such as face: …"))
        return path.resolve(), reader.shown(path), to_node(marked)

    files: list[Path] = []
    faults: list[Fault] = []
    merged = to_marked(_resolved(lay_files(name, place, read, files), faults))
    found, wrong = try_model(TemplateFile, merged)
    faults += wrong
    styles = _mapping(merged.value.get("styles"))
    for key, style in styles.items():
        forgive = has_placeholder if isinstance(style, dict) else None
        faults += try_model(TextStyle, merged.part("styles", key), forgive)[1]
    for key in _mapping(merged.value.get("boxes")):
        faults += _check_model(merged.part("boxes", key))
    for side in SIDES:
        if _mapping(_mapping(merged.value.get(side)).get("boxes")):
            faults += _check_boxes(merged.part(side, "boxes"), styles, AREAS, grouped=False)
    if found is None or faults:
        raise DataError(faults)
    return Template(
        name=name,
        files=tuple(files),
        landscape=found.orientation == "landscape",
        styles={style: merged.part("styles", style) for style in styles},
        colours=found.colours,
        sides={side: side_of(merged.part(side), styles) for side in SIDES if side in merged.value},
        icons=icons_in(merged),
    )


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


# ---------------------------------------------------------------- extends


def _resolved(template: Node, faults: list[Fault]) -> Node:
    """The template with every box and style laid over those that it extends."""
    entries = dict(template.value)
    entries.pop("extends", None)
    models = _entries(template, "boxes")
    styles = resolve(_entries(template, "styles"), {}, "style", faults)
    if styles:
        entries["styles"] = replace(entries["styles"], value=styles)
    for side in SIDES:
        if side in entries and _entries(entries[side], "boxes"):
            boxes = resolve(_entries(entries[side], "boxes"), models, "box", faults)
            boxes = {name: _over_its_style(box, styles) for name, box in boxes.items()}
            painted = replace(entries[side].value["boxes"], value=boxes)
            entries[side] = replace(entries[side], value={**entries[side].value, "boxes": painted})
    return replace(template, value=entries)


def _entries(node: Node, key: str) -> Mapping[str, Node]:
    return node.entries[key].entries if key in node.entries else {}


def _over_its_style(box: Node, styles: Mapping[str, Node]) -> Node:
    """A box, and those grouped in it, with what it adds to the numbers of its style."""
    entries = dict(box.entries)
    if "style" in entries and isinstance(entries["style"].value, str) and entries["style"].value in styles:
        style = styles[entries["style"].value].entries
        for key, entry in entries.items():
            if key in style and isinstance(entry.value, str) and ADDITION.fullmatch(entry.value):
                entries[key] = lay(style[key], entry, key)
    if "boxes" in entries and entries["boxes"].entries:
        inside = {name: _over_its_style(inner, styles) for name, inner in entries["boxes"].entries.items()}
        entries["boxes"] = replace(entries["boxes"], value=inside)
    return replace(box, value=entries) if entries else box


# ---------------------------------------------------------------- checking


def _check_boxes(boxes: Marked, styles: Mapping[str, Any], areas: Sequence[str], grouped: bool) -> list[Fault]:
    """What is wrong with boxes that stand together, and with what is grouped in them; `areas` are known there."""
    faults: list[Fault] = []
    before: dict[str, str] = {}
    for name, box in boxes.value.items():
        faults += _check_box(boxes.part(name), before, styles, areas, grouped)
        before[name] = str(_mapping(box).get("kind"))
    names = {name: box for name, box in boxes.value.items() if isinstance(box, dict)}
    for name in names:
        faults += _check_sums(boxes.part(name), list(names), areas)
    circle = [] if faults else circle_in(names, lambda name: needed_by(names[name]))
    if circle:
        told = "boxes are placed by each other in a circle: " + " → ".join(circle)
        if circle[0] != circle[-1]:
            told = f"more than {LONGEST_CHAIN} boxes are placed by each other, from {circle[0]!r} on to {circle[-1]!r}"
        faults.append(Fault(boxes.place(circle[0], "box"), told))
    return faults


def _check_box(
    box: Marked, before: Mapping[str, str], styles: Mapping[str, Any], areas: Sequence[str], grouped: bool
) -> Iterator[Fault]:
    """What is wrong with one box as written; a value that a placeholder will replace is left for the layout.

    `before` are the kinds of the boxes that stand before it, by name.
    """
    if box.value is None:
        yield Fault(box.key_place(), "null takes away a box of the template below, which has none of this name")
        return
    if not isinstance(box.value, dict):
        yield Fault(box.place(), f"{as_written(box.value)} given, expected a box: keys with values, the first its kind")
        return
    kind = box.value.get("kind")
    if "kind" not in box.value and "extends" in box.value:
        return  # what it would have its kind of is told already
    if not isinstance(kind, str) or kind not in BOXES:
        yield _unknown_kind(box)
        return
    for each in in_each_language(box):
        yield from try_model(BOXES[kind], each, has_placeholder)[1]
    if has_placeholder(box.value.get("when")):
        told = "when: compares what it names with plain values; nothing is filled in there"
        yield Fault(box.place("when"), told, "such as when: {cost: {at_least: 3}}")
    if has_placeholder(box.value.get("boxes")) and not isinstance(box.value["boxes"], dict):
        told = f"boxes: {as_written(box.value['boxes'])} given, expected boxes by their names"
        yield Fault(box.place("boxes"), told, "a card's values show and hide boxes by `when`")
    if kind in ("group", "repeat") and _mapping(box.value.get("boxes")):
        yield from _check_boxes(box.part("boxes"), styles, () if box.value.get("turn") else areas, grouped=True)
    if not areas and box.value.get("box") in AREAS:
        yield _no_area(box.place("box"), box.value["box"])
    if kind == "again":
        yield from _check_again(box, before, grouped)
    style = box.value.get("style")
    if kind in ("text", "table") and isinstance(style, str) and style not in styles:
        yield Fault(box.place("style"), f"there is no style {style!r}", did_you_mean(style, list(styles)))
    if kind in ("text", "table"):
        yield from _check_marks(box, styles)


def _check_marks(box: Marked, styles: Mapping[str, Any]) -> Iterator[Fault]:
    """What is wrong with the marks in a box's texts, its placeholders not filled in yet, and with a table's header."""
    for key in MARKED:
        for path, text in texts_in(box.value.get(key)):
            for mistake in parse_markup(text, styles.keys(), icons=None).mistakes:
                yield Fault(box.place(key, *path), f"{key}: {mistake.message}", mistake.hint)
    header = box.value.get("header")
    if isinstance(header, str) and header not in styles:
        yield Fault(box.place("header"), f"there is no style {header!r}", did_you_mean(header, list(styles)))


#: What kinds of boxes are called in other programs.
_ELSEWHERE = {
    **dict.fromkeys(("circle", "oval"), "ellipse"),
    **dict.fromkeys(("square", "rectangle", "roundrect"), "rect"),
    **dict.fromkeys(("triangle", "hexagon", "hex"), "polygon"),
    **dict.fromkeys(("curve", "bezier", "shape"), "path"),
    **dict.fromkeys(("svg", "png", "picture", "art", "icon"), "image"),
    **dict.fromkeys(("htmltext", "label", "string"), "text"),
}


def _unknown_kind(box: Marked) -> Fault:
    kind = box.value.get("kind")
    told = f"there is no kind of box {as_written(kind)}" if "kind" in box.value else "the key 'kind' is missing"
    if not isinstance(kind, str):
        return Fault(box.place("kind"), told, "expected one of: " + ", ".join(BOXES))
    meant = _ELSEWHERE.get(kind)
    return Fault(box.place("kind"), told, f"did you mean {meant!r}?" if meant else did_you_mean(kind, list(BOXES)))


def _no_area(place: Place, area: str) -> Fault:
    told = f"in what is turned, {area} is not known: a box there counts from its top left"
    return Fault(place, told, "[x, y, width, height] in mm")


def _check_again(box: Marked, before: Mapping[str, str], grouped: bool) -> Iterator[Fault]:
    if grouped:
        yield Fault(box.place(), "a box in a group is not drawn again by itself", "draw the whole group again")
        return
    of = box.value.get("of")
    if not isinstance(of, str):
        return  # told already
    if of not in before:
        yield Fault(box.place("of"), f"there is no box {of!r} before this one", did_you_mean(of, list(before)))
    elif before[of] == "again":
        yield Fault(box.place("of"), f"{of!r} draws a box again itself", "name that box")


def _check_sums(box: Marked, beside: list[str], areas: Sequence[str]) -> Iterator[Fault]:
    """What is wrong with the sums that say where a box is; they may have edges of the boxes `beside` and of `areas`."""
    entries = box.value.get("box")
    for i, entry in enumerate(entries if isinstance(entries, list) else []):
        if not isinstance(entry, str):
            continue
        try:
            terms = parse_sum(entry)
        except WrongValueError as error:
            yield Fault(box.place("box", i), f"box: {error}", error.hint)
            continue
        for name in dict.fromkeys(term.box for term in terms if term.box):
            if not areas and name in AREAS:
                yield _no_area(box.place("box", i), name)
            elif name not in beside and name not in AREAS:
                known = [*beside, *areas]
                yield Fault(box.place("box", i), f"there is no box {name!r}", did_you_mean(name, known))


def _check_model(model: Marked) -> Iterator[Fault]:
    """What is wrong with a box that is there to be extended: its keys alone, the rest is told of what extends it."""
    if model.value is None or not isinstance(model.value, dict):
        yield Fault(model.place(), f"{as_written(model.value)} given, expected a box: keys with values")
        return
    kind = model.value.get("kind")
    if "kind" in model.value and (not isinstance(kind, str) or kind not in BOXES):
        yield _unknown_kind(model)
        return
    models = [BOXES[kind]] if kind else list(BOXES.values())
    known = sorted({key for each in models for key in keys_of(each, ())})
    for key in model.value:
        if key not in known:
            yield Fault(model.key_place(key), f"unknown key {key!r}", did_you_mean(key, known))
