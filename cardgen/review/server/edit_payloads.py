"""The shapes of what the server and the page send each other about edits of the game's files."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from cardgen.review.server.payloads import BoxData, CellData, FaultData, PlaceData, Texts


class RunData(TypedDict):
    """A line or a part of one as it is printed: where its baseline begins, and where its ink is; mm on the card."""

    text: str
    face: str
    size: float
    at: list[float]
    ink: list[float]
    colour: str
    lang: str


class DraftedCard(TypedDict):
    """A card as an edit would make it: its sides as SVG, the boxes of each side, and what is printed there if asked."""

    key: str
    face: str
    back: NotRequired[str]
    boxes: dict[str, list[BoxData]]
    runs: NotRequired[dict[str, list[RunData]]]


class DraftAnswer(TypedDict):
    """Cards as an edit would make them, or the faults that the game would have."""

    cards: list[DraftedCard]
    faults: list[FaultData]


class ConflictData(TypedDict):
    """A value that an edit did not replace since it is another one by now: where it is, and what it is, as text.

    `cell` is the one that the edit was for, if it was for cells of a deck.
    """

    place: str
    message: Texts
    hint: Texts
    current: str
    cell: CellData | None


class EditFault(FaultData):
    """A fault that the game would have after an edit. `cell` is the one with the refused value, if it is in a deck."""

    cell: CellData | None


class EditAnswer(TypedDict):
    """What has become of an edit. If there are faults or conflicts, nothing was written.

    `done` and `undone` are how many edits can be undone and made again, `label` is what the edit is called. `gone`: the
    game has no files any more, because its beginning was undone.
    """

    faults: list[EditFault]
    conflicts: list[ConflictData]
    label: str
    done: int
    undone: int
    gone: bool


class EditedMessage(TypedDict):
    """Files of the game were edited on a page: who has done it, what it is called, and which files changed."""

    by: str
    label: str
    files: list[str]
    done: int
    undone: int


Shown: TypeAlias = Literal["", "icon", "picture"]
"""What the choices of a column are the names of."""


class ColumnData(TypedDict):
    """A column of a deck's table: a field of a kind, in one `language` if it is written by language.

    `choices` are the values that it may have, or the icons or pictures that it can name (`shown`); none for any text.
    `least` and `most` are the limits of a number. `terms` are those of the glossary that its texts are searched for, by
    id, in its language. `table` is the number of the file that has it; -1 if its values are
    computed from two files.
    """

    name: str
    language: str
    kind: str
    choices: list[str]
    shown: Shown
    least: float | None
    most: float | None
    terms: dict[str, str]
    table: int


class RowData(TypedDict):
    """A card of a deck, and the texts of its cells, one for each column. `outdated` are the numbers of those that are
    translations of an older text.

    `row_ids` are the ids of the rows that it is made of, one in each file; `shared` says how many other cards are made
    of each of them, and is empty if none is. `marked` are texts with their terms of the glossary marked, by the number
    of the column.
    """

    id: str
    cells: list[str]
    outdated: list[int]
    row_ids: list[str]
    shared: list[int]
    marked: dict[int, str]


class PrintStyle(TypedDict):
    """How words in a style look: the weight of their letters, as CSS has it, their colour, the ems of size and rise."""

    weight: int
    colour: str
    scale: float
    rise: float


class AssetAnswer(TypedDict):
    """A file that was dropped on the page: its sha256, the file that it would be in the game's folder, and whether that
    is new; a name for an icon or a font; the width and the height of a picture. `faults` say why it cannot be used.

    Of a font or the text of a licence, `licence` is the licence's short name, `licence_text` what the file says of it.
    """

    key: str
    file: str
    is_new: bool
    name: str
    size: list[float]
    licence: str
    licence_text: str
    faults: list[FaultData]


class AssetsData(TypedDict):
    """The pictures of the game's folder, its icons, its own fonts, and its credits."""

    pictures: list[str]
    icons: list[str]
    fonts: list[str]
    credits: list[str]


class LibraryIconData(TypedDict):
    """An icon to choose: its author, and words to find it by in English and Chinese."""

    name: str
    author: str
    words: str
    zh: str


class TableData(TypedDict):
    """A deck as a table: the files with its rows, two if it crosses tables, and the sha256 of the first.

    `styles` and `icons` are those that the marks of its texts can name.
    """

    deck: str
    files: list[str]
    digest: str
    columns: list[ColumnData]
    rows: list[RowData]
    styles: dict[str, PrintStyle]
    icons: list[str]


# ---------------------------------------------------------------- the canvas


class BoxValue(PlaceData):
    """A value of a box, and where it is written: in the box itself (`own`), or in another `owner`.

    `written` is the value in the file, which differs from `value` for additions such as "+= 2". `users` are the boxes
    of the game that have this value.
    """

    key: list[str | int]
    value: object
    written: object
    own: bool
    owner: list[str | int]
    users: int


class CanvasBox(TypedDict):
    """A box of a side as its template has it, after what it extends. `fixed` says why it cannot be dragged, if so.

    `turn` is how many degrees clockwise everything around it is turned. `continues` are the boxes whose text could go
    on in it.
    """

    name: str
    kind: str
    values: list[BoxValue]
    fixed: Literal["", "value", "turned", "drawn again"]
    turn: float
    continues: list[str]


class ColourData(PlaceData):
    """A colour of a template as it is written and as `#rrggbb`, and its path in the file.

    `users` are the boxes of the template that name it, on both sides.
    """

    name: str
    value: str
    shown: str
    path: list[str | int]
    users: int


class StyleValue(PlaceData):
    """A value of a text style, as it is after what the style extends and as it is written, and its path in the file.

    `users` are the boxes of the template that name the style, on both sides.
    """

    style: str
    key: str
    value: object
    written: object
    path: list[str | int]
    users: int


class CanvasData(TypedDict):
    """The boxes of a side of a deck's template in painting order. `scale` is mm of the card for a mm of the design.

    `language` is that of the cards, `picture` a field that has pictures, "" if there is none. `conditions` are what
    the condition of a box can be about: a field or another value, with what the cards have if that is little.
    `icons` are those that marks of texts can name.
    """

    deck: str
    side: str
    file: str
    scale: float
    language: str
    picture: str
    conditions: dict[str, list[str]]
    colours: list[ColourData]
    styles: list[StyleValue]
    icons: list[str]
    boxes: list[CanvasBox]


KeyType: TypeAlias = Literal["number", "flag", "text", "colour", "choice", "other"]


class KeyData(TypedDict):
    """A key of a kind of box: what it is for, and what may be written. `least` and `most` are limits of a number.

    `keys` are those of its value, of effects of a text.
    """

    name: str
    help: str
    type: KeyType
    choices: list[str]
    least: float | None
    most: float | None
    default: object
    keys: list[KeyData]


class KindData(TypedDict):
    """A kind of box: what it draws, a box of this kind to begin with, and its keys."""

    name: str
    help: str
    example: dict[str, object]
    keys: list[KeyData]


class WrittenValue(PlaceData):
    """A value of a file: a text, a number, a flag, or a list of these; and what its model says of it."""

    path: list[str | int]
    value: object
    key: KeyData


class ValuePart(PlaceData):
    """A mapping or a list in a file, by its path: its plain values, and keys that it does not have and may have."""

    path: list[str | int]
    help: str
    values: list[WrittenValue]
    absent: list[KeyData]


class GameFileValues(TypedDict):
    """The values of game.yaml, or of a ruleset with this name."""

    file: str
    ruleset: str
    parts: list[ValuePart]


# ---------------------------------------------------------------- find and replace

FoundPart: TypeAlias = Literal["cards", "translations", "templates", "rulebook", "game"]


class FoundCell(CellData):
    """The cell of a deck that has what was sought."""

    deck: str


class FoundPlace(TypedDict):
    """A text that has what was sought: its `part` of the game, its file and where in it, as it is and as it would be.

    `cell` is the one that has it, if it is in a deck, `operation` what an edit has to do there.
    """

    part: FoundPart
    file: str
    at: str
    old: str
    new: str
    cell: FoundCell | None
    operation: dict[str, object]


class FindAnswer(TypedDict):
    """All places of the game that have what was sought, and the different texts `found` there, the longest first; or
    why it cannot be searched."""

    places: list[FoundPlace]
    found: list[str]
    faults: list[FaultData]


# ---------------------------------------------------------------- files as text


class TextFile(TypedDict):
    """A text file of the game, and the part of the game that it is."""

    file: str
    part: FoundPart


class TextData(TypedDict):
    """A file as text, with its sha256."""

    file: str
    text: str
    digest: str


class TextAbout(TypedDict):
    """What a file may have: its JSON Schema, {} for none, and names by the key whose values they are.

    Under "{" are the names that texts have in braces.
    """

    schema: dict[str, object]
    names: dict[str, list[str]]


class TargetData(TypedDict):
    """What a place of a file belongs to: a cell of a deck (`card`, `field`, `language`), or a box (`side`, `box`)."""

    deck: str
    card: str
    field: str
    language: str
    side: str
    box: str
