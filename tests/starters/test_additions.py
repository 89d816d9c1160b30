"""What is added to a game: only new lines where a careful person types them, and every byte back when it is undone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardgen.base.errors import DataError
from cardgen.base.records import replace
from cardgen.building.plan import layout_game
from cardgen.data.load import load_game
from cardgen.data.project import Project
from cardgen.editing.journal import Journal
from cardgen.editing.operations import Change
from cardgen.editing.projects import Edit, apply_to_files, check_games
from cardgen.review.server.addition_forms import addition_forms
from cardgen.starters.additions import Additions
from cardgen.starters.from_tables import TableFile, read_tables
from cardgen.starters.starting import table_files
from cardgen.starters.tables import read_table
from cardgen.starters.writing import write_new
from tests.games_on_disk import files_in

GAME = "card_data/mine/game.yaml"
TABLE = b"id,name.en,name.zh,Rules,Cost\nfox,Fox,\xe7\x8b\x90,Run,2\nowl,Owl,\xe9\xb8\xae,See,3\n"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    root = tmp_path / "project"
    write_new(root, table_files(read_table(TABLE, "tea.csv", ["en", "zh"]), "tea.csv", "mine"))
    return Project(root)


def game_of(project: Project) -> Any:
    return load_game(project.game_folder("mine"), project.templates, project.root)


def added(project: Project, what: str, values: dict[str, Any]) -> Edit:
    """Add something, and return what was written."""
    return written(project, Additions(project, game_of(project)).change(what, values))


def written(project: Project, change: Change) -> Edit:
    """Write a change. The game can be laid out afterwards, and one step to undo gives all files their old bytes."""
    edit, before = apply_to_files(project, change), files_in(project.root)
    check_games(project, edit)
    journal = Journal(project.root)
    journal.write(edit.after, edit.before, "Ann", "added")
    journal.undo()
    assert files_in(project.root) == before
    journal.redo()
    layout_game(game_of(project))
    return edit


def lines_added(edit: Edit, file: str) -> list[str]:
    """Return the lines that an edit adds to a file. It must change no other."""
    old, new = ((content or b"").decode().splitlines() for content in (edit.before[file], edit.after[file]))
    rest = iter(new)
    assert all(line in rest for line in old), "the old lines stay in their order"
    return [line for line in new if line not in old]


@pytest.mark.parametrize(
    ("what", "values", "lines"),
    [
        ("size", {"name": "token", "width": 20, "height": 25.5, "bleed": 3.0}, ["  token: {width: 20, height: 25.5}"]),
        (
            "sheet",
            {"name": "more-{paper}", "decks": ["main"], "papers": ["a4"], "layout": "bleed", "sets": 1},
            ["    more-{paper}: {decks: [main], papers: [a4], layout: bleed}"],
        ),
        ("export", {"export": "images"}, ["  exports:", "    images: {}"]),
        (
            "tuckbox",
            {"name": "box-{paper}", "deck": "main", "papers": ["a4"], "titles": "Tea", "paint": "#1b2230"},
            [
                "  tuckboxes:",
                "    box-{paper}:",
                "      deck: main",
                "      papers: [a4]",
                "      titles: {en: Tea, zh: Tea}",
            ],
        ),
        (
            "chapter",
            {"title": "Setup"},
            ["rulebooks: {en: rulebook.en.md, zh: rulebook.zh.md}", "  rulebook: {papers: [a4]}"],
        ),
    ],
)
def test_an_addition_is_typed_where_its_likes_are(
    project: Project, what: str, values: dict[str, Any], lines: list[str]
) -> None:
    assert [line for line in lines_added(added(project, what, values), GAME) if line] == lines


def test_a_language_gets_a_column_beside_the_others(project: Project) -> None:
    edit = added(project, "language", {"language": "de"})
    assert b"languages: [en, zh, de]" in edit.after[GAME]
    assert edit.after["card_data/mine/tea.csv"].splitlines()[0] == b"id,name.en,name.zh,name.de,Rules,Cost"
    with pytest.raises(DataError, match="is in de already"):
        added(project, "language", {"language": "de"})


def test_a_back_is_added_to_a_template_without_one(project: Project) -> None:
    file = project.root / "templates/mine/card.yaml"
    with pytest.raises(DataError, match="has a back"):
        added(project, "back", {"deck": "main"})
    file.write_bytes(file.read_bytes().partition(b"\nback:")[0])
    added(project, "back", {"deck": "main", "colour": "#ffffff", "text": "{Tea}"})
    assert all(card.back is not None for card in layout_game(game_of(project))["main"])
    assert "{{Tea}}" in file.read_text(encoding="utf-8")


def test_chapters_are_added_to_each_language_of_the_rulebook(project: Project) -> None:
    added(project, "chapter", {"title": "Setup"})
    edit = added(project, "chapter", {"title": "Scoring"})
    for lang in ("en", "zh"):
        text = edit.after[f"card_data/mine/rulebook.{lang}.md"].decode()
        assert [line for line in text.splitlines() if line.startswith("#")] == ["# Mine", "## Setup", "## Scoring"]
    assert GAME not in edit.after


def test_decks_are_added_from_nothing_and_from_a_table(project: Project) -> None:
    added(project, "deck", {"name": "events", "size": ""})
    source = TableFile(Path("new.csv"), languages=("en", "zh"), content=b"Name;Cost;Text\nFox;1,5;{coin}\nOwl;2;See\n")
    (deck,) = read_tables(source).decks
    written(project, Additions(project, game_of(project)).tables([replace(deck, name="foes")], "poker"))
    game = game_of(project)
    assert list(game.decks) == ["main", "events", "foes"]
    assert [card.fields["cost"] for card in game.decks["foes"].cards] == [1.5, 2]
    assert (game.decks["foes"].size.width, "coin" in game.file.icons) == (63.5, True)


@pytest.mark.parametrize(
    ("what", "values", "problem"),
    [
        ("size", {"name": "card", "width": 1, "height": 1}, "there is already sizes.card"),
        ("size", {"name": " ", "width": 1, "height": 1}, "name is missing"),
        ("size", {"name": "a b", "width": 1, "height": 1}, "cannot be used as a name"),
        ("size", {"name": "wide", "width": 9000, "height": 1}, "width"),
        ("sheet", {"name": "x-{paper}", "decks": ["none"], "papers": ["a4"]}, "none"),
        ("deck", {"name": "main"}, "there is already a deck 'main'"),
        ("deck", {"name": "new", "size": "pokre"}, "there is no size 'pokre'.*poker"),
        ("export", {"export": "image"}, "there is no export 'image'.*images"),
        ("language", {"language": "English"}, "no language 'English'.*en"),
        ("tuck", {}, "'tuck' cannot be added.*tuckbox"),
    ],
)
def test_what_cannot_be_added_is_refused(project: Project, what: str, values: dict[str, Any], problem: str) -> None:
    before = (project.root / GAME).read_bytes()
    with pytest.raises(DataError, match=problem):
        added(project, what, values)
    assert (project.root / GAME).read_bytes() == before


def test_the_forms_offer_values_that_can_be_added_at_once(project: Project) -> None:
    forms = {form["what"]: form for form in addition_forms(game_of(project))}
    assert forms["back"]["refused"]["en"] == "all decks have backs: edit them on the canvas"
    for what in ("size", "sheet", "tuckbox", "language", "export"):
        added(project, what, {key["name"]: key["value"] for key in forms[what]["keys"]})
