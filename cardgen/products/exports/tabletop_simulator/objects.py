"""Objects of a save of Tabletop Simulator, as dictionaries for JSON. Lengths on the table are in inches."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from cardgen.base.records import dataclass
from cardgen.base.units import MM_PER_INCH
from cardgen.data.card_shapes import HEXAGON
from cardgen.data.languages.own_words import distinct_texts
from cardgen.data.model import CardSize, Game
from cardgen.products.exports.images import ListedCard, title_of
from cardgen.products.exports.sheets import AtlasPair
from cardgen.products.exports.tabletop_simulator.tokens import Token, TokenGroup

SaveObject: TypeAlias = dict[str, Any]

AddressOf: TypeAlias = Callable[[str], str]
"""Returns the address of a file by its path in the export."""

#: The longer side of a card at scale 1, mm: that of a poker card.
_USUAL_CARD = 88.9

#: The shapes of cards: round corners, square corners, a hexagon, a circle.
_ROUNDED, _RECTANGLE, _HEXAGON, _CIRCLE = 0, 1, 3, 4

#: The turn of an object that a player at the lower edge of the table reads upright, in degrees.
_UPRIGHT = 180

#: The width and height of a book at scale 1, inches: A4 is assumed.
_BOOK = (8.3, 11.7)

#: The width and depth of a bag, inches.
_BAG = (3.0, 3.0)


@dataclass(frozen=True, slots=True)
class PlacedObject:
    """An object, not yet on its place, and the width and depth that it needs on the table, inches."""

    data: SaveObject
    width: float
    depth: float


class Guids:
    """The ids of objects: six hexadecimal digits of a hash of their names, each once."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._used: set[str] = set()

    def next(self, name: str) -> str:
        """Return the id of the object of a name."""
        number = 0
        while True:
            guid = uuid.uuid5(uuid.NAMESPACE_URL, f"{self._game}/{name}/{number}").hex[:6]
            if guid not in self._used:
                self._used.add(guid)
                return guid
            number += 1


def _object(kind: str, guid: str, name: str, description: str, **more: Any) -> SaveObject:
    white = {"r": 1.0, "g": 1.0, "b": 1.0}
    return {
        "GUID": guid,
        "Name": kind,
        "Transform": transform(),
        "Nickname": name,
        "Description": description,
        "ColorDiffuse": white,
        **more,
    }


def transform(turn: int = _UPRIGHT, is_face_down: bool = False, scale: float = 1.0) -> dict[str, float]:
    """Return the transform of an object in the middle of the table."""
    place = {"posX": 0.0, "posY": 1.0, "posZ": 0.0}
    turned = {"rotX": 0.0, "rotY": float(turn), "rotZ": 180.0 if is_face_down else 0.0}
    factor = round(scale, 4)
    return {**place, **turned, "scaleX": factor, "scaleY": 1.0, "scaleZ": factor}


# ---------------------------------------------------------------- cards


def deck_piece(
    game: Game, sheets: Sequence[AtlasPair], first_key: int, is_hidden: bool, address: AddressOf, guids: Guids
) -> PlacedObject:
    """Return a deck, or the card if it is only one. The keys of its sheets are `first_key` and those after it.

    `is_hidden` says that players in general see the backs of its cards only: it lies face down.
    """
    deck = sheets[0].deck
    size, turn = deck.size, sheets[0].faces.turn
    lies = _lies(sheets[0])
    width, depth = (deck.size.width / MM_PER_INCH, deck.size.height / MM_PER_INCH)
    if lies != (width > depth):
        width, depth = depth, width
    kind = _shape(size)
    common: SaveObject = {
        "SidewaysCard": lies,
        "HideWhenFaceDown": is_hidden,
        "Hands": kind != _CIRCLE,
        "Tags": [deck.id],
    }
    way = transform(
        (_UPRIGHT + 360 - turn) % 360 if lies else _UPRIGHT, is_hidden, max(size.width, size.height) / _USUAL_CARD
    )
    keys = {first_key + i: _custom_deck(sheet, kind, address) for i, sheet in enumerate(sheets)}
    cards = [
        _object("Card", guids.next(f"{deck.id}/{row.card.card.id}/{copy}"), *_texts(game, row), **common)
        | {"Transform": dict(way), "CardID": key * 100 + index, "CustomDeck": {str(key): keys[key]}}
        for key, sheet in zip(keys, sheets, strict=True)
        for index, row in enumerate(sheet.rows)
        for copy in range(row.copies)
    ]
    if len(cards) == 1:
        return PlacedObject({**cards[0], "Name": "CardCustom"}, width, depth)
    title = " / ".join(distinct_texts(deck.titles, game.file.languages).values())
    data = _object("DeckCustom", guids.next(deck.id), title, "", **common) | {
        "Transform": way,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": {str(key): value for key, value in keys.items()},
        "ContainedObjects": cards,
    }
    return PlacedObject(data, width, depth)


def _lies(sheet: AtlasPair) -> bool:
    """Return True if the faces are drawn lying."""
    scene = sheet.rows[0].card.face.scene
    return scene.width > scene.height


def _shape(size: CardSize) -> int:
    if size.shape == HEXAGON:
        return _HEXAGON
    if size.width == size.height and size.corner >= size.width / 2:
        return _CIRCLE
    return _ROUNDED if size.corner else _RECTANGLE


def _custom_deck(sheet: AtlasPair, kind: int, address: AddressOf) -> dict[str, Any]:
    grid = sheet.faces.grid
    return {
        "FaceURL": address(sheet.faces_path),
        "BackURL": address(sheet.backs_path),
        "NumWidth": grid.columns,
        "NumHeight": grid.rows,
        "BackIsHidden": not sheet.has_hidden_face,
        "UniqueBack": sheet.has_own_backs,
        "Type": kind,
    }


def _texts(game: Game, row: ListedCard) -> Iterator[str]:
    """Yield the title of a card and its text alternative, in the languages of the game."""
    yield title_of(game, row.deck, row.card.card)
    yield "\n".join(distinct_texts(row.card.face.descriptions, game.file.languages).values())


# ---------------------------------------------------------------- boards, books and pieces


def board_piece(
    name: str, title: str, size: tuple[float, float], board_size: float, url: str, guids: Guids
) -> PlacedObject:
    """Return a board of a size in mm; `board_size` is the height of one at scale 1."""
    width, depth = (length / MM_PER_INCH for length in size)
    data = _object("Custom_Board", guids.next(name), title, "", Locked=True, Hands=False) | {
        "Transform": transform(scale=depth / board_size),
        "CustomImage": {"ImageURL": url, "WidthScale": round(size[0] / size[1], 6)},
    }
    return PlacedObject(data, width, depth)


def book_piece(name: str, title: str, url: str, guids: Guids) -> PlacedObject:
    """Return a PDF that players leaf through."""
    data = _object("Custom_PDF", guids.next(name), title, "", Hands=False) | {
        "CustomPDF": {"PDFUrl": url, "PDFPage": 0, "PDFPageOffset": 0}
    }
    return PlacedObject(data, *_BOOK)


def token_piece(group: TokenGroup, token_size: float, address: AddressOf, guids: Guids) -> PlacedObject:
    """Return a piece, or a bag with the pieces of a group; `token_size` is the longer side of one at scale 1."""
    tokens = [
        _token(token, f"{group.name}/{token.name}/{copy}", token_size, address, guids)
        for token in group.tokens
        for copy in range(token.count)
    ]
    if len(tokens) == 1:
        width, depth = group.tokens[0].size
        return PlacedObject(tokens[0], width / MM_PER_INCH, depth / MM_PER_INCH)
    data = _object("Bag", guids.next(group.name), group.title, "", Hands=False) | {
        "Bag": {"Order": 0},
        "ContainedObjects": tokens,
    }
    return PlacedObject(data, *_BAG)


def _token(token: Token, name: str, token_size: float, address: AddressOf, guids: Guids) -> SaveObject:
    """Return a piece whose outline is that of its picture: the program cuts it where the picture is transparent."""
    scale = max(token.size) / MM_PER_INCH / token_size
    image = {
        "ImageURL": address(token.file.path),
        "ImageSecondaryURL": "",
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomToken": {"Thickness": 0.1, "MergeDistancePixels": 5.0, "StandUp": False, "Stackable": False},
    }
    data = _object("Custom_Token", guids.next(name), token.title, "", Hands=False, Tags=[token.deck])
    return data | {"Transform": transform(scale=scale), "CustomImage": image}


def save(name: str, date: str, note: str, objects: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    tags = sorted({tag for one in objects for tag in one.get("Tags", ())})
    return {
        "SaveName": name,
        "GameMode": name,
        "Date": date,
        "Table": "",
        "Sky": "",
        "Note": note,
        "Rules": "",
        "PlayerTurn": "",
        "ComponentTags": {"labels": [{"displayed": tag, "normalized": tag.lower()} for tag in tags]},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": list(objects),
    }
