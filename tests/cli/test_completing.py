"""Completion in a shell, and suggestions for wrong names."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import run
from tests.games_on_disk import REPOSITORY, tiny_game_in

BUNDLED = ["blitz", "block-killer", "blokus", "heroes", "thread-race"]


def completed(typed: str, cwd: Path = REPOSITORY) -> list[str]:
    """What bash offers for the last word of a command line."""
    variables = {"COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" ")), "_CARDGEN_COMPLETE": "complete_bash"}
    done = run(cwd=cwd, **variables)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("cardgen bu", ["build"]),
        ("cardgen build ", BUNDLED),
        ("cardgen build blo", ["block-killer", "blokus"]),
        ("cardgen review h", ["heroes"]),
        ("cardgen review st", ["status"]),
        ("cardgen simulate th", ["thread-race"]),
        ("cardgen play moves --game h", ["heroes"]),
        ("cardgen export tab", ["tabletop-simulator", "tabletopia"]),
        ("cardgen export images hero", ["heroes"]),
        ("cardgen check --for vas", ["vassal"]),
        ("cardgen build --paper a4,l", ["a4,legal", "a4,letter"]),
        ("cardgen build blitz --lang ", ["en", "zh-Hans", "zh-Hant"]),
        ("cardgen stats heroes --deck her", ["heroes"]),
        ("cardgen init mine --from p", ["poker"]),
    ],
)
def test_names_are_completed(typed: str, offered: list[str]) -> None:
    assert completed(typed) == offered


def test_the_games_of_a_project_come_with_the_bundled_ones(tmp_path: Path) -> None:
    tiny_game_in(tmp_path)
    assert completed("cardgen check t", tmp_path) == ["thread-race", "tiny"]
    assert completed("cardgen new card x --deck ", tmp_path / "card_data") == ["main"]
    assert completed(f"cardgen check --project {tmp_path} t", REPOSITORY) == ["tiny"]
    for folder in ("nowhere", "/dev/null"):
        assert completed(f"cardgen check --project {folder} t", tmp_path) == []
    (tmp_path / "card_data/tiny/game.yaml").write_text("{")
    assert completed("cardgen new card x --deck ", tmp_path) == []


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("export", "tts"), "there is no export 'tts' (did you mean 'tabletop-simulator'?)"),
        (("export", "MPC"), "(did you mean 'makeplayingcards'?)"),
        (("check", "--for", "vasal"), "(did you mean 'vassal'?)"),
        (("build", "--paper", "leter"), "--paper leter: did you mean 'letter'?"),
        (("check", "--format", "jsn"), "--format jsn: did you mean 'json'? Expected one of: text, json, github"),
        (("schema", "temlate"), "KIND temlate: did you mean 'template'?"),
        (("check", "--rules", "standart"), "--rules standart: did you mean 'standard'?"),
    ],
)
def test_wrong_names_get_a_suggestion(arguments: tuple[str, ...], hint: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert hint in done.stderr
