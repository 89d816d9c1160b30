"""The game's files as text: which there are, what one says, what may be written in it, and what a place is about."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import PurePosixPath
from typing import Any

from cardgen.base.errors import Place
from cardgen.data.fields import field_kind
from cardgen.data.languages.overlays import OverlayFile
from cardgen.data.lessons import LessonFile
from cardgen.data.marked import Marked
from cardgen.data.model import Card, Deck, Game
from cardgen.data.places import paths_in
from cardgen.data.project import Project
from cardgen.data.reading import decode_text, parse_yaml
from cardgen.data.schema import (
    deck_schema,
    game_schema,
    plain_schema,
    rules_schema,
    ruleset_schema,
    template_schema,
)
from cardgen.data.waivers import WAIVERS, WaiversFile
from cardgen.editing.boxes import box_values, forms_in
from cardgen.editing.journal import digest
from cardgen.editing.projects import read_inside
from cardgen.review.server.edit_payloads import FoundPart, TargetData, TextAbout, TextData, TextFile
from cardgen.review.server.replacing import parts_by_file

#: The files that are edited as text.
_ENDINGS = (".yaml", ".yml", ".csv", ".tsv", ".md", ".txt")
_YAML = (".yaml", ".yml")


def text_files(project: Project, name: str, game: Game | None) -> list[TextFile]:
    """Return the text files in a game's folder, game.yaml first, and the templates that it uses, or all without it."""
    if project.bundled:
        return []
    root = project.root.resolve()
    used = None if game is None else {path.resolve() for path in game.digests}
    templates = (file for file in _walk(project, "templates") if used is None or (root / file) in used)
    own = sorted(_walk(project, f"card_data/{name}"), key=lambda file: file != f"card_data/{name}/game.yaml")
    parts = {} if game is None else parts_by_file(project, game)
    return [{"file": file, "part": parts.get(file) or _part(file)} for file in [*own, *templates]]


def _walk(project: Project, top: str) -> Iterator[str]:
    """Yield the text files in a folder of the project, sorted, those in hidden folders left out."""
    for path, folders, files in os.walk(project.root / top):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        within = PurePosixPath(os.path.relpath(path, project.root).replace(os.sep, "/"))
        yield from ((within / name).as_posix() for name in sorted(files) if name.lower().endswith(_ENDINGS))


def _part(file: str) -> FoundPart:
    return "templates" if file.startswith("templates/") else "rulebook" if file.endswith(".md") else "game"


def text_data(project: Project, file: str) -> TextData:
    """Return a file as text. DataError if it is outside of the project's data, or no text."""
    content = read_inside(project, file)
    return {"file": file, "text": decode_text(content, file), "digest": digest(content)}


# ---------------------------------------------------------------- what may be written


def text_about(game: Game | None, file: str) -> TextAbout:
    """Return what a file may have: its JSON Schema, {} for none, and the names that the game knows."""
    names = {} if game is None else _names(game, file)
    return {"schema": _schema(game, file) if file.endswith(_YAML) else {}, "names": names}


_template_schema, game_file_schema = cache(template_schema), cache(game_schema)


def _schema(game: Game | None, file: str) -> dict[str, Any]:
    if file.startswith("templates/"):
        return _template_schema()
    top, _, name = file.removeprefix("card_data/").partition("/")
    if name == "game.yaml":
        return game_file_schema()
    if name == WAIVERS:
        return plain_schema("waivers", WaiversFile)
    if game is None or top != game.id:
        return {}
    decks = (deck.id for deck in game.decks.values() if game.reader.shown(deck.file) == file)
    if deck := next(decks, ""):
        return deck_schema(game, deck)
    if any(marked.file == file for marked in game.ruleset_files.values()) and (rules := ruleset_schema(game)):
        return rules
    entries = game.marked.value
    if name == entries.get("lesson"):
        return plain_schema("lesson", LessonFile)
    if name == entries.get("rules"):
        return rules_schema(game)
    translations = (pattern.replace("{lang}", lang) for lang, pattern in game.file.translations.items())
    if name in translations or any(name == pattern for pattern in game.file.translations.values()):
        return plain_schema("translations", OverlayFile)
    rulebook = entries.get("targets", {}).get("rulebook")
    if isinstance(rulebook, Mapping) and name == rulebook.get("theme"):
        from cardgen.products.rulebook_theme import ThemeEntry  # 0.1 s, for this file alone

        return plain_schema("rulebook theme", ThemeEntry)
    return {}


def _names(game: Game, file: str) -> dict[str, list[str]]:
    """Return the names that values of some keys have, by the key; under "{" those that are written in braces."""
    shown = game.reader.shown
    decks = [deck for deck in game.decks.values() if file in (shown(deck.file), *map(shown, deck.template.files))] or [
        *game.decks.values()
    ]
    styles = dict.fromkeys(name for deck in decks for name in deck.template.styles)
    braces = dict.fromkeys(name for deck in decks for name in deck.template.icons)
    if file.startswith("templates/"):
        braces |= dict.fromkeys(name for deck in decks for name in deck.fields)
        braces |= dict.fromkeys(f"colours.{name}" for deck in decks for name in deck.template.colours)
    templates = dict.fromkeys(
        shown(path).removeprefix("templates/") for deck in game.decks.values() for path in deck.template.files
    )
    return {"style": [*styles], "template": [*templates], "extends": [*templates], "{": [*braces]}


# ---------------------------------------------------------------- what a place is about


def target_at(project: Project, game: Game, place: Place, first: str = "") -> TargetData | None:
    """Return the cell or the box that a place of a file belongs to; None if it belongs to none.

    Of several decks with the same box, the deck `first` is taken, otherwise the first one.
    """
    decks = sorted(game.decks.values(), key=lambda deck: deck.id != first)
    cells = (target for deck in decks if (target := _cell_at(game, deck, place)))
    return next(cells, None) or (_box_at(project, decks, place) if place.file.endswith(_YAML) else None)


def _cell_at(game: Game, deck: Deck, place: Place) -> TargetData | None:
    """Return the cell of a deck's cards that begins last before a place, in the card that begins last before it."""
    begins = [(start, card) for card in deck.cards if (start := _start(card, place.file)) and start.line <= place.line]
    if not begins:
        return None
    _, card = max(begins, key=lambda begin: (begin[0].line, -begin[1].number))
    paths: list[tuple[str, ...]] = [("id",), ("copies",), *((name,) for name in deck.fields)]
    paths += [(name, lang) for name in deck.fields if _by_language(deck, name) for lang in game.file.languages]
    marked = card.marked
    starts = {path: _cell_start(marked, path) for path in paths if (*marked.base, *path) in marked.places}
    reached = {
        path: start for path, start in starts.items() if start.file == place.file and _order(start) <= _order(place)
    }
    name, *langs = max(reached, key=lambda path: (_order(reached[path]), -len(path)), default=("id",))
    language = langs[0] if langs else game.file.languages[0] if _by_language(deck, name) else ""
    return {"deck": deck.id, "card": card.id, "field": name, "language": language, "side": "", "box": ""}


def _by_language(deck: Deck, field: str) -> bool:
    return field in deck.fields and field_kind(deck.fields[field]).by_language


def _cell_start(marked: Marked, path: tuple[str, ...]) -> Place:
    """Return where a value of a card begins, with its key, which in a table is the heading and elsewhere."""
    place, key = marked.place(*path), marked.key_place(*path)
    return key if place.file.endswith(_YAML) else place


def _start(card: Card, file: str) -> Place | None:
    """Return where a card begins in a file: its row, or what it has of a second table; None if it has nothing there."""
    start = card.place()
    if start.file == file:
        return start
    return next((place for name in card.fields if (place := card.place(name)).file == file), None)


def _order(place: Place) -> tuple[int, int]:
    return place.line, place.column


def _box_at(project: Project, decks: list[Deck], place: Place) -> TargetData | None:
    boxes: dict[Place, TargetData] = {}
    for deck in decks:
        for side, known in deck.template.sides.items():
            for name, form in forms_in(known.boxes):
                target: TargetData = {
                    "deck": deck.id, "card": "", "field": "", "language": "", "side": side, "box": name,
                }  # fmt: skip
                for start in (form.marked.place(), *(start for _, _, start in box_values(deck, form))):
                    boxes.setdefault(start, target)
    if not any(start.file == place.file for start in boxes):
        return None
    marked = parse_yaml(decode_text(read_inside(project, place.file), place.file), place.file)
    path = _path_at(marked, place)
    around = (boxes.get(marked.places[path[:end]]) for end in range(len(path), 0, -1) if path[:end] in marked.places)
    inside = (boxes.get(marked.places[one]) for one in paths_in(marked.value) if one[: len(path)] == path)
    return next(filter(None, around), None) or (next(filter(None, inside), None) if len(path) > 1 else None)


def _path_at(marked: Marked, place: Place) -> tuple[str | int, ...]:
    """Return the path of the value that begins last before a place. What begins a line has the whole line."""
    best: tuple[tuple[int, int], tuple[str | int, ...]] = ((0, 0), ())
    lines = set[int]()
    for path in paths_in(marked.value):
        start = marked.key_place(*path)
        at = (start.line, start.column if start.line in lines else 1)
        lines.add(start.line)
        if best[0] <= at <= _order(place):
            best = (at, path)
    return best[1]
