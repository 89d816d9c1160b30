"""The languages for texts on printed pages: a game's texts in its own, cardgen's words in those with a catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from string import Formatter
from typing import TYPE_CHECKING, Any

from cardgen.base.errors import Fault, Text, did_you_mean
from cardgen.base.words.catalogues import catalogue_name, is_traditional, printed_files, printed_templates
from cardgen.base.words.messages import Joined, Message, OwnWords, PrintedLanguage, joined, message
from cardgen.base.words.traditional import in_traditional
from cardgen.data.marked import Marked

if TYPE_CHECKING:  # the command line uses this module without fonts
    from cardgen.data.fonts import FontSet
    from cardgen.data.model import GameFile


def own_languages(languages: Sequence[str], texts: Sequence[Message | Joined], fonts: FontSet) -> list[str]:
    """Return the languages in which cardgen prints its own `texts` for a game of these `languages`.

    That is a language itself if it has its own catalogue and the fonts have all characters of the texts, otherwise the
    language without its subtags under the same conditions; English if none of them can be printed.
    """

    def can_print(lang: str) -> bool:
        return all(fonts.has_all(text.in_language(lang), lang) for text in texts)

    printed = [next(filter(can_print, printed_in(lang)), "") for lang in languages]
    return list(dict.fromkeys(filter(None, printed))) or ["en"]


def printed_in(lang: str) -> list[str]:
    """Return the tags of a language that have words of their own, or are English: itself, without its subtags."""
    base = lang.split("-")[0]
    if isinstance(lang, PrintedLanguage) and lang.words:
        return [lang]
    if base == "en":
        return [base]
    own, general = _catalogue(lang), _catalogue(base)
    return [lang] * bool(own and own != general) + [base] * bool(general)


def _catalogue(lang: str) -> str | None:
    """Return the name of the catalogue for words on products in a language; None for English and unknown languages."""
    return catalogue_name(lang) or next((path.stem for path in printed_files(lang)), None)


def check_words(marked: Marked, words: Mapping[str, OwnWords], languages: Sequence[str]) -> Iterator[Fault]:
    """Yield the faults in the `words` of game.yaml: unknown languages, texts and placeholders."""
    known = {(entry if isinstance(entry, str) else entry[0]): entry for entry in printed_templates()} if words else {}
    for lang, texts in words.items():
        if lang not in languages:
            problem = message("{language!r} is not one of the game's languages", language=lang)
            yield Fault(marked.key_place("words", lang), problem, did_you_mean(lang, languages))
        for template, own in texts.items():
            place = marked.place("words", lang, template)
            if template in known:
                yield from (Fault(place, *problem) for problem in _problems_of(template, own, known[template]))
            else:
                problem = message("cardgen prints no words {text!r}", text=template)
                hint = did_you_mean(template, list(known)) or message("docs/languages.md lists them")
                yield Fault(marked.key_place("words", lang, template), problem, hint)


def _problems_of(
    template: str, own: str | Mapping[Any, str], known: str | tuple[str, str]
) -> Iterator[tuple[Text, Text]]:
    """Yield what is wrong with a game's text in place of a template, with a hint. `known` has the template's plural."""
    forms = {"other": own} if isinstance(own, str) else own
    of_number = not isinstance(known, str)
    if "other" not in forms or not (of_number or isinstance(own, str)):
        hint = message("expected the key 'other'") if of_number else message("expected a text")
        yield message("{text!r} cannot have these texts", text=template), hint
    allowed = placeholders_in(template)
    for form in forms.values():
        used = placeholders_in(form)
        if used != allowed and not (of_number and used < allowed):
            problem = message("{text!r} has other placeholders than {template!r}", text=form, template=template)
            expected = joined(f"{{{name}}}" for name in sorted(allowed)) or message("none")
            yield problem, message("expected {placeholders}", placeholders=expected)


def placeholders_in(template: str) -> set[str]:
    """Return the placeholders of a template, each with its format; {"?"} if its braces are not paired."""
    try:
        parts = list(Formatter().parse(template))
    except ValueError:
        return {"?"}
    return {f"{name}:{spec}" if spec else name for _, name, spec, _ in parts if name is not None}


def with_words(file: GameFile) -> GameFile:
    """Return game.yaml with languages that carry its own words."""
    if not file.words:
        return file
    spoken = {lang: PrintedLanguage(lang, file.words.get(lang, {})) for lang in file.languages}
    changed = {"languages": tuple(spoken.values()), "editions": tuple(spoken[lang] for lang in file.editions)}
    return file.model_copy(update=changed)


def printed_texts(text: Message | Joined, languages: Sequence[str], fonts: FontSet) -> list[tuple[str, str]]:
    """Return one of cardgen's messages in each language that it is printed in for a game, as (text, language)."""
    return [(text.in_language(lang), lang) for lang in own_languages(languages, (text,), fonts)]


def choose_languages(languages: Sequence[str], words: Mapping[str, object]) -> list[str]:
    """Return the languages among those of `words` to use for a game of these `languages`.

    That is a language itself, or the language without its subtags; English if `words` has none of them.
    """
    nearest = [lang if lang in words else lang.split("-")[0] for lang in languages]
    return list(dict.fromkeys(lang for lang in nearest if lang in words)) or ["en"]


def with_traditional(texts: Mapping[str, str], languages: Sequence[str]) -> Mapping[str, str]:
    """Return a text of an engine in traditional Chinese as well, if it is one of the `languages` of a game.

    Engines write Chinese as `zh`, in simplified characters. A game without simplified Chinese has no text in it.
    """
    lang = next(filter(is_traditional, languages), None)
    if lang is None or lang in texts or "zh" not in texts:
        return texts
    is_read = any(other.split("-")[0] == "zh" and not is_traditional(other) for other in languages)
    others = {other: text for other, text in texts.items() if other != "zh" or is_read}
    return {lang: in_traditional(texts["zh"]), **others}


def distinct_texts(texts: Mapping[str, str], languages: Sequence[str]) -> dict[str, str]:
    """Return a text in each of the languages that it has; of languages with the same text, only the first."""
    shown: dict[str, str] = {}
    for lang in languages:
        if texts.get(lang) and texts[lang] not in shown.values():
            shown[lang] = texts[lang]
    return shown
