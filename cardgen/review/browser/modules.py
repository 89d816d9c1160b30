"""The modules that an engine imports to answer requests, found in their source. Nothing of them is run."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import cardgen.blocks
import cardgen.drawing
from cardgen.base.errors import DataError, Fault, Place
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.engines.capabilities import CAPABILITIES, AnswersRequests, ReadsRulesets

#: Packages that the runtime brings: `packing` adds them as a whole.
BROUGHT = ("pydantic", "pydantic_core", "annotated_types", "typing_extensions", "typing_inspection")

#: Methods of other capabilities. They import what no answer needs: commands, studies, pictures.
_OTHERS = {
    name
    for protocol in CAPABILITIES
    if protocol not in (AnswersRequests, ReadsRulesets)
    for name in vars(protocol)
    if not name.startswith("_")
}

#: The modules that define public names, which are imported when they are used.
_PUBLIC = {
    (public.__name__, name): module
    for public in (cardgen, cardgen.blocks, cardgen.drawing)
    for module, names in public.PUBLIC.items()
    for name in names
}

#: A value of a module, as engines name what they import when it is used.
_NAMED = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")

#: The ending of compiled modules in Pyodide.
SUFFIX = ".cpython-314-wasm32-emscripten.so"

#: Files beside modules of an engine that its code may read.
_DATA = (".csv", ".json", ".toml", ".txt")


@dataclass(frozen=True, slots=True)
class _Import:
    """An imported name. `optional`: inside of a function or of `try`, so the module runs without it."""

    name: str
    optional: bool


def engine_files(*roots: str) -> dict[str, Path]:
    """Return the files of the modules that an engine's modules need, by their paths in an archive, sorted.

    The first of the `roots` has the engine. DataError if a module that it needs is compiled, and there is none for
    WebAssembly beside it.
    """
    own = {"cardgen", *(root.split(".")[0] for root in roots)}
    files: dict[str, Path] = {}
    compiled: set[str] = set()
    queue, seen = [*roots], set[str]()
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        seen.add(name)
        if kernel := _for_browsers(name):
            files[name.replace(".", "/") + SUFFIX] = kernel
            continue
        source = _source(name)
        if source is None:
            continue
        queue += _parents(name)
        files[_archive_path(name, source)] = source
        for imported in _imports(source, is_engine=name in (roots[0], "cardgen.engines.turn_engine")):
            top = imported.name.split(".")[0]
            if top in sys.stdlib_module_names or top in BROUGHT or (imported.optional and top not in own):
                continue
            if not imported.optional and _is_compiled(imported.name) and not _for_browsers(imported.name):
                compiled.add(imported.name)
            queue.append(imported.name)
    if compiled:
        problem = message(
            "the engine in {module!r} needs {name!r}, which is compiled", module=roots[0], name=min(compiled)
        )
        raise DataError(Fault(Place(), problem, message("only engines in pure Python can run in a browser")))
    for package in sorted(own - {"cardgen"}):
        files |= dict(_data_files(package, files, _DATA))
    files |= dict(_data_files("cardgen/games", files, (".yaml",)))
    return dict(sorted(files.items()))


def package_files(name: str) -> dict[str, Path]:
    """Return the Python files of an installed package or module, by their paths in an archive, sorted."""
    source = _source(name)
    if source is None:
        return {}
    if source.name != "__init__.py":
        return {source.name: source}
    folder = source.parent
    files = (path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)
    return {path.relative_to(folder.parent).as_posix(): path for path in sorted(files)}


def _data_files(package: str, files: dict[str, Path], endings: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """Yield the data files with these endings beside the packed modules of a package."""
    folders = {
        path.rpartition("/")[0]: source.parent for path, source in files.items() if path.startswith(package + "/")
    }
    for name, folder in sorted(folders.items()):
        for path in sorted(folder.iterdir()):
            if path.suffix in endings and path.is_file():
                yield f"{name}/{path.name}", path


def _parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts))]


def _archive_path(name: str, source: Path) -> str:
    return name.replace(".", "/") + ("/__init__.py" if source.name == "__init__.py" else ".py")


@cache
def _origin(name: str) -> Path | None:
    """Return the file of a module; None if there is no such module or it has no file."""
    try:
        spec = find_spec(name)
    except (ImportError, AttributeError, ValueError):
        return None
    return Path(spec.origin) if spec is not None and spec.has_location and spec.origin else None


def _source(name: str) -> Path | None:
    origin = _origin(name)
    return origin if origin is not None and origin.suffix == ".py" else None


def _is_compiled(name: str) -> bool:
    origin = _origin(name)
    return origin is not None and origin.suffix not in (".py", ".pyc")


def _for_browsers(name: str) -> Path | None:
    """Return the file beside a compiled module that has it as WebAssembly: `NAME.wasm`; None if there is none."""
    package, _, last = name.rpartition(".")
    origin = _origin(package) if package else None
    path = origin.parent / f"{last}.wasm" if origin is not None and origin.name == "__init__.py" else None
    return path if path is not None and path.is_file() else None


def _imports(source: Path, is_engine: bool) -> Iterator[_Import]:
    """Yield the imports of a module, but not those for type checkers, nor an engine's for other capabilities.

    A text `package.module:NAME` is an import, too.
    """
    tree = ast.parse(source.read_bytes())
    queue: list[tuple[ast.AST, bool]] = [(tree, False)]
    while queue:
        node, optional = queue.pop()
        if isinstance(node, ast.Import):
            yield from (_Import(alias.name, optional) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield _Import(node.module, optional)
            yield from (_Import(part, optional) for part in _parts(node.module, [alias.name for alias in node.names]))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if not (is_engine and node.name in _OTHERS):
                queue += [(child, True) for child in ast.iter_child_nodes(node)]
        elif isinstance(node, ast.Assign) and is_engine and _names(node) & _OTHERS:
            continue
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _NAMED.fullmatch(node.value):
            yield _Import(node.value.partition(":")[0], True)
        elif isinstance(node, ast.Try):
            queue += [(child, True) for child in ast.iter_child_nodes(node)]
        elif isinstance(node, ast.If) and _is_for_types(node.test):
            queue += [(child, optional) for child in node.orelse]
        else:
            queue += [(child, optional) for child in ast.iter_child_nodes(node)]


def _names(node: ast.Assign) -> set[str]:
    return {target.id for target in node.targets if isinstance(target, ast.Name)}


def _parts(module: str, names: list[str]) -> Iterator[str]:
    """Yield the modules among imported names, and those that define public names."""
    for name in names:
        if (module, name) in _PUBLIC:
            yield _PUBLIC[module, name]
        elif _origin(f"{module}.{name}"):
            yield f"{module}.{name}"


def _is_for_types(test: ast.expr) -> bool:
    return (isinstance(test, ast.Name) and test.id == "TYPE_CHECKING") or (
        isinstance(test, ast.Attribute) and test.attr == "TYPE_CHECKING"
    )
