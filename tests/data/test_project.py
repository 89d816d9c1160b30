"""Finding the project of a game: the given one, the current folder, the bundled one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardgen.data import project
from cardgen.data.project import (
    Project,
    all_games,
    bundled_project,
    chosen_game,
    default_game,
    engine_of,
    find_project,
)
from cardgen.errors import DataError
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
    for name in ("b", "a", "c"):
        (tmp_path / "card_data" / name).mkdir(parents=True)
        (tmp_path / "card_data" / name / "game.yaml").write_text("")
    (tmp_path / "card_data" / "readme.txt").write_text("")
    assert Project(tmp_path, bundled=False).games == ["a", "b", "c"]
    assert Project(tmp_path / "nowhere", bundled=False).games == []


def test_the_only_game_is_chosen_without_a_name(elsewhere: Path) -> None:
    assert chosen_game(None) == BUNDLED  # outside a project
    tiny_game_in(elsewhere)
    assert chosen_game(None) == "tiny"
    assert chosen_game(None, "other") == "other"
    assert chosen_game(elsewhere) == "tiny"
    assert chosen_game(REPOSITORY) == BUNDLED  # one of several
    shutil.copytree(elsewhere / "card_data/tiny", elsewhere / "card_data/second")
    with pytest.raises(DataError, match=r"there are several games.*name one: second, tiny"):
        chosen_game(None)


def test_all_games_are_those_of_the_project_or_the_bundled_ones(elsewhere: Path) -> None:
    assert BUNDLED in all_games(None)  # outside a project
    with pytest.raises(DataError, match="there are no games in this project"):
        all_games(elsewhere)
    tiny_game_in(elsewhere)
    assert all_games(None) == all_games(elsewhere) == ["tiny"]


def test_default_txt_names_the_default_of_several_games(tmp_path: Path) -> None:
    tiny_game_in(tmp_path)
    shutil.copytree(tmp_path / "card_data/tiny", tmp_path / "card_data/second")
    (tmp_path / "card_data/default.txt").write_text("second\n", encoding="utf-8")
    assert default_game(tmp_path) == "second"
    assert chosen_game(tmp_path) == "second"
    assert chosen_game(tmp_path, "tiny") == "tiny"


@pytest.mark.parametrize("content", [b"", b"third\n", b"../tiny\n", b"\xff\xfe", b"x" * 100_000], ids=range(5))
def test_a_default_that_names_no_game_of_the_project_is_ignored(tmp_path: Path, content: bytes) -> None:
    tiny_game_in(tmp_path)
    (tmp_path / "card_data/default.txt").write_bytes(content)
    assert Project(tmp_path, bundled=False).default == ""
    assert default_game(tmp_path) == bundled_project().default == BUNDLED


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
