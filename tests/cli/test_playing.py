"""Helpers that the commands of all engines share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from cardgen.cli.playing import argument_error, follow_game, message_of, print_row, read_rows
from cardgen.errors import DataError
from cardgen.words.language import use_language
from cardgen.words.messages import message


@pytest.fixture(autouse=True)
def english() -> None:
    """Write English, whatever language an earlier command of this process used."""
    use_language("en")


@dataclass(frozen=True)
class Countdown:
    """A game of two players in which each turn takes away one."""

    left: int

    @property
    def to_move(self) -> int | None:
        return self.left % 2 if self.left else None


def play(players: int) -> Iterator[tuple[str | None, Countdown]]:
    if players != 2:
        raise ValueError(message("{count} given, the game is for 2 players", count=players))
    state = Countdown(3)
    yield None, state
    while state.left:
        state = Countdown(state.left - 1)
        yield f"take {state.left}", state


def test_a_game_is_followed_to_its_end() -> None:
    game = follow_game(play(2), str.upper)
    assert game.turns == [(1, "TAKE 2"), (0, "TAKE 1"), (1, "TAKE 0")]
    assert game.end == Countdown(0)


def test_a_wrong_number_of_players_is_a_fault_of_the_option() -> None:
    with pytest.raises(DataError, match="--players: 3 given, the game is for 2 players") as caught:
        follow_game(play(3), str)
    assert caught.value.faults[0].message == "3 given, the game is for 2 players"


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
