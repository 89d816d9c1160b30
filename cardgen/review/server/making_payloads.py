"""The shapes of what is sent about builds, exports and printers: the options of a build, its progress, its result."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from cardgen.review.server.edit_payloads import KeyData
from cardgen.review.server.payloads import FaultData, Texts
from cardgen.review.server.printed_payloads import SheetData

JobState: TypeAlias = Literal["running", "done", "refused", "stopped", "failed"]


class MadeFile(TypedDict):
    """A file that a build has made: its path below the game's output folder, its size in bytes, what was done."""

    path: str
    bytes: int
    state: Literal["written", "unchanged", "removed"]


class MakingFinding(FaultData):
    """A finding of a build or an export. `key` is a card's, "" for none."""

    code: str
    severity: Literal["error", "warning"]
    key: str


class MakingResult(TypedDict):
    """How a build ended. `advice` says what to do about findings; a draft or an export is made `despite` them."""

    state: JobState
    files: list[MadeFile]
    findings: list[MakingFinding]
    faults: list[FaultData]
    notes: list[Texts]
    folder: str


class JobData(MakingResult):
    """A build or an export. `number` counts those of this run of the server; `done` of `total` files are made.

    `export` is "" for a build, `command` the command line that does the same; `request` are its options.
    """

    number: int
    export: str
    command: str
    request: dict[str, object]
    done: int
    total: int
    path: str


class JobAnswer(TypedDict):
    """The build or export of a game that runs or ran last; null if there was none. `may`: this page may start one."""

    job: JobData | None
    may: bool


# ---------------------------------------------------------------- the form of a build


class SheetTargetData(TypedDict):
    """A target of cards on sheets, as game.yaml has it: `sheets` are the names of its files, `path` leads to it there.

    `values` are those of its keys, also of those that are not `written`.
    """

    name: str
    sheets: list[str]
    path: list[str]
    values: dict[str, object]
    written: list[str]


class RunData(TypedDict):
    """A print run, and how many copies it has."""

    name: str
    copies: int


class PrinterChoice(TypedDict):
    """A printer of the user, and its values as options of the command line."""

    name: str
    values: list[str]


class StockData(TypedDict):
    """A sheet that is cut already, and its paper."""

    title: str
    paper: str


class PrintData(TypedDict):
    """The sheets that a build with some options makes, and what may be chosen for it.

    `keys` are those of a target of sheets, `grid` those of its key `grid`, and `stock` the sheets that are cut
    already, by their names. `file` is game.yaml in the project. `command` builds what is shown.
    """

    sheets: list[SheetData]
    faults: list[FaultData]
    file: str
    keys: list[KeyData]
    grid: list[KeyData]
    stock: dict[str, StockData]
    targets: list[SheetTargetData]
    papers: list[str]
    languages: list[str]
    runs: list[RunData]
    printers: list[PrinterChoice]
    used: str
    flips: list[str]
    inks: list[str]
    command: str


# ---------------------------------------------------------------- exports


class ExportData(TypedDict):
    """An export: what it makes, whether game.yaml names it, and the files that were made, if any: when, how many."""

    name: str
    group: Literal["services", "tables", "press", "files"]
    description: Texts
    named: bool
    made: int
    at: str


class PictureSizeData(TypedDict):
    """So many pictures of one size in pixels."""

    count: int
    width: int
    height: int


class PlannedFile(TypedDict):
    """A file that an export makes, and its pages; 0 for none."""

    path: str
    pages: int


class OrderLineData(TypedDict):
    """Decks that become one product. `bracket` cards are paid for, or `sheets` of `sheet` cards each; 0 for neither."""

    product: str
    decks: dict[str, int]
    cards: int
    bracket: int
    sheets: int
    sheet: int


class ExportReport(TypedDict):
    """What an export would make now: its files, its pictures by their size, what it orders, and why it is refused."""

    name: str
    files: list[PlannedFile]
    pictures: list[PictureSizeData]
    order: list[OrderLineData]
    left_out: list[str]
    steps: list[Texts]
    notes: list[Texts]
    findings: list[MakingFinding]
    faults: list[FaultData]
    command: str


# ---------------------------------------------------------------- printers


class PrinterValueData(TypedDict):
    """A value of a printer: how many numbers it has, their limits, and those that change nothing."""

    name: str
    count: int
    least: float
    most: float
    default: list[float]


class OwnPrinterData(TypedDict):
    """A printer of the user with its values; `flip` is "" if it turns paper on both edges."""

    name: str
    values: dict[str, list[float]]
    flip: str
    options: list[str]


class PrintersData(TypedDict):
    """The user's printers, the one in use, their file, and what may be said of one.

    `sheets` are the names of the calibration sheets by their papers; `may`: this page may change printers.
    """

    file: str
    used: str
    printers: list[OwnPrinterData]
    values: list[PrinterValueData]
    flips: list[str]
    sheets: dict[str, str]
    faults: list[FaultData]
    may: bool
