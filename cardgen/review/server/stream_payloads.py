"""The messages of the stream of events: what the server sends to an open page."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from cardgen.review.server.edit_payloads import EditedMessage
from cardgen.review.server.payloads import (
    CardData,
    DeckData,
    FaultsData,
    GameData,
    ShownEvent,
    SideTexts,
    StatusData,
)


class HelloMessage(TypedDict):
    """The state of the server, which a page that comes back compares with its own.

    `done` and `undone` are how many edits can be undone and made again.
    """

    version: str
    last: str
    events: int
    checked: bool
    fault: FaultsData | None
    reading: bool
    done: int
    undone: int
    page: NotRequired[str]


class Whereabouts(TypedDict):
    """Where a page is: who is at it, its address from the # on, and the card and cell at hand, "" for none.

    `page` is the name that the server's hello gave it. `editing`: the cell is open.
    """

    page: str
    by: str
    at: str
    key: str
    field: str
    language: str
    editing: bool


class PersonData(Whereabouts):
    """A page, its game's address on the server ("" if it has only one), and a number for its colour, from 1."""

    game: str
    colour: int


class PeopleMessage(TypedDict):
    """How many pages are open, and those that have said where they are."""

    pages: int
    people: list[PersonData]


class CatalogMessage(TypedDict):
    """Changed cards. `order` is every key in order, None if the order is the same; `texts` are for search.

    `waiting` are the keys of cards that are still shown as they were before: they are not laid out yet.
    `by` is who has edited them on a page, "" if files were saved.
    """

    version: str
    cards: list[CardData]
    statuses: dict[str, StatusData]
    alts: dict[str, SideTexts]
    texts: dict[str, str]
    removed: list[str]
    order: list[str] | None
    waiting: list[str]
    fault: FaultsData | None
    by: str
    game: NotRequired[GameData]
    decks: NotRequired[list[DeckData]]


class CheckedMessage(TypedDict):
    """The codes found on the cards that have any, by key, when the catalog of `version` has been checked."""

    version: str
    codes: dict[str, list[str]]


class ReviewMessage(TypedDict):
    """Events that are new, undone or old now, and the statuses that have changed.

    `renamed`: events are about a card under another id now, so the page loads all of them again.
    """

    events: list[ShownEvent]
    statuses: dict[str, StatusData]
    fault: FaultsData | None
    renamed: NotRequired[bool]


class PrinterMessage(TypedDict):
    """Another printer is in use, or none, or its values have changed. `name` is "" for none."""

    name: str


class ReadingMessage(TypedDict):
    """Saved files are being read, and it takes longer than a moment; or they have been read.

    `laid` is how many cards have been laid out, of so many `cards` of the game.
    """

    reading: bool
    laid: int
    cards: int


class StreamMessages(TypedDict):
    """The messages of the stream by the names of their events."""

    hello: HelloMessage
    catalog: CatalogMessage
    checked: CheckedMessage
    fault: FaultsData | None
    review: ReviewMessage
    edited: EditedMessage
    people: PeopleMessage
    reading: ReadingMessage
