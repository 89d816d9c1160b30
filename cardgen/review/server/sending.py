"""Tables that a page sends: a file, or cells from the clipboard, and what was chosen about their columns."""

from __future__ import annotations

import base64
import binascii
import csv
import io
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path, PurePath
from typing import Any

from pydantic import TypeAdapter

from cardgen.base.errors import DataError, Place, Text
from cardgen.base.records import dataclass, field, replace
from cardgen.base.words.messages import message
from cardgen.building.plan import layout_game
from cardgen.data.card_shapes import face_points
from cardgen.data.model import Game
from cardgen.data.rows.workbooks import visible_sheets
from cardgen.review.server.home_payloads import SentAnswer, SentColumn, SentTable, ShownCard
from cardgen.review.server.page_data import faults_of
from cardgen.review.server.pictures import picture_svg
from cardgen.review.server.request_models import RequestError, read_model
from cardgen.starters.from_tables import Source, TableFile, Tables, read_tables
from cardgen.starters.starting import TableDeck
from cardgen.starters.tables import CardTable, TableChoices

#: How many cards of each deck, and of all, are shown before a table becomes one.
_OF_DECK, _SHOWN = 3, 6


@dataclass(frozen=True, slots=True)
class Sent:
    """What a page sends: a file as base64 or cells, sheets, languages, and choices about each table."""

    file: str = ""
    content: str = ""
    cells: list[list[str]] = field(default_factory=list)
    sheets: list[str] = field(default_factory=list)
    languages: list[str] = field(default_factory=list)
    choices: dict[str, TableChoices] = field(default_factory=dict)


def read_sent(body: object) -> TableFile:
    """Return the table that a request has. RequestError if it has none."""
    sent = read_body(Sent, body)
    content = _csv_of(sent.cells) if sent.cells else _decoded(sent.content)
    name = PurePath(sent.file.replace("\\", "/")).name or "cards.csv"
    suffix = PurePath(name).suffix.lower()
    if suffix not in (".csv", ".tsv", ".xlsx"):  # a text is a table if it has columns, whatever its ending
        name = f"{PurePath(name).stem}.csv" if suffix in (".txt", ".tab", "") else name
    return TableFile(
        Path(name), tuple(sent.sheets), languages=tuple(sent.languages), content=content, choices=sent.choices
    )


def read_body(kind: type[Any], body: object) -> Any:
    """Return the part of a request that a record describes; others are ignored. RequestError if it is none."""
    members = body if isinstance(body, dict) else {}
    return read_model(TypeAdapter(kind), {name: members[name] for name in kind.__slots__ if name in members})


def _csv_of(cells: Iterable[Iterable[str]]) -> bytes:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(cells)
    return written.getvalue().encode()


def _decoded(content: str) -> bytes:
    try:
        return base64.b64decode(content, validate=True)
    except binascii.Error:
        raise RequestError(_NO_FILE) from None


_NO_FILE: Text = message("`content` must be a file as base64")


def draft_table(
    source: TableFile, game_of: Callable[[Tables], tuple[Game, Sequence[TableDeck]]], name: str
) -> SentAnswer:
    """Return what a sent table would become. `game_of` returns the game called `name` with the table's decks."""
    answer: SentAnswer = {"sheets": [], "languages": [], "tables": [], "cards": [], "faults": []}
    try:
        if source.file.suffix.lower() == ".xlsx" and source.content is not None:
            answer["sheets"] = [*visible_sheets(source.content, str(source.file))]
        tables = read_tables(source)
        answer["languages"] = [*tables.decks[0].table.languages]
        answer["tables"] = [_table_data(*pair) for pair in zip(tables.sources, tables.decks, strict=True)]
        try:
            game, decks = game_of(tables)
            answer["cards"] = [*shown_cards(game, {deck.name for deck in decks})]
        except DataError as error:
            raise tables.own_places(error, name) from error
    except DataError as error:
        answer["faults"] = [
            {**fault, "cell": cell_of(one.place)} for fault, one in zip(faults_of(error), error.faults, strict=True)
        ]
    return answer


def named_decks(tables: Tables, name: str) -> list[TableDeck]:
    """Return the decks of tables. The only one is called `name`; others have the names of their sheets."""
    return [*tables.decks] if len(tables.decks) > 1 else [replace(tables.decks[0], name=name)]


def _table_data(source: Source, deck: TableDeck) -> SentTable:
    table = deck.table
    return {
        "sheet": source.name,
        "deck": deck.name,
        "cards": table.cards,
        "heading": source.heading_row(table),
        "named": next((head for head, name in table.heads.items() if name.split(".")[0] == table.named), ""),
        "columns": [*_columns(table)],
    }


def _columns(table: CardTable) -> Iterator[SentColumn]:
    for head, name in table.heads.items():
        field, _, language = name.partition(".")
        kind = table.fields.get(field, field).removesuffix("?") if field else ""
        samples = [*table.samples.get(head, ())]
        yield {
            "head": head,
            "samples": samples,
            "field": field,
            "language": language,
            "kind": "text" if language else kind,
        }


def shown_cards(game: Game, decks: Collection[str]) -> Iterator[ShownCard]:
    """Yield the first cards of decks as they would be."""
    shown = {name: replace(game.decks[name], cards=game.decks[name].cards[:_OF_DECK]) for name in game.decks}
    laid = layout_game(replace(game, decks={name: deck for name, deck in shown.items() if name in decks}))
    for name, cards in laid.items():
        size = game.decks[name].size
        for card in islice(cards, max(1, _SHOWN // len(laid))):
            yield {
                "key": f"{name}/{card.card.id}",
                "face": picture_svg(card.face.scene),
                "trim": (card.face.scene.width, card.face.scene.height),
                "bleed": size.bleed,
                "corner": size.corner,
                "outline": face_points(size, card.face.scene.width, card.face.scene.height),
            }


def cell_of(place: Place) -> str:
    """Return where a place is in its file: `Sheet1!B7` in a workbook, `7:3` in a text, "" without a line."""
    return str(place).removeprefix(f"{place.file}:") if place.line else ""
