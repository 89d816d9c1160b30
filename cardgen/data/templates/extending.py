"""Values laid over one another: a template over those it extends, a box over other boxes, a style over other styles.

Mappings are laid key by key, null removes a key, "+= 5" adds to the number below (in a place, to the sum below; what
is added may be a sum too), and anything else replaces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from pathlib import Path
from typing import Any, Literal, TypeAlias

from cardgen.base.errors import DataError, Fault, Faults, Place, WrongValueError, did_you_mean
from cardgen.base.records import dataclass, replace
from cardgen.base.values import as_written
from cardgen.base.words.messages import Message, message
from cardgen.data.places import Key
from cardgen.data.reading import Marked
from cardgen.data.templates.areas import to_add
from cardgen.data.templates.box_models import AREAS, SIDES_OF_BOX
from cardgen.data.wording import ADDITION

#: The longest chain of parts that extend each other.
LONGEST_CHAIN = 100


@dataclass(frozen=True, slots=True)
class FileValue:
    """A value of a file with its places: its entries are nodes themselves."""

    value: Any
    place: Place
    key: Place
    """the place of its key, or of the value itself if it has none"""

    @property
    def entries(self) -> dict[str, FileValue]:
        """The nodes of a mapping by their keys; empty if it is no mapping."""
        return self.value if isinstance(self.value, dict) else {}

    @property
    def kind(self) -> Any:
        """The value of its key `kind`, None if it has none."""
        return self.entries["kind"].value if "kind" in self.entries else None


def to_node(marked: Marked, *path: str | int) -> FileValue:
    """Return the value at a path of a file, with its places."""
    places = marked.part(*path).in_order()

    def node(value: Any) -> FileValue:
        place, key = next(places)
        if isinstance(value, dict):
            value = {name: node(entry) for name, entry in value.items()}
        elif isinstance(value, list):
            value = [node(entry) for entry in value]
        return FileValue(value, place, key)

    value = marked.value
    for step in path:
        value = value[step]
    return node(value)


def to_marked(node: FileValue) -> Marked:
    """Return the value of a node, with its places."""
    places: dict[Key, Place] = {}
    keys: dict[Key, Place] = {}

    def value(node: FileValue, path: Key) -> Any:
        places[path], keys[path] = node.place, node.key
        if isinstance(node.value, dict):
            return {key: value(entry, (*path, key)) for key, entry in node.value.items()}
        if isinstance(node.value, list):
            return [value(entry, (*path, i)) for i, entry in enumerate(node.value)]
        return node.value

    return Marked(value(node, ()), node.place.file, places, keys)


# ---------------------------------------------------------------- laying


def lay(low: FileValue, high: FileValue, key: str = "") -> FileValue:
    """Return the higher value laid over the lower one; `key` is the key of both.

    A box of another kind replaces the whole box, as the two have different keys. In the same way a gradient replaces
    the pattern below it, and a condition the one on the same value.
    """
    if key == "box" and isinstance(high.value, dict):
        low = _by_name(low)
    if isinstance(low.value, dict) and isinstance(high.value, dict) and not _is_another(low, high, key):
        result = dict(low.value)
        for name, entry in high.value.items():
            if name not in low.value:
                result[name] = entry
            elif entry.value is None:
                del result[name]
            else:
                result[name] = entry if key == "when" else lay(low.value[name], entry, key if key == "box" else name)
        return FileValue(result, high.place, low.key)
    if isinstance(high.value, list) and any(_is_addition(entry.value, key) for entry in high.value):
        return replace(high, value=_added_entries(low, high, key))
    return _added(low, high, key)


def _is_another(low: FileValue, high: FileValue, key: str) -> bool:
    """Return True if the two are of different kinds, with different keys."""
    if key == "fill":
        return low.entries.keys() != high.entries.keys()
    return None not in (low.kind, high.kind) and low.kind != high.kind


def _is_addition(value: Any, key: str) -> bool:
    if not isinstance(value, str):
        return False
    return ADDITION.fullmatch(value) is not None or (key == "box" and _to_add(value) is not None)


def _to_add(value: str) -> str | None:
    """Return the terms that an addition adds; None for a wrong addition, which is reported later, or other text."""
    try:
        return to_add(value)
    except WrongValueError:
        return None


def _added_entries(low: FileValue, high: FileValue, key: str) -> list[FileValue]:
    """Return the entries of a list with additions done; a place has four entries, however it is written."""
    below = low.value if isinstance(low.value, list) else []
    if key == "box":
        sides = _by_name(low).entries
        below = [sides.get(name, high) for name in SIDES_OF_BOX] if sides else []
    return [
        lay(below[i], entry, key) if i < len(below) and _is_addition(entry.value, key) else entry
        for i, entry in enumerate(high.value)
    ]


def _by_name(box: FileValue) -> FileValue:
    """Return the place of a box as four numbers by name, if it is a list or an area of the card."""
    if isinstance(box.value, list) and len(box.value) == len(SIDES_OF_BOX):
        return replace(box, value=dict(zip(SIDES_OF_BOX, box.value, strict=True)))
    if isinstance(box.value, str) and box.value in AREAS:
        edges = zip(SIDES_OF_BOX, ("left", "top", "width", "height"), strict=True)
        return replace(box, value={name: replace(box, value=f"{box.value}.{edge}") for name, edge in edges})
    return box


def _in_order(box: FileValue) -> FileValue:
    """Return a box whose place has all four numbers by name with a list of them."""
    place = box.entries.get("box")
    if place is None or place.entries.keys() != set(SIDES_OF_BOX):
        return box
    listed = replace(place, value=[place.value[name] for name in SIDES_OF_BOX])
    return replace(box, value={**box.value, "box": listed})


def _added(low: FileValue, high: FileValue, key: str) -> FileValue:
    """Return an addition done to the number below it, or joined with the addition below; any other value as it is.

    An addition to nothing stays as written: the check of the box reports it.
    """
    match = ADDITION.fullmatch(high.value) if isinstance(high.value, str) else None
    if match is None:
        return _with_sum(low, high) if key == "box" else high
    by = _signed(match)
    if isinstance(low.value, int | float) and not isinstance(low.value, bool):
        return replace(high, value=_sum(low.value, by))
    if isinstance(low.value, str):
        below = ADDITION.fullmatch(low.value)
        if below is not None:
            return replace(high, value=_written(_sum(_signed(below), by), "="))
    return _with_sum(low, high) if key == "box" else high


def _with_sum(low: FileValue, high: FileValue) -> FileValue:
    """Return a number or sum of a place with the terms of an addition."""
    by = _to_add(high.value) if isinstance(high.value, str) else None
    if by is None or not isinstance(low.value, str | int | float):
        return high
    below = _to_add(low.value) if isinstance(low.value, str) else None
    return replace(high, value=f"{low.value} {by}" if below is None else f"+= {below} {by}")


def _written(number: int | float, mark: str = "") -> str:
    return f"{'-' if number < 0 else '+'}{mark} {abs(number)}"


def _signed(addition: re.Match[str]) -> int | float:
    number = float(addition[2]) * (-1 if addition[1] == "-" else 1)
    return int(number) if number.is_integer() else number


def _sum(one: int | float, other: int | float) -> int | float:
    """Return the sum without rounding errors: 0.1 and 0.2 are 0.3."""
    return round(one + other, 9)


# ---------------------------------------------------------------- names


Part: TypeAlias = Literal["box", "style", "template"]
"""The parts of a template that extend others, and the template itself."""

_EXPECTED: dict[Part, Message] = {
    "box": message("the name of a box, or a list of them"),
    "style": message("the name of a style, or a list of them"),
    "template": message("the name of a template file, or a list of them"),
}


def _circle(part: Part, chain: str) -> Message:
    if part == "box":
        return message("a box extends itself: {chain}", chain=chain)
    if part == "style":
        return message("a style extends itself: {chain}", chain=chain)
    return message("a template extends itself: {chain}", chain=chain)


def _too_long(part: Part) -> Message:
    if part == "box":
        return message("a box extends a chain of more than {most} boxes", most=LONGEST_CHAIN)
    return message("a style extends a chain of more than {most} styles", most=LONGEST_CHAIN)


def _missing(part: Part, name: str) -> Message:
    if part == "box":
        return message("there is no box {name!r} to extend", name=name)
    return message("there is no style {name!r} to extend", name=name)


def names_in(node: FileValue | None, part: Part) -> list[tuple[str, Place]]:
    """Return the names in the `extends` of a part: one, or those in a list. DataError if it is neither."""
    if node is None or node.value is None:
        return []
    entries: Sequence[FileValue] = node.value if isinstance(node.value, list) else [node]
    if not entries or not all(isinstance(entry.value, str) for entry in entries):
        written = as_written(to_marked(node).value)
        problem = message("extends: {value} given, expected {expected}", value=written, expected=_EXPECTED[part])
        raise DataError(Fault(node.place, problem))
    return [(entry.value, entry.place) for entry in entries]


@dataclass(frozen=True, slots=True)
class _Extendable:
    """The boxes or styles that may be extended: those `beside` each other, and models; `part` is one of them."""

    beside: Mapping[str, FileValue]
    models: Mapping[str, FileValue]
    part: Part

    def find(self, name: str, asking: str, is_model: bool) -> tuple[bool, str] | None:
        """Return True for a model or False for a box or style `beside`, and the name; None if there is neither.

        `asking` is the name of the part that extends it: a box never extends itself, but may extend the model of its
        own name. A model extends only models.
        """
        if name in self.beside and name != asking and not is_model:
            return False, name
        return (True, name) if name in self.models else None

    def line(self, name: str, faults: list[Fault]) -> list[FileValue]:
        """Return the nodes to lay for a name, lowest first: everything that it extends, each once, and itself last."""
        line: dict[tuple[bool, str], FileValue] = {}

        def add(name: str, is_model: bool, above: tuple[tuple[bool, str], ...]) -> None:
            node = (self.models if is_model else self.beside)[name]
            above = (*above, (is_model, name))
            for parent, place in names_in(node.entries.get("extends"), self.part):
                key = self.find(parent, name, is_model)
                if key is None:
                    near = [] if is_model else [other for other in self.beside if other != name]
                    hint = did_you_mean(parent, list(dict.fromkeys([*near, *self.models])))
                    faults.append(Fault(place, _missing(self.part, parent), hint))
                elif key in above:
                    chain = " → ".join([*(other for _, other in above[above.index(key) :]), parent])
                    faults.append(Fault(place, _circle(self.part, chain)))
                elif len(above) > LONGEST_CHAIN:
                    faults.append(Fault(place, _too_long(self.part)))
                elif key not in line:
                    add(parent, key[0], above)
            line[is_model, name] = node

        add(name, False, ())
        return list(line.values())


def resolve(
    beside: Mapping[str, FileValue], models: Mapping[str, FileValue], part: Part, faults: list[Fault]
) -> dict[str, FileValue]:
    """Return each box or style laid over those that it extends, beside it or among `models`; boxes in groups as well.

    Faults of names that cannot be extended are added to `faults`. Those that extend nothing stay as they are.
    """
    extendable = _Extendable(beside, models, part)
    resolved: dict[str, FileValue] = {}
    for name, node in beside.items():
        own_faults: list[Fault] = []
        try:
            line = extendable.line(name, own_faults)
        except DataError as error:
            own_faults += error.faults
            line = [node]
        own_faults += _check_kinds(node, line)
        # If it has no kind, the fault is that of its `extends`.
        laid = node if own_faults and node.kind is None else _laid([node] if own_faults else line)
        faults += own_faults
        resolved[name] = _resolved_inside(laid, models, part, faults)
    return resolved


def _check_kinds(node: FileValue, line: Sequence[FileValue]) -> Iterator[Fault]:
    """Yield a fault if boxes of two kinds extend each other: they have different keys."""
    kinds = [other.kind for other in line if other.kind is not None]
    odd = next((kind for kind in kinds if kind != kinds[-1]), None)
    if odd is not None:
        yield Fault(
            node.entries["extends"].place,
            message("a box of the kind {kind} cannot extend a box of the kind {other}", other=odd, kind=kinds[-1]),
            message("extend boxes of the same kind, or models without a kind"),
        )


def _laid(line: Sequence[FileValue]) -> FileValue:
    """Return the nodes laid over one another, lowest first, at the place of the highest, without their `extends`."""
    result = _in_order(replace(reduce(lay, line), key=line[-1].key))
    if "extends" not in result.entries:
        return result
    return replace(result, value={key: entry for key, entry in result.value.items() if key != "extends"})


def _resolved_inside(node: FileValue, models: Mapping[str, FileValue], part: Part, faults: list[Fault]) -> FileValue:
    """Return a box with its inner boxes resolved among themselves."""
    inner = node.entries.get("boxes")
    if inner is None or not inner.entries:
        return node
    inside = replace(inner, value=resolve(inner.entries, models, part, faults))
    return replace(node, value={**node.value, "boxes": inside})


# ---------------------------------------------------------------- files


def lay_files(
    name: str, place: Place, read: Callable[[str, Place], tuple[Path, str, FileValue]], files: list[Path]
) -> FileValue:
    """Return a file laid over all that it extends; every file that is read is added to `files`.

    `read` returns a file, its name in messages, and its content. A file that is extended in several ways is laid once,
    under the first that extends it: if one parent changes a common template, another does not change it back.
    DataError with all faults.
    """
    nodes: dict[Path, FileValue] = {}
    faults = Faults()

    def add(name: str, place: Place, above: tuple[tuple[Path, str], ...]) -> None:
        with faults:
            path, shown, node = read(name, place)
            if path in dict(above):
                chain = [name for _, name in above[[file for file, _ in above].index(path) :]]
                raise DataError(Fault(place, _circle("template", " → ".join([*chain, shown]))))
            if path in files:
                return
            files.append(path)
            for parent, where in names_in(node.entries.get("extends"), "template"):
                add(parent, where, (*above, (path, shown)))
            nodes[path] = node

    add(name, place, ())
    faults.raise_all()
    return reduce(lay, nodes.values())
