"""Builds that meet in one folder, builds that are killed, and folders in which somebody has put links."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.base.output_folder import OutputFolder
from cardgen.building import build as build_module
from cardgen.building.build import build_game
from cardgen.data.project import Project
from cardgen.products.options import Options
from tests.building.test_build import build
from tests.games_on_disk import GameOnDisk, files_in, tiny_game_in


def rename_a_card(game: GameOnDisk) -> None:
    """Give a card another id: its files get other names."""
    game.change("card_data/tiny/cards.yaml", "id: two", "id: second")


# ---------------------------------------------------------------- links and other things


def link_all(out: Path, elsewhere: Path) -> None:
    out.rename(elsewhere / "out")
    out.symlink_to(elsewhere / "out")


def link_the_manifest(out: Path, elsewhere: Path) -> None:
    (out / "tiny/manifest.json").rename(elsewhere / "manifest.json")
    (out / "tiny/manifest.json").symlink_to(elsewhere / "manifest.json")


def fifo_for_the_manifest(out: Path, elsewhere: Path) -> None:  # noqa: ARG001
    (out / "tiny/manifest.json").unlink()
    os.mkfifo(out / "tiny/manifest.json")


@pytest.mark.parametrize("obstruct", [link_all, link_the_manifest, fifo_for_the_manifest])
def test_a_build_rejects_a_folder_that_is_not_its_own(tmp_path: Path, obstruct: Callable[[Path, Path], None]) -> None:
    """Nothing is written or removed then: neither behind a link nor beside it."""
    game = tiny_game_in(tmp_path)
    build(game, tmp_path / "out")
    (tmp_path / "elsewhere").mkdir()
    obstruct(tmp_path / "out", tmp_path / "elsewhere")
    rename_a_card(game)
    before = files_in(tmp_path)
    with pytest.raises(DataError, match=r"out.*: is (a link|not a regular file)"):
        build(game, tmp_path / "out")
    assert files_in(tmp_path) == before


def test_an_input_that_became_a_fifo_does_not_hang_the_build(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    build(game, tmp_path / "out")
    cards = game.root / "card_data/tiny/cards.yaml"
    cards.unlink()
    os.mkfifo(cards)
    with pytest.raises(DataError, match=r"cards\.yaml is not a file"):
        build(game, tmp_path / "out")


def test_a_listed_input_that_is_a_device_is_not_read(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    build(game, tmp_path / "out")
    path = tmp_path / "out/tiny/manifest.json"
    manifest = json.loads(path.read_text())
    (game.root / "zero").symlink_to("/dev/zero")
    manifest["inputs"]["zero"] = "0" * 64
    path.write_text(json.dumps(manifest))
    assert build(game, tmp_path / "out").count("written") == 0
    assert "zero" not in json.loads(path.read_text())["inputs"]


# ---------------------------------------------------------------- builds that meet


def test_parts_built_at_once_are_all_in_the_manifest(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    parts = ("cards/svg", "cards/png", "sheets", "cards/svg", "cards/png", "sheets")
    threads = [threading.Thread(target=build, args=(game, tmp_path / "out", part)) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    left = files_in(tmp_path / "out/tiny")
    manifest = json.loads(left.pop("manifest.json"))
    assert manifest["files"].keys() == left.keys()
    assert len(manifest["plans"]) == len(set(parts))


def test_a_build_waits_for_another_one_and_reads_the_game_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game changes while the first build writes: the second leaves its own set, whole."""
    game = tiny_game_in(tmp_path)
    writing, waiting = threading.Event(), threading.Event()
    carry_out = build_module._carry_out

    def slowly(*arguments: object) -> object:
        if not writing.is_set():
            writing.set()
            assert waiting.wait(60)
        return carry_out(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(build_module, "_carry_out", slowly)
    first = threading.Thread(target=build, args=(game, tmp_path / "out"))
    first.start()
    assert writing.wait(60)
    rename_a_card(game)
    project = Project(game.root, bundled=False)
    second = build_game(project, game.name, tmp_path / "out", Options(), waiting=waiting.set)
    first.join()
    monkeypatch.undo()
    build(game, tmp_path / "alone")
    assert files_in(tmp_path / "out") == files_in(tmp_path / "alone")
    assert second.count("removed") == 4


# ---------------------------------------------------------------- builds that are killed

#: Runs a build and kills it before it replaces the N-th file of its output. What the cache gets depends on other tests.
_KILLED = """
import os, sys
from pathlib import Path
from cardgen.base import files
from cardgen.cli.app import main
left, replace = [int(sys.argv.pop(1))], Path.replace
def counted(path, target):
    left[0] -= "out" in Path(target).parts
    if not left[0]:
        os.kill(os.getpid(), 9)
    return replace(path, target)
Path.replace = counted
main(sys.argv[1:])
"""


def kill_a_build(game: GameOnDisk, out: Path, after: int) -> int:
    command = ["build", "tiny", "--quiet", "--project", str(game.root), "--out", str(out)]
    return subprocess.run([sys.executable, "-c", _KILLED, str(after), *command], check=False).returncode


@pytest.mark.parametrize("after", [4, *(pytest.param(after, marks=pytest.mark.soak) for after in (2, 5))])
def test_files_of_a_killed_build_that_are_no_longer_made_are_removed(tmp_path: Path, after: int) -> None:
    """The killed build had begun to write files of other names; then the game is as it was before."""
    game = tiny_game_in(tmp_path)
    build(game, tmp_path / "out")
    before = files_in(tmp_path / "out")
    cards = game.read("card_data/tiny/cards.yaml")
    rename_a_card(game)
    assert kill_a_build(game, tmp_path / "out", after) == -signal.SIGKILL
    # The first files that are written may be those that stay the same.
    assert after == 2 or files_in(tmp_path / "out") != before
    game.write("card_data/tiny/cards.yaml", cards)
    build(game, tmp_path / "out")
    assert files_in(tmp_path / "out") == before


def test_a_partial_build_after_a_kill_lists_the_existing_files(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    assert kill_a_build(game, tmp_path / "out", 4) == -signal.SIGKILL
    build(game, tmp_path / "out", "sheets")
    left = files_in(tmp_path / "out/tiny")
    assert left.keys() - {"manifest.json"} == json.loads(left["manifest.json"])["files"].keys()
    build(game, tmp_path / "out")
    build(game, tmp_path / "alone")
    left, alone = files_in(tmp_path / "out/tiny"), files_in(tmp_path / "alone/tiny")
    assert {**left, "manifest.json": b""} == {**alone, "manifest.json": b""}


def test_a_file_that_could_not_be_removed_is_removed_by_the_next_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = tiny_game_in(tmp_path)
    build(game, tmp_path / "out")
    rename_a_card(game)

    def refuse(*_: object) -> bool:
        raise OSError(errno.EIO, "Input/output error", "two.svg")

    with monkeypatch.context() as failing:
        failing.setattr(OutputFolder, "remove", refuse)
        with pytest.raises(OSError, match="Input/output"):
            build(game, tmp_path / "out")
    assert any("main-two" in path for path in files_in(tmp_path / "out"))
    build(game, tmp_path / "out")
    build(game, tmp_path / "alone")
    assert files_in(tmp_path / "out") == files_in(tmp_path / "alone")
