"""The plug-ins in docs/extending.md work as they are written there."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.commands import run
from tests.conftest import InstallPlugin
from tests.games_on_disk import REPOSITORY, GameOnDisk, tiny_game_in

PAGE = (REPOSITORY / "docs" / "extending.md").read_text(encoding="utf-8")
GAME, TEMPLATE = "card_data/tiny/game.yaml", "templates/tiny.yaml"


def blocks() -> Iterator[tuple[str, str]]:
    """Yield each block of Python on the page, with the heading above it."""
    for section in re.split(r"^##+ ", PAGE, flags=re.MULTILINE)[1:]:
        heading = section.splitlines()[0]
        for indent, code in re.findall(r"^( *)```python\n(.*?)^\1```", section, re.DOTALL | re.MULTILINE):
            yield heading, re.sub(rf"^{indent}", "", code, flags=re.MULTILINE)


BLOCKS = dict(blocks())


@pytest.fixture
def game(tmp_path: Path) -> GameOnDisk:
    return tiny_game_in(tmp_path / "project")


@pytest.mark.parametrize("heading", BLOCKS)
def test_every_block_can_be_imported(heading: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("a_plug_in")
    monkeypatch.setitem(sys.modules, "a_plug_in", module)
    exec(compile(BLOCKS[heading], heading, "exec"), vars(module))


def test_the_box_is_drawn(game: GameOnDisk, install_plugin: InstallPlugin) -> None:
    install_plugin("docs_box", "boxes", {"cross": "docs_box:CROSS"}, BLOCKS["A box kind"])
    game.change(TEMPLATE, "back:", '    mark: {kind: cross, box: [3, 3, 9, 9], colour: "#c13b2f"}\nback:')
    assert game.faults() == []
    assert run("build", "--only", "cards/svg", "--quiet", cwd=game.root).returncode == 0
    assert 'stroke="#c13b2f"' in game.read("output/tiny/cards/svg/main-one.svg")


def test_the_product_is_made(game: GameOnDisk, install_plugin: InstallPlugin) -> None:
    install_plugin("docs_product", "products", {"labels": "docs_product:PRODUCT"}, BLOCKS["A product"])
    game.change(GAME, "targets:\n", "targets:\n  labels: {names: {deck: main}}\n")
    assert run("build", "--quiet", cwd=game.root).returncode == 0
    assert game.read("output/tiny/labels/names.txt") == "one\ntwo\n"
    game.change(GAME, "{deck: main}", "{deck: mian}")
    assert game.faults() == [f"{GAME}:15:26: there is no deck 'mian' (did you mean 'main'?)"]


def test_the_check_reports_its_finding(game: GameOnDisk, install_plugin: InstallPlugin) -> None:
    install_plugin("docs_check", "checks", {"long-names": "docs_check:CHECK"}, BLOCKS["A check"])
    assert "MY101" not in game.codes()
    game.change("card_data/tiny/cards.yaml", "id: one", f"id: {'x' * 21}")
    assert "MY101" in game.codes()


def test_the_export_is_made(game: GameOnDisk, install_plugin: InstallPlugin) -> None:
    install_plugin("docs_export", "exports", {"names": "docs_export:NAMES"}, BLOCKS["An export"])
    done = run("export", "names", cwd=game.root)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "Read them.")
    assert game.read("output/tiny/exports/names/names.txt") == "one, two"
    game.change(GAME, "targets:\n", 'targets:\n  exports: {names: {separator: " "}}\n')
    assert run("export", "names", cwd=game.root).returncode == 0
    assert game.read("output/tiny/exports/names/names.txt") == "one two"


def test_the_game_of_turns_is_that_of_the_example() -> None:
    example = REPOSITORY / "examples/plugin-game/src/cardgen_tictactoe/game.py"
    assert example.read_text(encoding="utf-8").endswith(BLOCKS["A game of turns"])
