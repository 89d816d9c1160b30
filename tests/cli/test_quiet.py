"""Commands that report what they did: nothing with `-q`, data with `--json`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.commands import Done, run
from tests.games_on_disk import tiny_game_in


def done_in(folder: Path, command: str, option: str) -> Done:
    tiny_game_in(folder)
    done = run(*command.split(), option, cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    assert done.stderr == ""
    return done


@pytest.mark.parametrize(
    ("command", "keys"),
    [
        ("build --only cards/svg", {"folder", "written", "unchanged", "removed", "findings", "errors", "warnings"}),
        ("check", {"game", "cards", "extra", "faces", "findings", "faults"}),
        ("init ../other", {"folder", "game", "files", "notes"}),
        ("new card more", {"game", "added", "changed", "notes", "findings"}),
        ("new deck more", {"game", "added", "changed", "notes", "findings"}),
        ("new template more", {"game", "added", "changed", "notes", "findings"}),
        ("print record first", {"file", "name", "copies"}),
        ("translate export", {"file", "texts", "translated", "outdated", "written"}),
        ("translate confirm", {"zh"}),
        ("translate status", {"zh"}),
        ("review export site --no-sheets", {"folder", "files", "bytes", "written", "removed"}),
        ("review status", None),
        ("review tidy", None),
        ("stats", None),
    ],
)
def test_a_command_is_quiet_or_prints_data(tmp_path: Path, command: str, keys: set[str] | None) -> None:
    data = json.loads(done_in(tmp_path / "loud/tiny", command, "--json").stdout)
    first = data[0] if isinstance(data, list) else data
    assert keys is None or first.keys() == keys
    assert done_in(tmp_path / "still/tiny", command, "-q").stdout == ""


def test_an_import_of_translations_is_counted(tmp_path: Path) -> None:
    place = "\ntranslations: i18n/{lang}.yaml"
    tiny_game_in(tmp_path).change("card_data/tiny/game.yaml", "[en, zh]", f"[en, zh]{place}")
    assert run("translate", "export", "-q", cwd=tmp_path).stdout == ""
    file = "card_data/tiny/i18n/zh.po"
    data = json.loads(run("translate", "import", file, "--json", cwd=tmp_path).stdout)
    assert [(one["file"], one["changed"]) for one in data] == [(file, 0)]
    assert run("translate", "import", file, "-q", cwd=tmp_path).stdout == ""


def test_a_quiet_check_prints_its_findings_only(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change("templates/tiny.yaml", "[5, 5, 53, 8]", "[0, 0, 53, 8]")
    loud = run("check", cwd=tmp_path)
    still = run("check", "-q", cwd=tmp_path)
    assert still.returncode == loud.returncode == 1
    assert still.stdout.splitlines() == loud.stdout.splitlines()[:-1] != []
