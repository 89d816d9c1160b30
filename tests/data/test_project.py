"""Finding the project and the game of a command: the project that is given, or the one that the folder belongs to."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.data import project
from cardgen.data.project import (
    Project,
    all_games,
    bundled_project,
    chosen_game,
    current_project,
    engine_of,
    find_project,
    output_folder,
)
from tests.games_on_disk import REPOSITORY, tiny_game_in

BUNDLED = "block-killer"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def refused(root: Path | None, game: str) -> str:
    with pytest.raises(DataError) as caught:
        find_project(root, game)
    return str(caught.value)


def test_the_shipped_game_is_found_anywhere(elsewhere: Path) -> None:
    shipped = find_project(None, BUNDLED)
    assert shipped == bundled_project() == Project(REPOSITORY, bundled=True)
    assert shipped.game_folder(BUNDLED) == REPOSITORY / "card_data" / BUNDLED
    assert shipped.templates == REPOSITORY / "templates"
    assert not list(elsewhere.iterdir())


def test_an_installed_package_carries_its_games_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bundled").mkdir()
    monkeypatch.setattr(project, "_PACKAGE", tmp_path)
    assert bundled_project() == Project(tmp_path / "bundled", bundled=True)


def test_the_current_folder_comes_before_the_bundled_one(elsewhere: Path) -> None:
    tiny_game_in(elsewhere)
    assert find_project(None, "tiny") == Project(elsewhere, bundled=False)
    assert find_project(None, BUNDLED).bundled
    (elsewhere / "card_data" / BUNDLED).mkdir()
    assert find_project(None, BUNDLED).bundled  # a folder without a game.yaml is no game
    (elsewhere / "card_data" / BUNDLED / "game.yaml").write_text("")
    assert find_project(None, BUNDLED) == Project(elsewhere, bundled=False)


@pytest.mark.usefixtures("elsewhere")
def test_only_the_given_project_is_searched(tmp_path: Path) -> None:
    tiny_game_in(tmp_path)
    assert find_project(tmp_path, "tiny") == Project(tmp_path, bundled=False)
    assert refused(tmp_path, BUNDLED) == (
        f"{tmp_path}/card_data: there is no game 'block-killer' (expected one of: tiny)"
    )
    assert refused(tmp_path, "tinny").endswith("(did you mean 'tiny'?)")
    assert refused(tmp_path / "card_data", "tiny") == (
        f"{tmp_path}/card_data: not a project: it has no folder card_data"
    )


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("name", ["block-kiler", "../block-killer", "/etc", "", ".", "block-killer/rules"])
def test_an_unknown_game_is_refused(name: str) -> None:
    message = refused(None, name)
    assert message.startswith(f"card_data: there is no game {name!r} (")
    assert "block-killer" in message


def test_games_are_listed_in_order(tmp_path: Path) -> None:
    for name in ("b", "a", "c-10", "c-2"):
        (tmp_path / "card_data" / name).mkdir(parents=True)
        (tmp_path / "card_data" / name / "game.yaml").write_text("")
    (tmp_path / "card_data" / "readme.txt").write_text("")
    assert Project(tmp_path, bundled=False).games == ["a", "b", "c-2", "c-10"]
    assert Project(tmp_path / "nowhere", bundled=False).games == []


def test_a_project_is_found_from_every_folder_below_it(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny_game_in(elsewhere)
    for below in ("notes/old", "card_data/tiny", "templates"):
        folder = elsewhere / below
        folder.mkdir(parents=True, exist_ok=True)
        monkeypatch.chdir(folder)
        assert current_project() == find_project(None, "tiny") == Project(elsewhere)
        assert chosen_game(None) == "tiny"
        assert output_folder(None) == Path(os.path.relpath(elsewhere)) / "output"
    tiny_game_in(elsewhere / "notes")
    monkeypatch.chdir(elsewhere / "notes/old")
    assert current_project() == Project(elsewhere / "notes")  # the nearest one


def test_the_home_folder_is_the_last_that_is_looked_at(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny_game_in(elsewhere)
    (elsewhere / "home/notes").mkdir(parents=True)
    monkeypatch.chdir(elsewhere / "home/notes")
    monkeypatch.setenv("HOME", str(elsewhere))
    assert current_project() == Project(elsewhere)
    monkeypatch.setenv("HOME", str(elsewhere / "home"))
    assert current_project() is None


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give a folder away")
def test_the_project_of_another_user_is_found_only_in_its_own_folders(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiny_game_in(elsewhere)
    (elsewhere / "mine").mkdir()
    os.chown(elsewhere / "card_data", 4321, 4321)
    assert current_project() == Project(elsewhere)
    monkeypatch.chdir(elsewhere / "mine")
    assert current_project() is None
    os.chown(elsewhere / "mine", 4321, 4321)
    assert current_project() == Project(elsewhere)


@pytest.mark.usefixtures("elsewhere")
def test_a_bundled_game_is_never_meant_without_its_name() -> None:
    for choose in (chosen_game, all_games):
        with pytest.raises(DataError, match=r"^cardgen: there is no project here: .*--project DIR.*block-killer"):
            choose(None)
    assert find_project(None, chosen_game(None, BUNDLED)).bundled
    assert output_folder(None) == Path("output")


def test_the_game_that_is_meant_without_a_name(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny_game_in(elsewhere)
    assert chosen_game(None) == chosen_game(elsewhere) == "tiny"
    assert all_games(None) == all_games(elsewhere) == ["tiny"]
    assert chosen_game(None, "other") == "other"
    assert chosen_game(REPOSITORY) == BUNDLED  # by its default.txt
    shutil.copytree(elsewhere / "card_data/tiny", elsewhere / "card_data/second")
    with pytest.raises(DataError, match=r"^card_data: there are several games.*name one: second, tiny"):
        chosen_game(None)
    monkeypatch.chdir(elsewhere / "card_data/second")
    assert chosen_game(None) == chosen_game(elsewhere) == "second"  # whose folder this is


def test_a_folder_without_games_is_refused(elsewhere: Path) -> None:
    with pytest.raises(DataError, match="nowhere: not a project: it has no folder card_data"):
        chosen_game(elsewhere / "nowhere")
    (elsewhere / "card_data").mkdir()
    for root in (None, elsewhere):
        with pytest.raises(DataError, match=r"there are no games in this project .`cardgen init DIR` creates one"):
            all_games(root)


def test_default_txt_names_the_default_of_several_games(tmp_path: Path) -> None:
    tiny_game_in(tmp_path)
    shutil.copytree(tmp_path / "card_data/tiny", tmp_path / "card_data/second")
    (tmp_path / "card_data/default.txt").write_text("second\n", encoding="utf-8")
    assert chosen_game(tmp_path) == "second"
    assert chosen_game(tmp_path, "tiny") == "tiny"


@pytest.mark.parametrize("content", [b"", b"third\n", b"../tiny\n", b"\xff\xfe", b"x" * 100_000], ids=range(5))
def test_a_default_that_names_no_game_of_the_project_is_ignored(tmp_path: Path, content: bytes) -> None:
    tiny_game_in(tmp_path)
    (tmp_path / "card_data/default.txt").write_bytes(content)
    assert Project(tmp_path, bundled=False).default == ""
    assert bundled_project().default == BUNDLED


def test_the_engine_of_a_game_is_read_without_the_rest_of_it(tmp_path: Path) -> None:
    tiny = tiny_game_in(tmp_path)
    project = Project(tmp_path, bundled=False)
    assert engine_of(bundled_project(), BUNDLED) == BUNDLED
    assert engine_of(project, "tiny") is None
    tiny.write("card_data/tiny/game.yaml", "engine: nothing-of-this-name\n")
    assert engine_of(project, "tiny") == "nothing-of-this-name"
    for broken in ("engine: [1]\n", "- 1\n", "engine: {", ""):
        tiny.write("card_data/tiny/game.yaml", broken)
        assert engine_of(project, "tiny") is None
