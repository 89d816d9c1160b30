"""Imports run one way, in the order that docs/architecture.md gives; modules stay short; nothing but the CLI prints."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parent.parent
PACKAGE = REPOSITORY / "cardgen"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "assets" not in path.parts)

#: Modules of a game that are not its rules: what the rest of cardgen uses of it, and its commands.
DOORS = ("engine.py", "commands.py")

#: Folders inside of games/ that draw or print. The other modules are rules.
BESIDE_RULES = {"rulebook", "squares"}
RULES = [
    path for path in MODULES if "games" in path.parts and path.name not in DOORS and BESIDE_RULES.isdisjoint(path.parts)
]

#: Games and their ideas, in lower case. Only `cardgen/games/<game>/` names them.
GAME_WORDS = (
    *(
        "block-killer",
        "block_killer",
        "blockkiller",
        "block killer",
        "方块杀",
        "garbage",
        "垃圾",
        "tetromino",
        "shingle",
    ),
    *("blokus", "角斗士"),
)

#: Files that still name a game. This list may only shrink.
PENDING = {
    "review/page/core.js",
    "scene/shapes.py",
}


def rooms() -> list[str]:
    """The rooms of docs/architecture.md, from the ground up."""
    found = []
    for line in (REPOSITORY / "docs" / "architecture.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| `cardgen/"):
            found += re.findall(r"`([\w/]+)`", line.split("|")[1])
    return [name.removeprefix("cardgen/").strip("/") for name in found]


def room_of(module: str) -> str:
    """The room of a dotted module below cardgen; empty for the package itself."""
    return module.split(".")[1] if "." in module else ""


def imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "cardgen":
            yield from (f"cardgen.{alias.name}" for alias in node.names if alias.name != "__version__")
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield node.module or ""


def dotted(path: Path) -> str:
    parts = path.relative_to(REPOSITORY).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_every_module_has_a_room() -> None:
    known = {*rooms(), "", "__main__"}
    assert {room_of(dotted(path)) for path in MODULES} <= known


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_imports_run_one_way(path: Path) -> None:
    order = [*rooms(), "__main__"]
    here = room_of(dotted(path))
    for module in imports_of(path):
        if module.startswith("cardgen."):
            there = room_of(module)
            assert there == here or order.index(there) < order.index(here), f"{here} imports {module}"


@pytest.mark.parametrize("path", RULES, ids=dotted)
def test_rules_know_nothing_of_scenes_files_or_the_web(path: Path) -> None:
    for module in imports_of(path):
        assert not module.startswith("cardgen.") or module.startswith(("cardgen.games", "cardgen.engines"))
        assert module.split(".")[0] not in {"pathlib", "os", "io", "socket", "http", "urllib", "reportlab", "yaml"}


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_modules_stay_short_and_only_the_command_line_prints(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 500
    if path.parent.name != "cli" and ("games" not in path.parts or path.name != "commands.py"):
        calls = [node.func for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
        names = {call.id for call in calls if isinstance(call, ast.Name)}
        assert not {"print", "exit", "input", "eval", "exec"} & names


def core_files() -> Iterator[Path]:
    """The text files of the package outside the games; catalogues of words are made of the messages in all of it."""
    for path in sorted(PACKAGE.rglob("*")):
        parts = path.relative_to(PACKAGE).parts
        if path.suffix in (".py", ".js", ".css", ".j2", ".html", ".yaml", ".md", ".c", ".pyi") and parts[0] not in (
            "assets",
            "bundled",
            "games",
        ):
            yield path


def test_only_a_game_names_itself_and_its_ideas() -> None:
    naming = {}
    for path in core_files():
        text = path.read_text(encoding="utf-8").lower()
        if words := [word for word in GAME_WORDS if word in text]:
            naming[path.relative_to(PACKAGE).as_posix()] = words
    assert {name: words for name, words in naming.items() if name not in PENDING} == {}
    assert naming.keys() >= PENDING, "remove files from PENDING once they name no game"


def test_only_the_entry_points_lead_to_a_game() -> None:
    for path in MODULES:
        if "games" not in path.parts:
            assert not any(module.startswith("cardgen.games") for module in imports_of(path)), path
