"""Translation files: one for each language, as YAML or as a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, TypeAlias

from pydantic import Field

from cardgen.base.errors import MOST_FAULTS, DataError, Fault, Faults, Finding, Place, did_you_mean
from cardgen.base.records import dataclass, field
from cardgen.base.words.messages import message
from cardgen.data.cells import unprotect_cell
from cardgen.data.kinds import FieldName, FileModel, FileName, Identifier, Prose, WithShortForms, Word, text_as
from cardgen.data.languages.chains import Languages
from cardgen.data.languages.po import PoMessage, parse_po
from cardgen.data.reading import MOST_VALUES, Marked, Reader, try_model, validate
from cardgen.data.rows.options import TableOptions
from cardgen.data.rows.tables import Header, parse_csv
from cardgen.data.rows.text_tables import read_text_table

State: TypeAlias = Literal["", "fuzzy", "obsolete"]

#: The columns of a table of translations; those after `text` may be left out.
COLUMNS = ("deck", "card", "field", "text", "source", "state", "note")

SEPARATORS = {".csv": ",", ".tsv": "\t"}


class Context(NamedTuple):
    """The name of a text of a game: the `field` of a card, or, without a deck, a text of a file.

    In the second case, `card` is the file (`game.yaml` or `templates/…`) and `field` the path of the text in it.
    """

    deck: str
    card: str
    field: str

    def __str__(self) -> str:
        return "/".join(filter(None, self))

    @classmethod
    def parse(cls, written: str) -> Context:
        """Return the context that str() wrote. Any other text becomes the field of a context without deck and card."""
        if written.startswith("game.yaml/"):
            return cls("", *written.split("/", 1))
        parts = written.split("/")
        if len(parts) > 2 and parts[0] == "templates" and "." in parts[-1]:
            return cls("", *written.rsplit("/", 1))
        return cls(*parts) if len(parts) == 3 else cls("", "", written)


class TranslationEntry(NamedTuple):
    """A translation in a file; `context` is the name of its text.

    `source` is the text that it translates, "" if the file does not say. Translations are not used if they are `fuzzy`,
    a guess, or `obsolete`, of a text that the game no longer has. `note` is for translators.
    """

    context: str
    text: str
    place: Place
    source: str = ""
    state: State = ""
    note: str = ""


def by_context(entries: Iterable[TranslationEntry]) -> dict[str, TranslationEntry]:
    """Return the translations of texts that the game still has, by their contexts."""
    return {entry.context: entry for entry in entries if entry.state != "obsolete"}


@dataclass(frozen=True, slots=True)
class GameText:
    """A text of a game and its languages in its own file (`own`).

    `place_of()` is its place there, `place_of(lang)` that of the text in a language.
    """

    context: Context
    own: Mapping[str, str]
    place_of: Callable[..., Place]


@dataclass(frozen=True, slots=True)
class Translations:
    """The texts of a game in their order, the translations in files by language (`kept`), and findings about both.

    `outdated` has the translations that are not used because they are fuzzy or their text has changed: by language and
    context, the text that each was made from, "" if that is unknown.
    """

    languages: Languages
    texts: tuple[GameText, ...] = ()
    kept: Mapping[str, tuple[TranslationEntry, ...]] = field(default_factory=dict)
    outdated: Mapping[tuple[str, str], str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


class Kept(FileModel):
    """A translation with its state and notes, in a YAML file."""

    text: Prose
    source: Annotated[str, Field(max_length=10_000)] = ""
    fuzzy: bool = False
    note: Annotated[str, Field(max_length=10_000)] = ""


KeptOrText = Annotated[Kept, text_as("text"), WithShortForms(Kept, {"type": "string", "minLength": 1})]
"""A translation, or only its text."""


class OverlayFile(FileModel):
    """A file of translations into one language.

    Texts of cards are by deck, id and field, texts of game.yaml and templates by their paths. `obsolete` are
    translations of texts that the game no longer has.
    """

    cards: dict[Identifier, dict[Identifier, dict[FieldName, KeptOrText]]] = {}
    game: dict[Word, KeptOrText] = {}
    templates: dict[FileName, dict[Word, KeptOrText]] = {}
    obsolete: dict[Word, KeptOrText] = {}


def read_overlay(reader: Reader, name: str, place: Place) -> tuple[TranslationEntry, ...]:
    """Return the translations in the file of that name. DataError with all faults in it."""
    path = reader.find(name, place)
    suffix, shown = path.suffix.lower(), reader.shown(path)
    if suffix in SEPARATORS:
        usual, names = SEPARATORS[suffix], frozenset(COLUMNS)
        table = read_text_table(reader.read_bytes(path), shown, usual, TableOptions(decimal="."), {}, names)
        reader.notices += filter(None, [table.notice(shown, usual)])
        header = Header(known=names)
        return _from_table(
            parse_csv(table.text, shown, lambda _, text: unprotect_cell(text), separator=table.separator, header=header)
        )
    if suffix == ".xlsx":
        from cardgen.data.rows.workbooks import parse_workbook  # slow to import

        return _from_table(parse_workbook(reader.read_bytes(path), shown, None, lambda _, text: text))
    if suffix not in (".yaml", ".yml"):
        problem = message("{file} cannot be read as a file of translations", file=shown)
        raise DataError(Fault(place, problem, message("save it as .yaml, .csv, .tsv or .xlsx")))
    return _from_yaml(reader.read_yaml(path, MOST_VALUES))


def read_exported(reader: Reader, path: Path) -> tuple[TranslationEntry, ...]:
    """Return the translations in a PO file that was exported, each with the text that it was made from."""
    shown = reader.shown(path)
    items = parse_po(reader.read_text(path), shown).messages
    return tuple(po_entry(item, shown) for item in items if item.text and not item.obsolete)


def po_entry(item: PoMessage, shown: str) -> TranslationEntry:
    """Return a message of the PO file `shown` as a translation. Only the file knows the source of a fuzzy one."""
    state: State = "obsolete" if item.obsolete else "fuzzy" if item.fuzzy else ""
    source = item.previous if state == "fuzzy" else item.source
    return TranslationEntry(item.context, item.text, Place(shown, item.line, 1), source, state, item.note)


def _from_yaml(marked: Marked) -> tuple[TranslationEntry, ...]:
    if marked.value is None:  # an empty file
        return ()
    file = validate(OverlayFile, marked)

    def entry(context: str, kept: Kept, *path: str, obsolete: bool = False) -> TranslationEntry:
        state: State = "obsolete" if obsolete else "fuzzy" if kept.fuzzy else ""
        return TranslationEntry(context, kept.text, marked.key_place(*path), kept.source, state, kept.note)

    entries = [
        entry(str(Context(deck, card, field)), kept, "cards", deck, card, field)
        for deck, cards in file.cards.items()
        for card, fields in cards.items()
        for field, kept in fields.items()
    ]
    entries += [entry(str(Context("", "game.yaml", path)), kept, "game", path) for path, kept in file.game.items()]
    entries += [
        entry(str(Context("", f"templates/{template}", path)), kept, "templates", template, path)
        for template, texts in file.templates.items()
        for path, kept in texts.items()
    ]
    entries += [entry(name, kept, "obsolete", name, obsolete=True) for name, kept in file.obsolete.items()]
    return tuple(entries)


# ---------------------------------------------------------------- tables


class _TranslationRow(FileModel):
    """A row of a table of translations."""

    deck: str = ""
    card: str = ""
    field: str = ""
    text: Word
    source: str = ""
    state: State = ""
    note: str = ""


def _from_table(rows: Marked) -> tuple[TranslationEntry, ...]:
    faults = Faults(_check_columns(rows))
    faults.raise_all()
    entries: list[TranslationEntry] = []
    seen: dict[str, Place] = {}
    for number in range(len(rows.value)):
        marked = rows.part(number)
        if "text" not in marked.value:  # not translated yet
            continue
        row, row_faults = try_model(_TranslationRow, marked)
        faults += row_faults
        if len(faults) >= MOST_FAULTS:
            break
        if row is None:
            continue
        context = str(Context(row.deck, row.card, row.field))
        if row.state != "obsolete" and context in seen:
            problem = message("{text} is translated twice", text=context)
            faults.append(Fault(marked.place(), problem, message("first at {place}", place=seen[context])))
        if row.state != "obsolete":
            seen[context] = marked.place()
        entries.append(TranslationEntry(context, row.text, marked.place("text"), row.source, row.state, row.note))
    faults.raise_all()
    return tuple(entries)


def _check_columns(rows: Marked) -> Iterator[Fault]:
    """Yield a fault for each unknown column of a table of translations, and for each missing one."""
    first = takewhile(lambda path: path[0] == 0, rows.keys)  # all rows share the header
    names = {str(path[1]): rows.keys[path] for path in first}
    for name, place in names.items():
        if name not in COLUMNS:
            problem = message("unknown column {column!r} in a table of translations", column=name)
            yield Fault(place, problem, did_you_mean(name, COLUMNS))
    for name in COLUMNS[:4]:
        if rows.value and name not in names:
            yield Fault(rows.place(), message("the column {column!r} is missing", column=name))
