"""Bring the catalogues of cardgen and of its games up to date: python -m tests.base.words.update, or `make words`.

Messages are the first argument of `message(…)` and the first two of `plural(…)` in cardgen/, and the help texts of the
command line. An argument is a literal, or a name to which literals are assigned in the same function or module. In
scripts of the review page, messages have the context `page`: the server sends them to the page. The files are sorted,
without line numbers and dates, so that they change with the messages only. A game has catalogues of its own, with the
messages of its package and of those that games share.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import typer
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from cardgen.base.plugins import find_plugins
from cardgen.base.words.catalogues import FOLDER, PRINTED
from cardgen.cli.card_stats import card_command
from cardgen.cli.localising import help_texts
from cardgen.cli.play import engine_commands
from cardgen.cli.tree import app
from cardgen.review.server.page_words import CONTEXT

PACKAGE = Path(__file__).parents[3] / "cardgen"
GAMES = PACKAGE / "games"

#: The folders with catalogues: cardgen's, and that of each game.
FOLDERS = [FOLDER, *sorted(GAMES.glob("*/catalogues"))]

#: The functions whose arguments are messages in scripts, and which arguments.
KEYWORDS = {"message": (1,), "plural": (1, 2), "printed": (1,), "printed_plural": (1, 2)}

#: Those of them whose messages are printed on products.
PRINTED_KEYWORDS = ("printed", "printed_plural")

#: Functions and methods: a name in a call is looked for in the innermost one, then in the module.
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef)

#: Lines of a PO file's header that change with the day or the tool, or say nothing.
_CHANGING = re.compile(
    r'^"(Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By):.*\n', re.M
)


def messages_in_source(folder: Path = FOLDER) -> Catalog:
    """Return all messages for the catalogues in one of FOLDERS, without translations."""
    catalog = Catalog(project="cardgen", fuzzy=False)
    for path in sorted(PACKAGE.rglob("*.py")):
        if _belongs_to(folder, path):
            for template in python_messages(path.read_text(encoding="utf-8"), path.name):
                catalog.add(template)
    for path in sorted(PACKAGE.rglob("*.js")):
        if _belongs_to(folder, path):
            for _, message, _, _ in extract_from_file("javascript", path, keywords=KEYWORDS):
                catalog.add(message, context=CONTEXT)
    for command in _commands(folder):
        for text in help_texts(command):
            catalog.add(text)
    return catalog


def printed_in_source() -> Catalog:
    """Return the messages that are printed on products, without translations."""
    comment = "# The words that cardgen prints on products: copy this file to add a language."
    catalog = Catalog(project="cardgen", fuzzy=False, header_comment=comment)
    for path in sorted(PACKAGE.rglob("*.py")):
        if _belongs_to(FOLDER, path):
            for template in python_messages(path.read_text(encoding="utf-8"), path.name, PRINTED_KEYWORDS):
                catalog.add(template)
    return catalog


def _belongs_to(folder: Path, path: Path) -> bool:
    """Return True if messages of a source file are in the catalogues of a folder."""
    if not path.is_relative_to(GAMES):
        return folder == FOLDER
    package = GAMES / path.relative_to(GAMES).parts[0]
    return folder == package / "catalogues" or (folder != FOLDER and not (package / "catalogues").is_dir())


def _commands(folder: Path) -> Iterator[Any]:
    if folder == FOLDER:
        yield typer.main.get_command(app)
        yield typer.main.get_command(card_command)
    for name, plugin in find_plugins("engines").items():
        if folder.parent == PACKAGE.parent.joinpath(*plugin.module.split(".")).parent:
            yield from engine_commands(name).values()


def python_messages(
    source: str, file: str, keywords: Collection[str] = tuple(KEYWORDS)
) -> Iterator[str | tuple[str, ...]]:
    """Yield the messages of a Python module, those of `plural` as pairs. ValueError if one is not made of literals."""
    if not any(f"{keyword}(" in source for keyword in keywords):
        return
    module = ast.parse(source)
    for call, scope in _calls(module):
        if not isinstance(call.func, ast.Name) or call.func.id not in keywords:
            continue
        forms = [_literals(argument, (scope, module)) for argument in call.args[: len(KEYWORDS[call.func.id])]]
        if not all(forms):
            raise ValueError(f"{file}:{call.lineno}: not a literal: {ast.unparse(call)}")
        yield from forms[0] if len(forms) == 1 else zip(*forms, strict=True)


def _calls(module: ast.Module) -> Iterator[tuple[ast.Call, ast.AST]]:
    """Yield the calls in a module, each with the innermost function that it is in, or the module."""
    todo: list[tuple[ast.AST, ast.AST]] = [(module, module)]
    while todo:
        node, scope = todo.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call):
                yield child, scope
            todo.append((child, child if isinstance(child, _SCOPES) else scope))


def _literals(argument: ast.expr, places: Sequence[ast.AST]) -> list[str]:
    """Return the texts that an argument may be: itself, or those assigned to it in the first of the places."""
    if isinstance(argument, ast.Constant):
        return [str(argument.value)]
    if isinstance(argument, ast.IfExp):
        return [*_literals(argument.body, places), *_literals(argument.orelse, places)]
    for place in places if isinstance(argument, ast.Name) else ():
        assignments = [node for node in ast.walk(place) if isinstance(node, ast.Assign)]
        values = [node.value for node in assignments if ast.unparse(node.targets[0]) == ast.unparse(argument)]
        if values:
            return [text for value in values for text in _literals(value, ())]
    return []


def read_catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def updated(path: Path, source: Catalog) -> bytes:
    """Return the catalogue at a path with exactly the messages of the source, and the translations that it has."""
    catalog = read_catalogue(path)
    catalog.update(source, no_fuzzy_matching=True, update_header_comment=False)
    return written(catalog)


def written(catalog: Catalog) -> bytes:
    """Return a catalogue as text, without the lines of its header that change."""
    stream = BytesIO()
    write_po(stream, catalog, width=100, no_location=True, sort_output=True, ignore_obsolete=True)
    return _CHANGING.sub("", stream.getvalue().decode()).encode()


def main() -> None:
    PRINTED.joinpath("words.pot").write_bytes(written(printed_in_source()))
    for folder in (*FOLDERS, PRINTED):
        source = printed_in_source() if folder == PRINTED else messages_in_source(folder)
        for path in sorted(folder.glob("*.po")):
            path.write_bytes(updated(path, source))
            catalog = read_catalogue(path)
            done = sum(bool(message.id) and all(_strings(message.string)) for message in catalog)
            print(f"{path.relative_to(PACKAGE)}: {done} of {len(catalog)} messages translated")


def _strings(string: str | Sequence[str] | None) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string or ("",))


if __name__ == "__main__":
    main()
