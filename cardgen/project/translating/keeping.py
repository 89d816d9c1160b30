"""The file in which a game keeps its translations: YAML, or a table that also lists texts without a translation."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardgen.base.errors import DataError, Fault
from cardgen.base.words.messages import message
from cardgen.data.cells import to_csv
from cardgen.data.languages.overlays import COLUMNS, SEPARATORS, Context, Entry, by_context
from cardgen.data.model import EVERY_LANGUAGE, Game
from cardgen.project.translating.exporting import source_of

_HEAD = "# Translations into {lang}, imported by `cardgen translate`.\n"
_SECTIONS = ("cards", "game", "templates", "obsolete")


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


def to_overlay(game: Game, entries: Sequence[Entry], lang: str, suffix: str, before: bytes = b"") -> bytes:
    """Return the content of a file of translations that ends in `suffix`; `before` is its old content.

    In YAML, the comment at the top stays; `lost_comments` finds the others.
    """
    if suffix.lower() in SEPARATORS:
        mark = codecs.BOM_UTF8 if before.startswith(codecs.BOM_UTF8) else b""
        return mark + to_csv(_rows(game, entries), SEPARATORS[suffix.lower()])
    head = _head_of(before.decode("utf-8-sig")) or _HEAD.format(lang=lang)
    return (head + "".join(f"{line}\n" for line in _yaml(entries))).encode()


def _head_of(text: str) -> str:
    match = re.match(r"(?:[ \t]*#[^\n]*\n|[ \t]*\r?\n)*", text)
    return match[0] if match else ""


def lost_comments(before: bytes) -> list[int]:
    """Return the lines of a YAML file whose comments would be lost if it is written anew: all but those at the top."""
    text = before.decode("utf-8-sig")
    head = _head_of(text).count("\n")
    return [i for i, line in enumerate(text.splitlines(), 1) if i > head and re.match(r"\s*#|[^\"']*\s#", line)]


# ---------------------------------------------------------------- YAML


def _yaml(entries: Sequence[Entry]) -> Iterator[str]:
    sections: dict[str, list[tuple[tuple[str, ...], Entry]]] = {name: [] for name in _SECTIONS}
    for entry in entries:
        context = Context.parse(entry.context)
        if entry.state == "obsolete":
            sections["obsolete"].append(((entry.context,), entry))
        elif context.deck:
            sections["cards"].append((tuple(context), entry))
        elif context.card == "game.yaml":
            sections["game"].append(((context.field,), entry))
        else:
            sections["templates"].append(((context.card.removeprefix("templates/"), context.field), entry))
    for name, rows in sections.items():
        open_keys: tuple[str, ...] = ()
        if rows:
            yield f"{name}:"
        for path, entry in rows:  # in the order of the game's texts, so that those of a card are together
            for depth, key in enumerate(path[:-1]):
                if open_keys[: depth + 1] != path[: depth + 1]:
                    yield f"{'  ' * (depth + 1)}{_key(key)}:"
                    open_keys = path[: depth + 1]
            yield from _entry_lines("  " * len(path), path[-1], entry)


def _entry_lines(indent: str, key: str, entry: Entry) -> Iterator[str]:
    more = {"source": entry.source, "note": entry.note}
    if entry.state != "fuzzy" and not any(more.values()):
        yield f"{indent}{_key(key)}: {_text(entry.text)}"
        return
    yield f"{indent}{_key(key)}:"
    yield f"{indent}  text: {_text(entry.text)}"
    yield from (f"{indent}  {name}: {_text(text)}" for name, text in more.items() if text)
    if entry.state == "fuzzy":
        yield f"{indent}  fuzzy: true"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9][\w./-]*", key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# ---------------------------------------------------------------- tables


def _rows(game: Game, entries: Sequence[Entry]) -> Iterator[Sequence[str]]:
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
