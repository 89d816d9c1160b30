"""Imports go one way, in the order of docs/architecture.md; modules stay short; only the command line prints."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
PACKAGE = REPOSITORY / "cardgen"
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "assets" not in path.parts)

#: Modules of a game that are not its rules: what the rest of cardgen uses of it, and its commands.
DOORS = ("engine.py", "commands.py")

#: Not "games" in the parts of a path: a checkout may be in a folder of this name.
GAMES = REPOSITORY / "cardgen" / "games"
#: Folders inside of games/ that draw or print. The other modules are rules.
BESIDE_RULES = {"boxes", "rulebook", "squares"}
RULES = [
    path
    for path in MODULES
    if path.is_relative_to(GAMES) and path.name not in DOORS and BESIDE_RULES.isdisjoint(path.parts)
]

ALLOWED_IN_RULES = (
    "cardgen.games",
    "cardgen.engines",
    "cardgen.base.errors",
    "cardgen.base.records",
    "cardgen.base.words",
)

#: Games and their ideas, in lower case. Only `cardgen/games/<game>/` names them.
GAME_WORDS = (
    *("block-killer", "block_killer", "blockkiller", "block killer", "方块杀"),
    *("garbage", "垃圾", "tetromino", "shingle"),
    *("blokus", "角斗士"),
    *("thread-race", "thread_race", "trigram", "线程"),
    *("blitz", "閃電戰", "闪电战"),
)

#: The public modules: their names, and the modules that define them.
PUBLIC: dict[str, dict[str, str]] = {
    public: {name: module for module, names in import_module(public).PUBLIC.items() for name in names}
    for public in ("cardgen", "cardgen.blocks", "cardgen.commands", "cardgen.drawing")
}


def rooms() -> list[str]:
    """Return the rooms of docs/architecture.md, from the ground up."""
    names = []
    for line in (REPOSITORY / "docs" / "architecture.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| `cardgen/"):
            names += re.findall(r"`([\w/]+)`", line.split("|")[1])
    return [name.removeprefix("cardgen/").strip("/") for name in names]


def room_of(module: str) -> str:
    """Return the room of a dotted module below cardgen; "" for the package itself."""
    return module.split(".")[1] if "." in module else ""


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Return the imports, the calls and the classes of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    kept = ast.Import | ast.ImportFrom | ast.Call | ast.ClassDef
    return tuple(node for node in ast.walk(tree) if isinstance(node, kept))


def imports_of(path: Path) -> Iterator[str]:
    """Yield the modules that a module imports: for public names those that define them."""
    if dotted(path) != "cardgen":
        yield from PUBLIC.get(dotted(path), {}).values()
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            module = node.module or ""
            names = [alias.name for alias in node.names if alias.name != "__version__"]
            if module == "cardgen":
                yield from (PUBLIC[module].get(name, f"{module}.{name}") for name in names)
            else:
                yield module
                yield from (PUBLIC[module][name] for name in names if name in PUBLIC.get(module, {}))


def dotted(path: Path) -> str:
    parts = path.relative_to(REPOSITORY).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported_modules(path: Path, modules: Collection[str]) -> Iterator[str]:
    """Yield the modules that a module imports, also inside functions and for type checkers."""
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            yield from (name if name in modules else node.module or "" for name in names)


def import_circles(imports: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Return the groups of modules in which each can be reached from each other one."""
    reachable: dict[str, set[str]] = {}
    for start in imports:
        reached: set[str] = set()
        queue = [start]
        while queue:
            new = set(imports[queue.pop()]) - reached
            reached |= new
            queue += new
        reachable[start] = reached
    circles = {frozenset(b for b in reachable[a] if a in reachable[b]) for a in imports if a in reachable[a]}
    return sorted(map(sorted, circles))


def test_circles_of_imports_are_found() -> None:
    assert import_circles({"a": ["b"], "b": ["c"], "c": ["b", "d"], "d": []}) == [["b", "c"]]
    assert import_circles({"a": ["b", "c"], "b": ["c"], "c": []}) == []


def test_no_imports_are_circular() -> None:
    modules = {dotted(path): path for path in MODULES}
    imports = {
        name: [other for other in imported_modules(path, modules) if other in modules and other != name]
        for name, path in modules.items()
    }
    assert import_circles(imports) == []


def test_every_module_has_a_room() -> None:
    assert {room_of(dotted(path)) for path in MODULES} <= {*rooms(), "", "__main__"}


def test_imports_go_one_way() -> None:
    order = [*rooms(), "__main__", ""]
    wrong = []
    for path in MODULES:
        room = room_of(dotted(path))
        for module in imports_of(path):
            other = room_of(module)
            if module.startswith("cardgen.") and other != room and order.index(other) >= order.index(room):
                wrong.append(f"{dotted(path)} imports {module}")
    assert wrong == []


def test_rules_know_nothing_of_scenes_files_or_the_web() -> None:
    wrong = []
    for path in RULES:
        for module in imports_of(path):
            outside = module.split(".")[0] in {"pathlib", "os", "io", "socket", "http", "urllib", "reportlab", "yaml"}
            if outside or (module.startswith("cardgen.") and not module.startswith(ALLOWED_IN_RULES)):
                wrong.append(f"{dotted(path)} imports {module}")
    assert wrong == []


def test_yaml_is_read_by_libyaml_in_three_modules() -> None:
    """What else calls PyYAML may take its reader in Python, which needs ten times as long."""
    readers = {dotted(path) for path in MODULES if "yaml" in imports_of(path)}
    assert readers == {"cardgen.data.yaml_reading", "cardgen.editing.yaml_nodes", "cardgen.engines.data_files"}


def test_modules_stay_short() -> None:
    lines = {dotted(path): path.read_text(encoding="utf-8").count("\n") for path in MODULES}
    assert {module: count for module, count in lines.items() if count > 500} == {}


def test_a_class_has_a_name_of_its_own() -> None:
    """Two may share a name. `Settings` is what every module of a study calls its settings (`engines/studies`)."""
    names = Counter(node.name for path in MODULES for node in nodes_of(path) if isinstance(node, ast.ClassDef))
    assert [name for name, count in names.items() if count > 2] == ["Settings"]


def test_only_the_command_line_prints() -> None:
    wrong = []
    for path in MODULES:
        if path.parent.name != "cli" and (not path.is_relative_to(GAMES) or path.name != "commands.py"):
            calls = [node.func for node in nodes_of(path) if isinstance(node, ast.Call)]
            names = {call.id for call in calls if isinstance(call, ast.Name)}
            # It compiles methods, as the standard library does.
            allowed = {"exec"} if path.name == "records.py" else set()
            used = ({"print", "exit", "input", "eval", "exec"} & names) - allowed
            wrong += [f"{dotted(path)} calls {name}" for name in sorted(used)]
    assert wrong == []


def core_files() -> Iterator[Path]:
    """Yield the text files of the package outside the games."""
    for path in sorted(PACKAGE.rglob("*")):
        parts = path.relative_to(PACKAGE).parts
        if path.suffix in (".py", ".js", ".css", ".j2", ".html", ".yaml", ".md", ".c", ".po", ".pyi") and parts[
            0
        ] not in (
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
    assert naming == {}


def test_only_the_entry_points_lead_to_a_game() -> None:
    for path in MODULES:
        if not path.is_relative_to(GAMES):
            assert not any(module.startswith("cardgen.games") for module in imports_of(path)), path


def test_games_import_public_names_only() -> None:
    """Like the package of anybody else: names of `cardgen`, of its public modules, and of modules for engines."""
    examples = REPOSITORY / "examples" / "plugin-game"
    wrong = []
    for path in [*(path for path in MODULES if path.is_relative_to(GAMES)), *examples.rglob("*.py")]:
        for node in nodes_of(path):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names if alias.name.startswith("cardgen.")]
                wrong += [f"{path} imports {name}" for name in names if not name.startswith("cardgen.games.")]
            elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "cardgen":
                module = node.module or ""
                if not module.startswith(("cardgen.games.", "cardgen.engines")):
                    unknown = {alias.name for alias in node.names} - {*PUBLIC.get(module, ())}
                    wrong += [f"{path} imports {name} from {module}" for name in sorted(unknown)]
    assert wrong == []
