"""Logs: written, read, verified up to the first broken rule, and drawn."""

from __future__ import annotations

from functools import cache

import pytest

from cardgen.games.thread_race.cards import Core, DeckOrder
from cardgen.games.thread_race.pictures import write_field
from cardgen.games.thread_race.refusals import ThreadRaceError
from cardgen.games.thread_race.turn_game import GAME
from tests.games.thread_race.fields import card, idle, seat
from tests.games.thread_race.playing import apply, draw_play, log_of, random_game, seats, verify_log
from tests.games.thread_race.rulesets import FULL, changed
from tests.games.thread_race.starter import starter_deck


@cache
def log_of_a_game() -> str:
    return log_of(random_game([starter_deck()] * 2, 1, FULL))


def test_every_line_of_a_log_is_read_and_written() -> None:
    for rules in (FULL, changed(play_face="either", effects="optional")):
        played = random_game([starter_deck()] * 2, 3, rules)
        log = log_of(played)
        assert verify_log(log, rules).now.winners == played.state.now.winners
        words = {line.split()[1] for line in log.splitlines()[3:]}
        assert {"start", "target", "flip", "play"} <= words
    assert "1 act " in log
    assert " down\n" in log


def test_what_is_done_by_hand_is_written_and_read() -> None:
    cards = [card(4, by_hand="?", name=f"card {number}") for number in range(4)]
    state = apply(GAME.start_game([DeckOrder(Core("core", 1), tuple(cards))], 0, FULL), "up-up-up")
    for line in ("1 adjust set 1.1 speed 2", "1 done", "1 done", "1 done", "1 adjust move deck1.1 rebirth1 top"):
        turn = GAME.read_turn(line, state)
        assert turn is not None
        assert GAME.write_turn(turn, state) == line
        state = GAME.apply(state, turn)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("play 1 1", "unreadable"),
        ("1", "unreadable"),
        ("0 pass", "unreadable"),
        ("1 play 1", "T9"),
        ("1 jump", "T9"),
        ("1 start up", "T9"),
        ("2 start up up up", "T10"),
        ("1 pass", "T10"),
        ("1 done", "T9"),
        ("1 adjust turn 1.1 down", "wrong-adjustment"),
        ("win 1", "T24"),
    ],
)
def test_an_entry_that_is_none_is_refused(line: str, code: str) -> None:
    head = "\n".join(log_of_a_game().splitlines()[:3])
    with pytest.raises(ThreadRaceError) as refused:
        verify_log(f"{head}\n{line}\n", FULL)
    assert (refused.value.code, refused.value.line) == (code, 4)


def test_a_wrong_winner_and_a_turn_after_the_end_are_refused() -> None:
    log = log_of_a_game()
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
    assert len(diagrams) == state.now.turn
    assert diagrams[-1].rows == write_field(seats(state))
    assert diagrams[-1].caption["en"].startswith(f"turn {state.now.turn}; ")
    assert diagrams[-1].caption["zh"].endswith("。")
    clashes = [diagram for diagram in diagrams if diagram.marked]
    assert clashes
    assert all("clash in" in diagram.caption["en"] for diagram in clashes)
    assert any("face down" in diagram.description["en"] for diagram in diagrams)
    one_line = draw_play(log.replace("\n", "|"), FULL)
    assert [diagram.rows for diagram in one_line] == [diagram.rows for diagram in diagrams]
