"""The messages of a PO file added to the translations that a game keeps. No translation is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pydantic import ValidationError

from cardgen.base.errors import DataError, Fault, Faults, Place
from cardgen.base.records import dataclass, replace
from cardgen.base.words.messages import message
from cardgen.data.languages.overlays import Context, GameText, Kept, TranslationEntry, by_context, po_entry
from cardgen.data.languages.po import PoFile, PoMessage
from cardgen.data.model import Game
from cardgen.data.rows.lists import SEPARATOR, parse_list
from cardgen.project.translating.exporting import source_of


@dataclass(frozen=True, slots=True)
class Import:
    """The result of importing a PO file into the translations of one language.

    `entries` are all translations to keep, in the order of the game's texts, `changed` the line numbers of new messages
    in the file. The others are numbers of messages: used; not used because they are fuzzy, or because their text has
    changed (`outdated`); without a translation; for texts that are no longer in the game; and kept translations that
    are not in the file.
    """

    entries: tuple[TranslationEntry, ...]
    changed: tuple[int, ...]
    used: int = 0
    fuzzy: int = 0
    outdated: int = 0
    empty: int = 0
    obsolete: int = 0
    others: int = 0


def import_po(game: Game, lang: str, po: PoFile, shown: str) -> Import:
    """Return the game's translations into `lang` with those of a PO file, which is called `shown` in messages.

    DataError if the file is in another language or of another game, or has texts that cannot be kept.
    """
    faults = Faults(_wrong(po, lang, shown))
    faults.raise_all()
    texts = {str(text.context): text for text in game.translations.texts}
    _check_game(game, texts, po, shown)
    kept = game.translations.kept.get(lang, ())
    live = by_context(kept)
    gone = {entry.context: entry for entry in kept if entry.state == "obsolete"}
    merged = _Merged(game, lang, shown, live, gone)
    others = len(live.keys() - {item.context for item in po.messages if not item.obsolete})
    for item in po.messages:
        text = texts.get(item.context)
        if item.obsolete or text is None:
            merged.add_obsolete(item)
        else:
            merged.add(item, text)
    merged.faults.raise_all()
    ordered = [live[context] for context in texts if context in live]
    entries = (*ordered, *(gone[context] for context in sorted(gone)))
    return Import(entries, tuple(merged.changed), **merged.counts, others=others)


def _check_game(game: Game, texts: Mapping[str, GameText], po: PoFile, shown: str) -> None:
    """DataError if the header names another game and the file has no text of this one."""
    project = po.header.get("Project-Id-Version", "").split(" ")[0]
    ours = {(context, source_of(game, text).strip()) for context, text in texts.items()}
    if project not in ("", game.id) and not any((item.context, item.source.strip()) in ours for item in po.messages):
        hint = message("its header names the project {project!r}", project=project)
        raise DataError(Fault(Place(shown, 1, 1), message("contains no text of {game}", game=game.id), hint))


class _Merged:
    """The kept translations by context, those in use and the obsolete ones, to which messages of a file are added."""

    def __init__(
        self, game: Game, lang: str, shown: str, live: dict[str, TranslationEntry], gone: dict[str, TranslationEntry]
    ) -> None:
        self.game = game
        self.lang = lang
        self.shown = shown
        self.live = live
        self.gone = gone
        self.changed: list[int] = []
        self.counts = Counter({"used": 0, "fuzzy": 0, "outdated": 0, "empty": 0, "obsolete": 0})
        self.faults = Faults()

    def add_obsolete(self, item: PoMessage) -> None:
        """Add the translation of a text that is no longer in the game."""
        if not item.text:
            return
        self.counts["obsolete"] += 1
        entry = po_entry(replace(item, obsolete=True), self.shown)
        old = self.gone.get(entry.context)
        if old is None or not _alike(old, entry):
            self.gone[entry.context] = entry
            self.changed.append(item.line)

    def add(self, item: PoMessage, text: GameText) -> None:
        """Add the translation of a text of the game."""
        if not item.text:
            self.counts["empty"] += 1
            return
        source = source_of(self.game, text)
        entry = po_entry(item, self.shown)
        outdated = _is_outdated(entry, source)
        self.counts["fuzzy" if item.fuzzy else "outdated" if outdated else "used"] += 1
        if not outdated and "" in parse_list(item.text) and _is_list(self.game, text.context):
            problem = message("{context}: empty entry in the list {text!r}", context=item.context, text=item.text)
            hint = message("{separator} separates the entries", separator=SEPARATOR)
            self.faults.append(Fault(Place(self.shown, item.line, 1), problem, hint))
        old = self.live.get(entry.context)
        known = (self.lang, item.context) in self.game.translations.outdated
        if old is None and outdated == known and not entry.note and text.own.get(self.lang) == entry.text:
            return  # the game's own files have the same
        if old is None or not _alike(old, entry) or _is_outdated(old, source) != outdated:
            self.live[entry.context] = entry
            self.changed.append(item.line)


def _is_list(game: Game, context: Context) -> bool:
    deck = game.decks.get(context.deck)
    return deck is not None and deck.fields.get(context.field, "").startswith("lists")


def _is_outdated(entry: TranslationEntry, source: str) -> bool:
    """Return True if a translation is not used: it is fuzzy, or was made from another text than the `source`."""
    return entry.state != "" or (bool(entry.source) and entry.source.strip() != source.strip())


def _alike(old: TranslationEntry, new: TranslationEntry) -> bool:
    """Return True if two translations are the same; if the old one has no source, any source is the same."""

    def content(entry: TranslationEntry) -> tuple[str, str]:
        return entry.text.strip(), entry.note.strip()

    return content(old) == content(new) and old.source.strip() in ("", new.source.strip())


def _wrong(po: PoFile, lang: str, shown: str) -> Iterator[Fault]:
    written = po.header.get("Language", "").replace("_", "-")
    if written and not f"{written}-".lower().startswith(f"{lang}-".lower()):  # de_DE is German
        problem = message("its header names the language {language!r}", language=written)
        yield Fault(Place(shown, 1, 1), problem, message("expected {language!r}", language=lang))
    for item in po.messages:
        try:
            Kept(text=item.text or "-", source=item.source, note=item.note)
        except ValidationError:
            problem = message(
                "{context}: a text of {count:,} characters is too long", context=item.context, count=len(item.text)
            )
            yield Fault(Place(shown, item.line, 1), problem)
