"""Changes of projects: what they make of files, and what they refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.data.load import load_game
from cardgen.data.project import Project
from cardgen.editing.operations import Change, Insert
from cardgen.editing.projects import apply_to_files, contents_of
from tests.games_on_disk import tiny_game_in

DECK = {"extends": "main", "titles": {"zh": "二", "en": "Two"}, "cards": "more/two.yaml"}
FILE = "card_data/tiny/more/two.yaml"


def test_a_change_with_a_new_file_is_read_before_it_is_written(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    project = Project(game.root)
    insert = Insert("card_data/tiny/game.yaml", ("decks", "two"), DECK)
    edit = apply_to_files(project, Change((insert,), created={FILE: b"cards:\n  - {id: new, name: New}\n"}))
    assert (edit.before[FILE], list(edit.after)) == (None, [FILE, "card_data/tiny/game.yaml"])
    loaded = load_game(project.game_folder("tiny"), project.templates, contents=contents_of(project, edit.after))
    assert [card.id for card in loaded.decks["two"].cards] == ["new"]
    assert not game.path(FILE).exists()


@pytest.mark.parametrize(
    ("file", "problem"),
    [
        ("card_data/tiny/cards.yaml", "already exists"),
        ("card_data/tiny/link.yaml", "cannot be read"),
        ("card_data/../other.yaml", "only files in card_data and templates"),
    ],
)
def test_a_new_file_replaces_nothing_and_stays_inside(tmp_path: Path, file: str, problem: str) -> None:
    game = tiny_game_in(tmp_path)
    (game.root / "card_data" / "tiny" / "link.yaml").symlink_to("nowhere.yaml")
    with pytest.raises(DataError, match=problem):
        apply_to_files(Project(game.root), Change((), created={file: b"x"}))
