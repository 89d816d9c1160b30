"""The export `playingcards-io`: a room of playingcards.io with a pile for each deck.

The format is that of docs/pcio-format.md of github.com/Tubbyland/pcio-authoring.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any
from uuid import NAMESPACE_URL, uuid5

from pydantic import Field

from cardgen.base.errors import DataError, Fault
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.kinds import DeckNames, FileModel
from cardgen.products.exports.archives import archive_file, build_seconds
from cardgen.products.exports.export import Export, ExportContext
from cardgen.products.exports.images import ListedCard, image_rows, row_pictures, rows_by_deck, title_of
from cardgen.products.exports.piles import TableArea, place_piles
from cardgen.products.files import OutputFile, PngFile, all_languages

#: The version of the format.
_SCHEMA = "8"

#: The part of the room in which piles lie; hands are below it.
_TABLE = TableArea(x=40, y=40, width=1520, height=740, gap=24)
_HAND = (50, 820)
#: A poker card of 160 units is 88 mm high.
_SCALE = 160 / 88

_ASSETS = "assets"


class PlayingCardsIoOptions(FileModel):
    """A room of playingcards.io with a pile for each deck, and a hand."""

    decks: DeckNames | None = Field(default=None, description="which decks; if left out, all for a table")
    dpi: Annotated[int, Field(ge=36, le=300)] = Field(default=150, description="the resolution of the cards")


Context = ExportContext[PlayingCardsIoOptions]


def _files(context: Context) -> Iterator[OutputFile]:
    """Yield the pictures and the room. DataError for a game without cards."""
    game = context.game
    rows = [row.below(_ASSETS) for row in image_rows(game, context.decks)]
    if not rows:
        raise DataError(Fault(game.marked.place(), message("the game has no cards for a table")))
    pictures = list(row_pictures(game, rows, context.options.dpi, context.optimise))
    yield from pictures
    room = _Room(f"{game.id}/{context.edition}", {picture.path: picture for picture in pictures})
    widgets = json.dumps(_widgets(context, room, rows), ensure_ascii=False, indent=1)
    members: list[tuple[str, PngFile | bytes]] = [
        ("schemaVersion", _SCHEMA.encode()),
        ("variantId", room.id("variant").encode()),
        ("variantDate", str(build_seconds() * 1000).encode()),
        ("widgets.json", widgets.encode()),
    ]
    members += [(room.asset(path), picture) for path, picture in room.pictures.items()]
    yield archive_file(f"{context.name}.pcio", members)


PLAYINGCARDS_IO = Export(
    "playingcards-io",
    message("a room for playingcards.io with a pile for each deck"),
    PlayingCardsIoOptions,
    _files,
    steps=(
        message("1. Start a room at playingcards.io, and choose Edit Table, Room Options, Import from File."),
        message("2. Choose the .pcio file."),
        message("3. Share the link of the room with those who play with you."),
    ),
    use="table",
)


@dataclass(frozen=True, slots=True)
class _Room:
    """The ids of a room's widgets and pictures, which are the same in every export of the same game."""

    name: str
    pictures: Mapping[str, PngFile]

    def id(self, *parts: object) -> str:
        """Return the id of a part of the room."""
        return str(uuid5(NAMESPACE_URL, "/".join(["cardgen", self.name, *map(str, parts)])))

    def asset(self, path: str) -> str:
        """Return the path of a picture in the archive. It changes with the content, as browsers keep pictures."""
        return f"userassets/{self.id(path, self.pictures[path].key)}.png"

    def address(self, path: str) -> str:
        """Return the address by which a widget names a picture; "" for none."""
        return f"package:///{self.asset(path)}" if path else ""


def _widgets(context: Context, room: _Room, rows: Sequence[ListedCard]) -> list[dict[str, Any]]:
    """Return the widgets of the room: the hand, and for each deck two piles, the deck, and a card for each copy."""
    decks = rows_by_deck(rows)
    faces = [own[0].card.face.scene for own in decks.values() for _ in range(2)]
    scale, places = place_piles([(face.width, face.height) for face in faces], _TABLE, _SCALE)
    widgets: list[dict[str, Any]] = [{"id": "hand", "type": "hand", "x": _HAND[0], "y": _HAND[1], "z": 1}]
    for number, (deck, own) in enumerate(decks.items()):
        widgets += _deck_widgets(context, room, deck, own, scale, places[2 * number : 2 * number + 2])
    return widgets


def _deck_widgets(
    context: Context,
    room: _Room,
    deck: str,
    rows: Sequence[ListedCard],
    scale: float,
    places: Sequence[tuple[float, float]],
) -> Iterator[dict[str, Any]]:
    game = context.game
    face, size = rows[0].card.face.scene, rows[0].deck.size
    width, height = round(face.width * scale), round(face.height * scale)
    pile, discards, own = room.id(deck, "pile"), room.id(deck, "discards"), room.id(deck)
    titles = all_languages(game, rows[0].deck.titles)
    for id_, label, (x, y) in ((pile, titles, places[0]), (discards, "", places[1])):
        place = {"x": round(x), "y": round(y), "z": 1}
        yield {"id": id_, "type": "holder", **place, "label": label, "allowedDecks": [own]}
    backs = {row.back for row in rows}
    shared = backs.pop() if len(backs) == 1 else None
    x, y = map(round, places[0])
    yield {
        "id": own,
        "type": "cardDeck",
        "x": x,
        "y": y,
        "z": 2,
        "parent": pile,
        "collectionName": titles,
        "cardWidth": width,
        "cardHeight": height,
        "cardTypes": {
            row.card.card.id: {
                "label": title_of(game, row.deck, row.card.card),
                "image": room.address(row.file),
                **({} if shared is not None else {"back": room.address(row.back)}),
            }
            for row in rows
        },
        "faceTemplate": _template(width, height, size.corner, "dynamic", "image"),
        "backTemplate": _template(width, height, size.corner, "dynamic", "back")
        if shared is None
        else _template(width, height, size.corner, "static", room.address(shared)),
    }
    is_two_sided = game.file.decks[deck].two_sided
    cards = [(row, copy) for row in rows for copy in range(row.copies)]
    for z, (row, copy) in enumerate(reversed(cards), start=3):  # the first card is on top
        yield {
            "id": room.id(deck, row.card.card.id, copy),
            "type": "card",
            "deck": own,
            "cardType": row.card.card.id,
            "parent": pile,
            "faceup": is_two_sided,
            "x": x,
            "y": y,
            "z": z,
        }


def _template(width: int, height: int, corner: float, kind: str, value: str) -> dict[str, Any]:
    """Return the template of a side of cards: a picture that covers it."""
    whole = {"type": "image", "x": 0, "y": 0, "w": width, "h": height, "color": "white"}
    return {
        "includeBorder": False,
        "includeRadius": corner > 0,
        "objects": [{**whole, "valueType": kind, "value": value}],
    }
