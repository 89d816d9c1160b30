"""Template files into Templates: `extends` followed, boxes merged by name, every key checked before any layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardgen.data.boxes import AREAS, BOXES, TemplateFile, TextStyle
from cardgen.data.languages import in_each_language
from cardgen.data.model import Side, Template
from cardgen.data.placeholders import has_placeholder, roots_in
from cardgen.data.reading import Key, Marked, Reader, try_model
from cardgen.data.wording import as_written
from cardgen.errors import DataError, Fault, Place, did_you_mean

SIDES = ("face", "back")


def read_template(reader: Reader, name: str, place: Place) -> Template:
    """The template in the file `name`. DataError with every fault found in it and in what it extends."""
    files: list[Path] = []
    merged = _read_merged(reader, name, place, (), files)
    found, faults = try_model(TemplateFile, merged)
    styles = _mapping(merged.value.get("styles"))
    for key, style in styles.items():
        forgive = has_placeholder if isinstance(style, dict) else None
        faults += try_model(TextStyle, merged.part("styles", key), forgive)[1]
    for side in SIDES:
        boxes = _mapping(_mapping(merged.value.get(side)).get("boxes"))
        before: dict[str, str] = {}
        for box in boxes:
            faults += _check_box(merged.part(side, "boxes", box), before, styles, grouped=False)
            before[box] = str(_mapping(boxes[box]).get("kind"))
    if found is None or faults:
        raise DataError(faults)
    return Template(
        name=name,
        files=tuple(files),
        landscape=found.orientation == "landscape",
        styles={style: merged.part("styles", style) for style in styles},
        colours=found.colours,
        sides={side: _side(merged.part(side), styles) for side in SIDES if side in merged.value},
    )


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


# ---------------------------------------------------------------- sides


def _side(marked: Marked, styles: Mapping[str, Any]) -> Side:
    roots: dict[str, frozenset[str]] = {}
    for name, box in marked.value["boxes"].items():
        roots[name] = frozenset(_roots(box, styles)) | roots.get(box.get("of"), frozenset())
    return Side(
        description=marked.part("description"),
        boxes={name: marked.part("boxes", name) for name in roots},
        roots=frozenset(roots_in(marked.value["description"])).union(*roots.values()),
        box_roots=roots,
    )


def _roots(box: Mapping[str, Any], styles: Mapping[str, Any]) -> Iterator[str]:
    """The first words of the placeholders in a box, in what is grouped in it, and in their text styles."""
    yield from roots_in(box)
    yield from roots_in(styles.get(str(box.get("style")), ""))
    for inner in _mapping(box.get("boxes")).values():
        yield from _roots(inner, styles)


# ---------------------------------------------------------------- checking


def _check_box(box: Marked, before: Mapping[str, str], styles: Mapping[str, Any], grouped: bool) -> Iterator[Fault]:
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
    if not isinstance(kind, str) or kind not in BOXES:
        told = f"there is no kind of box {as_written(kind)}" if "kind" in box.value else "the key 'kind' is missing"
        hint = did_you_mean(kind, list(BOXES)) if isinstance(kind, str) else "expected one of: " + ", ".join(BOXES)
        yield Fault(box.place("kind"), told, hint)
        return
    for each in in_each_language(box):
        yield from try_model(BOXES[kind], each, has_placeholder)[1]
    if kind == "group":
        inside: dict[str, str] = {}
        for name, inner in _mapping(box.value.get("boxes")).items():
            yield from _check_box(box.part("boxes", name), inside, styles, grouped=True)
            inside[name] = str(_mapping(inner).get("kind"))
    if grouped and box.value.get("box") in AREAS:
        told = f"in a group, {box.value['box']} is not known: a box there counts from the group's top left"
        yield Fault(box.place("box"), told, "[x, y, width, height] in mm")
    if kind == "again":
        yield from _check_again(box, before, grouped)
    style = box.value.get("style")
    if kind == "text" and isinstance(style, str) and style not in styles:
        yield Fault(box.place("style"), f"there is no style {style!r}", did_you_mean(style, list(styles)))


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


# ---------------------------------------------------------------- extends


def _read_merged(reader: Reader, name: str, place: Place, above: tuple[str, ...], files: list[Path]) -> Marked:
    """The template file with all that it extends laid under it; every file read is added to `files`."""
    path = reader.find(name, place)
    shown = reader.shown(path)
    if path.resolve() in files:
        chain = " → ".join([*above[above.index(shown) :], shown]) if shown in above else shown
        raise DataError(Fault(place, f"a template extends itself: {chain}"))
    files.append(path.resolve())
    marked = reader.read_yaml(path)
    if not isinstance(marked.value, dict):
        raise DataError(Fault(marked.place(), "a template is keys with values, such as face: …"))
    parent = marked.value.get("extends")
    if parent is None:
        return marked
    if not isinstance(parent, str):
        told = f"extends: {as_written(parent)} given, expected the name of one template file"
        raise DataError(Fault(marked.place("extends"), told))
    return merge(_read_merged(reader, parent, marked.place("extends"), (*above, shown), files), marked)


def merge(under: Marked, over: Marked) -> Marked:
    """Two values laid over each other: mappings key by key, anything else replaced, and null takes a key away.

    A box of another kind replaces the whole box: the keys of the one mean nothing to the other.
    """
    places: dict[Key, Place] = dict(under.places)
    keys: dict[Key, Place] = dict(under.keys)

    def put(value: Any, path: Key) -> Any:
        """`value` of the upper file, and the places of all of it, in place of what the lower one has at `path`."""
        for marks, new in ((places, over.places), (keys, over.keys)):
            for old in [each for each in marks if each[: len(path)] == path]:
                del marks[old]
            marks.update({each: place for each, place in new.items() if each[: len(path)] == path})
        return value

    def laid(low: Any, high: Any, path: Key) -> Any:
        if not (isinstance(low, dict) and isinstance(high, dict)) or low.get("kind") != high.get(
            "kind", low.get("kind")
        ):
            return put(high, path)
        places[path] = over.places[path]
        result = dict(low)
        for key, value in high.items():
            inner = (*path, key)
            if key not in low:
                result[key] = put(value, inner)
            elif value is None:
                put(result.pop(key), inner)
            else:
                result[key] = laid(low[key], value, inner)
        return result

    return replace(over, value=laid(under.value, over.value, ()), places=places, keys=keys)
