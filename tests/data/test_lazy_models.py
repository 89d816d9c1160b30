"""Models are built when a value is first checked by them, so that a command pays for those that it needs only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.games_on_disk import tiny_game_in

CODE = """
import sys
from pathlib import Path
from pydantic import BaseModel
import cardgen.building.check, cardgen.building.editions
from cardgen.base.plugins import KINDS, load_plugins

def all_models(model):
    yield model
    for inner in model.__subclasses__():
        yield from all_models(inner)

def built():
    own = [model for model in all_models(BaseModel) if model.__module__.startswith("cardgen.")]
    return {model.__name__ for model in own if model.__pydantic_complete__}

"""


def run_code(code: str, *arguments: Path) -> list[str]:
    done = subprocess.run([sys.executable, "-P", "-c", CODE + code, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_few_models_are_built_by_an_import() -> None:
    built = run_code("for kind in KINDS: load_plugins(kind)\nprint(*built())")
    shared = {
        "Condition",
        "Fill",
        "GradientFill",
        "PatternFill",
        "TableOptions",
    }  # parts of many models, each of which would build them
    assert {*built} == shared


def test_a_game_builds_the_models_of_its_own_boxes_and_products(tmp_path: Path) -> None:
    tiny_game_in(tmp_path)
    code = (
        "from cardgen.data.load import load_game\n"
        "load_game(Path(sys.argv[1]) / 'card_data/tiny', Path(sys.argv[1]) / 'templates')\n"
        "print(*built())"
    )
    built = run_code(code, tmp_path)
    assert {"TextBox", "GameFile", "TemplateFile"} <= {*built}
    unused = {
        "StarBox",
        "TableBox",
        "TilingBox",
        "CutoutTarget",
        "PolyominoBox",
        "OverlayFile",
        "FreeTableEntry",
        "SheetGrid",
    }
    assert unused.isdisjoint(built)


def test_a_theme_is_checked_without_the_code_that_lays_out_rulebooks(tmp_path: Path) -> None:
    game = tiny_game_in(tmp_path)
    game.change(
        "card_data/tiny/game.yaml", "targets:\n", 'targets:\n  rulebook: {theme: {colours: {text: "#222222"}}}\n'
    )
    code = (
        "from cardgen.data.load import load_game\n"
        "load_game(Path(sys.argv[1]) / 'card_data/tiny', Path(sys.argv[1]) / 'templates')\n"
        "print(*{'cardgen.rulebook.palette', 'cardgen.rulebook.parsing', 'markdown_it'} & set(sys.modules))"
    )
    assert run_code(code, tmp_path) == ["cardgen.rulebook.palette"]
