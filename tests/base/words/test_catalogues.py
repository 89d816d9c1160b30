"""Every catalogue has the messages of the source, no others, and translations with the same placeholders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from cardgen.base.words.catalogues import PRINTED
from cardgen.review.server.page_words import CONTEXT
from tests.base.words.update import (
    FOLDERS,
    PACKAGE,
    messages_in_source,
    printed_in_source,
    python_messages,
    read_catalogue,
    updated,
    written,
)

CATALOGUES = [path for folder in (*FOLDERS, PRINTED) for path in sorted(folder.glob("*.po"))]


def short_name(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").as_posix()


def ids(catalog: Catalog) -> set[tuple[str | None, str | tuple[str, ...]]]:
    return {
        (message.context, id_ if isinstance(id_ := message.id, str) else tuple(id_))
        for message in catalog
        if message.id
    }


def forms(text: str | Sequence[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or [""])


def placeholders(text: str) -> set[str]:
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:  # a text without values: its braces are braces
        return set()


def is_translated(message: Message) -> bool:
    return all(forms(message.string)) and not message.fuzzy


GAMES = ("blitz", "block_killer", "blokus", "card_game", "heroes", "thread_race")


def test_there_are_catalogues() -> None:
    assert [short_name(path) for path in CATALOGUES] == [
        *(
            f"{folder}/catalogues/{language}"
            for folder in ("base/words", *(f"games/{game}" for game in GAMES))
            for language in ("zh_Hans", "zh_Hant")
        ),
        *(f"base/words/printed/{language}" for language in ("ar", "de", "es", "fr", "he", "ja")),
    ]


@pytest.mark.parametrize("folder", [*FOLDERS, PRINTED], ids=short_name)
def test_catalogues_have_exactly_the_messages_of_the_source_and_all_are_translated(folder: Path) -> None:
    messages = printed_in_source() if folder == PRINTED else messages_in_source(folder)
    for path in sorted(folder.glob("*.po")):
        check_catalogue(path, messages)
    if folder == PRINTED:
        assert (PRINTED / "words.pot").read_bytes() == written(messages), "run `make words`"


def check_catalogue(path: Path, messages: Catalog) -> None:
    catalogue, name = read_catalogue(path), short_name(path)
    assert sorted(map(str, ids(catalogue) - ids(messages))) == [], f"{name}: obsolete: run `make words`"
    assert sorted(map(str, ids(messages) - ids(catalogue))) == [], f"{name}: missing: run `make words`"
    assert not catalogue.obsolete
    assert updated(path, messages).decode() == path.read_text(encoding="utf-8"), f"{name}: run `make words`"
    messages_of_file = [message for message in catalogue if message.id]
    assert [message.id for message in messages_of_file if not is_translated(message)] == [], name
    for message in messages_of_file:
        allowed = set.union(*map(placeholders, forms(message.id)))
        *small, last = forms(message.string)  # those for one or two may have the number as a word
        assert placeholders(last) == allowed, f"{name}: {message.id!r}"
        assert all(placeholders(text) <= allowed for text in small), f"{name}: {message.id!r}"


def test_messages_are_found_behind_names_and_inside_of_texts() -> None:
    module = """
AGAIN = "again {n}"

def print_all(n):
    template = "one {n}" if n else "none"
    print(f"{message(template, n=n)}: {message('inside')}")
    return message(AGAIN, n=n), plural("{n} card", "{n} cards", n)
"""
    messages = set(python_messages(module, "print.py"))
    assert messages == {"again {n}", "one {n}", "none", "inside", ("{n} card", "{n} cards")}


def test_a_message_without_a_literal_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"^print\.py:2: not a literal: message\(given\)$"):
        list(python_messages("def f(given):\n    return message(given)\n", "print.py"))


@pytest.mark.parametrize("language", ["zh_Hans", "zh_Hant"])
def test_a_message_of_the_page_has_one_translation(language: str) -> None:
    """The page has the words of all packages together: it cannot tell a game's message from another's."""
    translations: dict[object, set[str]] = {}
    for folder in FOLDERS:
        for entry in read_catalogue(folder / f"{language}.po"):
            if entry.context == CONTEXT:
                translations.setdefault(str(entry.id), set()).add(str(entry.string))
    assert {message: texts for message, texts in translations.items() if len(texts) > 1} == {}
