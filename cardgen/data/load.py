"""A game's folder into a Game: every file read, every key checked, every fault told at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from pydantic import TypeAdapter, ValidationError

from cardgen.data.fonts import FontSet, read_fonts
from cardgen.data.languages.chains import Languages
from cardgen.data.languages.overlays import Entry, read_overlay
from cardgen.data.languages.translations import Translator
from cardgen.data.model import (
    EVERY_LANGUAGE,
    Card,
    Deck,
    Fields,
    Game,
    GameFile,
    RowsEntry,
    Rulebook,
    SpokenEntry,
    Template,
)
from cardgen.data.reading import Marked, Reader, place_after, try_model, validate
from cardgen.data.references import RESERVED, check_fonts, check_references, check_template
from cardgen.data.rows.decks import read_cards
from cardgen.data.targets import game_model, load_sections
from cardgen.data.templates.files import read_template
from cardgen.data.templates.icons import icon_files, icons_in
from cardgen.engines.capabilities import ReadsRulesets
from cardgen.engines.registry import engine_fault, find_capability
from cardgen.errors import DataError, Fault, Place
from cardgen.text.fonts import FONTS

Found = TypeVar("Found")


class _Faults:
    """Collects what is wrong while loading goes on with the rest."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def attempt(self, load: Callable[..., Found], *arguments: Any) -> Found | None:
        """What `load` returns for the arguments, or None with its faults kept."""
        try:
            return load(*arguments)
        except DataError as error:
            self.found += error.faults
            return None


def load_game(folder: Path, templates: Path, shown_from: Path | None = None, coming_fonts: Sequence[str] = ()) -> Game:
    """The game in `folder`, its templates from the folder `templates`. Paths are shown relative to `shown_from`.

    Templates may name `coming_fonts` before the game has them: such a game cannot be laid out yet.

    DataError with every fault of every file; nothing outside the two folders is read.
    """
    reader, template_reader = Reader(folder, shown_from), Reader(templates, shown_from)
    template_reader.digests = reader.digests
    faults = _Faults()
    marked = reader.read_yaml(reader.find("game.yaml", Place(reader.shown(reader.fence))))
    if not isinstance(marked.value, dict):
        raise DataError(Fault(marked.place(), "game.yaml is keys with values, beginning with titles"))
    translator = _translator(reader, marked, faults)
    # What game.yaml names is read even when something else in it is wrong, so that all faults are told at once.
    sections, wrong = load_sections(marked)
    faults.found += wrong
    model = game_model(sections)
    file, wrong = try_model(model, translator.say_game(marked) if translator else marked)
    faults.found += wrong

    fonts = faults.attempt(read_fonts, reader, marked) or FontSet()
    font_titles = [*_keys(marked, "fonts"), *FONTS, *coming_fonts]
    made: dict[str, Template] = {}

    def template(name: str, place: Place) -> Template:
        if name not in made:
            form = read_template(template_reader, name, place)
            form = replace(form, icons={**icons_in(marked), **form.icons})
            for file, at in icon_files(form.icons):  # though no text may name it yet
                faults.attempt(reader.find, file, at)
            made[name] = translator.say_template(form) if translator else form
        return made[name]

    cards: dict[str, tuple[Card, ...]] = {}
    fields = {deck: _declared_fields(marked, deck, faults) for deck in _keys(marked, "decks")}
    for deck, kinds in fields.items():
        entry = _declared_rows(marked, deck)
        if kinds is not None and entry is not None:
            main = translator.languages.main if translator else ""
            found = faults.attempt(read_cards, reader, deck, marked.part("decks", deck), entry, kinds, main)
            if found is not None:
                cards[deck] = translator.say_cards(found, kinds) if translator else found
    forms: dict[tuple[str, str], Template] = {}  # by section and name
    wanted: set[str] = set()
    templated = [section.name for section in sections if section.has_templates]
    for section, path in (("decks", ("decks",)), *((name, ("targets", name)) for name in templated)):
        for key, name, place in _texts(marked, *path, inner="template"):
            wanted.add(name)
            form = faults.attempt(template, name, place)
            if form is not None:
                forms[section, key] = form
                faults.found += check_fonts(form, font_titles)
                faults.found += check_template(form, _known_words(marked, fields.get(key), deck=section == "decks"))
    rulesets = _read_rulesets(reader, marked, faults)
    rulebooks: dict[str, Rulebook] = {}
    for lang, name, place in _texts(marked, "rulebooks"):
        book = faults.attempt(_read_rulebook, reader, lang, name, place)
        if book is not None:
            rulebooks[lang] = book
    if file:
        faults.found += check_references(file, marked, cards)
    if translator is not None:
        translator.check_contexts(cards, fields, {f"templates/{name}" for name in wanted - made.keys()})
        faults.found += translator.faults
    if faults.found or file is None or translator is None:
        raise DataError(faults.found)
    decks = {
        name: Deck(
            id=name,
            titles=entry.titles,
            file=(reader.fence / entry.cards).resolve(),
            size=size,
            template=forms["decks", name],
            cards=cards[name],
            fields=entry.fields,
        )
        for name, entry in file.decks.items()
        if (size := file.size_named(entry.size)) is not None
    }
    return Game(
        id=folder.name,
        folder=folder,
        file=file,
        marked=marked,
        decks=decks,
        pages={
            target.template: forms[section.name, name]
            for section in sections
            if section.has_templates
            for name, target in section.of(file).items()
        },
        rulesets={name: parsed for name, (parsed, _) in rulesets.items()},
        ruleset_files={name: raw for name, (_, raw) in rulesets.items()},
        rulebooks=rulebooks,
        values=_values(file, decks, {name: raw.value for name, (_, raw) in rulesets.items()}),
        reader=reader,
        translations=translator.finished(),
        fonts=fonts,
    )


def _keys(marked: Marked, *path: str) -> list[str]:
    """The keys of the mapping at `path`, none when there is no mapping."""
    value: Any = marked.value
    for step in path:
        value = value.get(step) if isinstance(value, dict) else None
    return list(value) if isinstance(value, dict) else []


def _texts(marked: Marked, *path: str, inner: str | None = None) -> Iterator[tuple[str, str, Place]]:
    """Each key of the mapping at `path` whose value (or its key `inner`) is a text, with that text and its place."""
    for key in _keys(marked, *path):
        value: Any = marked.part(*path, key).value
        where = (*path, key)
        if inner is not None:
            value, where = (value.get(inner) if isinstance(value, dict) else None), (*where, inner)
        if isinstance(value, str):
            yield key, value, marked.place(*where)


# ---------------------------------------------------------------- languages


def _translator(reader: Reader, marked: Marked, faults: _Faults) -> Translator | None:
    """What says the game's texts in all its languages; None when it is not told which those are."""
    keys = SpokenEntry.model_fields
    try:
        entry = SpokenEntry.model_validate({key: value for key, value in marked.value.items() if key in keys})
    except ValidationError:  # told with the rest of game.yaml
        return None
    kept: dict[str, tuple[Entry, ...]] = {}
    for lang in entry.languages[1:]:
        key = lang if lang in entry.translations else EVERY_LANGUAGE
        file = entry.translations.get(key, "").replace("{lang}", lang)
        # Of the files of all languages, those that are there: a translation begins some day.
        path = reader.fence / file
        if file and (key == lang or path.exists() or not path.resolve().is_relative_to(reader.fence)):
            found = faults.attempt(read_overlay, reader, file, marked.place("translations", key))
            kept |= {lang: found} if found is not None else {}
    return Translator(Languages(entry.languages, entry.fallback), kept)


# ---------------------------------------------------------------- decks


def _declared_fields(marked: Marked, deck: str, faults: _Faults) -> dict[str, str] | None:
    """The fields that a deck declares, or None when they are not such that its cards could be read by them."""
    entry = marked.part("decks", deck).value
    try:
        declared = TypeAdapter(Fields).validate_python(entry.get("fields", {}) if isinstance(entry, dict) else None)
    except ValidationError:  # told with the rest of game.yaml
        return None
    reserved = {*RESERVED, *_keys(marked, "rulesets")} & set(declared)
    for name in reserved:
        place = marked.key_place("decks", deck, "fields", name)
        faults.found.append(Fault(place, f"a field cannot be called {name!r}", "the word has a meaning already"))
    return None if reserved else declared


def _declared_rows(marked: Marked, deck: str) -> RowsEntry | None:
    """What a deck says of its rows, whatever else is wrong with it; None when they could not be read by that."""
    entry = marked.part("decks", deck).value
    keys = {field.alias or name for name, field in RowsEntry.model_fields.items()}
    if not isinstance(entry, dict):
        return None
    try:
        return RowsEntry.model_validate({key: value for key, value in entry.items() if key in keys})
    except ValidationError:  # told with the rest of game.yaml
        return None


# ---------------------------------------------------------------- the rest


#: Characters of a rulebook: a hundred pages of text and more. They are some seconds' work.
MOST_IN_RULEBOOK = 200_000


def _read_rulebook(reader: Reader, lang: str, name: str, place: Place) -> Rulebook:
    path = reader.find(name, place)
    text, shown = reader.read_text(path), reader.shown(path)
    if len(text) > MOST_IN_RULEBOOK:
        told = f"a rulebook of {len(text):,} characters"
        end = place_after(text[:MOST_IN_RULEBOOK], shown)
        raise DataError(Fault(end, told, f"at most {MOST_IN_RULEBOOK:,}: make two games of it, or leave parts out"))
    return Rulebook(lang, path.resolve(), shown, text)


def _read_rulesets(reader: Reader, marked: Marked, faults: _Faults) -> dict[str, tuple[Any, Marked]]:
    """Return for each ruleset the engine's own model (the raw values if it has none) and the file as read."""
    engine = marked.value.get("engine")
    usable = isinstance(engine, str) and engine_fault(engine, marked.place()) is None  # reported with the references
    reads = find_capability(engine, ReadsRulesets) if usable else None
    model = reads.ruleset_model() if reads else None
    found: dict[str, tuple[Any, Marked]] = {}

    def read(name: str, place: Place) -> tuple[Any, Marked]:
        raw = reader.read_yaml(reader.find(name, place))
        return (validate(model, raw) if model else raw.value), raw

    for ruleset, name, place in _texts(marked, "rulesets"):
        pair = faults.attempt(read, name, place)
        if pair is not None:
            found[ruleset] = pair
    return found


def _known_words(marked: Marked, fields: Mapping[str, str] | None, deck: bool) -> set[str] | None:
    """The first words that the placeholders of a template may have; None when a mistake leaves that open."""
    words = {"game", "decks", "cards", "colours", "language", *_keys(marked, "rulesets")}
    if not deck:
        return words
    return None if fields is None else words | {"deck", "id", "copies", *fields}


def _values(file: GameFile, decks: Mapping[str, Deck], rulesets: Mapping[str, Any]) -> dict[str, Any]:
    """What placeholders in templates and rulebooks can name."""
    told: dict[str, dict[str, Any]] = {
        deck.id: {
            "id": deck.id,
            "titles": deck.titles,
            "count": deck.count,
            "cards": {card.id: {"id": card.id, "copies": card.copies, **card.fields} for card in deck.cards},
        }
        for deck in decks.values()
    }
    every: dict[str, list[Any]] = {}
    for deck_values in told.values():
        for card_id, card in deck_values["cards"].items():
            every.setdefault(card_id, []).append(card)
    game = {key: value for key, value in file.model_dump().items() if key in ("titles", "author", "licence", "source")}
    return {
        **rulesets,
        "game": game,
        "decks": told,
        "cards": {card_id: found[0] for card_id, found in every.items() if len(found) == 1},
    }
