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


#: Folders inside of games/ that draw or print: everything else is rules.
BESIDE_RULES = {"rulebook", "squares"}
RULES = [path for path in MODULES if "games" in path.parts and BESIDE_RULES.isdisjoint(path.parts)]


@pytest.mark.parametrize("path", RULES, ids=dotted)
def test_rules_know_nothing_of_scenes_files_or_the_web(path: Path) -> None:
    for module in imports_of(path):
        assert not module.startswith("cardgen.") or module.startswith(("cardgen.games", "cardgen.engines"))
        assert module.split(".")[0] not in {"pathlib", "os", "io", "socket", "http", "urllib", "reportlab", "yaml"}


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_modules_stay_short_and_only_the_command_line_prints(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= 500
    if path.parent.name != "cli":
        calls = [node.func for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
        names = {call.id for call in calls if isinstance(call, ast.Name)}
        assert not {"print", "exit", "input", "eval", "exec"} & names
