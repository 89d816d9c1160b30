"""Logs: correct ones are accepted, and each broken rule is reported with its line."""

from __future__ import annotations

import pytest

from cardgen.games.blokus.notation import Move, write_entry
from cardgen.games.blokus.refusals import PlayError
from cardgen.games.blokus.rules import Rules
from cardgen.games.blokus.scores import standings

from .positions import log_of, random_states, verify_log
from .rulesets import BONUS, CLOCK, DUO, PAIRS, SMALL, STANDARD

OPENING = ["red I1 (0,0)", "green I1 (19,0)", "blue I1 (19,19)", "yellow I1 (0,19)"]


def whole_log(rules: Rules, seed: int) -> str:
    return log_of(random_states(seed, rules))


def refusal(lines: list[str], rules: Rules = STANDARD) -> tuple[int | None, int | None, str]:
    with pytest.raises(PlayError) as caught:
        verify_log("\n".join(lines), rules)
    return caught.value.line, caught.value.rule, caught.value.code


@pytest.mark.parametrize("rules", [STANDARD, BONUS, PAIRS, DUO, SMALL])
def test_the_log_of_a_whole_game_is_accepted(rules: Rules) -> None:
    for seed in range(3):
        *_, last = random_states(seed, rules)
        text = whole_log(rules, seed)
        state = verify_log(text, rules)
        assert state.over
        assert (state.moves, state.position, state.out) == (last.moves, last.position, last.out)
        assert text.splitlines()[-1] == "scores " + " ".join(str(standing.score) for standing in standings(last))


def test_a_log_may_end_before_the_game() -> None:
    lines = whole_log(STANDARD, 4).splitlines()
    for count in range(0, len(lines), 11):
        state = verify_log("\n".join(lines[:count]), STANDARD)
        assert len(state.moves) == min(count, len(lines) - 1)
        assert not state.over


def test_a_log_has_no_times() -> None:
    assert verify_log("\n".join(OPENING), CLOCK).time_left is None


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["red F5 (0,0)"], (1, 5, "wrong-shape")),
        ([*OPENING, "", "red I1 (1,1)"], (6, 5, "shape-used")),
        (["red I5 (16,0)(17,0)(18,0)(19,0)(20,0)"], (1, 6, "outside")),
        ([*OPENING[:1], "green I2 (0,0)(1,0)"], (2, 7, "occupied")),
        (["red I1 (1,0)"], (1, 8, "off-the-start")),
        ([*OPENING, "red I2 (1,0)(2,0)"], (5, 9, "side-touches")),
        ([*OPENING, "red I2 (2,2)(3,2)"], (5, 10, "no-corner")),
        (OPENING[1:], (1, 12, "wrong-turn")),
        (["red I1 (0,0); red I2 (1,1)(2,1)"], (1, 12, "wrong-turn")),
        ([OPENING[0], OPENING[2]], (2, 12, "wrong-turn")),
        (["red pass", *OPENING], (1, 12, "can-place")),
        ([*OPENING, "blue pass"], (5, 12, "can-place")),
        ([*OPENING, "scores 88 88 88 88"], (5, 14, "not-over")),
        ([*OPENING, "pink I1 (0,0)"], (5, None, "unknown-colour")),
        ([*OPENING, "red Q1 (0,0)"], (5, None, "unknown-shape")),
        ([*OPENING, "red I1"], (5, None, "unreadable")),
    ],
)
def test_the_first_broken_rule_is_reported_with_its_line(lines: list[str], expected: tuple[int, int, str]) -> None:
    assert refusal(lines) == expected


def test_the_turn_is_checked_before_the_placement() -> None:
    assert refusal(["green I1 (30,30)"]) == (1, 12, "wrong-turn")


def test_only_the_colours_of_the_ruleset_play() -> None:
    assert refusal(["red I1 (4,4)", "green I1 (9,9)"], DUO) == (2, None, "unknown-colour")
    assert refusal(["green pass"], DUO) == (1, None, "unknown-colour")


def test_nothing_follows_the_end_and_the_scores_are_right() -> None:
    lines = whole_log(SMALL, 1).splitlines()
    scores = lines[-1]
    for line in ("red I1 (0,0)", "blue I1 (0,0)"):
        assert refusal([*lines, line], SMALL) == (len(lines) + 1, 14, "game-over")
    assert verify_log("\n".join([*lines, "red pass", "blue pass", scores]), SMALL).over
    for wrong in ("scores 0 0", scores + " 1", scores.rsplit(" ", 1)[0]):
        assert refusal([*lines[:-1], wrong], SMALL) == (len(lines), 15, "wrong-scores")
    with pytest.raises(PlayError) as caught:
        verify_log("\n".join([*lines[:-1], "scores 0 0"]), SMALL)
    assert scores.removeprefix("scores ") in caught.value.messages["zh"]


def test_a_pass_may_be_written_or_left_out() -> None:
    for seed in range(20):
        lines: list[str] = []
        *_, last = random_states(seed, SMALL)
        skipped = 0
        order: list[str] = list(SMALL.order)
        for move, following in zip(last.moves, [*last.moves[1:], None], strict=True):
            lines.append(write_entry(Move(move.colour, move.shape, move.cells)))
            other = order[1 - order.index(move.colour)]
            if following is not None and following.colour == move.colour:
                lines.append(f"{other} pass")
                skipped += 1
        assert verify_log("\n".join(lines), SMALL).moves == last.moves
        if skipped:
            return
    pytest.fail("no game with a skip")
