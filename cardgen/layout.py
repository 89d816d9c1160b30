"""A card and its template into a Scene, box by box. What does not fit is a finding, never a cut.

A box that names no field of the card is laid out once for the whole deck, and so is a side made only of such boxes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cardgen.boxes import BOXES, AgainBox, Box, GroupBox
from cardgen.drawing import Brush, Picture, draw_box
from cardgen.errors import PRINT_CODES, DataError, Fault, Finding, Place
from cardgen.model import Card, Deck, Game, Side, Template
from cardgen.placeholders import UnknownValueError, fill, roots_in
from cardgen.reading import Key, Marked, Reader, try_model
from cardgen.scene import (
    IDENTITY,
    GlyphRun,
    Group,
    Item,
    Matrix,
    Rect,
    Scene,
    bounds_of,
    then,
    translate,
    turn,
    walk,
)
from cardgen.shapes import CellStyle
from cardgen.text import ink_of


@dataclass(frozen=True, slots=True)
class LaidBox:
    """Where a box came to lie on the trim, mm, and where the template says so."""

    name: str
    kind: str
    rect: Rect
    place: Place


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """One laid out side: its scene, its boxes in painting order, and what is not right with it."""

    scene: Scene
    boxes: tuple[LaidBox, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card's two sides; `back` is None where its template has none."""

    card: Card
    face: Laid
    back: Laid | None

    @property
    def sides(self) -> Iterator[tuple[str, Laid]]:
        yield "face", self.face
        if self.back is not None:
            yield "back", self.back


@dataclass(frozen=True, slots=True)
class _Part:
    """One box drawn."""

    items: tuple[Item, ...] = ()
    boxes: tuple[LaidBox, ...] = ()
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class _Desk:
    """What laying out one side needs at hand, and the faults that gather there."""

    template: Template
    values: Mapping[str, Any]
    areas: Mapping[str, Rect]
    styles: Mapping[str, CellStyle]
    pictures: Reader
    faults: list[Fault]
    about: str
    owner: dict[str, Any]
    """deck, card and side, for findings"""


def layout_deck(game: Game, deck: Deck) -> tuple[LaidCard, ...]:
    """Every card of the deck, in its order. DataError when a placeholder names nothing or fills in a wrong value."""
    size = deck.size
    trim = (size.height, size.width) if deck.template.landscape else (size.width, size.height)
    areas = _areas(*trim, size.bleed, size.safe)
    own = {"id", "copies"}.union(*(card.fields for card in deck.cards))
    styles, pictures, faults = cell_styles(game), Reader(game.folder), list[Fault]()
    fixed = {name: _fixed_boxes(deck.template, side, own) for name, side in deck.template.sides.items()}
    same: dict[str, dict[str, _Part]] = {name: {} for name in fixed}
    whole: dict[str, Laid] = {}
    main = game.file.languages[0]
    laid: list[LaidCard] = []
    for card in deck.cards:
        values = {
            **game.values,
            "deck": game.values["decks"][deck.id],
            "colours": deck.template.colours,
            "id": card.id,
            "copies": card.copies,
            **card.fields,
        }
        sides: dict[str, Laid] = {}
        for name, side in deck.template.sides.items():
            varies = not side.roots.isdisjoint(own)
            if not varies and name in whole:
                sides[name] = whole[name]
                continue
            stem = f"{deck.id}-{card.id}" if varies or name == "face" else deck.id
            owner = {"deck": deck.id, "card": card.id, "side": name}
            desk = _Desk(deck.template, values, areas, styles, pictures, faults, f"card {card.id!r}: ", owner)
            items, boxes, findings = _lay_boxes(desk, side.boxes, fixed[name], same[name])
            scene = Scene(
                *trim,
                items,
                bleed=size.bleed,
                name=stem if name == "face" else f"{stem}-back",
                title=" ".join(game.file.titles[lang] for lang in game.file.languages)
                + f" · {card.id if varies else name}",
                description=" ".join(_describe(desk, side, lang) for lang in game.file.languages),
                lang=main,
            )
            sides[name] = whole[name] = Laid(scene, boxes, findings)
        laid.append(LaidCard(card, sides["face"], sides.get("back")))
    if faults:
        raise DataError(faults)
    return tuple(laid)


def layout_page(game: Game, template: Template, size: tuple[float, float], name: str) -> Laid:
    """The face of a template that stands for itself, `size` mm wide and high. DataError as for a deck."""
    side = template.sides["face"]
    values = {**game.values, "colours": template.colours}
    faults: list[Fault] = []
    areas = _areas(*size, 0.0, 0.0)
    owner = {"deck": "", "card": name, "side": "face"}
    desk = _Desk(template, values, areas, cell_styles(game), Reader(game.folder), faults, "", owner)
    items, boxes, findings = _lay_boxes(desk, side.boxes, frozenset(), {})
    main = game.file.languages[0]
    scene = Scene(*size, items, name=name, title=_describe(desk, side, main), lang=main)
    if faults:
        raise DataError(faults)
    return Laid(scene, boxes, findings)


def cell_styles(game: Game) -> dict[str, CellStyle]:
    """The look of every card that has a colour, by its id: what a letter in a picture of a field stands for."""
    return {
        card.id: CellStyle(card.fields["colour"], card.fields.get("pattern") or "plain")
        for deck in game.decks.values()
        for card in deck.cards
        if isinstance(card.fields.get("colour"), str)
    }


def _areas(width: float, height: float, bleed: float, safe: float) -> dict[str, Rect]:
    return {
        "trim": (0.0, 0.0, width, height),
        "bleed": (-bleed, -bleed, width + 2 * bleed, height + 2 * bleed),
        "safe": (safe, safe, width - 2 * safe, height - 2 * safe),
    }


def _describe(desk: _Desk, side: Side, lang: str) -> str:
    def wrong(_: Key, error: UnknownValueError) -> None:
        desk.faults.append(Fault(side.place, f"{desk.about}description: {error}", error.hint))

    return str(fill(side.description.get(lang, ""), desk.values, wrong))


def _styled(template: Template, box: Marked) -> Marked:
    """The box with what its text style says under what it says itself."""
    style = box.value.get("style")
    if style is None:
        return box
    under = {key: value for key, value in template.styles[style].items() if key not in box.value}
    return replace(box, value={**box.value, **under})


def _fixed_boxes(template: Template, side: Side, own: set[str]) -> frozenset[str]:
    """The boxes of a side that are the same for every card."""
    fixed = {name for name, box in side.boxes.items() if own.isdisjoint(roots_in(_styled(template, box).value))}
    return frozenset(name for name in fixed if side.boxes[name].value.get("of", name) in fixed)


def _lay_boxes(
    desk: _Desk, boxes: Mapping[str, Marked], fixed: frozenset[str], same: dict[str, _Part]
) -> tuple[tuple[Item, ...], tuple[LaidBox, ...], tuple[Finding, ...]]:
    """All boxes of a side in order. Those that are `fixed` are taken from, or put into, `same`."""
    parts: dict[str, _Part] = {}
    for name, box in boxes.items():
        if name in same:  # its findings were told with the first card
            parts[name] = replace(same[name], findings=())
            continue
        parts[name] = _lay_box(desk, name, box, parts, IDENTITY)
        if name in fixed:
            same[name] = parts[name]
    return (
        tuple(item for part in parts.values() for item in part.items),
        tuple(box for part in parts.values() for box in part.boxes),
        tuple(finding for part in parts.values() for finding in part.findings),
    )


def _lay_box(desk: _Desk, name: str, box: Marked, before: Mapping[str, _Part], matrix: Matrix) -> _Part:
    """One box; `matrix` is how the group it stands in lies on the trim."""

    def wrong(path: Key, error: UnknownValueError) -> None:
        desk.faults.append(Fault(box.place(*path), f"{desk.about}{error}", error.hint))

    told = len(desk.faults)
    styled = _styled(desk.template, box) if box.value["kind"] == "text" else box
    inner = styled.value.get("boxes")
    raw = {key: value for key, value in styled.value.items() if key != "boxes"}
    filled = fill(raw, desk.values, wrong)
    if inner is not None:
        filled["boxes"] = inner
    if len(desk.faults) > told:
        return _Part()
    model, faults = try_model(BOXES[filled["kind"]], replace(styled, value=filled))
    desk.faults.extend([replace(fault, message=desk.about + fault.message) for fault in faults])
    if model is None:
        return _Part()
    if isinstance(model, AgainBox):
        return _again(desk, model, name, before[model.of], box.place())
    assert isinstance(model, Box)  # every other kind is one
    area: Rect = desk.areas[model.box] if isinstance(model.box, str) else model.box
    way = turn(model.turn, area[0] + area[2] / 2, area[1] + area[3] / 2) if model.turn else IDENTITY
    rect = bounds_of(then(way, matrix), area)
    here = LaidBox(name, model.kind, rect, box.place())
    if isinstance(model, GroupBox):
        inside = then(then(translate(area[0], area[1]), way), matrix)
        group: dict[str, _Part] = {}
        for key in model.boxes:
            group[key] = _lay_box(desk, f"{name}.{key}", box.part("boxes", key), group, inside)
        items = tuple(item for part in group.values() for item in part.items)
        return _Part(
            (Group(items, then(translate(area[0], area[1]), way)),),
            (here, *(laid for part in group.values() for laid in part.boxes)),
            tuple(finding for part in group.values() for finding in part.findings),
        )
    findings: list[Finding] = []

    def report(code: str, message: str, hint: str) -> None:
        told_at = box.place("text") if "text" in box.value else box.place()
        text = f"{desk.about}{name}: {message}"
        findings.append(Finding(told_at, PRINT_CODES[code], code, text, hint, rect=rect, **desk.owner))

    brush = Brush(desk.styles, lambda file: _picture(desk, file, box.place("file")), report)
    try:
        items = draw_box(model, area, brush)
    except DataError as error:
        desk.faults.extend(error.faults)
        return _Part()
    if model.turn:
        items = (Group(items, way),)
    beyond = _beyond(items, matrix, desk.areas["safe"])
    if beyond > 0.01:
        report("outside-safe-area", f"text reaches {beyond:.2f} mm out of the safe area", "it may be cut off")
    return _Part(items, (here,), tuple(findings))


def _beyond(items: tuple[Item, ...], matrix: Matrix, safe: Rect) -> float:
    """How far the ink of text reaches out of the safe area, mm; 0 or less where it does not."""
    left, top, width, height = safe
    over = [0.0]
    for under, item in walk(items, matrix):
        if isinstance(item, GlyphRun) and item.text.strip():
            x, y, wide, tall = bounds_of(under, ink_of(item))
            over += [left - x, top - y, x + wide - left - width, y + tall - top - height]
    return max(over)


def _again(desk: _Desk, model: AgainBox, name: str, part: _Part, place: Place) -> _Part:
    """A box once more, turned about the middle of the trim; its text an echo of the first."""
    _, _, width, height = desk.areas["trim"]
    way = turn(model.turn, width / 2, height / 2)
    boxes = tuple(LaidBox(name, box.kind, bounds_of(way, box.rect), place) for box in part.boxes)
    return _Part((Group(tuple(map(_echo, part.items)), way),), boxes)


def _echo(item: Item) -> Item:
    if isinstance(item, GlyphRun):
        return replace(item, echo=True)
    if isinstance(item, Group):
        return replace(item, items=tuple(map(_echo, item.items)))
    return item


def _picture(desk: _Desk, file: str, place: Place) -> Picture:
    """An image file inside the game's folder. DataError when it is not there, or is no picture."""
    from PIL import Image, UnidentifiedImageError  # decks without pictures need none of it

    path = desk.pictures.find(file, place)
    content = desk.pictures.read_bytes(path)
    try:
        with Image.open(path) as image:
            return Picture(path, hashlib.sha256(content).hexdigest(), image.size)
    except (UnidentifiedImageError, Image.DecompressionBombError, OSError) as error:
        raise DataError(Fault(place, f"{file!r} is not a picture that can be read", "PNG, JPEG or WebP")) from error
