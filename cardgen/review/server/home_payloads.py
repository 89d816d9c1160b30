"""The shapes of what the server and the page send each other where games begin."""

from __future__ import annotations

from typing import Literal, TypedDict

from cardgen.review.server.payloads import EventKind, FaultData, GameName, Status, Texts


class StarterData(TypedDict):
    """What a game can begin from. `copied`: a game that comes with cardgen, in all of its languages."""

    name: str
    titles: Texts
    about: Texts
    copied: bool


class RecentData(TypedDict):
    """What somebody has done: an edit of files, or a decision about cards of a game.

    `at` is the time in UTC, "" if it is not known; `game` is an address, "" for files of no game. An edit has a
    `label` and the names of its `files`; a decision has the number of its `cards`, the `key` and names of the first,
    and its `text`.
    """

    at: str
    by: str
    game: str
    kind: Literal["edit"] | EventKind
    label: str
    files: list[str]
    cards: int
    key: str
    names: Texts
    text: str


class HomeData(TypedDict):
    """The project's folder ("" for other computers), its games, the starters, and what was done last.

    `opened` are the addresses of games that have been read already.
    """

    folder: str
    games: list[GameName]
    opened: list[str]
    starters: list[StarterData]
    recent: list[RecentData]


class MistakeData(TypedDict):
    """Findings of one kind: the message of the first, and how many there are."""

    severity: Literal["error", "warning"]
    message: Texts
    count: int


class ProgressData(TypedDict):
    """How far a game is: its cards by status, and what the check has found, errors first.

    `checked`: the check is done. `errors` and `warnings` are the numbers of findings.
    """

    counts: dict[Status, int]
    checked: bool
    errors: int
    warnings: int
    mistakes: list[MistakeData]


class TilePicture(TypedDict):
    """The small picture of a card: its key, the width and height of the card, its bleed and corner, mm."""

    key: str
    trim: tuple[float, float]
    bleed: float
    corner: float
    outline: list[list[float]]


class TileData(TypedDict):
    """A game as Home shows it: how many cards it has, its languages, some of its cards, and why it cannot be read.

    `players` and `minutes` are the least and the greatest number; null if the game does not say.
    """

    cards: int
    languages: list[str]
    players: tuple[int, int] | None
    minutes: tuple[int, int] | None
    pictures: list[TilePicture]
    fault: Texts


class SentColumn(TypedDict):
    """A column of a sent table: its header, first cells, and the field that it is, in one `language` if by language.

    `kind` is `id`, `copies`, a kind of field, or "" for a column that is left out.
    """

    head: str
    samples: list[str]
    field: str
    language: str
    kind: str


class SentTable(TypedDict):
    """A table that was sent: its sheet ("" for a text), the deck that it becomes, and the row that names the columns.

    `named` is the column that ids are made of; "" if the table has ids.
    """

    sheet: str
    deck: str
    cards: int
    heading: int
    named: str
    columns: list[SentColumn]


class ShownCard(TypedDict):
    """A card as it would be: its face as SVG with the bleed, and the width and height of the picture, mm."""

    key: str
    face: str
    trim: tuple[float, float]
    bleed: float
    corner: float
    outline: list[list[float]]


class SentFault(FaultData):
    """A fault of a sent table; `cell` is where it is: `Sheet1!B7` in a workbook, line and column in a text."""

    cell: str


class SentAnswer(TypedDict):
    """What a sent table would become: its tables, all sheets of the workbook, the languages, some cards, or faults."""

    sheets: list[str]
    languages: list[str]
    tables: list[SentTable]
    cards: list[ShownCard]
    faults: list[SentFault]


class AdditionKey(TypedDict):
    """A field of the form of an addition. `labels` are the words of choices that have some; `several` may be chosen."""

    name: str
    type: Literal["number", "flag", "text", "colour", "choice", "several"]
    choices: list[str]
    labels: dict[str, Texts]
    least: float | None
    most: float | None
    value: object


class AdditionData(TypedDict):
    """Something that can be added to a game: its form, and why it cannot be added, if so."""

    what: str
    keys: list[AdditionKey]
    refused: Texts


class BeginAnswer(TypedDict):
    """The address of the game that was begun; "" if there are faults. `field` is the field that they are about."""

    address: str
    field: str
    faults: list[FaultData]
