"""Join the modules of the page into scripts: one that begins it, those that it loads later, and one of each table.

Browsers load no modules from a disk, and a hundred requests delay the first card by 0.2 s. A module becomes a function
that runs when it is first used, so modules run in the order in which a browser runs them. Only the forms that the
page's modules use are accepted: `import` and `export` at the start of a line, of functions and constants; a cycle may
import functions and whole modules alone, because a constant has no value yet. Modules of others, in `vendor/`, stay
files of their own, which are imported when they are needed.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Set
from functools import lru_cache

from cardgen.base.records import dataclass

_NAMES = r'(?:\* as (\w+)|\{([^}]*)\}) from "([^"]+)";$'
_IMPORT = re.compile(rf'^import (?:"([^"]+)";$|{_NAMES})', re.MULTILINE)
_PASSED_ON = re.compile(rf"^export {_NAMES}", re.MULTILINE)
_FUNCTION = re.compile(r"^export (?=(?:async )?function (\w+))", re.MULTILINE)
_CONSTANT = re.compile(r"^export (?=const (\w+) =)", re.MULTILINE)
_DYNAMIC = re.compile(r'\bimport\((?!"\./vendor/)')
_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_VENDORED = re.compile(r'\bimport\("(?:\.\./)+(?=vendor/)')
_FROM_TOP = 'import("./vendor/'
_OTHER = re.compile(r"^(?:import|export|await)\b.*|\bimport\.meta\b.*", re.MULTILINE)

#: The folder of modules of others, below that of the page.
VENDORED = "vendor/"

#: A comment that documents code or declares types. They are a fifth of the page.
_COMMENT = re.compile(r"^[ \t]*/\*\*(?:(?!\*/).)*\*/\n", re.MULTILINE | re.DOTALL)

_START = """\
"use strict";
const bodies = {}, exported = {};
const use = (path) => {
  if (!(path in exported)) bodies[path](exported[path] = {});
  return exported[path];
};
const useLater = async (from, path) => {
  const name = new URL(path, `file:///${from}`).pathname.slice(1);
  await (name in bodies || new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement("script"), { src: `page/${name}`, onload, onerror }));
  }));
  return use(name);
};
"""


class JoinError(Exception):
    """A module that cannot be joined: its path, and why."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path, self.problem = path, problem


@dataclass(frozen=True, slots=True)
class _Module:
    """A module: its code as the body of a function, its exports, and the names it imports from others, in order.

    `later` are the modules that it loads by `import()`.
    """

    body: str
    functions: tuple[str, ...]
    exports: tuple[str, ...]
    imports: tuple[tuple[str, tuple[str, ...]], ...]
    later: tuple[str, ...]


def join_page(modules: Mapping[str, str], entry: str) -> dict[str, str]:
    """Return classic scripts that do the same as the module `entry`. `modules` are the texts of all, by their paths.

    The script at `entry` begins the page. A module that is loaded by `import()` has a script at its own path, with all
    modules that it needs and the first script lacks. JoinError if a module has another form of import or export, or
    imports something that does not exist then.
    """
    parsed = {path: _parse(path, text) for path, text in modules.items()}
    first = _needed(parsed, entry, set())
    scripts = {entry: f'{_START}{_bodies(parsed, first)}\nuse("{entry}");\n'}
    for path in sorted({path for module in parsed.values() for path in module.later} - first):
        bodies = _bodies(parsed, _needed(parsed, path, first))
        up = "../" * path.count("/") or "./"  # import() begins at the folder of the script
        scripts[path] = f'"use strict";\n{bodies.replace(_FROM_TOP, _FROM_TOP.replace("./", up))}'
    return scripts


def join_table(modules: Mapping[str, str], page: Mapping[str, str]) -> str:
    """Return a classic script that adds modules to those of the page, for `import()`. JoinError as from `join_page`."""
    parsed = {path: _parse(path, text) for path, text in {**page, **modules}.items()}
    done = set(page)
    for start in modules:
        done |= _needed(parsed, start, done)
    return f'"use strict";\n{_bodies(parsed, set(modules))}'


def _bodies(modules: Mapping[str, _Module], paths: Set[str]) -> str:
    return "".join(f'\nbodies["{path}"] = (exports) => {{\n{modules[path].body}}};\n' for path in sorted(paths))


def _needed(modules: Mapping[str, _Module], path: str, loaded: Set[str]) -> set[str]:
    """Return the paths of a module and of all that it imports, without those `loaded`. JoinError as above."""
    done = set(loaded)
    if path not in done:
        _check(modules, path, [], done)
    return done - loaded


@lru_cache(maxsize=1000)
def _parse(path: str, text: str) -> _Module:
    imports: list[tuple[str, tuple[str, ...]]] = []
    exports: list[str] = []

    def resolved(name: str) -> str:
        return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))

    def target(name: str, names: tuple[str, ...]) -> str:
        imports.append((resolved(name), names))
        return f'use("{imports[-1][0]}")'

    def imported(match: re.Match[str]) -> str:
        alone, whole, names, source = match.groups()
        if alone is not None:
            return f"{target(alone, ())};"
        if whole is not None:
            return f"const {whole} = {target(source, ())};"
        pairs = list(_pairs(names))
        members = ", ".join(name if name == local else f"{name}: {local}" for name, local in pairs)
        return f"const {{ {members} }} = {target(source, tuple(name for name, _ in pairs))};"

    def passed_on(match: re.Match[str]) -> str:
        whole, names, source = match.groups()
        pairs = [] if names is None else list(_pairs(names))
        exports.extend([whole] if names is None else [shown for _, shown in pairs])
        used = target(source, tuple(name for name, _ in pairs))
        return (
            f"exports.{whole} = {used};"
            if names is None
            else " ".join(f"exports.{shown} = {used}.{name};" for name, shown in pairs)
        )

    body = _PASSED_ON.sub(passed_on, _IMPORT.sub(imported, _COMMENT.sub("", text)))
    later = tuple(name for name in map(resolved, _LATER.findall(body)) if not name.startswith(VENDORED))
    functions, constants = tuple(_FUNCTION.findall(body)), tuple(_CONSTANT.findall(body))
    body = _DYNAMIC.sub(f'useLater("{path}", ', _VENDORED.sub('import("./', _CONSTANT.sub("", _FUNCTION.sub("", body))))
    if other := _OTHER.search(body):
        raise JoinError(path, other[0])
    first, last = (f"Object.assign(exports, {{ {', '.join(names)} }});\n" for names in (functions, constants))
    return _Module(first + body + last, functions, (*functions, *constants, *exports), tuple(imports), later)


def _pairs(names: str) -> Iterator[tuple[str, str]]:
    """Yield the names of a list in braces, each with the name after `as`."""
    for item in filter(None, (item.strip() for item in names.split(","))):
        name, _, other = item.partition(" as ")
        yield name, other or name


def _check(modules: Mapping[str, _Module], path: str, running: list[str], done: set[str]) -> None:
    """Check the imports of a module and of those that it runs. JoinError if one has no value at that time."""
    if path not in modules:
        raise JoinError(path, "no module of this name")
    running.append(path)
    for source, names in modules[path].imports:
        if source not in modules:
            raise JoinError(path, f"no module {source}")
        offered = modules[source].functions if source in running else modules[source].exports
        if missing := set(names) - set(offered):
            why = "not a function, in a cycle of imports" if source in running else "not exported"
            raise JoinError(path, f"{', '.join(sorted(missing))} of {source}: {why}")
        if source not in running and source not in done:
            _check(modules, source, running, done)
    done.add(running.pop())
