"""Write the entries of docs/api.md, and the stubs of the public modules, from their tables: `python docs/make_api.py`

What is between a comment such as `<!-- api: load_game Game -->` and `<!-- end -->` is written anew, from the source
code: an entry for each of these names, with its docstring. `<!-- api cardgen.drawing: Path -->` names another module.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

PAGE = Path(__file__).parent / "api.md"

#: The modules of public names.
MODULES = ("cardgen", "cardgen.drawing", "cardgen.blocks", "cardgen.commands")

#: Entries between two comments.
_ENTRIES = re.compile(r"^<!-- api(?: ([\w.]+))?: ([^>]+) -->\n.*?^<!-- end -->$", re.DOTALL | re.MULTILINE)

#: A line with more characters is broken: on the page, and in the code.
_MOST_IN_LINE = 100
_MOST_IN_CODE = 120


def write_entries(page: str) -> str:
    """Return the page with all its entries written anew."""
    return _ENTRIES.sub(_entries, page)


def _entries(match: re.Match[str]) -> str:
    owners = owners_of(match[1] or "cardgen")
    entries = [entry(owners[name], name) for name in match[2].split()]
    return "\n".join([match[0].splitlines()[0], "", *entries, "<!-- end -->"])


def names_on(page: str) -> list[tuple[str, str]]:
    """Return the names that the page has entries of, with their public modules, in the order of the page."""
    return [(match[1] or "cardgen", name) for match in _ENTRIES.finditer(page) for name in match[2].split()]


def owners_of(public: str) -> Mapping[str, str]:
    """Return the names of a public module, and the modules that define them."""
    table: Mapping[str, tuple[str, ...]] = import_module(public).PUBLIC
    return {name: module for module, names in table.items() for name in names}


def stubs() -> dict[Path, str]:
    """Return the stub of each public module: its names as type checkers and editors read them."""
    return {Path(str(import_module(public).__file__)).with_suffix(".pyi"): _stub(public) for public in MODULES}


def _stub(public: str) -> str:
    lines = ["# Written by docs/make_api.py."]
    for module, names in sorted(import_module(public).PUBLIC.items()):
        ordered = sorted(names, key=lambda name: (_kind(name), name.lower()))
        line = f"from {module} import {', '.join(ordered)}"
        broken = [f"from {module} import (", *(f"    {name}," for name in ordered), ")"]
        lines += [line] if len(line) <= _MOST_IN_CODE else broken
    lines += ["", *(["__version__: str"] if public == "cardgen" else []), "PUBLIC: dict[str, tuple[str, ...]]"]
    lines += ["__all__ = [", *(f'    "{name}",' for name in sorted(import_module(public).__all__, key=_kind)), "]"]
    return "\n".join(lines) + "\n"


def _kind(name: str) -> tuple[bool, bool]:
    """Return the key that sorts constants before classes, and these before functions, as ruff does."""
    return not name.isupper(), not name[0].isupper()


# ---------------------------------------------------------------- entries


def entry(module: str, name: str) -> str:
    """Return the entry of a name that a module defines: heading, signature or fields, docstring, methods."""
    node, words = definition(module, name)
    lines = [f"#### `{name}`", ""]
    if isinstance(node, ast.FunctionDef):
        lines += ["```text", _signature(node), "```", ""]
    lines += [words, ""]
    if isinstance(node, ast.ClassDef):
        members = [*_fields(module, node), *_methods(node)]
        lines += [*members, ""] if members else []
    return "\n".join(lines)


@cache
def _source(module: str) -> str:
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise LookupError(f"there is no module {module}")
    return Path(spec.origin).read_text(encoding="utf-8")


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(_source(module))


def definition(module: str, name: str) -> tuple[ast.stmt, str]:
    """Return the statement that defines a name, and its docstring: for an alias, the text after it."""
    body = list(_statements(_tree(module)))
    for number, node in enumerate(body):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            return node, ast.get_docstring(node) or ""
        if name in _assigned(node):
            following = body[number + 1] if number + 1 < len(body) else None
            return node, _text_of(following) or _comment_above(module, node) or _help_in(node)
    raise LookupError(f"{module} does not define {name}")


def _statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the statements of a module, and those that are not for type checkers only."""
    for node in tree.body:
        yield from node.body if isinstance(node, ast.If) and ast.unparse(node.test) == "not TYPE_CHECKING" else [node]


def _comment_above(module: str, node: ast.stmt) -> str:
    """Return the comment `#: …` that ends in the line above a statement; "" if there is none."""
    lines = [line.lstrip() for line in _source(module).splitlines()[: node.lineno - 1]]
    words: list[str] = []
    while lines and lines[-1].startswith("#: "):
        words.insert(0, lines.pop()[3:])
    return " ".join(words)


def _help_in(node: ast.stmt) -> str:
    """Return the help text of an option of the command line; "" for anything else."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.keyword) and inner.arg == "help" and isinstance(inner.value, ast.Constant):
            return str(inner.value.value)
    return ""


def _assigned(node: ast.stmt) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _text_of(node: ast.stmt | None) -> str:
    """Return the text of a statement that is a text and nothing else; "" for any other."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return inspect.cleandoc(node.value.value)
    return ""


def _signature(node: ast.FunctionDef, method: bool = False) -> str:
    """Return a function as it is called: name, parameters with types and defaults, type of the result."""
    parameters = list(_parameters(node.args))[1 if method else 0 :]
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"{node.name}({', '.join(parameters)}){result}"
    if len(line) <= _MOST_IN_LINE or method:
        return line
    lines = "".join(f"    {parameter},\n" for parameter in parameters)
    return f"{node.name}(\n{lines}){result}"


def _parameters(arguments: ast.arguments) -> Iterator[str]:
    """Yield the parameters of a function, as they are written."""
    missing = len(arguments.args) - len(arguments.defaults)
    for number, argument in enumerate(arguments.args):
        default = arguments.defaults[number - missing] if number >= missing else None
        yield _parameter(argument, default)
    if arguments.vararg:
        yield f"*{ast.unparse(arguments.vararg)}"
    elif arguments.kwonlyargs:
        yield "*"
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _parameter(argument, default)
    if arguments.kwarg:
        yield f"**{ast.unparse(arguments.kwarg)}"


def _parameter(argument: ast.arg, default: ast.expr | None) -> str:
    return ast.unparse(argument) + (f" = {ast.unparse(default)}" if default else "")


def _fields(module: str, node: ast.ClassDef) -> Iterator[str]:
    """Yield a line for each public field of a class and of the classes of its module that it derives from."""
    bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
    for other in _tree(module).body:
        if isinstance(other, ast.ClassDef) and other.name in bases:
            yield from _fields(module, other)
    for number, statement in enumerate(node.body):
        if isinstance(statement, ast.AnnAssign) and not ast.unparse(statement.target).startswith("_"):
            value = statement.value
            default = f" = {_default(value)}" if value is not None and _default(value) else ""
            following = node.body[number + 1] if number + 1 < len(node.body) else None
            remark = " ".join(_text_of(following).split())
            field = f"{ast.unparse(statement.target)}: {ast.unparse(statement.annotation)}{default}"
            yield _member(field, remark)


def _default(value: ast.expr) -> str:
    """Return the default of a field; "" if its description by pydantic or dataclasses has none."""
    if not isinstance(value, ast.Call) or ast.unparse(value.func) not in ("Field", "field"):
        return ast.unparse(value)
    keywords = {keyword.arg: ast.unparse(keyword.value) for keyword in value.keywords}
    if "default_factory" in keywords:
        return f"{keywords['default_factory']}()"
    return keywords.get("default") or (ast.unparse(value.args[0]) if value.args else "")


def _methods(node: ast.ClassDef) -> Iterator[str]:
    """Yield a line for each public method and property of a class."""
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef) and not statement.name.startswith("_"):
            decorators = [ast.unparse(decorator) for decorator in statement.decorator_list]
            words = " ".join((ast.get_docstring(statement) or "").split("\n\n")[0].split())
            result = ast.unparse(statement.returns) if statement.returns else ""
            shown = f"{statement.name}: {result}" if "property" in decorators else _signature(statement, method=True)
            yield _member(shown, words)


def _member(shown: str, words: str) -> str:
    """Return the line of a field, a property or a method of a class."""
    return f"- `{shown}`" + (f": {words}" if words else "")


if __name__ == "__main__":
    for path, text in stubs().items():
        path.write_text(text, encoding="utf-8")
    PAGE.write_text(write_entries(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
