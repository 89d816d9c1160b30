"""The page's own files, and the tables of rules engines."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cardgen.engines.capabilities import HasTable
from cardgen.engines.registry import engine_names, find_capability
from cardgen.review.server import shell
from cardgen.review.server.shell import page_files
from tests.conftest import InstallPlugin

GAME = {"languages": ["en"], "titles": {"en": "A game"}}
FOLDERS = {
    name: folder
    for name in engine_names()
    if (offered := find_capability(name, HasTable)) is not None and (folder := offered.table_folder()) is not None
}
TABLES = list(FOLDERS)
ENGINES = sorted((Path(shell.__file__).parents[2] / "games").glob("*/engine.py"))


@pytest.mark.parametrize("engine", TABLES)
def test_the_table_of_an_engine_is_served(engine: str) -> None:
    files = page_files([engine])
    own = {name for name in files if name.startswith("tables/")}
    # The modules are joined into one script.
    rest = [path.name for path in FOLDERS[engine].iterdir() if path.suffix not in (".js", ".ts")]
    assert own == {f"tables/{engine}/{name}" for name in ("table.js", *rest)}
    assert files[f"tables/{engine}/table.js"].kind == "text/javascript"
    script = files[f"tables/{engine}/table.js"].content.decode()
    modules = {f"tables/{engine}/{path.name}" for path in FOLDERS[engine].glob("*.js")}
    assert set(re.findall(r'^bodies\["(.*?)"\]', script, re.MULTILINE)) == modules


def test_without_an_engine_there_are_no_tables() -> None:
    assert not any(name.startswith("tables/") for name in page_files([]))
    assert 'data-tables=""' in shell.shell(GAME, "site", page_files([]))
    assert f'data-tables="{" ".join(TABLES)}"' in shell.shell(GAME, "live", page_files())


def test_an_engine_without_a_table_has_none(install_plugin: InstallPlugin) -> None:
    source = "class Plain:\n    def solver(self):\n        return 'python'\n\nENGINE = Plain()\n"
    install_plugin("dice", "engines", {"plain": "dice:ENGINE"}, source)
    files = page_files(["plain", "blokus"])
    assert 'data-tables="blokus"' in shell.shell(GAME, "live", files)


def test_a_game_of_turns_without_a_folder_of_a_table_has_none(install_plugin: InstallPlugin) -> None:
    source = "from cardgen.engines.turn_engine import TurnEngine\n\nENGINE = TurnEngine('dice:GAME')\n"
    install_plugin("dice", "engines", {"plain": "dice:ENGINE"}, source)
    assert 'data-tables="blokus"' in shell.shell(GAME, "live", page_files(["plain", "blokus"]))


def test_a_table_is_found_without_importing_the_rules() -> None:
    code = (
        "import sys; from cardgen.review.server.shell import page_files; page_files();"
        "print([name for name in sys.modules if name.startswith('cardgen.games.') and name.count('.') > 2])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"{[f'cardgen.games.{path.parent.name}.engine' for path in ENGINES]}\n"


def test_no_other_script_of_the_page_names_a_game() -> None:
    for path in Path(shell.__file__).parent.rglob("*"):
        if path.suffix in (".py", ".js", ".css", ".j2"):
            text = path.read_text(encoding="utf-8").lower()
            for word in ("blokus", "block-killer", "blockkiller", "block_killer"):
                assert word not in text, path
