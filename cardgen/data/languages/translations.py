"""Every text of a game in every language of it: its own, a translation laid over it, or what it falls back to.

What is missing, out of date or of no use is no fault: it is told by the check.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardgen.data.fields import field_kind
from cardgen.data.kinds import LANGUAGE, LANGUAGE_EXPECTED, wrong_value
from cardgen.data.languages.chains import SPOKEN, Borrowed, Languages
from cardgen.data.languages.codes import CODES
from cardgen.data.languages.overlays import Context, Entry, GameText, Translations
from cardgen.data.model import Card, Template
from cardgen.data.reading import Marked
from cardgen.data.rows.lists import SEPARATOR, join_list, parse_list
from cardgen.data.templates.forms import BoxForm, Side
from cardgen.errors import Fault, Finding, Place, Text, about_card, did_you_mean
from cardgen.words.messages import Message, joined, message

#: The hint for a translation of a text that does not exist.
_OBSOLETE_HINT = message("keep old translations under obsolete:, or in a table with the state obsolete")


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
                    problem = message("{text}: translation of a text that the game no longer has", text=entry.context)
                    self._report(entry.place, "translation-unused", problem, message("delete it if you do not need it"))
        return Translations(self.languages, tuple(self.texts.values()), self.kept, tuple(self.findings))

    # ---------------------------------------------------------------- one text

    def say(self, context: Context, texts: Mapping[str, str], place_of: Callable[..., Place]) -> dict[str, str]:
        """A text in every language of the game.

        `place_of()` is where it stands, `place_of(lang)` where it does in that language. What is missing is Borrowed.
        """
        languages, written = self.languages, str(context)
        self.texts[written] = GameText(context, texts, place_of())
        for lang in texts.keys() - set(languages.spoken):
            problem = message("{language!r} is not one of the game's languages", language=lang)
            hint = message("expected one of: {words}", words=joined(languages.spoken))
            self.faults.append(Fault(place_of(lang), problem, hint))
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
                problem = message("the text in {language!r} is missing", language=languages.main)
                self.faults.append(Fault(place_of(), problem))
            for lang, instead in found.items():
                if instead is not None:
                    said[lang] = Borrowed(*instead)
                    if written not in self._by_context.get(lang, {}):
                        template = "{text} is not translated into {language!r}"
                        problem = message(template, text=_text_name(context), language=lang)
                        self._report(place_of(), "translation-missing", problem, _replacement(*instead), context)
        return said

    def complete(self, values: Mapping[str, Any], place: Place) -> dict[str, Any]:
        """A value by language that is no text, in every language of the game; one that is missing is told."""
        made = dict(values)
        for lang in self.languages.spoken:
            if lang not in values:
                instead = self.languages.find(values, lang)
                if instead is None:
                    problem = message("the value in {language!r} is missing", language=self.languages.main)
                    self.faults.append(Fault(place, problem))
                    break
                made[lang] = instead[0]
                problem = message("there is no value in {language!r}", language=lang)
                hint = message("the one in {language!r} is used instead", language=instead[1])
                self._report(place, "translation-missing", problem, hint)
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
            text = _text_name(context)
            problem = message("{text} in {language!r} is marked as fuzzy", text=text, language=lang)
            hint = message("it is not used until you confirm it")
            if changed and source:
                template = "{text} in {language!r} is a translation of an older text, “{source}”"
                problem = message(template, text=text, language=lang, source=_shortened(entry.source))
                template = "the text is now “{source}”; the translation is not used until you confirm it"
                hint = message(template, source=_shortened(source[0]))
            self._report(entry.place, "translation-outdated", problem, hint, context)
            return False
        if own is not None and own != entry.text:
            problem = message("{text} in {language!r} is not used", text=_text_name(context), language=lang)
            hint = message("the translation at {place} is used instead", place=entry.place)
            self._report(place_of(lang), "translation-unused", problem, hint, context)
        return True

    def _report(self, place: Place, name: str, problem: Text, hint: Text, context: Context | None = None) -> None:
        deck, card = (context.deck, context.card) if context and context.deck else ("", "")
        self.findings.append(CODES[name].finding(place, about_card(card, problem), hint, deck=deck, card=card))

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
                        context = Context(card.deck, card.id, name)
                        problem = message("{field} is translated, but the card leaves it out", field=name)
                        self._report(entry.place, "translation-unused", problem, "", context)
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
                template = "{text}: there is an empty entry in “{list}”"
                problem = message(template, text=_text_name(context), list=_shortened(text))
                hint = message("{separator} separates the entries of a list", separator=SEPARATOR)
                self.faults.append(Fault(self._by_context[lang][str(context)].place, problem, hint))
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
                    self.faults.append(Fault(here.key_place(lang), wrong_value(lang, LANGUAGE_EXPECTED).text))
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
            told = (
                self._unknown_card_text(deck, card, name, ids, fields)
                if deck
                else self._unknown_text(card, name, files)
            )
            self.faults += [Fault(entry.place, *each) for each in told]

    def _unknown_text(self, file: str, name: str, files: set[str]) -> Iterator[tuple[Text, Text]]:
        if not file:
            hint = message("name a card's deck, id and field, or a file and a text in it")
            yield message("{name!r} is not the name of a text", name=name), hint
        elif file not in files:
            problem = message("{file!r} is not a file with texts of the game", file=file)
            yield problem, did_you_mean(file, sorted(files))
        else:
            fields = [text.context.field for text in self.texts.values() if text.context.card == file]
            yield message("{file} has no text {name!r}", file=file, name=name), did_you_mean(name, fields)

    def _unknown_card_text(
        self,
        deck: str,
        card: str,
        name: str,
        ids: Mapping[str, Sequence[str]],
        fields: Mapping[str, Mapping[str, str] | None],
    ) -> Iterator[tuple[Text, Text]]:
        if deck not in ids:
            yield message("there is no deck {name!r}", name=deck), did_you_mean(deck, list(fields)) or _OBSOLETE_HINT
        elif card not in ids[deck]:
            problem = message("there is no card {card!r} in deck {deck!r}", card=card, deck=deck)
            yield problem, did_you_mean(card, ids[deck]) or _OBSOLETE_HINT
        else:
            kinds = {each: kind.removesuffix("?") for each, kind in (fields[deck] or {}).items()}
            if name not in kinds:
                texts = [each for each, kind in kinds.items() if field_kind(kind).by_language]
                problem = message("deck {deck!r} has no field {field!r}", deck=deck, field=name)
                yield problem, did_you_mean(name, texts)
            elif not field_kind(kinds[name]).by_language:  # otherwise the card leaves it out, which is reported already
                template = "field {field!r} of deck {deck!r} cannot be translated: its kind is {kind}"
                problem = message(template, field=name, deck=deck, kind=kinds[name])
                yield problem, message("fields of the kinds texts and lists can be translated")


def _places(marked: Marked, *path: str) -> Callable[..., Place]:
    """Where a text by language stands, and where what it says in one language does."""

    def place_of(*lang: str) -> Place:
        return marked.key_place(*path, *lang) if lang else marked.place(*path)

    return place_of


def _text_name(context: Context) -> Text:
    """Return the name of a text for messages. A message about a card names the card itself."""
    if context.deck:
        return context.field
    return message("{text} of {file}", text=context.field, file=context.card)


def _replacement(text: str, lang: str) -> Message:
    return message("the text in {language!r} is used instead: “{text}”", language=lang, text=_shortened(text))


def _shortened(text: str) -> str:
    """Return a text on one line, shortened for a message."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39] + "…"


def _by_language(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(isinstance(each, str) and each for each in value.values())


def _entries(value: Any) -> list[tuple[str, Any]]:
    return list(value.items()) if isinstance(value, dict) else []


def _with(value: Any, key: str, inner: Any) -> Any:
    """The mapping with what stands under `key`, if there is such a key."""
    return {**value, key: inner} if key in value else value
