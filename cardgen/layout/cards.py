"""A card and its template into a Scene, box by box. What does not fit is a finding, never a cut.

A box that names no field of the card is laid out once for the whole deck, and so is a side made only of such boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from cardgen.data.boxes import BOXES, AgainBox, Box, GroupBox
from cardgen.data.languages import Borrowed, pick_language
from cardgen.data.model import Card, Deck, Game, Side, Template
from cardgen.data.pictures import Pictures
from cardgen.data.placeholders import PlaceholderError, as_text, fill
from cardgen.data.reading import Key, Marked, try_model
from cardgen.draw.scene import (
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
from cardgen.draw.shapes import CellStyle
from cardgen.draw.text import ink_of
from cardgen.errors import PRINT_CODES, DataError, Fault, Finding, Place
from cardgen.layout.boxes import Brush, draw_box

Report: TypeAlias = Callable[[str, str, str], None]
"""Told a finding's name, message and hint."""


@dataclass(frozen=True, slots=True)
class LaidBox:
    """Where a box came to lie on the trim, mm, and where the template says so."""

    name: str
    kind: str
    rect: Rect
    place: Place


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose side it is; of one that many cards share, the first. Without a deck, `card` is the name of a page."""

    deck: str
    card: str
    side: str


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """One laid out side: its scene, its boxes in painting order, what is not right with it, and what it is told as.

    `told` is the text alternative in each of the game's languages; the scene's description is all of them.
    """

    scene: Scene
    boxes: tuple[LaidBox, ...]
    findings: tuple[Finding, ...]
    owner: Owner
    told: Mapping[str, str] = field(default_factory=dict)


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


class _Faults:
    """What is wrong, each thing once with the cards that have it."""

    def __init__(self) -> None:
        self.found: dict[Fault, list[str]] = {}

    def add(self, fault: Fault, card: str) -> None:
        self.found.setdefault(fault, []).append(card)

    def raise_any(self) -> None:
        """DataError when there are any."""
        if self.found:
            raise DataError(
                replace(fault, message=about(cards[0], len(cards)) + fault.message)
                for fault, cards in self.found.items()
            )


def about(card: str, count: int = 1) -> str:
    """How a message about a card, or so many, begins; about what all cards share, it names none."""
    others = f" and {count - 1} more" if count > 1 else ""
    return f"card {card!r}{others}: " if card else ""


@dataclass(frozen=True, slots=True)
class _Desk:
    """What laying out one side needs at hand, and the faults that gather there."""

    template: Template
    values: Mapping[str, Any]
    areas: Mapping[str, Rect]
    styles: Mapping[str, CellStyle]
    pictures: Pictures
    faults: _Faults
    owner: Owner
    lang: str
    """the language of what does not say its own"""
    card: str
    """the card to name in messages, none about what all cards share"""

    def finding(self, place: Place, name: str, message: str, hint: str, rect: Rect) -> Finding:
        code, text, owner = PRINT_CODES[name], about(self.card) + message, self.owner
        return Finding(place, code, name, text, hint, deck=owner.deck, card=owner.card, side=owner.side, rect=rect)


def layout_deck(game: Game, deck: Deck) -> tuple[LaidCard, ...]:
    """Every card of the deck, in its order. DataError when a placeholder names nothing or fills in a wrong value."""
    size = deck.size
    trim = (size.height, size.width) if deck.template.landscape else (size.width, size.height)
    areas = _areas(*trim, size.bleed, size.safe)
    own = {"id", "copies", *deck.fields}
    styles, pictures, faults = cell_styles(game), Pictures(game.reader), _Faults()
    same: dict[str, dict[str, _Part]] = {name: {} for name in deck.template.sides}
    whole: dict[str, Laid] = {}
    languages = game.file.languages
    lang = game.file.decks[deck.id].language or languages[0]
    told = " ".join(game.file.titles[lang] for lang in languages)
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
            owner = Owner(deck.id, card.id, name)
            named = card.id if varies else ""
            desk = _Desk(deck.template, values, areas, styles, pictures, faults, owner, lang, named)
            items, boxes, findings = _lay_boxes(desk, side, own, same[name])
            descriptions = {lang: _describe(desk, side, lang) for lang in languages}
            scene = Scene(
                *trim,
                items,
                bleed=size.bleed,
                name=stem if name == "face" else f"{stem}-back",
                title=f"{told} · {card.id if varies else name}",
                description=" ".join(descriptions.values()),
                lang=languages[0],
            )
            sides[name] = whole[name] = Laid(scene, boxes, findings, owner, descriptions)
        laid.append(LaidCard(card, sides["face"], sides.get("back")))
    faults.raise_any()
    return tuple(laid)


def layout_page(game: Game, template: Template, size: tuple[float, float], name: str) -> Laid:
    """The face of a template that stands for itself, `size` mm wide and high. DataError as for a deck."""
    side = template.sides["face"]
    values = {**game.values, "colours": template.colours}
    faults, areas, owner = _Faults(), _areas(*size, 0.0, 0.0), Owner("", name, "face")
    main = game.file.languages[0]
    desk = _Desk(template, values, areas, cell_styles(game), Pictures(game.reader), faults, owner, main, "")
    items, boxes, findings = _lay_boxes(desk, side, set(), {})
    scene = Scene(*size, items, name=name, title=_describe(desk, side, main), lang=main)
    faults.raise_any()
    return Laid(scene, boxes, findings, owner)


def cell_styles(game: Game) -> dict[str, CellStyle]:
    """The look of every card that has a colour, by its id: what a letter in a picture of a field stands for."""
    return {
        card.id: style_of(deck, card)
        for deck in game.decks.values()
        if deck.has(colour="colour")
        for card in deck.cards
        if card.fields["colour"]
    }


def style_of(deck: Deck, card: Card) -> CellStyle:
    """The look of a card's cells: its field colour, and its field pattern if the deck has one."""
    return CellStyle(card.fields["colour"], (deck.has(pattern="pattern") and card.fields["pattern"]) or "plain")


def _areas(width: float, height: float, bleed: float, safe: float) -> dict[str, Rect]:
    return {
        "trim": (0.0, 0.0, width, height),
        "bleed": (-bleed, -bleed, width + 2 * bleed, height + 2 * bleed),
        "safe": (safe, safe, width - 2 * safe, height - 2 * safe),
    }


def _describe(desk: _Desk, side: Side, lang: str) -> str:
    def wrong(_: Key, error: PlaceholderError) -> None:
        desk.faults.add(Fault(side.description.place(lang), str(error), error.hint), desk.card)

    return as_text(fill(side.description.value[lang], desk.values, wrong, (lang,)))


def _lay_boxes(
    desk: _Desk, side: Side, own: set[str], same: dict[str, _Part]
) -> tuple[tuple[Item, ...], tuple[LaidBox, ...], tuple[Finding, ...]]:
    """All boxes of a side in order. Those that name no field of a card's `own` are taken from, or put into, `same`."""
    parts: dict[str, _Part] = {}
    for name, box in side.boxes.items():
        if name in same:  # its findings were told with the first card
            parts[name] = replace(same[name], findings=())
        elif side.box_roots[name].isdisjoint(own):
            parts[name] = same[name] = _lay_box(replace(desk, card=""), name, box, parts, IDENTITY)
        else:
            parts[name] = _lay_box(desk, name, box, parts, IDENTITY)
    return (
        tuple(item for part in parts.values() for item in part.items),
        tuple(box for part in parts.values() for box in part.boxes),
        tuple(finding for part in parts.values() for finding in part.findings),
    )


def _fill_box(desk: _Desk, box: Marked) -> Any:
    """The box as its model, with its text style and its placeholders filled in, in its own language or the card's.

    A key whose value the card leaves out counts as not written. None when the box cannot do without it, and for a box
    with a fault.
    """
    faults: list[Fault] = []

    def wrong(path: Key, error: PlaceholderError) -> None:
        written = (path[0], by_language[path[0]], *path[1:]) if path[0] in by_language else path
        faults.append(Fault(box.place(*written), str(error), error.hint))

    style = desk.template.styles.get(box.value.get("style"))
    raw = {**style.value, **box.value} if style else dict(box.value)
    languages = (str(raw.get("lang", desk.lang)), desk.lang)
    raw, by_language = pick_language(raw, languages)
    inner = raw.pop("boxes", None)  # each is filled in by itself
    filled = {key: value for key, value in fill(raw, desk.values, wrong, languages).items() if value is not None}
    if inner is not None:
        filled["boxes"] = inner
    if isinstance(filled.get("text"), int | float):
        filled["text"] = as_text(filled["text"])
    kind = BOXES[raw["kind"]]
    if "lang" in kind.model_fields:
        borrowed = next((text.lang for text in (filled.get("text"), raw.get("text")) if isinstance(text, Borrowed)), "")
        filled["lang"] = borrowed or filled.get("lang", desk.lang)
    model = None
    if not faults and all(key in filled for key in raw if kind.model_fields[key].is_required()):
        model, faults = try_model(kind, replace(box, value=filled))
    for fault in faults:
        desk.faults.add(fault, desk.card)
    return model


def _lay_box(desk: _Desk, name: str, box: Marked, before: Mapping[str, _Part], matrix: Matrix) -> _Part:
    """One box; `matrix` is how the group it stands in lies on the trim."""
    model = _fill_box(desk, box)
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

    def report(finding: str, message: str, hint: str) -> None:
        findings.append(desk.finding(box.place("text"), finding, f"{name}: {message}", hint, rect))

    brush = Brush(desk.styles, lambda file: desk.pictures.open(file, box.place("file")), report)
    try:
        items = draw_box(model, area, brush)
    except DataError as error:
        for fault in error.faults:
            desk.faults.add(fault, desk.card)
        return _Part()
    if model.turn:
        items = (Group(items, way),)
    _report_beyond(items, matrix, desk.areas["safe"], report)
    return _Part(items, (here,), tuple(findings))


def _report_beyond(items: tuple[Item, ...], matrix: Matrix, safe: Rect, report: Report) -> None:
    """Tells of text whose ink reaches out of the safe area."""
    left, top, width, height = safe
    beyond = [0.0]
    for under, item in walk(items, matrix):
        if isinstance(item, GlyphRun) and item.text.strip():
            x, y, wide, tall = bounds_of(under, ink_of(item))
            beyond += [left - x, top - y, x + wide - left - width, y + tall - top - height]
    if max(beyond) > 0.01:
        told = f"text reaches {max(beyond):.2f} mm out of the safe area"
        report("outside-safe-area", told, "it may be cut off")


def _again(desk: _Desk, model: AgainBox, name: str, part: _Part, place: Place) -> _Part:
    """A box once more, turned about the middle of the trim; its text an echo of the first."""
    _, _, width, height = desk.areas["trim"]
    way = turn(model.turn, width / 2, height / 2)
    boxes = tuple(LaidBox(name, box.kind, bounds_of(way, box.rect), place) for box in part.boxes)
    if not boxes:  # the card leaves the box out
        return _Part()
    items = (Group(tuple(map(_echo, part.items)), way),)
    findings: list[Finding] = []

    def report(finding: str, message: str, hint: str) -> None:
        findings.append(desk.finding(place, finding, f"{name}: {message}", hint, boxes[0].rect))

    _report_beyond(items, IDENTITY, desk.areas["safe"], report)
    return _Part(items, boxes, tuple(findings))


def _echo(item: Item) -> Item:
    if isinstance(item, GlyphRun):
        return replace(item, echo=True)
    if isinstance(item, Group):
        return replace(item, items=tuple(map(_echo, item.items)))
    return item
