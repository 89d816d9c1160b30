"""The file in which a game keeps its translations: YAML, or a table that also lists texts without a translation."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cardgen.base.errors import DataError, Fault
from cardgen.base.words.messages import message
from cardgen.data.cells import to_csv
from cardgen.data.languages.overlays import COLUMNS, SEPARATORS, Context, TranslationEntry, by_context
from cardgen.data.model import EVERY_LANGUAGE, Game
from cardgen.data.rows.options import TableOptions
from cardgen.editing.operations import SetValue
from cardgen.editing.yaml_document import YamlDocument
from cardgen.editing.yaml_text import block_lines
from cardgen.project.translating.exporting import source_of

_HEAD = "# Translations into {lang}, imported by `cardgen translate`.\n"


def overlay_file(game: Game, lang: str) -> Path:
    """Return the path of the file for translations into a language, which may not exist yet.

    DataError if game.yaml names none, or one of a kind that cannot be written.
    """
    names = game.file.translations
    name = names.get(lang) or names.get(EVERY_LANGUAGE)
    if name is None:
        problem = message("there is no file for translations into {language!r}", language=lang)
        hint = message("add to game.yaml: {line}", line="translations: i18n/{lang}.yaml")
        raise DataError(Fault(game.marked.key_place("languages"), problem, hint))
    place = game.marked.place("translations")
    path = (game.folder.resolve() / name.replace("{lang}", lang)).resolve()
    if path.suffix.lower() not in (".yaml", ".yml", *SEPARATORS):
        problem = message("translations cannot be written to {file}", file=path.name)
        raise DataError(Fault(place, problem, message("use a .yaml, .csv or .tsv file")))
    return path


def to_overlay(game: Game, entries: Sequence[TranslationEntry], lang: str, suffix: str, before: bytes = b"") -> bytes:
    """Return the content of a file of translations that ends in `suffix`; `before` is its old content.

    In YAML, every line of the old content stays whose translation is the same, and so do comments.
    """
    if suffix.lower() in SEPARATORS:
        mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
        return mark + to_csv(_rows(game, entries), SEPARATORS[suffix.lower()])
    value = _value(entries)
    document = YamlDocument("", before, TableOptions())
    if document.value:
        document.apply(SetValue("", (), document.value, value))
        return document.content()
    head = document.text or _HEAD.format(lang=lang)
    return (head + "".join(f"{line}\n" for line in block_lines(value, None, 0, 2, longest=0))).encode()


def _value(entries: Sequence[TranslationEntry]) -> dict[str, Any]:
    """Return translations as the value of a YAML file, in the order of the game's texts."""
    sections: dict[str, Any] = {name: {} for name in ("cards", "game", "templates", "obsolete")}
    for entry in entries:
        context = Context.parse(entry.context)
        if entry.state == "obsolete":
            path: tuple[str, ...] = ("obsolete", entry.context)
        elif context.deck:
            path = ("cards", *context)
        elif context.card == "game.yaml":
            path = ("game", context.field)
        else:
            path = ("templates", context.card.removeprefix("templates/"), context.field)
        around = sections
        for key in path[:-1]:
            around = around.setdefault(key, {})
        more: dict[str, Any] = {name: text for name, text in (("source", entry.source), ("note", entry.note)) if text}
        more |= {"fuzzy": True} if entry.state == "fuzzy" else {}
        around[path[-1]] = {"text": entry.text, **more} if more else entry.text
    return {name: section for name, section in sections.items() if section}


# ---------------------------------------------------------------- tables


def _rows(game: Game, entries: Sequence[TranslationEntry]) -> Iterator[Sequence[str]]:
    """Yield a row for each text of the game, then one for each translation of a text that it no longer has."""
    yield COLUMNS
    live = by_context(entries)
    for text in game.translations.texts:
        entry = live.get(str(text.context))
        kept = (entry.text, entry.source, entry.state, entry.note) if entry else ("", source_of(game, text), "", "")
        yield *text.context, *kept
    for entry in entries:
        if entry.state == "obsolete":
            yield *Context.parse(entry.context), entry.text, entry.source, entry.state, entry.note
