"""A card and its template into a Scene, box by box. What does not fit is a finding, never a cut.

A box that names no field of the card is laid out once for the whole deck, and so is a side made only of such boxes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from cardgen.data.languages.own_words import each_once
from cardgen.data.model import Card, Deck, Game, Template
from cardgen.data.pictures import Pictures
from cardgen.data.placeholders import PlaceholderError, as_text, fill
from cardgen.data.places import Key
from cardgen.data.templates.forms import Side
from cardgen.errors import Fault, Finding
from cardgen.layout.desk import Desk, Faults, LaidBox, Owner, Part
from cardgen.layout.marks import said_plainly
from cardgen.layout.parts import lay_side
from cardgen.scene.items import Rect, Scene
from cardgen.scene.keys import content_key
from cardgen.scene.shapes import CellStyle


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


def layout_deck(game: Game, deck: Deck) -> tuple[LaidCard, ...]:
    """Every card of the deck, in its order. DataError when a placeholder names nothing or fills in a wrong value."""
    size = deck.size
    trim = (size.height, size.width) if deck.template.landscape else (size.width, size.height)
    areas = _areas(*trim, size.bleed, size.safe)
    own = {"id", "copies", *deck.fields}
    styles, pictures, faults = cell_styles(game), Pictures(game.reader), Faults()
    same: dict[str, dict[str, Part]] = {name: {} for name in deck.template.sides}
    whole: dict[str, Laid] = {}
    languages = game.file.languages
    lang = game.file.decks[deck.id].language or languages[0]
    told = " ".join(each_once(game.file.titles, languages).values())
    laid: list[LaidCard] = []
    for card in deck.cards:
        values = {
            **game.values,
            "deck": game.values["decks"][deck.id],
            "colours": deck.template.colours,
            "language": lang,
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
            own_data = card.marked if varies else None
            rounding = max(0.0, size.corner - size.safe)
            desk = Desk(
                deck.template,
                values,
                areas,
                styles,
                pictures,
                faults,
                owner,
                lang,
                named,
                game.fonts,
                own_data,
                rounding,
            )
            items, boxes, findings = lay_side(desk, side, own, same[name])
            descriptions = {lang: _describe(desk, side, lang) for lang in languages}
            scene = Scene(
                *trim,
                items,
                bleed=size.bleed,
                name=stem if name == "face" else f"{stem}-back",
                title=f"{told} · {card.id if varies else name}",
                description=" ".join(each_once(descriptions, languages).values()),
                lang=lang,
            )
            sides[name] = whole[name] = Laid(scene, boxes, findings, owner, descriptions)
        laid.append(LaidCard(card, sides["face"], sides.get("back")))
    faults.raise_any()
    return tuple(_share_backs(laid, deck.id, told))


def _share_backs(laid: Sequence[LaidCard], deck: str, game_title: str) -> Sequence[LaidCard]:
    """The cards, those with the same back sharing one, whose name and title are of no card.

    A template may ask a back for a card's data, such as its kind, that many cards have in common.
    """
    groups: dict[str, list[Laid]] = {}
    keys: dict[int, str] = {}
    for back in {id(card.back): card.back for card in laid if card.back is not None}.values():
        keys[id(back)] = key = content_key(replace(back.scene, name="", title=""))
        groups.setdefault(key, []).append(back)
    if all(len(group) == 1 for group in groups.values()):
        return laid
    shared: dict[str, Laid] = {}
    for key, group in groups.items():
        name = f"{deck}-back" if len(groups) == 1 else group[0].scene.name
        common = replace(group[0].scene, name=name, title=f"{game_title} · back")
        shared[key] = replace(group[0], scene=common) if len(group) > 1 else group[0]
    return [
        card if card.back is None or card.back.findings else replace(card, back=shared[keys[id(card.back)]])
        for card in laid
    ]


def layout_page(
    game: Game, template: Template, size: tuple[float, float], name: str, bleed: float = 0.0, safe: float = 0.0
) -> Laid:
    """The face of a template that stands for itself, `size` mm wide and high, `bleed` and `safe` as a card's.

    DataError as for a deck.
    """
    side = template.sides["face"]
    main = game.file.languages[0]
    values = {**game.values, "colours": template.colours, "language": main}
    faults, areas, owner = Faults(), _areas(*size, bleed, safe), Owner("", name, "face")
    styles, pictures = cell_styles(game), Pictures(game.reader)
    desk = Desk(template, values, areas, styles, pictures, faults, owner, main, "", game.fonts)
    items, boxes, findings = lay_side(desk, side, set(), {})
    told = {lang: _describe(desk, side, lang) for lang in game.file.languages}
    scene = Scene(*size, items, bleed=bleed, name=name, title=told[main], lang=main)
    faults.raise_any()
    return Laid(scene, boxes, findings, owner, told)


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


def _describe(desk: Desk, side: Side, lang: str) -> str:
    def wrong(_: Key, error: PlaceholderError) -> None:
        desk.faults.add(Fault(side.description.place(lang), str(error), error.hint), desk.card)

    told = as_text(fill(side.description.value[lang], desk.values, wrong, (lang,)))
    return said_plainly(told, desk.template, lang)
