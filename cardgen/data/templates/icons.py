"""The small pictures that texts may name: those of game.yaml, and those of a template over them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardgen.data.boxes import shapes
from cardgen.data.boxes.texts import IconFile
from cardgen.data.placeholders import has_placeholder, roots_in
from cardgen.data.reading import Marked, try_model
from cardgen.data.wording import as_written
from cardgen.errors import Fault, Place, did_you_mean

#: What a placeholder in an icon may name: an icon is the same on every card.
_KNOWN = ("colours", "game")


def icons_in(marked: Marked) -> dict[str, Marked]:
    """The icons that a file declares, by name."""
    declared = marked.value.get("icons") if isinstance(marked.value, dict) else None
    return {name: marked.part("icons", name) for name in declared} if isinstance(declared, dict) else {}


def written_icon(icon: Marked) -> Marked:
    """An icon as keys with values, where it was written as its file alone."""
    if not isinstance(icon.value, str):
        return icon
    return replace(icon, value={"file": icon.value}, places={**icon.places, (*icon.base, "file"): icon.place()})


def icon_files(icons: Mapping[str, Marked]) -> Iterator[tuple[str, Place]]:
    """The picture files of icons, each with where it is named; those that placeholders fill in are left out."""
    for icon in icons.values():
        written = written_icon(icon)
        file = written.value.get("file") if isinstance(written.value, dict) else None
        if isinstance(file, str) and file and not has_placeholder(file):
            yield file, written.place("file")


def shape_of(icon: Marked, width: float, height: float) -> Marked:
    """The shape of an icon as a box of that size, from (0, 0)."""
    shape = icon.part("shape")
    return replace(shape, value={**shape.value, "box": [0.0, 0.0, width, height]})


def check_icons(icons: Mapping[str, Marked], known: Collection[str]) -> Iterator[Fault]:
    """What is wrong with icons as written. `known` are the words that placeholders may begin with, for no icon to take.

    What a placeholder will replace is left for the layout.
    """
    for name, icon in icons.items():
        if name in known:
            yield Fault(icon.key_place(), f"an icon cannot be called {name!r}", "placeholders begin with that word")
        for root in sorted(set(roots_in(icon.value)) - set(_KNOWN)):
            told = f"an icon is the same on every card, and {{{root}}} is not"
            yield Fault(icon.place(), told, "choose among icons by their names in the card's data")
        written = written_icon(icon)
        _, faults = try_model(IconFile, written, has_placeholder)
        yield from faults
        if not faults and isinstance(written.value.get("shape"), dict):
            yield from _check_shape(written)


def _check_shape(icon: Marked) -> Iterator[Fault]:
    shape: dict[str, Any] = icon.value["shape"]
    kind = shape.get("kind")
    if not isinstance(kind, str) or kind not in shapes.KINDS:
        hint = did_you_mean(str(kind), list(shapes.KINDS)) or "expected one of: " + ", ".join(shapes.KINDS)
        yield Fault(icon.place("shape", "kind"), f"an icon cannot be drawn by the kind of box {as_written(kind)}", hint)
    elif "box" in shape:
        yield Fault(icon.place("shape", "box"), "the shape of an icon fills its height and width", "leave box out")
    elif odd := [key for key in ("extends", "when") if key in shape]:
        yield Fault(icon.key_place("shape", odd[0]), f"the shape of an icon has no {odd[0]!r}", "write it out")
    else:
        yield from try_model(shapes.KINDS[kind], shape_of(icon, 1.0, 1.0), has_placeholder)[1]
