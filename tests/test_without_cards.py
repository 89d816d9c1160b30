"""A game need not have cards: a score sheet is a page and nothing else, and everything that walks decks copes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from cardgen.base.errors import DataError
from cardgen.building.build import Built, build_game
from cardgen.building.plan import layout_game
from cardgen.data.project import Project
from cardgen.data.schema import game_schema
from cardgen.products.options import Options
from cardgen.review.server.catalog import make_catalog
from cardgen.review.server.page_data import catalog_data, sheets_data
from cardgen.starters.adding import find_deck
from cardgen.starters.decks import add_deck
from tests import commands
from tests.games_on_disk import GameOnDisk, tiny_game_in

GAME = "card_data/paper/game.yaml"
HEAD = """\
titles: {en: Paper, zh: 纸}
author: Nobody
licence: {name: CC0-1.0, link: "https://creativecommons.org/publicdomain/zero/1.0/"}
languages: [en, zh]
"""
TARGETS = """\
targets:
  pages:
    score-{paper}: {template: score.yaml, papers: [a4, letter], size: [100, 60]}
"""
SCORE = """\
face:
  description: {en: A score sheet, zh: 计分表}
  boxes:
    label: {kind: text, box: [5, 5, 90, 8], text: {en: Score, zh: 得分}}
    squares: {kind: grid, box: [5, 20, 90, 15], columns: 6, rows: 1, stroke: "#000000"}
"""


@pytest.fixture
def paper(tmp_path: Path) -> GameOnDisk:
    game = GameOnDisk(tmp_path, "paper")
    game.write(GAME, HEAD + TARGETS)
    game.write("templates/score.yaml", SCORE)
    return game


def build(game: GameOnDisk, out: Path) -> Built:
    return build_game(Project(game.root, bundled=False), game.name, out, Options())


def run(game: GameOnDisk, *arguments: str) -> tuple[int, str]:
    """The exit code of a command, and all that it says."""
    done = commands.run(*arguments, "--project", str(game.root), cwd=game.root)
    return done.returncode, done.stdout + done.stderr


def test_only_pages_are_made(paper: GameOnDisk, tmp_path: Path) -> None:
    report = paper.check()
    assert (report.findings, report.cards, report.faces, report.pages) == ((), 0, 0, 1)
    assert run(paper, "check") == (0, "paper: 1 page: no findings.\n")
    built = build(paper, tmp_path / "output")
    assert sorted(built.files) == ["sheets/score-a4.pdf", "sheets/score-letter.pdf"]


def test_each_edition_has_its_pages(paper: GameOnDisk, tmp_path: Path) -> None:
    paper.write(GAME, HEAD + "editions: [en, zh]\n" + TARGETS)
    built = build(paper, tmp_path / "output")
    assert sorted(built.files) == [
        f"{lang}/sheets/score-{paper}.pdf" for lang in ("en", "zh") for paper in ("a4", "letter")
    ]


def test_its_rulebook_is_made(paper: GameOnDisk, tmp_path: Path) -> None:
    paper.write("card_data/paper/rules.md", "# Paper\n\n## How to play\n\nWrite.\n")
    paper.write(GAME, HEAD + "rulebooks: {en: rules.md}\n" + TARGETS)
    assert "rules/rules.en.pdf" in build(paper, tmp_path / "output").files


def test_a_calibration_sheet_is_made_when_it_is_asked_for(paper: GameOnDisk, tmp_path: Path) -> None:
    paper.write(GAME, HEAD + TARGETS + "  calibration: [letter]\n")
    assert "sheets/calibration-letter.pdf" in build(paper, tmp_path / "output").files


def test_a_template_may_name_no_card(paper: GameOnDisk) -> None:
    paper.change("templates/score.yaml", "en: Score,", 'en: "{name}",')
    assert ["name" in fault for fault in paper.faults()] == [True]


def test_a_target_of_cards_needs_a_deck(paper: GameOnDisk) -> None:
    paper.write(GAME, HEAD + TARGETS + "  cards: {decks: [main]}\n")
    assert paper.faults() == [f"{GAME}:8:18: there is no deck 'main'"]


def test_cards_need_not_be_pictures(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change(
        "card_data/tiny/game.yaml", "  cards: {decks: [main]}", "  sheets:\n    all: {decks: [main], papers: [a4]}"
    )
    assert sorted(build(game, tmp_path / "output").files) == ["sheets/all.pdf", "sheets/calibration-a4.pdf"]
    addition = add_deck(game.load(), "more")
    changed = addition.changed["card_data/tiny/game.yaml"].decode()
    assert "\n  more:\n" in changed
    assert "\n  cards:" not in changed
    assert "targets.cards in game.yaml does not list the deck" in run(game, "show", "one")[1]


def test_the_schema_lets_decks_be_left_out(paper: GameOnDisk) -> None:
    assert [*Draft202012Validator(game_schema()).iter_errors(json.loads(json.dumps(paper.load().marked.value)))] == []


def test_the_review_page_has_no_cards_to_show(paper: GameOnDisk) -> None:
    game = paper.load()
    catalog = make_catalog(game, layout_game(game))
    data = catalog_data(catalog, "live", "somebody")
    assert (data["decks"], data["cards"]) == ([], [])
    assert [sheet["name"] for sheet in sheets_data(catalog)] == ["score-a4", "score-letter"]
    assert run(paper, "review", "status") == (0, "paper: no cards.\n")


def test_commands_about_cards_say_that_there_are_none(paper: GameOnDisk) -> None:
    assert run(paper, "list", "paper") == (
        0,
        "paper has no cards; `cardgen list paper --files` lists the files that a build makes.\n",
    )
    assert run(paper, "list", "paper", "--json") == (0, "{}\n")
    for arguments in (["show", "one"], ["schema", "deck"]):
        code, output = run(paper, *arguments, "--game", "paper")
        assert (code, "paper has no" in output) == (2, True), output


def test_a_card_or_deck_is_added_beside_another(paper: GameOnDisk) -> None:
    for add in (lambda game: add_deck(game, "more"), lambda game: find_deck(game, "")):
        with pytest.raises(DataError, match="add sizes and decks to game"):
            add(paper.load())
