"""Logs: their notation, the first broken rule, and pictures of them."""

from __future__ import annotations

from functools import cache

import pytest

from cardgen.games.heroes.notation import Opening, parse_entry, write_entry
from cardgen.games.heroes.outcomes import HeroesOutcome
from cardgen.games.heroes.pictures import draw_play, draw_state
from cardgen.games.heroes.refusals import HeroesError
from cardgen.games.heroes.state import Turn
from tests.cases import for_cases

from .positions import Game, log_of, random_game, standard, verify_log


@cache
def whole_game() -> Game:
    return random_game(4, 3)


def refusal(text: str) -> tuple[int | None, str]:
    with pytest.raises(HeroesError) as error:
        verify_log(text)
    return error.value.line, error.value.reason


@for_cases(
    ("text", "entry"),
    [
        ("game nation 4 seed -3", Opening("nation", 4, -3)),
        ("0 keep rider herder", Turn(0, "keep", ("rider", "herder"))),
        ("2 use S7 strike > 3", Turn(2, "use", ("strike",), ("S7",), (3,))),
        ("2 use SA volley > 3 4 0", Turn(2, "use", ("volley",), ("SA",), (3, 4, 0))),
        ("1 skill remedy D10 > 0", Turn(1, "skill", ("remedy",), ("D10",), (0,))),
        ("1 play D4.2", Turn(1, "play", cards=("D4.2",))),
        ("9 end", Turn(9, "end")),
        ("winners 0 2 by lord-dead", HeroesOutcome((0, 2), "lord-dead")),
        ("draw by rounds", HeroesOutcome((), "rounds")),
    ],
)
def test_an_entry_is_read_and_written(text: str, entry: object) -> None:
    assert parse_entry(f"  {text.replace(' ', '   ')} ") == entry
    assert write_entry(parse_entry(text)) == text


def test_the_log_of_a_game_is_verified_up_to_any_line() -> None:
    played = whole_game()
    lines = log_of(played).splitlines()
    assert lines[0] == "game identity 4 seed 3"
    assert verify_log("\n".join(lines)).outcome == played.state.outcome
    half = verify_log("\n".join(lines[:40]))
    assert (len(half.moves), half.outcome) == (39, None)
    # The first broken rule is named with its line.
    assert refusal("\n".join([*lines[:40], "9 end"])) == (41, "wrong-seat")
    assert refusal("\n".join([*lines[:40], lines[-1]])) == (41, "not-over")
    assert refusal("\n".join([*lines[:-1], "draw by rounds"])) == (len(lines), "wrong-end")
    assert refusal("\n".join([*lines[:-1], "0 end"])) == (len(lines), "game-over")
    assert refusal("\n".join([lines[0], *lines[2:]]))[0] == 2
    assert refusal("0 end") == (1, "no-game")
    assert refusal("# nothing") == (1, "no-game")
    assert refusal(f"{lines[0]}\n{lines[0]}") == (2, "no-game")
    assert refusal("game identity 3 seed 1") == (1, "player-count")
    assert refusal(f"{lines[0]}\n0 keep napoleon") == (2, "not-offered")


def test_a_log_is_drawn() -> None:
    end, log = whole_game().state, log_of(whole_game())
    picture = draw_state(end)
    assert len(picture.rows) == 4
    for row, seat in zip(picture.rows, end.seats, strict=True):
        assert row.count("#") == max(0, seat.hp)
    assert picture.caption["en"].startswith(f"{len(end.moves)} turns. 0 ")
    assert "获胜" in picture.caption["zh"]
    lines = log.splitlines()
    strip = draw_play("\n".join([lines[0], "; ".join(lines[1:5]), lines[5]]), standard())
    assert len(strip) == 2
    assert strip[0].caption["en"].startswith(", ".join(lines[1:5]))
    assert draw_play(" | ".join(lines[:4]), standard())[-1].marked == ()
    assert len(draw_play(lines[0], standard())) == 1
    with pytest.raises(ValueError, match="line 1"):
        draw_play("0 end", standard())


def test_hidden_identities_are_not_in_the_caption() -> None:
    state = whole_game().states[29]
    assert state.outcome is None
    text = draw_state(state).caption["en"]
    assert "lord" in text
    assert not any(word in text for word in ("rebel", "spy", "loyalist"))
