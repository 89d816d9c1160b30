"""Read template files: lay them over what they extend, and check every key before any layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

from cardgen.base.errors import DataError, Fault, Place, did_you_mean
from cardgen.base.plugins import PluginError
from cardgen.base.records import replace
from cardgen.base.words.messages import message
from cardgen.data.model import Template
from cardgen.data.placeholders import has_placeholder
from cardgen.data.reading import Marked, Reader, try_model
from cardgen.data.templates.areas import EDGES
from cardgen.data.templates.box_checks import Surroundings, check_boxes, check_model
from cardgen.data.templates.extending import FileValue, lay, lay_files, resolve, to_marked, to_node
from cardgen.data.templates.forms import SIDES, chains_in, circle_in, placed_by, sides_of
from cardgen.data.templates.icons import check_icon, icons_in
from cardgen.data.templates.kinds import is_flowing, kind_names
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


# ---------------------------------------------------------------- texts that flow on


#: What a box has of its own, however it goes on.
_OWN = ("kind", "box", "turn", "when", "when_text", "ink", "extends", "continues")

#: What the first box of a chain decides for all of them.
_OF_FIRST = ("text", "lang", "fit", "floor", "same", "direction", "hyphenate")


def join_texts(
    boxes: Mapping[str, FileValue], before: Mapping[str, FileValue], faults: list[Fault]
) -> dict[str, FileValue]:
    """Return the boxes of a side or container; one that continues another has its text, and its style but for its own.

    `before` are the boxes of the face, for those of the back.
    """
    joined: dict[str, FileValue] = {}
    followed: dict[tuple[bool, str], str] = {}
    for name, box in boxes.items():
        entry = box.entries.get("continues")
        if entry is not None and _flows(box):
            followed_name = str(entry.value)
            is_beside = followed_name in joined or followed_name not in before
            other = (joined if is_beside else before).get(followed_name)
            key = (is_beside, followed_name)
            fault = _fault(name, box, other, boxes, [*joined, *before], followed.get(key))
            faults += [fault] if fault is not None else []
            if fault is not None or other is None:
                joined[name] = replace(box, value={"text": replace(entry, value=""), **box.entries})
                continue
            followed[key] = name
            box = _joined(box, other)
        inner = box.entries.get("boxes")
        if inner is not None and inner.entries:
            inside = replace(inner, value=join_texts(inner.entries, {}, faults))
            box = replace(box, value={**box.entries, "boxes": inside})
        joined[name] = box
    return joined


def _flows(box: FileValue) -> bool:
    try:
        return box.kind in kind_names() and is_flowing(box.kind)
    except PluginError:  # it is reported with the box
        return False


def _fault(
    name: str,
    box: FileValue,
    other: FileValue | None,
    beside: Mapping[str, FileValue],
    earlier: Sequence[str],
    follower: str | None,
) -> Fault | None:
    entry = box.entries["continues"]
    if not isinstance(entry.value, str):  # the model of the box reports it
        return None
    if other is None and entry.value == name:
        return Fault(entry.place, message("continues: a box does not continue itself"))
    if other is None and entry.value in beside:
        problem = message("continues: {name!r} does not come before this box", name=entry.value)
        return Fault(entry.place, problem, message("write this box below it"))
    if other is None:
        problem = message("continues: there is no box {name!r} before this one", name=entry.value)
        return Fault(entry.place, problem, did_you_mean(entry.value, list(dict.fromkeys(earlier))))
    if not _flows(other):
        problem = message("continues: {name!r} has no text that could go on", name=entry.value)
        return Fault(entry.place, problem, message("name a box of the kind {kind}", kind="text"))
    if follower is not None:
        problem = message("continues: the text of {name!r} goes on in {other!r}", name=entry.value, other=follower)
        return Fault(entry.place, problem, message("continue {other!r}", other=follower))
    for key in _OF_FIRST:
        if key in box.entries:
            problem = message("{key}: a box that continues another has none of its own", key=key)
            return Fault(
                box.entries[key].place, problem, message("leave it out: it is that of {name!r}", name=entry.value)
            )
    return None


def _joined(box: FileValue, other: FileValue) -> FileValue:
    """Return a box with the text of another, and with its look, unless the box names a style of its own."""
    taken = [key for key in other.entries if key not in _OWN]
    if "style" in box.entries:
        taken = [key for key in taken if key in _OF_FIRST or (key not in TextStyle.model_fields and key != "style")]
    low = replace(other, value={key: other.entries[key] for key in taken})
    laid = lay(low, box).entries
    own = [key for key in box.entries if key in laid]  # they come first, as in the file
    return replace(box, value={key: laid[key] for key in dict.fromkeys([*own, *laid])})


# ---------------------------------------------------------------- circles


def check_circles(template: Marked, sides: Sequence[str]) -> Iterator[Fault]:
    """Yield a fault for boxes of a chain whose places depend on the text that flows through them.

    A box that is drawn with the text of a box that it cannot have is a fault, too.
    """
    given = {side: template.part(side, "boxes") for side in sides if side in template.value}
    yield from _check_together(given)


def _check_together(sides: Mapping[str, Marked]) -> Iterator[Fault]:
    chains = chains_in({side: boxes.value for side, boxes in sides.items()})
    behind = {name for chain in chains for side, name in chain if side != chain[0][0]}
    faults = [fault for side, boxes in sides.items() for fault in _check_shown(side, boxes, behind)]
    yield from faults
    if faults:
        return
    needs = _needs({side: boxes.value for side, boxes in sides.items()})
    circle = circle_in(needs, lambda node: needs[node])
    if circle:
        side, name = circle[0].removesuffix(_PLACE).split("/")
        names = [node.removesuffix(_PLACE).split("/")[1] for node in circle]
        chain = " → ".join(name for name, _ in groupby(names))
        problem = message("the places of these boxes depend on a text that flows through them: {names}", names=chain)
        yield Fault(sides[side].place(name, "box"), problem)
    for boxes in sides.values():
        for name, box in boxes.value.items():
            if isinstance(box.get("boxes"), dict):
                yield from _check_together({"": boxes.part(name, "boxes")})


#: Kinds of boxes that never show a text.
_WITHOUT_TEXT = ("rect", "ellipse", "line", "polygon", "star", "path", "qr")


def _check_shown(side: str, boxes: Marked, behind: set[str]) -> Iterator[Fault]:
    """Yield a fault for each box with the name of a box that is not beside it, nor one `behind` a box of the face."""
    names = [*boxes.value, *(behind if side == SIDES[0] else ())]
    for name, box in boxes.value.items():
        other = box.get("when_text")
        if isinstance(other, str) and other not in names:
            problem = message("when_text: there is no box {name!r} beside this one", name=other)
            yield Fault(boxes.place(name, "when_text"), problem, did_you_mean(other, sorted(names)))
        elif isinstance(other, str) and (kind := boxes.value.get(other, {}).get("kind")) in _WITHOUT_TEXT:
            problem = message("when_text: the box {name!r} is a {kind}, which shows no text", name=other, kind=kind)
            yield Fault(boxes.place(name, "when_text"), problem, message("name a box with a text, or use when"))


#: What ends the name of the place of a box, which is known before its text is set.
_PLACE = ".box"


def _needs(sides: Mapping[str, Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return what must be known before a box, or the place of a box in a chain; nothing if there is no chain."""
    chain_of = {member: chain for chain in chains_in(sides) for member in chain}
    needs: dict[str, list[str]] = {}
    for side, boxes in sides.items():
        for name, box in boxes.items() if chain_of else ():
            node = f"{side}/{name}"
            placed = [
                f"{side}/{other}" + (_PLACE if (side, other) in chain_of and edge in EDGES else "")
                for other, edge in placed_by(box)
                if other in boxes
            ]
            shown = str(box.get("when_text"))
            placed += [f"{behind}/{shown}" for behind, name in chain_of if name == shown and shown not in boxes]
            if (side, name) in chain_of:
                needs[node + _PLACE] = placed
                placed = [f"{side}/{name}{_PLACE}" for side, name in chain_of[side, name]]
            needs[node] = placed
    return needs
