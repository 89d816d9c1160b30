"""Load a game's folder into a Game: every file is read, every key checked, every fault reported at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import ValidationError

from cardgen.base.errors import DataError, Fault, Faults, Place
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message
from cardgen.base.work import MOST_STEPS_READING, Budget
from cardgen.data.card_shapes import with_outlines
from cardgen.data.card_texts import fill_cards
from cardgen.data.extending import extend_decks
from cardgen.data.fields import EFFECTS, field_kind
from cardgen.data.fonts import FontSet, read_fonts
from cardgen.data.glossary.loading import KINDS as TERM_KINDS
from cardgen.data.glossary.loading import make_glossary, read_terms, with_fields
from cardgen.data.glossary.model import GLOSSARY, Glossary
from cardgen.data.languages.chains import Languages
from cardgen.data.languages.overlays import TranslationEntry, read_exported, read_overlay
from cardgen.data.languages.own_words import check_words, with_words
from cardgen.data.languages.translations import Translator
from cardgen.data.lessons import read_lesson
from cardgen.data.limits import FieldEntry, Limits, fields_adapter, kinds_of
from cardgen.data.marked import value_at
from cardgen.data.model import (
    EVERY_LANGUAGE,
    RULES,
    Card,
    Deck,
    Game,
    GameFile,
    LanguagesEntry,
    RowsEntry,
    Rulebook,
    Template,
)
from cardgen.data.placeholder_values import placeholder_values
from cardgen.data.places import Key
from cardgen.data.positions import PositionText, make_positions, read_position
from cardgen.data.reading import Marked, Reader, place_after, try_model, validate
from cardgen.data.references import check_design, check_fonts, check_references, check_template, reserved_words
from cardgen.data.rows.decks import read_cards
from cardgen.data.rows.reuse import RowCache
from cardgen.data.rules.loading import read_card_rules
from cardgen.data.rules.rule import CardRules
from cardgen.data.targets import Section, game_model, load_sections
from cardgen.data.templates.files import KeptTemplates, read_template
from cardgen.data.templates.icons import check_shapes, icon_files, icons_in
from cardgen.data.uses import ALL_USES, REPRINT, reprinted_decks
from cardgen.data.waivers import read_waivers
from cardgen.engines.capabilities import ReadsRulesets
from cardgen.engines.registry import engine_fault, find_capability
from cardgen.text.fonts import FONTS

_Fields: TypeAlias = Mapping[str, dict[str, str] | None]
"""The fields that each deck declares; None if they are wrong."""
_Forms: TypeAlias = dict[tuple[str, str], Template]
"""The template of each deck and of targets with one, by its section of game.yaml and its name there."""


@dataclass(frozen=True, slots=True)
class _Source:
    """A game's folder that is being read: readers of its two folders, game.yaml as read, and the faults so far.

    `written` is game.yaml as it is written, `marked` the same with the keys that decks inherit from others. `sections`
    are the sections of the products that its targets name.
    """

    reader: Reader
    templates: Reader
    marked: Marked
    written: Marked
    sections: tuple[Section[Any], ...]
    faults: Faults


def load_game(
    folder: str | PathLike[str],
    templates: str | PathLike[str],
    shown_from: str | PathLike[str] | None = None,
    coming_fonts: Sequence[str] = (),
    cache: RowCache | None = None,
    draft: bool = False,
    contents: Mapping[str, bytes] | None = None,
) -> Game:
    """Return the game in `folder`, with templates from the folder `templates`.

    Messages show paths relative to `shown_from`. Templates may name `coming_fonts` before the game has them; such a
    game cannot be laid out yet. A `cache` keeps the rows for the next call, which reads only those that have changed.

    For a `draft`, pictures may be missing. `contents` are read instead of those of files, by resolved path.

    DataError with every fault of every file; its `partial` is the game without the rows that have faults, if all else
    can be laid out. Nothing outside the two folders is read.
    """
    game_folder = Path(folder)
    shown = None if shown_from is None else Path(shown_from)
    source = _open(game_folder, Path(templates), shown, draft, contents or {})
    marked, faults = source.marked, source.faults
    translator = _read_translator(source)
    # The files that game.yaml names are read even if something else in it is wrong, to report all faults at once.
    file = _read_game_file(source, translator)
    fonts = faults.attempt(read_fonts, source.reader, marked)
    declared = {deck: _declared_fields(source, deck) for deck in _keys(marked, "decks")}
    fields = {deck: None if entries is None else kinds_of(entries) for deck, entries in declared.items()}
    cards, partial = _read_decks(source, translator, declared, cache)
    forms = _read_templates(source, translator, fields, [*_keys(marked, "fonts"), *FONTS, *coming_fonts], cache)
    rulesets = _read_rulesets(source)
    rulebooks = _read_books(source, "rulebooks")
    books = {name: _read_books(source, "books", name, name=name) for name in _keys(marked, "books")}
    positions = _read_positions(source)
    terms = faults.attempt(read_terms, source.reader, marked, translator) if translator else None
    glossary = _read_glossary(source, translator, terms, fields, forms)
    plain_rulesets = {name: raw.value for name, (_, raw) in rulesets.items()}
    if glossary is not None:
        plain_rulesets[GLOSSARY] = glossary.values
    known = {deck: entries for deck, entries in declared.items() if entries is not None}
    rules = CardRules()
    if len(known) == len(declared):
        rules = faults.attempt(read_card_rules, source.reader, marked, known, plain_rulesets) or rules
    waivers = faults.attempt(read_waivers, source.reader) or ()
    lesson = faults.attempt(read_lesson, source.reader, marked)
    if file is not None:
        faults += check_references(file, marked, cards, source.reader)
        for template in {template.name: template for template in forms.values()}.values():
            faults += check_design(template, file)
    if translator is not None:
        kinds = {**fields, GLOSSARY: TERM_KINDS} if GLOSSARY in marked.value else fields
        words = {GLOSSARY: terms} if terms else {}
        translator.check_contexts({**cards, **words}, kinds, _unread_templates(source, forms))
        faults += translator.faults
    if file is None or translator is None:
        raise DataError(faults)
    design, named = file, translator
    printed_rulebooks = _in_printed_languages(rulebooks, design)

    def game(decks: dict[str, Deck]) -> Game:
        return Game(
            id=game_folder.name,
            folder=game_folder,
            file=design,
            marked=source.written,
            decks=decks,
            pages=_page_templates(source, design, forms),
            rulesets={name: rules for name, (rules, _) in rulesets.items()},
            ruleset_files={name: raw for name, (_, raw) in rulesets.items()},
            rulebooks=printed_rulebooks,
            books={name: _in_printed_languages(languages, design) for name, languages in books.items()},
            values=placeholder_values(design, decks, plain_rulesets, glossary),
            reader=source.reader,
            translations=named.result(),
            fonts=fonts or FontSet(),
            card_rules=rules,
            waivers=waivers,
            glossary=glossary,
            positions=make_positions(design, positions),
            lesson=lesson,
            table_books=printed_rulebooks,
        )

    if not faults:
        return game(_make_decks(source, file, cards, forms))
    every = {**partial, **cards}
    complete = all(deck in every and ("decks", deck) in forms for deck in file.decks)
    complete &= all(name in positions for name in file.positions) and fonts is not None
    complete &= len(rulesets) == len(file.rulesets) and (file.glossary is None or glossary is not None)
    raise DataError(faults, game(_make_decks(source, file, every, forms)) if complete else None)


def _open(
    folder: Path, templates: Path, shown_from: Path | None, draft: bool, contents: Mapping[str, bytes]
) -> _Source:
    """Read game.yaml. DataError if it or the decks that extend others cannot be read: there is nothing else to read."""
    reader = Reader(folder, shown_from, draft, contents)
    template_reader = Reader(templates, shown_from, contents=contents)
    template_reader.digests, template_reader.unsteady = reader.digests, reader.unsteady
    marked = reader.read_yaml(reader.find("game.yaml", Place(reader.shown(reader.fence))))
    if not isinstance(marked.value, dict):
        raise DataError(Fault(marked.place(), message("game.yaml must hold keys with values, such as titles")))
    sections, faults = load_sections(marked)
    return _Source(reader, template_reader, extend_decks(marked), marked, sections, Faults(faults))


def _read_game_file(source: _Source, translator: Translator | None) -> GameFile | None:
    """Return game.yaml as its model, with its texts in every language; None if anything in it is wrong."""
    marked = translator.translate_game(source.marked) if translator else source.marked
    file, faults = try_model(game_model(source.sections), marked)
    source.faults.extend(faults)
    if file is None:
        return None
    source.faults.extend(check_words(source.marked, file.words, file.languages))
    return with_outlines(with_words(file), file.sizes, marked, source.reader, source.faults)


def _make_decks(
    source: _Source, file: GameFile, cards: Mapping[str, tuple[Card, ...]], forms: _Forms
) -> dict[str, Deck]:
    reprinted = set(reprinted_decks(source.written, cards))
    return {
        name: Deck(
            id=name,
            titles=entry.titles,
            file=source.reader.locate(entry.cards).resolve(),
            size=size,
            template=forms["decks", name],
            cards=cards[name],
            fields=entry.kinds,
            uses=REPRINT if name in reprinted else entry.use or ALL_USES,
        )
        for name, entry in file.decks.items()
        if (size := file.size_named(entry.size)) is not None
    }


# ---------------------------------------------------------------- parts of game.yaml


def _keys(marked: Marked, *path: str) -> list[str]:
    """Return the keys of the mapping at `path`; none if there is no mapping."""
    value = value_at(marked.value, *path)
    return list(value) if isinstance(value, dict) else []


def _texts(marked: Marked, *path: str, inner: str | None = None) -> Iterator[tuple[str, str, Place]]:
    """Yield key, text and place of each value of the mapping at `path` that is a text, or whose key `inner` is one."""
    for key in _keys(marked, *path):
        where = (*path, key) if inner is None else (*path, key, inner)
        value = value_at(marked.value, *where)
        if isinstance(value, str):
            yield key, value, marked.place(*where)


# ---------------------------------------------------------------- languages


def _read_translator(source: _Source) -> Translator | None:
    """Return the translator of the game's texts; None if game.yaml has no valid languages."""
    keys = LanguagesEntry.model_fields
    try:
        entry = LanguagesEntry.model_validate({key: value for key, value in source.marked.value.items() if key in keys})
    except ValidationError:  # reported with the rest of game.yaml
        return None
    overlays: dict[str, tuple[TranslationEntry, ...]] = {}
    exported: dict[str, tuple[TranslationEntry, ...]] = {}
    for lang in entry.languages[1:]:
        entries = _read_overlay(source, entry, lang)
        if entries is not None:
            overlays[lang] = entries
        path = source.reader.fence / "i18n" / f"{lang}.po"
        if source.reader.has(path) and path.is_file() and path.resolve().is_relative_to(source.reader.fence):
            exported[lang] = source.faults.attempt(read_exported, source.reader, path) or ()
    return Translator(Languages(entry.languages, entry.fallback), overlays, exported)


def _read_overlay(source: _Source, entry: LanguagesEntry, lang: str) -> tuple[TranslationEntry, ...] | None:
    """Return the translations into a language; None if there is no file for it, or it cannot be read."""
    reader = source.reader
    key = lang if lang in entry.translations else EVERY_LANGUAGE
    file = entry.translations.get(key, "").replace("{lang}", lang)
    path = reader.fence / file
    # A file named by `{lang}` may be missing: its translation has not begun. One outside of the folder is a fault.
    if not file or (key != lang and not reader.has(path) and path.resolve().is_relative_to(reader.fence)):
        return None
    return source.faults.attempt(read_overlay, reader, file, source.marked.place("translations", key))


# ---------------------------------------------------------------- decks


def _read_decks(
    source: _Source,
    translator: Translator | None,
    declared: Mapping[str, dict[str, FieldEntry] | None],
    cache: RowCache | None,
) -> tuple[dict[str, tuple[Card, ...]], dict[str, tuple[Card, ...]]]:
    """Return the cards of each deck that can be read, with their texts in every language.

    The second value are the cards without faults of the other decks.
    """
    main = translator.languages.main if translator else ""
    decks: dict[str, tuple[Card, ...]] = {}
    partial: dict[str, tuple[Card, ...]] = {}
    seen: dict[Key, Place] = {}
    work = Budget(MOST_STEPS_READING)
    for deck, entries in declared.items():
        entry = _declared_rows(source.marked, deck)
        if entries is None or entry is None:
            continue
        part, kinds = source.marked.part("decks", deck), kinds_of(entries)
        limits = Limits(deck, entries, seen, part, work)
        read_faults: tuple[Fault, ...] = ()
        try:
            cards = read_cards(source.reader, deck, part, entry, kinds, main, cache, limits)
        except DataError as error:
            cards, read_faults = tuple(error.partial or ()), error.faults
        translated = translator.translate_cards(cards, kinds) if translator else cards
        filled, right, faults = fill_cards(translated, kinds, part.value.get("language"), main)
        source.faults.extend([*read_faults, *faults])
        if read_faults or faults:
            partial |= {deck: right} if right else {}
            continue
        if cache is not None and filled is not cards:
            filled = cache.with_kept_fields(deck, cards, filled)
        decks[deck] = filled
    return decks, partial


def _declared_fields(source: _Source, deck: str) -> dict[str, FieldEntry] | None:
    """Return the fields that a deck declares; None if they are wrong, so that its cards cannot be read."""
    entry = source.marked.part("decks", deck).value
    try:
        given = entry.get("fields", {}) if isinstance(entry, dict) else None
        fields = fields_adapter().validate_python(given)
    except ValidationError:  # reported with the rest of game.yaml
        return None
    reserved = {*reserved_words(source.marked), *_keys(source.marked, "rulesets")} & set(fields)
    for name in reserved:
        place = source.marked.key_place("decks", deck, "fields", name)
        text = message("a field cannot be called {name!r}", name=name)
        source.faults.append(Fault(place, text, message("this word is reserved for placeholders")))
    return None if reserved else fields


def _declared_rows(marked: Marked, deck: str) -> RowsEntry | None:
    """Return the keys of a deck's entry that are for its rows, even if others are wrong; None if they are wrong."""
    entry = marked.part("decks", deck).value
    keys = {field.alias or name for name, field in RowsEntry.model_fields.items()}
    if not isinstance(entry, dict):
        return None
    try:
        return RowsEntry.model_validate({key: value for key, value in entry.items() if key in keys})
    except ValidationError:  # reported with the rest of game.yaml
        return None


# ---------------------------------------------------------------- templates


def _named_templates(source: _Source) -> Iterator[tuple[str, str, str, Place]]:
    """Yield section, key, template file and its place for each deck, and each target with a template of its own."""
    paths = {"decks": ("decks",)} | {section.name: ("targets", section.name) for section in _templated(source)}
    for section, path in paths.items():
        for key, name, place in _texts(source.marked, *path, inner="template"):
            yield section, key, name, place


def _templated(source: _Source) -> list[Section[Any]]:
    return [section for section in source.sections if section.has_templates]


def _read_templates(
    source: _Source, translator: Translator | None, fields: _Fields, fonts: Sequence[str], cache: RowCache | None
) -> _Forms:
    """Return the templates that game.yaml names, checked. A file that is named several times is read once."""
    kept = None if cache is None else cache.templates
    templates: dict[str, Template] = {}
    forms: _Forms = {}
    for section, key, name, place in _named_templates(source):
        if name not in templates:
            template = source.faults.attempt(_read_template, source, translator, name, place, kept)
            if template is None:
                continue
            templates[name] = template
        forms[section, key] = templates[name]
        words = _known_words(source.marked, fields.get(key), in_deck=section == "decks")
        source.faults.extend(check_fonts(templates[name], fonts))
        source.faults.extend(check_template(templates[name], words, fields.get(key) or ()))
    return forms


def _read_template(
    source: _Source, translator: Translator | None, name: str, place: Place, kept: KeptTemplates | None
) -> Template:
    template = read_template(source.templates, name, place, kept)
    template = replace(template, icons={**icons_in(source.marked), **template.icons})
    if faults := list(check_shapes(template.icons)):
        raise DataError(faults)
    for file, file_place in icon_files(template.icons):  # even icons that no text uses yet
        if not (source.reader.draft and source.reader.is_missing(file)):
            source.faults.attempt(source.reader.find, file, file_place)
    return translator.translate_template(template) if translator else template


def _unread_templates(source: _Source, forms: _Forms) -> set[str]:
    """Return the names of the template files that could not be read."""
    named = {name for section, key, name, _ in _named_templates(source) if (section, key) not in forms}
    return {f"templates/{name}" for name in named}


def _page_templates(source: _Source, file: GameFile, forms: _Forms) -> dict[str, Template]:
    """Return the templates of targets by their file names, without those that could not be read."""
    return {
        target.template: forms[section.name, name]
        for section in _templated(source)
        for name, target in section.of(file).items()
        if (section.name, name) in forms
    }


def _known_words(marked: Marked, fields: Mapping[str, str] | None, in_deck: bool) -> set[str] | None:
    """Return the first words that placeholders of a template may have; None if the deck's fields are unknown."""
    words = {"game", "decks", "cards", "colours", "language", *_keys(marked, "rulesets")}
    words |= {GLOSSARY} & set(marked.value)
    if not in_deck:
        return words
    if fields is None:
        return None
    written = {"effect"} if any(field_kind(kind) is EFFECTS for kind in fields.values()) else set()
    return words | {"deck", "card", "id", "copies", *written, *fields}


# ---------------------------------------------------------------- the glossary


def _read_glossary(
    source: _Source, translator: Translator | None, terms: Sequence[Card] | None, fields: _Fields, forms: _Forms
) -> Glossary | None:
    """Return the glossary of the game; None if it has none, or there is a fault in it."""
    if not terms or translator is None:
        return None
    made = source.faults.attempt(make_glossary, terms, translator.languages.spoken)
    templates = {name: template for (section, name), template in forms.items() if section == "decks"}
    return made and source.faults.attempt(with_fields, made, source.marked, fields, templates)


# ---------------------------------------------------------------- rulebooks and rulesets

#: Characters of a rulebook: more than a hundred pages of text, and some seconds of work.
MOST_IN_RULEBOOK = 200_000


def _read_books(source: _Source, *path: str, name: str = RULES) -> dict[str, Rulebook]:
    """Return the texts of a book that can be read, by language. `path` leads to its files in game.yaml."""
    books: dict[str, Rulebook] = {}
    for lang, file, place in _texts(source.marked, *path):
        book = source.faults.attempt(_read_rulebook, source.reader, lang, file, place)
        if book is not None:
            books[lang] = replace(book, name=name)
    return books


def _in_printed_languages(books: Mapping[str, Rulebook], file: GameFile) -> dict[str, Rulebook]:
    """Return the languages of a book, which carry the game's own words."""
    spoken = {lang: lang for lang in file.languages}
    return {lang: replace(book, lang=spoken.get(lang, lang)) for lang, book in books.items()}


def _read_rulebook(reader: Reader, lang: str, name: str, place: Place) -> Rulebook:
    path = reader.find(name, place)
    text, shown = reader.read_text(path), reader.shown(path)
    if len(text) > MOST_IN_RULEBOOK:
        raise DataError(
            Fault(
                place_after(text[:MOST_IN_RULEBOOK], shown),
                message("the rulebook has {count:,} characters", count=len(text)),
                message("at most {most:,}: make two books of it, or leave parts out", most=MOST_IN_RULEBOOK),
            )
        )
    return Rulebook(lang, path.resolve(), shown, text)


def _read_rulesets(source: _Source) -> dict[str, tuple[Any, Marked]]:
    """Return the engine's model of each ruleset (its plain values if the engine has none), and the file as read."""
    model = _ruleset_model(source.marked)
    rulesets: dict[str, tuple[Any, Marked]] = {}

    def read(name: str, place: Place) -> tuple[Any, Marked]:
        raw = source.reader.read_yaml(source.reader.find(name, place))
        return (validate(model, raw) if model else raw.value), raw

    for ruleset, name, place in _texts(source.marked, "rulesets"):
        pair = source.faults.attempt(read, name, place)
        if pair is not None:
            rulesets[ruleset] = pair
    return rulesets


def _read_positions(source: _Source) -> dict[str, PositionText]:
    positions: dict[str, PositionText] = {}
    for name, file, place in _texts(source.marked, "positions", inner="file"):
        text = source.faults.attempt(read_position, source.reader, file, place)
        if text is not None:
            positions[name] = text
    return positions


def _ruleset_model(marked: Marked) -> type[Any] | None:
    """Return the engine's model of a ruleset; None for an unknown engine, which `check_references` reports."""
    engine = marked.value.get("engine")
    if not isinstance(engine, str) or engine_fault(engine, marked.place()) is not None:
        return None
    reads_rulesets = find_capability(engine, ReadsRulesets)
    return reads_rulesets.ruleset_model() if reads_rulesets else None
