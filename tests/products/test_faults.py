"""Files that cannot be made: all targets are reported at once on all their papers, and nothing is written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from cardgen.base.errors import DataError
from cardgen.building.plan import layout_game, plan_files
from cardgen.products.options import Options
from tests import commands
from tests.commands import Done
from tests.games_on_disk import GameOnDisk, tiny_game_in
from tests.products.made import GAME, game_with_pieces_in

TARGETS = """\
  pages:
    low-{paper}: {template: board.yaml, papers: [a4, letter], size: [300, 120]}
    high-{paper}: {template: board.yaml, papers: [a4], size: [100, 400]}
    good-{paper}: {template: board.yaml, papers: [a4], size: [100, 100]}
  tuckboxes:
    thick-{paper}: {deck: tokens, papers: [a4], titles: {en: Box, zh: 盒}}
    box-{paper}: {deck: main, papers: [a4], titles: {en: Box, zh: 盒}}
  boards:
"""


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    """A game with pages, a box and sheets of pieces that do not fit their paper, and others that do."""
    made = game_with_pieces_in(tmp_path)
    made.change(GAME, "  boards:\n", TARGETS)
    made.change(GAME, "cell: 20\n", "cell: 120\n")
    made.change("card_data/tiny/tokens.yaml", "copies: 30", "copies: 2000")
    return made


WRONG = [
    "low-a4: 300 × 120 mm do not fit 210 × 297 mm paper",
    "low-letter: 300 × 120 mm do not fit 215.9 × 279.4 mm paper",
    "high-a4: 100 × 400 mm do not fit 210 × 297 mm paper",
    "sides-{side}-a4: 3 × 2 cells of 120 mm do not fit 210 × 297 mm paper",
    "sides-{side}-letter: 3 × 2 cells of 120 mm do not fit 215.9 × 279.4 mm paper",
]


def run(game: GameOnDisk, *arguments: str) -> Done:
    return commands.run(*arguments, cwd=game.root)


def assert_reported_once(lines: Sequence[str], wrong: Sequence[str]) -> None:
    assert [sum(text in line for line in lines) for text in wrong] == [1] * len(wrong), "\n".join(lines)
    assert len(lines) == len(wrong)
    assert all(line.startswith(f"{GAME}:") for line in lines)


@pytest.mark.parametrize("command", ["build", "check"])
def test_all_faults_of_files_are_reported_at_once(game: GameOnDisk, command: str) -> None:
    done = run(game, command, "tiny")
    assert done.returncode == 2
    assert_reported_once(done.stderr.splitlines(), WRONG)
    assert ("CG113 box-too-large: thick-a4: the net for" in done.stdout) == (command == "check")
    assert not game.path("output").exists()


def test_only_faults_of_wanted_files_are_reported(game: GameOnDisk) -> None:
    done = run(game, "build", "tiny", "--paper", "letter")
    assert_reported_once(done.stderr.splitlines(), [text for text in WRONG if "letter:" in text])
    assert run(game, "build", "tiny", "--only", "good-*", "--only", "box-*").returncode == 0


def test_a_box_that_does_not_fit_stops_no_other_file(game: GameOnDisk) -> None:
    wanted = ["build", "tiny", "--only", "box-*", "--only", "thick-*", "--only", "good-*"]
    for _ in range(2):  # the second time all other files are up to date
        done = run(game, *wanted)
        assert done.returncode == 1, done.stderr
        (line,) = done.stderr.splitlines()
        assert line.startswith(f"{GAME}:")
        assert "error CG113 box-too-large: thick-a4: the net for 600 mm of" in line
        made = {path.name for path in game.path("output/tiny/sheets").iterdir()}
        assert made == {"box-a4.pdf", "good-a4.pdf"}
    assert [finding["code"] for finding in json.loads(run(game, *wanted, "--json").stdout)["findings"]] == ["CG113"]
    assert run(game, "build", "tiny", "--only", "thick-a4").returncode == 1
    assert run(game, "build", "tiny", "--only", "box-*", "--only", "good-*").returncode == 0


def test_a_thinner_card_makes_a_smaller_box(game: GameOnDisk) -> None:
    for thickness, code in (("0.3", 1), ("0.01", 0)):
        assert run(game, "build", "tiny", "--only", "thick-*", "--thickness", thickness).returncode == code
    assert game.path("output/tiny/sheets/thick-a4.pdf").exists()


def test_a_template_that_cannot_be_drawn_hides_no_other_fault(game: GameOnDisk) -> None:
    """A page is drawn before it is placed on paper; the books are laid out last."""
    boxes = '{ground: {kind: rect, box: bleed}, p: {kind: image, box: safe, file: "{language}.png"}}'
    game.write("templates/page.yaml", f"face:\n  description: {{en: x}}\n  boxes: {boxes}\n")
    game.change(GAME, "high-{paper}: {template: board.yaml", "high-{paper}: {template: page.yaml")
    game.change(GAME, "targets:\n", "rulebooks: {en: rulebook.en.md}\ntargets:\n")
    game.write("card_data/tiny/rulebook.en.md", "# Rules\n\n```cards\n- nobody\n```\n")
    for command in ("build", "check"):
        lines = run(game, command, "tiny").stderr.splitlines()
        assert len(lines) == len(WRONG) + 1
        assert [sum(text in line for line in lines) for text in ("en.png", "nobody")] == [1, 1]
        assert not any("high-a4" in line for line in lines)


def test_a_card_too_large_is_one_fault_of_its_sheets_and_their_outlines(game: GameOnDisk) -> None:
    game.change(GAME, "card: {width: 63, height: 88}", "card: {width: 300, height: 400}")
    game.change(
        GAME, "cards-{paper}: {decks: [main], papers: [a4]}", "cards-{paper}: {decks: [main], papers: [a4], cut: spot}"
    )
    loaded = game.load()
    with pytest.raises(DataError) as wrong:
        plan_files(loaded, layout_game(loaded), Options(only=("sheets/cards-*",)))
    (fault,) = wrong.value.faults
    assert "cards-a4: a card of 300 × 400 mm does not fit 210 × 297 mm paper" in str(fault)


def test_a_template_of_a_page_that_cannot_be_read_is_reported_at_its_fault(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change(
        "card_data/tiny/game.yaml",
        "targets:\n",
        "targets:\n  pages: {sheet: {template: wrong.yaml, papers: [a4], size: [90, 90]}}\n",
    )
    game.write(
        "templates/wrong.yaml", "face:\n  description: {en: A page}\n  boxes: {a: {extends: none, kind: rect}}\n"
    )
    assert any("templates/wrong.yaml:3:" in fault for fault in game.faults())
