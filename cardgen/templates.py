"""Template files into Templates: `extends` followed, boxes merged by name, every key checked before any layout."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from cardgen.boxes import BOXES, TemplateFile, TextStyle
from cardgen.errors import DataError, Fault, Place, did_you_mean
from cardgen.model import Side, Template
from cardgen.placeholders import has_placeholder, roots_in
from cardgen.reading import Key, Marked, Reader, try_model


def read_template(reader: Reader, name: str, place: Place) -> Template:
    """The template in the file `name`. DataError with every fault found in it and in what it extends."""
    files: list[Path] = []
    merged = _read_merged(reader, name, place, (), files)
    found, faults = try_model(TemplateFile, merged, has_placeholder)
    raw = merged.value if isinstance(merged.value, dict) else {}
    for style in _mapping(raw.get("styles")):
        faults += try_model(TextStyle, merged.part("styles", style), has_placeholder)[1]
    for side in ("face", "back"):
        boxes = _mapping(_mapping(raw.get(side)).get("boxes"))
        faults += [fault for box in boxes for fault in _check_box(merged.part(side, "boxes", box), boxes, raw)]
    if found is None or faults:
        raise DataError(faults)
    return Template(
        name=name,
        files=tuple(files),
        landscape=found.orientation == "landscape",
        styles=_mapping(raw.get("styles")),
        colours=found.colours,
        sides={side: _side(merged.part(side)) for side in ("face", "back") if raw.get(side)},
    )


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _side(marked: Marked) -> Side:
    return Side(
        description=marked.value["description"],
        boxes={name: marked.part("boxes", name) for name in marked.value["boxes"]},
        place=marked.place(),
        roots=frozenset(roots_in(marked.value)),
    )


def _check_box(box: Marked, siblings: Mapping[str, Any], template: Mapping[str, Any]) -> Iterator[Fault]:
    """What is wrong with one box as written; a value that a placeholder will replace is left for the layout."""
    if not isinstance(box.value, dict):
        yield Fault(box.place(), "a box is a mapping of keys, beginning with its kind")
        return
    kind = box.value.get("kind")
    if kind not in BOXES:
        known = did_you_mean(str(kind), list(BOXES))
        yield Fault(
            box.place("kind"), f"a box of unknown kind {kind!r}" if kind else "the key 'kind' is missing", known
        )
        return
    yield from try_model(BOXES[kind], box, has_placeholder)[1]
    if kind == "group":
        inner = _mapping(box.value.get("boxes"))
        for name in inner:
            yield from _check_box(box.part("boxes", name), inner, template)
    if kind == "again" and (box.value.get("of") not in siblings or siblings[box.value["of"]].get("kind") == "again"):
        yield Fault(box.place("of"), f"there is no box {box.value.get('of')!r} beside it to draw again")
    style = box.value.get("style")
    styles = _mapping(template.get("styles"))
    if kind == "text" and style is not None and style not in styles:
        yield Fault(box.place("style"), f"there is no style {style!r}", did_you_mean(str(style), list(styles)))


def _read_merged(reader: Reader, name: str, place: Place, below: tuple[str, ...], files: list[Path]) -> Marked:
    """The template file with all that it extends laid under it; every file read is added to `files`."""
    if name in below:
        chain = " → ".join([*below[below.index(name) :], name])
        raise DataError(Fault(place, f"a template extends itself: {chain}"))
    path = reader.find(name, place)
    files.append(path.resolve())
    marked = reader.read_yaml(path)
    if not isinstance(marked.value, dict):
        raise DataError(Fault(marked.place(), "a template is a mapping of keys"))
    parent = marked.value.get("extends")
    if parent is None:
        return marked
    if not isinstance(parent, str):
        raise DataError(Fault(marked.place("extends"), "extends: expected the name of one template file"))
    return merge(_read_merged(reader, parent, marked.place("extends"), (*below, name), files), marked)


def merge(under: Marked, over: Marked) -> Marked:
    """Two values laid over each other: mappings key by key, anything else replaced, an empty value takes a key away."""
    places: dict[Key, Place] = dict(under.places)
    keys: dict[Key, Place] = dict(under.keys)

    def forget(path: Key) -> None:
        for marks in (places, keys):
            for key in [k for k in marks if k[: len(path)] == path]:
                del marks[key]

    def adopt(path: Key) -> None:
        places.update({k: v for k, v in over.places.items() if k[: len(path)] == path})
        keys.update({k: v for k, v in over.keys.items() if k[: len(path)] == path})

    def laid(low: Any, high: Any, path: Key) -> Any:
        if not (isinstance(low, dict) and isinstance(high, dict)):
            forget(path)
            adopt(path)
            return high
        result = dict(low)
        for key, value in high.items():
            inner = (*path, key)
            if value is None:
                forget(inner)
                result.pop(key, None)
            else:
                result[key] = laid(low[key], value, inner) if key in low else value
                if key not in low:
                    adopt(inner)
        return result

    return replace(over, value=laid(under.value, over.value, ()), places=places, keys=keys)
