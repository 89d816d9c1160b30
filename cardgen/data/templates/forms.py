"""Boxes as a template has them ready for the layout: what decides the looks of each, and what each is placed by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from cardgen.data.conditions import Condition
from cardgen.data.placeholders import roots_in
from cardgen.data.reading import Marked
from cardgen.data.templates.areas import TEXT_EDGES, terms_in
from cardgen.data.templates.box_models import AREAS, Conditional
from cardgen.data.templates.extending import LONGEST_CHAIN
from cardgen.data.templates.kinds import inner_values, is_reference
from cardgen.data.templates.markup import styles_named


@dataclass(frozen=True, slots=True)
class BoxForm:
    """One box as the files wrote it, after `extends`, the conditions under which it is drawn, and what it groups.

    `roots` are the first words of all that decides its looks and its place: its placeholders, those in its text style,
    its conditions, and what the boxes have that it is placed by. `needs` are these boxes, and the one it draws again.
    """

    marked: Marked
    when: Mapping[str, Condition]
    roots: frozenset[str]
    needs: tuple[str, ...]
    inside: Mapping[str, BoxForm]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a template: its boxes by name, in painting order.

    `roots` are the first words of all that decides how it looks and what it is told as: a side that names no field of
    a card is the same for all of them.
    """

    description: Marked
    boxes: Mapping[str, BoxForm]
    roots: frozenset[str]


def side_of(marked: Marked, styles: Mapping[str, Any]) -> Side:
    """A side that has been found to be right; `styles` as written."""
    forms = _forms(marked.part("boxes"), styles)
    told = frozenset(roots_in(marked.value["description"]))
    return Side(marked.part("description"), forms, told.union(*(form.roots for form in forms.values())))


def _forms(boxes: Marked, styles: Mapping[str, Any]) -> dict[str, BoxForm]:
    """The boxes that stand together. None is placed by itself, directly or by way of others."""
    values: Mapping[str, Mapping[str, Any]] = boxes.value
    forms: dict[str, BoxForm] = {}

    @cache  # in a pile of boxes, each is placed by the one above in several ways
    def placing(name: str) -> frozenset[str]:
        """The first words of what decides where a box is."""
        box = values[name]
        words = set(roots_in([box.get("box"), box.get("turn") if is_reference(box["kind"]) else None]))
        for other, edge in placed_by(box):
            if other in values:
                words |= form(other).roots if edge in TEXT_EDGES else placing(other)
        return frozenset(words)

    def form(name: str) -> BoxForm:
        if name not in forms:
            box = values[name]
            part = boxes.part(name)
            inside = _forms(part.part("boxes"), styles) if "boxes" in box else {}
            own = {key: value for key, value in box.items() if key not in ("boxes", "when")}
            words = {*roots_in(own), *placing(name)}
            for style in (box.get("style"), box.get("header"), *styles_named(own)):
                words |= set(roots_in(styles.get(str(style), "")))
            when = Conditional(when=box.get("when", {})).when
            words |= {path.split(".")[0] for path in when}
            within = {word for each in inside.values() for word in each.roots}
            words |= within - set(inner_values(box["kind"]))
            if is_reference(box["kind"]):
                words |= form(box["of"]).roots
            needs = tuple(each for each in needed_by(box) if each in values)
            forms[name] = BoxForm(part, when, frozenset(words), needs, inside)
        return forms[name]

    return {name: form(name) for name in values}


def placed_by(box: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The boxes whose edges say where a box is, each with the edge; the areas of the card are none of them."""
    for _, term in terms_in(box.get("box")):
        if term.box and term.box not in AREAS:
            yield term.box, term.edge
    if isinstance(box.get("of"), str) and is_reference(box["kind"]):
        yield box["of"], "box"


def needed_by(box: Mapping[str, Any]) -> list[str]:
    """The names of all that a box is placed by, each once."""
    return list(dict.fromkeys(name for name, _ in placed_by(box)))


def circle_in(names: Mapping[str, Any], needs: Callable[[str], list[str]]) -> list[str]:
    """The first circle of names that need each other, begun and ended by the same one; empty when there is none.

    Or the first chain of them that is too long.
    """
    done: set[str] = set()

    def walk(name: str, above: tuple[str, ...]) -> list[str]:
        if name in above:
            return [*above[above.index(name) :], name]
        if name in done or name not in names:
            return []
        if len(above) == LONGEST_CHAIN:
            return [*above, name]
        for each in needs(name):
            if found := walk(each, (*above, name)):
                return found
        done.add(name)
        return []

    return next((found for name in names if (found := walk(name, ()))), [])
