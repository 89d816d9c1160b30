"""Command lines without typer do and print what typer's commands do, and a build with nothing to do stays light."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import time_ns

import pytest

from cardgen.cache import code, stamps
from cardgen.cache.code import forget_code
from cardgen.cli import app, shortcuts
from tests.commands import Done, run
from tests.games_on_disk import GameOnDisk, tiny_game_in

#: What takes long to import. `importlib.metadata` finds plug-ins.
HEAVY = ("typer", "pydantic", "reportlab", "PIL", "uharfbuzz", "yaml", "babel", "rich", "importlib.metadata", "difflib")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache, an hour after the last change of the code."""
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(stamps, "time_ns", lambda: time_ns() + 3_600_000_000_000)
    forget_code()
    return tmp_path / "cache"


@pytest.fixture
def tiny(tmp_path: Path) -> GameOnDisk:
    return tiny_game_in(tmp_path / "project")


def run_without_typer(*arguments: str, cwd: Path, **environment: str) -> Done | None:
    """Run a command; None if typer would have to read its arguments."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cardgen.cli.localising.run_app", _refuse)
        try:
            return run(*arguments, cwd=cwd, **environment)
        except _TyperIsNeededError:
            return None


class _TyperIsNeededError(BaseException):
    """The arguments have no known answer."""


def _refuse(*_: object) -> None:
    raise _TyperIsNeededError


@pytest.mark.parametrize("width", ["40", "80", "200"])
@pytest.mark.parametrize(
    "arguments", [["--help"], ["--messages", "zh-Hans", "--help"], ["--messages", "zh-Hant", "--help"]], ids=" ".join
)
def test_the_help_is_that_of_typer(tmp_path: Path, arguments: Sequence[str], width: str) -> None:
    assert run_without_typer(*arguments, cwd=tmp_path, COLUMNS=width) is None
    first = run(*arguments, cwd=tmp_path, COLUMNS=width)
    assert "build" in first.stdout
    assert run_without_typer(*arguments, cwd=tmp_path, COLUMNS=width) == first
    assert run_without_typer(*arguments, cwd=tmp_path, COLUMNS="60") is None


def test_the_help_is_in_the_language_of_the_system() -> None:
    helps = {language: run("--help", LC_ALL=language).stdout for language in ("C", "zh_CN.UTF-8", "zh_TW.UTF-8")}
    for language, text in helps.items():
        done = run_without_typer("--help", cwd=Path.cwd(), LC_ALL=language)
        assert done is not None
        assert done.stdout == text
    assert len(set(helps.values())) == 3
    assert "生成文件：" in helps["zh_CN.UTF-8"]


BUILDS = (
    ["build", "tiny"],
    ["build"],
    ["build", "-q"],
    ["build", "tiny", "--json"],
    ["build", "tiny", "--only", "cards/svg", "--only", "main-one.png", "--dpi", "150"],
    ["build", "--out", "elsewhere", "--flip", "short", "--back-offset", "0.5,1,0.1"],
    ["--messages", "zh-Hans", "build", "tiny"],
    ["--messages=zh-Hant", "build", "tiny"],
)


@pytest.mark.parametrize("arguments", BUILDS, ids=" ".join)
def test_a_build_with_nothing_to_do_prints_what_typers_command_prints(
    tiny: GameOnDisk, arguments: Sequence[str], tmp_path: Path
) -> None:
    assert run(*arguments, cwd=tiny.root).returncode == 0
    again = run_without_typer(*arguments, cwd=tiny.root)
    for kept in (tmp_path / "cache").glob("build-*"):
        kept.unlink()
    assert again == run(*arguments, cwd=tiny.root)


def test_what_has_changed_is_built(tiny: GameOnDisk) -> None:
    run("build", "--json", cwd=tiny.root)
    tiny.change("card_data/tiny/cards.yaml", "First", "Primary")
    assert "cards/svg/main-one.svg" in written(run_without_typer("build", "--json", cwd=tiny.root))
    assert written(run_without_typer("build", "--json", cwd=tiny.root)) == []
    (tiny.root / "output/tiny/cards/svg/main-one.svg").unlink()
    assert written(run_without_typer("build", "--json", cwd=tiny.root)) == ["cards/svg/main-one.svg"]


def written(done: Done | None) -> Sequence[str]:
    assert done is not None
    files: list[str] = json.loads(done.stdout)["written"]
    return files


def test_faults_are_reported_in_the_same_way(tiny: GameOnDisk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run("--messages", "zh-Hans", "build", cwd=tiny.root)
    tiny.change("card_data/tiny/cards.yaml", "copies: 3", "copies: many")
    done = run_without_typer("--messages", "zh-Hans", "build", cwd=tiny.root)
    assert done is not None
    assert done.returncode == 2
    assert done.stderr.startswith("card_data/tiny/cards.yaml:")
    monkeypatch.setenv("CARDGEN_CACHE", str(tmp_path / "empty"))
    assert done == run("--messages", "zh-Hans", "build", cwd=tiny.root)


def test_the_game_is_chosen_every_time(tiny: GameOnDisk, tmp_path: Path) -> None:
    run("build", cwd=tiny.root)
    (tiny.root / "card_data/second").mkdir()
    (tiny.root / "card_data/second/game.yaml").write_text("")
    done = run_without_typer("build", cwd=tiny.root)
    assert done is not None
    assert "there are several games" in done.stderr
    other = tiny_game_in(tmp_path / "other")
    run("build", "tiny", "--json", cwd=tiny.root)
    assert "cards/svg/main-one.svg" in written(run_without_typer("build", "tiny", "--json", cwd=other.root))


def test_other_code_reads_the_arguments_again(tiny: GameOnDisk, monkeypatch: pytest.MonkeyPatch) -> None:
    run("build", cwd=tiny.root)
    run("--help")
    monkeypatch.setattr(shortcuts, "code_stamp", lambda: "other code")
    assert run_without_typer("build", cwd=tiny.root) is None
    assert run_without_typer("--help", cwd=tiny.root) is None


def test_code_that_has_just_changed_keeps_nothing(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code, "stamp_files", lambda *_: None)
    run("--help")
    assert not cache.exists()


@pytest.mark.parametrize(
    "arguments",
    [["build", "--help"], ["build", "--nope"], ["bild"], ["build", "--dpi", "5"], ["list", "build"], []],
    ids=" ".join,
)
def test_everything_else_is_read_by_typer(tiny: GameOnDisk, arguments: Sequence[str]) -> None:
    first = run(*arguments, cwd=tiny.root)
    assert run_without_typer(*arguments, cwd=tiny.root) is None
    assert run(*arguments, cwd=tiny.root) == first


def test_completion_is_left_to_typer(tmp_path: Path) -> None:
    run("--help")
    assert run_without_typer("--help", cwd=tmp_path, _CARDGEN_COMPLETE="complete_bash") is None


def test_arguments_that_a_program_gives_are_left_to_typer(capsys: pytest.CaptureFixture[str], cache: Path) -> None:
    with pytest.raises(SystemExit):
        app.main(["--help"])
    assert "Usage" in capsys.readouterr().out
    assert not list(cache.glob("help-*"))


@pytest.mark.parametrize("arguments", [["--help"], ["build", "tiny"]], ids=" ".join)
def test_nothing_heavy_is_imported(tiny: GameOnDisk, arguments: Sequence[str]) -> None:
    code = (
        "import sys\nfrom cardgen.cli.app import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)), file=sys.stderr)"
    )
    command = [sys.executable, "-P", "-c", code, "--messages", "zh-Hans", *arguments]
    for _ in range(2):
        done = subprocess.run(command, cwd=tiny.root, capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"
