"""Logs: correct ones are accepted, and each broken rule is reported with its line."""

from __future__ import annotations

import pytest

from cardgen.games.blokus.notation import ShapeMove, write_entry
from cardgen.games.blokus.refusals import BlokusError
from cardgen.games.blokus.rules import BlokusRules

from .positions import log_of, random_states, verify_log
from .rulesets import CLOCK, DUO, SHARED, SMALL, STANDARD

OPENING = ["red I1 (0,0)", "green I1 (19,0)", "blue I1 (19,19)", "yellow I1 (0,19)"]


def whole_log(rules: BlokusRules, seed: int) -> str:
    return log_of(random_states(seed, rules))


def refusal(lines: list[str], rules: BlokusRules = STANDARD) -> tuple[int | None, int | None, str]:
    with pytest.raises(BlokusError) as caught:
        verify_log("\n".join(lines), rules)
    return caught.value.line, caught.value.rule, caught.value.code


def test_a_refusal_names_a_colour_in_its_language() -> None:
    with pytest.raises(BlokusError) as caught:
        verify_log(OPENING[1], STANDARD)
    assert caught.value.messages["en"].endswith("it is the turn of red.")
    assert caught.value.messages["zh"].endswith("现在轮到红色。")


def test_a_log_has_no_times() -> None:
    assert verify_log("\n".join(OPENING), CLOCK).time_left is None


def test_a_game_with_a_shared_colour_is_logged_with_three_scores() -> None:
    log = whole_log(SHARED, 2)
    assert log.splitlines()[3].startswith("yellow ")
    assert len(log.splitlines()[-1].split()) == 4
    assert log_of(random_states(2, SHARED)) == log
    state = verify_log(log, SHARED)
    assert state.over
    assert refusal([*OPENING[:3], "red I1 (0,0)"], SHARED) == (4, 12, "wrong-turn")
    assert refusal([*log.splitlines()[:-1], log.splitlines()[-1] + " 0"], SHARED)[2] == "wrong-scores"


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
    with pytest.raises(BlokusError) as caught:
        verify_log("\n".join([*lines[:-1], "scores 0 0"]), SMALL)
    assert scores.removeprefix("scores ") in caught.value.messages["zh"]


def test_a_pass_may_be_written_or_left_out() -> None:
    for seed in range(20):
        lines: list[str] = []
        *_, last = random_states(seed, SMALL)
        skipped = 0
        order: list[str] = list(SMALL.order)
        for move, following in zip(last.moves, [*last.moves[1:], None], strict=True):
            lines.append(write_entry(ShapeMove(move.colour, move.shape, move.cells)))
            other = order[1 - order.index(move.colour)]
            if following is not None and following.colour == move.colour:
                lines.append(f"{other} pass")
                skipped += 1
        assert verify_log("\n".join(lines), SMALL).moves == last.moves
        if skipped:
            return
    pytest.fail("no game with a skip")
