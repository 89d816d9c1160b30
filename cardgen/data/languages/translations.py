"""Translate a game: each of its texts into each of its languages, from its own file, a translation file or a fallback.

Missing, outdated and unused translations are findings of the check, not faults: the game can be built without them.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, cast

from cardgen.base.errors import Fault, Finding, Place, Text, about_card, did_you_mean
from cardgen.base.records import replace
from cardgen.base.words.messages import Message, joined, message
from cardgen.data.fields import field_kind
from cardgen.data.glossary.model import GLOSSARY
from cardgen.data.kinds import LANGUAGE, LANGUAGE_EXPECTED, wrong_value
from cardgen.data.languages.chains import TRANSLATED_KEYS, FallbackText, Languages
from cardgen.data.languages.codes import CODES
from cardgen.data.languages.overlays import Context, GameText, State, TranslationEntry, Translations, by_context
from cardgen.data.model import Card, Template
from cardgen.data.places import Key
from cardgen.data.reading import Marked
from cardgen.data.rows.lists import SEPARATOR, join_list, parse_list
from cardgen.data.templates.forms import BoxForm, Side

#: The hint for a translation of a text that does not exist.
_OBSOLETE_HINT = message("keep old translations under obsolete:, or in a table with the state obsolete")


class Translator:
    """Translates the texts of a game and collects faults and findings.

    `kept` are the translations by language, `exported` what the PO files of the last export have: they say from which
    texts the translations in the game's own files were made.
    """

    def __init__(
        self,
        languages: Languages,
        kept: Mapping[str, Sequence[TranslationEntry]],
        exported: Mapping[str, Sequence[TranslationEntry]] | None = None,
    ) -> None:
        self.languages = languages
        self.kept = {lang: tuple(entries) for lang, entries in kept.items()}
        self.texts: dict[str, GameText] = {}
        self.findings: list[Finding] = []
        self.faults: list[Fault] = []
        self._by_context = {lang: by_context(entries) for lang, entries in self.kept.items()}
        self._exported = {lang: by_context(entries) for lang, entries in (exported or {}).items()}
        self._outdated: dict[tuple[str, str], str] = {}
        self._used: dict[str, dict[str, TranslationEntry]] = {}

    def result(self) -> Translations:
        """Return the texts, the translations and the findings, after the whole game has been translated."""
        for entry in self._entries():
            if entry.state == "obsolete":
                problem = message("{text}: translation of a text that the game no longer has", text=entry.context)
                self._report(entry.place, "translation-unused", problem, message("delete it if you do not need it"))
        return Translations(self.languages, tuple(self.texts.values()), self.kept, self._outdated, tuple(self.findings))

    def _entries(self) -> Iterator[TranslationEntry]:
        return (entry for entries in self.kept.values() for entry in entries)

    # ---------------------------------------------------------------- one text

    def translate(self, context: Context, texts: Mapping[str, str], place_of: Callable[..., Place]) -> dict[str, str]:
        """Return a text in every language of the game. `texts` are those in its own file, by language.

        `place_of()` is its place, `place_of(lang)` its place in that language. The text of another language in place of
        a missing or outdated one is a FallbackText.
        """
        languages, key = self.languages, str(context)
        self.texts[key] = GameText(context, texts, place_of)
        for lang in texts.keys() - set(languages.spoken):
            problem = message("{language!r} is not one of the game's languages", language=lang)
            hint = message("expected one of: {words}", words=joined(languages.spoken))
            self.faults.append(Fault(place_of(lang, key=True), problem, hint))
        result = dict(texts)
        if self.kept or self._exported:
            source = languages.find(texts, languages.main)
            for lang in languages.spoken:
                entry = self._by_context.get(lang, {}).get(key)
                if entry is not None and self._is_used(entry, context, texts.get(lang), source, place_of, lang):
                    result[lang] = entry.text
                    self._used.setdefault(key, {})[lang] = entry
                elif lang in texts and source and lang != source[1]:
                    own = TranslationEntry(key, texts[lang], place_of(lang))
                    if not self._is_current(own, context, source, lang):
                        del result[lang]
        self._add_fallbacks(result, context, place_of)
        return result

    def _add_fallbacks(self, texts: dict[str, str], context: Context, place_of: Callable[..., Place]) -> None:
        """Add a text of another language for each language that is missing, and report these languages."""
        missing = [lang for lang in self.languages.spoken if lang not in texts]
        fallbacks = {lang: self.languages.find(texts, lang) for lang in missing}
        if None in fallbacks.values():
            problem = message("the text in {language!r} is missing", language=self.languages.main)
            self.faults.append(Fault(place_of(), problem))
        for lang, fallback in fallbacks.items():
            if fallback is not None:
                texts[lang] = FallbackText(*fallback)
                if (lang, str(context)) not in self._outdated:
                    template = "{text} is not translated into {language!r}"
                    problem = message(template, text=name_of_text(context), language=lang)
                    self._report(place_of(), "translation-missing", problem, _fallback_hint(*fallback), context)

    def complete(self, values: Mapping[str, Any], place: Place) -> dict[str, Any]:
        """Return a value by language that is no text in every language of the game. Missing values are reported."""
        result = dict(values)
        for lang in self.languages.spoken:
            if lang not in values:
                fallback = self.languages.find(values, lang)
                if fallback is None:
                    problem = message("the value in {language!r} is missing", language=self.languages.main)
                    self.faults.append(Fault(place, problem))
                    break
                result[lang] = fallback[0]
                problem = message("there is no value in {language!r}", language=lang)
                hint = message("the one in {language!r} is used instead", language=fallback[1])
                self._report(place, "translation-missing", problem, hint)
        return result

    def _is_used(
        self,
        entry: TranslationEntry,
        context: Context,
        own: str | None,
        source: tuple[str, str] | None,
        place_of: Callable[..., Place],
        lang: str,
    ) -> bool:
        """Return True if a translation is used; report it if not, or if it replaces the text's `own` one in `lang`.

        `source` is the text in the main language now.
        """
        if not self._is_current(entry, context, source, lang):
            return False
        if own is not None and own != entry.text:
            problem = message("{text} in {language!r} is not used", text=name_of_text(context), language=lang)
            template = "the translation at {place} is used instead: delete one of the two"
            hint = message(template, place=entry.place)
            self._report(place_of(lang), "translation-unused", problem, hint, context)
        return True

    def _is_current(self, entry: TranslationEntry, context: Context, source: tuple[str, str] | None, lang: str) -> bool:
        """Return True if a translation is neither fuzzy nor made from another text than `source`; report it if so."""
        state, old = self._origin(entry, lang)
        changed = source is not None and old and old.strip() != source[0].strip()
        if state != "fuzzy" and not changed:
            return True
        text = name_of_text(context)
        problem = message("{text} in {language!r} is marked as fuzzy", text=text, language=lang)
        hint = message("it is not used until you confirm it")
        if changed and source:
            template = "{text} in {language!r} is a translation of an older text, “{source}”"
            problem = message(template, text=text, language=lang, source=shortened(old))
            template = "the text is now “{source}”; the translation is not used until you confirm it"
            hint = message(template, source=shortened(source[0]))
        self._outdated[lang, str(context)] = old
        self._report(entry.place, "translation-outdated", problem, hint, context)
        return False

    def _origin(self, entry: TranslationEntry, lang: str) -> tuple[State, str]:
        """Return the state of a translation and the text that it was made from, "" if that is unknown.

        A translation that does not say so was made from the text that was last exported with it.
        """
        exported = self._exported.get(lang, {}).get(entry.context)
        if entry.source or entry.state or exported is None or exported.text.strip() != entry.text.strip():
            return entry.state, entry.source
        return exported.state, exported.source

    def _report(self, place: Place, name: str, problem: Text, hint: Text, context: Context | None = None) -> None:
        self.findings.append(finding_about(context, name, place, problem, hint))

    # ---------------------------------------------------------------- parts of a game

    def translate_game(self, marked: Marked) -> Marked:
        """Return game.yaml with its titles and similar texts in every language. Everything else stays as it is."""
        value = marked.value

        def translated(mapping: Any, path: tuple[str, ...], key: str) -> Any:
            if not isinstance(mapping, dict) or not _is_text_by_language(mapping.get(key)):
                return mapping
            part = marked.part(*path, key)
            context = Context("", "game.yaml", ".".join((*path, key)))
            return {**mapping, key: self.translate(context, part.value, _places(part))}

        value = translated(value, (), "titles")
        for key in ("titles", "changes"):
            value = _replaced(value, "source", translated(value.get("source"), ("source",), key))
        for deck, entry in _items(value.get("decks")):
            value = _replaced(value, "decks", {**value["decks"], deck: translated(entry, ("decks", deck), "titles")})
        for name, entry in _items(value.get("positions")):
            entry = translated(entry, ("positions", name), "titles")
            value = _replaced(value, "positions", {**value["positions"], name: entry})
        for section, targets in _items(value.get("targets")):
            for key, target in _items(targets):
                path = ("targets", section, key)
                target = translated(target, path, "titles")
                for name, _ in _items(target.get("names") if isinstance(target, dict) else None):
                    target = {**target, "names": translated(target["names"], (*path, "names"), name)}
                targets = {**targets, key: target}
            value = _replaced(value, "targets", {**value["targets"], section: targets})
        return replace(marked, value=value)

    def translate_cards(self, cards: Sequence[Card], fields: Mapping[str, str]) -> tuple[Card, ...]:
        """Return the cards of a deck with their texts in every language. `fields` are the kinds of their fields."""
        names = [name for name, kind in fields.items() if field_kind(kind).by_language]
        return tuple(self._translate_card(card, names) for card in cards) if names else tuple(cards)

    def _translate_card(self, card: Card, names: Sequence[str]) -> Card:
        translated: dict[str, Any] = {}
        marked = card.marked
        for name in names:
            context, own = Context(card.deck, card.id, name), card.fields[name]
            if own is None:
                self._report_empty_field(context)
            elif isinstance(next(iter(own.values())), str):
                translated[name] = self.translate(context, own, _places(card.marked, name))
            else:
                translated[name] = self._translate_list(context, own, _places(card.marked, name))
            if own is not None:
                marked = self._with_used(marked, name, own, context)
        return replace(card, fields={**card.fields, **translated}, marked=marked) if translated else card

    def _with_used(self, marked: Marked, key: str, own: Mapping[str, Any], context: Context) -> Marked:
        """Return a value with the translations at `key` that files have, and their places there.

        A mistake in a translation is reported where it is written.
        """
        used = self._used.get(str(context))
        if not used:
            return marked
        texts = {lang: entry.text for lang, entry in used.items()}
        places = {(*marked.base, key, lang): entry.place for lang, entry in used.items()}
        value = {**marked.value, key: {**own, **texts}}
        return replace(marked, value=value, places=ChainMap(places, cast(dict[Key, Place], marked.places)))

    def _report_empty_field(self, context: Context) -> None:
        """Report the translations of a field that the card leaves out."""
        for entries in self._by_context.values():
            entry = entries.get(str(context))
            if entry is not None:
                problem = message("{field} is translated, but the card leaves it out", field=context.field)
                self._report(entry.place, "translation-unused", problem, "", context)

    def _translate_list(
        self, context: Context, own: Mapping[str, tuple[Any, ...]], place_of: Callable[..., Place]
    ) -> dict[str, tuple[Any, ...]]:
        """Return a list in every language of the game. It is translated as one text, then split as in a table."""
        texts = {lang: join_list(entries) for lang, entries in own.items()}
        lists: dict[str, tuple[Any, ...]] = {}
        for lang, text in self.translate(context, texts, place_of).items():
            real_lang = text.lang if isinstance(text, FallbackText) else lang
            entries = own[real_lang] if texts.get(real_lang) == text else tuple(parse_list(text))
            if "" in entries and real_lang == lang:
                template = "{text}: there is an empty entry in “{list}”"
                problem = message(template, text=name_of_text(context), list=shortened(text))
                hint = message("{separator} separates the entries of a list", separator=SEPARATOR)
                self.faults.append(Fault(self._by_context[lang][str(context)].place, problem, hint))
            if real_lang != lang:
                entries = tuple(
                    FallbackText(entry, real_lang) if isinstance(entry, str) else entry for entry in entries
                )
            lists[lang] = entries
        return lists

    def translate_template(self, template: Template) -> Template:
        """Return a template with its texts by language in every language of the game."""
        file = f"templates/{template.name}"

        def translated_box(form: BoxForm, path: str) -> BoxForm:
            box = form.marked
            side, first = form.chain[0] if form.chain else ("", path.rpartition(".")[2])
            # A text that goes on in other boxes is that of the first.
            own = f"{side or path.rpartition('.')[0]}.{first}"
            fields = {
                key: own if key == "text" else f"{path}.{key}"
                for key in TRANSLATED_KEYS
                if isinstance(box.value.get(key), dict)
            }
            texts = {key: self._translate_part(box.part(key), file, field, key) for key, field in fields.items()}
            inside = {name: translated_box(inner, f"{path}.{name}") for name, inner in form.inside.items()}
            for key, field in fields.items():
                box = self._with_used(box, key, texts[key], Context("", file, field))
            return replace(form, marked=replace(box, value={**box.value, **texts}), inside=inside)

        def translated_side(name: str, side: Side) -> Side:
            description = self._translate_part(side.description, file, f"{name}.description", "description")
            boxes = {key: translated_box(form, f"{name}.{key}") for key, form in side.boxes.items()}
            return replace(side, description=replace(side.description, value=description), boxes=boxes)

        return replace(template, sides={name: translated_side(name, side) for name, side in template.sides.items()})

    def _translate_part(self, part: Marked, file: str, field: str, key: str) -> dict[str, Any]:
        """Return a value by language of a template in every language; `key` is its key, `field` its name as a text."""
        for lang in part.value:
            if not LANGUAGE.fullmatch(lang):
                self.faults.append(Fault(part.key_place(lang), wrong_value(lang, LANGUAGE_EXPECTED).text))
        if key == "file" or not all(isinstance(text, str) for text in part.value.values()):
            return self.complete(part.value, part.place())
        # Games of other languages may share the template, so it may have more languages.
        searched = {other for lang in self.languages.spoken for other in self.languages.chain(lang)}
        texts = {lang: text for lang, text in part.value.items() if lang in searched}
        return {**part.value, **self.translate(Context("", file, field), texts, _places(part))}

    # ---------------------------------------------------------------- translations of unknown texts

    def check_contexts(
        self,
        cards: Mapping[str, Sequence[Card]],
        fields: Mapping[str, Mapping[str, str] | None],
        unread: Collection[str],
    ) -> None:
        """Add a fault for each translation of a text that does not exist.

        `fields` are the declared fields of each deck, `cards` the cards of each deck that could be read. Translations
        for other decks, and for the `unread` templates, cannot be checked.
        """
        files = {text.context.card for text in self.texts.values() if not text.context.deck}
        ids = {deck: [card.id for card in deck_cards] for deck, deck_cards in cards.items()}
        for entry in self._entries():
            if entry.state == "obsolete" or entry.context in self.texts:
                continue
            deck, card, name = Context.parse(entry.context)
            if (deck in fields and deck not in ids) or (not deck and card in unread):
                continue
            problems = (
                _check_card_text(deck, card, name, ids, fields) if deck else self._check_file_text(card, name, files)
            )
            self.faults += [Fault(entry.place, problem, hint) for problem, hint in problems]

    def _check_file_text(self, file: str, name: str, files: set[str]) -> Iterator[tuple[Text, Text]]:
        """Yield the problem of a translation for a text `name` of a file, and a hint."""
        if not file:
            hint = message("name a card's deck, id and field, or a file and a text in it")
            yield message("{name!r} is not the name of a text", name=name), hint
        elif file not in files:
            problem = message("{file!r} is not a file with texts of the game", file=file)
            yield problem, did_you_mean(file, sorted(files))
        else:
            fields = [text.context.field for text in self.texts.values() if text.context.card == file]
            yield message("{file} has no text {name!r}", file=file, name=name), did_you_mean(name, fields)


def _check_card_text(
    deck: str,
    card: str,
    name: str,
    ids: Mapping[str, Sequence[str]],
    fields: Mapping[str, Mapping[str, str] | None],
) -> Iterator[tuple[Text, Text]]:
    """Yield the problem of a translation for the field `name` of a card, and a hint. None if the card leaves it out."""
    if deck not in ids:
        yield message("there is no deck {name!r}", name=deck), did_you_mean(deck, list(fields)) or _OBSOLETE_HINT
        return
    if card not in ids[deck] and deck == GLOSSARY:
        yield message("there is no term {name!r} in the glossary", name=card), did_you_mean(card, ids[deck])
        return
    if card not in ids[deck]:
        problem = message("there is no card {card!r} in deck {deck!r}", card=card, deck=deck)
        yield problem, did_you_mean(card, ids[deck]) or _OBSOLETE_HINT
        return
    kinds = {field: kind.removesuffix("?") for field, kind in (fields[deck] or {}).items()}
    if name not in kinds:
        translated = [field for field, kind in kinds.items() if field_kind(kind).by_language]
        yield message("deck {deck!r} has no field {field!r}", deck=deck, field=name), did_you_mean(name, translated)
    elif not field_kind(kinds[name]).by_language:
        template = "field {field!r} of deck {deck!r} cannot be translated: its kind is {kind}"
        problem = message(template, field=name, deck=deck, kind=kinds[name])
        yield problem, message("fields of the kinds texts and lists can be translated")


def finding_about(context: Context | None, name: str, place: Place, problem: Text, hint: Text) -> Finding:
    """Return the finding `name` of CODES about a text. Those about a card or a term name it."""
    deck, card = (context.deck, context.card) if context and context.deck else ("", "")
    if deck == GLOSSARY:
        return CODES[name].finding(place, message("term {term!r}: {problem}", term=card, problem=problem), hint)
    return CODES[name].finding(place, about_card(card, problem), hint, deck=deck, card=card)


def _places(marked: Marked, *path: str) -> Callable[..., Place]:
    """Return the function for the place of a text by language at `path`, and of the text or key of one language."""

    def place_of(*lang: str, key: bool = False) -> Place:
        return marked.key_place(*path, *lang) if key else marked.place(*path, *lang)

    return place_of


def name_of_text(context: Context) -> Text:
    """Return the name of a text for messages. A message about a card names the card itself."""
    if context.deck:
        return context.field
    return message("{text} of {file}", text=context.field, file=context.card)


def _fallback_hint(text: str, lang: str) -> Message:
    return message("the text in {language!r} is used instead: “{text}”", language=lang, text=shortened(text))


def shortened(text: str) -> str:
    """Return a text on one line, shortened for a message."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39] + "…"


def _is_text_by_language(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(isinstance(text, str) and text for text in value.values())


def _items(value: Any) -> list[tuple[str, Any]]:
    """Return the items of a mapping; none if the value is no mapping."""
    return list(value.items()) if isinstance(value, dict) else []


def _replaced(value: Any, key: str, inner: Any) -> Any:
    """Return the mapping with another value at `key`, if it has this key."""
    return {**value, key: inner} if key in value else value
