"""Logs: written, read, verified up to the first broken rule, and drawn."""

from __future__ import annotations

import pytest

from cardgen.games.thread_race.notation import parse_entry, write_entry
from cardgen.games.thread_race.pictures import write_field
from cardgen.games.thread_race.refusals import ThreadRaceError
from tests.games.thread_race.fields import card, idle, seat
from tests.games.thread_race.playing import draw_play, log_of, random_game, verify_log
from tests.games.thread_race.rulesets import FULL
from tests.games.thread_race.starter import starter_deck


@pytest.mark.parametrize(
    "line",
    [
        "seed -7",
        "deck preempt: echo burn echo",
        "1 start up down up",
        "2 target 1.3",
        "1 yes",
        "3 no",
        '1 effects {"do": "draw"}; {"do": "order", "amount": "shuffle-top", "n": 2}',
        "1 effects -",
        "1 flip 2 3",
        "4 flip -",
        "1 play 2 1",
        "1 play 2 1 down",
        "1 core",
        "2 away 3",
        "2 pass",
        "win 2 3",
    ],
)
def test_an_entry_is_read_and_written(line: str) -> None:
    assert write_entry(parse_entry(line)) == line


@pytest.mark.parametrize(
    "line",
    [
        "play 1 1",
        "1 play 1",
        "1 play a b",
        "1 jump",
        "0 pass",
        "1 target 1",
        "1 start",
        "1 flip",
        "1 away 0",
        "1 effects x",
        "win",
        "1 yes no",
    ],
)
def test_an_entry_that_cannot_be_read_is_refused(line: str) -> None:
    with pytest.raises(ThreadRaceError) as refused:
        parse_entry(line)
    assert (refused.value.reason, refused.value.rule) == ("unreadable", None)
    assert refused.value.messages["zh"].startswith("无法读懂")


def test_a_wrong_winner_and_a_turn_after_the_end_are_refused() -> None:
    log = log_of(random_game([starter_deck()] * 2, 1, FULL))
    body, _, last = log.rstrip("\n").rpartition("\n")
    wrong = "win 1 2" if last != "win 1 2" else "win 1"
    for line, code in ((wrong, "T24"), ("1 pass", "T24")):
        with pytest.raises(ThreadRaceError) as refused:
            verify_log(f"{body}\n{line}\n", FULL)
        assert (refused.value.code, refused.value.line) == (code, log.count("\n"))


# ---------------------------------------------------------------- pictures


def test_a_field_has_a_row_for_each_speed_and_a_column_for_each_slot() -> None:
    plain = card(None, {"do": "draw"}, trigger="on-flip", element="fire")
    one = seat(idle(5), (idle(3), {"up": False}), plain)
    two = seat((idle(2), {"element": "earth"}), None, (idle(4), {"sealed": True}))
    assert write_field([one, two]) == ["天......", "......天", ".......", "....地..", ".......", ".#火...."]


def test_a_log_is_drawn_turn_by_turn() -> None:
    played = random_game([starter_deck()] * 2, 5, FULL)
    state, log = played.state, log_of(played)
    diagrams = draw_play(log, FULL)
    assert len(diagrams) == state.turn
    assert diagrams[-1].rows == write_field(state.seats)
    assert diagrams[-1].caption["en"].startswith(f"turn {state.turn}; ")
    assert diagrams[-1].caption["zh"].endswith("。")
    clashes = [diagram for diagram in diagrams if diagram.marked]
    assert clashes
    assert all("clash in" in diagram.caption["en"] for diagram in clashes)
    assert any("face down" in diagram.description["en"] for diagram in diagrams)
    one_line = draw_play(log.replace("\n", "|"), FULL)
    assert [diagram.rows for diagram in one_line] == [diagram.rows for diagram in diagrams]
