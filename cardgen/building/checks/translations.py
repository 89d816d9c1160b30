"""Check that every text is translated into all languages of the game, and every translation is used and complete."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.base.errors import Finding, Place
from cardgen.base.words.messages import joined, message
from cardgen.building.checks.context import Check, CheckContext
from cardgen.data.languages.codes import CODES
from cardgen.data.languages.differences import compare_texts
from cardgen.data.languages.overlays import GameText, Translations, by_context
from cardgen.data.languages.own_words import printed_in
from cardgen.data.languages.translations import finding_about, name_of_text, shortened
from cardgen.data.model import Game


def _run(context: CheckContext) -> tuple[Finding, ...]:
    translations = context.game.translations
    return (*translations.findings, *_differing(translations), *_without_words(context.game))


def _without_words(game: Game) -> Iterator[Finding]:
    """Yield a finding for each language in which nothing that cardgen itself prints has a text."""
    for lang in game.file.languages:
        if not printed_in(lang):
            template = "cardgen prints its own words, such as “Contents”, in English: it has none in {language!r}"
            problem = message(template, language=lang)
            hint = message("write them under words: in game.yaml")
            yield CODES["words-in-english"].finding(game.marked.key_place("languages"), problem, hint)


def _differing(translations: Translations) -> Iterator[Finding]:
    """Yield a finding for each translation that loses or gains an icon, a placeholder or a number."""
    languages = translations.languages
    kept = {lang: by_context(entries) for lang, entries in translations.kept.items()}
    for text in translations.texts:
        source = languages.find(text.own, languages.main)
        for lang in languages.spoken if source else ():
            entry = kept.get(lang, {}).get(str(text.context))
            if source is None or lang == source[1] or (lang, str(text.context)) in translations.outdated:
                continue
            if entry is not None:
                yield from _compared(text, entry.text, entry.place, source, lang, languages.spoken)
            elif lang in text.own:
                yield from _compared(text, text.own[lang], text.place_of(lang), source, lang, languages.spoken)


def _compared(
    text: GameText, translation: str, place: Place, source: tuple[str, str], lang: str, languages: tuple[str, ...]
) -> Iterator[Finding]:
    changes = compare_texts(*source, translation, lang, languages)
    lost, gained = joined(changes.lost), joined(changes.gained)
    if not lost and not gained:
        return
    template = "{text} in {language!r} gains {gained}"
    if lost:
        template = (
            "{text} in {language!r} loses {lost} and gains {gained}"
            if gained
            else "{text} in {language!r} loses {lost}"
        )
    problem = message(template, text=name_of_text(text.context), language=lang, lost=lost, gained=gained)
    hint = message("the text in {language!r} is “{text}”", language=source[1], text=shortened(source[0]))
    yield finding_about(text.context, "translation-differs", place, problem, hint)


CHECK = Check(tuple(CODES.values()), _run)
