"""Helpers that the commands of all engines share."""

from __future__ import annotations

import pytest

from cardgen.base.errors import DataError
from cardgen.base.words.language import use_language
from cardgen.base.words.messages import message
from cardgen.cli.playing import GameOptions, argument_error, message_of, print_row, read_rows
from cardgen.cli.turn_games import play_randomly
from cardgen.games.blokus.turn_game import GAME
from tests.games_on_disk import REPOSITORY


@pytest.fixture(autouse=True)
def english() -> None:
    """Write English, whatever language an earlier command of this process used."""
    use_language("en")


def test_a_wrong_number_of_players_is_a_fault_of_the_option() -> None:
    options = GameOptions("standard", "blokus", REPOSITORY)
    with pytest.raises(DataError, match="--players: 3 given, the ruleset is for 4 players"):
        play_randomly(GAME, options, 1, players=3)


def test_cells_of_a_table_end_at_the_edge_of_their_columns(capsys: pytest.CaptureFixture[str]) -> None:
    print_row(("ply", 17), (4, 5))
    print_row(("层数", "方块"), (6, 5))
    print_row((message("ply"), "too long"), (3, 5))
    assert capsys.readouterr().out.splitlines() == [" ply    17", "  层数  方块", "ply too long"]


def test_the_message_of_an_error_keeps_its_template() -> None:
    text = message("{count} given", count=3)
    assert message_of(ValueError(text)) is text
    assert message_of(KeyError(3)) == "3"
    assert message_of(ValueError()) == ""


def test_an_argument_error_names_the_argument_and_has_a_hint() -> None:
    assert str(argument_error("COLOUR", message("there is no colour"), "red")) == "COLOUR: there is no colour (red)"


def test_rows_are_read_from_the_argument_or_refused() -> None:
    assert read_rows("#./.#", "#.", "# .") == "#.\n.#"
    assert read_rows("", "#.", "# .") == ""
    with pytest.raises(DataError, match="FIELD: 'no-such-file' is neither a file nor rows of #"):
        read_rows("no-such-file", "#.", "# .")
