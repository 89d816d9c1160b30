"""Icons, the small pictures that texts may name: those of game.yaml, and those that a template adds or replaces."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from cardgen.base.errors import Fault, Place, did_you_mean
from cardgen.base.records import replace
from cardgen.base.values import as_written
from cardgen.base.words.messages import joined, message
from cardgen.data.placeholders import has_placeholder, roots_in
from cardgen.data.reading import Marked, try_model
from cardgen.data.templates.kinds import box_model, box_models, kind_names, loading_fault
from cardgen.data.templates.models import IconFile

#: The words that placeholders in an icon may begin with: an icon is the same on every card.
_ROOTS = ("colours", "game")


def icons_in(marked: Marked) -> dict[str, Marked]:
    """Return the icons that a file declares, by name."""
    declared = marked.value.get("icons") if isinstance(marked.value, dict) else None
    return {name: marked.part("icons", name) for name in declared} if isinstance(declared, dict) else {}


def written_icon(icon: Marked) -> Marked:
    """Return an icon as keys with values, also if it was written as its file alone."""
    if not isinstance(icon.value, str):
        return icon
    return replace(icon, value={"file": icon.value}, places={**icon.places, (*icon.base, "file"): icon.place()})


def icon_files(icons: Mapping[str, Marked]) -> Iterator[tuple[str, Place]]:
    """Yield the picture files of icons, each with its place; those with placeholders are left out."""
    for icon in icons.values():
        written = written_icon(icon)
        file = written.value.get("file") if isinstance(written.value, dict) else None
        if isinstance(file, str) and file and not has_placeholder(file):
            yield file, written.place("file")


def shape_of(icon: Marked, width: float, height: float) -> Marked:
    """Return the shape of an icon as a box of that size, from (0, 0)."""
    shape = icon.part("shape")
    return replace(shape, value={**shape.value, "box": [0.0, 0.0, width, height]})


def check_icon(icon: Marked) -> list[Fault]:
    """Return the faults of an icon as written. Values with placeholders are checked when they are filled in."""
    return try_model(IconFile, written_icon(icon), has_placeholder)[1]


def check_shapes(icons: Mapping[str, Marked]) -> Iterator[Fault]:
    """Yield the faults of the shapes of icons."""
    for icon in icons.values():
        if isinstance(icon.value, dict) and isinstance(icon.value.get("shape"), dict):
            yield from _check_shape(icon)


def check_icon_words(
    icons: Mapping[str, Marked], reserved: Collection[str], fields: Collection[str] = ()
) -> Iterator[Fault]:
    """Yield the faults of the names and placeholders of icons.

    No icon may have a `reserved` name: these words begin placeholders. Some of them are `fields` of cards.
    """
    for name, icon in icons.items():
        if name in reserved:
            hint = message("this word is reserved for placeholders")
            if name in fields:
                template = "{placeholder} is the field {name!r} of the cards: rename the icon or the field"
                hint = message(template, placeholder=f"{{{name}}}", name=name)
            yield Fault(icon.key_place(), message("an icon cannot be called {name!r}", name=name), hint)
        for root in sorted(set(roots_in(icon.value)) - set(_ROOTS)):
            yield Fault(
                icon.place(),
                message(
                    "an icon is the same on every card, so it cannot have {placeholder}", placeholder=f"{{{root}}}"
                ),
                message("write the name of the icon in the card's data to choose one"),
            )


def _check_shape(icon: Marked) -> Iterator[Fault]:
    shape: dict[str, Any] = icon.value["shape"]
    kind = str(shape.get("kind"))
    unloaded = loading_fault(kind, icon.place("shape", "kind")) if kind in kind_names() else None
    if unloaded is not None:
        yield unloaded
    elif kind not in kind_names() or not box_model(kind).for_icons:
        kinds = [name for name, model in box_models().items() if model.for_icons]
        hint = did_you_mean(kind, kinds) or message("expected one of: {kinds}", kinds=joined(kinds))
        cannot = message("an icon cannot be a box of the kind {kind}", kind=as_written(shape.get("kind")))
        yield Fault(icon.place("shape", "kind"), cannot, hint)
    elif "box" in shape:
        fills = message("the shape of an icon has no box of its own: it fills the icon")
        yield Fault(icon.place("shape", "box"), fills, message("leave box out"))
    elif odd := [key for key in ("extends", "when", "when_text") if key in shape]:
        extra = message("the shape of an icon has no {key!r}", key=odd[0])
        yield Fault(icon.key_place("shape", odd[0]), extra, message("write all its keys here"))
    else:
        yield from try_model(box_model(kind), shape_of(icon, 1.0, 1.0), has_placeholder)[1]
