"""The messages of a PO file into the translations that a game keeps: nothing that is kept is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from cardgen.data.languages.overlays import Context, Entry, Kept, State
from cardgen.data.model import Game
from cardgen.data.rows.lists import SEPARATOR, parse_list
from cardgen.errors import DataError, Fault, Place
from cardgen.translating.exporting import is_outdated, source_of
from cardgen.translating.po import PoFile, PoMessage
from cardgen.words.messages import message


@dataclass(frozen=True, slots=True)
class Import:
    """What a PO file makes of the translations into one language.

    `entries` are all that are kept from now on, in the order of the game's texts; `changed` the lines of the file's
    messages that are new in them. The others count messages: used, not used because they are fuzzy or because their
    text has changed, without a translation, of what the game has no more; and what was kept and is not in the file.
    """

    entries: tuple[Entry, ...]
    changed: tuple[int, ...]
    used: int = 0
    fuzzy: int = 0
    outdated: int = 0
    empty: int = 0
    obsolete: int = 0
    others: int = 0


def import_po(game: Game, lang: str, po: PoFile, shown: str) -> Import:
    """What the file `shown` makes of the game's translations into `lang`.

    DataError when it says that it is in another language or of another game, or holds what cannot be kept.
    """
    faults = list(_wrong(po, lang, shown))
    if faults:
        raise DataError(faults)
    texts = {str(text.context): text for text in game.translations.texts}
    whose = po.header.get("Project-Id-Version", "").split(" ")[0]
    ours = {(context, source_of(game, text).strip()) for context, text in texts.items()}
    if whose not in ("", game.id) and not any((each.context, each.source.strip()) in ours for each in po.messages):
        hint = message("its header names the project {project!r}", project=whose)
        raise DataError(Fault(Place(shown, 1, 1), message("contains no text of {game}", game=game.id), hint))
    kept = game.translations.kept.get(lang, ())
    live = {entry.context: entry for entry in kept if entry.state != "obsolete"}
    gone = {entry.context: entry for entry in kept if entry.state == "obsolete"}
    changed: list[int] = []
    counts = dict.fromkeys(("used", "fuzzy", "outdated", "empty", "obsolete"), 0)
    others = len(live.keys() - {each.context for each in po.messages if not each.obsolete})
    for item in po.messages:
        text = texts.get(item.context)
        if item.obsolete or text is None:
            if not item.text:
                continue
            counts["obsolete"] += 1
            entry = _entry(item, shown, "obsolete", item.source)
            old = gone.get(entry.context)
            if old is None or not _alike(old, entry):
                gone[entry.context] = entry
                changed.append(item.line)
            continue
        source = source_of(game, text)
        if not item.text:
            counts["empty"] += 1
            continue
        entry = _entry(item, shown, "fuzzy" if item.fuzzy else "", _source(item))
        outdated = is_outdated(entry, source)
        counts["fuzzy" if item.fuzzy else "outdated" if outdated else "used"] += 1
        if not outdated and "" in parse_list(item.text) and _is_list(game, text.context):
            problem = message("{context}: empty entry in the list {text!r}", context=item.context, text=item.text)
            hint = message("{separator} separates the entries", separator=SEPARATOR)
            faults.append(Fault(Place(shown, item.line, 1), problem, hint))
        old = live.get(entry.context)
        if old is None and not outdated and not entry.note and text.own.get(lang) == entry.text:
            continue  # the game's own files have the same
        if old is None or not _alike(old, entry) or is_outdated(old, source) != outdated:
            live[entry.context] = entry
            changed.append(item.line)
    if faults:
        raise DataError(faults)
    ordered = [live[context] for context in texts if context in live]
    entries = (*ordered, *(gone[context] for context in sorted(gone)))
    return Import(entries, tuple(changed), **counts, others=others)


def _is_list(game: Game, context: Context) -> bool:
    deck = game.decks.get(context.deck)
    return deck is not None and deck.fields.get(context.field, "").startswith("lists")


def _source(item: PoMessage) -> str:
    """The text that a translation was made from; of a fuzzy one this is known only where the file tells it."""
    return item.previous if item.fuzzy else item.source


def _entry(item: PoMessage, shown: str, state: State, source: str) -> Entry:
    return Entry(item.context, item.text, Place(shown, item.line, 1), source, state, item.note)


def _alike(old: Entry, new: Entry) -> bool:
    """Whether two translations say the same; a text that nobody noted that the old one was made from may be any."""

    def said(entry: Entry) -> tuple[str, str]:
        return entry.text.strip(), entry.note.strip()

    return said(old) == said(new) and old.source.strip() in ("", new.source.strip())


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
