"""Every text of a game in every language of it: its own, a translation laid over it, or what it falls back to.

What is missing, out of date or of no use is no fault: it is told by the check.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardgen.data.fields import field_kind
from cardgen.data.kinds import LANGUAGE
from cardgen.data.languages.chains import SPOKEN, Borrowed, Languages
from cardgen.data.languages.codes import CODES
from cardgen.data.languages.overlays import Context, Entry, GameText, Translations
from cardgen.data.model import Card, Template
from cardgen.data.reading import Marked
from cardgen.data.rows.lists import SEPARATOR, join_list, parse_list
from cardgen.data.templates.forms import BoxForm, Side
from cardgen.errors import Fault, Finding, Place, about_card, did_you_mean

#: What may be done about a translation of nothing that there is.
_GONE = "what the game has no more is kept under obsolete:, or in a table with that state"


class Translator:
    """Says each text of a game in all its languages, and gathers what is wrong."""

    def __init__(self, languages: Languages, kept: Mapping[str, Sequence[Entry]]) -> None:
        self.languages = languages
        self.kept = {lang: tuple(entries) for lang, entries in kept.items()}
        self.texts: dict[str, GameText] = {}
        self.findings: list[Finding] = []
        self.faults: list[Fault] = []
        self._by_context = {
            lang: {entry.context: entry for entry in entries if entry.state != "obsolete"}
            for lang, entries in self.kept.items()
        }

    def finished(self) -> Translations:
        """What has been found out. Beforehand, `check_contexts` looks for translations of nothing."""
        for entries in self.kept.values():
            for entry in entries:
                if entry.state == "obsolete":
                    told = f"{entry.context}: a translation of what the game has no more"
                    self._tell(entry.place, "translation-unused", told, "take it out, if it is of no more use")
        return Translations(self.languages, tuple(self.texts.values()), self.kept, tuple(self.findings))

    # ---------------------------------------------------------------- one text

    def say(self, context: Context, texts: Mapping[str, str], place_of: Callable[..., Place]) -> dict[str, str]:
        """A text in every language of the game.

        `place_of()` is where it stands, `place_of(lang)` where it does in that language. What is missing is Borrowed.
        """
        languages, written = self.languages, str(context)
        self.texts[written] = GameText(context, texts, place_of())
        for lang in texts.keys() - set(languages.spoken):
            told = f"{lang!r} is not one of the game's languages"
            self.faults.append(Fault(place_of(lang), told, ", ".join(languages.spoken)))
        said = dict(texts)
        if self.kept or len(said) < len(languages.spoken):
            source = languages.find(texts, languages.main)
            for lang in languages.spoken:
                entry = self._by_context.get(lang, {}).get(written)
                if entry is not None and self._is_of_use(entry, context, texts.get(lang), source, place_of, lang):
                    said[lang] = entry.text
        missing = [lang for lang in languages.spoken if lang not in said]
        if missing:
            found = {lang: languages.find(said, lang) for lang in missing}
            if None in found.values():
                self.faults.append(Fault(place_of(), f"the text in {languages.main!r} is missing"))
            for lang, instead in found.items():
                if instead is not None:
                    said[lang] = Borrowed(*instead)
                    if written not in self._by_context.get(lang, {}):
                        told = f"{_named(context)} is not translated into {lang!r}"
                        self._tell(place_of(), "translation-missing", told, _shown(*instead), context)
        return said

    def complete(self, values: Mapping[str, Any], place: Place) -> dict[str, Any]:
        """A value by language that is no text, in every language of the game; one that is missing is told."""
        made = dict(values)
        for lang in self.languages.spoken:
            if lang not in values:
                instead = self.languages.find(values, lang)
                if instead is None:
                    self.faults.append(Fault(place, f"what it is in {self.languages.main!r} is missing"))
                    break
                made[lang] = instead[0]
                told = f"there is nothing for {lang!r}"
                self._tell(place, "translation-missing", told, f"the one for {instead[1]!r} stands for it")
        return made

    def _is_of_use(
        self,
        entry: Entry,
        context: Context,
        own: str | None,
        source: tuple[str, str] | None,
        place_of: Callable[..., Place],
        lang: str,
    ) -> bool:
        """Whether a translation is used in place of the text's `own` one in `lang`, if it has one; told if not."""
        changed = source is not None and entry.source and entry.source.strip() != source[0].strip()
        if entry.state == "fuzzy" or changed:
            told = f"{_named(context)} in {lang!r} "
            told += f"was made from {_cut(entry.source)}" if changed else "is marked as fuzzy"
            hint = f"now {_cut(source[0])}; " if changed and source else ""
            hint += "it is not used until it is confirmed"
            self._tell(entry.place, "translation-outdated", told, hint, context)
            return False
        if own is not None and own != entry.text:
            told = f"{_named(context)} in {lang!r} is not used"
            self._tell(place_of(lang), "translation-unused", told, f"{entry.place} has another", context)
        return True

    def _tell(self, place: Place, name: str, message: str, hint: str, context: Context | None = None) -> None:
        deck, card = (context.deck, context.card) if context and context.deck else ("", "")
        self.findings.append(CODES[name].finding(place, about_card(card, message), hint, deck=deck, card=card))

    # ---------------------------------------------------------------- parts of a game

    def say_game(self, marked: Marked) -> Marked:
        """game.yaml with its titles and the like in every language; what is no text by language is left as it is."""
        value = marked.value

        def into(inside: Any, path: tuple[str, ...], key: str) -> Any:
            if not isinstance(inside, dict) or not _by_language(inside.get(key)):
                return inside
            here = marked.part(*path, key)
            context = Context("", "game.yaml", ".".join((*path, key)))
            return {**inside, key: self.say(context, here.value, _places(here))}

        value = into(value, (), "titles")
        for key in ("titles", "changes"):
            value = _with(value, "source", into(value.get("source"), ("source",), key))
        for deck, entry in _entries(value.get("decks")):
            value = _with(value, "decks", {**value["decks"], deck: into(entry, ("decks", deck), "titles")})
        for section, targets in _entries(value.get("targets")):
            for key, target in _entries(targets):
                path = ("targets", section, key)
                target = into(target, path, "titles")
                for name, _ in _entries(target.get("names") if isinstance(target, dict) else None):
                    target = {**target, "names": into(target["names"], (*path, "names"), name)}
                targets = {**targets, key: target}
            value = _with(value, "targets", {**value["targets"], section: targets})
        return replace(marked, value=value)

    def say_cards(self, cards: Sequence[Card], fields: Mapping[str, str]) -> tuple[Card, ...]:
        """The cards of a deck with their texts in every language."""
        texts = [name for name, kind in fields.items() if field_kind(kind).by_language]
        return tuple(self._card(card, texts) for card in cards) if texts else tuple(cards)

    def _card(self, card: Card, texts: Sequence[str]) -> Card:
        said: dict[str, Any] = {}
        for name in texts:
            if card.fields[name] is None:
                for entries in self._by_context.values():
                    entry = entries.get(f"{card.deck}/{card.id}/{name}")
                    if entry is not None:
                        context, told = Context(card.deck, card.id, name), f"{name} is translated, but left out here"
                        self._tell(entry.place, "translation-unused", told, "", context)
                continue
            context, own = Context(card.deck, card.id, name), card.fields[name]
            if isinstance(next(iter(own.values())), str):
                said[name] = self.say(context, own, _places(card.marked, name))
            else:
                said[name] = self._list(context, own, _places(card.marked, name))
        return replace(card, fields={**card.fields, **said}) if said else card

    def _list(
        self, context: Context, own: Mapping[str, tuple[Any, ...]], place_of: Callable[..., Place]
    ) -> dict[str, tuple[Any, ...]]:
        """A list in every language of the game: said as one text, and parted as such a text is in a table."""
        whole = {lang: join_list(entries) for lang, entries in own.items()}
        lists: dict[str, tuple[Any, ...]] = {}
        for lang, text in self.say(context, whole, place_of).items():
            spoken = text.lang if isinstance(text, Borrowed) else lang
            entries = own[spoken] if whole.get(spoken) == text else tuple(parse_list(text))
            if "" in entries and spoken == lang:
                told = f"{_named(context)}: an empty entry in {_cut(text)}"
                place = self._by_context[lang][str(context)].place
                self.faults.append(Fault(place, told, f"{SEPARATOR} parts the entries of a list"))
            if spoken != lang:
                entries = tuple(Borrowed(each, spoken) if isinstance(each, str) else each for each in entries)
            lists[lang] = entries
        return lists

    def say_template(self, template: Template) -> Template:
        """A template with the texts that it writes by language in every language of the game."""

        def say(marked: Marked, path: str, key: str) -> Any:
            here, at = marked.part(key) if key else marked, f"{path}.{key}" if key not in ("", "text") else path
            for lang in here.value:
                if not LANGUAGE.fullmatch(lang):
                    told = f"{lang!r} given, expected a language code such as en or zh"
                    self.faults.append(Fault(here.key_place(lang), told))
            if all(isinstance(each, str) for each in here.value.values()) and key != "file":
                # Games of other languages may share the template, so it may have more.
                texts = {lang: text for lang, text in here.value.items() if lang in self._wanted}
                return {**here.value, **self.say(Context("", f"templates/{template.name}", at), texts, _places(here))}
            return self.complete(here.value, here.place())

        def box_in(form: BoxForm, path: str) -> BoxForm:
            box = form.marked
            said = {key: say(box, path, key) for key in SPOKEN if isinstance(box.value.get(key), dict)}
            inside = {name: box_in(inner, f"{path}.{name}") for name, inner in form.inside.items()}
            return replace(form, marked=replace(box, value={**box.value, **said}), inside=inside)

        def side_in(name: str, side: Side) -> Side:
            description = replace(side.description, value=say(side.description, f"{name}.description", ""))
            boxes = {key: box_in(form, f"{name}.{key}") for key, form in side.boxes.items()}
            return replace(side, description=description, boxes=boxes)

        return replace(template, sides={name: side_in(name, side) for name, side in template.sides.items()})

    @property
    def _wanted(self) -> set[str]:
        """The languages that a text may have to be looked up in."""
        return {each for lang in self.languages.spoken for each in self.languages.chain(lang)}

    # ---------------------------------------------------------------- what names nothing

    def check_contexts(
        self,
        cards: Mapping[str, Sequence[Card]],
        fields: Mapping[str, Mapping[str, str] | None],
        unread: Collection[str],
    ) -> None:
        """A fault for each translation of what there is not.

        `fields` are what each deck declares, `cards` those of each deck that could be read; translations of the others,
        and of the templates that are `unread`, wait.
        """
        files = {text.context.card for text in self.texts.values() if not text.context.deck}
        ids = {deck: [card.id for card in found] for deck, found in cards.items()}
        for entry in (entry for entries in self.kept.values() for entry in entries):
            if entry.state == "obsolete" or entry.context in self.texts:
                continue
            deck, card, name = Context.parse(entry.context)
            if (deck in fields and deck not in ids) or (not deck and card in unread):
                continue
            told = self._strange_card(deck, card, name, ids, fields) if deck else self._strange_text(card, name, files)
            self.faults += [Fault(entry.place, *each) for each in told]

    def _strange_text(self, file: str, name: str, files: set[str]) -> Iterator[tuple[str, str]]:
        if not file:
            yield f"{name!r} is not what can be translated", "a card's deck, id and field, or a file and a text in it"
        elif file not in files:
            yield f"there are no texts of {file!r}", did_you_mean(file, sorted(files))
        else:
            known = [text.context.field for text in self.texts.values() if text.context.card == file]
            yield f"{file} has no text {name!r}", did_you_mean(name, known)

    def _strange_card(
        self,
        deck: str,
        card: str,
        name: str,
        ids: Mapping[str, Sequence[str]],
        fields: Mapping[str, Mapping[str, str] | None],
    ) -> Iterator[tuple[str, str]]:
        if deck not in ids:
            yield f"there is no deck {deck!r}", did_you_mean(deck, list(fields)) or _GONE
        elif card not in ids[deck]:
            yield f"there is no card {card!r} in {deck}", did_you_mean(card, ids[deck]) or _GONE
        else:
            kinds = {each: kind.removesuffix("?") for each, kind in (fields[deck] or {}).items()}
            if name not in kinds:
                texts = [each for each, kind in kinds.items() if field_kind(kind).by_language]
                yield f"{deck} has no text {name!r}", did_you_mean(name, texts)
            elif not field_kind(kinds[name]).by_language:  # such a one is left out on the card, as has been told
                told = f"the field {name!r} of {deck} is of the kind {kinds[name]}, the same in every language"
                yield told, "one of the kind texts or lists can be translated"


def _places(marked: Marked, *path: str) -> Callable[..., Place]:
    """Where a text by language stands, and where what it says in one language does."""

    def place_of(*lang: str) -> Place:
        return marked.key_place(*path, *lang) if lang else marked.place(*path)

    return place_of


def _named(context: Context) -> str:
    return context.field if context.deck else f"{context.field} of {context.card}"


def _shown(text: str, lang: str) -> str:
    return f"the text in {lang!r} stands for it: {_cut(text)}"


def _cut(text: str) -> str:
    """A text in quotes, shortened for a message."""
    line = " ".join(text.split())
    return f"“{line if len(line) <= 40 else line[:39] + '…'}”"


def _by_language(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(isinstance(each, str) and each for each in value.values())


def _entries(value: Any) -> list[tuple[str, Any]]:
    return list(value.items()) if isinstance(value, dict) else []


def _with(value: Any, key: str, inner: Any) -> Any:
    """The mapping with what stands under `key`, if there is such a key."""
    return {**value, key: inner} if key in value else value
