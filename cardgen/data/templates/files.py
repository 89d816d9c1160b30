"""Read template files: lay them over what they extend, and check every key before any layout."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import replace
from cardgen.base.words.messages import message
from cardgen.data.model import Template
from cardgen.data.placeholders import has_placeholder
from cardgen.data.reading import Marked, Reader, try_model
from cardgen.data.templates.box_checks import Surroundings, check_boxes, check_model
from cardgen.data.templates.extending import FileValue, lay, lay_files, resolve, to_marked, to_node
from cardgen.data.templates.flowing import check_circles, join_texts
from cardgen.data.templates.forms import SIDES, sides_of
from cardgen.data.templates.icons import check_icon, icons_in
from cardgen.data.templates.models import TemplateFile, TextStyle
from cardgen.data.wording import ADDITION

KeptTemplates: TypeAlias = dict[str, tuple[Mapping[str, str], Template]]
"""Templates as they were read last, by name, each with the digests of its files."""


def read_template(reader: Reader, name: str, place: Place, kept: KeptTemplates | None = None) -> Template:
    """Return the template in the file `name`. DataError with all faults of the file and of what it extends.

    If none of its files has changed, return the one that is `kept`.
    """
    before = kept.get(name) if kept is not None else None
    if before is not None and all(_digest(reader, file, place) == digest for file, digest in before[0].items()):
        return before[1]
    digests: dict[str, str] = {}

    def read(name: str, place: Place) -> tuple[Path, str, FileValue]:
        path = reader.find(name, place)
        marked = reader.read_yaml(path)
        digests[name] = reader.digests[path.resolve()]
        if not isinstance(marked.value, dict):
            raise DataError(Fault(marked.place(), message("a template must hold keys with values, such as face: …")))
        return path.resolve(), reader.shown(path), to_node(marked)

    files: list[Path] = []
    faults: list[Fault] = []
    merged = to_marked(_resolved(lay_files(name, place, read, files), faults))
    file, model_faults = try_model(TemplateFile, merged)
    faults += model_faults
    styles = _mapping(merged.value.get("styles"))
    faults += _check_parts(merged, styles)
    if file is not None and not faults:
        faults += check_circles(merged, SIDES)
    if file is None or faults:
        raise DataError(faults)
    template = Template(
        name=name,
        files=tuple(files),
        landscape=file.orientation == "landscape",
        styles={style: merged.part("styles", style) for style in styles},
        colours=file.colours,
        sides=sides_of(merged, styles),
        icons=icons_in(merged),
        design=file.design,
        design_place=merged.place("design") if file.design else merged.place(),
    )
    if kept is not None:
        kept[name] = digests, template
    return template


def _digest(reader: Reader, name: str, place: Place) -> str:
    """Return the digest of a file, which is one of the inputs from now on; "" if it cannot be read."""
    try:
        path = reader.find(name, place)
        reader.read_bytes(path)
    except DataError:
        return ""
    return reader.digests[path.resolve()]


def _check_parts(template: Marked, styles: Mapping[str, Any]) -> list[Fault]:
    """Return the faults of a template's styles, of its models, and of the boxes of its sides."""
    faults: list[Fault] = []
    for key, style in styles.items():
        forgive = has_placeholder if isinstance(style, dict) else None
        faults += try_model(TextStyle, template.part("styles", key), forgive)[1]
    for key in _mapping(template.value.get("boxes")):
        faults += check_model(template.part("boxes", key))
    for icon in icons_in(template).values():
        faults += check_icon(icon)
    for side in SIDES:
        if _mapping(_mapping(template.value.get(side)).get("boxes")):
            faults += check_boxes(template.part(side, "boxes"), Surroundings(styles))
    return faults


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


# ---------------------------------------------------------------- extends


def _resolved(template: FileValue, faults: list[Fault]) -> FileValue:
    """Return the template with every box and style laid over those that it extends."""
    entries = dict(template.value)
    entries.pop("extends", None)
    models = _entries(template, "boxes")
    styles = resolve(_entries(template, "styles"), {}, "style", faults)
    if styles:
        entries["styles"] = replace(entries["styles"], value=styles)
    before: Mapping[str, FileValue] = {}
    for side in SIDES:
        if side in entries and _entries(entries[side], "boxes"):
            boxes = resolve(_entries(entries[side], "boxes"), models, "box", faults)
            boxes = join_texts(boxes, before, faults)
            before = boxes
            boxes = {name: _over_its_style(box, styles) for name, box in boxes.items()}
            painted = replace(entries[side].value["boxes"], value=boxes)
            entries[side] = replace(entries[side], value={**entries[side].value, "boxes": painted})
    return replace(template, value=entries)


def _entries(node: FileValue, key: str) -> Mapping[str, FileValue]:
    return node.entries[key].entries if key in node.entries else {}


def _over_its_style(box: FileValue, styles: Mapping[str, FileValue]) -> FileValue:
    """Return a box, and those inside it, with its additions to the numbers of its style done."""
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
