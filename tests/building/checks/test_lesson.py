"""The lesson of a game: read, played through by its engine, and reported with file, line and column."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.building.checks.context import CheckContext
from cardgen.building.checks.lesson import CHECK
from cardgen.data.lesson_playing import play_lesson
from cardgen.data.load import load_game
from tests.conftest import InstallPlugin
from tests.games_on_disk import REPOSITORY, GameOnDisk

EXAMPLE = REPOSITORY / "examples" / "plugin-game"
FOLDER = "card_data/tic-tac-toe"
LESSON = """\
begin: {seed: 3}
turns: ['0 {"cell": 0}', '1 {"cell": 3}']
steps:
  - say: {en: Two marks lie here.}
    look: [field]
  - say: {en: Take the middle of the upper row.}
    try: ['0 {"cell": 1}', '0 {"cell": 4}']
    then: ['1 {"cell": 8}']
    open: {en: a-turn}
  - say: {en: Win.}
    try: ['0 {"cell": 2}']
"""


@pytest.fixture
def game(tmp_path: Path, install_plugin: InstallPlugin, monkeypatch: pytest.MonkeyPatch) -> GameOnDisk:
    monkeypatch.syspath_prepend(str(EXAMPLE / "src"))
    install_plugin("tictactoe", "engines", {"tic-tac-toe": "cardgen_tictactoe.game:ENGINE"})
    game = GameOnDisk(Path(shutil.copytree(EXAMPLE / "project", tmp_path / "project")), "tic-tac-toe")
    game.change(f"{FOLDER}/game.yaml", "engine:", "lesson: lesson.yaml\nrulebooks: {en: book.md}\nengine:")
    game.write(f"{FOLDER}/book.md", "# Three in a row\n\n## A turn\n\nMark a cell.\n")
    game.write(f"{FOLDER}/lesson.yaml", LESSON)
    return game


def findings(game: GameOnDisk) -> list[str]:
    return [str(finding) for finding in game.check().findings if finding.code == "CG407"]


def test_a_lesson_is_played_through_by_the_first_turn_of_each_step(game: GameOnDisk) -> None:
    lesson = play_lesson(game.load())
    assert lesson is not None
    assert (lesson.rules, lesson.seat, lesson.state["seed"]) == ("standard", 0, 3)
    assert lesson.state["turns"] == [{"cell": 0}, {"cell": 3}]
    assert [[*step.attempts] for step in lesson.steps] == [[], [{"cell": 1}, {"cell": 4}], [{"cell": 2}]]
    assert lesson.steps[1].then == [{"cell": 8}]
    assert findings(game) == []


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ("""'0 {"cell": 2}'""", """'0 {"cell": 3}'""", "11:11", "Cell 3 cannot be marked"),
        ("""'0 {"cell": 4}'""", """'0 {"cell": 0}'""", "7:28", "Cell 0 cannot be marked"),
        ("""'1 {"cell": 8}'""", "nonsense", "8:12", "it is the turn of seat 1"),
        ("""    then: ['1 {"cell": 8}']\n""", "", "10:10", "seat 1 is to move, the person has seat 0"),
        ("turns: ['0", "turns: ['1", "2:9", "it is the turn of seat 0"),
        ("seed: 3", "sed: 3", "1:8", "sed"),
        ("begin:", "rules: standart\nbegin:", "1:8", "did you mean 'standard'"),
        ("en: a-turn", "en: a-trun", "9:16", "did you mean 'a-turn'"),
        ("en: a-turn", "zh: a-turn", "9:16", "the rulebook in 'zh' has no chapter"),
    ],
)
def test_a_mistake_is_reported_at_its_place(game: GameOnDisk, old: str, new: str, place: str, words: str) -> None:
    game.change(f"{FOLDER}/lesson.yaml", old, new)
    (finding,) = findings(game)
    assert finding.startswith(f"{FOLDER}/lesson.yaml:{place}: error CG407 lesson-wrong: ")
    assert words in finding


@pytest.mark.parametrize("name", ["blitz", "block-killer", "blokus", "heroes", "thread-race"])
def test_the_lessons_of_our_games_can_be_played_in_all_their_languages(name: str) -> None:
    game = load_game(REPOSITORY / "card_data" / name, REPOSITORY / "templates")
    assert game.lesson is not None
    assert [str(finding) for finding in CHECK.run(CheckContext(game, {}, (), ()))] == []
    steps = game.lesson.file.steps
    assert any(step.attempts for step in steps)
    assert [step.say for step in steps if step.say.keys() != set(game.file.languages)] == []
    assert [step.open for step in steps if step.open and step.open.keys() != game.table_books.keys()] == []


def test_a_lesson_of_another_form_is_a_fault(game: GameOnDisk) -> None:
    game.change(f"{FOLDER}/lesson.yaml", "    look: [field]", "    lok: [field]")
    (fault,) = game.faults()
    assert "lesson.yaml:5:5: unknown key 'lok' (did you mean 'look'?)" in fault


def test_a_game_without_turns_has_no_lesson(game: GameOnDisk) -> None:
    game.change(f"{FOLDER}/game.yaml", "engine: tic-tac-toe\n", "")
    with pytest.raises(DataError, match="plays no game of turns"):
        play_lesson(game.load())


def test_a_build_does_not_play_the_lesson(game: GameOnDisk) -> None:
    game.change(f"{FOLDER}/lesson.yaml", """'0 {"cell": 2}'""", """'0 {"cell": 3}'""")
    assert len(findings(game)) == 1
    assert game.build().outcome.errors == 0
