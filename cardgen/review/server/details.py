"""Everything that the page shows of one card: its data with places in the files, its boxes, its text, its sheets."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cardgen.base.errors import Place
from cardgen.cards.layout.cards import Laid, LaidCard
from cardgen.data.model import Card, Deck, Game
from cardgen.data.placeholders import PLACEHOLDER
from cardgen.data.templates.forms import BoxForm
from cardgen.products.sheets import Imposed
from cardgen.review.server.edit_payloads import RunData
from cardgen.review.server.payloads import BoxData, CardParts, FieldData, PlaceData, SheetPlaceData, SideTexts
from cardgen.scene.items import GlyphRun, Rect, Scene, apply, bounds_of, walk
from cardgen.text.ink import ink_of


def plain(value: Any) -> Any:
    """Return a field's value as JSON can hold it, without keys that have no value."""
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items() if part is not None}
    return [plain(part) for part in value] if isinstance(value, tuple | list) else value


def fields_of(card: Card) -> dict[str, Any]:
    """Return the card's data as JSON can hold it: its copies, and the fields that have a value."""
    return {"copies": card.copies, **{name: plain(value) for name, value in card.fields.items() if value is not None}}


def rounded(rect: Rect) -> list[float]:
    """Return a rectangle in mm, to the thousandth."""
    return [round(length, 3) for length in rect]


def names_of(game: Game, deck: Deck, card: Card) -> dict[str, str]:
    """Return the card's name in each language: its field `names` or `name`. A plain text is in the first language."""
    for field in ("names", "name"):
        value = card.fields.get(field)
        if value and deck.has(**{field: "texts"}):
            return dict(value)
        if value and deck.has(**{field: "text"}):
            return {game.file.languages[0]: value}
    return {}


def kind_of(deck: Deck, card: Card) -> str:
    """Return the card's kind within its deck: its text field `kind`, "" if it has none."""
    return (card.fields.get("kind") or "") if deck.has(kind="text") else ""


def input_digests(game: Game, deck: Deck) -> dict[str, str]:
    """Return a digest of everything that the cards of a deck are made from besides their data, each by its name."""
    files = [[game.reader.shown(path), game.reader.digests.get(path, "")] for path in deck.template.files]
    rules = {name: marked.value for name, marked in game.ruleset_files.items()}
    inputs = {"template": files, "fonts": game.fonts.digest, "rules": rules}
    return {name: _digest(content) for name, content in inputs.items() if content}


def _digest(content: object) -> str:
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


# ---------------------------------------------------------------- text


def printed_lines(scene: Scene) -> list[str]:
    """Return the text on a side line by line, as it is painted, without echoes."""
    lines: list[str] = []
    last: tuple[float, ...] | None = None
    for matrix, item in walk(scene.items):
        if not isinstance(item, GlyphRun) or item.outlined:
            continue
        begin, end = apply(matrix, item.x, item.baseline), apply(matrix, *item.end)
        if last is not None and abs(begin[0] - last[0]) + abs(begin[1] - last[1]) < 0.05:
            lines[-1] += item.text
        else:
            lines.append(item.text)
        last = end
    return [line.strip() for line in lines if line.strip()]


def runs_of(scene: Scene) -> list[RunData]:
    """Return the runs of text on a side, in painting order."""
    return [
        {
            "text": item.text,
            "face": item.face,
            "size": round(item.size, 3),
            "at": [round(length, 3) for length in apply(matrix, item.x, item.baseline)],
            "ink": rounded(bounds_of(matrix, ink_of(item))),
            "colour": item.colour,
            "lang": item.lang,
        }
        for matrix, item in walk(scene.items)
        if isinstance(item, GlyphRun)
    ]


def join_lines(lines: Iterable[str]) -> str:
    """Return lines as one text: a space between words, none between Chinese characters."""
    text = ""
    for line in lines:
        text += line if not text or (_is_wide(text[-1]) and _is_wide(line[0])) else f" {line}"
    return text


def _is_wide(character: str) -> bool:
    return "\u2e80" <= character <= "\uffef"


def search_text(card_id: str, fields: Mapping[str, Any], lines: Iterable[Iterable[str]]) -> str:
    """Return the text for search: the card's id, its fields (`fields_of`) and the printed lines, in lower case."""
    values = [card_id, *_texts_in([value for _, value in sorted(fields.items())])]
    return " ".join(dict.fromkeys([*values, *map(join_lines, lines)])).lower()


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _texts_in(part)
    elif isinstance(value, str):
        yield value


def alt_texts(sides: Iterable[tuple[str, Laid]]) -> SideTexts:
    """Return the text alternative of each side in each language."""
    return {name: dict(side.descriptions) for name, side in sides}


# ---------------------------------------------------------------- one card


def card_parts(game: Game, card: LaidCard, lines: Mapping[str, list[str]], sheets: Iterable[Imposed]) -> CardParts:
    """Return everything that does not depend on decisions; `lines` are the printed ones of each side."""
    deck = game.decks[card.card.deck]
    no_back: dict[str, list[Any]] = {"back": []} if card.back is None else {}
    place = card.card.place()
    return {
        "key": f"{deck.id}/{card.card.id}",
        "alt": alt_texts(card.sides),
        "fields": [_field_data(deck, card.card, name, value) for name, value in fields_of(card.card).items()],
        "file": place.file,
        "line": place.line,
        "template": {"file": game.reader.shown(deck.template.files[0]), "line": 1},
        "boxes": {**boxes_of(deck, card), **no_back},
        "text": {**{name: lines[name] for name, _ in card.sides}, **no_back},
        "places": [place for sheet in sheets for place in _places(sheet, card.card)],
    }


def _field_data(deck: Deck, card: Card, name: str, value: object) -> FieldData:
    kind = deck.fields.get(name, "integer").removesuffix("?")
    return {"name": name, "kind": kind, "value": value, **place_data(card.place(name))}


def place_data(place: Place) -> PlaceData:
    """Return a place in a file."""
    return {"file": place.file, "line": place.line, "column": place.column}


def boxes_of(deck: Deck, card: LaidCard) -> dict[str, list[BoxData]]:
    """Return the boxes of each side of a card as they are laid out."""
    return {name: _boxes(deck, name, side) for name, side in card.sides}


def _boxes(deck: Deck, name: str, side: Laid) -> list[BoxData]:
    forms = deck.template.sides[name].boxes if name in deck.template.sides else {}
    return [
        {
            "name": box.name,
            "kind": box.kind,
            "rect": rounded(box.rect),
            "file": box.place.file,
            "line": box.place.line,
            "fields": _printed_fields(deck, forms, box.name),
        }
        for box in side.boxes
    ]


def _printed_fields(deck: Deck, forms: Mapping[str, BoxForm], name: str) -> list[str]:
    """Return the fields of cards that the values of a box name, its text first."""
    form = forms.get(name)
    for step in name.split(".") if form is None else ():
        form = forms.get(step)
        forms = form.inside if form else {}
    values = form.marked.value if form else {}
    ordered = sorted(values, key=lambda key: key not in ("text", "file"))
    texts = [text for key in ordered if key not in ("when", "box") for text in _texts_in([values[key]])]
    roots = [str(match[1]).split(".")[0] for text in texts for match in PLACEHOLDER.finditer(text) if match[1]]
    return [root for root in dict.fromkeys(roots) if root in deck.fields]


def _places(sheet: Imposed, card: Card) -> Iterator[SheetPlaceData]:
    """Yield the place of each copy of the card in a file of sheets: pages, rows and columns from 1."""
    copies = (first + copy for first in sheet.first_copies(card.deck, card.id) for copy in range(card.copies))
    for number, index in enumerate(copies, 1):
        for spot in sheet.pages.spots(index):
            yield {
                "sheet": sheet.plan.name,
                "page": spot.page + 1,
                "side": spot.side,
                "slot": {"row": spot.row + 1, "column": spot.column + 1},
                "rect": rounded(spot.rect),
                "copy": number,
            }
