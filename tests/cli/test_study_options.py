"""The options that an engine brings to `cardgen stats` and `cardgen simulate`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from cardgen.base.words.messages import message
from cardgen.cli import study_options
from cardgen.cli.study_options import PLAIN_OPTIONS
from cardgen.engines.studies import StudyOption, StudyOptions
from tests.commands import run
from tests.games_on_disk import block_killer_in, tiny_game_in

OWN = ("--hands", "--hand", "--values", "--budget")


def listed_options(*arguments: str) -> list[str]:
    """Return the long options in the help of a command, in order."""
    lines = run(*arguments, "--help").stdout.partition("Options:\n")[2].splitlines()
    return [line.split()[0] for line in lines if line.startswith("  --")]


def test_the_options_of_the_engine_come_first() -> None:
    assert listed_options("stats")[:5] == [*OWN, "--copies"]
    assert listed_options("simulate")[:5] == ["--games", "--players", "--policy", "--budget", "--copies"]
    assert listed_options("stats", "block-killer") == listed_options("stats")


def test_options_are_those_of_the_engine_of_the_game_and_not_of_its_name(tmp_path: Path) -> None:
    block_killer_in(tmp_path)
    (tmp_path / "card_data" / "block-killer").rename(tmp_path / "card_data" / "walls")
    assert listed_options("stats", "walls", "--project", str(tmp_path))[:4] == list(OWN)


def test_help_for_a_game_without_the_study_lists_the_options_for_its_cards() -> None:
    options = listed_options("stats", "blokus")
    assert options[:2] == ["--cards", "--deck"]
    assert not set(OWN) & set(options)


@pytest.mark.parametrize("arguments", [("--hands", "5"), ("--no-values", "--hand", "opening")])
def test_a_game_without_the_study_says_so_whatever_the_options(arguments: tuple[str, ...]) -> None:
    done = run("stats", *arguments, "blokus")
    assert done.returncode == 2
    assert done.stderr == "blokus: the rules engine of this game, 'blokus', has no study 'stats'\n"


def test_an_option_that_no_engine_brings_is_unknown() -> None:
    done = run("stats", "--policy", "greedy")
    assert done.returncode == 2
    assert "No such option: --policy" in done.stderr


def test_a_wrong_value_names_the_option() -> None:
    done = run("stats", "--hands", "many")
    assert done.returncode == 2
    assert "Invalid value for '--hands'" in done.stderr


def options_of(game: str) -> StudyOptions:
    return StudyOptions(StudyOption(f"--{game}", message("A number."), kind="number"))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["walls"], "walls"),
        (["--walls", "3"], ""),
        (["--walls", "3", "corners"], "corners"),
        (["--walls=3", "corners"], "corners"),
        (["--walls", "walls", "corners"], "corners"),
        (["--out", "walls", "--json", "corners"], "corners"),
        (["--unknown", "corners"], "corners"),
        (["--json", "--", "walls"], "walls"),
        (["--"], ""),
        (["--out"], ""),
    ],
)
def test_the_game_is_found_beside_the_values_of_options(
    monkeypatch: pytest.MonkeyPatch, arguments: Sequence[str], expected: str
) -> None:
    from typer.main import get_group

    from cardgen.cli.tree import app

    monkeypatch.setattr(study_options, "installed_options", lambda _: [options_of("walls")])
    common = get_group(app).commands["stats"].params
    assert study_options.find_game(common, "stats", arguments) == (None, expected)


def test_the_folder_of_the_project_is_found() -> None:
    from typer.main import get_group

    from cardgen.cli.tree import app

    common = get_group(app).commands["stats"].params
    for arguments in (["--project", "there", "walls"], ["walls", "--project=there"]):
        assert study_options.find_game(common, "stats", arguments) == (Path("there"), "walls")


def test_an_engine_without_options_has_a_number_of_trials(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from cardgen.cli.app import main

    monkeypatch.setattr(study_options, "_engine_options", lambda *_: None)
    with pytest.raises(SystemExit):
        main(["stats", "--help"])
    assert "--trials N" in capsys.readouterr().out
    assert PLAIN_OPTIONS.others == ()


def test_in_a_project_without_studies_the_command_says_so(tmp_path: Path) -> None:
    tiny_game_in(tmp_path)
    done = run("stats", "--hands", "3", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "tiny: this game has no rules engine, so it has no studies\n"
