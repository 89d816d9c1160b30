"""`cardgen set`, `rename`, `undo` and `redo`: what they write, show and refuse."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands import Done, run
from tests.games_on_disk import GameOnDisk, files_in
from tests.starters.projects import begun_in

CARDS = "card_data/mine/cards.yaml"


@pytest.fixture
def mine(tmp_path: Path) -> GameOnDisk:
    return begun_in(tmp_path, "blank", "mine", "zh", "en")


def ask(game: GameOnDisk, *arguments: str, stdin: str = "") -> Done:
    return run(*arguments, cwd=game.root, stdin=stdin)


def test_a_value_is_set_and_nothing_else_in_the_file(mine: GameOnDisk) -> None:
    before = mine.read(CARDS)
    done = ask(mine, "set", f"{CARDS}:cards.wave.value", "9")
    assert done.stdout.splitlines() == [
        *(f"--- {CARDS}", f"+++ {CARDS}", "@@ -21,3 +21,3 @@"),
        *(line for line in done.stdout.splitlines()[3:7]),
        "1 file changed.",
    ]
    assert "-    value: 5\n+    value: 9\n" in done.stdout
    assert mine.read(CARDS) == before.replace("value: 5", "value: 9")
    assert ask(mine, "undo").stdout == f"Undone: set {CARDS}:cards.wave.value\n"
    assert mine.read(CARDS) == before
    assert ask(mine, "redo").stdout == f"Done again: set {CARDS}:cards.wave.value\n"
    assert mine.read(CARDS) != before


def test_a_value_is_added_and_deleted_and_its_path_may_be_from_a_folder_inside(mine: GameOnDisk) -> None:
    before = files_in(mine.root)
    for *arguments, after in (
        ("cards.yaml:cards.0.names.en", "4", "--text", "--dry-run", "1 file would change."),
        ("game.yaml:sizes.card.bleed", "2", "1 file changed."),
        ("game.yaml:sizes.card.bleed", "--delete", "1 file changed."),
    ):
        done = run("set", *arguments, cwd=mine.root / "card_data/mine")
        assert done.stdout.endswith(f"{after}\n"), done.stderr
    assert files_in(mine.root) == before


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("card_data/mine/game.yaml:sizes.card.width", "wide"), "sizes.card.width: 'wide' given, expected a number"),
        ((f"{CARDS}:cards.wave.nothing", "3"), "unknown key 'nothing'"),
        ((f"{CARDS}:cards.storm.value", "3"), "the file has no value cards.storm.value"),
        ((f"{CARDS}:cards.wave.back", "--delete"), "the file has no value cards.wave.back"),
        (("card_data/mine/none.yaml:a", "1"), "cannot be read"),
        (("README.md:a", "1"), "only files in card_data and templates of a project are edited"),
        (("../x.yaml:a", "1"), "only files in card_data and templates of a project are edited"),
        ((CARDS, "1"), "expected FILE:PATH"),
    ],
)
def test_what_the_game_would_not_accept_is_refused_and_nothing_is_written(
    mine: GameOnDisk, arguments: tuple[str, ...], problem: str
) -> None:
    before = files_in(mine.root)
    done = ask(mine, "set", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert problem in done.stderr
    assert files_in(mine.root) == before


def test_a_value_may_be_edited_in_a_game_that_has_another_fault(mine: GameOnDisk) -> None:
    mine.change(CARDS, "value: 5", "value: five")
    assert ask(mine, "set", f"{CARDS}:cards.wave.names.en", "Wave").returncode == 0
    assert "'six' given" in ask(mine, "set", f"{CARDS}:cards.wave.value", "six").stderr
    assert ask(mine, "set", f"{CARDS}:cards.wave.value", "6").returncode == 0


def test_a_word_is_renamed_in_all_texts_after_a_question(mine: GameOnDisk) -> None:
    mine.write("card_data/mine/rules.en.md", "# Rules\n\nA card is drawn; cards are {main.count} cards.\n")
    mine.change("card_data/mine/game.yaml", "\ntargets:", "\nrulebooks: {en: rules.en.md}\n\ntargets:")
    before = files_in(mine.root)
    assert ask(mine, "rename", "card", "tile", "--whole-words", stdin="n\n").returncode == 1
    assert files_in(mine.root) == before
    done = ask(mine, "rename", "card", "tile", "--whole-words", stdin="y\n")
    assert "+    rules: {" in done.stdout
    assert mine.read("card_data/mine/rules.en.md") == "# Rules\n\nA tile is drawn; cards are {main.count} cards.\n"
    assert "Everyone but you discards a tile." in mine.read(CARDS)
    assert "a tile of {game.titles.en}" in mine.read("templates/mine/card.yaml")
    ask(mine, "undo")
    assert files_in(mine.root) == before
    assert "no text of mine has the word 'zebra'" in ask(mine, "rename", "zebra", "x").stderr
    done = ask(mine, "rename", "EVERYONE (but)", "All $1", "--pattern", "--ignore-case", "--dry-run")
    assert "All but you discards a card." in done.stdout
    assert "character 3 of the pattern: a bracket is not closed" in ask(mine, "rename", "(a", "x", "--pattern").stderr
    assert ask(mine, "rename", "大浪", "巨浪", "--yes").stdout.endswith("1 file changed.\n")
    assert "zh: 巨浪" in mine.read(CARDS)
