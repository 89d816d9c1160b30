"""What a game gets beside cards, each as a change of its files: a size, a language, a sheet, an export, a back, …

An entry of game.yaml goes where a careful person would type it: after its likes, in their style; a section that the
file does not have goes after those that usually come before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any

from cardgen.base.errors import DataError, Fault, Place, did_you_mean
from cardgen.base.records import dataclass
from cardgen.base.words.messages import message
from cardgen.data.kinds import FileModel
from cardgen.data.model import CardSize, Game
from cardgen.data.project import Project
from cardgen.data.reading import parse_yaml
from cardgen.editing.operations import Change, Insert, Operation, Replace
from cardgen.editing.projects import open_file, read_inside
from cardgen.editing.table_document import TableDocument
from cardgen.editing.workbook_document import WorkbookDocument
from cardgen.products.exports.registry import load_export
from cardgen.products.sheet_targets import SheetTarget
from cardgen.products.tuckboxes.target import TuckboxTarget
from cardgen.scene.colour import LEAST_CONTRAST, contrast
from cardgen.starters.decks import check_new_deck, deck_change, deck_operations, sized
from cardgen.starters.layouts import layout_text
from cardgen.starters.starting import (
    ICON_SHAPE,
    LAYOUT_COMMENTS,
    TableDeck,
    check_languages,
    check_name,
    title_field,
)
from cardgen.starters.wording import in_language, title_of

#: The order of the sections of game.yaml, as the starters have them.
_SECTIONS = (
    *("titles", "author", "licence", "source", "languages", "fallback", "editions", "translations", "words"),
    *("players", "minutes", "age", "engine", "sizes", "decks", "fonts", "icons", "rulesets", "positions", "rules"),
    *("glossary", "rulebooks", "books", "least_text", "review", "targets"),
)

#: The models of additions that are entries of game.yaml, and the sections where these are.
ENTRIES: Mapping[str, tuple[type[FileModel], tuple[str, ...]]] = {
    "size": (CardSize, ("sizes",)),
    "sheet": (SheetTarget, ("targets", "sheets")),
    "tuckbox": (TuckboxTarget, ("targets", "tuckboxes")),
}

_BEHIND = {"en": "A card from behind.", "zh": "牌背。"}
_WRITE = {"en": "Write the rules here.", "zh": "规则写在这里。"}


@dataclass(frozen=True, slots=True)
class Add:
    """Something that is added to a game: a kind of addition, and its values."""

    what: str
    values: dict[str, Any]


class Additions:
    """What can be added to a game of a project. Nothing is written: each is a change of files."""

    def __init__(self, project: Project, game: Game) -> None:
        self._project, self._game = project, game
        self._file = f"card_data/{game.id}/game.yaml"

    def change(self, what: str, values: Mapping[str, Any]) -> Change:
        """Return the change for an addition of a kind. DataError if it is not possible, or something is missing."""
        kinds: Mapping[str, Callable[[Mapping[str, Any]], Change]] = {
            **dict.fromkeys(ENTRIES, lambda given: self._entry(what, given)),
            "language": lambda given: Change(tuple(self._language(_text(given, "language")))),
            "export": lambda given: Change((self._export(_text(given, "export")),)),
            "back": lambda given: Change((self._back(_text(given, "deck"), given),)),
            "chapter": lambda given: self._chapter(_text(given, "title")),
            "deck": lambda given: deck_change(self._game, _text(given, "name"), str(given.get("size") or "")),
        }
        if what not in kinds:
            raise DataError(
                Fault(Place(), message("{what!r} cannot be added", what=what), did_you_mean(what, list(kinds)))
            )
        return kinds[what](values)

    # ---------------------------------------------------------------- entries of game.yaml

    @cached_property
    def _written(self) -> Any:
        """The value of game.yaml as it is written."""
        return parse_yaml(read_inside(self._project, self._file).decode("utf-8-sig"), self._file).value

    def _put(self, path: Sequence[str], entry: Any) -> Insert:
        """Return what inserts an entry, with what is missing around it. DataError if there is one already."""
        value, depth = self._written, 0
        while depth < len(path) - 1 and isinstance(value, Mapping) and path[depth] in value:
            value, depth = value[path[depth]], depth + 1
        if path[depth] in value:
            problem = message("there is already {what}", what=".".join(path))
            raise DataError(Fault(Place(self._file), problem, message("choose another name")))
        for key in reversed(path[depth + 1 :]):
            entry = {key: entry}
        at = None
        if depth == 0:
            earlier = _SECTIONS[: _SECTIONS.index(path[0])]
            at = max((number for number, key in enumerate(value, 1) if key in earlier), default=0)
        return Insert(self._file, tuple(path[: depth + 1]), entry, at)

    def _entry(self, what: str, values: Mapping[str, Any]) -> Change:
        model, section = ENTRIES[what]
        name = _text(values, "name")
        if what == "size":
            check_name(name)
        fields = model.model_fields
        given = {key: _plain(value) for key, value in values.items() if key in fields}
        entry = {key: value for key, value in given.items() if value != _plain(fields[key].get_default())}
        if "titles" in fields:
            title = str(values.get("titles") or "").strip()
            deck = self._game.decks.get(str(given.get("deck")))
            texts = deck.titles if deck is not None else {}
            entry["titles"] = {lang: title or texts.get(lang, name) for lang in self._game.file.languages}
        return Change((self._put((*section, name), entry),))

    def _export(self, name: str) -> Insert:
        load_export(name)
        return self._put(("targets", "exports", name), {})

    def _language(self, language: str) -> Iterator[Operation]:
        """Yield what adds a language: to the languages, to the editions, and a column beside each of another one."""
        check_languages([language])
        languages = self._game.file.languages
        if language in languages:
            problem = message("the game is in {language} already", language=language)
            raise DataError(Fault(Place(self._file), problem))
        for key in ("languages", "editions"):
            if key in self._written:
                yield Insert(self._file, (key, len(self._written[key])), language)
        root = self._project.root.resolve()
        for file in dict.fromkeys(deck.file.relative_to(root).as_posix() for deck in self._game.decks.values()):
            document = open_file(self._project, file)
            if not isinstance(document, TableDocument | WorkbookDocument):
                continue
            names = document.names()
            last = {name.split(".")[0]: at for at, name in enumerate(names, 1) if name.partition(".")[2] in languages}
            for field, at in sorted(last.items(), key=itemgetter(1), reverse=True):  # later ones do not move then
                place = at if isinstance(document, TableDocument) else None
                yield Insert(file, (0, f"{field}.{language}"), f"{field}.{language}", place)

    # ---------------------------------------------------------------- other files

    def _back(self, deck: str, values: Mapping[str, Any]) -> Insert:
        """Return what adds a back to the template of a deck: its colour, a frame and a title."""
        self._check_deck(deck)
        template = self._game.decks[deck].template
        if "back" in template.sides:
            problem = message("the deck {deck} has a back", deck=deck)
            raise DataError(Fault(Place(f"templates/{template.name}"), problem, message("change it on the canvas")))
        file = self._game.file
        languages, design = file.languages, file.design_of(deck, template.design)
        size = (file.size_of_design(design) if design else None) or self._game.decks[deck].size
        width, height = (size.height, size.width) if template.landscape else (size.width, size.height)
        colour = str(values.get("colour") or "#2f4a63")
        light = next((ink for ink in ("#ffffff", "#1b1b1f") if contrast(colour, ink) >= LEAST_CONTRAST), "#ffffff")
        title = str(values.get("text") or "").strip().replace("{", "{{").replace("}", "}}") or title_field(languages)
        frame = {"stroke": light, "stroke_width": 0.5, "radius": 2}
        style = {"font": "bold", "size": round(min(7.0, width / 9), 1), "floor": 1.8, "colour": light}
        boxes = {
            "back-ground": {"kind": "rect", "box": "bleed", "fill": colour},
            "back-frame": {"kind": "rect", "box": _inset(width, height, 0.1), **frame},
            "back-title": {
                "kind": "text",
                "box": _inset(width, height, 0.18),
                "text": title,
                "lang": languages[0],
                **style,
                "align": "centre",
                "valign": "middle",
            },
        }
        described = {lang: in_language(_BEHIND, lang) for lang in languages}
        return Insert(f"templates/{template.name}", ("back",), {"description": described, "boxes": boxes})

    def _check_deck(self, deck: str) -> None:
        if deck not in self._game.decks:
            problem = message("there is no deck {deck!r}", deck=deck)
            raise DataError(Fault(Place(), problem, did_you_mean(deck, list(self._game.decks))))

    def _chapter(self, title: str) -> Change:
        """Return what adds a chapter to the rulebook in each of its languages, or begins a rulebook with it."""
        books = {lang: book.file for lang, book in self._game.rulebooks.items()}
        if not books:
            return self._rulebook(title)
        operations = []
        for lang, path in books.items():
            file = path.resolve().relative_to(self._project.root.resolve()).as_posix()
            text = read_inside(self._project, file).decode("utf-8-sig")
            apart = "\n" if text.endswith("\n") else "\n\n"
            added = f"{apart}## {title}\n\n{in_language(_WRITE, lang)}\n"
            operations.append(Replace(file, len(text), "", added.replace("\n", "\r\n") if "\r\n" in text else added))
        return Change(tuple(operations))

    def _rulebook(self, title: str) -> Change:
        languages = self._game.file.languages
        files = {lang: f"rulebook.{lang}.md" for lang in languages}
        titles = self._game.file.titles
        created = {
            f"card_data/{self._game.id}/{file}": (
                f"# {titles.get(lang, title)}\n\n## {title}\n\n{in_language(_WRITE, lang)}\n"
            ).encode()
            for lang, file in files.items()
        }
        operations = [self._put(("rulebooks",), files)]
        if "rulebook" not in self._written["targets"]:
            operations.append(self._put(("targets", "rulebook"), {"papers": ["a4"]}))
        return Change(tuple(operations), created=created)

    def tables(self, decks: Sequence[TableDeck], size: str = "") -> Change:
        """Return what adds decks that are tables, of a named size or that of the first deck."""
        game = self._game
        languages = game.file.languages
        size = size or (game.file.decks[next(iter(game.decks))].size if game.decks else "standard")
        card = sized(game, size)
        created: dict[str, bytes] = {}
        operations: list[Operation] = []
        for deck in decks:
            check_name(deck.name)
            check_new_deck(game, deck.name)
            table, name = deck.table, deck.name
            created[f"card_data/{game.id}/{name}.csv"] = table.content
            layout = layout_text(
                table.fields,
                table.labels,
                table.longest,
                languages,
                title_field(languages),
                (card.width, card.height),
                table.dark,
            )
            template = in_language(LAYOUT_COMMENTS, languages[0]) + layout
            created[f"templates/{game.id}/{name}.yaml"] = template.encode()
            operations += deck_operations(game, name, self._deck_entry(deck, size))
        fresh = sorted({icon for deck in decks for icon in deck.table.icons} - {*game.file.icons})
        if fresh and "icons" in self._written:
            operations += [self._put(("icons", icon), ICON_SHAPE) for icon in fresh]
        elif fresh:
            operations.append(self._put(("icons",), dict.fromkeys(fresh, ICON_SHAPE)))
        return Change(tuple(operations), created=created)

    def _deck_entry(self, deck: TableDeck, size: str) -> dict[str, Any]:
        """Return the entry of a deck in game.yaml."""
        table = deck.table
        options = {key: parse_yaml(value, "").value for key, value in table.written.declarations.items()}
        entry: dict[str, Any] = {
            "titles": {lang: deck.title or title_of(deck.name) for lang in self._game.file.languages},
            "cards": f"{deck.name}.csv",
            **options,
        }
        if table.heading:
            entry["heading"] = table.heading
        if table.counted and table.uncounted:
            entry["defaults"] = {"copies": 1}
        if table.columns:
            entry["columns"] = {head: None if name == "null" else name for head, name in table.columns.items()}
        return {
            **entry,
            "template": f"{self._game.id}/{deck.name}.yaml",
            "size": size,
            "fields": dict(table.fields),
        }


def _text(values: Mapping[str, Any], key: str) -> str:
    """Return a text that has to be given. DataError if it is not."""
    text = values.get(key)
    if not isinstance(text, str) or not text.strip():
        raise DataError(Fault(Place(), message("{key} is missing", key=key)))
    return text.strip()


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _inset(width: float, height: float, part: float) -> list[float]:
    """Return a rectangle inside of a card, so far from its edges."""
    by = round(min(width, height) * part, 1)
    return [by, by, round(width - 2 * by, 1), round(height - 2 * by, 1)]
