"""Edits from a page: read, proved by reading the game as it would be, written, undone and made again."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import replace
from cardgen.base.values import as_text
from cardgen.base.words.messages import message
from cardgen.building.plan import layout_cards
from cardgen.data.glossary.texts import find_terms
from cardgen.data.languages.overlays import Context
from cardgen.data.model import Game
from cardgen.editing.assets import picture_files
from cardgen.editing.boxes import (
    AddBox,
    BoxEdit,
    CopyBox,
    GroupBoxes,
    OrderBox,
    RemoveBox,
    Reshape,
    SetProperty,
    TemplateBoxes,
    UngroupBox,
)
from cardgen.editing.cells import AddColumn, AddRow, Cell, DeckTable, DeleteRow, MoveRow
from cardgen.editing.documents import ConflictError, raise_conflicts
from cardgen.editing.journal import Gesture, Journal, digest
from cardgen.editing.operations import Change, Delete, Insert, Move, Operation, Rename, Replace, SetValue
from cardgen.editing.projects import Edit, apply_to_files, check_games
from cardgen.review.server.addition_forms import addition_forms
from cardgen.review.server.answers import texts_of
from cardgen.review.server.assets import (
    AddFile,
    AddFont,
    AddIcon,
    AddLibraryIcon,
    AssetEdit,
    Assets,
    Purpose,
    assets_data,
)
from cardgen.review.server.canvas import canvas_data
from cardgen.review.server.choosing import column_data, print_styles
from cardgen.review.server.details import boxes_of, runs_of
from cardgen.review.server.edit_payloads import (
    AssetAnswer,
    AssetsData,
    CanvasData,
    ConflictData,
    DraftAnswer,
    DraftedCard,
    EditAnswer,
    EditedMessage,
    FindAnswer,
    GameFileValues,
    TableData,
    TargetData,
    TextAbout,
    TextData,
    TextFile,
)
from cardgen.review.server.game_values import game_values
from cardgen.review.server.home_payloads import AdditionData, SentAnswer
from cardgen.review.server.live import LiveGame
from cardgen.review.server.page_data import faults_of
from cardgen.review.server.pictures import picture_svg
from cardgen.review.server.replacing import Sought, find_places
from cardgen.review.server.request_models import RequestError, read_model
from cardgen.review.server.sending import draft_table, named_decks, read_sent
from cardgen.review.server.text_files import target_at, text_about, text_data, text_files
from cardgen.starters.additions import Add, Additions
from cardgen.starters.from_tables import Tables, read_tables
from cardgen.starters.starting import TableDeck

_KINDS: Mapping[str, type[Any]] = {
    "set": SetValue,
    "insert": Insert,
    "delete": Delete,
    "move": Move,
    "rename": Rename,
    "replace": Replace,
    "cell": Cell,
    "add-row": AddRow,
    "delete-row": DeleteRow,
    "move-row": MoveRow,
    "add-column": AddColumn,
    "reshape": Reshape,
    "property": SetProperty,
    "add-box": AddBox,
    "copy-box": CopyBox,
    "remove-box": RemoveBox,
    "order-box": OrderBox,
    "group-boxes": GroupBoxes,
    "ungroup-box": UngroupBox,
    "add-file": AddFile,
    "add-icon": AddIcon,
    "library-icon": AddLibraryIcon,
    "add-font": AddFont,
    "add": Add,
}

#: How often the boxes are read while the game is, and the seconds between.
_TRIES, _PAUSE = 40, 0.05

#: Operations of one edit, cards of one draft, and characters that are sought.
MOST_OPERATIONS, MOST_DRAFTED, MOST_SOUGHT = 20_000, 60, 400


def read_change(
    body: object,
    deck_table: Callable[[str], DeckTable],
    side_boxes: Callable[[str, str], TemplateBoxes],
    addition: Callable[[AssetEdit | Add], Change],
    least: int = 1,
) -> Change:
    """Return the change that a request describes. RequestError if it describes none.

    DataError for cells of no deck, and boxes of no side; ConflictError for those that have other values than the
    request says. `deck_table` returns a deck as a table, `side_boxes` the boxes of a side of one, `addition` the change
    that adds something to the game.
    """
    request = body if isinstance(body, dict) else {}
    operations, digests = request.get("operations"), request.get("digests", {})
    if not isinstance(operations, list) or not least <= len(operations) <= MOST_OPERATIONS:
        raise RequestError(message("`operations` must be a list of 1 to {most} operations", most=MOST_OPERATIONS))
    if not isinstance(digests, dict):
        raise RequestError(message("`digests` must have a sha256 for each file"))
    tables, sides = cache(deck_table), cache(side_boxes)
    made: list[Operation] = []
    created: dict[str, bytes] = {}
    conflicts: list[ConflictError] = []
    for data in operations:
        try:
            operation = _operation(data)
            if isinstance(operation, AssetEdit | Add):
                change = addition(operation)
                made += change.operations
                created |= change.created
            else:
                made += _operations(operation, tables, sides)
        except ConflictError as error:
            conflicts.append(error)
    raise_conflicts(conflicts)
    return Change(tuple(made), {str(file): str(sha256) for file, sha256 in digests.items()}, created)


def _operation(data: object) -> Any:
    """Return an operation of a request. RequestError if it is none."""
    members = dict(data) if isinstance(data, dict) else {}
    kind = _KINDS.get(str(members.pop("kind", "")))
    if kind is None:
        raise RequestError(message("an operation has one of these kinds: {kinds}", kinds=", ".join(_KINDS)))
    return read_model(TypeAdapter(kind), members)


def _operations(
    operation: Any, tables: Callable[[str], DeckTable], sides: Callable[[str, str], TemplateBoxes]
) -> Iterator[Operation]:
    """Yield the operations that one of a request stands for: itself, or those of a cell, a row or a box of a deck."""
    if isinstance(operation, Cell):
        yield from tables(operation.deck).set_cell(operation)
    elif isinstance(operation, AddRow):
        yield from tables(operation.deck).add_row(operation)
    elif isinstance(operation, DeleteRow):
        yield tables(operation.deck).delete_row(operation.card)
    elif isinstance(operation, MoveRow):
        yield tables(operation.deck).move_row(operation)
    elif isinstance(operation, AddColumn):
        yield from tables(operation.deck).add_column(operation)
    elif isinstance(operation, BoxEdit):
        yield from sides(operation.deck, operation.side).operations(operation)
    else:
        yield operation


class Edits:
    """The edits that pages make of a game."""

    def __init__(self, live: LiveGame) -> None:
        self._live, self._project = live, live.project
        self._journal = Journal(live.project.root)
        self._assets = Assets()

    def edit(self, body: object, by: str) -> EditAnswer:
        """Make an edit. RequestError if the request is none.

        If it names `cards`, the answer does not wait for others when many are to be laid out.
        """
        cards = _cards_of(body)
        label = str(body.get("label", "")) if isinstance(body, dict) else ""
        tables: dict[str, DeckTable] = {}
        after: dict[str, bytes] = {}

        def table(deck: str) -> DeckTable:
            return tables.setdefault(deck, self._table(deck))

        def make() -> Gesture | None:
            edit = apply_to_files(self._project, read_change(body, table, self._boxes, self._addition))
            after.update(edit.after)
            return self._live.show_edit(edit.after, lambda: self._write(edit, by, label), by, cards)

        answer = self._answer(make, by)
        for fault in answer["faults"]:
            place = Place(fault["file"], fault["line"], fault["column"])
            if cell := next(filter(None, (one.cell_at(place, after) for one in tables.values())), None):
                fault["cell"] = {"card": cell[0], "field": cell[1], "language": cell[2]}
        return answer

    def undo(self, body: object, by: str) -> EditAnswer:
        """Undo the last edit of the project."""
        cards = _cards_of(body)
        return self._answer(lambda: self._live.show_step(self._journal.undo, by, cards), by)

    def redo(self, body: object, by: str) -> EditAnswer:
        """Make the edit again that was undone last."""
        cards = _cards_of(body)
        return self._answer(lambda: self._live.show_step(self._journal.redo, by, cards), by)

    def receive(self, purpose: Purpose, name: str, content: bytes) -> AssetAnswer | None:
        """Hold a file that a page has sent; None if the game cannot be read."""
        game = self._live.whole
        return None if game is None else self._assets.receive(game, purpose, name, content)

    def assets(self) -> AssetsData:
        """Return the pictures, icons and fonts of the game."""
        game = self._live.whole
        return {"pictures": [], "icons": [], "fonts": [], "credits": []} if game is None else assets_data(game)

    def counts(self) -> tuple[int, int]:
        """Return how many edits of the project can be undone, and made again; none without a journal."""
        try:
            done, undone = self._journal.gestures()
        except DataError:
            return 0, 0
        return len(done), len(undone)

    def _table(self, deck: str) -> DeckTable:
        """Return a deck as a table. DataError if the game cannot be read, or has no such deck."""
        game = self._live.whole
        if game is None or deck not in game.decks:
            raise DataError(Fault(Place(), message("there is no deck {deck!r}", deck=deck)))
        return DeckTable(self._project, game, deck)

    def _boxes(self, deck: str, side: str) -> TemplateBoxes:
        """Return the boxes of a side of a deck. DataError if the game cannot be read, or has no such side."""
        game = self._live.whole
        if game is None:
            raise DataError(Fault(Place(), message("there is no deck {deck!r}", deck=deck)))
        return TemplateBoxes(self._project, game, deck, side)

    def _whole(self) -> Game:
        """Return the game in all languages. DataError if it cannot be read."""
        if self._live.whole is None:
            raise self._live.state.fault or DataError(Fault(Place(), message("the game cannot be read")))
        return self._live.whole

    def _addition(self, add: AssetEdit | Add) -> Change:
        """Return the change that adds something to the game. DataError if it is not possible."""
        if isinstance(add, AssetEdit):
            return self._assets.change(self._whole(), add)
        additions = Additions(self._project, self._whole())
        if add.what != "deck" or "table" not in add.values:
            return additions.change(add.what, add.values)
        return additions.tables(self._sent_decks(add.values), str(add.values.get("size") or ""))

    def _sent_decks(self, values: Mapping[str, Any]) -> Sequence[TableDeck]:
        """Return the decks of a sent table; the only one has the name that was given."""
        source = replace(read_sent(values["table"]), languages=tuple(self._whole().file.languages))
        tables, name = read_tables(source), str(values.get("name") or "")
        if len(tables.decks) == 1 and not name:
            raise DataError(Fault(Place(), message("{key} is missing", key="name")))
        return named_decks(tables, name)

    def sent(self, body: object) -> SentAnswer:
        """Return what a sent table would become in this game. RequestError if nothing was sent."""
        values = body if isinstance(body, dict) else {}
        source, whole = read_sent(values), self._live.whole
        if whole is not None:
            source = replace(source, languages=tuple(whole.file.languages))

        def game_of(tables: Tables) -> tuple[Game, Sequence[TableDeck]]:
            decks = named_decks(tables, str(values.get("deck") or "new"))
            change = Additions(self._project, self._whole()).tables(decks, str(values.get("size") or ""))
            return self._live.load_edited(apply_to_files(self._project, change).after), decks

        return draft_table(source, game_of, self._live.name)

    def additions(self) -> list[AdditionData]:
        """Return the forms of what can be added to the game; none if it cannot be read."""
        return [] if self._live.whole is None else [*addition_forms(self._live.whole)]

    def canvas(self, deck: str, side: str) -> CanvasData | None:
        """Return the boxes of a side of a deck as they can be edited; None if there are none.

        A file that was written a moment ago is waited for: the game that it belongs to is being read.
        """
        for _ in range(_TRIES):
            game = self._live.whole
            if game is None or deck not in game.decks or side not in game.decks[deck].template.sides:
                return None
            try:
                return canvas_data(game, TemplateBoxes(self._project, game, deck, side))
            except DataError:
                time.sleep(_PAUSE)
        return None

    def game(self) -> list[GameFileValues]:
        """Return the values of game.yaml and of rulesets as they can be edited."""
        game = self._live.whole
        return game_values(self._project, game) if game else []

    def _write(self, edit: Edit, by: str, label: str) -> Gesture | None:
        check_games(self._project, edit, but=self._live.name)
        return self._journal.write(edit.after, edit.before, by, label)

    def _answer(self, make: Callable[[], Gesture | None], by: str) -> EditAnswer:
        """Return the answer to an edit, and have all pages know of it."""
        answer: EditAnswer = {"faults": [], "conflicts": [], "label": "", "done": 0, "undone": 0, "gone": False}
        gesture = None
        try:
            with self._live.at_work():
                gesture = make()
        except ConflictError as error:
            answer["conflicts"] = [_conflict_data(conflict) for conflict in (error, *error.others)]
        except DataError as error:
            answer["faults"] = [{**fault, "cell": None} for fault in faults_of(error)]
        with contextlib.suppress(DataError):  # the answer says already that the journal cannot be used
            answer["done"], answer["undone"] = map(len, self._journal.gestures())
        answer["gone"] = not (self._project.game_folder(self._live.name) / "game.yaml").exists()
        if gesture is not None:
            answer["label"] = gesture.label
            edited: EditedMessage = {
                "by": by,
                "label": gesture.label,
                "files": [splice.file for splice in gesture.splices],
                "done": answer["done"],
                "undone": answer["undone"],
            }
            self._live.streams.publish("edited", edited)
        return answer

    def draft(self, body: object) -> DraftAnswer:
        """Return cards as an edit would make them, or the faults that it would have. RequestError if it is no edit.

        Without operations the cards are as they are. If the request has `runs`, the printed lines are in the answer.
        """
        wanted = _cards_of(body)
        if wanted is None:
            raise RequestError(message("`cards` must be a list of at most {most} cards", most=MOST_DRAFTED))
        try:
            edit = apply_to_files(self._project, read_change(body, self._table, self._boxes, self._addition, 0))
            game = self._live.load_edited(edit.after)
            has_runs = isinstance(body, dict) and bool(body.get("runs"))
            return {"cards": [*_drawn(game, wanted, has_runs)], "faults": []}
        except DataError as error:
            return {"cards": [], "faults": faults_of(error)}

    def find(self, body: object) -> FindAnswer:
        """Return the places where a text would be replaced by another one. RequestError if none is given."""
        request = body if isinstance(body, dict) else {}
        old, new = request.get("find"), request.get("replace", "")
        if not (isinstance(old, str) and isinstance(new, str)) or not 0 < len(old) <= MOST_SOUGHT:
            raise RequestError(message("`find` must be a text of 1 to {most} characters", most=MOST_SOUGHT))
        game = self._live.whole
        nothing: FindAnswer = {"places": [], "found": [], "faults": []}
        try:
            ways = [bool(request.get(name)) for name in ("words", "ignore_case", "pattern")]
            return find_places(self._project, game, Sought(old, new, *ways)) if game else nothing
        except DataError as error:
            return {**nothing, "faults": faults_of(error)}

    def text_files(self) -> list[TextFile]:
        """Return the game's files that can be edited as text."""
        return text_files(self._project, self._live.name, self._live.whole)

    def text(self, file: str) -> TextData:
        """Return a file as text. DataError if it is none, or outside of the project's data."""
        return text_data(self._project, file)

    def text_about(self, file: str) -> TextAbout:
        """Return what a file may have."""
        return text_about(self._live.whole, file)

    def target_at(self, place: Place, deck: str) -> TargetData | None:
        """Return the cell or box, if possible of a deck, that a place of a file belongs to; None if to none."""
        game = self._live.whole
        try:
            return target_at(self._project, game, place, deck) if game else None
        except DataError:
            return None

    def table(self, deck: str, cards: Collection[str] = ()) -> TableData | None:
        """Return a deck, or only the rows of some cards, as a table; None if there is none that can be edited.

        With the rows of some cards, columns have no pictures to choose from: the page has them from the whole table.
        """
        try:
            table = self._table(deck)
        except DataError:
            return None
        files = cache(lambda: [] if cards else [*picture_files(table.game.reader.fence)])
        shared = table.shared()
        return {
            "deck": deck,
            "files": [file.file for file in table.files],
            "digest": digest(table.files[0].bytes),
            "columns": [column_data(table.game, deck, column, files) for column in table.columns],
            "rows": [
                {
                    "id": card,
                    "cells": cells,
                    "outdated": _outdated(table, card),
                    "row_ids": [*table.row_ids(card)],
                    "shared": shared.get(card, []),
                    "marked": _marked(table, card, cells),
                }
                for card, cells in table.rows(cards)
            ],
            "styles": print_styles(table.deck.template),
            "icons": [*table.deck.template.icons],
        }


def _marked(table: DeckTable, card: str, cells: Sequence[str]) -> dict[int, str]:
    """Return the texts of a card in which terms of the glossary are marked, by the number of the column."""
    game, deck = table.game, table.deck
    if game.glossary is None or deck.id not in game.glossary.fields:
        return {}
    fields = find_terms(
        game.glossary, deck.id, table.card(card).fields, game.file.languages[0], deck.template.styles
    ).fields
    texts = {}
    for number, column in enumerate(table.columns):
        value = fields.get(column.name)
        text = value.get(column.language) if isinstance(value, Mapping) else value
        if isinstance(text, str) and cells[number] and text != cells[number]:
            texts[number] = text
    return texts


def _outdated(table: DeckTable, card: str) -> list[int]:
    """Return the numbers of the columns in which a card's translations are of an older text."""
    outdated = table.game.translations.outdated
    if not outdated:
        return []
    contexts = [(column.language, str(Context(table.deck.id, card, column.name))) for column in table.columns]
    return [number for number, context in enumerate(contexts) if context in outdated]


def _conflict_data(error: ConflictError) -> ConflictData:
    cell = error.operation
    return {
        "place": str(error.fault.place),
        "message": texts_of(error.fault.message),
        "hint": texts_of(error.fault.hint),
        "current": "" if error.current is None else as_text(error.current),
        "cell": {"card": cell.card, "field": cell.field, "language": cell.language} if isinstance(cell, Cell) else None,
    }


def _cards_of(body: object) -> set[str] | None:
    """Return the keys of the cards that a request names; None if it names none. RequestError if these are too many."""
    cards = body.get("cards") if isinstance(body, dict) else None
    if cards is None:
        return None
    if not isinstance(cards, list) or len(cards) > MOST_DRAFTED:
        raise RequestError(message("`cards` must be a list of at most {most} cards", most=MOST_DRAFTED))
    return {str(key) for key in cards}


def _drawn(game: Game, keys: set[str], has_runs: bool) -> Iterator[DraftedCard]:
    """Yield these cards, laid out alone: a template may have thousands."""
    for name, laid in layout_cards(game, keys).items():
        for card in laid:
            key, boxes = f"{name}/{card.card.id}", boxes_of(game.decks[name], card)
            drawn: DraftedCard = {"key": key, "face": picture_svg(card.face.scene), "boxes": boxes}
            if card.back is not None:
                drawn["back"] = picture_svg(card.back.scene)
            if has_runs:
                drawn["runs"] = {side: runs_of(laid_side.scene) for side, laid_side in card.sides}
            yield drawn
