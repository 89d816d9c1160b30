"""The shapes of everything that the server and the page send each other as JSON.

`python -m tests.review.declarations` makes the page's types of it. Lengths are in mm from the top left of the trim.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from cardgen.review.server.printed_payloads import PagesData, PressFileData, SheetData
from cardgen.review.server.table_payloads import EngineSource, FreeData, LearnData

Mode: TypeAlias = Literal["live", "read-only", "site"]
SideName: TypeAlias = Literal["face", "back"]
Status: TypeAlias = Literal["undecided", "approved", "rejected", "stale"]
Since: TypeAlias = Literal["approval", "rejection"]  # the decision since which a stale card has changed
EventKind: TypeAlias = Literal["approve", "reject", "comment", "reopen", "undo", "resolve", "unresolve", "assign"]
InputName: TypeAlias = Literal["template", "fonts", "rules"]
"""What cards are made from, besides their data: the template's files, the game's fonts, its rulesets."""
ConflictReason: TypeAlias = Literal["newer-decision", "card-changed", "already-undone"]
Texts: TypeAlias = dict[str, str]  # by language


class PlaceData(TypedDict):
    """A place in a file; `line` and `column` from 1, 0 if unknown."""

    file: str
    line: int
    column: int


class FaultData(PlaceData):
    """Something in a file that cannot be read. Message and hint are in each language that they are translated into."""

    message: Texts
    hint: Texts


class CellData(TypedDict):
    """A cell of a deck's table: a field of a card, in one `language` if it is written by language."""

    card: str
    field: str
    language: str


class FaultsData(TypedDict):
    """The faults because of which newer files cannot be shown."""

    faults: list[FaultData]


class ErrorDetail(TypedDict):
    """A stable code, and a sentence for people: in English, and in every language that it is translated into."""

    code: str
    message: str
    messages: Texts


class ErrorData(TypedDict):
    """The answer to a request that was refused."""

    error: ErrorDetail


# ---------------------------------------------------------------- catalog.json


class LicenceData(TypedDict):
    """The game's licence; `link` may be empty."""

    name: str
    link: str


class PositionData(TypedDict):
    """A position of the game as text in the notation of its engine, and the name of its ruleset."""

    name: str
    titles: Texts
    rules: str
    text: str


class GameName(TypedDict):
    """A game of the server, or an edition of it, for the page's lists. `address`: its part of the address.

    `language`: that of the edition; "" for a game without editions, and for the only one on the server.
    """

    id: str
    titles: Texts
    address: str
    language: str


class GameData(TypedDict):
    """The game as a whole. `press`: it has PDFs for a press. `approvals`: needed by a card. `players`: at a table."""

    id: str
    titles: Texts
    author: str
    licence: LicenceData
    languages: list[str]
    press: bool
    engine: str | None
    rulesets: list[str]
    positions: list[PositionData]
    approvals: int
    players: int


class DeckData(TypedDict):
    """A deck; `trim` is the width and height of its cards, `kinds` the kinds of cards in it.

    `outline` and `safe_outline` are the corners of a face that is neither rectangular nor round, as shares of the trim.
    """

    id: str
    titles: Texts
    kinds: list[str]
    trim: list[float]
    bleed: float
    safe: float
    corner: float
    outline: list[list[float]]
    safe_outline: list[list[float]]
    back: bool


class PageRef(TypedDict):
    """A page of a printed file: the path of the file below the output folder, and the number of the page from 1."""

    file: str
    number: int


class CardData(TypedDict):
    """A card in brief. `face` and `back` are picture keys, `data` is its data's hash, `codes` are its findings.

    The page makes one for each page of a printed file, too: `page` says which, and the file's path is its deck.
    """

    key: str
    deck: str
    id: str
    names: Texts
    kind: str
    copies: int
    face: str
    back: str | None
    data: str
    codes: list[str]
    page: NotRequired[PageRef]


class CatalogData(TypedDict):
    """catalog.json; without a `version` no game could be read so far.

    `checked`: the codes are of this version. `waiting` are keys of cards not laid out yet, `root` the folder of places.
    """

    version: str
    tool: str
    mode: Mode
    who: str
    game: GameData
    decks: list[DeckData]
    cards: list[CardData]
    waiting: NotRequired[list[str]]
    sights: NotRequired[dict[str, list[float]]]
    root: NotRequired[str]
    checked: bool
    fault: FaultsData | None


SideTexts: TypeAlias = dict[str, Texts]
"""The text alternatives of each side of a card, by side and language."""


# ---------------------------------------------------------------- one card


class FieldData(PlaceData):
    """A field of a card with its place in the file. `value` is a text, a number, a list or an object."""

    name: str
    kind: str
    value: object


class BoxData(TypedDict):
    """A box of a card's template; `rect` is x, y, width and height, `fields` are those of the card that it prints."""

    name: str
    kind: str
    rect: list[float]
    file: str
    line: int
    fields: list[str]


class TemplateData(TypedDict):
    """The file that a card's template begins in."""

    file: str
    line: int


class SlotData(TypedDict):
    """A place on a page, rows and columns from 1."""

    row: int
    column: int


class SheetPlaceData(TypedDict):
    """The place of one copy of a card in a file of sheets; pages and copies from 1."""

    sheet: str
    page: int
    side: str
    slot: SlotData
    rect: list[float]
    copy: int


class ComparisonData(TypedDict):
    """A card compared with the event of that id, or with the `print:` run or the `version:` of that name. `words` are
    changes in the data by language, `areas` rectangles that look different, by side.
    """

    event: str
    sides: dict[str, str]
    picture: bool
    data: bool
    words: dict[str, list[str]]
    areas: dict[str, list[list[float]]]


class BaselinesData(TypedDict):
    """What cards can be compared with, besides their events: the names of print runs, and of versions of the game."""

    prints: list[str]
    versions: list[str]


class ChangedData(TypedDict):
    """The keys of the cards that are new or have changed since a print run or version."""

    keys: list[str]


class CardParts(TypedDict):
    """Everything about a card that does not depend on decisions."""

    key: str
    alt: SideTexts
    fields: list[FieldData]
    file: str
    line: int
    template: TemplateData
    boxes: dict[str, list[BoxData]]
    text: dict[str, list[str]]
    places: list[SheetPlaceData]


class CardComparisons(TypedDict):
    """A card compared with its last standing approval and rejection."""

    compare: ComparisonData | None
    rejection: ComparisonData | None


class CardDetail(CardParts, CardComparisons):
    """Everything about one card."""


# ---------------------------------------------------------------- findings.json


class FindingData(PlaceData):
    """A finding of the check. `key` is a card's, "" for none; `cell` has the value that it is about, if one does.
    `message` and `hint` are in every language that they are translated into."""

    code: str
    name: str
    message: Texts
    hint: Texts
    severity: Literal["error", "warning"]
    key: str
    side: str
    rect: list[float] | None
    cell: CellData | None


class WaivedData(FindingData):
    """A finding that somebody has accepted: why, who, and until when (`2027-01-31`, or "")."""

    reason: str
    who: str
    until: str


class FindingsData(TypedDict):
    """findings.json: the open findings, and those that are waived."""

    checked: bool
    findings: list[FindingData]
    waived: list[WaivedData]


# ---------------------------------------------------------------- review.json


class StatusData(TypedDict):
    """The status of a card. `last` is the id of its last event, "" for none; `comments` the number of open comments.
    `approvals` is the number of people who have approved the card as it is, if it needs more than one and has fewer.
    """

    status: Status
    last: str
    changed: bool
    since: Since | None
    comments: int
    approvals: NotRequired[int]


class HeadingData(TypedDict):
    """What an event has whatever the card."""

    id: str
    at: str
    by: str
    tool: str
    kind: EventKind


class VersionData(TypedDict):
    """The version of a card that an event is about; `inputs` are digests of what it was made from.

    An event about a page of a printed file has `page`, and no `deck`, `card` and `data`; its only side is `face`.
    """

    deck: NotRequired[str]
    card: NotRequired[str]
    page: NotRequired[PageRef]
    sides: dict[str, str]
    data: NotRequired[str]
    fields: NotRequired[dict[str, object]]
    inputs: NotRequired[dict[str, str]]


class EventData(HeadingData, VersionData):
    """An event about one card, or the part of an event for one of its cards: the parts have the same id.

    What an event does not have is left out. `pictures` are names of files in `attached/`.
    """

    text: NotRequired[str]
    pictures: NotRequired[list[str]]
    side: NotRequired[SideName]
    at_mm: NotRequired[list[float]]
    thread: NotRequired[str]
    undoes: NotRequired[str]


class ShownEvent(EventData):
    """An event as the page shows it.

    `old`: the card has changed since; `undone`: the event was taken back; `was`: the id that the card had then.
    """

    old: NotRequired[bool]
    undone: NotRequired[bool]
    was: NotRequired[str]


class ReviewData(TypedDict):
    """review.json. With a `fault` the log cannot be read to its end."""

    statuses: dict[str, StatusData]
    events: list[ShownEvent]
    fault: FaultsData | None


# ---------------------------------------------------------------- changes.json


class ChangedGroup(TypedDict):
    """Cards that have changed in the same way since they were approved or rejected.

    `boxes` are the names of the template's boxes in which a side looks different, by side. `data` without `fields`: it
    is not known which ones. `inputs` are what has changed besides the data. `words` are changes in the data by
    language, if they are the same for all cards.
    """

    cards: list[str]
    since: Since
    data: bool
    fields: list[str]
    boxes: dict[str, list[str]]
    inputs: list[InputName]
    words: dict[str, list[str]]


class ChangesData(TypedDict):
    """changes.json: the cards of the catalog of `version` that have changed since their decisions, in groups."""

    version: str
    groups: list[ChangedGroup]


# ---------------------------------------------------------------- decisions


class ProposalData(TypedDict):
    """A decision of the page; `seen` is the last event of the card that the page had, "" for none.

    `attached` are pictures as data URLs.
    """

    kind: EventKind
    deck: NotRequired[str]
    card: NotRequired[str]
    page: NotRequired[PageRef]
    sides: dict[str, str]
    data: NotRequired[str]
    text: NotRequired[str]
    attached: NotRequired[list[str]]
    side: NotRequired[SideName]
    at_mm: NotRequired[list[float]]
    thread: NotRequired[str]
    undoes: NotRequired[str]
    seen: str


class DecideRequest(TypedDict):
    """The request to api/decide. With an `id`, the events are parts of one decision, or further parts of it. `by` is
    the reviewer, by default the person who started the server.
    """

    events: list[ProposalData]
    id: NotRequired[str]
    by: NotRequired[str]


class ConflictData(TypedDict):
    """A decision that was not saved; `events` are those of its card that the page did not have."""

    key: str
    why: ConflictReason
    events: list[EventData]


class DecideAnswer(TypedDict):
    """The result of decisions: the events saved, and the conflicts."""

    saved: list[EventData]
    conflicts: list[ConflictData]


class WordsData(TypedDict):
    """The page's messages in a language, by their English text. Those without a translation are left out.

    `plurals` has the forms of messages about a number, by the English singular. `forms` has the index of the form for
    each number from 0; a greater number n has that of 100 + n % 100.
    """

    language: str
    texts: dict[str, str]
    plurals: dict[str, list[str]]
    forms: list[int]


class PageData(TypedDict):
    """The data that the page loads by name: `data/<name>` of the server, `data/<name>.js` of a site.

    The words of a language are `words-<language>`, as WordsData.
    """

    catalog: CatalogData
    texts: dict[str, str]
    alts: dict[str, SideTexts]
    findings: FindingsData
    review: ReviewData
    changes: ChangesData
    sheets: list[SheetData]
    press: list[PressFileData]
    pages: PagesData
    engine: EngineSource
    free: FreeData
    learn: LearnData
    baselines: BaselinesData
