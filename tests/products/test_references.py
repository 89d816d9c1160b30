"""References from the targets of pieces and boards to decks, and their faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.data.schema import game_schema
from cardgen.products.boards.target import BoardTarget
from cardgen.products.diecuts.target import DiecutTarget
from cardgen.products.sheet_targets import SheetTarget
from tests.games_on_disk import GameOnDisk
from tests.products.made import BOARD, GAME, PIECES, game_with_pieces_in


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    return game_with_pieces_in(tmp_path)


#: How many cells the board has.
CELLS = "board, cell: 30}"


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (GAME, "deck: pieces", "deck: peices", "there is no deck 'peices' (did you mean 'pieces'?)"),
        (GAME, "deck: board, cell", "deck: bord, cell", "there is no deck 'bord' (did you mean 'board'?)"),
        (GAME, "cells: form", "cells: from", "no field 'from' of the kind cells (did you mean 'form'?)"),
        (GAME, "      cells: form\n", "", "no field 'cells' of the kind cells (expected one of: form)"),
        (GAME, "colour: tint", "colour: mark", "no field 'mark' of the kind colour (expected one of: tint)"),
        (GAME, "pattern: mark", "pattern: tint", "no field 'tint' of the kind pattern (expected one of: mark)"),
        (GAME, "by: side", "by: at", "no field 'at' of the kind text"),
        (
            GAME,
            "      by: side\n",
            "",
            "there is only one sheet, which needs no names (set by: to the field that sorts",
        ),
        (GAME, "west: {zh", "vest: {zh", "no card has 'vest' (did you mean 'west'?)"),
        (PIECES, "side: east", "side: far east", "'far east' cannot be part of a file name"),
        (
            BOARD,
            "[6, 8]",
            "[6, 8.5]",
            "the size of the board is not a whole number of cells (expected columns and rows",
        ),
        (BOARD, "[6, 8]", "[0, 8]", "the size of the board is not a whole number of cells (expected columns and rows"),
        (BOARD, "size: [6, 8]}", "size: [6, 8]}\n  - {id: b, name: x, size: [6, 8]}", "board has 2 cards (the deck of"),
        (
            GAME,
            f"deck: {CELLS}",
            "deck: pieces, cell: 30}",
            "does not say how many cells the board has (expected a field",
        ),
        (GAME, f"deck: {CELLS}", "cell: 30}", "a board needs exactly one of size, cells and deck"),
        (GAME, f"deck: {CELLS}", "deck: board, size: [9, 9]}", "a board needs exactly one of size, cells and deck"),
        (GAME, f"deck: {CELLS}", "size: [90, 90], cell: 30}", "cell and border require cells or a deck, not a size in"),
        (GAME, "area: [3, 2]", "area: 3", "3 given, expected columns and rows (such as [9, 10])"),
        (GAME, "area: [3, 2]", "area: [3, 2.5]", "area.1: 2.5 given, expected a whole number"),
        (GAME, "area: [3, 2]", "bleed: 2", "bleed: 2 given, expected at most 1"),
        (GAME, "cut: spot", "cut: sopt", "'sopt' given, expected"),
        (GAME, "sides-{side}-{paper}", "sides-{side}", "'sides-{side}' would be one name for several papers"),
        (GAME, "sides-{side}-{paper}", "west/{side}-{paper}", "'west/{side}-{paper}' is not a plain file name"),
        (GAME, "    cards-{paper}", "    sides-west-{paper}", "two files would be called 'sides-west-a4'"),
        (GAME, "    cards-{paper}", "    board-{paper}", "two files would be called 'board-a4'"),
        (GAME, "board.yaml, papers", "bord.yaml, papers", "there is no file templates/bord.yaml"),
    ],
)
def test_a_wrong_target_is_a_fault(game: GameOnDisk, file: str, old: str, new: str, message: str) -> None:
    game.change(file, old, new)
    (fault,) = game.faults()
    assert message in fault
    assert fault.startswith(file if "board has" not in message else GAME)


def test_a_board_may_have_cells_or_a_size(game: GameOnDisk) -> None:
    game.change(GAME, "deck: board, cell: 30}", "cells: [6, 8]}")
    assert game.faults() == []
    game.change(GAME, "cells: [6, 8]}", "size: [400, 120]}")
    assert game.faults() == []


def test_every_key_of_a_target_is_in_the_schema() -> None:
    definitions = game_schema()["$defs"]
    for model in (DiecutTarget, BoardTarget, SheetTarget):
        keys = definitions[model.__name__]
        assert set(keys["properties"]) == set(model.model_fields)
        assert keys["additionalProperties"] is False
    assert {"diecuts", "boards"} <= set(definitions["Targets"]["properties"])
