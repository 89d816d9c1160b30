"""A large deck laid out by copies of the process has the same findings, pictures and files as by one process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cardgen.base.records import replace
from cardgen.scene.items import Path as ScenePath
from cardgen.scene.items import Scene, rectangle
from cardgen.scene.keys import content_key
from cardgen.scene.late import LateScene
from tests.games_on_disk import GameOnDisk, tiny_game_in

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are copied by fork")

REPOSITORY = Path(__file__).parents[3]
CARDS, TEMPLATE, GAME = "card_data/tiny/cards.yaml", "templates/tiny.yaml", "card_data/tiny/game.yaml"

# In a process of its own: copying a process with threads, as that of the tests may be, is not safe.
SCRIPT = """
import hashlib, json, os, sys
from pathlib import Path
from cardgen.base import processes, processors
from cardgen.data.load import load_game
from cardgen.data.project import Project
from cardgen.base.errors import DataError
from cardgen.cards.layout import ahead
from cardgen.products.sheets import imposed_sheets, sheet_file
from cardgen.scene.keys import content_key, serialise
from cardgen.scene.late import LateScene
from cardgen.building.editions import layout_editions
from cardgen.products.options import Options

count, failing = int(sys.argv[1]), sys.argv[2]
ahead.processors_for_copies = lambda: count
ahead._MANY_CARDS, ahead._CHUNK = 20 if count else 1_000, 8  # 0: all faces are kept
parent = os.getpid()
if failing:
    work = ahead.do_in_copies
    ahead.do_in_copies = lambda tasks, n: work([*tasks[:2], lambda: os.kill(os.getpid(), 9), *tasks[3:]], n)
project = Project(Path.cwd())
game = load_game(project.game_folder("tiny"), project.templates, None)
options = Options(only=("sheets",))
try:
    (edition,) = layout_editions(game, options)
except DataError as error:
    print(json.dumps({"faults": [str(fault) for fault in error.faults]}))
    sys.exit()
cards = edition.laid["main"]
files = [sheet_file(game, sheet) for sheet in imposed_sheets(game, edition.laid, options)]
print(json.dumps({
    "late": sum(isinstance(card.face.scene, LateScene) for card in cards),
    "ahead": sum(isinstance(card.face.scene, LateScene) and card.face.scene.is_kept for card in cards),
    "files": [[file.key, hashlib.sha256(file.make()).hexdigest()] for file in files],
    "findings": [str(finding) for card in cards for finding in card.face.findings],
    "sides": [
        [content_key(card.face.scene), card.face.descriptions, card.face.scene.title, repr(card.face.boxes),
         hashlib.sha256("\\n".join(serialise(card.face.scene)).encode()).hexdigest()]
        for card in cards
    ],
}))
"""


def laid_out(folder: Path, processes: int, failing: str = "") -> Any:
    command = [sys.executable, "-c", SCRIPT, str(processes), failing]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A deck of plain texts; a few cards have copies, marks, Chinese or a text that is too long."""
    game = tiny_game_in(tmp_path)
    unusual = {7: "**Bold**", 19: "中文", 30: "Long " * 60, 41: "“Quoted”"}
    rows = [f"  - {{id: c{i}, name: '{unusual.get(i, f'Card {i}')}', copies: {1 + i % 3 // 2}}}\n" for i in range(60)]
    game.write(CARDS, "cards:\n" + "".join(rows))
    game.change(GAME, "  cards: {decks: [main]}", "  sheets: {cards: {decks: [main], papers: [a4]}}")
    return tmp_path


@needs_fork
def test_the_result_does_not_depend_on_the_number_of_processes(folder: Path) -> None:
    alone = laid_out(folder, 0)
    assert (alone.pop("late"), alone.pop("ahead")) == (0, 0)
    assert len(alone["findings"]) == 2
    for processes, failing in ((2, ""), (2, "kill")):
        shared = laid_out(folder, processes, failing)
        late = shared.pop("late")
        assert late == shared.pop("ahead")
        assert late < 55 if failing else late == 55
        assert shared == alone


@needs_fork
def test_faults_are_the_same_whatever_the_number_of_processes(folder: Path) -> None:
    game = GameOnDisk(folder, "tiny")
    game.change(GAME, "sizes:", "rulesets: {ranks: ranks.yaml}\nsizes:")
    game.write("card_data/tiny/ranks.yaml", "".join(f"c{i}: {{rank: {i}}}\n" for i in range(60) if i != 33))
    game.change(TEMPLATE, 'en: "Card {id}"', 'en: "Card {ranks[{id}].rank}"')
    alone = laid_out(folder, 0)
    assert "no entry 'c33'" in alone["faults"][0]
    assert laid_out(folder, 2) == alone


@dataclass
class Makes:
    """Makes a scene of a square, and counts how often."""

    made: int = 0

    def name(self, thing: object) -> str:
        return f"square-{thing}"

    def scene(self, thing: object) -> Scene:
        self.made += 1
        items = (ScenePath(rectangle(0, 0, 1, 1), fill="#123456"),)
        return Scene(10, 20, items, 3, self.name(thing), "Title", "Description", "de")


def test_a_late_scene_is_made_once_and_only_when_its_items_or_texts_are_asked_for() -> None:
    maker = Makes()
    late, plain = LateScene.of(10, 20, 3, "de", maker, 7), Makes().scene(7)
    assert (late.width, late.height, late.bleed, late.lang, late.trim_rect) == (10, 20, 3, "de", (0, 0, 10, 20))
    assert (late.name, late.digest, late.drawn, maker.made) == ("square-7", None, None, 0)
    assert content_key(late) == content_key(plain)
    assert (late.items, late.title, late.description) == (plain.items, "Title", "Description")
    assert maker.made == 1
    with pytest.raises(AttributeError):
        late.nothing  # noqa: B018


def test_a_late_scene_can_be_replaced() -> None:
    late = LateScene.of(10, 20, 3, "de", Makes(), 7)
    late.keep(bytes(32), b"drawn")
    other = replace(late, name="other")
    assert (other.name, other.title, other.items) == ("other", "Title", late.items)
    assert content_key(other) == content_key(replace(Makes().scene(7), name="other"))


@pytest.mark.parametrize("is_full", [False, True])
def test_what_was_prepared_of_a_late_scene_needs_no_items(is_full: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if is_full:
        monkeypatch.setattr("cardgen.scene.late._spool.write", lambda _: None)
    maker = Makes()
    late = LateScene.of(10, 20, 3, "de", maker, 7)
    assert not late.is_kept
    late.keep(bytes(range(32)), b"drawn")
    assert late.is_kept
    assert content_key(late) == bytes(range(32)).hex()
    assert late.drawn == b"drawn"
    assert maker.made == 0
    assert isinstance(late._kept, bytes if is_full else int)
