"""Bring the catalogues of cardgen's own words up to date: python -m tests.words.update, or `make words`.

Messages are the literals in `message(…)` and `plural(…)` in cardgen/, and the help texts of the command line. Those in
scripts of the review page have the context `page`: the server sends them to the page. The files are sorted and hold no
line numbers and no dates, so that a change of a message shows as what it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import typer
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from cardgen.cli.app import app
from cardgen.cli.localising import help_texts
from cardgen.cli.play import engine_commands
from cardgen.engines.registry import engine_names
from cardgen.review.server.page_words import CONTEXT
from cardgen.words.catalogues import FOLDER

PACKAGE = Path(__file__).parent.parent.parent / "cardgen"

#: The functions whose arguments are messages, and which arguments.
KEYWORDS = {"message": (1,), "plural": (1, 2)}

#: Lines of a PO file's header that change with the day or the tool, or say nothing.
_CHANGING = re.compile(
    r'^"(Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team|Generated-By):.*\n', re.M
)


def messages_in_source() -> Catalog:
    """Return all messages of the source, without translations."""
    catalog = Catalog(project="cardgen", fuzzy=False)
    for path in sorted(PACKAGE.rglob("*.py")):
        for _, message, _, _ in extract_from_file("python", path, keywords=KEYWORDS):
            catalog.add(message)
    for path in sorted(PACKAGE.rglob("*.js")):
        for _, message, _, _ in extract_from_file("javascript", path, keywords=KEYWORDS):
            catalog.add(message, context=CONTEXT)
    commands = [typer.main.get_command(app)]
    for engine in engine_names():
        commands += engine_commands(engine).values()
    for command in commands:
        for text in help_texts(command):
            catalog.add(text)
    return catalog


def read_catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def updated(path: Path, source: Catalog) -> bytes:
    """Return the catalogue at a path with exactly the messages of the source, and the translations that it has."""
    catalog = read_catalogue(path)
    catalog.update(source, no_fuzzy_matching=True, update_header_comment=False)
    stream = BytesIO()
    write_po(stream, catalog, width=100, no_location=True, sort_output=True, ignore_obsolete=True)
    return _CHANGING.sub("", stream.getvalue().decode()).encode()


def main() -> None:
    source = messages_in_source()
    for path in sorted(FOLDER.glob("*.po")):
        content = updated(path, source)
        path.write_bytes(content)
        catalog = read_catalogue(path)
        done = sum(bool(message.id) and all(_strings(message.string)) for message in catalog)
        print(f"{path.name}: {done} of {len(catalog)} messages translated")


def _strings(string: str | Sequence[str] | None) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string or ("",))


if __name__ == "__main__":
    main()
