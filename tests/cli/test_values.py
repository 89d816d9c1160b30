"""Options with wrong values: the message has the value and what is expected."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cardgen.cli.tree import app

WHOLE, NUMBER = "expected a whole number", "expected a number"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("build", "--dpi", "x"), f"--dpi': 'x' given, {WHOLE} from 36 to 2400"),
        (("build", "--dpi", "300.5"), f"--dpi': '300.5' given, {WHOLE} from 36 to 2400"),
        (("build", "--dpi", "35"), f"--dpi': '35' given, {WHOLE} from 36 to 2400"),
        (("build", "--dpi", "2401"), f"--dpi': '2401' given, {WHOLE} from 36 to 2400"),
        (("build", "--cell", "wide"), f"--cell': 'wide' given, {NUMBER} from 1 to 200"),
        (("build", "--cell", "0.5"), f"--cell': '0.5' given, {NUMBER} from 1 to 200"),
        (("build", "--cell", "nan"), f"--cell': 'nan' given, {NUMBER} from 1 to 200"),
        (("build", "--thickness", "0"), f"--thickness': '0' given, {NUMBER} from 0.01 to 5"),
        (("review", "--port", "http"), f"--port': 'http' given, {WHOLE} from 0 to 65535"),
        (("review", "--port", "70000"), f"--port': '70000' given, {WHOLE} from 0 to 65535"),
        (("play", "best", "--seconds", "-1", "T / 1-1"), f"--seconds': '-1' given, {NUMBER}, 0 or more"),
        (("play", "best", "--seconds", "inf", "T / 1-1"), f"--seconds': 'inf' given, {NUMBER}, 0 or more"),
        (("simulate", "--games", "many"), f"--games': 'many' given, {WHOLE}"),
        (("simulate", "--jobs", "all"), f"--jobs': 'all' given, {WHOLE}"),
        (("simulate", "--seed", "x"), f"--seed': 'x' given, {WHOLE}"),
        (("simulate", "--budget", "x"), f"--budget': 'x' given, {WHOLE}"),
        (("stats", "--hands", "x"), f"--hands': 'x' given, {WHOLE}"),
        (("play", "game", "--players", "x"), f"--players': 'x' given, {WHOLE}"),
    ],
)
def test_a_wrong_number_is_reported_with_the_numbers_that_are_allowed(
    arguments: tuple[str, ...], expected: str
) -> None:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 2
    assert expected in " ".join(result.stderr.split())


@pytest.mark.parametrize("name", ["", " "])
def test_a_new_project_has_a_name(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    monkeypatch.chdir(folder)
    result = CliRunner().invoke(app, ["init", name])
    assert result.exit_code == 2
    assert f"{name!r} given, expected the name of a folder" in " ".join(result.stderr.split())
    assert list(folder.iterdir()) == []
    assert CliRunner().invoke(app, ["init", "."]).exit_code == 0
    assert (folder / "card_data" / "mine" / "game.yaml").is_file()
