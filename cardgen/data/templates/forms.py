"""Boxes of a template ready for the layout: the words that decide how each looks, and the boxes it is placed by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from cardgen.base.records import dataclass
from cardgen.data.conditions import Condition, names_in
from cardgen.data.placeholders import roots_in
from cardgen.data.reading import Marked
from cardgen.data.templates.areas import EDGES, terms_in
from cardgen.data.templates.box_models import AREAS, Conditional
from cardgen.data.templates.extending import LONGEST_CHAIN
from cardgen.data.templates.kinds import inner_values, is_reference
from cardgen.data.templates.markup import styles_named

#: The sides of a card.
SIDES = ("face", "back")

SideBox: TypeAlias = tuple[str, str]
"""A box by its side, which is empty inside of a container, and its name."""


@dataclass(frozen=True, slots=True)
class BoxForm:
    """One box as the files have it, after `extends`, its conditions, and the boxes inside it.

    `roots` are the first words of all that decides its look and its place: of its placeholders, of those in its text
    style, of its conditions, and of the boxes that it is placed by. `needs` are these boxes, and the one it repeats.
    `chain` are the boxes that its text flows through, with this one; none if it has no others. If `when_text` names a
    box, it is drawn only if that one shows text.
    """

    marked: Marked
    when: Mapping[str, Condition]
    roots: frozenset[str]
    needs: tuple[str, ...]
    inside: Mapping[str, BoxForm]
    chain: tuple[SideBox, ...] = ()
    when_text: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a template: its boxes by name, in painting order.

    `roots` are the first words of all that decides its look and its text alternative: a side that names no field of a
    card is the same for all of them.
    """

    description: Marked
    boxes: Mapping[str, BoxForm]
    roots: frozenset[str]


def sides_of(template: Marked, styles: Mapping[str, Any]) -> dict[str, Side]:
    """Return the sides of a template that has been checked, by name; `styles` are as written."""
    boxes = {side: template.part(side, "boxes") for side in SIDES if side in template.value}
    chains = chains_in({side: part.value for side, part in boxes.items()})
    forms = {side: _forms(part, styles, side, chains) for side, part in boxes.items()}
    # What decides a text on the face decides what goes on on the back.
    across = [chain for chain in chains if chain[0][0] != chain[-1][0]]
    if across:
        shared = frozenset().union(*(forms[side][name].roots for chain in across for side, name in chain))
        forms = {side: _forms(part, styles, side, chains, shared) for side, part in boxes.items()}
    return {side: _side_of(template.part(side), forms[side]) for side in boxes}


def _side_of(marked: Marked, forms: Mapping[str, BoxForm]) -> Side:
    described = frozenset(roots_in(marked.value["description"]))
    return Side(marked.part("description"), forms, described.union(*(form.roots for form in forms.values())))


def chains_in(sides: Mapping[str, Mapping[str, Any]]) -> list[tuple[SideBox, ...]]:
    """Return the chains of boxes that texts flow through, each in its order: on the face, on the back, or on both."""
    followers: dict[SideBox, SideBox] = {}
    for side, boxes in sides.items():
        earlier: set[str] = set()
        for name, box in boxes.items():
            other = box.get("continues") if isinstance(box, dict) else None
            if isinstance(other, str):
                followers[side if other in earlier else SIDES[0], other] = (side, name)
            earlier.add(name)
    chains = []
    for begin in followers:
        if begin not in followers.values():
            chain = [begin]
            while chain[-1] in followers:
                chain.append(followers[chain[-1]])
            chains.append(tuple(chain))
    return chains


def _forms(
    boxes: Marked,
    styles: Mapping[str, Any],
    side: str = "",
    chains: Sequence[tuple[SideBox, ...]] = (),
    across: frozenset[str] = frozenset(),
) -> dict[str, BoxForm]:
    """Return the boxes of one side or container. None is placed by itself, directly or through others.

    `across` are the first words of all that decides texts that flow from the face onto the back.
    """
    values: Mapping[str, Mapping[str, Any]] = boxes.value
    chain_of = {member: chain for chain in chains for member in chain}
    forms: dict[str, BoxForm] = {}

    @cache  # in a pile of boxes, each is placed by the one above in several ways
    def placing(name: str) -> frozenset[str]:
        """Return the first words of all that decides the place of a box."""
        box = values[name]
        words = set(roots_in([box.get("box"), box.get("turn") if is_reference(box["kind"]) else None]))
        for other, edge in placed_by(box):
            if other in values:
                words |= placing(other) if edge in (*EDGES, "box") else form(other).roots
        return frozenset(words)

    def writing(name: str) -> set[str]:
        """Return the first words of the keys of a box and of its styles."""
        box = values[name]
        own = {key: value for key, value in box.items() if key not in ("boxes", "when")}
        words = set(roots_in(own))
        for style in (box.get("style"), box.get("header"), *styles_named(own)):
            words |= set(roots_in(styles.get(str(style), "")))
        when = Conditional(when=box.get("when", {})).when
        return words | {path.split(".")[0] for _, path in names_in(when)}

    def form(name: str) -> BoxForm:
        if name not in forms:
            box = values[name]
            part = boxes.part(name)
            inside = {}
            if "boxes" in box:
                inside = _forms(part.part("boxes"), styles, chains=chains_in({"": box["boxes"]}))
            chain = chain_of.get((side, name), ())
            words = {*writing(name), *placing(name)}
            for other_side, other in chain:
                words |= {*writing(other), *placing(other)} if other_side == side else across
            when = Conditional(when=box.get("when", {})).when
            within = {word for inner in inside.values() for word in inner.roots}
            words |= within - set(inner_values(box["kind"]))
            if is_reference(box["kind"]):
                words |= form(box["of"]).roots
            when_text = str(box.get("when_text") or "")
            if when_text and when_text not in values:
                words |= across
            needs = tuple(other for other in needed_by(box) if other in values)
            forms[name] = BoxForm(part, when, frozenset(words), needs, inside, chain, when_text)
        return forms[name]

    return {name: form(name) for name in values}


def placed_by(box: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the boxes whose edges the place of a box names, each with the edge, without the areas of the card.

    The box whose text decides whether it is drawn has the edge `text`.
    """
    for _, term in terms_in(box.get("box")):
        if term.box and term.box not in AREAS:
            yield term.box, term.edge
    if isinstance(box.get("of"), str) and is_reference(box["kind"]):
        yield box["of"], "box"
    if isinstance(box.get("when_text"), str):
        yield box["when_text"], "text"


def needed_by(box: Mapping[str, Any]) -> list[str]:
    """Return the names of the boxes that a box is placed by, each once."""
    return list(dict.fromkeys(name for name, _ in placed_by(box)))


def circle_in(names: Mapping[str, Any], needs: Callable[[str], list[str]]) -> list[str]:
    """Return the first circle of names that need each other, from one name to the same; or a chain that is too long.

    Empty if there is none.
    """
    done: set[str] = set()

    def walk(name: str, above: tuple[str, ...]) -> list[str]:
        if name in above:
            return [*above[above.index(name) :], name]
        if name in done or name not in names:
            return []
        if len(above) == LONGEST_CHAIN:
            return [*above, name]
        for other in needs(name):
            if circle := walk(other, (*above, name)):
                return circle
        done.add(name)
        return []

    return next((circle for name in names if (circle := walk(name, ()))), [])
