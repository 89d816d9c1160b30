"""Cards laid out by their templates, box by box, as scenes. A text that does not fit is a finding; nothing is cut.

A box that names no field of the card is laid out once for the whole deck, and so is a side made only of such boxes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, TypeAlias, cast
from weakref import WeakKeyDictionary

from cardgen.base.errors import Finding, Place
from cardgen.base.records import dataclass, field, replace
from cardgen.base.values import as_text
from cardgen.cards.boxes.ink import SafeShape
from cardgen.cards.layout.ahead import Prepared, are_many, prepare_face, prepare_late
from cardgen.cards.layout.card_values import has_effects, own_values
from cardgen.cards.layout.context import CardFaults, SideContext, TemplateContext, placeholder_fault
from cardgen.cards.layout.frames import Frame, frame_of
from cardgen.cards.layout.laid import LaidBox, Owner
from cardgen.cards.layout.marks import without_marks
from cardgen.cards.layout.parts import SharedBoxes, layout_side
from cardgen.cards.layout.reuse import DeckReuse, KeptCard, LayoutCache, has_same_sizes, paths_in
from cardgen.data.card_shapes import CIRCLE, RECTANGLE, side_outline
from cardgen.data.languages.own_words import distinct_texts
from cardgen.data.model import Card, Deck, Game, Template
from cardgen.data.pictures import Pictures
from cardgen.data.placeholders import PlaceholderError, fill_text
from cardgen.data.templates.forms import Side
from cardgen.data.templates.models import DesignEntry
from cardgen.scene.items import Item, Scene
from cardgen.scene.keys import content_key
from cardgen.scene.late import LateScene
from cardgen.scene.paths import move_path
from cardgen.scene.regions import flatten, inverse
from cardgen.scene.shapes import CellStyle


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """One laid out side: its scene, its boxes in painting order, its findings, and its text alternatives.

    `descriptions` is the text alternative in each of the game's languages; the scene's description is all of them.
    """

    scene: Scene
    boxes: tuple[LaidBox, ...]
    findings: tuple[Finding, ...]
    owner: Owner
    descriptions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card's two sides; `back` is None if its template has none.

    They are those of its first copy if copies differ: `copies` lays out the sides that do, else it is None.
    """

    card: Card
    face: Laid
    back: Laid | None
    copies: LayoutCopy | None = None

    @property
    def sides(self) -> Iterator[tuple[str, Laid]]:
        """The sides of the card, with their names."""
        yield "face", self.face
        if self.back is not None:
            yield "back", self.back


LayoutCopy: TypeAlias = Callable[[Card, int, object], Mapping[str, Laid]]
"""Lays out the sides of a card that differ from copy to copy, for the number of a copy and its serial number."""

#: The values that differ from copy to copy of a card.
_OF_COPIES = frozenset({"card.copy", "card.serial"})


# ---------------------------------------------------------------- decks


@dataclass(frozen=True)
class _DeckLayout:
    """The values that the cards of a deck share while they are laid out, and the parts that are laid out once."""

    game: Game
    deck: Deck
    shared: TemplateContext
    game_title: str
    trim: tuple[float, float]
    """the width and the height of its cards, mm"""
    fields: frozenset[str]
    """the first words of placeholders whose values belong to the card"""
    boxes: Mapping[str, SharedBoxes]
    """the boxes of each side"""
    sides: dict[str, Laid] = field(default_factory=dict)
    """sides that are equal on all cards"""
    copied: dict[tuple[str, int, object], Mapping[str, Laid]] = field(default_factory=dict)
    """sides that differ from copy to copy, by the id of the card, the number of the copy and its serial number"""

    @cached_property
    def copies(self) -> LayoutCopy | None:
        """What lays out the copies of a card; None if all copies are the same."""
        template = self.deck.template
        names = [name for name, side in template.sides.items() if "card" in side.roots]
        differing = [name for name in names if not _OF_COPIES.isdisjoint(paths_in(template, (name,)))]
        return partial(_layout_copy, self, differing) if differing else None

    def learn(self, cards: Sequence[Card]) -> None:
        """Prepare for the texts of further cards, after one has been laid out."""
        for boxes in self.boxes.values():
            boxes.learn(cards)

    def varies(self, side: str) -> bool:
        """Return True if a side may differ from card to card."""
        return not self.deck.template.sides[side].roots.isdisjoint(self.fields)


def layout_deck(
    game: Game, deck: Deck, cache: LayoutCache[Laid] | None = None, for_files: bool = False
) -> tuple[LaidCard, ...]:
    """Lay out every card of a deck, in its order. DataError if a placeholder names nothing or gives a wrong value.

    With a `cache` of an earlier layout, only cards that may have changed are laid out. `for_files`, the faces of a
    large deck may be laid out by several processes. The result is the same.
    """
    layout = _start_deck(game, deck)
    if has_same_sizes(deck.template):  # every card is laid out first, for the size that it needs
        for card in deck.cards:
            _layout_card(layout, card)
        layout = _start_deck(game, deck, layout.shared.needed)
    reuse = DeckReuse(cache, game, deck, layout.shared, layout.game_title, layout.fields)
    if cache is not None and not reuse.has_any:
        cache.anew(deck.id)
    layout.sides.update(reuse.shared_sides())

    def layout_one(card: Card) -> LaidCard:
        laid = _find_or_layout(layout, card, reuse)
        if card is deck.cards[0] and not for_files and not reuse.has_any:
            layout.learn(deck.cards[1:])
        return laid

    if for_files and deck.cards:
        first = layout_one(deck.cards[0])
        cards = [first, *_layout_late(layout, first, layout_one)]
    else:
        cards = reuse.layout_all(layout_one)
    layout.shared.faults.raise_any()
    reuse.finish(layout.sides)
    return tuple(_share_backs(cards, deck.id, layout.game_title))


def _find_or_layout(layout: _DeckLayout, card: Card, reuse: DeckReuse[Laid]) -> LaidCard:
    """Return a card that was laid out before, or lay it out."""
    kept = reuse.find(card)
    if kept is None:
        laid = _layout_card(layout, card)
        kept = KeptCard(card.copies, card.fields, {n: side for n, side in laid.sides if n not in layout.sides})
        reuse.add(card, kept)
        return laid
    sides = layout.sides
    face, back = kept.sides.get("face") or sides["face"], kept.sides.get("back") or sides.get("back")
    return LaidCard(card, face, back, layout.copies)


def _start_deck(game: Game, deck: Deck, sizes: Mapping[Place, float] | None = None) -> _DeckLayout:
    languages = game.file.languages
    frame = _deck_frame(game, deck)
    return _DeckLayout(
        game,
        deck,
        TemplateContext(
            deck.template,
            frame,
            cell_styles(game),
            Pictures(game.reader),
            CardFaults(),
            game.file.decks[deck.id].language or languages[0],
            game.fonts,
            max(0.0, deck.size.corner - deck.size.safe) / frame.factor,
            _safe_shapes(deck, frame),
            sizes or {},
        ),
        " ".join(distinct_texts(game.file.titles, languages).values()),
        deck.trim,
        frozenset({"card", "id", "copies", *(("effect",) if has_effects(deck) else ()), *deck.fields}),
        {name: SharedBoxes() for name in deck.template.sides},
    )


def _safe_shapes(deck: Deck, frame: Frame) -> dict[str, SafeShape]:
    """Return the outlines of a deck's sides in the coordinates of the template, unless the safe area is enough."""
    if deck.size.shape in (RECTANGLE, CIRCLE):
        return {}
    back, shapes = inverse(frame.matrix), {}
    assert back is not None
    for side in deck.template.sides:
        outline = side_outline(deck.size, *deck.trim, is_back=side == "back")
        ((points, _),) = flatten(move_path(outline, back))
        shapes[side] = SafeShape(tuple(points), deck.size.safe / frame.factor)
    return shapes


def _layout_late(layout: _DeckLayout, first: LaidCard, layout_one: Callable[[Card], LaidCard]) -> Iterator[LaidCard]:
    """Yield the cards of a deck after the first, which is laid out already. Many of them are only prepared."""
    sides, cards = layout.deck.template.sides, layout.deck.cards[1:]
    texts = layout.boxes["face"].texts
    shares_backs = layout.sides.keys() >= sides.keys() - {"face"}
    if texts is None or not shares_backs or not are_many(cards):
        layout.learn(cards)
        yield from map(layout_one, cards)
        return

    def prepare_chunk(chunk: Sequence[Card]) -> list[Prepared | None]:
        layout.learn(chunk)
        return [prepare_card(card) for card in chunk]

    def prepare_card(card: Card) -> Prepared | None:
        context = _side_context(layout, card, "face", _card_values(layout, card))
        part = texts.layout(context)
        if part is None:
            return None
        _, description = _describe(context, sides["face"], layout.game.file.languages)
        prepared = prepare_face(_scene(layout, context.owner, part.items, description))
        return None if layout.shared.faults.has_any else prepared

    prepare_face(first.face.scene)  # imports what all copies need
    faces = _LateFaces(layout, layout_one)
    boxes, back = first.face.boxes, layout.sides.get("back")
    for card, prepared in prepare_late(cards, prepare_chunk):
        if prepared is None:
            yield layout_one(card)
            continue
        scene = LateScene.of(*layout.trim, layout.deck.size.bleed, layout.shared.lang, faces, card)
        scene.keep(*prepared)
        yield LaidCard(card, _LateLaid.of(scene, boxes), back, layout.copies)


@dataclass(frozen=True, slots=True)
class _LateFaces:
    """Makes the faces of a deck's cards that are only prepared."""

    layout: _DeckLayout
    layout_one: Callable[[Card], LaidCard]

    def name(self, card: Card) -> str:
        return _scene_name(self.layout, self.owner(card))

    def owner(self, card: Card) -> Owner:
        return Owner(self.layout.deck.id, card.id, "face")

    def laid(self, card: Card) -> Laid:
        return self.layout_one(card).face

    def scene(self, card: Card) -> Scene:
        return self.laid(card).scene


class _LateLaid(Laid):
    """A face without findings whose owner and descriptions are found when they are asked for."""

    __slots__ = ()
    scene: LateScene

    @classmethod
    def of(cls, scene: LateScene, boxes: tuple[LaidBox, ...]) -> _LateLaid:
        laid, put = cls.__new__(cls), object.__setattr__
        put(laid, "scene", scene)
        put(laid, "boxes", boxes)
        put(laid, "findings", ())
        return laid

    def __getattr__(self, name: str) -> Any:
        # Called for attributes that are not there.
        if name not in ("owner", "descriptions"):
            raise AttributeError(name)
        faces, card = cast("_LateFaces", self.scene.maker), cast("Card", self.scene.thing)
        value = faces.owner(card) if name == "owner" else faces.laid(card).descriptions
        object.__setattr__(self, name, value)
        return value


def _layout_card(layout: _DeckLayout, card: Card) -> LaidCard:
    values = _card_values(layout, card)
    sides = {name: _layout_card_side(layout, card, name, values) for name in layout.deck.template.sides}
    return LaidCard(card, sides["face"], sides.get("back"), layout.copies)


def _layout_copy(
    layout: _DeckLayout, names: Sequence[str], card: Card, number: int, serial: object
) -> Mapping[str, Laid]:
    """Lay out the sides of a copy that differ from those of other copies. DataError as for the deck."""
    key = (card.id, number, serial)
    if key not in layout.copied:
        values = _card_values(layout, card)
        values["card"] = {**cast("dict[str, object]", values["card"]), "copy": number, "serial": serial}
        sides = {name: _layout_card_side(layout, card, name, values) for name in names}
        layout.shared.faults.raise_any()
        layout.copied[key] = {
            name: replace(laid, scene=replace(laid.scene, name=f"{laid.scene.name}-c{number}"))
            for name, laid in sides.items()
        }
    return layout.copied[key]


def _card_values(layout: _DeckLayout, card: Card) -> dict[str, object]:
    """Return the values that placeholders on a card can name."""
    game, deck = layout.game, layout.deck
    return {
        **game.values,
        "deck": game.values["decks"][deck.id],
        "colours": deck.template.colours,
        "language": layout.shared.lang,
        **own_values(game, deck, card, layout.shared.lang),
    }


def _layout_card_side(layout: _DeckLayout, card: Card, name: str, values: Mapping[str, object]) -> Laid:
    """Lay out one side of a card, or return the one that all cards of the deck share."""
    side = layout.deck.template.sides[name]
    varies = layout.varies(name)
    if not varies and name in layout.sides:
        return layout.sides[name]
    context = _side_context(layout, card, name, values)
    part = layout_side(context, side, layout.fields, layout.boxes[name])
    descriptions, description = _describe(context, side, layout.game.file.languages)
    scene = _scene(layout, context.owner, part.items, description)
    laid = Laid(scene, part.boxes, part.findings, context.owner, descriptions)
    if not varies:
        layout.sides[name] = laid
    return laid


def _side_context(layout: _DeckLayout, card: Card, name: str, values: Mapping[str, object]) -> SideContext:
    owner, varies = Owner(layout.deck.id, card.id, name), layout.varies(name)
    return SideContext(layout.shared, values, owner, card.id if varies else "", card.marked if varies else None)


def _scene(layout: _DeckLayout, owner: Owner, items: tuple[Item, ...], description: str) -> Scene:
    name, varies = owner.side, layout.varies(owner.side)
    return Scene(
        *layout.trim,
        items,
        layout.deck.size.bleed,
        _scene_name(layout, owner),
        f"{layout.game_title} · {owner.card if varies else name}",
        description,
        layout.shared.lang,
    )


def _scene_name(layout: _DeckLayout, owner: Owner) -> str:
    stem = f"{owner.deck}-{owner.card}" if owner.side == "face" or layout.varies(owner.side) else owner.deck
    return stem if owner.side == "face" else f"{stem}-back"


def _share_backs(cards: Sequence[LaidCard], deck: str, game_title: str) -> Sequence[LaidCard]:
    """Return the cards with one shared back for all backs that look the same; its name and title name no card.

    A back may depend on a field that many cards have in common, such as their kind.
    """
    groups: dict[str, list[Laid]] = {}
    keys: dict[int, str] = {}
    for back in {id(card.back): card.back for card in cards if card.back is not None}.values():
        keys[id(back)] = key = _back_key(back.scene)
        groups.setdefault(key, []).append(back)
    if all(len(group) == 1 for group in groups.values()):
        return cards
    shared: dict[str, Laid] = {}
    for key, group in groups.items():
        name = f"{deck}-back" if len(groups) == 1 else group[0].scene.name
        shared[key] = _common_back(group[0], name, f"{game_title} · back") if len(group) > 1 else group[0]
    return [
        card if card.back is None or card.back.findings else replace(card, back=shared[keys[id(card.back)]])
        for card in cards
    ]


#: The keys of backs without name and title, and the backs that were made of them to be shared: a deck that is laid out
#: again has most of its backs already.
_back_keys: WeakKeyDictionary[Scene, str] = WeakKeyDictionary()
_common_backs: WeakKeyDictionary[Scene, Laid] = WeakKeyDictionary()


def _back_key(scene: Scene) -> str:
    """Return a key that is equal for backs that differ in nothing but their names and titles."""
    if scene not in _back_keys:
        _back_keys[scene] = content_key(replace(scene, name="", title=""))
    return _back_keys[scene]


def _common_back(back: Laid, name: str, title: str) -> Laid:
    """Return a back with the name and the title that it has for all cards that share it."""
    common = _common_backs.get(back.scene)
    if common is None or (common.scene.name, common.scene.title) != (name, title):
        common = _common_backs[back.scene] = replace(back, scene=replace(back.scene, name=name, title=title))
    return common


# ---------------------------------------------------------------- pages


_pages: WeakKeyDictionary[Game, dict[tuple[object, ...], tuple[Template, Laid]]] = WeakKeyDictionary()


def layout_page(
    game: Game, template: Template, size: tuple[float, float], name: str, bleed: float = 0.0, safe: float = 0.0
) -> Laid:
    """Lay out the face of a template that belongs to no card. `size`, `bleed` and `safe` are in mm, as for cards.

    It is laid out once for a game: checks look at it before it is printed. DataError as for a deck.
    """
    pages, key = _pages.setdefault(game, {}), (id(template), size, name, bleed, safe)
    if key not in pages:  # kept with the template, so that its id stays its own
        pages[key] = template, _layout_page(game, template, size, name, bleed, safe)
    return pages[key][1]


def _layout_page(
    game: Game, template: Template, size: tuple[float, float], name: str, bleed: float, safe: float
) -> Laid:
    main = game.file.languages[0]
    values = {**game.values, "colours": template.colours, "language": main}
    frame = _frame(game, template, template.design, size, bleed, safe)
    pictures = Pictures(game.reader)
    shared = TemplateContext(template, frame, cell_styles(game), pictures, CardFaults(), main, game.fonts)
    context = SideContext(shared, values, Owner("", name, "face"))
    side = template.sides["face"]
    part = layout_side(context, side, frozenset(), SharedBoxes())
    descriptions, _ = _describe(context, side, game.file.languages)
    shared.faults.raise_any()
    scene = Scene(*size, part.items, bleed=bleed, name=name, title=descriptions[main], lang=main)
    return Laid(scene, part.boxes, part.findings, context.owner, descriptions)


# ---------------------------------------------------------------- shared by decks and pages


def cell_styles(game: Game) -> dict[str, CellStyle]:
    """Return the cell styles of all cards that have a colour, by the card's id."""
    return {
        card.id: style_of(deck, card)
        for deck in game.decks.values()
        if deck.has(colour="colour")
        for card in deck.cards
        if card.fields["colour"]
    }


def style_of(deck: Deck, card: Card) -> CellStyle:
    """Return the cell style of a card: its field colour, and its field pattern if the deck has one."""
    return CellStyle(card.fields["colour"], (deck.has(pattern="pattern") and card.fields["pattern"]) or "plain")


def design_scale(game: Game, deck: Deck) -> float:
    """Return the length on a card of 1 mm of the design that the deck's template draws."""
    return _deck_frame(game, deck).factor


def _deck_frame(game: Game, deck: Deck) -> Frame:
    design = game.file.design_of(deck.id, deck.template.design)
    return _frame(game, deck.template, design, deck.trim, deck.size.bleed, deck.size.safe)


def _frame(
    game: Game, template: Template, design: DesignEntry | None, size: tuple[float, float], bleed: float, safe: float
) -> Frame:
    """Return the frame of the sides that a template draws at a size, mm."""
    drawn = game.file.size_of_design(design) if design else None
    if design is None or drawn is None:
        return frame_of(size, bleed, safe)
    if template.landscape:
        drawn = drawn.model_copy(update={"width": drawn.height, "height": drawn.width})
    return frame_of(size, bleed, safe, drawn, design.scale)


def _describe(context: SideContext, side: Side, languages: Sequence[str]) -> tuple[Mapping[str, str], str]:
    """Return the text alternative of a side in each language, and all of them as one text."""
    descriptions = {lang: _described(context, side, lang) for lang in languages}
    return descriptions, " ".join(distinct_texts(descriptions, languages).values())


def _described(context: SideContext, side: Side, lang: str) -> str:
    """Return the text alternative of a side in a language, with its placeholders filled in."""
    text: str = side.description.value[lang]
    if "{" in text or "}" in text:
        try:
            text = as_text(fill_text(text, context.values, (lang,), keeps_lines=True))
        except PlaceholderError as error:
            context.add_fault(placeholder_fault(error, side.description.place(lang), context.source))
    return without_marks(as_text(text), context.template, lang)
