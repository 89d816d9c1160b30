"""Translations that are out of date, confirmed as they are: they fit their texts as these are now."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from cardgen.base.records import dataclass, replace
from cardgen.data.languages.overlays import Context
from cardgen.data.languages.po import parse_po, to_po
from cardgen.data.model import Game
from cardgen.project.translating.exporting import export_po, relative_to, source_of
from cardgen.project.translating.keeping import overlay_file, to_overlay


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The new contents of files after `count` translations into a language have been confirmed."""

    lang: str
    count: int
    files: Mapping[Path, bytes]


def confirm_translations(game: Game, lang: str, cards: Collection[str], root: Path) -> Confirmed:
    """Confirm the outdated translations into a language, or only those of `cards`.

    Those in a file of translations get the new source; those in the game's own files have it in the exported PO file.
    `root` is the folder of the project. DataError if the file of translations cannot be written.
    """
    translations = game.translations
    confirmed = {
        context
        for language, context in translations.outdated
        if language == lang and (not cards or Context.parse(context).card in cards)
    }
    if not confirmed:
        return Confirmed(lang, 0, {})
    texts = {str(text.context): text for text in translations.texts}
    entries = tuple(
        entry._replace(source=source_of(game, texts[entry.context]), state="")
        if entry.context in confirmed and entry.state != "obsolete"
        else entry
        for entry in translations.kept.get(lang, ())
    )
    files: dict[Path, bytes] = {}
    if entries != translations.kept.get(lang, ()):
        path = overlay_file(game, lang)
        files[path] = to_overlay(game, entries, lang, path.suffix, path.read_bytes())
    exported = game.folder.resolve() / "i18n" / f"{lang}.po"
    if exported.is_file():
        outdated = {key: old for key, old in translations.outdated.items() if key[0] != lang or key[1] not in confirmed}
        kept = {**translations.kept, lang: entries} if entries else translations.kept
        now = replace(game, translations=replace(translations, outdated=outdated, kept=kept))
        before = parse_po(exported.read_text(encoding="utf-8"), exported.name)
        files[exported] = to_po(export_po(now, lang, relative_to(root), before)).encode()
    return Confirmed(lang, len(confirmed), files)
